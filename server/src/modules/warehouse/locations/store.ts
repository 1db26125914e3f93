import type { Selectable } from 'kysely'
import { owned } from '../../../platform/db.ts'
import type { Reference } from '../../../platform/references.ts'
import type { DB } from '../../../platform/schema.ts'
import { lockingSeen, type Seen } from '../../../platform/scope.ts'
import type { MoveLocations } from '../masters/index.ts'

export type LockedLocation = Seen<Selectable<DB['location']>>

/** Goods that are or were there. */
export const locationUses: readonly Reference[] = [{ table: 'stock', column: 'location_id' }]

/** Locations inside the scope, locked in id order. */
export const lockLocations = lockingSeen('location')

/** The locations of a zone that goes are of another from now on. */
export const moveLocations: MoveLocations = async (tx, from, to) => {
  // unscoped: of a warehouse that was found inside the scope
  await owned(tx).updateTable('location').set({ zone_id: to }).where('zone_id', '=', from).execute()
}
