import { mergeCompanies } from '@xunyun/contract/companies/calls'
import * as costs from '@xunyun/contract/costs/costApplications'
import { getFees, getFeeTotals } from '@xunyun/contract/costs/feeList'
import { getDashboardMoney } from '@xunyun/contract/dashboard/calls'
import * as accounts from '@xunyun/contract/money/accounts'
import * as calls from '@xunyun/contract/payments/calls'
import * as statements from '@xunyun/contract/statements/calls'
import { getWaybill } from '@xunyun/contract/waybills/calls'
import { confirmPrices } from '@xunyun/contract/waybills/charges'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Freight, openFreight } from '../../../test/freight.ts'
import * as owing from '../../../test/owing.ts'
import { reviewedBy } from '../../../test/reviews.ts'
import { openWorld, type Person, type World } from '../../../test/world.ts'
import type { Actor } from '../../platform/actor.ts'
import { clock, dayBefore } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { actorOfUser } from '../../platform/session.ts'
import { overdueOn, unallocatedOn } from './onDay.ts'

let world: World
let freight: Freight
let finance: Person
let boss: Person
let bank: number
const today = clock.today()

beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  finance = await world.person('finance', { rights: 'all' })
  boss = await world.person('boss', { rights: { unreviewed: 'approve' } })
  await reviewedBy(world, boss.id, ['price', 'costApplication', 'costZJ', 'payment'])
  bank = (
    await world.admin.ok(accounts.addCashAccount, { outletId: freight.hangzhou, name: '农行基本户', kind: 'bank' })
  ).id
})
afterAll(() => world.close())

const detail = (id: number) => finance.client.ok(calls.getPayment, { id })
const open = async (direction: 'receipt' | 'payment', companyId: number) =>
  (await finance.client.ok(calls.getOpenCharges, { direction, companyId })).charges
const money = { channel: 'bank' as const, day: today }

/** A customer with freight of 100.00 and 30.00, and a credit of 50.00. */
async function withCredit(name: string) {
  const { company, charges, waybills } = await owing.customerOwing({ world, freight, by: boss }, name, [
    '100.00',
    '30.00',
  ])
  await owing.adjusted({ world, by: boss }, waybills[0] as number, '-50')
  const credit = (await open('receipt', company))[0]?.chargeId as number
  return { company, hundred: charges[0] as number, thirty: charges[1] as number, credit }
}

