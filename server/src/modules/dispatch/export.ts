import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import type { ArrangedRow, ArrangementRow, WaitingRow } from '@xunyun/contract/dispatch/calls'
import * as calls from '@xunyun/contract/dispatch/calls'
import { type Language, type PageKey, pageOf } from '@xunyun/contract/pages'
import type { Actor } from '../../platform/actor.ts'
import type { Exports } from '../../platform/excel/exports.ts'
import { type ListColumn, titled } from '../../platform/excel/list.ts'
import { listArranged } from './arranged.ts'
import { listTrips } from './queries.ts'
import { listWaiting } from './waiting.ts'

const words =
  <K extends string>(type: DictionaryType, key: K) =>
  (row: Readonly<Record<K, unknown>>, language: Language) =>
    wordFor(type, String(row[key]), language)

const pieces = { key: 'pieces', type: 'integer', width: 8, titles: titled('件数', 'Pieces', 'Piezas', '個数') } as const
const weight = {
  key: 'weight',
  type: 'weight',
  width: 12,
  titles: titled('重量 kg', 'Weight kg', 'Peso kg', '重量 kg'),
} as const
const volume = {
  key: 'volume',
  type: 'volume',
  width: 12,
  titles: titled('体积 m³', 'Volume m³', 'Volumen m³', '容積 m³'),
} as const
const waybillNo = {
  key: 'waybillNo',
  type: 'text',
  width: 16,
  titles: titled('运单号', 'Waybill no.', 'N.º de guía', '送り状番号'),
} as const
const customer = {
  key: 'customerName',
  type: 'text',
  width: 26,
  titles: titled('客户', 'Customer', 'Cliente', '顧客'),
} as const
const planAt = {
  key: 'planAt',
  type: 'moment',
  width: 16,
  titles: titled('计划时间', 'Planned', 'Previsto', '予定'),
} as const
const outlet = {
  key: 'outletName',
  type: 'text',
  width: 14,
  titles: titled('网点', 'Outlet', 'Sede', '拠点'),
} as const

/** What a trip and a waybill on a trip say about the vehicle and the way. */
const onTrip = [
  {
    key: 'type',
    type: 'text',
    width: 8,
    titles: titled('类型', 'Type', 'Tipo', '種別'),
    value: words('arrangementType', 'type'),
  },
  {
    key: 'state',
    type: 'text',
    width: 10,
    titles: titled('安排状态', 'Trip state', 'Estado del viaje', '配車状態'),
    value: words('arrangementState', 'state'),
  },
  { key: 'plateNo', type: 'text', width: 12, titles: titled('车牌', 'Plate', 'Matrícula', 'ナンバー') },
  { key: 'driverName', type: 'text', width: 10, titles: titled('司机', 'Driver', 'Conductor', 'ドライバー') },
  { key: 'driverPhone', type: 'text', width: 14, titles: titled('电话', 'Phone', 'Teléfono', '電話') },
  { key: 'carrierName', type: 'text', width: 20, titles: titled('承运商', 'Carrier', 'Transportista', '運送会社') },
  { key: 'fromName', type: 'text', width: 14, titles: titled('起点', 'From', 'Origen', '出発地') },
  { key: 'toName', type: 'text', width: 14, titles: titled('终点', 'To', 'Destino', '到着地') },
] as const
const times = [
  planAt,
  { key: 'departAt', type: 'moment', width: 16, titles: titled('发车时间', 'Departed', 'Salida', '出発') },
  { key: 'arriveAt', type: 'moment', width: 16, titles: titled('到达时间', 'Arrived', 'Llegada', '到着') },
] as const

/** What an export of trips may hold, by the keys of a list row. */
const tripColumns: readonly ListColumn<ArrangementRow>[] = [
  { key: 'arrangementNo', type: 'text', width: 16, titles: titled('安排单号', 'Trip no.', 'N.º de viaje', '配車番号') },
  ...onTrip,
  { key: 'waybills', type: 'integer', width: 8, titles: titled('票数', 'Waybills', 'Guías', '件数') },
  pieces,
  weight,
  volume,
  { key: 'loadRate', type: 'text', width: 10, titles: titled('装载率 %', 'Load %', 'Carga %', '積載率 %') },
  ...times,
  { key: 'sealNo', type: 'text', width: 14, titles: titled('铅封号', 'Seal no.', 'Precinto', '封印番号') },
  { key: 'km', type: 'text', width: 8, titles: titled('公里', 'km', 'km', 'km') },
  outlet,
  { key: 'remark', type: 'text', width: 24, titles: titled('备注', 'Remark', 'Nota', '備考') },
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
    titles: titled('下一程', 'Next leg', 'Próximo tramo', '次の区間'),
    value: (row, language) => legs[row.nextLeg][language],
  },
  { key: 'fromName', type: 'text', width: 14, titles: titled('所在', 'At', 'En', '所在') },
  { key: 'free', type: 'integer', width: 10, titles: titled('待安排件', 'Free pieces', 'Piezas libres', '未手配個数') },
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
    titles: titled('要求', 'Demands', 'Requisitos', '要件'),
    value: demands,
  },
  { key: 'consigneeName', type: 'text', width: 12, titles: titled('收货人', 'Consignee', 'Destinatario', '荷受人') },
  {
    key: 'consigneePhone',
    type: 'text',
    width: 14,
    titles: titled('收货电话', 'Consignee phone', 'Teléfono destinatario', '荷受人電話'),
  },
  {
    key: 'consigneeAddress',
    type: 'text',
    width: 30,
    titles: titled('收货地址', 'Consignee address', 'Dirección destinatario', '荷受人住所'),
  },
  outlet,
]

const arrangedColumns: readonly ListColumn<ArrangedRow>[] = [
  waybillNo,
  { key: 'arrangementNo', type: 'text', width: 16, titles: titled('安排单号', 'Trip no.', 'N.º de viaje', '配車番号') },
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
    titles: titled('运输状态', 'Waybill state', 'Estado de la guía', '輸送状態'),
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
