import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import type { ArrangedRow, ArrangementRow, WaitingRow } from '@xunyun/contract/dispatch/calls'
import * as calls from '@xunyun/contract/dispatch/calls'
import { type Language, type PageKey, pageOf } from '@xunyun/contract/pages'
import type { Actor } from '../../platform/actor.ts'
import type { Exports } from '../../platform/excel/exports.ts'
import { type ListColumn, titled } from '../../platform/excel/list.ts'
import { fieldWord } from '../../platform/fieldWords.ts'
import { listArranged } from './arranged.ts'
import { listTrips } from './queries.ts'
import { listWaiting } from './waiting.ts'

const words =
  <K extends string>(type: DictionaryType, key: K) =>
  (row: Readonly<Record<K, unknown>>, language: Language) =>
    wordFor(type, String(row[key]), language)

const pieces = { key: 'pieces', type: 'integer', width: 8, titles: fieldWord('dispatch:column.pieces') } as const
const weight = {
  key: 'weight',
  type: 'weight',
  width: 12,
  titles: fieldWord('dispatch:column.weight', 'kg'),
} as const
const volume = {
  key: 'volume',
  type: 'volume',
  width: 12,
  titles: fieldWord('dispatch:column.volume', 'm³'),
} as const
const waybillNo = {
  key: 'waybillNo',
  type: 'text',
  width: 16,
  titles: fieldWord('dispatch:column.waybillNo'),
} as const
const customer = {
  key: 'customerName',
  type: 'text',
  width: 26,
  titles: fieldWord('dispatch:column.customer'),
} as const
const planAt = {
  key: 'planAt',
  type: 'moment',
  width: 16,
  titles: fieldWord('dispatch:column.planAt'),
} as const
const outlet = {
  key: 'outletName',
  type: 'text',
  width: 14,
  titles: fieldWord('dispatch:column.outlet'),
} as const

/** What a trip and a waybill on a trip say about the vehicle and the way. */
const onTrip = [
  {
    key: 'type',
    type: 'text',
    width: 8,
    titles: fieldWord('dispatch:column.type'),
    value: words('arrangementType', 'type'),
  },
  {
    key: 'state',
    type: 'text',
    width: 10,
    titles: fieldWord('dispatch:column.tripState'),
    value: words('arrangementState', 'state'),
  },
  { key: 'plateNo', type: 'text', width: 12, titles: fieldWord('dispatch:column.plate') },
  { key: 'driverName', type: 'text', width: 10, titles: fieldWord('dispatch:column.driver') },
  { key: 'driverPhone', type: 'text', width: 14, titles: fieldWord('dispatch:column.phone') },
  { key: 'carrierName', type: 'text', width: 20, titles: fieldWord('dispatch:column.carrier') },
  { key: 'fromName', type: 'text', width: 14, titles: titled('起点', 'From', 'Origen', '出発地') },
  { key: 'toName', type: 'text', width: 14, titles: titled('终点', 'To', 'Destino', '到着地') },
] as const
const times = [
  planAt,
  { key: 'departAt', type: 'moment', width: 16, titles: fieldWord('dispatch:column.departAt') },
  { key: 'arriveAt', type: 'moment', width: 16, titles: fieldWord('dispatch:column.arriveAt') },
] as const

/** What an export of trips may hold, by the keys of a list row. */
const tripColumns: readonly ListColumn<ArrangementRow>[] = [
  { key: 'arrangementNo', type: 'text', width: 16, titles: fieldWord('dispatch:column.tripNo') },
  ...onTrip,
  { key: 'waybills', type: 'integer', width: 8, titles: fieldWord('dispatch:column.waybills') },
  pieces,
  weight,
  volume,
  { key: 'loadRate', type: 'text', width: 10, titles: fieldWord('dispatch:column.loadRate', '%') },
  ...times,
  { key: 'sealNo', type: 'text', width: 14, titles: fieldWord('dispatch:column.sealNo') },
  { key: 'km', type: 'text', width: 8, titles: fieldWord('dispatch:column.km') },
  outlet,
  { key: 'remark', type: 'text', width: 24, titles: fieldWord('dispatch:column.remark') },
]

