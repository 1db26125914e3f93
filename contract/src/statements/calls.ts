import * as z from 'zod/mini'
import { browse, edit } from '../access.ts'
import { abilities } from '../kernel/ability.ts'
import { call, type Input } from '../kernel/call.ts'
import { listCalls, outcomes, totalsOutput } from '../kernel/list.ts'
import { nullableInt, nullableText, version } from '../kernel/record.ts'
import { date, id, json, lines, many, oneOf, optional, text } from '../kernel/wire.ts'
import { languages } from '../pages.ts'
import { historyEntry } from '../system/calls.ts'
import { job } from '../workbench/jobs.ts'
import {
  lineKinds,
  lineMarks,
  longestDispute,
  statementActions,
  statementAnswers,
  statementDirections,
  statementLifecycle,
  statementStates,
} from './states.ts'

/** 对账单 (M53–M55): what a company and an outlet of ours owe each other in one direction up to a day, as it was sent, and what the company says to it. Without a direction: what is owed to us. */

type Rights = readonly [ReturnType<typeof browse>, ...ReturnType<typeof browse>[]]
const rightsTo = (action: keyof typeof statementLifecycle): Rights => statementLifecycle[action].right as Rights

export const statementRow = z.strictObject({
  id: z.int(),
  no: z.string(),
  companyId: z.int(),
  companyName: z.string(),
  outletId: z.int(),
  outletName: z.string(),
  direction: z.enum(statementDirections),
  fromDay: z.string(),
  toDay: z.string(),
  /** Yuan; closing = opening + charges + adjustments − received (V19). */
  opening: z.string(),
  charges: z.string(),
  adjustments: z.string(),
  received: z.string(),
  closing: z.string(),
  state: z.enum(statementStates),
  sendings: z.int(),
  sentAt: nullableText,
  sentByName: nullableText,
  /** Until when its link takes an answer; null: it has none. */
  linkExpiresAt: nullableText,
  answer: z.nullable(z.enum(statementAnswers)),
  answeredAt: nullableText,
  /** Whoever recorded it by hand; null: the customer by its link. */
  answeredByName: nullableText,
  /** Who disputed it by telephone. */
  caller: nullableText,
  remark: nullableText,
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
  actions: abilities(statementActions),
})
export type StatementRow = z.output<typeof statementRow>

export const statementTabs = ['draft', 'sent', 'disputed', 'confirmed', 'void'] as const
export type StatementTab = (typeof statementTabs)[number]
const filters = {
  /** 已发 where nothing is said. */
  tab: optional(oneOf([...statementTabs, 'all'])),
  /** Contains: number, company. */
  q: optional(text(60)),
  companyId: optional(id),
  outletId: optional(id),
  direction: optional(oneOf(statementDirections)),
  toDayFrom: optional(date),
  toDayTo: optional(date),
  ids: optional(many(id)),
}
export type StatementFilter = Input<typeof getStatementTotals>
const access = [browse('statement')] as const
export const [getStatements, getStatementTotals, exportStatements] = listCalls({
  rows: { path: '/api/Statements/GetStatements', summary: 'Statements of my outlets, latest day first' },
  totals: {
    path: '/api/Statements/GetStatementTotals',
    /** Null where both directions are among them: what is owed to us and by us does not add up. */
    output: totalsOutput({
      opening: nullableText,
      charges: nullableText,
      adjustments: nullableText,
      received: nullableText,
      closing: nullableText,
    }),
  },
  export: { path: '/api/Statements/ExportStatements' },
  access,
  row: statementRow,
  filters,
  sorts: ['toDay', 'closing', 'no'],
})

export const statementLine = z.strictObject({
  id: z.int(),
  kind: z.enum(lineKinds),
  day: z.string(),
  ofNo: nullableText,
  waybillId: nullableInt,
  /** Of storage and of what we owe: what 费用增减 takes of it. */
  chargeId: nullableInt,
  feeItem: nullableText,
  /** Of a hired truck: which part of what was agreed. */
  payPart: nullableText,
  /** Yuan: what is owed, or what was received or paid. */
  amount: z.string(),
  mark: z.nullable(z.enum(lineMarks)),
  /** 多笔付: what of its waybill's fees stands on this statement, and all of them, yuan; null where that is the same. */
  split: z.nullable(z.strictObject({ own: z.string(), whole: z.string() })),
  /** What the customer says to the line. */
  dispute: nullableText,
  /** He said it of what was sent last. */
  isDisputed: z.boolean(),
})
export type StatementLine = z.output<typeof statementLine>
export const statementSending = z.strictObject({
  sending: z.int(),
  closing: z.string(),
  mailed: z.boolean(),
  sentAt: z.string(),
  sentByName: z.string(),
})
export const statementDetail = z.strictObject({
  ...statementRow.shape,
  /** The disputed first, then by day; no more than 1,000. */
  lines: z.array(statementLine),
  lineCount: z.int(),
  /** Yuan of its charges that are still open today; what was sent stays as it was. */
  open: z.string(),
  sent: z.array(statementSending),
})
export type StatementDetail = z.output<typeof statementDetail>
export const getStatement = call({
  method: 'GET',
  path: '/api/Statements/GetStatement',
  summary: 'One statement with its lines and sendings',
  access,
  input: z.object({ id }),
  output: statementDetail,
})
export const getStatementHistory = call({
  method: 'GET',
  path: '/api/Statements/GetStatementHistory',
  summary: "A statement's timeline",
  access,
  input: z.object({ id }),
  output: z.array(historyEntry),
})
export const exportStatement = call({
  method: 'GET',
  path: '/api/Statements/ExportStatement',
  summary: 'One statement as the Excel file that the customer gets: a row a waybill, fees in columns',
  access,
  input: z.object({ id, language: optional(oneOf(languages)) }),
  output: z.strictObject({}),
  transport: 'file',
})

