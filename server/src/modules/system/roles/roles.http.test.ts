import { jobTitles } from '@xunyun/contract/rights'
import type { User } from '@xunyun/contract/system/calls'
import * as calls from '@xunyun/contract/system/calls'
import * as roles from '@xunyun/contract/system/roles'
import * as batches from '@xunyun/contract/system/userBatches'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { download } from '../../../../test/sheets.ts'
import { openWorld, type World } from '../../../../test/world.ts'

let world: World
let menus: Map<string, number>
beforeAll(async () => {
  world = await openWorld()
  menus = new Map((await world.admin.ok(calls.getRightMenus, {})).map((item) => [item.Page, item.MenuID]))
})
afterAll(() => world.close())

const row = (page: string, BrowseAccess: number, AddModifyAccess = 0, DeleteApprovedAccess = 0) => ({
  MenuID: menus.get(page) ?? 0,
  BrowseAccess,
  AddModifyAccess,
  DeleteApprovedAccess,
})
const versionOf = async (id: number) => (await world.admin.ok(roles.getRoleRights, { id })).version
const setRights = async (id: number, Rights: ReturnType<typeof row>[]) =>
  world.admin.ok(roles.setRoleRights, { id, version: await versionOf(id), Rights })
const makeRole = async (name: string, rights: ReturnType<typeof row>[] = []) => {
  const { id } = await world.admin.ok(roles.addRole, { name })
  if (rights.length > 0) await setRights(id, rights)
  return id
}
const preset = async (key: string) => {
  const found = await sql<{ id: number }>`select id from role where preset = ${key}`.execute(world.db)
  return found.rows[0]?.id ?? 0
}
const roleRow = async (id: number) => (await world.admin.ok(roles.getRoles, { ids: [id] })).rows[0]

describe('presets', () => {
  it('[RT-12/role] come with the product, in the language of whoever asks, and only where one of their pages is built', async () => {
    const { rows } = await world.admin.ok(roles.getRoles, { preset: true, pageSize: 50 })
    const keys = rows.map(({ preset }) => preset)
    expect(keys).toEqual(expect.arrayContaining(['administrator', 'operator', 'dispatcher', 'service', 'customer']))
    for (const { preset, rights } of rows) expect(rights, String(preset)).toBeGreaterThan(0)
    const english = await world.admin.ok(roles.getRoles, { q: 'Administrator' }, { language: 'en' })
    expect(english.rows.map(({ name }) => name)).toEqual(['Administrator'])
    const chinese = await world.admin.ok(roles.getRoles, { q: 'xtgly' })
    expect(chinese.rows).toMatchObject([{ name: jobTitles.administrator.zh, people: 1 }])
  })

  it('[RT-12/role] a preset may be changed and keeps its title in other languages unless renamed; it is never deleted', async () => {
    const id = await preset('service')
    const version = await versionOf(id)
    await world.admin.ok(roles.changeRole, { id, version, name: 'Customer service', note: '电话里答得上来' })
    expect(await roleRow(id)).toMatchObject({ name: jobTitles.service.zh, note: '电话里答得上来' })
    await world.admin.ok(roles.changeRole, { id, version: version + 1, name: '前台' })
    expect((await world.admin.ok(roles.getRoles, { ids: [id] }, { language: 'en' })).rows[0]?.name).toBe('前台')
    const outcome = await world.admin.ok(roles.deleteRoles, { ids: [id] })
    expect(outcome).toMatchObject({ done: 0, refused: [{ no: '前台', reason: 'system.rolePreset' }] })
  })
})

