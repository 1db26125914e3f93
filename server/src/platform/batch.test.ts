import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'
import type { Actor } from './actor.ts'
import { eachRecord } from './batch.ts'
import type { Tx } from './db.ts'
import { Refusal } from './refusal.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await sql`create table batch_row (id int primary key, done int not null default 0)`.execute(world.db)
})
afterAll(() => world.close())

const actor = { userId: 1, language: 'en' } as Actor
const busy = new Refusal('kernel.busy')

/** Runs a batch over rows 1, 2 and 3, then commits; what was written. */
async function batch(ids: number[], refuses: (id: number) => boolean, may?: (id: number) => Refusal | undefined) {
  await sql`truncate batch_row`.execute(world.db)
  await sql`insert into batch_row (id) values (1), (2), (3)`.execute(world.db)
  let acts = 0
  const outcomes = await (world.db as unknown as Kysely<never>).transaction().execute((trx) => {
    const tx = trx as unknown as Tx
    return eachRecord(
      { tx, actor },
      ids,
      {
        lock: async () => new Map([1, 2, 3].map((id) => [id, { id }])),
        no: ({ id }) => `N${id}`,
        ...(may === undefined ? {} : { may: ({ id }: { id: number }) => may(id) }),
      },
      async ({ id }) => {
        acts += 1
        await sql`update batch_row set done = done + 1 where id = ${id}`.execute(tx)
        if (refuses(id)) throw busy
      },
    )
  })
  const rows = await sql<{ id: number; done: number }>`select id, done from batch_row order by id`.execute(world.db)
  return { outcomes, written: rows.rows.map(({ done }) => done), acts }
}

it('does each once behind one savepoint where nothing is refused', async () => {
  expect(await batch([3, 1, 1], () => false)).toEqual({
    outcomes: { done: 2, refused: [] },
    written: [1, 0, 1],
    acts: 2,
  })
})

it('a refused one is named and leaves nothing behind; the others are done, each once', async () => {
  const { outcomes, written } = await batch([3, 2, 1], (id) => id === 2)
  expect(outcomes).toMatchObject({ done: 2, refused: [{ id: 2, no: 'N2', reason: 'kernel.busy' }] })
  expect(written).toEqual([1, 0, 1])
})

it('names them in the order in which they were asked for, those that are not there by their id', async () => {
  const { outcomes, written } = await batch(
    [9, 3, 2],
    (id) => id === 2,
    (id) => (id === 3 ? busy : undefined),
  )
  expect(outcomes.refused.map(({ no, reason }) => [no, reason])).toEqual([
    ['9', 'kernel.notFound'],
    ['N3', 'kernel.busy'],
    ['N2', 'kernel.busy'],
  ])
  expect(written).toEqual([0, 0, 0])
})

it('a batch within a batch: what is refused without leaves nothing of what was done within', async () => {
  await sql`truncate batch_row`.execute(world.db)
  await sql`insert into batch_row (id) values (1), (2), (3)`.execute(world.db)
  const rows = {
    lock: async () => new Map([1, 2, 3].map((id) => [id, { id }])),
    no: ({ id }: { id: number }) => `N${id}`,
  }
  const outcomes = await (world.db as unknown as Kysely<never>).transaction().execute((trx) => {
    const tx = trx as unknown as Tx
    const write = (id: number) => sql`update batch_row set done = done + 1 where id = ${id}`.execute(tx)
    return eachRecord({ tx, actor }, [1, 2], rows, async ({ id }) => {
      await eachRecord({ tx, actor }, [1, 2, 3], rows, async (inner) => {
        await write(inner.id)
        if (inner.id === 3) throw busy
      })
      if (id === 2) throw busy
    })
  })
  expect(outcomes).toMatchObject({ done: 1, refused: [{ id: 2 }] })
  const { rows: written } = await sql<{ done: number }>`select done from batch_row order by id`.execute(world.db)
  expect(written.map(({ done }) => done)).toEqual([1, 1, 0])
})
