import * as calls from '@xunyun/contract/dispatch/calls'
import {
  addressOf,
  type EndOf,
  legBetween,
  type StopPlan,
  typeOfLegs,
  unloadEnd,
  withLine,
} from '@xunyun/contract/dispatch/stops'
import type { Input } from '@xunyun/contract/kernel/call'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import { type Actor, mayCall } from '../../platform/actor.ts'
import { BatchReport } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { recordHistory } from '../../platform/history.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { badField, notFound, Refusal, refuseFields } from '../../platform/refusal.ts'
import { insertTogether } from '../../platform/rows.ts'
import { markSeen } from '../../platform/scope.ts'
import { searchText } from '../../platform/search.ts'
import { type LockedWaybill, waybillFacts } from '../waybills/index.ts'
import { type CargoLine, figuresOf, giveBack, lockCargo, outletOf, planLines, removedEvent } from './cargo.ts'
import { type Line, lockTrips, type Trip, whoGoes } from './facts.ts'
import { type Outlet, outletsOf } from './outlets.ts'
import { nobody, type Parties, type Party, type PlannedStop, partiesOf, settleRoute, stopRows } from './route.ts'
import {
  arrangedWhereItLies,
  coldStaysCold,
  driverMayDrive,
  happensHere,
  hazardIsLicensed,
  heldIsNotDelivered,
  type Objection,
  refuse,
  stateAllows,
  type VehicleFacts,
  vehicleMayGo,
} from './rules.ts'
import { setState } from './store.ts'

type OntoInput = Input<typeof calls.arrangeOnto>
type Wanted = CargoLine & { unloadOutletId?: number | undefined }
type Taken = { line: Wanted; leg: Line['leg']; load: string; unload: string }
type Draft = StopPlan & { readonly party: Party; readonly old?: number; readonly planAt: string | null }

/**
 * Arranges onto a trip that has not departed, or onto a vehicle under a new one, what waits, or lines of other trips (改派). Each line is
 * judged by itself: what another took meanwhile is refused with his name, and the rest stands. Where each goes next says where it is
 * unloaded (T7): at the stop of its destination, else at the last outlet of the trip.
 */
export const arrangeOnto =
  (numbering: Numbering): Act<typeof calls.arrangeOnto> =>
  async ({ tx, actor }, input) => {
    const report = new BatchReport(actor)
    const { target, moved } = await lockAll(tx, actor, input)
    const going = await whoWillGo(tx, target, input)
    const wanted: Wanted[] = [...input.lines, ...moved.map(({ line }) => line)]
    if (wanted.length === 0) throw badField('lines', 'dispatch.noLines')
    if (moved.length > 0) await lockCargo(tx, actor, wanted, true)
    for (const { trip, line } of moved) await takeOff(tx, actor, trip, line)
    const waybills = await waybillFacts(
      tx,
      actor,
      wanted.map(({ waybillId }) => waybillId),
      true,
    )
    const outlets = await outletsOf(tx, [
      ...(target?.stops.map(({ outletId }) => outletId) ?? []),
      ...wanted.flatMap(({ fromPlace, fromId, unloadOutletId }) => [
        fromPlace === 'outlet' ? fromId : undefined,
        unloadOutletId,
      ]),
      ...Array.from(waybills.values(), ({ destOutletId, outletId }) => [destOutletId, outletId]).flat(),
    ])
    const parties = await partiesOf(tx, wanted)
    const before = await draftOf(tx, target)
    const { stops, taken, no } = place(wanted, { waybills, outlets, parties, before, target, vehicle: going.vehicle })
    for (const { line, wrong } of no) {
      const named = wrong.reason === 'dispatch.tooManyPieces' ? await takenBy(tx, actor, line, wrong) : wrong
      report.refuse(line.waybillId, waybills.get(line.waybillId)?.waybillNo ?? String(line.waybillId), {
        params: {},
        ...named,
        fields: [],
      })
    }
    // Of lines that were taken off other trips all go, or none: they would be on no trip else.
    if (no.some(({ line }) => moved.some((one) => one.line === line))) {
      const [{ wrong }] = no as [(typeof no)[number]]
      throw new Refusal(wrong.reason, wrong.params ?? {})
    }
    if (taken.length === 0) return { trip: null, lineIds: [], ...report.outcomes() }
    const trip = await headOf(tx, actor, numbering, { input, target, going, stops, taken, outlets })
    const lineIds = await writeOnto(tx, trip.id, { stops, taken, target, waybills })
    await planLines(
      tx,
      taken.map(({ line }) => line),
      {
        actor,
        events: taken.map(({ line }) => ({
          waybillId: line.waybillId,
          event: {
            type: 'arranged',
            params: { arrangementNo: trip.arrangementNo, plateNo: going.vehicle.plateNo, pieces: line.pieces },
          },
        })),
        beside: {
          history: [
            {
              entity: 'arrangement',
              id: trip.id,
              action: target === undefined ? 'created' : 'linesAdded',
              changes:
                target === undefined
                  ? []
                  : [
                      {
                        field: 'lines',
                        from: null,
                        to: taken
                          .map(({ line }) => `${waybills.get(line.waybillId)?.waybillNo} × ${line.pieces}`)
                          .join(', '),
                      },
                    ],
            },
          ],
        },
      },
    )
    await cancelEmptied(tx, actor, moved, trip.arrangementNo)
    report.done(taken.length)
    return { trip, lineIds, ...report.outcomes() }
  }

