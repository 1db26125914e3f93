import * as calls from '@xunyun/contract/warehouse/inbound'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Goods, openGoods } from '../../../test/goods.ts'
import { download } from '../../../test/sheets.ts'
import { type Client, openWorld, type World } from '../../../test/world.ts'
import { proveStock } from '../stock/proof.ts'

let world: World
let goods: Goods
let keeper: Client
/** Items: with batch and expiry, with serial numbers, and plain. */
let milk: number
let phone: number
let screw: number
/** Ids of places by their code. */
const at: Record<string, number> = {}
beforeAll(async () => {
  world = await openWorld()
  goods = await openGoods(world)
  keeper = (
    await world.person('keeper', {
      rights: { wareNotice: 'edit', receive: 'edit', ground: 'edit', wList: 'browse', wLocation: 'browse' },
    })
  ).client
  milk = await goods.item('MILK', {
    batchControlled: true,
    expiryControlled: true,
    shelfLifeDays: 180,
    minRemainInDays: 60,
    overReceivePercent: '5',
    grossWeight: '1',
    volume: '0.01',
    packs: [{ unit: 'box', ratio: '12', barcode: '16291041500210' }],
    barcodes: ['6291041500213'],
  })
  phone = await goods.item('PHONE', { serialControlled: true, grossWeight: '0.5', abc: 'A' })
  screw = await goods.item('SCREW')
  for (const [code, more] of [
    ['R-01', { putSeq: 1 }],
    ['R-02', { putSeq: 2 }],
    ['A-01', { putSeq: 1, maxWeight: '100' }],
    ['A-02', { putSeq: 2, mixItem: false }],
    ['A-03', { putSeq: 3, abc: 'A' }],
    ['A-04', { putSeq: 4, mixBatch: false, maxVolume: '2' }],
    ['A-05', { putSeq: 5, maxPallets: 1 }],
    ['A-06', { putSeq: 6 }],
    ['B-01', { putSeq: 9 }],
    ['X-01', { putSeq: 1 }],
  ] as const)
    at[code] = await goods.place(code, more)
})
afterAll(async () => {
  const proof = await world.db.transaction().execute((tx) => proveStock(tx, 'whole', null))
  expect(proof.broken).toEqual([])
  await world.close()
})

const day = (offset: number) => new Date(Date.now() + 8 * 3_600_000 + offset * 86_400_000).toISOString().slice(0, 10)
const counted = (lineId: number, qty: string, more: Record<string, unknown> = {}) => ({
  lineId,
  qty,
  damaged: '0',
  short: '0',
  quality: 'good' as const,
  serials: [],
  damagedSerials: [],
  ...more,
})
const receive = (id: number, lines: ReturnType<typeof counted>[], more: Record<string, unknown> = {}) =>
  keeper.ok(calls.receiveGoods, { id, lines, ...more } as never)
const refusedAt = async (id: number, lines: ReturnType<typeof counted>[]) =>
  (await keeper.refused(calls.receiveGoods, { id, lines } as never)).fields.map(
    ({ path, reason }) => `${path} ${reason}`,
  )
const stateOf = async (id: number) => (await world.admin.ok(calls.getNotice, { id })).state
const waiting = async (receiptId: number) =>
  (await keeper.ok(calls.getPutAways, { receiptId, tab: 'waiting', sort: 'createdAt' })).rows
const onHand = async (code: string) =>
  (
    await sql<{ item: string; qty: string; quality: string }>`
      select i.item_no as item, trim_scale(s.on_hand)::text as qty, s.quality from stock s join location l on l.id = s.location_id
      join item i on i.id = s.item_id where l.code = ${code} and s.on_hand > 0 order by i.item_no, s.quality, s.on_hand desc`.execute(
      world.db,
    )
  ).rows.map(({ item, qty, quality }) => `${item} ${qty}${quality === 'good' ? '' : ` ${quality}`}`)
