import * as dispatch from '@xunyun/contract/dispatch/calls'
import * as calls from '@xunyun/contract/printing/calls'
import * as waybills from '@xunyun/contract/waybills/calls'
import { notifyPickup } from '@xunyun/contract/waybills/pickup'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, type Freight, openFreight, waybillOf } from '../../../test/freight.ts'
import { type Client, openWorld, type Person, type World } from '../../../test/world.ts'

let world: World
let freight: Freight
let admin: Client
let atHangzhou: Person
let atGuangzhou: Person
let customer: Person
let other: Person
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  admin = (await world.person('boss', { rights: 'all' })).client
  const rights = { printDocuments: 'browse' } as const
  atHangzhou = await world.person('hangzhou', { rights, scope: 'outlet', companies: [freight.hangzhou] })
  atGuangzhou = await world.person('guangzhou', { rights, scope: 'outlet', companies: [freight.guangzhou] })
  customer = await world.person('yunfan', { rights, scope: 'customer', companies: [freight.yunfan] })
  other = await world.person('hengda', { rights, scope: 'customer', companies: [freight.hengda] })
})
afterAll(() => world.close())

const placed = (over: Parameters<Freight['waybill']>[2] = {}, pieces = 3) => freight.waybill(admin, pieces, over)
const textOf = (pages: readonly { svg: string }[]) =>
  pages.flatMap(({ svg }) => [...svg.matchAll(/>([^<]+)<\/text>/g)].map(([, text]) => text)).join('\n')

async function trip(ids: number[]) {
  return admin.ok(dispatch.createArrangement, {
    type: 'pickup',
    vehicleId: await freight.addVehicle(`浙D${10000 + (ids[0] ?? 0)}`),
    driverId: await freight.addDriver('装车司机'),
    toOutletId: freight.hangzhou,
    planAt: new Date(Date.now() + 3_600_000).toISOString(),
    lines: ids.map((waybillId) => ({ waybillId, fromPlace: 'shipper' as const, fromId: 0, pieces: 3 })),
  })
}

