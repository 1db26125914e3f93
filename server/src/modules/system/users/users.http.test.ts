import type { User } from '@xunyun/contract/system/calls'
import * as calls from '@xunyun/contract/system/calls'
import * as files from '@xunyun/contract/system/files'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, openWorld, password, type World } from '../../../../test/world.ts'

let world: World
let outlet: number
beforeAll(async () => {
  world = await openWorld()
  outlet = await world.outlet('杭州总站')
})
afterAll(() => world.close())

const menuIds = async () =>
  new Map((await world.admin.ok(calls.getRightMenus, {})).map((item) => [item.Page, item.MenuID]))
const row = (MenuID: number | undefined, BrowseAccess: number, AddModifyAccess = 0, DeleteApprovedAccess = 0) => ({
  MenuID: MenuID ?? 0,
  BrowseAccess,
  AddModifyAccess,
  DeleteApprovedAccess,
})

describe('users', () => {
  it('[AP-06] [RT-12/user] an administrator adds a user, who signs in and must change the password', async () => {
    const { UserID } = await world.admin.ok(calls.addUsers, {
      LOGNAME: 'zhouyaqin',
      PSD: 'First-Pass-1',
      UNAME: '周雅琴',
      scope: 'outlet',
      companies: [outlet],
      outletId: outlet,
      mobile: '138 5711 2086',
    })
    for (const q of ['zyq', 'ZHOU YA', '5711'])
      expect(await world.admin.ok(calls.getAllUsers, { q }), q).toMatchObject([{ UserID }])
    const page = await world.admin.ok(calls.getAllUsers, { q: '周雅', pageSize: 20 })
    expect(page).toMatchObject({
      total: 1,
      rows: [{ UserID, LOGNAME: 'zhouyaqin', mobile: '13857112086', boundNames: '杭州总站', STATUS: 0 }],
    })
    await new Client(world.url).ok(calls.doLogin, { LOGNAME: 'zhouyaqin', PSD: 'First-Pass-1' })
  })

  it('[AP-06] GetAllUsers answers an array without pageSize; GetUsers forces STATUS to 0', async () => {
    const gone = await world.person('gone', {})
    const all = (await world.admin.ok(calls.getAllUsers, {})) as User[]
    const user = all.find((one) => one.UserID === gone.id) as User
    await world.admin.ok(calls.changeUsers, {
      UserID: user.UserID,
      version: user.version,
      STATUS: 1,
      UNAME: user.UNAME,
      scope: 'all',
    })
    const lookup = await world.admin.send(calls.getUsers, { STATUS: 1 })
    expect(lookup.data.map((one) => one.label)).not.toContain('gone')
  })

  it('[AP-06] disabling a user ends the sessions and refuses the next login with the reason', async () => {
    const person = await world.person('leaver', {})
    const [user] = (await world.admin.ok(calls.getAllUsers, { q: 'leaver' })) as User[]
    const disabled = {
      UserID: person.id,
      version: user?.version ?? 0,
      STATUS: 1,
      UNAME: 'leaver',
      scope: 'all' as const,
    }
    const clerk = await world.person('hr', { rights: { user: 'edit' } })
    expect(await clerk.client.refused(calls.changeUsers, disabled)).toMatchObject({ code: 403 })
    await world.admin.ok(calls.changeUsers, disabled)
    expect(await person.client.refused(calls.getUserInfo, {})).toMatchObject({ code: 50014 })
    expect(await new Client(world.url).refused(calls.doLogin, { LOGNAME: 'leaver', PSD: password })).toMatchObject({
      reason: 'system.disabled',
    })
  })

  it('the history of a user names outlets and companies, no ids', async () => {
    const outlet = await world.outlet('宁波北仑站')
    const person = await world.person('mover', {})
    const [user] = (await world.admin.ok(calls.getAllUsers, { q: 'mover' })) as User[]
    await world.admin.ok(calls.changeUsers, {
      UserID: person.id,
      version: user?.version ?? 0,
      UNAME: 'mover',
      outletId: outlet,
      scope: 'outlet',
      companies: [outlet],
    })
    const entries = JSON.stringify(await world.admin.ok(calls.getUserHistory, { id: person.id }))
    expect(entries).toContain('"field":"outlet_id","from":null,"to":"宁波北仑站"')
    expect(entries).toContain('"field":"companies","from":"","to":"宁波北仑站"')
  })

  it('refuses an account that exists, at its field, and changes nothing', async () => {
    const refusal = await world.admin.refused(calls.addUsers, {
      LOGNAME: 'ADMIN',
      PSD: 'First-Pass-1',
      UNAME: 'x',
      scope: 'all',
    })
    expect(refusal.fields).toMatchObject([{ path: 'LOGNAME', reason: 'system.accountTaken' }])
  })

  it('refuses a stale save and says who changed it', async () => {
    const person = await world.person('stale', {})
    const change = { UserID: person.id, version: 1, UNAME: 'stale 2', scope: 'all' } as const
    await world.admin.ok(calls.changeUsers, change)
    expect(await world.admin.refused(calls.changeUsers, change)).toMatchObject({
      code: 409,
      reason: 'kernel.stale',
      params: { by: '管理员' },
    })
  })

  it('answers a repeated AddUsers with the same idempotency key as the first time', async () => {
    const input = { LOGNAME: 'once', PSD: 'First-Pass-1', UNAME: 'once', scope: 'all' } as const
    const [a, b] = await Promise.all([
      world.admin.ok(calls.addUsers, input, { key: 'k-1' }),
      world.admin.ok(calls.addUsers, input, { key: 'k-1' }),
    ])
    expect(a).toEqual(b)
    expect(await world.admin.refused(calls.addUsers, { ...input, UNAME: 'other' }, { key: 'k-1' })).toMatchObject({
      reason: 'kernel.keyReused',
    })
  })
})

