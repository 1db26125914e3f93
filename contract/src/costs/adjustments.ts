import * as z from 'zod/mini'
import { approve, browse, edit } from '../access.ts'
import { codes } from '../dictionary.ts'
import { call, type Input } from '../kernel/call.ts'
import { listCalls, totalsOutput } from '../kernel/list.ts'
import { version } from '../kernel/record.ts'
import { date, decimal, flag, id, json, lines, many, oneOf, optional, text } from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'
import { typedFeeItem } from '../waybills/feeItems.ts'
import { agreedPart, paymentParts } from '../waybills/payments.ts'
import { applicationFields } from './applications.ts'
import { applicationStates } from './states.ts'

/** 费用增减 (RT-16/incOrDec, incOrDecList; T21): the one way to change a charge after the customer agreed. */

export const adjustmentDirections = ['receivable', 'payable'] as const
export type AdjustmentDirection = (typeof adjustmentDirections)[number]

/** Yuan, to add or, below nothing, to take off; never 0. */
const signedMoney = decimal(2, '-999999999.99')

const adjustmentFields = {
  feeItem: typedFeeItem,
  /** Who owes or is owed; not given: the waybill's customer, or whoever is owed the charge. */
  companyId: optional(id),
  amount: signedMoney,
  taxRate: optional(decimal(2, '0', '100')),
  reason: lines(300),
  /** Of 多笔付 whose named parts are more than the new receivable: the parts agreed anew. */
  payments: optional(paymentParts),
}
/** Of a waybill whose price is confirmed or a charge of storage (应收), or of an approved payable charge (应付): exactly one. */
export const newAdjustment = z.object({ waybillId: optional(id), chargeId: optional(id), ...adjustmentFields })
export const addAdjustments = call({
  method: 'POST',
  path: '/api/Costs/AddAdjustments',
  summary: 'Adjustments of charges, one document each; submit = true sends them to review. All or none',
  access: [edit('incOrDec')],
  input: z.object({
    lines: json(z.array(newAdjustment).check(z.minLength(1, 'field.required'), z.maxLength(500))),
    submit: optional(flag),
    /** Of all of them. */
    fileIds: optional(many(id, 5)),
  }),
  output: z.strictObject({ ids: z.array(z.int()), nos: z.array(z.string()) }),
  idempotent: true,
})
export const changeAdjustment = call({
  method: 'POST',
  path: '/api/Costs/ChangeAdjustment',
  summary: 'Change an adjustment that is a draft or was sent back; submit = true sends it to review',
  access: [edit('incOrDec'), edit('incOrDecList')],
  input: z.object({ id, version, ...adjustmentFields, submit: optional(flag) }),
  output: z.strictObject({ version: z.int() }),
  idempotent: true,
})

const item = z.strictObject({
  feeItem: z.string(),
  companyId: z.nullable(z.int()),
  driverId: z.nullable(z.int()),
  /** Who owes or is owed it; null: a walk-in, or nobody in particular. */
  partyName: z.nullable(z.string()),
  /** Yuan, adjustments with it: at most so much can be taken off. */
  amount: z.string(),
  taxRate: z.nullable(z.string()),
  /** An adjustment of it that is under review. */
  openNo: z.nullable(z.string()),
})
export const adjustable = z.strictObject({
  /** As it was asked for. */
  number: z.string(),
  /** Why nothing of it can be adjusted, in the asker's language; the rest is empty then. */
  problem: z.nullable(z.string()),
  direction: z.enum(adjustmentDirections),
  waybillId: z.nullable(z.int()),
  chargeId: z.nullable(z.int()),
  no: z.string(),
  /** Of a waybill; null: a walk-in. */
  customerId: z.nullable(z.int()),
  customerName: z.nullable(z.string()),
  items: z.array(item),
  /** Yuan, of a waybill. */
  receivable: z.nullable(z.string()),
  /** Yuan, of a waybill: what the parts of its payment are of, without what its shipper or consignee pays for himself (M4). */
  own: z.nullable(z.string()),
  /** Yuan, Σ of its approved cost shares; null without the right to see costs. */
  cost: z.nullable(z.string()),
  payMethod: z.nullable(z.string()),
  payments: z.nullable(z.array(agreedPart)),
})
export type Adjustable = z.output<typeof adjustable>
export const getAdjustables = call({
  method: 'GET',
  path: '/api/Costs/GetAdjustables',
  summary:
    'What can be adjusted by these numbers: confirmed waybills; charges of storage by their document; approved payable charges by PC, ZX, KD or FY number; either by # and its id',
  access: [edit('incOrDec'), edit('incOrDecList')],
  input: z.object({ numbers: many(text(60), 500, 1) }),
  output: z.array(adjustable),
})
/** Who would be asked: the names by level; or why nobody is. */
export const getAdjustmentPath = call({
  method: 'GET',
  path: '/api/Costs/GetAdjustmentPath',
  summary: 'Whom an adjustment of this amount goes to, level by level',
  access: [edit('incOrDec'), edit('incOrDecList')],
  input: z.object({ amount: signedMoney }),
  output: z.strictObject({ levels: z.array(z.string()), problem: z.nullable(z.string()) }),
})

