import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, openProduct, type Product, password } from './product.ts'
import { visitAs } from './visits.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ XUNYUN_DEMO: '1' })
})
afterAll(() => product.close())

const list = '/tms/operations/allWayBill'
const stock = '/tms/warehouse/stock'
const notices = '/integrated/outboundNotice'
/** What shows that a page is there with its data, on a wide window and on a phone. */
const rows = 'tr[aria-rowindex] [data-actions], [class*="_card_"]'
const desk = '[class*="_panels_"]'

type Load = {
  readonly shift: number
  /** Paths, in the order they were asked for. */
  readonly requests: readonly string[]
}

/** Opens an address as somebody does who was never here: nothing in the cache. */
async function coldLoad(page: Page, browser: CDPSession, address: string, drawn: string): Promise<Load> {
  await page.goto('about:blank')
  await browser.send('Network.clearBrowserCache')
  const requests: string[] = []
  const note = (request: { url(): string }) => {
    const { protocol, pathname } = new URL(request.url())
    if (protocol === 'http:') requests.push(pathname)
  }
  page.on('request', note)
  await page.goto(`${product.url}/#${address}`)
  await page.locator(drawn).first().waitFor()
  // What comes once the page stands may still move it.
  await page.waitForLoadState('networkidle')
  page.off('request', note)
  const shift = await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)
  return { shift, requests }
}

/** A visit in which nothing is known, and which adds up how far what is seen moves by itself. */
const cold = (
  width: number,
  run: (page: Page, load: (address: string, drawn: string) => Promise<Load>) => Promise<void>,
) =>
  visitAs(
    product,
    '',
    async ({ page, context }) => {
      const browser = await context.newCDPSession(page)
      await page.addInitScript(() => {
        const seen = globalThis as unknown as { shift: number }
        seen.shift = 0
        new PerformanceObserver((noted) => {
          for (const entry of noted.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
            if (!entry.hadRecentInput) seen.shift += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await run(page, (address, drawn) => coldLoad(page, browser, address, drawn))
    },
    { fresh: true, width },
  )

async function enter(page: Page): Promise<void> {
  const answer = await fetch(`${product.url}/api/Login/DoLogin`, {
    method: 'POST',
    body: new URLSearchParams({ LOGNAME: 'admin', PSD: password }),
  })
  const { data } = (await answer.json()) as { data: { token: string } }
  await page.context().addCookies([{ name: 'Admin-Token', value: data.token, url: product.url, sameSite: 'Strict' }])
}

/** The code of the list comes only once its question was asked: who has to run it before asking never gets there. */
async function withCodeLast<T>(page: Page, path: string, run: () => Promise<T>): Promise<T> {
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === path)
  const code = /\/assets\/(AllWaybillsPage|list)-[\w-]+\.js$/
  let held = 0
  await page.route(code, async (route) => {
    held += 1
    await asked
    await route.continue()
  })
  const outcome = await run()
  await page.unroute(code)
  expect(held).toBe(2)
  return outcome
}

const countOf = ({ requests }: Load, path: string) => requests.filter((one) => one === path).length
const getWaybills = '/api/Waybills/GetWaybills'

it('a first load is few requests, is asked ahead, and nothing moves once it stands', async () => {
  await cold(1440, async (page, load) => {
    const login = await load('/login', 'form')
    expect(login.requests.length).toBeLessThanOrEqual(10)
    await enter(page)
    const dashboard = await load('/dashboard', desk)
    const waybills = await withCodeLast(page, getWaybills, () => load(list, rows))
    expect(waybills.requests.length).toBeLessThanOrEqual(40)
    expect(countOf(waybills, getWaybills)).toBe(1)
    expect(countOf(waybills, '/api/Waybills/GetWaybillTotals')).toBe(1)
    const others = { dashboard, stock: await load(stock, rows), notices: await load(notices, rows) }
    expect(countOf(dashboard, '/api/Desk/GetDesk')).toBe(1)
    expect(countOf(others.stock, '/api/Stock/GetStock')).toBe(1)
    expect(countOf(others.notices, '/api/OutboundNotice/GetOutboundNotices')).toBe(1)
    for (const [name, { shift }] of Object.entries({ login, waybills, ...others }))
      expect([name, shift <= 0.02, shift]).toEqual([name, true, shift])
  })
})

it('on a phone neither', async () => {
  await cold(390, async (page, load) => {
    const loads: Record<string, Load> = { login: await load('/login', 'form') }
    await enter(page)
    loads.dashboard = await load('/dashboard', desk)
    loads.waybills = await load(list, rows)
    loads.stock = await load(stock, rows)
    loads.notices = await load(notices, rows)
    for (const [name, { shift }] of Object.entries(loads))
      expect([name, shift <= 0.02, shift]).toEqual([name, true, shift])
  })
})

it('[D-01] a list is asked for once, however it is opened: its kept size, its view, a filter in the address', async () => {
  const keep = (settings: object) => call(product, 'admin', 'POST', '/api/Workbench/SetMyList', { list, settings })
  const view = (await call(product, 'admin', 'POST', '/api/Workbench/SaveView', {
    list,
    name: '在途',
    search: '?tab=inTransit',
    shared: false,
  })) as { id: number }
  await cold(1440, async (page, load) => {
    await enter(page)
    for (const [settings, address] of [
      [{ pageSize: 20 }, list],
      [{ defaultView: view.id }, list],
      [{}, `${list}?tab=inTransit`],
    ] as const) {
      await keep(settings)
      expect(countOf(await load(address, rows), getWaybills)).toBe(1)
    }
  })
})
