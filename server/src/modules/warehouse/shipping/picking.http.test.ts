import * as inbox from '@xunyun/contract/approvals/calls'
import { addApproverLevel } from '@xunyun/contract/approvals/setup'
import { getMoves } from '@xunyun/contract/warehouse/ledger/ledger'
import { getItemStock, getStock } from '@xunyun/contract/warehouse/ledger/stock'
import { changeWarehouse, getWarehouse } from '@xunyun/contract/warehouse/masters/warehouses'
import { getCarton } from '@xunyun/contract/warehouse/shipping/cartons'
import * as calls from '@xunyun/contract/warehouse/shipping/notices'
import * as picking from '@xunyun/contract/warehouse/shipping/picking'
import * as counts from '@xunyun/contract/warehouse/storing/counts'
import { addStockOrder, reverseStockOrders } from '@xunyun/contract/warehouse/storing/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Dock, newAct, openDock } from '../../../../test/dock.ts'
import { download } from '../../../../test/sheets.ts'

let dock: Dock
beforeAll(async () => {
  dock = await openDock()
})
afterAll(async () => expect(await dock.close()).toEqual([]))

const piece = (itemId: number, qty: string, more: Record<string, unknown> = {}) => ({ itemId, qty, ...more })
/** A notice of so many, allocated and in a task. */
async function tasked(itemId: number, qty: string, more: Record<string, unknown> = {}) {
  const { id, noticeNo } = await dock.notice([piece(itemId, qty)], more)
  await dock.allocate(id)
  return { id, noticeNo, task: await dock.wave(id) }
}
const act = (taskId: number, lineId: number, qty: string, more: Record<string, unknown> = {}) => ({
  actId: newAct(),
  taskId,
  lineId,
  qty,
  serials: [] as string[],
  ...more,
})

