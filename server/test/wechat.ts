import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WeChatConfig } from '../src/platform/config.ts'

/**
 * WeChat's part of a website login (Open Platform), played by a server of its own on 127.0.0.1 that speaks the documented
 * paths, fields and error codes: the page with the code, /sns/oauth2/access_token, /sns/userinfo. What a phone does by
 * scanning and confirming is a button here, under any nickname.
 */
export type PlayedWeChat = {
  readonly url: string
  /** What the product is to be configured with. */
  readonly config: WeChatConfig
  /** Paths asked for, in order, without their queries. */
  readonly asked: string[]
  /** From now on: no answer at all, userinfo refuses, or as it should be. */
  trouble: 'silent' | 'userinfo' | undefined
  /** Scans what `address` shows, as this nickname; answers where the browser is sent back to. */
  scan(address: string, nickname: string): Promise<URL>
  close(): Promise<void>
}

const appId = 'wx0123456789abcdef'
const appSecret = 'played-secret-0123456789abcdef01'

/** The same nickname is the same person: 28 characters that begin as WeChat's do. */
export const openIdOf = (nickname: string): string =>
  `o6_${createHash('sha256').update(nickname).digest('base64url').slice(0, 25)}`

export async function playWeChat(): Promise<PlayedWeChat> {
  /** Code → who has confirmed; a code that was used stays, with nobody. */
  const codes = new Map<string, string | null>()
  /** Access token → whose. */
  const tokens = new Map<string, string>()
  const played = { asked: [] as string[], trouble: undefined as PlayedWeChat['trouble'] }

  const answers: Record<string, (query: URLSearchParams, response: ServerResponse) => void> = {
    '/connect/qrconnect': (query, response) => {
      if (query.get('appid') !== appId) return page(response, '<p>AppID is wrong</p>')
      if (query.get('scope') !== 'snsapi_login' || query.get('response_type') !== 'code')
        return page(response, '<p>Scope is wrong</p>')
      if (!URL.canParse(query.get('redirect_uri') ?? '')) return page(response, '<p>redirect_uri is wrong</p>')
      page(response, scanPage)
    },
    '/connect/confirm': (query, response) => {
      const code = randomBytes(16).toString('hex')
      codes.set(code, query.get('nickname') ?? '')
      const back = new URL(query.get('redirect_uri') ?? '')
      // Before the fragment, as WeChat does.
      back.searchParams.set('code', code)
      back.searchParams.set('state', query.get('state') ?? '')
      response.writeHead(302, { location: back.href }).end()
    },
    '/sns/oauth2/access_token': (query, response) => {
      if (query.get('appid') !== appId) return refuse(response, 40013, 'invalid appid')
      if (query.get('secret') !== appSecret) return refuse(response, 40125, 'invalid appsecret')
      const nickname = codes.get(query.get('code') ?? '')
      if (nickname === undefined) return refuse(response, 40029, 'invalid code')
      if (nickname === null) return refuse(response, 40163, 'code been used')
      codes.set(query.get('code') ?? '', null)
      const token = randomBytes(16).toString('hex')
      tokens.set(token, nickname)
      json(response, {
        access_token: token,
        expires_in: 7200,
        refresh_token: randomBytes(16).toString('hex'),
        openid: openIdOf(nickname),
        scope: 'snsapi_login',
        unionid: `u${openIdOf(nickname)}`,
      })
    },
    '/sns/userinfo': (query, response) => {
      const nickname = tokens.get(query.get('access_token') ?? '')
      if (nickname === undefined || played.trouble === 'userinfo')
        return refuse(response, 40001, 'invalid credential, access_token is invalid or not latest')
      if (query.get('openid') !== openIdOf(nickname)) return refuse(response, 40003, 'invalid openid')
      json(response, { openid: openIdOf(nickname), nickname, sex: 0, headimgurl: '', privilege: [], unionid: '' })
    },
  }

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://wechat')
    played.asked.push(pathname)
    if (played.trouble === 'silent') return
    const answer = answers[pathname]
    if (answer === undefined) response.writeHead(404).end()
    else answer(searchParams, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(played, {
    url,
    config: { appId, appSecret, openUrl: url, apiUrl: url },
    async scan(address: string, nickname: string) {
      const query = new URL(address).searchParams
      query.set('nickname', nickname)
      const response = await fetch(`${url}/connect/confirm?${query}`, { redirect: 'manual' })
      return new URL(response.headers.get('location') ?? '')
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}

const json = (response: ServerResponse, body: unknown) =>
  // WeChat says text/plain, whatever it sends.
  response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(body))
const refuse = (response: ServerResponse, errcode: number, errmsg: string) => void json(response, { errcode, errmsg })

const page = (response: ServerResponse, body: string) =>
  void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>WeChat, played</title>
<link rel="icon" href="data:,">
<style>
  body { margin: 0; padding: 4px; font: 12px/1.5 system-ui, sans-serif; color: #1d2129; background: #fff; text-align: center }
  p { margin: 8px 0 6px } input, button { box-sizing: border-box; width: 100%; height: 30px; margin-top: 6px; border-radius: 4px; font: inherit }
  input { border: 1px solid #c9cdd4; padding: 0 8px } button { border: 0; background: #07863f; color: #fff; cursor: pointer }
</style>
${body}</html>`)

/** The page stands in the product's own, or alone: it sends the whole window back. */
const scanPage = `<p><b>WeChat, played</b><br>No phone needed</p>
<label for="nickname">Nickname</label><input id="nickname" value="Demo" maxlength="30">
<button type="button" id="scan">Scan and confirm</button>
<script>
  document.getElementById('scan').onclick = () => {
    const query = new URLSearchParams(location.search)
    query.set('nickname', document.getElementById('nickname').value)
    top.location.href = new URL('/connect/confirm?' + query, location.href)
  }
</script>`
