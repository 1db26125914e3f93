import { randomUUID } from 'node:crypto'
import { isSscc } from '@xunyun/contract/kernel/gs1'
import * as cartons from '@xunyun/contract/warehouse/shipping/cartons'
import * as calls from '@xunyun/contract/warehouse/shipping/notices'
import * as unpacking from '@xunyun/contract/warehouse/shipping/unpacking'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Dock, openDock } from '../../../../test/dock.ts'
import { day } from '../../../../test/floor.ts'
import { download } from '../../../../test/sheets.ts'

let dock: Dock
beforeAll(async () => {
  dock = await openDock()
})
afterAll(async () => expect(await dock.close()).toEqual([]))

const piece = (itemId: number, qty: string, more: Record<string, unknown> = {}) => ({ itemId, qty, ...more })
const row = (lineId: number, qty: string, more: Record<string, unknown> = {}) => ({
  lineId,
  qty,
  serials: [] as string[],
  ...more,
})
const lineOf = async (noticeId: number, index = 0) => (await dock.detail(noticeId)).lines[index]?.id as number
const open = (noticeId: number, more: Record<string, unknown> = {}) =>
  dock.keeper.ok(cartons.openCarton, { noticeId, ...more })
const carton = (id: number) => dock.world.admin.ok(cartons.getCarton, { id })

