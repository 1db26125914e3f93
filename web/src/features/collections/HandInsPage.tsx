import { useQuery } from '@tanstack/react-query'
import {
  exportHandIns,
  getHandIns,
  getHandInTotals,
  type HandInRow,
  handInTabs,
} from '@xunyun/contract/collections/calls'
import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { pageOf } from '@xunyun/contract/pages'
import { Button } from 'antd'
import { Settings2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useDecideButtons } from '../../shared/action/useDecideButtons.tsx'
import { q } from '../../shared/api/query.ts'
import { useOpen } from '../../shared/form/waiting.ts'
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
import { useRight } from '../../shared/session/session.ts'
import { late } from '../../shared/ui/late.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { differenceColumns, handInColumns } from './handInColumns.tsx'
import { deductKey, handInKey } from './paths.ts'
import { useHandInActs } from './useHandInActs.tsx'

const HoldingDrawer = late(() => import('./HoldingDrawer.tsx').then((file) => file.HoldingDrawer))
const DeductHeld = late(() => import('./DeductHeld.tsx').then((file) => file.DeductHeld))
const HandInSheet = late(() => import('./HandInSheet.tsx').then((file) => file.HandInSheet))

const defaults = { filter: { tab: 'toHandIn' } } as const
const tones = { pending: 'orange', difference: 'red' } as const

/** What was collected and is in somebody's hands, by holder and day, and what was handed in of it (M48). One opens with `?handIn=JZ…`; `?deduct=3` sets off what a carrier holds. */
export default function HandInsPage() {
  const { t } = useTranslation('collections')
  const language = useLanguage()
  const [search, setSearch] = useSearchParams()
  const may = useRight('handIn')
  const [asking, setAsking] = useOpen<'setting'>()
  const [waiting, setWaiting] = useState<number | null>(null)
  const list = useList({ call: getHandIns, totals: getHandInTotals, exportCall: exportHandIns, defaults })
  const acts = useHandInActs(list.keepRefused)
  const decideButtons = useDecideButtons(list.rows)
  const counts = list.totals?.tabs
  const show = (no: string | null) => {
    const next = new URLSearchParams(search)
    if (no === null) next.delete(handInKey)
    else next.set(handInKey, no)
    setSearch(next, { replace: true })
  }
  const deducting = may.approve ? Number(search.get(deductKey) ?? 0) : 0
  const stopDeducting = () => {
    const next = new URLSearchParams(search)
    next.delete(deductKey)
    next.delete('charges')
    setSearch(next, { replace: true })
  }
  const open = (row: HandInRow) => (row.no === null ? setWaiting(row.id) : show(row.no))
  const no = search.get(handInKey)
  const found = useQuery({ ...q(getHandIns, { tab: 'all', q: no ?? '', pageSize: 20 }), enabled: no !== null })
  const shown = found.data?.rows.find((row) => row.no === no)?.id
  return (
    <>
      <ListPage
        list={list}
        label={pageOf('handIn').titles[language]}
        columns={list.filter.tab === 'difference' || list.filter.tab === 'counted' ? differenceColumns : handInColumns}
        tabs={
          <StateTabs
            label={t('tabs')}
            value={list.filter.tab}
            onChange={(tab) => list.setFilter({ tab })}
            tabs={[
              ...handInTabs.map((tab) => ({
                value: tab,
                label: t(`tab.${tab}`),
                count: counts?.[tab],
                tone: tones[tab as keyof typeof tones],
              })),
              { value: 'all' as const, label: t('tab.all'), count: counts?.all },
            ]}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('q')} />
            <DayRangeFilter {...list.range('dayFrom', 'dayTo')} label={t('handIn.toDay')} />
          </>
        }
        more={
          <>
            <ChoiceFilter {...list.field('holderKinds')} label={t('handIn.holderKind')} type="holderKind" multiple />
            <LookupFilter {...list.field('companyId')} label={t('filter.carrier')} call={getCompanyChoices} />
            <OutletFilter {...list.field('outletId')} label={t('handIn.outletName')} />
            <FlagFilter {...list.field('held')} label={t('handIn.due')} yes={t('filter.held')} />
          </>
        }
        primary={
          may.approve && (
            <Button icon={<Settings2 size={14} strokeWidth={1.75} />} onClick={() => setAsking('setting')}>
              {t('setting.open')}
            </Button>
          )
        }
        actions={(row) => [...acts.row(row), { key: 'open', label: t('open'), onClick: () => open(row) }]}
        batch={acts.batch}
        cardAction={(row) =>
          decideButtons(acts.row(row)) ||
          acts
            .row(row)
            .filter(({ key }) => key === 'handIn')
            .map(({ key, label, onClick }) => (
              <Button key={key} type="primary" onClick={onClick}>
                {label}
              </Button>
            ))
        }
        isVoid={({ state }) => state === 'returned'}
        onOpen={open}
        empty={<Empty title={t('empty')} />}
      />
      {waiting !== null && <HandInSheet id={waiting} isWaiting onClose={() => setWaiting(null)} />}
      {shown !== undefined && <HandInSheet id={shown} isWaiting={false} onClose={() => show(null)} />}
      {deducting > 0 && (
        <DeductHeld
          companyId={deducting}
          chargeIds={(search.get('charges') ?? '').split(',').filter(Boolean).map(Number)}
          onClose={stopDeducting}
        />
      )}
      {asking === 'setting' && <HoldingDrawer onClose={() => setAsking(null)} />}
      {acts.dialogs}
    </>
  )
}
