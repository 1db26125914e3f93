import type { SpecialEnds } from '@xunyun/contract/dispatch/special'
import type { ArrangementState, CourierState, SpecialState } from '@xunyun/contract/dispatch/states'
import type { StopKind } from '@xunyun/contract/dispatch/stops'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Actor, everywhere } from '../../platform/actor.ts'
import { anyId, kept, type Tx } from '../../platform/db.ts'
import { notFound } from '../../platform/refusal.ts'
import type { DB } from '../../platform/schema.ts'
import { inScope, markSeen, type SeenId, scoped } from '../../platform/scope.ts'
import { type LockedWaybill, waybillFacts } from '../waybills/index.ts'
import { touch } from './costs.ts'
import type { DriverFacts, VehicleFacts } from './rules.ts'

export type Line = {
  id: number
  waybillId: number
  leg: string
  fromPlace: 'shipper' | 'outlet'
  fromId: number
  pieces: number
  weight: string
  volume: string
  /** Of a trip: the numbers of the stops where it is loaded (0: taken over, it is aboard from the beginning) and unloaded; else 0. */
  load: number
  unload: number
  goods: GoodsPart | null
}
/** Pieces by goods line of the waybill. */
export type GoodsPart = readonly { readonly seq: number; readonly pieces: number }[]
export type Stop = {
  seq: number
  kind: StopKind
  outletId: number | null
  planAt: string | null
  arrivedAt: string | null
  leftAt: string | null
  arriveAssumed: boolean
  leaveAssumed: boolean
}
type Common = {
  id: SeenId
  arrangementNo: string
  outletId: number
  fromOutletId: number | null
  toOutletId: number | null
  departAt: string | null
  arriveAt: string | null
  version: number
  updatedAt: string
  updatedBy: number | null
  lines: Line[]
  /** Somebody entered what it costs. */
  hasCosts: boolean
  /** Times that missing pieces were brought in after its arrival. */
  broughtIn: number
}
/** By vehicle. */
export type Trip = Common & {
  kind: 'vehicle'
  state: ArrangementState
  type: 'pickup' | 'trunk' | 'shuttle' | 'delivery' | 'round'
  /** Where it goes, in order: at least two. */
  stops: Stop[]
  viaOutletIds: number[]
  nextOutletId: number | null
  lastOutletId: number | null
  /** The trip that took over what was aboard. */
  swappedTo: number | null
  /** The number of the trip that it took over from. */
  swappedFrom: string | null
  carrierId: number | null
  vehicleId: number
  driverId: number
}
type WithCarrier = Common & { carrierId: number; carrierNo: string | null; onNotice: boolean }
/** By a line carrier. */
export type Special = WithCarrier & { kind: 'line'; state: SpecialState; ends: SpecialEnds }
/** By courier. */
export type Courier = WithCarrier & {
  kind: 'courier'
  state: CourierState
  carrierNo: string
  transitAt: string | null
  deliverAt: string | null
  codAmount: string
  abnormal: string | null
}
export type Arrangement = Trip | Special | Courier

/** A moment within a value of JSON, as columns answer it. */
export const asMoment = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
/** The stops of a trip as one value, so that whoever locks it needs no statement more. */
const stops: RawBuilder<Stop[] | null> =
  sql`(select json_agg(json_build_object('seq', s.seq, 'kind', s.kind, 'outletId', s.outlet_id,
    'planAt', ${asMoment('s.plan_at')}, 'arrivedAt', ${asMoment('s.arrived_at')}, 'leftAt', ${asMoment('s.left_at')},
    'arriveAssumed', s.arrive_assumed, 'leaveAssumed', s.leave_assumed) order by s.seq)
  from arrangement_stop s where s.arrangement_id = arrangement.id)`

const swappedFrom: RawBuilder<string | null> = sql`(select o.arrangement_no
  -- unscoped: the trip that this one goes on from
  from arrangement o where o.swapped_to = arrangement.id)`

const hasCosts: RawBuilder<boolean> = sql`exists (select from cost_line c where c.arrangement_id = arrangement.id)`

/** Arrangements of a kind inside the scope, with their lines, in id order, locked for a command. Of another kind they do not exist. */
const lockingKind = <T extends Arrangement>(...kinds: T['kind'][]) => ofKind<T>(kinds, true)

