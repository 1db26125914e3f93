import type { NotificationKind } from '@xunyun/contract/workbench/notifications'
import { clock } from './clock.ts'
import type { Tx } from './db.ts'

/** Tells people something in the app, once each. `link`: an address of ours, or a file below the API host. */
export async function notify(
  tx: Tx,
  userIds: readonly number[],
  kind: NotificationKind,
  params: Readonly<Record<string, string | number>>,
  link: string,
): Promise<void> {
  const people = [...new Set(userIds)]
  if (people.length === 0) return
  await tx
    .insertInto('notification')
    .values(people.map((user_id) => ({ user_id, at: clock.now(), kind, params: JSON.stringify(params), link })))
    .execute()
}

export async function dropOldNotifications(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('notification').where('at', '<', before).execute()
}
