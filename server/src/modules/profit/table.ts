import { wordFor } from '@xunyun/contract/dictionary'
import { Exact } from '@xunyun/contract/kernel/decimal'
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
  type ProfitPart,
  type ProfitRow,
  profitParts,
} from '@xunyun/contract/profit/calls'
import type { Actor } from '../../platform/actor.ts'
import { dayBefore } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { titled } from '../../platform/excel/list.ts'
import { badField } from '../../platform/refusal.ts'
import { regionByCode } from '../../platform/regions.ts'
import { figuresOf, isWhole, namesFor, type Raw } from './figures.ts'
import { type Asked, isByLeg } from './source.ts'
import { figureOf, rateOf, sumFigures, unitsOf } from './sums.ts'

type Figures = Omit<ProfitRow, 'key' | 'label' | 'before' | 'kept' | 'later'>

/** Ten years at a time: more is a report for another day. */
const mostDays = 3660

export function checkPeriod({ from, to }: Pick<Asked, 'from' | 'to'>): void {
  if (to < from) throw badField('to', 'field.range')
  if ((Date.parse(to) - Date.parse(from)) / 86_400_000 > mostDays) throw badField('from', 'field.range')
}

type Row = Omit<ProfitRow, 'label' | 'before'>

/** The rows of a period, in no order. */
async function rowsOf(tx: Tx, actor: Actor, asked: Asked): Promise<Row[]> {
  // One object a row, in place of what was read: a table may have twenty thousand.
  return (await figuresOf(tx, actor, asked)).map((row) =>
    Object.assign(row, {
      ...money(row),
      otherCost: otherOf(row),
      kept: row.kept && withProfit(row.kept),
      later: row.later && withProfit(row.later),
    }),
  )
}

type Order = Pick<ProfitAsked, 'sort' | 'dir'>
/** The highest first unless asked otherwise; what is none of them stands below them: 未签收, then 无运单. */
function sorted(rows: readonly Row[], { sort, dir = sort === undefined ? 'desc' : 'asc' }: Order): Row[] {
  const sign = dir === 'desc' ? -1 : 1
  return rows
    .map((row) => ({
      row,
      apart: row.key === otherKey ? 2 : row.key === openKey ? 1 : 0,
      units: unitsOf(String(row[sort ?? 'profit'] ?? 0), 3),
    }))
    .sort((one, other) => one.apart - other.apart || sign * compareBig(one.units, other.units))
    .map(({ row }) => row)
}
const compareBig = (one: bigint, other: bigint): number => (one > other ? 1 : one < other ? -1 : 0)

type Sums = Pick<Raw, 'revenue' | 'cost'>
function withProfit({ revenue, cost }: Sums) {
  const [brought, spent] = [unitsOf(revenue), unitsOf(cost)]
  return { revenue: figureOf(brought), cost: figureOf(spent), profit: figureOf(brought - spent) }
}
function money(figures: Sums) {
  const sums = withProfit(figures)
  return { ...sums, rate: rateOf(sums.profit, sums.revenue) }
}

/** What of the cost comes from none of the sources that stand apart. */
function otherOf({ cost, tripCost, lineCost, courierCost, claims }: Raw): string | null {
  if (tripCost === null) return null
  const told = [tripCost, lineCost, courierCost, claims].flatMap((one) => one ?? [])
  return figureOf(told.reduce((rest, one) => rest - unitsOf(one), unitsOf(cost)))
}

const summed = ['revenue', 'cost', 'codAmount'] as const
function sumOf(rows: readonly Figures[]): Figures {
  const sum = (key: (typeof summed)[number]) => sumFigures(rows.map((row) => row[key]))
  const sums = Object.fromEntries(summed.map((key) => [key, sum(key)])) as Record<(typeof summed)[number], string>
  const sumApart = (key: ProfitPart) => {
    const known = rows.flatMap((row) => row[key] ?? [])
    return known.length === 0 ? null : sumFigures(known)
  }
  const sumsApart = Object.fromEntries(profitParts.map((key) => [key, sumApart(key)])) as Record<
    ProfitPart,
    string | null
  >
  return {
    count: rows.reduce((all, { count }) => all + count, 0),
    pieces: rows.reduce((all, { pieces }) => all + pieces, 0),
    weight: sumFigures(
      rows.map(({ weight }) => weight),
      3,
    ),
    ...sums,
    ...sumsApart,
    ...money(sums),
  }
}

function sumClosed(all: readonly ProfitRow['kept'][]): ProfitRow['kept'] {
  const known = all.flatMap((one) => one ?? [])
  if (known.length === 0) return null
  const sum = (key: 'revenue' | 'cost') => sumFigures(known.map((one) => one[key]))
  return withProfit({ revenue: sum('revenue'), cost: sum('cost') })
}

/** Of vehicles, carriers and months of posting a waybill may stand in several rows: all of them once. */
const countsTwice = ({ dimension, basis }: Asked) => isByLeg(dimension) || (dimension === 'month' && basis === 'posted')

/** Table, Σ of all of it, and what was before. */
export async function profitOf(tx: Tx, actor: Actor, input: ProfitAsked): Promise<Profit> {
  const { rateBelow, compare, key, sort, dir, pageSize, ...asked } = input
  checkPeriod(asked)
  const all = await rowsOf(tx, actor, asked)
  const earlier = daysBefore(asked)
  const was = compare ? await rowsOf(tx, actor, { ...asked, ...earlier, more: undefined }) : []
  const before = new Map(was.map((row) => [row.key, row.profit]))
  const rows =
    rateBelow === undefined ? all : all.filter(({ rate }) => rate !== null && new Exact(rate).lessThan(rateBelow))
  const total = {
    ...sumOf(rows),
    kept: sumClosed(rows.map(({ kept }) => kept)),
    later: sumClosed(rows.map(({ later }) => later)),
  }
  if (countsTwice(asked) && rateBelow === undefined) {
    const { count, pieces, weight, codAmount } = sumOf(
      await rowsOf(tx, actor, { ...asked, dimension: 'outlet', more: undefined }),
    )
    Object.assign(total, { count, pieces, weight, codAmount })
  }
  const shown = key === undefined ? first(sorted(rows, { sort, dir }), pageSize) : rows.filter((row) => row.key === key)
  const names = await namesFor(
    tx,
    asked.dimension,
    shown.map((row) => row.key),
  )
  return {
    rows: shown.map((row) => ({
      ...row,
      label: labelOf(actor.language, asked.dimension, row.key, names.get(row.key) ?? null),
      before: before.get(keyBefore(asked, earlier, row.key)) ?? null,
    })),
    count: rows.length,
    total: { ...total, before: was.length === 0 ? null : sumOf(was).profit },
    beforeFrom: earlier.from,
    beforeTo: earlier.to,
  }
}
/** So many, and below them what is none of them. */
const first = (rows: readonly Row[], most: number | undefined): readonly Row[] =>
  most === undefined || rows.length <= most
    ? rows
    : [...rows.slice(0, most), ...rows.slice(most).filter((row) => row.key === otherKey || row.key === openKey)]

const monthOf = (day: string, shift: number): string => {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + shift)
  return date.toISOString().slice(0, 7)
}
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
