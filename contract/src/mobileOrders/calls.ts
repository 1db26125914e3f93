import * as z from 'zod/mini'
import { approve, browse, edit } from '../access.ts'
import { dictCode } from '../dictCode.ts'
import { codes } from '../dictionary.ts'
import { abilities } from '../kernel/ability.ts'
import { call, type Input } from '../kernel/call.ts'
import { phone } from '../kernel/checks.ts'
import { listCalls, listInput, listOutput, outcomes, totalsOutput } from '../kernel/list.ts'
import { nullableText } from '../kernel/record.ts'
import { date, id, int, lines, many, moment, oneOf, optional, text, volumeM3, weightKg } from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'
import { storedFile } from '../system/files.ts'
import { createWaybill, party } from '../waybills/calls.ts'
import { partMethods } from '../waybills/payments.ts'
import { phoneOrderActions, phoneOrderStates } from './states.ts'

/** 手机运单 (RT-16/phoneList, domain §2): orders placed on a phone or taken by telephone; each becomes one waybill at the most. */

export const mostPhotos = 5

const cargo = {
  /** Not given: as for a waybill. */
  outletId: optional(id),
  /** Not given: walk-in. A customer's account always orders for itself. */
  customerId: optional(id),
  goodsName: text(120),
  package: optional(dictCode('package')),
  pieces: int(1, 999_999),
  weight: optional(weightKg),
  volume: optional(volumeM3),
  planPickup: optional(moment),
  deliveryWay: optional(oneOf(codes('deliveryWay'))),
  payMethod: optional(oneOf(partMethods)),
  /** What is said of goods again and again, by its code: the company has its own. */
  quickRemarks: optional(many(dictCode('quickRemark'), 20)),
  remark: optional(lines(300)),
  photos: optional(many(id, mostPhotos)),
}
/** What a caller has not said yet is asked for when the order becomes a waybill. */
const heardParty = z.object({
  company: optional(text(120)),
  name: optional(text(60)),
  phone: optional(phone),
  region: optional(text(12)),
  address: optional(text(200)),
})
export const placeFields = { ...cargo, shipper: party, consignee: party }
export const takeFields = {
  ...cargo,
  callerPhone: phone,
  callerName: optional(text(60)),
  shipper: optional(heardParty),
  consignee: optional(heardParty),
}

export const orderParty = z.strictObject({
  company: nullableText,
  name: nullableText,
  phone: nullableText,
  region: nullableText,
  regionName: nullableText,
  address: nullableText,
})
export type OrderParty = z.output<typeof orderParty>

const shared = {
  id: z.int(),
  orderNo: z.string(),
  state: z.enum(phoneOrderStates),
  channel: z.enum(['customer', 'driver', 'phone']),
  placedAt: z.string(),
  customerId: z.nullable(z.int()),
  customerName: nullableText,
  callerName: nullableText,
  callerPhone: nullableText,
  shipperCity: nullableText,
  consigneeCity: nullableText,
  shipper: orderParty,
  consignee: orderParty,
  goodsName: z.string(),
  package: nullableText,
  pieces: z.int(),
  weight: nullableText,
  volume: nullableText,
  planPickup: nullableText,
  deliveryWay: nullableText,
  payMethod: nullableText,
  quickRemarks: z.array(z.string()),
  remark: nullableText,
  waybillNo: nullableText,
  cancelReason: nullableText,
  outletId: z.int(),
  outletName: z.string(),
  /** Photos that came with it. */
  photos: z.int(),
}
export const phoneOrderRow = z.strictObject({
  ...shared,
  /** Who is at work on it; null for a customer's account. */
  acceptedByName: nullableText,
  acceptedAt: nullableText,
  createdByName: nullableText,
  version: z.int(),
  actions: abilities(phoneOrderActions),
})
export type PhoneOrderRow = z.output<typeof phoneOrderRow>
export const phoneOrderDetail = z.strictObject({ ...phoneOrderRow.shape, files: z.array(storedFile) })
export type PhoneOrderDetail = z.output<typeof phoneOrderDetail>

const filters = {
  tab: optional(oneOf(phoneOrderStates)),
  /** Contains: number, customer, names, phones, goods. */
  q: optional(text(60)),
  from: optional(text(12)),
  to: optional(text(12)),
  planFrom: optional(date),
  planTo: optional(date),
  outletId: optional(id),
  channels: optional(many(oneOf(codes('orderChannel')), 3)),
  acceptedBy: optional(id),
  ids: optional(many(id)),
}
export type PhoneOrderFilter = Input<typeof getPhoneOrderTotals>
export const phoneOrderSorts = ['placedAt', 'planPickup', 'orderNo', 'pieces'] as const

