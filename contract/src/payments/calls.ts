import * as z from 'zod/mini'
import { approve, browse, edit } from '../access.ts'
import { decisionMade } from '../approvals/calls.ts'
import { abilities } from '../kernel/ability.ts'
import { call, type Input } from '../kernel/call.ts'
import { listCalls, outcomes, totalsOutput } from '../kernel/list.ts'
import { nullableInt, nullableText, version } from '../kernel/record.ts'
import { date, decimal, flag, id, int, json, lines, many, oneOf, optional, text } from '../kernel/wire.ts'
import { cashAccountKinds } from '../money/states.ts'
import { historyEntry } from '../system/calls.ts'
import { paymentActions, paymentDirections, paymentLifecycle, paymentStates } from './states.ts'

/** 收付款 (M40–M43): money received from and paid to a party, and what of its charges it settles. The rest is an advance. */

type Rights = readonly [ReturnType<typeof browse>, ...ReturnType<typeof browse>[]]
const rightsTo = (action: keyof typeof paymentLifecycle): Rights => paymentLifecycle[action].right as Rights
const positive = decimal(2, '0.01')
/** Of a charge that owes less than nothing less than nothing. */
const signed = decimal(2, '-999999999.99')

const line = z.object({ chargeId: id, amount: signed })
const lineList = json(z.array(line).check(z.maxLength(1000)))

export const paymentRow = z.strictObject({
  id: z.int(),
  no: z.string(),
  direction: z.enum(paymentDirections),
  state: z.enum(paymentStates),
  companyId: nullableInt,
  driverId: nullableInt,
  waybillId: nullableInt,
  waybillNo: nullableText,
  /** Company, driver, or of a walk-in's waybill who owed what it settles, and the number. */
  partyName: nullableText,
  cashAccountId: z.int(),
  accountName: z.string(),
  channel: z.enum(cashAccountKinds),
  /** Yuan: of it what settles charges, what was given back, and the advance that is left. */
  amount: z.string(),
  allocated: z.string(),
  refunded: z.string(),
  left: z.string(),
  /** Of a payment on its way: what its lines hold of charges. */
  reserved: z.string(),
  day: z.string(),
  reference: nullableText,
  reason: nullableText,
  opinion: nullableText,
  handlerName: z.string(),
  waitsFor: nullableText,
  /** Its review, where this person decides it now. */
  approvalId: nullableInt,
  /** The live statement on which a receipt, or money given back, stands. */
  statementNo: nullableText,
  paidAt: nullableText,
  paidByName: nullableText,
  outletName: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
  actions: abilities(paymentActions),
})
export type PaymentRow = z.output<typeof paymentRow>

export const paymentTabs = ['receipt', 'payment', 'pending', 'toPay', 'open', 'reversed'] as const
export type PaymentTab = (typeof paymentTabs)[number]
const filters = {
  /** 收款 where nothing is said. */
  tab: optional(oneOf([...paymentTabs, 'all'])),
  /** Contains: number, party, reference, waybill number. */
  q: optional(text(60)),
  companyId: optional(id),
  cashAccountId: optional(id),
  channels: optional(many(oneOf(cashAccountKinds), 6)),
  direction: optional(oneOf(paymentDirections)),
  states: optional(many(oneOf(paymentStates), 8)),
  outletId: optional(id),
  dayFrom: optional(date),
  dayTo: optional(date),
  ids: optional(many(id)),
}
export type PaymentFilter = Input<typeof getPaymentTotals>
const access = [browse('payment')] as const
export const [getPayments, getPaymentTotals, exportPayments] = listCalls({
  rows: { path: '/api/Payments/GetPayments', summary: 'Receipts and payments of my outlets, latest day first' },
  totals: {
    path: '/api/Payments/GetPaymentTotals',
    /** Null where both directions are among them: what came and what went does not add up. */
    output: totalsOutput({ amount: nullableText, allocated: nullableText, left: nullableText }),
  },
  export: { path: '/api/Payments/ExportPayments' },
  access,
  row: paymentRow,
  filters,
  sorts: ['day', 'amount', 'no'],
})

