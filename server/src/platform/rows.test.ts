import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase, quiet } from '../../test/database.ts'
import { type FullDb, openDb, openPool, owned } from './db.ts'
import { bytes, insertTogether } from './rows.ts'

let db: FullDb
let close: () => Promise<void>
beforeAll(async () => {
  const database = await freshDatabase()
  const pool = quiet(openPool(database.url, 2))
  db = owned(openDb(pool))
  close = async () => {
    await pool.end()
    await database.drop()
  }
})
afterAll(() => close())

const entry = (id: number, name: string) => ({
  entity: 'test',
  entity_id: id,
  at: '2026-11-20T00:00:00.000Z',
  by_id: null,
  by_name: name,
  action: 'changed',
  changes: [{ field: 'name', from: null, to: name }],
})

describe('rows inserted together', () => {
  it('are as many as there are: more values than a statement has parameters for', async () => {
    const count = 12_000
    await insertTogether(db, { history: Array.from({ length: count }, (_, at) => entry(at, 'x')) })
    const found = await sql<{ n: number }>`select count(*) as n from history where entity = 'test'`.execute(db)
    expect(found.rows[0]?.n).toBe(count)
  })

  it('keep what they hold: values of jsonb, bytes, and half a character as the sign for what cannot be shown', async () => {
    const half = '搬运😀'.slice(0, 3)
    await insertTogether(db, { history: [entry(-1, half)] })
    const row = await db
      .selectFrom('history')
      .select(['by_name', 'changes'])
      .where('entity_id', '=', -1)
      .executeTakeFirst()
    expect(row).toEqual({ by_name: '搬运\ufffd', changes: [{ field: 'name', from: null, to: '搬运\ufffd' }] })
    const told = await sql<{ b: Buffer }>`select ${bytes(Buffer.from([0, 255]))}::bytea as b`.execute(db)
    expect(told.rows[0]?.b).toEqual(Buffer.from([0, 255]))
  })

  it('go with a last statement of another kind, and none of them is there where one fails', async () => {
    const answer = await insertTogether(db, { history: [entry(-2, 'a')] }, sql<{ n: number }>`select 7 as n`)
    expect(answer).toEqual([{ n: 7 }])
    await expect(insertTogether(db, { history: [entry(-3, 'a')] }, sql`select 1 / 0`)).rejects.toThrow(
      /division by zero/,
    )
    expect(await db.selectFrom('history').select('id').where('entity_id', '=', -3).executeTakeFirst()).toBeUndefined()
  })
})
