import type * as calls from '@xunyun/contract/approvals/calls'
import type { Act } from '../../platform/act.ts'
import type { Approvals } from '../../platform/approvals.ts'
import { badField } from '../../platform/refusal.ts'

/** Acts of the inbox: what the engine in platform/approvals.ts does with what waits. */

export const decideApprovals =
  (approvals: Approvals): Act<typeof calls.decideApprovals> =>
  async ({ tx, actor }, { ids, decision, opinion }) => {
    if (decision === 'reject' && opinion === undefined) throw badField('opinion', 'approvals.opinionNeeded')
    return approvals.decide(tx, actor, ids, decision, opinion)
  }

export const transferApprovals =
  (approvals: Approvals): Act<typeof calls.transferApprovals> =>
  ({ tx, actor }, { ids, userId, note }) =>
    approvals.transfer(tx, actor, ids, userId, note)

export const withdrawApprovals =
  (approvals: Approvals): Act<typeof calls.withdrawApprovals> =>
  ({ tx, actor }, { ids }) =>
    approvals.withdraw(tx, actor, ids)
