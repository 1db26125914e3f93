import type { Place } from '@xunyun/contract/waybills/states'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { anyId, dbError, kept, type Tx } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { writeTogether } from '../../platform/rows.ts'
import { isDestination } from './destination.ts'
import { appended, headRows, headsOf, moveHead, readHeads, type Told, type ToldHead } from './events.ts'
import { stands } from './stands.ts'
import { tracksTakenBack } from './tracks/takenBack.ts'

/** A place where pieces are. `none` is outside. On an arrangement they are kept by `line`, which says for which `leg`. */
export type PiecesAt = {
  readonly place: Place | 'none'
  readonly id: number
  readonly line?: number
  readonly leg?: string
}
export type Move = {
  readonly waybillId: number
  readonly from: PiecesAt
  readonly to: PiecesAt
  readonly pieces: number
  /** The pieces were planned for this move (a trip that departs). */
  readonly planned?: boolean
  /** The outlet that they are under way to; it sees the waybill from now on, as does one that they reach. */
  readonly towards?: number
  readonly reverses?: number
}

export const shipper: PiecesAt = { place: 'shipper', id: 0 }
export const outside: PiecesAt = { place: 'none', id: 0 }
export const atOutlet = (id: number): PiecesAt => ({ place: 'outlet', id })
export const awaitingPickup = (outletId: number): PiecesAt => ({ place: 'pickup', id: outletId })
export const consignee: PiecesAt = { place: 'consignee', id: 0 }
export const onLine = (arrangementId: number, line: { id: number; leg: string }): PiecesAt => ({
  place: 'arrangement',
  id: arrangementId,
  line: line.id,
  leg: line.leg,
})
/** Refused, and still with the arrangement that carried them; or kept by the outlet. */
export const refusedFrom = (at: PiecesAt): PiecesAt =>
  at.place === 'arrangement' ? { place: 'refusedOut', id: at.id, line: at.line ?? 0 } : { place: 'refused', id: at.id }

/**
 * The rows with which pieces enter the ledger, at the shipper where no other place is said, and the journey begins with the track 开单; to be written with
 * a waybill or after it; each is an act of its own. The state is set by the caller.
 */
export const openingRows = (
  actor: Actor,
  waybills: readonly { id: number; pieces: number; at?: PiecesAt }[],
  at: string,
) => ({
  piece_movement: waybills.map(({ id, pieces, at: { place, id: placeId } = shipper }) => ({
    waybill_id: id,
    from_place: 'none',
    from_id: 0,
    to_place: place,
    to_id: placeId,
    pieces,
    at,
    by_id: actor.userId,
  })),
  piece_place: waybills.map(({ id, pieces, at: { place, id: placeId } = shipper }) => ({
    waybill_id: id,
    place,
    place_id: placeId,
    pieces,
  })),
  track: waybills.map(({ id, pieces }) => ({
    waybill_id: id,
    node: 'placed',
    at,
    text: String(pieces),
    source: 'system',
    visible: true,
    by_id: actor.userId,
    by_name: actor.name,
  })),
})

/** The columns of a new waybill that follow its first track. */
export const openingTrack = (actor: Actor, pieces: number, at: string) => {
  const track = { node: 'placed', place: null, text: String(pieces), source: 'system', by: actor.name }
  return { last_track_at: at, last_track: track, shown_track_at: at, shown_track: track }
}

/**
 * Moves pieces from place to place: the only writer of the piece ledger and its balances (domain §2). A place never
 * goes below zero, and pieces planned for a trip cannot leave otherwise. The transport state of each waybill follows.
 * The caller holds the waybills' locks. Answers the number of the act: its movements share it, and undo reverses them
 * together; undefined where nothing moved, and then nothing is told. What is told of the waybills that move goes along, so that
 * the row of each is written once.
 */
