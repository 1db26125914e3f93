import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSmtp } from '../server/test/smtp.ts'
import { openProduct, type Product } from './product.ts'

let product: Product
let smtp: Awaited<ReturnType<typeof openSmtp>>
beforeAll(async () => {
  smtp = await openSmtp()
  product = await openProduct()
})
afterAll(async () => {
  await product.close()
  await smtp.close()
})

describe('the mailbox', () => {
  it('[RT-12/mailInfo] a mailbox is made, its test says what is wrong, and arrives once the password is right; the password is never shown', async () => {
    const visit = await product.open()
    const { page } = visit
    await visit.signIn('admin')
    await visit.watch(async () => {
      await visit.go('/system/mailInfo')
      await page.getByText('还没有邮箱，系统发不出邮件').waitFor()
      await page.getByRole('button', { name: '新建邮箱' }).first().click()
      const form = page.getByRole('dialog', { name: '新建邮箱' })
      await form.getByLabel('名称', { exact: true }).fill('公司邮箱')
      await form.getByLabel('发件人', { exact: true }).fill('tms@example.com')
      await form.getByLabel('服务器', { exact: true }).fill('smtp://127.0.0.1')
      await form.getByLabel('端口').fill(String(smtp.port))
      await form.getByText('填服务器域名或 IP，不带 http 和端口').waitFor()
      await form.getByLabel('服务器', { exact: true }).fill('127.0.0.1')
      await form.getByText('不加密').click()
      await form.getByText('密码和邮件明文传送，只用于内网').waitFor()
      await form.getByLabel('账号').fill('tms')
      await form.getByLabel('密码', { exact: true }).fill('wrong')
      await page.keyboard.press('Control+s')
      await form.waitFor({ state: 'detached' })

      const row = page.getByRole('row', { name: /公司邮箱/ })
      await row.getByText('没测过').waitFor()
      await row.getByRole('button', { name: '测试发送' }).click()
      const test = page.getByRole('dialog', { name: '测试发送 公司邮箱' })
      await test.getByLabel('收件人').fill('boss@example.com')
      await test.getByRole('button', { name: '发送', exact: true }).click()
      await test.getByText('账号或密码被拒').waitFor()
      await test.getByText(/服务器答复：.*Authentication failed/).waitFor()
      await test.getByRole('button', { name: '关闭' }).last().click()
      await row.getByText('账号或密码被拒').waitFor()

      await row.getByRole('button', { name: '修改', exact: true }).click()
      const change = page.getByRole('dialog', { name: '改邮箱 公司邮箱' })
      const password = change.getByLabel('密码', { exact: true })
      expect([await password.inputValue(), await password.getAttribute('placeholder')]).toEqual([
        '',
        '已设置，填写则替换',
      ])
      await password.fill('right')
      await page.keyboard.press('Control+s')
      await change.waitFor({ state: 'detached' })
      await row.getByRole('button', { name: '测试发送' }).click()
      await test.getByLabel('收件人').fill('boss@example.com')
      await page.keyboard.press('Control+Enter')
      await test.getByText('已发到 boss@example.com，去收件箱看看').waitFor()
      expect(smtp.received).toMatchObject([{ from: 'tms@example.com', to: ['boss@example.com'] }])
    })
    await visit.close()
  })
})
