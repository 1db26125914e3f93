import { getFees } from '@xunyun/contract/costs/feeList'
import { addInvoice, getInvoice, submitInvoices } from '@xunyun/contract/invoices/calls'
import { addProfile } from '@xunyun/contract/invoices/profiles'
import { addCashAccount } from '@xunyun/contract/money/accounts'
import { addReceipt, getOpenCharges, getPayment, reversePayments } from '@xunyun/contract/payments/calls'
import { cancelWaybills, changeWaybill, getWaybill, getWaybills, requestChange } from '@xunyun/contract/waybills/calls'
import { confirmPrices, getWaybillCharges, priceWaybill, unconfirmPrices } from '@xunyun/contract/waybills/charges'
import { addService, deleteServices } from '@xunyun/contract/waybills/services'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Freight, openFreight } from '../../../test/freight.ts'
import { deciding } from '../../../test/owing.ts'
import { reviewedBy } from '../../../test/reviews.ts'
import { openWorld, type Person, type World } from '../../../test/world.ts'
import { clock, dayOf } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import {
  applyCharges,
  freeAtDoor,
  invoiceCharges,
  oweAtDoor,
  type Part,
  releaseCharges,
  settleCharges,
  unsettleCharges,
} from './index.ts'

let world: World
let freight: Freight
let bank: number
let boss: Person
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  boss = await world.person('boss', { rights: { unreviewed: 'approve' } })
  await reviewedBy(world, boss.id, ['price', 'invoice', 'changeRequest'])
  bank = (await world.admin.ok(addCashAccount, { outletId: freight.hangzhou, name: '基本户', kind: 'bank' })).id
  await sql`insert into transport_price (version_no, name, direction, company_id, basis, weight_unit, volume_ratio, unit_price, tax_rate, tier_mode, low_break,
    valid_from, status, search) values (1, 'rate', 'receivable', ${freight.yunfan}, 'weight', 'kg', 300, 2, 9, 'whole', false, '2024-01-01', 'active', '')`.execute(
    world.db,
  )
})
afterAll(() => world.close())

/** 改单 of what is typed; the rest as it stands. */
const change = async (id: number, over: object) => {
  const { goods, ...rest } = await world.admin.ok(getWaybill, { id })
  return { ...rest, goods, ...over } as never
}
const linesOf = async (waybillId: number) =>
  (
    await sql<
      Record<string, string>
    >`select fee_item as item, pay_method as method, state, amount::text, tax_rate::text as rate from charge
      where waybill_id = ${waybillId} order by coalesce(adjusts_id, id), id`.execute(world.db)
  ).rows
const receive = (chargeId: number, amount: string) =>
  world.admin.ok(addReceipt, {
    cashAccountId: bank,
    channel: 'bank',
    day: clock.today(),
    companyId: freight.yunfan,
    amount,
    lines: [{ chargeId, amount }],
  })
const reverse = (id: number) => world.admin.ok(reversePayments, { ids: [id], reason: '银行退票' })
const decide = async (id: number) => {
  const { waybillNo, priceState } = await world.admin.ok(getWaybill, { id })
  if (priceState === 'pending') await deciding(boss)(waybillNo)
}
const priceAgain = async (id: number, over: object) => {
  const { version } = await world.admin.ok(getWaybill, { id })
  await world.admin.ok(priceWaybill, { id, version, reason: '改价', ...over } as never)
  await decide(id)
}

const inTx = <T>(act: (tx: Tx) => Promise<T>) => world.db.transaction().execute((tx) => act(tx as unknown as Tx))
const chargeOf = async (waybillId: number) =>
  (
    await sql<{ id: number; state: string; amount: string; net: string; applied: string; settled: string }>`
      select id, state, amount, net, applied, settled from charge where waybill_id = ${waybillId}`.execute(world.db)
  ).rows[0] as { id: number; state: string; amount: string; net: string; applied: string; settled: string }
