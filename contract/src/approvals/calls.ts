import * as z from 'zod/mini'
import { approve, browse, edit } from '../access.ts'
import { anyApplying } from '../costs/states.ts'
import { applyingInvoices } from '../invoices/states.ts'
import { call, type Input } from '../kernel/call.ts'
import { listCalls, outcomes, totalsOutput } from '../kernel/list.ts'
import { date, id, lines, many, money, oneOf, optional, text } from '../kernel/wire.ts'
import { auditPages, bizTypes, decidingPages } from './bizTypes.ts'

/** The inbox of the approval engine (RT-15/unreviewed) and the one decision call of every review (D-04). */

export const approvalStates = ['pending', 'approved', 'rejected', 'withdrawn'] as const
export type ApprovalState = (typeof approvalStates)[number]
export const decisions = ['approve', 'reject'] as const

/** A decision as its document tells it: which level of how many, who, when, and what was said. */
export const decisionMade = z.strictObject({
  level: z.int(),
  levels: z.int(),
  decision: z.enum(decisions),
  byName: z.nullable(z.string()),
  at: z.string(),
  opinion: z.nullable(z.string()),
})
export type DecisionMade = z.output<typeof decisionMade>

const facts = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))
export const approvalRow = z.strictObject({
  id: z.int(),
  bizType: z.enum(bizTypes),
  docId: z.int(),
  docNo: z.string(),
  /** Why it has to be reviewed: a code of its type of business. */
  reason: z.string(),
  amount: z.string(),
  state: z.enum(approvalStates),
  /** Step `level` of `levels` is being asked. */
  level: z.int(),
  levels: z.int(),
  companyName: z.nullable(z.string()),
  outletName: z.nullable(z.string()),
  applicantId: z.int(),
  applicantName: z.string(),
  appliedAt: z.string(),
  decidedAt: z.nullable(z.string()),
  opinion: z.nullable(z.string()),
  /** Who is being asked now, by name. */
  waitsFor: z.string(),
  facts,
  mayDecide: z.boolean(),
  mayWithdraw: z.boolean(),
})
export type ApprovalRow = z.output<typeof approvalRow>

/** 待我审核, 我已审, 我提交的: what waits for me, what I decided, what I sent in. */
export const approvalTabs = ['mine', 'decided', 'submitted'] as const
export type ApprovalTab = (typeof approvalTabs)[number]

const filters = {
  tab: optional(oneOf(approvalTabs)),
  q: optional(text(60)),
  bizTypes: optional(many(oneOf(bizTypes), 20)),
  states: optional(many(oneOf(approvalStates), 4)),
  amountFrom: optional(money),
  amountTo: optional(money),
  companyId: optional(id),
  applicantId: optional(id),
  outletId: optional(id),
  reasons: optional(many(text(40), 20)),
  appliedFrom: optional(date),
  appliedTo: optional(date),
  ids: optional(many(id)),
}
export type ApprovalFilter = Input<typeof getApprovalTotals>
export const approvalSorts = ['appliedAt', 'amount', 'docNo'] as const
const [inbox, ...ofTypes] = auditPages
const looks = [browse(inbox), ...ofTypes.map(browse)] as const
/** Documents of money have pages of their own, on which they are decided too; of which kind, the engine asks of each. */
const deciding = [...new Set(Object.values(decidingPages).flat())].filter((page) => page !== inbox)
const decides = [approve(inbox), ...deciding.map(approve)] as const

export const [getApprovals, getApprovalTotals, exportApprovals] = listCalls({
  rows: {
    path: '/api/Approvals/GetApprovals',
    summary: 'Reviews that wait for me, that I decided, or that I asked for; oldest first while they wait',
  },
  totals: {
    path: '/api/Approvals/GetApprovalTotals',
    summary: 'Count and amount of a filter, and the counts of its tabs',
    output: totalsOutput({ amount: z.string() }),
  },
  export: { path: '/api/Approvals/ExportApprovals' },
  access: [...looks],
  row: approvalRow,
  filters,
  sorts: approvalSorts,
})
const step = z.strictObject({
  level: z.int(),
  mode: z.enum(['any', 'all']),
  /** The person or role that is asked. */
  name: z.string(),
  deputyName: z.nullable(z.string()),
  /** Who passed it on to that person, and why. */
  passedByName: z.nullable(z.string()),
  passedNote: z.nullable(z.string()),
  open: z.boolean(),
  decision: z.nullable(z.enum(decisions)),
  byName: z.nullable(z.string()),
  at: z.nullable(z.string()),
  opinion: z.nullable(z.string()),
})
/** The same document was sent in before and sent back: of what amount, by whom and why. */
const sentBack = z.strictObject({
  amount: z.string(),
  byName: z.nullable(z.string()),
  at: z.string(),
  opinion: z.nullable(z.string()),
})
export const approvalDetail = z.strictObject({
  ...approvalRow.shape,
  steps: z.array(step),
  /** The latest first. */
  sentBack: z.array(sentBack),
  link: z.string(),
})
export type ApprovalDetail = z.output<typeof approvalDetail>
export const getApproval = call({
  method: 'GET',
  path: '/api/Approvals/GetApproval',
  summary: 'One review with its path and every decision',
  access: [...looks],
  input: z.object({ id }),
  output: approvalDetail,
})
/** Each row reports its outcome; of two decisions at once exactly one counts. */
export const decideApprovals = call({
  method: 'POST',
  path: '/api/Approvals/DecideApprovals',
  summary: 'Approve or send back; sending back needs an opinion',
  access: decides,
  input: z.object({ ids: many(id, 1000, 1), decision: oneOf(decisions), opinion: optional(lines(300)) }),
  output: outcomes,
  idempotent: true,
})
/** 转交: my seat goes to a colleague who may decide it; the others of its level stay as they are. */
export const transferApprovals = call({
  method: 'POST',
  path: '/api/Approvals/TransferApprovals',
  summary: 'Pass reviews that wait for me on to a colleague',
  access: decides,
  input: z.object({ ids: many(id, 1000, 1), userId: id, note: lines(300) }),
  output: outcomes,
  idempotent: true,
})
export const getTransferChoices = call({
  method: 'GET',
  path: '/api/Approvals/GetTransferChoices',
  summary: 'Colleagues who may decide every one of these types of business',
  access: decides,
  input: z.object({ bizTypes: many(oneOf(bizTypes), 20) }),
  output: z.array(z.strictObject({ id: z.int(), label: z.string(), hint: z.nullable(z.string()) })),
})
export const withdrawApprovals = call({
  method: 'POST',
  path: '/api/Approvals/WithdrawApprovals',
  summary: 'Take back what I sent in, before the first decision',
  access: [
    edit('unreviewed'),
    edit('allWayBill'),
    edit('transportPrice'),
    edit('wayBillList'),
    edit('quotation'),
    ...anyApplying,
    ...applyingInvoices,
  ],
  input: z.object({ ids: many(id, 1000, 1) }),
  output: outcomes,
  idempotent: true,
})
