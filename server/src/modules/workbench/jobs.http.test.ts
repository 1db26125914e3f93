import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { exportCompanies, getCompanies } from '@xunyun/contract/companies/calls'
import { getJobs, getMyJobs, type Job, resumeJob, startExport, stopJob } from '@xunyun/contract/workbench/jobs'
import { getNotifications } from '@xunyun/contract/workbench/notifications'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { quiet } from '../../../test/database.ts'
import { download } from '../../../test/sheets.ts'
import { type Client, openWorld, type World } from '../../../test/world.ts'
import { openDb, openPool } from '../../platform/db.ts'
import { Files } from '../../platform/files.ts'
import { Jobs } from '../../platform/jobs.ts'
import { Records } from '../../platform/records.ts'
import { keptDays, tidyUp } from './housekeeping.ts'

const many = 40_000
let world: World
let clerk: Client
beforeAll(async () => {
  world = await openWorld()
  clerk = (await world.person('clerk', { rights: { companyManage: 'browse' } })).client
  await sql`insert into company (code, name, short_name, search, roles)
    select 'M' || lpad(n::text, 6, '0'), '公司' || n, '公司' || n, '', '{customer}' from generate_series(1, ${many}::int) n`.execute(
    world.db,
  )
})
afterAll(() => world.close())

const asked = { path: exportCompanies.path, input: { entry: 'manage', columns: ['code', 'name'] } }
const few = { ...asked, input: { ...asked.input, q: '公司3999' } }
const jobOf = async (id: number): Promise<Job> => {
  const job = (await clerk.ok(getMyJobs, {})).find((one) => one.id === id)
  if (job === undefined) throw new Error(`no job ${id}`)
  return job
}
const reaches = (id: number, fits: (job: Job) => boolean) =>
  expect.poll(async () => fits(await jobOf(id)), { timeout: 60_000, interval: 20 }).toBe(true)

it('[D-01] a large export runs in the background, is stopped, goes on where it was and holds every row once', async () => {
  const job = await clerk.ok(startExport, { ...asked, total: many })
  expect(job).toMatchObject({ state: 'queued', total: many, title: '往来单位管理' })
  await reaches(job.id, ({ done }) => done > 0)
  await clerk.ok(stopJob, { id: job.id })
  await reaches(job.id, ({ state }) => state === 'stopped')
  const { done } = await jobOf(job.id)
  expect(done).toBeGreaterThan(0)
  expect(done).toBeLessThan(many)
  await clerk.ok(resumeJob, { id: job.id })
  await reaches(job.id, ({ state }) => state === 'done')
  const ready = await jobOf(job.id)
  expect(ready).toMatchObject({ done: many, fileName: '往来单位管理.xlsx', error: null })
  const { rows } = await download(clerk, { ...exportCompanies, path: ready.fileUrl as never } as never, {} as never)
  const codes = rows.slice(1).map(([code]) => code)
  expect(codes.length).toBe(many)
  expect(new Set(codes).size).toBe(many)
  // What the rows were kept in meanwhile is gone.
  expect(await readdir(path.join(world.dataDir, 'jobs'))).toEqual([])
  expect((await clerk.ok(getNotifications, {})).rows[0]).toMatchObject({ kind: 'exportReady', link: ready.fileUrl })
})

it('[D-01] thousands of chosen rows are exported, which no address could name', async () => {
  const { rows: chosen } = await clerk.ok(getCompanies, { entry: 'manage', pageSize: 500 })
  const ids = Array.from({ length: 3000 }, (_, at) => chosen[at % chosen.length]?.id ?? 0)
  const job = await clerk.ok(startExport, { path: asked.path, input: { ...asked.input, ids }, total: ids.length })
  await reaches(job.id, ({ state }) => state === 'done')
  expect(await jobOf(job.id)).toMatchObject({ done: chosen.length, error: null })
})

it('[SE-08] a job does only what its user may do when it runs, and others neither see nor stop it', async () => {
  const other = await world.person('other', { rights: { driver: 'browse' } })
  expect((await other.client.send(startExport, asked)).code).toBe(403)
  expect((await clerk.send(startExport, { path: '/api/Users/GetUserInfo', input: {} })).error?.reason).toBe(
    'workbench.noSuchExport',
  )
  const bad = await clerk.send(startExport, { path: asked.path, input: { entry: 'moon' } })
  expect(bad.error?.fields).toMatchObject([{ path: 'entry' }])

  // Stopped, robbed of the right, and sent on: it runs with what he may do then.
  const person = await world.person('leaving', { rights: { companyManage: 'browse' } })
  const job = await person.client.ok(startExport, { ...asked })
  const stateOf = async () => (await person.client.ok(getMyJobs, {})).find(({ id }) => id === job.id)
  await person.client.ok(stopJob, { id: job.id })
  await expect.poll(async () => (await stateOf())?.state, { timeout: 60_000 }).toBe('stopped')
  await world.db.deleteFrom('user_right').where('user_id', '=', person.id).execute()
  await person.client.ok(resumeJob, { id: job.id })
  await expect.poll(async () => (await stateOf())?.state, { timeout: 60_000 }).toBe('failed')
  expect((await stateOf())?.error).toContain('公司名称')
  expect((await person.client.ok(getNotifications, {})).rows[0]).toMatchObject({ kind: 'jobFailed' })
  expect((await other.client.send(stopJob, { id: job.id })).code).toBe(404)
  expect((await other.client.send(getJobs, {})).code).toBe(403)
  // An administrator sees that it ran, not what it holds.
  const [seen] = (await world.admin.ok(getJobs, { q: 'clerk' })).rows
  expect(seen).toMatchObject({ userName: 'clerk', fileUrl: null, mine: false })
})

