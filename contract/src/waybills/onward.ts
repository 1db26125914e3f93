import * as z from 'zod/mini'
import { approve, edit } from '../access.ts'
import { codes } from '../dictionary.ts'
import { call } from '../kernel/call.ts'
import { version } from '../kernel/record.ts'
import { flag, id, int, many, money, oneOf, optional, text } from '../kernel/wire.ts'
import { party } from './calls.ts'
import { feeLines } from './charges.ts'

/** What becomes of goods that were refused, or cannot be delivered as they were to be (T11). */

/** A place of pieces, as the detail names it: `refused:3`, `outlet:3`, `arrangement:17`. */
export const placeKey = text(40).check(
  z.regex(/^(shipper|arrangement|outlet|pickup|refused|refusedOut):\d{1,15}$/, 'field.invalid'),
)
export const onwardRelations = ['return', 'forward'] as const
const done = z.strictObject({ version: z.int() })

export const sendOnward = call({
  method: 'POST',
  path: '/api/Waybills/SendOnward',
  summary:
    'Refused or waiting pieces go back to the shipper, or on to somebody else, as a waybill of their own that begins where they lie',
  access: [edit('allWayBill'), edit('abnormalList')],
  input: z.object({
    id,
    version,
    relation: oneOf(onwardRelations),
    from: placeKey,
    pieces: int(1, 999_999),
    /** Of forward. */
    consignee: optional(party),
    deliveryWay: optional(oneOf(codes('deliveryWay'))),
    payMethod: oneOf(codes('payMethod')),
    /** Not given: by the price in force. */
    charges: optional(feeLines),
    /** Of forward. */
    codAmount: optional(money),
    withReceipt: optional(flag),
    reason: text(200),
  }),
  output: z.strictObject({ id: z.int(), waybillNo: z.string() }),
  idempotent: true,
})
export const readdressWaybill = call({
  method: 'POST',
  path: '/api/Waybills/ReaddressWaybill',
  summary:
    'Another consignee for what is not yet signed; refused pieces are live again. Of a confirmed price it is a change that is reviewed',
  access: [edit('allWayBill'), edit('abnormalList')],
  input: z.object({
    id,
    version,
    consignee: party,
    /** Yuan, 改址费; of a confirmed price it is an adjustment of its own. */
    fee: optional(money),
    reason: text(200),
  }),
  output: z.strictObject({ reviewed: z.boolean() }),
  idempotent: true,
})
export const abandonPieces = call({
  method: 'POST',
  path: '/api/Waybills/AbandonPieces',
  summary: "Refused or waiting pieces are abandoned, with the shipper's consent as a file",
  access: [approve('allWayBill'), approve('abnormalList')],
  input: z.object({ id, version, from: placeKey, pieces: int(1, 999_999), reason: text(200), files: many(id, 5, 1) }),
  output: done,
  idempotent: true,
})
export const losePieces = call({
  method: 'POST',
  path: '/api/Waybills/LosePieces',
  summary: 'Pieces are lost where they were last; opens a case',
  access: [approve('allWayBill'), approve('abnormalList')],
  input: z.object({ id, version, from: placeKey, pieces: int(1, 999_999), text: text(300) }),
  output: done,
  idempotent: true,
})
export const findPieces = call({
  method: 'POST',
  path: '/api/Waybills/FindPieces',
  summary: 'Lost pieces are found, and lie at an outlet',
  access: [edit('allWayBill'), edit('abnormalList')],
  input: z.object({ id, version, outletId: id, pieces: int(1, 999_999), text: optional(text(300)) }),
  output: done,
  idempotent: true,
})
