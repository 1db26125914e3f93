import type { KitOrderRow } from '@xunyun/contract/warehouse/kitting/kitOrders'
import type { KitRow } from '@xunyun/contract/warehouse/kitting/kits'
import { type ListColumn, listColumn, titled } from '../../../platform/excel/list.ts'

export const kitColumns: readonly ListColumn<KitRow>[] = [
  listColumn('warehouse/kitting:field.itemNo', 'text', { width: 18 }),
  listColumn('warehouse/kitting:field.ownerName', 'text', { width: 22 }),
  listColumn('warehouse/kitting:field.name', 'text', { width: 26 }),
  listColumn('warehouse/kitting:field.partCount', 'integer'),
  listColumn('warehouse/kitting:field.possible', 'quantity'),
  listColumn('warehouse/kitting:field.onHand', 'quantity'),
  listColumn('warehouse/kitting:field.baseUnit', 'text', { words: 'unit' }),
  listColumn('warehouse/kitting:field.openOrders', 'integer'),
  listColumn('warehouse/kitting:field.state', 'text', {
    value: ({ enabled }, language) =>
      (enabled ? titled('启用', 'Enabled', 'Activo', '有効') : titled('停用', 'Disabled', 'Inactivo', '停止'))[
        language
      ],
  }),
  listColumn('warehouse/kitting:field.remark', 'text', { width: 24 }),
  listColumn('warehouse/kitting:field.createdAt', 'moment'),
  listColumn('warehouse/kitting:field.updatedAt', 'moment'),
]

export const kitOrderColumns: readonly ListColumn<KitOrderRow>[] = [
  listColumn('warehouse/kitting:order.no', 'text', { key: 'orderNo', width: 18 }),
  listColumn('warehouse/kitting:order.kind', 'text', { words: 'kitOrderKind' }),
  listColumn('warehouse/kitting:field.itemNo', 'text', { width: 18 }),
  listColumn('warehouse/kitting:field.name', 'text', { key: 'itemName', width: 24 }),
  listColumn('warehouse/kitting:order.qty', 'quantity'),
  listColumn('warehouse/kitting:field.baseUnit', 'text', { words: 'unit' }),
  listColumn('warehouse/kitting:field.batchNo', 'text'),
  listColumn('warehouse/kitting:field.expiry', 'date'),
  listColumn('warehouse/kitting:order.from', 'text', { key: 'fromLocation' }),
  listColumn('warehouse/kitting:order.to', 'text', { key: 'toLocation' }),
  listColumn('warehouse/kitting:field.state', 'text', { words: 'kitOrderState' }),
  listColumn('warehouse/kitting:field.ownerName', 'text', { width: 22 }),
  listColumn('warehouse/kitting:field.warehouse', 'text', { key: 'warehouseName', width: 18 }),
  listColumn('warehouse/kitting:order.createdBy', 'text', { key: 'createdByName' }),
  listColumn('warehouse/kitting:field.createdAt', 'moment'),
  listColumn('warehouse/kitting:order.doneBy', 'text', { key: 'doneByName' }),
  listColumn('warehouse/kitting:order.doneAt', 'moment'),
  listColumn('warehouse/kitting:field.remark', 'text', { width: 24 }),
  listColumn('warehouse/kitting:order.voidReason', 'text', { width: 24 }),
]
