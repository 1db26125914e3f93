import type { Input, Output } from '@xunyun/contract/kernel/call'
import {
  type getKitOrders,
  type getKitOrderTotals,
  type getKitStock,
  type KitOrderDetail,
  type KitOrderFilter,
  type KitOrderRow,
  type KitStock,
  kitOrderLifecycle,
  kitOrderStates,
} from '@xunyun/contract/warehouse/kitting/kitOrders'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { abilitiesOf } from '../../../platform/abilities.ts'
import type { Actor } from '../../../platform/actor.ts'
import { all, anyOf, betweenDays, contains, equals } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { countTabs, figure, paging, type SortKey, totalsOf } from '../../../platform/list.ts'
import { notFound } from '../../../platform/refusal.ts'
import { inScope } from '../../../platform/scope.ts'
import { likeStart } from '../../../platform/search.ts'
import { waitingOf } from '../storing/index.ts'

const sorts = {
  createdAt: { by: sql.ref('d.created_at'), type: 'timestamptz' },
  orderNo: { by: sql.ref('d.order_no'), type: 'text' },
} satisfies Record<string, SortKey>

const conditionsOf = (actor: Actor, filter: KitOrderFilter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`not d.is_deleted`,
    sql<SqlBool>`${inScope(actor, 'kit_order', 'd')}`,
    contains('d.search', filter.q),
    equals('d.kind', filter.kind),
    equals('d.kit_id', filter.kitId),
    equals('d.warehouse_id', filter.warehouseId),
    equals('d.owner_id', filter.ownerId),
    betweenDays('d.created_at', filter.from, filter.to),
    anyOf('d.id', filter.ids),
  ])

const tabCondition = (tab: KitOrderFilter['tab']): RawBuilder<SqlBool> => equals('d.state', tab) ?? sql`true`

const columns = sql`
  d.id, d.order_no as "orderNo", d.kind, d.state, d.kit_id as "kitId", i.item_no as "itemNo", i.name as "itemName",
  i.base_unit as "baseUnit", o.name as "ownerName", d.warehouse_id as "warehouseId", w.name as "warehouseName", trim_scale(d.qty)::text as qty,
  d.batch_no as "batchNo", d.expiry, f.code as "fromLocation", t.code as "toLocation", d.remark, u.name as "createdByName",
  d.created_at as "createdAt", d.done_at as "doneAt", d.done_by_name as "doneByName", d.void_reason as "voidReason", d.version`
const joins = sql`
  join item i on i.id = d.item_id join company o on o.id = d.owner_id join warehouse w on w.id = d.warehouse_id
  join location t on t.id = d.to_location_id left join app_user u on u.id = d.created_by
  -- unscoped: what an order is about that is found inside the scope
  left join stock s on s.id = d.from_stock_id left join location f on f.id = s.location_id`

const actionsFor = (actor: Actor, { state }: Pick<KitOrderRow, 'state'>) => abilitiesOf(actor, kitOrderLifecycle, state)

export async function listOrders(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getKitOrders>,
): Promise<Output<typeof getKitOrders>> {
  const page = paging(sorts, { sort: 'createdAt', dir: 'desc' }, 'd.id', input)
  const found = await sql<Omit<KitOrderRow, 'actions'> & { k: string }>`
    select ${columns}, p.k::text as k from (
      select d.id, ${page.key} as k from kit_order d
      where ${conditionsOf(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join kit_order d on d.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => ({ ...row, actions: actionsFor(actor, row) })), next }
}

export async function totalOrders(tx: Tx, actor: Actor, filter: KitOrderFilter) {
  const found = await sql<Output<typeof getKitOrderTotals>>`
    select ${countTabs(kitOrderStates, tabCondition, filter.tab)},
      ${figure(sql`sum(d.qty) filter (where ${tabCondition(filter.tab)})`)} as qty
    from kit_order d where ${conditionsOf(actor, filter)}`.execute(tx)
  return totalsOf(found)
}

export async function orderDetail(tx: Tx, actor: Actor, id: number): Promise<KitOrderDetail> {
  const found = await sql<Omit<KitOrderDetail, 'actions'>>`
    select ${columns}, d.from_stock_id as "stockId", d.to_location_id as "toLocationId", i.batch_controlled as "setBatchControlled",
      i.serial_controlled as "setSerialControlled", i.expiry_controlled as "setExpiryControlled", d.serials, (
      select jsonb_agg(jsonb_build_object('id', l.id, 'partId', l.part_id, 'itemNo', n.item_no, 'name', n.name, 'baseUnit', n.base_unit,
        'batchControlled', n.batch_controlled, 'serialControlled', n.serial_controlled, 'expiryControlled', n.expiry_controlled,
        'qtyPer', trim_scale(l.qty_per)::text, 'qty', trim_scale(l.qty)::text, 'batchId', l.batch_id, 'batchNo', l.batch_no,
        'production', l.production, 'expiry', l.expiry, 'serials', l.serials, 'moves', (
          select coalesce(jsonb_agg(jsonb_build_object('locationCode', x.code, 'containerCode', c.code, 'batchNo', b.batch_no,
            'expiry', b.expiry, 'qty', trim_scale(abs(m.d_on_hand))::text) order by m.seq), '[]')
          from stock_move m join stock k on k.id = m.stock_id join location x on x.id = k.location_id join batch b on b.id = k.batch_id
            left join container c on c.id = k.container_id where m.posting_id = d.posting_id and m.doc_line = l.id)) order by l.seq)
      -- unscoped: lines of an order that is found inside the scope
      from kit_order_line l join item n on n.id = l.part_id where l.order_id = d.id
    ) as lines
    from kit_order d ${joins} where ${conditionsOf(actor, {})} and d.id = ${id}`.execute(tx)
  const order = found.rows[0]
  if (order === undefined) throw notFound()
  return { ...order, actions: actionsFor(actor, order) }
}

/** Where free sets stand. Who works on the floor asks: never an owner's account, though the goods are his. */
export async function stockOfKit(
  tx: Tx,
  actor: Actor,
  { kitId, q, ids }: Input<typeof getKitStock>,
): Promise<KitStock[]> {
  const starts = likeStart(q ?? '')
  const found = await sql<KitStock>`
    select x.* from (
      select s.id, concat_ws(' ', l.code, nullif(b.batch_no, '')) as label, concat_ws(' · ', w.name, c.code) as hint,
        s.warehouse_id as "warehouseId", w.name as "warehouseName", s.location_id as "locationId", l.code as "locationCode",
        b.batch_no as "batchNo", b.expiry, s.quality, c.code as "containerCode",
        trim_scale(s.on_hand - s.allocated - s.frozen - ${waitingOf})::text as free
      from kit d join stock s on s.item_id = d.item_id join location l on l.id = s.location_id join warehouse w on w.id = s.warehouse_id
        join batch b on b.id = s.batch_id left join container c on c.id = s.container_id
      where d.id = ${kitId} and not d.is_deleted and ${inScope(actor, 'kit', 'd')} and ${inScope(actor, 'stock', 's')}
        and ${inScope(actor, 'location', 'l')} and s.on_hand > s.allocated + s.frozen
        and ${ids === undefined ? sql`true` : sql`s.id = any(${[...ids]}::bigint[])`}
        and ${q === undefined ? sql`true` : sql`(l.code ilike ${starts} or b.batch_no ilike ${starts} or c.code ilike ${starts})`}
    ) x where x.free::numeric > 0 order by x."locationCode", x.id limit 100`.execute(tx)
  return found.rows.map((row) => ({ ...row, hint: [row.hint, row.free].filter(Boolean).join(' · ') }))
}
