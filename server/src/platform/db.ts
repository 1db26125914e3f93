import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { isSmall } from './memory.ts'
import type { DB, OwnedTable } from './schema.ts'

/**
 * Parsers: date → 'YYYY-MM-DD' (a Date would shift by the time zone), timestamptz → ISO UTC text, int8 → number
 * (ids stay below 2^53, checked), numeric → text (exact).
 */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.DATE, (value) => value)
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (value) => new Date(value).toISOString())
types.setTypeParser(pg.types.builtins.INT8, (value) => {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new Error(`int8 beyond 2^53: ${value}`)
  return number
})
// bigint[]: ids, of which none is null.
types.setTypeParser(1016, (value) => JSON.parse(`[${value.slice(1, -1)}]`))
types.setTypeParser(pg.types.builtins.NUMERIC, (value) => value)

/**
 * In the text of a statement: each connection keeps it parsed and planned, which for a look-up by key takes longer than the
 * look-up. Only where its plan does not depend on its values: keys and inserts, never the filters of a list.
 */
export const kept = sql.raw('/* kept */')
/**
 * Ids in a kept statement. Of an array PostgreSQL sees how long it is: for one id it plans the statement anew each time, since
 * the plan that does for all looks dearer. Of this it sees nothing.
 */
export const anyId = (ids: readonly number[]): RawBuilder<number[]> =>
  sql`any((select ${[...ids]}::bigint[])::bigint[])`
const isKept = (text: unknown): text is string => typeof text === 'string' && text.includes('/* kept */')
const names = new Map<string, string>()
function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `kept_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
  names.set(text, name)
  return name
}

type Send = (this: pg.Client, text: unknown, values?: unknown, done?: unknown) => unknown
class KeepingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const keeping: Send = (text, values, done) => {
      const send = pg.Client.prototype.query as Send
      return isKept(text)
        ? send.call(this, { name: nameOf(text), text, values }, done)
        : send.call(this, text, values, done)
    }
    this.query = keeping as typeof this.query
  }
}

/** How long a command waits for a connection: all of them may be taken, or the database be silent. */
const connectMs = 30_000

/** Each costs PostgreSQL some 6 MB. */
const connections = isSmall ? 8 : 20

/** A pool whose sessions run in UTC. `max` counts connections of this process; `more` are settings of pg. */
export function openPool(url: string, max = connections, more: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    Client: KeepingClient,
    max,
    types,
    connectionTimeoutMillis: connectMs,
    // A network that is gone without a word is noticed while nobody asks.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...more,
    options: '-c TimeZone=UTC -c idle_in_transaction_session_timeout=60000',
    application_name: 'xunyun',
  })
  // A connection that breaks while it is in use fails the command that holds it, which says so. Without anybody who hears it,
  // Node would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

export type FullDb = Kysely<DB>
/** What modules see: every table but the scoped ones, which only `scoped()` and a module's own store reach. */
export type Db = Kysely<Omit<DB, OwnedTable>>
/** A connection inside a command's transaction, or the pool for a read. Always the first parameter. */
export type Tx = Db

export const openDb = (pool: pg.Pool): Db => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }) as unknown as Db

/**
 * The same connection with all tables. For platform code and for the `store.ts` of the module that owns the table;
 * a check keeps it out of everything else, so that no read can forget the scope.
 */
export const owned = (tx: Tx): FullDb => tx as unknown as FullDb

/** PostgreSQL's error code and constraint, if it is a database error. */
export const dbError = (error: unknown): { code: string; constraint: string | undefined } | undefined =>
  error instanceof pg.DatabaseError && error.code !== undefined
    ? { code: error.code, constraint: error.constraint }
    : undefined

/** Codes of the system with which a connection ends or does not begin. */
const brokenSockets = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** What pg says of them in words alone. */
const brokenWords =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|timeout exceeded when trying to connect|Query read timeout)/

/**
 * The database could not be asked: it is starting, stopping or full, or the connection broke. Whether a command that was
 * under way took effect is unknown. Nothing is wrong with what was asked: asked again later it is answered.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    // Class 08: connection exceptions. 57P01–57P05: shutdown, crash, start, database dropped, session idle.
    // 25P03, 25P04: the transaction was ended for its age. 53300: no connection left.
    return /^(08...|57P0[1-5]|25P0[34]|53300)$/.test(error.code ?? '')
  }
  if (!(error instanceof Error)) return false
  return brokenSockets.has((error as NodeJS.ErrnoException).code ?? '') || brokenWords.test(error.message)
}

/**
 * Before a question to a whole ledger: what it groups and joins stays in memory until the transaction ends. With the
 * usual share of it half a million groups go through files, which takes twice as long.
 */
export async function roomToGroup(tx: Tx): Promise<void> {
  await sql`set local work_mem = '64MB'`.execute(tx)
}
