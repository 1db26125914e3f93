import * as calls from '@xunyun/contract/system/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, openWorld, password, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const anyone = () => new Client(world.url)

describe('signing in', () => {
  it('[AP-01] DoLogin answers a token by GET with query parameters and by POST', async () => {
    const byGet = await anyone().ok(calls.doLoginByGet, { LOGNAME: 'admin', PSD: password })
    const byPost = await anyone().ok(calls.doLogin, { LOGNAME: 'admin', PSD: password })
    expect(byGet.token).toMatch(/^[\w-]{43}$/)
    expect(byPost.token).not.toBe(byGet.token)
  })

  it('[SE-01] the account is trimmed and its case does not matter', async () => {
    await anyone().ok(calls.doLogin, { LOGNAME: '  Admin ', PSD: password })
  })

  it('[AP-01] a whole office that signs in at the same moment gets in: nobody waits for a connection that others hold', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 30 }, () => anyone().ok(calls.doLogin, { LOGNAME: 'admin', PSD: password })),
    )
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(30)
  })

  it('[AP-17] a wrong password is HTTP 200 with the reason in the envelope, in the language asked for', async () => {
    const refusal = await anyone().refused(
      calls.doLogin,
      { LOGNAME: 'admin', PSD: 'wrong-password' },
      { language: 'en' },
    )
    expect(refusal).toMatchObject({ code: 422, reason: 'system.loginFailed', msg: 'Wrong account or password' })
  })

  it('[AP-17] a broken request and an unknown path have HTTP statuses of their own', async () => {
    expect(
      (
        await anyone().fetch('/api/Login/DoLogin', {
          method: 'POST',
          body: '{',
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(400)
    expect((await anyone().fetch('/api/No/Such')).status).toBe(404)
  })

  it('[AP-15] a POST body is taken form-urlencoded and as JSON', async () => {
    const person = await world.person('both-bodies', { rights: { user: 'browse' } })
    for (const body of ['form', 'json'] as const) {
      const refusal = await person.client.refused(calls.changePwd, { OldPSD: 'x', PSD: 'y', Pwd2: 'z' }, { body })
      expect(refusal.fields[0]).toMatchObject({ path: 'OldPSD', reason: 'system.wrongOldPassword' })
    }
  })

  it('[AP-01] repeated failures are delayed for that address and account, not for the owner of another account', async () => {
    await world.person('guessed', {})
    for (let i = 0; i < 5; i += 1) await anyone().refused(calls.doLogin, { LOGNAME: 'guessed', PSD: `wrong-${i}` })
    const delayed = await anyone().refused(calls.doLogin, { LOGNAME: 'guessed', PSD: password })
    expect(delayed).toMatchObject({ code: 429, reason: 'system.loginDelay' })
    await anyone().ok(calls.doLogin, { LOGNAME: 'admin', PSD: password })
  })
})

describe('a session', () => {
  it('[AP-14] needs the token header; without it a call answers 50014', async () => {
    expect(await anyone().refused(calls.getUserInfo, {})).toMatchObject({ code: 50014, reason: 'kernel.session' })
  })

  it('[AP-03] [SE-03] GetUserInfo answers the rights items of exactly the pages the user may browse, with their groups', async () => {
    const person = await world.person('lister', { rights: { allWayBill: 'edit' } })
    const info = await person.client.ok(calls.getUserInfo, {})
    expect(info).toMatchObject({ UNAME: 'lister', ISDIAL: 0, PHOTO: '', OpenId: '', token: person.client.token })
    const pages = info.ListSysUserRights.filter((item) => item.Page !== '')
    expect(pages.map((item) => item.Page).sort()).toEqual(['allWayBill', 'dashboard', 'waybill'])
    expect(pages.find((item) => item.Page === 'allWayBill')).toMatchObject({
      GoUrl: '/tms/operations/allWayBill',
      isLeaf: 0,
      BrowseAccess: 1,
      AddModifyAccess: 1,
      DeleteApprovedAccess: 0,
    })
    expect(pages.find((item) => item.Page === 'waybill')).toMatchObject({ isLeaf: 1, AddModifyAccess: 1 })
    const roots = info.ListSysUserRights.filter((item) => item.ParentID === 0 && item.Page === '')
    expect(roots.map((item) => item.MenuName)).toEqual(['运营管理'])
  })

  it('[SE-04] the token is dead on the server after logout', async () => {
    const client = await world.signIn('admin')
    await client.ok(calls.logout, {})
    expect(await client.refused(calls.getUserInfo, {})).toMatchObject({ code: 50014 })
  })

  it('[SE-06] [AP-07] changing the password ends every session of the user and the new one works', async () => {
    const person = await world.person('changer', {})
    const other = await world.signIn('changer')
    await person.client.ok(calls.changePwd, { OldPSD: password, PSD: 'Ningbo-2027', Pwd2: 'Ningbo-2027' })
    expect(await other.refused(calls.getUserInfo, {})).toMatchObject({ code: 50014 })
    await anyone().ok(calls.doLogin, { LOGNAME: 'changer', PSD: 'Ningbo-2027' })
  })

  it.each([
    ['short', 'Abc-123', 'Abc-123', 'PSD', 'system.passwordShort'],
    ['common', 'Password1', 'Password1', 'PSD', 'system.passwordCommon'],
    ['different twice', 'Suzhou-2026', 'Suzhou-2027', 'Pwd2', 'system.passwordsDiffer'],
  ])('[AP-07] a %s new password is refused at its field', async (_, next, again, path, reason) => {
    const client = await world.signIn('admin')
    const refusal = await client.refused(calls.changePwd, { OldPSD: password, PSD: next, Pwd2: again })
    expect(refusal.fields).toMatchObject([{ path, reason }])
  })

  it('[AP-07] all that is wrong with a new password is said at once', async () => {
    const client = await world.signIn('admin')
    const refusal = await client.refused(calls.changePwd, { OldPSD: 'wrong', PSD: 'abc', Pwd2: 'abd' })
    expect(refusal.fields).toMatchObject([
      { path: 'OldPSD', reason: 'system.wrongOldPassword' },
      { path: 'PSD', reason: 'system.passwordShort' },
      { path: 'Pwd2', reason: 'system.passwordsDiffer' },
    ])
  })

  it('[AP-07] a password that an administrator set must be changed before anything else', async () => {
    const person = await world.person('resettee', { rights: { user: 'browse' } })
    await world.admin.ok(calls.adminChangePwd, { UserID: person.id, PSD: 'Wenzhou-2026' })
    const { token } = await anyone().ok(calls.doLogin, { LOGNAME: 'resettee', PSD: 'Wenzhou-2026' })
    const client = new Client(world.url, token)
    expect((await client.ok(calls.getUserInfo, {})).mustChangePassword).toBe(true)
    expect(await client.refused(calls.getAllUsers, {})).toMatchObject({
      code: 403,
      reason: 'system.mustChangePassword',
    })
  })
})
