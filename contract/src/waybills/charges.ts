import * as z from 'zod/mini'
import { approve, browse, edit } from '../access.ts'
import { dictCode } from '../dictCode.ts'
import { codes } from '../dictionary.ts'
import { abilities } from '../kernel/ability.ts'
import { call } from '../kernel/call.ts'
import { outcomes } from '../kernel/list.ts'
import { version } from '../kernel/record.ts'
import { decimal, id, json, lines, many, money, oneOf, optional, text } from '../kernel/wire.ts'
import { languages } from '../pages.ts'
import { step } from '../prices/calls.ts'
import { address } from '../system/mailboxes.ts'
import { addresses } from '../system/outbox.ts'
import { job } from '../workbench/jobs.ts'
import { typedFeeItem } from './feeItems.ts'
import { priceActions, priceStates } from './priceStates.ts'

/** What a waybill is charged, why, and how far its price is (domain §1, §2). */

const batch = { ids: many(id, 10_000, 1) }

/** A fee as typed. Freight equal to what the price in force makes of it counts as taken from the price. */
export const feeLine = z.object({
  feeItem: typedFeeItem,
  amount: money,
  taxRate: optional(decimal(2, '0', '100')),
})
export type FeeLine = z.output<typeof feeLine>
export const feeLines = json(z.array(feeLine).check(z.maxLength(30)))

/** A service as typed; its amount follows from its rate unless one is given. */
export const serviceLine = z.object({
  type: oneOf(codes('addedService')),
  qty: optional(decimal(3, '0.001', '999999')),
  amount: optional(money),
  payer: optional(oneOf(codes('servicePayer'))),
})
export type ServiceLine = z.output<typeof serviceLine>
export const serviceLines = json(z.array(serviceLine).check(z.maxLength(11)))

export const charge = z.strictObject({
  id: z.int(),
  feeItem: z.string(),
  direction: z.enum(['receivable', 'payable']),
  /** Who owes it: a company, or a party of the waybill; null to a customer's account. */
  companyName: z.nullable(z.string()),
  amount: z.string(),
  taxRate: z.nullable(z.string()),
  source: z.string(),
  /** 待审, 已审, 已确认; null while nobody priced it, and of what is void. */
  state: z.nullable(z.enum(['pending', 'reviewed', 'confirmed'])),
  approved: z.boolean(),
  priceId: z.nullable(z.int()),
  priceName: z.nullable(z.string()),
  versionNo: z.nullable(z.int()),
  /** What the price in force made of it when it was charged; null where none fitted. */
  quoted: z.nullable(z.string()),
  /** Yuan received and open, applied for and invoiced; null while it is not owed yet. */
  standing: z.nullable(
    z.strictObject({ settled: z.string(), open: z.string(), applied: z.string(), invoiced: z.string() }),
  ),
  steps: z.array(step),
})
export type Charge = z.output<typeof charge>
export const service = z.strictObject({
  id: z.int(),
  type: z.string(),
  qty: z.string(),
  rate: z.nullable(z.string()),
  amount: z.string(),
  payer: z.string(),
  steps: z.array(step),
})

/** What it costs, for those who may see costs: its shares, what is under review, and what is left. Yuan. */
export const waybillCosts = z.strictObject({
  shares: z.array(
    z.strictObject({
      chargeId: z.int(),
      feeItem: z.string(),
      /** Of a hired truck: which part of what was agreed. */
      payPart: z.nullable(z.string()),
      payeeName: z.nullable(z.string()),
      amount: z.string(),
      /** Of the whole charge. */
      whole: z.string(),
      source: z.string(),
      day: z.string(),
      arrangementId: z.nullable(z.int()),
      arrangementNo: z.nullable(z.string()),
      arrangementKind: z.nullable(z.string()),
      leg: z.nullable(z.string()),
      docNo: z.nullable(z.string()),
      /** What settled the whole charge, by document. */
      settledBy: z.array(z.strictObject({ docType: z.string(), docNo: z.string() })),
    }),
  ),
  total: z.string(),
  /** 在审: what it would bear of costs under review; in no other sum. */
  pending: z.string(),
  margin: z.string(),
  /** Per cent; null without a receivable. */
  rate: z.nullable(z.string()),
})
export type WaybillCosts = z.output<typeof waybillCosts>

export const waybillCharges = z.strictObject({
  waybillId: z.int(),
  version: z.int(),
  priceState: z.enum(priceStates),
  /** Why a review sent it back. */
  priceNote: z.nullable(z.string()),
  receivable: z.string(),
  quoted: z.nullable(z.string()),
  chargeWeight: z.string(),
  confirmedAt: z.nullable(z.string()),
  confirmedByName: z.nullable(z.string()),
  charges: z.array(charge),
  services: z.array(service),
  /** Who pays what of the receivable, yuan: one entry, or the parts of 多笔付. */
  payments: z.array(z.strictObject({ method: z.string(), amount: z.string() })),
  /** Who is asked, while it is under review. */
  waitsFor: z.nullable(z.string()),
  /** 现付 that is open, and what was taken of it, yuan; `handInNo`: the last of it is handed in, and stays. null where the reader takes no money. */
  prepaid: z.nullable(z.strictObject({ due: z.string(), taken: z.string(), handInNo: z.nullable(z.string()) })),
  costs: z.nullable(waybillCosts),
  /** 已发放: the payouts of its COD, to its customer and to whoever may browse COD. One may pay other waybills too; yuan of all of it. */
  payouts: z.array(
    z.strictObject({
      no: z.string(),
      day: z.string(),
      waybills: z.int(),
      gross: z.string(),
      deducted: z.string(),
      net: z.string(),
    }),
  ),
  actions: abilities(priceActions),
})
export type WaybillCharges = z.output<typeof waybillCharges>

