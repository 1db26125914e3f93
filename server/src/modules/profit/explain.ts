import type { Input, Output } from '@xunyun/contract/kernel/call'
import { type explainProfit, openKey, otherKey, type ProfitDimension } from '@xunyun/contract/profit/calls'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { notFound } from '../../platform/refusal.ts'
import { inScope } from '../../platform/scope.ts'
import { asAsked } from './figures.ts'
import { type Cell, linesOf } from './lines.ts'
import { chargesOfWaybill, isByLeg, keyed, legs, ofNoWaybill, partsOfKey } from './source.ts'
import { rateOf } from './sums.ts'
import { checkPeriod, labelOf } from './table.ts'

type Answer = Output<typeof explainProfit>

/** What a figure is made of: of a cell its fee items, of a line each charge. */
export async function explain(tx: Tx, actor: Actor, input: Input<typeof explainProfit>): Promise<Answer> {
  checkPeriod(input)
  const { lineId, ...cell } = input
  const { rows } = await sql<{ count: number; revenue: string; cost: string; profit: string }>`
    select count(*) as count, coalesce(sum(x.revenue), 0)::numeric(16,2)::text as revenue, coalesce(sum(x.cost), 0)::numeric(16,2)::text as cost,
      coalesce(sum(x.profit), 0)::numeric(16,2)::text as profit
    from ${linesOf(actor, cell)} x ${lineId === undefined ? sql`` : sql`where x.id = ${lineId}`}`.execute(tx)
  const [sums] = rows
  if (sums === undefined || (lineId !== undefined && sums.count === 0)) throw notFound()
  const { count: _, ...money } = sums
  return {
    ...money,
    rate: rateOf(money.profit, money.revenue),
    parts: await partsOf(tx, actor, cell, lineId),
    charges: lineId === undefined ? [] : await chargesOf(tx, actor, cell, lineId),
    division: lineId === undefined || lineId < 0 ? [] : await divisionOf(tx, actor, cell, lineId),
  }
}

/** By fee item and origin; a revenue that is shared over legs is one part. */
async function partsOf(tx: Tx, actor: Actor, cell: Cell, lineId: number | undefined): Promise<Answer['parts']> {
  const { key, ...asked } = cell
  const { revenue, cost } = asAsked(asked, 'p')
  const waybillId = lineId !== undefined && lineId > 0 ? lineId : undefined
  const isShared = isByLeg(asked.dimension) && key !== undefined && key !== otherKey && key !== openKey
  const ofCharges =
    lineId !== undefined && lineId < 0
      ? sql`select p.* from (${ofNoWaybill(actor, asked)}) p where p.charge_id = ${-lineId}`
      : key === otherKey
        ? ofNoWaybill(actor, asked)
        : sql`select p.charge_id, p.day, p.revenue, p.cost, p.net_revenue, p.net_cost, p.source, p.fee_item from (${partsOfKey(actor, asked, key, waybillId)}) p
            ${key === undefined && waybillId === undefined ? sql`union all ${ofNoWaybill(actor, asked)}` : sql``}`
  const { rows } = await sql<Answer['parts'][number]>`
    select u.side, p.fee_item as "feeItem", p.source, count(*) as count, sum(u.amount)::text as amount
    from (${ofCharges}) p cross join lateral (values ('revenue', ${revenue}), ('cost', ${cost})) u(side, amount)
    where u.amount <> 0 ${isShared ? sql`and u.side = 'cost'` : sql``} group by 1, 2, 3 order by 1 desc, sum(u.amount) desc, 2, 3`.execute(
    tx,
  )
  if (!isShared) return rows
  const shared = await sql<{ count: number; amount: string }>`
    select count(*) as count, coalesce(sum(k.revenue), 0)::numeric(16,2)::text as amount from (${keyed(actor, asked)}) k
    where k.key = ${key} and k.revenue <> 0 ${waybillId === undefined ? sql`` : sql`and k.waybill_id = ${waybillId}`}`.execute(
    tx,
  )
  return [
    ...shared.rows.map(({ count, amount }) => ({
      side: 'revenue' as const,
      feeItem: null,
      source: null,
      count,
      amount,
    })),
    ...rows,
  ]
}

