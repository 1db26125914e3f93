import * as z from 'zod/mini'
import { abilities } from '../kernel/ability.ts'
import { call } from '../kernel/call.ts'
import { outcomes } from '../kernel/list.ts'
import { id, many, text } from '../kernel/wire.ts'
import { anyApplying, applicationActions, applicationStates } from './states.ts'

/** What applications of every kind have, and what is done to many of them. */

export const applicationFields = {
  id: z.int(),
  no: z.string(),
  state: z.enum(applicationStates),
  reason: z.string(),
  /** Yuan; of an adjustment with its sign. */
  amount: z.string(),
  /** Yuan of it that is settled, with its sign. */
  paid: z.string(),
  outletName: z.string(),
  applicantName: z.string(),
  /** When it was sent in; before that, when it was written. */
  appliedAt: z.string(),
  decidedAt: z.nullable(z.string()),
  /** Of the last decision; of a void one why. */
  opinion: z.nullable(z.string()),
  /** Step `level` of `levels`, and who is asked there, while it is under review. */
  level: z.nullable(z.int()),
  levels: z.nullable(z.int()),
  waitsFor: z.nullable(z.string()),
  version: z.int(),
  actions: abilities(applicationActions),
}

const batch = { ids: many(id, 1000, 1) }
export const submitApplications = call({
  method: 'POST',
  path: '/api/Costs/SubmitApplications',
  summary: 'Send applications to review; each row reported',
  access: anyApplying,
  input: z.object(batch),
  output: outcomes,
  idempotent: true,
})
export const withdrawApplications = call({
  method: 'POST',
  path: '/api/Costs/WithdrawApplications',
  summary: 'Take applications back from review, before the first decision',
  access: anyApplying,
  input: z.object(batch),
  output: outcomes,
  idempotent: true,
})
export const voidApplications = call({
  method: 'POST',
  path: '/api/Costs/VoidApplications',
  summary: 'Void applications that are not under review, with the reason; what they held is free again',
  access: anyApplying,
  input: z.object({ ...batch, reason: text(200) }),
  output: outcomes,
  idempotent: true,
})
