import * as z from 'zod/mini'
import { browse, edit } from '../access.ts'
import { decisionMade } from '../approvals/calls.ts'
import { email } from '../companies/calls.ts'
import { codes } from '../dictionary.ts'
import { abilities } from '../kernel/ability.ts'
import { call, type Input, type Right } from '../kernel/call.ts'
import { isPlate, mobile, normalizePlate, numberOf, uscc } from '../kernel/checks.ts'
import { choice, listCalls, outcomes, totalsOutput } from '../kernel/list.ts'
import { nullableInt, nullableText, version } from '../kernel/record.ts'
import { date, decimal, flag, id, json, lines, many, money, oneOf, optional, text } from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'
import { isInvoiceNo, merges } from './lines.ts'
import {
  applyingInvoices,
  decidingInvoices,
  invoiceActions,
  invoiceKinds,
  invoiceStates,
  issuingInvoices,
  mailingInvoices,
  reversingInvoices,
  voidingInvoices,
} from './states.ts'

/** Applications KP that become invoices, and red letters HP (domain-money M30–M38). */

const looking: [Right, ...Right[]] = [browse('billApplyList'), browse('billApplyAudit'), browse('billApply')]
export const signed = decimal(2, '-999999999.99')
const invoiceNo = numberOf(isInvoiceNo, 'invoices.numberDigits')

/** What a charge offers to an application. */
export const invoiceable = z.strictObject({
  chargeId: z.int(),
  waybillId: nullableInt,
  waybillNo: nullableText,
  feeItem: z.string(),
  day: z.string(),
  customerId: nullableInt,
  customerName: nullableText,
  outletName: z.string(),
  sellerId: nullableInt,
  sellerName: nullableText,
  itemName: z.string(),
  classCode: nullableText,
  /** Per cent. */
  rate: z.string(),
  freight: z.boolean(),
  amount: z.string(),
  applied: z.string(),
  /** What can still be applied for; with the sign of the amount. */
  open: z.string(),
  route: nullableText,
  /** What a line with a freight element says, as waybill and trip have it. */
  fromRegion: nullableText,
  fromName: nullableText,
  toRegion: nullableText,
  toName: nullableText,
  transMode: nullableText,
  plates: z.array(z.string()),
  goods: z.string(),
  /** Why it can not be applied for, in the reader's language. */
  problem: nullableText,
})
export type Invoiceable = z.output<typeof invoiceable>
export const getInvoiceables = call({
  method: 'GET',
  path: '/api/Invoices/GetInvoiceables',
  summary: 'Charges to apply an invoice for: of a customer, or of the named waybills of walk-ins; at most 2,000',
  access: applyingInvoices,
  input: z.object({
    customerId: optional(id),
    /** Waybill numbers; without a customer those of walk-ins. */
    numbers: optional(many(text(60), 500)),
    feeItems: optional(many(oneOf(codes('feeItem')), 60)),
    bizFrom: optional(date),
    bizTo: optional(date),
    payMethods: optional(many(oneOf(codes('payMethod')), 5)),
    /** Per cent. */
    rates: optional(many(decimal(2, '0', '100'), 10)),
    /** What this company of ours bills for. */
    sellerId: optional(id),
    chargeIds: optional(many(id, 500)),
    /** Of a customer: those that stand on this statement. */
    statementId: optional(id),
  }),
  output: z.array(invoiceable),
})

export const getInvoiceSellers = call({
  method: 'GET',
  path: '/api/Invoices/GetInvoiceSellers',
  summary: 'Companies of ours that bill for my outlets (开票方)',
  access: applyingInvoices,
  input: z.object({ q: optional(text(60)), ids: optional(many(id, 200)) }),
  output: z.array(choice),
})
export const getInvoiceStatements = call({
  method: 'GET',
  path: '/api/Invoices/GetInvoiceStatements',
  summary: "A customer's statements that were sent or confirmed, to apply for what stands on them; the latest 50",
  access: applyingInvoices,
  input: z.object({ customerId: id, q: optional(text(60)), ids: optional(many(id, 200)) }),
  output: z.array(choice),
})

