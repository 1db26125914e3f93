import { type RawBuilder, sql } from 'kysely'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { writeTogether } from '../../platform/rows.ts'
import type { StoredStep } from '../../platform/schema.prices.ts'
import { datedOpen } from './closed.ts'

/** A part of a payable charge: whose margin it is, in the order of the lines. Yuan; `basis` as the method measured it. */
export type Share = { readonly waybillId: number; readonly amount: string; readonly basis: string }

/** What an approved application owes or is owed. */
export type Posted = {
  readonly direction: 'receivable' | 'payable'
  readonly source:
    | 'adjustment'
    | 'arrangement'
    | 'special'
    | 'courier'
    | 'expense'
    | 'claim'
    | 'writeOff'
    | 'handIn'
    | 'opening'
  readonly outletId: number
  /** Of 应收. */
  readonly waybillId: number | null
  /** Of 应收 where it is the deposit of a lost device. */
  readonly deviceId?: number | null
  /** Of 应收 where it is a penalty for an arrangement. */
  readonly arrangementId?: number | null
  readonly feeItem: string
  readonly companyId: number | null
  readonly driverId: number | null
  readonly amount: string
  readonly taxRate: string | null
  readonly day: string
  readonly adjustsId: number | null
  readonly applicationId: number | null
  /** Of a cost. */
  readonly costLineId: number | null
  readonly steps: readonly StoredStep[]
  /** Of 应付; none: it belongs to no waybill. */
  readonly shares: readonly Share[]
}

/** The shares of a charge as arrays, and as rows again with the part of the charge's net that is theirs (M57). */
const grouped = sql`array_agg(s.waybill_id order by s.seq) as waybill_ids, array_agg(s.amount order by s.seq) as amounts,
  array_agg(s.seq::int order by s.seq) as seqs, array_agg(s.basis order by s.seq) as bases`
const ungrouped = (
  net: RawBuilder<unknown>,
) => sql`unnest(g.waybill_ids, g.amounts, g.seqs, g.bases, share(${net}, g.amounts))
  as x(waybill_id, amount, seq, basis, net)`

/**
 * Writes charges that are owed from now on, with their shares, and rolls receivable, freight and cost up onto the waybills in
 * the same statement, with what is written `beside` and what else moves on the waybills. What is of a closed month is of today (M2). The caller has locked them, those of the
 * shares too.
 */
