import { mergeCompanies } from '@xunyun/contract/companies/calls'
import * as costs from '@xunyun/contract/costs/costApplications'
import { getFees } from '@xunyun/contract/costs/feeList'
import { addCashAccount, getCashAccount } from '@xunyun/contract/money/accounts'
import * as payments from '@xunyun/contract/payments/calls'
import { getProfit } from '@xunyun/contract/profit/calls'
import * as calls from '@xunyun/contract/statements/calls'
import { getMyJobs } from '@xunyun/contract/workbench/jobs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Freight, openFreight } from '../../../test/freight.ts'
import * as owing from '../../../test/owing.ts'
import { downloadPdf } from '../../../test/pdf.ts'
import { reviewedBy } from '../../../test/reviews.ts'
import { download, upload } from '../../../test/sheets.ts'
import { openWorld, type Person, type World } from '../../../test/world.ts'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { postCharges } from '../charges/index.ts'
import { advance, opening, postMoney } from '../money/index.ts'

let world: World
let freight: Freight
let finance: Person
let boss: Person
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  finance = await world.person('finance', { rights: 'all' })
  boss = await world.person('boss', { rights: { unreviewed: 'approve', costZJ: 'approve', payment: 'browse' } })
  await reviewedBy(world, boss.id, ['price', 'costZJ', 'costApplication', 'payment'])
})
afterAll(() => world.close())

it('[M53] of a waybill of 多笔付 a statement says its customer’s part and the whole: in the sheet, on his page, in Excel and PDF; where all is his it says nothing', async () => {
  const company = await world.company('嵊州三界', ['customer'])
  const split = (monthly: string) => ({
    payMethod: 'split',
    payments: [{ method: 'monthly', amount: monthly }, { method: 'collect' }],
  })
  await owing.owed({ world, freight, by: boss }, company, '2026-06-05', '1461.60', split('20'))
  await owing.owed({ world, freight, by: boss }, company, '2026-06-06', '300')
  const asked = { companyId: company, outletId: freight.hangzhou, toDay: '2026-06-30' }
  const { id } = await finance.client.ok(calls.generateStatement, asked)
  const { lines } = await finance.client.ok(calls.getStatement, { id })
  expect(lines.map(({ kind, amount, split: part }) => [kind, amount, part])).toEqual([
    ['charge', '20.00', { own: '20.00', whole: '1461.60' }],
    ['charge', '300.00', null],
  ])
  await finance.client.ok(calls.sendStatements, { ids: [id] })
  const said = '多笔付 本方 20.00 / 共 1,461.60'
  const { path } = await finance.client.ok(calls.copyStatementLink, { id })
  const page = await (await fetch(`${world.url}${path}`, { headers: { 'accept-language': 'zh' } })).text()
  expect(page.split(said)).toHaveLength(2)
  const { rows: sheet } = await download(finance.client, calls.exportStatement, { id })
  expect(sheet.flat().filter((cell) => cell === said)).toHaveLength(1)
  const paper = await downloadPdf(finance.client, calls.getStatementPdf, { id })
  expect(paper.pages.flat().join('')).toContain('本方 20.00')

  // M54: what was sent stays as it was, whatever is mended of its waybill afterwards.
  const mended = async (more: string, by: string) => {
    await sql`update waybill set consignee_name = consignee_name || ${more}, consignee_city = consignee_city || ${more}, pieces = pieces + ${by}::int,
      weight = weight + ${by}::int, customer_no = case when ${more} <> '' then ${more} || waybill_no end, biz_date = biz_date + ${by}::int where customer_id = ${company}`.execute(
      world.db,
    )
    await sql`update charge set amount = amount + ${by}::int where pay_method = 'collect'
      and waybill_id in (select id from waybill where customer_id = ${company})`.execute(world.db)
  }
  const before = (
    await sql<{ id: number; name: string; city: string }>`
    select id, consignee_name as name, consignee_city as city from waybill where customer_id = ${company}`.execute(
      world.db,
    )
  ).rows
  const sent = await finance.client.ok(calls.getStatement, { id })
  await mended('（改）', '7')
  expect((await download(finance.client, calls.exportStatement, { id })).rows).toEqual(sheet)
  expect((await finance.client.ok(calls.getStatement, { id })).lines).toEqual(sent.lines)
  await mended('', '-7')
  for (const { id: waybillId, name, city } of before)
    await sql`update waybill set consignee_name = ${name}, consignee_city = ${city} where id = ${waybillId}`.execute(
      world.db,
    )
})

