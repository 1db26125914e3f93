import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PlayedPrintService, playPrintService } from '../server/test/printService.ts'
import { call, openProduct, type Product, type Visit } from './product.ts'
import { query, visitAs } from './visits.ts'

let product: Product
let service: PlayedPrintService
beforeAll(async () => {
  product = await openProduct({ XUNYUN_DEMO: '1', PRINT_SERVICE_URL: 'https://files.example.com/CLodop.exe' })
  service = await playPrintService()
})
afterAll(async () => {
  await service.close()
  await product.close()
})

const list = (type: string) => `/tms/operations/wayBillList/${type}`
type Row = { id: number; waybill_no: string; pieces: number }
const waybill = async (minimum: number, skip = 0) => {
  const [row] = await query(
    product,
    `select id::int, waybill_no, pieces from waybill where state = 'signed' and pieces >= $1 and not is_deleted order by id offset $2 limit 1`,
    [minimum, skip],
  )
  return row as Row
}
const countOf = async (type: string, id: number) => {
  const rows = await query(product, 'select count from print_count where type = $1 and record_id = $2', [type, id])
  return rows[0]?.count ?? 0
}

/** The service of this journey stands behind the ports that pages ask; without it both are closed. */
async function behind(visit: Visit, played: PlayedPrintService | null) {
  visit.expectErrors(/localhost:(8000|18000)|ERR_FAILED|ERR_CONNECTION_REFUSED/)
  await visit.page.route(/^http:\/\/localhost:18000\//, (route) => route.abort())
  await visit.page.route(/^http:\/\/localhost:8000\//, async (route) => {
    if (played === null) return route.abort()
    const { pathname, search } = new URL(route.request().url())
    const answer = await fetch(`http://127.0.0.1:${played.port}${pathname}${search}`)
    await route.fulfill({ status: answer.status, contentType: 'text/javascript', body: await answer.text() })
  })
  if (played === null || played.options.mute) return
  await visit.page.routeWebSocket(/localhost:8000\/c_webskt/, (socket) => {
    const real = new WebSocket(`ws://127.0.0.1:${played.port}/c_webskt/`)
    const opened = new Promise<void>((resolve) => real.addEventListener('open', () => resolve()))
    real.addEventListener('message', ({ data }) => socket.send(String(data)))
    socket.onMessage((text) => void opened.then(() => real.send(String(text))))
    socket.onClose(() => real.close())
  })
}

const openDialog = async ({ page, go }: Visit, type: string, no: string) => {
  await go(`${list(type)}?tab=&q=${no}`)
  const row = page.getByRole('row', { name: new RegExp(no) })
  await row.getByRole('button', { name: '打印', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: new RegExp(no) })
  await dialog.locator('[data-sheet] img').first().waitFor()
  return dialog
}
const button = (visit: Visit, name: string | RegExp) =>
  visit.page.getByRole('dialog').getByRole('button', { name, exact: typeof name === 'string' })
const numbersOf = (from: number) =>
  service.jobs.slice(from).flatMap(({ pages }) => pages.flatMap(({ html }) => />(YD\d{11}-\d+)</.exec(html)?.[1] ?? []))

