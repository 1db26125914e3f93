import {
  type getProfiles,
  type ProfileFilter,
  type ProfileRow,
  type ProfileTab,
  profileTabs,
} from '@xunyun/contract/invoices/profiles'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { all, anyOf, anyOfCodes, contains, equals } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { countTabs, paging, type SortKey, type Totals, totalsOf } from '../../platform/list.ts'
import { notFound } from '../../platform/refusal.ts'
import { inScope, isOneOfOurs } from '../../platform/scope.ts'

const sorts = {
  companyName: { by: sql`c.name collate "zh-x-icu"`, type: 'text' },
  title: { by: sql`t.title collate "zh-x-icu"`, type: 'text' },
  updatedAt: { by: sql.ref('t.updated_at'), type: 'timestamptz' },
  createdAt: { by: sql.ref('t.created_at'), type: 'timestamptz' },
} satisfies Record<string, SortKey>

/** Nothing that an invoice under it needs is missing. */
const complete = sql<SqlBool>`(t.mobile is not null and (t.type = 'ordinary' or t.tax_no_valid))`

function tabCondition(tab: ProfileTab | undefined): RawBuilder<SqlBool> {
  if (tab === undefined) return sql<SqlBool>`true`
  if (tab === 'disabled') return sql<SqlBool>`not t.enabled`
  return tab === 'enabled' ? sql<SqlBool>`t.enabled` : sql<SqlBool>`(t.enabled and not ${complete})`
}

const conditionsOf = (actor: Actor, filter: ProfileFilter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`not t.is_deleted and ${inScope(actor, 'company', 'c')}`,
    contains('t.search', filter.q),
    equals('t.company_id', filter.companyId),
    anyOfCodes('t.type', filter.types),
    equals('c.salesman_id', filter.salesmanId),
    filter.outletId === undefined
      ? undefined
      : sql<SqlBool>`exists (select from charge h where h.company_id = t.company_id and h.direction = 'receivable' and h.outlet_id = ${filter.outletId}
          and h.state <> 'void' and ${isOneOfOurs(actor, 'h.outlet_id')})`,
    anyOf('t.id', filter.ids),
  ])

/** What is owed to the reader's outlets and nobody has applied for: of the company, said once. */
const unapplied = (
  actor: Actor,
) => sql`case when t.is_default then (select coalesce(sum(h.amount - h.applied), 0) from charge h
  where h.company_id = t.company_id and h.direction = 'receivable' and h.payer = 'customer' and h.state = 'owed' and h.invoiceable
    and h.applied <> h.amount and ${isOneOfOurs(actor, 'h.outlet_id')}) end`
const inReview = (actor: Actor) => sql`(select coalesce(sum(n.gross), 0) from invoice n
  where n.profile_id = t.id and n.kind = 'invoice' and n.state = 'pending' and not n.is_deleted and ${inScope(actor, 'invoice', 'n')})`

const columns = (actor: Actor) => sql`
  t.id, t.company_id as "companyId", c.name as "companyName", t.title, t.tax_no as "taxNo", t.tax_no_valid as "taxNoValid", t.type, c.tax_rate as "taxRate",
  t.bank, t.account, t.address, t.tel, t.recipient, t.mobile, t.email, t.is_default as "isDefault", ${complete} as complete, t.enabled,
  ${unapplied(actor)}::text as unapplied, ${inReview(actor)}::text as "inReview", s.name as "salesmanName", t.created_at as "createdAt", t.updated_at as "updatedAt", t.version`
const joins = sql`join company c on c.id = t.company_id left join app_user s on s.id = c.salesman_id`

export async function listProfiles(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getProfiles>,
): Promise<Output<typeof getProfiles>> {
  const page = paging(sorts, { sort: 'updatedAt', dir: 'desc' }, 't.id', input)
  const found = await sql<ProfileRow & { k: string }>`
    select ${columns(actor)}, p.k::text as k from (
      select t.id, ${page.key} as k from invoice_profile t join company c on c.id = t.company_id
      where ${conditionsOf(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join invoice_profile t on t.id = p.id ${joins} ${page.orderOut}`.execute(tx)
  return page.finish(found.rows) as Output<typeof getProfiles>
}

export async function totalProfiles(tx: Tx, actor: Actor, filter: ProfileFilter) {
  const inTab = tabCondition(filter.tab)
  const found = await sql<Totals & { unapplied: string; inReview: string }>`
    select ${countTabs(['all', ...profileTabs], tabCondition, filter.tab)},
      coalesce(sum(${unapplied(actor)}) filter (where ${inTab}), 0)::text as unapplied,
      coalesce(sum(${inReview(actor)}) filter (where ${inTab}), 0)::text as "inReview"
    from invoice_profile t join company c on c.id = t.company_id where ${conditionsOf(actor, filter)}`.execute(tx)
  return totalsOf(found)
}

export async function profileDetail(tx: Tx, actor: Actor, id: number): Promise<ProfileRow> {
  const found = await sql<ProfileRow>`
    select ${columns(actor)} from invoice_profile t ${joins} where ${conditionsOf(actor, {})} and t.id = ${id}`.execute(
    tx,
  )
  const profile = found.rows[0]
  if (profile === undefined) throw notFound()
  return profile
}
