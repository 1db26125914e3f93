import * as dispatch from '@xunyun/contract/dispatch/calls'
import { addCashAccount } from '@xunyun/contract/money/accounts'
import * as calls from '@xunyun/contract/waybills/calls'
import { collectPrepaid, confirmPrices, getWaybillCharges, undoPrepaid } from '@xunyun/contract/waybills/charges'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, type Freight, openFreight } from '../../../../test/freight.ts'
import { type Client, openWorld, type World } from '../../../../test/world.ts'

let world: World
let freight: Freight
let office: Client
let officeId: number
let wechat: number
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  const person = await world.person('office', { rights: 'all' })
  office = person.client
  officeId = person.id
  await sql`insert into transport_price (version_no, name, direction, company_id, basis, weight_unit, volume_ratio, unit_price, tax_rate, tier_mode, low_break,
    valid_from, status, search) select 1, 'rate', 'receivable', id, 'piece', 'kg', 300, 90, 9, 'whole', false, '2024-01-01', 'active', '' from (values (${freight.yunfan}::bigint), (null)) c(id)`.execute(
    world.db,
  )
  const account = { outletId: freight.hangzhou, kind: 'wechat', door: true } as const
  wechat = (await office.ok(addCashAccount, { ...account, name: '总站微信' })).id
})
afterAll(() => world.close())

let count = 0
type Over = Parameters<Freight['waybill']>[2]
/** Two pieces of 90.00 each out for delivery by a driver of its own. */
async function delivering(over: Over = {}) {
  count += 1
  const waybill = await freight.waybill(office, 2, { payMethod: 'collect', ...over })
  await office.ok(calls.checkInWaybills, { ids: [waybill.id], at: ago(200) })
  const driverId = await freight.addDriver(`送货${count}`)
  const trip = await office.ok(dispatch.createArrangement, {
    type: 'delivery',
    vehicleId: await freight.addVehicle(`沪A${String(20000 + count)}`),
    driverId,
    planAt: ago(-60),
    assign: true,
    lines: [{ waybillId: waybill.id, fromPlace: 'outlet', fromId: freight.hangzhou, pieces: 2 }],
  })
  await office.ok(dispatch.departArrangements, { ids: [trip.id], at: ago(100) })
  return { ...waybill, driverId }
}
const sign = (id: number, paid: Record<string, unknown> = {}) =>
  office.ok(calls.signWaybill, { id, signed: 2, signer: '陈国强', signedAt: ago(5), ...paid })
const both = { freight: '180', freightChannel: 'cash', cod: '5000', codChannel: 'cash' } as const
const undo = (id: number) => office.ok(calls.undoWaybill, { id, reason: '签错' })

const balanceOf = async (account: string, kind: string, id: number) =>
  (
    await sql<{
      balance: string
    }>`select balance::text from money_balance where account = ${account} and owner_kind = ${kind} and owner_id = ${id}`.execute(
      world.db,
    )
  ).rows[0]?.balance ?? '0.00'
const chargesOf = async (id: number) =>
  (
    await sql<
      Record<string, string>
    >`select payer, pay_method as method, state, amount::text, settled::text from charge where waybill_id = ${id}
      order by id`.execute(world.db)
  ).rows

