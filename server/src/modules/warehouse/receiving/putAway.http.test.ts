import { getLocations } from '@xunyun/contract/warehouse/locations/calls'
import * as calls from '@xunyun/contract/warehouse/receiving/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { counted, day, type Floor, openFloor } from '../../../../test/floor.ts'
import type { Goods } from '../../../../test/goods.ts'
import type { Client, World } from '../../../../test/world.ts'

let floor: Floor
let world: World
let goods: Goods
let keeper: Client
/** Items: with batch and expiry, with serial numbers, and plain. */
let milk: number
let phone: number
let screw: number
let at: Record<string, number>
beforeAll(async () => {
  floor = await openFloor()
  ;({ world, goods, keeper, milk, phone, screw, at } = floor)
  // What stands there already: MILK fills A-01 and is at A-04, SCREW is at A-02, PHONE at A-03.
  const { receipt: first } = await goods.notice([{ itemId: phone, qty: '1' }])
  await floor.receive(first.id, [counted(first.lines[0]?.id as number, '1', { serials: ['S0'] })])
  await floor.clear()
  for (const qty of ['100', '105']) {
    const { receipt } = await goods.notice([{ itemId: milk, qty }])
    await floor.receive(receipt.id, [
      counted(receipt.lines[0]?.id as number, qty, { batchNo: 'L1', production: day(-10) }),
    ])
    const { receipt: other } = await goods.notice([{ itemId: screw, qty: '48' }])
    await floor.receive(other.id, [counted(other.lines[0]?.id as number, '48')])
    await floor.clear()
  }
})
afterAll(async () => expect(await floor.close()).toEqual([]))

