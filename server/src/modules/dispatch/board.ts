import type { Board, BoardLine, BoardTrip, getBoard, getTaken } from '@xunyun/contract/dispatch/board'
import { sayReason } from '@xunyun/contract/errors'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { type SqlBool, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { all, betweenDays } from '../../platform/conditions.ts'
import { anyId, type Tx } from '../../platform/db.ts'
import { inScope, markSeen, type SeenId } from '../../platform/scope.ts'
import { papersAndLoad, vehiclesWhere } from './detail.ts'
import { driversFacts, vehiclesFacts } from './facts.ts'
import { presentTrip, type RawTrip, tripColumns, tripJoins } from './queries.ts'
import { driverMayDrive, type Objection, vehicleMayGo } from './rules.ts'
import { markOfWaiting } from './waiting.ts'

/** More than one person looks over. */
const mostTrips = 300
const mostVehicles = 500

type Asked = Input<typeof getBoard>

/** Who has taken what waits no more: told as by an arranging that came too late. */
export async function takenAway(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Output<typeof getTaken>> {
  const found = await sql<{ id: number; no: string; trip: string | null; name: string | null }>`
    select w.id, w.waybill_no as no, l.trip, l.name from waybill w left join lateral (
      -- unscoped: of a waybill in scope; who arranged it is shown with it
      select a.arrangement_no as trip, u.name from arrangement_line l join arrangement a on a.id = l.arrangement_id
      join app_user u on u.id = coalesce(a.updated_by, a.created_by)
      where l.waybill_id = w.id and a.phase = 'planned' order by a.updated_at desc limit 1) l on true
    where w.id = ${anyId(ids)} and ${inScope(actor, 'waybill', 'w')} order by w.id`.execute(tx)
  return found.rows.map(({ id, no, trip, name }) => {
    const reason = trip === null ? 'dispatch.waitsNoMore' : 'dispatch.takenBy'
    return { id, no, reason, msg: sayReason(reason, { trip: trip ?? '', name: name ?? '', free: 0 }, actor.language) }
  })
}

/** The trips of a day, the vehicles, and a mark of what waits. */
export async function board(tx: Tx, actor: Actor, input: Asked): Promise<Board> {
  const { outletId, customerId } = input
  return {
    trips: await tripsOfDay(tx, actor, input),
    vehicles: await vehiclesOf(tx, actor),
    waiting: await markOfWaiting(tx, actor, { byVehicle: true, byOutletId: outletId, customerId }),
  }
}

/** Planned for the day, today also what should have left before; and what has left on it. */
async function tripsOfDay(tx: Tx, actor: Actor, { date, outletId }: Asked): Promise<BoardTrip[]> {
  const today = clock.today()
  const day = date ?? today
  const planned = betweenDays('a.plan_at', day === today ? undefined : day, day)
  const left = betweenDays('a.depart_at', day, day)
  const first = sql`order by a.plan_at, a.id limit ${mostTrips}`
  // Each state is read in the order of its index: among trips of all states these are few.
  const parts = (
    [
      ['new', planned],
      ['assigned', planned],
      ['departed', left],
    ] as const
  ).map(
    ([state, when]) =>
      sql`(select a.id, a.plan_at from arrangement a where ${all([
        sql<SqlBool>`a.kind = 'vehicle' and not a.is_deleted and a.state = ${state}`,
        sql<SqlBool>`${inScope(actor, 'arrangement', 'a')}`,
        when,
        outletId === undefined
          ? undefined
          : sql<SqlBool>`${outletId} in (a.outlet_id, a.from_outlet_id, a.to_outlet_id)`,
      ])} ${first})`,
  )
  const found = await sql<RawTrip>`
    -- unscoped: each part has the condition of the scope
    select ${tripColumns} from (select a.id from (${sql.join(parts, sql` union all `)}) a ${first}) p
    join arrangement a on a.id = p.id ${tripJoins} order by a.plan_at, a.id`.execute(tx)
  const rows = found.rows
  const ids = rows.map((row) => markSeen(row).id)
  const lines = await linesOf(tx, ids)
  const stops = await stopsOf(tx, ids)
  const vehicles = await vehiclesFacts(
    tx,
    rows.map(({ vehicleId }) => vehicleId),
  )
  const drivers = await driversFacts(
    tx,
    rows.map(({ driverId }) => driverId),
  )
  return rows.map((row) => {
    const vehicle = vehicles.get(row.vehicleId)
    return {
      ...presentTrip(actor, row, papersAndLoad(actor, row, { vehicle, driver: drivers.get(row.driverId) })),
      blocked: said(actor, vehicle && vehicleMayGo(vehicle, today)),
      lines: lines.get(row.id) ?? [],
      stops: stops.get(row.id) ?? [],
    }
  })
}

const said = (actor: Actor, no: Objection): string | null =>
  no === undefined ? null : sayReason(no.reason, no.params ?? {}, actor.language)

/** Each with its trip's id, by that. */
function byTrip<R extends { trip: number }>(rows: readonly R[]): Map<number, Omit<R, 'trip'>[]> {
  const found = Map.groupBy(rows, ({ trip }) => trip)
  return new Map(Array.from(found, ([trip, of]) => [trip, of.map(({ trip: _, ...row }) => row)]))
}

async function linesOf(tx: Tx, ids: readonly SeenId[]): Promise<Map<number, BoardLine[]>> {
  const found = await sql<BoardLine & { trip: number }>`
    select l.arrangement_id as trip, l.id as "lineId", w.id as "waybillId", w.waybill_no as "waybillNo", c.name as "customerName",
      w.consignee_city as "consigneeCity", l.from_place as "fromPlace", l.from_id as "fromId", s.outlet_id as "unloadOutletId", l.leg,
      coalesce(l.load_stop, 0) as load, l.unload_stop as unload, l.pieces, l.weight, l.volume, w.service_type as "serviceType"
    -- unscoped: the trips are in scope, and what they carry is shown with them
    from arrangement_line l join waybill w on w.id = l.waybill_id left join company c on c.id = w.customer_id
    left join arrangement_stop s on s.arrangement_id = l.arrangement_id and s.seq = l.unload_stop
    where l.arrangement_id = ${anyId(ids)} order by load, l.seq, l.id`.execute(tx)
  return byTrip(found.rows) as Map<number, BoardLine[]>
}

async function stopsOf(tx: Tx, ids: readonly SeenId[]): Promise<Map<number, BoardTrip['stops']>> {
  const found = await sql<BoardTrip['stops'][number] & { trip: number }>`
    select arrangement_id as trip, seq, kind, outlet_id as "outletId", region, address from arrangement_stop
    where arrangement_id = ${anyId(ids)} order by seq`.execute(tx)
  return byTrip(found.rows) as Map<number, BoardTrip['stops']>
}

/** All vehicles, those that are disabled too, each with whether its own driver may drive. */
async function vehiclesOf(tx: Tx, actor: Actor): Promise<Board['vehicles']> {
  const vehicles = await vehiclesWhere(tx, actor, sql<SqlBool>`true`, mostVehicles)
  const drivers = await driversFacts(
    tx,
    vehicles.flatMap(({ driverId }) => driverId ?? []),
  )
  return vehicles.map((vehicle) => {
    const driver = vehicle.driverId === null ? undefined : drivers.get(vehicle.driverId)
    return {
      ...vehicle,
      driverPhone: driver?.mobile ?? null,
      driverBlocked: said(actor, driver && driverMayDrive(driver, clock.today())),
    }
  })
}
