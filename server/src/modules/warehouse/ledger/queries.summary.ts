import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { BalanceFilter, BalanceRow, getBalances } from '@xunyun/contract/warehouse/ledger/summary'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { clock, nextDay, startOfDay } from '../../../platform/clock.ts'
import { all, contains, equals } from '../../../platform/conditions.ts'
import { roomToGroup, type Tx } from '../../../platform/db.ts'
import { paging, type SortKey, totalsOf } from '../../../platform/list.ts'
import { inScope } from '../../../platform/scope.ts'
import { searchPattern } from '../../../platform/search.ts'
import { openingBefore } from './queries.asOf.ts'

/** The period as moments: [from, to). */
const edges = ({ from, to }: BalanceFilter) => ({ from: startOfDay(from), to: startOfDay(nextDay(to)) })

/** What of a line of the ledger counts as what. */
const sums = (from: string) => sql`
  coalesce(sum(m.d_on_hand) filter (where m.occurred_at < ${from}::timestamptz), 0) as before,
  coalesce(sum(m.d_on_hand) filter (where m.occurred_at >= ${from}::timestamptz and m.type = 'RCV'), 0) as received,
  coalesce(sum(m.d_on_hand) filter (where m.occurred_at >= ${from}::timestamptz and m.flow = 1 and m.type <> 'RCV'), 0) as other_in,
  coalesce(-sum(m.d_on_hand) filter (where m.occurred_at >= ${from}::timestamptz and m.type = 'SHP'), 0) as shipped,
  coalesce(-sum(m.d_on_hand) filter (where m.occurred_at >= ${from}::timestamptz and m.flow = -1 and m.type <> 'SHP'), 0) as other_out,
  count(*) filter (where m.occurred_at >= ${from}::timestamptz and m.flow <> 0) as turns`

const within = (actor: Actor, filter: BalanceFilter, alias: 'm' | 'e' | 'k'): RawBuilder<SqlBool> =>
  all([
    // Openings have the columns of the scope, too.
    sql<SqlBool>`${inScope(actor, 'stock_move', alias)}`,
    filter.warehouseId === undefined
      ? undefined
      : sql<SqlBool>`${sql.ref(`${alias}.warehouse_id`)} = ${filter.warehouseId}`,
  ])

/**
 * One item's or batch's period: the opening of the month and its own lines since. Read by the key's index, for the
 * rows of a page.
 */
const ofItem = (actor: Actor, filter: BalanceFilter): RawBuilder<unknown> => {
  const { from, to } = edges(filter)
  return sql`
    select e.on_hand + x.before as opening, x.received, x.other_in, x.shipped, x.other_out, x.turns from (
      select ${sums(from)} from stock_move m where m.item_id = i.id and m.occurred_at < ${to}::timestamptz
        and m.occurred_at >= coalesce(${openingBefore(from)}, '-infinity') and ${within(actor, filter, 'm')}
    ) x cross join (
      select coalesce(sum(e.on_hand), 0) as on_hand from item_opening e where e.month = ${openingBefore(from)} and e.item_id = i.id
        and ${within(actor, filter, 'e')}
    ) e`
}
const ofBatch = (actor: Actor, filter: BalanceFilter): RawBuilder<unknown> => {
  const { from, to } = edges(filter)
  return sql`
    select coalesce(sum(y.opening), 0) as opening, coalesce(sum(y.received), 0) as received, coalesce(sum(y.other_in), 0) as other_in,
      coalesce(sum(y.shipped), 0) as shipped, coalesce(sum(y.other_out), 0) as other_out, coalesce(sum(y.turns), 0) as turns
    from (
      select coalesce(o.on_hand, 0) + x.before as opening, x.received, x.other_in, x.shipped, x.other_out, x.turns
      from stock k left join stock_opening o on o.month = ${openingBefore(from)} and o.stock_id = k.id
      cross join lateral (select ${sums(from)} from stock_move m where m.stock_id = k.id and m.occurred_at < ${to}::timestamptz
        and m.occurred_at >= coalesce(${openingBefore(from)}, '-infinity')) x
      where k.item_id = i.id and k.batch_id = b.id and ${within(actor, filter, 'k')}
    ) y`
}

const itemConditions = (actor: Actor, filter: BalanceFilter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`${inScope(actor, 'item', 'i')}`,
    equals('i.owner_id', filter.ownerId),
    equals('i.id', filter.itemId),
    contains('i.search', filter.q),
    filter.ids === undefined
      ? undefined
      : sql<SqlBool>`${sql.ref(filter.group === 'batch' ? 'b.id' : 'i.id')} = any(${[...filter.ids]}::bigint[])`,
  ])

