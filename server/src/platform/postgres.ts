import type { ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { lockDataDir, type Patience } from './dataDirLock.ts'
import { memoryBytes } from './memory.ts'
import { databasePassword, ensureCluster, prepareDataDir } from './postgresCluster.ts'
import { stopLeftover } from './postgresLeftover.ts'
import { findProgram, PostgresError, type Program, run } from './postgresProgram.ts'

export type PostgresOptions = {
  dataDir: string
  /** false: no fsync; for tests, whose data nobody misses. */
  durable?: boolean
  /** What PostgreSQL writes to its log. */
  log: (line: string) => void
  /** Lines for the person who started us. */
  say?: (line: string) => void
  /** How long to wait for an earlier server on the same directory. */
  patience?: Patience
  /** Cuts the start short; what had begun is stopped. */
  signal?: AbortSignal
}

export type Postgres = {
  /** Of the product's database, as a user who owns it and is no superuser. */
  url: string
  /** To be called when stopping begins, before requests are drained: a start that waits for the directory is told. */
  leaving(): void
  /** Lets running statements end in an error, writes everything down, stops. Idempotent. */
  stop(): Promise<void>
  /** Resolves with a reason if PostgreSQL ended without stop() and could not be kept running. */
  exited: Promise<string>
}

/** One that ends is started again: at once, then with growing pauses. What falls oftener has a fault that starting does not mend. */
const restarts = { most: 5, withinMs: 300_000, pausesMs: [0, 1000, 2000, 4000, 8000] }

/**
 * Starts the PostgreSQL of a data directory, making it on the first run, and owns it until stop(). It listens on 127.0.0.1
 * alone, on a free port, with a password kept in the directory. Throws PostgresError or DataDirInUse, both for people.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { dataDir, durable = true, log, say = log, patience = { running: 2_000, leaving: 30_000 }, signal } = options
  prepareDataDir(dataDir)
  const lock = await lockDataDir(dataDir, { patience, say, signal })
  try {
    const program = await findProgram(`${dataDir}/postgres`)
    const password = databasePassword(dataDir)
    const cluster = await ensureCluster(program, { dataDir, password, durable })
    await stopLeftover(cluster, say)
    signal?.throwIfAborted()
    const server = await keepRunning(program, { cluster, durable, log, say, signal })
    const address = (user: string, database: string) =>
      `postgres://${user}:${password}@127.0.0.1:${server.port}/${database}`
    try {
      await ensureDatabase(address('postgres', 'postgres'), password)
    } catch (error) {
      await server.stop()
      throw error
    }
    return {
      url: address('xunyun', 'xunyun'),
      exited: server.exited,
      leaving: lock.leaving,
      async stop() {
        await server.stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

type Server = { port: number; stop(): Promise<void>; exited: Promise<string> }
type ServerOptions = Required<Pick<PostgresOptions, 'durable' | 'log' | 'say'>> & {
  cluster: string
  signal: AbortSignal | undefined
}

/** Transient start failures: the port is in use, or child processes of a killed server are still exiting. */
const passing = /could not bind|shared memory block .* is still in use|lock file "postmaster.pid" already exists/

/** Starts PostgreSQL, and starts it again, at the same address, when it ends unasked. */
async function keepRunning(program: Program, options: ServerOptions): Promise<Server> {
  let server = await startServer(program, options)
  let starting: Promise<void> | undefined
  const stopped = new AbortController()
  const gaveUp = Promise.withResolvers<string>()
  const falls: number[] = []

  async function startAgain(reason: string): Promise<void> {
    const now = performance.now()
    falls.push(now)
    const count = falls.filter((at) => now - at < restarts.withinMs).length
    const pause = restarts.pausesMs[count - 1]
    if (pause === undefined) return gaveUp.resolve(`${reason} It did so ${count} times in five minutes.`)
    options.say(`${reason} Starting it again (${count} of ${restarts.most}) …`)
    try {
      await sleep(pause, undefined, { signal: stopped.signal })
      server = await startServer(program, { ...options, signal: stopped.signal }, server.port)
      options.say('PostgreSQL is back.')
      watch()
    } catch (error) {
      gaveUp.resolve((error as Error).message)
    }
  }
  function watch(): void {
    void server.exited.then((reason) => {
      starting = startAgain(reason)
    })
  }
  watch()
  return {
    port: server.port,
    exited: gaveUp.promise,
    async stop() {
      stopped.abort()
      await starting
      await server.stop()
    },
  }
}

async function startServer(program: Program, options: ServerOptions, samePort?: number): Promise<Server> {
  const deadline = performance.now() + 30_000
  for (;;) {
    const port = samePort ?? (await freePort())
    const args = ['-D', options.cluster, ...settings(port, options.durable)]
    const child = run(program, program.postgres, args, [options.cluster])
    const cut = () => child.kill('SIGINT')
    options.signal?.addEventListener('abort', cut)
    const failure = await readyOrFailure(child, options)
    options.signal?.removeEventListener('abort', cut)
    if (failure === undefined) return supervise(child, port)
    if (!passing.test(failure) || performance.now() > deadline) {
      throw new PostgresError(`PostgreSQL did not start:\n${failure}`)
    }
    await sleep(250, undefined, options.signal ? { signal: options.signal } : {})
  }
}

/** Its share of a small machine is small: with 512 MB for all, 256 MB of buffers would get the server killed. */
function memorySettings(durable: boolean) {
  const megabytes = Math.floor(memoryBytes / 1024 ** 2)
  const share = (part: number, most: number) => `${Math.max(4, Math.min(most, Math.floor(megabytes / part)))}MB`
  return {
    shared_buffers: share(16, durable ? 256 : 128),
    effective_cache_size: share(2, 1024),
    work_mem: share(128, 16),
    maintenance_work_mem: share(16, 128),
  }
}

function settings(port: number, durable: boolean): string[] {
  const values = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    ...memorySettings(durable),
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    random_page_cost: 1.1,
    // Compiling pays for reports of minutes, and costs every other statement whose estimate is wrong.
    jit: 'off',
    fsync: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Its log is read for "ready to accept connections".
    lc_messages: 'C',
    logging_collector: 'off',
    log_destination: 'stderr',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Resolves with undefined once connections are accepted (recovery after a crash may take its time), else with the reason. */
function readyOrFailure(child: ChildProcess, { log, say }: ServerOptions): Promise<string | undefined> {
  const last: string[] = []
  return new Promise((resolve) => {
    let ready = false
    const read = (line: string) => {
      log(line)
      if (ready) return
      last.push(line)
      if (last.length > 20) last.shift()
      if (line.includes('automatic recovery in progress')) say('PostgreSQL was not stopped cleanly: recovering …')
      ready = line.includes('database system is ready to accept connections')
      if (ready) resolve(undefined)
    }
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', read)
    }
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code, signal) => resolve([`(ended: ${code ?? signal})`, ...last].join('\n')))
  })
}

