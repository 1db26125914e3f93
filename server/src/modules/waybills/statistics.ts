import { wordFor } from '@xunyun/contract/dictionary'
import type { Input } from '@xunyun/contract/kernel/call'
import { Exact } from '@xunyun/contract/kernel/decimal'
import type { Language } from '@xunyun/contract/pages'
import type { getShippingStatistics, ShippingStatistics, StatRow } from '@xunyun/contract/waybills/statistics'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, isCustomer } from '../../platform/actor.ts'
import { dayBefore, nextDay } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { type ListColumn, titled } from '../../platform/excel/list.ts'
import { all } from '../../platform/list.ts'
import { badField } from '../../platform/refusal.ts'
import { regionByCode } from '../../platform/regions.ts'
import { inScope } from '../../platform/scope.ts'

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

/** What the covering index `waybill__stats` has; the same waybills as the list with the same filter and without drafts. */
function conditionsOf(actor: Actor, asked: Asked, days: { from: string; to: string }): RawBuilder<SqlBool> {
  const one = (column: string, value: unknown) =>
    value === undefined ? undefined : sql<SqlBool>`${sql.ref(column)} = ${value}`
  return all([
    sql<SqlBool>`not w.is_deleted and w.state not in ('draft', 'cancelled')`,
    sql<SqlBool>`${inScope(actor, 'waybill', 'w')}`,
    sql<SqlBool>`w.biz_date between ${days.from} and ${days.to}`,
    one('w.customer_id', asked.customerId),
    one('w.outlet_id', asked.outletId),
    one('w.salesman_id', isCustomer(actor) ? undefined : asked.salesmanId),
    asked.to === undefined
      ? undefined
      : sql<SqlBool>`w.consignee_region like ${`${asked.to.replace(/\D/g, '').replace(/(00)+$/, '')}%`}`,
    asked.transModes === undefined ? undefined : sql<SqlBool>`w.trans_mode = any(${[...asked.transModes]}::text[])`,
  ])
}

const figures = sql`count(*) as count, coalesce(sum(w.pieces), 0) as pieces, coalesce(sum(w.weight), 0)::text as weight,
  coalesce(sum(w.volume), 0)::text as volume, coalesce(sum(w.charge_weight), 0)::text as "chargeWeight",
  coalesce(sum(w.receivable), 0)::text as receivable`

const groups = {
  customer: sql`w.customer_id`,
  /** The city: four digits of GB/T 2260, of a municipality two. */
  destination: sql`rpad(left(w.consignee_region, case when left(w.consignee_region, 2) in ('11', '12', '31', '50') then 2 else 4 end), 6, '0')`,
  mode: sql`w.trans_mode`,
  salesman: sql`w.salesman_id`,
  outlet: sql`w.outlet_id`,
} as const

