import { sql } from 'kysely'
import { clock } from '../../platform/clock.ts'
import { recordEntries } from '../../platform/history.ts'
import type { MoveDocuments } from '../companies/index.ts'

/** Vehicles and drivers of a carrier that was merged into another; locked in id order, as everywhere. */
export const moveCarrier: MoveDocuments = async (tx, actor, from, to) => {
  const set = {
    carrier_id: to.id,
    version: sql<number>`version + 1`,
    updated_at: clock.iso(),
    updated_by: actor.userId,
  }
  const vehicles = await tx
    .updateTable('vehicle')
    .set(set)
    .where('id', 'in', (eb) =>
      eb.selectFrom('vehicle').select('id').where('carrier_id', '=', from.id).orderBy('id').forUpdate(),
    )
    .returning('id')
    .execute()
  const drivers = await tx
    .updateTable('driver')
    .set(set)
    .where('id', 'in', (eb) =>
      eb.selectFrom('driver').select('id').where('carrier_id', '=', from.id).orderBy('id').forUpdate(),
    )
    .returning('id')
    .execute()
  const changes = [{ field: 'carrierName', from: from.name, to: to.name }]
  await recordEntries(tx, actor, [
    ...vehicles.map(({ id }) => ({ entity: 'vehicle', id, action: 'changed', changes })),
    ...drivers.map(({ id }) => ({ entity: 'driver', id, action: 'changed', changes })),
  ])
}
