import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, openProduct, type Product, type Visit } from './product.ts'

/** What is handed to a line carrier and to a courier, by keyboard and scanner, in a real browser. */
let product: Product
let waiting: { id: number; waybillNo: string; hold: boolean }[]
beforeAll(async () => {
  product = await openProduct({ XUNYUN_DEMO: '1' })
  const [hangzhou] = (await call(product, 'admin', 'GET', '/api/Companies/GetOutletChoices', { q: '杭州总站' })) as {
    id: number
  }[]
  const answer = (await call(product, 'admin', 'GET', '/api/Dispatch/GetWaiting', { tab: 'pickup', pageSize: 10 })) as {
    rows: (typeof waiting)[number][]
  }
  waiting = answer.rows.filter(({ hold }) => !hold).slice(0, 2)
  const ids = waiting.map(({ id }) => id)
  await call(product, 'admin', 'POST', '/api/Waybills/CheckInWaybills', { ids, outletId: hangzhou?.id })
  expect(waiting).toHaveLength(2)
})
afterAll(() => product.close())

const visit = async (run: (visit: Visit) => Promise<void>, options: Parameters<Product['open']>[0] = {}) => {
  const opened = await product.open(options)
  await opened.signIn('admin')
  await opened.watch(() => run(opened))
  await opened.close()
}
const choose = async (page: Visit['page'], field: string, option: string) => {
  await page.getByRole('combobox', { name: field }).click()
  await page.keyboard.type(option)
  await page.locator('.ant-select-item-option', { hasText: option }).filter({ visible: true }).first().click()
}

it('[RT-16/specialDelivery] [RT-16/specialList] a scanned waybill is handed to a line carrier, arrives at the other outlet, and that is taken back', () =>
  visit(async ({ page, ...opened }) => {
    const one = waiting[0] as (typeof waiting)[number]
    await opened.go('/tms/operations/specialDelivery')
    await choose(page, '承运商', '安达专线')
    await choose(page, '起点', '杭州总站')
    await page.getByText('至我方网点').click()
    await choose(page, '到达网点', '广州白云站')
    const scan = page.getByRole('textbox', { name: '扫描或输入运单号、件号' })
    await scan.fill('YD00000000000')
    await page.keyboard.press('Enter')
    await page.getByText('YD00000000000 不在这里待安排').waitFor()
    await scan.fill(`${one.waybillNo}-001`)
    await page.keyboard.press('Enter')
    await page.getByRole('cell', { name: one.waybillNo }).waitFor()
    await page.getByRole('button', { name: '外发 1 票' }).click()
    const drawer = page.getByRole('dialog', { name: /专线 ZX/ })
    await drawer.getByText('已交接', { exact: true }).first().waitFor()
    await drawer.getByRole('button', { name: '到达', exact: true }).click()
    await page
      .getByRole('dialog', { name: /^到达 / })
      .getByRole('button', { name: '到达', exact: true })
      .click()
    await drawer.getByText('已签收', { exact: true }).first().waitFor()
    await drawer.getByRole('button', { name: '撤销到达', exact: true }).click()
    const why = page.getByRole('dialog', { name: /^撤销到达 ZX/ })
    await why.getByRole('textbox').fill('误报')
    await why.getByRole('button', { name: '撤销到达', exact: true }).click()
    await drawer.getByText('已交接', { exact: true }).first().waitFor()
  }))

it('[RT-16/courierDelivery] [RT-16/courierList] a waybill and its express number are scanned one after the other; a number that is taken is refused in its cell; in English at 390 the list has it', async () => {
  const two = waiting[1] as (typeof waiting)[number]
  await visit(async ({ page, ...opened }) => {
    await opened.go('/tms/operations/courierDelivery')
    await choose(page, '快递公司', '顺达速运')
    await page.keyboard.type(two.waybillNo)
    await page.keyboard.press('Enter')
    const number = page.getByRole('textbox', { name: '快递单号 1' })
    await expect.poll(() => number.evaluate((field) => field === document.activeElement)).toBe(true)
    const taken = (await call(product, 'admin', 'GET', '/api/Dispatch/GetCouriers', { pageSize: 1 })) as {
      rows: { courierNo: string }[]
    }
    await page.keyboard.type(taken.rows[0]?.courierNo as string)
    await page.keyboard.press('Enter')
    // Behind the number the next parcel is scanned.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('parcel-scan')
    await page.getByRole('button', { name: '外发 1 单' }).click()
    await page.getByText(/^KD\d+ 已用此单号$/).waitFor()
    await number.fill('SD-E2E-1')
    await page.getByRole('button', { name: '外发 1 单' }).click()
    await page.getByText('已外发 1 单').waitFor()
    await page.getByText('扫描运单或件', { exact: true }).waitFor()
  })
  await visit(
    async ({ page, ...opened }) => {
      await opened.go('/tms/operations/courierList')
      await page.getByText('SD-E2E-1').first().waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    },
    { width: 390, language: 'en-US' },
  )
})
