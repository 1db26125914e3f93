import { wordFor } from '@xunyun/contract/dictionary'
import type { NoticeRow, PutAwayRow, ReceiptRow } from '@xunyun/contract/warehouse/receiving/calls'
import { type ListColumn, listColumn, titled, yes } from '../../../platform/excel/list.ts'
import { fieldWord } from '../../../platform/fieldWords.ts'

const warehouse = listColumn('warehouse/receiving:field.warehouse', 'text', { key: 'warehouseName', width: 16 })
const owner = listColumn('warehouse/receiving:field.ownerName', 'text', { width: 22 })
const type = {
  key: 'type',
  type: 'text',
  width: 8,
  titles: fieldWord('warehouse/receiving:field.type'),
  value: (row: { type: string }, language: Parameters<typeof yes>[1]) => wordFor('inboundType', row.type, language),
} as const
const customerOrderNo = listColumn('warehouse/receiving:field.customerOrderNo', 'text', { width: 18 })
const eta = listColumn('warehouse/receiving:field.eta', 'moment')
const vehicleNo = listColumn('warehouse/receiving:field.vehicleNo', 'text')
const lineCount = listColumn('warehouse/receiving:field.lineCount', 'integer')
const noticeNo = listColumn('warehouse/receiving:field.noticeNo', 'text', { width: 18 })
const receiptNo = listColumn('warehouse/receiving:field.receiptNo', 'text', { width: 20 })
const quantities = [
  listColumn('warehouse/receiving:field.qty', 'quantity'),
  listColumn('warehouse/receiving:field.received', 'quantity'),
  listColumn('warehouse/receiving:field.damaged', 'quantity'),
  listColumn('warehouse/receiving:field.short', 'quantity'),
] as const

/** The columns of the exports; keys are those of the pages. */
export const noticeColumns: readonly ListColumn<NoticeRow>[] = [
  noticeNo,
  listColumn('warehouse/receiving:field.state', 'text', { words: 'inboundState' }),
  type,
  owner,
  warehouse,
  customerOrderNo,
  eta,
  vehicleNo,
  lineCount,
  ...quantities,
  listColumn('warehouse/receiving:field.waiting', 'quantity'),
  {
    key: 'blind',
    type: 'text',
    width: 8,
    titles: titled('盲收', 'Not announced', 'Sin aviso', '予定なし'),
    value: ({ blind }, language) => yes(blind, language),
  },
  listColumn('warehouse/receiving:field.remark', 'text', { width: 24 }),
  listColumn('warehouse/receiving:field.createdByName', 'text'),
  listColumn('warehouse/receiving:field.createdAt', 'moment'),
]

export const receiptColumns: readonly ListColumn<ReceiptRow>[] = [
  receiptNo,
  listColumn('warehouse/receiving:field.state', 'text', { words: 'receiptState' }),
  noticeNo,
  type,
  owner,
  warehouse,
  customerOrderNo,
  vehicleNo,
  eta,
  lineCount,
  ...quantities,
  {
    key: 'over',
    type: 'text',
    width: 8,
    titles: titled('超收', 'Over-receipt', 'Exceso', '超過入荷'),
    value: ({ over }, language) => yes(over, language),
  },
  listColumn('warehouse/receiving:field.receivedByName', 'text'),
  listColumn('warehouse/receiving:field.startedAt', 'moment'),
  listColumn('warehouse/receiving:field.receivedAt', 'moment'),
]

export const putAwayColumns: readonly ListColumn<PutAwayRow>[] = [
  receiptNo,
  listColumn('warehouse/receiving:field.state', 'text', { words: 'putAwayState' }),
  listColumn('warehouse/receiving:field.containerCode', 'text'),
  owner,
  listColumn('warehouse/receiving:field.itemNo', 'text', { width: 18 }),
  listColumn('warehouse/receiving:field.itemName', 'text', { width: 24 }),
  listColumn('warehouse/receiving:field.batchNo', 'text'),
  listColumn('warehouse/receiving:field.quality', 'text', { width: 8, words: 'quality' }),
  listColumn('warehouse/receiving:field.expiry', 'text', { width: 12 }),
  listColumn('warehouse/receiving:field.quantity', 'quantity', { key: 'qty' }),
  listColumn('warehouse/receiving:field.unit', 'text', { key: 'baseUnit', width: 8, words: 'unit' }),
  warehouse,
  listColumn('warehouse/receiving:field.fromLocation', 'text', { width: 16 }),
  listColumn('warehouse/receiving:field.suggestedLocation', 'text', { width: 16 }),
  listColumn('warehouse/receiving:field.reason', 'text', { width: 18, words: 'putAwayReason' }),
  listColumn('warehouse/receiving:field.toLocation', 'text', { width: 16 }),
  { key: 'createdAt', type: 'moment', titles: titled('收货时间', 'Received at', 'Recibido el', '入荷日時') },
  listColumn('warehouse/receiving:field.doneByName', 'text'),
  listColumn('warehouse/receiving:field.doneAt', 'moment'),
]