describe('waves', () => {
  it('[RT-18/outBound] a task for each notice, or one over all in walking order; what can not be taken says why', async () => {
    const { keeper } = dock
    const item = await dock.goods.item('WAVE')
    await dock.stock('A-04', item, '5', { inbound: '2026-01-01' })
    await dock.stock('A-01', item, '5', { inbound: '2026-02-01' })
    const [a, b, c] = [
      await dock.notice([piece(item, '5')]),
      await dock.notice([piece(item, '3')]),
      await dock.notice([piece(item, '1')]),
    ]
    await dock.allocate(a.id, b.id)
    expect((await keeper.ok(calls.getOutboundNotices, { itemId: item, forWave: true })).rows).toHaveLength(2)
    const merged = await keeper.ok(picking.createWave, { ids: [a.id, b.id, c.id], mode: 'merged' })
    expect(merged).toMatchObject({ done: 2, refused: [{ id: c.id, reason: 'outbound.nothingForWave' }] })
    const task = await dock.task(merged.tasks[0]?.id as number)
    expect(task.lines.map((line) => `${line.locationCode} ${line.qty} ${line.noticeNo}`)).toEqual([
      `A-01 3 ${b.noticeNo}`,
      `A-04 5 ${a.noticeNo}`,
    ])
    expect((await keeper.ok(picking.getPickTask, { no: a.noticeNo })).id).toBe(task.id)
    expect((await keeper.ok(picking.getPickTask, { no: task.waveNo.toLowerCase() })).id).toBe(task.id)
    expect(await keeper.ok(picking.createWave, { ids: [a.id], mode: 'single' })).toMatchObject({ waveNo: null })
    expect(await keeper.ok(picking.getPickTaskTotals, { q: task.taskNo })).toMatchObject({
      count: 1,
      qty: '8',
      tabs: { waiting: 1, short: 0 },
    })
    const sheet = await download(keeper, picking.exportPickTasks, { columns: 'taskNo,qty,noticeNos' })
    expect(sheet.rows[0]).toEqual(['拣货单号', '应拣', '出库单号'])

    // Cancelled, its goods stay promised, and go into tasks of their own.
    expect(await keeper.refused(picking.cancelPickTasks, { ids: [task.id], reason: '重排' })).toMatchObject({
      code: 403,
    })
    expect(await dock.world.admin.ok(picking.cancelPickTasks, { ids: [task.id], reason: '重排' })).toMatchObject({
      done: 1,
    })
    expect(await dock.task(task.id)).toMatchObject({ state: 'cancelled', actions: [] })
    expect((await dock.detail(a.id)).state).toBe('allocated')
    const single = await keeper.ok(picking.createWave, { ids: [a.id, b.id], mode: 'single' })
    expect(single.tasks).toHaveLength(2)
    expect(
      await keeper.ok(picking.assignPickTasks, { ids: single.tasks.map(({ id }) => id), pickerId: 1 }),
    ).toMatchObject({ done: 2 })
    expect((await dock.task(single.tasks[0]?.id as number)).pickerName).toBe('管理员')
  })

  it('[RT-18/outBound] assigned to another picker, one or several at once: to whoever may pick in that warehouse, or to nobody', async () => {
    const { keeper, world } = dock
    const item = await dock.fresh('GIVE', '4')
    const { task } = await tasked(item, '2')
    const { warehouseId } = dock.goods
    const names = async () => (await keeper.ok(picking.getPickers, { warehouseId })).map(({ label }) => label)
    expect(await names()).toEqual(expect.arrayContaining(['helper', 'keeper']))
    const looker = await world.person('looker', { rights: { outBound: 'browse' } })
    const faraway = await world.person('faraway', { rights: { outBound: 'edit' } })
    await world.db.updateTable('app_user').set({ all_warehouses: false }).where('id', '=', faraway.id).execute()
    expect(await names()).not.toContain('looker')
    expect(await names()).not.toContain('faraway')
    const give = async (pickerId: number | undefined) =>
      keeper.ok(picking.assignPickTasks, { ids: [task.id], pickerId })
    for (const { id } of [looker, faraway])
      expect((await give(id)).refused[0]).toMatchObject({ reason: 'outbound.noPicker' })
    const [helper] = await keeper.ok(picking.getPickers, { q: 'helper' })
    expect(await give(helper?.id)).toMatchObject({ done: 1 })
    expect((await give(helper?.id)).refused[0]).toMatchObject({ reason: 'outbound.ownPicker' })
    expect((await dock.task(task.id)).pickerName).toBe('helper')
    expect(
      (await keeper.ok(picking.getPickTasks, { pickerId: helper?.id as number, tab: 'waiting' })).rows.map(
        ({ id }) => id,
      ),
    ).toEqual([task.id])
    expect(await give(undefined)).toMatchObject({ done: 1 })
    expect((await dock.task(task.id)).pickerName).toBeNull()
    expect((await keeper.ok(picking.getPickTaskHistory, { id: task.id })).map(({ action }) => action)).toContain(
      'changed',
    )
    expect(await looker.client.refused(picking.assignPickTasks, { ids: [task.id] })).toMatchObject({ code: 403 })
  })
})

