import type { StockOrderRow } from '@xunyun/contract/warehouse/storing/orders'
import { columnsOf } from '../../../../shared/grid/column.tsx'
import type { Tone } from '../../../../shared/ui/StateTag.tsx'

export const orderTones: Readonly<Record<StockOrderRow['state'], Tone>> = {
  waiting: 'orange',
  done: 'blue',
  cancelled: 'grey',
  reversed: 'grey',
}
export const isVoid = ({ state }: Pick<StockOrderRow, 'state'>): boolean =>
  state === 'cancelled' || state === 'reversed'

const column = columnsOf<StockOrderRow>()
const hidden = { hidden: true } as const

export const orderColumns = [
  column.link('orderNo', 'stock:order.no', { width: 140, sortKey: 'orderNo' }),
  column.code('type', 'stock:order.type', 'stockOrderType', { width: 76, card: 'lead' }),
  column.state('state', 'stock:order.state', {
    words: 'stockOrderState',
    tone: (row) => orderTones[row.state],
    struck: isVoid,
    width: 84,
  }),
  column.text('ownerName', 'stock:column.ownerName', { width: 148, card: 'meta' }),
  column.integer('lineCount', 'stock:order.lineCount', { width: 60, total: 'lineCount' }),
  column.integer('qty', 'stock:order.qty', { width: 84, total: 'qty', card: 'fact' }),
  column.text('fromLocation', 'stock:order.from', { width: 116, card: 'fact' }),
  column.text('toLocation', 'stock:order.to', { width: 116, card: 'fact' }),
  column.code('reason', 'stock:order.reason', 'stockReason', { width: 88, card: 'meta' }),
  column.text('createdByName', 'stock:order.createdBy', { width: 88 }),
  column.moment('createdAt', 'stock:order.createdAt', { width: 136, sortKey: 'createdAt', card: 'aside' }),
  column.text('doneByName', 'stock:order.doneBy', { width: 88 }),
  column.moment('doneAt', 'stock:order.doneAt', { width: 136 }),
  column.text('warehouseName', 'stock:column.warehouseName', { width: 116 }),
  column.text('remark', 'stock:order.remark', hidden),
  column.text('cancelReason', 'stock:order.cancelReason', hidden),
]
