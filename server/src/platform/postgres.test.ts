import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DataDirInUse } from './dataDirLock.ts'
import { type Postgres, type PostgresOptions, startPostgres } from './postgres.ts'
import { PostgresError } from './postgresProgram.ts'

const owner = join(import.meta.dirname, '../../test/postgresOwner.ts')
const isRoot = process.getuid?.() === 0

let parent: string
let dataDir: string
let said: string[]
let running: Postgres[]
let children: ChildProcess[]

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'xunyun-postgres-'))
  dataDir = join(parent, 'data')
  said = []
  running = []
  children = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const postgres of running) await postgres.stop()
  // A test that killed an owner may leave its PostgreSQL: the next start stops it.
  if (existsSync(join(dataDir, 'postgres/postmaster.pid'))) await (await start()).stop()
  rmSync(parent, { recursive: true, force: true })
})

async function start(options: Partial<PostgresOptions> = {}): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir, log: () => {}, say: (line) => said.push(line), ...options })
  running.push(postgres)
  return postgres
}

/** Another process that owns the directory's PostgreSQL. Resolves with its first line: the URL, or why it stopped. */
async function startOwner(number: number): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(process.execPath, [owner, dataDir, String(number)], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [chunk] = await once(child.stdout as NodeJS.ReadableStream, 'data')
  return { child, line: String(chunk).trim() }
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const kept = async (url: string) =>
  (await query(url, 'select number from kept order by number')).map((row) => row.number)
const postmaster = () => Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe('the embedded PostgreSQL', () => {
  it('is UTF8, finds Chinese, sorts by pinyin, keeps UTC, listens on 127.0.0.1 alone and lets in no superuser', async () => {
    const { url } = await start()
    const [settings] = await query(
      url,
      `select current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone,
              current_setting('listen_addresses') as listens, current_setting('synchronous_commit') as commits,
              current_setting('fsync') as syncs, current_setting('is_superuser') as superuser,
              (select string_agg(name, '' order by name collate "zh-x-icu")
                 from unnest(array['中', '啊', '波']) as name) as sorted`,
    )
    expect(settings).toEqual({
      encoding: 'UTF8',
      zone: 'UTC',
      listens: '127.0.0.1',
      commits: 'on',
      syncs: 'on',
      superuser: 'off',
      sorted: '啊波中',
    })
    await query(url, 'create extension pg_trgm')
    expect(await query(url, `select cardinality(show_trgm('杭州')) > 0 as found`)).toEqual([{ found: true }])
    expect(statSync(join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600)
    const wrong = new URL(url)
    wrong.password = 'guess'
    await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
  })

  it('keeps its rows when stopped and started again', async () => {
    const first = await start()
    await query(first.url, 'create table kept (number int); insert into kept values (7)')
    await first.stop()
    await first.stop()
    expect(await kept((await start()).url)).toEqual([7])
  })

  it('keeps acknowledged rows when the owning Node is killed with -9, and its next owner stops what was left', async () => {
    const { child } = await startOwner(1)
    const left = postmaster()
    await kill(child)
    const second = await start()
    expect(await kept(second.url)).toEqual([1])
    expect(said).toContain('Stopping a PostgreSQL left behind by an earlier run …')
    expect(postmaster()).not.toBe(left)
  })

  it('keeps acknowledged rows when it is itself killed with -9, says so, and is back at once', async () => {
    const first = await start()
    await query(first.url, 'create table kept (number int); insert into kept values (1)')
    const busy = query(first.url, 'insert into kept select 2 from pg_sleep(1), generate_series(1, 100000000)').catch(
      () => {},
    )
    // fixed wait: the statement is under way; it lasts until it is killed.
    await sleep(200)
    process.kill(postmaster(), 'SIGKILL')
    await vi.waitFor(() => expect(said).toContain('PostgreSQL is back.'), 20_000)
    expect(said).toContain('PostgreSQL ended unexpectedly (SIGKILL). Starting it again (1 of 5) …')
    expect(await kept(first.url), 'at the same address').toEqual([1])
    await busy
  })

  it('starts after it and its owner were killed with -9 together', async () => {
    const { child } = await startOwner(1)
    process.kill(postmaster(), 'SIGKILL')
    await kill(child)
    expect(await kept((await start()).url)).toEqual([1])
  })

  it('starts although another process now bears the number in its file', async () => {
    const { child } = await startOwner(1)
    process.kill(postmaster(), 'SIGKILL')
    await kill(child)
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore' })
    children.push(stranger)
    const file = join(dataDir, 'postgres/postmaster.pid')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(stranger.pid)))
    expect(await kept((await start()).url)).toEqual([1])
    expect(stranger.exitCode).toBe(null)
  })

  it('starts after a first start killed in the middle of initdb', async () => {
    const child = spawn(process.execPath, [owner, dataDir, '1'], { stdio: 'ignore' })
    children.push(child)
    while (!existsSync(dataDir) || !readdirSync(dataDir).some((name) => /^postgres\.new-\w+$/.test(name)))
      await sleep(5)
    // fixed wait: somewhere in the middle of initdb, which says nothing of where it is.
    await sleep(100)
    await kill(child)
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    const { url, stop } = await start()
    await query(url, 'create table kept (number int)')
    await stop()
    await (await start()).stop()
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.new'))).toEqual([])
  })

  it('refuses a directory another server is using, and serves it once that one has stopped', async () => {
    const { child } = await startOwner(1)
    const { line } = await startOwner(2)
    expect(line).toBe(
      `Another 迅运 server (process ${child.pid}) is using the data directory ${dataDir}: stop it first, or set another DATA_DIR.`,
    )
    await expect(start({ patience: { running: 0, leaving: 0 } })).rejects.toThrow(DataDirInUse)
    const waiting = start({ patience: { running: 2_000, leaving: 20_000 } })
    child.kill('SIGTERM')
    expect(await kept((await waiting).url)).toEqual([1])
  })

  it('shows what PostgreSQL says when it does not start', async () => {
    await (await start()).stop()
    appendFileSync(join(dataDir, 'postgres/postgresql.conf'), 'no_such_setting = 1\n')
    const error = await start().catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(PostgresError)
    expect((error as Error).message).toContain('unrecognized configuration parameter "no_such_setting"')
  })

  it('names the missing password file', async () => {
    await (await start()).stop()
    rmSync(join(dataDir, 'postgres.password'))
    await expect(start()).rejects.toThrow(/postgres\.password is missing/)
  })

  it.runIf(isRoot)('runs below a directory closed to its account, whatever the umask', async () => {
    dataDir = join(parent, 'closed', 'data')
    const before = process.umask(0o077)
    try {
      mkdirSync(join(parent, 'closed'))
      const { url } = await start()
      expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
      expect(statSync(join(parent, 'closed')).mode & 0o777).toBe(0o700)
    } finally {
      process.umask(before)
    }
  })
})
