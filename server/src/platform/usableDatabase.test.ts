import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { databaseAt } from '../../test/server.ts'
import { assertUsableDatabase, problemOfSettings } from './usableDatabase.ts'

const server = inject('postgresUrl')
const made: string[] = []
let client: pg.Client

beforeAll(async () => {
  client = new pg.Client(server)
  await client.connect()
})
afterAll(async () => {
  for (const name of made) await client.query(`drop database ${name}`)
  await client.end()
})

async function database(options: string): Promise<string> {
  const name = `t_${randomBytes(8).toString('hex')}`
  await client.query(`create database ${name} template template0 ${options}`)
  made.push(name)
  return databaseAt(server, name)
}

describe('a PostgreSQL of one’s own', () => {
  it('is used when it is PostgreSQL 18 in UTF8 that finds Chinese, and is left as it was', async () => {
    const url = await database(`encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8' locale 'C.UTF-8'`)
    await expect(assertUsableDatabase(url)).resolves.toBeUndefined()
    const own = new pg.Client(url)
    await own.connect()
    const { rows } = await own.query(`select extname from pg_extension where extname = 'pg_trgm'`)
    await own.end()
    expect(rows).toEqual([])
  })

  it('is used when the migrations have been there', async () => {
    await expect(assertUsableDatabase((await freshDatabase()).url)).resolves.toBeUndefined()
  })

  it('is refused in SQL_ASCII', async () => {
    const url = await database(`encoding 'SQL_ASCII' locale 'C'`)
    await expect(assertUsableDatabase(url)).rejects.toThrow(
      /^The database at DATABASE_URL \(127\.0\.0\.1:\d+\/t_\w+\) is encoded in SQL_ASCII; UTF8 is needed .*\.$/,
    )
  })

  it('is refused when its locale drops Chinese characters from the search', async () => {
    const url = await database(`encoding 'UTF8' locale_provider libc locale 'C'`)
    await expect(assertUsableDatabase(url)).rejects.toThrow(/cannot search Chinese text/)
  })

  it('is refused when older than 18', () => {
    expect(problemOfSettings({ number: 170_006, version: '17.6', encoding: 'UTF8' })).toBe(
      'is PostgreSQL 17.6; PostgreSQL 18 or later is needed',
    )
  })

  it('is refused without its password being repeated, when the password is wrong or nobody listens', async () => {
    const wrong = new URL(server)
    wrong.password = 'hunter22'
    const refused = await assertUsableDatabase(wrong.href).catch((error: Error) => error.message)
    expect(refused).toMatch(/cannot be reached: password authentication failed for user "xunyun"\.$/)
    expect(refused).not.toContain('hunter22')
    wrong.port = '1'
    await expect(assertUsableDatabase(wrong.href)).rejects.toThrow(
      /:1\/xunyun\) cannot be reached: connect ECONNREFUSED/,
    )
  })
})
