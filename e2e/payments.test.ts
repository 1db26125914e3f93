import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, openProduct, type Product } from './product.ts'
import { query, visitAs } from './visits.ts'

/** A customer's money comes in by keyboard, settles what is due first and leaves an advance; a payment is paid by somebody else. */
let product: Product
let customer: { id: number; name: string; open: string; waybill: string }
let owed: { no: string; amount: string }

beforeAll(async () => {
  product = await openProduct({ XUNYUN_DEMO: '1' })
  // People of the demo are played without passwords; the accountant signs in.
  await query(
    product,
    "update app_user set password_hash = (select password_hash from app_user where account = 'admin') where account = 'finance'",
  )
  const [found] = await query(
    product,
    `select c.id::int, c.name, sum(h.amount - h.settled)::text as open, max(w.waybill_no) as waybill
     from charge h join company c on c.id = h.company_id left join waybill w on w.id = h.waybill_id
     where h.direction = 'receivable' and h.state = 'owed' and h.settled <> h.amount group by c.id
     having sum(h.amount - h.settled) > 100 and max(w.waybill_no) is not null order by c.id limit 1`,
  )
  customer = found as typeof customer
  const [paid] = await query(product, `select no, amount::text from payment where state = 'toPay' limit 1`)
  owed = paid as typeof owed
}, 120_000)
afterAll(() => product.close())

const shown = (yuan: number | string) =>
  Number(yuan).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

it('[D-04] money that comes in settles what is due first by keyboard, what is too much is refused at its cell, and the rest is an advance', () =>
  visitAs(product, 'finance', async ({ page, go, expectErrors }) => {
    expectErrors(/422/)
    const amount = (Number(customer.open) + 88.5).toFixed(2)
    await go('/financial/payment')
    await page.getByRole('button', { name: '收款', exact: true }).first().click()
    const form = page.getByRole('dialog', { name: '新建收款单' })
    await form.getByRole('combobox', { name: '往来单位' }).fill(customer.name)
    await page
      .getByRole('option', { name: new RegExp(customer.name) })
      .first()
      .waitFor({ state: 'attached' })
    await page.keyboard.press('Enter')
    await form.getByText('未核销费用').waitFor()
    await form.getByRole('combobox', { name: '账户' }).fill('农行')
    await page
      .getByRole('option', { name: /农行基本户/ })
      .first()
      .waitFor({ state: 'attached' })
    await page.keyboard.press('Enter')
    await form.getByTitle(/农行基本户/).waitFor()
    await form.getByRole('textbox', { name: '金额' }).fill(amount)
    await form.getByRole('button', { name: '按到期核销' }).click()
    await form.getByText('转预收').waitFor()
    const first = form.getByRole('textbox', { name: '本次 1' })
    const was = await first.inputValue()
    await first.fill('9999999')
    await page.keyboard.press('Control+s')
    await form
      .getByText(/^未核销 /)
      .last()
      .waitFor()
    await first.fill(was)
    await page.keyboard.press('Control+s')
    await form.waitFor({ state: 'detached' })

    const [receipt] = await query(product, `select no from payment where company_id = $1 order by id desc limit 1`, [
      customer.id,
    ])
    await page
      .getByRole('row', { name: new RegExp(String(receipt?.no)) })
      .getByText(shown(88.5))
      .waitFor()
    const [waybill] = await query(product, `select collection from waybill where waybill_no = $1`, [customer.waybill])
    expect(waybill?.collection).toBe('collected')

    await page.getByRole('button', { name: String(receipt?.no) }).click()
    const sheet = page.getByRole('dialog', { name: new RegExp(String(receipt?.no)) })
    await sheet.getByText(customer.waybill).first().waitFor()
    await page.keyboard.press('Escape')
    await go(`/tms/operations/feeList?tab=settled&q=${customer.waybill}`)
    await page.getByText('已收付').first().waitFor()
    await go('/financial/cashAccount')
    await page.getByRole('button', { name: '农行基本户' }).click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: String(receipt?.no) })
      .waitFor()
  }))

