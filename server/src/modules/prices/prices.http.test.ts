import * as approvals from '@xunyun/contract/approvals/calls'
import * as setup from '@xunyun/contract/approvals/setup'
import type { Sent } from '@xunyun/contract/kernel/call'
import * as calls from '@xunyun/contract/prices/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Freight, openFreight } from '../../../test/freight.ts'
import { openWorld, type Person, type World } from '../../../test/world.ts'
import { clock, dayBefore, nextDay } from '../../platform/clock.ts'

let world: World
let freight: Freight
let clerk: Person
let boss: Person
const today = clock.today()
const tomorrow = nextDay(today)

beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  clerk = await world.person('clerk', { rights: { transportPrice: 'edit', unreviewed: 'browse', taskList: 'edit' } })
  boss = await world.person('boss', { rights: { unreviewed: 'approve', transportPrice: 'approve' } })
  await world.admin.ok(setup.addApproverLevel, {
    bizType: 'transportPrice',
    level: 1,
    mode: 'any',
    amountFrom: '0',
    userIds: [boss.id],
    roleIds: [],
  })
})
afterAll(() => world.close())

const tiers = [
  { from: '0', to: '100', price: '2' },
  { from: '100', to: '500', price: '1.6' },
  { from: '500', price: '1.2' },
]
const priceOf = (over: Partial<Sent<typeof calls.addTransportPrice>> = {}): Sent<typeof calls.addTransportPrice> => ({
  name: '杭州到广州',
  direction: 'receivable',
  companyId: freight.yunfan,
  fromRegion: '330100',
  toRegion: '440100',
  basis: 'chargeable',
  tiers,
  minCharge: '30',
  taxRate: '9',
  validFrom: '2026-01-01',
  ...over,
})
const add = async (over: Partial<Sent<typeof calls.addTransportPrice>> = {}) =>
  (await clerk.client.ok(calls.addTransportPrice, priceOf(over))).id
const statusOf = async (id: number) => (await clerk.client.ok(calls.getTransportPrice, { id })).status
const waitingFor = async (id: number) =>
  (await boss.client.ok(approvals.getApprovals, { pageSize: 500 })).rows.find((row) => row.docId === id)
async function put(id: number): Promise<void> {
  await clerk.client.ok(calls.submitTransportPrices, { ids: [id] })
  const waiting = await waitingFor(id)
  await boss.client.ok(approvals.decideApprovals, { ids: [waiting?.id ?? 0], decision: 'approve' })
}
const ask = (over: Partial<Sent<typeof calls.calculateFreight>> = {}) =>
  clerk.client.ok(calls.calculateFreight, {
    customerId: freight.yunfan,
    bizDate: today,
    fromRegion: '330110',
    toRegion: '440111',
    weight: '600',
    volume: '1',
    pieces: 10,
    ...over,
  })

