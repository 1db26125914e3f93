import {
  handedOutKey,
  nobodyKey,
  noLegKey,
  openKey,
  ownKey,
  type ProfitAsked,
  type ProfitDimension,
  type ProfitPart,
} from '@xunyun/contract/profit/calls'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { all, between, betweenDays, equals, inRegion } from '../../platform/conditions.ts'
import { isOneOfOurs, ofOwnOutlet } from '../../platform/scope.ts'

/**
 * The one source of profit (M57): a row for each charge, or share of one, with its waybill, its day by the basis, and what it brings in
 * and costs with tax and without. The table, the lines behind a cell and their explanation are sums of it.
 */

export type Asked = Omit<ProfitAsked, 'rateBelow' | 'compare' | 'key' | 'sort' | 'dir' | 'pageSize'> & {
  /** By business day: what is dated in a later month than the waybill's, or what is not. */
  readonly later?: boolean | undefined
  /** By day of posting: of waybills of these business days alone, by whose months they are told. */
  readonly ofBiz?: { readonly from: string; readonly to: string } | undefined
  readonly part?: ProfitPart | undefined
}

/** Figures of a table that stand beside its sums, each of what comes from one source: cost, or of goods in warehouses revenue. */
const sourceOfPart: Readonly<Record<Exclude<ProfitPart, 'otherCost'>, string>> = {
  tripCost: 'arrangement',
  lineCost: 'special',
  courierCost: 'courier',
  claims: 'claim',
  storage: 'storage',
}

/** By region, at the level of cities: four digits of GB/T 2260, of a municipality two. */
const city = (column: string) =>
  sql`rpad(left(${sql.ref(column)}, case when left(${sql.ref(column)}, 2) in ('11', '12', '31', '50') then 2 else 4 end), 6, '0')`

const lineKey = (of: string) => sql`${city(`${of}.shipper_region`)} || '-' || ${city(`${of}.consignee_region`)}`
const salesmanKey = (of: string) => sql`coalesce(${sql.ref(`${of}.salesman_id`)}::text, ${nobodyKey})`
/** What a waybill `w` is of now, by a dimension that it has by itself. */
export const keyOfWaybill: Readonly<
  Record<Exclude<ProfitDimension, 'vehicle' | 'carrier' | 'month'>, RawBuilder<unknown>>
> = {
  customer: sql`coalesce(w.customer_id::text, ${nobodyKey})`,
  line: lineKey('w'),
  salesman: salesmanKey('w'),
  mode: sql`w.trans_mode`,
  outlet: sql`w.outlet_id::text`,
}
/** The same of what is dated in a closed month: what the waybill was of when its sums were kept. */
const keyAsClosed: Readonly<Partial<Record<ProfitDimension, RawBuilder<unknown>>>> = {
  line: lineKey('o'),
  salesman: salesmanKey('o'),
  mode: sql`o.trans_mode`,
}
/** Of a charge `h` of a waybill `w`; once somebody changed what it is of after the closing. */
const asClosed = ({ dimension }: Asked) =>
  keyAsClosed[dimension] === undefined
    ? sql``
    : sql`left join lateral (select x.* from waybill_as_closed x where x.waybill_id = w.id and x.until >= h.day order by x.until limit 1) o on true`
/** What an arrangement `a` is of. */
const keyOfLeg = {
  vehicle: sql`case when a.kind = 'vehicle' and a.vehicle_id is not null then a.vehicle_id::text else ${handedOutKey} end`,
  carrier: sql`coalesce(a.carrier_id::text, ${ownKey})`,
} as const
type LegDimension = keyof typeof keyOfLeg
export const isByLeg = (dimension: ProfitDimension): dimension is LegDimension => dimension in keyOfLeg

