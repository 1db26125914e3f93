/**
 * Runs beside the pages, as /worker.js: hands out the product's own files as they were fetched last, so that a page that
 * works without the network also opens without it. It knows no data: what the API says goes past it. It stands alone,
 * imports nothing, and is there only on a device where such a page was opened (keepPage.ts).
 */

type Extended = Event & { waitUntil(work: Promise<unknown>): void }
type Fetched = Extended & { readonly request: Request; respondWith(answer: Promise<Response>): void }
type Told = Extended & { readonly data: Keep }
type Scope = {
  addEventListener(type: 'install' | 'activate', listener: (event: Extended) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetched) => void): void
  addEventListener(type: 'message', listener: (event: Told) => void): void
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
}
/** A release, by the name of its first script, and the files that the page has fetched of it. */
export type Keep = { readonly release: string; readonly files: readonly string[] }

const scope = self as unknown as Scope
const start = '/'
/** Longer than that nobody waits for a page that is on the device. */
const patienceMs = 4000

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))
scope.addEventListener('message', (event) => event.waitUntil(keep(event.data)))
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && pathname === start) event.respondWith(page(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
})

/** Files of one release lie together; with the next one those of the last are gone. */
async function keep({ release, files }: Keep): Promise<void> {
  const cache = await caches.open(release)
  const missing: string[] = []
  for (const file of files) if ((await cache.match(file)) === undefined) missing.push(file)
  await cache.addAll([start, ...missing])
  for (const name of await caches.keys()) if (name !== release) await caches.delete(name)
}

/** From the server while it answers, so that nobody works with an old release while there is a line. */
async function page(request: Request): Promise<Response> {
  const kept = await caches.match(start)
  if (kept === undefined) return fetch(request)
  try {
    return await fetch(request, { signal: AbortSignal.timeout(patienceMs) })
  } catch {
    return kept
  }
}

/** Their names change with their content: what is here is right. */
async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request)
  if (kept !== undefined) return kept
  const answer = await fetch(request)
  const [release] = await caches.keys()
  if (answer.ok && release !== undefined) await (await caches.open(release)).put(request, answer.clone())
  return answer
}