export const getWaybillCharges = call({
  method: 'GET',
  path: '/api/Waybills/GetWaybillCharges',
  summary: 'What a waybill is charged, each charge with its steps; a customer sees what it owes alone',
  audience: 'everybody',
  access: [browse('allWayBill'), browse('wayBillList'), browse('taskList'), browse('freight')],
  input: z.object({ id }),
  output: waybillCharges,
})
/** 收现付. */
export const collectPrepaid = call({
  method: 'POST',
  path: '/api/Waybills/CollectPrepaid',
  summary: 'Take what is open of 现付, whole: whoever takes it has it until it is handed in',
  access: [edit('allWayBill')],
  input: z.object({ id, freight: money, freightChannel: dictCode('payChannel') }),
  output: z.strictObject({ id: z.int() }),
  idempotent: true,
})
export const undoPrepaid = call({
  method: 'POST',
  path: '/api/Waybills/UndoPrepaid',
  summary: 'Take back what was collected last of 现付, while it is not handed in',
  access: [approve('allWayBill')],
  input: z.object({ id, reason: text(200) }),
  output: z.strictObject({ id: z.int() }),
  idempotent: true,
})
export const priceWaybill = call({
  method: 'POST',
  path: '/api/Waybills/PriceWaybill',
  summary: 'Set the fees of a waybill; other than the price in force makes them, they go to review',
  access: [edit('wayBillList'), edit('taskList')],
  input: z.object({ id, version, charges: feeLines, reason: optional(lines(300)) }),
  output: z.strictObject({ version: z.int(), priceState: z.enum(priceStates), receivable: z.string() }),
  idempotent: true,
})
/** Old against new, without storing anything. */
export const previewReprice = call({
  method: 'POST',
  path: '/api/Waybills/PreviewReprice',
  summary: 'What the prices in force would make of waybills now, against what they are charged',
  access: [edit('wayBillList')],
  input: z.object({ ids: many(id, 500, 1) }),
  output: z.array(
    z.strictObject({
      id: z.int(),
      no: z.string(),
      from: z.string(),
      to: z.nullable(z.string()),
      priceName: z.nullable(z.string()),
      /** Why it stays as it is; null when it may be priced anew. */
      reason: z.nullable(z.string()),
    }),
  ),
})
export const repriceWaybills = call({
  method: 'POST',
  path: '/api/Waybills/RepriceWaybills',
  summary: 'Charge waybills what the prices in force make of them now (重新计价)',
  access: [edit('wayBillList')],
  input: z.object({ ids: many(id, 500, 1) }),
  output: outcomes,
  idempotent: true,
})
export const startReprice = call({
  method: 'POST',
  path: '/api/Waybills/StartReprice',
  summary: 'The same for many waybills in the background, with progress; the result is a sheet of old against new',
  access: [edit('wayBillList')],
  input: z.object(batch),
  output: job,
  idempotent: true,
})
export const confirmPrices = call({
  method: 'POST',
  path: '/api/Waybills/ConfirmPrices',
  summary: 'The customer agreed: from now on charges change by adjustments only',
  access: [edit('wayBillList')],
  input: z.object(batch),
  output: outcomes,
  idempotent: true,
})
export const markPricesSent = call({
  method: 'POST',
  path: '/api/Waybills/MarkPricesSent',
  summary: 'Prices that went to the customer',
  access: [edit('wayBillList')],
  input: z.object(batch),
  output: outcomes,
  idempotent: true,
})
/** What a mail with the sheet of prices begins with, in the words of a language. */
export const previewPriceMail = call({
  method: 'POST',
  path: '/api/Waybills/PreviewPriceMail',
  summary: 'Mailboxes to send prices to a customer by, its address, and a subject and a text to begin with',
  access: [edit('wayBillList')],
  input: z.object({ customerId: id, ids: many(id, 10_000, 1), language: oneOf(languages) }),
  output: z.strictObject({
    /** Those that mails can leave by, the default one first; empty: none is set up. */
    mailboxes: z.array(z.strictObject({ id: z.int(), name: z.string(), sender: z.string(), isDefault: z.boolean() })),
    /** The customer's address; when its record has none, where its last mail went. */
    to: z.array(z.string()),
    subject: z.string(),
    text: z.string(),
  }),
})
export const mailPrices = call({
  method: 'POST',
  path: '/api/Waybills/MailPrices',
  summary: 'Send a customer the sheet of its reviewed prices by mail; they are marked as sent when it has left',
  access: [edit('wayBillList')],
  input: z.object({
    customerId: id,
    ids: many(id, 10_000, 1),
    mailboxId: id,
    to: addresses,
    cc: optional(many(address, 20)),
    subject: text(200),
    text: lines(5000),
    /** Of the sheet. */
    language: oneOf(languages),
  }),
  output: z.strictObject({ mailId: z.int(), count: z.int() }),
  idempotent: true,
})
export const unconfirmPrices = call({
  method: 'POST',
  path: '/api/Waybills/UnconfirmPrices',
  summary: 'Take a confirmation back, with the reason',
  access: [approve('wayBillList')],
  input: z.object({ ...batch, reason: text(200) }),
  output: outcomes,
  idempotent: true,
})
export const withdrawPrices = call({
  method: 'POST',
  path: '/api/Waybills/WithdrawPrices',
  summary: 'Take prices back from review, before the first decision',
  access: [edit('wayBillList'), edit('taskList')],
  input: z.object(batch),
  output: outcomes,
  idempotent: true,
})
