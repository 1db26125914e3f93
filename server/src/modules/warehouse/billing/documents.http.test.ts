import * as approvals from '@xunyun/contract/approvals/calls'
import * as setup from '@xunyun/contract/approvals/setup'
import * as adjustments from '@xunyun/contract/costs/adjustments'
import * as charges from '@xunyun/contract/warehouse/billing/charges'
import * as calls from '@xunyun/contract/warehouse/billing/quotations'
import * as inbound from '@xunyun/contract/warehouse/receiving/calls'
import * as outbound from '@xunyun/contract/warehouse/shipping/notices'
import * as counts from '@xunyun/contract/warehouse/storing/counts'
import * as orders from '@xunyun/contract/warehouse/storing/orders'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyFor } from '../../../../test/applying.ts'
import { type Dock, openDock } from '../../../../test/dock.ts'
import { day } from '../../../../test/floor.ts'
import { deciding } from '../../../../test/owing.ts'
import { reviewedBy } from '../../../../test/reviews.ts'
import type { Person } from '../../../../test/world.ts'
import { clock } from '../../../platform/clock.ts'
import { runNight } from './index.ts'

/** Receipts, shipments, moves and counts of today, charged by the night after; what a person enters is charged at once. */
let dock: Dock
const admin = () => dock.world.admin
let boss: Person
let lastCharge = 0

beforeAll(async () => {
  dock = await openDock()
  boss = await dock.world.person('boss', { rights: { unreviewed: 'approve' } })
  await admin().ok(setup.addApproverLevel, {
    bizType: 'warehouseQuotation',
    level: 1,
    mode: 'any',
    amountFrom: '0',
    userIds: [boss.id],
    roleIds: [],
  })
  await reviewedBy(dock.world, boss.id, ['costZJ'])
  const { id } = await admin().ok(calls.addQuotation, {
    customerId: dock.goods.owner,
    validFrom: day(-30),
    items: [
      { feeItem: 'inbound', trigger: 'inbound', basis: 'box', rate: '1.5' },
      { feeItem: 'handling', trigger: 'inbound', basis: 'pallet', rate: '8' },
      { feeItem: 'outbound', trigger: 'outbound', basis: 'order', rate: '5' },
      { feeItem: 'handling', trigger: 'outbound', basis: 'kg', rate: '0.1', minCharge: '3' },
      { feeItem: 'moving', trigger: 'move', basis: 'piece', rate: '0.2' },
      { feeItem: 'counting', trigger: 'count', basis: 'piece', rate: '0.05' },
      { feeItem: 'labelling', trigger: 'valueAdded', basis: 'piece', rate: '0.3', taxRate: '6' },
    ],
  })
  await admin().ok(calls.submitQuotations, { ids: [id] })
  const { rows } = await boss.client.ok(approvals.getApprovals, {})
  await boss.client.ok(approvals.decideApprovals, { ids: [rows[0]?.id ?? 0], decision: 'approve' })
})
afterAll(async () => {
  expect(await dock.close()).toEqual([])
})

/** The night after so many days from today. */
const night = (after = 0) =>
  clock.as(new Date(`${day(after + 1)}T00:30:00+08:00`), () => runNight(dock.world.db as never))
/** What has been written since the last look: "trigger item quantity amount", the sign first. */
async function written() {
  const { rows } = await admin().ok(charges.getWarehouseCharges, { pageSize: 500 })
  const fresh = rows.filter(({ id }) => id > lastCharge).sort((a, b) => a.id - b.id)
  lastCharge = Math.max(lastCharge, ...fresh.map(({ id }) => id))
  return fresh
}
const brief = (rows: Awaited<ReturnType<typeof written>>) =>
  rows.map(({ trigger, feeItem, quantity, amount }) => `${trigger} ${feeItem} ${quantity} ${amount}`).sort()

const charge = (id: number) => admin().ok(charges.getWarehouseCharge, { id })

