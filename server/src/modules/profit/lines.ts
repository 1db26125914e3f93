import type { Input, Output } from '@xunyun/contract/kernel/call'
import {
  type getProfitLines,
  type getProfitLineTotals,
  lowRate,
  otherKey,
  type ProfitLine,
  profitTabs,
} from '@xunyun/contract/profit/calls'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { all, contains, equals } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { countTabs, paging, totalsOf } from '../../platform/list.ts'
import { asAsked } from './figures.ts'
import { type Asked, keyed, ofNoWaybill } from './source.ts'
import { rateOf } from './sums.ts'
import { checkPeriod } from './table.ts'

type Filter = Input<typeof getProfitLineTotals>
export type Cell = Omit<Asked, 'more'> & { readonly key?: string | undefined }

/** The lines of a cell: waybills with what of them is in it, and charges without one, their ids below nothing. */
export function linesOf(actor: Actor, cell: Cell): RawBuilder<unknown> {
  const { key, ...asked } = cell
  const ofCharge = asAsked(asked, 'c')
  const waybills = sql`
    select k.waybill_id as id, k.waybill_id, null::bigint as charge_id, sum(k.revenue) as revenue, sum(k.cost) as cost
    from (${keyed(actor, asked)}) k ${key === undefined ? sql`` : sql`where k.key = ${key}`} group by k.waybill_id`
  const others = sql`
    select -c.charge_id as id, null::bigint as waybill_id, c.charge_id, ${ofCharge.revenue} as revenue, ${ofCharge.cost} as cost
    from (${ofNoWaybill(actor, asked)}) c`
  const both = key === undefined ? sql`${waybills} union all ${others}` : key === otherKey ? others : waybills
  return sql`(select x.*, x.revenue - x.cost as profit from (${both}) x)`
}

const tabCondition = (tab: Filter['tab']): RawBuilder<SqlBool> => {
  if (tab === 'loss') return sql<SqlBool>`x.profit < 0`
  if (tab === 'low')
    return sql<SqlBool>`x.profit >= 0 and x.revenue > 0 and x.profit * 100 < x.revenue * ${lowRate}::int`
  if (tab === 'noCost') return sql<SqlBool>`x.waybill_id is not null and x.revenue <> 0 and x.cost = 0`
  if (tab === 'other') return sql<SqlBool>`x.waybill_id is null`
  return sql<SqlBool>`true`
}

// unscoped: lines of one's own lend number, document and name
const joins = sql`left join waybill w on w.id = x.waybill_id left join charge h on h.id = x.charge_id left join company k on k.id = h.company_id`
const isFound = (q: string | undefined) =>
  q === undefined
    ? undefined
    : sql<SqlBool>`(${contains('w.search', q)} or ${contains('k.search', q)} or exists (
        -- unscoped: as above
        select from warehouse_charge s where s.id = h.id and ${contains('s.search', q)}))`

const sorts = {
  profit: { by: sql.ref('x.profit'), type: 'numeric' as const },
  revenue: { by: sql.ref('x.revenue'), type: 'numeric' as const },
  cost: { by: sql.ref('x.cost'), type: 'numeric' as const },
  day: { by: sql`coalesce(w.biz_date, h.day)`, type: 'date' as const },
}

type Raw = Omit<ProfitLine, 'rate'>

const cellOf = ({ tab: _, q: __, plateNo: ___, carrierId: ____, feeItem: _____, ...cell }: Filter): Cell => cell

