import pg from 'pg'

/** A database the product would not work on. One line; never the password. */
export class UnusableDatabase extends Error {
  override name = 'UnusableDatabase'
}

/** Refuses a DATABASE_URL that cannot be reached, is older than PostgreSQL 18, is not UTF8, or cannot search Chinese. */
export async function assertUsableDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // Without a listener an error after the connection broke would end the process.
  client.on('error', () => {})
  const where = `The database at DATABASE_URL (${client.host}:${client.port}/${client.database})`
  try {
    await client.connect()
  } catch (error) {
    throw new UnusableDatabase(`${where} cannot be reached: ${reason(error)}.`)
  }
  try {
    const problem = await problemOf(client)
    if (problem) throw new UnusableDatabase(`${where} ${problem}.`)
  } finally {
    await client.end()
  }
}

async function problemOf(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
            current_setting('server_encoding') as encoding`,
  )
  const problem = problemOfSettings(rows[0])
  if (problem) return problem

  // Tried and rolled back: whether to keep the extension is the migrations' business.
  await client.query('begin')
  try {
    await client.query('create extension if not exists pg_trgm')
    const trigrams = await client.query(`select cardinality(show_trgm('杭州')) as count`)
    if (trigrams.rows[0].count > 0) return undefined
    return `cannot search Chinese text (its locale drops the characters); create it with locale_provider builtin, builtin_locale 'C.UTF-8'`
  } catch (error) {
    return `has no usable extension pg_trgm: ${reason(error)}`
  } finally {
    await client.query('rollback')
  }
}

export function problemOfSettings(settings: { number: number; version: string; encoding: string }): string | undefined {
  const { number, version, encoding } = settings
  if (number < 180_000) return `is PostgreSQL ${version}; PostgreSQL 18 or later is needed`
  if (encoding !== 'UTF8') return `is encoded in ${encoding}; UTF8 is needed (create database … encoding 'UTF8')`
  return undefined
}

/** A refused connection to a name with two addresses is an AggregateError without a message of its own. */
function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join('; ')
  return error instanceof Error ? error.message : String(error)
}
