import { abilityTo, isAble } from '@xunyun/contract/kernel/ability'
import type { Envelope } from '@xunyun/contract/kernel/call'
import * as cartons from '@xunyun/contract/warehouse/shipping/cartons'
import * as calls from '@xunyun/contract/warehouse/shipping/notices'
import * as picking from '@xunyun/contract/warehouse/shipping/picking'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Dock, openDock } from '../../../../test/dock.ts'
import { openGoods } from '../../../../test/goods.ts'
import type { Client } from '../../../../test/world.ts'

let dock: Dock
let admin: Client
let count = 0
beforeAll(async () => {
  dock = await openDock()
  admin = dock.world.admin
})
afterAll(async () => expect(await dock.close()).toEqual([]))

const piece = (itemId: number, qty: string) => ({ itemId, qty })

/** A notice brought into a state by real acts, with goods for more. */
async function noticeIn(state: calls.OutboundState): Promise<number> {
  count += 1
  const item = await dock.fresh(`STATE${count}`, '4')
  // Of ten pieces four are there: what is covered wholly asks for four.
  const { id } = await dock.notice([piece(item, state === 'partial' ? '10' : '4')])
  const roads: Record<calls.OutboundState, () => Promise<unknown>> = {
    new: async () => {},
    partial: () => dock.allocate(id),
    allocated: () => dock.allocate(id),
    picking: async () => {
      await dock.allocate(id)
      await dock.wave(id)
    },
    picked: async () => {
      await dock.allocate(id)
      await dock.pickAll((await dock.wave(id)).id)
    },
    packed: async () => {
      await roads.picked()
      await dock.packed(id)
    },
    shipped: async () => {
      await roads.picked()
      await dock.keeper.ok(calls.shipNotices, { ids: [id] })
    },
    cancelled: () => admin.ok(calls.cancelOutboundNotices, { ids: [id], reason: 'x' }),
  }
  await roads[state]()
  expect((await dock.detail(id)).state).toBe(state)
  return id
}

/** Whether a batch of one was done. */
const isDone = ({ data }: Envelope<unknown>) => (data as { done: number } | null)?.done === 1
async function tryOn(action: calls.OutboundAction, id: number): Promise<boolean> {
  const { version, shipments, lines } = await dock.detail(id)
  const reason = 'x'
  switch (action) {
    case 'edit': {
      const input = dock.input([piece(lines[0]?.itemId as number, '3')])
      return (await admin.send(calls.changeOutboundNotice, { ...input, id, version })).code === 200
    }
    case 'allocate':
      return isDone(await admin.send(calls.allocateNotices, { ids: [id] }))
    case 'wave':
      return isDone(await admin.send(picking.createWave, { ids: [id], mode: 'single' }))
    case 'deallocate':
      return isDone(await admin.send(calls.deallocateNotices, { ids: [id] }))
    case 'ship':
      return isDone(await admin.send(calls.shipNotices, { ids: [id] }))
    case 'close':
      return isDone(await admin.send(calls.closeOutboundNotices, { ids: [id], reason }))
    case 'intercept':
      return isDone(await admin.send(calls.interceptOutboundNotices, { ids: [id], reason }))
    case 'release':
      return isDone(await admin.send(calls.releaseOutboundNotices, { ids: [id] }))
    case 'cancel':
      return isDone(await admin.send(calls.cancelOutboundNotices, { ids: [id], reason }))
    case 'reverse':
      return (
        shipments[0] !== undefined &&
        (await admin.send(calls.reverseShipment, { shipmentId: shipments[0].id, reason })).code === 200
      )
  }
}

const rowOf = async (id: number, client = admin) => (await client.ok(calls.getOutboundNotices, { ids: [id] })).rows[0]

