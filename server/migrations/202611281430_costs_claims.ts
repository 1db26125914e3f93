import { type Kysely, sql } from 'kysely'

/** 理赔: an application and a cost line of its own kind, owed to the customer (T18, T28). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table application drop constraint application__kind,
    add constraint application__kind check (kind in ('carCost', 'specialCost', 'courierCost', 'costApplication', 'claim', 'costZJ'))`.execute(
    db,
  )
  await sql`alter table cost_line drop constraint cost_line__kind, drop constraint cost_line__of,
    add constraint cost_line__kind check (kind in ('car', 'special', 'courier', 'expense', 'claim')),
    add constraint cost_line__of check (kind in ('expense', 'claim') or arrangement_id is not null)`.execute(db)
  await sql`comment on table cost_line_waybill is 'Of an expense or a claim for waybills: which, in the order they were named'`.execute(
    db,
  )
  await sql`alter table charge drop constraint charge__of,
    add constraint charge__of check (case
      when source in ('quote', 'manual', 'service') then waybill_id is not null and application_id is null and cost_line_id is null
      when source = 'adjustment' then application_id is not null and cost_line_id is null
        and num_nonnulls(waybill_id, device_id) = (case direction when 'receivable' then 1 else 0 end)
        and (adjusts_id is not null) = (direction = 'payable')
      when source in ('arrangement', 'special', 'courier', 'expense', 'claim') then application_id is not null and cost_line_id is not null
        and waybill_id is null and direction = 'payable'
      else waybill_id is null end)`.execute(db)
}
