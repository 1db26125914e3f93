import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, openProduct, type Product, password } from './product.ts'
import { query, visitAs } from './visits.ts'

/** From a phone to a waybill: ordered at 390 px with a photo, accepted and converted at a desk, followed on the phone. */
let product: Product
let outlet: number
let yunfan: number
beforeAll(async () => {
  product = await openProduct()
  outlet = await company('杭州总站', 'own')
  await company('宁波站', 'own')
  yunfan = await company('杭州云帆电子有限公司', 'customer')
  await addAs('clerk', '操作员', { outletId: outlet })
  await addAs('wang', '客户', { outletId: outlet, scope: 'customer', companies: [yunfan] })
  await addAs('zhao', '司机', { outletId: outlet, scope: 'outlet', companies: [outlet] })
}, 120_000)
afterAll(() => product.close())

const company = async (name: string, role: string): Promise<number> =>
  ((await call(product, 'admin', 'POST', '/api/Companies/AddCompany', { name, roles: [role] })) as { id: number }).id

/** A person with a role, who has signed in before. */
async function addAs(
  account: string,
  role: string,
  where: { outletId: number; scope?: string; companies?: number[] },
): Promise<void> {
  const first = 'First-Pass-1'
  const [found] = await query(product, `select id from role where name = $1`, [role])
  await call(product, 'admin', 'POST', '/api/Users/AddUsers', {
    LOGNAME: account,
    PSD: first,
    UNAME: account,
    roles: [found?.id],
    scope: 'all',
    ...where,
  })
  await call(product, account, 'POST', '/api/Users/ChangePWD', { OldPSD: first, PSD: password, Pwd2: password }, first)
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const orders = () =>
  query(
    product,
    `select o.state, o.channel, o.pieces, w.waybill_no, w.source from phone_order o left join waybill w on w.id = o.waybill_id order by o.id`,
  )

describe('a phone order', () => {
  it('[RT-16/phoneList] a customer orders on a phone: two pasted lines, a photo; a reload and a dead network take nothing', () =>
    visitAs(
      product,
      'wang',
      async ({ page, context, expectErrors, ...visit }) => {
        await visit.go('/tms/operations/phoneOrder')
        const lines = page.getByPlaceholder(/粘贴/)
        await lines.nth(0).fill('王志强 13857112086 浙江省杭州市余杭区仓前街道良睦路1399号')
        await lines.nth(0).press('Enter')
        await page.getByRole('button', { name: /王志强 13857112086/ }).waitFor()
        await lines.nth(1).fill('陈国强 13922104475 广东省广州市白云区太和镇石湖路88号')
        await lines.nth(1).press('Enter')
        await page.getByRole('button', { name: /陈国强 13922104475/ }).waitFor()
        await page.getByLabel('货名').fill('连接器')
        for (const _ of [1, 2]) await page.getByRole('button', { name: '多一件' }).click()
        await page.getByLabel('重量').fill('25')
        await page.getByRole('button', { name: '易碎轻放' }).click()
        await page
          .locator('input[type="file"]')
          .setInputFiles({ name: 'goods.png', mimeType: 'image/png', buffer: png })
        await page.getByRole('img', { name: 'goods.png' }).waitFor()
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(wide).toBeLessThanOrEqual(0)

        await page.reload()
        await page.getByRole('img', { name: 'goods.png' }).waitFor()
        expect(await page.getByLabel('件数').inputValue()).toBe('3')
        expect(await page.getByRole('button', { name: '易碎轻放' }).getAttribute('aria-pressed')).toBe('true')

        expectErrors(/ERR_INTERNET_DISCONNECTED/)
        await context.setOffline(true)
        await page.getByRole('button', { name: '下单', exact: true }).click()
        await page.getByText('没有网络，连上后再试').first().waitFor()
        await context.setOffline(false)
        expect(await page.getByLabel('货名').inputValue()).toBe('连接器')
        await page.getByRole('button', { name: '下单', exact: true }).click()
        const card = page.getByRole('listitem', { name: /^SJ\d{11}$/ })
        await card.getByText('未接单').waitFor()
        await card.getByText('连接器 × 3').waitFor()
        expect(await orders()).toMatchObject([{ state: 'new', channel: 'customer', pieces: 3, waybill_no: null }])
      },
      { width: 390 },
    ))

  it('[RT-16/phoneList] [D-02] a clerk accepts it and makes its one waybill, which carries the photo; a second form is told the number', () =>
    visitAs(product, 'clerk', async ({ page, ...visit }) => {
      await visit.go('/tms/operations/phoneList')
      const row = page.getByRole('row', { name: /连接器/ })
      await row.getByRole('button', { name: '接单' }).click()
      await row.waitFor({ state: 'detached' })
      await page.getByRole('tab', { name: /^已接单/ }).click()
      await row.getByRole('button', { name: /^SJ/ }).click()
      await page.getByRole('dialog').getByRole('img', { name: 'goods.png' }).waitFor()
      await page.keyboard.press('Escape')
      await row.getByRole('button', { name: '转运单' }).click()
      await page.getByText(/^由手机单 SJ\d{11} 转$/).waitFor()
      expect(await page.getByLabel('货名 1').inputValue()).toBe('连接器')
      // As somebody would send it who had the same form open.
      const [order] = await query(product, `select id from phone_order`)
      const body = {
        bizDate: '2026-11-20',
        deliveryWay: 'delivery',
        payMethod: 'monthly',
        customerId: yunfan,
        shipper: { name: '王', phone: '13857112086', region: '330110', address: '仓前街道' },
        consignee: { name: '陈', phone: '13922104475', region: '440111', address: '太和镇' },
        goods: [{ name: '连接器', package: 'carton', pieces: 3, weight: '25', volume: '0' }],
        place: true,
        phoneOrderId: order?.id,
      }
      await page.keyboard.press('Control+s')
      await page.getByText(/SJ\d{11} 已转运单 YD\d{11}/).waitFor()
      await page.getByRole('tab', { name: /^已转运单/ }).waitFor()
      await expect(call(product, 'admin', 'POST', '/api/PhoneOrders/ConvertPhoneOrder', body)).rejects.toThrow(
        /已转运单 YD\d{11}/,
      )
      expect(await orders()).toMatchObject([{ state: 'converted', source: 'phone' }])
      expect(await query(product, `select count(*)::int as n from waybill`)).toEqual([{ n: 1 }])
      expect(await query(product, `select entity from file_link group by file_id, entity order by entity`)).toEqual([
        { entity: 'phoneOrder' },
        { entity: 'waybill' },
      ])
      const [made] = await orders()
      await visit.go(`/tms/operations/allWayBill/${String(made?.waybill_no)}`)
      await page.getByRole('tab', { name: /^文件/ }).click()
      await page.getByRole('img', { name: 'goods.png' }).waitFor()
    }))

  it('[RT-16/phoneList] the customer reads the number, and orders the same again', () =>
    visitAs(
      product,
      'wang',
      async ({ page, ...visit }) => {
        await visit.go('/tms/operations/phoneOrder?view=mine')
        const [made] = await orders()
        await page.getByRole('link', { name: String(made?.waybill_no) }).waitFor()
        await page.getByRole('button', { name: '再来一单' }).click()
        await page.getByRole('button', { name: /陈国强 13922104475/ }).waitFor()
        expect(await page.getByLabel('货名').inputValue()).toBe('连接器')
        await page.getByRole('button', { name: '下单', exact: true }).click()
        const card = page.getByRole('listitem', { name: /^SJ\d{11}$/ }).first()
        await card.getByRole('button', { name: '取消订单' }).click()
        await page.getByRole('dialog').getByRole('button', { name: '取消订单' }).click()
        await card.getByText('已取消').waitFor()
        await expect.poll(async () => (await orders()).map(({ state }) => state)).toEqual(['converted', 'cancelled'])
      },
      { width: 390 },
    ))

  it('[RT-16/phoneList] a driver orders for whoever stands beside him', () =>
    visitAs(
      product,
      'zhao',
      async ({ page, ...visit }) => {
        await visit.go('/tms/operations/phoneOrder')
        await page.getByLabel('客户').fill('云帆')
        await page.locator('.ant-select-item-option', { hasText: '杭州云帆电子有限公司' }).click()
        const lines = page.getByPlaceholder(/粘贴/)
        await lines.nth(0).fill('李四 13857112087 浙江省杭州市余杭区仓前街道1号')
        await lines.nth(0).press('Enter')
        await page.getByRole('button', { name: /李四/ }).waitFor()
        await page.getByLabel('货名').fill('旧家具')
        // The other side is missing: said at its fields, and nothing is sent.
        await page.getByRole('button', { name: '下单', exact: true }).click()
        await page.getByText('必填').first().waitFor()
        await lines.nth(1).fill('赵六 13922104476 广东省广州市白云区太和镇2号')
        await lines.nth(1).press('Enter')
        await page.getByRole('button', { name: /赵六/ }).waitFor()
        await page.getByRole('button', { name: '下单', exact: true }).click()
        await page.getByRole('listitem', { name: /^SJ\d{11}$/ }).waitFor()
        expect((await orders()).at(-1)).toMatchObject({ state: 'new', channel: 'driver' })
        expect(
          await query(product, `select outlet_id::int, customer_id::int from phone_order order by id desc limit 1`),
        ).toEqual([{ outlet_id: outlet, customer_id: yunfan }])
      },
      { width: 390 },
    ))

  it('[RT-16/phoneList] a call is taken at the desk: the number brings the customer and the parties of last time', () =>
    visitAs(product, 'clerk', async ({ page, ...visit }) => {
      await query(product, `update company set tel = '0571-85001234' where id = $1`, [yunfan])
      await visit.go('/tms/operations/phoneList')
      await page.getByRole('button', { name: '电话下单' }).first().click()
      const form = page.getByRole('dialog', { name: '电话下单' })
      await form.getByLabel('电话', { exact: true }).fill('0571-85001234')
      await form.getByText('杭州云帆电子有限公司').first().waitFor()
      await form
        .getByRole('button', { name: /^李四|^王志强/ })
        .first()
        .waitFor()
      await form.getByLabel('货名').fill('样品')
      await page.keyboard.press('Control+s')
      await form.waitFor({ state: 'detached' })
      expect((await orders()).at(-1)).toMatchObject({ state: 'accepted', channel: 'phone' })
    }))
})
