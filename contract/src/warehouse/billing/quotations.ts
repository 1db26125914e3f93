import * as z from 'zod/mini'
import { approve, browse, edit } from '../../access.ts'
import { codes } from '../../dictionary.ts'
import { abilities } from '../../kernel/ability.ts'
import { call, type Input } from '../../kernel/call.ts'
import type { Lifecycle } from '../../kernel/lifecycle.ts'
import { listCalls, outcomes } from '../../kernel/list.ts'
import { nullableInt, nullableText } from '../../kernel/record.ts'
import { date, decimal, id, int, json, lines, many, money, oneOf, optional, text } from '../../kernel/wire.ts'
import { step, unitPrice } from '../../prices/calls.ts'
import { type PriceStatus, priceStatuses } from '../../prices/states.ts'
import { historyEntry } from '../../system/calls.ts'

/** 客户报价 (BJ, RT-18/quotation, domain §1 Warehouse quotation): what keeping and handling a customer's goods costs. */

export const billingTriggers = codes('billingTrigger')
export type BillingTrigger = (typeof billingTriggers)[number]
export const billingBases = codes('billingBasis')
export type BillingBasis = (typeof billingBases)[number]
export const billingTimeUnits = codes('billingTimeUnit')
export const volumeMethods = codes('volumeMethod')
export const tierModes = codes('tierMode')

/** States of a transport price; versions share a number (screens, decided 6). */
export const quotationStatuses = priceStatuses
export type QuotationStatus = PriceStatus
export const quotationActions = ['edit', 'submit', 'withdraw', 'newVersion', 'stop', 'delete'] as const
export type QuotationAction = (typeof quotationActions)[number]
/** One in force is never edited: a new version supersedes it. Approving and sending back (to draft, with the opinion) belong to the review. */
export const quotationLifecycle: Lifecycle<QuotationStatus, QuotationAction> = {
  edit: { from: ['draft'], to: 'draft', right: [edit('quotation')] },
  submit: { from: ['draft'], to: 'pending', right: [edit('quotation')] },
  withdraw: { from: ['pending'], to: 'draft', right: [edit('quotation')] },
  newVersion: { from: ['active'], to: 'draft', right: [edit('quotation')] },
  stop: { from: ['active'], to: 'ended', right: [approve('quotation')] },
  delete: { from: ['draft'], to: 'draft', right: [approve('quotation')] },
}

/** The quantity at which a tier begins or ends, in the unit of its basis. [from, to): the last one has no `to`. */
const tierQuantity = decimal(4, '0', '999999999')
const tier = z.object({ from: tierQuantity, to: optional(tierQuantity), price: unitPrice })
const item = z.object({
  /** 收费项目. Once for each trigger. */
  feeItem: oneOf(codes('feeItem')),
  trigger: oneOf(billingTriggers),
  /** Storage takes no `order`; only storage takes `m2`. */
  basis: oneOf(billingBases),
  /** Of storage alone, and needed there: a charge a day, or one a month. */
  timeUnit: optional(oneOf(billingTimeUnits)),
  /** Of storage by the month alone, and needed there: which quantity of the month counts. */
  volumeMethod: optional(oneOf(volumeMethods)),
  /** Of storage alone, from each receipt, the day of it included. */
  freeDays: optional(int(0, 3650)),
  tiers: optional(z.array(tier).check(z.maxLength(50))),
  /** whole where not given. */
  tierMode: optional(oneOf(tierModes)),
  /** Yuan; needed where there are no tiers, and not taken where there are. */
  rate: optional(unitPrice),
  /** Yuan, of one charge: a day, a month, a document. */
  minCharge: optional(money),
  maxCharge: optional(money),
  /** Per cent. */
  taxRate: optional(decimal(2, '0', '100')),
})
export type QuotationItemInput = z.output<typeof item>
export const quotationFields = {
  /** Who pays. */
  customerId: id,
  /** Whose goods; not given: the customer's own. */
  ownerIds: optional(many(id, 100)),
  /** Not given: every warehouse. One of its own takes the place of one for every warehouse there. */
  warehouseId: optional(id),
  validFrom: date,
  validTo: optional(date),
  remark: optional(lines(500)),
  items: json(z.array(item, 'field.required').check(z.minLength(1, 'field.required'), z.maxLength(60))),
}
export const quotationInput = z.object(quotationFields)
export type QuotationInput = z.output<typeof quotationInput>

