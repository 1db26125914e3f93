import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startI18n } from '../shared/i18n/i18n.ts'
import { useLogin } from './useLogin.ts'

const answers: object[] = []
const sent: string[] = []
beforeAll(() => startI18n(['common', 'login']))
beforeEach(() => {
  vi.useFakeTimers()
  answers.length = 0
  sent.length = 0
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(String(body))
    return new Response(JSON.stringify(answers.shift() ?? { code: 200, msg: '', data: { token: 't' } }))
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const wait = (reason: string, seconds: number) => ({
  code: 429,
  msg: 'wait',
  data: null,
  error: { reason, params: { seconds }, fields: [] },
})
function form(onSignedIn: () => void) {
  const { result } = renderHook(() => useLogin(onSignedIn))
  const input = (value: string) => Object.assign(document.createElement('input'), { value })
  Object.assign(result.current.accountRef, { current: input('chen') })
  Object.assign(result.current.passwordRef, { current: input('secret') })
  return result
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it.each(['system.loginBusy', 'system.loginSlowed'])(
  '[SE-01] after %s the page signs in by itself when the pause is over',
  async (reason) => {
    answers.push(wait(reason, 4))
    const done = vi.fn()
    const login = form(done)
    await act(() => login.current.submit())
    expect([login.current.wait, login.current.triesAgain]).toEqual([4, true])
    await pass(3000)
    expect(sent).toHaveLength(1)
    await pass(1500)
    expect(sent).toEqual(Array(2).fill('LOGNAME=chen&PSD=secret'))
    expect(done).toHaveBeenCalledOnce()
  },
)

it('[SE-01] own wrong passwords are not tried again by themselves, nor is what somebody begins to mend', async () => {
  answers.push(wait('system.loginDelay', 2), wait('system.loginBusy', 2))
  const login = form(() => {})
  await act(() => login.current.submit())
  await pass(5000)
  expect(sent).toHaveLength(1)
  await act(() => login.current.submit())
  act(() => login.current.forget('password'))
  await pass(5000)
  expect(sent).toHaveLength(2)
})
