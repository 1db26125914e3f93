import * as z from 'zod/mini'
import { approve, browse, edit } from '../../access.ts'
import { codes } from '../../dictionary.ts'
import { abilities } from '../../kernel/ability.ts'
import { call, type Input } from '../../kernel/call.ts'
import type { Lifecycle } from '../../kernel/lifecycle.ts'
import { listCalls, outcomes, totalsOutput } from '../../kernel/list.ts'
import { nullableInt, nullableText } from '../../kernel/record.ts'
import { date, id, lines, many, oneOf, optional, text } from '../../kernel/wire.ts'
import { step } from '../../prices/calls.ts'
import { historyEntry } from '../../system/calls.ts'
import { positiveQuantity } from '../masters/quantity.ts'
import {
  billingBases,
  billingProblem,
  billingTimeUnits,
  billingTriggers,
  unpricedStock,
  volumeMethods,
} from './quotations.ts'

/**
 * 仓储费 (domain §6 Warehouse charges): what customers owe for keeping and handling their goods. Each night charges the
 * day that is over; a document is charged with its day. Every charge is a receivable row of `charge`.
 */

export const warehouseChargeStates = codes('warehouseChargeState')
export type WarehouseChargeState = (typeof warehouseChargeStates)[number]
export const warehouseChargeActions = ['cancel'] as const
/** Only what was entered by hand is cancelled by hand: the others follow their goods and documents. */
export const warehouseChargeLifecycle: Lifecycle<WarehouseChargeState, (typeof warehouseChargeActions)[number]> = {
  cancel: { from: ['open'], to: 'cancelled', right: [edit('quotation')] },
}
/** What a charge comes from; null of storage and of what was entered by hand. */
export const chargeDocuments = ['receipt', 'shipment', 'stockOrder', 'stockCount'] as const

export const warehouseChargeRow = z.strictObject({
  id: z.int(),
  /** Of storage by the month: its last day, and `fromDay` its first; else the day of the goods or the document. */
  day: z.string(),
  fromDay: z.string(),
  customerId: z.int(),
  customerName: z.string(),
  warehouseId: z.int(),
  warehouseName: z.string(),
  trigger: z.enum(billingTriggers),
  feeItem: z.string(),
  basis: z.enum(billingBases),
  timeUnit: z.nullable(z.enum(billingTimeUnits)),
  volumeMethod: z.nullable(z.enum(volumeMethods)),
  quantity: z.string(),
  free: z.string(),
  chargeable: z.string(),
  /** Yuan; null where tiers say it. */
  rate: nullableText,
  /** What is owed: 0.00 once it is cancelled. */
  amount: z.string(),
  taxRate: nullableText,
  docType: z.nullable(z.enum(chargeDocuments)),
  docId: nullableInt,
  /** 来源单; of what was entered by hand as typed. */
  docNo: nullableText,
  quotationId: z.int(),
  quotationNo: z.string(),
  versionNo: z.int(),
  /** `applied`: an invoice application holds some of it. */
  state: z.enum(warehouseChargeStates),
  /** It takes this charge back: its document was reversed after the charge was applied for. */
  reversesId: nullableInt,
  /** Items of goods were left out of it, for want of their size. */
  problems: z.int(),
  remark: nullableText,
  cancelReason: nullableText,
  createdAt: z.string(),
  /** Null: by the nightly run. */
  createdByName: nullableText,
  updatedAt: z.string(),
  version: z.int(),
  actions: abilities(warehouseChargeActions),
})
export type WarehouseChargeRow = z.output<typeof warehouseChargeRow>
export const warehouseChargeDetail = z.extend(warehouseChargeRow, {
  /** What was calculated, also of a cancelled one. */
  calculated: z.string(),
  /** Each step, as of a transport price: the page has the sentence `warehouseBilling:step.<step>`. */
  steps: z.array(step),
  leftOut: z.array(billingProblem),
})
export type WarehouseChargeDetail = z.output<typeof warehouseChargeDetail>

/** `problems`: items were left out. */
export const warehouseChargeTabs = ['open', 'applied', 'cancelled', 'problems'] as const
export type WarehouseChargeTab = (typeof warehouseChargeTabs)[number]
const filters = {
  tab: optional(oneOf(warehouseChargeTabs)),
  /** Contains: customer (also pinyin), document, BJ number, remark. */
  q: optional(text(60)),
  customerId: optional(id),
  warehouseId: optional(id),
  triggers: optional(many(oneOf(billingTriggers), 10)),
  feeItem: optional(oneOf(codes('feeItem'))),
  quotationLineId: optional(id),
  from: optional(date),
  to: optional(date),
  ids: optional(many(id)),
}
export type WarehouseChargeFilter = Input<typeof getWarehouseChargeTotals>
export const warehouseChargeSorts = ['day', 'customerName', 'amount', 'updatedAt'] as const

