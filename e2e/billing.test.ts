import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openGround } from './ground.ts'
import { call, openProduct, type Product } from './product.ts'
import { query, visitAs } from './visits.ts'

/** From the rates that are agreed to what a customer owes for each day and document, and why. */
let product: Product
const dayMs = 86_400_000
/** So many days from today, by the clock of the company. */
const day = (offset: number) => new Date(Date.now() + 8 * 3_600_000 + offset * dayMs).toISOString().slice(0, 10)

beforeAll(async () => {
  product = await openProduct()
  const ground = await openGround(product, ['R-01', 'A-01'])
  const items = [
    await ground.item('YF-2205', { packs: [{ unit: 'pallet', ratio: '10' }] }),
    await ground.item('YF-8801'),
  ]
  await ground.receive(
    items.map((itemId) => ({ itemId, qty: '40' })),
    new Date(`${day(-4)}T12:00:00+08:00`),
  )
  await ground.person('boss', '沈国强', '审核员')
}, 120_000)
afterAll(() => product.close())

const patient = { timeout: 15_000 }

/** The last ten days, typed into the calendar that is open. */
async function period(page: Page): Promise<void> {
  const field = page.locator('.ant-picker-range input')
  await field.first().fill(day(-10))
  await page.keyboard.press('Enter')
  await field.last().fill(day(-1))
  await page.keyboard.press('Enter')
}

const charges = () =>
  query(
    product,
    `select w.day::text as day, w.trigger, trim_scale(w.chargeable)::text as chargeable, c.amount::text as amount
     from warehouse_charge w join charge c on c.id = w.id where c.amount <> 0 order by w.day, w.trigger`,
  )

