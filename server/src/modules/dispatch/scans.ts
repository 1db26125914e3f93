import {
  type getScanTrips,
  keepsOpen,
  pieceOf,
  type ScanWork,
  type syncTripScans,
  type TripScan,
  type TripScanInput,
} from '@xunyun/contract/dispatch/scan'
import { sayReason } from '@xunyun/contract/errors'
import { isAble } from '@xunyun/contract/kernel/ability'
import type { Output } from '@xunyun/contract/kernel/call'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { type Db, dbError, type Tx } from '../../platform/db.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { badField, notFound, Refusal } from '../../platform/refusal.ts'
import { inScope, scoped } from '../../platform/scope.ts'
import { openAbnormal, waybillFacts } from '../waybills/index.ts'
import { tripDetail } from './detail.ts'
import { type Line, lockTripWithCargo, seeTrips, type Trip, type WithCargo } from './facts.ts'
import { happenedHere, happensHere } from './rules.ts'
import { freeAt, freeHere, join, takeOffJoined } from './scanJoin.ts'
import { arriveTrip, departTrip, leaveStop, reachStop } from './steps.ts'
import { lastReport, nextReport, unloadedAt } from './visits.ts'

/** Loading and unloading by scan (T17): what was scanned is what is moved. */

type Now = { seq: number; work: ScanWork }
type Way = Pick<Trip, 'state' | 'stops'>

/** What is loaded or unloaded next: the first stop while it has not left, else where it comes to or is. */
function workNow({ state, stops }: Way): Now | undefined {
  if (state === 'assigned') return { seq: 1, work: 'load' }
  const next = state === 'departed' ? nextReport({ stops }) : undefined
  if (next === undefined) return undefined
  if (next.act === 'leave') return { seq: next.stop.seq, work: 'load' }
  return next.stop.kind === 'outlet' ? { seq: next.stop.seq, work: 'unload' } : undefined
}
const actOf = ({ seq, work }: Now, { state, stops }: Way) =>
  work === 'load' ? (state === 'assigned' ? 'depart' : 'leaveStop') : seq === stops.length ? 'arrive' : 'reachStop'

/** A trip for the scanner: what is to be loaded or unloaded here, and what of it has been. */
export async function tripScanOf(tx: Tx, actor: Actor, no: string): Promise<TripScan> {
  const found = await scoped(tx, actor, 'arrangement')
    .select(['id'])
    .where('arrangement_no', '=', no.toUpperCase())
    .where('kind', '=', 'vehicle')
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  const trip = (await seeTrips(tx, actor, [found.id])).get(found.id)
  if (trip === undefined) throw notFound()
  const detail = await tripDetail(tx, actor, found.id)
  const now = workNow(trip)
  const wrong = now && happensHere(actor, actOf(now, trip), trip)
  const counted = now ? await countedOf(tx, trip.id, now) : []
  const due = now ? await dueOf(tx, trip, now) : new Map<number, number>()
  const free = now?.work === 'load' ? await freeAt(tx, trip, now.seq) : new Set<number>()
  return {
    id: trip.id,
    arrangementNo: trip.arrangementNo,
    state: trip.state,
    plateNo: detail.plateNo,
    driverName: detail.driverName,
    stops: detail.stops,
    now: now ? { ...now, name: detail.stops[now.seq - 1]?.name ?? '' } : null,
    missing: isAble(detail, 'bringIn') ? detail.missing : 0,
    blocked: wrong === undefined ? null : sayReason(wrong.reason, wrong.params ?? {}, actor.language),
    others: detail.lines.flatMap(({ lineId, waybillId, waybillNo, load, unload }) => {
      const stop = detail.stops[stopOf({ load, unload }, now) - 1]
      return (due.get(lineId) ?? 0) > 0 || free.has(waybillId)
        ? []
        : [{ waybillNo, stop: stop?.name ?? String(stop?.seq ?? '') }]
    }),
    lines: detail.lines.flatMap((line) => {
      const pieces = due.get(line.lineId) ?? 0
      if (pieces === 0) return []
      const own = counted.filter(({ waybillId }) => waybillId === line.waybillId)
      return [
        {
          lineId: line.lineId,
          waybillId: line.waybillId,
          waybillNo: line.waybillNo,
          customerName: line.customerName,
          leg: line.leg,
          pieces,
          totalPieces: line.totalPieces,
          counted: own.reduce((sum, one) => sum + (one.piece === null ? one.pieces : 0), 0),
          labels: own.flatMap(({ piece }) => piece ?? []).sort((a, b) => a - b),
        },
      ]
    }),
  }
}

