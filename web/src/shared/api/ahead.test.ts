import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { clearToken, saveToken } from '../session/token.ts'
import { answered, api, askAhead } from './api.ts'

const rows = {
  method: 'GET',
  path: '/api/Waybills/GetWaybills',
  summary: '',
  access: 'session',
  input: z.object({ pageSize: z.optional(z.int()) }),
  output: z.object({ rows: z.array(z.int()) }),
} as const

let asked: { url: string; init: RequestInit }[]
let answer: (url: string) => Promise<Response>
const envelope = (data: unknown, code = 200) => Response.json({ code, msg: code === 200 ? '' : 'no', data })

beforeEach(() => {
  vi.useFakeTimers()
  saveToken('one')
  asked = []
  answer = async () => envelope({ rows: [asked.length] })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push({ url, init })
    return answer(url)
  })
})
afterEach(() => {
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  clearToken()
})

const ask = () => api(rows, { pageSize: 50 }, { quiet: true })

it('what was asked ahead is not asked again, once', async () => {
  const ahead = askAhead(rows, { pageSize: 50 })
  expect(await ask()).toEqual({ rows: [1] })
  await ahead
  expect(asked).toHaveLength(1)
  expect(new Headers(asked[0]?.init.headers).get('token')).toBe('one')
  expect(asked[0]?.init.cache).toBe('no-store')
  expect(await ask()).toEqual({ rows: [2] })
})

it('what has arrived is there at once, for the same question alone', async () => {
  const ahead = askAhead(rows, { pageSize: 50 })
  expect(answered(rows, { pageSize: 50 })).toBeUndefined()
  await ahead
  expect(answered(rows, { pageSize: 20 })).toBeUndefined()
  expect(answered(rows, { pageSize: 50 })).toEqual({ rows: [1] })
  expect(answered(rows, { pageSize: 50 })).toBeUndefined()
})

it('a session that is over, a crash and a line that is down fall through to the call itself', async () => {
  for (const failing of [
    async () => envelope(null, 50014),
    async () => new Response('', { status: 500 }),
    () => Promise.reject(new TypeError('no line')),
  ]) {
    answer = failing
    await askAhead(rows, { pageSize: 50 })
    expect(answered(rows, { pageSize: 50 })).toBeUndefined()
    answer = async () => envelope({ rows: [7] })
    expect(await ask()).toEqual({ rows: [7] })
  }
})

it('another person’s answer is nobody’s', async () => {
  await askAhead(rows, { pageSize: 50 })
  saveToken('another')
  expect(answered(rows, { pageSize: 50 })).toBeUndefined()
  expect(await ask()).toEqual({ rows: [2] })
})

it('an answer that nobody took in ten seconds is old', async () => {
  await askAhead(rows, { pageSize: 50 })
  vi.advanceTimersByTime(10_000)
  expect(answered(rows, { pageSize: 50 })).toBeUndefined()
  expect(await ask()).toEqual({ rows: [2] })
})

it('one that hangs holds nobody longer than that', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), ms)
    return controller.signal
  })
  answer = () =>
    new Promise((_, reject) => {
      const signal = asked.at(-1)?.init.signal
      signal?.addEventListener('abort', () => reject(signal.reason as Error))
    })
  void askAhead(rows, { pageSize: 50 })
  const waiting = ask()
  answer = async () => envelope({ rows: [7] })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await waiting).toEqual({ rows: [7] })
  vi.restoreAllMocks()
})
