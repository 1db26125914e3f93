import * as approvals from '@xunyun/contract/approvals/calls'
import * as calls from '@xunyun/contract/close/calls'
import { mergeCompanies } from '@xunyun/contract/companies/calls'
import * as adjustments from '@xunyun/contract/costs/adjustments'
import * as requests from '@xunyun/contract/costs/costApplications'
import { getFeeTotals } from '@xunyun/contract/costs/feeList'
import * as lines from '@xunyun/contract/costs/lines'
import * as trips from '@xunyun/contract/dispatch/calls'
import * as accounts from '@xunyun/contract/money/accounts'
import * as payments from '@xunyun/contract/payments/calls'
import * as profit from '@xunyun/contract/profit/calls'
import * as storage from '@xunyun/contract/warehouse/billing/charges'
import * as waybills from '@xunyun/contract/waybills/calls'
import * as prices from '@xunyun/contract/waybills/charges'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Billing, openBilling, perPallet } from '../../../test/billing.ts'
import { type Freight, openFreight, waybillOf } from '../../../test/freight.ts'
import { reviewedBy } from '../../../test/reviews.ts'
import type { Client, Person, World } from '../../../test/world.ts'
import { clock } from '../../platform/clock.ts'
import { proveMoney } from '../money/index.ts'
import { checksOf } from './checks.ts'
import { monthOf } from './figures.ts'