describe('what a paper says', () => {
  it('[PR-04] a waybill has both parties, goods, services, the amount in words, barcode, and a code that leads to its proof', async () => {
    const { id, waybillNo } = await placed({
      codAmount: '1280.05',
      payMethod: 'collect',
      remarkCustomer: '轻放防潮',
      receiptRequirement: 'receipt',
      receiptCopies: 2,
    })
    const { pages, pageCount, template } = await admin.ok(calls.previewPrint, { type: 'waybill', id })
    expect([pageCount, template]).toEqual([1, 'waybill.a5'])
    expect(pages[0]).toMatchObject({ width: 210, height: 148 })
    const text = textOf(pages)
    for (const word of [
      waybillNo,
      '王志强',
      '138 5711 2086',
      '陈国强',
      '139 2210 4475',
      '电子配件',
      '到付',
      '¥1,280.05',
      '壹仟贰佰捌拾元零伍分',
      '签回单 2 份',
      '轻放防潮',
      '发货人签字',
      '货物运单',
    ])
      expect(text).toContain(word)
    expect(text).not.toContain('补打')
  })

  it('[PR-04] a label tells its piece, a receipt says what is signed for, a loading list carries every waybill', async () => {
    const [a, b] = [await placed(), await placed({ receiptRequirement: 'receipt' })]
    expect(textOf((await admin.ok(calls.previewPrint, { type: 'label', id: a.id, piece: 2 })).pages)).toMatch(
      new RegExp(`${a.waybillNo}-002[\\s\\S]*2 / 3`),
    )
    expect(textOf((await admin.ok(calls.previewPrint, { type: 'receipt', id: b.id })).pages)).toContain('特此签收')
    const load = await trip([a.id, b.id])
    const text = textOf((await admin.ok(calls.previewPrint, { type: 'loading', id: load.id })).pages)
    for (const word of [load.arrangementNo, a.waybillNo, b.waybillNo, '装车司机', '合计', '装车清单', '司机签字'])
      expect(text).toContain(word)
  })

  it('[PR-04] a pickup notice says which code to bring, how many pieces wait, and where; it is listed while they wait', async () => {
    await world.db
      .updateTable('company')
      .set({ address: '太和镇物流园2号', tel: '020-36001234' })
      .where('id', '=', freight.guangzhou)
      .execute()
    const { id, waybillNo } = await placed({ deliveryWay: 'selfPickup' })
    await admin.ok(waybills.checkInWaybills, { ids: [id], outletId: freight.guangzhou })
    const listed = async () =>
      (await admin.ok(calls.getPrintWaybills, { type: 'pickupNotice', ids: [id] })).rows.map((row) => row.id)
    expect(await listed()).toEqual([])
    await admin.ok(notifyPickup, { ids: [id] })
    expect(await listed()).toEqual([id])
    const code = (await admin.ok(waybills.getWaybill, { id })).pickupCode ?? ''
    const text = textOf((await customer.client.ok(calls.previewPrint, { type: 'pickupNotice', id })).pages)
    for (const word of [
      waybillNo,
      code,
      '3',
      '广州白云站',
      '太和镇物流园2号',
      '020-36001234',
      '陈国强',
      '自提通知',
      '请凭提货码',
    ])
      expect(text).toContain(word)
    await admin.ok(waybills.signWaybill, { id, signed: 3, pickupCode: code, signer: '陈国强', signedAt: ago(0) })
    expect(await listed()).toEqual([])
    expect(textOf((await admin.ok(calls.previewPrint, { type: 'pickupNotice', id })).pages)).not.toContain(code)
  })

  it('[SE-08] an internal remark is printed for colleagues by a template that has it, never for a customer', async () => {
    const { id } = await placed({ remarkInternal: '客户常拖欠' })
    const { presetLayout } = await import('@xunyun/contract/printing/presets')
    const { mapItems } = await import('@xunyun/contract/printing/layout')
    const { addPrintTemplate } = await import('@xunyun/contract/printing/templates')
    const layout = mapItems(presetLayout('waybill', 'a4'), (item) => ({ ...item, on: true }))
    const { ref } = await admin.ok(addPrintTemplate, { type: 'waybill', name: '全部字段', layout })
    const as = async (client: Client) =>
      textOf((await client.ok(calls.previewPrint, { type: 'waybill', id, template: ref })).pages)
    expect(await as(atHangzhou.client)).toContain('客户常拖欠')
    expect(await as(customer.client)).not.toContain('客户常拖欠')
  })
})

