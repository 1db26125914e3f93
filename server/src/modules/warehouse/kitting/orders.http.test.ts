import * as calls from '@xunyun/contract/warehouse/kitting/kitOrders'
import { addKit } from '@xunyun/contract/warehouse/kitting/kits'
import { getMoves } from '@xunyun/contract/warehouse/ledger/ledger'
import { getBalances } from '@xunyun/contract/warehouse/ledger/summary'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Dock, openDock } from '../../../../test/dock.ts'
import { day } from '../../../../test/floor.ts'
import { openGoods } from '../../../../test/goods.ts'
import { download } from '../../../../test/sheets.ts'
import { fieldsOf } from '../../../../test/warehouses.ts'
import { type Client, countRows } from '../../../../test/world.ts'

/** Sets made of stock and taken apart again: every one of them through the ledger. */
let dock: Dock
let maker: Client
beforeAll(async () => {
  dock = await openDock()
  const rights = { combination: 'edit', serialInfo: 'browse', summaryInfo1: 'browse', wList: 'browse' } as const
  maker = (await dock.world.person('maker', { rights })).client
})
afterAll(async () => expect(await dock.close()).toEqual([]))

type More = Record<string, unknown>
let sets = 0
/** A set of so many of each item; the set and its item. */
async function kitOf(parts: readonly (readonly [partId: number, qty: string])[], more: More = {}) {
  sets += 1
  const itemId = await dock.goods.item(`SET-${sets}`, more as never)
  const lines = parts.map(([partId, qty]) => ({ partId, qty }))
  const { id } = await dock.world.admin.ok(addKit, { itemId, lines } as never)
  return { id, itemId }
}
const assembly = (kitId: number, qty: string, more: More = {}) =>
  ({
    kind: 'assemble',
    kitId,
    qty,
    warehouseId: dock.goods.warehouseId,
    toLocationId: dock.at['A-04'],
    serials: [],
    parts: [],
    run: true,
    ...more,
  }) as never
const disassembly = (kitId: number, stockId: number, qty: string, more: More = {}) =>
  ({
    kind: 'disassemble',
    kitId,
    stockId,
    qty,
    toLocationId: dock.at['A-03'],
    serials: [],
    parts: [],
    run: true,
    ...more,
  }) as never
const part = (partId: number, more: More = {}) => ({ partId, serials: [], ...more })
const assemble = (kitId: number, qty: string, more: More = {}, client = maker) =>
  client.ok(calls.addKitOrder, assembly(kitId, qty, more))
const plan = (kitId: number, qty: string, parts: readonly object[] = []) =>
  maker.ok(calls.planAssembly, { kitId, warehouseId: dock.goods.warehouseId, qty, parts } as never)
/** The first reason why not, with the field where one is wrong. */
async function refusal(input: never) {
  const { reason, fields } = await maker.refused(calls.addKitOrder, input)
  return fields[0] === undefined ? reason : `${fields[0].path} ${fields[0].reason}`
}
/** What can be done to an order, by who makes sets and by the administrator. */
async function keysOf(id: number): Promise<string[]> {
  const seen: string[] = []
  for (const client of [maker, dock.world.admin]) {
    const { actions } = await client.ok(calls.getKitOrder, { id })
    expect((await client.ok(calls.getKitOrders, { ids: [id] })).rows[0]?.actions).toEqual(actions)
    seen.push(actions.map(({ key }) => key).join(' '))
  }
  return seen
}
async function keyOf(itemId: number, code: string): Promise<number> {
  const found = await sql<{
    id: number
  }>`select id from stock where item_id = ${itemId} and location_id = ${dock.at[code]}
    and on_hand > 0 order by id desc limit 1`.execute(dock.world.db)
  return found.rows[0]?.id as number
}

