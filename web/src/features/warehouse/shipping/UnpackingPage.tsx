import { wordFor } from '@xunyun/contract/dictionary'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import {
  exportUnpackings,
  getUnpackings,
  getUnpackingTotals,
  reverseUnpacking,
  type UnpackingRow,
  unpackingTabs,
} from '@xunyun/contract/warehouse/shipping/unpacking'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { ReasonDialog } from '../../../shared/action/ReasonDialog.tsx'
import { useBatch } from '../../../shared/action/useBatch.ts'
import { useOpen } from '../../../shared/form/waiting.ts'
import { columnsOf } from '../../../shared/grid/column.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { ChoiceFilter, DayRangeFilter, LookupFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { ListTabs } from '../../../shared/list/ListTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight } from '../../../shared/session/session.ts'
import { late } from '../../../shared/ui/late.tsx'
import { NewButton } from '../../../shared/ui/NewButton.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { outboundPaths } from './paths.ts'

const UnpackForm = late(() => import('./UnpackForm.tsx').then((file) => file.UnpackForm))
const BreakForm = late(() => import('./BreakForm.tsx').then((file) => file.BreakForm))
const UnpackingDrawer = late(() => import('./UnpackingDrawer.tsx').then((file) => file.UnpackingDrawer))

const column = columnsOf<UnpackingRow>()
const columns = [
  column.link('unpackNo', 'warehouse/shipping:field.unpackNo', { width: 132, sortKey: 'unpackNo' }),
  column.state('kind', 'warehouse/shipping:field.kind', {
    words: 'unpackKind',
    tone: (row) => (row.reversed ? 'grey' : 'blue'),
    struck: (row) => row.reversed,
    width: 84,
  }),
  column.text('containerCode', 'warehouse/shipping:field.container', { width: 164, card: 'meta' }),
  column.text('noticeNo', 'warehouse/shipping:field.noticeNo', { width: 132 }),
  column.text('itemNo', 'warehouse/shipping:field.itemNo', {
    width: 124,
    card: 'lead',
    value: (row) => (row.moreItems > 0 ? `${row.itemNo} +${row.moreItems}` : row.itemNo),
  }),
  column.text('itemName', 'warehouse/shipping:field.itemName', { width: 140, card: 'meta' }),
  column.text('batchNo', 'warehouse/shipping:field.batchNo', { width: 96 }),
  column.integer('qty', 'warehouse/shipping:field.quantity', { width: 80, total: 'qty', card: 'fact' }),
  column.code('baseUnit', 'warehouse/shipping:field.unit', 'unit', { width: 56, card: 'fact' }),
  column.text('toLocation', 'warehouse/shipping:field.toLocation', { width: 108, card: 'fact' }),
  column.code('reason', 'warehouse/shipping:field.reason', 'unpackReason', { width: 76 }),
  column.text('byName', 'warehouse/shipping:field.by', { width: 84 }),
  column.moment('at', 'warehouse/shipping:field.at', { sortKey: 'at', card: 'aside' }),
  column.text('ownerName', 'warehouse/shipping:field.ownerName', { width: 140 }),
  column.text('warehouseName', 'warehouse/shipping:field.warehouse', { width: 116 }),
  column.text('remark', 'warehouse/shipping:field.remark', { hidden: true, width: 180 }),
]

type Open = { readonly what: 'unpack' | 'break' } | { readonly what: 'view' | 'reverse'; readonly row: UnpackingRow }

/** Goods taken out of a carton or off a pallet again, each with its reason; taken back while they stand untouched. */
export default function UnpackingPage() {
  const { t } = useTranslation('warehouse/shipping')
  const language = useLanguage()
  const may = useRight('enchase')
  const [open, setOpen] = useOpen<Open>()
  const list = useList({ call: getUnpackings, totals: getUnpackingTotals, exportCall: exportUnpackings })
  const reverse = useBatch(reverseUnpacking, {
    title: t('act.reverse'),
    refresh: outboundPaths,
    onDone: list.acted,
  })
  const create = may.edit && <NewButton onClick={() => setOpen({ what: 'unpack' })}>{t('act.unpack')}</NewButton>
  const breakPacks = may.edit && <Button onClick={() => setOpen({ what: 'break' })}>{t('act.breakPack')}</Button>
  return (
    <>
      <ListPage
        list={list}
        label={t('unpack.list')}
        columns={columns}
        tabs={
          <ListTabs
            list={list}
            label={t('field.kind')}
            tabs={unpackingTabs}
            word={(tab) => (tab === 'reversed' ? t('tab.reversed') : wordFor('unpackKind', tab, language))}
            all={t('tab.all')}
            allFirst
            overlapping
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('unpack.q')} />
            <LookupFilter {...list.field('warehouseId')} label={t('field.warehouse')} call={getWarehouseChoices} />
            <LookupFilter {...list.field('ownerId')} label={t('field.ownerName')} call={getOwnerChoices} width={200} />
            <DayRangeFilter {...list.range('from', 'to')} label={t('field.at')} />
          </>
        }
        more={<ChoiceFilter {...list.field('reason')} label={t('field.reason')} type="unpackReason" />}
        primary={
          may.edit && (
            <>
              {breakPacks}
              {create}
            </>
          )
        }
        actions={(row) =>
          may.approve && !row.reversed
            ? [
                {
                  key: 'reverse',
                  label: t('act.reverse'),
                  danger: true,
                  onClick: () => setOpen({ what: 'reverse', row }),
                },
              ]
            : []
        }
        isVoid={(row) => row.reversed}
        onOpen={(row) => setOpen({ what: 'view', row })}
        empty={<Empty title={t('unpack.none')}>{create}</Empty>}
      />
      {open?.what === 'unpack' && <UnpackForm onClose={() => setOpen(null)} />}
      {open?.what === 'break' && <BreakForm onClose={() => setOpen(null)} />}
      {open?.what === 'view' && <UnpackingDrawer id={open.row.id} onClose={() => setOpen(null)} />}
      {open?.what === 'reverse' && (
        <ReasonDialog
          title={`${t('act.reverse')} ${open.row.unpackNo}`}
          text={t(open.row.kind === 'pack' ? 'reason.reverseBreak' : 'reason.reverseUnpack')}
          yes={t('act.reverse')}
          danger
          onClose={() => setOpen(null)}
          onSubmit={(reason) => reverse.run({ ids: [open.row.id], reason })}
        />
      )}
    </>
  )
}
