import type { Input } from '@xunyun/contract/kernel/call'
import type { doLogin } from '@xunyun/contract/system/calls'
import { sql } from 'kysely'
import { clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { passwordFits } from '../../platform/passwords.ts'
import { Refusal } from '../../platform/refusal.ts'
import { openSession } from '../../platform/session.ts'

type From = { address: string; agent: string }

/** Free attempts before the delay starts; then it doubles from one second up to five minutes. */
const freeAttempts = 5
const longestDelaySeconds = 300

/**
 * Signs in (AP-01). Failures are counted per account and address, so that a stranger who guesses from elsewhere
 * never locks the owner out.
 */
export async function login(db: Db, input: Input<typeof doLogin>, from: From): Promise<{ token: string }> {
  const account = input.LOGNAME.toLowerCase()
  await refuseWhileDelayed(db, account, from.address)
  const user = await db
    .selectFrom('app_user')
    .select(['id', 'password_hash', 'status'])
    .where(sql`lower(account)`, '=', account)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  if (!(await passwordFits(user?.password_hash, input.PSD)) || user === undefined) {
    await countFailure(db, account, from.address)
    throw new Refusal('system.loginFailed')
  }
  // Said only to who knows the password.
  if (user.status !== 0) throw new Refusal('system.disabled')
  return db.transaction().execute(async (tx) => {
    await forgetFailures(tx, account, from.address)
    await tx.updateTable('app_user').set({ last_login_at: clock.now() }).where('id', '=', user.id).execute()
    await tx.deleteFrom('session').where('user_id', '=', user.id).where('expires_at', '<', clock.iso()).execute()
    return { token: await openSession(tx, user.id, from) }
  })
}

export async function refuseWhileDelayed(tx: Tx, account: string, address: string): Promise<void> {
  const row = await tx
    .selectFrom('login_failure')
    .select(['failures', 'last_at'])
    .where('account', '=', account)
    .where('address', '=', address)
    .executeTakeFirst()
  if (row === undefined || row.failures < freeAttempts) return
  const delay = Math.min(2 ** (row.failures - freeAttempts), longestDelaySeconds)
  const left = Math.ceil(delay - (clock.ms() - Date.parse(row.last_at)) / 1000)
  if (left > 0) throw new Refusal('system.loginDelay', { seconds: left })
}

export async function forgetFailures(tx: Tx, account: string, address: string): Promise<void> {
  await tx.deleteFrom('login_failure').where('account', '=', account).where('address', '=', address).execute()
}

/** Outside any transaction, because the refusal that follows would undo it. */
export async function countFailure(db: Db, account: string, address: string): Promise<void> {
  const now = clock.now()
  await db
    .insertInto('login_failure')
    .values({ account, address, failures: 1, last_at: now })
    .onConflict((oc) =>
      oc.columns(['account', 'address']).doUpdateSet({
        // A day without a failure starts anew.
        failures: sql`case when login_failure.last_at < ${new Date(now.getTime() - 86_400_000)} then 1 else login_failure.failures + 1 end`,
        last_at: now,
      }),
    )
    .execute()
}
