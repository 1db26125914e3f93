import { randomUUID } from 'node:crypto'
import * as calls from '@xunyun/contract/warehouse/shipping/notices'
import * as picking from '@xunyun/contract/warehouse/shipping/picking'
import { getWaybill } from '@xunyun/contract/waybills/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Dock, newAct, openDock } from '../../../../test/dock.ts'
import { day } from '../../../../test/floor.ts'
import { download } from '../../../../test/sheets.ts'

let dock: Dock
beforeAll(async () => {
  dock = await openDock()
})
afterAll(async () => expect(await dock.close()).toEqual([]))

const piece = (itemId: number, qty: string, more: Record<string, unknown> = {}) => ({ itemId, qty, ...more })

describe('an outbound notice', () => {
  it('[RT-13/outboundNotice] [AP-11] is ordered at its own path in both encodings, found, changed and listed', async () => {
    const { keeper, screw, milk } = dock
    const input = dock.input([piece(milk, '2', { unit: 'box' }), piece(screw, '5')], {
      customerOrderNo: 'SO-1',
      requiredAt: new Date().toISOString(),
      // The server's own columns are nobody else's to send (AP-16).
      CreateId: 99,
      IsDeleted: 1,
    })
    const { id, noticeNo } = await keeper.ok(calls.addOutboundNotice, input, { body: 'form' })
    expect(noticeNo).toMatch(/^CK\d{11}$/)
    const notice = await dock.detail(id)
    expect(notice).toMatchObject({
      state: 'new',
      qty: '29',
      allocated: '0',
      regionName: expect.stringContaining('杭州'),
      createdByName: 'keeper',
      intercepted: false,
      weight: '24.5',
    })
    expect(notice.lines[0]).toMatchObject({ itemNo: 'MILK', unit: 'box', unitQty: '2', qty: '24', quality: 'good' })
    for (const q of [noticeNo, 'so-1', '李四', 'lisi', '8000'])
      expect(
        (await keeper.ok(calls.getOutboundNotices, { q, tab: 'new' })).rows.map((row) => row.id),
        q,
      ).toEqual([id])
    expect(await keeper.refused(calls.addOutboundNotice, input)).toMatchObject({
      fields: [{ path: 'customerOrderNo', reason: 'outbound.customerOrderTaken' }],
    })
    const change = { ...dock.input([piece(screw, '7')]), id, version: 1 }
    await keeper.ok(calls.changeOutboundNotice, change)
    expect(await keeper.refused(calls.changeOutboundNotice, change)).toMatchObject({ reason: 'kernel.stale' })
    expect(await keeper.ok(calls.getOutboundTotals, { itemId: screw })).toMatchObject({
      count: 1,
      qty: '7',
      tabs: { new: 1, intercepted: 0 },
    })
    const [latest] = await keeper.ok(calls.getOutboundHistory, { id })
    expect(latest?.changes).toContainEqual({ field: 'lines', from: 'MILK × 24, SCREW × 5', to: 'SCREW × 7' })
    const sheet = await download(keeper, calls.exportOutboundNotices, { columns: 'noticeNo,state,qty' })
    expect(sheet.rows[0]).toEqual(['出库单号', '状态', '通知数'])
    expect(await dock.world.admin.ok(calls.cancelOutboundNotices, { ids: [id], reason: '客户取消' })).toMatchObject({
      done: 1,
    })
  })

  it('[D-05] names every wrong field', async () => {
    const { keeper, screw, milk } = dock
    const lines = [
      piece(screw, '1.5'),
      piece(screw, '1', { unit: 'box' }),
      piece(milk, '1'),
      piece(milk, '2'),
      piece(999_999, '1'),
    ]
    const wrong = await keeper.refused(calls.addOutboundNotice, dock.input(lines))
    expect(wrong.fields.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
      'lines.0.unitQty inbound.whole',
      'lines.1.unit inbound.unit',
      'lines.1.itemId inbound.sameLine',
      'lines.3.itemId inbound.sameLine',
      'lines.4.itemId inbound.itemOwner',
    ])
    for (const [more, field] of [
      [{ consigneePhone: '123' }, 'consigneePhone'],
      [{ regionCode: '999999' }, 'regionCode'],
      [{ carrierId: dock.goods.owner }, 'carrierId'],
      [{ warehouseId: 999_999 }, 'warehouseId'],
    ] as const)
      expect(
        (await keeper.refused(calls.addOutboundNotice, dock.input([piece(screw, '1')], more))).fields,
      ).toMatchObject([{ path: field }])
  })
})