describe('[SE-08] whose papers', () => {
  it('everybody lists, previews and prints what is his, and nobody else’s exists', async () => {
    const { id, waybillNo } = await placed()
    const load = await trip([id])
    const sees = async ({ client }: Person) =>
      (await client.ok(calls.getPrintWaybills, { type: 'waybill', ids: [id] })).rows.length
    expect([await sees(atHangzhou), await sees(atGuangzhou), await sees(customer), await sees(other)]).toEqual([
      1, 0, 1, 0,
    ])
    for (const { client } of [atGuangzhou, other]) {
      expect((await client.refused(calls.previewPrint, { type: 'waybill', id })).code).toBe(404)
      expect((await client.refused(calls.startPrintBatch, { type: 'waybill', ids: [id], way: 'pdf' })).code).toBe(404)
      expect((await client.refused(calls.getPrintLog, { type: 'waybill', id })).code).toBe(404)
      expect((await client.refused(calls.previewPrint, { type: 'loading', id: load.id })).code).toBe(404)
    }
    // A trip carries others' freight too.
    expect((await customer.client.refused(calls.previewPrint, { type: 'loading', id: load.id })).code).toBe(404)
    const mine = await atHangzhou.client.ok(calls.startPrintBatch, { type: 'waybill', ids: [id], way: 'pdf' })
    for (const call of [calls.nextOfBatch, calls.confirmPrinted] as const)
      expect((await customer.client.refused(call, { id: mine.id, holder: 'x', to: 1 })).code).toBe(404)
    expect((await customer.client.refused(calls.getBatchPdf, { id: mine.id })).code).toBe(404)
    expect(waybillNo).toMatch(/^YD/)
  })

  it('whoever may not open the page may not print either', async () => {
    const { id } = await placed()
    const { client } = await world.person('looks', { rights: { allWayBill: 'approve', printTemplate: 'browse' } })
    for (const [call, input] of [
      [calls.startPrintBatch, { type: 'waybill', ids: [id], way: 'pdf' }],
      [calls.nextOfBatch, { id: 1, holder: 'x' }],
      [calls.confirmPrinted, { id: 1, holder: 'x', to: 1 }],
      [calls.settleBatch, { id: 1, holder: 'x', to: 1 }],
      [calls.stopPrintBatch, { id: 1 }],
    ] as const)
      expect((await client.refused(call, input)).code).toBe(403)
  })

  it('a record that went out of sight between two sheets ends the printing', async () => {
    const { id } = await placed()
    const { client } = atHangzhou
    const batch = await client.ok(calls.startPrintBatch, { type: 'label', ids: [id], way: 'service' })
    await world.db.deleteFrom('waybill_outlet').where('waybill_id', '=', id).execute()
    expect((await client.refused(calls.nextOfBatch, { id: batch.id, holder: 'x' })).code).toBe(404)
    expect((await client.refused(calls.getBatchPdf, { id: batch.id })).code).toBe(404)
  })
})

