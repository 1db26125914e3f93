import type { StatementDirection } from '@xunyun/contract/statements/states'
import { type RawBuilder, sql } from 'kysely'
import { anyId, type Tx } from '../../platform/db.ts'
import { isUnstated, penaltyOf, pricedSources, stateCharges, unstateCharges } from '../charges/index.ts'
import { billedBySellers } from '../invoices/index.ts'
import { ownerNow } from '../money/index.ts'

/**
 * What a statement takes (M53) of a company, of the outlets that one company of ours bills for, up to a day: each charge, and whatever settled one, that stands on no live one. Charges are
 * settled by receipts (whole, with what became an advance), by 现付 taken at the counter, and by what payouts of COD kept back. Of what we owe: by
 * payments, and by what a carrier that handed in kept of our customers' money.
 */

export type Of = {
  readonly companyId: number
  /** Who states: the company of ours that bills. */
  readonly outletId: number
  /** What it bills for. */
  readonly outletIds: readonly number[]
  readonly direction: StatementDirection
  readonly toDay: string
}

/** What a company of ours bills for now; itself where it bills for nothing any more. */
export const outletsStatedBy = async (tx: Tx, outletId: number): Promise<readonly number[]> =>
  (await billedBySellers(tx)).find((one) => one.outletId === outletId)?.outletIds ?? [outletId]

/** Receipts or payments `p` that stand on none, whole, by day. What is reversed was never received; what paid a credit back is no payment of what we owe. */
const unstatedMoney = ({ companyId, outletIds, direction, toDay }: Of) => sql`
  ${
    direction === 'receivable'
      ? sql`p.direction = 'receipt' and p.state = 'received'`
      : sql`p.direction = 'payment' and p.state = 'paid'
    and not exists (select from money_posting r where r.doc_type = 'payment' and r.doc_id = p.id and r.act = 'refund')`
  } and p.company_id = ${companyId} and p.outlet_id = ${anyId(outletIds)} and p.day <= ${toDay}::date
  and not exists (select from statement_line x where x.payment_id = p.id and x.kind in ('receipt', 'payment') and x.live)`
/** Refunds of such receipts, and credits that were paid back: postings `g` that gave money. */
const unstatedRefunds = ({ companyId, outletIds, direction, toDay }: Of) => sql`
  ${direction === 'receivable' ? sql`true` : sql`false`} and g.doc_type = 'payment' and g.act = 'refund' and g.day <= ${toDay}::date and p.state in ('received', 'paid') and p.company_id = ${companyId}
  and p.outlet_id = ${anyId(outletIds)} and not exists (select from statement_line x where x.posting_id = g.id and x.live)`
const givenBack = sql`(select sum(e.amount) from money_entry e where e.posting_id = g.id and e.account = 'cash')`

/**
 * Postings that settled charges without a receipt or payment, by outlet whose charges they are, wherever the money was; and those that took
 * such ones back. What was taken back before anybody was told of it never was.
 */
const otherMoney = (of: Of) =>
  sql`${of.direction === 'receivable' ? keptBack(of) : setOff(of)} union all ${takenBack(of)} union all ${begunWith(of)}`
/** What of posting `g` settled charges of the company: `outlet_id`, `amount`. */
const partsOf = ({ companyId, outletIds, direction }: Of) => sql`(
  select h.outlet_id, ${direction === 'receivable' ? sql`-sum(e.amount)` : sql`sum(e.amount)`} as amount
  from money_entry e join charge h on h.id = e.owner_id
  where e.posting_id = g.id and e.account = ${direction} and h.company_id = ${companyId} and h.outlet_id = ${anyId(outletIds)}
    ${direction === 'receivable' ? sql`and h.payer = 'customer'` : sql``}
  group by 1 having sum(e.amount) <> 0)`
const notTakenBackBy = (toDay: string) =>
  sql`not exists (select from money_posting b where b.reverses_id = g.id and b.day <= ${toDay}::date)`
