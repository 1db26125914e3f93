import { abilityTo, isAble } from '@xunyun/contract/kernel/ability'
import type { Envelope } from '@xunyun/contract/kernel/call'
import * as cartons from '@xunyun/contract/warehouse/shipping/cartons'
import * as calls from '@xunyun/contract/warehouse/shipping/notices'
import * as picking from '@xunyun/contract/warehouse/shipping/picking'
import { unpackContainer } from '@xunyun/contract/warehouse/shipping/unpacking'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Dock, newAct, openDock } from '../../../../test/dock.ts'
import type { Client } from '../../../../test/world.ts'

let dock: Dock
let admin: Client
let count = 0
beforeAll(async () => {
  dock = await openDock()
  admin = dock.world.admin
})
afterAll(async () => expect(await dock.close()).toEqual([]))

const isDone = ({ data }: Envelope<unknown>) => (data as { done: number } | null)?.done === 1
const reason = 'x'

/** A task of two lines brought into a state; goods for more are on another shelf. */
async function taskIn(state: picking.PickTaskState): Promise<number> {
  count += 1
  const items = [await dock.fresh(`T${count}A`, '2'), await dock.fresh(`T${count}B`, '2')]
  const { id } = await dock.notice(items.map((itemId) => ({ itemId, qty: '2' })))
  await dock.allocate(id)
  const task = await dock.wave(id)
  for (const item of items) await dock.stock('A-04', item, '2')
  const [first] = task.lines
  const roads: Record<picking.PickTaskState, () => Promise<unknown>> = {
    waiting: async () => {},
    picking: () => dock.pick(task.id, first?.id as number, '2'),
    picked: () => dock.pickAll(task.id),
    cancelled: () => admin.ok(picking.cancelPickTasks, { ids: [task.id], reason }),
  }
  await roads[state]()
  expect((await dock.task(task.id)).state).toBe(state)
  return task.id
}

async function tryTask(action: picking.PickTaskAction, id: number): Promise<boolean> {
  const { lines } = await dock.task(id)
  const open = lines.filter(({ state }) => state === 'allocated').map((line) => line.id)
  const gone = lines.filter(({ state }) => state === 'picked').map((line) => line.id)
  switch (action) {
    case 'assign':
      return isDone(await admin.send(picking.assignPickTasks, { ids: [id], pickerId: 1 }))
    case 'take':
      return isDone(await admin.send(picking.assignPickTasks, { ids: [id], pickerId: 1 }))
    case 'pick': {
      const input = { actId: newAct(), taskId: id, lineId: open[0] ?? gone[0] ?? 1, qty: '2', serials: [] }
      return (await admin.send(picking.pickLine, input)).code === 200
    }
    case 'putBack':
      return (await admin.send(picking.putBack, { taskId: id, lineIds: gone.length > 0 ? gone : [1] })).code === 200
    case 'reallocate':
      return (await admin.send(picking.reallocateTask, { id, lineIds: open })).code === 200
    case 'check':
      return isDone(await admin.send(picking.checkPicks, { ids: [id] }))
    case 'cancel':
      return isDone(await admin.send(picking.cancelPickTasks, { ids: [id], reason }))
  }
}

/** A carton brought into a state by real acts. */
async function cartonIn(state: cartons.CartonState): Promise<number> {
  count += 1
  const { id } = await dock.picked([{ itemId: await dock.fresh(`C${count}`, '4'), qty: '4' }])
  const carton = await dock.packed(id)
  const roads: Record<cartons.CartonState, () => Promise<unknown>> = {
    sealed: async () => {},
    open: () => admin.ok(cartons.unsealCartons, { ids: [carton.id], reason }),
    shipped: () => dock.keeper.ok(calls.shipNotices, { ids: [id] }),
    unpacked: () =>
      dock.keeper.ok(unpackContainer, {
        code: carton.cartonNo,
        reason: 'other',
        toLocationId: dock.at['S-01'] as number,
        lines: [],
      }),
  }
  await roads[state]()
  return carton.id
}

