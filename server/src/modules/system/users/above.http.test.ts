import * as calls from '@xunyun/contract/system/calls'
import * as roles from '@xunyun/contract/system/roles'
import * as upkeep from '@xunyun/contract/system/upkeep'
import * as batches from '@xunyun/contract/system/userBatches'
import { addWarehouse } from '@xunyun/contract/warehouse/masters/warehouses'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, openWorld, type Person, password, type World } from '../../../../test/world.ts'

let world: World
let adminId: number
let hangzhou: number
let ningbo: number
/** Holds everything about users, and nothing else. */
let clerk: Person
/** The same, and sees one outlet alone. */
let local: Person
beforeAll(async () => {
  world = await openWorld()
  adminId = (await world.admin.ok(calls.getUserInfo, {})).UserID
  hangzhou = await world.outlet('杭州站')
  ningbo = await world.outlet('宁波站')
  clerk = await world.person('clerk', { rights: { user: 'approve' } })
  local = await world.person('local', {
    rights: { user: 'edit', role: 'edit', allWayBill: 'browse' },
    scope: 'outlet',
    companies: [hangzhou],
    outletId: hangzhou,
  })
})
afterAll(() => world.close())

const row = (id: number) => world.db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const saved = async (id: number) => {
  const { name, scope, version, outlet_id } = await row(id)
  return { UserID: id, version, UNAME: name, scope, ...(outlet_id === null ? {} : { outletId: outlet_id }) }
}
const added = (LOGNAME: string) => ({ LOGNAME, PSD: 'Fresh-Pass-2', UNAME: LOGNAME })

describe('nobody acts on a user beyond himself', () => {
  it('a password is reset by whoever holds all that its user holds, an administrator’s by an administrator alone', async () => {
    const target = await world.person('equal', { rights: { user: 'browse' } })
    await clerk.client.ok(calls.adminChangePwd, { UserID: target.id, PSD: 'Wenzhou-2026' })
    const keeper = await world.person('keeper', { rights: { allWayBill: 'browse' } })
    expect(await clerk.client.refused(calls.adminChangePwd, { UserID: keeper.id, PSD: 'Wenzhou-2026' })).toMatchObject({
      code: 403,
      reason: 'system.beyondYou',
      msg: 'keeper 的权限或数据范围超出您的，不能操作',
    })
    expect(await clerk.client.refused(calls.adminChangePwd, { UserID: adminId, PSD: 'Wenzhou-2026' })).toMatchObject({
      reason: 'system.beyondYou',
    })
    await new Client(world.url).ok(calls.doLogin, { LOGNAME: 'admin', PSD: password })
  })

  it('a user of another outlet is neither changed, bound, given rights or roles, nor reset by an outlet’s own clerk', async () => {
    const stranger = await world.person('stranger', { scope: 'outlet', companies: [ningbo] })
    const { id: role } = await world.admin.ok(roles.addRole, { name: '空' })
    const UserID = stranger.id
    const beyond = { reason: 'system.beyondYou' }
    expect(await local.client.refused(calls.changeUsers, await saved(UserID))).toMatchObject(beyond)
    expect(await local.client.refused(calls.addBindCompany, { UserID, CompanyID: hangzhou })).toMatchObject(beyond)
    expect(await local.client.refused(calls.delBindCompany, { UserID, CompanyID: ningbo })).toMatchObject(beyond)
    expect(await local.client.refused(calls.setSysUserRights, { UserID, Rights: [] })).toMatchObject(beyond)
    expect(await local.client.ok(batches.assignRoles, { ids: [UserID], roles: [role], mode: 'add' })).toMatchObject({
      done: 0,
      refused: [beyond],
    })
    expect(await local.client.refused(roles.setRoleMembers, { id: role, add: [UserID] })).toMatchObject(beyond)
  })

  it('an administrator is not stripped of a role by a role’s own clerk', async () => {
    const { id: role } = await world.admin.ok(roles.addRole, { name: '副管理' })
    await world.admin.ok(roles.setRoleMembers, { id: role, add: [adminId] })
    expect(await local.client.refused(roles.setRoleMembers, { id: role, remove: [adminId] })).toMatchObject({
      reason: 'system.beyondYou',
    })
  })

  it('disabling and ending sessions ask only that the user is no administrator', async () => {
    const keeper = await world.person('busy', { rights: { allWayBill: 'browse' } })
    const sessions = await world.person('guard', { rights: { sessions: 'approve' } })
    expect(await clerk.client.ok(calls.endSessions, { UserID: keeper.id })).toEqual({ ended: 1 })
    expect(await clerk.client.refused(calls.endSessions, { UserID: adminId })).toMatchObject({
      code: 403,
      reason: 'system.administratorOnly',
    })
    const rows = await world.db.selectFrom('session').select('id').where('user_id', '=', adminId).execute()
    expect(await sessions.client.ok(upkeep.endEachSession, { ids: rows.map(({ id }) => id) })).toMatchObject({
      done: 0,
      refused: rows.map(() => ({ reason: 'system.administratorOnly' })),
    })
    const ids = [keeper.id, adminId]
    expect(await clerk.client.ok(batches.setUsersEnabled, { ids, enabled: false })).toMatchObject({
      done: 1,
      refused: [{ id: adminId, reason: 'system.administratorOnly' }],
    })
    // Letting in again is an act like any other.
    expect(await clerk.client.ok(batches.setUsersEnabled, { ids: [keeper.id], enabled: true })).toMatchObject({
      refused: [{ id: keeper.id, reason: 'system.beyondYou' }],
    })
    expect(await world.admin.ok(calls.getUserInfo, {})).toMatchObject({ UserID: adminId })
  })
})

