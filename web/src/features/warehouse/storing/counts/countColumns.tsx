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
  column.link('countNo', 'stock:count.no', { width: 140, sortKey: 'countNo' }),
  column.state('state', 'stock:order.state', {
    words: 'countState',
    tone: (row) => countTones[row.state],
    struck: (row) => row.state === 'cancelled',
    width: 84,
  }),
  column.text('warehouseName', 'stock:column.warehouseName', { width: 116, card: 'meta' }),
  column.code('method', 'stock:count.method', 'countMethod', { width: 84, hidden: true }),
  column.text('range', 'stock:count.range', { width: 184, card: 'lead' }),
  column.text('ownerName', 'stock:column.ownerName', { width: 148 }),
  column.integer('placeCount', 'stock:count.places', { width: 76, total: 'placeCount', card: 'fact' }),
  column.integer('countedPlaces', 'stock:count.counted', { width: 76, total: 'countedPlaces', card: 'fact' }),
  column.integer('differentLines', 'stock:count.different', { width: 76, card: 'fact' }),
  column.integer('surplus', 'stock:count.surplus', { width: 76 }),
  column.integer('shortage', 'stock:count.shortage', { width: 76 }),
  column.text('accuracy', 'stock:count.accuracy', { width: 84 }),
  column.text('counters', 'stock:count.counters', { width: 104 }),
  column.text('createdByName', 'stock:order.createdBy', { width: 88 }),
  column.moment('createdAt', 'stock:order.createdAt', { width: 136, sortKey: 'createdAt', card: 'aside' }),
  column.moment('doneAt', 'stock:order.doneAt', hidden),
  column.text('remark', 'stock:order.remark', hidden),
  column.text('cancelReason', 'stock:order.cancelReason', hidden),
]
