import { otherKey, type ProfitDimension, type ProfitRow } from '@xunyun/contract/profit/calls'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { nextDay } from '../../platform/clock.ts'
import { all, equals } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { isOneOfOurs } from '../../platform/scope.ts'
import { type Asked, isByLeg, isOfSome, keyed, ofNoWaybill } from './source.ts'
import { sumFigures } from './sums.ts'

/**
 * The rows of the table as sums. Of months that are closed they were kept (M60): by day of posting they are what was kept; by business day what
 * was kept and, beside it, what is dated later, so that a year of closed months looks at no charge of it.
 */

export type Raw = Omit<ProfitRow, 'label' | 'profit' | 'rate' | 'before' | 'kept' | 'later' | 'otherCost'>

type Sums = Pick<Raw, 'revenue' | 'cost'>
/** A row as it is now; where all months of the period are closed, by business day also what was kept of it and what is dated later. */
export type Told = Raw & { readonly kept: Sums | null; readonly later: Sums | null }

/** Revenue and cost as asked: with tax, or without. */
export const asAsked = ({ net }: Asked, alias: string) => ({
  revenue: sql.ref(`${alias}.${net ? 'net_revenue' : 'revenue'}`),
  cost: sql.ref(`${alias}.${net ? 'net_cost' : 'cost'}`),
})

export async function figuresOf(tx: Tx, actor: Actor, asked: Asked): Promise<Told[]> {
  const live = (more: Partial<Asked> = {}) => liveRows(tx, actor, { ...asked, ...more })
  const until = asked.basis === 'signed' || !isWhole(asked) ? null : await closedAllOf(tx, asked)
  const isFiltered = isOfSome(asked)
  if (until === null || (asked.basis === 'posted' && isFiltered)) return asTheyAre(await live())
  if (asked.basis === 'posted') {
    const kept = await keptRows(tx, actor, asked, 'posted')
    // A waybill that is charged in several months counts once in all of them.
    const isOne = asked.from.slice(0, 7) === asked.to.slice(0, 7)
    return asTheyAre(isOne || asked.dimension === 'month' ? kept : countedAs(kept, await live()))
  }
  if (isFiltered) return beside(await live(), await live({ later: false }), await live({ later: true }))
  // Whatever a leg costs later shares all that its waybills bring in anew.
  if (isByLeg(asked.dimension))
    return beside(await live(), await keptRows(tx, actor, asked, 'biz'), await live({ later: true }))
  return closedRows(tx, actor, asked, until)
}

const asTheyAre = (rows: readonly Raw[]): Told[] => rows.map((row) => ({ ...row, kept: null, later: null }))

const none: Sums = { revenue: '0.00', cost: '0.00' }
/** What was kept of a row stands there, though all of it is another's now. */
function beside(now: readonly Raw[], kept: readonly Raw[], later: readonly Raw[]): Told[] {
  const has = new Set(now.map(({ key }) => key))
  const gone = new Map([...kept, ...later].filter(({ key }) => !has.has(key)).map((row) => [row.key, nothingOf(row)]))
  const [ofKept, ofLater] = [kept, later].map((rows) => new Map(rows.map((row) => [row.key, row])))
  return [...now, ...gone.values()].map((row) => ({
    ...row,
    kept: ofKept?.get(row.key) ?? none,
    later: ofLater?.get(row.key) ?? none,
  }))
}

/** Whole months. */
export const isWhole = ({ from, to }: Pick<Asked, 'from' | 'to'>) => from.endsWith('-01') && nextDay(to).endsWith('-01')

/** The last day that is closed, where each month of the period is and its sums were kept. */
async function closedAllOf(tx: Tx, { from, to }: Asked): Promise<string | null> {
  const { rows } = await sql<{ until: string }>`
    select closed_until() as until where ${to}::date <= closed_until() and (
      select count(*) from month_close where state <> 'open' and month between ${from}::date and ${to}::date)
      = month_of(${to}::date) - month_of(${from}::date) + 1`.execute(tx)
  return rows[0]?.until ?? null
}

const liveRows = async (tx: Tx, actor: Actor, asked: Asked): Promise<Raw[]> => [
  ...(await ofKeys(tx, actor, asked)),
  ...(await ofOthers(tx, actor, asked)),
]

type Basis = 'biz' | 'posted' | 'later'
/** What was kept of the months of a period, `f`; `later`: of what was dated later, in months that are closed by now. */
const figuresKept = (actor: Actor, asked: Asked, bases: readonly Basis[]): RawBuilder<unknown> => sql`
  month_close_figure f where f.close_id = any(array(select m.id from month_close m where m.state <> 'open')) and f.basis = any(${[...bases]}::text[])
    and f.dimension = ${asked.dimension} and f.of_month between ${asked.from}::date and ${asked.to}::date
    and ${all([isOneOfOurs(actor, 'f.outlet_id'), equals('f.outlet_id', asked.outletId)])}`

