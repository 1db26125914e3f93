import { createHash, randomBytes } from 'node:crypto'
import canonicalize from 'canonicalize'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { kept, type Tx } from '../../platform/db.ts'
import type { Change } from '../../platform/history.ts'
import { bytes, insertTogether, type NewRow } from '../../platform/rows.ts'

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
export function nextEvent(
  head: ChainHead,
  actor: Pick<Actor, 'userId' | 'name'>,
  event: NewEvent,
  at = clock.iso(),
): EventRow {
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

/**
 * Appends one event to each waybill's chain and moves the heads, with what is written `beside` them in one statement. The
 * waybills are locked first, so two appends never take the same place.
 */
export async function recordEvents(
  tx: Tx,
  actor: Actor,
  events: readonly { waybillId: number; event: NewEvent }[],
  beside: { readonly signing?: readonly NewRow<'signing'>[]; readonly track?: readonly NewRow<'track'>[] } = {},
): Promise<void> {
  if (events.length === 0) return
  const ids = [...new Set(events.map(({ waybillId }) => waybillId))]
  const heads = await sql<{ id: number; seq: number; hash: Buffer }>`${kept}
    -- unscoped: the act that records has found its waybills in scope
    select id, chain_seq as seq, chain_hash as hash from waybill where id = any(${ids}) order by id for update`.execute(
    tx,
  )
  const head = new Map(heads.rows.map((row) => [row.id, { seq: row.seq, hash: row.hash }]))
  const at = clock.iso()
  const rows = events.map(({ waybillId, event }) => {
    const row = nextEvent(head.get(waybillId) ?? emptyChain, actor, event, at)
    head.set(waybillId, { seq: row.seq, hash: row.hash })
    return { waybillId, event: row }
  })
  const moved = [...head].map(([id, { seq, hash }]) => ({ id, seq, hash: bytes(hash) }))
  const { waybill_event, waybill_event_personal } = eventRows(rows)
  await insertTogether(
    tx,
    { signing: beside.signing ?? [], track: beside.track ?? [], waybill_event, waybill_event_personal },
    // unscoped: locked above
    sql`update waybill w set chain_seq = h.seq, chain_hash = h.hash, chain_at = ${at}
      from json_to_recordset(${JSON.stringify(moved)}::json) as h(id bigint, seq int, hash bytea) where w.id = h.id`,
  )
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
