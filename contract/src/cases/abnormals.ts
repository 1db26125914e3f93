import * as z from 'zod/mini'
import { approve, browse, edit } from '../access.ts'
import { codes } from '../dictionary.ts'
import { abilities, actionsIn } from '../kernel/ability.ts'
import { call } from '../kernel/call.ts'
import { listCalls, outcomes, totalsOutput } from '../kernel/list.ts'
import { nullableText, version } from '../kernel/record.ts'
import { date, id, int, lines, many, moment, money, oneOf, optional, text } from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'
import { type AbnormalAction, abnormalLifecycle, abnormalStates, clockTabs } from './states.ts'

/** 异常件: what went wrong with goods, who is responsible, and how it was dealt with (T28). */

/** What a case may be closed by. */
export const dealings = codes('abnormalDealing')
export type Dealing = (typeof dealings)[number]
/** Those that an amount belongs to. */
export const isPaid = (dealing: string | null): boolean => dealing === 'claim' || dealing === 'penalty'
export const mostCaseFiles = 5

/** What may be done to the waybill of a case that is open. */
export const onwardOfCase = ['sendOnward', 'readdress', 'abandon', 'lose'] as const

export const abnormalRow = z.strictObject({
  id: z.int(),
  abnormalNo: z.string(),
  type: z.string(),
  state: z.enum(abnormalStates),
  waybillId: z.int(),
  waybillNo: z.string(),
  customerName: z.nullable(z.string()),
  shipperCity: z.string(),
  consigneeCity: z.string(),
  node: nullableText,
  pieces: z.int(),
  /** Yuan, as was estimated. */
  loss: z.string(),
  text: z.string(),
  happenedAt: z.string(),
  responsible: nullableText,
  responsibleName: nullableText,
  dealing: nullableText,
  /** Yuan, of a claim or a penalty. */
  amount: nullableText,
  applicationNo: nullableText,
  result: nullableText,
  ownerId: z.nullable(z.int()),
  ownerName: nullableText,
  /** When it is due; of a closed one when it was. */
  dueAt: nullableText,
  level: z.int(),
  createdAt: z.string(),
  createdByName: nullableText,
  closedAt: nullableText,
  version: z.int(),
  actions: abilities(actionsIn<AbnormalAction>(abnormalLifecycle)),
  /** What may become of the goods of its waybill, as far as a row can tell. */
  onward: z.array(z.enum(onwardOfCase)),
})
export type AbnormalRow = z.output<typeof abnormalRow>

export const abnormalTabs = [...abnormalStates, ...clockTabs] as const
export type AbnormalTab = (typeof abnormalTabs)[number]

export const [getAbnormals, getAbnormalTotals, exportAbnormals] = listCalls({
  rows: { path: '/api/Cases/GetAbnormals', summary: 'Cases of goods, the first due first' },
  totals: { path: '/api/Cases/GetAbnormalTotals', output: totalsOutput({ pieces: z.int(), loss: z.string() }) },
  export: { path: '/api/Cases/ExportAbnormals' },
  access: [browse('abnormalList')],
  row: abnormalRow,
  filters: {
    tab: optional(oneOf(abnormalTabs)),
    /** Case or waybill number, or any part of what the waybill is found by. */
    q: optional(text(60)),
    types: optional(many(oneOf(codes('abnormalType')), 20)),
    responsible: optional(oneOf(codes('responsible'))),
    dealing: optional(oneOf(dealings)),
    customerId: optional(id),
    outletId: optional(id),
    ownerId: optional(id),
    happenedFrom: optional(date),
    happenedTo: optional(date),
    createdFrom: optional(date),
    createdTo: optional(date),
    waybillId: optional(id),
  },
  sorts: ['dueAt', 'createdAt', 'happenedAt', 'pieces', 'loss'],
})

