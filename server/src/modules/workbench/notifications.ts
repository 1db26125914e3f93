import type { Input, Output } from '@xunyun/contract/kernel/call'
import type * as calls from '@xunyun/contract/workbench/notifications'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'

async function unreadOf(tx: Tx, actor: Actor): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*) as count from notification where user_id = ${actor.userId} and read_at is null`.execute(tx)
  return found.rows[0]?.count ?? 0
}

type Raw = Omit<calls.Notification, 'read'> & { readAt: string | null }

/** Asked for once a minute by every open window: two plain statements. */
export async function myNotifications(
  tx: Tx,
  actor: Actor,
  input: Input<typeof calls.getNotifications>,
): Promise<Output<typeof calls.getNotifications>> {
  const before = input.before ?? Number.MAX_SAFE_INTEGER
  const found = await sql<Raw>`
    select id, at, kind, params, link, read_at as "readAt" from notification
    where user_id = ${actor.userId} and id < ${before} order by id desc limit ${input.pageSize ?? 30}`.execute(tx)
  return {
    rows: found.rows.map(({ readAt, ...row }) => ({ ...row, read: readAt !== null })),
    unread: await unreadOf(tx, actor),
  }
}

export const readNotifications: Act<typeof calls.readNotifications> = async ({ tx, actor }, { id }) => {
  let query = tx
    .updateTable('notification')
    .set({ read_at: clock.now() })
    .where('user_id', '=', actor.userId)
    .where('read_at', 'is', null)
  if (id !== undefined) query = query.where('id', '=', id)
  await query.execute()
  return { unread: await unreadOf(tx, actor) }
}
