import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDb, openPool } from '../src/platform/db.ts'
import { migrate } from '../src/platform/migrate.ts'
import { startPostgres } from '../src/platform/postgres.ts'
import { createDatabase, databaseAt, templateDatabase } from './server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of this run's PostgreSQL, its maintenance database. */
    postgresUrl: string
  }
}

type Run = { url: string; users: number; stop(): Promise<void> }

// On globalThis, because each project of a run loads this file anew, and all of them share one server.
const shared = globalThis as { xunyunTestPostgres?: Promise<Run> }

/** One PostgreSQL per run, under a directory of its own, without fsync; its template database is migrated once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.xunyunTestPostgres ??= startRun()
  const run = await shared.xunyunTestPostgres
  run.users += 1
  project.provide('postgresUrl', run.url)
  return async () => {
    run.users -= 1
    if (run.users === 0) await run.stop()
  }
}

async function startRun(): Promise<Run> {
  const dataDir = await mkdtemp(join(tmpdir(), 'xunyun-test-'))
  const lines: string[] = []
  const postgres = await startPostgres({ dataDir, durable: false, log: (line) => lines.push(line) })
  const stop = async () => {
    shared.xunyunTestPostgres = undefined
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  void postgres.exited.then((reason) => console.error(`${reason}\n${lines.slice(-20).join('\n')}`))
  try {
    await createDatabase(postgres.url, templateDatabase)
    await migrateTemplate(databaseAt(postgres.url, templateDatabase))
  } catch (error) {
    await stop()
    throw error
  }
  return { url: postgres.url, users: 0, stop }
}

async function migrateTemplate(url: string): Promise<void> {
  const pool = openPool(url)
  // Of a migration that fails its own error is told, not that of a connection which closes with the server.
  pool.on('error', () => {})
  try {
    await migrate(openDb(pool))
  } finally {
    // PostgreSQL clones a template only while nobody is connected to it.
    await pool.end()
  }
}
