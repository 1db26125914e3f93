import { type SqlBool, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { type Locked, locking } from '../../platform/masters.ts'
import type { Reference } from '../../platform/references.ts'
import { inScope } from '../../platform/scope.ts'

export const lockVehicles = locking('vehicle')
export type LockedVehicle = Locked<'vehicle'>
export const lockDrivers = locking('driver')
export type LockedDriver = Locked<'driver'>

type By = 'vehicle_id' | 'driver_id'

/**
 * A trip that is planned or under way, of any outlet: whose it is does not matter for the vehicle. `no` is null where it
 * is not the actor's.
 */
export async function liveTrip(tx: Tx, actor: Actor, by: By, id: number): Promise<{ no: string | null } | undefined> {
  return owned(tx)
    .selectFrom('arrangement')
    .select(sql<string | null>`case when ${inScope(actor, 'arrangement')} then arrangement_no end`.as('no'))
    .where(by, '=', id)
    .where('state', 'in', ['new', 'assigned', 'departed'])
    .where('is_deleted', '=', false)
    .orderBy(sql`${inScope(actor, 'arrangement')} is true`, 'desc')
    .orderBy('plan_at')
    .executeTakeFirst()
}

export const vehicleUses: readonly Reference[] = [
  { table: 'arrangement', column: 'vehicle_id' },
  { table: 'cost_line', column: 'vehicle_id' },
  { table: 'gps_binding', column: 'vehicle_id' },
]
export const driverUses: readonly Reference[] = [
  { table: 'payment', column: 'driver_id' },
  { table: 'arrangement', column: 'driver_id' },
  { table: 'vehicle', column: 'driver_id', live: 'not is_deleted' },
  { table: 'cost_line', column: 'driver_id' },
  { table: 'abnormal', column: 'responsible_driver_id' },
]

/** Who carries for us, or we ourselves: enabled, not blacklisted. Carriers are shared by all outlets. */
export async function isCarrier(tx: Tx, id: number): Promise<boolean> {
  const row = await owned(tx)
    .selectFrom('company')
    .select('id')
    .where('id', '=', id)
    .where('enabled', '=', true)
    .where('blacklisted', '=', false)
    .where('is_deleted', '=', false)
    .where(sql<SqlBool>`roles && '{own,carrier,special}'::text[]`)
    .executeTakeFirst()
  return row !== undefined
}

export async function isEnabledDriver(tx: Tx, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('driver')
    .select('id')
    .where('id', '=', id)
    .where('enabled', '=', true)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  return row !== undefined
}

/** Names for a timeline, which shows no ids. */
export async function carrierName(tx: Tx, id: number | null): Promise<string | null> {
  if (id === null) return null
  const row = await owned(tx).selectFrom('company').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? null
}
export async function driverName(tx: Tx, id: number | null): Promise<string | null> {
  if (id === null) return null
  const row = await tx.selectFrom('driver').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? null
}
