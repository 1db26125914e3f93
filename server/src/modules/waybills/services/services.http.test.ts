import * as setup from '@xunyun/contract/approvals/setup'
import * as calls from '@xunyun/contract/waybills/calls'
import * as charges from '@xunyun/contract/waybills/charges'
import * as services from '@xunyun/contract/waybills/services'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Freight, openFreight } from '../../../../test/freight.ts'
import { openWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
let freight: Freight
let clerk: Person
let chief: Person

beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  clerk = await world.person('clerk', {
    rights: { taskList: 'edit', allWayBill: 'edit', wayBillList: 'edit', addServices: 'edit' },
  })
  chief = await world.person('chief', { rights: 'all' })
  for (const bizType of ['price', 'transportPrice'] as const)
    await world.admin.ok(setup.addApproverLevel, {
      bizType,
      level: 1,
      mode: 'any',
      amountFrom: '0',
      userIds: [chief.id],
      roleIds: [],
    })
  await world.db
    .insertInto('transport_price')
    .values({
      line_id: null,
      version_no: 1,
      name: '公布价',
      direction: 'receivable',
      basis: 'weight',
      weight_unit: 'kg',
      volume_ratio: '300',
      unit_price: '2',
      tiers: '[]',
      tier_mode: 'whole',
      low_break: false,
      valid_from: '2026-01-01',
      status: 'active',
      search: '',
    })
    .execute()
  await chief.client.ok(services.addServiceRate, { type: 'stairs', rate: '8' })
  await chief.client.ok(services.addServiceRate, { type: 'stairs', rate: '5', companyId: freight.hengda })
})
afterAll(() => world.close())

const place = (over: object = {}) => freight.waybill(clerk.client, 10, over)
const serviceOf = async (waybillNo: string) => (await clerk.client.ok(services.getServices, { q: waybillNo })).rows[0]
const receivable = async (id: number) => (await clerk.client.ok(charges.getWaybillCharges, { id })).receivable

describe('[RT-16/taskList] what a service would cost, while it is typed', () => {
  it('is by the customer’s rate before that of all, within its limits, and nothing without a rate', async () => {
    const cost = (input: object) => clerk.client.ok(services.calculateService, { type: 'insurance', ...input } as never)
    expect(await cost({ declaredValue: '5000' })).toEqual({ amount: null, rate: null })
    await chief.client.ok(services.addServiceRate, { type: 'insurance', rate: '0.003', minCharge: '10' })
    await chief.client.ok(services.addServiceRate, { type: 'insurance', rate: '0.002', companyId: freight.hengda })
    expect((await cost({ declaredValue: '5000' })).amount).toBe('15.00')
    expect((await cost({ declaredValue: '1000' })).amount).toBe('10.00')
    expect((await cost({ declaredValue: '5000', customerId: freight.hengda })).amount).toBe('10.00')
    const account = await world.person('account', {
      rights: { taskList: 'edit' },
      scope: 'customer',
      companies: [freight.yunfan],
    })
    // Somebody else's rate is nobody's business.
    const { amount } = await account.client.ok(services.calculateService, {
      type: 'insurance',
      declaredValue: '5000',
      customerId: freight.hengda,
    })
    expect(amount).toBe('15.00')
    await world.db.deleteFrom('service_rate').where('type', '=', 'insurance').execute()
  })
})