export async function movePieces(
  tx: Tx,
  actor: Actor,
  moves: readonly Move[],
  tell?: (act: number) => Told,
): Promise<number | undefined> {
  const real = moves.filter((move) => move.pieces > 0)
  if (real.length === 0) return undefined
  const at = clock.iso()
  const movements = real.map((move) => ({
    waybill_id: move.waybillId,
    from_place: move.from.place,
    from_id: move.from.id,
    from_line: move.from.line ?? 0,
    to_place: move.to.place,
    to_id: move.to.id,
    to_line: move.to.line ?? 0,
    pieces: move.pieces,
    at,
    by_id: actor.userId,
    reverses: move.reverses ?? null,
  }))
  const ids = [...new Set(real.map((move) => move.waybillId))]
  const { act, heads } = await writeMoves(tx, movements, deltasOf(real), reachedBy(real), tell === undefined ? [] : ids)
  const told = tell?.(act)
  const parts = told === undefined ? nothingTold : appended(actor, readHeads(heads), told, at)
  await writeState(tx, ids, carriersOf(real), parts, at)
  if (told !== undefined) await tracksTakenBack(tx, told.events)
  return act
}

type Delta = {
  waybill_id: number
  place: string
  place_id: number
  line_id: number
  leg: string | null
  pieces: number
  planned: number
}

/** What a place gains or loses by all moves together, a row each. */
function deltasOf(moves: readonly Move[]): Delta[] {
  const deltas = new Map<string, Delta>()
  const add = (waybillId: number, at: PiecesAt, pieces: number, planned: number) => {
    if (at.place === 'none') return
    const line = at.line ?? 0
    const key = `${waybillId}/${at.place}/${at.id}/${line}`
    const delta = deltas.get(key) ?? {
      waybill_id: waybillId,
      place: at.place,
      place_id: at.id,
      line_id: line,
      leg: at.leg ?? null,
      pieces: 0,
      planned: 0,
    }
    delta.pieces += pieces
    delta.planned += planned
    deltas.set(key, delta)
  }
  for (const move of moves) {
    add(move.waybillId, move.from, -move.pieces, move.planned ? -move.pieces : 0)
    add(move.waybillId, move.to, move.pieces, 0)
  }
  return [...deltas.values()]
}

/** The arrangements that pieces enter or leave. */
const carriersOf = (moves: readonly Move[]): number[] => [
  ...new Set(
    moves.flatMap(({ from, to }) =>
      [from, to].flatMap(({ place, id }) => (place === 'arrangement' || place === 'refusedOut' ? [id] : [])),
    ),
  ),
]

/** The outlets that pieces reach, or are under way to. */
const reachedBy = (moves: readonly Move[]) =>
  moves.flatMap(({ waybillId, to, towards }) => [
    ...(['outlet', 'pickup', 'refused'].includes(to.place) && to.id !== 0
      ? [{ waybill_id: waybillId, outlet_id: to.id }]
      : []),
    ...(towards === undefined ? [] : [{ waybill_id: waybillId, outlet_id: towards }]),
  ])

type Appended = ReturnType<typeof appended>
const nothingTold: Appended = { parts: [], heads: [] }

/**
 * The ledger, its balances, and who sees the waybill, in one statement, which reads the heads of the chains that are `told` of it
 * as well. What loses has to be there; a place that gains may be new.
 */
