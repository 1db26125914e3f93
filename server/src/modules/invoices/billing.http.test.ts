import { getCompany, mergeCompanies } from '@xunyun/contract/companies/calls'
import { addInvoice, getInvoiceables, getInvoiceSellers, getInvoiceStatements } from '@xunyun/contract/invoices/calls'
import * as calls from '@xunyun/contract/invoices/profiles'
import * as taxItems from '@xunyun/contract/invoices/taxItems'
import { checkImport, runImport, undoImport } from '@xunyun/contract/workbench/imports'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { download, upload } from '../../../test/sheets.ts'
import { openWorld, type Person, type World } from '../../../test/world.ts'
import { searchText } from '../../platform/search.ts'

let world: World
let clerk: Person
beforeAll(async () => {
  world = await openWorld()
  clerk = await world.person('clerk', { rights: { billing: 'edit' } })
})
afterAll(() => world.close())

const taxNo = '91330100799655058B'
const input = (companyId: number, title: string, more: Partial<calls.ProfileInput> = {}) => ({
  companyId,
  title,
  type: 'special' as const,
  taxNo,
  mobile: '13800138000',
  ...more,
})
const add = async (companyId: number, title: string, more: Partial<calls.ProfileInput> = {}) =>
  (await clerk.client.ok(calls.addProfile, input(companyId, title, more))).id
const of = async (companyId: number) =>
  (await clerk.client.ok(calls.getProfiles, { companyId, sort: 'createdAt' })).rows.map(
    ({ title, isDefault, enabled }) => [title, isDefault, enabled],
  )

