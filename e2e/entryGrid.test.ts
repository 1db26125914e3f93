import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, openProduct, type Product, password } from './product.ts'
import { query, visitAs } from './visits.ts'

/** Waybills typed and pasted into the entry grid, by a clerk without a mouse. */
let product: Product
beforeAll(async () => {
  product = await openProduct()
  await post('/api/Companies/AddCompany', { name: '杭州总站', roles: ['own'] })
  await post('/api/Companies/AddCompany', { name: '杭州云帆电子有限公司', roles: ['customer'] })
  await post('/api/Companies/AddCompany', { name: '宁波港城家居用品有限公司', roles: ['customer'], creditLimit: '1' })
  await post('/api/TransportPrices/AddTransportPrice', {
    name: '全国公布价',
    direction: 'receivable',
    basis: 'weight',
    unitPrice: '2',
    validFrom: '2020-01-01',
  })
  // Its review is another test's matter.
  await query(product, `update transport_price set status = 'active'`)
  const first = 'First-Pass-1'
  const [role] = await query(product, `select id from role where name = '操作员'`)
  await post('/api/Users/AddUsers', { LOGNAME: 'clerk', PSD: first, UNAME: 'clerk', scope: 'all', roles: [role?.id] })
  await call(product, 'clerk', 'POST', '/api/Users/ChangePWD', { OldPSD: first, PSD: password, Pwd2: password }, first)
}, 120_000)
afterAll(() => product.close())

const post = (path: string, input: Record<string, unknown>) => call(product, 'admin', 'POST', path, input)

const address = '/tms/operations/taskList?view=grid'
const wang = '王志强 13857112086 浙江省杭州市余杭区仓前街道良睦路1399号'
const chen = '陈国强 13922104475 广东省广州市白云区太和镇石湖路88号'
const waybills = () =>
  query(
    product,
    `select customer_no, state, pieces::int, weight::text, receivable::text, consignee_name, pay_method from waybill order by id`,
  )
const numbers = async () => (await waybills()).map(({ customer_no }) => customer_no)

