import type * as calls from '@xunyun/contract/waybills/chains'
import { sql } from 'kysely'
import type { Act } from '../../../platform/act.ts'
import { clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import { notFound } from '../../../platform/refusal.ts'
import { markSeen, type SeenId, scoped } from '../../../platform/scope.ts'
import { type EventRow, personalHolds, verifyChain } from '../events.ts'
import { type RowFacts, rowBreaks, rowColumns } from './row.ts'

/** What a look at one chain found; `brokenAt` is the first event that does not hold, null when all do. */
export type Checked = { id: number; no: string; events: number; brokenAt: number | null }

type Head = RowFacts & { id: number; no: string; seq: number; hash: Buffer }
const facts = sql.raw(rowColumns.join(', '))
type StoredEvent = Omit<EventRow, 'personal'> & { waybill_id: number }

/**
 * Recomputes the chains of waybills from their first events, and compares what is kept in plain text with its digests,
 * and the waybills themselves with what their chains tell.
 * Three queries for any number of them. The caller has found the waybills in scope.
 */
export async function checkChains(tx: Tx, ids: readonly SeenId[]): Promise<Checked[]> {
  const heads = await sql<Head>`
    -- unscoped: asked after the waybills were found in scope
    select id, waybill_no as no, chain_seq as seq, chain_hash as hash, ${facts} from waybill where id = any(${[...ids]}::bigint[]) order by id`.execute(
    tx,
  )
  const events = await sql<StoredEvent>`
    select waybill_id, seq, type, payload, at, by_id, by_name, prev_hash, hash from waybill_event
    where waybill_id = any(${[...ids]}::bigint[]) order by waybill_id, seq`.execute(tx)
  const personal = await sql<{ waybill_id: number; seq: number; salt: Buffer; fields: Record<string, string | null> }>`
    select waybill_id, seq, salt, fields from waybill_event_personal where waybill_id = any(${[...ids]}::bigint[])`.execute(
    tx,
  )
  const eventsOf = Map.groupBy(events.rows, (row) => row.waybill_id)
  const plain = new Map(personal.rows.map((row) => [`${row.waybill_id}/${row.seq}`, row]))
  return heads.rows.map((head) => {
    const { id, no, seq, hash } = head
    const chain = eventsOf.get(id) ?? []
    const { brokenAt } = verifyChain(chain, { seq, hash })
    const tampered = chain.find((event) => {
      const own = plain.get(`${id}/${event.seq}`)
      return own !== undefined && !personalHolds(event, own)
    })?.seq
    const strayed = rowBreaks(head, chain, (event) => plain.get(`${id}/${event}`)?.fields)
    const found = [brokenAt, tampered, strayed].filter((one) => one != null)
    return { id, no, events: chain.length, brokenAt: found.length === 0 ? null : Math.min(...found) }
  })
}

/** Keeps what was found. */
export async function keepChecks(tx: Tx, userId: number, checked: readonly Checked[]): Promise<void> {
  if (checked.length === 0) return
  await sql`
    insert into chain_check (waybill_id, checked_at, events, broken_at, by_id)
    select id, ${clock.iso()}::timestamptz, events, broken, ${userId}::bigint
    from json_to_recordset(${JSON.stringify(checked.map(({ id, events, brokenAt }) => ({ id, events, broken: brokenAt })))}::json)
      as r(id bigint, events int, broken int)
    on conflict (waybill_id) do update set checked_at = excluded.checked_at, events = excluded.events,
      broken_at = excluded.broken_at, by_id = excluded.by_id`.execute(tx)
}

export const verifyChains: Act<typeof calls.verifyChains> = async ({ tx, actor }, { ids }) => {
  const seen = await scoped(tx, actor, 'waybill').select('id').where('id', 'in', ids).execute()
  if (seen.length === 0) throw notFound()
  const checked = await checkChains(
    tx,
    seen.map((row) => markSeen(row).id),
  )
  await keepChecks(tx, actor.userId, checked)
  const broken = checked.flatMap(({ id, no, brokenAt }) => (brokenAt === null ? [] : [{ id, no, brokenAt }]))
  return { whole: checked.length - broken.length, broken }
}
