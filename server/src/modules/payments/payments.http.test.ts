import { getCompany, getCompanyTotals } from '@xunyun/contract/companies/calls'
import * as adjustments from '@xunyun/contract/costs/adjustments'
import * as costs from '@xunyun/contract/costs/costApplications'
import { getFees } from '@xunyun/contract/costs/feeList'
import type { Sent } from '@xunyun/contract/kernel/call'
import * as accounts from '@xunyun/contract/money/accounts'
import * as calls from '@xunyun/contract/payments/calls'
import { paymentActions, paymentLifecycle, paymentStates } from '@xunyun/contract/payments/states'
import * as statements from '@xunyun/contract/statements/calls'
import { cancelWaybills } from '@xunyun/contract/waybills/calls'
import { getWaybillCharges } from '@xunyun/contract/waybills/charges'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Freight, openFreight } from '../../../test/freight.ts'
import * as owing from '../../../test/owing.ts'
import { reviewedBy } from '../../../test/reviews.ts'
import { openWorld, type Person, type World } from '../../../test/world.ts'
import { clock } from '../../platform/clock.ts'

let world: World
let freight: Freight
let finance: Person
let cashier: Person
let boss: Person
let bank: number
let till: number
let carrier: number
const today = clock.today()

beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  finance = await world.person('finance', { rights: 'all' })
  cashier = await world.person('cashier', { rights: 'all' })
  boss = await world.person('boss', { rights: { unreviewed: 'approve', payment: 'browse' } })
  carrier = await world.company('顺达运输', ['carrier'])
  await reviewedBy(world, boss.id, ['price', 'costApplication', 'costZJ', 'payment', 'writeOff'])
  const account = (name: string, kind: 'bank' | 'cash') =>
    world.admin.ok(accounts.addCashAccount, { outletId: freight.hangzhou, name, kind })
  bank = (await account('农行基本户', 'bank')).id
  till = (await account('总站备用金', 'cash')).id
})
afterAll(() => world.close())

const decide = (no: string, decision?: 'approve' | 'reject') => owing.deciding(boss)(no, decision)
const customerOwing = (name: string, amounts: readonly string[]) =>
  owing.customerOwing({ world, freight, by: boss }, name, amounts)
const openOf = (companyId: number) => finance.client.ok(calls.getOpenCharges, { direction: 'receipt', companyId })
type Receipt = Sent<typeof calls.addReceipt>
const receipt = (over: Partial<Receipt> & Pick<Receipt, 'amount' | 'lines'>) => ({
  cashAccountId: bank,
  channel: 'bank' as const,
  day: today,
  ...over,
})
const balanceOf = async (id: number) => (await finance.client.ok(accounts.getCashAccount, { id })).balance
const detail = (id: number) => finance.client.ok(calls.getPayment, { id })
const standing = async (id: number) =>
  (
    await sql<{ collection: string; settled: string; receivable: string }>`
    select collection, settled, receivable from waybill where id = ${id}`.execute(world.db)
  ).rows[0]

