import { dropOldAccess } from '../../platform/accessLog.ts'
import { clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import type { Files } from '../../platform/files.ts'
import { dropOldIntents } from '../../platform/idempotency.ts'
import { dropOldJobs } from '../../platform/longWork.ts'
import { dropOldNotifications } from '../../platform/notify.ts'
import { dropEndedSessions } from '../../platform/session.ts'
import { dropOldTries } from '../system/index.ts'

/** Days that each is kept. What people made is not among it: this is what remembers for a while only. */
export const keptDays = { intents: 2, notifications: 90, jobs: 30, failures: 2, loose: 7 } as const

const ago = (days: number): number => clock.ms() - days * 86_400_000
const before = (days: number): string => new Date(ago(days)).toISOString()

/**
 * Every night: ended sessions, old intents and notifications, the files of exports that nobody fetches any more, and
 * uploads that were tied to nothing; a draft that waits over a weekend keeps its photos.
 */
export async function tidyUp(db: Db, files: Files, accessDays: number): Promise<void> {
  await dropEndedSessions(db)
  await dropOldIntents(db, before(keptDays.intents))
  await dropOldTries(db, before(keptDays.failures))
  await dropOldAccess(db, accessDays)
  await dropOldNotifications(db, before(keptDays.notifications))
  for (const fileId of await dropOldJobs(db, before(keptDays.jobs))) await files.forget(db, fileId)
  await files.tidyUp(db, ago(keptDays.loose))
}
