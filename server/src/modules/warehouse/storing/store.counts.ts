import type { Quality } from '@xunyun/contract/warehouse/ledger/moveTypes'
import type { CountState } from '@xunyun/contract/warehouse/storing/counts'
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Objection } from '../../../platform/abilities.ts'
import type { Actor } from '../../../platform/actor.ts'
import { nextDay, startOfDay } from '../../../platform/clock.ts'
import { owned, type Tx } from '../../../platform/db.ts'
import { type Change, recordHistory } from '../../../platform/history.ts'
import { notFound, Refusal } from '../../../platform/refusal.ts'
import type { DB } from '../../../platform/schema.ts'
import type { Scan } from '../../../platform/schema.warehouse.ts'
import { inScope, lockingSeen, markSeen, type Seen, type SeenId } from '../../../platform/scope.ts'
import { changed } from '../../../platform/version.ts'
import type { Movement, StockKey } from '../ledger/index.ts'
import { barcodesOfItem, type ScanFacts } from '../locations/index.ts'

export type Count = Seen<Selectable<DB['stock_count']>>
export type Place = Selectable<DB['stock_count_place']> & { code: string }

/** A count inside the scope, locked: who counts, submits and cancels wait for each other. */
export async function lockCount(tx: Tx, actor: Actor, id: number): Promise<Count> {
  const count = (await lockCounts(tx, actor, [id])).get(id)
  if (count === undefined) throw notFound()
  return count
}
export const lockCounts = lockingSeen('stock_count')
/** The same for a decision: being asked is the permission. */
export async function lockReviewed(tx: Tx, id: number): Promise<Count> {
  // unscoped: laid before whoever decides, whatever their scope
  return markSeen(
    await owned(tx).selectFrom('stock_count').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow(),
  )
}

export async function setState(
  tx: Tx,
  actor: Actor,
  count: Count,
  set: Updateable<Pick<DB['stock_count'], 'state' | 'reason' | 'posting_id' | 'done_at' | 'cancel_reason'>>,
  action: string,
  changes: Change[] = [],
): Promise<void> {
  await owned(tx)
    .updateTable('stock_count')
    .set({ ...set, ...changed(actor.userId, count.version) })
    .where('id', '=', count.id)
    .execute()
  await recordHistory(tx, actor, 'stockCount', count.id, action, changes)
}

export type Range = Pick<
  Count,
  'warehouse_id' | 'owner_id' | 'zone_ids' | 'location_ids' | 'item_ids' | 'abc_classes' | 'moved_from' | 'moved_to'
>
/** Of goods that are named, or an owner's: where they stand. */
const goodsOf = ({ owner_id, item_ids }: Range) =>
  sql`${owner_id === null ? sql`true` : sql`s.owner_id = ${owner_id}`} and ${item_ids.length === 0 ? sql`true` : sql`s.item_id = any(${item_ids}::bigint[])`}`

/** Where such goods stand; of what moved where they came or went, though nothing is left of them. */
const holdsGoods = (range: Range) => {
  if (range.moved_from !== null && range.moved_to !== null)
    return sql`l.id in (select s.location_id
      -- unscoped: the ledger of a warehouse that was found inside the scope
      from stock_move m join stock s on s.id = m.stock_id
      where m.warehouse_id = ${range.warehouse_id} and m.d_on_hand <> 0 and ${goodsOf(range)}
        and m.occurred_at >= ${startOfDay(range.moved_from)}::timestamptz
        and m.occurred_at < ${startOfDay(nextDay(range.moved_to))}::timestamptz)`
  if (range.owner_id === null && range.item_ids.length === 0) return sql`true`
  return sql`exists (select 1 from stock s where s.location_id = l.id and s.on_hand > 0 and ${goodsOf(range)})`
}
const inRange = (range: Range) => sql`l.warehouse_id = ${range.warehouse_id} and l.enabled and not l.is_deleted
  and ${range.zone_ids.length === 0 ? sql`true` : sql`l.zone_id = any(${range.zone_ids}::bigint[])`}
  and ${range.location_ids.length === 0 ? sql`true` : sql`l.id = any(${range.location_ids}::bigint[])`}
  and ${range.abc_classes.length === 0 ? sql`true` : sql`l.abc = any(${range.abc_classes}::text[])`}
  and ${holdsGoods(range)}`

export async function countPlaces(tx: Tx, range: Range): Promise<{ places: number; empty: number; taken: number }> {
  const found = await sql<{ places: number; empty: number; taken: number }>`
    select count(*)::int as places, (count(*) filter (where l.count_id is not null))::int as taken,
      (count(*) filter (where not exists (select 1 from stock s where s.location_id = l.id and s.on_hand > 0)))::int as empty
    -- unscoped: places of a warehouse that was found inside the scope
    from location l where ${inRange(range)}`.execute(tx)
  return found.rows[0] ?? { places: 0, empty: 0, taken: 0 }
}

