import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { PageKey } from '@xunyun/contract/pages'
import {
  type Allowed,
  effectOf,
  kinds,
  nothingAllowed,
  nothingOwn,
  type Own,
  sameAllowed,
} from '@xunyun/contract/rights'
import type * as calls from '@xunyun/contract/system/roles'
import type { Act } from '../../../platform/act.ts'
import { may } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db.ts'
import { recordHistory } from '../../../platform/history.ts'
import { notFound, Refusal } from '../../../platform/refusal.ts'
import { tellSessionsChanged } from '../../../platform/session.ts'
import { changed, refuseStale } from '../../../platform/version.ts'
import { firstOfEachPage } from '../menus/menu.ts'
import {
  asAccesses,
  givenByRoles,
  keepAnAdministrator,
  ownRights,
  rightChanges,
  rightMenus,
  roleRightsWanted,
} from '../rights/rights.ts'
import { lockRole, rightsOfRole } from './store.ts'

type Rights = ReadonlyMap<string, Allowed>

/** For the timeline: a role grants or says nothing; it never denies. */
export const asOwn = (right: Allowed | undefined): Own =>
  right === undefined
    ? nothingOwn
    : { browse: right.browse || null, edit: right.edit || null, approve: right.approve || null }

export async function roleRights(tx: Tx, id: number): Promise<Output<typeof calls.getRoleRights>> {
  const role = await tx
    .selectFrom('role')
    .select(['version', 'enabled'])
    .where('id', '=', id)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  if (role === undefined) throw notFound()
  const rights = await rightsOfRole(tx, id)
  const rows = firstOfEachPage(await rightMenus(tx)).map((menu) => ({
    MenuID: menu.id,
    ...asAccesses(rights.get(menu.page) ?? nothingAllowed),
  }))
  return { ...role, people: (await enabledMembers(tx, id)).length, rows }
}

async function enabledMembers(tx: Tx, roleId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('user_role as u')
    .innerJoin('app_user as a', 'a.id', 'u.user_id')
    .select('a.id')
    .where('u.role_id', '=', roleId)
    .where('a.status', '=', 0)
    .where('a.is_deleted', '=', false)
    .execute()
  return rows.map(({ id }) => id)
}

const joined = (a: Allowed, b: Allowed): Allowed => ({
  browse: a.browse || b.browse,
  edit: a.edit || b.edit,
  approve: a.approve || b.approve,
})

/** How many enabled people may do something else afterwards: another role, or an own right, may hide the change. */
async function affected(tx: Tx, roleId: number, before: Rights, after: Rights): Promise<number> {
  const pages = [...new Set([...before.keys(), ...after.keys()])].filter(
    (page) => !sameAllowed(before.get(page) ?? nothingAllowed, after.get(page) ?? nothingAllowed),
  )
  if (pages.length === 0) return 0
  const people = await enabledMembers(tx, roleId)
  const [others, own] = [await givenByRoles(tx, people, roleId), await ownRights(tx, people)]
  const effect = (user: number, page: string, rights: Rights) =>
    effectOf(joined(others(user, page), rights.get(page) ?? nothingAllowed), own(user, page))
  return people.filter((user) =>
    pages.some((page) => !sameAllowed(effect(user, page, before), effect(user, page, after))),
  ).length
}

/** Rights of the role afterwards: those of pages that the menu no longer names stay. */
async function wantedRights(
  tx: Tx,
  before: Rights,
  rows: Input<typeof calls.setRoleRights>['Rights'],
): Promise<Rights> {
  const { rights, named } = await roleRightsWanted(tx, rows)
  return new Map([...[...before].filter(([page]) => !named.has(page)), ...rights])
}

export async function roleImpact(
  tx: Tx,
  input: Input<typeof calls.getRoleImpact>,
): Promise<Output<typeof calls.getRoleImpact>> {
  const { enabled } = await roleRights(tx, input.id)
  const before = await rightsOfRole(tx, input.id)
  const after = await wantedRights(tx, before, input.Rights)
  return { people: enabled ? await affected(tx, input.id, before, after) : 0 }
}

/** Replaces a role's rights; they hold from the next call of everybody who has it, on every process (SE-09). */
export const setRoleRights: Act<typeof calls.setRoleRights> = async ({ tx, actor }, input) => {
  const role = await lockRole(tx, actor, input.id)
  await refuseStale(tx, role, input.version)
  const before = await rightsOfRole(tx, role.id)
  const after = await wantedRights(tx, before, input.Rights)
  for (const [page, right] of after)
    for (const kind of kinds)
      if (right[kind] && !(before.get(page)?.[kind] ?? false) && !may(actor, page as PageKey, kind))
        throw new Refusal('system.beyondYourOwn')
  const people = role.enabled ? await affected(tx, role.id, before, after) : 0

  await tx.deleteFrom('role_right').where('role_id', '=', role.id).execute()
  if (after.size > 0)
    await tx
      .insertInto('role_right')
      .values([...after].map(([page, right]) => ({ role_id: role.id, page, ...right })))
      .execute()
  await tx.updateTable('role').set(changed(actor.userId, role.version)).where('id', '=', role.id).execute()
  await keepAnAdministrator(tx)
  const pages = [...new Set([...before.keys(), ...after.keys()])]
  const changes = rightChanges(pages.map((page) => [page, asOwn(before.get(page)), asOwn(after.get(page))]))
  if (changes.length > 0) await recordHistory(tx, actor, 'role', role.id, 'rightsChanged', changes)
  await tellSessionsChanged(tx)
  return { version: role.version + 1, people }
}
