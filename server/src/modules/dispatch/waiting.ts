import { mostWaiting } from '@xunyun/contract/dispatch/board'
import type { getWaiting, getWaitingTotals, WaitingFilter, WaitingRow } from '@xunyun/contract/dispatch/calls'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { all, anyOf, between, contains, equals, inRegion } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { paging, type SortKey } from '../../platform/list.ts'
import { isDestination, waitsHere } from '../waybills/index.ts'

/** `keys`: chosen rows, each a waybill and place: `12:outlet:3`. */
type Waiting = WaitingFilter & { keys?: readonly string[] | undefined }
type Place = 'shipper' | 'outlet'

/**
 * Where the pieces go next (T7): from the shipper by pickup, or brought by him; where they are given out to the door, or
 * fetched; from any other outlet on to the destination, by shuttle within a city.
 */
const nextLeg = sql`case
  when p.place = 'shipper' then case w.pickup_way when 'pickup' then 'pickup' else 'checkIn' end
  when ${isDestination} then case w.delivery_way when 'selfPickup' then 'selfPickup' else 'delivery' end
  when o.city <> '' and o.city = t.city then 'shuttle'
  else 'trunk' end`
const planAt = sql`case when p.place = 'shipper' then w.plan_pickup else w.plan_arrive end`
/** Past its plan; without one, a day after placing. */
const late = sql<SqlBool>`coalesce(${planAt}, w.placed_at + interval '24 hours') < now()`

// unscoped: a row source only; waitingConditions holds the scope of every query that uses it
const named = sql`left join company o on p.place = 'outlet' and o.id = p.place_id left join company t on t.id = w.dest_outlet_id`
const source = sql`piece_place p join waybill w on w.id = p.waybill_id ${named}`
/**
 * The same of one kind of place, asked waybill by waybill: what is unarranged waits somewhere, which the planner does not know;
 * `offset 0` keeps it from reading all places first.
 */
const byWaybill = (place: Place) => sql`waybill w cross join lateral (
    select * from piece_place where waybill_id = w.id and place = ${sql.lit(place)} and pieces > planned offset 0) p ${named}`

/** What waits at the shipper's comes in by one of these; what waits at an outlet goes on by another. */
const legsIn: ReadonlySet<Waiting['tab']> = new Set(['checkIn', 'pickup'])
/** Whether a filter leaves anything of what waits at places of a kind. */
const mayHold = (place: Place, { tab, atOutletId }: Waiting): boolean =>
  (place === 'outlet' || atOutletId === undefined) &&
  (tab === undefined || tab === 'late' || legsIn.has(tab) === (place === 'shipper'))

const isFetched = sql<SqlBool>`(w.pickup_way = 'pickup')`
const isOfTab = (tab: NonNullable<Waiting['tab']>, place: Place | undefined): RawBuilder<SqlBool> =>
  tab === 'late'
    ? late
    : place === 'shipper'
      ? tab === 'pickup'
        ? isFetched
        : sql<SqlBool>`not ${isFetched}`
      : sql<SqlBool>`${nextLeg} = ${tab}`
const goesByVehicle = (place: Place | undefined): RawBuilder<SqlBool> =>
  place === 'shipper'
    ? isFetched
    : place === 'outlet'
      ? sql<SqlBool>`${nextLeg} <> 'selfPickup'`
      : sql<SqlBool>`${nextLeg} not in ('checkIn', 'selfPickup')`
const isWith = (outletId: number, place: Place | undefined): RawBuilder<SqlBool> =>
  place === 'shipper'
    ? sql<SqlBool>`w.outlet_id = ${outletId}`
    : place === 'outlet'
      ? sql<SqlBool>`p.place_id = ${outletId}`
      : sql<SqlBool>`case p.place when 'shipper' then w.outlet_id else p.place_id end = ${outletId}`

