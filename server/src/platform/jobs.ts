import { sayReason } from '@xunyun/contract/errors'
import type { Language } from '@xunyun/contract/pages'
import { CompiledQuery, sql } from 'kysely'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Actor } from './actor.ts'
import { clock } from './clock.ts'
import type { Db, Tx } from './db.ts'
import { presentRefusal } from './http/binder.ts'
import { notify } from './notify.ts'
import { notFound, Refusal } from './refusal.ts'
import { actorOfUser } from './session.ts'

/** What a running job gets. */
export type Work = {
  readonly jobId: number
  readonly db: Db
  readonly actor: Actor
  readonly input: unknown
  /** Where an earlier run left off; null at the first. */
  readonly cursor: unknown
  /** Keeps how far it is and where to go on. Throws when the job shall stop or the server does: let it pass. */
  readonly report: (progress: { done: number; total?: number; cursor: unknown }) => Promise<void>
}
export type JobResult = { readonly fileId?: number; readonly link?: string }
export type JobKind = (work: Work) => Promise<JobResult>

/** Somebody asked for it, or the server stops: not a failure. */
class Interrupted extends Error {
  readonly state: 'stopped' | 'queued'
  constructor(state: 'stopped' | 'queued') {
    super(state)
    this.state = state
  }
}

const queue = 'work'
/** A process that gives no sign of life for so long has died: another goes on with its jobs. */
const heartbeatSeconds = 15
const longestHours = 12
/** How often a process that has nothing to do looks for what was meant for later, and for what the night brings. */
const laterSeconds = 4
const nightlySeconds = 60
/** Pieces of one kind of small work that a process does at the same time. */
const atOnce = 2

