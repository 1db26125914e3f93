import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import {
  exportUnapplied,
  getUnapplied,
  getUnappliedTotals,
  type UnappliedTrip,
} from '@xunyun/contract/costs/costApplications'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import { pageOf } from '@xunyun/contract/pages'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { RowAction } from '../../../shared/grid/types.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { ImportButton } from '../../../shared/import/ImportButton.tsx'
import { DayRangeFilter, LookupFilter, OutletFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight } from '../../../shared/session/session.ts'
import { useTab } from '../../../shared/tabs/useTab.ts'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { Sheet } from '../../../shared/ui/Sheet.tsx'
import { useIsPhone } from '../../../shared/ui/useDevice.ts'
import { ApplyDialog } from './ApplyDialog.tsx'
import { CarCostTabs } from './CarCostTabs.tsx'
import { CostsTab } from './CostsTab.tsx'
import { costPaths } from './paths.ts'
import { unappliedColumns } from './unappliedColumns.tsx'
import { useApplying } from './useApplying.ts'
import { useSeesCosts } from './useSeesCosts.ts'

/** 待申请: trips whose costs nobody has applied for yet. One opens beside the list: `?trip=12`. */
export function UnappliedTrips() {
  const { t } = useTranslation(['tripCosts', 'costs'])
  const language = useLanguage()
  const isPhone = useIsPhone()
  const { path } = useTab()
  const [search, setSearch] = useSearchParams()
  const mayApply = useRight('carCostApply').edit
  const sees = useSeesCosts()
  const [applying, setApplying] = useState<readonly UnappliedTrip[]>()
  const list = useList({
    call: getUnapplied,
    totals: getUnappliedTotals,
    exportCall: exportUnapplied,
    name: `${path}/unapplied`,
  })
  const open = (id: number | null) => {
    const next = new URLSearchParams(search)
    if (id === null) next.delete('trip')
    else next.set('trip', String(id))
    setSearch(next, { replace: true })
  }
  const opened = Number(search.get('trip'))
  const trip = list.rows.find(({ id }) => id === opened)
  const apply = (rows: readonly UnappliedTrip[], label: string): RowAction[] =>
    mayApply && sees ? [{ key: 'apply', label, onClick: () => setApplying(rows) }] : []
  return (
    <>
      <ListPage
        list={list}
        label={pageOf('carCostApply').titles[language]}
        columns={unappliedColumns}
        tabs={<CarCostTabs value={undefined} counts={list.totals?.tabs} />}
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.trips')} />
            <LookupFilter
              {...list.field('companyId')}
              label={t('costs:column.carrier')}
              call={getCompanyChoices}
              input={{ roles: ['carrier', 'special'] }}
            />
            <DayRangeFilter {...list.range('departFrom', 'departTo')} label={t('costs:column.departAt')} />
            <OutletFilter {...list.field('outletId')} label={t('costs:column.outlet')} />
          </>
        }
        primary={mayApply && sees && !isPhone && <ImportButton page="carCostApply" refresh={costPaths} />}
        actions={(row) => [
          ...apply([row], t('act.apply')),
          { key: 'view', label: t('act.costs'), onClick: () => open(row.id) },
        ]}
        batch={(rows) => apply(rows, t('apply.some', { count: rows.length }))}
        isVoid={(row) => row.state === 'cancelled'}
        onOpen={(row) => open(row.id)}
        empty={<Empty title={t('empty.unapplied')} />}
      />
      {opened > 0 && (
        <Sheet bare width={920} title={t('sheet.title', { no: trip?.arrangementNo ?? '' })} onClose={() => open(null)}>
          <CostsTab id={opened} />
        </Sheet>
      )}
      {applying && <Apply trips={applying} onDone={list.acted} onClose={() => setApplying(undefined)} />}
    </>
  )
}

type ApplyProps = { trips: readonly UnappliedTrip[]; onDone: () => void; onClose: () => void }

function Apply({ trips, onDone, onClose }: ApplyProps) {
  const { t } = useTranslation('tripCosts')
  const applying = useApplying('carCost', onDone)
  const [first] = trips
  const sums = {
    count: trips.length,
    amount: sumDecimals(
      trips.map(({ amount }) => amount),
      2,
    ),
  }
  return (
    <ApplyDialog
      title={t('apply.title', {
        no: trips.length === 1 ? (first?.arrangementNo ?? '') : t('apply.many', { count: trips.length }),
      })}
      kind="carCost"
      sums={sums}
      onSubmit={(how) =>
        applying(
          trips.map(({ id }) => id),
          how,
        )
      }
      onClose={onClose}
    />
  )
}
