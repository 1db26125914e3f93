import * as calls from '@xunyun/contract/companies/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { download } from '../../../test/sheets.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { regionsNamed } from './serviceRegions.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const uscc = '91330100799655058B'
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

describe('companies', () => {
  it('[RT-10/companyManage/manage] a name differs neither by brackets of another width nor by signs that nobody sees', async () => {
    await world.admin.ok(calls.addCompany, { name: '绍兴（甲）酒业', roles: ['customer'] })
    for (const name of ['绍兴(甲)酒业', '绍兴（甲）酒\u200b业\ufeff']) {
      const refusal = await world.admin.refused(calls.addCompany, { name, roles: ['customer'] })
      expect(refusal.fields, name).toMatchObject([{ path: 'name', reason: 'field.taken' }])
    }
  })

  it('[RT-10/companyManage/manage] a clerk adds a customer, finds it by Chinese, pinyin, initials, phone, code and credit code', async () => {
    const clerk = await world.person('clerk', { rights: { companyManage: 'edit' } })
    const { id, code } = await clerk.client.ok(calls.addCompany, {
      name: ' 杭州恒远机电有限公司 ',
      shortName: '恒远机电',
      roles: ['customer', 'settle', 'customer'],
      uscc: ` ${uscc.toLowerCase()} `,
      regionCode: '330110',
      address: '仓前街道1399号',
      tel: '０５７１-87654321',
      email: 'hy@example.com',
      settleMethod: 'monthly',
      creditLimit: '50,000',
      creditDays: 30,
      billDay: 25,
      taxRate: '9',
      contractFrom: '2026-01-01',
      contractTo: '2026-12-31',
      permitExpiry: '2027-01-31',
    })
    expect(code).toMatch(/^C\d{5}$/)
    expect(await detail(id)).toMatchObject({
      name: '杭州恒远机电有限公司',
      roles: ['customer', 'settle'],
      uscc,
      regionName: '浙江省 杭州市 余杭区',
      tel: '0571-87654321',
      creditLimit: '50000.00',
      taxRate: '9.00',
      blacklisted: false,
      enabled: true,
      version: 1,
      children: [],
      counts: { contacts: 0, waybills: 0 },
    })
    for (const q of ['恒远', '机', 'hangzhou', 'hzhy', 'hyjd', '87654', code, code.toLowerCase(), uscc.slice(4, 12)])
      expect(names(await clerk.client.ok(calls.getCompanies, { q })), q).toEqual(['杭州恒远机电有限公司'])
    expect(names(await clerk.client.ok(calls.getCompanies, { q: '宁波' }))).toEqual([])
    expect(await world.admin.ok(calls.getCompanyHistory, { id })).toMatchObject([
      {
        action: 'created',
        byName: 'clerk',
        changes: expect.arrayContaining([{ field: 'regionName', from: null, to: '浙江省 杭州市 余杭区' }]),
      },
    ])
  })

  it('a field that is wrong is said at its field, all of them at once', async () => {
    const refusal = await world.admin.refused(calls.addCompany, {
      name: '错误公司',
      roles: ['customer'],
      uscc: '91330100799655058X',
      tel: '12',
      email: 'nobody',
      creditLimit: '-1',
    })
    expect(refusal.fields.map(({ path, reason }) => `${path} ${reason}`).sort()).toEqual([
      'creditLimit field.negative',
      'email field.email',
      'tel field.phone',
      'uscc field.uscc',
    ])
    const deeper = await world.admin.refused(calls.addCompany, {
      name: '错误公司',
      roles: ['customer'],
      regionCode: '999999',
      contractFrom: '2026-12-31',
      contractTo: '2026-01-01',
      salesmanId: 999_999,
      parentId: 1,
    })
    expect(deeper.fields.map(({ path, reason }) => `${path} ${reason}`).sort()).toEqual([
      'contractTo field.range',
      'parentId customers.parentOnlyOutlet',
      'regionCode field.region',
      'salesmanId field.id',
    ])
  })

  it('code, name and credit code are taken once, and the answer says by whom', async () => {
    const first = { name: '独一无二公司', code: 'ONLY-1', uscc: '91440300708461136T', roles: ['customer' as const] }
    await world.admin.ok(calls.addCompany, first)
    const refusal = await world.admin.refused(calls.addCompany, first)
    expect(refusal.fields.map(({ path, params }) => [path, params.by])).toEqual([
      ['code', '独一无二公司'],
      ['name', 'ONLY-1'],
      ['uscc', '独一无二公司'],
    ])
    // Two at the same moment: the unique index has the last word.
    const both = await Promise.all(
      ['甲', '乙'].map((suffix) =>
        world.admin.send(calls.addCompany, { ...first, name: `同时${suffix}`, code: 'SAME', uscc: undefined }),
      ),
    )
    expect(both.map(({ code }) => code).sort()).toEqual([200, 422])
  })

  it('the same idempotency key adds one company', async () => {
    const input = { name: '只加一次公司', roles: ['customer' as const] }
    const [a, b] = await Promise.all([
      world.admin.ok(calls.addCompany, input, { key: 'company-1' }),
      world.admin.ok(calls.addCompany, input, { key: 'company-1' }),
    ])
    expect(a).toEqual(b)
  })

  it('a stale save is refused and says who changed it; the timeline says what', async () => {
    const { id } = await world.admin.ok(calls.addCompany, { name: '版本公司', roles: ['customer'], tel: '13800138000' })
    const before = formOf(await detail(id))
    await world.admin.ok(calls.changeCompany, { ...before, tel: '13900139000', creditLimit: '100' })
    expect(await world.admin.refused(calls.changeCompany, before)).toMatchObject({
      code: 409,
      reason: 'kernel.stale',
      params: { by: '管理员' },
    })
    const [latest] = await world.admin.ok(calls.getCompanyHistory, { id })
    expect(latest).toMatchObject({
      action: 'changed',
      changes: [
        { field: 'tel', from: '13800138000', to: '13900139000' },
        { field: 'creditLimit', from: null, to: '100' },
      ],
    })
    expect((await detail(id)).code).toMatch(/^C\d{5}$/)
  })

  it('pages on by cursor over every row once, in the order of Chinese', async () => {
    for (const name of ['重复甲', '重复乙', '重复丙', '重复丁', '重复戊'])
      await world.admin.ok(calls.addCompany, { name, roles: ['shipper'] })
    const seen: string[] = []
    for (let after: string | undefined; ; ) {
      const page = await world.admin.ok(calls.getCompanies, { tab: 'shipper', pageSize: 2, after })
      seen.push(...names(page))
      if (page.next === null) break
      after = page.next
    }
    expect(seen).toEqual(['重复丙', '重复丁', '重复甲', '重复戊', '重复乙'])
    for (const sort of calls.companySorts) {
      const first = await world.admin.ok(calls.getCompanies, { tab: 'shipper', sort, dir: 'desc', pageSize: 3 })
      const second = await world.admin.ok(calls.getCompanies, {
        tab: 'shipper',
        sort,
        dir: 'desc',
        pageSize: 3,
        after: first.next ?? '',
      })
      expect(new Set([...names(first), ...names(second)]).size, sort).toBe(5)
    }
  })
})

