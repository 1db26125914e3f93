import { useTranslation } from 'react-i18next'
import { DayInput } from '../../../shared/form/DayInput.tsx'
import { Chip, useIsChip } from '../../../shared/list/filterMode.tsx'
import type { FilterField } from '../../../shared/list/useList.ts'
import { day, isWritten } from '../../../shared/ui/format.ts'

const dayMs = 86_400_000
/** The first moment after a day in China, which is the moment "as of the end of" it. */
const endOf = (text: string) => new Date(Date.parse(`${text}T00:00:00+08:00`) + dayMs).toISOString()
/** The day that a moment ends; days are those of Asia/Shanghai. */
export const dayEnding = (at: string) => day(new Date(Date.parse(at) - 1))

/** The stock at the end of a past day; empty: now. */
export function AsOfFilter({ value, onChange }: FilterField<string>) {
  const { t } = useTranslation('warehouse/ledger')
  const isChip = useIsChip()
  const chosen = value === undefined ? undefined : dayEnding(value)
  if (isChip)
    return chosen === undefined ? null : (
      <Chip label={t('filter.at')} onClear={() => onChange(undefined)}>
        {chosen}
      </Chip>
    )
  return (
    <span style={{ width: 152 }}>
      <DayInput
        aria-label={t('filter.at')}
        value={chosen ?? null}
        placeholder={`${t('filter.at')} ${t('filter.now')}`}
        onChange={(next) => {
          if (next === undefined) onChange(undefined)
          // What is no day is marked in the field, and the list stays as it is.
          else if (isWritten(next)) onChange(endOf(next))
        }}
      />
    </span>
  )
}
