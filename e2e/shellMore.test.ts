import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, openProduct, type Product, type Visit } from './product.ts'
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
const hash = () => new URL(visit.page.url()).hash
const cookie = async (name: string) => (await visit.context.cookies()).find((one) => one.name === name)
const token = (name: string) =>
  visit.page.evaluate((one) => getComputedStyle(document.documentElement).getPropertyValue(one).trim(), name)
const openSettings = async () => {
  await visit.page.getByRole('button', { name: '设置', exact: true }).click()
  return visit.page.getByRole('dialog', { name: '设置' })
}

describe('settings', () => {
  it('[SH-09] [SH-10] the drawer is hidden until it is asked for, its defaults are on, and each switch acts at once', () =>
    as('admin', async () => {
      const { page } = visit
      await visit.go('/tms/operations/allWayBill')
      await page.getByRole('grid').waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
      const settings = await openSettings()
      for (const name of ['标签页', '固定顶部', '侧栏标志', '拼音搜索菜单'])
        expect(await settings.getByRole('switch', { name }).isChecked(), name).toBe(true)
      expect(await settings.getByRole('radio', { name: '紧凑' }).isChecked()).toBe(true)

      await settings.getByRole('switch', { name: '标签页' }).click()
      await expect.poll(() => page.getByRole('navigation', { name: '打开的页面' }).count()).toBe(0)
      await settings.getByRole('switch', { name: '侧栏标志' }).click()
      await expect.poll(() => page.getByText('迅运物流', { exact: true }).count()).toBe(0)
      await settings.getByRole('switch', { name: '固定顶部' }).click()
      // The bar can now be scrolled away: the page below has the whole window.
      const scrolls = () =>
        page.evaluate(() => {
          const shell = document.querySelector('header')?.parentElement
          if (!shell) return 0
          shell.scrollTop = 1000
          return shell.scrollTop
        })
      await expect.poll(scrolls).toBe(48)
      await page.keyboard.press('Escape')
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)

      await page.reload()
      await page.getByRole('grid').waitFor()
      expect(await page.getByRole('navigation', { name: '打开的页面' }).count()).toBe(0)
      expect(await page.getByRole('dialog').count()).toBe(0)
      await (await openSettings()).getByRole('button', { name: '恢复默认' }).click()
      await page.getByRole('navigation', { name: '打开的页面' }).waitFor()
      await page.getByText('迅运物流', { exact: true }).waitFor()
      expect(await scrolls()).toBe(0)
    }))

  it('[SH-11] the theme colour is #1890ff, #409EFF a preset; a change colours the shell and the buttons without a reload, for this person alone', () =>
    as('admin', async () => {
      const { page } = visit
      await visit.go('/tms/operations/allWayBill')
      const button = page.getByRole('button', { name: '创建运单' })
      await button.waitFor()
      await page.evaluate(() => Object.assign(window, { stayed: true }))
      expect(await token('--brand')).toBe('#1890ff')
      const before = await button.evaluate((one) => getComputedStyle(one).backgroundColor)
      const settings = await openSettings()
      expect(await settings.getByRole('button', { name: '#1890ff' }).getAttribute('aria-pressed')).toBe('true')
      await settings.getByRole('button', { name: '#409eff' }).click()
      await expect.poll(() => token('--brand')).not.toBe('#1890ff')
      await settings.getByLabel('其他颜色').fill('#7c3aed')
      await expect.poll(() => button.evaluate((one) => getComputedStyle(one).backgroundColor)).not.toBe(before)
      expect(await token('--brand')).toBe('#7c3aed')
      expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
      await page.reload()
      await button.waitFor()
      expect(await token('--brand')).toBe('#7c3aed')
      await page.getByRole('button', { name: /管理员/ }).click()
      await page.getByRole('menuitem', { name: /退出登录/ }).click()
      await page.locator('input[type="password"]').waitFor()
      expect(await token('--brand')).toBe('#1890ff')
      await (await openSettingsAs('admin')).getByRole('button', { name: '恢复默认' }).click()
      await expect.poll(() => token('--brand')).toBe('#1890ff')
    }))

  const openSettingsAs = async (account: string) => {
    await visit.signIn(account)
    return openSettings()
  }

  it('[SH-18] [SH-15] the size is mini until it is changed, holds at once and after a reload, in a cookie', () =>
    as('admin', async () => {
      const { page } = visit
      await visit.go('/tms/operations/allWayBill')
      const row = page.getByRole('row').nth(2)
      await row.waitFor()
      expect((await row.boundingBox())?.height).toBe(32)
      const settings = await openSettings()
      await settings.getByText('宽松', { exact: true }).click()
      await expect.poll(async () => (await row.boundingBox())?.height).toBe(40)
      expect((await cookie('size'))?.value).toBe('default')
      await page.reload()
      await row.waitFor()
      await expect.poll(async () => (await row.boundingBox())?.height).toBe(40)
    }))

  it('[SH-13] fullscreen is entered and left, and where the browser has none it says so in the words asked for', () =>
    as('admin', async () => {
      const { page } = visit
      await page.getByRole('button', { name: '全屏', exact: true }).click()
      await page.getByRole('button', { name: '退出全屏' }).click()
      await page.getByRole('button', { name: '全屏', exact: true }).waitFor()
      await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }))
      await page.getByRole('button', { name: '全屏', exact: true }).click()
      await page.getByText('you browser can not work', { exact: true }).waitFor()
    }))
})

