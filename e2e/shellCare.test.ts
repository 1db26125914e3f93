import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type Product, type Visit } from './product.ts'
import { visitAs } from './visits.ts'

/** What people meet on the way: two in one record, a narrow or a foreign window, a page left in the middle. */
let product: Product
beforeAll(async () => {
  product = await openProduct({ XUNYUN_DEMO: '1' })
})
afterAll(() => product.close())

const asAdmin = (run: (visit: Visit) => Promise<void>, options: Parameters<Product['open']>[0] = {}) =>
  visitAs(product, 'admin', run, options)
const sheet = (page: Page) => page.getByRole('dialog')

describe('two people in one record', () => {
  it('[ER-01] a company: the second to save sees both, loses nothing that was typed, and decides', () =>
    asAdmin(({ page: first, go }) =>
      asAdmin(async ({ page: second, go: goToo }) => {
        const remark = (page: Page) => sheet(page).getByLabel('备注', { exact: true })
        await go('/customManage/companyManage/manage')
        await goToo('/customManage/companyManage/manage')
        for (const page of [first, second]) {
          await page
            .locator('[data-actions]:visible')
            .first()
            .getByRole('button', { name: /^(编辑|修改)$/ })
            .click()
          await remark(page).waitFor()
        }
        await remark(first).fill('theirs')
        await remark(second).fill('mine')
        await first.keyboard.press('Control+s')
        await expect.poll(() => sheet(first).count()).toBe(0)
        await second.keyboard.press('Control+s')
        await sheet(second).getByRole('button', { name: '重新载入对照' }).click()
        await sheet(second).getByText('theirs').waitFor()
        expect(await remark(second).inputValue()).toBe('mine')
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
      expect(await page.getByText('加载失败').count()).toBe(0)
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
