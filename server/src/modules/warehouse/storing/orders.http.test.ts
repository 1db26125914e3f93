import { getHistory } from '@xunyun/contract/system/upkeep'
import { getMoves } from '@xunyun/contract/warehouse/ledger/ledger'
import { getStock } from '@xunyun/contract/warehouse/ledger/stock'
import { getLocationChoices } from '@xunyun/contract/warehouse/locations/calls'
import { putAwayGoods, takeBackPutAway } from '@xunyun/contract/warehouse/receiving/calls'
import * as calls from '@xunyun/contract/warehouse/storing/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { counted, day, type Floor, openFloor } from '../../../../test/floor.ts'
import { openGoods } from '../../../../test/goods.ts'
import { type Client, countRows, type World } from '../../../../test/world.ts'
import { postMovements } from '../ledger/index.ts'

let floor: Floor
let world: World
let mover: Client
let at: Record<string, number>
beforeAll(async () => {
  floor = await openFloor()
  ;({ world, at } = floor)
  mover = (await world.person('mover', { rights: { moveStock: 'edit', stock: 'browse', serialInfo: 'browse' } })).client
  for (const code of ['A-11', 'A-12', 'A-13', 'A-14', 'A-15', 'A-16', 'A-17', 'A-18'])
    at[code] = await floor.goods.place(code, { putSeq: 50 })
})
afterAll(async () => expect(await floor.close()).toEqual([]))

/** Goods received and put away at a place; the key that they stand on. */
async function stand(itemId: number, qty: string, code: string, more: Record<string, unknown> = {}): Promise<number> {
  const { receipt } = await floor.goods.notice([{ itemId, qty }])
  await floor.receive(receipt.id, [counted(receipt.lines[0]?.id as number, qty, more)])
  const [task] = await floor.waiting(receipt.id)
  await floor.keeper.ok(putAwayGoods, { id: task?.id as number, locationId: at[code], serials: [] } as never)
  return keyAt(itemId, code)
}
async function keyAt(itemId: number, code: string): Promise<number> {
  const found = await sql<{ id: number }>`select id from stock where item_id = ${itemId} and location_id = ${at[code]}
    and on_hand > 0 order by id desc limit 1`.execute(world.db)
  return found.rows[0]?.id as number
}
const balance = async (stockId: number) => {
  const { rows } = await mover.ok(getStock, { ids: [stockId] })
  const [row] = rows
  return row && [row.onHand, row.allocated, row.frozen].map(Number)
}
type Line = Record<string, unknown>
const order = (type: string, lines: Line[], more: Record<string, unknown> = {}) =>
  ({
    type,
    reason: 'tidy',
    run: true,
    lines: lines.map((line) => ({ serials: [], ...line })),
    ...more,
  }) as never
const add = (type: string, lines: Line[], more: Record<string, unknown> = {}) =>
  mover.ok(calls.addStockOrder, order(type, lines, more))
/** The first reason why not, with the field where one is wrong. */
async function refusal(type: string, lines: Line[], more: Record<string, unknown> = {}) {
  const { reason, fields } = await mover.refused(calls.addStockOrder, order(type, lines, more))
  return fields[0] === undefined ? reason : `${fields[0].path} ${fields[0].reason}`
}
/** Promises so many of a key to somebody, or gives them back. */
async function promise(stockId: number, allocated: string) {
  const row = await world.db.selectFrom('stock').selectAll().where('id', '=', stockId).executeTakeFirstOrThrow()
  await world.db.transaction().execute((tx) =>
    postMovements(tx as never, { userId: 1, name: 'test' } as never, {
      warehouseId: row.warehouse_id,
      docType: 'outbound',
      docId: stockId,
      docNo: 'CK',
      act: `promise:${allocated}:${Math.random()}`,
      movements: [
        {
          locationId: row.location_id,
          itemId: row.item_id,
          batchId: row.batch_id,
          quality: row.quality,
          containerId: row.container_id,
          line: 1,
          type: allocated.startsWith('-') ? 'UNALC' : 'ALC',
          flow: 0,
          allocated,
        },
      ],
    }),
  )
}

