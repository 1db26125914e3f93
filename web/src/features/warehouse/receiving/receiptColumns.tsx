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
  column.link('receiptNo', 'warehouse/receiving:field.receiptNo', { width: 148, sortKey: 'receiptNo' }),
  column.flags('flags', 'warehouse/receiving:field.flags', marksOf, { exportKey: 'over' }),
  column.state('state', 'warehouse/receiving:field.state', {
    words: 'receiptState',
    tone: (row) => receiptTones[row.state],
    struck: (row) => row.state === 'cancelled',
  }),
  column.text('ownerName', 'warehouse/receiving:field.ownerName', { width: 148, card: 'lead' }),
  column.text('customerOrderNo', 'warehouse/receiving:field.customerOrderNo', { width: 116 }),
  column.text('vehicleNo', 'warehouse/receiving:field.vehicleNo', { width: 88, card: 'meta' }),
  column.moment('eta', 'warehouse/receiving:field.eta', { sortKey: 'eta', card: 'aside' }),
  column.integer('qty', 'warehouse/receiving:field.qty', { width: 80, total: 'qty', card: 'fact' }),
  column.integer('received', 'warehouse/receiving:field.received', { width: 80, total: 'received', card: 'fact' }),
  column.integer('damaged', 'warehouse/receiving:field.damaged', { width: 60, total: 'damaged' }),
  column.integer('short', 'warehouse/receiving:field.short', { width: 60, total: 'short' }),
  column.integer('lineCount', 'warehouse/receiving:field.lineCount', { width: 60 }),
  column.text('receivedByName', 'warehouse/receiving:field.receivedByName', { width: 88 }),
  column.moment('receivedAt', 'warehouse/receiving:field.receivedAt', { sortKey: 'receivedAt' }),
  column.text('warehouseName', 'warehouse/receiving:field.warehouse', { width: 116 }),
  column.text('noticeNo', 'warehouse/receiving:field.noticeNo', { width: 132 }),
  column.code('type', 'warehouse/receiving:field.type', 'inboundType', { hidden: true, width: 60 }),
  column.moment('startedAt', 'warehouse/receiving:field.startedAt', { hidden: true }),
]