/** The charges of one line, each with how it came about and over which waybills it is shared. */
async function chargesOf(tx: Tx, actor: Actor, cell: Cell, lineId: number): Promise<Answer['charges']> {
  const { key, ...asked } = cell
  const { revenue, cost } = asAsked(asked, 'p')
  const parts =
    lineId < 0
      ? sql`select * from (${ofNoWaybill(actor, asked)}) c where c.charge_id = ${-lineId}`
      : isByLeg(asked.dimension) && key !== undefined && key !== openKey
        ? // Every revenue of the waybill, whose division is told; of the costs those of this leg.
          sql`select p.* from (${chargesOfWaybill(actor, asked, lineId)}) p where p.cost = 0 and p.net_cost = 0
            union all select p.* from (${partsOfKey(actor, asked, key, lineId)}) p where p.cost <> 0 or p.net_cost <> 0`
        : partsOfKey(actor, asked, key, lineId)
  const { rows } = await sql<Answer['charges'][number]>`
    select h.id, case h.direction when 'receivable' then 'revenue' else 'cost' end as side, h.fee_item as "feeItem", p.source, coalesce(k.name, d.name) as "partyName",
      h.day, h.amount::text as whole, h.tax_rate::text as "taxRate", (${revenue} + ${cost})::text as amount, coalesce(a.arrangement_no, case when y.kind <> 'costZJ' then y.no end, s.doc_no) as no,
      case when y.kind = 'costZJ' then json_build_object('id', case when ${inScope(actor, 'application', 'y')} then y.id end, 'no', y.no) end as adjustment,
      h.explanation as steps, coalesce((
        select json_agg(json_build_object('waybillNo', o.waybill_no, 'amount', o.amount::text, 'basis', trim_scale(o.basis)::text) order by o.seq) from (
          -- unscoped: what a cost of one's own waybill is shared over is told with it, as in the list of charges
          select b.waybill_no, ${asked.net ? sql`r.net` : sql`r.amount`} as amount, r.basis, r.seq from charge_share r join waybill b on b.id = r.waybill_id
          where r.charge_id = h.id order by r.seq limit 100) o), '[]'::json) as shares
    from (${parts}) p join charge h on h.id = p.charge_id left join charge j on j.id = h.adjusts_id
    left join cost_line l on l.id = coalesce(h.cost_line_id, j.cost_line_id)
    -- unscoped: a charge of one's own waybill names what it is of
    left join arrangement a on a.id = l.arrangement_id left join application y on y.id = h.application_id left join warehouse_charge s on s.id = h.id
    left join company k on k.id = h.company_id left join driver d on d.id = h.driver_id
    order by h.direction desc, h.day, h.id`.execute(tx)
  return rows
}

/** How a waybill's revenue is shared over what carried it. */
async function divisionOf(tx: Tx, actor: Actor, cell: Cell, waybillId: number): Promise<Answer['division']> {
  const { key, ...asked } = cell
  if (!isByLeg(asked.dimension)) return []
  const { rows } = await sql<{ key: string; name: string | null; weight: string; revenue: string }>`
    select u.key, ${asked.dimension === 'vehicle' ? sql`n.plate_no` : sql`n.name`} as name, trim_scale(u.weight)::text as weight,
      coalesce((select sum(k.revenue) from (${keyed(actor, asked)}) k where k.waybill_id = ${waybillId} and k.key = u.key), 0)::numeric(16,2)::text as revenue
    from (${legs(asked.dimension, sql`${waybillId}`)}) y cross join lateral unnest(y.keys, y.weights) u(key, weight)
    -- unscoped: names of what carries a waybill in scope
    left join ${asked.dimension === 'vehicle' ? sql`vehicle` : sql`company`} n on n.id::text = u.key order by u.key`.execute(
    tx,
  )
  return rows.map(({ name, ...row }) => ({
    ...row,
    label: labelOf(actor.language, asked.dimension as ProfitDimension, row.key, name),
    isThis: row.key === key,
  }))
}
