import type { Input, Output } from '@xunyun/contract/kernel/call'
import {
  type getStock,
  type getStockTotals,
  type StockFilter,
  type StockTab,
  stockTabs,
} from '@xunyun/contract/warehouse/ledger/stock'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, isCustomer } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import { all, anyOf, equals } from '../../../platform/conditions.ts'
import { roomToGroup, type Tx } from '../../../platform/db.ts'
import { countTabs, figure, paging, type SortKey, totalsOf } from '../../../platform/list.ts'
import { inScope } from '../../../platform/scope.ts'
import { likeStart, searchPattern } from '../../../platform/search.ts'
import { stockAsOf } from './queries.asOf.ts'

const sorts = {
  location: { by: sql`l.code`, type: 'text' },
  expiry: { by: sql`coalesce(b.expiry, 'infinity'::date)`, type: 'date' },
  inbound: { by: sql`b.inbound`, type: 'date' },
  itemNo: { by: sql`i.item_no`, type: 'text' },
} satisfies Record<string, SortKey>
/** An owner is not told where in the warehouse his goods stand: neither by a column nor by the order of the rows. */
const sortsFor = (actor: Actor): typeof sorts => (isCustomer(actor) ? { ...sorts, location: sorts.itemNo } : sorts)

const starts = (q: string) => likeStart(q.toUpperCase())

const placedLike = (q: string): RawBuilder<unknown> => sql`
  -- unscoped: the balances themselves are cut to the scope
  select k.id from stock k where k.location_id in (select p.id from location p where upper(p.code) like ${starts(q)})
  union select k.id from stock k where k.container_id <> 0 and k.container_id in (select p.id from container p where upper(p.code) like ${starts(q)})
  union`
/** Balances by the beginning of their place, batch or pallet, or by their item: each by an index of its own. */
const calledLike = (actor: Actor, q: string): RawBuilder<unknown> => sql`
  ${isCustomer(actor) ? sql`` : placedLike(q)}
  -- unscoped: the balances themselves are cut to the scope
  select k.id from batch p join stock k on k.item_id = p.item_id and k.batch_id = p.id
    where p.batch_no <> '' and upper(p.batch_no) like ${starts(q)}
  union select k.id from stock k where k.item_id in (select p.id from item p where p.search like ${searchPattern(q)})`

/** Sellable: good, not expired, in a zone that goods are sold from (domain §6). */
const available =
  () => sql`case when s.quality = 'good' and (b.expiry is null or b.expiry >= ${clock.today()}::date) and z.sellable
  then s.on_hand - s.allocated - s.frozen else 0 end`

function tabCondition(tab: StockTab | undefined): RawBuilder<SqlBool> {
  switch (tab) {
    case undefined:
      return sql`true`
    case 'available':
      return sql<SqlBool>`${available()} > 0`
    case 'pending':
    case 'bad':
      return sql`s.quality = ${tab}`
    case 'frozen':
      return sql`s.frozen > 0`
    case 'near':
      return sql`(b.expiry >= ${clock.today()}::date and b.expiry <= ${clock.today()}::date + w.near_expiry_days)`
    case 'expired':
      return sql`b.expiry < ${clock.today()}::date`
  }
}

const conditionsOf = (actor: Actor, filter: StockFilter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`${inScope(actor, 'stock', 's')}`,
    sql<SqlBool>`s.on_hand > 0`,
    equals('s.warehouse_id', filter.warehouseId),
    equals('s.owner_id', filter.ownerId),
    isCustomer(actor) ? undefined : equals('s.location_id', filter.locationId),
    equals('s.item_id', filter.itemId),
    equals('s.quality', filter.quality),
    equals('z.type', filter.zoneType),
    equals('b.batch_no', filter.batchNo),
    filter.ageFrom === undefined
      ? undefined
      : sql<SqlBool>`b.inbound <= ${clock.today()}::date - ${filter.ageFrom}::int`,
    filter.expiryTo === undefined ? undefined : sql<SqlBool>`b.expiry <= ${filter.expiryTo}::date`,
    filter.serialNo === undefined
      ? undefined
      : sql<SqlBool>`s.id in (select n.stock_id from item_serial n where n.serial_no = ${filter.serialNo})`,
    filter.q === undefined ? undefined : sql<SqlBool>`s.id in (${calledLike(actor, filter.q)})`,
    anyOf('s.id', filter.ids),
  ])

