import { type Kysely, sql } from 'kysely'
import { recordColumns } from '../src/platform/columns.ts'

/** GPS devices and what they are bound to (T32); the deposit of a lost one is an adjustment of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table gps_device (
    ${recordColumns},
    device_no text not null,
    imei text,
    sim_no text,
    model text,
    supplier_id bigint references company,
    outlet_id bigint not null references company,
    keeper_id bigint references app_user,
    deposit numeric(14,2),
    battery smallint constraint gps_device__battery check (battery between 0 and 100),
    received_on date,
    remark text,
    state text not null default 'inStock'
      constraint gps_device__state check (state in ('inStock', 'bound', 'mailing', 'repair', 'lost', 'scrapped')),
    last_lng integer constraint gps_device__lng check (last_lng between -180000000 and 180000000),
    last_lat integer constraint gps_device__lat check (last_lat between -90000000 and 90000000),
    last_at timestamptz,
    last_place text,
    lost_at timestamptz,
    lost_application_id bigint references application,
    search text not null,
    constraint gps_device__last check ((last_lng is null) = (last_lat is null) and (last_at is not null or last_lng is null))
  )`.execute(db)
  await sql`comment on table gps_device is 'A GPS device that travels along and comes back (T32)'`.execute(db)
  const columns = {
    outlet_id: 'The outlet that keeps it while it is in stock or in repair',
    keeper_id: 'The person there',
    deposit: 'Yuan, that its holder owes when it is lost',
    battery: 'Percent, as last known',
    state: "As acts leave it; 'bound' is told apart by what it is bound to (ADR 039)",
    last_lng: 'Longitude of the last position, 10⁻⁶ degrees, WGS-84',
    last_lat: 'Latitude of the last position, 10⁻⁶ degrees, WGS-84',
    last_at: 'When it was there; moves forward only',
    last_place: 'The same place in words',
    lost_application_id: 'The application by which the deposit is asked for',
  }
  for (const [column, text] of Object.entries(columns))
    await sql`comment on column ${sql.ref(`gps_device.${column}`)} is ${sql.lit(text)}`.execute(db)
  await sql`create unique index gps_device__no on gps_device (device_no) where not is_deleted`.execute(db)
  await sql`create unique index gps_device__imei on gps_device (imei) where imei is not null and not is_deleted`.execute(
    db,
  )
  await sql`create index gps_device__outlet on gps_device (outlet_id) where not is_deleted`.execute(db)
  await sql`create index gps_device__supplier on gps_device (supplier_id) where supplier_id is not null`.execute(db)
  await sql`create index gps_device__search on gps_device using gin (search gin_trgm_ops)`.execute(db)

  await sql`create table gps_binding (
    id bigint generated always as identity primary key,
    device_id bigint not null references gps_device,
    waybill_id bigint references waybill,
    arrangement_id bigint references arrangement,
    vehicle_id bigint references vehicle,
    outlet_id bigint not null references company,
    bound_at timestamptz not null default now(),
    bound_by bigint references app_user,
    expected_return timestamptz,
    return_way text not null constraint gps_binding__return_way check (return_way in ('carried', 'courier')),
    express_no text,
    mailed_at timestamptz,
    reminded_at timestamptz,
    returned_at timestamptz,
    returned_by bigint references app_user,
    condition text constraint gps_binding__condition check (condition in ('intact', 'damaged', 'lost')),
    undone_at timestamptz,
    holder text,
    holder_phone text,
    search text not null,
    constraint gps_binding__one_object check (num_nonnulls(waybill_id, arrangement_id, vehicle_id) = 1),
    constraint gps_binding__return check (expected_return is not null or vehicle_id is not null),
    constraint gps_binding__ended check ((returned_at is null) = (condition is null) and (returned_at is null or undone_at is null))
  )`.execute(db)
  await sql`comment on table gps_binding is 'A device on a waybill, a trip or a vehicle, until it is back, lost, or taken off again'`.execute(
    db,
  )
  const ofBinding = {
    outlet_id: 'The outlet of whoever bound it',
    return_way: 'carried: brought back, courier: mailed',
    condition: 'How it came back; lost: it did not',
    undone_at: 'Taken off before it left: as if it had never been bound',
    holder: 'Who has it in hand, as known when it was bound',
  }
  for (const [column, text] of Object.entries(ofBinding))
    await sql`comment on column ${sql.ref(`gps_binding.${column}`)} is ${sql.lit(text)}`.execute(db)
  await sql`create unique index gps_binding__open on gps_binding (device_id) where returned_at is null and undone_at is null`.execute(
    db,
  )
  for (const column of ['device_id', 'waybill_id', 'arrangement_id', 'vehicle_id'])
    await sql`create index ${sql.ref(`gps_binding__${column.replace('_id', '')}`)} on gps_binding (${sql.ref(column)})
      where ${sql.ref(column)} is not null`.execute(db)
  await sql`create index gps_binding__outlet on gps_binding (outlet_id, bound_at desc) where undone_at is null`.execute(
    db,
  )
  await sql`create index gps_binding__search on gps_binding using gin (search gin_trgm_ops)`.execute(db)

  // A deposit is of no waybill: the receivable names the device.
  await sql`alter table charge add column device_id bigint references gps_device,
    drop constraint charge__of,
    add constraint charge__of check (case
      when source in ('quote', 'manual', 'service') then waybill_id is not null and application_id is null and cost_line_id is null
      when source = 'adjustment' then application_id is not null and cost_line_id is null
        and num_nonnulls(waybill_id, device_id) = (case direction when 'receivable' then 1 else 0 end)
        and (adjusts_id is not null) = (direction = 'payable')
      when source in ('arrangement', 'special', 'courier', 'expense') then application_id is not null and cost_line_id is not null
        and waybill_id is null and direction = 'payable'
      else waybill_id is null end),
    add constraint charge__device check (device_id is null or source = 'adjustment')`.execute(db)
  await sql`comment on column charge.device_id is 'Of the deposit of a lost device'`.execute(db)
  await sql`create index charge__device on charge (device_id) where device_id is not null`.execute(db)
  await sql`alter table adjustment add column device_id bigint references gps_device,
    drop constraint adjustment__of,
    add constraint adjustment__of check (num_nonnulls(waybill_id, device_id) = (case direction when 'receivable' then 1 else 0 end)
      and (direction = 'payable') = (charge_id is not null))`.execute(db)
  await sql`comment on column adjustment.device_id is 'Of the deposit of a lost device'`.execute(db)
  await sql`create index adjustment__device on adjustment (device_id) where device_id is not null`.execute(db)
  await sql`drop index adjustment__open`.execute(db)
  await sql`create unique index adjustment__open on adjustment (coalesce(waybill_id, 0), coalesce(charge_id, 0), coalesce(device_id, 0),
    fee_item, coalesce(company_id, 0), coalesce(driver_id, 0)) where open`.execute(db)
}