describe('assembly', () => {
  it('[RT-18/combination D-03] parts leave and sets come in one posting, first what expires first, seen before', async () => {
    const [screw, milk] = [
      await dock.fresh('AS-SCREW', '10', 'A-02'),
      await dock.goods.item('AS-MILK', { batchControlled: true, expiryControlled: true }),
    ]
    await dock.stock('A-01', milk, '5', { batchNo: 'LATE', expiry: day(90) })
    await dock.stock('A-02', milk, '3', { batchNo: 'SOON', expiry: day(40) })
    await dock.stock('A-02', milk, '9', { batchNo: 'GONE', expiry: day(-1) })
    const kit = await kitOf(
      [
        [screw, '2'],
        [milk, '1'],
      ],
      { batchControlled: true, expiryControlled: true },
    )
    const shown = await plan(kit.id, '4')
    expect(
      shown.lines.map(({ itemNo, qty, missing, takes }) => [
        itemNo,
        qty,
        missing,
        takes.map((take) => `${take.locationCode} ${take.batchNo} ${take.qty}`),
      ]),
    ).toEqual([
      ['AS-SCREW', '8', '0', ['A-02  8']],
      ['AS-MILK', '4', '0', ['A-02 SOON 3', 'A-01 LATE 1']],
    ])
    expect(shown).toMatchObject({ expiry: day(40), shortages: [] })
    const seen = shown.lines.flatMap(({ takes }) => takes.map(({ stockId, qty }) => ({ stockId, qty })))
    const made = await assemble(kit.id, '4', { seen, remark: '中秋礼盒' })
    expect(made).toMatchObject({ orderNo: expect.stringMatching(/^ZZ\d{11}$/), state: 'done' })
    expect(await dock.balances(kit.itemId)).toEqual([`A-04 ${made.orderNo} 4/0`])
    expect(await dock.balances(milk)).toEqual(['A-01 LATE 4/0', 'A-02 GONE 9/0'])
    expect(await dock.ledger(screw)).toEqual(['RCV A-02 10/0 1', 'ASM A-02 -8/0 -1'])
    expect(await dock.ledger(kit.itemId)).toEqual(['ASM A-04 4/0 1'])
    const { rows } = await maker.ok(getMoves, { q: made.orderNo })
    expect(rows.map(({ type, dOnHand }) => `${type} ${Number(dOnHand)}`).sort()).toEqual([
      'ASM -1',
      'ASM -3',
      'ASM -8',
      'ASM 4',
    ])
    const detail = await maker.ok(calls.getKitOrder, { id: made.id })
    expect(detail).toMatchObject({
      kind: 'assemble',
      qty: '4',
      batchNo: made.orderNo,
      expiry: day(40),
      toLocation: 'A-04',
      doneByName: 'maker',
      remark: '中秋礼盒',
    })
    expect(detail.lines[1]?.moves).toMatchObject([
      { locationCode: 'A-02', batchNo: 'SOON', qty: '3' },
      { locationCode: 'A-01', qty: '1' },
    ])
    expect((await maker.ok(calls.getKitOrderHistory, { id: made.id })).map(({ action }) => action)).toEqual([
      'done',
      'created',
    ])
    // Opening + in − out = closing of either: sets come in otherwise, parts leave otherwise.
    const balance = (await maker.ok(getBalances, { from: day(0), to: day(0), group: 'item', q: 'AS-SCREW' } as never))
      .rows[0]
    expect(balance).toMatchObject({ otherOut: '8', closing: '2' })
  })

  it('[RT-18/combination] what is missing is named with who holds it, and nothing is moved', async () => {
    const [a, b] = [await dock.fresh('SH-A', '10'), await dock.fresh('SH-B', '2')]
    const kit = await kitOf([
      [a, '1'],
      [b, '1'],
    ])
    const { id, noticeNo } = await dock.notice([{ itemId: a, qty: '7' }])
    await dock.allocate(id)
    const before = await countRows(dock.world.db, 'kit_order')
    const { shortages } = await plan(kit.id, '5')
    expect(shortages).toMatchObject([
      { itemNo: 'SH-A', missing: '2', available: '3', unusable: { allocated: '7' }, holders: [{ noticeNo, qty: '7' }] },
      { itemNo: 'SH-B', missing: '3', available: '2', holders: [] },
    ])
    expect(await maker.refused(calls.addKitOrder, assembly(kit.id, '5'))).toMatchObject({
      reason: 'kits.short',
      params: { lines: 'SH-A 2; SH-B 3' },
    })
    expect(await countRows(dock.world.db, 'kit_order')).toBe(before)
    expect(await dock.balances(a)).toEqual(['A-01 10/7'])
  })

  it('[RT-18/combination D-05] the same intent has one effect; of two who want the last parts one is told', async () => {
    const a = await dock.fresh('LAST', '3')
    const kit = await kitOf([[a, '2']])
    const tries = await Promise.all(
      [1, 2, 3].map(() => maker.ok(calls.addKitOrder, assembly(kit.id, '1'), { key: 'once-1' })),
    )
    expect(new Set(tries.map(({ orderNo }) => orderNo)).size).toBe(1)
    expect(await dock.balances(a)).toEqual(['A-01 1/0'])
    await dock.stock('A-01', a, '1')
    const both = await Promise.all([1, 2].map(() => maker.send(calls.addKitOrder, assembly(kit.id, '1'))))
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(await dock.balances(a)).toEqual([])
  })

  it('[D-05] who makes sets and who takes them apart, all ways at once, end with every piece accounted for', async () => {
    // A set that is older than its parts: their goods are taken the other way round.
    const itemId = await dock.goods.item('EARLY')
    const [a, b] = [await dock.fresh('MANY-A', '40'), await dock.fresh('MANY-B', '40')]
    const lines = [
      { partId: a, qty: '1' },
      { partId: b, qty: '1' },
    ]
    const kit = { id: (await dock.world.admin.ok(addKit, { itemId, lines } as never)).id, itemId }
    const other = await kitOf([
      [b, '1'],
      [a, '1'],
    ])
    await assemble(kit.id, '10')
    const key = await keyOf(kit.itemId, 'A-04')
    const acts = Array.from({ length: 24 }, (_, at) =>
      at % 3 === 2
        ? maker.send(calls.addKitOrder, disassembly(kit.id, key, '1', { toLocationId: dock.at['A-01'] }))
        : maker.send(calls.addKitOrder, assembly(at % 3 === 0 ? kit.id : other.id, '2')),
    )
    const codes = (await Promise.all(acts)).map(({ code }) => code)
    expect(codes.every((code) => code === 200)).toBe(true)
    const held = await sql<{
      qty: number
    }>`select sum(on_hand)::int as qty from stock where item_id = any(${[a, kit.itemId, other.itemId]}::bigint[])`.execute(
      dock.world.db,
    )
    expect(held.rows[0]?.qty).toBe(40)
  })

  it('[RT-18/combination] what was shown and has changed since is to be looked at again', async () => {
    const a = await dock.fresh('SEEN', '5', 'A-02')
    const kit = await kitOf([[a, '1']])
    const seen = (await plan(kit.id, '2')).lines.flatMap(({ takes }) =>
      takes.map(({ stockId, qty }) => ({ stockId, qty })),
    )
    await dock.stock('A-01', a, '5', { inbound: day(-30) })
    expect(await refusal(assembly(kit.id, '2', { seen }))).toBe('kits.takesChanged')
    const again = (await plan(kit.id, '2')).lines.flatMap(({ takes }) => takes)
    expect(again.map(({ locationCode }) => locationCode)).toEqual(['A-01'])
  })

  it('[RT-18/combination] a set lasts no longer than its first part; a batch that is not typed has the order’s number', async () => {
    const a = await dock.goods.item('EX-A', { expiryControlled: true })
    await dock.stock('A-01', a, '20', { expiry: day(50) })
    const plainPart = await dock.fresh('EX-B', '20')
    const kit = await kitOf([[a, '1']], { expiryControlled: true, batchControlled: true, shelfLifeDays: 365 })
    expect(await fieldsOf(maker.refused(calls.addKitOrder, assembly(kit.id, '1', { expiry: day(51) })))).toEqual([
      'expiry kits.expiryBeyond',
    ])
    expect(await refusal(assembly(kit.id, '1', { expiry: day(-1) }))).toBe('expiry kits.expired')
    const batchOf = async (id: number) => {
      const { batchNo, expiry } = await maker.ok(calls.getKitOrder, { id })
      return [batchNo, expiry]
    }
    expect(await batchOf((await assemble(kit.id, '1', { expiry: day(45), batchNo: 'L-1' })).id)).toEqual([
      'L-1',
      day(45),
    ])
    // Its own shelf life ends before that of the part.
    const short = await kitOf([[a, '1']], { expiryControlled: true, shelfLifeDays: 10 })
    expect(await batchOf((await assemble(short.id, '1')).id)).toEqual([null, day(10)])
    // Though the set is not watched, it expires with its part.
    const careless = await kitOf([[a, '1']])
    expect(await batchOf((await assemble(careless.id, '1')).id)).toEqual([null, day(50)])
    const unknown = await kitOf([[plainPart, '1']], { expiryControlled: true })
    expect(await refusal(assembly(unknown.id, '1'))).toBe('expiry field.required')
  })

  it('[RT-18/combination] serial numbers go in by name, and come out with the set they went into', async () => {
    const phone = await dock.goods.item('SN-PHONE', { serialControlled: true })
    await dock.stock('A-01', phone, '3', { serials: ['N1', 'N2', 'N3'] })
    await dock.stock('A-02', phone, '1', { serials: ['N4'] })
    const kit = await kitOf([[phone, '2']], { serialControlled: true })
    expect((await plan(kit.id, '2')).lines[0]?.takes.map(({ serials }) => serials)).toEqual([
      ['N1', 'N2', 'N3'],
      ['N4'],
    ])
    const named = (numbers: string[], serials = ['B1', 'B2']) => ({
      serials,
      parts: [part(phone, { serials: numbers })],
    })
    expect(await refusal(assembly(kit.id, '2', { serials: ['B1', 'B2'] }))).toBe('parts inbound.serialsOf')
    expect(await refusal(assembly(kit.id, '2', named(['N1', 'N2', 'N3'])))).toBe('parts.0.serials inbound.serialsOf')
    expect(await refusal(assembly(kit.id, '2', named(['N1', 'N2', 'N3', 'N4'], ['B1'])))).toBe(
      'serials inbound.serialsOf',
    )
    expect(await refusal(assembly(kit.id, '2', named(['N1', 'N2', 'N3', 'N9'])))).toBe('kits.serialNotHere')
    await assemble(kit.id, '2', named(['N1', 'N4', 'N2', 'N3']))
    expect(await dock.balances(phone)).toEqual([])
    const key = await keyOf(kit.itemId, 'A-04')
    const back = await maker.ok(calls.planDisassembly, { kitId: kit.id, stockId: key, qty: '1', serials: ['B2'] })
    expect(back).toMatchObject({ setSerials: ['B1', 'B2'], lines: [{ serials: ['N2', 'N3'] }] })
    const apart = (more: More) => disassembly(kit.id, key, '1', more)
    expect(await refusal(apart({ parts: [part(phone, { serials: ['N2', 'N3'] })] }))).toBe('serials inbound.serialsOf')
    expect(await refusal(apart({ serials: ['B2'], parts: [part(phone, { serials: ['N2'] })] }))).toBe(
      'parts.0.serials inbound.serialsOf',
    )
    expect(await refusal(apart({ serials: ['B7'], parts: [part(phone, { serials: ['N2', 'N3'] })] }))).toBe(
      'stock.serialElsewhere',
    )
    await maker.ok(calls.addKitOrder, apart({ serials: ['B2'], parts: [part(phone, { serials: ['N2', 'N3'] })] }))
    expect(await dock.balances(phone)).toEqual(['A-03 2/0'])
    // One whose number is in stock can not come out a second time.
    expect(await refusal(apart({ parts: [part(phone, { serials: ['N2', 'N1'] })] }))).toBe('stock.serialTaken')
  })

  it('[RT-18/combination] the place is asked as at put-away: zone, mixing, warehouse, count', async () => {
    const a = await dock.fresh('PL-A', '20')
    const kit = await kitOf([[a, '1']])
    const to = (toLocationId: unknown) => refusal(assembly(kit.id, '1', { toLocationId }))
    expect(await to(dock.at['X-01'])).toBe('inbound.placeZone')
    expect(await to(dock.at['S-01'])).toBe('inbound.placeZone')
    const alone = await dock.goods.place('A-90', { mixItem: false })
    dock.at['A-90'] = alone
    await dock.stock('A-90', dock.screw, '1')
    expect(await to(alone)).toBe('inbound.placeMixItem')
    const foreign = await openGoods(dock.world)
    expect(await to(await foreign.place('A-01'))).toBe('toLocationId field.choice')
    const held = await dock.goods.place('A-91')
    await dock.world.db.updateTable('location').set({ count_id: 99 }).where('id', '=', held).execute()
    expect(await to(held)).toBe('stock.counting')
    await dock.world.db.updateTable('location').set({ count_id: null }).where('id', '=', held).execute()
    expect(await refusal(assembly(kit.id, '1.5'))).toBe('qty inbound.whole')
    expect(await refusal(assembly(999_999, '1'))).toBe('kitId field.choice')
    expect(await refusal(assembly(kit.id, '1', { warehouseId: 999_999 }))).toBe('warehouseId field.choice')
    expect(await refusal(assembly(kit.id, '1', { parts: [part(999_999)] }))).toBe('parts.0.partId field.choice')
    expect(await dock.balances(kit.itemId)).toEqual([])
  })
})

