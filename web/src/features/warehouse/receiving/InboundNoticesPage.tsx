import { wordFor } from '@xunyun/contract/dictionary'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import { getItemChoices } from '@xunyun/contract/warehouse/masters/items'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import {
  cancelNotices,
  closeNotices,
  exportNotices,
  getNotices,
  getNoticeTotals,
  inboundLifecycle,
  type NoticeRow,
  noticeTabs,
} from '@xunyun/contract/warehouse/receiving/calls'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { ReasonDialog } from '../../../shared/action/ReasonDialog.tsx'
import { useBatch } from '../../../shared/action/useBatch.ts'
import { useComments } from '../../../shared/detail/useComments.tsx'
import { useOpen } from '../../../shared/form/waiting.ts'
import type { RowAction } from '../../../shared/grid/types.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { ImportButton } from '../../../shared/import/ImportButton.tsx'
import { ChoiceFilter, DayRangeFilter, LookupFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { StateTabs } from '../../../shared/list/StateTabs.tsx'
import type { BatchAction } from '../../../shared/list/Toolbar.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight } from '../../../shared/session/session.ts'
import { confirm } from '../../../shared/ui/confirm.ts'
import { late } from '../../../shared/ui/late.tsx'
import { NewButton } from '../../../shared/ui/NewButton.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { noticeColumns } from './noticeColumns.tsx'
import { inboundPaths } from './paths.ts'

const NoticeForm = late(() => import('./NoticeForm.tsx').then((file) => file.NoticeForm))
const NoticeDrawer = late(() => import('./NoticeDrawer.tsx').then((file) => file.NoticeDrawer))

const defaults = { filter: { tab: 'new' } } as const

type Open =
  | { readonly what: 'form'; readonly id: number | null; readonly copy: boolean }
  | { readonly what: 'view'; readonly id: number }
  | { readonly what: 'cancel'; readonly notices: readonly Pick<NoticeRow, 'id' | 'noticeNo'>[] }

/** Announce goods before the truck comes. */
export default function InboundNoticesPage() {
  const { t } = useTranslation(['warehouse/receiving', 'ui'])
  const language = useLanguage()
  const navigate = useNavigate()
  const may = useRight('wareNotice')
  const mayReceive = useRight('receive').edit
  const [open, setOpen] = useOpen<Open>()
  const list = useList({ call: getNotices, totals: getNoticeTotals, exportCall: exportNotices, defaults })
  const talk = useComments('inboundNotice')
  const common = { refresh: inboundPaths, onDone: list.clear }
  const cancel = useBatch(cancelNotices, { title: t('act.cancel'), ...common })
  const closing = useBatch(closeNotices, { title: t('act.close'), ...common })
  const counts = list.totals?.tabs
  const can = (action: keyof typeof inboundLifecycle, row: NoticeRow) =>
    may.edit && canStart(inboundLifecycle, action, row.state)
  const askToClose = async (rows: readonly NoticeRow[]) => {
    const [first] = rows
    const title =
      first && rows.length === 1 ? t('close.one', { name: first.noticeNo }) : t('close.many', { count: rows.length })
    const yes = await confirm({ title, text: t('close.text'), yes: t('act.close'), danger: true })
    if (yes) await closing.run({ ids: rows.map(({ id }) => id) })
  }
  const close = (rows: readonly NoticeRow[]) => void askToClose(rows).catch(() => undefined)
  const receive = (no: string) => void navigate(`${pathTo('receive')}?receipt=${encodeURIComponent(no)}`)
  const actions = (row: NoticeRow): RowAction[] => [
    ...(mayReceive && (row.state === 'new' || row.state === 'partial')
      ? [{ key: 'receive', label: t('act.receive'), onClick: () => receive(row.noticeNo) }]
      : []),
    ...(can('edit', row)
      ? [
          {
            key: 'edit',
            label: t('ui:master.change'),
            onClick: () => setOpen({ what: 'form', id: row.id, copy: false }),
          },
        ]
      : []),
    ...(may.edit
      ? [{ key: 'copy', label: t('act.copy'), onClick: () => setOpen({ what: 'form', id: row.id, copy: true }) }]
      : []),
    ...talk.rowAction(row.id, row.noticeNo),
    ...(can('close', row) ? [{ key: 'close', label: t('act.close'), danger: true, onClick: () => close([row]) }] : []),
    ...(can('cancel', row)
      ? [
          {
            key: 'cancel',
            label: t('act.cancel'),
            danger: true,
            onClick: () => setOpen({ what: 'cancel', notices: [row] }),
          },
        ]
      : []),
  ]
  const batch = (rows: readonly NoticeRow[]): BatchAction[] => {
    const closable = rows.filter((row) => can('close', row))
    const cancellable = rows.filter((row) => can('cancel', row))
    return [
      ...(closable.length > 0
        ? [{ key: 'close', label: t('act.close'), danger: true, onClick: () => close(closable) }]
        : []),
      ...(cancellable.length > 0
        ? [
            {
              key: 'cancel',
              label: t('act.cancel'),
              danger: true,
              onClick: () => setOpen({ what: 'cancel', notices: cancellable }),
            },
          ]
        : []),
    ]
  }
  const create = may.edit && (
    <NewButton onClick={() => setOpen({ what: 'form', id: null, copy: false })}>{t('notice.new')}</NewButton>
  )
  const cancelled = open?.what === 'cancel' ? open.notices : []
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
              {
                value: undefined,
                label: t('tab.all'),
                count: counts && Object.values(counts).reduce((sum, count) => sum + count, 0),
              },
              ...noticeTabs.map((tab) => ({
                value: tab,
                label: wordFor('inboundState', tab, language),
                count: counts?.[tab],
                tone: tab === 'received' ? ('orange' as const) : undefined,
              })),
            ]}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('notice.q')} />
            <LookupFilter {...list.field('warehouseId')} label={t('field.warehouse')} call={getWarehouseChoices} />
            <LookupFilter {...list.field('ownerId')} label={t('field.ownerName')} call={getOwnerChoices} width={200} />
            <DayRangeFilter {...list.range('etaFrom', 'etaTo')} label={t('field.eta')} />
          </>
        }
        more={
          <>
            <ChoiceFilter {...list.field('type')} label={t('field.type')} type="inboundType" />
            <LookupFilter {...list.field('itemId')} label={t('field.itemNo')} call={getItemChoices} width={220} />
          </>
        }
        primary={
          create && (
            <>
              {create}
              <ImportButton page="wareNotice" refresh={inboundPaths} />
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
        <NoticeForm key={`${open.id}-${open.copy}`} open={open} onClose={() => setOpen(null)} />
      )}
      {open?.what === 'view' && <NoticeDrawer id={open.id} onReceive={receive} onClose={() => setOpen(null)} />}
      {open?.what === 'cancel' && (
        <ReasonDialog
          title={
            cancelled.length === 1
              ? t('cancel.one', { name: cancelled[0]?.noticeNo ?? '' })
              : t('cancel.many', { count: cancelled.length })
          }
          text={t('cancel.text')}
          yes={t('act.cancel')}
          danger
          onClose={() => setOpen(null)}
          onSubmit={(reason) => cancel.run({ ids: cancelled.map(({ id }) => id), reason })}
        />
      )}
    </>
  )
}