describe('the menu', () => {
  it('[SH-12] the search finds by Chinese, by full pinyin and by initials; pinyin can be switched off', () =>
    as('admin', async () => {
      const { page } = visit
      const box = page.getByRole('searchbox', { name: '菜单、拼音首字母' })
      const side = page.getByRole('navigation', { name: '菜单', exact: true })
      for (const words of ['全部运', 'quanbuyundan', 'qbyd']) {
        await box.fill(words)
        await side.getByRole('link', { name: /^全部运单/ }).waitFor()
        await expect.poll(() => side.getByRole('listitem').count(), { message: words }).toBe(1)
      }
      await page.keyboard.press('Enter')
      await page.waitForURL(/allWayBill/)
      await (await openSettings()).getByRole('switch', { name: '拼音搜索菜单' }).click()
      await page.keyboard.press('Escape')
      await box.fill('qbyd')
      await page.getByText('没有匹配的菜单').waitFor()
      await (await openSettings()).getByRole('switch', { name: '拼音搜索菜单' }).click()
      // Offered only while the language is Chinese.
      await page.getByRole('dialog', { name: '设置' }).getByText('English', { exact: true }).click()
      await expect.poll(() => page.getByRole('switch').count()).toBe(3)
    }))

  it('[SH-16] an entry with openwindow opens a new window, and one with an http address leads there', async () => {
    const before = await query(
      product,
      "select id, go_url from menu where page in ('arrangeList', 'haveArranged') order by page",
    )
    await query(product, "update menu set open_window = true where page = 'arrangeList'")
    await query(product, "update menu set go_url = $1 where page = 'haveArranged'", [`${product.url}/healthz`])
    try {
      await as('admin', async () => {
        const { page, context } = visit
        const side = page.getByRole('navigation', { name: '菜单', exact: true })
        const opened = async (name: string) => {
          const [other] = await Promise.all([context.waitForEvent('page'), side.getByRole('link', { name }).click()])
          await other.waitForLoadState()
          return other
        }
        const trips = await opened('安排列表')
        await trips.waitForURL(/#\/tms\/operations\/arrangeList/)
        await trips.getByRole('grid').waitFor()
        const outside = await opened('已安排运单')
        expect(outside.url()).toBe(`${product.url}/healthz`)
        expect(await outside.evaluate(() => window.opener === null)).toBe(true)
        expect(hash()).toBe('#/dashboard')
      })
    } finally {
      await query(product, 'update menu set open_window = false, go_url = $2 where id = $1', [
        before[0]?.id,
        before[0]?.go_url,
      ])
      await query(product, 'update menu set go_url = $2 where id = $1', [before[1]?.id, before[1]?.go_url])
    }
  })

  it('[RT-20] [RT-19] the three pages of companies stand under 客户管理, 资源管理 and 运营管理', () =>
    as('admin', async () => {
      for (const [address, group] of [
        ['view', '客户管理'],
        ['supplier', '资源管理'],
        ['manage', '运营管理'],
      ] as const) {
        await visit.go(`/customManage/companyManage/${address}`)
        await visit.page
          .getByRole('navigation', { name: '功能' })
          .locator('[aria-current]')
          .filter({ hasText: group })
          .waitFor()
      }
    }))
})

describe('the palette', () => {
  it('opens by Ctrl-K and by the field in the bar: menus by initials, records by number, actions', () =>
    as('admin', async () => {
      const { page } = visit
      const rows = (await call(product, 'admin', 'GET', '/api/Waybills/GetWaybills', { pageSize: '1' })) as {
        rows: { waybillNo: string }[]
      }
      const no = rows.rows[0]?.waybillNo ?? ''
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: '搜索菜单、单号、操作' })
      await palette.getByRole('combobox').fill('aplb')
      await palette.getByRole('option', { name: /^安排列表/ }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(/arrangeList/)
      await expect.poll(() => palette.count()).toBe(0)

      await page.getByRole('button', { name: /^搜索 / }).click()
      await palette.getByRole('combobox').fill(no)
      await palette.getByRole('option', { name: new RegExp(`^${no}`) }).click()
      await page.waitForURL(new RegExp(no))
      await tab(no).waitFor()

      await page.keyboard.press('Control+k')
      await palette.getByRole('combobox').fill('no such thing at all')
      await palette.getByText('没有找到').waitFor()
      await palette.getByRole('combobox').fill('深色')
      await palette.getByRole('option', { name: '切换到深色' }).waitFor()
      await page.keyboard.press('Enter')
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
      await page.keyboard.press('Control+k')
      await page.keyboard.press('Escape')
      await expect.poll(() => palette.count()).toBe(0)
    }))

  it('a search that fails says so and is tried again', () =>
    as('admin', async () => {
      const { page } = visit
      await page.route('**/api/Vehicles/GetVehicles?*', (route) =>
        route.fulfill({ json: { code: 409, msg: '正被他人处理', data: null } }),
      )
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: '搜索菜单、单号、操作' })
      await palette.getByRole('combobox').fill('浙A')
      const failed = palette.getByRole('option', { name: /没查成：正被他人处理/ })
      await failed.waitFor()
      await page.unroute('**/api/Vehicles/GetVehicles?*')
      await failed.click()
      await expect.poll(() => failed.count()).toBe(0)
      await palette.getByRole('option', { name: /^浙A/ }).first().waitFor()
    }))

  it('asks only for what the person may browse', async () => {
    await addPerson(product, 'looks')
    await as('looks', async () => {
      const { page } = visit
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: '搜索菜单、单号、操作' })
      await palette.getByRole('combobox').fill('YD')
      await palette.getByRole('option', { name: /^YD/ }).first().waitFor()
      expect(asked).toContain('/api/Waybills/GetWaybills')
      expect(asked.filter((path) => /Vehicles|Companies|Dispatch/.test(path))).toEqual([])
      expect(await palette.getByRole('option', { name: '安排车辆' }).count()).toBe(0)
    })
  })

  it('? lists the keys in force where one is, and is a letter in a field', () =>
    as('admin', async () => {
      const { page } = visit
      await visit.go('/tms/operations/allWayBill')
      await page.getByPlaceholder('单号、客户、电话、地址、车牌').press('?')
      expect(await page.getByRole('dialog').count()).toBe(0)
      await tab('全部运单').focus()
      await page.keyboard.press('Shift+?')
      const keys = page.getByRole('dialog', { name: '快捷键' })
      await keys.getByText('选中本页').waitFor()
      await keys.getByText('搜索菜单、单号、操作').waitFor()
      await page.keyboard.press('Escape')
      await visit.go('/dashboard')
      await tab('控制台').focus()
      await page.keyboard.press('Shift+?')
      await keys.getByText('左边的标签').waitFor()
      expect(await keys.getByText('选中本页').count()).toBe(0)
    }))
})