it('a job that ended cannot be stopped, and only a stopped or failed one resumed', async () => {
  const [done] = (await clerk.ok(getMyJobs, {})).filter(({ state }) => state === 'done')
  const id = done?.id ?? 0
  expect((await clerk.send(stopJob, { id })).error?.reason).toBe('workbench.jobNotLive')
  expect((await clerk.send(resumeJob, { id })).error?.reason).toBe('workbench.jobNotStopped')
})

it('every night what is remembered for a while only is let go, an old export with its file, and nothing else', async () => {
  const [done] = (await clerk.ok(getMyJobs, {})).filter(({ state }) => state === 'done')
  const files = async () => (await readdir(path.join(world.dataDir, 'files'), { recursive: true })).length
  const full = await files()
  const tidy = () => tidyUp(world.db as never, new Files(world.dataDir, new Records()), 365)
  await tidy()
  expect((await clerk.ok(getMyJobs, {})).map(({ id }) => id)).toContain(done?.id)
  await world.db
    .updateTable('job')
    .set({ ended_at: new Date(Date.now() - (keptDays.jobs + 1) * 86_400_000) })
    .where('id', '=', done?.id as number)
    .execute()
  await tidy()
  expect((await clerk.ok(getMyJobs, {})).map(({ id }) => id)).not.toContain(done?.id)
  expect(await files()).toBeLessThan(full)
  // Whoever is signed in stays so.
  expect((await clerk.ok(getNotifications, {})).rows.length).toBeGreaterThan(0)
})

/** A job as a server leaves it that was killed: nobody shows any more that it lives. */
const left = async (values: { attempts: number; beatAgo: number; stop_asked?: boolean }) => {
  const { beatAgo, ...rest } = values
  const job = await world.db
    .insertInto('job')
    .values({
      kind: 'export',
      user_id: (
        await world.db.selectFrom('app_user').select('id').where('account', '=', 'clerk').executeTakeFirstOrThrow()
      ).id,
      title: '被打断',
      language: 'zh',
      input: JSON.stringify(few),
      state: 'running',
      created_at: new Date(),
      claim: '00000000-0000-4000-8000-000000000000',
      beat_at: new Date(Date.now() - beatAgo * 1000),
      ...rest,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return job.id
}

it('a job whose server dies is done by the next one, and one that saw five servers die has failed with its reason and can be resumed', async () => {
  const once = await left({ attempts: 1, beatAgo: 60 })
  const often = await left({ attempts: 5, beatAgo: 60 })
  await reaches(often, ({ state }) => state === 'failed')
  expect((await jobOf(often)).error).toContain('中断了 5 次')
  await reaches(once, ({ state }) => state === 'done')
  await clerk.ok(resumeJob, { id: often })
  await reaches(often, ({ state }) => state === 'done')
  expect((await clerk.ok(getNotifications, {})).rows.map(({ kind }) => kind)).toContain('jobFailed')
})

it('a running job whose server has just died is stopped by its owner, and does not run again', async () => {
  const id = await left({ attempts: 1, beatAgo: 4 })
  await clerk.ok(stopJob, { id })
  await reaches(id, ({ state }) => state === 'stopped')
  expect(await jobOf(id)).toMatchObject({ done: 0, error: null })
})

it('five jobs asked at once run two at a time, each next as soon as one ends', async () => {
  const state = { most: 0 }
  const watch = async () => {
    const live = (await clerk.ok(getMyJobs, {})).filter((job) => job.state === 'running').length
    state.most = Math.max(state.most, live)
  }
  const begun = performance.now()
  const jobs = await Promise.all(Array.from({ length: 5 }, () => clerk.ok(startExport, { ...few, total: 1 })))
  const ids = new Set(jobs.map(({ id }) => id))
  await expect
    .poll(
      async () => {
        await watch()
        return (await clerk.ok(getMyJobs, {})).filter((job) => ids.has(job.id) && job.state === 'done').length
      },
      { timeout: 30_000, interval: 20 },
    )
    .toBe(5)
  expect(state.most).toBeLessThanOrEqual(2)
  expect(performance.now() - begun).toBeLessThan(10_000)
})

it('work of the night that no server was there for is made up after the next start, once however many start', async () => {
  const start = async () => {
    const pool = quiet(openPool(world.databaseUrl, 2))
    const jobs = new Jobs(pool, openDb(pool), pino({ level: 'silent' }))
    jobs.nightly('probe', '00:00', async () => undefined)
    await jobs.open()
    return async () => {
      await jobs.close()
      await pool.end()
    }
  }
  const queued = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from pgboss.job where name = 'probe'`.execute(world.db)).rows[0]
      ?.n
  const stop = await start()
  await stop()
  expect(await queued(), 'a new database has missed nothing').toBe(0)
  await sql`update night set ran_at = now() - interval '3 days' where name = 'probe'`.execute(world.db)
  const stops = await Promise.all([start(), start()])
  expect(await queued()).toBe(1)
  await Promise.all(stops.map((end) => end()))
  await (await start())()
  expect(await queued()).toBe(1)
})