/** How many of each line are to be loaded, or may come off, at a stop. */
async function dueOf(tx: Tx, trip: Trip, { seq, work }: Now): Promise<Map<number, number>> {
  if (work === 'load')
    return new Map(trip.lines.filter(({ load }) => load === seq).map(({ id, pieces }) => [id, pieces]))
  const stop = trip.stops[seq - 1]
  const cargo = stop === undefined ? [] : await unloadedAt(tx, trip, stop)
  return new Map(cargo.flatMap(({ lineId, isRefused, pieces }) => (isRefused ? [] : [[lineId, pieces] as const])))
}

type Counted = { waybillId: number; piece: number | null; pieces: number }
/** What has been scanned at a stop, by waybill; what was taken back of it counts no more. */
async function countedOf(tx: Tx, id: number, { seq, work }: Now): Promise<Counted[]> {
  const found =
    await sql<Counted>`select waybill_id as "waybillId", piece, sum(case act when 'take' then -pieces else pieces end)::int as pieces
    from piece_scan where arrangement_id = ${id} and stop_seq = ${seq} and work = ${work} and act in ('count', 'join', 'take') and undone_at is null
    group by 1, 2 having sum(case act when 'take' then -pieces else pieces end) > 0`.execute(tx)
  return found.rows
}

/** Trips of which something can be loaded or unloaded by this person now. */
export async function scanTrips(tx: Tx, actor: Actor): Promise<Output<typeof getScanTrips>> {
  const found = await sql<{ no: string }>`select a.arrangement_no as no from arrangement a
    where a.kind = 'vehicle' and a.state in ('assigned', 'departed') and not a.is_deleted and ${inScope(actor, 'arrangement', 'a')}
    order by a.plan_at desc limit 50`.execute(tx)
  const trips: Output<typeof getScanTrips> = []
  for (const { no } of found.rows) {
    const trip = await tripScanOf(tx, actor, no)
    if (trip.now === null || trip.blocked !== null) continue
    trips.push({
      arrangementNo: trip.arrangementNo,
      plateNo: trip.plateNo,
      driverName: trip.driverName,
      work: trip.now.work,
      stop: trip.now.name,
      pieces: trip.lines.reduce((sum, { pieces }) => sum + pieces, 0),
    })
  }
  return trips
}

type Answers = Output<typeof syncTripScans>
/**
 * Each act by itself, in order: one that is refused keeps none of the others from being taken, but a stop is not closed behind a scan of it
 * that was refused, whose piece would be left behind or missing unseen. One that was cut by others goes unanswered with all behind it, and
 * the device sends them again: a trip must not be closed without what was counted before.
 */
export async function syncScans(
  db: Db,
  actor: Actor,
  acts: readonly TripScanInput[],
  numbering: Numbering,
  settled: (tx: Tx) => Promise<void>,
): Promise<Answers> {
  const answers: Answers = []
  const open: TripScanInput[] = []
  for (const act of acts) {
    try {
      const lost = act.act === 'close' ? open.filter((one) => isSameStop(one, act)).length : 0
      if (lost > 0) throw new Refusal('dispatch.scansRefused', { count: lost })
      const again = await trying(() =>
        db.transaction().execute(async (tx) => {
          const known = await scan(tx, actor, act, numbering)
          await settled(tx)
          return known
        }),
      )
      answers.push({ actId: act.actId, outcome: again ? 'again' : 'done', reason: null, msg: null, free: null })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.reason === 'kernel.busy') break
      const { reason, params } = error.reason === 'kernel.invalid' ? (error.fields[0] ?? error) : error
      const msg = sayReason(reason as never, params, actor.language)
      const free = typeof params.free === 'number' ? params.free : null
      if (keepsOpen(act.act, reason)) open.push(act)
      answers.push({ actId: act.actId, outcome: 'refused', reason, msg, free })
    }
  }
  return answers
}

const isSameStop = (one: TripScanInput, other: TripScanInput): boolean =>
  one.id === other.id && one.seq === other.seq && one.work === other.work

/** Two devices may lock the same rows the other way round: the one that was cut tries again. */
async function trying<T>(act: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act()
    } catch (error) {
      const found = dbError(error)
      if (found?.constraint === 'piece_scan__act') return true as T
      if (found?.code !== '40P01' && found?.code !== '40001') throw error
      if (attempt === 3) throw new Refusal('kernel.busy')
    }
  }
}