it('[D-04] [M42] an approved payment is paid on a phone by whoever did not apply', () =>
  visitAs(
    product,
    'admin',
    async ({ page, go }) => {
      await go('/financial/payment?tab=toPay')
      await page.getByText(owed.no).waitFor()
      await page.getByText(owed.no).click()
      const sheet = page.getByRole('dialog', { name: new RegExp(owed.no) })
      await sheet.getByRole('button', { name: '付讫' }).click()
      const form = page.getByRole('dialog', { name: /付讫 1 单/ })
      await form.getByRole('textbox', { name: '流水号' }).fill('OUT-778')
      await form.getByRole('button', { name: '付讫' }).click()
      await form.waitFor({ state: 'detached' })
      await expect
        .poll(async () => (await query(product, `select state from payment where no = $1`, [owed.no]))[0]?.state)
        .toBe('paid')
    },
    { width: 390 },
  ))

it('[M55] a customer disputes a line of his statement on his phone; it is adjusted, sent again, and confirmed by the link', async () => {
  const [today] = await query(product, 'select current_date::text as day')
  const { outlets } = (await call(product, 'admin', 'GET', '/api/Statements/ProposeStatement', {
    companyId: customer.id,
    toDay: today?.day,
  })) as { outlets: { outletId: number }[] }
  const { id, no } = (await call(product, 'admin', 'POST', '/api/Statements/GenerateStatement', {
    companyId: customer.id,
    outletId: outlets[0]?.outletId,
    toDay: today?.day,
  })) as { id: number; no: string }
  const linkOf = async () =>
    ((await call(product, 'admin', 'POST', '/api/Statements/CopyStatementLink', { id })) as { path: string }).path
  const stateOf = async () => (await query(product, 'select state from statement where id = $1', [id]))[0]?.state
  const answer = (run: (page: Page) => Promise<void>) =>
    visitAs(
      product,
      '',
      async ({ page }) => {
        await page.goto(`${product.url}${await linkOf()}`)
        await page.getByText(no).first().waitFor()
        await run(page)
      },
      { width: 390 },
    )
  const send = (tab: string) =>
    visitAs(product, 'finance', async ({ page, go }) => {
      await go(`/financial/statement?tab=${tab}&q=${no}`)
      const row = page.getByRole('row', { name: new RegExp(no) })
      if (tab === 'disputed') {
        await row.getByRole('button', { name: '异议处理' }).click()
        await page.getByText('异议调整已列入').first().waitFor()
      }
      await row.getByRole('button', { name: '发送', exact: true }).click()
      await page
        .getByRole('dialog', { name: /发送 1 张/ })
        .getByRole('button', { name: '发送' })
        .click()
      await expect.poll(stateOf).toBe('sent')
    })
  await send('draft')
  const [line] = await query(
    product,
    `select l.id::int, l.waybill_id::int as waybill from statement_line l where l.statement_id = $1 and l.kind = 'charge' and l.waybill_id is not null
     and l.fee_item = 'freight' order by l.amount desc limit 1`,
    [id],
  )
  await answer(async (page) => {
    await page.locator(`input[name="d${line?.id}"]`).fill('少了两件')
    await page.getByRole('button', { name: '提出异议' }).click()
    await page.getByText('异议已提交').waitFor()
  })
  expect(await stateOf()).toBe('disputed')

  const [boss] = await query(
    product,
    `update app_user set password_hash = (select password_hash from app_user where account = 'admin') where id = (
       select m.user_id from approver_level l join approver_member m on m.level_id = l.id where l.biz_type = 'costZJ' order by l.level, m.id limit 1)
     returning account`,
  )
  const { nos } = (await call(product, 'admin', 'POST', '/api/Costs/AddAdjustments', {
    lines: [{ waybillId: line?.waybill, feeItem: 'freight', amount: '-50', reason: '少两件' }],
    submit: true,
  })) as { nos: string[] }
  const account = String(boss?.account)
  const { rows } = (await call(product, account, 'GET', '/api/Approvals/GetApprovals', { q: nos[0] })) as {
    rows: { id: number }[]
  }
  await call(product, account, 'POST', '/api/Approvals/DecideApprovals', {
    ids: rows.map((row) => row.id),
    decision: 'approve',
    opinion: '属实',
  })
  await send('disputed')
  await answer(async (page) => {
    await page.getByText('异议调整').first().waitFor()
    await page.getByRole('button', { name: '确认无误' }).click()
    await page.getByText('已确认').first().waitFor()
  })
  expect(await stateOf()).toBe('confirmed')
})

