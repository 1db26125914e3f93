import * as approvals from '@xunyun/contract/approvals/calls'
import * as setup from '@xunyun/contract/approvals/setup'
import * as adjustments from '@xunyun/contract/costs/adjustments'
import * as applications from '@xunyun/contract/costs/applications'
import * as calls from '@xunyun/contract/costs/costApplications'
import * as lines from '@xunyun/contract/costs/lines'
import * as trips from '@xunyun/contract/dispatch/calls'
import * as couriers from '@xunyun/contract/dispatch/courier'
import * as specials from '@xunyun/contract/dispatch/special'
import { addCashAccount } from '@xunyun/contract/money/accounts'
import * as payments from '@xunyun/contract/payments/calls'
import * as prices from '@xunyun/contract/prices/calls'
import * as waybills from '@xunyun/contract/waybills/calls'
import * as charges from '@xunyun/contract/waybills/charges'
import * as imports from '@xunyun/contract/workbench/imports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Freight, openFreight } from '../../../../test/freight.ts'
import { upload } from '../../../../test/sheets.ts'
import { openWorld, type Person, type World } from '../../../../test/world.ts'
import { clock } from '../../../platform/clock.ts'

let world: World
let freight: Freight
let clerk: Person
let boss: Person
let huatong: number
let yida: number
let shunfeng: number
let shunda: number

beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  huatong = await world.company('华通专线', ['special'])
  yida = await world.company('易达专线', ['special'])
  shunfeng = await world.company('顺丰', ['courier'])
  shunda = await world.company('顺达运输', ['carrier'])
  clerk = await world.person('clerk', {
    rights: {
      taskList: 'edit',
      allWayBill: 'edit',
      arrangeOperate: 'edit',
      arrangeList: 'edit',
      specialDelivery: 'edit',
      specialList: 'edit',
      courierDelivery: 'edit',
      courierList: 'edit',
      carCostApply: 'edit',
      transportPrice: 'edit',
      costView: 'browse',
    },
  })
  boss = await world.person('boss', { rights: { unreviewed: 'approve', specialList: 'approve' } })
  for (const bizType of ['transportPrice', 'carCost', 'specialCost', 'courierCost'] as const)
    await world.admin.ok(setup.addApproverLevel, {
      bizType,
      level: 1,
      mode: 'any',
      amountFrom: '0',
      userIds: [boss.id],
      roleIds: [],
    })
  await rate('华通 杭州广州', huatong, '0.8', { leadDays: 3 })
  await rate('易达 杭州广州', yida, '0.9', { leadDays: 2 })
  await rate('顺丰', shunfeng, '6', { volumeDivisor: 6000, basis: 'chargeable' })
  await rate('合同车', shunda, '0.5')
})
afterAll(() => world.close())

const decide = async (q?: string, decision: 'approve' | 'reject' = 'approve') => {
  const { rows } = await boss.client.ok(approvals.getApprovals, { pageSize: 500, ...(q === undefined ? {} : { q }) })
  return boss.client.ok(approvals.decideApprovals, { ids: rows.map(({ id }) => id), decision, opinion: '看过' })
}
const rate = async (name: string, companyId: number, unitPrice: string, more: object = {}) => {
  const { id } = await clerk.client.ok(prices.addTransportPrice, {
    name,
    direction: 'payable',
    companyId,
    basis: 'weight',
    unitPrice,
    validFrom: '2026-01-01',
    ...more,
  } as never)
  await clerk.client.ok(prices.submitTransportPrices, { ids: [id] })
  await decide()
}
const atOutlet = async (pieces: number) => {
  const made = await freight.waybill(clerk.client, pieces)
  await clerk.client.ok(waybills.checkInWaybills, { ids: [made.id] })
  return made
}
const special = async (carrierId: number, pieces: number, handOver = true) => {
  const made = await atOutlet(pieces)
  const { id } = await clerk.client.ok(specials.createSpecial, {
    carrierId,
    fromOutletId: freight.hangzhou,
    ends: 'outlet',
    toOutletId: freight.guangzhou,
    lines: [{ waybillId: made.id, pieces, fromPlace: 'outlet', fromId: freight.hangzhou }],
    handOver,
  } as never)
  return { id, waybillId: made.id }
}
const costsOf = (id: number) => clerk.client.ok(lines.getArrangementCosts, { id })
/** Takes what the rate proposes. */
const takeProposal = async (id: number) => {
  const { proposal, version } = await costsOf(id)
  if (proposal === null) throw new Error('no rate fits')
  await clerk.client.ok(lines.setArrangementCosts, {
    arrangementId: id,
    version,
    lines: [{ feeItem: proposal.feeItem as 'transfer', companyId: proposal.companyId, amount: proposal.amount }],
  })
  return proposal.amount
}

