import { wordFor } from '@xunyun/contract/dictionary'
import type { ItemRow } from '@xunyun/contract/warehouse/masters/items'
import type { WarehouseRow } from '@xunyun/contract/warehouse/masters/warehouses'
import { type ListColumn, titled, yes } from '../../../platform/excel/list.ts'

const code = titled('编码', 'Code', 'Código', 'コード')
const warehouse = titled('仓库', 'Warehouse', 'Almacén', '倉庫')
const remark = { key: 'remark', type: 'text', width: 24, titles: titled('备注', 'Remark', 'Nota', '備考') } as const
const createdAt = {
  key: 'createdAt',
  type: 'moment',
  titles: titled('创建时间', 'Created', 'Creado', '作成日時'),
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
  { key: 'outletName', type: 'text', width: 18, titles: titled('网点', 'Outlet', 'Sede', '拠点') },
  { key: 'regionName', type: 'text', width: 22, titles: titled('地区', 'Region', 'Región', '地域') },
  { key: 'address', type: 'text', width: 28, titles: titled('地址', 'Address', 'Dirección', '住所') },
  { key: 'managerName', type: 'text', titles: titled('管理员', 'Manager', 'Responsable', '責任者') },
  { key: 'zoneCount', type: 'integer', titles: titled('库区数', 'Zones', 'Zonas', 'エリア数') },
  { key: 'locationCount', type: 'integer', titles: titled('库位数', 'Locations', 'Ubicaciones', 'ロケーション数') },
  { key: 'usedPercent', type: 'integer', titles: titled('占用(%)', 'Used (%)', 'Ocupado (%)', '使用率(%)') },
  { key: 'areaM2', type: 'money', titles: titled('面积(m²)', 'Area (m²)', 'Superficie (m²)', '面積(m²)') },
  enabled,
  remark,
  createdAt,
]

export const itemColumns: readonly ListColumn<ItemRow>[] = [
  { key: 'itemNo', type: 'text', width: 18, titles: titled('货号', 'Item', 'Artículo', '品番') },
  { key: 'ownerName', type: 'text', width: 22, titles: titled('货主', 'Owner', 'Propietario', '荷主') },
  { key: 'name', type: 'text', width: 26, titles: titled('品名', 'Name', 'Nombre', '品名') },
  { key: 'spec', type: 'text', titles: titled('规格', 'Spec', 'Especificación', '規格') },
  {
    key: 'baseUnit',
    type: 'text',
    width: 8,
    titles: titled('单位', 'Unit', 'Unidad', '単位'),
    value: ({ baseUnit }, language) => wordFor('unit', baseUnit, language),
  },
  {
    key: 'packs',
    type: 'text',
    titles: titled('箱规', 'Packs', 'Embalajes', '荷姿'),
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
    titles: titled('条码', 'Barcodes', 'Códigos de barras', 'バーコード'),
    value: ({ barcodes }) => barcodes.join(' '),
  },
  {
    key: 'batchControlled',
    type: 'text',
    width: 8,
    titles: titled('批次', 'Batches', 'Lotes', 'ロット'),
    value: ({ batchControlled }, language) => yes(batchControlled, language),
  },
  {
    key: 'serialControlled',
    type: 'text',
    width: 8,
    titles: titled('序列号', 'Serials', 'Series', 'シリアル'),
    value: ({ serialControlled }, language) => yes(serialControlled, language),
  },
  {
    key: 'expiryControlled',
    type: 'text',
    width: 8,
    titles: titled('效期', 'Expiry', 'Caducidad', '期限'),
    value: ({ expiryControlled }, language) => yes(expiryControlled, language),
  },
  { key: 'grossWeight', type: 'weight', titles: titled('毛重(kg)', 'Gross (kg)', 'Bruto (kg)', '総重量(kg)') },
  { key: 'volume', type: 'text', titles: titled('体积(m³)', 'Volume (m³)', 'Volumen (m³)', '容積(m³)') },
  {
    key: 'unitValue',
    type: 'text',
    titles: titled('单位货值(元)', 'Unit value (¥)', 'Valor unitario (¥)', '単位価額(元)'),
  },
  { key: 'minStock', type: 'text', titles: titled('下限', 'Minimum', 'Mínimo', '下限') },
  { key: 'maxStock', type: 'text', titles: titled('上限', 'Maximum', 'Máximo', '上限') },
  { key: 'pickMin', type: 'text', titles: titled('拣货位下限', 'Picking minimum', 'Mínimo de picking', 'ピック下限') },
  { key: 'pickMax', type: 'text', titles: titled('拣货位上限', 'Picking maximum', 'Máximo de picking', 'ピック上限') },
  { key: 'onHand', type: 'text', titles: titled('在库', 'On hand', 'En existencias', '在庫') },
  {
    key: 'shelfLifeDays',
    type: 'integer',
    titles: titled('保质期(天)', 'Shelf life (d)', 'Vida útil (d)', '賞味期間(日)'),
  },
  {
    key: 'overReceivePercent',
    type: 'text',
    titles: titled('超收(%)', 'Over-receipt (%)', 'Exceso (%)', '超過入荷(%)'),
  },
  {
    key: 'minRemainInDays',
    type: 'integer',
    titles: titled('收货最低剩余(天)', 'Days left, in', 'Días restantes, entrada', '入荷残日数'),
  },
  {
    key: 'minRemainOutDays',
    type: 'integer',
    titles: titled('发货最低剩余(天)', 'Days left, out', 'Días restantes, salida', '出荷残日数'),
  },
  { key: 'categoryName', type: 'text', titles: titled('分类', 'Category', 'Categoría', '分類') },
  {
    key: 'tempClass',
    type: 'text',
    titles: titled('温层', 'Temperature', 'Temperatura', '温度区分'),
    value: ({ tempClass }, language) => wordFor('tempClass', tempClass, language),
  },
  {
    key: 'hazard',
    type: 'text',
    width: 8,
    titles: titled('危险品', 'Hazardous', 'Peligroso', '危険物'),
    value: ({ hazard }, language) => yes(hazard, language),
  },
  enabled,
  remark,
  createdAt,
  { key: 'updatedAt', type: 'moment', titles: titled('更新时间', 'Changed', 'Modificado', '更新日時') },
]
