import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { Choice } from '@xunyun/contract/kernel/list'
import type {
  getOwnerChoices,
  getWarehouseChoices,
  getWarehouses,
  getWarehouseTotals,
  WarehouseDetail,
  WarehouseFilter,
  WarehouseRow,
} from '@xunyun/contract/warehouse/masters/warehouses'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, isCustomer } from '../../../platform/actor.ts'
import { all, anyOf, contains, equals, inRegion } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { countTabs, paging, type SortKey, totalsOf } from '../../../platform/list.ts'
import { notFound } from '../../../platform/refusal.ts'
import { inScope } from '../../../platform/scope.ts'
import { searchPattern } from '../../../platform/search.ts'

const sorts = {
  code: { by: sql.ref('w.code'), type: 'text' },
  name: { by: sql`w.name collate "zh-x-icu"`, type: 'text' },
  areaM2: { by: sql`coalesce(w.area_m2, 0)`, type: 'numeric' },
  createdAt: { by: sql.ref('w.created_at'), type: 'timestamptz' },
} satisfies Record<string, SortKey>

const tabCondition = (tab: WarehouseFilter['tab']): RawBuilder<SqlBool> =>
  tab === undefined ? sql`true` : tab === 'enabled' ? sql`w.enabled` : sql`not w.enabled`

const conditionsOf = (actor: Actor, filter: WarehouseFilter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`not w.is_deleted`,
    sql<SqlBool>`${inScope(actor, 'warehouse', 'w')}`,
    contains('w.search', filter.q),
    equals('w.outlet_id', filter.outletId),
    inRegion('w.region_code', filter.regionCode),
    equals('w.manager_id', filter.managerId),
    anyOf('w.id', filter.ids),
  ])

const columns = sql`
  w.id, w.code, w.name, w.outlet_id as "outletId", o.short_name as "outletName", w.region_code as "regionCode", w.region_name as "regionName",
  w.address, w.manager_id as "managerId", m.name as "managerName", w.area_m2 as "areaM2",
  (select count(*) from warehouse_zone z where z.warehouse_id = w.id)::int as "zoneCount", l.count as "locationCount",
  case when l.count > 0 then round(100.0 * l.used / l.count)::int end as "usedPercent",
  w.enabled, w.remark, w.created_at as "createdAt", w.updated_at as "updatedAt", w.version`
const joins = sql`
  join company o on o.id = w.outlet_id left join app_user m on m.id = w.manager_id
  cross join lateral (select count(*)::int as count,
    count(*) filter (where exists (select 1 from stock s where s.location_id = l.id and s.on_hand > 0))::int as used
    from location l where l.warehouse_id = w.id and l.enabled and not l.is_deleted) l`

export async function listWarehouses(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getWarehouses>,
): Promise<Output<typeof getWarehouses>> {
  const page = paging(sorts, { sort: 'code', dir: 'asc' }, 'w.id', input)
  const found = await sql<WarehouseRow & { k: string }>`
    select ${columns}, p.k::text as k from (
      select w.id, ${page.key} as k from warehouse w
      where ${conditionsOf(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join warehouse w on w.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  return page.finish(found.rows) as Output<typeof getWarehouses>
}

export async function totalWarehouses(tx: Tx, actor: Actor, filter: WarehouseFilter) {
  const found = await sql<Output<typeof getWarehouseTotals>>`
    select ${countTabs(['enabled', 'disabled'], tabCondition, filter.tab)},
      coalesce(sum(w.area_m2) filter (where ${tabCondition(filter.tab)}), 0)::numeric(14,2)::text as "areaM2"
    from warehouse w where ${conditionsOf(actor, filter)}`.execute(tx)
  return totalsOf(found)
}

const zoneColumns = sql`jsonb_build_object('id', z.id, 'code', z.code, 'name', z.name, 'type', z.type, 'sellable', z.sellable,
  'tempClass', z.temp_class, 'enabled', z.enabled)`

export async function warehouseDetail(tx: Tx, actor: Actor, id: number): Promise<WarehouseDetail> {
  const found = await sql<WarehouseDetail>`
    select ${columns}, w.second_check as "secondCheck", w.blind_count as "blindCount", w.weight_tolerance as "weightTolerance",
      w.near_expiry_days as "nearExpiryDays", w.hand_entry as "handEntry", w.receive_back_days as "receiveBackDays",
      (select coalesce(jsonb_agg(${zoneColumns} order by z.seq), '[]') from warehouse_zone z where z.warehouse_id = w.id) as zones
    from warehouse w ${joins} where ${conditionsOf(actor, {})} and w.id = ${id}`.execute(tx)
  const warehouse = found.rows[0]
  if (warehouse === undefined) throw notFound()
  return warehouse
}

const chosen = (alias: string, ids: readonly number[] | undefined) =>
  ids === undefined ? sql<SqlBool>`${sql.ref(`${alias}.enabled`)}` : anyOf(`${alias}.id`, ids)

export async function warehouseChoices(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getWarehouseChoices>,
): Promise<Output<typeof getWarehouseChoices>> {
  const found = await sql<Output<typeof getWarehouseChoices>[number]>`
    select w.id, w.name as label, concat_ws(' · ', w.code, o.short_name) as hint,
      -- How the house is arranged is none of an owner's business.
      (select coalesce(jsonb_agg(${zoneColumns} order by z.seq), '[]') from warehouse_zone z
        where z.warehouse_id = w.id and ${!isCustomer(actor)}) as zones
    from warehouse w join company o on o.id = w.outlet_id
    where ${conditionsOf(actor, { q: input.q })} and ${chosen('w', input.ids)}
    order by w.code, w.id limit 200`.execute(tx)
  return found.rows
}

export async function ownerChoices(tx: Tx, actor: Actor, input: Input<typeof getOwnerChoices>): Promise<Choice[]> {
  const found = await sql<Choice>`
    select c.id, c.name as label, c.code as hint from company c
    where not c.is_deleted and ${inScope(actor, 'company', 'c')} and ${chosen('c', input.ids)}
      and (c.roles @> '{owner}'::text[] or ${input.ids !== undefined})
      and ${input.q === undefined ? sql`true` : sql`c.search like ${searchPattern(input.q)}`}
    order by c.name collate "zh-x-icu", c.id limit 200`.execute(tx)
  return found.rows
}
