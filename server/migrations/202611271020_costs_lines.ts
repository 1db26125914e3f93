import { type Kysely, sql } from 'kysely'

/** What arrangements cost, line by line, how it is shared, and which application asks for it (T18, T19). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table cost_line (
    id bigint generated always as identity primary key,
    kind text not null constraint cost_line__kind check (kind in ('car', 'special', 'courier', 'expense')),
    arrangement_id bigint references arrangement,
    vehicle_id bigint references vehicle,
    outlet_id bigint not null references company,
    seq smallint not null,
    fee_item text not null,
    company_id bigint references company,
    driver_id bigint references driver,
    amount numeric(14,2) not null constraint cost_line__amount check (amount <> 0),
    tax_rate numeric(5,2),
    pay_part text constraint cost_line__pay_part check (pay_part in ('prepaid', 'fuel', 'onArrival', 'onReceipt', 'balance', 'information', 'penalty')),
    quoted numeric(14,2),
    price_id bigint references transport_price,
    explanation jsonb not null default '[]',
    share_method text,
    application_id bigint references application,
    created_at timestamptz not null default now(),
    created_by bigint,
    updated_at timestamptz not null default now(),
    updated_by bigint,
    constraint cost_line__payee check (company_id is null or driver_id is null),
    constraint cost_line__of check (kind = 'expense' or arrangement_id is not null),
    constraint cost_line__deduction check ((coalesce(pay_part, '') in ('information', 'penalty')) = (amount < 0))
  )`.execute(db)
  await sql`comment on table cost_line is 'What an arrangement, a vehicle, waybills or nothing in particular costs; owed once its application is approved'`.execute(
    db,
  )
  await sql`comment on column cost_line.amount is 'Yuan; what is taken off a hired truck (information, penalty) is kept below 0'`.execute(
    db,
  )
  await sql`comment on column cost_line.quoted is 'What the rate in force made of the cargo; while amount is the same, it follows the cargo'`.execute(
    db,
  )
  await sql`comment on column cost_line.share_method is 'Of an expense; an arrangement has one for all its lines'`.execute(
    db,
  )
  await sql`comment on column cost_line.application_id is 'The application that holds it; one at a time, and none that is void'`.execute(
    db,
  )
  await sql`create index cost_line__arrangement on cost_line (arrangement_id) where arrangement_id is not null`.execute(
    db,
  )
  await sql`create index cost_line__free on cost_line (arrangement_id) where application_id is null and arrangement_id is not null`.execute(
    db,
  )
  await sql`create index cost_line__application on cost_line (application_id) where application_id is not null`.execute(
    db,
  )
  await sql`create index cost_line__vehicle on cost_line (vehicle_id) where vehicle_id is not null`.execute(db)
  await sql`create index cost_line__company on cost_line (company_id) where company_id is not null`.execute(db)
  await sql`create index cost_line__driver on cost_line (driver_id) where driver_id is not null`.execute(db)
  await sql`create index cost_line__price on cost_line (price_id) where price_id is not null`.execute(db)

  await sql`create table cost_line_waybill (
    cost_line_id bigint not null references cost_line on delete cascade,
    waybill_id bigint not null references waybill,
    seq smallint not null,
    primary key (cost_line_id, waybill_id)
  )`.execute(db)
  await sql`comment on table cost_line_waybill is 'Of an expense for waybills: which, in the order they were named'`.execute(
    db,
  )
  await sql`create index cost_line_waybill__waybill on cost_line_waybill (waybill_id)`.execute(db)

  await sql`create table arrangement_cost (
    arrangement_id bigint primary key references arrangement,
    agreed numeric(14,2),
    share_method text not null,
    share_weights jsonb not null default '[]',
    way text,
    version integer not null default 1,
    updated_at timestamptz not null default now(),
    updated_by bigint
  )`.execute(db)
  await sql`comment on table arrangement_cost is 'What a hired truck was agreed for, and how the costs of an arrangement are shared: one method for all its lines'`.execute(
    db,
  )
  await sql`comment on column arrangement_cost.way is 'Kind, model of the vehicle, cities of first and last stop: what it is compared with (T23)'`.execute(
    db,
  )
  await sql`create index arrangement_cost__way on arrangement_cost (way) where way is not null`.execute(db)
  await sql`comment on column arrangement_cost.share_weights is 'Of 手工: [{waybillId, amount}], yuan'`.execute(db)

  await sql`alter table charge add column cost_line_id bigint references cost_line`.execute(db)
  await sql`comment on column charge.cost_line_id is 'The cost line that it is owed for'`.execute(db)
  await sql`create unique index charge__cost_line on charge (cost_line_id) where cost_line_id is not null`.execute(db)
  await sql`alter table charge drop constraint charge__application_of, drop constraint charge__of,
    add constraint charge__of check (case
      when source in ('quote', 'manual', 'service') then waybill_id is not null and application_id is null and cost_line_id is null
      when source = 'adjustment' then application_id is not null and cost_line_id is null
        and (waybill_id is not null) = (direction = 'receivable') and (adjusts_id is not null) = (direction = 'payable')
      when source in ('arrangement', 'special', 'courier', 'expense') then application_id is not null and cost_line_id is not null
        and waybill_id is null and direction = 'payable'
      else waybill_id is null end)`.execute(db)
}
