import { decideApprovals, getApprovals } from '@xunyun/contract/approvals/calls'
import * as handIns from '@xunyun/contract/collections/calls'
import * as cods from '@xunyun/contract/collections/cod'
import { addAdjustments } from '@xunyun/contract/costs/adjustments'
import { getFee, getFees } from '@xunyun/contract/costs/feeList'
import { getOpenCharges, writeOffCharges } from '@xunyun/contract/payments/calls'
import { collectPrepaid, confirmPrices, getWaybillCharges } from '@xunyun/contract/waybills/charges'
import { deleteServices, getServices } from '@xunyun/contract/waybills/services'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { both, type Door, only, openDoor } from '../../../test/door.ts'
import { reviewedBy } from '../../../test/reviews.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { clock } from '../../platform/clock.ts'

let world: World
let door: Door
beforeAll(async () => {
  world = await openWorld()
  door = await openDoor(world)
})
afterAll(() => world.close())

it('[M48] [D-05] money in one’s own hands is counted, and its difference decided, by somebody else', async () => {
  const { office, officeId, boss, payer, delivering, sign, rowsOf, till, decide, balanceOf } = door
  const one = await delivering({ codAmount: '5000' })
  await sign(one.id, both)
  await sql`update driver set user_id = ${officeId} where id = ${one.driverId}`.execute(world.db)
  await office.ok(handIns.handIn, { ids: [only(await rowsOf(office, 'toHandIn', one.driverId)).id] })
  const own = only(await rowsOf(office, 'pending', one.driverId))
  expect(own.actions.find(({ key }) => key === 'count')?.reason).toBe('自己手上的款由他人核收和处理')
  const lines = [{ channel: 'cash', amount: '5170', cashAccountId: till }]
  const count = { id: own.id, version: own.version, lines }
  expect(await office.refused(handIns.countHandIn, count)).toMatchObject({ code: 409 })
  const theirs = only(await rowsOf(payer, 'pending', one.driverId))
  expect(theirs.actions.find(({ key }) => key === 'count')).toEqual({ key: 'count' })
  await payer.ok(handIns.countHandIn, count)

  const short = only(await rowsOf(office, 'difference', one.driverId))
  const reasonOf = (action: string) => short.actions.find(({ key }) => key === action)?.reason
  expect([reasonOf('makeUp'), reasonOf('bear')].every((reason) => reason?.includes('他人'))).toBe(true)
  const { id, version } = short
  await office.refused(handIns.settleDifference, { id, version, cashAccountId: till })
  expect((await office.ok(handIns.bearDifferences, { ids: [id], reason: '丢了' })).refused).toMatchObject([
    { reason: 'collections.ownHandIn' },
  ])
  await payer.ok(handIns.bearDifferences, { ids: [id], reason: '零钱被盗' })
  // Whoever decides sees what was due and counted, and of whom; afterwards the reason stands on the hand-in.
  const [review] = (await boss.ok(getApprovals, { pageSize: 500, q: short.no ?? '' })).rows
  expect(review).toMatchObject({
    companyName: short.holderName,
    facts: { due: '5180.00', counted: '5170.00', waybills: one.waybillNo },
  })
  await decide(short.no ?? '')
  expect((await payer.ok(handIns.getHandIn, { id })).decisionReason).toBe('零钱被盗')
  expect(await balanceOf('custody', 'driver', one.driverId)).toBe('0.00')
})