describe('[M41] [M43] a credit', () => {
  it('settles nothing alone, nor with less than itself: neither as money comes in nor later', async () => {
    const { company, hundred, thirty, credit } = await withCredit('德清乾元')
    const receipt = (amount: string, lines: { chargeId: number; amount: string }[]) => ({
      ...money,
      cashAccountId: bank,
      companyId: company,
      amount,
      lines,
    })
    const alone = [{ chargeId: credit, amount: '-50' }]
    const withLess = [{ chargeId: thirty, amount: '30' }, ...alone]
    const refusal = (at: number, sum: string) => [
      { path: `lines.${at}.amount`, reason: 'payments.creditBeyond', params: { credit: sum } },
    ]
    const refused = async (lines: { chargeId: number; amount: string }[]) =>
      (await finance.client.refused(calls.addReceipt, receipt('60', lines))).fields
    expect(await refused(alone)).toMatchObject(refusal(0, '-50.00'))
    expect(await refused(withLess)).toMatchObject(refusal(1, '-20.00'))
    const { id } = await finance.client.ok(calls.addReceipt, receipt('100', []))
    const { version } = await detail(id)
    const { fields } = await finance.client.refused(calls.allocatePayment, { id, version, lines: withLess })
    expect(fields).toMatchObject(refusal(1, '-20.00'))
    expect(await detail(id)).toMatchObject({ allocated: '0.00', left: '100.00' })
    // Paid whole before the credit came: what it takes off is given back.
    await finance.client.ok(calls.allocatePayment, { id, version, lines: [{ chargeId: hundred, amount: '100' }] })
    await finance.client.ok(calls.allocatePayment, { id, version: version + 1, lines: alone })
    expect(await detail(id)).toMatchObject({ allocated: '50.00', left: '50.00' })
    const back = { id, cashAccountId: bank, amount: '50', day: today, reason: '多收' }
    await finance.client.ok(calls.refundPayment, { ...back, version: version + 2 })
    expect(await detail(id)).toMatchObject({ allocated: '50.00', refunded: '50.00', left: '0.00' })
  })

  it('[M22] that nothing is left to set off against is paid back in money, stands on the statement, and is taken back by reversing it whole', async () => {
    const { company, credit } = await withCredit('桐乡濮院')
    const refund = { chargeId: credit, cashAccountId: bank, day: today, reason: '少运一件' }
    expect((await finance.client.refused(calls.refundCredit, { ...refund, amount: '50.01' })).fields).toMatchObject([
      { path: 'amount', reason: 'payments.moreThanOpen', params: { open: '50.00' } },
    ])
    const far = await world.person('farRefunder', { rights: 'all', scope: 'outlet', companies: [freight.guangzhou] })
    expect((await far.client.refused(calls.refundCredit, { ...refund, amount: '1' })).code).toBe(404)
    await finance.client.ok(calls.addReceipt, {
      ...money,
      cashAccountId: bank,
      companyId: company,
      amount: '60',
      lines: [],
    })
    const balance = async () => Number((await finance.client.ok(accounts.getCashAccount, { id: bank })).balance)
    const before = await balance()
    const { id, no } = await finance.client.ok(calls.refundCredit, { ...refund, amount: '20' })
    expect((await balance()) - before).toBe(-20)
    expect((await open('receipt', company))[0]).toMatchObject({ chargeId: credit, open: '-30.00' })
    const paid = await detail(id)
    expect(paid).toMatchObject({
      direction: 'payment',
      state: 'paid',
      amount: '20.00',
      allocated: '20.00',
      left: '0.00',
    })
    expect(paid.actions.map(({ key }) => key)).toEqual(['reverse'])
    const line = { id, version: paid.version, lineIds: [paid.lines[0]?.id ?? 0], reason: 'x' }
    expect(await finance.client.refused(calls.unallocatePayment, line)).toMatchObject({
      reason: 'payments.refundedCredit',
      params: { no },
    })
    // 130.00 − 50.00 + 20.00 − 60.00.
    const statement = await finance.client.ok(statements.generateStatement, {
      companyId: company,
      outletId: freight.hangzhou,
      toDay: today,
    })
    expect(await finance.client.ok(statements.getStatement, { id: statement.id })).toMatchObject({ closing: '40.00' })
    expect((await detail(id)).statementNo).toBe(statement.no)
    await finance.client.ok(statements.sendStatements, { ids: [statement.id] })
    const reverse = () => finance.client.ok(calls.reversePayments, { ids: [id], reason: '弄错' })
    expect((await reverse()).refused).toMatchObject([{ reason: 'statements.holdsReceipt' }])
    await finance.client.ok(statements.voidStatements, { ids: [statement.id], reason: '弄错' })
    expect((await detail(id)).statementNo).toBeNull()
    expect((await reverse()).refused).toEqual([])
    expect(await balance()).toBe(before)
    expect((await open('receipt', company))[0]).toMatchObject({ chargeId: credit, open: '-50.00' })
  })

  it('of somebody who is paid is paid with what it takes off, not alone; whether drafted or sent in later', async () => {
    const carrier = await world.company('顺达运输', ['carrier'])
    const applied = async (amount: string) => {
      const { no } = await finance.client.ok(costs.addExpense, {
        feeItem: 'handling',
        companyId: carrier,
        amount,
        reason: '卸货',
        outletId: freight.hangzhou,
        submit: true,
      })
      await owing.deciding(boss)(no)
    }
    await applied('80')
    await applied('20')
    // What was deducted from him.
    const turned = () =>
      sql`update charge set amount = -amount where company_id = ${carrier} and abs(amount) = 20`.execute(world.db)
    await turned()
    const [credit, debt] = (await open('payment', carrier)).map(({ chargeId }) => chargeId) as [number, number]
    const payment = (amount: string, lines: { chargeId: number; amount: string }[]) => ({
      ...money,
      cashAccountId: bank,
      companyId: carrier,
      amount,
      lines,
    })
    const alone = [{ chargeId: credit, amount: '-20' }]
    expect((await finance.client.refused(calls.addPayment, payment('60', alone))).fields).toMatchObject([
      { path: 'lines.0.amount', reason: 'payments.creditBeyond', params: { credit: '-20.00' } },
    ])
    const { id } = await finance.client.ok(
      calls.addPayment,
      payment('60', [...alone, { chargeId: debt, amount: '80' }]),
    )
    await sql`delete from payment_line where payment_id = ${id} and charge_id = ${debt}`.execute(world.db)
    expect((await finance.client.ok(calls.submitPayments, { ids: [id] })).refused).toMatchObject([
      { reason: 'payments.creditBeyond' },
    ])
    await turned()
  })
})