describe('picking', () => {
  it('[RT-18/outBound] in parts, at a place of ones choice, and put back again', async () => {
    const { keeper, at } = dock
    const item = await dock.fresh('PARTS', '10')
    const { id, task } = await tasked(item, '8')
    const line = task.lines[0]?.id as number
    expect(await dock.pick(task.id, line, '3')).toMatchObject({ state: 'picking', picked: '3' })
    expect(await dock.pick(task.id, line, '5', { stagingLocationId: at['S-02'] })).toMatchObject({ state: 'picked' })
    expect(await dock.balances(item)).toEqual(['A-01 2/0', 'S-01 3/3', 'S-02 5/5'])
    const { lines } = await dock.task(task.id)
    const back = lines.find(({ qty }) => qty === '3')?.id as number
    expect(await keeper.ok(picking.putBack, { taskId: task.id, lineIds: [back] })).toEqual({ state: 'picking' })
    expect(await dock.balances(item)).toEqual(['A-01 5/3', 'S-02 5/5'])
    expect(await dock.detail(id)).toMatchObject({ state: 'picking', picked: '5', allocated: '8' })
    const { rows: told } = await dock.world.admin.ok(getMoves, { q: task.taskNo } as never)
    expect(told.some(({ putBack }) => putBack) && told.some(({ putBack }) => !putBack)).toBe(true)
    expect(told.filter(({ putBack, dOnHand }) => putBack && dOnHand.startsWith('-'))).toHaveLength(1)
    expect(await keeper.refused(picking.putBack, { taskId: task.id, lineIds: [back] })).toMatchObject({
      reason: 'outbound.notPicked',
    })
    await dock.pick(task.id, back, '3')
    expect((await dock.detail(id)).state).toBe('picked')
  })

  it('[D-05] goods go back onto the pallet they came from, if it still stands there', async () => {
    const { keeper } = dock
    const item = await dock.goods.item('PALLET')
    await dock.stock('A-02', item, '10', { container: 'P-100' })
    const { task } = await tasked(item, '4')
    expect(task.lines[0]?.containerCode).toBe('P-100')
    await dock.pickAll(task.id)
    expect(await dock.balances(item)).toEqual(['A-02 in lpn 6/0', 'S-01 4/4'])
    const [line] = (await dock.task(task.id)).lines
    await keeper.ok(picking.putBack, { taskId: task.id, lineIds: [line?.id as number] })
    expect(await dock.balances(item)).toEqual(['A-02 in lpn 10/4'])
  })

  it('[D-05] [RT-18/moveStock] what is promised of a container is looked for where the container was moved', async () => {
    const item = await dock.goods.item('ROVER')
    await dock.stock('A-02', item, '10', { container: 'P-200' })
    const { id, task } = await tasked(item, '4')
    const move = async (to: string) => {
      const [row] = (await dock.world.admin.ok(getStock, { itemId: item })).rows
      const input = {
        type: 'move',
        reason: 'tidy',
        run: true,
        lines: [{ stockId: row?.id, whole: true, toLocationId: dock.at[to], serials: [] }],
      }
      return dock.world.admin.ok(addStockOrder, input as never)
    }
    const order = await move('A-03')
    expect((await dock.task(task.id)).lines[0]?.locationCode).toBe('A-03')
    await dock.world.admin.ok(reverseStockOrders, { ids: [order.id] })
    expect((await dock.task(task.id)).lines[0]?.locationCode).toBe('A-02')
    await move('A-04')
    await dock.pickAll(task.id)
    expect(await dock.balances(item)).toEqual(['A-04 in lpn 6/0', 'S-01 4/4'])
    // A carton, too, is shipped from wherever it stands.
    const carton = await dock.packed(id)
    const [packed] = (await dock.world.admin.ok(getStock, { itemId: item, q: carton.cartonNo })).rows
    await dock.world.admin.ok(addStockOrder, {
      type: 'move',
      reason: 'tidy',
      run: true,
      lines: [{ stockId: packed?.id, whole: true, toLocationId: dock.at['A-01'], serials: [] }],
    } as never)
    expect((await dock.keeper.ok(getCarton, { id: carton.id })).locationCode).toBe('A-01')
    expect((await dock.keeper.ok(calls.shipNotices, { ids: [id] })).done).toBe(1)
    expect(await dock.balances(item)).toEqual(['A-04 in lpn 6/0'])
  })

  it('[RT-18/outBound] short: the rest is let go and found elsewhere, or missed and reported', async () => {
    const { keeper } = dock
    const item = await dock.goods.item('SHORT')
    await dock.stock('A-01', item, '6')
    await dock.stock('A-03', item, '3')
    const { id, task } = await tasked(item, '6')
    const line = task.lines[0]?.id as number
    const answer = await dock.pick(task.id, line, '1', { shortReason: 'missing' })
    expect(answer).toMatchObject({
      state: 'picking',
      picked: '1',
      short: '5',
      instead: [{ locationCode: 'A-03', qty: '3' }],
      missing: '2',
    })
    expect(await dock.balances(item)).toEqual(['A-01 5/0', 'A-03 3/3', 'S-01 1/1'])
    expect(await dock.detail(id)).toMatchObject({ allocated: '4', short: true })
    expect((await keeper.ok(picking.getPickTasks, { tab: 'short' })).rows.map((row) => row.id)).toEqual([task.id])
    await dock.pick(task.id, answer.instead[0]?.lineId as number, '3')
    expect(await dock.task(task.id)).toMatchObject({ state: 'picked', qty: '9', picked: '4', shortQty: '5' })
    // Where it was short it is not sent again; what comes in later covers it.
    expect(await keeper.refused(picking.reallocateTask, { id: task.id, lineIds: [] })).toMatchObject({
      reason: 'outbound.nothingFree',
    })
    await dock.stock('A-04', item, '9')
    expect(await keeper.ok(picking.reallocateTask, { id: task.id, lineIds: [] })).toMatchObject({
      missing: '0',
      instead: [{ locationCode: 'A-04', qty: '2' }],
    })
    expect(await dock.task(task.id)).toMatchObject({ state: 'picking', short: false })
    // All of it missing: the line leaves the task.
    const [open] = (await dock.task(task.id)).lines.filter(({ state }) => state === 'allocated')
    expect(await dock.pick(task.id, open?.id as number, '0', { shortReason: 'damaged' })).toMatchObject({
      state: 'picked',
      missing: '2',
      instead: [],
    })
  })

  it('[RT-18/outBound] what was not there is not promised again: frozen until the count made of it has ended', async () => {
    const { keeper, world } = dock
    const { admin } = world
    const other = (await world.person('counter', { rights: { count: 'edit' } })).client
    const item = await dock.fresh('GONE', '54')
    const { task } = await tasked(item, '44')
    const second = await tasked(item, '4')
    const line = task.lines[0]?.id as number
    const shelf = async () => {
      const [row] = (await admin.ok(getStock, { itemId: item, locationId: dock.at['A-01'] })).rows
      return row && `${row.onHand} ${row.allocated} ${row.frozen} ${row.available}`
    }
    expect(await dock.pick(task.id, line, '4', { shortReason: 'missing' })).toMatchObject({ missing: '40' })
    // Nothing is free; what is allocated there to another order stays, and says so.
    expect(await shelf()).toBe('50 4 46 0')
    const [told] = (await dock.task(second.task.id)).lines
    expect(told).toMatchObject({ qty: '4', countNo: expect.stringMatching(/^PD/) })
    const marked = (await admin.ok(getStock, { itemId: item, locationId: dock.at['A-01'] })).rows
    expect(marked).toMatchObject([{ countNo: told?.countNo }])
    expect((await admin.ok(getItemStock, { q: 'GONE' })).rows).toMatchObject([{ toBeCounted: true }])
    const next = await dock.notice([piece(item, '10')])
    expect((await keeper.ok(calls.allocateNotices, { ids: [next.id] })).refused[0]).toMatchObject({
      reason: 'outbound.nothingFree',
    })
    // The other one is short as well: one count of both.
    await dock.pick(second.task.id, told?.id as number, '1', { shortReason: 'missing' })
    expect(await shelf()).toBe('49 0 49 0')
    const { rows } = await admin.ok(counts.getStockCounts, { q: 'A-01 · GONE', tab: 'new' })
    expect(rows).toMatchObject([{ countNo: told?.countNo, remark: task.taskNo, state: 'new' }])
    const id = rows[0]?.id as number
    await admin.ok(counts.startStockCount, { id })
    const { lines } = await admin.ok(counts.getStockCount, { id })
    const found = { lineId: lines[0]?.id, qty: '7', serials: [] }
    await other.ok(counts.countPlace, { id, locationId: dock.at['A-01'], entries: [found] } as never)
    const boss = await world.person('boss', { rights: { count: 'approve', unreviewed: 'approve' } })
    const level = { bizType: 'countAdjust', level: 1, mode: 'any', amountFrom: '0', userIds: [boss.id], roleIds: [] }
    await admin.ok(addApproverLevel, level as never)
    expect(await other.ok(counts.submitStockCount, { id, reason: '少货' })).toEqual({ state: 'review' })
    const [review] = (await boss.client.ok(inbox.getApprovals, { tab: 'mine', bizTypes: 'countAdjust' } as never)).rows
    await boss.client.ok(inbox.decideApprovals, { ids: [review?.id as number], decision: 'approve' } as never)
    expect(await shelf()).toBe('7 0 0 7')
    expect((await admin.ok(counts.getStockCount, { id })).state).toBe('done')
    // Damaged are the pieces alone; a count without a difference frees them.
    const third = await tasked(item, '5')
    await dock.pick(third.task.id, third.task.lines[0]?.id as number, '3', { shortReason: 'damaged' })
    expect(await shelf()).toBe('4 0 2 2')
    const [again] = (await admin.ok(counts.getStockCounts, { q: third.task.taskNo })).rows
    await admin.ok(counts.startStockCount, { id: again?.id as number })
    const [all] = (await admin.ok(counts.getStockCount, { id: again?.id as number })).lines
    const whole = { id: again?.id, locationId: dock.at['A-01'], entries: [{ lineId: all?.id, qty: '4', serials: [] }] }
    await other.ok(counts.countPlace, whole as never)
    expect(await other.ok(counts.submitStockCount, { id: again?.id as number })).toEqual({ state: 'done' })
    expect(await shelf()).toBe('4 0 0 4')
  })

  it('[RT-18/outBound] a line that is not picked yet is looked for elsewhere', async () => {
    const { keeper } = dock
    const item = await dock.goods.item('ELSEWHERE')
    await dock.stock('A-01', item, '6')
    await dock.stock('A-02', item, '4')
    const { task } = await tasked(item, '6')
    const [line] = task.lines
    expect(await keeper.ok(picking.reallocateTask, { id: task.id, lineIds: [line?.id as number] })).toMatchObject({
      instead: [{ locationCode: 'A-02', qty: '4' }],
      missing: '2',
    })
    expect(await dock.balances(item)).toEqual(['A-01 6/2', 'A-02 4/4'])
    expect((await dock.task(task.id)).qty).toBe('6')
  })

  it('[D-05] refuses too much, nothing, a reason without a lack, and a stranger place', async () => {
    const { keeper, at } = dock
    const item = await dock.fresh('WRONG', '5')
    const { task } = await tasked(item, '5')
    const line = task.lines[0]?.id as number
    const fields = async (qty: string, more: Record<string, unknown> = {}) =>
      (await keeper.refused(picking.pickLine, act(task.id, line, qty, more))).fields.map(
        ({ path, reason }) => `${path} ${reason}`,
      )
    expect(await fields('6')).toEqual(['qty outbound.tooMany'])
    expect(await fields('0')).toEqual(['qty outbound.nothingPicked'])
    expect(await fields('1.5')).toEqual(['qty inbound.whole'])
    expect(await fields('5', { shortReason: 'missing' })).toEqual(['shortReason outbound.noReason'])
    expect(await fields('5', { stagingLocationId: at['A-01'] })).toEqual(['stagingLocationId field.choice'])
    expect(await dock.balances(item)).toEqual(['A-01 5/5'])
  })

  it('[D-05] a second check is by somebody else, and is gone when goods are picked or put back after it', async () => {
    const { keeper, helper, world, goods } = dock
    const warehouse = await world.admin.ok(getWarehouse, { id: goods.warehouseId })
    const second = async (secondCheck: boolean) => {
      const now = await world.admin.ok(getWarehouse, { id: goods.warehouseId })
      await world.admin.ok(changeWarehouse, {
        outletId: now.outletId,
        code: now.code,
        name: now.name,
        blindCount: now.blindCount,
        weightTolerance: now.weightTolerance,
        nearExpiryDays: now.nearExpiryDays,
        zones: now.zones,
        id: now.id,
        version: now.version,
        secondCheck,
      } as never)
    }
    await second(true)
    const item = await dock.fresh('CHECKED', '5')
    const { id, taskId } = await dock.picked([piece(item, '5')])
    const { taskNo } = await dock.task(taskId)
    expect((await keeper.ok(calls.shipNotices, { ids: [id] })).refused[0]).toMatchObject({
      reason: 'outbound.unchecked',
      msg: expect.stringContaining(taskNo),
    })
    expect((await keeper.ok(picking.checkPicks, { ids: [taskId] })).refused[0]).toMatchObject({
      reason: 'outbound.ownCheck',
    })
    expect(await helper.ok(picking.checkPicks, { ids: [taskId] })).toMatchObject({ done: 1 })
    expect(await dock.task(taskId)).toMatchObject({ checkedByName: 'helper', secondCheck: true })
    const [line] = (await dock.task(taskId)).lines
    await keeper.ok(picking.putBack, { taskId, lineIds: [line?.id as number] })
    await dock.pickAll(taskId)
    expect((await dock.task(taskId)).checkedAt).toBeNull()
    await helper.ok(picking.checkPicks, { ids: [taskId] })
    expect(await keeper.ok(calls.shipNotices, { ids: [id] })).toMatchObject({ done: 1 })
    await second(warehouse.secondCheck)
  })
})

