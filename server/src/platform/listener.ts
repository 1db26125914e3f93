import type pg from 'pg'

const againMs = 500

/**
 * One connection that listens for NOTIFY on a channel. `heard` is called for each notice, and whenever the connection is
 * there (again): what was said meanwhile is unknown.
 */
export class Listener {
  readonly #pool: pg.Pool
  readonly #channel: string
  readonly #heard: () => void | Promise<void>
  #client: pg.PoolClient | undefined
  #again: NodeJS.Timeout | undefined
  #closed = false

  constructor(pool: pg.Pool, channel: string, heard: () => void | Promise<void>) {
    this.#pool = pool
    this.#channel = channel
    this.#heard = heard
  }

  async listen(): Promise<void> {
    if (this.#closed) return
    let client: pg.PoolClient | undefined
    try {
      client = await this.#pool.connect()
      const mine = client
      if (this.#closed) return mine.release(true)
      this.#client = mine
      mine.on('notification', () => void Promise.resolve(this.#heard()).catch(() => undefined))
      mine.on('error', () => this.#lost(mine))
      await mine.query(`listen ${this.#channel}`)
      await this.#heard()
    } catch {
      this.#lost(client)
    }
  }

  /** Said once or twice of a connection, by its error and by what it was asked: it is given back, and replaced, once. */
  #lost(client: pg.PoolClient | undefined): void {
    if (this.#client !== client || this.#closed) return
    client?.release(true)
    this.#client = undefined
    if (this.#again !== undefined) return
    this.#again = setTimeout(() => {
      this.#again = undefined
      void this.listen()
    }, againMs)
    this.#again.unref()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#again)
    this.#client?.release(true)
    this.#client = undefined
  }
}
