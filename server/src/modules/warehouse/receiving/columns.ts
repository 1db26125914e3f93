import { wordFor } from '@xunyun/contract/dictionary'
import type { NoticeRow, PutAwayRow, ReceiptRow } from '@xunyun/contract/warehouse/receiving/calls'
import { type ListColumn, titled, yes } from '../../../platform/excel/list.ts'

const warehouse = {
  key: 'warehouseName',
  type: 'text',
  width: 16,
  titles: titled('仓库', 'Warehouse', 'Almacén', '倉庫'),
} as const
const owner = {
  key: 'ownerName',
  type: 'text',
  width: 22,
  titles: titled('货主', 'Owner', 'Propietario', '荷主'),
} as const
const type = {
  key: 'type',
  type: 'text',
  width: 8,
  titles: titled('类型', 'Type', 'Tipo', '種別'),
  value: (row: { type: string }, language: Parameters<typeof yes>[1]) => wordFor('inboundType', row.type, language),
} as const
const customerOrderNo = {
  key: 'customerOrderNo',
  type: 'text',
  width: 18,
  titles: titled('客户单号', "Customer's number", 'Número del cliente', '顧客番号'),
} as const
const eta = { key: 'eta', type: 'moment', titles: titled('预计到货', 'Expected', 'Previsto', '到着予定') } as const
const vehicleNo = { key: 'vehicleNo', type: 'text', titles: titled('车牌', 'Plate', 'Matrícula', '車番') } as const
const lineCount = { key: 'lineCount', type: 'integer', titles: titled('行数', 'Lines', 'Líneas', '行数') } as const
const noticeNo = {
  key: 'noticeNo',
  type: 'text',
  width: 18,
  titles: titled('入库单号', 'Notice', 'Aviso', '入庫番号'),
} as const
const receiptNo = {
  key: 'receiptNo',
  type: 'text',
  width: 20,
  titles: titled('收货单号', 'Receipt', 'Recepción', '入荷番号'),
} as const
const quantities = [
  { key: 'qty', type: 'quantity', titles: titled('通知数', 'Announced', 'Anunciado', '予定数') },
  { key: 'received', type: 'quantity', titles: titled('实收', 'Received', 'Recibido', '入荷数') },
  { key: 'damaged', type: 'quantity', titles: titled('破损', 'Damaged', 'Dañado', '破損') },
  { key: 'short', type: 'quantity', titles: titled('短少', 'Short', 'Faltante', '不足') },
] as const

/** The columns of the exports; keys are those of the pages. */
export const noticeColumns: readonly ListColumn<NoticeRow>[] = [
  noticeNo,
  {
    key: 'state',
    type: 'text',
    titles: titled('状态', 'State', 'Estado', '状態'),
    value: ({ state }, language) => wordFor('inboundState', state, language),
  },
  type,
  owner,
  warehouse,
  customerOrderNo,
  eta,
  vehicleNo,
  lineCount,
  ...quantities,
  { key: 'waiting', type: 'quantity', titles: titled('待上架', 'To put away', 'Por acomodar', '格納待ち') },
  {
    key: 'blind',
    type: 'text',
    width: 8,
    titles: titled('盲收', 'Unannounced', 'Sin aviso', '予定なし'),
    value: ({ blind }, language) => yes(blind, language),
  },
  { key: 'remark', type: 'text', width: 24, titles: titled('备注', 'Remark', 'Nota', '備考') },
  { key: 'createdByName', type: 'text', titles: titled('建单人', 'By', 'Creado por', '作成者') },
  { key: 'createdAt', type: 'moment', titles: titled('创建时间', 'Created', 'Creado', '作成日時') },
]

export const receiptColumns: readonly ListColumn<ReceiptRow>[] = [
  receiptNo,
  {
    key: 'state',
    type: 'text',
    titles: titled('状态', 'State', 'Estado', '状態'),
    value: ({ state }, language) => wordFor('receiptState', state, language),
  },
  noticeNo,
  type,
  owner,
  warehouse,
  customerOrderNo,
  vehicleNo,
  eta,
  lineCount,
  ...quantities,
  {
    key: 'over',
    type: 'text',
    width: 8,
    titles: titled('超收', 'Too many', 'Exceso', '超過'),
    value: ({ over }, language) => yes(over, language),
  },
  { key: 'receivedByName', type: 'text', titles: titled('收货人', 'Received by', 'Recibido por', '入荷担当') },
  { key: 'startedAt', type: 'moment', titles: titled('开始时间', 'Begun', 'Iniciado', '開始日時') },
  { key: 'receivedAt', type: 'moment', titles: titled('收货时间', 'Received at', 'Recibido el', '入荷日時') },
]

export const putAwayColumns: readonly ListColumn<PutAwayRow>[] = [
  receiptNo,
  {
    key: 'state',
    type: 'text',
    titles: titled('状态', 'State', 'Estado', '状態'),
    value: ({ state }, language) => wordFor('putAwayState', state, language),
  },
  { key: 'containerCode', type: 'text', titles: titled('容器号', 'Container', 'Contenedor', '容器番号') },
  owner,
  { key: 'itemNo', type: 'text', width: 18, titles: titled('货号', 'Item', 'Artículo', '品番') },
  { key: 'itemName', type: 'text', width: 24, titles: titled('品名', 'Name', 'Nombre', '品名') },
  { key: 'batchNo', type: 'text', titles: titled('批次', 'Batch', 'Lote', 'ロット') },
  {
    key: 'quality',
    type: 'text',
    width: 8,
    titles: titled('质量', 'Quality', 'Calidad', '品質'),
    value: ({ quality }, language) => wordFor('quality', quality, language),
  },
  { key: 'expiry', type: 'text', width: 12, titles: titled('到期', 'Expiry', 'Caducidad', '期限') },
  { key: 'qty', type: 'quantity', titles: titled('数量', 'Quantity', 'Cantidad', '数量') },
  {
    key: 'baseUnit',
    type: 'text',
    width: 8,
    titles: titled('单位', 'Unit', 'Unidad', '単位'),
    value: ({ baseUnit }, language) => wordFor('unit', baseUnit, language),
  },
  warehouse,
  {
    key: 'fromLocation',
    type: 'text',
    width: 16,
    titles: titled('收货库位', 'Received at', 'Recibido en', '入荷場所'),
  },
  {
    key: 'suggestedLocation',
    type: 'text',
    width: 16,
    titles: titled('建议库位', 'Suggested', 'Sugerida', '推奨ロケーション'),
  },
  {
    key: 'reason',
    type: 'text',
    width: 18,
    titles: titled('理由', 'Reason', 'Motivo', '理由'),
    value: ({ reason }, language) => wordFor('putAwayReason', reason, language),
  },
  { key: 'toLocation', type: 'text', width: 16, titles: titled('上架库位', 'Put away at', 'Acomodado en', '格納先') },
  { key: 'createdAt', type: 'moment', titles: titled('收货时间', 'Received', 'Recibido', '入荷日時') },
  { key: 'doneByName', type: 'text', titles: titled('上架人', 'Put away by', 'Acomodado por', '格納担当') },
  { key: 'doneAt', type: 'moment', titles: titled('上架时间', 'Put away', 'Acomodado', '格納日時') },
]
