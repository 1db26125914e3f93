import * as approvals from '@xunyun/contract/approvals/calls'
import * as handIns from '@xunyun/contract/collections/calls'
import { type CodRow, getCods, getCodTotals } from '@xunyun/contract/collections/cod'
import { changeHoldingSetting, getHoldingSetting } from '@xunyun/contract/collections/holding'
import { addAdjustments } from '@xunyun/contract/costs/adjustments'
import { getFee } from '@xunyun/contract/costs/feeList'
import { getDashboardMoney } from '@xunyun/contract/dashboard/calls'
import * as dispatch from '@xunyun/contract/dispatch/calls'
import { arriveSpecials, createSpecial, getSpecialCarriers } from '@xunyun/contract/dispatch/special'
import { addCashAccount, getCashAccountChoices } from '@xunyun/contract/money/accounts'
import { addReceipt, getOpenCharges, refundCredit } from '@xunyun/contract/payments/calls'
import { changeRoundOffSetting, getRoundOffSetting } from '@xunyun/contract/payments/roundOff'
import { changeDriver, getDriver } from '@xunyun/contract/resources/drivers'
import * as calls from '@xunyun/contract/waybills/calls'
import { collectPrepaid, confirmPrices, getWaybillCharges, undoPrepaid } from '@xunyun/contract/waybills/charges'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { both, type Door, only, openDoor } from '../../../test/door.ts'
import { ago, type Freight } from '../../../test/freight.ts'
import { download } from '../../../test/sheets.ts'
import { type Client, openWorld, type World } from '../../../test/world.ts'
import type { Actor } from '../../platform/actor.ts'
import { clock, dayOf } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { actorOfUser } from '../../platform/session.ts'
import { handIn, sendBackHandIns } from './acts.ts'
import { toHandInOn } from './onDay.ts'

let world: World
let freight: Freight
let office: Client
let boss: Client
let officeId: number
let wechat: number
let till: number
let decide: Door['decide']
let delivering: Door['delivering']
let sign: Door['sign']
let balanceOf: Door['balanceOf']
let chargesOf: Door['chargesOf']
let rowsOf: Door['rowsOf']
let count: Door['count']
beforeAll(async () => {
  world = await openWorld()
  ;({ freight, office, boss, officeId, wechat, till, decide, delivering, sign, balanceOf, chargesOf, rowsOf, count } =
    await openDoor(world))
})
afterAll(() => world.close())

