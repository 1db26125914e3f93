import * as z from 'zod/mini'
import { browse } from '../access.ts'
import { abilities, actionsIn } from '../kernel/ability.ts'
import { call, type Input } from '../kernel/call.ts'
import { listCalls, outcomes, totalsOutput } from '../kernel/list.ts'
import { version } from '../kernel/record.ts'
import { date, flag, id, lines, many, moment, money, oneOf, optional, text, weightKg } from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'
import { cargoLine, saved } from './cargo.ts'
import { carrierChoice } from './special.ts'
import { type CourierAction, courierLifecycle, courierStates } from './states.ts'

/** Parcels handed to couriers (快递外发, kind `courier`, number KD): one express number is pieces of one waybill. */

const anyParcel = courierLifecycle.collect.right as readonly [(typeof courierLifecycle.collect.right)[number]]
const anyDecide = courierLifecycle.cancel.right as readonly [(typeof courierLifecycle.cancel.right)[number]]

/** 运单号, 件号, 安排单号: scanned in place of an express number. */
export const isOurNumber = (no: string): boolean => /^(YD|PC|ZX|KD)\d{11}(-\d+)?$/i.test(no.trim())

const courierInput = {
  ...cargoLine,
  /** A partner with the role 快递, enabled, not blacklisted, with a valid permit. */
  courierId: id,
  /** The express number: once per courier while not cancelled. */
  courierNo: text(40),
  /** kg; not given: as the courier's payable rate counts it, else by 6000 cm³ a kg (domain §7). */
  chargeWeight: optional(weightKg),
  /** Yuan that the courier collects of what the waybill has left. */
  codAmount: optional(money),
  expectAt: optional(moment),
  remark: optional(lines(500)),
  /** The price of the courier was taken by 比价: it is entered as the cost. */
  takeQuote: optional(flag),
}
export const createCouriers = call({
  method: 'POST',
  path: '/api/Dispatch/CreateCouriers',
  summary: 'Give parcels to couriers, all or none; collect = true says that the courier has them (揽收)',
  access: anyParcel,
  input: z.object({
    parcels: z.array(z.object(courierInput)).check(z.minLength(1, 'dispatch.noLines'), z.maxLength(500)),
    collect: optional(flag),
  }),
  output: z.strictObject({ parcels: z.array(saved) }),
  idempotent: true,
})
export const changeCourier = call({
  method: 'POST',
  path: '/api/Dispatch/ChangeCourier',
  summary: 'Change a parcel that has not been collected',
  access: anyParcel,
  input: z.object({ ...courierInput, id, version }),
  output: saved,
})
export const proposeChargeWeight = call({
  method: 'GET',
  path: '/api/Dispatch/ProposeChargeWeight',
  summary: 'What these pieces weigh for a courier, kg',
  access: anyParcel,
  input: z.object({ courierId: id, waybillId: id, pieces: cargoLine.pieces }),
  output: z.strictObject({ chargeWeight: z.string() }),
})

const batch = { ids: many(id, 1000, 1) }
const timed = { ...batch, at: optional(moment) }
const step = (name: string, summary: string) =>
  call({
    method: 'POST',
    path: `/api/Dispatch/${name}`,
    summary,
    access: anyParcel,
    input: z.object(timed),
    output: outcomes,
    idempotent: true,
  })
export const collectCouriers = step('CollectCouriers', 'The courier has the parcels (揽收)')
export const transitCouriers = step('TransitCouriers', 'The parcels are under way (运输)')
export const deliverCouriers = step('DeliverCouriers', 'The parcels are out for delivery (派送)')
export const signCouriers = call({
  method: 'POST',
  path: '/api/Dispatch/SignCouriers',
  summary: 'Everything of the parcels was signed; the courier has collected its COD (签收)',
  access: anyParcel,
  input: z.object({ ...timed, signer: text(60) }),
  output: outcomes,
  idempotent: true,
})
export const refuseCouriers = call({
  method: 'POST',
  path: '/api/Dispatch/RefuseCouriers',
  summary: 'Everything of the parcels was refused (拒收)',
  access: anyParcel,
  input: z.object({ ...timed, reason: text(200) }),
  output: outcomes,
  idempotent: true,
})
export const giveBackCouriers = call({
  method: 'POST',
  path: '/api/Dispatch/GiveBackCouriers',
  summary: 'What the courier still has comes back to the outlet that gave it out, or to another (退回)',
  access: anyParcel,
  input: z.object({ ...timed, outletId: optional(id), reason: text(200) }),
  output: outcomes,
  idempotent: true,
})
export const markCouriers = call({
  method: 'POST',
  path: '/api/Dispatch/MarkCouriers',
  summary: 'Something is wrong with the parcels (异常): what; without a text it is right again',
  access: anyParcel,
  input: z.object({ ...batch, reason: optional(text(200)) }),
  output: outcomes,
  idempotent: true,
})
export const cancelCouriers = call({
  method: 'POST',
  path: '/api/Dispatch/CancelCouriers',
  summary: 'Cancel before collection; the pieces are given back',
  access: anyDecide,
  input: z.object({ ...batch, reason: text(200) }),
  output: outcomes,
  idempotent: true,
})
export const undoCourier = call({
  method: 'POST',
  path: '/api/Dispatch/UndoCourier',
  summary: 'Take back the last step, while its pieces lie where it put them (撤销)',
  access: anyDecide,
  input: z.object({ id, reason: text(200) }),
  output: saved,
  idempotent: true,
})