const keptBack = (of: Of) => sql`
  select m.kind, g.id as posting_id, x.outlet_id, g.day, m.of_no, m.waybill_id, x.amount from (
    -- unscoped: of charges of an outlet that is the asker's
    select 'prepaid' as kind, c.posting_id, w.waybill_no as of_no, w.id as waybill_id from collection c join waybill w on w.id = c.waybill_id
    where c.act_id is null and w.customer_id = ${of.companyId}
    -- unscoped: as above
    union all select 'deduction', d.posting_id, d.no, null from cod_payout d where d.company_id = ${of.companyId} and d.posting_id is not null
  ) m join money_posting g on g.id = m.posting_id cross join lateral ${partsOf(of)} x
  where g.day <= ${of.toDay}::date and ${notTakenBackBy(of.toDay)} and not ${isStated(sql`g.id`, sql`x.outlet_id`)}`
/** The same of what we owe: countings of what the company handed in that set payables off. */
const setOff = (of: Of) => sql`
  select 'deduction' as kind, g.id as posting_id, x.outlet_id, g.day, j.no as of_no, null::bigint as waybill_id, x.amount
  -- unscoped: of charges of an outlet that is the asker's
  from hand_in j join money_posting g on g.doc_type = 'handIn' and g.doc_id = j.id and g.reverses_id is null cross join lateral ${partsOf(of)} x
  where j.holder_kind = 'company' and j.holder_id = ${of.companyId} and g.day <= ${of.toDay}::date and ${notTakenBackBy(of.toDay)}
    and not ${isStated(sql`g.id`, sql`x.outlet_id`)}`
/** The contrary of a line that was stated and whose posting was taken back since. */
const takenBack = ({ companyId, outletIds, direction, toDay }: Of) => sql`
  select y.kind, b.id, y.outlet_id, b.day, y.of_no, y.waybill_id, -y.amount from ${reversedLines}
  where t.company_id = ${companyId} and t.direction = ${direction} and y.outlet_id = ${anyId(outletIds)} and b.day <= ${toDay}::date
    and not ${isStated(sql`b.id`, sql`y.outlet_id`)}`
const reversedLines = sql`statement_line y
  -- unscoped: of an outlet that is the asker's
  join statement t on t.id = y.statement_id join money_posting b on b.reverses_id = y.posting_id and y.live and y.kind in ('prepaid', 'deduction')`
function isStated(postingId: RawBuilder<unknown>, outletId: RawBuilder<unknown>) {
  return sql`exists (select from statement_line y where y.posting_id = ${postingId} and y.outlet_id = ${outletId} and y.live)`
}

/** What the party had with us, or we with it, when the books were opened. */
const begunWith = ({ companyId, outletIds, direction, toDay }: Of) => sql`
  select 'opening', g.id, g.outlet_id, g.day, g.doc_no, null::bigint, ${direction === 'receivable' ? sql`-e.amount` : sql`e.amount`}
  from money_posting g join money_entry e on e.posting_id = g.id and e.account = ${direction === 'receivable' ? 'advance' : 'prepaid'}
    and e.owner_kind = 'company'
  where g.doc_type = 'opening' and ${ownerNow} = ${companyId} and g.outlet_id = ${anyId(outletIds)} and g.day <= ${toDay}::date
    and not ${isStated(sql`g.id`, sql`g.outlet_id`)}`

/**
 * Whoever has something that stands on no statement yet, whatever its day, and by which outlet (`company_id`, `outlet_id`): charges, or what settled
 * some. At times there is nothing to take all the same, as where what was prepaid was another party's: `lookAt` says so.
 */