export const quotationRow = z.strictObject({
  id: z.int(),
  /** Versions of one quotation share it. */
  lineId: z.int(),
  quotationNo: z.string(),
  versionNo: z.int(),
  customerId: z.int(),
  customerName: z.string(),
  /** Null: every warehouse. */
  warehouseId: nullableInt,
  warehouseName: nullableText,
  /** Whose goods, by name. */
  ownerNames: z.string(),
  itemCount: z.int(),
  triggers: z.array(z.enum(billingTriggers)),
  feeItems: z.array(z.string()),
  validFrom: z.string(),
  validTo: nullableText,
  remark: nullableText,
  status: z.enum(quotationStatuses),
  /** In force by its state, but its last day is past. */
  expired: z.boolean(),
  /** In force by its state, but its first day is still to come. */
  upcoming: z.boolean(),
  /** Why the last review sent it back; null once it is submitted again. */
  opinion: nullableText,
  createdAt: z.string(),
  createdByName: nullableText,
  updatedAt: z.string(),
  version: z.int(),
  actions: abilities(quotationActions),
})
export type QuotationRow = z.output<typeof quotationRow>
export const quotationItemRow = z.strictObject({
  id: z.int(),
  seq: z.int(),
  feeItem: z.string(),
  trigger: z.enum(billingTriggers),
  basis: z.enum(billingBases),
  timeUnit: z.nullable(z.enum(billingTimeUnits)),
  volumeMethod: z.nullable(z.enum(volumeMethods)),
  freeDays: z.int(),
  tiers: z.array(z.strictObject({ from: z.string(), to: nullableText, price: z.string() })),
  tierMode: z.enum(tierModes),
  rate: nullableText,
  minCharge: nullableText,
  maxCharge: nullableText,
  taxRate: nullableText,
})
export type QuotationItemRow = z.output<typeof quotationItemRow>
export const quotationDetail = z.extend(quotationRow, {
  owners: z.array(z.strictObject({ id: z.int(), name: z.string() })),
  items: z.array(quotationItemRow),
})
export type QuotationDetail = z.output<typeof quotationDetail>

/** `expiring`: in force, with at most 30 days left. */
export const quotationTabs = ['active', 'upcoming', 'draft', 'pending', 'ended', 'expiring'] as const
export type QuotationTab = (typeof quotationTabs)[number]
const filters = {
  tab: optional(oneOf(quotationTabs)),
  /** Contains: BJ number, customer (also pinyin), owner. */
  q: optional(text(60)),
  customerId: optional(id),
  /** Those that hold there: its own and those for every warehouse. */
  warehouseId: optional(id),
  triggers: optional(many(oneOf(billingTriggers), 10)),
  feeItem: optional(oneOf(codes('feeItem'))),
  /** Those that hold on this day. */
  on: optional(date),
  lineId: optional(id),
  ids: optional(many(id)),
}
export type QuotationFilter = Input<typeof getQuotationTotals>
export const quotationSorts = ['updatedAt', 'quotationNo', 'customerName', 'validFrom', 'validTo'] as const