/** Everything put away where it was suggested, so that the next test begins with an empty floor. */
async function clearFloor(): Promise<void> {
  const { rows } = await keeper.ok(calls.getPutAways, { tab: 'waiting', pageSize: 500 })
  const ids = rows.filter(({ suggestedLocationId }) => suggestedLocationId !== null).map(({ id }) => id)
  if (ids.length > 0) await keeper.ok(calls.putAwayAsSuggested, { ids })
}

describe('an inbound notice', () => {
  it('[RT-13/wareNotice] is announced with its lines, found, changed, and opens a receipt', async () => {
    const { id, notice, receipt } = await goods.notice(
      [
        { itemId: milk, qty: '10', unit: 'box', batchNo: 'L1', production: day(-30) },
        { itemId: phone, qty: '3' },
      ],
      { customerOrderNo: 'PO-1', eta: new Date().toISOString(), vehicleNo: '浙A8K215' },
      keeper,
    )
    expect(notice).toMatchObject({
      noticeNo: expect.stringMatching(/^RK\d{11}$/),
      state: 'new',
      lineCount: 2,
      qty: '123',
      received: '0',
      customerOrderNo: 'PO-1',
      createdByName: 'keeper',
      receipts: [{ receiptNo: `${notice.noticeNo}-1`, state: 'waiting', receivedAt: null }],
    })
    expect(notice.lines[0]).toMatchObject({
      itemNo: 'MILK',
      unit: 'box',
      unitQty: '10',
      qty: '120',
      open: '120',
      mostMore: '126',
      packs: [{ unit: 'box', ratio: '12', barcode: '16291041500210' }],
    })
    for (const q of [notice.noticeNo, 'po-1', '8K215', notice.noticeNo.slice(-5)]) {
      const found = await keeper.ok(calls.getNotices, { q, tab: 'new' })
      expect(
        found.rows.map((row) => row.id),
        q,
      ).toEqual([id])
    }
    for (const no of [receipt.receiptNo, notice.noticeNo.toLowerCase(), 'PO-1', '浙A8K215'])
      expect((await keeper.ok(calls.getReceipt, { no })).id, no).toBe(receipt.id)
    expect(await keeper.ok(calls.getNoticeTotals, { itemId: phone })).toMatchObject({
      count: 1,
      qty: '123',
      tabs: { new: 1, partial: 0, cancelled: 0 },
    })
    const line = { itemId: screw, unit: 'piece', unitQty: '5', quality: 'good' as const }
    const change = { id, warehouseId: goods.warehouseId, ownerId: goods.owner, type: 'return' as const, lines: [line] }
    await keeper.ok(calls.changeNotice, { ...change, version: 1 })
    expect(await keeper.ok(calls.getNotice, { id })).toMatchObject({ type: 'return', qty: '5', version: 2 })
    expect(await keeper.refused(calls.changeNotice, { ...change, version: 1 })).toMatchObject({
      reason: 'kernel.stale',
    })
    const [latest] = await keeper.ok(calls.getNoticeHistory, { id })
    expect(latest?.changes).toContainEqual({
      field: 'lines',
      from: 'MILK L1 × 120, PHONE × 3',
      to: 'SCREW × 5',
    })
    const sheet = await download(keeper, calls.exportNotices, { columns: 'noticeNo,state,qty' })
    expect(sheet.rows[0]).toEqual(['入库单号', '状态', '通知数'])
  })

  it('names every wrong line; a customer number is used once an owner, and again after a cancellation', async () => {
    const other = await openGoods(world)
    const foreign = await other.item('FOREIGN')
    const wrong = await keeper.refused(calls.addNotice, {
      warehouseId: goods.warehouseId,
      ownerId: goods.owner,
      type: 'purchase',
      lines: [
        { itemId: foreign, unit: 'piece', unitQty: '1', quality: 'good' },
        { itemId: screw, unit: 'box', unitQty: '1', quality: 'good' },
        { itemId: screw, unit: 'piece', unitQty: '1.5', quality: 'good' },
        { itemId: milk, unit: 'piece', unitQty: '1', quality: 'good', production: day(0), expiry: day(-1) },
        { itemId: phone, unit: 'piece', unitQty: '1', quality: 'good' },
        { itemId: phone, unit: 'piece', unitQty: '2', quality: 'good' },
      ],
    })
    expect(wrong.fields.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
      'lines.0.itemId inbound.itemOwner',
      'lines.1.unit inbound.unit',
      'lines.2.unitQty inbound.whole',
      'lines.2.itemId inbound.sameLine',
      'lines.3.expiry inbound.expiryOrder',
      'lines.5.itemId inbound.sameLine',
    ])
    const { id } = await goods.notice([{ itemId: screw, qty: '1' }], { customerOrderNo: 'ONCE' })
    const again = { customerOrderNo: 'ONCE' }
    await expect(goods.notice([{ itemId: screw, qty: '1' }], again)).rejects.toThrow('customerOrderTaken')
    expect(await keeper.ok(calls.cancelNotices, { ids: [id], reason: '客户取消' })).toEqual({ done: 1, refused: [] })
    expect(await keeper.ok(calls.getNotice, { id })).toMatchObject({ state: 'cancelled', cancelReason: '客户取消' })
    await goods.notice([{ itemId: screw, qty: '1' }], again)
    expect((await keeper.ok(calls.cancelNotices, { ids: [id], reason: '再取消' })).refused[0]).toMatchObject({
      reason: 'inbound.wrongState',
    })
  })
})