const part = z.object({ chargeId: id, amount: signed })
const route = z.object({
  /** The line it is of, by the key of `linesOf`. */
  line: text(400),
  /** Of a draft as far as it is known. */
  fromRegion: optional(text(12)),
  toRegion: optional(text(12)),
  tool: optional(oneOf(codes('transportTool'))),
  plateNo: optional(text(20)),
  goods: optional(text(80)),
})
const fields = {
  /** Not given: a walk-in's waybills. */
  customerId: optional(id),
  profileId: optional(id),
  /** Of a walk-in: typed, ordinary. */
  title: optional(text(120)),
  taxNo: optional(uscc),
  type: oneOf(codes('invoiceType')),
  /** Who bills (M30); given, every part is checked to be of it, otherwise the first one's is taken. */
  sellerId: optional(id),
  merge: oneOf(merges),
  parts: json(z.array(part).check(z.minLength(1, 'field.required'), z.maxLength(2000))),
  routes: optional(json(z.array(route).check(z.maxLength(500)))),
  /** 清单: the list of waybills goes with it. */
  withList: optional(flag),
  recipient: optional(text(60)),
  mobile: optional(mobile),
  email: optional(email),
  remark: optional(lines(200)),
  submit: optional(flag),
}
export const invoiceInput = z.object(fields)
export type InvoiceInput = z.output<typeof invoiceInput>
export const addInvoice = call({
  method: 'POST',
  path: '/api/Invoices/AddInvoice',
  summary: 'Apply for an invoice; submit = true sends it to review, otherwise it is a draft, which holds nothing',
  access: applyingInvoices,
  input: invoiceInput,
  output: z.strictObject({ id: z.int(), no: z.string() }),
  idempotent: true,
})
export const changeInvoice = call({
  method: 'POST',
  path: '/api/Invoices/ChangeInvoice',
  summary: 'Change an application that is a draft or was sent back; submit = true sends it to review',
  access: applyingInvoices,
  input: z.object({ id, version, ...fields }),
  output: z.strictObject({ version: z.int() }),
  idempotent: true,
})
const batch = { ids: many(id, 500, 1) }
export const submitInvoices = call({
  method: 'POST',
  path: '/api/Invoices/SubmitInvoices',
  summary: 'Send applications and red letters to review; parts of charges are applied for from now on',
  access: applyingInvoices,
  input: z.object(batch),
  output: outcomes,
  idempotent: true,
})
export const withdrawInvoices = call({
  method: 'POST',
  path: '/api/Invoices/WithdrawInvoices',
  summary: 'Take them back from review, before the first decision',
  access: applyingInvoices,
  input: z.object(batch),
  output: outcomes,
  idempotent: true,
})
export const voidInvoices = call({
  method: 'POST',
  path: '/api/Invoices/VoidInvoices',
  summary: 'Void drafts and what was sent back',
  access: voidingInvoices,
  input: z.object({ ...batch, reason: text(200) }),
  output: outcomes,
  idempotent: true,
})
export const cancelInvoices = call({
  method: 'POST',
  path: '/api/Invoices/CancelInvoices',
  summary: 'Void approved ones that are not issued; their charges are free again',
  access: decidingInvoices,
  input: z.object({ ...batch, reason: text(200) }),
  output: outcomes,
  idempotent: true,
})
export const issueInvoice = call({
  method: 'POST',
  path: '/api/Invoices/IssueInvoice',
  summary: 'Enter the number of an invoice that was issued, and its tax as printed (M35)',
  access: issuingInvoices,
  input: z.object({
    id,
    version,
    invoiceNo,
    day: date,
    /** As printed, of all; refused where it is another than was applied for. */
    gross: optional(signed),
    /** Tax as printed, of lines where it is another than reckoned. */
    taxes: optional(json(z.array(z.object({ lineId: id, tax: signed })).check(z.maxLength(2000)))),
    fileIds: optional(many(id, 5)),
  }),
  output: z.strictObject({ version: z.int() }),
  idempotent: true,
})
const confirmation = {
  /** Of the bureau, 20 digits; none where it is not needed. */
  confirmNo: optional(invoiceNo),
  confirmation: oneOf(codes('redConfirmation')),
}
export const makeRedInvoice = call({
  method: 'POST',
  path: '/api/Invoices/MakeRedInvoice',
  summary: 'A red letter for an issued invoice, whole or by line, sent to review; it frees charges once it is issued',
  access: reversingInvoices,
  input: z.object({
    id,
    version,
    reason: oneOf(codes('redReason')),
    /** Yuan with tax, by line; not given: all that is left. */
    lines: optional(
      json(z.array(z.object({ lineId: id, amount: decimal(2, '0.01') })).check(z.minLength(1), z.maxLength(2000))),
    ),
    ...confirmation,
    remark: optional(lines(200)),
  }),
  output: z.strictObject({ id: z.int(), no: z.string() }),
  idempotent: true,
})
export const setRedConfirmation = call({
  method: 'POST',
  path: '/api/Invoices/SetRedConfirmation',
  summary: "What the bureau says of a red letter's confirmation",
  access: issuingInvoices,
  input: z.object({ id, version, ...confirmation }),
  output: z.strictObject({ version: z.int() }),
})
export const addInvoiceFiles = call({
  method: 'POST',
  path: '/api/Invoices/AddInvoiceFiles',
  summary: 'Add the files of an issued invoice',
  access: issuingInvoices,
  input: z.object({ id, fileIds: many(id, 5, 1) }),
  output: z.strictObject({}),
  idempotent: true,
})
const mail = {
  mailboxId: id,
  to: many(email, 20, 1),
  cc: optional(many(email, 20)),
  subject: text(200),
  text: lines(5000),
}
export const previewInvoiceMail = call({
  method: 'GET',
  path: '/api/Invoices/PreviewInvoiceMail',
  summary: 'What the mail of an issued invoice begins with, and the mailboxes it may leave by',
  access: mailingInvoices,
  input: z.object({ id }),
  output: z.strictObject({
    mailboxes: z.array(z.strictObject({ id: z.int(), name: z.string(), sender: z.string() })),
    to: z.array(z.string()),
    subject: z.string(),
    text: z.string(),
    files: z.int(),
  }),
})
export const mailInvoice = call({
  method: 'POST',
  path: '/api/Invoices/MailInvoice',
  summary: 'Send an issued invoice with its files to the customer, through the outbox',
  access: mailingInvoices,
  input: z.object({ id, ...mail }),
  output: z.strictObject({ mailId: z.int() }),
  idempotent: true,
})