const figures = sql`
  trim_scale(x.opening)::text as opening, trim_scale(x.received)::text as received, trim_scale(x.other_in)::text as "otherIn",
  trim_scale(x.shipped)::text as shipped, trim_scale(x.other_out)::text as "otherOut",
  trim_scale(x.opening + x.received + x.other_in - x.shipped - x.other_out)::text as closing`
/** Rows where there was nothing and nothing happened are never shown; those that lay still, when asked for. */
const listed = ({ still }: BalanceFilter): RawBuilder<SqlBool> =>
  still === true ? sql`(x.turns > 0 or x.opening <> 0)` : sql`x.turns > 0`

const itemSort = { name: { by: sql`i.item_no`, type: 'text' } } satisfies Record<string, SortKey>

export async function listBalances(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getBalances>,
): Promise<Output<typeof getBalances>> {
  if (input.group === 'owner' || input.group === 'warehouse') return listGroups(tx, actor, input, input.group)
  const isBatch = input.group === 'batch'
  const page = paging(itemSort, { sort: 'name', dir: 'asc' }, isBatch ? 'b.id' : 'i.id', input)
  const found = await sql<BalanceRow & { k: string }>`
    select ${isBatch ? sql`b.id, b.batch_no as name, b.expiry` : sql`i.id, i.item_no as name, null::date as expiry`}, i.id as "itemId",
      i.item_no as "itemNo", i.name as "itemName", (select o.name from company o where o.id = i.owner_id) as "ownerName",
      i.base_unit as "baseUnit", ${figures}, (${page.key})::text as k
    from item i ${isBatch ? sql`join batch b on b.item_id = i.id` : sql``}
    cross join lateral (${isBatch ? ofBatch(actor, input) : ofItem(actor, input)}) x
    where ${itemConditions(actor, input)} and ${listed(input)} and ${page.afterCursor} ${page.order} ${page.limit}`.execute(
    tx,
  )
  return page.finish(found.rows)
}

/**
 * The whole of it, by the difference of two edges: each is an opening and the lines of at most a month. The cost is the
 * edges', not the period's (domain §6). Both openings lie in the order of their key: they are joined as they are read.
 */
function whole(actor: Actor, filter: BalanceFilter): RawBuilder<unknown> {
  const { from, to } = edges(filter)
  const opening = (moment: string) =>
    sql`select e.* from item_opening e where e.month = ${openingBefore(moment)} and ${within(actor, filter, 'e')}`
  const since = (moment: string, edge: -1 | 1) => sql`
    select m.warehouse_id, m.owner_id, m.item_id, m.type, m.flow, m.d_on_hand as d, ${edge}::int as edge from stock_move m
    -- What is promised or held stays where it is: most lines bring and take nothing.
    where m.occurred_at < ${moment}::timestamptz and m.occurred_at >= coalesce(${openingBefore(moment)}, '-infinity') and m.d_on_hand <> 0
      and ${within(actor, filter, 'm')}`
  return sql`
    select warehouse_id, item_id, coalesce(o.owner_id, d.owner_id) as owner_id, coalesce(o.opening, 0) + coalesce(d.opening, 0) as opening,
      coalesce(o.received, 0) + coalesce(d.received, 0) as received,
      coalesce(o.came, 0) + coalesce(d.came, 0) - coalesce(o.received, 0) - coalesce(d.received, 0) as other_in,
      coalesce(o.shipped, 0) + coalesce(d.shipped, 0) as shipped,
      coalesce(o.went, 0) + coalesce(d.went, 0) - coalesce(o.shipped, 0) - coalesce(d.shipped, 0) as other_out,
      coalesce(o.closing, 0) + coalesce(d.closing, 0) as closing,
      (coalesce(o.came, 0) + coalesce(d.came, 0) <> 0 or coalesce(o.went, 0) + coalesce(d.went, 0) <> 0)::int as turns
    from (
      select warehouse_id, item_id, coalesce(z.owner_id, a.owner_id) as owner_id, coalesce(a.on_hand, 0) as opening,
        coalesce(z.cum_received, 0) - coalesce(a.cum_received, 0) as received, coalesce(z.cum_in, 0) - coalesce(a.cum_in, 0) as came,
        coalesce(z.cum_shipped, 0) - coalesce(a.cum_shipped, 0) as shipped, coalesce(z.cum_out, 0) - coalesce(a.cum_out, 0) as went,
        coalesce(z.on_hand, 0) as closing
      from (${opening(to)}) z full join (${opening(from)}) a using (warehouse_id, item_id)
    ) o full join (
      select warehouse_id, item_id, min(owner_id) as owner_id, sum(d) filter (where edge = -1) as opening,
        sum(edge * d) filter (where type = 'RCV') as received, sum(edge * d) filter (where flow = 1) as came,
        -sum(edge * d) filter (where type = 'SHP') as shipped, -sum(edge * d) filter (where flow = -1) as went,
        sum(d) filter (where edge = 1) as closing
      from (${since(to, 1)} union all ${since(from, -1)}) x group by 1, 2
    ) d using (warehouse_id, item_id)`
}

