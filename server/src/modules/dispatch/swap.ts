import type * as calls from '@xunyun/contract/dispatch/calls'
import { loadByStretch } from '@xunyun/contract/dispatch/stops'
import { type SqlBool, sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import { type Actor, may } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { recordHistory } from '../../platform/history.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { notFound, Refusal, refuseFields } from '../../platform/refusal.ts'
import { searchText } from '../../platform/search.ts'
import { movePieces, onLine, recordEvents, refusedFrom, reverseAct } from '../waybills/index.ts'
import { aboard } from './aboard.ts'
import { figuresOf } from './cargo.ts'
import {
  busyWith,
  type Line,
  lockTrip,
  lockTripWithCargo,
  type Stop,
  type Trip,
  type WithCargo,
  whoGoes,
} from './facts.ts'
import {
  coldStaysCold,
  driverIsOn,
  driverMayDrive,
  happensHere,
  hazardIsLicensed,
  loadFits,
  type Objection,
  refuse,
  stateAllows,
  vehicleIsOn,
  vehicleMayGo,
} from './rules.ts'
import { setState } from './store.ts'
import { lastReport, timeOf } from './visits.ts'

/**
 * 换车: a vehicle broke down. All that is aboard goes in one act onto another one, under a new trip that is under way at once, and the
 * stops ahead go along with what is still to be loaded there. The old trip has arrived, with nothing aboard.
 */
export const swapVehicle =
  (numbering: Numbering): Act<typeof calls.swapVehicle> =>
  async ({ tx, actor }, input) => {
    const trip = await lockTripWithCargo(tx, actor, input.id)
    refuse(stateAllows('swapVehicle', trip.state) ?? happensHere(actor, 'swapVehicle', trip))
    const at = timeOf(input.at, trip)
    const way = wayOn(trip)
    const cargo = await aboard(tx, trip)
    const overload = await checkOther(tx, actor, trip, input, cargo)
    const [arrangementNo] = (await numbering.next('PC')) as [string]
    await setState(tx, actor, trip, 'arrived', { arrive_at: at })
    const id = await newTrip(tx, actor, trip, way, { ...input, arrangementNo, at })
    await owned(tx).updateTable('arrangement').set({ swapped_to: id }).where('id', '=', trip.id).execute()
    await moveAlong(tx, trip.id, id, way.ahead)
    const moved = await linesOnto(tx, trip, id, way, cargo)
    const events = [...new Set(moved.map(({ waybillId }) => waybillId))].map((waybillId) => ({
      waybillId,
      event: {
        type: 'swapped',
        params: {
          arrangementNo: trip.arrangementNo,
          toNo: arrangementNo,
          pieces: moved.reduce((sum, move) => sum + (move.waybillId === waybillId ? move.pieces : 0), 0),
          reason: input.reason,
        },
      },
    }))
    await movePieces(tx, actor, moved, () => ({ events, beside: {} }))
    await recordHistory(tx, actor, 'arrangement', trip.id, 'swapped', [
      { field: 'swappedTo', from: null, to: arrangementNo },
      { field: 'reason', from: null, to: input.reason },
    ])
    await recordHistory(tx, actor, 'arrangement', id, 'swappedFrom', [
      { field: 'swappedFrom', from: null, to: trip.arrangementNo },
      ...(overload ? [{ field: 'overload', from: null, to: 'true' }] : []),
    ])
    return { id, arrangementNo, version: 1 }
  }

type Cargo = Awaited<ReturnType<typeof aboard>>
/** Where the new trip begins: at the stop that was reported last, `ahead` of it by so many numbers. One that was not left is left by it. */
type WayOn = { behind: Stop; ahead: number }
function wayOn(trip: Trip): WayOn {
  const behind = (lastReport(trip)?.stop ?? trip.stops[0]) as Stop
  return { behind, ahead: 1 - behind.seq }
}
type Other = { vehicleId: number; driverId: number; carrierId?: number | undefined; overload?: boolean | undefined }

/** Whether another vehicle may take over what is aboard and what is still to be loaded. Answers whether it goes overloaded. */
async function checkOther(tx: Tx, actor: Actor, trip: WithCargo<Trip>, input: Other, cargo: Cargo): Promise<boolean> {
  const { vehicle, driver } = await whoGoes(tx, input)
  const today = clock.today()
  const wrong: { path: string; objection: Objection }[] = [
    {
      path: 'vehicleId',
      objection:
        vehicle === undefined
          ? { reason: 'field.id' }
          : input.vehicleId === trip.vehicleId
            ? { reason: 'dispatch.sameVehicle' }
            : vehicleMayGo(vehicle, today),
    },
    { path: 'driverId', objection: driver === undefined ? { reason: 'field.id' } : driverMayDrive(driver, today) },
  ]
  refuseFields(wrong.flatMap(({ path, objection }) => (objection === undefined ? [] : [{ path, ...objection }])))
  if (vehicle === undefined || driver === undefined) throw notFound()
  // Its driver may take the other vehicle: with this trip he is on the road no more.
  const busy = await busyWith(tx, actor, { id: trip.id, vehicleId: input.vehicleId, driverId: input.driverId })
  if (busy !== undefined)
    refuse(
      busy.vehicleId === input.vehicleId ? vehicleIsOn(vehicle.plateNo, busy.no) : driverIsOn(driver.name, busy.no),
    )
  const lines = trip.lines.flatMap((line): Line[] => {
    const waybill = trip.cargo.get(line.waybillId)
    if (waybill === undefined) return []
    if (trip.stops[line.load - 1]?.leftAt === null) return [line]
    const pieces = cargo.reduce((sum, one) => sum + (one.lineId === line.id ? one.pieces : 0), 0)
    return pieces === 0 ? [] : [{ ...line, pieces, load: 1, ...figuresOf(waybill, pieces) }]
  })
  if (lines.length === 0) throw new Refusal('dispatch.nothingAboard')
  for (const { waybillId } of lines) {
    const waybill = trip.cargo.get(waybillId)
    if (waybill !== undefined) refuse(coldStaysCold(waybill, vehicle) ?? hazardIsLicensed(waybill, vehicle))
  }
  const heavy = loadFits(loadByStretch(trip.stops.length, lines, vehicle).beyond)
  if (!(input.overload === true && may(actor, 'overload', 'edit'))) refuse(heavy)
  return heavy !== undefined
}

type New = Other & { arrangementNo: string; at: string }

/** The new trip, under way from where the old one broke down; its number, its stops. */
async function newTrip(tx: Tx, actor: Actor, trip: Trip, { behind, ahead }: WayOn, input: New): Promise<number> {
  const via = trip.stops.slice(behind.seq, -1)
  const { rows } = await sql<{ id: number }>`
    -- unscoped: from a trip that is locked in scope
    insert into arrangement (arrangement_no, outlet_id, kind, type, state, vehicle_id, driver_id, carrier_id, from_outlet_id, to_outlet_id,
      via_outlet_ids, plan_at, depart_at, seal_no, search, created_by, updated_by, created_at, updated_at)
    select ${input.arrangementNo}, a.outlet_id, 'vehicle', a.type, 'departed', v.id, d.id, ${input.carrierId ?? null}, ${behind.outletId}, a.to_outlet_id,
      ${via.flatMap(({ outletId }) => outletId ?? [])}::bigint[], a.plan_at, ${input.at}, a.seal_no,
      '', ${actor.userId}, ${actor.userId}, ${clock.iso()}, ${clock.iso()}
    -- unscoped: as above
    from arrangement a, vehicle v, driver d where a.id = ${trip.id} and v.id = ${input.vehicleId} and d.id = ${input.driverId} returning id`.execute(
    tx,
  )
  const id = (rows[0] as { id: number }).id
  const names = await sql<{ plateNo: string; name: string; mobile: string; carrier: string | null }>`
    select v.plate_no as "plateNo", d.name, d.mobile, c.name as carrier from vehicle v, driver d
    -- unscoped: the carrier's name goes into the search text
    left join company c on c.id = ${input.carrierId ?? null} where v.id = ${input.vehicleId} and d.id = ${input.driverId}`.execute(
    tx,
  )
  const [name] = names.rows
  await owned(tx)
    .updateTable('arrangement')
    .set({ search: searchText([input.arrangementNo, name?.plateNo, name?.name, name?.mobile, name?.carrier]) })
    .where('id', '=', id)
    .execute()
  const place = sql`kind, outlet_id, name, phone, region, region_name, address, plan_at`
  await sql`insert into arrangement_stop (arrangement_id, seq, ${place}, arrived_at, left_at)
    select ${id}, 1, ${place}, case when left_at is null then arrived_at end, case when left_at is not null then ${input.at}::timestamptz end from arrangement_stop where arrangement_id = ${trip.id} and seq = ${behind.seq}`.execute(
    tx,
  )
  await sql`insert into arrangement_stop (arrangement_id, seq, ${place}, arrived_at)
    select ${id}, seq + ${ahead}, ${place}, arrived_at from arrangement_stop where arrangement_id = ${trip.id} and seq + ${ahead} > 1`.execute(
    tx,
  )
  return id
}

/** Lines that are still to be loaded go along, from stop to stop. */
const moveAlong = (tx: Tx, from: number, to: number, ahead: number) =>
  sql`update arrangement_line l set arrangement_id = ${to}, load_stop = load_stop + ${ahead}, unload_stop = unload_stop + ${ahead}
    from arrangement_stop s where l.arrangement_id = ${from} and s.arrangement_id = l.arrangement_id and s.seq = l.load_stop
      and s.left_at is null`.execute(tx)

/** A line of the new trip for each that has pieces aboard, and the moves onto it; what was refused stays refused. */
async function linesOnto(tx: Tx, trip: WithCargo<Trip>, to: number, { behind, ahead }: WayOn, cargo: Cargo) {
  const moves = []
  for (const [lineId, parts] of Map.groupBy(cargo, (one) => one.lineId)) {
    const line = trip.lines.find(({ id }) => id === lineId)
    const waybill = line && trip.cargo.get(line.waybillId)
    if (line === undefined || waybill === undefined) continue
    const pieces = parts.reduce((sum, part) => sum + part.pieces, 0)
    const { id } = await tx
      .insertInto('arrangement_line')
      .values({
        arrangement_id: to,
        waybill_id: line.waybillId,
        seq: trip.lines.indexOf(line) + 1,
        leg: line.leg,
        from_place: line.fromPlace,
        from_id: line.fromId,
        pieces,
        ...figuresOf(waybill, pieces),
        // It is aboard: nowhere to be loaded.
        load_stop: null,
        // What was to be unloaded before, and is missing there, goes on to the end.
        unload_stop: (line.unload > behind.seq ? line.unload : trip.stops.length) + ahead,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const [from, onto] = [onLine(trip.id, line), onLine(to, { id, leg: line.leg })]
    for (const part of parts)
      moves.push({
        waybillId: line.waybillId,
        from: part.isRefused ? refusedFrom(from) : from,
        to: part.isRefused ? refusedFrom(onto) : onto,
        pieces: part.pieces,
      })
  }
  return moves
}

/** Taken back while nothing has happened to the new trip: it is cancelled, and what it took over is on the old one again. */
export async function undoSwap(tx: Tx, actor: Actor, trip: WithCargo<Trip>, reason: string): Promise<void> {
  const other = await lockTrip(tx, actor, trip.swappedTo as number)
  const { behind, ahead } = wayOn(trip)
  const isUntouched =
    other.state === 'departed' &&
    lastReport(other)?.stop.seq === behind.seq + ahead &&
    lastReport(other)?.act === lastReport(trip)?.act &&
    other.broughtIn === 0 &&
    !(await isSignedOf(tx, other))
  if (!isUntouched) throw new Refusal('dispatch.swapGoesOn', { trip: other.arrangementNo })
  const found = await sql<{ act_id: number }>`select m.act_id from piece_movement m
    where m.to_place in ('arrangement', 'refusedOut') and m.to_id = ${other.id} and m.from_id = ${trip.id} and m.reverses is null
      and m.waybill_id = any(${trip.lines.map(({ waybillId }) => waybillId)}::bigint[]) order by m.act_id desc limit 1`.execute(
    tx,
  )
  const act = found.rows[0]?.act_id
  const waybills = Array.from(trip.cargo.values(), ({ id }) => id)
  if (act !== undefined) await reverseAct(tx, actor, act, waybills)
  await moveAlong(tx, other.id, trip.id, -ahead)
  await setState(tx, actor, other, 'cancelled', { cancel_reason: reason, depart_at: null })
  await sql`update arrangement_stop set left_at = null, arrived_at = null where arrangement_id = ${other.id}`.execute(
    tx,
  )
  await setState(tx, actor, trip, 'departed', { arrive_at: null, swapped_to: null })
  await recordEvents(
    tx,
    actor,
    waybills.map((waybillId) => ({
      waybillId,
      event: { type: 'swapUndone', params: { arrangementNo: trip.arrangementNo, toNo: other.arrangementNo, reason } },
    })),
  )
  await recordHistory(tx, actor, 'arrangement', other.id, 'cancelled', [{ field: 'reason', from: null, to: reason }])
}

/** Whether pieces have left a trip at a consignee's. */
async function isSignedOf(tx: Tx, { id, lines }: Trip): Promise<boolean> {
  const found = await sql<{
    is: SqlBool
  }>`select exists (select from piece_movement m where m.from_place = 'arrangement' and m.from_id = ${id}
    and m.reverses is null and m.waybill_id = any(${lines.map(({ waybillId }) => waybillId)}::bigint[])
    and not exists (select from piece_movement r where r.waybill_id = m.waybill_id and r.reverses = m.id)) as is`.execute(
    tx,
  )
  return found.rows[0]?.is === true
}
