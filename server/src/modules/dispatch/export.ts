import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import type { ArrangedRow, ArrangementRow, WaitingRow } from '@xunyun/contract/dispatch/calls'
import * as calls from '@xunyun/contract/dispatch/calls'
import { stateWords } from '@xunyun/contract/dispatch/states'
import { type Language, type PageKey, pageOf } from '@xunyun/contract/pages'
import type { Actor } from '../../platform/actor.ts'
import type { Exports } from '../../platform/excel/exports.ts'
import { type ListColumn, listColumn, titled } from '../../platform/excel/list.ts'
import { listArranged } from './arranged.ts'
import { listTrips } from './queries.ts'
import { listWaiting } from './waiting.ts'

const words =
  <K extends string>(type: DictionaryType, key: K) =>
  (row: Readonly<Record<K, unknown>>, language: Language) =>
    wordFor(type, String(row[key]), language)

const pieces = listColumn('dispatch:column.pieces', 'integer', { width: 8 })
const weight = listColumn('dispatch:column.weight', 'weight', { width: 12, unit: 'kg' })
const volume = listColumn('dispatch:column.volume', 'volume', { width: 12, unit: 'm³' })
const waybillNo = listColumn('dispatch:column.waybillNo', 'text', { width: 16 })
const customer = listColumn('dispatch:column.customer', 'text', { key: 'customerName', width: 26 })
const planAt = listColumn('dispatch:column.planAt', 'moment', { width: 16 })
const outlet = listColumn('dispatch:column.outlet', 'text', { key: 'outletName', width: 14 })

const driver = listColumn('dispatch:column.driver', 'text', { key: 'driverName', width: 10 })
const phone = listColumn('dispatch:column.phone', 'text', { key: 'driverPhone', width: 14 })
const carrier = listColumn('dispatch:column.carrier', 'text', { key: 'carrierName', width: 20 })
const ends = [
  { key: 'fromName', type: 'text', width: 14, titles: titled('起点', 'Start', 'Inicio', '出発地') },
  { key: 'toName', type: 'text', width: 14, titles: titled('终点', 'End', 'Fin', '到着地') },
] as const

/** What a trip says about the vehicle and the way. */
const onTrip = [
  listColumn('dispatch:column.type', 'text', { width: 8, value: words('arrangementType', 'type') }),
  listColumn('dispatch:column.tripState', 'text', {
    key: 'state',
    width: 10,
    value: words('arrangementState', 'state'),
  }),
  listColumn('dispatch:column.plate', 'text', { key: 'plateNo', width: 12 }),
  driver,
  phone,
  carrier,
  ...ends,
] as const
const times = [
  planAt,
  listColumn('dispatch:column.departAt', 'moment', { width: 16 }),
  listColumn('dispatch:column.arriveAt', 'moment', { width: 16 }),
] as const

/** What an export of trips may hold, by the keys of a list row. */
const tripColumns: readonly ListColumn<ArrangementRow>[] = [
  listColumn('dispatch:column.tripNo', 'text', { key: 'arrangementNo', width: 16 }),
  ...onTrip,
  listColumn('dispatch:column.stops', 'text', {
    width: 10,
    value: ({ stopsDone, stopCount }) => `${stopsDone}/${stopCount}`,
  }),
  listColumn('dispatch:column.waybills', 'integer', { width: 8 }),
  pieces,
  weight,
  volume,
  listColumn('dispatch:column.loadRate', 'text', { width: 10, unit: '%' }),
  ...times,
  listColumn('dispatch:column.sealNo', 'text', { width: 14 }),
  listColumn('dispatch:column.km', 'text', { width: 8 }),
  outlet,
  listColumn('dispatch:column.remark', 'text', { width: 24 }),
]

const legs = {
  checkIn: titled('待入站', 'To be brought in', 'Por traer', '持込待ち'),
  pickup: titled('提货', 'Pickup', 'Recogida', '集荷'),
  trunk: titled('干线', 'Trunk', 'Troncal', '幹線'),
  shuttle: titled('短驳', 'Shuttle', 'Traslado', '横持ち'),
  delivery: titled('送货', 'Delivery', 'Entrega', '配達'),
  selfPickup: titled('自提', 'Self-pickup', 'Retiro en sede', '引取'),
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
  listColumn('dispatch:column.nextLeg', 'text', { width: 10, value: (row, language) => legs[row.nextLeg][language] }),
  listColumn('dispatch:column.at', 'text', { key: 'fromName', width: 14 }),
  listColumn('dispatch:column.destOutlet', 'text', { key: 'destName', width: 14 }),
  listColumn('dispatch:column.free', 'integer', { width: 10 }),
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
  listColumn('dispatch:column.demand', 'text', { width: 14, value: demands }),
  listColumn('dispatch:column.shipper', 'text', { key: 'shipperName', width: 12 }),
  listColumn('dispatch:column.shipperAddress', 'text', { width: 30 }),
  listColumn('dispatch:column.consignee', 'text', { key: 'consigneeName', width: 12 }),
  listColumn('dispatch:column.consigneePhone', 'text', { width: 14 }),
  listColumn('dispatch:column.consigneeAddress', 'text', { width: 30 }),
  outlet,
]

const arrangedColumns: readonly ListColumn<ArrangedRow>[] = [
  waybillNo,
  listColumn('dispatch:column.tripNo', 'text', { key: 'arrangementNo', width: 16 }),
  listColumn('dispatch:column.type', 'text', {
    width: 8,
    value: ({ kind, type }, language) =>
      type === null ? wordFor('arrangementKind', kind, language) : wordFor('arrangementType', type, language),
  }),
  listColumn('dispatch:column.tripState', 'text', {
    key: 'state',
    width: 10,
    value: ({ kind, state }, language) => wordFor(stateWords[kind], state, language),
  }),
  listColumn('dispatch:column.carriedBy', 'text', {
    key: 'plateNo',
    width: 16,
    value: ({ kind, plateNo, carrierName }) => (kind === 'vehicle' ? plateNo : carrierName),
  }),
  listColumn('dispatch:column.carrierNo', 'text', { width: 16 }),
  driver,
  phone,
  carrier,
  ...ends,
  pieces,
  weight,
  volume,
  ...times,
  customer,
  listColumn('dispatch:column.state', 'text', {
    key: 'waybillState',
    width: 10,
    value: words('waybillState', 'waybillState'),
  }),
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
