import { readPlaceLabel } from '@xunyun/contract/warehouse/locations/locationLabel'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { kept, type Tx } from '../../../platform/db.ts'
import { badField } from '../../../platform/refusal.ts'

export type BatchKey = {
  itemId: number
  /** Empty: goods without a batch number. */
  batchNo: string
  production: string | null
  expiry: string | null
  /** The day they came in: what came first goes first. */
  inbound: string
}

/** The batches of goods that came alike on one day, in the order given: found, or made. */
export async function batchesFor(tx: Tx, keys: readonly BatchKey[]): Promise<number[]> {
  if (keys.length === 0) return []
  const column = <T>(of: (key: BatchKey) => T) => keys.map(of)
  const given = sql`unnest(${column((k) => k.itemId)}::bigint[], ${column((k) => k.batchNo)}::text[], ${column((k) => k.production)}::date[],
    ${column((k) => k.expiry)}::date[], ${column((k) => k.inbound)}::date[]) with ordinality u(item_id, batch_no, production, expiry, inbound, o)`
  // In one order: two who receive the same goods would wait for each other.
  await sql`${kept} insert into batch (item_id, batch_no, production, expiry, inbound)
    select distinct item_id, batch_no, production, expiry, inbound from ${given} order by 1, 2, 3, 4, 5 on conflict do nothing`.execute(
    tx,
  )
  const found = await sql<{ id: number }>`${kept}
    select b.id from ${given} cross join lateral (
      select id from batch where item_id = u.item_id and batch_no = u.batch_no and production is not distinct from u.production
        and expiry is not distinct from u.expiry and inbound = u.inbound limit 1) b order by u.o`.execute(tx)
  return found.rows.map(({ id }) => id)
}
export async function batchFor(tx: Tx, key: BatchKey): Promise<number> {
  const [id] = await batchesFor(tx, [key])
  if (id === undefined) throw new Error(`the batch ${key.batchNo} is gone`)
  return id
}

export type Container = { id: number; warehouseId: number; code: string; type: 'lpn' | 'carton'; locations: string[] }

/**
 * A container by its code, locked, with the places where its goods stand; made if there is none of that code. The code of a
 * place of the warehouse, or its label, is refused.
 */
export async function containerFor(
  tx: Tx,
  actor: Actor,
  { warehouseId, code, type }: { warehouseId: number; code: string; type: Container['type'] },
): Promise<Container> {
  if (readPlaceLabel(code) !== null) throw badField('containerCode', 'stock.placeNotContainer', { code })
  const made = await sql<{ id: number }>`${kept}
    insert into container (warehouse_id, code, type, created_by) select ${warehouseId}, ${code}, ${type}, ${actor.userId}
    -- unscoped: what the places of a warehouse are called that was found inside the scope
    where not exists (select 1 from location l where l.warehouse_id = ${warehouseId} and lower(l.code) = lower(${code}) and not l.is_deleted)
    on conflict (code) do nothing returning id`.execute(tx)
  const [fresh] = made.rows
  if (fresh !== undefined) return { id: fresh.id, warehouseId, code, type, locations: [] }
  const found = await sql<Container>`${kept}
    select c.id, c.warehouse_id as "warehouseId", c.code, c.type,
      -- unscoped: where the container stands, whoever asks: that it is taken has to be said
      array(select distinct l.code from stock s join location l on l.id = s.location_id
        -- 0 is "in none", and the index leaves it out
        where s.container_id = c.id and s.container_id <> 0 and s.on_hand > 0) as locations
    from container c where c.code = ${code} for update of c`.execute(tx)
  const [container] = found.rows
  if (container === undefined) throw badField('containerCode', 'stock.placeNotContainer', { code })
  return container
}