describe('[RT-16/specialList] [RT-16/courierList] [RT-15/specialCost] [RT-15/courierCost] what carriers are paid', () => {
  it("[T18] a line's fee is proposed by its carrier's payable rate, applied for from the handing over on, and shared", async () => {
    const early = await special(huatong, 10, false)
    expect(await takeProposal(early.id)).toBe('80.00')
    const { fields: _, ...no } = await clerk.client.refused(calls.applyCarrierCosts, {
      kind: 'specialCost',
      ids: [early.id],
      submit: true,
    })
    expect(no.reason).toBe('costs.tooEarly')
    const one = await special(huatong, 10)
    const two = await special(huatong, 20)
    await takeProposal(one.id)
    await takeProposal(two.id)
    const other = await special(yida, 5)
    await takeProposal(other.id)
    const mixed = await clerk.client.refused(calls.applyCarrierCosts, { kind: 'specialCost', ids: [one.id, other.id] })
    expect(mixed.fields).toMatchObject([{ path: 'ids', reason: 'costs.oneCarrier' }])
    const { id, no: number } = await clerk.client.ok(calls.applyCarrierCosts, {
      kind: 'specialCost',
      ids: [one.id, two.id],
      submit: true,
    })
    await decide(number, 'reject')
    const back = await clerk.client.ok(calls.getCostApplication, { id })
    expect(back).toMatchObject({ state: 'rejected', amount: '240.00', quoted: '240.00' })
    await clerk.client.ok(calls.changeCostApplication, {
      id,
      version: back.version,
      reason: '少算一票',
      lines: back.lines.map((line) => ({ id: line.id, amount: line.amount === '160.00' ? '150' : line.amount })),
      submit: true,
    })
    // What was quoted is still there for the reviewer, beside what is asked for now.
    const mended = (await clerk.client.ok(calls.getCostApplication, { id })).lines
    expect(mended.map(({ amount, quoted }) => [amount, quoted]).sort()).toEqual([
      ['150.00', '160.00'],
      ['80.00', '80.00'],
    ])
    await decide(number)
    const found = await clerk.client.ok(charges.getWaybillCharges, { id: two.waybillId })
    expect(found.costs).toMatchObject({
      total: '150.00',
      pending: '0.00',
      shares: [{ whole: '150.00', arrangementKind: 'line' }],
    })
    // 费用增减 finds it by the number of its shipment.
    const adjuster = await world.person('adjuster', { rights: { incOrDec: 'edit', costView: 'browse' } })
    const shipment = (await clerk.client.ok(specials.getSpecial, { id: two.id })).arrangementNo
    expect(await adjuster.client.ok(adjustments.getAdjustables, { numbers: [shipment] })).toMatchObject([
      { problem: null, direction: 'payable', no: number, items: [{ companyId: huatong, amount: '150.00' }] },
    ])
    // What was applied for after handing over keeps it from being undone.
    const { msg } = await boss.client.refused(specials.undoSpecial, { id: two.id, reason: '点错' })
    expect(msg).toContain(number)
    // What the buttons say before anybody is asked for a reason.
    const undoOf = async (id: number) =>
      (await boss.client.ok(specials.getSpecial, { id })).actions.find(({ key }) => key === 'undo')
    expect(await undoOf(two.id)).toEqual({ key: 'undo', reason: msg })
    expect(await undoOf(other.id)).toEqual({ key: 'undo' })
    const { rows } = await boss.client.ok(specials.getSpecials, { ids: [two.id] })
    expect(rows[0]?.actions.find(({ key }) => key === 'undo')).toEqual({ key: 'undo', reason: msg })
  })

  it('[T23] 比价 names every carrier with a rate in force, the cheapest first', async () => {
    const found = await clerk.client.ok(lines.compareCarriers, {
      kind: 'line',
      fromRegion: '330110',
      toRegion: '440111',
      weight: '100',
      volume: '1',
      pieces: 10,
    })
    expect(found.map(({ name, amount, leadDays, onTime }) => ({ name, amount, leadDays, onTime }))).toEqual([
      { name: '华通专线', amount: '80.00', leadDays: 3, onTime: null },
      { name: '易达专线', amount: '90.00', leadDays: 2, onTime: null },
    ])
    expect(found[0]?.timesUsed).toBeGreaterThan(0)
  })

  it('[T23] the price taken by 比价 is entered as the cost as it is handed over, once, and goes with another carrier; of whoever sees no costs none is', async () => {
    const made = await atOutlet(10)
    const input = (waybillId: number, carrierId: number, more: object = {}) =>
      ({
        carrierId,
        fromOutletId: freight.hangzhou,
        ends: 'outlet',
        toOutletId: freight.guangzhou,
        lines: [{ waybillId, pieces: 10, fromPlace: 'outlet', fromId: freight.hangzhou }],
        takeQuote: true,
        ...more,
      }) as never
    const { id, version } = await clerk.client.ok(specials.createSpecial, input(made.id, huatong))
    const taken = (feeItem: string, companyId: number, amount: string) => ({
      lines: [{ feeItem, companyId, amount, quoted: amount, applicationId: null }],
      total: amount,
    })
    expect(await costsOf(id)).toMatchObject({ ...taken('transfer', huatong, '80.00'), version: 1 })
    await clerk.client.ok(specials.changeSpecial, input(made.id, yida, { id, version }))
    expect(await costsOf(id)).toMatchObject({ ...taken('transfer', yida, '90.00'), version: 2 })
    const now = await clerk.client.ok(specials.getSpecial, { id })
    await clerk.client.ok(
      specials.changeSpecial,
      input(made.id, yida, { id, version: now.version, takeQuote: undefined }),
    )
    await clerk.client.ok(specials.handOverSpecials, { ids: [id] })
    expect((await costsOf(id)).lines).toHaveLength(1)

    const parcel = await atOutlet(1)
    const { parcels } = await clerk.client.ok(couriers.createCouriers, {
      parcels: [
        {
          waybillId: parcel.id,
          pieces: 1,
          courierId: shunfeng,
          courierNo: 'SF0002',
          fromPlace: 'outlet',
          fromId: freight.hangzhou,
          takeQuote: true,
        },
      ],
      collect: true,
    })
    expect(await costsOf(parcels[0]?.id ?? 0)).toMatchObject(taken('freight', shunfeng, '102.00'))

    const blind = await world.person('blind', {
      rights: { taskList: 'edit', allWayBill: 'edit', specialDelivery: 'edit', specialList: 'edit' },
    })
    const unseen = await atOutlet(10)
    const bare = await blind.client.ok(specials.createSpecial, input(unseen.id, huatong))
    expect((await costsOf(bare.id)).lines).toEqual([])
  })

  it("a parcel's fee is the courier's rate on its chargeable weight", async () => {
    const made = await atOutlet(1)
    const { parcels } = await clerk.client.ok(couriers.createCouriers, {
      parcels: [
        {
          waybillId: made.id,
          pieces: 1,
          courierId: shunfeng,
          courierNo: 'SF0001',
          fromPlace: 'outlet',
          fromId: freight.hangzhou,
        },
      ],
      collect: true,
    })
    const id = parcels[0]?.id ?? 0
    const costs = await costsOf(id)
    // 0.1 m³ ÷ 6000 cm³ a kg = 16.7 kg, rounded up to 17.
    expect(costs.proposal).toMatchObject({ feeItem: 'freight', amount: '102.00' })
  })

  it('[T19] what a rate made of the cargo is made out again when the cargo changes, and its application goes back', async () => {
    const a = await freight.waybill(clerk.client, 10)
    const b = await freight.waybill(clerk.client, 10)
    const { id } = await clerk.client.ok(trips.createArrangement, {
      vehicleId: await freight.addVehicle('浙A55555', { type: 'contract', carrier_id: shunda, load_kg: 20_000 }),
      driverId: await freight.addDriver('老李'),
      carrierId: shunda,
      planAt: new Date(Date.now() + 3_600_000).toISOString(),
      assign: true,
      lines: [a, b].map((one) => ({
        waybillId: one.id,
        pieces: 10,
        fromPlace: 'shipper',
        fromId: 0,
        load: 1,
        unload: 2,
      })),
      stops: [{ kind: 'shipper' }, { kind: 'outlet', outletId: freight.guangzhou }],
    } as never)
    expect(await takeProposal(id)).toBe('100.00')
    await clerk.client.ok(calls.applyTripCosts, { ids: [id], submit: true })
    const detail = await clerk.client.ok(trips.getArrangement, { id })
    const line = detail.lines.find(({ waybillId }) => waybillId === b.id)
    await clerk.client.ok(trips.departArrangements, { ids: [id], loaded: [{ lineId: line?.lineId ?? 0, pieces: 4 }] })
    const [one] = (await clerk.client.ok(calls.getCostApplications, { kinds: ['carCost'], arrangementId: id })).rows
    expect(one).toMatchObject({ state: 'draft', amount: '70.00' })
    expect((await costsOf(id)).lines).toMatchObject([{ amount: '70.00', quoted: '70.00' }])
  })
})