const legs = {
  pickup: titled('提货', 'Pickup', 'Recogida', '集荷'),
  trunk: titled('干线', 'Trunk', 'Troncal', '幹線'),
  delivery: titled('送货', 'Delivery', 'Entrega', '配達'),
  selfPickup: titled('自提', 'Self-pickup', 'Retiro', '引取'),
} satisfies Record<WaitingRow['nextLeg'], unknown>

/** What a vehicle must be able to, in words. */
const demands = (row: WaitingRow, language: Language): string =>
  [
    ['cold', 'hazard'].includes(row.serviceType) ? wordFor('serviceType', row.serviceType, language) : '',
    ['upstairs', 'selfPickup'].includes(row.deliveryWay) ? wordFor('deliveryWay', row.deliveryWay, language) : '',
  ]
    .filter(Boolean)
    .join(' ')

const waitingColumns: readonly ListColumn<WaitingRow>[] = [
  waybillNo,
  {
    key: 'nextLeg',
    type: 'text',
    width: 10,
    titles: fieldWord('dispatch:column.nextLeg'),
    value: (row, language) => legs[row.nextLeg][language],
  },
  { key: 'fromName', type: 'text', width: 14, titles: fieldWord('dispatch:column.at') },
  { key: 'free', type: 'integer', width: 10, titles: fieldWord('dispatch:column.free') },
  customer,
  { key: 'shipperCity', type: 'text', width: 10, titles: titled('起运', 'From', 'Origen', '発地') },
  { key: 'consigneeCity', type: 'text', width: 10, titles: titled('到达', 'To', 'Destino', '着地') },
  weight,
  volume,
  planAt,
  {
    key: 'waitingSince',
    type: 'moment',
    width: 16,
    titles: titled('等待自', 'Waiting since', 'Espera desde', '待機開始'),
  },
  {
    key: 'demand',
    type: 'text',
    width: 14,
    titles: fieldWord('dispatch:column.demand'),
    value: demands,
  },
  { key: 'consigneeName', type: 'text', width: 12, titles: fieldWord('dispatch:column.consignee') },
  {
    key: 'consigneePhone',
    type: 'text',
    width: 14,
    titles: fieldWord('dispatch:column.consigneePhone'),
  },
  {
    key: 'consigneeAddress',
    type: 'text',
    width: 30,
    titles: fieldWord('dispatch:column.consigneeAddress'),
  },
  outlet,
]

const arrangedColumns: readonly ListColumn<ArrangedRow>[] = [
  waybillNo,
  { key: 'arrangementNo', type: 'text', width: 16, titles: fieldWord('dispatch:column.tripNo') },
  ...onTrip,
  pieces,
  weight,
  volume,
  ...times,
  customer,
  {
    key: 'waybillState',
    type: 'text',
    width: 10,
    titles: fieldWord('dispatch:column.state'),
    value: words('waybillState', 'waybillState'),
  },
]

const titleOf = (page: PageKey) => (actor: Actor) => pageOf(page).titles[actor.language]

/** The three lists as files: each its whole filter, or chosen rows. */
export function offerExports(exports: Exports): void {
  exports.offer(calls.exportArrangements, {
    name: titleOf('arrangeList'),
    columns: () => tripColumns,
    page: (tx, actor, input, request) => listTrips(tx, actor, { ...input, ...request, page: undefined }),
  })
  exports.offer(calls.exportWaiting, {
    name: titleOf('arrangedOrder'),
    columns: () => waitingColumns,
    page: (tx, actor, { ids, ...filter }, request) =>
      listWaiting(tx, actor, { ...filter, ...request, ids: undefined, keys: ids, page: undefined }),
  })
  exports.offer(calls.exportArranged, {
    name: titleOf('haveArranged'),
    columns: () => arrangedColumns,
    page: (tx, actor, input, request) => listArranged(tx, actor, { ...input, ...request, page: undefined }),
  })
}
