import type {
  CompanyDetail,
  CompanyFilter,
  CompanyRow,
  CompanyTab,
  getCompanies,
  getCompanyChoices,
  getOutletChoices,
} from '@xunyun/contract/companies/calls'
import { companyTabs } from '@xunyun/contract/companies/calls'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { Choice } from '@xunyun/contract/kernel/list'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, isCustomer, may } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { all, anyOf, contains, equals, inRegion } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { countTabs, paging, type SortKey, type Totals, totalsOf } from '../../platform/list.ts'
import { notFound } from '../../platform/refusal.ts'
import { inScope, isOneOfOurs } from '../../platform/scope.ts'
import { likeStart, searchPattern } from '../../platform/search.ts'
import { coveredRoles, covers, outletInside } from './access.ts'
import { regionNames } from './serviceRegions.ts'

/** A column without a value sorts last: no date never ends, no limit is no bound. */
const sorts = {
  name: { by: sql`c.name collate "zh-x-icu"`, type: 'text' },
  code: { by: sql.ref('c.code'), type: 'text' },
  createdAt: { by: sql.ref('c.created_at'), type: 'timestamptz' },
  updatedAt: { by: sql.ref('c.updated_at'), type: 'timestamptz' },
  permitExpiry: { by: sql`coalesce(c.permit_expiry, 'infinity'::date)`, type: 'date' },
  creditLimit: { by: sql`coalesce(c.credit_limit, 'Infinity'::numeric)`, type: 'numeric' },
} satisfies Record<string, SortKey>

const endsWithin = (column: string, days: number | undefined) =>
  days === undefined ? undefined : sql<SqlBool>`${sql.ref(column)} <= ${clock.today()}::date + ${days}::int`
const overlaps = (roles: readonly string[]) => sql<SqlBool>`c.roles && ${[...roles]}::text[]`

function tabCondition(tab: CompanyTab | undefined): RawBuilder<SqlBool> {
  if (tab === undefined) return sql<SqlBool>`true`
  if (tab === 'disabled') return sql<SqlBool>`not c.enabled`
  if (tab === 'blacklisted') return sql<SqlBool>`c.blacklisted`
  if (tab === 'expiring') return sql<SqlBool>`c.enabled and c.permit_expiry <= ${clock.today()}::date + 30`
  return sql<SqlBool>`c.enabled and c.roles @> ${[tab]}::text[]`
}

/** The conditions of a filter but for its tab, with roles and scope first: one place for list, totals and export. */
function conditionsOf(actor: Actor, filter: CompanyFilter): RawBuilder<SqlBool> {
  return all([
    sql<SqlBool>`not c.is_deleted`,
    sql<SqlBool>`${inScope(actor, 'company', 'c')}`,
    overlaps(coveredRoles(actor, 'browse', filter.entry)),
    contains('c.search', filter.q),
    filter.roles === undefined || filter.roles.length === 0 ? undefined : overlaps(filter.roles),
    inRegion('c.region_code', filter.region),
    equals('c.salesman_id', filter.salesmanId),
    equals('c.settle_method', filter.settleMethod),
    equals('c.taxpayer_type', filter.taxpayerType),
    equals('c.parent_id', filter.parentId),
    equals('c.enabled', filter.enabled),
    equals('c.blacklisted', filter.blacklisted),
    endsWithin('c.permit_expiry', filter.permitWithinDays),
    endsWithin('c.contract_to', filter.contractWithinDays),
    anyOf('c.id', filter.ids),
  ])
}

/** True if the actor's pages show a company with these roles. */
export const isVisible = (actor: Actor, company: { roles: readonly string[] }): boolean =>
  coveredRoles(actor, 'browse').some((role) => company.roles.includes(role))

/** Who may read the list of charges may read what is open of a company, too. */
const seesMoney = (actor: Actor) => may(actor, 'feeList', 'browse')
/** Of the companies of a page alone. */
const moneyOf = (actor: Actor) => sql`left join lateral (
    select coalesce(sum(h.amount - h.settled) filter (where h.direction = 'receivable'), 0.00) as uncollected,
      coalesce(sum(h.amount - h.settled) filter (where h.direction = 'payable'), 0.00) as unpaid
    from charge h where h.company_id = c.id and h.state = 'owed' and h.settled <> h.amount and ${seesMoney(actor)} and ${isOneOfOurs(actor, 'h.outlet_id')}) m on true
  left join lateral (
    select credit_used(c.id)::numeric(16,2) as used
    where c.roles && array['customer', 'owner'] and ${seesMoney(actor)}) u on true`

