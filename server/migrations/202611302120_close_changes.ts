import { type Kysely, sql } from 'kysely'

/**
 * Whether something that the sums of a month are made of changed while they were made is one look at a counter, which counts what is written of
 * the month that is closed next (ADR 046). It is no part of any transaction, and so tells what others are about to commit.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence closing_change`.execute(db)
  await sql`create function tell_closing(day date, until date) returns void language plpgsql volatile as $$
  begin
    if until is null or day < date_trunc('month', until) + interval '2 months' then
      perform nextval('closing_change');
    end if;
  end $$`.execute(db)
  await sql`comment on function tell_closing is 'Something dated on the day changes: it is counted if its month is the next that is closed, or may be'`.execute(
    db,
  )
  await sql`create or replace function keep_charges_of_closed_months() returns trigger language plpgsql as $$
  declare until date := wait_for_closing();
  begin
    if (tg_op <> 'INSERT' and old.day <= until) or (tg_op <> 'DELETE' and new.day <= until) then
      raise exception 'charge % is dated in a closed month', coalesce(old.id, new.id) using errcode = 'check_violation', constraint = 'charge__closed';
    end if;
    perform tell_closing(least(old.day, new.day), until);
    return coalesce(new, old);
  end $$`.execute(db)
  await sql`create or replace function keep_shares_of_closed_months() returns trigger language plpgsql as $$
  declare first date; until date;
  begin
    select min(h.day) into first from (select distinct charge_id from moved) m join charge h on h.id = m.charge_id;
    if first < this_month() then
      until := wait_for_closing();
      if first <= until then
        raise exception 'a share is of a closed month' using errcode = 'check_violation', constraint = 'charge__closed';
      end if;
      perform tell_closing(first, until);
    end if;
    return null;
  end $$`.execute(db)
  // What a waybill is of, and whether its price was looked at: its charges count, or count elsewhere.
  await sql`create function tell_closing_of_waybill() returns trigger language plpgsql as $$
  begin
    perform tell_closing(least(old.biz_date, new.biz_date), wait_for_closing());
    return null;
  end $$`.execute(db)
  await sql`create trigger waybill__closing after update on waybill for each row
    when (((old.biz_date, old.customer_id, old.outlet_id, old.salesman_id, old.trans_mode, old.shipper_region, old.consignee_region, old.is_deleted)
      is distinct from (new.biz_date, new.customer_id, new.outlet_id, new.salesman_id, new.trans_mode, new.shipper_region, new.consignee_region, new.is_deleted)
      or (old.state = 'draft') <> (new.state = 'draft') or (old.price_state in ('reviewed', 'confirmed')) <> (new.price_state in ('reviewed', 'confirmed')))
      and least(old.biz_date, new.biz_date) < this_month())
    execute function tell_closing_of_waybill()`.execute(db)
}
