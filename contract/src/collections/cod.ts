import * as z from 'zod/mini'
import { approve, browse } from '../access.ts'
import { decisionMade } from '../approvals/calls.ts'
import { abilities } from '../kernel/ability.ts'
import { call, type Input } from '../kernel/call.ts'
import { listCalls, outcomes, totalsOutput } from '../kernel/list.ts'
import { nullableInt, nullableText, version } from '../kernel/record.ts'
import { date, decimal, id, int, json, lines, many, oneOf, optional, text } from '../kernel/wire.ts'
import { openCharge } from '../payments/calls.ts'
import { historyEntry } from '../system/calls.ts'
import {
  codActions,
  codPayoutActions,
  codPayoutLifecycle,
  codPayoutStates,
  codStates,
  holderKinds,
  payingOutCod,
} from './states.ts'

/** 代收货款 (M46): by waybill from 待收 to 已发放, and the payouts (DK) to customers. */

type Rights = readonly [ReturnType<typeof browse>, ...ReturnType<typeof browse>[]]
const rightsTo = (action: keyof typeof codPayoutLifecycle): Rights => codPayoutLifecycle[action].right as Rights

export const codRow = z.strictObject({
  /** Of the waybill. */
  id: z.int(),
  waybillNo: z.string(),
  /** Null: the door collected freight alone, and that is more or less now. */
  state: z.nullable(z.enum(codStates)),
  customerId: nullableInt,
  /** Of a walk-in its sender. */
  customerName: z.string(),
  consigneeName: z.string(),
  bizDate: z.string(),
  outletName: z.string(),
  /** Yuan: what is agreed, its fee, and what became of it. */
  cod: z.string(),
  fee: z.string(),
  collected: z.string(),
  handedIn: z.string(),
  paidOut: z.string(),
  /** 应付: handed in and not paid out. */
  payable: z.string(),
  /** Counted less collected, once it is counted: below nothing while it is missing. */
  difference: z.string(),
  /** 应退, 应补: what the door collected of freight and is less or more since, or is undone, until it is paid back or taken (M4, V18). */
  toRefund: z.string(),
  toTake: z.string(),
  /** The charge of less than nothing that is paid back. */
  creditId: nullableInt,
  /** What of 应退 came straight to an account before the collection was undone (V18). */
  doorAdvance: z.string(),
  holderKind: z.nullable(z.enum(holderKinds)),
  holderName: nullableText,
  collectedOn: nullableText,
  handInNo: nullableText,
  payoutNo: nullableText,
  /** Since it was collected, while it is not paid out. */
  days: nullableInt,
  actions: abilities(codActions),
})
export type CodRow = z.output<typeof codRow>

export const codTabs = [...codStates, 'difference'] as const
export type CodTab = (typeof codTabs)[number]
const codFilters = {
  tab: optional(oneOf([...codTabs, 'all'])),
  /** Contains: waybill number, customer, consignee. */
  q: optional(text(60)),
  customerId: optional(id),
  outletId: optional(id),
  dayFrom: optional(date),
  dayTo: optional(date),
  ids: optional(many(id)),
}
export type CodFilter = Input<typeof getCodTotals>
const access = [browse('cod')] as const
export const [getCods, getCodTotals, exportCods] = listCalls({
  rows: { path: '/api/Collections/GetCods', summary: 'COD of the waybills of my outlets, latest business date first' },
  totals: {
    path: '/api/Collections/GetCodTotals',
    output: totalsOutput({
      cod: z.string(),
      fee: z.string(),
      collected: z.string(),
      handedIn: z.string(),
      paidOut: z.string(),
      payable: z.string(),
      difference: z.string(),
      toRefund: z.string(),
      toTake: z.string(),
    }),
  },
  export: { path: '/api/Collections/ExportCods' },
  access,
  row: codRow,
  filters: codFilters,
  sorts: ['bizDate', 'cod', 'waybillNo'],
})

export const getPayable = call({
  method: 'GET',
  path: '/api/Collections/GetPayable',
  summary: "What of these waybills' COD can be paid to their customer: with their open COD fees, and what else he owes",
  access: payingOutCod,
  input: z.object({ waybillIds: many(id, 500, 1) }),
  output: z.strictObject({
    customerName: z.string(),
    /** Of his default invoice title. */
    payeeAccount: nullableText,
    waybills: z.array(z.strictObject({ id: z.int(), waybillNo: z.string(), cod: z.string(), fee: z.string() })),
    gross: z.string(),
    fees: z.string(),
    /** Without the fees. */
    charges: z.array(openCharge),
  }),
})
const deducted = json(z.array(z.object({ chargeId: id, amount: decimal(2, '-999999999.99') })).check(z.maxLength(1000)))
const payoutBody = {
  waybillIds: many(id, 500, 1),
  cashAccountId: id,
  payeeAccount: text(120),
  lines: deducted,
  reason: optional(lines(300)),
}
export const addCodPayout = call({
  method: 'POST',
  path: '/api/Collections/AddCodPayout',
  summary:
    'Send to review that the COD of these waybills is paid to their customer, less their COD fees and these charges (DK)',
  access: payingOutCod,
  input: z.object(payoutBody),
  output: z.strictObject({ id: z.int(), no: z.string() }),
  idempotent: true,
})
export const changeCodPayout = call({
  method: 'POST',
  path: '/api/Collections/ChangeCodPayout',
  summary: 'Send a payout that is a draft or was sent back to review as it is now said: what it reserves is taken anew',
  access: rightsTo('edit'),
  input: z.object({ id, version, ...payoutBody }),
  output: z.strictObject({ version: z.int() }),
  idempotent: true,
})

