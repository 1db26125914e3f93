import { type Kysely, sql } from 'kysely'

/**
 * One table of arrangements (ADR 033): by vehicle, by a line carrier, by courier. `phase` says of every kind whether it is planned,
 * under way or over; ledger, proofs and lists ask it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table arrangement
    alter column vehicle_id drop not null, alter column driver_id drop not null, alter column type drop not null,
    add column kind text not null default 'vehicle',
    add column phase text not null generated always as (case when state in ('new', 'assigned') then 'planned'
      when state = 'cancelled' then 'cancelled' when state in ('done', 'signed', 'settled', 'returned') then 'ended' else 'underway' end) stored,
    add column carrier_no text,
    add column ends text,
    add column to_region text,
    add column to_region_name text,
    add column station text,
    add column on_notice boolean not null default false,
    add column expect_at timestamptz,
    add column receipt_copies integer,
    add column transit_at timestamptz,
    add column deliver_at timestamptz,
    add column charge_weight numeric(14,3),
    add column cod_amount numeric(14,2),
    add column abnormal text`.execute(db)
  await sql`alter table arrangement alter column kind drop default,
    drop constraint arrangement__state,
    add constraint arrangement__state check (case kind
      when 'vehicle' then state in ('new', 'assigned', 'departed', 'arrived', 'done', 'cancelled')
      when 'line' then state in ('new', 'handedOver', 'arrived', 'signed', 'settled', 'cancelled')
      when 'courier' then state in ('new', 'collected', 'inTransit', 'outForDelivery', 'signed', 'refused', 'returned', 'cancelled')
      else false end),
    add constraint arrangement__kind check (case kind
      when 'vehicle' then num_nonnulls(type, vehicle_id, driver_id) = 3
        and num_nonnulls(carrier_no, ends, to_region, station, expect_at, receipt_copies, transit_at, deliver_at, charge_weight, cod_amount, abnormal) = 0
      when 'line' then carrier_id is not null and num_nonnulls(type, vehicle_id, driver_id, seal_no, km, transit_at, deliver_at, charge_weight, cod_amount, abnormal) = 0
        and case ends when 'outlet' then to_outlet_id is not null and num_nonnulls(to_region, station) = 0
          when 'door' then to_region is not null and num_nonnulls(to_outlet_id, station) = 0
          when 'station' then num_nonnulls(to_region, station) = 2 and to_outlet_id is null else false end
      else num_nonnulls(carrier_id, carrier_no) = 2
        and num_nonnulls(type, vehicle_id, driver_id, seal_no, km, ends, to_outlet_id, to_region, station, receipt_copies, arrive_at) = 0 end)`.execute(
    db,
  )
  await sql`comment on column arrangement.kind is 'vehicle PC, line ZX (a dedicated line: special), courier KD'`.execute(
    db,
  )
  await sql`comment on column arrangement.carrier_no is 'The carrier''s own number; of a courier the express number'`.execute(
    db,
  )
  await sql`comment on column arrangement.ends is 'Where a line ends: outlet of ours, door of the consignee, station of the carrier'`.execute(
    db,
  )
  await sql`comment on column arrangement.on_notice is 'The carrier gives out only when told to (等通知放货)'`.execute(
    db,
  )
  await sql`comment on column arrangement.abnormal is 'What is wrong with a parcel, while something is'`.execute(db)
  await sql`create unique index arrangement__carrier_no on arrangement (carrier_id, carrier_no)
    where kind <> 'vehicle' and carrier_no is not null and state <> 'cancelled' and not is_deleted`.execute(db)
  await sql`alter table company add column courier_days integer constraint company__courier_days check (courier_days between 1 and 60)`.execute(
    db,
  )
  await sql`comment on column company.courier_days is 'Days that a courier has from collection until it is late (超时); null: 3'`.execute(
    db,
  )
  // The lists of each kind, by time and by state.
  await sql`drop index arrangement__plan, arrangement__state`.execute(db)
  await sql`create index arrangement__plan on arrangement (kind, plan_at, id) where not is_deleted`.execute(db)
  await sql`create index arrangement__state on arrangement (kind, state, plan_at, id) where not is_deleted`.execute(db)
  await sql`create index arrangement__all on arrangement (plan_at, id) where not is_deleted`.execute(db)
  await sql`create index arrangement__carrier on arrangement (carrier_id) where carrier_id is not null`.execute(db)
}
