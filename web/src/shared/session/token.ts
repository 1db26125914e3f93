import { dropCookie, readCookie, writeCookie } from './cookies.ts'

const cookieName = 'Admin-Token'

// Kept in memory beside the cookie: when another window signs in as somebody else, this window must not act in the other's
// name while it shows the first one's.
let token: string | null = readCookie(cookieName)
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

export function saveToken(value: string): void {
  token = value
  writeCookie(cookieName, value)
  kept = readCookie(cookieName) === value
}

/** Forgets this window's token; a cookie that another sign-in has replaced meanwhile is left alone. */
export function clearToken(): void {
  const stored = readCookie(cookieName)
  if (stored === null || stored === token || token === null) dropCookie(cookieName)
  token = null
}
