import type {
  CostApplicationDetail,
  CostApplicationFilter,
  CostApplicationRow,
  getCostApplications,
  getCostApplicationTotals,
} from '@xunyun/contract/costs/costApplications'
import type { ShownLine, ShownShare } from '@xunyun/contract/costs/lines'
import { type CostKind, costKinds } from '@xunyun/contract/costs/states'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { compareDecimal, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, may } from '../../../platform/actor.ts'
import { all, anyOf, anyOfCodes, betweenDays, contains, equals } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { paging, type SortKey } from '../../../platform/list.ts'
import { notFound } from '../../../platform/refusal.ts'
import { inScope } from '../../../platform/scope.ts'
import { type CarriedWaybill, type Carrying, isGone } from '../lines/carried.ts'
import { meansOf, wayOf } from '../lines/means.ts'
import { quotesOf } from '../lines/quote.ts'
import { sharesOf } from '../lines/shares.ts'
import { applicationColumns, applicationJoins, laidBefore, withActions } from '../queries.ts'
import { arrangementsOf, basisOfLine, requestLines, type SharedLine } from './read.ts'
import { pageOfKind } from './review.ts'

const appliedAt = sql`coalesce(a.submitted_at, a.created_at)`
const sorts = {
  appliedAt: { by: appliedAt, type: 'timestamptz' },
  amount: { by: sql.ref('a.amount'), type: 'numeric' },
  no: { by: sql.ref('a.no'), type: 'text' },
} satisfies Record<string, SortKey>

/** Kinds whose page he may look at; what he may not see the costs of is his own alone. */
const seen = (actor: Actor): RawBuilder<SqlBool> => {
  const kinds = costKinds.filter((kind) => may(actor, pageOfKind[kind], 'browse'))
  return all([
    anyOfCodes('a.kind', kinds),
    may(actor, 'costView', 'browse') ? undefined : sql<SqlBool>`a.applicant_id = ${actor.userId}`,
    sql<SqlBool>`not a.is_deleted and (${inScope(actor, 'application', 'a')} or a.applicant_id = ${actor.userId})`,
  ])
}

function conditionsOf(actor: Actor, filter: CostApplicationFilter): RawBuilder<SqlBool> {
  const asksLines = filter.feeItems !== undefined || filter.arrangementId !== undefined
  return all([
    seen(actor),
    // Of one kind it is read in the order of the list.
    filter.kinds.length === 1 ? equals('a.kind', filter.kinds[0]) : anyOfCodes('a.kind', filter.kinds),
    filter.tab === 'all' || filter.tab === 'mine' ? undefined : equals('a.state', filter.tab),
    filter.mine === true || filter.tab === 'mine' ? sql<SqlBool>`a.applicant_id = ${actor.userId}` : undefined,
    contains('a.search', filter.q),
    equals('a.company_id', filter.companyId),
    equals('a.outlet_id', filter.outletId),
    equals('a.applicant_id', filter.applicantId),
    filter.appliedFrom === undefined && filter.appliedTo === undefined
      ? undefined
      : sql<SqlBool>`exists (select from (select ${appliedAt} as at) x where ${betweenDays('x.at', filter.appliedFrom, filter.appliedTo)})`,
    anyOf('a.id', filter.ids),
    asksLines
      ? sql<SqlBool>`exists (select from cost_line l where l.application_id = a.id
          and ${all([anyOfCodes('l.fee_item', filter.feeItems), equals('l.arrangement_id', filter.arrangementId)])})`
      : undefined,
  ])
}

const columns = sql`${applicationColumns}, a.kind, coalesce(k.name, d.name) as "payeeName", l.item as "feeItem",
  coalesce(l.nos, '{}') as "ofNos", g.plate_no as "plateNo", gk.short_name as "carrierName", g.from_name as "fromName", g.to_name as "toName",
  g.depart_at as "departAt", coalesce(l.parts, '{}') as parts`
