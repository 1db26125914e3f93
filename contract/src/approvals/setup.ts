import * as z from 'zod/mini'
import { approve, browse, edit } from '../access.ts'
import { call } from '../kernel/call.ts'
import { outcomes } from '../kernel/list.ts'
import { date, id, int, many, money, oneOf, optional } from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'
import { bizTypes } from './bizTypes.ts'

/** 审核人设置 (RT-12/audit): who reviews what, at which level, from which amount on (D-04). */

export const approvalModes = ['any', 'all'] as const

const member = z.strictObject({
  id: z.int(),
  userId: z.nullable(z.int()),
  roleId: z.nullable(z.int()),
  name: z.string(),
  /** A person who may not decide any more: disabled, or without the right. Null for a role. */
  able: z.boolean(),
  deputyId: z.nullable(z.int()),
  deputyName: z.nullable(z.string()),
  deputyFrom: z.nullable(z.string()),
  deputyTo: z.nullable(z.string()),
})
export const approverLevel = z.strictObject({
  id: z.int(),
  bizType: z.enum(bizTypes),
  level: z.int(),
  mode: z.enum(approvalModes),
  /** The band is [amountFrom, amountTo); null: without an end. Yuan. */
  amountFrom: z.string(),
  amountTo: z.nullable(z.string()),
  members: z.array(member),
  updatedAt: z.string(),
  version: z.int(),
})
export type ApproverLevel = z.output<typeof approverLevel>

export const getApproverSetup = call({
  method: 'GET',
  path: '/api/Approvals/GetApproverSetup',
  summary: 'Every level of every type of business, in order',
  access: [browse('audit')],
  input: z.object({}),
  output: z.array(approverLevel),
})

const fields = {
  bizType: oneOf(bizTypes),
  level: int(1, 9),
  mode: oneOf(approvalModes),
  amountFrom: money,
  amountTo: optional(money),
  userIds: many(id, 50),
  roleIds: many(id, 50),
}
export const addApproverLevel = call({
  method: 'POST',
  path: '/api/Approvals/AddApproverLevel',
  summary: 'Add a level; bands of one level must not overlap',
  access: [edit('audit')],
  input: z.object(fields),
  output: z.strictObject({ id: z.int() }),
  idempotent: true,
})
export const changeApproverLevel = call({
  method: 'POST',
  path: '/api/Approvals/ChangeApproverLevel',
  summary: 'Change a level; what was sent in before goes on as it was',
  access: [edit('audit')],
  input: z.object({ id, version: int(1, 2_000_000_000), ...fields }),
  output: z.strictObject({ version: z.int() }),
})
export const deleteApproverLevels = call({
  method: 'POST',
  path: '/api/Approvals/DeleteApproverLevels',
  summary: 'Delete levels; what was sent in before goes on as it was',
  access: [approve('audit')],
  input: z.object({ ids: many(id, 100, 1) }),
  output: outcomes,
})
export const setDeputy = call({
  method: 'POST',
  path: '/api/Approvals/SetDeputy',
  summary:
    'Who decides in place of a person while that one is away, first and last day included; without a deputy: ends it',
  access: [edit('audit')],
  input: z.object({ memberId: id, deputyId: optional(id), from: optional(date), to: optional(date) }),
  output: z.strictObject({}),
})
/** What would happen to a document: the people by level, or why it would be refused. */
export const tryApproval = call({
  method: 'GET',
  path: '/api/Approvals/TryApproval',
  summary: 'Whom a document of this amount and applicant would go to',
  access: [browse('audit')],
  input: z.object({ bizType: oneOf(bizTypes), amount: money, applicantId: optional(id) }),
  output: z.strictObject({
    path: z.array(
      z.strictObject({
        level: z.int(),
        mode: z.enum(approvalModes),
        people: z.array(z.string()),
        deputies: z.array(z.string()),
      }),
    ),
    refusal: z.nullable(z.string()),
  }),
})
export const getApproverHistory = call({
  method: 'GET',
  path: '/api/Approvals/GetApproverHistory',
  summary: "A level's timeline, latest first",
  access: [browse('audit')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})
/** People who can be set up, roles beside them. */
export const getApproverChoices = call({
  method: 'GET',
  path: '/api/Approvals/GetApproverChoices',
  summary: 'People and roles that may decide a type of business',
  access: [browse('audit')],
  input: z.object({ bizType: oneOf(bizTypes) }),
  output: z.strictObject({
    users: z.array(z.strictObject({ id: z.int(), label: z.string(), hint: z.nullable(z.string()) })),
    roles: z.array(z.strictObject({ id: z.int(), label: z.string(), hint: z.nullable(z.string()) })),
  }),
})
