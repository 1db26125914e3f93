import type { Output } from '@xunyun/contract/kernel/call'
import type { getMyWeChat, WeChatPurpose } from '@xunyun/contract/system/wechat'
import { paths } from '../paths.ts'
import { send } from '../shared/api/api.ts'
import { ApiError } from '../shared/api/errors.ts'
import { i18n } from '../shared/i18n/i18n.ts'
import { currentToken } from '../shared/session/token.ts'
import { wires } from '../shared/session/wires.ts'
import { begin, bindWith, exchange, passwordReason, purposeOf, signInWith } from './scan.ts'

/** Where one came from WeChat, or is about to leave for it. */
export type Place = 'verifying' | 'signedIn' | 'done' | 'starting'
export type Outcome =
  | { readonly kind: 'go'; readonly hash: string }
  | { readonly kind: 'leave'; readonly address: string }
  | { readonly kind: 'bound'; readonly mine: Output<typeof getMyWeChat> | null }
  | { readonly kind: 'failed'; readonly purpose: WeChatPurpose; readonly reason: string; readonly toast: boolean }

const failed = (purpose: WeChatPurpose, reason: string, toast = false): Outcome => ({
  kind: 'failed',
  purpose,
  reason,
  toast,
})

/** Path and parameters of an address: WeChat puts its own before the fragment, our own pages behind it. */
export function readAddress({ search, hash }: { search: string; hash: string }) {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?')
  const parameters = new URLSearchParams(query)
  for (const [name, value] of new URLSearchParams(search)) if (!parameters.has(name)) parameters.set(name, value)
  return { path, parameters }
}

export const placeOf = (path: string): Place =>
  path === paths.authRedirect
    ? 'verifying'
    : path === paths.loginSuccess
      ? 'signedIn'
      : path === paths.bindSuccess
        ? 'done'
        : 'starting'

/** Does what a page without buttons is there for; never throws. */
export async function arrive(path: string, parameters: URLSearchParams): Promise<Outcome> {
  const place = placeOf(path)
  if (place === 'verifying') return verify(parameters.get('code'), parameters.get('state') ?? '')
  if (place === 'signedIn') return signIn(parameters.get('OpenId') ?? '')
  if (place === 'done') return tell()
  return begin('bind').then(
    ({ address }): Outcome => ({ kind: 'leave', address }),
    (error: Error): Outcome =>
      // The page that asks for the password goes on from there.
      error instanceof ApiError && error.reason === passwordReason
        ? { kind: 'go', hash: `#${paths.wxbind}` }
        : failed('bind', error.message),
  )
}

async function verify(code: string | null, state: string): Promise<Outcome> {
  const purpose = purposeOf(state)
  if (!code || state === '') return failed(purpose, i18n.t('login:wechat.cancelled'))
  try {
    const ticket = await exchange(code, state)
    if (ticket === null)
      return purpose === 'login'
        ? failed(purpose, i18n.t('login:wechat.refused'), true)
        : failed(purpose, i18n.t('login:wechat.lost'))
    if (purpose === 'login')
      return { kind: 'go', hash: `#${paths.loginSuccess}?${new URLSearchParams({ OpenId: ticket })}` }
    await bindWith(ticket)
    return { kind: 'go', hash: `#${paths.bindSuccess}` }
  } catch (error) {
    return failed(purpose, (error as Error).message)
  }
}

async function signIn(ticket: string): Promise<Outcome> {
  try {
    await signInWith(ticket)
    return { kind: 'go', hash: `#${paths.root}` }
  } catch (error) {
    // ER: every failure of WeChat's user is said for five seconds; a line that is down is another matter.
    return failed('login', (error as Error).message, error instanceof ApiError)
  }
}

async function tell(): Promise<Outcome> {
  if (currentToken() === null) return { kind: 'bound', mine: null }
  try {
    const mine = await send<Output<typeof getMyWeChat>>(wires.getMyWeChat, {}, { quiet: true, ownSession: true })
    return { kind: 'bound', mine }
  } catch (error) {
    return failed('bind', (error as Error).message)
  }
}
