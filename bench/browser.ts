import { gzipSync } from 'node:zlib'
import { chromium, type Page } from 'playwright-core'
import { type Bench, signIn } from './calls.ts'
import { median } from './load.ts'
import type { Row } from './scenarios.ts'
import { full } from './smoke.ts'

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** Cold loads in Chromium: script bytes (gzip), and the time until the page can be used; against an empty page. */
export async function coldLoads(bench: Bench, password: string): Promise<Row[]> {
  bench.say('cold loads in Chromium')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] })
  const load = async (prepare: (page: Page) => Promise<void>, url: string, ready: (page: Page) => Promise<unknown>) => {
    const took: number[] = []
    let bytes = 0
    for (let i = 0; i < full(5, 1); i += 1) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
      const page = await context.newPage()
      await prepare(page)
      let scripts = 0
      const reading: Promise<void>[] = []
      page.on('response', (response) => {
        if (!response.url().endsWith('.js')) return
        reading.push(
          response.body().then(
            (body) => {
              scripts += gzipSync(body).length
            },
            () => {},
          ),
        )
      })
      const began = performance.now()
      await page.goto(url, { waitUntil: 'commit' })
      await ready(page)
      took.push(performance.now() - began)
      await Promise.all(reading)
      bytes = scripts
      await context.close()
    }
    return { ms: median(took), kb: bytes / 1024 }
  }
  const empty = await load(
    async () => {},
    `${bench.ours}/healthz`,
    (page) => page.waitForLoadState('load'),
  )
  const login = await load(
    async () => {},
    `${bench.ours}/`,
    (page) => page.getByRole('button', { name: '登录' }).waitFor(),
  )
  const signedIn = async (page: Page) => {
    const token = await signIn(bench.ours, 'admin', password)
    await page.context().addCookies([
      { name: 'Admin-Token', value: token, url: bench.ours, sameSite: 'Strict' },
      { name: 'language', value: 'zh', url: bench.ours },
    ])
  }
  const list = await load(signedIn, `${bench.ours}/#/tms/operations/allWayBill`, (page) =>
    page.getByRole('row').nth(20).waitFor(),
  )
  await browser.close()
  const row = (name: string, one: { ms: number; kb: number }, aim: string): Row => ({
    name: `cold load of ${name}`,
    ours: `${one.kb.toFixed(0)} KB JS gz, ${one.ms.toFixed(0)} ms`,
    limit: `${empty.ms.toFixed(0)} ms (empty page)`,
    ratio: (one.ms / empty.ms).toFixed(1),
    aim,
  })
  return [row('login', login, '≤ 110 KB'), row('the list', list, '≤ 435 KB')]
}
