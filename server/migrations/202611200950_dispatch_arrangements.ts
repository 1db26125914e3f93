import { type Kysely, sql } from 'kysely'
import { recordColumns } from '../src/platform/columns.ts'

/** Vehicle arrangements (提送货安排) and the pieces they carry (domain §3). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table arrangement (
    ${recordColumns},
    arrangement_no text not null,
    outlet_id bigint not null references company,
    type text not null constraint arrangement__type check (type in ('pickup','trunk','shuttle','delivery')),
    state text not null constraint arrangement__state check (state in ('new','assigned','departed','arrived','done','cancelled')),
    vehicle_id bigint not null references vehicle,
    driver_id bigint not null references driver,
    carrier_id bigint references company,
    from_outlet_id bigint references company,
    to_outlet_id bigint references company,
    plan_at timestamptz not null,
    depart_at timestamptz,
    arrive_at timestamptz,
    done_at timestamptz,
    seal_no text,
    km numeric(8,1),
    remark text,
    cancel_reason text,
    search text not null,
    constraint arrangement__order check (arrive_at >= depart_at)
  )`.execute(db)
  await sql`comment on column arrangement.type is 'pickup 提货 (shipper → outlet), trunk 干线, shuttle 短驳 (outlet → outlet), delivery 送货 (→ consignee)'`.execute(
    db,
  )
  await sql`create unique index arrangement__no on arrangement (arrangement_no) where not is_deleted`.execute(db)
  await sql`create index arrangement__plan on arrangement (plan_at, id) where not is_deleted`.execute(db)
  await sql`create index arrangement__state on arrangement (state, plan_at, id) where not is_deleted`.execute(db)
  await sql`create index arrangement__outlet on arrangement (outlet_id, plan_at, id) where not is_deleted`.execute(db)
  await sql`create index arrangement__vehicle on arrangement (vehicle_id) where state in ('new','assigned','departed') and not is_deleted`.execute(
    db,
  )
  await sql`create index arrangement__driver on arrangement (driver_id) where state in ('new','assigned','departed') and not is_deleted`.execute(
    db,
  )
  await sql`create index arrangement__search on arrangement using gin (search gin_trgm_ops)`.execute(db)

  await sql`create table arrangement_line (
    id bigint generated always as identity primary key,
    arrangement_id bigint not null references arrangement,
    waybill_id bigint not null references waybill,
    seq integer not null,
    from_place text not null constraint arrangement_line__from check (from_place in ('shipper','outlet')),
    from_id bigint not null,
    pieces integer not null constraint arrangement_line__pieces check (pieces > 0),
    weight numeric(14,3) not null,
    volume numeric(14,4) not null,
    constraint arrangement_line__once unique (arrangement_id, waybill_id, from_place, from_id)
  )`.execute(db)
  await sql`comment on column arrangement_line.weight is 'The share of the waybill that these pieces weigh, kg'`.execute(
    db,
  )
  await sql`create index arrangement_line__waybill on arrangement_line (waybill_id)`.execute(db)
}
