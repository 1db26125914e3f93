import { effectOf } from '@xunyun/contract/rights'
import type { User, UserRightRow } from '@xunyun/contract/system/calls'
import * as calls from '@xunyun/contract/system/calls'
import { explainRight } from '@xunyun/contract/system/explain'
import * as roles from '@xunyun/contract/system/roles'
import * as batches from '@xunyun/contract/system/userBatches'
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
const accesses = (browse: number, edit: number, approve: number) => ({
  BrowseAccess: browse,
  AddModifyAccess: edit,
  DeleteApprovedAccess: approve,
})
const own = (browse: number | null, edit: number | null, approve: number | null) => ({
  BrowseAccess: browse,
  AddModifyAccess: edit,
  DeleteApprovedAccess: approve,
})
async function roleWith(name: string, rights: ReturnType<typeof row>[], people: number[] = []) {
  const { id } = await world.admin.ok(roles.addRole, { name })
  await world.admin.ok(roles.setRoleRights, { id, version: 1, Rights: rights })
  if (people.length > 0) await world.admin.ok(roles.setRoleMembers, { id, add: people })
  return id
}
const rightsOf = (UserID: number) => world.admin.ok(calls.getUserRight, { UserID })
const onPage = (rows: UserRightRow[], page: string) => rows.find(({ MenuID }) => MenuID === menus.get(page))
const storedOwn = (id: number) =>
  world.db.selectFrom('user_right').select(['page', 'browse', 'edit', 'approve']).where('user_id', '=', id).execute()

