import * as approvals from '@xunyun/contract/approvals/calls'
import * as handIns from '@xunyun/contract/collections/calls'
import * as cods from '@xunyun/contract/collections/cod'
import { addAdjustments } from '@xunyun/contract/costs/adjustments'
import { getFees, getFeeTotals } from '@xunyun/contract/costs/feeList'
import { getDashboardMoney } from '@xunyun/contract/dashboard/calls'
import * as dispatch from '@xunyun/contract/dispatch/calls'
import * as own from '@xunyun/contract/enquiries/own'
import { addProfile, changeProfile, getProfile, setDefaultProfile } from '@xunyun/contract/invoices/profiles'
import {
  addReceipt,
  getOpenCharges,
  getPayment,
  refundCredit,
  refundDoorMoney,
  refundPayment,
  reversePayments,
} from '@xunyun/contract/payments/calls'
import * as statements from '@xunyun/contract/statements/calls'
import * as calls from '@xunyun/contract/waybills/calls'
import {
  collectPrepaid,
  confirmPrices,
  getWaybillCharges,
  unconfirmPrices,
  undoPrepaid,
} from '@xunyun/contract/waybills/charges'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { both, type Door, type Over, only, openDoor } from '../../../test/door.ts'
import { ago, type Freight } from '../../../test/freight.ts'
import { downloadPdf } from '../../../test/pdf.ts'
import { download } from '../../../test/sheets.ts'
import { type Client, openWorld, type World } from '../../../test/world.ts'
import { clock, dayOf } from '../../platform/clock.ts'

let world: World
let freight: Freight
let office: Client
let boss: Client
let till: number
let wechat: number
let payer: Client
let decide: Door['decide']
let delivering: Door['delivering']
let sign: Door['sign']
let balanceOf: Door['balanceOf']
let chargesOf: Door['chargesOf']
let rowsOf: Door['rowsOf']
let count: Door['count']
beforeAll(async () => {
  world = await openWorld()
  ;({ freight, office, boss, till, wechat, payer, decide, delivering, sign, balanceOf, chargesOf, rowsOf, count } =
    await openDoor(world))
})
afterAll(() => world.close())

const codOf = async (id: number) => only((await office.ok(cods.getCods, { ids: [id] })).rows)
/** COD of 5,000.00 with a fee of 25.00 that the customer owes, collected with 180.00 of freight, handed in and counted. */
async function countedCod(over: Over = {}, amount = '5180') {
  const one = await delivering({
    codAmount: '5000',
    payMethod: 'split',
    payments: [{ method: 'collect', amount: '180' }, { method: 'monthly' }],
    services: [{ type: 'cod' }],
    ...over,
  })
  await sign(one.id, both)
  await office.ok(handIns.handIn, { ids: [only(await rowsOf(office, 'toHandIn', one.driverId)).id] })
  const jz = only(await rowsOf(office, 'pending', one.driverId))
  await count(jz, amount)
  return { ...one, jz }
}
const payOut = (ids: number[], lines: { chargeId: number; amount: string }[] = []) =>
  ({ waybillIds: ids, cashAccountId: till, payeeAccount: '农行 6222…0018', lines }) as const
const payoutOf = async (id: number) => await office.ok(cods.getCodPayout, { id })

