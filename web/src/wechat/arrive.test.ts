import { beforeEach, expect, it, vi } from 'vitest'
import { paths } from '../paths.ts'
import { arrive, placeOf, readAddress } from './arrive.ts'
import { frameAddress, purposeOf } from './scan.ts'

const answers = new Map<string, string>()
const asked: string[] = []
beforeEach(() => {
  answers.clear()
  asked.length = 0
  vi.stubGlobal('fetch', async (address: string) => {
    const [path = ''] = address.split('?')
    asked.push(address)
    return new Response(answers.get(path) ?? 'err', { status: 200 })
  })
})

const back = (state: string) => new URLSearchParams({ code: 'c', state })

it('[RT-04] [SE-10] what WeChat puts before the fragment is read as what stands behind it', () => {
  for (const address of [
    { search: '?code=c&state=s', hash: '#/auth-redirect' },
    { search: '', hash: '#/auth-redirect?code=c&state=s' },
  ]) {
    const { path, parameters } = readAddress(address)
    expect([path, parameters.get('code'), parameters.get('state')]).toEqual([paths.authRedirect, 'c', 's'])
  }
  expect(placeOf(paths.logOtherWeChat)).toBe('starting')
  expect([purposeOf('L1'), purposeOf('B1')]).toEqual(['login', 'bind'])
})

it('[AP-09] a ticket leads on to /loginSuccess, err is a failure with the message, said for five seconds', async () => {
  answers.set('/api/WXHelper/GetWXKFOpenId', 'the-ticket')
  expect(await arrive(paths.authRedirect, back('L1'))).toEqual({ kind: 'go', hash: '#/loginSuccess?OpenId=the-ticket' })
  answers.clear()
  expect(await arrive(paths.authRedirect, back('L1'))).toMatchObject({ kind: 'failed', purpose: 'login', toast: true })
  expect(await arrive(paths.authRedirect, back('B1'))).toMatchObject({ kind: 'failed', purpose: 'bind', toast: false })
})

it('[AP-10] a binding sends the ticket and leads to /bindSuccess; a refusal says why', async () => {
  answers.set('/api/WXHelper/GetWXKFOpenId', 'the-ticket')
  answers.set('/api/Users/BindOpenId', JSON.stringify({ code: 200, msg: '', data: { account: 'a', wechatName: 'w' } }))
  expect(await arrive(paths.authRedirect, back('B1'))).toEqual({ kind: 'go', hash: '#/bindSuccess' })
  answers.set('/api/Users/BindOpenId', JSON.stringify({ code: 409, msg: 'bound elsewhere', data: null }))
  expect(await arrive(paths.authRedirect, back('B1'))).toMatchObject({ kind: 'failed', reason: 'bound elsewhere' })
})

it('[SE-01] after WeChat the token is kept in local storage too, and without a code nothing is asked', async () => {
  answers.set('/api/Login/WXLogin', JSON.stringify({ code: 200, msg: '', data: { token: 'the-token' } }))
  const outcome = await arrive(paths.loginSuccess, new URLSearchParams({ OpenId: 'the-ticket' }))
  expect(outcome).toEqual({ kind: 'go', hash: '#/' })
  expect(localStorage.getItem('Admin-Token')).toBe('the-token')
  expect(document.cookie).toContain('Admin-Token=the-token')
  asked.length = 0
  expect(await arrive(paths.authRedirect, new URLSearchParams({ state: 'L1' }))).toMatchObject({ kind: 'failed' })
  expect(asked).toEqual([])
})

it('the frame asks WeChat for its embedded page, which sends the whole window back', () => {
  const address = new URL(frameAddress('https://open.weixin.qq.com/connect/qrconnect?appid=a&state=L1#wechat_redirect'))
  expect(address.hash).toBe('#wechat_redirect')
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    appid: 'a',
    state: 'L1',
    login_type: 'jssdk',
    self_redirect: 'false',
  })
})
