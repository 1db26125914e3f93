import { type Kysely, sql } from 'kysely'

/**
 * A trip goes over stops, in order, and each line of it is loaded at one and unloaded at a later one (T14). Trips from before get
 * a first stop and a last one; nothing else of them changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table arrangement_stop (
    arrangement_id bigint not null references arrangement,
    seq smallint not null constraint arrangement_stop__seq check (seq >= 1),
    kind text not null constraint arrangement_stop__kind check (kind in ('shipper', 'outlet', 'consignee')),
    outlet_id bigint references company,
    name text,
    phone text,
    region text,
    region_name text,
    address text,
    plan_at timestamptz,
    arrived_at timestamptz,
    left_at timestamptz,
    arrive_assumed boolean not null default false,
    leave_assumed boolean not null default false,
    primary key (arrangement_id, seq),
    constraint arrangement_stop__outlet check ((kind = 'outlet') = (outlet_id is not null)),
    constraint arrangement_stop__order check (left_at >= arrived_at)
  )`.execute(db)
  await sql`comment on column arrangement_stop.arrive_assumed is 'Not reported by itself: counts as done as planned (未逐站确认); leave_assumed: the same of leaving'`.execute(
    db,
  )
  await sql`create index arrangement_stop__outlet on arrangement_stop (outlet_id) where outlet_id is not null`.execute(
    db,
  )
  await sql`alter table arrangement
    drop constraint arrangement__type, add constraint arrangement__type check (type in ('pickup', 'trunk', 'shuttle', 'delivery', 'round')),
    add column via_outlet_ids bigint[] not null default '{}',
    add column swapped_to bigint references arrangement`.execute(db)
  await sql`create unique index arrangement__swapped_to on arrangement (swapped_to) where swapped_to is not null`.execute(
    db,
  )
  await sql`comment on column arrangement.type is 'What all lines are for: pickup 提货, trunk 干线, shuttle 短驳, delivery 送货; else round 提送'`.execute(
    db,
  )
  await sql`comment on column arrangement.via_outlet_ids is 'Outlets that are stops of it: they see it'`.execute(db)
  await sql`comment on column arrangement.swapped_to is 'The trip that took over all that was aboard (换车)'`.execute(
    db,
  )

  await sql`insert into arrangement_stop (arrangement_id, seq, kind, outlet_id, plan_at, left_at)
    select id, 1, case when from_outlet_id is null then 'shipper' else 'outlet' end, from_outlet_id, plan_at, depart_at
    from arrangement where kind = 'vehicle'`.execute(db)
  await sql`insert into arrangement_stop (arrangement_id, seq, kind, outlet_id, arrived_at)
    select id, 2, case when to_outlet_id is null then 'consignee' else 'outlet' end, to_outlet_id, arrive_at
    from arrangement where kind = 'vehicle'`.execute(db)

  await sql`alter table arrangement_line add column load_stop smallint, add column unload_stop smallint, add column goods jsonb`.execute(
    db,
  )
  await sql`update arrangement_line l set load_stop = 1, unload_stop = 2 from arrangement a where a.id = l.arrangement_id and a.kind = 'vehicle'`.execute(
    db,
  )
  await sql`alter table arrangement_line
    add constraint arrangement_line__load foreign key (arrangement_id, load_stop) references arrangement_stop deferrable,
    add constraint arrangement_line__unload foreign key (arrangement_id, unload_stop) references arrangement_stop deferrable,
    add constraint arrangement_line__stops check (unload_stop > load_stop)`.execute(db)
  await sql`comment on column arrangement_line.load_stop is 'Of a trip: the stop where it is loaded; unload_stop: where it is unloaded'`.execute(
    db,
  )
  await sql`comment on column arrangement_line.goods is 'Which goods of the waybill: [{seq, pieces}]; null: a part of all of them'`.execute(
    db,
  )
}