export const [getQuotations, getQuotationTotals, exportQuotations] = listCalls({
  rows: {
    path: '/api/Quotations/GetQuotations',
    summary: "Customers' quotations and their versions, last changed first",
  },
  totals: { path: '/api/Quotations/GetQuotationTotals' },
  export: { path: '/api/Quotations/ExportQuotations' },
  access: [browse('quotation')],
  audience: 'everybody',
  row: quotationRow,
  filters,
  sorts: quotationSorts,
})
export const getQuotation = call({
  method: 'GET',
  path: '/api/Quotations/GetQuotation',
  summary: 'One version of a quotation with its items',
  audience: 'everybody',
  access: [browse('quotation')],
  input: z.object({ id }),
  output: quotationDetail,
})
export const addQuotation = call({
  method: 'POST',
  path: '/api/Quotations/AddQuotation',
  summary: 'Add a quotation as a draft',
  access: [edit('quotation')],
  input: quotationInput,
  output: z.strictObject({ id: z.int(), quotationNo: z.string() }),
  idempotent: true,
})
export const changeQuotation = call({
  method: 'POST',
  path: '/api/Quotations/ChangeQuotation',
  summary:
    'Change a draft; one in force is refused: make a new version. Whose it is stays the same from the second version on',
  access: [edit('quotation')],
  input: z.object({ id, version: int(1, 2_000_000_000), ...quotationFields }),
  output: z.strictObject({ version: z.int() }),
})
export const newQuotationVersion = call({
  method: 'POST',
  path: '/api/Quotations/NewQuotationVersion',
  summary: 'A draft that will supersede a quotation in force; answers the one there is already',
  access: [edit('quotation')],
  input: z.object({ id }),
  output: z.strictObject({ id: z.int() }),
  idempotent: true,
})
const batch = { ids: many(id, 1000, 1) }
export const submitQuotations = call({
  method: 'POST',
  path: '/api/Quotations/SubmitQuotations',
  summary:
    'Send drafts to review; refused where another holds for the same goods on the same days, and where nobody is set up',
  access: [edit('quotation')],
  input: z.object(batch),
  output: outcomes,
  idempotent: true,
})
export const withdrawQuotations = call({
  method: 'POST',
  path: '/api/Quotations/WithdrawQuotations',
  summary: 'Take quotations back from review, before the first decision',
  access: [edit('quotation')],
  input: z.object(batch),
  output: outcomes,
  idempotent: true,
})
export const stopQuotations = call({
  method: 'POST',
  path: '/api/Quotations/StopQuotations',
  summary: 'From today on quotations no longer hold (停用)',
  access: [approve('quotation')],
  input: z.object({ ...batch, reason: text(200) }),
  output: outcomes,
  idempotent: true,
})
export const deleteQuotations = call({
  method: 'POST',
  path: '/api/Quotations/DeleteQuotations',
  summary: 'Delete drafts',
  access: [approve('quotation')],
  input: z.object(batch),
  output: outcomes,
})
export const getQuotationHistory = call({
  method: 'GET',
  path: '/api/Quotations/GetQuotationHistory',
  summary: "A quotation's timeline (this version), latest first",
  access: [browse('quotation')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})

/** An item of goods that could not be counted in a charge: it is left out of it, and said so. */
export const billingProblem = z.strictObject({
  reason: z.enum(codes('billingProblem')),
  itemId: z.int(),
  itemNo: z.string(),
  itemName: z.string(),
  ownerName: z.string(),
  /** Of a place without a size: its code. */
  locationCode: nullableText,
  feeItem: z.string(),
  warehouseName: z.string(),
  /** The first and last day, and the quantity in base units of the last. */
  firstDay: z.string(),
  lastDay: z.string(),
  qty: z.string(),
})
export type BillingProblem = z.output<typeof billingProblem>
/** 无报价的库存: goods of an owner at a warehouse on days when no quotation held for them, in the last 92 days. */
export const unpricedStock = z.strictObject({
  ownerId: z.int(),
  ownerName: z.string(),
  warehouseId: z.int(),
  warehouseName: z.string(),
  /** How many days, today included; the first and the last of them. */
  days: z.int(),
  firstDay: z.string(),
  lastDay: z.string(),
  /** On hand now, in base units; 0: all of it has left. */
  items: z.int(),
  qty: z.string(),
})
export type UnpricedStock = z.output<typeof unpricedStock>

/** What one item of a quotation makes of a period at one warehouse. */
const triedItem = z.strictObject({
  quotationId: nullableInt,
  quotationNo: nullableText,
  versionNo: nullableInt,
  warehouseId: z.int(),
  warehouseName: z.string(),
  feeItem: z.string(),
  trigger: z.enum(billingTriggers),
  basis: z.enum(billingBases),
  timeUnit: z.nullable(z.enum(billingTimeUnits)),
  volumeMethod: z.nullable(z.enum(volumeMethods)),
  freeDays: z.int(),
  /** Sums over the charges below: unit days of storage by the day (托日), else what each charge counts. */
  quantity: z.string(),
  free: z.string(),
  chargeable: z.string(),
  amount: z.string(),
  /** The charges that would come of it: one a day, a month or a document, each with its steps. */
  charges: z.array(
    z.strictObject({
      day: z.string(),
      fromDay: z.string(),
      docNo: nullableText,
      quantity: z.string(),
      free: z.string(),
      chargeable: z.string(),
      amount: z.string(),
      steps: z.array(step),
    }),
  ),
})
const tried = z.strictObject({ items: z.array(triedItem), amount: z.string(), problems: z.array(billingProblem) })
export type TriedCharges = z.output<typeof tried>

/** At most 92 days; days to come are left out. Months that are not over are calculated to yesterday. */
const period = { from: date, to: date }
export const calculateCharges = call({
  method: 'GET',
  path: '/api/Quotations/CalculateCharges',
  summary:
    'What the quotations in force make of a period for a customer, item by item and step by step (试算); nothing is written',
  audience: 'everybody',
  access: [browse('quotation')],
  input: z.object({ customerId: id, warehouseId: optional(id), ...period }),
  output: tried,
})
export const tryQuotation = call({
  method: 'POST',
  path: '/api/Quotations/TryQuotation',
  summary:
    'What the quotation in a form would make of a period; its own days of validity do not matter, nothing is written',
  access: [edit('quotation')],
  input: z.object({ quotation: quotationInput, ...period }),
  output: tried,
})