/** One company over three months: the first is closed with V27, the second with its storage, the third runs. */
const today = clock.today()
const back = (months: number): string => {
  const date = new Date(`${today.slice(0, 7)}-15T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() - months)
  return date.toISOString().slice(0, 7)
}
const [first, second, running] = [back(2), back(1), today.slice(0, 7)]
const firstDays = monthOf(first)
const secondDays = monthOf(second)
/** Of a day, as so many from today. */
const offset = (day: string) => Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000)

let billing: Billing
let world: World
let freight: Freight
let boss: Client
let judge: Person
let carrier: number
let bank: number
let till: number
let plates = 0

beforeAll(async () => {
  billing = await openBilling()
  world = billing.world
  freight = await openFreight(world)
  carrier = await world.company('顺达运输', ['carrier'])
  boss = (await world.person('chief', { rights: 'all', outletId: freight.hangzhou })).client
  judge = await world.person('judge', { rights: { unreviewed: 'approve', priceCheck: 'approve', carCost: 'approve' } })
  await reviewedBy(world, judge.id, ['price', 'carCost', 'costZJ', 'monthReopen'])
  const account = async (name: string, kind: 'bank' | 'cash') =>
    (await world.admin.ok(accounts.addCashAccount, { outletId: freight.hangzhou, name, kind })).id
  bank = await account('农行基本户', 'bank')
  till = await account('总站备用金', 'cash')
}, 60_000)
afterAll(() => billing.close())

const approveAll = async (decision: 'approve' | 'reject' = 'approve') => {
  const { rows } = await judge.client.ok(approvals.getApprovals, { pageSize: 500 })
  const { refused } = await judge.client.ok(approvals.decideApprovals, {
    ids: rows.map(({ id }) => id),
    decision,
    opinion: '看过',
  })
  expect(refused).toEqual([])
}
type Made = { id: number; waybillNo: string }
async function placed(bizDate: string, amount: string, over: Record<string, unknown> = {}): Promise<Made> {
  return freight.waybill(boss, 1, {
    bizDate,
    goods: [{ ...waybillOf(freight.hangzhou, freight.yunfan, 1).goods?.[0], volume: '0.0100' }],
    charges: [{ feeItem: 'freight', amount, taxRate: '9' }],
    ...over,
  } as never)
}
async function priced(bizDate: string, amount: string, isConfirmed = false, over: Record<string, unknown> = {}) {
  const made = await placed(bizDate, amount, over)
  await approveAll()
  if (isConfirmed) await boss.ok(prices.confirmPrices, { ids: [made.id] })
  return made
}
/** A hired truck that departed on a day, with what it costs. */
async function departing(of: Made, amount: string, day: string): Promise<number> {
  plates += 1
  const { id } = await boss.ok(trips.createArrangement, {
    vehicleId: await freight.addVehicle(`浙C7${1000 + plates}`, {
      type: 'hired',
      carrier_id: carrier,
      load_kg: 30_000,
    }),
    driverId: await freight.addDriver(`周${plates}`),
    carrierId: carrier,
    planAt: new Date(Date.now() + 3_600_000).toISOString(),
    lines: [{ waybillId: of.id, pieces: 1, fromPlace: 'shipper', fromId: 0, load: 1, unload: 2 }],
    stops: [{ kind: 'shipper' }, { kind: 'outlet', outletId: freight.guangzhou }],
  } as never)
  await boss.ok(trips.assignArrangements, { ids: [id] })
  await boss.ok(trips.departArrangements, { ids: [id] })
  await sql`update arrangement set depart_at = ${`${day}T04:00:00Z`} where id = ${id}`.execute(world.db)
  const { version } = await boss.ok(lines.getArrangementCosts, { id })
  await boss.ok(lines.setArrangementCosts, {
    arrangementId: id,
    version,
    method: 'weight',
    lines: [{ feeItem: 'vehicle', amount, taxRate: '9', companyId: carrier }],
  } as never)
  return id
}
/** It costs so much, approved; `departed`: on that day. */
async function carried(of: Made, amount: string, departed: string, before = departed): Promise<number> {
  const id = await departing(of, amount, before)
  await boss.ok(requests.applyTripCosts, { ids: [id], submit: true })
  await approveAll()
  const { rows } = await sql<{ id: number; day: string }>`
    select h.id, h.day from charge h join cost_line l on l.id = h.cost_line_id where l.arrangement_id = ${id}`.execute(
    world.db,
  )
  expect(rows[0]?.day).toBe(departed)
  return rows[0]?.id as number
}
const adjust = async (line: Record<string, unknown>) => {
  await boss.ok(adjustments.addAdjustments, {
    lines: [{ feeItem: 'freight', reason: '多收', ...line }],
    submit: true,
  } as never)
  await approveAll()
}
const chargesOf = async (waybillId: number) =>
  (
    await sql<{ day: string; amount: string; source: string }>`
      select day, amount, source from charge where waybill_id = ${waybillId} order by id`.execute(world.db)
  ).rows.map(({ day, amount, source }) => [day, amount, source])

const asked = (from: string, to: string, over: Record<string, unknown> = {}) =>
  ({ from, to, dimension: 'customer', basis: 'biz', ...over }) as never
const table = (from: string, to: string, over: Record<string, unknown> = {}) =>
  boss.ok(profit.getProfit, asked(from, to, over))
const closing = (month: string) => boss.ok(calls.closeMonth, { month })
const months = () => boss.ok(calls.getMonths, {})
const counts = async (month: string) =>
  Object.fromEntries((await boss.ok(calls.getMonthCheck, { month })).checks.map(({ check, count }) => [check, count]))

/** Every dimension and basis, as it is answered now. */
const everything = async (from: string, to: string, basis: string) => {
  const all: Record<string, unknown> = {}
  for (const dimension of profit.profitDimensions)
    for (const net of [false, true]) {
      const { rows, total } = await table(from, to, { basis, dimension, net, more: true })
      all[`${dimension}/${net}`] = [...rows]
        .sort((a, b) => a.key.localeCompare(b.key))
        .concat({ ...total, key: 'Σ', label: '' } as never)
    }
  return all
}
const without = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, one) => (key === 'kept' || key === 'later' ? undefined : one)))

describe('[M60] a month is closed', () => {
  let october: Made
  let cost: number

  it('[D-05] [M60] in order, once it is over, for all outlets, by whoever may; the first by choice', async () => {
    october = await priced(`${first}-10`, '10000', true)
    cost = await carried(october, '7200', `${first}-12`)
    expect(await months()).toMatchObject({ rows: [], next: [first, second], hindrance: null })
    expect((await boss.refused(calls.closeMonth, { month: running })).reason).toBe('close.notOver')
    expect((await boss.refused(calls.closeMonth, { month: back(3) })).reason).toBe('close.notNext')
    expect((await boss.refused(calls.closeMonth, { month: '2026-13' })).fields).toMatchObject([{ path: 'month' }])
    const clerk = await world.person('clerk', { rights: { profit: 'edit' } })
    expect((await clerk.client.refused(calls.closeMonth, { month: first })).reason).toBe('kernel.forbidden')
    const outlet = await world.person('local', {
      rights: { profit: 'edit', closeMonth: 'edit' },
      scope: 'outlet',
      outletId: freight.hangzhou,
    } as never)
    expect((await outlet.client.refused(calls.closeMonth, { month: first })).reason).toBe('close.allOutlets')
    expect((await outlet.client.refused(calls.getMonthCheck, { month: first })).reason).toBe('close.allOutlets')
    expect(await outlet.client.ok(calls.getMonths, {})).toMatchObject({ next: [] })
  })

  it('[M60] what is not priced, not reviewed, not applied for or not allocated is said before, and is dated on the day of the closing', async () => {
    const pending = await placed(`${first}-11`, '640')
    await boss.ok(payments.addReceipt, {
      companyId: freight.yunfan,
      cashAccountId: bank,
      channel: 'bank',
      amount: '500',
      day: `${first}-20`,
      lines: [],
    } as never)
    expect(await counts(first)).toMatchObject({
      storageDays: 0,
      proofs: 0,
      unpriced: 0,
      unreviewed: 1,
      unapplied: 0,
      costs: 0,
      unsent: 0,
      custody: 0,
      unallocated: 1,
    })
    const before = {
      biz: await everything(firstDays.first, firstDays.last, 'biz'),
      posted: await everything(firstDays.first, firstDays.last, 'posted'),
    }
    const sums = { revenue: '10000.00', cost: '7200.00', profit: '2800.00' }
    expect((await boss.ok(calls.getMonthCheck, { month: first })).kept).toEqual({ biz: sums, posted: sums })
    expect(await closing(first)).toEqual({ kept: { biz: sums, posted: sums }, putOff: 1 })
    // What was kept is what the table said, by every dimension, with tax and without.
    for (const basis of ['biz', 'posted'] as const)
      expect(without(await everything(firstDays.first, firstDays.last, basis))).toEqual(without(before[basis]))
    expect(await chargesOf(pending.id)).toEqual([[today, '640.00', 'manual']])
    expect(await months()).toMatchObject({
      rows: [{ month: first, state: 'closed', kept: { biz: sums } }],
      next: [second],
    })
    expect((await boss.refused(calls.closeMonth, { month: first })).reason).toBe('close.already')
    await approveAll('reject')
    await boss.ok(waybills.cancelWaybills, { ids: [pending.id], reason: '不发了' })
  })

  it('[V27] by business day it shows 关账时, 其后 and 现在; by day of posting it never changes', async () => {
    await adjust({ waybillId: october.id, amount: '-300' })
    await adjust({ chargeId: cost, feeItem: 'vehicle', amount: '120' })
    const biz = await table(firstDays.first, firstDays.last)
    const three = { kept: { profit: '2800.00' }, later: { profit: '-420.00' }, profit: '2380.00' }
    expect(biz.total).toMatchObject(three)
    expect(biz.rows).toMatchObject([{ label: '杭州云帆电子有限公司', count: 1, ...three }])
    // 其后 opens to the charges dated later, to the cent; so does what was kept.
    const part = async (later: number | undefined) =>
      (
        await boss.ok(
          profit.getProfitLineTotals,
          asked(firstDays.first, firstDays.last, { later, key: String(freight.yunfan) }),
        )
      ).profit
    expect([await part(0), await part(1), await part(undefined)]).toEqual(['2800.00', '-420.00', '2380.00'])
    const told = await boss.ok(profit.explainProfit, {
      ...(asked(firstDays.first, firstDays.last, { later: 1 }) as object),
      lineId: october.id,
    } as never)
    expect(told.charges.map(({ amount, day }) => [amount, day])).toEqual([
      ['-300.00', today],
      ['120.00', today],
    ])
    for (const dimension of ['vehicle', 'month', 'outlet'])
      expect((await table(firstDays.first, firstDays.last, { dimension })).total).toMatchObject(three)
    const filtered = await table(firstDays.first, firstDays.last, { customerId: freight.yunfan, dimension: 'mode' })
    expect(filtered.total).toMatchObject(three)
    const posted = await table(firstDays.first, firstDays.last, { basis: 'posted' })
    expect(posted.total).toMatchObject({ profit: '2800.00', kept: null, later: null })
    const now = await table(`${running}-01`, monthOf(running).last, { basis: 'posted' })
    expect(now.total).toMatchObject({ profit: '-420.00' })
    // A month that is open says what it says.
    expect((await table(secondDays.first, secondDays.last)).total).toMatchObject({ kept: null, later: null })
  })
})

describe('[M2] [M3] [M24] nothing is dated in a closed month, and what is stays', () => {
  it('[M2] what is placed, priced or costs for a day in it is of today', async () => {
    const late = await priced(`${first}-25`, '900')
    expect(await chargesOf(late.id)).toEqual([[today, '900.00', 'manual']])
    await carried(late, '400', today, `${first}-26`)
    // And what is dated in the next month while that is open.
    await carried(await priced(`${first}-26`, '60'), '15', `${second}-03`)
    const { total } = await table(firstDays.first, firstDays.last)
    expect(total).toMatchObject({
      kept: { profit: '2800.00' },
      later: { profit: '125.00' },
      profit: '2925.00',
      count: 3,
    })
  })

  it('[M3] a price that is changed leaves its charge and writes the difference today; the waybill keeps customer and day', async () => {
    const one = await priced(`${second}-05`, '1000')
    const other = await priced(`${second}-06`, '50', true)
    await billing.night()
    await closing(second)
    const { version } = await boss.ok(waybills.getWaybill, { id: one.id })
    await boss.ok(prices.priceWaybill, {
      id: one.id,
      version,
      charges: [{ feeItem: 'freight', amount: '1100', taxRate: '9' }],
      reason: '改价',
    } as never)
    expect(await chargesOf(one.id)).toEqual([
      [`${second}-05`, '1000.00', 'manual'],
      [today, '100.00', 'manual'],
    ])
    // Under review again: what was kept stays, the difference does not count yet.
    expect((await table(secondDays.first, secondDays.last)).total).toMatchObject({
      profit: '1050.00',
      later: { profit: '0.00' },
    })
    await approveAll()
    expect((await table(secondDays.first, secondDays.last)).total).toMatchObject({
      profit: '1150.00',
      kept: { profit: '1050.00' },
      later: { profit: '100.00' },
    })
    const body = async (over: Record<string, unknown>) => {
      const { version: read } = await boss.ok(waybills.getWaybill, { id: one.id })
      return {
        ...waybillOf(freight.hangzhou, freight.yunfan, 1),
        bizDate: `${second}-05`,
        id: one.id,
        version: read,
        ...over,
      } as never
    }
    expect(
      (await boss.refused(waybills.changeWaybill, await body({ customerId: freight.hengda }))).fields,
    ).toMatchObject([{ path: 'customerId', reason: 'charges.heldByMonth', params: { month: second } }])
    expect((await boss.refused(waybills.changeWaybill, await body({ bizDate: today }))).fields).toMatchObject([
      { path: 'bizDate', reason: 'charges.heldByMonth' },
    ])
    // Cancelling and taking the confirmation back name the month.
    const held = { reason: 'charges.heldByMonth' }
    const cancelled = await boss.ok(waybills.cancelWaybills, { ids: [other.id], reason: '不发了' })
    expect(cancelled.refused).toMatchObject([held])
    expect(cancelled.refused[0]?.msg).toContain(second)
    expect((await boss.ok(prices.unconfirmPrices, { ids: [other.id], reason: '错了' } as never)).refused).toMatchObject(
      [held],
    )
    // Confirming what was reviewed goes on.
    expect((await boss.ok(prices.confirmPrices, { ids: [one.id] })).done).toBe(1)
    await adjust({ waybillId: other.id, amount: '5' })
    expect(await chargesOf(other.id)).toEqual([
      [`${second}-06`, '50.00', 'manual'],
      [today, '5.00', 'adjustment'],
    ])
  })

  it('[M24] days that are typed are refused where they were typed', async () => {
    const day = `${second}-20`
    const refusal = [{ path: 'day', reason: 'charges.closedMonth', params: { month: second } }]
    const receipt = { companyId: freight.yunfan, cashAccountId: bank, channel: 'bank', amount: '10', day, lines: [] }
    expect((await boss.refused(payments.addReceipt, receipt as never)).fields).toMatchObject(refusal)
    const payment = { ...receipt, companyId: carrier }
    expect((await boss.refused(payments.addPayment, payment as never)).fields).toMatchObject(refusal)
    expect((await boss.refused(payments.payPayments, { ids: [1], day } as never)).fields).toMatchObject(refusal)
    const transfer = { fromId: bank, toId: till, amount: '10', day }
    expect((await boss.refused(accounts.transferMoney, transfer)).fields).toMatchObject(refusal)
    const { rows } = await boss.ok(payments.getPayments, { tab: 'open' })
    const refund = { id: rows[0]?.id, version: rows[0]?.version, cashAccountId: bank, amount: '1', day, reason: '退' }
    expect((await boss.refused(payments.refundPayment, refund as never)).fields).toMatchObject(refusal)
    const added = {
      customerId: freight.yunfan,
      warehouseId: billing.goods.warehouseId,
      day,
      feeItem: 'handling',
      quantity: '1',
    }
    expect((await boss.refused(storage.addValueAdded, added as never)).fields).toMatchObject(refusal)
    expect((await boss.refused(accounts.transferMoney, { ...transfer, day: `${first}-01` })).fields).toMatchObject([
      { params: { month: first } },
    ])
  })

  it('[M60] whatever else tries is refused by the database: a charge, a share, a posting', async () => {
    const held = { constraint: 'charge__closed' }
    const one = sql`(select min(id) from charge where day = ${`${second}-06`})`
    for (const change of [
      sql`update charge set amount = 1 where id = ${one}`,
      sql`update charge set tax_rate = 3 where id = ${one}`,
      sql`update charge set day = ${today} where id = ${one}`,
      sql`update charge set day = ${`${first}-01`} where day = ${today} and amount = 5`,
      sql`update charge set state = 'void' where id = ${one}`,
      sql`delete from charge where id = ${one}`,
      sql`insert into charge (outlet_id, day, seq, fee_item, direction, amount, source, approved, explanation)
        values (${freight.hangzhou}, ${`${first}-30`}, 1, 'storage', 'receivable', 1, 'storage', true, '[]')`,
      sql`delete from charge_share s using charge h where h.id = s.charge_id and h.day = ${`${first}-12`}`,
      sql`update charge_share s set amount = 1 from charge h where h.id = s.charge_id and h.day = ${`${first}-12`}`,
    ])
      await expect(change.execute(world.db)).rejects.toMatchObject(held)
    const posting = sql`insert into money_posting (act, doc_type, doc_id, doc_no, key, day, outlet_id, posted_at, posted_by)
      values ('transfer', 'x', 1, 'X', 'x', ${`${second}-30`}, ${freight.hangzhou}, now(), 1)`
    await expect(posting.execute(world.db)).rejects.toMatchObject({ constraint: 'money_posting__closed' })
  })
})

describe('[M60] 反关账', () => {
  it('[M60] the last month alone, with a reason, by a review; until it is approved the month is closed', async () => {
    expect((await boss.refused(calls.reopenMonth, { month: first, reason: '漏记' })).reason).toBe('close.notLast')
    expect((await boss.refused(calls.reopenMonth, { month: second, reason: '' })).fields).toMatchObject([
      { path: 'reason' },
    ])
    await boss.ok(calls.reopenMonth, { month: second, reason: '漏记运费' })
    expect((await months()).rows[0]).toMatchObject({
      month: second,
      state: 'reopening',
      waitsFor: 'judge',
      actions: [],
    })
    expect((await boss.refused(calls.reopenMonth, { month: second, reason: '再' })).reason).toBe('close.reopening')
    expect((await months()).hindrance).toContain(second)
    await approveAll('reject')
    expect((await months()).rows[0]).toMatchObject({ state: 'closed', actions: [{ key: 'reopen' }] })
    await boss.ok(calls.reopenMonth, { month: second, reason: '漏记运费' })
    const late = await priced(`${second}-07`, '70')
    expect(await chargesOf(late.id)).toEqual([[today, '70.00', 'manual']])
    expect(await months()).toMatchObject({
      rows: [{ state: 'open', reopenedByName: 'judge' }, { state: 'closed' }],
      next: [second],
    })
    const { rows } = await sql<{ day: string }>`select day from charge where waybill_id = ${late.id}`.execute(world.db)
    expect(rows[0]?.day).toBe(today)
    const again = await priced(`${second}-08`, '80', true)
    expect(await chargesOf(again.id)).toEqual([[`${second}-08`, '80.00', 'manual']])
    // What was kept stands beside what would be kept now.
    const check = await boss.ok(calls.getMonthCheck, { month: second })
    expect([check.before?.posted.profit, check.kept.posted.profit]).toEqual(['1035.00', '1115.00'])
    expect((await table(secondDays.first, secondDays.last)).total.kept).toBeNull()
  })
})

describe('[V29] [M60] storage, and who writes meanwhile', () => {
  let owner: number
  let item: number

  it('[M60] days of storage that are not charged keep the month open', async () => {
    owner = await billing.owner('仓储客户')
    item = await billing.goods.item('仓储-1', { ownerId: owner, packs: [{ unit: 'pallet', ratio: '10' }] } as never)
    await billing.move(item, '100', offset(secondDays.last) - 2)
    await billing.agreed(owner, [{ ...perPallet, freeDays: 0 }], { validFrom: secondDays.first })
    const refused = await boss.refused(calls.closeMonth, { month: second })
    expect(refused).toMatchObject({ reason: 'close.blocked' })
    expect(await counts(second)).toMatchObject({ storageDays: 3 })
    await billing.night()
    expect(await counts(second)).toMatchObject({ storageDays: 0 })
  })

  /** Somebody who has begun to write in a transaction, and ends it when told. */
  async function begun(change: ReturnType<typeof sql>) {
    const ended = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const writer = world.db.transaction().execute(async (tx) => {
      await change.execute(tx)
      started.resolve()
      await ended.promise
    })
    await started.promise
    return async () => {
      ended.resolve()
      await writer
    }
  }
  const waits = async () =>
    (
      await sql`select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
        where l.locktype = 'advisory' and not l.granted`.execute(world.db)
    ).rows.length > 0
  const other = (taxRate: string) =>
    sql`update charge set tax_rate = ${taxRate} where source = 'storage' and day = ${secondDays.last}`

  it('[M60] who writes in the month and does not end is not waited for; nothing is stored, and others write all the while', async () => {
    const end = await begun(other('7'))
    const answer = boss.refused(calls.closeMonth, { month: second })
    const before = Date.now()
    await priced(today, '33')
    expect(Date.now() - before).toBeLessThan(1_500)
    expect((await answer).reason).toBe('close.changing')
    expect((await months()).rows[0]).toMatchObject({ month: second, state: 'open' })
    await end()
  })

  it('[M60] who ends in time is in: the sums are made again with it', async () => {
    const end = await begun(other('9'))
    const answer = closing(second)
    await expect.poll(waits).toBe(true)
    await end()
    const { kept } = await answer
    expect((await months()).rows[0]).toMatchObject({ month: second, state: 'closed', kept })
    const { total } = await table(secondDays.first, secondDays.last, { basis: 'posted', net: true, more: true })
    // 3 × 20.00, two of them at the tax item's 6 %, the last at 9 %.
    expect(total.storage).toBe('56.09')
  })

  it('[V29] storage of a closed month that comes out otherwise is a charge of today that adjusts the old one, once', async () => {
    const stood = async () =>
      (
        await sql<{ day: string; amount: string; of: string | null }>`
          select h.day, h.amount, j.day as of from charge h left join charge j on j.id = h.adjusts_id
          where h.source = 'storage' and h.company_id = ${owner} and (h.day <= ${secondDays.last} or h.adjusts_id is not null) order by h.id`.execute(
          world.db,
        )
      ).rows
    const day = (back: number) => new Date(Date.parse(secondDays.last) - back * 86_400_000).toISOString().slice(0, 10)
    const old = [2, 1, 0].map((days) => ({ day: day(days), amount: '20.00', of: null }))
    expect(await stood()).toEqual(old)
    const kept = await everything(secondDays.first, secondDays.last, 'posted')
    // Received on the last day of the month, and recorded only now: six pallets more.
    await billing.move(item, '60', offset(secondDays.last))
    await billing.night()
    const more = { day: today, amount: '12.00', of: secondDays.last }
    expect(await stood()).toEqual([...old, more])
    expect((await billing.night()).changed).toBe(0)
    expect(await stood()).toEqual([...old, more])
    expect(await everything(secondDays.first, secondDays.last, 'posted')).toEqual(kept)
    // Of a day in the month nothing had been charged for: dated today.
    const late = await billing.owner('迟到客户')
    const goods = await billing.goods.item('迟到-1', {
      ownerId: late,
      packs: [{ unit: 'pallet', ratio: '10' }],
    } as never)
    await billing.move(goods, '10', offset(secondDays.last))
    await billing.agreed(late, [{ ...perPallet, freeDays: 0 }], { validFrom: secondDays.last })
    await boss.ok(storage.runWarehouseCharges, { from: secondDays.last, to: secondDays.last })
    const { rows } = await sql<{ day: string; of: string }>`
      select h.day, c.day as of from charge h join warehouse_charge c on c.id = h.id where c.customer_id = ${late} order by c.day limit 1`.execute(
      world.db,
    )
    expect(rows).toEqual([{ day: today, of: secondDays.last }])
  })

  it('[M57] two closed months at once are what they are one by one, by every dimension', async () => {
    const sum = (values: string[]) => values.reduce((all, value) => all + Math.round(Number(value) * 100), 0)
    for (const basis of ['biz', 'posted'] as const)
      for (const dimension of profit.profitDimensions) {
        const one = await table(firstDays.first, firstDays.last, { basis, dimension })
        const two = await table(secondDays.first, secondDays.last, { basis, dimension })
        const both = await table(firstDays.first, secondDays.last, { basis, dimension })
        expect([basis, dimension, sum([both.total.profit])]).toEqual([
          basis,
          dimension,
          sum([one.total.profit, two.total.profit]),
        ])
        const lines = await boss.ok(
          profit.getProfitLineTotals,
          asked(firstDays.first, secondDays.last, { basis, dimension }),
        )
        expect([basis, dimension, lines.profit]).toEqual([basis, dimension, both.total.profit])
        const live = await table(firstDays.first, secondDays.last, { basis, dimension, customerId: freight.yunfan })
        expect([basis, dimension, both.total.count]).toEqual([basis, dimension, live.total.count])
      }
  })

  it('[M60] what was kept of a partner that is merged is whose its waybills are', async () => {
    const month = asked(firstDays.first, firstDays.last, { basis: 'posted' })
    const { rows } = await boss.ok(profit.getProfit, month)
    const [was] = rows
    await world.admin.ok(mergeCompanies, { id: freight.hengda, version: 1, otherIds: [freight.yunfan] })
    const after = await boss.ok(profit.getProfit, month)
    expect(after.rows).toEqual(
      rows.map((row) => ({ ...row, key: String(freight.hengda), label: '宁波恒达机电有限公司' })),
    )
    expect(was?.key).toBe(String(freight.yunfan))
    const { profit: left } = await boss.ok(profit.getProfitLineTotals, {
      ...(month as object),
      key: String(freight.hengda),
    } as never)
    expect(left).toBe(was?.profit)
  })
})

describe('[M20] the ledger of money', () => {
  it('[M21] the ledger is append-only, and a posting that does not come to nothing is refused by the table itself', async () => {
    await expect(sql`update money_entry set amount = amount + 1`.execute(world.db)).rejects.toThrow('append-only')
    const alone = sql`insert into money_entry (posting_id, account, owner_kind, owner_id, amount, day)
      select max(id), 'cash', 'cashAccount', ${bank}, 5, ${today}::date from money_posting`
    await expect(alone.execute(world.db)).rejects.toThrow('does not come to nothing')
  })

  it('[M27] each night the ledger is proved: a balance that somebody wrote by hand is an alarm that names it', async () => {
    await proveMoney(world.db as never)
    await sql`update money_balance set balance = balance + 1 where account = 'cash' and owner_id = ${bank}`.execute(
      world.db,
    )
    await expect(proveMoney(world.db as never)).rejects.toThrow(`cash cashAccount ${bank}`)
    const { differences } = await boss.ok(accounts.proveMoney, {})
    expect(differences).toMatchObject([{ proof: 'balance', account: 'cash', difference: '1.00' }])
    await sql`update money_balance set balance = balance - 1 where account = 'cash' and owner_id = ${bank}`.execute(
      world.db,
    )
  })
})

it('[D-01] [M60] what is counted of trips not applied for, of costs under review and of others not sent in is what their lists show', async () => {
  const days = monthOf(running)
  const before = await checksOf(world.db as never, days)
  for (const submit of [null, false, true]) {
    const id = await departing(await placed(today, '10', { customerId: freight.hengda }), '70', today)
    if (submit !== null) await boss.ok(requests.applyTripCosts, { ids: [id], submit })
  }
  const { unapplied, costs, unsent } = await checksOf(world.db as never, days)
  expect([unapplied - before.unapplied, costs - before.costs, unsent - before.unsent]).toEqual([1, 1, 1])
  const sources = ['arrangement', 'special', 'courier', 'expense', 'claim']
  const { tabs } = await boss.ok(getFeeTotals, { sources, dayTo: days.last } as never)
  const { count } = await boss.ok(requests.getUnappliedTotals, { departTo: days.last })
  const listed = await boss.ok(calls.getUnsentCosts, { month: running })
  expect([count, tabs.pending, listed.length]).toEqual([unapplied, costs, unsent])
  expect(listed.at(-1)).toMatchObject({ amount: '70.00', state: 'draft', link: expect.stringContaining('=FY') })
})
