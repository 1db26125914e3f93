import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowsOf } from '../server/test/sheets.ts'
import { attachmentOf, openSmtp } from '../server/test/smtp.ts'
import { call, openProduct, type Product, password } from './product.ts'
import { query, visitAs } from './visits.ts'

/** From a rate to a price that the customer agreed to: written, reviewed, applied, discounted, reviewed, confirmed. */
let product: Product
let smtp: Awaited<ReturnType<typeof openSmtp>>
beforeAll(async () => {
  smtp = await openSmtp()
  product = await openProduct()
  await post('/api/Companies/AddCompany', { name: '杭州总站', roles: ['own'] })
  await post('/api/Companies/AddCompany', { name: '杭州云帆电子有限公司', roles: ['customer'] })
  await addAs('clerk', '操作员')
  await addAs('boss', '审核员')
  await addAs('chief', '审核员')
}, 120_000)
afterAll(async () => {
  await product.close()
  await smtp.close()
})

const post = (path: string, input: Record<string, unknown>, account = 'admin') =>
  call(product, account, 'POST', path, input)

/** A person with a role, who has signed in before. */
async function addAs(account: string, role: string): Promise<void> {
  const first = 'First-Pass-1'
  const [found] = await query(product, `select id from role where name = $1`, [role])
  await post('/api/Users/AddUsers', { LOGNAME: account, PSD: first, UNAME: account, scope: 'all', roles: [found?.id] })
  await call(product, account, 'POST', '/api/Users/ChangePWD', { OldPSD: first, PSD: password, Pwd2: password }, first)
}
const waybills = () => query(product, `select waybill_no, price_state, receivable, quoted from waybill order by id`)

