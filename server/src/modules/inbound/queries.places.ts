import type { Quality } from '@xunyun/contract/stock/moves'
import type { ZoneType } from '@xunyun/contract/warehouse/warehouses'
import { type RawBuilder, sql } from 'kysely'
import { owned, type Tx } from '../../platform/db.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'

/** Where goods of a quality may stand: what is for sale never beside what is not. */
export const zonesFor: Readonly<Record<Quality, readonly ZoneType[]>> = {
  good: ['store', 'pick'],
  bad: ['reject', 'return'],
  pending: ['store', 'return'],
}

/** Goods that look for a place. Quantity in base units. */
export type Goods = {
  itemId: number
  batchId: number
  quality: Quality
  qty: string
  /** The pallet that they stand on, and stay on; 0: loose. */
  containerId: number
}
/** Tasks of the same act: all that move, and those that count as standing there already. */
type Along = { readonly moving: readonly number[]; readonly before: readonly number[] }
export type PlaceReason = 'sameBatch' | 'sameItem' | 'abc' | 'zone' | 'reject'
export type Place = {
  locationId: number
  code: string
  zoneName: string
  reason: PlaceReason
  usedPercent: number | null
}

/**
 * What stands at a location and what is on its way there, against the goods and the limits it has to keep within. What is
 * just being moved there itself stands for nothing but the tasks `before`.
 */
const fill = ({ moving, before }: Along): RawBuilder<unknown> => sql`
  select coalesce(sum(g.qty * i.gross_weight), 0) as weight, coalesce(sum(g.qty * i.volume), 0) as volume,
    count(distinct g.container_id) filter (where g.container_id not in (0, goods.container_id)) as pallets,
    min(i.item_no) filter (where g.item_id <> goods.item_id) as other_item,
    min(coalesce(nullif(b.batch_no, ''), '—')) filter (where g.item_id = goods.item_id and b.batch_no <> goods.batch_no) as other_batch,
    coalesce(bool_or(g.item_id = goods.item_id and b.batch_no = goods.batch_no), false) as same_batch,
    coalesce(bool_or(g.item_id = goods.item_id), false) as same_item, count(g.item_id) = 0 as empty
  from (
    select s.item_id, s.batch_id, s.container_id, s.on_hand as qty from stock s where s.location_id = l.id and s.on_hand > 0
    union all
    select p.item_id, p.batch_id, p.container_id, p.qty from put_away p
      where p.suggested_location_id = l.id and p.state = 'waiting' and p.id <> all(${[...moving]}::bigint[])
    union all
    select p.item_id, p.batch_id, p.container_id, p.qty from put_away p where p.id = any(${[...before]}::bigint[])
  ) g
  -- One by one, by their keys: reckoned otherwise the planner reads all items there are.
  cross join lateral (select * from item where id = g.item_id limit 1) i
  cross join lateral (select * from batch where id = g.batch_id limit 1) b`

/** The goods, with what their item weighs and asks for. */
const goodsOf = ({ itemId, batchId, qty, containerId }: Goods) => sql`
  (select i.id as item_id, b.batch_no, ${containerId}::bigint as container_id, i.temp_class, i.abc, i.zone_type, ${qty}::numeric * coalesce(i.gross_weight, 0) as weight,
    ${qty}::numeric * coalesce(i.volume, 0) as volume
  from item i join batch b on b.id = ${batchId} where i.id = ${itemId}) goods`

/** A place where nothing stands and nothing is on its way to, and what it takes. */
type Empty = {
  id: number
  zoneType: ZoneType
  tempClass: string
  abc: string | null
  maxWeight: number | null
  maxVolume: number | null
}
/** What an item asks of a place; weight (kg) and volume (m³) of one base unit. */
type Wishes = { tempClass: string; abc: string | null; zoneType: ZoneType | null; weight: number; volume: number }
export type Places = { for(goods: Goods, most?: number): Promise<Place[]> }

/** So many empty places are looked for at first: enough wherever there is room. */
const firstLook = 200

/**
 * Looks for places for goods of these items, one lot after the other, in one transaction. The empty places are read in
 * the order in which they are walked, and once for all lots: where a warehouse is full, looking for one again for each
 * line of a receipt would read all of its locations as often.
 */