describe('a user’s own rights on top of the roles', () => {
  it('[AP-05] GetUserRight answers what holds, and beside it what the roles give and what is his own', async () => {
    const person = await world.person('mixed', {})
    await roleWith('混合', [row('driver', 1, 1), row('vehicleAll', 1)], [person.id])
    await world.admin.ok(calls.setSysUserRights, {
      UserID: person.id,
      Rights: [row('driver', 1), row('vehicleAll', 1, 0, 1)],
    })
    const rights = await rightsOf(person.id)
    expect(onPage(rights, 'driver')).toEqual({
      ...row('driver', 1),
      Role: accesses(1, 1, 0),
      Own: own(null, 0, null),
    })
    expect(onPage(rights, 'vehicleAll')).toEqual({
      ...row('vehicleAll', 1, 0, 1),
      Role: accesses(1, 0, 0),
      Own: own(null, null, 1),
    })
    expect(onPage(rights, 'user')).toEqual({ ...row('user', 0), Role: accesses(0, 0, 0), Own: own(null, null, null) })
  })

  it('[AP-05] a client that knows the three accesses alone sends back what it got, and nothing changes; the roles still lead', async () => {
    const person = await world.person('roundtrip', {})
    const id = await roleWith('往返', [row('driver', 1, 1)], [person.id])
    const got = (await rightsOf(person.id)).map(({ Role: _, Own: __, ...plain }) => plain)
    await world.admin.ok(calls.setSysUserRights, { UserID: person.id, Rights: got })
    expect(await storedOwn(person.id)).toEqual([])
    await world.admin.ok(roles.setRoleRights, { id, version: 2, Rights: [row('driver', 1, 1, 1)] })
    expect(onPage(await rightsOf(person.id), 'driver')).toMatchObject(row('driver', 1, 1, 1))
  })

  it('[AP-05] the accesses decide also when the rest of the row is sent along: a changed one counts, an own right that agrees stays', async () => {
    const person = await world.person('along', {})
    await roleWith('一起', [row('driver', 1, 1)], [person.id])
    const Own = own(1, null, null)
    await world.admin.ok(calls.setSysUserRights, {
      UserID: person.id,
      Rights: [{ MenuID: row('driver', 0).MenuID, Own }],
    })
    const got = await rightsOf(person.id)
    expect(onPage(got, 'driver')).toMatchObject({ ...row('driver', 1, 1), Own })
    await world.admin.ok(calls.setSysUserRights, { UserID: person.id, Rights: got })
    expect(onPage(await rightsOf(person.id), 'driver')).toMatchObject({ Own })
    const changed = got.map((one) => (one.MenuID === menus.get('driver') ? { ...one, AddModifyAccess: 0 } : one))
    await world.admin.ok(calls.setSysUserRights, { UserID: person.id, Rights: changed })
    expect(onPage(await rightsOf(person.id), 'driver')).toMatchObject({ ...row('driver', 1), Own: own(null, 0, null) })
  })

  it('[AP-05] rows that are not sent are none: what the roles would give there is denied', async () => {
    const person = await world.person('unsent', {})
    await roleWith('未发', [row('driver', 1, 1)], [person.id])
    await world.admin.ok(calls.setSysUserRights, { UserID: person.id, Rights: [] })
    expect(onPage(await rightsOf(person.id), 'driver')).toMatchObject(row('driver', 0))
    expect(await person.client.refused(calls.getUserInfo, {}).catch(() => 'answers')).toBe('answers')
  })

  it('a row without accesses and without an own right is refused at its field', async () => {
    const person = await world.person('vague', {})
    expect(
      await world.admin.refused(calls.setSysUserRights, {
        UserID: person.id,
        Rights: [row('driver', 1), { MenuID: menus.get('user') ?? 0, BrowseAccess: 1 }],
      }),
    ).toMatchObject({ fields: [{ path: 'Rights.1.AddModifyAccess', reason: 'field.required' }] })
  })

  it('lifting a denial is granting: whoever lacks the right cannot', async () => {
    const person = await world.person('denied', {})
    await roleWith('被拒', [row('driver', 1)], [person.id])
    await world.admin.ok(calls.setSysUserRights, { UserID: person.id, Rights: [] })
    const deputy = await world.person('deputy', { rights: { user: 'edit' } })
    const lift = { MenuID: menus.get('driver') ?? 0, Own: own(null, null, null) }
    const rest = (await rightsOf(person.id))
      .filter(({ MenuID }) => MenuID !== lift.MenuID)
      .map(({ MenuID, Own }) => ({ MenuID, Own }))
    expect(
      await deputy.client.refused(calls.setSysUserRights, { UserID: person.id, Rights: [...rest, lift] }),
    ).toMatchObject({ reason: 'system.beyondYourOwn' })
    await world.admin.ok(calls.setSysUserRights, { UserID: person.id, Rights: [...rest, lift] })
    expect(onPage(await rightsOf(person.id), 'driver')).toMatchObject(row('driver', 1))
  })

  it('[SE-08] the pages’ calculating of what holds is the database’s, for every mixture there is', async () => {
    const states = [true, false, null]
    const person = await world.person('every', {})
    const { db } = world
    const given = [false, true].flatMap((browse) =>
      (browse ? [false, true] : [false]).flatMap((edit) =>
        (browse ? [false, true] : [false]).map((approve) => ({ browse, edit, approve })),
      ),
    )
    const { id } = await db.insertInto('role').values({ name: '每种' }).returning('id').executeTakeFirstOrThrow()
    await db.insertInto('user_role').values({ user_id: person.id, role_id: id }).execute()
    for (const role of given)
      for (const browse of states)
        for (const edit of states)
          for (const approve of states) {
            await db.deleteFrom('role_right').where('role_id', '=', id).execute()
            await db.deleteFrom('user_right').where('user_id', '=', person.id).execute()
            const mine = { browse, edit, approve }
            await db
              .insertInto('role_right')
              .values({ role_id: id, page: 'driver', ...role })
              .execute()
            await db
              .insertInto('user_right')
              .values({ user_id: person.id, page: 'driver', ...mine })
              .execute()
            const found = await db
              .selectFrom('effective_right')
              .select(['browse', 'edit', 'approve'])
              .where('user_id', '=', person.id)
              .executeTakeFirst()
            expect(effectOf(role, mine), JSON.stringify({ role, mine })).toEqual(found)
          }
  })
})

