import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip'
type WebFile = {
  readonly type: string
  readonly etag: string
  /** Null where the build left compressed copies. */
  readonly plain: Buffer | null
  readonly br: Buffer | null
  readonly gzip: Buffer | null
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Below the root; all others are `assets/…`, which carry a hash of their content in their names. */
const named = ['index.html', 'worker.js']

/**
 * The built web app, from memory: a first load asks for some dozen files at once, and to find, read and compress them for
 * each browser was most of what it cost the server. The build leaves each file with its compressed copies
 * (web/build/compressed.ts), of which alone is kept what there is; who can read neither gets it unpacked. What a running
 * server hands out is of one release, whatever is built meanwhile.
 */
export function serveWebFiles(
  app: FastifyInstance,
  webRoot: string | undefined,
  assetHeaders: Readonly<Record<string, string>>,
): void {
  if (webRoot === undefined || !existsSync(path.join(webRoot, 'index.html'))) return
  const files = readWebFiles(webRoot)

  // Their answers are given faster than they would be counted.
  app.get<{ Params: { '*': string } }>(
    '/assets/*',
    { config: { rateLimit: false }, compress: false },
    (request, reply) => {
      reply.headers(assetHeaders)
      const file = files.get(`assets/${request.params['*']}`)
      if (file === undefined) return reply.callNotFound()
      return send(request, reply.header('cache-control', 'public, max-age=31536000, immutable'), file)
    },
  )
  for (const name of named) {
    const file = files.get(name)
    if (file === undefined) continue
    // It names the files of its release, so it must always be asked for.
    const give = (request: FastifyRequest, reply: FastifyReply) =>
      send(request, reply.header('cache-control', 'no-cache'), file)
    app.get(`/${name}`, { compress: false }, give)
    if (name === 'index.html') app.get('/', { compress: false }, give)
  }
}

function send(request: FastifyRequest, reply: FastifyReply, file: WebFile): FastifyReply {
  reply.header('etag', file.etag).header('vary', 'accept-encoding')
  if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(file.etag)) return reply.code(304).send()
  reply.type(file.type)
  if (file.plain !== null) return reply.send(file.plain)
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = (['br', 'gzip'] as const).find((name) => file[name] !== null && takes(accepted, name))
  if (encoding !== undefined) return reply.header('content-encoding', encoding).send(file[encoding])
  return reply.send(file.gzip && gunzipSync(file.gzip))
}

/** RFC 9110 §12.5.3, without the weights: what is not refused may be sent. */
const takes = (accepted: string, encoding: Encoding): boolean =>
  accepted.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })

function readWebFiles(webRoot: string): ReadonlyMap<string, WebFile> {
  const folder = path.join(webRoot, 'assets')
  const assets = existsSync(folder) ? readdirSync(folder).map((name) => `assets/${name}`) : []
  const names = [...assets.filter((name) => !/\.(br|gz)$/.test(name)), ...named]
  const read = (name: string) => {
    const file = path.join(webRoot, name)
    return existsSync(file) ? readFileSync(file) : null
  }
  const files = new Map<string, WebFile>()
  for (const name of names) {
    const gzip = read(`${name}.gz`)
    const plain = gzip === null ? read(name) : null
    const content = gzip ?? plain
    if (content === null) continue
    files.set(name, {
      type: types[path.extname(name)] ?? 'application/octet-stream',
      // Weak: one tag for the same content in any encoding.
      etag: `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 20)}"`,
      plain,
      br: gzip && read(`${name}.br`),
      gzip,
    })
  }
  return files
}