/** Takes one act; true where it had been taken before. */
async function scan(tx: Tx, actor: Actor, sent: TripScanInput, numbering: Numbering): Promise<boolean> {
  const trip = await lockTripWithCargo(tx, actor, sent.id)
  const input = { ...sent, at: deviceTime(trip, sent.at) }
  const known = await tx.selectFrom('piece_scan').select('id').where('act_id', '=', input.actId).executeTakeFirst()
  if (known !== undefined) return true
  const now = workNow(trip)
  const isNow = now?.seq === input.seq && now.work === input.work
  // Without the network 多货 is told after the stop was closed.
  if (!isNow && (input.act !== 'extra' || !isClosed(trip, input)))
    throw new Refusal('dispatch.scanStop', { trip: trip.arrangementNo })
  const wrong = isNow ? happensHere(actor, actOf(now, trip), trip) : happenedHere(actor, input.seq, trip)
  if (wrong !== undefined) throw new Refusal(wrong.reason, wrong.params ?? {})
  if (input.act === 'close') await close(tx, actor, trip, input, numbering)
  else await count(tx, actor, trip, input, numbering)
  return false
}

const isClosed = ({ stops }: Trip, { seq, work }: Now): boolean => {
  const stop = stops[seq - 1]
  return (work === 'load' ? stop?.leftAt : stop?.arrivedAt) != null
}

/** The device's clock counts between the event before and now; one that is wrong stops nobody (T30). */
function deviceTime(trip: Trip, at: string): string {
  const now = clock.iso()
  const before = lastReport(trip)?.at
  return at > now || (before !== undefined && at < before) ? now : at
}

const keep = (tx: Tx, actor: Actor, input: TripScanInput, of: Partial<Counted> = {}) =>
  tx
    .insertInto('piece_scan')
    .values({
      act_id: input.actId,
      arrangement_id: input.id,
      stop_seq: input.seq,
      work: input.work,
      act: input.act,
      waybill_id: of.waybillId ?? null,
      number: input.number ?? null,
      piece: of.piece ?? null,
      pieces: of.pieces ?? null,
      at: input.at,
      by_id: actor.userId,
    })
    .execute()

async function count(
  tx: Tx,
  actor: Actor,
  trip: WithCargo<Trip>,
  input: TripScanInput,
  numbering: Numbering,
): Promise<void> {
  const label = input.number === undefined ? null : pieceOf(input.number)
  if (label === null) throw badField('number', 'field.invalid')
  const { waybillNo, piece } = label
  const no = input.number?.toUpperCase() ?? waybillNo
  const pieces = piece === null ? input.pieces : 1
  if (pieces === undefined) throw badField('pieces', 'field.required')
  const waybill = await scoped(tx, actor, 'waybill')
    .select(['id', 'pieces'])
    .where('waybill_no', '=', waybillNo)
    .executeTakeFirst()
  const aboard = [...trip.cargo.values()].find((one) => one.waybillNo === waybillNo)
  const waybillId = aboard?.id ?? waybill?.id
  if (waybillId === undefined) throw new Refusal('dispatch.notAnyOfOurs', { no })
  const all = aboard?.pieces ?? waybill?.pieces ?? 0
  if (piece !== null && (piece < 1 || piece > all))
    throw new Refusal('dispatch.noSuchPiece', { no: waybillNo, pieces: all })
  const planned = await dueOfWaybill(tx, trip, input, waybillId)
  const free = planned > 0 || input.work !== 'load' ? 0 : await freeHere(tx, actor, trip, input.seq, waybillId)
  const elsewhere = planned > 0 || free >= pieces ? undefined : otherStopOf(trip, input, waybillId)
  if (elsewhere !== undefined && (input.act === 'extra' || input.act === 'count' || input.act === 'join'))
    throw new Refusal('dispatch.scanElsewhere', { no, stop: elsewhere })
  if (input.act === 'extra') {
    await keep(tx, actor, input, { waybillId, piece, pieces })
    const act = (await sql<{ id: number }>`select nextval('act_id') as id`.execute(tx)).rows[0]?.id as number
    await waybillFacts(tx, actor, [waybillId], true)
    await openAbnormal(tx, actor, numbering, {
      waybillId,
      act,
      type: 'extra',
      node: input.work === 'load' ? 'load' : 'unload',
      pieces,
      text: `${trip.arrangementNo} ${no}`,
      happenedAt: input.at,
    })
    return
  }
  if (input.act === 'join')
    await join(tx, actor, trip, { waybillId, pieces, seq: input.seq, overload: input.overload === true }, numbering)
  const counted = (await countedOf(tx, trip.id, input)).filter((one) => one.waybillId === waybillId)
  const has = piece === null ? undefined : counted.find((one) => one.piece === piece)
  const total = counted.reduce((sum, one) => sum + one.pieces, 0)
  if (input.act === 'take') {
    const loose = counted.reduce((sum, one) => sum + (one.piece === null ? one.pieces : 0), 0)
    if (piece === null ? loose < pieces : has === undefined) throw new Refusal('dispatch.notScanned', { no })
    const joined = await joinedOf(tx, input, { waybillId, piece, pieces })
    if (joined > 0) await takeOffJoined(tx, actor, trip, { waybillId, pieces: joined, seq: input.seq })
    await keep(tx, actor, input, { waybillId, piece, pieces })
    // The label may be scanned again.
    if (piece !== null)
      await sql`update piece_scan set undone_at = ${clock.iso()} where arrangement_id = ${trip.id} and stop_seq = ${input.seq} and work = ${input.work}
        and waybill_id = ${waybillId} and piece = ${piece} and undone_at is null`.execute(tx)
    return
  }
  if (has !== undefined) throw new Refusal('dispatch.scannedBefore', { no })
  const due = input.act === 'join' ? total + pieces : planned
  if (due === 0)
    throw free >= pieces
      ? new Refusal('dispatch.notOnTrip', { no, free })
      : new Refusal('dispatch.notAnyOfOurs', { no })
  if (total + pieces > due) throw new Refusal('dispatch.scannedAll', { no: waybillNo, pieces: due })
  await keep(tx, actor, input, { waybillId, piece, pieces })
}