describe('receiving', () => {
  it('[RT-18/receive] counts in a batch, numbers and plain goods, one short, one damaged; put-away tasks wait', async () => {
    const { id, receipt } = await goods.notice([
      { itemId: milk, qty: '100' },
      { itemId: phone, qty: '3' },
      { itemId: screw, qty: '50' },
    ])
    const [first, second, third] = receipt.lines.map((line) => line.id) as [number, number, number]
    expect(
      await receive(receipt.id, [
        counted(first, '100', { batchNo: 'L1', production: day(-10), containerCode: 'P-001' }),
        counted(second, '2', { serials: ['S1', 'S2'], damaged: '1', damagedSerials: ['S3'] }),
        counted(third, '48', { short: '2' }),
      ]),
    ).toEqual({ state: 'receiving', entries: 5 })
    expect(await onHand('R-01')).toEqual(['MILK 100', 'PHONE 1 bad', 'PHONE 2', 'SCREW 48'])
    const seen = await keeper.ok(calls.getReceipt, { id: receipt.id })
    expect(seen).toMatchObject({ state: 'receiving', received: '150', damaged: '1', short: '2', over: false })
    expect(seen.lines.map(({ open }) => open)).toEqual(['0', '0', '0'])
    expect(seen.entries.find(({ itemNo }) => itemNo === 'MILK')).toMatchObject({
      batchNo: 'L1',
      production: day(-10),
      expiry: day(170),
      containerCode: 'P-001',
      locationCode: 'R-01',
    })
    expect(await stateOf(id)).toBe('received')
    const available = await sql<{
      free: string
    }>`select coalesce(sum(s.on_hand), 0)::int as free from stock s join location l on l.id = s.location_id
      join warehouse_zone z on z.id = l.zone_id where z.sellable`.execute(world.db)
    expect(Number(available.rows[0]?.free)).toBe(0)
    expect((await waiting(receipt.id)).map((row) => [row.itemNo, row.suggestedLocation, row.reason])).toEqual([
      ['MILK', 'A-01', 'zone'],
      ['PHONE', 'A-03', 'abc'],
      ['PHONE', 'X-01', 'reject'],
      ['SCREW', 'A-02', 'zone'],
    ])
    expect(await keeper.ok(calls.finishReceipt, { id: receipt.id, version: 2, rest: 'later' })).toEqual({
      nextReceiptNo: null,
    })
    await clearFloor()
    expect(await stateOf(id)).toBe('done')
    expect(await onHand('R-01')).toEqual([])
    expect(
      (await keeper.ok(calls.getReceipts, { different: true, tab: 'received' })).rows.map((row) => row.id),
    ).toEqual([receipt.id])
  })

  it('more than announced within the percent of the item, and no more', async () => {
    const { receipt } = await goods.notice([
      { itemId: milk, qty: '100' },
      { itemId: screw, qty: '10' },
    ])
    const [first, second] = receipt.lines.map((line) => line.id) as [number, number]
    const batch = { batchNo: 'L1', production: day(-10) }
    const over = await keeper.refused(calls.receiveGoods, {
      id: receipt.id,
      lines: [counted(first, '106', batch)],
    } as never)
    expect(over.fields[0]).toEqual({
      path: 'lines.0.qty',
      reason: 'inbound.over',
      params: { qty: 100, most: 105, would: 106 },
    })
    expect(await refusedAt(receipt.id, [counted(second, '11')])).toEqual(['lines.0.qty inbound.over'])
    await receive(receipt.id, [counted(first, '105', batch)])
    expect(await keeper.ok(calls.getReceipt, { id: receipt.id })).toMatchObject({ over: true })
    expect(await refusedAt(receipt.id, [counted(first, '1', batch)])).toEqual(['lines.0.qty inbound.over'])
    expect(await refusedAt(receipt.id, [counted(second, '9', { short: '2' })])).toEqual([
      'lines.0.short field.tooLarge',
    ])
    expect(await refusedAt(receipt.id, [counted(second, '0')])).toEqual(['lines.0.qty inbound.nothing'])
  })

  it('dates, batches and serial numbers are asked for as the item has it', async () => {
    const { receipt } = await goods.notice([
      { itemId: milk, qty: '100' },
      { itemId: phone, qty: '3' },
      { itemId: phone, qty: '2', batchNo: 'B' },
    ])
    const [first, second, third] = receipt.lines.map((line) => line.id) as [number, number, number]
    const wrongs: [Record<string, unknown>, string[]][] = [
      [{}, ['lines.0.batchNo inbound.needsBatch', 'lines.0.expiry inbound.needsExpiry']],
      [{ batchNo: 'L', production: day(1) }, ['lines.0.production inbound.producedLater']],
      [
        { batchNo: 'L', production: day(-9), expiry: day(-10) },
        ['lines.0.expiry inbound.expiryOrder', 'lines.0.expiry inbound.tooOld'],
      ],
      [{ batchNo: 'L', production: day(-150) }, ['lines.0.expiry inbound.tooOld']],
      [{ batchNo: 'L', expiry: day(59) }, ['lines.0.expiry inbound.tooOld']],
    ]
    for (const [more, reasons] of wrongs)
      expect(await refusedAt(receipt.id, [counted(first, '1', more)])).toEqual(reasons)
    const old = await keeper.refused(calls.receiveGoods, {
      id: receipt.id,
      lines: [counted(first, '1', { batchNo: 'L', expiry: day(40) })],
    } as never)
    expect(old.fields[0]?.params).toEqual({ days: 40, least: 60 })
    expect(await refusedAt(receipt.id, [counted(second, '2', { serials: ['S10'] })])).toEqual([
      'lines.0.serials inbound.serialsOf',
    ])
    expect(
      await refusedAt(receipt.id, [
        counted(second, '1', { serials: ['S10'] }),
        counted(third, '1', { serials: ['S10'] }),
      ]),
    ).toEqual(['lines.1.serials inbound.serialTwice'])
    const taken = await keeper.refused(calls.receiveGoods, {
      id: receipt.id,
      lines: [counted(second, '1', { serials: ['S1'] })],
    } as never)
    expect(taken).toMatchObject({ reason: 'stock.serialTaken', params: { numbers: 'S1' } })
    expect(await keeper.ok(calls.getReceipt, { id: receipt.id })).toMatchObject({ state: 'waiting', entries: [] })
  })

  it('a container that stands elsewhere is refused by its place; one that stands here is added to', async () => {
    const { receipt } = await goods.notice([{ itemId: screw, qty: '30' }])
    const line = receipt.lines[0]?.id as number
    await receive(receipt.id, [counted(line, '10', { containerCode: 'P-002' })])
    await receive(receipt.id, [counted(line, '10', { containerCode: 'P-002' })])
    const elsewhere = await keeper.refused(calls.receiveGoods, {
      id: receipt.id,
      locationId: at['R-02'],
      lines: [counted(line, '10', { containerCode: 'P-002' })],
    } as never)
    expect(elsewhere).toMatchObject({
      reason: 'inbound.containerElsewhere',
      params: { container: 'P-002', location: 'R-01' },
    })
    await clearFloor()
    // The pallet went to one place, with both tasks.
    expect(await keeper.ok(calls.getPutAways, { receiptId: receipt.id, tab: 'done' })).toMatchObject({
      rows: [{ containerCode: 'P-002' }, { containerCode: 'P-002' }],
    })
  })

  it('finished with the rest to come, another receipt is opened; finished short, the notice is done with', async () => {
    const { id, notice, receipt } = await goods.notice([{ itemId: screw, qty: '30' }])
    const line = receipt.lines[0]?.id as number
    expect(await keeper.refused(calls.finishReceipt, { id: receipt.id, version: 1, rest: 'later' })).toMatchObject({
      reason: 'inbound.nothing',
    })
    await receive(receipt.id, [counted(line, '10')])
    expect(await stateOf(id)).toBe('partial')
    const { nextReceiptNo } = await keeper.ok(calls.finishReceipt, { id: receipt.id, version: 2, rest: 'later' })
    expect(nextReceiptNo).toBe(`${notice.noticeNo}-2`)
    expect(
      await keeper.refused(calls.receiveGoods, { id: receipt.id, lines: [counted(line, '1')] } as never),
    ).toMatchObject({ reason: 'inbound.receiptState', params: { receiptState: 'received' } })
    const next = await keeper.ok(calls.getReceipt, { no: nextReceiptNo ?? '' })
    expect(next).toMatchObject({ qty: '20', received: '0', state: 'waiting' })
    await receive(next.id, [counted(line, '15')])
    const { version } = await keeper.ok(calls.getReceipt, { id: next.id })
    await keeper.ok(calls.finishReceipt, { id: next.id, version, rest: 'short' })
    expect(await keeper.ok(calls.getNotice, { id })).toMatchObject({ state: 'received', received: '25', short: '5' })
    await clearFloor()
    expect(await stateOf(id)).toBe('done')
  })

  it('a notice is closed when the rest will not come', async () => {
    const { id, receipt } = await goods.notice([{ itemId: screw, qty: '30' }])
    expect((await keeper.ok(calls.closeNotices, { ids: [id] })).refused[0]).toMatchObject({
      reason: 'inbound.wrongState',
    })
    await receive(receipt.id, [counted(receipt.lines[0]?.id as number, '10')])
    expect(await keeper.ok(calls.closeNotices, { ids: [id] })).toEqual({ done: 1, refused: [] })
    expect(await keeper.ok(calls.getNotice, { id })).toMatchObject({
      state: 'received',
      short: '20',
      receipts: [{ state: 'received' }],
    })
    await clearFloor()
  })

  it('[D-05] what was counted wrongly is taken back by who may, while it is not put away', async () => {
    const { id, receipt } = await goods.notice([{ itemId: screw, qty: '30' }])
    const line = receipt.lines[0]?.id as number
    await receive(receipt.id, [counted(line, '10')])
    const [entry] = (await keeper.ok(calls.getReceipt, { id: receipt.id })).entries
    const entryId = entry?.id as number
    expect((await keeper.refused(calls.takeBackEntry, { entryId })).code).toBe(403)
    await world.admin.ok(calls.takeBackEntry, { entryId })
    expect(await keeper.ok(calls.getNotice, { id })).toMatchObject({ state: 'new', received: '0' })
    expect(await onHand('R-01').then((rows) => rows.filter((row) => row.startsWith('SCREW')))).toEqual([])
    expect(await world.admin.refused(calls.takeBackEntry, { entryId })).toMatchObject({ reason: 'stock.reversed' })
    // Its lines are what was counted in once: they stay.
    const { version } = await keeper.ok(calls.getNotice, { id })
    expect(
      await keeper.refused(calls.changeNotice, {
        id,
        version,
        warehouseId: goods.warehouseId,
        ownerId: goods.owner,
        type: 'other',
        lines: [{ itemId: screw, unit: 'piece', unitQty: '1', quality: 'good' }],
      }),
    ).toMatchObject({ reason: 'inbound.countedOnce' })
    await receive(receipt.id, [counted(line, '30')])
    await clearFloor()
    const [second] = (await keeper.ok(calls.getReceipt, { id: receipt.id })).entries
    expect(await world.admin.refused(calls.takeBackEntry, { entryId: second?.id as number })).toMatchObject({
      reason: 'inbound.putAwayAlready',
    })
  })

  it('goods that nobody announced are received with a right of its own', async () => {
    const lines = [{ itemId: screw }]
    const input = { warehouseId: goods.warehouseId, ownerId: goods.owner, lines }
    expect((await keeper.refused(calls.receiveBlind, input)).code).toBe(403)
    const blind = await world.person('blind', { rights: { receive: 'edit', blindReceive: 'edit' } })
    const { id, receiptNo } = await blind.client.ok(calls.receiveBlind, input)
    expect(receiptNo).toMatch(/^RK\d{11}-1$/)
    const receipt = await keeper.ok(calls.getReceipt, { id })
    expect(receipt).toMatchObject({ blind: true, type: 'other', qty: '0' })
    await receive(id, [counted(receipt.lines[0]?.id as number, '7')])
    expect(await stateOf(receipt.noticeId)).toBe('partial')
    const { version } = await keeper.ok(calls.getReceipt, { id })
    await keeper.ok(calls.finishReceipt, { id, version, rest: 'short' })
    expect(await stateOf(receipt.noticeId)).toBe('received')
    await clearFloor()
    expect(await stateOf(receipt.noticeId)).toBe('done')
  })

  it('[D-03] two at one receipt: each counts what is there, nobody past the limit; the same key counts once', async () => {
    const { receipt } = await goods.notice([{ itemId: screw, qty: '10' }])
    const line = receipt.lines[0]?.id as number
    const second = (await world.person('second', { rights: { receive: 'edit' } })).client
    const answers = await Promise.all(
      [keeper, second, keeper, second].map((client) =>
        client.send(calls.receiveGoods, { id: receipt.id, lines: [counted(line, '4')] } as never),
      ),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 200, 422, 422])
    const once = { id: receipt.id, lines: [counted(line, '1')] } as never
    await Promise.all([1, 2, 3].map(() => keeper.ok(calls.receiveGoods, once, { key: 'the-same' })))
    expect(await keeper.ok(calls.getReceipt, { id: receipt.id })).toMatchObject({ received: '9' })
    await clearFloor()
  })
})