describe('putting away', () => {
  const put = (id: number, code: string, more: Record<string, unknown> = {}) =>
    keeper.send(calls.putAwayGoods, { id, locationId: at[code], serials: [], ...more } as never)
  const refusal = async (id: number, code: string, more: Record<string, unknown> = {}) => {
    const { error } = await put(id, code, more)
    return error?.fields[0]?.reason ?? error?.reason
  }
  async function received(itemId: number, qty: string, more: Record<string, unknown> = {}, quality = 'good') {
    const { id, receipt } = await goods.notice([{ itemId, qty }])
    await floor.receive(receipt.id, [counted(receipt.lines[0]?.id as number, qty, { ...more, quality })])
    const [task] = await floor.waiting(receipt.id)
    return { id, receiptId: receipt.id, task: task?.id as number, row: task }
  }

  it('[RT-18/ground] the same batch goes beside itself, the same item beside itself; candidates say why', async () => {
    const batch = { batchNo: 'L1', production: day(-10) }
    const same = await received(milk, '1', batch)
    expect(same.row).toMatchObject({ suggestedLocation: 'A-04', reason: 'sameBatch' })
    // A-01 is full and A-04 takes one batch: the next empty one. The batch after that goes beside it.
    const empty = await received(milk, '1', { batchNo: 'L2', production: day(-10) })
    expect(empty.row).toMatchObject({ reason: 'zone' })
    const sameItem = await received(milk, '1', { batchNo: 'L3', production: day(-10) })
    expect(sameItem.row?.suggestedLocation).toBe(empty.row?.suggestedLocation)
    expect(sameItem.row).toMatchObject({ reason: 'sameItem' })
    const places = await keeper.ok(calls.getPutAwayPlaces, { id: same.task })
    expect(places[0]).toMatchObject({ code: 'A-04', zoneName: '存储区', reason: 'sameBatch' })
    expect(places.map(({ code }) => code)).not.toContain('B-01')
    expect(places.length).toBeGreaterThan(1)
    await floor.clear()
  })

  it('a place that may not hold the goods says what stands against it', async () => {
    const batch = { batchNo: 'L1', production: day(-10) }
    const { task } = await received(milk, '50', batch)
    expect(await refusal(task, 'B-01')).toBe('inbound.placeTemp')
    expect(await refusal(task, 'X-01')).toBe('inbound.placeZone')
    expect(await refusal(task, 'R-02')).toBe('inbound.placeZone')
    // SCREW stands at A-02, which takes one item only; A-01 takes 100 kg and holds MILK already.
    expect((await floor.onHand('A-02'))[0]).toContain('SCREW')
    expect(await refusal(task, 'A-02')).toBe('inbound.placeMixItem')
    expect(await refusal(task, 'A-01')).toBe('inbound.placeWeight')
    expect((await put(task, 'A-04')).code).toBe(200)
    const other = await received(milk, '10', { batchNo: 'L10', production: day(-10) })
    expect(await refusal(other.task, 'A-04')).toBe('inbound.placeMixBatch')
    const large = await received(milk, '190', batch)
    expect(await refusal(large.task, 'A-04')).toBe('inbound.placeVolume')
    const bad = await received(screw, '1', {}, 'bad')
    expect(bad.row).toMatchObject({ suggestedLocation: 'X-01', reason: 'reject' })
    expect(await refusal(bad.task, 'A-06')).toBe('inbound.placeZone')
    // A place for returns comes first on the way, and takes rejects only where none is kept for them.
    const zoneB = (type: string, temp: string) =>
      sql`update warehouse_zone set type = ${type}, sellable = ${type === 'store'}, temp_class = ${temp} where code = 'B'`.execute(
        world.db,
      )
    const enable = (code: string, enabled: boolean) =>
      sql`update location set enabled = ${enabled}, put_seq = 0 where code = ${code}`.execute(world.db)
    await zoneB('return', 'normal')
    await enable('B-01', true)
    expect((await received(screw, '1', {}, 'bad')).row).toMatchObject({ suggestedLocation: 'X-01', reason: 'reject' })
    await enable('X-01', false)
    expect((await received(screw, '1', {}, 'bad')).row).toMatchObject({ suggestedLocation: 'B-01', reason: 'zone' })
    await enable('X-01', true)
    await floor.clear()
    await zoneB('store', 'cold')
    const pallets = [
      await received(screw, '1', { containerCode: 'P-010' }),
      await received(screw, '1', { containerCode: 'P-011' }),
    ] as const
    expect((await put(pallets[0].task, 'A-05')).code).toBe(200)
    expect(await refusal(pallets[1].task, 'A-05')).toBe('inbound.placePallets')
    // What takes no more is full, whatever it weighs.
    expect((await world.admin.ok(getLocations, { q: 'A-05' })).rows).toMatchObject([{ usedPercent: 100 }])
    expect((await put(pallets[0].task, 'A-06')).error?.reason).toBe('inbound.taskDone')
    expect(await refusal(pallets[1].task, 'A-06', { qty: '2' })).toBe('inbound.moreThanWaits')
    await floor.clear()
  })

  it('[RT-18/ground] where nothing fitted when it came, a place is found once there is one: looked at, scanned, in a batch', async () => {
    // Of a temperature that no zone has yet.
    const cold = await goods.item('COLD', { tempClass: 'frozen', grossWeight: '1', barcodes: ['690000000017'] })
    const other = await goods.item('COLD-2', { tempClass: 'frozen', grossWeight: '1' })
    const tasks = [await received(cold, '5'), await received(other, '5')]
    expect(tasks.map(({ row }) => row?.reason)).toEqual(['none', 'none'])
    const zone = await sql<{ id: number }>`
      insert into warehouse_zone (warehouse_id, seq, code, name, type, sellable, temp_class)
      values (${goods.warehouseId}, 99, 'F', '冷冻', 'store', true, 'frozen') returning id`.execute(world.db)
    await sql`insert into location (warehouse_id, zone_id, code, put_seq, max_weight)
      values (${goods.warehouseId}, ${zone.rows[0]?.id}, 'F-01', 50, 20)`.execute(world.db)
    const scanned = await keeper.ok(calls.getPutAways, { tab: 'waiting', code: '690000000017' })
    expect(scanned.rows).toMatchObject([{ suggestedLocation: 'F-01', reason: 'zone' }])
    expect(await keeper.ok(calls.putAwayAsSuggested, { ids: [tasks[0]?.task as number] })).toMatchObject({ done: 1 })
    expect((await keeper.ok(calls.getPutAways, { receiptId: tasks[0]?.receiptId as number })).rows).toMatchObject([
      { state: 'done', toLocation: 'F-01', reason: 'zone' },
    ])
    // The only place holds something else, and has room.
    const { rows } = await keeper.ok(calls.getPutAways, { tab: 'waiting', receiptId: tasks[1]?.receiptId as number })
    expect(rows).toMatchObject([{ suggestedLocation: 'F-01', reason: 'mixed' }])
    const places = await keeper.ok(calls.getPutAwayPlaces, { id: tasks[1]?.task as number })
    expect(places).toMatchObject([{ code: 'F-01', reason: 'mixed', usedPercent: 25 }])
    expect(await keeper.ok(calls.putAwayAsSuggested, { ids: [tasks[1]?.task as number] })).toMatchObject({ done: 1 })
  })

  it('[RT-18/ground] a place that takes the goods no more is replaced, with its reason: looked at, scanned, in a batch', async () => {
    const kind = (no: string) => goods.item(no, { tempClass: 'cool', grossWeight: '1' })
    const items = [await kind('C-FULL'), await kind('C-OTHER'), await kind('C-COUNT'), await kind('C-OFF')]
    const zone = await sql<{ id: number }>`
      insert into warehouse_zone (warehouse_id, seq, code, name, type, sellable, temp_class)
      values (${goods.warehouseId}, 98, 'C', '阴凉', 'store', true, 'cool') returning id`.execute(world.db)
    const build = async (code: string, order: number) => {
      const built = await sql<{
        id: number
      }>`insert into location (warehouse_id, zone_id, code, put_seq, max_weight, mix_item)
        values (${goods.warehouseId}, ${zone.rows[0]?.id}, ${code}, ${order}, 10, false) returning id`.execute(world.db)
      at[code] = built.rows[0]?.id as number
    }
    for (const [index, code] of ['C-01', 'C-02', 'C-03', 'C-04'].entries()) await build(code, 60 + index)
    const tasks: Awaited<ReturnType<typeof received>>[] = []
    for (const item of items) tasks.push(await received(item, '5'))
    expect(tasks.map(({ row }) => row?.suggestedLocation)).toEqual(['C-01', 'C-02', 'C-03', 'C-04'])
    const ids = tasks.map(({ task }) => task)
    const lookAt = async (by: Record<string, unknown> = { ids }) =>
      (await keeper.ok(calls.getPutAways, { tab: 'waiting', ...by } as never)).rows.map(
        ({ suggestedLocation, reason }) => `${suggestedLocation} ${reason}`,
      )
    expect(await lookAt()).toEqual(['C-01 zone', 'C-02 zone', 'C-03 zone', 'C-04 zone'])
    // Others came first: C-01 is full of the same goods, C-02 holds other ones, at C-03 a count goes on, C-04 is out of use.
    const more = [await received(items[0] as number, '9'), await received(items[0] as number, '1')]
    const elsewhere = (ids: readonly number[], places: readonly (number | undefined)[]) =>
      sql`update put_away p set suggested_location_id = k.place from unnest(${[...ids]}::bigint[], ${[...places]}::bigint[]) k(id, place)
        where p.id = k.id`.execute(world.db)
    await elsewhere(
      ids,
      ids.map(() => undefined),
    )
    expect((await put(more[0]?.task as number, 'C-01')).code).toBe(200)
    expect((await put(more[1]?.task as number, 'C-02')).code).toBe(200)
    await elsewhere(
      ids,
      ['C-01', 'C-02', 'C-03', 'C-04'].map((code) => at[code]),
    )
    await sql`update location set count_id = 1 where code = 'C-03'`.execute(world.db)
    await sql`update location set enabled = false where code = 'C-04'`.execute(world.db)
    // Beside the same goods where they lie, though that was meant for others; elsewhere nothing is left.
    expect(await lookAt()).toEqual(['C-02 sameBatch', 'null none', 'null none', 'null none'])
    const refused = await keeper.ok(calls.putAwayAsSuggested, { ids: ids.slice(1) })
    expect(refused.refused.map(({ reason }) => reason)).toEqual([
      'inbound.placeMixItem',
      'stock.counting',
      'inbound.placeDisabled',
    ])
    for (const [index, code] of ['C-11', 'C-12', 'C-13'].entries()) await build(code, 70 + index)
    expect(await lookAt()).toEqual(['C-02 sameBatch', 'C-11 zone', 'C-12 zone', 'C-13 zone'])
    expect(await lookAt({ code: 'C-OTHER' })).toEqual(['C-11 zone'])
    // What is put where it is suggested now is not by hand, one by one and in a batch.
    expect((await put(ids[1] as number, 'C-11')).code).toBe(200)
    expect(await keeper.ok(calls.putAwayAsSuggested, { ids })).toMatchObject({ done: 3 })
    const { rows } = await keeper.ok(calls.getPutAways, { tab: 'done', ids })
    expect(rows.map(({ toLocation, reason }) => `${toLocation} ${reason}`)).toEqual([
      'C-02 sameBatch',
      'C-11 zone',
      'C-12 zone',
      'C-13 zone',
    ])
    await sql`update location set count_id = null, enabled = false where code = 'C-03'`.execute(world.db)
  })

  it('[RT-18/ground] several lots that look for a place at once are not all sent where one fits; the first keeps what was its', async () => {
    const item = await goods.item('C-LOTS', { tempClass: 'cool', grossWeight: '1' })
    at['C-21'] = await goods.place('C-21', {
      putSeq: 80,
      maxWeight: '20',
      zoneId: (await sql<{ id: number }>`select id from warehouse_zone where code = 'C'`.execute(world.db)).rows[0]
        ?.id as number,
    })
    const first = await received(item, '4')
    expect((await put(first.task, 'C-21')).code).toBe(200)
    const tasks = [await received(item, '8'), await received(item, '8'), await received(item, '8')]
    const ids = tasks.map(({ task }) => task)
    const lookAt = async () =>
      (await keeper.ok(calls.getPutAways, { tab: 'waiting', ids })).rows.map((row) => row.suggestedLocation)
    expect(await lookAt()).toEqual(['C-21', 'C-21', null])
    // All looked for anew at once.
    await sql`update put_away set suggested_location_id = null where id = any(${ids}::bigint[])`.execute(world.db)
    expect(await lookAt()).toEqual(['C-21', 'C-21', null])
    // The limit was lowered: of two that were to go there one stays.
    await sql`update put_away set suggested_location_id = ${at['C-21']} where id = any(${ids}::bigint[])`.execute(
      world.db,
    )
    await sql`update location set max_weight = 13 where code = 'C-21'`.execute(world.db)
    expect(await lookAt()).toEqual(['C-21', null, null])
    const report = await keeper.ok(calls.putAwayAsSuggested, { ids })
    expect(report).toMatchObject({
      done: 1,
      refused: [
        { no: expect.stringMatching(/^RK\d+-1 · C-LOTS$/), reason: 'inbound.placeWeight' },
        { reason: 'inbound.placeWeight' },
      ],
    })
    await sql`update location set max_weight = 100 where code = 'C-21'`.execute(world.db)
    await floor.clear()
  })

  it('[RT-18/ground] in parts, each with its numbers; elsewhere than suggested it is by hand', async () => {
    const { id, receipt } = await goods.notice([{ itemId: phone, qty: '3' }])
    await floor.receive(receipt.id, [counted(receipt.lines[0]?.id as number, '3', { serials: ['T1', 'T2', 'T3'] })])
    const [task] = await floor.waiting(receipt.id)
    const taskId = task?.id as number
    expect(await refusal(taskId, 'A-06', { qty: '2', serials: ['T1'] })).toBe('inbound.serialsOf')
    expect(await refusal(taskId, 'A-06', { qty: '2', serials: ['T1', 'T3', 'S1'] })).toBe('inbound.serialNotWaiting')
    expect(await refusal(taskId, 'A-06', { serials: ['T1'] })).toBe('inbound.serialsOf')
    expect((await keeper.ok(calls.getPutAways, { code: 'T2', tab: 'waiting' })).rows).toMatchObject([{ id: taskId }])
    expect((await keeper.ok(calls.getPutAways, { code: 'T', tab: 'waiting' })).rows).toEqual([])
    const part = await put(taskId, 'A-06', { qty: '2', serials: ['T1', 'T3'] })
    expect(part.data).toEqual({ left: '1' })
    expect(await floor.stateOf(id)).toBe('received')
    expect(await floor.waiting(receipt.id)).toMatchObject([{ id: taskId, qty: '1', serials: ['T2'] }])
    const done = (await keeper.ok(calls.getPutAways, { receiptId: receipt.id, tab: 'done' })).rows
    expect(done).toMatchObject([{ qty: '2', toLocation: 'A-06', reason: 'byHand', doneByName: 'keeper' }])
    // Each number stands where it was put, and the one that was not named still where it was received.
    const stand = await sql<{ at: string; no: string }>`
      select l.code as at, i.serial_no as no from item_serial i join stock s on s.id = i.stock_id join location l on l.id = s.location_id
      where i.serial_no like 'T%' order by 2`.execute(world.db)
    expect(stand.rows.map(({ at, no }) => `${no} ${at}`)).toEqual([
      'T1 A-06',
      expect.stringMatching(/^T2 R-/),
      'T3 A-06',
    ])
    await floor.clear()
    expect(await floor.stateOf(id)).toBe('done')
    expect((await keeper.ok(calls.getPutAways, { code: 'phone', tab: 'done' })).rows.length).toBeGreaterThan(1)
  })

  it('a pallet goes whole, to one place, and comes back whole', async () => {
    const { receipt } = await goods.notice([
      { itemId: screw, qty: '5' },
      { itemId: phone, qty: '1' },
    ])
    const [first, second] = receipt.lines.map((line) => line.id) as [number, number]
    await floor.receive(receipt.id, [
      counted(first, '5', { containerCode: 'P-020' }),
      counted(second, '1', { containerCode: 'P-020', serials: ['U1'] }),
    ])
    const [one, two] = await floor.waiting(receipt.id)
    // One item only there: the pallet itself is mixed.
    const empty = await goods.place('A-20', { mixItem: false, putSeq: 20 })
    at['A-20'] = empty
    expect(await refusal(one?.id as number, 'A-20')).toBe('inbound.placeMixItem')
    expect((await put(one?.id as number, 'A-06')).code).toBe(200)
    expect(await floor.waiting(receipt.id)).toEqual([])
    // One among them that is refused takes nothing from the others: what comes along with one is done, too.
    const { task: held } = await received(screw, '3')
    expect((await put(held, 'A-06')).code).toBe(200)
    await promise(held)
    const ids = [held, one?.id as number, two?.id as number]
    const some = await world.admin.ok(calls.takeBackPutAway, { ids })
    expect(some).toMatchObject({ done: 2, refused: [{ id: held, reason: 'stock.short' }] })
    await promise(held, -1)
    expect(await floor.waiting(receipt.id)).toHaveLength(2)
    // Part of it is taken off; the pallet gone meanwhile, that part can not come back on it.
    expect((await put(one?.id as number, 'A-06', { qty: '2' })).code).toBe(200)
    const [part] = (await keeper.ok(calls.getPutAways, { receiptId: receipt.id, tab: 'done' })).rows
    expect((await put(two?.id as number, 'A-05')).code).toBe(409)
    expect((await put(two?.id as number, 'A-06')).code).toBe(200)
    const back = await world.admin.ok(calls.takeBackPutAway, { ids: [part?.id as number] })
    expect(back.refused[0]).toMatchObject({ reason: 'inbound.containerElsewhere' })
  })

  it('[D-05] taken back while the goods are where they were put, refused once they have moved on', async () => {
    const { id, task, receiptId } = await received(screw, '9')
    expect((await put(task, 'A-06')).code).toBe(200)
    expect((await keeper.refused(calls.takeBackPutAway, { ids: [task] })).code).toBe(403)
    expect(await world.admin.ok(calls.takeBackPutAway, { ids: [task] })).toEqual({ done: 1, refused: [] })
    expect(await floor.stateOf(id)).toBe('received')
    expect(await floor.waiting(receiptId)).toMatchObject([{ id: task, qty: '9', toLocation: null }])
    expect((await put(task, 'A-06')).code).toBe(200)
    // Promised to somebody: all that stands there of the key.
    const { stock } = await promise(task)
    const refused = await world.admin.ok(calls.takeBackPutAway, { ids: [task] })
    expect(refused.refused[0]).toMatchObject({ reason: 'stock.short' })
    await promise(task, -1)
    expect(stock).toBeGreaterThan(0)
    expect(await world.admin.ok(calls.takeBackPutAway, { ids: [task, task] })).toEqual({ done: 1, refused: [] })
    await floor.clear()
  })

  /** Allocates all of the key that a task was put away on, or gives it back. */
  async function promise(taskId: number, sign = 1) {
    const { postMovements } = await import('../ledger/index.ts')
    const row = await world.db
      .selectFrom('put_away as p')
      .innerJoin('stock as s', (join) =>
        join
          .onRef('s.location_id', '=', 'p.to_location_id')
          .onRef('s.item_id', '=', 'p.item_id')
          .onRef('s.batch_id', '=', 'p.batch_id'),
      )
      .select([
        's.id',
        's.location_id',
        's.item_id',
        's.batch_id',
        's.quality',
        's.container_id',
        's.on_hand',
        's.warehouse_id',
      ])
      .where('p.id', '=', taskId)
      .where('s.quality', '=', 'good')
      .where('s.container_id', '=', 0)
      .executeTakeFirstOrThrow()
    await world.db.transaction().execute((tx) =>
      postMovements(tx as never, { userId: 1, name: 'test' } as never, {
        warehouseId: row.warehouse_id,
        docType: 'outbound',
        docId: taskId,
        docNo: 'CK',
        act: `promise:${sign}`,
        movements: [
          {
            locationId: row.location_id,
            itemId: row.item_id,
            batchId: row.batch_id,
            quality: row.quality,
            containerId: row.container_id,
            line: 1,
            type: sign > 0 ? 'ALC' : 'UNALC',
            flow: 0,
            allocated: sign > 0 ? row.on_hand : `-${row.on_hand}`,
          },
        ],
      }),
    )
    return { stock: row.id }
  }

  it('[D-03] two who fill the last room at a place: one gets it', async () => {
    at['A-30'] = await goods.place('A-30', { maxWeight: '10', putSeq: 30 })
    const batch = { batchNo: 'L30', production: day(-10) }
    const [one, two] = [await received(milk, '8', batch), await received(milk, '8', { ...batch, batchNo: 'L31' })]
    const answers = await Promise.all([put(one.task, 'A-30'), put(two.task, 'A-30')])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    await floor.clear()
  })
})