describe('titles', () => {
  it('[RT-14/billing] a company has several titles and one default: the first, another when chosen, the oldest when it goes', async () => {
    const company = await world.company('甲公司', ['customer'])
    const [first, second] = [await add(company, '甲公司'), await add(company, '甲公司杭州分公司', { type: 'ordinary' })]
    expect(await of(company)).toEqual([
      ['甲公司', true, true],
      ['甲公司杭州分公司', false, true],
    ])
    await clerk.client.ok(calls.setDefaultProfile, { id: second, version: 1 })
    expect(await of(company)).toEqual([
      ['甲公司', false, true],
      ['甲公司杭州分公司', true, true],
    ])
    expect(await clerk.client.refused(calls.setDefaultProfile, { id: first, version: 1 })).toMatchObject({
      reason: 'kernel.stale',
    })
    await clerk.client.ok(calls.setProfilesEnabled, { ids: [second], enabled: false })
    expect(await of(company)).toEqual([
      ['甲公司', true, true],
      ['甲公司杭州分公司', false, false],
    ])
    const { version } = await clerk.client.ok(calls.getProfile, { id: second })
    expect(await clerk.client.refused(calls.setDefaultProfile, { id: second, version })).toMatchObject({
      reason: 'invoices.disabledDefault',
    })
    await clerk.client.ok(calls.setProfilesEnabled, { ids: [first], enabled: false })
    await clerk.client.ok(calls.setProfilesEnabled, { ids: [second], enabled: true })
    expect(await of(company)).toEqual([
      ['甲公司', false, false],
      ['甲公司杭州分公司', true, true],
    ])
    const history = await clerk.client.ok(calls.getProfileHistory, { id: second })
    expect(history.map(({ action }) => action)).toContain('disabled')
  })

  it('[RT-14/billing] what is wrong is said at its field: tax number, mobile, the same title again, another company', async () => {
    const company = await world.company('乙公司', ['customer'])
    const id = await add(company, '乙公司')
    const wrong = async (more: Record<string, unknown>) => {
      const { fields } = await clerk.client.refused(calls.addProfile, { ...input(company, '乙公司二部'), ...more })
      return Object.fromEntries((fields ?? []).map(({ path, reason }) => [path, reason]))
    }
    expect(await wrong({ taxNo: undefined })).toEqual({ taxNo: 'invoices.specialNeedsTaxNo' })
    expect(Object.keys(await wrong({ taxNo: '91330100799655058A', mobile: '12345' }))).toEqual(['taxNo', 'mobile'])
    expect(await wrong({ title: '乙公司' })).toEqual({ title: 'invoices.titleTaken' })
    expect(Object.keys(await wrong({ companyId: 999_999 }))).toEqual(['companyId'])
    const other = await world.company('乙公司的邻居', ['customer'])
    expect(
      await clerk.client.refused(calls.changeProfile, { ...input(other, '乙公司'), id, version: 2 }),
    ).toMatchObject({ fields: [{ path: 'companyId' }] })
    expect(await of(company)).toEqual([['乙公司', true, true]])
  })

  it('[RT-14/billing] [D-01] [D-05] a list by company, title, pinyin and tax number; a title without a mobile is incomplete; the file is the filter', async () => {
    const company = await world.company('丙物流', ['customer'])
    const id = await add(company, '丙物流有限公司', { taxNo: '91330110MA2B0RXU59' })
    await world.db.updateTable('invoice_profile').set({ mobile: null }).where('id', '=', id).execute()
    await world.db.updateTable('company').set({ tax_rate: '6' }).where('id', '=', company).execute()
    expect((await clerk.client.ok(calls.getProfiles, { ids: [id] })).rows).toMatchObject([{ taxRate: '6.00' }])
    for (const q of ['丙物流', 'bwl', 'MA2B0RXU59'])
      expect(
        (await clerk.client.ok(calls.getProfiles, { q })).rows.map((row) => row.id),
        q,
      ).toEqual([id])
    expect(await clerk.client.ok(calls.getProfileTotals, { q: '丙物流' })).toMatchObject({
      count: 1,
      tabs: { enabled: 1, incomplete: 1, disabled: 0 },
    })
    const { rows } = await download(clerk.client, calls.exportProfiles, {
      q: '丙物流',
      columns: 'title,taxNo,enabled' as never,
    })
    expect(rows).toEqual([
      ['抬头', '税号', '状态'],
      ['丙物流有限公司', '91330110MA2B0RXU59', '缺资料'],
    ])
    const reader = await world.person('reader', { rights: { billing: 'browse' } })
    expect(await reader.client.refused(calls.addProfile, input(company, '丁'))).toMatchObject({ code: 403 })
    const customer = await world.person('customer', {
      scope: 'customer',
      companies: [company],
      rights: { billing: 'edit' },
    })
    expect((await customer.client.send(calls.getProfiles, {})).code).toBe(403)
  })

  it('[RT-14/billing] a sheet of titles is checked as the form checks, taken in and taken back', async () => {
    const company = await world.company('戊商贸', ['customer'])
    const fileId = await upload(clerk.client, [
      ['往来单位', '抬头', '税号', '默认类型', '手机'],
      ['戊商贸', '戊商贸', taxNo, '专票', '13800138001'],
      ['戊商贸', '戊商贸二部', '', '专票', '13800138001'],
      ['没有这家', '无', '', '普票', '13800138001'],
    ])
    const report = await clerk.client.ok(checkImport, { page: 'billing', fileId })
    expect(report).toMatchObject({
      accepted: 1,
      refused: [
        { row: 3, errors: [{ column: '税号', msg: '专票须有税号' }] },
        { row: 4, errors: [{ column: '往来单位' }] },
      ],
    })
    const { importId } = await clerk.client.ok(runImport, { page: 'billing', fileId, mode: 'valid' })
    expect(await of(company)).toEqual([['戊商贸', true, true]])
    await clerk.client.ok(undoImport, { page: 'billing', id: importId })
    expect(await of(company)).toEqual([])
  })

  it('[RT-10/companyManage/manage] the titles of a double go to the company that stays, which keeps its default', async () => {
    const [kept, double] = [await world.company('己公司', ['customer']), await world.company('己公司2', ['customer'])]
    await add(kept, '己公司')
    await add(double, '己公司')
    await add(double, '己公司仓储')
    const { version } = await world.admin.ok(getCompany, { id: kept })
    await world.admin.ok(mergeCompanies, { id: kept, version, otherIds: [double] })
    expect(await of(kept)).toEqual([
      ['己公司', true, true],
      ['己公司仓储', false, true],
    ])
  })
})