/** As many days, up to the day before the first. */
function daysBefore({ bizFrom, bizTo }: Asked): { from: string; to: string } {
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
  const period = asked.period === 'day' ? sql`d.day::text` : sql`to_char(d.day, 'YYYY-MM')`
  const by = groups[asked.group]
  const key = sql`coalesce((${by})::text, '')`
  // Two plain groupings, which PostgreSQL shares between processes; grouping sets over both it does not.
  const keyed = await sql<Figures & { key: string }>`
    select ${key} as key, ${figures} from waybill w where ${conditionsOf(actor, asked, days)} group by ${by}`.execute(
    tx,
  )
  const course = await sql<Figures & { period: string | null }>`
    select ${period} as period, sum(d.count)::bigint as count, sum(d.pieces)::bigint as pieces, sum(d.weight)::text as weight, sum(d.volume)::text as volume,
      sum(d.charge_weight)::text as "chargeWeight", sum(d.receivable)::text as receivable
    from (
      select w.biz_date as day, count(*) as count, sum(w.pieces) as pieces, sum(w.weight) as weight, sum(w.volume) as volume,
        sum(w.charge_weight) as charge_weight, sum(w.receivable) as receivable
      from waybill w where ${conditionsOf(actor, asked, days)} group by 1
    ) d group by grouping sets ((${period}), ())`.execute(tx)
  const earlier = daysBefore(asked)
  const before = await sql<{ key: string; receivable: string }>`
    select ${key} as key, coalesce(sum(w.receivable), 0)::text as receivable
    from waybill w where ${conditionsOf(actor, asked, earlier)} group by ${by}`.execute(tx)
  const sums = course.rows.find(({ period }) => period === null)
  const total = sums?.count ? sums : nothing
  const labels = await labelsOf(
    tx,
    actor.language,
    asked.group,
    keyed.rows.map(({ key }) => key),
  )
  const was = new Map(before.rows.map(({ key, receivable }) => [key, receivable]))
  const all = new Exact(total.receivable)
  const byPeriod = new Map(course.rows.map((row) => [row.period, row]))
  return {
    rows: keyed.rows
      .map(
        ({ key, ...row }): StatRow => ({
          key,
          label: labels.get(key) ?? key,
          ...row,
          share: all.isZero() ? '0.0' : new Exact(row.receivable).div(all).times(100).toFixed(1),
          before: was.get(key) ?? null,
        }),
      )
      .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1)),
    total: only(total),
    course: periodsOf(asked).map((one) => ({ period: one, ...only(byPeriod.get(one) ?? nothing) })),
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

async function labelsOf(
  tx: Tx,
  language: Language,
  group: Asked['group'],
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (group === 'mode') return new Map(keys.map((key) => [key, wordFor('transMode', key, language)]))
  if (group === 'destination') return new Map(keys.map((key) => [key, regionByCode(key)?.city ?? key]))
  const ids = keys.filter((key) => key !== '').map(Number)
  const named =
    group === 'salesman'
      ? await sql<{ id: number; name: string }>`select id, name from app_user where id = any(${ids}::bigint[])`.execute(
          tx,
        )
      : // unscoped: names of companies whose waybills are in scope
        await sql<{ id: number; name: string }>`select id, name from company where id = any(${ids}::bigint[])`.execute(
          tx,
        )
  return new Map([['', nobody[group][language]], ...named.rows.map(({ id, name }) => [String(id), name] as const)])
}

/** The columns of the table's file. */
export const statColumns: readonly ListColumn<StatRow>[] = [
  { key: 'label', type: 'text', width: 28, titles: titled('维度', 'Group', 'Grupo', '区分') },
  { key: 'count', type: 'integer', width: 10, titles: titled('票数', 'Waybills', 'Guías', '件数') },
  { key: 'pieces', type: 'integer', width: 10, titles: titled('件数', 'Pieces', 'Piezas', '個数') },
  { key: 'weight', type: 'weight', width: 14, titles: titled('重量 kg', 'Weight kg', 'Peso kg', '重量 kg') },
  { key: 'volume', type: 'volume', width: 14, titles: titled('体积 m³', 'Volume m³', 'Volumen m³', '容積 m³') },
  {
    key: 'chargeWeight',
    type: 'weight',
    width: 14,
    titles: titled('计费重 kg', 'Chargeable kg', 'Facturable kg', '運賃重量 kg'),
  },
  {
    key: 'receivable',
    type: 'money',
    width: 16,
    titles: titled('应收 元', 'Receivable CNY', 'Por cobrar CNY', '売上 元'),
    toCustomer: titled('运费合计 元', 'To pay CNY', 'A pagar CNY', '運賃合計 元'),
  },
  { key: 'share', type: 'text', width: 10, titles: titled('占比 %', 'Share %', 'Cuota %', '構成比 %') },
  {
    key: 'before',
    type: 'money',
    width: 16,
    titles: titled('上期应收 元', 'Before CNY', 'Anterior CNY', '前期 元'),
    toCustomer: titled('上期运费 元', 'Before CNY', 'Anterior CNY', '前期 元'),
  },
]
