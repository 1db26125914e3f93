import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, openProduct, type Product } from './product.ts'
import { query, visitAs } from './visits.ts'

/** From where a shipment is to what is left of it, and from a figure of the profit back to its charges. */
let product: Product
let waybill: { no: string; trip: string; customer: string; cost: string }
beforeAll(async () => {
  product = await openProduct({ XUNYUN_DEMO: '1' })
  // People of the demo are played without passwords; the customer signs in.
  await query(
    product,
    "update app_user set password_hash = (select password_hash from app_user where account = 'admin') where account = 'customer'",
  )
  // Whose waybills went by a trip with costs is left to chance: the customer's account becomes theirs.
  const [found] = await query(
    product,
    `with one as (
       select w.waybill_no as no, a.arrangement_no as trip, c.id, c.name as customer, to_char(w.cost, 'FM999,990.00') as cost
       from waybill w join company c on c.id = w.customer_id
       join charge_share s on s.waybill_id = w.id join charge h on h.id = s.charge_id join cost_line l on l.id = h.cost_line_id
       join arrangement a on a.id = l.arrangement_id where a.kind = 'vehicle' and w.price_state in ('reviewed', 'confirmed') and w.biz_date >= date_trunc('month', current_date)
       order by w.id limit 1
     ), theirs as (
       update user_company set company_id = (select id from one) where user_id = (select id from app_user where account = 'customer')
     ) select no, trip, customer, cost from one`,
  )
  waybill = found as typeof waybill
  expect(waybill.no).toMatch(/^YD\d+$/)
})
afterAll(() => product.close())

it('[RT-13/transport] [RT-13/freight] [RT-14/profit] [RT-14/profitView] [D-02] a shipment is found leg by leg, with what it earns; a cell of the profit opens to its waybills, and a waybill to its charges', () =>
  visitAs(product, 'admin', async ({ page, go }) => {
    await go(`/integrated/transport?q=${waybill.no}`)
    await page.getByRole('button', { name: '跟踪', exact: true }).first().click()
    const way = page.getByRole('dialog')
    await way.getByText(waybill.no).first().waitFor()
    await way.getByRole('tab', { name: /各段/ }).click()
    await way.getByRole('link', { name: waybill.trip }).first().waitFor()
    await way.getByRole('tab', { name: '跟踪', exact: true }).click()
    await way.getByText('开单').first().waitFor()

    await go(`/integrated/freight?q=${waybill.no}`)
    await page.getByText(waybill.cost, { exact: true }).first().waitFor()
    await page.getByRole('button', { name: '报价说明' }).click()
    const fees = page.getByRole('dialog')
    await fees.getByText('基本运费').first().waitFor()
    await fees.getByText(waybill.trip).first().waitFor()

    await go('/financial/profit')
    const row = page.getByRole('row', { name: new RegExp(`^${waybill.customer}`) })
    const profit = await row.getByRole('link').nth(3).textContent()
    // What stands apart is before the sum.
    expect((await page.locator('tbody tr').last().textContent()) ?? '').toContain('无运单')
    await row.getByRole('link').nth(3).click()
    await page.getByText('单元格 = 明细合计 ✓').waitFor()
    await page
      .getByText(profit ?? '', { exact: true })
      .last()
      .waitFor()
    await page.getByRole('button', { name: '解释', exact: true }).first().click()
    await page.getByRole('dialog').getByText('利润 = 收入 − 成本').waitFor()
    await page.keyboard.press('Escape')

    await page.getByPlaceholder('运单号、客户').fill(waybill.no)
    await page.keyboard.press('Enter')
    await page.getByRole('gridcell', { name: waybill.cost, exact: true }).first().waitFor()
    await page.getByRole('gridcell').getByRole('button', { name: '解释', exact: true }).first().click()
    const told = page.getByRole('dialog')
    await told.getByText(waybill.trip).first().waitFor()
    await told.getByText('基本运费').first().waitFor()
  }))

