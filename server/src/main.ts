import { existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { pino } from 'pino'
import { seed } from '../seed/seed.ts'
import { createApp } from './app.ts'
import { type Config, ConfigError, loadConfig, type WeChatConfig } from './platform/config.ts'
import { DataDirInUse } from './platform/dataDirLock.ts'
import { openDb, openPool } from './platform/db.ts'
import { migrate } from './platform/migrate.ts'
import { type Postgres, startPostgres } from './platform/postgres.ts'
import { PostgresError } from './platform/postgresProgram.ts'
import { assertUsableDatabase, UnusableDatabase } from './platform/usableDatabase.ts'

/** A reason not to start that the person who started us can do something about: said in one line, without a stack. */
class StartError extends Error {}

const drainTime = 10_000
const portPatience = 10_000

/** What runs by now, to be stopped in the opposite order, also when a signal comes in the middle of the start. */
const running: {
  postgres?: Promise<Postgres>
  pool?: pg.Pool
  app?: FastifyInstance
  wechat?: { close(): Promise<void> }
  printService?: { close(): Promise<void> }
} = {}
const stopSignal = new AbortController()

// Our parent may be gone when we say goodbye: a broken pipe must not keep us from stopping PostgreSQL.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

// Ctrl-C reaches the whole group and is forwarded to us besides; every repetition is harmless. The channel to tools/start.mjs
// closes when that is killed with -9.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0))
if (process.channel) process.on('disconnect', () => stop(0))
process.channel?.unref()

start().catch((error: unknown) => {
  if (stopSignal.signal.aborted) return
  const known = [StartError, ConfigError, DataDirInUse, PostgresError, UnusableDatabase]
  say(known.some((kind) => error instanceof kind) ? (error as Error).message : (error as Error))
  stop(1)
})

async function start(): Promise<void> {
  const config = loadConfig(process.env)
  const log = pino({ level: config.logLevel })
  process.on('unhandledRejection', (error) => fail(log, error))
  process.on('uncaughtException', (error) => fail(log, error))

  const url = config.databaseUrl ? await checked(config, config.databaseUrl) : await ownPostgres(config, log)
  await portIsFree(config)
  if (stopSignal.signal.aborted) return

  const pool = openPool(url)
  // An idle connection that breaks (PostgreSQL restarted one of its processes) is replaced by the pool.
  pool.on('error', (error) => log.warn(error, 'a database connection broke'))
  running.pool = pool
  const db = openDb(pool)
  await migrate(db)
  const seeded = await seed(db, { adminPassword: config.adminPassword, demo: config.demo })
  // Said before anything else can fail: a generated password is never shown again.
  sayAccounts(seeded, config)

  const wechat = config.wechat ?? (config.demo ? await playedWeChat() : undefined)
  if (config.demo) await playedPrintService()
  const webRoot = join(import.meta.dirname, '../../web/dist')
  const app = await createApp({
    config: { ...config, wechat },
    pool,
    db,
    log,
    ...(existsSync(join(webRoot, 'index.html')) ? { webRoot } : {}),
  })
  running.app = app
  if (stopSignal.signal.aborted) return
  await app.listen({ port: config.port, host: config.host })
  sayReady(config)
  // From now on tools/start.mjs starts us again should we end unasked.
  process.send?.('ready')
}

async function checked(config: Config, url: string): Promise<string> {
  await assertUsableDatabase(url)
  // Files are kept there even when the rows are elsewhere.
  mkdirSync(config.dataDir, { recursive: true })
  return url
}

async function ownPostgres(config: Config, log: pino.Logger): Promise<string> {
  const grave = /PANIC:|FATAL:.*(disk|memory|corrupt)|terminated by signal|No space left/
  running.postgres = startPostgres({
    dataDir: config.dataDir,
    signal: stopSignal.signal,
    say,
    log: (line) => (grave.test(line) ? log.error({ postgres: line }) : log.debug({ postgres: line })),
  })
  const postgres = await running.postgres
  void postgres.exited.then((reason) => {
    say(`${reason} Nothing that was acknowledged is lost.`)
    process.exit(1)
  })
  return postgres.url
}

/** An earlier server may still be draining; hence a little patience. */
async function portIsFree(config: Config): Promise<void> {
  const deadline = performance.now() + portPatience
  for (;;) {
    const error = await listenError(config)
    if (!error || stopSignal.signal.aborted) return
    const where = `${config.host}:${config.port}`
    if (error.code !== 'EADDRINUSE') throw new StartError(`HOST and PORT: cannot listen on ${where} (${error.code}).`)
    if (performance.now() > deadline) {
      throw new StartError(`Port ${config.port} is in use by another program: stop that, or set another PORT.`)
    }
    await sleep(200)
  }
}

function listenError({ port, host }: Config): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', resolve)
    probe.listen(port, host, () => probe.close(() => resolve(undefined)))
  })
}