export async function openPlaces(
  tx: Tx,
  warehouseId: number,
  itemIds: readonly number[],
  /** The task that looks for a place: what was suggested for it stays free for it. */
  task = 0,
): Promise<Places> {
  const wishes = await wishesOf(tx, itemIds)
  let empties: Empty[] = []
  let looked: 'not' | 'first' | 'everywhere' = 'not'
  async function look(): Promise<void> {
    const gone = looked === 'not' ? undefined : new Set(empties.map(({ id }) => id))
    const found = await emptiesOf(tx, warehouseId, task, looked === 'not' ? firstLook : null)
    looked = looked === 'not' && found.length === firstLook ? 'first' : 'everywhere'
    empties = gone === undefined ? found : [...empties, ...found.filter(({ id }) => !gone.has(id))]
  }
  async function first(count: number, fits: (place: Empty) => boolean): Promise<number[]> {
    if (looked === 'not') await look()
    let found = empties.filter(fits)
    if (found.length < count && looked === 'first') {
      await look()
      found = empties.filter(fits)
    }
    return found.slice(0, count).map(({ id }) => id)
  }
  return {
    async for(goods, most = 1) {
      const item = wishes.get(goods.itemId)
      if (item === undefined) throw new Error(`places were not opened for item ${goods.itemId}`)
      const zones: readonly ZoneType[] = zonesFor[goods.quality]
      const takesAll = (place: Empty) =>
        zones.includes(place.zoneType) &&
        place.tempClass === item.tempClass &&
        (place.maxWeight === null || Number(goods.qty) * item.weight <= place.maxWeight) &&
        (place.maxVolume === null || Number(goods.qty) * item.volume <= place.maxVolume)
      const count = most + 2
      const free = new Set([
        ...(item.zoneType === null
          ? []
          : await first(
              count,
              (place) => takesAll(place) && place.zoneType === item.zoneType && place.abc === item.abc,
            )),
        ...(await first(count, (place) => takesAll(place) && place.abc === item.abc)),
        ...(await first(count, takesAll)),
      ])
      const places = await bestOf(tx, warehouseId, goods, most, task, [...free])
      // The next lot finds it taken; its task stands in the database by then.
      if (most === 1) empties = empties.filter(({ id }) => id !== places[0]?.locationId)
      return places
    },
  }
}

async function wishesOf(tx: Tx, itemIds: readonly number[]): Promise<Map<number, Wishes>> {
  // unscoped: items of tasks and lines that were found inside the scope
  const found = await sql<Wishes & { id: number }>`
    select id, temp_class as "tempClass", abc, zone_type as "zoneType", coalesce(gross_weight, 0)::float8 as weight,
      coalesce(volume, 0)::float8 as volume
    from item where id = any(${[...itemIds]}::bigint[])`.execute(tx)
  return new Map(found.rows.map((row) => [row.id, row]))
}

async function emptiesOf(tx: Tx, warehouseId: number, task: number, most: number | null): Promise<Empty[]> {
  // unscoped: places of a warehouse in which the task was found
  const found = await sql<Empty>`
    select l.id, z.type as "zoneType", z.temp_class as "tempClass", l.abc, l.max_weight::float8 as "maxWeight", l.max_volume::float8 as "maxVolume"
    from location l join warehouse_zone z on z.id = l.zone_id and z.enabled
    where l.warehouse_id = ${warehouseId} and l.enabled and not l.is_deleted and l.count_id is null
      and z.type = any(${[...new Set(Object.values(zonesFor).flat())]}::text[])
      and not exists (select 1 from stock s where s.location_id = l.id and s.on_hand > 0)
      and not exists (select 1 from put_away p where p.suggested_location_id = l.id and p.state = 'waiting' and p.id <> ${task})
    order by l.put_seq, l.id limit ${most}`.execute(tx)
  return found.rows
}

/**
 * The places that take all of the goods, best first: beside the same item and batch, beside the same item, then an empty
 * one of the item's ABC class, then any empty one of the right zone in the order in which they are walked. Every limit
 * of the place is kept, counting what is on its way there already.
 */
async function bestOf(
  tx: Tx,
  warehouseId: number,
  goods: Goods,
  most: number,
  task: number,
  free: readonly number[],
): Promise<Place[]> {
  const zones = zonesFor[goods.quality]
  // unscoped: as above
  const found = await sql<Place>`
    with goods as materialized (select * from ${goodsOf(goods)}),
    fitting as materialized (
      select z.id, z.name, z.type, (z.type = goods.zone_type) as wished from warehouse_zone z, goods
      where z.warehouse_id = ${warehouseId} and z.enabled and z.type = any(${[...zones]}::text[]) and z.temp_class = goods.temp_class
    ),
    near as (
      select distinct location_id as id from stock where item_id = ${goods.itemId} and warehouse_id = ${warehouseId} and on_hand > 0
      union select suggested_location_id from put_away
        where item_id = ${goods.itemId} and warehouse_id = ${warehouseId} and state = 'waiting' and suggested_location_id is not null and id <> ${task}
    ),
    -- Rejects of all kinds stand together: few places are kept for them.
    rejects as (
      select l.id from location l where ${goods.quality} = 'bad' and l.warehouse_id = ${warehouseId} and l.enabled and not l.is_deleted
        and l.zone_id in (select id from fitting) and l.mix_item order by l.put_seq, l.id limit ${most + 2}
    ),
    -- Told apart before what stands there is added up: where goods are received they stand by the thousand.
    candidate as materialized (
      select l.*, f.name as zone_name, f.wished
      from (select id from near union select id from rejects union select unnest(${[...free]}::bigint[])) c
      cross join lateral (select * from location where id = c.id limit 1) l join fitting f on f.id = l.zone_id
      where l.enabled and not l.is_deleted and l.count_id is null
    )
    select l.id as "locationId", l.code, l.zone_name as "zoneName",
      case when ${goods.quality} = 'bad' then 'reject' when x.same_batch then 'sameBatch' when x.same_item then 'sameItem'
        when goods.abc is not null and l.abc = goods.abc then 'abc' else 'zone' end as reason,
      case when l.max_weight > 0 or l.max_volume > 0 then round(100 * greatest(coalesce(x.weight / nullif(l.max_weight, 0), 0),
        coalesce(x.volume / nullif(l.max_volume, 0), 0)))::int end as "usedPercent"
    from candidate l cross join goods cross join lateral (${fill({ moving: [task], before: [] })}) x
    where (l.mix_item or x.other_item is null) and (l.mix_batch or x.other_batch is null)
      and (l.max_weight is null or x.weight + goods.weight <= l.max_weight)
      and (l.max_volume is null or x.volume + goods.volume <= l.max_volume)
      and (l.max_pallets is null or goods.container_id = 0 or x.pallets < l.max_pallets)
      -- A place that holds something else is no suggestion, though it may be chosen.
      and (x.empty or x.same_item or ${goods.quality} = 'bad')
    order by x.same_batch desc, x.same_item desc, l.wished desc nulls last, (l.abc = goods.abc) desc nulls last, l.put_seq, l.id
    limit ${most}`.execute(tx)
  return found.rows
}

