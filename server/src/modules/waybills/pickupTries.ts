import type { Input } from '@xunyun/contract/kernel/call'
import type { signWaybill } from '@xunyun/contract/waybills/calls'
import { type SqlBool, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { badField } from '../../platform/refusal.ts'
import { scoped } from '../../platform/scope.ts'

/** Wrong codes of one waybill within an hour, whoever tries them. */
const most = 5
const windowMs = 3_600_000

/**
 * Counts a pickup code before it is judged, as passwords are: many at once are no more than one after the other. Once there were
 * too many, no code is judged until the hour is over, the right one neither; a reason is taken all the same. Before the
 * transaction of the signing: what is counted must outlast its refusal.
 */
export const countCode =
  (db: Db) =>
  async (actor: Actor, { id, pickupCode }: Pick<Input<typeof signWaybill>, 'id' | 'pickupCode'>): Promise<void> => {
    if (pickupCode === undefined) return
    await db.transaction().execute(async (tx) => {
      const code = await codeWaitedFor(tx, actor, id)
      if (code === undefined) return
      if (!(await count(tx, id))) throw badField('pickupCode', 'waybills.pickupCodeTries', { count: most })
      if (code === pickupCode) await tx.deleteFrom('pickup_try').where('waybill_id', '=', id).execute()
    })
  }

/** The code by which pieces may be picked up now; undefined where none is asked for. */
async function codeWaitedFor(tx: Tx, actor: Actor, id: number): Promise<string | undefined> {
  const row = await scoped(tx, actor, 'waybill')
    .select('pickup_code')
    .where('id', '=', id)
    .where(
      sql<SqlBool>`exists (select from piece_place p where p.waybill_id = waybill.id and p.place = 'pickup' and p.pieces > 0)`,
    )
    .executeTakeFirst()
  return row?.pickup_code ?? undefined
}

/** One more, or false where there were too many. */
async function count(tx: Tx, id: number): Promise<boolean> {
  const now = clock.now()
  const old = sql`pickup_try.since < ${new Date(now.getTime() - windowMs)}`
  const counted = await sql`
    insert into pickup_try (waybill_id, failures, since) values (${id}, 1, ${now})
    on conflict (waybill_id) do update set failures = case when ${old} then 1 else pickup_try.failures + 1 end,
      since = case when ${old} then excluded.since else pickup_try.since end
    where ${old} or pickup_try.failures < ${most}
    returning 1`.execute(tx)
  return counted.rows.length > 0
}
