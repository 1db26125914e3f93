import type { Input, Output } from '@xunyun/contract/kernel/call'
import {
  type getItemChoices,
  type getItems,
  type ItemChoice,
  type ItemFilter,
  type ItemRow,
  type ItemTab,
  itemTabs,
} from '@xunyun/contract/warehouse/masters/items'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { all, anyOf, contains, equals } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { countTabs, paging, type SortKey, type Totals, totalsOf } from '../../../platform/list.ts'
import { notFound } from '../../../platform/refusal.ts'
import { inScope } from '../../../platform/scope.ts'

const sorts = {
  updatedAt: { by: sql.ref('i.updated_at'), type: 'timestamptz' },
  itemNo: { by: sql.ref('i.item_no'), type: 'text' },
  name: { by: sql`i.name collate "zh-x-icu"`, type: 'text' },
  createdAt: { by: sql.ref('i.created_at'), type: 'timestamptz' },
} satisfies Record<string, SortKey>

/** What a put-away or a storage charge will miss. */
const incomplete = sql<SqlBool>`(i.barcodes = '{}' or i.gross_weight is null or i.volume is null)`
function tabCondition(tab: ItemTab | undefined): RawBuilder<SqlBool> {
  if (tab === undefined) return sql`true`
  if (tab === 'enabled') return sql`i.enabled`
  return tab === 'disabled' ? sql`not i.enabled` : sql`(i.enabled and ${incomplete})`
}

const controls = { batch: 'i.batch_controlled', serial: 'i.serial_controlled', expiry: 'i.expiry_controlled' } as const

const conditionsOf = (actor: Actor, filter: ItemFilter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`not i.is_deleted`,
    sql<SqlBool>`${inScope(actor, 'item', 'i')}`,
    contains('i.search', filter.q),
    equals('i.owner_id', filter.ownerId),
    filter.categoryId === undefined
      ? undefined
      : sql<SqlBool>`i.category_id in (with recursive below as (select c.id from category c where c.id = ${filter.categoryId}
          union select c.id from category c join below b on c.parent_id = b.id) select id from below)`,
    filter.controlled === undefined ? undefined : sql<SqlBool>`${sql.ref(controls[filter.controlled])}`,
    equals('i.temp_class', filter.tempClass),
    equals('i.hazard', filter.hazard),
    anyOf('i.id', filter.ids),
  ])

const packs = sql`(select coalesce(jsonb_agg(jsonb_build_object('unit', k.unit, 'ratio', trim_scale(k.ratio)::text, 'barcode', k.barcode)
  order by k.seq), '[]') from item_pack k where k.item_id = i.id)`
const columns = (actor: Actor) => sql`
  i.id, i.owner_id as "ownerId", c.name as "ownerName", i.item_no as "itemNo", i.name, i.spec, i.barcodes, i.category_id as "categoryId",
  g.name as "categoryName", i.base_unit as "baseUnit", ${packs} as packs, i.length_cm as "lengthCm", i.width_cm as "widthCm",
  i.height_cm as "heightCm", i.net_weight as "netWeight", i.gross_weight as "grossWeight", i.volume,
  trim_scale(i.unit_value)::text as "unitValue", i.batch_controlled as "batchControlled",
  i.serial_controlled as "serialControlled", i.expiry_controlled as "expiryControlled", i.shelf_life_days as "shelfLifeDays",
  i.min_remain_in_days as "minRemainInDays", i.min_remain_out_days as "minRemainOutDays",
  i.over_receive_percent as "overReceivePercent", trim_scale(i.min_stock)::text as "minStock", trim_scale(i.max_stock)::text as "maxStock",
  trim_scale(i.pick_min)::text as "pickMin", trim_scale(i.pick_max)::text as "pickMax",
  i.temp_class as "tempClass", i.hazard, i.abc, i.zone_type as "zoneType",
  (select trim_scale(coalesce(sum(s.on_hand), 0))::text from stock s where s.item_id = i.id and ${inScope(actor, 'stock', 's')}) as "onHand",
  -- unscoped: what a warehouse that is not mine has had of it locks it as well
  exists (select 1 from stock s where s.item_id = i.id) as locked,
  i.enabled, i.remark, i.created_at as "createdAt", i.updated_at as "updatedAt", i.version`
const joins = sql`join company c on c.id = i.owner_id left join category g on g.id = i.category_id`

export async function listItems(tx: Tx, actor: Actor, input: Input<typeof getItems>): Promise<Output<typeof getItems>> {
  const page = paging(sorts, { sort: 'updatedAt', dir: 'desc' }, 'i.id', input)
  const found = await sql<ItemRow & { k: string }>`
    select ${columns(actor)}, p.k::text as k from (
      select i.id, ${page.key} as k from item i
      where ${conditionsOf(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join item i on i.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  return page.finish(found.rows) as Output<typeof getItems>
}

export async function totalItems(tx: Tx, actor: Actor, filter: ItemFilter) {
  const found = await sql<Totals>`
    select ${countTabs(['all', ...itemTabs], tabCondition, filter.tab)}
    from item i where ${conditionsOf(actor, filter)}`.execute(tx)
  return totalsOf(found)
}

export async function itemDetail(tx: Tx, actor: Actor, id: number): Promise<ItemRow> {
  const found = await sql<ItemRow>`
    select ${columns(actor)} from item i ${joins} where ${conditionsOf(actor, {})} and i.id = ${id}`.execute(tx)
  const item = found.rows[0]
  if (item === undefined) throw notFound()
  return item
}

const isOneOf = (
  codes: readonly string[],
) => sql<SqlBool>`(lower(i.item_no) = any(${codes.map((code) => code.toLowerCase())}::text[])
  or i.barcodes && ${[...codes]}::text[] or exists (select 1 from item_pack k where k.item_id = i.id and k.barcode = any(${[...codes]}::text[])))`

/** A whole number or barcode that was scanned or pasted comes first. */
export async function itemChoices(tx: Tx, actor: Actor, input: Input<typeof getItemChoices>): Promise<ItemChoice[]> {
  const q = input.q?.trim() ?? ''
  const { codes } = input
  const exact = sql`(lower(i.item_no) = lower(${q}) or i.barcodes @> array[${q}]
    or exists (select 1 from item_pack k where k.item_id = i.id and k.barcode = ${q}))`
  const found = await sql<ItemChoice>`
    select i.id, concat_ws(' ', i.item_no, i.name) as label, i.spec as hint, i.owner_id as "ownerId", i.item_no as "itemNo", i.name,
      i.barcodes, i.base_unit as "baseUnit", ${packs} as packs, i.batch_controlled as "batchControlled", i.serial_controlled as "serialControlled",
      i.expiry_controlled as "expiryControlled", i.shelf_life_days as "shelfLifeDays"
    from item i where ${conditionsOf(actor, { ownerId: input.ownerId, ids: input.ids, q: input.q })}
      and (i.enabled or ${input.ids !== undefined}) and ${codes === undefined ? sql`true` : isOneOf(codes)}
    order by ${exact} desc, i.item_no, i.id limit ${input.ids === undefined && codes === undefined ? 50 : 500}`.execute(
    tx,
  )
  return found.rows
}
