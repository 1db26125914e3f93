import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, openProduct, type Product } from './product.ts'
import { query, visitAs } from './visits.ts'

/** What a hired truck costs: agreed by keyboard, its prepaid part applied for, approved, and borne by the waybill. */
let product: Product
let trip: { id: number; no: string; waybill: string }
beforeAll(async () => {
  product = await openProduct({ XUNYUN_DEMO: '1' })
  // People of the demo are played without passwords; these two sign in.
  const secret = "(select password_hash from app_user where account = 'admin')"
  await query(product, `update app_user set password_hash = ${secret} where account in ('dispatcher', 'auditor')`)
  const [found] = await query(
    product,
    `select a.id, a.arrangement_no as no, w.waybill_no as waybill from arrangement a join vehicle v on v.id = a.vehicle_id
     join arrangement_line l on l.arrangement_id = a.id join waybill w on w.id = l.waybill_id
     where v.type = 'hired' and a.state <> 'new' and a.state <> 'cancelled'
       and (select count(*) from arrangement_line o where o.arrangement_id = a.id) = 1
       and not exists (select from cost_line c where c.arrangement_id = a.id) order by a.id desc limit 1`,
  )
  trip = { id: Number(found?.id), no: String(found?.no), waybill: String(found?.waybill) }
  expect(trip.no).toMatch(/^PC\d+$/)
})
afterAll(() => product.close())

it('[RT-16/carCostApply] [D-02] a hired trip is agreed at 5,000.00 by keyboard, the difference named first; what is approved of it is borne by its waybill', async () => {
  await visitAs(product, 'dispatcher', async ({ page, go, expectErrors }) => {
    expectErrors(/422/)
    await go(`/tms/operations/arrangeList?trip=${trip.id}`)
    await page.getByRole('tab', { name: '费用', exact: true }).click()
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.id ?? '')
    await expect.poll(focused).toMatch(/_agreed$/)
    // Enter goes on, from the price to its parts and on.
    for (const amount of ['5000', '2000', '1000', '1500', '400', '100', '100']) {
      await page.keyboard.type(amount)
      await page.keyboard.press('Enter')
    }
    await page.getByText('与总价差 100.00').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('各段合计 4,900.00，与总价 5,000.00 差 100.00', { exact: true }).waitFor()
    await page.getByLabel('尾款', { exact: true }).focus()
    await page.keyboard.type('200')
    await page.getByText('与总价一致').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('已保存').waitFor()

    const costs = page.getByRole('dialog')
    const apply = costs.getByRole('button', { name: '费用申请' })
    await expect.poll(() => apply.getAttribute('aria-disabled')).toBeNull()
    await apply.press('Enter')
    const asked = page.getByRole('dialog', { name: `费用申请 ${trip.no}` })
    await asked.getByText('第 1 级').waitFor()
    // What is not due yet is left out from the beginning.
    for (const box of (await asked.getByRole('checkbox').all()).slice(1))
      if (await box.isChecked()) await box.press('Space')
    await asked.getByText('2,000.00').nth(1).waitFor()
    await asked.getByRole('button', { name: '提交' }).press('Enter')
    await asked.waitFor({ state: 'detached' })
    const link = costs.getByRole('link', { name: /^FY\d+$/ })
    const no = (await link.textContent()) ?? ''

    const waiting = { q: no, pageSize: 10 }
    const { rows } = (await call(product, 'auditor', 'GET', '/api/Approvals/GetApprovals', waiting)) as {
      rows: { id: number; amount: string }[]
    }
    expect(rows.map(({ amount }) => amount)).toEqual(['2000.00'])
    const decided = { ids: rows.map(({ id }) => id), decision: 'approve', opinion: '核对过' }
    await call(product, 'auditor', 'POST', '/api/Approvals/DecideApprovals', decided)

    // Its document opens beside the trip; the waybill bears what was approved.
    await link.press('Enter')
    const paper = page.getByRole('dialog', { name: no })
    await paper.getByText('核对过').waitFor()
    await paper.getByRole('row').filter({ hasText: trip.waybill }).getByText('2,000.00').first().waitFor()
    expect(await query(product, 'select cost from waybill where waybill_no = $1', [trip.waybill])).toEqual([
      { cost: '2000.00' },
    ])
  })
})
