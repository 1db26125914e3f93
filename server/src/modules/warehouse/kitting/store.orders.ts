import { Exact } from '@xunyun/contract/kernel/decimal'
import type { Quality } from '@xunyun/contract/warehouse/ledger/moveTypes'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { owned, type Tx } from '../../../platform/db.ts'
import type { DB } from '../../../platform/schema.ts'
import { inScope, lockingSeen, type Seen, type SeenId } from '../../../platform/scope.ts'
import { mayGoOut } from '../shipping/index.ts'
import { waitingOf } from '../storing/index.ts'

export type Order = Seen<Selectable<DB['kit_order']>>

/** An order inside the scope, locked. */
export const lockOrders = lockingSeen('kit_order')

/** A part of so many sets, with how its goods are watched. */
export type Part = {
  /** Of the order's line; of a plan the place among the parts. */
  line: number
  partId: number
  itemNo: string
  name: string
  baseUnit: string
  batchControlled: boolean
  serialControlled: boolean
  expiryControlled: boolean
  shelfLifeDays: number | null
  qtyPer: string
  qty: string
}

const facts = sql`
  i.id as "partId", i.item_no as "itemNo", i.name, i.base_unit as "baseUnit", i.batch_controlled as "batchControlled",
  i.serial_controlled as "serialControlled", i.expiry_controlled as "expiryControlled", i.shelf_life_days as "shelfLifeDays"`

/** What so many sets are made of, by the set as it is now. */
export async function partsOfKit(tx: Tx, kitId: SeenId, sets: string): Promise<Part[]> {
  const found = await sql<Part>`
    -- unscoped: parts of a set that was found inside the scope
    select l.seq::int as line, ${facts}, trim_scale(l.qty)::text as "qtyPer", trim_scale(l.qty * ${sets}::numeric)::text as qty
    from kit_line l join item i on i.id = l.part_id where l.kit_id = ${kitId} order by l.seq`.execute(tx)
  return found.rows
}
export async function partsOfOrder(tx: Tx, orderId: SeenId): Promise<Part[]> {
  const found = await sql<Part>`
    -- unscoped: parts of an order that was found inside the scope
    select l.id as line, ${facts}, trim_scale(l.qty_per)::text as "qtyPer", trim_scale(l.qty)::text as qty
    from kit_order_line l join item i on i.id = l.part_id where l.order_id = ${orderId} order by l.seq`.execute(tx)
  return found.rows
}

/** The item that a set is. */
export type SetItem = {
  kitId: SeenId
  itemId: number
  ownerId: number
  itemNo: string
  baseUnit: string
  batchControlled: boolean
  serialControlled: boolean
  expiryControlled: boolean
  shelfLifeDays: number | null
  /** Neither the set nor its item is disabled. */
  enabled: boolean
}
/** A set inside the scope, held against a change until the end of the transaction. */
export async function holdSet(tx: Tx, actor: Actor, kitId: number): Promise<SetItem | undefined> {
  const found = await sql<SetItem>`
    select d.id as "kitId", i.id as "itemId", d.owner_id as "ownerId", i.item_no as "itemNo", i.base_unit as "baseUnit",
      i.batch_controlled as "batchControlled", i.serial_controlled as "serialControlled", i.expiry_controlled as "expiryControlled",
      i.shelf_life_days as "shelfLifeDays", d.enabled and i.enabled as enabled
    from kit d join item i on i.id = d.item_id
    where d.id = ${kitId} and not d.is_deleted and ${inScope(actor, 'kit', 'd')} for share of d`.execute(tx)
  return found.rows[0]
}