export const codPayoutRow = z.strictObject({
  id: z.int(),
  no: z.string(),
  state: z.enum(codPayoutStates),
  companyId: nullableInt,
  payeeName: z.string(),
  payeeAccount: z.string(),
  cashAccountId: z.int(),
  accountName: z.string(),
  waybills: z.int(),
  gross: z.string(),
  /** COD fees and the other charges that it keeps back, and both together. */
  fees: z.string(),
  charges: z.string(),
  deducted: z.string(),
  net: z.string(),
  day: nullableText,
  reference: nullableText,
  reason: nullableText,
  opinion: nullableText,
  waitsFor: nullableText,
  /** Its review, where this person decides it now. */
  approvalId: nullableInt,
  paidAt: nullableText,
  paidByName: nullableText,
  outletName: z.string(),
  createdAt: z.string(),
  createdByName: nullableText,
  updatedAt: z.string(),
  version: z.int(),
  actions: abilities(codPayoutActions),
})
export type CodPayoutRow = z.output<typeof codPayoutRow>
const payoutFilters = {
  /** Contains: number, payee, reference. */
  q: optional(text(60)),
  companyId: optional(id),
  states: optional(many(oneOf(codPayoutStates), 7)),
  outletId: optional(id),
  dayFrom: optional(date),
  dayTo: optional(date),
  ids: optional(many(id)),
}
export type CodPayoutFilter = Input<typeof getCodPayoutTotals>
export const [getCodPayouts, getCodPayoutTotals, exportCodPayouts] = listCalls({
  rows: { path: '/api/Collections/GetCodPayouts', summary: 'Payouts of COD of my outlets, latest first' },
  totals: {
    path: '/api/Collections/GetCodPayoutTotals',
    output: totalsOutput({
      waybills: z.int(),
      gross: z.string(),
      fees: z.string(),
      charges: z.string(),
      net: z.string(),
    }),
  },
  export: { path: '/api/Collections/ExportCodPayouts' },
  access,
  row: codPayoutRow,
  filters: payoutFilters,
  sorts: ['createdAt', 'net', 'no'],
})
export const codPayoutLine = z.strictObject({
  id: z.int(),
  /** Of COD: its waybill; of what is deducted: its charge. */
  waybillId: nullableInt,
  chargeId: nullableInt,
  ofNo: nullableText,
  /** Null: COD. */
  feeItem: nullableText,
  amount: z.string(),
  state: z.enum(['planned', 'reserved', 'settled', 'freed']),
})
export type CodPayoutLine = z.output<typeof codPayoutLine>
export const codPayoutDetail = z.strictObject({
  ...codPayoutRow.shape,
  lines: z.array(codPayoutLine),
  /** Each decision of its reviews, the first one first. */
  decisions: z.array(decisionMade),
})
export type CodPayoutDetail = z.output<typeof codPayoutDetail>
const seers = [browse('cod'), approve('unreviewed')] as const
export const getCodPayout = call({
  method: 'GET',
  path: '/api/Collections/GetCodPayout',
  summary: 'One payout with what it pays and deducts; whoever is asked to review it sees it whole',
  access: seers,
  input: z.object({ id }),
  output: codPayoutDetail,
})
export const getCodPayoutPdf = call({
  method: 'GET',
  path: '/api/Collections/GetCodPayoutPdf',
  summary: 'A payout on paper, with room for the signature of whoever has the money, as a PDF',
  access: seers,
  input: z.object({ id }),
  output: z.strictObject({}),
  transport: 'file',
})
export const getCodPayoutHistory = call({
  method: 'GET',
  path: '/api/Collections/GetCodPayoutHistory',
  summary: "A payout's timeline",
  access: seers,
  input: z.object({ id }),
  output: z.array(historyEntry),
})
const ofMany = { ids: many(id, 500, 1) }
export const submitCodPayouts = call({
  method: 'POST',
  path: '/api/Collections/SubmitCodPayouts',
  summary: 'Send payouts to review again: what they pay and deduct is reserved',
  access: rightsTo('submit'),
  input: z.object(ofMany),
  output: outcomes,
})
export const withdrawCodPayouts = call({
  method: 'POST',
  path: '/api/Collections/WithdrawCodPayouts',
  summary: 'Take payouts back before the first decision',
  access: rightsTo('withdraw'),
  input: z.object(ofMany),
  output: outcomes,
})
export const payCodPayouts = call({
  method: 'POST',
  path: '/api/Collections/PayCodPayouts',
  summary: 'Say that approved payouts were paid; not by whoever applied',
  access: rightsTo('pay'),
  input: z.object({ ...ofMany, day: date, reference: optional(text(60)), confirm: optional(int(0, 1)) }),
  output: outcomes,
})
export const voidCodPayouts = call({
  method: 'POST',
  path: '/api/Collections/VoidCodPayouts',
  summary: 'Void payouts that were not paid: what they reserved is free',
  access: rightsTo('void'),
  input: z.object({ ...ofMany, reason: lines(300) }),
  output: outcomes,
})
export const reverseCodPayouts = call({
  method: 'POST',
  path: '/api/Collections/ReverseCodPayouts',
  summary: 'Take payouts back that were paid, dated today: the COD is to be paid out, the charges are open',
  access: rightsTo('reverse'),
  input: z.object({ ...ofMany, reason: lines(300) }),
  output: outcomes,
})