describe('[M40] receipts', () => {
  it('know the papers by which money is laid: statements sent, invoices issued less what is reversed, of the own outlet alone', async () => {
    const { company, charges } = await customerOwing('宁波北仑', ['500.00', '300.00'])
    const [a, b] = charges as [number, number]
    const of = (person: Person) => person.client.ok(calls.getOpenDocuments, { companyId: company })
    const { id, no } = await finance.client.ok(statements.generateStatement, {
      companyId: company,
      outletId: freight.hangzhou,
      toDay: '2026-06-30',
    })
    // A draft is no paper that anybody has.
    expect(await of(finance)).toEqual([])
    await finance.client.ok(statements.sendStatements, { ids: [id] })
    const paper = (kind: string, gross: string, parts: [number, string][], ofId: number | null = null) =>
      owing.issued(world, { kind, gross, parts, ofId, company, outletId: freight.hangzhou, by: finance.id })
    const parts: [number, string][] = [
      [a, '250.00'],
      [b, '300.00'],
    ]
    const invoiceId = await paper('invoice', '550.00', parts)
    const invoice = { kind: 'invoice', no: '26332000009900055000', day: '2026-07-01' }
    expect(await of(finance)).toEqual([
      { kind: 'statement', id, no, day: '2026-06-30', open: '500.00', charges: [{ chargeId: a, amount: '500.00' }] },
      {
        ...invoice,
        id: invoiceId,
        open: '550.00',
        charges: [
          { chargeId: a, amount: '250.00' },
          { chargeId: b, amount: '300.00' },
        ],
      },
    ])
    const lines = [
      { chargeId: a, amount: '400' },
      { chargeId: b, amount: '300' },
    ]
    await finance.client.ok(calls.addReceipt, receipt({ companyId: company, amount: '700', lines }))
    expect(await finance.client.ok(statements.getStatement, { id })).toMatchObject({
      closing: '500.00',
      open: '100.00',
    })
    expect(await of(finance)).toMatchObject([
      { kind: 'statement', open: '100.00' },
      { ...invoice, open: '100.00', charges: [{ chargeId: a, amount: '100.00' }] },
    ])
    const red = await paper('redInvoice', '-200.00', [[a, '-200.00']], invoiceId)
    expect((await of(finance))[1]).toMatchObject({ open: '50.00', charges: [{ chargeId: a, amount: '50.00' }] })
    const far = await world.person('farCashier', { rights: 'all', scope: 'outlet', companies: [freight.guangzhou] })
    expect(await of(far)).toEqual([])
    await sql`delete from invoice where id = any(${[red, invoiceId]})`.execute(world.db)
  })

  it('[V12] settle earliest due first, the rest is an advance that is used once; more is not given back than is there', async () => {
    const { company, charges, waybills } = await customerOwing('宁波东方', ['1520.00', '800.00', '300.00'])
    const [a, b, c] = charges as [number, number, number]
    const { charges: open } = await openOf(company)
    expect(open.map(({ chargeId, due }) => [chargeId, due])).toEqual([
      [a, '2026-07-25'],
      [b, '2026-08-24'],
      [c, '2026-09-24'],
    ])
    const lines = [
      { chargeId: a, amount: '1520' },
      { chargeId: b, amount: '800' },
      { chargeId: c, amount: '200' },
    ]
    const first = await finance.client.ok(calls.addReceipt, receipt({ companyId: company, amount: '2520', lines }))
    expect((await openOf(company)).charges).toMatchObject([{ chargeId: c, open: '100.00' }])
    expect(await standing(waybills[2] as number)).toMatchObject({ collection: 'partial', settled: '200.00' })
    expect(await detail(first.id)).toMatchObject({ state: 'received', allocated: '2520.00', left: '0.00' })

    const second = await finance.client.ok(
      calls.addReceipt,
      receipt({ companyId: company, amount: '200', lines: [{ chargeId: c, amount: '100' }] }),
    )
    expect((await openOf(company)).advance).toBe('100.00')
    const later = await customerOwing('宁波东方二', ['60.00'])
    await sql`update charge set company_id = ${company} where id = ${later.charges[0]}`.execute(world.db)
    await sql`update waybill set customer_id = ${company} where id = ${later.waybills[0]}`.execute(world.db)
    const { version } = await detail(second.id)
    await finance.client.ok(calls.allocatePayment, {
      id: second.id,
      version,
      lines: [{ chargeId: later.charges[0] as number, amount: '60' }],
    })
    expect(await detail(second.id)).toMatchObject({ allocated: '160.00', left: '40.00' })
    const refund = { id: second.id, version: version + 1, cashAccountId: bank, day: today, reason: '多付退回' }
    expect(await finance.client.refused(calls.refundPayment, { ...refund, amount: '40.01' })).toMatchObject({
      fields: [{ path: 'amount', reason: 'payments.moreThanLeft', params: { left: '40.00' } }],
    })
    await finance.client.ok(calls.refundPayment, { ...refund, amount: '40' })
    expect(await detail(second.id)).toMatchObject({ left: '0.00', refunded: '40.00' })
    expect((await openOf(company)).advance).toBe('0.00')
  })

  it('[M12] [RT-10/companyManage/manage] the company says what is open of it, what of its credit is used, and what we owe, to whoever sees it', async () => {
    const { company, charges } = await customerOwing('慈溪观海', ['900.00', '100.00'])
    const of = async (who: Person) => {
      const { used, uncollected, unpaid } = await who.client.ok(getCompany, { id: company })
      return { used, uncollected, unpaid }
    }
    expect(await of(finance)).toEqual({ used: '1000.00', uncollected: '1000.00', unpaid: '0.00' })
    const lines = [{ chargeId: charges[0] as number, amount: '300' }]
    await finance.client.ok(calls.addReceipt, receipt({ companyId: company, amount: '350', lines }))
    // 50.00 of it is an advance.
    expect(await of(finance)).toEqual({ used: '650.00', uncollected: '700.00', unpaid: '0.00' })
    // The foot of the list adds up what its rows say.
    const shown = { used: '650.00', uncollected: '700.00', unpaid: '0.00' }
    expect(await finance.client.ok(getCompanyTotals, { ids: [company] })).toMatchObject(shown)
    const clerk = await world.person('looker', { rights: { companyManage: 'browse' } })
    expect(await of(clerk)).toEqual({ used: null, uncollected: null, unpaid: null })
    const guangzhou = await world.person('looker2', { rights: 'all', scope: 'outlet', companies: [freight.guangzhou] })
    expect(await of(guangzhou)).toMatchObject({ uncollected: '0.00' })
  })

  it('[V13] rounds off: 1,000.04 paid by 1,000.00 is closed, the revenue is 1,000.00; beyond the setting it needs the right', async () => {
    const { company, charges, waybills } = await customerOwing('嘉兴宏图', ['1000.04', '500.00'])
    const [a, b] = charges as [number, number]
    const lines = [{ chargeId: a, amount: '1000' }]
    await finance.client.ok(calls.addReceipt, receipt({ companyId: company, amount: '1000', lines, roundOff: [a] }))
    expect(await standing(waybills[0] as number)).toEqual({
      collection: 'collected',
      settled: '1000.00',
      receivable: '1000.00',
    })
    expect((await openOf(company)).charges.map(({ chargeId }) => chargeId)).toEqual([b])
    const tooMuch = receipt({
      companyId: company,
      amount: '498',
      lines: [{ chargeId: b, amount: '498' }],
      roundOff: [b],
    })
    const clerk = await world.person('clerk', { rights: { payment: 'edit' } })
    expect(await clerk.client.refused(calls.addReceipt, tooMuch)).toMatchObject({
      fields: [{ path: 'roundOff.0', reason: 'payments.roundOffLimit', params: { limit: '1.00' } }],
    })
    expect((await openOf(company)).open).toBe('500.00')
  })

  it('[M22] 坏账: what cannot be collected is written off once its review is through, as it was open when it was asked for', async () => {
    const { company, charges, waybills } = await customerOwing('奉化溪口', ['500.00', '80.00'])
    const [lost, other] = charges as [number, number]
    await finance.client.ok(
      calls.addReceipt,
      receipt({ companyId: company, amount: '100', lines: [{ chargeId: lost, amount: '100' }] }),
    )
    const asked = { ids: [lost], reason: '客户已注销' }
    expect((await cashier.client.ok(calls.writeOffCharges, asked)).done).toBe(1)
    expect((await cashier.client.ok(calls.writeOffCharges, asked)).refused).toMatchObject([
      { reason: 'payments.badDebtPending' },
    ])
    const told = (await finance.client.ok(getFees, { ids: [lost] })).rows[0]
    expect(told?.badDebtNo).toMatch(/^HZ/)
    const { charges: shown } = await world.admin.ok(getWaybillCharges, { id: waybills[0] as number })
    expect(shown[0]?.standing).toEqual({ settled: '100.00', open: '400.00', applied: '0.00', invoiced: '0.00' })
    expect((await boss.client.send(calls.writeOffCharges, { ids: [other], reason: '不行' })).code).toBe(403)
    const noOf = async (chargeId: number) =>
      (await sql<{ no: string }>`select max(no) as no from bad_debt where charge_id = ${chargeId}`.execute(world.db))
        .rows[0]?.no as string
    // Sent back nothing has happened; asked for again, and paid of in between, it is refused.
    await decide(await noOf(lost), 'reject')
    expect(await standing(waybills[0] as number)).toMatchObject({ collection: 'partial', receivable: '500.00' })
    await cashier.client.ok(calls.writeOffCharges, asked)
    await finance.client.ok(
      calls.addReceipt,
      receipt({ companyId: company, amount: '50', lines: [{ chargeId: lost, amount: '50' }] }),
    )
    expect((await decide(await noOf(lost))).refused).toMatchObject([{ reason: 'payments.moreThanOpen' }])
    await decide(await noOf(lost), 'reject')
    await cashier.client.ok(calls.writeOffCharges, asked)
    await decide(await noOf(lost))
    // 150 came, 350 were written off: nothing is open, and the waybill brought in what came.
    expect(await standing(waybills[0] as number)).toMatchObject({ collection: 'collected', receivable: '150.00' })
    expect((await openOf(company)).charges.map(({ chargeId }) => chargeId)).toEqual([other])
    expect(
      (await world.admin.ok(cancelWaybills, { ids: [waybills[0] as number], reason: 'x' })).refused[0]?.msg,
    ).toContain(await noOf(lost))
    const found = await finance.client.ok(getFees, { q: await noOf(lost) })
    expect(found.rows.map(({ id }) => id)).toEqual([lost])
    // [M3] Written off whole nothing is settled in sum: it is held all the same, and named.
    await cashier.client.ok(calls.writeOffCharges, { ids: [other], reason: '客户已注销' })
    await decide(await noOf(other))
    const { refused } = await world.admin.ok(cancelWaybills, { ids: [waybills[1] as number], reason: 'x' })
    expect(refused).toMatchObject([{ reason: 'waybills.chargesHeld', msg: expect.stringContaining(await noOf(other)) }])
  })

  it('[V15] [M43] freed lines are open again and the money is an advance; reversed, everything is as it was before', async () => {
    const { company, charges, waybills } = await customerOwing('诸暨大唐', ['700.00', '300.00'])
    const [a, b] = charges as [number, number]
    const before = await balanceOf(bank)
    const { id } = await finance.client.ok(
      calls.addReceipt,
      receipt({
        companyId: company,
        amount: '1000',
        lines: [
          { chargeId: a, amount: '700' },
          { chargeId: b, amount: '300' },
        ],
      }),
    )
    const shown = await detail(id)
    const lineOfB = shown.lines.find(({ chargeId }) => chargeId === b)?.id as number
    await finance.client.ok(calls.unallocatePayment, { id, version: shown.version, lineIds: [lineOfB], reason: '错单' })
    expect((await openOf(company)).charges).toMatchObject([{ chargeId: b, open: '300.00' }])
    expect((await openOf(company)).advance).toBe('300.00')
    // What was freed is settled by somebody else meanwhile.
    await finance.client.ok(
      calls.addReceipt,
      receipt({ companyId: company, amount: '300', lines: [{ chargeId: b, amount: '300' }] }),
    )
    await finance.client.ok(calls.reversePayments, { ids: [id], reason: '银行退票' })
    expect(await detail(id)).toMatchObject({ state: 'reversed', left: '0.00' })
    expect((await openOf(company)).charges).toMatchObject([{ chargeId: a, open: '700.00' }])
    expect((await openOf(company)).advance).toBe('0.00')
    expect(await standing(waybills[0] as number)).toMatchObject({ collection: 'uncollected', settled: '0.00' })
    expect(Number(await balanceOf(bank))).toBe(Number(before) + 300)
  })

  it('[M43] a credit is freed with the charges that it was settled with: no more is left than came, and no more is settled', async () => {
    const { company, charges, waybills } = await customerOwing('诸暨店口', ['3859.60'])
    const [a] = charges as [number]
    const { nos } = await world.admin.ok(adjustments.addAdjustments, {
      lines: [{ waybillId: waybills[0] as number, feeItem: 'freight', amount: '-50', reason: '破损' }],
      submit: true,
    })
    await decide(nos[0] as string)
    const credit = (await openOf(company)).charges[0]?.chargeId as number
    const lines = [
      { chargeId: credit, amount: '-50' },
      { chargeId: a, amount: '3859.60' },
    ]
    const { id } = await finance.client.ok(calls.addReceipt, receipt({ companyId: company, amount: '3809.60', lines }))
    const { version, lines: settled } = await detail(id)
    const lineOf = (chargeId: number) => settled.find((line) => line.chargeId === chargeId)?.id as number
    const reason = '错单'
    const refused = async (chargeId: number) =>
      (await finance.client.refused(calls.unallocatePayment, { id, version, lineIds: [lineOf(chargeId)], reason }))
        .fields
    expect(await refused(a)).toMatchObject([
      { path: 'lineIds', reason: 'payments.creditAlone', params: { credit: '-50.00' } },
    ])
    expect(await refused(credit)).toMatchObject([
      { path: 'lineIds', reason: 'payments.withoutCredit', params: { allocated: '3859.60', amount: '3809.60' } },
    ])
    const free = (ids: number[]) => finance.client.ok(calls.unallocateCharges, { ids, reason })
    expect((await free([a])).refused).toMatchObject([{ reason: 'payments.creditAlone' }])
    expect(await detail(id)).toMatchObject({ allocated: '3809.60', left: '0.00' })
    expect((await free([a, credit])).refused).toEqual([])
    expect(await detail(id)).toMatchObject({ allocated: '0.00', left: '3809.60' })
    await finance.client.ok(calls.allocatePayment, { id, version: version + 1, lines })
    const again = (await detail(id)).lines.filter(({ state }) => state === 'settled').map((line) => line.id)
    await finance.client.ok(calls.unallocatePayment, { id, version: version + 2, lineIds: again, reason })
    expect(await detail(id)).toMatchObject({ allocated: '0.00', left: '3809.60' })
  })

  it('says at the field what is beyond the charge, the receipt, somebody else’s, in the future; and asks about a reference that is there', async () => {
    const { company, charges } = await customerOwing('湖州南浔', ['100.00'])
    const [a] = charges as [number]
    const other = await customerOwing('湖州长兴', ['50.00'])
    const refused = async (over: Record<string, unknown>) =>
      (
        await finance.client.refused(calls.addReceipt, {
          ...receipt({ companyId: company, amount: '90', lines: [] }),
          ...over,
        })
      ).fields
    expect(await refused({ lines: [{ chargeId: a, amount: '100.01' }] })).toMatchObject([
      { path: 'lines.0.amount', reason: 'payments.moreThanOpen', params: { open: '100.00' } },
    ])
    expect(await refused({ lines: [{ chargeId: a, amount: '95' }] })).toMatchObject([
      { path: 'lines.0.amount', reason: 'payments.moreThanLeft', params: { left: '90.00' } },
    ])
    expect(await refused({ lines: [{ chargeId: other.charges[0], amount: '50' }] })).toMatchObject([
      { path: 'lines.0.amount', reason: 'payments.notOpen' },
    ])
    expect(await refused({ day: '2099-01-01' })).toMatchObject([{ path: 'day', reason: 'field.future' }])
    expect(await refused({ amount: '0' })).toMatchObject([{ path: 'amount' }])
    expect(await refused({ companyId: undefined })).toMatchObject([{ path: 'companyId', reason: 'field.required' }])
    const twice = receipt({ companyId: company, amount: '1', lines: [], reference: 'B-778' })
    await finance.client.ok(calls.addReceipt, twice)
    expect(await finance.client.refused(calls.addReceipt, twice)).toMatchObject({
      code: 300,
      reason: 'payments.referenceAgain',
    })
    await finance.client.ok(calls.addReceipt, { ...twice, confirm: 1 })
  })

  it('[D-05] are seen and made by their own outlet alone, and never by a customer’s account', async () => {
    const other = await world.person('far', { rights: 'all', scope: 'outlet', companies: [freight.guangzhou] })
    const { rows } = await other.client.ok(calls.getPayments, { tab: 'all' })
    expect(rows).toEqual([])
    const { company, charges } = await customerOwing('丽水青田', ['10.00'])
    const far = receipt({ companyId: company, amount: '10', lines: [{ chargeId: charges[0] as number, amount: '10' }] })
    expect(await other.client.refused(calls.addReceipt, far)).toMatchObject({
      fields: [{ path: 'cashAccountId', reason: 'field.choice' }],
    })
  })

  it('[RT-16/feeList] [M43] charges are freed from their own list, of all that settles them; what no receipt settles says where it is taken back', async () => {
    const { company, charges, waybills } = await customerOwing('衢州江山', ['100.00', '60.00'])
    const [a, b] = charges as [number, number]
    const pay = (amount: string, lines: Receipt['lines']) =>
      finance.client.ok(calls.addReceipt, receipt({ companyId: company, amount, lines }))
    const first = await pay('70', [{ chargeId: a, amount: '70' }])
    const second = await pay('90', [
      { chargeId: a, amount: '30' },
      { chargeId: b, amount: '60' },
    ])
    const reason = '核销错单'
    expect((await finance.client.ok(calls.unallocateCharges, { ids: [a], reason })).refused).toEqual([])
    expect(await standing(waybills[0] as number)).toMatchObject({ collection: 'uncollected' })
    expect(await standing(waybills[1] as number)).toMatchObject({ collection: 'collected' })
    expect(await detail(first.id)).toMatchObject({ allocated: '0.00', left: '70.00' })
    expect(await detail(second.id)).toMatchObject({ allocated: '60.00', left: '30.00' })
    expect((await finance.client.ok(calls.unallocateCharges, { ids: [a], reason })).refused).toMatchObject([
      { reason: 'payments.notAllocated' },
    ])
  })

  it('16 at once settle one charge once', async () => {
    const { company, charges } = await customerOwing('台州路桥', ['100.00'])
    const lines = [{ chargeId: charges[0] as number, amount: '100' }]
    const results = await Promise.allSettled(
      Array.from({ length: 16 }, () =>
        finance.client.ok(calls.addReceipt, receipt({ companyId: company, amount: '100', lines })),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await openOf(company)).charges).toEqual([])
  })
})