/** What the range is called: codes of zones, places and items, the first of each; classes, and the days. */
export async function nameOf(tx: Tx, range: Range): Promise<string> {
  const found = await sql<{ zones: string[]; places: string[]; items: string[] }>`
    select array(select z.code || ' ' || z.name from warehouse_zone z where z.id = any(${range.zone_ids}::bigint[]) order by z.code limit 5) as zones,
      -- unscoped: named by whoever chose them inside the scope
      array(select l.code from location l where l.id = any(${range.location_ids}::bigint[]) order by l.code limit 5) as places,
      -- unscoped: as above
      array(select i.item_no from item i where i.id = any(${range.item_ids}::bigint[]) order by i.item_no limit 5) as items`.execute(
    tx,
  )
  const { zones = [], places = [], items = [] } = found.rows[0] ?? {}
  const part = (names: readonly string[], all: readonly number[]) => names.join(', ') + (all.length > 5 ? ' …' : '')
  return [
    part(zones, range.zone_ids),
    part(places, range.location_ids),
    range.abc_classes.length === 0 ? '' : `ABC ${range.abc_classes.join(', ')}`,
    part(items, range.item_ids),
    range.moved_from === null ? '' : `${range.moved_from} – ${range.moved_to}`,
  ]
    .filter((text) => text !== '')
    .join(' · ')
}

/** Ids of these that are of the warehouse, or of items inside the scope. */
export async function knownIds(
  tx: Tx,
  actor: Actor,
  range: Pick<Range, 'warehouse_id' | 'zone_ids' | 'location_ids' | 'item_ids' | 'owner_id'>,
): Promise<{ zones: number; places: number; items: number; owner: boolean }> {
  const found = await sql<{ zones: number; places: number; items: number; owner: boolean }>`
    select (select count(*) from warehouse_zone z where z.id = any(${range.zone_ids}::bigint[]) and z.warehouse_id = ${range.warehouse_id})::int as zones,
      (select count(*) from location l where l.id = any(${range.location_ids}::bigint[]) and l.warehouse_id = ${range.warehouse_id}
        and not l.is_deleted and ${inScope(actor, 'location', 'l')})::int as places,
      (select count(*) from item i where i.id = any(${range.item_ids}::bigint[]) and not i.is_deleted and ${inScope(actor, 'item', 'i')})::int as items,
      exists (select 1 from company c where c.id = ${range.owner_id} and 'owner' = any(c.roles) and ${inScope(actor, 'company', 'c')}) as owner`.execute(
    tx,
  )
  return found.rows[0] ?? { zones: 0, places: 0, items: 0, owner: false }
}

/**
 * Holds the places of a count still and notes what the book says. The places are locked against whoever brings new goods there
 * (a new key refers to its place), then the keys, so that what is under way ends first and is in the book, and what comes after
 * finds the place counted.
 */
export async function holdStill(tx: Tx, count: Count): Promise<number> {
  // unscoped: places of a count that was found inside the scope
  const places = await sql<{ id: number; code: string; other: string | null }>`
    select l.id, l.code, (select c.count_no from stock_count c where c.id = l.count_id) as other
    from location l where ${inRange(count)} order by l.id for update of l`.execute(tx)
  const taken = places.rows.find(({ other }) => other !== null)
  if (taken !== undefined) throw new Refusal('counts.placeTaken', { location: taken.code, count: taken.other ?? '' })
  if (places.rows.length === 0) throw new Refusal('counts.noPlaces')
  const ids = places.rows.map(({ id }) => id)
  // unscoped: as above
  const work = await sql<{ location: string; document: string }>`
    select l.code as location, r.receipt_no as document from put_away p join location l on l.id = p.from_location_id
    join receipt r on r.id = p.receipt_id where p.state = 'waiting' and p.from_location_id = any(${ids}::bigint[]) limit 1`.execute(
    tx,
  )
  const [open] = work.rows
  if (open !== undefined) throw new Refusal('counts.openWork', open)
  await sql`update location set count_id = ${count.id} where id = any(${ids}::bigint[])`.execute(tx)
  await sql`select s.id from stock s where s.location_id = any(${ids}::bigint[])
    order by s.item_id, s.location_id, s.batch_id, s.quality, s.container_id for no key update of s`.execute(tx)
  await sql`insert into stock_count_place (count_id, location_id) select ${count.id}, unnest(${ids}::bigint[])`.execute(
    tx,
  )
  await sql`
    insert into stock_count_line (count_id, location_id, item_id, batch_id, quality, container_id, book)
    -- unscoped: as above
    select ${count.id}, s.location_id, s.item_id, s.batch_id, s.quality, s.container_id, s.on_hand from stock s
    where s.location_id = any(${ids}::bigint[]) and s.on_hand > 0 and ${goodsOf(count)}`.execute(tx)
  return ids.length
}

