import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * What each key held just before a moment: the nearest opening and what happened since. Its cost is the days since
 * that opening, whatever lies before. `among` is a condition on stock_id. Columns: stock_id, on_hand, allocated, frozen.
 */
export const stockAsOf = (moment: string, among: RawBuilder<SqlBool> = sql`true`): RawBuilder<unknown> => sql`
  select stock_id, coalesce(o.on_hand, 0) + coalesce(d.on_hand, 0) as on_hand, coalesce(o.allocated, 0) + coalesce(d.allocated, 0) as allocated,
    coalesce(o.frozen, 0) + coalesce(d.frozen, 0) as frozen
  from (
    select stock_id, on_hand, allocated, frozen from stock_opening where month = ${openingBefore(moment)} and ${among}
  ) o full join (
    select stock_id, sum(d_on_hand) as on_hand, sum(d_allocated) as allocated, sum(d_frozen) as frozen from stock_move
    where occurred_at >= coalesce(${openingBefore(moment)}, '-infinity') and occurred_at < ${moment}::timestamptz and ${among}
    group by 1
  ) d using (stock_id)`

/** The start of the latest calculated month up to a moment; null before the first. */
export const openingBefore = (moment: string): RawBuilder<string | null> =>
  sql`(select max(month) from stock_period where ready and month <= ${moment}::timestamptz)`
