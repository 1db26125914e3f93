import type { FeeFilter, FeeRow, getFee, getFees, getFeeTotals } from '@xunyun/contract/costs/feeList'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { Exact, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, isCustomer, may } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { all, anyOf, anyOfCodes, between, contains, equals } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { paging, type SortKey, totalsOf } from '../../platform/list.ts'
import { notFound } from '../../platform/refusal.ts'
import { isOneOfOurs } from '../../platform/scope.ts'
import { dueDay, dueJoins, keptBy, onItsWayBy, partyAtDoor } from '../charges/index.ts'
import { settledBy } from '../money/index.ts'

/** 费用列表: charges by day; what is under review has a list of its own, and stands in no sum but its own. */

const sorts = {
  day: { by: sql.ref('h.day'), type: 'date' },
  amount: { by: sql.ref('h.amount'), type: 'numeric' },
} satisfies Record<string, SortKey>

/** Of his own outlets; of a customer's account what it owes. */
function inOwn(actor: Actor): RawBuilder<SqlBool> {
  if (!isCustomer(actor)) return isOneOfOurs(actor, 'h.outlet_id')
  const ids = actor.scope.kind === 'customer' ? actor.scope.ids : []
  return sql<SqlBool>`h.direction = 'receivable' and h.company_id = any(${[...ids]}::bigint[])`
}

/** 已确认 once the price is agreed, or the door collected it; storage, costs and adjustments are approved when they are charged. */
const state = sql`case when h.state = 'owed' or w.id is null or w.price_state = 'confirmed' or h.source = 'adjustment' then 'confirmed'
  when w.price_state = 'pending' then 'pending' else 'reviewed' end`
const ofNo = sql`coalesce(w.waybill_no, a.arrangement_no, s.doc_no, u.device_no)`
const joins = sql`
  -- unscoped: what a charge of one's own is of lends number and state
  left join waybill w on w.id = h.waybill_id left join cost_line l on l.id = coalesce(h.cost_line_id, j.cost_line_id)
  left join arrangement a on a.id = coalesce(l.arrangement_id, h.arrangement_id) 
  left join warehouse_charge s on s.id = case h.source when 'storage' then h.id else h.adjusts_id end
  -- unscoped: as above
  left join gps_device u on u.id = h.device_id
  left join application y on y.id = h.application_id left join company k on k.id = h.company_id left join driver d on d.id = h.driver_id
  join company o on o.id = h.outlet_id`
/** 到期日, and by how many days it is overdue while it is open. */
const dueOfIt = sql`cross join lateral (select ${dueDay} as due from (select 1) one ${dueJoins}) due`
const overdue = () =>
  sql`case when h.state = 'owed' and h.settled <> h.amount and due.due < ${clock.today()}::date then ${clock.today()}::date - due.due end`
/** What it was charged with: an application, a document of the warehouse; of what was written off or counted the receipt, the hand-in or whatever did it. */
const docNo = sql`coalesce(y.no, s.doc_no, case when h.direction = 'receivable' and h.source in ('writeOff', 'handIn') then h.explanation -> 0 -> 'params' ->> 'no' end)`
const adjusted = sql`left join charge j on j.id = h.adjusts_id`
const net = sql.ref('h.net')
const invoicing = sql`case when not h.invoiceable or h.direction = 'payable' then 'none' when h.applied = 0 then 'unapplied'
  when h.applied <> h.amount or (h.invoiced <> 0 and h.invoiced <> h.applied) then 'partial' when h.invoiced = h.applied then 'invoiced' else 'applied' end`
/** As the dashboard counts 待开票. */
const isToInvoice = sql<SqlBool>`(h.direction = 'receivable' and h.state = 'owed' and h.invoiceable and h.applied <> h.amount)`
const unapplied = sql`case when ${isToInvoice} then h.amount - h.applied else 0 end`
/** What holds a part of it: applied for and neither void nor reversed whole (M30, M37). */
const invoices = sql`(select coalesce(json_agg(json_build_object('id', v.id, 'no', v.no, 'state', v.state, 'amount', v.amount::text) order by v.no), '[]') from (
  -- unscoped: what holds a charge of one's own lends number and state
  select i.id, i.no, i.state, sum(p.amount) as amount from invoice_part p join invoice_line n on n.id = p.line_id join invoice r on r.id = n.invoice_id
    -- unscoped: as above
    join invoice i on i.id = coalesce(r.of_id, r.id)
  where p.charge_id = h.id and (r.of_id is null or r.state = 'issued') and i.state in ('pending', 'toIssue', 'issued', 'partRed')
  group by i.id having sum(p.amount) <> 0) v)`
