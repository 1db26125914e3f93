import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { getCompanies } from '@xunyun/contract/companies/calls'
import { getContacts } from '@xunyun/contract/companies/contacts'
import { getVehicles } from '@xunyun/contract/resources/calls'
import { getDrivers } from '@xunyun/contract/resources/drivers'
import { getWaybills } from '@xunyun/contract/waybills/calls'
import * as calls from '@xunyun/contract/workbench/imports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Freight, openFreight } from '../../../test/freight.ts'
import { download } from '../../../test/sheets.ts'
import { type Client, openWorld, type World } from '../../../test/world.ts'
import { parseSheet } from '../../platform/excel/parse.ts'
import { writeExcel } from '../../platform/excel/write.ts'

let world: World
let freight: Freight
let office: Client
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  office = (
    await world.person('office', {
      rights: {
        companyView: 'edit',
        companyManage: 'edit',
        contactCustomer: 'edit',
        driver: 'edit',
        vehicleAll: 'edit',
        taskList: 'edit',
        allWayBill: 'edit',
      },
      outletId: freight.hangzhou,
    })
  ).client
})
afterAll(() => world.close())

let files = 0
/** Sends rows as an Excel file, the header first. */
async function upload(client: Client, rows: string[][]): Promise<number> {
  const [header, ...data] = rows as [string[], ...string[][]]
  files += 1
  const file = path.join(world.dataDir, `import-${files}.xlsx`)
  const book = writeExcel({
    sheet: '表',
    columns: header.map((title) => ({ title, width: 12, type: 'text' as const })),
    rows: (async function* () {
      yield data
    })(),
  })
  await pipeline(book, createWriteStream(file))
  const form = new FormData()
  const { readFile } = await import('node:fs/promises')
  form.set('file', new Blob([new Uint8Array(await readFile(file))]), path.basename(file))
  const answer = (await (await client.fetch('/api/FileUpload/FileUpload', { method: 'POST', body: form })).json()) as {
    data: { FileID: number }
  }
  return answer.data.FileID
}

const companies = [
  ['名称*', '类型*', '统一社会信用代码', '地区', '税率', '结算方式', '合同到期', '纳税人类型'],
  [
    '杭州一号贸易有限公司',
    '客户、货主',
    '91330100799655058B',
    '浙江省 杭州市 余杭区',
    '9%',
    '月结',
    '2027/1/5',
    '一般纳税人',
  ],
  ['杭州二号贸易有限公司', '客户', '91330100799655058X', '', '', '', '', ''],
  ['杭州三号贸易有限公司', '外星人', '', '', '', '', '', ''],
  ['杭州一号贸易有限公司', '客户', '', '', '', '', '', ''],
  ['', '客户', '', '', '', '', '', ''],
  ['=HYPERLINK("x")公司', '客户', '', '火星市', '', '', '', ''],
]

