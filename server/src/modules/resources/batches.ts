import type { Outcomes } from '@xunyun/contract/kernel/list'
import type { Actor } from '../../platform/actor.ts'
import { BatchReport } from '../../platform/batch.ts'
import type { Tx } from '../../platform/db.ts'
import { recordHistory } from '../../platform/history.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { changed } from '../../platform/version.ts'
import { coveredTypes, refuseCustomer } from './access.ts'
import { hadTrip, hasVehicle, liveTrip, lockDrivers, lockVehicles } from './store.ts'

type Set_ = { enabled?: boolean; is_deleted?: boolean }
type Item = { id: number; enabled: boolean; version: number; name: string }

/** Disabled means: no trip is planned or under way. Deleted means: there never was one. */
async function objection(tx: Tx, by: 'vehicle_id' | 'driver_id', item: Item, set: Set_): Promise<Refusal | undefined> {
  if (set.enabled === false) {
    const no = await liveTrip(tx, by, item.id)
    if (no !== undefined) return new Refusal('resources.liveTrip', { name: item.name, no })
  }
  if (set.is_deleted === true) {
    const used = (await hadTrip(tx, by, item.id)) || (by === 'driver_id' && (await hasVehicle(tx, item.id)))
    if (used) return new Refusal('kernel.inUse', { name: item.name })
  }
  return undefined
}

const actionOf = (set: Set_): string => (set.is_deleted ? 'deleted' : set.enabled ? 'enabled' : 'disabled')

/** Enables, disables or deletes vehicles of the types that the actor may decide on, row by row. */
export async function setVehicles(tx: Tx, actor: Actor, ids: readonly number[], set: Set_): Promise<Outcomes> {
  refuseCustomer(actor, 'vehicleAll')
  const report = new BatchReport(actor)
  const locked = await lockVehicles(tx, ids)
  const [seen, decided] = [coveredTypes(actor, 'browse'), coveredTypes(actor, 'approve')]
  for (const id of new Set(ids)) {
    const vehicle = locked.get(id)
    if (vehicle === undefined || !seen.includes(vehicle.type)) {
      report.refuse(id, String(id), notFound())
      continue
    }
    const item = { ...vehicle, name: vehicle.plate_no }
    const no = decided.includes(vehicle.type)
      ? await objection(tx, 'vehicle_id', item, set)
      : new Refusal('resources.beyondRights')
    if (no !== undefined) {
      report.refuse(id, item.name, no)
      continue
    }
    if (set.enabled !== vehicle.enabled) {
      await tx
        .updateTable('vehicle')
        .set({ ...set, ...changed(actor.userId, vehicle.version) })
        .where('id', '=', id)
        .execute()
      await recordHistory(tx, actor, 'vehicle', id, actionOf(set))
    }
    report.done()
  }
  return report.outcomes()
}

/** Enables, disables or deletes drivers, row by row. */
export async function setDrivers(tx: Tx, actor: Actor, ids: readonly number[], set: Set_): Promise<Outcomes> {
  refuseCustomer(actor, 'driver')
  const report = new BatchReport(actor)
  const locked = await lockDrivers(tx, ids)
  for (const id of new Set(ids)) {
    const driver = locked.get(id)
    if (driver === undefined) {
      report.refuse(id, String(id), notFound())
      continue
    }
    const no = await objection(tx, 'driver_id', driver, set)
    if (no !== undefined) {
      report.refuse(id, driver.name, no)
      continue
    }
    if (set.enabled !== driver.enabled) {
      await tx
        .updateTable('driver')
        .set({ ...set, ...changed(actor.userId, driver.version) })
        .where('id', '=', id)
        .execute()
      await recordHistory(tx, actor, 'driver', id, actionOf(set))
    }
    report.done()
  }
  return report.outcomes()
}