describe('tax items', () => {
  const item = {
    feeItem: 'toll' as const,
    itemName: '运输服务 通行费',
    generalRate: '9',
    smallRate: '1',
    freight: false,
    invoiceable: true,
  }
  it('[RT-14/billing] a new rate holds from its first day on; two rates on one day are refused', async () => {
    const { id } = await clerk.client.ok(taxItems.addTaxItem, { ...item, validTo: '2027-06-30' })
    expect(
      await clerk.client.refused(taxItems.addTaxItem, { ...item, generalRate: '6', validFrom: '2027-06-30' }),
    ).toMatchObject({ fields: [{ path: 'validFrom' }] })
    await clerk.client.ok(taxItems.addTaxItem, { ...item, generalRate: '6', validFrom: '2027-07-01' })
    expect(
      await clerk.client.refused(taxItems.changeTaxItem, { ...item, id, version: 1, validTo: '2027-07-01' }),
    ).toMatchObject({ fields: [{ path: 'validFrom' }] })
    expect(await clerk.client.ok(taxItems.getTaxItems, { feeItems: ['toll'] })).toMatchObject({
      rows: [
        { generalRate: '9', current: true },
        { generalRate: '6', current: false },
      ],
    })
    const refusal = await clerk.client.refused(taxItems.changeTaxItem, { ...item, id, version: 1, classCode: '304' })
    expect(refusal.fields).toMatchObject([{ path: 'classCode', reason: 'invoices.classCode' }])
  })

  it('[M8] carriage is 9 % with its route, storage 6 %, a small taxpayer 1 % for now; money passed on is not invoiced', async () => {
    const { rows } = await clerk.client.ok(taxItems.getTaxItems, {
      tab: 'current',
      feeItems: ['freight', 'storage', 'advance', 'deposit'],
    })
    expect(
      rows.map((row) => [row.feeItem, row.generalRate, row.smallRate, row.validTo, row.freight, row.invoiceable]),
    ).toEqual([
      ['advance', '0', '0', null, false, false],
      ['deposit', '0', '0', null, false, false],
      ['freight', '9', '1', '2027-12-31', true, true],
      ['storage', '6', '1', '2027-12-31', false, true],
    ])
    expect(await clerk.client.ok(taxItems.getTaxItemTotals, { feeItems: ['freight'] })).toMatchObject({
      tabs: { current: 1, other: 1 },
    })
  })
})