describe('[RT-10/companyManage/view] [D-01] master data from an office’s file', () => {
  it('companies: each wrong row says what is wrong at its column, also against the rows before it; a dry run stores nothing', async () => {
    const fileId = await upload(office, companies)
    const report = await office.ok(calls.checkImport, { page: 'companyView', fileId })
    expect(report).toMatchObject({ rows: 6, accepted: 1, unknownColumns: [] })
    expect(report.refused.map(({ row, errors: [first] }) => [row, first?.column])).toEqual([
      // As the file names it, though the page says 税号.
      [3, '统一社会信用代码'],
      [4, '类型'],
      [5, '名称'],
      [6, '名称'],
      [7, '地区'],
    ])
    expect((await office.ok(getCompanies, { entry: 'view', q: '一号贸易' })).rows).toEqual([])
  })

  it('valid rows only: they come in as the form would make them, the refused ones come back as a file; twice makes nothing twice', async () => {
    const fileId = await upload(office, companies)
    expect(await office.refused(calls.runImport, { page: 'companyView', fileId, mode: 'whole' })).toMatchObject({
      reason: 'imports.hasErrors',
    })
    expect(await office.ok(calls.runImport, { page: 'companyView', fileId, mode: 'valid' })).toMatchObject({
      accepted: 1,
      refused: 5,
    })
    const [made] = (await office.ok(getCompanies, { entry: 'view', q: '一号贸易' })).rows
    expect(made).toMatchObject({
      roles: ['customer', 'owner'],
      regionName: '浙江省 杭州市 余杭区',
      taxRate: '9.00',
      settleMethod: 'monthly',
      contractTo: '2027-01-05',
      taxpayerType: 'general',
    })
    const again = await office.ok(calls.checkImport, { page: 'companyView', fileId })
    expect(again).toMatchObject({ accepted: 0, importedBefore: { byName: 'office' } })
    const file = await download(office, calls.getImportErrors, { page: 'companyView', fileId })
    expect(file.rows[0]?.at(-1)).toBe('错误说明')
    expect(file.rows).toHaveLength(7)
  })

  it('[RT-10/companyManage/manage] outlets come with the regions they serve, several in a cell; one that is unknown is named', async () => {
    const fileId = await upload(office, [
      ['名称', '类型', '服务区域'],
      ['嘉兴服务站', '本公司/网点', '浙江省 嘉兴市、上海市闵行区，苏州\n浙江省；杭州余杭区, 朝阳区'],
      ['湖州服务站', '本公司/网点', '浙江省、火星市'],
      ['衢州服务站', '本公司/网点', '浙江省衢州市金星区'],
      ['台州服务站', '客户、本公司/网点', '台州市; 浙江省 宁波市\n上海、上海市闵行区'],
    ])
    const report = await office.ok(calls.checkImport, { page: 'companyManage', fileId })
    expect(report.refused.map(({ row, errors }) => [row, errors.map(({ column, msg }) => [column, msg])])).toEqual([
      [2, [['服务区域', '没有“朝阳区”，或有多个同名']]],
      [3, [['服务区域', '没有“火星市”，或有多个同名']]],
      [4, [['服务区域', '没有“浙江省衢州市金星区”，或有多个同名']]],
    ])
    await office.ok(calls.runImport, { page: 'companyManage', fileId, mode: 'valid' })
    expect((await office.ok(getCompanies, { q: '台州服务站' })).rows).toMatchObject([
      {
        roles: ['own', 'customer'],
        serviceRegions: ['310000', '330200', '331000'],
        serviceRegionNames: '上海市、宁波市、台州市',
      },
    ])
  })

  it('[RT-10/contactManage] contacts find their company by name and come once', async () => {
    const rows = [
      ['公司*', '姓名*', '电话', '地区'],
      ['杭州云帆电子有限公司', '王丽', '13800138111', '浙江省杭州市滨江区'],
      ['没有这家公司', '李四', '13800138112', ''],
      ['杭州云帆电子有限公司', '王丽', '13800138111', ''],
      ['杭州云帆电子有限公司', '赵六', '', ''],
    ]
    const fileId = await upload(office, rows)
    const report = await office.ok(calls.checkImport, { page: 'contactCustomer', fileId })
    expect(report.refused.map(({ row, errors: [first] }) => [row, first?.column])).toEqual([
      [3, '公司'],
      [4, '公司'],
      [5, '手机'],
    ])
    await office.ok(calls.runImport, { page: 'contactCustomer', fileId, mode: 'valid' })
    expect((await office.ok(getContacts, { type: 'customer', q: '王丽' })).rows).toMatchObject([
      { mobile: '13800138111', tel: null, regionName: '浙江省 杭州市 滨江区' },
    ])
  })

  it('[RT-11/carManage] drivers and their vehicles: words for codes, the driver by the mobile, a plate once', async () => {
    const drivers = await upload(office, [
      ['姓名', '手机', '准驾车型', '驾驶证到期'],
      ['刘大', '13700137001', 'A2', '2030年5月1日'],
      ['刘二', '13700137001', 'A2', ''],
    ])
    expect(await office.ok(calls.runImport, { page: 'driver', fileId: drivers, mode: 'valid' })).toMatchObject({
      accepted: 1,
      refused: 1,
    })
    expect((await office.ok(getDrivers, { q: '刘大' })).rows).toMatchObject([{ licenceExpiry: '2030-05-01' }])
    const vehicles = await upload(office, [
      ['车牌', '归属', '车牌颜色', '车型', '载重(kg)', '司机手机', '冷藏', '保险到期'],
      ['浙A·8K315', '自有', '蓝', '4.2 米厢式', '1,800', '13700137001', '是', '20270101'],
      ['浙A8K315', '自有', '蓝', '4.2 米厢式', '1800', '', '', ''],
      ['浙A8K316', '租来的', '蓝', '4.2 米厢式', '1800', '', '也许', ''],
    ])
    const report = await office.ok(calls.checkImport, { page: 'vehicleAll', fileId: vehicles })
    expect(report.refused.map(({ row, errors }) => [row, errors.map(({ column }) => column)])).toEqual([
      [3, ['车牌']],
      [4, ['归属', '冷藏']],
    ])
    await office.ok(calls.runImport, { page: 'vehicleAll', fileId: vehicles, mode: 'valid' })
    expect((await office.ok(getVehicles, { q: '8K315' })).rows).toMatchObject([
      { plateNo: '浙A8K315', loadKg: '1800.000', driverName: '刘大', cold: true, insuranceExpiry: '2027-01-01' },
    ])
  })

  it('a file whose column stands twice is refused by its title: nobody can tell which is meant', async () => {
    const fileId = await upload(office, [
      ['名称*', '类型*', '电话', 'Name'],
      ['杭州甲方贸易有限公司', '客户', '', '杭州乙方贸易有限公司'],
    ])
    const refusal = await office.refused(calls.checkImport, { page: 'companyView', fileId })
    expect(refusal).toMatchObject({ reason: 'imports.columnTwice', params: { columns: 'Name' } })
  })

  it('the template of each page is understood by its own import, in every language', async () => {
    for (const page of calls.importPages) {
      for (const language of ['zh', 'en', 'es', 'ja']) {
        const answer = await world.admin.fetch(`${calls.getImportTemplate.path}?page=${page}`, {
          headers: { 'accept-language': language },
        })
        const file = path.join(world.dataDir, `template-${page}-${language}.xlsx`)
        await writeFile(file, Buffer.from(await answer.arrayBuffer()))
        const { rows } = await parseSheet(file, { maxRows: 10 })
        const fileId = await upload(world.admin, [rows[0]?.cells as string[], (rows[0]?.cells ?? []).map(() => 'x')])
        const report = await world.admin.ok(calls.checkImport, { page, fileId })
        expect(`${page} ${language} ${report.unknownColumns.join()}`).toBe(`${page} ${language} `)
      }
    }
  })
})