it('[M4] [M46] of a walk-in sender’s COD nothing is kept back for what the consignee owes', async () => {
  const { office, delivering, sign, rowsOf, till, count, decide } = door
  const shipper = { name: '零散客户', phone: '13800001111', region: '330106', address: '文三路 1 号' }
  const one = await delivering({
    customerId: undefined,
    shipper,
    codAmount: '5000',
    payMethod: 'split',
    payments: [{ method: 'collect', amount: '100' }, { method: 'prepaid' }],
    services: [{ type: 'cod' }],
  } as never)
  await sign(one.id, { ...both, freight: '100' })
  await office.ok(handIns.handIn, { ids: [only(await rowsOf(office, 'toHandIn', one.driverId)).id] })
  await count(only(await rowsOf(office, 'pending', one.driverId)), '5100')
  await office.ok(confirmPrices, { ids: [one.id] })
  // The consignee owes 20.00 more than the door took: 应补.
  const added = await office.ok(addAdjustments, {
    lines: [{ waybillId: one.id, feeItem: 'freight', amount: '20', reason: '少收' }],
    submit: true,
  })
  await decide(only(added.nos))
  const { charges } = await office.ok(getOpenCharges, { direction: 'receipt', waybillNo: one.waybillNo })
  const more = charges.find(({ open }) => open === '20.00')?.chargeId ?? 0
  const offered = (await office.ok(cods.getPayable, { waybillIds: [one.id] })).charges
  expect(offered.map(({ open }) => open)).toEqual(['80.00'])
  const payOut = (chargeId: number, amount: string) => ({
    waybillIds: [one.id],
    cashAccountId: till,
    payeeAccount: '现金',
    lines: [{ chargeId, amount }],
  })
  expect((await office.refused(cods.addCodPayout, payOut(more, '20'))).fields).toMatchObject([
    { path: 'lines.0.amount', reason: 'payments.notOpen' },
  ])
  const { id } = await office.ok(cods.addCodPayout, payOut(only(offered).chargeId, '80'))
  // The list says what of that are fees, in its row as in the sum.
  const parts = { gross: '5000.00', fees: '25.00', charges: '80.00' }
  expect(await office.ok(cods.getCodPayout, { id })).toMatchObject({ ...parts, deducted: '105.00' })
  expect((await office.ok(cods.getCodPayouts, { ids: [id] })).rows).toMatchObject([parts])
  expect(await office.ok(cods.getCodPayoutTotals, { ids: [id] })).toMatchObject({ count: 1, ...parts, net: '4895.00' })
  // What the payout keeps back nobody takes at the counter meanwhile.
  const atCounter = { id: one.id, freight: '105', freightChannel: 'cash' } as const
  expect((await office.refused(collectPrepaid, atCounter)).fields).toMatchObject([
    { path: 'freight', reason: 'collections.onPayout' },
  ])
})

it('[RT-16/feeList] [M22] what settled a charge is named where it is read: 收现付 by the hand-in that it went into, what a payout kept back by the payout', async () => {
  const { freight, office, officeId, payer, delivering, sign, rowsOf, till, count, decide } = door
  const records = async (waybillId: number) => {
    const [row] = (await office.ok(getFees, { waybillId })).rows
    const { settlings } = await office.ok(getFee, { id: row?.id ?? 0 })
    return [row?.keptBy, ...settlings.map((one) => [one.act, one.docNo, one.isPrepaid, one.handInNo, one.amount])]
  }
  const paid = await freight.waybill(office, 2, { payMethod: 'prepaid' })
  await office.ok(collectPrepaid, { id: paid.id, freight: '180', freightChannel: 'cash' })
  const taken = ['collect', paid.waybillNo, true]
  expect(await records(paid.id)).toEqual([null, [...taken, null, '180.00']])
  const counter = async (tab: 'toHandIn' | 'pending') =>
    only(
      (await office.ok(handIns.getHandIns, { tab, pageSize: 500 })).rows.filter(
        ({ holderKind, holderId }) => holderKind === 'user' && holderId === officeId,
      ),
    )
  await office.ok(handIns.handIn, { ids: [(await counter('toHandIn')).id] })
  const { no: counterNo } = await counter('pending')
  expect(await records(paid.id)).toEqual([null, [...taken, counterNo, '180.00']])

  const one = await delivering({ codAmount: '5000' })
  await sign(one.id, both)
  await office.ok(handIns.handIn, { ids: [only(await rowsOf(office, 'toHandIn', one.driverId)).id] })
  const jz = only(await rowsOf(office, 'pending', one.driverId))
  await count(jz, '5180')
  expect(await records(one.id)).toEqual([null, ['collect', one.waybillNo, false, jz.no, '180.00']])

  const owing = await freight.waybill(office, 2, { payMethod: 'monthly' })
  await office.ok(confirmPrices, { ids: [owing.id] })
  const [debt] = (await office.ok(getFees, { waybillId: owing.id })).rows
  const { id, no } = await office.ok(cods.addCodPayout, {
    waybillIds: [one.id],
    cashAccountId: till,
    payeeAccount: '农行 6222…0018',
    lines: [{ chargeId: debt?.id ?? 0, amount: '120' }],
  })
  const [review] = (await door.boss.ok(getApprovals, { pageSize: 500, q: no })).rows
  expect(review?.facts).toMatchObject({ kept: `${owing.waybillNo}=freight=120.00` })
  await decide(no)
  expect((await office.ok(cods.getCodPayout, { id })).decisions).toMatchObject([{ level: 1, decision: 'approve' }])
  expect(await records(owing.id)).toEqual([null])
  await payer.ok(cods.payCodPayouts, { ids: [id], day: clock.today() })
  const kept = ['codPayout', no, false, null, '120.00']
  expect(await records(owing.id)).toEqual([no, kept])
  await payer.ok(cods.reverseCodPayouts, { ids: [id], reason: '退汇' })
  expect(await records(owing.id)).toEqual([null, kept, ['reversal', no, false, null, '-120.00']])
})

