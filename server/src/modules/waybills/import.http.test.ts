import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as calls from '@xunyun/contract/waybills/calls'
import * as imports from '@xunyun/contract/workbench/imports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFreight } from '../../../test/freight.ts'
import { type Client, countRows, openWorld, type World } from '../../../test/world.ts'
import { parseSheet } from '../../platform/excel/parse.ts'

const fixtures = path.resolve(import.meta.dirname, '../../../test/fixtures')
const fixture = (name: string) => path.join(fixtures, name)
const json = async <T>(name: string) => JSON.parse(await readFile(fixture(name), 'utf8')) as T
type Expected = { rows: number; errors: { row: number; column: string; why: string }[] }

const page = 'taskList'
let world: World
let office: Client
let expected: Expected
beforeAll(async () => {
  world = await openWorld()
  await openFreight(world)
  for (const name of await json<string[]>('waybills-500-messy.customers.json')) await world.company(name, ['customer'])
  expected = await json<Expected>('waybills-500-messy.errors.json')
  const hangzhou = await world.outlet('滨江站')
  office = (await world.person('office', { rights: 'all', outletId: hangzhou })).client
})
afterAll(() => world.close())

async function upload(client: Client, file: string, name = path.basename(file)): Promise<number> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await readFile(file))]), name)
  const answer = (await (await client.fetch('/api/FileUpload/FileUpload', { method: 'POST', body: form })).json()) as {
    data: { FileID: number }
  }
  return answer.data.FileID
}
/** Downloads a sheet and reads it again. */
async function sheetOf(client: Client, url: string) {
  const response = await client.fetch(url)
  expect(response.headers.get('content-type')).toContain('spreadsheetml')
  const file = path.join(world.dataDir, `${Math.random()}.xlsx`)
  await writeFile(file, Buffer.from(await response.arrayBuffer()))
  return { file, ...(await parseSheet(file, { maxRows: 20_000 })) }
}
/** What the fixture's words mean in our catalogue. */
const reasons: [RegExp, RegExp][] = [
  [/must be > 0/, /须大于 0/],
  [/integer/, /须为整数/],
  [/not a date/, /不是有效日期/],
  [/unknown customer/, /^客户不存在：./],
  [/duplicate/, /重复/],
  [/negative/, /不能小于 0/],
  [/missing/, /必填/],
  [/too short/, /不是有效电话/],
  [/unknown code/, /^没有“.+”这一项，可填 .+、.+/],
  [/unknown region/, /没有这个地区/],
]