/** Of the lines of a cell those of a plate, a carrier, a fee item: looked for in the waybill's legs and charges. */
const narrowed = ({ plateNo, carrierId, feeItem }: Filter): RawBuilder<SqlBool> =>
  all([
    plateNo === undefined && carrierId === undefined
      ? undefined
      : sql<SqlBool>`x.waybill_id in (
          select l.waybill_id from arrangement_line l
          -- unscoped: what carries a waybill in scope is shown with it
          join arrangement a on a.id = l.arrangement_id left join vehicle v on v.id = a.vehicle_id
          where a.phase <> 'cancelled' and ${all([plateNo === undefined ? undefined : sql<SqlBool>`position(${plateNo.toUpperCase()} in v.plate_no) > 0`, equals('a.carrier_id', carrierId)])})`,
    feeItem === undefined
      ? undefined
      : sql<SqlBool>`case when x.waybill_id is null then exists (select from charge f where f.id = x.charge_id and f.fee_item = ${feeItem})
          else exists (select from charge f where f.waybill_id = x.waybill_id and f.fee_item = ${feeItem} and f.state <> 'void')
            or exists (select from charge_share s join charge f on f.id = s.charge_id
              where s.waybill_id = x.waybill_id and f.fee_item = ${feeItem} and f.state <> 'void') end`,
  ])

export async function listProfitLines(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getProfitLines>,
): Promise<Output<typeof getProfitLines>> {
  checkPeriod(input)
  const { sort, dir, pageSize, page: number, after, ...filter } = input
  const page = paging(sorts, { sort: 'profit', dir: 'asc' }, 'x.id', { sort, dir, pageSize, page: number, after })
  const found = await sql<Raw & { k: string }>`
    select p.id, p.waybill_id as "waybillId", coalesce(w.waybill_no, y.no, s.doc_no) as no, h.fee_item as "feeItem", coalesce(w.biz_date, h.day) as day,
      coalesce(c.name, k.name, hd.name) as "partyName", w.shipper_city as "shipperCity", w.consignee_city as "consigneeCity",
      coalesce(vehicle.plate_no, v.carrier_no) as "carriedBy", p.revenue::text, p.cost::text, p.profit::text, w.price_state as "priceState",
      (select max(g.signed_at) from signing g where g.waybill_id = w.id and g.signed > 0 and not g.undone) as "signedAt", sm.name as "salesmanName",
      p.k::text as k
    from (
      select x.*, ${page.key} as k from ${linesOf(actor, cellOf(filter))} x ${joins}
      where ${all([tabCondition(filter.tab), isFound(filter.q), narrowed(filter)])} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p
    -- unscoped: lines of one's own lend number, document and name
    left join waybill w on w.id = p.waybill_id left join charge h on h.id = p.charge_id left join company c on c.id = w.customer_id
    left join company k on k.id = h.company_id left join driver hd on hd.id = h.driver_id left join application y on y.id = h.application_id
    left join warehouse_charge s on s.id = h.id left join app_user sm on sm.id = w.salesman_id
    ${carriage} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: (rows as Raw[]).map((row) => ({ ...row, rate: rateOf(row.profit, row.revenue) })), next }
}
/** The vehicle, line carrier or courier that has it or had it last. */
const carriage = sql`left join lateral (
    select a.vehicle_id, a.carrier_no from arrangement_line l
    -- unscoped: what carries a waybill in scope is shown with it
    join arrangement a on a.id = l.arrangement_id
    where l.waybill_id = w.id and a.phase <> 'cancelled' order by a.depart_at desc nulls last, a.id desc limit 1) v on true
  left join vehicle on vehicle.id = v.vehicle_id`

const tabs = ['all', ...profitTabs] as const

export async function totalProfitLines(
  tx: Tx,
  actor: Actor,
  filter: Filter,
): Promise<Output<typeof getProfitLineTotals>> {
  checkPeriod(filter)
  const sum = (column: string) =>
    sql`coalesce(sum(${sql.ref(`x.${column}`)}) filter (where ${tabCondition(filter.tab)}), 0)::numeric(16,2)::text as ${sql.id(column)}`
  const found = await sql<Output<typeof getProfitLineTotals>>`
    select ${countTabs(tabs, tabCondition, filter.tab)}, ${sum('revenue')}, ${sum('cost')}, ${sum('profit')}
    from ${linesOf(actor, cellOf(filter))} x ${filter.q === undefined ? sql`` : joins} where ${all([isFound(filter.q), narrowed(filter)])}`.execute(
    tx,
  )
  return totalsOf(found)
}