/** Columns of a kept figure by what a row calls them. */
const keptColumns = {
  tripCost: 'trip_cost',
  lineCost: 'line_cost',
  courierCost: 'courier_cost',
  claims: 'claims',
  storage: 'storage',
} as const
const partsOf = ({ more }: Asked, column: (name: string, kept: string) => RawBuilder<unknown>) =>
  sql.join(
    Object.entries(keptColumns).map(([name, kept]) =>
      more ? sql`${column(name, kept)} as ${sql.id(name)}` : sql`null::text as ${sql.id(name)}`,
    ),
  )

/** What was kept of the months of a period. */
async function keptRows(tx: Tx, actor: Actor, asked: Asked, basis: Basis): Promise<Raw[]> {
  const side = (column: string) => sql.ref(`f.${asked.net ? `net_${column}` : column}`)
  const { rows } = await sql<Raw>`
    select f.key, sum(f.count)::int as count, sum(f.pieces)::bigint as pieces, sum(f.weight)::text as weight, sum(${side('revenue')})::text as revenue,
      sum(${side('cost')})::text as cost, ${partsOf(asked, (_, kept) => sql`sum(${side(kept)})::text`)}, sum(f.cod)::text as "codAmount"
    from ${figuresKept(actor, asked, [basis])} group by 1`.execute(tx)
  return rows
}

