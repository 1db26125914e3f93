import { decideApprovals, getApprovals } from '@xunyun/contract/approvals/calls'
import { addApproverLevel } from '@xunyun/contract/approvals/setup'
import { getCompany, mergeCompanies } from '@xunyun/contract/companies/calls'
import { getFee, getFees } from '@xunyun/contract/costs/feeList'
import * as calls from '@xunyun/contract/invoices/calls'
import { addProfile } from '@xunyun/contract/invoices/profiles'
import { getProfit } from '@xunyun/contract/profit/calls'
import { addMailbox } from '@xunyun/contract/system/mailboxes'
import * as imports from '@xunyun/contract/workbench/imports'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openFreight } from '../../../test/freight.ts'
import * as owing from '../../../test/owing.ts'
import { reviewedBy } from '../../../test/reviews.ts'
import { download, upload } from '../../../test/sheets.ts'
import { openWorld, type Person, type World } from '../../../test/world.ts'
import { clock } from '../../platform/clock.ts'

let world: World
let clerk: Person
let boss: Person
let chief: Person
let hangzhou: number
let customerId: number
let profileId: number
beforeAll(async () => {
  world = await openWorld()
  hangzhou = await world.company('杭州', ['outlet'])
  await world.db.updateTable('company').set({ uscc: '91330100799655058B' }).where('id', '=', hangzhou).execute()
  customerId = await world.company('云帆', ['customer'])
  clerk = await world.person('clerk', { rights: { billApply: 'edit', billApplyList: 'approve', billing: 'edit' } })
  boss = await world.person('boss', { rights: 'all' })
  chief = await world.person('chief', { rights: 'all' })
  for (const [bizType, who] of [
    ['invoice', boss],
    ['redInvoice', chief],
  ] as const)
    await world.admin.ok(addApproverLevel, {
      bizType,
      level: 1,
      mode: 'any',
      amountFrom: '0',
      userIds: [who.id],
      roleIds: [],
    })
  const profile = { title: '云帆电子', type: 'special' as const, mobile: '13800138000' }
  profileId = (await clerk.client.ok(addProfile, { ...profile, companyId: customerId, taxNo: '91330110MA2B0RXU59' })).id
})
afterAll(async () => {
  // Charges that were made here are of no goods: nothing proves them.
  await sql`delete from invoice where kind = 'redInvoice'`.execute(world.db)
  await sql`delete from invoice`.execute(world.db)
  await sql`update charge set applied = 0, invoiced = 0`.execute(world.db)
  await sql`delete from charge where waybill_id is null`.execute(world.db)
  await world.close()
})

const today = () => clock.today()
let drawn = 0
const number = () => {
  drawn += 1
  return `2633200000${String(7_234_567_000 + drawn)}`
}
const invoice = (id: number) => world.admin.ok(calls.getInvoice, { id })
const owed = async (amount: string, rate: number, day = '2026-11-01') => {
  const { rows } = await sql<{ id: number }>`
    insert into charge (outlet_id, day, seq, fee_item, direction, company_id, amount, tax_rate, source, approved, state)
    values (${hangzhou}, ${day}, 1, 'other', 'receivable', ${customerId}, ${amount}, ${rate}, 'storage', true, 'owed') returning id`.execute(
    world.db,
  )
  return { chargeId: rows[0]?.id as number, amount }
}
const how = () => ({ customerId, profileId, type: 'special', merge: 'taxItem', submit: true }) as const
const approved = async (no: string, by: Person) => {
  const { rows } = await by.client.ok(getApprovals, { q: no })
  await by.client.ok(decideApprovals, { ids: rows.map(({ id }) => id), decision: 'approve', opinion: '核对过' })
}
type Parts = readonly { chargeId: number; amount: string }[]
/** An application for charges as it was sent to review. */
const sentIn = (parts: Parts, more: object = {}) =>
  clerk.client.ok(calls.addInvoice, { ...how(), ...more, parts: [...parts] })
const asked = async (amount: string) => sentIn([await owed(amount, 6)])
/** The same that was approved. */
const applied = async (parts: Parts, more: object = {}) => {
  const made = await sentIn(parts, more)
  await approved(made.no, boss)
  return made
}
/** The same for a charge of so much. */
const ready = async (amount: string, more: object = {}) => applied([await owed(amount, 6)], more)
type Made = Awaited<ReturnType<typeof ready>>

