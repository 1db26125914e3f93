import { changeItem, getItem } from '@xunyun/contract/warehouse/masters/items'
import { putAwayGoods } from '@xunyun/contract/warehouse/receiving/calls'
import {
  addStockOrder,
  cancelStockOrders,
  getStockOrder,
  runStockOrders,
} from '@xunyun/contract/warehouse/storing/orders'
import * as calls from '@xunyun/contract/warehouse/storing/replenishment'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { counted, day, type Floor, openFloor } from '../../../../test/floor.ts'
import { type Client, countRows, type World } from '../../../../test/world.ts'

let floor: Floor
let world: World
let mover: Client
let pickZone: number
let warehouseId: number
const at: Record<string, number> = {}
beforeAll(async () => {
  floor = await openFloor()
  ;({ world } = floor)
  ;({ warehouseId } = floor.goods)
  mover = (await world.person('mover', { rights: { moveStock: 'edit' } })).client
  const made = await sql<{
    id: number
  }>`insert into warehouse_zone (warehouse_id, seq, code, name, type, sellable, temp_class)
    values (${warehouseId}, 9, 'J', '拣货区', 'pick', true, 'normal') returning id`.execute(world.db)
  pickZone = made.rows[0]?.id as number
  for (const code of ['A-11', 'A-12', 'A-13', 'A-14']) at[code] = await floor.goods.place(code, { putSeq: 50 })
  for (const [pickSeq, code] of ['J-01', 'J-02'].entries())
    at[code] = await floor.goods.place(code, { zoneId: pickZone, pickSeq })
})
afterAll(async () => expect(await floor.close()).toEqual([]))

async function stand(itemId: number, qty: string, code: string, more: Record<string, unknown> = {}): Promise<void> {
  const { receipt } = await floor.goods.notice([{ itemId, qty }])
  await floor.receive(receipt.id, [counted(receipt.lines[0]?.id as number, qty, more)])
  const [task] = await floor.waiting(receipt.id)
  await floor.keeper.ok(putAwayGoods, { id: task?.id as number, locationId: at[code], serials: [] } as never)
}
const asked = async (client = mover) => client.ok(calls.getReplenishment, { warehouseId })
const order = (itemIds: number[]) => mover.send(calls.addReplenishment, { warehouseId, itemIds })
const linesOf = async (id: number) =>
  (await mover.ok(getStockOrder, { id })).lines.map(
    ({ fromLocation, toLocation, qty, whole }) => `${fromLocation} → ${toLocation} ${qty}${whole ? ' whole' : ''}`,
  )

