import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import type { HistoryEntry } from '@xunyun/contract/system/calls'
import type { bindOpenId, getMyWeChat } from '@xunyun/contract/system/wechat'
import type { Actor } from '../../../platform/actor.ts'
import { BatchReport } from '../../../platform/batch.ts'
import { clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import { historyOf, recordHistory } from '../../../platform/history.ts'
import { notFound, Refusal } from '../../../platform/refusal.ts'
import { administratorsBeyond } from '../users/above.ts'
import { type BoundUser, endBinding } from './wechatEnd.ts'
import { refuseBound } from './wechatLogin.ts'
import { progressOf, takeTicket } from './wechatTickets.ts'

/** 张伟 · zhangwei → 张* · zh***: enough to know a colleague by, not enough to collect accounts. */
export const maskedUser = ({ name, account }: { name: string; account: string }): string =>
  `${[...name].slice(0, 1).join('')}* · ${[...account].slice(0, 2).join('')}***`

/** Binds my account (AP-10). The ticket is used up before: a refusal must not bring it back. */
export async function bindMine(
  db: Db,
  actor: Actor,
  input: Input<typeof bindOpenId>,
): Promise<Output<typeof bindOpenId>> {
  const person = await takeTicket(db, input.OpenId, { bind: actor.userId })
  if (person === undefined) throw new Refusal('system.wechatTicket')
  return db.transaction().execute(async (tx) => {
    // Two windows of one person bind one after the other.
    await tx.selectFrom('app_user').select('id').where('id', '=', actor.userId).forUpdate().executeTakeFirstOrThrow()
    await refuseBound(tx, actor.userId)
    const other = await tx
      .selectFrom('app_user')
      .select(['name', 'account'])
      .where('open_id', '=', person.openId)
      .where('is_deleted', '=', false)
      .executeTakeFirst()
    if (other !== undefined) throw new Refusal('system.wechatElsewhere', { who: maskedUser(other) })
    await tx
      .updateTable('app_user')
      .set({ open_id: person.openId, open_id_bound_at: clock.now(), wechat_name: person.name, wechat_login_at: null })
      .where('id', '=', actor.userId)
      .execute()
    await recordHistory(tx, actor, 'user', actor.userId, 'wechatBound', [
      { field: 'wechat', from: null, to: person.name },
    ])
    return { account: actor.account, wechatName: person.name }
  })
}

export async function myWeChat(
  tx: Tx,
  actor: Actor,
  browser: string | undefined,
  state: string | undefined,
): Promise<Output<typeof getMyWeChat>> {
  const mine = await tx
    .selectFrom('app_user')
    .select(['open_id', 'open_id_bound_at', 'wechat_name'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  return {
    account: actor.account,
    name: actor.name,
    bound: mine.open_id !== null,
    wechatName: mine.wechat_name ?? '',
    boundAt: mine.open_id_bound_at,
    scan: state === undefined ? 'none' : browser === undefined ? 'expired' : await progressOf(tx, state, browser),
  }
}

type Bound = BoundUser & { readonly name: string }

const lockBound = (tx: Tx, ids: readonly number[]): Promise<Bound[]> =>
  tx
    .selectFrom('app_user')
    .select(['id', 'name', 'open_id', 'wechat_name'])
    .where('id', 'in', [...ids])
    .where('is_deleted', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()

export async function unbindMine(tx: Tx, actor: Actor): Promise<void> {
  const [mine] = await lockBound(tx, [actor.userId])
  if (mine === undefined) throw notFound()
  await endBinding(tx, actor, mine)
}

/** Ends bindings of others (RT-12/wxbind); their sessions stay, which is another act. */
export async function unbindEach(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Outcomes> {
  const report = new BatchReport(actor)
  const users = new Map((await lockBound(tx, ids)).map((user) => [user.id, user]))
  const beyond = await administratorsBeyond(tx, actor, ids)
  for (const id of new Set(ids)) {
    const user = users.get(id)
    const refusal = beyond.get(id)
    if (user === undefined) {
      report.refuse(id, String(id), notFound())
    } else if (refusal !== undefined) {
      report.refuse(id, user.name, refusal)
    } else if (user.open_id === null) {
      report.refuse(id, user.name, new Refusal('system.wechatNone'))
    } else {
      await endBinding(tx, actor, user)
      report.done()
    }
  }
  return report.outcomes()
}

/** Of a user's timeline what is about WeChat: the rest needs the right to see users. */
export async function bindingHistory(tx: Tx, userId: number): Promise<HistoryEntry[]> {
  const user = await tx
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', userId)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  if (user === undefined) throw notFound()
  return (await historyOf(tx, 'user', userId)).filter(({ action }) => action.startsWith('wechat'))
}