/** Of what is owed: only that is settled (M5). */
const open = sql`case when h.state = 'owed' then h.amount - h.settled else 0 end`
const settlement = sql`case when h.state = 'draft' and h.settled = 0 then 'unconfirmed' when h.settled = 0 then 'open' when h.settled <> h.amount then 'partial' else 'settled' end`

/** The live statement of a charge: one at most. Whether it is drafted is nothing to a customer. */
const statement = (actor: Actor) => sql`left join lateral (
  -- unscoped: of a charge of one's own
  select z.no, case when z.state = 'disputed' and x.dispute is null then 'sent' else z.state end as state
  from statement_line x join statement z on z.id = x.statement_id where x.charge_id = h.id and x.live and ${isCustomer(actor) ? sql`z.state <> 'draft'` : sql`true`}) z on true`

const columns = () => sql`
  h.id, null as "pendingKind", h.direction, h.waybill_id as "waybillId", a.id as "arrangementId", a.kind as "arrangementKind", ${ofNo} as "ofNo",
  h.fee_item as "feeItem", l.pay_part as "payPart", h.company_id as "companyId", h.driver_id as "driverId",
  coalesce(k.name, d.name, ${partyAtDoor}) as "partyName", h.amount, h.tax_rate as "taxRate", ${net} as net, h.amount - ${net} as tax,
  h.source, ${state} as state, h.day, due.due, ${overdue()} as overdue, h.pay_method as "payMethod",
  ${invoicing} as invoicing, ${invoices} as invoices, ${settlement} as settlement, h.settled, (${open})::numeric(14,2)::text as open, (${unapplied})::numeric(14,2)::text as unapplied, ${docNo} as "docNo",
  z.no as "statementNo", z.state as "statementState",
  (select b.no from bad_debt b where b.charge_id = h.id and b.state = 'pending') as "badDebtNo", ${onItsWayBy} as "onItsWay", ${keptBy} as "keptBy", o.short_name as "outletName"`

/**
 * What is owed by and to us. What is under review has its own tab, and a price that nobody reviewed is shown, not owed, but for
 * what of it was collected: said of the few waybills that owe nothing (index waybill__owes_nothing), so that neither a page nor a sum has to look at all the others.
 */
// unscoped: the charge itself is one's own
const isOwed = sql<SqlBool>`not exists (select from waybill x where x.id = h.waybill_id
  and (x.state in ('draft', 'cancelled') or x.price_state not in ('reviewed', 'confirmed') and h.state = 'draft'))
  and (h.state <> 'void' or h.waybill_id is null)`

type Direction = 'receivable' | 'payable'

/**
 * Found by what it is of and by whom it is of, each by its own index: a receivable by its waybill or its goods, a payable by a waybill
 * that bears a share.
 */
function isFound(q: string, direction: Direction | undefined): RawBuilder<SqlBool> {
  const found = contains('x.search', q)
  // unscoped: the charge itself is one's own
  const ofWaybill = sql`select c.id from waybill x join charge c on c.waybill_id = x.id where ${found}
    union all select x.id from warehouse_charge x where ${found}`
  // unscoped: as above
  const borne = sql`select c.charge_id from waybill x join charge_share c on c.waybill_id = x.id where ${found}`
  const own =
    direction === 'receivable' ? ofWaybill : direction === 'payable' ? borne : sql`${ofWaybill} union all ${borne}`
  return sql<SqlBool>`h.id in (${own}
    -- unscoped: as above
    union all select c.id from application x join charge c on c.application_id = x.id where ${found}
    -- unscoped: as above
    union all select b.charge_id from bad_debt b where b.no = ${q.toUpperCase()}
    -- unscoped: as above
    union all select c.id from company x join charge c on c.company_id = x.id where ${found})`
}

/** Its own charges, and the payables that it bears a share of. */
function isOf(waybillId: number, direction: Direction | undefined): RawBuilder<SqlBool> {
  const own = sql`select c.id from charge c where c.waybill_id = ${waybillId}`
  const borne = sql`select c.charge_id from charge_share c where c.waybill_id = ${waybillId}`
  if (direction === 'receivable') return sql<SqlBool>`h.waybill_id = ${waybillId}`
  return sql<SqlBool>`h.id in (${direction === 'payable' ? borne : sql`${own} union all ${borne}`})`
}

