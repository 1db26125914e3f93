import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db.ts'
import { recordHistory } from '../../../platform/history.ts'
import { Refusal } from '../../../platform/refusal.ts'

export type BoundUser = { readonly id: number; readonly open_id: string | null; readonly wechat_name: string | null }

/** Ends a user's binding to WeChat; his sessions stay, which is another act. */
export async function endBinding(tx: Tx, actor: Actor, user: BoundUser): Promise<void> {
  if (user.open_id === null) throw new Refusal('system.wechatNone')
  await tx
    .updateTable('app_user')
    .set({ open_id: null, open_id_bound_at: null, wechat_name: null, wechat_login_at: null })
    .where('id', '=', user.id)
    .execute()
  await recordHistory(tx, actor, 'user', user.id, 'wechatUnbound', [
    { field: 'wechat', from: user.wechat_name, to: null },
  ])
}