export const unstatedOwners = (direction: StatementDirection): RawBuilder<unknown> => sql`
  -- unscoped: the condition on the outlet stands with whoever asks
  select h.company_id, h.outlet_id from charge h where ${isUnstated(direction)}
  -- unscoped: as above
  union all select p.company_id, p.outlet_id from payment p where ${
    direction === 'receivable'
      ? sql`p.direction = 'receipt' and p.state = 'received'`
      : sql`p.direction = 'payment' and p.state = 'paid'`
  } and not exists (select from statement_line x where x.payment_id = p.id and x.kind in ('receipt', 'payment') and x.live)
    and ${direction === 'receivable' ? sql`true` : sql`not exists (select from money_posting r where r.doc_type = 'payment' and r.doc_id = p.id and r.act = 'refund')`}
  union all ${direction === 'receivable' ? receivedOtherwise : setOffBy}
  union all select ${ownerNow}, g.outlet_id from money_posting g join money_entry e on e.posting_id = g.id
    and e.account = ${direction === 'receivable' ? 'advance' : 'prepaid'} and e.owner_kind = 'company'
  where g.doc_type = 'opening' and not ${isStated(sql`g.id`, sql`g.outlet_id`)}
  union all select t.company_id, y.outlet_id from ${reversedLines}
  where t.direction = ${direction} and not ${isStated(sql`b.id`, sql`y.outlet_id`)}`
const receivedOtherwise = sql`
  -- unscoped: as above
  select p.company_id, p.outlet_id from payment p join money_posting g on g.doc_type = 'payment' and g.doc_id = p.id and g.act = 'refund'
  where p.state in ('received', 'paid') and not exists (select from statement_line x where x.posting_id = g.id and x.live)
  -- unscoped: as above
  union all select h.company_id, h.outlet_id from (
    select posting_id from collection where act_id is null and undone_posting_id is null
    -- unscoped: as above
    union all select d.posting_id from cod_payout d where d.posting_id is not null
  ) m ${settledBy('receivable')} and h.payer = 'customer'`
const setOffBy = sql`
  -- unscoped: as above
  select h.company_id, h.outlet_id from (
    select g.id as posting_id from hand_in j join money_posting g on g.doc_type = 'handIn' and g.doc_id = j.id
    where j.holder_kind = 'company' and g.reverses_id is null
  ) m ${settledBy('payable')}`
/** Charges `h` that posting `m` settled, whose part stands on no statement, and was not taken back. */
function settledBy(direction: StatementDirection) {
  return sql`join money_entry e on e.posting_id = m.posting_id and e.account = ${direction} join charge h on h.id = e.owner_id
  where not ${isStated(sql`m.posting_id`, sql`h.outlet_id`)} and not exists (select from money_posting b where b.reverses_id = m.posting_id)`
}

/** What charges `h` are of, joined: a waybill or goods in a warehouse; of what we owe a trip or shipment, or what it was applied for by. */
export const documentsOf = (direction: StatementDirection): RawBuilder<unknown> =>
  direction === 'receivable'
    ? // unscoped: of charges of the asker's own outlet
      sql`left join waybill w on w.id = h.waybill_id left join warehouse_charge c on c.id = h.id left join warehouse_charge r on r.id = h.adjusts_id`
    : sql`left join charge j on j.id = h.adjusts_id left join cost_line l on l.id = coalesce(h.cost_line_id, j.cost_line_id)
      -- unscoped: of charges of the asker's own outlet
      left join arrangement t on t.id = l.arrangement_id left join vehicle v on v.id = t.vehicle_id left join waybill w on w.id = h.waybill_id left join application y on y.id = h.application_id`
/** The number of that. */
export const noOf = (direction: StatementDirection): RawBuilder<string | null> =>
  direction === 'receivable'
    ? sql`coalesce(w.waybill_no, c.doc_no, r.doc_no, ${penaltyOf})`
    : sql`coalesce(t.arrangement_no, w.waybill_no, y.no)`

/** What a line says of it, kept with the line: what was sent never changes (M54). */
export const saidColumns = sql`biz_date, customer_no, origin, destination, consignee, pieces, weight, split_whole, arrangement_no, plate_no, pay_part`
export const saidOf = (direction: StatementDirection): RawBuilder<unknown> => sql`
  w.biz_date, w.customer_no, w.shipper_city, w.consignee_city, w.consignee_name, w.pieces, w.weight, ${
    direction === 'receivable'
      ? sql`case when w.pay_method = 'split' then (select sum(x.amount) from charge x where x.waybill_id = w.id and x.direction = 'receivable'
          and x.state <> 'void' and x.source in ${pricedSources} and x.adjusts_id is null) end, null::text, null::text, null::text`
      : sql`null::numeric, t.arrangement_no, v.plate_no, l.pay_part`
  }`