describe('[RT-18/quotation] what documents are charged', () => {
  let received: { id: number; receiptId: number }

  it('a receipt that is finished: boxes begun are whole ones, pallets are the containers', async () => {
    const box = await dock.goods.item('BOXED', {
      packs: [
        { unit: 'box', ratio: '12' },
        { unit: 'pallet', ratio: '100' },
      ],
    } as never)
    const { id, notice, receipt } = await dock.goods.notice([{ itemId: box, qty: '150' }])
    received = { id, receiptId: receipt.id }
    const lineId = receipt.lines[0]?.id as number
    const line = { lineId, damaged: '0', short: '0', quality: 'good' as const, serials: [], damagedSerials: [] }
    for (const some of [{ qty: '40', containerCode: 'P000777' }, { qty: '101' }])
      await admin().ok(inbound.receiveGoods, { id: receipt.id, lines: [{ ...line, ...some }] } as never)
    const { version } = await admin().ok(inbound.getReceipt, { id: receipt.id })
    await admin().ok(inbound.finishReceipt, { id: receipt.id, version, rest: 'short' })
    await night()
    const rows = await written()
    expect(brief(rows)).toEqual(['inbound handling 3 24.00', 'inbound inbound 12 18.00'])
    expect(rows[0]).toMatchObject({
      day: day(0),
      docType: 'receipt',
      docId: receipt.id,
      docNo: receipt.receiptNo,
      free: '0',
    })
    expect(notice.noticeNo).toBe(receipt.receiptNo.slice(0, notice.noticeNo.length))
  })

  it('one that has something taken back is not finished any more: its charges are cancelled', async () => {
    const { entries } = await admin().ok(inbound.getReceipt, { id: received.receiptId })
    const open = (await admin().ok(charges.getWarehouseCharges, { tab: 'open' })).rows
    await admin().ok(inbound.takeBackEntry, { entryId: entries[0]?.id as number })
    await night()
    expect(await written()).toEqual([])
    for (const { id } of open) expect(await charge(id)).toMatchObject({ state: 'cancelled', amount: '0.00' })
    expect((await charge(open[0]?.id as number)).calculated).not.toBe('0.00')
    const history = await admin().ok(charges.getWarehouseChargeHistory, { id: open[0]?.id as number })
    expect(history[0]).toMatchObject({ action: 'cancelled', byName: '—' })
  })

  it('a shipment, by the document and by weight with its least; taken back, nothing is owed', async () => {
    const nut = await dock.fresh('NUT', '100', 'A-02', { grossWeight: '0.2' })
    const { id } = await dock.picked([{ itemId: nut, qty: '50' }])
    const { shipped } = await dock.keeper.ok(outbound.shipNotices, { ids: [id] })
    await night()
    const rows = await written()
    expect(brief(rows)).toEqual(['outbound handling 10 3.00', 'outbound outbound 1 5.00'])
    await night()
    expect(await written()).toEqual([])
    await admin().ok(outbound.reverseShipment, { shipmentId: shipped[0]?.shipmentId as number, reason: '退回' })
    await night()
    for (const row of rows) expect(await charge(row.id)).toMatchObject({ state: 'cancelled', amount: '0.00' })
  })

  it('one that was applied for is taken back by a charge against it, once', async () => {
    const bolt = await dock.fresh('BOLT', '100', 'A-03', { grossWeight: '1' })
    const { id } = await dock.picked([{ itemId: bolt, qty: '40' }])
    const { shipped } = await dock.keeper.ok(outbound.shipNotices, { ids: [id] })
    await night()
    const rows = await written()
    const ids = rows.map((row) => row.id)
    await applyFor(dock.world, dock.goods.owner, ids, boss.id)
    // One was adjusted besides: what takes it back takes that with it.
    const chargeId = rows.find(({ trigger, feeItem }) => trigger === 'outbound' && feeItem === 'handling')?.id as number
    const lines = [{ chargeId, feeItem: 'handling' as const, amount: '-1', reason: '少算' }]
    const { nos } = await admin().ok(adjustments.addAdjustments, { lines, submit: true })
    await deciding(boss)(nos[0] as string)
    await admin().ok(outbound.reverseShipment, { shipmentId: shipped[0]?.shipmentId as number, reason: '退回' })
    await night()
    const against = await written()
    expect(brief(against)).toEqual(['outbound handling -40 -3.00', 'outbound outbound -1 -5.00'])
    expect(against.map(({ reversesId }) => reversesId).sort()).toEqual(rows.map((row) => row.id).sort())
    await night()
    expect(await written()).toEqual([])
  })

  it('goods that were moved to another place, and places that were counted', async () => {
    const pin = await dock.fresh('PIN', '70', 'A-04')
    const stock = (await admin().ok(orders.getMovableStock, { q: 'PIN' })).find(({ itemNo }) => itemNo === 'PIN')
    const order = await admin().ok(orders.addStockOrder, {
      type: 'move',
      reason: 'tidy',
      run: true,
      lines: [{ stockId: stock?.id as number, qty: '30', toLocationId: dock.at['A-01'] as number, serials: [] }],
    })
    await admin().ok(orders.addStockOrder, {
      type: 'freeze',
      reason: 'inspection',
      run: true,
      lines: [{ stockId: stock?.id as number, qty: '5', serials: [] }],
    })
    const counted = await admin().ok(counts.addStockCount, {
      warehouseId: dock.goods.warehouseId,
      zoneIds: [],
      locationIds: [dock.at['A-04'] as number],
      itemIds: [],
      start: true,
    })
    const detail = await admin().ok(counts.getStockCount, { id: counted.id })
    const lines = await dock.balances(pin)
    expect(lines).toEqual(['A-01 30/0', 'A-04 40/0'])
    await admin().ok(counts.countPlace, {
      id: counted.id,
      locationId: detail.places[0]?.locationId as number,
      entries: [{ itemId: pin, batchNo: '', quality: 'good', qty: '40', serials: [] }],
    } as never)
    await admin().ok(counts.submitStockCount, { id: counted.id })
    await night()
    const rows = await written()
    expect(brief(rows)).toEqual(['count counting 40 2.00', 'move moving 30 6.00'])
    expect(rows.map(({ docNo }) => docNo).sort()).toEqual([counted.countNo, order.orderNo].sort())
    await admin().ok(orders.reverseStockOrders, { ids: [order.id] })
    await night()
    expect(await charge(rows.find(({ trigger }) => trigger === 'move')?.id as number)).toMatchObject({
      state: 'cancelled',
    })
  })

  it('what was entered by hand is charged at once by the rate agreed, and cancelled with a reason', async () => {
    const input = {
      customerId: dock.goods.owner,
      warehouseId: dock.goods.warehouseId,
      day: day(-1),
      feeItem: 'labelling' as const,
      quantity: '200',
      docNo: 'CK-77',
      remark: '贴唛头',
    }
    const { id, amount } = await admin().ok(charges.addValueAdded, input, { key: 'label-1' })
    expect(await admin().ok(charges.addValueAdded, input, { key: 'label-1' })).toEqual({ id, amount })
    expect(await charge(id)).toMatchObject({
      trigger: 'valueAdded',
      amount: '60.00',
      taxRate: '6.00',
      docNo: 'CK-77',
      docId: null,
      remark: '贴唛头',
      actions: [{ key: 'cancel' }],
    })
    expect((await charge(id)).steps.map(({ step }) => step)).toEqual(['matchedAll', 'byHand', 'unitPrice', 'tax'])
    // A run leaves it alone, and a second one like it is a second one.
    const { id: second } = await admin().ok(charges.addValueAdded, input)
    await night()
    lastCharge = second
    expect(await charge(id)).toMatchObject({ state: 'open', amount: '60.00' })
    expect((await admin().refused(charges.addValueAdded, { ...input, feeItem: 'packing' })).fields[0]).toMatchObject({
      path: 'feeItem',
      reason: 'warehouseBilling.noItem',
    })
    expect((await admin().refused(charges.addValueAdded, { ...input, day: day(1) })).fields[0]).toMatchObject({
      path: 'day',
      reason: 'warehouseBilling.future',
    })
    const shipment = (await admin().ok(charges.getWarehouseCharges, { triggers: ['outbound'], tab: 'applied' })).rows[0]
    const out = await admin().ok(charges.cancelValueAdded, { ids: [id, shipment?.id as number], reason: '录错' })
    expect(out).toMatchObject({ done: 1, refused: [{ reason: 'warehouseBilling.notByHand' }] })
    expect(await charge(id)).toMatchObject({ state: 'cancelled', amount: '0.00', cancelReason: '录错', actions: [] })
    expect((await admin().ok(charges.cancelValueAdded, { ids: [id], reason: '再' })).refused[0]?.reason).toBe(
      'warehouseBilling.chargeState',
    )
  })

  it('[D-01] the list filters by what and when, and goes out as Excel', async () => {
    const list = async (filter: Record<string, unknown>) =>
      (await admin().ok(charges.getWarehouseCharges, { pageSize: 500, ...filter } as never)).rows.length
    expect(await list({ triggers: ['count', 'move'] })).toBe(2)
    expect(await list({ feeItem: 'labelling', from: day(-1), to: day(-1) })).toBe(2)
    expect(await list({ q: 'CK-77' })).toBe(2)
    const totals = await admin().ok(charges.getWarehouseChargeTotals, { feeItem: 'labelling' })
    expect(totals).toMatchObject({
      count: 2,
      quantity: '200',
      amount: '60.00',
      tabs: { all: 2, open: 1, cancelled: 1 },
    })
    const file = await admin().fetch(`${charges.exportWarehouseCharges.path}?feeItem=labelling`)
    expect(file.headers.get('content-type')).toContain('spreadsheetml')
  })
})
