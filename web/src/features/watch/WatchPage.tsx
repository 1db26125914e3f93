import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { getUsers } from '@xunyun/contract/system/calls'
import {
  exportWatched,
  getWatched,
  getWatchedTotals,
  keyTabs,
  unsetKeyWaybills,
  type WatchAction,
  type WatchRow,
  watchTabs,
} from '@xunyun/contract/watch/calls'
import { type WatchList, watchPages } from '@xunyun/contract/watch/lists'
import { longestNumbers } from '@xunyun/contract/waybills/calls'
import { Button } from 'antd'
import { Settings2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useBatch } from '../../shared/action/useBatch.ts'
import { useOpen } from '../../shared/form/waiting.ts'
import type { RowAction } from '../../shared/grid/types.ts'
import {
  ChoiceFilter,
  DayRangeFilter,
  FlagFilter,
  LookupFilter,
  OutletFilter,
  RegionFilter,
  SearchInput,
} from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { ListTabs } from '../../shared/list/ListTabs.tsx'
import type { BatchAction } from '../../shared/list/Toolbar.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useRight } from '../../shared/session/session.ts'
import { CallLink } from '../../shared/ui/CallLink.tsx'
import { late } from '../../shared/ui/late.tsx'
import { NewButton } from '../../shared/ui/NewButton.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { useWaybillActs } from '../waybills/index.ts'
import { useClaim, watchPaths } from './useClaim.ts'
import { columnsOf } from './watchColumns.tsx'

const AssignDialog = late(() => import('./AssignDialog.tsx').then((file) => file.AssignDialog))
const DueDialog = late(() => import('./DueDialog.tsx').then((file) => file.DueDialog))
const MarkDrawer = late(() => import('./MarkDrawer.tsx').then((file) => file.MarkDrawer))
const SettingDrawer = late(() => import('./SettingDrawer.tsx').then((file) => file.SettingDrawer))

type Asking =
  | { readonly kind: 'assign' | 'due'; readonly rows: readonly WatchRow[] }
  | { readonly kind: 'setting' | 'mark' }

const defaults = { filter: { tab: 'mine' } } as const
/** What is done to a waybill from here, beside its clock. */
const ofWaybill = new Set(['track', 'sign', 'refuse', 'arrange'])

