import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { useTranslation } from 'react-i18next'
import { DayInput } from '../../../shared/form/DayInput.tsx'
import { FilterBar } from '../../../shared/list/FilterBar.tsx'
import { Chip, useIsChip } from '../../../shared/list/filterMode.tsx'
import { ChoiceFilter, LookupFilter, OutletFilter, SearchInput } from '../../../shared/list/filters.tsx'
import styles from './Board.module.css'
import type { useBoardFilter } from './useBoardFilter.ts'

type Props = {
  readonly of: ReturnType<typeof useBoardFilter>
  readonly onSearch: () => void
}

/** What is looked at of what waits, and of which day. */
export function BoardFilters({ of: { field, count, reset }, onSearch }: Props) {
  const { t } = useTranslation(['board', 'dispatch'])
  return (
    <FilterBar
      activeCount={count}
      onReset={reset}
      onSearch={onSearch}
      filters={
        <>
          <OutletFilter {...field('outletId')} label={t('dispatch:filter.outlet')} width={132} />
          <DayFilter {...field('date')} label={t('filter.date')} />
          <SearchInput {...field('q')} placeholder={t('filter.q')} width={168} />
          <ChoiceFilter {...field('type')} label={t('dispatch:filter.type')} type="arrangementType" width={108} />
        </>
      }
      more={
        <>
          <ChoiceFilter
            {...field('only')}
            label={t('filter.only')}
            options={(['cold', 'hazard'] as const).map((value) => ({ value, label: t(`dispatch:demand.${value}`) }))}
          />
          <LookupFilter {...field('customerId')} label={t('dispatch:filter.customer')} call={getCompanyChoices} />
        </>
      }
    />
  )
}

type DayProps = { value: string | undefined; onChange: (value: unknown) => void; label: string }

function DayFilter({ value, onChange, label }: DayProps) {
  const { t } = useTranslation(['board', 'dispatch'])
  if (useIsChip())
    return value === undefined ? null : (
      <Chip label={label} onClear={() => onChange(undefined)}>
        {value}
      </Chip>
    )
  return (
    <span className={styles.day}>
      <DayInput value={value ?? null} onChange={onChange} aria-label={label} placeholder={t('day.today')} />
    </span>
  )
}
