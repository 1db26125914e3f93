import * as approvals from '@xunyun/contract/approvals/calls'
import * as adjustments from '@xunyun/contract/costs/adjustments'
import type { Sent } from '@xunyun/contract/kernel/call'
import * as statements from '@xunyun/contract/statements/calls'
import * as charges from '@xunyun/contract/warehouse/billing/charges'
import * as calls from '@xunyun/contract/warehouse/billing/quotations'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Billing, openBilling, perPallet } from '../../../../test/billing.ts'
import { day } from '../../../../test/floor.ts'
import { deciding } from '../../../../test/owing.ts'
import { reviewedBy } from '../../../../test/reviews.ts'
import type { Person } from '../../../../test/world.ts'

let billing: Billing
let clerk: Person

beforeAll(async () => {
  billing = await openBilling()
  clerk = await billing.world.person('clerk', { rights: { quotation: 'edit' } })
})
afterAll(() => billing.close())

const get = (id: number) => clerk.client.ok(calls.getQuotation, { id })
const submit = async (id: number) => (await clerk.client.ok(calls.submitQuotations, { ids: [id] })).refused[0]

describe('[RT-18/quotation] a quotation', () => {
  it('[D-04] holds once its review is through; the reviewer sees what it is about', async () => {
    const customerId = await billing.owner('云帆')
    const { id, quotationNo } = await billing.draft(customerId, [{ ...perPallet, taxRate: '6' }], { remark: '2026 年' })
    expect(quotationNo).toMatch(/^BJ\d{11}$/)
    expect(await submit(id)).toBeUndefined()
    const { rows } = await billing.boss.client.ok(approvals.getApprovals, { pageSize: 500 })
    expect(rows.find((row) => row.docId === id)).toMatchObject({
      bizType: 'warehouseQuotation',
      reason: 'newPrice',
      docNo: `${quotationNo} v1`,
      facts: { customer: '云帆', owners: '云帆', validFrom: day(-60) },
      mayDecide: true,
    })
    await billing.decide(id)
    expect(await get(id)).toMatchObject({
      status: 'active',
      ownerNames: '云帆',
      warehouseId: null,
      itemCount: 1,
      triggers: ['storage'],
      items: [{ feeItem: 'storage', freeDays: 3, rate: '2.0000', taxRate: '6.00', tiers: [] }],
    })
    const history = await clerk.client.ok(calls.getQuotationHistory, { id })
    expect(history.map(({ action }) => action)).toEqual(['approved', 'submitted', 'created'])
  })

  it('[D-04] sent back it is a draft with the opinion, and says so no more when it is submitted again', async () => {
    const { id } = await billing.draft(await billing.owner('驳回'), [perPallet])
    await submit(id)
    await billing.decide(id, 'reject', '免费天太多')
    expect(await get(id)).toMatchObject({ status: 'draft', opinion: '免费天太多' })
    await submit(id)
    expect(await get(id)).toMatchObject({ status: 'pending', opinion: null })
  })

  it('[D-05] what is wrong is said at its field', async () => {
    const customerId = await billing.owner('字段')
    const refuse = async (items: readonly Record<string, unknown>[], more: Record<string, unknown> = {}) =>
      (await clerk.client.refused(calls.addQuotation, { customerId, validFrom: day(0), items, ...more })).fields.map(
        ({ path, reason }) => `${path} ${reason}`,
      )
    expect(await refuse([])).toEqual(['items field.required'])
    expect(await refuse([{ ...perPallet, timeUnit: undefined, basis: 'order' }])).toEqual([
      'items.0.basis warehouseBilling.documentsOnly',
      'items.0.timeUnit field.required',
    ])
    expect(await refuse([{ ...perPallet, timeUnit: 'month' }])).toEqual(['items.0.volumeMethod field.required'])
    expect(await refuse([{ ...perPallet, volumeMethod: 'peak' }])).toEqual([
      'items.0.volumeMethod warehouseBilling.monthOnly',
    ])
    expect(await refuse([{ ...perPallet, trigger: 'inbound', basis: 'm2' }])).toEqual([
      'items.0.basis warehouseBilling.storageOnly',
      'items.0.timeUnit warehouseBilling.storageOnly',
      'items.0.freeDays warehouseBilling.storageOnly',
    ])
    expect(await refuse([{ ...perPallet, rate: undefined }])).toEqual(['items.0.rate prices.needsPrice'])
    expect(await refuse([{ ...perPallet, tiers: [{ from: '0', price: '1' }] }])).toEqual([
      'items.0.rate warehouseBilling.rateOrTiers',
    ])
    expect(
      await refuse([
        {
          ...perPallet,
          rate: undefined,
          tiers: [
            { from: '0', to: '100', price: '2' },
            { from: '200', price: '1' },
          ],
        },
      ]),
    ).toEqual(['items.0.tiers.1.from prices.tierGap'])
    expect(await refuse([perPallet, { ...perPallet, minCharge: '9', maxCharge: '8' }])).toEqual([
      'items.1.maxCharge prices.limits',
      'items.1.feeItem warehouseBilling.twice',
    ])
    expect(await refuse([perPallet], { validTo: day(-1) })).toEqual(['validTo field.range'])
    expect(await refuse([perPallet], { customerId: 999_999 })).toEqual(['customerId warehouseBilling.customer'])
    expect(await refuse([perPallet], { warehouseId: 999_999 })).toEqual(['warehouseId warehouseBilling.warehouse'])
    const carrier = await billing.world.company('承运', ['carrier'])
    expect(await refuse([perPallet], { ownerIds: [carrier] })).toEqual(['ownerIds warehouseBilling.owner'])
  })

  it('[D-05] two that would hold for the same goods on one day: the second is refused and names the first', async () => {
    const customerId = await billing.owner('重叠')
    const { quotationNo } = await billing.agreed(customerId, [perPallet], { validTo: day(30) })
    const { id } = await billing.draft(customerId, [perPallet], { validFrom: day(20) })
    expect(await submit(id)).toMatchObject({
      reason: 'warehouseBilling.overlap',
      msg: `与 ${quotationNo} 第 1 版有效期重叠：重叠，${day(20)} 至 ${day(30)}`,
    })
    // After it, or at one warehouse, or for somebody else's goods: that is another thing.
    const later = await billing.draft(customerId, [perPallet], { validFrom: day(31) })
    expect(await submit(later.id)).toBeUndefined()
    const there = await billing.draft(customerId, [perPallet], { warehouseId: billing.goods.warehouseId })
    expect(await submit(there.id)).toBeUndefined()
    const others = await billing.draft(customerId, [perPallet], { ownerIds: [await billing.owner('别家货')] })
    expect(await submit(others.id)).toBeUndefined()
  })

  it('two of them under review at once: one is approved, the other is refused by then', async () => {
    const customerId = await billing.owner('并发')
    const ids = []
    for (let i = 0; i < 2; i += 1) {
      const { id } = await billing.draft(customerId, [perPallet])
      expect(await submit(id)).toBeUndefined()
      ids.push(id)
    }
    const outcomes = await Promise.all(ids.map((id) => billing.decide(id)))
    expect(outcomes.map(({ done }) => done).sort()).toEqual([0, 1])
    expect(outcomes.flatMap(({ refused }) => refused.map(({ reason }) => reason))).toEqual(['warehouseBilling.overlap'])
  })

  it('a new version takes the place of the one in force from its first day on', async () => {
    const customerId = await billing.owner('版本')
    const { id, quotationNo } = await billing.agreed(customerId, [perPallet])
    const { id: next } = await clerk.client.ok(calls.newQuotationVersion, { id })
    expect((await clerk.client.ok(calls.newQuotationVersion, { id })).id).toBe(next)
    const written = await get(next)
    expect(written).toMatchObject({ quotationNo, versionNo: 2, status: 'draft', validFrom: day(1), itemCount: 1 })
    const { version } = await clerk.client.ok(calls.changeQuotation, {
      id: next,
      version: written.version,
      customerId: await billing.owner('别人'),
      validFrom: day(10),
      items: [{ ...perPallet, rate: '2.5' }],
    })
    expect(version).toBe(2)
    // Whose it is stays.
    expect(await get(next)).toMatchObject({ customerName: '版本', items: [{ rate: '2.5000' }] })
    await submit(next)
    await billing.decide(next)
    expect(await get(id)).toMatchObject({ status: 'ended', validTo: day(9) })
    expect(await get(next)).toMatchObject({ status: 'active', validFrom: day(10) })
    const { id: third } = await clerk.client.ok(calls.newQuotationVersion, { id: next })
    const draft = await get(third)
    await clerk.client.ok(calls.changeQuotation, {
      id: third,
      version: draft.version,
      customerId,
      validFrom: day(10),
      items: [perPallet],
    })
    expect((await submit(third))?.reason).toBe('prices.tooOld')
  })

  it('[D-01] the list filters, counts its tabs and goes out as Excel', async () => {
    const customerId = await billing.owner('列表客户')
    await billing.agreed(customerId, [perPallet], { validTo: day(10) })
    await billing.draft(customerId, [
      { ...perPallet, trigger: 'inbound', feeItem: 'inbound', timeUnit: undefined, freeDays: undefined } as never,
    ])
    const totals = await clerk.client.ok(calls.getQuotationTotals, { customerId })
    expect(totals).toEqual({
      count: 2,
      tabs: { all: 2, active: 1, upcoming: 0, draft: 1, pending: 0, ended: 0, expiring: 1 },
    })
    const list = async (filter: Sent<typeof calls.getQuotations>) =>
      (await clerk.client.ok(calls.getQuotations, { customerId, ...filter })).rows.map(({ status }) => status)
    expect(await list({ tab: 'active' })).toEqual(['active'])
    expect(await list({ triggers: ['inbound'] })).toEqual(['draft'])
    expect(await list({ feeItem: 'storage', on: day(5) })).toEqual(['active'])
    expect(await list({ on: day(11) })).toEqual([])
    expect(await list({ q: 'lbkh' })).toHaveLength(2)
    expect(await list({ warehouseId: billing.goods.warehouseId })).toHaveLength(2)
    const first = await clerk.client.ok(calls.getQuotations, { customerId, pageSize: 1 })
    const second = await clerk.client.ok(calls.getQuotations, { customerId, pageSize: 1, after: first.next as string })
    expect([first.rows[0]?.status, second.rows[0]?.status, second.next]).toEqual(['draft', 'active', null])
    const file = await clerk.client.fetch(`${calls.exportQuotations.path}?customerId=${customerId}`)
    expect(file.headers.get('content-type')).toContain('spreadsheetml')
  })

  it("[D-05] a customer's account sees what was agreed with it, no drafts, no opinions, nobody else's", async () => {
    const mine = await billing.owner('本客户')
    const agreed = await billing.agreed(mine, [perPallet], { remark: '底价 1.8' })
    await billing.draft(mine, [perPallet], { warehouseId: billing.goods.warehouseId })
    const other = await billing.agreed(await billing.owner('他客户'), [perPallet])
    const account = await billing.world.person('account', {
      scope: 'customer',
      companies: [mine],
      rights: { quotation: 'browse' },
    })
    const { rows } = await account.client.ok(calls.getQuotations, {})
    expect(rows.map(({ id }) => id)).toEqual([agreed.id])
    expect(rows[0]).toMatchObject({ remark: null, createdByName: null, actions: [] })
    expect((await account.client.refused(calls.getQuotation, { id: other.id })).reason).toBe('kernel.notFound')
    expect((await account.client.refused(calls.getQuotationHistory, { id: agreed.id })).reason).toBe('kernel.forbidden')
  })

  it('[D-05] who works in some warehouses agrees on rates for those, and sees what holds there', async () => {
    const { world, goods } = billing
    const elsewhere = await world.person('elsewhere', { rights: { quotation: 'edit' } })
    await world.db.updateTable('app_user').set({ all_warehouses: false }).where('id', '=', elsewhere.id).execute()
    await world.db
      .insertInto('user_warehouse')
      .values({ user_id: elsewhere.id, warehouse_id: goods.warehouseId })
      .execute()
    const client = await world.signIn('elsewhere')
    const customerId = await billing.owner('分仓')
    const input = { customerId, validFrom: day(0), items: [perPallet] }
    expect((await client.refused(calls.addQuotation, input)).fields[0]).toMatchObject({
      path: 'warehouseId',
      reason: 'warehouseBilling.warehouse',
    })
    const { id } = await client.ok(calls.addQuotation, { ...input, warehouseId: goods.warehouseId })
    expect((await client.ok(calls.getQuotation, { id })).warehouseId).toBe(goods.warehouseId)
  })

  it('a stale save is refused, and the same key adds one', async () => {
    const customerId = await billing.owner('幂等')
    const input = { customerId, validFrom: day(0), items: [perPallet] }
    const one = await clerk.client.ok(calls.addQuotation, input, { key: 'quotation-1' })
    expect(await clerk.client.ok(calls.addQuotation, input, { key: 'quotation-1' })).toEqual(one)
    const { version } = await get(one.id)
    await clerk.client.ok(calls.changeQuotation, { ...input, id: one.id, version, remark: '一' })
    expect((await clerk.client.refused(calls.changeQuotation, { ...input, id: one.id, version })).reason).toBe(
      'kernel.stale',
    )
  })
})

