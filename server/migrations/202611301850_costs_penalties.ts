import { type Kysely, sql } from 'kysely'

/** 罚款 that nothing we owe can be taken off is owed to us for its arrangement, not as a part of what its waybill's customer owes (T28). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const of = sql`num_nonnulls(waybill_id, device_id, arrangement_id) = (case direction when 'receivable' then 1 else 0 end)`
  await sql`alter table charge add column arrangement_id bigint references arrangement,
    add constraint charge__arrangement check (arrangement_id is null or source = 'adjustment'),
    drop constraint charge__of,
    add constraint charge__of check (case
      when source in ('quote', 'manual', 'service') then waybill_id is not null and application_id is null and cost_line_id is null
      when source = 'adjustment' then application_id is not null and cost_line_id is null and ${of}
        and (adjusts_id is not null) = (direction = 'payable')
      when source in ('arrangement', 'special', 'courier', 'expense', 'claim') then application_id is not null and cost_line_id is not null
        and waybill_id is null and direction = 'payable'
      when source = 'writeOff' then direction = 'receivable' and adjusts_id is not null and amount <> 0
      else waybill_id is null end)`.execute(db)
  await sql`comment on column charge.arrangement_id is 'Of a penalty that its carrier or driver owes'`.execute(db)
  await sql`create index charge__arrangement on charge (arrangement_id) where arrangement_id is not null`.execute(db)
  await sql`alter table adjustment add column arrangement_id bigint references arrangement,
    drop constraint adjustment__of,
    add constraint adjustment__of check (${of} and (direction = 'payable') = (charge_id is not null))`.execute(db)
  await sql`comment on column adjustment.arrangement_id is 'Of a penalty that its carrier or driver owes'`.execute(db)
  await sql`create index adjustment__arrangement on adjustment (arrangement_id) where arrangement_id is not null`.execute(
    db,
  )
  await sql`drop index adjustment__open`.execute(db)
  await sql`create unique index adjustment__open on adjustment (coalesce(waybill_id, 0), coalesce(charge_id, 0), coalesce(device_id, 0),
    coalesce(arrangement_id, 0), fee_item, coalesce(company_id, 0), coalesce(driver_id, 0)) where open`.execute(db)
}