describe('moving', () => {
  it('[RT-18/moveStock] part of loose goods goes elsewhere, never what is promised or frozen', async () => {
    const key = await stand(floor.screw, '10', 'A-11')
    await promise(key, '3')
    await add('freeze', [{ stockId: key, qty: '2' }])
    expect(await refusal('move', [{ stockId: key, qty: '6', toLocationId: at['A-12'] }])).toBe(
      'lines.0.qty stock.moreThanFree',
    )
    const made = await add('move', [{ stockId: key, qty: '4', toLocationId: at['A-12'] }], { remark: '腾位' })
    expect(made).toMatchObject({ orderNo: expect.stringMatching(/^YK\d{11}$/), state: 'done' })
    expect(await balance(key)).toEqual([6, 3, 2])
    expect(await balance(await keyAt(floor.screw, 'A-12'))).toEqual([4, 0, 0])
    const { rows } = await mover.ok(getMoves, { q: made.orderNo })
    expect(rows.map(({ type, dOnHand }) => `${type} ${dOnHand}`).sort()).toEqual(['MV -4', 'MV 4'])
    const detail = await mover.ok(calls.getStockOrder, { id: made.id })
    expect(detail).toMatchObject({
      fromLocation: 'A-11',
      toLocation: 'A-12',
      qty: '4',
      remark: '腾位',
      doneByName: 'mover',
    })
    expect(detail.lines).toMatchObject([{ itemNo: 'SCREW', qty: '4', whole: false }])
    expect((await mover.ok(calls.getStockOrderHistory, { id: made.id })).map(({ action }) => action)).toEqual([
      'done',
      'created',
    ])
    expect((await world.admin.ok(getHistory, { entity: 'stockOrder', entityId: made.id })).rows[0]).toMatchObject({
      name: made.orderNo,
    })
  })

  it('every wrong line is named at its field, and nothing is done', async () => {
    const key = await stand(floor.screw, '5', 'A-13')
    const before = await countRows(world.db, 'stock_order')
    const to = at['A-14']
    expect(await refusal('move', [{ stockId: 999_999, qty: '1', toLocationId: to }])).toBe(
      'lines.0.stockId field.choice',
    )
    expect(await refusal('move', [{ stockId: key, toLocationId: to }])).toBe('lines.0.qty field.required')
    expect(await refusal('move', [{ stockId: key, qty: '1.5', toLocationId: to }])).toBe('lines.0.qty inbound.whole')
    expect(await refusal('move', [{ stockId: key, qty: '1' }])).toBe('lines.0.toLocationId field.required')
    expect(await refusal('move', [{ stockId: key, qty: '1', toLocationId: at['A-13'] }])).toBe(
      'lines.0.toLocationId stock.samePlace',
    )
    expect(await refusal('move', [{ stockId: key, qty: '0', toLocationId: to }])).toBe('lines.0.qty field.positive')
    expect(await refusal('move', [{ stockId: key, whole: true, toLocationId: to }])).toBe(
      'lines.0.stockId stock.noContainer',
    )
    const two = [
      { stockId: key, qty: '3', toLocationId: to },
      { stockId: key, qty: '3', toLocationId: at['A-15'] },
    ]
    expect(await refusal('move', two)).toBe('lines.1.qty stock.moreThanFree')
    expect(await refusal('freeze', [two[0] as Line, { ...two[0], toLocationId: undefined }])).toBe(
      'lines.1.qty stock.moreThanFree',
    )
    expect(await refusal('move', [two[0] as Line, { ...two[0], qty: '1' }])).toBe('lines.1.stockId inbound.sameLine')
    expect(await refusal('move', two, { reason: 'nonsense' })).toBe('reason field.choice')
    expect(await refusal('move', [])).toBe('lines field.required')
    const elsewhere = await openGoods(world)
    const foreign = await elsewhere.place('A-01')
    expect(await refusal('move', [{ stockId: key, qty: '1', toLocationId: foreign }])).toBe(
      'lines.0.toLocationId field.choice',
    )
    expect(await countRows(world.db, 'stock_order')).toBe(before)
    expect(await balance(key)).toEqual([5, 0, 0])
  })

  it('the place is asked as at put-away: zone, mixing and room, lines of one order together', async () => {
    const key = await stand(floor.screw, '6', 'A-16')
    const to = (code: string, qty = '1') => refusal('move', [{ stockId: key, qty, toLocationId: at[code] }])
    expect(await to('B-01')).toBe('inbound.placeTemp')
    expect(await to('X-01')).toBe('inbound.placeZone')
    expect(await to('R-02')).toBe('inbound.placeZone')
    await stand(floor.milk, '1', 'A-02', { batchNo: 'M1', production: day(-10) })
    expect(await to('A-02')).toBe('inbound.placeMixItem')
    const milk = await stand(floor.milk, '120', 'A-06', { batchNo: 'M2', production: day(-10) })
    expect(await refusal('move', [{ stockId: milk, qty: '101', toLocationId: at['A-01'] }])).toBe('inbound.placeWeight')
    const other = await stand(floor.milk, '60', 'A-06', { batchNo: 'M3', production: day(-10) })
    const both = [
      { stockId: milk, qty: '60', toLocationId: at['A-01'] },
      { stockId: other, qty: '60', toLocationId: at['A-01'] },
    ]
    expect(await refusal('move', both)).toBe('inbound.placeWeight')
    expect((await add('move', [both[0] as Line])).state).toBe('done')
    await world.db
      .updateTable('location')
      .set({ enabled: false })
      .where('id', '=', at['A-18'] as number)
      .execute()
    expect(await to('A-18')).toBe('lines.0.toLocationId field.choice')
    await world.db
      .updateTable('location')
      .set({ enabled: true })
      .where('id', '=', at['A-18'] as number)
      .execute()
  })

  it('a whole container takes along what is promised and frozen; part of it is loose', async () => {
    const { receipt } = await floor.goods.notice([
      { itemId: floor.screw, qty: '8' },
      { itemId: floor.phone, qty: '2' },
    ])
    const [one, two] = receipt.lines.map(({ id }) => id) as [number, number]
    await floor.receive(receipt.id, [
      counted(one, '8', { containerCode: 'P-100' }),
      counted(two, '2', { containerCode: 'P-100', serials: ['W1', 'W2'] }),
    ])
    const [task] = await floor.waiting(receipt.id)
    const [screws] = (await mover.ok(calls.getMovableStock, { code: 'p-100' })).filter(
      ({ itemNo }) => itemNo === 'SCREW',
    )
    expect(screws).toMatchObject({ locationCode: 'R-01', onHand: '8', free: '0' })
    // Received and not yet put away: that is the put-away task's.
    expect(await refusal('move', [{ stockId: screws?.id, whole: true, toLocationId: at['A-15'] }])).toBe(
      'lines.0.stockId stock.waitsPutAway',
    )
    expect(await refusal('move', [{ stockId: screws?.id, qty: '1', toLocationId: at['A-15'] }])).toBe(
      'lines.0.qty stock.waitsPutAway',
    )
    await floor.keeper.ok(putAwayGoods, { id: task?.id as number, locationId: at['A-15'], serials: [] } as never)
    const key = await keyAt(floor.screw, 'A-15')
    await promise(key, '3')
    await add('freeze', [{ stockId: key, qty: '4' }])
    const phones = await keyAt(floor.phone, 'A-15')
    const lines = [
      { stockId: key, whole: true, toLocationId: at['A-17'] },
      { stockId: phones, qty: '1', toLocationId: at['A-17'], serials: ['W1'] },
    ]
    expect(await refusal('move', lines)).toBe('lines.1.stockId stock.containerTwice')
    const made = await add('move', [lines[0] as Line])
    expect((await mover.ok(calls.getStockOrder, { id: made.id })).lines).toHaveLength(2)
    expect(await balance(await keyAt(floor.screw, 'A-17'))).toEqual([8, 3, 4])
    const [moved] = (await mover.ok(getStock, { q: 'P-100', itemId: floor.phone } as never)).rows
    expect(moved).toMatchObject({ locationCode: 'A-17', onHand: '2', containerCode: 'P-100' })
    expect((await mover.ok(getStock, { serialNo: 'W2' })).rows[0]?.locationCode).toBe('A-17')
    // One of the two comes off it.
    await add('move', [
      { stockId: await keyAt(floor.phone, 'A-17'), qty: '1', toLocationId: at['A-12'], serials: ['W1'] },
    ])
    const [loose] = (await mover.ok(getStock, { serialNo: 'W1' })).rows
    expect(loose).toMatchObject({ locationCode: 'A-12', containerCode: null })
    // The pallet gone on, that one can not come back on it.
    const [last] = (await mover.ok(calls.getStockOrders, { tab: 'done', pageSize: 1 })).rows
    await add('move', [{ stockId: await keyAt(floor.screw, 'A-17'), whole: true, toLocationId: at['A-15'] }])
    const back = await world.admin.ok(calls.reverseStockOrders, { ids: [last?.id as number, made.id] })
    expect(back.refused.map(({ reason }) => reason).sort()).toEqual(['inbound.containerElsewhere', 'stock.short'])
  })

  it('serial numbers go along: all of them, or those that are named', async () => {
    const key = await stand(floor.phone, '3', 'A-11', { serials: ['V1', 'V2', 'V3'] })
    const line = { stockId: key, qty: '2', toLocationId: at['A-12'] }
    expect(await refusal('move', [line])).toBe('lines.0.serials inbound.serialsOf')
    expect(await refusal('move', [{ ...line, serials: ['V1', 'V1'] }])).toBe('lines.0.serials inbound.serialsOf')
    expect(await refusal('move', [{ ...line, serials: ['V1', 'W2'] }])).toBe('stock.serialElsewhere')
    await add('move', [{ ...line, serials: ['V1', 'V3'] }])
    const placeOf = async (serialNo: string) => (await mover.ok(getStock, { serialNo })).rows[0]?.locationCode
    expect([await placeOf('V1'), await placeOf('V2'), await placeOf('V3')]).toEqual(['A-12', 'A-11', 'A-12'])
    const rest = await add('move', [{ stockId: key, qty: '1', toLocationId: at['A-12'] }])
    expect(await placeOf('V2')).toBe('A-12')
    await world.admin.ok(calls.reverseStockOrders, { ids: [rest.id] })
    expect(await placeOf('V2')).toBe('A-11')
  })

  it('a task waits, is done once by whoever comes first, or cancelled with the reason', async () => {
    const key = await stand(floor.screw, '20', 'A-14')
    const line = { stockId: key, qty: '5', toLocationId: at['A-13'] }
    const [one, two, three] = [
      await add('move', [line], { run: false }),
      await add('move', [{ ...line, qty: '15' }], { run: false }),
      await add('move', [{ ...line, qty: '20' }], { run: false }),
    ]
    expect(await balance(key)).toEqual([20, 0, 0])
    const answers = await Promise.all([1, 2].map(() => mover.ok(calls.runStockOrders, { ids: [one.id] })))
    expect(answers.map(({ done }) => done).sort()).toEqual([0, 1])
    const run = await mover.ok(calls.runStockOrders, { ids: [three.id, two.id, one.id] })
    expect(run.done).toBe(1)
    expect(run.refused.map(({ no, reason }) => [no, reason])).toEqual(
      expect.arrayContaining([
        [one.orderNo, 'stock.orderState'],
        [three.orderNo, 'stock.short'],
      ]),
    )
    const cancelled = await mover.ok(calls.cancelStockOrders, { ids: [three.id, two.id], reason: '不移了' })
    expect(cancelled).toMatchObject({ done: 1, refused: [{ no: two.orderNo }] })
    expect(await mover.ok(calls.getStockOrder, { id: three.id })).toMatchObject({
      state: 'cancelled',
      cancelReason: '不移了',
    })
  })

  it('[D-05] what can be done to an order comes with its row: its state and who looks say what', async () => {
    const key = await stand(floor.screw, '2', 'A-18')
    const keysOf = async (id: number) => {
      const seen = []
      for (const client of [mover, world.admin]) {
        const [row] = (await client.ok(calls.getStockOrders, { ids: [id] })).rows
        expect((await client.ok(calls.getStockOrder, { id })).actions).toEqual(row?.actions)
        seen.push(row?.actions.map((one) => one.key).join(' '))
      }
      return seen
    }
    const wait = async () => (await add('freeze', [{ stockId: key, qty: '1' }], { run: false })).id
    const [first, second] = [await wait(), await wait()] as [number, number]
    expect(await keysOf(first)).toEqual(['run cancel', 'run cancel'])
    await mover.ok(calls.runStockOrders, { ids: [first] })
    expect(await keysOf(first)).toEqual(['', 'reverse'])
    // What fits is done, what does not is named.
    const both = await mover.ok(calls.cancelStockOrders, { ids: [first, second], reason: 'x' })
    expect(both).toMatchObject({ done: 1, refused: [{ id: first, reason: 'stock.orderState' }] })
    expect(await keysOf(second)).toEqual(['', ''])
    await world.admin.ok(calls.reverseStockOrders, { ids: [first] })
    expect(await keysOf(first)).toEqual(['', ''])
  })

  it('a task of a container moves what stands on it by then, and says when it is gone', async () => {
    const key = await stand(floor.screw, '4', 'A-11', { containerCode: 'P-200' })
    const line = { stockId: key, whole: true, toLocationId: at['A-12'] }
    const [one, two] = [await add('move', [line], { run: false }), await add('move', [line], { run: false })]
    await add('move', [{ stockId: key, qty: '1', toLocationId: at['A-13'] }])
    expect(await mover.ok(calls.runStockOrders, { ids: [one.id] })).toEqual({ done: 1, refused: [] })
    expect(await mover.ok(calls.getStockOrder, { id: one.id })).toMatchObject({ qty: '3', lineCount: 1 })
    expect((await mover.ok(calls.runStockOrders, { ids: [two.id] })).refused[0]).toMatchObject({
      reason: 'stock.containerGone',
      msg: expect.stringContaining('P-200'),
    })
  })

  it('[D-03] the same intent twice has one effect, and two who want the last of it: one gets it', async () => {
    const key = await stand(floor.screw, '9', 'A-16', { containerCode: 'P-300' })
    const input = order('move', [{ stockId: key, qty: '5', toLocationId: at['A-12'] }])
    const twice = await Promise.all([1, 2, 3].map(() => mover.ok(calls.addStockOrder, input, { key: 'move-once' })))
    expect(new Set(twice.map(({ id }) => id)).size).toBe(1)
    expect(await balance(key)).toEqual([4, 0, 0])
    const last = order('move', [{ stockId: key, qty: '3', toLocationId: at['A-12'] }])
    const codes = await Promise.all([1, 2].map(async () => (await mover.send(calls.addStockOrder, last)).code))
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect(await balance(key)).toEqual([1, 0, 0])
  })

  it('nothing moves at a place that is being counted', async () => {
    const key = await stand(floor.screw, '2', 'A-18')
    const count = (id: number | null, code: string) =>
      world.db
        .updateTable('location')
        .set({ count_id: id })
        .where('id', '=', at[code] as number)
        .execute()
    for (const code of ['A-18', 'A-12']) {
      await count(7, code)
      expect(await refusal('move', [{ stockId: key, qty: '1', toLocationId: at['A-12'] }])).toBe('stock.counting')
      await count(null, code)
    }
  })
})