const ofKind =
  <T extends Arrangement>(kinds: readonly T['kind'][], lock: boolean) =>
  async (tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, T>> => {
    const rows = await scoped(tx, actor, 'arrangement')
      .modifyFront(kept)
      .selectAll()
      .select(hasCosts.as('has_costs'))
      .$if(kinds.includes('vehicle' as T['kind']), (query) =>
        query.select([stops.as('stops'), swappedFrom.as('swapped_from')]),
      )
      .where('kind', 'in', [...kinds])
      .where(sql<boolean>`id = ${anyId(ids)}`)
      .orderBy('id')
      .$if(lock, (query) => query.forUpdate())
      .execute()
    if (lock) for (const row of rows) if (row.has_costs) touch(tx, row.id)
    const lines = await tx
      .selectFrom('arrangement_line')
      .modifyFront(kept)
      .selectAll()
      .where(sql<boolean>`arrangement_id = ${anyId(rows.map(({ id }) => id))}`)
      .orderBy('seq')
      .execute()
    // What the columns of a kind hold, a check of the table says.
    return new Map(
      rows.map((row) => [
        row.id,
        {
          id: markSeen(row).id,
          kind: row.kind,
          arrangementNo: row.arrangement_no,
          state: row.state,
          type: row.type,
          vehicleId: row.vehicle_id,
          driverId: row.driver_id,
          broughtIn: row.brought_in,
          stops: row.stops ?? [],
          viaOutletIds: row.via_outlet_ids,
          nextOutletId: row.stops?.find(({ leftAt }) => leftAt === null)?.outletId ?? null,
          lastOutletId:
            row.stops?.findLast(({ arrivedAt, leftAt }) => arrivedAt !== null || leftAt !== null)?.outletId ?? null,
          swappedTo: row.swapped_to,
          swappedFrom: row.swapped_from ?? null,
          carrierId: row.carrier_id,
          carrierNo: row.carrier_no,
          ends: row.ends,
          onNotice: row.on_notice,
          codAmount: row.cod_amount ?? '0',
          abnormal: row.abnormal,
          outletId: row.outlet_id,
          fromOutletId: row.from_outlet_id,
          toOutletId: row.to_outlet_id,
          departAt: row.depart_at,
          arriveAt: row.arrive_at,
          transitAt: row.transit_at,
          deliverAt: row.deliver_at,
          version: row.version,
          hasCosts: row.has_costs,
          updatedAt: row.updated_at,
          updatedBy: row.updated_by,
          lines: lines
            .filter((line) => line.arrangement_id === row.id)
            .map((line) => ({
              id: line.id,
              waybillId: line.waybill_id,
              leg: line.leg,
              fromPlace: line.from_place as Line['fromPlace'],
              fromId: line.from_id,
              pieces: line.pieces,
              weight: line.weight,
              volume: line.volume,
              load: line.load_stop ?? 0,
              unload: line.unload_stop ?? 0,
              goods: line.goods,
            })),
        } as unknown as T,
      ]),
    )
  }

/** With the waybills of all that were locked together. */
export type WithCargo<T extends Arrangement> = T & { cargo: ReadonlyMap<number, LockedWaybill> }

/** With them all their cargo is locked, in id order, so that two batches cannot deadlock: arrangements, then waybills. */
const withCargo =
  <T extends Arrangement>(lock: (tx: Tx, actor: Actor, ids: readonly number[]) => Promise<Map<number, T>>) =>
  async (tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, WithCargo<T>>> => {
    const found = await lock(tx, actor, ids)
    const waybillIds = [...found.values()].flatMap(({ lines }) => lines.map(({ waybillId }) => waybillId))
    const cargo = await waybillFacts(tx, everywhere(actor), waybillIds, true)
    return new Map(Array.from(found, ([id, one]) => [id, { ...one, cargo }]))
  }
const oneOf =
  <T extends Arrangement>(lock: (tx: Tx, actor: Actor, ids: readonly number[]) => Promise<Map<number, T>>) =>
  async (tx: Tx, actor: Actor, id: number): Promise<T> => {
    const found = (await lock(tx, actor, [id])).get(id)
    if (found === undefined) throw notFound()
    return found
  }

export const lockTrips = lockingKind<Trip>('vehicle')
/** Only to be looked at. */
export const seeTrips = ofKind<Trip>(['vehicle'], false)
export const lockTripsWithCargo = withCargo(lockTrips)
export const lockTrip = oneOf(lockTrips)
export const lockTripWithCargo = oneOf(lockTripsWithCargo)
export const lockSpecials = lockingKind<Special>('line')
export const lockSpecialsWithCargo = withCargo(lockSpecials)
export const lockCouriersWithCargo = withCargo(lockingKind<Courier>('courier'))
/** Those that have several lines. */
export const lockLoadsWithCargo = withCargo(lockingKind<Trip | Special>('vehicle', 'line'))
export const lockSpecial = oneOf(lockSpecialsWithCargo)
/** For what its cargo has no part in. */
export const lockSpecialAlone = oneOf(lockSpecials)
export const lockCourier = oneOf(lockCouriersWithCargo)

export type VehicleRow = Pick<
  Selectable<DB['vehicle']>,
  | 'plate_no'
  | 'load_kg'
  | 'volume_m3'
  | 'cold'
  | 'hazard'
  | 'enabled'
  | 'licence_expiry'
  | 'permit_expiry'
  | 'inspection_expiry'
  | 'insurance_expiry'
>
export const vehicleOf = (row: VehicleRow): VehicleFacts => {
  const whose = row.plate_no
  return {
    plateNo: row.plate_no,
    loadKg: row.load_kg,
    volumeM3: row.volume_m3,
    cold: row.cold,
    hazard: row.hazard,
    enabled: row.enabled,
    papers: [
      { whose, paper: 'licence', expiry: row.licence_expiry },
      { whose, paper: 'permit', expiry: row.permit_expiry },
      { whose, paper: 'inspection', expiry: row.inspection_expiry },
      { whose, paper: 'insurance', expiry: row.insurance_expiry },
    ],
  }
}

type DriverRow = Pick<
  Selectable<DB['driver']>,
  'name' | 'mobile' | 'enabled' | 'licence_expiry' | 'qualification_expiry'
>
const driverOf = (row: DriverRow): DriverFacts => ({
  name: row.name,
  mobile: row.mobile,
  enabled: row.enabled,
  papers: [
    { whose: row.name, paper: 'driverLicence', expiry: row.licence_expiry },
    { whose: row.name, paper: 'qualification', expiry: row.qualification_expiry },
  ],
})

export async function driverFacts(tx: Tx, id: number): Promise<DriverFacts | undefined> {
  const row = await tx
    .selectFrom('driver')
    .selectAll()
    .where('id', '=', id)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  return row && driverOf(row)
}

/** Both that go, in one statement; undefined what is not there. */
export async function whoGoes(
  tx: Tx,
  { vehicleId, driverId }: { vehicleId: number; driverId: number },
): Promise<{ vehicle: VehicleFacts | undefined; driver: DriverFacts | undefined }> {
  const found = await sql<VehicleRow & { [K in keyof DriverRow as `driver_${K}`]: DriverRow[K] }>`${kept}
    select v.plate_no, v.load_kg, v.volume_m3, v.cold, v.hazard, v.enabled, v.licence_expiry, v.permit_expiry, v.inspection_expiry, v.insurance_expiry,
      d.name as driver_name, d.mobile as driver_mobile, d.enabled as driver_enabled, d.licence_expiry as driver_licence_expiry,
      d.qualification_expiry as driver_qualification_expiry
    from (select) one left join vehicle v on v.id = ${vehicleId} and not v.is_deleted
    left join driver d on d.id = ${driverId} and not d.is_deleted`.execute(tx)
  const [row] = found.rows
  return {
    vehicle: row?.plate_no == null ? undefined : vehicleOf(row),
    driver:
      row?.driver_name == null
        ? undefined
        : driverOf({
            name: row.driver_name,
            mobile: row.driver_mobile,
            enabled: row.driver_enabled,
            licence_expiry: row.driver_licence_expiry,
            qualification_expiry: row.driver_qualification_expiry,
          }),
  }
}

/** Of several drivers, by their ids. */
export async function driversFacts(tx: Tx, ids: readonly number[]): Promise<Map<number, DriverFacts>> {
  const rows = await tx
    .selectFrom('driver')
    .selectAll()
    .where(sql<boolean>`id = ${anyId(ids)}`)
    .where('is_deleted', '=', false)
    .execute()
  return new Map(rows.map((row) => [row.id, driverOf(row)]))
}
export async function vehiclesFacts(tx: Tx, ids: readonly number[]): Promise<Map<number, VehicleFacts>> {
  const rows = await tx
    .selectFrom('vehicle')
    .selectAll()
    .where(sql<boolean>`id = ${anyId(ids)}`)
    .where('is_deleted', '=', false)
    .execute()
  return new Map(rows.map((row) => [row.id, vehicleOf(row)]))
}

/** A trip under way with the same vehicle or driver, whoever's: a vehicle is on one at a time. `no` is null where it is not the actor's. */
export async function busyWith(tx: Tx, actor: Actor, trip: { id: number; vehicleId: number; driverId: number }) {
  const found = await sql<{ no: string | null; vehicleId: number }>`
    -- unscoped: a vehicle is on one trip at a time, whoever's it is
    select case when ${inScope(actor, 'arrangement')} then arrangement_no end as no, vehicle_id as "vehicleId" from arrangement
    where state = 'departed' and not is_deleted and id <> ${trip.id} and (vehicle_id = ${trip.vehicleId} or driver_id = ${trip.driverId}) limit 1`.execute(
    tx,
  )
  return found.rows[0]
}