describe('packing', () => {
  it('[D-03] [RT-18/encasement] opened, filled, weighed, sealed and shipped: every step in the ledger', async () => {
    const { keeper } = dock
    const item = await dock.fresh('PACK', '10', 'A-01', { grossWeight: '2', volume: '0.01' })
    const { id, noticeNo } = await dock.picked([piece(item, '10')])
    const line = await lineOf(id)
    const { id: first, cartonNo } = await open(id, { boxType: 'carton' })
    expect(isSscc(cartonNo)).toBe(true)
    expect(await keeper.ok(cartons.packGoods, { cartonId: first, lines: [row(line, '6')] })).toEqual({
      qty: '6',
      calculated: '12',
    })
    expect(await dock.detail(id)).toMatchObject({ state: 'picked', packed: '6', cartonCount: 1 })
    const desk = await keeper.ok(cartons.getPackingDesk, { no: noticeNo })
    expect(desk).toMatchObject({
      blockedBy: null,
      loose: [{ itemNo: 'PACK', picked: '10', packed: '6', left: '4', stagedAt: ['S-01'] }],
      cartons: [{ cartonNo, state: 'open', qty: '6', calculated: '12', volume: '0.06' }],
    })
    expect((await keeper.ok(cartons.getPackingDesk, { no: cartonNo })).notice.id).toBe(id)
    expect((await keeper.ok(cartons.getPackingDesk, { no: 's-01' })).notice.id).toBe(id)
    expect(
      (await keeper.refused(cartons.packGoods, { cartonId: first, lines: [row(line, '5')] })).fields,
    ).toMatchObject([{ path: 'lines.0.qty', reason: 'outbound.tooManyPacked', params: { left: 4 } }])

    // Not while it is unweighed, nor while part of the notice stands beside it.
    expect((await keeper.ok(cartons.sealCartons, { cartons: [{ id: first }] })).refused[0]).toMatchObject({
      reason: 'outbound.unweighed',
    })
    const weigh = async (weight: string, more = {}) =>
      keeper.send(cartons.weighCarton, { id: first, version: (await carton(first)).version, weight, ...more })
    expect((await weigh('15')).error).toMatchObject({
      fields: [{ path: 'reason', reason: 'outbound.weightOff', params: { off: '3' } }],
    })
    expect((await weigh('12.5')).code).toBe(200)
    expect((await weigh('15', { reason: '木托' })).code).toBe(200)
    const seal = [{ id: first, sealNo: 'F-1' }]
    expect(await keeper.ok(cartons.sealCartons, { cartons: seal })).toMatchObject({ done: 1 })
    expect((await keeper.ok(calls.shipNotices, { ids: [id] })).refused[0]).toMatchObject({
      reason: 'outbound.packRest',
    })
    const { id: second } = await open(id)
    await keeper.ok(cartons.packGoods, { cartonId: second, lines: [row(line, '4')] })
    expect((await keeper.ok(calls.shipNotices, { ids: [id] })).refused[0]).toMatchObject({
      reason: 'outbound.cartonsOpen',
    })
    await keeper.ok(cartons.weighCarton, { id: second, version: (await carton(second)).version, weight: '8' })
    expect(
      (await keeper.ok(cartons.sealCartons, { cartons: [{ id: second, sealNo: 'f-1' }] })).refused[0],
    ).toMatchObject({ reason: 'outbound.sealTaken' })
    await keeper.ok(cartons.sealCartons, { cartons: [{ id: second }] })
    expect((await dock.detail(id)).state).toBe('packed')
    expect(await keeper.ok(cartons.getPackingTotals, {})).toMatchObject({ tabs: { packed: 1 } })
    expect(await keeper.ok(cartons.getCartonTotals, { noticeId: id })).toMatchObject({
      count: 2,
      qty: '10',
      weight: '23',
      volume: '0.1',
      tabs: { sealed: 2, open: 0 },
    })
    const sheet = await download(keeper, cartons.exportCartons, { columns: 'cartonNo,qty', tab: 'sealed' })
    expect(sheet.rows).toHaveLength(3)
    expect(await keeper.ok(calls.shipNotices, { ids: [id] })).toMatchObject({ done: 1 })
    expect((await carton(first)).state).toBe('shipped')
    expect(await dock.ledger(item)).toEqual([
      'RCV A-01 10/0 1',
      'ALC A-01 0/10',
      'PK A-01 -10/-10',
      'PK S-01 10/10',
      'PACK S-01 -6/-6',
      'PACK S-01 6/6',
      'PACK S-01 -4/-4',
      'PACK S-01 4/4',
      'SHP S-01 -4/-4 -1',
      'SHP S-01 -6/-6 -1',
    ])
    expect(await dock.balances(item)).toEqual([])

    // A shipment that is taken back stands there in its cartons again.
    const [shipment] = (await dock.detail(id)).shipments
    await dock.world.admin.ok(calls.reverseShipment, { shipmentId: shipment?.id as number, reason: '拒收' })
    expect(await dock.detail(id)).toMatchObject({ state: 'packed', packed: '10', shipped: '0' })
    expect((await carton(first)).state).toBe('sealed')
    expect(await dock.balances(item)).toEqual(['S-01 in carton 6/6', 'S-01 in carton 4/4'])
  })

  it('[RT-18/encasement] shipped by what was scanned at the dock: a carton nobody scanned keeps the notice, and is named', async () => {
    const { keeper } = dock
    const item = await dock.fresh('DOCK', '6', 'A-01', { grossWeight: '1' })
    const { id } = await dock.picked([piece(item, '6')])
    const line = await lineOf(id)
    const packed: { id: number; cartonNo: string }[] = []
    for (const qty of ['3', '3']) {
      const box = await open(id)
      await keeper.ok(cartons.packGoods, { cartonId: box.id, lines: [row(line, qty)] })
      await keeper.ok(cartons.weighCarton, { id: box.id, version: (await carton(box.id)).version, weight: qty })
      await keeper.ok(cartons.sealCartons, { cartons: [{ id: box.id }] })
      packed.push(box)
    }
    const [first, second] = packed as [(typeof packed)[0], (typeof packed)[0]]
    const ship = (...cartonIds: number[]) => keeper.ok(calls.shipNotices, { ids: [id], cartonIds })
    expect((await ship(first.id)).refused[0]).toMatchObject({
      reason: 'outbound.cartonsMissing',
      msg: `漏 1 箱：${second.cartonNo}`,
    })
    expect((await ship()).refused[0]).toMatchObject({
      msg: `漏 2 箱：${first.cartonNo}, ${second.cartonNo}`,
    })
    await keeper.ok(calls.interceptOutboundNotices, { ids: [id], reason: '地址有误' })
    expect((await ship(first.id, second.id)).refused[0]).toMatchObject({ reason: 'outbound.intercepted' })
    await dock.world.admin.ok(calls.releaseOutboundNotices, { ids: [id] })
    // Sent twice, as after a lost answer, it leaves once.
    const key = randomUUID()
    const input = { ids: [id], cartonIds: [first.id, second.id] }
    for (const time of [1, 2])
      expect((await keeper.send(calls.shipNotices, input, { key })).data, String(time)).toMatchObject({ done: 1 })
    expect(await dock.detail(id)).toMatchObject({ state: 'shipped', shipped: '6' })
    expect((await dock.detail(id)).shipments).toHaveLength(1)
  })

  it('[RT-18/encasement] taken out again, unsealed with a reason, deleted when empty', async () => {
    const { keeper, world } = dock
    const item = await dock.fresh('TAKEOUT', '4')
    const { id } = await dock.picked([piece(item, '4')])
    const { id: cartonId } = await dock.packed(id)
    expect((await dock.detail(id)).state).toBe('packed')
    expect(await keeper.refused(cartons.unsealCartons, { ids: [cartonId], reason: '少装' })).toMatchObject({
      code: 403,
    })
    await world.admin.ok(cartons.unsealCartons, { ids: [cartonId], reason: '少装' })
    expect(await carton(cartonId)).toMatchObject({ state: 'open', weight: null, sealNo: null })
    expect((await dock.detail(id)).state).toBe('picked')
    const packed = (await carton(cartonId)).contents[0]?.id as number
    expect(await keeper.ok(cartons.takeOutOfCarton, { cartonId, id: packed, qty: '1', serials: [] })).toEqual({
      qty: '3',
    })
    expect(await dock.balances(item)).toEqual(['S-01 1/1', 'S-01 in carton 3/3'])
    expect((await world.admin.ok(cartons.deleteCartons, { ids: [cartonId] })).refused[0]).toMatchObject({
      reason: 'outbound.cartonFull',
    })
    await keeper.ok(cartons.takeOutOfCarton, { cartonId, id: packed, serials: [] })
    expect(await dock.balances(item)).toEqual(['S-01 4/4'])
    expect(await world.admin.ok(cartons.deleteCartons, { ids: [cartonId] })).toMatchObject({ done: 1 })
    expect(await dock.detail(id)).toMatchObject({ cartons: [], cartonCount: 0, packed: '0' })
  })

  it('[RT-18/encasement] numbers of cartons: the prefix of the company, a label of ones own, each once', async () => {
    const { keeper, world } = dock
    const item = await dock.fresh('SSCC', '4')
    const { id } = await dock.picked([piece(item, '4')])
    expect(await keeper.refused(cartons.setCartonPrefix, { prefix: '6901234' })).toMatchObject({ code: 403 })
    expect((await world.admin.refused(cartons.setCartonPrefix, { prefix: '12' })).fields).toMatchObject([
      { reason: 'outbound.gs1Prefix' },
    ])
    await world.admin.ok(cartons.setCartonPrefix, { prefix: '6901234' })
    const { cartonNo } = await open(id)
    expect(cartonNo).toMatch(/^06901234\d{10}$/)
    await open(id, { cartonNo: '095287654321012346' })
    for (const [no, reason] of [
      ['095287654321012345', 'outbound.sscc'],
      ['095287654321012346', 'outbound.cartonTaken'],
    ] as const)
      expect((await keeper.refused(cartons.openCarton, { noticeId: id, cartonNo: no })).fields).toMatchObject([
        { path: 'cartonNo', reason },
      ])
  })

  it('[D-05] numbers go into the carton that they are scanned into', async () => {
    const { keeper, phone } = dock
    await dock.stock('A-01', phone, '3', { serials: ['N1', 'N2', 'N3'] })
    const { id } = await dock.notice([piece(phone, '3')])
    await dock.allocate(id)
    const task = await dock.wave(id)
    await dock.pick(task.id, task.lines[0]?.id as number, '3', { serials: ['N1', 'N2', 'N3'] })
    const line = await lineOf(id)
    const { id: cartonId } = await open(id)
    const pack = (qty: string, serials: string[]) =>
      keeper.send(cartons.packGoods, { cartonId, lines: [row(line, qty, { serials })] })
    expect((await pack('2', ['N1'])).error).toMatchObject({ fields: [{ reason: 'outbound.serialsOf' }] })
    expect((await pack('1', ['N9'])).error).toMatchObject({ fields: [{ reason: 'outbound.serialNotHere' }] })
    expect((await pack('2', ['N3', 'N1'])).code).toBe(200)
    expect((await carton(cartonId)).contents[0]?.serials.sort()).toEqual(['N1', 'N3'])
    expect((await keeper.ok(cartons.getPackingDesk, { id })).loose[0]).toMatchObject({ left: '1', serials: ['N2'] })
    // What is left goes without being named.
    expect((await pack('1', [])).code).toBe(200)
  })
})

