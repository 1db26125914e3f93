import { setTimeout } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

/**
 * A browser's window that one visit after another sits down at: the product's files are fetched and compiled once instead of
 * once a visit, which is most of what a visit costs. Between two visits all that one leaves behind is cleared, but for the
 * browser's cache of files. Who needs an empty cache opens with `fresh`.
 */
export type Seat = {
  readonly context: BrowserContext
  readonly page: Page
  /** Leaves it to the next visit, as good as new; closes it where that cannot be said. */
  leave(url: string): Promise<void>
}
export type SeatOptions = {
  readonly width?: number
  readonly locale?: string
  /** With nothing in the browser's cache or storages: how somebody comes for the first time. */
  readonly fresh?: boolean
}

/**
 * The address bar's suggestions are two pages of Chromium's own beside each of ours, a sixth of a journey's time. A second list
 * of features replaces Playwright's own, so those of it that matter here stand in this one, too.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

export const launch = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--force-prefers-reduced-motion',
      `--disable-features=${withoutFeatures.join(',')}`,
      ...more,
    ],
  })

type Free = Map<string, Seat[]>
// On globalThis, because each file of a worker loads this module anew.
const worker = globalThis as { xunyunBrowser?: Promise<Browser>; xunyunSeats?: WeakMap<Browser, Free> }

/** One browser for all files of a worker; it ends with the worker. A browser that was lost is replaced. */
export async function sharedBrowser(): Promise<Browser> {
  const running = await worker.xunyunBrowser?.catch(() => undefined)
  if (running?.isConnected()) return running
  worker.xunyunBrowser = launch()
  return worker.xunyunBrowser
}

export async function takeSeat(browser: Browser, options: SeatOptions): Promise<Seat> {
  const { width = 1440, locale = 'zh-CN', fresh = false } = options
  worker.xunyunSeats ??= new WeakMap()
  const free: Free = worker.xunyunSeats.get(browser) ?? new Map()
  worker.xunyunSeats.set(browser, free)
  const kind = `${width} ${locale}`
  const found = fresh ? undefined : free.get(kind)?.pop()
  if (found !== undefined) return found

  const size = { width, height: width < 600 ? 844 : 900 }
  const context = await browser.newContext({
    viewport: size,
    locale,
    timezoneId: 'Asia/Shanghai',
    acceptDownloads: true,
    // The browser's own switch is overruled by every context.
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const isSpoilt = watchLasting(context, page)
  const seat: Seat = {
    context,
    page,
    async leave(url) {
      for (const event of heard) page.removeAllListeners(event)
      if (!fresh && !isSpoilt() && (await clear(context, page, size, url))) {
        free.set(kind, [...(free.get(kind) ?? []), seat])
        return
      }
      // A page that is just loading may never answer to being closed; the browser ends it at last.
      await Promise.race([context.close(), setTimeout(10_000, undefined, { ref: false })])
    },
  }
  return seat
}

/** What a page cannot be rid of again. */
const lasting = ['addInitScript', 'exposeFunction', 'exposeBinding', 'routeWebSocket', 'emulateMedia'] as const

/** Whether something was done to the page or its context that the next visit would meet. */
function watchLasting(context: BrowserContext, page: Page): () => boolean {
  let spoilt = false
  for (const target of [context, page] as unknown as Record<string, ((...args: unknown[]) => unknown) | undefined>[])
    for (const name of lasting) {
      const method = target[name]
      if (method === undefined) continue
      target[name] = (...args) => {
        spoilt = true
        return method.apply(target, args)
      }
    }
  return () => spoilt
}

/** What a visit may listen to. */
const heard = [
  'console',
  'pageerror',
  'dialog',
  'request',
  'requestfinished',
  'requestfailed',
  'response',
  'download',
  'popup',
  'filechooser',
  'websocket',
] as const

/** Whether nothing of the visit is left. */
async function clear(context: BrowserContext, page: Page, size: { width: number; height: number }, url: string) {
  if (page.isClosed()) return false
  try {
    for (const other of context.pages()) if (other !== page) await other.close()
    await Promise.all([
      page.unrouteAll({ behavior: 'ignoreErrors' }),
      context.unrouteAll({ behavior: 'ignoreErrors' }),
      context.setOffline(false),
      context.clearPermissions(),
    ])
    // An address of the product without its app: what the app stores when it is left is stored before all is cleared.
    const answer = await page.goto(`${url}/healthz`, { timeout: 5_000 })
    if (answer?.ok() !== true) return false
    await page.evaluate(() => {
      sessionStorage.clear()
      window.name = ''
    })
    const browser = await context.newCDPSession(page)
    await browser.send('Storage.clearDataForOrigin', {
      origin: url,
      storageTypes: 'cookies,indexeddb,local_storage,service_workers,cache_storage,file_systems',
    })
    await context.clearCookies()
    await page.goto('about:blank')
    await browser.send('Page.resetNavigationHistory')
    await browser.detach()
    await page.setViewportSize(size)
    await page.mouse.move(0, 0)
    return true
  } catch {
    return false
  }
}
