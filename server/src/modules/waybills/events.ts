import { createHash, randomBytes } from 'node:crypto'
import canonicalize from 'canonicalize'
import { type RawBuilder, sql } from 'kysely'
import { clock } from '../../platform/clock.ts'
import { anyId, kept, type Tx } from '../../platform/db.ts'
import { type Change, type Entry, historyPart } from '../../platform/history.ts'
import { bytes, insertions, type NewRow, writeTogether } from '../../platform/rows.ts'
import type { LastTrack } from '../../platform/schema.waybills.ts'
import { latestOf, moveTrack } from './tracks/last.ts'
import { tracksTakenBack } from './tracks/takenBack.ts'

/** A fact to append to a waybill's chain. Personal fields go into the chain as salted digests only (domain §4.3). */
export type NewEvent = {
  readonly type: string
  readonly params?: Readonly<Record<string, string | number | boolean | null>>
  readonly changes?: readonly Change[]
  /** Names, phones, addresses: `name` → plain text. */
  readonly personal?: Readonly<Record<string, string | null>>
}
export type ChainHead = { readonly seq: number; readonly hash: Buffer }
export const emptyChain: ChainHead = { seq: 0, hash: Buffer.alloc(32) }

/** Who tells: a person, or what nobody asked for. */
export type Teller = { readonly userId: number | null; readonly name: string }

type Payload = { params: Record<string, unknown>; changes: readonly Change[]; digests: Record<string, string> }
export type EventRow = {
  seq: number
  type: string
  payload: Payload
  at: string
  by_id: number | null
  by_name: string
  prev_hash: Buffer
  hash: Buffer
  personal: { salt: Buffer; fields: Record<string, string | null> } | undefined
}

/** hash = SHA-256(prevHash ‖ canonical JSON (RFC 8785) of {seq, type, payload, time, operator}). */
function eventHash(
  prev: Buffer,
  event: Pick<EventRow, 'seq' | 'type' | 'payload' | 'at' | 'by_id' | 'by_name'>,
): Buffer {
  const { seq, type, payload, at, by_id, by_name } = event
  const text = canonicalize({ seq, type, payload, time: at, operator: { id: by_id, name: by_name } }) ?? ''
  return createHash('sha256').update(prev).update(text).digest()
}

const digest = (salt: Buffer, field: string, value: string | null): string =>
  createHash('sha256')
    .update(salt)
    .update(field)
    .update('\0')
    .update(value ?? '')
    .digest('hex')

/** The next event of a chain, hashed. Pure but for the salt and the clock. */
export function nextEvent(head: ChainHead, actor: Teller, event: NewEvent, at = clock.iso()): EventRow {
  const personal = event.personal === undefined ? undefined : { salt: randomBytes(16), fields: { ...event.personal } }
  const digests = Object.fromEntries(
    Object.entries(personal?.fields ?? {}).map(([field, value]) => [
      field,
      digest(personal?.salt ?? Buffer.alloc(0), field, value),
    ]),
  )
  const row = {
    seq: head.seq + 1,
    type: event.type,
    payload: { params: { ...event.params }, changes: event.changes ?? [], digests },
    at,
    by_id: actor.userId,
    by_name: actor.name,
  }
  return { ...row, prev_hash: head.hash, hash: eventHash(head.hash, row), personal }
}

/** The rows of events that are already hashed; the heads on the waybills are the caller's. */
export const eventRows = (events: readonly { waybillId: number; event: EventRow }[]) => ({
  waybill_event: events.map(({ waybillId, event: { personal: _, prev_hash, hash, ...row } }) => ({
    waybill_id: waybillId,
    ...row,
    prev_hash: bytes(prev_hash),
    hash: bytes(hash),
  })),
  waybill_event_personal: events.flatMap(({ waybillId, event: { seq, personal } }) =>
    personal === undefined ? [] : [{ waybill_id: waybillId, seq, salt: bytes(personal.salt), fields: personal.fields }],
  ),
})

/** An event of a waybill's chain that is still to be appended. */
export type WaybillEvent = { readonly waybillId: number; readonly event: NewEvent }
/** What is written in one statement with events. */
export type Beside = {
  readonly signing?: readonly NewRow<'signing'>[]
  readonly track?: readonly NewRow<'track'>[]
  readonly history?: readonly Entry[]
}
/** What is told of an act. */
export type Told = { readonly events: readonly WaybillEvent[]; readonly beside?: Beside }

export type Head = { readonly id: number; readonly seq: number; readonly hash: Buffer }
/** The heads of chains as JSON, for the statement before the one that appends; the caller has locked their waybills. */
export const headsOf = (waybillIds: readonly number[]): RawBuilder<ToldHead[]> => sql`
  -- unscoped: locked by the caller
  (select coalesce(json_agg(json_build_object('id', id, 'seq', chain_seq, 'hash', chain_hash)), '[]') from waybill where id = ${anyId(waybillIds)})`
/** As JSON has them. */
export type ToldHead = { readonly id: number; readonly seq: number; readonly hash: string }
/** Where a chain goes on, and the track that may be the last of its waybill. */
export type NewHead = ToldHead & { readonly track_at?: string; readonly track?: LastTrack; readonly is_shown?: boolean }
export const readHeads = (heads: readonly ToldHead[]): Head[] =>
  heads.map(({ id, seq, hash }) => ({ id, seq, hash: Buffer.from(hash.slice(2), 'hex') }))

