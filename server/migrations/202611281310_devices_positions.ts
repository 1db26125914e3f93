import { type Kysely, sql } from 'kysely'

/** Where devices were, by day (T33), and by which tokens suppliers' platforms say so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Without a reference to the device: it would be looked up for each of the rows, which come by the thousand.
  await sql`create table position (
    device_id bigint not null,
    at timestamptz not null,
    lng integer not null constraint position__lng check (lng between -180000000 and 180000000),
    lat integer not null constraint position__lat check (lat between -90000000 and 90000000),
    speed smallint,
    battery smallint,
    primary key (device_id, at)
  ) partition by range (at)`.execute(db)
  await sql`comment on table position is 'Where GPS devices were, once for a device and time; a part for each day (UTC), made and dropped by the night'`.execute(
    db,
  )
  await sql`comment on column position.lng is 'Longitude, 10⁻⁶ degrees, WGS-84'`.execute(db)
  await sql`comment on column position.lat is 'Latitude, 10⁻⁶ degrees, WGS-84'`.execute(db)
  await sql`comment on column position.speed is 'km/h'`.execute(db)
  await sql`comment on column position.battery is 'Percent'`.execute(db)

  await sql`create table position_token (
    id bigint generated always as identity primary key,
    supplier_id bigint not null references company,
    hash bytea not null constraint position_token__hash unique,
    tail text not null,
    made_at timestamptz not null,
    made_by bigint not null references app_user,
    used_at timestamptz,
    ended_at timestamptz,
    ended_by bigint references app_user
  )`.execute(db)
  await sql`comment on table position_token is 'By which the platform of a supplier reports positions of its devices'`.execute(
    db,
  )
  await sql`comment on column position_token.hash is 'SHA-256 of the token, which nobody has but the supplier'`.execute(
    db,
  )
  await sql`comment on column position_token.tail is 'Its last four characters, to know it by'`.execute(db)
  await sql`comment on column position_token.used_at is 'To the minute'`.execute(db)
  await sql`create index position_token__supplier on position_token (supplier_id)`.execute(db)
}
