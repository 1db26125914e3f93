import * as z from 'zod/mini'
import { browse, edit } from '../access.ts'
import { codes } from '../dictionary.ts'
import { abilities, actionsIn } from '../kernel/ability.ts'
import { call } from '../kernel/call.ts'
import { phone } from '../kernel/checks.ts'
import { listCalls, outcomes } from '../kernel/list.ts'
import { nullableText, version } from '../kernel/record.ts'
import { date, flag, id, int, lines, many, moment, money, oneOf, optional, text } from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'
import { type ComplaintAction, clockTabs, complaintLifecycle, complaintStates } from './states.ts'

/** 投诉: received, answered in time, followed up by somebody else, closed or reopened (T28). */

/** Hours until it is due, by its level 1, 2, 3. */
export const complaintHours = [24, 8, 2] as const
/** Called back in vain so often, it may be closed without an opinion. */
export const enoughTries = 3

export const complaintRow = z.strictObject({
  id: z.int(),
  complaintNo: z.string(),
  state: z.enum(complaintStates),
  customerId: z.nullable(z.int()),
  customerName: nullableText,
  complainant: z.string(),
  phone: z.string(),
  channel: z.string(),
  category: z.string(),
  /** 1 to 3. */
  urgency: z.int(),
  waybillId: z.nullable(z.int()),
  waybillNo: nullableText,
  outletName: z.string(),
  text: z.string(),
  result: nullableText,
  /** Compensation, yuan. */
  amount: nullableText,
  applicationNo: nullableText,
  satisfaction: z.nullable(z.int()),
  unreached: z.int(),
  ownerId: z.nullable(z.int()),
  ownerName: nullableText,
  dueAt: z.string(),
  level: z.int(),
  createdAt: z.string(),
  doneAt: nullableText,
  version: z.int(),
  actions: abilities(actionsIn<ComplaintAction>(complaintLifecycle)),
})
export type ComplaintRow = z.output<typeof complaintRow>

export const complaintTabs = [...complaintStates, ...clockTabs] as const
export type ComplaintTab = (typeof complaintTabs)[number]

export const [getComplaints, getComplaintTotals, exportComplaints] = listCalls({
  rows: { path: '/api/Cases/GetComplaints', summary: 'Complaints, the first due first' },
  totals: { path: '/api/Cases/GetComplaintTotals' },
  export: { path: '/api/Cases/ExportComplaints' },
  access: [browse('complaintList')],
  row: complaintRow,
  filters: {
    tab: optional(oneOf(complaintTabs)),
    /** Number, who complained, phone, waybill. */
    q: optional(text(60)),
    categories: optional(many(oneOf(codes('complaintCategory')), 10)),
    channel: optional(oneOf(codes('complaintChannel'))),
    urgency: optional(int(1, 3)),
    satisfaction: optional(int(1, 5)),
    customerId: optional(id),
    outletId: optional(id),
    ownerId: optional(id),
    createdFrom: optional(date),
    createdTo: optional(date),
    waybillId: optional(id),
  },
  sorts: ['dueAt', 'createdAt', 'urgency'],
})

export const getComplaint = call({
  method: 'GET',
  path: '/api/Cases/GetComplaint',
  summary: 'A complaint with its papers',
  access: [browse('complaintList')],
  input: z.object({ id: optional(id), no: optional(text(30)) }),
  output: z.extend(complaintRow, {
    /** The reader handled it: somebody else follows it up. */
    handledByMe: z.boolean(),
    applicationState: nullableText,
  }),
})
export type ComplaintDetail = z.output<typeof getComplaint.output>
export const getComplaintHistory = call({
  method: 'GET',
  path: '/api/Cases/GetComplaintHistory',
  summary: "A complaint's timeline, latest first",
  access: [browse('complaintList')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})

const fields = {
  waybillNo: optional(text(40)),
  customerId: optional(id),
  complainant: text(60),
  phone,
  channel: oneOf(codes('complaintChannel')),
  category: oneOf(codes('complaintCategory')),
  urgency: int(1, 3),
  text: lines(1000),
}
export const addComplaint = call({
  method: 'POST',
  path: '/api/Cases/AddComplaint',
  summary: 'Take a complaint down',
  access: [edit('complaintList'), edit('allWayBill')],
  input: z.object({ ...fields, ownerId: optional(id), files: optional(many(id, 5)) }),
  output: z.strictObject({ id: z.int(), complaintNo: z.string() }),
  idempotent: true,
})
export const changeComplaint = call({
  method: 'POST',
  path: '/api/Cases/ChangeComplaint',
  summary: 'Change a complaint that was not answered yet',
  access: [edit('complaintList')],
  input: z.object({ id, version, ...fields }),
  output: z.strictObject({ version: z.int() }),
})
export const acceptComplaints = call({
  method: 'POST',
  path: '/api/Cases/AcceptComplaints',
  summary: 'Take complaints in hand',
  access: [edit('complaintList')],
  input: z.object({ ids: many(id, 500, 1) }),
  output: outcomes,
  idempotent: true,
})
export const answerComplaint = call({
  method: 'POST',
  path: '/api/Cases/AnswerComplaint',
  summary: 'What was found and done about it; a compensation is applied for with it',
  access: [edit('complaintList')],
  input: z.object({ id, version, result: lines(500), amount: optional(money), files: optional(many(id, 5)) }),
  output: z.strictObject({ version: z.int(), applicationNo: nullableText }),
  idempotent: true,
})
export const followUpComplaint = call({
  method: 'POST',
  path: '/api/Cases/FollowUpComplaint',
  summary: 'Call back, by somebody who did not handle it: how satisfied, or not reached',
  access: [edit('complaintList')],
  input: z.object({
    id,
    version,
    reached: flag,
    /** 1 to 5, where he was reached. */
    satisfaction: optional(int(1, 5)),
    remark: optional(text(200)),
  }),
  output: z.strictObject({ version: z.int() }),
})
export const finishComplaint = call({
  method: 'POST',
  path: '/api/Cases/FinishComplaint',
  summary: 'Close it: answered, and followed up or called in vain three times',
  access: [edit('complaintList')],
  input: z.object({ id, version }),
  output: z.strictObject({ version: z.int() }),
})
export const reopenComplaint = call({
  method: 'POST',
  path: '/api/Cases/ReopenComplaint',
  summary: 'It is not over: begins anew',
  access: [edit('complaintList')],
  input: z.object({ id, version, reason: text(200) }),
  output: z.strictObject({ version: z.int() }),
})
export const assignComplaints = call({
  method: 'POST',
  path: '/api/Cases/AssignComplaints',
  summary: 'Somebody follows complaints; without a reason: myself',
  access: [edit('complaintList')],
  input: z.object({ ids: many(id, 500, 1), ownerId: id, reason: optional(text(200)) }),
  output: outcomes,
  idempotent: true,
})
export const changeComplaintDue = call({
  method: 'POST',
  path: '/api/Cases/ChangeComplaintDue',
  summary: 'Complaints are due at another time, with the reason',
  access: [edit('complaintList')],
  input: z.object({ ids: many(id, 500, 1), dueAt: moment, reason: text(200) }),
  output: outcomes,
  idempotent: true,
})
