import type { Quality } from '@xunyun/contract/warehouse/ledger/moveTypes'
import type { ZoneType } from '@xunyun/contract/warehouse/masters/warehouses'
import { type RawBuilder, sql } from 'kysely'
import { owned, type Tx } from '../../../platform/db.ts'
import { notFound, Refusal } from '../../../platform/refusal.ts'

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
export type PlaceReason = 'sameBatch' | 'sameItem' | 'abc' | 'zone' | 'reject' | 'mixed'
export type Place = {
  locationId: number
  code: string
  zoneName: string
  reason: PlaceReason
  usedPercent: number | null
}

/**
 * What stands at a location and what is on its way there, against the goods and the limits it has to keep within. Of the tasks `p`
 * that are to go there those count that are `coming`; `before` stand there already, for whoever asks.
 */
const fill = (coming: RawBuilder<unknown>, before: readonly number[] = []): RawBuilder<unknown> => sql`
  select y.weight, y.volume, y.pallets, (select item_no from item where id = y.other_id) as other_item, y.other_batch, y.same_batch, y.same_item,
    y.empty
  from (
    select coalesce(sum(g.qty * i.gross_weight), 0) as weight, coalesce(sum(g.qty * i.volume), 0) as volume,
      count(distinct g.container_id) filter (where g.container_id not in (0, goods.container_id)) as pallets,
      min(g.item_id) filter (where g.item_id <> goods.item_id) as other_id,
      min(coalesce(nullif(b.batch_no, ''), '—')) filter (where b.batch_no <> goods.batch_no) as other_batch,
      coalesce(bool_or(b.batch_no = goods.batch_no), false) as same_batch,
      coalesce(bool_or(g.item_id = goods.item_id), false) as same_item, count(g.item_id) = 0 as empty
    from (
      select s.item_id, s.batch_id, s.container_id, s.on_hand as qty from stock s where s.location_id = l.id and s.on_hand > 0
      union all
      select p.item_id, p.batch_id, p.container_id, p.qty from put_away p
        where p.suggested_location_id = l.id and p.state = 'waiting' and ${coming}
      union all
      select p.item_id, p.batch_id, p.container_id, p.qty from put_away p where p.id = any(${[...before]}::bigint[])
    ) g
    -- By their keys, and only those that are asked about: the weights where there is a limit, the batches of the same item.
    left join lateral (select gross_weight, volume from item where id = g.item_id and (l.max_weight is not null or l.max_volume is not null) limit 1) i on true
    left join lateral (select batch_no from batch where id = g.batch_id and g.item_id = goods.item_id limit 1) b on true
  ) y`

/** Lots of goods in their order, with what their items weigh and ask for. */
const goodsOf = (lots: readonly Goods[]) => sql`
  (select u.lot, i.id as item_id, b.batch_no, u.quality, u.container_id, i.temp_class, i.abc, i.zone_type,
    u.qty * coalesce(i.gross_weight, 0) as weight, u.qty * coalesce(i.volume, 0) as volume
  from unnest(${lots.map(({ itemId }) => itemId)}::bigint[], ${lots.map(({ batchId }) => batchId)}::bigint[],
    ${lots.map(({ quality }) => quality)}::text[], ${lots.map(({ qty }) => qty)}::numeric[], ${lots.map(({ containerId }) => containerId)}::bigint[])
    with ordinality u(item_id, batch_id, quality, qty, container_id, lot)
  join item i on i.id = u.item_id join batch b on b.id = u.batch_id) goods`

/** A place where nothing stands and nothing is on its way to, and what it takes. */
type Empty = {
  id: number
  code: string
  zoneType: ZoneType
  tempClass: string
  abc: string | null
  maxWeight: number | null
  maxVolume: number | null
}
/** What an item asks of a place; weight (kg) and volume (m³) of one base unit. */
type Wishes = { tempClass: string; abc: string | null; zoneType: ZoneType | null; weight: number; volume: number }
export type Suggestion = Pick<Place, 'locationId' | 'code' | 'reason'>
export type Places = {
  /** The best places for one lot. */
  for(goods: Goods, most: number): Promise<Place[]>
  /** One place for each lot; none is sent where one before it takes the room. */
  each(lots: readonly Goods[]): Promise<(Suggestion | undefined)[]>
}

