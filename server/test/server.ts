import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

/** SQLSTATE 42501 */
const insufficientPrivilege = '42501'

export const templateDatabase = 'xunyun_template'

export async function createDatabase(serverUrl: string, name: string, template?: string): Promise<void> {
  await run(serverUrl, `create database ${name}${template ? ` template ${template}` : ''}`)
}

export function databaseAt(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Cuts who is still connected. A worker of autovacuum may not be cut by a common role: it is soon gone by itself. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await run(serverUrl, `drop database ${name} with (force)`)
    } catch (error) {
      const isAnothers = error instanceof pg.DatabaseError && error.code === insufficientPrivilege
      if (!isAnothers || attempt === 50) throw error
      await setTimeout(200)
    }
}

/** One statement outside a transaction. */
export async function run(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
