import type * as calls from '@xunyun/contract/dispatch/calls'
import type { ArrangementAction } from '@xunyun/contract/dispatch/states'
import { loadByStretch } from '@xunyun/contract/dispatch/stops'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { Act, Asked } from '../../platform/act.ts'
import { type Actor, may } from '../../platform/actor.ts'
import { eachRecord, type Records } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { recordHistory } from '../../platform/history.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { aboard } from './aboard.ts'
import { giveBack, removedEvent } from './cargo.ts'
import {
  busyWith,
  type Line,
  lockTripsWithCargo,
  lockTripWithCargo,
  type Stop,
  type Trip,
  type WithCargo,
  whoGoes,
} from './facts.ts'
import { refuseHolding } from './holding.ts'
import {
  coldStaysCold,
  type DriverFacts,
  driverIsOn,
  driverMayDrive,
  happensHere,
  hazardIsLicensed,
  heldIsNotDelivered,
  loadFits,
  refusalOf,
  refuse,
  stateAllows,
  type VehicleFacts,
  vehicleIsOn,
  vehicleMayGo,
} from './rules.ts'
import { type Counts, cameOf, countsOf, loadedOf, ofOne, openShortCases } from './shortfalls.ts'
import { setState } from './store.ts'
import { leave, reach, stopToReport, timeOf, unloadedAt } from './visits.ts'

/** Trips in scope, of which the state says what may be done. */
const tripsTo = (actor: Actor, action: ArrangementAction): Records<WithCargo<Trip>> => ({
  lock: lockTripsWithCargo,
  no: (trip) => trip.arrangementNo,
  may: (trip) => refusalOf(stateAllows(action, trip.state) ?? happensHere(actor, action, trip)),
})

export const assignArrangements: Act<typeof calls.assignArrangements> = (asked, { ids }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, tripsTo(actor, 'assign'), async (trip) => {
    const { vehicle, driver } = await checkMayGo(tx, trip)
    goodsMayGo(trip, vehicle)
    await mayCollect(tx, trip, driver)
    await setState(tx, actor, trip, 'assigned')
    await recordHistory(tx, actor, 'arrangement', trip.id, 'assigned')
  })
}

/** The vehicle and the driver may go today. */
async function checkMayGo(tx: Tx, trip: Trip): Promise<{ vehicle: VehicleFacts; driver: DriverFacts }> {
  const { vehicle, driver } = await whoGoes(tx, trip)
  if (vehicle === undefined || driver === undefined) throw notFound()
  refuse(vehicleMayGo(vehicle, clock.today()))
  refuse(driverMayDrive(driver, clock.today()))
  return { vehicle, driver }
}

/** Cold, hazard and hold: also of what has changed since it was arranged. */
function goodsMayGo({ lines, cargo }: WithCargo<Trip>, vehicle: VehicleFacts): void {
  for (const { waybillId, leg } of lines) {
    const waybill = cargo.get(waybillId)
    if (waybill === undefined) continue
    refuse(coldStaysCold(waybill, vehicle) ?? hazardIsLicensed(waybill, vehicle) ?? heldIsNotDelivered(waybill, leg))
  }
}

/** Who has far more in hand than he may takes nothing out for which he would collect (M49). */
async function mayCollect(tx: Tx, { driverId, lines, cargo }: WithCargo<Trip>, driver: DriverFacts): Promise<void> {
  const collects = (id: number) => {
    const { freightToCollect, codAmount } = cargo.get(id) ?? { freightToCollect: '0', codAmount: '0' }
    return compareDecimal(freightToCollect, '0') > 0 || compareDecimal(codAmount, '0') > 0
  }
  await refuseHolding(
    tx,
    { kind: 'driver', id: driverId, name: driver.name },
    lines.flatMap(({ leg, waybillId }) => (leg === 'delivery' && collects(waybillId) ? [waybillId] : [])),
  )
}