function sayAccounts(seeded: Awaited<ReturnType<typeof seed>>, config: Config): void {
  const { firstRun, generatedAdminPassword: generated, demoAccounts = [] } = seeded
  if (generated) {
    say(`Administrator: admin, password ${generated} (shown only now; to be changed at the first login)`)
  } else if (firstRun && config.adminPassword) {
    say('Administrator: admin, with the password from ADMIN_PASSWORD')
  }
  const widest = Math.max(0, ...demoAccounts.map(({ account }) => account.length))
  for (const { account, password, role } of demoAccounts) {
    say(`Demo account:  ${account.padEnd(widest)}  password ${password}  (${role})`)
  }
}

/** The demo has WeChat too: a small server of its own that asks for no phone, for this machine's browser alone. */
async function playedWeChat(): Promise<WeChatConfig> {
  const { playWeChat } = await import('../test/wechat.ts')
  const played = await playWeChat()
  running.wechat = played
  say(`Demo WeChat:   played at ${played.url}: a button scans, under any nickname`)
  return played.config
}

/** The demo prints, too: a service without a printer, on the second of the two ports that pages ask. */
async function playedPrintService(): Promise<void> {
  const { playPrintService } = await import('../test/printService.ts')
  try {
    running.printService = await playPrintService({ port: 18000 })
    say('Demo printing: played at http://localhost:18000, for this machine’s browser alone; nothing comes out on paper')
  } catch {
    say('Demo printing: port 18000 is taken, so the print service that answers there is used')
  }
}

function sayReady(config: Config): void {
  say(`迅运 Xunyun is ready: ${config.publicUrl?.origin ?? localAddress(config)}`)
  say(config.databaseUrl ? `Files: ${config.dataDir}; rows: the database at DATABASE_URL` : `Data: ${config.dataDir}`)
  say('Stop it with Ctrl-C.')
}

function localAddress({ host, port, tls }: Config): string {
  const everywhere = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host)
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `${tls ? 'https' : 'http'}://${name}:${port}`
}

function fail(log: pino.Logger, error: unknown): void {
  log.fatal(error, 'an error nobody handled: stopping')
  stop(1)
}

/** Stops accepting, lets requests end, closes the pool, stops PostgreSQL, exits. Only the first call counts. */
function stop(code: number): void {
  if (stopSignal.signal.aborted) return
  stopSignal.abort()
  stopEverything()
    .then(() => process.exit(code))
    .catch((error: unknown) => {
      say(error as Error)
      process.exit(1)
    })
}

async function stopEverything(): Promise<void> {
  const { app, pool } = running
  // A start that our signal cut short has stopped what it began.
  const postgres = await running.postgres?.catch(() => undefined)
  postgres?.leaving()
  if (app) await within(drainTime, app.close())
  await running.wechat?.close()
  await running.printService?.close()
  if (pool) await within(2_000, pool.end())
  await postgres?.stop()
}

async function within(time: number, work: PromiseLike<unknown>): Promise<void> {
  await Promise.race([work, sleep(time)])
}

function say(line: string | Error): void {
  console.log(line)
}