describe('nobody hands on a wider view than his own', () => {
  it('an outlet’s clerk widens neither himself nor another: not to all, not to another outlet, not to other warehouses', async () => {
    const mine = await saved(local.id)
    const refused = (reason: string, path: string) => ({ fields: [{ path, reason: `system.${reason}` }] })
    const beyond = (path: string) => refused('scopeBeyondYours', path)
    expect(await local.client.refused(calls.changeUsers, { ...mine, scope: 'all' })).toMatchObject(beyond('scope'))
    expect(await local.client.refused(calls.changeUsers, { ...mine, companies: [hangzhou, ningbo] })).toMatchObject(
      beyond('companies'),
    )
    expect(await local.client.refused(calls.changeUsers, { ...mine, outletId: ningbo })).toMatchObject(
      beyond('outletId'),
    )
    expect(await local.client.refused(calls.addBindCompany, { UserID: local.id, CompanyID: ningbo })).toMatchObject(
      beyond('CompanyID'),
    )
    expect(await local.client.refused(calls.addUsers, { ...added('wide'), scope: 'all' })).toMatchObject(
      beyond('scope'),
    )
    const { UserID } = await local.client.ok(calls.addUsers, {
      ...added('narrow'),
      scope: 'outlet',
      companies: [hangzhou],
      outletId: hangzhou,
    })
    await local.client.ok(calls.changeUsers, { ...(await saved(UserID)), UNAME: 'narrower' })
    expect(await row(local.id)).toMatchObject({ scope: 'outlet', outlet_id: hangzhou })
  })

  it('whoever works in one warehouse gives nobody another', async () => {
    const [first, second] = await Promise.all(
      ['A1', 'B2'].map((code) =>
        world.admin.ok(addWarehouse, {
          code,
          name: code,
          outletId: hangzhou,
          secondCheck: false,
          blindCount: true,
          weightTolerance: '5',
          nearExpiryDays: 30,
          zones: [
            { code: 'SH', name: '收货', type: 'receive', sellable: false, tempClass: 'normal', enabled: true },
            { code: 'A', name: '存储', type: 'store', sellable: true, tempClass: 'normal', enabled: true },
          ],
        }),
      ),
    )
    const one = await world.person('one-warehouse', { rights: { user: 'edit' } })
    const ids = [first?.id ?? 0, second?.id ?? 0]
    await world.db.updateTable('app_user').set({ all_warehouses: false }).where('id', '=', one.id).execute()
    await world.db
      .insertInto('user_warehouse')
      .values({ user_id: one.id, warehouse_id: ids[0] ?? 0 })
      .execute()
    const client = await world.signIn('one-warehouse')
    const other = { ...added('keeper2'), scope: 'all' as const, allWarehouses: false }
    expect(await client.refused(calls.addUsers, { ...other, warehouses: ids })).toMatchObject({
      fields: [{ path: 'warehouses', reason: 'system.scopeBeyondYours' }],
    })
    expect(await client.refused(calls.addUsers, { ...other, allWarehouses: true })).toMatchObject({
      fields: [{ path: 'warehouses', reason: 'system.scopeBeyondYours' }],
    })
    await client.ok(calls.addUsers, { ...other, warehouses: ids.slice(0, 1) })
  })

  it('the last administrator cannot shut himself into one outlet', async () => {
    expect(
      await world.admin.refused(calls.changeUsers, {
        ...(await saved(adminId)),
        scope: 'outlet',
        companies: [hangzhou],
      }),
    ).toMatchObject({ reason: 'system.lastAdministrator' })
  })
})

describe('what is read can be written back', () => {
  it('[AP-05] every MenuID that GetUserInfo, GetFuncType and GetFuncTypeAll list is taken, groups and outside addresses too; others are refused', async () => {
    const { ListSysUserRights: items } = await world.admin.ok(calls.getUserInfo, {})
    const listed = items.map(({ MenuID, BrowseAccess, AddModifyAccess, DeleteApprovedAccess }) => ({
      MenuID,
      BrowseAccess,
      AddModifyAccess,
      DeleteApprovedAccess,
    }))
    expect(items.some(({ Page }) => Page === '')).toBe(true)
    const before = await world.admin.ok(calls.getUserRight, { UserID: adminId })
    await world.admin.ok(calls.setSysUserRights, { UserID: adminId, Rights: listed })
    expect(await world.admin.ok(calls.getUserRight, { UserID: adminId })).toEqual(before)
    const { id } = await world.db
      .selectFrom('menu')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    const every = await world.db.selectFrom('menu').select('id').execute()
    const rows = every.map((menu) => ({
      MenuID: menu.id,
      BrowseAccess: 1,
      AddModifyAccess: 1,
      DeleteApprovedAccess: 1,
    }))
    await world.admin.ok(calls.setSysUserRights, { UserID: adminId, Rights: rows })
    const unknown = { MenuID: Number(id) + 1, BrowseAccess: 1, AddModifyAccess: 0, DeleteApprovedAccess: 0 }
    expect(await world.admin.refused(calls.setSysUserRights, { UserID: adminId, Rights: [unknown] })).toMatchObject({
      fields: [{ path: 'Rights.0.MenuID', reason: 'system.unknownMenu' }],
    })
  })
})
