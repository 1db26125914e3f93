import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ground, openGround } from './ground.ts'
import { openProduct, type Product } from './product.ts'
import { query, visitAs } from './visits.ts'

/** Between the racks there is no network: what is in hand stays, a word says so, and it takes effect once. */
let product: Product
let ground: Ground
let itemId: number
beforeAll(async () => {
  product = await openProduct()
  ground = await openGround(product, ['R-01', 'A-01', 'A-02'])
  itemId = await ground.item('YF-2205', { name: '断路器', barcodes: ['6291041500213'] })
  await ground.add('/api/InboundNotice/AddInboundNotice', {
    warehouseId: ground.warehouseId,
    ownerId: ground.ownerId,
    type: 'purchase',
    customerOrderNo: 'PO-1',
    lines: [{ itemId, unit: 'piece', unitQty: '8', quality: 'good' }],
  })
}, 120_000)
afterAll(() => product.close())

const scanInto = (page: Page) => async (code: string) => {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}
/** The server does what it is asked, and its answer never comes, however often the page asks; `find` brings the line back. */
async function loseAnswer(page: Page, path: string): Promise<{ find: () => Promise<void> }> {
  const address = `**${path}`
  await page.route(address, async (route) => {
    await route.fetch()
    await route.abort('connectionfailed')
  })
  return { find: () => page.unroute(address) }
}
const again = '与服务器的连接中断，正在重试…'
const moved = async (type: string) =>
  (
    await query(
      product,
      `select trim_scale(coalesce(sum(d_on_hand), 0))::text as qty, count(*)::int as lines from stock_move where type = $1`,
      [type],
    )
  )[0]
/** What a page of the floor has left on the device. */
const keptOn = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /^(counting|moving|puttingAway|receiving):/.test(key)))
const phone = { width: 390 } as const
const noNetwork = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_FAILED|Failed to fetch|status of 500/

