import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { recordHistory } from '../../platform/history.ts'
import { badField, Refusal } from '../../platform/refusal.ts'
import {
  atOutlet,
  type Move,
  movePieces,
  onLine,
  recordEvents,
  refreshState,
  refusedFrom,
  systemTracks,
} from '../waybills/index.ts'
import { type Aboard, aboard } from './aboard.ts'
import type { Line, Stop, Trip, WithCargo } from './facts.ts'
import { heldIsNotDelivered, refuse } from './rules.ts'
import { leaveBehind } from './shortfalls.ts'

/** What happens at the stops of a trip, in order: leaving one loads its lines, reaching an outlet unloads its lines (T14). */

export type Report = 'reach' | 'leave' | 'arrive'
type Way = Pick<Trip, 'stops'>
/** What was reported last: of a trip that has not departed nothing. */
export const lastReport = ({ stops }: Way): { stop: Stop; act: 'reach' | 'leave'; at: string } | undefined => {
  const stop = stops.findLast(({ arrivedAt, leftAt }) => arrivedAt !== null || leftAt !== null)
  if (stop === undefined) return undefined
  const at = stop.leftAt ?? stop.arrivedAt
  return at === null ? undefined : { stop, act: stop.leftAt === null ? 'reach' : 'leave', at }
}
/** What is reported next of a trip under way. */
export const nextReport = ({ stops }: Way): { stop: Stop; act: Report } | undefined => {
  const stop = stops.find(({ leftAt }) => leftAt === null)
  if (stop === undefined) return undefined
  if (stop.arrivedAt !== null) return stop.seq === stops.length ? undefined : { stop, act: 'leave' }
  return { stop, act: stop.seq === stops.length ? 'arrive' : 'reach' }
}

/** When it happened: not in the future, not before what happened before it; within one minute they may stand in either order. */
export function timeOf(asked: string | undefined, trip: Pick<Trip, 'stops' | 'departAt'>): string {
  const at = asked ?? clock.iso()
  if (at > clock.iso()) throw badField('at', 'dispatch.departFuture')
  const before = [lastReport(trip)?.at, trip.departAt]
    .flatMap((one) => one ?? [])
    .sort()
    .at(-1)
  if (before === undefined || at >= before) return at
  if (at.slice(0, 16) === before.slice(0, 16)) return before
  throw badField('at', 'dispatch.beforeLastStep')
}

type When = { readonly at: string /** Nobody reported it by itself. */; readonly assumed?: boolean }

/** The stop is left from now on; before its pieces move, since what a trip has still to fetch is read from it. */
const stamp = (tx: Tx, { id }: Trip, seq: number, column: 'arrived' | 'left', { at, assumed = false }: When) =>
  sql`update arrangement_stop set ${sql.ref(`${column}_at`)} = ${at}, ${sql.ref(column === 'left' ? 'leave_assumed' : 'arrive_assumed')} = ${assumed}
    where arrangement_id = ${id} and seq = ${seq}`.execute(tx)

/** A departed trip plans to fetch these later: the state of their waybills says so. */
export const fetchedLater = (trip: Trip): number[] =>
  trip.lines.filter(({ leg, load }) => leg === 'pickup' && load > 1).map(({ waybillId }) => waybillId)

type Loading = When & { readonly counts: ReadonlyMap<number, number>; readonly history: readonly Change[] }
type Change = { field: string; from: string | null; to: string | null }

/** Loads the lines of a stop. What is left behind (甩货) waits again, and the line carries what was loaded. */
export async function leave(
  tx: Tx,
  actor: Actor,
  trip: WithCargo<Trip>,
  seq: number,
  { counts, history, ...when }: Loading,
): Promise<void> {
  const here = trip.lines.filter(({ load }) => load === seq)
  const { lines, left } = await leaveBehind(tx, { ...trip, lines: here }, counts, trip.cargo)
  for (const { waybillId, leg } of lines) {
    const waybill = trip.cargo.get(waybillId)
    if (waybill !== undefined) refuse(heldIsNotDelivered(waybill, leg))
  }
  await stamp(tx, trip, seq, 'left', when)
  // A trip that took over at a stop has departed there already.
  const isDeparture = seq === 1 && trip.stops[0]?.arrivedAt === null
  const total = left.reduce((sum, { pieces }) => sum + pieces, 0)
  const changes = [...history, ...(total > 0 ? [{ field: 'leftBehind', from: null, to: String(total) }] : [])]
  const entry = { entity: 'arrangement', id: trip.id, action: isDeparture ? 'departed' : 'leftStop', changes }
  const track = await systemTracks(
    tx,
    actor,
    lines.map((line) => ({
      waybillId: line.waybillId,
      node: line.leg === 'pickup' ? 'pickup' : line.leg === 'delivery' ? 'deliver' : 'depart',
      at: when.at,
      arrangementId: trip.id,
      stop: seq,
      text: String(line.pieces),
      ...(line.fromPlace === 'outlet' ? { outletId: line.fromId } : {}),
    })),
  )
  const events = lines.map((line) => ({
    waybillId: line.waybillId,
    event: {
      type: 'departed',
      params: { arrangementNo: trip.arrangementNo, leg: line.leg, pieces: line.pieces, at: when.at },
    },
  }))
  const moves = lines.map((line): Move => {
    const towards = trip.stops[line.unload - 1]?.outletId
    return {
      waybillId: line.waybillId,
      from: { place: line.fromPlace, id: line.fromId },
      to: onLine(trip.id, line),
      pieces: line.pieces,
      planned: true,
      ...(towards == null ? {} : { towards }),
    }
  })
  const act = await movePieces(tx, actor, moves, () => ({ events, beside: { track, history: [entry] } }))
  if (act === undefined) await recordHistory(tx, actor, entry.entity, entry.id, entry.action, entry.changes)
  await recordEvents(
    tx,
    actor,
    left.map(({ waybillId, pieces }) => ({
      waybillId,
      event: { type: 'leftBehind', params: { arrangementNo: trip.arrangementNo, pieces } },
    })),
  )
  const later = isDeparture ? fetchedLater(trip) : []
  if (later.length > 0) await refreshState(tx, later)
}

