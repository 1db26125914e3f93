import type { getWhereabouts } from '@xunyun/contract/dispatch/calls'
import type { Output } from '@xunyun/contract/kernel/call'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { scoped } from '../../platform/scope.ts'

type Whereabouts = NonNullable<Output<typeof getWhereabouts>>

/** Where the pieces of a waybill lie: what is free there, what is planned and for what, what is aboard of what. */
export async function whereaboutsOf(tx: Tx, actor: Actor, no: string): Promise<Whereabouts | null> {
  const waybill = await scoped(tx, actor, 'waybill')
    .select(['id', 'waybill_no'])
    .where('waybill_no', '=', no.toUpperCase())
    .executeTakeFirst()
  if (waybill === undefined) return null
  const found = await sql<Whereabouts['places'][number]>`
    with there as (
      select p.place, p.place_id, coalesce(o.short_name, '') as name, sum(p.pieces)::int as pieces, sum(p.planned)::int as planned from piece_place p
      left join company o on p.place in ('outlet', 'pickup', 'refused') and o.id = p.place_id
      where p.waybill_id = ${waybill.id} and p.pieces > 0 group by 1, 2, 3
    )
    select t.place, t.name, t.pieces - t.planned as pieces, a.arrangement_no as "on" from there t
    -- unscoped: what has the pieces of a waybill in scope is shown with it
    left join arrangement a on t.place in ('arrangement', 'refusedOut') and a.id = t.place_id where t.pieces > t.planned
    union all
    select t.place, t.name, l.pieces, a.arrangement_no from there t
    join arrangement_line l on l.waybill_id = ${waybill.id} and l.from_place = t.place and l.from_id = t.place_id
    -- unscoped: as above
    join arrangement a on a.id = l.arrangement_id left join arrangement_stop s on s.arrangement_id = a.id and s.seq = l.load_stop
    where t.planned > 0 and (a.phase = 'planned' or (a.kind = 'vehicle' and a.state = 'departed' and l.load_stop is not null and s.left_at is null))
    order by 1, 2, 4 nulls first`.execute(tx)
  return { no: waybill.waybill_no, places: found.rows }
}
