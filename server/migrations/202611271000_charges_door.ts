import { type Kysely, sql } from 'kysely'

/**
 * One door for charges (ADR 036): whose outlet a charge is, the day of its business, whom else it may be owed to, what it
 * adjusts; a priced line keeps its id; a waybill keeps what it costs beside what it brings in.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table charge
    add column driver_id bigint references driver,
    add column outlet_id bigint references company,
    add column day date,
    add column adjusts_id bigint references charge`.execute(db)
  await sql`update charge h set outlet_id = w.outlet_id, day = w.biz_date from waybill w where w.id = h.waybill_id`.execute(
    db,
  )
  await sql`update charge h set outlet_id = k.outlet_id, day = c.day from warehouse_charge c join warehouse k on k.id = c.warehouse_id
    where c.id = h.id`.execute(db)
  await sql`alter table charge alter column outlet_id set not null, alter column day set not null,
    add constraint charge__payee check (company_id is null or driver_id is null),
    drop constraint charge__of,
    add constraint charge__of check (case when source in ('quote', 'manual', 'service') then waybill_id is not null
      when source = 'adjustment' then (waybill_id is not null) = (direction = 'receivable') and (adjusts_id is not null) = (direction = 'payable')
      else waybill_id is null end)`.execute(db)
  await sql`comment on column charge.driver_id is 'Payee where it is a driver; neither company nor driver: nobody in particular'`.execute(
    db,
  )
  await sql`comment on column charge.day is 'Of the business: a waybill''s bizDate, the last day of storage, departure or handing over of a cost, today for adjustments (M2)'`.execute(
    db,
  )
  await sql`comment on column charge.waybill_id is 'Null: of goods in the warehouse, of a cost or of what adjusts one'`.execute(
    db,
  )
  await sql`comment on column charge.adjusts_id is 'The payable charge that this one corrects, which itself is never rewritten'`.execute(
    db,
  )
  // Two lines of one item and service would be one source of money twice; those of before were refused as well.
  await sql`create unique index charge__priced on charge (waybill_id, fee_item, coalesce(service_id, 0))
    where source in ('quote', 'manual', 'service')`.execute(db)
  await sql`create index charge__day on charge (direction, day desc, id desc)`.execute(db)
  await sql`create index charge__outlet on charge (outlet_id, direction, day desc, id desc)`.execute(db)
  await sql`create index charge__company on charge (company_id, direction, day desc) where company_id is not null`.execute(
    db,
  )
  await sql`create index charge__driver on charge (driver_id) where driver_id is not null`.execute(db)
  await sql`create index charge__adjusts on charge (adjusts_id) where adjusts_id is not null`.execute(db)

  await sql`create table charge_share (
    charge_id bigint not null references charge on delete cascade,
    waybill_id bigint not null references waybill,
    amount numeric(14,2) not null,
    seq smallint not null,
    basis numeric(20,6) not null,
    primary key (charge_id, waybill_id)
  )`.execute(db)
  await sql`comment on table charge_share is 'Whose margin a payable charge is: Σ shares = charge; a charge without cargo has none'`.execute(
    db,
  )
  await sql`comment on column charge_share.basis is 'What the share was made by: kg, m³, pieces, yuan … of the method (T19)'`.execute(
    db,
  )
  await sql`create index charge_share__waybill on charge_share (waybill_id)`.execute(db)
  await sql`alter table waybill add column cost numeric(14,2) not null default 0`.execute(db)
  await sql`comment on column waybill.cost is 'Σ of its shares of approved payable charges, yuan'`.execute(db)
}