describe('batches', () => {
  it('disable, blacklist and delete report row by row; what is in use stays', async () => {
    const free = await world.company('无人使用公司', ['customer'])
    const used = await world.company('有联系人公司', ['customer'])
    await world.db
      .insertInto('contact')
      .values({ company_id: used, type: 'customer', name: '张三', mobile: '13800138000', search: '' })
      .execute()
    expect(await world.admin.ok(calls.deleteCompanies, { ids: [free, used, 999_999] })).toMatchObject({
      done: 1,
      refused: [
        {
          id: used,
          no: '有联系人公司',
          reason: 'kernel.inUse',
          msg: '有联系人公司 已被使用，不能删除，可以停用：联系人 张三',
        },
        { id: 999_999, reason: 'kernel.notFound' },
      ],
    })
    expect(await world.admin.refused(calls.getCompany, { id: free })).toMatchObject({ code: 404 })
    await world.admin.ok(calls.setCompaniesEnabled, { ids: [used], enabled: false })
    await world.admin.ok(calls.setCompaniesBlacklisted, { ids: [used], blacklisted: true, reason: '拖欠运费' })
    expect(await detail(used)).toMatchObject({ enabled: false, blacklisted: true, version: 3 })
    expect((await world.admin.ok(calls.getCompanyHistory, { id: used })).map(({ action }) => action)).toEqual([
      'blacklisted',
      'disabled',
    ])
    expect(await world.admin.ok(calls.getCompanyChoices, { q: '有联系人' })).toEqual([])
    expect(await world.admin.ok(calls.getCompanyChoices, { ids: [used] })).toMatchObject([
      { id: used, label: '有联系人公司' },
    ])
  })

  it('a salesman is a colleague, given to several at once', async () => {
    const [a, b] = [await world.company('业务甲', ['customer']), await world.company('业务乙', ['customer'])]
    const colleague = await world.person('salesman', {})
    expect(await world.admin.ok(calls.assignSalesman, { ids: [a, b], salesmanId: colleague.id })).toEqual({
      done: 2,
      refused: [],
    })
    expect(names(await world.admin.ok(calls.getCompanies, { salesmanId: colleague.id })).sort()).toEqual(
      ['业务乙', '业务甲'].sort(),
    )
    const customer = await world.person('their-account', { scope: 'customer', companies: [a] })
    expect(await world.admin.refused(calls.assignSalesman, { ids: [a], salesmanId: customer.id })).toMatchObject({
      code: 422,
    })
  })

  it('tabs count what their filter would find, and expiring permits come forward', async () => {
    const today = new Date(Date.now() + 8 * 3_600_000)
    const inDays = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10)
    for (const [name, permitExpiry] of [
      ['证照三十天', inDays(30)],
      ['证照三十一天', inDays(31)],
      ['证照已过', inDays(-1)],
    ] as const)
      await world.admin.ok(calls.addCompany, { name, roles: ['carrier'], permitExpiry })
    expect(
      names(await world.admin.ok(calls.getCompanies, { entry: 'supplier', tab: 'expiring', sort: 'permitExpiry' })),
    ).toEqual(['证照已过', '证照三十天'])
    const totals = await world.admin.ok(calls.getCompanyTotals, { entry: 'supplier', tab: 'expiring' })
    expect(totals).toMatchObject({ count: 2, tabs: { expiring: 2, carrier: 3, all: 3, disabled: 0 } })
    for (const tab of calls.companyTabs) {
      const page = await world.admin.ok(calls.getCompanies, { tab, pageSize: 500 })
      expect((await world.admin.ok(calls.getCompanyTotals, { tab })).count, tab).toBe(page.rows.length)
    }
  })
})

