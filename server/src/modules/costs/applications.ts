import type * as calls from '@xunyun/contract/costs/applications'
import type { ApplicationKind } from '@xunyun/contract/costs/states'
import { type RawBuilder, sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { everywhere } from '../../platform/actor.ts'
import type { Approvals, Reviewed, Submission } from '../../platform/approvals.ts'
import { eachRecord, type Records, recordsTogether } from '../../platform/batch.ts'
import type { Tx } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { writeTogether } from '../../platform/rows.ts'
import { type LockedApplication, lockApplications, type Move, movedApplications, refusalOf } from './store.ts'

/** What is written in one statement with what applications come to: they move on in it. */
type Parts = readonly RawBuilder<unknown>[]
/** What a kind of application has for itself (T20); the states, the numbers and the review are everybody's. */
export type Applied = {
  /** Checks some as they go to review, and says of each what the reviewer looks at, and what is written with them. It may refuse. */
  submitted(
    tx: Tx,
    actor: Actor,
    applications: readonly LockedApplication[],
  ): Promise<{ looks: readonly Pick<Submission, 'reason' | 'companyId' | 'facts'>[]; beside?: Parts }>
  /** They came back from review without being approved: what is written with that. */
  reopened?(applications: readonly LockedApplication[]): Parts
  /** It is void: what it held is free. */
  voided?(application: LockedApplication): Parts
  /** Owes what they asked for, in one statement with `moved`; checks everything again. */
  approved(tx: Tx, actor: Actor, applications: readonly LockedApplication[], moved: Parts): Promise<void>
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

/** Sends some to review; they are locked, and drafts. */
export async function submitTogether(
  tx: Tx,
  actor: Actor,
  approvals: Approvals,
  kinds: Kinds,
  all: readonly LockedApplication[],
): Promise<void> {
  for (const [kind, some] of Map.groupBy(all, (application) => application.kind)) {
    const { looks, beside = [] } = await kinds[kind].submitted(tx, actor, some)
    await approvals.submit(
      tx,
      actor,
      kind,
      some.map(({ id, no, amount, outletId }, at) => ({
        id,
        no,
        amount,
        outletId,
        ...(looks[at] as (typeof looks)[number]),
      })),
      [...movedApplications(actor, some, { state: 'pending', action: 'submitted', submitted: true }), ...beside],
    )
  }
}

export const submitApplications =
  (approvals: Approvals, kinds: Kinds): Act<typeof calls.submitApplications> =>
  (asked, { ids }) =>
    recordsTogether(asked, ids, applications(asked.actor, 'submit'), (some) =>
      submitTogether(asked.tx, asked.actor, approvals, kinds, some),
    )

/** Only whoever sent it in, before the first decision; that is the review's to say. */
export const withdrawApplications =
  (approvals: Approvals): Act<typeof calls.withdrawApplications> =>
  (asked, { ids }) =>
    eachRecord(asked, ids, applications(asked.actor, 'withdraw'), async (application) => {
      await approvals.withdrawDocument(asked.tx, asked.actor, application.kind, application.id)
    })

const nothing = sql`select 1`

export const voidApplications =
  (kinds: Kinds): Act<typeof calls.voidApplications> =>
  (asked, { ids, reason }) =>
    eachRecord(asked, ids, applications(asked.actor, 'void'), async (application) => {
      const move = { state: 'void', action: 'voided', opinion: reason } as const
      const freed = kinds[application.kind].voided?.(application) ?? []
      await writeTogether(asked.tx, [...movedApplications(asked.actor, [application], move), ...freed], nothing)
    })

/** What a review of an application leads to. Whoever is asked decides it, whatever their scope. */
export function reviewOf(kinds: Kinds, kind: ApplicationKind): Reviewed {
  const lock = async (tx: Tx, actor: Actor, ids: readonly number[]): Promise<LockedApplication[]> => {
    const found = await lockApplications(tx, everywhere(actor), ids)
    return ids.map((id) => {
      const application = found.get(id)
      if (application === undefined || application.state !== 'pending') throw new Refusal('approvals.decided')
      return application
    })
  }
  const approvedTogether = async (tx: Tx, actor: Actor, ids: readonly number[], opinion: string | null) => {
    const some = await lock(tx, actor, ids)
    const move = { state: 'approved', action: 'approved', opinion, decided: true } as const
    await kinds[kind].approved(tx, actor, some, movedApplications(actor, some, move))
  }
  const reopen = async (tx: Tx, actor: Actor, id: number, move: Move) => {
    const some = await lock(tx, actor, [id])
    await writeTogether(tx, [...movedApplications(actor, some, move), ...(kinds[kind].reopened?.(some) ?? [])], nothing)
  }
  return {
    approved: (tx, actor, id, { opinion }) => approvedTogether(tx, actor, [id], opinion),
    approvedTogether,
    rejected: (tx, actor, id, { opinion }) =>
      reopen(tx, actor, id, { state: 'rejected', action: 'rejected', opinion, decided: true }),
    withdrawn: (tx, actor, id) => reopen(tx, actor, id, { state: 'draft', action: 'withdrawn' }),
    link: (no) => kinds[kind].link(no),
  }
}
