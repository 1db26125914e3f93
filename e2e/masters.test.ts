import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, openProduct, type Product } from './product.ts'
import { query, visitAs } from './visits.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product.close())

const post = (path: string, input: Record<string, unknown>) => call(product, 'admin', 'POST', path, input)

it('[RT-10/companyManage/manage] doubles of a company are merged into the one that a person chooses', () =>
  visitAs(product, 'admin', async ({ page, ...visit }) => {
    const names = ['宁波顺丰贸易有限公司', '宁波顺丰贸易', '顺丰贸易（宁波）']
    for (const name of names) await post('/api/Companies/AddCompany', { name, roles: ['customer'] })
    await visit.go('/customManage/companyManage/manage?q=顺丰贸易')
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
    await row('宁波顺丰贸易有限公司').waitFor()
    for (const box of await page.getByRole('row').getByRole('checkbox').all())
      if (!(await box.isChecked())) await box.check()
    await page.getByRole('button', { name: '合并' }).click()
    const ask = page.getByRole('dialog', { name: '合并 3 家单位' })
    expect(await ask.getByRole('radio', { name: /^宁波顺丰贸易有限公司/ }).isChecked()).toBe(true)
    await ask.getByRole('button', { name: '合并' }).click()
    await ask.waitFor({ state: 'detached' })
    await row('（宁波）').waitFor({ state: 'detached' })
    const left = await query(product, `select name from company where name like '%顺丰贸易%' and not is_deleted`)
    expect(left).toEqual([{ name: '宁波顺丰贸易有限公司' }])
  }))

it('[RT-11/carManage] an insurance is renewed for several vehicles at once', () =>
  visitAs(product, 'admin', async ({ page, ...visit }) => {
    const vehicle = {
      type: 'own',
      plateColor: 'yellow',
      model: '9.6box',
      loadKg: '18000',
      insuranceExpiry: '2026-01-31',
    }
    for (const plateNo of ['浙A77001', '浙A77002']) await post('/api/Vehicles/AddVehicle', { ...vehicle, plateNo })
    await visit.go('/resourceManage/carManage/own?tab=expired')
    for (const plate of ['浙A77001', '浙A77002'])
      await page
        .getByRole('row', { name: new RegExp(plate) })
        .getByRole('checkbox')
        .check()
    await page.getByRole('button', { name: '续证' }).click()
    const ask = page.getByRole('dialog', { name: '给 2 辆车续证' })
    await ask.getByRole('button', { name: '续证' }).click()
    await ask.getByText('必填').waitFor()
    await ask.getByLabel('证照类别').click()
    await page.locator('.ant-select-item-option', { hasText: '保险' }).click()
    await ask.getByLabel('新的有效期至').click()
    const day = ask.locator('input#renew-expiry')
    await day.fill('2099-01-31')
    await day.press('Enter')
    await ask.getByRole('button', { name: '续证' }).click()
    await ask.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /浙A77001/ }).waitFor({ state: 'detached' })
    const rows = await query(
      product,
      `select distinct insurance_expiry::text as until from vehicle where plate_no like '浙A7700%'`,
    )
    expect(rows).toEqual([{ until: '2099-01-31' }])
  }))

it('[D-01] at 390 px the whole calendar lies in the window: a day, a moment and a range of days are chosen', () =>
  visitAs(
    product,
    'admin',
    async ({ page, ...visit }) => {
      const calendar = page.locator('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)')
      const fits = async () => {
        await calendar.locator('td.ant-picker-cell').first().waitFor()
        const outside = await calendar.locator('td.ant-picker-cell:visible, button:visible, li:visible').evaluateAll(
          (all) =>
            all.filter((one) => {
              const { left, right } = one.getBoundingClientRect()
              return left < 0 || right > window.innerWidth
            }).length,
        )
        expect(outside).toBe(0)
      }
      await visit.go('/customManage/companyManage/view')
      await page.getByRole('button', { name: '新建' }).first().click()
      const form = page.getByRole('dialog', { name: '新建公司' })
      await form.getByLabel('许可证到期').click()
      await fits()
      await calendar.getByTitle(/-01$/).first().click()
      expect(await form.getByLabel('许可证到期').inputValue()).toMatch(/-01$/)
      await visit.go('/tms/operations/allWayBill')
      await page.getByRole('button', { name: '筛选' }).click()
      await page.getByRole('dialog', { name: '筛选' }).getByText('业务日期').first().click()
      await fits()
      const month = await calendar.locator('.ant-picker-header-view:visible').innerText()
      await calendar.locator('.ant-picker-header-next-btn:visible').click()
      expect(await calendar.locator('.ant-picker-header-view:visible').innerText()).not.toBe(month)
      await calendar.getByText('近 7 天').click()
      await visit.go('/tms/operations/arrangeOperate')
      await page.getByLabel('计划时间').click()
      await fits()
      await calendar.getByRole('button', { name: '确定' }).waitFor()
    },
    { width: 390 },
  ))