/** An approved cost that a carrier is owed. */
async function owedTo(companyId: number, amount: string): Promise<number> {
  const { no } = await finance.client.ok(costs.addExpense, {
    feeItem: 'handling',
    companyId,
    amount,
    reason: '卸货',
    outletId: freight.hangzhou,
    submit: true,
  })
  await decide(no)
  const { rows } = await sql<{
    id: number
  }>`select h.id from charge h join application a on a.id = h.application_id where a.no = ${no}`.execute(world.db)
  return (rows[0] as { id: number }).id
}
const payable = async () => finance.client.ok(calls.getOpenCharges, { direction: 'payment', companyId: carrier })
type Payment = Sent<typeof calls.addPayment>
const payment = (over: Partial<Payment> & Pick<Payment, 'amount' | 'lines'>) => ({
  companyId: carrier,
  cashAccountId: bank,
  channel: 'bank' as const,
  day: today,
  ...over,
})

describe('[M42] payments', () => {
  it('reserve what they settle from review on, are paid by somebody else, and take it back reversed', async () => {
    const chargeId = await owedTo(carrier, '400.00')
    const lines = [{ chargeId, amount: '400' }]
    const { id, no } = await finance.client.ok(calls.addPayment, payment({ amount: '450', lines, submit: true }))
    expect((await payable()).charges).toEqual([])
    expect(await finance.client.refused(calls.addPayment, payment({ amount: '400', lines }))).toMatchObject({
      fields: [{ path: 'lines.0.amount', reason: 'payments.moreThanOpen', params: { open: '0.00' } }],
    })
    await decide(no)
    const paid = { ids: [id], day: today, reference: 'OUT-1' }
    // The right alone is not enough: whoever applied does not pay.
    expect((await finance.client.ok(calls.payPayments, paid)).refused).toMatchObject([
      { reason: 'payments.ownPayment' },
    ])
    const before = Number(await balanceOf(bank))
    expect((await cashier.client.ok(calls.payPayments, paid)).refused).toEqual([])
    expect(await detail(id)).toMatchObject({ state: 'paid', allocated: '400.00', left: '50.00' })
    expect(Number(await balanceOf(bank))).toBe(before - 450)
    expect((await payable()).advance).toBe('50.00')
    await cashier.client.ok(calls.reversePayments, { ids: [id], reason: '退票' })
    expect((await payable()).charges).toMatchObject([{ chargeId, open: '400.00' }])
    expect(Number(await balanceOf(bank))).toBe(before)
  })

  it('[T20] the application says what is paid of it: 部分付, 已付, and approved again once the payment is reversed', async () => {
    const chargeId = await owedTo(carrier, '60.00')
    const { rows } = await sql<{ id: number }>`
      select application_id as id from charge where id = ${chargeId}`.execute(world.db)
    const { id: applicationId } = rows[0] as { id: number }
    const application = () => finance.client.ok(costs.getCostApplication, { id: applicationId })
    const pay = async (amount: string) => {
      const lines = [{ chargeId, amount }]
      const { id, no } = await finance.client.ok(calls.addPayment, payment({ amount, lines, submit: true }))
      await decide(no)
      expect((await cashier.client.ok(calls.payPayments, { ids: [id], day: today, reference: no })).refused).toEqual([])
      return id
    }
    const first = await pay('25.00')
    expect(await application()).toMatchObject({ state: 'partPaid', paid: '25.00', actions: [] })
    await pay('35.00')
    expect(await application()).toMatchObject({ state: 'paid', paid: '60.00' })
    const kinds = ['costApplication'] as const
    expect(
      (await finance.client.ok(costs.getCostApplications, { kinds: [...kinds], tab: 'paid' })).rows.map(({ id }) => id),
    ).toEqual([applicationId])
    await cashier.client.ok(calls.reversePayments, { ids: [first], reason: '退票' })
    expect(await application()).toMatchObject({ state: 'partPaid', paid: '35.00' })
  })

  it('sent back are mended and sent again; void, what they held is free', async () => {
    const chargeId = await owedTo(carrier, '80.00')
    const lines = [{ chargeId, amount: '80' }]
    const { id, no } = await finance.client.ok(calls.addPayment, payment({ amount: '80', lines, submit: true }))
    await decide(no, 'reject')
    const sentBack = await detail(id)
    expect(sentBack).toMatchObject({ state: 'rejected', opinion: '核对过', lines: [{ state: 'planned' }] })
    await finance.client.ok(calls.changePayment, {
      id,
      version: sentBack.version,
      ...payment({ amount: '80', lines, submit: true, reason: '附签收单' }),
    })
    expect(await detail(id)).toMatchObject({ state: 'pending', lines: [{ state: 'reserved' }] })
    await decide(no)
    await finance.client.ok(calls.voidPayments, { ids: [id], reason: '改现金付' })
    expect((await payable()).charges.map((one) => one.chargeId)).toContain(chargeId)
  })

  it('[M23] an account pays no more than it has, and without a party nothing is left over', async () => {
    const chargeId = await owedTo(carrier, '30.00')
    const lines = [{ chargeId, amount: '30' }]
    const { id, no } = await finance.client.ok(
      calls.addPayment,
      payment({ amount: '30', lines, cashAccountId: till, channel: 'cash', submit: true }),
    )
    await decide(no)
    expect((await cashier.client.ok(calls.payPayments, { ids: [id], day: today })).refused).toMatchObject([
      { reason: 'money.notEnough' },
    ])
    const nobody = { ...payment({ amount: '30', lines: [] }), companyId: undefined }
    expect(await finance.client.refused(calls.addPayment, nobody)).toMatchObject({
      fields: [{ path: 'amount', reason: 'payments.wholeNeeded' }],
    })
  })

  it('[M42] every state allows the actions of its table and no other', async () => {
    const act = {
      submit: (id: number) => world.admin.ok(calls.submitPayments, { ids: [id] }),
      withdraw: (id: number) => world.admin.ok(calls.withdrawPayments, { ids: [id] }),
      pay: (id: number) => world.admin.ok(calls.payPayments, { ids: [id], day: today }),
      void: (id: number) => world.admin.ok(calls.voidPayments, { ids: [id], reason: 'x' }),
      reverse: (id: number) => world.admin.ok(calls.reversePayments, { ids: [id], reason: 'x' }),
    }
    const { id } = await finance.client.ok(calls.addPayment, payment({ amount: '1', lines: [] }))
    for (const state of paymentStates) {
      await sql`update payment set state = ${state} where id = ${id}`.execute(world.db)
      for (const action of paymentActions) {
        const may = paymentLifecycle[action].from.includes(state)
        const { actions } = await world.admin.ok(calls.getPayment, { id })
        const offered = actions.some(({ key }) => key === action)
        if (!may) expect(`${state} ${action} ${offered}`).toBe(`${state} ${action} false`)
        if (may || !(action in act)) continue
        expect((await act[action as keyof typeof act](id)).refused).toMatchObject([{ reason: 'payments.wrongState' }])
      }
    }
    await sql`update payment set state = 'draft' where id = ${id}`.execute(world.db)
  })
})

