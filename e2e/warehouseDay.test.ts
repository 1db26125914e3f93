import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ground, openGround } from './ground.ts'
import { call, openProduct, type Product, type Visit } from './product.ts'
import { query, visitAs } from './visits.ts'

/**
 * A day in the warehouse, from the notice to the shipped carton, as the people of the floor go through it: what each act
 * leaves is asked of the database, and at the end the ledger, the summaries, yesterday and the charges have to agree.
 */
let product: Product
let ground: Ground
const dayMs = 86_400_000
/** So many days from today, by the clock of the company. */
const day = (offset: number) => new Date(Date.now() + 8 * 3_600_000 + offset * dayMs).toISOString().slice(0, 10)
/** What scanners read: with a batch, with serial numbers, plain. */
const barcodes = { 'KY-0311': '6291041500213', 'YF-8801': '4006381333931', 'YF-2205': '6901234567892' } as const
const post = (account: string, path: string, input: Record<string, unknown>) =>
  call(product, account, 'POST', path, input) as Promise<never>
const items: Record<string, number> = {}

beforeAll(async () => {
  product = await openProduct()
  const codes = ['R-01', 'A-01', 'A-02', 'A-03', 'A-04', 'A-05', 'A-06', 'X-01', 'S-01']
  ground = await openGround(product, codes, { blindCount: true })
  const item = async (itemNo: string, name: string, more: Record<string, unknown> = {}) => {
    items[itemNo] = await ground.item(itemNo, { name, ...more })
  }
  await item('KY-0311', '维生素 C 泡腾片', {
    barcodes: [barcodes['KY-0311']],
    batchControlled: true,
    expiryControlled: true,
    grossWeight: '0.1',
  })
  await item('YF-8801', '手持终端', { barcodes: [barcodes['YF-8801']], serialControlled: true, grossWeight: '0.4' })
  await item('YF-2205', '断路器', { barcodes: [barcodes['YF-2205']], grossWeight: '0.5' })
  await item('KY-K01', '三件套', { grossWeight: '1.1' })
  await item('YF-3301', '接线端子')
  await ground.person('keeper', '马国栋', '仓管员')
  await ground.person('second', '林晓', '仓管员')
  await ground.person('boss', '沈国强', '审核员')
  // Who hands the goods to the truck.
  await query(product, `update app_user set mobile = '13900139000' where account = 'keeper'`)
  await query(product, `update warehouse set manager_id = (select id from app_user where account = 'keeper')`)
  const approvers = async (bizType: string, account: string) => {
    const [who] = await query(product, 'select id from app_user where account = $1', [account])
    const level = { bizType, level: 1, mode: 'any', amountFrom: '0', userIds: [who?.id], roleIds: [] }
    await post('admin', '/api/Approvals/AddApproverLevel', level)
  }
  await approvers('countAdjust', 'admin')
  await approvers('warehouseQuotation', 'boss')
  // What stood there before this day, and what a day of it costs.
  await ground.receive([{ itemId: items['YF-3301'] as number, qty: '10' }], new Date(`${day(-3)}T12:00:00+08:00`))
  const { id: rates } = (await post('admin', '/api/Quotations/AddQuotation', {
    customerId: ground.ownerId,
    validFrom: day(-10),
    items: [{ feeItem: 'storage', trigger: 'storage', basis: 'piece', timeUnit: 'day', freeDays: 1, rate: '0.1' }],
  })) as { id: number }
  await post('admin', '/api/Quotations/SubmitQuotations', { ids: [rates] })
  const [waiting] = await query(product, `select id from approval order by id desc limit 1`)
  await post('boss', '/api/Approvals/DecideApprovals', { ids: [waiting?.id], decision: 'approve' })
}, 120_000)
afterAll(() => product.close())

const onPhone = (account: string, run: (page: Page, visit: Visit) => Promise<void>) =>
  visitAs(product, account, (visit) => run(visit.page, visit), { width: 390 })
