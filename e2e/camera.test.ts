import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeVideo, type Label } from './codeVideo.ts'
import { openGround } from './ground.ts'
import { call, openProduct, type Product, type Visit } from './product.ts'
import { query, visitAs } from './visits.ts'

/** A phone without a scanner: its camera reads the codes, on the same pages, the same way. */
let product: Product
let ground: Awaited<ReturnType<typeof openGround>>
let milk: number
beforeAll(async () => {
  product = await openProduct()
  ground = await openGround(product, ['R-01', 'A-01', 'S-01'])
  milk = await ground.item('MILK', { name: '牛奶', barcodes: ['6291041500213'], batchControlled: true })
  await ground.person('keeper', '马国栋', '仓管员')
}, 120_000)
afterAll(() => product.close())

const filming = async (labels: readonly Label[], run: (visit: Visit) => Promise<void>) => {
  const { file, remove } = codeVideo(labels)
  try {
    await visitAs(product, 'keeper', run, { width: 390, camera: file })
  } finally {
    remove()
  }
}
const open = (visit: Visit) => visit.page.getByRole('button', { name: '摄像头扫码' }).click()

describe('codes from the camera', () => {
  it('[RT-18/receive] goods are received by a GS1 DataMatrix before the camera: its batch, and one piece a reading', () =>
    filming([['gs1datamatrix', '(01)06291041500213(10)L26(17)271101']], async (visit) => {
      const { page } = visit
      await call(product, 'keeper', 'POST', '/api/InboundNotice/AddInboundNotice', {
        warehouseId: ground.warehouseId,
        ownerId: ground.ownerId,
        type: 'purchase',
        customerNo: 'PO-1',
        lines: [{ itemId: milk, unit: 'piece', unitQty: '9', quality: 'good' }],
      })
      const [receipt] = await query(product, 'select receipt_no from receipt')
      await visit.go(`/tms/warehouse/receive/scan/${receipt?.receipt_no}`)
      await page.getByPlaceholder('扫货品条码').waitFor()
      await open(visit)
      await page.getByText('MILK，+1').waitFor()
      // Two seconds before the camera are one piece, not a dozen.
      await page.getByRole('button', { name: '完成本行' }).click()
      await expect
        .poll(() =>
          query(
            product,
            'select b.batch_no, trim_scale(s.on_hand)::text as qty from stock s join batch b on b.id = s.batch_id',
          ),
        )
        .toEqual([{ batch_no: 'L26', qty: '1' }])
      // Left, the page lets the camera go.
      const tracks = await page.evaluateHandle(() => {
        const shown = document.querySelector('video')?.srcObject
        return shown instanceof MediaStream ? shown.getTracks() : []
      })
      const states = () => tracks.evaluate((all) => all.map(({ readyState }) => readyState))
      expect(await states()).toEqual(['live'])
      await page.getByRole('button', { name: '关闭摄像头' }).click()
      await expect.poll(states).toEqual(['ended'])
    }))

  it('[RT-18/receive] a GS1 label with a batch and nothing else is a batch', () =>
    filming([['gs1-128', '(10)L27']], async (visit) => {
      const { page } = visit
      await call(product, 'keeper', 'POST', '/api/InboundNotice/AddInboundNotice', {
        warehouseId: ground.warehouseId,
        ownerId: ground.ownerId,
        type: 'purchase',
        lines: [{ itemId: milk, unit: 'piece', unitQty: '9', quality: 'good' }],
      })
      const [receipt] = await query(product, 'select receipt_no from receipt order by id desc limit 1')
      await visit.go(`/tms/warehouse/receive/scan/${receipt?.receipt_no}`)
      await page.getByPlaceholder('扫货品条码').waitFor()
      await page.keyboard.type('6291041500213')
      await page.keyboard.press('Enter')
      await page.getByPlaceholder('扫或输入批次').waitFor()
      await open(visit)
      await page.getByText('已记 L27').waitFor()
      await page.getByText('批次L27').waitFor()
    }))

  it('[RT-18/outBound] a kept pick task is picked with the camera while there is no network, and sent afterwards', () =>
    filming(
      [
        ['code128', 'A-01'],
        ['ean13', '6291041500213'],
      ],
      async (visit) => {
        const { page, context } = visit
        visit.expectErrors(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED|NetworkError/)
        const tasks = await query(product, `select id from put_away where state = 'waiting'`)
        await call(product, 'keeper', 'POST', '/api/Ground/PutAwayAsSuggested', { ids: tasks.map(({ id }) => id) })
        const { id } = (await call(product, 'keeper', 'POST', '/api/OutboundNotice/AddOutboundNotice', {
          warehouseId: ground.warehouseId,
          ownerId: ground.ownerId,
          type: 'sale',
          consigneeName: '陈静',
          consigneePhone: '13800138000',
          address: '中山路 1 号',
          lines: [{ itemId: milk, unit: 'piece', unitQty: '1' }],
        })) as { id: number }
        await call(product, 'keeper', 'POST', '/api/OutboundNotice/AllocateNotices', { ids: [id] })
        await call(product, 'keeper', 'POST', '/api/OutBound/CreateWave', { ids: [id], mode: 'single' })
        const [task] = await query(product, 'select task_no from pick_task')
        await visit.go(`/tms/warehouse/outBound/scan/${task?.task_no}`)
        await page.getByPlaceholder('扫库位或容器').waitFor()
        await expect
          .poll(
            () =>
              page.evaluate(async () => {
                const [release] = await caches.keys()
                if (release === undefined || navigator.serviceWorker.controller === null) return []
                const files = (await (await caches.open(release)).keys()).map(({ url }) => url)
                return [/codeReader-.*\.js$/, /zxing_reader-.*\.wasm$/].map((kept) =>
                  files.some((url) => kept.test(url)),
                )
              }),
            { timeout: 20_000 },
          )
          .toEqual([true, true])
        await context.setOffline(true)
        await open(visit)
        await page.getByText('MILK，+1').waitFor({ timeout: 30_000 })
        if (process.env.E2E_SHOTS) await page.screenshot({ path: `${process.env.E2E_SHOTS}/camera.png` })
        await page.getByRole('button', { name: '完成本行' }).click()
        await page.getByText('没有网络，已记在本机，待上传 1').waitFor()
        await context.setOffline(false)
        await expect
          .poll(() => query(product, 'select trim_scale(qty)::text as qty from pick_act'), { timeout: 20_000 })
          .toEqual([{ qty: '1' }])
      },
    ))

  it('[RT-18/receive] no camera, or an address that browsers give none to: said in words, with the way on', () =>
    visitAs(
      product,
      'keeper',
      async (visit) => {
        const { page } = visit
        await visit.go('/tms/warehouse/ground/scan')
        await open(visit)
        await page
          .getByRole('alert')
          .getByText(/没有摄像头|没有摄像头权限/)
          .waitFor()
        await page.addInitScript(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }))
        await page.reload()
        await open(visit)
        await page
          .getByRole('alert')
          .getByText(/请用 https 地址打开系统/)
          .waitFor()
        await page.getByRole('button', { name: '关闭摄像头' }).click()
        await page.getByPlaceholder('扫容器号或货品').waitFor()
      },
      { width: 390 },
    ))
})
