import { dropOldAccess } from '../../platform/accessLog.ts'
import { clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import type { Files } from '../../platform/files.ts'

/** Days that each is kept. What people made is not among it: this is what remembers for a while only. */
export const keptDays = { intents: 2, notifications: 90, jobs: 30, failures: 2, loose: 7 } as const

const ago = (days: number): number => clock.ms() - days * 86_400_000
const before = (days: number): string => new Date(ago(days)).toISOString()

/**
 * Every night: ended sessions, old intents and notifications, the files of exports that nobody fetches any more, and
 * uploads that were tied to nothing; a draft that waits over a weekend keeps its photos.
 */
export async function tidyUp(db: Db, files: Files, accessDays: number): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<', clock.iso()).execute()
  await db.deleteFrom('idempotency').where('created_at', '<', before(keptDays.intents)).execute()
  await db.deleteFrom('login_failure').where('last_at', '<', before(keptDays.failures)).execute()
  await dropOldAccess(db, accessDays)
  await db.deleteFrom('notification').where('at', '<', before(keptDays.notifications)).execute()
  const gone = await db
    .deleteFrom('job')
    .where('ended_at', '<', before(keptDays.jobs))
    .where('state', 'in', ['done', 'failed', 'stopped'])
    .returning(['id', 'file_id'])
    .execute()
  for (const { file_id } of gone) if (file_id !== null) await files.forget(db, file_id)
  await files.tidyUp(db, ago(keptDays.loose))
}