describe('[M42] whoever pays out', () => {
  it('is told whom, where to and how much, of payments of his own outlets; nobody else is', async () => {
    const carrier = await world.company('诸暨顺风', ['carrier'])
    await sql`insert into invoice_profile (company_id, title, type, bank, account, is_default, enabled, search, created_by, updated_by)
      values (${carrier}, '诸暨顺风', 'ordinary', '农行诸暨支行', '19530101040018888', true, true, '', ${finance.id}, ${finance.id})`.execute(
      world.db,
    )
    const driverId = await freight.addDriver('李师傅')
    await sql`update driver set bank_name = '工商银行', bank_account = '6222021202041234567' where id = ${driverId}`.execute(
      world.db,
    )
    const drafted = (party: object, amount: string) =>
      finance.client.ok(calls.addPayment, { ...money, cashAccountId: bank, amount, lines: [], ...party })
    const toCarrier = await drafted({ companyId: carrier }, '300')
    const toDriver = await drafted({ driverId }, '80')
    const ids = [toCarrier.id, toDriver.id]
    expect(await finance.client.ok(calls.getPayees, { ids })).toEqual([
      { ...toCarrier, payeeName: '诸暨顺风', payeeAccount: '农行诸暨支行 19530101040018888', amount: '300.00' },
      { ...toDriver, payeeName: '李师傅', payeeAccount: '工商银行 **** 4567', amount: '80.00' },
    ])
    const far = await world.person('farPayer', { rights: 'all', scope: 'outlet', companies: [freight.guangzhou] })
    expect(await far.client.ok(calls.getPayees, { ids })).toEqual([])
    expect((await boss.client.refused(calls.getPayees, { ids })).code).toBe(403)
  })
})

describe('[M40] a line that somebody else settled meanwhile', () => {
  it('is refused where it stands, with who did and with which document, be it before or at the same moment; others are not told', async () => {
    const { company, charges } = await owing.customerOwing({ world, freight, by: boss }, '嵊州三界', [
      '100.00',
      '30.00',
    ])
    const other = await owing.customerOwing({ world, freight, by: boss }, '嵊州长乐', ['10.00'])
    const colleague = await world.person('colleague', { rights: 'all' })
    const [a, b] = charges as [number, number]
    const receipt = (chargeId: number, amount: string, companyId = company) => ({
      ...money,
      cashAccountId: bank,
      companyId,
      amount,
      lines: [{ chargeId, amount }],
    })
    const taken = (by: string, params: object) => [
      { path: 'lines.0.amount', reason: 'payments.takenBy', params: { by, ...params } },
    ]
    const part = await colleague.client.ok(calls.addReceipt, receipt(a, '60'))
    const refused = async (input: ReturnType<typeof receipt>) =>
      (await finance.client.refused(calls.addReceipt, input)).fields
    expect(await refused(receipt(a, '100'))).toMatchObject(taken('colleague', { no: part.no, open: '40.00' }))
    expect(await refused(receipt(a, '10', other.company))).toMatchObject([{ reason: 'payments.notOpen' }])
    expect((await colleague.client.refused(calls.addReceipt, receipt(a, '100'))).fields).toMatchObject([
      { reason: 'payments.moreThanOpen', params: { open: '40.00' } },
    ])
    const both = await Promise.all(
      [finance, colleague].map(({ client }) => client.send(calls.addReceipt, receipt(b, '30'))),
    )
    const lost = both.findIndex(({ code }) => code !== 200)
    const won = both[1 - lost]?.data as { no: string }
    expect(both[lost]?.error?.fields).toMatchObject(
      taken(lost === 0 ? 'colleague' : 'finance', { no: won.no, open: '0.00' }),
    )
  })

  it('[RT-10/companyManage/manage] of a company that was merged it is said with whom', async () => {
    const [kept, double] = [
      await world.company('留用运输', ['customer']),
      await world.company('已并运输', ['customer']),
    ]
    await world.admin.ok(mergeCompanies, { id: kept, version: 1, otherIds: [double] })
    const input = { ...money, cashAccountId: bank, companyId: double, amount: '10', lines: [] }
    for (const call of [calls.addReceipt, calls.addPayment] as const)
      expect((await finance.client.refused(call, input)).fields).toMatchObject([
        { path: 'companyId', reason: 'customers.merged', params: { into: '留用运输' } },
      ])
  })
})

