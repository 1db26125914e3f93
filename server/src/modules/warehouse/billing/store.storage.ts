import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { dayBefore, nextDay, startOfDay } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import { stockAsOf } from '../ledger/index.ts'

/** What stood in the warehouses at the end of each day, and since when (domain §6: daily snapshots; docs/storage.md). */

/** Runs of the night and of people take turns: what one counts and charges the other finds done. */
export const takeTurn = (tx: Tx): Promise<unknown> => sql`select pg_advisory_xact_lock(hashtext('storage'))`.execute(tx)

/** Which goods a count is about: all, or those of some keys, given as a query of (warehouse_id, item_id). */
type Among = { readonly stock: RawBuilder<SqlBool>; readonly of: (alias: string) => RawBuilder<SqlBool> }
const everything: Among = { stock: sql<SqlBool>`true`, of: () => sql<SqlBool>`true` }
/** The goods of the table `anew`, with what shares their places. */
const marked: Among = {
  stock: sql<SqlBool>`stock_id in (select s.id from stock s where s.location_id in (
    select t.location_id from stock t join anew a on a.warehouse_id = t.warehouse_id and a.item_id = t.item_id))`,
  of: (alias) =>
    sql<SqlBool>`(${sql.ref(`${alias}.warehouse_id`)}, ${sql.ref(`${alias}.item_id`)}) in (select warehouse_id, item_id from anew)`,
}
/** Marks goods, until the transaction ends. */
async function mark(tx: Tx, keys: RawBuilder<unknown>): Promise<void> {
  await sql`create temp table anew (warehouse_id bigint, item_id bigint) on commit drop`.execute(tx)
  await sql`insert into anew ${keys}`.execute(tx)
  await sql`analyze anew`.execute(tx)
}

/**
 * A day's goods from the ledger, as common table expressions: `items` (a row for each item in a warehouse) and `layers` (the
 * same by day of receipt). What leaves is the oldest: what is left are the youngest receipts that make up what stands there,
 * so no receipt older than that need be known. A receipt taken back counts for less on its own day, from then on.
 * `before`: the layers of the day before are counted and can be gone on from, but for goods whose receipts or shipments
 * were taken back that day.
 */
function goodsOf(day: string, among: Among, before: boolean): RawBuilder<unknown> {
  const [from, to] = [startOfDay(day), startOfDay(nextDay(day))]
  const receivedOf = sql`(coalesce(o.occurred_at, m.occurred_at) at time zone 'Asia/Shanghai')::date`
  // unscoped: the whole of a day is counted, whoever's it is
  const history = sql`
    select m.warehouse_id, m.item_id, ${receivedOf} as received, sum(m.d_on_hand) as qty
    from stock_move m left join stock_move o on o.id = m.reverses_id
    where m.flow = 1 and m.occurred_at < ${to}::timestamptz and ${among.of('m')}`
  const came = before
    ? sql`
      select l.warehouse_id, l.item_id, l.received, l.qty from storage_layer l
      where l.day = ${dayBefore(day)}::date and ${among.of('l')}
        and not exists (select 1 from mended d where d.warehouse_id = l.warehouse_id and d.item_id = l.item_id)
      union all
      select m.warehouse_id, m.item_id, ${day}::date, sum(m.d_on_hand) from stock_move m
      where m.flow = 1 and m.occurred_at >= ${from}::timestamptz and m.occurred_at < ${to}::timestamptz and ${among.of('m')}
        and not exists (select 1 from mended d where d.warehouse_id = m.warehouse_id and d.item_id = m.item_id) group by 1, 2
      union all
      ${history} and exists (select 1 from mended d where d.warehouse_id = m.warehouse_id and d.item_id = m.item_id) group by 1, 2, 3`
    : sql`${history} group by 1, 2, 3`
  return sql`
    stood as materialized (
      -- unscoped: the whole of a day is counted, whoever's it is
      select s.warehouse_id, s.owner_id, s.item_id, s.location_id, s.container_id, a.on_hand as qty
      from (${stockAsOf(to, among.stock)}) a join stock s on s.id = a.stock_id where a.on_hand > 0
    ), pallet as materialized (
      select k.container_id, 1.0 / count(distinct k.item_id) as part
      from stood k join container c on c.id = k.container_id and c.type = 'lpn' where k.container_id <> 0 group by 1
    ), palletised as (
      select k.warehouse_id, k.item_id, sum(p.part) as containers, sum(k.qty) as qty
      from (select warehouse_id, item_id, container_id, sum(qty) as qty from stood where container_id <> 0 group by 1, 2, 3) k
      join pallet p on p.container_id = k.container_id group by 1, 2
    ), place as materialized (
      select location_id, 1.0 / count(distinct item_id) as part from stood group by 1
    ), placed as (
      select k.warehouse_id, k.item_id, coalesce(sum(p.part * l.length_cm * l.width_cm / 10000), 0) as area,
        min(l.id) filter (where l.length_cm is null or l.width_cm is null) as unsized_id
      from (select distinct warehouse_id, item_id, location_id from stood) k
      -- unscoped: the places that the goods stand on
      join place p on p.location_id = k.location_id join location l on l.id = k.location_id group by 1, 2
    ), items as materialized (
      select k.warehouse_id, k.owner_id, k.item_id, k.qty, coalesce(c.qty, 0) as contained, coalesce(c.containers, 0) as containers,
        p.area, p.unsized_id
      from (select warehouse_id, min(owner_id) as owner_id, item_id, sum(qty) as qty from stood group by 1, 3) k
      join placed p using (warehouse_id, item_id) left join palletised c using (warehouse_id, item_id)
      where ${among.of('k')}
    ), mended as materialized (
      -- unscoped: the whole of a day is counted, whoever's it is
      select distinct m.warehouse_id, m.item_id from stock_move m
      where m.occurred_at >= ${from}::timestamptz and m.occurred_at < ${to}::timestamptz and m.flow <> 0 and m.reverses_id is not null
    ), came as (${came}), layers as (
      select k.warehouse_id, k.owner_id, k.item_id, k.received, least(k.came, k.qty - k.younger) as qty from (
        select i.warehouse_id, i.owner_id, i.item_id, i.qty, c.received, c.qty as came, coalesce(sum(c.qty) over (
          partition by c.warehouse_id, c.item_id order by c.received desc rows between unbounded preceding and 1 preceding), 0) as younger
        from items i join came c using (warehouse_id, item_id)
      ) k where k.came > 0 and k.qty > k.younger
    )`
}

