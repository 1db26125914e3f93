import { sql } from 'kysely'
import { clock, startOfDay } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db.ts'

/** The first moments of the months after the first movement, up to this one, that have no opening yet. */
async function missingMonths(db: Db): Promise<string[]> {
  const found = await sql<{ month: string }>`
    select m as month from (select min(occurred_at) as first from stock_move) f,
      generate_series(date_add(date_trunc('month', f.first, 'Asia/Shanghai'), interval '1 month', 'Asia/Shanghai'),
        ${startOfDay(clock.today())}::timestamptz, interval '1 month', 'Asia/Shanghai') m
    where not exists (select 1 from stock_period p where p.month = m and p.ready)
    order by 1`.execute(db)
  return found.rows.map(({ month }) => month)
}

/**
 * Calculates the opening of every month that has none: what each key and each item held at its first moment. A question
 * about any moment then costs the days since the last opening, not the whole history. Postings go on beside it: they
 * wait for the mark alone, and what is dated back later adds itself.
 */
export async function buildOpenings(db: Db): Promise<string[]> {
  const months = await missingMonths(db)
  for (const month of months) {
    await db.transaction().execute(async (tx) => {
      // The first table that a posting touches: with it held, every posting under way has ended and none has begun.
      await sql`lock table stock_posting in share mode`.execute(tx)
      await sql`insert into stock_period (month, max_move_id)
        select ${month}::timestamptz, coalesce(max(id), 0) from stock_move on conflict do nothing`.execute(tx)
    })
    await db.transaction().execute(async (tx) => {
      await sql`call build_stock_opening(${month}::timestamptz)`.execute(tx)
    })
  }
  if (months.length > 0) await sql`analyze stock_opening, item_opening`.execute(db)
  return months
}