describe('可开票 of a tax item', () => {
  it('[RT-14/billing] [M6] [M8] says of the charges of its days whether they stand on invoices, of those that are there and those to come; what is applied for stays, a deposit is never invoiced', async () => {
    const outletId = await world.outlet('可开票分公司')
    await world.db.updateTable('company').set({ uscc: taxNo }).where('id', '=', outletId).execute()
    const customerId = await world.company('可开票客户', ['customer'])
    const owed = async (feeItem: string, day: string, more: { settled?: string } = {}) => {
      const { rows } = await sql<{ id: number }>`
        insert into charge (outlet_id, day, seq, fee_item, direction, company_id, amount, settled, source, approved, state)
        values (${outletId}, ${day}, 1, ${feeItem}, 'receivable', ${customerId}, 100, ${more.settled ?? '0'}, 'storage', true, 'owed') returning id`.execute(
        world.db,
      )
      return rows[0]?.id as number
    }
    const read = async () => {
      const { rows } = await sql<{ id: number; invoiceable: boolean; rate: string | null }>`
        select id, invoiceable, tax_rate::text as rate from charge where company_id = ${customerId} order by id`.execute(
        world.db,
      )
      return Object.fromEntries(rows.map(({ id, invoiceable, rate }) => [id, [invoiceable, rate]]))
    }
    const offered = async () =>
      (await world.admin.ok(getInvoiceables, { customerId })).map(({ chargeId }) => chargeId).sort((a, b) => a - b)
    const passedOn = await owed('advance', '2026-11-01')
    const paid = await owed('advance', '2026-11-01', { settled: '100' })
    const deposit = await owed('deposit', '2026-11-01')
    const other = await owed('other', '2026-11-01')
    const applied = await owed('other', '2026-11-02')
    await sql`update charge set applied = 100 where id = ${applied}`.execute(world.db)
    expect(await offered()).toEqual([other])

    const change = async (feeItem: 'advance' | 'other' | 'deposit', more: object) => {
      const { rows } = await clerk.client.ok(taxItems.getTaxItems, { tab: 'current', feeItems: [feeItem] })
      const { current: _, updatedAt: __, ...row } = rows[0] as taxItems.TaxItemRow
      const input = Object.fromEntries(Object.entries({ ...row, ...more }).filter(([, value]) => value !== null))
      return clerk.client.send(taxItems.changeTaxItem, input as never)
    }
    expect((await change('advance', { invoiceable: true, generalRate: '6', smallRate: '1' })).code).toBe(200)
    expect((await change('other', { invoiceable: false })).code).toBe(200)
    // What is held keeps its rate and its net; it can be applied for at the tax item's.
    expect(await read()).toEqual({
      [passedOn]: [true, '6.00'],
      [paid]: [true, null],
      [deposit]: [false, null],
      [other]: [false, '6.00'],
      [applied]: [true, '6.00'],
    })
    expect(await offered()).toEqual([passedOn, paid])
    const later = await owed('advance', '2026-11-03')
    const off = await owed('other', '2026-11-03')
    expect(await read()).toMatchObject({ [later]: [true, '6.00'], [off]: [false, null] })
    expect((await change('deposit', { invoiceable: true })).error?.fields).toMatchObject([
      { path: 'invoiceable', reason: 'invoices.notInvoiceable' },
    ])
    // A day beyond the item's is as it was before there was one.
    expect(
      (await change('advance', { invoiceable: true, generalRate: '6', smallRate: '1', validTo: '2026-11-01' })).code,
    ).toBe(200)
    expect(await read()).toMatchObject({ [passedOn]: [true, '6.00'], [later]: [false, '6.00'] })

    expect((await change('other', { invoiceable: true })).code).toBe(200)
    // Charges that were made here are of no goods: nothing proves them.
    await sql`update charge set applied = 0 where company_id = ${customerId}`.execute(world.db)
    await sql`update charge set settled = 0 where company_id = ${customerId}`.execute(world.db)
    await world.db.updateTable('company').set({ uscc: null }).where('id', '=', outletId).execute()
    await sql`delete from charge where company_id = ${customerId}`.execute(world.db)
  })
})

