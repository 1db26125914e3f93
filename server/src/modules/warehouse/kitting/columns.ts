import { wordFor } from '@xunyun/contract/dictionary'
import type { KitOrderRow } from '@xunyun/contract/warehouse/kitting/kitOrders'
import type { KitRow } from '@xunyun/contract/warehouse/kitting/kits'
import { type ListColumn, titled } from '../../../platform/excel/list.ts'

export const kitColumns: readonly ListColumn<KitRow>[] = [
  { key: 'itemNo', type: 'text', width: 18, titles: titled('货号', 'Item', 'Artículo', '品番') },
  { key: 'ownerName', type: 'text', width: 22, titles: titled('货主', 'Owner', 'Propietario', '荷主') },
  { key: 'name', type: 'text', width: 26, titles: titled('品名', 'Name', 'Nombre', '品名') },
  { key: 'partCount', type: 'integer', titles: titled('子件数', 'Parts', 'Componentes', '構成品数') },
  { key: 'possible', type: 'quantity', titles: titled('可组', 'Possible', 'Posibles', '組立可能') },
  { key: 'onHand', type: 'quantity', titles: titled('在库', 'On hand', 'Existencias', '在庫') },
  {
    key: 'baseUnit',
    type: 'text',
    titles: titled('单位', 'Unit', 'Unidad', '単位'),
    value: ({ baseUnit }, language) => wordFor('unit', baseUnit, language),
  },
  { key: 'openOrders', type: 'integer', titles: titled('待做单', 'Open orders', 'Órdenes abiertas', '未実施') },
  {
    key: 'state',
    type: 'text',
    titles: titled('状态', 'State', 'Estado', '状態'),
    value: ({ enabled }, language) =>
      (enabled ? titled('启用', 'Enabled', 'Activo', '有効') : titled('停用', 'Disabled', 'Inactivo', '停止'))[
        language
      ],
  },
  { key: 'remark', type: 'text', width: 24, titles: titled('备注', 'Remark', 'Nota', '備考') },
  { key: 'createdAt', type: 'moment', titles: titled('创建时间', 'Created', 'Creado', '作成日時') },
  { key: 'updatedAt', type: 'moment', titles: titled('更新时间', 'Changed', 'Modificado', '更新日時') },
]

export const kitOrderColumns: readonly ListColumn<KitOrderRow>[] = [
  { key: 'orderNo', type: 'text', width: 18, titles: titled('组合单号', 'Order', 'Orden', '伝票番号') },
  {
    key: 'kind',
    type: 'text',
    titles: titled('类型', 'Kind', 'Tipo', '種別'),
    value: ({ kind }, language) => wordFor('kitOrderKind', kind, language),
  },
  { key: 'itemNo', type: 'text', width: 18, titles: titled('货号', 'Item', 'Artículo', '品番') },
  { key: 'itemName', type: 'text', width: 24, titles: titled('品名', 'Name', 'Nombre', '品名') },
  { key: 'qty', type: 'quantity', titles: titled('数量', 'Quantity', 'Cantidad', '数量') },
  {
    key: 'baseUnit',
    type: 'text',
    titles: titled('单位', 'Unit', 'Unidad', '単位'),
    value: ({ baseUnit }, language) => wordFor('unit', baseUnit, language),
  },
  { key: 'batchNo', type: 'text', titles: titled('批次', 'Batch', 'Lote', 'ロット') },
  { key: 'expiry', type: 'date', titles: titled('到期', 'Expiry', 'Caducidad', '期限') },
  { key: 'fromLocation', type: 'text', titles: titled('取自', 'From', 'Desde', '取り出し元') },
  { key: 'toLocation', type: 'text', titles: titled('放到', 'To', 'Hasta', '格納先') },
  {
    key: 'state',
    type: 'text',
    titles: titled('状态', 'State', 'Estado', '状態'),
    value: ({ state }, language) => wordFor('kitOrderState', state, language),
  },
  { key: 'ownerName', type: 'text', width: 22, titles: titled('货主', 'Owner', 'Propietario', '荷主') },
  { key: 'warehouseName', type: 'text', width: 18, titles: titled('仓库', 'Warehouse', 'Almacén', '倉庫') },
  { key: 'createdByName', type: 'text', titles: titled('建单人', 'By', 'Por', '作成者') },
  { key: 'createdAt', type: 'moment', titles: titled('创建时间', 'Created', 'Creado', '作成日時') },
  { key: 'doneByName', type: 'text', titles: titled('操作人', 'Done by', 'Hecho por', '実施者') },
  { key: 'doneAt', type: 'moment', titles: titled('完成', 'Done', 'Hecho', '実施日時') },
  { key: 'remark', type: 'text', width: 24, titles: titled('备注', 'Remark', 'Nota', '備考') },
  {
    key: 'voidReason',
    type: 'text',
    width: 24,
    titles: titled('取消或冲销原因', 'Why voided', 'Motivo de anulación', '取消の理由'),
  },
]
