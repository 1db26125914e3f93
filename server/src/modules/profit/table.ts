import { wordFor } from '@xunyun/contract/dictionary'
import { Exact, sumDecimals } from '@xunyun/contract/kernel/decimal'
import type { Language, Titles } from '@xunyun/contract/pages'
import {
  handedOutKey,
  nobodyKey,
  noLegKey,
  openKey,
  otherKey,
  ownKey,
  type Profit,
  type ProfitAsked,
  type ProfitDimension,
  type ProfitRow,
} from '@xunyun/contract/profit/calls'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { dayBefore, nextDay } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { titled } from '../../platform/excel/list.ts'
import { badField } from '../../platform/refusal.ts'
import { regionByCode } from '../../platform/regions.ts'
import { type Asked, isByLeg, keyed, ofNoWaybill } from './source.ts'

type Raw = Omit<ProfitRow, 'label' | 'profit' | 'rate' | 'before'> & { name: string | null }
type Figures = Omit<ProfitRow, 'key' | 'label' | 'before'>

/** Ten years at a time: more is a report for another day. */
const mostDays = 3660

/** Revenue and cost as asked: with tax, or without. */
export const asAsked = ({ net }: Asked, alias: string) => ({
  revenue: sql.ref(`${alias}.${net ? 'net_revenue' : 'revenue'}`),
  cost: sql.ref(`${alias}.${net ? 'net_cost' : 'cost'}`),
})

/** Per cent with one decimal; none without revenue (M57). */
export const rateOf = (profit: string, revenue: string): string | null =>
  new Exact(revenue).isZero() ? null : new Exact(profit).div(revenue).times(100).toFixed(1)

export function checkPeriod({ from, to }: Pick<Asked, 'from' | 'to'>): void {
  if (to < from) throw badField('to', 'field.range')
  if ((Date.parse(to) - Date.parse(from)) / 86_400_000 > mostDays) throw badField('from', 'field.range')
}

const namesOf: Readonly<Partial<Record<ProfitDimension, { table: RawBuilder<unknown>; name: string }>>> = {
  // unscoped: names of whom waybills in scope are of
  customer: { table: sql`company`, name: 'n.name' },
  carrier: { table: sql`company`, name: 'n.name' },
  outlet: { table: sql`company`, name: 'n.short_name' },
  salesman: { table: sql`app_user`, name: 'n.name' },
  vehicle: { table: sql`vehicle`, name: 'n.plate_no' },
}

