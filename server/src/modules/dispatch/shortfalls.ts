import type * as calls from '@xunyun/contract/dispatch/calls'
import type { Reason } from '@xunyun/contract/errors'
import type { Input, Params } from '@xunyun/contract/kernel/call'
import type { Act } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { recordHistory } from '../../platform/history.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { badField, Refusal, refuseFields } from '../../platform/refusal.ts'
import {
  addSystemTracks,
  atOutlet,
  type LockedWaybill,
  movePieces,
  onLine,
  openAbnormal,
  recordEvents,
} from '../waybills/index.ts'
import { type Aboard, aboard } from './aboard.ts'
import { figuresOf, giveBack } from './cargo.ts'
import { type Line, lockTripWithCargo, type Special, type Trip } from './facts.ts'
import { outletsOf } from './outlets.ts'
import { happensHere, refuse, shareOf, stateAllows } from './rules.ts'
import { setState } from './store.ts'

/** Fewer than planned: left behind at departure (甩货), missing at arrival (少货), found later (补到). */

export type Counts = readonly { lineId: number; pieces: number }[]

/** Counts are of one arrangement: of several none is taken. */
export const ofOne = (counts: Counts | undefined, ids: readonly number[], field: string): Counts | undefined => {
  if (counts !== undefined && ids.length !== 1) throw badField(field, 'dispatch.countsOfOne')
  return counts
}

/** Each line once, of this trip, and no more than it may have. */
export function countsOf(
  counts: Counts | undefined,
  most: ReadonlyMap<number, number>,
  field: string,
): Map<number, number> {
  if (counts === undefined) return new Map()
  const seen = new Map<number, number>()
  refuseFields(
    counts.flatMap(({ lineId, pieces }, index): { path: string; reason: Reason; params?: Params }[] => {
      const limit = most.get(lineId)
      if (limit === undefined || seen.has(lineId)) return [{ path: `${field}.${index}.lineId`, reason: 'field.id' }]
      seen.set(lineId, pieces)
      return pieces > limit
        ? [{ path: `${field}.${index}.pieces`, reason: 'dispatch.fewerHere', params: { limit } }]
        : []
    }),
  )
  return seen
}

/** 甩货: what was not loaded waits again, and the line carries what was. Answers the lines as they are now. */
export async function leaveBehind(
  tx: Tx,
  trip: Pick<Trip, 'lines'>,
  counts: ReadonlyMap<number, number>,
  cargo: Cargo,
): Promise<{ lines: Line[]; left: { waybillId: number; pieces: number }[] }> {
  const behind = trip.lines.flatMap((line) => {
    const pieces = line.pieces - (counts.get(line.id) ?? line.pieces)
    return pieces > 0 ? [{ ...line, pieces }] : []
  })
  if (behind.length === 0) return { lines: trip.lines, left: [] }
  const lines = trip.lines.map((line) => loadedOf(line, counts, cargo)).filter(({ pieces }) => pieces > 0)
  await giveBack(tx, behind)
  const kept = new Map(lines.map((line) => [line.id, line]))
  for (const { id } of behind) {
    const line = kept.get(id)
    if (line === undefined) await tx.deleteFrom('arrangement_line').where('id', '=', id).execute()
    else
      await tx
        .updateTable('arrangement_line')
        .set({ pieces: line.pieces, weight: line.weight, volume: line.volume })
        .where('id', '=', id)
        .execute()
  }
  return { lines, left: behind.map(({ waybillId, pieces }) => ({ waybillId, pieces })) }
}

/** A line as it is loaded: fewer pieces weigh their part. */
export function loadedOf(line: Line, counts: ReadonlyMap<number, number>, cargo: Cargo): Line {
  const pieces = counts.get(line.id) ?? line.pieces
  if (pieces === line.pieces) return line
  // Of named goods the same part of each: which of them stayed is not said.
  const part = (figure: string, places: number) => shareOf(figure, pieces, line.pieces, places)
  const figures =
    line.goods === null
      ? figuresOf(cargo.get(line.waybillId) as LockedWaybill, pieces)
      : { weight: part(line.weight, 3), volume: part(line.volume, 4) }
  return { ...line, pieces, ...figures }
}
type Cargo = ReadonlyMap<number, LockedWaybill>

