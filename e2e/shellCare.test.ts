import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, openProduct, type Product, type Visit } from './product.ts'
import { visitAs } from './visits.ts'

/** What people meet on the way: two in one record, a narrow or a foreign window, a page left in the middle. */
let product: Product
beforeAll(async () => {
  product = await openProduct({ XUNYUN_DEMO: '1' })
  // One that may still be changed.
  await call(product, 'admin', 'POST', '/api/TransportPrices/AddTransportPrice', {
    name: '两人同改',
    direction: 'receivable',
    basis: 'weight',
    unitPrice: '2',
    validFrom: '2020-01-01',
  })
})
afterAll(() => product.close())

const asAdmin = (run: (visit: Visit) => Promise<void>, options: Parameters<Product['open']>[0] = {}) =>
  visitAs(product, 'admin', run, options)
const sheet = (page: Page) => page.getByRole('dialog')

type Record = { path: string; label: string; open: (page: Page) => Promise<void> }
const word =
  (name: RegExp, at = 0) =>
  async (page: Page) => {
    await page.locator('[data-actions]:visible').nth(at).getByRole('button', { name }).click()
  }
const behindDots = (name: RegExp) => async (page: Page) => {
  await page.locator('[data-actions]:visible').nth(3).getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name }).click()
}
const records: { readonly [name: string]: Record } = {
  company: { path: '/customManage/companyManage/manage', label: '备注', open: word(/^(编辑|改)$/) },
  vehicle: { path: '/resourceManage/carManage/own', label: '备注', open: word(/^(编辑|改)$/) },
  driver: { path: '/customManage/contactManage/driver', label: '备注', open: word(/^(编辑|改)$/) },
  role: { path: '/system/role', label: '说明', open: behindDots(/^(编辑|改)/) },
  user: { path: '/system/user', label: '姓名', open: word(/^改$/, 2) },
  customer: { path: '/customManage/companyManage/view', label: '备注', open: word(/^(编辑|改)$/, 1) },
  contact: { path: '/customManage/contactManage/customer', label: '备注', open: word(/^(编辑|改)$/) },
  'price table': { path: '/customManage/transportPrice?tab=draft', label: '备注', open: word(/^(编辑|改|修改)$/) },
  menu: { path: '/system/menu', label: '英文', open: word(/^改$/, 5) },
}

describe('two people in one record', () => {
  for (const [name, { path, label, open }] of Object.entries(records))
    it(`[ER-01] ${name}: the second to save sees both, loses nothing that was typed, and decides`, () =>
      asAdmin(({ page: first, go }) =>
        asAdmin(async ({ page: second, go: goToo }) => {
          await go(path)
          await goToo(path)
          for (const page of [first, second]) {
            await open(page)
            await sheet(page).getByLabel(label, { exact: true }).waitFor()
          }
          await sheet(first).getByLabel(label, { exact: true }).fill(`theirs ${name}`)
          await sheet(second).getByLabel(label, { exact: true }).fill(`mine ${name}`)
          await first.keyboard.press('Control+s')
          await expect.poll(() => sheet(first).count()).toBe(0)
          await second.keyboard.press('Control+s')
          await sheet(second).getByRole('button', { name: '重新载入对照' }).click()
          await sheet(second).getByText(`theirs ${name}`).waitFor()
          expect(await sheet(second).getByLabel(label, { exact: true }).inputValue()).toBe(`mine ${name}`)
          await second.keyboard.press('Control+s')
          await expect.poll(() => sheet(second).count()).toBe(0)
        }),
      ))

  it('[RT-12/dictionary] an entry: what the other wrote stands below the cell, to be taken or not', () =>
    asAdmin(({ page: first, go }) =>
      asAdmin(async ({ page: second, go: goToo }) => {
        await go('/system/dictionary')
        await goToo('/system/dictionary')
        const cell = (page: Page) => page.getByRole('textbox', { name: '中文 crate' })
        await cell(first).fill('木板箱')
        await cell(second).fill('木条箱')
        await first.keyboard.press('Control+s')
        await first.getByText(/^改了/).waitFor({ state: 'detached' })
        await second.keyboard.press('Control+s')
        await second.getByRole('button', { name: '重新载入对照' }).click()
        await second.getByText('现为：木板箱').waitFor()
        expect(await cell(second).inputValue()).toBe('木条箱')
        // The refusal is no longer true, so it is no longer said.
        await expect.poll(() => second.getByText('请核对后再保存').count()).toBe(0)
        await second.getByRole('button', { name: '用这个' }).click()
        expect(await cell(second).inputValue()).toBe('木板箱')
        await expect.poll(() => second.getByText('现为：').count()).toBe(0)
      }),
    ))
})

it('[RT-16/statistics] a day that is none opens this month, and on a phone the filters are in the drawer of every list', () =>
  asAdmin(
    async ({ page, go }) => {
      await go('/tms/operations/statistics?bizFrom=abc&customerId=x')
      await page.getByRole('table').waitFor()
      expect(await page.getByText('没有加载出来').count()).toBe(0)
      expect(await page.getByRole('button', { name: /业务日期/ }).count()).toBe(0)
      await page.getByRole('button', { name: '筛选' }).click()
      await sheet(page).getByText('业务日期').waitFor()
      await sheet(page).getByText('运输方式').waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    },
    { width: 390 },
  ))

it('[SH-18] a page left with an open calendar breaks nothing, and comes back with its field at rest', () =>
  asAdmin(async ({ page, go }) => {
    const field = page.getByRole('button').filter({ hasText: '业务日期' })
    await go('/tms/operations/allWayBill')
    for (const next of ['/system/role', '/tms/operations/arrangeList']) {
      await field.filter({ visible: true }).first().click()
      await page.locator('.ant-picker-dropdown:visible').waitFor()
      await go(next)
      await page.getByRole('grid').filter({ visible: true }).waitFor()
      await expect.poll(() => page.locator('.ant-picker-dropdown:visible').count()).toBe(0)
      await go('/tms/operations/allWayBill')
      await field.filter({ visible: true }).first().waitFor()
    }
  }))

it('[RT-16/wayBillList] no figure stands half behind the actions, in Spanish at 1440 either', () =>
  asAdmin(
    async ({ page, go }) => {
      for (const address of ['allWayBill', 'wayBillList', 'arrangedOrder', 'haveArranged']) {
        await go(`/tms/operations/${address}`)
        const grid = page.getByRole('grid').filter({ visible: true })
        await grid.getByRole('row').nth(1).waitFor()
        const cut = () =>
          grid.evaluate((table) => {
            const heads = [...table.querySelectorAll<HTMLElement>('thead th')]
            const limit = heads.at(-1)?.getBoundingClientRect().left ?? 0
            // Eight pixels of a column are the padding before its figures.
            return heads
              .filter((head) => head.dataset.align === 'right')
              .filter((head) => {
                const { left, right } = head.getBoundingClientRect()
                return left < limit - 8 && right > limit + 8
              })
              .map((head) => head.textContent)
          })
        await expect.poll(cut, { message: address }).toEqual([])
      }
      await go('/tms/operations/wayBillList')
      const owed = page.getByRole('columnheader', { name: /Por cobrar/ })
      const actions = page.getByRole('columnheader', { name: 'Acciones' })
      const edges = async () => [
        Math.round(((await owed.boundingBox())?.x ?? 0) + ((await owed.boundingBox())?.width ?? 0)),
        Math.round((await actions.boundingBox())?.x ?? 0),
      ]
      await expect.poll(async () => ((await edges())[0] ?? 0) <= ((await edges())[1] ?? 0) + 1).toBe(true)
    },
    { language: 'es' },
  ))