describe('[D-05] without a network', () => {
  it('[RT-18/receive] what is counted stays in hand and comes in once, though its answer was lost', () =>
    visitAs(
      product,
      'admin',
      async ({ page, context, ...visit }) => {
        visit.expectErrors(noNetwork)
        const scan = scanInto(page)
        await visit.go('/tms/warehouse/receive/scan')
        await page.getByPlaceholder('扫入库单、车牌或客户单号').waitFor()
        await context.setOffline(true)
        await scan('PO-1')
        await page.getByText('没有网络，连上后再试').waitFor()
        await context.setOffline(false)
        await scan('PO-1')
        await page.getByPlaceholder('扫货品条码').waitFor()
        await context.setOffline(true)
        await scan('6291041500213')
        await page.getByText('YF-2205，+1').waitFor()
        await page.getByRole('button', { name: '完成本行' }).click()
        await page.getByText('没有网络，连上后再试').waitFor()
        await scan('6291041500213')
        await expect.poll(() => page.getByRole('button', { name: '输入数量' }).textContent()).toBe('2')
        await context.setOffline(false)
        const line = await loseAnswer(page, '/api/Receive/ReceiveGoods')
        await page.getByRole('button', { name: '完成本行' }).click()
        await page.getByText(again).waitFor()
        expect(await moved('RCV')).toEqual({ qty: '2', lines: 1 })
        await page.reload()
        await line.find()
        await page.getByRole('button', { name: '完成本行' }).click()
        await page.getByText('YF-2205 收 2').waitFor()
        expect(await moved('RCV')).toEqual({ qty: '2', lines: 1 })
      },
      phone,
    ))

  it('[RT-18/ground] the goods in hand stay there, and are put away once', () =>
    visitAs(
      product,
      'admin',
      async ({ page, context, ...visit }) => {
        visit.expectErrors(noNetwork)
        const scan = scanInto(page)
        await visit.go('/tms/warehouse/ground/scan')
        const list = page.getByRole('list', { name: '上架任务' })
        await list.getByText('YF-2205').click()
        // What was not meant is put down for good.
        await page.reload()
        await page.getByRole('button', { name: '重新扫' }).click()
        await page.reload()
        await list.getByText('YF-2205').click()
        await scan('A-01')
        await page.getByText('库位 A-01').waitFor()
        await context.setOffline(true)
        await page.getByRole('button', { name: '放好' }).click()
        await page.getByText('没有网络，连上后再试').waitFor()
        await context.setOffline(false)
        const line = await loseAnswer(page, '/api/Ground/PutAwayGoods')
        await page.getByRole('button', { name: '放好' }).click()
        await page.getByText(again).waitFor()
        await page.reload()
        await line.find()
        // The goods and the place are as they were left.
        await page.getByPlaceholder('扫库位').waitFor()
        await page.getByText('A-01', { exact: true }).waitFor()
        await page.getByRole('button', { name: '放好' }).click()
        await page.getByText('YF-2205 已上架 A-01').waitFor()
        expect(
          await query(
            product,
            `select l.code, trim_scale(s.on_hand)::text as qty from stock s join location l on l.id = s.location_id where s.on_hand > 0`,
          ),
        ).toEqual([{ code: 'A-01', qty: '2' }])
        expect((await moved('PA'))?.lines).toBe(2)
        expect(await keptOn(page)).toEqual([])
      },
      phone,
    ))

  it('[RT-18/moveStock] what is being moved is there when the page was closed and opened again, and moves once', () =>
    visitAs(
      product,
      'admin',
      async ({ page, context, ...visit }) => {
        visit.expectErrors(noNetwork)
        const scan = scanInto(page)
        await visit.go('/tms/warehouse/moveStock/scan')
        await page.getByPlaceholder('扫库位或容器号').waitFor()
        await scan('A-01')
        await page.getByPlaceholder('扫目标库位').waitFor()
        await page.getByRole('button', { name: '数量' }).click()
        await scan('1')
        await page.getByText('已记 1').waitFor()
        await scan('A-02')
        await page.getByText('库位 A-02').waitFor()
        await page.getByRole('button', { name: '补货' }).click()
        const address = page.url()
        await loseAnswer(page, '/api/MoveStock/AddStockOrder')
        await page.getByRole('button', { name: '放好' }).click()
        await page.getByText(again).waitFor()
        expect((await moved('MV'))?.lines).toBe(2)
        await page.close()
        const next = await context.newPage()
        await next.goto(address)
        await next.getByText('A-02', { exact: true }).waitFor()
        expect(await next.getByRole('button', { name: '补货' }).getAttribute('aria-pressed')).toBe('true')
        await next.getByRole('button', { name: '放好' }).click()
        await next.getByText('YF-2205 1 已移到 A-02').waitFor()
        expect((await moved('MV'))?.lines).toBe(2)
        expect(await keptOn(next)).toEqual([])
        await next.close()
      },
      phone,
    ))

  it('[RT-18/ground] a list that could not be fetched does not say that nothing waits', () =>
    visitAs(
      product,
      'admin',
      async ({ page, ...visit }) => {
        visit.expectErrors(noNetwork)
        await page.route('**/api/Ground/GetPutAways*', (route) => route.fulfill({ status: 500 }))
        await visit.go('/tms/warehouse/ground/scan')
        await page.getByRole('list', { name: '上架任务' }).getByText('服务器出错（500）').waitFor()
        await page.route('**/api/Receive/GetReceipt?*', (route) => route.fulfill({ status: 500 }))
        await visit.go('/tms/warehouse/receive/scan/RK26110100001-1')
        await page.getByText('服务器出错（500）').waitFor()
      },
      phone,
    ))

  it('[RT-18/count] a place that is half counted is there after a reload, and counts once', () =>
    visitAs(
      product,
      'admin',
      async ({ page, context, ...visit }) => {
        visit.expectErrors(noNetwork)
        const scan = scanInto(page)
        const { id } = await ground.add('/api/Count/AddStockCount', {
          warehouseId: ground.warehouseId,
          zoneIds: [],
          locationIds: [ground.places.get('A-01')],
          itemIds: [],
          start: true,
        })
        const [count] = await query(product, 'select count_no from stock_count where id = $1', [id])
        await visit.go(`/tms/warehouse/count/scan/${count?.count_no}`)
        await page.getByPlaceholder('扫库位').waitFor()
        await context.setOffline(true)
        await scan('A-01')
        await page.getByText('还没有扫到货').waitFor()
        await scan('6291041500213')
        await scan('6291041500213')
        await page.getByText('YF-2205，+1').waitFor()
        await page.getByRole('button', { name: '本库位盘完' }).click()
        await page.getByText('没有网络，连上后再试').waitFor()
        await context.setOffline(false)
        await page.reload()
        await page.getByText(`${count?.count_no} · A-01`).waitFor()
        const line = await loseAnswer(page, '/api/Count/CountPlace')
        await page.getByRole('button', { name: '本库位盘完' }).click()
        await page.getByText(again).waitFor()
        // What is sent again by itself has one effect, too.
        await line.find()
        await page.getByText('A-01 盘完，还有 0 个库位').waitFor()
        expect(
          await query(product, 'select trim_scale(first)::text as first from stock_count_line where count_id = $1', [
            id,
          ]),
        ).toEqual([{ first: '2' }])
        expect(await keptOn(page)).toEqual([])
      },
      phone,
    ))
})