it('[RT-14/billApplyAudit] [M35] numbers of many come back in the exported tab: each is judged as by the form, at its cell, and issued', async () => {
  const all = []
  for (const amount of ['106.00', '212.00', '318.00', '424.00', '530.00']) all.push(await ready(amount))
  const [good, printed, wrongGross, farOff, early] = all as [Made, Made, Made, Made, Made]
  const sheet = await download(boss.client, calls.exportInvoices, { tab: 'toIssue' })
  const [head = [], ...rows] = sheet.rows
  const at = (title: string) => head.findIndex((cell) => cell.startsWith(title))
  const filled = (no: string, cells: Record<string, string>) => {
    const row = [...(rows.find((one) => one.includes(no)) as string[])]
    for (const [title, cell] of Object.entries(cells)) row[at(title)] = cell
    return row
  }
  const [one, two] = [number(), number()]
  const file = (no: string) => [
    head,
    filled(good.no, { 发票号: one, 开票日期: today() }),
    filled(printed.no, { 发票号: two, 开票日期: today(), 税额: '12.03' }),
    filled(wrongGross.no, { 发票号: number(), 开票日期: today(), 价税合计: '318.01' }),
    filled(farOff.no, { 发票号: number(), 开票日期: today(), 税额: '24.50' }),
    filled(early.no, { 发票号: number(), 开票日期: '2026-01-01' }),
    filled(early.no, { 发票号: '123', 开票日期: today() }),
    filled(good.no, { 申请单号: no, 发票号: number(), 开票日期: today() }),
  ]
  const fileId = await upload(boss.client, file('KP00000000000'))
  const page = 'billApplyAudit' as const
  const report = await boss.client.ok(imports.checkImport, { page, fileId })
  expect(report.unknownColumns).toEqual([])
  expect(
    report.refused.map(({ row, errors }) => [row, errors.map(({ column }) => column.replace(/[(*].*/, ''))]),
  ).toEqual([
    [4, ['价税合计 元']],
    [5, ['税额 元']],
    [6, ['开票日期']],
    [7, ['发票号']],
    [8, ['申请单号']],
  ])
  // A dry run issues nothing.
  expect(await invoice(good.id)).toMatchObject({ state: 'toIssue', invoiceNo: null })
  // The right to issue is the right to import, and the scope is the invoice's.
  expect((await clerk.client.refused(imports.checkImport, { page, fileId })).code).toBe(403)
  expect(await boss.client.ok(imports.runImport, { page, fileId, mode: 'valid' })).toMatchObject({
    accepted: 2,
    refused: 5,
  })
  expect(await invoice(good.id)).toMatchObject({ state: 'issued', invoiceNo: one, issuedOn: today(), tax: '6.00' })
  expect(await invoice(printed.id)).toMatchObject({ state: 'issued', invoiceNo: two, tax: '12.03', net: '199.97' })
  expect(await invoice(early.id)).toMatchObject({ state: 'toIssue' })
  const [batch] = await boss.client.ok(imports.getImports, { page })
  expect(batch).toMatchObject({ accepted: 2, mayUndo: false })
  expect((await boss.client.refused(imports.undoImport, { page, id: batch?.id as number })).code).toBe(404)
})

it('[M30] a part that somebody else applied for meanwhile is refused at its line, with who did and by which application; a merged customer with whom he is now', async () => {
  const rival = await world.person('rival', { rights: 'all' })
  const { rows } = await sql<{ id: number }>`
    insert into charge (outlet_id, day, seq, fee_item, direction, company_id, amount, tax_rate, source, approved, state)
    values (${hangzhou}, '2026-11-01', 1, 'other', 'receivable', ${customerId}, 100, 6, 'storage', true, 'owed') returning id`.execute(
    world.db,
  )
  const chargeId = rows[0]?.id as number
  const applied = (amount: string, of = customerId) => ({
    customerId: of,
    profileId,
    type: 'special' as const,
    merge: 'taxItem' as const,
    submit: true,
    parts: [{ chargeId, amount }],
  })
  const { no } = await rival.client.ok(calls.addInvoice, applied('60'))
  const refused = async (amount: string, of?: number) =>
    (await clerk.client.refused(calls.addInvoice, applied(amount, of))).fields
  const taken = (by: string, params: object) => [
    { path: 'parts.0.amount', reason: 'invoices.takenBy', params: { by, ...params } },
  ]
  expect(await refused('100')).toMatchObject(taken('rival', { no, available: '40.00' }))
  const both = await Promise.all([rival, clerk].map(({ client }) => client.send(calls.addInvoice, applied('40'))))
  const lost = both.findIndex(({ code }) => code !== 200)
  const won = both[1 - lost]?.data as { no: string }
  expect(both[lost]?.error?.fields).toMatchObject(
    taken(lost === 0 ? 'clerk' : 'rival', { no: won.no, available: '0.00' }),
  )
  const double = await world.company('已并商贸', ['customer'])
  await world.admin.ok(mergeCompanies, {
    id: await world.company('留用商贸', ['customer']),
    version: 1,
    otherIds: [double],
  })
  expect(await refused('1', double)).toMatchObject([
    { path: 'customerId', reason: 'customers.merged', params: { into: '留用商贸' } },
  ])
})

const nets = (lines: Awaited<ReturnType<typeof invoice>>['lines']) =>
  lines.flatMap(({ parts }) => parts.map(({ net }) => net))
const alone = async (ids: readonly number[]) => {
  const { rows } = await sql<{
    net: string
  }>`select sum(net)::text as net from charge where id = any(${[...ids]}::bigint[])`.execute(world.db)
  return rows[0]?.net
}
const issue = async (id: number, more: object = {}) =>
  boss.client.ok(calls.issueInvoice, {
    id,
    version: (await invoice(id)).version,
    invoiceNo: number(),
    day: today(),
    ...more,
  })

it('[M32] [V1] [V2] [V3] [V5] the net of a line is reckoned from its whole, and shared over its parts by largest remainder; what is applied for in parts comes to the charge', async () => {
  const one = await applied([await owed('1000.00', 3)])
  expect(await invoice(one.id)).toMatchObject({ gross: '1000.00', net: '970.87', tax: '29.13' })
  const thirds = [await owed('33.33', 9), await owed('33.33', 9), await owed('33.34', 9)]
  const three = await invoice((await applied(thirds)).id)
  expect(three).toMatchObject({ gross: '100.00', net: '91.74', tax: '8.26' })
  expect(nets(three.lines)).toEqual(['30.58', '30.58', '30.58'])
  expect(await alone(thirds.map(({ chargeId }) => chargeId))).toBe('91.75')
  const tens = []
  for (let n = 0; n < 7; n += 1) tens.push(await owed('10.00', 9))
  const seven = await invoice((await applied(tens)).id)
  expect(seven).toMatchObject({ gross: '70.00', net: '64.22', tax: '5.78' })
  expect(nets(seven.lines)).toEqual(['9.18', '9.18', '9.18', '9.17', '9.17', '9.17', '9.17'])
  expect(await alone(tens.map(({ chargeId }) => chargeId))).toBe('64.19')

  const { chargeId } = await owed('669.22', 9)
  const first = await invoice((await applied([{ chargeId, amount: '400.00' }])).id)
  expect(first).toMatchObject({ net: '366.97', tax: '33.03' })
  const beyond = await clerk.client.refused(calls.addInvoice, { ...how(), parts: [{ chargeId, amount: '269.23' }] })
  expect(beyond.fields).toMatchObject([{ path: 'parts.0.amount', params: { available: '269.22' } }])
  expect(await invoice((await applied([{ chargeId, amount: '269.22' }])).id)).toMatchObject({
    net: '246.99',
    tax: '22.23',
  })
})

it('[M35] [M37] [V4] [V8] [V32] two rates are two lines; the tax is kept as the bureau printed it; a whole red letter takes all back and its parts are free', async () => {
  const both = async () => [await owed('1280.00', 9), await owed('240.00', 6)]
  const parts = await both()
  const { id } = await applied(parts)
  const made = await invoice(id)
  expect(made).toMatchObject({ gross: '1520.00', net: '1400.73', tax: '119.27' })
  expect(made.lines).toMatchObject([
    { gross: '1280.00', net: '1174.31', tax: '105.69' },
    { gross: '240.00', net: '226.42', tax: '13.58' },
  ])
  await issue(id)
  const red = await boss.client.ok(calls.makeRedInvoice, {
    id,
    version: (await invoice(id)).version,
    reason: 'wrong',
    confirmation: 'notNeeded',
  })
  await approved(red.no, chief)
  await issue(red.id)
  expect(await invoice(red.id)).toMatchObject({ gross: '-1520.00', net: '-1400.73', tax: '-119.27' })
  const { rows } = await sql<{ free: boolean }>`
    select bool_and(applied = 0 and invoiced = 0) as free from charge where id = any(${parts.map(({ chargeId }) => chargeId)}::bigint[])`.execute(
    world.db,
  )
  expect(rows).toEqual([{ free: true }])

  const { id: other } = await applied(await both())
  const { version, lines } = await invoice(other)
  const typed = { id: other, version, invoiceNo: number(), day: today() }
  expect((await boss.client.refused(calls.issueInvoice, { ...typed, gross: '1520.01' })).fields).toMatchObject([
    { path: 'gross', reason: 'invoices.grossDiffers' },
  ])
  await issue(other, { taxes: [{ lineId: lines[0]?.id, tax: '105.70' }] })
  expect(await invoice(other)).toMatchObject({ gross: '1520.00', net: '1400.72', tax: '119.28' })
})

it('[M37] [V9] a red letter that came back takes what is left by then: the last takes the rest of net and parts, whichever was made first', async () => {
  const parts = [await owed('333.30', 9), await owed('333.30', 9), await owed('333.40', 9)]
  const { id } = await applied(parts)
  await issue(id)
  const [line] = (await invoice(id)).lines
  const red = async (amount: string) =>
    boss.client.ok(calls.makeRedInvoice, {
      id,
      version: (await invoice(id)).version,
      reason: 'discount',
      confirmation: 'notNeeded',
      lines: [{ lineId: line?.id as number, amount }],
    })
  const early = await red('333.34')
  await boss.client.ok(calls.withdrawInvoices, { ids: [early.id] })
  for (const amount of ['333.33', '333.33']) {
    const { id: redId, no } = await red(amount)
    await approved(no, chief)
    await issue(redId)
  }
  await boss.client.ok(calls.submitInvoices, { ids: [early.id] })
  await approved(early.no, chief)
  await issue(early.id)
  expect(await invoice(early.id)).toMatchObject({ gross: '-333.34', net: '-305.81', tax: '-27.53' })
  expect(await invoice(id)).toMatchObject({ state: 'red', net: '917.43' })
  const { rows } = await sql<{ free: boolean; net: string }>`
    select bool_and(h.applied = 0 and h.invoiced = 0) as free,
      (select sum(p.net)::text from invoice_part p where p.charge_id = any(${parts.map(({ chargeId }) => chargeId)}::bigint[]) and p.net < 0) as net
    from charge h where h.id = any(${parts.map(({ chargeId }) => chargeId)}::bigint[])`.execute(world.db)
  expect(rows).toEqual([{ free: true, net: '-917.43' }])
})

it('[RT-16/feeList] [M30] [M37] a charge names each application that holds a part of it, how far that is and how much; what is withdrawn or reversed holds nothing', async () => {
  const { chargeId } = await owed('900.00', 6)
  const part = (amount: string) => [{ chargeId, amount }]
  const held = async () => {
    const { invoices } = await boss.client.ok(getFee, { id: chargeId })
    const { rows } = await boss.client.ok(getFees, { ids: [chargeId] })
    expect(rows[0]?.invoices).toEqual(invoices)
    return invoices.map(({ no, state, amount }) => [no, state, amount])
  }
  expect(await held()).toEqual([])
  const one = await applied(part('500.00'))
  const two = await sentIn(part('300.00'))
  expect(await held()).toEqual([
    [one.no, 'toIssue', '500.00'],
    [two.no, 'pending', '300.00'],
  ])
  await clerk.client.ok(calls.withdrawInvoices, { ids: [two.id] })
  await issue(one.id)
  expect(await held()).toEqual([[one.no, 'issued', '500.00']])
  const red = async (more: object) => {
    const { version } = await invoice(one.id)
    const reason = { reason: 'discount', confirmation: 'notNeeded' } as const
    const made = await boss.client.ok(calls.makeRedInvoice, { id: one.id, version, ...reason, ...more })
    await approved(made.no, chief)
    return made
  }
  const [line] = (await invoice(one.id)).lines
  const { id: redId } = await red({ lines: [{ lineId: line?.id, amount: '120.00' }] })
  expect(await held()).toEqual([[one.no, 'issued', '500.00']])
  await issue(redId)
  expect(await held()).toEqual([[one.no, 'partRed', '380.00']])
  await issue((await red({})).id)
  expect(await held()).toEqual([])
  await applied(part('900.00'))
  const { client } = await world.person('yunfan', {
    rights: { feeList: 'browse' },
    scope: 'customer',
    companies: [customerId],
  })
  expect(await client.ok(getFee, { id: chargeId })).toMatchObject({ invoicing: 'applied', invoices: [] })
})

it('[M31] [M57] [V10] a credit goes in with others; the profit is that of the charges, the tax that of the invoice', async () => {
  const day = '2026-09-05'
  const parts = [await owed('500.00', 9, day), await owed('-50.00', 9, day)]
  const refused = await clerk.client.refused(calls.addInvoice, { ...how(), parts: parts.slice(1) })
  expect(refused.fields).toMatchObject([{ path: 'parts.0.amount', reason: 'invoices.lineNotPositive' }])
  expect((await invoice((await applied(parts)).id)).lines).toMatchObject([
    { gross: '450.00', net: '412.84', tax: '37.16' },
  ])
  const asked = { from: day, to: day, dimension: 'customer', basis: 'posted', net: true } as const
  expect((await boss.client.ok(getProfit, asked)).total).toMatchObject({ revenue: '412.85', profit: '412.85' })
})

it('[RT-12/mailInfo] [RT-16/billApply] 附清单: the list goes with the mail as PDF and Excel, and whoever issues is told of it', async () => {
  const { id: mailboxId } = await world.admin.ok(addMailbox, {
    name: '开票',
    host: '127.0.0.1',
    port: 9,
    security: 'none',
    sender: 'tms@example.com',
    senderName: '迅运物流',
  })
  const sent = async (more: object) => {
    const { id } = await ready('106.00', more)
    const { version, withList } = await invoice(id)
    const day = today()
    await boss.client.ok(calls.issueInvoice, { id, version, invoiceNo: number(), day })
    const { subject, text, files } = await boss.client.ok(calls.previewInvoiceMail, { id })
    const mail = { id, mailboxId, to: ['fapiao@yunfan.example'], subject, text }
    const { mailId } = await boss.client.ok(calls.mailInvoice, mail)
    const attached = await sql<{ name: string; type: string }>`
      select f.name, f.type from file_link l join stored_file f on f.id = l.file_id
      where l.entity = 'mail' and l.entity_id = ${mailId} order by f.id`.execute(world.db)
    return { withList, files, names: attached.rows.map(({ name }) => name.replace(/KP\d+/, 'KP')) }
  }
  expect(await sent({})).toEqual({ withList: false, files: 0, names: [] })
  expect(await sent({ withList: true })).toEqual({
    withList: true,
    files: 2,
    names: ['开票清单 KP.pdf', '开票清单 KP.xlsx'],
  })
})

it('[RT-10/companyManage/manage] a customer is not merged while an invoice is under review', async () => {
  const { no } = await asked('30.00')
  // What the list shows comes out in the file: the level, and since when it waits.
  const { rows: listed } = await download(boss.client, calls.exportInvoices, {
    q: no,
    columns: 'no,level,waited,waitsFor' as never,
  })
  expect(listed[1]?.map((cell) => cell.slice(0, 13))).toEqual([no, '1/1', expect.stringMatching(/^\d{4}-/), 'boss'])
  const double = await world.company('云帆（重复）', ['customer'])
  const { version } = await world.admin.ok(getCompany, { id: customerId })
  expect(await world.admin.refused(mergeCompanies, { id: customerId, version, otherIds: [double] })).toMatchObject({
    reason: 'invoices.mergeUnderReview',
  })
  const { rows } = await boss.client.ok(getApprovals, { q: no })
  await boss.client.ok(decideApprovals, { ids: rows.map(({ id }) => id), decision: 'reject', opinion: '核对过' })
})

it('[M30] of walk-ins and consignees one title is one party’s: another’s charge is refused at its line, be the customer the same or not', async () => {
  const freight = await openFreight(world)
  await world.db.updateTable('company').set({ uscc: '91330110MA2B0RXU59' }).where('id', '=', freight.hangzhou).execute()
  await reviewedBy(world, boss.id, ['price'])
  const offer = async (customer: number, name: string) => {
    const consignee = { name, phone: '13922104475', region: '440111', address: '太和镇石湖路88号A区12仓' }
    const collect = { payMethod: 'collect', consignee }
    const { waybillNo } = await owing.owed({ world, freight, by: boss }, customer, '2026-11-01', '100', collect)
    const [found] = await clerk.client.ok(calls.getInvoiceables, { numbers: [waybillNo] })
    return found as calls.Invoiceable
  }
  const [zhang, again] = [await offer(freight.yunfan, '张三'), await offer(freight.yunfan, '张三')]
  const [li, ofAnother] = [await offer(freight.yunfan, '李四'), await offer(freight.hengda, '张三')]
  const asked = (offers: calls.Invoiceable[]) =>
    clerk.client.send(calls.addInvoice, {
      title: '张三',
      type: 'ordinary',
      merge: 'waybill',
      parts: offers.map(({ chargeId }) => ({ chargeId, amount: '100' })),
    })
  for (const other of [li, ofAnother])
    expect((await asked([zhang, other])).error?.fields).toMatchObject([
      { path: 'parts.1.amount', reason: 'invoices.otherParty', params: { name: '张三' } },
    ])
  expect((await asked([zhang, again])).code).toBe(200)
})
