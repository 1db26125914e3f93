import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barriers } from './barriers.ts'
import { call, openProduct, type Product, type Visit } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ XUNYUN_DEMO: '1' })
})
afterAll(() => product.close())

/** A place to look at: how one gets there, by role and label as anybody would. */
type Place = readonly [name: string, go: (visit: Visit) => Promise<void>]

const places: readonly Place[] = [
  [
    'the console',
    async ({ page, go }) => {
      await go('/dashboard')
      await page.getByRole('heading', { level: 1 }).filter({ visible: true }).first().waitFor()
    },
  ],
  [
    'a list',
    async ({ page, go }) => {
      await go('/tms/operations/allWayBill')
      await page.getByRole('grid').filter({ visible: true }).getByRole('row').nth(3).waitFor()
    },
  ],
  [
    'a phone order',
    async ({ page, go }) => {
      await go('/tms/operations/phoneList?tab=accepted')
      await page.getByRole('button', { name: /^SJ/ }).first().click()
      await page.getByRole('dialog').getByText('收货方').waitFor()
    },
  ],
  [
    'placing an order',
    async ({ page, go }) => {
      await go('/tms/operations/phoneOrder')
      await page.getByRole('button', { name: '易碎轻放' }).click()
    },
  ],
  [
    'a print dialog',
    async ({ page, go }) => {
      await go('/tms/operations/wayBillList/label')
      await page.getByRole('button', { name: '打印', exact: true }).first().click()
      await page.getByRole('dialog').locator('[data-sheet] img').first().waitFor()
    },
  ],
  [
    'a template with its preview',
    async ({ page, go }) => {
      await go('/tms/operations/printTemplate')
      await page.getByRole('button', { name: '新建模板' }).click()
      await page.getByRole('region', { name: '预览' }).getByRole('img').first().waitFor()
    },
  ],
  [
    'a form beside its list',
    async ({ page, go }) => {
      await go('/customManage/contactManage/driver')
      await page.getByRole('button', { name: '新建', exact: true }).first().click()
      await page.getByRole('dialog').getByLabel('姓名').waitFor()
    },
  ],
  [
    'a record',
    async ({ page, go }) => {
      await page.keyboard.press('Escape')
      const answer = (await call(product, 'admin', 'GET', '/api/Waybills/GetWaybills', { pageSize: '1' })) as {
        rows: { waybillNo: string }[]
      }
      const no = answer.rows[0]?.waybillNo ?? ''
      await go(`/tms/operations/allWayBill/${no}`)
      await page.getByRole('heading', { name: no }).waitFor()
    },
  ],
  [
    'my account',
    async ({ page, go }) => {
      await go('/profile/index?view=security')
      await page.getByText('登录的设备').waitFor()
    },
  ],
  [
    'client errors',
    async ({ page, go }) => {
      await go('/system/clientErrors')
      await page.getByText('没有前端错误').waitFor()
    },
  ],
  [
    'icons',
    async ({ page, go }) => {
      await go('/icons/index')
      await page.getByRole('button', { name: 'truck' }).waitFor()
    },
  ],
  [
    'the settings drawer',
    async ({ page }) => {
      await page.getByRole('button', { name: '设置', exact: true }).click()
      await page.getByRole('dialog', { name: '设置' }).waitFor()
    },
  ],
  [
    'the palette',
    async ({ page }) => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: '搜索菜单、单号、操作' })
      await palette.getByRole('combobox').fill('yd')
      await palette.getByRole('option', { name: /^YD/ }).first().waitFor()
    },
  ],
  [
    'the list of keys',
    async ({ page }) => {
      await page.keyboard.press('Escape')
      await page.getByRole('tab', { name: '图标' }).focus()
      await page.keyboard.press('Shift+?')
      await page.getByRole('dialog', { name: '快捷键' }).waitFor()
    },
  ],
]

describe.each(['light', 'dark'] as const)('in the %s, nobody is kept out of', (mode) => {
  // What is not a colour is the same in both.
  const rules = mode === 'dark' ? ['color-contrast'] : undefined
  const met = (page: Page) => barriers(page, 'html', rules)

  it('the login page', async () => {
    const visit = await product.open()
    await visit.page.addInitScript((theme) => localStorage.setItem('theme', theme), mode)
    await visit.page.goto(product.url)
    await visit.page.locator('input[type="password"]').waitFor()
    expect(await met(visit.page)).toEqual([])
    await visit.close()
  })

  it(places.map(([name]) => name).join(', '), async () => {
    const visit = await product.open()
    await visit.page.addInitScript((theme) => localStorage.setItem('theme', theme), mode)
    await visit.signIn('admin')
    const found: Record<string, string[]> = {}
    await visit.watch(async () => {
      for (const [name, go] of places) {
        await go(visit)
        const kept = await met(visit.page)
        if (kept.length > 0) found[name] = kept
      }
    })
    expect(found).toEqual({})
    await visit.close()
  })

  it('another colour: the list and the settings in violet', async () => {
    const visit = await product.open()
    await visit.page.addInitScript((theme) => localStorage.setItem('theme', theme), mode)
    await visit.signIn('admin')
    const { page } = visit
    await visit.go('/tms/operations/allWayBill')
    await page.getByRole('row').nth(3).waitFor()
    await page.getByRole('button', { name: '设置', exact: true }).click()
    await page.getByRole('button', { name: '#7c3aed' }).click()
    expect(await met(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('row').nth(3).click()
    expect(await met(page)).toEqual([])
    await visit.close()
  })
})
