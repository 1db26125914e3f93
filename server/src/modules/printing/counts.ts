import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { Batch } from './batch.ts'

/** A document counts as printed when the last of its sheets in the batch is confirmed: one more, and a line in the log. */
export async function countPrinted(tx: Tx, actor: Actor, batch: Batch, records: readonly number[]): Promise<void> {
  if (records.length === 0) return
  const whole = await sql<{ id: number }>`
    select record_id as id from print_sheet where batch_id = ${batch.id} and record_id = any(${[...records]}::bigint[])
    group by record_id having bool_and(printed_at is not null) order by record_id`.execute(tx)
  const ids = whole.rows.map(({ id }) => id)
  if (ids.length === 0) return
  await sql`insert into print_count (type, record_id, count, last_at, last_by)
    select ${batch.type}, id, 1, ${clock.now()}, ${actor.name} from unnest(${ids}::bigint[]) as id
    on conflict (type, record_id) do update set count = print_count.count + 1, last_at = excluded.last_at, last_by = excluded.last_by`.execute(
    tx,
  )
  await log(tx, actor, batch, ids, true)
}

/** What a batch that is ended leaves half done: no count, but the log says which pieces came out. */
export async function logStopped(tx: Tx, actor: Actor, batch: Batch): Promise<void> {
  const half = await sql<{ id: number }>`
    select record_id as id from print_sheet where batch_id = ${batch.id}
    group by record_id having bool_or(printed_at is not null) and not bool_and(printed_at is not null)`.execute(tx)
  await log(
    tx,
    actor,
    batch,
    half.rows.map(({ id }) => id),
    false,
  )
}

async function log(tx: Tx, actor: Actor, batch: Batch, ids: readonly number[], whole: boolean): Promise<void> {
  if (ids.length === 0) return
  await sql`insert into print_log (type, record_id, batch_id, at, by_id, by_name, way, template_name, printer, copies, piece_from, piece_to, reprint, whole)
    select ${batch.type}, record_id, ${batch.id}, ${clock.now()}, ${actor.userId}, ${actor.name}, ${batch.way}, ${batch.template_name}, ${batch.printer},
      ${batch.copies}, nullif(min(piece), 0), nullif(max(piece), 0), max(reprint), ${whole}
    from print_sheet where batch_id = ${batch.id} and record_id = any(${[...ids]}::bigint[]) and printed_at is not null
    group by record_id order by min(seq)`.execute(tx)
}

const keptDays = 30

/** Sheets of batches that nobody goes on with: count, log and batch say what remains to be said. */
export async function dropOldSheets(db: Db): Promise<void> {
  const before = new Date(clock.ms() - keptDays * 86_400_000).toISOString()
  await db
    .deleteFrom('print_sheet')
    .where('batch_id', 'in', db.selectFrom('print_batch').select('id').where('created_at', '<', before))
    .execute()
}