/** The queue's own statement, in somebody's transaction. */
const through =
  (tx: Tx) =>
  async (text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> => {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
    return { rows }
  }

/**
 * Long work that goes on when its page is left. pg-boss is the queue: it gives a job to one process and gives it to
 * another when that one dies. The table `job` holds what people see: progress, stop, result.
 */
export class Jobs {
  readonly #boss: PgBoss
  readonly #db: Db
  readonly #log: Logger
  readonly #kinds = new Map<string, JobKind>()
  readonly #queues = new Map<string, (data: unknown) => Promise<void>>()
  readonly #nightly = new Map<string, { cron: string; run: (db: Db) => Promise<void> }>()
  #closing = false

  constructor(pool: pg.Pool, db: Db, log: Logger) {
    this.#db = db
    this.#log = log
    this.#boss = new PgBoss({
      connectionString: pool.options.connectionString as string,
      max: 2,
      application_name: 'xunyun-jobs',
      useListenNotify: true,
      // How often it looks for jobs whose process has died.
      superviseIntervalSeconds: heartbeatSeconds,
      monitorIntervalSeconds: heartbeatSeconds,
      monitorVacuum: false,
    })
    this.#boss.on('error', (error) => log.warn({ err: error }, 'the job queue'))
  }

  kind(name: string, run: JobKind): void {
    this.#kinds.set(name, run)
  }

  /** Runs at the hour a cron line names, Asia/Shanghai, on one process. */
  nightly(name: string, cron: string, run: (db: Db) => Promise<void>): void {
    this.#nightly.set(name, { cron, run })
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
    await this.#boss.start()
    await this.#boss.createQueue(queue, {
      retryLimit: 5,
      retryDelay: 1,
      heartbeatSeconds,
      expireInSeconds: longestHours * 3600,
      notify: true,
    })
    await this.#boss.work<{ jobId: number }>(
      queue,
      { pollingIntervalSeconds: 2, heartbeatRefreshSeconds: heartbeatSeconds / 3 },
      async ([asked]) => {
        if (asked !== undefined) await this.#run(asked.data.jobId)
      },
    )
    for (const [name, run] of this.#queues) {
      await this.#boss.createQueue(name, {
        retryLimit: 10,
        retryDelay: 10,
        heartbeatSeconds,
        expireInSeconds: 600,
        notify: true,
      })
      await this.#boss.work(
        name,
        {
          pollingIntervalSeconds: 2,
          // What is meant for later is announced by nobody when its time has come; what is due at once is.
          notifyPollingIntervalSeconds: laterSeconds,
          heartbeatRefreshSeconds: heartbeatSeconds / 3,
          localConcurrency: atOnce,
        },
        async ([asked]) => {
          if (asked !== undefined) await run(asked.data)
        },
      )
    }
    for (const [name, { cron, run }] of this.#nightly) {
      await this.#boss.createQueue(name, { retryLimit: 2, policy: 'singleton' })
      await this.#boss.work(name, { pollingIntervalSeconds: nightlySeconds }, () => run(this.#db))
      await this.#boss.schedule(name, cron, null, { tz: 'Asia/Shanghai' })
    }
  }

  async close(): Promise<void> {
    this.#closing = true
    await this.#boss.stop({ graceful: true, timeout: 5000, close: true })
  }

  /** Queues a job with the command that asks for it: both or neither. */
  async start(
    tx: Tx,
    actor: Actor,
    job: { kind: string; title: string; input: unknown; total?: number | undefined },
  ): Promise<number> {
    const { id } = await tx
      .insertInto('job')
      .values({
        kind: job.kind,
        user_id: actor.userId,
        title: job.title,
        language: actor.language,
        input: JSON.stringify(job.input),
        state: 'queued',
        total: job.total ?? null,
        created_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await this.#send(tx, id)
    return id
  }

  /** Goes on with a stopped or failed job where it left off. */
  async resume(tx: Tx, id: number): Promise<void> {
    const changed = await tx
      .updateTable('job')
      .set({ state: 'queued', stop_asked: false, error: null, ended_at: null })
      .where('id', '=', id)
      .where('state', 'in', ['stopped', 'failed'])
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) throw new Refusal('workbench.jobNotStopped')
    await this.#send(tx, id)
  }

  /** A queued job stops at once, a running one at its next report. */
  async stop(tx: Tx, id: number): Promise<void> {
    const changed = await tx
      .updateTable('job')
      .set({
        stop_asked: true,
        state: sql`case when state = 'queued' then 'stopped' else state end`,
        ended_at: sql`case when state = 'queued' then ${clock.now()}::timestamptz else ended_at end`,
      })
      .where('id', '=', id)
      .where('state', 'in', ['queued', 'running'])
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) throw new Refusal('workbench.jobNotLive')
  }

  async #send(tx: Tx, jobId: number): Promise<void> {
    await this.#boss.send(queue, { jobId }, { db: { executeSql: through(tx) } })
  }

  async #run(id: number): Promise<void> {
    const row = await this.#db
      .updateTable('job')
      .set({
        state: 'running',
        started_at: sql`coalesce(started_at, ${clock.now()}::timestamptz)`,
        beat_at: clock.now(),
        attempts: sql`attempts + 1`,
      })
      .where('id', '=', id)
      // `running`: the process that had it died.
      .where('state', 'in', ['queued', 'running'])
      .returningAll()
      .executeTakeFirst()
    // Stopped before its turn came.
    if (row === undefined) return
    const language = row.language as Language
    try {
      const run = this.#kinds.get(row.kind)
      const actor = await actorOfUser(this.#db, row.user_id, language)
      if (run === undefined) throw notFound()
      if (actor === undefined) throw new Refusal('workbench.jobUserGone')
      const work: Work = {
        jobId: id,
        db: this.#db,
        actor,
        input: row.input,
        cursor: row.cursor,
        report: (progress) => this.#report(id, progress),
      }
      await this.#end(id, row.user_id, row.title, await run(work))
    } catch (error) {
      await this.#broke(id, row, language, error)
    }
  }

  async #report(id: number, progress: { done: number; total?: number; cursor: unknown }): Promise<void> {
    const { stop_asked } = await this.#db
      .updateTable('job')
      .set({
        done: progress.done,
        ...(progress.total === undefined ? {} : { total: progress.total }),
        cursor: JSON.stringify(progress.cursor),
        beat_at: clock.now(),
      })
      .where('id', '=', id)
      .returning('stop_asked')
      .executeTakeFirstOrThrow()
    if (stop_asked) throw new Interrupted('stopped')
    if (this.#closing) throw new Interrupted('queued')
  }

  async #end(id: number, userId: number, title: string, result: JobResult): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      await tx
        .updateTable('job')
        .set({
          state: 'done',
          file_id: result.fileId ?? null,
          total: sql`coalesce(total, done)`,
          cursor: null,
          ended_at: clock.now(),
        })
        .where('id', '=', id)
        .execute()
      await notify(tx, [userId], result.fileId === undefined ? 'jobDone' : 'exportReady', { title }, result.link ?? '')
    })
  }

  async #broke(id: number, row: { user_id: number; title: string }, language: Language, error: unknown): Promise<void> {
    if (error instanceof Interrupted) {
      await this.#db
        .updateTable('job')
        .set({ state: error.state, ...(error.state === 'stopped' ? { ended_at: clock.now() } : {}) })
        .where('id', '=', id)
        .execute()
      // Given back: pg-boss hands it to another process, or to this one after its next start.
      if (error.state === 'queued') throw error
      return
    }
    if (!(error instanceof Refusal)) this.#log.error({ err: error, job: id }, 'a job broke')
    const msg =
      error instanceof Refusal
        ? presentRefusal(error, language).msg
        : sayReason('kernel.crash', { id: `job ${id}` }, language)
    await this.#db.transaction().execute(async (tx) => {
      await tx
        .updateTable('job')
        .set({ state: 'failed', error: msg, ended_at: clock.now() })
        .where('id', '=', id)
        .execute()
      await notify(tx, [row.user_id], 'jobFailed', { title: row.title, error: msg }, '')
    })
  }
}