/** One of the four lists of waybills: what is late, silent or must not go wrong, the first due first. */
export function WatchPage({ list: name }: { list: WatchList }) {
  const { t } = useTranslation(['watch', 'waybills', 'common'])
  const navigate = useNavigate()
  const right = useRight(watchPages[name])
  const [asking, setAsking] = useOpen<Asking>()
  const list = useList({
    call: getWatched,
    totals: getWatchedTotals,
    exportCall: exportWatched,
    defaults,
    keepFilter: { list: name },
    name: watchPages[name],
  })
  const acts = useWaybillActs()
  const claim = useClaim(name)
  const unset = useBatch(unsetKeyWaybills, { title: t('done.unsetKey'), refresh: watchPaths, onDone: list.acted })
  const quietly = (running: Promise<unknown>) => void running.catch(() => undefined)
  const run: Record<WatchAction, (rows: readonly WatchRow[]) => void> = {
    claim: (rows) => quietly(claim.run({ list: name, ids: rows.map(({ id }) => id) })),
    assign: (rows) => setAsking({ kind: 'assign', rows }),
    changeDue: (rows) => setAsking({ kind: 'due', rows }),
    unsetKey: (rows) => quietly(unset.run({ ids: rows.map(({ id }) => id) })),
  }
  const own = (row: WatchRow): RowAction[] =>
    row.watchActions.map(({ key }) => ({ key, label: t(`act.${key}`), onClick: () => run[key]([row]) }))
  const ownBatch = (rows: readonly WatchRow[]): BatchAction[] =>
    (['claim', 'assign', 'changeDue', 'unsetKey'] as const)
      .filter((key) => rows.some((row) => row.watchActions.some((one) => one.key === key)))
      .map((key) => ({
        key,
        label: t(`act.${key}`),
        onClick: () => run[key](rows.filter((row) => row.watchActions.some((one) => one.key === key))),
      }))
  const rowActions = (row: WatchRow): RowAction[] => {
    const first = acts.rowActions(row).filter(({ key }) => ofWaybill.has(key))
    return [
      ...first.filter(({ key }) => key !== 'refuse'),
      ...own(row),
      ...acts.caseActions(row),
      ...first.filter(({ key }) => key === 'refuse'),
    ]
  }
  const tabs = name === 'keyPieces' ? [...watchTabs, ...keyTabs] : watchTabs
  return (
    <>
      <ListPage
        list={list}
        label={t('lists')}
        columns={columnsOf(name)}
        tabs={
          <ListTabs
            list={list}
            label={t('lists')}
            tabs={tabs}
            word={(tab) => t(`tab.${tab}`)}
            all={t('tab.all')}
            tones={{ overdue: 'red', escalated: 'red' }}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('waybills:filter.q')} longest={longestNumbers} />
            <LookupFilter {...list.field('ownerId')} label={t('filter.owner')} call={getUsers} />
            <LookupFilter
              {...list.field('customerId')}
              label={t('waybills:filter.customer')}
              call={getCompanyChoices}
            />
            <RegionFilter {...list.field('to')} label={t('waybills:filter.to')} />
            <OutletFilter {...list.field('outletId')} label={t('waybills:filter.outlet')} />
          </>
        }
        more={
          <>
            <RegionFilter {...list.field('from')} label={t('waybills:filter.from')} />
            <DayRangeFilter {...list.range('bizFrom', 'bizTo')} label={t('waybills:filter.bizDate')} />
            <ChoiceFilter {...list.field('states')} label={t('waybills:filter.state')} type="waybillState" multiple />
            <ChoiceFilter
              {...list.field('priceStates')}
              label={t('waybills:column.priceState')}
              type="priceState"
              multiple
            />
            <ChoiceFilter {...list.field('payMethods')} label={t('waybills:filter.pay')} type="payMethod" multiple />
            {(['urgent', 'hold'] as const).map((flag) => (
              <FlagFilter
                key={flag}
                {...list.field(flag)}
                label={t(`waybills:filter.${flag}`)}
                yes={t('waybills:filter.yes')}
                no={t('waybills:filter.no')}
              />
            ))}
          </>
        }
        primary={
          <>
            {name === 'keyPieces' && right.edit && (
              <NewButton onClick={() => setAsking({ kind: 'mark' })}>{t('waybills:act.setKey')}</NewButton>
            )}
            {right.approve && (
              <Button icon={<Settings2 size={14} strokeWidth={1.75} />} onClick={() => setAsking({ kind: 'setting' })}>
                {t('setting.open')}
              </Button>
            )}
          </>
        }
        actions={rowActions}
        batch={(rows) => [
          ...acts.batchActions(rows).filter(({ key }) => ofWaybill.has(key)),
          ...(name === 'noSign' ? acts.signBatch(rows) : []),
          ...ownBatch(rows),
        ]}
        cardAction={(row) => <CallLink phone={row.consigneePhone} name={row.consigneeName} />}
        onOpen={(row) => void navigate(pathTo('waybill', { no: row.waybillNo }))}
        empty={
          list.filter.tab === 'mine' ? (
            <Empty title={t('empty.noneOfMine')} text={t('empty.mine')} />
          ) : (
            <Empty title={t(`empty.${name}`)} />
          )
        }
      />
      {acts.dialogs}
      {asking?.kind === 'assign' && (
        <AssignDialog list={name} rows={asking.rows} onClose={() => setAsking(null)} onDone={list.acted} />
      )}
      {asking?.kind === 'due' && (
        <DueDialog list={name} rows={asking.rows} onClose={() => setAsking(null)} onDone={list.acted} />
      )}
      {asking?.kind === 'mark' && <MarkDrawer onClose={() => setAsking(null)} />}
      {asking?.kind === 'setting' && <SettingDrawer list={name} onClose={() => setAsking(null)} />}
    </>
  )
}
