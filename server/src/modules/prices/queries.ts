import type { Input, Output } from '@xunyun/contract/kernel/call'
import {
  type getTransportPrices,
  type PriceFilter,
  type PriceRow,
  type PriceTab,
  priceTabs,
} from '@xunyun/contract/prices/calls'
import { transportPriceLifecycle } from '@xunyun/contract/prices/states'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { abilitiesOf } from '../../platform/abilities.ts'
import { type Actor, isCustomer } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { all, anyOf, anyOfCodes, contains, equals, inRegion } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { heldReviews } from '../../platform/heldReviews.ts'
import { countTabs, paging, type SortKey, type Totals, totalsOf } from '../../platform/list.ts'
import { notFound } from '../../platform/refusal.ts'

/** Public prices stand before those of partners; one without an end ends last. */
const sorts = {
  companyName: {
    by: sql`coalesce((select c.name from company c where c.id = t.company_id), '') collate "zh-x-icu"`,
    type: 'text',
  },
  name: { by: sql`t.name collate "zh-x-icu"`, type: 'text' },
  validFrom: { by: sql.ref('t.valid_from'), type: 'date' },
  validTo: { by: sql`coalesce(t.valid_to, 'infinity'::date)`, type: 'date' },
  createdAt: { by: sql.ref('t.created_at'), type: 'timestamptz' },
} satisfies Record<string, SortKey>

const warnedDays = 30

/** 失效 is a price that was superseded, stopped, or whose last day is past. */
function tabCondition(tab: PriceTab | undefined): RawBuilder<SqlBool> {
  const today = clock.today()
  const past = sql<SqlBool>`t.valid_to < ${today}::date`
  if (tab === undefined) return sql<SqlBool>`true`
  if (tab === 'active') return sql<SqlBool>`t.status = 'active' and (t.valid_to is null or not ${past})`
  if (tab === 'ended') return sql<SqlBool>`(t.status = 'ended' or (t.status = 'active' and ${past}))`
  if (tab === 'expiring')
    return sql<SqlBool>`t.status = 'active' and t.valid_to between ${today}::date and ${today}::date + ${warnedDays}::int`
  return sql<SqlBool>`t.status = ${tab}`
}

/** A customer's account sees what it pays itself; never what we pay (domain §0.9). */
const visible = (actor: Actor): RawBuilder<SqlBool> | undefined =>
  isCustomer(actor) && actor.scope.kind === 'customer'
    ? sql<SqlBool>`(t.direction = 'receivable' and t.status in ('active', 'ended') and t.company_id = any(${[...actor.scope.ids]}::bigint[]))`
    : undefined

function conditionsOf(actor: Actor, filter: PriceFilter): RawBuilder<SqlBool> {
  return all([
    sql<SqlBool>`not t.is_deleted`,
    visible(actor),
    contains('t.search', filter.q),
    equals('t.company_id', filter.companyId),
    filter.publicOnly === true ? sql<SqlBool>`t.company_id is null` : undefined,
    equals('t.direction', filter.direction),
    inRegion('t.from_region', filter.from),
    inRegion('t.to_region', filter.to),
    filter.on === undefined
      ? undefined
      : sql<SqlBool>`(t.status in ('active', 'ended') and t.valid_from <= ${filter.on} and (t.valid_to is null or t.valid_to >= ${filter.on}))`,
    anyOfCodes('t.trans_mode', filter.transModes),
    anyOfCodes('t.service_type', filter.serviceTypes),
    anyOfCodes('t.basis', filter.bases),
    equals('t.line_id', filter.lineId),
    anyOf('t.id', filter.ids),
  ])
}

const columns = () => sql`
  t.id, t.line_id as "lineId", t.version_no as "versionNo", t.name, t.direction, t.company_id as "companyId", c.name as "companyName",
  t.from_region as "fromRegion", t.from_region_name as "fromName", t.to_region as "toRegion", t.to_region_name as "toName",
  t.trans_mode as "transMode", t.service_type as "serviceType", t.vehicle_model as "vehicleModel", t.goods_type as "goodsType",
  t.basis, t.weight_unit as "weightUnit", t.volume_ratio as "volumeRatio", t.volume_divisor as "volumeDivisor",
  t.unit_price as "unitPrice", t.volume_price as "volumePrice", t.tiers, t.tier_mode as "tierMode", t.low_break as "lowBreak",
  t.first_qty as "firstQty", t.first_price as "firstPrice", t.step_qty as "stepQty", t.step_price as "stepPrice", t.rounding,
  t.min_charge as "minCharge", t.max_charge as "maxCharge", t.lead_days as "leadDays", t.tax_rate as "taxRate",
  t.valid_from as "validFrom", t.valid_to as "validTo", t.remark, t.status,
  (t.status = 'active' and t.valid_to < ${clock.today()}::date) is true as expired,
  t.created_at as "createdAt", u.name as "createdByName", t.updated_at as "updatedAt", t.version`
const joins = sql`left join company c on c.id = t.company_id left join app_user u on u.id = t.created_by`

type Raw = Omit<PriceRow, 'actions'>
const present = (actor: Actor, row: Raw, held: ReadonlyMap<number, unknown>): PriceRow => ({
  ...row,
  remark: isCustomer(actor) ? null : row.remark,
  createdByName: isCustomer(actor) ? null : row.createdByName,
  actions: abilitiesOf(actor, transportPriceLifecycle, row.status, { withdraw: held.has(row.id) ? false : undefined }),
})

const heldOf = (tx: Tx, actor: Actor, rows: readonly Raw[]) =>
  heldReviews(
    tx,
    actor,
    'transportPrice',
    rows.filter(({ status }) => status === 'pending').map(({ id }) => id),
  )

export async function listPrices(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getTransportPrices>,
): Promise<Output<typeof getTransportPrices>> {
  const page = paging(sorts, { sort: 'createdAt', dir: 'desc' }, 't.id', input)
  const found = await sql<Raw & { k: string }>`
    select ${columns()}, p.k::text as k from (
      select t.id, ${page.key} as k from transport_price t
      where ${conditionsOf(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join transport_price t on t.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  const held = await heldOf(tx, actor, rows as Raw[])
  return { rows: rows.map((row) => present(actor, row as Raw, held)), next }
}
export async function totalPrices(tx: Tx, actor: Actor, filter: PriceFilter) {
  const found = await sql<Totals>`
    select ${countTabs(['all', ...priceTabs], tabCondition, filter.tab)}
    from transport_price t where ${conditionsOf(actor, filter)}`.execute(tx)
  return totalsOf(found)
}

export async function priceDetail(tx: Tx, actor: Actor, id: number): Promise<PriceRow> {
  const found = await sql<Raw>`
    select ${columns()} from transport_price t ${joins} where t.id = ${id} and ${conditionsOf(actor, {})}`.execute(tx)
  const row = found.rows[0]
  if (row === undefined) throw notFound()
  return present(actor, row, await heldOf(tx, actor, [row]))
}
