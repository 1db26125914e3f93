import * as approvals from '@xunyun/contract/approvals/calls'
import { addApproverLevel } from '@xunyun/contract/approvals/setup'
import { getFees } from '@xunyun/contract/costs/feeList'
import * as dispatch from '@xunyun/contract/dispatch/calls'
import { addCashAccount } from '@xunyun/contract/money/accounts'
import { addReceipt } from '@xunyun/contract/payments/calls'
import * as prices from '@xunyun/contract/prices/calls'
import * as calls from '@xunyun/contract/waybills/calls'
import { confirmPrices, getWaybillCharges, priceWaybill, repriceWaybills } from '@xunyun/contract/waybills/charges'
import * as onward from '@xunyun/contract/waybills/onward'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, type Freight, openFreight, piecesOf, waybillOf } from '../../../../test/freight.ts'
import { type Client, openWorld, type Person, type World } from '../../../../test/world.ts'
import { clock } from '../../../platform/clock.ts'

let world: World
let freight: Freight
let office: Client
let boss: Person
const level = { level: 1, mode: 'any' as const, amountFrom: '0', roleIds: [] }

beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  office = (await world.person('onward-office', { rights: 'all' })).client
  boss = await world.person('onward-boss', {
    rights: { unreviewed: 'approve', priceCheck: 'approve', allWayBill: 'browse', transportPrice: 'approve' },
  })
  await world.admin.ok(addApproverLevel, { ...level, bizType: 'price', userIds: [boss.id] })
}, 60_000)
afterAll(() => world.close())

let count = 0
/** Out for delivery from Hangzhou; then `refused` of it comes back there, the rest is signed. */
async function refused(pieces: number, refused: number, over: Parameters<Freight['waybill']>[2] = {}) {
  count += 1
  const waybill = await freight.waybill(office, pieces, over)
  await office.ok(calls.checkInWaybills, { ids: [waybill.id], at: ago(200) })
  const trip = await office.ok(dispatch.createArrangement, {
    type: 'delivery',
    vehicleId: await freight.addVehicle(`苏A${String(10_000 + count)}`),
    driverId: await freight.addDriver(`返${count}`),
    planAt: ago(-60),
    assign: true,
    lines: [{ waybillId: waybill.id, fromPlace: 'outlet', fromId: freight.hangzhou, pieces }],
  })
  await office.ok(dispatch.departArrangements, { ids: [trip.id], at: ago(100) })
  const at = { id: waybill.id, refused, refuseReason: '包装破损', signer: '陈', signedAt: ago(50) }
  if (refused === pieces)
    await office.ok(calls.refuseWaybill, {
      id: waybill.id,
      from: `arrangement:${trip.id}`,
      pieces,
      reason: '不要了',
      refusedAt: ago(50),
    })
  else {
    const { freightToCollect } = await detail(waybill.id)
    await office.ok(calls.signWaybill, {
      ...at,
      signed: pieces - refused,
      ...(Number(freightToCollect) > 0 ? { freight: freightToCollect, freightChannel: 'cash' } : {}),
      ...(over.codAmount ? { cod: over.codAmount, codChannel: 'cash' } : {}),
    } as never)
  }
  await office.ok(dispatch.arriveArrangements, { ids: [trip.id], at: ago(20) })
  return waybill
}
const detail = (id: number) => office.ok(calls.getWaybill, { id })
const refusedPlace = () => `refused:${freight.hangzhou}`
const back = async (id: number, pieces: number, more: Record<string, unknown> = {}) =>
  office.ok(onward.sendOnward, {
    id,
    version: (await detail(id)).version,
    relation: 'return',
    from: refusedPlace(),
    pieces,
    payMethod: 'monthly',
    reason: '客户拒收',
    ...more,
  } as never)

