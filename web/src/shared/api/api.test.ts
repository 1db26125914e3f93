import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { i18n, startI18n } from '../i18n/i18n.ts'
import { stayHere, useSessionEnded } from '../session/ended.ts'
import { clearToken, saveToken } from '../session/token.ts'
import { useToasts } from '../ui/toasts.ts'
import { patience } from './again.ts'
import { send, type Wire } from './api.ts'
import { ApiError, ConfirmNeeded, HttpError, NetworkError } from './errors.ts'

type Seen = { url: string; method: string; headers: IncomingMessage['headers']; body: string }

let server: Server
let seen: Seen
let answer: (response: ServerResponse) => void

const get: Wire = { method: 'GET', path: '/api/Test/Get' }
const post: Wire = { method: 'POST', path: '/api/Test/Post' }

const envelope = (body: object) => (response: ServerResponse) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ msg: '', data: null, ...body }))
}
const toasts = () => useToasts.getState().list.map(({ text, seconds }) => ({ text, seconds }))

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    seen = { url: request.url ?? '', method: request.method ?? '', headers: request.headers, body }
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  // The page of this test stands on the server it asks.
  ;(window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(`http://127.0.0.1:${port}/`)
  await startI18n(['common'])
})
afterAll(() => {
  // A connection that is kept open would be waited for.
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})
beforeEach(() => {
  useToasts.setState({ list: [] })
  patience.pausesMs = [1, 1, 1, 1]
  patience.withoutAnswer = 2
  stayHere()
  clearToken()
  answer = envelope({ code: 200, data: { ok: true } })
})

it('both success codes give the data', async () => {
  expect(await send(get, {})).toEqual({ ok: true })
  answer = envelope({ code: 20000, data: 7 })
  expect(await send(get, {})).toBe(7)
  expect(toasts()).toEqual([])
})

it('the token goes along when there is one, and the language always', async () => {
  await send(get, { q: 'a b', page: 2 })
  expect(seen.url).toBe('/api/Test/Get?q=a+b&page=2')
  expect(seen.headers.token).toBeUndefined()
  expect(seen.headers['accept-language']).toMatch(/^(zh|en|es|ja)$/)
  saveToken('abc')
  await send(get, {})
  expect(seen.headers.token).toBe('abc')
})

it('a post is JSON unless the call is form-urlencoded', async () => {
  await send({ ...post, body: 'form' }, { a: 1, b: 'x&y' })
  expect(seen.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
  expect(seen.body).toBe('a=1&b=x%26y')
  await send(post, { a: 1, b: null })
  expect(seen.headers['content-type']).toBe('application/json')
  expect(seen.body).toBe('{"a":1,"b":null}')
})

it('an idempotent call carries a key: its own, or that of the caller', async () => {
  await send(post, {})
  expect(seen.headers['idempotency-key']).toBeUndefined()
  await send({ ...post, idempotent: true }, {})
  expect(seen.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
  await send({ ...post, idempotent: true }, {}, { key: 'mine' })
  expect(seen.headers['idempotency-key']).toBe('mine')
})

it('[AP-16] a warehouse post says so and leaves the bookkeeping out', async () => {
  await send({ ...post, path: '/api/OutboundNotice/AddOutboundNotice' }, { id: 1, UpdateId: 3 })
  expect(seen.headers.type).toBe('warehouse')
  expect(seen.body).toBe('{"id":1}')
  await send(post, { id: 1, UpdateId: 3 })
  expect(seen.headers.type).toBeUndefined()
  expect(seen.body).toBe('{"id":1,"UpdateId":3}')
})

it('a refusal is one toast that stays, and rejects with its reason and fields', async () => {
  const fields = [{ path: 'name', reason: 'field.required', params: {} }]
  answer = envelope({ code: 422, msg: 'one field', error: { reason: 'kernel.invalid', params: { count: 1 }, fields } })
  const error = await send(post, {}).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    code: 422,
    message: 'one field',
    reason: 'kernel.invalid',
    params: { count: 1 },
    fields,
  })
  expect(toasts()).toEqual([{ text: 'one field', seconds: null }])
})

it('a refusal without words says Error', async () => {
  answer = envelope({ code: 409, msg: '' })
  await expect(send(get, {})).rejects.toBeInstanceOf(ApiError)
  expect(toasts()).toEqual([{ text: 'Error', seconds: null }])
})