describe('printing by the service of this machine', () => {
  it('[PR-01] [PR-02] [RT-16/wayBillList/Type] a waybill is seen at 40 % on a sheet of 600 × 900, printed once, and leaves 未打印', async () => {
    const { id, waybill_no: no } = await waybill(1)
    await visitAs(product, 'admin', async (visit) => {
      const { page } = visit
      await behind(visit, service)
      await visit.go('/tms/operations/wayBillList/other')
      await page.waitForURL(/\/404/)
      await openDialog(visit, 'waybill', no)
      const sheet = page.locator('[data-sheet]').first()
      const size = await sheet.evaluate((node) => [
        (node as HTMLElement).offsetWidth,
        (node as HTMLElement).offsetHeight,
      ])
      expect(size).toEqual([600, 900])
      const box = await sheet.boundingBox()
      expect([box?.width, box?.height]).toEqual([240, 360])
      // Nothing of the service is asked for before somebody prints.
      expect(service.asked).toEqual([])
      await button(visit, '打印').click()
      await page.getByText('已全部打印').waitFor()
      expect(service.asked).toContain('/CLodopfuncs.js?priority=2')
      expect(service.jobs).toMatchObject([
        { paper: { width: 2100, height: 1480 }, printer: 'Deli DL-888', pages: [{ width: '210mm', height: '148mm' }] },
      ])
      const html = service.jobs[0]?.pages[0]?.html ?? ''
      expect(html).toContain(no)
      expect(html).not.toContain('补打')
      expect(await countOf('waybill', id)).toBe(1)
      await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()
      await visit.go(`${list('waybill')}?q=${no}`)
      await page
        .getByText('没有符合条件')
        .or(page.getByText(/没有匹配|没有找到/))
        .first()
        .waitFor()
      await page.getByRole('tab', { name: /已打印/ }).click()
      await page.getByRole('row', { name: new RegExp(`${no}.*管理员`) }).waitFor()
      await page
        .getByRole('row', { name: new RegExp(no) })
        .getByRole('button', { name: '打印记录' })
        .click()
      await page.getByText('打印服务', { exact: false }).first().waitFor()
    })
  })

  it('[PR-04] labels of a range go to the printer that was chosen; out of paper, a person says how far it came, and none is lost or doubled', async () => {
    const { id, waybill_no: no } = await waybill(24)
    await visitAs(product, 'admin', async (visit) => {
      const { page } = visit
      await behind(visit, service)
      const dialog = await openDialog(visit, 'label', no)
      await dialog.getByRole('button', { name: '读取打印机' }).click()
      await dialog.getByRole('combobox', { name: '打印机' }).click()
      await page.getByTitle('Microsoft Print to PDF').click()
      await dialog.getByRole('textbox', { name: '件号', exact: true }).fill('3')
      await dialog.getByRole('textbox', { name: '止件号' }).fill('24')
      const before = service.jobs.length
      service.fail(1)
      await button(visit, '打印').click()
      await page.getByText('看一下打出来几张').waitFor()
      // The printer had taken the job and let five labels out.
      await dialog.getByRole('textbox', { name: '最后一张' }).fill('5')
      await button(visit, '从下一张继续').click()
      await page.getByText('已全部打印').waitFor()
      expect(service.jobs.slice(before).every(({ printer }) => printer === 'Microsoft Print to PDF')).toBe(true)
      const wanted = Array.from({ length: 17 }, (_, at) => `${no}-${String(at + 8).padStart(3, '0')}`)
      expect(numbersOf(before)).toEqual(wanted)
      expect(await countOf('label', id)).toBe(1)
    })
  })

  it('[PR-04] a batch whose window is gone waits on the page, and goes on where the tray ends; the reprint is marked', async () => {
    const { id, waybill_no: no, pieces } = await waybill(24)
    const begun = (await call(product, 'admin', 'POST', '/api/Printing/StartPrintBatch', {
      type: 'label',
      ids: [id],
      way: 'service',
    })) as { id: number }
    await call(product, 'admin', 'POST', '/api/Printing/NextOfBatch', {
      id: begun.id,
      holder: 'a window that is gone',
      size: 4,
    })
    await visitAs(product, 'admin', async (visit) => {
      const { page } = visit
      await behind(visit, service)
      await visit.go(list('label'))
      const waiting = page.getByRole('region', { name: '没有打完的' })
      await waiting.getByText(new RegExp(`${no}.*第 0 / ${pieces} 张`)).waitFor()
      await page.reload()
      await waiting.getByRole('button', { name: '继续打印' }).click()
      await button(visit, '继续打印').click()
      await button(visit, '在这里继续').click()
      const before = service.jobs.length
      await page.getByText(/第 1 到 4 张已送出/).waitFor()
      await page.getByRole('textbox', { name: '最后一张' }).fill('3')
      await button(visit, '从下一张继续').click()
      await page.getByText('已全部打印').waitFor()
      expect(numbersOf(before)).toHaveLength(pieces - 3)
      expect(numbersOf(before)[0]).toBe(`${no}-004`)
      expect(service.jobs.at(-1)?.pages[0]?.html).toContain('补打 1')
      await waiting.waitFor({ state: 'detached' })
    })
  })
})