async function writeMoves(
  tx: Tx,
  movements: readonly object[],
  deltas: readonly Delta[],
  reached: readonly object[],
  told: readonly number[],
): Promise<{ act: number; heads: ToldHead[] }> {
  const losing = deltas.filter(({ pieces, planned }) => pieces < 0 || planned < 0)
  const gaining = deltas.filter((delta) => !losing.includes(delta))
  const rows = (list: readonly object[]) =>
    sql`json_populate_recordset(null::piece_place, ${JSON.stringify(list)}::json)`
  try {
    const found = await sql<{ act: number; lost: number; heads: ToldHead[] }>`${kept}
      with act as materialized (select nextval('act_id') as id),
      moved as (
        insert into piece_movement (waybill_id, act_id, from_place, from_id, from_line, to_place, to_id, to_line, pieces, at, by_id, reverses)
        select m.waybill_id, act.id, m.from_place, m.from_id, m.from_line, m.to_place, m.to_id, m.to_line, m.pieces, m.at, m.by_id, m.reverses
        from json_populate_recordset(null::piece_movement, ${JSON.stringify(movements)}::json) m, act
      ), lost as (
        update piece_place p set pieces = p.pieces + d.pieces, planned = p.planned + d.planned from ${rows(losing)} d
        where p.waybill_id = d.waybill_id and p.place = d.place and p.place_id = d.place_id and p.line_id = d.line_id returning 1
      ), gained as (
        insert into piece_place as p (waybill_id, place, place_id, line_id, leg, pieces)
        select waybill_id, place, place_id, line_id, leg, pieces from ${rows(gaining)}
        on conflict (waybill_id, place, place_id, line_id) do update set pieces = p.pieces + excluded.pieces
      ), seen as (
        insert into waybill_outlet (waybill_id, outlet_id, created_at)
        -- unscoped: the caller has locked these waybills
        select r.waybill_id, r.outlet_id, w.created_at from json_populate_recordset(null::waybill_outlet, ${JSON.stringify(reached)}::json) r
          join waybill w on w.id = r.waybill_id on conflict do nothing
      )
      select act.id as act, (select count(*) from lost) as lost, ${headsOf(told)} as heads from act`.execute(tx)
    const [row] = found.rows
    if (row === undefined || row.lost !== losing.length) throw new Refusal('waybills.piecesNotThere')
    return row
  } catch (error) {
    const constraint = dbError(error)?.constraint
    if (constraint === 'piece_place__not_negative' || constraint === 'piece_place__planned')
      throw new Refusal('waybills.piecesNotThere')
    throw error
  }
}

/**
 * Reserves pieces for a trip that has not departed (`pieces` > 0) or gives them back (< 0): they stay where they are, so all
 * that follows of the transport state is how many wait. What is told of it goes along, of these waybills or others that the
 * caller has locked.
 */
export async function planPieces(
  tx: Tx,
  plans: readonly { waybillId: number; from: PiecesAt; pieces: number }[],
  told?: Told & { readonly actor: Actor },
): Promise<void> {
  const json = JSON.stringify(
    plans.map(({ waybillId, from, pieces }) => ({
      waybill_id: waybillId,
      place: from.place,
      place_id: from.id,
      pieces,
    })),
  )
  const wanted = new Set(plans.map(({ waybillId, from }) => `${waybillId}/${from.place}/${from.id}`)).size
  const heads = headsOf(told?.events.map(({ waybillId }) => waybillId) ?? [])
  const found = await sql<{ planned: number; heads: ToldHead[] }>`${kept}
    with d as (select waybill_id, place, place_id, sum(pieces)::int as pieces
      from json_to_recordset(${json}::json) as r(waybill_id bigint, place text, place_id bigint, pieces int) group by 1, 2, 3),
    planned as (
      update piece_place p set planned = p.planned + d.pieces from d
      where p.waybill_id = d.waybill_id and p.place = d.place and p.place_id = d.place_id and p.line_id = 0 returning 1
    )
    select (select count(*) from planned) as planned, ${heads} as heads`
    .execute(tx)
    .catch((error: unknown) => {
      throw dbError(error)?.constraint === 'piece_place__planned' ? new Refusal('waybills.piecesNotThere') : error
    })
  const [row] = found.rows
  if (row?.planned !== wanted) throw new Refusal('waybills.piecesNotThere')
  const at = clock.iso()
  const { parts, heads: moved } =
    told === undefined ? nothingTold : appended(told.actor, readHeads(row.heads), told, at)
  const changes = [...plans.map(({ waybillId: id, pieces }) => ({ id, pieces })), ...moved]
  await writeTogether(
    tx,
    parts,
    // unscoped: the caller has locked these waybills
    sql`update waybill w set unarranged = w.unarranged - h.pieces, ${moveHead(at)}
      from (select id, coalesce(sum(pieces), 0)::int as pieces, max(seq) as seq, max(hash) as hash,
          max(track_at) as track_at, (array_agg(track) filter (where track is not null))[1] as track, bool_or(is_shown) as is_shown
        from ${headRows(changes, 'r', sql`, pieces int`)} group by 1) h
      where w.id = h.id`,
  )
  if (told !== undefined) await tracksTakenBack(tx, told.events)
}