it('[M4] [RT-16/feeList] what the counter took while its price is under review is owed: it waits in no list, and the waybill says whose it is, that it was received and by which hand-in it stays', async () => {
  const { freight, office, officeId } = door
  const reviewer = await world.person('priceReviewer', { rights: { unreviewed: 'approve' } })
  await reviewedBy(world, reviewer.id, ['price'])
  const shipper = { name: '零散客户', phone: '13800001111', region: '330106', address: '文三路 1 号' }
  const { id } = await freight.waybill(office, 2, {
    customerId: undefined,
    shipper,
    payMethod: 'prepaid',
    charges: [{ feeItem: 'freight', amount: '300' }],
  })
  const waiting = async () =>
    (await office.ok(getFees, { tab: 'pending', waybillId: id })).rows.map(({ partyName, amount }) => [
      partyName,
      amount,
    ])
  expect(await waiting()).toEqual([['零散客户', '300.00']])
  await office.ok(collectPrepaid, { id, freight: '300', freightChannel: 'cash' })
  expect(await waiting()).toEqual([])
  const told = await office.ok(getWaybillCharges, { id })
  expect(told).toMatchObject({
    priceState: 'pending',
    charges: [{ companyName: '零散客户', state: 'confirmed', standing: { settled: '300.00', open: '0.00' } }],
    prepaid: { taken: '300.00', handInNo: null },
  })
  const { rows } = await office.ok(handIns.getHandIns, { tab: 'toHandIn', pageSize: 500 })
  const own = only(rows.filter(({ holderKind, holderId }) => holderKind === 'user' && holderId === officeId))
  await office.ok(handIns.handIn, { ids: [own.id] })
  const { prepaid } = await office.ok(getWaybillCharges, { id })
  expect(prepaid?.handInNo).toMatch(/^JZ/)
})

it('[M4] what another company owes of a prepaid waybill is on its account: the counter asks the sender for his own alone', async () => {
  const { freight, office, decide, chargesOf } = door
  const one = await freight.waybill(office, 2, { payMethod: 'prepaid' })
  await office.ok(confirmPrices, { ids: [one.id] })
  const line = { waybillId: one.id, feeItem: 'freight', companyId: freight.hengda, amount: '30', reason: '改由恒达付' }
  const { nos } = await office.ok(addAdjustments, { lines: [line as never], submit: true })
  await decide(only(nos))
  expect((await chargesOf(one.id)).map(({ method, amount }) => [method, amount])).toEqual([
    ['prepaid', '180.00'],
    ['monthly', '30.00'],
  ])
})

it('[M3] [M46] what a payout keeps back is neither taken off its waybill nor written off when that is approved, until the payout is decided', async () => {
  const { freight, office, boss, delivering, sign, rowsOf, till, count, chargesOf } = door
  const one = await delivering({ codAmount: '5000', payMethod: 'monthly', services: [{ type: 'cod' }] })
  await sign(one.id, { cod: '5000', codChannel: 'cash' })
  await office.ok(handIns.handIn, { ids: [only(await rowsOf(office, 'toHandIn', one.driverId)).id] })
  await count(only(await rowsOf(office, 'pending', one.driverId)), '5000')
  const owing = await freight.waybill(office, 2, { payMethod: 'monthly' })
  await office.ok(confirmPrices, { ids: [owing.id] })
  const [debt] = (await office.ok(getFees, { waybillId: owing.id })).rows
  const debtId = debt?.id ?? 0
  // The review of a bad debt is under way when the payout takes the charge.
  await office.ok(writeOffCharges, { ids: [debtId], reason: '停业' })
  const { id } = await office.ok(cods.addCodPayout, {
    waybillIds: [one.id],
    cashAccountId: till,
    payeeAccount: '农行 6222…0018',
    lines: [{ chargeId: debtId, amount: '180' }],
  })
  const { rows: reviews } = await boss.ok(getApprovals, { pageSize: 500 })
  const review = reviews.find(({ bizType }) => bizType === 'writeOff')
  const decided = await boss.ok(decideApprovals, { ids: [review?.id ?? 0], decision: 'approve', opinion: '同意' })
  expect(decided.refused).toMatchObject([{ reason: 'payments.moreThanOpen' }])
  expect(await chargesOf(owing.id)).toMatchObject([{ amount: '180.00', settled: '0.00' }])
  // Its own price nobody has confirmed, and yet the fee stays.
  const [service] = (await office.ok(getServices, { q: one.waybillNo })).rows
  const off = async () => (await office.ok(deleteServices, { ids: [service?.id ?? 0] })).refused
  expect(await off()).toMatchObject([{ no: one.waybillNo, msg: expect.stringContaining('收付') }])
  await office.ok(cods.withdrawCodPayouts, { ids: [id] })
  expect(await off()).toEqual([])
})
