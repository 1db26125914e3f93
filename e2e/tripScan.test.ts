import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, openProduct, type Product } from './product.ts'
import { query, visitAs } from './visits.ts'

/** A trip is loaded by its labels, and unloaded where there is no network. */
let product: Product
let trip: { id: number; no: string }
let waybillNo: string
const pieces = 4
const label = (piece: number) => `${waybillNo}-${String(piece).padStart(3, '0')}`
beforeAll(async () => {
  product = await openProduct({ XUNYUN_DEMO: '1' })
  const outlet = async (q: string) =>
    ((await call(product, 'admin', 'GET', '/api/Companies/GetOutletChoices', { q })) as { id: number }[])[0]?.id
  const [from, to] = [await outlet('杭州总站'), await outlet('广州白云站')]
  const [waiting] = await query(
    product,
    `select w.id, w.waybill_no, w.pieces from waybill w join piece_place p on p.waybill_id = w.id and p.place = 'shipper' and p.pieces = w.pieces
     where w.state = 'placed' and w.pieces >= ${pieces} and not w.hold and w.service_type not in ('cold', 'hazard')
       and not exists (select 1 from arrangement_line l where l.waybill_id = w.id) order by w.id limit 1`,
  )
  const [vehicle] = await query(
    product,
    `insert into vehicle (type, plate_no, plate_color, model, load_kg, volume_m3, search)
     values ('own', '浙AS9001', 'yellow', '9.6box', 30000, 90, '浙as9001') returning id`,
  )
  const [driver] = await query(
    product,
    `insert into driver (name, mobile, licence_class, search) values ('沈扫', '13800139001', 'A2', '沈扫') returning id`,
  )
  waybillNo = String(waiting?.waybill_no)
  await call(product, 'admin', 'POST', '/api/Waybills/CheckInWaybills', { ids: [waiting?.id], outletId: from })
  const made = (await call(product, 'admin', 'POST', '/api/Dispatch/CreateArrangement', {
    type: 'trunk',
    vehicleId: vehicle?.id,
    driverId: driver?.id,
    fromOutletId: from,
    toOutletId: to,
    planAt: new Date(Date.now() + 3_600_000).toISOString(),
    lines: [{ waybillId: waiting?.id, fromPlace: 'outlet', fromId: from, pieces }],
    assign: true,
  })) as { id: number; arrangementNo: string }
  trip = { id: made.id, no: made.arrangementNo }
}, 120_000)
afterAll(() => product.close())

const scanInto = (page: Page) => async (code: string) => {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const stateNow = async () => (await query(product, 'select state from arrangement where id = $1', [trip.id]))[0]?.state
const aboard = async () =>
  (
    await query(
      product,
      `select coalesce(sum(pieces), 0)::int as n from piece_place where place = 'arrangement' and place_id = $1`,
      [trip.id],
    )
  )[0]?.n
const phone = { width: 390 } as const

describe('[T17] loading and unloading by scan', () => {
  it('what was scanned is loaded, the rest is left behind; without the network it is unloaded, and taken once when it is back', () =>
    visitAs(
      product,
      'admin',
      async ({ page, context, ...visit }) => {
        visit.expectErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/)
        const scan = scanInto(page)
        const total = (text: string) => page.getByText(text, { exact: true }).first().waitFor()
        await visit.go('/tms/operations/arrangeOperate/scan')
        await page.getByRole('list', { name: '可扫的车' }).getByRole('button').first().waitFor()
        await scan(trip.no)
        await page.getByPlaceholder('扫件号，或运单号').waitFor()
        await total(`0 / ${pieces}`)
        for (const piece of [1, 2]) {
          await scan(label(piece))
          await page.getByText(`${label(piece)} 已扫，${piece} / ${pieces}`).waitFor()
        }
        await scan(label(2))
        await page.getByText(`${label(2)} 已扫过`).waitFor()
        await scan(waybillNo)
        await page.getByPlaceholder(`${waybillNo} 几件`).waitFor()
        await scan('1')
        await total(`3 / ${pieces}`)
        await press(page, '发车')
        await page.getByText('少 1 件，发车后作甩货').waitFor()
        await press(page, '发车')
        await page.getByText(`装 3 / ${pieces} 件，甩货 1 件，回到待安排`).waitFor()
        await expect.poll(stateNow).toBe('departed')
        expect(await aboard()).toBe(3)
        await press(page, '下一步')
        await total('0 / 3')
        await expect
          .poll(
            () =>
              page.evaluate(async () => {
                const [release] = await caches.keys()
                if (release === undefined || navigator.serviceWorker.controller === null) return false
                const files = await (await caches.open(release)).keys()
                return files.some(({ url }) => /TripScanPage/.test(url)) && files.some(({ url }) => url.endsWith('/'))
              }),
            { timeout: 20_000 },
          )
          .toBe(true)
        await context.setOffline(true)
        await scan(label(1))
        await page.getByText('没有网络，已记在本机，待上传 1').waitFor()
        await page.reload()
        await page.getByText('没有网络，已记在本机，待上传 1').waitFor()
        await total('1 / 3')
        await scan(label(1))
        await page.getByText(`${label(1)} 已扫过`).waitFor()
        await scan(label(2))
        await total('2 / 3')
        await press(page, '到达')
        await page.getByText('少 1 件，到达后作少货').waitFor()
        await press(page, '到达')
        await page.getByText('记在本机，联网后生效').waitFor()
        await page.getByText('没有网络，已记在本机，待上传 3').waitFor()
        expect(await stateNow()).toBe('departed')
        await page.getByText('卸 2 / 3 件，少货 1 件，记异常件').waitFor()
        // Among the trips to choose from: what waits is sent there, too, once there is a network.
        await page.evaluate(() => {
          location.hash = '#/tms/operations/arrangeOperate/scan'
        })
        await page.getByText('待上传 3').waitFor()
        await context.setOffline(false)
        await expect.poll(stateNow, { timeout: 20_000 }).toBe('arrived')
        await page.getByText('待上传 3').waitFor({ state: 'detached' })
        expect(await aboard()).toBe(1)
        expect(
          await query(
            product,
            `select act, number, pieces from piece_scan where arrangement_id = $1 and work = 'unload' order by id`,
            [trip.id],
          ),
        ).toEqual([
          { act: 'count', number: label(1), pieces: 1 },
          { act: 'count', number: label(2), pieces: 1 },
          { act: 'close', number: null, pieces: null },
        ])
        expect(
          await query(
            product,
            `select e.type from abnormal e join waybill w on w.id = e.waybill_id where w.waybill_no = $1`,
            [waybillNo],
          ),
        ).toEqual([{ type: 'short' }])
      },
      phone,
    ))
})
