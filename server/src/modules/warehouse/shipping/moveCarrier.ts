import { sql } from 'kysely'
import type { MoveDocuments } from '../../companies/index.ts'

/** Outbound notices for a carrier that was merged into another. An owner whose goods we keep is not merged at all. */
export const moveCarrierNotices: MoveDocuments = async (tx, actor, from, to) => {
  await sql`
    -- unscoped: of two companies that whoever sees everything merges
    update outbound_notice set carrier_id = ${to.id}, version = version + 1, updated_at = now(), updated_by = ${actor.userId}
    where carrier_id = ${from.id}`.execute(tx)
}
