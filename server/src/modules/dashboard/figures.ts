import type { Dashboard, DashboardFigure } from '@xunyun/contract/dashboard/calls'
import { pageOf } from '@xunyun/contract/pages'
import { shippedStates } from '@xunyun/contract/waybills/states'
import { type SqlBool, sql } from 'kysely'
import { type Actor, isCustomer, may } from '../../platform/actor.ts'
import { clock, dayOf, startOfDay } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { inScope, ofOwnOutlet } from '../../platform/scope.ts'
import { isCounted } from '../waybills/index.ts'
import { linkTo } from './links.ts'

const shownDays = 7
const dayMs = 86_400_000

/** The last seven business days, today last. */
const lastDays = (): string[] =>
  Array.from({ length: shownDays }, (_, at) => dayOf(new Date(clock.ms() - (shownDays - 1 - at) * dayMs)))

/** `soFar`: until this time of that day, to compare a day that is not over with. */
type ByDay = { day: string; count: number; soFar: number; pieces?: number; piecesSoFar?: number; onTime?: number }

const timeNow = () => sql`(${clock.now()}::timestamptz at time zone 'Asia/Shanghai')::time`
/** Whether a moment lies before this time of its own business day. */
const soFar = (moment: ReturnType<typeof sql>) =>
  sql<SqlBool>`(${moment} at time zone 'Asia/Shanghai')::time <= ${timeNow()}`
/** Whether a waybill had been placed by this time of its business day: it may be placed on another. */
const placedSoFar = () => sql<SqlBool>`(w.placed_at at time zone 'Asia/Shanghai') <= w.biz_date + ${timeNow()}`

/** Today against yesterday, and the week as a line. Drafts and cancelled waybills are nobody's business of the day. */
export async function figuresOf(tx: Tx, actor: Actor): Promise<DashboardFigure[]> {
  const days = lastDays()
  const [first, today] = [days[0] as string, days.at(-1) as string]
  const sees = may(actor, 'allWayBill', 'browse')
  const list = pageOf('allWayBill').path
  const figures: DashboardFigure[] = []
  const add = (
    key: DashboardFigure['key'],
    rows: readonly ByDay[],
    pick: { all: Value; soFar: Value },
    link: string,
  ) => {
    const values = days.map((day) => onDay(rows, day, pick.all))
    figures.push({
      key,
      days: values,
      today: String(values.at(-1) ?? 0),
      yesterday: String(onDay(rows, days.at(-2) as string, pick.soFar)),
      link,
    })
  }

  if (sees) {
    const placed = await sql<ByDay>`
      select w.biz_date as day, count(*) as count, sum(w.pieces) as pieces, count(*) filter (where ${placedSoFar()}) as "soFar",
        coalesce(sum(w.pieces) filter (where ${placedSoFar()}), 0) as "piecesSoFar" from waybill w
      -- unscoped: the condition of the scope stands in the next line
      where ${isCounted} and ${ofOwnOutlet(actor, 'w')} and w.biz_date between ${first} and ${today}
      group by 1`.execute(tx)
    const link = placedOn(today)
    add('placed', placed.rows, counts, link)
    add('pieces', placed.rows, { all: (row) => row.pieces ?? 0, soFar: (row) => row.piecesSoFar ?? 0 }, link)
  }
  if (may(actor, 'arrangeList', 'browse') && !isCustomer(actor)) {
    const departed = await sql<ByDay>`
      select (a.depart_at at time zone 'Asia/Shanghai')::date as day, count(*) as count,
        count(*) filter (where ${soFar(sql`a.depart_at`)}) as "soFar" from arrangement a
      -- unscoped: the condition of the scope stands in the next line
      where a.kind = 'vehicle' and not a.is_deleted and ${inScope(actor, 'arrangement', 'a')} and a.depart_at >= ${startOfDay(first)}::timestamptz
      group by 1`.execute(tx)
    add('departed', departed.rows, counts, `${pageOf('arrangeList').path}?departFrom=${today}&departTo=${today}`)
  }
  if (sees) {
    const signed = await sql<ByDay>`
      select (s.signed_at at time zone 'Asia/Shanghai')::date as day, count(distinct s.waybill_id) as count,
        count(distinct s.waybill_id) filter (where ${soFar(sql`s.signed_at`)}) as "soFar",
        count(distinct s.waybill_id) filter (where w.plan_arrive is null or s.signed_at <= w.plan_arrive) as "onTime"
      -- unscoped: the condition of the scope stands in the next line
      from signing s join waybill w on w.id = s.waybill_id and ${inScope(actor, 'waybill', 'w')}
      where not s.undone and s.signed > 0 and s.signed_at >= ${startOfDay(first)}::timestamptz group by 1`.execute(tx)
    add('signed', signed.rows, counts, `${list}?signedFrom=${today}&signedTo=${today}`)
    // A customer learns of no case (T3).
    if (!isCustomer(actor)) {
      const open = await sql<ByDay>`
        select (x.created_at at time zone 'Asia/Shanghai')::date as day, count(*) as count,
          count(*) filter (where ${soFar(sql`x.created_at`)}) as "soFar"
        -- unscoped: the condition of the scope stands in the next line
        from abnormal x join waybill w on w.id = x.waybill_id and ${inScope(actor, 'waybill', 'w')}
        where not x.is_deleted and not w.is_deleted and x.created_at >= ${startOfDay(first)}::timestamptz group by 1`.execute(
        tx,
      )
      // Cases of today; who has no list of them reads the waybills that have an open one.
      const cases = `${pageOf('abnormalList').path}?tab=&createdFrom=${today}&createdTo=${today}`
      add('exceptions', open.rows, counts, may(actor, 'abnormalList', 'browse') ? cases : `${list}?tab=exception`)
    }
    const rate = ({ onTime = 0, count }: ByDay) => Math.round((onTime / count) * 1000) / 10
    const rates = days.map((day) => {
      const row = signed.rows.find((one) => one.day === day)
      return row === undefined || row.count === 0 ? null : rate(row)
    })
    figures.push({
      key: 'onTime',
      days: rates,
      today: percent(rates.at(-1)),
      yesterday: percent(rates.at(-2)),
      link: `${list}?signedFrom=${today}&signedTo=${today}`,
    })
  }
  return figures
}

