import { randomUUID } from 'node:crypto'
import type { Call, Sent } from '@xunyun/contract/kernel/call'
import { allocateNotices } from '@xunyun/contract/warehouse/shipping/notices'
import { createWave } from '@xunyun/contract/warehouse/shipping/picking'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Dock, openDock } from '../../../../test/dock.ts'
import { startProcess, stopProcess } from '../../../../test/ownProcess.ts'
import { Client, tokenFor } from '../../../../test/world.ts'

/** A power cut in the middle of an act: nothing of it is left, and sent again it is done once. */
let dock: Dock
beforeAll(async () => {
  dock = await openDock()
})
afterAll(async () => expect(await dock.close()).toEqual([]))

/** What there is of an act on notices: their states, promises, tasks and postings. */
async function traces(ids: readonly number[]) {
  const found = await sql<{ states: string; promised: number; tasks: number; postings: number; held: string }>`
    select (select string_agg(state, ' ' order by id) from outbound_notice where id = any(${[...ids]}::bigint[])) as states,
      (select count(*)::int from allocation where notice_id = any(${[...ids]}::bigint[])) as promised,
      (select count(distinct task_id)::int from allocation where notice_id = any(${[...ids]}::bigint[])) as tasks,
      (select count(*)::int from stock_posting where doc_type = 'outbound' and doc_id = any(${[...ids]}::bigint[])) as postings,
      (select coalesce(sum(s.allocated), 0)::int::text from stock s join outbound_line l on l.item_id = s.item_id
        where l.notice_id = any(${[...ids]}::bigint[])) as held`.execute(dock.world.db)
  return found.rows[0]
}

/** Backends of this database that wait for a lock. */
const waiting = async () => {
  const found = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(dock.world.db)
  return found.rows[0]?.n
}

/** Sends the act to a process of its own, which is killed while it waits for what `lock` holds: half of it is written then. */
async function killedAt<C extends Call>(call: C, input: Sent<C>, key: string, table: string): Promise<void> {
  const { world } = dock
  const server = await startProcess(world.databaseUrl, world.dataDir)
  try {
    const client = new Client(server.url, await tokenFor(server.url, 'keeper'))
    await world.db.transaction().execute(async (tx) => {
      await sql`lock table ${sql.table(table)} in share mode`.execute(tx)
      const sent = client.send(call, input, { key }).then(
        () => 'answered',
        () => 'cut',
      )
      await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
      await stopProcess(server, 'SIGKILL')
      expect(await sent).toBe('cut')
    })
    // Its connection goes on to the end of its statement, and finds nobody to say commit.
    await expect.poll(waiting, { timeout: 20_000 }).toBe(0)
  } finally {
    await stopProcess(server, 'SIGKILL')
  }
}

describe('[D-05] a server killed in the middle', () => {
  it('[RT-13/outboundNotice] of an allocation leaves no promise, and sent again it promises once', async () => {
    const [one, two] = [await dock.fresh('K-1', '10'), await dock.fresh('K-2', '10')]
    const ids = [
      (await dock.notice([{ itemId: one, qty: '4' }])).id,
      (await dock.notice([{ itemId: two, qty: '6' }])).id,
    ]
    const before = await traces(ids)
    const key = randomUUID()
    await killedAt(allocateNotices, { ids }, key, 'stock_posting')
    await expect.poll(() => traces(ids)).toEqual(before)
    expect(before).toEqual({ states: 'new new', promised: 0, tasks: 0, postings: 0, held: '0' })
    const again = await dock.keeper.ok(allocateNotices, { ids }, { key })
    expect(await dock.keeper.ok(allocateNotices, { ids }, { key })).toEqual(again)
    expect(await traces(ids)).toEqual({ states: 'allocated allocated', promised: 2, tasks: 0, postings: 2, held: '10' })
  }, 60_000)

  it('[RT-18/outBound] of a wave leaves no task, and sent again it makes one each', async () => {
    const [one, two] = [await dock.fresh('K-3', '10'), await dock.fresh('K-4', '10')]
    const ids = [
      (await dock.notice([{ itemId: one, qty: '4' }])).id,
      (await dock.notice([{ itemId: two, qty: '6' }])).id,
    ]
    await dock.allocate(...ids)
    const tasks = () => dock.world.db.selectFrom('pick_task').select('task_no').execute()
    const before = await tasks()
    const key = randomUUID()
    await killedAt(createWave, { ids, mode: 'single' }, key, 'allocation')
    await expect.poll(tasks).toEqual(before)
    expect(await traces(ids)).toMatchObject({ states: 'allocated allocated', promised: 2, tasks: 0 })
    await dock.keeper.ok(createWave, { ids, mode: 'single' }, { key })
    await dock.keeper.ok(createWave, { ids, mode: 'single' }, { key })
    expect(await traces(ids)).toMatchObject({ promised: 2, tasks: 2, postings: 2, held: '10' })
    expect((await tasks()).length).toBe(before.length + 2)
  }, 60_000)
})