/** The trip that takes, and the lines that come from others with theirs, all locked in the order of their ids. */
async function lockAll(tx: Tx, actor: Actor, { id, moved = [] }: OntoInput) {
  const rows =
    moved.length === 0
      ? []
      : await tx.selectFrom('arrangement_line').select('arrangement_id').where('id', 'in', moved).execute()
  const ids = [...new Set([...(id === undefined ? [] : [id]), ...rows.map((row) => row.arrangement_id)])]
  const trips = ids.length === 0 ? new Map<number, Trip>() : await lockTrips(tx, actor, ids)
  const target = id === undefined ? undefined : trips.get(id)
  if (id !== undefined && target === undefined) throw notFound()
  if (target !== undefined) refuse(stateAllows('change', target.state) ?? happensHere(actor, 'change', target))
  const lines = moved.map((lineId) => {
    const trip = [...trips.values()].find((one) => one.lines.some((line) => line.id === lineId))
    const line = trip?.lines.find((one) => one.id === lineId)
    if (trip === undefined || line === undefined || trip.id === id) throw notFound()
    refuse(stateAllows('change', trip.state) ?? happensHere(actor, 'change', trip))
    return { trip, line }
  })
  return { target, moved: lines }
}

/** Vehicle and driver: the trip's, or those of the new one. */
async function whoWillGo(tx: Tx, target: Trip | undefined, input: OntoInput) {
  if (target !== undefined) {
    const { vehicle } = await whoGoes(tx, target)
    if (vehicle === undefined) throw notFound()
    return { vehicle }
  }
  const required = (['vehicleId', 'driverId', 'planAt'] as const).filter((path) => input[path] === undefined)
  refuseFields(required.map((path) => ({ path, reason: 'field.required' })))
  const { vehicle, driver } = await whoGoes(tx, input as { vehicleId: number; driverId: number })
  const today = clock.today()
  const wrong: { path: string; objection: Objection }[] = [
    { path: 'vehicleId', objection: vehicle === undefined ? { reason: 'field.id' } : vehicleMayGo(vehicle, today) },
    { path: 'driverId', objection: driver === undefined ? { reason: 'field.id' } : driverMayDrive(driver, today) },
  ]
  refuseFields(wrong.flatMap(({ path, objection }) => (objection === undefined ? [] : [{ path, ...objection }])))
  if (vehicle === undefined || driver === undefined) throw notFound()
  return { vehicle, driver }
}

/** Off its trip, where it waits again for the moment. */
async function takeOff(tx: Tx, actor: Actor, trip: Trip, line: Line): Promise<void> {
  await tx.deleteFrom('arrangement_line').where('id', '=', line.id).execute()
  await owned(tx)
    .updateTable('arrangement')
    .set({ version: sql`version + 1`, updated_at: clock.iso(), updated_by: actor.userId })
    .where('id', '=', trip.id)
    .execute()
  await settleRoute(tx, trip.id)
  const removed = { field: 'pieces', from: String(line.pieces), to: null }
  await giveBack(tx, [line], {
    actor,
    events: [removedEvent(trip.arrangementNo, line)],
    beside: { history: [{ entity: 'arrangement', id: trip.id, action: 'lineRemoved', changes: [removed] }] },
  })
}

/** A trip whose last line was taken off is cancelled, by whoever may. */
async function cancelEmptied(
  tx: Tx,
  actor: Actor,
  moved: readonly { trip: Trip; line: Line }[],
  to: string,
): Promise<void> {
  for (const trip of new Set(moved.map((one) => one.trip))) {
    if (trip.lines.some((line) => !moved.some((one) => one.line === line))) continue
    if (!mayCancel(actor, trip)) throw new Refusal('dispatch.emptied', { trip: trip.arrangementNo })
    await setState(tx, actor, trip, 'cancelled', { cancel_reason: to })
    await recordHistory(tx, actor, 'arrangement', trip.id, 'cancelled', [{ field: 'reason', from: null, to }])
  }
}
const mayCancel = (actor: Actor, trip: Trip): boolean =>
  mayCall(actor, calls.cancelArrangements) && happensHere(actor, 'cancel', trip) === undefined

