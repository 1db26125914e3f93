import { pageOf } from '@xunyun/contract/pages'
import * as calls from '@xunyun/contract/system/wechat'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../../platform/actor.ts'
import { fromOf, languageOf, tokenOf } from '../../../platform/http/request.ts'
import type { Platform } from '../../../platform/platform.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { bindingColumns, listBindings, totalBindings } from './queries.ts'
import { bindingHistory, bindMine, myWeChat, unbindMyWeChat, unbindWeChat } from './wechatBinding.ts'
import { begin, browserOf, exchangeCode, loginByTicket } from './wechatLogin.ts'
import { dropStale } from './wechatTickets.ts'

/** WeChat: signing in, binding, and who is bound (SE-10). */
export function bindWeChat(platform: Platform): void {
  const { bind, config, db, exports, jobs, sessions } = platform
  // Two people bind one WeChat at once: who comes second meets the index.
  bind.constraints({ app_user__open_id: () => new Refusal('system.wechatTicket') })
  jobs.nightly('wechat-stale', '03:20', dropStale)
  /** Whose browser it is; both calls are anybody's, and mean more with a token. */
  const actorOf = async (request: FastifyRequest): Promise<Actor | undefined> => {
    const token = tokenOf(request)
    return token === undefined ? undefined : sessions.find(db, token, languageOf(request))
  }

  bind(calls.getWeChatSettings, async () => ({ enabled: config.wechat !== undefined }))
  bind(calls.beginWeChat, async ({ tx, request, reply }, input) =>
    begin(tx, platform, { request, reply, actor: await actorOf(request) }, input),
  )
  bind(calls.getWXKFOpenId, async ({ request }, input) =>
    exchangeCode(db, platform, { request, actor: await actorOf(request) }, input),
  )
  bind(calls.wxLogin, ({ request }, input) => loginByTicket(db, input, fromOf(request)))
  bind(calls.bindOpenId, ({ actor }, input) => bindMine(db, actor, input), { ownTransactions: true })
  bind(calls.getMyWeChat, ({ tx, actor, request }, { state }) => myWeChat(tx, actor, browserOf(request), state))
  bind(calls.unbindMyWeChat, unbindMyWeChat)

  bind(calls.getBindings, ({ tx }, input) => listBindings(tx, input))
  bind(calls.getBindingTotals, ({ tx }, input) => totalBindings(tx, input))
  exports.offer(calls.exportBindings, {
    name: (actor) => pageOf('wxbind').titles[actor.language],
    columns: () => bindingColumns,
    page: (tx, _, input, request) => listBindings(tx, { ...input, ...request, page: undefined }),
  })
  bind(calls.unbindWeChat, unbindWeChat)
  bind(calls.getBindingHistory, ({ tx }, { id }) => bindingHistory(tx, id))
}
