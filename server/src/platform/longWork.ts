import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sayReason } from '@xunyun/contract/errors'
import type { Language } from '@xunyun/contract/pages'
import { type Selectable, sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Actor } from './actor.ts'
import { clock } from './clock.ts'
import { type Db, isDatabaseAway, type Tx } from './db.ts'
import { presentRefusal } from './http/binder.ts'
import { Listener } from './listener.ts'
import { notify } from './notify.ts'
import { notFound, Refusal } from './refusal.ts'
import type { DB } from './schema.ts'
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

export type AskedJob = { kind: string; title: string; input: unknown; total?: number | undefined }

/** Somebody asked for it, or the server stops: not a failure. `lost`: another process has the job by now. */
class Interrupted extends Error {
  readonly state: 'stopped' | 'queued' | 'lost'
  constructor(state: 'stopped' | 'queued' | 'lost') {
    super(state)
    this.state = state
  }
}

type Row = Selectable<DB['job']> & { readonly claim: string }

const channel = 'job_queued'
/** Long jobs that a process does at the same time, unless it is told otherwise. */
export const standardJobsAtOnce = 2
/** Processes that may die with a job before it counts as failed. */
const mostTries = 5
const beatMs = 2000
/** A process that gives no sign of life for so long has died: another goes on with its job. */
const deadAfter = sql`interval '10 seconds'`
/** How often a process looks for what was left behind, at rest and in the time after its start. */
const lookMs = 5000
const firstLooks = 15
const firstLookMs = 1000
/** So long the server waits for its jobs when it stops; each ends at its next report. */
const closeMs = 5000

/**
 * Long work that goes on when its page is left. The table `job` is both what people see and the queue: a process takes a job
 * by writing its claim, shows every two seconds that it lives, and loses the job to another when it doesn't. Only who holds
 * the claim writes how far the job is.
 */
export class LongWork {
  readonly #db: Db
  readonly #log: Logger
  readonly #atOnce: number
  readonly #kinds = new Map<string, JobKind>()
  readonly #listener: Listener
  /** Of this process, by their claim. */
  readonly #running = new Map<string, Promise<void>>()
  #looking = false
  #lookAgain = false
  #looks = 0
  #timer: NodeJS.Timeout | undefined
  #beat: NodeJS.Timeout | undefined
  #closing = false

  constructor(pool: pg.Pool, db: Db, log: Logger, atOnce = standardJobsAtOnce) {
    this.#db = db
    this.#log = log
    this.#atOnce = atOnce
    this.#listener = new Listener(pool, channel, () => this.#look())
  }

  kind(name: string, run: JobKind): void {
    this.#kinds.set(name, run)
  }

  async open(): Promise<void> {
    this.#beat = setInterval(() => void this.#showLife(), beatMs)
    await this.#listener.listen()
    this.#lookLater()
  }

