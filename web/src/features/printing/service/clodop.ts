import type { PrintPage } from '@xunyun/contract/printing/calls'
import type { Facts, Permission } from './diagnose.ts'

/**
 * The local print service (C-LODOP): its script comes from this very machine, when somebody prints and never before,
 * because browsers ask for permission then (PR-01).
 */

/** What we use of the object that its script gives. */
export type Clodop = {
  readonly VERSION?: string
  readonly CVERSION?: string
  readonly webskt?: WebSocket | null
  On_Return?: ((task: string, value: unknown) => void) | null
  PRINT_INIT(title: string): unknown
  /** Tenths of a millimetre. */
  SET_PRINT_PAGESIZE(orient: number, width: number, height: number, name: string): unknown
  SET_PRINTER_INDEX(printer: string | number): unknown
  NEWPAGEA(): unknown
  ADD_PRINT_HTM(top: string, left: string, width: string, height: string, html: string): unknown
  PRINT(): string
  GET_PRINTER_COUNT(): number
  GET_PRINTER_NAME(index: number): string
}
declare global {
  interface Window {
    getCLodop?: () => Clodop | null | undefined
  }
}

/** Two ports each: the second one where the first is taken. The script of the higher priority stays. */
export const originsFor = (protocol: string): readonly string[] =>
  protocol === 'https:'
    ? ['https://localhost:8443', 'https://localhost:8444']
    : ['http://localhost:8000', 'http://localhost:18000']

const loadMs = 8000
const socketMs = 4000
const printMs = 60_000
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function loadScript(src: string): Promise<boolean> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    const end = (came: boolean) => {
      clearTimeout(late)
      if (!came) script.remove()
      resolve(came)
    }
    const late = setTimeout(() => end(false), loadMs)
    script.onload = () => end(true)
    script.onerror = () => end(false)
    script.src = src
    document.head.append(script)
  })
}

let loading: Promise<boolean> | null = null
/** Whether a script came from either port. What failed is tried again the next time. */
function loadService(): Promise<boolean> {
  loading ??= Promise.all(
    originsFor(location.protocol).map((origin, at) => loadScript(`${origin}/CLodopfuncs.js?priority=${2 - at}`)),
  ).then((came) => {
    const some = came.some(Boolean)
    if (!some) loading = null
    return some
  })
  return loading
}

/** Chrome and Edge ask before a page reaches this machine; the older name is of the first releases that did. */
async function permission(): Promise<Permission> {
  for (const name of ['loopback-network', 'local-network-access']) {
    try {
      const { state } = await navigator.permissions.query({ name: name as PermissionName })
      return state
    } catch {
      // A browser that does not know the name does not ask under it.
    }
  }
  return 'unknown'
}

const seenKey = 'printServiceSeen'
export const wasSeen = (): boolean => localStorage.getItem(seenKey) !== null
const remember = (version: string) => localStorage.setItem(seenKey, version)

async function socketOpens(clodop: Clodop): Promise<boolean> {
  for (let waited = 0; waited < socketMs; waited += 50) {
    if (clodop.webskt?.readyState === WebSocket.OPEN) return true
    await pause(50)
  }
  return false
}

/** Everything that says why printing may not go: gathered on a click, judged by `diagnose`. */
export async function gather(minimum: Facts['minimum']): Promise<{ facts: Facts; clodop: Clodop | null }> {
  const came = await loadService()
  const clodop = window.getCLodop?.() ?? null
  const open = clodop !== null && (await socketOpens(clodop))
  if (clodop?.CVERSION) remember(clodop.CVERSION)
  const facts: Facts = {
    came,
    hasMain: window.getCLodop !== undefined,
    hasObject: clodop !== null,
    pageComplete: document.readyState === 'complete',
    socketOpen: open,
    version: clodop?.VERSION ?? '',
    serviceVersion: clodop?.CVERSION ?? '',
    printers: open ? clodop.GET_PRINTER_COUNT() : 0,
    permission: came ? 'granted' : await permission(),
    secure: window.isSecureContext,
    host: location.hostname,
    chromium: chromiumOf(navigator.userAgent),
    seen: wasSeen(),
    minimum,
  }
  return { facts, clodop }
}

/** Major release of a browser of Chromium's kind; 0: another. */
export const chromiumOf = (agent: string): number => Number(/\bChrom(?:e|ium)\/(\d+)/.exec(agent)?.[1] ?? 0)

export const printersOf = (clodop: Clodop): string[] =>
  Array.from({ length: clodop.GET_PRINTER_COUNT() }, (_, index) => clodop.GET_PRINTER_NAME(index))

/** What a page prints nothing without: the service's own answer. */
export class PrintFailed extends Error {
  override readonly name = 'PrintFailed'
}

/**
 * Prints pages as one job and waits until the service has answered. Pages are drawn by us in millimetres; the service's
 * own barcodes are not as exact.
 */
export function printPages(clodop: Clodop, title: string, pages: readonly PrintPage[], printer: string): Promise<void> {
  const [first] = pages
  if (first === undefined) return Promise.resolve()
  clodop.PRINT_INIT(title)
  clodop.SET_PRINT_PAGESIZE(1, Math.round(first.width * 10), Math.round(first.height * 10), '')
  clodop.SET_PRINTER_INDEX(printer === '' ? -1 : printer)
  pages.forEach((page, at) => {
    if (at > 0) clodop.NEWPAGEA()
    const html = `<!DOCTYPE html><html><body style="margin:0">${page.svg}</body></html>`
    clodop.ADD_PRINT_HTM('0mm', '0mm', `${page.width}mm`, `${page.height}mm`, html)
  })
  return new Promise((resolve, reject) => {
    let task = ''
    const late = setTimeout(() => reject(new PrintFailed('timeout')), printMs)
    clodop.On_Return = (id, value) => {
      if (task !== '' && id !== task) return
      clearTimeout(late)
      clodop.On_Return = null
      const said = String(value)
      if (value === false || /^(false|error|0?$)/i.test(said)) reject(new PrintFailed(said))
      else resolve()
    }
    task = clodop.PRINT()
  })
}