describe('devices that were offline', () => {
  it('[D-05] the same act twice, from one device or two at once, has one effect and one answer', async () => {
    const { keeper, helper } = dock
    const item = await dock.fresh('TWICE', '9')
    const { task } = await tasked(item, '9')
    const one = act(task.id, task.lines[0]?.id as number, '4')
    const [first, second] = await Promise.all([keeper.ok(picking.pickLine, one), helper.ok(picking.pickLine, one)])
    expect(first).toEqual(second)
    expect(await keeper.ok(picking.pickLine, { ...one, actId: one.actId.toUpperCase() })).toEqual(first)
    expect(await dock.balances(item)).toEqual(['A-01 5/5', 'S-01 4/4'])
    const other = await tasked(await dock.fresh('TWICE2', '9'), '9')
    expect(
      await keeper.refused(picking.pickLine, {
        ...one,
        taskId: other.task.id,
        lineId: other.task.lines[0]?.id as number,
      }),
    ).toMatchObject({ reason: 'outbound.actOfAnother' })
  })

  it('[RT-18/outBound] two devices that picked the same task each hear what became of every act', async () => {
    const { keeper, helper } = dock
    const items: number[] = []
    for (let n = 0; n < 4; n += 1) items.push(await dock.fresh(`SYNC${n}`, '2'))
    const { id } = await dock.notice(items.map((item) => piece(item, '2')))
    await dock.allocate(id)
    const task = await dock.wave(id)
    const ids = task.lines.map((line) => line.id)
    const kept = ids.map((line) => act(task.id, line, '2', { at: new Date(Date.now() - 60_000).toISOString() }))
    // The other one went the other way round, and shares one act that was sent twice over the air.
    const others = [
      ...ids
        .slice(1)
        .reverse()
        .map((line) => act(task.id, line, '2')),
      kept[0] as (typeof kept)[number],
    ]
    const [mine, theirs] = await Promise.all([
      keeper.ok(picking.syncPicks, { acts: kept }),
      helper.ok(picking.syncPicks, { acts: others }),
    ])
    const outcomes = [...mine, ...theirs]
    const counts = Object.groupBy(outcomes, ({ outcome }) => outcome)
    expect([counts.done?.length, counts.again?.length, counts.refused?.length]).toEqual([4, 1, 3])
    for (const { reason, msg } of counts.refused ?? []) {
      expect(reason).toBe('outbound.pickedAlready')
      expect(msg).toMatch(/(keeper|helper) .* 已拣这一行/)
    }
    expect(await dock.detail(id)).toMatchObject({ state: 'picked', picked: '8' })
    // Sent again because the answer was lost: all of it is known.
    const again = await keeper.ok(picking.syncPicks, { acts: kept })
    expect(again.map(({ outcome }) => outcome)).toEqual(
      mine.map(({ outcome }) => (outcome === 'refused' ? 'refused' : 'again')),
    )
    for (const item of items) expect(await dock.balances(item)).toEqual(['S-01 2/2'])
  })

  it('[D-05] a notice that was stopped meanwhile is not picked, and what was picked is put back', async () => {
    const { keeper, world } = dock
    const item = await dock.fresh('STOP', '4')
    const { id, noticeNo, task } = await tasked(item, '4')
    const line = task.lines[0]?.id as number
    await dock.pick(task.id, line, '1')
    expect(await keeper.ok(calls.interceptOutboundNotices, { ids: [id], reason: '客户拦截' })).toMatchObject({
      done: 1,
    })
    const [refused] = await keeper.ok(picking.syncPicks, { acts: [act(task.id, line, '3')] })
    expect(refused).toMatchObject({ outcome: 'refused', reason: 'outbound.intercepted' })
    expect(refused?.msg).toContain(noticeNo)
    expect((await dock.task(task.id)).intercepted).toBe(true)
    expect((await world.admin.ok(calls.cancelOutboundNotices, { ids: [id], reason: 'x' })).refused[0]).toMatchObject({
      reason: 'outbound.pickedSome',
    })
    const picked = (await dock.task(task.id)).lines.find(({ state }) => state === 'picked')?.id as number
    await keeper.ok(picking.putBack, { taskId: task.id, lineIds: [picked] })
    expect(await world.admin.ok(calls.cancelOutboundNotices, { ids: [id], reason: '客户取消' })).toMatchObject({
      done: 1,
    })
    expect(await dock.balances(item)).toEqual(['A-01 4/0'])
    expect((await dock.task(task.id)).state).toBe('cancelled')
    const [gone] = await keeper.ok(picking.syncPicks, { acts: [act(task.id, line, '3')] })
    expect(gone).toMatchObject({ outcome: 'refused', reason: 'outbound.goodsGone' })
    // [W-B28] Of several acts that are sent late, it says of which goods.
    expect(gone?.msg).toContain('STOP')
  })

  it('[D-05] a pick that breaks off in the middle leaves nothing behind', async () => {
    const { keeper, world } = dock
    const item = await dock.fresh('BROKEN', '4')
    const { id, task } = await tasked(item, '4')
    const one = act(task.id, task.lines[0]?.id as number, '4')
    // The ledger's last step fails once: everything before it has to go with it.
    await sql`create function fail_once() returns trigger language plpgsql as $$ begin
      if new.type = 'PK' then raise exception 'the plug was pulled'; end if; return new; end $$`.execute(world.db)
    await sql`create trigger fail_once before insert on stock_move for each row execute function fail_once()`.execute(
      world.db,
    )
    await expect(keeper.send(picking.pickLine, one)).rejects.toThrow('HTTP 500')
    await sql`drop trigger fail_once on stock_move`.execute(world.db)
    expect(await dock.balances(item)).toEqual(['A-01 4/4'])
    expect(await dock.task(task.id)).toMatchObject({ state: 'waiting', picked: '0' })
    expect(await keeper.ok(picking.pickLine, one)).toMatchObject({ state: 'picked' })
    expect(await dock.detail(id)).toMatchObject({ state: 'picked', picked: '4' })
  })
})
