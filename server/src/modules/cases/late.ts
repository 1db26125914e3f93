import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { inScope } from '../../platform/scope.ts'
import { ownerOf } from './lists.ts'

type Late = { no: string; from: string; to: string; person: string; since: string; count: number }

/** Open cases in scope for the dashboard: how many, the oldest, and whose. */
export async function lateCases(
  tx: Tx,
  actor: Actor,
  list: 'abnormal' | 'complaint',
  most: number,
  mine: boolean,
): Promise<Late[]> {
  const { rows } =
    list === 'abnormal'
      ? await sql<Late>`
          select x.abnormal_no as no, w.shipper_city as "from", w.consignee_city as "to", coalesce(u.name, '') as person, x.created_at as since,
            count(*) over () as count
          -- unscoped: the scope stands in the condition
          from abnormal x join waybill w on w.id = x.waybill_id left join app_user u on u.id = ${ownerOf}
          where x.state <> 'closed' and not x.is_deleted and not w.is_deleted and ${inScope(actor, 'waybill', 'w')} ${mine ? sql`and u.id = ${actor.userId}` : sql``}
          order by x.created_at, x.id limit ${most}`.execute(tx)
      : await sql<Late>`
          select x.complaint_no as no, o.short_name as "from", coalesce(c.short_name, x.complainant) as "to", coalesce(u.name, '') as person, x.created_at as since,
            count(*) over () as count
          -- unscoped: the scope stands in the condition
          from complaint x join company o on o.id = x.outlet_id left join company c on c.id = x.customer_id left join app_user u on u.id = x.owner_id
          where x.state <> 'done' and not x.is_deleted and ${inScope(actor, 'complaint', 'x')} ${mine ? sql`and x.owner_id = ${actor.userId}` : sql``}
          order by x.created_at, x.id limit ${most}`.execute(tx)
  return rows
}
