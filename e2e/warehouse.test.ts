import { createWriteStream } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeExcel } from '../server/src/platform/excel/write.ts'
import { call, openProduct, type Product } from './product.ts'
import { query, visitAs } from './visits.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
  await post('/api/Companies/AddCompany', { name: '杭州总站', roles: ['own'] })
  await post('/api/Companies/AddCompany', { name: '康源医药', roles: ['customer', 'owner'] })
})
afterAll(() => product.close())

const post = (address: string, input: Record<string, unknown>) => call(product, 'admin', 'POST', address, input)
const zones = [
  ['SH', 'receive'],
  ['A', 'store'],
]

/** A sheet as an office would send it. */
async function sheet(rows: string[][]): Promise<string> {
  const [header = [], ...data] = rows
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'xunyun-sheet-')), 'items.xlsx')
  const book = writeExcel({
    sheet: '表',
    columns: header.map((title) => ({ title, width: 12, type: 'text' as const })),
    rows: (async function* () {
      yield data
    })(),
  })
  await pipeline(book, createWriteStream(file))
  return file
}

it('[RT-18/wList] a new warehouse begins with the zones that every warehouse has; what is wrong is said in its line', () =>
  visitAs(product, 'admin', async ({ page, ...visit }) => {
    visit.expectErrors(/422/)
    await visit.go('/tms/warehouse/wList')
    await page.getByRole('button', { name: '新建仓库' }).first().click()
    const form = page.getByRole('dialog', { name: '新建仓库' })
    await form.locator('input[id$="_code"]').fill('hz1')
    await form.locator('input[id$="_name"]').fill('杭州一号仓')
    await form.locator('input[id$="_outletId"]').click()
    await page.locator('.ant-select-item-option', { hasText: '杭州总站' }).click()
    const grid = form.getByRole('table', { name: '库区' })
    expect(await grid.getByRole('row').count()).toBe(7)
    await grid.getByLabel('编码 6').fill('a')
    await form.getByRole('button', { name: '保存' }).click()
    await grid.getByText('编码已被使用').waitFor()
    await grid.getByLabel('编码 6').fill('c')
    await form.getByRole('button', { name: '保存' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /HZ1/ }).waitFor()
    const made = await query(
      product,
      `select w.code, w.name, string_agg(z.code, ' ' order by z.seq) as zones
       from warehouse w join warehouse_zone z on z.warehouse_id = w.id group by w.id`,
    )
    expect(made).toEqual([{ code: 'HZ1', name: '杭州一号仓', zones: 'SH A J B T C' }])
  }))

it('[RT-18/wLocation] a zone is generated as its preview said, and looked at as a plan by keyboard', () =>
  visitAs(product, 'admin', async ({ page, ...visit }) => {
    await visit.go('/tms/warehouse/wLocation')
    await page.getByRole('button', { name: '批量生成' }).first().click()
    const form = page.getByRole('dialog', { name: '批量生成' })
    await form.locator('input[id$="_warehouseId"]').click()
    await page.locator('.ant-select-item-option', { hasText: '杭州一号仓' }).click()
    await form.locator('input[id$="_zoneId"]').click()
    await page.locator('.ant-select-item-option', { hasText: 'A 存储区' }).click()
    await form.getByText('A-01-01-1').waitFor()
    await form.locator('input[id$="_rack_to"]').fill('03')
    await form.getByText('24个库位').waitFor()
    await form.getByRole('button', { name: '生成' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /A-02-03-4/ }).waitFor()
    const made = await query(product, `select count(*)::int as n, min(code) as first, max(code) as last from location`)
    expect(made).toEqual([{ n: 24, first: 'A-01-01-1', last: 'A-02-03-4' }])

    await page.getByText('排位图').click()
    await page.getByText('0 / 24 位有货').waitFor()
    const first = page.getByRole('button', { name: 'A-01-01-4 空' })
    await first.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await page.getByRole('heading', { name: 'A-01-02-3' }).waitFor()
    await page.keyboard.press('Enter')
    const change = page.getByRole('dialog', { name: '修改 A-01-02-3' })
    await change.locator('input[id$="_maxWeight"]').fill('800')
    await change.getByRole('button', { name: '保存' }).click()
    await change.waitFor({ state: 'detached' })
    const limit = await query(product, `select max_weight::text as kg from location where code = 'A-01-02-3'`)
    expect(limit).toEqual([{ kg: '800.000' }])
  }))

it('[RT-18/wLocation] several locations are changed at once, and only in what was filled in', () =>
  visitAs(product, 'admin', async ({ page, ...visit }) => {
    await visit.go('/tms/warehouse/wLocation?q=A-01-03')
    await page.getByRole('row', { name: /A-01-03-4/ }).waitFor()
    for (const code of ['A-01-03-1', 'A-01-03-2'])
      await page
        .getByRole('row', { name: new RegExp(code) })
        .getByRole('checkbox')
        .check()
    await page.getByRole('button', { name: '改属性' }).click()
    const ask = page.getByRole('dialog', { name: '改 2 个库位的属性' })
    await ask.getByLabel('限重').fill('500')
    await ask.getByRole('button', { name: '改属性' }).click()
    await ask.waitFor({ state: 'detached' })
    const rows = await query(
      product,
      `select code, max_weight::text as kg, mix_item from location where max_weight = 500 order by code`,
    )
    expect(rows).toEqual([
      { code: 'A-01-03-1', kg: '500.000', mix_item: true },
      { code: 'A-01-03-2', kg: '500.000', mix_item: true },
    ])
  }))

