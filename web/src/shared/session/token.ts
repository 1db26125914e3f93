import { dropCookie, readCookie, writeCookie } from './cookies.ts'

const cookieName = 'Admin-Token'

// Kept in memory beside the cookie: when another window signs in as somebody else, this window goes on as the person
// whose name it shows, instead of acting in the other's name.
let token: string | null = readCookie(cookieName)

export const currentToken = (): string | null => token

export function saveToken(value: string): void {
  token = value
  writeCookie(cookieName, value)
}

/** Forgets this window's token; a cookie that another sign-in has replaced meanwhile is left alone. */
export function clearToken(): void {
  const stored = readCookie(cookieName)
  if (stored === null || stored === token || token === null) dropCookie(cookieName)
  token = null
}