describe('[D-05] importing the file of an office', () => {
  let fileId: number

  it('the dry run refuses exactly the rows that are wrong, says why at the column, and stores nothing', async () => {
    fileId = await upload(office, fixture('waybills-500-messy.xlsx'))
    const report = await office.ok(imports.checkImport, { page, fileId })
    expect(report.rows).toBe(expected.rows)
    expect(report.refused.map((row) => row.row)).toEqual(expected.errors.map((error) => error.row))
    for (const error of expected.errors) {
      const [first] = report.refused.find((row) => row.row === error.row)?.errors ?? []
      expect(`${error.row} ${first?.column}`).toBe(`${error.row} ${error.column}`)
      const wanted = reasons.find(([why]) => why.test(error.why))?.[1] as RegExp
      expect(first?.msg, `row ${error.row}: ${error.why}`).toMatch(wanted)
    }
    expect(report.accepted).toBe(expected.rows - expected.errors.length)
    expect(await countRows(world.db, 'waybill')).toBe(0)
  })

  it('whole file: one wrong row refuses all; valid rows: the others become drafts', async () => {
    expect(await office.refused(imports.runImport, { page, fileId, mode: 'whole' })).toMatchObject({
      code: 409,
      reason: 'imports.hasErrors',
    })
    expect(await countRows(world.db, 'waybill')).toBe(0)
    expect(await office.ok(imports.runImport, { page, fileId, mode: 'valid' })).toMatchObject({
      accepted: 438,
      refused: 62,
    })
    expect((await office.ok(calls.getWaybillTotals, {})).tabs).toMatchObject({ all: 438, draft: 438 })
  })

  it('the odd rows are understood: full-width digits, other dates, padded names, the region inside the address', async () => {
    const byNo = async (customerNo: string) =>
      (await world.db.selectFrom('waybill').selectAll().where('customer_no', '=', customerNo).execute())[0]
    const { rows } = await parseSheet(fixture('waybills-500-messy.xlsx'), { maxRows: 600 })
    const cells = (row: number) => rows.find((one) => one.row === row)?.cells as string[]
    expect(await byNo(cells(31)[1] as string)).toMatchObject({ weight: '2772.220' })
    expect(await byNo(cells(10)[1] as string)).toMatchObject({ consignee_phone: '17763161016' })
    expect(await byNo(cells(5)[1] as string)).toMatchObject({ shipper_phone: '17728924536' })
    expect(await byNo(cells(91)[1] as string)).toMatchObject({
      consignee_region_name: '内蒙古自治区 阿拉善盟 阿拉善右旗',
      consignee_address: '滨江路195号',
    })
    const odd = rows.find(({ row, cells: own }) => row > 1 && /年/.test(own[2] ?? '')) as { cells: string[] }
    expect((await byNo(odd.cells[1] as string))?.biz_date).toMatch(/^2026-11-\d\d$/)
    const markup = rows.find(({ cells: own }) => own[15]?.startsWith('<img')) as { cells: string[] }
    expect(await byNo(markup.cells[1] as string)).toMatchObject({ goods_name: '<img src=x onerror=alert(1)>' })
  })

  it('the refused rows come back as a file with the reasons beside them, ready to be mended and sent again', async () => {
    const { rows } = await sheetOf(office, `${imports.getImportErrors.path}?page=taskList&fileId=${fileId}`)
    // After the import the others are taken, so they are refused as well; the first 62 reasons still stand.
    expect(rows[0]?.cells.at(-1)).toBe('Errors')
    const withReason = rows.slice(1).filter(({ cells }) => cells.at(-1) !== '')
    expect(withReason).toHaveLength(rows.length - 1)
  })

  it('the same file twice creates nothing twice', async () => {
    const again = await upload(office, fixture('waybills-500-messy.xlsx'))
    const report = await office.ok(imports.checkImport, { page, fileId: again })
    expect(report).toMatchObject({ accepted: 0, importedBefore: { byName: 'office' } })
    expect(await office.refused(imports.runImport, { page, fileId: again, mode: 'valid' })).toMatchObject({
      reason: 'imports.nothing',
    })
    expect(await countRows(world.db, 'waybill')).toBe(438)
  })

  it('drafts are placed in one batch, and each row reports', async () => {
    const { rows } = await office.ok(calls.getWaybills, { tab: 'draft', pageSize: 500 })
    const report = await office.ok(calls.placeWaybills, { ids: [...rows.map((row) => row.id), 999_999] })
    expect(report).toMatchObject({ done: 438, refused: [{ id: 999_999, reason: 'kernel.notFound' }] })
  })

  it('a cell that looks like a formula or HTML is still text in the export, with the columns and filter asked for', async () => {
    const sheet = await sheetOf(
      office,
      `${calls.exportWaybills.path}?columns=waybillNo,goodsName,remarkCustomer,weight&bizFrom=2026-11-01`,
    )
    expect(sheet.rows[0]?.cells).toHaveLength(4)
    expect(sheet.rows).toHaveLength(439)
    const texts = sheet.rows.flatMap(({ cells }) => cells)
    expect(texts).toContain('=HYPERLINK("http://127.0.0.1/x","点我")')
    expect(texts).toContain('<img src=x onerror=alert(1)>')
  })

  it('a file of somebody else, or no Excel file, is refused', async () => {
    const other = (await world.person('other', { rights: 'all' })).client
    expect(await other.refused(imports.checkImport, { page, fileId })).toMatchObject({ code: 404 })
    const png = path.join(world.dataDir, 'x.png')
    await writeFile(
      png,
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    )
    expect(
      (await office.refused(imports.checkImport, { page, fileId: await upload(office, png) })).fields,
    ).toMatchObject([{ reason: 'imports.notExcel' }])
  })

  it('the template has the columns of the import and reads back as an empty file', async () => {
    const { file } = await sheetOf(office, `${imports.getImportTemplate.path}?page=taskList`)
    expect(
      (await office.refused(imports.checkImport, { page, fileId: await upload(office, file, 'template.xlsx') })).fields,
    ).toMatchObject([{ reason: 'imports.empty' }])
  })

  it('a customer imports for itself only', async () => {
    const yunfan = (
      await world.db
        .selectFrom('company')
        .select('id')
        .where('name', '=', '杭州恒远机电有限公司')
        .executeTakeFirstOrThrow()
    ).id
    const { client } = await world.person('hengyuan', {
      rights: { taskList: 'edit', allWayBill: 'browse' },
      scope: 'customer',
      companies: [yunfan],
    })
    const report = await client.ok(imports.checkImport, {
      page,
      fileId: await upload(client, fixture('waybills-500-messy.xlsx')),
    })
    const others = report.refused.filter((row) => row.errors.some((error) => error.msg.startsWith('客户不存在：')))
    expect(others.length).toBeGreaterThan(400)
  })
})
