import { CompiledQuery, sql } from 'kysely'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Actor } from './actor.ts'
import { clock } from './clock.ts'
import type { Db, Tx } from './db.ts'
import { type AskedJob, type JobKind, LongWork } from './longWork.ts'

/** A process that gives no sign of life for so long has died: another goes on with its work. */
const heartbeatSeconds = 15
/** How often a process that has nothing to do looks for what was meant for later, and for what the night brings. */
const laterSeconds = 6
const nightlySeconds = 60
const cronSeconds = 45
/** How often what hangs in the queue is looked for. */
const superviseSeconds = 30
/** What was missed waits until whoever started the server has what he came for. */
const makeUpSeconds = 20
/** Pieces of one kind of small work that a process does at the same time. */
const atOnce = 2

/** The queue's own statement, in somebody's transaction. */
const through =
  (tx: Tx) =>
  async (text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> => {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
    return { rows }
  }

/** The last time that a clock in Asia/Shanghai showed `at`. */
function lastDue(at: string): Date {
  const today = new Date(`${clock.today()}T${at}:00+08:00`)
  return today.getTime() <= clock.ms() ? today : new Date(today.getTime() - 86_400_000)
}

/**
 * What goes on without a page: long work that somebody started (`LongWork`), and by pg-boss small work such as mails and the
 * work of the night.
 */
export class Jobs {
  readonly #boss: PgBoss
  readonly #db: Db
  readonly #work: LongWork
  readonly #queues = new Map<string, (data: unknown) => Promise<void>>()
  readonly #often = new Map<string, { minutes: number; run: (db: Db) => Promise<unknown> }>()
  readonly #nightly = new Map<string, { at: string; run: (db: Db) => Promise<void> }>()

  /** `atOnce`: long jobs of this process that run at the same time. */
  constructor(pool: pg.Pool, db: Db, log: Logger, atOnce?: number) {
    this.#db = db
    this.#work = new LongWork(pool, db, log, atOnce)
    this.#boss = new PgBoss({
      connectionString: pool.options.connectionString as string,
      max: 2,
      application_name: 'xunyun-jobs',
      useListenNotify: true,
      // How often it looks for work whose process has died, and for what is due. A process at rest asks the database little.
      superviseIntervalSeconds: superviseSeconds,
      monitorIntervalSeconds: superviseSeconds,
      monitorVacuum: false,
      cronMonitorIntervalSeconds: cronSeconds,
      cronWorkerIntervalSeconds: cronSeconds,
      flowIntervalSeconds: nightlySeconds,
    })
    this.#boss.on('error', (error) => log.warn({ err: error }, 'the job queue'))
  }

  kind(name: string, run: JobKind): void {
    this.#work.kind(name, run)
  }

  /** Runs every day at `at`, HH:mm in Asia/Shanghai, on one process; made up after the next start when none ran then. */
  nightly(name: string, at: string, run: (db: Db) => Promise<void>): void {
    this.#nightly.set(name, { at, run })
  }

  /** Runs every so many minutes, on one process. What was missed is not made up for: the next turn does all there is. */
  every(name: string, minutes: number, run: (db: Db) => Promise<unknown>): void {
    this.#often.set(name, { minutes, run })
  }

  /** Small work that nobody watches, such as a mail: `run` gets what `later` was given. A throw is tried again soon. */
  queue(name: string, run: (data: unknown) => Promise<void>): void {
    this.#queues.set(name, run)
  }

  /** Queues a piece of such work with the command that asks for it, for now or for later. */
  async later(tx: Tx, name: string, data: object, afterSeconds = 0): Promise<void> {
    await this.#boss.send(name, data, { db: { executeSql: through(tx) }, startAfter: afterSeconds })
  }

  async open(): Promise<void> {
    await this.#work.open()
    await this.#boss.start()
    for (const [name, run] of this.#queues) {
      await this.#boss.createQueue(name, {
        retryLimit: 10,
        retryDelay: 10,
        heartbeatSeconds,
        expireInSeconds: 600,
        notify: true,
      })
      for (let worker = 0; worker < atOnce; worker += 1) await this.#workOn(name, run)
    }
    for (const [name, { at, run }] of this.#nightly) {
      const [hour, minute] = at.split(':').map(Number)
      await this.#boss.createQueue(name, { retryLimit: 2, policy: 'singleton' })
      await this.#boss.work(name, { pollingIntervalSeconds: nightlySeconds }, async () => {
        await run(this.#db)
        await this.#db.updateTable('night').set({ ran_at: clock.now() }).where('name', '=', name).execute()
      })
      await this.#boss.schedule(name, `${minute} ${hour} * * *`, null, { tz: 'Asia/Shanghai' })
    }
    for (const [name, { minutes, run }] of this.#often) {
      await this.#boss.createQueue(name, { retryLimit: 0, policy: 'singleton' })
      await this.#boss.work(name, { pollingIntervalSeconds: nightlySeconds }, async () => {
        await run(this.#db)
      })
      await this.#boss.schedule(name, `*/${minutes} * * * *`, null, { tz: 'Asia/Shanghai' })
    }
    await this.#makeUp()
  }

  /** What was due while no server ran is done once, soon. What a database has never been asked for is not missed. */
  async #makeUp(): Promise<void> {
    for (const [name, { at }] of this.#nightly) {
      const due = lastDue(at)
      await this.#db.transaction().execute(async (tx) => {
        const missed = await sql<{ missed: boolean }>`
          insert into night (name, ran_at) values (${name}, ${clock.now()})
          on conflict (name) do update set ran_at = excluded.ran_at where night.ran_at < ${due}
          returning old.name is not null as missed`.execute(tx)
        if (missed.rows[0]?.missed) await this.later(tx, name, {}, makeUpSeconds)
      })
    }
  }

  async #workOn(name: string, run: (data: unknown) => Promise<void>): Promise<void> {
    const worker: string = await this.#boss.work(
      name,
      {
        pollingIntervalSeconds: 2,
        // No NOTIFY fires when a delayed job becomes due, so the queue is polled.
        notifyPollingIntervalSeconds: laterSeconds,
        heartbeatRefreshSeconds: heartbeatSeconds / 3,
      },
      async ([asked]) => {
        if (asked === undefined) return
        try {
          await run(asked.data)
        } finally {
          // What waits behind it is not left for the next look.
          this.#boss.notifyWorker(worker)
        }
      },
    )
  }

  async close(): Promise<void> {
    await Promise.all([this.#work.close(), this.#boss.stop({ graceful: true, timeout: 5000, close: true })])
  }

  /** Queues a job with the command that asks for it: both or neither. */
  start(tx: Tx, actor: Actor, job: AskedJob): Promise<number> {
    return this.#work.start(tx, actor, job)
  }

  /** Goes on with a stopped or failed job where it left off. */
  resume(tx: Tx, id: number): Promise<void> {
    return this.#work.resume(tx, id)
  }

  /** A queued job stops at once, a running one at its next report. */
  stop(tx: Tx, id: number): Promise<void> {
    return this.#work.stop(tx, id)
  }
}