export const getAbnormal = call({
  method: 'GET',
  path: '/api/Cases/GetAbnormal',
  summary: 'A case with its papers, and what its waybill offers for it',
  access: [browse('abnormalList')],
  input: z.object({ id: optional(id), no: optional(text(30)) }),
  output: z.extend(abnormalRow, {
    /** Arrangements that carried the waybill, for the responsible one. */
    arrangements: z.array(z.strictObject({ id: z.int(), no: z.string(), party: z.string() })),
    arrangementId: z.nullable(z.int()),
    /** The trip that pieces of the waybill are missing on (少货), and whether this person may bring them in (补到). */
    missingOn: z.nullable(z.strictObject({ id: z.int(), no: z.string(), mayBringIn: z.boolean() })),
    /** What the waybill tells was done with the goods since, the latest first; of a closed case nothing. */
    done: z.array(z.string()),
    /** Yuan: the most that a claim may be without the right to more. */
    mostClaim: z.string(),
    applicationState: nullableText,
  }),
})
export type AbnormalDetail = z.output<typeof getAbnormal.output>
export const getAbnormalHistory = call({
  method: 'GET',
  path: '/api/Cases/GetAbnormalHistory',
  summary: "A case's timeline, latest first",
  access: [browse('abnormalList')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})

const what = {
  loss: optional(money),
  responsible: optional(oneOf(codes('responsible'))),
  responsibleName: optional(text(60)),
  /** The trip, line shipment or parcel where it happened. */
  arrangementId: optional(id),
  text: lines(500),
}
export const addAbnormal = call({
  method: 'POST',
  path: '/api/Cases/AddAbnormal',
  summary: 'Open a case of a waybill by hand',
  access: [edit('abnormalList'), edit('allWayBill')],
  input: z.object({
    /** Its number, or of one of its pieces. */
    waybillNo: text(40),
    type: oneOf(codes('abnormalType')),
    happenedAt: moment,
    node: optional(oneOf(codes('trackNode'))),
    pieces: int(1, 999_999),
    ...what,
    ownerId: optional(id),
    files: optional(many(id, mostCaseFiles)),
  }),
  output: z.strictObject({ id: z.int(), abnormalNo: z.string() }),
  idempotent: true,
})
export const handleAbnormal = call({
  method: 'POST',
  path: '/api/Cases/HandleAbnormal',
  summary: 'Take a case in hand, and write what was found',
  access: [edit('abnormalList')],
  input: z.object({ id, version, ...what, files: optional(many(id, mostCaseFiles)) }),
  output: z.strictObject({ version: z.int() }),
})
export const closeAbnormal = call({
  method: 'POST',
  path: '/api/Cases/CloseAbnormal',
  summary: 'Close a case by what was done; a claim and a penalty are applied for with it',
  access: [edit('abnormalList')],
  input: z.object({
    id,
    version,
    dealing: oneOf(dealings),
    /** Yuan, of a claim or a penalty. */
    amount: optional(money),
    result: text(300),
  }),
  output: z.strictObject({ version: z.int(), applicationNo: nullableText }),
  idempotent: true,
})
export const reopenAbnormal = call({
  method: 'POST',
  path: '/api/Cases/ReopenAbnormal',
  summary: 'A closed case is in hand again',
  access: [approve('abnormalList')],
  input: z.object({ id, version, reason: text(200) }),
  output: z.strictObject({ version: z.int() }),
})
const batch = { ids: many(id, 500, 1) }
export const assignAbnormals = call({
  method: 'POST',
  path: '/api/Cases/AssignAbnormals',
  summary: 'Somebody follows cases; without a reason: myself',
  access: [edit('abnormalList')],
  input: z.object({ ...batch, ownerId: id, reason: optional(text(200)) }),
  output: outcomes,
  idempotent: true,
})
export const changeAbnormalDue = call({
  method: 'POST',
  path: '/api/Cases/ChangeAbnormalDue',
  summary: 'Cases are due at another time, with the reason',
  access: [edit('abnormalList')],
  input: z.object({ ...batch, dueAt: moment, reason: text(200) }),
  output: outcomes,
  idempotent: true,
})