describe('holding and judging', () => {
  it('[RT-18/moveStock] frozen never above what is free, freed never above what is frozen', async () => {
    const key = await stand(floor.screw, '10', 'A-17', { containerCode: 'P-400' })
    await promise(key, '4')
    expect(await refusal('freeze', [{ stockId: key, qty: '7' }])).toBe('lines.0.qty stock.moreThanFree')
    await add('freeze', [{ stockId: key, qty: '6' }], { reason: 'inspection' })
    expect(await balance(key)).toEqual([10, 4, 6])
    expect(await refusal('unfreeze', [{ stockId: key, qty: '7' }])).toBe('lines.0.qty stock.moreThanFrozen')
    const freed = await add('unfreeze', [{ stockId: key, qty: '5' }], { reason: 'inspected' })
    expect(await balance(key)).toEqual([10, 4, 1])
    // Promised since: it can not be frozen again.
    await promise(key, '5')
    expect((await world.admin.ok(calls.reverseStockOrders, { ids: [freed.id] })).refused[0]).toMatchObject({
      reason: 'stock.short',
    })
    await promise(key, '-5')
    expect(await world.admin.ok(calls.reverseStockOrders, { ids: [freed.id] })).toEqual({ done: 1, refused: [] })
    expect(await balance(key)).toEqual([10, 4, 6])
  })

  it('[RT-18/moveStock] another quality: where it stands, or on its way to where that may stand', async () => {
    const key = await stand(floor.screw, '10', 'A-13', { containerCode: 'P-500' })
    const line = { stockId: key, qty: '3', toQuality: 'bad' }
    expect(await refusal('quality', [{ ...line, toQuality: 'good' }])).toBe('lines.0.toQuality stock.sameQuality')
    expect(await refusal('quality', [{ ...line, toQuality: undefined }])).toBe('lines.0.toQuality field.required')
    const changed = await add('quality', [line], { reason: 'damaged' })
    expect(await floor.onHand('A-13')).toEqual(expect.arrayContaining(['SCREW 7', 'SCREW 3 bad']))
    expect(await mover.ok(calls.getStockOrder, { id: changed.id })).toMatchObject({
      lines: [{ quality: 'good', toQuality: 'bad', toLocation: null }],
    })
    expect(await refusal('quality', [{ ...line, qty: '2', toLocationId: at['A-12'] }])).toBe('inbound.placeZone')
    await add('quality', [{ ...line, qty: '2', toLocationId: at['X-01'] }], { reason: 'damaged' })
    expect(await floor.onHand('X-01')).toEqual(['SCREW 2 bad'])
    expect(await world.admin.ok(calls.reverseStockOrders, { ids: [changed.id] })).toEqual({ done: 1, refused: [] })
    expect(await floor.onHand('A-13')).toEqual(expect.arrayContaining(['SCREW 8']))
  })
})

