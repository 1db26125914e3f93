import { currentToken } from '../session/token.ts'
import { describeFault, type Fault } from './fault.ts'

/**
 * What breaks in a browser is sent to where an administrator reads it (ER-05): each fault once a minute, in production
 * builds alone, and never with a word to the person. It stands on its own feet, because what broke may be anything else.
 */

const address = `${import.meta.env.VITE_API_HOST ?? ''}/api/ClientErrors/AddClientError`
const onceMs = 60_000
const batchMs = 500
/** More than these in one minute is one fault in many forms. */
const mostAtOnce = 5

const sentAt = new Map<string, number>()
let waiting: Fault[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let on = false

/** Begins to listen. What React catches comes through the boundaries. */
export function startReporting(): void {
  if (!import.meta.env.PROD || on) return
  on = true
  window.addEventListener('error', ({ error, message }) => reportError(error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(reason))
  // What waits is sent before the page goes.
  window.addEventListener('pagehide', flush)
}

export function reportError(error: unknown): void {
  if (!on) return
  const fault = describeFault(error, location.hash)
  if (fault === null) return
  const now = Date.now()
  const fingerprint = `${fault.message}\n${fault.stack.split('\n')[0]}`
  if (now - (sentAt.get(fingerprint) ?? Number.NEGATIVE_INFINITY) < onceMs) return
  if ([...sentAt.values()].filter((at) => now - at < onceMs).length >= mostAtOnce) return
  sentAt.set(fingerprint, now)
  waiting.push(fault)
  timer ??= setTimeout(flush, batchMs)
}

function flush(): void {
  clearTimeout(timer)
  timer = undefined
  const faults = waiting
  waiting = []
  for (const fault of faults) void send(fault)
}

async function send(fault: Fault): Promise<void> {
  const token = currentToken()
  const body = JSON.stringify({ ...fault, release: import.meta.env.VITE_APP_VERSION, agent: navigator.userAgent })
  try {
    await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token ? { token } : {}) },
      body,
      credentials: 'same-origin',
      keepalive: true,
    })
  } catch {
    // The line is down, or the server: this is no place to complain.
  }
}
