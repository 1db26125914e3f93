import { type Kysely, sql } from 'kysely'

/** A receivable charge without a rate takes its tax item's, by whether its seller is a general or a small taxpayer (M8). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function taxpayer_of(outlet bigint) returns text language sql stable as $$
    with recursive above as (
      select id, parent_id, uscc, taxpayer_type, is_deleted, 0 as distance from company where id = outlet
      union all select c.id, c.parent_id, c.uscc, c.taxpayer_type, c.is_deleted, a.distance + 1
      from above a join company c on c.id = a.parent_id where a.uscc is null or a.is_deleted
    )
    select coalesce(taxpayer_type, 'general') from above where uscc is not null and not is_deleted order by distance limit 1 $$`.execute(
    db,
  )
  await sql`comment on function taxpayer_of is 'Of whoever bills for an outlet: the nearest company of ours, itself or above it, that has a tax number; null where there is none'`.execute(
    db,
  )
  await sql`create function tax_item_rate(item text, of_day date, outlet bigint) returns numeric language sql stable as $$
    select case when coalesce(taxpayer_of(outlet), 'general') = 'small' then i.small_rate else i.general_rate end from tax_item i
    where i.fee_item = item and i.invoiceable and not i.is_deleted and daterange(i.valid_from, i.valid_to, '[]') @> of_day limit 1 $$`.execute(
    db,
  )
  await sql`create function rate_charge() returns trigger language plpgsql as $$
  begin
    if new.invoiceable then new.tax_rate := tax_item_rate(new.fee_item, new.day, new.outlet_id); end if;
    return new;
  end $$`.execute(db)
  await sql`create trigger charge__rate before insert or update of tax_rate, fee_item on charge for each row
    when (new.tax_rate is null and new.direction = 'receivable') execute function rate_charge()`.execute(db)
  await sql`update charge set tax_rate = null
    where direction = 'receivable' and tax_rate is null and invoiceable and state <> 'void' and applied = 0 and settled = 0 and not stated`.execute(
    db,
  )
}