export const [getPhoneOrders, getPhoneOrderTotals, exportPhoneOrders] = listCalls({
  rows: {
    path: '/api/PhoneOrders/GetPhoneOrders',
    summary: 'Phone orders inside my scope: whoever waits longest first, what is done latest first',
  },
  totals: {
    path: '/api/PhoneOrders/GetPhoneOrderTotals',
    summary: 'Totals of a filter and counts of its tabs',
    output: totalsOutput({ pieces: z.int(), weight: z.string(), volume: z.string() }),
  },
  export: { path: '/api/PhoneOrders/ExportPhoneOrders' },
  access: [browse('phoneList')],
  audience: 'everybody',
  row: phoneOrderRow,
  filters,
  sorts: phoneOrderSorts,
})
export const getPhoneOrder = call({
  method: 'GET',
  path: '/api/PhoneOrders/GetPhoneOrder',
  summary: 'One phone order with its photos',
  audience: 'everybody',
  access: [browse('phoneList')],
  input: z.object({ id }),
  output: phoneOrderDetail,
})
export const getPhoneOrderHistory = call({
  method: 'GET',
  path: '/api/PhoneOrders/GetPhoneOrderHistory',
  summary: "A phone order's timeline, latest first",
  access: [browse('phoneList')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})

const made = z.strictObject({ id: z.int(), orderNo: z.string() })
export const takePhoneOrder = call({
  method: 'POST',
  path: '/api/PhoneOrders/TakePhoneOrder',
  summary: 'Take an order by telephone (电话下单): it is accepted by whoever takes it',
  access: [edit('phoneList')],
  input: z.object(takeFields),
  output: made,
  idempotent: true,
})
const batch = { ids: many(id, 1000, 1) }
export const acceptPhoneOrders = call({
  method: 'POST',
  path: '/api/PhoneOrders/AcceptPhoneOrders',
  summary: 'Accept orders (接单); each row reports its outcome',
  access: [edit('phoneList')],
  input: z.object(batch),
  output: outcomes,
  idempotent: true,
})
export const assignPhoneOrders = call({
  method: 'POST',
  path: '/api/PhoneOrders/AssignPhoneOrders',
  summary: 'Give orders to a clerk (分派), who has accepted them then',
  access: [edit('phoneList')],
  input: z.object({ ...batch, userId: id }),
  output: outcomes,
  idempotent: true,
})
export const returnPhoneOrders = call({
  method: 'POST',
  path: '/api/PhoneOrders/ReturnPhoneOrders',
  summary: 'Give accepted orders back (退回): they wait for somebody again',
  access: [edit('phoneList')],
  input: z.object(batch),
  output: outcomes,
  idempotent: true,
})
export const cancelPhoneOrders = call({
  method: 'POST',
  path: '/api/PhoneOrders/CancelPhoneOrders',
  summary: 'Cancel orders that are no waybill yet, with a reason',
  access: [approve('phoneList')],
  input: z.object({ ...batch, reason: text(200) }),
  output: outcomes,
  idempotent: true,
})
export const convertPhoneOrder = call({
  method: 'POST',
  path: '/api/PhoneOrders/ConvertPhoneOrder',
  summary: 'Make the one waybill of an accepted order (转运单); a second time is refused with its number',
  access: [edit('phoneList')],
  input: z.extend(createWaybill.input, { phoneOrderId: id }),
  output: createWaybill.output,
  idempotent: true,
})

const recent = { shippers: z.array(orderParty), consignees: z.array(orderParty) }
export const getCaller = call({
  method: 'GET',
  path: '/api/PhoneOrders/GetCaller',
  summary: 'Who calls from a number: customer, name, and the parties used last',
  access: [edit('phoneList')],
  input: z.object({ phone }),
  output: z.strictObject({
    customerId: z.nullable(z.int()),
    customerName: nullableText,
    name: nullableText,
    ...recent,
  }),
})
export const getClerks = call({
  method: 'GET',
  path: '/api/PhoneOrders/GetClerks',
  summary: 'Colleagues who may handle phone orders, as a look-up',
  access: [browse('phoneList')],
  input: z.object({ q: optional(text(60)), ids: optional(many(id, 200)) }),
  output: z.array(z.strictObject({ id: z.int(), label: z.string(), hint: nullableText })),
})

/** The phone page (ADR 014): what a placer may do, with his own orders alone. */
export const placePhoneOrder = call({
  method: 'POST',
  path: '/api/PhoneOrders/PlacePhoneOrder',
  summary: 'Place an order; a customer’s account for its own company',
  audience: 'everybody',
  access: [edit('phoneOrder')],
  input: z.object(placeFields),
  output: made,
  idempotent: true,
})
export const myPhoneOrder = z.strictObject({ ...shared, mayCancel: z.boolean() })
export type MyPhoneOrder = z.output<typeof myPhoneOrder>
export const getMyPhoneOrders = call({
  method: 'GET',
  path: '/api/PhoneOrders/GetMyPhoneOrders',
  summary: 'Orders that I placed, of a customer’s account all of its company, latest first; with id: that one',
  audience: 'everybody',
  access: [browse('phoneOrder')],
  input: listInput({ id: optional(id) }, ['placedAt']),
  output: listOutput(myPhoneOrder),
})
export const getRecentParties = call({
  method: 'GET',
  path: '/api/PhoneOrders/GetRecentParties',
  summary: 'Parties of my latest orders, of a customer’s account also of its waybills',
  audience: 'everybody',
  access: [edit('phoneOrder')],
  input: z.object({}),
  output: z.strictObject(recent),
})
export const cancelMyPhoneOrder = call({
  method: 'POST',
  path: '/api/PhoneOrders/CancelMyPhoneOrder',
  summary: 'Cancel an order of mine that nobody has accepted yet',
  audience: 'everybody',
  access: [edit('phoneOrder')],
  input: z.object({ id }),
  output: z.strictObject({}),
})