describe('what is offered to an application', () => {
  it('[RT-16/billApply] [D-05] [M30] charges come by day, fee item, payment, rate, seller and statement; one of another seller is refused', async () => {
    const outlets = await Promise.all(['滨江分公司', '萧山分公司'].map((name) => world.outlet(name)))
    const [binjiang, xiaoshan] = outlets as [number, number]
    await world.db.updateTable('company').set({ uscc: '91330100799655058B' }).where('id', '=', binjiang).execute()
    await world.db.updateTable('company').set({ uscc: '91330110MA2B0RXU59' }).where('id', '=', xiaoshan).execute()
    const customerId = await world.company('按条件开票客户', ['customer'])
    const owed = async (outletId: number, day: string, feeItem: string, rate: string | null, method = 'monthly') => {
      const { rows } = await sql<{ id: number }>`
        insert into charge (outlet_id, day, seq, fee_item, direction, company_id, amount, tax_rate, pay_method, source, approved, state)
        values (${outletId}, ${day}, 1, ${feeItem}, 'receivable', ${customerId}, 100, ${rate}, ${method}, 'storage', true, 'owed') returning id`.execute(
        world.db,
      )
      return rows[0]?.id as number
    }
    const nine = await owed(binjiang, '2026-11-01', 'other', '9')
    const six = await owed(binjiang, '2026-11-02', 'storage', null)
    const cash = await owed(binjiang, '2026-11-03', 'other', '3', 'prepaid')
    const other = await owed(xiaoshan, '2026-11-03', 'other', '9')
    const { rows } = await sql<{ id: number }>`
      insert into statement (no, company_id, outlet_id, direction, from_day, to_day, opening, charges, adjustments, received, closing, state, search)
      values ('DZ26110100001', ${customerId}, ${binjiang}, 'receivable', '2026-11-01', '2026-11-02', 0, 100, 0, 0, 100, 'draft', ${searchText(['DZ26110100001'])}) returning id`.execute(
      world.db,
    )
    const statementId = rows[0]?.id as number
    await sql`insert into statement_line (statement_id, kind, charge_id, day, amount) values (${statementId}, 'charge', ${six}, '2026-11-02', 100)`.execute(
      world.db,
    )
    const found = async (more: Record<string, unknown>) =>
      (await world.admin.ok(getInvoiceables, { customerId, ...more })).map(({ chargeId }) => chargeId)
    expect(await found({})).toEqual([nine, six, cash, other])
    expect(await found({ rates: ['9'] })).toEqual([nine, other])
    // Without a rate of its own it is the tax item's for such a seller.
    expect(await found({ rates: ['6.00', '3'] })).toEqual([six, cash])
    expect(await found({ rates: ['1'] })).toEqual([])
    expect(await found({ bizFrom: '2026-11-02', feeItems: ['other'] })).toEqual([cash, other])
    expect(await found({ payMethods: ['prepaid'] })).toEqual([cash])
    expect(await found({ statementId })).toEqual([six])

    const sellers = await world.admin.ok(getInvoiceSellers, {})
    expect(sellers.map(({ id }) => id)).toEqual(expect.arrayContaining(outlets))
    expect(await found({ sellerId: xiaoshan })).toEqual([other])
    expect(await found({ sellerId: customerId })).toEqual([])
    const profileId = await add(customerId, '按条件开票客户')
    // Titles of companies that were charged at an outlet.
    const at = async (outletId: number) =>
      (await clerk.client.ok(calls.getProfiles, { outletId })).rows.map(({ id }) => id)
    expect([await at(xiaoshan), await at(customerId)]).toEqual([[profileId], []])
    const applied = (chargeIds: number[], sellerId?: number) =>
      world.admin.send(addInvoice, {
        customerId,
        profileId,
        type: 'special',
        merge: 'taxItem',
        sellerId,
        parts: chargeIds.map((chargeId) => ({ chargeId, amount: '100' })),
      })
    expect((await applied([other], binjiang)).error?.fields).toMatchObject([
      { path: 'parts.0.amount', reason: 'invoices.otherSeller' },
    ])
    expect((await applied([other], xiaoshan)).code).toBe(200)

    // A draft was sent to nobody.
    const sent = async () =>
      (await world.admin.ok(getInvoiceStatements, { customerId, q: 'dz2611' })).map(({ id }) => id)
    expect(await sent()).toEqual([])
    await sql`update statement set state = 'confirmed' where id = ${statementId}`.execute(world.db)
    expect(await sent()).toEqual([statementId])
    const xiaoshanClerk = await world.person('xiaoshan', {
      rights: { billApply: 'edit' },
      scope: 'outlet',
      companies: [xiaoshan],
      outletId: xiaoshan,
    })
    expect((await xiaoshanClerk.client.ok(getInvoiceStatements, { customerId })).length).toBe(0)
    expect((await xiaoshanClerk.client.ok(getInvoiceSellers, {})).map(({ id }) => id)).toEqual([xiaoshan])

    // Charges that were made here are of no goods: nothing proves them.
    await sql`delete from statement_line`.execute(world.db)
    await sql`delete from statement`.execute(world.db)
    await sql`delete from invoice`.execute(world.db)
    await sql`delete from charge where company_id = ${customerId}`.execute(world.db)
  })
})