describe('replenishment', () => {
  let tea = 0
  it('[RT-18/moveStock] the limits of picking are set on the item, one not without the other', async () => {
    tea = await floor.goods.item('TEA', { expiryControlled: true, packs: [{ unit: 'box', ratio: '12' }] as never })
    const { version, ...row } = await world.admin.ok(getItem, { id: tea })
    const plain = Object.fromEntries(
      Object.entries(row).filter(
        ([key, value]) => value !== null && key in (changeItem.input as never as { shape: object }).shape,
      ),
    )
    const send = (more: Record<string, unknown>) => ({ ...plain, version, ...more }) as never
    const refused = async (more: Record<string, unknown>) =>
      (await world.admin.refused(changeItem, send(more))).fields.map(({ path, reason }) => `${path} ${reason}`)
    expect(await refused({ pickMin: '10' })).toEqual(['pickMax field.required'])
    expect(await refused({ pickMax: '10' })).toEqual(['pickMin field.required'])
    expect(await refused({ pickMin: '10', pickMax: '5' })).toEqual(['pickMax warehouse.limits'])
    expect(await refused({ pickMin: '1.5', pickMax: '5' })).toEqual(['pickMin inbound.whole'])
    await world.admin.ok(changeItem, send({ pickMin: '10', pickMax: '60' }))
    expect(await world.admin.ok(getItem, { id: tea })).toMatchObject({ pickMin: '10', pickMax: '60' })
  })

  it('[RT-18/moveStock] what picking lacks comes from storage, first to expire first, pallets whole and cartons unbroken', async () => {
    expect(await asked()).toEqual([])
    await stand(tea, '30', 'A-11', { expiry: day(100), containerCode: 'P-31' })
    await stand(tea, '100', 'A-12', { expiry: day(200) })
    expect(await asked()).toMatchObject([
      {
        itemNo: 'TEA',
        level: '0',
        arriving: '0',
        pickMin: '10',
        pickMax: '60',
        toLocation: 'J-01',
        lines: [
          { fromLocation: 'A-11', containerCode: 'P-31', qty: '30', whole: true },
          { fromLocation: 'A-12', qty: '24', whole: false },
        ],
      },
    ])
  })

  it('[RT-18/moveStock] [D-05] it becomes one task an owner, once; done, the goods are where they are picked', async () => {
    const { data } = await order([tea])
    const id = data.orders[0]?.id as number
    expect(await mover.ok(getStockOrder, { id })).toMatchObject({ type: 'replenish', state: 'waiting', qty: '54' })
    expect(await linesOf(id)).toEqual(['A-11 → J-01 30 whole', 'A-12 → J-01 24'])
    // What is on its way is counted in: it is not ordered twice.
    expect(await asked()).toEqual([])
    expect((await order([tea])).error?.reason).toBe('stock.nothingToReplenish')
    // Cancelled it is lacking again.
    await mover.ok(cancelStockOrders, { ids: [id], reason: '算了' })
    expect(await asked()).toHaveLength(1)
    const again = (await order([tea])).data.orders[0]?.id as number
    expect(await mover.ok(runStockOrders, { ids: [again] })).toMatchObject({ done: 1 })
    expect(await floor.onHand('J-01')).toEqual(expect.arrayContaining([expect.stringContaining('TEA')]))
    expect(await asked()).toEqual([])
  })

  it('what has to be kept cold is not sent to a place that is not', async () => {
    const ice = await floor.goods.item('ICE', { pickMin: '5', pickMax: '20', tempClass: 'cold' } as never)
    at['B-01'] = floor.at['B-01'] as number
    await stand(ice, '10', 'B-01')
    expect(await asked()).toMatchObject([{ itemNo: 'ICE', lines: [{ qty: '10' }], toLocation: null }])
    const { version, ...row } = await world.admin.ok(getItem, { id: ice })
    const plain = Object.fromEntries(
      Object.entries(row).filter(
        ([key, value]) => value !== null && key in (changeItem.input as never as { shape: object }).shape,
      ),
    )
    await world.admin.ok(changeItem, { ...plain, version, pickMin: undefined, pickMax: undefined } as never)
    expect(await asked()).toEqual([])
  })

  it('two who order at once order it once', async () => {
    const mint = await floor.goods.item('MINT', { pickMin: '5', pickMax: '20' } as never)
    await stand(mint, '50', 'A-13')
    const both = await Promise.all([order([mint]), order([mint])])
    expect(both.map(({ code }) => code).sort()).toEqual([200, 422])
    const id = both.find(({ code }) => code === 200)?.data.orders[0]?.id as number
    expect(await linesOf(id)).toEqual(['A-13 → J-02 20'])
  })

  it('goods that are promised to another order, expired or in no storage fill nothing, and it is said', async () => {
    const rice = await floor.goods.item('RICE', { pickMin: '5', pickMax: '20' } as never)
    await stand(rice, '8', 'A-14')
    const found = await sql<{ id: number }>`select id from stock where item_id = ${rice} and location_id = ${at['A-14']}
      and on_hand > 0`.execute(world.db)
    const line = { stockId: found.rows[0]?.id as number, qty: '8', toLocationId: at['A-13'], serials: [] }
    const waits = { type: 'move', reason: 'tidy', run: false, lines: [line] } as never
    const { id } = await mover.ok(addStockOrder, waits)
    expect(await asked()).toMatchObject([{ itemNo: 'RICE', lines: [], toLocation: null }])
    await mover.ok(cancelStockOrders, { ids: [id], reason: '算了' })
    // Both places for picking are taken or on their way to be.
    expect(await asked()).toMatchObject([{ itemNo: 'RICE', lines: [{ qty: '8' }], toLocation: null }])
    expect((await order([rice])).error?.reason).toBe('stock.nothingToReplenish')
  })

  it('[RT-18/moveStock] [D-05] an empty place for picking gets what it takes, and one that takes it all goes before', async () => {
    const item = { pickMin: '5', pickMax: '50', grossWeight: '2', packs: [{ unit: 'box', ratio: '10' }] }
    const brick = await floor.goods.item('BRICK', item as never)
    await stand(brick, '80', 'A-11')
    const [row] = await asked().then((rows) => rows.filter(({ itemNo }) => itemNo === 'BRICK'))
    expect(row).toMatchObject({ toLocation: null, lines: [{ qty: '50', free: '80' }] })
    const small = await floor.goods.place('J-21', { zoneId: pickZone, pickSeq: 21, maxWeight: '45' } as never)
    expect((await asked()).find(({ itemNo }) => itemNo === 'BRICK')).toMatchObject({
      toLocation: 'J-21',
      lines: [{ qty: '20' }],
    })
    await floor.goods.place('J-22', { zoneId: pickZone, pickSeq: 22, maxWeight: '120' } as never)
    expect((await asked()).find(({ itemNo }) => itemNo === 'BRICK')).toMatchObject({
      toLocation: 'J-22',
      lines: [{ qty: '50' }],
    })
    await sql`update location set enabled = false where id = ${small}`.execute(world.db)
  })

  it('[RT-18/moveStock] [D-05] other quantities than suggested are ordered as far as they may go and the place takes them', async () => {
    const [row] = (await asked()).filter(({ itemNo }) => itemNo === 'BRICK')
    const { itemId, lines } = row as typeof row & object
    const stockId = lines[0]?.stockId as number
    const send = (qty: string, more: object = {}) =>
      mover.send(calls.addReplenishment, { warehouseId, itemIds: [itemId], lines: [{ stockId, qty, ...more }] })
    const wrong = async (qty: string, more?: object) =>
      (await send(qty, more)).error?.fields.map(({ path, reason, params }) => [path, reason, params])
    expect(await wrong('81')).toEqual([['lines.0.qty', 'stock.moreThanFree', { free: '80' }]])
    expect(await wrong('61')).toEqual([['lines.0.qty', 'stock.moreThanRoom', { location: 'J-22', most: '60' }]])
    expect(await wrong('1.5')).toEqual([['lines.0.qty', 'inbound.whole', {}]])
    expect(await wrong('5', { stockId: 999_999 })).toEqual([['lines.0.stockId', 'stock.notMovable', {}]])
    expect((await send('0')).error?.reason).toBe('stock.nothingToReplenish')
    const { data } = await send('7')
    expect(await linesOf(data.orders[0]?.id as number)).toEqual(['A-11 → J-22 7'])
    // As much as it was asked for is on its way: no more is suggested.
    expect((await asked()).map(({ itemNo }) => itemNo)).not.toContain('BRICK')
    await mover.ok(runStockOrders, { ids: [data.orders[0]?.id as number] })
    expect(await floor.onHand('J-22')).toEqual(['BRICK 7'])
  })

  it('[D-05] a place that stands for picking gets no more than it still takes, and none of it where it is full', async () => {
    await sql`update item set pick_min = 10 where item_no = 'BRICK'`.execute(world.db)
    const brick = async () => (await asked()).find(({ itemNo }) => itemNo === 'BRICK')
    expect(await brick()).toMatchObject({ level: '7', toLocation: 'J-22', lines: [{ qty: '40' }] })
    await sql`update location set max_weight = 30 where code = 'J-22'`.execute(world.db)
    expect(await brick()).toMatchObject({ toLocation: 'J-22', lines: [{ qty: '8' }] })
    await sql`update location set max_weight = 14 where code = 'J-22'`.execute(world.db)
    // The first goes to RICE, which is as empty.
    for (const code of ['J-23', 'J-24']) await floor.goods.place(code, { zoneId: pickZone, pickSeq: 23 } as never)
    expect(await brick()).toMatchObject({ toLocation: 'J-24', lines: [{ qty: '40' }] })
    await sql`update item set pick_min = null, pick_max = null where item_no = 'BRICK'`.execute(world.db)
  })

  it('[D-05] goods with serial numbers go whole or stay, and where some are promised they stay', async () => {
    const radio = await floor.goods.item('RADIO', { pickMin: '1', pickMax: '9', serialControlled: true } as never)
    await stand(radio, '2', 'A-11', { serials: ['R1', 'R2'] })
    const row = (await asked()).find(({ itemNo }) => itemNo === 'RADIO')
    const stockId = row?.lines[0]?.stockId as number
    const send = (qty: string) =>
      mover.send(calls.addReplenishment, { warehouseId, itemIds: [radio], lines: [{ stockId, qty }] })
    expect((await send('1')).error?.fields[0]).toMatchObject({ path: 'lines.0.qty', reason: 'stock.wholeKey' })
    const { data } = await send('2')
    const id = data.orders[0]?.id as number
    expect(await linesOf(id)).toHaveLength(1)
    await mover.ok(cancelStockOrders, { ids: [id], reason: '算了' })
    const freeze = { stockId, qty: '1', serials: [] }
    await mover.ok(addStockOrder, { type: 'freeze', reason: 'tidy', run: true, lines: [freeze] } as never)
    expect((await asked()).find(({ itemNo }) => itemNo === 'RADIO')).toMatchObject({ lines: [] })
  })

  it('[D-05] an unknown warehouse is refused, and whoever may only look orders nothing', async () => {
    const watcher = (await world.person('watcher', { rights: { moveStock: 'browse' } })).client
    const before = await countRows(world.db, 'stock_order')
    expect((await watcher.send(calls.getReplenishment, { warehouseId })).code).toBe(403)
    expect((await watcher.send(calls.addReplenishment, { warehouseId, itemIds: [tea] })).code).toBe(403)
    expect((await mover.refused(calls.getReplenishment, { warehouseId: 999_999 })).fields).toMatchObject([
      { path: 'warehouseId', reason: 'field.choice' },
    ])
    expect(await countRows(world.db, 'stock_order')).toBe(before)
  })
})