const standing = async (waybillId: number) =>
  (
    await sql<Record<string, string>>`
      select invoicing, collection, applied, invoiced, settled from waybill where id = ${waybillId}`.execute(world.db)
  ).rows[0]
const of = (chargeId: number, amount: string): Part[] => [{ chargeId, amount }]

describe('what becomes of a charge', () => {
  it('[M3] [M5] [M6] is owed once its price is confirmed, is used in parts, never beyond its amount, and its waybill says so', async () => {
    const { id } = await freight.waybill(world.admin, 5)
    const draft = await chargeOf(id)
    expect(draft).toMatchObject({ state: 'draft', amount: '100.00', net: '91.74' })
    await expect(inTx((tx) => applyCharges(tx, of(draft.id, '40')))).rejects.toMatchObject({
      reason: 'charges.notOwed',
    })
    await world.admin.ok(confirmPrices, { ids: [id] })
    expect(await standing(id)).toMatchObject({ invoicing: 'unapplied', collection: 'uncollected' })

    await inTx((tx) => applyCharges(tx, of(draft.id, '40')))
    expect(await standing(id)).toMatchObject({ invoicing: 'partial', applied: '40.00' })
    await expect(inTx((tx) => applyCharges(tx, of(draft.id, '60.01')))).rejects.toMatchObject({
      reason: 'charges.tooMuch',
      params: { available: '60.00' },
    })
    await inTx((tx) => applyCharges(tx, of(draft.id, '60')))
    expect(await standing(id)).toMatchObject({ invoicing: 'applied' })
    await inTx((tx) => invoiceCharges(tx, of(draft.id, '100')))
    expect(await standing(id)).toMatchObject({ invoicing: 'invoiced', invoiced: '100.00' })
    await inTx((tx) => releaseCharges(tx, of(draft.id, '30'), { issued: true }))
    expect(await standing(id)).toMatchObject({ invoicing: 'partial', applied: '70.00', invoiced: '70.00' })

    await inTx((tx) => settleCharges(tx, of(draft.id, '30')))
    expect(await standing(id)).toMatchObject({ collection: 'partial', settled: '30.00' })
    await inTx((tx) => settleCharges(tx, of(draft.id, '70')))
    expect(await standing(id)).toMatchObject({ collection: 'collected' })

    const change = sql`update charge set amount = 90 where id = ${draft.id}`
    await expect(change.execute(world.db)).rejects.toMatchObject({ constraint: 'charge__held' })
    expect((await world.admin.ok(cancelWaybills, { ids: [id], reason: '客户取消' })).refused).toMatchObject([
      { reason: 'waybills.chargesTaken' },
    ])
    expect((await world.admin.ok(unconfirmPrices, { ids: [id], reason: '重谈' })).refused).toMatchObject([
      { reason: 'waybills.chargesTaken' },
    ])

    await inTx((tx) => unsettleCharges(tx, of(draft.id, '100')))
    await inTx((tx) => releaseCharges(tx, of(draft.id, '70'), { issued: true }))
    await world.admin.ok(cancelWaybills, { ids: [id], reason: '客户取消' })
    expect(await chargeOf(id)).toMatchObject({ state: 'void', applied: '0.00', settled: '0.00' })
    expect(await standing(id)).toMatchObject({ invoicing: 'none' })
  })

  it('[M3] [M37] [M43] what a reversed receipt or a drafted invoice names is void where the waybill is paid otherwise, is applied for no more, and is taken up again', async () => {
    const { id } = await freight.waybill(world.admin, 5)
    await world.admin.ok(confirmPrices, { ids: [id] })
    const charge = await chargeOf(id)
    await world.db
      .updateTable('company')
      .set({ uscc: '91330100799655058B' })
      .where('id', '=', freight.hangzhou)
      .execute()
    const { id: profileId } = await world.admin.ok(addProfile, {
      companyId: freight.yunfan,
      title: '杭州云帆电子有限公司',
      taxNo: '91330110MA2B0RXU59',
      type: 'special',
      mobile: '13800138000',
      email: 'fapiao@yunfan.example',
    })
    const invoice = await world.admin.ok(addInvoice, {
      customerId: freight.yunfan,
      profileId,
      type: 'special',
      merge: 'taxItem',
      parts: [{ chargeId: charge.id, amount: '100' }],
    })
    const receipt = await receive(charge.id, '100')
    await reverse(receipt.id)
    await world.admin.ok(changeWaybill, await change(id, { payMethod: 'prepaid' }))
    expect(await linesOf(id)).toMatchObject([
      { method: 'monthly', state: 'void', amount: '0.00' },
      { method: 'prepaid', state: 'owed', amount: '100.00' },
    ])
    // Read where it is named, and nowhere else.
    expect((await world.admin.ok(getPayment, { id: receipt.id })).lines).toMatchObject([{ chargeId: charge.id }])
    expect((await world.admin.ok(getInvoice, { id: invoice.id })).state).toBe('draft')
    expect((await world.admin.ok(getWaybillCharges, { id })).charges).toMatchObject([{ amount: '100.00' }])
    expect((await world.admin.ok(getFees, { waybillId: id })).rows).toMatchObject([{ payMethod: 'prepaid' }])
    expect((await world.admin.ok(submitInvoices, { ids: [invoice.id] })).refused).toMatchObject([
      { reason: 'charges.notOwed' },
    ])
    await world.admin.ok(changeWaybill, await change(id, { payMethod: 'monthly' }))
    expect(await linesOf(id)).toMatchObject([{ method: 'monthly', state: 'owed', amount: '100.00' }])
    expect((await chargeOf(id)).id).toBe(charge.id)
  })

  it('[M5] [M40] of a walk-in whose price nobody confirmed it is said how much is not to be settled yet', async () => {
    const { id, waybillNo } = await freight.waybill(world.admin, 5, { payMethod: 'collect' })
    const said = async () => {
      const { charges, draft } = await world.admin.ok(getOpenCharges, { direction: 'receipt', waybillNo })
      return [charges.map(({ open }) => open), draft]
    }
    expect(await said()).toEqual([[], '100.00'])
    await world.admin.ok(confirmPrices, { ids: [id] })
    expect(await said()).toEqual([['100.00'], '0.00'])
  })

  it('[M3] a waybill of which something is paid stays its customer’s and its outlet’s: refused at the field, with what paid it, until that is reversed', async () => {
    const { id } = await freight.waybill(world.admin, 5)
    await world.admin.ok(confirmPrices, { ids: [id] })
    const receipt = await receive((await chargeOf(id)).id, '40')
    const { no } = await world.admin.ok(getPayment, { id: receipt.id })
    const otherwise = { customerId: freight.hengda, reason: '开错' }
    for (const call of [changeWaybill, requestChange])
      expect((await world.admin.refused(call, await change(id, otherwise))).fields).toMatchObject([
        { path: 'customerId', reason: 'waybills.chargesHeld', params: { no } },
      ])
    const moved = await change(id, { outletId: freight.guangzhou })
    expect((await world.admin.refused(changeWaybill, moved)).fields).toMatchObject([
      { path: 'outletId', reason: 'waybills.chargesHeld', params: { no } },
    ])
    await reverse(receipt.id)
    await world.admin.ok(requestChange, await change(id, otherwise))
    await deciding(boss)((await world.admin.ok(getWaybill, { id })).waybillNo)
    expect((await world.admin.ok(getWaybill, { id })).customerId).toBe(freight.hengda)
  })

  it('[M3] [M60] what is void in a closed month and wanted again is owed whole from today', async () => {
    const day = `${dayOf(new Date(Date.parse(`${clock.today().slice(0, 7)}-01T00:00:00Z`) - 86_400_000)).slice(0, 7)}-15`
    const { id } = await freight.waybill(world.admin, 5, { bizDate: day })
    await world.admin.ok(confirmPrices, { ids: [id] })
    await reverse((await receive((await chargeOf(id)).id, '100')).id)
    await world.admin.ok(changeWaybill, await change(id, { payMethod: 'prepaid' }))
    await sql`insert into month_close (month, state, closed_at, closed_by, put_off, checks)
      select date_trunc('month', ${day}::date), 'closed', now(), min(id), 0, '{}' from app_user`.execute(world.db)
    await world.admin.ok(changeWaybill, await change(id, { payMethod: 'monthly' }))
    expect(await linesOf(id)).toMatchObject([
      { method: 'monthly', state: 'void', amount: '0.00' },
      { method: 'monthly', state: 'owed', amount: '100.00', rate: '9.00' },
      { method: 'prepaid', state: 'owed', amount: '100.00' },
      { method: 'prepaid', state: 'owed', amount: '-100.00', rate: '9.00' },
    ])
    // No month was closed: nothing keeps its sums.
    await sql`delete from month_close`.execute(world.db)
  })

  it('[M3] [M43] a fee and a service that a reversed receipt names can be taken off the waybill, and come again', async () => {
    const { id } = await freight.waybill(world.admin, 5)
    const charges = [{ feeItem: 'freight', amount: '100' }]
    const receivable = async () => (await world.admin.ok(getWaybillCharges, { id })).receivable
    for (const round of [1, 2]) {
      await priceAgain(id, { charges: [...charges, { feeItem: 'handling', amount: '30', taxRate: '6' }] })
      await world.admin.ok(addService, { ids: [id], type: 'stairs', qty: '1', amount: '20', payer: 'customer' })
      await decide(id)
      await world.admin.ok(confirmPrices, { ids: [id] })
      expect(await receivable()).toBe('150.00')
      const { rows } = await sql<{ id: number; amount: string }>`select id, amount::text from charge
        where waybill_id = ${id} and amount > 0 and (fee_item = 'handling' or source = 'service')`.execute(world.db)
      expect(rows).toHaveLength(2)
      for (const one of rows) await reverse((await receive(one.id, one.amount)).id)
      await world.admin.ok(unconfirmPrices, { ids: [id], reason: '重谈' } as never)
      const { services } = await world.admin.ok(getWaybillCharges, { id })
      expect((await world.admin.ok(deleteServices, { ids: services.map((one) => one.id) })).refused).toEqual([])
      await decide(id)
      await priceAgain(id, { charges })
      expect(await receivable()).toBe('100.00')
      // The fee is the same line each time; a service that comes again is another.
      expect((await linesOf(id)).filter(({ state }) => state === 'void')).toHaveLength(1 + round)
    }
  })

  it('[M3] [V28] a difference that is held keeps the price that it adjusts, whatever becomes of what was paid of that one', async () => {
    const { id } = await freight.waybill(world.admin, 5, { payMethod: 'prepaid' })
    const price = (amount: string) => priceAgain(id, { charges: [{ feeItem: 'freight', amount }] })
    const take = () =>
      inTx(async (tx) => {
        const open = await oweAtDoor(tx, id, 'prepaid')
        await settleCharges(tx, open)
        return open
      })
    const giveBack = (parts: Part[]) =>
      inTx(async (tx) => {
        await unsettleCharges(tx, parts)
        await freeAtDoor(
          tx,
          parts.map(({ chargeId }) => chargeId),
        )
      })
    const first = await take()
    await price('130')
    const difference = await take()
    await giveBack(first)
    await price('150')
    expect((await linesOf(id)).map(({ amount }) => amount)).toEqual(['100.00', '30.00', '20.00'])
    // Two differences of a month that nothing holds: the next price makes all one.
    await giveBack(difference)
    expect((await linesOf(id)).map(({ amount }) => amount)).toEqual(['100.00', '30.00', '20.00'])
    await price('140')
    expect((await linesOf(id)).map(({ amount }) => amount)).toEqual(['140.00'])
  })

  it('[RT-16/allWayBill] [M6] a waybill says in its lists how far it is invoiced, to its own outlet alone', async () => {
    const guangzhou = await world.person('guangzhou', {
      rights: 'all',
      scope: 'outlet',
      companies: [freight.guangzhou],
    })
    const { id, waybillNo } = await freight.waybill(world.admin, 5, { destOutletId: freight.guangzhou } as never)
    await world.admin.ok(confirmPrices, { ids: [id] })
    const told = async (client: Person['client'], filter: object = {}) =>
      (await client.ok(getWaybills, { q: waybillNo, ...filter })).rows.map(({ invoicing, collection }) => [
        invoicing,
        collection,
      ])
    expect(await told(world.admin)).toEqual([['unapplied', 'uncollected']])
    const charge = await chargeOf(id)
    await inTx((tx) => applyCharges(tx, of(charge.id, '40')))
    expect(await told(world.admin, { invoicings: ['partial'] })).toEqual([['partial', 'uncollected']])
    expect(await told(world.admin, { invoicings: ['unapplied'] })).toEqual([])
    // It is destined there: seen without its money, which no filter finds out either.
    expect(await told(guangzhou.client)).toEqual([[null, null]])
    expect(await told(guangzhou.client, { invoicings: ['partial'] })).toEqual([])
    expect(await told(guangzhou.client, { collections: ['uncollected'] })).toEqual([])
    await inTx((tx) => releaseCharges(tx, of(charge.id, '40'), { issued: false }))
  })

  it('[V7] 16 writers at once never take more than there is: ten of 100.00 out of 1,000.00', async () => {
    const { id } = await freight.waybill(world.admin, 50)
    await world.admin.ok(confirmPrices, { ids: [id] })
    const charge = await chargeOf(id)
    const results = await Promise.allSettled(
      Array.from({ length: 16 }, () => inTx((tx) => applyCharges(tx, of(charge.id, '100')))),
    )
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toHaveLength(6)
    for (const reason of refused)
      expect(reason).toMatchObject({ reason: 'charges.tooMuch', params: { available: '0.00' } })
    expect((await chargeOf(id)).applied).toBe('1000.00')
    await inTx((tx) => releaseCharges(tx, of(charge.id, '1000'), { issued: false }))
  })

  it('[V6] a share of a negative whole is that of its absolute value, negated; weights of nothing share equally', async () => {
    const share = async (total: string, weights: number[]) =>
      (
        await sql<{ s: string[] }>`select share(${total}::numeric, ${weights}::numeric[]) as s`.execute(world.db)
      ).rows[0]?.s.map(Number)
    expect(await share('100', [1, 1, 1])).toEqual([33.34, 33.33, 33.33])
    expect(await share('-100', [1, 1, 1])).toEqual([-33.34, -33.33, -33.33])
    expect(await share('100', [0, 0, 0])).toEqual([33.34, 33.33, 33.33])
    expect(await share('2385.32', [1302.34, 864.76, 432.9])).toEqual([1194.81, 793.36, 397.15])
  })

  it('[V20] [M10] due days: bill days that a month does not have are its last', async () => {
    const due = async (day: string, billDay: number, days: number) =>
      (
        await sql<{
          due: string
        }>`select charge_due(${day}::date, 'monthly', null, ${billDay}, ${days}, null) as due`.execute(world.db)
      ).rows[0]?.due
    expect(await due('2026-11-10', 25, 30)).toBe('2026-12-25')
    expect(await due('2026-11-26', 25, 30)).toBe('2027-01-24')
    expect(await due('2027-02-10', 31, 15)).toBe('2027-03-15')
    expect(await due('2027-01-31', 30, 10)).toBe('2027-03-10')
  })
})