const undo = (id: number) => office.ok(calls.undoWaybill, { id, reason: '签错' })

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

  it('[M48] [V17] a day of which all came by WeChat waits to be handed in as well: it is shown, and there is nothing to count', async () => {
    const { id, driverId } = await delivering()
    await sign(id, { freight: '180', freightChannel: 'wechat' })
    const row = only(await rowsOf(office, 'toHandIn', driverId))
    expect(row).toMatchObject({ due: '0.00', straight: '180.00', freight: '180.00', actions: [{ key: 'handIn' }] })
    expect(
      (await office.ok(handIns.getHandIns, { tab: 'toHandIn', held: true, pageSize: 500 })).rows,
    ).not.toContainEqual(expect.objectContaining({ id: row.id }))
    expect(await office.ok(handIns.getToHandIn, { ids: [row.id] })).toMatchObject([{ lines: [], straight: '180.00' }])
    await office.ok(handIns.handIn, { ids: [row.id] })
    const jz = only(await rowsOf(office, 'pending', driverId))
    // Whoever counts alone, and browses neither accounts nor payments, chooses the account that the money goes into.
    const counter = (await world.person('counter', { rights: { handIn: 'approve' } })).client
    expect((await counter.ok(getCashAccountChoices, { kinds: ['cash'] })).map(({ id: account }) => account)).toContain(
      till,
    )
    const payer = (await world.person('codPayer', { rights: { payOutCod: 'edit' } })).client
    expect((await payer.ok(getCashAccountChoices, {})).map(({ id: account }) => account)).toContain(till)
    expect(await counter.ok(handIns.countHandIn, { id: jz.id, version: jz.version, lines: [] })).toMatchObject({
      difference: '0.00',
    })
    expect(await office.ok(handIns.getHandIn, { id: jz.id })).toMatchObject({ state: 'counted', straight: '180.00' })
  })

  it('[M4] waived freight is the customer’s from then on; nobody’s where it is written off, and undoing that opens it again', async () => {
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

  it('[M4] what was collected and is less or more afterwards is to be given back or taken: the waybill and 代收货款 say so until it is', async () => {
    const { id, driverId } = await delivering({ destOutletId: freight.guangzhou })
    const said = async (client = office) => (await client.ok(calls.getWaybill, { id })).doorDifference
    expect(await said()).toBe(null)
    await sign(id, { freight: '180', freightChannel: 'cash' })
    expect(await said()).toBe('0.00')
    await office.ok(confirmPrices, { ids: [id] })
    const lines = [{ waybillId: id, feeItem: 'freight' as const, amount: '-20', reason: '客户投诉破损' }]
    const { nos } = await office.ok(addAdjustments, { lines, submit: true })
    await decide(nos[0] as string)
    expect(await said()).toBe('20.00')
    expect(await balanceOf('custody', 'driver', driverId)).toBe('180.00')
    const ofIt = async () =>
      (await office.ok(getCods, { tab: 'difference', pageSize: 500 })).rows.filter((row) => row.id === id)
    const sums = async () => {
      const { toRefund, toTake, tabs } = await office.ok(getCodTotals, { tab: 'difference' })
      return [Number(toRefund), Number(toTake), tabs.difference]
    }
    const [refund = 0, take = 0, count = 0] = await sums()
    const [found] = await ofIt()
    expect(found).toMatchObject({ state: null, toRefund: '20.00', toTake: '0.00' })
    const { waybillNo, creditId } = found as CodRow
    const bank = await office.ok(addCashAccount, {
      outletId: freight.hangzhou,
      name: '农行',
      kind: 'bank',
      mayGoBelow: true,
    })
    // Paid back, it is even; asked for anew, it is to be taken until it is.
    const day = clock.today()
    await office.ok(refundCredit, {
      chargeId: creditId as number,
      cashAccountId: bank.id,
      amount: '20',
      day,
      reason: '多收',
    })
    expect([await said(), await ofIt(), await sums()]).toEqual(['0.00', [], [refund - 20, take, count - 1]])
    const more = await office.ok(addAdjustments, {
      lines: lines.map((line) => ({ ...line, amount: '30' })),
      submit: true,
    })
    await decide(more.nos[0] as string)
    expect([await said(), await ofIt()]).toMatchObject([
      '-30.00',
      [{ toRefund: '0.00', toTake: '30.00', creditId: null }],
    ])
    const { charges } = await office.ok(getOpenCharges, { direction: 'receipt', waybillNo })
    await office.ok(addReceipt, {
      waybillNo,
      cashAccountId: bank.id,
      channel: 'bank',
      amount: '30',
      day,
      lines: charges.map(({ chargeId, open }) => ({ chargeId, amount: open })),
    })
    expect([await said(), await ofIt(), await sums()]).toEqual(['0.00', [], [refund - 20, take, count - 1]])
    const far = await world.person('far', { rights: 'all', scope: 'outlet', companies: [freight.guangzhou] })
    expect(await said(far.client)).toBe(null)
  })

  it('[M4] 收现付 takes what is prepaid whole, into the hands of who takes it, and is taken back by right', async () => {
    const { id } = await freight.waybill(office, 2, { payMethod: 'prepaid' })
    expect((await office.ok(getWaybillCharges, { id })).prepaid).toMatchObject({ due: '180.00', taken: '0.00' })
    const pay = { id, freight: '180', freightChannel: 'cash' } as const
    expect((await office.refused(collectPrepaid, { ...pay, freight: '179.99' })).fields).toMatchObject([
      { path: 'freight', params: { due: '180.00' } },
    ])
    const before = Number(await balanceOf('custody', 'user', officeId))
    await office.ok(collectPrepaid, pay)
    expect(Number(await balanceOf('custody', 'user', officeId))).toBe(before + 180)
    expect((await office.ok(getWaybillCharges, { id })).prepaid).toMatchObject({ due: '0.00', taken: '180.00' })
    const cancelled = await office.ok(calls.cancelWaybills, { ids: [id], reason: '错' })
    expect(cancelled.refused).toMatchObject([{ reason: 'waybills.chargesTaken' }])
    const clerk = (await world.person('clerk', { rights: { allWayBill: 'edit' } })).client
    expect(await clerk.refused(undoPrepaid, { id, reason: 'x' })).toMatchObject({ code: 403 })
    await office.ok(undoPrepaid, { id, reason: '收错' })
    expect(Number(await balanceOf('custody', 'user', officeId))).toBe(before)
    expect(await chargesOf(id)).toMatchObject([{ state: 'draft', settled: '0.00' }])
  })
})

