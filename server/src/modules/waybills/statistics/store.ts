import { type StatGroup, statGroups } from '@xunyun/contract/waybills/statistics'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db.ts'
import { isCounted } from '../counted.ts'
import { groups } from './queries.ts'

const figures = sql.raw('waybills, pieces, weight, volume, charge_weight, receivable')
/** The same of one waybill or change (`w`), each counted as `count` says. */
const sumsOf = (count: RawBuilder<unknown>) => sql`${count}::bigint as waybills, sum(w.pieces)::bigint as pieces,
  sum(w.weight) as weight, sum(w.volume) as volume, sum(w.charge_weight) as charge_weight, sum(w.receivable) as receivable`
const waybillSums = sumsOf(sql`count(*)`)
const changeSums = sumsOf(sql`sum(w.waybills)`)
const added = (table: string) =>
  sql.raw(
    ['waybills', 'pieces', 'weight', 'volume', 'charge_weight', 'receivable']
      .map((column) => `${column} = ${table}.${column} + excluded.${column}`)
      .join(', '),
  )
const keyOf = (group: StatGroup) => sql`coalesce((${groups[group]})::text, '')`

/**
 * Closes the months that have ended two days ago and more: keeps, by each grouping, what was shipped before every month,
 * and what was shipped on every day. A report of years then reads two rows a customer instead of every waybill. What
 * changes in closed months afterwards is noted by triggers, added by every report, and taken in here the next night.
 */
export async function closeShipped(db: Db): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await shareStillness(db, tx)
      const state = await sql<{ until: string; closed: string | null; seen: number }>`
        select date_trunc('month', now() at time zone 'Asia/Shanghai' - interval '2 days')::date as until,
          (select until from shipped_closed) as closed, (select coalesce(max(id), 0) from shipped_change) as seen`.execute(
        tx,
      )
      const found = state.rows[0]
      if (found === undefined) return
      if (found.closed !== null) await takeIn(tx, found.closed, found.seen)
      await extend(tx, found.closed, found.until)
      await sql`delete from shipped_change where id <= ${found.seen}`.execute(tx)
      await sql`insert into shipped_closed (until, last_change) values (${found.until}, ${found.seen})
        on conflict (is_closed) do update set until = excluded.until, last_change = excluded.last_change`.execute(tx)
    })
  await sql`analyze shipped_total, shipped_day`.execute(db)
}

/**
 * A snapshot in which no waybill is being written: whatever is written later notes itself behind the last change seen.
 * Writers wait for the moment of the snapshot alone, not for the sums.
 */
async function shareStillness(db: Db, tx: Tx): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (holder) => {
      await sql`set local lock_timeout = '30s'`.execute(holder)
      // unscoped: nothing is read
      await sql`lock table waybill in share mode`.execute(holder)
      const { rows } = await sql<{ name: string }>`select pg_export_snapshot() as name`.execute(holder)
      await sql`set transaction snapshot ${sql.lit(rows[0]?.name)}`.execute(tx)
    })
}

/** Changes of closed months into every sum that they belong to. */
async function takeIn(tx: Tx, closed: string, seen: number): Promise<void> {
  const noted = sql`from shipped_change w where w.id <= ${seen} and w.biz_date < ${closed}::date`
  for (const group of statGroups)
    await sql`insert into shipped_total as t (grouping_by, month, key, ${figures})
      select ${group}, m::date, c.key, sum(c.waybills), sum(c.pieces), sum(c.weight), sum(c.volume), sum(c.charge_weight), sum(c.receivable)
      from (select w.biz_date, ${keyOf(group)} as key, ${changeSums} ${noted} group by 1, 2) c
      cross join lateral generate_series(date_trunc('month', c.biz_date) + interval '1 month', ${closed}::date, interval '1 month') m
      group by 2, 3
      on conflict (grouping_by, month, key) do update set ${added('t')}`.execute(tx)
  await sql`insert into shipped_day as t (day, ${figures}) select w.biz_date, ${changeSums} ${noted} group by 1
    on conflict (day) do update set ${added('t')}`.execute(tx)
}

/** Month by month, each from the one before and the waybills between. */
async function extend(tx: Tx, closed: string | null, until: string): Promise<void> {
  // unscoped: sums of all waybills, which only who sees all of them is shown
  const months = await sql<{ before: string; month: string }>`
    select (m - interval '1 month')::date as before, m::date as month
    from generate_series(date_trunc('month', coalesce(${closed}::date, (select min(biz_date) from waybill))) + interval '1 month',
      ${until}::date, interval '1 month') m order by m`.execute(tx)
  for (const { before, month } of months.rows) {
    // unscoped: the same
    const shipped = sql`from waybill w where ${isCounted} and w.biz_date >= ${before}::date and w.biz_date < ${month}::date`
    for (const group of statGroups)
      await sql`insert into shipped_total (grouping_by, month, key, ${figures})
        select ${group}, ${month}::date, key, sum(waybills), sum(pieces), sum(weight), sum(volume), sum(charge_weight), sum(receivable)
        from (
          select key, ${figures} from shipped_total where grouping_by = ${group} and month = ${before}::date
          union all select ${keyOf(group)}, ${waybillSums} ${shipped} group by 1
        ) x group by key order by key`.execute(tx)
    await sql`insert into shipped_day (day, ${figures}) select w.biz_date, ${waybillSums} ${shipped} group by 1`.execute(
      tx,
    )
  }
}

/** Whether the sums and the changes since are what the waybills say. */
export async function shippedAgrees(db: Db): Promise<boolean> {
  const { rows } = await sql<{ agrees: boolean }>`
    select not exists (
      select from (
        select key, ${figures} from shipped_total, shipped_closed where grouping_by = 'mode' and month = until
        union all select trans_mode, w.waybills, w.pieces, w.weight, w.volume, w.charge_weight, w.receivable
          from shipped_change w, shipped_closed where w.id > last_change and w.biz_date < until
        -- unscoped: a proof over all waybills
        union all select trans_mode, -1, -w.pieces, -w.weight, -w.volume, -w.charge_weight, -w.receivable
          from waybill w, shipped_closed where ${isCounted} and w.biz_date < until
      ) x group by key
      having sum(waybills) <> 0 or sum(pieces) <> 0 or sum(weight) <> 0 or sum(volume) <> 0 or sum(charge_weight) <> 0
        or sum(receivable) <> 0
    ) as agrees`.execute(db)
  return rows[0]?.agrees ?? true
}

/** Each night. Sums that are not what the waybills say are thrown away: reports read the waybills until the next night. */
export async function keepShipped(db: Db): Promise<void> {
  await closeShipped(db)
  if (await shippedAgrees(db)) return
  await db.transaction().execute(async (tx) => {
    await sql`delete from shipped_closed`.execute(tx)
    await sql`truncate shipped_total, shipped_day`.execute(tx)
  })
  throw new Error(
    'the sums of what was shipped are not what the waybills say; they are calculated again the next night',
  )
}
