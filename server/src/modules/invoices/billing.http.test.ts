import { getCompany, mergeCompanies } from '@xunyun/contract/companies/calls'
import * as calls from '@xunyun/contract/invoices/profiles'
import * as taxItems from '@xunyun/contract/invoices/taxItems'
import { checkImport, runImport, undoImport } from '@xunyun/contract/workbench/imports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { download, upload } from '../../../test/sheets.ts'
import { openWorld, type Person, type World } from '../../../test/world.ts'

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

  it('[RT-14/billing] a list by company, title, pinyin and tax number; a title without a mobile is incomplete; the file is the filter', async () => {
    const company = await world.company('丙物流', ['customer'])
    const id = await add(company, '丙物流有限公司', { taxNo: '91330110MA2B0RXU59' })
    await world.db.updateTable('invoice_profile').set({ mobile: null }).where('id', '=', id).execute()
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
      columns: 'title,taxNo' as never,
    })
    expect(rows).toEqual([
      ['抬头', '税号'],
      ['丙物流有限公司', '91330110MA2B0RXU59'],
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