/** Waybills `w` that are asked for, whenever. */
const waybillsOf = (actor: Actor, asked: Asked): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`not w.is_deleted and w.state <> 'draft' and ${ofOwnOutlet(actor, 'w')}`,
    equals('w.outlet_id', asked.outletId),
    equals('w.customer_id', asked.customerId),
    equals('w.salesman_id', asked.salesmanId),
    inRegion('w.shipper_region', asked.origin),
    inRegion('w.consignee_region', asked.destination),
  ])
/** Some waybills alone: what was kept does not tell them apart. */
export const isOfSome = ({ customerId, salesmanId, origin, destination }: Asked): boolean =>
  [customerId, salesmanId, origin, destination].some((one) => one !== undefined)

/** The day on which the last piece was signed; null while one is under way, and where none ever was. */
const signedOn = sql`case when w.ended_at is not null then (
  select (max(g.signed_at) at time zone 'Asia/Shanghai')::date from signing g where g.waybill_id = w.id and not g.undone and g.signed > 0) end`
/**
 * A price that was looked at: 草稿 of it counts, 待审 and 未定价 do not. What adjusts or writes off was approved by itself; what is held
 * was agreed before.
 */
export const isApproved = sql<SqlBool>`h.state <> 'void' and h.fee_item <> 'deposit' and h.source <> 'opening' and (w.price_state in ('reviewed', 'confirmed')
  or h.source in ('adjustment', 'writeOff') or h.applied <> 0 or h.settled <> 0 or h.stated or h.day <= (select closed_until()))`
const isCost = sql<SqlBool>`h.state <> 'void' and h.fee_item <> 'deposit' and h.source <> 'opening'`
/** What a correction corrects says where it comes from. */
const cameFrom = sql`coalesce(j.source, h.source)`

const revenue = sql`h.id as charge_id, h.amount as revenue, 0::numeric as cost, h.net as net_revenue, 0::numeric as net_cost, h.source, h.fee_item`
const cost = sql`h.id as charge_id, 0::numeric as revenue, s.amount as cost, 0::numeric as net_revenue, s.net as net_cost, ${cameFrom} as source, h.fee_item`

/** What a table says of the waybill itself, carried along so that nothing has to be looked up again. */
const ofWaybill = ({ dimension }: Asked) => {
  const closed = keyAsClosed[dimension]
  const now = dimension === 'month' || isByLeg(dimension) ? sql`null` : keyOfWaybill[dimension]
  return sql`w.pieces, w.weight, w.cod_amount as cod, ${closed === undefined ? now : sql`case when o.waybill_id is null then ${now} else ${closed} end`} as key`
}
/** Of one of the figures that stand apart: what comes from its source; of the last of the costs what comes from none of them. */
const isOfPart = ({ part }: Asked, source: RawBuilder<unknown>, isSpent: RawBuilder<SqlBool>): RawBuilder<SqlBool> =>
  part === undefined
    ? sql<SqlBool>`true`
    : part === 'otherCost'
      ? sql<SqlBool>`${isSpent} and ${source} <> all(${Object.values(apart)}::text[])`
      : sql<SqlBool>`${source} = ${sourceOfPart[part]}`

/** Of a period by business day all, what is dated later than the waybill's month, or what is not. */
const dated = ({ later, basis }: Asked): RawBuilder<SqlBool> =>
  later === undefined
    ? sql<SqlBool>`true`
    : basis !== 'biz'
      ? sql<SqlBool>`${!later}`
      : later
        ? sql<SqlBool>`month_of(h.day) > month_of(w.biz_date)`
        : sql<SqlBool>`month_of(h.day) <= month_of(w.biz_date)`