describe('disassembly', () => {
  it('[RT-18/combination D-03] what went in comes out: the same batches, no more sets than are free', async () => {
    const milk = await dock.goods.item('DIS-MILK', { batchControlled: true, expiryControlled: true })
    const screw = await dock.fresh('DIS-SCREW', '8')
    await dock.stock('A-01', milk, '6', { batchNo: 'M1', expiry: day(60), inbound: day(-20) })
    const kit = await kitOf([
      [milk, '2'],
      [screw, '1'],
    ])
    await assemble(kit.id, '3')
    const key = await keyOf(kit.itemId, 'A-04')
    expect(await maker.ok(calls.getKitStock, { kitId: kit.id })).toMatchObject([
      { id: key, locationCode: 'A-04', free: '3' },
    ])
    const { lines } = await maker.ok(calls.planDisassembly, { kitId: kit.id, stockId: key, qty: '2', serials: [] })
    expect(lines).toMatchObject([{ qty: '4', batches: [{ batchNo: 'M1', expiry: day(60), qty: '6' }] }, { qty: '2' }])
    const { id: noticeId } = await dock.notice([{ itemId: kit.itemId, qty: '2' }])
    await dock.allocate(noticeId)
    expect(await maker.refused(calls.addKitOrder, disassembly(kit.id, key, '2'))).toMatchObject({
      fields: [{ path: 'qty', reason: 'stock.moreThanFree', params: { free: 1 } }],
    })
    const made = await maker.ok(calls.addKitOrder, disassembly(kit.id, key, '1'))
    expect(await dock.balances(milk)).toEqual(['A-03 M1 2/0'])
    expect(await dock.ledger(kit.itemId)).toContain('DIS A-04 -1/0 -1')
    const days = await sql<{ inbound: string }>`select b.inbound::text from stock s join batch b on b.id = s.batch_id
      where s.item_id = ${milk} and s.on_hand > 0`.execute(dock.world.db)
    expect(days.rows).toEqual([{ inbound: day(-20) }])
    expect(await maker.ok(calls.getKitOrder, { id: made.id })).toMatchObject({
      fromLocation: 'A-04',
      toLocation: 'A-03',
      lines: [{ batchNo: 'M1' }, { batchNo: '' }],
    })
  })

  it('[RT-18/combination] of sets that were not made here the batches of parts are typed, with their rules', async () => {
    const milk = await dock.goods.item('UN-MILK', { batchControlled: true, expiryControlled: true, shelfLifeDays: 100 })
    const kit = await kitOf([[milk, '1']])
    await dock.stock('A-02', kit.itemId, '5')
    const key = await keyOf(kit.itemId, 'A-02')
    const apart = (more: More) => disassembly(kit.id, key, '1', { parts: [part(milk, more)] })
    expect(await fieldsOf(maker.refused(calls.addKitOrder, disassembly(kit.id, key, '1')))).toEqual([
      'parts inbound.needsBatch',
      'parts inbound.needsExpiry',
    ])
    expect(await refusal(apart({ batchNo: 'X' }))).toBe('parts.0.expiry inbound.needsExpiry')
    expect(await refusal(apart({ batchNo: 'X', production: day(1) }))).toBe('parts.0.production inbound.producedLater')
    expect(await refusal(apart({ batchNo: 'X', production: day(-1), expiry: day(-2) }))).toBe(
      'parts.0.expiry inbound.expiryOrder',
    )
    expect(await refusal(apart({ batchId: 999_999 }))).toBe('parts.0.batchId kits.otherBatch')
    await maker.ok(calls.addKitOrder, apart({ batchNo: 'X', production: day(-10) }))
    const { rows } = await sql<{
      batch: string
      expiry: string
    }>`select b.batch_no as batch, b.expiry::text from stock s join batch b on b.id = s.batch_id
      where s.item_id = ${milk} and s.on_hand > 0`.execute(dock.world.db)
    expect(rows).toEqual([{ batch: 'X', expiry: day(90) }])
    expect(await refusal(disassembly(kit.id, await keyOf(milk, 'A-03'), '1'))).toBe('stockId field.choice')
    expect(await refusal({ ...(disassembly(kit.id, key, '1') as object), stockId: undefined } as never)).toBe(
      'stockId field.required',
    )
  })

  it('[RT-18/combination] rejected sets come apart into rejected parts, where rejects stand', async () => {
    const a = await dock.goods.item('RJ-A')
    const kit = await kitOf([[a, '1']])
    await dock.stock('X-01', kit.itemId, '2', { quality: 'bad' })
    const key = await keyOf(kit.itemId, 'X-01')
    expect(await refusal(disassembly(kit.id, key, '1'))).toBe('inbound.placeZone')
    await maker.ok(calls.addKitOrder, disassembly(kit.id, key, '1', { toLocationId: dock.at['X-01'] }))
    const { rows } = await sql<{
      quality: string
    }>`select quality from stock where item_id = ${a} and on_hand > 0`.execute(dock.world.db)
    expect(rows).toEqual([{ quality: 'bad' }])
  })
})

