import { wordFor } from '@xunyun/contract/dictionary'
import type { ItemRow } from '@xunyun/contract/warehouse/masters/items'
import type { WarehouseRow } from '@xunyun/contract/warehouse/masters/warehouses'
import { type ListColumn, titled, yes } from '../../../platform/excel/list.ts'
import { fieldWord } from '../../../platform/fieldWords.ts'

const code = titled('编码', 'Code', 'Código', 'コード')
const warehouse = titled('仓库', 'Warehouse', 'Almacén', '倉庫')
const remark = { key: 'remark', type: 'text', width: 24, titles: fieldWord('warehouse/masters:field.remark') } as const
const createdAt = {
  key: 'createdAt',
  type: 'moment',
  titles: fieldWord('warehouse/masters:field.createdAt'),
} as const
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
  { key: 'outletName', type: 'text', width: 18, titles: fieldWord('warehouse/masters:field.outletName') },
  { key: 'regionName', type: 'text', width: 22, titles: fieldWord('warehouse/masters:field.regionName') },
  { key: 'address', type: 'text', width: 28, titles: fieldWord('warehouse/masters:field.address') },
  { key: 'managerName', type: 'text', titles: fieldWord('warehouse/masters:field.managerName') },
  { key: 'zoneCount', type: 'integer', titles: fieldWord('warehouse/masters:field.zoneCount') },
  { key: 'locationCount', type: 'integer', titles: fieldWord('warehouse/masters:field.locationCount') },
  { key: 'usedPercent', type: 'integer', titles: fieldWord('warehouse/masters:field.usedPercent', '%') },
  { key: 'areaM2', type: 'money', titles: fieldWord('warehouse/masters:field.areaM2', 'm²') },
  enabled,
  remark,
  createdAt,
]

export const itemColumns: readonly ListColumn<ItemRow>[] = [
  { key: 'itemNo', type: 'text', width: 18, titles: fieldWord('warehouse/masters:item.itemNo') },
  { key: 'ownerName', type: 'text', width: 22, titles: fieldWord('warehouse/masters:item.ownerName') },
  { key: 'name', type: 'text', width: 26, titles: fieldWord('warehouse/masters:item.name') },
  { key: 'spec', type: 'text', titles: fieldWord('warehouse/masters:item.spec') },
  {
    key: 'baseUnit',
    type: 'text',
    width: 8,
    titles: fieldWord('warehouse/masters:item.baseUnit'),
    value: ({ baseUnit }, language) => wordFor('unit', baseUnit, language),
  },
  {
    key: 'packs',
    type: 'text',
    titles: fieldWord('warehouse/masters:item.packs'),
    value: ({ packs, baseUnit }, language) =>
      packs
        .map(
          ({ unit, ratio }) => `1 ${wordFor('unit', unit, language)} = ${ratio} ${wordFor('unit', baseUnit, language)}`,
        )
        .join('; '),
  },
  {
    key: 'barcodes',
    type: 'text',
    width: 18,
    titles: fieldWord('warehouse/masters:item.barcodes'),
    value: ({ barcodes }) => barcodes.join(' '),
  },
  {
    key: 'batchControlled',
    type: 'text',
    width: 8,
    titles: fieldWord('warehouse/masters:item.batchControlled'),
    value: ({ batchControlled }, language) => yes(batchControlled, language),
  },
  {
    key: 'serialControlled',
    type: 'text',
    width: 8,
    titles: fieldWord('warehouse/masters:item.serialControlled'),
    value: ({ serialControlled }, language) => yes(serialControlled, language),
  },
  {
    key: 'expiryControlled',
    type: 'text',
    width: 8,
    titles: fieldWord('warehouse/masters:item.expiryControlled'),
    value: ({ expiryControlled }, language) => yes(expiryControlled, language),
  },
  { key: 'grossWeight', type: 'weight', titles: fieldWord('warehouse/masters:item.grossWeight', 'kg') },
  { key: 'volume', type: 'text', titles: fieldWord('warehouse/masters:item.volume', 'm³') },
  {
    key: 'unitValue',
    type: 'text',
    titles: fieldWord('warehouse/masters:item.unitValue', '元'),
  },
  { key: 'minStock', type: 'text', titles: fieldWord('warehouse/masters:item.minStock') },
  { key: 'maxStock', type: 'text', titles: fieldWord('warehouse/masters:item.maxStock') },
  { key: 'pickMin', type: 'text', titles: fieldWord('warehouse/masters:item.pickMin') },
  { key: 'pickMax', type: 'text', titles: fieldWord('warehouse/masters:item.pickMax') },
  { key: 'onHand', type: 'text', titles: fieldWord('warehouse/masters:item.onHand') },
  {
    key: 'shelfLifeDays',
    type: 'integer',
    titles: fieldWord('warehouse/masters:item.shelfLifeDays'),
  },
  {
    key: 'overReceivePercent',
    type: 'text',
    titles: fieldWord('warehouse/masters:item.overReceivePercent'),
  },
  {
    key: 'minRemainInDays',
    type: 'integer',
    titles: fieldWord('warehouse/masters:item.minRemainInDays'),
  },
  {
    key: 'minRemainOutDays',
    type: 'integer',
    titles: fieldWord('warehouse/masters:item.minRemainOutDays'),
  },
  { key: 'categoryName', type: 'text', titles: fieldWord('warehouse/masters:item.categoryName') },
  {
    key: 'tempClass',
    type: 'text',
    titles: fieldWord('warehouse/masters:item.tempClass'),
    value: ({ tempClass }, language) => wordFor('tempClass', tempClass, language),
  },
  {
    key: 'hazard',
    type: 'text',
    width: 8,
    titles: fieldWord('warehouse/masters:item.hazard'),
    value: ({ hazard }, language) => yes(hazard, language),
  },
  enabled,
  remark,
  createdAt,
  { key: 'updatedAt', type: 'moment', titles: fieldWord('warehouse/masters:field.updatedAt') },
]
