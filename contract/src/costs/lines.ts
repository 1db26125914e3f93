import * as z from 'zod/mini'
import { browse } from '../access.ts'
import { type Code, codes } from '../dictionary.ts'
import { arrangementKinds } from '../dispatch/states.ts'
import { call } from '../kernel/call.ts'
import { Exact } from '../kernel/decimal.ts'
import { decimal, id, int, json, oneOf, optional, text } from '../kernel/wire.ts'
import { step } from '../prices/calls.ts'
import { applicationStates, applyingCosts } from './states.ts'

/** What an arrangement costs (T18, T19): its cost lines, how they are shared, and what each waybill bears. */

type FeeItem = Code<'feeItem'>

/** Parts of what a hired truck is agreed for; the last two are taken off. */
export const payParts = ['prepaid', 'fuel', 'onArrival', 'onReceipt', 'balance', 'information', 'penalty'] as const
export type PayPart = (typeof payParts)[number]
export const deductions: readonly PayPart[] = ['information', 'penalty']
/** The item that a part is owed as. */
export const itemOfPart: Readonly<Record<PayPart, FeeItem>> = {
  prepaid: 'vehicle',
  fuel: 'fuel',
  onArrival: 'vehicle',
  onReceipt: 'vehicle',
  balance: 'vehicle',
  information: 'information',
  penalty: 'penalty',
}

export const shareMethods = ['chargeWeight', 'weight', 'volume', 'pieces', 'waybills', 'value', 'manual'] as const
export type ShareMethod = (typeof shareMethods)[number]

/** Yuan, above nothing. */
const amount = decimal(2, '0.01')
export const costLine = z.object({
  /** Of a line that is there; not given: a new one. */
  id: optional(id),
  feeItem: oneOf(codes('feeItem')),
  /** Who is paid: a company or a driver; neither: nobody in particular, against a slip. */
  companyId: optional(id),
  driverId: optional(id),
  /** Yuan; of 信息费 and 罚款 what is taken off, entered positive. */
  amount,
  taxRate: optional(decimal(2, '0', '100')),
  /** Of a hired truck. */
  payPart: optional(oneOf(payParts)),
})
export type CostLineInput = z.output<typeof costLine>
export const setArrangementCosts = call({
  method: 'POST',
  path: '/api/Costs/SetArrangementCosts',
  summary: 'What an arrangement costs, and how it is shared; free lines that are not sent are removed, held ones stay',
  access: applyingCosts,
  input: z.object({
    arrangementId: id,
    /** As read; 0 while nothing was entered. */
    version: int(0, 2_000_000_000),
    /** Yuan, of a hired truck: its parts come to it. */
    agreed: optional(amount),
    method: optional(oneOf(shareMethods)),
    /** Of 手工: what each waybill bears, yuan. */
    weights: optional(json(z.array(z.object({ waybillId: id, amount: decimal(2) })).check(z.maxLength(500)))),
    lines: json(z.array(costLine).check(z.maxLength(100))),
  }),
  output: z.strictObject({ version: z.int() }),
  idempotent: true,
})

/** Parts − deductions; yuan. */
export const partsTotal = (lines: readonly { amount: string; payPart?: string | null | undefined }[]): string =>
  lines
    .reduce(
      (sum, line) => (deductions.includes(line.payPart as PayPart) ? sum.minus(line.amount) : sum.plus(line.amount)),
      new Exact(0),
    )
    .toFixed(2)

export const shownLine = z.strictObject({
  id: z.int(),
  arrangementId: z.nullable(z.int()),
  feeItem: z.string(),
  companyId: z.nullable(z.int()),
  driverId: z.nullable(z.int()),
  payeeName: z.nullable(z.string()),
  /** Yuan, below nothing for what is taken off. */
  amount: z.string(),
  taxRate: z.nullable(z.string()),
  payPart: z.nullable(z.enum(payParts)),
  /** Yuan, what the rate in force made of it; null: typed. */
  quoted: z.nullable(z.string()),
  priceName: z.nullable(z.string()),
  steps: z.array(step),
  /** The application that holds it; null: it is free. */
  applicationId: z.nullable(z.int()),
  applicationNo: z.nullable(z.string()),
  applicationState: z.nullable(z.enum(applicationStates)),
  /** Entered before its trip was cancelled: where it is free nobody applies for it any more. */
  gone: z.boolean(),
})
export type ShownLine = z.output<typeof shownLine>