const columns = sql`
  m.uncollected, m.unpaid, u.used,
  c.id, c.code, c.name, c.short_name as "shortName", c.roles, c.parent_id as "parentId", up.short_name as "parentName",
  c.service_regions as "serviceRegions", c.head_id as "headId", h.name as "headName", c.vip, c.uscc,
  c.legal_person as "legalPerson", c.permit_no as "permitNo", c.permit_expiry as "permitExpiry", c.courier_days as "courierDays", c.region_code as "regionCode",
  c.region_name as "regionName", c.address, c.tel, c.email, c.salesman_id as "salesmanId", s.name as "salesmanName",
  c.settle_method as "settleMethod", c.credit_limit as "creditLimit", c.credit_days as "creditDays", c.bill_day as "billDay",
  c.taxpayer_type as "taxpayerType", c.deductible_invoice as "deductibleInvoice", c.tax_rate as "taxRate", c.contract_no as "contractNo", c.contract_from as "contractFrom",
  c.contract_to as "contractTo", c.blacklisted, c.enabled, c.remark, c.created_at as "createdAt", c.updated_at as "updatedAt",
  c.version`
const joins = sql`left join company up on up.id = c.parent_id left join app_user s on s.id = c.salesman_id left join app_user h on h.id = c.head_id`

type Made = 'serviceRegionNames' | 'mayEdit' | 'mayApprove'
type RawRow = Omit<CompanyRow, Made>

const present = <R extends RawRow>(actor: Actor, row: R): R & Pick<CompanyRow, Made> => ({
  ...row,
  uncollected: seesMoney(actor) ? row.uncollected : null,
  unpaid: seesUnpaid(actor) ? row.unpaid : null,
  serviceRegionNames: regionNames(row.serviceRegions),
  // What we note about a customer, and who looks after it, is not the customer's (domain §0.9).
  ...(isCustomer(actor)
    ? { used: null, remark: null, salesmanId: null, salesmanName: null, headId: null, headName: null, vip: false }
    : {}),
  mayEdit: covers(actor, 'edit', row.roles) && outletInside(actor, row),
  mayApprove: covers(actor, 'approve', row.roles) && outletInside(actor, row),
})

