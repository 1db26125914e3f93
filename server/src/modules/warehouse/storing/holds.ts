import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { kept, owned, type Tx } from '../../../platform/db.ts'
import { recordHistory } from '../../../platform/history.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { searchText } from '../../../platform/search.ts'
import { created } from '../../../platform/version.ts'
import type { StockKey } from '../ledger/index.ts'
import { nameOf, type Range } from './store.counts.ts'

/** What a pick missed or found damaged: where, and on which paper it was said. */
export type Missed = { warehouseId: number; locationId: number; itemId: number; docNo: string }

/**
 * The count that looks into goods of a place which a pick did not find: the one that is open already, or a new one. It waits to
 * be started, so that what is promised there to others can be picked meanwhile. Called before the keys are held: a count that
 * ends takes them after its own row.
 */
export async function countFor(tx: Tx, actor: Actor, missed: Missed, numbering: Numbering): Promise<number> {
  const open = await sql<{ id: number }>`
    -- unscoped: of goods that a task inside the scope names
    select c.id from stock_count c where c.state not in ('done', 'cancelled') and not c.is_deleted and exists (
      select 1 from stock_hold h where h.count_id = c.id and h.location_id = ${missed.locationId} and h.item_id = ${missed.itemId})
    order by c.id limit 1 for update of c`.execute(tx)
  const [first] = open.rows
  if (first !== undefined) return first.id
  const range: Range = {
    warehouse_id: missed.warehouseId,
    owner_id: null,
    zone_ids: [],
    location_ids: [missed.locationId],
    item_ids: [missed.itemId],
    abc_classes: [],
    moved_from: null,
    moved_to: null,
  }
  const [countNo = ''] = await numbering.next('PD')
  const name = await nameOf(tx, range)
  const { id } = await owned(tx)
    .insertInto('stock_count')
    .values({
      ...range,
      count_no: countNo,
      range: name,
      remark: missed.docNo,
      search: searchText([countNo, name, missed.docNo]),
      ...created(actor.userId),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordHistory(tx, actor, 'stockCount', id, 'created')
  return id
}

/** Notes what a count will free or write off; whoever says so freezes it in the same transaction. */
export async function noteHolds(
  tx: Tx,
  countId: number,
  holds: readonly { key: StockKey; qty: string }[],
): Promise<void> {
  const column = <T>(of: (key: StockKey) => T) => holds.map(({ key }) => of(key))
  await sql`${kept}
    insert into stock_hold as h (count_id, location_id, item_id, batch_id, quality, container_id, qty)
    select ${countId}, u.* from unnest(${column((k) => k.locationId)}::bigint[], ${column((k) => k.itemId)}::bigint[],
      ${column((k) => k.batchId)}::bigint[], ${column((k) => k.quality)}::text[], ${column((k) => k.containerId)}::bigint[],
      ${holds.map(({ qty }) => qty)}::numeric[]) u
    on conflict on constraint stock_hold__once do update set qty = h.qty + excluded.qty`.execute(tx)
}
