import type { NotificationKind } from '@xunyun/contract/workbench/notifications'
import { clock } from './clock.ts'
import type { Tx } from './db.ts'
import { insertTogether, type NewRow } from './rows.ts'

/** Tells people something in the app, once each. `link`: an address of ours, or a file below the API host. */
export async function notify(
  tx: Tx,
  userIds: readonly number[],
  kind: NotificationKind,
  params: Readonly<Record<string, string | number>>,
  link: string,
): Promise<void> {
  const rows = told(userIds, kind, params, link)
  if (rows.length > 0) await insertTogether(tx, { notification: rows })
}

/** The same as rows, for a statement that writes other things too. */
export const told = (
  userIds: readonly number[],
  kind: NotificationKind,
  params: Readonly<Record<string, string | number>>,
  link: string,
): NewRow<'notification'>[] =>
  [...new Set(userIds)].map((user_id) => ({ user_id, at: clock.iso(), kind, params, link }) as NewRow<'notification'>)

export async function dropOldNotifications(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('notification').where('at', '<', before).execute()
}
