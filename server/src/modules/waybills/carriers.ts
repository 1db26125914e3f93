import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** The name of a strand that a line carrier or courier has, as signing takes it. */
export const carrierStrand = (arrangementId: number): string => `carrier:${arrangementId}`

/**
 * Locks what line carriers and couriers have of a waybill, before the waybill itself: their state follows the pieces, and
 * arrangements are locked first everywhere. `from`: the strand that is meant, or all; of a trip's, nothing has to be locked. A
 * strand that nobody named is locked with its waybill; should that meet another act the other way round, it is tried again.
 */
export async function lockCarriers(tx: Tx, waybillId: number, from: string | undefined): Promise<void> {
  const [place, id] = (from ?? '').split(':')
  if (place !== 'carrier' && from !== 'all') return
  await sql`
    -- unscoped: only locked; the caller reads the waybill inside the scope
    select a.id from arrangement a where a.kind <> 'vehicle' and a.id in (select arrangement_id from arrangement_line where waybill_id = ${waybillId})
      and ${id ? sql`a.id = ${Number(id)}` : sql`true`} order by a.id for update`.execute(tx)
}