/** The charges and shares of waybills in a period: waybill, day, whether it is unsigned, and the money. `only`: of this waybill. */
export function ofWaybills(actor: Actor, asked: Asked, only?: number): RawBuilder<unknown> {
  const own = ofWaybill(asked)
  const past = asClosed(asked)
  const which = all([
    waybillsOf(actor, asked),
    dated(asked),
    equals('w.id', only),
    between('w.biz_date', asked.ofBiz?.from, asked.ofBiz?.to),
  ])
  const postedDay = asked.ofBiz === undefined ? sql`h.day` : sql`w.biz_date`
  if (asked.basis === 'posted')
    return sql`${newer(asked)}
      -- unscoped: the scope stands in the condition
      select w.id as waybill_id, ${postedDay} as day, false as open, ${revenue}, ${own} from ${charged(asked)} ${past}
      where ${isApproved} and ${isOfPart(asked, sql`h.source`, sql`false`)} and ${which}
      union all
      -- unscoped: as above
      select w.id, ${postedDay}, false, ${cost}, ${own} from ${spentOn(asked)} left join charge j on j.id = h.adjusts_id ${past}
      where ${isCost} and ${isOfPart(asked, cameFrom, sql`true`)} and ${which}`
  const inPeriod = between('w.biz_date', asked.from, asked.to)
  const signed = betweenDays('g.signed_at', asked.from, asked.to)
  const day = asked.basis === 'biz' ? sql`w.biz_date` : signedOn
  const dayIn =
    asked.basis === 'biz'
      ? inPeriod
      : sql<SqlBool>`(w.id in (select g.waybill_id from signing g where not g.undone and g.signed > 0 and ${signed})
          and ${signedOn} between ${asked.from} and ${asked.to} or ${inPeriod} and ${signedOn} is null)`
  const open = asked.basis === 'biz' ? sql`false` : sql`${signedOn} is null`
  return sql`
    -- unscoped: the scope stands in the condition
    select w.id as waybill_id, ${day} as day, ${open} as open, ${revenue}, ${own} from waybill w join charge h on h.waybill_id = w.id ${past}
    where h.direction = 'receivable' and ${dayIn} and ${isApproved} and ${isOfPart(asked, sql`h.source`, sql`false`)} and ${which}
    union all
    -- unscoped: as above
    select w.id, ${day}, ${open}, ${cost}, ${own} from waybill w join charge_share s on s.waybill_id = w.id join charge h on h.id = s.charge_id
    left join charge j on j.id = h.adjusts_id ${past}
    where ${dayIn} and ${isCost} and ${isOfPart(asked, cameFrom, sql`true`)} and ${which}`
}
const isDated = ({ from, to }: Asked, direction: 'receivable' | 'payable') =>
  sql<SqlBool>`h.direction = ${sql.lit(direction)} and ${between('h.day', from, to)}`
/** Waybills of later than those that are asked for: an index tells them, and they are read once. */
const newer = ({ ofBiz }: Asked): RawBuilder<unknown> =>
  ofBiz === undefined
    ? sql``
    : // unscoped: the scope stands in the condition of the query that reads it
      sql`with newer as materialized (select n.id from waybill n where n.biz_date > ${ofBiz.to} and not n.is_deleted and n.state <> 'draft')`
/** By key, in this order (offset 0): of the few rows that are left. */
const byKey = (table: string, key: RawBuilder<SqlBool>, as: string): RawBuilder<unknown> =>
  sql`cross join lateral (select x.* from ${sql.table(table)} x where ${key} offset 0) ${sql.id(as)}`
/**
 * The receivables `h` that are dated in a period, with their waybills `w`. Nearly all of them are of waybills of that period: where earlier
 * ones alone are asked for, the others are left out before anything is looked up.
 */
const charged = (asked: Asked): RawBuilder<unknown> =>
  // unscoped: the scope stands in the condition of the query around it
  asked.ofBiz === undefined
    ? sql`(select h.* from charge h where ${isDated(asked, 'receivable')}) h join waybill w on w.id = h.waybill_id`
    : sql`(select h.id, h.waybill_id from charge h where ${isDated(asked, 'receivable')} and not exists (select from newer n where n.id = h.waybill_id) offset 0) i
      ${byKey('charge', sql`x.id = i.id`, 'h')} ${byKey('waybill', sql`x.id = i.waybill_id`, 'w')}`
