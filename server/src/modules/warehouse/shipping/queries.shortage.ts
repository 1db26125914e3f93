import type { ShortageRow } from '@xunyun/contract/warehouse/shipping/notices'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import { figure } from '../../../platform/list.ts'
import { notFound } from '../../../platform/refusal.ts'
import { scoped } from '../../../platform/scope.ts'
import { mayGoOut, type Need, needsOf } from './queries.candidates.ts'

/** What the lines of a notice lack: of all there is of the item in the warehouse, why it can not be taken, and who holds it. */
export async function shortageOf(tx: Tx, actor: Actor, id: number): Promise<ShortageRow[]> {
  const notice = await scoped(tx, actor, 'outbound_notice').select('id').where('id', '=', id).executeTakeFirst()
  if (notice === undefined) throw notFound()
  return shortagesOf(tx, await needsOf(tx, [id]))
}

/**
 * The same of whatever lacks goods, line by line in the order given. The qty of a need is what is missing; a need of no
 * notice has the notice 0. An owner's scope does not matter here: what lacks them was found inside it.
 */
export async function shortagesOf(tx: Tx, needs: readonly Need[]): Promise<ShortageRow[]> {
  if (needs.length === 0) return []
  const today = clock.today()
  const column = <T>(of: (need: Need) => T) => needs.map(of)
  const found = await sql<ShortageRow>`
    select k.line_id as "lineId", i.id as "itemId", i.item_no as "itemNo", i.name as "itemName", i.base_unit as "baseUnit", k.batch_no as "batchNo",
      k.quality, trim_scale(k.qty)::text as missing, x.available,
      jsonb_build_object('allocated', x.allocated, 'frozen', x.frozen, 'expired', x.expired, 'tooOld', x."tooOld",
        'otherQuality', x."otherQuality", 'elsewhere', x.elsewhere, 'counting', x.counting) as unusable,
      (select coalesce(jsonb_agg(jsonb_build_object('noticeId', h.id, 'noticeNo', h.notice_no, 'qty', trim_scale(h.qty)::text,
          'givable', trim_scale(h.givable)::text,
          'requiredAt', h.required_at) order by h.qty desc, h.id), '[]')
        -- unscoped: who holds the goods, for whoever lacks them and was found inside the scope
        from (select m.id, m.notice_no, m.required_at, sum(a.qty) as qty,
            coalesce(sum(a.qty) filter (where a.state = 'allocated' and (t.id is null or t.state = 'waiting')), 0) as givable
          from allocation a join outbound_notice m on m.id = a.notice_id left join pick_task t on t.id = a.task_id
          where a.item_id = k.item_id and a.warehouse_id = k.warehouse_id and a.quality = k.quality and m.id <> k.notice_id
            and a.state in ('allocated', 'picked', 'packed') group by m.id order by qty desc, m.id limit 50) h) as holders
    from unnest(${column((n) => n.lineId)}::bigint[], ${column((n) => n.noticeId)}::bigint[], ${column((n) => n.warehouseId)}::bigint[],
      ${column((n) => n.itemId)}::bigint[], ${column((n) => n.batchNo)}::text[], ${column((n) => n.expiryAfter)}::date[],
      ${column((n) => n.quality)}::text[], ${column((n) => n.qty)}::numeric[])
      with ordinality k(line_id, notice_id, warehouse_id, item_id, batch_no, expiry_after, quality, qty, seq) join item i on i.id = k.item_id
    cross join lateral (
      select ${figure(sql`sum(y.free) filter (where y.why = 'available')`)} as available, ${figure(sql`sum(y.allocated)`)} as allocated,
        ${figure(sql`sum(y.frozen)`)} as frozen, ${figure(sql`sum(y.free) filter (where y.why = 'expired')`)} as expired,
        ${figure(sql`sum(y.free) filter (where y.why = 'tooOld')`)} as "tooOld",
        ${figure(sql`sum(y.free) filter (where y.why = 'otherQuality')`)} as "otherQuality",
        ${figure(sql`sum(y.free) filter (where y.why = 'elsewhere')`)} as elsewhere,
        ${figure(sql`sum(y.free) filter (where y.why = 'counting')`)} as counting
      from (
        select s.allocated, s.frozen, s.on_hand - s.allocated - s.frozen as free, case
          when s.quality <> k.quality then 'otherQuality'
          when s.quality = 'good' and b.expiry < ${today}::date then 'expired'
          when s.quality = 'good' and b.expiry < ${today}::date + coalesce(i.min_remain_out_days, 0) then 'tooOld'
          when not ${mayGoOut()} or (k.batch_no is not null and b.batch_no <> k.batch_no)
            or (k.expiry_after is not null and (b.expiry is null or b.expiry <= k.expiry_after)) then 'elsewhere'
          when l.count_id is not null then 'counting' else 'available' end as why
        from stock s join batch b on b.id = s.batch_id join location l on l.id = s.location_id join warehouse_zone z on z.id = l.zone_id
        where s.item_id = k.item_id and s.warehouse_id = k.warehouse_id and s.on_hand > 0) y
    ) x
    order by k.seq`.execute(tx)
  return found.rows
}