/** Of its lines; the first arrangement lends vehicle, carrier and way. */
const joins = sql`${applicationJoins}
  left join company k on k.id = a.company_id left join driver d on d.id = a.driver_id
  left join lateral (
    select case when count(distinct n.fee_item) = 1 then min(n.fee_item) end as item, min(n.arrangement_id) as arrangement_id,
      (select array_agg(x.no) from (
        -- unscoped: what an application is for is named with it
        select distinct z.no from cost_line m cross join lateral (
          select y.arrangement_no as no from arrangement y where y.id = m.arrangement_id
          union all select v.plate_no from vehicle v where v.id = m.vehicle_id
          -- unscoped: as above
          union all (select w.waybill_no from cost_line_waybill b join waybill w on w.id = b.waybill_id where b.cost_line_id = m.id
            order by b.waybill_id limit 3)) z
        where m.application_id = a.id order by 1 limit 3) x) as nos,
      (select json_object_agg(x.pay_part, x.sum) from (select m.pay_part, sum(m.amount)::text as sum from cost_line m
        where m.application_id = a.id and m.pay_part is not null group by 1) x) as parts
    from cost_line n where n.application_id = a.id) l on true
  left join lateral (
    select z.depart_at, vv.plate_no, case when vv.type = 'own' then null else coalesce(z.carrier_id, vv.carrier_id) end as carrier_id, coalesce(so.short_name, f.short_name, s.region_name) as from_name,
      coalesce(eo.short_name, t.short_name, z.to_region_name, e.region_name) as to_name
    -- unscoped: as above
    from arrangement z left join vehicle vv on vv.id = z.vehicle_id
      left join lateral (select * from arrangement_stop p where p.arrangement_id = z.id order by p.seq limit 1) s on true
      left join lateral (select * from arrangement_stop p where p.arrangement_id = z.id order by p.seq desc limit 1) e on true
      left join company so on so.id = s.outlet_id left join company eo on eo.id = e.outlet_id
      left join company f on f.id = z.from_outlet_id left join company t on t.id = z.to_outlet_id
    where z.id = l.arrangement_id) g on true
  left join company gk on gk.id = g.carrier_id`
type Raw = Omit<CostApplicationRow, 'actions'>

const byKind = async <R extends Raw>(tx: Tx, actor: Actor, rows: readonly R[]) => {
  const known = new Map<number, Awaited<ReturnType<typeof withActions<R>>>[number]>()
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const some = rows.filter((row) => row.kind === kind)
    for (const row of await withActions(tx, actor, kind, some)) known.set(row.id, row)
  }
  return rows.flatMap(({ id }) => known.get(id) ?? [])
}

