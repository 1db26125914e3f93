import { exportWaybills } from '@xunyun/contract/waybills/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { download } from '../server/test/sheets.ts'
import { Client, tokenFor } from '../server/test/world.ts'
import { call, openProduct, type Product } from './product.ts'
import { addPerson, visitAs } from './visits.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ XUNYUN_DEMO: '1' })
  await addPerson(product, 'viewer')
})
afterAll(() => product.close())

describe('the menu', () => {
  it('[RT-12/menu] [SH-16] [SH-17] an administrator adds an outside address and reorders; a colleague sees it at the next start', () =>
    visitAs(product, 'admin', async ({ page, go }) => {
      await go('/system/menu')
      const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
      await row('运单管理').getByRole('button', { name: '加下级' }).click()
      const form = page.getByRole('dialog', { name: '新建菜单' })
      await form.getByLabel('中文').fill('查海关')
      await form.getByLabel('英文').fill('Customs')
      await form.getByLabel('地址').fill('htp://wrong')
      await form.getByRole('button', { name: /新建菜单/ }).click()
      await form.getByText('没有这个页面').waitFor()
      await form.getByLabel('地址').fill(`${product.url}/healthz`)
      await form.getByLabel('新窗口').check()
      await form.getByRole('button', { name: /新建菜单/ }).click()
      await form.waitFor({ state: 'detached' })
      // Its own shell says it at once.
      const functions = page.getByRole('navigation', { name: '功能' })
      await functions.getByRole('button', { name: '运营管理' }).click()
      const side = page.getByRole('navigation', { name: '菜单', exact: true })
      await side.getByRole('link', { name: '查海关' }).waitFor()

      // Folded, the tree fits into the window.
      for (const name of ['运营管理', '仓库管理', '综合查询', '客户管理', '资源管理'])
        await page.getByRole('button', { name: `收起 ${name}` }).click()

      // By keys: the function menu of the resources goes before that of the customers.
      const grip = page.getByRole('button', { name: '移动 资源管理' })
      await grip.focus()
      await page.keyboard.press('Alt+ArrowUp')
      const tops = functions.getByRole('button')
      await expect
        .poll(() => tops.allInnerTexts())
        .toEqual(['运营管理', '财务管理', '仓库管理', '综合查询', '审核管理', '资源管理', '客户管理', '系统管理'])

      // By hand: dragged over the upper edge of another it stands before that.
      await page
        .getByRole('button', { name: '移动 运行维护' })
        .dragTo(row('账号权限'), { targetPosition: { x: 200, y: 4 } })
      await functions.getByRole('button', { name: '系统管理' }).click()
      await expect
        .poll(async () => (await side.getByRole('button').allInnerTexts()).filter((text) => text !== '收起菜单'))
        .toEqual(['运行维护', '账号权限', '系统设置'])

      await row('前端错误').getByRole('button', { name: '更多' }).click()
      await page.getByRole('menuitem', { name: '隐藏' }).click()
      await page.getByText('未审批').first().waitFor()
      await side.getByRole('link', { name: '前端错误' }).waitFor({ state: 'detached' })

      await visitAs(
        product,
        'viewer',
        async ({ page: theirs, context }) => {
          const menu = theirs.getByRole('navigation', { name: 'Menu', exact: true })
          const functions = theirs.getByRole('navigation', { name: 'Functions' }).getByRole('button')
          await functions.filter({ hasText: 'Operations' }).click()
          const [opened] = await Promise.all([
            context.waitForEvent('page'),
            menu.getByRole('link', { name: 'Customs' }).click(),
          ])
          await opened.waitForURL(/healthz/)
          await opened.close()
          expect((await functions.allInnerTexts()).slice(0, 2)).toEqual(['Operations', 'Resources'])
          await menu.getByRole('link', { name: 'Client errors' }).waitFor({ state: 'detached' })
        },
        { language: 'en' },
      )
    }))
})

