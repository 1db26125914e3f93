import { codes } from '@xunyun/contract/dictionary'
import { pageOf } from '@xunyun/contract/pages'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { owned, type Tx } from '../../platform/db.ts'
import type { Reference } from '../../platform/references.ts'
import { scoped } from '../../platform/scope.ts'
import { type CompanyRole, contactPage } from './access.ts'

/** Companies inside the scope, locked in id order. */
export async function lockCompanies(tx: Tx, actor: Actor, ids: readonly number[]) {
  const rows = await scoped(tx, actor, 'company')
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
export type LockedCompany = Awaited<ReturnType<typeof lockCompanies>> extends Map<number, infer C> ? C : never

/** Contacts inside the scope, locked in id order. */
export async function lockContacts(tx: Tx, actor: Actor, ids: readonly number[]) {
  const rows = await scoped(tx, actor, 'contact')
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
export type LockedContact = Awaited<ReturnType<typeof lockContacts>> extends Map<number, infer C> ? C : never

/** By the first role in the order of the dictionary: outlets W (网点), who we carry for C, who carries for us S. */
const codePrefix: Readonly<Record<CompanyRole, string>> = {
  own: 'W',
  customer: 'C',
  owner: 'C',
  carrier: 'S',
  special: 'S',
  courier: 'S',
  shipper: 'C',
  consignee: 'C',
  settle: 'C',
}

/**
 * The next letter + 5 digits that nobody typed before. All letters share one counter; numbers that were drawn and not
 * used leave gaps. A company that becomes another keeps its code.
 */
export async function nextCode(tx: Tx, roles: readonly string[]): Promise<string> {
  const first = codes('companyRole').find((role) => roles.includes(role)) ?? 'customer'
  for (;;) {
    const found = await sql<{ code: string; taken: boolean }>`
      with drawn as (select ${codePrefix[first]} || lpad(nextval('company_code')::text, 5, '0') as code)
      select code, exists (select 1 from company c where c.code = drawn.code) as taken from drawn`.execute(tx)
    const row = found.rows[0]
    if (row !== undefined && !row.taken) return row.code
  }
}

const halfBrackets = (name: string): string => name.replaceAll('（', '(').replaceAll('）', ')')

type Taken = { field: 'code' | 'name' | 'uscc'; by: string }

/** Which of these another company has, whatever its scope; the unique indexes are the last word. */
export async function takenBy(
  tx: Tx,
  values: { code: string; name: string; uscc: string | null },
  but: number | undefined,
): Promise<Taken[]> {
  const found = await sql<{ code: string; name: string; uscc: string | null }>`
    select code, name, uscc from company where not is_deleted and id <> ${but ?? 0}
      -- 测试（甲）公司 and 测试(甲)公司 are one name.
      and (code = ${values.code} or translate(name, '（）', '()') = ${halfBrackets(values.name)} or uscc = ${values.uscc})`.execute(
    tx,
  )
  const fields: Taken[] = []
  for (const row of found.rows) {
    if (row.code === values.code) fields.push({ field: 'code', by: row.name })
    if (halfBrackets(row.name) === halfBrackets(values.name)) fields.push({ field: 'name', by: row.code })
    if (values.uscc !== null && row.uscc === values.uscc) fields.push({ field: 'uscc', by: row.name })
  }
  return fields
}

/** One change of the outlets' tree at a time: two that are right each on its own could close a circle together. */
export const lockTree = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('company tree'))`.execute(tx)
}

/** An outlet that may stand above others, and whether `id` is it or stands above it. */
export async function parentOf(
  tx: Tx,
  parentId: number,
  id: number | undefined,
): Promise<{ fits: boolean; circle: boolean }> {
  const found = await sql<{ fits: boolean; circle: boolean }>`
    with recursive above as (
      select id, parent_id from company where id = ${parentId}
      union select c.id, c.parent_id from company c join above a on c.id = a.parent_id
    )
    select exists (select 1 from company where id = ${parentId} and enabled and not is_deleted and roles @> '{own}') as fits,
      exists (select 1 from above where id = ${id ?? 0}) as circle`.execute(tx)
  return found.rows[0] ?? { fits: false, circle: false }
}

const isThere = 'not is_deleted'
/** What works as an outlet through a company. */
export const outletUses: readonly Reference[] = [
  { table: 'company', column: 'parent_id', live: isThere },
  { table: 'app_user', column: 'outlet_id', live: isThere },
  {
    table: 'user_company',
    column: 'company_id',
    live: `user_id in (select id from app_user where scope = 'outlet' and not is_deleted)`,
  },
  { table: 'waybill_outlet', column: 'outlet_id' },
  { table: 'waybill', column: 'outlet_id' },
  { table: 'waybill', column: 'dest_outlet_id' },
  { table: 'warehouse', column: 'outlet_id', live: isThere },
  { table: 'phone_order', column: 'outlet_id' },
  { table: 'complaint', column: 'outlet_id' },
  { table: 'arrangement', column: 'outlet_id' },
  { table: 'arrangement', column: 'from_outlet_id' },
  { table: 'arrangement', column: 'to_outlet_id' },
  { table: 'arrangement_stop', column: 'outlet_id' },
  { table: 'gps_device', column: 'outlet_id', live: isThere },
  { table: 'cash_account', column: 'outlet_id', live: isThere },
  { table: 'payment', column: 'company_id' },
  { table: 'gps_binding', column: 'outlet_id' },
  { table: 'signed_receipt', column: 'outlet_id' },
  { table: 'invoice', column: 'outlet_id' },
  { table: 'invoice', column: 'seller_id' },
]
export const companyUses: readonly Reference[] = [
  ...outletUses,
  { table: 'contact', column: 'company_id', live: isThere },
  { table: 'statement', column: 'company_id' },
  { table: 'user_company', column: 'company_id' },
  { table: 'waybill', column: 'customer_id' },
  { table: 'phone_order', column: 'customer_id' },
  { table: 'arrangement', column: 'carrier_id' },
  { table: 'cost_line', column: 'company_id' },
  { table: 'adjustment', column: 'company_id' },
  { table: 'invoice_profile', column: 'company_id', live: isThere },
  { table: 'invoice', column: 'customer_id' },
  { table: 'abnormal', column: 'responsible_company_id' },
  { table: 'complaint', column: 'customer_id' },
  { table: 'item', column: 'owner_id', live: isThere },
  { table: 'inbound_notice', column: 'owner_id' },
  { table: 'outbound_notice', column: 'owner_id' },
  { table: 'outbound_notice', column: 'carrier_id' },
  { table: 'vehicle', column: 'carrier_id', live: isThere },
  { table: 'driver', column: 'carrier_id', live: isThere },
  { table: 'gps_device', column: 'supplier_id', live: isThere },
  { table: 'position_token', column: 'supplier_id' },
]

export async function enabledChildren(tx: Tx, id: number): Promise<number> {
  const found = await owned(tx)
    .selectFrom('company')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('parent_id', '=', id)
    .where('enabled', '=', true)
    .where('is_deleted', '=', false)
    .executeTakeFirstOrThrow()
  return found.count
}

/** Names for a timeline, which shows no ids: an outlet by its short one, as in documents. */
export async function nameOfCompany(tx: Tx, id: number | null): Promise<string | null> {
  if (id === null) return null
  const row = await owned(tx)
    .selectFrom('company')
    .select(['name', 'short_name', 'roles'])
    .where('id', '=', id)
    .executeTakeFirst()
  return (row?.roles.includes('own') ? row.short_name : row?.name) ?? null
}
/** Of a company that was merged the name of the one that has its documents now; null: it was not. */
export async function mergedInto(tx: Tx, id: number): Promise<string | null> {
  // unscoped: partners are shared by all outlets
  const { rows } = await sql<{ into: string }>`
    select c ->> 'to' as into from history h cross join lateral jsonb_array_elements(h.changes) c
    where h.entity = 'company' and h.entity_id = ${id} and h.action = 'merged' and c ->> 'field' = 'mergedInto' order by h.id desc limit 1`.execute(
    tx,
  )
  return rows[0]?.into ?? null
}
export async function nameOfUser(tx: Tx, id: number | null): Promise<string | null> {
  if (id === null) return null
  const row = await tx.selectFrom('app_user').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? null
}

/** What a contact is called, and the page of its type. */
export async function nameOfContact(tx: Tx, id: number): Promise<{ name: string; link: string }> {
  // unscoped: the name of a record that was seen, or for whoever may read all history
  const row = await owned(tx).selectFrom('contact').select(['name', 'type']).where('id', '=', id).executeTakeFirst()
  if (row === undefined) return { name: String(id), link: '' }
  return { name: row.name, link: `${pageOf(contactPage(row.type)).path}?q=${encodeURIComponent(row.name)}` }
}
