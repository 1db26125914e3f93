import {
  type CodFilter,
  type CodRow,
  type CodTab,
  codTabs,
  type getCods,
  type getCodTotals,
} from '@xunyun/contract/collections/cod'
import { codLifecycle } from '@xunyun/contract/collections/states'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { abilitiesOf } from '../../platform/abilities.ts'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { all, anyOf, between, contains, equals } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { countTabs, paging, type SortKey, totalsOf } from '../../platform/list.ts'
import { ofOwnOutlet } from '../../platform/scope.ts'
import { doorAdvances } from '../money/index.ts'

/** 代收货款 by waybill: what became of it is told by its signing, its collection, the hand-in and the payout. */

const sorts = {
  bizDate: { by: sql.ref('w.biz_date'), type: 'date' },
  cod: { by: sql.ref('w.cod_amount'), type: 'numeric' },
  waybillNo: { by: sql.ref('w.waybill_no'), type: 'text' },
} satisfies Record<string, SortKey>

/** What was signed without money being collected or waived then is nobody's COD any more, as is what nobody took (T11). */
const state = sql`case
  when c.id is not null then case when p.state = 'paid' then 'paidOut' when c.held_cod = c.handed_cod then 'handedIn' else 'collected' end
  when s.waived then 'waived'
  when not s.signed and w.cod_amount > 0 and w.state not in ('draft', 'cancelled', 'rejected', 'closed') then 'toCollect' end`
/** 到付 that is open though the door collected, or of which more was paid than it is: of an adjustment since. */
const isOpenAtDoor = sql`h.direction = 'receivable' and h.pay_method = 'collect' and h.state = 'owed' and h.settled <> h.amount`
const mayDiffer = (waybill: string) =>
  sql`(${sql.ref(waybill)}.collect_open < 0 or exists (select from signing g where g.waybill_id = ${sql.ref(waybill)}.id and not g.undone and g.freight > 0))`
/** Waybills with COD, and those without whose freight was collected, or paid before, and is not even now, or came to an account before that was undone. */
const waybills = (withDoor: boolean) =>
  withDoor
    ? sql`(
      -- unscoped: whose they are is asked by the condition
      select * from waybill where cod_amount > 0
      -- unscoped: as above
      union all select * from waybill x where cod_amount = 0 and (id in (select h.waybill_id from charge h where ${isOpenAtDoor}) and ${mayDiffer('x')}
        or id in (select a.waybill_id from ${doorAdvances} a))) w`
    : sql`waybill w`
const source = (withDoor: boolean) => sql`
  -- unscoped: whose they are is asked by the condition
  from ${waybills(withDoor)}
  left join lateral (select * from collection where waybill_id = w.id and cod > 0 and undone_posting_id is null limit 1) c on true
  left join hand_in j on j.id = c.hand_in_id
  left join lateral (
    -- unscoped: as above
    select p.no, p.state from cod_payout_line l join cod_payout p on p.id = l.payout_id
    where l.collection_id = c.id and l.state in ('reserved', 'settled') limit 1) p on true
  cross join lateral (select coalesce(bool_or(waived), false) as waived, coalesce(bool_or(signed > 0), false) as signed
    from signing where waybill_id = w.id and not undone) s
  left join lateral (select sum(h.amount - h.settled) as open, min(h.id) filter (where h.amount < 0) as credit
    from charge h where h.waybill_id = w.id and ${isOpenAtDoor}) v on ${mayDiffer('w')}
  left join ${doorAdvances} a on a.waybill_id = w.id`
const joins = sql`
  -- unscoped: what a waybill of one's own names
  join company o on o.id = w.outlet_id left join company k on k.id = w.customer_id
  left join driver d on c.holder_kind = 'driver' and d.id = c.holder_id left join company h on c.holder_kind = 'company' and h.id = c.holder_id
  left join app_user y on c.holder_kind = 'user' and y.id = c.holder_id`
const handedIn = sql`coalesce(c.cod - c.held_cod + c.handed_cod, 0)`
const paidOut = sql`case p.state when 'paid' then c.cod else 0 end`
const fee = sql`coalesce((select sum(x.amount) from charge x where x.waybill_id = w.id and x.direction = 'receivable' and x.fee_item = 'codFee'
  and x.payer = 'customer' and x.state <> 'void'), 0)`