/** The same of payables, with their shares `s`. */
const spentOn = (asked: Asked): RawBuilder<unknown> =>
  // unscoped: as above
  asked.ofBiz === undefined
    ? sql`(select h.* from charge h where ${isDated(asked, 'payable')}) h join charge_share s on s.charge_id = h.id join waybill w on w.id = s.waybill_id`
    : sql`(
        select h.id, y.waybill_id from charge h ${byKey('charge_share', sql`x.charge_id = h.id`, 'y')}
        where ${isDated(asked, 'payable')} and not exists (select from newer n where n.id = y.waybill_id) offset 0
      ) i ${byKey('charge', sql`x.id = i.id`, 'h')} ${byKey('charge_share', sql`x.charge_id = i.id and x.waybill_id = i.waybill_id`, 's')}
      ${byKey('waybill', sql`x.id = i.waybill_id`, 'w')}`

export const chargesOfWaybill = (actor: Actor, asked: Asked, waybillId: number) => ofWaybills(actor, asked, waybillId)

/** What has no waybill has no salesperson and no line either; of a customer it is what he owes. */
const isOfOthers = ({ customerId, salesmanId, origin, destination, later, ofBiz }: Asked): RawBuilder<SqlBool> =>
  salesmanId !== undefined || origin !== undefined || destination !== undefined || later === true || ofBiz !== undefined
    ? sql<SqlBool>`false`
    : customerId === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`h.direction = 'receivable' and h.company_id = ${customerId}`

/** 无运单: goods in warehouses, costs of nothing that is carried; each on its own day. Deposits and openings are no profit. */
export const ofNoWaybill = (actor: Actor, asked: Asked): RawBuilder<unknown> => sql`
  select h.id as charge_id, h.day, case h.direction when 'receivable' then h.amount else 0 end as revenue,
    case h.direction when 'payable' then h.amount else 0 end as cost, case h.direction when 'receivable' then h.net else 0 end as net_revenue,
    case h.direction when 'payable' then h.net else 0 end as net_cost, ${cameFrom} as source, h.fee_item
  from charge h left join charge j on j.id = h.adjusts_id
  where h.waybill_id is null and h.device_id is null and h.amount <> 0 and ${isCost} and ${between('h.day', asked.from, asked.to)}
    and ${isOfOthers(asked)} and ${isOfPart(asked, cameFrom, sql`h.direction = 'payable'`)} and ${all([isOneOfOurs(actor, 'h.outlet_id'), equals('h.outlet_id', asked.outletId)])}
    and (h.direction = 'receivable' or not exists (select from charge_share s where s.charge_id = h.id))`

/** What the parts `p` bring in and cost, with tax or without as asked. */
const brought = ({ net }: Asked) => sql.ref(net ? 'p.net_revenue' : 'p.revenue')
const spent = ({ net }: Asked) => sql.ref(net ? 'p.net_cost' : 'p.cost')

/** Columns of the cost that a table shows apart, each by where it comes from; adding them up is left out where nobody asks. */
const apart = { trip_cost: 'arrangement', line_cost: 'special', courier_cost: 'courier', claims: 'claim' } as const
const columnsApart = Object.entries(apart) as readonly [keyof typeof apart, string][]
const list = (asked: Asked, column: (name: string, source: string) => RawBuilder<unknown>) =>
  asked.more ? sql`, ${sql.join(columnsApart.map(([name, source]) => column(name, source)))}` : sql``
const sums = (asked: Asked) => sql`sum(${brought(asked)}) as revenue, sum(${spent(asked)}) as cost
  ${list(asked, (name, source) => sql`coalesce(sum(${spent(asked)}) filter (where p.source = ${source}), 0) as ${sql.id(name)}`)}`

/**
 * A waybill's part in each row of the table: `waybill_id`, `key` and the sums. By vehicle or carrier a revenue is shared over what it costs
 * there, without costs over the pieces carried, with largest remainder (M58); a cost is where it came about.
 */
