import { wordFor } from '@xunyun/contract/dictionary'
import type { LocationRow } from '@xunyun/contract/warehouse/locations/calls'
import { type ListColumn, titled, yes } from '../../../platform/excel/list.ts'

const locationStates = {
  empty: titled('空', 'Empty', 'Vacía', '空'),
  used: titled('有货', 'In use', 'En uso', '使用中'),
  counting: titled('盘点中', 'Being counted', 'En conteo', '棚卸中'),
  disabled: titled('停用', 'Disabled', 'Desactivada', '停止'),
} as const

export const locationColumns: readonly ListColumn<LocationRow>[] = [
  { key: 'code', type: 'text', width: 18, titles: titled('库位', 'Location', 'Ubicación', 'ロケーション') },
  { key: 'warehouseName', type: 'text', width: 18, titles: titled('仓库', 'Warehouse', 'Almacén', '倉庫') },
  {
    key: 'zoneName',
    type: 'text',
    titles: titled('库区', 'Zone', 'Zona', 'エリア'),
    value: ({ zoneCode, zoneName }) => `${zoneCode} ${zoneName}`,
  },
  {
    key: 'zoneType',
    type: 'text',
    titles: titled('类型', 'Type', 'Tipo', '種別'),
    value: ({ zoneType }, language) => wordFor('zoneType', zoneType, language),
  },
  { key: 'aisle', type: 'text', width: 6, titles: titled('排', 'Aisle', 'Pasillo', '通路') },
  { key: 'rack', type: 'text', width: 6, titles: titled('列', 'Rack', 'Estante', '連') },
  { key: 'level', type: 'text', width: 6, titles: titled('层', 'Level', 'Nivel', '段') },
  { key: 'slot', type: 'text', width: 6, titles: titled('格', 'Slot', 'Hueco', '間口') },
  { key: 'abc', type: 'text', width: 6, titles: titled('ABC', 'ABC', 'ABC', 'ABC') },
  {
    key: 'tempClass',
    type: 'text',
    width: 8,
    titles: titled('温层', 'Temperature', 'Temperatura', '温度区分'),
    value: ({ tempClass }, language) => wordFor('tempClass', tempClass, language),
  },
  { key: 'lengthCm', type: 'text', titles: titled('长(cm)', 'Length (cm)', 'Largo (cm)', '奥行(cm)') },
  { key: 'widthCm', type: 'text', titles: titled('宽(cm)', 'Width (cm)', 'Ancho (cm)', '幅(cm)') },
  { key: 'heightCm', type: 'text', titles: titled('高(cm)', 'Height (cm)', 'Alto (cm)', '高さ(cm)') },
  { key: 'maxWeight', type: 'weight', titles: titled('限重(kg)', 'Max. kg', 'Máx. kg', '最大 kg') },
  { key: 'maxVolume', type: 'volume', titles: titled('限容(m³)', 'Max. m³', 'Máx. m³', '最大 m³') },
  { key: 'maxPallets', type: 'integer', titles: titled('限托', 'Max. pallets', 'Máx. palés', '最大パレット') },
  { key: 'usedPercent', type: 'integer', titles: titled('占用(%)', 'Used (%)', 'Ocupado (%)', '使用率(%)') },
  { key: 'itemCount', type: 'integer', titles: titled('货号数', 'Items', 'Artículos', '品番数') },
  {
    key: 'mixItem',
    type: 'text',
    width: 8,
    titles: titled('混货', 'Mix items', 'Mezcla artículos', '品番混載'),
    value: ({ mixItem }, language) => yes(mixItem, language),
  },
  {
    key: 'mixBatch',
    type: 'text',
    width: 8,
    titles: titled('混批', 'Mix batches', 'Mezcla lotes', 'ロット混載'),
    value: ({ mixBatch }, language) => yes(mixBatch, language),
  },
  { key: 'pickSeq', type: 'integer', titles: titled('拣序', 'Pick order', 'Orden picking', 'ピック順') },
  { key: 'putSeq', type: 'integer', titles: titled('上序', 'Put order', 'Orden acomodo', '格納順') },
  {
    key: 'state',
    type: 'text',
    titles: titled('状态', 'State', 'Estado', '状態'),
    value: ({ state }, language) => locationStates[state][language],
  },
  { key: 'remark', type: 'text', width: 24, titles: titled('备注', 'Remark', 'Nota', '備考') },
  { key: 'createdAt', type: 'moment', titles: titled('创建时间', 'Created', 'Creado', '作成日時') },
]
