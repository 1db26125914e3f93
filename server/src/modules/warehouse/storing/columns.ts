import { wordFor } from '@xunyun/contract/dictionary'
import type { CountRow } from '@xunyun/contract/warehouse/storing/counts'
import type { StockOrderRow } from '@xunyun/contract/warehouse/storing/orders'
import { type ListColumn, titled } from '../../../platform/excel/list.ts'
import { fieldWord } from '../../../platform/fieldWords.ts'

export const orderColumns: readonly ListColumn<StockOrderRow>[] = [
  { key: 'orderNo', type: 'text', width: 18, titles: fieldWord('warehouse/storing:order.no') },
  {
    key: 'type',
    type: 'text',
    titles: fieldWord('warehouse/storing:order.type'),
    value: ({ type }, language) => wordFor('stockOrderType', type, language),
  },
  {
    key: 'state',
    type: 'text',
    titles: fieldWord('warehouse/storing:order.state'),
    value: ({ state }, language) => wordFor('stockOrderState', state, language),
  },
  { key: 'warehouseName', type: 'text', width: 18, titles: fieldWord('warehouse/ledger:column.warehouseName') },
  { key: 'ownerName', type: 'text', width: 22, titles: fieldWord('warehouse/ledger:column.ownerName') },
  { key: 'lineCount', type: 'integer', titles: fieldWord('warehouse/storing:order.lineCount') },
  { key: 'qty', type: 'quantity', titles: fieldWord('warehouse/storing:order.qty') },
  { key: 'fromLocation', type: 'text', titles: fieldWord('warehouse/storing:order.from') },
  { key: 'toLocation', type: 'text', titles: fieldWord('warehouse/storing:order.to') },
  {
    key: 'reason',
    type: 'text',
    titles: fieldWord('warehouse/storing:order.reason'),
    value: ({ reason }, language) => wordFor('stockReason', reason, language),
  },
  { key: 'createdByName', type: 'text', titles: fieldWord('warehouse/storing:order.createdBy') },
  { key: 'createdAt', type: 'moment', titles: fieldWord('warehouse/storing:order.createdAt') },
  { key: 'doneByName', type: 'text', titles: fieldWord('warehouse/storing:order.doneBy') },
  { key: 'doneAt', type: 'moment', titles: fieldWord('warehouse/storing:order.doneAt') },
  { key: 'remark', type: 'text', width: 24, titles: fieldWord('warehouse/storing:order.remark') },
]

export const countColumns: readonly ListColumn<CountRow>[] = [
  { key: 'countNo', type: 'text', width: 18, titles: fieldWord('warehouse/storing:count.no') },
  {
    key: 'state',
    type: 'text',
    titles: fieldWord('warehouse/storing:order.state'),
    value: ({ state }, language) => wordFor('countState', state, language),
  },
  { key: 'warehouseName', type: 'text', width: 18, titles: fieldWord('warehouse/ledger:column.warehouseName') },
  {
    key: 'method',
    type: 'text',
    titles: fieldWord('warehouse/storing:count.method'),
    value: ({ method }, language) => wordFor('countMethod', method, language),
  },
  { key: 'range', type: 'text', width: 30, titles: fieldWord('warehouse/storing:count.range') },
  { key: 'ownerName', type: 'text', width: 22, titles: fieldWord('warehouse/ledger:column.ownerName') },
  { key: 'placeCount', type: 'integer', titles: titled('库位数', 'Locations', 'Ubicaciones', 'ロケーション数') },
  { key: 'countedPlaces', type: 'integer', titles: fieldWord('warehouse/storing:count.counted') },
  { key: 'differentLines', type: 'integer', titles: fieldWord('warehouse/storing:count.different') },
  { key: 'surplus', type: 'quantity', titles: fieldWord('warehouse/storing:count.surplus') },
  { key: 'shortage', type: 'quantity', titles: fieldWord('warehouse/storing:count.shortage') },
  { key: 'accuracy', type: 'text', titles: fieldWord('warehouse/storing:count.accuracy') },
  { key: 'counters', type: 'text', width: 18, titles: fieldWord('warehouse/storing:count.counters') },
  { key: 'createdByName', type: 'text', titles: fieldWord('warehouse/storing:order.createdBy') },
  { key: 'createdAt', type: 'moment', titles: fieldWord('warehouse/storing:order.createdAt') },
  { key: 'doneAt', type: 'moment', titles: fieldWord('warehouse/storing:order.doneAt') },
  { key: 'remark', type: 'text', width: 24, titles: fieldWord('warehouse/storing:order.remark') },
]