export function keyed(actor: Actor, asked: Asked): RawBuilder<unknown> {
  const parts = ofWaybills(actor, asked)
  if (isByLeg(asked.dimension)) {
    const sides: readonly Side[] = [{ as: '', of: asked.net ? 'net_' : '' }]
    const tables = Object.entries(legTables(sql`parts`, sides)).map(
      ([name, table]) => sql`${sql.id(name)} as (${table})`,
    )
    return sql`with parts as (${parts}), ${sql.join(tables)} select * from (${byLeg(asked, asked.dimension, sides)}) k`
  }
  const key = asked.dimension === 'month' ? sql`to_char(p.day, 'YYYY-MM')` : sql`p.key`
  return sql`select p.waybill_id, case when p.open then ${openKey} else ${key} end as key, ${sums(asked)}, ${once} from (${parts}) p group by 1, 2`
}
/** Of a waybill in a row, however many charges it has there. */
const once = sql`any_value(p.pieces) as pieces, any_value(p.weight) as weight, any_value(p.cod) as cod`

/** The arrangement that a charge `h` is of, through what it corrects. */
const legOfCharge = sql`left join cost_line l on l.id = (
  select coalesce(c.cost_line_id, d.cost_line_id) from charge c left join charge d on d.id = c.adjusts_id where c.id = p.charge_id)
  -- unscoped: what carries a waybill in scope is shown with it
  left join arrangement a on a.id = l.arrangement_id`
const keysOfLeg = sql`${keyOfLeg.vehicle} as vehicle, ${keyOfLeg.carrier} as carrier`

/** The legs that carry these waybills, with what they cost there, whatever the period, and the pieces. */
const carriedBy = (waybillIds: RawBuilder<unknown>) => sql`
  -- unscoped: of waybills in scope
  select s.waybill_id, ${keysOfLeg}, s.amount as cost, 0::numeric as pieces from charge_share s join charge h on h.id = s.charge_id
  join cost_line l on l.id = coalesce(h.cost_line_id, (select j.cost_line_id from charge j where j.id = h.adjusts_id))
  -- unscoped: as above
  join arrangement a on a.id = l.arrangement_id where s.waybill_id in (${waybillIds}) and h.state <> 'void'
  union all
  -- unscoped: as above
  select n.waybill_id, ${keysOfLeg}, 0, n.pieces from arrangement_line n join arrangement a on a.id = n.arrangement_id
  where n.waybill_id in (${waybillIds}) and a.state <> 'cancelled' and not a.is_deleted`

/** By what the revenue of waybills is shared over the vehicles or carriers of their legs. */
const waysOf = (dimension: LegDimension, carried: RawBuilder<unknown>) => sql`
  select z.waybill_id, array_agg(z.key order by z.key) as keys,
    case when bool_and(z.cost = 0) then array_agg(z.pieces order by z.key) else array_agg(z.cost order by z.key) end as weights
  from (select y.waybill_id, y.${sql.ref(dimension)} as key, sum(y.cost) as cost, sum(y.pieces) as pieces from (${carried}) y group by 1, 2) z group by 1`
export const legs = (dimension: LegDimension, waybillIds: RawBuilder<unknown>) =>
  waysOf(dimension, carriedBy(waybillIds))

/** The charges and shares of a row of the table, of one waybill of it or of all; by vehicle and carrier the costs that came about there, and every revenue of what was there. */
export function partsOfKey(
  actor: Actor,
  asked: Asked,
  key: string | undefined,
  waybillId: number | undefined,
): RawBuilder<unknown> {
  const parts = ofWaybills(actor, asked, waybillId)
  if (key === undefined) return parts
  if (key === openKey) return sql`select p.* from (${parts}) p where p.open`
  if (isByLeg(asked.dimension))
    return sql`select p.* from (${parts}) p ${legOfCharge} where not p.open
      and case when a.id is null then ${noLegKey} else ${keyOfLeg[asked.dimension]} end = ${key}`
  if (asked.dimension === 'month')
    return sql`select p.* from (${parts}) p where not p.open and to_char(p.day, 'YYYY-MM') = ${key}`
  return sql`select p.* from (${parts}) p where not p.open and p.key = ${key}`
}

