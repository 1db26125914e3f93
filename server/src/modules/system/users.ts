import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { Choice } from '@xunyun/contract/kernel/list'
import type { addUsers, changeUsers, getAllUsers, User } from '@xunyun/contract/system/calls'
import { type SqlBool, sql } from 'kysely'
import { type Actor, may } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { differences, recordHistory } from '../../platform/history.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { closeSessions, tellSessionsChanged } from '../../platform/session.ts'
import { refuseStale } from '../../platform/version.ts'
import { checkBound, namesOf, setBound } from './binding.ts'
import { checkPassword } from './passwordActs.ts'
import { keepAnAdministrator } from './rights.ts'

const sorts = {
  LOGNAME: 'u.account',
  UNAME: 'u.name',
  lastLoginAt: 'u.last_login_at',
  createdAt: 'u.created_at',
} as const

/** AP-06: all users, or a page of them with the totals of the tabs. */
export async function listUsers(tx: Tx, input: Input<typeof getAllUsers>): Promise<Output<typeof getAllUsers>> {
  // unscoped: users have no scope; the outlet lends its name
  let filtered = owned(tx).selectFrom('app_user as u').where('u.is_deleted', '=', false)
  if (input.q !== undefined) {
    const pattern = `%${input.q.replace(/[\\%_]/g, '\\$&')}%`
    filtered = filtered.where(
      sql<SqlBool>`(u.account ilike ${pattern} or u.name ilike ${pattern} or u.mobile like ${pattern})`,
    )
  }
  if (input.outletId !== undefined) filtered = filtered.where('u.outlet_id', '=', input.outletId)
  if (input.scope !== undefined) filtered = filtered.where('u.scope', '=', input.scope)
  const counts = await filtered
    .select([
      sql<number>`count(*) filter (where u.status = 0)`.as('enabled'),
      sql<number>`count(*) filter (where u.status = 1)`.as('disabled'),
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
      'o.name as outletName',
      'u.scope',
      'u.must_change_password as mustChangePassword',
      'u.last_login_at as lastLoginAt',
      'u.created_at as createdAt',
      'u.version',
      // unscoped: names of the companies of a user's scope, for whoever manages users
      sql<string>`coalesce((select string_agg(c.name, '、' order by c.name) from user_company b join company c on c.id = b.company_id where b.user_id = u.id), '')`.as(
        'boundNames',
      ),
      sql<number>`(select count(*) from session s where s.user_id = u.id and s.expires_at > ${clock.now()})`.as(
        'sessions',
      ),
    ])
    .orderBy(sql.ref(sorts[input.sort ?? 'UNAME']), (order) =>
      (input.dir === 'desc' ? order.desc() : order.asc()).nullsLast(),
    )
    .orderBy('u.id')
  if (input.STATUS !== undefined) query = query.where('u.status', '=', input.STATUS)
  if (input.pageSize === undefined) return (await query.execute()) as User[]
  const rows = (await query
    .limit(input.pageSize)
    .offset(((input.page ?? 1) - 1) * input.pageSize)
    .execute()) as User[]
  const total =
    input.STATUS === undefined
      ? counts.enabled + counts.disabled
      : input.STATUS === 0
        ? counts.enabled
        : counts.disabled
  return { rows, total, enabled: counts.enabled, disabled: counts.disabled }
}

/** AP-06: enabled users only, whatever STATUS was asked for. */
export async function enabledUsers(tx: Tx, q: string | undefined): Promise<Choice[]> {
  let query = tx
    .selectFrom('app_user')
    .select(['id', 'name as label', 'account as hint'])
    .where('status', '=', 0)
    .where('scope', '<>', 'customer')
    .where('is_deleted', '=', false)
  if (q !== undefined) {
    const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where((eb) => eb.or([eb('account', 'ilike', pattern), eb('name', 'ilike', pattern)]))
  }
  return query.orderBy(sql`name collate "zh-x-icu"`).limit(50).execute()
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

const values = (input: Input<typeof addUsers> | Input<typeof changeUsers>) => ({
  name: input.UNAME,
  mobile: input.mobile ?? null,
  outlet_id: input.outletId ?? null,
  is_dial: input.ISDIAL === 1,
  photo: input.PHOTO ?? '',
  scope: input.scope,
})

/** A new user has no rights yet; the first password must be changed at the first login. */
export async function addUser(tx: Tx, actor: Actor, input: Input<typeof addUsers>): Promise<{ UserID: number }> {
  checkPassword(input.PSD, input.LOGNAME)
  await checkBound(tx, input.scope, input.companies ?? [])
  const user = await tx
    .insertInto('app_user')
    .values({
      ...values(input),
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
  await recordHistory(
    tx,
    actor,
    'user',
    user.id,
    'created',
    differences({}, { account: input.LOGNAME, ...(await inWords(tx, values(input))) }),
  )
  return { UserID: user.id }
}

/** Values as the timeline shows them. */
const inWords = async <T extends { outlet_id: number | null }>(tx: Tx, user: T) => ({
  ...user,
  outlet_id: user.outlet_id === null ? null : await namesOf(tx, [user.outlet_id]),
})

export async function changeUser(tx: Tx, actor: Actor, input: Input<typeof changeUsers>): Promise<{ version: number }> {
  const before = await tx
    .selectFrom('app_user')
    .selectAll()
    .where('id', '=', input.UserID)
    .where('is_deleted', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (before === undefined) throw notFound()
  await refuseStale(tx, before, input.version)
  const status = input.STATUS ?? before.status
  // Who comes in at all is decided by those who decide on rights.
  if (status !== before.status && !may(actor, 'user', 'approve'))
    throw new Refusal('kernel.forbidden', { page: 'user', kind: 'approve' })
  if (status === 1 && input.UserID === actor.userId) throw new Refusal('system.notYourself')
  const bound = await tx.selectFrom('user_company').select('company_id').where('user_id', '=', input.UserID).execute()
  const companies = input.scope === 'all' ? [] : (input.companies ?? bound.map((row) => row.company_id))
  await checkBound(tx, input.scope, companies)
  const after = { ...values(input), status }
  await tx
    .updateTable('app_user')
    .set({ ...after, version: before.version + 1, updated_at: clock.now(), updated_by: actor.userId })
    .where('id', '=', input.UserID)
    .execute()
  await setBound(tx, actor, input.UserID, companies)
  if (status === 1 && before.status === 0) {
    await keepAnAdministrator(tx)
    await closeSessions(tx, input.UserID, 'all')
  }
  await recordHistory(
    tx,
    actor,
    'user',
    input.UserID,
    'changed',
    differences(await inWords(tx, before), await inWords(tx, after)),
  )
  await tellSessionsChanged(tx)
  return { version: before.version + 1 }
}
