import { type Kysely, sql } from 'kysely'

/**
 * What was kept of a closed month stands in the row of the table that the waybill was of then. Where it is of another one now, what is dated in
 * the closed months still opens from the row that counted it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table waybill_as_closed (
    waybill_id bigint not null references waybill (id) on delete cascade,
    until date not null,
    salesman_id bigint,
    trans_mode text not null,
    shipper_region text not null,
    consignee_region text not null,
    primary key (waybill_id, until)
  )`.execute(db)
  await sql`comment on table waybill_as_closed is 'What a waybill was of, for all that is dated up to a closed day, before it was first changed after the closing; no row: what it is of now'`.execute(
    db,
  )
  await sql`create or replace function tell_closing_of_waybill() returns trigger language plpgsql as $$
  declare until date := wait_for_closing();
  begin
    perform tell_closing(least(old.biz_date, new.biz_date), until);
    if old.biz_date <= until and (old.salesman_id, old.trans_mode, old.shipper_region, old.consignee_region)
      is distinct from (new.salesman_id, new.trans_mode, new.shipper_region, new.consignee_region) then
      insert into waybill_as_closed values (old.id, until, old.salesman_id, old.trans_mode, old.shipper_region, old.consignee_region)
      on conflict do nothing;
    end if;
    return null;
  end $$`.execute(db)
}
