import type { Input } from '@xunyun/contract/kernel/call'
import type { adminChangePwd, changePwd } from '@xunyun/contract/system/calls'
import { weakness } from '@xunyun/contract/system/passwords'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { recordHistory } from '../../platform/history.ts'
import { hashPassword, passwordFits } from '../../platform/passwords.ts'
import { badField, notFound, refuseFields } from '../../platform/refusal.ts'
import { closeSessions } from '../../platform/session.ts'

/** Refuses a weak password at the field. */
export function checkPassword(password: string, account: string, path = 'PSD'): void {
  const weak = weakness(password, account)
  if (weak !== undefined) throw badField(path, weak.reason, weak.params)
}

/** Changes my password and ends all my sessions (SE-06). */
export async function changeMyPassword(tx: Tx, actor: Actor, input: Input<typeof changePwd>): Promise<void> {
  const user = await tx
    .selectFrom('app_user')
    .select('password_hash')
    .where('id', '=', actor.userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const weak = weakness(input.PSD, actor.account)
  const same = input.PSD === input.OldPSD
  // Said all at once: nobody mends one only to hear of the next.
  refuseFields([
    ...((await passwordFits(user.password_hash, input.OldPSD))
      ? []
      : [{ path: 'OldPSD', reason: 'system.wrongOldPassword' } as const]),
    ...(weak ? [{ path: 'PSD', ...weak }] : same ? [{ path: 'PSD', reason: 'system.passwordSame' } as const] : []),
    ...(input.PSD === input.Pwd2 ? [] : [{ path: 'Pwd2', reason: 'system.passwordsDiffer' } as const]),
  ])
  await setPassword(tx, actor.userId, input.PSD, false)
  await recordHistory(tx, actor, 'user', actor.userId, 'passwordChanged')
}

/** Resets somebody's password; it must be changed at the next login (AP-07). */
export async function resetPassword(tx: Tx, actor: Actor, input: Input<typeof adminChangePwd>): Promise<void> {
  const user = await tx
    .selectFrom('app_user')
    .select(['account'])
    .where('id', '=', input.UserID)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  if (user === undefined) throw notFound()
  checkPassword(input.PSD, user.account)
  await setPassword(tx, input.UserID, input.PSD, true)
  await recordHistory(tx, actor, 'user', input.UserID, 'passwordReset')
}

async function setPassword(tx: Tx, userId: number, password: string, mustChange: boolean): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ password_hash: await hashPassword(password), must_change_password: mustChange })
    .where('id', '=', userId)
    .execute()
  await closeSessions(tx, userId, 'all')
}
