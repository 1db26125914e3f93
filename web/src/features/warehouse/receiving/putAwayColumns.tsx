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
  column.link('receiptNo', 'warehouse/receiving:field.receiptNo', { width: 148 }),
  column.state('state', 'warehouse/receiving:field.state', {
    words: 'putAwayState',
    tone: (row) => putAwayTones[row.state],
    struck: (row) => row.state === 'cancelled',
  }),
  column.text('itemNo', 'warehouse/receiving:field.itemNo', { width: 92, card: 'lead' }),
  column.text('itemName', 'warehouse/receiving:field.itemName', { width: 140, card: 'lead' }),
  column.text('batchNo', 'warehouse/receiving:field.batchNo', { width: 92, card: 'meta' }),
  column.state('quality', 'warehouse/receiving:field.quality', {
    words: 'quality',
    tone: (row) => qualityTones[row.quality],
    width: 72,
    card: 'meta',
  }),
  column.integer('qty', 'warehouse/receiving:field.quantity', { width: 76, total: 'qty', card: 'fact' }),
  column.code('baseUnit', 'warehouse/receiving:field.unit', 'unit', { width: 52 }),
  column.text('suggestedLocation', 'warehouse/receiving:field.suggestedLocation', {
    width: 112,
    sortKey: 'suggestedLocation',
    card: 'aside',
  }),
  column.code('reason', 'warehouse/receiving:field.reason', 'putAwayReason', { width: 132 }),
  column.text('containerCode', 'warehouse/receiving:field.containerCode', { width: 96, card: 'meta' }),
  column.text('fromLocation', 'warehouse/receiving:field.fromLocation', { width: 104 }),
  column.waited('createdAt', 'warehouse/receiving:field.waited', { sortKey: 'createdAt', width: 96 }),
  expiryColumn<PutAwayRow>('expiry', 'warehouse/receiving:field.expiry', { width: 96 }),
  column.text('ownerName', 'warehouse/receiving:field.ownerName', { width: 148 }),
  column.text('toLocation', 'warehouse/receiving:field.toLocation', { width: 112 }),
  column.text('doneByName', 'warehouse/receiving:field.doneByName', { width: 88 }),
  column.moment('doneAt', 'warehouse/receiving:field.doneAt', { hidden: true }),
  column.text('warehouseName', 'warehouse/receiving:field.warehouse', { width: 116, hidden: true }),
]