/** Collected as V16 has it, and handed in. */
async function handedIn() {
  const one = await delivering({ codAmount: '5000' })
  await sign(one.id, both)
  const waiting = only(await rowsOf(office, 'toHandIn', one.driverId))
  await office.ok(handIns.handIn, { ids: [waiting.id] })
  return { ...one, jz: only(await rowsOf(office, 'pending', one.driverId)) }
}
describe('handing in', () => {
  it('[M48] [V16] ten yuan short: COD is covered first, the rest stays with the driver; made up it is settled', async () => {
    const { id, driverId, jz } = await handedIn()
    expect(jz).toMatchObject({
      state: 'pending',
      collections: 1,
      freight: '180.00',
      cod: '5000.00',
      cash: '5180.00',
      due: '5180.00',
      actions: [{ key: 'count' }, { key: 'sendBack' }],
    })
    expect(await rowsOf(office, 'toHandIn', driverId)).toEqual([])
    const before = Number(await balanceOf('cash', 'cashAccount', till))
    expect(await count(jz, '5170')).toMatchObject({ difference: '-10.00' })
    expect(Number(await balanceOf('cash', 'cashAccount', till))).toBe(before + 5170)
    expect(await balanceOf('custody', 'driver', driverId)).toBe('10.00')
    expect(await chargesOf(id)).toMatchObject([{ settled: '180.00' }])
    const { waybills } = await office.ok(handIns.getHandIn, { id: jz.id })
    expect(waybills).toMatchObject([{ handedCod: '5000.00', handedFreight: '170.00' }])

    const differs = only(await rowsOf(office, 'difference', driverId))
    expect(differs).toMatchObject({ state: 'differs', counted: '5170.00', difference: '-10.00' })
    expect(differs.actions.map(({ key }) => key)).toEqual(['makeUp', 'bear', 'undoCount'])
    await office.ok(handIns.settleDifference, { id: jz.id, version: differs.version, cashAccountId: till })
    expect(await balanceOf('custody', 'driver', driverId)).toBe('0.00')
    expect(Number(await balanceOf('cash', 'cashAccount', till))).toBe(before + 5180)
    expect(await rowsOf(office, 'difference', driverId)).toEqual([])
    expect(only(await rowsOf(office, 'counted', driverId))).toMatchObject({ state: 'settled', decision: 'makeUp' })
  })

  it('[V18] what is handed in is not undone: the hand-in is named, and has to be sent back first', async () => {
    const { id, driverId, jz } = await handedIn()
    expect(await office.refused(calls.undoWaybill, { id, reason: '签错' })).toMatchObject({
      reason: 'collections.handedIn',
      params: { no: jz.no },
    })
    await count(jz, '5180')
    const counted = only(await rowsOf(office, 'counted', driverId))
    expect(counted.state).toBe('counted')
    await office.ok(handIns.undoCounts, { ids: [jz.id], reason: '点错' })
    expect(await balanceOf('custody', 'driver', driverId)).toBe('5180.00')
    await office.ok(handIns.sendBackHandIns, { ids: [jz.id], reason: '单据不全' })
    expect(only(await rowsOf(office, 'toHandIn', driverId))).toMatchObject({ due: '5180.00', no: null })
    await undo(id)
    expect(await balanceOf('custody', 'driver', driverId)).toBe('0.00')
  })

  it('[M22] what is missing is a cost once its review says so, what is too much is income', async () => {
    const { jz, driverId } = await handedIn()
    await count(jz, '5100')
    await office.ok(handIns.bearDifferences, { ids: [jz.id], reason: '零钱被盗，已报警' })
    expect(only(await rowsOf(office, 'difference', driverId))).toMatchObject({ state: 'inReview', waitsFor: 'boss' })
    // Decided on 交账 by whoever is asked, with the right to approve there alone.
    const head = await world.person('head', { rights: { handIn: 'approve' } })
    const { rows } = await boss.ok(approvals.getApprovals, { q: jz.no ?? '' })
    await boss.ok(approvals.transferApprovals, { ids: [rows[0]?.id ?? 0], userId: head.id, note: '出差' })
    const asked = only(await rowsOf(head.client, 'difference', driverId))
    expect(asked.actions.map(({ key }) => key).filter((key) => key !== 'withdraw')).toEqual(['approve', 'reject'])
    expect(only(await rowsOf(office, 'difference', driverId)).approvalId).toBe(null)
    const shown = { tab: 'difference', q: jz.no, columns: 'no,waitsFor,handedInAt,countedAt' } as never
    const at = expect.stringMatching(/^\d{4}-/)
    expect((await download(office, handIns.exportHandIns, shown)).rows[1]).toEqual([jz.no, 'head', at, at])
    await head.client.ok(approvals.decideApprovals, { ids: [asked.approvalId ?? 0], decision: 'approve' })
    expect(await balanceOf('custody', 'driver', driverId)).toBe('0.00')
    const cost = sql<
      Record<string, string>
    >`select direction, amount::text, settled::text, fee_item as item from charge where source = 'handIn' order by id`
    expect((await cost.execute(world.db)).rows).toEqual([
      { direction: 'payable', amount: '80.00', settled: '80.00', item: 'handInDifference' },
    ])

    const more = await handedIn()
    await count(more.jz, '5185.50')
    const over = only(await rowsOf(office, 'difference', more.driverId))
    expect(over.actions.map(({ key }) => key)).toEqual(['keep', 'undoCount'])
    const before = Number(await balanceOf('cash', 'cashAccount', till))
    await office.ok(handIns.settleDifference, { id: over.id, version: over.version, cashAccountId: till })
    expect(Number(await balanceOf('cash', 'cashAccount', till))).toBe(before + 5.5)
    expect((await cost.execute(world.db)).rows[1]).toEqual({
      direction: 'receivable',
      amount: '5.50',
      settled: '5.50',
      item: 'handInDifference',
    })
  })

  it('[M48] a count names each channel once, with an account for what is there; nothing is stored otherwise', async () => {
    const { jz, driverId } = await handedIn()
    const at = async (lines: unknown) =>
      (await office.refused(handIns.countHandIn, { id: jz.id, version: jz.version, lines: lines as never })).fields
    expect(await at([])).toMatchObject([{ path: 'lines', reason: 'collections.channels' }])
    expect(await at([{ channel: 'cash', amount: '5180' }])).toMatchObject([{ path: 'lines.0.cashAccountId' }])
    expect(await at([{ channel: 'cash', amount: '-1', cashAccountId: till }])).toMatchObject([
      { path: 'lines.0.amount' },
    ])
    expect(await at([{ channel: 'alipay', amount: '1', cashAccountId: till }])).toMatchObject([
      { path: 'lines.0.channel' },
    ])
    expect(await at([{ channel: 'cash', amount: '5180', cashAccountId: wechat }])).toMatchObject([
      { path: 'lines.0.cashAccountId', reason: 'collections.accountKind' },
    ])
    expect(await balanceOf('custody', 'driver', driverId)).toBe('5180.00')
  })

  it('[RT-02] what was to be handed in at the end of a day stays what it was, whatever is collected, undone, handed in or sent back later', async () => {
    const { id, driverId } = await delivering({ codAmount: '5000' })
    const days = [-1, 0, 1, 2].map((more) => new Date(Date.now() + more * 86_400_000))
    const as = <T>(at: number, act: (tx: Tx, actor: Actor) => Promise<T>) =>
      clock.as(days[at] as Date, () =>
        world.db.transaction().execute(async (whole) => {
          const tx = whole as unknown as Tx
          return act(tx, (await actorOfUser(tx, officeId, 'zh')) as Actor)
        }),
      )
    const stood = () =>
      Promise.all(days.map((day) => as(1, async (tx, actor) => Number(await toHandInOn(tx, actor, dayOf(day))))))
    const [was = 0, before = 0] = await stood()
    await sign(id, both)
    expect(await stood()).toEqual([was, before + 5180, before + 5180, before + 5180])
    await undo(id)
    expect(await stood()).toEqual([was, before, before, before])
    await sign(id, both)

    let no = 0
    const numbering = { next: async () => [`JZ-later-${++no}`] } as never
    const handed = async (at: number) => {
      const { id: waiting } = only(await rowsOf(office, 'toHandIn', driverId))
      await as(at, (tx, actor) => handIn({ numbering })({ tx, actor }, { ids: [waiting], remark: undefined }))
      return only(await rowsOf(office, 'pending', driverId)).id
    }
    const first = await handed(2)
    expect(await stood()).toEqual([was, before + 5180, before, before])
    await as(3, (tx, actor) => sendBackHandIns({ tx, actor }, { ids: [first], reason: '少一笔' }))
    expect(await stood()).toEqual([was, before + 5180, before, before + 5180])
    await handed(3)
    expect(await stood()).toEqual([was, before + 5180, before, before])
  })

  it('[D-01] [D-05] [M48] a driver sees and hands in his own, found by number and name, and counts nothing', async () => {
    const mine = await delivering({ codAmount: '20' })
    const other = await delivering()
    await sign(mine.id, { freight: '180', freightChannel: 'cash', cod: '20', codChannel: 'alipay' })
    await sign(other.id, { freight: '180', freightChannel: 'cash' })
    const person = await world.person('driver', {
      rights: { handIn: 'edit' },
      scope: 'outlet',
      outletId: freight.hangzhou,
    })
    expect((await person.client.ok(handIns.getHandIns, { tab: 'toHandIn' })).rows).toEqual([])
    const { version, name, mobile, licenceClass } = await office.ok(getDriver, { id: mine.driverId })
    await office.ok(changeDriver, {
      id: mine.driverId,
      version,
      name,
      mobile,
      licenceClass: licenceClass as 'A2',
      userId: person.id,
    })
    const row = only((await person.client.ok(handIns.getHandIns, { tab: 'toHandIn' })).rows)
    expect(row).toMatchObject({ holderId: mine.driverId, due: '200.00', actions: [{ key: 'handIn' }] })
    expect(await person.client.ok(handIns.getHandInTotals, { tab: 'toHandIn' })).toMatchObject({
      count: 1,
      due: '200.00',
    })
    expect(await person.client.ok(getDashboardMoney, {})).toEqual([
      { key: 'toHandIn', value: '200.00', before: '0.00', link: '/financial/handIn' },
    ])
    const foreign = only(await rowsOf(office, 'toHandIn', other.driverId))
    expect((await person.client.ok(handIns.handIn, { ids: [foreign.id] })).refused).toHaveLength(1)
    expect((await person.client.send(handIns.getHandIn, { id: foreign.id, waiting: true })).code).toBe(404)
    // Before he says that he hands it in; nothing of anybody else's.
    expect(await person.client.ok(handIns.getToHandIn, { ids: [row.id, foreign.id] })).toMatchObject([
      {
        holderName: name,
        collections: 1,
        lines: [
          { channel: 'alipay', due: '20.00' },
          { channel: 'cash', due: '180.00' },
        ],
        due: '200.00',
      },
    ])
    await person.client.ok(handIns.handIn, { ids: [row.id], remark: '含找零 20 元' })
    const jz = only(await rowsOf(person.client, 'pending', mine.driverId))
    const found = async (q: string) =>
      (await office.ok(handIns.getHandIns, { tab: 'pending', q })).rows.map(({ no }) => no)
    expect(await found(String(jz.no).toLowerCase())).toEqual([jz.no])
    expect(await found(name)).toContain(jz.no)
    expect(jz).toMatchObject({ due: '200.00', remark: '含找零 20 元', actions: [] })
    expect(
      await person.client.refused(handIns.countHandIn, { id: jz.id, version: jz.version, lines: [] }),
    ).toMatchObject({ code: 403 })
  })
})

