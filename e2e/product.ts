import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { freshDatabase } from '../server/test/database.ts'

const root = path.resolve(import.meta.dirname, '..')
export const password = 'Hangzhou-2026'

/** The started product on a database of its own, and a browser that looks at it. */
export type Product = {
  url: string
  databaseUrl: string
  browser: Browser
  /** A person's own browser: cookies, language, size. Console and page errors fail the test that closes it. */
  open(options?: VisitOptions): Promise<Visit>
  /** Kills the server as a power cut would. */
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}
export type VisitOptions = {
  readonly width?: number
  readonly language?: string
  readonly locale?: string
  /** With nothing in the browser's cache or storages: how somebody comes for the first time. */
  readonly fresh?: boolean
  /** What the camera of this device sees: a file of codeVideo.ts; its holder has allowed it. */
  readonly camera?: string
}
export type Visit = {
  page: Page
  context: BrowserContext
  /** Errors that the test provoked itself. */
  expectErrors(pattern: RegExp): void
  /** Signs in on the login page. */
  signIn(account: string, secret?: string, wait?: boolean): Promise<void>
  /** Opens an address of the product. */
  go(address: string): Promise<void>
  /** Runs a part of a journey; when it fails, a picture of the page is left in E2E_SHOTS, if that is set. */
  watch(run: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}

const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

const launch = (more: readonly string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--force-prefers-reduced-motion',
      ...more,
    ],
  })

export async function openProduct(env: Record<string, string> = {}): Promise<Product> {
  const database = await freshDatabase()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'xunyun-e2e-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const browser = await launch([])
  let server: ReturnType<typeof spawn> | undefined
  const start = async () => {
    const child = spawn(process.execPath, ['server/src/main.ts'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: '',
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        PORT: String(port),
        HOST: '127.0.0.1',
        ADMIN_PASSWORD: password,
        ...env,
      },
    })
    server = child
    child.stdout?.resume()
    for (let attempt = 0; ; attempt += 1) {
      const ok = await fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      )
      if (ok) return
      if (child.exitCode !== null || attempt > 600) throw new Error('the product did not start')
      await setTimeout(100)
    }
  }
  const stop = async (signal: NodeJS.Signals) => {
    const child = server
    if (child === undefined || child.exitCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  await start()
  return {
    url,
    databaseUrl: database.url,
    browser,
    start,
    kill: () => stop('SIGKILL'),
    async open(options = {}) {
      if (options.camera === undefined) return openVisit(browser, url, options)
      const filming = await launch([
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        `--use-file-for-fake-video-capture=${options.camera}`,
      ])
      const visit = await openVisit(filming, url, options)
      return { ...visit, close: () => visit.close().finally(() => filming.close()) }
    },
    async close() {
      await browser.close()
      await stop('SIGTERM')
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function openVisit(browser: Browser, url: string, options: VisitOptions): Promise<Visit> {
  const width = options.width ?? 1440
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 844 : 900 },
    locale: options.locale ?? 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    acceptDownloads: true,
    // The browser's own switch is overruled by every context.
    reducedMotion: 'reduce',
  })
  if (options.language !== undefined) await context.addCookies([{ name: 'language', value: options.language, url }])
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const errors: string[] = []
  const expected: RegExp[] = []
  const note = (text: string) => errors.push(text)
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') note(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => note(`page: ${error.message}`))
  return {
    page,
    context,
    expectErrors: (pattern) => expected.push(pattern),
    async signIn(account, secret = password, wait = true) {
      await page.goto(`${url}/#/login`)
      await page.getByRole('textbox').first().fill(account)
      await page.locator('input[type="password"]').fill(secret)
      await page.keyboard.press('Enter')
      if (wait)
        await page
          .getByRole('navigation', { name: /打开的页面|Open pages|Páginas abiertas|開いているページ/ })
          .or(page.getByRole('button', { name: /^(菜单|Menu|Menú|メニュー)$/ }))
          .first()
          .waitFor()
    },
    async watch(run) {
      try {
        await run()
      } catch (error) {
        const folder = process.env.E2E_SHOTS
        if (folder !== undefined) await page.screenshot({ path: path.join(folder, 'failed.png') })
        throw error
      }
    },
    async go(address) {
      await page.goto(`${url}/#${address}`)
    },
    async close() {
      // A page that is just loading may never answer to being closed; the browser ends it at last.
      await Promise.race([context.close(), setTimeout(10_000, undefined, { ref: false })])
      const left = errors.filter((text) => !expected.some((pattern) => pattern.test(text)))
      if (left.length > 0) throw new Error(`the browser complained:\n${left.join('\n')}`)
    },
  }
}

/** One session for each person and product: signing in again for each call would be most of a journey's preparation. */
const sessions = new Map<string, string>()

async function signIn(product: Product, account: string, secret: string): Promise<string> {
  const login = await fetch(`${product.url}/api/Login/DoLogin`, {
    method: 'POST',
    body: new URLSearchParams({ LOGNAME: account, PSD: secret }),
  })
  return ((await login.json()) as { data: { token: string } | null }).data?.token ?? ''
}

/** Calls of the API as a person, for preparing what a journey begins with. */
export async function call(
  product: Product,
  account: string,
  method: 'GET' | 'POST',
  address: string,
  input: Record<string, unknown> = {},
  secret = password,
) {
  const who = `${product.url} ${account} ${secret}`
  const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
  const send = async (token: string) => {
    sessions.set(who, token)
    const answer = await fetch(`${product.url}${address}${query}`, {
      method,
      headers: { token, 'content-type': 'application/json', 'accept-language': 'zh' },
      ...(method === 'POST' ? { body: JSON.stringify(input) } : {}),
    })
    return (await answer.json()) as { code: number; msg: string; data: unknown }
  }
  const kept = sessions.get(who)
  let envelope = await send(kept ?? (await signIn(product, account, secret)))
  // Its session was ended meanwhile: a journey that signs out or changes a password.
  if (kept !== undefined && envelope.code === 50014) envelope = await send(await signIn(product, account, secret))
  if (envelope.code !== 200) throw new Error(`${address}: ${envelope.code} ${envelope.msg}`)
  return envelope.data
}
