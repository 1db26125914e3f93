import type { Input, Output } from '@xunyun/contract/kernel/call'
import type { getNotifications, Notification, readNotifications } from '@xunyun/contract/workbench/notifications'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'

async function unreadOf(tx: Tx, actor: Actor): Promise<number> {
  const row = await tx
    .selectFrom('notification')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', actor.userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}

export async function myNotifications(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getNotifications>,
): Promise<Output<typeof getNotifications>> {
  let query = tx
    .selectFrom('notification')
    .select(['id', 'at', 'kind', 'params', 'link', 'read_at'])
    .where('user_id', '=', actor.userId)
  if (input.before !== undefined) query = query.where('id', '<', input.before)
  const rows = await query
    .orderBy('id', 'desc')
    .limit(input.pageSize ?? 30)
    .execute()
  return {
    rows: rows.map(({ read_at, kind, ...row }) => ({
      ...row,
      kind: kind as Notification['kind'],
      read: read_at !== null,
    })),
    unread: await unreadOf(tx, actor),
  }
}

export async function markRead(
  tx: Tx,
  actor: Actor,
  { id }: Input<typeof readNotifications>,
): Promise<{ unread: number }> {
  let query = tx
    .updateTable('notification')
    .set({ read_at: clock.now() })
    .where('user_id', '=', actor.userId)
    .where('read_at', 'is', null)
  if (id !== undefined) query = query.where('id', '=', id)
  await query.execute()
  return { unread: await unreadOf(tx, actor) }
}