const atDesk = (account: string, run: (page: Page, visit: Visit) => Promise<void>) =>
  visitAs(product, account, (visit) => run(visit.page, visit))
async function scan(page: Page, ...codes: string[]): Promise<void> {
  for (const code of codes) {
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
  }
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** On hand and promised of each item in the warehouse: `KY-0311 22/0`. */
const stock = async () =>
  (
    await query(
      product,
      `select i.item_no, trim_scale(sum(s.on_hand))::text as qty, trim_scale(sum(s.allocated))::text as held
       from stock s join item i on i.id = s.item_id where s.on_hand > 0 group by 1 order by 1`,
    )
  ).map(({ item_no, qty, held }) => `${item_no} ${qty}/${held}`)
const at = async (code: string) =>
  (
    await query(
      product,
      `select i.item_no, trim_scale(sum(s.on_hand))::text as qty from stock s join item i on i.id = s.item_id
       join location l on l.id = s.location_id where s.on_hand > 0 and l.code = $1 group by 1 order by 1`,
      [code],
    )
  ).map(({ item_no, qty }) => `${item_no} ${qty}`)

/** The truck is here: one line comes short, one damaged; the page is lost in the middle of a line and goes on. */
const receive = () =>
  onPhone('keeper', async (page, visit) => {
    await visit.go('/tms/warehouse/receive/scan')
    await page.getByPlaceholder('扫入库单、车牌或客户单号').waitFor()
    await scan(page, 'PO-1')
    await page.getByPlaceholder('扫货品条码').waitFor()
    await scan(page, `(01)0${barcodes['KY-0311']}(17)281231(10)L1`)
    await page.getByText('KY-0311，+1').waitFor()
    await press(page, '输入数量')
    await scan(page, '22')
    await page.getByText('已记 22').waitFor()
    await press(page, '短少')
    await page.reload()
    await page.getByText('短少2').waitFor()
    await press(page, '完成本行')
    await page.getByText('KY-0311 收 22').waitFor()
    await scan(page, barcodes['YF-8801'], 'S1', 'S2', 'S3')
    await page.getByText('S3，+1').waitFor()
    await press(page, '完成本行')
    await page.getByText('YF-8801 收 3').waitFor()
    await scan(page, barcodes['YF-2205'])
    await press(page, '输入数量')
    await scan(page, '20')
    await page.getByText('已记 20').waitFor()
    await press(page, '破损')
    await scan(page, '1')
    await page.getByText('已记 1').waitFor()
    await press(page, '完成本行')
    await page.getByText('YF-2205 收 20').waitFor()
    await press(page, '完成收货')
    await page
      .getByRole('dialog', { name: /^完成收货/ })
      .getByRole('button', { name: '完成收货' })
      .click()
    await expect
      .poll(() => query(product, `select state from inbound_notice where customer_order_no = 'PO-1'`))
      .toEqual([{ state: 'received' }])
    expect(
      await query(
        product,
        `select i.item_no, trim_scale(l.received)::text as received, trim_scale(l.damaged)::text as damaged, trim_scale(l.short)::text as short
         from inbound_line l join item i on i.id = l.item_id join inbound_notice n on n.id = l.notice_id where n.customer_order_no = 'PO-1' order by l.seq`,
      ),
    ).toEqual([
      { item_no: 'KY-0311', received: '22', damaged: '0', short: '2' },
      { item_no: 'YF-8801', received: '3', damaged: '0', short: '0' },
      { item_no: 'YF-2205', received: '19', damaged: '1', short: '0' },
    ])
  })

/** Each to the place that the page says. */
const putAway = () =>
  onPhone('keeper', async (page, visit) => {
    await visit.go('/tms/warehouse/ground/scan')
    for (const codes of [
      [`(01)0${barcodes['KY-0311']}(10)L1`],
      ['S1', 'S2', 'S3'],
      [barcodes['YF-2205']],
      // The damaged one waits for a place of its own.
      [barcodes['YF-2205']],
    ]) {
      await page.getByPlaceholder('扫容器号或货品').waitFor()
      await scan(page, ...codes)
      const suggested = await page.getByText('去库位').locator('xpath=following-sibling::*[1]').textContent()
      await scan(page, `HZ1:${suggested}`)
      await page.getByText(`库位 ${suggested}`).waitFor()
      await press(page, '放好')
      await page.getByText(`已上架 ${suggested}`).waitFor()
    }
    expect(
      await query(
        product,
        `select count(*)::int as n from put_away where state <> 'done' or to_location_id is distinct from suggested_location_id`,
      ),
    ).toEqual([{ n: 0 }])
    expect(await query(product, `select distinct state from inbound_notice where customer_order_no = 'PO-1'`)).toEqual([
      { state: 'done' },
    ])
    expect(await stock()).toEqual(['KY-0311 22/0', 'YF-2205 20/0', 'YF-3301 10/0', 'YF-8801 3/0'])
    expect(await at('X-01')).toEqual(['YF-2205 1'])
  })

/** Five of the plain goods to another place. */
const move = () =>
  onPhone('keeper', async (page, visit) => {
    const [from] = await query(
      product,
      `select l.code from stock s join location l on l.id = s.location_id join item i on i.id = s.item_id
       where i.item_no = 'YF-2205' and s.on_hand > 0 and s.quality = 'good'`,
    )
    await visit.go('/tms/warehouse/moveStock/scan')
    await page.getByPlaceholder('扫库位或容器号').waitFor()
    await scan(page, String(from?.code))
    await page.getByPlaceholder('扫目标库位').waitFor()
    await press(page, '数量')
    await scan(page, '5')
    await page.getByPlaceholder('扫目标库位').waitFor()
    await scan(page, 'A-06')
    await page.getByText('库位 A-06').waitFor()
    await press(page, '放好')
    await page.getByText('YF-2205 5 已移到 A-06').waitFor()
    expect(await at('A-06')).toEqual(['YF-2205 5'])
  })

/** One is missing there: counted blind, counted again by somebody else, approved by a third. */
async function count(): Promise<void> {
  await atDesk('keeper', async (page, visit) => {
    await visit.go('/tms/warehouse/count')
    await page.getByRole('button', { name: '新建盘点单' }).first().click()
    const form = page.getByRole('dialog', { name: '新建盘点单' })
    await form.getByLabel('仓库').fill('杭州')
    await page.locator('.ant-select-item-option', { hasText: '杭州一号仓' }).click()
    await form.getByLabel('库位', { exact: true }).fill('A-06')
    await page.locator('.ant-select-item-option', { hasText: 'A-06' }).click()
    await page.keyboard.press('Control+s')
    await form.waitFor({ state: 'detached' })
  })
  const [made] = await query(product, 'select count_no from stock_count')
  for (const account of ['keeper', 'second'])
    await onPhone(account, async (page, visit) => {
      await visit.go(`/tms/warehouse/count/scan/${made?.count_no}`)
      await page.getByPlaceholder('扫库位').waitFor()
      await scan(page, 'A-06')
      await page.getByText('还没有扫到货').waitFor()
      await scan(page, barcodes['YF-2205'])
      await page.getByText('YF-2205，+1').waitFor()
      await press(page, '输入数量')
      await scan(page, '4')
      await page.getByText('已记 4').waitFor()
      await press(page, '本库位盘完')
      await page.getByText('A-06 盘完，还有 0 个库位').waitFor()
      await visit.go('/tms/warehouse/count?tab=')
      await page.getByText(String(made?.count_no)).first().click()
      const drawer = page.getByRole('dialog', { name: /^PD\d{11}/ })
      await drawer.getByRole('button', { name: account === 'keeper' ? '转复盘' : '提交' }).click()
      if (account === 'keeper')
        return expect.poll(() => query(product, 'select state from stock_count')).toEqual([{ state: 'recount' }])
      const why = page.getByRole('dialog', { name: /写明原因/ })
      await why.getByRole('textbox').fill('少一件')
      await why.getByRole('button', { name: '提交' }).click()
      await expect.poll(() => query(product, 'select state from stock_count')).toEqual([{ state: 'review' }])
    })
  await atDesk('admin', async (page, visit) => {
    await visit.go('/tms/auditManagement/unreviewed')
    await page.getByRole('button', { name: /^PD/ }).first().click()
    await page
      .getByRole('dialog', { name: /^PD\d{11}/ })
      .getByText('少一件')
      .waitFor()
    await page.keyboard.press('a')
    await expect.poll(() => query(product, 'select state from stock_count')).toEqual([{ state: 'done' }])
  })
  expect(await at('A-06')).toEqual(['YF-2205 4'])
}

/** Three sets of one with a batch and two plain ones. */
const combine = () =>
  atDesk('keeper', async (page, visit) => {
    await visit.go('/tms/warehouse/combination')
    await page.getByRole('button', { name: '新建组合' }).first().click()
    const form = page.getByRole('dialog', { name: '新建组合' })
    const choose = async (label: string, text: string) => {
      await form.getByLabel(label, { exact: true }).fill(text)
      await page.locator('.ant-select-item-option:visible', { hasText: text }).last().click()
    }
    await choose('货号', 'KY-K01')
    for (const [line, [no, qty]] of [
      ['KY-0311', '1'],
      ['YF-2205', '2'],
    ].entries()) {
      await form.getByRole('button', { name: '加一个子件' }).click()
      await choose(`子件货号 ${line + 1}`, no as string)
      await form.getByLabel(`每套数量 ${line + 1}`).fill(qty as string)
    }
    await page.keyboard.press('Control+s')
    await form.waitFor({ state: 'detached' })
    await page
      .getByRole('row', { name: /KY-K01/ })
      .getByRole('button', { name: '组合', exact: true })
      .click()
    const order = page.getByRole('dialog', { name: '新建组合单' })
    await order.getByLabel('仓库', { exact: true }).click()
    await page.locator('.ant-select-item-option:visible', { hasText: '杭州一号仓' }).click()
    await order.getByLabel('数量', { exact: true }).fill('3')
    await order.getByRole('table', { name: '取货' }).waitFor()
    await order.getByLabel('组合放到').fill('A-05')
    await page.locator('.ant-select-item-option:visible', { hasText: 'A-05' }).click()
    await order.getByRole('button', { name: /^提交/ }).click()
    await order.waitFor({ state: 'detached' })
    expect(await at('A-05')).toEqual(['KY-K01 3'])
    expect(await stock()).toEqual(['KY-0311 19/0', 'KY-K01 3/0', 'YF-2205 13/0', 'YF-3301 10/0', 'YF-8801 3/0'])
  })

const notice = (customerOrderNo: string, lines: readonly [itemNo: string, qty: string][]) =>
  post('keeper', '/api/OutboundNotice/AddOutboundNotice', {
    warehouseId: ground.warehouseId,
    ownerId: ground.ownerId,
    type: 'sale',
    customerOrderNo,
    consigneeName: '陈静',
    consigneePhone: '13800138000',
    regionCode: '330106',
    address: '文三路 1 号',
    lines: lines.map(([itemNo, qty]) => ({ itemId: items[itemNo], unit: 'piece', unitQty: qty })),
  }) as Promise<{ id: number; noticeNo: string }>

/** Sold: sets, goods with numbers, and two more of the plain ones than there are; the page says who holds them. */
async function order(): Promise<{ id: number; noticeNo: string }> {
  const holder = await notice('SO-1', [['YF-2205', '4']])
  await post('keeper', '/api/OutboundNotice/AllocateNotices', { ids: [holder.id] })
  // One of the thirteen is a reject.
  const sold = await notice('SO-2', [
    ['KY-K01', '3'],
    ['YF-8801', '2'],
    ['YF-2205', '10'],
  ])
  await atDesk('keeper', async (page, visit) => {
    await visit.go('/integrated/outboundNotice')
    const row = page.getByRole('row', { name: /SO-2/ })
    await row.getByRole('button', { name: '分配' }).click()
    await page.getByText(`1 单没有全部分到：${sold.noticeNo} −2`).waitFor()
    await page.getByRole('tab', { name: /^部分分配/ }).click()
    await row.getByRole('button', { name: sold.noticeNo }).click()
    const sheet = page.getByRole('dialog', { name: /^CK/ })
    await sheet.getByRole('tab', { name: '缺货' }).click()
    await sheet.getByRole('row', { name: /YF-2205.*2 件/ }).waitFor()
    await sheet.getByText(holder.noticeNo).first().waitFor()
  })
  expect(await stock()).toEqual(['KY-0311 19/0', 'KY-K01 3/3', 'YF-2205 13/12', 'YF-3301 10/0', 'YF-8801 3/2'])
  return sold
}

/** All of it while the network is gone, once it is back sent once. */
async function pick(id: number): Promise<void> {
  await post('keeper', '/api/OutBound/CreateWave', { ids: [id], mode: 'single' })
  const lines = await query(
    product,
    `select l.code, i.item_no, trim_scale(a.qty)::text as qty from allocation a join location l on l.id = a.location_id
     join item i on i.id = a.item_id where a.notice_id = $1 and a.task_id is not null order by l.pick_seq, a.id`,
    [id],
  )
  const [task] = await query(product, 'select task_no from pick_task')
  await visitAs(
    product,
    'keeper',
    async ({ page, context, ...visit }) => {
      visit.expectErrors(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED|NetworkError/)
      await visit.go(`/tms/warehouse/outBound/scan/${task?.task_no}`)
      await page.getByPlaceholder('扫库位或容器').waitFor()
      await context.setOffline(true)
      for (const [index, { code, item_no: itemNo, qty }] of lines.entries()) {
        await page.getByPlaceholder('扫库位或容器').waitFor()
        await scan(page, `HZ1:${code}`)
        if (itemNo === 'YF-8801') await scan(page, 'S3', 'S1')
        else {
          await press(page, '输入数量')
          await scan(page, String(qty))
        }
        await press(page, '完成本行')
        await page.getByText(`没有网络，已记在本机，待上传 ${index + 1}`).waitFor()
      }
      expect(await query(product, 'select count(*)::int as n from pick_act')).toEqual([{ n: 0 }])
      await context.setOffline(false)
      await page.reload()
      await expect
        .poll(() => query(product, 'select state from outbound_notice where id = $1', [id]), { timeout: 20_000 })
        .toEqual([{ state: 'picked' }])
    },
    { width: 390 },
  )
  expect(await query(product, 'select count(*)::int as n from pick_act')).toEqual([{ n: lines.length }])
  expect(await at('S-01')).toEqual(['KY-K01 3', 'YF-2205 8', 'YF-8801 2'])
  expect(
    await query(
      product,
      `select n.serial_no, l.code = 'S-01' as out from item_serial n join stock s on s.id = n.stock_id
       join location l on l.id = s.location_id order by 1`,
    ),
  ).toEqual([
    { serial_no: 'S1', out: true },
    { serial_no: 'S2', out: false },
    { serial_no: 'S3', out: true },
  ])
}

/** Two cartons, each with its number, weighed, sealed, labelled. */
const pack = (noticeNo: string) =>
  onPhone('keeper', async (page, visit) => {
    await visit.go('/tms/warehouse/encasement/scan')
    await page.getByPlaceholder('扫出库单、箱号或备货库位').waitFor()
    await scan(page, noticeNo)
    const loose = page.getByRole('list', { name: '待装' })
    for (const [goods, weight] of [
      [['KY-K01', 'YF-2205'], '7.3'],
      [['YF-8801'], '0.8'],
    ] as const) {
      await press(page, '开新箱')
      await page.getByPlaceholder('扫货品条码').waitFor()
      for (const itemNo of goods) {
        if (itemNo === 'YF-8801') await scan(page, 'S1', 'S3')
        else await loose.getByRole('button', { name: new RegExp(itemNo) }).click()
        await press(page, '装入')
        await loose.getByText(itemNo).waitFor({ state: 'detached' })
      }
      await press(page, '称重')
      await scan(page, weight)
      await page.getByText(`${weight} kg`).waitFor()
      await press(page, '封箱')
      await press(page, '封箱')
      await page.getByRole('button', { name: '打箱标' }).click()
      const label = page.getByRole('dialog', { name: /^打印/ })
      await label.locator('[data-sheet] img').first().waitFor()
      await label.getByRole('button', { name: '关闭' }).first().click()
      await label.waitFor({ state: 'detached' })
    }
    expect(
      await query(
        product,
        `select state, trim_scale(weight)::text as weight, carton_no ~ '^\\d{18}$' as sscc from carton order by id`,
      ),
    ).toEqual([
      { state: 'sealed', weight: '7.3', sscc: true },
      { state: 'sealed', weight: '0.8', sscc: true },
    ])
  })

/** Both cartons are seen at the dock, and leave with their waybill. */
async function ship(id: number, noticeNo: string): Promise<void> {
  const cartons = (await query(product, 'select carton_no from carton order by id')).map((row) => String(row.carton_no))
  await onPhone('keeper', async (page, visit) => {
    await visit.go('/tms/warehouse/encasement/scan?mode=ship')
    await page.getByPlaceholder('扫箱号').waitFor()
    await scan(page, `00${cartons[0]}`)
    await page.getByText(`${cartons[0]}，1 / 2`).waitFor()
    await press(page, '发货')
    await page.getByText(`漏 1 箱：${cartons[1]}`).waitFor()
    await scan(page, `00${cartons[1]}`)
    await page.getByText(`${cartons[1]}，2 / 2`).waitFor()
    await press(page, '同时开运单')
    await press(page, '发货')
    await page.getByText(new RegExp(`${noticeNo} 已发货，2 箱，运单 YD\\d{11}`)).waitFor()
  })
  const [made] = await query(
    product,
    `select w.waybill_no, w.source, w.pieces, w.customer_id = n.owner_id as owners, w.customer_no, trim_scale(w.weight)::text as weight
     from outbound_notice n join waybill w on w.id = n.waybill_id where n.id = $1`,
    [id],
  )
  expect(made).toMatchObject({ source: 'warehouse', pieces: 2, owners: true, customer_no: 'SO-2', weight: '8.1' })
  expect(
    await query(
      product,
      `select payload -> 'params' ->> 'noticeNo' as no from waybill_event where type = 'shippedFromWarehouse'`,
    ),
  ).toEqual([{ no: noticeNo }])
  await atDesk('admin', async (page, visit) => {
    await visit.go('/integrated/outboundNotice?tab=')
    await page.getByRole('row', { name: /SO-2/ }).getByText(String(made?.waybill_no)).click()
    await page.getByText('由仓库按出库单发货').waitFor()
    await page.getByRole('link', { name: noticeNo }).click()
    await expect.poll(() => page.url()).toContain(`q=${noticeNo}`)
  })
  expect(await stock()).toEqual(['KY-0311 19/0', 'YF-2205 5/4', 'YF-3301 10/0', 'YF-8801 1/0'])
}

/** The ledger, both summaries, yesterday, and what it costs. */
async function figures(noticeNo: string): Promise<void> {
  const ledger = await query(
    product,
    `select type, trim_scale(sum(d_on_hand))::text as qty, trim_scale(sum(d_allocated))::text as held from stock_move group by 1 order by 1`,
  )
  expect(Object.fromEntries(ledger.map(({ type, qty, held }) => [type, `${qty}/${held}`]))).toEqual({
    RCV: '55/0',
    PA: '0/0',
    MV: '0/0',
    ADJ: '-1/0',
    // Nine parts become three sets.
    ASM: '-6/0',
    ALC: '0/17',
    PK: '0/0',
    PACK: '0/0',
    SHP: '-13/-13',
  })
  expect(await post('admin', '/api/StockLedger/ProveLedger', { kind: 'whole' })).toMatchObject({ differences: 0 })
  const period = { from: day(0), to: day(0) }
  const get = (path: string, input: Record<string, string>) =>
    call(product, 'admin', 'GET', path, input) as Promise<Record<string, unknown> & { rows: Record<string, unknown>[] }>
  expect(await get('/api/StockSummary/GetTurnoverTotals', { ...period, group: 'item' })).toMatchObject({
    received: '45',
    shipped: '13',
  })
  expect(await get('/api/StockSummary/GetBalanceTotals', { ...period, group: 'item' })).toMatchObject({
    opening: '10',
    received: '45',
    shipped: '13',
    closing: '35',
    balanced: true,
  })
  await atDesk('admin', async (page, visit) => {
    await visit.go('/tms/warehouse/serialInfo')
    await page
      .getByRole('row', { name: new RegExp(`发货.*${noticeNo}`) })
      .first()
      .waitFor()
    await visit.go(`/tms/warehouse/summaryInfo?from=${day(0)}&to=${day(0)}`)
    // Twenty in, eight out.
    await page.getByRole('row', { name: /YF-2205 断路器.*20.*8/ }).waitFor()
    await visit.go(`/tms/warehouse/summaryInfo1?from=${day(0)}&to=${day(0)}`)
    await page.getByText('✓ 期初 + 入 − 出 = 期末').waitFor()
    // Nothing, in, out to the sets and the count, out to the customer, what is left.
    await page.getByRole('row', { name: /YF-2205.*20.*8.*5/ }).waitFor()
    await visit.go(`/tms/warehouse/stock?at=${encodeURIComponent(`${day(-1)}T16:00:00.000Z`)}&tab=`)
    await page.getByRole('row', { name: /YF-3301/ }).waitFor()
    expect(await page.getByRole('row', { name: /YF-2205|KY-0311|YF-8801/ }).count()).toBe(0)
  })
  await post('admin', '/api/WarehouseCharges/RunWarehouseCharges', { from: day(-5), to: day(-1) })
  // In on the third day before today, one day free: two days of ten pieces.
  expect(
    await query(
      product,
      `select w.day::text as day, w.trigger, trim_scale(w.chargeable)::text as qty, c.amount::text as amount from warehouse_charge w
       join charge c on c.id = w.id where c.amount <> 0 order by 1, 2`,
    ),
  ).toEqual([day(-2), day(-1)].map((on) => ({ day: on, trigger: 'storage', qty: '10', amount: '1.00' })))
  await atDesk('admin', async (page, visit) => {
    await visit.go('/tms/warehouse/quotation?view=charge')
    await page.getByRole('button', { name: day(-1), exact: true }).click()
    await page
      .getByRole('dialog', { name: /仓储费 · 杭州云帆/ })
      .getByText('10 件 × 0.1 元 = 1.00 元')
      .waitFor()
  })
}

describe('a day in the warehouse', () => {
  it('[D-03] [RT-18/receive] [RT-18/ground] [RT-18/moveStock] [RT-18/combination] [RT-18/outBound] [RT-18/encasement] [RT-18/summaryInfo] [RT-18/summaryInfo1] [RT-18/quotation] from the notice to the shipped carton, and every figure agrees', {
    timeout: 300_000,
  }, async () => {
    await post('keeper', '/api/InboundNotice/AddInboundNotice', {
      warehouseId: ground.warehouseId,
      ownerId: ground.ownerId,
      type: 'purchase',
      customerOrderNo: 'PO-1',
      lines: [
        ['KY-0311', '24'],
        ['YF-8801', '3'],
        ['YF-2205', '20'],
      ].map(([itemNo, qty]) => ({ itemId: items[itemNo as string], unit: 'piece', unitQty: qty, quality: 'good' })),
    })
    await receive()
    await putAway()
    await move()
    await count()
    await combine()
    const { id, noticeNo } = await order()
    await pick(id)
    await pack(noticeNo)
    await ship(id, noticeNo)
    await figures(noticeNo)
  })
})