/** The balances now, or as they were. */
const source = (at: string | undefined): RawBuilder<unknown> =>
  at === undefined
    ? sql`stock s`
    : sql`(select k.id, k.warehouse_id, k.location_id, k.owner_id, k.item_id, k.batch_id, k.quality, k.container_id,
        a.on_hand, a.allocated, a.frozen from (${stockAsOf(at)}) a join stock k on k.id = a.stock_id) s`
const joins = sql`
  join location l on l.id = s.location_id join warehouse_zone z on z.id = l.zone_id join warehouse w on w.id = s.warehouse_id
  join item i on i.id = s.item_id join batch b on b.id = s.batch_id left join container c on c.id = s.container_id`

const unlessCustomer = (actor: Actor, column: RawBuilder<unknown>) => (isCustomer(actor) ? sql`null` : column)
/** The count that goods of a key wait for, because a pick missed some of them there. */
export const openCount = sql`(
  -- unscoped: of balances that are cut to the scope
  select min(k.count_no) from stock_hold h join stock_count k on k.id = h.count_id and k.state not in ('done', 'cancelled')
  where h.location_id = s.location_id and h.item_id = s.item_id and h.batch_id = s.batch_id and h.quality = s.quality and h.container_id = s.container_id)`
const columns = (actor: Actor, at?: string) => sql`
  s.id, s.warehouse_id as "warehouseId", w.name as "warehouseName", ${unlessCustomer(actor, sql`s.location_id`)} as "locationId",
  ${unlessCustomer(actor, sql`l.code`)} as "locationCode", ${unlessCustomer(actor, sql`z.name`)} as "zoneName", z.type as "zoneType", s.owner_id as "ownerId", (select o.name from company o where o.id = s.owner_id) as "ownerName",
  s.item_id as "itemId", i.item_no as "itemNo", i.name as "itemName", i.base_unit as "baseUnit", b.batch_no as "batchNo", b.production,
  b.expiry, b.expiry - ${clock.today()}::date as "daysLeft", b.inbound, ${clock.today()}::date - b.inbound as age, s.quality,
  ${unlessCustomer(actor, sql`nullif(s.container_id, 0)`)} as "containerId", ${unlessCustomer(actor, sql`c.code`)} as "containerCode",
  ${at === undefined ? unlessCustomer(actor, openCount) : sql`null`} as "countNo", trim_scale(s.on_hand)::text as "onHand", trim_scale(s.allocated)::text as allocated,
  trim_scale(s.frozen)::text as frozen, trim_scale(${available()})::text as available`

export async function listStock(tx: Tx, actor: Actor, input: Input<typeof getStock>): Promise<Output<typeof getStock>> {
  const page = paging(sortsFor(actor), { sort: 'location', dir: 'asc' }, 's.id', input)
  if (input.at !== undefined) await roomToGroup(tx)
  // One level: each row has all its joins in hand, and the order comes from the location's index.
  const found = await sql<Output<typeof getStock>['rows'][number] & { k: string }>`
    select ${columns(actor, input.at)}, (${page.key})::text as k from ${source(input.at)} ${joins}
    where ${conditionsOf(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}`.execute(
    tx,
  )
  return page.finish(found.rows)
}

export async function totalStock(tx: Tx, actor: Actor, filter: StockFilter) {
  if (filter.at !== undefined) await roomToGroup(tx)
  const sum = (of: RawBuilder<unknown>) => figure(sql`sum(${of}) filter (where ${tabCondition(filter.tab)})`)
  const found = await sql<Output<typeof getStockTotals>>`
    select ${countTabs(stockTabs, tabCondition, filter.tab)}, ${sum(sql`s.on_hand`)} as "onHand",
      ${sum(sql`s.allocated`)} as allocated, ${sum(sql`s.frozen`)} as frozen, ${sum(available())} as available
    from ${source(filter.at)} ${joins} where ${conditionsOf(actor, filter)}`.execute(tx)
  return totalsOf(found)
}
