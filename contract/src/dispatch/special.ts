import * as z from 'zod/mini'
import { browse } from '../access.ts'
import { abilities, actionsIn } from '../kernel/ability.ts'
import { call, type Input } from '../kernel/call.ts'
import { choice, listCalls, outcomes, totalsOutput } from '../kernel/list.ts'
import { version } from '../kernel/record.ts'
import { date, flag, id, int, lines, many, moment, oneOf, optional, text } from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'
import { cargoLines, carriedLine, counts, found, saved } from './cargo.ts'
import { type SpecialAction, specialEnds, specialLifecycle, specialStates } from './states.ts'

export type { SpecialEnds } from './states.ts'

/** Pieces handed to the carrier of a dedicated line (专线外发, kind `line`, number ZX). */

const anyHanding = specialLifecycle.handOver.right as readonly [(typeof specialLifecycle.handOver.right)[number]]
const anyDecide = specialLifecycle.cancel.right as readonly [(typeof specialLifecycle.cancel.right)[number]]

const specialInput = {
  /** A partner with the role 专线, enabled, not blacklisted, with a valid permit. */
  carrierId: id,
  /** The carrier's own number, once there is one. */
  carrierNo: optional(text(40)),
  /** Not given: straight from the shippers. All lines lie there. */
  fromOutletId: optional(id),
  ends: oneOf(specialEnds),
  /** Of the end `outlet`. */
  toOutletId: optional(id),
  /** GB/T 2260, of the other ends. */
  toRegion: optional(text(12)),
  /** The carrier's station where the consignee fetches them. */
  station: optional(text(60)),
  /** The carrier gives out only when told to (等通知放货); without it held cargo goes to outlets of ours alone. */
  onNotice: optional(flag),
  expectAt: optional(moment),
  /** Copies of receipts handed over with the goods. */
  receiptCopies: optional(int(0, 9999)),
  remark: optional(lines(500)),
  /** The price of the carrier was taken by 比价: it is entered as the cost. */
  takeQuote: optional(flag),
  lines: cargoLines,
}
export const createSpecial = call({
  method: 'POST',
  path: '/api/Dispatch/CreateSpecial',
  summary: 'Arrange pieces onto a dedicated line; handOver = true hands them over at once (交接)',
  access: anyHanding,
  input: z.object({ ...specialInput, handOver: optional(flag) }),
  output: saved,
  idempotent: true,
})
export const changeSpecial = call({
  method: 'POST',
  path: '/api/Dispatch/ChangeSpecial',
  summary: 'Change what has not been handed over; lines not sent are given back',
  access: anyHanding,
  input: z.object({ ...specialInput, id, version }),
  output: saved,
})

export const setCarrierNo = call({
  method: 'POST',
  path: '/api/Dispatch/SetCarrierNo',
  summary: "Give a line shipment its carrier's number, often known only after handing over; none given takes it off",
  access: anyHanding,
  input: z.object({ id, version, carrierNo: specialInput.carrierNo }),
  output: saved,
})

const batch = { ids: many(id, 1000, 1) }
const timed = { ...batch, at: optional(moment) }
export const handOverSpecials = call({
  method: 'POST',
  path: '/api/Dispatch/HandOverSpecials',
  summary: 'Hand over to the carriers: pieces go onto the line (交接)',
  access: anyHanding,
  input: z.object(timed),
  output: outcomes,
  idempotent: true,
})
export const arriveSpecials = call({
  method: 'POST',
  path: '/api/Dispatch/ArriveSpecials',
  summary:
    'Arrive: pieces go to the outlet, those that are missing stay with the line; else they wait with the carrier to be delivered or fetched (到达)',
  access: anyHanding,
  input: z.object({ ...timed, unloaded: counts }),
  output: outcomes,
  idempotent: true,
})
export const bringInSpecial = call({
  method: 'POST',
  path: '/api/Dispatch/BringInSpecial',
  summary: 'Pieces of a line that were missing at our outlet are at an outlet (补到)',
  access: anyHanding,
  input: z.object({ ...found, at: optional(moment) }),
  output: saved,
  idempotent: true,
})
export const giveBackSpecial = call({
  method: 'POST',
  path: '/api/Dispatch/GiveBackSpecial',
  summary: 'Unsigned or refused pieces come back to an outlet of ours (退回)',
  access: anyHanding,
  input: z.object({
    id,
    outletId: id,
    at: optional(moment),
    reason: text(200),
    lines: z
      .array(z.object({ waybillId: id, pieces: optional(int(0, 999_999)), refused: optional(int(0, 999_999)) }))
      .check(z.minLength(1, 'dispatch.noLines'), z.maxLength(500)),
  }),
  output: saved,
  idempotent: true,
})
export const cancelSpecials = call({
  method: 'POST',
  path: '/api/Dispatch/CancelSpecials',
  summary: 'Cancel before handing over; the pieces are given back',
  access: anyDecide,
  input: z.object({ ...batch, reason: text(200) }),
  output: outcomes,
  idempotent: true,
})
export const undoSpecial = call({
  method: 'POST',
  path: '/api/Dispatch/UndoSpecial',
  summary:
    'Take back the last of giving back, bringing in, arrival and handover, while its pieces lie where it put them (撤销)',
  access: anyDecide,
  input: z.object({ id, reason: text(200) }),
  output: saved,
  idempotent: true,
})

