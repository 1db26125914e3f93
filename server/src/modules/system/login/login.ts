import type { Input } from '@xunyun/contract/kernel/call'
import type { doLogin } from '@xunyun/contract/system/calls'
import { sql } from 'kysely'
import { type From, recordAccess } from '../../../platform/accessLog.ts'
import { clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db.ts'
import { passwordFits } from '../../../platform/passwords.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { dropEndedSessions, openSession } from '../../../platform/session.ts'
import { judged } from './tries.ts'

/** Signs in (AP-01). Why it was refused is said only as far as whoever knows the password may know. */
export async function login(db: Db, input: Input<typeof doLogin>, from: From): Promise<{ token: string }> {
  const account = input.LOGNAME.toLowerCase()
  const user = await db
    .selectFrom('app_user')
    .select(['id', 'account', 'name', 'password_hash', 'status'])
    .where(sql`lower(account)`, '=', account)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  const who = user === undefined ? null : { userId: user.id, account: user.account, name: user.name }
  const refuse = async (reason: 'system.loginFailed' | 'system.disabled'): Promise<never> => {
    await recordAccess(db, { kind: 'failure', who, from, detail: { way: 'password', reason } })
    throw new Refusal(reason)
  }
  const right = await judged(db, { account, id: user?.id ?? null }, from, () =>
    passwordFits(user?.password_hash, input.PSD),
  )
  if (!right || user === undefined) return refuse('system.loginFailed')
  // Said only to who knows the password.
  if (user.status !== 0) return refuse('system.disabled')
  return db.transaction().execute(async (tx) => {
    await tx.updateTable('app_user').set({ last_login_at: clock.now() }).where('id', '=', user.id).execute()
    await dropEndedSessions(tx, user.id)
    await recordAccess(tx, { kind: 'login', who, from, detail: { way: 'password' } })
    return { token: await openSession(tx, user.id, from) }
  })
}
