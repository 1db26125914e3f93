import { adminChangePwd, confirmMyPassword, getUserInfo } from '@xunyun/contract/system/calls'
import * as calls from '@xunyun/contract/system/wechat'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openIdOf, type PlayedWeChat, playWeChat } from '../../../../test/wechat.ts'
import { Client, countRows, openWorld, type Person, password, type World } from '../../../../test/world.ts'
import { exchange, WeChatFault } from './wechatExchange.ts'
import { dropStale } from './wechatTickets.ts'

let world: World
let wechat: PlayedWeChat
beforeAll(async () => {
  wechat = await playWeChat()
  world = await openWorld({ wechat: wechat.config })
})
afterAll(async () => {
  await world.close()
  await wechat.close()
})
afterEach(async () => {
  wechat.trouble = undefined
  await world.db.deleteFrom('login_failure').execute()
})

const refusal = { code: 422, reason: 'system.wechatRefused', msg: '不可以微信扫码登录，请联系管理员！' }
const hour = () => new Date(Date.now() - 3_600_000)

/** A browser: keeps its cookie, and carries a token when somebody is signed in. */
class Browser {
  cookie = ''
  readonly client: Client
  constructor(token?: string) {
    this.client = new Client(world.url, token)
  }
  async begin(purpose: 'login' | 'bind') {
    const answer = await this.client.fetch(calls.beginWeChat.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: this.cookie, 'accept-language': 'zh' },
      body: JSON.stringify({ purpose }),
    })
    this.cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? this.cookie
    return (await answer.json()) as {
      code: number
      msg: string
      data: { address: string; state: string; seconds: number }
      error?: { reason: string }
    }
  }
  /** What GetWXKFOpenId answers, bare. */
  async ticket(back: { code?: string | null; state?: string | null }): Promise<string> {
    const query = new URLSearchParams({ code: back.code ?? '', state: back.state ?? '' })
    const answer = await this.client.fetch(`${calls.getWXKFOpenId.path}?${query}`, { headers: { cookie: this.cookie } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    return answer.text()
  }
  /** Begins, scans and confirms: where WeChat sends the browser back to. */
  async scan(nickname: string, purpose: 'login' | 'bind' = 'login') {
    if (purpose === 'bind') await this.client.ok(confirmMyPassword, { PSD: password })
    const { data } = await this.begin(purpose)
    const back = await wechat.scan(data.address, nickname)
    return { code: back.searchParams.get('code'), state: back.searchParams.get('state'), back }
  }
}

const bind = async (person: Person, nickname: string) => {
  const browser = new Browser(person.client.token)
  const ticket = await browser.ticket(await browser.scan(nickname, 'bind'))
  return person.client.send(calls.bindOpenId, { OpenId: ticket })
}
const signIn = async (nickname: string) => {
  const browser = new Browser()
  const ticket = await browser.ticket(await browser.scan(nickname))
  return new Client(world.url).send(calls.wxLogin, { OpenId: ticket })
}

describe('signing in by WeChat', () => {
  it("[SE-10] a scan begins with WeChat's documented address and comes back to /auth-redirect of where one began", async () => {
    const { data } = await new Browser().begin('login')
    const address = new URL(data.address)
    expect(address.origin + address.pathname).toBe(`${wechat.url}/connect/qrconnect`)
    expect(address.hash).toBe('#wechat_redirect')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      appid: wechat.config.appId,
      redirect_uri: `${world.url}/#/auth-redirect`,
      response_type: 'code',
      scope: 'snsapi_login',
      state: data.state,
    })
    expect(data.state).toMatch(/^L[0-9a-f]{48}$/)
    expect(data.seconds).toBe(300)
    const back = await wechat.scan(data.address, 'somebody')
    expect(back.href).toMatch(/\/\?code=\w+&state=L\w+#\/auth-redirect$/)
  })

  it('[AP-02] [AP-09] [AP-10] a bound user signs in with the ticket, and the token works', async () => {
    const person = await world.person('wx-bound', { rights: { user: 'browse' } })
    expect(await bind(person, '小程')).toMatchObject({ code: 200, data: { account: 'wx-bound', wechatName: '小程' } })
    const answer = await signIn('小程')
    const info = await new Client(world.url, answer.data.token).ok(getUserInfo, {})
    expect(info).toMatchObject({ LOGNAME: 'wx-bound', OpenId: openIdOf('小程') })
    const row = await world.db.selectFrom('app_user').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow()
    expect(row.wechat_login_at).not.toBeNull()
    expect(row.last_login_at).toBe(row.wechat_login_at)
  })

  it('[AP-02] a WeChat that is bound to nobody, and one of a disabled user, get the message of the specification', async () => {
    expect(await signIn('stranger')).toMatchObject({ code: 422, msg: refusal.msg, error: { reason: refusal.reason } })
    const person = await world.person('wx-disabled', {})
    await bind(person, 'disabled-one')
    await world.db.updateTable('app_user').set({ status: 1 }).where('id', '=', person.id).execute()
    expect(await signIn('disabled-one')).toMatchObject({ code: 422, msg: refusal.msg })
  })

  it('[AP-02] a bare OpenId, a forged, a used and an expired ticket are refused alike', async () => {
    const person = await world.person('wx-replayed', {})
    await bind(person, 'replayed')
    const anyone = new Client(world.url)
    expect(await anyone.refused(calls.wxLogin, { OpenId: openIdOf('replayed') })).toMatchObject(refusal)
    expect(await anyone.refused(calls.wxLogin, { OpenId: 'x'.repeat(43) })).toMatchObject(refusal)

    const browser = new Browser()
    const ticket = await browser.ticket(await browser.scan('replayed'))
    await anyone.ok(calls.wxLogin, { OpenId: ticket })
    expect(await anyone.refused(calls.wxLogin, { OpenId: ticket })).toMatchObject(refusal)

    const late = await browser.ticket(await browser.scan('replayed'))
    await world.db.updateTable('wechat_ticket').set({ expires_at: hour() }).where('used_at', 'is', null).execute()
    expect(await anyone.refused(calls.wxLogin, { OpenId: late })).toMatchObject(refusal)
  })

  it('[AP-02] made-up tickets are delayed as wrong passwords are, and the account login is not', async () => {
    const anyone = new Client(world.url)
    for (let i = 0; i < 5; i += 1) await anyone.refused(calls.wxLogin, { OpenId: `guess-${i}` })
    expect(await anyone.refused(calls.wxLogin, { OpenId: 'guess-6' })).toMatchObject({ code: 429 })
    await world.signIn('admin')
  })

  it('[SE-10] the database holds neither a state nor a ticket, only their hashes', async () => {
    const browser = new Browser()
    const begun = await browser.scan('hashed')
    const ticket = await browser.ticket(begun)
    const rows = JSON.stringify([
      await world.db.selectFrom('wechat_state').selectAll().execute(),
      await world.db.selectFrom('wechat_ticket').selectAll().execute(),
    ])
    expect(rows).not.toContain(ticket)
    expect(rows).not.toContain(begun.state)
  })
})