describe('[RT-10/transportPrice] a price', () => {
  it('[D-04] holds once its review is through, and never before', async () => {
    const id = await add()
    expect((await ask()).quote).toBeNull()
    await clerk.client.ok(calls.submitTransportPrices, { ids: [id] })
    expect((await ask()).quote).toBeNull()
    const waiting = await waitingFor(id)
    expect(waiting).toMatchObject({
      bizType: 'transportPrice',
      reason: 'newPrice',
      level: 1,
      levels: 1,
      mayDecide: true,
    })
    await boss.client.ok(approvals.decideApprovals, { ids: [waiting?.id ?? 0], decision: 'approve', opinion: '可以' })
    expect(await statusOf(id)).toBe('active')
    const { quote } = await ask()
    expect(quote).toMatchObject({
      priceId: id,
      versionNo: 1,
      amount: '720.00',
      net: '660.55',
      tax: '59.45',
      chargeWeight: '600.000',
    })
    expect(quote?.steps.map(({ step }) => step)).toEqual(['matched', 'chargeable', 'whole', 'tax'])
  })

  it('[D-05] tiers that overlap, leave a gap or do not begin at 0 are refused at their cell', async () => {
    const refuse = async (over: Partial<Sent<typeof calls.addTransportPrice>>) =>
      (await clerk.client.refused(calls.addTransportPrice, priceOf(over))).fields.map(
        ({ path, reason }) => `${path} ${reason}`,
      )
    expect(await refuse({ tiers: [{ from: '1', price: '2' }] })).toEqual(['tiers.0.from prices.tierStart'])
    expect(
      await refuse({
        tiers: [
          { from: '0', to: '100', price: '2' },
          { from: '99', price: '1' },
        ],
      }),
    ).toEqual(['tiers.1.from prices.tierGap'])
    expect(
      await refuse({
        tiers: [
          { from: '0', to: '100', price: '2' },
          { from: '101', price: '1' },
        ],
      }),
    ).toEqual(['tiers.1.from prices.tierGap'])
    expect(
      await refuse({
        tiers: [
          { from: '0', price: '2' },
          { from: '100', price: '1' },
        ],
      }),
    ).toContain('tiers.0.to prices.tierOrder')
    expect(await refuse({ tiers: [] })).toEqual(['unitPrice prices.needsPrice'])
    expect(await refuse({ basis: 'greater', tiers: [] })).toEqual([
      'unitPrice prices.needsBoth',
      'volumePrice prices.needsBoth',
    ])
    expect(await refuse({ firstQty: '1', firstPrice: '10', tiers: [] })).toEqual([
      'stepQty prices.expressWhole',
      'stepPrice prices.expressWhole',
    ])
    expect(await refuse({ maxCharge: '10', validTo: '2025-12-31' })).toEqual([
      'maxCharge prices.limits',
      'validTo field.range',
    ])
    expect(await refuse({ companyId: freight.hangzhou })).toEqual(['companyId prices.partner'])
    expect(await refuse({ fromRegion: '999999' })).toEqual(['fromRegion prices.region'])
  })

  it('in force is never edited: a new version takes its place, and old freights keep the old price', async () => {
    const [line] = (await clerk.client.ok(calls.getTransportPrices, { companyId: freight.yunfan, tab: 'active' })).rows
    if (line === undefined) throw new Error('no price')
    const offered = line.actions.map(({ key }) => key)
    expect(offered).toContain('newVersion')
    expect(offered).not.toContain('edit')
    expect(
      (await clerk.client.refused(calls.changeTransportPrice, { id: line.id, version: line.version, ...priceOf() }))
        .reason,
    ).toBe('prices.wrongState')
    const { id } = await clerk.client.ok(calls.newPriceVersion, { id: line.id })
    expect(await clerk.client.ok(calls.newPriceVersion, { id: line.id })).toEqual({ id })
    const draft = await clerk.client.ok(calls.getTransportPrice, { id })
    expect(draft).toMatchObject({ versionNo: 2, lineId: line.lineId, status: 'draft', validFrom: tomorrow })
    await clerk.client.ok(calls.changeTransportPrice, {
      id,
      version: draft.version,
      ...priceOf({ tiers: [{ from: '0', price: '3' }], validFrom: tomorrow }),
    })
    await put(id)
    expect(await clerk.client.ok(calls.getTransportPrice, { id: line.id })).toMatchObject({
      status: 'ended',
      validTo: today,
    })
    expect((await ask({ bizDate: today })).quote).toMatchObject({ amount: '720.00', versionNo: 1 })
    expect((await ask({ bizDate: tomorrow })).quote).toMatchObject({ amount: '1800.00', versionNo: 2 })
  })

  it('a version that would begin before the one in force is refused: prices used already would change', async () => {
    const [now] = (await clerk.client.ok(calls.getTransportPrices, { companyId: freight.yunfan, tab: 'active' })).rows
    const { id } = await clerk.client.ok(calls.newPriceVersion, { id: now?.id ?? 0 })
    const draft = await clerk.client.ok(calls.getTransportPrice, { id })
    await clerk.client.ok(calls.changeTransportPrice, { id, version: draft.version, ...priceOf({ validFrom: today }) })
    expect((await clerk.client.ok(calls.submitTransportPrices, { ids: [id] })).refused).toMatchObject([
      { reason: 'prices.tooOld' },
    ])
    await boss.client.ok(calls.deleteTransportPrices, { ids: [id] })
  })

  it('调价 makes a draft of every price, dearer by the per cent', async () => {
    const id = await add({
      name: '调价用',
      companyId: freight.hengda,
      tiers: [
        { from: '0', to: '50', price: '2' },
        { from: '50', price: '1.5' },
      ],
    })
    await put(id)
    expect(
      await clerk.client.ok(calls.adjustTransportPrices, { ids: [id], percent: '10', validFrom: '2027-01-01' }),
    ).toEqual({ done: 1, refused: [] })
    const next = (await clerk.client.ok(calls.getTransportPrices, { companyId: freight.hengda, tab: 'draft' })).rows[0]
    expect(next).toMatchObject({ versionNo: 2, minCharge: '33.00', validFrom: '2027-01-01' })
    expect(next?.tiers.map(({ price }) => price)).toEqual(['2.2000', '1.6500'])
    expect(
      (await clerk.client.ok(calls.adjustTransportPrices, { ids: [id], percent: '10', validFrom: '2027-01-01' }))
        .refused,
    ).toMatchObject([{ reason: 'prices.nextExists' }])
  })

  it('调价 moves the limits along, and never makes a version that holds on no day', async () => {
    const id = await add({ name: '有上下限', companyId: freight.hengda, minCharge: '100', maxCharge: '105' })
    await put(id)
    const over = { ids: [id], percent: '10', validFrom: '2027-02-01' }
    expect(
      (await clerk.client.ok(calls.adjustTransportPrices, { ...over, validTo: '2027-01-01' })).refused,
    ).toMatchObject([{ reason: 'prices.endsBefore' }])
    expect((await clerk.client.ok(calls.adjustTransportPrices, over)).done).toBe(1)
    const [next] = (await clerk.client.ok(calls.getTransportPrices, { q: '有上下限', tab: 'draft' })).rows
    expect(next).toMatchObject({ minCharge: '110.00', maxCharge: '115.50' })
    expect(
      (await clerk.client.refused(calls.addTransportPrice, priceOf({ minCharge: '9', maxCharge: '8' }))).fields,
    ).toMatchObject([{ path: 'maxCharge', reason: 'prices.limits' }])
  })

  it('a new version of one that ends today has no end, and what would hold on no day is not sent to review', async () => {
    const id = await add({ name: '今天到期', companyId: freight.hengda, validTo: today })
    await put(id)
    const next = await clerk.client.ok(calls.newPriceVersion, { id })
    expect(await clerk.client.ok(calls.getTransportPrice, next)).toMatchObject({ validFrom: tomorrow, validTo: null })
    await world.db
      .updateTable('transport_price')
      .set({ valid_to: today } as never)
      .where('id', '=', next.id)
      .execute()
    expect((await clerk.client.ok(calls.submitTransportPrices, { ids: [next.id] })).refused).toMatchObject([
      { reason: 'prices.endsBefore' },
    ])
    expect(await statusOf(id)).toBe('active')
  })

  it('停用 ends it yesterday: older freights are still priced by it', async () => {
    const id = await add({ name: '要停的', companyId: freight.hengda, fromRegion: '310000', toRegion: '310000' })
    await put(id)
    expect((await boss.client.ok(calls.stopTransportPrices, { ids: [id], reason: '客户不做了' })).done).toBe(1)
    const asked = { customerId: freight.hengda, fromRegion: '310115', toRegion: '310115' }
    expect((await ask(asked)).quote).toBeNull()
    expect((await ask({ ...asked, bizDate: dayBefore(today) })).quote).toMatchObject({ priceId: id })
  })

  it('[D-05] the calculator says which price was passed over, and why', async () => {
    const wide = await add({ name: '公共', companyId: undefined, fromRegion: undefined, toRegion: undefined })
    await put(wide)
    const found = await ask({ bizDate: tomorrow })
    expect(found.quote?.priceName).toBe('杭州到广州')
    expect(found.passedOver).toMatchObject([{ priceId: wide, why: 'public' }])
    expect((await ask({ customerId: undefined })).quote).toMatchObject({ priceId: wide, amount: '720.00' })
  })

  it("[SE-08] a customer's account learns its own price alone, and never what we pay", async () => {
    const customer = await world.person('hengda', {
      scope: 'customer',
      companies: [freight.hengda],
      rights: { taskList: 'edit', transportPrice: 'browse' },
    })
    const carrier = await world.company('顺通承运', ['carrier'])
    const paid = await add({ name: '应付', direction: 'payable', companyId: carrier })
    await put(paid)
    const rows = (await customer.client.ok(calls.getTransportPrices, { pageSize: 500 })).rows
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ companyId, direction }) => companyId === freight.hengda && direction === 'receivable')).toBe(
      true,
    )
    expect((await customer.client.refused(calls.getTransportPrice, { id: paid })).code).toBe(404)
    const asked = { bizDate: today, fromRegion: '330110', toRegion: '440111', weight: '60', volume: '0', pieces: 1 }
    expect(
      (await customer.client.refused(calls.calculateFreight, { ...asked, customerId: freight.yunfan })).reason,
    ).toBe('kernel.invalid')
    expect((await customer.client.refused(calls.calculateFreight, { ...asked, direction: 'payable' })).code).toBe(403)
    // Named or not, it is the account's own company, whose price goes before the public one.
    for (const customerId of [undefined, freight.hengda])
      expect((await customer.client.ok(calls.calculateFreight, { ...asked, customerId })).quote).toMatchObject({
        companyName: rows[0]?.companyName,
      })
  })

  it('a price being written can be tried without being stored', async () => {
    const made = await clerk.client.ok(calls.tryTransportPrice, {
      price: priceOf({ lowBreak: true }),
      freights: [
        { weight: '99', volume: '0', pieces: 1 },
        { weight: '600', volume: '3', pieces: 1 },
      ],
    })
    expect(made.map(({ amount }) => amount)).toEqual(['160.00', '1080.00'])
  })

  it('[D-01] is found by partner, region, day and pinyin, and exported with its tiers', async () => {
    const found = async (filter: object) =>
      (await clerk.client.ok(calls.getTransportPrices, { ...filter, pageSize: 500 })).rows.map(({ name }) => name)
    expect(await found({ q: 'yunfan' })).toContain('杭州到广州')
    expect(await found({ from: '330000', tab: 'active' })).toContain('杭州到广州')
    expect(await found({ from: '440000' })).toEqual([])
    expect(await found({ on: '2020-01-01' })).toEqual([])
    const totals = await clerk.client.ok(calls.getTransportPriceTotals, { tab: 'active' })
    expect(totals.count).toBe(totals.tabs.active)
    const file = await clerk.client.fetch(`${calls.exportTransportPrices.path}?columns=name,tiers`)
    expect(file.headers.get('content-type')).toContain('spreadsheetml')
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  })
})