describe('the lists', () => {
  it('[RT-16/wayBillList/Type] what was printed leaves 未打印, with count, time and name; drafts and cancelled ones are not listed', async () => {
    const { client } = await world.person('lister', { rights: { printDocuments: 'browse' } })
    const one = await placed({ customerId: freight.hengda })
    const two = await placed({ customerId: freight.hengda })
    const draft = await admin.ok(waybills.createWaybill, waybillOf(freight.hangzhou, freight.hengda, 2))
    const gone = await placed({ customerId: freight.hengda })
    await admin.ok(waybills.cancelWaybills, { ids: [gone.id], reason: '客户取消' })
    const filter = { type: 'waybill', customerId: freight.hengda } as const
    const listed = async (tab?: 'todo' | 'done') => (await client.ok(calls.getPrintWaybills, { ...filter, tab })).rows
    // What was placed last is printed next.
    expect((await listed('todo')).map((row) => row.id)).toEqual([two.id, one.id])
    const batch = await client.ok(calls.startPrintBatch, { type: 'waybill', ids: [two.id, one.id], way: 'browser' })
    const { sheets } = await client.ok(calls.nextOfBatch, { id: batch.id, holder: 'w' })
    expect(sheets.map(({ no }) => no)).toEqual([two.waybillNo, one.waybillNo])
    await client.ok(calls.confirmPrinted, { id: batch.id, holder: 'w', to: 1 })
    expect((await listed('todo')).map((row) => row.id)).toEqual([one.id])
    expect(await listed('done')).toMatchObject([{ id: two.id, printCount: 1, printedBy: 'lister' }])
    expect(await client.ok(calls.getPrintWaybillTotals, { ...filter, tab: 'done' })).toMatchObject({
      count: 1,
      pieces: 3,
      weight: '30.000',
      tabs: { all: 2, todo: 1, done: 1 },
    })
    // A label of it was not printed.
    expect((await client.ok(calls.getPrintWaybills, { type: 'label', ids: [two.id] })).rows[0]?.printCount).toBe(0)
    expect((await client.refused(calls.startPrintBatch, { type: 'waybill', ids: [draft.id], way: 'pdf' })).reason).toBe(
      'printing.notPlaced',
    )
    expect((await client.refused(calls.startPrintBatch, { type: 'waybill', ids: [gone.id], way: 'pdf' })).reason).toBe(
      'printing.cancelled',
    )
  })

  it('[RT-16/wayBillList/Type] what waited longer than a month waits no more, until it is searched for or its days are given', async () => {
    const { client } = await world.person('monthly', { rights: { printDocuments: 'browse' } })
    const { id, waybillNo } = await placed({ customerId: freight.hengda })
    const old = new Date(Date.now() - 40 * 86_400_000).toISOString()
    await world.db.updateTable('waybill').set({ created_at: old }).where('id', '=', id).execute()
    const filter = { type: 'label', tab: 'todo', customerId: freight.hengda } as const
    const has = async (over: Record<string, unknown> = {}) =>
      (await client.ok(calls.getPrintWaybills, { ...filter, ...over })).rows.some((row) => row.id === id)
    expect([await has(), await has({ q: waybillNo }), await has({ bizFrom: '2026-01-01' })]).toEqual([
      false,
      true,
      true,
    ])
    const { tabs, count } = await client.ok(calls.getPrintWaybillTotals, filter)
    expect(count).toBe(tabs.todo)
    expect(tabs.all).toBe((tabs.todo ?? 0) + (tabs.done ?? 0) + 1)
    expect((await client.ok(calls.getPrintWaybillTotals, { ...filter, q: waybillNo })).tabs).toEqual({
      all: 1,
      todo: 1,
      done: 0,
    })
  })

  it('[RT-16/wayBillList/Type] a receipt is listed only where one is asked for; sorted, paged by cursor, exported', async () => {
    const need = await placed({ receiptRequirement: 'original', customerId: freight.yunfan })
    const not = await placed({ customerId: freight.yunfan })
    const ids = [need.id, not.id]
    expect((await admin.ok(calls.getPrintWaybills, { type: 'receipt', ids })).rows.map(({ id }) => id)).toEqual([
      need.id,
    ])
    const first = await admin.ok(calls.getPrintWaybills, {
      type: 'waybill',
      ids,
      pageSize: 1,
      sort: 'waybillNo',
      dir: 'desc',
    })
    expect(first.rows.map(({ id }) => id)).toEqual([not.id])
    const after = await admin.ok(calls.getPrintWaybills, {
      type: 'waybill',
      ids,
      pageSize: 1,
      sort: 'waybillNo',
      dir: 'desc',
      after: first.next ?? '',
    })
    expect([after.rows.map(({ id }) => id), after.next]).toEqual([[need.id], null])
    const file = await admin.fetch(`${calls.exportPrintWaybills.path}?type=waybill&ids=${need.id}`)
    expect(file.headers.get('content-type')).toContain('spreadsheetml')
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  })

  it('[RT-16/wayBillList/Type] trips for loading lists with their load, counted like the others', async () => {
    const a = await placed()
    const load = await trip([a.id])
    const filter = { ids: [load.id] }
    expect((await admin.ok(calls.getPrintTrips, { ...filter, tab: 'todo' })).rows).toMatchObject([
      { arrangementNo: load.arrangementNo, waybills: 1, pieces: 3, printCount: 0 },
    ])
    const batch = await admin.ok(calls.startPrintBatch, { type: 'loading', ids: [load.id], way: 'pdf' })
    await admin.ok(calls.nextOfBatch, { id: batch.id, holder: 'w' })
    await admin.ok(calls.confirmPrinted, { id: batch.id, holder: 'w', to: 1 })
    expect(await admin.ok(calls.getPrintTripTotals, { ...filter, tab: 'done' })).toMatchObject({
      count: 1,
      waybills: 1,
      tabs: { all: 1, todo: 0, done: 1 },
    })
    const file = await admin.fetch(`${calls.exportPrintTrips.path}?ids=${load.id}`)
    expect(file.headers.get('content-type')).toContain('spreadsheetml')
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  })

  it('[PR-05] the minimum versions and the address of the print service are told to the browser', async () => {
    expect(await atHangzhou.client.ok(calls.getPrintSettings, {})).toEqual({
      pluginMin: '6.2.0.0',
      serviceMin: '2.0.9.0',
      serviceUrl: 'http://www.lodop.net/download.html',
    })
  })
})
