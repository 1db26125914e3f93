import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, openProduct, type Product, password, type Visit } from './product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
  await call(product, 'admin', 'POST', '/api/Users/AddUsers', {
    LOGNAME: 'xiaolin',
    PSD: 'First-Pass-1',
    UNAME: '林小雨',
    scope: 'all',
    roles: await rolesNamed('客服'),
  })
  const login = await fetch(`${product.url}/api/Login/DoLogin`, {
    method: 'POST',
    body: new URLSearchParams({ LOGNAME: 'xiaolin', PSD: 'First-Pass-1' }),
  })
  const { data } = (await login.json()) as { data: { token: string } }
  await fetch(`${product.url}/api/Users/ChangePWD`, {
    method: 'POST',
    headers: { token: data.token },
    body: new URLSearchParams({ OldPSD: 'First-Pass-1', PSD: password, Pwd2: password }),
  })
})
afterAll(() => product.close())

async function rolesNamed(name: string): Promise<number[]> {
  const found = (await call(product, 'admin', 'GET', '/api/Roles/GetRoleChoices', { q: name })) as { id: number }[]
  return found.map(({ id }) => id)
}

const visitAs = async (
  account: string,
  run: (visit: Visit) => Promise<void>,
  options: Parameters<Product['open']>[0] = {},
) => {
  const visit = await product.open(options)
  await visit.signIn(account)
  await visit.watch(() => run(visit))
  await visit.close()
}
const row = ({ page }: Visit, name: string) => page.getByRole('row', { name: new RegExp(name) })
const dialog = ({ page }: Visit, name: string) => page.getByRole('dialog', { name })

describe('roles and rights', () => {
  it('[RT-12/role] [RT-12/user] [SE-08] [SE-09] a role is made and given to a colleague, who gets in without a new login; a denial on top takes it away, and /401 says why', () =>
    visitAs('xiaolin', async (colleague) => {
      await colleague.go('/system/user')
      await colleague.page.waitForURL(/#\/401/)
      await colleague.page.getByText('没有“用户管理”的浏览权限').waitFor()
      await colleague.page.getByText('角色未授权，也未单独授权。').waitFor()
      await colleague.page.getByText('能开通的人：管理员').waitFor()

      await visitAs('admin', async (visit) => {
        const { page } = visit
        await visit.go('/system/role')
        await page.getByRole('button', { name: '新建角色' }).first().click()
        await dialog(visit, '新建角色').getByLabel('角色').fill('账号专员')
        await page.keyboard.press('Control+s')
        const rights = dialog(visit, '角色权限 账号专员')
        await rights.getByRole('checkbox', { name: '用户管理 编辑' }).check()
        await rights.getByText('改动 1 项 · 影响 0 人').waitFor()
        await rights.getByRole('button', { name: '保存' }).click()
        await page.getByText('账号专员 的权限已生效，影响 0 人').waitFor()

        await row(visit, '账号专员').getByRole('button', { name: '成员' }).click()
        const members = dialog(visit, '角色成员 账号专员')
        await members.getByLabel('加成员').click()
        await page.locator('.ant-select-item-option', { hasText: '管理员' }).waitFor()
        await members.getByLabel('加成员').fill('lxy')
        await page.locator('.ant-select-item-option', { hasText: '管理员' }).waitFor({ state: 'detached' })
        await page.locator('.ant-select-item-option', { hasText: '林小雨' }).click()
        await members.getByText('加入 1 人，移出 0 人').waitFor()
        await page.keyboard.press('Control+s')
        await members.waitFor({ state: 'detached' })
        await row(visit, '账号专员.*1').waitFor()
      })

      // The second browser is still signed in from before.
      await colleague.go('/dashboard')
      await colleague.page.getByRole('heading', { name: /林小雨/ }).waitFor()
      await colleague.go('/system/user')
      await row(colleague, 'xiaolin.*客服').waitFor()
      await colleague.page.getByRole('button', { name: '新建用户' }).first().waitFor()

      await visitAs('admin', async (visit) => {
        const { page } = visit
        await visit.go('/system/user')
        await row(visit, 'xiaolin').getByRole('button', { name: '权限' }).click()
        const rights = dialog(visit, '权限 林小雨')
        await rights.getByText('角色：').waitFor()
        await rights.getByRole('button', { name: '用户管理 编辑 有 角色' }).click()
        await rights.getByText('由角色“账号专员”给。').waitFor()
        await rights.getByRole('button', { name: '用户管理 浏览 有 角色' }).click()
        await rights.getByText('不准', { exact: true }).click()
        await rights.getByText('保存后：没有').waitFor()
        await rights.getByRole('button', { name: '用户管理 编辑 没有' }).waitFor()
        await rights.getByText('只看与角色不同的').click()
        expect(await rights.getByRole('button', { name: /全部运单/ }).count()).toBe(0)
        await rights.getByRole('button', { name: '保存' }).click()
        await page.getByText('林小雨 的权限已生效').waitFor()
      })

      await colleague.page.getByRole('button', { name: '刷新', exact: true }).click()
      // The refusal makes the browser read its rights again, and the page leads to /401 at once.
      await colleague.page.waitForURL(/#\/401/)
      await colleague.page.getByText('单独不准了，角色给的也不算。').waitFor()
    }))

  it('[RT-12/user] several users get a role at once, and are disabled at once but for oneself, with a word on each that was refused', () =>
    visitAs('admin', async (visit) => {
      const { page } = visit
      for (const name of ['甲一', '甲二'])
        await call(product, 'admin', 'POST', '/api/Users/AddUsers', {
          LOGNAME: `many-${name === '甲一' ? 1 : 2}`,
          PSD: 'First-Pass-1',
          UNAME: name,
          scope: 'all',
        })
      await visit.go('/system/user?q=many')
      await row(visit, 'many-1').getByRole('checkbox').check()
      await row(visit, 'many-2').getByRole('checkbox').check()
      await page.getByRole('button', { name: '分配角色' }).click()
      const assign = dialog(visit, '给 2 人分配角色')
      await assign.getByLabel('角色').click()
      await page.locator('.ant-select-item-option', { hasText: '调度' }).click()
      await page.keyboard.press('Escape')
      await assign.getByRole('button', { name: '分配角色' }).click()
      await row(visit, 'many-1.*调度').waitFor()
      await row(visit, 'many-2.*调度').waitFor()

      await visit.go('/system/user')
      for (const account of ['many-1', 'many-2', 'admin']) await row(visit, account).getByRole('checkbox').check()
      await page.getByRole('button', { name: '停用', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: '停用' }).click()
      await page.getByText('不能停用自己的账号').waitFor()
      await page.getByRole('button', { name: '知道了' }).click()
      await page.getByRole('tab', { name: /停用\s*2/ }).click()
      await row(visit, 'many-1').waitFor()
    }))

  it('[RT-12/role] on a phone roles are cards, and their rights and people fit the window, in another language', () =>
    visitAs(
      'admin',
      async (visit) => {
        const { page } = visit
        await visit.go('/system/role')
        await page.getByText('Operator').first().waitFor()
        await page.getByRole('button', { name: 'More actions' }).first().click()
        await page.getByRole('menuitem', { name: 'Rights' }).click()
        await dialog(visit, 'Rights of role').getByRole('checkbox', { name: 'All waybills Edit' }).waitFor()
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      },
      { width: 390, language: 'en' },
    ))
})
