import { wordFor } from '@xunyun/contract/dictionary'
import type { KitOrderRow } from '@xunyun/contract/warehouse/kitting/kitOrders'
import type { KitRow } from '@xunyun/contract/warehouse/kitting/kits'
import { type ListColumn, titled } from '../../../platform/excel/list.ts'
import { fieldWord } from '../../../platform/fieldWords.ts'

export const kitColumns: readonly ListColumn<KitRow>[] = [
  { key: 'itemNo', type: 'text', width: 18, titles: fieldWord('warehouse/kitting:field.itemNo') },
  { key: 'ownerName', type: 'text', width: 22, titles: fieldWord('warehouse/kitting:field.ownerName') },
  { key: 'name', type: 'text', width: 26, titles: fieldWord('warehouse/kitting:field.name') },
  { key: 'partCount', type: 'integer', titles: fieldWord('warehouse/kitting:field.partCount') },
  { key: 'possible', type: 'quantity', titles: fieldWord('warehouse/kitting:field.possible') },
  { key: 'onHand', type: 'quantity', titles: fieldWord('warehouse/kitting:field.onHand') },
  {
    key: 'baseUnit',
    type: 'text',
    titles: fieldWord('warehouse/kitting:field.baseUnit'),
    value: ({ baseUnit }, language) => wordFor('unit', baseUnit, language),
  },
  { key: 'openOrders', type: 'integer', titles: fieldWord('warehouse/kitting:field.openOrders') },
  {
    key: 'state',
    type: 'text',
    titles: fieldWord('warehouse/kitting:field.state'),
    value: ({ enabled }, language) =>
      (enabled ? titled('启用', 'Enabled', 'Activo', '有効') : titled('停用', 'Disabled', 'Inactivo', '停止'))[
        language
      ],
  },
  { key: 'remark', type: 'text', width: 24, titles: fieldWord('warehouse/kitting:field.remark') },
  { key: 'createdAt', type: 'moment', titles: fieldWord('warehouse/kitting:field.createdAt') },
  { key: 'updatedAt', type: 'moment', titles: fieldWord('warehouse/kitting:field.updatedAt') },
]

export const kitOrderColumns: readonly ListColumn<KitOrderRow>[] = [
  { key: 'orderNo', type: 'text', width: 18, titles: fieldWord('warehouse/kitting:order.no') },
  {
    key: 'kind',
    type: 'text',
    titles: fieldWord('warehouse/kitting:order.kind'),
    value: ({ kind }, language) => wordFor('kitOrderKind', kind, language),
  },
  { key: 'itemNo', type: 'text', width: 18, titles: fieldWord('warehouse/kitting:field.itemNo') },
  { key: 'itemName', type: 'text', width: 24, titles: fieldWord('warehouse/kitting:field.name') },
  { key: 'qty', type: 'quantity', titles: fieldWord('warehouse/kitting:order.qty') },
  {
    key: 'baseUnit',
    type: 'text',
    titles: fieldWord('warehouse/kitting:field.baseUnit'),
    value: ({ baseUnit }, language) => wordFor('unit', baseUnit, language),
  },
  { key: 'batchNo', type: 'text', titles: fieldWord('warehouse/kitting:field.batchNo') },
  { key: 'expiry', type: 'date', titles: fieldWord('warehouse/kitting:field.expiry') },
  { key: 'fromLocation', type: 'text', titles: fieldWord('warehouse/kitting:order.from') },
  { key: 'toLocation', type: 'text', titles: fieldWord('warehouse/kitting:order.to') },
  {
    key: 'state',
    type: 'text',
    titles: fieldWord('warehouse/kitting:field.state'),
    value: ({ state }, language) => wordFor('kitOrderState', state, language),
  },
  { key: 'ownerName', type: 'text', width: 22, titles: fieldWord('warehouse/kitting:field.ownerName') },
  { key: 'warehouseName', type: 'text', width: 18, titles: fieldWord('warehouse/kitting:field.warehouse') },
  { key: 'createdByName', type: 'text', titles: fieldWord('warehouse/kitting:order.createdBy') },
  { key: 'createdAt', type: 'moment', titles: fieldWord('warehouse/kitting:field.createdAt') },
  { key: 'doneByName', type: 'text', titles: fieldWord('warehouse/kitting:order.doneBy') },
  { key: 'doneAt', type: 'moment', titles: fieldWord('warehouse/kitting:order.doneAt') },
  { key: 'remark', type: 'text', width: 24, titles: fieldWord('warehouse/kitting:field.remark') },
  {
    key: 'voidReason',
    type: 'text',
    width: 24,
    titles: fieldWord('warehouse/kitting:order.voidReason'),
  },
]