export async function postCharges(
  tx: Tx,
  userId: number,
  charges: readonly Posted[],
  beside: readonly RawBuilder<unknown>[] = [],
  also?: { readonly set: RawBuilder<unknown>; readonly joined: RawBuilder<unknown> },
): Promise<void> {
  const dated = await datedOpen(tx, charges)
  const rows = dated.map((one, at) => ({
    at,
    waybill_id: one.waybillId,
    device_id: one.deviceId ?? null,
    arrangement_id: one.arrangementId ?? null,
    outlet_id: one.outletId,
    day: one.day,
    fee_item: one.feeItem,
    direction: one.direction,
    company_id: one.companyId,
    driver_id: one.driverId,
    amount: one.amount,
    tax_rate: one.taxRate,
    source: one.source,
    adjusts_id: one.adjustsId,
    application_id: one.applicationId,
    cost_line_id: one.costLineId,
    explanation: one.steps,
  }))
  const shares = charges.flatMap(({ shares }, at) =>
    shares.map(({ waybillId, amount, basis }, seq) => ({ at, waybill_id: waybillId, amount, seq: seq + 1, basis })),
  )
  await writeTogether(
    tx,
    [
      sql`told as (
        select nextval(pg_get_serial_sequence('charge', 'id'))::bigint as id, r.*, k.deductible,
          case when r.direction = 'receivable' or k.deductible then round(r.amount * 100 / (100 + coalesce(r.tax_rate, 0)), 2) else r.amount end as net,
          coalesce(a.payer, case when p.at_door then 'consignee' else 'customer' end) as payer,
          case when r.direction = 'receivable' then coalesce(a.pay_method, case when p.at_door then 'collect'
            when w.pay_method in ('split', 'collect') or r.company_id <> w.customer_id then 'monthly' else w.pay_method end) end as pay_method
        from json_to_recordset(${JSON.stringify(rows)}::json) as r(at int, waybill_id bigint, device_id bigint, arrangement_id bigint, outlet_id bigint, day date, fee_item text,
          direction text, company_id bigint, driver_id bigint, amount numeric, tax_rate numeric, source text, adjusts_id bigint,
          application_id bigint, cost_line_id bigint, explanation jsonb)
        -- unscoped: waybills that the caller has locked
        left join charge a on a.id = r.adjusts_id left join waybill w on w.id = r.waybill_id
        -- What adjusts a cost is deducted as that was, whatever its payee gives by now (M13).
        cross join lateral (select r.direction = 'payable' and coalesce(case when a.company_id = r.company_id then a.deductible end, exists (
          -- unscoped: companies that are paid
          select from company c where c.id = r.company_id and c.deductible_invoice = 'special')) as deductible) k
        -- Owed by nobody we know, of a waybill with freight to collect: the door's (M4).
        cross join lateral (select r.direction = 'receivable' and r.company_id is null and w.to_collect <> 0 as at_door) p)`,
      sql`parts as (
        select t.id as charge_id, x.waybill_id, x.amount, x.seq, x.basis, x.net
        from (select at, ${grouped} from json_to_recordset(${JSON.stringify(shares)}::json)
          as s(at int, waybill_id bigint, amount numeric, seq int, basis numeric) group by at) g
        join told t on t.at = g.at cross join lateral ${ungrouped(sql`t.net`)})`,
      sql`written as (
        insert into charge (id, waybill_id, device_id, arrangement_id, outlet_id, day, seq, fee_item, direction, company_id, driver_id, amount, tax_rate, source,
          approved, adjusts_id, application_id, cost_line_id, explanation, deductible, payer, pay_method, created_at, created_by, updated_at, updated_by)
        overriding system value
        select id, waybill_id, device_id, arrangement_id, outlet_id, day, 100, fee_item, direction, company_id, driver_id, amount, tax_rate, source,
          true, adjusts_id, application_id, cost_line_id, explanation, deductible, payer, pay_method, ${clock.iso()}::timestamptz, ${userId}::bigint, ${clock.iso()}::timestamptz, ${userId}::bigint
        from told)`,
      sql`shared as (
        insert into charge_share (charge_id, waybill_id, amount, seq, basis, net) select charge_id, waybill_id, amount, seq, basis, net from parts)`,
      sql`moved as (
        select waybill_id, sum(receivable) as receivable, sum(freight) as freight, sum(cost) as cost from (
          select waybill_id, amount as receivable, case when fee_item = 'freight' then amount else 0 end as freight, 0 as cost
          from told where waybill_id is not null
          union all select waybill_id, 0, 0, amount from parts
        ) x group by 1)`,
      ...beside,
    ],
    // unscoped: of the approved document, whose waybills the caller has locked
    sql`update waybill w set receivable = w.receivable + m.receivable, freight = w.freight + m.freight, cost = w.cost + m.cost
      ${also === undefined ? sql`` : sql`, ${also.set}`}
      from moved m ${also?.joined ?? sql``} where w.id = m.waybill_id`,
  )
}

/** The same of one, whose id is asked for: it settles something else at once. */
export async function postCharge(tx: Tx, userId: number, charge: Posted): Promise<number> {
  await postCharges(tx, userId, [charge])
  // This connection drew it.
  const drawn = await sql<{ id: number }>`select currval(pg_get_serial_sequence('charge', 'id'))::bigint as id`.execute(
    tx,
  )
  return (drawn.rows[0] as { id: number }).id
}

/**
 * Shares payable charges anew, as what they are for carries something else; what bears nothing more is relieved. The caller has
 * locked the waybills, those of before too.
 */
export async function shareAgain(
  tx: Tx,
  charges: readonly { readonly chargeId: number; readonly shares: readonly Share[] }[],
): Promise<void> {
  const ids = charges.map(({ chargeId }) => chargeId)
  const rows = charges.flatMap(({ chargeId, shares }) =>
    shares.map(({ waybillId, amount, basis }, at) => ({
      charge_id: chargeId,
      waybill_id: waybillId,
      amount,
      seq: at + 1,
      basis,
    })),
  )
  const gone = await sql<{ waybill_id: number }>`
    delete from charge_share where charge_id = any(${ids}::bigint[]) returning waybill_id`.execute(tx)
  await sql`insert into charge_share (charge_id, waybill_id, amount, seq, basis, net)
    select g.charge_id, x.waybill_id, x.amount, x.seq, x.basis, x.net
    from (select charge_id, ${grouped} from json_populate_recordset(null::charge_share, ${JSON.stringify(rows)}::json) s group by 1) g
    join charge h on h.id = g.charge_id cross join lateral ${ungrouped(sql`h.net`)}`.execute(tx)
  const touched = new Set([...gone.rows, ...rows].map(({ waybill_id }) => waybill_id))
  await sql`update waybill w set cost = coalesce((select sum(s.amount) from charge_share s where s.waybill_id = w.id), 0)
    -- unscoped: the caller has locked them
    where w.id = any(${[...touched]}::bigint[])`.execute(tx)
}
