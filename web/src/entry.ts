import { loginPaths, paths } from './paths.ts'

/** What to start, and the hash to show instead of the one asked for. */
export type Entry = { readonly kind: 'login' | 'shell'; readonly hash: string | null }

// Login-free beside the login itself (RT-07).
const open: readonly string[] = [paths.loginSuccess, paths.bindSuccess, paths.authRedirect]

const isLogin = (path: string): boolean => (loginPaths as readonly string[]).includes(path)

/** A token opens the shell and turns login into the root (RT-08); without one everything leads to login and back (RT-07). */
export function chooseEntry(token: string | null, hash: string): Entry {
  const asked = hash.replace(/^#/, '') || paths.root
  const path = asked.split('?')[0] ?? asked
  if (token) return { kind: 'shell', hash: isLogin(path) ? `#${paths.root}` : null }
  if (isLogin(path)) return { kind: 'login', hash: null }
  return {
    kind: 'login',
    hash: `#${asked === paths.root || open.includes(path) ? paths.login : paths.loginFor(asked)}`,
  }
}

/** Where the login leads: the page asked for, if it is one of ours. */
export function afterLogin(hash: string): string {
  const asked = new URLSearchParams(hash.split('?')[1] ?? '').get('redirect')
  return asked?.startsWith('/') && !isLogin(asked.split('?')[0] ?? asked) ? `#${asked}` : `#${paths.root}`
}
