import type { PageKey } from '@xunyun/contract/pages'
import { type Allowed, kinds, roleName } from '@xunyun/contract/rights'
import { type Actor, may } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db.ts'
import { type Change, recordHistory } from '../../../platform/history.ts'
import { badField, notFound, Refusal } from '../../../platform/refusal.ts'
import { requireAbove } from '../users/above.ts'

/** Not deleted, locked in id order. */
export async function lockRoles(tx: Tx, _: Actor, ids: readonly number[]) {
  const rows = await tx
    .selectFrom('role')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('is_deleted', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export async function lockRole(tx: Tx, actor: Actor, id: number) {
  const role = (await lockRoles(tx, actor, [id])).get(id)
  if (role === undefined) throw notFound()
  return role
}

/** What a role allows, by page. */
export async function rightsOfRole(tx: Tx, id: number): Promise<Map<string, Allowed>> {
  const rows = await tx.selectFrom('role_right').selectAll().where('role_id', '=', id).execute()
  return new Map(rows.map(({ page, browse, edit, approve }) => [page, { browse, edit, approve }]))
}

type Named = { readonly id: number; readonly name: string; readonly preset: string | null }

/** True if the actor lacks something that these rights hold. */
export const isBeyond = (actor: Actor, rights: Iterable<readonly [page: string, right: Allowed]>): boolean =>
  [...rights].some(([page, right]) => kinds.some((kind) => right[kind] && !may(actor, page as PageKey, kind)))

export const beyondYourOwn = (actor: Actor, role: Named): Refusal =>
  new Refusal('system.roleBeyondYourOwn', { role: roleName(role.name, role.preset, actor.language) })

/** Whoever hands a role on must hold what it gives; a disabled one may be enabled at any time, so it counts alike. */
export async function refuseGiving(tx: Tx, actor: Actor, role: Named): Promise<void> {
  if (isBeyond(actor, await rightsOfRole(tx, role.id))) throw beyondYourOwn(actor, role)
}

/** The roles of these ids, kept from being deleted or widened until the transaction ends; an unknown one is refused. */
export async function rolesToGive(tx: Tx, actor: Actor, ids: readonly number[]) {
  if (ids.length === 0) return []
  const roles = await tx
    .selectFrom('role')
    .select(['id', 'name', 'preset'])
    .where('id', 'in', [...ids])
    .where('is_deleted', '=', false)
    .orderBy('id')
    .forShare()
    .execute()
  if (roles.length !== new Set(ids).size) throw badField('roles', 'system.roleUnknown')
  for (const role of roles) await refuseGiving(tx, actor, role)
  return roles
}

const list = (names: readonly string[]) => (names.length === 0 ? null : names.join(', '))

/**
 * A user has these roles from now on, or these besides. Answers what changed, for the timeline; the caller keeps an
 * administrator and tells the sessions.
 */
export async function giveRoles(
  tx: Tx,
  actor: Actor,
  userId: number,
  ids: readonly number[],
  mode: 'add' | 'replace',
): Promise<Change[]> {
  const had = await tx
    .selectFrom('user_role as u')
    .innerJoin('role as r', 'r.id', 'u.role_id')
    .select(['r.id', 'r.name'])
    .where('u.user_id', '=', userId)
    .where('r.is_deleted', '=', false)
    .orderBy('r.id')
    .execute()
  const added = await rolesToGive(
    tx,
    actor,
    ids.filter((id) => !had.some((role) => role.id === id)),
  )
  const gone = mode === 'add' ? [] : had.filter(({ id }) => !ids.includes(id))
  if (gone.length > 0)
    await tx
      .deleteFrom('user_role')
      .where('user_id', '=', userId)
      .where(
        'role_id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute()
  if (added.length > 0)
    await tx
      .insertInto('user_role')
      .values(added.map(({ id }) => ({ user_id: userId, role_id: id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  if (added.length + gone.length === 0) return []
  const kept = had.filter((role) => !gone.includes(role))
  const names = (roles: readonly { name: string }[]) => list(roles.map(({ name }) => name))
  return [{ field: 'roles', from: names(had), to: names([...kept, ...added]) }]
}

/** Users come to a role or leave it; on the role's timeline and on theirs. */
export async function changeMembers(
  tx: Tx,
  actor: Actor,
  role: Named,
  ids: { readonly add: readonly number[]; readonly remove: readonly number[] },
): Promise<{ added: number; removed: number }> {
  const had = await tx.selectFrom('user_role').select('user_id').where('role_id', '=', role.id).execute()
  const has = new Set(had.map((row) => row.user_id))
  const come = [...new Set(ids.add)].filter((id) => !has.has(id))
  const go = [...new Set(ids.remove)].filter((id) => has.has(id) && !ids.add.includes(id))
  const users = await tx
    .selectFrom('app_user')
    .select(['id', 'name'])
    .where('id', 'in', [...come, ...go, 0])
    .where('is_deleted', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()
  const nameOf = new Map(users.map(({ id, name }) => [id, name]))
  if (come.some((id) => !nameOf.has(id))) throw badField('add', 'field.id')
  for (const { id } of users) await requireAbove(tx, actor, id)
  if (come.length > 0) {
    await refuseGiving(tx, actor, role)
    await tx
      .insertInto('user_role')
      .values(come.map((id) => ({ user_id: id, role_id: role.id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  if (go.length > 0)
    await tx.deleteFrom('user_role').where('role_id', '=', role.id).where('user_id', 'in', go).execute()
  const names = (some: readonly number[]) => list(some.map((id) => nameOf.get(id) ?? String(id)))
  const change = [
    ...(come.length > 0 ? [{ field: 'membersAdded', from: null, to: names(come) }] : []),
    ...(go.length > 0 ? [{ field: 'membersRemoved', from: names(go), to: null }] : []),
  ]
  if (change.length > 0) await recordHistory(tx, actor, 'role', role.id, 'membersChanged', change)
  for (const id of come)
    await recordHistory(tx, actor, 'user', id, 'rolesChanged', [{ field: 'roles', from: null, to: role.name }])
  for (const id of go)
    await recordHistory(tx, actor, 'user', id, 'rolesChanged', [{ field: 'roles', from: role.name, to: null }])
  return { added: come.length, removed: go.length }
}
