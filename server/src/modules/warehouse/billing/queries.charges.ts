import type { Input, Output } from '@xunyun/contract/kernel/call'
import {
  type getBillingStatus,
  type getWarehouseCharges,
  type getWarehouseChargeTotals,
  type WarehouseChargeDetail,
  type WarehouseChargeFilter,
  type WarehouseChargeRow,
  type WarehouseChargeTab,
  warehouseChargeLifecycle,
  warehouseChargeTabs,
} from '@xunyun/contract/warehouse/billing/charges'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { abilitiesOf } from '../../../platform/abilities.ts'
import { type Actor, isCustomer } from '../../../platform/actor.ts'
import { all, anyOf, anyOfCodes, between, contains, equals } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { countTabs, figure, paging, type SortKey, totalsOf } from '../../../platform/list.ts'
import { notFound } from '../../../platform/refusal.ts'
import { inScope } from '../../../platform/scope.ts'
import { isHeldCharge } from '../../charges/index.ts'
import { problemsOf, unpricedStock } from './queries.problems.ts'
import type { LeftOut } from './queries.rating.ts'

const sorts = {
  day: { by: sql.ref('d.day'), type: 'date' },
  customerName: {
    // unscoped: the name of the charge's own customer
    by: sql`(select c.name from company c where c.id = d.customer_id) collate "zh-x-icu"`,
    type: 'text',
  },
  amount: { by: sql`(select h.amount from charge h where h.id = d.id)`, type: 'numeric' },
  updatedAt: { by: sql`(select h.updated_at from charge h where h.id = d.id)`, type: 'timestamptz' },
} satisfies Record<string, SortKey>

const isApplied = sql<SqlBool>`(select h.applied <> 0 from charge h where h.id = d.id)`
/** `applied`: how it is known of charge `d` that an application holds some of it. */
const tabCondition = (tab: WarehouseChargeTab | undefined, applied = isApplied): RawBuilder<SqlBool> => {
  if (tab === undefined) return sql<SqlBool>`true`
  if (tab === 'problems') return sql<SqlBool>`(d.state <> 'cancelled' and d.problems <> '[]')`
  if (tab === 'cancelled') return sql<SqlBool>`d.state = 'cancelled'`
  return sql<SqlBool>`(d.state = 'open' and ${applied} = ${tab === 'applied'})`
}

const conditionsOf = (actor: Actor, filter: WarehouseChargeFilter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`${inScope(actor, 'warehouse_charge', 'd')}`,
    contains('d.search', filter.q),
    equals('d.customer_id', filter.customerId),
    equals('d.warehouse_id', filter.warehouseId),
    anyOfCodes('d.trigger', filter.triggers),
    equals('d.fee_item', filter.feeItem),
    equals('d.line_id', filter.quotationLineId),
    between('d.day', filter.from, filter.to),
    anyOf('d.id', filter.ids),
  ])

const columns = sql`
  d.id, d.day, d.from_day as "fromDay", d.customer_id as "customerId", c.name as "customerName", d.warehouse_id as "warehouseId",
  w.name as "warehouseName", d.trigger, d.fee_item as "feeItem", i.basis, i.time_unit as "timeUnit", i.volume_method as "volumeMethod",
  trim_scale(d.quantity)::text as quantity, trim_scale(d.free)::text as free, trim_scale(d.chargeable)::text as chargeable, d.rate,
  h.amount, h.tax_rate as "taxRate", d.doc_type as "docType", d.doc_id as "docId", d.doc_no as "docNo", d.quotation_id as "quotationId",
  q.quotation_no as "quotationNo", q.version_no as "versionNo",
  case when d.state = 'open' and h.applied <> 0 then 'applied' else d.state end as state, ${isHeldCharge} as held, d.reverses_id as "reversesId",
  jsonb_array_length(d.problems) as problems, d.remark, d.cancel_reason as "cancelReason", h.created_at as "createdAt", u.name as "createdByName",
  h.updated_at as "updatedAt", d.version`
const joins = sql`
  -- unscoped: the names of a charge inside the scope
  join charge h on h.id = d.id join company c on c.id = d.customer_id join warehouse w on w.id = d.warehouse_id
  join quotation q on q.id = d.quotation_id join quotation_item i on i.id = d.item_id left join app_user u on u.id = h.created_by`

