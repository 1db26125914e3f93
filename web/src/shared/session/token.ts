import { dropCookie, readCookie, writeCookie } from './cookies.ts'

const cookieName = 'Admin-Token'

/** WeChat's own browser forgets cookies when its page is closed: what signed in by WeChat is found here again (SE-01). */
function readLasting(): string | null {
  try {
    return localStorage.getItem(cookieName)
  } catch {
    return null
  }
}

function writeLasting(value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(cookieName)
    else localStorage.setItem(cookieName, value)
  } catch {
    // A browser that stores nothing keeps the cookie at least.
  }
}

function found(): string | null {
  const cookie = readCookie(cookieName)
  if (cookie !== null) return cookie
  const lasting = readLasting()
  // Pictures and downloads go by the cookie.
  if (lasting !== null) writeCookie(cookieName, lasting)
  return lasting
}

// Kept in memory beside the cookie: when another window signs in as somebody else, this window must not act in the other's
// name while it shows the first one's.
let token: string | null = found()
/** A browser that keeps no cookies has lost none. */
let kept = token !== null

export const currentToken = (): string | null => token

/** Another window has signed in since: this one is of a session that is not the browser's any more. */
export const tokenReplaced = (): boolean => {
  const stored = readCookie(cookieName)
  return token !== null && stored !== null && stored !== token
}

/** The cookie is gone: another window has signed out. */
export const tokenTaken = (): boolean => kept && token !== null && readCookie(cookieName) === null

/** Another window has signed in while this one had nobody: its session is this one's too. */
export function tokenArrived(): boolean {
  token ??= readCookie(cookieName)
  kept = token !== null
  return token !== null
}

/** `lasting`: also in local storage, as after WeChat. */
export function saveToken(value: string, { lasting = false }: { lasting?: boolean } = {}): void {
  token = value
  writeCookie(cookieName, value)
  writeLasting(lasting ? value : null)
  kept = readCookie(cookieName) === value
}

/** Forgets this window's token; a cookie that another sign-in has replaced meanwhile is left alone. */
export function clearToken(): void {
  const stored = readCookie(cookieName)
  if (stored === null || stored === token || token === null) {
    dropCookie(cookieName)
    writeLasting(null)
  }
  token = null
}