const row = {
  id: z.int(),
  arrangementNo: z.string(),
  state: z.enum(specialStates),
  carrierId: z.int(),
  carrierName: z.string(),
  carrierNo: z.nullable(z.string()),
  fromOutletId: z.nullable(z.int()),
  /** Null: straight from the shippers. */
  fromName: z.nullable(z.string()),
  ends: z.enum(specialEnds),
  toOutletId: z.nullable(z.int()),
  toRegion: z.nullable(z.string()),
  /** Outlet, or region; a station stands beside it. */
  toName: z.string(),
  station: z.nullable(z.string()),
  onNotice: z.boolean(),
  waybills: z.int(),
  pieces: z.int(),
  weight: z.string(),
  volume: z.string(),
  /** Pieces still with the carrier, refused ones included. */
  left: z.int(),
  expectAt: z.nullable(z.string()),
  handedAt: z.nullable(z.string()),
  arrivedAt: z.nullable(z.string()),
  /** Not arrived past the expected time, or arrived after it. */
  late: z.boolean(),
  receiptCopies: z.nullable(z.int()),
  remark: z.nullable(z.string()),
  cancelReason: z.nullable(z.string()),
  outletName: z.string(),
  createdByName: z.nullable(z.string()),
  createdAt: z.string(),
  version: z.int(),
  actions: abilities(actionsIn<SpecialAction>(specialLifecycle)),
}
export const specialRow = z.strictObject(row)
export type SpecialRow = z.output<typeof specialRow>

const filters = {
  state: optional(oneOf(specialStates)),
  /** Arrangement number, carrier's number, carrier. */
  q: optional(text(60)),
  carrierId: optional(id),
  toOutletId: optional(id),
  /** A region at any level. */
  to: optional(text(12)),
  handedFrom: optional(date),
  handedTo: optional(date),
  expectFrom: optional(date),
  expectTo: optional(date),
  outletId: optional(id),
  late: optional(flag),
  ids: optional(many(id)),
}
export type SpecialFilter = Input<typeof getSpecialTotals>
const readers = [browse('specialList'), browse('specialDelivery')] as const
export const [getSpecials, getSpecialTotals, exportSpecials] = listCalls({
  rows: { path: '/api/Dispatch/GetSpecials', summary: 'Line shipments inside my scope' },
  totals: {
    path: '/api/Dispatch/GetSpecialTotals',
    output: totalsOutput({ waybills: z.int(), pieces: z.int(), weight: z.string(), volume: z.string() }),
  },
  export: { path: '/api/Dispatch/ExportSpecials' },
  access: readers,
  row: specialRow,
  filters,
  sorts: ['createdAt', 'arrangementNo', 'expectAt'],
})
/** The step that 撤销 would take back. */
const undoes = ['giveBack', 'bringIn', 'arrive', 'handOver'] as const
export type SpecialUndoes = (typeof undoes)[number]
export const specialDetail = z.strictObject({
  ...row,
  /** Null while there is nothing to be taken back. */
  undoes: z.nullable(z.enum(undoes)),
  lines: z.array(
    z.strictObject({
      ...carriedLine.shape,
      receiptCopies: z.int(),
      /** What the carrier takes over to collect at the door, yuan. */
      freightToCollect: z.string(),
      codAmount: z.string(),
    }),
  ),
})
export type SpecialDetail = z.output<typeof specialDetail>
export const getSpecial = call({
  method: 'GET',
  path: '/api/Dispatch/GetSpecial',
  summary: 'One line shipment with its lines',
  access: readers,
  input: z.object({ id }),
  output: specialDetail,
})
export const getSpecialHistory = call({
  method: 'GET',
  path: '/api/Dispatch/GetSpecialHistory',
  summary: "A line shipment's timeline",
  access: readers,
  input: z.object({ id }),
  output: z.array(historyEntry),
})

/** Carriers with the role 专线, for the form; what keeps one from being chosen stands in `blocked`, in the asker's language. */
export const carrierChoice = z.strictObject({
  ...choice.shape,
  blocked: z.nullable(z.string()),
  /** Yuan in hand beyond what it may hold before it hands in (M49); null: not so. */
  holds: z.nullable(z.string()),
})
export type CarrierChoice = z.output<typeof carrierChoice>
export const getSpecialCarriers = call({
  method: 'GET',
  path: '/api/Dispatch/GetSpecialCarriers',
  summary: 'Line carriers to choose from, those that may be given freight first',
  access: readers,
  input: z.object({ q: optional(text(60)), id: optional(id) }),
  output: z.array(carrierChoice),
})
