import { keepUser } from '../session/keptUser.ts'
import { useSession } from '../session/session.ts'
import type { Keep } from './worker.ts'

const again = [4_000, 30_000]

/**
 * From now on this page opens on this device without the network, too: its files are kept, and who is signed in. For
 * pages whose work is kept on the device. A browser has no worker over plain http, but on its own machine; there the
 * page goes on while it is open. `more` fetches what the page asks for only later, and must find then. Answers how to stop
 * looking for files that come late.
 */
export function keepPage(more?: () => Promise<void>): () => void {
  const { userInfo } = useSession.getState()
  if (userInfo !== null) keepUser(userInfo)
  // The development server has other files at each start.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return () => undefined
  const keep = () =>
    void navigator.serviceWorker
      .register('/worker.js')
      .then(() => navigator.serviceWorker.ready)
      .then(({ active }) => active?.postMessage(fetched()))
      .catch(() => undefined)
  keep()
  // Through the worker, which keeps what it hands out; what fails now is fetched when it is asked for.
  if (more) void navigator.serviceWorker.ready.then(more).then(keep, () => undefined)
  const timers = again.map((ms) => setTimeout(keep, ms))
  return () => {
    for (const timer of timers) clearTimeout(timer)
  }
}

/** What this page has fetched so far of the product's own files. */
function fetched(): Keep {
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
  const first = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  const release = first === null ? 'assets' : new URL(first.src).pathname
  return { release, files: [...new Set([release, ...files])] }
}