describe('[D-05] an import is taken back', () => {
  it('whole, by whoever made it, while nothing depends on it; and once', async () => {
    const fileId = await upload(office, [
      ['名称', '类型'],
      ['撤销甲公司', '客户'],
      ['撤销乙公司', '客户'],
    ])
    const { importId } = await office.ok(calls.runImport, { page: 'companyView', fileId, mode: 'whole' })
    const [batch] = await office.ok(calls.getImports, { page: 'companyView' })
    expect(batch).toMatchObject({ id: importId, accepted: 2, mayUndo: true, undoneAt: null })
    const [first] = (await office.ok(getCompanies, { entry: 'view', q: '撤销甲' })).rows
    const waybill = await freight.waybill(office, 1, { customerId: first?.id as number })
    expect(waybill.id).toBeGreaterThan(0)
    const stranger = await world.person('stranger', { rights: { companyView: 'edit' } })
    expect((await stranger.client.send(calls.undoImport, { page: 'companyView', id: importId })).code).toBe(404)
    const refused = await office.send(calls.undoImport, { page: 'companyView', id: importId })
    expect(refused).toMatchObject({ code: 409, error: { reason: 'imports.cannotUndo' } })
    expect(refused.msg).toContain('撤销甲公司')
    // Refused as a whole: the other one is still there.
    expect((await office.ok(getCompanies, { entry: 'view', q: '撤销乙' })).rows).toHaveLength(1)
    await world.db.updateTable('waybill').set({ customer_id: null }).where('id', '=', waybill.id).execute()
    expect(await office.ok(calls.undoImport, { page: 'companyView', id: importId })).toEqual({ undone: 2 })
    expect((await office.ok(getCompanies, { entry: 'view', q: '撤销' })).rows).toEqual([])
    expect((await office.send(calls.undoImport, { page: 'companyView', id: importId })).error?.reason).toBe(
      'imports.undoneAlready',
    )
    // What was taken back may come again.
    expect((await office.ok(calls.checkImport, { page: 'companyView', fileId })).importedBefore).toBeNull()
  })

  it('waybills are cancelled with the reason, and not when one has moved', async () => {
    const rows = [
      [
        '客户名称',
        '客户单号',
        '业务日期',
        '发货人',
        '发货电话',
        '发货地址',
        '收货人',
        '收货电话',
        '收货地址',
        '货物名称',
        '件数',
        '送货方式',
        '付款方式',
      ],
      ...[1, 2].map((n) => [
        '杭州云帆电子有限公司',
        `UNDO-${n}`,
        '2026-11-20',
        '张三',
        '13800138000',
        '浙江省杭州市西湖区文三路 1 号',
        '李四',
        '13900139000',
        '广东省广州市天河区体育东路 1 号',
        '配件',
        '2',
        '送货',
        '月结',
      ]),
    ]
    const fileId = await upload(office, rows)
    const { importId } = await office.ok(calls.runImport, { page: 'taskList', fileId, mode: 'whole', place: true })
    expect((await office.ok(calls.undoImport, { page: 'taskList', id: importId })).undone).toBe(2)
    expect((await office.ok(getWaybills, { importId })).rows.map(({ state }) => state)).toEqual([
      'cancelled',
      'cancelled',
    ])
  })
})

it('[SE-08] a page’s import is for whoever may edit there, and a customer’s account sees its own only', async () => {
  const looker = await world.person('looker', { rights: { companyView: 'browse', driver: 'edit' } })
  const fileId = await upload(looker.client, companies)
  expect((await looker.client.send(calls.checkImport, { page: 'companyView', fileId })).code).toBe(403)
  expect((await looker.client.send(calls.getImports, { page: 'companyView' })).code).toBe(403)
  const customer = await world.person('customer', {
    rights: { taskList: 'edit' },
    scope: 'customer',
    companies: [freight.yunfan],
  })
  expect(await customer.client.ok(calls.getImports, { page: 'taskList' })).toEqual([])
})
