import { clock } from './clock.ts'
import type { Tx } from './db.ts'
import { Refusal } from './refusal.ts'

/** Refuses a save of a record that somebody else changed since it was read, and says who and when (domain §0.4). */
export async function refuseStale(
  tx: Tx,
  record: { version: number; updated_at: string; updated_by: number | null },
  version: number,
): Promise<void> {
  if (record.version === version) return
  const by =
    record.updated_by === null
      ? undefined
      : await tx.selectFrom('app_user').select('name').where('id', '=', record.updated_by).executeTakeFirst()
  const at = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Shanghai',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(new Date(record.updated_at))
  throw new Refusal('kernel.stale', { by: by?.name ?? '?', at, version: record.version })
}

/** Stamps of a new record. */
export const created = (userId: number) => ({
  created_at: clock.now(),
  created_by: userId,
  updated_at: clock.now(),
  updated_by: userId,
})
/** The same in a row that goes through JSON. */
export const createdRow = (userId: number) => ({
  created_at: clock.iso(),
  created_by: userId,
  updated_at: clock.iso(),
  updated_by: userId,
})
/** Stamps of a change of a record that had this version. */
export const changed = (userId: number, version: number) => ({
  updated_at: clock.now(),
  updated_by: userId,
  version: version + 1,
})