describe('rights', () => {
  it('[AP-05] [SE-09] rights set for a user hold on the next call, without a new login', async () => {
    const person = await world.person('clerk', {})
    expect(await person.client.refused(calls.getAllUsers, {})).toMatchObject({ code: 403 })
    const id = (await menuIds()).get('user')
    await world.admin.ok(calls.setSysUserRights, { UserID: person.id, Rights: [row(id, 1)] })
    await person.client.ok(calls.getAllUsers, {})
    const rights = await world.admin.ok(calls.getUserRight, { UserID: person.id })
    expect(rights.find((right) => right.MenuID === id)).toMatchObject(row(id, 1))
    await world.admin.ok(calls.setSysUserRights, { UserID: person.id, Rights: [] })
    expect(await person.client.refused(calls.getAllUsers, {})).toMatchObject({ code: 403 })
  })

  it('[SE-08] a user who may only browse is refused by the server when changing', async () => {
    const person = await world.person('browser', { rights: { user: 'browse' } })
    const refusal = await person.client.refused(calls.addUsers, {
      LOGNAME: 'x1',
      PSD: 'First-Pass-1',
      UNAME: 'x',
      scope: 'all',
    })
    expect(refusal).toMatchObject({ code: 403, reason: 'kernel.forbidden', msg: '没有权限：需要“用户管理”的编辑权限' })
  })

  it('nobody grants a right that he does not hold', async () => {
    const person = await world.person('deputy', { rights: { user: 'edit' } })
    const menus = await menuIds()
    const refusal = await person.client.refused(calls.setSysUserRights, {
      UserID: person.id,
      Rights: [row(menus.get('user'), 1, 1), row(menus.get('allWayBill'), 1)],
    })
    expect(refusal).toMatchObject({ code: 403, reason: 'system.beyondYourOwn' })
  })

  it('the last administrator cannot lose the user page or be disabled', async () => {
    const [admin] = (await world.admin.ok(calls.getAllUsers, { q: 'admin' })) as User[]
    expect(await world.admin.refused(calls.setSysUserRights, { UserID: admin?.UserID ?? 0, Rights: [] })).toMatchObject(
      { reason: 'system.lastAdministrator' },
    )
  })
})

describe('scope', () => {
  it('[AP-08] companies are bound and unbound, only such as fit the scope, and never the last one', async () => {
    const second = await world.outlet('宁波站')
    const customer = await world.company('云帆电子', ['customer'])
    const person = await world.person('station', { scope: 'outlet', companies: [outlet] })
    await world.admin.ok(calls.addBindCompany, { UserID: person.id, CompanyID: second })
    expect(
      (await world.admin.ok(calls.getBindCompany, { UserID: person.id })).map((one) => one.CompanyName).sort(),
    ).toEqual(['宁波站', '杭州总站'])
    expect(await world.admin.refused(calls.addBindCompany, { UserID: person.id, CompanyID: customer })).toMatchObject({
      code: 422,
    })
    await world.admin.ok(calls.delBindCompany, { UserID: person.id, CompanyID: second })
    expect(await world.admin.refused(calls.delBindCompany, { UserID: person.id, CompanyID: outlet })).toMatchObject({
      code: 422,
    })
  })
})

describe('files', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const upload = (client: Client, bytes: Buffer, name: string) => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)]), name)
    return client.fetch(files.fileUpload.path, { method: 'POST', body: form })
  }

  it('[AP-13] an upload answers its address, which only the uploader opens, also by cookie', async () => {
    const person = await world.person('photographer', {})
    const stored = (await (await upload(person.client, png, '照片.png')).json()) as { data: files.StoredFile }
    const path = stored.data.Url
    expect(Buffer.from(await (await person.client.fetch(path)).arrayBuffer()).equals(png)).toBe(true)
    const byCookie = await new Client(world.url).fetch(path, {
      headers: { cookie: `Admin-Token=${person.client.token}` },
    })
    expect(byCookie.headers.get('content-type')).toBe('image/png')
    const stranger = await world.person('stranger', {})
    expect(await (await stranger.client.fetch(path)).json()).toMatchObject({ code: 404 })
  })

  it('refuses what is no picture, paper or sheet, whatever its name says', async () => {
    const answer = await (await upload(world.admin, Buffer.from('<script>alert(1)</script>'), 'x.png')).json()
    expect(answer).toMatchObject({ code: 422, error: { reason: 'kernel.fileType' } })
  })
})
