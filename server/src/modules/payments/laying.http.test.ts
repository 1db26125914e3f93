import * as approvals from '@xunyun/contract/approvals/calls'
import { mergeCompanies } from '@xunyun/contract/companies/calls'
import * as costs from '@xunyun/contract/costs/costApplications'
import { getFees, getFeeTotals } from '@xunyun/contract/costs/feeList'
import * as accounts from '@xunyun/contract/money/accounts'
import { byDue, equalTo } from '@xunyun/contract/payments/allocate'
import * as calls from '@xunyun/contract/payments/calls'
import { changeDriver, getDriver } from '@xunyun/contract/resources/drivers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Freight, openFreight } from '../../../test/freight.ts'
import * as owing from '../../../test/owing.ts'
import { reviewedBy } from '../../../test/reviews.ts'
import { download } from '../../../test/sheets.ts'
import { openWorld, type Person, type World } from '../../../test/world.ts'
import { clock } from '../../platform/clock.ts'

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
/** The log, the latest first: what each entry says. */
const told = async (id: number) =>
  (await finance.client.ok(calls.getPaymentHistory, { id })).map(({ changes }) =>
    changes.map(({ field, to }) => `${field} ${to}`),
  )
const money = { channel: 'bank' as const, day: today }

/** A customer with A 1,520.00, B 800.00, C 300.00 by due day, and a credit of 20.00, as V12 has them. */
async function openAsV12(name: string) {
  const { company, charges, waybills } = await owing.customerOwing({ world, freight, by: boss }, name, [
    '1520.00',
    '800.00',
    '300.00',
  ])
  await owing.adjusted({ world, by: boss }, waybills[0] as number, '-20')
  const [a, b, c] = charges as [number, number, number]
  const receive = async (
    amount: string,
    lay: (charges: Parameters<typeof byDue>[0], amount: string) => object | undefined,
  ) => {
    const lines = Object.entries(lay(await open('receipt', company), amount) ?? {})
    return finance.client.ok(calls.addReceipt, {
      ...money,
      cashAccountId: bank,
      companyId: company,
      amount,
      lines: lines.map(([id, part]) => ({ chargeId: Number(id), amount: part as string })),
    })
  }
  return { company, a, b, c, receive }
}

