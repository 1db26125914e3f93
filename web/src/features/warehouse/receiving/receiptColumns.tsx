import type { ReceiptRow, ReceiptState } from '@xunyun/contract/warehouse/receiving/calls'
import { columnsOf } from '../../../shared/grid/column.tsx'
import type { Tone } from '../../../shared/ui/StateTag.tsx'
import { marksOf } from './noticeColumns.tsx'

export const receiptTones: Readonly<Record<ReceiptState, Tone>> = {
  waiting: 'orange',
  receiving: 'blue',
  received: 'green',
  cancelled: 'grey',
}

const column = columnsOf<ReceiptRow>()

export const receiptColumns = [
  column.link('receiptNo', 'inbound:field.receiptNo', { width: 148, sortKey: 'receiptNo' }),
  column.flags('flags', 'inbound:field.flags', marksOf, { exportKey: 'over' }),
  column.state('state', 'inbound:field.state', {
    words: 'receiptState',
    tone: (row) => receiptTones[row.state],
    struck: (row) => row.state === 'cancelled',
  }),
  column.text('ownerName', 'inbound:field.ownerName', { width: 148, card: 'lead' }),
  column.text('customerOrderNo', 'inbound:field.customerOrderNo', { width: 116 }),
  column.text('vehicleNo', 'inbound:field.vehicleNo', { width: 88, card: 'meta' }),
  column.moment('eta', 'inbound:field.eta', { sortKey: 'eta', card: 'aside' }),
  column.integer('qty', 'inbound:field.qty', { width: 80, total: 'qty', card: 'fact' }),
  column.integer('received', 'inbound:field.received', { width: 80, total: 'received', card: 'fact' }),
  column.integer('damaged', 'inbound:field.damaged', { width: 60, total: 'damaged' }),
  column.integer('short', 'inbound:field.short', { width: 60, total: 'short' }),
  column.integer('lineCount', 'inbound:field.lineCount', { width: 60 }),
  column.text('receivedByName', 'inbound:field.receivedByName', { width: 88 }),
  column.moment('receivedAt', 'inbound:field.receivedAt', { sortKey: 'receivedAt' }),
  column.text('warehouseName', 'inbound:field.warehouse', { width: 116 }),
  column.text('noticeNo', 'inbound:field.noticeNo', { width: 132 }),
  column.code('type', 'inbound:field.type', 'inboundType', { hidden: true, width: 60 }),
  column.moment('startedAt', 'inbound:field.startedAt', { hidden: true }),
]
