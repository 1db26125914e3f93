import { wordFor } from '@xunyun/contract/dictionary'
import type { CountRow } from '@xunyun/contract/warehouse/storing/counts'
import type { StockOrderRow } from '@xunyun/contract/warehouse/storing/orders'
import { type ListColumn, titled } from '../../../platform/excel/list.ts'

export const orderColumns: readonly ListColumn<StockOrderRow>[] = [
  { key: 'orderNo', type: 'text', width: 18, titles: titled('移库单号', 'Order', 'Orden', '移動伝票') },
  {
    key: 'type',
    type: 'text',
    titles: titled('类型', 'Type', 'Tipo', '種別'),
    value: ({ type }, language) => wordFor('stockOrderType', type, language),
  },
  {
    key: 'state',
    type: 'text',
    titles: titled('状态', 'State', 'Estado', '状態'),
    value: ({ state }, language) => wordFor('stockOrderState', state, language),
  },
  { key: 'warehouseName', type: 'text', width: 18, titles: titled('仓库', 'Warehouse', 'Almacén', '倉庫') },
  { key: 'ownerName', type: 'text', width: 22, titles: titled('货主', 'Owner', 'Propietario', '荷主') },
  { key: 'lineCount', type: 'integer', titles: titled('行数', 'Lines', 'Líneas', '行数') },
  { key: 'qty', type: 'quantity', titles: titled('数量', 'Quantity', 'Cantidad', '数量') },
  { key: 'fromLocation', type: 'text', titles: titled('从库位', 'From', 'Desde', '移動元') },
  { key: 'toLocation', type: 'text', titles: titled('到库位', 'To', 'Hasta', '移動先') },
  {
    key: 'reason',
    type: 'text',
    titles: titled('原因', 'Reason', 'Motivo', '理由'),
    value: ({ reason }, language) => wordFor('stockReason', reason, language),
  },
  { key: 'createdByName', type: 'text', titles: titled('建单人', 'By', 'Por', '作成者') },
  { key: 'createdAt', type: 'moment', titles: titled('创建时间', 'Created', 'Creado', '作成日時') },
  { key: 'doneByName', type: 'text', titles: titled('操作人', 'Done by', 'Hecho por', '実施者') },
  { key: 'doneAt', type: 'moment', titles: titled('完成', 'Done', 'Hecho', '実施日時') },
  { key: 'remark', type: 'text', width: 24, titles: titled('备注', 'Remark', 'Nota', '備考') },
]

export const countColumns: readonly ListColumn<CountRow>[] = [
  { key: 'countNo', type: 'text', width: 18, titles: titled('盘点单号', 'Count', 'Conteo', '棚卸番号') },
  {
    key: 'state',
    type: 'text',
    titles: titled('状态', 'State', 'Estado', '状態'),
    value: ({ state }, language) => wordFor('countState', state, language),
  },
  { key: 'warehouseName', type: 'text', width: 18, titles: titled('仓库', 'Warehouse', 'Almacén', '倉庫') },
  {
    key: 'method',
    type: 'text',
    titles: titled('方式', 'Way', 'Modo', '方式'),
    value: ({ method }, language) => wordFor('countMethod', method, language),
  },
  { key: 'range', type: 'text', width: 30, titles: titled('范围', 'Range', 'Rango', '範囲') },
  { key: 'ownerName', type: 'text', width: 22, titles: titled('货主', 'Owner', 'Propietario', '荷主') },
  { key: 'placeCount', type: 'integer', titles: titled('库位数', 'Locations', 'Ubicaciones', 'ロケーション数') },
  { key: 'countedPlaces', type: 'integer', titles: titled('已盘', 'Counted', 'Contadas', '棚卸済') },
  { key: 'differentLines', type: 'integer', titles: titled('差异行', 'Differences', 'Diferencias', '差異行') },
  { key: 'surplus', type: 'quantity', titles: titled('盘盈', 'More', 'Sobrante', '棚卸増') },
  { key: 'shortage', type: 'quantity', titles: titled('盘亏', 'Less', 'Faltante', '棚卸減') },
  { key: 'accuracy', type: 'text', titles: titled('准确率%', 'Accuracy %', 'Exactitud %', '正確率%') },
  { key: 'counters', type: 'text', width: 18, titles: titled('盘点人', 'Counted by', 'Contado por', '棚卸担当') },
  { key: 'createdByName', type: 'text', titles: titled('建单人', 'Made by', 'Creado por', '作成者') },
  { key: 'createdAt', type: 'moment', titles: titled('创建时间', 'Created', 'Creado', '作成日時') },
  { key: 'doneAt', type: 'moment', titles: titled('完成', 'Done', 'Terminado', '完了日時') },
  { key: 'remark', type: 'text', width: 24, titles: titled('备注', 'Remark', 'Nota', '備考') },
]