describe('money at the door', () => {
  it('[M22] [M47] [V16] freight and COD are with the driver, the charge is owed and settled though its price is not confirmed', async () => {
    const { id, waybillNo, driverId } = await delivering({ codAmount: '5000' })
    await sign(id, both)
    expect(await balanceOf('custody', 'driver', driverId)).toBe('5180.00')
    expect(await balanceOf('cod', 'waybill', id)).toBe('-5000.00')
    expect(await chargesOf(id)).toEqual([
      { payer: 'consignee', method: 'collect', state: 'owed', amount: '180.00', settled: '180.00' },
    ])
    const told = await sql<
      Record<string, string>
    >`select collection from waybill where waybill_no = ${waybillNo}`.execute(world.db)
    expect(told.rows).toEqual([{ collection: 'collected' }])
    expect((await office.ok(calls.cancelWaybills, { ids: [id], reason: '错' })).refused).toHaveLength(1)
    await office.ok(confirmPrices, { ids: [id] })
    expect((await chargesOf(id))[0]).toMatchObject({ state: 'owed', settled: '180.00' })
  })

  it("[V17] what comes by WeChat is on the outlet's account at once, the rest with the driver", async () => {
    const { id, driverId } = await delivering({ codAmount: '5000' })
    await sign(id, { ...both, freightChannel: 'wechat' })
    expect(await balanceOf('cash', 'cashAccount', wechat)).toBe('180.00')
    expect(await balanceOf('custody', 'driver', driverId)).toBe('5000.00')
  })

  it('[V18] undoing the signing takes the money out of his hands and opens the freight; what came by WeChat is an advance, used when it is signed again', async () => {
    const cash = await delivering({ codAmount: '5000' })
    await sign(cash.id, both)
    await undo(cash.id)
    expect(await balanceOf('custody', 'driver', cash.driverId)).toBe('0.00')
    expect(await balanceOf('cod', 'waybill', cash.id)).toBe('0.00')
    expect(await chargesOf(cash.id)).toMatchObject([{ state: 'draft', settled: '0.00' }])
    await sign(cash.id, both)
    expect(await balanceOf('custody', 'driver', cash.driverId)).toBe('5180.00')

    const before = Number(await balanceOf('cash', 'cashAccount', wechat))
    const { id } = await delivering()
    const byWechat = { freight: '180', freightChannel: 'wechat' }
    await sign(id, byWechat)
    await undo(id)
    expect(Number(await balanceOf('cash', 'cashAccount', wechat))).toBe(before + 180)
    expect(await balanceOf('advance', 'waybill', id)).toBe('-180.00')
    await sign(id, byWechat)
    expect(Number(await balanceOf('cash', 'cashAccount', wechat))).toBe(before + 180)
    expect(await balanceOf('advance', 'waybill', id)).toBe('0.00')
    expect(await chargesOf(id)).toMatchObject([{ settled: '180.00' }])
  })

  it('[issue item 3] waived freight is the customer’s from then on; nobody’s where it is written off, and undoing that opens it again', async () => {
    const passed = await delivering()
    await sign(passed.id, { waive: true })
    expect(await chargesOf(passed.id)).toMatchObject([{ payer: 'customer', method: 'monthly', settled: '0.00' }])
    expect((await office.ok(calls.getWaybill, { id: passed.id })).payMethod).toBe('monthly')

    const off = await delivering()
    await sign(off.id, { waive: true, waiveAs: 'writeOff' })
    expect(await chargesOf(off.id)).toMatchObject([
      { amount: '180.00', settled: '180.00' },
      { amount: '-180.00', settled: '-180.00' },
    ])
    await undo(off.id)
    expect(await chargesOf(off.id)).toMatchObject([
      { state: 'draft', amount: '180.00', settled: '0.00' },
      { amount: '-180.00', settled: '-180.00' },
      { amount: '180.00', settled: '180.00' },
    ])
    await sign(off.id, { freight: '180', freightChannel: 'cash' })
    expect(await balanceOf('custody', 'driver', off.driverId)).toBe('180.00')

    const walkIn = await delivering({ customerId: undefined, payMethod: 'collect' })
    expect(
      (
        await office.refused(calls.signWaybill, {
          id: walkIn.id,
          signed: 2,
          signer: 'x',
          signedAt: ago(5),
          waive: true,
          waiveAs: 'customer',
        })
      ).fields,
    ).toMatchObject([{ path: 'waiveAs' }])
  })

  it('[issue item 3] 收现付 takes what is prepaid whole, into the hands of who takes it, and is taken back by right', async () => {
    const { id } = await freight.waybill(office, 2, { payMethod: 'prepaid' })
    expect((await office.ok(getWaybillCharges, { id })).prepaid).toEqual({ due: '180.00', taken: '0.00' })
    const pay = { id, freight: '180', freightChannel: 'cash' } as const
    expect((await office.refused(collectPrepaid, { ...pay, freight: '179.99' })).fields).toMatchObject([
      { path: 'freight', params: { due: '180.00' } },
    ])
    const before = Number(await balanceOf('custody', 'user', officeId))
    await office.ok(collectPrepaid, pay)
    expect(Number(await balanceOf('custody', 'user', officeId))).toBe(before + 180)
    expect((await office.ok(getWaybillCharges, { id })).prepaid).toEqual({ due: '0.00', taken: '180.00' })
    const clerk = (await world.person('clerk', { rights: { allWayBill: 'edit' } })).client
    expect(await clerk.refused(undoPrepaid, { id, reason: 'x' })).toMatchObject({ code: 403 })
    await office.ok(undoPrepaid, { id, reason: '收错' })
    expect(Number(await balanceOf('custody', 'user', officeId))).toBe(before)
    expect(await chargesOf(id)).toMatchObject([{ state: 'draft', settled: '0.00' }])
  })
})