describe('the exchange', () => {
  it('[AP-09] answers err, bare, to a forged state, a used one, one of another browser, an expired one, and to nothing at all', async () => {
    const browser = new Browser()
    const begun = await browser.scan('err')
    expect(await browser.ticket({ code: begun.code, state: `L${'0'.repeat(48)}` })).toBe('err')
    expect(await new Browser().ticket(begun)).toBe('err')
    const other = new Browser()
    await other.begin('login')
    expect(await other.ticket(begun)).toBe('err')
    expect(await browser.ticket(begun)).toMatch(/^[\w-]{43}$/)
    expect(await browser.ticket(begun)).toBe('err')
    expect(await browser.ticket({})).toBe('err')
    const late = await browser.scan('late')
    await world.db.updateTable('wechat_state').set({ expires_at: hour() }).execute()
    expect(await browser.ticket(late)).toBe('err')
  })

  it('[AP-09] a code that WeChat does not know, and one that was used, come to err', async () => {
    const browser = new Browser()
    const { state } = (await browser.begin('login')).data
    expect(await browser.ticket({ code: 'made-up', state })).toBe('err')
    const first = await browser.scan('twice')
    await browser.ticket(first)
    const again = (await browser.begin('login')).data.state
    expect(await browser.ticket({ code: first.code, state: again })).toBe('err')
  })

  it('[AP-02] a refusal of userinfo, and a WeChat that does not answer, come to err within six seconds', async () => {
    const browser = new Browser()
    const begun = await browser.scan('no-info')
    wechat.trouble = 'userinfo'
    expect(await browser.ticket(begun)).toBe('err')
    wechat.trouble = undefined
    const silent = await browser.scan('silence')
    wechat.trouble = 'silent'
    const began = performance.now()
    expect(await browser.ticket(silent)).toBe('err')
    expect(performance.now() - began).toBeLessThan(6000)
  }, 15_000)
})

