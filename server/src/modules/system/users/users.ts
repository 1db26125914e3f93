import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { Choice } from '@xunyun/contract/kernel/list'
import { pageOf } from '@xunyun/contract/pages'
import { roleName } from '@xunyun/contract/rights'
import type * as calls from '@xunyun/contract/system/calls'
import { type SqlBool, sql } from 'kysely'
import type { Act } from '../../../platform/act.ts'
import { type Actor, may } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import { owned, type Tx } from '../../../platform/db.ts'
import { differences, recordHistory } from '../../../platform/history.ts'
import { hashPassword } from '../../../platform/passwords.ts'
import { notFound, Refusal } from '../../../platform/refusal.ts'
import { closeSessions, tellSessionsChanged } from '../../../platform/session.ts'
import { refuseStale } from '../../../platform/version.ts'
import { checkPassword } from '../login/passwordActs.ts'
import { keepAnAdministrator } from '../rights/rights.ts'
import { giveRoles } from '../roles/store.ts'
import { refuseWiderScope, requireAbove, requireNoAdministrator, requireOutletInScope } from './above.ts'
import { checkBound, namesOf, setBound } from './binding.ts'
import { matchesPerson } from './findPeople.ts'
import { assignedBy, assignedInWords, warehousesOf, writeAssigned } from './userWarehouses.ts'

const sorts = {
  LOGNAME: 'u.account',
  UNAME: 'u.name',
  lastLoginAt: 'u.last_login_at',
  createdAt: 'u.created_at',
} as const

const loginDay = sql`(u.last_login_at at time zone 'Asia/Shanghai')::date`
const tabCondition = {
  enabled: sql<SqlBool>`u.status = 0`,
  disabled: sql<SqlBool>`u.status = 1`,
  unbound: sql<SqlBool>`(u.status = 0 and coalesce(u.open_id, '') = '')`,
}

/** AP-06: all users, or a page of them with the totals of the tabs. */
export async function listUsers(
  tx: Tx,
  actor: Actor,
  input: Input<typeof calls.getAllUsers>,
): Promise<Output<typeof calls.getAllUsers>> {
  // unscoped: users have no scope; the outlet lends its name
  let filtered = owned(tx).selectFrom('app_user as u').where('u.is_deleted', '=', false)
  if (input.q !== undefined) filtered = filtered.where(await matchesPerson(tx, input.q))
  if (input.outletId !== undefined) filtered = filtered.where('u.outlet_id', '=', input.outletId)
  if (input.scope !== undefined) filtered = filtered.where('u.scope', '=', input.scope)
  if (input.roleId !== undefined)
    filtered = filtered.where(
      sql<SqlBool>`exists (select 1 from user_role h where h.user_id = u.id and h.role_id = ${input.roleId})`,
    )
  if (input.isDial !== undefined) filtered = filtered.where('u.is_dial', '=', input.isDial)
  if (input.loginFrom !== undefined) filtered = filtered.where(sql<SqlBool>`${loginDay} >= ${input.loginFrom}::date`)
  if (input.loginTo !== undefined) filtered = filtered.where(sql<SqlBool>`${loginDay} <= ${input.loginTo}::date`)
  if (input.ids !== undefined) filtered = filtered.where('u.id', 'in', [...input.ids, 0])
  if (input.STATUS !== undefined) filtered = filtered.where('u.status', '=', input.STATUS)
  const counts = await filtered
    .select([
      sql<number>`count(*)`.as('every'),
      sql<number>`count(*) filter (where ${tabCondition.enabled})`.as('enabled'),
      sql<number>`count(*) filter (where ${tabCondition.disabled})`.as('disabled'),
      sql<number>`count(*) filter (where ${tabCondition.unbound})`.as('unbound'),
    ])
    .executeTakeFirstOrThrow()
  let query = filtered
    .leftJoin('company as o', 'o.id', 'u.outlet_id')
    .select([
      'u.id as UserID',
      'u.account as LOGNAME',
      'u.name as UNAME',
      'u.status as STATUS',
      'u.photo as PHOTO',
      sql<number>`u.is_dial::int`.as('ISDIAL'),
      sql<string>`coalesce(u.open_id, '')`.as('OpenId'),
      'u.mobile',
      'u.outlet_id as outletId',
      'o.short_name as outletName',
      'u.scope',
      'u.must_change_password as mustChangePassword',
      'u.last_login_at as lastLoginAt',
      'u.created_at as createdAt',
      'u.version',
      // unscoped: names of the companies of a user's scope, for whoever manages users
      sql<string>`coalesce((select string_agg(c.name, '、' order by c.name) from user_company b join company c on c.id = b.company_id where b.user_id = u.id), '')`.as(
        'boundNames',
      ),
      // unscoped: names of the warehouses of a user, for whoever manages users
      sql<calls.User['warehouses']>`case when not u.all_warehouses then coalesce((
        select json_agg(json_build_object('id', w.id, 'name', w.name) order by w.code)
        from user_warehouse x join warehouse w on w.id = x.warehouse_id where x.user_id = u.id and not w.is_deleted), '[]') end`.as(
        'warehouses',
      ),
      'u.open_id_bound_at as wechatBoundAt',
      sql<(calls.User['roles'][number] & { preset: string | null })[]>`coalesce((
        select json_agg(json_build_object('id', r.id, 'name', r.name, 'enabled', r.enabled, 'preset', r.preset) order by r.id)
        from user_role h join role r on r.id = h.role_id where h.user_id = u.id and not r.is_deleted), '[]')`.as(
        'roles',
      ),
      sql<number>`(select count(*) from session s where s.user_id = u.id and s.expires_at > ${clock.now()})`.as(
        'sessions',
      ),
    ])
    .orderBy(sql.ref(sorts[input.sort ?? 'UNAME']), (order) =>
      (input.dir === 'desc' ? order.desc() : order.asc()).nullsLast(),
    )
    .orderBy('u.id')
  if (input.tab !== undefined) query = query.where(tabCondition[input.tab])
  if (input.pageSize !== undefined) query = query.limit(input.pageSize).offset(((input.page ?? 1) - 1) * input.pageSize)
  const rows = (await query.execute()).map((row) => ({
    ...row,
    roles: row.roles.map(({ preset, name, ...role }) => ({ ...role, name: roleName(name, preset, actor.language) })),
  })) as calls.User[]
  if (input.pageSize === undefined) return rows
  const { every, ...tabs } = counts
  return { rows, total: input.tab === undefined ? every : tabs[input.tab], ...tabs }
}

