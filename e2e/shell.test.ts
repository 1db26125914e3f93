import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type Product, password, type Visit } from './product.ts'

let product: Product
let visit: Visit
beforeAll(async () => {
  product = await openProduct({ XUNYUN_DEMO: '1' })
})
afterAll(() => product.close())

const as = async (
  account: string,
  run: (visit: Visit) => Promise<void>,
  options: Parameters<Product['open']>[0] = {},
) => {
  visit = await product.open(options)
  if (account !== '') await visit.signIn(account)
  try {
    await run(visit)
  } catch (error) {
    await visit.close().catch(() => undefined)
    throw error
  }
  await visit.close()
}
const hash = () => new URL(visit.page.url()).hash
const tab = (name: string | RegExp) =>
  visit.page.getByRole('navigation', { name: /打开的页面|Open pages/ }).getByRole('tab', { name })
const cookie = async (name: string) => (await visit.context.cookies()).find((one) => one.name === name)

describe('addresses', () => {
  it('[RT-01] [RT-02] [SE-01] login with a padded account leads to the pinned console in hash mode, the token in a strict cookie', () =>
    as('', async () => {
      await visit.page.goto(product.url)
      await visit.signIn('  admin ', password)
      await visit.page.getByRole('heading', { name: /管理员/ }).waitFor()
      expect(hash()).toBe('#/dashboard')
      expect(await cookie('Admin-Token')).toMatchObject({ sameSite: 'Strict' })
    }))

  it('[RT-07] without a token every address goes to login and comes back to what was asked', () =>
    as('', async () => {
      await visit.go('/tms/operations/arrangeList')
      await visit.page.waitForURL(/#\/login/)
      await visit.page.getByRole('textbox').first().fill('admin')
      await visit.page.locator('input[type="password"]').fill(password)
      await visit.page.keyboard.press('Enter')
      await visit.page.waitForURL(/#\/tms\/operations\/arrangeList/)
      await visit.page.getByRole('grid').waitFor()
    }))

  it('[RT-03] [RT-05] [RT-08] an unknown address leads to /404, /401 exists, the login page leads on, /redirect opens a page anew with its query', () =>
    as('admin', async () => {
      for (const [address, arrives] of [
        ['/no/such/page', /#\/404/],
        ['/401', /#\/401/],
        ['/tms/login', /#\/dashboard/],
        ['/login', /#\/dashboard/],
        ['/redirect/tms/operations/allWayBill?tab=signed', /#\/tms\/operations\/allWayBill\?tab=signed/],
      ] as const) {
        await visit.go(address)
        await visit.page.waitForURL(arrives)
      }
      await visit.page.getByRole('tab', { name: /已签收/, selected: true }).waitFor()
    }))

  it('[RT-08] a window that stands at the login page goes on when another one has signed in', () =>
    as('', async () => {
      await visit.go('/login')
      const waiting = visit.page
      await waiting.getByRole('button', { name: '登录', exact: true }).waitFor()
      const other = await visit.context.newPage()
      await other.goto(waiting.url())
      await other.getByLabel('账号').fill('admin')
      await other.getByLabel('密码').first().fill(password)
      await other.keyboard.press('Enter')
      await other.waitForURL(/#\/dashboard/)
      await waiting.evaluate(() => window.dispatchEvent(new Event('focus')))
      await waiting.waitForURL(/#\/dashboard/)
    }))

  it('[RT-09] [SE-05] a token that is dead is cleared and the user is told at the login page', () =>
    as('', async () => {
      await visit.context.addCookies([{ name: 'Admin-Token', value: 'dead', url: product.url }])
      await visit.go('/dashboard')
      await visit.page.waitForURL(/#\/login/)
      await visit.page
        .getByText(/登录已失效/)
        .first()
        .waitFor()
      expect((await cookie('Admin-Token'))?.value ?? '').toBe('')
    }))

  it('[SE-02] a user without any right is refused with the no-permission-menu error', () =>
    as('', async () => {
      const { call } = await import('./product.ts')
      await call(product, 'admin', 'POST', '/api/Users/AddUsers', {
        LOGNAME: 'nomenu',
        PSD: 'First-Pass-1',
        UNAME: '无菜单',
        scope: 'all',
      })
      await call(product, 'admin', 'GET', '/api/Users/GetAllUsers', { q: 'nomenu' })
      const login = await fetch(`${product.url}/api/Login/DoLogin`, {
        method: 'POST',
        body: new URLSearchParams({ LOGNAME: 'nomenu', PSD: 'First-Pass-1' }),
      })
      const { data } = (await login.json()) as { data: { token: string } }
      await fetch(`${product.url}/api/Users/ChangePWD`, {
        method: 'POST',
        headers: { token: data.token },
        body: new URLSearchParams({ OldPSD: 'First-Pass-1', PSD: password, Pwd2: password }),
      })
      await visit.page.goto(`${product.url}/#/login`)
      await visit.page.getByRole('textbox').first().fill('nomenu')
      await visit.page.locator('input[type="password"]').fill(password)
      await visit.page.keyboard.press('Enter')
      await visit.page
        .getByText(/没有任何菜单权限|没有菜单权限/)
        .first()
        .waitFor()
      expect(hash()).toContain('login')
    }))
})

describe('menus', () => {
  it('[SH-01] [SH-02] [SH-17] the top bar holds the function menus, each with its own side menu, leaves hidden', () =>
    as('admin', async () => {
      const { page } = visit
      const top = page.getByRole('navigation').first()
      for (const name of ['运营管理', '客户管理', '资源管理', '系统管理'])
        await top.getByText(name, { exact: true }).waitFor()
      expect(await top.getByText('控制台', { exact: true }).count()).toBe(0)
      await page.getByText('运营管理', { exact: true }).first().click()
      const side = page.getByRole('navigation', { name: '菜单', exact: true })
      await side.getByRole('link', { name: '全部运单' }).waitFor()
      expect(await page.getByRole('link', { name: '超载发车' }).count()).toBe(0)
      await page.getByText('资源管理', { exact: true }).first().click()
      await side.getByRole('link', { name: '自有车辆' }).waitFor()
      expect(await side.getByRole('link', { name: '全部运单', exact: true }).filter({ visible: true }).count()).toBe(0)
    }))

  it('[RT-19] [RT-21] opening a page highlights its group and names the window', () =>
    as('admin', async () => {
      await visit.go('/tms/operations/arrangedOrder')
      await visit.page.getByRole('grid').waitFor()
      expect(await visit.page.title()).toContain('待安排运单')
      expect(await visit.page.title()).toContain('迅运物流运输管理系统')
      const current = visit.page.locator('[aria-current]').filter({ hasText: '运营管理' })
      await current.first().waitFor()
    }))

  it('[SH-03] the side menu is 210 px wide, collapses, and stays so after a reload', () =>
    as('admin', async () => {
      const { page } = visit
      await visit.go('/tms/operations/allWayBill')
      await page.getByRole('grid').waitFor()
      const side = page.getByRole('button', { name: '收起菜单' })
      const box = await page.locator('aside, nav').filter({ has: side }).first().boundingBox()
      expect(box?.width).toBe(210)
      await side.click()
      await page.getByRole('button', { name: '展开菜单' }).waitFor()
      await page.reload()
      await page.getByRole('button', { name: '展开菜单' }).waitFor()
      expect(await cookie('sidebarStatus')).toBeDefined()
    }))

  it('[RT-22] [SE-03] [SE-07] a dispatcher sees just the pages of his rights; another page answers 401', () =>
    as('', async () => {
      const { call } = await import('./product.ts')
      await call(product, 'admin', 'POST', '/api/Users/AddUsers', {
        LOGNAME: 'only-trips',
        PSD: 'First-Pass-1',
        UNAME: '只看安排',
        scope: 'all',
      })
      const users = (await call(product, 'admin', 'GET', '/api/Users/GetAllUsers', { q: 'only-trips' })) as {
        UserID: number
      }[]
      const menus = (await call(product, 'admin', 'GET', '/api/SysUserRights/GetRightMenus')) as {
        MenuID: number
        Page: string
      }[]
      const MenuID = menus.find((item) => item.Page === 'arrangeList')?.MenuID
      await call(product, 'admin', 'POST', '/api/SysUserRights/SetSysUserRights', {
        UserID: users[0]?.UserID,
        Rights: [{ MenuID, BrowseAccess: 1, AddModifyAccess: 0, DeleteApprovedAccess: 0 }],
      })
      await visit.signIn('only-trips', 'First-Pass-1', false)
      // The first password must be changed before anything else.
      const fields = visit.page.locator('input[type="password"]')
      await fields.nth(2).waitFor()
      await fields.nth(0).fill('First-Pass-1')
      await fields.nth(1).fill(password)
      await fields.nth(2).fill(password)
      await visit.page.keyboard.press('Enter')
      await expect.poll(() => fields.count()).toBe(1)
      await visit.signIn('only-trips')
      await visit.go('/tms/operations/arrangeList')
      await visit.page.getByRole('grid').waitFor()
      expect(await visit.page.getByRole('button', { name: '新建安排' }).count()).toBe(0)
      expect(await visit.page.getByRole('link', { name: '全部运单' }).count()).toBe(0)
      await visit.go('/system/user')
      await visit.page.waitForURL(/#\/401/)
    }))
})

describe('tabs', () => {
  it('[SH-05] [SH-08] a tab a page, its state kept when left and re-entered, its query following the filter', () =>
    as('admin', async () => {
      const { page } = visit
      await visit.go('/tms/operations/allWayBill')
      await page.getByPlaceholder('单号、客户、电话、地址、车牌').fill('云帆')
      await page.keyboard.press('Enter')
      await page.waitForURL(/q=/)
      await page.getByText('清除全部').waitFor()
      await visit.go('/tms/operations/arrangeList')
      await page.getByPlaceholder('安排单号、车牌、司机').waitFor()
      await tab('全部运单').click()
      await page.waitForURL(/allWayBill\?q=/)
      expect(await page.getByPlaceholder('单号、客户、电话、地址、车牌').inputValue()).toBe('云帆')
      expect(await tab('全部运单').count()).toBe(1)
    }))

  it('[SH-06] [SH-07] the right-click menu closes others but never the pinned tab', () =>
    as('admin', async () => {
      const { page } = visit
      for (const address of [
        '/tms/operations/allWayBill',
        '/tms/operations/arrangeList',
        '/tms/operations/arrangedOrder',
      ]) {
        await visit.go(address)
        await page.getByRole('grid').filter({ visible: true }).waitFor()
      }
      await tab('安排列表').click({ button: 'right' })
      const menu = page.getByRole('menu')
      expect((await menu.boundingBox())?.width).toBe(105)
      await menu.getByRole('menuitem', { name: '关闭其他' }).click()
      await page.waitForURL(/arrangeList/)
      await expect.poll(() => tab(/./).count()).toBe(2)
      await tab('控制台').click({ button: 'right' })
      expect(await page.getByRole('menuitem', { name: '关闭', exact: true }).isDisabled()).toBe(true)
      await page.getByRole('menuitem', { name: '全部关闭' }).click()
      await expect.poll(() => tab(/./).count()).toBe(1)
    }))
})

describe('a person', () => {
  it('[SH-15] the language switches menus, tabs, titles and tables at once and stays in a cookie', () =>
    as('admin', async () => {
      const { page } = visit
      await visit.go('/tms/operations/allWayBill')
      await page.getByRole('columnheader', { name: /运单号/ }).waitFor()
      const grid = page.getByRole('grid').filter({ visible: true })
      await grid.getByRole('row').nth(3).waitFor()
      const widths = () =>
        grid.locator('thead th').evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().width))
      const inChinese = await widths()
      await page.getByRole('button', { name: '语言' }).click()
      await page.getByText('English', { exact: true }).click()
      await page.getByRole('columnheader', { name: /Waybill no/ }).waitFor()
      await tab('All waybills').waitFor()
      expect(await page.title()).toContain('All waybills')
      expect((await cookie('language'))?.value).toBe('en')
      // [W-B40] Columns, that of the actions too, are as wide as the words of the language now, not of one before.
      await page.getByRole('button', { name: 'Language' }).click()
      await page.getByText('Español', { exact: true }).click()
      await page.getByRole('columnheader', { name: 'Acciones' }).waitFor()
      await expect.poll(async () => (await widths()).at(-1) ?? 0).toBeGreaterThan((inChinese.at(-1) ?? 0) + 20)
      await page.getByRole('button', { name: 'Idioma' }).click()
      await page.getByText('中文', { exact: true }).click()
      await expect.poll(widths).toEqual(inChinese)
    }))

  it('[SH-15] without a cookie the browser decides, and an unknown language is English', () =>
    as(
      '',
      async () => {
        await visit.page.goto(product.url)
        await visit.page.getByRole('button', { name: 'Sign in' }).waitFor()
      },
      { locale: 'fr-FR' },
    ))

  it('[SH-14] [SE-04] the user menu signs out: the token is dead and the cookie gone', () =>
    as('admin', async () => {
      const { page } = visit
      const token = (await cookie('Admin-Token'))?.value ?? ''
      await page.getByRole('button', { name: /管理员/ }).click()
      await page.getByRole('menuitem', { name: '修改密码' }).waitFor()
      await page.getByRole('menuitem', { name: /退出/ }).click()
      await page.waitForURL(/#\/login/)
      // The page loads anew, so that nothing of the person is left in it.
      await page.locator('input[type="password"]').waitFor()
      expect((await cookie('Admin-Token'))?.value ?? '').toBe('')
      const answer = await fetch(`${product.url}/api/Users/GetUserInfo`, {
        headers: { token },
        signal: AbortSignal.timeout(15_000),
      })
      expect(await answer.json()).toMatchObject({ code: 50014 })
    }))

  it('[SH-04] below 992 px the menu is a drawer that closes when a page is opened', () =>
    as(
      'admin',
      async () => {
        const { page } = visit
        await page.getByRole('button', { name: '菜单' }).click()
        const entry = page.getByRole('navigation').getByRole('link', { name: '安排列表' })
        await entry.click()
        await page.waitForURL(/arrangeList/)
        await expect
          .poll(() => page.getByRole('link', { name: '已安排运单' }).filter({ visible: true }).count())
          .toBe(0)
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
      },
      { width: 390 },
    ))
})

describe('errors', () => {
  it('[ER-01] a refusal is a toast that stays until it is closed', () =>
    as('admin', async () => {
      const { page } = visit
      await page.route('**/api/Waybills/GetWaybills?*', (route) =>
        route.fulfill({ json: { code: 409, msg: '正被他人处理', data: null } }),
      )
      await visit.go('/tms/operations/allWayBill')
      await page.getByText('正被他人处理').first().waitFor()
      await page.unroute('**/api/Waybills/GetWaybills?*')
      await page.getByRole('button', { name: '重试' }).click()
      await page.getByRole('row').nth(3).waitFor()
    }))

  it('[ER-02] a session that ended opens one dialog; Re-Login leads to the login page', () =>
    as(
      'admin',
      async () => {
        const { page } = visit
        await visit.go('/tms/operations/allWayBill')
        await page.getByRole('row').nth(3).waitFor()
        const { call } = await import('./product.ts')
        const users = (await call(product, 'admin', 'GET', '/api/Users/GetAllUsers', { q: 'admin' })) as {
          UserID: number
        }[]
        await call(product, 'admin', 'POST', '/api/Users/EndSessions', { UserID: users[0]?.UserID })
        await page.getByRole('tab', { name: /Signed/ }).click()
        const dialog = page.getByRole('dialog', { name: 'Confirm logout' })
        await dialog
          .getByText('You have been logged out, you can cancel to stay on this page, or log in again')
          .waitFor()
        await dialog.getByRole('button', { name: 'Cancel' }).waitFor()
        await dialog.getByRole('button', { name: 'Re-Login' }).click()
        await page.getByRole('button', { name: 'Sign in' }).waitFor()
      },
      { language: 'en' },
    ))

  it('[ER-03] a lost network is a toast for five seconds', () =>
    as('admin', async () => {
      const { page } = visit
      visit.expectErrors(/net::ERR/)
      await visit.go('/tms/operations/allWayBill')
      await page.getByRole('row').nth(3).waitFor()
      await visit.context.setOffline(true)
      await page.getByRole('button', { name: '导出' }).click()
      const toast = page.getByText(/没有网络/).first()
      await toast.waitFor()
      await toast.waitFor({ state: 'detached', timeout: 8000 })
      await visit.context.setOffline(false)
    }))

  it('[ER-03] without a network a page or a form that was never fetched says so, and opens once it is there again', () =>
    as(
      'admin',
      async () => {
        const { page } = visit
        visit.expectErrors(/net::ERR|dynamically imported module/)
        await visit.go('/customManage/companyManage/manage')
        await page.getByRole('row').nth(3).waitFor()
        await visit.context.setOffline(true)
        await page.getByRole('button', { name: '新建' }).click()
        await page.getByText('没有取到，请联网后重试').first().waitFor()
        await page.getByRole('row').nth(3).waitFor()
        // What stands there is not the answer to what was asked, and that is said.
        await page.getByRole('main').getByRole('searchbox').first().fill('恒达')
        await page.keyboard.press('Enter')
        await page
          .getByRole('main')
          .getByText(/加载失败/)
          .waitFor()
        await visit.go('/system/role')
        await page.getByText('连不上服务器').first().waitFor()
        await visit.context.setOffline(false)
        await page.getByRole('main').getByRole('button', { name: '重试' }).click()
        await page.getByRole('row').nth(2).waitFor()
        await visit.go('/customManage/companyManage/manage')
        await page.getByRole('button', { name: '新建' }).click()
        await page.getByRole('dialog', { name: '新建公司' }).waitFor()
      },
      { fresh: true },
    ))
})
