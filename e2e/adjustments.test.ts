import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, openProduct, type Product, password } from './product.ts'
import { query, visitAs } from './visits.ts'

/** A charge that the customer agreed to is lowered: by keyboard at a desk, approved on a phone, and read on the waybill. */
let product: Product
let waybill: { id: number; no: string; receivable: string; freight: string }

beforeAll(async () => {
  product = await openProduct({ XUNYUN_DEMO: '1' })
  await addAs('clerk', '操作员')
  await addAs('boss', '审核员')
  await query(
    product,
    `update approver_member m set user_id = (select id from app_user where account = 'boss')
     from approver_level l where l.id = m.level_id and l.biz_type = 'costZJ' and l.level = 1`,
  )
  const [found] = await query(
    product,
    `select w.id::int, w.waybill_no as no, w.receivable::text, (
       select sum(c.amount)::text from charge c where c.waybill_id = w.id and c.fee_item = 'freight') as freight
     from waybill w
     where w.price_state = 'confirmed' and w.pay_method not in ('split', 'collect') and w.receivable > 400
       and exists (select from charge c where c.waybill_id = w.id and c.fee_item = 'freight')
       and not exists (select from charge c where c.waybill_id = w.id and (c.applied <> 0 or c.settled <> 0))
       and not exists (
         select from adjustment d join application a on a.id = d.id
         where d.waybill_id = w.id and a.state in ('draft', 'pending'))
     order by w.id desc limit 1`,
  )
  waybill = found as typeof waybill
}, 120_000)
afterAll(() => product.close())

async function addAs(account: string, role: string): Promise<void> {
  const first = 'First-Pass-1'
  const [found] = await query(product, `select id from role where name = $1`, [role])
  await call(product, 'admin', 'POST', '/api/Users/AddUsers', {
    LOGNAME: account,
    PSD: first,
    UNAME: account,
    scope: 'all',
    roles: [found?.id],
  })
  await call(product, account, 'POST', '/api/Users/ChangePWD', { OldPSD: first, PSD: password, Pwd2: password }, first)
}

const shown = (yuan: number | string) =>
  Number(yuan).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const reason = '外箱破损两件'

describe('a confirmed charge', () => {
  it('[RT-16/incOrDec] is lowered by keyboard; what is too much is refused in its cell, and what was typed stays', () =>
    visitAs(product, 'clerk', async ({ page, ...visit }) => {
      visit.expectErrors(/422/)
      await visit.go(`/tms/operations/allWayBill/${waybill.no}`)
      await page.getByRole('button', { name: '更多操作' }).click()
      await page.getByRole('menuitem', { name: '费用增减' }).click()
      const amount = page.getByRole('textbox', { name: '增减 1' })
      await expect.poll(() => amount.evaluate((field) => field === document.activeElement)).toBe(true)
      await page.keyboard.type('-999999')
      await page.keyboard.press('Enter')
      await page.keyboard.type(reason)
      await page.keyboard.press('Control+s')
      const cell = page.locator('[data-cell="0-amount"]')
      await cell.getByText(`最多可减 ${shown(waybill.freight)}`).waitFor()
      expect(await page.getByRole('textbox', { name: '事由 1' }).inputValue()).toBe(reason)
      // The cursor stands in the refused cell.
      await page.keyboard.press('Control+a')
      await page.keyboard.type('-120')
      const panel = page.getByRole('complementary', { name: '合计' })
      await panel
        .getByText(`${shown(waybill.receivable)} → ${shown(Number(waybill.receivable) - 120)}`, { exact: true })
        .waitFor()
      await panel.getByText('第 1 级 boss').waitFor()
      await page.keyboard.press('Control+s')
      const made = page
        .getByRole('status')
        .filter({ hasText: '已提交 1 条增减' })
        .getByRole('link', { name: /^ZJ\d{11}$/ })
      await made.click()
      const row = page.getByRole('row').filter({ hasText: waybill.no })
      await row.getByText('待审').first().waitFor()
      await row.getByText('−120.00').first().waitFor()
    }))

  it('[RT-16/addServices] 修改 of a service of it leads to 费用增减 of its waybill', () =>
    visitAs(product, 'clerk', async ({ page, ...visit }) => {
      await visit.go('/tms/operations/addServices?priceStates=confirmed')
      const row = page.getByRole('row').filter({ hasText: '已确认' }).first()
      const no = /YD\d{11}/.exec(await row.innerText())?.[0] ?? '?'
      await row.getByRole('button', { name: '修改' }).click()
      await page.locator('tr[data-line="0"]').getByText(no).waitFor()
    }))

  it('[RT-15/costZJ] [D-04] is approved by whoever is asked, at the thumb', () =>
    visitAs(
      product,
      'boss',
      async ({ page, ...visit }) => {
        await visit.go('/tms/auditManagement/costZJ')
        const card = page.getByRole('listitem').filter({ hasText: waybill.no })
        await card.getByText('−120.00').waitFor()
        await card.getByRole('button', { name: '通过' }).click()
        await card.waitFor({ state: 'detached' })
        await expect
          .poll(() => query(product, 'select receivable::text from waybill where id = $1', [waybill.id]))
          .toEqual([{ receivable: (Number(waybill.receivable) - 120).toFixed(2) }])
      },
      { width: 390 },
    ))

  it('[RT-16/incOrDecList] is read on its waybill with the number of the adjustment, which the list has among those that passed', () =>
    visitAs(product, 'clerk', async ({ page, ...visit }) => {
      await visit.go(`/tms/operations/allWayBill/${waybill.no}`)
      const receivable = shown(Number(waybill.receivable) - 120)
      await page.getByText(`费用增减 −120.00 元，应收 ${receivable} 元`).waitFor()
      await page.getByRole('tab', { name: '费用' }).click()
      const [adjustment] = await query(product, `select no from application where reason = $1`, [reason])
      await page.getByText(`增减单 ${adjustment?.no}`).waitFor()
      await visit.go(`/tms/operations/incOrDecList?tab=approved&q=${adjustment?.no}`)
      await page.getByRole('button', { name: String(adjustment?.no) }).click()
      const drawer = page.getByRole('dialog', { name: new RegExp(String(adjustment?.no)) })
      await drawer
        .getByText(`${shown(waybill.receivable)} → ${receivable}`, { exact: true })
        .first()
        .waitFor()
      await drawer.getByRole('tab', { name: '日志' }).click()
      await drawer.getByText('审核通过').waitFor()
    }))
})
