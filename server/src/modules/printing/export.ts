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
import { type ListColumn, listColumn, titled } from '../../platform/excel/list.ts'
import { listPrintTrips, listPrintWaybills } from './queries.ts'

const words =
  <K extends string>(type: DictionaryType, key: K) =>
  (row: Readonly<Record<K, unknown>>, language: Language) =>
    wordFor(type, String(row[key]), language)

const pieces = listColumn('printing:column.pieces', 'integer', { width: 8 })
const weight = listColumn('printing:column.weight', 'weight', { unit: 'kg' })
const volume = listColumn('printing:column.volume', 'volume', { unit: 'm³' })
const outlet = listColumn('printing:column.outlet', 'text', { key: 'outletName' })
const createdAt = listColumn('printing:column.createdAt', 'moment')
const printed = [
  listColumn('printing:column.printCount', 'integer'),
  listColumn('printing:column.printedAt', 'moment'),
  listColumn('printing:column.printedBy', 'text'),
] as const

const waybillColumns: readonly ListColumn<PrintWaybillRow>[] = [
  listColumn('printing:column.waybillNo', 'text', { width: 16 }),
  ...printed,
  {
    key: 'state',
    type: 'text',
    titles: titled('状态', 'State', 'Estado', '状態'),
    value: words('waybillState', 'state'),
  },
  listColumn('printing:column.customer', 'text', { key: 'customerName', width: 26 }),
  { key: 'shipperCity', type: 'text', titles: titled('始发', 'From', 'Origen', '発地') },
  { key: 'consigneeCity', type: 'text', titles: titled('到达', 'To', 'Destino', '着地') },
  listColumn('printing:column.consignee', 'text', { key: 'consigneeName' }),
  {
    key: 'consigneePhone',
    type: 'text',
    titles: titled('收货电话', 'Consignee phone', 'Tel. destinatario', '荷受人電話'),
  },
  listColumn('printing:column.goods', 'text', { key: 'goodsName' }),
  pieces,
  weight,
  volume,
  listColumn('printing:column.cod', 'money', { key: 'codAmount' }),
  listColumn('printing:column.pay', 'text', { key: 'payMethod', value: words('payMethod', 'payMethod') }),
  listColumn('printing:column.receipt', 'text', {
    key: 'receiptRequirement',
    value: words('receiptRequirement', 'receiptRequirement'),
  }),
  listColumn('printing:column.bizDate', 'date'),
  outlet,
  createdAt,
]

const tripColumns: readonly ListColumn<PrintTripRow>[] = [
  listColumn('printing:column.tripNo', 'text', { key: 'arrangementNo', width: 16 }),
  ...printed,
  listColumn('printing:column.type', 'text', { value: words('arrangementType', 'type') }),
  listColumn('printing:column.tripState', 'text', { key: 'state', value: words('arrangementState', 'state') }),
  listColumn('printing:column.plate', 'text', { key: 'plateNo' }),
  listColumn('printing:column.driver', 'text', { key: 'driverName' }),
  { key: 'driverPhone', type: 'text', titles: titled('司机电话', 'Driver phone', 'Tel. conductor', 'ドライバー電話') },
  listColumn('printing:column.from', 'text', { key: 'fromName' }),
  listColumn('printing:column.to', 'text', { key: 'toName' }),
  listColumn('printing:column.waybills', 'integer'),
  pieces,
  weight,
  volume,
  listColumn('printing:column.planAt', 'moment'),
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
