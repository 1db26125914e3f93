import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { seed } from '../seed/seed.ts'
import { openDb, openPool } from '../src/platform/db.ts'
import { prove } from './proofs.ts'
import { createDatabase, databaseAt, dropDatabase, templateDatabase } from './server.ts'

/** Of the administrator in every test. */
export const password = 'Hangzhou-2026'

/** What a database begins with, besides its tables: nothing, what the first start seeds, or the demo's company too. */
export type Contents = 'nothing' | 'seed' | 'demo'

export type FreshDatabase = {
  url: string
  /** Proves the ledgers of what the test left behind (proofs.ts), then drops the database. Idempotent. */
  drop(): Promise<void>
}

// On globalThis, because vi.resetModules() would give a second copy of this module its own, empty list.
const registry = globalThis as { xunyunFreshDatabases?: Set<FreshDatabase> }

/** A migrated database of the caller's own, cloned from a template of this run. Dropped after the file at the latest. */
export async function freshDatabase(contents: Contents = 'nothing'): Promise<FreshDatabase> {
  const server = inject('postgresUrl')
  const name = `t_${randomBytes(8).toString('hex')}`
  await createDatabase(server, name, contents === 'nothing' ? templateDatabase : await seededTemplate(server, contents))
  registry.xunyunFreshDatabases ??= new Set()
  const open = registry.xunyunFreshDatabases
  const url = databaseAt(server, name)
  const database: FreshDatabase = {
    url,
    async drop() {
      if (!open.delete(database)) return
      try {
        await proveDatabase(url)
      } finally {
        await dropDatabase(server, name)
      }
    },
  }
  open.add(database)
  return database
}

/** Seeded once in a run, by whoever needs it first; others wait for it. */
async function seededTemplate(server: string, contents: 'seed' | 'demo'): Promise<string> {
  const name = `${templateDatabase}_${contents}`
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 1) return name
    const half = `${name}_half`
    await client.query(`drop database if exists ${half}`)
    await createDatabase(server, half, templateDatabase)
    const pool = quiet(openPool(databaseAt(server, half)))
    await seed(openDb(pool), { adminPassword: password, demo: contents === 'demo' })
    // PostgreSQL clones a template only while nobody is connected to it.
    await pool.end()
    await client.query(`alter database ${half} rename to ${name}`)
    return name
  } finally {
    await client.end()
  }
}

/** What a test file left open: proved and dropped. Called by eachFile.ts. */
export async function dropLeftDatabases(): Promise<void> {
  const left = [...(registry.xunyunFreshDatabases ?? [])]
  const results = await Promise.allSettled(left.map((database) => database.drop()))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

/** A pool is done before its connections are closed: the drop may still meet one, and cuts it. */
export function quiet(pool: pg.Pool): pg.Pool {
  pool.on('error', () => undefined)
  return pool
}

async function proveDatabase(url: string): Promise<void> {
  const pool = quiet(openPool(url))
  try {
    await prove(openDb(pool))
  } finally {
    await pool.end()
  }
}
