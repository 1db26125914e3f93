import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import { type Language, pageOf } from '@xunyun/contract/pages'
import {
  exportPrintTrips,
  exportPrintWaybills,
  type PrintTripRow,
  type PrintWaybillRow,
} from '@xunyun/contract/printing/calls'
import { type PrintType, printTypeTitles } from '@xunyun/contract/printing/papers'
import type { Actor } from '../../platform/actor.ts'
import type { Exports } from '../../platform/excel/exports.ts'
import { type ListColumn, titled } from '../../platform/excel/list.ts'
import { listPrintTrips, listPrintWaybills } from './queries.ts'

const words =
  <K extends string>(type: DictionaryType, key: K) =>
  (row: Readonly<Record<K, unknown>>, language: Language) =>
    wordFor(type, String(row[key]), language)

const pieces = { key: 'pieces', type: 'integer', width: 8, titles: titled('件数', 'Pieces', 'Piezas', '個数') } as const
const weight = { key: 'weight', type: 'weight', titles: titled('重量 kg', 'Weight kg', 'Peso kg', '重量 kg') } as const
const volume = {
  key: 'volume',
  type: 'volume',
  titles: titled('体积 m³', 'Volume m³', 'Volumen m³', '容積 m³'),
} as const
const outlet = { key: 'outletName', type: 'text', titles: titled('网点', 'Outlet', 'Sede', '拠点') } as const
const createdAt = {
  key: 'createdAt',
  type: 'moment',
  titles: titled('创建时间', 'Created', 'Creado', '作成日時'),
} as const
const printed = [
  { key: 'printCount', type: 'integer', titles: titled('打印次数', 'Times printed', 'Impresiones', '印刷回数') },
  { key: 'printedAt', type: 'moment', titles: titled('最近打印', 'Last printed', 'Última impresión', '最終印刷') },
  { key: 'printedBy', type: 'text', titles: titled('打印人', 'Printed by', 'Impreso por', '印刷者') },
] as const

const waybillColumns: readonly ListColumn<PrintWaybillRow>[] = [
  { key: 'waybillNo', type: 'text', width: 16, titles: titled('运单号', 'Waybill no.', 'N.º de guía', '送り状番号') },
  ...printed,
  {
    key: 'state',
    type: 'text',
    titles: titled('状态', 'State', 'Estado', '状態'),
    value: words('waybillState', 'state'),
  },
  { key: 'customerName', type: 'text', width: 26, titles: titled('客户', 'Customer', 'Cliente', '顧客') },
  { key: 'shipperCity', type: 'text', titles: titled('始发', 'From', 'Origen', '発地') },
  { key: 'consigneeCity', type: 'text', titles: titled('到达', 'To', 'Destino', '着地') },
  { key: 'consigneeName', type: 'text', titles: titled('收货人', 'Consignee', 'Destinatario', '荷受人') },
  { key: 'consigneePhone', type: 'text', titles: titled('收货电话', 'Phone', 'Teléfono', '電話') },
  { key: 'goodsName', type: 'text', titles: titled('货名', 'Goods', 'Mercancía', '品名') },
  pieces,
  weight,
  volume,
  { key: 'codAmount', type: 'money', titles: titled('代收货款', 'COD', 'Reembolso', '代引金額') },
  {
    key: 'payMethod',
    type: 'text',
    titles: titled('付款方式', 'Payment', 'Pago', '支払方法'),
    value: words('payMethod', 'payMethod'),
  },
  {
    key: 'receiptRequirement',
    type: 'text',
    titles: titled('回单', 'Receipt', 'Comprobante', '受領書'),
    value: words('receiptRequirement', 'receiptRequirement'),
  },
  { key: 'bizDate', type: 'date', titles: titled('业务日期', 'Date', 'Fecha', '業務日') },
  outlet,
  createdAt,
]

const tripColumns: readonly ListColumn<PrintTripRow>[] = [
  { key: 'arrangementNo', type: 'text', width: 16, titles: titled('安排单号', 'Trip no.', 'N.º de viaje', '配車番号') },
  ...printed,
  {
    key: 'type',
    type: 'text',
    titles: titled('类型', 'Type', 'Tipo', '種別'),
    value: words('arrangementType', 'type'),
  },
  {
    key: 'state',
    type: 'text',
    titles: titled('安排状态', 'Trip state', 'Estado', '配車状態'),
    value: words('arrangementState', 'state'),
  },
  { key: 'plateNo', type: 'text', titles: titled('车牌', 'Plate', 'Matrícula', '車両番号') },
  { key: 'driverName', type: 'text', titles: titled('司机', 'Driver', 'Conductor', '運転手') },
  { key: 'driverPhone', type: 'text', titles: titled('司机电话', 'Phone', 'Teléfono', '電話') },
  { key: 'fromName', type: 'text', titles: titled('始发', 'From', 'Origen', '発地') },
  { key: 'toName', type: 'text', titles: titled('到达', 'To', 'Destino', '着地') },
  { key: 'waybills', type: 'integer', titles: titled('票数', 'Waybills', 'Guías', '票数') },
  pieces,
  weight,
  volume,
  { key: 'planAt', type: 'moment', titles: titled('计划时间', 'Planned', 'Previsto', '予定') },
  outlet,
  createdAt,
]

const nameOf = (actor: Actor, type: PrintType): string =>
  `${pageOf('printDocuments').titles[actor.language]} ${printTypeTitles[type][actor.language]}`

export function offerExports(exports: Exports): void {
  exports.offer(exportPrintWaybills, {
    name: (actor, input) => nameOf(actor, input.type),
    columns: () => waybillColumns,
    page: (tx, actor, input, request) => listPrintWaybills(tx, actor, { ...input, ...request, page: undefined }),
  })
  exports.offer(exportPrintTrips, {
    name: (actor) => nameOf(actor, 'loading'),
    columns: () => tripColumns,
    page: (tx, actor, input, request) => listPrintTrips(tx, actor, { ...input, ...request, page: undefined }),
  })
}
