import * as z from 'zod/mini'
import { browse } from '../access.ts'
import { arrangementKinds } from '../dispatch/states.ts'
import { call } from '../kernel/call.ts'
import { listCalls, totalsOutput } from '../kernel/list.ts'
import { id, oneOf, optional, text } from '../kernel/wire.ts'
import { signedReceiptStates } from '../signedReceipts/states.ts'
import { waybillDetail, waybillFilters } from '../waybills/calls.ts'
import { trackedRow } from '../waybills/tracks.ts'

/** 运输查询 (RT-13/transport): where a shipment is, leg by leg; nothing of what it costs or earns. */

export const transportTabs = [
  'unarranged',
  'inTransit',
  'arrived',
  'delivering',
  'awaitingPickup',
  'signed',
  'exception',
  'cancelled',
] as const
export type TransportTab = (typeof transportTabs)[number]

/** Of a waybill with its last track, what tells of its way. */
const told = {
  id: true,
  waybillNo: true,
  state: true,
  statePieces: true,
  unarranged: true,
  signed: true,
  refused: true,
  urgent: true,
  hold: true,
  exceptions: true,
  customerName: true,
  customerNo: true,
  bizDate: true,
  shipperCity: true,
  consigneeCity: true,
  goodsName: true,
  pieces: true,
  weight: true,
  volume: true,
  transMode: true,
  deliveryWay: true,
  planArrive: true,
  receiptRequirement: true,
  shipperName: true,
  consigneeCompany: true,
  consigneeName: true,
  consigneePhone: true,
  outletName: true,
  destName: true,
  salesmanName: true,
  remarkCustomer: true,
  createdAt: true,
  lastTrack: true,
  plateNo: true,
  carrierName: true,
} as const
export const toldOfTransport = Object.keys(told) as readonly (keyof typeof told)[]

/** What has the pieces, or had them last, or will have them next; of a line carrier a customer learns that it is a 干线 (T3). */
const currentLeg = z.strictObject({
  kind: z.enum(arrangementKinds),
  /** Of a trip. */
  type: z.nullable(z.string()),
  state: z.string(),
})
export const transportRow = z.extend(z.pick(trackedRow, told), {
  leg: z.nullable(currentLeg),
  /** 外发单号: the number there, of a line carrier or courier. */
  carrierNo: z.nullable(z.string()),
  signer: z.nullable(z.string()),
  signedAt: z.nullable(z.string()),
  /** How far its signed receipt is; null where none is asked for. */
  receiptState: z.nullable(z.enum(signedReceiptStates)),
})
export type TransportRow = z.output<typeof transportRow>

const {
  tab: _,
  priceTab: __,
  priceStates: ___,
  payMethods: ____,
  walkIn: _____,
  importId: ______,
  ...filters
} = waybillFilters
export const [getTransports, getTransportTotals, exportTransports] = listCalls({
  rows: { path: '/api/Enquiries/GetTransports', summary: 'Where waybills are, latest business day first' },
  totals: {
    path: '/api/Enquiries/GetTransportTotals',
    output: totalsOutput({
      /** Of the rows, those that the sums leave out. */
      cancelled: z.int(),
      pieces: z.int(),
      weight: z.string(),
      volume: z.string(),
    }),
  },
  export: { path: '/api/Enquiries/ExportTransports' },
  access: [browse('transport')],
  audience: 'everybody',
  row: transportRow,
  filters: {
    ...filters,
    tab: optional(oneOf(transportTabs)),
    /** By line carrier or courier; finds nothing for a customer's account. */
    carrierId: optional(id),
    plateNo: optional(text(20)),
    consignee: optional(text(60)),
  },
  sorts: ['bizDate', 'waybillNo', 'pieces', 'weight', 'volume'],
})

export const getTransport = call({
  method: 'GET',
  path: '/api/Enquiries/GetTransport',
  summary: 'One waybill: where its pieces are, and the legs that carried them',
  audience: 'everybody',
  access: [browse('transport')],
  input: z.object({ id }),
  output: z.extend(transportRow, z.pick(waybillDetail, { places: true, legs: true }).shape),
})