describe('返货, 转寄', () => {
  it('[T11] refused pieces go back as a linked waybill: parties turned round, goods in proportion, its own outlet where they lie', async () => {
    const parent = await refused(10, 3)
    const child = await back(parent.id, 3, { charges: [{ feeItem: 'return', amount: '60.00' }] })
    const [mother, made] = [await detail(parent.id), await detail(child.id)]
    expect(made).toMatchObject({
      state: 'inStation',
      pieces: 3,
      weight: '30.000',
      outletId: freight.hangzhou,
      receivable: '60.00',
      receiptRequirement: 'none',
      // It lies at an outlet: nobody fetches it.
      pickupWay: 'dropOff',
      shipper: { name: '陈国强', region: '440111' },
      consignee: { name: '王志强', region: '330110' },
      related: [{ waybillNo: parent.waybillNo, relation: 'return', pieces: 3, isParent: true }],
    })
    expect(mother.related).toMatchObject([{ waybillNo: child.waybillNo, isParent: false, pieces: 3 }])
    expect(mother.state).toBe('partSigned')
    expect(await piecesOf(world, parent.id)).toEqual({ consignee: 7, [`returned:${child.id}`]: 3 })
    expect(await piecesOf(world, child.id)).toEqual({ [`outlet:${freight.hangzhou}`]: 3 })
  })

  it('[T11] cancelling it is its undo and gives the pieces back; the parent cannot be undone past it', async () => {
    const parent = await refused(4, 4)
    const child = await back(parent.id, 2)
    const undo = await office.send(calls.undoWaybill, { id: parent.id, reason: 'x' })
    expect(undo).toMatchObject({ error: { reason: 'waybills.undoOnward', params: { no: child.waybillNo } } })
    expect(await office.ok(calls.cancelWaybills, { ids: [child.id], reason: '又要了' })).toMatchObject({ done: 1 })
    expect(await piecesOf(world, parent.id)).toEqual({ [refusedPlace()]: 4 })
    expect((await detail(child.id)).state).toBe('cancelled')
    const plain = await freight.waybill(office, 2)
    await office.ok(calls.checkInWaybills, { ids: [plain.id] })
    expect(await office.ok(calls.cancelWaybills, { ids: [plain.id], reason: 'x' })).toMatchObject({ done: 0 })
  })

  it('[T11] with nothing signed the COD is void and the freight at the door becomes the customer’s; cancelling brings both back', async () => {
    const parent = await refused(2, 2, { codAmount: '800.00', payMethod: 'collect' })
    const child = await back(parent.id, 2)
    expect(await detail(parent.id)).toMatchObject({
      codAmount: '0.00',
      payMethod: 'monthly',
      toCollect: '0.00',
      state: 'closed',
    })
    await office.ok(calls.cancelWaybills, { ids: [child.id], reason: 'x' })
    expect(await detail(parent.id)).toMatchObject({ codAmount: '800.00', payMethod: 'collect', state: 'rejected' })
    const some = await refused(3, 1, { codAmount: '300.00' })
    await back(some.id, 1)
    expect((await detail(some.id)).codAmount).toBe('300.00')
  })

  it('[T11] of a walk-in the new waybill advances what the door should have paid: it is owed there alone, and on the first one again once the new one is cancelled', async () => {
    const parent = await refused(2, 2, {
      customerId: undefined,
      codAmount: '300.00',
      payMethod: 'collect',
      charges: [{ feeItem: 'freight', amount: '120.00' }],
    } as never)
    const child = await back(parent.id, 2, { payMethod: 'collect' })
    const { charges } = await office.ok(getWaybillCharges, { id: child.id })
    expect(charges.find(({ feeItem }) => feeItem === 'advance')?.amount).toBe('120.00')
    const owed = async (id: number) => (await detail(id)).receivable
    expect([await owed(parent.id), await owed(child.id)]).toEqual(['0.00', '120.00'])
    const ofParent = (await office.ok(getFees, { waybillId: parent.id })).rows
    expect(ofParent.map(({ feeItem, open, docNo }) => [feeItem, open, docNo]).sort()).toEqual([
      ['advance', '0.00', child.waybillNo],
      ['freight', '0.00', null],
    ])
    expect(await office.ok(calls.cancelWaybills, { ids: [child.id], reason: '又要了' })).toMatchObject({ done: 1 })
    expect(await owed(parent.id)).toBe('120.00')
    expect(await detail(parent.id)).toMatchObject({ freightToCollect: '120.00', codAmount: '300.00' })

    const paid = await refused(2, 2, {
      customerId: undefined,
      payMethod: 'collect',
      charges: [{ feeItem: 'freight', amount: '120.00' }],
    } as never)
    const { rows } = await boss.client.ok(approvals.getApprovals, { pageSize: 500, q: paid.waybillNo })
    await boss.client.ok(approvals.decideApprovals, {
      ids: rows.map(({ id }) => id),
      decision: 'approve',
      opinion: '同意',
    })
    await office.ok(confirmPrices, { ids: [paid.id] })
    const [charge] = (await office.ok(getFees, { waybillId: paid.id })).rows
    const account = { outletId: freight.hangzhou, kind: 'cash', name: '柜台' } as const
    await office.ok(addReceipt, {
      waybillNo: paid.waybillNo,
      cashAccountId: (await office.ok(addCashAccount, account)).id,
      channel: 'cash',
      amount: '20',
      day: clock.today(),
      lines: [{ chargeId: charge?.id as number, amount: '20' }],
    } as never)
    const next = await back(paid.id, 2, { payMethod: 'collect' })
    const { charges: asked } = await office.ok(getWaybillCharges, { id: next.id })
    expect(asked.find(({ feeItem }) => feeItem === 'advance')?.amount).toBe('100.00')
  })

  it('[T11] a 返货费 typed by hand stands in place of the price in force, also when it is priced anew', async () => {
    // The way back has a price: 8 元/kg.
    await world.admin.ok(addApproverLevel, { ...level, bizType: 'transportPrice', userIds: [boss.id] })
    const { id } = await world.admin.ok(prices.addTransportPrice, {
      name: '恒达 广州杭州',
      direction: 'receivable',
      companyId: freight.hengda,
      fromRegion: '440000',
      toRegion: '330000',
      basis: 'weight',
      unitPrice: '8',
      taxRate: '9',
      validFrom: '2026-01-01',
    })
    await world.admin.ok(prices.submitTransportPrices, { ids: [id] })
    const { rows } = await boss.client.ok(approvals.getApprovals, { pageSize: 500 })
    const ids = rows.flatMap((row) => (row.bizType === 'transportPrice' ? [row.id] : []))
    await boss.client.ok(approvals.decideApprovals, { ids, decision: 'approve', opinion: '同意' })
    const parent = await refused(2, 2, { customerId: freight.hengda })
    const plain = await back(parent.id, 1)
    expect((await detail(plain.id)).receivable).toBe('80.00')
    const typed = await back(parent.id, 1, { charges: [{ feeItem: 'return', amount: '60.00' }] })
    const fees = async () => (await office.ok(getWaybillCharges, { id: typed.id })).charges
    expect((await fees()).map(({ feeItem, amount }) => [feeItem, amount])).toEqual([['return', '60.00']])
    await office.ok(repriceWaybills, { ids: [typed.id] })
    expect((await detail(typed.id)).receivable).toBe('60.00')
  })

  it('more pieces than lie there, a place with none, and another outlet’s goods are refused at their field', async () => {
    const parent = await refused(5, 2)
    const { version } = await detail(parent.id)
    const send = (input: Record<string, unknown>, client = office) =>
      client.send(onward.sendOnward, {
        id: parent.id,
        version,
        relation: 'return',
        from: refusedPlace(),
        pieces: 1,
        payMethod: 'monthly',
        reason: 'x',
        ...input,
      } as never)
    expect(await send({ pieces: 3 })).toMatchObject({ error: { fields: [{ path: 'pieces', params: { free: 2 } }] } })
    expect(await send({ from: `outlet:${freight.guangzhou}` })).toMatchObject({ error: { fields: [{ path: 'from' }] } })
    expect(await send({ from: 'consignee:0' })).toMatchObject({ code: 422 })
    expect(await send({ relation: 'forward' })).toMatchObject({ error: { fields: [{ path: 'consignee' }] } })
    const far = (await world.person('onward-far', { rights: 'all', scope: 'outlet', companies: [freight.guangzhou] }))
      .client
    expect((await send({}, far)).code).not.toBe(200)
    expect(await piecesOf(world, parent.id)).toEqual({ consignee: 3, [refusedPlace()]: 2 })
  })
})