describe('roles', () => {
  it('[RT-12/role] are made, named once, copied with their rights, and refuse a stale save', async () => {
    const id = await makeRole('夜班 调度', [row('arrangeList', 1, 1)])
    expect(await world.admin.refused(roles.addRole, { name: '夜班 调度' })).toMatchObject({
      fields: [{ path: 'name', reason: 'system.roleNameTaken' }],
    })
    expect(await world.admin.refused(roles.changeRole, { id, version: 1, name: 'x' })).toMatchObject({ code: 409 })
    const copy = await world.admin.ok(roles.copyRole, { id, name: '夜班调度 2' })
    const { rows } = await world.admin.ok(roles.getRoleRights, { id: copy.id })
    expect(rows.find(({ MenuID }) => MenuID === menus.get('arrangeList'))).toEqual(row('arrangeList', 1, 1))
    const history = await world.admin.ok(roles.getRoleHistory, { id: copy.id })
    expect(history[0]).toMatchObject({ action: 'copied', byName: '管理员' })
    expect(history[0]?.changes).toContainEqual({ field: 'arrangeList', from: null, to: 'browse+edit' })
  })

  it('[SE-09] what a role gives holds on the next call of everybody who has it, and is gone with the role', async () => {
    const id = await makeRole('看用户', [row('user', 1)])
    const person = await world.person('holder', {})
    expect(await person.client.refused(calls.getAllUsers, {})).toMatchObject({ code: 403 })
    await world.admin.ok(roles.setRoleMembers, { id, add: [person.id] })
    await person.client.ok(calls.getAllUsers, {})
    expect(await setRights(id, [row('role', 1)])).toMatchObject({ people: 1 })
    expect(await person.client.refused(calls.getAllUsers, {})).toMatchObject({ code: 403 })
    await person.client.ok(roles.getRoles, {})
    await world.admin.ok(roles.setRolesEnabled, { ids: [id], enabled: false })
    expect(await person.client.refused(roles.getRoles, {})).toMatchObject({ code: 403 })
    await world.admin.ok(roles.setRolesEnabled, { ids: [id], enabled: true })
    await person.client.ok(roles.getRoles, {})
    await world.admin.ok(roles.setRoleMembers, { id, remove: [person.id] })
    expect(await person.client.refused(roles.getRoles, {})).toMatchObject({ code: 403 })
  })

  it('[RT-12/role] how many people a change affects is known before it is saved: not those whose own right or other role hides it', async () => {
    const id = await makeRole('影响', [row('driver', 1)])
    const other = await makeRole('影响 2', [row('driver', 1)])
    const [plain, doubled, denied, gone] = [
      await world.person('imp1', {}),
      await world.person('imp2', {}),
      await world.person('imp3', {}),
      await world.person('imp4', {}),
    ]
    await world.admin.ok(roles.setRoleMembers, { id, add: [plain.id, doubled.id, denied.id, gone.id] })
    await world.admin.ok(roles.setRoleMembers, { id: other, add: [doubled.id] })
    await world.admin.ok(calls.setSysUserRights, { UserID: denied.id, Rights: [] })
    await world.admin.ok(batches.setUsersEnabled, { ids: [gone.id], enabled: false })
    expect(await world.admin.ok(roles.getRoleImpact, { id, Rights: [] })).toEqual({ people: 1 })
    expect(await world.admin.ok(roles.getRoleImpact, { id, Rights: [row('driver', 1)] })).toEqual({ people: 0 })
    expect(await world.admin.ok(roles.getRoleImpact, { id, Rights: [row('driver', 1, 1)] })).toEqual({ people: 2 })
    expect(await setRights(id, [row('driver', 1, 1)])).toMatchObject({ people: 2 })
  })

  it('[RT-12/role] is deleted only when nobody has it', async () => {
    const id = await makeRole('临时')
    const person = await world.person('temp', {})
    await world.admin.ok(roles.setRoleMembers, { id, add: [person.id] })
    expect(await world.admin.ok(roles.deleteRoles, { ids: [id] })).toMatchObject({
      refused: [{ reason: 'system.roleInUse', msg: '还有 1 人是“临时”，先移出成员' }],
    })
    await world.admin.ok(roles.setRoleMembers, { id, remove: [person.id] })
    expect(await world.admin.ok(roles.deleteRoles, { ids: [id] })).toEqual({ done: 1, refused: [] })
    expect(await world.admin.refused(roles.getRoleRights, { id })).toMatchObject({ code: 404 })
    await makeRole('临时')
  })

  it('[RT-12/role] the list is sorted, paged and exported with its counts; members and candidates are named', async () => {
    const id = await makeRole('导出', [row('driver', 1), row('vehicleAll', 1, 1, 1)])
    const outlet = await world.outlet('温州站')
    const person = await world.person('exported', { outletId: outlet })
    await world.admin.ok(roles.setRoleMembers, { id, add: [person.id] })
    expect(await roleRow(id)).toMatchObject({ people: 1, rights: 2, preset: null, enabled: true })
    expect(await world.admin.ok(roles.getRoleMembers, { id })).toMatchObject([
      { UserID: person.id, outletName: '温州站', STATUS: 0 },
    ])
    expect(await world.admin.ok(roles.getRoleCandidates, { q: 'exported' })).toMatchObject([
      { id: person.id, hint: 'exported · 温州站' },
    ])
    const first = await world.admin.ok(roles.getRoles, { sort: 'rights', dir: 'desc', pageSize: 2 })
    expect(first.rows[0]?.preset).toBe('administrator')
    const second = await world.admin.ok(roles.getRoles, {
      sort: 'rights',
      dir: 'desc',
      pageSize: 2,
      after: first.next ?? '',
    })
    expect(second.rows.map(({ id }) => id)).not.toEqual(expect.arrayContaining(first.rows.map(({ id }) => id)))
    const totals = await world.admin.ok(roles.getRoleTotals, { tab: 'enabled' })
    expect(totals.count).toBe(totals.tabs.enabled)
    const { rows } = await download(world.admin, roles.exportRoles, { columns: 'name,people,rights', ids: String(id) })
    expect(rows).toEqual([
      ['角色', '人数', '权限数'],
      ['导出', '1', '2'],
    ])
  })
})

