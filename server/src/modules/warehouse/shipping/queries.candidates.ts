import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import type { Quality } from '@xunyun/contract/warehouse/ledger/moveTypes'
import { sql } from 'kysely'
import { clock } from '../../../platform/clock.ts'
import { kept, type Tx } from '../../../platform/db.ts'
import type { SeenId } from '../../../platform/scope.ts'
import type { StockKey } from '../ledger/index.ts'

/** What a line still lacks. Lines of no notice have numbers below zero, and the notice 0. */
export type Need = {
  lineId: number
  noticeId: number
  warehouseId: number
  itemId: number
  batchNo: string | null
  expiryAfter: string | null
  quality: Quality
  qty: string
}
/** Balances that a line is not to be sent to, beside those where it was short once. */
export type Skip = { lineId: number; locationId: number; batchId: number; containerId: number }
export type Match = {
  need: Need
  stockId: number
  locationId: number
  locationCode: string
  batchId: number
  batchNo: string
  containerId: number
  containerCode: string | null
  qty: string
}
type Candidate = Omit<Match, 'need' | 'qty'> & { lineId: number; free: string }

/**
 * What lines of notices lack, in the order given. An owner's scope does not matter here: the notices were found inside it.
 */
export async function needsOf(tx: Tx, noticeIds: readonly number[]): Promise<Need[]> {
  const found = await sql<Need>`${kept}
    select l.id as "lineId", n.id as "noticeId", n.warehouse_id as "warehouseId", l.item_id as "itemId", l.batch_no as "batchNo",
      l.expiry_after as "expiryAfter", l.quality, trim_scale(l.qty - l.allocated - l.closed)::text as qty
    from unnest(${[...noticeIds]}::bigint[]) with ordinality u(id, o) join outbound_notice n on n.id = u.id
      join outbound_line l on l.notice_id = n.id
    where l.qty > l.allocated + l.closed order by u.o, l.seq`.execute(tx)
  return found.rows
}

/** Goods that may go out: what is for sale is good, fresh enough and in a zone that is sold from; the rest is asked for by its quality. */
export const mayGoOut = () => sql`
  (case when s.quality = 'good' then z.sellable and (b.expiry is null or (b.expiry >= ${clock.today()}::date
      and b.expiry >= ${clock.today()}::date + coalesce(i.min_remain_out_days, 0)))
    else z.type not in ('receive', 'stage') end)`
/** What expires first, else what came in first, then the shortest way. */
const rank = sql`case when h.expiry_controlled then h.expiry end nulls last, h.inbound, h.pick_seq, h.code, h.id`

/**
 * The balances that the lines can be served from, held until the end of the transaction in the order in which postings
 * take them, in one statement: of each line as many, in their rank, as all that is wanted of the item could use up.
 */
async function candidates(tx: Tx, needs: readonly Need[], skip: readonly Skip[], hold: boolean): Promise<Candidate[]> {
  const column = <T>(of: (need: Need) => T) => needs.map(of)
  const found = await sql<Candidate>`
    with need as materialized (
      select u.*, sum(u.qty) over (partition by u.warehouse_id, u.item_id, u.quality) as wanted
      from unnest(${column((n) => n.lineId)}::bigint[], ${column((n) => n.warehouseId)}::bigint[], ${column((n) => n.itemId)}::bigint[],
        ${column((n) => n.batchNo)}::text[], ${column((n) => n.expiryAfter)}::date[], ${column((n) => n.quality)}::text[],
        ${column((n) => n.qty)}::numeric[]) u(line_id, warehouse_id, item_id, batch_no, expiry_after, quality, qty)
    ), skipped as materialized (
      select * from unnest(${skip.map((s) => s.lineId)}::bigint[], ${skip.map((s) => s.locationId)}::bigint[],
        ${skip.map((s) => s.batchId)}::bigint[], ${skip.map((s) => s.containerId)}::bigint[]) u(line_id, location_id, batch_id, container_id)
      union all select line_id, location_id, batch_id, container_id from pick_act where short > 0 and line_id in (select line_id from need)
    ), held as materialized (
      select s.id, s.warehouse_id, s.item_id, s.quality, s.location_id, s.batch_id, s.container_id,
        s.on_hand - s.allocated - s.frozen as free, b.batch_no, b.expiry, b.inbound, l.pick_seq, l.code, i.expiry_controlled
      from stock s join batch b on b.id = s.batch_id join location l on l.id = s.location_id
        join warehouse_zone z on z.id = l.zone_id join item i on i.id = s.item_id
      where (s.warehouse_id, s.item_id, s.quality) in (select warehouse_id, item_id, quality from need)
        and s.on_hand - s.allocated - s.frozen > 0 and l.count_id is null and not l.is_deleted and ${mayGoOut()}
      order by s.item_id, s.location_id, s.batch_id, s.quality, s.container_id ${hold ? sql`for no key update of s` : sql``}
    ), ranked as (
      select h.*, row_number() over (order by ${rank}) as rank from held h
    )
    select x.line_id as "lineId", x.id as "stockId", x.location_id as "locationId", x.code as "locationCode", x.batch_id as "batchId",
      x.batch_no as "batchNo", x.container_id as "containerId", c.code as "containerCode", trim_scale(x.free)::text as free
    from (
      select n.line_id, n.wanted, r.*, sum(r.free) over (partition by n.line_id order by r.rank rows unbounded preceding) - r.free as before
      from need n join ranked r on r.warehouse_id = n.warehouse_id and r.item_id = n.item_id and r.quality = n.quality
      where (n.batch_no is null or r.batch_no = n.batch_no) and (n.expiry_after is null or r.expiry > n.expiry_after)
        and not exists (select 1 from skipped k where k.line_id = n.line_id and k.location_id = r.location_id and k.batch_id = r.batch_id
          and k.container_id = r.container_id)
    ) x left join container c on c.id = x.container_id
    where x.before < x.wanted order by x.line_id, x.rank`.execute(tx)
  return found.rows
}