describe('COD', () => {
  it('[D-01] [M46] is followed from to-collect to handed in, and its amount stays once it is collected', async () => {
    const one = await delivering({ codAmount: '5000' })
    expect(await codOf(one.id)).toMatchObject({ state: 'toCollect', cod: '5000.00', collected: '0.00', actions: [] })
    await sign(one.id, both)
    expect(await codOf(one.id)).toMatchObject({ state: 'collected', collected: '5000.00', handedIn: '0.00', days: 0 })
    expect(await office.refused(cods.getPayable, { waybillIds: [one.id] })).toMatchObject({
      fields: [{ path: 'waybillIds.0', reason: 'collections.notPayable' }],
    })
    const waived = await delivering({ codAmount: '70' })
    await sign(waived.id, { waive: true, waiveAs: 'writeOff' })
    expect(await codOf(waived.id)).toMatchObject({ state: 'waived' })
    const refused = await delivering({ codAmount: '80' })
    await office.ok(calls.refuseWaybill, { id: refused.id, pieces: 2, reason: '错货', refusedAt: ago(5) })
    expect((await office.ok(cods.getCods, { ids: [refused.id] })).rows).toEqual([])
    const { tabs } = await office.ok(cods.getCodTotals, {})
    expect(tabs.all).toBe(
      ['toCollect', 'collected', 'handedIn', 'paidOut', 'waived'].reduce((sum, tab) => sum + (tabs[tab] ?? 0), 0),
    )
  })

  it('[V16] is paid out less its fee and open freight 320.00: the customer gets 4,655.00; each step holds the one before it', async () => {
    const owing = await freight.waybill(office, 4, { payMethod: 'monthly' })
    await office.ok(confirmPrices, { ids: [owing.id] })
    const one = await countedCod()
    expect(await codOf(one.id)).toMatchObject({
      state: 'handedIn',
      fee: '25.00',
      payable: '5000.00',
      handInNo: one.jz.no,
    })
    const told = (await world.admin.ok(getDashboardMoney, {})).find(({ key }) => key === 'codToPay')
    expect(told?.value).toBe((await world.admin.ok(cods.getCodTotals, { tab: 'handedIn' })).payable)
    // What the door collected is owed, though nobody confirmed its price: the card and the list behind it say the same.
    const card = (await world.admin.ok(getDashboardMoney, {})).find(({ key }) => key === 'receivable')
    const days = { dayFrom: `${clock.today().slice(0, 7)}-01`, dayTo: clock.today() }
    expect(card?.value).toBe((await world.admin.ok(getFeeTotals, { ...days, states: ['confirmed'] })).amount)
    const payable = await office.ok(cods.getPayable, { waybillIds: [one.id] })
    expect(payable).toMatchObject({ gross: '5000.00', fees: '25.00', waybills: [{ id: one.id, fee: '25.00' }] })
    const { chargeId = 0 } = payable.charges.find(({ ofNo }) => ofNo === owing.waybillNo) ?? {}
    const more = await office.refused(cods.addCodPayout, payOut([one.id], [{ chargeId, amount: '360.01' }]))
    expect(more.fields).toMatchObject([{ path: 'lines.0.amount', reason: 'payments.moreThanOpen' }])

    const { id, no } = await office.ok(cods.addCodPayout, payOut([one.id], [{ chargeId, amount: '320' }]))
    expect(await payoutOf(id)).toMatchObject({ state: 'pending', fees: '25.00', charges: '320.00', net: '4655.00' })
    const paper = await downloadPdf(office, cods.getCodPayoutPdf, { id })
    expect(paper.name).toBe(`代收货款发放单 ${no}.pdf`)
    expect(paper.pages[0]).toEqual(
      expect.arrayContaining(['4,655.00', '肆仟陆佰伍拾伍元整', one.waybillNo, '-320.00', '领款人签字']),
    )
    expect(await codOf(one.id)).toMatchObject({
      state: 'handedIn',
      payoutNo: no,
      actions: [{ key: 'payOut', reason: /DK/ }],
    })
    expect((await office.refused(cods.addCodPayout, payOut([one.id]))).fields).toMatchObject([{ path: 'waybillIds.0' }])
    // [M3] Reserved, it is held: neither cancelled nor agreed otherwise.
    for (const { refused } of [
      await office.ok(unconfirmPrices, { ids: [owing.id], reason: '重谈' }),
      await office.ok(calls.cancelWaybills, { ids: [owing.id], reason: '错' }),
    ])
      expect(refused).toMatchObject([{ reason: 'waybills.chargesHeld', msg: expect.stringContaining(`已用于 ${no}`) }])
    // Reserved: nobody else is offered it.
    const { charges } = await office.ok(getOpenCharges, { direction: 'receipt', companyId: freight.yunfan })
    expect(charges.find((charge) => charge.chargeId === chargeId)).toMatchObject({ open: '40.00', reserved: '320.00' })
    expect((await office.ok(handIns.undoCounts, { ids: [one.jz.id], reason: 'x' })).refused).toMatchObject([
      { reason: 'collections.paidOut' },
    ])

    await decide(no)
    const pay = { ids: [id], day: clock.today() }
    expect((await office.ok(cods.payCodPayouts, pay)).refused).toMatchObject([{ reason: 'payments.ownPayment' }])
    // Nor by whoever last changed where the customer's money goes, or to which of his titles.
    const title = { companyId: freight.yunfan, type: 'ordinary', mobile: '13800138000' } as const
    const first = await office.ok(addProfile, { ...title, title: '云帆', account: '6222 0018 0018' })
    const second = await office.ok(addProfile, { ...title, title: '云帆二', account: '6222 0018 0026' })
    const at = async ({ id }: { id: number }) => {
      const { version } = await office.ok(getProfile, { id })
      return { id, version }
    }
    const paying = async () => (await payer.ok(cods.payCodPayouts, pay)).refused
    await payer.ok(changeProfile, { ...title, ...(await at(first)), title: '云帆', account: '6222 0018 0099' })
    expect(await paying()).toMatchObject([{ reason: 'payments.ownAccountChange' }])
    // Of a title to which nothing is paid somebody else's change says nothing.
    await office.ok(changeProfile, { ...title, ...(await at(second)), title: '云帆二', account: '6222 0018 0027' })
    expect(await paying()).toMatchObject([{ reason: 'payments.ownAccountChange' }])
    await office.ok(changeProfile, { ...title, ...(await at(first)), title: '云帆', account: '6222 0018 0018' })
    await payer.ok(setDefaultProfile, await at(second))
    expect(await paying()).toMatchObject([{ reason: 'payments.ownAccountChange' }])
    await office.ok(setDefaultProfile, await at(first))
    const before = Number(await balanceOf('cash', 'cashAccount', till))
    expect(await payer.ok(cods.payCodPayouts, pay)).toMatchObject({ done: 1 })
    // Its customer's account reads it, and no other's.
    const accountOf = async (name: string, company: number) =>
      (await world.person(name, { rights: { freight: 'browse' }, scope: 'customer', companies: [company] })).client
    const [mine, others] = [await accountOf('cod-mine', freight.yunfan), await accountOf('cod-other', freight.hengda)]
    expect((await mine.ok(own.getOwnPayouts, {})).rows).toMatchObject([
      { no, gross: '5000.00', fees: '25.00', charges: '320.00', net: '4655.00', waybills: 1 },
    ])
    expect((await others.ok(own.getOwnPayouts, {})).rows).toEqual([])
    // The waybill says it too: to its customer, to finance, and to nobody who may not see COD.
    const seller = await world.person('cod-seller', { rights: { allWayBill: 'browse' } })
    const toldBy = async (client: Client) => (await client.ok(getWaybillCharges, { id: one.id })).payouts
    const payout = { no, day: clock.today(), waybills: 1, gross: '5000.00', deducted: '345.00', net: '4655.00' }
    expect([await toldBy(mine), await toldBy(office), await toldBy(seller.client)]).toEqual([[payout], [payout], []])
    expect(Number(await balanceOf('cash', 'cashAccount', till))).toBe(before - 4655)
    expect(await balanceOf('cod', 'waybill', one.id)).toBe('0.00')
    expect(await codOf(one.id)).toMatchObject({ state: 'paidOut', paidOut: '5000.00', payable: '0.00' })
    expect(await chargesOf(one.id)).toMatchObject([
      { amount: '180.00', settled: '180.00' },
      { amount: '25.00', settled: '25.00', state: 'owed' },
    ])

    // [M3] What holds a charge is named, a payout that kept it too.
    const [held] = (await office.ok(unconfirmPrices, { ids: [owing.id], reason: '重谈' })).refused
    expect(held).toMatchObject({ reason: 'waybills.chargesHeld', msg: expect.stringContaining(`已用于 ${no}`) })
    expect(await payer.ok(cods.reverseCodPayouts, { ids: [id], reason: '退汇' })).toMatchObject({ done: 1 })
    expect(await toldBy(mine)).toEqual([])
    expect(Number(await balanceOf('cash', 'cashAccount', till))).toBe(before)
    expect(await codOf(one.id)).toMatchObject({ state: 'handedIn', payoutNo: null, payable: '5000.00' })
    expect(await chargesOf(one.id)).toMatchObject([{ settled: '180.00' }, { settled: '0.00', state: 'draft' }])
  })

  it('[M53] what a payout kept back, and 现付 taken at the counter, were received: they stand on the customer’s statement', async () => {
    const company = await world.company('海宁许村', ['customer'])
    const prepaid = await freight.waybill(office, 2, { customerId: company, payMethod: 'prepaid' })
    await office.ok(confirmPrices, { ids: [prepaid.id] })
    await office.ok(collectPrepaid, { id: prepaid.id, freight: '180', freightChannel: 'cash' })
    const one = await countedCod({ customerId: company })
    const { id, no } = await office.ok(cods.addCodPayout, payOut([one.id]))
    await decide(no)
    await payer.ok(cods.payCodPayouts, { ids: [id], day: clock.today() })
    const of = { companyId: company, outletId: freight.hangzhou, toDay: clock.today() }
    const first = await office.ok(statements.generateStatement, of)
    const stated = await office.ok(statements.getStatement, { id: first.id })
    expect(stated).toMatchObject({ charges: '205.00', received: '205.00', closing: '0.00' })
    expect(stated.lines.flatMap(({ kind, ofNo, amount }) => (kind === 'charge' ? [] : [[kind, ofNo, amount]]))).toEqual(
      [
        ['prepaid', prepaid.waybillNo, '180.00'],
        ['deduction', no, '25.00'],
      ],
    )
    // [M25] Told of it, it is not taken back.
    await office.ok(statements.sendStatements, { ids: [first.id] })
    const holds = { reason: 'statements.holdsReceipt', msg: expect.stringContaining(stated.no) }
    expect((await payer.ok(cods.reverseCodPayouts, { ids: [id], reason: '退汇' })).refused).toMatchObject([holds])
    expect(await office.refused(undoPrepaid, { id: prepaid.id, reason: '收错' })).toMatchObject(holds)
    await office.ok(statements.voidStatements, { ids: [first.id], reason: '重出' })
    const again = await office.ok(statements.generateStatement, of)
    // Taken back before anybody was told: it never was.
    await payer.ok(cods.reverseCodPayouts, { ids: [id], reason: '退汇' })
    await office.ok(statements.sendStatements, { ids: [again.id] })
    expect(await office.ok(statements.getStatement, { id: again.id })).toMatchObject({
      charges: '180.00',
      received: '180.00',
    })
  })

  it('[M53] what a payout kept back of charges that another company of ours bills stands on that one’s statement, each part once', async () => {
    const company = await world.company('海宁盐官', ['customer'])
    const theirs = await freight.waybill(office, 2, { customerId: company, outletId: freight.guangzhou })
    await office.ok(confirmPrices, { ids: [theirs.id] })
    const one = await countedCod({ customerId: company })
    const { charges } = await office.ok(getOpenCharges, { direction: 'receipt', companyId: company })
    const { chargeId } = only(charges.filter(({ ofNo }) => ofNo === theirs.waybillNo))
    const { id, no } = await office.ok(cods.addCodPayout, payOut([one.id], [{ chargeId, amount: '100' }]))
    await decide(no)
    await payer.ok(cods.payCodPayouts, { ids: [id], day: clock.today() })
    const statedBy = async (outletId: number) => {
      const of = { companyId: company, outletId, toDay: clock.today() }
      const made = await office.ok(statements.generateStatement, of)
      return await office.ok(statements.getStatement, { id: made.id })
    }
    expect(await statedBy(freight.guangzhou)).toMatchObject({ charges: '180.00', received: '100.00', closing: '80.00' })
    expect(await statedBy(freight.hangzhou)).toMatchObject({ charges: '25.00', received: '25.00', closing: '0.00' })
    const { outlets } = await office.ok(statements.proposeStatement, { companyId: company, toDay: clock.today() })
    expect(outlets.map(({ lines }) => lines)).toEqual([0, 0])
  })

  it('[V18] [M22] what came by WeChat and was given back is 应退 until it is paid back; reversed, it is there for the next signing again', async () => {
    const { id, waybillNo } = await delivering()
    const byWechat = { freight: '180', freightChannel: 'wechat' }
    await sign(id, byWechat)
    await office.ok(calls.undoWaybill, { id, reason: '签错' })
    const off = async () =>
      (await office.ok(cods.getCods, { tab: 'difference', q: waybillNo })).rows.map(({ toRefund, doorAdvance }) => [
        toRefund,
        doorAdvance,
      ])
    expect(await off()).toEqual([['180.00', '180.00']])
    const refund = { waybillNo, cashAccountId: wechat, day: clock.today(), reason: '客户改由他人代付' }
    expect((await office.refused(refundDoorMoney, { ...refund, amount: '180.01' })).fields).toMatchObject([
      { path: 'amount', reason: 'payments.moreThanRefundable', params: { left: '180.00' } },
    ])
    const far = await world.person('far-door', { rights: 'all', scope: 'outlet', companies: [freight.guangzhou] })
    expect((await far.client.refused(refundDoorMoney, { ...refund, amount: '1' })).fields).toMatchObject([
      { path: 'waybillNo', reason: 'field.choice' },
    ])
    const before = Number(await balanceOf('cash', 'cashAccount', wechat))
    // Twice at the same moment: once.
    const twice = await Promise.allSettled([
      office.ok(refundDoorMoney, { ...refund, amount: '100' }),
      payer.ok(refundDoorMoney, { ...refund, amount: '100' }),
    ])
    const [done] = twice.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(Number(await balanceOf('cash', 'cashAccount', wechat))).toBe(before - 100)
    expect(await off()).toEqual([['80.00', '80.00']])
    const paid = await office.ok(getPayment, { id: done?.id ?? 0 })
    expect(paid).toMatchObject({
      direction: 'payment',
      state: 'paid',
      partyName: waybillNo,
      refunded: '100.00',
      left: '0.00',
    })
    expect(paid.actions.map(({ key }) => key)).toEqual(['reverse'])
    // Of what is left 80.00 is used, 100.00 comes anew.
    await sign(id, byWechat)
    expect(Number(await balanceOf('cash', 'cashAccount', wechat))).toBe(before)
    expect([await off(), await balanceOf('advance', 'waybill', id)]).toEqual([[], '0.00'])
    expect(await office.ok(reversePayments, { ids: [paid.id], reason: '退回' })).toMatchObject({ done: 1 })
    expect(await off()).toEqual([['100.00', '100.00']])
  })

  it('[M4] [M22] what a receipt paid of 到付 is asked of nobody at the door; paid beyond what it is, it is 应退 until it is paid back', async () => {
    const paid = async <T extends { id: number; waybillNo: string }>(one: T) => {
      await office.ok(confirmPrices, { ids: [one.id] })
      const { charges } = await office.ok(getOpenCharges, { direction: 'receipt', waybillNo: one.waybillNo })
      await office.ok(addReceipt, {
        waybillNo: one.waybillNo,
        cashAccountId: till,
        channel: 'cash',
        amount: '180',
        day: clock.today(),
        lines: charges.map(({ chargeId, open }) => ({ chargeId, amount: open })),
      })
      return one
    }
    const adjusted = async (waybillId: number, amount: string) => {
      const lines = [{ waybillId, feeItem: 'freight' as const, amount, reason: '改价' }]
      const { nos } = await office.ok(addAdjustments, { lines, submit: true })
      await decide(nos[0] as string)
    }
    const said = async (id: number) => {
      const { freightToCollect, toCollect, doorDifference } = await office.ok(calls.getWaybill, { id })
      return [freightToCollect, toCollect, doorDifference]
    }
    const one = await paid(await delivering({ codAmount: '5000' }))
    expect(await said(one.id)).toEqual(['0.00', '5000.00', null])
    await adjusted(one.id, '-30')
    expect(await said(one.id)).toEqual(['0.00', '5000.00', '30.00'])
    const off = async () => (await office.ok(cods.getCods, { tab: 'difference', q: one.waybillNo })).rows
    const { creditId } = only(await off())
    expect(await off()).toMatchObject([{ toRefund: '30.00', toTake: '0.00' }])
    const signed = { id: one.id, signed: 2, signer: '陈国强', signedAt: ago(5) }
    const asked = { ...signed, ...both }
    expect((await office.refused(calls.signWaybill, asked)).fields).toMatchObject([
      { path: 'freight', reason: 'waybills.collectionDiffers', params: { due: '0.00' } },
    ])
    await sign(one.id, { cod: '5000', codChannel: 'cash' })
    expect(await balanceOf('custody', 'driver', one.driverId)).toBe('5000.00')
    const refund = { cashAccountId: till, amount: '30', day: clock.today(), reason: '多付' }
    await office.ok(refundCredit, { ...refund, chargeId: creditId as number })
    expect([await off(), await said(one.id)]).toEqual([[], ['0.00', '5000.00', null]])

    // What came to it since the receipt is asked for, and nothing else; without COD it is 应退 as well.
    const more = await paid(await delivering())
    await adjusted(more.id, '-50')
    expect((await office.ok(cods.getCods, { tab: 'difference', q: more.waybillNo })).rows).toMatchObject([
      { state: null, toRefund: '50.00' },
    ])
    await adjusted(more.id, '70')
    expect(await said(more.id)).toEqual(['20.00', '20.00', null])
    await sign(more.id, { freight: '20', freightChannel: 'cash' })
    expect(await said(more.id)).toEqual(['0.00', '20.00', '0.00'])

    // [M49] Nothing is collected for it: whoever has far too much in hand may take it out.
    await sql`update collection set day = ${clock.today()}::date - 15 where waybill_id = ${one.id}`.execute(world.db)
    const vehicleId = await freight.addVehicle('沪A99003', { driver_id: one.driverId })
    const goes = async (isPaid: boolean) => {
      const next = await freight.waybill(office, 2, { payMethod: 'collect' })
      if (isPaid) await paid(next)
      await office.ok(calls.checkInWaybills, { ids: [next.id], at: ago(200) })
      const lines = [{ waybillId: next.id, fromPlace: 'outlet' as const, fromId: freight.hangzhou, pieces: 2 }]
      const trip = { type: 'delivery' as const, vehicleId, driverId: one.driverId, planAt: ago(-60), lines }
      const { id } = await office.ok(dispatch.createArrangement, trip)
      return (await office.ok(dispatch.assignArrangements, { ids: [id] })).refused
    }
    expect(await goes(false)).toMatchObject([{ reason: 'dispatch.driverHolds' }])
    expect(await goes(true)).toEqual([])
  })

  it('[M48] [M25] what was decided of a difference is taken back, dated today, and decided anew; not once its COD is paid out', async () => {
    const rowOf = async (one: { driverId: number }) => only(await rowsOf(office, 'counted', one.driverId))
    const cash = async () => Number(await balanceOf('cash', 'cashAccount', till))
    const short = await countedCod({}, '5170')
    const inHand = () => balanceOf('custody', 'driver', short.driverId)
    const settle = async ({ id, version }: { id: number; version: number }) =>
      office.ok(handIns.settleDifference, { id, version, cashAccountId: till })
    const undo = async ({ id }: { id: number }) =>
      (await office.ok(handIns.undoDifferences, { ids: [id], reason: '记错账户' })).refused
    const [was, before] = [await rowOf(short), await cash()]
    await settle(was)
    const settled = await rowOf(short)
    expect([settled.state, settled.actions.map(({ key }) => key)]).toEqual(['settled', ['undoDecision']])
    expect(await undo(settled)).toEqual([])
    expect([(await rowOf(short)).state, await inHand(), await cash()]).toEqual(['differs', '10.00', before])
    await office.ok(handIns.bearDifferences, { ids: [was.id], reason: '零钱被盗' })
    await decide(was.no ?? '')
    expect(await inHand()).toBe('0.00')
    expect(await undo(was)).toEqual([])
    expect(await inHand()).toBe('10.00')
    const borne = sql<{ amount: string; settled: string }>`select amount::text, settled::text from charge
      where source = 'handIn' and explanation @> ${JSON.stringify([{ params: { no: was.no } }])}::jsonb order by id`
    const pair = (amount: string) => ({ amount, settled: amount })
    expect((await borne.execute(world.db)).rows).toEqual([pair('10.00'), pair('-10.00')])
    await settle(await rowOf(short))
    const { no } = await office.ok(cods.addCodPayout, payOut([short.id]))
    expect(await undo(was)).toMatchObject([{ reason: 'collections.paidOut', msg: expect.stringContaining(no) }])

    const over = await countedCod({}, '5185.50')
    const [had, more] = [await cash(), await rowOf(over)]
    await settle(more)
    expect(await cash()).toBe(had + 5.5)
    expect(await undo(more)).toEqual([])
    expect([(await rowOf(over)).state, await cash()]).toEqual(['differs', had])
  })

  it('[D-05] [M46] a payout is of one customer, made by right; withdrawn it reserves nothing, and is sent in again or voided', async () => {
    const [one, other] = [await countedCod(), await countedCod()]
    const { id } = await office.ok(cods.addCodPayout, payOut([one.id, other.id]))
    expect(await payoutOf(id)).toMatchObject({ waybills: 2, gross: '10000.00', deducted: '50.00', net: '9950.00' })
    expect(await office.ok(cods.withdrawCodPayouts, { ids: [id] })).toMatchObject({ done: 1 })
    const second = await office.ok(cods.addCodPayout, payOut([other.id]))
    expect((await office.ok(cods.submitCodPayouts, { ids: [id] })).refused).toMatchObject([
      { reason: 'collections.notPayable' },
    ])
    expect(await office.ok(cods.withdrawCodPayouts, { ids: [second.id] })).toMatchObject({ done: 1 })
    expect(await office.ok(cods.voidCodPayouts, { ids: [second.id], reason: '并到一起' })).toMatchObject({ done: 1 })
    expect(await office.ok(cods.submitCodPayouts, { ids: [id] })).toMatchObject({ done: 1 })
    // 发放 is a right of its own.
    const keeper = (await world.person('keeper', { rights: { cod: 'edit' } })).client
    expect(await keeper.refused(cods.addCodPayout, payOut([one.id]))).toMatchObject({ code: 403 })
    expect(only((await keeper.ok(cods.getCods, { ids: [one.id] })).rows).actions).toEqual([])
  })

  it('[M46] a payout that was sent back is changed: what it held is free until it is sent in anew; after that nobody changes it', async () => {
    const owing = await freight.waybill(office, 4, { payMethod: 'monthly' })
    await office.ok(confirmPrices, { ids: [owing.id] })
    const [one, other] = [await countedCod(), await countedCod()]
    const { charges } = await office.ok(cods.getPayable, { waybillIds: [one.id] })
    const { chargeId = 0 } = charges.find(({ ofNo }) => ofNo === owing.waybillNo) ?? {}
    const open = async () =>
      (await office.ok(getOpenCharges, { direction: 'receipt', companyId: freight.yunfan })).charges.find(
        (charge) => charge.chargeId === chargeId,
      )?.open
    const { id, no } = await office.ok(cods.addCodPayout, payOut([one.id, other.id], [{ chargeId, amount: '320' }]))
    expect(await open()).toBe('40.00')
    const change = (version: number, over: object = {}) => ({
      id,
      version,
      ...payOut([one.id], [{ chargeId, amount: '100' }]),
      payeeAccount: '农行 6222…0026',
      ...over,
    })
    const { version: sent } = await payoutOf(id)
    expect(await office.refused(cods.changeCodPayout, change(sent))).toMatchObject({
      reason: 'collections.wrongPayoutState',
    })
    // Decided on 代收货款 by whoever is asked, with the right to approve there alone.
    const head = await world.person('head', { rights: { cod: 'approve' } })
    const waiting = await boss.ok(approvals.getApprovals, { q: no })
    await boss.ok(approvals.transferApprovals, { ids: [waiting.rows[0]?.id ?? 0], userId: head.id, note: 'x' })
    const [asked] = (await head.client.ok(cods.getCodPayouts, { ids: [id] })).rows
    expect(asked?.actions.map(({ key }) => key)).toEqual(['approve', 'reject'])
    const shown = { q: no, columns: 'no,waitsFor,createdAt,paidByName' } as never
    expect((await download(office, cods.exportCodPayouts, shown)).rows[1]?.slice(0, 3)).toEqual([
      no,
      'head',
      expect.stringMatching(/^\d{4}-/),
    ])
    await head.client.ok(approvals.decideApprovals, {
      ids: [asked?.approvalId ?? 0],
      decision: 'reject',
      opinion: '收款人不符',
    })
    expect(await open()).toBe('360.00')
    const { version, lines, actions } = await payoutOf(id)
    expect(actions.map(({ key }) => key)).toEqual(['submit', 'edit', 'void'])
    expect(lines.filter(({ state }) => state === 'planned')).toMatchObject([
      { waybillId: one.id, chargeId: null, amount: '5000.00' },
      { waybillId: other.id, amount: '5000.00' },
      { feeItem: 'codFee', amount: '25.00' },
      { feeItem: 'codFee', amount: '25.00' },
      { waybillId: null, chargeId, amount: '320.00' },
    ])
    expect(await office.refused(cods.changeCodPayout, change(sent))).toMatchObject({ reason: 'kernel.stale' })
    const more = change(version, { lines: [{ chargeId, amount: '360.01' }] })
    expect((await office.refused(cods.changeCodPayout, more)).fields).toMatchObject([
      { path: 'lines.0.amount', reason: 'payments.moreThanOpen' },
    ])
    const strange = await countedCod({ customerId: freight.hengda })
    const others = change(version, { waybillIds: [strange.id], lines: [] })
    expect((await office.refused(cods.changeCodPayout, others)).fields).toMatchObject([
      { path: 'waybillIds', reason: 'collections.oneCustomer' },
    ])
    expect(await payoutOf(id)).toMatchObject({ state: 'rejected', version, gross: '10000.00' })

    await office.ok(cods.changeCodPayout, change(version))
    expect(await payoutOf(id)).toMatchObject({
      state: 'pending',
      gross: '5000.00',
      deducted: '125.00',
      net: '4875.00',
      payeeAccount: '农行 6222…0026',
      opinion: null,
    })
    expect(await open()).toBe('260.00')
    expect((await codOf(other.id)).payoutNo).toBe(null)
    const history = await office.ok(cods.getCodPayoutHistory, { id })
    expect(history[1]).toMatchObject({ action: 'changed', byName: 'office' })
    await decide(no)
    expect(await payer.ok(cods.payCodPayouts, { ids: [id], day: clock.today() })).toMatchObject({ done: 1 })
    expect(await balanceOf('cod', 'waybill', other.id)).toBe('-5000.00')
  })
})

