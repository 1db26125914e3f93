import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type PlayedWeChat, playWeChat } from '../server/test/wechat.ts'
import { openProduct, type Product, type Visit } from './product.ts'

let product: Product
let wechat: PlayedWeChat
beforeAll(async () => {
  wechat = await playWeChat()
  product = await openProduct({
    WECHAT_APP_ID: wechat.config.appId,
    WECHAT_APP_SECRET: wechat.config.appSecret,
    WECHAT_OPEN_URL: wechat.url,
    WECHAT_API_URL: wechat.url,
  })
})
afterAll(async () => {
  await product.close()
  await wechat.close()
})
afterEach(() => {
  wechat.trouble = undefined
})

const message = '不可以微信扫码登录，请联系管理员！'
/** The phone: scans the code in the page and confirms, under a nickname. */
async function scan({ page }: Visit, nickname: string) {
  const frame = page.frameLocator('iframe[title="微信二维码"]')
  await frame.getByLabel('Nickname').fill(nickname)
  await frame.getByRole('button', { name: 'Scan and confirm' }).click()
}
const visit = async (run: (visit: Visit) => Promise<void>, options: Parameters<Product['open']>[0] = {}) => {
  const opened = await product.open(options)
  await opened.watch(() => run(opened))
  await opened.close()
}
async function givePassword({ page }: Visit, password = 'Hangzhou-2026') {
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '下一步' }).click()
}
const userMenu = ({ page }: Visit) => page.getByRole('button', { name: /管理员/ }).first()
const scanTab = ({ page }: Visit) => page.getByRole('tab', { name: '微信扫码' })