/** The stops of a trip as they are, with their addresses, by which lines find theirs. */
async function draftOf(tx: Tx, target: Trip | undefined): Promise<Draft[]> {
  if (target === undefined) return []
  const rows = await tx
    .selectFrom('arrangement_stop')
    .selectAll()
    .where('arrangement_id', '=', target.id)
    .orderBy('seq')
    .execute()
  return rows.map((row): Draft => {
    const party: Party = {
      name: row.name,
      phone: row.phone,
      region: row.region,
      regionName: row.region_name,
      address: row.address,
      planAt: row.plan_at,
    }
    return {
      key: `stop ${row.seq}`,
      kind: row.kind as Draft['kind'],
      ...(row.outlet_id === null ? { address: addressOf(party) } : { outletId: row.outlet_id }),
      party,
      old: row.seq,
      planAt: row.plan_at,
    }
  })
}

type Facts = {
  waybills: ReadonlyMap<number, LockedWaybill>
  outlets: ReadonlyMap<number, Outlet>
  parties: Parties
  before: readonly Draft[]
  target: Trip | undefined
  vehicle: VehicleFacts
}

/** Each line by itself: taken, with its stops, or why not. */
function place(wanted: readonly Wanted[], facts: Facts) {
  const { waybills, outlets, parties, vehicle, target } = facts
  let stops = [...facts.before]
  const taken: Taken[] = []
  const no: { line: Wanted; wrong: NonNullable<Objection> }[] = []
  const has = new Set(target?.lines.map((line) => `${line.waybillId}/${line.fromPlace}/${line.fromId}`))
  for (const line of wanted) {
    const waybill = waybills.get(line.waybillId)
    const party = parties.get(line.waybillId)
    if (waybill === undefined || party === undefined) {
      no.push({ line, wrong: { reason: 'kernel.notFound' } })
      continue
    }
    const key = `${line.waybillId}/${line.fromPlace}/${line.fromId}`
    const spot = waybill.places.find((one) => one.place === line.fromPlace && one.placeId === line.fromId)
    const free = spot === undefined ? 0 : spot.pieces - spot.planned
    const at = (kind: 'shipper' | 'consignee'): EndOf => ({ kind, address: addressOf(party[kind]) })
    const load: EndOf = line.fromPlace === 'outlet' ? { kind: 'outlet', outletId: line.fromId } : at('shipper')
    const unload = unloadEnd(
      {
        ...line,
        isDestination: spot?.isDestination === true,
        outletId: waybill.outletId,
        destOutletId: waybill.destOutletId,
        consignee: at('consignee'),
      },
      stops,
    )
    const leg =
      unload &&
      legBetween(
        { kind: load.kind, city: load.kind === 'outlet' ? outlets.get(load.outletId)?.city : null } as never,
        { kind: unload.kind, city: unload.kind === 'outlet' ? outlets.get(unload.outletId)?.city : null } as never,
      )
    const wrong: Objection =
      arrangedWhereItLies(spot, waybill.mine, waybill.outletName) ??
      (has.has(key)
        ? { reason: 'dispatch.lineTwice' }
        : line.pieces > free
          ? { reason: 'dispatch.tooManyPieces', params: { free } }
          : unload === undefined
            ? { reason: 'dispatch.whereTo' }
            : undefined) ??
      coldStaysCold(waybill, vehicle) ??
      hazardIsLicensed(waybill, vehicle) ??
      heldIsNotDelivered(waybill, leg ?? '')
    if (wrong !== undefined || unload === undefined || leg === undefined) {
      if (wrong !== undefined) no.push({ line, wrong })
      continue
    }
    has.add(key)
    const put = withLine(stops, load, unload, (name, end): Draft => {
      const whose = end.kind === 'outlet' ? nobody : party[end.kind]
      return { ...end, key: name, party: whose, planAt: whose.planAt }
    })
    stops = put.stops
    taken.push({ line, leg, load: put.load, unload: put.unload })
  }
  return { stops, taken, no }
}