it('[M46] [V16] a payout keeps back the fee less what was given back of it; what it keeps back is neither written off nor paid back elsewhere while it waits', async () => {
  const one = await countedCod()
  await office.ok(confirmPrices, { ids: [one.id] })
  const { nos } = await office.ok(addAdjustments, {
    lines: [{ waybillId: one.id, feeItem: 'codFee', amount: '-5', reason: '少收' }],
    submit: true,
  })
  await decide(nos[0] as string)
  const fee = (await office.ok(getFees, { waybillId: one.id })).rows.find(({ amount }) => amount === '-5.00')
  const payable = await office.ok(cods.getPayable, { waybillIds: [one.id] })
  expect(payable).toMatchObject({ fees: '20.00', waybills: [{ fee: '20.00' }] })
  const { id } = await office.ok(cods.addCodPayout, payOut([one.id]))
  expect(await payoutOf(id)).toMatchObject({ gross: '5000.00', deducted: '20.00', net: '4980.00' })
  const refused = await office.refused(refundCredit, {
    chargeId: fee?.id as number,
    cashAccountId: till,
    amount: '5',
    day: clock.today(),
    reason: '退手续费',
  })
  expect(refused.fields).toMatchObject([{ path: 'amount', reason: 'payments.moreThanOpen', params: { open: '0.00' } }])
})