describe('why somebody may or may not', () => {
  const explained = async (UserID: number, page: string, kind: 'browse' | 'edit' | 'approve') =>
    (await world.admin.ok(explainRight, { UserID, page, kind })).rights[0]

  it('[SE-08] names the roles, the own right and the reason, whatever it is', async () => {
    const person = await world.person('why', {})
    const id = await roleWith('缘由', [row('driver', 1, 1)], [person.id])
    expect(await explained(person.id, 'driver', 'edit')).toEqual({
      page: 'driver',
      kind: 'edit',
      holds: true,
      reason: 'role',
      roles: [{ id, name: '缘由', enabled: true }],
      own: null,
      menu: 'shown',
    })
    expect(await explained(person.id, 'driver', 'approve')).toMatchObject({ holds: false, reason: 'nobody', roles: [] })
    await world.admin.ok(calls.setSysUserRights, {
      UserID: person.id,
      Rights: [{ MenuID: menus.get('driver') ?? 0, Own: own(null, 0, 1) }],
    })
    expect(await explained(person.id, 'driver', 'edit')).toMatchObject({
      holds: false,
      reason: 'ownDenial',
      own: false,
    })
    expect(await explained(person.id, 'driver', 'approve')).toMatchObject({ holds: true, reason: 'ownGrant' })
    await world.admin.ok(calls.setSysUserRights, {
      UserID: person.id,
      Rights: [{ MenuID: menus.get('driver') ?? 0, Own: own(0, null, null) }],
    })
    expect(await explained(person.id, 'driver', 'edit')).toMatchObject({ holds: false, reason: 'browseDenied' })
    await world.admin.ok(calls.setSysUserRights, {
      UserID: person.id,
      Rights: [{ MenuID: menus.get('driver') ?? 0, Own: own(null, null, null) }],
    })
    await world.admin.ok(roles.setRolesEnabled, { ids: [id], enabled: false })
    expect(await explained(person.id, 'driver', 'edit')).toMatchObject({
      reason: 'roleDisabled',
      roles: [{ enabled: false }],
    })
    await world.admin.ok(roles.setRolesEnabled, { ids: [id], enabled: true })
    await world.db.updateTable('menu').set({ approved: false }).where('page', '=', 'driver').execute()
    expect(await explained(person.id, 'driver', 'browse')).toMatchObject({ holds: true, menu: 'unapproved' })
    await world.db.updateTable('menu').set({ approved: true }).where('page', '=', 'driver').execute()
    await world.admin.ok(batches.setUsersEnabled, { ids: [person.id], enabled: false })
    expect(await explained(person.id, 'driver', 'browse')).toMatchObject({ holds: false, reason: 'userDisabled' })
    expect(await explained(person.id, 'waiveCollection', 'edit')).toMatchObject({ menu: 'leaf' })
  })

  it('[SE-08] a call is explained by any of the rights it asks for; a document by its list; the console by nothing', async () => {
    const person = await world.person('caller', { rights: { companyView: 'browse' } })
    const answer = await person.client.ok(explainRight, { call: calls.getUsers.path })
    expect(answer.allowed).toBe(true)
    expect(answer.rights.filter(({ holds }) => holds)).toMatchObject([{ page: 'companyView', reason: 'ownGrant' }])
    expect(await person.client.ok(explainRight, { call: `${calls.addUsers.path}?x=1` })).toMatchObject({
      allowed: false,
      rights: [{ page: 'user', kind: 'edit', holds: false }],
    })
    expect(await person.client.ok(explainRight, { page: 'waybill' })).toMatchObject({
      rights: [{ page: 'allWayBill' }, {}, {}],
    })
    expect(await person.client.ok(explainRight, { page: 'dashboard' })).toMatchObject({ allowed: true, rights: [] })
    expect(await person.client.refused(explainRight, { call: '/api/No/Such' })).toMatchObject({
      fields: [{ path: 'call' }],
    })
    expect(await person.client.refused(explainRight, {})).toMatchObject({ fields: [{ path: 'page' }] })
  })

  it('[SE-08] everybody asks about himself; about others only who browses users; colleagues who can grant it are named, not to customers', async () => {
    const person = await world.person('asker', {})
    const helper = await world.person('helper', { rights: { user: 'edit', driver: 'browse' } })
    await world.person('helpless', { rights: { user: 'edit' } })
    const mine = await person.client.ok(explainRight, { page: 'driver', kind: 'browse' })
    expect(mine).toMatchObject({ UserID: person.id, allowed: false, scope: 'all' })
    expect(mine.grantors).toEqual(expect.arrayContaining(['管理员', 'helper']))
    expect(mine.grantors).not.toContain('helpless')
    expect(await person.client.refused(explainRight, { page: 'driver', UserID: helper.id })).toMatchObject({
      code: 403,
    })
    await helper.client.ok(explainRight, { page: 'driver', UserID: person.id })
    const company = await world.company('云帆', ['customer'])
    const customer = await world.person('customer', { scope: 'customer', companies: [company] })
    expect(await customer.client.ok(explainRight, { page: 'driver' })).toMatchObject({
      grantors: [],
      scope: 'customer',
      scopeNames: ['云帆'],
    })
  })
})

