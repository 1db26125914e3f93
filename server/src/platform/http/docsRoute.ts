import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { Bound } from './binder.ts'
import { openApi } from './openApi.ts'

/**
 * The description of all calls at /api/docs. Writing it takes the better part of a second: it is written at the first
 * asking, once, and kept compressed.
 */
export function serveDocs(app: FastifyInstance, bound: readonly Bound[]): void {
  let written: Promise<{ body: Buffer; tag: string }> | undefined
  const write = async () => {
    const text = JSON.stringify(openApi(bound.map(({ call }) => call)))
    return {
      body: await promisify(gzip)(text, { level: 9 }),
      tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 24)}"`,
    }
  }
  app.get('/api/docs', { config: { rateLimit: { max: 60 } }, compress: false }, async (request, reply) => {
    written ??= write()
    const { body, tag } = await written
    reply.header('etag', tag).header('cache-control', 'no-cache').header('vary', 'accept-encoding')
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').header('content-encoding', 'gzip').send(body)
  })
}
