import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { owned, type Tx } from '../../../platform/db.ts'
import type { Reference } from '../../../platform/references.ts'
import type { DB } from '../../../platform/schema.ts'
import { markSeen, type Seen, scoped } from '../../../platform/scope.ts'
import type { MoveLocations } from '../masters/index.ts'

export type LockedLocation = Seen<Selectable<DB['location']>>

/** Goods that are or were there. */
export const locationUses: readonly Reference[] = [{ table: 'stock', column: 'location_id' }]

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

/** The locations of a zone that goes are of another from now on. */
export const moveLocations: MoveLocations = async (tx, from, to) => {
  // unscoped: of a warehouse that was found inside the scope
  await owned(tx).updateTable('location').set({ zone_id: to }).where('zone_id', '=', from).execute()
}