it('[M48] [V16] a driver hands in on his phone what he collected; ten yuan short, the difference stays with him until he makes it up', async () => {
  // One of the demo's drivers who has money in hand signs in.
  await query(
    product,
    "update driver set user_id = null where user_id = (select id from app_user where account = 'driver')",
  )
  const [driver] = await query(
    product,
    `with one as (select holder_id, sum(held_freight + held_cod) as due from collection
       where holder_kind = 'driver' and hand_in_id is null and undone_posting_id is null and freight_channel = 'cash' group by 1 order by 2 desc limit 1),
     linked as (update driver set user_id = (select id from app_user where account = 'driver') where id = (select holder_id from one) returning name)
     select one.due::text, linked.name from one, linked`,
  )
  await query(
    product,
    "update app_user set password_hash = (select password_hash from app_user where account = 'admin') where account = 'driver'",
  )
  const due = String(driver?.due)
  await visitAs(
    product,
    'driver',
    async ({ page, go }) => {
      await go('/financial/handIn')
      await page.getByRole('button', { name: '交账', exact: true }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: '交账', exact: true }).click()
      await page.getByText('已交账，待核收').first().waitFor()
    },
    { width: 390 },
  )
  const [made] = await query(product, `select no from hand_in where state = 'pending' order by id desc limit 1`)
  const no = String(made?.no)
  await visitAs(product, 'admin', async ({ page, go }) => {
    await go(`/financial/handIn?tab=pending&q=${no}`)
    await page.getByRole('button', { name: '核收', exact: true }).first().click()
    const form = page.getByRole('dialog', { name: `核收 ${no}` })
    await form
      .getByRole('textbox', { name: '实点' })
      .first()
      .fill((Number(due) - 10).toFixed(2))
    const account = form.getByRole('combobox', { name: '入账账户' }).first()
    await account.fill('备用金')
    await page
      .getByRole('option', { name: /备用金/ })
      .first()
      .waitFor({ state: 'attached' })
    await page.keyboard.press('Enter')
    await form.getByTitle(/备用金/).waitFor()
    await form.getByText(/差额 −10\.00/).waitFor()
    await page.keyboard.press('Control+s')
    await form.waitFor({ state: 'detached' })
    await go(`/financial/handIn?tab=difference&q=${no}`)
    await page.getByText('−10.00').first().waitFor()
    await page.getByRole('button', { name: '补交', exact: true }).first().click()
    const more = page.getByRole('dialog', { name: /补交 10\.00/ })
    // The account of what was counted is proposed.
    await more.getByTitle(/备用金/).waitFor()
    await page.keyboard.press('Control+s')
    await more.waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await query(product, 'select state from hand_in where no = $1', [no]))[0]?.state)
      .toBe('settled')
  })
  const [left] = await query(
    product,
    `select coalesce(sum(balance), 0)::text as custody from money_balance where account = 'custody' and owner_kind = 'driver'
     and owner_id = (select id from driver where user_id = (select id from app_user where account = 'driver'))`,
  )
  expect(Number(left?.custody)).toBe(0)
})

