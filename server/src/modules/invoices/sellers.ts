import { sql } from 'kysely'
import { anyId, kept, type Tx } from '../../platform/db.ts'

export type Seller = { readonly id: number; readonly name: string; readonly taxpayer: 'general' | 'small' }

/** Who bills for an outlet (开票方): the nearest company of ours, itself or above it in the tree, that has a tax number. */
export async function sellersOf(tx: Tx, outletIds: ReadonlySet<number>): Promise<Map<number, Seller>> {
  const { rows } = await sql<Seller & { outletId: number }>`${kept}
    -- unscoped: our own companies above an outlet that was reached in scope
    with recursive above as (
      select id as outlet_id, id, 0 as distance from company where id = ${anyId([...outletIds])}
      union all select a.outlet_id, c.parent_id, a.distance + 1 from above a join company c on c.id = a.id where c.parent_id is not null
    )
    select distinct on (a.outlet_id) a.outlet_id as "outletId", c.id, c.name, coalesce(c.taxpayer_type, 'general') as taxpayer
    from above a join company c on c.id = a.id where c.uscc is not null and not c.is_deleted order by a.outlet_id, a.distance`.execute(
    tx,
  )
  return new Map(rows.map(({ outletId, ...seller }) => [outletId, seller]))
}