it('[RT-16/feeList] [M53] a charge says on which statement it stands and how far that is, the disputed line 有异议; a draft is nothing to the customer', async () => {
  const company = await world.company('新昌澄潭', ['customer'])
  const client = (
    await world.person('chengtan', { rights: { feeList: 'browse' }, scope: 'customer', companies: [company] })
  ).client
  await owing.owed({ world, freight, by: boss }, company, '2026-06-05', '300')
  await owing.owed({ world, freight, by: boss }, company, '2026-06-06', '200')
  const told = async (by = finance.client) =>
    (await by.ok(getFees, { companyId: company, sort: 'amount', dir: 'desc' })).rows.map((row) => [
      row.amount,
      row.statementNo,
      row.statementState,
    ])
  expect(await told()).toEqual([
    ['300.00', null, null],
    ['200.00', null, null],
  ])
  const { id } = await finance.client.ok(calls.generateStatement, {
    companyId: company,
    outletId: freight.hangzhou,
    toDay: '2026-06-30',
  })
  const { no } = await finance.client.ok(calls.getStatement, { id })
  expect(await told()).toEqual([
    ['300.00', no, 'draft'],
    ['200.00', no, 'draft'],
  ])
  expect(await told(client)).toEqual([
    ['300.00', null, null],
    ['200.00', null, null],
  ])
  await finance.client.ok(calls.sendStatements, { ids: [id] })
  const { version, lines } = await finance.client.ok(calls.getStatement, { id })
  await finance.client.ok(calls.disputeStatement, {
    id,
    version,
    caller: '陈女士',
    disputes: [{ lineId: lines.find(({ amount }) => amount === '200.00')?.id as number, dispute: '没有送货上门' }],
  })
  for (const by of [finance.client, client])
    expect(await told(by)).toEqual([
      ['300.00', no, 'sent'],
      ['200.00', no, 'disputed'],
    ])
  await finance.client.ok(calls.voidStatements, { ids: [id], reason: '重做' })
  expect(await told()).toEqual([
    ['300.00', null, null],
    ['200.00', null, null],
  ])
})

it('[M53] a carrier is stated what we owe it and what was paid: a row a trip, the next statement goes on from it, apart from what it owes us', async () => {
  const company = await world.company('绍兴顺达车队', ['carrier', 'customer'])
  await owing.owed({ world, freight, by: boss }, company, '2026-06-05', '90')
  const decide = owing.deciding(boss)
  const cost = async (amount: string) => {
    const { no } = await finance.client.ok(costs.addExpense, {
      feeItem: 'handling',
      companyId: company,
      amount,
      reason: '卸货',
      outletId: freight.hangzhou,
      submit: true,
    })
    await decide(no)
    const { rows } = await sql<{ id: number }>`
      update charge set day = '2026-06-10' where application_id = (select id from application where no = ${no}) returning id`.execute(
      world.db,
    )
    return { chargeId: (rows[0] as { id: number }).id, no }
  }
  const first = await cost('400')
  await cost('60')
  const asked = { companyId: company, outletId: freight.hangzhou, toDay: '2026-06-30', direction: 'payable' as const }
  expect(
    (await finance.client.ok(calls.proposeStatement, { companyId: company, direction: 'payable' })).outlets,
  ).toMatchObject([{ lines: 2, closing: '460.00' }])
  const { id } = await finance.client.ok(calls.generateStatement, asked)
  const { lines, ...head } = await finance.client.ok(calls.getStatement, { id })
  expect(head).toMatchObject({
    direction: 'payable',
    opening: '0.00',
    charges: '460.00',
    received: '0.00',
    closing: '460.00',
  })
  expect(lines.map(({ kind, amount, ofNo }) => [kind, amount, ofNo])).toContainEqual(['charge', '400.00', first.no])
  // What it owes us stands on a statement of its own, whether or not this one is answered.
  const ours = await finance.client.ok(calls.generateStatement, { ...asked, direction: undefined })
  // What is owed to us and by us is no sum.
  const totals = (more: object) =>
    finance.client.ok(calls.getStatementTotals, { companyId: company, tab: 'all', ...more })
  expect([(await totals({})).closing, (await totals({ direction: 'receivable' })).closing]).toEqual([
    null,
    expect.any(String),
  ])
  expect(await finance.client.ok(calls.getStatement, { id: ours.id })).toMatchObject({
    direction: 'receivable',
    closing: '90.00',
  })
  await finance.client.ok(calls.sendStatements, { ids: [id] })
  const { path } = await finance.client.ok(calls.copyStatementLink, { id })
  const page = await (await fetch(`${world.url}${path}`, { headers: { 'accept-language': 'zh' } })).text()
  expect(page).toContain('<dt>付款</dt>')
  expect(page).not.toContain('收款')
  // A receipt is laid on what is owed to us alone.
  expect(await finance.client.ok(payments.getOpenDocuments, { companyId: company })).toEqual([])
  // A payment is made for what the statement says that we owe.
  const toPay = await finance.client.ok(payments.getOpenDocuments, { companyId: company, direction: 'payment' })
  expect(toPay).toMatchObject([{ kind: 'statement', id, open: '460.00' }])
  const { version } = await finance.client.ok(calls.getStatement, { id })
  await finance.client.ok(calls.confirmStatement, { id, version, fileIds: [await upload(finance.client, [['章']])] })

  const day = clock.today()
  const bank = await world.admin.ok(addCashAccount, {
    outletId: freight.hangzhou,
    name: '农行',
    kind: 'bank',
    opening: '1000',
  })
  const paid = await finance.client.ok(payments.addPayment, {
    companyId: company,
    cashAccountId: bank.id,
    channel: 'bank',
    day,
    amount: '400',
    lines: [{ chargeId: first.chargeId, amount: '400' }],
    submit: true,
  })
  await decide(paid.no)
  expect((await world.admin.ok(payments.payPayments, { ids: [paid.id], day })).refused).toEqual([])
  const next = await finance.client.ok(calls.generateStatement, { ...asked, toDay: day })
  const later = await finance.client.ok(calls.getStatement, { id: next.id })
  expect(later).toMatchObject({ opening: '460.00', charges: '0.00', received: '400.00', closing: '60.00' })
  expect(later.lines).toMatchObject([{ kind: 'payment', amount: '400.00', ofNo: paid.no }])
  // Once it was sent, the payment on it stays.
  await finance.client.ok(calls.sendStatements, { ids: [next.id] })
  expect((await world.admin.ok(payments.reversePayments, { ids: [paid.id], reason: '退票' })).refused).toMatchObject([
    { reason: 'statements.holdsReceipt', msg: expect.stringContaining(next.no) },
  ])
  expect((await finance.client.ok(calls.getStatements, { tab: 'all', direction: 'payable' })).rows).toHaveLength(2)
})