it('[M22] a carrier hands in what it took, a part set off against what it is owed; the count taken back, that is open again', async () => {
  const carrier = await world.company('安达专线', ['carrier', 'special'])
  const { rows } = await sql<{ id: number }>`
    insert into charge (outlet_id, day, seq, fee_item, direction, company_id, amount, source, approved, state)
    values (${freight.hangzhou}, ${clock.today()}, 1, 'transfer', 'payable', ${carrier}, 120, 'handIn', true, 'owed') returning id`.execute(
    world.db,
  )
  const chargeId = rows[0]?.id as number
  const settled = async () =>
    (await sql<{ settled: string }>`select settled::text from charge where id = ${chargeId}`.execute(world.db)).rows[0]
      ?.settled
  const one = await freight.waybill(office, 2, { payMethod: 'collect' })
  await office.ok(calls.checkInWaybills, { ids: [one.id], at: ago(200) })
  const line = await office.ok(createSpecial, {
    carrierId: carrier,
    fromOutletId: freight.hangzhou,
    ends: 'door',
    toRegion: '440111',
    lines: [{ waybillId: one.id, fromPlace: 'outlet', fromId: freight.hangzhou, pieces: 2 }],
    handOver: true,
  } as never)
  await office.ok(arriveSpecials, { ids: [line.id] } as never)
  await sign(one.id, { freight: '180', freightChannel: 'cash', signedAt: ago(0) })
  expect(await office.ok(getOpenCharges, { direction: 'payment', companyId: carrier })).toMatchObject({
    held: '180.00',
    open: '120.00',
  })
  const [waiting, ...others] = (await office.ok(handIns.getHandIns, { tab: 'toHandIn', companyId: carrier })).rows
  expect(others).toEqual([])
  await office.ok(handIns.handIn, { ids: [waiting?.id as number] })
  const jz = (await office.ok(handIns.getHandIns, { tab: 'pending', pageSize: 500 })).rows.find(
    ({ holderId, holderKind }) => holderKind === 'company' && holderId === carrier,
  )
  const input = { id: jz?.id as number, version: jz?.version as number }
  const cash = (amount: string) => [{ channel: 'cash' as const, amount, cashAccountId: till }]
  const tooMuch = { ...input, lines: cash('0'), offsets: [{ chargeId, amount: '120.01' }] }
  expect((await office.refused(handIns.countHandIn, tooMuch)).fields).toMatchObject([
    { path: 'offsets.0.amount', reason: 'payments.moreThanOpen' },
  ])
  const before = Number(await balanceOf('cash', 'cashAccount', till))
  expect(
    await office.ok(handIns.countHandIn, { ...input, lines: cash('60'), offsets: [{ chargeId, amount: '120' }] }),
  ).toMatchObject({ difference: '0.00' })
  expect(await balanceOf('custody', 'company', carrier)).toBe('0.00')
  expect(Number(await balanceOf('cash', 'cashAccount', till))).toBe(before + 60)
  expect(await settled()).toBe('120.00')
  expect((await office.ok(handIns.getHandIn, { id: input.id })).lines).toMatchObject([
    { channel: 'cash', counted: '60.00' },
    { channel: 'offset', counted: '120.00', accountId: null },
  ])
  const records = async () => (await office.ok(getFee, { id: chargeId })).settlings
  const counted = { act: 'handIn', docType: 'handIn', docNo: jz?.no, amount: '120.00' }
  expect(await records()).toMatchObject([counted])
  await office.ok(handIns.undoCounts, { ids: [input.id], reason: '点错' })
  expect(await records()).toMatchObject([counted, { act: 'reversal', docNo: jz?.no, amount: '-120.00' }])
  expect([await settled(), await balanceOf('custody', 'company', carrier)]).toEqual(['0.00', '180.00'])
  // [M49] What it keeps too long is told of where it is chosen; twice as long, it is handed nothing to collect for.
  const chosen = async () => (await office.ok(getSpecialCarriers, { id: carrier } as never))[0]
  const since = (days: number) =>
    sql`update collection set day = ${clock.today()}::date - ${days}::int where waybill_id = ${one.id}`.execute(
      world.db,
    )
  expect(await chosen()).toMatchObject({ holds: null })
  await since(8)
  expect(await chosen()).toMatchObject({ holds: '180.00', blocked: null })
  const goes = async (payMethod: 'collect' | 'monthly') => {
    const next = await freight.waybill(office, 2, { payMethod })
    await office.ok(calls.checkInWaybills, { ids: [next.id], at: ago(200) })
    return office.send(createSpecial, {
      carrierId: carrier,
      fromOutletId: freight.hangzhou,
      ends: 'door',
      toRegion: '440111',
      lines: [{ waybillId: next.id, fromPlace: 'outlet', fromId: freight.hangzhou, pieces: 2 }],
      handOver: true,
    } as never)
  }
  expect((await goes('collect')).code).toBe(200)
  await since(15)
  expect(await goes('collect')).toMatchObject({ error: { reason: 'dispatch.carrierHolds' } })
  expect((await goes('monthly')).code).toBe(200)
})

