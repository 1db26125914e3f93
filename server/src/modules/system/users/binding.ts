import type { Output } from '@xunyun/contract/kernel/call'
import type * as calls from '@xunyun/contract/system/calls'
import { sql } from 'kysely'
import type { Act } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import { owned, type Tx } from '../../../platform/db.ts'
import { recordHistory } from '../../../platform/history.ts'
import { badField, notFound } from '../../../platform/refusal.ts'
import { tellSessionsChanged } from '../../../platform/session.ts'
import { refuseWiderScope, requireAbove } from './above.ts'

/** What a scope may consist of: outlets are companies with role own, customers with role customer or owner. */
const rolesOf: Record<Exclude<calls.ScopeKind, 'all'>, readonly string[]> = {
  outlet: ['own'],
  customer: ['customer', 'owner'],
}

export async function boundCompanies(tx: Tx, userId: number): Promise<Output<typeof calls.getBindCompany>> {
  // unscoped: the companies of a scope are shown to whoever manages users
  return owned(tx)
    .selectFrom('user_company')
    .innerJoin('company', 'company.id', 'user_company.company_id')
    .select(['company.id as CompanyID', 'company.name as CompanyName', 'company.code'])
    .where('user_company.user_id', '=', userId)
    .orderBy(sql`company.name collate "zh-x-icu"`)
    .execute()
}

/** A scope that is not "all" names at least one company, each of a role that fits. */
export async function checkBound(tx: Tx, scope: calls.ScopeKind, companies: readonly number[]): Promise<void> {
  if (scope === 'all') return
  if (companies.length === 0) throw badField('companies', 'system.scopeEmpty')
  // unscoped: whether companies fit a scope is no matter of the manager's own
  const fitting = await owned(tx)
    .selectFrom('company')
    .select('id')
    .where('id', 'in', [...companies])
    .where('is_deleted', '=', false)
    .where(sql<boolean>`roles && ${[...rolesOf[scope]]}::text[]`)
    .execute()
  if (fitting.length !== new Set(companies).size) throw badField('companies', 'system.bindRole', { scope })
}

/** Companies as a timeline shows them: it shows no ids. */
export async function namesOf(tx: Tx, ids: readonly number[]): Promise<string> {
  if (ids.length === 0) return ''
  // unscoped: names of what a user is bound to, for whoever manages users
  const rows = await owned(tx)
    .selectFrom('company')
    .select('name')
    .where('id', 'in', [...ids])
    .orderBy(sql`name collate "zh-x-icu"`)
    .execute()
  return rows.map((row) => row.name).join(', ')
}

export async function setBound(tx: Tx, actor: Actor, userId: number, companies: readonly number[]): Promise<void> {
  const before = await tx.selectFrom('user_company').select('company_id').where('user_id', '=', userId).execute()
  const had = new Set(before.map((row) => row.company_id))
  const wanted = new Set(companies)
  const gone = [...had].filter((id) => !wanted.has(id))
  const added = [...wanted].filter((id) => !had.has(id))
  if (gone.length > 0)
    await tx.deleteFrom('user_company').where('user_id', '=', userId).where('company_id', 'in', gone).execute()
  if (added.length > 0)
    await tx
      .insertInto('user_company')
      .values(added.map((id) => ({ user_id: userId, company_id: id, created_by: actor.userId })))
      .execute()
  if (gone.length + added.length > 0) {
    await recordHistory(tx, actor, 'user', userId, 'scopeChanged', [
      { field: 'companies', from: await namesOf(tx, [...had]), to: await namesOf(tx, [...wanted]) },
    ])
  }
}

async function lockUser(tx: Tx, userId: number): Promise<{ scope: calls.ScopeKind }> {
  const user = await tx
    .selectFrom('app_user')
    .select('scope')
    .where('id', '=', userId)
    .where('is_deleted', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (user === undefined) throw notFound()
  return user
}

/** AddBindCompany names no scope: the company it adds is what may be too much. */
const boundFields = { scope: 'CompanyID', companies: 'CompanyID', warehouses: 'CompanyID' } as const

/** AP-08: one more company for a user. */
export const addBindCompany: Act<typeof calls.addBindCompany> = async ({ tx, actor }, input) => {
  const { scope } = await lockUser(tx, input.UserID)
  await requireAbove(tx, actor, input.UserID)
  if (scope === 'all') throw badField('UserID', 'system.bindRole', { scope })
  await checkBound(tx, scope, [input.CompanyID])
  const bound = await boundCompanies(tx, input.UserID)
  await setBound(tx, actor, input.UserID, [...bound.map((row) => row.CompanyID), input.CompanyID])
  await refuseWiderScope(tx, actor, input.UserID, boundFields)
  await tellSessionsChanged(tx)
  return {}
}

/** AP-08: one company less; the last one stays, because an empty scope would see nothing and look like a fault. */
export const delBindCompany: Act<typeof calls.delBindCompany> = async ({ tx, actor }, input) => {
  const { scope } = await lockUser(tx, input.UserID)
  await requireAbove(tx, actor, input.UserID)
  const bound = await boundCompanies(tx, input.UserID)
  if (!bound.some((row) => row.CompanyID === input.CompanyID)) throw notFound()
  const left = bound.map((row) => row.CompanyID).filter((id) => id !== input.CompanyID)
  if (scope !== 'all' && left.length === 0) throw badField('CompanyID', 'system.scopeEmpty')
  await setBound(tx, actor, input.UserID, left)
  await tellSessionsChanged(tx)
  return {}
}

/** The accounts of one company work for another from now on, their open sessions too. */
export async function moveBinding(tx: Tx, actor: Actor, from: { id: number }, to: { id: number }): Promise<void> {
  const bound = await tx.selectFrom('user_company').select('user_id').where('company_id', '=', from.id).execute()
  for (const { user_id } of bound) {
    const rows = await tx.selectFrom('user_company').select('company_id').where('user_id', '=', user_id).execute()
    const companies = rows.map(({ company_id }) => (company_id === from.id ? to.id : company_id))
    await setBound(tx, actor, user_id, companies)
  }
  if (bound.length > 0) await tellSessionsChanged(tx)
}
