import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { Choice } from '@xunyun/contract/kernel/list'
import {
  type getLocationChoices,
  type getLocations,
  type LocationFilter,
  type LocationRow,
  type LocationTab,
  locationTabs,
} from '@xunyun/contract/warehouse/locations/calls'
import { type getLocationPlan, type LocationPlan, mostPlanned } from '@xunyun/contract/warehouse/locations/plan'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { all, anyOf, equals } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { countTabs, paging, type SortKey, type Totals, totalsOf } from '../../../platform/list.ts'
import { notFound } from '../../../platform/refusal.ts'
import { inScope } from '../../../platform/scope.ts'
import { likePart } from '../../../platform/search.ts'

/** Without a limit sorts as without bound. */
const sorts = {
  code: { by: sql.ref('l.code'), type: 'text' },
  pickSeq: { by: sql`l.pick_seq`, type: 'bigint' },
  putSeq: { by: sql`l.put_seq`, type: 'bigint' },
  maxWeight: { by: sql`coalesce(l.max_weight, 'Infinity'::numeric)`, type: 'numeric' },
  maxVolume: { by: sql`coalesce(l.max_volume, 'Infinity'::numeric)`, type: 'numeric' },
  createdAt: { by: sql.ref('l.created_at'), type: 'timestamptz' },
} satisfies Record<string, SortKey>

const used = sql<SqlBool>`exists (select 1 from stock s where s.location_id = l.id and s.on_hand > 0)`
function tabCondition(tab: LocationTab | undefined): RawBuilder<SqlBool> {
  switch (tab) {
    case undefined:
      return sql`true`
    case 'enabled':
      return sql`l.enabled`
    case 'empty':
      return sql`(l.enabled and l.count_id is null and not ${used})`
    case 'counting':
      return sql`l.count_id is not null`
    case 'disabled':
      return sql`not l.enabled`
  }
}

/** Codes are plain letters and digits, so that a part of one needs no index of its own beside the warehouse's. */

const conditionsOf = (actor: Actor, filter: LocationFilter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`not l.is_deleted`,
    sql<SqlBool>`${inScope(actor, 'location', 'l')}`,
    equals('l.warehouse_id', filter.warehouseId),
    equals('l.zone_id', filter.zoneId),
    filter.zoneType === undefined
      ? undefined
      : sql<SqlBool>`l.zone_id in (select z.id from warehouse_zone z where z.type = ${filter.zoneType})`,
    filter.q === undefined ? undefined : sql<SqlBool>`l.code ilike ${likePart(filter.q)}`,
    equals('l.aisle', filter.aisle),
    equals('l.abc', filter.abc),
    equals('l.mix_item', filter.mixItem),
    equals('l.mix_batch', filter.mixBatch),
    anyOf('l.id', filter.ids),
  ])

const state = sql`case when not l.enabled then 'disabled' when l.count_id is not null then 'counting'
  when g.items > 0 then 'used' else 'empty' end`
/** Of the limit that is nearest. */
const usedPercent = sql`case when l.max_weight > 0 or l.max_volume > 0 or l.max_pallets > 0 then round(100 * greatest(
  coalesce(g.weight / nullif(l.max_weight, 0), 0), coalesce(g.volume / nullif(l.max_volume, 0), 0),
  coalesce(g.pallets::numeric / nullif(l.max_pallets, 0), 0)))::int end`
const goodsThere = sql`
  cross join lateral (select count(distinct s.item_id)::int as items, count(distinct nullif(s.container_id, 0)) as pallets, coalesce(sum(s.on_hand * i.gross_weight), 0) as weight,
    coalesce(sum(s.on_hand * i.volume), 0) as volume from stock s join item i on i.id = s.item_id
    where s.location_id = l.id and s.on_hand > 0) g`
const columns = sql`
  l.id, l.warehouse_id as "warehouseId", w.name as "warehouseName", l.zone_id as "zoneId", z.code as "zoneCode", z.name as "zoneName",
  z.type as "zoneType", z.temp_class as "tempClass", l.code, l.aisle, l.rack, l.level, l.slot, l.length_cm as "lengthCm",
  l.width_cm as "widthCm", l.height_cm as "heightCm", l.max_weight as "maxWeight", l.max_volume as "maxVolume",
  l.max_pallets as "maxPallets", l.mix_item as "mixItem", l.mix_batch as "mixBatch", l.abc, l.pick_seq as "pickSeq", l.put_seq as "putSeq",
  ${state} as state, ${usedPercent} as "usedPercent",
  g.items as "itemCount", l.enabled, l.remark, l.created_at as "createdAt", l.updated_at as "updatedAt", l.version`
const joins = sql`join warehouse w on w.id = l.warehouse_id join warehouse_zone z on z.id = l.zone_id ${goodsThere}`

export async function listLocations(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getLocations>,
): Promise<Output<typeof getLocations>> {
  const page = paging(sorts, { sort: 'code', dir: 'asc' }, 'l.id', input)
  const found = await sql<LocationRow & { k: string }>`
    select ${columns}, p.k::text as k from (
      select l.id, ${page.key} as k from location l
      where ${conditionsOf(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join location l on l.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  return page.finish(found.rows) as Output<typeof getLocations>
}

export async function totalLocations(tx: Tx, actor: Actor, filter: LocationFilter) {
  const found = await sql<Totals>`
    select ${countTabs(['all', ...locationTabs], tabCondition, filter.tab)}
    from location l where ${conditionsOf(actor, filter)}`.execute(tx)
  return totalsOf(found)
}

export async function locationDetail(tx: Tx, actor: Actor, id: number): Promise<LocationRow> {
  const found = await sql<LocationRow>`
    select ${columns} from location l ${joins} where ${conditionsOf(actor, {})} and l.id = ${id}`.execute(tx)
  const location = found.rows[0]
  if (location === undefined) throw notFound()
  return location
}

/** Every location of a zone, those of its own figures that a plan draws. */
export async function locationPlan(
  tx: Tx,
  actor: Actor,
  { warehouseId, zoneId }: Input<typeof getLocationPlan>,
): Promise<LocationPlan> {
  const found = await sql<LocationPlan['cells'][number] & { count: number }>`
    select l.id, l.code, l.aisle, l.rack, l.level, l.slot, l.abc, l.max_weight as "maxWeight", l.max_volume as "maxVolume",
      ${state} as state, ${usedPercent} as "usedPercent", g.items as "itemCount", count(*) over ()::int as count
    from location l ${goodsThere} where ${conditionsOf(actor, { warehouseId, zoneId })}
    order by l.code, l.id limit ${mostPlanned}`.execute(tx)
  return { count: found.rows[0]?.count ?? 0, cells: found.rows.map(({ count: _, ...cell }) => cell) }
}

export async function locationChoices(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getLocationChoices>,
): Promise<Choice[]> {
  const found = await sql<Choice>`
    select l.id, l.code as label, concat_ws(' ', z.code, z.name) as hint
    from location l join warehouse_zone z on z.id = l.zone_id
    where ${conditionsOf(actor, { warehouseId: input.warehouseId, zoneType: input.zoneType, ids: input.ids })}
      and (l.enabled or ${input.ids !== undefined})
      and ${input.q === undefined ? sql`true` : sql`l.code ilike ${likePart(input.q)}`}
    order by ${input.q === undefined ? sql`` : sql`l.code ilike ${likePart(input.q).slice(1)} desc,`} l.code, l.id limit ${input.ids === undefined ? 50 : 200}`.execute(
    tx,
  )
  return found.rows
}