/** Every row of waybills, by key. */
async function ofKeys(tx: Tx, actor: Actor, asked: Asked): Promise<Raw[]> {
  const sum = (column: string, name: string) => sql`sum(${sql.ref(column)})::text as ${sql.id(name)}`
  const apart = (column: string, name: string) =>
    asked.more ? sum(`k.${column}`, name) : sql`null::text as ${sql.id(name)}`
  const names = namesOf[asked.dimension]
  const { rows } = await sql<Raw>`
    select x.*, ${names === undefined ? sql`null` : sql.ref(names.name)} as name from (
      select k.key, count(*) as count, sum(k.pieces) as pieces, ${sum('k.weight', 'weight')}, ${sum('k.revenue', 'revenue')}, ${sum('k.cost', 'cost')},
        ${apart('trip_cost', 'tripCost')}, ${apart('line_cost', 'lineCost')}, ${apart('courier_cost', 'courierCost')},
        ${apart('claims', 'claims')}, ${asked.more ? sql`'0.00'` : sql`null::text`} as storage, ${sum('k.cod', 'codAmount')}
      from (${keyed(actor, asked)}) k group by 1
    ) x ${names === undefined ? sql`` : sql`left join ${names.table} n on n.id::text = x.key`}`.execute(tx)
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
      ${from(cost, 'claim', 'claims')}, ${from(revenue, 'storage', 'storage')}, '0.00' as "codAmount", null as name
    from (${ofNoWaybill(actor, asked)}) c having count(*) > 0`.execute(tx)
  return rows
}

/** The table of a period, but for what was before. */
async function rowsOf(tx: Tx, actor: Actor, asked: Asked): Promise<Omit<ProfitRow, 'before'>[]> {
  const raw = [...(await ofKeys(tx, actor, asked)), ...(await ofOthers(tx, actor, asked))]
  return raw
    .map(({ name, ...row }) => ({
      ...row,
      label: labelOf(actor.language, asked.dimension, row.key, name),
      ...money(row),
    }))
    .sort((one, other) => order(one.key) - order(other.key) || new Exact(other.profit).comparedTo(one.profit))
}
/** What is none of them stands below them: 未签收, then 无运单. */
const order = (key: string): number => (key === otherKey ? 2 : key === openKey ? 1 : 0)

function money({ revenue, cost }: Pick<Raw, 'revenue' | 'cost'>) {
  const profit = new Exact(revenue).minus(cost).toFixed(2)
  return {
    revenue: new Exact(revenue).toFixed(2),
    cost: new Exact(cost).toFixed(2),
    profit,
    rate: rateOf(profit, revenue),
  }
}

const summed = ['revenue', 'cost', 'codAmount'] as const
const apart = ['tripCost', 'lineCost', 'courierCost', 'claims', 'storage'] as const
function sumOf(rows: readonly Figures[]): Figures {
  const sum = (key: (typeof summed)[number]) =>
    sumDecimals(
      rows.map((row) => row[key]),
      2,
    )
  const sums = Object.fromEntries(summed.map((key) => [key, sum(key)])) as Record<(typeof summed)[number], string>
  const sumApart = (key: (typeof apart)[number]) => {
    const known = rows.flatMap((row) => row[key] ?? [])
    return known.length === 0 ? null : sumDecimals(known, 2)
  }
  const sumsApart = Object.fromEntries(apart.map((key) => [key, sumApart(key)])) as Record<
    (typeof apart)[number],
    string | null
  >
  return {
    count: rows.reduce((all, { count }) => all + count, 0),
    pieces: rows.reduce((all, { pieces }) => all + pieces, 0),
    weight: sumDecimals(
      rows.map(({ weight }) => weight),
      3,
    ),
    ...sums,
    ...sumsApart,
    ...money(sums),
  }
}

/** Of vehicles, carriers and months of posting a waybill may stand in several rows: all of them once. */
const countsTwice = ({ dimension, basis }: Asked) => isByLeg(dimension) || (dimension === 'month' && basis === 'posted')

/** Table, Σ and what was before. */
export async function profitOf(tx: Tx, actor: Actor, input: ProfitAsked): Promise<Profit> {
  const { rateBelow, compare, ...asked } = input
  checkPeriod(asked)
  const all = await rowsOf(tx, actor, asked)
  const earlier = daysBefore(asked)
  const was = compare ? await rowsOf(tx, actor, { ...asked, ...earlier, more: undefined }) : []
  const before = new Map(was.map(({ key, profit }) => [key, profit]))
  const rows =
    rateBelow === undefined ? all : all.filter(({ rate }) => rate !== null && new Exact(rate).lessThan(rateBelow))
  const total = sumOf(rows)
  if (countsTwice(asked) && rateBelow === undefined) {
    const { count, pieces, weight, codAmount } = sumOf(
      await rowsOf(tx, actor, { ...asked, dimension: 'outlet', more: undefined }),
    )
    Object.assign(total, { count, pieces, weight, codAmount })
  }
  return {
    rows: rows.map((row) => ({ ...row, before: before.get(keyBefore(asked, earlier, row.key)) ?? null })),
    total: { ...total, before: was.length === 0 ? null : sumOf(was).profit },
    beforeFrom: earlier.from,
    beforeTo: earlier.to,
  }
}

const monthOf = (day: string, shift: number): string => {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + shift)
  return date.toISOString().slice(0, 7)
}
const isWhole = ({ from, to }: Pick<Asked, 'from' | 'to'>) => from.endsWith('-01') && nextDay(to).endsWith('-01')
const monthsOf = ({ from, to }: Pick<Asked, 'from' | 'to'>): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1

/** As many whole months before, or as many days. */
function daysBefore(asked: Pick<Asked, 'from' | 'to'>): { from: string; to: string } {
  const to = dayBefore(asked.from)
  if (isWhole(asked)) return { from: `${monthOf(asked.from, -monthsOf(asked))}-01`, to }
  const days = Math.round((Date.parse(asked.to) - Date.parse(asked.from)) / 86_400_000)
  return { from: new Date(Date.parse(`${to}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10), to }
}
/** A month is compared with the one that stands in its place. */
const keyBefore = (asked: Asked, earlier: { from: string }, key: string): string =>
  asked.dimension !== 'month' || key.startsWith('*')
    ? key
    : isWhole(asked)
      ? monthOf(`${key}-01`, -monthsOf(asked))
      : earlier.from.slice(0, 7)

const words: Readonly<Record<string, Titles>> = {
  [otherKey]: titled('无运单', 'Without a waybill', 'Sin guía', '送り状なし'),
  [openKey]: titled('未签收', 'Not signed', 'Sin firmar', '未受領'),
  [noLegKey]: titled('未安排', 'Not arranged', 'Sin asignar', '未手配'),
  [handedOutKey]: titled('外发', 'Handed out', 'A terceros', '外部委託'),
  [ownKey]: titled('自有', 'Our own', 'Propios', '自社'),
}
const walkIn = titled('散客', 'Walk-in', 'Ocasional', '一見客')
const nobody = titled('未指定', 'Nobody', 'Nadie', 'なし')

export function labelOf(language: Language, dimension: ProfitDimension, key: string, name: string | null): string {
  if (key === nobodyKey) return (dimension === 'customer' ? walkIn : nobody)[language]
  const word = words[key]
  if (word !== undefined) return word[language]
  if (dimension === 'mode') return wordFor('transMode', key, language)
  if (dimension === 'line')
    return key
      .split('-')
      .map((code) => regionByCode(code)?.city ?? code)
      .join(' → ')
  return name ?? key
}