describe('pages of the shell', () => {
  it('[RT-06] /profile/index: mobile and photo, other sessions, scope and preferences', () =>
    as('admin', async () => {
      const { page } = visit
      await page.getByRole('button', { name: /管理员/ }).click()
      await page.getByRole('menuitem', { name: '个人中心' }).click()
      await page.waitForURL(/profile\/index/)
      await page.getByLabel('手机').fill('13800001111')
      const dot = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
        'base64',
      )
      await page.locator('input[type="file"]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: dot })
      await page.getByRole('img', { name: 'me.png' }).waitFor()
      await page.getByRole('button', { name: '保存资料' }).click()
      await page.getByText('资料已保存').waitFor()
      await page.locator('header img').first().waitFor()
      await page.reload()
      await expect.poll(() => page.getByLabel('手机').inputValue()).toBe('13800001111')

      await call(product, 'admin', 'GET', '/api/Users/GetMySessions')
      await page.getByRole('tab', { name: '安全' }).click()
      await page.getByRole('button', { name: '退出其他设备' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '退出其他设备' }).click()
      await page.getByText(/已退出 \d+ 处/).waitFor()
      await expect.poll(() => page.getByRole('button', { name: '退出其他设备' }).count()).toBe(0)
      await page.getByRole('tab', { name: '我的范围' }).click()
      await page.getByText('能用的页面').waitFor()
      await page.getByRole('tab', { name: '偏好' }).click()
      await page.getByText('深色', { exact: true }).click()
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
      await page.getByText('浅色', { exact: true }).click()
    }))

  it('[RT-06] /icons/index finds an icon and copies its name', () =>
    as('admin', async () => {
      const { page } = visit
      await visit.go('/icons/index')
      await page.getByRole('searchbox', { name: '图标名称' }).fill('truck')
      await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(1)
      await page.getByRole('button', { name: 'truck' }).click()
      await page.getByText('已复制').waitFor()
    }))
})

it('nothing overflows at 360, 992 and 3840 px', () =>
  as('admin', async () => {
    const { page } = visit
    const usual = page.viewportSize()
    for (const address of [
      '/dashboard',
      '/tms/operations/allWayBill',
      '/profile/index',
      '/profile/index?view=security',
      '/icons/index',
      '/system/clientErrors',
    ]) {
      await visit.go(address)
      for (const width of [360, 992, 3840]) {
        await page.setViewportSize({ width, height: usual?.height ?? 900 })
        await page.getByRole('main').waitFor()
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), {
            message: `${address} at ${width}`,
          })
          .toBeLessThanOrEqual(0)
      }
    }
  }))
