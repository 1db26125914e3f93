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
  #closed = false

  constructor(pool: pg.Pool, channel: string, heard: () => void | Promise<void>) {
    this.#pool = pool
    this.#channel = channel
    this.#heard = heard
  }

  async listen(): Promise<void> {
    if (this.#closed) return
    try {
      const client = await this.#pool.connect()
      this.#client = client
      client.on('notification', () => void Promise.resolve(this.#heard()).catch(() => undefined))
      client.on('error', () => this.#lost(client))
      await client.query(`listen ${this.#channel}`)
      await this.#heard()
    } catch {
      this.#lost(this.#client)
    }
  }

  #lost(client: pg.PoolClient | undefined): void {
    // Given back already: it is closing, or another has taken its place.
    if (this.#client !== client) return
    client?.release(true)
    this.#client = undefined
    if (!this.#closed) setTimeout(() => void this.listen(), againMs).unref()
  }

  close(): void {
    this.#closed = true
    this.#client?.release(true)
    this.#client = undefined
  }
}