describe('[D-05] taking back, and who may', () => {
  it('what was done is taken back while the goods are there, once, by who may', async () => {
    const key = await stand(floor.screw, '7', 'A-18', { containerCode: 'P-600' })
    const made = await add('move', [{ stockId: key, qty: '5', toLocationId: at['A-14'] }])
    expect((await mover.refused(calls.reverseStockOrders, { ids: [made.id] })).code).toBe(403)
    const there = await keyAt(floor.screw, 'A-14')
    const on = await add('move', [
      { stockId: there, qty: String((await balance(there))?.[0]), toLocationId: at['A-12'] },
    ])
    const reverse = () => world.admin.ok(calls.reverseStockOrders, { ids: [made.id] })
    expect((await reverse()).refused[0]).toMatchObject({ no: made.orderNo, reason: 'stock.short' })
    await world.admin.ok(calls.reverseStockOrders, { ids: [on.id] })
    expect(await reverse()).toEqual({ done: 1, refused: [] })
    expect(await balance(key)).toEqual([7, 0, 0])
    expect((await reverse()).refused[0]).toMatchObject({ reason: 'stock.orderState' })
    const { rows } = await mover.ok(getMoves, { q: made.orderNo, tab: 'reversed' })
    expect(rows.length).toBeGreaterThan(0)
  })

  it('goods that were moved can not be un-put-away', async () => {
    const { receipt } = await floor.goods.notice([{ itemId: floor.screw, qty: '11' }])
    await floor.receive(receipt.id, [counted(receipt.lines[0]?.id as number, '11', { containerCode: 'P-700' })])
    const [task] = await floor.waiting(receipt.id)
    await floor.keeper.ok(putAwayGoods, { id: task?.id as number, locationId: at['A-11'], serials: [] } as never)
    const key = await keyAt(floor.screw, 'A-11')
    await add('move', [{ stockId: key, whole: true, toLocationId: at['A-12'] }])
    const back = await world.admin.ok(takeBackPutAway, { ids: [task?.id as number] })
    expect(back.refused[0]).toMatchObject({ reason: 'stock.short' })
  })

  it('a customer sees none of it and moves nothing, his own goods neither', async () => {
    const key = await stand(floor.screw, '2', 'A-12', { containerCode: 'P-800' })
    const { client } = await world.person('owner', {
      rights: { moveStock: 'edit', stock: 'browse' },
      scope: 'customer',
      companies: [floor.goods.owner],
    })
    expect((await client.ok(getStock, { ids: [key] })).rows).toHaveLength(1)
    for (const list of [calls.getStockOrders, calls.getStockOrderTotals])
      expect((await client.refused(list, {})).code).toBe(403)
    expect((await client.refused(calls.getMovableStock, { ids: [key] })).code).toBe(403)
    for (const type of ['freeze', 'move'])
      expect(
        (await client.refused(calls.addStockOrder, order(type, [{ stockId: key, qty: '1', toLocationId: at['A-13'] }])))
          .code,
      ).toBe(403)
  })

  it('who works in another warehouse neither sees nor does; browsing alone does nothing', async () => {
    const key = await stand(floor.screw, '2', 'A-12', { containerCode: 'P-900' })
    const made = await add('move', [{ stockId: key, qty: '1', toLocationId: at['A-13'] }], { run: false })
    const other = await openGoods(world)
    const rights = { moveStock: 'edit' } as const
    const away = await world.person('away', { rights })
    await world.db.updateTable('app_user').set({ all_warehouses: false }).where('id', '=', away.id).execute()
    await world.db.insertInto('user_warehouse').values({ user_id: away.id, warehouse_id: other.warehouseId }).execute()
    const outlet = await world.person('away-outlet', { rights, scope: 'outlet', companies: [other.outlet] })
    for (const client of [await world.signIn('away'), outlet.client]) {
      expect(await client.ok(calls.getStockOrders, {})).toMatchObject({ rows: [] })
      expect((await client.refused(calls.getStockOrder, { id: made.id })).reason).toBe('kernel.notFound')
      expect((await client.ok(calls.runStockOrders, { ids: [made.id] })).refused[0]?.reason).toBe('kernel.notFound')
      expect(await client.ok(calls.getMovableStock, { code: 'P-900' })).toEqual([])
      const sent = order('freeze', [{ stockId: key, qty: '1' }])
      expect((await client.refused(calls.addStockOrder, sent)).fields[0]?.path).toBe('lines.0.stockId')
    }
    const looker = (await world.person('looker', { rights: { moveStock: 'browse' } })).client
    expect((await looker.ok(calls.getStockOrder, { id: made.id })).orderNo).toBe(made.orderNo)
    expect((await looker.refused(calls.runStockOrders, { ids: [made.id] })).code).toBe(403)
    expect((await looker.refused(calls.getMovableStock, {})).code).toBe(403)
    expect((await looker.refused(calls.cancelStockOrders, { ids: [made.id], reason: 'x' })).code).toBe(403)
  })
})

