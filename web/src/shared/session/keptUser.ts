import type { UserInfo } from '@xunyun/contract/system/calls'
import { currentToken } from './token.ts'

/**
 * Who is signed in, kept where a page was opened that works without the network (keepPage.ts): it opens again with that
 * when no server answers. Belongs to one token, of which only the end is stored; the server decides again on every call.
 */
const name = 'kept-user'
const tail = (token: string | null): string | null => token?.slice(-8) ?? null

export function keepUser(userInfo: UserInfo): void {
  try {
    localStorage.setItem(name, JSON.stringify({ of: tail(currentToken()), userInfo }))
  } catch {
    // A full device: the page goes on, and needs the network to open again.
  }
}

export function keptUser(): UserInfo | null {
  try {
    const { of, userInfo } = JSON.parse(localStorage.getItem(name) ?? '{}') as { of?: string; userInfo?: UserInfo }
    return of !== undefined && of === tail(currentToken()) ? (userInfo ?? null) : null
  } catch {
    return null
  }
}

export function forgetUser(): void {
  try {
    localStorage.removeItem(name)
  } catch {
    // There is nothing where nothing can be stored.
  }
}