describe('[RT-16/carCostApply] cost lines of an Excel file', () => {
  it('[T18] are added by the rules of the form, a part as its item, the carrier unless another is named; taken back until one is applied for', async () => {
    const { id } = await special(huatong, 10)
    const no = (await clerk.client.ok(specials.getSpecial, { id })).arrangementNo
    await takeProposal(id)
    const plates = '浙A77777'
    const hired = await freight.waybill(clerk.client, 4)
    const trip = await clerk.client.ok(trips.createArrangement, {
      vehicleId: await freight.addVehicle(plates, { type: 'hired', carrier_id: shunda, load_kg: 20_000 }),
      driverId: await freight.addDriver('老吴'),
      carrierId: shunda,
      planAt: new Date(Date.now() + 3_600_000).toISOString(),
      assign: true,
      lines: [{ waybillId: hired.id, pieces: 4, fromPlace: 'shipper', fromId: 0, load: 1, unload: 2 }],
      stops: [{ kind: 'shipper' }, { kind: 'outlet', outletId: freight.guangzhou }],
    } as never)
    const page = 'carCostApply'
    const fileId = await upload(clerk.client, [
      ['安排单号*', '分段', '费用项', '收款方', '金额(元)*', '税率(%)'],
      [no, '', '送货费', '易达专线', '60', '9'],
      [trip.arrangementNo, '预付', '', '', '2,000', ''],
      [trip.arrangementNo, '信息费', '', '老吴', '100', ''],
      [trip.arrangementNo, '', '', '', '5', ''],
      [no, '预付', '', '', '5', ''],
      [no, '', '送货费', '没有这家', '5', ''],
      ['PC00000000000', '', '送货费', '', '5', ''],
      [no, '', '送货费', '', '0', ''],
    ])
    const report = await clerk.client.ok(imports.checkImport, { page, fileId })
    expect([report.accepted, ...report.refused.map(({ row, errors }) => `${row} ${errors[0]?.column}`)]).toEqual([
      3,
      '5 费用项',
      '6 分段',
      '7 收款方',
      '8 安排单号',
      '9 金额',
    ])
    const { importId } = await clerk.client.ok(imports.runImport, { page, fileId, mode: 'valid' })
    expect((await costsOf(id)).lines).toMatchObject([
      { feeItem: 'transfer', amount: '80.00', quoted: '80.00' },
      { feeItem: 'delivery', companyId: yida, amount: '60.00', taxRate: '9.00', quoted: null },
    ])
    expect((await costsOf(trip.id)).lines).toMatchObject([
      { feeItem: 'vehicle', payPart: 'prepaid', companyId: shunda, amount: '2000.00' },
      { feeItem: 'information', payPart: 'information', companyId: null, payeeName: '老吴', amount: '-100.00' },
    ])
    await clerk.client.ok(calls.applyTripCosts, { ids: [trip.id] })
    expect((await clerk.client.refused(imports.undoImport, { page, id: importId })).reason).toBe('imports.cannotUndo')
    const [draft] = (await clerk.client.ok(calls.getCostApplications, { kinds: ['carCost'], arrangementId: trip.id }))
      .rows
    await clerk.client.ok(applications.voidApplications, { ids: [draft?.id ?? 0], reason: '重来' })
    await clerk.client.ok(imports.undoImport, { page, id: importId })
    expect((await costsOf(id)).lines.map(({ feeItem }) => feeItem)).toEqual(['transfer'])
    expect((await costsOf(trip.id)).lines).toEqual([])
  })

  it('[T13] 已结: a line shipment is settled when all its costs are paid, and signed again with a cost that is not', async () => {
    const line = await special(huatong, 7)
    await clerk.client.ok(specials.arriveSpecials, { ids: [line.id] } as never)
    const state = async () =>
      (await clerk.client.ok(specials.getSpecials, { ids: [line.id] })).rows.map(({ state }) => state)
    expect(await state()).toEqual(['signed'])
    const amount = await takeProposal(line.id)
    const { no } = await clerk.client.ok(calls.applyCarrierCosts, { kind: 'specialCost', ids: [line.id], submit: true })
    await decide(no)
    expect(await state()).toEqual(['signed'])
    await world.admin.ok(setup.addApproverLevel, {
      bizType: 'payment',
      level: 1,
      mode: 'any',
      amountFrom: '0',
      userIds: [boss.id],
      roleIds: [],
    })
    const account = await world.admin.ok(addCashAccount, { outletId: freight.hangzhou, name: '基本户', kind: 'bank' })
    const opening = { cashAccountId: account.id, channel: 'bank' as const, day: clock.today() }
    await world.admin.ok(payments.addReceipt, { ...opening, companyId: huatong, amount: '1000', lines: [] })
    const open = await world.admin.ok(payments.getOpenCharges, { direction: 'payment', companyId: huatong })
    const charge = open.charges.find(({ open }) => open === amount)
    const paid = await world.admin.ok(payments.addPayment, {
      ...opening,
      companyId: huatong,
      amount,
      lines: [{ chargeId: charge?.chargeId ?? 0, amount }],
      submit: true,
    })
    await decide(paid.no)
    const payer = await world.person('payer', { rights: 'all' })
    const given = { ids: [paid.id], day: clock.today(), reference: 'LINE-1' }
    expect((await payer.client.ok(payments.payPayments, given)).refused).toEqual([])
    expect(await state()).toEqual(['settled'])
    await payer.client.ok(payments.reversePayments, { ids: [paid.id], reason: '退票' })
    expect(await state()).toEqual(['signed'])
  })
})
