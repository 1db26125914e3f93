import type { Input, Output } from '@xunyun/contract/kernel/call'
import { moveTypes } from '@xunyun/contract/warehouse/ledger/moveTypes'
import type {
  getTurnover,
  TurnoverFilter,
  TurnoverGroup,
  TurnoverRow,
} from '@xunyun/contract/warehouse/ledger/turnover'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { nextDay, startOfDay } from '../../../platform/clock.ts'
import { all, contains, equals } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { paging, type SortKey, totalsOf } from '../../../platform/list.ts'
import { inScope } from '../../../platform/scope.ts'

/** Days are those of China. */
const inChina = sql`(m.occurred_at at time zone 'Asia/Shanghai')`
/** What a grouping calls its rows: a number and a name. */
const groups: Readonly<Record<TurnoverGroup, { id: RawBuilder<unknown>; name: RawBuilder<unknown> }>> = {
  item: { id: sql`i.id`, name: sql`i.item_no` },
  owner: { id: sql`o.id`, name: sql`o.name` },
  warehouse: { id: sql`w.id`, name: sql`w.name` },
  type: { id: sql`array_position(${[...moveTypes]}::text[], m.type)::bigint`, name: sql`m.type` },
  day: { id: sql`to_char(${inChina}, 'YYYYMMDD')::bigint`, name: sql`to_char(${inChina}, 'YYYY-MM-DD')` },
  month: { id: sql`to_char(${inChina}, 'YYYYMM')::bigint`, name: sql`to_char(${inChina}, 'YYYY-MM')` },
}

const conditionsOf = (actor: Actor, filter: TurnoverFilter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`${inScope(actor, 'stock_move', 'm')}`,
    sql<SqlBool>`m.flow <> 0`,
    sql<SqlBool>`m.occurred_at >= ${startOfDay(filter.from)}::timestamptz`,
    sql<SqlBool>`m.occurred_at < ${startOfDay(nextDay(filter.to))}::timestamptz`,
    equals('m.warehouse_id', filter.warehouseId),
    equals('m.owner_id', filter.ownerId),
    contains('i.search', filter.q),
    filter.quality === undefined
      ? undefined
      : sql<SqlBool>`m.stock_id in (
          -- unscoped: the lines themselves are cut to the scope
          select k.id from stock k where k.quality = ${filter.quality})`,
    filter.ids === undefined ? undefined : sql<SqlBool>`${groups[filter.group].id} = any(${[...filter.ids]}::bigint[])`,
  ])

/**
 * The period's lines that crossed the warehouse's door, added up by grouping and document: what was received and taken
 * back again is a document that brought nothing.
 */
const byDocument = (actor: Actor, filter: TurnoverFilter): RawBuilder<unknown> => {
  const { id, name } = groups[filter.group]
  const isItem = filter.group === 'item'
  return sql`
    select ${id} as id, ${name} as name, g.doc_type || ':' || g.doc_id as doc, ${isItem ? sql`i.name` : sql`null::text`} as item_name,
      ${isItem ? sql`o.name` : sql`null::text`} as owner_name, ${isItem ? sql`i.base_unit` : sql`null::text`} as base_unit,
      coalesce(sum(m.d_on_hand) filter (where m.type = 'RCV'), 0) as received,
      coalesce(-sum(m.d_on_hand) filter (where m.type = 'SHP'), 0) as shipped,
      coalesce(sum(m.d_on_hand) filter (where m.type = 'ADJ'), 0) as adjusted,
      coalesce(sum(m.d_on_hand) filter (where m.type in ('ASM', 'DIS')), 0) as assembled,
      coalesce(sum(case m.type when 'RCV' then m.d_on_hand when 'SHP' then -m.d_on_hand else 0 end * i.gross_weight), 0) as weight,
      coalesce(sum(case m.type when 'RCV' then m.d_on_hand when 'SHP' then -m.d_on_hand else 0 end * i.volume), 0) as volume
    from stock_move m join stock_posting g on g.id = m.posting_id join item i on i.id = m.item_id
      join company o on o.id = m.owner_id join warehouse w on w.id = m.warehouse_id
    where ${conditionsOf(actor, filter)} group by 1, 2, 3, 4, 5, 6`
}
const sums = sql`
  count(*) filter (where received > 0)::int as receipts, sum(received) as received,
  count(*) filter (where shipped > 0)::int as shipments, sum(shipped) as shipped, sum(received) - sum(shipped) as net,
  sum(adjusted) as adjusted, sum(assembled) as assembled, sum(weight) as weight, sum(volume) as volume`
const decimal = (column: string) => sql`trim_scale(coalesce(${sql.ref(`x.${column}`)}, 0))::text as ${sql.id(column)}`
const figures = sql`x.receipts, x.shipments, ${sql.join(['received', 'shipped', 'net', 'adjusted', 'assembled'].map(decimal))},
  round(coalesce(x.weight, 0), 3)::text as weight, round(coalesce(x.volume, 0), 3)::text as volume`

const sorts = {
  name: { by: sql`x.name`, type: 'text' },
  received: { by: sql`x.received`, type: 'numeric' },
  shipped: { by: sql`x.shipped`, type: 'numeric' },
} satisfies Record<string, SortKey>

export async function listTurnover(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getTurnover>,
): Promise<Output<typeof getTurnover>> {
  const page = paging(sorts, { sort: 'received', dir: 'desc' }, 'x.id', input)
  const found = await sql<TurnoverRow & { k: string }>`
    select x.id, x.name, x.item_name as "itemName", x.owner_name as "ownerName", x.base_unit as "baseUnit", ${figures},
      (${page.key})::text as k
    from (
      select id, name, item_name, owner_name, base_unit, ${sums} from (${byDocument(actor, input)}) d group by 1, 2, 3, 4, 5
    ) x where ${page.afterCursor} ${page.order} ${page.limit}`.execute(tx)
  return page.finish(found.rows)
}

export async function totalTurnover(tx: Tx, actor: Actor, filter: TurnoverFilter) {
  const found = await sql<Omit<TurnoverRow, 'id' | 'name' | 'itemName' | 'ownerName' | 'baseUnit'> & { count: number }>`
    select x.count, ${figures} from (
      select count(distinct y.id)::int as count, count(distinct y.doc) filter (where y.in_sum > 0)::int as receipts,
        count(distinct y.doc) filter (where y.out_sum > 0)::int as shipments, sum(y.received) as received, sum(y.shipped) as shipped,
        sum(y.received) - sum(y.shipped) as net, sum(y.adjusted) as adjusted, sum(y.assembled) as assembled,
        sum(y.weight) as weight, sum(y.volume) as volume
      from (
        -- A document of several rows is one document.
        select d.*, sum(received) over (partition by doc) as in_sum, sum(shipped) over (partition by doc) as out_sum
        from (${byDocument(actor, filter)}) d
      ) y
    ) x`.execute(tx)
  return totalsOf(found)
}
