import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { TestRunner } from 'vitest'
import { counted } from '../server/test/cost.ts'
import { freshDatabase, password } from '../server/test/database.ts'
import { launch, type SeatOptions, sharedBrowser, takeSeat } from './seat.ts'

export { password } from '../server/test/database.ts'

const root = path.resolve(import.meta.dirname, '..')

/** The started product on a database of its own, and a browser that looks at it. */
export type Product = {
  url: string
  databaseUrl: string
  /** A person's own browser: cookies, language, size. Console and page errors fail the test that closes it. */
  open(options?: VisitOptions): Promise<Visit>
  /** Kills the server as a power cut would. */
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}
export type VisitOptions = SeatOptions & {
  readonly language?: string
  /** What the camera of this device sees: a file of codeVideo.ts; its holder has allowed it. */
  readonly camera?: string
}
export type Visit = {
  page: Page
  context: BrowserContext
  /** Errors that the test provoked itself. */
  expectErrors(pattern: RegExp): void
  /** Signs in: on the login page where a password is given or the outcome is not awaited, else by the call behind it. */
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

// On globalThis, because each file of a worker loads this module anew. One port for all of its products, one after another: the
// browser's cache of files then serves them all.
const worker = globalThis as { xunyunPort?: Promise<number> }

export async function openProduct(env: Record<string, string> = {}): Promise<Product> {
  counted('products')
  const database = await freshDatabase(env.XUNYUN_DEMO === undefined ? 'seed' : 'demo')
  const dataDir = mkdtempSync(path.join(tmpdir(), 'xunyun-e2e-'))
  worker.xunyunPort ??= freePort()
  const port = await worker.xunyunPort
  const url = `http://127.0.0.1:${port}`
  let server: ReturnType<typeof spawn> | undefined
  const start = async () => {
    const child = spawn(process.execPath, ['server/src/main.ts'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: '',
        // Compiled once in a run, not at each start.
        NODE_COMPILE_CACHE: path.join(root, '.tmp', 'compiled'),
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
    start,
    kill: () => stop('SIGKILL'),
    async open(options = {}) {
      if (options.camera === undefined) return openVisit(await sharedBrowser(), url, options)
      const filming = await launch([
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        `--use-file-for-fake-video-capture=${options.camera}`,
      ])
      const visit = await openVisit(filming, url, options)
      return { ...visit, close: () => visit.close().finally(() => filming.close()) }
    },
    async close() {
      await stop('SIGTERM')
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A journey that a busy machine made try again costs its visits once: they say what was written, not how the machine was. */
const isSecondTry = () => (TestRunner.getCurrentTest()?.result?.retryCount ?? 0) > 0

async function openVisit(browser: Browser, url: string, options: VisitOptions): Promise<Visit> {
  if (!isSecondTry()) counted('visits')
  const seat = await takeSeat(browser, options)
  const { context, page } = seat
  if (options.language !== undefined) await context.addCookies([{ name: 'language', value: options.language, url }])
  page.setDefaultTimeout(15_000)
  const errors: string[] = []
  const expected: RegExp[] = []
  const note = (text: string) => errors.push(text)
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') note(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => note(`page: ${error.message}`))
  const shell = page
    .getByRole('navigation', { name: /打开的页面|Open pages|Páginas abiertas|開いているページ/ })
    .or(page.getByRole('button', { name: /^(菜单|Menu|Menú|メニュー)$/ }))
    .first()
  return {
    page,
    context,
    expectErrors: (pattern) => expected.push(pattern),
    async signIn(account, secret, wait = true) {
      if (secret === undefined && wait) {
        const token = await tokenOf(url, account, password)
        if (token === '') throw new Error(`${account} could not sign in`)
        // Of a page that is there already only the address would change.
        if (page.url().startsWith(url)) await page.goto('about:blank')
        await context.addCookies([{ name: 'Admin-Token', value: token, url, sameSite: 'Strict' }])
        await page.goto(`${url}/#/dashboard`)
        return shell.waitFor()
      }
      await page.goto(`${url}/#/login`)
      await page.getByRole('textbox').first().fill(account)
      await page.locator('input[type="password"]').fill(secret ?? password)
      await page.keyboard.press('Enter')
      if (wait) await shell.waitFor()
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
      await seat.leave(url)
      const left = errors.filter((text) => !expected.some((pattern) => pattern.test(text)))
      if (left.length > 0) throw new Error(`the browser complained:\n${left.join('\n')}`)
    },
  }
}

/** One session for each person and product: signing in again for each call would be most of a journey's preparation. */
const sessions = new Map<string, string>()

async function tokenOf(url: string, account: string, secret: string): Promise<string> {
  const login = await fetch(`${url}/api/Login/DoLogin`, {
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
  const who = `${product.databaseUrl} ${account} ${secret}`
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
  let envelope = await send(kept ?? (await tokenOf(product.url, account, secret)))
  // Its session was ended meanwhile: a journey that signs out or changes a password.
  if (kept !== undefined && envelope.code === 50014) envelope = await send(await tokenOf(product.url, account, secret))
  if (envelope.code !== 200) throw new Error(`${address}: ${envelope.code} ${envelope.msg}`)
  return envelope.data
}
