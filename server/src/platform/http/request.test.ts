import fastify from 'fastify'
import type { Logger } from 'pino'
import { expect, it } from 'vitest'
import { addressOf, warnOfUntrustedProxies } from './request.ts'

it.each([
  ['nobody is trusted', false, ['203.0.113.9'], 1, '127.0.0.1'],
  ['another proxy is trusted', ['10.0.0.1'], ['203.0.113.9'], 1, '127.0.0.1'],
  ['the proxy is trusted', ['127.0.0.1'], ['198.51.100.1, 203.0.113.9'], 0, '203.0.113.9'],
  ['no proxy sent anything', false, [], 0, '127.0.0.1'],
] as const)('where %s, the log says it once', async (_, trust, told, times, address) => {
  const warned: unknown[] = []
  const app = fastify({ trustProxy: trust === false ? trust : [...trust] })
  warnOfUntrustedProxies(app as never, { warn: (...said: unknown[]) => warned.push(said) } as unknown as Logger)
  app.get('/', (request) => ({ address: addressOf(request) }))
  const headers = told.length === 0 ? {} : { 'x-forwarded-for': told[0] }
  for (let i = 0; i < 3; i += 1)
    expect((await app.inject({ url: '/', headers, remoteAddress: '127.0.0.1' })).json()).toEqual({ address })
  expect(warned).toHaveLength(times)
})
