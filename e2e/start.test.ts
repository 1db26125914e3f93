import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const portFile = () => join(dataDir, 'postgres/postmaster.pid')

let dataDir: string
let port: number
let server: Started | undefined

type Started = { child: ChildProcess; text(): string; ended: Promise<number | null> }

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'xunyun-start-'))
  const probe = createServer().listen(0)
  await once(probe, 'listening')
  port = (probe.address() as { port: number }).port
  probe.close()
})
afterAll(async () => {
  if (server?.child.exitCode === null) server.child.kill('SIGTERM')
  await server?.ended
  rmSync(dataDir, { recursive: true, force: true })
})

/** A group of its own, as a terminal gives it: a negative number then reaches all of it, as Ctrl-C does. */
function launch(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Started {
  const child = spawn(command, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: '', PORT: String(port), DATA_DIR: dataDir, ...env },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk
    })
  }
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  return { child, text: () => text, ended }
}

async function start(env: NodeJS.ProcessEnv = {}): Promise<Started> {
  const started = launch(process.execPath, ['tools/start.mjs'], env)
  server = started
  await ready(started)
  return started
}

async function ready(started: Started): Promise<void> {
  await until(() => started.text().includes('Stop it with') || started.child.exitCode !== null)
  expect(started.text()).toContain(`is ready: http://localhost:${port}`)
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(50)
}

const answers = (path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`).then(
    (response) => response.ok,
    () => false,
  )
const postgresPid = () => Number.parseInt(readFileSync(portFile(), 'utf8'), 10)
const serverPid = (started: Started) => onlyChild(Number(started.child.pid))

/** Of a process that has one child; tools/start.mjs has the server alone. */
function onlyChild(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim())
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

async function rows(statement: string): Promise<unknown[]> {
  const [, , , databasePort] = readFileSync(portFile(), 'utf8').split('\n')
  const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim()
  const client = new pg.Client(`postgres://xunyun:${password}@127.0.0.1:${databasePort}/xunyun`)
  client.on('error', () => {})
  await client.connect()
  const result = await client.query(statement)
  await client.end()
  return result.rows
}

let acknowledged = 0
async function store(): Promise<void> {
  acknowledged += 1
  await rows('create table if not exists start_test (number int)')
  await rows(`insert into start_test values (${acknowledged})`)
}
async function expectAllThere(): Promise<void> {
  expect(await rows('select count(*)::int as stored from start_test')).toEqual([{ stored: acknowledged }])
}

// In order, on one data directory: each test begins with what the one before left behind.
describe('npm start', () => {
  it('says the address, the account and where the data is, and answers', async () => {
    const started = await start()
    expect(started.text()).toMatch(/^Administrator: admin, password \S{8,} /m)
    expect(started.text()).toContain(`Data: ${dataDir}`)
    expect(await answers('/healthz')).toBe(true)
    expect(await answers('/readyz')).toBe(true)
    await store()
  })

  it('refuses a second start on the same data directory, and goes on serving', async () => {
    const second = launch(process.execPath, ['tools/start.mjs'], { PORT: String(port + 1) })
    expect(await second.ended).toBe(1)
    expect(second.text()).toMatch(/^Another 迅运 server \(process \d+\) is using the data directory .*: stop it first/m)
    expect(await answers('/readyz')).toBe(true)
  })

  it('stops cleanly on Ctrl-C, which reaches every process of the terminal, and again on a second one', async () => {
    const started = server as Started
    const postgres = postgresPid()
    process.kill(-Number(started.child.pid), 'SIGINT')
    // fixed wait: between two strokes of a hand.
    await sleep(20)
    process.kill(-Number(started.child.pid), 'SIGINT')
    expect(await started.ended).toBe(0)
    expect(isAlive(postgres)).toBe(false)
  })

  it('shows no password on a later start, and stops cleanly on SIGTERM', async () => {
    const started = await start()
    expect(started.text()).not.toContain('password')
    await expectAllThere()
    const postgres = postgresPid()
    started.child.kill('SIGTERM')
    expect(await started.ended).toBe(0)
    expect(isAlive(postgres)).toBe(false)
  })

  it('stops the server when tools/start.mjs is killed with -9; the next start waits for it', async () => {
    const first = await start()
    await store()
    first.child.kill('SIGKILL')
    await start()
    await expectAllThere()
  })

  it('a server that is killed with -9 is started again, with every row', async () => {
    const first = server as Started
    await store()
    process.kill(serverPid(first), 'SIGKILL')
    await until(() => first.text().split('Stop it with').length === 3)
    expect(first.text()).toContain('The server was ended by SIGKILL; starting it again (1 of 5)')
    await expectAllThere()
  })

  it('a PostgreSQL that is killed with -9 is started again by the server, which stays', async () => {
    const first = server as Started
    await store()
    const [pid, database] = [serverPid(first), postgresPid()]
    process.kill(database, 'SIGKILL')
    await until(() => first.text().includes('PostgreSQL is back.'))
    await until(() => answers('/readyz'))
    await expectAllThere()
    expect(serverPid(first)).toBe(pid)
    expect(postgresPid()).not.toBe(database)
  })

  it('with RESTART=0 it ends as the server did, and says so', async () => {
    const first = server as Started
    first.child.kill('SIGTERM')
    await first.ended
    const second = await start({ RESTART: '0' })
    process.kill(serverPid(second), 'SIGKILL')
    expect(await second.ended).toBe(137)
    expect(second.text()).toContain('The server was ended by SIGKILL.')
    await start()
    await expectAllThere()
  })

  it('survives when everything is killed with -9 at once', async () => {
    const first = server as Started
    await store()
    const pids = [Number(first.child.pid), serverPid(first), postgresPid()]
    for (const pid of pids) process.kill(pid, 'SIGKILL')
    await first.ended
    const second = await start()
    await expectAllThere()
    second.child.kill('SIGTERM')
    expect(await second.ended).toBe(0)
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)('stops when npm itself gets %s', async (signal) => {
    const started = launch('npm', ['start'])
    server = started
    await ready(started)
    const postgres = postgresPid()
    started.child.kill(signal)
    await until(() => !isAlive(postgres))
    await until(async () => !(await answers('/healthz')))
  })

  it('stops cleanly, its PostgreSQL too, whenever in the first start it is told to', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'xunyun-start-'))
    for (const delay of [300, 600, 900]) {
      const started = launch(process.execPath, ['tools/start.mjs'], { DATA_DIR: directory })
      await sleep(delay)
      started.child.kill('SIGTERM')
      // On a slow machine it may be told before it can listen: then there is nothing yet to be stopped.
      expect([0, null]).toContain(await started.ended)
      expect(existsSync(join(directory, 'postgres/postmaster.pid'))).toBe(false)
    }
    rmSync(directory, { recursive: true, force: true })
  })

  it.each([
    [{ PORT: 'eighty' }, 'PORT is "eighty"; allowed: a whole number from 1 to 65535'],
    [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD is too short; allowed: 8 characters or more'],
    [
      { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' },
      'The database at DATABASE_URL (127.0.0.1:1/none) cannot be reached: connect ECONNREFUSED 127.0.0.1:1.',
    ],
  ])('stops with one clear line for %o', async (env, line) => {
    const started = launch(process.execPath, ['tools/start.mjs'], env)
    expect(await started.ended).toBe(1)
    expect(started.text().trim()).toBe(line)
  })
})
