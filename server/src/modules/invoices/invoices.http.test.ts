import { decideApprovals, getApprovals } from '@xunyun/contract/approvals/calls'
import { addApproverLevel } from '@xunyun/contract/approvals/setup'
import * as own from '@xunyun/contract/enquiries/own'
import * as calls from '@xunyun/contract/invoices/calls'
import { linesOf } from '@xunyun/contract/invoices/lines'
import { addProfile, setProfilesEnabled } from '@xunyun/contract/invoices/profiles'
import { type InvoiceAction, invoiceLifecycle, invoiceStates } from '@xunyun/contract/invoices/states'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import { getWaybill } from '@xunyun/contract/waybills/calls'
import { confirmPrices } from '@xunyun/contract/waybills/charges'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Freight, openFreight } from '../../../test/freight.ts'
import { downloadPdf } from '../../../test/pdf.ts'
import { download, upload } from '../../../test/sheets.ts'
import { statementsOf } from '../../../test/statements.ts'
import { openWorld, type Person, type World } from '../../../test/world.ts'

let world: World
let freight: Freight
let clerk: Person
let boss: Person
let chief: Person
let profileId: number

const desk = {
  taskList: 'edit',
  allWayBill: 'edit',
  wayBillList: 'edit',
  billApply: 'edit',
  billApplyList: 'approve',
  billing: 'edit',
} as const

beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  await world.db.updateTable('company').set({ uscc: '91330100799655058B' }).where('id', '=', freight.hangzhou).execute()
  await sql`insert into transport_price (version_no, name, direction, company_id, basis, weight_unit, volume_ratio, unit_price, tax_rate, tier_mode, low_break,
    valid_from, status, search) values (1, 'rate', 'receivable', ${freight.yunfan}, 'weight', 'kg', 300, 2, 9, 'whole', false, '2024-01-01', 'active', '')`.execute(
    world.db,
  )
  clerk = await world.person('clerk', { rights: desk })
  boss = await world.person('boss2', { rights: 'all' })
  chief = await world.person('chief', { rights: 'all' })
  for (const [bizType, level, amountFrom, who] of [
    ['invoice', 1, '0', boss],
    ['invoice', 2, '1000', chief],
    ['redInvoice', 1, '0', chief],
  ] as const)
    await world.admin.ok(addApproverLevel, {
      bizType,
      level,
      mode: 'any',
      amountFrom,
      userIds: [who.id],
      roleIds: [],
    })
  profileId = (
    await clerk.client.ok(addProfile, {
      companyId: freight.yunfan,
      title: '杭州云帆电子有限公司',
      taxNo: '91330110MA2B0RXU59',
      type: 'special',
      mobile: '13800138000',
      email: 'fapiao@yunfan.example',
    })
  ).id
})
afterAll(async () => {
  // Charges that were made here are of no goods: nothing proves them.
  await sql`delete from invoice where kind = 'redInvoice'`.execute(world.db)
  await sql`delete from invoice`.execute(world.db)
  await sql`update charge set applied = 0, invoiced = 0`.execute(world.db)
  await sql`delete from charge where waybill_id is null`.execute(world.db)
  await world.close()
})