/** Who has the pieces now, where somebody has. */
async function takenBy(
  tx: Tx,
  actor: Actor,
  line: Wanted,
  wrong: NonNullable<Objection>,
): Promise<NonNullable<Objection>> {
  const found = await sql<{ trip: string; name: string; by: number }>`
    -- unscoped: of a waybill in scope; who arranged it is shown with it
    select a.arrangement_no as trip, u.name, u.id as by from arrangement_line l join arrangement a on a.id = l.arrangement_id
    join app_user u on u.id = coalesce(a.updated_by, a.created_by)
    where l.waybill_id = ${line.waybillId} and l.from_place = ${line.fromPlace} and l.from_id = ${line.fromId} and a.phase = 'planned'
    order by a.updated_at desc limit 1`.execute(tx)
  const [row] = found.rows
  if (row === undefined || row.by === actor.userId) return wrong
  return { reason: 'dispatch.takenBy', params: { name: row.name, trip: row.trip, free: wrong.params?.free ?? 0 } }
}

type Head = {
  input: OntoInput
  target: Trip | undefined
  going: { vehicle: VehicleFacts; driver?: { name: string; mobile: string } }
  stops: readonly Draft[]
  taken: readonly Taken[]
  outlets: ReadonlyMap<number, Outlet>
}

/** The trip's row: changed, or made. */
async function headOf(tx: Tx, actor: Actor, numbering: Numbering, head: Head) {
  const { input, target, going, stops, taken } = head
  const ends = { from: stops[0]?.outletId ?? null, to: stops.at(-1)?.outletId ?? null }
  const columns = {
    type: typeOfLegs([...(target?.lines.map(({ leg }) => leg) ?? []), ...taken.map(({ leg }) => leg)]),
    from_outlet_id: ends.from,
    to_outlet_id: ends.to,
    via_outlet_ids: [...new Set(stops.slice(1, -1).flatMap(({ outletId }) => outletId ?? []))],
    updated_at: clock.now(),
    updated_by: actor.userId,
  }
  if (target !== undefined) {
    const version = target.version + 1
    await owned(tx)
      .updateTable('arrangement')
      .set({ ...columns, version })
      .where('id', '=', target.id)
      .execute()
    return { id: target.id, arrangementNo: target.arrangementNo, version }
  }
  const [arrangementNo] = (await numbering.next('PC')) as [string]
  const row = await owned(tx)
    .insertInto('arrangement')
    .values({
      ...columns,
      kind: 'vehicle',
      arrangement_no: arrangementNo,
      outlet_id: await outletOf(tx, actor, [ends.from, ends.to]),
      state: 'new',
      vehicle_id: input.vehicleId as number,
      driver_id: input.driverId as number,
      carrier_id: input.carrierId ?? null,
      plan_at: input.planAt as string,
      search: searchText([arrangementNo, going.vehicle.plateNo, going.driver?.name, going.driver?.mobile]),
      created_by: actor.userId,
      created_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: markSeen(row).id, arrangementNo, version: 1 }
}

type Onto = Pick<Head, 'stops' | 'taken' | 'target'> & { waybills: ReadonlyMap<number, LockedWaybill> }

/** The stops anew, the lines that are there at their new numbers, and those that came. Answers the ids of these. */
async function writeOnto(tx: Tx, id: number, { stops, taken, target, waybills }: Onto): Promise<number[]> {
  const planned = stops.map(
    ({ kind, outletId, party, planAt }): PlannedStop => ({ ...party, kind, outletId: outletId ?? null, planAt }),
  )
  if (target !== undefined) {
    await sql`set constraints arrangement_line__load, arrangement_line__unload deferred`.execute(tx)
    await tx.deleteFrom('arrangement_stop').where('arrangement_id', '=', id).execute()
    const numbers = stops.flatMap(({ old }, index) => (old === undefined ? [] : [{ old, seq: index + 1 }]))
    await sql`update arrangement_line l set load_stop = f.seq, unload_stop = u.seq
      from json_to_recordset(${JSON.stringify(numbers)}::json) as f(old int, seq int),
        json_to_recordset(${JSON.stringify(numbers)}::json) as u(old int, seq int)
      where l.arrangement_id = ${id} and f.old = l.load_stop and u.old = l.unload_stop`.execute(tx)
  }
  const number = new Map(stops.map(({ key }, index) => [key, index + 1]))
  const first = (target?.lines.length ?? 0) + 1
  const rows = taken.map(({ line, leg, load, unload }, index) => ({
    arrangement_id: id,
    waybill_id: line.waybillId,
    seq: first + index,
    leg,
    from_place: line.fromPlace,
    from_id: line.fromId,
    pieces: line.pieces,
    ...figuresOf(waybills.get(line.waybillId) as LockedWaybill, line.pieces),
    load_stop: number.get(load) ?? null,
    unload_stop: number.get(unload) ?? null,
  }))
  await insertTogether(tx, { arrangement_stop: stopRows(id, planned) })
  const added = await tx.insertInto('arrangement_line').values(rows).returning('id').execute()
  return added.map((row) => row.id)
}
