import type { KeptSums } from '@xunyun/contract/close/calls'
import { Exact } from '@xunyun/contract/kernel/decimal'
import { otherKey, profitDimensions } from '@xunyun/contract/profit/calls'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, everywhere } from '../../platform/actor.ts'
import { dayBefore } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { type Asked, isNew, keyedByLegs, keyOfWaybill, legTablesOf, ofNoWaybill, ofWaybills } from '../profit/index.ts'

/**
 * The sums that are kept of a month (M60): from the source of profit itself, for each row of its table and each outlet. By business day of what is
 * dated by the month's end, by day of posting, and of what is dated in it but is of earlier months.
 */

export type Month = { readonly first: string; readonly last: string }
export const monthOf = (month: string): Month => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return { first: `${month}-01`, last: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

const legs = ['vehicle', 'carrier'] as const
const sources = { trip_cost: 'arrangement', line_cost: 'special', courier_cost: 'courier', claims: 'claim' } as const
const apart = Object.entries(sources)
const columns = sql.raw(
  [
    'close_id, basis, dimension, of_month, outlet_id, key, count, pieces, weight, cod',
    ...['revenue', 'cost', ...Object.keys(sources), 'storage'].flatMap((name) => [name, `net_${name}`]),
  ].join(', '),
)
const sum = (value: RawBuilder<unknown>) => sql`coalesce(sum(${value}), 0)`
const both = (of: (net: '' | 'net_') => RawBuilder<unknown>) => sql.join([of(''), of('net_')])

type Basis = 'biz' | 'posted' | 'later'

export async function keepFigures(tx: Tx, actor: Actor, closeId: number, month: Month): Promise<void> {
  const all = everywhere(actor)
  for (const basis of ['biz', 'posted', 'later'] as const) {
    await ofWaybillsOf(tx, all, closeId, basis, month)
    if (basis !== 'later') await withoutWaybill(tx, all, closeId, basis, month)
  }
}

/**
 * The charges and shares of a month are read once, for all that is told of them. Into tables of this transaction: only of those does the
 * planner know how much they hold, and guesses for the rest would have it read every charge there is.
 */
async function ofWaybillsOf(tx: Tx, actor: Actor, closeId: number, basis: Basis, month: Month): Promise<void> {
  await tellInto(tx, 'told', ofWaybills(actor, askedFor(basis, month)))
  await sql`insert into month_close_figure (${columns}) ${ofWaybillsThemselves(closeId, basis, month)}`.execute(tx)
  if (basis !== 'later') {
    for (const [name, table] of Object.entries(legTablesOf('told'))) await tellInto(tx, name, table)
    for (const dimension of legs)
      await sql`insert into month_close_figure (${columns}) ${ofLegs(closeId, basis, dimension, month)}`.execute(tx)
  }
}

/** A table of this transaction, made anew. */
async function tellInto(tx: Tx, name: string, table: RawBuilder<unknown>): Promise<void> {
  await sql`drop table if exists pg_temp.${sql.id(name)}`.execute(tx)
  await sql`create temporary table ${sql.id(name)} on commit drop as ${table}`.execute(tx)
  await sql`analyze ${sql.id(name)}`.execute(tx)
}

const askedFor = (basis: Basis, { first, last }: Month): Asked => ({
  from: first,
  to: last,
  dimension: 'month',
  basis: basis === 'biz' ? 'biz' : 'posted',
  later: basis === 'biz' ? false : undefined,
  ofBiz: basis === 'later' ? { from: '0001-01-01', to: dayBefore(first) } : undefined,
})

/** By what a waybill is of by itself, and by its month. */
function ofWaybillsThemselves(closeId: number, basis: Basis, month: Month): RawBuilder<unknown> {
  const ofMonth = basis === 'later' ? sql`date_trunc('month', w.biz_date)::date` : sql`${month.first}::date`
  const keys = Object.entries(keyOfWaybill).map(([name, key]) => sql`(${name}::text, ${key})`)
  return sql`
    with part as (
      select p.waybill_id, ${both((net) => sql`${sum(sql.ref(`p.${net}revenue`))} as ${sql.id(`${net}revenue`)}`)},
        ${both((net) => sql`${sum(sql.ref(`p.${net}cost`))} as ${sql.id(`${net}cost`)}`)},
        ${sql.join(apart.map(([name, source]) => both((net) => sql`coalesce(sum(${sql.ref(`p.${net}cost`)}) filter (where p.source = ${source}), 0) as ${sql.id(net + name)}`)))}
      from told p group by 1
    ), one as (
      select p.*, w.outlet_id, w.pieces, w.weight, w.cod_amount, ${ofMonth} as of_month, d.dimension, d.key,
        ${basis === 'later' ? isNew(sql`w.id`, sql`${dayBefore(month.first)}::date`) : sql`true`} as counted
      -- unscoped: a month is closed for everybody
      from part p join waybill w on w.id = p.waybill_id
      cross join lateral (values ${sql.join([...keys, sql`('month', to_char(${ofMonth}, 'YYYY-MM'))`])}) d(dimension, key)
    )
    select ${closeId}::bigint, ${basis}, dimension, of_month, outlet_id, key, count(*) filter (where counted), coalesce(sum(pieces) filter (where counted), 0),
      coalesce(sum(weight) filter (where counted), 0), coalesce(sum(cod_amount) filter (where counted), 0),
      ${both((net) => sum(sql.ref(`${net}revenue`)))}, ${both((net) => sum(sql.ref(`${net}cost`)))},
      ${sql.join(apart.map(([name]) => both((net) => sum(sql.ref(net + name)))))}, 0, 0
    from one group by 3, 4, 5, 6`
}

/** By vehicle and carrier, with tax and without: each is shared by itself. */
function ofLegs(
  closeId: number,
  basis: 'biz' | 'posted',
  dimension: (typeof legs)[number],
  month: Month,
): RawBuilder<unknown> {
  const asked = { ...askedFor(basis, month), more: true }
  return sql`
    select ${closeId}::bigint, ${basis}, ${dimension}, ${month.first}::date, w.outlet_id, k.key, count(*), sum(k.pieces), sum(k.weight), sum(k.cod),
      ${sql.join(['revenue', 'cost', ...Object.keys(sources)].map((name) => both((net) => sum(sql.ref(`k.${net}${name}`)))))}, 0, 0
    -- unscoped: a month is closed for everybody
    from (${keyedByLegs(asked, dimension)}) k join waybill w on w.id = k.waybill_id group by w.outlet_id, k.key`
}

/** 无运单: a row in each table. */
async function withoutWaybill(tx: Tx, actor: Actor, closeId: number, basis: string, month: Month): Promise<void> {
  const of = (source: string, column: string) =>
    sql`coalesce(sum(${sql.ref(`c.${column}`)}) filter (where c.source = ${source}), 0)`
  await sql`
    insert into month_close_figure (${columns})
    select ${closeId}, ${basis}, d.dimension, ${month.first}::date, x.* from (
      select h.outlet_id, ${otherKey}::text as key, 0, 0, 0, 0, ${both((net) => sum(sql.ref(`c.${net}revenue`)))},
        ${both((net) => sum(sql.ref(`c.${net}cost`)))},
        ${sql.join(apart.map(([, source]) => both((net) => of(source, `${net}cost`))))},
        ${both((net) => of('storage', `${net}revenue`))}
      from (${ofNoWaybill(actor, { ...askedFor('posted', month) })}) c join charge h on h.id = c.charge_id group by 1, 2
    ) x cross join unnest(${[...profitDimensions]}::text[]) d(dimension)`.execute(tx)
}

/** All of what was kept, with tax; the figures of a month are its own row and what is without a waybill. */
export const sumsOf = (closeId: RawBuilder<unknown>) => sql`(
  select json_object_agg(b.basis, json_build_object('revenue', b.revenue::text, 'cost', b.cost::text, 'profit', (b.revenue - b.cost)::text)) from (
    select x.basis, coalesce(sum(f.revenue), 0)::numeric(16,2) as revenue, coalesce(sum(f.cost), 0)::numeric(16,2) as cost
    from (values ('biz'), ('posted')) x(basis) left join month_close_figure f on f.basis = x.basis and f.dimension = 'month' and f.close_id = ${closeId}
    group by 1) b)`

export async function keptOf(tx: Tx, closeId: number): Promise<KeptSums> {
  const { rows } = await sql<{ kept: KeptSums }>`select ${sumsOf(sql`${closeId}::bigint`)} as kept`.execute(tx)
  return (rows[0] as { kept: KeptSums }).kept
}

/** The same of a month that is open, as it would be kept now. */
export async function sumsNow(tx: Tx, actor: Actor, month: Month): Promise<KeptSums> {
  const of = async (basis: 'biz' | 'posted') => {
    const asked = askedFor(basis, month)
    const { rows } = await sql<{ revenue: string; cost: string }>`
      select coalesce(sum(x.revenue), 0)::numeric(16,2)::text as revenue, coalesce(sum(x.cost), 0)::numeric(16,2)::text as cost from (
        select p.revenue, p.cost from (${ofWaybills(everywhere(actor), asked)}) p
        union all select c.revenue, c.cost from (${ofNoWaybill(everywhere(actor), askedFor('posted', month))}) c) x`.execute(
      tx,
    )
    const { revenue = '0.00', cost = '0.00' } = rows[0] ?? {}
    return { revenue, cost, profit: new Exact(revenue).minus(cost).toFixed(2) }
  }
  return { biz: await of('biz'), posted: await of('posted') }
}
