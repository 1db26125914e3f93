import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, openProduct, type Product, password, type Visit } from './product.ts'
import { addPerson, query, visitAs } from './visits.ts'

let product: Product
let visit: Visit
beforeAll(async () => {
  product = await openProduct({ XUNYUN_DEMO: '1' })
})
afterAll(() => product.close())

const as = (account: string, run: (visit: Visit) => Promise<void>, options: Parameters<Product['open']>[0] = {}) =>
  visitAs(
    product,
    account,
    (opened) => {
      visit = opened
      return run(opened)
    },
    options,
  )
const tab = (name: string | RegExp) =>
  visit.page.getByRole('navigation', { name: /打开的页面|Open pages/ }).getByRole('tab', { name })

const typeDriver = async (name: string) => {
  const { page } = visit
  await visit.go('/customManage/contactManage/driver')
  await page.getByRole('button', { name: '新建', exact: true }).first().click()
  await page.getByRole('dialog').getByLabel('姓名').fill(name)
  await page.locator('[data-dirty]').first().waitFor()
}

describe('what is typed', () => {
  it('[SH-05] every way of closing a tab asks first, and staying keeps what was typed', () =>
    as('admin', async () => {
      const { page } = visit
      await typeDriver('没存的人')
      const question = page.getByRole('dialog').filter({ hasText: '还没保存' })
      const stay = async () => {
        await question.getByRole('button', { name: '继续编辑' }).click()
        await expect.poll(() => question.count()).toBe(0)
        await tab(/^司机/).waitFor()
      }
      const driver = tab(/^司机/)
      await driver.click({ button: 'middle' })
      await stay()
      await driver.focus()
      await page.keyboard.press('Delete')
      await stay()
      for (const entry of ['刷新', '关闭', '全部关闭']) {
        await driver.click({ button: 'right' })
        await page.getByRole('menuitem', { name: entry, exact: true }).click()
        await stay()
      }
      await tab('控制台').click({ button: 'right' })
      await page.getByRole('menuitem', { name: '关闭其他' }).click()
      await stay()
      await page.getByRole('button', { name: /管理员/ }).click()
      await page.getByRole('menuitem', { name: /退出登录/ }).click()
      await stay()
      await driver.click()
      expect(await page.getByRole('dialog').getByLabel('姓名').inputValue()).toBe('没存的人')
      // Closed without saving, nothing of it is left.
      await driver.click({ button: 'middle' })
      await question.getByRole('button', { name: '不保存，关闭' }).click()
      await expect.poll(() => driver.count()).toBe(0)
      await visit.go('/customManage/contactManage/driver')
      await page.getByRole('button', { name: '新建', exact: true }).first().click()
      expect(await page.getByRole('dialog').getByLabel('姓名').inputValue()).toBe('')
    }))

  it('[SH-05] a reload asks, and brings back the tabs in their order with the unsaved one marked', () =>
    as('admin', async () => {
      const { page } = visit
      await visit.go('/tms/operations/allWayBill?tab=signed')
      await page.getByRole('grid').waitFor()
      await typeDriver('还没存')
      await visit.go('/tms/operations/arrangeList')
      await page.getByRole('grid').filter({ visible: true }).waitFor()
      let asked = 0
      page.on('dialog', (dialog) => {
        asked += 1
        void dialog.accept()
      })
      await page.reload()
      await page.getByRole('grid').filter({ visible: true }).waitFor()
      expect(asked).toBe(1)
      expect(await tab(/./).allInnerTexts()).toEqual(['控制台', '全部运单', '司机', '安排列表'])
      await page.locator('[data-dirty]').filter({ hasText: '司机' }).waitFor()
      await tab('全部运单').click()
      await page.waitForURL(/tab=signed/)
      await tab(/^司机/).click()
      await page.getByRole('button', { name: '新建', exact: true }).first().click()
      await expect.poll(() => page.getByRole('dialog').getByLabel('姓名').inputValue()).toBe('还没存')
    }))

  it('[SH-06] the keyboard moves along the tabs, and the active one is scrolled into sight with 4 px beside it', () =>
    as(
      'admin',
      async () => {
        const { page } = visit
        for (const address of [
          '/tms/operations/allWayBill',
          '/tms/operations/arrangeList',
          '/tms/operations/arrangedOrder',
          '/tms/operations/haveArranged',
          '/customManage/companyManage/manage',
          '/customManage/contactManage/driver',
          '/resourceManage/carManage',
          '/system/clientErrors',
        ]) {
          await visit.go(address)
          await tab(/./).and(page.locator('[aria-selected="true"]')).waitFor()
        }
        // The strip is scrolled to its end; the second tab lies hidden at the left.
        await tab('全部运单').dispatchEvent('click')
        const beside = () =>
          tab('全部运单').evaluate((one) => {
            const strip = one.parentElement?.parentElement
            return strip && one.parentElement
              ? Math.round(one.parentElement.getBoundingClientRect().left - strip.getBoundingClientRect().left)
              : null
          })
        await expect.poll(beside).toBe(4)
        await tab('前端错误').dispatchEvent('click')
        await page.waitForURL(/clientErrors/)
        await tab('前端错误').focus()
        await page.keyboard.press('ArrowLeft')
        await page.keyboard.press('Enter')
        await page.waitForURL(/carManage/)
        await page.keyboard.press('Home')
        await page.keyboard.press('Enter')
        await page.waitForURL(/dashboard/)
      },
      { width: 1000 },
    ))

  it('[ER-02] what was typed is back after the login of the same person, and gone for another', async () => {
    await addPerson(product, 'types')
    await as('types', async () => {
      const { page } = visit
      await typeDriver('等一等')
      const users = (await call(product, 'admin', 'GET', '/api/Users/GetAllUsers', { q: 'types' })) as {
        UserID: number
      }[]
      const end = () => call(product, 'admin', 'POST', '/api/Users/EndSessions', { UserID: users[0]?.UserID })
      const dialogs = page.getByRole('dialog', { name: '确认退出' })
      await end()
      // Two calls fail; there is one dialog.
      await visit.go('/tms/operations/allWayBill')
      await dialogs.waitFor()
      await visit.go('/customManage/contactManage/driver')
      await page.getByRole('dialog').getByLabel('姓名').waitFor()
      expect(await dialogs.count()).toBe(1)
      await dialogs.getByRole('button', { name: '重新登录' }).click()
      await page.getByRole('textbox').first().fill('types')
      await page.locator('input[type="password"]').fill(password)
      await page.keyboard.press('Enter')
      await page.locator('[data-dirty]').filter({ hasText: '司机' }).waitFor()
      await page.getByRole('button', { name: '新建', exact: true }).first().click()
      await expect.poll(() => page.getByRole('dialog').getByLabel('姓名').inputValue()).toBe('等一等')

      await end()
      await visit.go('/tms/operations/allWayBill?tab=draft')
      await dialogs.getByRole('button', { name: '重新登录' }).click()
      await page.getByRole('textbox').first().fill('admin')
      await page.locator('input[type="password"]').fill(password)
      await page.keyboard.press('Enter')
      await tab('全部运单').waitFor()
      expect(await tab(/^司机/).count()).toBe(0)
      await visit.go('/customManage/contactManage/driver')
      await page.getByRole('button', { name: '新建', exact: true }).first().click()
      expect(await page.getByRole('dialog').getByLabel('姓名').inputValue()).toBe('')
    })
  })
})