it('[M22] [V31] what stood before the system is owed, stated and paid like all else, and is no profit', async () => {
  const company = await world.company('上虞老客户', ['customer'])
  const outletId = freight.hangzhou
  const day = clock.today()
  const profit = async () =>
    (
      await finance.client.ok(getProfit, {
        from: `${day.slice(0, 7)}-01`,
        to: day,
        dimension: 'customer',
        basis: 'posted',
      })
    ).total
  const before = await profit()
  const actor: Actor = {
    userId: finance.id,
    account: 'finance',
    name: 'finance',
    sessionId: 0,
    outletId,
    scope: { kind: 'all' },
    warehouses: null,
    rights: new Map(),
    mustChangePassword: false,
    language: 'zh',
  }
  await (world.db as unknown as Db).transaction().execute(async (tx) => {
    await postCharges(tx, finance.id, [
      {
        direction: 'receivable',
        source: 'opening',
        outletId,
        waybillId: null,
        feeItem: 'other',
        companyId: company,
        driverId: null,
        amount: '12000.00',
        taxRate: null,
        day,
        adjustsId: null,
        applicationId: null,
        costLineId: null,
        steps: [],
        shares: [],
      },
    ])
    await postMoney(tx, actor, {
      act: 'opening',
      doc: { type: 'opening', id: company, no: '期初' },
      key: 'advance',
      day,
      outletId,
      entries: [advance({ kind: 'company', id: company }, '500'), opening(outletId, '-500')],
    })
  })
  expect(await finance.client.ok(payments.getOpenCharges, { direction: 'receipt', companyId: company })).toMatchObject({
    open: '12000.00',
    advance: '500.00',
  })
  const { outlets } = await finance.client.ok(calls.proposeStatement, { companyId: company, toDay: day })
  // V31: the balance.
  expect(outlets).toMatchObject([{ lines: 2, closing: '11500.00' }])
  const first = await finance.client.ok(calls.generateStatement, { companyId: company, outletId, toDay: day })
  expect((await finance.client.ok(calls.getStatement, { id: first.id })).lines).toMatchObject([
    { kind: 'charge', amount: '12000.00' },
    { kind: 'opening', amount: '500.00', ofNo: '期初' },
  ])
  expect(await profit()).toEqual(before)
  // Money that an account begins with came from nowhere and earned nothing either.
  const till = await world.admin.ok(addCashAccount, {
    outletId,
    name: '备用金',
    kind: 'cash',
    opening: '300.50',
    day: '2026-06-01',
  })
  expect(await finance.client.ok(getCashAccount, { id: till.id })).toMatchObject({
    balance: '300.50',
    lastMovedOn: '2026-06-01',
  })
  expect(await profit()).toEqual(before)

  // Merged, it is all the other's.
  await finance.client.ok(calls.voidStatements, { ids: [first.id], reason: '重做' })
  const kept = await world.company('桐庐分水', ['customer'])
  await world.admin.ok(mergeCompanies, { id: kept, version: 1, otherIds: [company] })
  const merged = await finance.client.ok(calls.proposeStatement, { companyId: kept, toDay: day })
  expect(merged.outlets).toMatchObject([{ lines: 2, closing: '11500.00' }])
})

