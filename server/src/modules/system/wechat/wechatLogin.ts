import { randomBytes } from 'node:crypto'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { beginWeChat, getWXKFOpenId, wxLogin } from '@xunyun/contract/system/wechat'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type From, recordAccess } from '../../../platform/accessLog.ts'
import type { Actor } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import type { WeChatConfig } from '../../../platform/config.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import { cookie } from '../../../platform/http/request.ts'
import type { Platform } from '../../../platform/platform.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { openSession } from '../../../platform/session.ts'
import { requireConfirmed } from '../login/passwordActs.ts'
import { judged } from '../login/tries.ts'
import { exchange, scanAddress, WeChatFault, type WeChatPerson } from './wechatExchange.ts'
import { issueTicket, openState, stateSeconds, takeState, takeTicket } from './wechatTickets.ts'

const browserCookie = 'wechat-browser'

const weChatOf = ({ config }: Pick<Platform, 'config'>): WeChatConfig => {
  if (config.wechat === undefined) throw new Refusal('system.wechatOff')
  return config.wechat
}

/** The browser's key; one that has none gets it, out of the reach of scripts and of other sites. */
export const browserOf = (request: FastifyRequest): string | undefined => cookie(request, browserCookie)

function keyedBrowser(config: Platform['config'], request: FastifyRequest, reply: FastifyReply): string {
  const known = browserOf(request)
  if (known !== undefined && /^[\w-]{43}$/.test(known)) return known
  const key = randomBytes(32).toString('base64url')
  const secure = (config.publicUrl?.protocol ?? `${request.protocol}:`) === 'https:' ? '; Secure' : ''
  reply.header('set-cookie', `${browserCookie}=${key}; Path=/api/; HttpOnly; SameSite=Strict; Max-Age=86400${secure}`)
  return key
}

/** Begins a scan (SE-10). Whoever binds is signed in, not bound yet, and has just given the password: a session alone may be stolen. */
export async function begin(
  tx: Tx,
  platform: Pick<Platform, 'config'>,
  from: { request: FastifyRequest; reply: FastifyReply; actor: Actor | undefined },
  input: Input<typeof beginWeChat>,
): Promise<Output<typeof beginWeChat>> {
  const { request, reply, actor } = from
  const config = weChatOf(platform)
  const browser = keyedBrowser(platform.config, request, reply)
  const state = await openState(tx, browser, input.purpose === 'login' ? 'login' : await whoBinds(tx, actor))
  const home = platform.config.publicUrl?.origin ?? `${request.protocol}://${request.host}`
  return { address: scanAddress(config, `${home}/#/auth-redirect`, state), state, seconds: stateSeconds }
}

async function whoBinds(tx: Tx, actor: Actor | undefined): Promise<{ bind: number }> {
  if (actor === undefined) throw new Refusal('kernel.session')
  if (actor.mustChangePassword) throw new Refusal('system.mustChangePassword')
  await refuseBound(tx, actor.userId)
  await requireConfirmed(tx, actor)
  return { bind: actor.userId }
}

/** One account, one WeChat: another comes after an unbinding, which leaves its trace. */
export async function refuseBound(tx: Tx, userId: number): Promise<void> {
  const mine = await tx
    .selectFrom('app_user')
    .select(['open_id', 'wechat_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (mine.open_id !== null) throw new Refusal('system.wechatBound', { wechat: mine.wechat_name ?? '' })
}

/**
 * Exchanges WeChat's code for a ticket (AP-09). A binding is continued by the session of the user who began it alone.
 * The state is used up before WeChat is asked, so that a code is tried once.
 */
export async function exchangeCode(
  db: Db,
  platform: Pick<Platform, 'config' | 'log'>,
  from: { request: FastifyRequest; actor: Actor | undefined },
  input: Input<typeof getWXKFOpenId>,
): Promise<string> {
  const config = weChatOf(platform)
  const browser = browserOf(from.request)
  const use = browser === undefined ? undefined : await takeState(db, input.state, browser)
  if (use === undefined || (use !== 'login' && use.bind !== from.actor?.userId))
    throw new Refusal('system.wechatTicket')
  try {
    return await issueTicket(db, await exchange(config, input.code), use)
  } catch (error) {
    if (!(error instanceof WeChatFault)) throw error
    platform.log.warn({ reason: error.message }, 'WeChat refused an exchange')
    throw new Refusal('system.wechatRefused')
  }
}

/**
 * Signs in with a ticket (AP-02): a bare, made-up, used or expired one and a WeChat that belongs to no enabled account all
 * get the specification's message.
 */
export async function loginByTicket(db: Db, input: Input<typeof wxLogin>, from: From): Promise<{ token: string }> {
  const found: { person?: WeChatPerson } = {}
  // One that does not exist is counted as a wrong password is, by address.
  const right = await judged(db, 'tickets', from, async () => {
    found.person = await takeTicket(db, input.OpenId, 'login')
    return found.person !== undefined
  })
  const { person } = found
  const refuse = async (): Promise<never> => {
    const detail = { way: 'wechat', reason: 'system.wechatRefused' }
    await recordAccess(db, { kind: 'failure', who: null, from, detail })
    throw new Refusal('system.wechatRefused')
  }
  if (!right || person === undefined) return refuse()
  const token = await db.transaction().execute(async (tx) => {
    const now = clock.now()
    const user = await tx
      .updateTable('app_user')
      .set({ last_login_at: now, wechat_login_at: now, wechat_name: person.name })
      .where('open_id', '=', person.openId)
      .where('status', '=', 0)
      .where('is_deleted', '=', false)
      .returning(['id', 'account', 'name'])
      .executeTakeFirst()
    if (user === undefined) return undefined
    const who = { userId: user.id, account: user.account, name: user.name }
    await recordAccess(tx, { kind: 'login', who, from, detail: { way: 'wechat' } })
    return openSession(tx, user.id, from)
  })
  return token === undefined ? refuse() : { token }
}