describe('改址, 弃货, 丢失, 找回', () => {
  const consignee = { name: '周敏', phone: '13700137000', region: '330110', address: '文一西路 1 号' }

  it('[T11] another consignee makes refused pieces live again and moves the destination; the freight stays as agreed', async () => {
    const parent = await refused(3, 3)
    await office.ok(priceWaybill, {
      id: parent.id,
      version: (await detail(parent.id)).version,
      charges: [{ feeItem: 'freight', amount: '200.00' }],
      reason: 'x',
    } as never)
    await world.db
      .updateTable('company')
      .set({ service_regions: ['330000'] })
      .where('id', '=', freight.hangzhou)
      .execute()
    const before = await detail(parent.id)
    expect(
      await office.ok(onward.readdressWaybill, {
        id: parent.id,
        version: before.version,
        consignee,
        fee: '50.00',
        reason: '换人收',
      }),
    ).toEqual({ reviewed: false })
    const after = await detail(parent.id)
    expect(after).toMatchObject({
      consignee: { name: '周敏', region: '330110' },
      destOutletId: freight.hangzhou,
      freight: '200.00',
      receivable: '250.00',
    })
    expect(await piecesOf(world, parent.id)).toEqual({ [`outlet:${freight.hangzhou}`]: 3 })
  })

  it('[T11] 改址 is taken back while nothing moved since: consignee, destination, fee, and the refused pieces', async () => {
    const parent = await refused(3, 3)
    const before = await detail(parent.id)
    const readdress = async (over: Record<string, unknown> = {}) =>
      office.ok(onward.readdressWaybill, {
        id: parent.id,
        version: (await detail(parent.id)).version,
        consignee,
        fee: '50.00',
        reason: '换人收',
        ...over,
      } as never)
    await readdress()
    expect((await detail(parent.id)).undoes).toMatchObject({ step: 'readdressed' })
    // Once more, of what is not refused any more: the last is taken back first.
    await readdress({ consignee: { ...consignee, name: '再换' }, fee: undefined })
    await office.ok(calls.undoWaybill, { id: parent.id, reason: '不换了' })
    expect((await detail(parent.id)).consignee.name).toBe('周敏')
    await office.ok(calls.undoWaybill, { id: parent.id, reason: '不换了' })
    const { consignee: was, destOutletId, receivable, state, refused: count } = before
    expect(await detail(parent.id)).toMatchObject({ consignee: was, destOutletId, receivable, state, refused: count })
    expect(await piecesOf(world, parent.id)).toEqual({ [refusedPlace()]: 3 })
    // The next step back is the refusal, not the check-in.
    expect((await detail(parent.id)).undoes?.step).not.toBe('readdressed')
    await readdress({ fee: undefined })
    await office.ok(onward.sendOnward, {
      id: parent.id,
      version: (await detail(parent.id)).version,
      relation: 'return',
      from: `outlet:${freight.hangzhou}`,
      pieces: 1,
      payMethod: 'monthly',
      reason: 'x',
    } as never)
    expect(await office.send(calls.undoWaybill, { id: parent.id, reason: 'x' })).toMatchObject({
      error: { reason: 'waybills.undoOnward' },
    })
  })

  it('[T11] 改址 of goods that nobody refused is taken back too; an edit of the consignee since keeps it', async () => {
    const waybill = await freight.waybill(office, 2)
    const version = async () => (await detail(waybill.id)).version
    await office.ok(calls.checkInWaybills, { ids: [waybill.id], at: ago(200) })
    const { consignee: was } = await detail(waybill.id)
    await office.ok(onward.readdressWaybill, { id: waybill.id, version: await version(), consignee, reason: '换人收' })
    // Whoever did it takes it back without the right to undo; nobody else does.
    const clerk = await world.person('onward-clerk', { rights: { allWayBill: 'edit' } })
    expect((await clerk.client.send(calls.undoWaybill, { id: waybill.id, reason: 'x' })).code).not.toBe(200)
    await office.ok(calls.undoWaybill, { id: waybill.id, reason: '不换了' })
    expect(await detail(waybill.id)).toMatchObject({ consignee: was, state: 'inStation' })
    const his = { id: waybill.id, version: await version(), consignee, reason: '换人收' }
    await clerk.client.ok(onward.readdressWaybill, his)
    await clerk.client.ok(calls.undoWaybill, { id: waybill.id, reason: '打错了' })
    expect((await detail(waybill.id)).consignee).toEqual(was)
    await office.ok(onward.readdressWaybill, { id: waybill.id, version: await version(), consignee, reason: '换人收' })
    const input = waybillOf(freight.hangzhou, freight.yunfan, 2)
    const edited = { ...input, id: waybill.id, version: await version(), consignee: { ...consignee, name: '又换' } }
    await office.ok(calls.changeWaybill, edited)
    expect(await office.send(calls.undoWaybill, { id: waybill.id, reason: 'x' })).toMatchObject({
      error: { reason: 'waybills.readdressChanged' },
    })
  })

  it('[T11] pieces refused at the door and still aboard are live again where they are, and signed at the new address', async () => {
    const waybill = await freight.waybill(office, 4)
    await office.ok(calls.checkInWaybills, { ids: [waybill.id], at: ago(200) })
    const trip = await office.ok(dispatch.createArrangement, {
      type: 'delivery',
      vehicleId: await freight.addVehicle('苏A90001'),
      driverId: await freight.addDriver('改址'),
      planAt: ago(-60),
      assign: true,
      lines: [{ waybillId: waybill.id, fromPlace: 'outlet', fromId: freight.hangzhou, pieces: 4 }],
    })
    await office.ok(dispatch.departArrangements, { ids: [trip.id], at: ago(100) })
    const from = `arrangement:${trip.id}`
    const refuse = { id: waybill.id, from, pieces: 4, reason: '不要了', refusedAt: ago(50) }
    await office.ok(calls.refuseWaybill, refuse)
    const version = (await detail(waybill.id)).version
    await office.ok(onward.readdressWaybill, { id: waybill.id, version, consignee, reason: '换人收' })
    expect(await detail(waybill.id)).toMatchObject({ state: 'delivering', refused: 0 })
    await office.ok(calls.undoWaybill, { id: waybill.id, reason: '错了' })
    expect(await detail(waybill.id)).toMatchObject({ state: 'rejected', refused: 4 })
    const again = { id: waybill.id, version: (await detail(waybill.id)).version, consignee, reason: '换人收' }
    await office.ok(onward.readdressWaybill, again)
    await office.ok(calls.signWaybill, {
      id: waybill.id,
      signed: 4,
      refused: 0,
      signer: '周',
      signedAt: ago(10),
    } as never)
    expect((await detail(waybill.id)).state).toBe('signed')
  })

  it('[T11] abandoned with the shipper’s consent, lost with a case and found again; each is taken back while nothing moved since', async () => {
    const parent = await refused(6, 6)
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4])]), 'consent.jpg')
    const uploaded = await office.fetch('/api/FileUpload/FileUpload', { method: 'POST', body: form })
    const { data } = (await uploaded.json()) as { data: { FileID: number } }
    const version = async () => (await detail(parent.id)).version
    expect(
      await office.send(onward.abandonPieces, {
        id: parent.id,
        version: await version(),
        from: refusedPlace(),
        pieces: 1,
        reason: 'x',
        files: [],
      }),
    ).toMatchObject({ error: { fields: [{ path: 'files' }] } })
    await office.ok(onward.abandonPieces, {
      id: parent.id,
      version: await version(),
      from: refusedPlace(),
      pieces: 2,
      reason: '不要了',
      files: [data.FileID],
    })
    await office.ok(onward.losePieces, {
      id: parent.id,
      version: await version(),
      from: refusedPlace(),
      pieces: 3,
      text: '盘点不见',
    })
    expect(await piecesOf(world, parent.id)).toEqual({ abandoned: 2, lost: 3, [refusedPlace()]: 1 })
    expect((await detail(parent.id)).abnormals[0]).toMatchObject({ type: 'lost', pieces: 3 })
    await office.ok(onward.findPieces, {
      id: parent.id,
      version: await version(),
      outletId: freight.hangzhou,
      pieces: 1,
    })
    expect(
      await office.refused(onward.findPieces, {
        id: parent.id,
        version: await version(),
        outletId: freight.hangzhou,
        pieces: 3,
      }),
    ).toMatchObject({ fields: [{ path: 'pieces', params: { free: 2 } }] })
    await office.ok(calls.undoWaybill, { id: parent.id, reason: '不是它' })
    expect(await piecesOf(world, parent.id)).toEqual({ abandoned: 2, lost: 3, [refusedPlace()]: 1 })
    await office.ok(calls.undoWaybill, { id: parent.id, reason: '找到了' })
    expect(await piecesOf(world, parent.id)).toEqual({ abandoned: 2, [refusedPlace()]: 4 })
    expect((await detail(parent.id)).abnormals.some(({ type }) => type === 'lost')).toBe(false)
    await office.ok(calls.undoWaybill, { id: parent.id, reason: '又要了' })
    expect(await piecesOf(world, parent.id)).toEqual({ [refusedPlace()]: 6 })
  })
})
