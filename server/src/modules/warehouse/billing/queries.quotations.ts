import type { Input, Output } from '@xunyun/contract/kernel/call'
import {
  type getQuotations,
  type QuotationDetail,
  type QuotationFilter,
  type QuotationRow,
  type QuotationTab,
  quotationLifecycle,
  quotationTabs,
} from '@xunyun/contract/warehouse/billing/quotations'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { abilitiesOf } from '../../../platform/abilities.ts'
import { type Actor, isCustomer } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import { all, anyOf, contains, equals } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { heldReviews } from '../../../platform/heldReviews.ts'
import { countTabs, paging, type SortKey, type Totals, totalsOf } from '../../../platform/list.ts'
import { notFound } from '../../../platform/refusal.ts'
import { inScope } from '../../../platform/scope.ts'
import { inWarehouses } from './store.ts'

/** One without an end ends last. */
const sorts = {
  updatedAt: { by: sql.ref('q.updated_at'), type: 'timestamptz' },
  quotationNo: { by: sql.ref('q.quotation_no'), type: 'text' },
  customerName: {
    // unscoped: the name of the quotation's own customer
    by: sql`(select c.name from company c where c.id = q.customer_id) collate "zh-x-icu"`,
    type: 'text',
  },
  validFrom: { by: sql.ref('q.valid_from'), type: 'date' },
  validTo: { by: sql`coalesce(q.valid_to, 'infinity'::date)`, type: 'date' },
} satisfies Record<string, SortKey>

const warnedDays = 30

/** 失效 is a quotation that was superseded, stopped, or whose last day is past. */
function tabCondition(tab: QuotationTab | undefined): RawBuilder<SqlBool> {
  const today = clock.today()
  const past = sql<SqlBool>`q.valid_to < ${today}::date`
  const coming = sql<SqlBool>`q.valid_from > ${today}::date`
  if (tab === undefined) return sql<SqlBool>`true`
  if (tab === 'upcoming') return sql<SqlBool>`q.status = 'active' and ${coming}`
  if (tab === 'active')
    return sql<SqlBool>`q.status = 'active' and not ${coming} and (q.valid_to is null or not ${past})`
  if (tab === 'ended') return sql<SqlBool>`(q.status = 'ended' or (q.status = 'active' and ${past}))`
  if (tab === 'expiring')
    return sql<SqlBool>`q.status = 'active' and q.valid_to between ${today}::date and ${today}::date + ${warnedDays}::int`
  return sql<SqlBool>`q.status = ${tab}`
}

/** A customer's account sees what was agreed with it, not what is being written. */
const conditionsOf = (actor: Actor, filter: QuotationFilter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`not q.is_deleted`,
    sql<SqlBool>`${inScope(actor, 'quotation', 'q')}`,
    actor.warehouses === null
      ? undefined
      : sql<SqlBool>`(q.warehouse_id is null or ${inWarehouses(actor, 'q.warehouse_id')})`,
    isCustomer(actor) ? sql<SqlBool>`q.status in ('active', 'ended')` : undefined,
    contains('q.search', filter.q),
    equals('q.customer_id', filter.customerId),
    filter.warehouseId === undefined
      ? undefined
      : sql<SqlBool>`(q.warehouse_id is null or q.warehouse_id = ${filter.warehouseId})`,
    filter.triggers === undefined
      ? undefined
      : sql<SqlBool>`exists (select 1 from quotation_item k where k.quotation_id = q.id and k.trigger = any(${[...filter.triggers]}::text[]))`,
    filter.feeItem === undefined
      ? undefined
      : sql<SqlBool>`exists (select 1 from quotation_item k where k.quotation_id = q.id and k.fee_item = ${filter.feeItem})`,
    filter.on === undefined
      ? undefined
      : sql<SqlBool>`(q.status in ('active', 'ended') and q.valid_from <= ${filter.on} and (q.valid_to is null or q.valid_to >= ${filter.on}))`,
    equals('q.line_id', filter.lineId),
    anyOf('q.id', filter.ids),
  ])

