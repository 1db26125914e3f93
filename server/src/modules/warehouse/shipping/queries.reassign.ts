import { sql } from 'kysely'
import type { Tx } from '../../../platform/db.ts'
import { mayGoOut, type Need } from './queries.candidates.ts'
import type { Allocation } from './store.ts'

/**
 * Promises of a notice that a line of another one could have: goods that it asks for, that may still go out, on a shelf that is
 * not being counted, and that nobody has begun to pick. In no task first, the last promised first. Both notices are locked.
 */
export async function yieldable(tx: Tx, holderId: number, need: Need): Promise<Allocation[]> {
  const found = await sql<Allocation>`
    select s.* from allocation s join batch b on b.id = s.batch_id join location l on l.id = s.location_id
      join warehouse_zone z on z.id = l.zone_id join item i on i.id = s.item_id left join pick_task t on t.id = s.task_id
    where s.notice_id = ${holderId} and s.state = 'allocated' and s.warehouse_id = ${need.warehouseId} and s.item_id = ${need.itemId}
      and s.quality = ${need.quality} and (t.id is null or t.state = 'waiting') and l.count_id is null and ${mayGoOut()}
      and (${need.batchNo}::text is null or b.batch_no = ${need.batchNo})
      and (${need.expiryAfter}::date is null or b.expiry > ${need.expiryAfter}::date)
      and not exists (select 1 from pick_act p where p.line_id = ${need.lineId} and p.short > 0 and p.location_id = s.location_id
        and p.batch_id = s.batch_id and p.container_id = s.container_id)
    order by s.task_id is not null, s.id desc`.execute(tx)
  return found.rows
}
