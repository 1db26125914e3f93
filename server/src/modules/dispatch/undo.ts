import type * as calls from '@xunyun/contract/dispatch/calls'
import type { ArrangementAction } from '@xunyun/contract/dispatch/states'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { recordHistory } from '../../platform/history.ts'
import { Refusal } from '../../platform/refusal.ts'
import { dropCases, recordEvents, refreshState, reverseAct } from '../waybills/index.ts'
import { lastAct } from './aboard.ts'
import { planLines } from './cargo.ts'
import { type Line, lockTripWithCargo, type Stop, type Trip, type WithCargo } from './facts.ts'
import { happensHere, refuse, stateAllows } from './rules.ts'
import { setState } from './store.ts'
import { undoSwap } from './swap.ts'
import { fetchedLater, lastReport } from './visits.ts'

type Undo = Extract<ArrangementAction, `undo${string}`>

/** What 撤销 takes back of a trip: its last event; 补到 before what it made good. */
export function lastEvent(trip: Pick<Trip, 'state' | 'broughtIn' | 'swappedTo' | 'stops'>): Undo {
  if (trip.swappedTo !== null) return 'undoSwapVehicle'
  if (trip.broughtIn > 0) return 'undoBringIn'
  if (trip.state === 'arrived') return 'undoArrive'
  const last = lastReport(trip)
  // What took over at a stop has loaded there.
  if (last === undefined || (last.stop.seq === 1 && last.stop.arrivedAt === null)) return 'undoDepart'
  return last.act === 'leave' ? 'undoLeaveStop' : 'undoReachStop'
}

/** 撤销 of the last event of a trip: whole, refused once a piece that it moved has gone on (T8). */
export const undoArrangement: Act<typeof calls.undoArrangement> = async ({ tx, actor }, input) => {
  const trip = await lockTripWithCargo(tx, actor, input.id)
  const action = lastEvent(trip)
  // As it was taken over: what happened before is the old trip's.
  const last = lastReport(trip)
  if (
    trip.swappedFrom !== null &&
    action !== 'undoSwapVehicle' &&
    (last === undefined || last.at <= (trip.departAt ?? ''))
  )
    throw new Refusal('dispatch.undoAtOld', { trip: trip.swappedFrom })
  refuse(stateAllows(action, trip.state) ?? happensHere(actor, action, trip))
  if (action === 'undoSwapVehicle') await undoSwap(tx, actor, trip, input.reason)
  else await takeBack(tx, actor, trip, action, input.reason)
  await recordHistory(tx, actor, 'arrangement', trip.id, action, [{ field: 'reason', from: null, to: input.reason }])
  return { id: trip.id, arrangementNo: trip.arrangementNo, version: trip.version + 1 }
}

async function takeBack(tx: Tx, actor: Actor, trip: WithCargo<Trip>, action: Undo, reason: string): Promise<void> {
  const last = trip.stops.at(-1) as Stop
  const reported = lastReport(trip)?.stop ?? last
  const told: { type: string; lines: readonly Line[] }[] = []
  const off = async (lines: readonly Line[]) => {
    told.push({ type: 'arrivalUndone', lines })
    await reverse(tx, actor, trip, lines, 'off')
  }
  const onto = async (stop: Stop) => {
    const lines = trip.lines.filter(({ load }) => load === stop.seq)
    told.push({ type: 'departureUndone', lines })
    await unstamp(tx, trip, stop, 'left')
    await reverse(tx, actor, trip, lines, 'onto')
    await planLines(tx, lines)
    // Planned again at the shipper's, with a vehicle on its way or not.
    const fetched = lines.filter(({ leg }) => leg === 'pickup').map(({ waybillId }) => waybillId)
    if (fetched.length > 0) await refreshState(tx, fetched)
  }
  if (action === 'undoBringIn') {
    await reverse(tx, actor, trip, trip.lines, 'off')
    told.push({ type: 'bringInUndone', lines: trip.lines })
    await setState(tx, actor, trip, 'derived', { brought_in: trip.broughtIn - 1 })
  } else if (action === 'undoDepart') {
    await setState(tx, actor, trip, 'assigned', { depart_at: null })
    await onto(reported)
    const later = fetchedLater(trip)
    if (later.length > 0) await refreshState(tx, later)
  } else if (action === 'undoLeaveStop') {
    await setState(tx, actor, trip, 'derived')
    await onto(reported)
  } else if (action === 'undoReachStop') {
    await setState(tx, actor, trip, 'derived')
    await off(trip.lines.filter(({ unload }) => unload === reported.seq))
    await unstamp(tx, trip, reported, 'arrived')
  } else {
    await setState(tx, actor, trip, 'departed', { arrive_at: null })
    await off(trip.lines.filter(({ leg, unload }) => leg === 'delivery' || unload === last.seq))
    await unstamp(tx, trip, last, 'arrived')
    // What nobody had reported goes with the arrival that it was taken for done with.
    for (const stop of trip.stops.slice(0, -1).reverse()) {
      if (stop.leaveAssumed) await onto(stop)
      if (!stop.arriveAssumed) continue
      if (stop.kind === 'outlet')
        await off(trip.lines.filter(({ leg, unload }) => leg !== 'delivery' && unload === stop.seq))
      await unstamp(tx, trip, stop, 'arrived')
    }
  }
  const { arrangementNo } = trip
  await recordEvents(
    tx,
    actor,
    told.flatMap(({ type, lines }) =>
      [...new Set(lines.map(({ waybillId }) => waybillId))].map((waybillId) => ({
        waybillId,
        event: { type, params: { arrangementNo, reason } },
      })),
    ),
  )
}

/** Takes back the last act that moved pieces of these lines, with the cases that it opened. */
async function reverse(
  tx: Tx,
  actor: Actor,
  trip: WithCargo<Trip>,
  lines: readonly Line[],
  way: 'onto' | 'off',
): Promise<void> {
  const act = lines.length === 0 ? undefined : await lastAct(tx, trip, way, lines)
  if (act === undefined) return
  await reverseAct(
    tx,
    actor,
    act,
    Array.from(trip.cargo.values(), ({ id }) => id),
  )
  await dropCases(tx, act)
}

/** The stop is open again; what was scanned there is scanned anew. */
async function unstamp(tx: Tx, { id }: Trip, { seq }: Stop, column: 'arrived' | 'left'): Promise<void> {
  await sql`update arrangement_stop set ${sql.ref(`${column}_at`)} = null, ${sql.ref(column === 'left' ? 'leave_assumed' : 'arrive_assumed')} = false
    where arrangement_id = ${id} and seq = ${seq}`.execute(tx)
  await sql`update piece_scan set undone_at = ${clock.iso()} where arrangement_id = ${id} and stop_seq = ${seq}
    and work = ${column === 'left' ? 'load' : 'unload'} and undone_at is null`.execute(tx)
}