/** Of one kind of place what is asked is said of it alone, so that the planner knows how many there are. */
function waitingConditions(actor: Actor, filter: Waiting, place?: Place): RawBuilder<SqlBool> {
  return all([
    sql<SqlBool>`w.unarranged > 0 and not w.is_deleted and p.pieces > p.planned`,
    place === undefined ? sql<SqlBool>`p.place in ('shipper', 'outlet')` : sql<SqlBool>`p.place = ${sql.lit(place)}`,
    waitsHere(actor, place),
    filter.tab === undefined ? undefined : isOfTab(filter.tab, place),
    filter.byVehicle === true ? goesByVehicle(place) : undefined,
    contains('w.search', filter.q),
    equals('w.customer_id', filter.customerId),
    equals('w.outlet_id', filter.outletId),
    equals('w.dest_outlet_id', filter.destOutletId),
    filter.atOutletId === undefined
      ? undefined
      : sql<SqlBool>`p.place = 'outlet' and p.place_id = ${filter.atOutletId}`,
    filter.byOutletId === undefined ? undefined : isWith(filter.byOutletId, place),
    inRegion('w.consignee_region', filter.to),
    between('w.biz_date', filter.bizFrom, filter.bizTo),
    equals('w.urgent', filter.urgent),
    anyOf('w.id', filter.ids),
    filter.keys === undefined
      ? undefined
      : sql<SqlBool>`w.id || ':' || p.place || ':' || p.place_id = any(${[...filter.keys]}::text[])`,
  ])
}

/**
 * Urgent first, then the earliest plan. Of each kind of place it is an expression that has an index, so that the first of many are
 * read in their order; any other order sorts all that waits.
 */
const urgency = (planAt: 'w.plan_pickup' | 'w.plan_arrive') =>
  sql`((coalesce(${sql.ref(planAt)}, w.created_at) at time zone 'UTC') - case when w.urgent then interval '1000 years' else interval '0' end)`
const byUrgency = [
  { place: 'shipper', key: urgency('w.plan_pickup') },
  { place: 'outlet', key: urgency('w.plan_arrive') },
] as const
const waitingSorts = {
  free: { by: sql`(p.pieces - p.planned)`, type: 'bigint' },
  waybillNo: { by: sql.ref('w.waybill_no'), type: 'text' },
} satisfies Record<string, SortKey>
/** What the rows of a page are taken from, each with the key of the order. Of a few outlets all places are read. */
function sourcesOf(actor: Actor, sort: 'planAt' | keyof typeof waitingSorts, filter: Waiting) {
  if (sort !== 'planAt') return [{ place: undefined, from: source, key: waitingSorts[sort].by }]
  const held = byUrgency.filter(({ place }) => mayHold(place, filter))
  const isOfFew = actor.scope.kind === 'outlet' || (filter.atOutletId ?? filter.byOutletId) !== undefined
  return (held.length === 0 ? byUrgency : held).map((one) => ({
    ...one,
    from: one.place === 'outlet' && isOfFew ? source : byWaybill(one.place),
  }))
}

/** Where the rows of a page wait, in its order; with the column `mark` of each. */
function inOrder(
  actor: Actor,
  input: Pick<Input<typeof getWaiting>, 'sort' | 'dir' | 'page' | 'pageSize' | 'after'> & Waiting,
  mark: RawBuilder<unknown> = sql`null`,
) {
  const sort = input.sort ?? 'planAt'
  // A waybill may wait at several places: waybill and place in one number break ties.
  const tie = sql`(w.id * 1000000 + p.place_id)`
  const type: SortKey['type'] = sort === 'planAt' ? 'timestamp' : waitingSorts[sort].type
  const sorts = { [sort]: { by: sql.ref('x.key'), type } }
  const page = paging(sorts, { sort: 'planAt', dir: 'asc' }, 'x.tie', input)
  const parts = sourcesOf(actor, sort, input).map(
    ({ place, from, key }) => sql`(select * from (
        select p.waybill_id, p.place, p.place_id, p.line_id, ${tie} as tie, ${key} as key, ${mark} as mark
        from ${from} where ${waitingConditions(actor, input, place)}
      ) x where ${page.afterCursor} ${page.order} ${page.limitOfEach})`,
  )
  return { page, places: sql`(select * from (${sql.join(parts, sql` union all `)}) x ${page.order} ${page.limit})` }
}

type Placed = WaitingRow & { key: string; tie: number }

