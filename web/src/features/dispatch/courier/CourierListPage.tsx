import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import { exportCouriers, getCourierCompanies, getCouriers, getCourierTotals } from '@xunyun/contract/dispatch/courier'
import { courierStates } from '@xunyun/contract/dispatch/states'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { DayRangeFilter, LookupFilter, OutletFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { StateTabs } from '../../../shared/list/StateTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight } from '../../../shared/session/session.ts'
import { NewButton } from '../../../shared/ui/NewButton.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { ApplicationAt } from '../../costs/index.ts'
import { CourierDrawer } from './CourierDrawer.tsx'
import { courierColumns } from './courierColumns.tsx'
import { useCourierActs } from './useCourierActs.tsx'

/** Catch late and refused parcels. One opens in a drawer that has an address: `?courier=12`. */
export default function CourierListPage() {
  const { t } = useTranslation('handedOut')
  const language = useLanguage()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const maySend = useRight('courierDelivery').edit
  const list = useList({ call: getCouriers, totals: getCourierTotals, exportCall: exportCouriers })
  const acts = useCourierActs(list.keepRefused)
  const counts = list.totals?.tabs
  const open = (id: number | null) => {
    const next = new URLSearchParams(search)
    if (id === null) next.delete('courier')
    else next.set('courier', String(id))
    setSearch(next, { replace: true })
  }
  const opened = Number(search.get('courier'))
  const create = maySend && (
    <NewButton onClick={() => void navigate(pathTo('courierDelivery'))}>{t('act.new')}</NewButton>
  )
  const countOf = (tab: string) => counts && (counts[tab] ?? 0)
  return (
    <>
      <ListPage
        list={list}
        label={t('courier.list')}
        columns={courierColumns}
        tabs={
          <StateTabs
            label={t('column.courierState')}
            value={list.filter.tab}
            onChange={(tab) => list.setFilter({ tab })}
            tabs={[
              { value: undefined, label: t('tab.all'), count: counts?.all },
              ...courierStates.map((state) => ({
                value: state,
                label: wordFor('courierState', state, language),
                count: countOf(state),
              })),
              ...(['late', 'abnormal'] as const).map((tab) => ({
                value: tab,
                label: t(`courier.tab.${tab}`),
                count: countOf(tab),
              })),
            ]}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('courier.q')} />
            <LookupFilter {...list.field('courierId')} label={t('courier.kept')} call={getCourierCompanies} />
            <DayRangeFilter {...list.range('madeFrom', 'madeTo')} label={t('courier.made')} />
          </>
        }
        more={
          <>
            <LookupFilter {...list.field('customerId')} label={t('courier.customer')} call={getCompanyChoices} />
            <OutletFilter {...list.field('outletId')} label={t('filter.outlet')} />
          </>
        }
        primary={create || undefined}
        actions={(row) => {
          const [next, ...rest] = acts.row(row)
          const view = { key: 'view', label: t('act.view'), onClick: () => open(row.id) }
          return next !== undefined && !next.danger ? [next, view, ...rest] : [view, ...(next ? [next, ...rest] : [])]
        }}
        batch={acts.batch}
        isVoid={(row) => row.state === 'cancelled'}
        onOpen={(row) => open(row.id)}
        empty={<Empty title={t('courier.empty')}>{create}</Empty>}
      />
      {opened > 0 && <CourierDrawer id={opened} onClose={() => open(null)} />}
      <ApplicationAt />
      {acts.dialogs}
    </>
  )
}
