import type { Quality } from '@xunyun/contract/warehouse/ledger/moveTypes'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { DB } from '../../../platform/schema.ts'
import { inScope, lockingSeen, type Seen, type SeenId } from '../../../platform/scope.ts'
import type { Movement } from '../ledger/index.ts'
import { barcodesOfItem, batchesAt, type ScanFacts } from '../locations/index.ts'

export type Order = Seen<Selectable<DB['stock_order']>>

/** An order inside the scope, locked. */
export const lockOrders = lockingSeen('stock_order')
/** A key of the ledger with what it is called, and what of it is spoken for. Quantities in base units. */
export type Key = {
  id: number
  warehouseId: number
  locationId: number
  locationCode: string
  itemNo: string
  baseUnit: string
  serialControlled: boolean
  quality: Quality
  containerId: number
  containerCode: string | null
  onHand: string
  allocated: string
  frozen: string
  /** Of put-away tasks: they find it where it was received, or not at all. */
  waiting: string
} & Omit<ScanFacts, 'toCode'>

/** What of a key `s` waits to be put away. */
export const waitingOf = sql`coalesce((
  select sum(p.qty) from put_away p where p.state = 'waiting' and p.warehouse_id = s.warehouse_id and p.from_location_id = s.location_id
    and p.item_id = s.item_id and p.batch_id = s.batch_id and p.quality = s.quality and p.container_id = s.container_id), 0)`

/**
 * Keys inside the scope, and with those that go `whole` all that stands on the same containers. The place is asked for too:
 * goods are their owner's, but it is the floor that moves them.
 */
export async function keysOf(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  whole: readonly number[] = [],
): Promise<Map<number, Key>> {
  const found = await sql<Key>`
    select s.id, s.warehouse_id as "warehouseId", s.location_id as "locationId", l.code as "locationCode", i.item_no as "itemNo",
      i.base_unit as "baseUnit", i.serial_controlled as "serialControlled", s.quality, s.container_id as "containerId",
      c.code as "containerCode", w.hand_entry as rule, w.code as "warehouseCode", ${barcodesOfItem} as barcodes, b.batch_no as "batchNo",
      ${batchesAt('s.location_id', 's.item_id')} as batches, s.on_hand as "onHand", s.allocated, s.frozen, ${waitingOf} as waiting
    from stock s join location l on l.id = s.location_id join item i on i.id = s.item_id
    join batch b on b.id = s.batch_id join warehouse w on w.id = s.warehouse_id left join container c on c.id = s.container_id
    where s.id in (
      select unnest(${[...ids]}::bigint[])
      -- unscoped: what stands on the container of a key; the keys found are inside the scope
      union select k.id from stock k where k.on_hand > 0 and k.container_id in (
        select x.container_id from stock x where x.id = any(${[...whole]}::bigint[]) and x.container_id <> 0)
    ) and ${inScope(actor, 'stock', 's')} and ${inScope(actor, 'location', 'l')} order by s.id`.execute(tx)
  return new Map(found.rows.map((row) => [row.id, row]))
}