/** A place that takes other goods beside what stands there or is on its way, and how much of them. */
type Shared = Omit<Place, 'reason'> &
  Room & {
    zoneType: ZoneType
    tempClass: string
    itemIds: number[]
  }
/** What a place still takes; null: no limit. */
type Room = { weightLeft: number | null; volumeLeft: number | null; palletsLeft: number | null }
/** A place beside the same goods, for one lot of several. */
type Near = Place & Room & { lot: number; mixBatch: boolean }
/** Of how many places beside the same goods one may be taken, for lots that share an item. */
const nearOnes = 10

/** So many empty places are looked for at first: enough wherever there is room. */
const firstLook = 200

/**
 * Looks for places for goods of these items in one transaction. The empty places are read in the order in which they
 * are walked, and once for all: where a warehouse is full, looking for one again for each line of a receipt would read
 * all of its locations as often.
 */
export async function openLocations(
  tx: Tx,
  warehouseId: number,
  itemIds: readonly number[],
  /** The tasks that look for a place: what was suggested for them is free. */
  looking: readonly number[] = [],
): Promise<Places> {
  const wishes = await wishesOf(tx, itemIds)
  let empties: Empty[] = []
  let looked: 'not' | 'first' | 'everywhere' = 'not'
  async function look(): Promise<void> {
    const known = new Set(empties.map(({ id }) => id))
    const found = await emptiesOf(tx, warehouseId, looking, looked === 'not' ? firstLook : null)
    looked = looked === 'not' && found.length === firstLook ? 'first' : 'everywhere'
    empties = [...empties, ...found.filter(({ id }) => !known.has(id) && !taken.has(id))]
  }
  const taken = new Set<number>()
  async function first(count: number, fits: (place: Empty) => boolean): Promise<Empty[]> {
    if (looked === 'not') await look()
    let found = empties.filter(fits)
    if (found.length < count && looked === 'first') {
      await look()
      found = empties.filter(fits)
    }
    return found.slice(0, count)
  }
  /** Empty places that take all of the goods, best first: of the zone the item wishes and its ABC class, of its class, any. */
  async function emptyFor(goods: Goods, count: number): Promise<Empty[]> {
    const item = wishes.get(goods.itemId)
    if (item === undefined) throw new Error(`places were not opened for item ${goods.itemId}`)
    const zones: readonly ZoneType[] = zonesFor[goods.quality]
    const takesAll = (place: Empty) =>
      zones.includes(place.zoneType) &&
      place.tempClass === item.tempClass &&
      (place.maxWeight === null || Number(goods.qty) * item.weight <= place.maxWeight) &&
      (place.maxVolume === null || Number(goods.qty) * item.volume <= place.maxVolume)
    const ofClass = (place: Empty) => takesAll(place) && place.abc === item.abc
    // Rejects go where rejects are kept, to the returns only where there is no such zone.
    const isBad = goods.quality === 'bad'
    const wish = isBad ? 'reject' : item.zoneType
    const fits = isBad ? takesAll : ofClass
    const wished = wish === null ? [] : await first(count, (place) => fits(place) && place.zoneType === wish)
    return [...new Set([...wished, ...(await first(count, ofClass)), ...(await first(count, takesAll))])]
  }
  let shared: Shared[] | undefined
  /** Where something else stands, once there is no empty place: the item's own zone first, then in the order of the walk. */
  async function sharedFor(goods: Goods): Promise<Shared[]> {
    const item = wishes.get(goods.itemId)
    if (item === undefined || goods.quality === 'bad') return []
    shared ??= await sharedOf(tx, warehouseId, looking)
    const zones: readonly ZoneType[] = zonesFor[goods.quality]
    const fitting = shared.filter(
      (place) =>
        zones.includes(place.zoneType) &&
        place.tempClass === item.tempClass &&
        !place.itemIds.includes(goods.itemId) &&
        hasRoom(place, goods),
    )
    const wished = fitting.filter(({ zoneType }) => zoneType === item.zoneType)
    return [...new Set([...wished, ...fitting])]
  }
  const hasRoom = (place: Room, goods: Goods): boolean => {
    const item = wishes.get(goods.itemId)
    return (
      (place.weightLeft === null || Number(goods.qty) * (item?.weight ?? 0) <= place.weightLeft) &&
      (place.volumeLeft === null || Number(goods.qty) * (item?.volume ?? 0) <= place.volumeLeft) &&
      (goods.containerId === 0 || place.palletsLeft === null || place.palletsLeft > 0)
    )
  }
  /** What goes there takes of its room, so that the next line is not sent to the same corner. */
  function fillUp(place: Room, goods: Goods): void {
    const item = wishes.get(goods.itemId)
    if (place.weightLeft !== null) place.weightLeft -= Number(goods.qty) * (item?.weight ?? 0)
    if (place.volumeLeft !== null) place.volumeLeft -= Number(goods.qty) * (item?.volume ?? 0)
    if (place.palletsLeft !== null && goods.containerId !== 0) place.palletsLeft -= 1
  }
  /** What lots before have taken of the places beside the same goods: its room, and whether it holds one batch alone. */
  function sendings() {
    const rooms = new Map<number, Room>()
    const batches = new Map<string, Set<number>>()
    const at = ({ locationId }: Near, { itemId }: Goods) => `${locationId} ${itemId}`
    return {
      takes(place: Near, goods: Goods): boolean {
        const others = [...(batches.get(at(place, goods)) ?? [])].some((batch) => batch !== goods.batchId)
        return hasRoom(rooms.get(place.locationId) ?? place, goods) && (place.mixBatch || !others)
      },
      add(place: Near, goods: Goods): void {
        const room = rooms.get(place.locationId) ?? { ...place }
        fillUp(room, goods)
        rooms.set(place.locationId, room)
        const known = batches.get(at(place, goods)) ?? new Set()
        batches.set(at(place, goods), known.add(goods.batchId))
      },
    }
  }
  return {
    async for(goods, most) {
      const free = (await emptyFor(goods, most + 2)).map(({ id }) => id)
      const best = (await bestOf(tx, warehouseId, [goods], most, looking, free)).map(
        ({ locationId, code, zoneName, reason, usedPercent }): Place => ({
          locationId,
          code,
          zoneName,
          reason,
          usedPercent,
        }),
      )
      if (best.length >= most) return best
      const others = (await sharedFor(goods)).filter(
        (place) => !best.some(({ locationId }) => locationId === place.locationId),
      )
      const more = others.map(
        ({ locationId, code, zoneName, usedPercent }): Place => ({
          locationId,
          code,
          zoneName,
          usedPercent,
          reason: 'mixed',
        }),
      )
      return [...best, ...more.slice(0, most - best.length)]
    },
    async each(lots) {
      const isAlone = new Set(lots.map(({ itemId }) => itemId)).size === lots.length
      const near = Map.groupBy(
        await bestOf(tx, warehouseId, lots, isAlone ? 1 : nearOnes, looking, []),
        ({ lot }) => lot,
      )
      const sent = sendings()
      const suggestions: (Suggestion | undefined)[] = []
      for (const [index, goods] of lots.entries()) {
        const beside = near.get(index + 1)?.find((place) => sent.takes(place, goods))
        if (beside !== undefined) {
          sent.add(beside, goods)
          suggestions.push(beside)
          continue
        }
        const [empty] = await emptyFor(goods, 1)
        if (empty !== undefined) {
          taken.add(empty.id)
          empties = empties.filter(({ id }) => id !== empty.id)
        }
        if (empty !== undefined) {
          const isOfClass = empty.abc !== null && empty.abc === wishes.get(goods.itemId)?.abc
          suggestions.push({ locationId: empty.id, code: empty.code, reason: isOfClass ? 'abc' : 'zone' })
          continue
        }
        const [mixed] = await sharedFor(goods)
        if (mixed !== undefined) {
          mixed.itemIds.push(goods.itemId)
          fillUp(mixed, goods)
        }
        suggestions.push(mixed && { locationId: mixed.locationId, code: mixed.code, reason: 'mixed' })
      }
      return suggestions
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

async function emptiesOf(
  tx: Tx,
  warehouseId: number,
  looking: readonly number[],
  most: number | null,
): Promise<Empty[]> {
  // unscoped: places of a warehouse in which the task was found
  const found = await sql<Empty>`
    select l.id, l.code, z.type as "zoneType", z.temp_class as "tempClass", l.abc, l.max_weight::float8 as "maxWeight", l.max_volume::float8 as "maxVolume"
    from location l join warehouse_zone z on z.id = l.zone_id and z.enabled
    where l.warehouse_id = ${warehouseId} and l.enabled and not l.is_deleted and l.count_id is null
      and z.type = any(${[...new Set(Object.values(zonesFor).flat())]}::text[])
      and not exists (select 1 from stock s where s.location_id = l.id and s.on_hand > 0)
      and not exists (select 1 from put_away p where p.suggested_location_id = l.id and p.state = 'waiting' and p.id <> all(${[...looking]}::bigint[]))
    order by l.put_seq, l.id limit ${most}`.execute(tx)
  return found.rows
}

/** Places that may mix items and hold some, with what is left of their limits: all of a warehouse in one statement. */
async function sharedOf(tx: Tx, warehouseId: number, looking: readonly number[]): Promise<Shared[]> {
  // unscoped: places of a warehouse in which the task was found
  const found = await sql<Shared>`
    with load as materialized (
      select g.location_id, array_agg(distinct g.item_id) as items, coalesce(sum(g.qty * i.gross_weight), 0)::float8 as weight,
        coalesce(sum(g.qty * i.volume), 0)::float8 as volume, (count(distinct g.container_id) filter (where g.container_id <> 0))::int as pallets
      from (
        select s.location_id, s.item_id, s.container_id, s.on_hand as qty from stock s where s.warehouse_id = ${warehouseId} and s.on_hand > 0
        union all
        select p.suggested_location_id, p.item_id, p.container_id, p.qty from put_away p
        where p.warehouse_id = ${warehouseId} and p.state = 'waiting' and p.suggested_location_id is not null and p.id <> all(${[...looking]}::bigint[])
      ) g join item i on i.id = g.item_id group by 1
    )
    select l.id as "locationId", l.code, z.name as "zoneName", z.type as "zoneType", z.temp_class as "tempClass",
      array(select jsonb_array_elements(to_jsonb(x.items))::text::int) as "itemIds",
      l.max_weight::float8 - x.weight as "weightLeft", l.max_volume::float8 - x.volume as "volumeLeft", l.max_pallets - x.pallets as "palletsLeft",
      case when l.max_weight > 0 or l.max_volume > 0 or l.max_pallets > 0 then round(100 * greatest(coalesce(x.weight / nullif(l.max_weight, 0)::float8, 0),
        coalesce(x.volume / nullif(l.max_volume, 0)::float8, 0), coalesce(x.pallets::float8 / nullif(l.max_pallets, 0), 0)))::int end as "usedPercent"
    from load x join location l on l.id = x.location_id join warehouse_zone z on z.id = l.zone_id and z.enabled
    where l.mix_item and l.enabled and not l.is_deleted and l.count_id is null
      and z.type = any(${[...new Set(Object.values(zonesFor).flat())]}::text[])
    order by l.put_seq, l.id`.execute(tx)
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
  lots: readonly Goods[],
  most: number,
  looking: readonly number[],
  /** Empty places that may be suggested as well. */
  free: readonly number[],
): Promise<Near[]> {
  // unscoped: as above
  const found = await sql<Near>`
    with goods as materialized (select * from ${goodsOf(lots)})
    select goods.lot, p.* from goods cross join lateral (
      with fitting as materialized (
        select z.id, z.name, (z.type = case when goods.quality = 'bad' then 'reject' else goods.zone_type end) as wished from warehouse_zone z
        where z.warehouse_id = ${warehouseId} and z.enabled and z.temp_class = goods.temp_class
          and z.type = any(case goods.quality ${sql.join(
            Object.entries(zonesFor).map(([quality, zones]) => sql`when ${quality} then ${[...zones]}::text[]`),
            sql` `,
          )} end)
      ),
      near as (
        select location_id as id from stock where item_id = goods.item_id and warehouse_id = ${warehouseId} and on_hand > 0
        union select suggested_location_id from put_away
          where item_id = goods.item_id and warehouse_id = ${warehouseId} and state = 'waiting' and suggested_location_id is not null and id <> all(${[...looking]}::bigint[])
      ),
      -- Rejects of all kinds stand together: few places are kept for them.
      rejects as (
        select l.id from location l join fitting f on f.id = l.zone_id
        where goods.quality = 'bad' and l.warehouse_id = ${warehouseId} and l.enabled and not l.is_deleted and l.mix_item
        order by f.wished desc, l.put_seq, l.id limit ${most + 2}
      ),
      -- Told apart before what stands there is added up: where goods are received they stand by the thousand.
      candidate as materialized (
        select l.id, l.code, l.put_seq, l.abc, l.mix_item, l.mix_batch, l.max_weight, l.max_volume, l.max_pallets, f.name as zone_name, f.wished
        from (select id from near union select id from rejects union select unnest(${[...free]}::bigint[])) c
        cross join lateral (select * from location where id = c.id limit 1) l join fitting f on f.id = l.zone_id
        where l.enabled and not l.is_deleted and l.count_id is null
      )
      select l.id as "locationId", l.code, l.zone_name as "zoneName",
        case when goods.quality = 'bad' then case when l.wished then 'reject' else 'zone' end when x.same_batch then 'sameBatch' when x.same_item then 'sameItem'
          when goods.abc is not null and l.abc = goods.abc then 'abc' else 'zone' end as reason,
        case when l.max_weight > 0 or l.max_volume > 0 or l.max_pallets > 0 then round(100 * greatest(coalesce(x.weight / nullif(l.max_weight, 0), 0),
          coalesce(x.volume / nullif(l.max_volume, 0), 0), coalesce(x.pallets::numeric / nullif(l.max_pallets, 0), 0)))::int end as "usedPercent",
        l.mix_batch as "mixBatch", (l.max_weight - x.weight)::float8 as "weightLeft", (l.max_volume - x.volume)::float8 as "volumeLeft",
        (l.max_pallets - x.pallets)::int as "palletsLeft"
      from candidate l cross join lateral (${fill(sql`p.id <> all(${[...looking]}::bigint[])`)}) x
      where (l.mix_item or x.other_item is null) and (l.mix_batch or x.other_batch is null)
        and (l.max_weight is null or x.weight + goods.weight <= l.max_weight)
        and (l.max_volume is null or x.volume + goods.volume <= l.max_volume)
        and (l.max_pallets is null or goods.container_id = 0 or x.pallets < l.max_pallets)
        -- A place that holds something else is no suggestion, though it may be chosen.
        and (x.empty or x.same_item or goods.quality = 'bad')
      order by (goods.quality = 'bad' and l.wished) desc, x.same_batch desc, x.same_item desc, l.wished desc nulls last, (l.abc = goods.abc) desc nulls last, l.put_seq, l.id
      limit ${most}
    ) p`.execute(tx)
  return found.rows
}

export type Looking = Goods & { id: number; warehouseId: number }

/**
 * Of these waiting tasks those that need a place: without one, or with one that does not take them any more, because it was
 * filled, disabled or closed for a count, or holds now what it may not hold with them. Of several that do not all fit
 * the first keep it. One statement for all.
 */
export async function lookingForLocation(tx: Tx, ids: readonly number[]): Promise<Looking[]> {
  if (ids.length === 0) return []
  // unscoped: tasks that were found inside the scope, and what stands where they are to go
  const found = await sql<Looking>`
    select w.id, w.warehouse_id as "warehouseId", w.item_id as "itemId", w.batch_id as "batchId", w.quality, w.qty, w.container_id as "containerId"
    from put_away w cross join lateral (
      select w.id as task, i.id as item_id, b.batch_no, w.container_id, i.temp_class, w.qty * coalesce(i.gross_weight, 0) as weight,
        w.qty * coalesce(i.volume, 0) as volume
      from item i join batch b on b.id = w.batch_id where i.id = w.item_id
    ) goods
    left join location l on l.id = w.suggested_location_id left join warehouse_zone z on z.id = l.zone_id
    left join lateral (${fill(sql`p.id < goods.task`)}) x on l.id is not null
    where w.id = any(${[...ids]}::bigint[]) and w.state = 'waiting' and (
      l.id is null or not l.enabled or l.is_deleted or l.count_id is not null or not z.enabled or z.temp_class <> goods.temp_class
      or z.type <> all(case w.quality ${sql.join(
        Object.entries(zonesFor).map(([quality, zones]) => sql`when ${quality} then ${[...zones]}::text[]`),
        sql` `,
      )} end)
      or not l.mix_item and x.other_item is not null or not l.mix_batch and x.other_batch is not null
      or x.weight + goods.weight > l.max_weight or x.volume + goods.volume > l.max_volume
      or goods.container_id <> 0 and x.pallets >= l.max_pallets)
    order by w.id`.execute(tx)
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
export async function lockLocation(tx: Tx, locationId: number): Promise<void> {
  // unscoped: a place of the warehouse in which the task was found; whoever calls has checked that
  await owned(tx).selectFrom('location').select('id').where('id', '=', locationId).forNoKeyUpdate().execute()
}

/**
 * Refuses a place that these goods may not go to, naming what stands against it (domain §6: mixing, capacity,
 * temperature, quality). The place is locked. What was to go there later than these finds another place.
 */
export async function checkLocation(
  tx: Tx,
  locationId: number,
  goods: Goods,
  { moving, before }: Along,
): Promise<void> {
  // unscoped: as above
  const found = await sql<Judged>`
    select l.code, l.enabled, z.enabled as "zoneEnabled", z.type as "zoneType", z.temp_class as "tempClass", goods.temp_class as "tempNeeded",
      l.mix_item as "mixItem", l.mix_batch as "mixBatch", x.other_item as "otherItem", x.other_batch as "otherBatch",
      l.max_weight as "maxWeight", l.max_volume as "maxVolume", l.max_pallets as "maxPallets",
      trim_scale(x.weight + goods.weight)::text as weight, trim_scale(x.volume + goods.volume)::text as volume,
      coalesce(x.weight + goods.weight > l.max_weight, false) as "tooHeavy",
      coalesce(x.volume + goods.volume > l.max_volume, false) as "tooLarge",
      coalesce(x.pallets >= l.max_pallets, false) and goods.container_id <> 0 as "noRoom"
    from location l join warehouse_zone z on z.id = l.zone_id cross join ${goodsOf([goods])} cross join lateral (${fill(sql`p.id < all(${[...moving]}::bigint[])`, before)}) x
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