/** By the waybill that it is of; a payable by those that bear a share. */
function isOfSalesman(id: number, direction: Direction | undefined): RawBuilder<SqlBool> {
  // unscoped: the charge itself is one's own
  const own = sql`exists (select from waybill x where x.id = h.waybill_id and x.salesman_id = ${id})`
  // unscoped: as above
  const borne = sql`exists (select from charge_share c join waybill x on x.id = c.waybill_id where c.charge_id = h.id and x.salesman_id = ${id})`
  if (direction === 'receivable') return sql<SqlBool>`${own}`
  return direction === 'payable' ? sql<SqlBool>`${borne}` : sql<SqlBool>`(${own} or ${borne})`
}

/** Of one direction, or of both, as far as the actor may see costs. */
function conditionsOf(actor: Actor, filter: FeeFilter, direction?: Direction): RawBuilder<SqlBool> {
  return all([
    inOwn(actor),
    equals('h.direction', direction),
    may(actor, 'costView', 'browse') ? undefined : sql<SqlBool>`h.direction = 'receivable'`,
    isOwed,
    filter.q === undefined ? undefined : isFound(filter.q, direction),
    equals('h.company_id', filter.companyId),
    anyOfCodes('h.fee_item', filter.feeItems),
    anyOfCodes('h.source', filter.sources),
    equals('h.outlet_id', filter.outletId),
    filter.invoicing === undefined ? undefined : sql<SqlBool>`${invoicing} = any(${filter.invoicing}::text[])`,
    filter.toInvoice === true ? isToInvoice : undefined,
    filter.settlement === undefined ? undefined : sql<SqlBool>`${settlement} = any(${filter.settlement}::text[])`,
    filter.waybillId === undefined ? undefined : isOf(filter.waybillId, direction),
    filter.states === undefined
      ? undefined
      : // unscoped: as above
        sql<SqlBool>`exists (select from (select 1) one left join waybill w on w.id = h.waybill_id where ${state} = any(${filter.states}::text[]))`,
    between('h.day', filter.dayFrom, filter.dayTo),
    anyOfCodes('h.pay_method', filter.payMethods),
    filter.salesmanId === undefined ? undefined : isOfSalesman(filter.salesmanId, direction),
    filter.overdue === true || filter.overdueDays !== undefined
      ? sql<SqlBool>`${isOpen} and exists (select from (select 1) one ${dueJoins} where ${dueDay} < ${clock.today()}::date - ${filter.overdueDays ?? 0}::int)`
      : undefined,
    anyOf('h.id', filter.ids),
  ])
}

/** 未核销, 已核销: of what is owed, what is open and what is settled. */
const isOpen = sql<SqlBool>`h.state = 'owed' and h.settled <> h.amount`
const isSettled = sql<SqlBool>`h.settled <> 0 and h.settled = h.amount`
function tabOf({ tab, direction }: FeeFilter): { direction: Direction; more: RawBuilder<SqlBool> } {
  if (tab === 'open') return { direction: direction ?? 'receivable', more: isOpen }
  if (tab === 'settled') return { direction: direction ?? 'receivable', more: isSettled }
  return { direction: tab === 'payable' ? 'payable' : 'receivable', more: sql<SqlBool>`true` }
}

