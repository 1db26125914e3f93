import { wordFor } from '@xunyun/contract/dictionary'
import { getItemChoices } from '@xunyun/contract/warehouse/masters/items'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import {
  cancelNotices,
  closeNotices,
  exportNotices,
  getNotices,
  getNoticeTotals,
  type NoticeRow,
  noticeTabs,
} from '@xunyun/contract/warehouse/receiving/calls'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { useActs } from '../../../shared/action/useActs.tsx'
import { useComments } from '../../../shared/detail/useComments.tsx'
import { useOpen } from '../../../shared/form/waiting.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { ImportButton } from '../../../shared/import/ImportButton.tsx'
import { ChoiceFilter, DayRangeFilter, LookupFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { ListTabs } from '../../../shared/list/ListTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight } from '../../../shared/session/session.ts'
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

/** Announce goods before the truck comes. */
export default function InboundNoticesPage() {
  const { t } = useTranslation(['warehouse/receiving', 'ui'])
  const language = useLanguage()
  const navigate = useNavigate()
  const may = useRight('wareNotice')
  const [open, setOpen] = useOpen<Open>()
  const list = useList({ call: getNotices, totals: getNoticeTotals, exportCall: exportNotices, defaults })
  const talk = useComments('inboundNotice')
  const receive = (no: string) => void navigate(`${pathTo('receive')}?receipt=${encodeURIComponent(no)}`)
  const acts = useActs<NoticeRow>({
    refresh: inboundPaths,
    onDone: list.acted,
    word: (key) => (key === 'edit' ? t('ui:master.change') : t(`act.${key}`)),
    nameOf: ({ noticeNo }) => noticeNo,
    ask: (key, what) => {
      const [one, many] =
        key === 'close' ? (['close.one', 'close.many'] as const) : (['cancel.one', 'cancel.many'] as const)
      return typeof what === 'string' ? t(one, { name: what }) : t(many, { count: what })
    },
    acts: {
      receive: { single: true, open: ([row]) => row && receive(row.noticeNo) },
      edit: { single: true, open: ([row]) => row && setOpen({ what: 'form', id: row.id, copy: false }) },
      moreCopy: ([row], single) =>
        single && row && may.edit
          ? [{ key: 'copy', label: t('act.copy'), onClick: () => setOpen({ what: 'form', id: row.id, copy: true }) }]
          : [],
      moreTalk: ([row], single) => (single && row ? talk.rowAction(row.id, row.noticeNo) : []),
      close: { call: closeNotices, confirm: t('close.text'), danger: true },
      cancel: { call: cancelNotices, reason: t('cancel.text'), danger: true },
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
            tabs={noticeTabs}
            word={(tab) => wordFor('inboundState', tab, language)}
            all={t('tab.all')}
            allFirst
            tones={{ received: 'orange' }}
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
        <NoticeForm key={`${open.id}-${open.copy}`} open={open} onClose={() => setOpen(null)} />
      )}
      {open?.what === 'view' && <NoticeDrawer id={open.id} actionsOf={acts.row} onClose={() => setOpen(null)} />}
    </>
  )
}