describe('what is said about a failure', () => {
  it.each([
    ['a closed port', { apiUrl: 'http://127.0.0.1:9' }],
    ['a wrong secret', { appSecret: 'another-secret' }],
    ['something that is not WeChat', { apiUrl: 'self' }],
  ])('[SE-10] of %s holds neither the secret nor the code', async (_, change) => {
    const config = { ...wechat.config, ...change }
    if (config.apiUrl === 'self') config.apiUrl = world.url
    const fault = await exchange(config, 'the-code').then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(fault).toBeInstanceOf(WeChatFault)
    expect(JSON.stringify([(fault as Error).message, (fault as Error).stack])).not.toMatch(
      new RegExp(`${config.appSecret}|the-code`),
    )
  })
})

describe('binding', () => {
  it('[AP-10] the ticket serves the user who began, nobody else, and not for a login; nor does a login ticket bind', async () => {
    const owner = await world.person('wx-owner', {})
    const thief = await world.person('wx-thief', {})
    const browser = new Browser(owner.client.token)
    const begun = await browser.scan('owner', 'bind')
    // The thief has even the browser's cookie.
    const stolen = new Browser(thief.client.token)
    stolen.cookie = browser.cookie
    expect(await stolen.ticket(begun)).toBe('err')

    const ticket = await browser.ticket(await browser.scan('owner', 'bind'))
    expect(await thief.client.refused(calls.bindOpenId, { OpenId: ticket })).toMatchObject({
      reason: 'system.wechatTicket',
    })
    expect(await new Client(world.url).refused(calls.wxLogin, { OpenId: ticket })).toMatchObject(refusal)
    const login = new Browser()
    const loginTicket = await login.ticket(await login.scan('owner'))
    expect(await owner.client.refused(calls.bindOpenId, { OpenId: loginTicket })).toMatchObject({
      reason: 'system.wechatTicket',
    })
    await owner.client.ok(calls.bindOpenId, { OpenId: ticket })
    const rights = await world.admin.ok(calls.getBindingHistory, { id: owner.id })
    expect(rights).toMatchObject([{ action: 'wechatBound', changes: [{ field: 'wechat', from: null, to: 'owner' }] }])
  })

  it('[AP-10] a bare OpenId binds nothing', async () => {
    const person = await world.person('wx-bare', {})
    expect(await person.client.refused(calls.bindOpenId, { OpenId: openIdOf('bare') })).toMatchObject({
      reason: 'system.wechatTicket',
    })
  })

  it('[SE-10] a WeChat bound elsewhere says to whom, masked, and the ticket is used up', async () => {
    const first = await world.person('zhangwei', {})
    const second = await world.person('lina', {})
    await bind(first, 'shared')
    const browser = new Browser(second.client.token)
    const ticket = await browser.ticket(await browser.scan('shared', 'bind'))
    expect(await second.client.refused(calls.bindOpenId, { OpenId: ticket })).toMatchObject({
      reason: 'system.wechatElsewhere',
      params: { who: 'z* · zh***' },
    })
    expect(await second.client.refused(calls.bindOpenId, { OpenId: ticket })).toMatchObject({
      reason: 'system.wechatTicket',
    })
  })

  it('[SE-10] a session is not enough to begin a binding: the password is given first, holds ten minutes, and wrong ones count as logins', async () => {
    const person = await world.person('wx-password', {})
    const browser = new Browser(person.client.token)
    const refused = { code: 403, error: { reason: 'system.confirmPassword' } }
    expect(await browser.begin('bind')).toMatchObject(refused)
    expect(await person.client.refused(confirmMyPassword, { PSD: 'wrong' })).toMatchObject({
      fields: [{ path: 'PSD', reason: 'system.wrongPassword' }],
    })
    await person.client.ok(confirmMyPassword, { PSD: password })
    expect(await browser.begin('bind')).toMatchObject({ code: 200 })
    expect(await new Browser((await world.signIn('wx-password')).token).begin('bind')).toMatchObject(refused)
    const late = new Date(Date.now() - 601_000)
    await world.db.updateTable('session').set({ confirmed_at: late }).where('user_id', '=', person.id).execute()
    expect(await browser.begin('bind')).toMatchObject(refused)
    for (let i = 0; i < 5; i += 1) await person.client.refused(confirmMyPassword, { PSD: `wrong-${i}` })
    expect(await person.client.refused(confirmMyPassword, { PSD: password })).toMatchObject({
      code: 429,
      reason: 'system.loginDelay',
    })
  })

  it('[SE-10] [AP-07] a password that an administrator resets ends the binding: whoever took the account has bound his own phone', async () => {
    const person = await world.person('wx-reset', {})
    await bind(person, 'thief')
    await world.admin.ok(adminChangePwd, { UserID: person.id, PSD: 'Wenzhou-2026' })
    expect(await signIn('thief')).toMatchObject({ code: 422, error: { reason: refusal.reason } })
    const [last] = await world.admin.ok(calls.getBindingHistory, { id: person.id })
    expect(last).toMatchObject({ action: 'wechatUnbound', changes: [{ field: 'wechat', from: 'thief', to: null }] })
  })

  it('[SE-10] who is bound already is told so, at the beginning and at the end', async () => {
    const person = await world.person('wx-twice', {})
    const browser = new Browser(person.client.token)
    const early = await browser.ticket(await browser.scan('second', 'bind'))
    await bind(person, 'first')
    expect(await person.client.refused(calls.bindOpenId, { OpenId: early })).toMatchObject({
      reason: 'system.wechatBound',
      params: { wechat: 'first' },
    })
    expect(await browser.begin('bind')).toMatchObject({ code: 409, error: { reason: 'system.wechatBound' } })
    await person.client.ok(calls.unbindMyWeChat, {})
    expect(await person.client.ok(calls.getMyWeChat, {})).toMatchObject({ bound: false, wechatName: '' })
    expect(await person.client.refused(calls.unbindMyWeChat, {})).toMatchObject({ reason: 'system.wechatNone' })
  })

  it('[SE-10] binding needs a session, and follows the scan: waiting, scanned, bound', async () => {
    expect(await new Browser().begin('bind')).toMatchObject({ code: 50014 })
    const person = await world.person('wx-follows', {})
    const browser = new Browser(person.client.token)
    const begun = await browser.scan('follows', 'bind')
    const look = async () => {
      const query = new URLSearchParams({ state: begun.state ?? '' })
      const answer = await person.client.fetch(`${calls.getMyWeChat.path}?${query}`, {
        headers: { cookie: browser.cookie },
      })
      return ((await answer.json()) as { data: unknown }).data
    }
    expect(await look()).toMatchObject({ bound: false, scan: 'waiting' })
    const ticket = await browser.ticket(begun)
    expect(await look()).toMatchObject({ bound: false, scan: 'scanned' })
    await person.client.ok(calls.bindOpenId, { OpenId: ticket })
    expect(await look()).toMatchObject({ bound: true, wechatName: 'follows', scan: 'scanned' })
  })
})