/** Events after the heads of their chains: the parts of a statement that write them with what is beside them, and the new heads. */
export function appended(actor: Teller, heads: readonly Head[], { events, beside = {} }: Told, at: string) {
  const before = new Map(heads.map((head) => [head.id, head]))
  const after = new Map<number, NewHead>()
  const rows = events.map(({ waybillId, event }) => {
    const head = before.get(waybillId)
    if (head === undefined) throw new Error('an event of a waybill that is not locked')
    const row = nextEvent(head, actor, event, at)
    before.set(waybillId, { id: waybillId, seq: row.seq, hash: row.hash })
    after.set(waybillId, { id: waybillId, seq: row.seq, hash: bytes(row.hash) })
    return { waybillId, event: row }
  })
  const { waybill_event, waybill_event_personal } = eventRows(rows)
  const { signing = [], track = [], history = [] } = beside
  for (const [id, latest] of latestOf(track)) {
    const head = after.get(id)
    if (head === undefined) throw new Error('a track of a waybill that is told nothing')
    after.set(id, { ...head, ...latest })
  }
  return {
    parts: [...insertions({ signing, track, waybill_event, waybill_event_personal }), ...historyPart(actor, history)],
    heads: [...after.values()],
  }
}

/** New heads as rows `h`, or of another name, to update waybills by. */
export const headRows = (
  heads: readonly object[],
  name = 'h',
  more: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> =>
  sql`json_to_recordset(${JSON.stringify(heads)}::json) as ${sql.raw(name)}(id bigint, seq int, hash bytea, track_at timestamptz, track jsonb, is_shown boolean${more})`

/** The columns of the waybill `w` that move with its chain; `h` is its new head, or null where nothing is told of it. */
export const moveHead = (at: string): RawBuilder<unknown> => sql`chain_seq = coalesce(h.seq, w.chain_seq),
  chain_hash = coalesce(h.hash, w.chain_hash), chain_at = case when h.seq is null then w.chain_at else ${at}::timestamptz end, ${moveTrack}`

/**
 * Appends one event to each waybill's chain and moves the heads, with what is written `beside` them in one statement. The
 * waybills are locked first, so two appends never take the same place. What moves or plans pieces tells its events there: a
 * waybill's row is then written once.
 */
export async function recordEvents(
  tx: Tx,
  actor: Teller,
  events: readonly WaybillEvent[],
  beside: Beside = {},
): Promise<void> {
  if (events.length === 0) return
  const ids = [...new Set(events.map(({ waybillId }) => waybillId))]
  const heads = await sql<Head>`${kept}
    -- unscoped: the act that records has found its waybills in scope
    select id, chain_seq as seq, chain_hash as hash from waybill where id = any(${ids}) order by id for update`.execute(
    tx,
  )
  const at = clock.iso()
  const told = appended(actor, heads.rows, { events, beside }, at)
  await writeTogether(
    tx,
    told.parts,
    // unscoped: locked above
    sql`update waybill w set ${moveHead(at)}
      from ${headRows(told.heads)} where w.id = h.id`,
  )
  await tracksTakenBack(tx, events)
}

/** What adjustments tell of locked waybills, with the parts that were agreed anew. */
type Adjusted = {
  readonly head: Head
  readonly payments: string | null
  readonly params: NonNullable<NewEvent['params']>
}

/** The event of each, for the statement that writes its charges and moves its sums: what is written, set, and joined to `m`. */
export function adjustedWaybills(actor: Teller, all: readonly Adjusted[]) {
  const at = clock.iso()
  const events = all.map(({ head, params }) => ({ waybillId: head.id, event: { type: 'adjusted', params } }))
  const told = appended(
    actor,
    all.map(({ head }) => head),
    { events },
    at,
  )
  const payments = new Map(all.map((one) => [one.head.id, one.payments]))
  const heads = told.heads.map((head) => ({ ...head, payments: payments.get(head.id) ?? null }))
  return {
    parts: told.parts,
    set: sql`${moveHead(at)}, payments = coalesce(h.payments, w.payments), version = w.version + case when h.seq is null then 0 else 1 end,
      updated_at = case when h.seq is null then w.updated_at else ${at}::timestamptz end,
      updated_by = case when h.seq is null then w.updated_by else ${actor.userId}::bigint end`,
    joined: sql`left join ${headRows(heads, 'h', sql`, payments text`)} on h.id = m.waybill_id`,
  }
}

export type Verification = { ok: boolean; count: number; head: string; brokenAt: number | null }

/** Recomputes a chain from its first event; names the first that does not hold, or the end if events are missing. */
export function verifyChain(events: readonly Omit<EventRow, 'personal'>[], head: ChainHead): Verification {
  let prev = emptyChain.hash
  let seq = 0
  for (const event of events) {
    seq += 1
    const holds = event.seq === seq && event.prev_hash.equals(prev) && eventHash(prev, event).equals(event.hash)
    if (!holds) return { ok: false, count: events.length, head: head.hash.toString('hex'), brokenAt: seq }
    prev = event.hash
  }
  const complete = seq === head.seq && prev.equals(head.hash)
  return { ok: complete, count: events.length, head: head.hash.toString('hex'), brokenAt: complete ? null : seq + 1 }
}

/** True if the plain text still is what the chain's digest was made of; an erased field is no contradiction. */
export const personalHolds = (
  row: Pick<EventRow, 'payload'>,
  personal: { salt: Buffer; fields: Record<string, string | null> },
): boolean =>
  Object.entries(personal.fields).every(
    ([field, value]) => row.payload.digests[field] === digest(personal.salt, field, value),
  )