/** A balance that is held, and what of it is free. */
export type Held = StockKey & { free: string }
/**
 * Holds what a short pick may touch, in the order in which postings take it: looked for first and posted after, another
 * shelf and the place where goods are made ready would be taken the other way round.
 */
export async function holdItems(
  tx: Tx,
  warehouseId: number,
  itemIds: readonly number[],
  placeId: number,
): Promise<Held[]> {
  const found = await sql<Held>`
    select s.location_id as "locationId", s.item_id as "itemId", s.batch_id as "batchId", s.quality, s.container_id as "containerId",
      trim_scale(s.on_hand - s.allocated - s.frozen)::text as free from stock s
    where s.warehouse_id = ${warehouseId} and s.item_id = any(${[...itemIds]}::bigint[]) and (s.on_hand > 0 or s.location_id = ${placeId})
    order by s.item_id, s.location_id, s.batch_id, s.quality, s.container_id for no key update of s`.execute(tx)
  return found.rows
}
/** Holds where the live goods of notices stand: several are posted one after the other, and their keys cross. */
export async function holdGoodsOf(tx: Tx, noticeIds: readonly SeenId[]): Promise<void> {
  await sql`select s.id from stock s where (s.warehouse_id, s.item_id, s.location_id, s.batch_id, s.quality, s.container_id) in (
      select a.warehouse_id, a.item_id, a.location_id, a.batch_id, a.quality, a.container_id from allocation a
      where a.notice_id = any(${[...noticeIds]}::bigint[]) and a.state in ('allocated', 'picked', 'packed'))
    order by s.item_id, s.location_id, s.batch_id, s.quality, s.container_id for no key update of s`.execute(tx)
}

/** Which goods go to which line: the first line first, each from what goes out first. */
export async function match(
  tx: Tx,
  needs: readonly Need[],
  skip: readonly Skip[] = [],
  /** False: to be shown only, nobody waits for it. */
  hold = true,
): Promise<Match[]> {
  if (needs.length === 0) return []
  const byLine = Map.groupBy(await candidates(tx, needs, skip, hold), ({ lineId }) => lineId)
  const left = new Map<number, string>()
  const matches: Match[] = []
  for (const need of needs) {
    let open = need.qty
    for (const { free, lineId: _, ...place } of byLine.get(need.lineId) ?? []) {
      if (compareDecimal(open, '0') <= 0) break
      const { stockId } = place
      const there = left.get(stockId) ?? free
      if (compareDecimal(there, '0') <= 0) continue
      const qty = compareDecimal(there, open) < 0 ? there : open
      left.set(stockId, new Exact(there).minus(qty).toFixed())
      open = new Exact(open).minus(qty).toFixed()
      matches.push({ need, ...place, qty })
    }
  }
  return matches
}
