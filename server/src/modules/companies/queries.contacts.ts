import type {
  ContactChoice,
  ContactFilter,
  ContactRow,
  ContactTab,
  ContactType,
  getContactChoices,
  getContacts,
} from '@xunyun/contract/companies/contacts'
import { contactTabs } from '@xunyun/contract/companies/contacts'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, isCustomer } from '../../platform/actor.ts'
import { all, anyOf, contains, equals, inRegion } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import { countTabs, paging, type SortKey, type Totals, totalsOf } from '../../platform/list.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { inScope } from '../../platform/scope.ts'
import { searchPattern } from '../../platform/search.ts'
import { choosableTypes, contactPage, coveredTypes } from './access.ts'

/** Never used sorts as used longest ago. */
const sorts = {
  name: { by: sql`t.name collate "zh-x-icu"`, type: 'text' },
  companyName: {
    by: sql`(select c.name from company c where c.id = t.company_id) collate "zh-x-icu"`,
    type: 'text',
  },
  lastUsedAt: { by: sql`coalesce(t.last_used_at, '-infinity'::timestamptz)`, type: 'timestamptz' },
  createdAt: { by: sql.ref('t.created_at'), type: 'timestamptz' },
} satisfies Record<string, SortKey>

const ofTypes = (types: readonly ContactType[]) => sql<SqlBool>`t.type = any(${[...types]}::text[])`

function tabCondition(tab: ContactTab | undefined): RawBuilder<SqlBool> {
  if (tab === 'default') return sql<SqlBool>`t.is_default`
  if (tab === 'disabled') return sql<SqlBool>`not t.enabled`
  return sql<SqlBool>`true`
}

/** A contact is found by its own search column, and by that of the company that keeps it. */
const matches = (q: string) =>
  sql<SqlBool>`(t.search like ${searchPattern(q)} or t.company_id in (select c.id from company c where c.search like ${searchPattern(q)}))`

function conditionsOf(actor: Actor, filter: ContactFilter): RawBuilder<SqlBool> {
  const types = coveredTypes(actor, 'browse')
  if (filter.type !== undefined && !types.includes(filter.type))
    throw new Refusal('kernel.forbidden', { page: contactPage(filter.type), kind: 'browse' })
  return all([
    sql<SqlBool>`not t.is_deleted`,
    sql<SqlBool>`${inScope(actor, 'contact', 't')}`,
    ofTypes(filter.type === undefined ? types : [filter.type]),
    filter.q === undefined ? undefined : matches(filter.q),
    equals('t.company_id', filter.companyId),
    inRegion('t.region_code', filter.region),
    equals('t.is_default', filter.isDefault),
    equals('t.enabled', filter.enabled),
    anyOf('t.id', filter.ids),
  ])
}

const columns = sql`
  t.id, t.type, t.company_id as "companyId", c.name as "companyName", t.party_company as "partyCompany", t.name, t.mobile, t.tel,
  t.region_code as "regionCode", t.region_name as "regionName", t.address, t.lng, t.lat, t.is_default as "isDefault", t.enabled,
  t.last_used_at as "lastUsedAt", t.remark, t.created_at as "createdAt", t.updated_at as "updatedAt", t.version`

type RawRow = Omit<ContactRow, 'mayEdit' | 'mayApprove'>

const present = (actor: Actor, row: RawRow): ContactRow => ({
  ...row,
  remark: isCustomer(actor) ? null : row.remark,
  mayEdit: coveredTypes(actor, 'edit').includes(row.type),
  mayApprove: coveredTypes(actor, 'approve').includes(row.type),
})

export async function listContacts(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getContacts>,
): Promise<Output<typeof getContacts>> {
  const page = paging(sorts, { sort: 'name', dir: 'asc' }, 't.id', input)
  const found = await sql<RawRow & { k: string }>`
    select ${columns}, p.k::text as k from (
      select t.id, ${page.key} as k from contact t
      where ${conditionsOf(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join contact t on t.id = p.id join company c on c.id = t.company_id ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => present(actor, row as RawRow)), next }
}

export async function totalContacts(tx: Tx, actor: Actor, filter: ContactFilter) {
  const found = await sql<Totals>`
    select ${countTabs(['all', ...contactTabs], tabCondition, filter.tab)}
    from contact t where ${conditionsOf(actor, filter)}`.execute(tx)
  return totalsOf(found)
}

export async function contactDetail(tx: Tx, actor: Actor, id: number): Promise<ContactRow> {
  const found = await sql<RawRow>`
    select ${columns} from contact t join company c on c.id = t.company_id where ${conditionsOf(actor, {})} and t.id = ${id}`.execute(
    tx,
  )
  const contact = found.rows[0]
  if (contact === undefined) throw notFound()
  return present(actor, contact)
}

/** Parties for a waybill: enabled contacts, the default and the last used first. */
export async function contactChoices(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getContactChoices>,
): Promise<ContactChoice[]> {
  const choosable = choosableTypes(actor)
  const types = choosable.filter((type) => input.types === undefined || input.types.includes(type))
  const where = all([
    sql<SqlBool>`not t.is_deleted and t.enabled and not c.is_deleted`,
    sql<SqlBool>`${inScope(actor, 'contact', 't')}`,
    ofTypes(types),
    equals('t.company_id', input.companyId),
    contains('t.search', input.q),
  ])
  const found = await sql<ContactChoice>`
    select t.id, t.type, t.name, coalesce(t.mobile, t.tel) as phone, coalesce(t.party_company, c.name) as company,
      t.company_id as "companyId", t.region_code as region, t.region_name as "regionName", t.address, t.is_default as "isDefault"
    from contact t join company c on c.id = t.company_id
    where ${where}
    order by t.is_default desc, t.last_used_at desc nulls last, t.name collate "zh-x-icu", t.id limit 50`.execute(tx)
  return found.rows
}
