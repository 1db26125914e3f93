import type { Input, Output } from '@xunyun/contract/kernel/call'
import {
  type getItemStock,
  type getItemStockTotals,
  type ItemStockFilter,
  type ItemStockRow,
  itemStockTabs,
} from '@xunyun/contract/warehouse/ledger/stock'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, isCustomer } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import { all, anyOf, contains, equals } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { countTabs, figure, paging, type SortKey, totalsOf } from '../../../platform/list.ts'
import { inScope } from '../../../platform/scope.ts'
import { openCount } from './queries.stock.ts'

const sorts = {
  itemNo: { by: sql.ref('i.item_no'), type: 'text' },
  updatedAt: { by: sql.ref('i.updated_at'), type: 'timestamptz' },
} satisfies Record<string, SortKey>

const conditionsOf = (actor: Actor, filter: ItemStockFilter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`not i.is_deleted`,
    sql<SqlBool>`${inScope(actor, 'item', 'i')}`,
    contains('i.search', filter.q),
    equals('i.owner_id', filter.ownerId),
    anyOf('i.id', filter.ids),
  ])

/** What there is of an item where the actor works. */
const held = (actor: Actor, filter: ItemStockFilter): RawBuilder<unknown> => sql`
  select coalesce(sum(s.on_hand), 0) as on_hand, coalesce(sum(s.allocated), 0) as allocated, coalesce(sum(s.frozen), 0) as frozen,
    coalesce(sum(s.on_hand - s.allocated - s.frozen) filter (where s.quality = 'good' and z.sellable
      and (b.expiry is null or b.expiry >= ${clock.today()}::date)), 0) as available,
    ${isCustomer(actor) ? sql`false` : sql`coalesce(bool_or(s.frozen > 0 and ${openCount} is not null), false)`} as to_be_counted,
    min(b.expiry) as next_expiry, count(distinct s.location_id)::int as locations
  from stock s join batch b on b.id = s.batch_id join location l on l.id = s.location_id join warehouse_zone z on z.id = l.zone_id
  where s.item_id = i.id and s.on_hand > 0 and ${inScope(actor, 'stock', 's')}
    and ${filter.warehouseId === undefined ? sql`true` : sql`s.warehouse_id = ${filter.warehouseId}`}`

function tabCondition(tab: ItemStockFilter['tab']): RawBuilder<SqlBool> {
  switch (tab) {
    case undefined:
      return sql`true`
    case 'inStock':
      return sql`h.on_hand > 0`
    case 'below':
      return sql`h.on_hand < i.min_stock`
    case 'none':
      return sql`h.on_hand = 0`
  }
}

export async function listItemStock(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getItemStock>,
): Promise<Output<typeof getItemStock>> {
  const page = paging(sorts, { sort: 'itemNo', dir: 'asc' }, 'i.id', input)
  const found = await sql<ItemStockRow & { k: string }>`
    select i.id, i.owner_id as "ownerId", o.name as "ownerName", i.item_no as "itemNo", i.name as "itemName", i.spec, i.base_unit as "baseUnit",
      trim_scale(i.min_stock)::text as "minStock", trim_scale(i.max_stock)::text as "maxStock", h.next_expiry as "nextExpiry",
      h.locations as "locationCount", h.to_be_counted as "toBeCounted", trim_scale(h.on_hand)::text as "onHand", trim_scale(h.allocated)::text as allocated,
      trim_scale(h.frozen)::text as frozen, trim_scale(h.available)::text as available,
      (select trim_scale(coalesce(sum(x.qty - x.received - x.damaged - x.short), 0))::text from inbound_line x
        join inbound_notice n on n.id = x.notice_id where x.item_id = i.id and n.state in ('new', 'partial') and ${inScope(actor, 'inbound_notice', 'n')}
          and x.qty > x.received + x.damaged + x.short) as coming,
      (${page.key})::text as k
    from item i join company o on o.id = i.owner_id cross join lateral (${held(actor, input)}) h
    where ${conditionsOf(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}`.execute(
    tx,
  )
  return page.finish(found.rows)
}

export async function totalItemStock(tx: Tx, actor: Actor, filter: ItemStockFilter) {
  const sum = (column: string) => figure(sql`sum(${sql.ref(column)}) filter (where ${tabCondition(filter.tab)})`)
  const found = await sql<Output<typeof getItemStockTotals>>`
    select ${countTabs(itemStockTabs, tabCondition, filter.tab)}, ${sum('h.on_hand')} as "onHand",
      ${sum('h.allocated')} as allocated, ${sum('h.frozen')} as frozen, ${sum('h.available')} as available
    from item i cross join lateral (${held(actor, filter)}) h where ${conditionsOf(actor, filter)}`.execute(tx)
  return totalsOf(found)
}