describe('the life of an outbound notice', () => {
  const actions = Object.keys(calls.outboundLifecycle) as calls.OutboundAction[]
  for (const state of calls.outboundStates)
    it(`[D-05] ${state}: what it offers is done, everything else is refused`, async () => {
      for (const action of actions) {
        const id = await noticeIn(state)
        const offered = isAble(await dock.detail(id), action)
        expect([action, isAble(await rowOf(id), action)], `row, ${action} of ${state}`).toEqual([action, offered])
        const done = await tryOn(action, id)
        // All is promised that there is: whether more is there is asked when it is tried.
        const nothingLeft = action === 'allocate' && state === 'partial'
        expect([action, done], `${action} of ${state}`).toEqual([action, offered && !nothingLeft])
      }
    })

  it('[D-05] a notice that has left in part lets go what is promised of the rest, and is closed once nothing is in hand', async () => {
    const { keeper } = dock
    const item = await dock.fresh('PARTLY', '6')
    const { id } = await dock.notice([piece(item, '10')])
    await dock.allocate(id)
    const [line] = (await dock.wave(id)).lines
    const task = (await dock.detail(id)).tasks[0]?.id as number
    await dock.pick(task, line?.id as number, '6')
    await keeper.ok(calls.shipNotices, { ids: [id] })
    await dock.stock('A-02', item, '3')
    await dock.allocate(id)
    expect(await rowOf(id)).toMatchObject({ state: 'partial', picked: '6', shipped: '6', allocated: '9' })
    expect(isAble(await rowOf(id), 'deallocate')).toBe(true)
    expect(isAble(await rowOf(id), 'close')).toBe(true)
    expect(abilityTo(await rowOf(id), 'cancel')).toBeUndefined()
    // Some of the rest is picked: neither, until it is put back.
    await dock.stock('A-03', item, '1')
    await dock.allocate(id)
    const rest = await dock.wave(id)
    await dock.pick(rest.id, rest.lines[0]?.id as number, rest.lines[0]?.qty as string)
    expect(await rowOf(id)).toMatchObject({ state: 'picking' })
    const { qty } = rest.lines[0] as (typeof rest.lines)[number]
    const stopped = `已拣 ${qty}，先放回`
    for (const seen of [await rowOf(id), await dock.detail(id)]) {
      expect(abilityTo(seen, 'close')).toEqual({ key: 'close', reason: stopped })
      expect(abilityTo(seen, 'deallocate')).toEqual({ key: 'deallocate', reason: stopped })
    }
    expect((await admin.ok(calls.closeOutboundNotices, { ids: [id], reason: 'x' })).refused[0]?.msg).toBe(stopped)
    expect((await rowOf(id, keeper))?.actions.some(({ key }) => key === 'reverse')).toBe(false)
    await keeper.ok(picking.putBack, { taskId: rest.id, lineIds: [rest.lines[0]?.id as number] })
    expect(await admin.ok(calls.closeOutboundNotices, { ids: [id], reason: 'x' })).toMatchObject({ done: 1 })
  })

  it('[D-05] a stopped notice says on its row why it does not go on', async () => {
    const id = await noticeIn('picked')
    const { noticeNo } = await dock.detail(id)
    await admin.ok(calls.interceptOutboundNotices, { ids: [id], reason: '拦截' })
    const why = `${noticeNo} 已拦截，停下：先放行，或把货放回`
    expect(abilityTo(await rowOf(id), 'ship')).toEqual({ key: 'ship', reason: why })
    expect((await rowOf(id))?.actions.map(({ key }) => key)).toEqual(['ship', 'release'])
  })

  it('[D-05] a stopped notice is neither allocated nor waved nor packed nor shipped until it is released', async () => {
    const { keeper } = dock
    const stop = async (id: number) => admin.ok(calls.interceptOutboundNotices, { ids: [id], reason: '拦截' })
    const fresh = await noticeIn('new')
    await stop(fresh)
    expect((await keeper.ok(calls.allocateNotices, { ids: [fresh] })).refused[0]).toMatchObject({
      reason: 'outbound.intercepted',
    })
    const allocated = await noticeIn('allocated')
    await stop(allocated)
    expect((await keeper.ok(picking.createWave, { ids: [allocated], mode: 'single' })).refused[0]).toMatchObject({
      reason: 'outbound.intercepted',
    })
    const picked = await noticeIn('picked')
    await stop(picked)
    expect(await keeper.refused(cartons.openCarton, { noticeId: picked })).toMatchObject({
      reason: 'outbound.intercepted',
    })
    expect((await keeper.ok(calls.shipNotices, { ids: [picked] })).refused[0]).toMatchObject({
      reason: 'outbound.intercepted',
    })
    const ids = [fresh, allocated, picked]
    expect(await keeper.ok(calls.getOutboundTotals, { ids })).toMatchObject({ tabs: { intercepted: 3 } })
    expect((await keeper.ok(calls.getOutboundNotices, { ids, tab: 'intercepted' })).rows).toHaveLength(3)
    expect(await keeper.refused(calls.releaseOutboundNotices, { ids: [picked] })).toMatchObject({ code: 403 })
    expect(await admin.ok(calls.releaseOutboundNotices, { ids: [picked] })).toMatchObject({ done: 1 })
    expect(await keeper.ok(calls.shipNotices, { ids: [picked] })).toMatchObject({ done: 1 })
  })
})

