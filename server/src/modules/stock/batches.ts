import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'

export type BatchKey = {
  itemId: number
  /** Empty: goods without a batch number. */
  batchNo: string
  production: string | null
  expiry: string | null
  /** The day they came in: what came first goes first. */
  inbound: string
}

/** The batch of goods that came alike on one day: found, or made. */
export async function batchFor(tx: Tx, { itemId, batchNo, production, expiry, inbound }: BatchKey): Promise<number> {
  await sql`insert into batch (item_id, batch_no, production, expiry, inbound)
    values (${itemId}, ${batchNo}, ${production}, ${expiry}, ${inbound}) on conflict do nothing`.execute(tx)
  const { id } = await tx
    .selectFrom('batch')
    .select('id')
    .where('item_id', '=', itemId)
    .where('batch_no', '=', batchNo)
    .where('production', 'is not distinct from', production)
    .where('expiry', 'is not distinct from', expiry)
    .where('inbound', '=', inbound)
    .executeTakeFirstOrThrow()
  return id
}

export type Container = { id: number; warehouseId: number; code: string; type: 'lpn' | 'carton'; locations: string[] }

/** A container by its code, locked, with the places where its goods stand; made if there is none of that code. */
export async function containerFor(
  tx: Tx,
  actor: Actor,
  { warehouseId, code, type }: { warehouseId: number; code: string; type: Container['type'] },
): Promise<Container> {
  await tx
    .insertInto('container')
    .values({ warehouse_id: warehouseId, code, type, created_by: actor.userId })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute()
  const found = await sql<Container>`
    select c.id, c.warehouse_id as "warehouseId", c.code, c.type,
      -- unscoped: where the container stands, whoever asks: that it is taken has to be said
      array(select distinct l.code from stock s join location l on l.id = s.location_id
        -- 0 is "in none", and the index leaves it out
        where s.container_id = c.id and s.container_id <> 0 and s.on_hand > 0) as locations
    from container c where c.code = ${code} for update of c`.execute(tx)
  const [container] = found.rows
  if (container === undefined) throw new Error(`container ${code} is gone`)
  return container
}