type Report = { at?: string | undefined; overload?: boolean | undefined; counts?: Counts | undefined }

/** 发车: the first stop is left, what is loaded there goes onto the vehicle. Overload needs its right and to be asked for. */
export const departArrangements: Act<typeof calls.departArrangements> = (asked, { ids, at, overload, loaded }) =>
  eachRecord(asked, ids, tripsTo(asked.actor, 'depart'), (trip) =>
    departTrip(asked, trip, { at, overload, counts: ofOne(loaded, ids, 'loaded') }),
  )

export async function departTrip({ tx, actor }: Asked, trip: WithCargo<Trip>, report: Report): Promise<void> {
  const at = timeOf(report.at, trip)
  const first = trip.lines.filter(({ load }) => load === 1)
  const counts = countsOf(report.counts, piecesOf(first), 'loaded')
  const isEmpty = trip.lines.every((line) => counts.get(line.id) === 0)
  if (isEmpty) throw new Refusal('dispatch.nothingLoaded')
  const lines = trip.lines.map((line) => loadedOf(line, counts, trip.cargo)).filter(({ pieces }) => pieces > 0)
  const mayOverload = report.overload === true && may(actor, 'overload', 'edit')
  const overload = await checkCargo(tx, actor, { ...trip, lines }, await checkMayGo(tx, trip), mayOverload)
  await setState(tx, actor, trip, 'departed', { depart_at: at })
  const history = [
    { field: 'departAt', from: null, to: at },
    ...(overload ? [{ field: 'overload', from: null, to: 'true' }] : []),
  ]
  await leave(tx, actor, trip, 1, { at, counts, history })
}

const piecesOf = (lines: readonly Line[]) => new Map(lines.map(({ id, pieces }) => [id, pieces]))

/** Load, cold, hazard, hold, and that vehicle and driver are on no other trip. Answers whether it goes overloaded. */
async function checkCargo(
  tx: Tx,
  actor: Actor,
  trip: WithCargo<Trip>,
  { vehicle, driver }: { vehicle: VehicleFacts; driver: DriverFacts },
  mayOverload: boolean,
): Promise<boolean> {
  const busy = await busyWith(tx, actor, trip)
  if (busy !== undefined)
    refuse(busy.vehicleId === trip.vehicleId ? vehicleIsOn(vehicle.plateNo, busy.no) : driverIsOn(driver.name, busy.no))
  goodsMayGo(trip, vehicle)
  await mayCollect(tx, trip, driver)
  const heavy = loadFits(loadByStretch(trip.stops.length, trip.lines, vehicle).beyond)
  if (!mayOverload) refuse(heavy)
  return heavy !== undefined
}

/** 到站: at a stop between. An outlet unloads its lines; what is missing of them stays with the trip, with a case. */
export const reachStop =
  (numbering: Numbering): Act<typeof calls.reachStop> =>
  async ({ tx, actor }, input) => {
    const trip = await lockTripWithCargo(tx, actor, input.id)
    refuse(stateAllows('reachStop', trip.state))
    const stop = stopToReport(trip, input.seq, 'reach')
    refuse(happensHere(actor, 'reachStop', trip))
    const at = timeOf(input.at, trip)
    const counted = await unload(tx, trip, stop, input.unloaded)
    await setState(tx, actor, trip, 'derived')
    const act = await reach(tx, actor, trip, stop, { at, came: counted.came, history: [atStop(stop)] })
    await openShortCases(tx, actor, numbering, act, counted.missing, at)
    return { id: trip.id, arrangementNo: trip.arrangementNo, version: trip.version + 1 }
  }