/** How many of what is aboard came, by line, and what is missing of each waybill. Refused pieces come back whole. */
export function cameOf(cargo: readonly Aboard[], counts: ReadonlyMap<number, number>) {
  const came = cargo.map((one) => ({
    ...one,
    pieces: one.isRefused ? one.pieces : Math.min(one.pieces, counts.get(one.lineId) ?? one.pieces),
  }))
  if (cargo.length > 0 && came.every(({ pieces }) => pieces === 0)) throw new Refusal('dispatch.nothingCame')
  const missing = cargo.flatMap((one, index) => {
    const pieces = one.pieces - (came[index] as Aboard).pieces
    return pieces > 0 ? [{ waybillId: one.waybillId, pieces }] : []
  })
  return { came: came.filter(({ pieces }) => pieces > 0), missing }
}

/** 少货 opens a case a waybill; it is gone again with the arrival that opened it. */
export async function openShortCases(
  tx: Tx,
  actor: Actor,
  numbering: Numbering,
  act: number | undefined,
  missing: readonly { waybillId: number; pieces: number }[],
  at: string,
): Promise<void> {
  if (act === undefined) return
  for (const [waybillId, lines] of Map.groupBy(missing, (one) => one.waybillId)) {
    const pieces = lines.reduce((sum, one) => sum + one.pieces, 0)
    await openAbnormal(tx, actor, numbering, {
      waybillId,
      act,
      type: 'short',
      node: 'arrive',
      pieces,
      text: '',
      happenedAt: at,
    })
  }
}

/** 补到: pieces that were missing at arrival are at an outlet. Their case stays for people to close. */
export const bringIn: Act<typeof calls.bringIn> = async ({ tx, actor }, input) => {
  const trip = await lockTripWithCargo(tx, actor, input.id)
  refuse(stateAllows('bringIn', trip.state) ?? happensHere(actor, 'bringIn', trip))
  return broughtIn(tx, actor, trip, input)
}

/** The same of a trip and of a line that ends at an outlet of ours. */
export async function broughtIn(
  tx: Tx,
  actor: Actor,
  from: Trip | Special,
  input: Input<typeof calls.bringIn>,
): Promise<{ id: number; arrangementNo: string; version: number }> {
  const at = input.at ?? clock.iso()
  if (at > clock.iso()) throw badField('at', 'dispatch.departFuture')
  if (from.arriveAt !== null && at.slice(0, 16) < from.arriveAt.slice(0, 16))
    throw badField('at', 'dispatch.beforeLastStep')
  if (!(await outletsOf(tx, [input.outletId])).has(input.outletId)) throw badField('outletId', 'field.id')
  const cargo = (await aboard(tx, from)).filter(({ isRefused }) => !isRefused)
  const counts = countsOf(input.lines, new Map(cargo.map(({ lineId, pieces }) => [lineId, pieces])), 'lines')
  const found = cargo.flatMap((one) => {
    const pieces = counts.get(one.lineId) ?? 0
    return pieces > 0 ? [{ ...one, pieces }] : []
  })
  if (found.length === 0) throw badField('lines.0.pieces', 'field.required')
  await movePieces(
    tx,
    actor,
    found.map(({ waybillId, lineId, pieces }) => {
      const line = from.lines.find(({ id }) => id === lineId) ?? { id: lineId, leg: 'trunk' }
      return { waybillId, from: onLine(from.id, line), to: atOutlet(input.outletId), pieces }
    }),
  )
  await setState(tx, actor, from, 'derived', { brought_in: from.broughtIn + 1 })
  await addSystemTracks(
    tx,
    actor,
    found.map(({ waybillId, pieces }) => ({
      waybillId,
      node: 'arrive',
      at,
      arrangementId: from.id,
      text: String(pieces),
      outletId: input.outletId,
    })),
  )
  await recordEvents(
    tx,
    actor,
    found.map(({ waybillId, pieces }) => ({
      waybillId,
      event: { type: 'broughtIn', params: { arrangementNo: from.arrangementNo, pieces, at } },
    })),
  )
  await recordHistory(tx, actor, 'arrangement', from.id, 'broughtIn', [
    { field: 'pieces', from: null, to: String(found.reduce((sum, { pieces }) => sum + pieces, 0)) },
  ])
  return { id: from.id, arrangementNo: from.arrangementNo, version: from.version + 1 }
}