export const paymentLine = z.strictObject({
  id: z.int(),
  chargeId: z.int(),
  /** Where the number is a waybill's. */
  waybillId: nullableInt,
  ofNo: nullableText,
  feeItem: z.string(),
  /** Of a hired truck: which part of what was agreed. */
  payPart: nullableText,
  day: z.string(),
  chargeAmount: z.string(),
  amount: z.string(),
  /** 抹零 of the charge by this receipt, as it stands now, said at the last line that settled it; null: nothing. */
  roundedOff: nullableText,
  state: z.enum(['planned', 'reserved', 'settled', 'freed']),
  settledAt: nullableText,
  freedAt: nullableText,
})
export type PaymentLine = z.output<typeof paymentLine>
export const paymentDetail = z.strictObject({
  ...paymentRow.shape,
  lines: z.array(paymentLine),
  /** Each decision of its reviews, the first one first. */
  decisions: z.array(decisionMade),
  /** What could be done to it now by the right to approve, which the reader has not. */
  forApprovers: z.array(z.enum(paymentActions)),
})
export type PaymentDetail = z.output<typeof paymentDetail>
const seers = [browse('payment'), approve('unreviewed')] as const
export const getPayment = call({
  method: 'GET',
  path: '/api/Payments/GetPayment',
  summary: 'One receipt or payment with what it settles; whoever is asked to review it sees it whole',
  access: seers,
  input: z.object({ id }),
  output: paymentDetail,
})
export const getPaymentHistory = call({
  method: 'GET',
  path: '/api/Payments/GetPaymentHistory',
  summary: "A receipt's or payment's timeline",
  access: seers,
  input: z.object({ id }),
  output: z.array(historyEntry),
})

const party = { companyId: optional(id), driverId: optional(id), waybillNo: optional(text(40)) }
export const openCharge = z.strictObject({
  chargeId: z.int(),
  ofNo: nullableText,
  /** Of what is no company's and no driver's: who of the waybill owes it. */
  partyName: nullableText,
  feeItem: z.string(),
  /** Of a hired truck: which part of what was agreed. */
  payPart: nullableText,
  day: z.string(),
  /** 到期日; null: what it waits for has not happened (M10). */
  due: nullableText,
  amount: z.string(),
  settled: z.string(),
  /** On payments that are under review or wait to be paid. */
  reserved: z.string(),
  open: z.string(),
})
export type OpenCharge = z.output<typeof openCharge>
export const getOpenCharges = call({
  method: 'GET',
  path: '/api/Payments/GetOpenCharges',
  summary:
    "What of a party's charges is open, credits first, then earliest due; and its advance. Payables not yet due are said with a due of null",
  access,
  input: z.object({
    direction: oneOf(paymentDirections),
    ...party,
    /** Its own lines count as open. */
    paymentId: optional(id),
    /** These alone. */
    chargeIds: optional(many(id, 500)),
  }),
  output: z.strictObject({
    partyName: nullableText,
    charges: z.array(openCharge),
    open: z.string(),
    /** Yuan that the party has with us, or we with it. */
    advance: z.string(),
    /** Of a waybill: what of that the door took straight to an account and its undoing left (V18). */
    doorAdvance: z.string(),
    /** Of a waybill: what nobody has agreed to yet, and is not settled before (M5). */
    draft: z.string(),
    /** Of a carrier: yuan that it collected for us and has not handed in; it is set off when that is counted. */
    held: z.string(),
    /** Of `chargeIds`, what they are reserved on: FK, DK; null: none is. */
    onItsWay: nullableText,
    /** More than 1,000 are open: the rest is not shown. */
    more: z.boolean(),
    /** Up to this much is left as 抹零 of a charge without the right to more, yuan. */
    roundOffLimit: z.string(),
  }),
})

