import type { Input, Output } from '@xunyun/contract/kernel/call'
import {
  type getMovableStock,
  type getStockOrders,
  type getStockOrderTotals,
  type MovableStock,
  type StockOrderDetail,
  type StockOrderFilter,
  type StockOrderRow,
  stockOrderLifecycle,
  stockOrderStates,
} from '@xunyun/contract/warehouse/storing/orders'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { abilitiesOf } from '../../../platform/abilities.ts'
import type { Actor } from '../../../platform/actor.ts'
import { all, anyOf, betweenDays, contains, equals } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { countTabs, figure, paging, type SortKey, totalsOf } from '../../../platform/list.ts'
import { notFound } from '../../../platform/refusal.ts'
import { inScope } from '../../../platform/scope.ts'
import { likeStart, searchPattern } from '../../../platform/search.ts'
import { waitingOf } from './store.orders.ts'

const sorts = {
  createdAt: { by: sql.ref('d.created_at'), type: 'timestamptz' },
  orderNo: { by: sql.ref('d.order_no'), type: 'text' },
} satisfies Record<string, SortKey>

const conditionsOf = (actor: Actor, filter: StockOrderFilter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`not d.is_deleted`,
    sql<SqlBool>`${inScope(actor, 'stock_order', 'd')}`,
    contains('d.search', filter.q),
    equals('d.warehouse_id', filter.warehouseId),
    filter.ownerId === undefined
      ? undefined
      : // unscoped: goods of an order that is found inside the scope
        sql<SqlBool>`exists (select 1 from stock_order_line k join stock s on s.id = k.stock_id
          where k.order_id = d.id and s.owner_id = ${filter.ownerId})`,
    equals('d.type', filter.type),
    equals('d.reason', filter.reason),
    betweenDays('d.created_at', filter.from, filter.to),
    anyOf('d.id', filter.ids),
  ])

const tabCondition = (tab: StockOrderFilter['tab']): RawBuilder<SqlBool> => equals('d.state', tab) ?? sql`true`

/** The first of several, and that there are more. */
const firstOf = (values: string) =>
  sql`(array_agg(distinct ${sql.ref(values)}))[1] || case when count(distinct ${sql.ref(values)}) > 1 then ' …' else '' end`
const columns = sql`
  d.id, d.order_no as "orderNo", d.type, d.state, w.name as "warehouseName", x."ownerName", x."lineCount", x.qty, x."fromLocation",
  x."toLocation", d.reason, d.remark, u.name as "createdByName", d.created_at as "createdAt", d.done_at as "doneAt",
  d.done_by_name as "doneByName", d.cancel_reason as "cancelReason", d.version`
const joins = sql`
  join warehouse w on w.id = d.warehouse_id left join app_user u on u.id = d.created_by
  cross join lateral (
    select count(*)::int as "lineCount", trim_scale(sum(l.qty))::text as qty, ${firstOf('f.code')} as "fromLocation",
      ${firstOf('t.code')} as "toLocation", case when count(distinct o.id) = 1 then min(o.name) end as "ownerName"
    -- unscoped: lines of an order that is found inside the scope
    from stock_order_line l join stock s on s.id = l.stock_id join location f on f.id = s.location_id
    join company o on o.id = s.owner_id left join location t on t.id = l.to_location_id where l.order_id = d.id
  ) x`

const actionsFor = (actor: Actor, { state }: Pick<StockOrderRow, 'state'>) =>
  abilitiesOf(actor, stockOrderLifecycle, state)