/** Pieces that wait for their next leg, one row a waybill and place. */
export async function listWaiting(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getWaiting> & Pick<Waiting, 'keys'>,
): Promise<Output<typeof getWaiting>> {
  const { page, places } = inOrder(actor, input)
  // Which of them stand on the page first: what a row shows beside is read for these alone.
  const found = await sql<Placed>`
    select x.key::text as key, x.tie, w.id,
      w.waybill_no as "waybillNo", w.state, p.place as "fromPlace", p.place_id as "fromId", coalesce(o.short_name, w.shipper_city) as "fromName",
      ${nextLeg} as "nextLeg", p.pieces - p.planned as free, w.pieces,
      round(w.weight * (p.pieces - p.planned) / w.pieces, 3)::text as weight, round(w.volume * (p.pieces - p.planned) / w.pieces, 4)::text as volume,
      w.weight as "totalWeight", w.volume as "totalVolume",
      w.urgent, w.hold, w.exception_count as exceptions, c.name as "customerName", w.shipper_city as "shipperCity", w.consignee_city as "consigneeCity",
      coalesce(w.shipper_company, w.shipper_name) as "shipperName", w.shipper_region as "shipperRegion", w.shipper_region_name as "shipperRegionName", w.shipper_address as "shipperAddress",
      w.consignee_region as "consigneeRegion", w.consignee_region_name as "consigneeRegionName", w.outlet_id as "outletId",
      w.consignee_name as "consigneeName", w.consignee_phone as "consigneePhone", w.consignee_address as "consigneeAddress",
      t.id as "destOutletId", t.short_name as "destName", w.service_type as "serviceType", w.delivery_way as "deliveryWay", w.cod_amount as "codAmount", w.pickup_way as "pickupWay", ${planAt} as "planAt",
      (select max(m.at) from piece_movement m where m.waybill_id = w.id and m.to_place = p.place and m.to_id = p.place_id) as "waitingSince",
      -- unscoped: the name of the outlet of a waybill that is in scope
      (select short_name from company where id = w.outlet_id) as "outletName", ${late} as late
    from ${places} x, ${source} left join company c on c.id = w.customer_id
    where p.waybill_id = x.waybill_id and p.place = x.place and p.place_id = x.place_id and p.line_id = x.line_id ${page.order}`.execute(
    tx,
  )
  const { rows, next } = page.finish(found.rows.map((row) => ({ k: String(row.key), id: row.tie, row })))
  return { rows: rows.map(({ row: { key: _k, tie: _t, ...row } }) => row), next }
}

export async function totalWaiting(tx: Tx, actor: Actor, filter: Waiting): Promise<Output<typeof getWaitingTotals>> {
  const tab = filter.tab
  const found = await sql<{
    leg: string
    count: number
    late: number
    free: number
    weight: string
    volume: string
    lateFree: number
    lateWeight: string
    lateVolume: string
  }>`
    with x as (select ${nextLeg} as leg, ${late} as late, p.pieces - p.planned as free,
        round(w.weight * (p.pieces - p.planned) / w.pieces, 3) as weight, round(w.volume * (p.pieces - p.planned) / w.pieces, 4) as volume
      from ${source} where ${waitingConditions(actor, { ...filter, tab: undefined })})
    select leg, count(*) as count, count(*) filter (where late) as late, sum(free) as free, sum(weight)::text as weight, sum(volume)::text as volume,
      coalesce(sum(free) filter (where late), 0) as "lateFree", coalesce(sum(weight) filter (where late), 0)::text as "lateWeight",
      coalesce(sum(volume) filter (where late), 0)::text as "lateVolume"
    from x group by leg`.execute(tx)
  const rows = found.rows
  const sum = (pick: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + pick(row), 0)
  const shown = tab === undefined || tab === 'late' ? rows : rows.filter((row) => row.leg === tab)
  const isLate = tab === 'late'
  const tabs: Record<string, number> = {
    all: sum((row) => row.count),
    late: sum((row) => row.late),
    checkIn: 0,
    pickup: 0,
    trunk: 0,
    shuttle: 0,
    delivery: 0,
    selfPickup: 0,
  }
  for (const row of rows) tabs[row.leg] = row.count
  return {
    count: shown.reduce((total, row) => total + (isLate ? row.late : row.count), 0),
    free: shown.reduce((total, row) => total + (isLate ? row.lateFree : row.free), 0),
    weight: sumDecimals(
      shown.map((row) => (isLate ? row.lateWeight : row.weight)),
      3,
    ),
    volume: sumDecimals(
      shown.map((row) => (isLate ? row.lateVolume : row.volume)),
      4,
    ),
    tabs,
  }
}

/** Another number whenever one of the first rows, as many as the board keeps, is not as it was: who keeps them asks for them anew then. */
export async function markOfWaiting(tx: Tx, actor: Actor, filter: Waiting): Promise<string> {
  const row = sql`hashtextextended(concat_ws(':', w.id, w.version, p.place, p.place_id, p.pieces - p.planned, w.hold, w.exception_count, ${late}), 0)`
  const { places } = inOrder(actor, { ...filter, pageSize: mostWaiting }, row)
  const found = await sql<{ mark: string }>`
    select count(*) || '.' || coalesce(bit_xor(x.mark), 0) as mark from ${places} x`.execute(tx)
  return found.rows[0]?.mark ?? ''
}
