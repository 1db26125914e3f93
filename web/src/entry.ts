import { loginPaths, paths } from './paths.ts'

/** What to start, and the hash to show instead of the one asked for. */
export type Entry = { readonly kind: 'login' | 'shell' | 'wechat'; readonly hash: string | null }

// Login-free beside the login itself (RT-07).
const open: readonly string[] = [paths.loginSuccess, paths.bindSuccess, paths.authRedirect]

/** Pages on the way to WeChat and back; they need neither the shell nor the login page. */
export const isWeChatPage = (path: string): boolean => open.includes(path) || path === paths.logOtherWeChat

const isLogin = (path: string): boolean => (loginPaths as readonly string[]).includes(path)

/** A token opens the shell and turns login into the root (RT-08); without one everything leads to login and back (RT-07). */
export function chooseEntry(token: string | null, hash: string): Entry {
  const asked = hash.replace(/^#/, '') || paths.root
  const [path = asked, query = ''] = asked.split('?')
  // Without the ticket there is nobody to sign in.
  const isIdle = path === paths.loginSuccess && !new URLSearchParams(query).has('OpenId')
  if (isWeChatPage(path) && !isIdle && (token || open.includes(path))) return { kind: 'wechat', hash: null }
  if (isIdle && token) return { kind: 'shell', hash: `#${paths.root}` }
  if (token) return { kind: 'shell', hash: isLogin(path) ? `#${paths.root}` : null }
  if (isLogin(path)) return { kind: 'login', hash: null }
  return {
    kind: 'login',
    hash: `#${asked === paths.root || isIdle ? paths.login : paths.loginFor(asked)}`,
  }
}

/** The tab that the login page opens on: whoever was about to scan goes on with that (SE-10). */
export function beginsWithScan(hash: string): boolean {
  const asked = new URLSearchParams(hash.split('?')[1] ?? '')
  return asked.get('tab') === 'wechat' || asked.get('redirect') === paths.logOtherWeChat
}

/** Where the login leads: the page asked for, if it is one of ours. */
export function afterLogin(hash: string): string {
  const asked = new URLSearchParams(hash.split('?')[1] ?? '').get('redirect')
  return asked?.startsWith('/') && !isLogin(asked.split('?')[0] ?? asked) ? `#${asked}` : `#${paths.root}`
}
