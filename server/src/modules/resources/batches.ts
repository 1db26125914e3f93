import type { Input } from '@xunyun/contract/kernel/call'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import type { renewVehicles } from '@xunyun/contract/resources/calls'
import type { Actor } from '../../platform/actor.ts'
import { BatchReport } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { recordHistory } from '../../platform/history.ts'
import { refusalOfUse } from '../../platform/references.ts'
import { badField, notFound, Refusal } from '../../platform/refusal.ts'
import { changed } from '../../platform/version.ts'
import { coveredTypes } from './access.ts'
import { driverUses, type LockedVehicle, liveTrip, lockDrivers, lockVehicles, vehicleUses } from './store.ts'

type Set_ = { enabled?: boolean; is_deleted?: boolean }
type Item = { id: number; enabled: boolean; version: number; name: string }

/** Disabled means: no trip is planned or under way. Deleted means: there never was one. */
async function objection(
  tx: Tx,
  actor: Actor,
  by: 'vehicle_id' | 'driver_id',
  item: Item,
  set: Set_,
): Promise<Refusal | undefined> {
  if (set.enabled === false) {
    const trip = await liveTrip(tx, actor, by, item.id)
    if (trip !== undefined)
      return trip.no === null
        ? new Refusal('resources.liveTripElsewhere', { name: item.name })
        : new Refusal('resources.liveTrip', { name: item.name, no: trip.no })
  }
  if (set.is_deleted !== true) return undefined
  return await refusalOfUse(tx, actor, by === 'vehicle_id' ? vehicleUses : driverUses, item)
}

const actionOf = (set: Set_): string => (set.is_deleted ? 'deleted' : set.enabled ? 'enabled' : 'disabled')

/** Locks the vehicles, lets `act` refuse or do each of those that the actor may treat so, and reports row by row. */
async function onEachVehicle(
  tx: Tx,
  actor: Actor,
  kind: 'edit' | 'approve',
  ids: readonly number[],
  act: (vehicle: LockedVehicle) => Promise<Refusal | undefined>,
): Promise<Outcomes> {
  const report = new BatchReport(actor)
  const locked = await lockVehicles(tx, ids)
  const [seen, mine] = [coveredTypes(actor, 'browse'), coveredTypes(actor, kind)]
  for (const id of new Set(ids)) {
    const vehicle = locked.get(id)
    if (vehicle === undefined || !seen.includes(vehicle.type)) {
      report.refuse(id, String(id), notFound())
      continue
    }
    const no = mine.includes(vehicle.type) ? await act(vehicle) : new Refusal('resources.beyondRights')
    if (no === undefined) report.done()
    else report.refuse(id, vehicle.plate_no, no)
  }
  return report.outcomes()
}

/** Enables, disables or deletes vehicles of the types that the actor may decide on, row by row. */
export const setVehicles = (tx: Tx, actor: Actor, ids: readonly number[], set: Set_): Promise<Outcomes> =>
  onEachVehicle(tx, actor, 'approve', ids, async (vehicle) => {
    const no = await objection(tx, actor, 'vehicle_id', { ...vehicle, name: vehicle.plate_no }, set)
    if (no !== undefined || set.enabled === vehicle.enabled) return no
    await tx
      .updateTable('vehicle')
      .set({ ...set, ...changed(actor.userId, vehicle.version) })
      .where('id', '=', vehicle.id)
      .execute()
    await recordHistory(tx, actor, 'vehicle', vehicle.id, actionOf(set))
    return undefined
  })

const paperColumns = {
  licence: 'licence_expiry',
  permit: 'permit_expiry',
  inspection: 'inspection_expiry',
  insurance: 'insurance_expiry',
} as const

/** 续证: one paper of several vehicles. Nobody renews to an earlier day, nor to one that has passed. */
export function renewAll(tx: Tx, actor: Actor, input: Input<typeof renewVehicles>): Promise<Outcomes> {
  if (input.expiry < clock.today()) throw badField('expiry', 'resources.renewPast')
  const column = paperColumns[input.paper]
  return onEachVehicle(tx, actor, 'edit', input.ids, async (vehicle) => {
    const before = vehicle[column]
    if (before === input.expiry) return undefined
    if (before !== null && before > input.expiry) return new Refusal('resources.renewEarlier', { until: before })
    await tx
      .updateTable('vehicle')
      .set({ [column]: input.expiry, ...changed(actor.userId, vehicle.version) })
      .where('id', '=', vehicle.id)
      .execute()
    await recordHistory(tx, actor, 'vehicle', vehicle.id, 'changed', [
      { field: `${input.paper}Expiry`, from: before, to: input.expiry },
    ])
    return undefined
  })
}

/** Enables, disables or deletes drivers, row by row. */
export async function setDrivers(tx: Tx, actor: Actor, ids: readonly number[], set: Set_): Promise<Outcomes> {
  const report = new BatchReport(actor)
  const locked = await lockDrivers(tx, ids)
  for (const id of new Set(ids)) {
    const driver = locked.get(id)
    if (driver === undefined) {
      report.refuse(id, String(id), notFound())
      continue
    }
    const no = await objection(tx, actor, 'driver_id', driver, set)
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
