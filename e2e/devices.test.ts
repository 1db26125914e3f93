import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, openProduct, type Product } from './product.ts'
import { query, visitAs } from './visits.ts'

/** A device's way: bound in two scans in the yard, seen on the road, overdue, mailed back; another is lost, and its deposit owed. */
let product: Product
let trip: { id: number; no: string }
let device: { id: number; no: string; supplierId: number }

beforeAll(async () => {
  product = await openProduct({ XUNYUN_DEMO: '1' })
  const [going] = await query(
    product,
    `select a.id::int, a.arrangement_no as no from arrangement a where a.kind = 'vehicle' and a.state = 'departed' and a.type = 'trunk' and a.via_outlet_ids = '{}'
     and not exists (select from gps_binding b where b.arrangement_id = a.id)
     and not exists (select from arrangement_line l join waybill w on w.id = l.waybill_id where l.arrangement_id = a.id and w.state = 'cancelled')
     order by a.id limit 1`,
  )
  const [free] = await query(
    product,
    `select id::int, device_no as no, supplier_id::int as "supplierId" from gps_device where state = 'inStock' and battery >= 30 order by id limit 1`,
  )
  trip = going as typeof trip
  device = free as typeof device
}, 120_000)
afterAll(() => product.close())

const scanInto = (page: Page) => async (code: string) => {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const shown = async () => {
  const { rows } = (await call(product, 'admin', 'GET', '/api/GPS/GetDevices', { q: device.no })) as {
    rows: { state: string }[]
  }
  return rows[0]?.state
}

describe('GPS devices', () => {
  it('[RT-16/GPSBindle] [RT-16/GPSList] [RT-11/GPSRetrieve] one is bound in two scans on a phone, seen where it is, overdue when the trip is done, mailed and in stock again', () =>
    visitAs(
      product,
      'admin',
      async ({ page, ...visit }) => {
        const scan = scanInto(page)
        await visit.go('/tms/operations/GPSBindle')
        await page.getByPlaceholder('扫设备，或扫运单、安排、车牌').waitFor()
        await scan(device.no.toLowerCase())
        await page.getByPlaceholder('扫运单、安排或车牌').waitFor()
        await scan(trip.no)
        await page.getByRole('group', { name: '归还方式' }).waitFor()
        await press(page, '绑定')
        await page.getByText(`${device.no} 已绑定 ${trip.no}`).waitFor()
        await page.getByRole('list', { name: '今天绑定的' }).getByText(`${device.no} → ${trip.no}`).waitFor()
        expect(await shown()).toBe('underway')

        const made = (await call(product, 'admin', 'POST', '/api/GPS/MakePositionToken', {
          supplierId: device.supplierId,
        })) as { token: string }
        const answer = await fetch(`${product.url}/api/GPS/AddPositions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${made.token}` },
          body: JSON.stringify({
            positions: [
              {
                deviceNo: device.no,
                at: new Date().toISOString(),
                lng: 115.95,
                lat: 28.68,
                battery: 64,
                place: '江西省南昌市青山湖区',
              },
            ],
          }),
        })
        expect(((await answer.json()) as { data: object }).data).toEqual({ accepted: 1, repeated: 0, refused: [] })
        await visit.go(`/tms/operations/GPSList?q=${device.no}`)
        await page.getByText('江西省南昌市青山湖区').filter({ visible: true }).first().waitFor()

        await call(product, 'admin', 'POST', '/api/Dispatch/ArriveArrangements', {
          ids: [trip.id],
          at: new Date().toISOString(),
        })
        await call(product, 'admin', 'POST', '/api/Dispatch/FinishArrangements', { ids: [trip.id] })
        await query(
          product,
          `update gps_binding set expected_return = now() - interval '49 hours' where arrangement_id = $1`,
          [trip.id],
        )
        expect(await shown()).toBe('toReturn')
        await visit.go('/resourceManage/GPSRetrieve?tab=overdue')
        await page.getByText(device.no, { exact: true }).filter({ visible: true }).first().waitFor()
        await page.getByText('超期 2 天').filter({ visible: true }).first().waitFor()
        const [{ id } = { id: 0 }] = await query(product, `select id::int from gps_binding where arrangement_id = $1`, [
          trip.id,
        ])
        await call(product, 'admin', 'POST', '/api/GPS/MailBindings', { ids: [id], expressNo: 'SF1000200030004' })
        expect(await shown()).toBe('mailing')
        await press(page, '扫码回收')
        await page.getByPlaceholder('扫设备号，一扫一台').waitFor()
        await scan(device.no)
        await page.getByText(`${device.no} 已回收 · 超期 2 天`).waitFor()
        expect(await shown()).toBe('inStock')
      },
      { width: 390 },
    ))

  it('[RT-11/GPSStock] another is lost with a customer’s waybill: it is said that its deposit goes to review, and the review finds it', () =>
    visitAs(product, 'admin', async ({ page, ...visit }) => {
      const [bound] = await query(
        product,
        `select d.device_no as no from gps_device d join gps_binding b on b.device_id = d.id and b.returned_at is null and b.undone_at is null
         join waybill w on w.id = b.waybill_id where d.deposit > 0 and d.state = 'bound' and w.customer_id is not null order by d.id limit 1`,
      )
      const no = String(bound?.no)
      await visit.go(`/resourceManage/GPSStock?tab=&q=${no}`)
      const row = page.getByRole('row').filter({ hasText: no })
      await row.getByRole('button', { name: '更多操作' }).click()
      await page.getByRole('menuitem', { name: '报丢' }).click()
      await page.getByRole('dialog').getByRole('textbox').fill('收货方称未见设备')
      await press(page, '报丢')
      await page.getByText('已报丢 1 台，其中 1 台的押金已提交审核').waitFor()
      const { rows } = (await call(product, 'admin', 'GET', '/api/Costs/GetAdjustments', { q: no })) as {
        rows: { state: string; feeItem: string; ofNo: string }[]
      }
      expect(rows).toMatchObject([{ state: 'pending', feeItem: 'deposit', ofNo: no }])
    }))
})