type Raw = Omit<WarehouseChargeRow, 'actions'> & { readonly held: boolean }
const present = (actor: Actor, { held, ...row }: Raw): WarehouseChargeRow => ({
  ...row,
  ...(isCustomer(actor) ? { createdByName: null, problems: 0 } : {}),
  actions: abilitiesOf(actor, warehouseChargeLifecycle, row.state, {
    cancel: row.trigger !== 'valueAdded' ? false : held ? { reason: 'charges.held' } : undefined,
  }),
})

export async function listCharges(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getWarehouseCharges>,
): Promise<Output<typeof getWarehouseCharges>> {
  const page = paging(sorts, { sort: 'day', dir: 'desc' }, 'd.id', input)
  const found = await sql<Raw & { k: string }>`
    select ${columns}, p.k::text as k from (
      select d.id, ${page.key} as k from warehouse_charge d
      where ${conditionsOf(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join warehouse_charge d on d.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => present(actor, row as Raw)), next }
}

/** Sums of what is owed; quantities of several units add up only where the filter keeps to one. */
export async function totalCharges(tx: Tx, actor: Actor, filter: WarehouseChargeFilter) {
  const tabOf = (tab: WarehouseChargeTab | undefined) => tabCondition(tab, sql<SqlBool>`(h.applied <> 0)`)
  const mine = tabOf(filter.tab)
  const sum = (column: string) => figure(sql`sum(${sql.ref(column)}) filter (where ${mine} and d.state <> 'cancelled')`)
  const found = await sql<Output<typeof getWarehouseChargeTotals>>`
    select ${countTabs(['all', ...warehouseChargeTabs], tabOf, filter.tab)}, ${sum('d.quantity')} as quantity,
      ${sum('d.free')} as free, ${sum('d.chargeable')} as chargeable,
      coalesce(sum(h.amount) filter (where ${mine}), 0)::numeric(18,2)::text as amount
    from warehouse_charge d join charge h on h.id = d.id where ${conditionsOf(actor, filter)}`.execute(tx)
  return totalsOf(found)
}

export async function chargeDetail(tx: Tx, actor: Actor, id: number): Promise<WarehouseChargeDetail> {
  const found = await sql<Raw & { calculated: string; steps: WarehouseChargeDetail['steps']; left: LeftOut[] }>`
    select ${columns}, d.amount as calculated, h.explanation as steps, d.problems as "left"
    from warehouse_charge d ${joins} where d.id = ${id} and ${conditionsOf(actor, {})}`.execute(tx)
  const row = found.rows[0]
  if (row === undefined) throw notFound()
  const { calculated, steps, left, ...rest } = row
  return {
    ...present(actor, rest),
    calculated,
    steps: isCustomer(actor) ? steps.filter(({ step }) => step !== 'leftOut') : steps,
    leftOut: isCustomer(actor) ? [] : await problemsOf(tx, [{ ...rest, problems: left }]),
  }
}

export async function billingStatus(tx: Tx, actor: Actor): Promise<Output<typeof getBillingStatus>> {
  const found = await sql<{ countedTo: string | null; ranAt: string | null }>`
    select max(day) filter (where charged_at is not null) as "countedTo", max(charged_at) as "ranAt" from storage_day`.execute(
    tx,
  )
  const { countedTo = null, ranAt = null } = found.rows[0] ?? {}
  if (isCustomer(actor)) return { countedTo, ranAt, problems: [], unpriced: [] }
  const open = await sql<{ feeItem: string; warehouseId: number; fromDay: string; day: string; problems: LeftOut[] }>`
    select d.fee_item as "feeItem", d.warehouse_id as "warehouseId", d.from_day as "fromDay", d.day, d.problems from warehouse_charge d
    where ${conditionsOf(actor, {})} and d.state = 'open' and d.problems <> '[]' order by d.day desc, d.id desc limit 500`.execute(
    tx,
  )
  return { countedTo, ranAt, problems: await problemsOf(tx, open.rows), unpriced: await unpricedStock(tx, actor) }
}
