import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import { getItemChoices } from '@xunyun/contract/warehouse/masters/items'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import {
  cancelOutboundNotices,
  closeOutboundNotices,
  deallocateNotices,
  exportOutboundNotices,
  getOutboundNotices,
  getOutboundTotals,
  interceptOutboundNotices,
  type OutboundAction,
  type OutboundRow,
  outboundLifecycle,
  outboundTabs,
  releaseOutboundNotices,
} from '@xunyun/contract/warehouse/shipping/notices'
import { useTranslation } from 'react-i18next'
import { ReasonDialog } from '../../../shared/action/ReasonDialog.tsx'
import { useBatch } from '../../../shared/action/useBatch.ts'
import { useComments } from '../../../shared/detail/useComments.tsx'
import { useOpen } from '../../../shared/form/waiting.ts'
import type { RowAction } from '../../../shared/grid/types.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { ImportButton } from '../../../shared/import/ImportButton.tsx'
import { ChoiceFilter, DayRangeFilter, LookupFilter, RegionFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { StateTabs } from '../../../shared/list/StateTabs.tsx'
import type { BatchAction } from '../../../shared/list/Toolbar.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight, useSession } from '../../../shared/session/session.ts'
import { late } from '../../../shared/ui/late.tsx'
import { NewButton } from '../../../shared/ui/NewButton.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { noticeColumns } from './noticeColumns.tsx'
import { outboundPaths } from './paths.ts'
import { useAllocate } from './useAllocate.ts'

const OutboundForm = late(() => import('./OutboundForm.tsx').then((file) => file.OutboundForm))
const OutboundDrawer = late(() => import('./OutboundDrawer.tsx').then((file) => file.OutboundDrawer))
const ShipDialog = late(() => import('./ShipDialog.tsx').then((file) => file.ShipDialog))
const WaveDialog = late(() => import('./WaveDialog.tsx').then((file) => file.WaveDialog))

const defaults = { filter: { tab: 'new' } } as const
/** Acts that ask for a reason. */
const withReason = ['cancel', 'intercept', 'close'] as const
type WithReason = (typeof withReason)[number]

type Open =
  | { readonly what: 'form'; readonly id: number | null; readonly copy: boolean }
  | { readonly what: 'view'; readonly id: number }
  | { readonly what: 'ship' | 'wave' | WithReason; readonly notices: readonly OutboundRow[] }

const isReason = (open: Open | null): open is { what: WithReason; notices: readonly OutboundRow[] } =>
  withReason.some((what) => what === open?.what)

/** Orders out of the warehouse: taken, allocated, shipped in time. */
export default function OutboundNoticesPage() {
  const { t } = useTranslation('warehouse/shipping')
  const language = useLanguage()
  const may = useRight('outboundNotice')
  const mayWork = useRight('outboundWork').edit
  const mayPick = useRight('outBound').edit
  const isCustomer = useSession(({ userInfo }) => userInfo?.scope === 'customer')
  const [open, setOpen] = useOpen<Open>()
  const list = useList({
    call: getOutboundNotices,
    totals: getOutboundTotals,
    exportCall: exportOutboundNotices,
    defaults,
  })
  const talk = useComments('outboundNotice')
  const common = { refresh: outboundPaths, onDone: list.clear }
  const allocate = useAllocate(list.clear)
  const deallocate = useBatch(deallocateNotices, { title: t('act.deallocate'), ...common })
  const release = useBatch(releaseOutboundNotices, { title: t('act.release'), ...common })
  const reasoned = {
    cancel: useBatch(cancelOutboundNotices, { title: t('act.cancel'), ...common }),
    intercept: useBatch(interceptOutboundNotices, { title: t('act.intercept'), ...common }),
    close: useBatch(closeOutboundNotices, { title: t('act.close'), ...common }),
  }
  const counts = list.totals?.tabs
  const holds: Readonly<Record<OutboundAction, boolean>> = {
    edit: may.edit,
    allocate: mayWork,
    deallocate: mayWork,
    ship: mayWork,
    close: mayWork,
    intercept: may.edit,
    release: may.approve,
    cancel: may.approve,
    reverse: may.approve,
  }
  const can = (action: OutboundAction, row: OutboundRow): boolean => {
    if (!holds[action] || !canStart(outboundLifecycle, action, row.state)) return false
    if (action === 'intercept') return !row.intercepted
    if (action === 'release') return row.intercepted
    if (action === 'ship') return !row.intercepted
    // Short-closed is what has left in part; what has not is cancelled.
    if (action === 'close') return Number(row.shipped) > 0
    if (action === 'deallocate') return Number(row.picked) === 0
    if (action === 'cancel') return Number(row.picked) === 0
    return true
  }
  const idsOf = (rows: readonly OutboundRow[]) => rows.map(({ id }) => id)
  const wavable = (row: OutboundRow) =>
    mayPick && !row.intercepted && ['partial', 'allocated', 'picking'].includes(row.state)
  const one = (row: OutboundRow, key: OutboundAction, onClick: () => void, danger = false): RowAction[] =>
    can(key, row) ? [{ key, label: t(`act.${key}`), danger, onClick }] : []
  const actions = (row: OutboundRow): RowAction[] => [
    ...one(row, 'ship', () => setOpen({ what: 'ship', notices: [row] })),
    ...(['new', 'partial'].includes(row.state) ? one(row, 'allocate', () => void allocate([row.id])) : []),
    ...(wavable(row) && row.state !== 'picking'
      ? [{ key: 'wave', label: t('act.wave'), onClick: () => setOpen({ what: 'wave', notices: [row] }) }]
      : []),
    ...one(row, 'edit', () => setOpen({ what: 'form', id: row.id, copy: false })),
    ...(may.edit
      ? [{ key: 'copy', label: t('act.copy'), onClick: () => setOpen({ what: 'form', id: row.id, copy: true }) }]
      : []),
    ...talk.rowAction(row.id, row.noticeNo),
    ...one(row, 'deallocate', () => void deallocate.run({ ids: [row.id] }).catch(() => undefined)),
    ...one(row, 'release', () => void release.run({ ids: [row.id] }).catch(() => undefined)),
    ...one(row, 'intercept', () => setOpen({ what: 'intercept', notices: [row] }), true),
    ...one(row, 'close', () => setOpen({ what: 'close', notices: [row] }), true),
    ...one(row, 'cancel', () => setOpen({ what: 'cancel', notices: [row] }), true),
  ]
  const batch = (rows: readonly OutboundRow[]): BatchAction[] => {
    const some = (
      key: OutboundAction | 'wave',
      fits: (row: OutboundRow) => boolean,
      onClick: (fitting: readonly OutboundRow[]) => void,
      danger = false,
    ): BatchAction[] => {
      const fitting = rows.filter(fits)
      return fitting.length === 0 ? [] : [{ key, label: t(`act.${key}`), danger, onClick: () => onClick(fitting) }]
    }
    return [
      ...some(
        'allocate',
        (row) => can('allocate', row) && ['new', 'partial'].includes(row.state),
        (fitting) => void allocate(idsOf(fitting)),
      ),
      ...some('wave', wavable, (notices) => setOpen({ what: 'wave', notices })),
      ...some(
        'ship',
        (row) => can('ship', row),
        (notices) => setOpen({ what: 'ship', notices }),
      ),
      ...some(
        'intercept',
        (row) => can('intercept', row),
        (notices) => setOpen({ what: 'intercept', notices }),
        true,
      ),
      ...some(
        'cancel',
        (row) => can('cancel', row),
        (notices) => setOpen({ what: 'cancel', notices }),
        true,
      ),
    ]
  }
  const create = may.edit && (
    <NewButton onClick={() => setOpen({ what: 'form', id: null, copy: false })}>{t('notice.new')}</NewButton>
  )
  return (
    <>
      <ListPage
        list={list}
        label={t('notice.list')}
        columns={noticeColumns}
        tabs={
          <StateTabs
            label={t('field.state')}
            value={list.filter.tab}
            onChange={(tab) => list.setFilter({ tab })}
            tabs={[
              { value: undefined, label: t('tab.all') },
              ...outboundTabs.map((tab) => ({
                value: tab,
                label: tab === 'intercepted' ? t('tab.intercepted') : wordFor('outboundState', tab, language),
                count: counts?.[tab],
                tone:
                  tab === 'intercepted' && (counts?.[tab] ?? 0) > 0
                    ? ('red' as const)
                    : tab === 'partial'
                      ? ('orange' as const)
                      : undefined,
              })),
            ]}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('notice.q')} />
            <LookupFilter {...list.field('warehouseId')} label={t('field.warehouse')} call={getWarehouseChoices} />
            <LookupFilter {...list.field('ownerId')} label={t('field.ownerName')} call={getOwnerChoices} width={200} />
            <DayRangeFilter {...list.range('requiredFrom', 'requiredTo')} label={t('field.requiredAt')} />
          </>
        }
        more={
          <>
            <ChoiceFilter {...list.field('type')} label={t('field.type')} type="outboundType" />
            {!isCustomer && (
              <LookupFilter
                {...list.field('carrierId')}
                label={t('field.carrier')}
                call={getCompanyChoices}
                input={{ roles: ['carrier', 'special', 'courier'] }}
              />
            )}
            <LookupFilter {...list.field('itemId')} label={t('field.itemNo')} call={getItemChoices} width={220} />
            <RegionFilter {...list.field('region')} label={t('field.region')} />
          </>
        }
        primary={
          create && (
            <>
              {create}
              <ImportButton page="outboundNotice" refresh={outboundPaths} />
            </>
          )
        }
        actions={actions}
        batch={batch}
        isVoid={(row) => row.state === 'cancelled'}
        onOpen={(row) => setOpen({ what: 'view', id: row.id })}
        empty={
          <Empty title={t('notice.none')} text={may.edit ? t('notice.noneHint') : undefined}>
            {create}
          </Empty>
        }
      />
      {talk.sheet}
      {open?.what === 'form' && (
        <OutboundForm key={`${open.id}-${open.copy}`} open={open} onClose={() => setOpen(null)} />
      )}
      {open?.what === 'view' && <OutboundDrawer id={open.id} onClose={() => setOpen(null)} />}
      {open?.what === 'ship' && <ShipDialog notices={open.notices} onDone={list.clear} onClose={() => setOpen(null)} />}
      {open?.what === 'wave' && <WaveDialog notices={open.notices} onDone={list.clear} onClose={() => setOpen(null)} />}
      {isReason(open) && (
        <ReasonDialog
          title={
            open.notices.length === 1
              ? `${t(`act.${open.what}`)} ${open.notices[0]?.noticeNo ?? ''}`
              : t('reason.many', { act: t(`act.${open.what}`), count: open.notices.length })
          }
          text={t(`reason.${open.what}`)}
          yes={t(`act.${open.what}`)}
          danger
          onClose={() => setOpen(null)}
          onSubmit={(reason) => reasoned[open.what].run({ ids: idsOf(open.notices), reason })}
        />
      )}
    </>
  )
}