it('[RT-16/incOrDec] [M53] a disputed day of storage is adjusted by review on the disputed statement, and a recount leaves it standing', async () => {
  const admin = () => billing.world.admin
  const ownerId = await billing.owner('争议仓储')
  const itemId = await billing.goods.item('争议-1', { ownerId, packs: [{ unit: 'pallet', ratio: '10' }] } as never)
  await billing.move(itemId, '100', -3)
  await billing.agreed(ownerId, [{ ...perPallet, freeDays: 0 }])
  await billing.night()
  const [first] = await billing.charges(ownerId)
  const chargeId = first?.id as number
  const { boss, world } = billing
  await reviewedBy(world, boss.id, ['costZJ'])
  const { outlets } = await admin().ok(statements.proposeStatement, { companyId: ownerId })
  const outletId = outlets[0]?.outletId as number
  const asked = { companyId: ownerId, outletId, toDay: day(-1) }
  const { id } = await admin().ok(statements.generateStatement, asked)
  await admin().ok(statements.sendStatements, { ids: [id] })
  const statement = () => admin().ok(statements.getStatement, { id })
  const sent = await statement()
  const line = sent.lines.find((one) => one.chargeId === chargeId)
  expect(line).toMatchObject({ waybillId: null, day: day(-3), amount: '20.00' })
  await admin().ok(statements.disputeStatement, {
    id,
    version: sent.version,
    caller: '周敏',
    disputes: [{ lineId: line?.id as number, dispute: '当天只有 5 托' }],
  } as never)
  // By the way that the page offers.
  const [target] = await admin().ok(adjustments.getAdjustables, { numbers: [`#${chargeId}`] })
  expect(target).toMatchObject({
    problem: null,
    direction: 'receivable',
    chargeId,
    waybillId: null,
    receivable: '20.00',
  })
  const adjust = async (amount: string) => {
    const lines = [{ chargeId, feeItem: 'storage', amount, reason: '客户异议' }]
    const made = await admin().send(adjustments.addAdjustments, { lines, submit: true } as never)
    if (made.code === 200) await deciding(boss)((made.data as { nos: string[] }).nos[0] as string)
    return made
  }
  expect((await adjust('-20.01')).error?.fields?.[0]).toMatchObject({ reason: 'costs.belowZero' })
  await adjust('-8')
  const { rows } = await admin().ok(adjustments.getAdjustments, { q: '争议仓储' })
  expect(rows).toMatchObject([{ chargeId, before: '20.00', amount: '-8.00', customerName: '争议仓储' }])
  expect((await admin().ok(statements.handleDisputes, { ids: [id] })).refused).toEqual([])
  expect((await statement()).lines.find(({ mark }) => mark === 'dispute')).toMatchObject({
    kind: 'adjustment',
    amount: '-8.00',
  })
  expect(await statement()).toMatchObject({ adjustments: '-8.00', closing: '52.00' })
  // Counted anew: what the rates make of it is beside, what was agreed stays (V29).
  const range = { from: day(-3), to: day(-1), customerId: ownerId }
  expect(await admin().ok(charges.previewRecompute, range)).toMatchObject({ rows: [], same: 3 })
  await billing.move(itemId, '50', -3)
  await billing.night()
  const owes = async () =>
    (
      await sql<{
        sum: string
      }>`select sum(amount) as sum from charge where id = ${chargeId} or adjusts_id = ${chargeId}`.execute(world.db)
    ).rows[0]?.sum
  expect(await owes()).toBe('22.00')
})