function supervise(child: ChildProcess, port: number): Server {
  let stopping: Promise<void> | undefined
  let tellReason: (reason: string) => void
  const exited = new Promise<string>((resolve) => {
    tellReason = resolve
  })
  const ended = new Promise<void>((resolve) => {
    child.on('exit', (code, signal) => {
      if (!stopping) tellReason(`PostgreSQL ended unexpectedly (${signal ?? `exit code ${code}`}).`)
      resolve()
    })
  })
  async function stop(): Promise<void> {
    child.kill('SIGINT')
    // Writing everything down may take long on a slow disk; SIGQUIT leaves it to the next start's recovery.
    const late = setTimeout(() => child.kill('SIGQUIT'), 60_000)
    await ended
    clearTimeout(late)
  }
  return {
    port,
    exited,
    stop() {
      stopping ??= child.exitCode === null && child.signalCode === null ? stop() : Promise.resolve()
      return stopping
    },
  }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', resolve)
  })
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return address && typeof address === 'object' ? address.port : 0
}

/** The product's user may create databases (tests clone theirs) but is no superuser. The password is ours: base64url. */
async function ensureDatabase(superuserUrl: string, password: string): Promise<void> {
  const client = new pg.Client(superuserUrl)
  await client.connect()
  try {
    const { rows } = await client.query(
      `select exists (select from pg_roles where rolname = 'xunyun') as role,
              exists (select from pg_database where datname = 'xunyun') as database`,
    )
    const [found] = rows
    if (!found.role) await client.query(`create role xunyun login createdb password '${password}'`)
    if (!found.database) await client.query('create database xunyun owner xunyun')
  } finally {
    await client.end()
  }
}
