import { sql } from 'kysely'
import type { Tx } from '../../../platform/db.ts'

export type Digest = { count: number; digest: string }

/** One digest over the last event, in a time, of every chain that got one in it. `to` is not part of the time. */
export async function digestOfChains(tx: Tx, from: string | null, to: string): Promise<Digest> {
  const { rows } = await sql<Digest>`
    with head as (
      -- unscoped: a seal is of the whole company, and names nothing
      select distinct on (waybill_id) waybill_id, seq, hash from waybill_event
      where at < ${to} and (${from}::timestamptz is null or at >= ${from})
      order by waybill_id, seq desc
    )
    select count(*) as count, encode(sha256(coalesce(string_agg(
      convert_to(waybill_id || ' ' || seq || ' ', 'UTF8') || hash, ''::bytea order by waybill_id), ''::bytea)), 'hex') as digest
    from head`.execute(tx)
  return rows[0] as Digest
}
