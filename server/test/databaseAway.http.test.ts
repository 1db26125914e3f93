import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addCompany } from '@xunyun/contract/companies/calls'
import { getUserInfo } from '@xunyun/contract/system/calls'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seed } from '../seed/seed.ts'
import { createApp } from '../src/app.ts'
import { type FullDb, openDb, openPool, owned } from '../src/platform/db.ts'
import { migrate } from '../src/platform/migrate.ts'
import { type Postgres, startPostgres } from '../src/platform/postgres.ts'
import { password, quiet } from './database.ts'
import { openRelay, type Relay } from './relay.ts'
import { Client, tokenFor } from './world.ts'

/** A server whose PostgreSQL goes away and comes back: one of its own, with a network between that can be cut. */
type Place = {
  directory: string
  postgres: Postgres
  relay: Relay
  url: string
  admin: Client
  /** Past the relay, to look at what is there. */
  looking: () => { db: FullDb; end(): Promise<void> }
  close(): Promise<void>
}
let place: Place
beforeAll(async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'xunyun-away-'))
  const start = () => startPostgres({ dataDir: path.join(directory, 'pg'), durable: false, log: () => undefined })
  const postgres = await start()
  const relay = await openRelay(postgres.url)
  const pool = quiet(openPool(relay.url, 10))
  const db = openDb(pool)
  await migrate(db)
  await seed(db, { adminPassword: password, demo: false })
  const app = await createApp({
    config: { dataDir: directory, publicUrl: undefined, tls: undefined },
    pool,
    db,
    log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  place = {
    directory,
    postgres,
    relay,
    url,
    admin: new Client(url, await tokenFor(url, 'admin')),
    looking: () => {
      const own = quiet(openPool(place.postgres.url, 2))
      return { db: owned(openDb(own)), end: () => own.end() }
    },
    async close() {
      await app.close()
      await pool.end()
      await relay.close()
      await place.postgres.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}, 120_000)
afterAll(() => place.close())

const company = (name: string) => ({ roles: ['customer'], name, shortName: name })
const add = (name: string, key: string) =>
  place.admin.fetch(addCompany.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'zh', 'idempotency-key': key },
    body: JSON.stringify(company(name)),
  })
const isReady = async () => (await fetch(`${place.url}/readyz`)).status

it('[AP-17] a command whose connection is cut answers 503 without an envelope, keeps the session, and sent again takes effect once', async () => {
  const { db, end } = place.looking()
  const answer = await db.transaction().execute(async (tx) => {
    await sql`lock table company in access exclusive mode`.execute(tx)
    const sent = add('断线一号', 'cut')
    const cut = async () =>
      (
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database() and pid <> pg_backend_pid()`.execute(tx)
      ).rows.length
    await expect.poll(cut, { timeout: 10_000, interval: 20 }).toBeGreaterThan(0)
    return sent
  })
  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await answer.json()).toEqual({ error: '数据库暂时连不上，请稍后再试' })
  expect((await place.admin.ok(getUserInfo, {})).LOGNAME).toBe('admin')
  for (let time = 0; time < 2; time += 1)
    expect(await (await add('断线一号', 'cut')).json()).toMatchObject({ code: 200 })
  const made = await sql<{ n: number }>`select count(*)::int as n from company where name = '断线一号'`.execute(db)
  expect(made.rows).toEqual([{ n: 1 }])
  await end()
})

it('a database that says nothing, on whatever connection, is not ready within a second, and is again when it speaks', async () => {
  expect(await isReady()).toBe(200)
  place.relay.silence()
  // As many as there are connections, and more.
  const held = Array.from({ length: 30 }, () => place.admin.fetch(getUserInfo.path))
  const asked = performance.now()
  expect(await isReady()).toBe(503)
  expect(performance.now() - asked).toBeLessThan(1000)
  place.relay.speak()
  await expect.poll(isReady, { timeout: 5000, interval: 50 }).toBe(200)
  expect(new Set((await Promise.all(held)).map(({ status }) => status))).toEqual(new Set([200]))
})

it('[D-05] PostgreSQL stopped and started under eight writers: all that was acknowledged is there, and nobody signs in again', async () => {
  const acknowledged: string[] = []
  const seen = new Set<number>()
  const over = { now: false }
  const write = async (writer: number) => {
    for (let n = 0; !over.now; n += 1) {
      const name = `重启${writer}之${n}`
      for (;;) {
        const answer = await add(name, `writer-${writer}-${n}`)
        seen.add(answer.status)
        if (answer.status === 200) {
          const { code, msg } = (await answer.json()) as { code: number; msg: string }
          if (code !== 200) throw new Error(`${name}: ${code} ${msg}`)
          acknowledged.push(name)
          break
        }
        // As a client does, which pauses before it sends again.
        await sleep(100)
      }
    }
  }
  const writers = Array.from({ length: 8 }, (_, writer) => write(writer))
  await expect.poll(() => acknowledged.length, { timeout: 20_000, interval: 10 }).toBeGreaterThan(20)
  await place.postgres.stop()
  await expect.poll(() => seen.has(503), { timeout: 5000, interval: 10 }).toBe(true)
  expect(await isReady()).toBe(503)
  place.postgres = await startPostgres({
    dataDir: path.join(place.directory, 'pg'),
    durable: false,
    log: () => undefined,
  })
  place.relay.leadTo(place.postgres.url)
  const before = acknowledged.length
  await expect.poll(() => acknowledged.length, { timeout: 10_000, interval: 10 }).toBeGreaterThan(before + 20)
  over.now = true
  await Promise.all(writers)
  expect([...seen].sort()).toEqual([200, 503])
  const { db, end } = place.looking()
  const found = await sql<{ name: string }>`select name from company where name like '重启%'`.execute(db)
  expect(found.rows.map(({ name }) => name).sort()).toEqual(acknowledged.sort())
  await end()
  expect(await isReady()).toBe(200)
}, 60_000)