describe('[M40] money laid by due day and by equal amount', () => {
  it('[V12] takes credits first, then the earliest due; what is left is an advance, its log says of how much, and no more of it is given back', async () => {
    const less = await openAsV12('湖州南浔')
    await less.receive('2500', byDue)
    expect(await open('receipt', less.company)).toMatchObject([{ chargeId: less.c, open: '100.00' }])
    const more = await openAsV12('湖州练市')
    const { id } = await more.receive('2700', byDue)
    expect(await open('receipt', more.company)).toEqual([])
    expect(await detail(id)).toMatchObject({ allocated: '2600.00', left: '100.00' })
    expect(await told(id)).toEqual([['amount 2700', 'allocated 2600.00', 'toAdvance 100.00']])
    const later = await owing.owed({ world, freight, by: boss }, more.company, '2026-09-20', '60.00')
    const [charge] = await open('receipt', more.company)
    expect(charge).toMatchObject({ ofNo: later.waybillNo, open: '60.00' })
    await finance.client.ok(calls.allocatePayment, {
      id,
      version: (await detail(id)).version,
      lines: [{ chargeId: charge?.chargeId as number, amount: '60' }],
    })
    const refund = { id, version: (await detail(id)).version, cashAccountId: bank, day: today, reason: '多付' }
    expect((await finance.client.refused(calls.refundPayment, { ...refund, amount: '40.01' })).fields).toMatchObject([
      { path: 'amount', params: { left: '40.00' } },
    ])
  })

  it('[V14] finds the charges that come to it exactly; a yuan short leaves it open, or is rounded off; the log says what was', async () => {
    const exact = await openAsV12('湖州双林')
    await exact.receive('2320', (charges, amount) =>
      equalTo(
        charges.filter(({ open }) => !open.startsWith('-')),
        amount,
      ),
    )
    expect((await open('receipt', exact.company)).map(({ chargeId }) => chargeId)).not.toContain(exact.b)
    const short = await openAsV12('湖州菱湖')
    const charges = await open('receipt', short.company)
    expect(equalTo(charges, '2319')).toBeUndefined()
    const lines = [
      { chargeId: short.a, amount: '1520' },
      { chargeId: short.b, amount: '799' },
    ]
    const typed = { ...money, cashAccountId: bank, companyId: short.company, amount: '2319', lines }
    const { id } = await finance.client.ok(calls.addReceipt, typed)
    expect((await open('receipt', short.company)).find(({ chargeId }) => chargeId === short.b)?.open).toBe('1.00')
    await finance.client.ok(calls.reversePayments, { ids: [id], reason: '重录' })
    const again = await finance.client.ok(calls.addReceipt, { ...typed, roundOff: [short.b] })
    expect(await told(again.id)).toEqual([['amount 2319', 'allocated 2319.00', 'roundedOff 1.00']])
    expect((await open('receipt', short.company)).map(({ chargeId }) => chargeId)).not.toContain(short.b)
  })

  it('[V15] [M43] [M3] reversed, or freed of its line, a receipt gives back what it rounded off: the charge is open as it was, by a contrary of today beside what stays', async () => {
    const { company, a, b, receive } = await openAsV12('湖州埭溪')
    const openNow = async () =>
      (await open('receipt', company)).map((one) => [one.chargeId, one.open]).filter(([id]) => id === a || id === b)
    const writtenOff = () =>
      sql<{ amount: string; day: string; settled: string }>`
        select amount, day, settled from charge where company_id = ${company} and source = 'writeOff' order by id`
        .execute(world.db)
        .then(({ rows }) => rows)
    const earned = async () =>
      (
        await sql<{
          sum: string
        }>`select sum(receivable)::text as sum from waybill where customer_id = ${company}`.execute(world.db)
      ).rows[0]?.sum
    const [before, owed] = [await openNow(), await earned()]
    const lines = [
      { chargeId: a, amount: '1519.50' },
      { chargeId: b, amount: '799' },
    ]
    const { id } = await finance.client.ok(calls.addReceipt, {
      ...money,
      cashAccountId: bank,
      companyId: company,
      amount: '2318.50',
      lines,
      roundOff: [a, b],
    })
    expect(await openNow()).toEqual([])
    const rounded = async () =>
      (await detail(id)).lines.map(({ amount, roundedOff, state }) => [amount, roundedOff, state])
    expect(await rounded()).toEqual([
      ['1519.50', '0.50', 'settled'],
      ['799.00', '1.00', 'settled'],
    ])
    const { version, lines: laid, no } = await detail(id)
    // What was written off names the receipt that did it.
    const { rows: off } = await finance.client.ok(getFees, { companyId: company, sources: ['writeOff'] })
    expect(off.map(({ docNo }) => docNo)).toEqual([no, no])
    const lineIds = laid.filter(({ chargeId }) => chargeId === b).map((line) => line.id)
    await finance.client.ok(calls.unallocatePayment, { id, version, lineIds, reason: '错单' })
    expect(await openNow()).toEqual([[b, '800.00']])
    const again = { id, version: version + 1, lines: [{ chargeId: b, amount: '798.50' }], roundOff: [b] }
    await finance.client.ok(calls.allocatePayment, again)
    expect(await openNow()).toEqual([])
    expect(await rounded()).toEqual([
      ['1519.50', '0.50', 'settled'],
      ['799.00', null, 'freed'],
      ['798.50', '1.50', 'settled'],
    ])
    expect((await finance.client.ok(calls.reversePayments, { ids: [id], reason: '退票' })).refused).toEqual([])
    expect(await openNow()).toEqual(before)
    expect(await earned()).toBe(owed)
    const pair = (amount: string) => ({ amount, day: today, settled: amount })
    expect(await writtenOff()).toEqual(['-0.50', '-1.00', '1.00', '-1.50', '0.50', '1.50'].map(pair))
    await receive('2600', byDue)
    expect(await open('receipt', company)).toEqual([])
  })

  it('[V21] what is overdue on a day is what was due before it; the balance is less what the customer has with us', async () => {
    const company = await world.company('湖州织里', ['customer'])
    // As of 2026-12-31 in V21: so many days before.
    const due = { 6: '500.00', 41: '300.00', 0: '200.00', 92: '100.00' }
    for (const [days, amount] of Object.entries(due)) {
      const day = new Date(Date.parse(today) - Number(days) * 86_400_000).toISOString().slice(0, 10)
      await owing.owed({ world, freight, by: boss }, company, day, amount)
    }
    await world.db
      .updateTable('company')
      .set({ settle_method: 'cash', credit_days: null })
      .where('id', '=', company)
      .execute()
    const sale = { ...money, cashAccountId: bank, companyId: company, amount: '50', lines: [] }
    await finance.client.ok(calls.addReceipt, sale)
    const { rows } = await finance.client.ok(getFees, { companyId: company, tab: 'open', pageSize: 50 })
    expect(Object.fromEntries(rows.map((row) => [row.open, row.overdue]))).toEqual({
      '500.00': 6,
      '300.00': 41,
      '200.00': null,
      '100.00': 92,
    })
    const over = await finance.client.ok(getFeeTotals, { companyId: company, tab: 'open', overdue: true })
    expect(over.open).toBe('900.00')
    const all = await finance.client.ok(calls.getOpenCharges, { direction: 'receipt', companyId: company })
    expect([all.open, all.advance]).toEqual(['1100.00', '50.00'])
  })
})

