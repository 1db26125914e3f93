import { getOutletChoices } from '@xunyun/contract/companies/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import { exportSpecials, getSpecialCarriers, getSpecials, getSpecialTotals } from '@xunyun/contract/dispatch/special'
import { specialStates } from '@xunyun/contract/dispatch/states'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { ImportButton } from '../../../shared/import/ImportButton.tsx'
import {
  DayRangeFilter,
  FlagFilter,
  LookupFilter,
  OutletFilter,
  RegionFilter,
  SearchInput,
} from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { StateTabs } from '../../../shared/list/StateTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight } from '../../../shared/session/session.ts'
import { NewButton } from '../../../shared/ui/NewButton.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { ApplicationAt } from '../../costs/index.ts'
import { PrintFrame } from '../../printing/index.ts'
import { SpecialDrawer } from './SpecialDrawer.tsx'
import { specialColumns } from './specialColumns.tsx'
import { useSpecialActs } from './useSpecialActs.tsx'

/** Follow what line carriers hold. One opens in a drawer that has an address: `?special=12`; `&print=1` asks to print it. */
export default function SpecialListPage() {
  const { t } = useTranslation('handedOut')
  const language = useLanguage()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const mayHand = useRight('specialDelivery').edit
  const mayImport = useRight('specialList').edit
  const list = useList({ call: getSpecials, totals: getSpecialTotals, exportCall: exportSpecials })
  const acts = useSpecialActs(list.keepRefused)
  const counts = list.totals?.tabs
  const open = (id: number | null) => {
    const next = new URLSearchParams(search)
    next.delete('print')
    if (id === null) next.delete('special')
    else next.set('special', String(id))
    setSearch(next, { replace: true })
  }
  const opened = Number(search.get('special'))
  const create = mayHand && (
    <NewButton onClick={() => void navigate(pathTo('specialDelivery'))}>{t('act.new')}</NewButton>
  )
  return (
    <>
      <PrintFrame print={acts.print} type="handover">
        <ListPage
          list={list}
          label={t('special.list')}
          columns={specialColumns}
          tabs={
            <StateTabs
              label={t('column.specialState')}
              value={list.filter.state}
              onChange={(state) => list.setFilter({ state })}
              tabs={[
                { value: undefined, label: t('tab.all'), count: counts?.all },
                ...specialStates.map((state) => ({
                  value: state,
                  label: wordFor('specialState', state, language),
                  count: counts && (counts[state] ?? 0),
                })),
              ]}
            />
          }
          filters={
            <>
              <SearchInput {...list.field('q')} placeholder={t('filter.q')} />
              <LookupFilter {...list.field('carrierId')} label={t('filter.carrier')} call={getSpecialCarriers} />
              <RegionFilter {...list.field('to')} label={t('filter.to')} />
              <DayRangeFilter {...list.range('handedFrom', 'handedTo')} label={t('filter.handedAt')} />
            </>
          }
          more={
            <>
              <LookupFilter {...list.field('toOutletId')} label={t('filter.toOutlet')} call={getOutletChoices} />
              <DayRangeFilter {...list.range('expectFrom', 'expectTo')} label={t('filter.expectAt')} />
              <OutletFilter {...list.field('outletId')} label={t('filter.outlet')} />
              <FlagFilter {...list.field('late')} label={t('filter.late')} yes={t('filter.lateOnly')} />
            </>
          }
          primary={
            <>
              {create}
              {mayImport && <ImportButton page="specialList" refresh={['/api/Dispatch/']} />}
            </>
          }
          actions={(row) => {
            const [next, ...rest] = acts.row(row)
            const view = { key: 'view', label: t('act.view'), onClick: () => open(row.id) }
            const isStep = next !== undefined && ['handOver', 'arrive'].includes(next.key)
            return isStep ? [next, view, ...rest] : [view, ...(next ? [next, ...rest] : [])]
          }}
          batch={acts.batch}
          isVoid={(row) => row.state === 'cancelled'}
          onOpen={(row) => open(row.id)}
          empty={<Empty title={t('empty.specials')}>{create}</Empty>}
        />
      </PrintFrame>
      {opened > 0 && <SpecialDrawer id={opened} print={search.has('print')} onClose={() => open(null)} />}
      <ApplicationAt />
      {acts.dialogs}
    </>
  )
}