describe('the dictionary', () => {
  it('[RT-12/dictionary] a word that is changed and one that is added stand in the waybill form and in its export', () =>
    visitAs(product, 'admin', async ({ page, go }) => {
      await go('/system/dictionary?type=package')
      const grid = page.getByRole('table', { name: '包装' })
      await grid.getByLabel('中文 carton').fill('五层纸箱')
      await page.getByRole('button', { name: '新增一项' }).click()
      const line = grid.getByRole('row').last()
      await line.locator('input[data-cell="code"]').fill('honeycomb')
      await line.locator('input[data-cell="zh"]').fill('蜂窝箱')
      await page.getByText('改了 2 项').waitFor()
      await page.keyboard.press('Control+z')
      await expect.poll(() => line.locator('input[data-cell="zh"]').inputValue()).not.toBe('蜂窝箱')
      await line.locator('input[data-cell="zh"]').fill('蜂窝箱')
      await page.keyboard.press('Control+s')
      await page.getByText('已保存').waitFor()
      await page.getByText('改了 2 项').waitFor({ state: 'detached' })

      await go('/tms/operations/taskList')
      await page.getByLabel('包装 1').click()
      await page.locator('.ant-select-item-option', { hasText: '五层纸箱' }).waitFor()
      // The list goes round: up from the first is the last, where a new one stands.
      await page.keyboard.press('ArrowUp')
      await page.locator('.ant-select-item-option', { hasText: '蜂窝箱' }).waitFor()
      await page.keyboard.press('Escape')
      await go('/system/dictionary?type=payMethod')
      await page.getByRole('table', { name: '付款方式' }).getByLabel('中文 monthly').fill('按月结算')
      await page.keyboard.press('Control+s')
      await page.getByText('改了 1 项').waitFor({ state: 'detached' })
      const client = new Client(product.url, await tokenFor(product.url, 'admin'))
      const { rows } = await download(client, exportWaybills, { columns: ['payMethod'] })
      const words = new Set(rows.flat())
      expect(words).toContain('按月结算')
      expect(words).not.toContain('月结')
    }))
})

describe('categories', () => {
  it('[RT-12/g_code] a branch is made, opened by its address, and put elsewhere', () =>
    visitAs(product, 'admin', async ({ page, go }) => {
      await go('/system/g_code')
      const make = async (code: string, name: string) => {
        const form = page.getByRole('dialog', { name: '新建分类' })
        await form.getByLabel('编码').fill(code)
        await form.getByLabel('名称').fill(name)
        await page.keyboard.press('Control+s')
        await form.waitFor({ state: 'detached' })
      }
      await page.getByRole('button', { name: '新建分类' }).first().click()
      await make('TEA', '茶货')
      const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
      await row('TEA').getByRole('button', { name: '加下级' }).click()
      await make('GREEN', '绿茶')
      const tree = (await call(product, 'admin', 'GET', '/api/Categories/GetCategoryTree')) as {
        id: number
        code: string
      }[]
      await go(`/system/g_code/${tree.find(({ code }) => code === 'TEA')?.id}`)
      await row('GREEN').waitFor()
      expect(await row('TEA').count()).toBe(0)

      const branches = page.getByRole('navigation', { name: '分类树' })
      await branches.getByRole('button', { name: '移动 绿茶' }).focus()
      await page.keyboard.press('Alt+ArrowLeft')
      await page.getByText('这里还没有分类').waitFor()
      await branches.getByRole('button', { name: '全部分类' }).click()
      await row('GREEN').waitFor()
      await row('TEA').waitFor()
    }))

  it('[RT-12/g_code] an address that names no branch says so, and leads back to all of them', () =>
    visitAs(product, 'admin', async ({ page, go }) => {
      await go('/system/g_code/99999')
      await page.getByText('没有这个分类').waitFor()
      await page.getByRole('tabpanel').getByRole('button', { name: '全部分类' }).last().click()
      await page.waitForURL(/#\/system\/g_code$/)
      await page.getByText('没有这个分类').waitFor({ state: 'detached' })
    }))
})
