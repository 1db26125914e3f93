import type { CountRow } from '@xunyun/contract/warehouse/storing/counts'
import { columnsOf } from '../../../../shared/grid/column.tsx'
import type { Tone } from '../../../../shared/ui/StateTag.tsx'

export const countTones: Readonly<Record<CountRow['state'], Tone>> = {
  new: 'grey',
  counting: 'blue',
  recount: 'blue',
  review: 'orange',
  done: 'green',
  cancelled: 'grey',
}

const column = columnsOf<CountRow>()
const hidden = { hidden: true } as const

export const countColumns = [
  column.link('countNo', 'warehouse/storing:count.no', { width: 140, sortKey: 'countNo' }),
  column.state('state', 'warehouse/storing:order.state', {
    words: 'countState',
    tone: (row) => countTones[row.state],
    struck: (row) => row.state === 'cancelled',
    width: 84,
  }),
  column.text('warehouseName', 'warehouse/ledger:column.warehouseName', { width: 116, card: 'meta' }),
  column.code('method', 'warehouse/storing:count.method', 'countMethod', { width: 84, hidden: true }),
  column.text('range', 'warehouse/storing:count.range', { width: 184, card: 'lead' }),
  column.text('ownerName', 'warehouse/ledger:column.ownerName', { width: 148 }),
  column.integer('placeCount', 'warehouse/storing:count.places', { width: 76, total: 'placeCount', card: 'fact' }),
  column.integer('countedPlaces', 'warehouse/storing:count.counted', {
    width: 76,
    total: 'countedPlaces',
    card: 'fact',
  }),
  column.integer('differentLines', 'warehouse/storing:count.different', { width: 76, card: 'fact' }),
  column.integer('surplus', 'warehouse/storing:count.surplus', { width: 76 }),
  column.integer('shortage', 'warehouse/storing:count.shortage', { width: 76 }),
  column.text('accuracy', 'warehouse/storing:count.accuracy', { width: 84 }),
  column.text('counters', 'warehouse/storing:count.counters', { width: 104 }),
  column.text('createdByName', 'warehouse/storing:order.createdBy', { width: 88 }),
  column.moment('createdAt', 'warehouse/storing:order.createdAt', { width: 136, sortKey: 'createdAt', card: 'aside' }),
  column.moment('doneAt', 'warehouse/storing:order.doneAt', hidden),
  column.text('remark', 'warehouse/storing:order.remark', hidden),
  column.text('cancelReason', 'warehouse/storing:order.cancelReason', hidden),
]
