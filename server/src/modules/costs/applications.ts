import type * as calls from '@xunyun/contract/costs/applications'
import type { ApplicationKind } from '@xunyun/contract/costs/states'
import type { Act } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { everywhere } from '../../platform/actor.ts'
import type { Approvals, Reviewed, Submission } from '../../platform/approvals.ts'
import { eachRecord, type Records } from '../../platform/batch.ts'
import type { Tx } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type LockedApplication, lockApplications, moveApplications, refusalOf } from './store.ts'

/** What a kind of application has for itself (T20); the states, the numbers and the review are everybody's. */
export type Applied = {
  /** Checks it as it goes to review, and says what the reviewer looks at. It may refuse. */
  submitted(
    tx: Tx,
    actor: Actor,
    application: LockedApplication,
  ): Promise<Pick<Submission, 'reason' | 'companyId' | 'facts'>>
  /** It came back from review without being approved. */
  reopened(tx: Tx, application: LockedApplication): Promise<void>
  /** It is void: what it held is free. */
  voided?(tx: Tx, application: LockedApplication): Promise<void>
  /** Owes what it asked for; checks everything again. */
  approved(tx: Tx, actor: Actor, application: LockedApplication): Promise<void>
  link(no: string): string
}
export type Kinds = Readonly<Record<ApplicationKind, Applied>>

type BatchAction = 'submit' | 'withdraw' | 'void'
/** In scope; what state and right refuse is said for each. */
const applications = (actor: Actor, action: BatchAction): Records<LockedApplication> => ({
  lock: lockApplications,
  no: ({ no }) => no,
  may: (application) => refusalOf(actor, action, application),
})

/** Sends one to review; it is locked, and a draft. */
export async function submitOne(
  tx: Tx,
  actor: Actor,
  approvals: Approvals,
  kinds: Kinds,
  application: LockedApplication,
): Promise<void> {
  const { id, no, kind, amount, outletId } = application
  await moveApplications(tx, actor, [application], { state: 'pending', action: 'submitted', submitted: true })
  const facts = await kinds[kind].submitted(tx, actor, application)
  await approvals.submit(tx, actor, kind, [{ id, no, amount, outletId, ...facts }])
}

export const submitApplications =
  (approvals: Approvals, kinds: Kinds): Act<typeof calls.submitApplications> =>
  (asked, { ids }) =>
    eachRecord(asked, ids, applications(asked.actor, 'submit'), async (application) => {
      await submitOne(asked.tx, asked.actor, approvals, kinds, application)
    })

/** Only whoever sent it in, before the first decision; that is the review's to say. */
export const withdrawApplications =
  (approvals: Approvals): Act<typeof calls.withdrawApplications> =>
  (asked, { ids }) =>
    eachRecord(asked, ids, applications(asked.actor, 'withdraw'), async (application) => {
      await approvals.withdrawDocument(asked.tx, asked.actor, application.kind, application.id)
    })

export const voidApplications =
  (kinds: Kinds): Act<typeof calls.voidApplications> =>
  (asked, { ids, reason }) =>
    eachRecord(asked, ids, applications(asked.actor, 'void'), async (application) => {
      await moveApplications(asked.tx, asked.actor, [application], { state: 'void', action: 'voided', opinion: reason })
      await kinds[application.kind].voided?.(asked.tx, application)
    })

/** What a review of an application leads to. Whoever is asked decides it, whatever their scope. */
export function reviewOf(kinds: Kinds, kind: ApplicationKind): Reviewed {
  const lock = async (tx: Tx, actor: Actor, id: number): Promise<LockedApplication> => {
    const found = (await lockApplications(tx, everywhere(actor), [id])).get(id)
    if (found === undefined || found.state !== 'pending') throw new Refusal('approvals.decided')
    return found
  }
  return {
    async approved(tx, actor, id, { opinion }) {
      const application = await lock(tx, actor, id)
      await moveApplications(tx, actor, [application], {
        state: 'approved',
        action: 'approved',
        opinion,
        decided: true,
      })
      await kinds[kind].approved(tx, actor, application)
    },
    async rejected(tx, actor, id, { opinion }) {
      const application = await lock(tx, actor, id)
      await moveApplications(tx, actor, [application], {
        state: 'rejected',
        action: 'rejected',
        opinion,
        decided: true,
      })
      await kinds[kind].reopened(tx, application)
    },
    async withdrawn(tx, actor, id) {
      const application = await lock(tx, actor, id)
      await moveApplications(tx, actor, [application], { state: 'draft', action: 'withdrawn' })
      await kinds[kind].reopened(tx, application)
    },
    link: (no) => kinds[kind].link(no),
  }
}
