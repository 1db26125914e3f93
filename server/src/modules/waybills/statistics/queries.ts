import { wordFor } from '@xunyun/contract/dictionary'
import type { Input } from '@xunyun/contract/kernel/call'
import type { Language } from '@xunyun/contract/pages'
import type {
  getShippingStatistics,
  ShippingStatistics,
  StatGroup,
  StatRow,
} from '@xunyun/contract/waybills/statistics'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, isCustomer } from '../../../platform/actor.ts'
import { dayBefore, nextDay } from '../../../platform/clock.ts'
import { all, anyOfCodes, equals, inRegion } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { type ListColumn, listColumn, titled } from '../../../platform/excel/list.ts'
import { badField } from '../../../platform/refusal.ts'
import { regionByCode } from '../../../platform/regions.ts'
import { ofOwnOutlet } from '../../../platform/scope.ts'
import { isCounted } from '../counted.ts'

type Asked = Input<typeof getShippingStatistics>
type Figures = {
  count: number
  pieces: number
  weight: string
  volume: string
  chargeWeight: string
  receivable: string
}

/** Ten years at a time: more is a report for another day. */
const mostDays = 3660

/** What the covering index `waybill__stats` has; the same waybills as the totals of the list with the same filter. */
function conditionsOf(actor: Actor, asked: Asked): RawBuilder<SqlBool> {
  return all([
    isCounted,
    sql<SqlBool>`${ofOwnOutlet(actor, 'w')}`,
    equals('w.customer_id', asked.customerId),
    equals('w.outlet_id', asked.outletId),
    equals('w.salesman_id', isCustomer(actor) ? undefined : asked.salesmanId),
    inRegion('w.consignee_region', asked.to),
    anyOfCodes('w.trans_mode', asked.transModes),
  ])
}

/** Sums of the waybills `w`, by the names that the tables of closed months have. */
const sums = sql`count(*) as waybills, sum(w.pieces) as pieces, sum(w.weight) as weight, sum(w.volume) as volume,
  sum(w.charge_weight) as charge_weight, sum(w.receivable) as receivable`
const figures = sql`sum(waybills)::bigint as count, sum(pieces)::bigint as pieces, sum(weight)::text as weight, sum(volume)::text as volume,
  sum(charge_weight)::text as "chargeWeight", sum(receivable)::text as receivable`
const columns = sql.raw('waybills, pieces, weight, volume, charge_weight, receivable')

/** What a row is of, from a waybill or a change noted of one (`w`). */
export const groups: Record<StatGroup, RawBuilder<unknown>> = {
  customer: sql`w.customer_id`,
  /** The city: four digits of GB/T 2260, of a municipality two. */
  destination: sql`rpad(left(w.consignee_region, case when left(w.consignee_region, 2) in ('11', '12', '31', '50') then 2 else 4 end), 6, '0')`,
  mode: sql`w.trans_mode`,
  salesman: sql`w.salesman_id`,
  outlet: sql`w.outlet_id`,
}

type Days = { readonly from: string; readonly to: string }
/** Days of which the sums are kept (`statistics/store.ts`): from the first day of a month up to before that of another. */
type Kept = { readonly from: string; readonly before: string }

/** Whole months of the days asked for that are closed; none where only some waybills are asked for, or may be seen. */
async function keptOf(tx: Tx, actor: Actor, asked: Asked, days: Days): Promise<Kept | null> {
  const isWhole =
    actor.scope.kind === 'all' &&
    [asked.customerId, asked.outletId, asked.salesmanId, asked.to, asked.transModes].every((one) => one === undefined)
  if (!isWhole) return null
  const { rows } = await sql<{ until: string }>`select until from shipped_closed`.execute(tx)
  const until = rows[0]?.until
  if (until === undefined) return null
  const from = days.from.endsWith('-01') ? days.from : monthAfter(days.from)
  const end = `${nextDay(days.to).slice(0, 8)}01`
  const before = end < until ? end : until
  return from < before ? { from, before } : null
}

const monthAfter = (day: string): string => {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
}

/** The waybills of these days that no kept sum has, summed by a key. */
function waybillsBy(actor: Actor, asked: Asked, by: RawBuilder<unknown>, days: Days, kept: Kept | null) {
  const edges = (
    kept === null
      ? [days]
      : [
          { from: days.from, to: dayBefore(kept.from) },
          { from: kept.before, to: days.to },
        ]
  ).filter(({ from, to }) => from <= to)
  return edges.map(
    ({ from, to }) =>
      sql`select ${by} as key, ${sums} from waybill w where ${conditionsOf(actor, asked)} and w.biz_date between ${from} and ${to} group by 1`,
  )
}

