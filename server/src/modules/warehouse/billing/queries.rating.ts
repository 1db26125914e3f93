import { type RawBuilder, sql } from 'kysely'
import { nextDay, startOfDay } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import { goodsCounted, goodsOfOwners } from './store.storage.ts'
import type { ItemColumns, QuotationRecord } from './store.ts'

/** What is to be charged, as quantities in the units of its bases: one set-based statement a question (domain §6). */

/** Which quotation holds for an owner's goods at a warehouse on a day, and its items. Common table expressions held and term. */
export type Book = {
  readonly held: (from: string, to: string) => RawBuilder<unknown>
  readonly term: RawBuilder<unknown>
}

/** For whom and where; all of them where it does not say. */
export type For = { readonly customerId?: number | undefined; readonly warehouses: readonly number[] | null }

/** Those in force: one of a warehouse takes the place of one for every warehouse there. */
export const inForce = ({ customerId, warehouses }: For): Book => ({
  held: (from, to) => sql`
    select * from (
      -- unscoped: the caller says for whom, and has looked at his scope
      select distinct on (o.owner_id, w.id, d.day) q.id as quotation_id, q.customer_id, o.owner_id, w.id as warehouse_id, d.day
      from quotation q cross join unnest(q.owner_ids) o(owner_id)
      join warehouse w on (q.warehouse_id = w.id or q.warehouse_id is null) and not w.is_deleted
      cross join lateral (select g::date as day from generate_series(greatest(q.valid_from, ${from}::date)::timestamp,
        least(q.valid_to, ${to}::date)::timestamp, interval '1 day') g) d
      where q.status in ('active', 'ended') and not q.is_deleted and ${warehouses === null ? sql`true` : sql`w.id = any(${[...warehouses]}::bigint[])`}
      order by o.owner_id, w.id, d.day, q.warehouse_id nulls last, q.id
    ) h where ${customerId === undefined ? sql`true` : sql`h.customer_id = ${customerId}`}`,
  term: sql`select k.id, k.quotation_id, k.trigger, k.basis, k.time_unit, k.free_days from quotation_item k`,
})

/** One that is being written: it holds on every day asked for. Its items are known by their place, from 1 on. */
export const beingWritten = (
  { owner_ids, warehouse_id }: Pick<QuotationRecord, 'owner_ids' | 'warehouse_id'>,
  items: readonly ItemColumns[],
  warehouses: readonly number[] | null,
): Book => ({
  held: (from, to) => sql`
    -- unscoped: the warehouses are cut to the actor's
    select 0::bigint as quotation_id, o.owner_id, w.id as warehouse_id, g::date as day
    from unnest(${[...owner_ids]}::bigint[]) o(owner_id)
    join warehouse w on not w.is_deleted and (${warehouse_id}::bigint is null or w.id = ${warehouse_id}::bigint)
      and (${warehouses === null} or w.id = any(${[...(warehouses ?? [])]}::bigint[]))
    cross join generate_series(${from}::date::timestamp, ${to}::date::timestamp, interval '1 day') g`,
  term: sql`
    select r.seq::bigint as id, 0::bigint as quotation_id, r.trigger, r.basis, r.time_unit, r.free_days
    from json_to_recordset(${JSON.stringify(items)}::json) as r(seq int, trigger text, basis text, time_unit text, free_days int)`,
})

export type LeftOut = { reason: string; itemId: number; locationId: number | null; qty: string }
/** What an item of a quotation counts: on a day at a warehouse, or of a document. */
export type Counted = {
  quotationId: number
  termId: number
  warehouseId: number
  day: string
  docType: string | null
  docId: number | null
  docNo: string | null
  quantity: string
  chargeable: string
  problems: LeftOut[]
}

