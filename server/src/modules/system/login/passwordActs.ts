import type { Input } from '@xunyun/contract/kernel/call'
import type * as calls from '@xunyun/contract/system/calls'
import { weakness } from '@xunyun/contract/system/passwords'
import { type From, recordAccess } from '../../../platform/accessLog.ts'
import type { Act } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import { recordHistory } from '../../../platform/history.ts'
import { hashPassword, passwordFits } from '../../../platform/passwords.ts'
import { badField, notFound, Refusal, refuseFields } from '../../../platform/refusal.ts'
import { closeSessions } from '../../../platform/session.ts'
import { requireAbove } from '../users/above.ts'
import { endBinding } from '../wechat/wechatEnd.ts'
import { judged } from './tries.ts'

const confirmedMs = 10 * 60_000

/** Refuses a weak password at the field. */
export function checkPassword(password: string, account: string, path = 'PSD'): void {
  const weak = weakness(password, account)
  if (weak !== undefined) throw badField(path, weak.reason, weak.params)
}

/** Whether this is the actor's own password. A wrong one counts as a login that failed, and is noted as one. */
async function isMine(db: Db, actor: Actor, from: From, password: string, way: 'oldPassword' | 'confirm') {
  const { password_hash } = await db
    .selectFrom('app_user')
    .select('password_hash')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  const tried = { account: actor.account.toLowerCase(), id: actor.userId }
  const right = await judged(db, tried, from, () => passwordFits(password_hash, password))
  if (!right)
    await recordAccess(db, { kind: 'failure', who: actor, from, detail: { way, reason: 'system.wrongOldPassword' } })
  return { right, judgedBy: password_hash }
}

/** For what a stolen session must not be enough for: holds ten minutes, for this session. */
export async function confirmPassword(
  db: Db,
  actor: Actor,
  from: From,
  input: Input<typeof calls.confirmMyPassword>,
): Promise<void> {
  const { right } = await isMine(db, actor, from, input.PSD, 'confirm')
  if (!right) throw badField('PSD', 'system.wrongPassword')
  await db.updateTable('session').set({ confirmed_at: clock.now() }).where('id', '=', actor.sessionId).execute()
}

export async function requireConfirmed(tx: Tx, actor: Actor): Promise<void> {
  const row = await tx.selectFrom('session').select('confirmed_at').where('id', '=', actor.sessionId).executeTakeFirst()
  const at = row?.confirmed_at ?? null
  if (at === null || clock.ms() - Date.parse(at) > confirmedMs) throw new Refusal('system.confirmPassword')
}

/** Changes my password and ends all my sessions (SE-06). The old one is judged before the transaction begins. */
export async function changeMyPassword(
  db: Db,
  actor: Actor,
  from: From,
  input: Input<typeof calls.changePwd>,
): Promise<void> {
  const { right, judgedBy } = await isMine(db, actor, from, input.OldPSD, 'oldPassword')
  const weak = weakness(input.PSD, actor.account)
  const same = input.PSD === input.OldPSD
  // Said all at once: nobody mends one only to hear of the next.
  refuseFields([
    ...(right ? [] : [{ path: 'OldPSD', reason: 'system.wrongOldPassword' } as const]),
    ...(weak ? [{ path: 'PSD', ...weak }] : same ? [{ path: 'PSD', reason: 'system.passwordSame' } as const] : []),
    ...(input.PSD === input.Pwd2 ? [] : [{ path: 'Pwd2', reason: 'system.passwordsDiffer' } as const]),
  ])
  await db.transaction().execute(async (tx) => {
    const now = await tx
      .selectFrom('app_user')
      .select('password_hash')
      .where('id', '=', actor.userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    // Changed or reset meanwhile: what was judged is no longer the old password.
    if (now.password_hash !== judgedBy) throw badField('OldPSD', 'system.wrongOldPassword')
    await setPassword(tx, actor.userId, input.PSD, false)
    await recordHistory(tx, actor, 'user', actor.userId, 'passwordChanged')
  })
}

/** Resets somebody's password; it must be changed at the next login (AP-07). Whoever took the account may have bound his own WeChat: that ends too. */
export const adminChangePwd: Act<typeof calls.adminChangePwd> = async ({ tx, actor }, input) => {
  const user = await tx
    .selectFrom('app_user')
    .select(['id', 'account', 'open_id', 'wechat_name'])
    .where('id', '=', input.UserID)
    .where('is_deleted', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (user === undefined) throw notFound()
  await requireAbove(tx, actor, input.UserID)
  checkPassword(input.PSD, user.account)
  await setPassword(tx, input.UserID, input.PSD, true)
  await recordHistory(tx, actor, 'user', input.UserID, 'passwordReset')
  if (user.open_id !== null) await endBinding(tx, actor, user)
  return {}
}

async function setPassword(tx: Tx, userId: number, password: string, mustChange: boolean): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ password_hash: await hashPassword(password), must_change_password: mustChange })
    .where('id', '=', userId)
    .execute()
  await closeSessions(tx, userId, 'all')
}