describe('two windows', () => {
  it('[SE-04] signing out in one leads the other to the login within a second, and back to where it was', () =>
    as('admin', async () => {
      const { page, context } = visit
      const other = await context.newPage()
      await other.goto(`${product.url}/#/tms/operations/allWayBill`)
      await other.getByRole('grid').waitFor()
      await page.getByRole('button', { name: /管理员/ }).click()
      await page.getByRole('menuitem', { name: /退出登录/ }).click()
      await page.locator('input[type="password"]').waitFor()
      await other.waitForURL(/#\/login/, { timeout: 1000 })
      await other.getByText('已在另一个窗口退出登录').waitFor()
      await other.getByRole('textbox').first().fill('admin')
      await other.locator('input[type="password"]').fill(password)
      await other.keyboard.press('Enter')
      await other.waitForURL(/allWayBill/)
    }))

  it('[SE-05] another person signs in in one: the other begins clean before it sends anything', async () => {
    await addPerson(product, 'second')
    await as('admin', async () => {
      const { page, context } = visit
      await visit.go('/tms/operations/allWayBill')
      await page.getByRole('grid').waitFor()
      // What the list still asks for is asked by the one before.
      await page.waitForLoadState('networkidle')
      const answer = await fetch(`${product.url}/api/Login/DoLogin`, {
        method: 'POST',
        body: new URLSearchParams({ LOGNAME: 'second', PSD: password }),
      })
      const { data } = (await answer.json()) as { data: { token: string } }
      const tokens: (string | undefined)[] = []
      page.on('request', (request) => {
        if (request.url().includes('/api/')) tokens.push(request.headers().token)
      })
      await context.addCookies([{ name: 'Admin-Token', value: data.token, url: product.url, sameSite: 'Strict' }])
      await page.getByRole('tab', { name: /已签收/ }).click()
      await page.getByRole('button', { name: /second/ }).waitFor()
      expect(new Set(tokens)).toEqual(new Set([data.token]))
      expect(await page.getByRole('link', { name: '用户管理' }).count()).toBe(0)
    })
  })
})

describe('faults', () => {
  it('[ER-05] what breaks in a browser is read by an administrator, without what was typed', () =>
    as('admin', async () => {
      const { page } = visit
      visit.expectErrors(/broken on purpose/)
      await visit.go('/tms/operations/allWayBill?q=13800001111')
      await page.getByRole('grid').waitFor()
      await page.evaluate(() => {
        setTimeout(() => {
          throw new Error('broken on purpose near "张三的电话 13800001111"')
        })
      })
      await page.evaluate(() => {
        void Promise.reject(new Error('broken on purpose, a promise'))
      })
      await expect
        .poll(
          async () => (await query(product, 'select message, page from client_error order by message')) as unknown[],
        )
        .toEqual([
          { message: 'broken on purpose near "…"', page: '/tms/operations/allWayBill' },
          { message: 'broken on purpose, a promise', page: '/tms/operations/allWayBill' },
        ])
      await visit.go('/system/clientErrors')
      const row = page.getByRole('row', { name: /broken on purpose near/ })
      await row.getByRole('button', { name: '查看' }).click()
      const detail = page.getByRole('dialog', { name: '错误详情' })
      await detail.getByText('admin').waitFor()
      await detail.getByRole('region', { name: '调用栈' }).waitFor()
    }))

  it('[ER-05] a login page that breaks is heard of, and the reporter itself is never heard', () =>
    as('', async () => {
      const { page } = visit
      visit.expectErrors(/before the login|net::ERR|Failed to load/)
      await page.goto(`${product.url}/#/login`)
      await page.locator('input[type="password"]').waitFor()
      await page.evaluate(() => {
        setTimeout(() => {
          throw new Error('before the login')
        })
      })
      await expect
        .poll(
          async () =>
            (await query(product, "select account from client_error where message = 'before the login'")) as unknown[],
        )
        .toEqual([{ account: '' }])
      await page.route('**/api/ClientErrors/**', (route) => route.abort())
      const sent = page.waitForEvent('requestfailed')
      await page.evaluate(() => {
        setTimeout(() => {
          throw new Error('again, before the login')
        })
      })
      await sent
      expect(await page.getByText(/Failed|连不上/).count()).toBe(0)
    }))
})
