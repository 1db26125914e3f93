import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Actor } from './actor.ts'
import { clock } from './clock.ts'
import type { Tx } from './db.ts'
import { Refusal } from './refusal.ts'

/**
 * Runs a command at most once a key and user. A second request with the key waits for the first one's transaction and
 * answers the same; a refused or crashed command leaves no key behind, so it may be sent again (domain §0.3).
 */
export async function once<T>(
  tx: Tx,
  actor: Actor,
  request: { key: string; call: string; input: unknown },
  act: () => Promise<T>,
): Promise<T> {
  const hash = createHash('sha256').update(JSON.stringify(request.input)).digest()
  const taken = await tx
    .insertInto('idempotency')
    .values({
      user_id: actor.userId,
      key: request.key,
      call: request.call,
      request_hash: hash,
      created_at: clock.now(),
    })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst()
  if (Number(taken.numInsertedOrUpdatedRows ?? 0) === 0) {
    const first = await tx
      .selectFrom('idempotency')
      .select(['call', 'request_hash', 'answer'])
      .where('user_id', '=', actor.userId)
      .where('key', '=', request.key)
      .executeTakeFirst()
    if (first === undefined) throw new Refusal('kernel.busy')
    if (first.call !== request.call || !first.request_hash.equals(hash)) throw new Refusal('kernel.keyReused')
    return first.answer as T
  }
  const answer = await act()
  await tx
    .updateTable('idempotency')
    .set({ answer: sql`${JSON.stringify(answer)}::jsonb` })
    .where('user_id', '=', actor.userId)
    .where('key', '=', request.key)
    .execute()
  return answer
}

/** Nightly: keys with which nobody sends anything again. */
export async function dropOldIntents(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('idempotency').where('created_at', '<', before).execute()
}
