import type * as calls from '@xunyun/contract/dispatch/calls'
import type { Input } from '@xunyun/contract/kernel/call'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { kept, owned, type Tx } from '../../platform/db.ts'
import { differences, recordHistory } from '../../platform/history.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { notFound, Refusal, refuseFields } from '../../platform/refusal.ts'
import { insertTogether } from '../../platform/rows.ts'
import type { SeenId } from '../../platform/scope.ts'
import { searchText } from '../../platform/search.ts'
import { refuseStale } from '../../platform/version.ts'
import type { LockedWaybill } from '../waybills/index.ts'
import { cargoChange, checkCargo, giveBack, goodsFigures, lineRows, lockCargo, outletOf, planLines } from './cargo.ts'
import { lockTrip, whoGoes } from './facts.ts'
import { type Outlet, outletsOf } from './outlets.ts'
import { outletsOnWay, type Route, routeOf, stopRows, typeOf, wrongStops } from './route.ts'
import {
  coldStaysCold,
  type DriverFacts,
  driverMayDrive,
  happensHere,
  hazardIsLicensed,
  heldIsNotDelivered,
  type Objection,
  startsWhereItLies,
  stateAllows,
  type VehicleFacts,
  vehicleMayGo,
} from './rules.ts'

type TripInput = Input<typeof calls.createArrangement>

/**
 * Arranges pieces of waybills onto a vehicle (提送货安排). The pieces stay where they are, planned, until they are loaded. What can be
 * said and written without the waybills is, before they are locked: several dispatchers may want pieces of the same one.
 */