export const invoiceRow = z.strictObject({
  id: z.int(),
  kind: z.enum(invoiceKinds),
  no: z.string(),
  state: z.enum(invoiceStates),
  customerId: nullableInt,
  customerName: nullableText,
  title: z.string(),
  taxNo: nullableText,
  type: z.enum(codes('invoiceType')),
  sellerName: z.string(),
  outletName: z.string(),
  /** Of its charges: the first and last day, waybills and charges. */
  firstDay: nullableText,
  lastDay: nullableText,
  waybills: z.int(),
  charges: z.int(),
  gross: z.string(),
  net: z.string(),
  tax: z.string(),
  applicantName: z.string(),
  appliedAt: z.string(),
  decidedAt: nullableText,
  opinion: nullableText,
  level: nullableInt,
  levels: nullableInt,
  waitsFor: nullableText,
  /** The review that waits for me. */
  approvalId: nullableInt,
  invoiceNo: nullableText,
  issuedOn: nullableText,
  issuedByName: nullableText,
  /** Of a red letter: the invoice it reverses. */
  ofNo: nullableText,
  /** Of an invoice: the red letters that wait for their review, or to be issued. */
  redNos: nullableText,
  redReason: z.nullable(z.enum(codes('redReason'))),
  confirmNo: nullableText,
  confirmation: z.nullable(z.enum(codes('redConfirmation'))),
  /** Until when the other side may confirm. */
  confirmBy: nullableText,
  /** What the buyer's title lacks for this kind of invoice. */
  gaps: z.array(z.enum(['taxNo', 'taxNoValid', 'mobile'])),
  version: z.int(),
  actions: abilities(invoiceActions),
})
export type InvoiceRow = z.output<typeof invoiceRow>