/** What was noted of kept days since they were summed. */
const changesBy = (by: RawBuilder<unknown>, kept: Kept) => sql`
  select ${by} as key, w.waybills, w.pieces, w.weight, w.volume, w.charge_weight, w.receivable
  from shipped_change w, shipped_closed where w.id > last_change and w.biz_date >= ${kept.from} and w.biz_date < ${kept.before}`

const together = (parts: readonly RawBuilder<unknown>[]) =>
  parts.length === 0
    ? sql`select null as key, ${columns} from shipped_day where false`
    : sql.join(parts, sql` union all `)

/** Sums by customer, destination … of these days: `key` and the figures of `columns`, a row for every part there is. */
async function partsBy(tx: Tx, actor: Actor, asked: Asked, days: Days) {
  const kept = await keptOf(tx, actor, asked, days)
  const key = sql`coalesce((${groups[asked.group]})::text, '')`
  const at = (month: string) => sql`from shipped_total where grouping_by = ${asked.group} and month = ${month}::date`
  return together([
    ...waybillsBy(actor, asked, key, days, kept),
    ...(kept === null
      ? []
      : [
          sql`select key, ${columns} ${at(kept.before)}`,
          sql`select key, -waybills, -pieces, -weight, -volume, -charge_weight, -receivable ${at(kept.from)}`,
          changesBy(key, kept),
        ]),
  ])
}

/** Where the name behind a key stands: joined here, because the keys of many customers would be a long list to send back. */
function namesOf(group: StatGroup): RawBuilder<unknown> | null {
  if (group === 'mode' || group === 'destination') return null
  // unscoped: names of companies whose waybills are in scope
  return group === 'salesman' ? sql`app_user` : sql`company`
}

/** Every customer's, destination's … sums of these days and their share of all receivables in per cent, most waybills first. */
async function byKey(tx: Tx, actor: Actor, asked: Asked, days: Days) {
  const names = namesOf(asked.group)
  const joined = names === null ? sql`` : sql`left join ${names} n on n.id = nullif(key, '')::bigint`
  const name = names === null ? sql`null` : sql.ref(asked.group === 'outlet' ? 'n.short_name' : 'n.name')
  const { rows } = await sql<Figures & { key: string; share: string; name: string | null }>`
    select x.*, ${name} as name from (
      select key, ${figures}, coalesce(round(100 * sum(receivable) / nullif(sum(sum(receivable)) over (), 0), 1), 0.0)::text as share
      from (${await partsBy(tx, actor, asked, days)}) x group by key having sum(waybills) <> 0
    ) x ${joined} order by count desc, key collate "C"`.execute(tx)
  return rows
}

/** Every key's receivables of these days. */
async function receivableBy(tx: Tx, actor: Actor, asked: Asked, days: Days): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; receivable: string }>`
    select key, sum(receivable)::text as receivable from (${await partsBy(tx, actor, asked, days)}) x
    group by key having sum(waybills) <> 0`.execute(tx)
  return new Map(rows.map(({ key, receivable }) => [key, receivable]))
}

/** Every period's sums, and of all (null). */
async function byPeriod(tx: Tx, actor: Actor, asked: Asked, days: Days) {
  const kept = await keptOf(tx, actor, asked, days)
  const period = asked.period === 'day' ? sql`key::text` : sql`to_char(key, 'YYYY-MM')`
  const parts = [
    ...waybillsBy(actor, asked, sql`w.biz_date`, days, kept),
    ...(kept === null
      ? []
      : [
          sql`select day as key, ${columns} from shipped_day where day >= ${kept.from} and day < ${kept.before}`,
          changesBy(sql`w.biz_date`, kept),
        ]),
  ]
  const { rows } = await sql<Figures & { period: string | null }>`
    select ${period} as period, ${figures} from (${together(parts)}) x group by grouping sets ((${period}), ()) having sum(waybills) <> 0`.execute(
    tx,
  )
  return rows
}

/** As many days, up to the day before the first. */
function daysBefore({ bizFrom, bizTo }: Asked): Days {
  const span = Math.round((Date.parse(bizTo) - Date.parse(bizFrom)) / 86_400_000) + 1
  const shift = (day: string, days: number) =>
    new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)
  return { from: shift(bizFrom, span), to: dayBefore(bizFrom) }
}

