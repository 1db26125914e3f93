import * as z from 'zod/mini'
import { browse, edit } from '../access.ts'
import { abilities } from '../kernel/ability.ts'
import { call } from '../kernel/call.ts'
import { nullableText } from '../kernel/record.ts'
import { id, text } from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'
import { monthActions, monthChecks, monthStates } from './states.ts'

/** 关账 (M60): months in order, for all outlets together; what was kept of them, and how the last one is opened again. */

/** YYYY-MM. */
export const month = z.string('field.required').check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'field.choice'))

/** With tax, yuan: by business day and by day of posting. */
const sums = z.strictObject({ revenue: z.string(), cost: z.string(), profit: z.string() })
const keptSums = z.strictObject({ biz: sums, posted: sums })
export type KeptSums = z.output<typeof keptSums>

export const monthRow = z.strictObject({
  id: z.int(),
  month: z.string(),
  state: z.enum(monthStates),
  /** Null for whoever does not see all outlets. */
  kept: z.nullable(keptSums),
  closedAt: z.string(),
  closedByName: z.string(),
  /** Of its reopening. */
  reason: nullableText,
  reopenedAt: nullableText,
  reopenedByName: nullableText,
  waitsFor: nullableText,
  actions: abilities(monthActions),
})
export type MonthRow = z.output<typeof monthRow>

export const getMonths = call({
  method: 'GET',
  path: '/api/Close/GetMonths',
  summary: 'Months that were closed, the latest first, and which may be closed next',
  access: [browse('profit')],
  input: z.object({}),
  output: z.strictObject({
    rows: z.array(monthRow),
    /** One after the last closed; before the first closing any that is over, the earliest with charges first. */
    next: z.array(z.string()),
    /** Why none of them may be closed now; null: one may. */
    hindrance: nullableText,
  }),
})
export const getMonthHistory = call({
  method: 'GET',
  path: '/api/Close/GetMonthHistory',
  summary: 'When a month was closed and opened again, by whom',
  access: [browse('profit')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})

export const getMonthCheck = call({
  method: 'GET',
  path: '/api/Close/GetMonthCheck',
  summary: 'What keeps a month open, what is to be known before it is closed, and the sums to be kept',
  access: [edit('closeMonth')],
  input: z.object({ month }),
  output: z.strictObject({
    from: z.string(),
    to: z.string(),
    checks: z.array(z.strictObject({ check: z.enum(monthChecks), count: z.int(), blocks: z.boolean() })),
    kept: keptSums,
    /** What was kept before it was reopened. */
    before: z.nullable(keptSums),
  }),
})
const unsentCost = z.strictObject({
  /** Of the line. */
  id: z.int(),
  /** Of its application, or of the trip or shipment that it is entered on. */
  no: z.string(),
  state: z.enum(['draft', 'rejected']),
  feeItem: z.string(),
  payPart: nullableText,
  partyName: nullableText,
  outletName: z.string(),
  amount: z.string(),
  /** Its trip departed, or it was entered. */
  at: z.string(),
  link: z.string(),
})
export type UnsentCost = z.output<typeof unsentCost>
export const getUnsentCosts = call({
  method: 'GET',
  path: '/api/Close/GetUnsentCosts',
  summary: 'The lines of costs that the check of a month counts as not sent in, each with its document',
  access: [edit('closeMonth')],
  input: z.object({ month }),
  output: z.array(unsentCost),
})
export const closeMonth = call({
  method: 'POST',
  path: '/api/Close/CloseMonth',
  summary: 'Close a month for all outlets: its sums are kept, and nothing is dated in it any more',
  access: [edit('closeMonth')],
  input: z.object({ month }),
  output: z.strictObject({ kept: keptSums, putOff: z.int() }),
})
export const reopenMonth = call({
  method: 'POST',
  path: '/api/Close/ReopenMonth',
  summary: 'Ask for the last closed month to be opened again; a review decides',
  access: [edit('reopenMonth')],
  input: z.object({ month, reason: text(200) }),
  output: z.strictObject({}),
})