/** AP-06: enabled users only, whatever STATUS was asked for. */
export async function enabledUsers(tx: Tx, q: string | undefined): Promise<Choice[]> {
  let query = tx
    .selectFrom('app_user as u')
    .select(['u.id', 'u.name as label', 'u.account as hint'])
    .where('u.status', '=', 0)
    .where('u.scope', '<>', 'customer')
    .where('u.is_deleted', '=', false)
  if (q !== undefined) query = query.where(await matchesPerson(tx, q))
  return query.orderBy(sql`u.name collate "zh-x-icu"`).limit(50).execute()
}

/** A colleague who may look after a customer or a waybill: enabled, and not a customer's own account. */
export async function isColleague(tx: Tx, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 0)
    .where('scope', '<>', 'customer')
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  return row !== undefined
}

const values = (input: Input<typeof calls.addUsers> | Input<typeof calls.changeUsers>) => ({
  name: input.UNAME,
  mobile: input.mobile ?? null,
  outlet_id: input.outletId ?? null,
  is_dial: input.ISDIAL === 1,
  photo: input.PHOTO ?? '',
  scope: input.scope,
})

/** Where AddUsers and ChangeUsers have what a scope consists of. */
const scopeFields = { scope: 'scope', companies: 'companies', warehouses: 'warehouses' } as const

