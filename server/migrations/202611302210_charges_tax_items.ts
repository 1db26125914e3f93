import { type Kysely, sql } from 'kysely'

/** Whether a receivable charge stands on invoices is its tax item's to say (domain-money §1), on the charge's day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function tax_item_invoiceable(item text, of_day date) returns boolean language sql stable as $$
    select case when item in ('deposit', 'roundOff', 'badDebt', 'handInDifference') then false
      else coalesce((select i.invoiceable from tax_item i
        where i.fee_item = item and not i.is_deleted and daterange(i.valid_from, i.valid_to, '[]') @> of_day limit 1),
        item not in ('advance', 'claim', 'penalty', 'rebate', 'tax')) end $$`.execute(db)
  await sql`comment on function tax_item_invoiceable is 'By the tax item of the day; without one what is passed on is not invoiced. Deposits, write-offs and differences of hand-ins never are'`.execute(
    db,
  )
  await sql`drop trigger charge__off_invoices on charge`.execute(db)
  await sql`create or replace function keep_off_invoices() returns trigger language plpgsql as $$
  begin new.invoiceable := tax_item_invoiceable(new.fee_item, new.day); return new; end $$`.execute(db)
  await sql`create trigger charge__off_invoices before insert on charge for each row
    when (new.direction = 'receivable') execute function keep_off_invoices()`.execute(db)
  await sql`create trigger charge__off_invoices_moved before update of day, fee_item on charge for each row
    when (new.direction = 'receivable' and new.applied = 0 and (old.day <> new.day or old.fee_item <> new.fee_item)) execute function keep_off_invoices()`.execute(
    db,
  )
  // What nobody applied for yet follows its tax item, be it settled or stated: nothing that is owed changes by it.
  await sql`create or replace function keep_held_charge() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and old.amount = new.amount and old.tax_rate is not distinct from new.tax_rate and old.fee_item = new.fee_item
      and old.payer = new.payer and old.pay_method is not distinct from new.pay_method and old.day = new.day and old.direction = new.direction
      and old.deductible = new.deductible and (old.applied = 0 or old.invoiceable = new.invoiceable) and old.state = new.state
      and (current_setting('xunyun.merging', true) = 'on' or (old.company_id is not distinct from new.company_id
        and old.driver_id is not distinct from new.driver_id)) then
      return new;
    end if;
    raise exception 'charge % is held', old.id using errcode = 'check_violation', constraint = 'charge__held';
  end $$`.execute(db)
  await sql`update charge set invoiceable = not invoiceable
    where direction = 'receivable' and state <> 'void' and applied = 0 and invoiceable <> tax_item_invoiceable(fee_item, day)`.execute(
    db,
  )
}
