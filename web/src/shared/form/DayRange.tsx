import { CalendarDays } from 'lucide-react'
import { type CSSProperties, lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Form.module.css'

/** From one day to another, both included; either may be open. */
export type Days = readonly [from: string | undefined, to: string | undefined]

const load = () => import('./pickers.tsx')
const DayRangePicker = lazy(async () => ({ default: (await load()).DayRangePicker }))

export const saysDays = ([from, to]: Days): string => `${from ?? ''} — ${to ?? ''}`

type Props = {
  readonly value: Days
  readonly onChange: (days: Days) => void
  readonly prefix?: ReactNode
  readonly style?: CSSProperties
  readonly 'aria-label'?: string
}

/** The calendar is fetched when somebody reaches for it; until then a field that looks the same. */
export function DayRange({ value, onChange, prefix, style, 'aria-label': label }: Props) {
  const { t } = useTranslation('kit')
  const [reached, setReached] = useState(false)
  const empty = !value[0] && !value[1]
  const resting = (
    <button
      type="button"
      className={styles.resting}
      style={style}
      aria-label={empty ? label : `${label ?? ''} ${saysDays(value)}`}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setReached(true)}
    >
      {prefix && <span className={styles.prefix}>{prefix}</span>}
      <span className={empty ? styles.placeholder : undefined}>{empty ? t('list.all') : saysDays(value)}</span>
      <CalendarDays size={14} strokeWidth={1.75} />
    </button>
  )
  if (!reached) return resting
  return (
    <Suspense fallback={resting}>
      <DayRangePicker value={value} onChange={onChange} prefix={prefix} style={style} label={label} />
    </Suspense>
  )
}