it('[M53] a statement is of whoever bills: of all outlets that it bills for, with what was received for them anywhere, and for nobody who may not see them all', async () => {
  const branch = await world.outlet('桐庐分点', freight.hangzhou)
  await sql`update company set uscc = '91330100MA27XYZ12K' where id = ${freight.hangzhou}`.execute(world.db)
  const company = await world.company('桐庐横村', ['customer'])
  await owing.owed({ world, freight, by: boss }, company, '2026-06-05', '200')
  await owing.owed({ world, freight, by: boss }, company, '2026-06-06', '300', { outletId: branch })
  const account = await finance.client.ok(addCashAccount, { outletId: branch, name: '桐庐现金', kind: 'cash' })
  await finance.client.ok(payments.addReceipt, {
    companyId: company,
    cashAccountId: account.id,
    channel: 'cash',
    amount: '120',
    day: '2026-06-20',
    lines: [],
  })
  const toDay = '2026-06-30'
  const { outlets } = await finance.client.ok(calls.proposeStatement, { companyId: company, toDay })
  expect(outlets).toMatchObject([{ outletId: freight.hangzhou, lines: 3, closing: '380.00' }])
  const of = (outletId: number, person = finance) =>
    person.client.refused(calls.generateStatement, { companyId: company, outletId, toDay })
  expect((await of(branch)).fields).toMatchObject([{ path: 'outletId', reason: 'statements.billedBy' }])
  const there = await world.person('finance-branch', { rights: 'all', scope: 'outlet', companies: [branch] })
  expect((await of(branch, there)).fields).toMatchObject([{ path: 'outletId', reason: 'statements.noOutlet' }])
  const job = await finance.client.ok(calls.generateStatements, { toDay })
  await vi.waitFor(async () => {
    const now = (await finance.client.ok(getMyJobs, {})).find(({ id }) => id === job.id)
    if (now?.state !== 'done') throw new Error(now?.state)
  }, 20_000)
  const { rows } = await finance.client.ok(calls.getStatements, { tab: 'draft', companyId: company })
  expect(rows).toMatchObject([{ outletId: freight.hangzhou, charges: '500.00', received: '120.00', closing: '380.00' }])
  await sql`update company set uscc = null where id = ${freight.hangzhou}`.execute(world.db)
})

it('[M53] a wrong draft is taken away by whoever makes statements, one that was sent by whoever approves', async () => {
  const company = await world.company('嵊州甘霖', ['customer'])
  await owing.owed({ world, freight, by: boss }, company, '2026-06-05', '100')
  const maker = await world.person('maker', { rights: { statement: 'edit' } })
  const asked = { companyId: company, outletId: freight.hangzhou }
  const draft = await maker.client.ok(calls.generateStatement, { ...asked, toDay: '2026-06-30' })
  expect(await maker.client.refused(calls.generateStatement, { ...asked, toDay: '2026-07-31' })).toMatchObject({
    reason: 'statements.openDraft',
  })
  expect((await maker.client.ok(calls.voidStatements, { ids: [draft.id], reason: '期末日不对' })).done).toBe(1)
  const { id } = await maker.client.ok(calls.generateStatement, { ...asked, toDay: '2026-07-31' })
  await maker.client.ok(calls.sendStatements, { ids: [id] })
  expect((await maker.client.ok(calls.voidStatements, { ids: [id], reason: 'x' })).refused).toMatchObject([
    { reason: 'kernel.forbidden' },
  ])
})