it('[M49] a driver with more in hand than he may is told of where he is chosen; far more, he takes out nothing to collect for', async () => {
  const one = await delivering({ codAmount: '15000' })
  await sign(one.id, { ...both, cod: '15000' })
  const vehicle = await freight.addVehicle('沪A99001', { driver_id: one.driverId })
  const seen = async () =>
    (await office.ok(dispatch.getDispatchVehicles, { id: vehicle })).find(({ id }) => id === vehicle)
  expect(await seen()).toMatchObject({ holds: null })
  await sql`update collection set day = ${clock.today()}::date - 8 where waybill_id = ${one.id}`.execute(world.db)
  expect(await seen()).toMatchObject({ holds: '15180.00', blocked: null })
  const goes = async (payMethod: 'collect' | 'monthly') => {
    const waybill = await freight.waybill(office, 2, { payMethod })
    await office.ok(calls.checkInWaybills, { ids: [waybill.id], at: ago(200) })
    const lines = [{ waybillId: waybill.id, fromPlace: 'outlet' as const, fromId: freight.hangzhou, pieces: 2 }]
    const trip = { type: 'delivery' as const, vehicleId: vehicle, driverId: one.driverId, planAt: ago(-60), lines }
    const { id } = await office.ok(dispatch.createArrangement, trip)
    return (await office.ok(dispatch.assignArrangements, { ids: [id] })).refused
  }
  expect(await goes('collect')).toEqual([])
  await sql`update collection set day = ${clock.today()}::date - 15 where waybill_id = ${one.id}`.execute(world.db)
  expect(await goes('collect')).toMatchObject([{ reason: 'dispatch.driverHolds' }])
  expect(await goes('monthly')).toEqual([])
})

