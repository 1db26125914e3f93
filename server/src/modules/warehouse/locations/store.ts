import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db.ts'
import type { DB } from '../../../platform/schema.ts'
import { markSeen, type Seen, scoped } from '../../../platform/scope.ts'

export type LockedLocation = Seen<Selectable<DB['location']>>

/** Locations inside the scope, locked in id order. */
export async function lockLocations(tx: Tx, actor: Actor, ids: readonly number[]) {
  const rows = await scoped(tx, actor, 'location')
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, markSeen(row)]))
}
