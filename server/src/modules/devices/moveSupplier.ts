import { sql } from 'kysely'
import { clock } from '../../platform/clock.ts'
import { recordEntries } from '../../platform/history.ts'
import type { MoveDocuments } from '../companies/index.ts'

/** Devices and tokens of a supplier that was merged into another. */
export const moveSupplier: MoveDocuments = async (tx, actor, from, to) => {
  const { rows } = await sql<{ id: number }>`
    update gps_device set supplier_id = ${to.id}, version = version + 1, updated_at = ${clock.iso()}, updated_by = ${actor.userId}
    -- unscoped: of two companies that whoever sees everything merges
    where id in (select id from gps_device where supplier_id = ${from.id} order by id for update) returning id`.execute(
    tx,
  )
  await sql`update position_token set supplier_id = ${to.id} where supplier_id = ${from.id}`.execute(tx)
  const changes = [{ field: 'supplierName', from: from.name, to: to.name }]
  await recordEntries(
    tx,
    actor,
    rows.map(({ id }) => ({ entity: 'gpsDevice', id, action: 'changed', changes })),
  )
}