async function tryCarton(action: cartons.CartonAction, id: number): Promise<boolean> {
  const { version, noticeId, contents, cartonNo } = await admin.ok(cartons.getCarton, { id })
  const row = contents[0]?.id ?? 1
  switch (action) {
    case 'pack': {
      // Something is left beside it.
      const line = (await dock.detail(noticeId)).lines[0]?.id as number
      if (contents.length > 0)
        await admin.send(cartons.takeOutOfCarton, { cartonId: id, id: row, qty: '1', serials: [] })
      const lines = [{ lineId: line, qty: '1', serials: [] }]
      return (await admin.send(cartons.packGoods, { cartonId: id, lines })).code === 200
    }
    case 'takeOut':
      return (await admin.send(cartons.takeOutOfCarton, { cartonId: id, id: row, serials: [] })).code === 200
    case 'weigh':
      return (await admin.send(cartons.weighCarton, { id, version, weight: '1' })).code === 200
    case 'seal':
      await admin.send(cartons.weighCarton, { id, version, weight: '1' })
      return isDone(await admin.send(cartons.sealCartons, { cartons: [{ id }] }))
    case 'unseal':
      return isDone(await admin.send(cartons.unsealCartons, { ids: [id], reason }))
    case 'delete':
      for (const { id: each } of contents)
        await admin.send(cartons.takeOutOfCarton, { cartonId: id, id: each, serials: [] })
      return isDone(await admin.send(cartons.deleteCartons, { ids: [id] }))
    case 'unpack': {
      const input = { code: cartonNo, reason: 'other', toLocationId: dock.at['S-01'], lines: [] }
      return (await admin.send(unpackContainer, input)).code === 200
    }
  }
}

describe('the life of a pick task', () => {
  const actions = Object.keys(picking.pickTaskLifecycle) as picking.PickTaskAction[]
  for (const state of picking.pickTaskStates)
    it(`[D-05] ${state}: what it offers is done, everything else is refused`, async () => {
      for (const action of actions) {
        const id = await taskIn(state)
        // Of a task that is picked nothing is lacking here.
        const nothingLacks = action === 'reallocate' && state === 'picked'
        const offered = isAble(await dock.task(id), action) && !nothingLacks
        expect([action, await tryTask(action, id)], `${action} of ${state}`).toEqual([action, offered])
      }
    })
})

describe('the life of a carton', () => {
  const actions = Object.keys(cartons.cartonLifecycle) as cartons.CartonAction[]
  for (const state of cartons.cartonStates)
    it(`[D-05] ${state}: what its table says is done, everything else is refused`, async () => {
      for (const action of actions) {
        const id = await cartonIn(state)
        const allowed = (cartons.cartonLifecycle[action].from as readonly string[]).includes(state)
        expect([action, await tryCarton(action, id)], `${action} of ${state}`).toEqual([action, allowed])
      }
    })
})