/** Money with tax, or without it: the columns of the parts that it is read from, and those that it is told in. */
type Side = { readonly as: '' | 'net_'; readonly of: '' | 'net_' }
const bothSides: readonly Side[] = [
  { as: '', of: '' },
  { as: 'net_', of: 'net_' },
]
const eachOf = (sides: readonly Side[], column: (side: Side) => RawBuilder<unknown>) => sql.join(sides.map(column))
const named = ({ as }: Side, name: string) => sql.id(`${as}${name}`)

/** Tables that vehicles and carriers are told from, of parts of waybills: what each brings in, what carries it, what it costs there. */
const legTables = (parts: RawBuilder<unknown>, sides: readonly Side[]) => ({
  brought: sql`
    select p.waybill_id, p.open, ${eachOf(sides, (side) => sql`sum(${sql.ref(`p.${side.of}revenue`)}) as ${named(side, 'revenue')}`)}, ${once} from ${parts} p group by 1, 2`,
  carried: carriedBy(sql`select waybill_id from ${parts}`),
  spent: sql`
    select p.*, a.id as arrangement_id, ${keysOfLeg} from ${parts} p ${legOfCharge} where p.cost <> 0 or p.net_cost <> 0`,
})

/** By vehicle or carrier, from those tables: each revenue shared over the legs, each cost where it came about. */
function byLeg(asked: Asked, dimension: LegDimension, sides: readonly Side[]): RawBuilder<unknown> {
  const each = (column: (side: Side) => RawBuilder<unknown>) => eachOf(sides, column)
  const paid = ({ of }: Side) => sql.ref(`p.${of}cost`)
  const sum = (side: Side, name: string) => sql`sum(p.${named(side, name)}) as ${named(side, name)}`
  return sql`
    with ways as materialized (${waysOf(dimension, sql`select * from carried`)})
    select p.waybill_id, p.key, ${each((side) => sql`${sum(side, 'revenue')}, ${sum(side, 'cost')} ${list(asked, (name) => sum(side, name))}`)}, ${once}
    from (
      select b.waybill_id, case when b.open then ${openKey} else u.key end as key, b.pieces, b.weight, b.cod, ${each(
        (side) =>
          sql`u.${named(side, 'revenue')}, 0::numeric as ${named(side, 'cost')} ${list(asked, (name) => sql`0::numeric as ${named(side, name)}`)}`,
      )}
      from brought b left join ways y on y.waybill_id = b.waybill_id cross join lateral unnest(
        coalesce(y.keys, array[${noLegKey}::text]),
        ${each((side) => sql`case when cardinality(y.keys) > 1 then share(b.${named(side, 'revenue')}, y.weights) else array[b.${named(side, 'revenue')}] end`)}
      ) as u(key, ${each((side) => named(side, 'revenue'))})
      union all
      select p.waybill_id, case when p.open then ${openKey} when p.arrangement_id is null then ${noLegKey} else p.${sql.ref(dimension)} end, p.pieces, p.weight, p.cod,
        ${each((side) => sql`0, ${paid(side)} ${list(asked, (_, source) => sql`case when p.source = ${source} then ${paid(side)} else 0 end`)}`)}
      from spent p
    ) p group by 1, 2`
}

/** By name, what vehicles and carriers alike are told from, with tax and without, of parts in a table of this name: looked up once for both. */
export const legTablesOf = (parts: string) => legTables(sql.id(parts), bothSides)
/** Parts of waybills by vehicle or carrier from `legTablesOf`, with tax and, in columns that say so, without it. */
export const keyedByLegs = (asked: Asked, dimension: LegDimension): RawBuilder<unknown> =>
  byLeg({ ...asked, dimension }, dimension, bothSides)