const columns = () => sql`
  q.id, q.line_id as "lineId", q.quotation_no as "quotationNo", q.version_no as "versionNo", q.customer_id as "customerId",
  c.name as "customerName", q.warehouse_id as "warehouseId", w.name as "warehouseName", q.owner_ids, x."ownerNames",
  k."itemCount", k.triggers, k."feeItems", q.valid_from as "validFrom", q.valid_to as "validTo", q.remark, q.status,
  (q.status = 'active' and q.valid_to < ${clock.today()}::date) is true as expired,
  (q.status = 'active' and q.valid_from > ${clock.today()}::date) as upcoming, q.opinion, q.created_at as "createdAt",
  u.name as "createdByName", q.updated_at as "updatedAt", q.version`
const joins = sql`
  -- unscoped: the names that a quotation inside the scope holds
  join company c on c.id = q.customer_id left join warehouse w on w.id = q.warehouse_id left join app_user u on u.id = q.created_by
  cross join lateral (
    select string_agg(o.name, '、' order by o.id) as "ownerNames", jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) order by o.id) as owners
    -- unscoped: the names that a quotation inside the scope holds
    from company o where o.id = any(q.owner_ids)) x
  cross join lateral (
    select count(*)::int as "itemCount", coalesce(array_agg(distinct i.trigger), '{}') as triggers,
      coalesce(array_agg(distinct i.fee_item), '{}') as "feeItems" from quotation_item i where i.quotation_id = q.id) k`

type Raw = Omit<QuotationRow, 'actions'> & { owner_ids: number[] }
const present = (actor: Actor, { owner_ids: _, ...row }: Raw, held: ReadonlyMap<number, unknown>): QuotationRow => ({
  ...row,
  ...(isCustomer(actor) ? { remark: null, opinion: null, createdByName: null } : {}),
  actions: abilitiesOf(actor, quotationLifecycle, row.status, { withdraw: held.has(row.id) ? false : undefined }),
})

const heldOf = (tx: Tx, actor: Actor, rows: readonly Raw[]) =>
  heldReviews(
    tx,
    actor,
    'warehouseQuotation',
    rows.filter(({ status }) => status === 'pending').map(({ id }) => id),
  )

export async function listQuotations(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getQuotations>,
): Promise<Output<typeof getQuotations>> {
  const page = paging(sorts, { sort: 'updatedAt', dir: 'desc' }, 'q.id', input)
  const found = await sql<Raw & { k: string }>`
    select ${columns()}, p.k::text as k from (
      select q.id, ${page.key} as k from quotation q
      where ${conditionsOf(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join quotation q on q.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  const held = await heldOf(tx, actor, rows as Raw[])
  return { rows: rows.map((row) => present(actor, row as Raw, held)), next }
}

export async function totalQuotations(tx: Tx, actor: Actor, filter: QuotationFilter) {
  const found = await sql<Totals>`
    select ${countTabs(['all', ...quotationTabs], tabCondition, filter.tab)}
    from quotation q where ${conditionsOf(actor, filter)}`.execute(tx)
  return totalsOf(found)
}

export async function quotationDetail(tx: Tx, actor: Actor, id: number): Promise<QuotationDetail> {
  const found = await sql<Raw & Pick<QuotationDetail, 'owners' | 'items'>>`
    select ${columns()}, x.owners, (
      select jsonb_agg(jsonb_build_object('id', i.id, 'seq', i.seq, 'feeItem', i.fee_item, 'trigger', i.trigger, 'basis', i.basis,
        'timeUnit', i.time_unit, 'volumeMethod', i.volume_method, 'freeDays', i.free_days, 'tiers', i.tiers, 'tierMode', i.tier_mode,
        'rate', i.rate::text, 'minCharge', i.min_charge::text, 'maxCharge', i.max_charge::text, 'taxRate', i.tax_rate::text) order by i.seq)
      from quotation_item i where i.quotation_id = q.id) as items
    from quotation q ${joins} where q.id = ${id} and ${conditionsOf(actor, {})}`.execute(tx)
  const row = found.rows[0]
  if (row === undefined) throw notFound()
  const { owners, items, ...rest } = row
  return { ...present(actor, rest, await heldOf(tx, actor, [rest])), owners, items }
}