/** A confirmed waybill of so many yuan, 20 a piece; its charge. */
async function charged(yuan: number): Promise<calls.Invoiceable> {
  const { id, waybillNo } = await freight.waybill(world.admin, yuan / 20)
  await world.admin.ok(confirmPrices, { ids: [id] })
  const [offer] = await clerk.client.ok(calls.getInvoiceables, { customerId: freight.yunfan, numbers: [waybillNo] })
  return offer as calls.Invoiceable
}
/** A charge of exactly so much, of no waybill. */
async function owed(amount: string, feeItem = 'other', more: Record<string, unknown> = {}): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into charge (outlet_id, day, seq, fee_item, direction, company_id, amount, tax_rate, source, approved, state)
    values (${more.outletId ?? freight.hangzhou}, '2026-11-01', 1, ${feeItem}, 'receivable', ${more.companyId ?? freight.yunfan}, ${amount},
      ${more.rate ?? null}, 'storage', true, ${more.state ?? 'owed'}) returning id`.execute(world.db)
  return rows[0]?.id as number
}
const using = async (chargeId: number) =>
  (
    await sql<{
      applied: string
      invoiced: string
    }>`select applied, invoiced from charge where id = ${chargeId}`.execute(world.db)
  ).rows[0]
const input = (parts: { chargeId: number; amount: string }[], more: Record<string, unknown> = {}) => ({
  customerId: freight.yunfan,
  profileId,
  type: 'special' as const,
  merge: 'taxItem' as const,
  parts,
  ...more,
})
const apply = (parts: { chargeId: number; amount: string }[], more: Record<string, unknown> = {}) =>
  clerk.client.ok(calls.addInvoice, input(parts, { submit: true, ...more }))
const invoice = (id: number) => world.admin.ok(calls.getInvoice, { id })
const decide = async (by: Person, no: string, decision: 'approve' | 'reject' = 'approve') => {
  const { rows } = await by.client.ok(getApprovals, { q: no })
  return by.client.ok(decideApprovals, { ids: rows.map(({ id }) => id), decision, opinion: '核对过' })
}
let drawn = 0
const number = () => {
  drawn += 1
  return `2633200000${String(1_234_567_000 + drawn)}`
}
const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
const issue = async (id: number, more: Record<string, unknown> = {}) =>
  boss.client.ok(calls.issueInvoice, {
    id,
    version: (await invoice(id)).version,
    invoiceNo: number(),
    day: today(),
    ...more,
  })
const issued = async (amount: string, rate?: string) => {
  const chargeId = await owed(amount, 'other', { rate })
  const made = await apply([{ chargeId, amount }])
  await decide(boss, made.no)
  if (Number(amount) >= 1000) await decide(chief, made.no)
  await issue(made.id)
  return { ...made, chargeId }
}
const fieldsOf = async (more: Record<string, unknown>) => {
  const { fields } = await clerk.client.refused(calls.addInvoice, { ...input([]), ...more })
  return Object.fromEntries((fields ?? []).map(({ path, reason, params }) => [path, [reason, params]]))
}

describe('applying', () => {
  it('[RT-16/billApply] [M30] [V5] a draft holds nothing; a part is held from 提交 on, and free again when taken back or sent back', async () => {
    const chargeId = await owed('669.22', 'other', { rate: '9' })
    const { id, no } = await clerk.client.ok(calls.addInvoice, input([{ chargeId, amount: '400' }]))
    expect(await using(chargeId)).toEqual({ applied: '0.00', invoiced: '0.00' })
    expect(await invoice(id)).toMatchObject({
      no: expect.stringMatching(/^KP\d{11}$/),
      state: 'draft',
      gross: '400.00',
      net: '366.97',
      tax: '33.03',
      title: '杭州云帆电子有限公司',
      taxNo: '91330110MA2B0RXU59',
    })
    await clerk.client.ok(calls.submitInvoices, { ids: [id] })
    expect(await using(chargeId)).toMatchObject({ applied: '400.00' })
    // V5
    expect(await fieldsOf({ parts: [{ chargeId, amount: '269.23' }], submit: true })).toEqual({
      'parts.0.amount': ['invoices.available', { available: '269.22' }],
    })
    const rest = await apply([{ chargeId, amount: '269.22' }])
    expect(await invoice(rest.id)).toMatchObject({ state: 'pending', net: '246.99', tax: '22.23' })
    expect(await fieldsOf({ parts: [{ chargeId, amount: '0.01' }] })).toEqual({
      'parts.0.amount': ['invoices.heldBy', { no: [no, rest.no].sort().join('、') }],
    })
    await clerk.client.ok(calls.withdrawInvoices, { ids: [rest.id] })
    expect(await using(chargeId)).toMatchObject({ applied: '400.00' })
    await decide(boss, no, 'reject')
    expect(await using(chargeId)).toMatchObject({ applied: '0.00' })
    expect(await invoice(id)).toMatchObject({ state: 'rejected', opinion: '核对过' })
  })

  it('[RT-16/billApply] [M34] [V4] a freight line says from where to where by which plate; the page and the server make the same lines', async () => {
    const offer = await charged(1280)
    expect(offer).toMatchObject({ rate: '9', freight: true, open: '1280.00', itemName: '运输服务 运费', problem: null })
    const storage = await owed('240', 'storage', { rate: '6' })
    const parts = [
      { chargeId: offer.chargeId, amount: '1280' },
      { chargeId: storage, amount: '240' },
    ]
    expect(await fieldsOf({ parts, submit: true })).toMatchObject({ routes: ['invoices.routeMissing', {}] })
    const [line] = linesOf([{ ...offer, amount: '1280' }], 'taxItem')
    const route = {
      line: line?.key ?? '',
      fromRegion: '330110',
      toRegion: '440111',
      tool: 'road' as const,
      plateNo: '浙A·8K215',
      goods: '配电柜',
    }
    expect(
      await fieldsOf({ parts, submit: true, routes: [{ ...route, plateNo: 'x', fromRegion: '999999' }] }),
    ).toMatchObject({ 'routes.0.plateNo': ['field.plate', {}], 'routes.0.fromRegion': ['field.region', {}] })
    // A draft keeps what is known so far, and is sent once nothing is missing.
    const known = { routes: [{ line: route.line, tool: 'rail' }], profileId: undefined }
    const draft = await clerk.client.ok(calls.addInvoice, input(parts, known))
    const kept = await invoice(draft.id)
    expect(kept).toMatchObject({ title: '', profileId: null })
    expect(kept.lines[0]?.routes).toMatchObject([{ tool: 'rail', fromRegion: null, goods: null }])
    expect((await clerk.client.ok(calls.submitInvoices, { ids: [draft.id] })).refused).toMatchObject([
      { reason: 'invoices.incomplete' },
    ])
    expect(await fieldsOf({ parts, ...known, submit: true })).toMatchObject({
      profileId: ['field.required', {}],
      'routes.0.fromRegion': ['field.required', {}],
      'routes.0.goods': ['field.required', {}],
    })
    const { id } = await apply(parts, { routes: [route] })
    // V4
    const { lines, ...head } = await invoice(id)
    expect(head).toMatchObject({ gross: '1520.00', net: '1400.73', tax: '119.27', levels: 2, waybills: 1, charges: 2 })
    expect(await world.admin.ok(calls.getInvoiceTotals, { tab: 'pending', ids: [id] })).toMatchObject({ waybills: 1 })
    expect(lines).toMatchObject([
      {
        gross: '1280.00',
        net: '1174.31',
        tax: '105.69',
        routes: [{ plateNo: '浙A8K215', toName: '广东省 广州市 白云区' }],
      },
      { gross: '240.00', net: '226.42', tax: '13.58', routes: [] },
    ])
    expect((await world.admin.ok(getWaybill, { id: offer.waybillId as number })).waybillNo).toBe(offer.waybillNo)
  })

  it('[RT-16/billApply] [M8] [M31] [M33] [V10] what cannot be applied for says why at its cell', async () => {
    const credit = await owed('-50', 'other', { rate: '9' })
    const charge = await owed('500', 'other', { rate: '9' })
    const parts = [
      { chargeId: charge, amount: '500' },
      { chargeId: credit, amount: '-50' },
    ]
    // V10
    expect(await fieldsOf({ parts: parts.slice(1) })).toEqual({ 'parts.0.amount': ['invoices.lineNotPositive', {}] })
    const { id } = await apply(parts)
    expect(await invoice(id)).toMatchObject({ gross: '450.00', net: '412.84', tax: '37.16' })
    expect(await using(credit)).toMatchObject({ applied: '-50.00' })

    const reasonOf = async (chargeId: number, amount = '10', more: Record<string, unknown> = {}) =>
      Object.values(await fieldsOf({ parts: [{ chargeId, amount }], ...more }))[0]?.[0]
    expect(await reasonOf(await owed('10', 'deposit'))).toBe('invoices.notInvoiceable')
    expect(await reasonOf(await owed('10', 'toll'))).toBe('invoices.noTaxItem')
    expect(await reasonOf(await owed('10', 'other', { state: 'draft' }))).toBe('invoices.priceOpen')
    expect(await reasonOf(await owed('10', 'other', { companyId: freight.hengda }))).toBe('invoices.otherCustomer')
    expect(await reasonOf(await owed('10', 'other', { outletId: freight.guangzhou }))).toBe('invoices.noSeller')
    expect(await reasonOf(await owed('10'), '-10')).toBe('invoices.available')
    expect(await reasonOf(await owed('10'), '0')).toBe('invoices.available')
    expect(await reasonOf(999_999_999)).toBe('field.id')
    const own = await owed('10')
    expect(
      await fieldsOf({
        parts: [
          { chargeId: own, amount: '5' },
          { chargeId: own, amount: '5' },
        ],
      }),
    ).toMatchObject({ 'parts.1.chargeId': ['invoices.twice', {}] })
    await world.db.updateTable('company').set({ taxpayer_type: 'small' }).where('id', '=', freight.hangzhou).execute()
    expect(await reasonOf(await owed('10', 'other', { rate: '9' }))).toBe('invoices.generalOnly')
    // Without a rate of its own it is the tax item's for such a seller (M8).
    const small = await clerk.client.ok(calls.addInvoice, input([{ chargeId: await owed('10'), amount: '10' }]))
    expect((await invoice(small.id)).lines).toMatchObject([{ rate: '1' }])
    await world.db.updateTable('company').set({ taxpayer_type: null }).where('id', '=', freight.hangzhou).execute()
    const plain = await clerk.client.ok(addProfile, {
      companyId: freight.yunfan,
      title: '云帆个人',
      type: 'ordinary',
      mobile: '13800138000',
    })
    expect(await reasonOf(own, '10', { profileId: plain.id, submit: true })).toBe('invoices.specialNeedsTaxNo')
    expect(await reasonOf(own, '10', { customerId: undefined, title: '张三', profileId: undefined })).toBe(
      'invoices.otherCustomer',
    )
    // What is open under a title keeps it.
    const drafted = await clerk.client.ok(
      calls.addInvoice,
      input([{ chargeId: own, amount: '1' }], { type: 'ordinary', profileId: plain.id }),
    )
    expect((await clerk.client.ok(setProfilesEnabled, { ids: [plain.id], enabled: false })).refused).toMatchObject([
      { reason: 'kernel.inUse' },
    ])
    await clerk.client.ok(calls.voidInvoices, { ids: [drafted.id], reason: '不开了' })
    expect((await clerk.client.ok(setProfilesEnabled, { ids: [plain.id], enabled: false })).done).toBe(1)
  })

  it('[M30] [V7] of sixteen that apply for a tenth each at once ten have it, and six read that nothing is open', async () => {
    const chargeId = await owed('1000')
    const answers = await Promise.all(
      Array.from({ length: 16 }, () =>
        clerk.client.send(calls.addInvoice, input([{ chargeId, amount: '100' }], { submit: true })),
      ),
    )
    const refused = answers.filter(({ code }) => code !== 200)
    expect(answers.length - refused.length).toBe(10)
    for (const { error } of refused)
      expect(error?.fields[0]).toMatchObject({
        path: 'parts.0.amount',
        reason: expect.stringMatching(/^invoices\.(available|heldBy)$/),
      })
    expect(await using(chargeId)).toMatchObject({ applied: '1000.00' })
  })

  it('[M30] one is sent in with eight statements, the last two its charges: of one charge as of three', async () => {
    for (const count of [1, 3]) {
      const parts: { chargeId: number; amount: string }[] = []
      for (let n = 0; n < count; n += 1)
        parts.push({ chargeId: await owed('20', 'other', { rate: '9' }), amount: '20' })
      const sent = (await statementsOf(world, () => apply(parts))).filter(({ inTransaction }) => inTransaction)
      expect(sent.map(({ text }) => text.includes('update charge')).indexOf(true)).toBe(7)
      expect(sent).toHaveLength(8)
    }
  })
})

describe('reviewing and issuing', () => {
  it('[RT-14/billApplyAudit] [D-04] [M35] [V32] [V33] two levels approve, neither the applicant, and it says who did; the number of 20 digits and the printed tax are entered once', async () => {
    const chargeId = await owed('1520', 'other', { rate: '9' })
    const { id, no } = await apply([{ chargeId, amount: '1520' }])
    const waiting = await boss.client.ok(calls.getInvoices, { tab: 'pending', mine: true, q: no })
    expect(waiting.rows).toMatchObject([{ level: 1, levels: 2, waitsFor: 'boss2' }])
    await boss.client.ok(decideApprovals, { ids: [waiting.rows[0]?.approvalId as number], decision: 'approve' })
    expect((await boss.client.ok(calls.getInvoices, { mine: true, q: no })).rows).toEqual([])
    expect(await invoice(id)).toMatchObject({ state: 'pending', level: 2 })
    await decide(chief, no)
    expect(await invoice(id)).toMatchObject({ state: 'toIssue' })
    const told = (await invoice(id)).decisions.map(({ level, byName, opinion }) => `${level} ${byName} ${opinion}`)
    expect(told).toEqual(['1 boss2 null', '2 chief 核对过'])

    const [line] = (await invoice(id)).lines
    const { version } = await invoice(id)
    const wrong = async (more: Record<string, unknown>) =>
      (
        await boss.client.refused(calls.issueInvoice, { id, version, invoiceNo: number(), day: today(), ...more })
      ).fields?.map(({ path, reason }) => `${path} ${reason}`)
    // V33, V32
    expect(await wrong({ invoiceNo: '2633200000123456789' })).toEqual(['invoiceNo invoices.numberDigits'])
    expect(await wrong({ gross: '1520.01' })).toEqual(['gross invoices.grossDiffers'])
    expect(await wrong({ day: '2026-01-01' })).toEqual(['day invoices.beforeApproval'])
    expect(await wrong({ day: '2099-01-01' })).toEqual(['day field.future'])
    expect(await wrong({ taxes: [{ lineId: line?.id, tax: '125.57' }] })).toEqual(['taxes.0.tax invoices.taxFarOff'])
    const file = await upload(boss.client, [['发票']])
    await issue(id, {
      taxes: [{ lineId: line?.id, tax: '125.51' }],
      // As it was pasted.
      invoiceNo: ' ２６332000 001234567890 ',
      fileIds: [file],
    })
    expect(await invoice(id)).toMatchObject({
      state: 'issued',
      invoiceNo: '26332000001234567890',
      issuedByName: 'boss2',
      gross: '1520.00',
      net: '1394.49',
      tax: '125.51',
      lines: [{ tax: '125.51', reckonedTax: '125.50', parts: [{ net: '1394.49' }] }],
      files: [{ name: 'import.xlsx' }],
    })
    expect(await using(chargeId)).toEqual({ applied: '1520.00', invoiced: '1520.00' })

    const other = await owed('10')
    const second = await apply([{ chargeId: other, amount: '10' }])
    await decide(boss, second.no)
    expect(
      (
        await boss.client.refused(calls.issueInvoice, {
          id: second.id,
          version: (await invoice(second.id)).version,
          invoiceNo: '26332000001234567890',
          day: today(),
        })
      ).fields,
    ).toMatchObject([{ path: 'invoiceNo', reason: 'invoices.numberTaken', params: { no } }])
    // 发客户 by whoever may browse, and only once it is issued.
    const looker = (await world.person('looker', { rights: { billApplyList: 'browse' } })).client
    const mailable = async (of: number) => (await looker.ok(calls.getInvoice, { id: of })).actions.map(({ key }) => key)
    expect([await mailable(id), await mailable(second.id)]).toEqual([['mail'], []])
    expect((await looker.refused(calls.previewInvoiceMail, { id: second.id })).reason).toBe('invoices.wrongState')
    await boss.client.ok(calls.cancelInvoices, { ids: [second.id], reason: '客户不要了' })
    expect(await using(other)).toMatchObject({ applied: '0.00' })
    expect(await invoice(second.id)).toMatchObject({ state: 'void', opinion: '客户不要了' })
    // 清单, of one or of several in one file, says of each charge which invoice it is on.
    const { rows } = await download(looker, calls.exportInvoiceList, { ids: [id, second.id] })
    expect(rows.slice(1, 3).map((row) => row[0])).toEqual([no, second.no])
    expect(rows[1]?.slice(7)).toEqual(['1520', '1394.49', '125.51'])
    const pdf = await downloadPdf(clerk.client, calls.getInvoiceListPdf, { id })
    expect(pdf.name).toBe(`开票清单 ${no}.pdf`)
    expect(pdf.pages[0]).toEqual(expect.arrayContaining([`开票清单 ${no}`, '1,520.00', '125.51', '第 1 / 1 页']))
  })

  it('[RT-13/freight] the customer’s account reads what was issued to it, with the file, and no other’s', async () => {
    const { id } = await issued('77.00', '6')
    await boss.client.ok(calls.addInvoiceFiles, { id, fileIds: [await upload(boss.client, [['发票']])] })
    const accountOf = async (name: string, company: number) =>
      (await world.person(name, { rights: { freight: 'browse' }, scope: 'customer', companies: [company] })).client
    const [account, other] = [await accountOf('yunfan', freight.yunfan), await accountOf('hengda', freight.hengda)]
    const row = (await account.ok(own.getOwnInvoices, { ids: [id] })).rows[0]
    expect(row).toMatchObject({ gross: '77.00', kind: 'invoice', files: [{ name: 'import.xlsx' }] })
    const read = (client: typeof account) =>
      client
        .fetch(row?.files[0]?.url ?? '')
        .then(({ headers }) => headers.get('content-type')?.includes('json') === false)
    expect([await read(account), await read(other)]).toEqual([true, false])
    expect((await other.ok(own.getOwnInvoices, {})).rows).toEqual([])
    expect((await account.send(calls.getInvoice, { id })).code).toBe(403)
    // What is not issued yet is not the customer's to read.
    const pending = await apply([{ chargeId: await owed('5'), amount: '5' }])
    expect((await account.ok(own.getOwnInvoices, { ids: [pending.id] })).rows).toEqual([])
  })

  it('[RT-14/billApplyAudit] [RT-16/billApplyList] [D-01] [D-05] whoever only applies or decides does not reverse, the list and its sums are his outlet’s, and another one’s are without it', async () => {
    const { id, no } = await issued('80')
    const { version } = await invoice(id)
    expect(
      await clerk.client.refused(calls.issueInvoice, { id, version, invoiceNo: number(), day: today() }),
    ).toMatchObject({ code: 403 })
    const decider = (await world.person('decider', { rights: { billApplyAudit: 'approve' } })).client
    const allowed = (await decider.ok(calls.getInvoice, { id })).actions.map(({ key }) => key)
    expect(allowed).not.toContain('makeRed')
    const far = await world.person('far', { rights: 'all', scope: 'outlet', companies: [freight.guangzhou] })
    expect((await far.client.ok(calls.getInvoices, { q: no })).rows).toEqual([])
    expect(await far.client.send(calls.getInvoice, { id })).toMatchObject({ code: 404 })
    expect((await clerk.client.ok(calls.getInvoices, { tab: 'issued', q: no })).rows).toMatchObject([
      { id, gross: '80.00' },
    ])
    expect(await clerk.client.ok(calls.getInvoiceTotals, { q: no })).toMatchObject({ count: 1, gross: '80.00' })
  })
})

describe('red letters', () => {
  const makeRed = async (id: number, more: Record<string, unknown> = {}) =>
    boss.client.ok(calls.makeRedInvoice, {
      id,
      version: (await invoice(id)).version,
      reason: 'discount',
      confirmation: 'notNeeded',
      ...more,
    })

  it('[RT-14/billApplyAudit] [M37] [V9] a line is reversed in three parts, the last takes the rest, a fourth is refused; charges are free once each is issued', async () => {
    const { id, chargeId } = await issued('1000', '9')
    const [line] = (await invoice(id)).lines
    const red = async (amount: string) => {
      const made = await makeRed(id, { lines: [{ lineId: line?.id, amount }] })
      await decide(chief, made.no)
      return made
    }
    const first = await red('333.33')
    expect(await invoice(first.id)).toMatchObject({
      no: expect.stringMatching(/^HP/),
      gross: '-333.33',
      net: '-305.81',
      tax: '-27.52',
      ofNo: (await invoice(id)).no,
    })
    // The invoice says that it is being reversed, and is found by the red letter's number.
    const found = (await boss.client.ok(calls.getInvoices, { q: first.no, tab: 'all' })).rows
    expect(found.map((row) => [row.no, row.redNos]).sort()).toEqual(
      [
        [first.no, null],
        [(await invoice(id)).no, first.no],
      ].sort(),
    )
    expect(await using(chargeId)).toEqual({ applied: '1000.00', invoiced: '1000.00' })
    // What is under way is not reversed twice.
    expect(
      (
        await boss.client.refused(calls.makeRedInvoice, {
          id,
          version: (await invoice(id)).version,
          reason: 'discount',
          confirmation: 'notNeeded',
          lines: [{ lineId: line?.id, amount: '666.68' }],
        })
      ).fields,
    ).toMatchObject([{ path: 'lines.0.amount', reason: 'invoices.redTooMuch', params: { available: '666.67' } }])
    const second = await red('333.33')
    const third = await red('333.34')
    for (const { id } of [first, second, third]) await issue(id)
    expect((await invoice(third.id)).lines).toMatchObject([{ gross: '-333.34', net: '-305.81', tax: '-27.53' }])
    expect(await invoice(id)).toMatchObject({ state: 'red' })
    expect(await using(chargeId)).toEqual({ applied: '0.00', invoiced: '0.00' })
    expect(
      await boss.client.refused(calls.makeRedInvoice, {
        id,
        version: (await invoice(id)).version,
        reason: 'discount',
        confirmation: 'notNeeded',
      }),
    ).toMatchObject({ reason: 'invoices.wrongState' })
  })

  it('[RT-14/billApplyAudit] [M37] [V8] one issued wrongly is reversed whole, and only that way; its charges can be applied for anew', async () => {
    const { id, chargeId } = await issued('500', '9')
    const [line] = (await invoice(id)).lines
    expect(
      (
        await boss.client.refused(calls.makeRedInvoice, {
          id,
          version: (await invoice(id)).version,
          reason: 'wrong',
          confirmation: 'notNeeded',
          lines: [{ lineId: line?.id, amount: '1' }],
        })
      ).fields,
    ).toMatchObject([{ path: 'reason', reason: 'invoices.wholeOnly' }])
    const red = await makeRed(id, { reason: 'wrong' })
    await decide(chief, red.no)
    await issue(red.id)
    expect(await using(chargeId)).toEqual({ applied: '0.00', invoiced: '0.00' })
    expect(await invoice(id)).toMatchObject({
      state: 'red',
      related: [{ no: red.no, state: 'issued', gross: '-500.00' }],
    })
    await apply([{ chargeId, amount: '500' }])
    const { rows } = await boss.client.ok(calls.getInvoices, { tab: 'red' })
    expect(rows.map(({ no }) => no)).toContain(red.no)
  })

  it('[M37] it is issued only once both sides confirmed, and is a draft again after 72 hours', async () => {
    const { id } = await issued('60')
    const refusal = await boss.client.refused(calls.makeRedInvoice, {
      id,
      version: (await invoice(id)).version,
      reason: 'returned',
      confirmation: 'sellerEntered',
    })
    expect(refusal.fields).toMatchObject([{ path: 'confirmNo', reason: 'field.required' }])
    const confirmNo = '33012026110000000001'
    const red = await makeRed(id, { confirmation: 'sellerEntered', confirmNo })
    const entered = async (confirmation: 'buyerEntered' | 'confirmed') => {
      const { version } = await invoice(red.id)
      return boss.client.ok(calls.setRedConfirmation, { id: red.id, version, confirmation, confirmNo })
    }
    // Its hours run while it is reviewed: what the bureau says is entered then, too.
    await entered('buyerEntered')
    await decide(chief, red.no)
    const { version, confirmBy } = await invoice(red.id)
    expect(confirmBy).not.toBeNull()
    expect(
      await boss.client.refused(calls.issueInvoice, { id: red.id, version, invoiceNo: number(), day: today() }),
    ).toMatchObject({ reason: 'invoices.notConfirmed' })
    await entered('confirmed')
    await issue(red.id)
    expect(await invoice(red.id)).toMatchObject({ state: 'issued' })
  })
})

it('[M34] every state × action: what the table does not allow is refused, and nothing changes', async () => {
  const chargeId = await owed('5000')
  const { id } = await clerk.client.ok(calls.addInvoice, input([{ chargeId, amount: '10' }]))
  const reason = { reason: 'x' }
  const tries: Readonly<
    Partial<Record<InvoiceAction, (version: number) => Promise<{ code: number; reason?: string }>>>
  > = {
    edit: (version) =>
      world.admin
        .send(calls.changeInvoice, { id, version, ...input([{ chargeId, amount: '10' }]) })
        .then(({ code, error }) => ({ code, reason: error?.reason })),
    issue: (version) =>
      world.admin
        .send(calls.issueInvoice, { id, version, invoiceNo: number(), day: today() })
        .then(({ code, error }) => ({ code, reason: error?.reason })),
    makeRed: (version) =>
      world.admin
        .send(calls.makeRedInvoice, { id, version, reason: 'discount', confirmation: 'notNeeded' })
        .then(({ code, error }) => ({ code, reason: error?.reason })),
    submit: () => batch(calls.submitInvoices, {}),
    withdraw: () => batch(calls.withdrawInvoices, {}),
    void: () => batch(calls.voidInvoices, reason),
    cancel: () => batch(calls.cancelInvoices, reason),
  }
  const batch = async (call: { path: string }, more: object) => {
    const { refused } = await world.admin.ok(call as typeof calls.submitInvoices, { ids: [id], ...more })
    return { code: refused.length === 0 ? 200 : 409, reason: refused[0]?.reason }
  }
  for (const state of invoiceStates) {
    await sql`update invoice set state = ${state}, invoice_no = ${['issued', 'partRed', 'red'].includes(state) ? number() : null},
      issued_on = ${['issued', 'partRed', 'red'].includes(state) ? today() : null} where id = ${id}`.execute(world.db)
    for (const [action, act] of Object.entries(tries)) {
      if (canStart(invoiceLifecycle, action as InvoiceAction, state)) continue
      const { version } = await invoice(id)
      expect([state, action, (await act(version)).reason]).toEqual([state, action, 'invoices.wrongState'])
      expect((await invoice(id)).state).toBe(state)
    }
  }
  await sql`update invoice set state = 'draft', invoice_no = null, issued_on = null where id = ${id}`.execute(world.db)
})

it('[M30] what charges say is applied for and invoiced is what invoices hold', async () => {
  const { rows } = await sql`
    select h.id, h.applied, h.invoiced, x.applied as held, x.invoiced as billed from charge h left join (
      select p.charge_id, sum(p.amount) filter (where n.kind = 'invoice' and n.state in ('pending', 'toIssue', 'issued', 'partRed', 'red')
          or n.kind = 'redInvoice' and n.state = 'issued') as applied,
        sum(p.amount) filter (where n.state in ('issued', 'partRed', 'red')) as invoiced
      from invoice n join invoice_line l on l.invoice_id = n.id join invoice_part p on p.line_id = l.id group by 1) x on x.charge_id = h.id
    where h.applied <> coalesce(x.applied, 0) or h.invoiced <> coalesce(x.invoiced, 0)`.execute(world.db)
  expect(rows).toEqual([])
})