/** How many of what is taken back had joined: of a waybill's number those go first that joined, since they are beyond what was planned. */
async function joinedOf(tx: Tx, { id, seq, work }: TripScanInput, of: Counted): Promise<number> {
  const found = await sql<{
    act: string
    pieces: number
  }>`select act, pieces from piece_scan where arrangement_id = ${id} and stop_seq = ${seq}
    and work = ${work} and act in ('join', 'take') and waybill_id = ${of.waybillId} and piece is not distinct from ${of.piece} and undone_at is null
    order by id`.execute(tx)
  const joined = found.rows.reduce(
    (sum, { act, pieces }) => (act === 'join' ? sum + pieces : Math.max(sum - pieces, 0)),
    0,
  )
  return Math.min(joined, of.pieces)
}

/** The number of the stop where a waybill that is on the trip is to be scanned, where that is not this one. */
function otherStopOf(trip: Trip, now: Now, waybillId: number): number | undefined {
  const own = trip.lines.find((line) => line.waybillId === waybillId)
  const stop = own && stopOf(own, now)
  // All of it has come off here: one more is beyond what was planned, and not of another stop.
  return stop === now.seq && now.work === 'unload' ? undefined : stop
}

/** Where a line is scanned next: what is aboard already, where it is unloaded. */
const stopOf = ({ load, unload }: { load: number; unload: number }, now: Now | undefined): number =>
  now?.work === 'load' && load > now.seq ? load : unload

async function dueOfWaybill(tx: Tx, trip: Trip, now: Now, waybillId: number): Promise<number> {
  const due = await dueOf(tx, trip, now)
  return trip.lines.reduce((sum, line) => sum + (line.waybillId === waybillId ? (due.get(line.id) ?? 0) : 0), 0)
}

/** The vehicle leaves with what was scanned, or what was scanned has come; of the rest 甩货 and 少货. */
async function close(
  tx: Tx,
  actor: Actor,
  trip: WithCargo<Trip>,
  input: TripScanInput,
  numbering: Numbering,
): Promise<void> {
  const due = await dueOf(tx, trip, input)
  const left = new Map<number, number>()
  for (const one of await countedOf(tx, trip.id, input))
    left.set(one.waybillId, (left.get(one.waybillId) ?? 0) + one.pieces)
  const counts = trip.lines.flatMap((line: Line) => {
    const most = due.get(line.id)
    if (most === undefined) return []
    const has = left.get(line.waybillId) ?? 0
    const pieces = Math.min(has, most)
    left.set(line.waybillId, has - pieces)
    return [{ lineId: line.id, pieces }]
  })
  await keep(tx, actor, input)
  const asked = { tx, actor }
  const { id, seq, at } = input
  const act = actOf(input, trip)
  if (act === 'depart') await departTrip(asked, trip, { at, counts, overload: input.overload })
  else if (act === 'leaveStop') await leaveStop(asked, { id, seq, at, loaded: counts })
  else if (act === 'reachStop') await reachStop(numbering)(asked, { id, seq, at, unloaded: counts })
  else await arriveTrip(asked, trip, { at, counts }, numbering)
}