describe('unpacking', () => {
  it('[RT-18/enchase] a whole carton: its goods stand ready again, its notice is picked; and back', async () => {
    const { keeper, world, at } = dock
    const item = await dock.fresh('WHOLE', '4')
    const { id } = await dock.picked([piece(item, '4')])
    const { id: cartonId, cartonNo } = await dock.packed(id)
    const input = { code: cartonNo, reason: 'wrong' as const, toLocationId: at['S-02'] as number, lines: [] }
    expect(
      (await keeper.refused(unpacking.unpackContainer, { ...input, toLocationId: at['A-01'] as number })).fields,
    ).toMatchObject([{ path: 'toLocationId' }])
    const { id: unpackId, unpackNo } = await keeper.ok(unpacking.unpackContainer, input)
    expect(unpackNo).toMatch(/^CX\d{11}$/)
    expect(await dock.balances(item)).toEqual(['S-02 4/4'])
    expect(await dock.detail(id)).toMatchObject({ state: 'picked', packed: '0', cartonCount: 0 })
    expect((await carton(cartonId)).state).toBe('unpacked')
    expect(await keeper.ok(unpacking.getUnpackings, { q: cartonNo })).toMatchObject({
      rows: [
        { unpackNo, kind: 'whole', reason: 'wrong', qty: '4', itemNo: 'WHOLE', toLocation: 'S-02', reversed: false },
      ],
    })
    const back = { ids: [unpackId], reason: '拆错' }
    expect(await keeper.refused(unpacking.reverseUnpacking, back)).toMatchObject({ code: 403 })
    expect(await world.admin.ok(unpacking.reverseUnpacking, back)).toEqual({ done: 1, refused: [] })
    expect(await dock.balances(item)).toEqual(['S-01 in carton 4/4'])
    expect(await dock.detail(id)).toMatchObject({ state: 'packed' })
    expect((await world.admin.ok(unpacking.reverseUnpacking, back)).refused[0]).toMatchObject({
      reason: 'outbound.reversed',
    })
    expect(await keeper.ok(unpacking.getUnpackingTotals, {})).toMatchObject({ tabs: { whole: 0, reversed: 1 } })
  })

  it('[RT-18/enchase] a part: the carton is open again; not back once the goods went on', async () => {
    const { keeper, world, at } = dock
    const item = await dock.fresh('SOME', '5')
    const { id } = await dock.picked([piece(item, '5')])
    const { id: cartonId, cartonNo } = await dock.packed(id)
    const { contents } = await keeper.ok(unpacking.getContainer, { code: cartonNo })
    const { id: unpackId } = await keeper.ok(unpacking.unpackContainer, {
      code: cartonNo,
      reason: 'change',
      toLocationId: at['S-01'] as number,
      lines: [{ id: contents[0]?.id as number, qty: '2', serials: [] }],
    })
    expect(await dock.balances(item)).toEqual(['S-01 2/2', 'S-01 in carton 3/3'])
    expect(await carton(cartonId)).toMatchObject({ state: 'open', weight: null, qty: '3' })
    expect(await keeper.ok(unpacking.getUnpacking, { id: unpackId })).toMatchObject({
      kind: 'part',
      lines: [{ itemNo: 'SOME', qty: '2', fromLocation: 'S-01' }],
    })
    const { id: other } = await open(id)
    await keeper.ok(cartons.packGoods, { cartonId: other, lines: [row(await lineOf(id), '2')] })
    expect(
      (await world.admin.ok(unpacking.reverseUnpacking, { ids: [unpackId], reason: 'x' })).refused[0],
    ).toMatchObject({
      reason: 'outbound.goodsMoved',
    })
    const packed = (await carton(other)).contents[0]?.id as number
    await keeper.ok(cartons.takeOutOfCarton, { cartonId: other, id: packed, serials: [] })
    expect(await world.admin.ok(unpacking.reverseUnpacking, { ids: [unpackId], reason: 'x' })).toMatchObject({
      done: 1,
    })
    expect(await dock.balances(item)).toEqual(['S-01 in carton 5/5'])
  })

  it('[RT-18/enchase] off a pallet, what is neither promised nor frozen; a broken pack is a note', async () => {
    const { keeper, world, at, milk, goods } = dock
    await dock.stock('A-02', milk, '24', { container: 'P-7', batchNo: 'L1', expiry: day(200) })
    const { id } = await dock.notice([piece(milk, '20')])
    await dock.allocate(id)
    const container = await keeper.ok(unpacking.getContainer, { code: 'P-7' })
    expect(container).toMatchObject({
      type: 'lpn',
      locationCode: 'A-02',
      contents: [{ itemNo: 'MILK', qty: '24', free: '4', batchNo: 'L1' }],
    })
    const off = (qty: string) =>
      keeper.send(unpacking.unpackContainer, {
        code: 'P-7',
        reason: 'loose',
        toLocationId: at['A-03'],
        lines: [{ id: container.contents[0]?.id, qty, serials: [] }],
      })
    expect((await off('5')).error).toMatchObject({ reason: 'outbound.promised', params: { free: '4' } })
    const made = await off('4')
    expect(made.code).toBe(200)
    expect(await dock.balances(milk)).toEqual(['A-02 L1 in lpn 20/20', 'A-03 L1 4/0'])
    expect(await world.admin.ok(unpacking.reverseUnpacking, { ids: [made.data.id], reason: 'x' })).toMatchObject({
      done: 1,
    })
    expect(await dock.balances(milk)).toEqual(['A-02 L1 in lpn 24/20'])
    const before = (await dock.ledger(milk)).length
    const note = { warehouseId: goods.warehouseId, itemId: milk, unit: 'box', count: 2, reason: 'loose' as const }
    const { id: noted } = await keeper.ok(unpacking.breakPack, note)
    expect(await keeper.ok(unpacking.getUnpacking, { id: noted })).toMatchObject({
      kind: 'pack',
      qty: '24',
      lines: [{ unit: 'box', unitQty: '2' }],
    })
    expect(await dock.ledger(milk)).toHaveLength(before)
    // Not more than stand there, in the warehouse or at the place that is named.
    for (const [wrong, qty] of [
      [{ count: 3 }, '24'],
      [{ count: 1, locationId: at['A-03'] as number }, '0'],
    ] as const)
      expect((await keeper.refused(unpacking.breakPack, { ...note, ...wrong })).fields).toMatchObject([
        { path: 'count', reason: 'outbound.fewerThere', params: { qty } },
      ])
    // A note written by mistake is taken back, and the goods stay as they are.
    expect(await world.admin.ok(unpacking.reverseUnpacking, { ids: [noted], reason: 'x' })).toMatchObject({ done: 1 })
    expect(await keeper.ok(unpacking.getUnpacking, { id: noted })).toMatchObject({ reversed: true })
    expect(await dock.ledger(milk)).toHaveLength(before)
    expect((await keeper.refused(unpacking.breakPack, { ...note, unit: 'pallet' })).fields).toMatchObject([
      { path: 'unit', reason: 'inbound.unit' },
    ])
    expect((await keeper.refused(unpacking.getContainer, { code: 'NONE' })).fields).toMatchObject([
      { path: 'code', reason: 'outbound.unknownContainer' },
    ])
    const sheet = await download(keeper, unpacking.exportUnpackings, { columns: 'unpackNo,kind' })
    expect(sheet.rows[0]).toEqual(['拆箱单号', '类型'])
  })
})
