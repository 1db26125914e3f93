import { wordFor } from '@xunyun/contract/dictionary'
import type { NoticeRow, PutAwayRow, ReceiptRow } from '@xunyun/contract/warehouse/receiving/calls'
import { type ListColumn, titled, yes } from '../../../platform/excel/list.ts'
import { fieldWord } from '../../../platform/fieldWords.ts'

const warehouse = {
  key: 'warehouseName',
  type: 'text',
  width: 16,
  titles: fieldWord('warehouse/receiving:field.warehouse'),
} as const
const owner = {
  key: 'ownerName',
  type: 'text',
  width: 22,
  titles: fieldWord('warehouse/receiving:field.ownerName'),
} as const
const type = {
  key: 'type',
  type: 'text',
  width: 8,
  titles: fieldWord('warehouse/receiving:field.type'),
  value: (row: { type: string }, language: Parameters<typeof yes>[1]) => wordFor('inboundType', row.type, language),
} as const
const customerOrderNo = {
  key: 'customerOrderNo',
  type: 'text',
  width: 18,
  titles: fieldWord('warehouse/receiving:field.customerOrderNo'),
} as const
const eta = { key: 'eta', type: 'moment', titles: fieldWord('warehouse/receiving:field.eta') } as const
const vehicleNo = { key: 'vehicleNo', type: 'text', titles: fieldWord('warehouse/receiving:field.vehicleNo') } as const
const lineCount = {
  key: 'lineCount',
  type: 'integer',
  titles: fieldWord('warehouse/receiving:field.lineCount'),
} as const
const noticeNo = {
  key: 'noticeNo',
  type: 'text',
  width: 18,
  titles: fieldWord('warehouse/receiving:field.noticeNo'),
} as const
const receiptNo = {
  key: 'receiptNo',
  type: 'text',
  width: 20,
  titles: fieldWord('warehouse/receiving:field.receiptNo'),
} as const
const quantities = [
  { key: 'qty', type: 'quantity', titles: fieldWord('warehouse/receiving:field.qty') },
  { key: 'received', type: 'quantity', titles: fieldWord('warehouse/receiving:field.received') },
  { key: 'damaged', type: 'quantity', titles: fieldWord('warehouse/receiving:field.damaged') },
  { key: 'short', type: 'quantity', titles: fieldWord('warehouse/receiving:field.short') },
] as const

/** The columns of the exports; keys are those of the pages. */
export const noticeColumns: readonly ListColumn<NoticeRow>[] = [
  noticeNo,
  {
    key: 'state',
    type: 'text',
    titles: fieldWord('warehouse/receiving:field.state'),
    value: ({ state }, language) => wordFor('inboundState', state, language),
  },
  type,
  owner,
  warehouse,
  customerOrderNo,
  eta,
  vehicleNo,
  lineCount,
  ...quantities,
  { key: 'waiting', type: 'quantity', titles: fieldWord('warehouse/receiving:field.waiting') },
  {
    key: 'blind',
    type: 'text',
    width: 8,
    titles: titled('盲收', 'Unannounced', 'Sin aviso', '予定なし'),
    value: ({ blind }, language) => yes(blind, language),
  },
  { key: 'remark', type: 'text', width: 24, titles: fieldWord('warehouse/receiving:field.remark') },
  { key: 'createdByName', type: 'text', titles: fieldWord('warehouse/receiving:field.createdByName') },
  { key: 'createdAt', type: 'moment', titles: fieldWord('warehouse/receiving:field.createdAt') },
]

export const receiptColumns: readonly ListColumn<ReceiptRow>[] = [
  receiptNo,
  {
    key: 'state',
    type: 'text',
    titles: fieldWord('warehouse/receiving:field.state'),
    value: ({ state }, language) => wordFor('receiptState', state, language),
  },
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
    titles: titled('超收', 'Too many', 'Exceso', '超過'),
    value: ({ over }, language) => yes(over, language),
  },
  { key: 'receivedByName', type: 'text', titles: fieldWord('warehouse/receiving:field.receivedByName') },
  { key: 'startedAt', type: 'moment', titles: fieldWord('warehouse/receiving:field.startedAt') },
  { key: 'receivedAt', type: 'moment', titles: fieldWord('warehouse/receiving:field.receivedAt') },
]

export const putAwayColumns: readonly ListColumn<PutAwayRow>[] = [
  receiptNo,
  {
    key: 'state',
    type: 'text',
    titles: fieldWord('warehouse/receiving:field.state'),
    value: ({ state }, language) => wordFor('putAwayState', state, language),
  },
  { key: 'containerCode', type: 'text', titles: fieldWord('warehouse/receiving:field.containerCode') },
  owner,
  { key: 'itemNo', type: 'text', width: 18, titles: fieldWord('warehouse/receiving:field.itemNo') },
  { key: 'itemName', type: 'text', width: 24, titles: fieldWord('warehouse/receiving:field.itemName') },
  { key: 'batchNo', type: 'text', titles: fieldWord('warehouse/receiving:field.batchNo') },
  {
    key: 'quality',
    type: 'text',
    width: 8,
    titles: fieldWord('warehouse/receiving:field.quality'),
    value: ({ quality }, language) => wordFor('quality', quality, language),
  },
  { key: 'expiry', type: 'text', width: 12, titles: fieldWord('warehouse/receiving:field.expiry') },
  { key: 'qty', type: 'quantity', titles: fieldWord('warehouse/receiving:field.quantity') },
  {
    key: 'baseUnit',
    type: 'text',
    width: 8,
    titles: fieldWord('warehouse/receiving:field.unit'),
    value: ({ baseUnit }, language) => wordFor('unit', baseUnit, language),
  },
  warehouse,
  {
    key: 'fromLocation',
    type: 'text',
    width: 16,
    titles: fieldWord('warehouse/receiving:field.fromLocation'),
  },
  {
    key: 'suggestedLocation',
    type: 'text',
    width: 16,
    titles: fieldWord('warehouse/receiving:field.suggestedLocation'),
  },
  {
    key: 'reason',
    type: 'text',
    width: 18,
    titles: fieldWord('warehouse/receiving:field.reason'),
    value: ({ reason }, language) => wordFor('putAwayReason', reason, language),
  },
  { key: 'toLocation', type: 'text', width: 16, titles: fieldWord('warehouse/receiving:field.toLocation') },
  { key: 'createdAt', type: 'moment', titles: titled('收货时间', 'Received', 'Recibido', '入荷日時') },
  { key: 'doneByName', type: 'text', titles: fieldWord('warehouse/receiving:field.doneByName') },
  { key: 'doneAt', type: 'moment', titles: fieldWord('warehouse/receiving:field.doneAt') },
]
