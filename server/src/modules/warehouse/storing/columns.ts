import type { CountRow } from '@xunyun/contract/warehouse/storing/counts'
import type { StockOrderRow } from '@xunyun/contract/warehouse/storing/orders'
import { type ListColumn, listColumn, titled } from '../../../platform/excel/list.ts'

export const orderColumns: readonly ListColumn<StockOrderRow>[] = [
  listColumn('warehouse/storing:order.no', 'text', { key: 'orderNo', width: 18 }),
  listColumn('warehouse/storing:order.type', 'text', { words: 'stockOrderType' }),
  listColumn('warehouse/storing:order.state', 'text', { words: 'stockOrderState' }),
  listColumn('warehouse/ledger:column.warehouseName', 'text', { width: 18 }),
  listColumn('warehouse/ledger:column.ownerName', 'text', { width: 22 }),
  listColumn('warehouse/storing:order.lineCount', 'integer'),
  listColumn('warehouse/storing:order.qty', 'quantity'),
  listColumn('warehouse/storing:order.from', 'text', { key: 'fromLocation' }),
  listColumn('warehouse/storing:order.to', 'text', { key: 'toLocation' }),
  listColumn('warehouse/storing:order.reason', 'text', { words: 'stockReason' }),
  listColumn('warehouse/storing:order.createdBy', 'text', { key: 'createdByName' }),
  listColumn('warehouse/storing:order.createdAt', 'moment'),
  listColumn('warehouse/storing:order.doneBy', 'text', { key: 'doneByName' }),
  listColumn('warehouse/storing:order.doneAt', 'moment'),
  listColumn('warehouse/storing:order.remark', 'text', { width: 24 }),
]

export const countColumns: readonly ListColumn<CountRow>[] = [
  listColumn('warehouse/storing:count.no', 'text', { key: 'countNo', width: 18 }),
  listColumn('warehouse/storing:order.state', 'text', { words: 'countState' }),
  listColumn('warehouse/ledger:column.warehouseName', 'text', { width: 18 }),
  listColumn('warehouse/storing:count.method', 'text', { words: 'countMethod' }),
  listColumn('warehouse/storing:count.range', 'text', { width: 30 }),
  listColumn('warehouse/ledger:column.ownerName', 'text', { width: 22 }),
  { key: 'placeCount', type: 'integer', titles: titled('库位数', 'Locations', 'Ubicaciones', 'ロケーション数') },
  listColumn('warehouse/storing:count.counted', 'integer', { key: 'countedPlaces' }),
  listColumn('warehouse/storing:count.different', 'integer', { key: 'differentLines' }),
  listColumn('warehouse/storing:count.surplus', 'quantity'),
  listColumn('warehouse/storing:count.shortage', 'quantity'),
  listColumn('warehouse/storing:count.accuracy', 'text'),
  listColumn('warehouse/storing:count.counters', 'text', { width: 18 }),
  listColumn('warehouse/storing:order.createdBy', 'text', { key: 'createdByName' }),
  listColumn('warehouse/storing:order.createdAt', 'moment'),
  listColumn('warehouse/storing:order.doneAt', 'moment'),
  listColumn('warehouse/storing:order.remark', 'text', { width: 24 }),
]