/** How many base units of item `i` a pack held on a day: as it is now, or as it was before it was changed. */
const ratio = (unit: 'box' | 'pallet', day: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce((
  select x.ratio from item_pack_past x where x.item_id = i.id and x.unit = ${sql.lit(unit)} and x.until_day > ${day}
  order by x.until_day, x.id limit 1), ${sql.ref(`${unit}.ratio`)})`

/**
 * Goods `g` (qty, of which paid are past their free days; contained of them on so many containers; area; unsized_id)
 * in the unit of term `t`. Boxes and loose pallets are rounded up, item by item: a begun one is a whole one. Pallets
 * and places count in proportion where a part of the goods on them is free.
 */
const measure = (qty: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  case t.basis
    when 'piece' then ${qty}
    when 'box' then ceil(${qty} / case when i.base_unit = 'box' then 1 else ${ratio('box', day)} end)
    when 'pallet' then round(g.containers * ${qty} / g.qty, 4) + case when g.qty = g.contained then 0
      else ceil((g.qty - g.contained) * ${qty} / (g.qty * case when i.base_unit = 'pallet' then 1 else ${ratio('pallet', day)} end)) end
    when 'kg' then round(${qty} * coalesce(i.gross_weight, case when i.base_unit = 'kg' then 1 end), 3)
    when 'm3' then round(${qty} * i.volume, 4)
    when 'm2' then round(g.area * ${qty} / g.qty, 4)
  end`
const lacking = (day: RawBuilder<unknown>) => sql`
  case
    when t.basis = 'box' and i.base_unit <> 'box' and ${ratio('box', day)} is null then 'noBox'
    when t.basis = 'pallet' and g.qty > g.contained and i.base_unit <> 'pallet' and ${ratio('pallet', day)} is null then 'noPallet'
    when t.basis = 'kg' and i.gross_weight is null and i.base_unit <> 'kg' then 'noWeight'
    when t.basis = 'm3' and i.volume is null then 'noVolume'
    when t.basis = 'm2' and g.unsized_id is not null then 'noFootprint'
  end`
const sizes = sql`
  -- unscoped: the sizes of goods that are charged
  join item i on i.id = g.item_id
  left join item_pack box on box.item_id = i.id and box.unit = 'box'
  left join item_pack pallet on pallet.item_id = i.id and pallet.unit = 'pallet'`
/** How many of the goods that were left out are named; the others stand behind them. */
const named = 200
const leftOut = (alias: string) => {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`
  coalesce(to_jsonb((array_agg(jsonb_build_object('reason', ${of('reason')}, 'itemId', ${of('item_id')}, 'locationId', ${of('unsized_id')},
    'qty', trim_scale(${of('qty')})::text) order by ${of('item_id')}) filter (where ${of('reason')} is not null))[1:${sql.raw(String(named))}]), '[]')
  as problems`
}

const storage = (
  book: Book,
  timeUnit: 'day' | 'month',
  from: string,
  to: string,
  goods: RawBuilder<unknown>,
  on: RawBuilder<unknown>,
) => sql<Counted>`
  with ${goods}, held as materialized (${book.held(from, to)}),
  term as materialized (select k.* from (${book.term}) k where k.trigger = 'storage' and k.time_unit = ${timeUnit}),
  -- Once for all terms with the same free days.
  paid as materialized (
    select h.day, h.free_days, l.warehouse_id, l.item_id, sum(l.qty) as qty
    from (select distinct h.day, h.warehouse_id, h.owner_id, t.free_days from held h join term t on t.quotation_id = h.quotation_id) h
    join items n on n.warehouse_id = h.warehouse_id and n.owner_id = h.owner_id and ${onItems(on)}
    join layers l on ${on} and l.warehouse_id = n.warehouse_id and l.item_id = n.item_id and l.received <= h.day - h.free_days
    group by 1, 2, 3, 4
  ), measured as (
    select h.quotation_id, t.id as term_id, h.warehouse_id, h.day, g.item_id, g.unsized_id, g.qty, ${lacking(sql.ref('h.day'))} as reason,
      ${measure(sql.ref('g.qty'), sql.ref('h.day'))} as quantity, ${measure(sql.ref('g.paid'), sql.ref('h.day'))} as paid
    from held h join term t on t.quotation_id = h.quotation_id
    join items n on n.warehouse_id = h.warehouse_id and n.owner_id = h.owner_id and ${onItems(on)}
    left join paid p on p.day = h.day and p.free_days = t.free_days and p.warehouse_id = n.warehouse_id and p.item_id = n.item_id
    cross join lateral (select n.*, coalesce(p.qty, 0) as paid
    ) g ${sizes}
  )
  select m.quotation_id as "quotationId", m.term_id as "termId", m.warehouse_id as "warehouseId", m.day, null as "docType", null as "docId",
    null as "docNo", trim_scale(coalesce(sum(m.quantity) filter (where m.reason is null), 0))::text as quantity,
    trim_scale(coalesce(sum(least(m.paid, m.quantity)) filter (where m.reason is null), 0))::text as chargeable, ${leftOut('m')}
  from measured m group by 1, 2, 3, 4 order by 4, 3, 1, 2`

/** Goods that are counted know their day; those of a question are of one day. */
const ofDay = sql`l.day = h.day`
const anyDay = sql`true`
const onItems = (on: RawBuilder<unknown>) => (on === ofDay ? sql`n.day = h.day` : sql`true`)

/** The first day that something was dated back to since the days were counted, about goods of these owners. */
const firstDatedBack = (owners: readonly number[]) => sql`(
  -- unscoped: the owners are those of quotations that the caller asks for
  select min((m.occurred_at at time zone 'Asia/Shanghai')::date) from stock_move m
  where m.id > (select min(max_move_id) from storage_day) and m.owner_id = any(${[...owners]}::bigint[]) and m.d_on_hand <> 0)`

/**
 * What stood there, day by day. Without `owners`: from the counted days, which are up to date in a run. With them: days that
 * are not counted, or not since something was dated back, from the ledger.
 */
export async function storageCounted(
  tx: Tx,
  book: Book,
  timeUnit: 'day' | 'month',
  from: string,
  to: string,
  owners: readonly number[] | null,
): Promise<Counted[]> {
  if (from > to) return []
  const counted = await sql<{ day: string }>`
    select d.day from storage_day d where d.day between ${from}::date and ${to}::date
      and ${owners === null ? sql`true` : sql`d.day < coalesce(${firstDatedBack(owners)}, 'infinity')`} order by 1`.execute(
    tx,
  )
  const rows: Counted[] = []
  const lastCounted = counted.rows.at(-1)?.day
  if (lastCounted !== undefined) {
    // Of everybody's goods: what its parts hold is taken for a few rows, and whole days would be joined row by row.
    if (owners === null) await sql`set local enable_nestloop = off`.execute(tx)
    rows.push(...(await storage(book, timeUnit, from, lastCounted, goodsCounted(), ofDay).execute(tx)).rows)
    if (owners === null) await sql`set local enable_nestloop = on`.execute(tx)
  }
  if (owners === null) return rows
  const have = new Set(counted.rows.map(({ day }) => day))
  for (let day = from; day <= to; day = nextDay(day))
    if (!have.has(day))
      rows.push(...(await storage(book, timeUnit, day, day, goodsOfOwners(day, owners), anyDay).execute(tx)).rows)
  return rows.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}

export type HeldMonth = {
  quotationId: number
  warehouseId: number
  month: string
  from: string
  to: string
  held: number
}
/** On how many days of each month a quotation held at a warehouse. */
export async function heldMonths(tx: Tx, book: Book, from: string, to: string): Promise<HeldMonth[]> {
  if (from > to) return []
  const found = await sql<HeldMonth>`
    select h.quotation_id as "quotationId", h.warehouse_id as "warehouseId", to_char(h.day, 'YYYY-MM') as month, min(h.day) as "from",
      max(h.day) as "to", count(distinct h.day)::int as held
    from (${book.held(from, to)}) h group by 1, 2, 3`.execute(tx)
  return found.rows
}

/** Days of documents: from the first moment of one to the last of the other. */
const within = (column: string, from: string, to: string) =>
  sql`${sql.ref(column)} >= ${startOfDay(from)}::timestamptz and ${sql.ref(column)} < ${startOfDay(nextDay(to))}::timestamptz`
const dayOfMoment = (column: string) => sql`(${sql.ref(column)} at time zone 'Asia/Shanghai')::date`

/** What documents that are done moved: a row for each lot of goods, with the container it stood on. */
const lots = (from: string, to: string) => sql`
  -- unscoped: the documents of quotations that the caller asks for
  select 'receipt' as doc_type, r.id as doc_id, r.receipt_no as doc_no, ${dayOfMoment('r.received_at')} as day, r.warehouse_id, e.item_id,
    e.qty, e.container_id
  from receipt r join receipt_entry e on e.receipt_id = r.id and e.reversed_at is null and e.kind in ('received', 'damaged')
  where r.state = 'received' and ${within('r.received_at', from, to)}
  union all
  -- unscoped: the same
  select 'shipment', s.id, n.notice_no, ${dayOfMoment('s.at')}, s.warehouse_id, a.item_id, a.qty, a.container_id
  from shipment s join outbound_notice n on n.id = s.notice_id join allocation a on a.shipment_id = s.id
  where s.reversed_at is null and ${within('s.at', from, to)}
  union all
  -- unscoped: the same
  select 'stockOrder', d.id, d.order_no, ${dayOfMoment('d.done_at')}, d.warehouse_id, m.item_id, m.d_on_hand, k.container_id
  from stock_order d join stock_move m on m.posting_id = d.posting_id and m.d_on_hand > 0 join stock k on k.id = m.stock_id
  where d.state = 'done' and d.type = 'move' and ${within('d.done_at', from, to)}
  union all
  -- unscoped: the same
  select 'stockCount', d.id, d.count_no, ${dayOfMoment('d.done_at')}, d.warehouse_id, l.item_id, coalesce(l.second, l.first), l.container_id
  from stock_count d join stock_count_line l on l.count_id = d.id and coalesce(l.second, l.first) > 0
  where d.state = 'done' and ${within('d.done_at', from, to)}`

/** What documents of these days moved, in the units of the items that charge them. */
export async function documentsCounted(tx: Tx, book: Book, from: string, to: string): Promise<Counted[]> {
  if (from > to) return []
  const found = await sql<Counted>`
    with held as materialized (${book.held(from, to)}), term as materialized (${book.term}), lot as materialized (${lots(from, to)}), pallet as (
      select l.doc_type, l.doc_id, l.container_id, 1.0 / count(distinct l.item_id) as part
      from lot l join container c on c.id = l.container_id and c.type = 'lpn' group by 1, 2, 3
    ), goods as (
      select x.doc_type, x.doc_id, x.doc_no, x.day, x.warehouse_id, x.item_id, sum(x.qty) as qty,
        coalesce(sum(x.qty) filter (where p.part is not null), 0) as contained, coalesce(sum(p.part), 0) as containers,
        0::numeric as area, null::bigint as unsized_id
      from (select doc_type, doc_id, doc_no, day, warehouse_id, item_id, container_id, sum(qty) as qty from lot group by 1, 2, 3, 4, 5, 6, 7) x
      left join pallet p on p.doc_type = x.doc_type and p.doc_id = x.doc_id and p.container_id = x.container_id
      group by 1, 2, 3, 4, 5, 6
    ), measured as (
      select h.quotation_id, t.id as term_id, t.basis, g.*, ${lacking(sql.ref('g.day'))} as reason, ${measure(sql.ref('g.qty'), sql.ref('g.day'))} as quantity
      from goods g ${sizes}
      join held h on h.owner_id = i.owner_id and h.warehouse_id = g.warehouse_id and h.day = g.day
      join term t on t.quotation_id = h.quotation_id and t.trigger = case g.doc_type
        when 'receipt' then 'inbound' when 'shipment' then 'outbound' when 'stockOrder' then 'move' else 'count' end
    )
    select m.quotation_id as "quotationId", m.term_id as "termId", m.warehouse_id as "warehouseId", m.day, m.doc_type as "docType",
      m.doc_id as "docId", m.doc_no as "docNo", x.quantity, x.quantity as chargeable, x.problems
    from (select distinct quotation_id, term_id, warehouse_id, day, doc_type, doc_id, doc_no from measured) m
    cross join lateral (
      select case when min(y.basis) = 'order' then '1' else trim_scale(coalesce(sum(y.quantity) filter (where y.reason is null), 0))::text end as quantity,
        ${leftOut('y')}
      from measured y where y.term_id = m.term_id and y.doc_type = m.doc_type and y.doc_id = m.doc_id and y.quotation_id = m.quotation_id
    ) x
    order by m.day, m.doc_type, m.doc_id, m.quotation_id, m.term_id`.execute(tx)
  return found.rows
}

/** Days on which something is charged for a document that is not done any more, or was done anew on another day. */
export async function daysOfLostDocuments(tx: Tx): Promise<string[]> {
  const found = await sql<{ day: string }>`
    -- unscoped: charges follow their documents, whoever's they are
    select distinct c.day from warehouse_charge c
    where c.doc_id is not null and c.state <> 'cancelled' and c.reverses_id is null
      and not exists (select 1 from warehouse_charge r where r.reverses_id = c.id)
      and not ${isDone}
    union
    -- unscoped: the same; a receipt that lost a part of its goods while another of its notice is open stays finished
    select c.day from warehouse_charge c join charge h on h.id = c.id
    where c.doc_type = 'receipt' and c.state = 'open'
      and exists (select 1 from receipt_entry e where e.receipt_id = c.doc_id
        and e.reversed_at > greatest(h.updated_at, (select max(b.created_at) from charge b where b.adjusts_id = h.id)))
    order by 1`.execute(tx)
  return found.rows.map(({ day }) => day)
}

/** Whether the document of charge `c` is done on the day that it is charged with. */
const isDone = sql`case c.doc_type
  -- unscoped: charges follow their documents, whoever's they are
  when 'receipt' then exists (select 1 from receipt r where r.id = c.doc_id and r.state = 'received' and ${dayOfMoment('r.received_at')} = c.day)
  when 'shipment' then exists (select 1 from shipment s where s.id = c.doc_id and s.reversed_at is null)
  when 'stockOrder' then exists (select 1 from stock_order d where d.id = c.doc_id and d.state = 'done')
  when 'stockCount' then exists (select 1 from stock_count d where d.id = c.doc_id and d.state = 'done')
  else true end`