/** An enabled place inside the scope, and its warehouse. */
export async function placeOf(
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<{ code: string; warehouseId: number } | undefined> {
  const found = await sql<{ code: string; warehouseId: number }>`
    select l.code, l.warehouse_id as "warehouseId" from location l
    where l.id = ${id} and l.enabled and not l.is_deleted and ${inScope(actor, 'location', 'l')}`.execute(tx)
  return found.rows[0]
}

/** Goods that a part is taken from. */
export type Take = {
  partId: number
  line: number
  stockId: number
  locationId: number
  locationCode: string
  batchId: number
  batchNo: string
  expiry: string | null
  containerId: number
  containerCode: string | null
  qty: string
  serials: string[]
}

/** Where goods with these numbers stand, if they may be taken: one row a key, with the numbers that are on it. */
export async function keysOfSerials(
  tx: Tx,
  warehouseId: number,
  part: Pick<Part, 'partId' | 'line'>,
  numbers: readonly string[],
): Promise<Take[]> {
  const found = await sql<Omit<Take, 'partId' | 'line' | 'qty'>>`
    -- unscoped: goods of a part, in a warehouse in which the order was found
    select s.id as "stockId", l.id as "locationId", l.code as "locationCode", b.id as "batchId", b.batch_no as "batchNo", b.expiry,
      s.container_id as "containerId", c.code as "containerCode", array_agg(n.serial_no order by n.serial_no) as serials
    from item_serial n join stock s on s.id = n.stock_id join location l on l.id = s.location_id join warehouse_zone z on z.id = l.zone_id
      join batch b on b.id = s.batch_id join item i on i.id = s.item_id left join container c on c.id = s.container_id
    where n.item_id = ${part.partId} and n.serial_no = any(${[...numbers]}::text[]) and s.warehouse_id = ${warehouseId}
      and s.quality = 'good' and l.count_id is null and not l.is_deleted and ${mayGoOut()}
    group by s.id, l.id, b.id, c.id having s.on_hand - s.allocated - s.frozen >= count(*) order by l.code, s.id`.execute(
    tx,
  )
  return found.rows.map((row) => ({ ...row, ...part, qty: String(row.serials.length) }))
}

/** The first numbers that stand on each key, so many of each. */
export async function serialsOn(
  tx: Tx,
  wanted: readonly { stockId: number; count: number }[],
): Promise<ReadonlyMap<number, string[]>> {
  const found = await sql<{ id: number; serials: string[] }>`
    select w.id, array(select n.serial_no from item_serial n where n.stock_id = w.id order by n.serial_no limit w.count) as serials
    from unnest(${wanted.map((one) => one.stockId)}::bigint[], ${wanted.map((one) => one.count)}::int[]) w(id, count)`.execute(
    tx,
  )
  return new Map(found.rows.map(({ id, serials }) => [id, serials]))
}
export async function expiriesOf(tx: Tx, batchIds: readonly number[]): Promise<ReadonlyMap<number, string | null>> {
  const rows = await tx
    .selectFrom('batch')
    .select(['id', 'expiry'])
    .where(sql<boolean>`id = any(${[...batchIds]}::bigint[])`)
    .execute()
  return new Map(rows.map(({ id, expiry }) => [id, expiry]))
}

/** Sets that stand on one key. */
export type SetKey = {
  id: number
  warehouseId: number
  locationId: number
  locationCode: string
  itemId: number
  batchId: number
  batchNo: string
  expiry: string | null
  inbound: string
  quality: Quality
  containerId: number
  onHand: string
  /** On hand and neither promised, frozen nor waiting to be put away. */
  free: string
}
/** A key inside the scope. The place is asked for too: goods are their owner's, but it is the floor that takes them apart. */
export async function setKey(tx: Tx, actor: Actor, stockId: number): Promise<SetKey | undefined> {
  const found = await sql<SetKey>`
    select s.id, s.warehouse_id as "warehouseId", s.location_id as "locationId", l.code as "locationCode", s.item_id as "itemId",
      s.batch_id as "batchId", b.batch_no as "batchNo", b.expiry, b.inbound, s.quality, s.container_id as "containerId",
      trim_scale(s.on_hand)::text as "onHand", trim_scale(s.on_hand - s.allocated - s.frozen - ${waitingOf})::text as free
    from stock s join location l on l.id = s.location_id join batch b on b.id = s.batch_id
    where s.id = ${stockId} and ${inScope(actor, 'stock', 's')} and ${inScope(actor, 'location', 'l')}`.execute(tx)
  return found.rows[0]
}
export async function serialsOfKey(tx: Tx, stockId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('item_serial')
    .select('serial_no')
    .where('stock_id', '=', stockId)
    .orderBy('serial_no')
    .execute()
  return rows.map(({ serial_no }) => serial_no)
}

/** A batch of a part that went into sets of a batch, here. */
export type UsedBatch = {
  partId: number
  batchId: number
  batchNo: string
  production: string | null
  expiry: string | null
  qty: string
}
/** What went into sets of a batch, as the ledger says; of each part first what expires first, else what came in first. */
export async function usedBatches(tx: Tx, setBatchId: number): Promise<UsedBatch[]> {
  const found = await sql<UsedBatch>`
    -- unscoped: what became of goods, for sets that were found inside the scope
    select s.item_id as "partId", b.id as "batchId", b.batch_no as "batchNo", b.production, b.expiry, trim_scale(sum(-m.d_on_hand))::text as qty
    from kit_order o join stock_move m on m.posting_id = o.posting_id and m.flow = -1 join stock s on s.id = m.stock_id
      join batch b on b.id = s.batch_id
    where o.batch_id = ${setBatchId} and o.kind = 'assemble' and o.state = 'done'
    group by s.item_id, b.id order by s.item_id, b.expiry nulls last, b.inbound, b.id`.execute(tx)
  return found.rows
}

/**
 * Numbers of parts that went into sets of a batch and have not been seen since; of sets with numbers of their own, those
 * of the sets that are named, as they were named when the sets were made.
 */
export async function usedSerials(
  tx: Tx,
  setBatchId: number,
  sets: readonly string[],
): Promise<ReadonlyMap<number, string[]>> {
  const found = await sql<{ partId: number; serials: string[] }>`
    -- unscoped: as above
    select l.part_id as "partId", array_agg(u.no order by o.id, u.at) as serials
    from kit_order o join kit_order_line l on l.order_id = o.id
      cross join lateral unnest(l.serials) with ordinality u(no, at)
      join item_serial n on n.item_id = l.part_id and n.serial_no = u.no and n.stock_id is null
    where o.batch_id = ${setBatchId} and o.kind = 'assemble' and o.state = 'done'
      and (cardinality(o.serials) = 0 or cardinality(${[...sets]}::text[]) = 0
        or o.serials[ceil(u.at / l.qty_per)::int] = any(${[...sets]}::text[]))
      and (select m.posting_id from stock_move_serial x join stock_move m on m.id = x.move_id where x.serial_id = n.id
        order by m.id desc limit 1) = o.posting_id
    group by l.part_id`.execute(tx)
  return new Map(found.rows.map(({ partId, serials }) => [partId, serials]))
}

/** Writes what was said of a line when it was done, or is said so far. */
export async function writeLine(
  tx: Tx,
  orderId: number,
  partId: number,
  values: {
    batchId?: number | null | undefined
    batchNo?: string | null | undefined
    production?: string | null | undefined
    expiry?: string | null | undefined
    serials: readonly string[]
  },
): Promise<void> {
  await owned(tx)
    .updateTable('kit_order_line')
    .set({
      batch_id: values.batchId ?? null,
      batch_no: values.batchNo ?? null,
      production: values.production ?? null,
      expiry: values.expiry ?? null,
      serials: [...values.serials],
    })
    .where('order_id', '=', orderId)
    .where('part_id', '=', partId)
    .execute()
}

export const sumOf = (values: readonly string[]): string =>
  values.reduce((all, one) => new Exact(all).plus(one).toFixed(), '0')