describe('where the print service is absent', () => {
  it('[PR-04] the browser prints the sheet in its own size, and only what came out is counted', async () => {
    const { id, waybill_no: no } = await waybill(1, 2)
    await visitAs(product, 'admin', async (visit) => {
      const { page } = visit
      await behind(visit, null)
      await openDialog(visit, 'waybill', no)
      await button(visit, '浏览器打印').click()
      await page.getByText('打出来了吗').waitFor()
      const paper = (await page.locator('iframe[aria-hidden]').getAttribute('srcdoc')) ?? ''
      expect(paper).toContain('@page{size:210mm 148mm;margin:0}')
      expect(paper).toContain(no)
      expect(await countOf('waybill', id)).toBe(0)
      await button(visit, '已全部打出').click()
      await page.getByText('已全部打印').waitFor()
      expect(await countOf('waybill', id)).toBe(1)
    })
  })

  it('[PR-04] a PDF holds it, with text that can be selected', async () => {
    const { id, waybill_no: no } = await waybill(1, 3)
    await visitAs(product, 'admin', async (visit) => {
      const { page } = visit
      await openDialog(visit, 'waybill', no)
      const coming = page.waitForEvent('download')
      await button(visit, '下载 PDF').click()
      const file = await coming
      expect(file.suggestedFilename()).toBe(`运单 ${no}.pdf`)
      expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
      await button(visit, '没有打出').click()
      await page.getByText('这批已结束').waitFor()
      expect(await countOf('waybill', id)).toBe(0)
    })
  })

  // The other seven are told apart in diagnose.test.ts, and said by the same card in Doctor.test.tsx.
  const states = [
    {
      problem: 'notInstalled',
      says: 'Web打印服务CLodop未安装启动，点击这里下载执行安装（若此前已安装过，可点这里直接再次启动），成功后请刷新或重启浏览器。',
    },
    { problem: 'noPrinter', says: '本机没有装打印机', played: { printers: [] } },
  ]
  it.each(states)(
    '[ER-04] [PR-05] the doctor knows $problem, says it in the words people know, and offers ways on',
    async (state) => {
      const { waybill_no: no } = await waybill(1, 4)
      const played = state.played === undefined ? null : await playPrintService(state.played)
      try {
        await visitAs(product, 'admin', async (visit) => {
          await behind(visit, played)
          const dialog = await openDialog(visit, 'waybill', no)
          await button(visit, '打印').click()
          const doctor = dialog.locator(`[data-problem="${state.problem}"]`)
          await doctor.waitFor()
          expect((await doctor.innerText()).replace(/\s+/g, '')).toContain(state.says.replace(/\s+/g, ''))
          for (const way of ['再试一次', '浏览器打印', '下载 PDF'])
            expect(await doctor.getByRole('button', { name: way }).count()).toBe(1)
          if (state.problem === 'notInstalled') {
            expect(await doctor.getByRole('link', { name: '点击这里下载执行安装' }).getAttribute('href')).toBe(
              'https://files.example.com/CLodop.exe',
            )
            expect(await doctor.getByRole('link', { name: '点这里直接再次启动' }).getAttribute('href')).toBe(
              'CLodop.protocol:setup',
            )
            const coming = visit.page.waitForEvent('download')
            await doctor.getByRole('button', { name: '下载 PDF' }).click()
            await coming
          }
        })
      } finally {
        await played?.close()
      }
    },
  )

  it('[ER-04] in another language the doctor speaks it', async () => {
    const { waybill_no: no } = await waybill(1, 5)
    await visitAs(
      product,
      'admin',
      async (visit) => {
        const { page } = visit
        await behind(visit, null)
        await visit.go(`${list('waybill')}?q=${no}`)
        await page
          .getByRole('row', { name: new RegExp(no) })
          .getByRole('button', { name: 'Print', exact: true })
          .click()
        await page.getByRole('dialog').getByRole('button', { name: 'Print', exact: true }).click()
        await page.getByRole('link', { name: 'click here to download and install it' }).waitFor()
      },
      { language: 'en' },
    )
  })
})

describe('templates', () => {
  it('[PR-02] a field switched off is gone from the live preview of a real waybill, and from the paper of its customer', async () => {
    const { waybill_no: no } = await waybill(1, 6)
    await visitAs(product, 'admin', async (visit) => {
      const { page } = visit
      await visit.go('/tms/operations/printTemplate?tab=waybill')
      await page
        .getByRole('row', { name: /运单 A4/ })
        .getByRole('button', { name: '复制' })
        .click()
      const sheet = page.getByRole('dialog', { name: '新建运单模板' })
      const picture = sheet.getByRole('region', { name: '预览' }).getByRole('img').first()
      await picture.waitFor()
      const drawn = async () => decodeURIComponent((await picture.getAttribute('src')) ?? '')
      expect(await drawn()).toContain('发货人签字')
      await sheet.getByRole('checkbox', { name: '发货人签字', exact: true }).uncheck()
      await expect.poll(drawn).not.toContain('发货人签字')
      await sheet.getByRole('textbox', { name: '标题的文字' }).fill('云帆专用托运单')
      await expect.poll(drawn).toContain('云帆专用托运单')
      await sheet.getByRole('textbox', { name: '名称' }).fill('托运单 A4')
      await sheet.getByRole('button', { name: '保存模板' }).click()
      await page.getByText('模板已保存').waitFor()
      const row = page.getByRole('row', { name: /托运单 A4/ })
      await row.waitFor()
      const dialog = await openDialog(visit, 'waybill', no)
      await dialog.getByRole('combobox', { name: '模板' }).click()
      await page.getByTitle(/托运单 A4/).click()
      const shown = dialog.locator('[data-sheet] img').first()
      await expect
        .poll(async () => decodeURIComponent((await shown.getAttribute('src')) ?? ''))
        .toContain('云帆专用托运单')
    })
  })

  it('[RT-16/wayBillList/Type] on a phone the list, the dialog and the preview fit the screen; from a waybill one prints, too', async () => {
    const { waybill_no: no } = await waybill(1, 7)
    await visitAs(
      product,
      'admin',
      async (visit) => {
        const { page } = visit
        await visit.go(`${list('waybill')}?q=${no}`)
        // The chip of the search has the number, too: the card comes after it.
        await page.getByText('打印次数').waitFor()
        await page.getByText(no).last().click()
        await page.getByRole('dialog').locator('[data-sheet] img').first().waitFor()
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      },
      { width: 390 },
    )
    await visitAs(product, 'admin', async (visit) => {
      await visit.go(`/tms/operations/allWayBill/${no}`)
      await visit.page.getByRole('button', { name: '打印', exact: true }).click()
      await visit.page
        .getByRole('dialog', { name: `打印运单 ${no}` })
        .locator('[data-sheet] img')
        .first()
        .waitFor()
    })
  })
})