type Judged = {
  code: string
  enabled: boolean
  zoneEnabled: boolean
  zoneType: ZoneType
  tempClass: string
  tempNeeded: string
  mixItem: boolean
  mixBatch: boolean
  otherItem: string | null
  otherBatch: string | null
  maxWeight: string | null
  maxVolume: string | null
  maxPallets: number | null
  weight: string
  volume: string
  tooHeavy: boolean
  tooLarge: boolean
  noRoom: boolean
}

/** Two who fill a place wait for each other. A statement of its own, so that what the other put there is seen after it. */
export async function lockPlace(tx: Tx, locationId: number): Promise<void> {
  // unscoped: a place of the warehouse in which the task was found; whoever calls has checked that
  await owned(tx).selectFrom('location').select('id').where('id', '=', locationId).forNoKeyUpdate().execute()
}

/**
 * Refuses a place that these goods may not go to, naming what stands against it (domain §6: mixing, capacity,
 * temperature, quality). The place is locked.
 */
export async function checkPlace(tx: Tx, locationId: number, goods: Goods, along: Along): Promise<void> {
  // unscoped: as above
  const found = await sql<Judged>`
    select l.code, l.enabled, z.enabled as "zoneEnabled", z.type as "zoneType", z.temp_class as "tempClass", goods.temp_class as "tempNeeded",
      l.mix_item as "mixItem", l.mix_batch as "mixBatch", x.other_item as "otherItem", x.other_batch as "otherBatch",
      l.max_weight as "maxWeight", l.max_volume as "maxVolume", l.max_pallets as "maxPallets",
      trim_scale(x.weight + goods.weight)::text as weight, trim_scale(x.volume + goods.volume)::text as volume,
      coalesce(x.weight + goods.weight > l.max_weight, false) as "tooHeavy",
      coalesce(x.volume + goods.volume > l.max_volume, false) as "tooLarge",
      coalesce(x.pallets >= l.max_pallets, false) and goods.container_id <> 0 as "noRoom"
    from location l join warehouse_zone z on z.id = l.zone_id cross join ${goodsOf(goods)} cross join lateral (${fill(along)}) x
    where l.id = ${locationId} and not l.is_deleted`.execute(tx)
  const [place] = found.rows
  if (place === undefined) throw notFound()
  const refusal = objection(place, goods.quality)
  if (refusal !== undefined) throw refusal
}

function objection(place: Judged, quality: Quality): Refusal | undefined {
  const location = place.code
  if (!place.enabled || !place.zoneEnabled) return new Refusal('inbound.placeDisabled', { location })
  if (!zonesFor[quality].includes(place.zoneType))
    return new Refusal('inbound.placeZone', { location, quality, zoneType: place.zoneType })
  if (place.tempClass !== place.tempNeeded)
    return new Refusal('inbound.placeTemp', { location, tempClass: place.tempClass, tempNeeded: place.tempNeeded })
  if (!place.mixItem && place.otherItem !== null)
    return new Refusal('inbound.placeMixItem', { location, item: place.otherItem })
  if (!place.mixBatch && place.otherBatch !== null)
    return new Refusal('inbound.placeMixBatch', { location, batch: place.otherBatch })
  if (place.tooHeavy)
    return new Refusal('inbound.placeWeight', { location, most: Number(place.maxWeight), would: place.weight })
  if (place.tooLarge)
    return new Refusal('inbound.placeVolume', { location, most: Number(place.maxVolume), would: place.volume })
  if (place.noRoom) return new Refusal('inbound.placePallets', { location, most: place.maxPallets ?? 0 })
  return undefined
}