describe('users with their roles', () => {
  it('[RT-12/user] [AP-06] are added and changed with roles, which the list shows, filters and exports', async () => {
    const id = await roleWith('列表', [row('driver', 1)])
    const { UserID } = await world.admin.ok(calls.addUsers, {
      LOGNAME: 'withrole',
      PSD: 'First-Pass-1',
      UNAME: '有角色',
      scope: 'all',
      roles: [id],
    })
    const page = await world.admin.ok(calls.getAllUsers, { roleId: id, pageSize: 20 })
    expect(page).toMatchObject({ total: 1, rows: [{ UserID, roles: [{ id, name: '列表', enabled: true }] }] })
    const [user] = (await world.admin.ok(calls.getAllUsers, { q: 'withrole' })) as User[]
    const change = { UserID, version: user?.version ?? 0, UNAME: '有角色', scope: 'all' } as const
    await world.admin.ok(calls.changeUsers, change)
    expect(onPage(await rightsOf(UserID), 'driver')).toMatchObject(row('driver', 1))
    const { rows } = await download(world.admin, batches.exportUsers, { columns: 'LOGNAME,roles,STATUS', roleId: id })
    expect(rows).toEqual([
      ['账号', '角色', '状态'],
      ['withrole', '列表', '启用'],
    ])
    await world.admin.ok(calls.changeUsers, { ...change, version: change.version + 1, roles: [] })
    expect(onPage(await rightsOf(UserID), 'driver')).toMatchObject(row('driver', 0))
    const entries = await world.admin.ok(calls.getUserHistory, { id: UserID })
    expect(entries[0]?.changes).toEqual([{ field: 'roles', from: '列表', to: null }])
    expect(
      await world.admin.refused(calls.changeUsers, { ...change, version: change.version + 2, roles: [999_999] }),
    ).toMatchObject({ fields: [{ path: 'roles', reason: 'system.roleUnknown' }] })
  })

  it('[RT-12/user] tabs count who is enabled, disabled and without WeChat; filters by dial and last sign-in', async () => {
    const bound = await world.person('bound', {})
    await world.db.updateTable('app_user').set({ open_id: 'o-1', is_dial: true }).where('id', '=', bound.id).execute()
    const page = (input: object) => world.admin.ok(calls.getAllUsers, { pageSize: 100, ...input })
    const all = (await page({})) as { total: number; enabled: number; disabled: number; unbound: number }
    expect(all.total).toBe(all.enabled + all.disabled)
    const unbound = (await page({ tab: 'unbound' })) as { rows: User[]; total: number }
    expect(unbound.total).toBe(all.unbound)
    expect(unbound.rows.map(({ LOGNAME }) => LOGNAME)).not.toContain('bound')
    expect(await page({ isDial: true })).toMatchObject({ total: 1, rows: [{ LOGNAME: 'bound' }] })
    expect(await page({ loginTo: '2020-01-01' })).toMatchObject({ total: 0 })
    expect(((await page({ loginFrom: '2020-01-01' })) as { total: number }).total).toBeGreaterThan(0)
  })

  it('[RT-12/user] roles are given to many, added or in place of others; each row says how it went', async () => {
    const [a, b] = [await roleWith('甲', [row('driver', 1)]), await roleWith('乙', [row('vehicleAll', 1)])]
    const [one, two] = [await world.person('many1', {}), await world.person('many2', {})]
    await world.admin.ok(roles.setRoleMembers, { id: a, add: [one.id] })
    const assign = (mode: 'add' | 'replace', ids: number[]) =>
      world.admin.ok(batches.assignRoles, { ids, roles: [b], mode })
    expect(await assign('add', [one.id, two.id, 999_999])).toMatchObject({
      done: 2,
      refused: [{ id: 999_999, reason: 'kernel.notFound' }],
    })
    expect(onPage(await rightsOf(one.id), 'driver')).toMatchObject(row('driver', 1))
    await assign('replace', [one.id])
    expect(onPage(await rightsOf(one.id), 'driver')).toMatchObject(row('driver', 0))
    expect(onPage(await rightsOf(one.id), 'vehicleAll')).toMatchObject(row('vehicleAll', 1))
  })

  it('[RT-12/user] are disabled and enabled together, never oneself, and the sessions of the disabled end', async () => {
    const [one, two] = [await world.person('off1', {}), await world.person('off2', {})]
    const [admin] = (await world.admin.ok(calls.getAllUsers, { q: 'admin' })) as User[]
    const ids = [one.id, two.id, admin?.UserID ?? 0]
    expect(await world.admin.ok(batches.setUsersEnabled, { ids, enabled: false })).toMatchObject({
      done: 2,
      refused: [{ no: '管理员', reason: 'system.notYourself' }],
    })
    expect(await one.client.refused(calls.getUserInfo, {})).toMatchObject({ code: 50014 })
    expect(await world.admin.ok(batches.setUsersEnabled, { ids: [one.id], enabled: true })).toMatchObject({ done: 1 })
    await world.signIn('off1')
  })
})