describe('WeChat', () => {
  it('[SE-10] [SH-14] [RT-04] from the user menu one binds by a scan, 绑定微信 is gone, and the next sign-in is a scan', () =>
    visit(async (me) => {
      const { page, context } = me
      await me.signIn('admin')
      await userMenu(me).click()
      await page.getByText('绑定微信').click()
      await page.waitForURL(/#\/Wxbind$/)
      await givePassword(me, 'wrong-password')
      await page.getByText('密码不对').waitFor()
      await givePassword(me)
      await page.getByText('待扫码').waitFor()
      await scan(me, '杭州老板')
      await page.waitForURL(/#\/bindSuccess$/)
      await page.getByRole('heading', { name: '绑定成功' }).waitFor()
      await page.getByText('杭州老板').waitFor()
      expect(page.url()).not.toContain('code=')
      await page.getByRole('button', { name: '返回系统' }).click()
      await userMenu(me).click()
      await page.getByText('修改密码').waitFor()
      expect(await page.getByText('绑定微信').count()).toBe(0)

      await page.getByText('退出登录').click()
      await scanTab(me).click()
      await page.getByText(/二维码 4 分 \d+ 秒后更新/).waitFor()
      await scan(me, '杭州老板')
      await page.waitForURL(/#\/dashboard$/)
      const cookie = (await context.cookies()).find(({ name }) => name === 'Admin-Token')?.value
      // SE-01: after WeChat in local storage too.
      expect(await page.evaluate(() => localStorage.getItem('Admin-Token'))).toBe(cookie)

      // A browser that lost its cookie, as WeChat's own does, is still signed in; signing out forgets both.
      await context.clearCookies({ name: 'Admin-Token' })
      await page.reload()
      await userMenu(me).click()
      await page.getByText('退出登录').click()
      await scanTab(me).waitFor()
      expect(await page.evaluate(() => localStorage.getItem('Admin-Token'))).toBeNull()
    }))

  it('[SE-10] a scan that ends in another window is noticed: 待扫码 becomes 已绑定, and nobody binds twice', () =>
    visit(async (me) => {
      const { page, context } = me
      await me.signIn('admin')
      await me.go('/profile/index?view=security')
      await page.getByRole('button', { name: '解绑' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '解绑' }).click()
      await page.getByRole('button', { name: '绑定微信' }).click()
      await givePassword(me)
      await page.getByText('待扫码').waitFor()
      const address = await page.getByRole('link', { name: '打开微信扫码页' }).getAttribute('href')
      const other = await context.newPage()
      await other.goto(address ?? '')
      await other.getByLabel('Nickname').fill('杭州老板')
      await other.getByRole('button', { name: 'Scan and confirm' }).click()
      await other.getByRole('heading', { name: '绑定成功' }).waitFor()
      await other.close()
      await page.getByText('账号 admin 已绑定微信 杭州老板').waitFor()
      expect(await page.locator('iframe').count()).toBe(0)
    }))

  it('[AP-02] [SE-10] a WeChat that is bound to nobody gets the message for five seconds, and two ways back', () =>
    visit(async (me) => {
      const { page } = me
      await me.go('/login')
      await scanTab(me).click()
      await scan(me, 'stranger')
      await page.getByRole('heading', { name: '微信登录没有成功' }).waitFor()
      const toast = page.getByRole('alert').filter({ hasText: message }).filter({ hasNotText: '微信登录没有成功' })
      await toast.first().waitFor()
      await page.getByRole('button', { name: '重新扫码' }).click()
      await page.frameLocator('iframe[title="微信二维码"]').getByLabel('Nickname').waitFor()
      await scan(me, 'stranger')
      await page.getByRole('button', { name: '账号登录' }).click()
      await page.getByRole('textbox', { name: '账号' }).waitFor()
    }))

  it('[SE-10] [RT-04] what cannot be verified has a page with a way back: no code, a made-up code, a WeChat that refuses', () =>
    visit(async (me) => {
      const { page } = me
      await me.go('/auth-redirect')
      await page.getByText('在微信里没有同意，或地址不完整').waitFor()
      await page.goto(`${product.url}/?code=made-up&state=L0000#/auth-redirect`)
      await page.getByText(message).first().waitFor()
      await page.goto(`${product.url}/#/auth-redirect?code=made-up&state=B0000`)
      await page.getByText('这次扫码已过期、已用过').waitFor()
      await page.getByRole('button', { name: '重新扫码' }).click()
      wechat.trouble = 'userinfo'
      await scan(me, '杭州老板')
      await page.getByText(message).first().waitFor()
      await page.getByRole('button', { name: '账号登录' }).waitFor()
      await me.go('/loginSuccess')
      await page.getByRole('textbox', { name: '账号' }).waitFor()
      await me.go('/bindSuccess')
      await page.getByText('没有绑定微信').waitFor()
    }))

  it('[SE-10] [RT-04] /logother/wechat begins the scan for binding, after the login on the tab 微信扫码; an unknown type is /404', () =>
    visit(async (me) => {
      const { page } = me
      await me.go('/logother/wechat')
      await page.waitForURL(/redirect=%2Flogother%2Fwechat/)
      expect(await scanTab(me).getAttribute('aria-selected')).toBe('true')
      await page.getByRole('tab', { name: '账号登录' }).click()
      await page.getByRole('textbox', { name: '账号' }).fill('admin')
      await page.locator('input[type="password"]').fill('Hangzhou-2026')
      await page.keyboard.press('Enter')
      // The account of the first journey is bound: it is told so, with a way back.
      await page.getByText('你的账号已绑定微信 杭州老板').waitFor()
      await page.getByRole('button', { name: '返回系统' }).click()
      await userMenu(me).waitFor()
      await me.go('/profile/index?view=security')
      await page.getByRole('button', { name: '解绑' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '解绑' }).click()
      await page.getByText('微信已解绑').waitFor()
      // The password is asked on the page for binding, and goes on there.
      await me.go('/logother/wechat')
      await page.waitForURL(/#\/Wxbind$/)
      await givePassword(me)
      await scan(me, '新手机')
      await page.getByRole('heading', { name: '绑定成功' }).waitFor()
      await page.getByText('新手机').waitFor()
      await page.getByRole('button', { name: '返回系统' }).click()
      await userMenu(me).waitFor()
      await me.go('/logother/other')
      await page.waitForURL(/#\/404$/)

      await me.go('/system/wxbind')
      await page
        .getByRole('row', { name: /新手机/ })
        .getByRole('button', { name: '解绑' })
        .click()
      await page.getByRole('dialog').getByRole('button', { name: '解绑' }).click()
      await page.getByText('还没有人绑定微信').waitFor()
      await page.getByRole('tab', { name: /未绑定/ }).click()
      await page.getByRole('row', { name: /admin/ }).getByRole('button', { name: '日志' }).click()
      await page.getByRole('dialog').getByText('解绑微信').first().waitFor()
    }))
})
