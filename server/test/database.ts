import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { openDb, openPool } from '../src/platform/db.ts'
import { prove } from './proofs.ts'
import { createDatabase, databaseAt, dropDatabase, templateDatabase } from './server.ts'

export type FreshDatabase = {
  url: string
  /** Proves the ledgers of what the test left behind (proofs.ts), then drops the database. Idempotent. */
  drop(): Promise<void>
}

// On globalThis, because vi.resetModules() would give a second copy of this module its own, empty list.
const registry = globalThis as { xunyunFreshDatabases?: Set<FreshDatabase> }

/** A migrated, unseeded database of the caller's own: a clone of the run's template. Dropped after the file at the latest. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const server = inject('postgresUrl')
  const name = `t_${randomBytes(8).toString('hex')}`
  await createDatabase(server, name, templateDatabase)
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
