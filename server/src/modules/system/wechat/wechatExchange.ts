import type { WeChatConfig } from '../../../platform/config.ts'

/** Who WeChat says has scanned. */
export type WeChatPerson = { readonly openId: string; readonly name: string }

/** What WeChat answered instead, for the log: never a code, a token or the secret. */
export class WeChatFault extends Error {
  override name = 'WeChatFault'
}

const timeoutMs = 5000
const shownName = 60

/** WeChat's page with the QR code (Open Platform, website application). It returns to `back` with code and state. */
export function scanAddress(config: WeChatConfig, back: string, state: string): string {
  const query = new URLSearchParams({
    appid: config.appId,
    redirect_uri: back,
    response_type: 'code',
    scope: 'snsapi_login',
    state,
  })
  return `${config.openUrl}/connect/qrconnect?${query}#wechat_redirect`
}

/** Exchanges a code for who has scanned: two calls, WeChat answers errors inside HTTP 200. */
export async function exchange(config: WeChatConfig, code: string): Promise<WeChatPerson> {
  const signal = AbortSignal.timeout(timeoutMs)
  const granted = await ask(config, signal, 'access_token', '/sns/oauth2/access_token', {
    appid: config.appId,
    secret: config.appSecret,
    code,
    grant_type: 'authorization_code',
  })
  const { access_token: accessToken, openid } = granted
  if (typeof accessToken !== 'string' || typeof openid !== 'string') throw new WeChatFault('access_token: no openid')
  const person = await ask(config, signal, 'userinfo', '/sns/userinfo', { access_token: accessToken, openid })
  if (person.openid !== openid) throw new WeChatFault('userinfo: another openid')
  const name = typeof person.nickname === 'string' ? person.nickname.replace(/\p{Cc}/gu, '').trim() : ''
  return { openId: openid, name: [...name].slice(0, shownName).join('') }
}

async function ask(
  config: WeChatConfig,
  signal: AbortSignal,
  what: string,
  path: string,
  query: Record<string, string>,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${config.apiUrl}${path}?${new URLSearchParams(query)}`, { signal, redirect: 'error' })
    .then(async (response) => (await response.json()) as unknown)
    // The message of a failed fetch may hold the address, and that the secret.
    .catch((error: unknown) => {
      throw new WeChatFault(`${what}: ${(error as Error).name}`)
    })
  if (typeof answer !== 'object' || answer === null) throw new WeChatFault(`${what}: no answer to read`)
  const fields = answer as Record<string, unknown>
  if (fields.errcode !== undefined && fields.errcode !== 0) throw new WeChatFault(`${what}: errcode ${fields.errcode}`)
  return fields
}
