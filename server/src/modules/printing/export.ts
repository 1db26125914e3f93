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
import { fieldWord } from '../../platform/fieldWords.ts'
import { listPrintTrips, listPrintWaybills } from './queries.ts'

const words =
  <K extends string>(type: DictionaryType, key: K) =>
  (row: Readonly<Record<K, unknown>>, language: Language) =>
    wordFor(type, String(row[key]), language)

const pieces = { key: 'pieces', type: 'integer', width: 8, titles: fieldWord('printing:column.pieces') } as const
const weight = { key: 'weight', type: 'weight', titles: fieldWord('printing:column.weight', 'kg') } as const
const volume = {
  key: 'volume',
  type: 'volume',
  titles: fieldWord('printing:column.volume', 'm³'),
} as const
const outlet = { key: 'outletName', type: 'text', titles: fieldWord('printing:column.outlet') } as const
const createdAt = {
  key: 'createdAt',
  type: 'moment',
  titles: fieldWord('printing:column.createdAt'),
} as const
const printed = [
  { key: 'printCount', type: 'integer', titles: fieldWord('printing:column.printCount') },
  { key: 'printedAt', type: 'moment', titles: fieldWord('printing:column.printedAt') },
  { key: 'printedBy', type: 'text', titles: fieldWord('printing:column.printedBy') },
] as const

const waybillColumns: readonly ListColumn<PrintWaybillRow>[] = [
  { key: 'waybillNo', type: 'text', width: 16, titles: fieldWord('printing:column.waybillNo') },
  ...printed,
  {
    key: 'state',
    type: 'text',
    titles: titled('状态', 'State', 'Estado', '状態'),
    value: words('waybillState', 'state'),
  },
  { key: 'customerName', type: 'text', width: 26, titles: fieldWord('printing:column.customer') },
  { key: 'shipperCity', type: 'text', titles: titled('始发', 'From', 'Origen', '発地') },
  { key: 'consigneeCity', type: 'text', titles: titled('到达', 'To', 'Destino', '着地') },
  { key: 'consigneeName', type: 'text', titles: fieldWord('printing:column.consignee') },
  { key: 'consigneePhone', type: 'text', titles: titled('收货电话', 'Phone', 'Teléfono', '電話') },
  { key: 'goodsName', type: 'text', titles: fieldWord('printing:column.goods') },
  pieces,
  weight,
  volume,
  { key: 'codAmount', type: 'money', titles: fieldWord('printing:column.cod') },
  {
    key: 'payMethod',
    type: 'text',
    titles: fieldWord('printing:column.pay'),
    value: words('payMethod', 'payMethod'),
  },
  {
    key: 'receiptRequirement',
    type: 'text',
    titles: fieldWord('printing:column.receipt'),
    value: words('receiptRequirement', 'receiptRequirement'),
  },
  { key: 'bizDate', type: 'date', titles: fieldWord('printing:column.bizDate') },
  outlet,
  createdAt,
]

const tripColumns: readonly ListColumn<PrintTripRow>[] = [
  { key: 'arrangementNo', type: 'text', width: 16, titles: fieldWord('printing:column.tripNo') },
  ...printed,
  {
    key: 'type',
    type: 'text',
    titles: fieldWord('printing:column.type'),
    value: words('arrangementType', 'type'),
  },
  {
    key: 'state',
    type: 'text',
    titles: fieldWord('printing:column.tripState'),
    value: words('arrangementState', 'state'),
  },
  { key: 'plateNo', type: 'text', titles: fieldWord('printing:column.plate') },
  { key: 'driverName', type: 'text', titles: fieldWord('printing:column.driver') },
  { key: 'driverPhone', type: 'text', titles: titled('司机电话', 'Phone', 'Teléfono', '電話') },
  { key: 'fromName', type: 'text', titles: fieldWord('printing:column.from') },
  { key: 'toName', type: 'text', titles: fieldWord('printing:column.to') },
  { key: 'waybills', type: 'integer', titles: fieldWord('printing:column.waybills') },
  pieces,
  weight,
  volume,
  { key: 'planAt', type: 'moment', titles: fieldWord('printing:column.planAt') },
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