export const createArrangement =
  (numbering: Numbering): Act<typeof calls.createArrangement> =>
  async ({ tx, actor }, input) => {
    const { vehicle, driver, outletId, outlets } = await checkTrip(tx, actor, input)
    const [arrangementNo] = (await numbering.next('PC')) as [string]
    const state = input.assign === true ? 'assigned' : 'new'
    const { id } = await owned(tx)
      .insertInto('arrangement')
      .modifyEnd(kept)
      .values({
        ...(await columnsOf(tx, arrangementNo, input, vehicle, driver, outlets)),
        arrangement_no: arrangementNo,
        outlet_id: outletId,
        state,
        created_by: actor.userId,
        updated_by: actor.userId,
        created_at: clock.now(),
        updated_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const waybills = await lockCargo(tx, actor, input.lines)
    const route = await checkRoute(tx, input, waybills, vehicle, outlets)
    await writeRoute(tx, id, route, waybills)
    await planLines(tx, input.lines, {
      actor,
      events: input.lines.map((line) => arrangedEvent(line, arrangementNo, vehicle.plateNo)),
      beside: { history: [{ entity: 'arrangement', id, action: 'created' }] },
    })
    return { id, arrangementNo, version: 1 }
  }

/** Changes a trip that has not departed: what is taken off is given back first, so the same pieces may be planned anew. */
export const changeArrangement: Act<typeof calls.changeArrangement> = async ({ tx, actor }, input) => {
  const trip = await lockTrip(tx, actor, input.id)
  const wrong = stateAllows('change', trip.state) ?? happensHere(actor, 'change', trip)
  if (wrong !== undefined) throw new Refusal(wrong.reason, wrong.params ?? {})
  await refuseStale(
    tx,
    { version: trip.version, updated_at: trip.updatedAt, updated_by: trip.updatedBy },
    input.version,
  )
  const { vehicle, driver, outlets } = await checkTrip(tx, actor, input)
  await lockCargo(tx, actor, [...trip.lines, ...input.lines], true)
  const before = await headInWords(tx, trip.id)
  await giveBack(tx, trip.lines)
  const waybills = await lockCargo(tx, actor, input.lines)
  const route = await checkRoute(tx, input, waybills, vehicle, outlets)
  await owned(tx)
    .updateTable('arrangement')
    .set({
      ...(await columnsOf(tx, trip.arrangementNo, input, vehicle, driver, outlets)),
      version: trip.version + 1,
      updated_at: clock.now(),
      updated_by: actor.userId,
    })
    .where('id', '=', trip.id)
    .execute()
  await tx.deleteFrom('arrangement_line').where('arrangement_id', '=', trip.id).execute()
  await tx.deleteFrom('arrangement_stop').where('arrangement_id', '=', trip.id).execute()
  await writeRoute(tx, trip.id, route, waybills)
  const after = await headInWords(tx, trip.id)
  await recordHistory(tx, actor, 'arrangement', trip.id, 'changed', differences(before, after))
  const events = cargoChange(trip, input.lines, (line) => arrangedEvent(line, trip.arrangementNo, vehicle.plateNo))
  await planLines(tx, input.lines, { actor, events })
  return { id: trip.id, arrangementNo: trip.arrangementNo, version: trip.version + 1 }
}

const writeRoute = async (tx: Tx, id: number, { stops, lines }: Route, waybills: ReadonlyMap<number, LockedWaybill>) =>
  insertTogether(tx, {
    arrangement_stop: stopRows(id, stops),
    arrangement_line: lineRows(id, lines, waybills, await goodsFigures(tx, lines)),
  })

/** A trip as its timeline shows it: names for ids, its way and its cargo as one line each. */
async function headInWords(tx: Tx, id: SeenId): Promise<Record<string, unknown>> {
  const found = await sql<Record<string, unknown>>`
    select a.type, v.plate_no as "plateNo", d.name as "driverName", a.plan_at as "planAt", a.seal_no as "sealNo", a.km, a.remark,
      (select string_agg(coalesce(o.short_name, s.name, s.kind), ' → ' order by s.seq) from arrangement_stop s left join company o on o.id = s.outlet_id
        where s.arrangement_id = a.id) as stops,
      -- unscoped: as below
      (select string_agg(w.waybill_no || ' × ' || l.pieces, ', ' order by l.seq) from arrangement_line l join waybill w on w.id = l.waybill_id
        where l.arrangement_id = a.id) as lines
    -- unscoped: the trip has been locked inside the scope, and what it carries is shown with it
    from arrangement a join vehicle v on v.id = a.vehicle_id join driver d on d.id = a.driver_id where a.id = ${id}`.execute(
    tx,
  )
  return found.rows[0] ?? {}
}

const arrangedEvent = (line: { waybillId: number; pieces: number }, arrangementNo: string, plateNo: string) => ({
  waybillId: line.waybillId,
  event: { type: 'arranged', params: { arrangementNo, plateNo, pieces: line.pieces } },
})

type Outlets = ReadonlyMap<number, Outlet>
/** Vehicle, driver and outlets of a trip: they exist, may go today, and the way holds together. */
async function checkTrip(
  tx: Tx,
  actor: Actor,
  input: TripInput,
): Promise<{ vehicle: VehicleFacts; driver: DriverFacts; outletId: number; outlets: Outlets }> {
  const today = clock.today()
  const { vehicle, driver } = await whoGoes(tx, input)
  const fields: { path: string; objection: Objection }[] = [
    { path: 'vehicleId', objection: vehicle === undefined ? { reason: 'field.id' } : vehicleMayGo(vehicle, today) },
    { path: 'driverId', objection: driver === undefined ? { reason: 'field.id' } : driverMayDrive(driver, today) },
  ]
  const { from, to, via } = outletsOnWay(input)
  const outlets = await outletsOf(tx, [
    from,
    to,
    ...via,
    input.fromOutletId,
    ...input.lines.map(({ fromPlace, fromId }) => (fromPlace === 'outlet' ? fromId : undefined)),
  ])
  fields.push(
    ...wrongEnds(input, outlets),
    ...wrongStops(input, outlets).map(({ path, ...objection }) => ({ path, objection })),
  )
  refuseFields(fields.flatMap(({ path, objection }) => (objection === undefined ? [] : [{ path, ...objection }])))
  if (vehicle === undefined || driver === undefined) throw notFound()
  const outletId = await outletOf(tx, actor, [from, to])
  return { vehicle, driver, outletId, outlets }
}

/** Where a trip without stops begins and ends, as its type asks. */
function wrongEnds(input: TripInput, outlets: Outlets): { path: string; objection: Objection }[] {
  if (input.stops !== undefined) return []
  const fields: { path: string; objection: Objection }[] = []
  const needsFrom = input.type === 'trunk' || input.type === 'shuttle'
  if (input.type === 'round') fields.push({ path: 'stops', objection: { reason: 'field.required' } })
  if (needsFrom && input.fromOutletId === undefined)
    fields.push({ path: 'fromOutletId', objection: { reason: 'field.required' } })
  if (input.type !== 'delivery' && input.toOutletId === undefined)
    fields.push({ path: 'toOutletId', objection: { reason: 'field.required' } })
  if (needsFrom && input.fromOutletId !== undefined && input.fromOutletId === input.toOutletId)
    fields.push({ path: 'toOutletId', objection: { reason: 'dispatch.sameOutlet' } })
  for (const path of ['fromOutletId', 'toOutletId'] as const) {
    if (input[path] !== undefined && !outlets.has(input[path])) fields.push({ path, objection: { reason: 'field.id' } })
  }
  return fields
}

/** What can be loaded where it lies; cold, hazard and hold are minded. */
async function checkRoute(
  tx: Tx,
  input: TripInput,
  waybills: ReadonlyMap<number, LockedWaybill>,
  vehicle: VehicleFacts,
  outlets: Outlets,
): Promise<Route> {
  const { stops, type } = input
  const route = await routeOf(tx, input, outlets)
  const legs = new Map(route.lines.map(({ waybillId, leg }) => [waybillId, leg]))
  for (const { waybillId, leg } of route.lines) if (leg === 'delivery') legs.set(waybillId, leg)
  checkCargo(input.lines, waybills, {
    start: (line) =>
      stops === undefined && type !== undefined
        ? startsWhereItLies({ ...input, type }, line, outlets.get(line.fromId)?.name)
        : undefined,
    goods: (waybill) => [
      coldStaysCold(waybill, vehicle),
      hazardIsLicensed(waybill, vehicle),
      heldIsNotDelivered(waybill, legs.get(waybill.id) ?? ''),
    ],
  })
  return route
}

async function columnsOf(
  tx: Tx,
  arrangementNo: string,
  input: TripInput,
  vehicle: VehicleFacts,
  driver: DriverFacts,
  outlets: Outlets,
) {
  const carrier =
    input.carrierId === undefined
      ? undefined
      : // unscoped: the carrier's name goes into the search text
        await owned(tx).selectFrom('company').select('name').where('id', '=', input.carrierId).executeTakeFirst()
  const { from, to, via } = outletsOnWay(input)
  return {
    kind: 'vehicle',
    type: typeOf(input, outlets),
    vehicle_id: input.vehicleId,
    driver_id: input.driverId,
    carrier_id: input.carrierId ?? null,
    from_outlet_id: from,
    to_outlet_id: to,
    via_outlet_ids: via,
    plan_at: input.planAt,
    seal_no: input.sealNo ?? null,
    km: input.km ?? null,
    remark: input.remark ?? null,
    search: searchText([arrangementNo, vehicle.plateNo, driver.name, driver.mobile, carrier?.name, input.sealNo]),
  }
}
