import { createHash, randomBytes } from 'node:crypto'
import { linkDays } from '@xunyun/contract/statements/states'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'

/** Links to statements (M55): 256 random bits, of which only the hash is kept. */

/** Of a token as somebody sent it; it is looked up, never compared. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** A new one, in place of the one before; answers its address on this server. */
export async function makeLink(
  tx: Tx,
  actor: Actor,
  statementId: number,
): Promise<{ path: string; expiresAt: string }> {
  await endLink(tx, statementId, 'replaced')
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(clock.ms() + linkDays * 86_400_000).toISOString()
  await owned(tx)
    .insertInto('statement_link')
    .values({
      statement_id: statementId,
      token_hash: hashOf(token),
      made_at: clock.now(),
      made_by: actor.userId,
      expires_at: expiresAt,
    })
    .execute()
  return { path: `/statement/${token}`, expiresAt }
}

export async function endLink(tx: Tx, statementId: number, as: 'replaced' | 'answered' | 'void'): Promise<void> {
  await sql`update statement_link set ended_at = ${clock.iso()}, ended_as = ${as} where statement_id = ${statementId} and ended_at is null`.execute(
    tx,
  )
}
