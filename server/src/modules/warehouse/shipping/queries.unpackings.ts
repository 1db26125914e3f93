import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { Quality } from '@xunyun/contract/warehouse/ledger/moveTypes'
import {
  type getContainer,
  type getUnpackings,
  type getUnpackingTotals,
  type UnpackingDetail,
  type UnpackingFilter,
  type UnpackingRow,
  unpackingTabs,
} from '@xunyun/contract/warehouse/shipping/unpacking'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { all, anyOf, betweenDays, equals } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { countTabs, figure, paging, type SortKey, totalsOf } from '../../../platform/list.ts'
import { badField, notFound } from '../../../platform/refusal.ts'
import { inScope } from '../../../platform/scope.ts'
import { likeStart, searchPattern } from '../../../platform/search.ts'
import { stagingPlaces } from './store.ts'

const sorts = {
  at: { by: sql.ref('p.at'), type: 'timestamptz' },
  unpackNo: { by: sql.ref('p.unpack_no'), type: 'text' },
} satisfies Record<string, SortKey>

/** What was taken back is told apart from what stands. */
const tabCondition = (tab: UnpackingFilter['tab']): RawBuilder<SqlBool> => {
  if (tab === undefined) return sql`true`
  return tab === 'reversed' ? sql`p.reversed_at is not null` : sql`(p.kind = ${tab} and p.reversed_at is null)`
}
const conditionsOf = (actor: Actor, filter: UnpackingFilter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`${inScope(actor, 'unpacking', 'p')}`,
    filter.q === undefined
      ? undefined
      : sql<SqlBool>`(p.unpack_no ilike ${likeStart(filter.q)}
          or p.container_id in (select c.id from container c where c.code ilike ${likeStart(filter.q)})
          or exists (select 1 from outbound_notice n where n.id = p.notice_id and n.search like ${searchPattern(filter.q)})
          or exists (select 1 from unpacking_line l join item i on i.id = l.item_id
            where l.unpacking_id = p.id and i.search like ${searchPattern(filter.q)}))`,
    equals('p.warehouse_id', filter.warehouseId),
    equals('p.owner_id', filter.ownerId),
    equals('p.reason', filter.reason),
    equals('p.by_id', filter.byId),
    betweenDays('p.at', filter.from, filter.to),
    anyOf('p.id', filter.ids),
  ])

const columns = sql`
  p.id, p.unpack_no as "unpackNo", p.kind, p.reason, p.reversed_at is not null as reversed, p.warehouse_id as "warehouseId",
  w.name as "warehouseName", c.code as "containerCode", n.id as "noticeId", n.notice_no as "noticeNo", o.name as "ownerName", g.*,
  x.code as "toLocation", p.remark, p.by_name as "byName", p.at, p.reversed_at as "reversedAt", p.reversed_by_name as "reversedByName",
  p.reverse_reason as "reverseReason"`
const joins = sql`
  join warehouse w on w.id = p.warehouse_id join company o on o.id = p.owner_id left join container c on c.id = p.container_id
  left join outbound_notice n on n.id = p.notice_id left join location x on x.id = p.to_location_id
  cross join lateral (
    select (array_agg(i.item_no order by l.id))[1] as "itemNo", (array_agg(i.name order by l.id))[1] as "itemName",
      (count(*) - 1)::int as "moreItems", nullif((array_agg(b.batch_no order by l.id))[1], '') as "batchNo",
      (array_agg(l.quality order by l.id))[1] as quality, ${figure(sql`sum(l.qty)`)} as qty,
      (array_agg(i.base_unit order by l.id))[1] as "baseUnit"
    from unpacking_line l join item i on i.id = l.item_id left join batch b on b.id = l.batch_id where l.unpacking_id = p.id) g`