it('code 300 is for the caller alone', async () => {
  answer = envelope({ code: 300, msg: 'sure?', error: { reason: 'a.b', params: { n: 1 }, fields: [] } })
  const error = await send(post, {}).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ConfirmNeeded)
  expect(error).toMatchObject({ message: 'sure?', reason: 'a.b', params: { n: 1 } })
  expect(toasts()).toEqual([])
})

it.each([202, 50012, 50014])('code %i asks once whether to sign in again', async (code) => {
  answer = envelope({ code, msg: 'over' })
  await Promise.allSettled([send(get, {}), send(get, {}), send(get, {})])
  expect(useSessionEnded.getState().asking).toBe(true)
  expect(useToasts.getState().list).toMatchObject([{ text: 'over', times: 3 }])
})

it('a caller that shows the failure itself gets it without a toast', async () => {
  answer = envelope({ code: 422, msg: 'wrong' })
  await expect(send(post, {}, { quiet: true })).rejects.toBeInstanceOf(ApiError)
  expect(toasts()).toEqual([])
})

it.each([400, 404, 413, 429, 500])('status %i without an envelope is said in words', async (status) => {
  answer = (response) => {
    response.statusCode = status
    response.end('nope')
  }
  const error = await send(get, {}).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(HttpError)
  expect(error).toMatchObject({ status })
  expect(toasts()).toHaveLength(1)
  expect(toasts()[0]?.text).not.toMatch(/http\./)
})

it('a crash keeps the words that carry its reference', async () => {
  answer = (response) => {
    response.statusCode = 500
    response.end(JSON.stringify({ code: 500, msg: 'reference 4711', data: null }))
  }
  await expect(send(get, {})).rejects.toBeInstanceOf(HttpError)
  expect(toasts()[0]?.text).toBe('reference 4711')
})

it('[ER-03] a line that breaks is a toast of five seconds in our own words; a request given up is none', async () => {
  answer = (response) => response.destroy()
  await expect(send(get, {})).rejects.toBeInstanceOf(NetworkError)
  expect(useToasts.getState().list).toMatchObject([
    { text: i18n.t('common:http.network'), detail: undefined, seconds: 5 },
  ])
  useToasts.setState({ list: [] })
  answer = () => {}
  const stop = new AbortController()
  const pending = send(get, {}, { signal: stop.signal })
  setTimeout(() => stop.abort(), 20)
  await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
  expect(toasts()).toEqual([])
})

/** Answers in order, the last one for all that follow; tells what was sent. */
const answers = (...all: ((response: ServerResponse) => void)[]) => {
  const sent: Seen[] = []
  answer = (response) => {
    sent.push(seen)
    all[Math.min(sent.length, all.length) - 1]?.(response)
  }
  return sent
}
const away = (response: ServerResponse) => {
  response.statusCode = 503
  response.end('{"error":"away"}')
}
const broken = (response: ServerResponse) => response.destroy()
const fine = envelope({ code: 200, data: 7 })

it('a command with a key is sent again with the same one while the server has no database or does not answer, and says so meanwhile', async () => {
  const sent = answers(away, broken, (response) => {
    expect(toasts()).toEqual([{ text: i18n.t('common:http.again'), seconds: null }])
    fine(response)
  })
  expect(await send({ ...post, idempotent: true }, { a: 1 }, { key: 'mine' })).toBe(7)
  expect(sent.map(({ headers, body }) => [headers['idempotency-key'], body])).toEqual(
    Array.from({ length: 3 }, () => ['mine', '{"a":1}']),
  )
  expect(toasts()).toEqual([])
})

it('a question is asked again; after some time it is given up, and the notice with it', async () => {
  expect(answers(away, fine)).toEqual([])
  expect(await send(get, {})).toBe(7)
  const sent = answers(away)
  await expect(send(get, {})).rejects.toMatchObject({ status: 503 })
  expect(sent).toHaveLength(5)
  expect(toasts()).toEqual([{ text: i18n.t('common:http.503'), seconds: null }])
})

it.each([
  ['without the database', away],
  ['without an answer', broken],
])(
  'a command without a key is sent once, and %s a word that stays says that it may have been saved',
  async (_, fails) => {
    const sent = answers(fails, fine)
    await expect(send(post, {})).rejects.toThrow(i18n.t('common:http.unsure'))
    expect(sent).toHaveLength(1)
    expect(toasts()).toEqual([{ text: i18n.t('common:http.unsure'), seconds: null }])
  },
)

it('a page with a way of its own without a server hears at once that there is none', async () => {
  const sent = answers(broken, fine)
  await expect(send(get, {}, { offline: true, quiet: true })).rejects.toBeInstanceOf(NetworkError)
  expect(sent).toHaveLength(1)
})