describe('[RT-16/feeList] the list of charges', () => {
  it('[RT-16/feeList] charges are found by who sold, and by how they are paid: receivables by their waybill, costs by what bears them', async () => {
    const seller = await world.person('seller', { rights: {} })
    const a = await freight.waybill(world.admin, 1, {
      salesmanId: seller.id,
      payMethod: 'collect',
      charges: [{ feeItem: 'freight', amount: '80' }],
    } as never)
    const { no } = await finance.client.ok(costs.addExpense, {
      feeItem: 'toll',
      amount: '20',
      reason: '路桥',
      of: [a.waybillNo],
      submit: true,
    })
    await owing.deciding(boss)(no)
    const find = async (filter: object) =>
      (await finance.client.ok(getFees, filter)).rows.map(({ ofNo, docNo }) => docNo ?? ofNo)
    const hers = { salesmanId: seller.id }
    const pending = { tab: 'pending', waybillId: a.id }
    expect(await find({ ...pending, ...hers, payMethods: ['collect'] })).toEqual([a.waybillNo])
    expect(await find({ ...pending, payMethods: ['monthly'] })).toEqual([])
    expect(await find({ ...pending, salesmanId: boss.id })).toEqual([])
    expect(await find({ tab: 'payable', ...hers })).toEqual([no])
    expect(await find({ tab: 'payable', waybillId: a.id, salesmanId: boss.id })).toEqual([])
    await owing.deciding(boss)(a.waybillNo)
    expect(await find({ ...hers, payMethods: ['collect'] })).toEqual([a.waybillNo])
    expect(await find({ ...hers, payMethods: ['monthly'] })).toEqual([])
    expect(await find({ waybillId: a.id, salesmanId: boss.id })).toEqual([])
  })

  it('[M4] [RT-16/feeList] of a walk-in’s waybill it is named who owes each charge, the sender or the consignee; and so are what is open and the receipt', async () => {
    const shipper = { name: '零散寄件人', phone: '13800001111', region: '330106', address: '文三路 1 号' }
    const walkIn = {
      shipper,
      payMethod: 'split',
      payments: [{ method: 'collect', amount: '30' }, { method: 'prepaid' }],
    }
    const { id, waybillNo } = await owing.owed({ world, freight, by: boss }, undefined, today, '100', walkIn)
    const { charges } = await finance.client.ok(calls.getOpenCharges, { direction: 'receipt', waybillNo })
    const whose = charges.map(({ partyName, open }) => `${partyName} ${open}`)
    const { consigneeName } = await world.admin.ok(getWaybill, { id })
    expect(whose.sort()).toEqual([`零散寄件人 70.00`, `${consigneeName} 30.00`].sort())
    const listed = (await finance.client.ok(getFees, { waybillId: id })).rows
    expect(listed.map(({ partyName, open }) => `${partyName} ${open}`).sort()).toEqual(whose)
    const sent = charges.find(({ open }) => open === '70.00')?.chargeId as number
    const receipt = await finance.client.ok(calls.addReceipt, {
      ...money,
      cashAccountId: bank,
      waybillNo,
      amount: '70',
      lines: [{ chargeId: sent, amount: '70' }],
    })
    const found = await finance.client.ok(calls.getPayments, { q: '零散寄件人' })
    expect(found.rows).toMatchObject([{ id: receipt.id, waybillNo, partyName: `零散寄件人 ${waybillNo}` }])
  })

  it('[RT-16/feeList] [M5] a charge whose price nobody confirmed is 未确认: nothing of it is open, in its row as in the sum, the tab and 收款', async () => {
    const { id, waybillNo } = await freight.waybill(world.admin, 1, {
      payMethod: 'collect',
      charges: [{ feeItem: 'freight', amount: '80' }],
    } as never)
    const told = async (filter: object = {}) => {
      const asked = { waybillId: id, ...filter }
      const { rows } = await finance.client.ok(getFees, asked)
      const { count, amount, open, tabs } = await finance.client.ok(getFeeTotals, asked)
      const receivable = await finance.client.ok(calls.getOpenCharges, { direction: 'receipt', waybillNo })
      return [rows.map((row) => [row.settlement, row.open]), count, amount, open, tabs.open, receivable.open]
    }
    expect(await told({ tab: 'pending' })).toEqual([[['unconfirmed', '0.00']], 1, '80.00', '0.00', 0, '0.00'])
    await owing.deciding(boss)(waybillNo)
    expect(await told()).toEqual([[['unconfirmed', '0.00']], 1, '80.00', '0.00', 0, '0.00'])
    expect(await told({ settlement: ['open'] })).toEqual([[], 0, '0.00', '0.00', 0, '0.00'])
    await world.admin.ok(confirmPrices, { ids: [id] })
    expect(await told({ settlement: ['open'] })).toEqual([[['open', '80.00']], 1, '80.00', '80.00', 1, '80.00'])
  })

  it('finds what is overdue by more than so many days, and nothing that is due later', async () => {
    const { company } = await owing.customerOwing({ world, freight, by: boss }, '余姚临山', ['250.00'])
    const late = { tab: 'open' as const, companyId: company }
    const overdue = (await finance.client.ok(getFees, late)).rows[0]?.overdue ?? 0
    expect(overdue).toBeGreaterThan(1)
    const counted = async (days: number) =>
      (await finance.client.ok(getFeeTotals, { ...late, overdueDays: days })).count
    expect([await counted(overdue - 1), await counted(overdue)]).toEqual([1, 0])
  })
})