describe('outlets', () => {
  it('stand in a tree without circles, below enabled outlets only', async () => {
    const top = await world.outlet('树顶')
    const middle = await world.outlet('树中', top)
    const low = await world.outlet('树底', middle)
    const refusal = await world.admin.refused(calls.changeCompany, { ...formOf(await detail(top)), parentId: low })
    expect(refusal.fields).toMatchObject([{ path: 'parentId', reason: 'customers.parentCycle' }])
    expect(
      (await world.admin.refused(calls.changeCompany, { ...formOf(await detail(top)), parentId: top })).fields,
    ).toMatchObject([{ reason: 'customers.parentCycle' }])
    const customer = await world.company('不是网点', ['customer'])
    expect(
      (await world.admin.refused(calls.addCompany, { name: '挂错', roles: ['own'], parentId: customer })).fields,
    ).toMatchObject([{ path: 'parentId', reason: 'customers.parentNotOutlet' }])
    expect((await detail(top)).children).toMatchObject([{ id: middle, name: '树中' }])
    expect(await world.admin.ok(calls.setCompaniesEnabled, { ids: [top], enabled: false })).toMatchObject({
      refused: [{ reason: 'customers.outletDisable' }],
    })
    expect(
      await world.admin.refused(calls.changeCompany, { ...formOf(await detail(top)), roles: ['customer'] }),
    ).toMatchObject({
      reason: 'customers.outletInUse',
      params: { usedBy: 'company', no: '树中' },
    })
    expect(await world.admin.ok(calls.deleteCompanies, { ids: [middle] })).toMatchObject({
      refused: [{ reason: 'kernel.inUse' }],
    })
  })

  it('two moves that would close a circle together: one is refused', async () => {
    for (const round of [1, 2, 3, 4]) {
      const [a, b] = [await world.outlet(`圆甲${round}`), await world.outlet(`圆乙${round}`)]
      const [belowA, belowB] = [await world.outlet(`圆丙${round}`, a), await world.outlet(`圆丁${round}`, b)]
      const [first, second] = [await detail(a), await detail(b)]
      const answers = await Promise.all([
        world.admin.send(calls.changeCompany, { ...formOf(first), parentId: belowB }),
        world.admin.send(calls.changeCompany, { ...formOf(second), parentId: belowA }),
      ])
      expect(answers.map(({ code }) => code).sort()).toEqual([200, 422])
    }
  })

  it('a user of one outlet changes that outlet and builds below it, nowhere else', async () => {
    const mine = await world.outlet('我的站')
    const other = await world.outlet('别人站')
    const person = await world.person('station', {
      scope: 'outlet',
      companies: [mine],
      rights: { companyView: 'edit' },
    })
    expect(await person.client.refused(calls.changeCompany, formOf(await detail(other)))).toMatchObject({
      reason: 'customers.outletOutside',
    })
    expect((await detail(other, person.client)).mayEdit).toBe(false)
    for (const parentId of [undefined, other])
      expect(
        await person.client.refused(calls.addCompany, { name: '外面的站', roles: ['own'], parentId }),
      ).toMatchObject({
        fields: [{ path: 'parentId', reason: 'customers.outletOutside' }],
      })
    expect(
      (await person.client.refused(calls.changeCompany, { ...formOf(await detail(mine)), parentId: other })).fields,
    ).toMatchObject([{ reason: 'customers.outletOutside' }])
    const { id } = await person.client.ok(calls.addCompany, { name: '下级站', roles: ['own'], parentId: mine })
    // The new outlet is inside his scope at once.
    await expect
      .poll(async () => (await person.client.ok(calls.getOutletChoices, { mine: true })).map(({ id }) => id).sort())
      .toEqual([mine, id].sort())
  })

  it('[RT-16/companyManage] of what initials find, names that begin so come first', async () => {
    await world.admin.ok(calls.addCompany, { name: '昌州排序站', roles: ['own'] })
    await world.admin.ok(calls.addCompany, { name: '广州排序站', roles: ['own'] })
    const found = await world.admin.ok(calls.getOutletChoices, { q: 'gz' })
    expect(found.map(({ label }) => label)).toEqual(['广州排序站', '昌州排序站'])
  })

  it('[RT-16/companyManage] a company is found by its code, as drawn or by its end, in lists and where one is chosen', async () => {
    const { code } = await world.admin.ok(calls.addCompany, { name: '按编号找到的公司', roles: ['customer'] })
    for (const q of [code, code.toLowerCase(), code.slice(1), code.slice(-4)]) {
      expect(names(await world.admin.ok(calls.getCompanies, { q })), q).toContain('按编号找到的公司')
      expect(
        (await world.admin.ok(calls.getCompanyChoices, { q })).map(({ label }) => label),
        q,
      ).toContain('按编号找到的公司')
    }
  })

  it('[T-B20] an outlet is offered by the name that documents have of it, and found by both', async () => {
    await world.admin.ok(calls.addCompany, { name: '台州路桥物流有限公司', shortName: '台州总站', roles: ['own'] })
    for (const q of ['路桥物流', '台州总站', 'tzzz'])
      expect((await world.admin.ok(calls.getOutletChoices, { q })).map(({ label }) => label)).toEqual(['台州总站'])
  })

  it('all outlets are offered as the end of a trip; mine = true offers those of my scope, with what is below them', async () => {
    const top = await world.outlet('选择顶站')
    const below = await world.outlet('选择下站', top)
    const far = await world.outlet('选择远站')
    const person = await world.person('chooser', {
      scope: 'outlet',
      companies: [top],
      rights: { arrangeOperate: 'browse' },
    })
    const all = (await person.client.ok(calls.getOutletChoices, {})).map(({ id }) => id)
    expect(all).toEqual(expect.arrayContaining([top, below, far]))
    expect((await person.client.ok(calls.getOutletChoices, { mine: true })).map(({ id }) => id).sort()).toEqual(
      [top, below].sort(),
    )
  })

  it('[RT-10/companyManage/manage] service regions are known ones of any level, kept sorted, none inside another; the timeline has their names', async () => {
    const wrong = await world.admin.refused(calls.addCompany, {
      name: '服务错站',
      roles: ['own'],
      serviceRegions: ['330000', '999999'],
    })
    expect(wrong.fields).toMatchObject([{ path: 'serviceRegions', reason: 'field.region' }])
    const { id } = await world.admin.ok(calls.addCompany, {
      name: '服务区域站',
      roles: ['own'],
      serviceRegions: ['330110', '320509', '310000', '330000', '330100', '310112', '429004', '320509'],
    })
    expect(await detail(id)).toMatchObject({
      serviceRegions: ['310000', '320509', '330000', '429004'],
      serviceRegionNames: '上海市、苏州市 吴江区、浙江省、仙桃市',
    })
    await world.admin.ok(calls.changeCompany, { ...formOf(await detail(id)), serviceRegions: ['310112'] })
    expect((await world.admin.ok(calls.getCompanyHistory, { id }))[0]?.changes).toEqual([
      {
        field: 'serviceRegionNames',
        from: '上海市、苏州市 吴江区、浙江省、仙桃市',
        to: '上海市 闵行区',
      },
    ])
    // Not given is emptied, as every field; and who is no outlet serves nowhere.
    await world.admin.ok(calls.changeCompany, formOf(await detail(id)))
    expect(await detail(id)).toMatchObject({ serviceRegions: [], serviceRegionNames: '' })
    const was = await world.outlet('曾是网点', undefined, ['330000'])
    const kept = { ...formOf(await detail(was)), serviceRegions: ['330000', '999999'], roles: ['customer' as const] }
    await world.admin.ok(calls.changeCompany, kept)
    expect((await detail(was)).serviceRegions).toEqual([])
  })

  it('[RT-10/companyManage/manage] the file of the list has the service regions as an import takes them', async () => {
    await world.outlet('导出服务站', undefined, ['310112', '320509', '330000', '469000'])
    const { rows } = await download(world.admin, calls.exportCompanies, { q: '导出服务站' })
    const cell = rows[1]?.[rows[0]?.indexOf('服务区域') ?? -1] ?? ''
    expect(cell).toBe('上海市 闵行区、苏州市 吴江区、浙江省、海南省 直辖县级')
    expect(regionsNamed([cell])).toEqual({ codes: ['310112', '320509', '330000', '469000'] })
  })

  it('a code that is not typed tells the role, and a refused company draws none', async () => {
    const add = (name: string, roles: ('own' | 'carrier' | 'customer')[]) =>
      world.admin.ok(calls.addCompany, { name, roles })
    const first = await add('西湖揽收点', ['own'])
    expect(first.code).toMatch(/^W\d{5}$/)
    await world.admin.refused(calls.addCompany, { name: '西湖揽收点', roles: ['customer'] })
    const next = await add('江南专线车队', ['carrier'])
    expect(next.code).toBe(`S${String(Number(first.code.slice(1)) + 1).padStart(5, '0')}`)
    expect((await add('既托运又承运的公司', ['carrier', 'customer'])).code).toMatch(/^C\d{5}$/)
  })
})