export const openDocumentKinds = ['statement', 'invoice'] as const
export const openDocument = z.strictObject({
  kind: z.enum(openDocumentKinds),
  id: z.int(),
  /** Of an invoice as the bureau drew it. */
  no: z.string(),
  day: z.string(),
  /** What of it is open, yuan. */
  open: z.string(),
  charges: z.array(z.strictObject({ chargeId: z.int(), amount: z.string() })),
})
export type OpenDocument = z.output<typeof openDocument>
export const getOpenDocuments = call({
  method: 'GET',
  path: '/api/Payments/GetOpenDocuments',
  summary:
    'The statements that were sent to a company, and of receipts the invoices issued to it, of which something is open, with how much of each charge; the 50 latest of each',
  access,
  input: z.object({ companyId: id, direction: z._default(oneOf(paymentDirections), 'receipt') }),
  output: z.array(openDocument),
})

const body = {
  ...party,
  cashAccountId: id,
  channel: oneOf(cashAccountKinds),
  amount: positive,
  day: date,
  reference: optional(text(60)),
  reason: optional(lines(300)),
  lines: lineList,
  fileIds: optional(many(id, 5)),
}
export const addReceipt = call({
  method: 'POST',
  path: '/api/Payments/AddReceipt',
  summary:
    'Post money received (SK); what its lines do not settle is an advance. The same account and reference again answers code 300; confirm = 1 saves',
  access: rightsTo('allocate'),
  input: z.object({
    ...body,
    /** 抹零: what is left of these charges is written off. */
    roundOff: optional(many(id, 1000)),
    confirm: optional(int(0, 1)),
  }),
  output: z.strictObject({ id: z.int(), no: z.string() }),
  idempotent: true,
})
export const addPayment = call({
  method: 'POST',
  path: '/api/Payments/AddPayment',
  summary:
    'Draft money to be paid (FK); submit = true sends it to review. The same account and reference again answers code 300; confirm = 1 saves',
  access: rightsTo('edit'),
  input: z.object({ ...body, submit: optional(flag), confirm: optional(int(0, 1)) }),
  output: z.strictObject({ id: z.int(), no: z.string() }),
  idempotent: true,
})
export const changePayment = call({
  method: 'POST',
  path: '/api/Payments/ChangePayment',
  summary: 'Change a payment that is a draft or was sent back; submit = true sends it to review',
  access: rightsTo('edit'),
  input: z.object({ id, version, ...body, submit: optional(flag), confirm: optional(int(0, 1)) }),
  output: z.strictObject({ version: z.int() }),
  idempotent: true,
})
const ofMany = { ids: many(id, 500, 1) }
export const submitPayments = call({
  method: 'POST',
  path: '/api/Payments/SubmitPayments',
  summary: 'Send drafts to review: what they settle is reserved',
  access: rightsTo('submit'),
  input: z.object(ofMany),
  output: outcomes,
})
export const withdrawPayments = call({
  method: 'POST',
  path: '/api/Payments/WithdrawPayments',
  summary: 'Take payments back before the first decision',
  access: rightsTo('withdraw'),
  input: z.object(ofMany),
  output: outcomes,
})
/** Whom the money goes to, and where; of a driver's account the last four digits. */
export const payee = z.strictObject({
  id: z.int(),
  no: z.string(),
  payeeName: nullableText,
  payeeAccount: nullableText,
  amount: z.string(),
})
export type PaidTo = z.output<typeof payee>
export const getPayees = call({
  method: 'GET',
  path: '/api/Payments/GetPayees',
  summary: 'Whom payments go to, with the bank account and how much, for whoever pays them out',
  access: rightsTo('pay'),
  input: z.object({ ids: many(id, 500, 1) }),
  output: z.array(payee),
})
export const payPayments = call({
  method: 'POST',
  path: '/api/Payments/PayPayments',
  summary:
    'Say that approved payments were paid; not by whoever applied, nor by whoever last changed the payee’s bank account',
  access: rightsTo('pay'),
  input: z.object({ ...ofMany, day: date, reference: optional(text(60)), confirm: optional(int(0, 1)) }),
  output: outcomes,
})
export const voidPayments = call({
  method: 'POST',
  path: '/api/Payments/VoidPayments',
  summary: 'Void payments that were not paid: what they reserved is free',
  access: rightsTo('void'),
  input: z.object({ ...ofMany, reason: lines(300) }),
  output: outcomes,
})
export const allocatePayment = call({
  method: 'POST',
  path: '/api/Payments/AllocatePayment',
  summary: 'Settle charges of the party with what is left of a receipt or payment',
  access: rightsTo('allocate'),
  input: z.object({
    id,
    version,
    lines: lineList.check(z.minLength(1, 'field.required')),
    /** 抹零, of a receipt: what is left of these charges is written off. */
    roundOff: optional(many(id, 1000)),
  }),
  output: z.strictObject({ version: z.int() }),
  idempotent: true,
})
export const unallocatePayment = call({
  method: 'POST',
  path: '/api/Payments/UnallocatePayment',
  summary: 'Free lines of a receipt or payment: the charges are open again, the money is an advance (M43)',
  access: rightsTo('unallocate'),
  input: z.object({ id, version, lineIds: many(id, 1000, 1), reason: lines(300) }),
  output: z.strictObject({ version: z.int() }),
  idempotent: true,
})
export const unallocateCharges = call({
  method: 'POST',
  path: '/api/Payments/UnallocateCharges',
  summary: 'Free charges of whatever receipts and payments settle them by: the money is an advance of its party (M43)',
  access: rightsTo('unallocate'),
  input: z.object({ ...ofMany, reason: lines(300) }),
  output: outcomes,
})
export const refundPayment = call({
  method: 'POST',
  path: '/api/Payments/RefundPayment',
  summary: 'Give back what is left of a receipt, or a part of it',
  access: rightsTo('refund'),
  input: z.object({ id, version, cashAccountId: id, amount: positive, day: date, reason: lines(300) }),
  output: z.strictObject({ version: z.int() }),
  idempotent: true,
})
export const refundCredit = call({
  method: 'POST',
  path: '/api/Payments/RefundCredit',
  summary:
    'Pay back in money what is open of a charge that owes less than nothing, or a part of it: a payment (FK) that is paid at once (M22)',
  access: rightsTo('refund'),
  input: z.object({ chargeId: id, cashAccountId: id, amount: positive, day: date, reason: lines(300) }),
  output: z.strictObject({ id: z.int(), no: z.string() }),
  idempotent: true,
})
export const refundDoorMoney = call({
  method: 'POST',
  path: '/api/Payments/RefundDoorMoney',
  summary:
    'Pay back what the door took straight to an account and its undoing left as an advance of the waybill, or a part of it: a payment (FK) that is paid at once (M22, V18)',
  access: rightsTo('refund'),
  input: z.object({ waybillNo: text(40), cashAccountId: id, amount: positive, day: date, reason: lines(300) }),
  output: z.strictObject({ id: z.int(), no: z.string() }),
  idempotent: true,
})
export const reversePayments = call({
  method: 'POST',
  path: '/api/Payments/ReversePayments',
  summary: 'Take receipts and payments back whole, dated today (M25)',
  access: rightsTo('reverse'),
  input: z.object({ ...ofMany, reason: lines(300) }),
  output: outcomes,
})

/** 坏账: sent to review, written off once that is through (M22). */
export const writeOffCharges = call({
  method: 'POST',
  path: '/api/Payments/WriteOffCharges',
  summary: 'Ask that what is open of some receivables is written off as bad debt; a review each (HZ)',
  access: [edit('badDebt')],
  input: z.object({ ids: many(id, 500, 1), reason: lines(300) }),
  output: outcomes,
  idempotent: true,
})
