import { sql } from 'kysely'
import { searchText } from '../../platform/search.ts'
import type { MoveDocuments } from '../companies/index.ts'

/** Trips of a carrier that was merged into another; both names find them. */
export const moveCarrierTrips: MoveDocuments = async (tx, actor, from, to) => {
  await sql`
    -- unscoped: of two companies that whoever sees everything merges
    update arrangement set carrier_id = ${to.id}, search = search || ' ' || ${searchText([to.name])},
      version = version + 1, updated_at = now(), updated_by = ${actor.userId}
    where carrier_id = ${from.id}`.execute(tx)
}