it('[D-04] [M42] a carrier is paid for ten approved charges: asked for by one, approved by another, paid by a third; each application says so', async () => {
  const company = await world.company('德清雷甸车队', ['carrier'])
  const decide = owing.deciding(boss)
  const asked: string[] = []
  for (let n = 1; n <= 10; n += 1) {
    const cost = {
      feeItem: 'handling',
      companyId: company,
      amount: `${n}00`,
      reason: '装卸',
      outletId: freight.hangzhou,
    }
    const { no } = await finance.client.ok(costs.addExpense, { ...cost, submit: true } as never)
    await decide(no)
    asked.push(no)
  }
  const charges = await open('payment', company)
  expect(charges).toHaveLength(10)
  const lines = charges.map(({ chargeId, open: amount }) => ({ chargeId, amount }))
  await finance.client.ok(calls.addReceipt, {
    ...money,
    cashAccountId: bank,
    companyId: company,
    amount: '6000',
    lines: [],
  })
  const typed = { ...money, cashAccountId: bank, companyId: company, amount: '5500', lines }
  const { id, no } = await finance.client.ok(calls.addPayment, { ...typed, submit: true })
  expect(await open('payment', company)).toEqual([])
  await decide(no)
  const treasurer = await world.person('treasurer', { rights: 'all' })
  expect((await finance.client.ok(calls.payPayments, { ids: [id], day: today })).refused).toHaveLength(1)
  await treasurer.client.ok(calls.payPayments, { ids: [id], day: today })
  expect(await detail(id)).toMatchObject({ state: 'paid', allocated: '5500.00', left: '0.00' })
  const { rows } = await finance.client.ok(getFees, {
    companyId: company,
    direction: 'payable',
    tab: 'settled',
    pageSize: 50,
  })
  expect(rows.map((row) => [row.docNo, row.settlement]).sort()).toEqual(asked.map((one) => [one, 'settled']).sort())
  for (const q of asked) {
    const found = await finance.client.ok(costs.getCostApplications, { kinds: ['costApplication'], q } as never)
    expect(found.rows).toMatchObject([{ state: 'paid' }])
  }
})

