import type { Output } from '@xunyun/contract/kernel/call'
import type { beginWeChat, bindOpenId, WeChatPurpose } from '@xunyun/contract/system/wechat'
import { request, send } from '../shared/api/api.ts'
import { saveToken } from '../shared/session/token.ts'
import { wires } from '../shared/session/wires.ts'

/** The way to WeChat and back (SE-10). Every failure is shown by the page, not by a toast over it. */

const quiet = { quiet: true, ownSession: true } as const

/** Why a scan for binding does not begin before the password was given. */
export const passwordReason = 'system.confirmPassword'

export const begin = (purpose: WeChatPurpose): Promise<Output<typeof beginWeChat>> =>
  send(wires.beginWeChat, { purpose }, quiet)

/** The ticket, or null where the answer is `err` (AP-09). */
export async function exchange(code: string, state: string): Promise<string | null> {
  const answer = await request(wires.getWXKFOpenId, { code, state }, quiet)
  const text = await answer.text()
  return answer.ok && text !== 'err' ? text : null
}

/** SE-01: after WeChat the token is kept in local storage too. */
export async function signInWith(ticket: string): Promise<void> {
  const { token } = await send<{ token: string }>(wires.wxLogin, { OpenId: ticket }, quiet)
  saveToken(token, { lasting: true })
}

export const bindWith = (ticket: string): Promise<Output<typeof bindOpenId>> =>
  send(wires.bindOpenId, { OpenId: ticket }, quiet)

/** What a state was begun for. */
export const purposeOf = (state: string): WeChatPurpose => (state.startsWith('B') ? 'bind' : 'login')

/** In WeChat's own browser nobody can scan its screen: a button leads to WeChat's page instead. */
export const isInsideWeChat = (): boolean => /MicroMessenger/i.test(navigator.userAgent)

/** The code alone, without WeChat's heading, as small as our frame. */
const frameStyle =
  '.impowerBox .title,.impowerBox .info{display:none}.impowerBox{line-height:0}.impowerBox .qrcode{width:170px;margin:0;border:0}'

/** WeChat's page as it is embedded (its wxLogin.js does the same): it sends the whole window back, not the frame. */
export function frameAddress(address: string): string {
  const url = new URL(address)
  url.searchParams.set('login_type', 'jssdk')
  url.searchParams.set('self_redirect', 'false')
  url.searchParams.set('href', `data:text/css;base64,${btoa(frameStyle)}`)
  return url.href
}