it('[V18] [M43] what a walk-in paid in advance stays on its receipt when the door takes the freight by WeChat, and can be paid back', async () => {
  const one = await delivering()
  const receipt = await office.ok(addReceipt, {
    waybillNo: one.waybillNo,
    cashAccountId: till,
    channel: 'cash',
    amount: '100',
    day: clock.today(),
    lines: [],
  } as never)
  const before = Number(await balanceOf('cash', 'cashAccount', wechat))
  await sign(one.id, { freight: '180', freightChannel: 'wechat' })
  expect(Number(await balanceOf('cash', 'cashAccount', wechat))).toBe(before + 180)
  expect(await balanceOf('advance', 'waybill', one.id)).toBe('-100.00')
  const { version } = await office.ok(getPayment, { id: receipt.id })
  await office.ok(refundPayment, {
    id: receipt.id,
    version,
    amount: '100',
    cashAccountId: till,
    day: clock.today(),
    reason: '多收',
  })
  expect(await balanceOf('advance', 'waybill', one.id)).toBe('0.00')
})

it('[M4] [M24] [M60] 到付 of a closed month is not collected on a day of it; taken over by the customer it is written beside it; an adjustment of one stays, and the month is named', async () => {
  const day = `${dayOf(new Date(Date.parse(`${clock.today().slice(0, 7)}-01T00:00:00Z`) - 86_400_000)).slice(0, 7)}-15`
  const month = day.slice(0, 7)
  const plain = await delivering({ bizDate: day })
  const adjusted = await delivering({ bizDate: day })
  await office.ok(confirmPrices, { ids: [plain.id, adjusted.id] })
  const lines = [{ waybillId: adjusted.id, feeItem: 'freight' as const, amount: '20', reason: '等候' }]
  const { nos } = await office.ok(addAdjustments, { lines, submit: true })
  await decide(nos[0] as string)
  const dated = (to: string) =>
    sql`update charge set day = ${to} where waybill_id = ${adjusted.id} and source = 'adjustment'`.execute(world.db)
  await dated(day)
  await sql`insert into month_close (month, state, closed_at, closed_by, put_off, checks)
    select ${`${month}-01`}::date, 'closed', now(), min(id), 0, '{}' from app_user`.execute(world.db)
  // What a signing collects is posted on its day.
  await sql`update track set at = ${`${day}T08:00:00+08:00`} where waybill_id = ${plain.id} and node = 'deliver'`.execute(
    world.db,
  )
  const { freight: due, freightChannel } = both
  const late = {
    id: plain.id,
    signed: 2,
    signer: '陈国强',
    signedAt: `${day}T10:00:00+08:00`,
    freight: due,
    freightChannel,
  }
  expect((await office.refused(calls.signWaybill, late)).fields).toMatchObject([
    { path: 'signedAt', reason: 'charges.closedMonth', params: { month } },
  ])
  await sign(plain.id, { waive: true })
  expect(await chargesOf(plain.id)).toMatchObject([
    { payer: 'consignee', method: 'collect', amount: '180.00' },
    { payer: 'consignee', method: 'collect', amount: '-180.00' },
    { payer: 'customer', method: 'monthly', amount: '180.00' },
  ])
  const waived = { id: adjusted.id, signed: 2, signer: '陈国强', signedAt: ago(5), waive: true }
  expect((await office.refused(calls.signWaybill, waived)).fields).toMatchObject([
    { path: 'waiveAs', reason: 'charges.heldByMonth', params: { month } },
  ])
  // No month was closed: nothing keeps its sums.
  await sql`delete from month_close`.execute(world.db)
  await sql`update charge set day = ${day} where waybill_id = ${plain.id} and adjusts_id is null`.execute(world.db)
  await dated(clock.today())
  await office.ok(calls.signWaybill, waived)
})