describe('allocating', () => {
  it('[RT-13/outboundNotice] takes what expires first, and nothing that may not go out', async () => {
    const { milk, keeper } = dock
    await dock.stock('A-03', milk, '10', { batchNo: 'LATE', expiry: day(200) })
    await dock.stock('A-02', milk, '10', { batchNo: 'SOON', expiry: day(60) })
    await dock.stock('A-01', milk, '10', { batchNo: 'DEAD', expiry: day(-1) })
    await dock.stock('A-01', milk, '10', { batchNo: 'OLD', expiry: day(20) })
    await dock.stock('X-01', milk, '10', { batchNo: 'BAD', expiry: day(90), quality: 'bad' })
    await dock.stock('R-01', milk, '10', { batchNo: 'COMING', expiry: day(50) })
    const { id, noticeNo } = await dock.notice([piece(milk, '25')])
    expect(await dock.allocate(id)).toEqual({
      done: 1,
      refused: [],
      short: [{ id, noticeNo, missing: '5' }],
    })
    const notice = await dock.detail(id)
    expect(notice).toMatchObject({ state: 'partial', allocated: '20' })
    expect(notice.allocations.map((row) => `${row.locationCode} ${row.batchNo} ${row.qty}`)).toEqual([
      'A-02 SOON 10',
      'A-03 LATE 10',
    ])
    expect(await dock.balances(milk)).toEqual([
      'A-01 DEAD 10/0',
      'A-01 OLD 10/0',
      'A-02 SOON 10/10',
      'A-03 LATE 10/10',
      'R-01 COMING 10/0',
      'X-01 BAD 10/0',
    ])
    // A second one: who holds it, and why the rest is not to be had.
    const second = await dock.notice([piece(milk, '4')], { requiredAt: new Date().toISOString() })
    expect((await dock.allocate(second.id)).refused[0]).toMatchObject({ reason: 'outbound.nothingFree' })
    const [line] = await keeper.ok(calls.getShortage, { id: second.id })
    expect(line).toMatchObject({
      missing: '4',
      available: '0',
      unusable: { allocated: '20', expired: '10', tooOld: '10', otherQuality: '10', elsewhere: '10', frozen: '0' },
      holders: [{ noticeNo, qty: '20', requiredAt: null }],
    })
    // What is asked for by batch or by quality, or with a date.
    const bad = await dock.notice([
      piece(milk, '3', { quality: 'bad' }),
      piece(milk, '3', { batchNo: 'LATE' }),
      piece(milk, '3', { expiryAfter: day(100) }),
    ])
    expect(await keeper.ok(calls.deallocateNotices, { ids: [id] })).toEqual({ done: 1, refused: [] })
    await dock.allocate(bad.id)
    expect(
      (await dock.detail(bad.id)).allocations.map((row) => `${row.locationCode} ${row.batchNo} ${row.qty}`),
    ).toEqual(['X-01 BAD 3', 'A-03 LATE 3', 'A-03 LATE 3'])
    expect(await keeper.ok(calls.deallocateNotices, { ids: [bad.id] })).toMatchObject({ done: 1 })
    expect(await dock.detail(bad.id)).toMatchObject({ state: 'new', allocated: '0', allocations: [] })
  })

  it('[RT-13/outboundNotice] [D-03] yielded: goods of one notice go to another that lacks them, but for what is being picked', async () => {
    const { keeper, world } = dock
    const { admin } = world
    const item = await dock.fresh('GIFT', '10', 'A-01')
    const holder = await dock.notice([piece(item, '8')])
    await dock.allocate(holder.id)
    const other = await dock.notice([piece(item, '2')])
    await dock.allocate(other.id)
    const taker = await dock.notice([piece(item, '5')])
    const lineId = (await dock.detail(taker.id)).lines[0]?.id as number
    const input = { id: taker.id, lineId, holderId: holder.id, reason: '急单' }
    expect(await keeper.refused(calls.reassignStock, input)).toMatchObject({ code: 403 })
    const [lack] = await keeper.ok(calls.getShortage, { id: taker.id })
    expect(lack?.holders.map(({ noticeNo, givable }) => `${noticeNo} ${givable}`)).toEqual([
      `${holder.noticeNo} 8`,
      `${other.noticeNo} 2`,
    ])
    const wrong = async (more: object) => (await admin.refused(calls.reassignStock, { ...input, ...more })).fields[0]
    expect(await wrong({ qty: '6' })).toMatchObject({ path: 'qty', reason: 'outbound.yieldTooMuch' })
    expect(await wrong({ qty: '1.5' })).toMatchObject({ path: 'qty', reason: 'inbound.whole' })
    expect(await wrong({ holderId: taker.id })).toMatchObject({ path: 'holderId', reason: 'field.choice' })
    expect(await wrong({ holderId: other.id, qty: '3' })).toMatchObject({ path: 'qty', reason: 'outbound.yieldLess' })

    // Part of a promise: the rest stays with its holder; sent twice it goes once.
    const key = randomUUID()
    for (const time of [1, 2])
      expect((await admin.send(calls.reassignStock, { ...input, qty: '3' }, { key })).data, String(time)).toEqual({
        qty: '3',
        missing: '2',
      })
    expect(await dock.detail(holder.id)).toMatchObject({ state: 'partial', allocated: '5' })
    expect(await dock.detail(taker.id)).toMatchObject({ state: 'partial', allocated: '3' })
    expect(await dock.balances(item)).toEqual(['A-01 10/10'])
    expect((await admin.ok(calls.getOutboundHistory, { id: holder.id })).map(({ action }) => action)).toContain(
      'yielded',
    )

    // A task that waits loses what is yielded; one that was begun keeps it.
    const task = await dock.wave(holder.id)
    expect(await admin.ok(calls.reassignStock, { ...input, qty: '1' })).toEqual({ qty: '1', missing: '1' })
    expect(await dock.task(task.id)).toMatchObject({ qty: '4' })
    await dock.pick(task.id, task.lines[0]?.id as number, '1')
    expect(await admin.refused(calls.reassignStock, input)).toMatchObject({ reason: 'outbound.nothingToYield' })
    await keeper.ok(calls.interceptOutboundNotices, { ids: [taker.id], reason: '停' })
    expect(await admin.refused(calls.reassignStock, { ...input, holderId: other.id })).toMatchObject({
      reason: 'outbound.intercepted',
    })
    await admin.ok(calls.releaseOutboundNotices, { ids: [taker.id] })
    expect(await admin.ok(calls.reassignStock, { ...input, holderId: other.id })).toEqual({ qty: '1', missing: '0' })
    expect(await dock.detail(taker.id)).toMatchObject({ state: 'allocated', allocated: '5' })
    expect(await admin.refused(calls.reassignStock, { ...input, holderId: other.id })).toMatchObject({ code: 409 })
    // Taken three times from one place, it is one line to pick.
    expect((await dock.detail(taker.id)).allocations.map((row) => `${row.locationCode} ${row.qty}`)).toEqual(['A-01 5'])
  })

  it('[RT-18/outBound] what comes from where a line has goods already is one line to pick, in a waiting task too; begun it is another', async () => {
    const item = await dock.fresh('JOIN', '4', 'A-01')
    const { id } = await dock.notice([piece(item, '20')])
    const lines = async () => (await dock.detail(id)).allocations.map((row) => `${row.locationCode} ${row.qty}`)
    await dock.allocate(id)
    await dock.stock('A-01', item, '3')
    await dock.allocate(id)
    expect(await lines()).toEqual(['A-01 7'])
    const task = await dock.wave(id)
    await dock.stock('A-01', item, '2')
    await dock.allocate(id)
    expect(await lines()).toEqual(['A-01 9'])
    expect(await dock.task(task.id)).toMatchObject({ qty: '9', lines: [{ id: task.lines[0]?.id, qty: '9' }] })
    await dock.pick(task.id, task.lines[0]?.id as number, '1')
    await dock.stock('A-01', item, '2')
    await dock.allocate(id)
    expect((await lines()).sort()).toEqual(['A-01 2', 'A-01 8', 'S-01 1'])
    expect(await dock.task(task.id)).toMatchObject({ qty: '9', picked: '1' })
    await dock.wave(id)
  })

  it('[RT-13/outboundNotice] what came in first where nothing expires, then the shortest way', async () => {
    const item = await dock.goods.item('FIFO')
    await dock.stock('A-04', item, '5', { inbound: day(-9) })
    await dock.stock('A-03', item, '5', { inbound: day(-3) })
    await dock.stock('A-02', item, '5', { inbound: day(-3) })
    const { id } = await dock.notice([piece(item, '12')])
    expect(await dock.allocate(id)).toMatchObject({ done: 1, short: [] })
    const notice = await dock.detail(id)
    expect(notice.state).toBe('allocated')
    expect(notice.allocations.map((row) => `${row.locationCode} ${row.qty}`)).toEqual(['A-04 5', 'A-02 5', 'A-03 2'])
  })

  it('[D-05] several at once: in the order given, each reported', async () => {
    const item = await dock.fresh('BATCH', '10')
    const ids: number[] = []
    for (const qty of ['6', '6', '6']) ids.push((await dock.notice([piece(item, qty)])).id)
    const [first, second, third] = ids as [number, number, number]
    const done = await dock.allocate(second, 999_999, first, third)
    expect(done.done).toBe(2)
    expect(done.refused.map(({ id, reason }) => `${id} ${reason}`)).toEqual([
      '999999 kernel.notFound',
      `${third} outbound.nothingFree`,
    ])
    expect(done.short.map(({ id, missing }) => `${id} ${missing}`)).toEqual([`${first} 2`])
    expect((await dock.detail(second)).state).toBe('allocated')
  })

  it('[D-05] sixteen notices at once over one item never promise more than there is', async () => {
    const item = await dock.goods.item('HOT')
    for (const code of ['A-01', 'A-02', 'A-03', 'A-04']) await dock.stock(code, item, '10')
    const ids: number[] = []
    for (let n = 0; n < 16; n += 1) ids.push((await dock.notice([piece(item, '3')])).id)
    const answers = await Promise.all(ids.map((id) => dock.allocate(id)))
    const short = answers.flatMap((answer) => answer.short.map(({ missing }) => missing))
    expect(answers.reduce((sum, { done }) => sum + done, 0)).toBe(14)
    expect(short).toEqual(['2'])
    expect(await dock.balances(item)).toEqual(['A-01 10/10', 'A-02 10/10', 'A-03 10/10', 'A-04 10/10'])
  })
})

