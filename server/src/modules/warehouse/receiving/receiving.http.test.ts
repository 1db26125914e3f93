import { abilityTo } from '@xunyun/contract/kernel/ability'
import * as calls from '@xunyun/contract/warehouse/receiving/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Counted, counted, day, type Floor, openFloor } from '../../../../test/floor.ts'
import { type Goods, openGoods } from '../../../../test/goods.ts'
import { download } from '../../../../test/sheets.ts'
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
})
afterAll(async () => expect(await floor.close()).toEqual([]))

const refusedAt = async (id: number, lines: Counted[]) =>
  (await keeper.refused(calls.receiveGoods, { id, lines } as never)).fields.map(
    ({ path, reason }) => `${path} ${reason}`,
  )

const looks = { wareNotice: 'browse', receive: 'browse' } as const

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
      await floor.receive(receipt.id, [
        counted(first, '100', { batchNo: 'L1', production: day(-10), containerCode: 'P-001' }),
        counted(second, '3', { serials: ['S1', 'S2'], damaged: '1', damagedSerials: ['S3'] }),
        counted(third, '48', { short: '2' }),
      ]),
    ).toEqual({ state: 'receiving', entries: 5 })
    expect(await floor.onHand('R-01')).toEqual(['MILK 100', 'PHONE 1 bad', 'PHONE 2', 'SCREW 48'])
    const seen = await keeper.ok(calls.getReceipt, { id: receipt.id })
    expect(seen).toMatchObject({ state: 'receiving', received: '151', damaged: '1', short: '2', over: false })
    expect(seen.lines.map(({ open }) => open)).toEqual(['0', '0', '0'])
    expect(seen.entries.find(({ itemNo }) => itemNo === 'MILK')).toMatchObject({
      batchNo: 'L1',
      production: day(-10),
      expiry: day(170),
      containerCode: 'P-001',
      locationCode: 'R-01',
    })
    expect(await floor.stateOf(id)).toBe('received')
    const available = await sql<{
      free: string
    }>`select coalesce(sum(s.on_hand), 0)::int as free from stock s join location l on l.id = s.location_id
      join warehouse_zone z on z.id = l.zone_id where z.sellable`.execute(world.db)
    expect(Number(available.rows[0]?.free)).toBe(0)
    expect((await floor.waiting(receipt.id)).map((row) => [row.itemNo, row.suggestedLocation, row.reason])).toEqual([
      ['MILK', 'A-01', 'zone'],
      ['PHONE', 'A-03', 'abc'],
      ['PHONE', 'X-01', 'reject'],
      ['SCREW', 'A-02', 'zone'],
    ])
    expect(await keeper.ok(calls.finishReceipt, { id: receipt.id, version: 2, rest: 'later' })).toEqual({
      nextReceiptNo: null,
    })
    await floor.clear()
    expect(await floor.stateOf(id)).toBe('done')
    expect(await floor.onHand('R-01')).toEqual([])
    expect(await keeper.ok(calls.getReceiptTotals, {})).toMatchObject({
      received: '151',
      damaged: '1',
      tabs: { received: 1 },
    })
    expect(await keeper.ok(calls.getNoticeTotals, {})).toMatchObject({
      received: '151',
      tabs: { received: 0, done: 1 },
    })
    expect(
      (await keeper.ok(calls.getReceipts, { different: true, tab: 'received' })).rows.map((row) => row.id),
    ).toEqual([receipt.id])
  })

  it('[RT-18/receive] what is damaged is within what was received: 21 with 1 damaged are 21, more damaged than came is refused', async () => {
    const { receipt } = await goods.notice([{ itemId: screw, qty: '21' }])
    const line = receipt.lines[0]?.id as number
    const more = await keeper.refused(calls.receiveGoods, {
      id: receipt.id,
      lines: [counted(line, '20', { damaged: '21' })],
    } as never)
    expect(more.fields).toEqual([{ path: 'lines.0.damaged', reason: 'inbound.damagedMore', params: { received: 20 } }])
    await floor.receive(receipt.id, [counted(line, '21', { damaged: '1' })])
    const seen = await keeper.ok(calls.getReceipt, { id: receipt.id })
    expect(seen).toMatchObject({ received: '21', damaged: '1', short: '0', over: false })
    expect(seen.lines).toMatchObject([{ received: '21', damaged: '1', open: '0', mostMore: '0' }])
    expect(seen.entries.map(({ kind, qty }) => `${kind} ${qty}`)).toEqual(['damaged 1', 'received 20'])
    expect((await floor.waiting(receipt.id)).map(({ qty, quality }) => `${qty} ${quality}`)).toEqual([
      '20 good',
      '1 bad',
    ])
    await floor.clear()
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
    await floor.receive(receipt.id, [counted(first, '105', batch)])
    expect(await keeper.ok(calls.getReceipt, { id: receipt.id })).toMatchObject({ over: true })
    expect(await refusedAt(receipt.id, [counted(first, '1', batch)])).toEqual(['lines.0.qty inbound.over'])
    expect(await refusedAt(receipt.id, [counted(second, '9', { short: '2' })])).toEqual([
      'lines.0.short field.tooLarge',
    ])
    expect(await refusedAt(receipt.id, [counted(second, '0')])).toEqual(['lines.0.qty inbound.nothing'])
  })

  it('[RT-18/receive] three batches of one line in one go are booked as three, each with its own dates', async () => {
    const { receipt } = await goods.notice([
      { itemId: milk, qty: '100', batchNo: 'B12', production: day(-30), expiry: day(100) },
    ])
    const line = receipt.lines[0]?.id as number
    const b12 = counted(line, '4', { batchNo: 'B12' })
    const b99 = counted(line, '1', { batchNo: 'B99', production: day(-10) })
    // What was announced of another batch is not true of this one.
    expect(await refusedAt(receipt.id, [b12, { ...b99, production: undefined } as never])).toEqual([
      'lines.1.expiry inbound.needsExpiry',
    ])
    expect(await refusedAt(receipt.id, [b12, b99, counted(line, '101', { batchNo: 'B98', expiry: day(400) })])).toEqual(
      ['lines.2.qty inbound.over'],
    )
    expect(await refusedAt(receipt.id, [b12, { ...b12, qty: '1' }])).toEqual(['lines.1.lineId inbound.sameLine'])
    await floor.receive(receipt.id, [b12, b99, counted(line, '2', { batchNo: 'B98', expiry: day(400), short: '93' })])
    const { entries, lines } = await keeper.ok(calls.getReceipt, { id: receipt.id })
    expect(
      entries
        .filter(({ kind }) => kind === 'received')
        .map(({ batchNo, qty, production, expiry }) => [batchNo, qty, production, expiry])
        .sort(),
    ).toEqual([
      ['B12', '4', day(-30), day(100)],
      ['B98', '2', null, day(400)],
      ['B99', '1', day(-10), day(170)],
    ])
    expect(lines[0]).toMatchObject({ received: '7', short: '93', open: '0' })
    expect((await floor.waiting(receipt.id)).map(({ batchNo, qty }) => `${batchNo} ${qty}`).sort()).toEqual([
      'B12 4',
      'B98 2',
      'B99 1',
    ])
    await floor.clear()
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
    await floor.receive(receipt.id, [counted(line, '10', { containerCode: 'P-002' })])
    await floor.receive(receipt.id, [counted(line, '10', { containerCode: 'P-002' })])
    const elsewhere = await keeper.refused(calls.receiveGoods, {
      id: receipt.id,
      locationId: at['R-02'],
      lines: [counted(line, '10', { containerCode: 'P-002' })],
    } as never)
    expect(elsewhere).toMatchObject({
      reason: 'inbound.containerElsewhere',
      params: { container: 'P-002', location: 'R-01' },
    })
    await floor.clear()
    // The pallet went to one place, with both tasks.
    expect(await keeper.ok(calls.getPutAways, { receiptId: receipt.id, tab: 'done' })).toMatchObject({
      rows: [{ containerCode: 'P-002' }, { containerCode: 'P-002' }],
    })
  })

  it('a place is no container: its code and its label are refused', async () => {
    const { receipt } = await goods.notice([{ itemId: screw, qty: '3' }])
    const line = receipt.lines[0]?.id as number
    for (const containerCode of ['A-01', 'a-01', 'WH1:A-01'])
      expect(await refusedAt(receipt.id, [counted(line, '1', { containerCode })])).toEqual([
        'containerCode stock.placeNotContainer',
      ])
  })

  it('finished with the rest to come, another receipt is opened; finished short, the notice is done with', async () => {
    const { id, notice, receipt } = await goods.notice([
      { itemId: screw, qty: '30' },
      { itemId: milk, qty: '100' },
    ])
    const [line, whole] = receipt.lines.map((one) => one.id) as [number, number]
    expect(await keeper.refused(calls.finishReceipt, { id: receipt.id, version: 1, rest: 'later' })).toMatchObject({
      reason: 'inbound.nothing',
    })
    const over = counted(whole, '101', { batchNo: 'L1', production: day(-10) })
    await floor.receive(receipt.id, [counted(line, '10'), over])
    expect(await floor.stateOf(id)).toBe('partial')
    expect(await keeper.ok(calls.getReceipt, { id: receipt.id })).toMatchObject({ over: true, lineCount: 2 })
    const { nextReceiptNo } = await keeper.ok(calls.finishReceipt, { id: receipt.id, version: 2, rest: 'later' })
    expect(nextReceiptNo).toBe(`${notice.noticeNo}-2`)
    expect(
      await keeper.refused(calls.receiveGoods, { id: receipt.id, lines: [counted(line, '1')] } as never),
    ).toMatchObject({ reason: 'inbound.receiptState', params: { receiptState: 'received' } })
    const next = await keeper.ok(calls.getReceipt, { no: nextReceiptNo ?? '' })
    expect(next).toMatchObject({ qty: '20', received: '0', state: 'waiting', over: false, lineCount: 1 })
    await floor.receive(next.id, [counted(line, '15')])
    const { version } = await keeper.ok(calls.getReceipt, { id: next.id })
    await keeper.ok(calls.finishReceipt, { id: next.id, version, rest: 'short' })
    expect(await keeper.ok(calls.getNotice, { id })).toMatchObject({ state: 'received', received: '126', short: '5' })
    await floor.clear()
    expect(await floor.stateOf(id)).toBe('done')
  })

  it('a notice is closed when the rest will not come', async () => {
    const { id, receipt } = await goods.notice([{ itemId: screw, qty: '30' }])
    expect((await keeper.ok(calls.closeNotices, { ids: [id] })).refused[0]).toMatchObject({
      reason: 'inbound.wrongState',
    })
    await floor.receive(receipt.id, [counted(receipt.lines[0]?.id as number, '10')])
    expect(await keeper.ok(calls.closeNotices, { ids: [id] })).toEqual({ done: 1, refused: [] })
    expect(await keeper.ok(calls.getNotice, { id })).toMatchObject({
      state: 'received',
      short: '20',
      receipts: [{ state: 'received' }],
    })
    await floor.clear()
  })

  it('[D-05] what can be done to a notice and its receipt comes with their rows, for whoever looks', async () => {
    const lookers = { keeper, admin: world.admin, visitor: (await world.person('visitor', { rights: looks })).client }
    const seen = async (id: number, receiptId: number) => {
      const told: Record<string, string> = {}
      for (const [name, client] of Object.entries(lookers)) {
        const [notice] = (await client.ok(calls.getNotices, { ids: [id] })).rows
        const [receipt] = (await client.ok(calls.getReceipts, { ids: [receiptId] })).rows
        expect((await client.ok(calls.getNotice, { id })).actions).toEqual(notice?.actions)
        expect((await client.ok(calls.getReceipt, { id: receiptId })).actions).toEqual(receipt?.actions)
        told[name] = [notice, receipt].map((row) => row?.actions.map(({ key }) => key).join(' ')).join(' | ')
      }
      return told
    }
    const { id, receipt } = await goods.notice([{ itemId: screw, qty: '30' }])
    const whole = 'receive edit cancel | receive finish'
    expect(await seen(id, receipt.id)).toEqual({ keeper: whole, admin: whole, visitor: ' | ' })
    const line = receipt.lines[0]?.id as number
    await floor.receive(receipt.id, [counted(line, '10')])
    const part = 'receive close | receive finish'
    expect(await seen(id, receipt.id)).toEqual({ keeper: part, admin: `${part} takeBack`, visitor: ' | ' })
    // What does not fit is named in a batch, and what fits is done.
    const other = await goods.notice([{ itemId: screw, qty: '5' }])
    const both = await keeper.ok(calls.cancelNotices, { ids: [id, other.id], reason: '不来了' })
    expect(both).toMatchObject({ done: 1, refused: [{ id, reason: 'inbound.wrongState' }] })
    expect(await seen(other.id, other.receipt.id)).toEqual({ keeper: ' | ', admin: ' | ', visitor: ' | ' })
    // Counted once, and taken back: its lines stay, which the detail says before anybody types.
    const { entries } = await keeper.ok(calls.getReceipt, { id: receipt.id })
    await world.admin.ok(calls.takeBackEntry, { entryId: entries[0]?.id as number })
    expect(abilityTo((await keeper.ok(calls.getNotices, { ids: [id] })).rows[0], 'edit')).toEqual({ key: 'edit' })
    expect(abilityTo(await keeper.ok(calls.getNotice, { id }), 'edit')?.reason).toMatch(/\S/)
    await floor.receive(receipt.id, [counted(line, '30')])
    expect((await seen(id, receipt.id)).keeper).toBe(' | receive finish')
    await floor.clear()
  })

  it('[D-05] what was counted wrongly is taken back by who may, while it is not put away', async () => {
    const { id, receipt } = await goods.notice([{ itemId: screw, qty: '30' }])
    const line = receipt.lines[0]?.id as number
    await floor.receive(receipt.id, [counted(line, '10')])
    const [entry] = (await keeper.ok(calls.getReceipt, { id: receipt.id })).entries
    const entryId = entry?.id as number
    expect((await keeper.refused(calls.takeBackEntry, { entryId })).code).toBe(403)
    await world.admin.ok(calls.takeBackEntry, { entryId })
    expect(await keeper.ok(calls.getNotice, { id })).toMatchObject({ state: 'new', received: '0' })
    expect(await floor.onHand('R-01').then((rows) => rows.filter((row) => row.startsWith('SCREW')))).toEqual([])
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
    await floor.receive(receipt.id, [counted(line, '30')])
    await floor.clear()
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
    await floor.receive(id, [counted(receipt.lines[0]?.id as number, '7')])
    expect(await floor.stateOf(receipt.noticeId)).toBe('partial')
    const { version } = await keeper.ok(calls.getReceipt, { id })
    await keeper.ok(calls.finishReceipt, { id, version, rest: 'short' })
    expect(await floor.stateOf(receipt.noticeId)).toBe('received')
    await floor.clear()
    expect(await floor.stateOf(receipt.noticeId)).toBe('done')
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
    await floor.clear()
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
    expect((await client.refused(calls.getReceipts, {})).code).toBe(403)
    expect((await client.refused(calls.getPutAways, {})).code).toBe(403)
    expect((await client.refused(calls.getReceipt, { id: own.receipt.id })).code).toBe(403)
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

describe('dated back', () => {
  it('[RT-13/receive] a receipt is dated back three days at most, further by who may approve', async () => {
    const dated = async (offset: number) => {
      const { receipt } = await goods.notice([{ itemId: screw, qty: '1' }])
      const lines = [counted(receipt.lines[0]?.id as number, '1')]
      return { id: receipt.id, at: `${day(offset)}T09:00:00+08:00`, lines } as never
    }
    await keeper.ok(calls.receiveGoods, await dated(-3))
    expect((await keeper.refused(calls.receiveGoods, await dated(-4))).fields).toMatchObject([
      { path: 'at', reason: 'inbound.tooFarBack' },
    ])
    await world.admin.ok(calls.receiveGoods, await dated(-4))
  })
})
