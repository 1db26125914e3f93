import { wordFor } from '@xunyun/contract/dictionary'
import type { LocationRow } from '@xunyun/contract/warehouse/locations/calls'
import { type ListColumn, titled, yes } from '../../../platform/excel/list.ts'
import { fieldWord } from '../../../platform/fieldWords.ts'

const locationStates = {
  empty: titled('空', 'Empty', 'Vacía', '空'),
  used: titled('有货', 'In use', 'En uso', '使用中'),
  counting: titled('盘点中', 'Being counted', 'En conteo', '棚卸中'),
  disabled: titled('停用', 'Disabled', 'Desactivada', '停止'),
} as const

export const locationColumns: readonly ListColumn<LocationRow>[] = [
  { key: 'code', type: 'text', width: 18, titles: fieldWord('warehouse/locations:location.code') },
  { key: 'warehouseName', type: 'text', width: 18, titles: fieldWord('warehouse/locations:location.warehouse') },
  {
    key: 'zoneName',
    type: 'text',
    titles: fieldWord('warehouse/locations:location.zone'),
    value: ({ zoneCode, zoneName }) => `${zoneCode} ${zoneName}`,
  },
  {
    key: 'zoneType',
    type: 'text',
    titles: fieldWord('warehouse/locations:location.zoneType'),
    value: ({ zoneType }, language) => wordFor('zoneType', zoneType, language),
  },
  { key: 'aisle', type: 'text', width: 6, titles: fieldWord('warehouse/locations:location.aisle') },
  { key: 'rack', type: 'text', width: 6, titles: fieldWord('warehouse/locations:location.rack') },
  { key: 'level', type: 'text', width: 6, titles: fieldWord('warehouse/locations:location.level') },
  { key: 'slot', type: 'text', width: 6, titles: fieldWord('warehouse/locations:location.slot') },
  { key: 'abc', type: 'text', width: 6, titles: fieldWord('warehouse/locations:location.abc') },
  {
    key: 'tempClass',
    type: 'text',
    width: 8,
    titles: fieldWord('warehouse/masters:zone.tempClass'),
    value: ({ tempClass }, language) => wordFor('tempClass', tempClass, language),
  },
  { key: 'lengthCm', type: 'text', titles: titled('长(cm)', 'Length (cm)', 'Largo (cm)', '奥行(cm)') },
  { key: 'widthCm', type: 'text', titles: titled('宽(cm)', 'Width (cm)', 'Ancho (cm)', '幅(cm)') },
  { key: 'heightCm', type: 'text', titles: titled('高(cm)', 'Height (cm)', 'Alto (cm)', '高さ(cm)') },
  { key: 'maxWeight', type: 'weight', titles: fieldWord('warehouse/locations:location.maxWeight', 'kg') },
  { key: 'maxVolume', type: 'volume', titles: fieldWord('warehouse/locations:location.maxVolume', 'm³') },
  { key: 'maxPallets', type: 'integer', titles: fieldWord('warehouse/locations:location.maxPallets') },
  { key: 'usedPercent', type: 'integer', titles: fieldWord('warehouse/locations:location.usedPercent', '%') },
  { key: 'itemCount', type: 'integer', titles: fieldWord('warehouse/locations:location.itemCount') },
  {
    key: 'mixItem',
    type: 'text',
    width: 8,
    titles: fieldWord('warehouse/locations:location.mixItem'),
    value: ({ mixItem }, language) => yes(mixItem, language),
  },
  {
    key: 'mixBatch',
    type: 'text',
    width: 8,
    titles: fieldWord('warehouse/locations:location.mixBatch'),
    value: ({ mixBatch }, language) => yes(mixBatch, language),
  },
  { key: 'pickSeq', type: 'integer', titles: fieldWord('warehouse/locations:location.pickSeq') },
  { key: 'putSeq', type: 'integer', titles: fieldWord('warehouse/locations:location.putSeq') },
  {
    key: 'state',
    type: 'text',
    titles: fieldWord('warehouse/masters:field.state'),
    value: ({ state }, language) => locationStates[state][language],
  },
  { key: 'remark', type: 'text', width: 24, titles: fieldWord('warehouse/masters:field.remark') },
  { key: 'createdAt', type: 'moment', titles: fieldWord('warehouse/masters:field.createdAt') },
]
