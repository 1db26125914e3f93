import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import {
  exportPrintTrips,
  exportPrintWaybills,
  getPrintTrips,
  getPrintTripTotals,
  getPrintWaybills,
  getPrintWaybillTotals,
  printTabs,
} from '@xunyun/contract/printing/calls'
import { type PrintType, printTypeTitles, type WaybillPaper } from '@xunyun/contract/printing/papers'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RowAction } from '../../shared/grid/types.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { ChoiceFilter, DayRangeFilter, LookupFilter, OutletFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { StateTabs } from '../../shared/list/StateTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useSession } from '../../shared/session/session.ts'
import { late } from '../../shared/ui/late.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { customersWaybillColumns, printTripColumns, printWaybillColumns } from './printColumns.tsx'
import type { Print } from './usePrint.tsx'
import type { ToPrint } from './usePrinting.ts'

const LogSheet = late(() => import('./LogSheet.tsx').then((file) => file.LogSheet))

const defaults = { filter: { tab: 'todo' }, sort: { key: 'createdAt', dir: 'asc' } } as const
const tripDefaults = { filter: { tab: 'todo' }, sort: { key: 'planAt', dir: 'asc' } } as const

/** Tabs, row actions and batch actions that both lists share. */
function usePrintActs(type: PrintType, print: Print) {
  const { t } = useTranslation('printing')
  const [logged, setLogged] = useState<ToPrint | null>(null)
  const tabs = (counts: Readonly<Record<string, number>> | undefined) => [
    ...printTabs.map((tab) => ({
      value: tab,
      label: t(`tab.${tab}`),
      count: counts?.[tab],
      tone: tab === 'todo' ? ('orange' as const) : undefined,
    })),
    { value: undefined, label: t('tab.all'), count: counts?.all },
  ]
  const rowActions = (row: ToPrint): RowAction[] => [
    { key: 'print', label: t('act.print'), onClick: () => print.open(type, [row]) },
    { key: 'log', label: t('act.log'), onClick: () => setLogged(row) },
  ]
  const batchActions = (rows: readonly ToPrint[]) => [
    { key: 'print', label: t('act.printMany', { number: rows.length }), onClick: () => print.open(type, rows) },
  ]
  const log = logged && <LogSheet type={type} {...logged} onClose={() => setLogged(null)} />
  return { tabs, rowActions, batchActions, log }
}

/** Waybills with how often this paper of theirs was printed. */
export function WaybillList({ type, print }: { type: WaybillPaper; print: Print }) {
  const { t } = useTranslation('printing')
  const language = useLanguage()
  const isCustomer = useSession((session) => session.userInfo?.scope === 'customer')
  const list = useList({
    call: getPrintWaybills,
    totals: getPrintWaybillTotals,
    exportCall: exportPrintWaybills,
    defaults,
    keepFilter: { type },
  })
  const acts = usePrintActs(type, print)
  const of = (row: { id: number; waybillNo: string; pieces: number }): ToPrint => ({
    id: row.id,
    no: row.waybillNo,
    pieces: row.pieces,
  })
  return (
    <>
      <ListPage
        list={list}
        label={t('label', { type: printTypeTitles[type][language] })}
        columns={isCustomer ? customersWaybillColumns : printWaybillColumns}
        tabs={
          <StateTabs
            label={t('tabs')}
            value={list.filter.tab}
            onChange={(tab) => list.setFilter({ tab })}
            tabs={acts.tabs(list.totals?.tabs)}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.q')} />
            {!isCustomer && (
              <LookupFilter {...list.field('customerId')} label={t('column.customer')} call={getCompanyChoices} />
            )}
            <DayRangeFilter {...list.range('bizFrom', 'bizTo')} label={t('column.bizDate')} />
            {!isCustomer && <OutletFilter {...list.field('outletId')} label={t('column.outlet')} />}
          </>
        }
        actions={(row) => acts.rowActions(of(row))}
        batch={(rows) => acts.batchActions(rows.map(of))}
        onOpen={(row) => print.open(type, [of(row)])}
        empty={<Empty title={t(list.filter.tab === 'done' ? 'empty.done' : 'empty.todo')} />}
      />
      {acts.log}
    </>
  )
}

/** Trips with how often their loading list was printed. */
export function TripList({ print }: { print: Print }) {
  const { t } = useTranslation('printing')
  const language = useLanguage()
  const list = useList({
    call: getPrintTrips,
    totals: getPrintTripTotals,
    exportCall: exportPrintTrips,
    defaults: tripDefaults,
  })
  const acts = usePrintActs('loading', print)
  const of = (row: { id: number; arrangementNo: string; pieces: number }): ToPrint => ({
    id: row.id,
    no: row.arrangementNo,
    pieces: row.pieces,
  })
  return (
    <>
      <ListPage
        list={list}
        label={t('label', { type: printTypeTitles.loading[language] })}
        columns={printTripColumns}
        tabs={
          <StateTabs
            label={t('tabs')}
            value={list.filter.tab}
            onChange={(tab) => list.setFilter({ tab })}
            tabs={acts.tabs(list.totals?.tabs)}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.tripQ')} />
            <ChoiceFilter {...list.field('type')} label={t('column.type')} type="arrangementType" />
            <DayRangeFilter {...list.range('planFrom', 'planTo')} label={t('column.planAt')} />
            <OutletFilter {...list.field('outletId')} label={t('column.outlet')} />
          </>
        }
        actions={(row) => acts.rowActions(of(row))}
        batch={(rows) => acts.batchActions(rows.map(of))}
        onOpen={(row) => print.open('loading', [of(row)])}
        empty={<Empty title={t(list.filter.tab === 'done' ? 'empty.done' : 'empty.todo')} />}
      />
      {acts.log}
    </>
  )
}