it('[V13] [M43] what is laid later of a receipt rounds off too, and again with the next; whoever made it learns what others may take back', async () => {
  const { company, charges } = await owing.customerOwing({ world, freight, by: boss }, '诸暨牌头', ['100.40', '50.30'])
  const [a, b] = charges as [number, number]
  const { id } = await finance.client.ok(calls.addReceipt, {
    ...money,
    cashAccountId: bank,
    companyId: company,
    amount: '150',
    lines: [],
  })
  const lay = async (chargeId: number, amount: string) =>
    finance.client.ok(calls.allocatePayment, {
      id,
      version: (await detail(id)).version,
      lines: [{ chargeId, amount }],
      roundOff: [chargeId],
    })
  const clerk = await world.person('receipts', { rights: { payment: 'edit' } })
  const forOthers = async (by: Person) => (await by.client.ok(calls.getPayment, { id })).forApprovers
  expect(await forOthers(clerk)).toEqual(['reverse'])
  await lay(a, '100')
  expect([await forOthers(clerk), await forOthers(finance)]).toEqual([['unallocate', 'reverse'], []])
  await lay(b, '50')
  expect(await open('receipt', company)).toEqual([])
  expect(await detail(id)).toMatchObject({ allocated: '150.00', left: '0.00' })
  const [last] = await finance.client.ok(calls.getPaymentHistory, { id })
  expect(last?.changes.map(({ field, to }) => `${field} ${to}`)).toEqual(['allocated 50.00', 'roundedOff 0.30'])
})

