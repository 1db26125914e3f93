import * as calls from '@xunyun/contract/system/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Client, openWorld, password, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ trustProxy: 1, publicUrl: new URL('https://tms.example.com') })
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.db.deleteFrom('login_failure').execute()
})

/** Comes through the proxy from an address. */
class Visitor extends Client {
  readonly #from: string
  constructor(url: string, from: string, token?: string) {
    super(url, token)
    this.#from = from
  }
  override fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return super.fetch(path, { ...init, headers: { ...init.headers, 'x-forwarded-for': this.#from } })
  }
}
const from = (address: string) => new Visitor(world.url, address)
const tryIt = (address: string, LOGNAME: string, PSD = 'wrong-password') =>
  from(address).send(calls.doLogin, { LOGNAME, PSD })
const reasons = async (tries: Promise<{ error?: { reason: string } }>[]) => {
  const counts: Record<string, number> = {}
  for (const { error } of await Promise.all(tries)) {
    const reason = error?.reason ?? 'let in'
    counts[reason] = (counts[reason] ?? 0) + 1
  }
  return counts
}
/** As if that much time had passed. */
const later = (seconds: number) =>
  sql`update login_failure set last_at = last_at - make_interval(secs => ${seconds}), since = since - make_interval(secs => ${seconds})`.execute(
    world.db,
  )

describe('guessing passwords', () => {
  it('two hundred guesses at once are no more than five one after the other', async () => {
    await world.person('guessed', {})
    const answers = await reasons(Array.from({ length: 200 }, (_, i) => tryIt('10.0.0.1', 'guessed', `wrong-${i}`)))
    expect(answers).toEqual({ 'system.loginFailed': 5, 'system.loginDelay': 195 })
  })

  it('a storm of sign-ins is answered: four are calculated at a time, two hundred wait, the rest hear when to come again', async () => {
    const answers = await Promise.all(
      Array.from({ length: 270 }, (_, i) => tryIt(`10.9.${Math.floor(i / 250)}.${i % 250}`, `nobody-${i}`)),
    )
    const busy = answers.filter(({ error }) => error?.reason === 'system.loginBusy')
    expect(busy.length).toBeGreaterThan(0)
    expect(busy.every(({ code, error }) => code === 429 && Number(error?.params.seconds) > 0)).toBe(true)
    expect(answers.length - busy.length).toBeGreaterThanOrEqual(204)
    await from('10.9.9.9').ok(calls.doLogin, { LOGNAME: 'admin', PSD: password })
  })

  it('many who sign in at once with the right password all get in', async () => {
    expect(await reasons(Array.from({ length: 30 }, () => tryIt('10.0.0.2', 'admin', password)))).toEqual({
      'let in': 30,
    })
    expect(await world.db.selectFrom('login_failure').select('account').where('failures', '>', 0).execute()).toEqual([])
  })

  it('the old password of a session is no way to guess without a pause', async () => {
    const person = await world.person('changes', {})
    const guess = () =>
      person.client.send(calls.changePwd, { OldPSD: 'wrong', PSD: 'Ningbo-2027', Pwd2: 'Ningbo-2027' })
    expect(await reasons(Array.from({ length: 20 }, guess))).toEqual({ 'kernel.invalid': 5, 'system.loginDelay': 15 })
  })

  it('guesses from many addresses slow the account by ten seconds at most, and not where it signed in lately', async () => {
    const person = await world.person('spread', {})
    await from('10.1.0.1').ok(calls.doLogin, { LOGNAME: 'spread', PSD: password })
    for (let i = 0; i < 10; i += 1) await tryIt(`10.1.1.${i}`, 'spread')
    expect(await from('10.1.2.1').refused(calls.doLogin, { LOGNAME: 'spread', PSD: password })).toMatchObject({
      code: 429,
      reason: 'system.loginSlowed',
      params: { seconds: 1 },
    })
    await from('10.1.0.1').ok(calls.doLogin, { LOGNAME: 'spread', PSD: password })
    for (let i = 0; i < 8; i += 1) {
      await later(11)
      await tryIt(`10.1.3.${i}`, 'spread')
    }
    const slowed = await from('10.1.2.1').refused(calls.doLogin, { LOGNAME: 'spread', PSD: password })
    expect(slowed).toMatchObject({ params: { seconds: 10 } })
    await later(11)
    await from('10.1.2.1').ok(calls.doLogin, { LOGNAME: 'spread', PSD: password })
    // A month later the address is no longer known.
    await sql`update access_log set at = at - interval '31 days' where user_id = ${person.id}`.execute(world.db)
    expect(await from('10.1.0.1').refused(calls.doLogin, { LOGNAME: 'spread', PSD: password })).toMatchObject({
      reason: 'system.loginSlowed',
    })
  })

  it('one address that tries many accounts is slowed by two seconds at most', async () => {
    for (let i = 0; i < 50; i += 1) await tryIt('10.2.0.1', `account-${i}`)
    const slowed = await from('10.2.0.1').refused(calls.doLogin, { LOGNAME: 'admin', PSD: password })
    expect(slowed).toMatchObject({ reason: 'system.loginSlowed' })
    expect(Number(slowed.params.seconds)).toBeLessThanOrEqual(2)
    await later(3)
    await from('10.2.0.1').ok(calls.doLogin, { LOGNAME: 'admin', PSD: password })
  })

  it('an office behind one address signs in as often as it likes; sixty failures a minute end it', async () => {
    const { data } = await tryIt('10.3.0.1', 'admin', password)
    const client = new Visitor(world.url, '10.3.0.1', data?.token)
    for (let i = 0; i < 61; i += 1) await from('10.3.0.1').ok(calls.doLogin, { LOGNAME: 'admin', PSD: password })
    await world.db.deleteFrom('login_failure').execute()
    for (let i = 0; i < 60; i += 1) await from('10.3.0.1').refused(calls.doLogin, { LOGNAME: '', PSD: '' })
    await expect(tryIt('10.3.0.1', 'admin', password)).rejects.toThrow('429')
    await client.ok(calls.getUserInfo, {})
  })

  it('what is typed for an account that does not exist is kept nowhere', async () => {
    await tryIt('10.4.0.1', 'My-Secret-Password')
    const kept = await sql<{ text: string }>`
      select string_agg(f::text, ' ') || (select string_agg(a::text, ' ') from access_log a) as text from login_failure f`.execute(
      world.db,
    )
    expect(kept.rows[0]?.text.toLowerCase()).not.toContain('my-secret')
  })
})

describe('who a request came from', () => {
  const addresses = async (account: string) =>
    (
      await world.db
        .selectFrom('session as s')
        .innerJoin('app_user as u', 'u.id', 's.user_id')
        .select('s.address')
        .where('u.account', '=', account)
        .orderBy('s.id')
        .execute()
    ).map(({ address }) => address)

  it('is what the last proxy says; what the visitor put before it, or what is no address, is not believed', async () => {
    await world.person('traveller', {})
    for (const told of ['1.1.1.1, 10.5.0.1', '1.2.3.4<script>', '2001:db8::5', '::ffff:10.5.0.2'])
      await from(told).ok(calls.doLogin, { LOGNAME: 'traveller', PSD: password })
    expect(await addresses('traveller')).toEqual(['127.0.0.1', '10.5.0.1', '127.0.0.1', '2001:db8::5', '10.5.0.2'])
  })

  it('is who is connected, whatever a header says, unless a proxy is named', async () => {
    const plain = await openWorld({ publicUrl: new URL('https://tms.example.com') })
    try {
      for (let i = 0; i < 5; i += 1)
        await new Visitor(plain.url, `10.6.0.${i}`).refused(calls.doLogin, { LOGNAME: 'admin', PSD: 'wrong' })
      expect(
        await new Visitor(plain.url, '10.6.0.9').refused(calls.doLogin, { LOGNAME: 'admin', PSD: password }),
      ).toMatchObject({ reason: 'system.loginDelay' })
    } finally {
      await plain.close()
    }
  })
})