/** The places move again. */
export async function letGo(tx: Tx, countId: number): Promise<void> {
  await sql`update location set count_id = null where count_id = ${countId}`.execute(tx)
}

/** What the codes of a place have to be of. */
export async function placeFacts(tx: Tx, count: Count, place: Place): Promise<ScanFacts> {
  const { hand_entry: rule, code } = await owned(tx)
    .selectFrom('warehouse')
    .select(['hand_entry', 'code'])
    .where('id', '=', count.warehouse_id)
    .executeTakeFirstOrThrow()
  const goods = { containerCode: null, itemNo: '', barcodes: [], batchNo: '', batches: [] }
  return { rule, warehouseCode: code, locationCode: place.code, ...goods }
}

export async function placesOf(tx: Tx, countId: SeenId): Promise<Place[]> {
  const found = await sql<Place>`
    -- unscoped: places of a count that was found inside the scope
    select p.*, l.code from stock_count_place p join location l on l.id = p.location_id where p.count_id = ${countId}
    order by l.pick_seq, l.code`.execute(tx)
  return found.rows
}

/** A line with what is asked of its goods, and the serial numbers that the book has there. */
export type Line = {
  id: number
  locationId: number
  locationCode: string
  itemId: number
  itemNo: string
  batchNo: string
  batchId: number
  quality: Quality
  containerId: number
  containerCode: string | null
  baseUnit: string
  serialControlled: boolean
  book: string
  counted: string | null
  /** Allocated, or frozen by something else than this count. */
  held: string
  barcodes: string[]
  serials: string[]
  bookSerials: string[]
  different: boolean
  amount: string | null
}
/** Yuan, of a difference; null where the item has no value. */
export const amountOf = (unitValue: RawBuilder<unknown>) =>
  sql<string | null>`round((coalesce(x.second, x.first) - x.book) * ${unitValue}, 2)::text`
export async function linesOf(tx: Tx, countId: SeenId, locationId?: number): Promise<Line[]> {
  const found = await sql<Line>`
    select x.id, x.location_id as "locationId", l.code as "locationCode", x.item_id as "itemId", i.item_no as "itemNo", b.batch_no as "batchNo",
      x.batch_id as "batchId", x.quality, x.container_id as "containerId", c.code as "containerCode", i.base_unit as "baseUnit",
      i.serial_controlled as "serialControlled", ${barcodesOfItem} as barcodes, x.book, coalesce(x.second, x.first) as counted,
      coalesce(s.allocated + s.frozen - least(s.frozen, coalesce(h.qty, 0)), 0) as held, x.serials, x.different,
      ${amountOf(sql`x.unit_value`)} as amount,
      array(select n.serial_no from item_serial n where n.stock_id = s.id order by n.serial_no) as "bookSerials"
    -- unscoped: lines of a count that was found inside the scope
    from stock_count_line x join location l on l.id = x.location_id join item i on i.id = x.item_id join batch b on b.id = x.batch_id
    left join container c on c.id = x.container_id
    left join stock s on s.warehouse_id = l.warehouse_id and s.location_id = x.location_id and s.item_id = x.item_id and s.batch_id = x.batch_id
      and s.quality = x.quality and s.container_id = x.container_id
    left join stock_hold h on h.count_id = x.count_id and h.location_id = x.location_id and h.item_id = x.item_id and h.batch_id = x.batch_id
      and h.quality = x.quality and h.container_id = x.container_id
    where x.count_id = ${countId} and ${locationId === undefined ? sql`true` : sql`x.location_id = ${locationId}`}
    order by l.pick_seq, l.code, i.item_no, x.id`.execute(tx)
  return found.rows
}

