import type * as calls from '@xunyun/contract/dispatch/calls'
import type { ArrangementAction } from '@xunyun/contract/dispatch/states'
import type { Act } from '../../platform/act.ts'
import { type Actor, everywhere, may } from '../../platform/actor.ts'
import { eachRecord, type Records } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { recordHistory } from '../../platform/history.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { badField, notFound, Refusal } from '../../platform/refusal.ts'
import {
  atOutlet,
  dropCases,
  type Move,
  movePieces,
  onLine,
  recordEvents,
  refusedFrom,
  reverseAct,
  systemTracks,
  waybillFacts,
} from '../waybills/index.ts'
import { type Aboard, aboard, lastAct } from './aboard.ts'
import { giveBack, loadOf, planLines, removedEvent } from './cargo.ts'
import { busyWith, lockTrip, lockTripsWithCargo, type Trip, type WithCargo, whoGoes } from './facts.ts'
import {
  coldStaysCold,
  type DriverFacts,
  driverIsOn,
  driverMayDrive,
  happensHere,
  hazardIsLicensed,
  heldIsNotDelivered,
  loadFitsVehicle,
  type Objection,
  stateAllows,
  type VehicleFacts,
  vehicleIsOn,
  vehicleMayGo,
} from './rules.ts'
import { cameOf, countsOf, leaveBehind, openShortCases } from './shortfalls.ts'
import { setState } from './store.ts'

const refusalOf = (no: Objection) => (no === undefined ? undefined : new Refusal(no.reason, no.params ?? {}))
const refuse = (no: Objection) => {
  const refusal = refusalOf(no)
  if (refusal !== undefined) throw refusal
}

/** Trips in scope, of which the state says what may be done. */
const tripsTo = (actor: Actor, action: ArrangementAction): Records<WithCargo<Trip>> => ({
  lock: lockTripsWithCargo,
  no: (trip) => trip.arrangementNo,
  may: (trip) => refusalOf(stateAllows(action, trip.state) ?? happensHere(actor, action, trip)),
})