/** Goods of some owners on a day that is not counted, for a question: nothing is written. */
export function goodsOfOwners(day: string, owners: readonly number[]): RawBuilder<unknown> {
  const ids = sql`${[...owners]}::bigint[]`
  return goodsOf(
    day,
    {
      // What shares their pallets and places is looked at too.
      stock: sql<SqlBool>`stock_id in (select id from stock where location_id in (select location_id from stock where owner_id = any(${ids})))`,
      // unscoped: items of owners whose charges are asked for
      of: (alias) => sql<SqlBool>`${sql.ref(`${alias}.item_id`)} in (select id from item where owner_id = any(${ids}))`,
    },
    false,
  )
}

/** Goods of a day that is counted, in the same form. */
export const goodsCounted = (): RawBuilder<unknown> =>
  sql`items as not materialized (select * from storage_item), layers as not materialized (select * from storage_layer)`

async function write(tx: Tx, day: string, among: Among, before: boolean): Promise<void> {
  // What the parts of the statement hold is not known beforehand: taken for a few rows, a whole day would be joined row by row.
  if (among === everything) await sql`set local enable_nestloop = off`.execute(tx)
  await sql`delete from storage_item i where day = ${day}::date and ${among.of('i')}`.execute(tx)
  await sql`delete from storage_layer l where day = ${day}::date and ${among.of('l')}`.execute(tx)
  await sql`with ${goodsOf(day, among, before)}, kept as (
      insert into storage_item (day, warehouse_id, owner_id, item_id, qty, contained, containers, area, unsized_id)
      select ${day}::date, warehouse_id, owner_id, item_id, qty, contained, round(containers, 4), round(area, 4), unsized_id from items
    )
    insert into storage_layer (day, warehouse_id, item_id, received, qty)
    select ${day}::date, warehouse_id, item_id, received, qty from layers`.execute(tx)
}

/**
 * A day that follows one that was counted at once: what stands where nothing came, left or was measured since stands as it stood, and is
 * taken over; the rest is counted. False where that is so much that the whole day is better counted at once.
 */
async function goOn(tx: Tx, day: string): Promise<boolean> {
  const before = dayBefore(day)
  await mark(
    tx,
    sql`
    -- unscoped: the whole of a day is counted, whoever's it is
    select distinct s.warehouse_id, s.item_id from stock s where s.location_id in (
      select k.location_id from stock_move m join stock k on k.id = m.stock_id
      where m.occurred_at >= ${startOfDay(day)}::timestamptz and m.occurred_at < ${startOfDay(nextDay(day))}::timestamptz
        and (m.d_on_hand <> 0 or m.flow <> 0)
      -- The day before was counted after it was over: with a day to spare, no place that was measured since is missed.
      union select l.id from location l where l.updated_at >= ${startOfDay(before)}::timestamptz)`,
  )
  const found = await sql<{ some: boolean; few: boolean }>`
    select exists (select 1 from anew) as some,
      (select count(*) from anew) * 4 <= (select count(*) from storage_item where day = ${before}::date) as few`.execute(
    tx,
  )
  if (found.rows[0]?.few !== true) return false
  const unmarked = (alias: string) => sql<SqlBool>`not exists (select 1 from anew a
    where a.warehouse_id = ${sql.ref(`${alias}.warehouse_id`)} and a.item_id = ${sql.ref(`${alias}.item_id`)})`
  await sql`
    insert into storage_item (day, warehouse_id, owner_id, item_id, qty, contained, containers, area, unsized_id)
    select ${day}::date, warehouse_id, owner_id, item_id, qty, contained, containers, area, unsized_id
    from storage_item i where day = ${before}::date and ${unmarked('i')} order by warehouse_id, item_id`.execute(tx)
  await sql`
    insert into storage_layer (day, warehouse_id, item_id, received, qty)
    select ${day}::date, warehouse_id, item_id, received, qty
    from storage_layer l where day = ${before}::date and ${unmarked('l')} order by warehouse_id, item_id, received`.execute(
    tx,
  )
  if (found.rows[0].some) await write(tx, day, marked, true)
  return true
}