  async close(): Promise<void> {
    this.#closing = true
    clearTimeout(this.#timer)
    this.#listener.close()
    await Promise.race([Promise.all(this.#running.values()), sleep(closeMs, undefined, { ref: false })])
    clearInterval(this.#beat)
  }

  async start(tx: Tx, actor: Actor, job: AskedJob): Promise<number> {
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
    await tellQueued(tx)
    return id
  }

  async resume(tx: Tx, id: number): Promise<void> {
    const changed = await tx
      .updateTable('job')
      .set({ state: 'queued', stop_asked: false, error: null, ended_at: null, attempts: 0 })
      .where('id', '=', id)
      .where('state', 'in', ['stopped', 'failed'])
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) throw new Refusal('workbench.jobNotStopped')
    await tellQueued(tx)
  }

  /** A queued job, and one whose process has died, stops at once; a running one at its next report. */
  async stop(tx: Tx, id: number): Promise<void> {
    const atOnce = sql<boolean>`(state = 'queued' or coalesce(beat_at, '-infinity') < now() - ${deadAfter})`
    const changed = await tx
      .updateTable('job')
      .set({
        stop_asked: true,
        state: sql`case when ${atOnce} then 'stopped' else state end`,
        claim: sql`case when ${atOnce} then null else claim end`,
        ended_at: sql`case when ${atOnce} then ${clock.now()}::timestamptz else ended_at end`,
      })
      .where('id', '=', id)
      .where('state', 'in', ['queued', 'running'])
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) throw new Refusal('workbench.jobNotLive')
  }

  /** Takes jobs until this process has its hands full or none waits. */
  async #look(): Promise<void> {
    this.#lookAgain = true
    if (this.#looking) return
    this.#looking = true
    try {
      while (this.#lookAgain && !this.#closing) {
        this.#lookAgain = false
        while (this.#running.size < this.#atOnce && !this.#closing) {
          const row = await this.#take()
          if (row === undefined) break
          const running = this.#run(row)
            .catch((error: unknown) => this.#log.error({ err: error, job: row.id }, 'a job could not be ended'))
            .finally(() => {
              this.#running.delete(row.claim)
              void this.#look()
            })
          this.#running.set(row.claim, running)
        }
      }
    } catch (error) {
      // Without the database there is no job; the next look may find it.
      this.#log.warn({ err: error }, 'the job queue')
    } finally {
      this.#looking = false
    }
  }

  #lookLater(): void {
    if (this.#closing) return
    this.#looks += 1
    this.#timer = setTimeout(
      () => void this.#look().finally(() => this.#lookLater()),
      this.#looks <= firstLooks ? firstLookMs : lookMs,
    )
  }

  async #take(): Promise<Row | undefined> {
    const claim = randomUUID()
    const row = await this.#db
      .updateTable('job')
      .set({
        state: 'running',
        claim,
        started_at: sql`coalesce(started_at, ${clock.now()}::timestamptz)`,
        beat_at: sql`now()`,
        attempts: sql`attempts + 1`,
      })
      .where(
        'id',
        '=',
        sql<number>`(select id from job
          where state = 'queued' or (state = 'running' and coalesce(beat_at, '-infinity') < now() - ${deadAfter})
          order by id limit 1 for update skip locked)`,
      )
      .returningAll()
      .executeTakeFirst()
    return row === undefined ? undefined : { ...row, claim }
  }

  async #showLife(): Promise<void> {
    if (this.#running.size === 0) return
    try {
      await this.#db
        .updateTable('job')
        .set({ beat_at: sql`now()` })
        .where('claim', 'in', [...this.#running.keys()])
        .where('state', '=', 'running')
        .execute()
    } catch (error) {
      this.#log.warn({ err: error }, 'the job queue')
    }
  }

  async #run(row: Row): Promise<void> {
    try {
      if (row.stop_asked) throw new Interrupted('stopped')
      if (row.attempts > mostTries) throw new Refusal('workbench.jobGivenUp', { tries: mostTries })
      const run = this.#kinds.get(row.kind)
      const actor = await actorOfUser(this.#db, row.user_id, row.language as Language)
      if (run === undefined) throw notFound()
      if (actor === undefined) throw new Refusal('workbench.jobUserGone')
      const work: Work = {
        jobId: row.id,
        db: this.#db,
        actor,
        input: row.input,
        cursor: row.cursor,
        report: (progress) => this.#report(row, progress),
      }
      await this.#done(row, await run(work))
    } catch (error) {
      await this.#broke(row, error)
    }
  }

  async #report(row: Row, progress: { done: number; total?: number; cursor: unknown }): Promise<void> {
    const held = await this.#db
      .updateTable('job')
      .set({
        done: progress.done,
        ...(progress.total === undefined ? {} : { total: progress.total }),
        cursor: JSON.stringify(progress.cursor),
        beat_at: sql`now()`,
      })
      .where('id', '=', row.id)
      .where('claim', '=', row.claim)
      .returning('stop_asked')
      .executeTakeFirst()
    if (held === undefined) throw new Interrupted('lost')
    if (held.stop_asked) throw new Interrupted('stopped')
    if (this.#closing) throw new Interrupted('queued')
  }

  async #done(row: Row, result: JobResult): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      const ended = await tx
        .updateTable('job')
        .set({
          state: 'done',
          claim: null,
          file_id: result.fileId ?? null,
          total: sql`coalesce(total, done)`,
          cursor: null,
          ended_at: clock.now(),
        })
        .where('id', '=', row.id)
        .where('claim', '=', row.claim)
        .executeTakeFirst()
      if (ended.numUpdatedRows === 0n) return
      const kind = result.fileId === undefined ? 'jobDone' : 'exportReady'
      await notify(tx, [row.user_id], kind, { title: row.title }, result.link ?? '')
    })
  }

  async #broke(row: Row, error: unknown): Promise<void> {
    if (error instanceof Interrupted) {
      if (error.state !== 'lost') await this.#letGo(row, error.state)
      return
    }
    // Not the job's fault: it is taken up again when the database is back, here or elsewhere.
    if (isDatabaseAway(error)) throw error
    if (!(error instanceof Refusal)) this.#log.error({ err: error, job: row.id }, 'a job broke')
    const language = row.language as Language
    const msg =
      error instanceof Refusal
        ? presentRefusal(error, language).msg
        : sayReason('kernel.crash', { id: `job ${row.id}` }, language)
    await this.#db.transaction().execute(async (tx) => {
      const ended = await tx
        .updateTable('job')
        .set({ state: 'failed', claim: null, error: msg, ended_at: clock.now() })
        .where('id', '=', row.id)
        .where('claim', '=', row.claim)
        .executeTakeFirst()
      if (ended.numUpdatedRows === 0n) return
      await notify(tx, [row.user_id], 'jobFailed', { title: row.title, error: msg }, '')
    })
  }

  /** Stopped by its owner; or given back by a server that stops, which is no try of the job. */
  async #letGo(row: Row, state: 'stopped' | 'queued'): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      await tx
        .updateTable('job')
        .set({
          state,
          claim: null,
          ...(state === 'stopped' ? { ended_at: clock.now() } : { attempts: sql`attempts - 1` }),
        })
        .where('id', '=', row.id)
        .where('claim', '=', row.claim)
        .execute()
      if (state === 'queued') await tellQueued(tx)
    })
  }
}

/** Tells every process, on commit, that a job waits. */
const tellQueued = async (tx: Tx): Promise<void> => {
  await sql`select pg_notify(${sql.lit(channel)}, '')`.execute(tx)
}

/** Nightly: jobs that ended long ago. Answers the files that they left. */
export async function dropOldJobs(tx: Tx, before: string): Promise<number[]> {
  const gone = await tx
    .deleteFrom('job')
    .where('ended_at', '<', before)
    .where('state', 'in', ['done', 'failed', 'stopped'])
    .returning('file_id')
    .execute()
  return gone.flatMap(({ file_id }) => file_id ?? [])
}