export async function listCostApplications(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getCostApplications>,
): Promise<Output<typeof getCostApplications>> {
  const page = paging(sorts, { sort: 'appliedAt', dir: 'desc' }, 'a.id', input)
  const found = await sql<Raw & { k: string }>`
    -- unscoped: the condition of the scope stands inside
    select ${columns}, p.k::text as k from (
      select a.id, ${page.key} as k from application a where ${conditionsOf(actor, input)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join application a on a.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: await byKind(tx, actor, rows as Raw[]), next }
}

export async function totalCostApplications(
  tx: Tx,
  actor: Actor,
  filter: CostApplicationFilter,
): Promise<Output<typeof getCostApplicationTotals>> {
  const { rows } = await sql<{ state: string; mine: boolean; count: number; amount: string; paid: string }>`
    -- unscoped: the condition of the scope stands inside
    select a.state, a.applicant_id = ${actor.userId} as mine, count(*) as count, sum(a.amount)::text as amount, sum(a.paid)::text as paid from application a
    where ${conditionsOf(actor, { ...filter, tab: 'all', mine: undefined })} group by 1, 2`.execute(tx)
  const shown = rows.filter(
    ({ state, mine }) =>
      [state, 'all', 'mine', undefined].includes(filter.tab) &&
      ((filter.mine !== true && filter.tab !== 'mine') || mine),
  )
  const parts = await sql<{ part: string; sum: string }>`
    -- unscoped: the condition of the scope stands inside
    select l.pay_part as part, sum(l.amount)::text as sum from application a join cost_line l on l.application_id = a.id
    where ${conditionsOf(actor, filter)} and l.pay_part is not null group by 1`.execute(tx)
  const count = (groups: typeof rows) => groups.reduce((total, group) => total + group.count, 0)
  const tabs: Record<string, number> = { all: count(rows), mine: count(rows.filter(({ mine }) => mine)) }
  for (const { state, count } of rows) tabs[state] = (tabs[state] ?? 0) + count
  return {
    count: count(shown),
    amount: sumDecimals(
      shown.map(({ amount }) => amount),
      2,
    ),
    paid: sumDecimals(
      shown.map(({ paid }) => paid),
      2,
    ),
    parts: Object.fromEntries(parts.rows.map(({ part, sum }) => [part, sum])),
    tabs,
  }
}

type RawDetail = Raw & { companyId: number | null; driverId: number | null; changed: boolean }

/** In scope; whoever is asked to review it sees it whole, whatever his scope. */
export async function costApplicationDetail(tx: Tx, actor: Actor, id: number): Promise<CostApplicationDetail> {
  const found = await sql<RawDetail & { asked: boolean }>`
    select ${columns}, a.company_id as "companyId", a.driver_id as "driverId", ${laidBefore(actor)} as asked
    -- unscoped: in scope, or laid before this reviewer
    from application a ${joins} where a.id = ${id} and a.kind <> 'costZJ' and not a.is_deleted and (${seen(actor)} or ${laidBefore(actor)})`.execute(
    tx,
  )
  const row = found.rows[0]
  if (row === undefined) throw notFound()
  const [shown] = await byKind(tx, actor, [row])
  if (shown === undefined) throw notFound()
  const lines = await requestLines(tx, [id])
  const arrangements = await arrangementsOf(tx, lines)
  const seesCosts = may(actor, 'costView', 'browse') || Boolean(row.asked)
  const [first] = [...arrangements.values()]
  const mean = first === undefined ? undefined : (await meansOf(tx, [first])).get(first.id)
  const quotes = await quotesOf(tx, [...arrangements.values()])
  const amounts = quotes.flatMap((one) => one?.quote.amount ?? [])
  const { asked: _, ...detail } = shown as typeof shown & { asked: boolean }
  return {
    ...detail,
    lines: await shownLines(tx, sql`l.application_id = ${id}`),
    arrangements: [...arrangements.values()].map((one) => ({
      id: one.id,
      no: one.no,
      kind: one.kind,
      state: one.state,
    })),
    waybills: lines.flatMap(({ waybills }) =>
      waybills.map(({ waybillId, waybillNo }) => ({ id: waybillId, no: waybillNo })),
    ),
    vehicleId: lines[0]?.vehicleId ?? null,
    method: lines[0]?.shareMethod ?? first?.method ?? null,
    shares: seesCosts ? borne(lines, arrangements) : [],
    changedSince: await changedSince(tx, id, row.kind, arrangements),
    mean: seesCosts ? (mean ?? null) : null,
    lastOnes: seesCosts && first !== undefined ? await lastOnes(tx, first, id) : [],
    quoted: seesCosts && amounts.length > 0 ? sumDecimals(amounts, 2) : null,
    whole: seesCosts && first !== undefined ? await wholeOf(tx, [...arrangements.keys()]) : null,
    madeFrom: row.kind === 'claim' ? await madeFrom(tx, id) : null,
  }
}

/** The case or complaint that a claim is of: its reviewer decides by who is responsible. */
async function madeFrom(tx: Tx, id: number): Promise<CostApplicationDetail['madeFrom']> {
  // unscoped: the application was reached in scope, or is laid before its reviewer
  const { rows } = await sql<NonNullable<CostApplicationDetail['madeFrom']>>`
    select 'abnormalList' as page, x.abnormal_no as no, x.responsible,
      nullif(concat_ws(' · ', t.arrangement_no, coalesce(k.short_name, k.name, d.name), x.responsible_name), '') as "responsibleName"
    -- unscoped: as above
    from abnormal x left join company k on k.id = x.responsible_company_id left join driver d on d.id = x.responsible_driver_id
    left join arrangement t on t.id = x.arrangement_id
    where x.application_id = ${id} and not x.is_deleted
    -- unscoped: as above
    union all select 'complaintList', c.complaint_no, null, null from complaint c where c.application_id = ${id} and not c.is_deleted limit 1`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** A part applied for alone says little beside a rate or a mean of whole trips. */
async function wholeOf(tx: Tx, arrangementIds: readonly number[]): Promise<string> {
  // unscoped: the application was reached in scope
  const { rows } = await sql<{ whole: string }>`
    select sum(amount)::text as whole from cost_line where arrangement_id = any(${[...arrangementIds]}::bigint[])`.execute(
    tx,
  )
  return rows[0]?.whole ?? '0.00'
}

/** Cost lines as a page shows them. */
export async function shownLines(tx: Tx, condition: RawBuilder<unknown>): Promise<ShownLine[]> {
  const found = await sql<ShownLine>`
    select l.id, l.arrangement_id as "arrangementId", l.fee_item as "feeItem", l.company_id as "companyId", l.driver_id as "driverId",
      coalesce(k.name, d.name) as "payeeName", l.amount, l.tax_rate as "taxRate", l.pay_part as "payPart", l.quoted,
      case when p.id is not null then p.name || ' v' || p.version_no end as "priceName", l.explanation as steps,
      a.id as "applicationId", a.no as "applicationNo", a.state as "applicationState", ${isGone} as gone
    -- unscoped: what it is of was reached in scope
    from cost_line l left join company k on k.id = l.company_id left join driver d on d.id = l.driver_id
    left join transport_price p on p.id = l.price_id left join application a on a.id = l.application_id
    where ${condition} order by l.arrangement_id, l.seq, l.id`.execute(tx)
  return found.rows
}

/** What each waybill bears of some lines: every line shared by itself, then added up. */
export function borne(lines: readonly SharedLine[], arrangements: ReadonlyMap<number, Carrying>): ShownShare[] {
  const all = new Map<number, ShownShare>()
  for (const line of lines) {
    const arrangement = line.arrangementId === null ? undefined : arrangements.get(line.arrangementId)
    const waybills = new Map((arrangement?.waybills ?? line.waybills).map((waybill) => [waybill.waybillId, waybill]))
    for (const { waybillId, amount, basis } of sharesOf(line.amount, basisOfLine(line, arrangement))) {
      const { waybillNo, pieces, receivable, cost } = waybills.get(waybillId) as CarriedWaybill
      const before = all.get(waybillId)
      all.set(waybillId, {
        waybillId,
        waybillNo,
        pieces,
        basis,
        receivable,
        cost,
        amount: sumDecimals([before?.amount ?? '0', amount], 2),
      })
    }
  }
  return [...all.values()]
}

/** Since it was sent in, what it is of carries something else. */
async function changedSince(
  tx: Tx,
  id: number,
  kind: CostKind,
  arrangements: ReadonlyMap<number, Carrying>,
): Promise<boolean> {
  const { rows } = await sql<{ waybills: string | null }>`
    select facts->>'waybills' as waybills from approval where biz_type = ${kind} and entity_id = ${id} and state = 'pending'`.execute(
    tx,
  )
  const then = rows[0]?.waybills
  if (then == null || arrangements.size === 0) return false
  const now = new Set([...arrangements.values()].flatMap(({ waybills }) => waybills.map(({ waybillId }) => waybillId)))
  return compareDecimal(then, String(now.size)) !== 0
}

/** The last three approved of the same way. */
async function lastOnes(tx: Tx, one: Carrying, id: number): Promise<{ no: string; day: string; amount: string }[]> {
  const found = await sql<{ no: string; day: string; amount: string }>`
    select a.arrangement_no as no, max(h.day) as day, sum(h.amount)::text as amount
    -- unscoped: what the company paid on this way
    from arrangement_cost k join arrangement a on a.id = k.arrangement_id join cost_line c on c.arrangement_id = a.id
      join charge h on h.cost_line_id = c.id
    where k.way = ${wayOf(one)} and a.id <> ${one.id} and h.application_id <> ${id}
    group by a.id order by max(h.day) desc, a.id desc limit 3`.execute(tx)
  return found.rows
}