/** A new user has the rights of the roles given, if any; the first password must be changed at the first login. */
export const addUsers: Act<typeof calls.addUsers> = async ({ tx, actor }, input) => {
  checkPassword(input.PSD, input.LOGNAME)
  requireOutletInScope(actor, input.outletId ?? null)
  await checkBound(tx, input.scope, input.companies ?? [])
  const warehouses = await assignedBy(tx, input, { all: true, ids: [] })
  const user = await tx
    .insertInto('app_user')
    .values({
      ...values(input),
      all_warehouses: warehouses.all,
      account: input.LOGNAME,
      password_hash: await hashPassword(input.PSD),
      must_change_password: true,
      created_by: actor.userId,
      updated_by: actor.userId,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setBound(tx, actor, user.id, input.scope === 'all' ? [] : (input.companies ?? []))
  await writeAssigned(tx, user.id, warehouses)
  await refuseWiderScope(tx, actor, user.id, scopeFields)
  const roles = await giveRoles(tx, actor, user.id, input.roles ?? [], 'add')
  await recordHistory(tx, actor, 'user', user.id, 'created', [
    ...differences(
      {},
      {
        account: input.LOGNAME,
        ...(await inWords(tx, values(input))),
        // All of them is what goes without saying.
        ...(warehouses.all ? {} : { warehouses: await assignedInWords(tx, warehouses) }),
      },
    ),
    ...roles,
  ])
  return { UserID: user.id }
}

/** Values as the timeline shows them. */
const inWords = async <T extends { outlet_id: number | null }>(tx: Tx, user: T) => ({
  ...user,
  outlet_id: user.outlet_id === null ? null : await namesOf(tx, [user.outlet_id]),
})

export const changeUsers: Act<typeof calls.changeUsers> = async ({ tx, actor }, input) => {
  const before = await tx
    .selectFrom('app_user')
    .selectAll()
    .where('id', '=', input.UserID)
    .where('is_deleted', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (before === undefined) throw notFound()
  await requireAbove(tx, actor, before.id)
  await refuseStale(tx, before, input.version)
  const status = input.STATUS ?? before.status
  // Who comes in at all is decided by those who decide on rights.
  if (status !== before.status && !may(actor, 'user', 'approve'))
    throw new Refusal('kernel.forbidden', { page: 'user', kind: 'approve' })
  if (status === 1 && input.UserID === actor.userId) throw new Refusal('system.notYourself')
  if ((input.outletId ?? null) !== before.outlet_id) requireOutletInScope(actor, input.outletId ?? null)
  const bound = await tx.selectFrom('user_company').select('company_id').where('user_id', '=', input.UserID).execute()
  const companies = input.scope === 'all' ? [] : (input.companies ?? bound.map((row) => row.company_id))
  await checkBound(tx, input.scope, companies)
  const had = { all: before.all_warehouses, ids: await warehousesOf(tx, input.UserID) }
  const warehouses = await assignedBy(tx, input, had)
  const after = { ...values(input), status }
  await tx
    .updateTable('app_user')
    .set({
      ...after,
      all_warehouses: warehouses.all,
      version: before.version + 1,
      updated_at: clock.now(),
      updated_by: actor.userId,
    })
    .where('id', '=', input.UserID)
    .execute()
  await setBound(tx, actor, input.UserID, companies)
  await writeAssigned(tx, input.UserID, warehouses)
  await refuseWiderScope(tx, actor, input.UserID, scopeFields)
  const roles = input.roles === undefined ? [] : await giveRoles(tx, actor, input.UserID, input.roles, 'replace')
  if (status === 1 || roles.length > 0 || input.scope !== before.scope) await keepAnAdministrator(tx)
  if (status === 1 && before.status === 0) await closeSessions(tx, input.UserID, 'all')
  await recordHistory(tx, actor, 'user', input.UserID, 'changed', [
    ...differences(
      { ...(await inWords(tx, before)), warehouses: await assignedInWords(tx, had) },
      { ...(await inWords(tx, after)), warehouses: await assignedInWords(tx, warehouses) },
    ),
    ...roles,
  ])
  await tellSessionsChanged(tx)
  return { version: before.version + 1 }
}

export const endSessions: Act<typeof calls.endSessions> = async ({ tx, actor }, input) => {
  await requireNoAdministrator(tx, actor, input.UserID)
  const ended = await closeSessions(tx, input.UserID, 'all')
  await recordHistory(tx, actor, 'user', input.UserID, 'sessionsEnded')
  return { ended }
}

/** A batch of rows for the export; its cursor is the number of the next page. */
export async function exportRows(
  tx: Tx,
  actor: Actor,
  input: Omit<Input<typeof calls.getAllUsers>, 'page'> & { pageSize: number; after: string | undefined },
): Promise<{ rows: calls.User[]; next: string | null }> {
  const { after, ...filter } = input
  const page = Number(after ?? 1)
  const answer = await listUsers(tx, actor, { ...filter, page })
  const rows = Array.isArray(answer) ? answer : answer.rows
  return { rows, next: rows.length < input.pageSize ? null : String(page + 1) }
}

/** What a user is called wherever records of every kind are named, and where it is shown. */
export async function nameOfUser(tx: Tx, id: number): Promise<{ name: string; link: string }> {
  const row = await tx.selectFrom('app_user').select(['name', 'account']).where('id', '=', id).executeTakeFirst()
  if (row === undefined) return { name: String(id), link: '' }
  return { name: row.name, link: `${pageOf('user').path}?q=${encodeURIComponent(row.account)}` }
}
