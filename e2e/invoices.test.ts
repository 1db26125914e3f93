import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, openProduct, type Product, password } from './product.ts'
import { query, visitAs } from './visits.ts'

/** A part of a charge is applied for, reviewed at two levels, issued with its number; reversed, and applied for anew. */
let product: Product
let customer: { id: number; title: string }
let waybillNo: string

beforeAll(async () => {
  product = await openProduct({ XUNYUN_DEMO: '1' })
  await addAs('clerk', '操作员')
  await addAs('boss', '审核员')
  await addAs('chief', '财务')
  const seat = (account: string, biz: string, level: number) =>
    query(
      product,
      `update approver_member m set user_id = (select id from app_user where account = $1)
       from approver_level l where l.id = m.level_id and l.biz_type = $2 and l.level = $3`,
      [account, biz, level],
    )
  await seat('boss', 'invoice', 1)
  await seat('chief', 'invoice', 2)
  await seat('chief', 'redInvoice', 1)
  await query(product, `update approver_level set amount_from = 0 where biz_type = 'invoice' and level = 2`)
  const [found] = await query(
    product,
    `select w.id::int, w.waybill_no as no, w.customer_id::int as customer, p.title from waybill w
     join invoice_profile p on p.company_id = w.customer_id and p.type = 'special' and p.is_default
     where w.price_state = 'reviewed' and w.state <> 'cancelled' and w.receivable > 300 and w.pay_method <> 'split'
       and (select count(*) from charge c where c.waybill_id = w.id and c.direction = 'receivable') = 1
       and exists (select from arrangement_line l join arrangement a on a.id = l.arrangement_id and a.kind = 'vehicle' and a.state <> 'cancelled'
         where l.waybill_id = w.id)
     order by w.id limit 1`,
  )
  customer = { id: Number(found?.customer), title: String(found?.title) }
  waybillNo = String(found?.no)
  await call(product, 'admin', 'POST', '/api/Waybills/ConfirmPrices', { ids: [found?.id] })
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

const using = async () =>
  (
    await query(
      product,
      `select h.applied::text, h.invoiced::text from charge h join waybill w on w.id = h.waybill_id where w.waybill_no = $1`,
      [waybillNo],
    )
  )[0]
let no: string

describe('an invoice', () => {
  it('[RT-14/billing] [RT-16/billApply] a part of a charge is applied for under the title of its customer; too much is refused in its cell', () =>
    visitAs(product, 'clerk', async ({ page, ...visit }) => {
      visit.expectErrors(/422/)
      await visit.go(`/financial/billing?q=${encodeURIComponent(customer.title)}`)
      await page.getByRole('button', { name: '开票申请' }).first().click()
      await page.getByText(new RegExp(`${customer.title} · `)).waitFor()
      const row = page.getByRole('table', { name: '费用' }).locator('tr[data-line]').filter({ hasText: waybillNo })
      await row.waitFor()
      // Only this one.
      const rows = page.getByRole('table', { name: '费用' }).locator('tr[data-line]')
      for (let at = (await rows.count()) - 1; at >= 0; at -= 1)
        if (!(await rows.nth(at).innerText()).includes(waybillNo)) await rows.nth(at).getByRole('button').last().click()
      const amount = row.getByRole('textbox')
      await amount.fill('999999')
      await page.keyboard.press('Control+s')
      await row.getByText(/可申请 \d/).waitFor()
      await amount.fill('200')
      await page.keyboard.press('Control+s')
      const made = page.getByRole('status').getByRole('link', { name: /^KP\d{11}$/ })
      no = (await made.innerText()).trim()
      expect(await using()).toMatchObject({ applied: '200.00', invoiced: '0.00' })
    }))

  it('[RT-14/billApplyAudit] [D-04] the first level approves it on a phone', () =>
    visitAs(
      product,
      'boss',
      async ({ page, ...visit }) => {
        await visit.go('/financial/billApplyAudit')
        const card = page.getByRole('listitem').filter({ hasText: no })
        await card.getByText('200.00').first().waitFor()
        await card.getByRole('button', { name: '通过' }).click()
        await expect
          .poll(() => query(product, 'select a.level from approval a where a.doc_no = $1', [no]))
          .toEqual([{ level: 2 }])
      },
      { width: 390 },
    ))

  it('[RT-14/billApplyAudit] the second level approves and issues it with its number of 20 digits', () =>
    visitAs(product, 'chief', async ({ page, ...visit }) => {
      await visit.go('/financial/billApplyAudit')
      const row = page.getByRole('row').filter({ hasText: no })
      await row.getByRole('button', { name: '通过' }).click()
      await row.waitFor({ state: 'detached' })
      await visit.go('/financial/billApplyAudit?tab=toIssue')
      await page.getByRole('row').filter({ hasText: no }).getByRole('button', { name: '开票' }).click()
      const form = page.getByRole('dialog', { name: `开票 ${no}` })
      await form.getByRole('textbox', { name: '发票号' }).fill('26332000009876543210')
      await page.keyboard.press('Control+s')
      await form.waitFor({ state: 'detached' })
      expect(await using()).toMatchObject({ applied: '200.00', invoiced: '200.00' })
    }))

  it('[RT-14/billApplyAudit] one line of it is reversed; once that is approved and issued its charge is free', async () => {
    await visitAs(product, 'boss', async ({ page, ...visit }) => {
      await visit.go(`/financial/billApplyAudit?tab=issued&q=${no}`)
      await page.getByRole('button', { name: no }).click()
      const drawer = page.getByRole('dialog', { name: new RegExp(no) })
      await drawer.getByText('26332000009876543210').waitFor()
      await drawer.getByRole('button', { name: '红冲' }).click()
      const form = page.getByRole('dialog', { name: `红冲 ${no}` })
      await form.getByRole('combobox', { name: '红冲原因' }).click()
      await page.getByText('04 销售折让').click()
      await form.getByText('按行').click()
      await form.getByRole('textbox', { name: /红冲金额/ }).fill('200')
      await page.keyboard.press('Control+s')
      await form.waitFor({ state: 'detached' })
    })
    const [review] = await query(
      product,
      `select a.id::int, n.id::int as red, n.no from approval a join invoice n on n.id = a.entity_id where a.biz_type = 'redInvoice' and a.state = 'pending'`,
    )
    await call(product, 'chief', 'POST', '/api/Approvals/DecideApprovals', { ids: [review?.id], decision: 'approve' })
    const [red] = await query(product, 'select version from invoice where id = $1', [review?.red])
    await call(product, 'chief', 'POST', '/api/Invoices/IssueInvoice', {
      id: review?.red,
      version: red?.version,
      invoiceNo: '26332000009876543211',
      day: new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10),
    })
    expect(await using()).toMatchObject({ applied: '0.00', invoiced: '0.00' })
  })

  it('[RT-16/billApplyList] it is applied for anew, and the list has the reversed one and its red letter', () =>
    visitAs(product, 'clerk', async ({ page, ...visit }) => {
      await visit.go(`/tms/operations/billApplyList?tab=red&q=${encodeURIComponent(customer.title)}`)
      await page.getByRole('row').filter({ hasText: no }).getByText('已红冲').waitFor()
      await visit.go('/tms/operations/billApply')
      await page.getByRole('combobox', { name: '客户' }).click()
      await page.keyboard.type(customer.title)
      await page.getByText(customer.title).last().click()
      await page.getByRole('button', { name: '取全部可开' }).click()
      await page.getByRole('table', { name: '费用' }).locator('tr[data-line]').filter({ hasText: waybillNo }).waitFor()
    }))
})