/** What was kept and, beside it, what is dated later: in months that were closed since, and after all of them. Added up where it lies: a year has many rows. */
async function closedRows(tx: Tx, actor: Actor, asked: Asked, until: string): Promise<Told[]> {
  const side = (column: string) => sql.ref(`f.${asked.net ? `net_${column}` : column}`)
  const after: Asked = {
    ...asked,
    basis: 'posted',
    from: nextDay(until),
    to: '9999-12-31',
    ofBiz: { from: asked.from, to: asked.to },
  }
  const { rows } = await sql<Raw & { keptRevenue: string; keptCost: string; laterRevenue: string; laterCost: string }>`
    select x.*, (x."keptRevenue"::numeric + x."laterRevenue"::numeric)::text as revenue, (x."keptCost"::numeric + x."laterCost"::numeric)::text as cost
    from (
      select x.key, sum(x.count)::int as count, sum(x.pieces)::bigint as pieces, sum(x.weight)::text as weight,
        ${partsOf(asked, (name) => sql`sum(${sql.ref(`x.${name}`)})::text`)}, sum(x.cod)::text as "codAmount",
        ${sumWhere(sql`x.revenue`, sql`x.kept`)} as "keptRevenue", ${sumWhere(sql`x.cost`, sql`x.kept`)} as "keptCost",
        ${sumWhere(sql`x.revenue`, sql`not x.kept`)} as "laterRevenue", ${sumWhere(sql`x.cost`, sql`not x.kept`)} as "laterCost"
      from (
        select f.basis = 'biz' as kept, f.key, f.count, f.pieces, f.weight, ${side('revenue')} as revenue, ${side('cost')} as cost,
          ${partsOf(asked, (_, kept) => side(kept))}, f.cod
        from ${figuresKept(actor, asked, ['biz', 'later'])}
        union all select false, l.* from (${sumsOfKeys(actor, after, isNew(sql`k.waybill_id`, sql`${until}::date`))}) l
      ) x group by 1
    ) x`.execute(tx)
  return rows.map(({ keptRevenue, keptCost, laterRevenue, laterCost, ...row }) => ({
    ...row,
    kept: { revenue: keptRevenue, cost: keptCost },
    later: { revenue: laterRevenue, cost: laterCost },
  }))
}
const sumWhere = (figure: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  sql`coalesce(sum(${figure}) filter (where ${condition}), 0)::numeric(16,2)::text`

/** Nothing of a waybill is dated up to then: it is counted with what comes later. */
export const isNew = (waybillId: RawBuilder<unknown>, until: RawBuilder<unknown>): RawBuilder<SqlBool> => sql<SqlBool>`
  not exists (select from charge e where e.waybill_id = ${waybillId} and e.direction = 'receivable' and e.day <= ${until} and e.state <> 'void'
    and e.fee_item <> 'deposit')
  and not exists (select from charge_share s join charge e on e.id = s.charge_id where s.waybill_id = ${waybillId} and e.day <= ${until}
    and e.state <> 'void')`

const sums = [
  'weight',
  'revenue',
  'cost',
  'codAmount',
  'tripCost',
  'lineCost',
  'courierCost',
  'claims',
  'storage',
] as const
const placesOf = (key: (typeof sums)[number]) => (key === 'weight' ? 3 : 2)
/** A row without anything in it. */
export const nothingOf = (row: Raw): Raw => ({
  ...row,
  count: 0,
  pieces: 0,
  ...(Object.fromEntries(sums.map((key) => [key, row[key] === null ? null : sumFigures([], placesOf(key))])) as Pick<
    Raw,
    (typeof sums)[number]
  >),
})

/** The same money, with waybills, pieces, weight and COD as they are counted elsewhere. */
function countedAs(kept: readonly Raw[], live: readonly Raw[]): Raw[] {
  const known = new Map(live.map((row) => [row.key, row]))
  return kept.map((row) => {
    const { count, pieces, weight, codAmount } = known.get(row.key) ?? nothingOf(row)
    return { ...row, count, pieces, weight, codAmount }
  })
}

const namesOf: Readonly<Partial<Record<ProfitDimension, { table: RawBuilder<unknown>; name: string }>>> = {
  // unscoped: names of whom waybills in scope are of
  customer: { table: sql`company`, name: 'n.name' },
  carrier: { table: sql`company`, name: 'n.name' },
  outlet: { table: sql`company`, name: 'n.short_name' },
  salesman: { table: sql`app_user`, name: 'n.name' },
  vehicle: { table: sql`vehicle`, name: 'n.plate_no' },
}

/** What the keys of a table are called, by key. */
export async function namesFor(
  tx: Tx,
  dimension: ProfitDimension,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = namesOf[dimension]
  if (names === undefined) return new Map()
  const ids = keys.flatMap((key) => (/^\d+$/.test(key) ? [Number(key)] : []))
  const { rows } = await sql<{ key: string; name: string }>`
    select n.id::text as key, ${sql.ref(names.name)} as name from ${names.table} n where n.id = any(${ids}::bigint[])`.execute(
    tx,
  )
  return new Map(rows.map(({ key, name }) => [key, name]))
}

/** Every row of waybills, by key; `counted`: which of them count as waybills (offset 0: asked once for each, not for each sum). */
function sumsOfKeys(
  actor: Actor,
  asked: Asked,
  counted: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): RawBuilder<unknown> {
  return sql`
    select k.key, count(*) filter (where k.counted) as count, coalesce(sum(k.pieces) filter (where k.counted), 0)::bigint as pieces,
      coalesce(sum(k.weight) filter (where k.counted), 0)::numeric(18,3) as weight, sum(k.revenue) as revenue, sum(k.cost) as cost,
      ${partsOf(asked, (name, kept) => (name === 'storage' ? sql`0::numeric(16,2)` : sql`sum(${sql.ref(`k.${kept}`)})::numeric(16,2)`))},
      coalesce(sum(k.cod) filter (where k.counted), 0)::numeric(16,2) as cod
    from (select k.*, ${counted} as counted from (${keyed(actor, asked)}) k offset 0) k group by 1`
}

async function ofKeys(tx: Tx, actor: Actor, asked: Asked): Promise<Raw[]> {
  const { rows } = await sql<Raw>`
    select s.key, s.count, s.pieces, s.weight::text, s.revenue::text, s.cost::text, ${partsOf(asked, (name) => sql`${sql.ref(`s.${name}`)}::text`)}, s.cod::text as "codAmount"
    from (${sumsOfKeys(actor, asked)}) s`.execute(tx)
  return rows
}

/** 无运单: one row, if there is anything. */
async function ofOthers(tx: Tx, actor: Actor, asked: Asked): Promise<Raw[]> {
  const { revenue, cost } = asAsked(asked, 'c')
  const from = (side: RawBuilder<unknown>, source: string, name: string) =>
    !asked.more
      ? sql`null::text as ${sql.id(name)}`
      : sql`coalesce(sum(${side}) filter (where c.source = ${source}), 0)::numeric(16,2)::text as ${sql.id(name)}`
  const { rows } = await sql<Raw>`
    select ${otherKey}::text as key, 0 as count, 0 as pieces, '0.000' as weight, sum(${revenue})::text as revenue, sum(${cost})::text as cost,
      ${from(cost, 'arrangement', 'tripCost')}, ${from(cost, 'special', 'lineCost')}, ${from(cost, 'courier', 'courierCost')},
      ${from(cost, 'claim', 'claims')}, ${from(revenue, 'storage', 'storage')}, '0.00' as "codAmount"
    from (${ofNoWaybill(actor, asked)}) c having count(*) > 0`.execute(tx)
  return rows
}
