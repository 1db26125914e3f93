import * as approvals from '@xunyun/contract/approvals/calls'
import * as setup from '@xunyun/contract/approvals/setup'
import { getInvoices } from '@xunyun/contract/invoices/calls'
import type { Sent } from '@xunyun/contract/kernel/call'
import * as prices from '@xunyun/contract/prices/calls'
import * as calls from '@xunyun/contract/waybills/calls'
import * as charges from '@xunyun/contract/waybills/charges'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyFor } from '../../../../test/applying.ts'
import { type Freight, openFreight, waybillOf } from '../../../../test/freight.ts'
import { openWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
let freight: Freight
let clerk: Person
let boss: Person
const office = { taskList: 'edit', allWayBill: 'edit', wayBillList: 'edit', unreviewed: 'browse' } as const

beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  clerk = await world.person('clerk', { rights: office })
  boss = await world.person('boss', {
    rights: {
      priceCheck: 'approve',
      wayBillList: 'approve',
      transportPrice: 'approve',
      unreviewed: 'approve',
      allWayBill: 'approve',
    },
  })
  for (const bizType of ['price', 'transportPrice'] as const)
    await world.admin.ok(setup.addApproverLevel, {
      bizType,
      level: 1,
      mode: 'any',
      amountFrom: '0',
      userIds: [boss.id],
      roleIds: [],
    })
  // 2 元/kg, at least 50.
  const { id } = await world.admin.ok(prices.addTransportPrice, {
    name: '云帆 杭州广州',
    direction: 'receivable',
    companyId: freight.yunfan,
    fromRegion: '330000',
    toRegion: '440000',
    basis: 'weight',
    unitPrice: '2',
    minCharge: '50',
    taxRate: '9',
    validFrom: '2026-01-01',
  })
  await world.admin.ok(prices.submitTransportPrices, { ids: [id] })
  await decideAll()
})
afterAll(() => world.close())

const decideAll = async (decision: 'approve' | 'reject' = 'approve', opinion = '同意') => {
  const { rows } = await boss.client.ok(approvals.getApprovals, { pageSize: 500 })
  return boss.client.ok(approvals.decideApprovals, { ids: rows.map(({ id }) => id), decision, opinion })
}
const place = (over: Partial<Sent<typeof calls.createWaybill>> = {}, by = clerk) => freight.waybill(by.client, 10, over)
const chargesOf = (id: number, by = clerk) => by.client.ok(charges.getWaybillCharges, { id })
const short = async (id: number) => {
  const found = await chargesOf(id)
  return {
    state: found.priceState,
    receivable: found.receivable,
    fees: found.charges.map(({ feeItem, amount, source }) => `${feeItem} ${amount} ${source}`),
  }
}