/** What is aboard of these goes on for another leg, where it is: delivery, or waiting at the carrier's station. */
export async function changeLeg(
  tx: Tx,
  arrangementIds: readonly number[],
  waybillIds: readonly number[],
  leg: 'trunk' | 'delivery' | 'station',
): Promise<void> {
  await sql`update piece_place set leg = ${leg} where place = 'arrangement' and place_id = any(${[...arrangementIds]}::bigint[])
    and waybill_id = any(${[...waybillIds]}::bigint[])`.execute(tx)
  await refreshState(tx, waybillIds)
}

/**
 * Derives the transport state from where the pieces are (T6): that of the least advanced live pieces, with the refused ones
 * counted beside it; once none is live, signed, part signed or refused. At its own outlet a waybill is 已入站, where it is
 * given out 已到达, at an outlet between them 运输中. What is with a line carrier or courier is in the state of what is left
 * there (T13): the caller has locked those of `arrangementIds` before the waybills.
 */
export const refreshState = (tx: Tx, waybillIds: readonly number[]): Promise<void> =>
  writeState(tx, waybillIds, [], nothingTold, clock.iso())

/** The same with what is told of an act. */
async function writeState(
  tx: Tx,
  waybillIds: readonly number[],
  arrangementIds: readonly number[],
  told: Appended,
  at: string,
): Promise<void> {
  const carriers = arrangementIds.length === 0 ? [] : [carriersFollow(arrangementIds)]
  const done = await writeTogether(
    tx,
    [...told.parts, stepsOf(waybillIds), ...carriers],
    // unscoped: the state follows the pieces, whoever moved them
    sql`update waybill w set
      state = case
        when l.step < 10 then (array['placed','pickingUp','inStation','inTransit','arrived','delivering','awaitingPickup'])[l.step]
        when l.signed = w.pieces then 'signed' when l.signed > 0 then 'partSigned' when l.refused > 0 then 'rejected' else 'closed' end,
      state_pieces = case
        when l.step < 10 then (select sum(pieces) from places s where s.waybill_id = l.waybill_id and s.step = l.step)
        when l.signed > 0 then l.signed else l.refused end,
      -- The last of what is under way came to its destination.
      arrived_at = case when l.step between 5 and 7 then coalesce(w.arrived_at, ${at}::timestamptz) end,
      -- Nothing of it is under way or refused any more. What was closed is open again.
      ended_at = case when l.step >= 10 and l.refused = 0 then coalesce(w.ended_at, ${at}::timestamptz) end, closed_at = null,
      unarranged = l.unarranged, refused_pieces = l.refused${told.heads.length === 0 ? sql`` : sql`, ${moveHead(at)}`}
    from least l left join ${headRows(told.heads)} on h.id = l.waybill_id
    where w.id = l.waybill_id`,
  )
  // Of pieces that left the ledger nothing is told here.
  if (told.heads.length > 0 && Number(done.numAffectedRows) !== waybillIds.length)
    throw new Error('a chain without its head')
}

/**
 * How far the pieces of each place are, and the waybill with the least advanced of them. Of those at the shipper's, what a trip under
 * way will fetch is further than what waits.
 */