export const getStatementPdf = call({
  method: 'GET',
  path: '/api/Statements/GetStatementPdf',
  summary: 'One statement as the PDF that the customer gets: its sums, a row a waybill, fees in columns',
  access,
  input: z.object({ id, language: optional(oneOf(languages)) }),
  output: z.strictObject({}),
  transport: 'file',
})

export const proposeStatement = call({
  method: 'GET',
  path: '/api/Statements/ProposeStatement',
  summary: 'What of a company could be stated: 期末日 by its bill day, and by outlet of mine what is open up to it',
  access: [edit('statement')],
  input: z.object({ companyId: id, toDay: optional(date), direction: optional(oneOf(statementDirections)) }),
  output: z.strictObject({
    toDay: z.string(),
    outlets: z.array(
      z.strictObject({
        outletId: z.int(),
        outletName: z.string(),
        opening: z.string(),
        /** Charges, adjustments, receipts and refunds. */
        lines: z.int(),
        closing: z.string(),
        /** The statement that has to be answered first. */
        openNo: nullableText,
        /** That one is a draft. */
        isDraft: z.boolean(),
      }),
    ),
  }),
})
export const generateStatement = call({
  method: 'POST',
  path: '/api/Statements/GenerateStatement',
  summary: 'Draft the statement of one company by one outlet (DZ): all that stands on none yet, up to a day',
  access: [edit('statement')],
  input: z.object({ companyId: id, outletId: id, toDay: date, direction: optional(oneOf(statementDirections)) }),
  output: z.strictObject({ id: z.int(), no: z.string() }),
  idempotent: true,
})
export const generateStatements = call({
  method: 'POST',
  path: '/api/Statements/GenerateStatements',
  summary:
    'Draft the statements of every company with something open at my outlets, as a job; without a day each up to its own bill day',
  access: [edit('statement')],
  input: z.object({ toDay: optional(date), direction: optional(oneOf(statementDirections)) }),
  output: job,
  idempotent: true,
})
export const getStatementMailboxes = call({
  method: 'GET',
  path: '/api/Statements/GetStatementMailboxes',
  summary: 'The mailboxes that statements can leave by, the default one first',
  access: rightsTo('send'),
  input: z.object({}),
  output: z.array(z.strictObject({ id: z.int(), name: z.string(), sender: z.string(), isDefault: z.boolean() })),
})
const ofMany = { ids: many(id, 500, 1) }
export const sendStatements = call({
  method: 'POST',
  path: '/api/Statements/SendStatements',
  summary:
    'Send statements: their lines are kept as they are now and hold what they state. With a mailbox each goes to its company by mail, with Excel, PDF and a new link',
  access: rightsTo('send'),
  input: z.object({ ...ofMany, mailboxId: optional(id), language: optional(oneOf(languages)) }),
  output: outcomes,
})
export const copyStatementLink = call({
  method: 'POST',
  path: '/api/Statements/CopyStatementLink',
  summary: 'A new link to a statement, good for 30 days or one answer; the one before says that it was replaced',
  access: rightsTo('copyLink'),
  input: z.object({ id }),
  output: z.strictObject({ path: z.string(), expiresAt: z.string() }),
})
export const confirmStatement = call({
  method: 'POST',
  path: '/api/Statements/ConfirmStatement',
  summary: 'Say that the customer confirmed, with the proof',
  access: rightsTo('confirm'),
  input: z.object({ id, version, fileIds: many(id, 5, 1), remark: optional(lines(300)) }),
  output: z.strictObject({ version: z.int() }),
  idempotent: true,
})
export const disputeStatement = call({
  method: 'POST',
  path: '/api/Statements/DisputeStatement',
  summary:
    'Record what the customer disputes by telephone: of lines, or of the whole; the link ends as by his own answer',
  access: rightsTo('dispute'),
  input: z.object({
    id,
    version,
    caller: text(60),
    disputes: json(z.array(z.object({ lineId: id, dispute: lines(longestDispute) })).check(z.maxLength(1000))),
    remark: optional(lines(longestDispute)),
  }),
  output: z.strictObject({ version: z.int() }),
  idempotent: true,
})
export const handleDisputes = call({
  method: 'POST',
  path: '/api/Statements/HandleDisputes',
  summary: 'Put the approved adjustments of what is disputed on the disputed statements, whatever their day',
  access: rightsTo('handle'),
  input: z.object(ofMany),
  output: outcomes,
})
export const voidStatements = call({
  method: 'POST',
  path: '/api/Statements/VoidStatements',
  summary:
    'Void the latest statements of their companies: what they state may stand on another; a draft by whoever makes them, a confirmed one by right',
  access: [...rightsTo('discard'), ...rightsTo('voidConfirmed')] as unknown as Rights,
  input: z.object({ ...ofMany, reason: lines(300) }),
  output: outcomes,
})