describe('[RT-16/addServices] services after placing', () => {
  it('are charged by their rate, that of the customer before that of all, and the price follows', async () => {
    const [one, two] = [await place(), await place({ customerId: freight.hengda })]
    expect(await clerk.client.ok(services.addService, { ids: [one.id, two.id], type: 'stairs', qty: '3' })).toEqual({
      done: 2,
      refused: [],
    })
    expect([await receivable(one.id), await receivable(two.id)]).toEqual(['224.00', '215.00'])
    expect(await serviceOf(one.waybillNo)).toMatchObject({
      type: 'stairs',
      qty: '3.000',
      amount: '24.00',
      priceState: 'reviewed',
      open: true,
    })
    const again = await clerk.client.ok(services.addService, { ids: [one.id], type: 'stairs' })
    expect(again.refused).toMatchObject([{ no: one.waybillNo, reason: 'waybills.serviceThere' }])
  })

  it('are changed and taken off until the price is agreed with the customer; an amount by hand goes to review', async () => {
    const { id, waybillNo } = await place({ services: [{ type: 'stairs', qty: '2' }] })
    const before = await serviceOf(waybillNo)
    await clerk.client.ok(services.changeService, { id: before?.id ?? 0, version: before?.version ?? 0, qty: '4' })
    expect(await receivable(id)).toBe('232.00')
    const now = await serviceOf(waybillNo)
    await clerk.client.ok(services.changeService, {
      id: now?.id ?? 0,
      version: now?.version ?? 0,
      qty: '4',
      amount: '10',
    })
    expect(await clerk.client.ok(charges.getWaybillCharges, { id })).toMatchObject({
      priceState: 'pending',
      receivable: '210.00',
    })
    const byHand = await serviceOf(waybillNo)
    await clerk.client.ok(services.changeService, { id: byHand?.id ?? 0, version: byHand?.version ?? 0, qty: '1' })
    expect(await clerk.client.ok(charges.getWaybillCharges, { id })).toMatchObject({
      priceState: 'reviewed',
      receivable: '208.00',
    })
    await clerk.client.ok(charges.confirmPrices, { ids: [id] })
    const fixed = await serviceOf(waybillNo)
    expect(fixed?.open).toBe(false)
    expect(
      (
        await clerk.client.refused(services.changeService, {
          id: fixed?.id ?? 0,
          version: fixed?.version ?? 0,
          qty: '9',
        })
      ).reason,
    ).toBe('waybills.priceConfirmed')
    expect((await chief.client.ok(services.deleteServices, { ids: [fixed?.id ?? 0] })).refused).toMatchObject([
      { reason: 'waybills.priceConfirmed' },
    ])
    await chief.client.ok(charges.unconfirmPrices, { ids: [id], reason: '去掉上楼' })
    expect((await chief.client.ok(services.deleteServices, { ids: [fixed?.id ?? 0] })).done).toBe(1)
    expect(await receivable(id)).toBe('200.00')
  })

  it('a change of what somebody else changed meanwhile is refused', async () => {
    const { waybillNo } = await place({ services: [{ type: 'stairs' }] })
    const row = await serviceOf(waybillNo)
    await clerk.client.ok(services.changeService, { id: row?.id ?? 0, version: row?.version ?? 0, qty: '2' })
    expect(
      (await chief.client.refused(services.changeService, { id: row?.id ?? 0, version: row?.version ?? 0, qty: '5' }))
        .reason,
    ).toBe('kernel.stale')
  })

  it('tabs, totals and the chain tell of them', async () => {
    const { id } = await place({ services: [{ type: 'notice' }], codAmount: '300' })
    await clerk.client.ok(services.addService, { ids: [id], type: 'cod' })
    const totals = await clerk.client.ok(services.getServiceTotals, { tab: 'stairs' })
    const rows: { amount: string }[] = (await clerk.client.ok(services.getServices, { tab: 'stairs', pageSize: 500 }))
      .rows
    expect(Number(totals.amount)).toBe(rows.reduce((sum, { amount }) => sum + Number(amount), 0))
    expect(totals.tabs).toMatchObject({ notice: 1, cod: 1 })
    const { events } = await clerk.client.ok(calls.getWaybillEvents, { id })
    expect(events.map(({ type }) => type)).toContain('serviceAdded')
  })

  it('[SE-08] a rate is one a service and customer; a customer’s account changes nothing and sees its own', async () => {
    expect((await chief.client.refused(services.addServiceRate, { type: 'stairs', rate: '9' })).fields).toMatchObject([
      { path: 'type', reason: 'waybills.rateTaken' },
    ])
    expect((await clerk.client.refused(services.addServiceRate, { type: 'urgent', rate: '9' })).code).toBe(403)
    const customer = await world.person('customer', {
      scope: 'customer',
      companies: [freight.yunfan],
      rights: { addServices: 'approve' },
    })
    expect((await customer.client.ok(services.getServiceRates, {})).map(({ rate }) => rate)).toEqual(['8.000000'])
    expect((await customer.client.ok(services.getServices, {})).rows.every(({ open }) => !open)).toBe(true)
    const { id } = await place()
    expect((await customer.client.refused(services.addService, { ids: [id], type: 'stairs' })).code).toBe(403)
  })
})