/** What one waybill bears of what is shared. */
export const shownShare = z.strictObject({
  waybillId: z.int(),
  waybillNo: z.string(),
  pieces: z.int(),
  /** As the method measures it: kg, m³, pieces, yuan. */
  basis: z.string(),
  /** Yuan. */
  amount: z.string(),
  /** Yuan; of the waybill with all that is approved. */
  receivable: z.string(),
  cost: z.string(),
})
export type ShownShare = z.output<typeof shownShare>

/** A rate in force, as it makes out the arrangement's freight. */
const proposal = z.strictObject({
  feeItem: z.string(),
  companyId: z.int(),
  companyName: z.string(),
  priceId: z.int(),
  priceName: z.string(),
  amount: z.string(),
  taxRate: z.nullable(z.string()),
  steps: z.array(step),
})

export const arrangementCosts = z.strictObject({
  arrangementId: z.int(),
  arrangementNo: z.string(),
  kind: z.enum(arrangementKinds),
  /** own, contract or hired, of a trip. */
  vehicleType: z.nullable(z.string()),
  /** Who would be paid unless another is named: the carrier, else the driver of an own vehicle. */
  companyId: z.nullable(z.int()),
  companyName: z.nullable(z.string()),
  driverId: z.nullable(z.int()),
  driverName: z.nullable(z.string()),
  agreed: z.nullable(z.string()),
  method: z.enum(shareMethods),
  weights: z.array(z.strictObject({ waybillId: z.int(), amount: z.string() })),
  lines: z.array(shownLine),
  /** Yuan: of all lines, of those approved, of those under review. */
  total: z.string(),
  approved: z.string(),
  pending: z.string(),
  /** Of the total as it is now. */
  shares: z.array(shownShare),
  /** Nothing to share by: the parts are equal. */
  equal: z.boolean(),
  /** Its cargo decides no more what each waybill bears. */
  frozen: z.boolean(),
  /** What the rate in force of its carrier makes of it. */
  proposal: z.nullable(proposal),
  /** 均价: mean of comparable arrangements of 90 days, yuan, and of how many; null below three. */
  mean: z.nullable(z.strictObject({ amount: z.string(), count: z.int(), perKg: z.boolean() })),
  /** Yuan that the carrier collects at the door of what it carries, and has collected so far. */
  toCollect: z.string(),
  collected: z.string(),
  version: z.int(),
  /** Parts of a hired truck whose time has come: what is applied for unless the person says otherwise. */
  dueParts: z.array(z.enum(payParts)),
  /** May lines be entered now, and may they be applied for. */
  editable: z.boolean(),
  applicable: z.boolean(),
})
export type ArrangementCosts = z.output<typeof arrangementCosts>
export const getArrangementCosts = call({
  method: 'GET',
  path: '/api/Costs/GetArrangementCosts',
  summary: 'What an arrangement costs, shared over its waybills; with the right to see costs',
  access: [browse('costView')],
  input: z.object({
    id,
    /** As it would be shared by this one; default: as it is. */
    method: optional(oneOf(shareMethods)),
  }),
  output: arrangementCosts,
})

/** 比价: carriers with a rate in force for this way and cargo. */
export const carrierOffer = z.strictObject({
  companyId: z.int(),
  name: z.string(),
  amount: z.string(),
  priceName: z.string(),
  leadDays: z.nullable(z.int()),
  /** Per cent of the last 90 days; null below five. */
  onTime: z.nullable(z.string()),
  lastPaid: z.nullable(z.string()),
  timesUsed: z.int(),
  steps: z.array(step),
})
export type CarrierOffer = z.output<typeof carrierOffer>
export const compareCarriers = call({
  method: 'GET',
  path: '/api/Costs/CompareCarriers',
  summary: 'Line carriers or couriers with a rate in force for this way and cargo, the cheapest first (比价)',
  access: [browse('costView')],
  input: z.object({
    kind: oneOf(['line', 'courier']),
    /** Each end an outlet of ours, or a region (GB/T 2260). */
    fromOutletId: optional(id),
    fromRegion: optional(text(12)),
    toOutletId: optional(id),
    toRegion: optional(text(12)),
    weight: decimal(3),
    volume: decimal(4),
    pieces: id,
  }),
  output: z.array(carrierOffer),
})
