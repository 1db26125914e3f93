import { CalendarDays } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Days } from './pickers.tsx'
import { Resting, useReached } from './Resting.tsx'

const load = () => import('./pickers.tsx')

/** 2026-11-01 — 2026-11-20; within one year the second is short where `short`. */
export const saysDays = ([from, to]: Days): string => (from || to ? `${from ?? ''} — ${to ?? ''}`.trim() : '')

type Props = {
  readonly value: Days
  readonly onChange: (days: Days) => void
  readonly prefix?: ReactNode
  readonly style?: CSSProperties
  readonly 'aria-label'?: string
}

/** The calendar is fetched when somebody reaches for it. */
export function DayRange({ value, onChange, prefix, style, 'aria-label': label }: Props) {
  const { t } = useTranslation('ui')
  const [reached, reach] = useReached(load)
  if (reached === null)
    return (
      <Resting
        text={saysDays(value)}
        placeholder={t('list.all')}
        prefix={prefix}
        icon={<CalendarDays size={14} strokeWidth={1.75} />}
        style={style}
        label={label}
        onReach={reach}
        onNear={() => void load()}
      />
    )
  const { DayRangePicker } = reached.code
  return (
    <DayRangePicker
      value={value}
      onChange={onChange}
      prefix={prefix}
      style={style}
      label={label}
      open={reached.how === 'click'}
      typed={reached.typed}
    />
  )
}
