import { expect, it } from 'vitest'
import { afterLogin, beginsWithScan, chooseEntry } from './entry.ts'

it('without a token the asked page, with its query, waits behind the login', () => {
  expect(chooseEntry(null, '#/tms/operations/allWayBill?state=draft')).toEqual({
    kind: 'login',
    hash: '#/login?redirect=%2Ftms%2Foperations%2FallWayBill%3Fstate%3Ddraft',
  })
  expect(chooseEntry(null, '')).toEqual({ kind: 'login', hash: '#/login' })
  expect(chooseEntry(null, '#/tms/login')).toEqual({ kind: 'login', hash: null })
  expect(chooseEntry(null, '#/loginSuccess')).toEqual({ kind: 'login', hash: '#/login' })
})

it('[RT-04] [SE-10] the pages of the way to WeChat and back start neither shell nor login; /logother needs a token', () => {
  for (const hash of ['#/auth-redirect', '#/auth-redirect?code=c&state=s', '#/bindSuccess', '#/loginSuccess?OpenId=t'])
    for (const token of [null, 't']) expect(chooseEntry(token, hash), hash).toEqual({ kind: 'wechat', hash: null })
  expect(chooseEntry('t', '#/loginSuccess')).toEqual({ kind: 'shell', hash: '#/' })
  expect(chooseEntry('t', '#/logother/wechat')).toEqual({ kind: 'wechat', hash: null })
  expect(chooseEntry('t', '#/logother/other')).toEqual({ kind: 'shell', hash: null })
  const { hash } = chooseEntry(null, '#/logother/wechat')
  expect(hash).toBe('#/login?redirect=%2Flogother%2Fwechat')
  expect([beginsWithScan(hash ?? ''), beginsWithScan('#/login?tab=wechat'), beginsWithScan('#/login')]).toEqual([
    true,
    true,
    false,
  ])
})

it('with a token both login addresses lead to the root', () => {
  expect(chooseEntry('t', '#/login?redirect=%2Fsystem%2Fuser')).toEqual({ kind: 'shell', hash: '#/' })
  expect(chooseEntry('t', '#/tms/login')).toEqual({ kind: 'shell', hash: '#/' })
  expect(chooseEntry('t', '#/system/user')).toEqual({ kind: 'shell', hash: null })
})

it('after the login one is where one wanted to go, and never at another site or at the login again', () => {
  expect(afterLogin('#/login?redirect=%2Fsystem%2Fuser%3Fq%3Da%26b%3D1')).toBe('#/system/user?q=a&b=1')
  expect(afterLogin('#/login')).toBe('#/')
  expect(afterLogin('#/login?redirect=https%3A%2F%2Fevil.example')).toBe('#/')
  expect(afterLogin('#/login?redirect=%2Flogin')).toBe('#/')
})