it('[D-02] [D-05] [V16] COD that was handed in goes to its customer net of its fee and of a charge of his, approved and paid by others; the customer sees that', async () => {
  const [cod] = await query(
    product,
    `select j.id::int, j.version, j.state, c.cod::text as amount, w.id::int as waybill, w.waybill_no as no, (
       select a.id::int from cash_account a where a.name like '%备用金%' order by a.outlet_id = j.outlet_id desc, a.id limit 1) as account
     from hand_in j join collection c on c.hand_in_id = j.id join waybill w on w.id = c.waybill_id
     where c.cod > 0 and c.undone_posting_id is null and not exists (select from cod_payout_line l where l.collection_id = c.id)
     order by j.state = 'pending' desc, j.id limit 1`,
  )
  const { id, version, state, amount, no, account } = cod as Record<string, string & number>
  const [agreed] = await query(
    product,
    `select id::int from waybill where price_state = 'reviewed' and pay_method not in ('collect', 'split') and state <> 'cancelled'
       and customer_id = (select customer_id from waybill where id = $1) order by id limit 1`,
    [cod?.waybill],
  )
  await call(product, 'admin', 'POST', '/api/Waybills/ConfirmPrices', { ids: [agreed?.id] })
  if (state === 'pending')
    await call(product, 'admin', 'POST', '/api/Collections/CountHandIn', {
      id,
      version,
      lines: [{ channel: 'cash', amount, cashAccountId: account }],
    })
  let net = ''
  await visitAs(product, 'finance', async ({ page, go }) => {
    await go(`/financial/cod?tab=handedIn&q=${no}`)
    await page
      .getByRole('row', { name: new RegExp(String(no)) })
      .getByRole('button', { name: '发放', exact: true })
      .click()
    const form = page.getByRole('dialog', { name: /发放代收货款/ })
    await form.getByRole('combobox', { name: '付款账户' }).fill('备用金')
    await page
      .getByRole('option', { name: /备用金/ })
      .first()
      .waitFor({ state: 'attached' })
    await page.keyboard.press('Enter')
    await form.getByRole('textbox', { name: '客户账户' }).fill('农行 6228 4800 1234')
    await form
      .getByRole('textbox', { name: /^本次 / })
      .last()
      .fill('10')
    await form.getByText(/抵扣 10\.00/).waitFor()
    await page.keyboard.press('Control+s')
    await form.waitFor({ state: 'detached' })
  })
  const [made] = await query(
    product,
    `select no, gross::text, net::text, (select coalesce(sum(l.amount), 0)::text from cod_payout_line l join charge h on h.id = l.charge_id where l.payout_id = p.id and h.fee_item = 'codFee') as fees from cod_payout p order by id desc limit 1`,
  )
  net = String(made?.net)
  expect(Number(net)).toBe(Number(made?.gross) - Number(made?.fees) - 10)
  const [boss] = await query(
    product,
    `update app_user set password_hash = (select password_hash from app_user where account = 'admin') where id = (
       select m.user_id from approver_level l join approver_member m on m.level_id = l.id where l.biz_type = 'codPayout' order by l.level, m.id limit 1)
     returning account`,
  )
  const { rows } = (await call(product, String(boss?.account), 'GET', '/api/Approvals/GetApprovals', {
    q: made?.no,
  })) as { rows: { id: number }[] }
  await call(product, String(boss?.account), 'POST', '/api/Approvals/DecideApprovals', {
    ids: rows.map((row) => row.id),
    decision: 'approve',
    opinion: '可发',
  })
  await visitAs(product, 'admin', async ({ page, go }) => {
    await go('/financial/cod?view=payouts')
    await page
      .getByRole('row', { name: new RegExp(String(made?.no)) })
      .getByRole('button', { name: '付讫', exact: true })
      .click()
    const form = page.getByRole('dialog', { name: /付讫 1 单/ })
    await form.getByText(shown(net)).first().waitFor()
    await form.getByRole('textbox', { name: '流水号' }).fill('DK-OUT-1')
    await form.getByRole('button', { name: '付讫' }).click()
    await form.waitFor({ state: 'detached' })
    await go(`/financial/cod?tab=paidOut&q=${no}`)
    await page.getByText('已发放').first().waitFor()
  })
  await query(
    product,
    "update app_user set password_hash = (select password_hash from app_user where account = 'admin') where account = 'customer'",
  )
  // Whose goods they were differs; his account is the demo's.
  await query(
    product,
    `update user_company set company_id = (select customer_id from waybill where id = $1) where user_id = (select id from app_user where account = 'customer')`,
    [cod?.waybill],
  )
  await visitAs(
    product,
    'customer',
    async ({ page, go }) => {
      await go('/integrated/freight?view=payouts')
      await page.getByText(String(made?.no)).waitFor()
      await page.getByText(shown(net)).first().waitFor()
    },
    { width: 390 },
  )
})
