import type { Input, Output } from '@xunyun/contract/kernel/call'
import {
  type getStockOrders,
  type StockOrderDetail,
  type StockOrderFilter,
  type StockOrderRow,
  stockOrderStates,
} from '@xunyun/contract/stock/orders'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { nextDay, startOfDay } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { all, paging, type SortKey } from '../../platform/list.ts'
import { notFound } from '../../platform/refusal.ts'
import { inScope } from '../../platform/scope.ts'
import { searchPattern } from '../../platform/search.ts'

const sorts = {
  createdAt: { by: sql.ref('d.created_at'), type: 'timestamptz' },
  orderNo: { by: sql.ref('d.order_no'), type: 'text' },
} satisfies Record<string, SortKey>

const one = (column: string, value: unknown) =>
  value === undefined ? undefined : sql<SqlBool>`${sql.ref(column)} = ${value}`

const conditionsOf = (actor: Actor, filter: StockOrderFilter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`not d.is_deleted`,
    sql<SqlBool>`${inScope(actor, 'stock_order', 'd')}`,
    filter.q === undefined ? undefined : sql<SqlBool>`d.search like ${searchPattern(filter.q)}`,
    one('d.warehouse_id', filter.warehouseId),
    one('d.type', filter.type),
    one('d.reason', filter.reason),
    filter.from === undefined ? undefined : sql<SqlBool>`d.created_at >= ${startOfDay(filter.from)}::timestamptz`,
    filter.to === undefined ? undefined : sql<SqlBool>`d.created_at < ${startOfDay(nextDay(filter.to))}::timestamptz`,
    filter.ids === undefined ? undefined : sql<SqlBool>`d.id = any(${[...filter.ids]}::bigint[])`,
  ])

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
    from stock_order_line l join stock s on s.id = l.stock_id join location f on f.id = s.location_id
    join company o on o.id = s.owner_id left join location t on t.id = l.to_location_id where l.order_id = d.id
  ) x`

export async function listOrders(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getStockOrders>,
): Promise<Output<typeof getStockOrders>> {
  const page = paging(sorts, { sort: 'createdAt', dir: 'desc' }, 'd.id', input)
  const found = await sql<StockOrderRow & { k: string }>`
    select ${columns}, p.k::text as k from (
      select d.id, ${page.key} as k from stock_order d
      where ${conditionsOf(actor, input)} and ${input.tab === undefined ? sql`true` : sql`d.state = ${input.tab}`}
        and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join stock_order d on d.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  return page.finish(found.rows)
}

export async function totalOrders(tx: Tx, actor: Actor, filter: StockOrderFilter) {
  const counts = stockOrderStates.map(
    (state) => sql`count(*) filter (where d.state = ${state})::int as ${sql.id(state)}`,
  )
  const found = await sql<Record<string, number>>`
    select count(*) filter (where ${filter.tab === undefined ? sql`true` : sql`d.state = ${filter.tab}`})::int as count, ${sql.join(counts)}
    from stock_order d where ${conditionsOf(actor, filter)}`.execute(tx)
  const { count = 0, ...tabs } = found.rows[0] ?? {}
  return { count, tabs }
}

export async function orderDetail(tx: Tx, actor: Actor, id: number): Promise<StockOrderDetail> {
  const found = await sql<StockOrderDetail>`
    select ${columns}, (
      select jsonb_agg(jsonb_build_object('id', l.id, 'stockId', l.stock_id, 'itemNo', i.item_no, 'itemName', i.name, 'baseUnit', i.base_unit,
        'ownerName', o.name, 'batchNo', b.batch_no, 'quality', s.quality, 'containerCode', c.code, 'fromLocation', f.code,
        'toLocation', t.code, 'toQuality', l.to_quality, 'qty', trim_scale(l.qty)::text, 'serials', l.serials) order by l.seq)
      from stock_order_line l join stock s on s.id = l.stock_id join item i on i.id = s.item_id join company o on o.id = s.owner_id
      join batch b on b.id = s.batch_id join location f on f.id = s.location_id left join container c on c.id = s.container_id
      left join location t on t.id = l.to_location_id where l.order_id = d.id
    ) as lines
    from stock_order d ${joins} where ${conditionsOf(actor, {})} and d.id = ${id}`.execute(tx)
  const order = found.rows[0]
  if (order === undefined) throw notFound()
  return order
}