const tabs = ['pending', 'draft', 'rejected', 'toIssue', 'issued', 'red', 'void'] as const
export const invoiceTabs = tabs
const filters = {
  /** red: red letters, and what they reversed. */
  tab: optional(oneOf([...tabs, 'all'])),
  /** Contains: number, invoice number, customer, title; or a waybill's whole number. */
  q: optional(text(60)),
  customerId: optional(id),
  types: optional(many(oneOf(codes('invoiceType')), 2)),
  outletId: optional(id),
  applicantId: optional(id),
  appliedFrom: optional(date),
  appliedTo: optional(date),
  issuedFrom: optional(date),
  issuedTo: optional(date),
  amountFrom: optional(money),
  amountTo: optional(money),
  /** Waits for my decision. */
  mine: optional(flag),
  ids: optional(many(id)),
}
export type InvoiceFilter = Input<typeof getInvoiceTotals>
export const [getInvoices, getInvoiceTotals, exportInvoices] = listCalls({
  rows: { path: '/api/Invoices/GetInvoices', summary: 'Applications for invoices and red letters inside my scope' },
  totals: {
    path: '/api/Invoices/GetInvoiceTotals',
    output: totalsOutput({ waybills: z.int(), gross: z.string(), net: z.string(), tax: z.string() }),
  },
  export: { path: '/api/Invoices/ExportInvoices' },
  access: looking,
  row: invoiceRow,
  filters,
  sorts: ['appliedAt', 'gross', 'no', 'issuedOn'],
})
const shownRoute = z.strictObject({
  fromRegion: nullableText,
  fromName: z.string(),
  toRegion: nullableText,
  toName: z.string(),
  tool: z.nullable(z.enum(codes('transportTool'))),
  plateNo: nullableText,
  goods: nullableText,
})
const shownPart = z.strictObject({
  chargeId: z.int(),
  waybillId: nullableInt,
  waybillNo: nullableText,
  feeItem: z.string(),
  day: z.string(),
  amount: z.string(),
  net: z.string(),
})
export const invoiceLine = z.strictObject({
  id: z.int(),
  key: z.string(),
  itemName: z.string(),
  classCode: nullableText,
  rate: z.string(),
  of: nullableText,
  gross: z.string(),
  net: z.string(),
  tax: z.string(),
  /** As reckoned: what is printed may differ by cents. */
  reckonedTax: z.string(),
  /** Yuan that red letters, issued or under way, have not asked for. */
  left: z.string(),
  freight: z.boolean(),
  routes: z.array(shownRoute),
  parts: z.array(shownPart),
})
export type InvoiceLine = z.output<typeof invoiceLine>
export const invoiceDetail = z.strictObject({
  ...invoiceRow.shape,
  profileId: nullableInt,
  merge: z.enum(merges),
  withList: z.boolean(),
  bank: nullableText,
  account: nullableText,
  address: nullableText,
  tel: nullableText,
  recipient: nullableText,
  mobile: nullableText,
  email: nullableText,
  remark: nullableText,
  lines: z.array(invoiceLine),
  /** Each decision of its reviews, the first one first. */
  decisions: z.array(decisionMade),
  /** Its red letters, or the invoice it is of. */
  related: z.array(z.strictObject({ id: z.int(), no: z.string(), state: z.enum(invoiceStates), gross: z.string() })),
  files: z.array(z.strictObject({ url: z.string(), name: z.string(), size: z.int() })),
})
export type InvoiceDetail = z.output<typeof invoiceDetail>
export const getInvoice = call({
  method: 'GET',
  path: '/api/Invoices/GetInvoice',
  summary: 'One application or red letter, whole; whoever is asked to review it sees it',
  access: [...looking, browse('unreviewed')],
  input: z.object({ id }),
  output: invoiceDetail,
})
export const getInvoiceHistory = call({
  method: 'GET',
  path: '/api/Invoices/GetInvoiceHistory',
  summary: "An application's timeline, latest first",
  access: [...looking, browse('unreviewed')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})
export const exportInvoiceList = call({
  method: 'GET',
  path: '/api/Invoices/ExportInvoiceList',
  summary: '清单: what invoices are made of, charge by charge, as one Excel file',
  access: looking,
  input: z.object({ ids: many(id, 100, 1), columns: optional(many(text(40), 60)) }),
  output: z.strictObject({}),
  transport: 'file',
})
export const getInvoiceListPdf = call({
  method: 'GET',
  path: '/api/Invoices/GetInvoiceListPdf',
  summary: '清单 on paper: what an invoice is made of, charge by charge, as a PDF',
  access: looking,
  input: z.object({ id }),
  output: z.strictObject({}),
  transport: 'file',
})
export const getInvoicePath = call({
  method: 'GET',
  path: '/api/Invoices/GetInvoicePath',
  summary: 'Who would review an application of this amount, level by level; or why nobody',
  access: [edit('billApply'), edit('billApplyList')],
  input: z.object({ amount: decimal(2) }),
  output: z.strictObject({ levels: z.array(z.string()), problem: nullableText }),
})

/** As kept: 浙A8K215; undefined: it is none. */
export const plateOf = (typed: string): string | undefined => {
  const plate = normalizePlate(typed)
  return isPlate(plate) ? plate : undefined
}