describe('who sees and does what', () => {
  it('[SE-08] an owner orders, changes and stops his own goods, and sees nothing of how they are handled', async () => {
    const { world, goods } = dock
    const rights = {
      outboundNotice: 'approve',
      outboundWork: 'edit',
      outBound: 'edit',
      encasement: 'edit',
      enchase: 'edit',
    } as const
    const owner = (await world.person('owner', { rights, scope: 'customer', companies: [goods.owner] })).client
    const edits = { outboundNotice: 'edit' } as const
    const clerk = (await world.person('clerk', { rights: edits, scope: 'customer', companies: [goods.owner] })).client
    const item = await dock.fresh('OWNERS', '5')
    const { id } = await dock.notice([piece(item, '5')], {}, clerk)
    const owners = [{ key: 'edit' }, { key: 'intercept' }]
    expect((await clerk.ok(calls.getOutboundNotice, { id })).actions).toEqual(owners)
    expect((await clerk.ok(calls.getOutboundNotices, { ids: [id] })).rows[0]?.actions).toEqual(owners)
    expect(await clerk.ok(calls.interceptOutboundNotices, { ids: [id], reason: '等通知' })).toMatchObject({ done: 1 })
    await admin.ok(calls.releaseOutboundNotices, { ids: [id] })
    await dock.allocate(id)
    const task = await dock.wave(id)
    await dock.pickAll(task.id)
    await dock.packed(id)
    const seen = await clerk.ok(calls.getOutboundNotice, { id })
    expect(seen).toMatchObject({ state: 'packed', packed: '5', allocations: [], tasks: [], cartons: [] })
    const told = async (client: Client) =>
      (await client.ok(calls.getOutboundHistory, { id })).map(({ action }) => action).includes('waved')
    expect([await told(admin), await told(clerk)]).toEqual([true, false])
    // Even with every right on the pages of the floor.
    for (const answer of await Promise.all([
      owner.send(calls.shipNotices, { ids: [id] }),
      owner.send(calls.allocateNotices, { ids: [id] }),
      owner.send(calls.getShortage, { id }),
      owner.send(picking.createWave, { ids: [id], mode: 'single' }),
      owner.send(picking.pickLine, {
        actId: crypto.randomUUID(),
        taskId: task.id,
        lineId: task.lines[0]?.id,
        qty: '1',
        serials: [],
      }),
    ]))
      expect(answer.code).toBe(403)
    for (const list of [picking.getPickTasks, cartons.getCartons])
      expect((await owner.refused(list, {})).code).toBe(403)
    expect((await owner.refused(picking.getPickTask, { id: task.id })).code).toBe(403)

    const other = await openGoods(world)
    const stranger = (await world.person('stranger', { rights: edits, scope: 'customer', companies: [other.owner] }))
      .client
    expect((await stranger.ok(calls.getOutboundNotices, {})).rows).toEqual([])
    expect(await stranger.ok(calls.getOutboundTotals, {})).toMatchObject({ count: 0, qty: '0' })
    expect(await stranger.refused(calls.getOutboundNotice, { id })).toMatchObject({ reason: 'kernel.notFound' })
    expect(await stranger.refused(calls.getOutboundHistory, { id })).toMatchObject({ reason: 'kernel.notFound' })
    expect((await stranger.ok(calls.interceptOutboundNotices, { ids: [id], reason: 'x' })).refused[0]).toMatchObject({
      reason: 'kernel.notFound',
    })
    // Neither for another's goods nor of them.
    expect((await stranger.refused(calls.addOutboundNotice, dock.input([piece(item, '1')]))).fields).toMatchObject([
      { path: 'ownerId' },
    ])
    const own = { ...dock.input([piece(item, '1')]), ownerId: other.owner }
    expect((await stranger.refused(calls.addOutboundNotice, own)).fields).toMatchObject([
      { path: 'lines.0.itemId', reason: 'inbound.itemOwner' },
    ])
  })

  it('[SE-08] who works in another warehouse finds and moves nothing of this one', async () => {
    const { world } = dock
    const other = await openGoods(world)
    const rights = {
      outboundNotice: 'edit',
      outboundWork: 'edit',
      outBound: 'edit',
      encasement: 'edit',
      enchase: 'edit',
    } as const
    const person = await world.person('elsewhere', { rights })
    await world.db.updateTable('app_user').set({ all_warehouses: false }).where('id', '=', person.id).execute()
    await world.db
      .insertInto('user_warehouse')
      .values({ user_id: person.id, warehouse_id: other.warehouseId })
      .execute()
    const elsewhere = await world.signIn('elsewhere')
    const item = await dock.fresh('ELSEWHERE', '2')
    const { id, taskId } = await dock.picked([piece(item, '2')])
    const { id: cartonId, cartonNo } = await dock.packed(id)
    expect((await elsewhere.ok(calls.getOutboundNotices, {})).rows).toEqual([])
    expect((await elsewhere.ok(picking.getPickTasks, {})).rows).toEqual([])
    expect((await elsewhere.ok(cartons.getCartons, {})).rows).toEqual([])
    expect((await elsewhere.ok(calls.shipNotices, { ids: [id] })).refused[0]).toMatchObject({
      reason: 'kernel.notFound',
    })
    const [line] = (await dock.task(taskId)).lines
    for (const answer of await Promise.all([
      elsewhere.send(calls.getOutboundNotice, { id }),
      elsewhere.send(picking.getPickTask, { id: taskId }),
      elsewhere.send(picking.putBack, { taskId, lineIds: [line?.id] }),
      elsewhere.send(cartons.getCarton, { id: cartonId }),
      elsewhere.send(cartons.takeOutOfCarton, { cartonId, id: 1, serials: [] }),
    ]))
      expect(answer.error?.reason).toBe('kernel.notFound')
    const { unpackContainer } = await import('@xunyun/contract/warehouse/shipping/unpacking')
    const unpack = { code: cartonNo, reason: 'other' as const, toLocationId: dock.at['S-01'] as number, lines: [] }
    expect((await elsewhere.refused(unpackContainer, unpack)).fields).toMatchObject([{ path: 'code' }])
  })

  it('[D-05] a key sent twice orders and ships once', async () => {
    const { keeper } = dock
    const item = await dock.fresh('KEY', '5')
    const input = dock.input([piece(item, '5')])
    const key = crypto.randomUUID()
    const first = await keeper.ok(calls.addOutboundNotice, input, { key })
    expect(await keeper.ok(calls.addOutboundNotice, input, { key })).toEqual(first)
    await dock.allocate(first.id)
    await dock.pickAll((await dock.wave(first.id)).id)
    const [one, two] = await Promise.all([
      keeper.ok(calls.shipNotices, { ids: [first.id] }, { key: 'ship' }),
      keeper.ok(calls.shipNotices, { ids: [first.id] }, { key: 'ship' }),
    ])
    expect(one).toEqual(two)
    expect((await dock.detail(first.id)).shipments).toHaveLength(1)
    // With keys of their own, one of two does it.
    const again = await dock.picked([piece(await dock.fresh('KEY2', '5'), '5')])
    const both = await Promise.all([1, 2].map(() => keeper.ok(calls.shipNotices, { ids: [again.id] })))
    expect(both.map(({ done }) => done).sort()).toEqual([0, 1])
  })
})