const cellNow = (page: Page, name: RegExp | string) => page.locator('input:focus').and(page.getByLabel(name))
/** Types into the cell with the cursor and goes on with Tab. */
const type = async (page: Page, ...texts: string[]) => {
  for (const text of texts) {
    if (text !== '') await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
}
const paste = async (page: Page, text: string) => {
  await page.evaluate((words) => navigator.clipboard.writeText(words), text)
  await page.keyboard.press('Control+v')
}
const ready = (page: Page, count: number) => page.getByRole('button', { name: `开单 ${count} 票` }).waitFor()
const line = (...cells: string[]) => cells.join('\t')

describe('[RT-16/taskList] [D-05] the entry grid', () => {
  it('three waybills are typed and placed by keyboard alone; the price comes while one types', () =>
    visitAs(product, 'clerk', async ({ page, ...visit }) => {
      await visit.go(address)
      await cellNow(page, '客户 1').waitFor()
      // By initials, chosen from the list.
      await page.keyboard.type('yfdz')
      await page.getByRole('option', { name: /杭州云帆电子有限公司/ }).waitFor()
      await type(page, '', 'K-1', wang, chen, '断路器', '2', '10', '150', '0.5')
      await page.locator('tbody').getByRole('gridcell', { name: '300.00' }).waitFor()
      // The next one is for the same parties: filled down from above, the rest typed over.
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Home')
      await page.keyboard.press('Shift+ArrowRight')
      await page.keyboard.press('Shift+ArrowRight')
      await page.keyboard.press('Shift+ArrowRight')
      await page.keyboard.press('Control+d')
      await page.keyboard.press('ArrowRight')
      await cellNow(page, '客户单号 2').waitFor()
      expect(await cellNow(page, '客户单号 2').inputValue()).toBe('K-1')
      await type(page, 'K-2', '', '', '接触器', '', '4', '20')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Home')
      // Without a customer, paid where it arrives, given in words.
      await type(page, '', 'K-3', chen, wang, '轴承', '', '1', '5.5', '', '到付')
      await ready(page, 3)
      await page.getByText('3 票', { exact: true }).waitFor()
      // F2 goes into the text, Esc takes it back, Ctrl+Z takes the last cell back.
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('F2')
      await page.keyboard.type('xyz')
      await page.keyboard.press('Escape')
      expect(await cellNow(page, '付款方式 3').inputValue()).toBe('到付')
      await page.keyboard.type('现付')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Control+z')
      await page.keyboard.press('Control+s')
      await page.getByText('已开单 3 票').first().waitFor()
      await ready(page, 0)
      expect(await waybills()).toEqual([
        row('K-1', 10, '150.000', '300.00', '陈国强', 'monthly'),
        row('K-2', 4, '20.000', '40.00', '陈国强', 'monthly'),
        row('K-3', 1, '5.500', '11.00', '王志强', 'collect'),
      ])
      expect(await page.getByRole('link', { name: /^YD\d{11}$/ }).count()).toBe(3)
    }))

  it('保价: a yes beside the declared value insures it, and the price that comes while one types holds the premium', () =>
    visitAs(product, 'clerk', async ({ page, ...visit }) => {
      await post('/api/Services/AddServiceRate', { type: 'insurance', rate: '0.003' })
      await visit.go(address)
      await cellNow(page, '客户 1').waitFor()
      await type(page, '', 'K-4', chen, wang, '阀门', '', '1', '50', '', '', '', '', '10000', '是')
      await page.locator('tbody').getByRole('gridcell', { name: '130.00' }).waitFor()
      await ready(page, 1)
      await page.keyboard.press('Control+s')
      await page.getByText('已开单 1 票').first().waitFor()
      const made = await query(
        product,
        `select receivable::text, (select string_agg(fee_item || ' ' || amount, ', ' order by fee_item) from charge where waybill_id = w.id) as fees
         from waybill w where customer_no = 'K-4'`,
      )
      expect(made).toEqual([{ receivable: '130.00', fees: 'freight 100.00, insurance 30.00' }])
      await query(product, `update waybill set customer_no = null where customer_no = 'K-4'`)
    }))

  it('a block from Excel is pasted; the wrong rows are refused in their cells, the others are placed', () =>
    visitAs(product, 'clerk', async ({ page, context, ...visit }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await visit.go(address)
      await cellNow(page, '客户 1').waitFor()
      await paste(
        page,
        [
          line('杭州云帆电子有限公司', 'B-1', wang, chen, '"断路器\n小"', '木箱', '3', '1,200.5'),
          line('云帆', 'K-1', wang, chen, '阀门', '纸箱', '2', '30'),
          line('没有这家', 'B-3', wang, '张三', '阀门', '', '一件', '30'),
          line('宁波港城家居用品有限公司', 'B-4', wang, chen, '台灯', '', '6', '60'),
          line('', 'B-5', wang, chen, '轴承', '', '1', '9'),
        ].join('\r\n'),
      )
      await ready(page, 4)
      await page.getByRole('button', { name: '1 行有错' }).waitFor()
      const wrong = (number: number, head: string) =>
        page.getByRole('row').nth(number).locator(`td[data-column="${head}"][aria-invalid]`)
      await wrong(3, 'customer')
        .and(page.getByTitle(/^客户不存在/))
        .waitFor()
      await wrong(3, 'pieces').and(page.getByTitle('须为整数')).waitFor()
      await wrong(3, 'consignee')
        .and(page.getByTitle(/电话: 必填/))
        .waitFor()
      await page.keyboard.press('Control+s')
      await page.getByText('已开单 2 票').first().waitFor()
      // Left: the number that is taken, the row that is wrong, the customer over its limit.
      await wrong(1, 'customerNo')
        .and(page.getByTitle(/客户单号已用于 YD/))
        .waitFor()
      await page
        .getByRole('rowheader', { name: '3' })
        .and(page.getByTitle(/超信用额度/))
        .waitFor()
      expect((await numbers()).slice(4)).toEqual(['B-1', 'B-5'])
      // The cursor stands where the first one was refused: typed over, it is placed.
      await cellNow(page, '客户单号 1').waitFor()
      await page.getByText(/客户单号已用于 YD/).waitFor()
      await page.keyboard.type('B-2')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Control+s')
      await expect.poll(async () => (await numbers()).slice(4)).toEqual(['B-1', 'B-5', 'B-2'])
    }))

  it('a hundred rows are pasted, taken back and pasted again, copied as Excel has them, and deleted', () =>
    visitAs(product, 'clerk', async ({ page, context, ...visit }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await visit.go(address)
      await cellNow(page, '客户 1').waitFor()
      const rows = Array.from({ length: 100 }, (_, at) => line('云帆', `C-${at + 1}`, wang, chen, '轴承', '', '1', '2'))
      await paste(page, rows.join('\n'))
      await ready(page, 100)
      await page.getByRole('gridcell', { name: '400.00' }).waitFor()
      await page.keyboard.press('Control+z')
      await ready(page, 0)
      await page.keyboard.press('Control+y')
      await ready(page, 100)
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Shift+ArrowDown')
      await page.keyboard.press('Control+c')
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^C-1\r?\nC-2$/)
      await page.keyboard.press('Control+Delete')
      await ready(page, 98)
      expect(await cellNow(page, '客户单号 1').inputValue()).toBe('C-3')
      await page.getByRole('button', { name: '清空' }).click()
      await ready(page, 0)
    }))

  it('when the answer is lost the row stays in doubt through a reload, and placing again makes no second one', () =>
    visitAs(product, 'clerk', async ({ page, context, ...visit }) => {
      visit.expectErrors(/ERR_FAILED|Failed to fetch/)
      await visit.go(address)
      await cellNow(page, '客户 1').waitFor()
      await type(page, '', 'D-1', wang, chen, '轴承', '', '1', '2')
      await ready(page, 1)
      // The server gets it and places it; its answer never comes.
      await context.route('**/api/Waybills/CreateWaybill', async (route) => {
        await route.fetch()
        await route.abort()
      })
      // A request that is still held when the route goes would be sent on, and answered after all.
      const lost = page.waitForEvent('requestfailed')
      await page.keyboard.press('Control+s')
      await page.keyboard.press('Control+s')
      await lost
      await page
        .getByTitle(/没有收到结果/)
        .first()
        // It is sent again for a while before it is given up.
        .waitFor({ timeout: 40_000 })
      await expect.poll(async () => (await numbers()).filter((number) => number === 'D-1')).toEqual(['D-1'])
      await context.unroute('**/api/Waybills/CreateWaybill')
      await page.reload()
      await page
        .getByTitle(/没有收到结果/)
        .first()
        .waitFor()
      // Nothing of it can be changed before it is known what became of it.
      await page.keyboard.press('ArrowRight')
      await page.keyboard.type('other')
      expect(await cellNow(page, '客户单号 1').inputValue()).toBe('D-1')
      await ready(page, 1)
      await page.keyboard.press('Control+s')
      await page.keyboard.press('Control+s')
      await page.getByRole('link', { name: /^YD\d{11}$/ }).waitFor()
      await ready(page, 0)
      expect((await numbers()).filter((number) => number === 'D-1')).toEqual(['D-1'])
    }))

  it('what was typed survives a reload, and closing the tab asks', () =>
    visitAs(product, 'clerk', async ({ page, ...visit }) => {
      await visit.go(address)
      await cellNow(page, '客户 1').waitFor()
      await type(page, '云帆', 'E-1', wang)
      await page.getByRole('gridcell', { name: '杭州云帆电子有限公司' }).waitFor()
      page.once('dialog', (dialog) => void dialog.accept())
      await page.reload()
      await page.getByRole('gridcell', { name: 'E-1' }).waitFor()
      await page.getByRole('button', { name: '关闭 创建运单' }).click()
      await page.getByText('创建运单 还没保存').waitFor()
    }))

  it('is not offered on a narrow window', () =>
    visitAs(
      product,
      'clerk',
      async ({ page, ...visit }) => {
        await visit.go(address)
        await page.getByText('导入', { exact: true }).first().waitFor()
        expect(await page.getByText('录单表').count()).toBe(0)
      },
      { width: 800 },
    ))
})

const row = (
  customer_no: string,
  pieces: number,
  weight: string,
  receivable: string,
  consignee_name: string,
  pay_method: string,
) => ({ customer_no, state: 'placed', pieces, weight, receivable, consignee_name, pay_method })