describe('what the rows of the floor offer', () => {
  const rowOf = async (client: Client, id: number) =>
    (await client.ok(picking.getPickTasks, { ids: [id] })).rows[0] as picking.PickTaskRow

  it('[D-05] a task: who picked of it is told why he does not check it; picked goods are put back before it is cancelled', async () => {
    const picked = await taskIn('picked')
    expect((await rowOf(dock.keeper, picked)).actions).toEqual([
      { key: 'putBack' },
      { key: 'reallocate' },
      { key: 'check', reason: expect.stringMatching(/\S/) },
    ])
    expect(abilityTo(await rowOf(dock.helper, picked), 'check')).toEqual({ key: 'check' })
    expect((await rowOf(dock.helper, await taskIn('waiting'))).actions.map(({ key }) => key)).toEqual([
      'assign',
      'take',
      'pick',
      'reallocate',
    ])
    const half = await taskIn('picking')
    expect(abilityTo(await rowOf(admin, half), 'cancel')).toEqual({ key: 'cancel', reason: '已拣 2，先放回' })
    expect((await admin.ok(picking.cancelPickTasks, { ids: [half], reason })).refused[0]?.msg).toBe('已拣 2，先放回')
    expect((await rowOf(admin, await taskIn('cancelled'))).actions).toEqual([])
  })

  it('[D-05] a carton: weighed before it is sealed, empty before it is deleted, and stopped with its notice', async () => {
    const id = await cartonIn('open')
    const row = async (client = dock.keeper) => (await client.ok(cartons.getCartons, { ids: [id] })).rows[0]
    expect(abilityTo(await row(), 'seal')?.reason).toMatch(/\S/)
    const { version, noticeId } = await admin.ok(cartons.getCarton, { id })
    await admin.ok(cartons.weighCarton, { id, version, weight: '1', reason })
    expect((await row())?.actions.map(({ key }) => key)).toEqual(['pack', 'takeOut', 'weigh', 'seal', 'unpack'])
    expect(isAble(await row(), 'seal')).toBe(true)
    await admin.ok(calls.interceptOutboundNotices, { ids: [noticeId], reason })
    expect(abilityTo(await row(), 'pack')?.reason).toMatch(/\S/)
    expect(isAble(await row(), 'seal')).toBe(false)
  })
})

describe('many at once', () => {
  it('[D-05] who allocates, picks short, puts back, lets go and ships over the same shelves leaves every figure true', async () => {
    const { keeper } = dock
    const items: number[] = []
    for (const name of ['M1', 'M2', 'M3']) {
      const item = await dock.goods.item(name)
      // More than all of them want: what one finds missing is free elsewhere, whoever lets go first.
      for (const code of ['A-01', 'A-02', 'A-03', 'A-04']) await dock.stock(code, item, '16')
      items.push(item)
    }
    const ids: number[] = []
    for (let n = 0; n < 16; n += 1) {
      // Some the other way round.
      const order = n % 2 === 0 ? items : [...items].reverse()
      ids.push((await dock.notice(order.map((itemId) => ({ itemId, qty: '3' })))).id)
    }
    const codes: number[] = []
    const say = async (answer: Promise<Envelope<unknown>>) => codes.push((await answer).code)
    await Promise.all(
      ids.map(async (id, n) => {
        await say(keeper.send(calls.allocateNotices, { ids: [id] }))
        if (n % 4 === 0) return say(keeper.send(calls.deallocateNotices, { ids: [id] }))
        const { tasks } = await keeper.ok(picking.createWave, { ids: [id], mode: 'single' })
        const task = await dock.task(tasks[0]?.id as number)
        const acts = task.lines.map((line, index) => ({
          actId: newAct(),
          taskId: task.id,
          lineId: line.id,
          qty: index === 0 && line.qty !== '1' ? '1' : line.qty,
          ...(index === 0 && line.qty !== '1' ? { shortReason: 'missing' } : {}),
          serials: [],
        }))
        await say(keeper.send(picking.syncPicks, { acts }))
        await dock.pickAll(task.id)
        if (n % 4 === 1) {
          const lines = (await dock.task(task.id)).lines.map((line) => line.id)
          return say(keeper.send(picking.putBack, { taskId: task.id, lineIds: lines }))
        }
        return say(keeper.send(calls.shipNotices, { ids: [id] }))
      }),
    )
    expect(codes.every((code) => code === 200)).toBe(true)
    const states = await Promise.all(ids.map(async (id) => (await dock.detail(id)).state))
    expect(states).toEqual(ids.map((_, n) => (n % 4 === 0 ? 'new' : n % 4 === 1 ? 'picking' : 'shipped')))
    // What is on the shelves and promised is what these four have put back, and nothing stands where it was made ready.
    const found = await sql<{ on_hand: string; allocated: string }>`
      select trim_scale(sum(on_hand))::text as on_hand, trim_scale(sum(allocated))::text as allocated from stock
      where item_id = any(${items}::bigint[])`.execute(dock.world.db)
    expect(found.rows[0]).toEqual({ on_hand: String(192 - 8 * 9), allocated: String(4 * 9) })
  })
})