export async function listUnpackings(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getUnpackings>,
): Promise<Output<typeof getUnpackings>> {
  const page = paging(sorts, { sort: 'at', dir: 'desc' }, 'p.id', input)
  const found = await sql<UnpackingRow & { k: string }>`
    select ${columns}, q.k::text as k from (
      select p.id, ${page.key} as k from unpacking p
      where ${conditionsOf(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) q join unpacking p on p.id = q.id ${joins} order by q.k ${sql.raw(input.dir ?? (input.sort === undefined ? 'desc' : 'asc'))},
      q.id ${sql.raw(input.dir ?? (input.sort === undefined ? 'desc' : 'asc'))}`.execute(tx)
  return page.finish(found.rows) as Output<typeof getUnpackings>
}

export async function totalUnpackings(tx: Tx, actor: Actor, filter: UnpackingFilter) {
  const found = await sql<Output<typeof getUnpackingTotals>>`
    with found as materialized (select p.id, p.kind, p.reversed_at from unpacking p where ${conditionsOf(actor, filter)})
    select ${countTabs(unpackingTabs, tabCondition, filter.tab)},
      (select ${figure(sql`sum(l.qty)`)} from found p join unpacking_line l on l.unpacking_id = p.id
        where ${tabCondition(filter.tab)}) as qty from found p`.execute(tx)
  return totalsOf(found)
}

export async function unpackingDetail(tx: Tx, actor: Actor, id: number): Promise<UnpackingDetail> {
  const found = await sql<UnpackingDetail>`
    select ${columns}, (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'itemNo', i.item_no, 'itemName', i.name,
        'baseUnit', i.base_unit, 'batchNo', coalesce(b.batch_no, ''), 'quality', coalesce(l.quality, 'good'), 'qty', trim_scale(l.qty)::text,
        'serials', l.serials, 'fromLocation', coalesce(y.code, ''), 'unit', l.unit, 'unitQty', trim_scale(l.unit_qty)::text)
        order by l.id), '[]')
      from unpacking_line l join item i on i.id = l.item_id left join batch b on b.id = l.batch_id
        left join location y on y.id = l.from_location_id where l.unpacking_id = p.id) as lines
    from unpacking p ${joins} where ${conditionsOf(actor, {})} and p.id = ${id}`.execute(tx)
  const row = found.rows[0]
  if (row === undefined) throw notFound()
  return row
}

/** How many single units of an item stand in a warehouse, or at one of its places. */
export async function unitsThere(
  tx: Tx,
  actor: Actor,
  { warehouseId, itemId, locationId }: { warehouseId: number; itemId: number; locationId?: number | undefined },
): Promise<string> {
  const found = await sql<{ qty: string }>`
    select ${figure(sql`sum(s.on_hand)`)} as qty from stock s
    where ${all([
      sql<SqlBool>`${inScope(actor, 'stock', 's')}`,
      equals('s.warehouse_id', warehouseId),
      equals('s.item_id', itemId),
      equals('s.location_id', locationId),
    ])}`.execute(tx)
  return found.rows[0]?.qty ?? '0'
}

export type FoundContainer = {
  id: number
  warehouseId: number
  code: string
  type: 'lpn' | 'carton'
  cartonId: number | null
}
/** A carton or a pallet by what is scanned, in a warehouse of the actor's. */
export async function containerOf(tx: Tx, actor: Actor, code: string): Promise<FoundContainer | undefined> {
  const found = await sql<FoundContainer>`
    select c.id, c.warehouse_id as "warehouseId", c.code, c.type, k.id as "cartonId"
    from container c join warehouse w on w.id = c.warehouse_id left join carton k on k.container_id = c.id and not k.is_deleted
    where c.code = ${code} and ${inScope(actor, 'warehouse', 'w')}`.execute(tx)
  return found.rows[0]
}