/** What has been recorded so far: every posting under way has ended when it answers, and none of them is missed later. */
async function recordedSoFar(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`lock table stock_posting in share mode`.execute(tx)
    // unscoped: how far the ledger goes
    const found = await sql<{ id: number }>`select coalesce(max(id), 0)::bigint as id from stock_move`.execute(tx)
    return found.rows[0]?.id ?? 0
  })
}

/** The first day that has to be counted: when the first quotation holds, not before the first goods came. */
async function firstDay(db: Db): Promise<string | null> {
  const found = await sql<{ day: string | null }>`
    -- unscoped: days are counted for everybody
    select greatest(min(q.valid_from), ((select min(occurred_at) from stock_move) at time zone 'Asia/Shanghai')::date) as day
    from quotation q where q.status in ('active', 'ended') and not q.is_deleted`.execute(db)
  return found.rows[0]?.day ?? null
}

/**
 * Counts the days up to `last` (one that is over) that are not counted, and anew the goods of counted days about which
 * something was recorded since, dated back, or whose places got their sizes. A day is one transaction: after a crash the
 * next run goes on. Answers how many days were written. `since`: days to be counted although no quotation asks for them.
 */
export async function countDays(db: Db, last: string, since?: string): Promise<number> {
  const recorded = await recordedSoFar(db)
  let written = await countAnew(db, recorded)
  const first = [since, (await firstDay(db)) ?? undefined].filter((day) => day !== undefined).sort()[0]
  if (first === undefined) return written
  const missing = await sql<{ day: string }>`
    select d::date as day from generate_series(${first}::date, ${last}::date, interval '1 day') d
    where not exists (select 1 from storage_day s where s.day = d::date) order by 1`.execute(db)
  for (const { day } of missing.rows)
    await db.transaction().execute(async (tx) => {
      await takeTurn(tx)
      const had = await sql`select 1 from storage_day where day = ${day}::date`.execute(tx)
      if (had.rows.length > 0) return
      const found = await sql<{
        partly: boolean
      }>`select partly from storage_day where day = ${dayBefore(day)}::date`.execute(tx)
      const [before] = found.rows
      const wentOn = before?.partly === false && (await goOn(tx, day))
      if (!wentOn) await write(tx, day, everything, before !== undefined)
      await sql`insert into storage_day (day, max_move_id) values (${day}::date, ${recorded})`.execute(tx)
      written += 1
    })
  if (written > 0) await sql`analyze storage_item, storage_layer`.execute(db)
  return written
}

/** One counted day after another: the goods that have to be, and no others. */
async function countAnew(db: Db, recorded: number): Promise<number> {
  const days = await sql<{ day: string; late: boolean }>`
    with late as (
      -- unscoped: what was recorded of any goods since a day was counted
      select min((m.occurred_at at time zone 'Asia/Shanghai')::date) as day from stock_move m
      where m.id > (select min(max_move_id) from storage_day) and m.id <= ${recorded} and m.d_on_hand <> 0
    )
    select d.day, d.day >= l.day as late from storage_day d cross join late l
    where d.day >= l.day or exists (${mendedPlaces(sql.ref('d.day'))}) order by d.day`.execute(db)
  for (const { day, late } of days.rows)
    await db.transaction().execute(async (tx) => {
      await takeTurn(tx)
      const keys = sql`
        select m.warehouse_id, m.item_id from stock_move m
        where ${late === true} and m.id > (select max_move_id from storage_day where day = ${day}::date) and m.id <= ${recorded}
          and m.d_on_hand <> 0 and m.occurred_at < ${startOfDay(nextDay(day))}::timestamptz
        union ${mendedPlaces(sql`${day}::date`)}`
      await mark(tx, keys)
      await write(tx, day, marked, false)
      await sql`update storage_day set charged_at = null, counted_at = clock_timestamp(), partly = true where day = ${day}::date`.execute(
        tx,
      )
    })
  // Said last, for all of them: a crash before it counts them once more.
  await sql`update storage_day set max_move_id = ${recorded} where max_move_id < ${recorded}`.execute(db)
  return days.rows.length
}

/** Goods counted on places that had no length and width and have them now. */
const mendedPlaces = (day: RawBuilder<unknown> | ReturnType<typeof sql.ref>): RawBuilder<unknown> => sql`
  -- unscoped: places that goods of any owner stand on
  select i.warehouse_id, i.item_id from storage_item i join location l on l.id = i.unsized_id
  where i.day = ${day} and l.length_cm is not null and l.width_cm is not null`
