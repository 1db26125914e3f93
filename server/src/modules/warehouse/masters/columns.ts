import { wordFor } from '@xunyun/contract/dictionary'
import type { ItemRow } from '@xunyun/contract/warehouse/masters/items'
import type { WarehouseRow } from '@xunyun/contract/warehouse/masters/warehouses'
import { type ListColumn, listColumn, titled, yes } from '../../../platform/excel/list.ts'

const code = titled('编码', 'Code', 'Código', 'コード')
const warehouse = titled('仓库', 'Warehouse', 'Almacén', '倉庫')
const remark = listColumn('warehouse/masters:field.remark', 'text', { width: 24 })
const createdAt = listColumn('warehouse/masters:field.createdAt', 'moment')
const enabled = {
  key: 'enabled',
  type: 'text',
  width: 8,
  titles: titled('启用', 'Enabled', 'Activo', '有効'),
  value: (row: { enabled: boolean }, language: Parameters<typeof yes>[1]) => yes(row.enabled, language),
} as const

/** The columns of the exports; keys are those of the pages. */
export const warehouseColumns: readonly ListColumn<WarehouseRow>[] = [
  { key: 'code', type: 'text', width: 12, titles: code },
  { key: 'name', type: 'text', width: 22, titles: warehouse },
  listColumn('warehouse/masters:field.outletName', 'text', { width: 18 }),
  listColumn('warehouse/masters:field.regionName', 'text', { width: 22 }),
  listColumn('warehouse/masters:field.address', 'text', { width: 28 }),
  listColumn('warehouse/masters:field.managerName', 'text'),
  listColumn('warehouse/masters:field.zoneCount', 'integer'),
  listColumn('warehouse/masters:field.locationCount', 'integer'),
  listColumn('warehouse/masters:field.usedPercent', 'integer', { unit: '%' }),
  listColumn('warehouse/masters:field.areaM2', 'money', { unit: 'm²' }),
  enabled,
  remark,
  createdAt,
]

export const itemColumns: readonly ListColumn<ItemRow>[] = [
  listColumn('warehouse/masters:item.itemNo', 'text', { width: 18 }),
  listColumn('warehouse/masters:item.ownerName', 'text', { width: 22 }),
  listColumn('warehouse/masters:item.name', 'text', { width: 26 }),
  listColumn('warehouse/masters:item.spec', 'text'),
  listColumn('warehouse/masters:item.baseUnit', 'text', { width: 8, words: 'unit' }),
  listColumn('warehouse/masters:item.packs', 'text', {
    value: ({ packs, baseUnit }, language) =>
      packs
        .map(
          ({ unit, ratio }) => `1 ${wordFor('unit', unit, language)} = ${ratio} ${wordFor('unit', baseUnit, language)}`,
        )
        .join('; '),
  }),
  listColumn('warehouse/masters:item.barcodes', 'text', { width: 18, value: ({ barcodes }) => barcodes.join(' ') }),
  listColumn('warehouse/masters:item.batchControlled', 'text', {
    width: 8,
    value: ({ batchControlled }, language) => yes(batchControlled, language),
  }),
  listColumn('warehouse/masters:item.serialControlled', 'text', {
    width: 8,
    value: ({ serialControlled }, language) => yes(serialControlled, language),
  }),
  listColumn('warehouse/masters:item.expiryControlled', 'text', {
    width: 8,
    value: ({ expiryControlled }, language) => yes(expiryControlled, language),
  }),
  listColumn('warehouse/masters:item.grossWeight', 'weight', { unit: 'kg' }),
  listColumn('warehouse/masters:item.volume', 'text', { unit: 'm³' }),
  listColumn('warehouse/masters:item.unitValue', 'text', { unit: '元' }),
  listColumn('warehouse/masters:item.minStock', 'text'),
  listColumn('warehouse/masters:item.maxStock', 'text'),
  listColumn('warehouse/masters:item.pickMin', 'text'),
  listColumn('warehouse/masters:item.pickMax', 'text'),
  listColumn('warehouse/masters:item.onHand', 'text'),
  listColumn('warehouse/masters:item.shelfLifeDays', 'integer'),
  listColumn('warehouse/masters:item.overReceivePercent', 'text'),
  listColumn('warehouse/masters:item.minRemainInDays', 'integer'),
  listColumn('warehouse/masters:item.minRemainOutDays', 'integer'),
  listColumn('warehouse/masters:item.categoryName', 'text'),
  listColumn('warehouse/masters:item.tempClass', 'text', { words: 'tempClass' }),
  listColumn('warehouse/masters:item.hazard', 'text', {
    width: 8,
    value: ({ hazard }, language) => yes(hazard, language),
  }),
  enabled,
  remark,
  createdAt,
  listColumn('warehouse/masters:field.updatedAt', 'moment'),
]
