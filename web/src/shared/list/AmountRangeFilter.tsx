import { Space } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MoneyInput } from '../form/inputs.tsx'
import { money } from '../ui/format.ts'
import { Chip, useIsChip } from './filterMode.tsx'
import type { FilterRange } from './useList.ts'

type Props = FilterRange & { readonly label: string }
const isAmount = (text: string | undefined) => text === undefined || /^\d{1,9}(\.\d{1,2})?$/.test(text)

/** From one amount to another, both included; either side may be open: `{...list.range('amountFrom', 'amountTo')}`. */
export function AmountRangeFilter({ value: [from, to], onChange, label }: Props) {
  const isChip = useIsChip()
  if (isChip)
    return from || to ? (
      <Chip label={label} onClear={() => onChange([undefined, undefined])}>
        {`${from ? money(from) : ''} – ${to ? money(to) : ''}`.trim()}
      </Chip>
    ) : null
  return (
    <Space.Compact>
      <Side label={`${label} ≥`} prefix={label} value={from} onChange={(next) => onChange([next, to])} />
      <Side label={`${label} ≤`} prefix="–" value={to} onChange={(next) => onChange([from, next])} />
    </Space.Compact>
  )
}

type SideProps = {
  readonly label: string
  readonly prefix: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}
/** Asked for when it is left, not at each digit. */
function Side({ label, prefix, value, onChange }: SideProps) {
  const { t } = useTranslation('ui')
  const [typed, setTyped] = useState<string | null | undefined>(null)
  const shown = typed === null ? value : typed
  const commit = () => {
    const next = shown === '' ? undefined : shown
    if (typed !== null && isAmount(next) && next !== value) onChange(next)
    setTyped(null)
  }
  return (
    <MoneyInput
      aria-label={label}
      prefix={prefix}
      placeholder={t('list.all')}
      style={{ width: 128 }}
      value={shown}
      onChange={setTyped}
      onBlur={commit}
      onPressEnter={commit}
    />
  )
}
