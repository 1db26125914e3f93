import type { Input } from '@xunyun/contract/kernel/call'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { tidy } from '@xunyun/contract/kernel/text'
import { keptRoleName, roleName } from '@xunyun/contract/rights'
import type * as calls from '@xunyun/contract/system/roles'
import type { Act, Asked } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import { eachRecord, type Records } from '../../../platform/batch.ts'
import type { Tx } from '../../../platform/db.ts'
import { differences, recordHistory } from '../../../platform/history.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { tellSessionsChanged } from '../../../platform/session.ts'
import { changed, created, refuseStale } from '../../../platform/version.ts'
import { keepAnAdministrator, rightChanges } from '../rights/rights.ts'
import { asOwn } from './roleRights.ts'
import { changeMembers, lockRole, lockRoles, refuseGiving, rightsOfRole } from './store.ts'

/** Acts on roles (RT-12/role): make, name, copy, enable, delete, who has them. */

const valuesOf = (input: Input<typeof calls.addRole>, preset: string | null) => ({
  name: keptRoleName(tidy(input.name), preset),
  note: input.note ?? '',
})

async function insertRole(tx: Tx, actor: Actor, values: ReturnType<typeof valuesOf>): Promise<number> {
  const { id } = await tx
    .insertInto('role')
    .values({ ...values, ...created(actor.userId) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const addRole: Act<typeof calls.addRole> = async ({ tx, actor }, input) => {
  const values = valuesOf(input, null)
  const id = await insertRole(tx, actor, values)
  await recordHistory(tx, actor, 'role', id, 'created', differences({}, values))
  return { id }
}

export const changeRole: Act<typeof calls.changeRole> = async ({ tx, actor }, input) => {
  const before = await lockRole(tx, actor, input.id)
  await refuseStale(tx, before, input.version)
  const values = valuesOf(input, before.preset)
  await tx
    .updateTable('role')
    .set({ ...values, ...changed(actor.userId, before.version) })
    .where('id', '=', before.id)
    .execute()
  await recordHistory(
    tx,
    actor,
    'role',
    before.id,
    'changed',
    differences({ name: before.name, note: before.note }, values),
  )
  return { version: before.version + 1 }
}

/** The copy is the company's own role: enabled, and nobody has it yet. */
export const copyRole: Act<typeof calls.copyRole> = async ({ tx, actor }, input) => {
  const source = await lockRole(tx, actor, input.id)
  await refuseGiving(tx, actor, source)
  const values = valuesOf(input, null)
  const id = await insertRole(tx, actor, values)
  const rights = [...(await rightsOfRole(tx, source.id))]
  if (rights.length > 0)
    await tx
      .insertInto('role_right')
      .values(rights.map(([page, right]) => ({ role_id: id, page, ...right })))
      .execute()
  await recordHistory(tx, actor, 'role', id, 'copied', [
    { field: 'source', from: null, to: source.name },
    ...differences({}, values),
    ...rightChanges(rights.map(([page, right]) => [page, asOwn(undefined), asOwn(right)])),
  ])
  return { id }
}

type LockedRole = Awaited<ReturnType<typeof lockRole>>

async function eachRole(
  asked: Asked,
  ids: readonly number[],
  act: (role: LockedRole) => Promise<void>,
): Promise<Outcomes> {
  const records: Records<LockedRole> = {
    lock: lockRoles,
    no: (role) => roleName(role.name, role.preset, asked.actor.language),
  }
  const outcomes = await eachRecord(asked, ids, records, act)
  await tellSessionsChanged(asked.tx)
  return outcomes
}

export const setRolesEnabled: Act<typeof calls.setRolesEnabled> = (asked, { ids, enabled }) => {
  const { tx, actor } = asked
  return eachRole(asked, ids, async (role) => {
    if (role.enabled === enabled) return
    // Enabling gives everybody who has it what it holds.
    if (enabled) await refuseGiving(tx, actor, role)
    await tx
      .updateTable('role')
      .set({ enabled, ...changed(actor.userId, role.version) })
      .where('id', '=', role.id)
      .execute()
    if (!enabled) await keepAnAdministrator(tx)
    await recordHistory(tx, actor, 'role', role.id, enabled ? 'enabled' : 'disabled')
  })
}

export const deleteRoles: Act<typeof calls.deleteRoles> = (asked, { ids }) => {
  const { tx, actor } = asked
  return eachRole(asked, ids, async (role) => {
    const name = roleName(role.name, role.preset, actor.language)
    if (role.preset !== null) throw new Refusal('system.rolePreset', { role: name })
    const { people } = await tx
      .selectFrom('user_role as u')
      .innerJoin('app_user as a', 'a.id', 'u.user_id')
      .select((eb) => eb.fn.countAll<number>().as('people'))
      .where('u.role_id', '=', role.id)
      .where('a.is_deleted', '=', false)
      .executeTakeFirstOrThrow()
    if (people > 0) throw new Refusal('system.roleInUse', { people, role: name })
    await tx
      .updateTable('role')
      .set({ is_deleted: true, ...changed(actor.userId, role.version) })
      .where('id', '=', role.id)
      .execute()
    await recordHistory(tx, actor, 'role', role.id, 'deleted')
  })
}

export const setRoleMembers: Act<typeof calls.setRoleMembers> = async ({ tx, actor }, input) => {
  const role = await lockRole(tx, actor, input.id)
  const result = await changeMembers(tx, actor, role, { add: input.add ?? [], remove: input.remove ?? [] })
  if (result.removed > 0) await keepAnAdministrator(tx)
  await tellSessionsChanged(tx)
  return result
}
