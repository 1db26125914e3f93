import { mergeCompanies } from '@xunyun/contract/companies/calls'
import * as own from '@xunyun/contract/enquiries/own'
import { getInvoiceables } from '@xunyun/contract/invoices/calls'
import * as accounts from '@xunyun/contract/money/accounts'
import * as payments from '@xunyun/contract/payments/calls'
import * as calls from '@xunyun/contract/statements/calls'
import { statementActions, statementLifecycle, statementStates } from '@xunyun/contract/statements/states'
import { addMailbox } from '@xunyun/contract/system/mailboxes'
import { cancelWaybills } from '@xunyun/contract/waybills/calls'
import { unconfirmPrices } from '@xunyun/contract/waybills/charges'
import { getMyJobs } from '@xunyun/contract/workbench/jobs'
import { getNotifications } from '@xunyun/contract/workbench/notifications'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Freight, openFreight } from '../../../test/freight.ts'
import * as owing from '../../../test/owing.ts'
import { downloadPdf, textsOf } from '../../../test/pdf.ts'
import { reviewedBy } from '../../../test/reviews.ts'
import { download, rowsOf, upload } from '../../../test/sheets.ts'
import { attachmentOf, attachmentsOf, openSmtp } from '../../../test/smtp.ts'
import { openWorld, type Person, type World } from '../../../test/world.ts'

let world: World
let freight: Freight
let finance: Person
let boss: Person
let bank: number
let smtp: Awaited<ReturnType<typeof openSmtp>>

beforeAll(async () => {
  smtp = await openSmtp()
  world = await openWorld()
  freight = await openFreight(world)
  finance = await world.person('finance', { rights: 'all' })
  boss = await world.person('boss', { rights: { unreviewed: 'approve', priceCheck: 'approve', costZJ: 'approve' } })
  await reviewedBy(world, boss.id, ['price', 'costZJ'])
  bank = (await world.admin.ok(accounts.addCashAccount, { outletId: freight.hangzhou, name: '农行', kind: 'bank' })).id
})
afterAll(async () => {
  await world.close()
  await smtp.close()
})

const _decide = (no: string) => owing.deciding(boss)(no)
const customer = async (name: string) => world.company(name, ['customer'])
const owed = (customerId: number, bizDate: string, amount: string, over: object = {}) =>
  owing.owed({ world, freight, by: boss }, customerId, bizDate, amount, over)
const adjusted = (waybillId: number, amount: string, day?: string) =>
  owing.adjusted({ world, by: boss }, waybillId, amount, day)
const received = (companyId: number, day: string, amount: string) =>
  finance.client.ok(payments.addReceipt, { companyId, cashAccountId: bank, channel: 'bank', amount, day, lines: [] })
const generate = (companyId: number, toDay: string, outletId = freight.hangzhou) =>
  finance.client.ok(calls.generateStatement, { companyId, outletId, toDay })
const detail = (id: number) => finance.client.ok(calls.getStatement, { id })
const send = (id: number, more: object = {}) => finance.client.ok(calls.sendStatements, { ids: [id], ...more })
const linkOf = async (id: number) => (await finance.client.ok(calls.copyStatementLink, { id })).path
const open = (path: string, language = 'zh') =>
  fetch(`${world.url}${path}`, { headers: { 'accept-language': language } })