export async function listFees(tx: Tx, actor: Actor, input: Input<typeof getFees>): Promise<Output<typeof getFees>> {
  if (input.tab === 'pending') return listPending(tx, actor, input)
  const page = paging(sorts, { sort: 'day', dir: 'desc' }, 'h.id', input)
  const { direction, more } = tabOf(input)
  const found = await sql<FeeRow & { k: string }>`
    -- unscoped: the condition of the scope stands inside
    select ${columns()}, p.k::text as k from (
      select h.id, ${page.key} as k from charge h where ${conditionsOf(actor, input, direction)} and ${more} and ${page.afterCursor}
      ${page.order} ${page.limit}
    ) p join charge h on h.id = p.id ${adjusted} ${joins} ${dueOfIt} ${statement(actor)} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: (rows as FeeRow[]).map(forReader(actor)), next }
}

/** A customer's account reads no document of ours. */
const forReader =
  (actor: Actor) =>
  (row: FeeRow): FeeRow =>
    isCustomer(actor)
      ? {
          ...row,
          invoices: [],
          docNo: null,
          badDebtNo: null,
          onItsWay: null,
          keptBy: null,
          source: row.source === 'manual' ? 'quote' : row.source,
        }
      : row

/** Prices, adjustments and costs under review: no charges yet. */
const pending = (actor: Actor) => {
  const costs = may(actor, 'costView', 'browse')
  const outlet = (column: string) => isOneOfOurs(actor, column)
  return sql`(
    select w.id, 'price' as "pendingKind", ${partyAtDoor} as "atDoor", 'receivable' as direction, w.id as "waybillId", null::bigint as "arrangementId", null::text as "arrangementKind",
      w.waybill_no as "ofNo", h.fee_item as "feeItem", null as "payPart", h.company_id, null::bigint as driver_id, h.amount, h.tax_rate as "taxRate",
      h.source, w.biz_date as day, w.pay_method as "payMethod", null::text as "docNo", w.outlet_id, w.search
    -- unscoped: the condition of the scope stands inside
    from waybill w join charge h on h.waybill_id = w.id and h.direction = 'receivable' and h.source in ('quote', 'manual', 'service')
      -- What was collected already is owed, whatever becomes of the price (M4).
      and h.state not in ('void', 'owed')
    where w.price_state = 'pending' and not w.is_deleted and w.state not in ('draft', 'cancelled') and ${outlet('w.outlet_id')}
    union all
    select p.id, 'adjustment', null, d.direction, d.waybill_id, null, null, coalesce(w.waybill_no, p.no), d.fee_item, null, d.company_id, d.driver_id, d.amount,
      d.tax_rate, 'adjustment', (p.submitted_at at time zone 'Asia/Shanghai')::date, w.pay_method, p.no, p.outlet_id, p.search
    -- unscoped: the condition of the scope stands inside
    from application p join adjustment d on d.id = p.id left join waybill w on w.id = d.waybill_id
    where p.state = 'pending' and ${outlet('p.outlet_id')} and ${costs ? sql`true` : sql`d.direction = 'receivable'`}
    union all
    select p.id, 'cost', null, 'payable', null, l.arrangement_id, a.kind, a.arrangement_no, l.fee_item, l.pay_part, l.company_id, l.driver_id, l.amount, l.tax_rate,
      case l.kind when 'car' then 'arrangement' else l.kind end, (coalesce(a.depart_at, p.submitted_at) at time zone 'Asia/Shanghai')::date, null, p.no, p.outlet_id, p.search
    -- unscoped: the condition of the scope stands inside
    from application p join cost_line l on l.application_id = p.id left join arrangement a on a.id = l.arrangement_id
    where p.state = 'pending' and ${outlet('p.outlet_id')} and ${costs ? sql`true` : sql`false`}
  )`
}
const pendingConditions = (actor: Actor, filter: FeeFilter): RawBuilder<SqlBool> =>
  all([
    isCustomer(actor) ? sql<SqlBool>`false` : undefined,
    contains('h.search', filter.q),
    equals('h.company_id', filter.companyId),
    anyOfCodes('h.feeItem', filter.feeItems),
    anyOfCodes('h.source', filter.sources),
    equals('h.outlet_id', filter.outletId),
    equals('h.waybillId', filter.waybillId),
    anyOfCodes('h.payMethod', filter.payMethods),
    filter.salesmanId === undefined
      ? undefined
      : // unscoped: what is under review is one's own
        sql<SqlBool>`exists (select from waybill x where x.id = h."waybillId" and x.salesman_id = ${filter.salesmanId})`,
    between('h.day', filter.dayFrom, filter.dayTo),
    anyOf('h.id', filter.ids),
  ])

async function listPending(tx: Tx, actor: Actor, input: Input<typeof getFees>): Promise<Output<typeof getFees>> {
  const page = paging(sorts, { sort: 'day', dir: 'desc' }, 'h.n', input)
  const dir = sql.raw(input.dir ?? (input.sort === undefined ? 'desc' : 'asc'))
  const found = await sql<FeeRow & { k: string }>`
    select q.n as id, q."pendingKind", q.direction, q."waybillId", q."arrangementId", q."arrangementKind", q."ofNo", q."feeItem", q."payPart",
      q.company_id as "companyId", q.driver_id as "driverId", coalesce(k.name, d.name, q."atDoor") as "partyName", q.amount, q."taxRate",
      'none' as invoicing, '[]'::json as invoices, 'unconfirmed' as settlement, '0.00' as settled, '0.00' as open, '0.00' as unapplied, round(q.amount / (1 + coalesce(q."taxRate", 0) / 100), 2) as net,
      q.amount - round(q.amount / (1 + coalesce(q."taxRate", 0) / 100), 2) as tax, q.source, 'pending' as state, q.day, null as due, null as overdue, q."payMethod", q."docNo",
      null as "statementNo", null as "statementState", null as "badDebtNo", null as "onItsWay", null as "keptBy", o.short_name as "outletName", q.k::text as k
    from (select h.*, ${page.key} as k from (
        select x.*, row_number() over (order by x.day, x.id, x."feeItem", x.amount) as n from ${pending(actor)} x
      ) h where ${pendingConditions(actor, input)} and ${page.afterCursor} ${page.order} ${page.limit}) q
    left join company k on k.id = q.company_id left join driver d on d.id = q.driver_id join company o on o.id = q.outlet_id
    order by q.k ${dir}, q.n ${dir}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: rows as FeeRow[], next }
}