describe('the whole way', () => {
  it('[D-03] [RT-18/outBound] notice, allocated, picked, shipped with its waybill: every step in the ledger', async () => {
    const { keeper, world } = dock
    const item = await dock.fresh('WAY', '20')
    const { id, noticeNo } = await dock.notice([piece(item, '8')], { customerOrderNo: 'WAY-1' })
    await dock.allocate(id)
    const task = await dock.wave(id)
    expect(task).toMatchObject({
      taskNo: expect.stringMatching(/^JH\d{11}$/),
      waveNo: expect.stringMatching(/^BC\d{11}$/),
      state: 'waiting',
      qty: '8',
      noticeNos: [noticeNo],
      consignees: ['李四'],
      stagingLocations: [{ label: 'S-01' }, { label: 'S-02' }],
    })
    expect((await dock.detail(id)).state).toBe('picking')
    expect(await dock.pick(task.id, task.lines[0]?.id as number, '8')).toEqual({
      state: 'picked',
      picked: '8',
      short: '0',
      instead: [],
      missing: '0',
    })
    expect((await dock.detail(id)).state).toBe('picked')
    const wish = {
      ids: [id],
      createWaybill: true,
      shipperName: '王五',
      shipperPhone: '13900139000',
      pieces: [{ id, pieces: 2 }],
    }
    // The warehouse has neither region nor address yet.
    expect((await keeper.ok(calls.shipNotices, wish)).refused[0]).toMatchObject({ reason: 'outbound.shipper' })
    await world.db
      .updateTable('warehouse')
      .set({ region_code: '330110', region_name: '浙江省 杭州市 余杭区', address: '仓前街 9 号' })
      .execute()
    // No manager, and no mobile of whoever ships: nobody hands over.
    const { shipperName: _, shipperPhone: __, ...unsaid } = wish
    expect((await keeper.ok(calls.shipNotices, unsaid)).refused[0]).toMatchObject({ reason: 'outbound.shipper' })
    await world.db.updateTable('app_user').set({ mobile: '13700137000' }).where('account', '=', 'keeper').execute()
    const { shipped } = await keeper.ok(calls.shipNotices, unsaid)
    expect(shipped).toMatchObject([{ noticeNo, waybillNo: expect.stringMatching(/^YD/) }])
    const notice = await dock.detail(id)
    expect(notice).toMatchObject({
      state: 'shipped',
      shipped: '8',
      waybillNo: shipped[0]?.waybillNo,
      actions: [{ key: 'reverse' }],
    })
    const waybill = await world.admin.ok(getWaybill, { id: notice.waybillId as number })
    expect(waybill).toMatchObject({
      state: 'placed',
      source: 'warehouse',
      customerNo: 'WAY-1',
      pieces: 2,
      shipper: { name: 'keeper', phone: '13700137000' },
    })
    const events = await world.db
      .selectFrom('waybill_event')
      .select('payload')
      .where('waybill_id', '=', waybill.id)
      .where('type', '=', 'shippedFromWarehouse')
      .execute()
    expect(events).toMatchObject([{ payload: { params: { noticeNo } } }])
    expect(await dock.ledger(item)).toEqual([
      'RCV A-01 20/0 1',
      'ALC A-01 0/8',
      'PK A-01 -8/-8',
      'PK S-01 8/8',
      'SHP S-01 -8/-8 -1',
    ])
    expect(await dock.balances(item)).toEqual(['A-01 12/0'])

    // Taken back while the waybill has not moved, which is cancelled with it.
    const reversal = { shipmentId: shipped[0]?.shipmentId as number, reason: '装错车' }
    expect(await keeper.refused(calls.reverseShipment, reversal)).toMatchObject({ code: 403 })
    await world.admin.ok(calls.reverseShipment, reversal)
    expect(await dock.detail(id)).toMatchObject({ state: 'picked', shipped: '0', waybillId: null })
    expect((await world.admin.ok(getWaybill, { id: waybill.id })).state).toBe('cancelled')
    expect(await dock.balances(item)).toEqual(['A-01 12/0', 'S-01 8/8'])
    expect(await world.admin.refused(calls.reverseShipment, reversal)).toMatchObject({ reason: 'outbound.reversed' })
  })

  it('[D-05] a part is shipped, and the rest closed or allocated again', async () => {
    const { keeper } = dock
    const item = await dock.fresh('PART', '6')
    const { id } = await dock.picked([piece(item, '10')])
    expect(await dock.detail(id)).toMatchObject({ state: 'picked', allocated: '6', picked: '6' })
    await keeper.ok(calls.shipNotices, { ids: [id] })
    expect(await dock.detail(id)).toMatchObject({ state: 'partial', shipped: '6' })
    await dock.stock('A-02', item, '1')
    await dock.allocate(id)
    expect(await dock.detail(id)).toMatchObject({ state: 'partial', allocated: '7' })
    expect(await keeper.ok(calls.closeOutboundNotices, { ids: [id], reason: '客户不要了' })).toMatchObject({ done: 1 })
    expect(await dock.detail(id)).toMatchObject({ state: 'shipped', shipped: '6', closed: '4' })
    expect(await dock.balances(item)).toEqual(['A-02 1/0'])
  })

  it('[D-05] goods with numbers: those that were picked leave, no others', async () => {
    const { keeper, phone } = dock
    await dock.stock('A-01', phone, '3', { serials: ['P1', 'P2', 'P3'] })
    const { id } = await dock.notice([piece(phone, '2')])
    await dock.allocate(id)
    const task = await dock.wave(id)
    const line = task.lines[0]?.id as number
    const refused = async (serials: string[]) =>
      (await keeper.refused(picking.pickLine, { actId: newAct(), taskId: task.id, lineId: line, qty: '2', serials }))
        .reason
    expect(await refused(['P1'])).toBe('kernel.invalid')
    expect(await refused(['P1', 'P9'])).toBe('stock.serialElsewhere')
    await dock.pick(task.id, line, '2', { serials: ['P1', 'P3'] })
    await keeper.ok(calls.shipNotices, { ids: [id] })
    const left = await dock.world.db
      .selectFrom('item_serial')
      .select('serial_no')
      .where('item_id', '=', phone)
      .where('stock_id', 'is not', null)
      .execute()
    expect(left.map(({ serial_no }) => serial_no)).toEqual(['P2'])
  })
})