export type Item = {
  id: number
  ownerId: number
  itemNo: string
  baseUnit: string
  batchControlled: boolean
  expiryControlled: boolean
  serialControlled: boolean
  barcodes: string[]
}
/** Items inside the scope, for goods that the book does not have. */
export async function itemsOf(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Item>> {
  const found = await sql<Item>`
    select i.id, i.owner_id as "ownerId", i.item_no as "itemNo", i.base_unit as "baseUnit", i.batch_controlled as "batchControlled",
      i.expiry_controlled as "expiryControlled", i.serial_controlled as "serialControlled", ${barcodesOfItem} as barcodes
    from item i where i.id = any(${[...ids]}::bigint[]) and not i.is_deleted and ${inScope(actor, 'item', 'i')}`.execute(
    tx,
  )
  return new Map(found.rows.map((row) => [row.id, row]))
}

/** The batch of this name that came last, with this expiry if one is given, if there is one. */
export async function batchNamed(
  tx: Tx,
  itemId: number,
  batchNo: string,
  expiry: string | undefined,
): Promise<number | undefined> {
  const found = await sql<{ id: number }>`
    select id from batch where item_id = ${itemId} and batch_no = ${batchNo} and (${expiry ?? null}::date is null or expiry = ${expiry ?? null}::date)
    order by inbound desc, id desc limit 1`.execute(tx)
  return found.rows[0]?.id
}

/** Line by line what was counted, in the round that goes on. */
export async function writeCounted(
  tx: Tx,
  round: 'first' | 'second',
  rows: readonly { id: number; qty: string; serials: readonly string[]; different: boolean; scan: Scan | null }[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`update stock_count_line x set ${sql.ref(round)} = u.qty, different = u.different,
      serials = array(select jsonb_array_elements_text(u.serials)), scan = u.scan
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) u(id bigint, qty numeric, serials jsonb, different boolean, scan jsonb)
    where x.id = u.id`.execute(tx)
}

/** What the goods that differ are worth now: under review, and later, the count tells their amount by that. */
export async function keepValues(tx: Tx, countId: SeenId): Promise<void> {
  // unscoped: lines of a count that was found inside the scope
  await sql`update stock_count_line x set unit_value = i.unit_value from item i
    where i.id = x.item_id and x.count_id = ${countId} and x.different`.execute(tx)
}

/** A line for goods that the book does not have at a place; the same one, if they were found before. */
export async function surplusLine(
  tx: Tx,
  countId: number,
  key: Pick<Movement, 'locationId' | 'itemId' | 'batchId' | 'quality' | 'containerId'>,
): Promise<number> {
  const found = await sql<{ id: number }>`
    insert into stock_count_line (count_id, location_id, item_id, batch_id, quality, container_id, book)
    values (${countId}, ${key.locationId}, ${key.itemId}, ${key.batchId}, ${key.quality}, ${key.containerId}, 0)
    on conflict on constraint stock_count_line__once do update set book = stock_count_line.book returning id`.execute(
    tx,
  )
  return found.rows[0]?.id as number
}

/** Where serial numbers stand that were found somewhere else. */
export async function serialsElsewhere(
  tx: Tx,
  itemIds: readonly number[],
  numbers: readonly string[],
): Promise<Map<string, string>> {
  const found = await sql<{ key: string; location: string }>`
    select n.item_id || ':' || n.serial_no as key, l.code as location
    -- unscoped: that a number stands elsewhere has to be said, whoever asks
    from item_serial n join stock s on s.id = n.stock_id join location l on l.id = s.location_id
    where n.item_id = any(${[...itemIds]}::bigint[]) and n.serial_no = any(${[...numbers]}::text[])`.execute(tx)
  return new Map(found.rows.map(({ key, location }) => [key, location]))
}

/** Whether somebody has counted here. */
type PlaceCounters = {
  readonly firstBy: number | null
  readonly firstByName: string | null
  readonly secondBy: number | null
  readonly secondByName: string | null
}
/** Somebody else counts again; who counted may put it right, and nobody else. */
export function placeObjection(
  userId: number,
  { firstBy, firstByName, secondBy, secondByName }: PlaceCounters,
  round: 'first' | 'second',
): Objection | undefined {
  if (round === 'second' && firstBy === userId) return { reason: 'counts.otherPerson' }
  const [by, name] = round === 'first' ? [firstBy, firstByName] : [secondBy, secondByName]
  return by === null || by === userId ? undefined : { reason: 'counts.placeCounted', params: { name: name ?? '' } }
}

export const hasCounted = (places: readonly Place[], userId: number): boolean =>
  places.some(({ first_by, second_by }) => first_by === userId || second_by === userId)

export const stateBefore = (places: readonly Place[]): CountState =>
  places.some(({ recount }) => recount) ? 'recount' : 'counting'

/** What short picks froze for a count, as far as it is frozen yet, free again: somebody may have freed a part by hand. */
export async function freedBy(tx: Tx, countId: SeenId): Promise<Movement[]> {
  const found = await sql<{ line: number; key: StockKey; qty: string }>`
    select h.id as line, jsonb_build_object('locationId', h.location_id, 'itemId', h.item_id, 'batchId', h.batch_id, 'quality', h.quality,
      'containerId', h.container_id) as key, least(s.frozen, coalesce(h.qty, 0))::text as qty
    -- unscoped: of a count that was found inside the scope
    from stock_hold h join location l on l.id = h.location_id join stock s on s.warehouse_id = l.warehouse_id and s.location_id = h.location_id
      and s.item_id = h.item_id and s.batch_id = h.batch_id and s.quality = h.quality and s.container_id = h.container_id
    where h.count_id = ${countId} and s.frozen > 0 and h.qty > 0 order by h.id`.execute(tx)
  return found.rows.map(({ line, key, qty }) => ({ ...key, line, type: 'UNFRZ', flow: 0, frozen: `-${qty}` }))
}
