import type { LocationRow } from '@xunyun/contract/warehouse/locations/calls'
import { type ListColumn, listColumn, titled, yes } from '../../../platform/excel/list.ts'

const locationStates = {
  empty: titled('空', 'Empty', 'Vacía', '空き'),
  used: titled('有货', 'In use', 'En uso', '使用中'),
  counting: titled('盘点中', 'Being counted', 'En conteo', '棚卸中'),
  disabled: titled('停用', 'Disabled', 'Inactiva', '停止'),
} as const

export const locationColumns: readonly ListColumn<LocationRow>[] = [
  listColumn('warehouse/locations:location.code', 'text', { width: 18 }),
  listColumn('warehouse/locations:location.warehouse', 'text', { key: 'warehouseName', width: 18 }),
  listColumn('warehouse/locations:location.zone', 'text', {
    key: 'zoneName',
    value: ({ zoneCode, zoneName }) => `${zoneCode} ${zoneName}`,
  }),
  listColumn('warehouse/locations:location.zoneType', 'text', { words: 'zoneType' }),
  listColumn('warehouse/locations:location.aisle', 'text', { width: 6 }),
  listColumn('warehouse/locations:location.rack', 'text', { width: 6 }),
  listColumn('warehouse/locations:location.level', 'text', { width: 6 }),
  listColumn('warehouse/locations:location.slot', 'text', { width: 6 }),
  listColumn('warehouse/locations:location.abc', 'text', { width: 6 }),
  listColumn('warehouse/masters:zone.tempClass', 'text', { width: 8, words: 'tempClass' }),
  { key: 'lengthCm', type: 'text', titles: titled('长(cm)', 'Length (cm)', 'Largo (cm)', '奥行(cm)') },
  { key: 'widthCm', type: 'text', titles: titled('宽(cm)', 'Width (cm)', 'Ancho (cm)', '幅(cm)') },
  { key: 'heightCm', type: 'text', titles: titled('高(cm)', 'Height (cm)', 'Alto (cm)', '高さ(cm)') },
  listColumn('warehouse/locations:location.maxWeight', 'weight', { unit: 'kg' }),
  listColumn('warehouse/locations:location.maxVolume', 'volume', { unit: 'm³' }),
  listColumn('warehouse/locations:location.maxPallets', 'integer'),
  listColumn('warehouse/locations:location.usedPercent', 'integer', { unit: '%' }),
  listColumn('warehouse/locations:location.itemCount', 'integer'),
  listColumn('warehouse/locations:location.mixItem', 'text', {
    width: 8,
    value: ({ mixItem }, language) => yes(mixItem, language),
  }),
  listColumn('warehouse/locations:location.mixBatch', 'text', {
    width: 8,
    value: ({ mixBatch }, language) => yes(mixBatch, language),
  }),
  listColumn('warehouse/locations:location.pickSeq', 'integer'),
  listColumn('warehouse/locations:location.putSeq', 'integer'),
  listColumn('warehouse/masters:field.state', 'text', {
    value: ({ state }, language) => locationStates[state][language],
  }),
  listColumn('warehouse/masters:field.remark', 'text', { width: 24 }),
  listColumn('warehouse/masters:field.createdAt', 'moment'),
]