type Value = (row: ByDay) => number
const counts = { all: (row: ByDay) => row.count, soFar: (row: ByDay) => row.soFar }
const onDay = (rows: readonly ByDay[], day: string, value: Value): number => {
  const row = rows.find((one) => one.day === day)
  return row === undefined ? 0 : value(row)
}
/** The list of what was placed on a business day. */
const placedOn = (day: string): string =>
  linkTo('allWayBill', `bizFrom=${day}&bizTo=${day}&states=${shippedStates.join()}`)
const percent = (value: number | null | undefined): string | null =>
  value === null || value === undefined ? null : value.toFixed(1)

/**
 * The waybills of today's and yesterday's business, by the hour in which they were placed and cumulated: yesterday whole, today
 * until now. One placed on an earlier day was there at midnight, one placed later counts with the last hour.
 */
export async function curveOf(tx: Tx, actor: Actor): Promise<Dashboard['curve']> {
  if (!may(actor, 'allWayBill', 'browse')) return null
  const today = clock.today()
  const yesterday = dayOf(new Date(clock.ms() - dayMs))
  const found = await sql<{ day: string; hour: number; count: number }>`
    select w.biz_date as day, count(*) as count,
      greatest(0, least(23, floor(extract(epoch from (w.placed_at at time zone 'Asia/Shanghai') - w.biz_date) / 3600)))::int as hour
    -- unscoped: the condition of the scope stands in the next line
    from waybill w where ${isCounted} and ${ofOwnOutlet(actor, 'w')} and w.biz_date between ${yesterday} and ${today}
    group by 1, 3`.execute(tx)
  const hourNow = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', hour: '2-digit', hourCycle: 'h23' }).format(
      clock.now(),
    ),
  )
  const cumulated = (day: string, hours: number): number[] => {
    let sum = 0
    return Array.from({ length: hours }, (_, hour) => {
      sum += found.rows.find((row) => row.day === day && row.hour === hour)?.count ?? 0
      return sum
    })
  }
  return {
    today: cumulated(today, hourNow + 1),
    yesterday: cumulated(yesterday, 24),
    todayLink: placedOn(today),
    yesterdayLink: placedOn(yesterday),
  }
}

/** The city of a region: of a municipality its whole, and what is right under a province is its own. */
const cityOf = (column: string) => {
  const region = sql.ref(column)
  return sql`case when left(${region}, 2) in ('11', '12', '31', '50') then left(${region}, 2) || '0000'
    when substr(${region}, 3, 2) = '90' then ${region} else left(${region}, 4) || '00' end`
}

/** Lines by how often they were signed in time, of what was signed in the last seven days and had a plan. */
export async function linesOf(tx: Tx, actor: Actor): Promise<Dashboard['lines']> {
  if (!may(actor, 'allWayBill', 'browse')) return []
  const days = lastDays()
  const [first, today] = [days[0] as string, days.at(-1) as string]
  const found = await sql<Omit<Dashboard['lines'][number], 'link'> & { fromRegion: string; toRegion: string }>`
    select min(w.shipper_city) as "from", min(w.consignee_city) as "to", ${cityOf('w.shipper_region')} as "fromRegion",
      ${cityOf('w.consignee_region')} as "toRegion", count(distinct w.id) as count,
      count(distinct w.id) filter (where s.signed_at <= w.plan_arrive) as "onTime"
    -- unscoped: the condition of the scope stands in the next line
    from signing s join waybill w on w.id = s.waybill_id and ${inScope(actor, 'waybill', 'w')}
    where not s.undone and s.signed > 0 and s.signed_at >= ${startOfDay(first)}::timestamptz and ${sql<SqlBool>`w.plan_arrive is not null`}
    group by 3, 4 order by 5 desc, 1, 2 limit 7`.execute(tx)
  return found.rows.map(({ fromRegion, toRegion, ...line }) => ({
    ...line,
    link: linkTo('allWayBill', `signedFrom=${first}&signedTo=${today}&planned=1&from=${fromRegion}&to=${toRegion}`),
  }))
}