describe('[D-02] what a waybill is charged', () => {
  it('is made by the price in force when it is placed, reviewed by rule, and says why', async () => {
    const { id } = await place()
    expect(await short(id)).toEqual({ state: 'reviewed', receivable: '200.00', fees: ['freight 200.00 quote'] })
    const found = await chargesOf(id)
    expect(found.charges[0]).toMatchObject({
      priceName: '云帆 杭州广州',
      versionNo: 1,
      approved: true,
      taxRate: '9.00',
    })
    expect(found.charges[0]?.steps.map(({ step }) => step)).toEqual(['matched', 'unitPrice', 'tax'])
    expect(found.quoted).toBe('200.00')
  })

  it('is unpriced where no price fits: it moves, but is not confirmed', async () => {
    const { id } = await place({ customerId: freight.hengda })
    expect(await short(id)).toEqual({ state: 'unpriced', receivable: '0.00', fees: [] })
    expect((await clerk.client.ok(charges.confirmPrices, { ids: [id] })).refused).toMatchObject([
      { reason: 'waybills.wrongPriceState' },
    ])
  })

  it('[D-04] priced by hand, lower, below the least, or with other fees it goes to review, and says which', async () => {
    const reasonOf = async (id: number) =>
      (await boss.client.ok(approvals.getApprovals, { pageSize: 500 })).rows.find(
        ({ docId, bizType }) => docId === id && bizType === 'price',
      )?.reason
    const cases: [Partial<Sent<typeof calls.createWaybill>>, string][] = [
      [{ charges: [{ feeItem: 'freight', amount: '180' }] }, 'discounted'],
      [{ charges: [{ feeItem: 'freight', amount: '20' }] }, 'belowMinimum'],
      [{ charges: [{ feeItem: 'freight', amount: '260' }] }, 'raised'],
      [{ customerId: freight.hengda, charges: [{ feeItem: 'freight', amount: '90' }] }, 'manual'],
      [{ charges: [{ feeItem: 'pickup', amount: '30' }] }, 'extraFee'],
    ]
    for (const [over, reason] of cases) {
      const { id } = await place(over)
      expect((await chargesOf(id)).priceState).toBe('pending')
      expect(await reasonOf(id)).toBe(reason)
    }
    const same = await place({ charges: [{ feeItem: 'freight', amount: '200' }] })
    expect((await chargesOf(same.id)).priceState).toBe('reviewed')
    await decideAll()
  })

  it('[D-04] a review lets it pass or sends it back with the reason; then it is priced again', async () => {
    const { id } = await place({ charges: [{ feeItem: 'freight', amount: '150' }] })
    await decideAll('reject', '低太多')
    const back = await chargesOf(id)
    expect(back).toMatchObject({ priceState: 'unpriced', priceNote: '低太多', receivable: '150.00' })
    expect((await clerk.client.ok(calls.getWaybills, { priceTab: 'rejected' })).rows.map((row) => row.id)).toContain(id)
    const again = await clerk.client.ok(charges.priceWaybill, {
      id,
      version: back.version,
      charges: [{ feeItem: 'freight', amount: '190' }],
      reason: '老客户',
    })
    expect(again).toMatchObject({ priceState: 'pending', receivable: '190.00' })
    const waiting = (await boss.client.ok(approvals.getApprovals, { pageSize: 500 })).rows.find(
      ({ docId }) => docId === id,
    )
    expect(waiting?.facts).toMatchObject({
      quoted: '200.00',
      freight: '190.00',
      difference: '-10.00',
      rate: '-5.0',
      note: '老客户',
    })
    await decideAll()
    expect(await chargesOf(id)).toMatchObject({ priceState: 'reviewed', priceNote: null })
  })

  it('nobody set up to review is a refusal that leaves nothing behind', async () => {
    const level = (await world.admin.ok(setup.getApproverSetup, {})).find(({ bizType }) => bizType === 'price')
    await world.admin.ok(setup.deleteApproverLevels, { ids: [level?.id ?? 0] })
    const before = await clerk.client.ok(calls.getWaybillTotals, {})
    const refused = await clerk.client.refused(calls.createWaybill, {
      ...waybillOf(freight.hangzhou, freight.yunfan, 5),
      place: true,
      charges: [{ feeItem: 'freight', amount: '1' }],
    })
    expect(refused.reason).toBe('approvals.nobody')
    expect((await clerk.client.ok(calls.getWaybillTotals, {})).count).toBe(before.count)
    await world.admin.ok(setup.addApproverLevel, {
      bizType: 'price',
      level: 1,
      mode: 'any',
      amountFrom: '0',
      userIds: [boss.id],
      roleIds: [],
    })
  })

  it('is confirmed with the customer once reviewed; then what it depends on stays, until the confirmation is taken back', async () => {
    const { id } = await place()
    expect(await clerk.client.ok(charges.confirmPrices, { ids: [id] })).toEqual({ done: 1, refused: [] })
    const { version } = await clerk.client.ok(calls.getWaybill, { id })
    const same = { ...waybillOf(freight.hangzhou, freight.yunfan, 10), id, version }
    expect(
      (
        await clerk.client.refused(calls.changeWaybill, {
          ...waybillOf(freight.hangzhou, freight.yunfan, 20),
          id,
          version,
        })
      ).reason,
    ).toBe('waybills.priceConfirmed')
    await clerk.client.ok(calls.changeWaybill, { ...same, remarkCustomer: '送货前电话' })
    expect((await chargesOf(id)).priceState).toBe('confirmed')
    expect((await clerk.client.refused(charges.unconfirmPrices, { ids: [id], reason: '改重量' })).code).toBe(403)
    expect((await boss.client.ok(charges.unconfirmPrices, { ids: [id], reason: '改重量' })).done).toBe(1)
    expect((await chargesOf(id)).priceState).toBe('reviewed')
  })

  it('follows the weight while it is not confirmed; a remark leaves it alone', async () => {
    const { id } = await place()
    const { version } = await clerk.client.ok(calls.getWaybill, { id })
    await clerk.client.ok(calls.changeWaybill, { ...waybillOf(freight.hangzhou, freight.yunfan, 20), id, version })
    expect(await short(id)).toMatchObject({ state: 'reviewed', receivable: '400.00' })
  })

  it('a price under review is sent in anew when what it depends on changes', async () => {
    const { id } = await place({ charges: [{ feeItem: 'freight', amount: '180' }] })
    const first = (await boss.client.ok(approvals.getApprovals, { pageSize: 500 })).rows.find(
      ({ docId }) => docId === id,
    )
    const { version } = await clerk.client.ok(calls.getWaybill, { id })
    await clerk.client.ok(calls.changeWaybill, { ...waybillOf(freight.hangzhou, freight.yunfan, 20), id, version })
    const second = (await boss.client.ok(approvals.getApprovals, { pageSize: 500 })).rows.find(
      ({ docId }) => docId === id,
    )
    expect(second?.id).not.toBe(first?.id)
    expect(second?.facts).toMatchObject({ quoted: '400.00', freight: '180.00' })
    expect(
      (await boss.client.ok(approvals.decideApprovals, { ids: [first?.id ?? 0], decision: 'approve' })).refused,
    ).toMatchObject([{ reason: 'approvals.decided' }])
    await decideAll()
  })

  it('a cancelled waybill takes its review with it', async () => {
    const { id } = await place({ charges: [{ feeItem: 'freight', amount: '180' }] })
    await boss.client.ok(calls.cancelWaybills, { ids: [id], reason: '不发了' })
    expect(
      (await boss.client.ok(approvals.getApprovals, { pageSize: 500 })).rows.some(({ docId }) => docId === id),
    ).toBe(false)
  })

  it('withdrawn by whoever sent it in, before anybody decided', async () => {
    const { id } = await place({ charges: [{ feeItem: 'freight', amount: '180' }] })
    const colleague = await world.person('colleague', { rights: office })
    expect((await colleague.client.ok(charges.withdrawPrices, { ids: [id] })).refused).toMatchObject([
      { reason: 'approvals.notApplicant' },
    ])
    // What is refused so is not offered: not in the list, and on the waybill with the name.
    const offered = async (who: typeof clerk) =>
      (await who.client.ok(calls.getWaybills, { ids: [id] } as never)).rows[0]?.priceActions.map(({ key }) => key)
    expect([await offered(colleague), await offered(clerk)]).toMatchObject([
      expect.not.arrayContaining(['withdrawPrice']),
      expect.arrayContaining(['withdrawPrice']),
    ])
    const reasonFor = async (who: typeof clerk) =>
      (await who.client.ok(charges.getWaybillCharges, { id })).actions.find(({ key }) => key === 'withdrawPrice')
        ?.reason
    expect([await reasonFor(colleague), await reasonFor(clerk)]).toEqual([
      expect.stringContaining(clerk.account),
      undefined,
    ])
    expect((await chargesOf(id)).priceState).toBe('pending')
    expect((await clerk.client.ok(charges.withdrawPrices, { ids: [id] })).done).toBe(1)
    expect((await chargesOf(id)).priceState).toBe('unpriced')
  })

  it('重新计价 shows old against new, and charges by the price that holds now', async () => {
    const { id } = await place({ charges: [{ feeItem: 'freight', amount: '180' }] })
    await decideAll()
    const [line] = await clerk.client.ok(charges.previewReprice, { ids: [id] })
    expect(line).toMatchObject({ from: '180.00', to: '200.00', priceName: '云帆 杭州广州 v1', reason: null })
    expect((await chargesOf(id)).receivable).toBe('180.00')
    expect(await clerk.client.ok(charges.repriceWaybills, { ids: [id] })).toEqual({ done: 1, refused: [] })
    expect(await short(id)).toEqual({ state: 'reviewed', receivable: '200.00', fees: ['freight 200.00 quote'] })
  })

  it('the same fee twice is refused at its line', async () => {
    const refused = await clerk.client.refused(calls.createWaybill, {
      ...waybillOf(freight.hangzhou, freight.yunfan, 5),
      place: true,
      charges: [
        { feeItem: 'pickup', amount: '1' },
        { feeItem: 'pickup', amount: '2' },
      ],
    })
    expect(refused.fields).toMatchObject([{ path: 'charges.1.feeItem', reason: 'waybills.feeTwice' }])
  })

  it('[D-05] insurance and the COD fee are a part of their value, between the least and the most', async () => {
    await world.db
      .insertInto('service_rate')
      .values([
        { type: 'insurance', rate: '0.003', min_charge: '5', max_charge: '100' },
        { type: 'cod', rate: '0.005', min_charge: '10', max_charge: '50' },
        { type: 'stairs', rate: '8' },
      ])
      .execute()
    const goods = (value: string) => ({
      goods: [{ name: '配件', package: 'carton', pieces: 10, weight: '100', volume: '1', declaredValue: value }],
    })
    const fee = async (over: object) => (await short((await place(over)).id)).fees.slice(1)
    expect(await fee({ ...goods('10000'), services: [{ type: 'insurance' }] })).toEqual(['insurance 30.00 service'])
    expect(await fee({ ...goods('500'), services: [{ type: 'insurance' }] })).toEqual(['insurance 5.00 service'])
    expect(await fee({ ...goods('900000'), services: [{ type: 'insurance' }] })).toEqual(['insurance 100.00 service'])
    expect(await fee({ codAmount: '6000', services: [{ type: 'cod' }, { type: 'stairs', qty: '3' }] })).toEqual([
      'codFee 30.00 service',
      'stairs 24.00 service',
    ])
    const by = await place({ services: [{ type: 'stairs', qty: '3' }] })
    expect((await chargesOf(by.id)).priceState).toBe('reviewed')
    const refused = await clerk.client.refused(calls.createWaybill, {
      ...waybillOf(freight.hangzhou, freight.yunfan, 5),
      services: [{ type: 'insurance' }],
    })
    expect(refused.fields).toMatchObject([{ path: 'services.0.type', reason: 'waybills.serviceNeeds' }])
  })

  it('[D-05] over the credit limit placing is refused, two clerks at once too; a right overrides and the chain says so', async () => {
    const limited = await world.company('限额客户', ['customer'])
    await world.db.updateTable('company').set({ credit_limit: '450' }).where('id', '=', limited).execute()
    const { id } = await world.admin.ok(prices.addTransportPrice, {
      name: '限额',
      direction: 'receivable',
      companyId: limited,
      basis: 'weight',
      unitPrice: '2',
      validFrom: '2026-01-01',
    })
    await world.admin.ok(prices.submitTransportPrices, { ids: [id] })
    await decideAll()
    await place({ customerId: limited })
    const two = await Promise.all(
      [1, 2].map(() =>
        clerk.client.send(calls.createWaybill, { ...waybillOf(freight.hangzhou, limited, 10), place: true }),
      ),
    )
    expect(two.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(two.find(({ code }) => code === 409)?.error).toMatchObject({
      reason: 'waybills.overCredit',
      params: { limit: '450.00', used: '400.00', amount: '200.00' },
    })
    const manager = await world.person('manager', { rights: { ...office, overCredit: 'edit' } })
    const over = await place({ customerId: limited }, manager)
    const { events } = await manager.client.ok(calls.getWaybillEvents, { id: over.id })
    expect(events.map(({ type }) => type)).toContain('overCredit')
    // A draft owes nothing.
    await clerk.client.ok(calls.createWaybill, waybillOf(freight.hangzhou, limited, 10))
  })

  it("[SE-08] a customer's account types no price, decides none, and sees what it owes alone", async () => {
    const customer = await world.person('customer', {
      scope: 'customer',
      companies: [freight.yunfan],
      rights: { taskList: 'edit', allWayBill: 'browse', wayBillList: 'approve' },
    })
    const { id } = await customer.client.ok(calls.createWaybill, {
      ...waybillOf(freight.hangzhou, freight.yunfan, 10),
      place: true,
      charges: [{ feeItem: 'freight', amount: '1' }],
    })
    expect(await short(id)).toMatchObject({ state: 'reviewed', receivable: '200.00' })
    const own = await chargesOf(id, customer)
    expect(own).toMatchObject({ quoted: null, actions: [], waitsFor: null })
    expect((await customer.client.refused(charges.priceWaybill, { id, version: own.version, charges: [] })).code).toBe(
      403,
    )
    expect((await customer.client.refused(charges.confirmPrices, { ids: [id] })).code).toBe(403)
    const agreed = await place({ charges: [{ feeItem: 'freight', amount: '180' }] })
    await decideAll()
    expect((await chargesOf(agreed.id)).charges[0]?.steps.map(({ step }) => step)).toContain('byHand')
    // What the rate would have made of it would tell how far below it others may go.
    const [line] = (await chargesOf(agreed.id, customer)).charges
    expect(line).toMatchObject({ amount: '180.00', quoted: null, priceName: null, steps: [] })
    const other = await place({ customerId: freight.hengda })
    expect((await customer.client.refused(charges.getWaybillCharges, { id: other.id })).code).toBe(404)
  })

  it('[RT-16/wayBillList] its tabs and totals agree with its rows, to the cent', async () => {
    const totals = await clerk.client.ok(calls.getWaybillTotals, { priceTab: 'reviewed' })
    const rows: { receivable: string | null }[] = (
      await clerk.client.ok(calls.getWaybills, { priceTab: 'reviewed', pageSize: 500 })
    ).rows
    expect(totals.count).toBe(rows.length)
    const cents = rows.reduce((sum, row) => sum + Math.round(Number(row.receivable) * 100), 0)
    expect(totals.receivable).toBe((cents / 100).toFixed(2))
    const { all = 0, ...tabs } = totals.tabs
    expect(Object.values(tabs).reduce((sum, count) => sum + count, 0)).toBe(all)
  })
})

describe('[D-04] 改单 once the price is agreed', () => {
  const confirmed = async () => {
    const { id } = await place()
    await clerk.client.ok(charges.confirmPrices, { ids: [id] })
    const { version } = await clerk.client.ok(calls.getWaybill, { id })
    return { id, version }
  }
  const wanted = (over: object = {}) => ({ ...waybillOf(freight.hangzhou, freight.yunfan, 10), ...over })
  const heavier = () =>
    wanted({ goods: [{ name: '电子配件', package: 'carton', pieces: 10, weight: '150', volume: '1' }] })
  const waiting = async (id: number) =>
    (await boss.client.ok(approvals.getApprovals, { bizTypes: 'changeRequest' as never, pageSize: 500 })).rows.find(
      ({ docNo }) => docNo === numberOf.get(id),
    )
  const numberOf = new Map<number, string>()
  const ask = async (of: { id: number; version: number }, over = heavier()) => {
    const { approvalNo } = await clerk.client.ok(calls.requestChange, { ...over, ...of, reason: '客户补重量' })
    numberOf.set(of.id, approvalNo)
  }
  beforeAll(() =>
    world.admin.ok(setup.addApproverLevel, {
      bizType: 'changeRequest',
      level: 1,
      mode: 'any',
      amountFrom: '0',
      userIds: [boss.id],
      roleIds: [],
    }),
  )

  it('[V28] [M6] freight of 500.00 that is applied for becomes 450.00: it stays, −50.00 of today is beside it, and the waybill owes 450.00, by its chain too, applied for in part', async () => {
    const weighing = (weight: string) => ({
      goods: [{ name: '电子配件', package: 'carton' as const, pieces: 10, weight, volume: '0.5' }],
    })
    const { id, waybillNo } = await place(weighing('250') as never)
    await clerk.client.ok(charges.confirmPrices, { ids: [id] })
    const stood = () =>
      world.db
        .selectFrom('charge')
        .select(['id', 'amount', 'adjusts_id', 'state', 'applied'])
        .where('waybill_id', '=', id)
        .orderBy('id')
        .execute()
    const [first] = await stood()
    expect(first?.amount).toBe('500.00')
    const { id: invoiceId, withdraw } = await applyFor(world, freight.yunfan, [first?.id as number], boss.id)
    const told = async () => {
      const { rows } = await world.admin.ok(calls.getWaybills, { ids: [id] } as never)
      return [rows[0]?.invoicing, rows[0]?.receivable]
    }
    expect(await told()).toEqual(['applied', '500.00'])
    // [RT-13/freight] Its charges say whose they are and how far, and its number finds what it is billed by.
    expect((await chargesOf(id)).charges).toMatchObject([
      { companyName: expect.stringContaining('云帆'), taxRate: '9.00', state: 'confirmed' },
    ])
    const { rows: billed } = await world.admin.ok(getInvoices, { tab: 'all', q: waybillNo })
    expect(billed.map((row) => row.id)).toEqual([invoiceId])
    const { version } = await clerk.client.ok(calls.getWaybill, { id })
    await ask({ id, version }, wanted(weighing('225')) as never)
    const review = await waiting(id)
    await boss.client.ok(approvals.decideApprovals, { ids: [review?.id as number], decision: 'approve' })
    expect(await stood()).toEqual([
      { ...first, applied: '500.00' },
      { id: expect.any(Number), amount: '-50.00', adjusts_id: first?.id, state: 'owed', applied: '0.00' },
    ])
    expect(await told()).toEqual(['partial', '450.00'])
    const { events, chain } = await world.admin.ok(calls.getWaybillEvents, { id })
    expect(chain.ok).toBe(true)
    expect(events.find(({ type }) => type === 'priced')?.params).toMatchObject({ amount: '450.00' })
    await withdraw()
    expect(await told()).toEqual(['unapplied', '450.00'])
  })

  it('is asked for, shown old against new, and made when its review is through; the price stays confirmed', async () => {
    const of = await confirmed()
    await ask(of)
    expect(await clerk.client.ok(calls.getWaybill, { id: of.id })).toMatchObject({
      weight: '100.000',
      receivable: '200.00',
      pendingChange: { reason: '客户补重量' },
    })
    const review = await waiting(of.id)
    expect(review?.facts).toMatchObject({ receivable: '200.00', newReceivable: '300.00', note: '客户补重量' })
    expect(String(review?.facts.changes)).toContain('weight=100.000→150')
    expect(
      (await boss.client.ok(approvals.decideApprovals, { ids: [review?.id ?? 0], decision: 'approve' })).refused,
    ).toEqual([])
    expect(await clerk.client.ok(calls.getWaybill, { id: of.id })).toMatchObject({
      weight: '150.000',
      receivable: '300.00',
      priceState: 'confirmed',
      pendingChange: null,
    })
    expect(await chargesOf(of.id)).toMatchObject({
      priceState: 'confirmed',
      charges: [{ amount: '300.00', approved: true }],
    })
  })

  it('sent back or taken back it leaves the waybill as it was', async () => {
    const of = await confirmed()
    await ask(of)
    await boss.client.ok(approvals.decideApprovals, {
      ids: [(await waiting(of.id))?.id ?? 0],
      decision: 'reject',
      opinion: '没有磅单',
    })
    expect(await clerk.client.ok(calls.getWaybill, { id: of.id })).toMatchObject({
      receivable: '200.00',
      pendingChange: null,
    })
    const { version } = await clerk.client.ok(calls.getWaybill, { id: of.id })
    await ask({ id: of.id, version })
    const again = (await clerk.client.ok(approvals.getApprovals, { tab: 'submitted', pageSize: 500 })).rows.find(
      (row) => row.state === 'pending' && row.docNo === numberOf.get(of.id),
    )
    expect((await clerk.client.ok(approvals.withdrawApprovals, { ids: [again?.id ?? 0] })).done).toBe(1)
    expect((await clerk.client.ok(calls.getWaybill, { id: of.id })).pendingChange).toBeNull()
  })

  it('is one at a time, of something that needs it, and of a confirmed price alone; nonsense is refused at its field', async () => {
    const of = await confirmed()
    await ask(of)
    expect((await clerk.client.refused(calls.requestChange, { ...heavier(), ...of, reason: 'x' })).reason).toMatch(
      /changeOpen|stale/,
    )
    const other = await confirmed()
    expect((await clerk.client.refused(calls.requestChange, { ...wanted(), ...other, reason: 'x' })).reason).toBe(
      'waybills.changeNothing',
    )
    expect(
      (await clerk.client.refused(calls.requestChange, { ...wanted({ bizDate: '2099-01-01' }), ...other, reason: 'x' }))
        .fields,
    ).toMatchObject([{ path: 'bizDate' }])
    const open = await place()
    const { version } = await clerk.client.ok(calls.getWaybill, { id: open.id })
    expect(
      (await clerk.client.refused(calls.requestChange, { ...heavier(), id: open.id, version, reason: 'x' })).reason,
    ).toBe('waybills.changePlain')
    await boss.client.ok(calls.cancelWaybills, { ids: [of.id], reason: '不发了' })
    expect(await waiting(of.id)).toBeUndefined()
  })
})
