import * as calls from '@xunyun/contract/companies/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { download } from '../../../test/sheets.ts'
import { openWorld, type Person, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const names = (page: { rows: { name: string }[] }) => page.rows.map(({ name }) => name)
const detail = (id: number, client = world.admin) => client.ok(calls.getCompany, { id })
/** What a form sends back of what it was given. */
const formOf = (company: calls.CompanyDetail) => ({
  id: company.id,
  version: company.version,
  name: company.name,
  roles: company.roles,
  parentId: company.parentId ?? undefined,
})

describe('who sees and changes what', () => {
  let people: Record<'view' | 'supplier' | 'manage', Person>
  let customer: number
  let carrier: number
  let both: number
  let shipper: number
  beforeAll(async () => {
    customer = await world.company('权限客户', ['customer'])
    carrier = await world.company('权限承运商', ['carrier'])
    both = await world.company('权限两者', ['customer', 'carrier'])
    shipper = await world.company('权限发货方', ['shipper'])
    people = {
      view: await world.person('viewer', { rights: { companyView: 'edit' } }),
      supplier: await world.person('supplier-clerk', { rights: { companySupplier: 'edit' } }),
      manage: await world.person('manager', { rights: { companyManage: 'edit' } }),
    }
  })
  const seenBy = async (person: Person) => {
    const ids = [customer, carrier, both, shipper]
    const { rows } = await person.client.ok(calls.getCompanies, { ids })
    return ids.filter((id) => rows.some((row) => row.id === id))
  }

  it('[RT-10/companyManage/view] 公司名称 shows own companies, customers and owners only', async () => {
    expect(await seenBy(people.view)).toEqual([customer, both])
    expect(await people.view.client.refused(calls.getCompany, { id: carrier })).toMatchObject({ code: 404 })
    expect(await people.view.client.refused(calls.getCompanyHistory, { id: carrier })).toMatchObject({ code: 404 })
    expect(
      (await people.view.client.ok(calls.getCompanyTotals, { ids: [customer, carrier, both, shipper] })).count,
    ).toBe(2)
    expect(await people.view.client.refused(calls.getCompanies, { entry: 'manage' })).toMatchObject({ code: 403 })
  })

  it('[RT-10/companyManage/supplier] 供应商列表 shows carriers, dedicated lines and couriers only', async () => {
    expect(await seenBy(people.supplier)).toEqual([carrier, both])
    expect(
      await people.supplier.client.refused(calls.addCompany, { name: '越权客户', roles: ['customer'] }),
    ).toMatchObject({ code: 403 })
    await people.supplier.client.ok(calls.addCompany, { name: '快递一家', roles: ['courier'] })
  })

  it('[RT-10/companyManage/manage] 往来单位管理 shows all roles; an administrator’s page still shows its own only', async () => {
    expect(await seenBy(people.manage)).toEqual([customer, carrier, both, shipper])
    const ids = [customer, carrier, both, shipper]
    expect(names(await world.admin.ok(calls.getCompanies, { entry: 'view', ids })).sort()).toEqual(
      ['权限两者', '权限客户'].sort(),
    )
  })

  it('a record is changed by whoever may edit all its roles, before and after', async () => {
    const form = formOf(await detail(both))
    expect(await people.view.client.refused(calls.changeCompany, form)).toMatchObject({ code: 403 })
    expect((await detail(both, people.view.client)).mayEdit).toBe(false)
    // Nor may he first take away the role that he has no right to.
    expect(await people.view.client.refused(calls.changeCompany, { ...form, roles: ['customer'] })).toMatchObject({
      code: 403,
    })
    const plain = formOf(await detail(customer))
    expect(
      await people.view.client.refused(calls.changeCompany, { ...plain, roles: ['customer', 'carrier'] }),
    ).toMatchObject({ code: 403 })
    await people.view.client.ok(calls.changeCompany, { ...plain, roles: ['customer', 'owner'] })
    await people.manage.client.ok(calls.changeCompany, form)
  })

  it('edit does not decide: disabling, blacklisting and deleting need 删除/审核', async () => {
    const input = { ids: [customer], enabled: false }
    expect(await people.view.client.refused(calls.setCompaniesEnabled, input)).toMatchObject({ code: 403 })
    const judge = await world.person('judge', { rights: { companySupplier: 'approve', companyView: 'browse' } })
    expect(
      await judge.client.ok(calls.setCompaniesEnabled, { ids: [customer, carrier], enabled: false }),
    ).toMatchObject({
      done: 1,
      refused: [{ id: customer, reason: 'customers.beyondRights' }],
    })
  })

  it('a customer’s account meets its own company and no other, by any path, and changes nothing', async () => {
    const own = await world.admin.ok(calls.addCompany, { name: '客户账号公司', roles: ['customer'], remark: '常拖欠' })
    const person = await world.person('customer-account', {
      scope: 'customer',
      companies: [own.id],
      rights: { companyManage: 'edit', taskList: 'edit' },
    })
    const { client } = person
    const page = await client.ok(calls.getCompanies, {})
    expect(page.rows).toMatchObject([{ name: '客户账号公司', remark: null, salesmanName: null, mayEdit: false }])
    expect(await client.ok(calls.getCompanyTotals, {})).toMatchObject({ count: 1, tabs: { all: 1 } })
    expect(await client.refused(calls.getCompany, { id: customer })).toMatchObject({ code: 404 })
    expect((await client.ok(calls.getCompany, { id: own.id })).remark).toBeNull()
    expect(await client.refused(calls.getCompanyHistory, { id: own.id })).toMatchObject({ code: 403 })
    expect((await download(client, calls.exportCompanies, { columns: 'name,remark' })).rows).toEqual([
      ['名称', '备注'],
      ['客户账号公司', ''],
    ])
    expect((await client.ok(calls.getCompanyChoices, {})).map(({ label }) => label)).toEqual(['客户账号公司'])
    expect(await client.ok(calls.getCompanyChoices, { ids: [customer, carrier] })).toEqual([])
    expect(await client.ok(calls.getOutletChoices, {})).toEqual([])
    const form = formOf(await detail(own.id))
    expect(await client.refused(calls.changeCompany, { ...form, creditLimit: '999999' })).toMatchObject({ code: 403 })
    expect(await client.refused(calls.changeCompany, { ...formOf(await detail(customer)) })).toMatchObject({
      code: 403,
    })
    expect(await client.refused(calls.addCompany, { name: '新公司', roles: ['customer'] })).toMatchObject({ code: 403 })
    expect(await client.refused(calls.assignSalesman, { ids: [own.id, customer] })).toMatchObject({ code: 403 })
  })

  it('a user of one outlet sees the partners of all: list, totals, detail, export and look-up agree', async () => {
    const outlet = await world.outlet('共享站')
    const { client } = await world.person('outlet-user', {
      scope: 'outlet',
      companies: [outlet],
      rights: { companyManage: 'browse' },
    })
    const ids = async (person: typeof client) =>
      (await person.ok(calls.getCompanies, { pageSize: 500 })).rows.map(({ id }) => id)
    const mine = await ids(client)
    expect(mine).toEqual(await ids(world.admin))
    expect((await client.ok(calls.getCompanyTotals, {})).count).toBe(mine.length)
    expect((await client.ok(calls.getCompany, { id: customer })).name).toBe('权限客户')
    expect((await download(client, calls.exportCompanies, {})).rows).toHaveLength(mine.length + 1)
    expect(await client.ok(calls.getCompanyChoices, { ids: [customer] })).toMatchObject([{ label: '权限客户' }])
  })

  it('the export holds the filter’s rows and the user’s columns in his order, with words for codes', async () => {
    await world.admin.ok(calls.addCompany, {
      name: '=导出公司',
      roles: ['courier', 'carrier'],
      creditLimit: '1234.5',
      settleMethod: 'receipt',
      tel: '13800138000',
    })
    const file = await download(world.admin, calls.exportCompanies, {
      entry: 'supplier',
      q: '=导出',
      columns: 'roles,name,creditLimit,settleMethod,tel,nonsense',
    })
    expect(file.name).toBe('供应商列表.xlsx')
    expect(file.rows).toEqual([
      ['类型', '名称', '信用额度 元', '结算方式', '电话'],
      ['承运商, 快递', '=导出公司', '1234.5', '回单结', '13800138000'],
    ])
    expect((await download(people.view.client, calls.exportCompanies, { q: '=导出' })).rows).toHaveLength(1)
    expect((await download(people.view.client, calls.exportCompanies, { entry: 'supplier' })).code).toBe(403)
  })
})

describe('look-ups for everybody', () => {
  it('the regions come as a tree that may be kept for a day', async () => {
    const response = await world.admin.fetch(calls.getRegions.path)
    expect(response.headers.get('cache-control')).toBe('private, max-age=86400')
    const { data } = (await response.json()) as { data: { label: string; children?: { label: string }[] }[] }
    expect(data).toHaveLength(34)
    expect(data.find(({ label }) => label === '浙江省')?.children?.map(({ label }) => label)).toContain('杭州市')
  })

  it('a pasted line fills the party; who may not write a party may not ask', async () => {
    expect(
      await world.admin.ok(calls.parseParty, { line: '张三 13800138000 浙江省杭州市余杭区仓前街道1399号' }),
    ).toEqual({
      company: null,
      name: '张三',
      phone: '13800138000',
      region: '330110',
      regionName: '浙江省 杭州市 余杭区',
      address: '仓前街道1399号',
      rest: null,
    })
    const looker = await world.person('looker', { rights: { taskList: 'browse' } })
    expect(await looker.client.refused(calls.parseParty, { line: 'x' })).toMatchObject({ code: 403 })
  })
})
