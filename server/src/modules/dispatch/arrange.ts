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
import type { SeenId } from '../../platform/scope.ts'
import { searchText } from '../../platform/search.ts'
import { refuseStale } from '../../platform/version.ts'
import type { LockedWaybill } from '../waybills/index.ts'
import { cargoChange, checkCargo, giveBack, lockCargo, outletOf, planLines, writeLines } from './cargo.ts'
import { lockTrip, whoGoes } from './facts.ts'
import { outletsOf } from './outlets.ts'
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
  tripHasOneStart,
  type VehicleFacts,
  vehicleMayGo,
} from './rules.ts'

type TripInput = Input<typeof calls.createArrangement>

/**
 * Arranges pieces of waybills onto a vehicle (提送货安排). The pieces stay where they are, planned, until departure. What can be
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
        ...(await columnsOf(tx, arrangementNo, input, vehicle, driver)),
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
    checkLines(input, waybills, vehicle, outlets)
    await writeLines(tx, id, input.type, input.lines, waybills)
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
  checkLines(input, waybills, vehicle, outlets)
  await owned(tx)
    .updateTable('arrangement')
    .set({
      ...(await columnsOf(tx, trip.arrangementNo, input, vehicle, driver)),
      version: trip.version + 1,
      updated_at: clock.now(),
      updated_by: actor.userId,
    })
    .where('id', '=', trip.id)
    .execute()
  await tx.deleteFrom('arrangement_line').where('arrangement_id', '=', trip.id).execute()
  await writeLines(tx, trip.id, input.type, input.lines, waybills)
  const after = await headInWords(tx, trip.id)
  await recordHistory(tx, actor, 'arrangement', trip.id, 'changed', differences(before, after))
  const events = cargoChange(trip, input.lines, (line) => arrangedEvent(line, trip.arrangementNo, vehicle.plateNo))
  await planLines(tx, input.lines, { actor, events })
  return { id: trip.id, arrangementNo: trip.arrangementNo, version: trip.version + 1 }
}

/** A trip as its timeline shows it: names for ids, its cargo as one line. */
async function headInWords(tx: Tx, id: SeenId): Promise<Record<string, unknown>> {
  const found = await sql<Record<string, unknown>>`
    select a.type, v.plate_no as "plateNo", d.name as "driverName", f.short_name as "fromName", t.short_name as "toName",
      a.plan_at as "planAt", a.seal_no as "sealNo", a.km, a.remark,
      -- unscoped: as below
      (select string_agg(w.waybill_no || ' × ' || l.pieces, ', ' order by l.seq) from arrangement_line l join waybill w on w.id = l.waybill_id
        where l.arrangement_id = a.id) as lines
    -- unscoped: the trip has been locked inside the scope, and what it carries is shown with it
    from arrangement a join vehicle v on v.id = a.vehicle_id join driver d on d.id = a.driver_id
    left join company f on f.id = a.from_outlet_id left join company t on t.id = a.to_outlet_id where a.id = ${id}`.execute(
    tx,
  )
  return found.rows[0] ?? {}
}

const arrangedEvent = (line: { waybillId: number; pieces: number }, arrangementNo: string, plateNo: string) => ({
  waybillId: line.waybillId,
  event: { type: 'arranged', params: { arrangementNo, plateNo, pieces: line.pieces } },
})

/** Vehicle, driver and outlets of a trip: they exist, may go today, and fit the kind of trip. */
async function checkTrip(
  tx: Tx,
  actor: Actor,
  input: TripInput,
): Promise<{ vehicle: VehicleFacts; driver: DriverFacts; outletId: number; outlets: ReadonlyMap<number, string> }> {
  const today = clock.today()
  const { vehicle, driver } = await whoGoes(tx, input)
  const fields: { path: string; objection: Objection }[] = [
    { path: 'vehicleId', objection: vehicle === undefined ? { reason: 'field.id' } : vehicleMayGo(vehicle, today) },
    { path: 'driverId', objection: driver === undefined ? { reason: 'field.id' } : driverMayDrive(driver, today) },
  ]
  const needsFrom = input.type === 'trunk' || input.type === 'shuttle'
  const needsTo = input.type !== 'delivery'
  if (needsFrom && input.fromOutletId === undefined)
    fields.push({ path: 'fromOutletId', objection: { reason: 'field.required' } })
  if (needsTo && input.toOutletId === undefined)
    fields.push({ path: 'toOutletId', objection: { reason: 'field.required' } })
  if (needsFrom && input.fromOutletId !== undefined && input.fromOutletId === input.toOutletId)
    fields.push({ path: 'toOutletId', objection: { reason: 'dispatch.sameOutlet' } })
  // A delivery starts where its pieces lie; of others it is said where they are instead.
  const starts =
    input.type === 'delivery'
      ? []
      : input.lines.filter(({ fromPlace }) => fromPlace === 'outlet').map(({ fromId }) => fromId)
  const outlets = await outletsOf(tx, [input.fromOutletId, input.toOutletId, ...starts])
  for (const path of ['fromOutletId', 'toOutletId'] as const) {
    if (input[path] !== undefined && !outlets.has(input[path])) fields.push({ path, objection: { reason: 'field.id' } })
  }
  refuseFields(fields.flatMap(({ path, objection }) => (objection === undefined ? [] : [{ path, ...objection }])))
  if (vehicle === undefined || driver === undefined) throw notFound()
  const outletId = await outletOf(tx, actor, [input.fromOutletId, startOutlet(input), input.toOutletId])
  return { vehicle, driver, outletId, outlets }
}

/** What can be loaded, from one place; cold, hazard and hold are minded. */
function checkLines(
  input: TripInput,
  waybills: ReadonlyMap<number, LockedWaybill>,
  vehicle: VehicleFacts,
  outlets: ReadonlyMap<number, string>,
): void {
  checkCargo(input.lines, waybills, {
    start: (line) =>
      startsWhereItLies(input, line, outlets.get(line.fromId)) ?? tripHasOneStart(input.lines[0] ?? line, line),
    goods: (waybill) => [
      coldStaysCold(waybill, vehicle),
      hazardIsLicensed(waybill, vehicle),
      heldIsNotDelivered(waybill, input.type),
    ],
  })
}

/** The outlet a trip starts at, null at shippers'; a delivery starts where its pieces lie. */
function startOutlet({ type, fromOutletId, lines: [first] }: TripInput): number | null {
  if (type === 'pickup') return null
  if (type === 'delivery') return first?.fromPlace === 'outlet' ? first.fromId : null
  return fromOutletId ?? null
}

async function columnsOf(tx: Tx, arrangementNo: string, input: TripInput, vehicle: VehicleFacts, driver: DriverFacts) {
  const carrier =
    input.carrierId === undefined
      ? undefined
      : // unscoped: the carrier's name goes into the search text
        await owned(tx).selectFrom('company').select('name').where('id', '=', input.carrierId).executeTakeFirst()
  return {
    kind: 'vehicle',
    type: input.type,
    vehicle_id: input.vehicleId,
    driver_id: input.driverId,
    carrier_id: input.carrierId ?? null,
    from_outlet_id: startOutlet(input),
    to_outlet_id: input.type === 'delivery' ? null : (input.toOutletId ?? null),
    plan_at: input.planAt,
    seal_no: input.sealNo ?? null,
    km: input.km ?? null,
    remark: input.remark ?? null,
    search: searchText([arrangementNo, vehicle.plateNo, driver.name, driver.mobile, carrier?.name, input.sealNo]),
  }
}
