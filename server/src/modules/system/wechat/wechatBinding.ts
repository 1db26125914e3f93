import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { HistoryEntry } from '@xunyun/contract/system/calls'
import type * as calls from '@xunyun/contract/system/wechat'
import type { Act } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import { eachRecord, type Records } from '../../../platform/batch.ts'
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
  input: Input<typeof calls.bindOpenId>,
): Promise<Output<typeof calls.bindOpenId>> {
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
): Promise<Output<typeof calls.getMyWeChat>> {
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

/** Not deleted, locked in id order. */
async function lockBound(tx: Tx, _: Actor, ids: readonly number[]): Promise<Map<number, Bound>> {
  const rows = await tx
    .selectFrom('app_user')
    .select(['id', 'name', 'open_id', 'wechat_name'])
    .where('id', 'in', [...ids])
    .where('is_deleted', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export const unbindMyWeChat: Act<typeof calls.unbindMyWeChat> = async ({ tx, actor }) => {
  const mine = (await lockBound(tx, actor, [actor.userId])).get(actor.userId)
  if (mine === undefined) throw notFound()
  await endBinding(tx, actor, mine)
  return {}
}

/** Ends bindings of others (RT-12/wxbind); their sessions stay, which is another act. */
export const unbindWeChat: Act<typeof calls.unbindWeChat> = async (asked, { ids }) => {
  const { tx, actor } = asked
  const beyond = await administratorsBeyond(tx, actor, ids)
  const users: Records<Bound> = {
    lock: lockBound,
    no: (user) => user.name,
    may: ({ id, open_id }) => beyond.get(id) ?? (open_id === null ? new Refusal('system.wechatNone') : undefined),
  }
  return eachRecord(asked, ids, users, (user) => endBinding(tx, actor, user))
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