describe('[M42] a payment', () => {
  let carrier: number
  let payer: Person
  let overdrawn: number
  beforeAll(async () => {
    carrier = await world.company('萧山顺达', ['carrier'])
    payer = await world.person('payer2', { rights: 'all' })
    const account = { outletId: freight.hangzhou, name: '透支户', kind: 'bank' as const, mayGoBelow: true }
    overdrawn = (await world.admin.ok(accounts.addCashAccount, account)).id
  })
  const drafted = (amount: string, more: object = {}) => ({
    ...money,
    cashAccountId: overdrawn,
    companyId: carrier,
    amount,
    lines: [],
    ...more,
  })
  const approved = async (amount: string, more: object = {}) => {
    const made = await finance.client.ok(calls.addPayment, drafted(amount, { submit: true, ...more }))
    await owing.deciding(boss)(made.no)
    return made
  }

  it('[D-04] is decided on 收付款 by whoever is asked, with the right to approve there alone', async () => {
    const head = await world.person('head', { rights: { payment: 'approve' } })
    const one = async () => {
      const made = await finance.client.ok(calls.addPayment, drafted('7', { submit: true }))
      const { rows } = await boss.client.ok(approvals.getApprovals, { q: made.no })
      return { ...made, review: rows[0]?.id as number }
    }
    const [first, second, others] = [await one(), await one(), await one()]
    const read = async (person: Person, id: number) =>
      (await person.client.ok(calls.getPayments, { tab: 'pending', ids: [id] })).rows[0]
    expect(await read(head, first.id)).toMatchObject({ approvalId: null, actions: [] })
    const ids = [first.review, second.review]
    await boss.client.ok(approvals.transferApprovals, { ids, userId: head.id, note: '出差' })
    const row = await read(head, first.id)
    expect(row).toMatchObject({ approvalId: first.review, waitsFor: 'head' })
    expect(row?.actions.map(({ key }) => key)).toEqual(['approve', 'reject'])
    const shown = { q: first.no, tab: 'pending', columns: 'no,waitsFor,paidByName' } as never
    expect((await download(finance.client, calls.exportPayments, shown)).rows[1]?.slice(0, 2)).toEqual([
      first.no,
      'head',
    ])
    expect((await detail(first.id)).actions.map(({ key }) => key)).toEqual(['withdraw'])
    const decided = (ids: number[], decision: 'approve' | 'reject') =>
      head.client.ok(approvals.decideApprovals, { ids, decision, opinion: '付款单据齐全' })
    // What is laid before others is not decided with the same right.
    expect((await decided([others.review], 'approve')).refused).toMatchObject([{ reason: 'kernel.notFound' }])
    expect(await decided([first.review], 'approve')).toMatchObject({ done: 1 })
    expect(await decided([second.review], 'reject')).toMatchObject({ done: 1 })
    expect(await detail(first.id)).toMatchObject({ state: 'toPay', opinion: '付款单据齐全' })
    expect(await detail(second.id)).toMatchObject({ state: 'rejected' })
    const choices = await head.client.ok(approvals.getTransferChoices, { bizTypes: ['payment'] })
    expect(choices.map(({ label }) => label)).toContain('boss')
    expect(
      (await head.client.ok(approvals.transferApprovals, { ids: [others.review], userId: boss.id, note: 'x' })).refused,
    ).toMatchObject([{ reason: 'kernel.notFound' }])
    for (const { id } of [first, second]) await finance.client.ok(calls.voidPayments, { ids: [id], reason: '重录' })
    await finance.client.ok(calls.withdrawPayments, { ids: [others.id] })
  })

  it('[M40] asks about a number of the bank that stands on its account already, made, changed and paid; the number is found afterwards', async () => {
    const again = { code: 300, reason: 'payments.referenceAgain' }
    await finance.client.ok(calls.addReceipt, { ...drafted('5'), reference: 'ICBC-1' })
    const said = drafted('6', { reference: 'ICBC-1' })
    expect(await finance.client.refused(calls.addPayment, said)).toMatchObject(again)
    const { id, no } = await finance.client.ok(calls.addPayment, { ...said, confirm: 1 })
    const change = async (more: object) => ({ id, version: (await detail(id)).version, ...said, ...more })
    // Its own number is no other's.
    await finance.client.ok(calls.changePayment, await change({ amount: '7' }))
    await finance.client.ok(calls.changePayment, await change({ reference: 'ICBC-2' }))
    expect(await finance.client.refused(calls.changePayment, await change({}))).toMatchObject(again)
    await finance.client.ok(calls.submitPayments, { ids: [id] })
    await owing.deciding(boss)(no)
    const other = await approved('8')
    const pay = { ids: [id, other.id], day: today, reference: 'ICBC-1' }
    expect(await payer.client.refused(calls.payPayments, pay)).toMatchObject(again)
    // One movement of the bank may pay several.
    expect(await payer.client.ok(calls.payPayments, { ...pay, reference: 'ICBC-3344' })).toMatchObject({ done: 2 })
    const found = async (q: string) =>
      (await finance.client.ok(calls.getPayments, { tab: 'payment', q })).rows
        .map((row) => row.id)
        .sort((a, b) => a - b)
    expect(await found('3344')).toEqual([id, other.id])
    expect(await found('ICBC-2')).toEqual([])
    // What came and what went is no sum: it is said of one of both alone.
    const totals = (tab: 'all' | 'payment') => finance.client.ok(calls.getPaymentTotals, { tab, companyId: carrier })
    expect(await totals('all')).toMatchObject({ amount: null, allocated: null, left: null })
    expect(Number((await totals('payment')).amount)).toBeGreaterThan(0)
  })

  it('[M42] is not paid by whoever last changed the bank of the driver it goes to, its name as its number', async () => {
    const driverId = await freight.addDriver('陈师傅')
    const { version, name, mobile, licenceClass } = await payer.client.ok(getDriver, { id: driverId })
    const driver = { id: driverId, version, name, mobile, licenceClass: licenceClass as 'A2' }
    await payer.client.ok(changeDriver, { ...driver, bankName: '建设银行' })
    const { id } = await approved('9', { companyId: undefined, driverId })
    const pay = { ids: [id], day: today }
    expect((await payer.client.ok(calls.payPayments, pay)).refused).toMatchObject([
      { reason: 'payments.ownAccountChange' },
    ])
    await world.admin.ok(changeDriver, { ...driver, version: version + 1, bankName: '工商银行' })
    expect(await payer.client.ok(calls.payPayments, pay)).toMatchObject({ done: 1 })
  })

  it('[M23] what an account does not hold is said at the field; it may be overdrawn until it is made up', async () => {
    const till = { outletId: freight.hangzhou, name: '萧山备用金', kind: 'cash' as const }
    const tillId = (await world.admin.ok(accounts.addCashAccount, till)).id
    const transfer = { fromId: tillId, toId: bank, amount: '1', day: today }
    await finance.client.ok(accounts.transferMoney, { ...transfer, fromId: overdrawn, toId: tillId, amount: '0.01' })
    expect((await finance.client.refused(accounts.transferMoney, transfer)).fields).toMatchObject([
      { path: 'fromId', reason: 'money.notEnough' },
    ])
    const { id } = await finance.client.ok(calls.addReceipt, { ...drafted('3'), companyId: carrier })
    const { version } = await detail(id)
    const refund = { id, version, cashAccountId: tillId, amount: '3', day: today, reason: '退' }
    expect((await finance.client.refused(calls.refundPayment, refund)).fields).toMatchObject([
      { path: 'amount', reason: 'money.notEnough' },
    ])
    const account = await finance.client.ok(accounts.getCashAccount, { id: overdrawn })
    expect(Number(account.balance)).toBeLessThan(0)
    const changed = {
      id: overdrawn,
      version: account.version,
      outletId: freight.hangzhou,
      name: '透支户',
      kind: 'bank',
    }
    expect((await finance.client.refused(accounts.changeCashAccount, changed as never)).fields).toEqual([
      expect.objectContaining({ path: 'mayGoBelow', reason: 'money.isBelow', params: { balance: account.balance } }),
    ])
    await finance.client.ok(accounts.changeCashAccount, { ...changed, kind: 'bank', mayGoBelow: true })
  })
})

it('[M25] a receipt whose customer was merged since is reversed: what it left as an advance is taken from whoever has it now', async () => {
  const [gone, kept] = [await world.company('德清武康', ['customer']), await world.company('德清乾元', ['customer'])]
  const { id, no } = await finance.client.ok(calls.addReceipt, {
    ...money,
    cashAccountId: bank,
    companyId: gone,
    amount: '75.00',
    lines: [],
  })
  await world.admin.ok(mergeCompanies, { id: kept, version: 1, otherIds: [gone] })
  const advance = async () =>
    (await finance.client.ok(calls.getOpenCharges, { direction: 'receipt', companyId: kept })).advance
  expect(await advance()).toBe('75.00')
  expect(await finance.client.ok(calls.reversePayments, { ids: [id], reason: '银行退回' })).toMatchObject({
    done: 1,
    refused: [],
  })
  expect(await detail(id)).toMatchObject({ no, state: 'reversed', companyId: kept })
  expect(await advance()).toBe('0.00')
})