it('[RT-13/transport] [RT-13/freight] a customer reads on his phone where his goods are and what he owes, and nothing of what they cost', () =>
  visitAs(
    product,
    'customer',
    async ({ page, go }) => {
      await go(`/integrated/transport?q=${waybill.no}`)
      await page.getByRole('button', { name: waybill.no }).click()
      await page.getByRole('dialog').getByText(waybill.no).first().waitFor()
      await go(`/integrated/freight?q=${waybill.no}`)
      await page.getByRole('button', { name: waybill.no }).waitFor()
      expect(await page.getByText('应付').count()).toBe(0)
      expect(await page.getByText('利润').count()).toBe(0)
    },
    { width: 390 },
  ))

it('[D-02] [V27] a month is closed; what changes later stands beside what was kept, and by the day it is booked the month stays', async () => {
  const [first] = await query(product, "select to_char(current_date - interval '1 month', 'YYYY-MM') as month")
  const month = String(first?.month)
  // Something of the month before, whenever the demo begins: agreed before it is closed.
  const [found] = await query(
    product,
    `with one as (
       select w.id from waybill w where w.price_state = 'reviewed' and w.state not in ('draft', 'cancelled') and w.receivable > 400
         and w.pay_method = 'monthly' and (select count(*) from charge c where c.waybill_id = w.id and c.direction = 'receivable') = 1
       order by w.id desc limit 1
     ), moved as (
       update charge set day = ($1 || '-15')::date where waybill_id = (select id from one) and direction = 'receivable'
     ) update waybill set biz_date = ($1 || '-15')::date where id = (select id from one) returning id::int, waybill_no as no`,
    [month],
  )
  await call(product, 'admin', 'POST', '/api/Waybills/ConfirmPrices', { ids: [found?.id] })
  const [boss] = await query(
    product,
    `select u.account from approver_level l join approver_member m on m.level_id = l.id join app_user u on u.id = m.user_id
     where l.biz_type = 'costZJ' order by l.level, m.id limit 1`,
  )
  await query(
    product,
    `update app_user set password_hash = (select password_hash from app_user where account = 'admin') where account = $1`,
    [boss?.account],
  )
  await visitAs(product, 'admin', async ({ page, go }) => {
    await go('/financial/profit')
    await page.getByRole('button', { name: '关账', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: '关账' })
    // Months are closed in order: the earliest first, until the one before this.
    for (;;) {
      const close = sheet.getByRole('button', { name: /^关账 \d{4}-\d{2}$/ })
      const name = (await close.textContent())?.replace('关账 ', '') ?? ''
      await close.click()
      const asked = page.getByRole('dialog', { name: `关账 ${name}` })
      await asked.getByRole('button', { name: `关账 ${name}` }).click()
      await sheet.getByRole('row', { name: new RegExp(`^${name} 已关`) }).waitFor()
      if (name === month) break
    }
    const kept =
      (await sheet
        .getByRole('row', { name: new RegExp(`^${month} `) })
        .getByRole('cell')
        .nth(2)
        .textContent()) ?? ''
    await page.keyboard.press('Escape')

    const { nos } = (await call(product, 'admin', 'POST', '/api/Costs/AddAdjustments', {
      lines: [{ waybillId: found?.id, feeItem: 'freight', amount: '-300', reason: '破损折让' }],
      submit: true,
    })) as { nos: string[] }
    const { rows } = (await call(product, String(boss?.account), 'GET', '/api/Approvals/GetApprovals', {
      q: nos[0],
    })) as {
      rows: { id: number }[]
    }
    await call(product, String(boss?.account), 'POST', '/api/Approvals/DecideApprovals', {
      ids: rows.map(({ id }) => id),
      decision: 'approve',
      opinion: '同意',
    })

    const [last] = await query(
      product,
      "select (($1 || '-01')::date + interval '1 month - 1 day')::date::text as day",
      [month],
    )
    const days = `from=${month}-01&to=${last?.day}`
    await go(`/financial/profit?${days}`)
    const total = page.getByRole('row', { name: /^合计/ })
    await total.getByText(kept, { exact: true }).waitFor()
    await total.getByText('−300.00', { exact: true }).click()
    await page.getByText(String(found?.no)).first().waitFor()
    await go(`/financial/profit?${days}&basis=posted`)
    await page.getByRole('row', { name: /^合计/ }).getByText(kept, { exact: true }).first().waitFor()
  })
})