it('[RT-18/wLocation] labels of several locations are printed in walking order, however they were ticked', () =>
  visitAs(product, 'admin', async ({ page, ...visit }) => {
    await visit.go('/tms/warehouse/wLocation?q=A-01-03')
    for (const code of ['A-01-03-2', 'A-01-03-1', 'A-01-03-3'])
      await page
        .getByRole('row', { name: new RegExp(code) })
        .getByRole('checkbox')
        .check()
    await page.getByRole('button', { name: '打印库位标签' }).click()
    const dialog = page.getByRole('dialog', { name: /库位标签/ })
    await dialog.locator('[data-sheet] img').first().waitFor()
    const file = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'PDF' }).click()
    expect((await file).suggestedFilename()).toMatch(/^库位标签 A-01-03-1 \+2\.pdf$/)
    const sheets = await query(
      product,
      `select l.code from print_sheet s join print_batch b on b.id = s.batch_id join location l on l.id = s.record_id
       where b.type = 'location' order by s.seq`,
    )
    expect(sheets.map(({ code }) => code)).toEqual(['A-01-03-1', 'A-01-03-2', 'A-01-03-3'])
  }))

it('[RT-18/stockNumber] an item with a pack; the volume follows the sides; more items come from a file', () =>
  visitAs(product, 'admin', async ({ page, ...visit }) => {
    await visit.go('/tms/warehouse/stockNumber')
    await page.getByRole('button', { name: '新建货号' }).first().click()
    const form = page.getByRole('dialog', { name: '新建货号' })
    await form.locator('input[id$="_ownerId"]').click()
    await page.locator('.ant-select-item-option', { hasText: '康源医药' }).click()
    await form.locator('input[id$="_itemNo"]').fill('KY-1')
    await form.locator('input[id$="_name"]').fill('维生素C泡腾片')
    await form.getByRole('button', { name: '加包装' }).click()
    await form.getByLabel('换算 1').fill('24')
    for (const [side, cm] of [
      ['lengthCm', '40'],
      ['widthCm', '30'],
      ['heightCm', '20'],
    ] as const)
      await form.locator(`input[id$="_${side}"]`).fill(cm)
    await form.locator('input[id$="_grossWeight"]').fill('0.12')
    expect(await form.locator('input[id$="_volume"]').inputValue()).toBe('0.024000')
    await form.getByRole('button', { name: '保存' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /KY-1/ }).waitFor()
    const made = await query(
      product,
      `select i.item_no, i.volume::text as volume, p.unit, p.ratio::float as ratio
       from item i join item_pack p on p.item_id = i.id`,
    )
    expect(made).toEqual([{ item_no: 'KY-1', volume: '0.024000', unit: 'box', ratio: 24 }])

    await page.getByRole('button', { name: '导入' }).click()
    const file = await sheet([
      ['货主*', '货号*', '品名*', '单位*'],
      ['康源医药', 'KY-2', '钙片', '瓶'],
      ['康源医药', 'KY-1', '重复', '瓶'],
    ])
    await page.getByTestId('import-file').setInputFiles(file)
    await page.getByText('该货主已有这个货号').waitFor()
    await page.getByRole('button', { name: '导入有效的 1 行' }).click()
    await page.getByText('已导入 1 条').waitFor()
    expect(await query(product, `select item_no from item order by item_no`)).toEqual([
      { item_no: 'KY-1' },
      { item_no: 'KY-2' },
    ])
  }))

it('[RT-12/user] [RT-18/wList] a user works in the warehouses chosen for him', async () => {
  const outlet = await query(product, `select id::int from company where name = '杭州总站'`)
  await post('/api/Warehouses/AddWarehouse', {
    code: 'NB1',
    name: '宁波仓',
    outletId: outlet[0]?.id,
    secondCheck: false,
    blindCount: true,
    weightTolerance: '5',
    nearExpiryDays: 30,
    zones: zones.map(([code, type]) => ({
      ...{ code, name: code, type, sellable: type === 'store', tempClass: 'normal', enabled: true },
    })),
  })
  await post('/api/Users/AddUsers', { LOGNAME: 'keeper', PSD: 'First-Pass-1', UNAME: '仓管', scope: 'all' })
  await visitAs(product, 'admin', async ({ page, ...visit }) => {
    await visit.go('/system/user?q=keeper')
    await page.getByRole('button', { name: 'keeper' }).click()
    const form = page.getByRole('dialog', { name: /仓管/ })
    await form.locator('[id$="_allWarehouses"]').getByText('指定').click()
    await form.locator('input[id$="_warehouses"]').click()
    await page.locator('.ant-select-item-option', { hasText: '宁波仓' }).click()
    await page.keyboard.press('Escape')
    await form.getByRole('button', { name: '保存' }).click()
    await form.waitFor({ state: 'detached' })
  })
  const chosen = await query(
    product,
    `select u.all_warehouses, w.name from app_user u join user_warehouse x on x.user_id = u.id
     join warehouse w on w.id = x.warehouse_id where u.account = 'keeper'`,
  )
  expect(chosen).toEqual([{ all_warehouses: false, name: '宁波仓' }])
})
