import type { Kind } from '@xunyun/contract/kernel/call'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import type * as vehicles from '@xunyun/contract/resources/calls'
import type * as drivers from '@xunyun/contract/resources/drivers'
import type { Act, Asked } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { eachRecord, type Records } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import { recordHistory } from '../../platform/history.ts'
import { type Setting, setMasters } from '../../platform/masters.ts'
import { refusalOfUse } from '../../platform/references.ts'
import { badField, Refusal } from '../../platform/refusal.ts'
import { changed } from '../../platform/version.ts'
import { coveredTypes } from './access.ts'
import { driverUses, type LockedVehicle, liveTrip, lockDrivers, lockVehicles, vehicleUses } from './store.ts'

type Item = { id: number; enabled: boolean; version: number; name: string }

/** Disabled means: no trip is planned or under way. Deleted means: there never was one. */
async function objection(
  { tx, actor }: Asked,
  by: 'vehicle_id' | 'driver_id',
  item: Item,
  set: Setting,
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

/** Vehicles that the actor may look at; of a type that is not his to decide on they are refused by plate. */
const vehiclesFor = (actor: Actor, kind: Kind): Records<LockedVehicle> => ({
  lock: async (tx, _, ids) => {
    const seen = coveredTypes(actor, 'browse')
    return new Map([...(await lockVehicles(tx, actor, ids))].filter(([, { type }]) => seen.includes(type)))
  },
  no: (vehicle) => vehicle.plate_no,
  may: ({ type }) => (coveredTypes(actor, kind).includes(type) ? undefined : new Refusal('resources.beyondRights')),
})

const setVehicles = (asked: Asked, ids: readonly number[], set: Setting): Promise<Outcomes> => {
  const { may, ...vehicles } = vehiclesFor(asked.actor, 'approve')
  return setMasters(asked, ids, set, {
    ...vehicles,
    entity: 'vehicle',
    objection: async (vehicle) =>
      (await may?.(vehicle)) ?? objection(asked, 'vehicle_id', { ...vehicle, name: vehicle.plate_no }, set),
    write: ({ id }, values) => asked.tx.updateTable('vehicle').set(values).where('id', '=', id).execute(),
  })
}
export const setVehiclesEnabled: Act<typeof vehicles.setVehiclesEnabled> = (asked, { ids, enabled }) =>
  setVehicles(asked, ids, { enabled })
export const deleteVehicles: Act<typeof vehicles.deleteVehicles> = (asked, { ids }) =>
  setVehicles(asked, ids, { is_deleted: true })

const paperColumns = {
  licence: 'licence_expiry',
  permit: 'permit_expiry',
  inspection: 'inspection_expiry',
  insurance: 'insurance_expiry',
} as const

/** 续证: one document of several vehicles. Nobody renews to an earlier day, nor to one that has passed. */
export const renewVehicles: Act<typeof vehicles.renewVehicles> = (asked, input) => {
  const { tx, actor } = asked
  if (input.expiry < clock.today()) throw badField('expiry', 'resources.renewPast')
  const column = paperColumns[input.paper]
  return eachRecord(asked, input.ids, vehiclesFor(actor, 'edit'), async (vehicle) => {
    const before = vehicle[column]
    if (before === input.expiry) return
    if (before !== null && before > input.expiry) throw new Refusal('resources.renewEarlier', { until: before })
    await tx
      .updateTable('vehicle')
      .set({ [column]: input.expiry, ...changed(actor.userId, vehicle.version) })
      .where('id', '=', vehicle.id)
      .execute()
    await recordHistory(tx, actor, 'vehicle', vehicle.id, 'changed', [
      { field: `${input.paper}Expiry`, from: before, to: input.expiry },
    ])
  })
}

const setDrivers = (asked: Asked, ids: readonly number[], set: Setting): Promise<Outcomes> =>
  setMasters(asked, ids, set, {
    entity: 'driver',
    lock: lockDrivers,
    no: ({ name }) => name,
    objection: (driver) => objection(asked, 'driver_id', driver, set),
    write: ({ id }, values) => asked.tx.updateTable('driver').set(values).where('id', '=', id).execute(),
  })
export const setDriversEnabled: Act<typeof drivers.setDriversEnabled> = (asked, { ids, enabled }) =>
  setDrivers(asked, ids, { enabled })
export const deleteDrivers: Act<typeof drivers.deleteDrivers> = (asked, { ids }) =>
  setDrivers(asked, ids, { is_deleted: true })