export const assignArrangements: Act<typeof calls.assignArrangements> = (asked, { ids }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, tripsTo(actor, 'assign'), async (trip) => {
    await checkMayGo(tx, trip)
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

/** 发车: the pieces go onto the vehicle. Overload needs its right and to be asked for. */
export const departArrangements: Act<typeof calls.departArrangements> = (asked, input) => {
  const { tx, actor } = asked
  const at = input.at ?? clock.iso()
  if (at > clock.iso()) throw badField('at', 'dispatch.departFuture')
  return eachRecord(asked, input.ids, tripsTo(actor, 'depart'), async (planned) => {
    const most = new Map(planned.lines.map(({ id, pieces }) => [id, pieces]))
    const counts = countsOf(input.loaded, input.ids, most, 'loaded')
    const { lines, left } = await leaveBehind(tx, planned, counts, planned.cargo)
    const trip = { ...planned, lines }
    const mayOverload = input.overload === true && may(actor, 'overload', 'edit')
    const overload = await checkCargo(tx, actor, trip, await checkMayGo(tx, trip), mayOverload)
    const moves = trip.lines.map((line) => ({
      waybillId: line.waybillId,
      from: { place: line.fromPlace, id: line.fromId },
      to: onLine(trip.id, line),
      pieces: line.pieces,
      planned: true,
      ...(trip.toOutletId === null ? {} : { towards: trip.toOutletId }),
    }))
    await setState(tx, actor, trip, 'departed', { depart_at: at })
    const node = trip.type === 'pickup' ? 'pickup' : trip.type === 'delivery' ? 'deliver' : 'depart'
    const track = await systemTracks(
      tx,
      actor,
      trip.lines.map((line) => ({
        waybillId: line.waybillId,
        node,
        at,
        arrangementId: trip.id,
        text: String(line.pieces),
        ...(line.fromPlace === 'outlet' ? { outletId: line.fromId } : {}),
      })),
    )
    const events = trip.lines.map((line) => ({
      waybillId: line.waybillId,
      event: {
        type: 'departed',
        params: { arrangementNo: trip.arrangementNo, leg: trip.type, pieces: line.pieces, at },
      },
    }))
    const changes = [
      { field: 'departAt', from: null, to: at },
      ...(overload ? [{ field: 'overload', from: null, to: 'true' }] : []),
      ...(left.length > 0
        ? [{ field: 'leftBehind', from: null, to: String(left.reduce((sum, { pieces }) => sum + pieces, 0)) }]
        : []),
    ]
    const history = [{ entity: 'arrangement', id: trip.id, action: 'departed', changes }]
    await movePieces(tx, actor, moves, () => ({ events, beside: { track, history } }))
    await recordEvents(
      tx,
      actor,
      left.map(({ waybillId, pieces }) => ({
        waybillId,
        event: { type: 'leftBehind', params: { arrangementNo: trip.arrangementNo, pieces } },
      })),
    )
  })
}

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
  for (const { waybillId } of trip.lines) {
    const waybill = trip.cargo.get(waybillId)
    if (waybill === undefined) continue
    refuse(coldStaysCold(waybill, vehicle))
    refuse(hazardIsLicensed(waybill, vehicle))
    refuse(heldIsNotDelivered(waybill, trip.type))
  }
  const heavy = loadFitsVehicle(loadOf(trip.lines), vehicle)
  if (!mayOverload) refuse(heavy)
  return heavy !== undefined
}

/**
 * 到达: the pieces are at the outlet; what is missing of them stays with the trip, with a case. A delivery trip brings back what
 * was not signed; what was refused is kept there apart.
 */
export const arriveArrangements =
  (numbering: Numbering): Act<typeof calls.arriveArrangements> =>
  (asked, input) => {
    const { tx, actor } = asked
    const at = input.at ?? clock.iso()
    if (at > clock.iso()) throw badField('at', 'dispatch.departFuture')
    return eachRecord(asked, input.ids, tripsTo(actor, 'arrive'), async (trip) => {
      if (trip.departAt !== null && at < trip.departAt) throw new Refusal('dispatch.arriveBeforeDepart')
      const cargo = await aboard(tx, trip)
      const most = new Map(
        cargo.flatMap(({ lineId, isRefused, pieces }) => (isRefused ? [] : [[lineId, pieces] as const])),
      )
      const { came, missing } = cameOf(cargo, countsOf(input.unloaded, input.ids, most, 'unloaded'))
      const all = came.map((one) => ({ ...moveOff(trip, one), isRefused: one.isRefused }))
      const moves = all.filter(({ isRefused }) => !isRefused)
      await setState(tx, actor, trip, 'arrived', { arrive_at: at })
      const node = trip.type === 'pickup' ? 'checkIn' : trip.type === 'delivery' ? 'unload' : 'arrive'
      const track = await systemTracks(
        tx,
        actor,
        moves.map(({ waybillId, to, pieces }) => ({
          waybillId,
          node,
          at,
          arrangementId: trip.id,
          text: String(pieces),
          ...(to.place === 'outlet' ? { outletId: to.id } : {}),
        })),
      )
      const events = moves.map(({ waybillId, pieces }) => ({
        waybillId,
        event: { type: 'arrived', params: { arrangementNo: trip.arrangementNo, leg: trip.type, pieces, at } },
      }))
      const act = await movePieces(tx, actor, all, () => ({ events, beside: { track } }))
      await openShortCases(tx, actor, numbering, act, missing, at)
      await recordHistory(tx, actor, 'arrangement', trip.id, 'arrived', [{ field: 'arriveAt', from: null, to: at }])
    })
  }

/**
 * Where what is aboard goes: to the trip's end; undelivered and refused pieces back to the outlet they were loaded at, loaded
 * at the shipper's to the trip's own outlet.
 */
function moveOff(trip: Trip, { waybillId, lineId, isRefused, pieces }: Aboard): Move {
  const line = trip.lines.find(({ id }) => id === lineId)
  const home = line?.fromPlace === 'outlet' ? line.fromId : trip.outletId
  const from = onLine(trip.id, line ?? { id: lineId, leg: trip.type })
  if (isRefused)
    return { waybillId, from: refusedFrom(from), to: refusedFrom(atOutlet(trip.toOutletId ?? home)), pieces }
  return { waybillId, from, to: atOutlet(trip.toOutletId ?? home), pieces }
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

const undoneEvents = {
  undoDepart: 'departureUndone',
  undoArrive: 'arrivalUndone',
  undoBringIn: 'bringInUndone',
} as const

/** 撤销 of the last of departure, arrival and 补到: the whole trip, refused once one of its waybills has gone on. */
export const undoArrangement: Act<typeof calls.undoArrangement> = async ({ tx, actor }, input) => {
  const trip = await lockTrip(tx, actor, input.id)
  const action = trip.state !== 'arrived' ? 'undoDepart' : trip.broughtIn > 0 ? 'undoBringIn' : 'undoArrive'
  refuse(stateAllows(action, trip.state) ?? happensHere(actor, action, trip))
  const ids = trip.lines.map(({ waybillId }) => waybillId)
  const carried = await waybillFacts(tx, everywhere(actor), ids, true)
  const act = await lastAct(tx, trip, action === 'undoDepart' ? 'onto' : 'off')
  if (act !== undefined)
    await reverseAct(
      tx,
      actor,
      act,
      Array.from(carried.values(), ({ id }) => id),
    )
  if (act !== undefined) await dropCases(tx, act)
  if (action === 'undoDepart') {
    await setState(tx, actor, trip, 'assigned', { depart_at: null })
    await planLines(tx, trip.lines)
  } else if (action === 'undoArrive') await setState(tx, actor, trip, 'departed', { arrive_at: null })
  else await setState(tx, actor, trip, 'derived', { brought_in: trip.broughtIn - 1 })
  await recordEvents(
    tx,
    actor,
    ids.map((waybillId) => ({
      waybillId,
      event: {
        type: undoneEvents[action],
        params: { arrangementNo: trip.arrangementNo, reason: input.reason },
      },
    })),
  )
  await recordHistory(tx, actor, 'arrangement', trip.id, action, [{ field: 'reason', from: null, to: input.reason }])
  return { id: trip.id, arrangementNo: trip.arrangementNo, version: trip.version + 1 }
}
