import type { PutAwayRow } from '@xunyun/contract/warehouse/receiving/calls'
import { columnsOf } from '../../../shared/grid/column.tsx'
import { expiryColumn } from '../../../shared/grid/expiry.tsx'
import type { Tone } from '../../../shared/ui/StateTag.tsx'

export const putAwayTones: Readonly<Record<PutAwayRow['state'], Tone>> = {
  waiting: 'orange',
  done: 'green',
  cancelled: 'grey',
}
export const qualityTones: Readonly<Record<PutAwayRow['quality'], Tone>> = {
  good: 'green',
  bad: 'red',
  pending: 'orange',
}

const column = columnsOf<PutAwayRow>()

export const putAwayColumns = [
  column.link('receiptNo', 'inbound:field.receiptNo', { width: 148 }),
  column.state('state', 'inbound:field.state', {
    words: 'putAwayState',
    tone: (row) => putAwayTones[row.state],
    struck: (row) => row.state === 'cancelled',
  }),
  column.text('itemNo', 'inbound:field.itemNo', { width: 92, card: 'lead' }),
  column.text('itemName', 'inbound:field.itemName', { width: 140, card: 'lead' }),
  column.text('batchNo', 'inbound:field.batchNo', { width: 92, card: 'meta' }),
  column.state('quality', 'inbound:field.quality', {
    words: 'quality',
    tone: (row) => qualityTones[row.quality],
    width: 72,
    card: 'meta',
  }),
  column.integer('qty', 'inbound:field.quantity', { width: 76, total: 'qty', card: 'fact' }),
  column.code('baseUnit', 'inbound:field.unit', 'unit', { width: 52 }),
  column.text('suggestedLocation', 'inbound:field.suggestedLocation', {
    width: 112,
    sortKey: 'suggestedLocation',
    card: 'aside',
  }),
  column.code('reason', 'inbound:field.reason', 'putAwayReason', { width: 132 }),
  column.text('containerCode', 'inbound:field.containerCode', { width: 96, card: 'meta' }),
  column.text('fromLocation', 'inbound:field.fromLocation', { width: 104 }),
  column.waited('createdAt', 'inbound:field.waited', { sortKey: 'createdAt', width: 96 }),
  expiryColumn<PutAwayRow>('expiry', 'inbound:field.expiry', { width: 96 }),
  column.text('ownerName', 'inbound:field.ownerName', { width: 148 }),
  column.text('toLocation', 'inbound:field.toLocation', { width: 112 }),
  column.text('doneByName', 'inbound:field.doneByName', { width: 88 }),
  column.moment('doneAt', 'inbound:field.doneAt', { hidden: true }),
  column.text('warehouseName', 'inbound:field.warehouse', { width: 116, hidden: true }),
]