/** How much there is, and what it comes to. */
export async function lookAt(tx: Tx, of: Of): Promise<{ lines: number; sum: string }> {
  const { rows } = await sql<{ lines: number; sum: string }>`
    select count(*)::int as lines, coalesce(sum(amount), 0)::numeric(14,2)::text as sum from (
      select h.amount from charge h where ${isUnstated(of.direction)} and h.company_id = ${of.companyId} and h.outlet_id = ${anyId(of.outletIds)} and h.day <= ${of.toDay}::date
      -- unscoped: of an outlet that is the asker's
      union all select -p.amount from payment p where ${unstatedMoney(of)}
      union all select -${givenBack} from payment p join money_posting g on g.doc_id = p.id where ${unstatedRefunds(of)}
      union all select -amount from (${otherMoney(of)}) o
    ) x`.execute(tx)
  return rows[0] as { lines: number; sum: string }
}

/**
 * Takes it all onto a draft, in place of what the draft held; what is of a day before the period is marked 补前期. Receipts are locked, so that
 * none is reversed meanwhile.
 */
export async function takeLines(tx: Tx, statementId: number, of: Of): Promise<number> {
  await sql`delete from statement_line where statement_id = ${statementId}`.execute(tx)
  await unstateCharges(tx, statementId)
  const charges = await stateCharges(tx, statementId, of)
  await sql`insert into statement_line (statement_id, kind, charge_id, waybill_id, day, of_no, fee_item, amount, ${saidColumns})
    select ${statementId}, case when h.adjusts_id is not null or h.source in ('adjustment', 'writeOff') then 'adjustment' else 'charge' end,
      h.id, h.waybill_id, h.day, ${noOf(of.direction)}, h.fee_item, h.amount, ${saidOf(of.direction)}
    -- unscoped: of charges of the asker's own outlet
    from charge h ${documentsOf(of.direction)}
    where h.statement_id = ${statementId} order by h.day, h.id`.execute(tx)
  const received = await sql`insert into statement_line (statement_id, kind, payment_id, day, of_no, amount)
    -- unscoped: of an outlet that is the asker's
    select ${statementId}, ${of.direction === 'receivable' ? 'receipt' : 'payment'}, p.id, p.day, p.no, p.amount from payment p where ${unstatedMoney(of)} order by p.id for share of p`.execute(
    tx,
  )
  const refunded = await sql`insert into statement_line (statement_id, kind, payment_id, posting_id, day, of_no, amount)
    -- unscoped: of an outlet that is the asker's
    select ${statementId}, 'refund', p.id, g.id, g.day, p.no, ${givenBack} from payment p join money_posting g on g.doc_id = p.id
    where ${unstatedRefunds(of)} order by g.id for share of p`.execute(tx)
  const otherwise =
    await sql`insert into statement_line (statement_id, kind, posting_id, outlet_id, day, of_no, waybill_id, amount)
    select ${statementId}, kind, posting_id, outlet_id, day, of_no, waybill_id, amount from (${otherMoney(of)}) o order by posting_id, outlet_id`.execute(
      tx,
    )
  return [received, refunded, otherwise].reduce(
    (sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0),
    charges,
  )
}

/** The days of the period: after the one before; of the first from its first line. */
export async function setDays(tx: Tx, statementId: number, from: string | null): Promise<void> {
  await sql`update statement s set from_day = least(s.to_day, coalesce(${from}::date, l.first, s.to_day))
    -- unscoped: of a statement that the caller has locked
    from (select min(day) as first from statement_line where statement_id = ${statementId}) l where s.id = ${statementId}`.execute(
    tx,
  )
  // unscoped: the same one
  await sql`update statement_line l set mark = 'late' from statement s where s.id = l.statement_id and s.id = ${statementId}
    and l.kind in ('charge', 'adjustment') and l.day < s.from_day`.execute(tx)
}