describe('putting away', () => {
  const put = (id: number, code: string, more: Record<string, unknown> = {}) =>
    keeper.send(calls.putAwayGoods, { id, locationId: at[code], serials: [], ...more } as never)
  const refusal = async (id: number, code: string, more: Record<string, unknown> = {}) => {
    const { error } = await put(id, code, more)
    return error?.fields[0]?.reason ?? error?.reason
  }
  async function received(itemId: number, qty: string, more: Record<string, unknown> = {}, quality = 'good') {
    const { id, receipt } = await goods.notice([{ itemId, qty }])
    await receive(receipt.id, [counted(receipt.lines[0]?.id as number, qty, { ...more, quality })])
    const [task] = await waiting(receipt.id)
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
    await clearFloor()
  })

  it('a place that may not hold the goods says what stands against it', async () => {
    const batch = { batchNo: 'L1', production: day(-10) }
    const { task } = await received(milk, '50', batch)
    expect(await refusal(task, 'B-01')).toBe('inbound.placeTemp')
    expect(await refusal(task, 'X-01')).toBe('inbound.placeZone')
    expect(await refusal(task, 'R-02')).toBe('inbound.placeZone')
    // SCREW stands at A-02, which takes one item only; A-01 takes 100 kg and holds MILK already.
    expect((await onHand('A-02'))[0]).toContain('SCREW')
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
    const pallets = [
      await received(screw, '1', { containerCode: 'P-010' }),
      await received(screw, '1', { containerCode: 'P-011' }),
    ] as const
    expect((await put(pallets[0].task, 'A-05')).code).toBe(200)
    expect(await refusal(pallets[1].task, 'A-05')).toBe('inbound.placePallets')
    expect((await put(pallets[0].task, 'A-06')).error?.reason).toBe('inbound.taskDone')
    expect(await refusal(pallets[1].task, 'A-06', { qty: '2' })).toBe('inbound.moreThanWaits')
    await clearFloor()
  })

  it('in parts, each with its numbers; elsewhere than suggested it is by hand', async () => {
    const { id, receipt } = await goods.notice([{ itemId: phone, qty: '3' }])
    await receive(receipt.id, [counted(receipt.lines[0]?.id as number, '3', { serials: ['T1', 'T2', 'T3'] })])
    const [task] = await waiting(receipt.id)
    const taskId = task?.id as number
    expect(await refusal(taskId, 'A-06', { qty: '2', serials: ['T1', 'S1'] })).toBe('inbound.serialsOf')
    const part = await put(taskId, 'A-06', { qty: '2', serials: ['T1', 'T3'] })
    expect(part.data).toEqual({ left: '1' })
    expect(await stateOf(id)).toBe('received')
    expect(await waiting(receipt.id)).toMatchObject([{ id: taskId, qty: '1', serials: ['T2'] }])
    const done = (await keeper.ok(calls.getPutAways, { receiptId: receipt.id, tab: 'done' })).rows
    expect(done).toMatchObject([{ qty: '2', toLocation: 'A-06', reason: 'byHand', doneByName: 'keeper' }])
    await clearFloor()
    expect(await stateOf(id)).toBe('done')
    expect((await keeper.ok(calls.getPutAways, { code: 'phone', tab: 'done' })).rows.length).toBeGreaterThan(1)
  })

  it('a pallet goes whole, to one place, and comes back whole', async () => {
    const { receipt } = await goods.notice([
      { itemId: screw, qty: '5' },
      { itemId: phone, qty: '1' },
    ])
    const [first, second] = receipt.lines.map((line) => line.id) as [number, number]
    await receive(receipt.id, [
      counted(first, '5', { containerCode: 'P-020' }),
      counted(second, '1', { containerCode: 'P-020', serials: ['U1'] }),
    ])
    const [one, two] = await waiting(receipt.id)
    // One item only there: the pallet itself is mixed.
    const empty = await goods.place('A-20', { mixItem: false, putSeq: 20 })
    at['A-20'] = empty
    expect(await refusal(one?.id as number, 'A-20')).toBe('inbound.placeMixItem')
    expect((await put(one?.id as number, 'A-06')).code).toBe(200)
    expect(await waiting(receipt.id)).toEqual([])
    const ids = [one?.id as number, two?.id as number]
    expect(await world.admin.ok(calls.takeBackPutAway, { ids })).toEqual({ done: 2, refused: [] })
    expect(await waiting(receipt.id)).toHaveLength(2)
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
    expect(await stateOf(id)).toBe('received')
    expect(await waiting(receiptId)).toMatchObject([{ id: task, qty: '9', toLocation: null }])
    expect((await put(task, 'A-06')).code).toBe(200)
    // Promised to somebody: all that stands there of the key.
    const { stock } = await promise(task)
    const refused = await world.admin.ok(calls.takeBackPutAway, { ids: [task] })
    expect(refused.refused[0]).toMatchObject({ reason: 'stock.short' })
    await promise(task, -1)
    expect(stock).toBeGreaterThan(0)
    expect(await world.admin.ok(calls.takeBackPutAway, { ids: [task, task] })).toEqual({ done: 1, refused: [] })
    await clearFloor()
  })

  /** Allocates all of the key that a task was put away on, or gives it back. */
  async function promise(taskId: number, sign = 1) {
    const { postMovements } = await import('../stock/index.ts')
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
      postMovements(tx, { userId: 1, name: 'test' } as never, {
        warehouseId: row.warehouse_id,
        docType: 'outbound',
        docId: taskId,
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
    await clearFloor()
  })
})

