import { sql } from 'kysely'
import { anyId, kept, owned, type Tx } from '../../platform/db.ts'

export type Outlet = { readonly name: string; readonly city: string }

/** Outlets of ours, by id. */
export async function outletsOf(tx: Tx, ids: readonly (number | null | undefined)[]): Promise<Map<number, Outlet>> {
  const asked = ids.filter((id) => id != null)
  if (asked.length === 0) return new Map()
  // unscoped: outlets are known to everybody: an arrangement ends at another's
  const rows = await owned(tx)
    .selectFrom('company')
    .modifyFront(kept)
    .select(['id', 'short_name', 'city'])
    .where(sql<boolean>`id = ${anyId(asked)} and roles @> '{own}'::text[] and not is_deleted`)
    .execute()
  return new Map(rows.map(({ id, short_name, city }) => [id, { name: short_name, city }]))
}