it('a place that was chosen is named by its id', async () => {
  const ids = [at['A-11'], at['A-12']] as number[]
  const found = await mover.ok(getLocationChoices, { warehouseId: floor.goods.warehouseId, ids } as never)
  expect(found.map(({ label }) => label)).toEqual(['A-11', 'A-12'])
})

describe('[D-01] the list', () => {
  it('is found by number, goods, container, place and owner; pages by key; totals count the filter; and is exported', async () => {
    const { rows } = await mover.ok(calls.getStockOrders, { pageSize: 500 })
    const totals = await mover.ok(calls.getStockOrderTotals, {})
    expect(totals.count).toBe(rows.length)
    expect(Object.values(totals.tabs).reduce((all, one) => all + one, 0)).toBe(rows.length)
    expect(totals.lineCount).toBe(rows.reduce((all, { lineCount }) => all + lineCount, 0))
    expect(Number(totals.qty)).toBe(rows.reduce((all, { qty }) => all + Number(qty), 0))
    const paged: number[] = []
    let after: string | null | undefined
    do {
      const page = await mover.ok(calls.getStockOrders, { pageSize: 3, sort: 'orderNo', dir: 'asc', after } as never)
      paged.push(...page.rows.map(({ id }) => id))
      after = page.next
    } while (after !== null)
    expect(paged).toEqual([...rows].sort((a, b) => a.orderNo.localeCompare(b.orderNo)).map(({ id }) => id))
    const found = async (filter: Record<string, unknown>) =>
      (await mover.ok(calls.getStockOrders, { pageSize: 500, ...filter } as never)).rows
    expect(await found({ q: rows[0]?.orderNo })).toHaveLength(1)
    expect((await found({ q: 'P-500' })).length).toBe(2)
    expect((await found({ q: 'X-01' })).map(({ type }) => type)).toEqual(['quality'])
    expect((await found({ type: 'freeze' })).every(({ type }) => type === 'freeze')).toBe(true)
    expect((await found({ reason: 'inspected' })).length).toBe(1)
    expect((await found({ ownerId: floor.goods.owner })).length).toBe(rows.length)
    expect(await found({ ownerId: 999_999 })).toEqual([])
    expect(await found({ from: day(1) })).toEqual([])
    const answer = await mover.fetch(`${calls.exportStockOrders.path}?tab=done`)
    expect(answer.headers.get('content-type')).toContain('spreadsheet')
  })
})