type Sum = { count: number; amount: string; net: string }
type Owed = Omit<Sum, 'count'> & {
  receivable: number
  payable: number
  open: number
  done: number
  shown: number
  settled: string
  stillOpen: string
  unapplied: string
}

/** Both directions in one scan; only the tab that is shown is added up. */
export async function totalFees(tx: Tx, actor: Actor, filter: FeeFilter): Promise<Output<typeof getFeeTotals>> {
  const tab = filter.tab ?? 'receivable'
  const { direction, more } = tabOf(filter)
  const shown = sql<SqlBool>`h.direction = ${direction} and ${more}`
  const either = filter.direction ?? 'receivable'
  const { rows } = await sql<Owed>`
    -- unscoped: the condition of the scope stands inside
    select count(*) filter (where h.direction = 'receivable') as receivable, count(*) filter (where h.direction = 'payable') as payable,
      count(*) filter (where h.direction = ${either} and ${isOpen}) as open, count(*) filter (where h.direction = ${either} and ${isSettled}) as done,
      count(*) filter (where ${shown}) as shown,
      coalesce(sum(h.amount) filter (where ${shown}), 0)::text as amount,
      coalesce(sum(${net}) filter (where ${shown}), 0)::text as net, coalesce(sum(h.settled) filter (where ${shown}), 0)::text as settled,
      coalesce(sum(${open}) filter (where ${shown}), 0)::text as "stillOpen",
      coalesce(sum(${unapplied}) filter (where ${shown}), 0)::text as unapplied
    from charge h where ${conditionsOf(actor, filter)}`.execute(tx)
  const review = await sql<Sum>`
    select count(*) as count, coalesce(sum(h.amount), 0)::text as amount,
      coalesce(sum(round(h.amount / (1 + coalesce(h."taxRate", 0) / 100), 2)), 0)::text as net
    from ${pending(actor)} h where ${pendingConditions(actor, filter)}`.execute(tx)
  const owed = totalsOf({ rows })
  const pendingNow = totalsOf(review)
  const { amount, net: before } = tab === 'pending' ? pendingNow : owed
  const settled = tab === 'pending' ? '0' : owed.settled
  return {
    count: tab === 'pending' ? pendingNow.count : owed.shown,
    amount: sumDecimals([amount], 2),
    net: sumDecimals([before], 2),
    tax: new Exact(amount).minus(before).toFixed(2),
    settled: sumDecimals([settled], 2),
    open: sumDecimals([tab === 'pending' ? '0' : owed.stillOpen], 2),
    unapplied: sumDecimals([tab === 'pending' ? '0' : owed.unapplied], 2),
    tabs: {
      receivable: owed.receivable,
      payable: owed.payable,
      pending: pendingNow.count,
      open: owed.open,
      settled: owed.done,
    },
  }
}

export async function feeDetail(tx: Tx, actor: Actor, id: number): Promise<Output<typeof getFee>> {
  const found = await sql<FeeRow & { steps: Output<typeof getFee>['steps'] }>`
    select ${columns()}, h.explanation as steps
    -- unscoped: the condition of the scope stands inside
    from charge h ${adjusted} ${joins} ${dueOfIt} ${statement(actor)} where h.id = ${id} and ${inOwn(actor)}
      and ${may(actor, 'costView', 'browse') ? sql`true` : sql`h.direction = 'receivable'`}`.execute(tx)
  const row = found.rows[0]
  if (row === undefined) throw notFound()
  const shares = await sql<Output<typeof getFee>['shares'][number]>`
    select c.waybill_id as "waybillId", w.waybill_no as "waybillNo", c.amount, c.basis
    -- unscoped: of a charge that was reached in scope
    from charge_share c join waybill w on w.id = c.waybill_id where c.charge_id = ${id} order by c.seq`.execute(tx)
  const { steps, ...fee } = row
  const isByHand = steps.some(({ step }) => step === 'byHand')
  return {
    ...forReader(actor)(fee),
    steps: isCustomer(actor) && isByHand ? [] : steps,
    shares: isCustomer(actor) ? [] : shares.rows,
    settlings: isCustomer(actor) ? [] : (await settledBy(tx, [id])).map(({ chargeId: _, ...one }) => one),
  }
}