it('[RT-02] what was overdue and not allocated at the end of a day stays what it was, whatever is received, laid, freed, given back or reversed later', async () => {
  const { company, charges } = await owing.customerOwing({ world, freight, by: boss }, '余姚低塘', ['250.00', '90.00'])
  const [a, b] = charges as [number, number]
  const then = dayBefore(today)
  const stood = () =>
    world.db.transaction().execute(async (whole) => {
      const tx = whole as unknown as Tx
      const actor = (await actorOfUser(tx, finance.id, 'zh')) as Actor
      const figures: number[] = []
      for (const day of [then, today])
        for (const on of [overdueOn, unallocatedOn]) figures.push(Number((await on(tx, actor, day)).replace('.', '')))
      return figures as [number, number, number, number]
    })
  const [overdue, left, overdueNow, leftNow] = await stood()
  expect(overdue).toBeGreaterThanOrEqual(34000)
  const old = await finance.client.ok(calls.addReceipt, {
    ...money,
    cashAccountId: bank,
    companyId: company,
    amount: '140',
    day: then,
    lines: [{ chargeId: b, amount: '40' }],
  })
  expect(await stood()).toEqual([overdue - 40_00, left + 100_00, overdueNow - 40_00, leftNow + 100_00])

  const { version } = await detail(old.id)
  const lines = [{ chargeId: a, amount: '60' }]
  await finance.client.ok(calls.allocatePayment, { id: old.id, version, lines })
  const refund = { id: old.id, version: version + 1, cashAccountId: bank, day: today, amount: '10', reason: '多付' }
  await finance.client.ok(calls.refundPayment, refund)
  const more = await finance.client.ok(calls.addReceipt, {
    ...money,
    cashAccountId: bank,
    companyId: company,
    amount: '200',
    lines: [{ chargeId: a, amount: '190' }],
  })
  expect(await stood()).toEqual([overdue - 40_00, left + 100_00, overdueNow - 290_00, leftNow + 40_00])
  await finance.client.ok(calls.reversePayments, { ids: [more.id], reason: '退票' })
  const { lines: laid } = await detail(old.id)
  const { id: lineId = 0 } = laid.find(({ chargeId }) => chargeId === b) ?? {}
  await finance.client.ok(calls.unallocatePayment, {
    id: old.id,
    version: version + 2,
    lineIds: [lineId],
    reason: '错',
  })
  expect(await stood()).toEqual([overdue - 40_00, left + 100_00, overdueNow - 60_00, leftNow + 70_00])
  await finance.client.ok(calls.reversePayments, { ids: [old.id], reason: '退票' })
  expect(await stood()).toEqual([overdue - 40_00, left + 100_00, overdueNow, leftNow])
})

it('[RT-02] the dashboard says what the month brought in and what is overdue, as the lists behind it do, to whoever may open them', async () => {
  const { company } = await owing.customerOwing({ world, freight, by: boss }, '余姚泗门', ['250.00'])
  await finance.client.ok(calls.addReceipt, {
    ...money,
    cashAccountId: bank,
    companyId: company,
    amount: '40',
    lines: [],
  })
  const figures = await finance.client.ok(getDashboardMoney, {})
  const of = (key: string) => figures.find((one) => one.key === key)
  const month = { dayFrom: `${today.slice(0, 7)}-01`, dayTo: today }
  const fees = (filter: object) => finance.client.ok(getFeeTotals, filter)
  expect(of('receivable')?.value).toBe((await fees({ ...month, states: ['confirmed'] })).amount)
  // Charges of June and July are due.
  expect(of('overdue')?.value).toBe((await fees({ tab: 'open', overdue: true })).open)
  expect(Number(of('overdue')?.value)).toBeGreaterThanOrEqual(250)
  /** As the page asks that the figure leads to. */
  const linked = (key: string) => Object.fromEntries(new URLSearchParams(of(key)?.link.split('?')[1])) as never
  expect(linked('unallocated')).toEqual({ tab: 'open', direction: 'receipt' })
  const { left } = await finance.client.ok(calls.getPaymentTotals, linked('unallocated'))
  expect(of('unallocated')?.value).toBe(left)
  expect(linked('toInvoice')).toEqual({ toInvoice: '1' })
  const toInvoice = await fees(linked('toInvoice'))
  expect(of('toInvoice')?.value).toBe(toInvoice.unapplied)
  expect(Number(toInvoice.unapplied)).toBeGreaterThanOrEqual(250)
  expect(of('received')?.value).toBe(
    (await finance.client.ok(calls.getPaymentTotals, { ...month, states: ['received'] })).amount,
  )
  expect(of('profit')).toMatchObject({ link: `/financial/profit?from=${month.dayFrom}&to=${today}` })
  const looker = await world.person('looker3', { rights: { feeList: 'browse' } })
  expect((await looker.client.ok(getDashboardMoney, {})).map(({ key }) => key)).toEqual(['receivable', 'overdue'])
  const customer = await world.person('looker4', { rights: 'all', scope: 'customer', companies: [company] })
  expect(await customer.client.ok(getDashboardMoney, {})).toEqual([])
  // [RT-16/feeList] Its account sees what is open of it, and what is settled.
  expect(await customer.client.ok(getFeeTotals, { tab: 'open' })).toMatchObject({ count: 1, open: '250.00' })
})