describe('what the warehouse costs', () => {
  it('[RT-18/quotation] rates are typed, tried out, refused without an approver, sent and approved', async () => {
    await visitAs(product, 'admin', async ({ page, ...visit }) => {
      await visit.go('/tms/warehouse/quotation')
      await page.getByRole('button', { name: '新建报价' }).first().click()
      const form = page.getByRole('dialog', { name: '新建报价' })
      await form.getByLabel('客户', { exact: true }).fill('云帆')
      await page.locator('.ant-select-item-option', { hasText: '杭州云帆' }).click()
      await form.getByLabel('生效日').click()
      await page.locator('.ant-picker input:focus').fill(day(-10))
      await page.keyboard.press('Enter')
      await form.getByLabel('免费天 1').fill('1')
      await form.getByLabel('单价 元 1').fill('2')
      await form.getByRole('button', { name: '加一行' }).click()
      await form.getByLabel('计费环节 2').click()
      await page.locator('.ant-select-item-option:visible', { hasText: '增值' }).click()
      await form.getByLabel('收费项目 2').click()
      await page.locator('.ant-select-item-option:visible', { hasText: '贴标费' }).click()
      await form.getByLabel('计量 2').click()
      await page.locator('.ant-select-item-option:visible', { hasText: '件' }).click()
      await page.keyboard.press('Control+s')
      // Without a rate the row is not right, and its cell says so.
      await form.getByRole('alert').first().waitFor()
      await form.getByRole('button', { name: '阶梯单价 2' }).click()
      await form.getByRole('table', { name: '阶梯' }).getByRole('textbox').last().fill('0.3')
      await form.getByRole('button', { name: '试算' }).click()
      const trial = page.getByRole('dialog', { name: '按填写中的报价试算' })
      await trial.getByText('托·日').first().waitFor()
      await trial.getByRole('heading', { name: '缺资料，未计入' }).waitFor()
      await trial.getByText('YF-8801').first().waitFor()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+s')
      await form.waitFor({ state: 'detached' })
      await page.getByRole('tab', { name: /^草稿/ }).click()
      const row = page.getByRole('row', { name: /BJ\d{11}/ })
      await row.getByRole('button', { name: '提交' }).click()
      await page.getByText(/没有人审核/).waitFor()
      const [boss] = await query(product, `select id from app_user where account = 'boss'`)
      await call(product, 'admin', 'POST', '/api/Approvals/AddApproverLevel', {
        bizType: 'warehouseQuotation',
        level: 1,
        mode: 'any',
        amountFrom: '0',
        userIds: [boss?.id],
        roleIds: [],
      })
      await page.reload()
      await row.getByRole('button', { name: '提交' }).click()
      await expect.poll(() => query(product, 'select status from quotation'), patient).toEqual([{ status: 'pending' }])
    })
    await visitAs(product, 'boss', async ({ page, ...visit }) => {
      await visit.go('/tms/auditManagement/unreviewed')
      const row = page.getByRole('row', { name: /BJ\d{11} v1/ })
      await row.getByText('客户报价').waitFor()
      await row.getByRole('button', { name: '通过' }).click()
      await expect.poll(() => query(product, 'select status from quotation'), patient).toEqual([{ status: 'active' }])
    })
  })

  it('[RT-18/quotation] days gone by are charged once, each explained; goods without a size are named; a service is added', () =>
    visitAs(product, 'admin', async ({ page, ...visit }) => {
      await visit.go('/tms/warehouse/quotation?view=charge')
      await page.getByRole('button', { name: /尚未计费|已计到/ }).click()
      const status = page.getByRole('dialog', { name: '夜间计费' })
      const run = async () => {
        const answered = page.waitForResponse(/RunWarehouseCharges/)
        await status.getByRole('button', { name: '开始计费' }).click()
        await answered
      }
      await status.getByLabel('期间').click()
      await period(page)
      await run()
      await status.getByText('没有托规').first().waitFor()
      // In on the fourth day before today, one day free: three days of four pallets.
      const expected = [-3, -2, -1].map((offset) => ({
        day: day(offset),
        trigger: 'storage',
        chargeable: '4',
        amount: '8.00',
      }))
      expect(await charges()).toEqual(expected)
      await run()
      expect(await charges()).toEqual(expected)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: day(-1), exact: true }).click()
      const drawer = page.getByRole('dialog', { name: /仓储费 · 杭州云帆/ })
      await drawer.getByText('4 托 × 2 元 = 8.00 元').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: '加增值费' }).click()
      const form = page.getByRole('dialog', { name: '加增值费' })
      await form.getByLabel('客户').fill('云帆')
      await page.locator('.ant-select-item-option', { hasText: '杭州云帆' }).click()
      await form.getByLabel('仓库').fill('杭州')
      await page.locator('.ant-select-item-option', { hasText: '杭州一号仓' }).click()
      await form.getByLabel('收费项目').click()
      await page.locator('.ant-select-item-option:visible', { hasText: '贴标费' }).click()
      await form.getByLabel('数量').fill('100')
      await form.getByLabel('来源单').fill('贴标单 8')
      await page.keyboard.press('Control+s')
      await page.getByText('已计费 30.00 元').waitFor()
      expect((await charges()).at(-1)).toMatchObject({ trigger: 'valueAdded', amount: '30.00' })
      const row = page.getByRole('row', { name: /贴标单 8/ })
      await row.getByRole('button', { name: '取消费用' }).click()
      await page.getByLabel('原因').fill('录错')
      await page.getByRole('dialog').getByRole('button', { name: '取消费用' }).click()
      await expect.poll(charges, patient).toEqual(expected)
    }))

  it('[RT-18/quotation] a new version takes its place; what would come out otherwise is shown before it is written', async () => {
    // The pallet unit was missing: with it the goods count, and the days are calculated again.
    await query(
      product,
      `insert into item_pack (item_id, seq, unit, ratio) select id, 1, 'pallet', 20 from item where item_no = 'YF-8801'`,
    )
    await visitAs(product, 'admin', async ({ page, ...visit }) => {
      await visit.go('/tms/warehouse/quotation?view=charge')
      await page.getByRole('button', { name: '重算' }).click()
      const sheet = page.getByRole('dialog', { name: '重算仓储费' })
      await sheet.getByLabel('期间').click()
      await period(page)
      // The free day counts more, too, and costs nothing.
      await sheet.getByText('24.00 元 → 36.00 元').waitFor()
      await sheet.getByRole('button', { name: '更新 4 笔' }).click()
      await expect
        .poll(async () => (await charges()).map(({ amount }) => amount), patient)
        .toEqual(['12.00', '12.00', '12.00'])
      await visit.go('/tms/warehouse/quotation')
      await page
        .getByRole('row', { name: /BJ\d{11}/ })
        .getByRole('button', { name: '新版本' })
        .click()
      const form = page.getByRole('dialog', { name: /^BJ\d{11} v2/ })
      await form.getByLabel('单价 元 1').fill('3')
      await page.keyboard.press('Control+s')
      await expect
        .poll(() => query(product, 'select version_no, status from quotation order by version_no'), patient)
        .toEqual([
          { version_no: 1, status: 'active' },
          { version_no: 2, status: 'draft' },
        ])
    })
  })
})