export async function listOrders(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getStockOrders>,
): Promise<Output<typeof getStockOrders>> {
  const page = paging(sorts, { sort: 'createdAt', dir: 'desc' }, 'd.id', input)
  const found = await sql<Omit<StockOrderRow, 'actions'> & { k: string }>`
    select ${columns}, p.k::text as k from (
      select d.id, ${page.key} as k from stock_order d
      where ${conditionsOf(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join stock_order d on d.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => ({ ...row, actions: actionsFor(actor, row) })), next }
}

export async function totalOrders(tx: Tx, actor: Actor, filter: StockOrderFilter) {
  const mine = tabCondition(filter.tab)
  const found = await sql<Output<typeof getStockOrderTotals>>`
    select ${countTabs(stockOrderStates, tabCondition, filter.tab)}, coalesce(sum(x.lines) filter (where ${mine}), 0)::int as "lineCount",
      ${figure(sql`sum(x.qty) filter (where ${mine})`)} as qty
    from stock_order d cross join lateral (
      select count(*) as lines, sum(k.qty) as qty from stock_order_line k where k.order_id = d.id) x
    where ${conditionsOf(actor, filter)}`.execute(tx)
  return totalsOf(found)
}

export async function orderDetail(tx: Tx, actor: Actor, id: number): Promise<StockOrderDetail> {
  const found = await sql<Omit<StockOrderDetail, 'actions'>>`
    select ${columns}, (
      select jsonb_agg(jsonb_build_object('id', l.id, 'stockId', l.stock_id, 'itemNo', i.item_no, 'itemName', i.name, 'baseUnit', i.base_unit,
        'ownerName', o.name, 'batchNo', b.batch_no, 'quality', s.quality, 'containerCode', c.code, 'fromLocation', f.code,
        'toLocation', t.code, 'toQuality', l.to_quality, 'qty', trim_scale(l.qty)::text, 'whole', l.whole, 'serials', l.serials) order by l.seq)
      -- unscoped: lines of an order that is found inside the scope
      from stock_order_line l join stock s on s.id = l.stock_id join item i on i.id = s.item_id join company o on o.id = s.owner_id
      join batch b on b.id = s.batch_id join location f on f.id = s.location_id left join container c on c.id = s.container_id
      left join location t on t.id = l.to_location_id where l.order_id = d.id
    ) as lines
    from stock_order d ${joins} where ${conditionsOf(actor, {})} and d.id = ${id}`.execute(tx)
  const order = found.rows[0]
  if (order === undefined) throw notFound()
  return { ...order, actions: actionsFor(actor, order) }
}

/** Goods that could be moved. Who works on the floor asks: never an owner's account, though the goods are his. */
export async function movableStock(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getMovableStock>,
): Promise<Output<typeof getMovableStock>> {
  const { q, code, ids } = input
  const found = await sql<MovableStock>`
    select s.id, concat_ws(' ', l.code, i.item_no, nullif(b.batch_no, '')) as label,
      concat_ws(' · ', i.name, c.code, trim_scale(s.on_hand)::text) as hint,
      s.warehouse_id as "warehouseId", w.name as "warehouseName", w.code as "warehouseCode", w.hand_entry as "handEntry", s.location_id as "locationId", l.code as "locationCode", i.item_no as "itemNo",
      i.name as "itemName", i.base_unit as "baseUnit", o.name as "ownerName", b.batch_no as "batchNo", b.expiry, s.quality,
      c.code as "containerCode", i.serial_controlled as "serialControlled", i.barcodes,
      coalesce((select jsonb_agg(jsonb_build_object('unit', k.unit, 'ratio', trim_scale(k.ratio)::text, 'barcode', k.barcode) order by k.ratio)
        from item_pack k where k.item_id = i.id), '[]') as packs,
      trim_scale(s.on_hand)::text as "onHand", trim_scale(s.allocated)::text as allocated, trim_scale(s.frozen)::text as frozen,
      trim_scale(s.on_hand - s.allocated - s.frozen - ${waitingOf})::text as free
    from stock s join location l on l.id = s.location_id join warehouse w on w.id = s.warehouse_id join item i on i.id = s.item_id
    join batch b on b.id = s.batch_id join company o on o.id = s.owner_id left join container c on c.id = s.container_id
    where ${all([
      sql<SqlBool>`${inScope(actor, 'stock', 's')}`,
      sql<SqlBool>`${inScope(actor, 'location', 'l')}`,
      sql<SqlBool>`s.on_hand > 0`,
      equals('s.warehouse_id', input.warehouseId),
      input.warehouseCode === undefined ? undefined : sql<SqlBool>`lower(w.code) = lower(${input.warehouseCode})`,
      anyOf('s.id', ids),
      code === undefined
        ? undefined
        : // unscoped: two indexed questions instead of one that reads all goods; the goods found are inside the scope
          sql<SqlBool>`s.id in (
            select k.id from stock k join location x on x.id = k.location_id where x.code in (${code}, ${code.toUpperCase()})
            union all select k.id from stock k join container x on x.id = k.container_id where x.code in (${code}, ${code.toUpperCase()}))`,
      q === undefined
        ? undefined
        : sql<SqlBool>`(l.code ilike ${likeStart(q)} or b.batch_no ilike ${likeStart(q)} or c.code ilike ${likeStart(q)} or i.search like ${searchPattern(q)})`,
    ])}
    order by l.code, i.item_no, s.id limit ${ids === undefined && code === undefined ? 50 : 500}`.execute(tx)
  return found.rows
}