const row = {
  id: z.int(),
  arrangementNo: z.string(),
  state: z.enum(courierStates),
  courierId: z.int(),
  courierName: z.string(),
  courierNo: z.string(),
  waybillId: z.int(),
  waybillNo: z.string(),
  customerName: z.nullable(z.string()),
  consigneeName: z.string(),
  consigneePhone: z.string(),
  shipperCity: z.string(),
  consigneeCity: z.string(),
  /** Where the pieces were given out. */
  fromPlace: z.enum(['shipper', 'outlet']),
  fromId: z.int(),
  fromName: z.string(),
  pieces: z.int(),
  /** Pieces still with the courier, and of them the refused. */
  left: z.int(),
  refused: z.int(),
  weight: z.string(),
  volume: z.string(),
  chargeWeight: z.string(),
  codAmount: z.string(),
  expectAt: z.nullable(z.string()),
  collectedAt: z.nullable(z.string()),
  /** Its last step, and when. */
  lastAt: z.nullable(z.string()),
  /** With the courier longer than the days that couriers have, or past the expected time (超时). */
  late: z.boolean(),
  abnormal: z.nullable(z.string()),
  remark: z.nullable(z.string()),
  cancelReason: z.nullable(z.string()),
  outletName: z.string(),
  createdByName: z.nullable(z.string()),
  createdAt: z.string(),
  version: z.int(),
  actions: abilities(actionsIn<CourierAction>(courierLifecycle)),
}
export const courierRow = z.strictObject(row)
export type CourierRow = z.output<typeof courierRow>

const filters = {
  tab: optional(oneOf([...courierStates, 'late', 'abnormal'])),
  /** Express number, waybill number, arrangement number, courier. */
  q: optional(text(60)),
  courierId: optional(id),
  customerId: optional(id),
  /** When it was given out. */
  madeFrom: optional(date),
  madeTo: optional(date),
  outletId: optional(id),
  ids: optional(many(id)),
}
export type CourierFilter = Input<typeof getCourierTotals>
const readers = [browse('courierList'), browse('courierDelivery')] as const
export const [getCouriers, getCourierTotals, exportCouriers] = listCalls({
  rows: { path: '/api/Dispatch/GetCouriers', summary: 'Parcels with couriers inside my scope' },
  totals: {
    path: '/api/Dispatch/GetCourierTotals',
    output: totalsOutput({ pieces: z.int(), chargeWeight: z.string(), codAmount: z.string() }),
  },
  export: { path: '/api/Dispatch/ExportCouriers' },
  access: readers,
  row: courierRow,
  filters,
  sorts: ['createdAt', 'courierNo', 'expectAt'],
})
/** The step that 撤销 would take back. */
const undoes = ['giveBack', 'sign', 'refuse', 'deliver', 'transit', 'collect'] as const
export type CourierUndoes = (typeof undoes)[number]
/** `undoes` is null while there is nothing to be taken back. */
export const courierDetail = z.strictObject({ ...row, undoes: z.nullable(z.enum(undoes)) })
export type CourierDetail = z.output<typeof courierDetail>
export const getCourier = call({
  method: 'GET',
  path: '/api/Dispatch/GetCourier',
  summary: 'One parcel',
  access: readers,
  input: z.object({ id }),
  output: courierDetail,
})
export const getCourierHistory = call({
  method: 'GET',
  path: '/api/Dispatch/GetCourierHistory',
  summary: "A parcel's timeline",
  access: readers,
  input: z.object({ id }),
  output: z.array(historyEntry),
})
export const getCourierCompanies = call({
  method: 'GET',
  path: '/api/Dispatch/GetCourierCompanies',
  summary: 'Couriers to choose from, those that may be given parcels first',
  access: readers,
  input: z.object({ q: optional(text(60)), id: optional(id) }),
  output: z.array(carrierChoice),
})