describe('[RT-12/wxbind] who is bound', () => {
  it('is listed with the OpenId masked, by tab, search and outlet, and goes to Excel', async () => {
    const outlet = await world.outlet('西湖网点')
    const person = await world.person('wx-listed', { outletId: outlet })
    await bind(person, '张三的微信')
    const { rows } = await world.admin.ok(calls.getBindings, { tab: 'bound', q: '张三的' })
    expect(rows).toMatchObject([
      { account: 'wx-listed', wechatName: '张三的微信', outletName: '西湖网点', enabled: true },
    ])
    expect(rows[0]?.openId).toMatch(/^o6_.\*{4}.{3}$/)
    expect(await world.admin.ok(calls.getBindingTotals, { outletId: outlet })).toEqual({
      count: 1,
      tabs: { bound: 1, unbound: 0 },
    })
    expect((await world.admin.ok(calls.getBindings, { tab: 'unbound', q: 'admin' })).rows).toMatchObject([
      { account: 'admin', openId: '' },
    ])
    const file = await world.admin.fetch(`${calls.exportBindings.path}?tab=bound&columns=account,openId`)
    expect(file.headers.get('content-type')).toContain('spreadsheetml')
  })

  it('is walked to the end by the cursor, bound or not', async () => {
    const all = await world.admin.ok(calls.getBindings, { pageSize: 500 })
    const walked: number[] = []
    let after: string | undefined
    do {
      const page = await world.admin.ok(calls.getBindings, { pageSize: 2, after })
      walked.push(...page.rows.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(walked).toEqual(all.rows.map(({ id }) => id))
  })

  it('is unbound by whoever may approve, with an outcome for each row and a trace', async () => {
    const bound = await world.person('wx-ended', {})
    const never = await world.person('wx-never', {})
    await bind(bound, 'ended')
    const looker = await world.person('wx-looker', { rights: { wxbind: 'browse' } })
    expect(await looker.client.refused(calls.unbindWeChat, { ids: [bound.id] })).toMatchObject({ code: 403 })
    const outcomes = await world.admin.ok(calls.unbindWeChat, { ids: [bound.id, never.id] })
    expect(outcomes).toMatchObject({ done: 1, refused: [{ id: never.id, reason: 'system.wechatNone' }] })
    expect(await signIn('ended')).toMatchObject({ code: 422 })
    expect((await looker.client.ok(calls.getBindingHistory, { id: bound.id })).map(({ action }) => action)).toEqual([
      'wechatUnbound',
      'wechatBound',
    ])
  })
})

describe('at night', () => {
  it('[SE-10] what has expired goes, and what still holds stays', async () => {
    const browser = new Browser()
    await browser.scan('old')
    await browser.ticket(await browser.scan('old'))
    await world.db.updateTable('wechat_state').set({ expires_at: hour() }).execute()
    await world.db.updateTable('wechat_ticket').set({ expires_at: hour() }).execute()
    const ticket = await browser.ticket(await browser.scan('fresh'))
    await browser.begin('login')
    await dropStale(world.db)
    expect(await countRows(world.db, 'wechat_state')).toBe(1)
    expect(await countRows(world.db, 'wechat_ticket')).toBe(1)
    expect(ticket).toMatch(/^[\w-]{43}$/)
  })
})

describe('where WeChat is not set up', () => {
  it('[SE-10] nothing of it works, and the page is told so', async () => {
    const bare = await openWorld()
    try {
      const anyone = new Client(bare.url)
      expect(await anyone.ok(calls.getWeChatSettings, {})).toEqual({ enabled: false })
      expect(await anyone.refused(calls.beginWeChat, { purpose: 'login' })).toMatchObject({
        reason: 'system.wechatOff',
      })
    } finally {
      await bare.close()
    }
    expect(await new Client(world.url).ok(calls.getWeChatSettings, {})).toEqual({ enabled: true })
    const { headers } = await fetch(`${world.url}/healthz`)
    expect(headers.get('content-security-policy')).toContain(`frame-src 'self' ${wechat.url}`)
  })
})