describe('who sees it', () => {
  it('[D-05] a customer sees the notices of its own goods, and nothing of the floor', async () => {
    const other = await openGoods(world)
    const foreign = await other.notice([{ itemId: await other.item('THEIRS'), qty: '1' }])
    const own = await goods.notice([{ itemId: screw, qty: '2' }])
    const { client } = await world.person('owner', {
      rights: { wareNotice: 'edit', receive: 'browse', ground: 'browse' },
      scope: 'customer',
      companies: [goods.owner],
    })
    const { rows } = await client.ok(calls.getNotices, { pageSize: 500 })
    expect(new Set(rows.map(({ ownerId }) => ownerId))).toEqual(new Set([goods.owner]))
    expect(await client.ok(calls.getNotice, { id: own.id })).toMatchObject({ qty: '2', receipts: [] })
    expect((await client.refused(calls.getNotice, { id: foreign.id })).reason).toBe('kernel.notFound')
    expect((await client.refused(calls.cancelNotices, { ids: [], reason: 'x' })).code).toBe(422)
    expect((await client.ok(calls.cancelNotices, { ids: [foreign.id], reason: 'x' })).refused).toHaveLength(1)
    expect(await client.ok(calls.getReceipts, {})).toMatchObject({ rows: [] })
    expect(await client.ok(calls.getPutAways, {})).toMatchObject({ rows: [] })
    expect((await client.refused(calls.getReceipt, { id: own.receipt.id })).reason).toBe('kernel.notFound')
    const sent = { warehouseId: goods.warehouseId, ownerId: other.owner, type: 'purchase' as const }
    const line = { itemId: screw, unit: 'piece', unitQty: '1', quality: 'good' as const }
    expect((await client.refused(calls.addNotice, { ...sent, lines: [line] })).fields[0]?.path).toBe('ownerId')
    expect((await client.ok(calls.addNotice, { ...sent, ownerId: goods.owner, lines: [line] })).noticeNo).toMatch(/^RK/)
  })

  it('who works in one warehouse, or for one outlet, sees what is there', async () => {
    const other = await openGoods(world)
    const foreign = await other.notice([{ itemId: await other.item('THERE'), qty: '1' }])
    const rights = { wareNotice: 'edit', receive: 'edit', ground: 'edit' } as const
    const mine = await world.person('one-house', { rights })
    await world.db.updateTable('app_user').set({ all_warehouses: false }).where('id', '=', mine.id).execute()
    await world.db.insertInto('user_warehouse').values({ user_id: mine.id, warehouse_id: other.warehouseId }).execute()
    const outlet = await world.person('one-outlet', { rights, scope: 'outlet', companies: [other.outlet] })
    for (const client of [await world.signIn('one-house'), outlet.client]) {
      expect((await client.ok(calls.getNotices, {})).rows.map(({ id }) => id)).toEqual([foreign.id])
      expect((await client.ok(calls.getReceipts, {})).rows.map(({ id }) => id)).toEqual([foreign.receipt.id])
      expect((await client.ok(calls.getPutAwayTotals, {})).count).toBe(0)
      const [mineTask] = (await keeper.ok(calls.getPutAways, {})).rows
      expect((await client.refused(calls.getPutAwayPlaces, { id: mineTask?.id as number })).reason).toBe(
        'kernel.notFound',
      )
      expect(
        (
          await client.refused(calls.putAwayGoods, {
            id: mineTask?.id as number,
            locationId: at['A-06'] as number,
            serials: [],
          })
        ).reason,
      ).toBe('kernel.notFound')
    }
  })
})