describe('[M20] cash accounts', () => {
  it('opening + in − out = closing of any period; a transfer moves money, and an account with money stays enabled', async () => {
    const from = Number(await balanceOf(bank))
    const { no } = await finance.client.ok(accounts.transferMoney, {
      fromId: bank,
      toId: till,
      amount: '120.50',
      day: today,
      note: '备用金',
    })
    expect(Number(await balanceOf(bank))).toBe(from - 120.5)
    expect(Number(await balanceOf(till))).toBe(120.5)
    const { rows } = await finance.client.ok(accounts.getCashEntries, { accountId: till })
    expect(rows[0]).toMatchObject({ docNo: no, act: 'transfer', income: '120.50', expense: null, balance: '120.50' })
    expect(rows[0]).toMatchObject({ otherAccountId: bank, partyName: '农行基本户' })
    const totals = await finance.client.ok(accounts.getCashEntryTotals, {
      accountId: bank,
      dayFrom: today,
      dayTo: today,
    })
    expect(Number(totals.opening) + Number(totals.income) - Number(totals.expense)).toBeCloseTo(
      Number(totals.closing),
      2,
    )
    expect(
      (await finance.client.ok(accounts.setCashAccountsEnabled, { ids: [till], enabled: false })).refused,
    ).toMatchObject([{ reason: 'money.notEmpty' }])
    const same = { fromId: till, toId: till, amount: '1', day: today }
    expect(await finance.client.refused(accounts.transferMoney, same)).toMatchObject({
      fields: [{ path: 'toId', reason: 'money.sameAccount' }],
    })
  })

  it('[M20] the journal says the balance after each entry, on whichever page and in whichever order it is read', async () => {
    for (const amount of ['3', '4.25', '5'])
      await finance.client.ok(accounts.transferMoney, { fromId: bank, toId: till, amount, day: today })
    const all = (await finance.client.ok(accounts.getCashEntries, { accountId: bank })).rows
    expect(all[0]?.balance).toBe(await balanceOf(bank))
    let sum = 0
    for (const { income, expense, balance } of all.toReversed()) {
      sum += Number(income ?? 0) - Number(expense ?? 0)
      expect(balance).toBe(sum.toFixed(2))
    }
    type More = { dir?: 'asc' | 'desc'; sort?: 'day'; side?: 'income' | 'expense'; pageSize: number }
    const read = async (more: More) => {
      const found: typeof all = []
      for (let after: string | undefined; ; ) {
        const { rows, next } = await finance.client.ok(accounts.getCashEntries, {
          accountId: bank,
          ...more,
          ...(after === undefined ? {} : { after }),
        })
        found.push(...rows)
        if (next === null) return found
        after = next
      }
    }
    expect(await read({ pageSize: 2 })).toEqual(all)
    expect(await read({ pageSize: 2, sort: 'day', dir: 'asc' })).toEqual(all.toReversed())
    // One side alone has the same balances: what moved on the other counts.
    for (const side of ['income', 'expense'] as const) {
      const onSide = all.filter((entry) => entry[side] !== null)
      expect(await read({ pageSize: 2, side })).toEqual(onSide)
      const { count } = await finance.client.ok(accounts.getCashEntryTotals, { accountId: bank, side })
      expect(count).toBe(onSide.length)
    }
  })
})