/** Table and curve of one filter. They are sums over the same rows, so they agree with the list's totals to the cent. */
export async function shippingStatistics(tx: Tx, actor: Actor, asked: Asked): Promise<ShippingStatistics> {
  if (asked.bizTo < asked.bizFrom) throw badField('bizTo', 'field.range')
  if ((Date.parse(asked.bizTo) - Date.parse(asked.bizFrom)) / 86_400_000 > mostDays)
    throw badField('bizFrom', 'field.range')
  // Who looks after whom inside the company is none of a customer's business.
  if (asked.group === 'salesman' && isCustomer(actor)) throw badField('group', 'field.choice')
  const days = { from: asked.bizFrom, to: asked.bizTo }
  // Two plain groupings, which PostgreSQL shares between processes; grouping sets over both it does not.
  const keyed = await byKey(tx, actor, asked, days)
  const course = await byPeriod(tx, actor, asked, days)
  const earlier = daysBefore(asked)
  const was = await receivableBy(tx, actor, asked, earlier)
  const sums = course.find(({ period }) => period === null)
  const total = sums ?? nothing
  const points = new Map(course.map((row) => [row.period, row]))
  return {
    rows: keyed.map(
      ({ key, name, ...row }): StatRow => ({
        key,
        label: name ?? labelOf(actor.language, asked.group, key),
        ...row,
        before: was.get(key) ?? null,
      }),
    ),
    total: only(total),
    course: periodsOf(asked).map((one) => ({ period: one, ...only(points.get(one) ?? nothing) })),
    beforeFrom: earlier.from,
    beforeTo: earlier.to,
  }
}

const nothing: Figures = { count: 0, pieces: 0, weight: '0', volume: '0', chargeWeight: '0', receivable: '0' }
const only = ({ count, pieces, weight, volume, chargeWeight, receivable }: Figures): Figures => ({
  count,
  pieces,
  weight,
  volume,
  chargeWeight,
  receivable,
})

/** Every day or month from the first to the last, those without a waybill too. */
function periodsOf({ bizFrom, bizTo, period }: Asked): string[] {
  const periods: string[] = []
  for (let day = bizFrom; day <= bizTo; day = nextDay(day)) {
    const one = period === 'day' ? day : day.slice(0, 7)
    if (periods.at(-1) !== one) periods.push(one)
  }
  return periods
}

/** Who stands behind no customer, no salesman; every waybill has an outlet. */
const walkIn = titled('散客', 'Walk-in', 'Ocasional', '一見客')
const unnamed = titled('未指定', 'Nobody', 'Nadie', 'なし')
const nobody = { customer: walkIn, salesman: unnamed, outlet: unnamed }

/** What a key without a name of its own is called. */
function labelOf(language: Language, group: StatGroup, key: string): string {
  if (group === 'mode') return wordFor('transMode', key, language)
  if (group === 'destination') return regionByCode(key)?.city ?? key
  return key === '' ? nobody[group][language] : key
}

/** The columns of the table's file. */
export const statColumns: readonly ListColumn<StatRow>[] = [
  { key: 'label', type: 'text', width: 28, titles: titled('维度', 'Group', 'Grupo', '区分') },
  { key: 'count', type: 'integer', width: 10, titles: titled('票数', 'Waybills', 'Guías', '件数') },
  listColumn('waybills:column.pieces', 'integer', { width: 10 }),
  listColumn('waybills:column.weight', 'weight', { width: 14, unit: 'kg' }),
  listColumn('waybills:column.volume', 'volume', { width: 14, unit: 'm³' }),
  listColumn('waybills:column.chargeWeight', 'weight', { width: 14, unit: 'kg' }),
  listColumn('waybills:column.receivable', 'money', {
    width: 16,
    unit: '元',
    toCustomer: titled('运费合计 元', 'To pay CNY', 'A pagar CNY', '運賃合計 元'),
  }),
  { key: 'share', type: 'text', width: 10, titles: titled('占比 %', 'Share %', 'Cuota %', '構成比 %') },
  {
    key: 'before',
    type: 'money',
    width: 16,
    titles: titled('上期应收 元', 'Before CNY', 'Anterior CNY', '前期 元'),
    toCustomer: titled('上期运费 元', 'Before CNY', 'Anterior CNY', '前期 元'),
  },
]
