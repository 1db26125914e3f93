import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { wordFor } from '@xunyun/contract/dictionary'
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
  type OutboundRow,
  outboundTabs,
  releaseOutboundNotices,
} from '@xunyun/contract/warehouse/shipping/notices'
import { useTranslation } from 'react-i18next'
import { useActs } from '../../../shared/action/useActs.tsx'
import { useComments } from '../../../shared/detail/useComments.tsx'
import { useOpen } from '../../../shared/form/waiting.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { ImportButton } from '../../../shared/import/ImportButton.tsx'
import { ChoiceFilter, DayRangeFilter, LookupFilter, RegionFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { ListTabs } from '../../../shared/list/ListTabs.tsx'
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
type Open =
  | { readonly what: 'form'; readonly id: number | null; readonly copy: boolean }
  | { readonly what: 'view'; readonly id: number }
  | { readonly what: 'ship' | 'wave'; readonly notices: readonly OutboundRow[] }

/** Orders out of the warehouse: taken, allocated, shipped in time. */
export default function OutboundNoticesPage() {
  const { t } = useTranslation('warehouse/shipping')
  const language = useLanguage()
  const may = useRight('outboundNotice')
  const isCustomer = useSession(({ userInfo }) => userInfo?.scope === 'customer')
  const [open, setOpen] = useOpen<Open>()
  const list = useList({
    call: getOutboundNotices,
    totals: getOutboundTotals,
    exportCall: exportOutboundNotices,
    defaults,
  })
  const talk = useComments('outboundNotice')
  const allocate = useAllocate(list.acted)
  const acts = useActs<OutboundRow>({
    refresh: outboundPaths,
    onDone: list.acted,
    word: (key) => t(`act.${key}`),
    nameOf: ({ noticeNo }) => noticeNo,
    acts: {
      ship: { open: (notices) => setOpen({ what: 'ship', notices }) },
      allocate: { open: (notices) => allocate(notices.map(({ id }) => id)) },
      wave: { open: (notices) => setOpen({ what: 'wave', notices }) },
      edit: { single: true, open: ([row]) => row && setOpen({ what: 'form', id: row.id, copy: false }) },
      moreCopy: ([row], single) =>
        single && row && may.edit
          ? [{ key: 'copy', label: t('act.copy'), onClick: () => setOpen({ what: 'form', id: row.id, copy: true }) }]
          : [],
      moreTalk: ([row], single) => (single && row ? talk.rowAction(row.id, row.noticeNo) : []),
      deallocate: { single: true, call: deallocateNotices },
      release: { call: releaseOutboundNotices },
      intercept: { call: interceptOutboundNotices, reason: t('reason.intercept'), danger: true },
      close: { call: closeOutboundNotices, reason: t('reason.close'), danger: true },
      cancel: { call: cancelOutboundNotices, reason: t('reason.cancel'), danger: true },
    },
  })
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
          <ListTabs
            list={list}
            label={t('field.state')}
            tabs={outboundTabs}
            word={(tab) => (tab === 'intercepted' ? t('tab.intercepted') : wordFor('outboundState', tab, language))}
            all={t('tab.all')}
            allFirst
            overlapping
            tones={{ partial: 'orange', intercepted: 'red' }}
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
        actions={acts.row}
        batch={acts.batch}
        isVoid={(row) => row.state === 'cancelled'}
        onOpen={(row) => setOpen({ what: 'view', id: row.id })}
        empty={
          <Empty title={t('notice.none')} text={may.edit ? t('notice.noneHint') : undefined}>
            {create}
          </Empty>
        }
      />
      {talk.sheet}
      {acts.dialogs}
      {open?.what === 'form' && (
        <OutboundForm key={`${open.id}-${open.copy}`} open={open} onClose={() => setOpen(null)} />
      )}
      {open?.what === 'view' && <OutboundDrawer id={open.id} actionsOf={acts.row} onClose={() => setOpen(null)} />}
      {open?.what === 'ship' && <ShipDialog notices={open.notices} onDone={list.acted} onClose={() => setOpen(null)} />}
      {open?.what === 'wave' && <WaveDialog notices={open.notices} onDone={list.acted} onClose={() => setOpen(null)} />}
    </>
  )
}
