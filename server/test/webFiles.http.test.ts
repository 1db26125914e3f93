import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seed } from '../seed/seed.ts'
import { createApp } from '../src/app.ts'
import { openDb, openPool } from '../src/platform/db.ts'
import { freshDatabase, quiet } from './database.ts'
import { password } from './world.ts'

const script = 'export const greeting = "你好";\n'.repeat(100)
const page = `<!doctype html><title>迅运</title>${'<p></p>'.repeat(300)}`

let close: () => Promise<void>
let app: Awaited<ReturnType<typeof createApp>>
beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'xunyun-web-'))
  const webRoot = path.join(folder, 'dist')
  mkdirSync(path.join(webRoot, 'assets'), { recursive: true })
  mkdirSync(path.join(webRoot, '.vite'))
  const write = (name: string, content: string) => {
    const file = path.join(webRoot, name)
    writeFileSync(file, content)
    writeFileSync(`${file}.br`, brotliCompressSync(content))
    writeFileSync(`${file}.gz`, gzipSync(content))
  }
  write('index.html', page)
  write('assets/boot-a1.js', script)
  writeFileSync(path.join(webRoot, 'assets/small-b2.css'), 'a{}')
  writeFileSync(path.join(webRoot, '.stamp'), 'of the build')
  writeFileSync(path.join(webRoot, '.vite/manifest.json'), '{}')
  writeFileSync(path.join(folder, 'secret.txt'), 'not ours to give')
  const database = await freshDatabase()
  const pool = quiet(openPool(database.url, 4))
  const db = openDb(pool)
  await seed(db, { adminPassword: password, demo: false })
  app = await createApp({
    config: { dataDir: folder, publicUrl: undefined, tls: undefined },
    pool,
    db,
    log: pino({ level: 'silent' }),
    webRoot,
    requestsPerMinute: 20,
  })
  close = async () => {
    await app.close()
    await pool.end()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
})
afterAll(() => close())

const ask = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

it('a file of the build comes as the browser reads it best: brotli, else gzip, else as it is', async () => {
  const br = await ask('/assets/boot-a1.js', { 'accept-encoding': 'gzip, deflate, br, zstd' })
  expect(br.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(script)
  const gzip = await ask('/assets/boot-a1.js', { 'accept-encoding': 'gzip, deflate, br;q=0' })
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(script)
  const plain = await ask('/assets/boot-a1.js')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.body).toBe(script)
  for (const answer of [br, gzip, plain]) {
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(answer.headers.vary).toBe('accept-encoding')
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
  }
  const small = await ask('/assets/small-b2.css', { 'accept-encoding': 'br' })
  expect([small.body, small.headers['content-type'], small.headers['content-encoding']]).toEqual([
    'a{}',
    'text/css; charset=utf-8',
    undefined,
  ])
})

it('it is kept for good, never sniffed, for no other site, and without the policy of a page', async () => {
  const { headers } = await ask('/assets/boot-a1.js', { 'accept-encoding': 'br' })
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['cross-origin-resource-policy']).toBe('same-origin')
  expect(headers['content-security-policy']).toBeUndefined()
})

it('who has it already is told so', async () => {
  for (const url of ['/assets/boot-a1.js', '/']) {
    const { etag } = (await ask(url, { 'accept-encoding': 'gzip' })).headers
    const again = await ask(url, { 'if-none-match': `"of-another", ${etag}`, 'accept-encoding': 'br' })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
  }
  expect((await ask('/assets/boot-a1.js', { 'if-none-match': 'W/"of-another"' })).statusCode).toBe(200)
})

it('the page itself is asked for anew each time, with its policy', async () => {
  for (const url of ['/', '/index.html']) {
    const { statusCode, headers, body } = await ask(url)
    expect([statusCode, body]).toEqual([200, page])
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
  expect((await ask('/', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip')
})

it('what is not of the build is not there: files of an earlier release, of the build itself, of the disk', async () => {
  for (const url of [
    '/assets/boot-00.js',
    '/assets/boot-a1.js.br',
    '/assets/',
    '/assets/../.stamp',
    '/assets/..%2F..%2Fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/.stamp',
    '/.vite/manifest.json',
    '/worker.js',
  ]) {
    const { statusCode, headers, body } = await ask(url)
    expect([url, statusCode, body]).toEqual([url, 404, '{"error":"not found"}'])
    expect(headers['cache-control']).toBeUndefined()
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
})

it('a first load of many files is no flood of requests', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask('/assets/boot-a1.js')))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
})
