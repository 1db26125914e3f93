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
  column.link('orderNo', 'warehouse/storing:order.no', { width: 140, sortKey: 'orderNo' }),
  column.code('type', 'warehouse/storing:order.type', 'stockOrderType', { width: 76, card: 'lead' }),
  column.state('state', 'warehouse/storing:order.state', {
    words: 'stockOrderState',
    tone: (row) => orderTones[row.state],
    struck: isVoid,
    width: 84,
  }),
  column.text('ownerName', 'warehouse/ledger:column.ownerName', { width: 148, card: 'meta' }),
  column.integer('lineCount', 'warehouse/storing:order.lineCount', { width: 60, total: 'lineCount' }),
  column.integer('qty', 'warehouse/storing:order.qty', { width: 84, total: 'qty', card: 'fact' }),
  column.text('fromLocation', 'warehouse/storing:order.from', { width: 116, card: 'fact' }),
  column.text('toLocation', 'warehouse/storing:order.to', { width: 116, card: 'fact' }),
  column.code('reason', 'warehouse/storing:order.reason', 'stockReason', { width: 88, card: 'meta' }),
  column.text('createdByName', 'warehouse/storing:order.createdBy', { width: 88 }),
  column.moment('createdAt', 'warehouse/storing:order.createdAt', { width: 136, sortKey: 'createdAt', card: 'aside' }),
  column.text('doneByName', 'warehouse/storing:order.doneBy', { width: 88 }),
  column.moment('doneAt', 'warehouse/storing:order.doneAt', { width: 136 }),
  column.text('warehouseName', 'warehouse/ledger:column.warehouseName', { width: 116 }),
  column.text('remark', 'warehouse/storing:order.remark', hidden),
  column.text('cancelReason', 'warehouse/storing:order.cancelReason', hidden),
]