export type Target = { id: number; code: string; warehouseId: number }
/** Enabled places inside the scope. */
export async function targetsOf(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Target>> {
  const found = await sql<Target>`
    select l.id, l.code, l.warehouse_id as "warehouseId" from location l
    where l.id = any(${[...ids]}::bigint[]) and l.enabled and not l.is_deleted and ${inScope(actor, 'location', 'l')}`.execute(
    tx,
  )
  return new Map(found.rows.map((row) => [row.id, row]))
}

/** A line of an order with the key that it takes from, as both are now. */
export type Taken = {
  line: number
  stockId: number
  locationId: number
  locationCode: string
  itemId: number
  batchId: number
  quality: Quality
  containerId: number
  containerCode: string | null
  whole: boolean
  qty: string
  allocated: string
  frozen: string
  toLocationId: number | null
  toQuality: Quality | null
  serials: string[]
}
export async function takenBy(tx: Tx, orderId: SeenId): Promise<Taken[]> {
  const found = await sql<Taken>`
    select x.id as line, s.id as "stockId", s.location_id as "locationId", l.code as "locationCode", s.item_id as "itemId",
      s.batch_id as "batchId", s.quality, s.container_id as "containerId", c.code as "containerCode", x.whole, x.qty, s.allocated, s.frozen,
      x.to_location_id as "toLocationId", x.to_quality as "toQuality",
      case when not i.serial_controlled then '{}' when x.serials <> '{}' then x.serials
        else array(select n.serial_no from item_serial n where n.stock_id = s.id order by n.serial_no) end as serials
    -- unscoped: lines of an order that was found inside the scope
    from stock_order_line x join stock s on s.id = x.stock_id join location l on l.id = s.location_id join item i on i.id = s.item_id
    left join container c on c.id = s.container_id where x.order_id = ${orderId} order by x.seq, x.id`.execute(tx)
  return found.rows
}

/** A task that waited: what stands on its containers by now is what goes. */
export async function refreshWhole(tx: Tx, orderId: SeenId): Promise<void> {
  const gone = await sql<{ container: string; location: string }>`
    select c.code as container, l.code as location
    -- unscoped: lines of an order that was found inside the scope
    from stock_order_line x join stock s on s.id = x.stock_id join container c on c.id = s.container_id join location l on l.id = s.location_id
    where x.order_id = ${orderId} and x.whole and not exists (
      select 1 from stock k where k.container_id = s.container_id and k.location_id = s.location_id and k.on_hand > 0) limit 1`.execute(
    tx,
  )
  const [first] = gone.rows
  if (first !== undefined) throw new Refusal('stock.containerGone', first)
  await sql`
    with asked as (
      -- unscoped: as above
      select s.container_id, s.location_id, min(x.seq) as seq, min(x.to_location_id) as to_location_id
      from stock_order_line x join stock s on s.id = x.stock_id where x.order_id = ${orderId} and x.whole group by 1, 2
    ), now as (
      select k.id, k.on_hand, a.seq, a.to_location_id from asked a
      join stock k on k.container_id = a.container_id and k.location_id = a.location_id and k.on_hand > 0
    ), emptied as (
      delete from stock_order_line x where x.order_id = ${orderId} and x.whole and x.stock_id not in (select id from now)
    ) insert into stock_order_line (order_id, seq, stock_id, qty, to_location_id, whole)
      select ${orderId}, seq, id, on_hand, to_location_id, true from now
      on conflict on constraint stock_order_line__once do update set qty = excluded.qty`.execute(tx)
}

/** Goods of the order that a put-away task counts on; the order takes them from under it. */
export async function refuseWaiting(tx: Tx, orderId: SeenId): Promise<void> {
  const found = await sql<{ item: string; qty: string }>`
    select i.item_no as item, trim_scale(s.waiting)::text as qty
    from (
      select x.item_id, x.on_hand - x.allocated - x.frozen as free, x.waiting, sum(x.qty) as asked, bool_or(x.whole) as whole from (
        -- unscoped: lines of an order that was found inside the scope
        select s.*, o.qty, o.whole, ${waitingOf} as waiting from stock_order_line o join stock s on s.id = o.stock_id
        where o.order_id = ${orderId}) x
      group by x.id, x.item_id, x.on_hand, x.allocated, x.frozen, x.waiting
    ) s join item i on i.id = s.item_id where s.waiting > 0 and (s.whole or s.asked > s.free - s.waiting) limit 1`.execute(
    tx,
  )
  const [first] = found.rows
  if (first !== undefined) throw new Refusal('stock.waitsPutAway', first)
}

/** A container stands in one place: what a posting put on one may not leave it in two. */
export async function refuseTwoPlaces(tx: Tx, movements: readonly Pick<Movement, 'containerId'>[]): Promise<void> {
  const ids = [...new Set(movements.map(({ containerId }) => containerId))].filter((id) => id !== 0)
  if (ids.length === 0) return
  // unscoped: containers of a posting that was found inside the scope
  const found = await sql<{ container: string; location: string }>`
    select c.code as container, string_agg(distinct l.code, ', ') as location
    from stock s join location l on l.id = s.location_id join container c on c.id = s.container_id
    where s.container_id = any(${ids}::bigint[]) and s.on_hand > 0 group by c.code having count(distinct l.id) > 1 limit 1`.execute(
    tx,
  )
  const [first] = found.rows
  if (first !== undefined) throw new Refusal('inbound.containerElsewhere', first)
}