/** What may come off a trip at a stop: its lines, at an outlet; at the last stop also all that was not delivered, and what was refused. */
export async function unloadedAt(tx: Tx, trip: Trip, stop: Stop): Promise<Aboard[]> {
  const isLast = stop.seq === trip.stops.length
  const byId = new Map(trip.lines.map((line) => [line.id, line]))
  return (await aboard(tx, trip)).filter(({ lineId, isRefused }) => {
    const line = byId.get(lineId)
    if (line === undefined) return false
    return isLast
      ? isRefused || line.leg === 'delivery' || line.unload === stop.seq
      : stop.kind === 'outlet' && !isRefused && line.leg !== 'delivery' && line.unload === stop.seq
  })
}

type Unloading = When & { readonly came: readonly Aboard[]; readonly history?: readonly Change[] }

/** Unloads what came at a stop. Answers the act; undefined where nothing moved. */
export async function reach(
  tx: Tx,
  actor: Actor,
  trip: Trip,
  stop: Stop,
  { came, history = [], ...when }: Unloading,
): Promise<number | undefined> {
  await stamp(tx, trip, stop.seq, 'arrived', when)
  const all = came.map((one) => ({ ...moveOff(trip, one), isRefused: one.isRefused }))
  const moves = all.filter(({ isRefused }) => !isRefused)
  const track = await systemTracks(
    tx,
    actor,
    moves.map(({ waybillId, to, pieces, leg }) => ({
      waybillId,
      node: leg === 'pickup' ? 'checkIn' : leg === 'delivery' ? 'unload' : 'arrive',
      at: when.at,
      arrangementId: trip.id,
      stop: stop.seq,
      text: String(pieces),
      ...(to.place === 'outlet' ? { outletId: to.id } : {}),
    })),
  )
  const events = moves.map(({ waybillId, pieces, leg }) => ({
    waybillId,
    event: { type: 'arrived', params: { arrangementNo: trip.arrangementNo, leg, pieces, at: when.at } },
  }))
  const isLast = stop.seq === trip.stops.length
  const entry = {
    entity: 'arrangement',
    id: trip.id,
    action: isLast ? 'arrived' : 'reachedStop',
    changes: [...history],
  }
  const act = await movePieces(tx, actor, all, () => ({ events, beside: { track, history: [entry] } }))
  if (act === undefined) await recordHistory(tx, actor, entry.entity, entry.id, entry.action, entry.changes)
  return act
}

/**
 * Where what is aboard goes: to the outlet of its stop; what was not delivered or refused back to the outlet where it was loaded,
 * loaded at the shipper's to the last outlet that is a stop, else the trip's own.
 */
function moveOff(trip: Trip, { waybillId, lineId, isRefused, pieces }: Aboard): Move & { leg: string } {
  const line = trip.lines.find(({ id }) => id === lineId) as Line
  const home =
    line.fromPlace === 'outlet'
      ? line.fromId
      : (trip.stops.findLast(({ outletId }) => outletId !== null)?.outletId ?? trip.outletId)
  const from = onLine(trip.id, line)
  const to = atOutlet((line.leg === 'delivery' ? null : trip.stops[line.unload - 1]?.outletId) ?? home)
  return isRefused
    ? { waybillId, from: refusedFrom(from), to: refusedFrom(to), pieces, leg: line.leg }
    : { waybillId, from, to, pieces, leg: line.leg }
}

/** The stop that is reported next, for a report of it by number. */
export function stopToReport(trip: Way, seq: number, act: 'reach' | 'leave'): Stop {
  const next = nextReport(trip)
  const stop = trip.stops[seq - 1]
  if (stop === undefined) throw badField('seq', 'field.id')
  if (next === undefined || seq < next.stop.seq || (seq === next.stop.seq && act === 'reach' && next.act === 'leave'))
    throw new Refusal('dispatch.stopDone', { stop: seq })
  if (seq === trip.stops.length) throw new Refusal('dispatch.lastStopArrives')
  if (seq !== next.stop.seq || act !== next.act) throw new Refusal('dispatch.stopBefore', { stop: next.stop.seq })
  return stop
}