it('[M49] [V13] what a driver may hold, and what is rounded off, is set by whoever approves there, within bounds, with who and when', async () => {
  const one = await delivering()
  await sign(one.id, { freight: '180', freightChannel: 'cash' })
  const vehicle = await freight.addVehicle('沪A99002', { driver_id: one.driverId })
  const holds = async () =>
    (await office.ok(dispatch.getDispatchVehicles, { id: vehicle })).find(({ id }) => id === vehicle)?.holds
  expect(await office.ok(getHoldingSetting, {})).toEqual({
    heldAmount: '20000.00',
    heldDays: 7,
    version: 0,
    history: [],
  })
  expect(await holds()).toBe(null)
  await office.ok(changeHoldingSetting, { heldAmount: '179.99', heldDays: 7, version: 0 })
  expect(await holds()).toBe('180.00')
  expect(await office.ok(getHoldingSetting, {})).toMatchObject({
    heldAmount: '179.99',
    version: 1,
    history: [
      {
        action: 'changed',
        byName: 'office',
        changes: [{ field: 'heldAmount', from: '20000.00', to: '179.99' }],
      },
    ],
  })
  const nonsense = { heldAmount: '0', heldDays: 366, version: 1 }
  expect((await office.refused(changeHoldingSetting, nonsense)).fields).toMatchObject([
    { path: 'heldAmount' },
    { path: 'heldDays' },
  ])
  expect((await office.refused(changeHoldingSetting, { heldAmount: '1', heldDays: 1, version: 0 })).code).toBe(409)

  const { version } = await office.ok(getRoundOffSetting, {})
  await office.ok(changeRoundOffSetting, { roundOffLimit: '0.5', version })
  const open = { direction: 'receipt', companyId: freight.yunfan } as const
  expect(await office.ok(getOpenCharges, open)).toMatchObject({ roundOffLimit: '0.50' })
  expect((await office.ok(getRoundOffSetting, {})).history).toMatchObject([{ byName: 'office' }])
  expect((await office.refused(changeRoundOffSetting, { roundOffLimit: '1000.01', version: 1 })).fields).toMatchObject([
    { path: 'roundOffLimit' },
  ])
  const clerk = (await world.person('clerk2', { rights: { handIn: 'edit', payment: 'edit' } })).client
  for (const [call, input] of [
    [changeHoldingSetting, { heldAmount: '1', heldDays: 1, version: 1 }],
    [changeRoundOffSetting, { roundOffLimit: '9', version: 1 }],
  ] as const)
    expect((await clerk.send(call, input as never)).code).toBe(403)
})
