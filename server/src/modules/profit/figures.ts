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

export type Raw = Omit<ProfitRow, 'label' | 'profit' | 'rate' | 'before' | 'kept' | 'later'>

/** `now` of a period; where all its months are closed, by business day also what was kept and what is dated later. */
export type Told = { readonly now: Raw[]; readonly kept: Raw[] | null; readonly later: Raw[] | null }

/** Revenue and cost as asked: with tax, or without. */
export const asAsked = ({ net }: Asked, alias: string) => ({
  revenue: sql.ref(`${alias}.${net ? 'net_revenue' : 'revenue'}`),
  cost: sql.ref(`${alias}.${net ? 'net_cost' : 'cost'}`),
})

export async function figuresOf(tx: Tx, actor: Actor, asked: Asked): Promise<Told> {
  const live = (more: Partial<Asked> = {}) => liveRows(tx, actor, { ...asked, ...more })
  const until = asked.basis === 'signed' || !isWhole(asked) ? null : await closedAllOf(tx, asked)
  if (until === null) return { now: await live(), kept: null, later: null }
  const isFiltered = isOfSome(asked)
  if (asked.basis === 'posted') {
    if (isFiltered) return { now: await live(), kept: null, later: null }
    const [kept = []] = await keptRows(tx, actor, asked, ['posted'])
    // A waybill that is charged in several months counts once in all of them.
    const isOne = asked.from.slice(0, 7) === asked.to.slice(0, 7)
    return { now: isOne || asked.dimension === 'month' ? kept : countedAs(kept, await live()), kept: null, later: null }
  }
  if (isFiltered) return { now: await live(), kept: await live({ later: false }), later: await live({ later: true }) }
  const [kept = [], keptLater = []] = await keptRows(tx, actor, asked, ['biz', 'later'])
  // Whatever a leg costs later shares all that its waybills bring in anew.
  if (isByLeg(asked.dimension)) return { now: await live(), kept, later: await live({ later: true }) }
  const later = added(keptLater, await laterRows(tx, actor, asked, until))
  return { now: added(kept, later), kept, later }
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
/** What was kept of the months of a period, by each of the bases; `later`: of what was dated later, in months that are closed by now. */
async function keptRows(tx: Tx, actor: Actor, asked: Asked, bases: readonly Basis[]): Promise<Raw[][]> {
  const sum = (column: string, name: string) => sql`sum(${sql.ref(column)})::text as ${sql.id(name)}`
  const side = (column: string) => `f.${asked.net ? `net_${column}` : column}`
  const apart = (column: string, name: string) =>
    asked.more ? sum(side(column), name) : sql`null::text as ${sql.id(name)}`
  const { rows } = await sql<Raw & { basis: Basis }>`
    select f.basis, f.key, sum(f.count)::int as count, sum(f.pieces)::bigint as pieces, ${sum('f.weight', 'weight')}, ${sum(side('revenue'), 'revenue')},
      ${sum(side('cost'), 'cost')}, ${apart('trip_cost', 'tripCost')}, ${apart('line_cost', 'lineCost')}, ${apart('courier_cost', 'courierCost')},
      ${apart('claims', 'claims')}, ${apart('storage', 'storage')}, ${sum('f.cod', 'codAmount')}
    from month_close_figure f join month_close m on m.id = f.close_id
    where m.state <> 'open' and f.basis = any(${[...bases]}::text[]) and f.dimension = ${asked.dimension} and f.of_month between ${asked.from}::date and ${asked.to}::date
      and ${all([isOneOfOurs(actor, 'f.outlet_id'), equals('f.outlet_id', asked.outletId)])} group by 1, 2`.execute(tx)
  return bases.map((basis) => rows.filter((row) => row.basis === basis).map(({ basis: _, ...row }) => row))
}

/** What is dated after all closed months, of waybills of a period. */
const laterRows = (tx: Tx, actor: Actor, asked: Asked, until: string): Promise<Raw[]> =>
  ofKeys(
    tx,
    actor,
    { ...asked, basis: 'posted', from: nextDay(until), to: '9999-12-31', ofBiz: { from: asked.from, to: asked.to } },
    isNew(sql`k.waybill_id`, sql`${until}::date`),
  )

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
/** Row by row. */
function added(some: readonly Raw[], others: readonly Raw[]): Raw[] {
  const rows = new Map(some.map((row) => [row.key, row]))
  for (const other of others) {
    const row = rows.get(other.key)
    if (row === undefined) rows.set(other.key, other)
    else
      rows.set(other.key, {
        ...row,
        count: row.count + other.count,
        pieces: row.pieces + other.pieces,
        ...(Object.fromEntries(
          sums.map((key) => {
            const [one, more] = [row[key], other[key]]
            return [key, one === null || more === null ? null : sumFigures([one, more], placesOf(key))]
          }),
        ) as Pick<Raw, (typeof sums)[number]>),
      })
  }
  return [...rows.values()]
}

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
async function ofKeys(
  tx: Tx,
  actor: Actor,
  asked: Asked,
  counted: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): Promise<Raw[]> {
  const sum = (column: string, name: string) => sql`sum(${sql.ref(column)})::text as ${sql.id(name)}`
  const apart = (column: string, name: string) =>
    asked.more
      ? sql`sum(${sql.ref(`k.${column}`)})::numeric(16,2)::text as ${sql.id(name)}`
      : sql`null::text as ${sql.id(name)}`
  const { rows } = await sql<Raw>`
      select k.key, count(*) filter (where k.counted) as count, coalesce(sum(k.pieces) filter (where k.counted), 0)::bigint as pieces,
        coalesce(sum(k.weight) filter (where k.counted), 0)::numeric(18,3)::text as weight, ${sum('k.revenue', 'revenue')}, ${sum('k.cost', 'cost')},
        ${apart('trip_cost', 'tripCost')}, ${apart('line_cost', 'lineCost')}, ${apart('courier_cost', 'courierCost')},
        ${apart('claims', 'claims')}, ${asked.more ? sql`'0.00'` : sql`null::text`} as storage,
        coalesce(sum(k.cod) filter (where k.counted), 0)::numeric(16,2)::text as "codAmount"
      from (select k.*, ${counted} as counted from (${keyed(actor, asked)}) k offset 0) k group by 1`.execute(tx)
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