describe('nobody passes on what he lacks', () => {
  it('[SE-08] neither by a role’s rights, nor by copying, enabling or giving a role', async () => {
    const strong = await makeRole('强', [row('user', 1, 1, 1)])
    const deputy = await world.person('deputy', {})
    const { client } = deputy
    await world.admin.ok(calls.setSysUserRights, {
      UserID: deputy.id,
      Rights: [row('role', 1, 1, 1), row('user', 1, 1)],
    })
    const own = await client.ok(roles.addRole, { name: '弱' })
    const beyond = { id: own.id, version: 1, Rights: [row('user', 1, 1, 1)] }
    expect(await client.refused(roles.setRoleRights, beyond)).toMatchObject({ reason: 'system.beyondYourOwn' })
    await client.ok(roles.setRoleRights, { ...beyond, Rights: [row('user', 1, 1)] })
    for (const attempt of [
      client.refused(roles.copyRole, { id: strong, name: '强 2' }),
      client.refused(roles.setRoleMembers, { id: strong, add: [deputy.id] }),
      client.refused(calls.addUsers, {
        LOGNAME: 'x9',
        PSD: 'First-Pass-1',
        UNAME: 'x',
        scope: 'all',
        roles: [strong],
      }),
    ])
      expect(await attempt).toMatchObject({ code: 403, reason: 'system.roleBeyondYourOwn' })
    expect(
      await client.ok(batches.assignRoles, { ids: [deputy.id], roles: [strong, own.id], mode: 'add' }),
    ).toMatchObject({ done: 0, refused: [{ id: deputy.id, reason: 'system.roleBeyondYourOwn' }] })
    await world.admin.ok(roles.setRolesEnabled, { ids: [strong], enabled: false })
    expect(await client.ok(roles.setRolesEnabled, { ids: [strong], enabled: true })).toMatchObject({ done: 0 })
    const [shown] = (await client.ok(roles.getRoles, { ids: [strong] })).rows
    expect(shown?.actions.find(({ key }) => key === 'enable')?.reason).toContain('自己没有的权限')
  })

  it('the last administrator stays: the role is not emptied, not disabled, not taken away', async () => {
    const id = await preset('administrator')
    const [admin] = (await world.admin.ok(calls.getAllUsers, { q: 'admin' })) as User[]
    const version = await versionOf(id)
    const last = { reason: 'system.lastAdministrator' }
    expect(await world.admin.refused(roles.setRoleRights, { id, version, Rights: [] })).toMatchObject(last)
    expect(await world.admin.refused(roles.setRoleMembers, { id, remove: [admin?.UserID ?? 0] })).toMatchObject(last)
    expect(await world.admin.ok(roles.setRolesEnabled, { ids: [id], enabled: false })).toMatchObject({
      done: 0,
      refused: [last],
    })
    const change = { UserID: admin?.UserID ?? 0, version: admin?.version ?? 0, UNAME: '管理员', scope: 'all' } as const
    expect(await world.admin.refused(calls.changeUsers, { ...change, roles: [] })).toMatchObject(last)
    expect(
      await world.admin.ok(batches.assignRoles, { ids: [change.UserID], roles: [], mode: 'replace' }),
    ).toMatchObject({ done: 0, refused: [last] })
    await world.admin.ok(roles.getRoles, {})
  })

  it('of two administrators who take the role from each other at once, one is refused', async () => {
    const id = await preset('administrator')
    const [admin] = (await world.admin.ok(calls.getAllUsers, { q: 'admin' })) as User[]
    const second = await world.person('second', {})
    await world.admin.ok(roles.setRoleMembers, { id, add: [second.id] })
    const take = (client: typeof world.admin, user: number) =>
      client.send(batches.assignRoles, { ids: [user], roles: [], mode: 'replace' })
    const answers = await Promise.all([take(world.admin, second.id), take(second.client, admin?.UserID ?? 0)])
    const left = await sql<{ n: number }>`select count(*) as n from user_role where role_id = ${id}`.execute(world.db)
    expect(left.rows[0]?.n, JSON.stringify(answers)).toBeGreaterThan(0)
    await world.db
      .insertInto('user_role')
      .values({ user_id: admin?.UserID ?? 0, role_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
})
