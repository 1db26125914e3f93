import { setTimeout as after } from 'node:timers/promises'
import type pg from 'pg'
import { openPool } from './db.ts'

/** Who asks whether we are ready waits no longer. */
const patienceMs = 800
/** So long nobody gave a connection back while others waited for one: those that have them hear nothing. */
const silentMs = 2000

/**
 * Whether commands can be carried out now. Asked over a connection of its own that stays open, so that it answers in time
 * however many others are taken, and falls silent when they do.
 */
export class Readiness {
  readonly #pool: pg.Pool
  readonly #probe: pg.Pool
  #givenBack = performance.now()
  #asking: Promise<boolean> | undefined

  /** `pool`: of the commands. */
  constructor(pool: pg.Pool) {
    this.#pool = pool
    pool.on('release', () => {
      this.#givenBack = performance.now()
    })
    this.#probe = openPool(String(pool.options.connectionString), 1, {
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      idleTimeoutMillis: 0,
    })
    this.#probe.on('error', () => undefined)
  }

  /** Answers within a second. */
  ask(): Promise<boolean> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  async #ask(): Promise<boolean> {
    if (this.#pool.waitingCount > 0 && performance.now() - this.#givenBack > silentMs) return false
    const answered = this.#probe.query('select 1').then(
      () => true,
      () => false,
    )
    return Promise.race([answered, after(patienceMs, false, { ref: false })])
  }

  async close(): Promise<void> {
    await this.#probe.end()
  }
}