describe('a price', () => {
  it('[RT-12/audit] an administrator says who reviews; amounts that nobody would review are pointed out', () =>
    visitAs(product, 'admin', async ({ page, ...visit }) => {
      await visit.go('/system/audit')
      for (const [type, from] of [
        ['运费', '100.00'],
        ['运输报价', '0.00'],
      ] as const) {
        await page.getByRole('tab', { name: new RegExp(`^${type}`) }).click()
        await page.getByText('没有设审核人').waitFor()
        await page.getByRole('button', { name: '加一级' }).click()
        const form = page.getByRole('dialog', { name: new RegExp(`${type} · 加一级`) })
        await form.getByLabel('金额从').fill(from)
        await form.getByLabel('审核人').click()
        await page.locator('.ant-select-item-option', { hasText: 'boss' }).click()
        await page.keyboard.press('Escape')
        await page.keyboard.press('Control+s')
        await form.waitFor({ state: 'detached' })
      }
      await page.getByRole('tab', { name: /^运费/ }).click()
      await page.getByText('0 – 100.00 元没有人审核').waitFor()
      await page.getByRole('button', { name: '修改', exact: true }).click()
      const form = page.getByRole('dialog', { name: /改第 1 级/ })
      await form.getByLabel('金额从').fill('0')
      await page.keyboard.press('Control+s')
      await form.waitFor({ state: 'detached' })
      await page.getByText('没有人审核').waitFor({ state: 'detached' })
    }))

  it('[RT-10/transportPrice] a clerk writes a rate with tiers, sees what it makes of a freight, and sends it to review', () =>
    visitAs(product, 'clerk', async ({ page, ...visit }) => {
      await visit.go('/customManage/transportPrice')
      await page.getByRole('button', { name: '新建报价' }).first().click()
      const form = page.getByRole('dialog', { name: '新建报价' })
      await form.getByLabel('报价名').fill('云帆 全国')
      await form.getByLabel('往来单位').fill('云帆')
      await page.locator('.ant-select-item-option', { hasText: '杭州云帆电子有限公司' }).click()
      await form.getByRole('button', { name: '加一段' }).click()
      await form.getByLabel(/^到，不含.* 1$/).fill('100')
      await page.keyboard.press('Enter')
      await form.getByLabel(/^元\/kg 1$/).fill('2')
      await page.keyboard.press('Enter')
      await form.getByLabel(/^到，不含.* 2$/).waitFor()
      await form.getByLabel(/^元\/kg 2$/).fill('1.6')
      await form.getByText('从低计费').click()
      await form.getByText('100 kg 以上：150 kg × 1.6 元 = 240.00 元').waitFor()
      await form.getByLabel('最低收费').fill('50')
      await page.keyboard.press('Control+s')
      await form.waitFor({ state: 'detached' })
      await page.getByRole('tab', { name: /^草稿/ }).click()
      const row = page.getByRole('row', { name: /云帆 全国/ })
      await row.getByRole('button', { name: '提交审核' }).click()
      await row.waitFor({ state: 'detached' })
      expect(await query(product, 'select status from transport_price')).toEqual([{ status: 'pending' }])
    }))

  it('[RT-15/unreviewed] the reviewer looks at it and approves with one key', () =>
    visitAs(product, 'boss', async ({ page, ...visit }) => {
      await visit.go('/tms/auditManagement/unreviewed')
      await page.getByRole('button', { name: '云帆 全国 v1' }).click()
      const sheet = page.getByRole('dialog', { name: /云帆 全国 v1/ })
      await sheet.getByText('0–100: 2').first().waitFor()
      await page.keyboard.press('a')
      // Nothing else waits: it shuts.
      await sheet.waitFor({ state: 'detached' })
      await expect.poll(() => query(product, 'select status from transport_price')).toEqual([{ status: 'active' }])
    }))

  it('[RT-16/taskList] the price stands beside the form while it is typed, with its steps; a discount says that it will be reviewed', () =>
    visitAs(product, 'clerk', async ({ page, ...visit }) => {
      await visit.go('/tms/operations/taskList')
      const place = async (freight?: string) => {
        await page.getByLabel('客户', { exact: true }).fill('云帆')
        await page.locator('.ant-select-item-option', { hasText: '杭州云帆电子有限公司' }).click()
        const lines = page.getByPlaceholder(/粘贴/)
        await lines.nth(0).fill('王志强 13857112086 浙江省杭州市余杭区仓前街道良睦路1399号')
        await lines.nth(0).press('Enter')
        await lines.nth(1).fill('陈国强 13922104475 广东省广州市白云区太和镇石湖路88号')
        await lines.nth(1).press('Enter')
        await page.getByLabel('货名 1').fill('断路器')
        await page.getByLabel('件数 1').fill('10')
        await page.getByLabel(/^重量.* 1$/).fill('150')
        await page.getByText('100 kg 以上：150 kg × 1.6 元 = 240.00 元').waitFor()
        if (freight !== undefined) {
          await page.getByLabel('基本运费').fill(freight)
          await page.getByText('低于报价 240.00 元，须审核').waitFor()
        }
        await page
          .getByTestId('receivable')
          .filter({ hasText: `${freight ?? '240'}.00 元` })
          .waitFor()
        await page.keyboard.press('Control+s')
        await page
          .getByText(/^已开单 YD\d{11}$/)
          .first()
          .waitFor()
      }
      await page.getByLabel('网点', { exact: true }).fill('杭州')
      await page.locator('.ant-select-item-option', { hasText: '杭州总站' }).click()
      await place()
      // Whose it is, is kept for the next; where it goes is proposed anew.
      await page.locator('.ant-select-content-has-value', { hasText: '杭州总站' }).waitFor()
      // What was placed stays within reach until the next one.
      await page.getByRole('status').getByRole('button', { name: '打印' }).waitFor()
      await expect.poll(async () => (await waybills()).length).toBe(1)
      await visit.go('/redirect/tms/operations/taskList')
      await place('200')
      await expect.poll(waybills).toMatchObject([
        { price_state: 'reviewed', receivable: '240.00', quoted: '240.00' },
        { price_state: 'pending', receivable: '200.00', quoted: '240.00' },
      ])
    }))

  it(
    '[RT-16/taskList] what is typed is what is stored, at any speed; Enter goes from field to field and never places',
    () =>
      visitAs(product, 'clerk', async ({ page, ...visit }) => {
        const before = (await waybills()).length
        await visit.go('/dashboard')
        await page.getByRole('link', { name: '创建运单' }).first().click()
        // The cursor waits in the first field, also for whoever comes from the menu.
        const customer = page.getByLabel('客户', { exact: true })
        await expect.poll(() => customer.evaluate((field) => field === document.activeElement)).toBe(true)
        // Typed and taken in one go: the Enter waits for the answer to what was typed.
        await page.keyboard.type('hzyf')
        await page.keyboard.press('Enter')
        await page.locator('.ant-select-content-has-value', { hasText: '杭州云帆电子有限公司' }).waitFor()
        await expect.poll(() => customer.getAttribute('aria-expanded')).toBe('false')

        await page.keyboard.press('Enter')
        await page.keyboard.type('PO20261100000')
        await page.keyboard.press('Enter')
        expect((await waybills()).length).toBe(before)
        // A day: what is typed takes the place of what stands there.
        const day = page.getByLabel('业务日期')
        await expect
          .poll(() => day.evaluate((field) => field === document.activeElement && field.matches('input')))
          .toBe(true)
        const was = await day.inputValue()
        await page.keyboard.type(was.replaceAll('-', ''))
        await page.keyboard.press('Enter')
        await expect.poll(() => day.inputValue()).toBe(was)

        await page.locator('#waybill-new_shipper_region').focus()
        await page.locator('input#waybill-new_shipper_region').waitFor()
        await page.keyboard.type('hzyh')
        await page.locator('.ant-cascader-menu-item', { hasText: '余杭区' }).first().waitFor()
        await page.keyboard.press('Enter')
        await page.locator('.ant-select-content-has-value', { hasText: '余杭区' }).waitFor()

        // Words by their initials, in the lines as well, where what was taken leads on.
        await page.getByLabel('货名 1').fill('断路器')
        await page.getByLabel('包装 1').focus()
        await page.keyboard.type('zx')
        await page.keyboard.press('Enter')
        const pieces = page.getByLabel('件数 1')
        await expect.poll(() => pieces.evaluate((field) => field === document.activeElement)).toBe(true)
        await expect.poll(() => page.locator('.ant-select-dropdown:visible').count()).toBe(0)
        await page.locator('.ant-select-content-has-value', { hasText: '纸箱' }).waitFor()

        await page.getByText('整车', { exact: true }).click()
        await page.getByRole('button', { name: '加一项费用' }).click()
        await page.getByLabel('付款方式').fill('dbf')
        await page.keyboard.press('Enter')
        const fields = [
          page.getByLabel('公里'),
          page.getByLabel('回单份数'),
          page.getByLabel('基本运费'),
          page.getByLabel(/^金额.* 1$/),
          page.getByLabel('现付', { exact: true }),
          page.getByLabel(/^重量.* 1$/),
          page.getByLabel('代收货款 元'),
          page.getByLabel(/^声明价值.* 1$/),
          page.getByLabel(/^体积.* 1$/),
          pieces,
        ]
        const browser = await page.context().newCDPSession(page)
        const wrong: string[] = []
        for (const rate of [1, 4]) {
          await browser.send('Emulation.setCPUThrottlingRate', { rate })
          for (const [round, delay] of [20, 60, 120].entries()) {
            // Other digits each time: what stood there is marked, and goes with the first key.
            const typed = String(1234 + 1111 * (round + rate))
            for (const field of fields) {
              await field.selectText()
              // How fast somebody types is what is tested.
              await page.keyboard.type(typed, { delay })
            }
            await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 })
            for (const field of fields) {
              const stands = await field.inputValue()
              if (stands.replaceAll(/,|\.0+$/g, '') !== typed)
                wrong.push(`${String(await field.getAttribute('id'))} ×${rate} ${delay} ms: ${stands}`)
            }
            await browser.send('Emulation.setCPUThrottlingRate', { rate })
          }
        }
        await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 })
        expect(wrong).toEqual([])
        await page.getByRole('button', { name: '清空' }).click()
      }),
    300_000,
  )

  it('[RT-16/taskList] 多笔付: parts above the price are refused where they were typed, and nothing typed is lost', () =>
    visitAs(product, 'clerk', async ({ page, ...visit }) => {
      const [placed] = await waybills()
      await visit.go(`/tms/operations/allWayBill/${String(placed?.waybill_no)}`)
      await page.getByRole('button', { name: '改单' }).click()
      await page.getByLabel('付款方式').click()
      await page.locator('.ant-select-item-option', { hasText: '多笔付' }).click()
      const part = page.getByLabel('现付', { exact: true })
      await part.fill('300')
      await page.getByLabel('代收货款 元').focus()
      await page.keyboard.press('Control+s')
      await page.getByText('多笔付各笔合计 300.00 元，超过应收 240.00 元').first().waitFor()
      // The cursor goes to what is wrong, in a grid too.
      await expect.poll(() => part.evaluate((field) => field === document.activeElement)).toBe(true)
      await page.getByLabel('现付', { exact: true }).fill('100')
      await page.keyboard.press('Control+s')
      await page.getByText('现付 100.00 + 月结 140.00').first().waitFor()
      expect(await query(product, 'select pay_method, payments from waybill order by id limit 1')).toEqual([
        { pay_method: 'split', payments: 'prepaid:100.00 monthly' },
      ])
    }))

  it('[RT-15/unreviewed] 转交: the reviewer passes it on to a colleague, with the reason', () =>
    visitAs(product, 'boss', async ({ page, ...visit }) => {
      await visit.go('/tms/auditManagement/unreviewed')
      const row = page.getByRole('row', { name: /低于报价/ })
      await row.getByRole('button', { name: '更多' }).click()
      await page.getByRole('menuitem', { name: '转交' }).click()
      const form = page.getByRole('dialog', { name: /^转交 YD/ })
      await form.getByLabel('转交给').waitFor()
      await page.keyboard.press('Control+s')
      await form.getByText('必填').first().waitFor()
      await form.getByLabel('转交给').click()
      await page.locator('.ant-select-item-option', { hasText: 'chief' }).click()
      await form.getByLabel('说明').fill('您和客户谈的')
      await page.keyboard.press('Control+s')
      await form.waitFor({ state: 'detached' })
      await row.waitFor({ state: 'detached' })
      expect(
        await query(
          product,
          `select u.name, s.passed_note as note from approval_seat s join app_user u on u.id = s.user_id where s.passed_by is not null`,
        ),
      ).toEqual([{ name: 'chief', note: '您和客户谈的' }])
    }))

  it('[RT-16/priceCheck] the colleague sends it back from a phone, with the reason', () =>
    visitAs(
      product,
      'chief',
      async ({ page, ...visit }) => {
        await visit.go('/tms/operations/priceCheck')
        await page.getByText('低于报价').first().waitFor()
        // Both sums are named: beside each other they would be taken for one another.
        await expect.poll(() => page.getByRole('listitem').first().innerText()).toMatch(/报价\s+240.00.*应收\s+200.00/s)
        await page.getByRole('button', { name: '驳回' }).first().click()
        const ask = page.getByRole('dialog', { name: /^驳回 YD/ })
        await ask.getByLabel(/意见/).fill('最多让 20 元')
        await ask.getByRole('button', { name: '驳回' }).click()
        await expect
          .poll(async () => (await waybills()).map(({ price_state }) => price_state))
          .toEqual(['reviewed', 'unpriced'])
      },
      { width: 390 },
    ))

  it('[RT-16/wayBillList] the clerk reads why, prices it again, and confirms with the customer', () =>
    visitAs(product, 'clerk', async ({ page, ...visit }) => {
      await visit.go('/tms/operations/wayBillList?priceTab=rejected')
      await page.getByText('最多让 20 元').waitFor()
      await page.getByRole('button', { name: '改价' }).click()
      const sheet = page.getByRole('dialog', { name: /YD/ })
      await sheet.getByText('被驳回：最多让 20 元').waitFor()
      await sheet.getByLabel('基本运费').fill('240')
      await sheet.getByText('与报价一致，免审').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: '继续填' }).click()
      // Somebody else was faster: what they made of it is shown, and what was typed stays.
      const [sentBack] = await query(product, `select id from waybill where price_note is not null`)
      await post('/api/Waybills/RepriceWaybills', { ids: [sentBack?.id] })
      await sheet.getByRole('button', { name: '按报价定价' }).click()
      await page.getByText(/修改过，请核对后再保存/).waitFor()
      await sheet.getByText('已审').first().waitFor()
      expect(await sheet.getByLabel('基本运费').inputValue()).toBe('240.00')
      await sheet.getByRole('button', { name: '按报价定价' }).click()
      await sheet.waitFor({ state: 'detached' })
      await page.getByRole('tab', { name: /^已审/ }).click()
      await page.getByRole('row', { name: /云帆/ }).nth(1).waitFor()
      for (const row of await page.getByRole('row', { name: /云帆/ }).all()) await row.getByRole('checkbox').check()
      await page.getByRole('button', { name: '发客户' }).last().click()
      const send = page.getByRole('dialog', { name: '发客户' })
      await send.getByText('2 票 · 480.00 元').waitFor()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        send.getByRole('button', { name: '下载表格' }).click(),
      ])
      expect(file.suggestedFilename()).toMatch(/^运费确认单.*\.xlsx$/)
      await send.getByRole('button', { name: '再下载' }).waitFor()
      expect(await query(product, 'select id from waybill where price_sent_at is not null')).toHaveLength(2)
      await send.getByRole('button', { name: '邮件发送' }).click()
      const mail = page.getByRole('dialog', { name: '发给 杭州云帆电子有限公司' })
      await mail.getByText('还没有可用的邮箱').waitFor()
      await mail.getByText('请管理员在“邮箱配置”里设好').waitFor()
      await page.keyboard.press('Escape')

      await post('/api/Mailboxes/AddMailbox', {
        name: '公司邮箱',
        host: '127.0.0.1',
        port: smtp.port,
        security: 'none',
        sender: 'tms@example.com',
        senderName: '迅运物流',
      })
      await query(product, 'update waybill set price_sent_at = null')
      await send.getByRole('button', { name: '邮件发送' }).click()
      const subject = mail.getByLabel('主题')
      await expect.poll(() => subject.inputValue()).toBe('运费确认单：杭州云帆电子有限公司，2 票')
      await mail.getByLabel('收件人').fill('cw@yunfan')
      await page.keyboard.press('Enter')
      await mail.getByLabel('收件人').fill('错的地址')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Control+s')
      await mail.getByText('不是有效邮箱').waitFor()
      await mail.locator('.ant-tag', { hasText: '错的地址' }).locator('.ant-tag-close-icon').click()
      await mail.getByText('English').click()
      await expect.poll(() => subject.inputValue()).toBe('Freight to confirm: 杭州云帆电子有限公司, 2 waybills')
      await mail.getByText('中文').click()
      await expect.poll(() => mail.getByLabel('正文').inputValue()).toContain('合计 480.00 元')
      await page.keyboard.press('Control+s')
      await send.getByText('已放进发件箱', { exact: true }).waitFor()
      await expect.poll(() => smtp.received.length, { timeout: 15_000 }).toBe(1)
      expect(smtp.received[0]).toMatchObject({ from: 'tms@example.com', to: ['cw@yunfan'] })
      const [head = [], ...rows] = await rowsOf(attachmentOf(smtp.received[0]?.text ?? ''))
      const freight = head.indexOf('运费合计(元)')
      expect(rows.map((row) => Number(row[freight]))).toEqual([240, 240])
      await expect.poll(() => query(product, 'select id from waybill where price_sent_at is not null')).toHaveLength(2)
      await page.keyboard.press('Escape')
      await send.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: '确认 2 票' }).click()
      await expect
        .poll(async () => (await waybills()).map(({ price_state, receivable }) => `${price_state} ${receivable}`))
        .toEqual(['confirmed 240.00', 'confirmed 240.00'])
    }))

  it('[RT-12/mailInfo] the outbox has the mail, its text, its attachment, and what the mail server said', () =>
    visitAs(product, 'admin', async ({ page, ...visit }) => {
      await visit.go('/system/mailInfo')
      await page.getByText('发件箱', { exact: true }).click()
      const row = page.getByRole('row', { name: /运费确认单：杭州云帆/ })
      await row.getByText('已发出').waitFor()
      await row.getByText('cw@yunfan').waitFor()
      await row.getByRole('button', { name: '查看' }).click()
      const drawer = page.getByRole('dialog', { name: /运费确认单：杭州云帆/ })
      await drawer.getByText(/^250/).waitFor()
      await drawer.getByText('合计 480.00 元').waitFor()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        drawer.getByRole('link', { name: /运费确认单.*xlsx/ }).click(),
      ])
      expect(file.suggestedFilename()).toBe('运费确认单-杭州云帆电子有限公司.xlsx')
    }))

  it('[RT-16/taskList] a whole waybill with a fee takes at most 40 keys and no click', async () => {
    const { id } = (await post('/api/Companies/AddCompany', {
      name: '宁波大洋泵业有限公司',
      roles: ['customer'],
      settleMethod: 'monthly',
    })) as { id: number }
    await post('/api/Contacts/AddContact', {
      companyId: id,
      type: 'shipper',
      name: '周海',
      mobile: '13857112086',
      regionCode: '330110',
      address: '仓前街道良睦路1399号',
      isDefault: 1,
    })
    await visitAs(product, 'clerk', async ({ page, ...visit }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await visit.go('/tms/operations/taskList')
      const customer = page.getByLabel('客户', { exact: true })
      await expect.poll(() => customer.evaluate((field) => field === document.activeElement)).toBe(true)
      const line = '陈国强 13922104475 广东省广州市白云区太和镇石湖路88号'
      await page.evaluate((text) => navigator.clipboard.writeText(text), line)

      const pressed: string[] = []
      const press = async (...keys: string[]) => {
        for (const key of keys) {
          pressed.push(key)
          await page.keyboard.press(key)
        }
      }
      const type = (text: string) => press(...text)
      // 客户 by two initials; it brings payment, salesman and shipper.
      await type('dy')
      await press('Enter')
      await page.locator('.ant-select-content-has-value', { hasText: '宁波大洋泵业有限公司' }).waitFor()
      // Over 发货人 to 收货人, pasted as one line.
      await press('Control+ArrowDown', 'Control+ArrowDown', 'Control+v')
      await page.getByText('识别 4 项').waitFor()
      // 货名, by an input method: three initials and the space that takes the word.
      await press('Control+ArrowDown')
      pressed.push(...'slb', 'Space')
      await page.keyboard.insertText('水轮泵')
      // 类别 as proposed, 包装 by initials.
      await press('Enter', 'Enter')
      await type('zx')
      await press('Enter')
      await type('46')
      await press('Enter')
      await type('800')
      // Over 尺寸 to 体积.
      await press('Enter', 'Enter')
      await type('3.2')
      // 加一项费用: 提货费 by its initials.
      await press('Control+i')
      await type('thf')
      await press('Enter')
      await type('200')
      await press('Control+s')
      await page
        .getByText(/^已开单 YD\d{11}$/)
        .first()
        .waitFor()
      expect(pressed.length, pressed.join(' ')).toBeLessThanOrEqual(40)
      expect(
        await query(
          product,
          `select w.pay_method, w.shipper_name, w.consignee_name, w.receivable, g.name, g.package, g.pieces, g.weight, g.volume
           from waybill w join waybill_goods g on g.waybill_id = w.id where w.customer_id = $1`,
          [id],
        ),
      ).toEqual([
        {
          pay_method: 'monthly',
          shipper_name: '周海',
          consignee_name: '陈国强',
          receivable: '200.00',
          name: '水轮泵',
          package: 'carton',
          pieces: 46,
          weight: '800.000',
          volume: '3.2000',
        },
      ])
    })
  })
})