export async function listCompanies(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getCompanies>,
): Promise<Output<typeof getCompanies>> {
  const page = paging(sorts, { sort: 'name', dir: 'asc' }, 'c.id', input)
  const found = await sql<RawRow & { k: string }>`
    select ${columns}, p.k::text as k from (
      select c.id, ${page.key} as k from company c
      where ${conditionsOf(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join company c on c.id = p.id ${joins} ${moneyOf(actor)} ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => present(actor, row as RawRow)), next }
}

/** What it says of money the actor may not know; of a customer's account as of its rows. */
const seesUnpaid = (actor: Actor) => seesMoney(actor) && !isCustomer(actor) && may(actor, 'costView', 'browse')

/** How many rows the filter finds, and how many each tab would, in one scan; and what is open of those that are shown. */
export async function totalCompanies(tx: Tx, actor: Actor, filter: CompanyFilter) {
  const found = await sql<Totals>`
    select ${countTabs(['all', ...companyTabs], tabCondition, filter.tab)}
    from company c where ${conditionsOf(actor, filter)}`.execute(tx)
  const open = { used: null, uncollected: null, unpaid: null }
  if (!seesMoney(actor)) return { ...totalsOf(found), ...open }
  const sums = await sql<{ used: string; uncollected: string; unpaid: string }>`
    with shown as materialized (select c.id, c.roles from company c where ${conditionsOf(actor, filter)} and ${tabCondition(filter.tab)})
    select coalesce(sum(h.amount - h.settled) filter (where h.direction = 'receivable'), 0)::numeric(16,2)::text as uncollected,
      coalesce(sum(h.amount - h.settled) filter (where h.direction = 'payable'), 0)::numeric(16,2)::text as unpaid,
      (select coalesce(sum(credit_used(s.id)), 0)::numeric(16,2)::text from shown s where s.roles && array['customer', 'owner']) as used
    from charge h where h.company_id in (select id from shown) and h.state = 'owed' and h.settled <> h.amount and ${isOneOfOurs(actor, 'h.outlet_id')}`.execute(
    tx,
  )
  const [sum] = sums.rows
  return {
    ...totalsOf(found),
    uncollected: sum?.uncollected ?? null,
    unpaid: seesUnpaid(actor) ? (sum?.unpaid ?? null) : null,
    used: isCustomer(actor) ? null : (sum?.used ?? null),
  }
}

type RawDetail = Omit<CompanyDetail, Made | 'children' | 'counts'>

/** One company as its page shows it; outside the scope or the roles covered it is "no such record". */
export async function companyDetail(tx: Tx, actor: Actor, id: number): Promise<CompanyDetail> {
  const found = await sql<RawDetail>`
    select ${columns} from company c ${joins} ${moneyOf(actor)} where ${conditionsOf(actor, {})} and c.id = ${id}`.execute(
    tx,
  )
  const company = found.rows[0]
  if (company === undefined) throw notFound()
  const children = await sql<CompanyDetail['children'][number]>`
    select c.id, c.code, c.name, c.enabled from company c
    where c.parent_id = ${id} and not c.is_deleted and ${inScope(actor, 'company', 'c')} order by c.name collate "zh-x-icu"`.execute(
    tx,
  )
  const counts = await sql<CompanyDetail['counts']>`
    select (select count(*) from contact t where t.company_id = ${id} and not t.is_deleted and ${inScope(actor, 'contact', 't')}) as contacts,
      (select count(*) from waybill w where (w.customer_id = ${id} or w.outlet_id = ${id}) and not w.is_deleted
        and ${inScope(actor, 'waybill', 'w')}) as waybills,
      (select count(*) from vehicle where carrier_id = ${id} and not is_deleted) as vehicles,
      (select count(*) from driver where carrier_id = ${id} and not is_deleted) as drivers,
      (select count(*) from app_user where outlet_id = ${id} and not is_deleted) as users`.execute(tx)
  const known = counts.rows[0] ?? { contacts: 0, waybills: 0, vehicles: 0, drivers: 0, users: 0 }
  return {
    ...present(actor, company),
    children: children.rows,
    counts: isCustomer(actor) ? { ...known, vehicles: 0, drivers: 0, users: 0 } : known,
  }
}

const chosen = (ids: readonly number[] | undefined) =>
  ids === undefined ? sql<SqlBool>`c.enabled and not c.blacklisted` : sql<SqlBool>`c.id = any(${[...ids]}::bigint[])`
/** The code and the city, split as `platform/regions.ts` writes region names. */
const hint = sql`concat_ws(' · ', c.code, nullif(coalesce(nullif(split_part(c.region_name, ' ', 2), ''), c.region_name), ''))`

async function choices(
  tx: Tx,
  actor: Actor,
  input: { q?: string | undefined; ids?: number[] | undefined },
  more: RawBuilder<SqlBool>,
  label: 'name' | 'short_name' = 'name',
): Promise<Choice[]> {
  const starts = likeStart(input.q ?? '')
  // Names, their pinyin and initials stand apart in the text, so this is where one begins: gz is 广州, not han-gz-hou.
  const begins = `% ${searchPattern(input.q ?? '').slice(1)}`
  const found = await sql<Choice>`
    select c.id, ${sql.ref(`c.${label}`)} as label, ${hint} as hint from company c
    where not c.is_deleted and ${inScope(actor, 'company', 'c')} and ${chosen(input.ids)} and ${more}
      and ${input.q === undefined ? sql`true` : sql`c.search like ${searchPattern(input.q)}`}
    order by (c.name ilike ${starts} or c.short_name ilike ${starts} or c.code ilike ${starts}) desc, c.search like ${begins} desc, ${sql.ref(`c.${label}`)} collate "zh-x-icu", c.id
    limit ${input.ids === undefined ? 50 : 200}`.execute(tx)
  return found.rows
}

/** Companies to choose from. Open to every page with such a field, so it says no more than a name and where it is. */
export const companyChoices = (tx: Tx, actor: Actor, input: Input<typeof getCompanyChoices>): Promise<Choice[]> =>
  choices(tx, actor, input, input.roles === undefined || input.roles.length === 0 ? sql`true` : overlaps(input.roles))

/** Our outlets, as documents name them. A trip may end at any of them, so all are offered unless only the actor's own are asked for. */
export function outletChoices(tx: Tx, actor: Actor, input: Input<typeof getOutletChoices>): Promise<Choice[]> {
  const mine =
    input.mine === true && actor.scope.kind === 'outlet'
      ? sql<SqlBool>`c.id = any(${[...actor.scope.ids]}::bigint[])`
      : sql<SqlBool>`true`
  return choices(tx, actor, input, sql<SqlBool>`${overlaps(['own'])} and ${mine}`, 'short_name')
}
