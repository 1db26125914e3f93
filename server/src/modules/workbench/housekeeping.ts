import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import type { Files } from '../../platform/files.ts'

/** Days that each is kept. What people made is not among it: this is what remembers for a while only. */
export const keptDays = { intents: 2, notifications: 90, jobs: 30, failures: 2, mails: 365 } as const

const before = (days: number): string => new Date(clock.ms() - days * 86_400_000).toISOString()

/**
 * Every night: ended sessions, old intents and notifications, the files of exports that nobody fetches any more, and what
 * old mails said.
 */
export async function tidyUp(db: Db, files: Files): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<', clock.iso()).execute()
  await db.deleteFrom('idempotency').where('created_at', '<', before(keptDays.intents)).execute()
  await db.deleteFrom('login_failure').where('last_at', '<', before(keptDays.failures)).execute()
  await db.deleteFrom('notification').where('at', '<', before(keptDays.notifications)).execute()
  const gone = await db
    .deleteFrom('job')
    .where('ended_at', '<', before(keptDays.jobs))
    .where('state', 'in', ['done', 'failed', 'stopped'])
    .returning(['id', 'file_id'])
    .execute()
  for (const { file_id } of gone) if (file_id !== null) await forget(db, files, file_id)
  await clearMails(db, files)
}

/**
 * The text and the attachments of mails that left, or were cancelled, long ago (RT-12/mailInfo). To whom, when and
 * about what stays; a failed one waits for a person, however long.
 */
async function clearMails(db: Db, files: Files): Promise<void> {
  const loose = await db.transaction().execute(async (tx) => {
    const old = before(keptDays.mails)
    const cleared = await tx
      .updateTable('mail')
      .set({ body: '', detail: '{}', cleared_at: clock.now() })
      .where('state', 'in', ['sent', 'cancelled'])
      .where('cleared_at', 'is', null)
      .where('updated_at', '<', old)
      .where((eb) => eb.or([eb('sent_at', 'is', null), eb('sent_at', '<', old)]))
      .returning('id')
      .execute()
    if (cleared.length === 0) return []
    const ids = cleared.map(({ id }) => id)
    return await sql<{ file_id: number }>`
      delete from file_link where entity = 'mail' and entity_id = any(${ids}::bigint[]) returning file_id`
      .execute(tx)
      .then(({ rows }) => rows)
  })
  for (const { file_id } of loose) await forget(db, files, file_id)
}

/** A file that no record has: its row goes, and its bytes when no other row has the same. */
async function forget(db: Db, files: Files, id: number): Promise<void> {
  const found = await sql<{ sha256: string }>`
    delete from stored_file f where f.id = ${id}
      and not exists (select 1 from file_link l where l.file_id = f.id)
      and not exists (select 1 from import_batch b where b.file_id = f.id)
      and not exists (select 1 from job j where j.file_id = f.id)
    returning f.sha256`.execute(db)
  const sha256 = found.rows[0]?.sha256
  if (sha256 === undefined) return
  const other = await db.selectFrom('stored_file').select('id').where('sha256', '=', sha256).executeTakeFirst()
  if (other === undefined) await rm(files.pathOf(sha256), { force: true })
}
