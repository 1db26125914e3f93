import { type Kysely, sql } from 'kysely'
import { recordColumns } from '../src/platform/columns.ts'

/** Drivers and vehicles with their papers (domain §1). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table driver (
    ${recordColumns},
    name text not null,
    mobile text not null,
    id_card text,
    licence_no text,
    licence_class text not null,
    licence_expiry date,
    qualification_no text,
    qualification_expiry date,
    bank_name text,
    bank_account text,
    carrier_id bigint references company,
    enabled boolean not null default true,
    remark text,
    search text not null
  )`.execute(db)
  await sql`create unique index driver__mobile on driver (mobile) where not is_deleted`.execute(db)
  await sql`create unique index driver__id_card on driver (id_card) where id_card is not null and not is_deleted`.execute(
    db,
  )
  await sql`create index driver__by_name on driver (name collate "zh-x-icu", id) where not is_deleted`.execute(db)
  await sql`create index driver__search on driver using gin (search gin_trgm_ops)`.execute(db)

  await sql`create table vehicle (
    ${recordColumns},
    type text not null constraint vehicle__type check (type in ('own','contract','hired')),
    plate_no text not null,
    plate_color text not null,
    trailer_no text,
    model text not null,
    length_m numeric(6,2),
    width_m numeric(6,2),
    height_m numeric(6,2),
    load_kg numeric(12,3) not null constraint vehicle__load check (load_kg > 0),
    volume_m3 numeric(10,4),
    owner text,
    carrier_id bigint references company,
    driver_id bigint references driver,
    licence_no text,
    licence_expiry date,
    permit_no text,
    permit_expiry date,
    inspection_expiry date,
    insurance_expiry date,
    cold boolean not null default false,
    temp_min numeric(5,1),
    temp_max numeric(5,1),
    hazard boolean not null default false,
    enabled boolean not null default true,
    remark text,
    search text not null,
    constraint vehicle__temp_order check (temp_min <= temp_max)
  )`.execute(db)
  await sql`comment on column vehicle.load_kg is 'Rated load, kg'`.execute(db)
  await sql`create unique index vehicle__plate on vehicle (plate_no) where not is_deleted`.execute(db)
  await sql`create index vehicle__search on vehicle using gin (search gin_trgm_ops)`.execute(db)
  await sql`create index vehicle__driver on vehicle (driver_id)`.execute(db)
}
