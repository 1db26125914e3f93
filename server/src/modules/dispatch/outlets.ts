import { sql } from 'kysely'
import { anyId, kept, owned, type Tx } from '../../platform/db.ts'

/** Outlets of ours, by id, with their short names. */
export async function outletsOf(tx: Tx, ids: readonly (number | undefined)[]): Promise<Map<number, string>> {
  const asked = ids.filter((id) => id !== undefined)
  if (asked.length === 0) return new Map()
  // unscoped: outlets are known to everybody: an arrangement ends at another's
  const rows = await owned(tx)
    .selectFrom('company')
    .modifyFront(kept)
    .select(['id', 'short_name'])
    .where(sql<boolean>`id = ${anyId(asked)} and roles @> '{own}'::text[] and not is_deleted`)
    .execute()
  return new Map(rows.map(({ id, short_name }) => [id, short_name]))
}