/** 离站: a stop between is left with what is loaded there. */
export const leaveStop: Act<typeof calls.leaveStop> = async ({ tx, actor }, input) => {
  const trip = await lockTripWithCargo(tx, actor, input.id)
  refuse(stateAllows('leaveStop', trip.state))
  const stop = stopToReport(trip, input.seq, 'leave')
  refuse(happensHere(actor, 'leaveStop', trip))
  const at = timeOf(input.at, trip)
  const here = trip.lines.filter(({ load }) => load === stop.seq)
  const counts = countsOf(input.loaded, piecesOf(here), 'loaded')
  await setState(tx, actor, trip, 'derived')
  await leave(tx, actor, trip, stop.seq, { at, counts, history: [atStop(stop)] })
  return { id: trip.id, arrangementNo: trip.arrangementNo, version: trip.version + 1 }
}

const atStop = ({ seq }: Stop) => ({ field: 'stop', from: null, to: String(seq) })

/** What comes off at a stop, counted, and what is missing of it. */
async function unload(tx: Tx, trip: Trip, stop: Stop, counts: Counts | undefined) {
  const cargo = await unloadedAt(tx, trip, stop)
  const most = new Map(cargo.flatMap(({ lineId, isRefused, pieces }) => (isRefused ? [] : [[lineId, pieces] as const])))
  return cameOf(cargo, countsOf(counts, most, 'unloaded'))
}

/**
 * 到达: the last stop is reached. Stops that nobody reported count as done as planned, in order, at the same time. What is missing
 * stays with the trip, with a case; what was not delivered or refused comes back to where it was loaded.
 */
export const arriveArrangements =
  (numbering: Numbering): Act<typeof calls.arriveArrangements> =>
  (asked, { ids, at, unloaded }) =>
    eachRecord(asked, ids, tripsTo(asked.actor, 'arrive'), (trip) =>
      arriveTrip(asked, trip, { at, counts: ofOne(unloaded, ids, 'unloaded') }, numbering),
    )

export async function arriveTrip(
  { tx, actor }: Asked,
  trip: WithCargo<Trip>,
  report: Report,
  numbering: Numbering,
): Promise<void> {
  const at = timeOf(report.at, trip)
  await setState(tx, actor, trip, 'arrived', { arrive_at: at })
  const last = trip.stops.at(-1) as Stop
  for (const stop of trip.stops.slice(0, -1)) {
    const when = { at, assumed: true, history: [atStop(stop)] }
    if (stop.arrivedAt === null && stop.leftAt === null)
      await reach(tx, actor, trip, stop, { ...when, came: await unloadedAt(tx, trip, stop) })
    if (stop.leftAt === null) await leave(tx, actor, trip, stop.seq, { ...when, counts: new Map() })
  }
  const { came, missing } = await unload(tx, trip, last, report.counts)
  const history = [{ field: 'arriveAt', from: null, to: at }]
  const act = await reach(tx, actor, trip, last, { at, came, history })
  await openShortCases(tx, actor, numbering, act, missing, at)
}

export const finishArrangements: Act<typeof calls.finishArrangements> = (asked, { ids }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, tripsTo(actor, 'finish'), async (trip) => {
    const left = (await aboard(tx, trip)).reduce((sum, { pieces }) => sum + pieces, 0)
    if (left > 0) throw new Refusal('dispatch.unsignedPieces', { pieces: left })
    await setState(tx, actor, trip, 'done', { done_at: clock.iso() })
    await recordHistory(tx, actor, 'arrangement', trip.id, 'done')
  })
}

/** 取消: before departure only; the pieces wait again. */
export const cancelArrangements: Act<typeof calls.cancelArrangements> = (asked, input) => {
  const { tx, actor } = asked
  return eachRecord(asked, input.ids, tripsTo(actor, 'cancel'), async (trip) => {
    await setState(tx, actor, trip, 'cancelled', { cancel_reason: input.reason })
    const reason = { field: 'reason', from: null, to: input.reason }
    await giveBack(tx, trip.lines, {
      actor,
      events: trip.lines.map((line) => removedEvent(trip.arrangementNo, line)),
      beside: { history: [{ entity: 'arrangement', id: trip.id, action: 'cancelled', changes: [reason] }] },
    })
  })
}