describe('orders', () => {
  it('[RT-18/combination] an order waits until it is done, once, or cancelled with the reason', async () => {
    const a = await dock.fresh('WAIT-A', '4')
    const kit = await kitOf([[a, '1']], { batchControlled: true })
    const one = await assemble(kit.id, '3', { run: false, batchNo: 'W1' })
    const two = await assemble(kit.id, '9', { run: false })
    expect(one.state).toBe('new')
    expect(await keysOf(one.id)).toEqual(['run cancel', 'run cancel'])
    expect(await dock.balances(a)).toEqual(['A-01 4/0'])
    const { tabs, qty } = await maker.ok(calls.getKitOrderTotals, { kitId: kit.id })
    expect([tabs.new, qty]).toEqual([2, '12'])
    const run = (id: number, more: More = {}) =>
      ({ id, toLocationId: dock.at['A-04'], serials: [], parts: [], ...more }) as never
    expect(await maker.refused(calls.runKitOrder, run(two.id))).toMatchObject({ reason: 'kits.short' })
    const tries = await Promise.all([1, 2].map(() => maker.send(calls.runKitOrder, run(one.id, { batchNo: 'W2' }))))
    expect(tries.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(await dock.balances(kit.itemId)).toEqual(['A-04 W2 3/0'])
    expect((await maker.refused(calls.cancelKitOrders, { ids: [two.id] } as never)).fields[0]?.path).toBe('reason')
    const cancelled = await maker.ok(calls.cancelKitOrders, { ids: [one.id, two.id, 999_999], reason: '不做了' })
    expect(cancelled).toMatchObject({
      done: 1,
      refused: [{ reason: 'kits.orderState' }, { reason: 'kernel.notFound' }],
    })
    expect(await maker.ok(calls.getKitOrder, { id: two.id })).toMatchObject({
      state: 'cancelled',
      voidReason: '不做了',
    })
    expect((await maker.refused(calls.runKitOrder, run(two.id))).reason).toBe('kits.orderState')
    // Made: whoever may approve takes it back.
    expect(await keysOf(one.id)).toEqual(['', 'reverse'])
    expect(await keysOf(two.id)).toEqual(['', ''])
    expect((await maker.ok(calls.getKitOrderHistory, { id: two.id }))[0]).toMatchObject({
      action: 'cancelled',
      changes: [{ field: 'reason', to: '不做了' }],
    })
  })

  it('[RT-18/combination] an order is taken back while its goods stand untouched, each part where it was', async () => {
    const a = await dock.fresh('BACK-A', '6', 'A-02')
    const kit = await kitOf([[a, '2']])
    const one = await assemble(kit.id, '1')
    const two = await assemble(kit.id, '2')
    expect((await maker.refused(calls.reverseKitOrders, { ids: [one.id], reason: 'x' })).reason).toBe(
      'kernel.forbidden',
    )
    const { id: noticeId } = await dock.notice([{ itemId: kit.itemId, qty: '2' }])
    await dock.allocate(noticeId)
    const reverse = (ids: number[]) => dock.world.admin.ok(calls.reverseKitOrders, { ids, reason: '做错了' })
    expect(await reverse([two.id])).toMatchObject({ done: 0, refused: [{ no: two.orderNo, reason: 'stock.short' }] })
    expect((await reverse([one.id])).done).toBe(1)
    expect(await dock.balances(a)).toEqual(['A-02 2/0'])
    expect(await dock.balances(kit.itemId)).toEqual(['A-04 2/2'])
    expect((await reverse([one.id])).refused[0]?.reason).toBe('kits.orderState')
    expect(await maker.ok(calls.getKitOrder, { id: one.id })).toMatchObject({ state: 'reversed', voidReason: '做错了' })
    const key = await dock.stock('A-01', kit.itemId, '1').then(() => keyOf(kit.itemId, 'A-01'))
    const apart = await maker.ok(calls.addKitOrder, disassembly(kit.id, key, '1'))
    expect((await reverse([apart.id])).done).toBe(1)
    expect(await dock.balances(kit.itemId)).toEqual(['A-01 1/0', 'A-04 2/2'])
  })

  it('[RT-18/combination] parts come off a pallet; gone on meanwhile, it takes none back', async () => {
    const a = await dock.goods.item('PAL-A')
    await dock.stock('A-01', a, '5', { container: 'P-KIT' })
    const kit = await kitOf([[a, '2']])
    const made = await assemble(kit.id, '1')
    expect(await dock.balances(a)).toEqual(['A-01 in lpn 3/0'])
    const { postMovements } = await import('../ledger/index.ts')
    const row = await dock.world.db.selectFrom('stock').selectAll().where('item_id', '=', a).executeTakeFirstOrThrow()
    const key = {
      itemId: a,
      batchId: row.batch_id,
      quality: 'good' as const,
      containerId: row.container_id,
      line: 1,
      type: 'MV' as const,
      flow: 0 as const,
    }
    await dock.world.db.transaction().execute((tx) =>
      postMovements(tx as never, { userId: 1, name: 'test' } as never, {
        warehouseId: dock.goods.warehouseId,
        docType: 'move',
        docId: 77_777,
        docNo: 'YK',
        act: 'pallet',
        movements: [
          { ...key, locationId: dock.at['A-01'] as number, onHand: '-3' },
          { ...key, locationId: dock.at['A-02'] as number, onHand: '3' },
        ],
      }),
    )
    const back = await dock.world.admin.ok(calls.reverseKitOrders, { ids: [made.id], reason: 'x' })
    expect(back.refused[0]?.reason).toBe('inbound.containerElsewhere')
  })

  it('[RT-18/combination D-01] who works in other warehouses sees none of it; the list is filtered, summed and exported', async () => {
    const a = await dock.fresh('LST-A', '9')
    const kit = await kitOf([[a, '1']])
    const made = await assemble(kit.id, '2')
    const other = await openGoods(dock.world)
    const rights = { combination: 'edit' } as const
    const person = await dock.world.person('elsewhere', { rights })
    await dock.world.db.updateTable('app_user').set({ all_warehouses: false }).where('id', '=', person.id).execute()
    await dock.world.db
      .insertInto('user_warehouse')
      .values({ user_id: person.id, warehouse_id: other.warehouseId })
      .execute()
    const stranger = await dock.world.signIn('elsewhere')
    expect((await stranger.ok(calls.getKitOrders, {})).rows).toEqual([])
    expect((await stranger.refused(calls.getKitOrder, { id: made.id })).reason).toBe('kernel.notFound')
    expect(
      await fieldsOf(
        stranger.refused(calls.planAssembly, {
          kitId: kit.id,
          warehouseId: dock.goods.warehouseId,
          qty: '1',
          parts: [],
        }),
      ),
    ).toEqual(['warehouseId field.choice'])
    expect(await fieldsOf(stranger.refused(calls.addKitOrder, assembly(kit.id, '1')))).toEqual([
      'warehouseId field.choice',
    ])
    expect(await stranger.ok(calls.getKitStock, { kitId: kit.id })).toEqual([])
    const filters = [
      { q: made.orderNo },
      { kitId: kit.id },
      { kitId: kit.id, kind: 'assemble', tab: 'done', from: day(0), to: day(0) },
    ]
    for (const filter of filters)
      expect((await maker.ok(calls.getKitOrders, filter as never)).rows).toMatchObject([{ orderNo: made.orderNo }])
    expect((await maker.ok(calls.getKitOrders, { kitId: kit.id, kind: 'disassemble' })).rows).toEqual([])
    const { rows } = await download(maker, calls.exportKitOrders, { kitId: kit.id } as never)
    expect(rows[1]?.slice(0, 5)).toEqual([
      made.orderNo,
      '组合',
      expect.stringMatching(/^SET-/),
      expect.any(String),
      '2',
    ])
  })
})