export const adjustmentRow = z.strictObject({
  ...applicationFields,
  direction: z.enum(adjustmentDirections),
  waybillId: z.nullable(z.int()),
  chargeId: z.nullable(z.int()),
  /** The waybill, or what the charge is of. */
  ofNo: z.string(),
  customerName: z.nullable(z.string()),
  feeItem: z.string(),
  companyId: z.nullable(z.int()),
  partyName: z.nullable(z.string()),
  taxRate: z.nullable(z.string()),
  /** Yuan, what the item came to when it was sent in; of a draft what it comes to now. */
  before: z.string(),
})
export type AdjustmentRow = z.output<typeof adjustmentRow>

const filters = {
  tab: optional(oneOf(applicationStates)),
  /** Application, waybill or arrangement number, party. */
  q: optional(text(60)),
  companyId: optional(id),
  feeItems: optional(many(oneOf(codes('feeItem')), 60)),
  direction: optional(oneOf(adjustmentDirections)),
  outletId: optional(id),
  applicantId: optional(id),
  waybillId: optional(id),
  appliedFrom: optional(date),
  appliedTo: optional(date),
  ids: optional(many(id)),
}
export type AdjustmentFilter = Input<typeof getAdjustmentTotals>
export const [getAdjustments, getAdjustmentTotals, exportAdjustments] = listCalls({
  rows: { path: '/api/Costs/GetAdjustments', summary: 'Adjustments of charges inside my scope, latest first' },
  totals: { path: '/api/Costs/GetAdjustmentTotals', output: totalsOutput({ amount: z.string(), paid: z.string() }) },
  export: { path: '/api/Costs/ExportAdjustments' },
  access: [browse('incOrDecList')],
  row: adjustmentRow,
  filters,
  sorts: ['appliedAt', 'amount', 'no'],
})
export const adjustmentDetail = z.strictObject({
  ...adjustmentRow.shape,
  payments: z.nullable(z.array(agreedPart)),
  /** Yuan, of the waybill as it is now; null of a payable charge. */
  receivable: z.nullable(z.string()),
  /** Yuan, of that what the parts of its payment are of (M4). */
  own: z.nullable(z.string()),
  /** Yuan; null without the right to see costs. */
  cost: z.nullable(z.string()),
})
export type AdjustmentDetail = z.output<typeof adjustmentDetail>
const readers = [browse('incOrDecList'), approve('costZJ')] as const
export const getAdjustment = call({
  method: 'GET',
  path: '/api/Costs/GetAdjustment',
  summary: 'One adjustment with what it changes',
  access: readers,
  input: z.object({ id }),
  output: adjustmentDetail,
})
export const getAdjustmentHistory = call({
  method: 'GET',
  path: '/api/Costs/GetAdjustmentHistory',
  summary: "An adjustment's timeline",
  access: readers,
  input: z.object({ id }),
  output: z.array(historyEntry),
})