const stepsOf = (waybillIds: readonly number[]): RawBuilder<unknown> => sql`places as (
      select p.waybill_id, p.place, x.pieces, x.planned, x.step
      -- unscoped: the state follows the pieces, whoever moved them
      from piece_place p join waybill w on w.id = p.waybill_id
      left join company o on p.place = 'outlet' and w.dest_outlet_id is null and o.id = p.place_id
      cross join lateral (select case when p.place = 'shipper' and p.planned > 0 then (${fetching}) else 0 end as pieces) f
      cross join lateral (values (p.pieces - f.pieces, p.planned - f.pieces, case p.place
          when 'shipper' then 1
          when 'arrangement' then case p.leg when 'pickup' then 2 when 'delivery' then 6 when 'station' then 7 else 4 end
          when 'outlet' then case when p.place_id = w.outlet_id then 3 when ${isDestination} then 5 else 4 end
          when 'pickup' then 7 else 10 end),
        (f.pieces, f.pieces, 2)) x(pieces, planned, step)
      where p.waybill_id = ${anyId(waybillIds)} and x.pieces > 0
    ), least as (
      select waybill_id, min(step) as step,
        coalesce(sum(pieces - planned) filter (where place in ('shipper', 'outlet')), 0) as unarranged,
        coalesce(sum(pieces) filter (where place = 'consignee'), 0) as signed,
        coalesce(sum(pieces) filter (where place in ('refused', 'refusedOut')), 0) as refused
      from places group by waybill_id
    )`

/** Pieces of `w` at the shipper's that a pickup under way has still to load. */
const fetching = sql`select coalesce(sum(l.pieces), 0)::int
  -- unscoped: as above
  from arrangement_line l join arrangement a on a.id = l.arrangement_id
  join arrangement_stop s on s.arrangement_id = a.id and s.seq = l.load_stop
  where l.waybill_id = w.id and l.from_place = 'shipper' and l.leg = 'pickup' and a.state = 'departed' and s.left_at is null`

/** The state of what line carriers and couriers have, from the pieces that are left with them; trips are not touched. */
const carriersFollow = (ids: readonly number[]): RawBuilder<unknown> => sql`aboard as (
      select a.id, a.kind, a.arrive_at, a.transit_at, a.deliver_at,
        coalesce(sum(p.pieces) filter (where p.place = 'arrangement'), 0) as open,
        coalesce(sum(p.pieces) filter (where p.place = 'refusedOut'), 0) as refused,
        a.kind = 'courier' and exists (select from arrangement_line l join piece_movement m on m.waybill_id = l.waybill_id
          where l.arrangement_id = a.id and m.from_place = 'arrangement' and m.from_id = a.id and m.to_place = 'consignee' and ${stands('m')}) as signed
      -- unscoped: the caller has locked these
      from arrangement a join arrangement_line l on l.arrangement_id = a.id
      left join piece_place p on p.waybill_id = l.waybill_id and p.place in ('arrangement', 'refusedOut') and p.place_id = a.id and p.line_id = l.id
      where a.id = ${anyId(ids)} and a.kind <> 'vehicle' and a.depart_at is not null
      group by a.id
    ), followed as (
      select id, case
        when open = 0 and refused = 0 then case when kind = 'line' or signed then 'signed' else 'returned' end
        when kind = 'line' then case when arrive_at is not null then 'arrived' else 'handedOver' end
        when open = 0 then 'refused' when deliver_at is not null then 'outForDelivery' when transit_at is not null then 'inTransit'
        else 'collected' end as state
      from aboard
    ), carried as (
    update arrangement a set state = f.state,
      done_at = case when f.state in ('signed', 'returned') then coalesce(a.done_at, ${clock.iso()}::timestamptz) end
    from followed f where a.id = f.id and a.state <> f.state and not (a.state = 'settled' and f.state = 'signed') returning 1)`
