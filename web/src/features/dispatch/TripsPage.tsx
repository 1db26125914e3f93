import { getOutletChoices } from '@xunyun/contract/companies/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import { exportArrangements, getArrangements, getArrangementTotals } from '@xunyun/contract/dispatch/calls'
import { arrangementStates } from '@xunyun/contract/dispatch/states'
import { pageOf } from '@xunyun/contract/pages'
import { Button } from 'antd'
import { ScanLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import {
  ChoiceFilter,
  DayRangeFilter,
  FlagFilter,
  LookupFilter,
  OutletFilter,
  SearchInput,
} from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { StateTabs } from '../../shared/list/StateTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useRight, useSession } from '../../shared/session/session.ts'
import { NewButton } from '../../shared/ui/NewButton.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { ApplicationAt } from '../costs/index.ts'
import { PrintFrame, usePrint } from '../printing/index.ts'
import { TripDrawer } from './TripDrawer.tsx'
import { tripColumns } from './tripColumns.tsx'
import { useTripActs } from './useTripActs.tsx'

/** Do the next step of every trip. A trip opens in a drawer that has an address: `?trip=12`. */
export default function TripsPage() {
  const { t } = useTranslation('dispatch')
  const language = useLanguage()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const mayArrange = useRight('arrangeOperate').edit
  const mayScan = useRight('arrangeScan').edit
  const list = useList({ call: getArrangements, totals: getArrangementTotals, exportCall: exportArrangements })
  const hasOutlet = useSession(({ userInfo }) => userInfo?.scope === 'outlet' || (userInfo?.outletId ?? null) !== null)
  const acts = useTripActs()
  const begun = usePrint()
  const counts = list.totals?.tabs
  const open = (id: number | null) => {
    const next = new URLSearchParams(search)
    if (id === null) next.delete('trip')
    else next.set('trip', String(id))
    setSearch(next, { replace: true })
  }
  const opened = Number(search.get('trip'))
  const create = mayArrange && (
    <NewButton onClick={() => void navigate(pathTo('arrangeOperate'))}>{t('act.newTrip')}</NewButton>
  )
  return (
    // Agreements that were begun and not finished wait here; loading lists do on their own page.
    <PrintFrame print={begun} type="agreement">
      <ListPage
        list={list}
        label={t('trips')}
        columns={tripColumns}
        tabs={
          <StateTabs
            label={t('column.tripState')}
            value={list.filter.toMine ? 'toMine' : list.filter.state}
            onChange={(tab) =>
              list.setFilter(tab === 'toMine' ? { state: undefined, toMine: true } : { state: tab, toMine: undefined })
            }
            tabs={[
              { value: undefined, label: t('tab.all'), count: counts?.all },
              ...(hasOutlet ? [{ value: 'toMine' as const, label: t('tab.toMine'), count: counts?.toMine }] : []),
              ...arrangementStates.map((state) => ({
                value: state,
                label: wordFor('arrangementState', state, language),
                count: counts && (counts[state] ?? 0),
              })),
            ]}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.tripQ')} />
            <ChoiceFilter {...list.field('type')} label={t('filter.type')} type="arrangementType" />
            <DayRangeFilter {...list.range('planFrom', 'planTo')} label={t('filter.planAt')} />
            <OutletFilter {...list.field('outletId')} label={t('filter.outlet')} />
          </>
        }
        more={
          <>
            <FlagFilter {...list.field('late')} label={t('filter.late')} yes={t('filter.lateOnly')} />
            <FlagFilter {...list.field('mine')} label={t('filter.made')} yes={t('filter.mineOnly')} />
            <DayRangeFilter {...list.range('departFrom', 'departTo')} label={t('column.departAt')} />
            <LookupFilter {...list.field('toOutletId')} label={t('filter.toOutlet')} call={getOutletChoices} />
            <ChoiceFilter {...list.field('vehicleType')} label={t('filter.vehicleType')} type="vehicleType" />
          </>
        }
        primary={
          (mayScan || mayArrange) && (
            <>
              {mayScan && (
                <Button
                  icon={<ScanLine size={14} strokeWidth={1.75} />}
                  onClick={() => void navigate(pathTo('arrangeScan', { no: '' }))}
                >
                  {pageOf('arrangeScan').titles[language]}
                </Button>
              )}
              {create}
            </>
          )
        }
        actions={(row) => {
          const [next, ...rest] = acts.row(row)
          const view = { key: 'view', label: t('act.view'), onClick: () => open(row.id) }
          const isStep = next !== undefined && !next.danger && next.key !== 'print' && next.key !== 'scan'
          return !isStep ? [view, ...(next ? [next, ...rest] : [])] : [next, view, ...rest]
        }}
        batch={acts.batch}
        isVoid={(row) => row.state === 'cancelled'}
        onOpen={(row) => open(row.id)}
        empty={<Empty title={t('empty.trips')}>{create}</Empty>}
      />
      {opened > 0 && <TripDrawer id={opened} onClose={() => open(null)} />}
      <ApplicationAt />
      {acts.dialogs}
    </PrintFrame>
  )
}
