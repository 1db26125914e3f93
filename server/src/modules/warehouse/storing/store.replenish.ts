import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import { inScope } from '../../../platform/scope.ts'
import { waitingOf } from './store.orders.ts'

/** Who orders replenishments of a warehouse waits for who does the same. */
export const takeTurn = (tx: Tx, warehouseId: number): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext(${`replenishment ${warehouseId}`}))`.execute(tx)

/** An item of which picking zones hold less than they should. Base units. */
export type Face = {
  itemId: number
  itemNo: string
  itemName: string
  ownerId: number
  ownerName: string
  baseUnit: string
  serialControlled: boolean
  tempClass: string
  /** Of one base unit; null: not known, and so no limit counts it. */
  weight: string | null
  volume: string | null
  /** In the smallest pack; null: it has none. */
  carton: string | null
  level: string
  arriving: string
  pickMin: string
  pickMax: string
  /** Where it stands for picking, or stood last. */
  place: Room | null
}

/** What a place for picking still takes (domain §6: capacity, mixing). */
export type Room = {
  id: number
  code: string
  tempClass: string
  /** kg and m³ that are left; null: no limit. */
  weight: string | null
  volume: string | null
  pallets: number | null
  mixBatch: boolean
  /** The batch of the item that stands there already. */
  batchId: number | null
}

/** What stands at a place `l`, and what is on its way there by orders and put-away. */
const standing = sql`(
  select coalesce(sum(g.qty * k.gross_weight), 0) as weight, coalesce(sum(g.qty * k.volume), 0) as volume,
    count(distinct g.container_id) filter (where g.container_id <> 0) as pallets
  -- unscoped: how full a place in scope is, whoever has goods there
  from (
    select y.item_id, y.container_id, y.on_hand as qty from stock y where y.location_id = l.id and y.on_hand > 0
    union all select y.item_id, case when x.whole then y.container_id else 0 end, x.qty
      from stock_order_line x join stock_order d on d.id = x.order_id join stock y on y.id = x.stock_id
      where d.state = 'waiting' and x.to_location_id = l.id
    union all select p.item_id, p.container_id, p.qty from put_away p where p.suggested_location_id = l.id and p.state = 'waiting'
  ) g join item k on k.id = g.item_id)`
const roomColumns = sql`l.id, l.code, z.temp_class as "tempClass", trim_scale(l.max_weight - t.weight)::text as weight,
  trim_scale(l.max_volume - t.volume)::text as volume, (l.max_pallets - t.pallets)::int as pallets, l.mix_batch as "mixBatch"`

/** Goods that may be sent out: of a batch `b` of an item `i` on a key `s`. */
const sound = sql`s.quality = 'good' and (b.expiry is null
  or b.expiry >= ${sql`${clock.today()}::date`} + coalesce(i.min_remain_out_days, 0))`
/** A place `l` that goods may be brought to or taken from now. */
const open = sql`l.enabled and not l.is_deleted and l.count_id is null`

/** Items under the lower limit that stand in the warehouse at all, what is on its way counted in; 500 at most. */
export async function facesUnder(
  tx: Tx,
  actor: Actor,
  asked: { warehouseId: number; ownerId?: number | undefined; itemIds?: readonly number[] | undefined },
): Promise<Face[]> {
  const { warehouseId, ownerId, itemIds } = asked
  const found = await sql<Face>`
    select i.id as "itemId", i.item_no as "itemNo", i.name as "itemName", i.owner_id as "ownerId", o.name as "ownerName",
      i.base_unit as "baseUnit", i.serial_controlled as "serialControlled", i.temp_class as "tempClass",
      trim_scale(i.gross_weight)::text as weight, trim_scale(i.volume)::text as volume,
      (select trim_scale(min(k.ratio))::text from item_pack k where k.item_id = i.id) as carton,
      trim_scale(f.level)::text as level, trim_scale(a.arriving)::text as arriving,
      trim_scale(i.pick_min)::text as "pickMin", trim_scale(i.pick_max)::text as "pickMax", p.place
    from item i join company o on o.id = i.owner_id
    cross join lateral (
      select coalesce(sum(s.on_hand - s.allocated - s.frozen) filter (where z.type = 'pick' and ${sound}), 0) as level,
        coalesce(bool_or(s.on_hand > 0), false) as stands
      from stock s join location l on l.id = s.location_id join warehouse_zone z on z.id = l.zone_id join batch b on b.id = s.batch_id
      where s.item_id = i.id and s.warehouse_id = ${warehouseId} and ${inScope(actor, 'stock', 's')} and ${inScope(actor, 'location', 'l')}) f
    cross join lateral (
      select coalesce(sum(x.qty), 0) as arriving
      -- unscoped: what waits in a warehouse that was found inside the scope
      from stock_order d join stock_order_line x on x.order_id = d.id join stock s on s.id = x.stock_id
      join location l on l.id = x.to_location_id join warehouse_zone z on z.id = l.zone_id
      where d.state = 'waiting' and d.warehouse_id = ${warehouseId} and s.item_id = i.id and z.type = 'pick') a
    left join lateral (
      select to_jsonb(r) as place from (
        -- Where it stands for picking, or stood last: nobody has to look for it elsewhere.
        select l.*, s.on_hand > 0 as stands, s.batch_id from stock s join location l on l.id = s.location_id join warehouse_zone z on z.id = l.zone_id
        where s.item_id = i.id and s.warehouse_id = ${warehouseId} and z.type = 'pick' and ${open} and ${inScope(actor, 'location', 'l')}
          and (s.on_hand > 0 or l.mix_item or not exists (
            -- unscoped: whether a place is taken, whoever has goods there
            select 1 from stock y where y.location_id = l.id and y.on_hand > 0))
        order by s.on_hand > 0 desc, s.id desc limit 1
      ) l join warehouse_zone z on z.id = l.zone_id cross join lateral ${standing} t
      cross join lateral (select ${roomColumns}, case when l.stands then l.batch_id end as "batchId") r) p on true
    where i.pick_min is not null and i.enabled and not i.is_deleted and ${inScope(actor, 'item', 'i')} and f.stands
      and ${ownerId === undefined ? sql`true` : sql`i.owner_id = ${ownerId}`}
      and ${itemIds === undefined ? sql`true` : sql`i.id = any(${[...itemIds]}::bigint[])`}
      and f.level + a.arriving < i.pick_min
    order by f.level + a.arriving - i.pick_min, i.item_no, i.id limit 500`.execute(tx)
  return found.rows
}

/** A key in storage, and what of it may go. */
export type Source = {
  stockId: number
  itemId: number
  batchId: number
  batchNo: string
  expiry: string | null
  fromLocation: string
  containerCode: string | null
  free: string
  /** All of it is free, so that nobody has to say which serial numbers go. */
  untouched: boolean
  /** Nothing else stands on its container, and all of it is free. */
  wholeContainer: boolean
}
/** First to expire first, then what came first, then as one walks. What waiting orders take is not free. */
export async function sourcesFor(
  tx: Tx,
  actor: Actor,
  warehouseId: number,
  itemIds: readonly number[],
): Promise<Source[]> {
  const found = await sql<Source>`
    select q.id as "stockId", q.item_id as "itemId", q.batch_id as "batchId", q.batch_no as "batchNo", q.expiry, q.code as "fromLocation",
      q.container as "containerCode", trim_scale(q.free)::text as free, q.free = q.on_hand as untouched,
      q.container is not null and q.free = q.on_hand and not exists (
        -- unscoped: what else a container holds, whoever owns it
        select 1 from stock y where y.container_id = q.container_id and y.id <> q.id and y.on_hand > 0) as "wholeContainer"
    from (
      select s.id, s.item_id, s.batch_id, s.container_id, s.on_hand, b.batch_no, b.expiry, b.inbound, l.code, l.pick_seq, c.code as container,
        s.on_hand - s.allocated - s.frozen - ${waitingOf} - coalesce((
          select sum(x.qty) from stock_order_line x join stock_order d on d.id = x.order_id
          where x.stock_id = s.id and d.state = 'waiting' and d.type <> 'unfreeze'), 0) as free
      from stock s join location l on l.id = s.location_id join warehouse_zone z on z.id = l.zone_id join item i on i.id = s.item_id
      join batch b on b.id = s.batch_id left join container c on c.id = s.container_id
      where s.item_id = any(${[...itemIds]}::bigint[]) and s.warehouse_id = ${warehouseId} and s.on_hand > 0 and z.type = 'store'
        and ${open} and ${sound} and ${inScope(actor, 'stock', 's')} and ${inScope(actor, 'location', 'l')}
    ) q where q.free > 0
    order by q.item_id, q.expiry nulls last, q.inbound, q.batch_id, q.pick_seq, q.code, q.id`.execute(tx)
  return found.rows
}

/** Places for picking where nothing stands and nothing is on its way to, as one walks; so many of each temperature and size. */
export async function emptyFaces(tx: Tx, actor: Actor, warehouseId: number, count: number): Promise<Room[]> {
  if (count === 0) return []
  const found = await sql<Room>`
    select ${roomColumns}, null::bigint as "batchId" from (
      select l.*, row_number() over (partition by z.temp_class, l.max_weight, l.max_volume, l.max_pallets, l.mix_batch order by l.pick_seq, l.code) as nth
      from location l join warehouse_zone z on z.id = l.zone_id
      where l.warehouse_id = ${warehouseId} and z.type = 'pick' and ${open} and ${inScope(actor, 'location', 'l')}
        -- unscoped: whether a place is taken, whoever has goods there
        and not exists (select 1 from stock s where s.location_id = l.id and s.on_hand > 0)
        and not exists (
          -- unscoped: as above
          select 1 from stock_order d join stock_order_line x on x.order_id = d.id
          where d.state = 'waiting' and d.warehouse_id = ${warehouseId} and x.to_location_id = l.id)
    ) l join warehouse_zone z on z.id = l.zone_id cross join lateral ${standing} t
    where l.nth <= ${count} order by l.pick_seq, l.code`.execute(tx)
  return found.rows
}