export type PalletRow = {
  id: number
  ownerId: number
  locationId: number
  locationCode: string
  itemId: number
  itemNo: string
  itemName: string
  baseUnit: string
  serialControlled: boolean
  batchId: number
  batchNo: string
  expiry: string | null
  quality: Quality
  onHand: string
  free: string
}
/** What stands on a pallet that was found inside the scope. */
export async function palletRows(tx: Tx, containerId: number): Promise<PalletRow[]> {
  const found = await sql<PalletRow>`
    select s.id, s.owner_id as "ownerId", s.location_id as "locationId", l.code as "locationCode", s.item_id as "itemId", i.item_no as "itemNo",
      i.name as "itemName", i.base_unit as "baseUnit", i.serial_controlled as "serialControlled", s.batch_id as "batchId",
      b.batch_no as "batchNo", b.expiry, s.quality, trim_scale(s.on_hand)::text as "onHand",
      trim_scale(s.on_hand - s.allocated - s.frozen)::text as free
    from stock s join location l on l.id = s.location_id join item i on i.id = s.item_id join batch b on b.id = s.batch_id
    where s.container_id = ${containerId} and s.on_hand > 0 order by s.id`.execute(tx)
  return found.rows
}
export async function serialsOfStock(tx: Tx, stockId: number): Promise<string[]> {
  const found = await tx
    .selectFrom('item_serial')
    .select('serial_no')
    .where('stock_id', '=', stockId)
    .orderBy('serial_no')
    .execute()
  return found.map(({ serial_no }) => serial_no)
}

/** What stands in a container, and where it may go. */
export async function containerDetail(tx: Tx, actor: Actor, code: string): Promise<Output<typeof getContainer>> {
  const container = await containerOf(tx, actor, code)
  if (container === undefined) throw badField('code', 'outbound.unknownContainer')
  const { id, warehouseId, type, cartonId } = container
  if (cartonId !== null) {
    type Of = Pick<Output<typeof getContainer>, 'contents' | 'noticeNo' | 'state' | 'locationCode'>
    const found = await sql<Of>`
      select n.notice_no as "noticeNo", k.state, x.code as "locationCode",
        (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'lineId', a.line_id, 'itemId', i.id, 'itemNo', i.item_no, 'itemName', i.name,
            'baseUnit', i.base_unit, 'batchNo', b.batch_no, 'expiry', b.expiry, 'quality', a.quality, 'qty', trim_scale(a.qty)::text,
            'serials', a.serials, 'free', trim_scale(a.qty)::text) order by a.id), '[]')
          from allocation a join item i on i.id = a.item_id join batch b on b.id = a.batch_id where a.carton_id = k.id and a.state = 'packed') as contents
      from carton k join outbound_notice n on n.id = k.notice_id left join location x on x.id = k.location_id where k.id = ${cartonId}`.execute(
      tx,
    )
    return {
      code: container.code,
      type,
      warehouseId,
      ...(found.rows[0] as Of),
      locations: await stagingPlaces(tx, warehouseId),
    }
  }
  const rows = await palletRows(tx, id)
  const serials = await sql<{ id: number; numbers: string[] }>`
    select stock_id as id, array_agg(serial_no order by serial_no) as numbers from item_serial
    where stock_id = any(${rows.map((row) => row.id)}::bigint[]) group by 1`.execute(tx)
  const numbers = new Map(serials.rows.map((row) => [row.id, row.numbers]))
  const places = await sql<{ id: number; label: string }>`
    select l.id, l.code as label from location l join warehouse_zone z on z.id = l.zone_id
    where l.warehouse_id = ${warehouseId} and l.enabled and not l.is_deleted and z.enabled and z.type in ('pick', 'store', 'return', 'reject')
    order by (z.type = 'pick') desc, l.put_seq, l.code limit 1000`.execute(tx)
  return {
    code: container.code,
    type,
    warehouseId,
    locationCode: rows[0]?.locationCode ?? null,
    noticeNo: null,
    state: null,
    contents: rows.map((row) => ({
      id: row.id,
      lineId: null,
      itemId: row.itemId,
      itemNo: row.itemNo,
      itemName: row.itemName,
      baseUnit: row.baseUnit,
      batchNo: row.batchNo,
      expiry: row.expiry,
      quality: row.quality,
      qty: row.onHand,
      free: row.free,
      serials: numbers.get(row.id) ?? [],
    })),
    locations: places.rows,
  }
}
