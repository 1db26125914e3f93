import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, openProduct, type Product } from './product.ts'
import { query, visitAs } from './visits.ts'

/** Thirty signed papers come home by scan, and one is photographed on a phone. */
let product: Product
const count = 30
let receipts: { no: string; waybillNo: string }[]
let outlets: { from: number; to: number }
beforeAll(async () => {
  product = await openProduct({ XUNYUN_DEMO: '1' })
  const outlet = async (q: string) =>
    ((await call(product, 'admin', 'GET', '/api/Companies/GetOutletChoices', { q })) as { id: number }[])[0]
      ?.id as number
  outlets = { from: await outlet('广州白云站'), to: await outlet('杭州总站') }
  const [first] = await query(product, 'select id from company where roles @> $1 order by id limit 1', [['customer']])
  const party = { name: '王志强', phone: '13857112086', region: '330110', address: '仓前街道 1 号' }
  const ids: number[] = []
  for (let n = 0; n < count; n += 1) {
    const { id } = (await call(product, 'admin', 'POST', '/api/Waybills/CreateWaybill', {
      outletId: outlets.to,
      destOutletId: outlets.from,
      customerId: first?.id,
      bizDate: '2026-11-20',
      deliveryWay: 'selfPickup',
      payMethod: 'monthly',
      receiptRequirement: 'receipt',
      shipper: party,
      consignee: { ...party, name: '陈国强', region: '440111' },
      goods: [{ name: '配件', package: 'carton', pieces: 1, weight: '1', volume: '0.01' }],
      place: true,
    })) as { id: number }
    ids.push(id)
  }
  await call(product, 'admin', 'POST', '/api/Waybills/CheckInWaybills', { ids, outletId: outlets.from })
  await call(product, 'admin', 'POST', '/api/Waybills/NotifyPickup', { ids })
  for (const id of ids)
    await call(product, 'admin', 'POST', '/api/Waybills/SignWaybill', {
      id,
      signed: 1,
      signer: '陈国强',
      signedAt: new Date().toISOString(),
      noCodeReason: '本人到场',
    })
  receipts = (
    await query(
      product,
      `select r.receipt_no as no, w.waybill_no as "waybillNo" from signed_receipt r join waybill w on w.id = r.waybill_id where w.id = any($1) order by w.id`,
      [ids],
    )
  ).map(({ no, waybillNo }) => ({ no: String(no), waybillNo: String(waybillNo) }))
}, 180_000)
afterAll(() => product.close())

/** The field takes the focus by itself. */
const ready = (page: Page) => page.locator('input[placeholder="扫回单号，或运单号"]:focus').waitFor()
const scanInto = (page: Page) => async (code: string) => {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}
const states = async () =>
  Object.fromEntries(
    (
      await query(
        product,
        'select state, count(*)::int as n from signed_receipt where receipt_no = any($1) group by 1 order by 1',
        [receipts.map(({ no }) => no)],
      )
    ).map(({ state, n }) => [state, n]),
  )

describe('[RT-16/receiptList] signed papers come home', () => {
  it('[D-02] thirty are recovered, sent, received and returned by keyboard alone; a wrong one stays red, the last is taken back', () =>
    visitAs(product, 'admin', async ({ page, go }) => {
      const scan = scanInto(page)
      const counted = (n: number) => page.getByText(new RegExp(`已扫 ${n} 张`)).waitFor()
      // The administrator belongs to no outlet: what he recovers is at the waybill's own. These were delivered elsewhere.
      await query(product, `update app_user set outlet_id = $1 where account = 'admin'`, [outlets.from])
      await go('/tms/operations/receiptList')
      await page.getByRole('button', { name: '扫码回收' }).click()
      await ready(page)
      for (const [n, { no, waybillNo }] of receipts.entries()) await scan(n % 2 === 0 ? no : waybillNo)
      await counted(count)
      await scan('HD00000000000')
      await page.getByText('1 张没有扫上').waitFor()
      await page.getByRole('button', { name: '知道了' }).click()
      expect(await states()).toEqual({ recovered: count })
      await page.getByRole('button', { name: '寄出', exact: true }).click()
      await page.getByText(/扫码寄出/).waitFor()
      await page.getByRole('button', { name: '快递单号', exact: true }).click()
      await page.getByRole('combobox').first().fill('杭州总站')
      await page.locator('.ant-select-item-option', { hasText: '杭州总站' }).first().click()
      await page.getByLabel('快递单号').last().fill('SF1424871200357')
      await page.getByRole('button', { name: '开始扫码' }).click()
      await page.getByRole('button', { name: '开始扫码' }).waitFor({ state: 'detached' })
      await ready(page)
      for (const { no } of receipts) await scan(no)
      await counted(count)
      const batches = await query(
        product,
        'select distinct b.express_no from signed_receipt r join signed_receipt_batch b on b.id = r.send_batch_id where r.receipt_no = any($1)',
        [receipts.map(({ no }) => no)],
      )
      expect(batches).toEqual([{ express_no: 'SF1424871200357' }])
      for (const [word, state] of [
        ['接收', 'received'],
        ['返客户', 'returned'],
      ] as const) {
        await page.getByRole('button', { name: word, exact: true }).click()
        await page.getByText(new RegExp(`扫码${word}`)).waitFor()
        await ready(page)
        for (const { no } of receipts) await scan(no)
        await counted(count)
        expect(await states()).toEqual({ [state]: count })
      }
      await page.getByRole('button', { name: '撤销', exact: true }).click()
      await page.getByText(`${receipts.at(-1)?.no} 已撤销`).waitFor()
      expect(await states()).toEqual({ received: 1, returned: count - 1 })
    }))

  it('a phone photographs the paper that it has just scanned', () =>
    visitAs(
      product,
      'admin',
      async ({ page, go }) => {
        const last = receipts.at(-1)?.no as string
        const file = path.join(tmpdir(), 'xunyun-receipt.png')
        writeFileSync(file, png)
        await go('/tms/operations/receiptList?scan=giveBack')
        await ready(page)
        await scanInto(page)(last)
        await page.getByText(`${last} 已返客户`).first().waitFor()
        await page.getByRole('button', { name: '拍照', exact: true }).click()
        await page.locator('input[type=file]').setInputFiles(file)
        // Saved once it is there: what is still on its way is not sent along.
        await page.getByAltText(/xunyun-receipt/).waitFor()
        await page.getByRole('button', { name: '保存照片' }).click()
        await page.getByText(`${last} 照片已保存`).waitFor()
        expect(
          await query(
            product,
            `select count(*)::int as n from file_link f join signed_receipt r on r.id = f.entity_id and f.entity = 'signedReceipt' where r.receipt_no = $1`,
            [last],
          ),
        ).toEqual([{ n: 1 }])
      },
      { width: 390 },
    ))
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