const answer = (path: string, fields: Record<string, string>) =>
  fetch(`${world.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'zh' },
    body: new URLSearchParams(fields).toString(),
  })
const confirm = async (id: number) => {
  const { version } = await detail(id)
  return finance.client.ok(calls.confirmStatement, { id, version, fileIds: [await upload(finance.client, [['章']])] })
}
const voided = (id: number) => finance.client.ok(calls.voidStatements, { ids: [id], reason: '开错' })

describe('[M53] statements', () => {
  it('[V19] closing = opening + charges + adjustments − received; the next begins with it, marks 补前期, and holds it', async () => {
    const company = await customer('湖州南方')
    const { id: first } = await owed(company, '2026-06-05', '7000')
    await owed(company, '2026-06-20', '3000')
    await adjusted(first, '-200', '2026-06-25')
    await received(company, '2026-06-28', '6000')
    // Of July: not on June's.
    await owed(company, '2026-07-08', '7550')
    const june = await generate(company, '2026-06-30')
    expect(june.no).toMatch(/^DZ\d{11}$/)
    // An invoice can be applied for of what stands on it alone.
    const offered = { customerId: company, statementId: june.id }
    expect((await finance.client.ok(getInvoiceables, offered)).map(({ open }) => open).sort()).toEqual([
      '-200.00',
      '3000.00',
      '7000.00',
    ])
    expect(await detail(june.id)).toMatchObject({
      state: 'draft',
      fromDay: '2026-06-05',
      opening: '0.00',
      charges: '10000.00',
      adjustments: '-200.00',
      received: '6000.00',
      closing: '3800.00',
    })
    await send(june.id)
    await confirm(june.id)
    // Agreed after June was stated.
    await owed(company, '2026-06-29', '450')
    await received(company, '2026-07-15', '3800')
    const july = await generate(company, '2026-07-31')
    const { lines, ...shown } = await detail(july.id)
    expect(shown).toMatchObject({
      fromDay: '2026-07-01',
      opening: '3800.00',
      charges: '8000.00',
      adjustments: '0.00',
      received: '3800.00',
      closing: '8000.00',
    })
    expect(lines.filter(({ mark }) => mark === 'late').map(({ amount }) => amount)).toEqual(['450.00'])
    expect((await voided(june.id)).refused).toMatchObject([{ reason: 'statements.notLatest' }])
    await voided(july.id)
    expect((await voided(june.id)).refused).toEqual([])
    // Free again: one statement takes it all.
    const again = await generate(company, '2026-07-31')
    expect(await detail(again.id)).toMatchObject({ opening: '0.00', closing: '8000.00' })
  })

  it('states a charge once: while one is open there is no other, and what a party of the waybill pays is on none', async () => {
    const company = await customer('台州椒江')
    await owed(company, '2026-06-05', '100')
    await owed(company, '2026-06-06', '70', { payMethod: 'collect' })
    const both = await Promise.allSettled(Array.from({ length: 4 }, () => generate(company, '2026-06-30')))
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const input = { companyId: company, outletId: freight.hangzhou, toDay: '2026-07-01' }
    const { reason } = await finance.client.refused(calls.generateStatement, input)
    expect(reason).toBe('statements.openDraft')
    const { rows } = await finance.client.ok(calls.getStatements, { tab: 'draft', companyId: company })
    expect(rows).toMatchObject([{ charges: '100.00', closing: '100.00' }])
  })

  it('proposes 期末日 by the bill day, and says at the field what is in the future, stated already, empty or no outlet of ours', async () => {
    const company = await customer('金华义乌')
    await owed(company, '2026-06-05', '100')
    await sql`update company set bill_day = 25 where id = ${company}`.execute(world.db)
    const proposed = await finance.client.ok(calls.proposeStatement, { companyId: company })
    expect(proposed.toDay.slice(8)).toBe('25')
    expect(proposed.outlets).toMatchObject([
      { outletId: freight.hangzhou, lines: 1, opening: '0.00', closing: '100.00' },
    ])
    const refused = async (over: object) =>
      (
        await finance.client.refused(calls.generateStatement, {
          companyId: company,
          outletId: freight.hangzhou,
          toDay: '2026-06-30',
          ...over,
        })
      ).fields
    expect(await refused({ toDay: '2099-01-01' })).toMatchObject([{ path: 'toDay', reason: 'field.future' }])
    expect(await refused({ toDay: '2026-06-01' })).toMatchObject([{ path: 'toDay', reason: 'statements.nothing' }])
    expect(await refused({ companyId: 999_999 })).toMatchObject([{ path: 'companyId', reason: 'field.choice' }])
    expect(await refused({ outletId: freight.yunfan })).toMatchObject([
      { path: 'outletId', reason: 'statements.noOutlet' },
    ])
    const { id } = await generate(company, '2026-06-30')
    await send(id)
    await confirm(id)
    expect(await refused({})).toMatchObject([
      { path: 'toDay', reason: 'statements.stated', params: { day: '2026-06-30' } },
    ])
  })

  it('of everybody with something open are drafted as a job, each up to its own bill day', async () => {
    const [one, two, paid] = [await customer('丽水莲都'), await customer('丽水缙云'), await customer('丽水遂昌')]
    // One that only paid is asked for as in the form for one.
    await received(paid, '2026-06-05', '33')
    await owed(one, '2026-06-05', '11')
    await owed(two, '2026-06-05', '22')
    const job = await finance.client.ok(calls.generateStatements, {})
    await vi.waitFor(async () => {
      const now = (await finance.client.ok(getMyJobs, {})).find(({ id }) => id === job.id)
      if (now?.state !== 'done') throw new Error(now?.state)
    }, 20_000)
    const { rows } = await finance.client.ok(calls.getStatements, { tab: 'draft', pageSize: 100 })
    const of = (id: number) => rows.filter(({ companyId }) => companyId === id).map(({ closing }) => closing)
    expect([of(one), of(two), of(paid)]).toEqual([['11.00'], ['22.00'], ['-33.00']])
  })

  it('[D-05] are seen, made and sent by their own outlet alone', async () => {
    const company = await customer('舟山定海')
    await owed(company, '2026-06-05', '100')
    const { id } = await generate(company, '2026-06-30')
    const far = await world.person('far', { rights: 'all', scope: 'outlet', companies: [freight.guangzhou] })
    expect((await far.client.ok(calls.getStatements, { tab: 'all' })).rows).toEqual([])
    expect(await far.client.refused(calls.getStatement, { id })).toMatchObject({ code: 404 })
    expect((await far.client.ok(calls.proposeStatement, { companyId: company })).outlets).toEqual([])
    expect(
      await far.client.refused(calls.generateStatement, {
        companyId: company,
        outletId: freight.hangzhou,
        toDay: '2026-07-31',
      }),
    ).toMatchObject({ fields: [{ path: 'outletId', reason: 'statements.noOutlet' }] })
    expect((await far.client.ok(calls.sendStatements, { ids: [id] })).refused).toMatchObject([
      { reason: 'kernel.notFound' },
    ])
  })

  it('[RT-13/freight] the customer’s account reads what was sent to it, as it was sent, and no other’s', async () => {
    const [mine, others] = [await customer('建德梅城'), await customer('建德寿昌')]
    for (const company of [mine, others]) await owed(company, '2026-06-05', '120')
    const sent = await generate(mine, '2026-06-30')
    const account = (
      await world.person('jiande', { rights: { freight: 'browse' }, scope: 'customer', companies: [mine] })
    ).client
    const seen = async (client = account) => (await client.ok(own.getOwnStatements, {})).rows
    // A draft is nobody's but ours.
    expect(await seen()).toEqual([])
    await send(sent.id)
    const hidden = await generate(others, '2026-06-30')
    await send(hidden.id)
    expect(await seen()).toMatchObject([{ no: sent.no, charges: '120.00', closing: '120.00', state: 'sent' }])
    const excel = await download(account, own.exportOwnStatement, { id: sent.id })
    expect(excel.name).toContain('建德梅城')
    expect((await download(account, own.exportOwnStatement, { id: hidden.id })).code).toBe(404)
    const pdf = await downloadPdf(account, own.getOwnStatementPdf, { id: sent.id })
    expect(pdf.name).toBe(excel.name.replace('.xlsx', '.pdf'))
    expect(pdf.pages.flat()).toEqual(expect.arrayContaining(['建德梅城', '120.00']))
    expect((await downloadPdf(account, own.getOwnStatementPdf, { id: hidden.id })).code).toBe(404)
    expect((await downloadPdf(account, calls.getStatementPdf, { id: sent.id })).code).not.toBe(200)
    expect((await account.ok(own.getOwnStatementTotals, {})).count).toBe(1)
    // Colleagues have the page of statements for it.
    expect(await seen(finance.client)).toEqual([])
  })

  it('move with a partner that is merged: refused while one is open, and the next begins with the sum of both', async () => {
    const [kept, gone] = [await customer('衢州柯城'), await customer('衢州衢江')]
    await owed(kept, '2026-06-05', '100')
    await owed(gone, '2026-06-05', '30')
    const [a, b] = [await generate(kept, '2026-06-30'), await generate(gone, '2026-06-30')]
    const merge = { id: kept, version: 1, otherIds: [gone] }
    const refusal = await world.admin.refused(mergeCompanies, merge)
    expect(refusal).toMatchObject({ reason: 'statements.openAtMerge' })
    for (const { id } of [a, b]) {
      await send(id)
      await confirm(id)
    }
    await world.admin.ok(mergeCompanies, merge)
    await owed(kept, '2026-07-05', '1')
    const next = await generate(kept, '2026-07-31')
    expect(await detail(next.id)).toMatchObject({ opening: '130.00', closing: '131.00' })
  })
})

describe('[M3] what stands on a statement that was sent', () => {
  it('is held: neither cancelled nor priced anew, naming DZ; a draft holds nothing, and is taken anew when it is sent', async () => {
    const company = await customer('绍兴柯桥')
    const { id, waybillNo } = await owed(company, '2026-06-05', '500')
    const { id: other } = await owed(company, '2026-06-06', '80')
    const { id: statement, no } = await generate(company, '2026-06-30')
    const take = (ids: number[]) => world.admin.ok(unconfirmPrices, { ids, reason: '客户改价' })
    expect((await take([other])).refused).toEqual([])
    await send(statement)
    expect(await detail(statement)).toMatchObject({ charges: '500.00', closing: '500.00', lineCount: 1 })
    expect((await take([id])).refused).toMatchObject([{ reason: 'waybills.chargesHeld' }])
    const cancelled = await world.admin.ok(cancelWaybills, { ids: [id], reason: '不发了' } as never)
    expect(cancelled.refused[0]).toMatchObject({ no: waybillNo, reason: 'waybills.chargesHeld' })
    expect(cancelled.refused[0]?.msg).toContain(no)
    await expect(sql`update charge set amount = 1 where waybill_id = ${id}`.execute(world.db)).rejects.toThrow('held')
    await voided(statement)
    expect((await take([id])).refused).toEqual([])
  })

  it('[V15] keeps its receipts: neither reversed nor freed until the statement is void, naming DZ', async () => {
    const company = await customer('宁波北仑')
    await owed(company, '2026-06-05', '100')
    const { id: receipt } = await received(company, '2026-06-10', '100')
    const { charges } = await finance.client.ok(payments.getOpenCharges, { direction: 'receipt', companyId: company })
    const { version } = await finance.client.ok(payments.allocatePayment, {
      id: receipt,
      version: 1,
      lines: [{ chargeId: charges[0]?.chargeId as number, amount: '60' }],
    })
    const { id, no } = await generate(company, '2026-06-30')
    await send(id)
    const [line] = (await finance.client.ok(payments.getPayment, { id: receipt })).lines
    const free = { id: receipt, version, lineIds: [line?.id as number], reason: '错单' }
    expect(await finance.client.refused(payments.unallocatePayment, free)).toMatchObject({
      reason: 'statements.holdsReceipt',
    })
    const reverse = () => finance.client.ok(payments.reversePayments, { ids: [receipt], reason: '退票' })
    const refused = (await reverse()).refused
    expect(refused).toMatchObject([{ reason: 'statements.holdsReceipt' }])
    expect(refused[0]?.msg).toContain(no)
    await voided(id)
    expect((await reverse()).refused).toEqual([])
    // What never was is on no statement.
    const again = await generate(company, '2026-06-30')
    expect(await detail(again.id)).toMatchObject({ received: '0.00', closing: '100.00' })
  })

  it('what was given back of a receipt counts against it', async () => {
    const company = await customer('宁波镇海')
    await owed(company, '2026-06-05', '10')
    const { id: receipt } = await received(company, '2026-06-10', '100')
    const { version } = await finance.client.ok(payments.getPayment, { id: receipt })
    await finance.client.ok(payments.refundPayment, {
      id: receipt,
      version,
      cashAccountId: bank,
      amount: '30',
      day: '2026-06-20',
      reason: '多付',
    })
    const { id } = await generate(company, '2026-06-30')
    expect(await detail(id)).toMatchObject({ charges: '10.00', received: '70.00', closing: '-60.00' })
  })
})

describe('[M55] the link', () => {
  const sent = async (name: string, amounts = ['500', '80']) => {
    const company = await customer(name)
    const made = []
    for (const amount of amounts) made.push(await owed(company, '2026-06-05', amount))
    const { id, no } = await generate(company, '2026-06-30')
    await send(id)
    return { company, id, no, made }
  }

  it('shows this statement without an account or a script, and takes one answer', async () => {
    const { id, no } = await sent('嘉兴<b>海宁</b>')
    const path = await linkOf(id)
    const page = await open(path)
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain(no)
    expect(html).toContain('580.00')
    expect(html).toContain('嘉兴&#60;b&#62;海宁')
    expect(html).not.toMatch(/<script|<b>/)
    expect(await (await open(path, 'ja-JP')).text()).toContain('期末残高')
    expect(await (await open(path, 'fr')).text()).toContain('期末余额')
    const both = await Promise.all([answer(path, { answer: 'confirmed' }), answer(path, { answer: 'confirmed' })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
    expect(await detail(id)).toMatchObject({ state: 'confirmed', answer: 'confirmed', answeredByName: null })
    // It is read with its answer for as long as the link is good, and takes no other.
    const over = await open(path)
    expect(over.status).toBe(200)
    const said = await over.text()
    expect(said).toMatch(/已于 \d{4}-\d\d-\d\d \d\d:\d\d 确认/)
    expect(said).toContain('580.00')
    expect(said).not.toMatch(/<form|<input|<button|<textarea/)
    expect((await open(`${path}/excel`)).status).toBe(200)
    expect((await open(`${path}/pdf`)).status).toBe(200)
    const again = await answer(path, { answer: 'disputed', remark: '不对' })
    expect(again.status).toBe(410)
    expect(await again.text()).not.toContain('580.00')
    expect(await detail(id)).toMatchObject({ state: 'confirmed', remark: null })
    await sql`update statement_link set expires_at = now() where statement_id = ${id}`.execute(world.db)
    const late = await open(path)
    expect(late.status).toBe(410)
    expect(await late.text()).not.toContain('580.00')
    expect((await open(`${path}/excel`)).status).toBe(410)
    expect((await open(`${path}/pdf`)).status).toBe(410)
  })

  it('a new one replaces it; what is unknown, expired or void says so and no more', async () => {
    const { id } = await sent('嘉兴桐乡')
    const old = await linkOf(id)
    const path = await linkOf(id)
    expect(await (await open(old)).text()).toContain('链接已更换')
    expect((await answer(old, { answer: 'confirmed' })).status).toBe(410)
    expect((await open('/statement/none')).status).toBe(404)
    const { rows } = await sql<{ hash: string }>`select encode(token_hash, 'hex') as hash from statement_link`.execute(
      world.db,
    )
    const token = path.split('/').at(-1) as string
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(rows.some(({ hash }) => hash.includes(token))).toBe(false)
    await sql`update statement_link set expires_at = now() where ended_at is null and statement_id = ${id}`.execute(
      world.db,
    )
    expect(await (await open(path)).text()).toContain('链接已过期')
    await voided(id)
    expect(await (await open(path)).text()).toContain('对账单已作废')
    expect((await detail(id)).state).toBe('void')
  })

  it('[M53] what the customer disputes by telephone is recorded by whoever took the call, as by the link, which ends', async () => {
    const { id, made } = await sent('温州乐清')
    const other = await sent('温州永嘉')
    const [mine, foreign] = [(await detail(id)).lines, (await detail(other.id)).lines]
    const line = mine.find(({ ofNo }) => ofNo === made[1]?.waybillNo)?.id as number
    const path = await linkOf(id)
    const { version } = await detail(id)
    const call = { id, version, caller: '陈女士', disputes: [{ lineId: line, dispute: '没有送货上门' }] }
    const refused = async (over: object) =>
      (await finance.client.refused(calls.disputeStatement, { ...call, ...over })).fields
    expect(await refused({ caller: ' ' })).toMatchObject([{ path: 'caller' }])
    expect(await refused({ disputes: [] })).toMatchObject([{ path: 'disputes', reason: 'statements.nothingDisputed' }])
    expect(await refused({ disputes: [{ lineId: line, dispute: ' ' }] })).toMatchObject([
      { path: 'disputes.0.dispute' },
    ])
    for (const lineId of [foreign[0]?.id, line])
      expect(await refused({ disputes: [...call.disputes, { lineId, dispute: '不对' }] })).toMatchObject([
        { path: 'disputes.1.lineId', reason: 'field.choice' },
      ])
    expect(await detail(id)).toMatchObject({ state: 'sent', version })
    const looker = (await world.person('looker', { rights: { statement: 'browse' } })).client
    expect((await looker.send(calls.disputeStatement, call)).code).toBe(403)

    await finance.client.ok(calls.disputeStatement, call)
    const told = await detail(id)
    expect(told).toMatchObject({ state: 'disputed', answer: 'disputed', answeredByName: 'finance', caller: '陈女士' })
    expect(told.lines[0]).toMatchObject({ id: line, dispute: '没有送货上门', isDisputed: true })
    expect((await finance.client.ok(calls.getStatementHistory, { id }))[0]).toMatchObject({
      action: 'called',
      byName: 'finance',
      changes: [{ field: 'state' }, { field: 'caller', to: '陈女士' }],
    })
    const read = async () => (await open(path)).text()
    expect(await read()).toContain('没有送货上门</td>')
    expect(await read()).toMatch(/已于 .* 提出异议/)
    await adjusted(made[1]?.id as number, '-30')
    await finance.client.ok(calls.handleDisputes, { ids: [id] })
    // What the next sending will say is not told before it.
    expect(await read()).toContain('580.00')
    expect(await read()).not.toMatch(/550\.00|30\.00/)
    await send(id)
    expect(await detail(id)).toMatchObject({ closing: '550.00', answer: null, caller: null })
  })

  it('a disputed line is adjusted by review, stands on the same statement whatever its day, and is sent again', async () => {
    const { id, made, company } = await sent('温州瑞安')
    const [first] = made as [{ id: number; waybillNo: string }]
    const other = await sent('温州平阳')
    const foreign = (await detail(other.id)).lines[0]?.id as number
    const before = await detail(id)
    const line = before.lines.find(({ ofNo }) => ofNo === first.waybillNo)?.id as number
    const path = await linkOf(id)
    const nothing = await answer(path, { answer: 'disputed', [`d${line}`]: '  ' })
    expect(nothing.status).toBe(422)
    expect(await nothing.text()).toContain('还没有写异议')
    // A remark at a line is a dispute: confirmed, it would be lost. The page comes back with all that was typed.
    const kept = await answer(path, { answer: 'confirmed', [`d${line}`]: '少收 <2> 件', remark: '请"核对"' })
    expect(kept.status).toBe(422)
    const html = await kept.text()
    expect(html).toContain('有 1 行写了异议说明')
    expect(html).toContain('value="少收 &#60;2&#62; 件"')
    expect(html).toContain('请&#34;核对&#34;</textarea>')
    expect((await detail(id)).state).toBe('sent')
    const said = await answer(path, {
      answer: 'disputed',
      [`d${line}`]: '重量不对，应为 <8> kg',
      [`d${foreign}`]: '别人的',
      remark: '请尽快',
    })
    expect(said.status).toBe(200)
    expect(await detail(id)).toMatchObject({ state: 'disputed', answer: 'disputed', remark: '请尽快' })
    // Whoever sent it hears of it, with the way to it.
    const { no } = await detail(id)
    const { rows: told } = await finance.client.ok(getNotifications, {})
    expect(told.find(({ params }) => params.no === no)).toMatchObject({
      kind: 'statementDisputed',
      link: `/financial/statement?tab=disputed&q=${no}`,
    })
    expect((await detail(id)).lines[0]).toMatchObject({ id: line, dispute: '重量不对，应为 <8> kg', isDisputed: true })
    expect((await detail(other.id)).lines.every(({ dispute }) => dispute === null)).toBe(true)
    const handle = () => finance.client.ok(calls.handleDisputes, { ids: [id] })
    const [none] = (await handle()).refused
    expect(none).toMatchObject({ reason: 'statements.noAdjustments' })
    expect(none?.msg).toContain(`异议的 ${first.waybillNo} 还没有`)
    await adjusted(first.id, '-50')
    expect((await handle()).refused).toEqual([])
    await send(id)
    const after = await detail(id)
    expect(after).toMatchObject({ state: 'sent', adjustments: '-50.00', closing: '530.00', sendings: 2, answer: null })
    expect(after.lines.find(({ mark }) => mark === 'dispute')).toMatchObject({ kind: 'adjustment', amount: '-50.00' })
    expect(after.sent.map(({ sending, closing }) => [sending, closing])).toEqual([
      [2, '530.00'],
      [1, '580.00'],
    ])
    const old = await open(path)
    expect(old.status).toBe(410)
    const replaced = await old.text()
    expect(replaced).toContain('链接已更换')
    expect(replaced).not.toContain('530.00')
    const newer = await linkOf(id)
    expect(await (await open(newer)).text()).toContain('基本运费 · 调整')
    await answer(newer, { answer: 'confirmed' })
    expect((await detail(id)).state).toBe('confirmed')
    expect(await (await open(path)).text()).toContain('链接已更换')
    // The adjustment is on no other.
    await owed(company, '2026-07-05', '1')
    expect(await detail((await generate(company, '2026-07-31')).id)).toMatchObject({
      adjustments: '0.00',
      opening: '530.00',
    })
  })

  it('is in the mail with Excel and PDF, which have a row a waybill and fees in columns; a company without an address is named', async () => {
    const company = await customer('杭州富阳')
    const { waybillNo } = await owed(company, '2026-06-05', '500', {
      charges: [
        { feeItem: 'freight', amount: '450' },
        { feeItem: 'pickup', amount: '50' },
      ],
    })
    const { id, no } = await generate(company, '2026-06-30')
    const { id: mailboxId } = await world.admin.ok(addMailbox, {
      name: '对账',
      host: '127.0.0.1',
      port: smtp.port,
      security: 'none',
      sender: 'tms@example.com',
      senderName: '迅运物流',
    })
    expect(await finance.client.ok(calls.getStatementMailboxes, {})).toMatchObject([{ id: mailboxId }])
    expect((await send(id, { mailboxId })).refused).toMatchObject([{ reason: 'statements.noMail' }])
    expect((await detail(id)).state).toBe('draft')
    await sql`update company set email = 'cw@fuyang.example' where id = ${company}`.execute(world.db)
    expect((await send(id, { mailboxId })).refused).toEqual([])
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), 20_000)
    const mail = smtp.received[0]?.text ?? ''
    const rows = await rowsOf(attachmentOf(mail))
    expect(rows[0]?.slice(8, 10)).toEqual(['基本运费', '提货费'])
    // Below them their sums: pieces, weight, each fee and the whole.
    expect(rows).toHaveLength(3)
    expect(rows[1]).toEqual(expect.arrayContaining([waybillNo, '450', '50', '500']))
    expect([rows[2]?.[0], rows[2]?.slice(6)]).toEqual(['合计', rows[1]?.slice(6)])
    const file = await download(finance.client, calls.exportStatement, { id })
    expect(file.name).toBe(`杭州富阳_20260605-20260630_${no}.xlsx`)
    const [, attached] = attachmentsOf(mail)
    const [page] = textsOf(attached as Buffer)
    expect(page?.slice(0, 2)).toEqual([`对账单 ${no}`, '杭州富阳'])
    expect(page).toEqual(
      expect.arrayContaining([
        '期末余额（元）',
        '基本运费',
        '提货费',
        waybillNo,
        '450.00',
        '50.00',
        '500.00',
        '第 1 / 1 页',
      ]),
    )
    const pdf = await downloadPdf(finance.client, calls.getStatementPdf, { id, language: 'en' })
    expect(pdf.name).toBe(`杭州富阳_20260605-20260630_${no}.pdf`)
    expect(pdf.pages[0]).toEqual(expect.arrayContaining([`Statement ${no}`, '500.00']))
    expect(await detail(id)).toMatchObject({ state: 'sent', sent: [{ mailed: true }] })
    const { body } = await world.db.selectFrom('mail').select('body').orderBy('id', 'desc').executeTakeFirstOrThrow()
    const path = /\/statement\/[\w-]{43}/.exec(body)?.[0] as string
    expect((await open(path)).status).toBe(200)
    const byLink = await open(`${path}/pdf`)
    expect(byLink.headers.get('content-type')).toBe('application/pdf')
    expect(textsOf(Buffer.from(await byLink.arrayBuffer()))[0]).toContain(waybillNo)
  })
})

it('[M53] every state allows the actions of its table and no other, and a confirmed one is voided by its own right', async () => {
  const company = await customer('金华东阳')
  await owed(company, '2026-06-05', '100')
  const { id } = await generate(company, '2026-06-30')
  const file = await upload(finance.client, [['章']])
  const act = {
    send: () => finance.client.ok(calls.sendStatements, { ids: [id] }),
    handle: () => finance.client.ok(calls.handleDisputes, { ids: [id] }),
    void: () => voided(id),
    discard: () => voided(id),
    copyLink: () => finance.client.refused(calls.copyStatementLink, { id }),
    confirm: async () =>
      finance.client.refused(calls.confirmStatement, { id, version: (await detail(id)).version, fileIds: [file] }),
    dispute: async () =>
      finance.client.refused(calls.disputeStatement, {
        id,
        version: (await detail(id)).version,
        caller: '陈女士',
        disputes: [],
        remark: 'x',
      }),
  }
  for (const state of statementStates) {
    await sql`update statement set state = ${state} where id = ${id}`.execute(world.db)
    for (const action of statementActions) {
      const allows = statementLifecycle[action].from.includes(state)
      const { actions } = await detail(id)
      expect(`${state} ${action} ${actions.some(({ key }) => key === action)}`).toBe(`${state} ${action} ${allows}`)
      if (allows || action === 'voidConfirmed') continue
      if ((action === 'void' || action === 'discard') && state !== 'void') continue
      const said = await act[action]()
      expect('refused' in said ? said.refused[0] : said).toMatchObject({ reason: 'statements.wrongState' })
    }
  }
  await sql`update statement set state = 'draft' where id = ${id}`.execute(world.db)
  await send(id)
  const stale = { id, version: 9_999, fileIds: [file] }
  expect(await finance.client.refused(calls.confirmStatement, stale)).toMatchObject({ reason: 'kernel.stale' })
  const said = { id, version: 9_999, caller: '陈女士', disputes: [], remark: 'x' }
  expect(await finance.client.refused(calls.disputeStatement, said)).toMatchObject({ reason: 'kernel.stale' })
  await confirm(id)
  const auditor = await world.person('auditor', { rights: { statement: 'approve' } })
  expect((await auditor.client.ok(calls.voidStatements, { ids: [id], reason: 'x' })).refused).toMatchObject([
    { reason: 'kernel.forbidden' },
  ])
  expect((await voided(id)).refused).toEqual([])
})