const figures = {
  cod: sql`w.cod_amount`,
  fee,
  collected: sql`coalesce(c.cod, 0)`,
  handedIn,
  paidOut,
  payable: sql`${handedIn} - ${paidOut}`,
  difference: sql`case when j.counted is null then 0 else c.handed_cod - c.held_cod end`,
  toRefund: sql`greatest(-coalesce(v.open, 0), 0) + coalesce(a.amount, 0)`,
  toTake: sql`greatest(coalesce(v.open, 0), 0)`,
} as const satisfies Record<string, RawBuilder<unknown>>
const amounts = sql.join(
  Object.entries(figures).map(([name, value]) => sql`(${value})::numeric(14,2)::text as ${sql.ref(name)}`),
)
const columns = sql`w.id, w.waybill_no as "waybillNo", ${state} as state, w.customer_id as "customerId", coalesce(k.name, w.shipper_name) as "customerName",
  w.consignee_name as "consigneeName", w.biz_date as "bizDate", o.short_name as "outletName", ${amounts}, c.holder_kind as "holderKind",
  coalesce(d.name, h.name, y.name) as "holderName", c.day as "collectedOn", j.no as "handInNo", case when v.open < 0 then v.credit end as "creditId", coalesce(a.amount, 0)::numeric(14,2)::text as "doorAdvance", p.no as "payoutNo",
  case when c.id is not null and p.state is distinct from 'paid' then ${clock.today()}::date - c.day end as days`

function tabCondition(tab: CodTab | undefined): RawBuilder<SqlBool> {
  if (tab === undefined) return sql<SqlBool>`${state} is not null`
  return tab === 'difference'
    ? sql<SqlBool>`(${figures.difference} <> 0 or coalesce(v.open, 0) <> 0 or a.amount > 0)`
    : sql<SqlBool>`${state} = ${sql.lit(tab)}`
}
const shown = (tab: CodFilter['tab']): CodTab | undefined => (tab === 'all' ? undefined : tab)

const conditionsOf = (actor: Actor, filter: CodFilter, withDoor: boolean): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`not w.is_deleted and ${ofOwnOutlet(actor, 'w')} and ${withDoor ? sql`(${state} is not null or v.open <> 0 or a.amount > 0)` : sql`w.cod_amount > 0 and ${state} is not null`}`,
    contains('w.search', filter.q),
    equals('w.customer_id', filter.customerId),
    equals('w.outlet_id', filter.outletId),
    between('w.biz_date', filter.dayFrom, filter.dayTo),
    anyOf('w.id', filter.ids),
  ])

export async function listCods(tx: Tx, actor: Actor, input: Input<typeof getCods>): Promise<Output<typeof getCods>> {
  const page = paging(sorts, { sort: 'bizDate', dir: 'desc' }, 'w.id', input)
  const withDoor = input.tab === 'difference' || input.ids !== undefined
  const tab = input.ids === undefined ? tabCondition(shown(input.tab)) : sql<SqlBool>`true`
  const found = await sql<Omit<CodRow, 'actions'> & { k: string }>`
    select ${columns}, ${page.key}::text as k ${source(withDoor)} ${joins}
    where ${conditionsOf(actor, input, withDoor)} and ${tab} and ${page.afterCursor} ${page.order} ${page.limit}`.execute(
    tx,
  )
  const { rows, next } = page.finish(found.rows)
  return {
    rows: rows.map((row) => ({
      ...row,
      actions: abilitiesOf(actor, codLifecycle, row.state ?? 'waived', {
        payOut: row.payoutNo === null ? undefined : { reason: 'collections.onPayout', params: { no: row.payoutNo } },
      }),
    })),
    next,
  }
}

export async function totalCods(tx: Tx, actor: Actor, filter: CodFilter): Promise<Output<typeof getCodTotals>> {
  const tab = tabCondition(shown(filter.tab))
  const sums = Object.entries(figures).map(
    ([name, value]) => sql`coalesce(sum(${value}) filter (where ${tab}), 0)::numeric(16,2)::text as ${sql.ref(name)}`,
  )
  const found = await sql<Output<typeof getCodTotals>>`
    select ${countTabs(['all', ...codTabs], tabCondition, shown(filter.tab))}, ${sql.join(sums)} ${source(true)}
    where ${conditionsOf(actor, filter, true)}`.execute(tx)
  return totalsOf(found)
}