const wholeConditions = (actor: Actor, filter: BalanceFilter): RawBuilder<SqlBool> =>
  all([
    equals('x.owner_id', filter.ownerId),
    equals('x.item_id', filter.itemId),
    filter.q === undefined
      ? undefined
      : sql<SqlBool>`x.item_id in (select i.id from item i where i.search like ${searchPattern(filter.q)} and ${inScope(actor, 'item', 'i')})`,
    filter.ids === undefined || filter.group === 'batch'
      ? undefined
      : sql<SqlBool>`${sql.ref(`x.${filter.group}_id`)} = any(${[...filter.ids]}::bigint[])`,
  ])

async function listGroups(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getBalances>,
  group: 'owner' | 'warehouse',
): Promise<Output<typeof getBalances>> {
  const page = paging({ name: { by: sql`g.name`, type: 'text' } }, { sort: 'name', dir: 'asc' }, 'g.id', input)
  await roomToGroup(tx)
  const table = group === 'owner' ? sql`company` : sql`warehouse`
  const found = await sql<BalanceRow & { k: string }>`
    select g.id, g.name, null::int as "itemId", null as "itemNo", null as "itemName", ${group === 'owner' ? sql`g.name` : sql`null`} as "ownerName",
      null as "baseUnit", null::date as expiry, ${figures}, (${page.key})::text as k
    from (
      select ${sql.ref(`x.${group}_id`)} as id, sum(opening) as opening, sum(received) as received, sum(other_in) as other_in,
        sum(shipped) as shipped, sum(other_out) as other_out, max(turns) as turns
      from (${whole(actor, input)}) x where ${wholeConditions(actor, input)} group by 1
    ) x join ${table} g on g.id = x.id
    where ${listed(input)} and ${page.afterCursor} ${page.order} ${page.limit}`.execute(tx)
  return page.finish(found.rows)
}

export async function totalBalances(tx: Tx, actor: Actor, filter: BalanceFilter) {
  const { to } = edges(filter)
  await roomToGroup(tx)
  const found = await sql<{
    count: number
    opening: string
    received: string
    otherIn: string
    shipped: string
    otherOut: string
    closing: string
    balanced: boolean
  }>`
    select count(*) filter (where ${listed(filter)})::int as count, ${sql.join(
      [
        ['opening', 'opening'],
        ['received', 'received'],
        ['other_in', 'otherIn'],
        ['shipped', 'shipped'],
        ['other_out', 'otherOut'],
        ['closing', 'closing'],
      ].map(
        ([column = '', name = '']) =>
          sql`trim_scale(coalesce(sum(${sql.ref(`x.${column}`)}), 0))::text as ${sql.id(name)}`,
      ),
    )},
      coalesce(bool_and(x.opening + x.received + x.other_in - x.shipped - x.other_out = x.closing), true) and
        ${to > clock.iso() ? nowAgrees(actor, filter) : sql`true`} as balanced
    from (${whole(actor, filter)}) x where ${wholeConditions(actor, filter)}`.execute(tx)
  return totalsOf(found)
}

/** A period that ends today closes with what stands there now. */
const nowAgrees = (actor: Actor, filter: BalanceFilter): RawBuilder<unknown> => sql`
  coalesce(sum(x.closing), 0) = (select coalesce(sum(s.on_hand), 0) from stock s where ${inScope(actor, 'stock', 's')}
    and ${filter.warehouseId === undefined ? sql`true` : sql`s.warehouse_id = ${filter.warehouseId}`}
    and ${filter.ownerId === undefined ? sql`true` : sql`s.owner_id = ${filter.ownerId}`}
    and ${filter.itemId === undefined ? sql`true` : sql`s.item_id = ${filter.itemId}`}
    and ${filter.q === undefined ? sql`true` : sql`s.item_id in (select i.id from item i where i.search like ${searchPattern(filter.q)})`}
    and ${filter.ids === undefined || filter.group === 'batch' ? sql`true` : sql`${sql.ref(`s.${filter.group}_id`)} = any(${[...filter.ids]}::bigint[])`})`
