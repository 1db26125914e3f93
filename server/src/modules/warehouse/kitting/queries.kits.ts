import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { Choice } from '@xunyun/contract/kernel/list'
import {
  type getKitChoices,
  type getKits,
  type KitDetail,
  type KitFilter,
  type KitRow,
  type KitTab,
  kitTabs,
} from '@xunyun/contract/warehouse/kitting/kits'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { all, anyOf, contains, equals } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { countTabs, paging, type SortKey, type Totals, totalsOf } from '../../../platform/list.ts'
import { notFound } from '../../../platform/refusal.ts'
import { inScope } from '../../../platform/scope.ts'
import { searchPattern } from '../../../platform/search.ts'
import { mayGoOut } from '../shipping/index.ts'

const sorts = {
  updatedAt: { by: sql.ref('d.updated_at'), type: 'timestamptz' },
  itemNo: { by: sql.ref('t.item_no'), type: 'text' },
  name: { by: sql`t.name collate "zh-x-icu"`, type: 'text' },
  createdAt: { by: sql.ref('d.created_at'), type: 'timestamptz' },
} satisfies Record<string, SortKey>

function tabCondition(tab: KitTab | undefined): RawBuilder<SqlBool> {
  if (tab === undefined) return sql`true`
  return tab === 'enabled' ? sql`d.enabled` : sql`not d.enabled`
}

const conditionsOf = (actor: Actor, filter: KitFilter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`not d.is_deleted`,
    sql<SqlBool>`${inScope(actor, 'kit', 'd')}`,
    contains('t.search', filter.q),
    equals('d.owner_id', filter.ownerId),
    filter.part === undefined
      ? undefined
      : // unscoped: parts are the same owner's as their set, which is found inside the scope
        sql<SqlBool>`exists (select 1 from kit_line l join item p on p.id = l.part_id
          where l.kit_id = d.id and p.search like ${searchPattern(filter.part)})`,
    anyOf('d.id', filter.ids),
  ])

type Where = { readonly actor: Actor; readonly warehouseId: number | undefined }
const inWarehouse = ({ actor, warehouseId }: Where) =>
  sql`${inScope(actor, 'stock', 's')} and ${warehouseId === undefined ? sql`true` : sql`s.warehouse_id = ${warehouseId}`}`
/** Stock `s` with what says whether it may be taken. */
const takeable = (where: Where) => sql`
  -- unscoped: where the goods stand, for a figure; the goods are inside the scope
  join batch b on b.id = s.batch_id join location y on y.id = s.location_id join warehouse_zone z on z.id = y.zone_id
  join item i on i.id = s.item_id
  where s.quality = 'good' and s.on_hand > s.allocated + s.frozen and y.count_id is null and not y.is_deleted and ${mayGoOut()}
    and ${inWarehouse(where)}`

/** Parts of one warehouse do not make a set with those of another: each is asked by itself. */
const possible = (where: Where) => sql`(
  select coalesce(sum(x.sets), 0)::text from (
    select case when count(*) = g.parts then min(floor(a.free / a.qty)) else 0 end as sets from (
      select s.warehouse_id, l.part_id, l.qty, sum(s.on_hand - s.allocated - s.frozen) as free
      from kit_line l join stock s on s.item_id = l.part_id and s.owner_id = d.owner_id ${takeable(where)} and l.kit_id = d.id
      group by 1, 2, 3
    ) a group by a.warehouse_id
  ) x)`

const columns = (where: Where) => sql`
  d.id, d.item_id as "itemId", d.owner_id as "ownerId", o.name as "ownerName", t.item_no as "itemNo", t.name, t.base_unit as "baseUnit",
  t.batch_controlled as "batchControlled", t.serial_controlled as "serialControlled", t.expiry_controlled as "expiryControlled",
  g.parts as "partCount", ${possible(where)} as possible,
  (select trim_scale(coalesce(sum(s.on_hand), 0))::text from stock s
    where s.item_id = d.item_id and s.owner_id = d.owner_id and ${inWarehouse(where)}) as "onHand",
  -- unscoped: an order in a warehouse that is not mine holds the parts as well
  (select count(*)::int from kit_order r where r.kit_id = d.id and r.state = 'new') as "openOrders",
  d.enabled, d.remark, d.created_at as "createdAt", d.updated_at as "updatedAt", d.version`
const joins = sql`join item t on t.id = d.item_id join company o on o.id = d.owner_id
  cross join lateral (select count(*)::int as parts from kit_line l where l.kit_id = d.id) g`

export async function listKits(tx: Tx, actor: Actor, input: Input<typeof getKits>): Promise<Output<typeof getKits>> {
  const page = paging(sorts, { sort: 'updatedAt', dir: 'desc' }, 'd.id', input)
  const where = { actor, warehouseId: input.warehouseId }
  const found = await sql<KitRow & { k: string }>`
    select ${columns(where)}, p.k::text as k from (
      select d.id, ${page.key} as k from kit d join item t on t.id = d.item_id
      where ${conditionsOf(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join kit d on d.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  return page.finish(found.rows)
}

export async function totalKits(tx: Tx, actor: Actor, filter: KitFilter) {
  const found = await sql<Totals>`
    select ${countTabs(kitTabs, tabCondition, filter.tab)}
    from kit d join item t on t.id = d.item_id where ${conditionsOf(actor, filter)}`.execute(tx)
  return totalsOf(found)
}

export async function kitDetail(
  tx: Tx,
  actor: Actor,
  { id, warehouseId }: { id: number; warehouseId?: number | undefined },
): Promise<KitDetail> {
  const where = { actor, warehouseId }
  const found = await sql<KitDetail>`
    select ${columns(where)}, (
      select jsonb_agg(jsonb_build_object('partId', l.part_id, 'itemNo', n.item_no, 'name', n.name, 'baseUnit', n.base_unit,
        'batchControlled', n.batch_controlled, 'serialControlled', n.serial_controlled, 'expiryControlled', n.expiry_controlled,
        'qty', trim_scale(l.qty)::text,
        'available', (select trim_scale(coalesce(sum(s.on_hand - s.allocated - s.frozen), 0))::text from stock s ${takeable(where)}
          and s.item_id = l.part_id and s.owner_id = d.owner_id),
        'isKit', exists (select 1 from kit k where k.item_id = l.part_id and not k.is_deleted)) order by l.seq)
      -- unscoped: parts are the same owner's as their set, which is found inside the scope
      from kit_line l join item n on n.id = l.part_id where l.kit_id = d.id
    ) as lines
    from kit d ${joins} where ${conditionsOf(actor, {})} and d.id = ${id}`.execute(tx)
  const kit = found.rows[0]
  if (kit === undefined) throw notFound()
  return kit
}

export async function kitChoices(tx: Tx, actor: Actor, input: Input<typeof getKitChoices>): Promise<Choice[]> {
  const { q, ids } = input
  const found = await sql<Choice>`
    select d.id, concat_ws(' ', t.item_no, t.name) as label, o.name as hint
    from kit d join item t on t.id = d.item_id join company o on o.id = d.owner_id
    where ${conditionsOf(actor, { q, ids })} and (d.enabled or ${ids !== undefined})
    order by t.item_no, d.id limit ${ids === undefined ? 50 : 500}`.execute(tx)
  return found.rows
}