export const [getWarehouseCharges, getWarehouseChargeTotals, exportWarehouseCharges] = listCalls({
  rows: {
    path: '/api/WarehouseCharges/GetWarehouseCharges',
    summary: "What customers owe for their goods in the warehouse, latest day first; a customer's account sees its own",
  },
  totals: {
    path: '/api/WarehouseCharges/GetWarehouseChargeTotals',
    summary: 'How many a filter finds, their sums, and the counts of its tabs',
    output: totalsOutput({ quantity: z.string(), free: z.string(), chargeable: z.string(), amount: z.string() }),
  },
  export: { path: '/api/WarehouseCharges/ExportWarehouseCharges' },
  access: [browse('quotation')],
  audience: 'everybody',
  row: warehouseChargeRow,
  filters,
  sorts: warehouseChargeSorts,
})
export const getWarehouseCharge = call({
  method: 'GET',
  path: '/api/WarehouseCharges/GetWarehouseCharge',
  summary: 'One charge with each step of its calculation and what was left out (说明)',
  audience: 'everybody',
  access: [browse('quotation')],
  input: z.object({ id }),
  output: warehouseChargeDetail,
})
export const getWarehouseChargeHistory = call({
  method: 'GET',
  path: '/api/WarehouseCharges/GetWarehouseChargeHistory',
  summary: "A charge's timeline, latest first",
  access: [browse('quotation')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})
export const addValueAdded = call({
  method: 'POST',
  path: '/api/WarehouseCharges/AddValueAdded',
  summary:
    'Charge a service by the customer’s quotation in force on its day (加增值费); refused where that has no such item',
  access: [edit('quotation')],
  input: z.object({
    customerId: id,
    warehouseId: id,
    /** Not in the future. */
    day: date,
    feeItem: oneOf(codes('feeItem')),
    quantity: positiveQuantity,
    /** The document it was done for, as people call it. */
    docNo: optional(text(60)),
    remark: optional(lines(500)),
  }),
  output: z.strictObject({ id: z.int(), amount: z.string() }),
  idempotent: true,
})
export const cancelValueAdded = call({
  method: 'POST',
  path: '/api/WarehouseCharges/CancelValueAdded',
  summary: 'Cancel charges that were entered by hand and not yet applied for, with the reason',
  access: [edit('quotation')],
  input: z.object({ ids: many(id, 500, 1), reason: text(200) }),
  output: outcomes,
  idempotent: true,
})

/** The same question for the preview and the act: days that are over, at most 92 of them. */
const recompute = { from: date, to: date, customerId: optional(id), warehouseId: optional(id) }
/** `add`: was missing. `change`: comes out otherwise. `cancel`: nothing is owed any more. `beside`: held, so that a charge of today takes the difference. */
export const recomputeKinds = ['add', 'change', 'cancel', 'beside'] as const
export const recomputed = z.strictObject({
  rows: z.array(
    z.strictObject({
      kind: z.enum(recomputeKinds),
      /** Null of one that is only to be added. */
      id: nullableInt,
      day: z.string(),
      customerName: z.string(),
      warehouseName: z.string(),
      trigger: z.enum(billingTriggers),
      feeItem: z.string(),
      docNo: nullableText,
      oldQuantity: nullableText,
      newQuantity: nullableText,
      oldAmount: z.string(),
      newAmount: z.string(),
    }),
  ),
  /** Charges that come out as they are. */
  same: z.int(),
  oldAmount: z.string(),
  newAmount: z.string(),
  problems: z.array(billingProblem),
})
export type Recomputed = z.output<typeof recomputed>
export const previewRecompute = call({
  method: 'GET',
  path: '/api/WarehouseCharges/PreviewRecompute',
  summary: 'Old against new for a period, without writing anything',
  access: [edit('quotation')],
  input: z.object(recompute),
  output: recomputed,
})
export const recomputeCharges = call({
  method: 'POST',
  path: '/api/WarehouseCharges/RecomputeCharges',
  summary:
    'Calculate a period anew (重算): charges that are not applied for become what they come out at, the others stay',
  access: [edit('quotation')],
  input: z.object(recompute),
  output: recomputed,
  idempotent: true,
})
export const runWarehouseCharges = call({
  method: 'POST',
  path: '/api/WarehouseCharges/RunWarehouseCharges',
  summary:
    'Do now what the night does: count the stock of past days anew from the ledger where that is needed, and charge them',
  access: [approve('quotation')],
  input: z.object({ from: date, to: date }),
  output: z.strictObject({
    /** Days whose stock was counted. */
    days: z.int(),
    added: z.int(),
    changed: z.int(),
    cancelled: z.int(),
    problems: z.array(billingProblem),
  }),
  idempotent: true,
})
export const getBillingStatus = call({
  method: 'GET',
  path: '/api/WarehouseCharges/GetBillingStatus',
  summary:
    'The last day whose stock is counted and charged, what was left out of charges not yet applied for, and stock that no quotation holds for',
  audience: 'everybody',
  access: [browse('quotation')],
  input: z.object({}),
  output: z.strictObject({
    countedTo: nullableText,
    ranAt: nullableText,
    problems: z.array(billingProblem),
    unpriced: z.array(unpricedStock),
  }),
})
