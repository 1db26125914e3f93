import { type Kysely, sql } from 'kysely'

/**
 * Where a waybill goes: outlets serve regions, and a waybill has a destination. Who sees it is no longer its own outlet
 * alone but every outlet of `waybill_outlet`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table company add column service_regions text[] not null default '{}'`.execute(db)
  await sql`comment on column company.service_regions is 'GB/T 2260 codes of any level; of outlets: whose consignees it serves'`.execute(
    db,
  )
  await sql`create index company__service_regions on company using gin (service_regions) where service_regions <> '{}'`.execute(
    db,
  )
  // As waybills write the cities of their parties: short, and of a municipality its own name.
  await sql`alter table company add column city text generated always as (regexp_replace(split_part(coalesce(region_name, ''), ' ',
    case when region_code ~ '^(11|12|31|50|8)' then 1 else 2 end), '(市|地区|盟)$', '')) stored`.execute(db)

  await sql`alter table waybill add column dest_outlet_id bigint references company (id),
    add column dest_typed boolean not null default false`.execute(db)
  await sql`comment on column waybill.dest_outlet_id is 'The outlet that gives the pieces out; null: nobody serves the consignee''s region'`.execute(
    db,
  )
  await sql`comment on column waybill.dest_typed is 'Chosen by a person: it does not follow the consignee''s region'`.execute(
    db,
  )

  await sql`create table waybill_outlet (
    waybill_id bigint not null references waybill (id) on delete cascade,
    outlet_id bigint not null references company (id),
    created_at timestamptz not null,
    since timestamptz not null default now(),
    primary key (waybill_id, outlet_id)
  )`.execute(db)
  await sql`comment on table waybill_outlet is 'Which outlets see a waybill: its own, its destination, and each that its pieces are under way to or have reached'`.execute(
    db,
  )
  await sql`comment on column waybill_outlet.created_at is 'Of the waybill, so that an outlet''s list has an order of its own to read in'`.execute(
    db,
  )
  await sql`insert into waybill_outlet (waybill_id, outlet_id, created_at)
    select w.id, o.outlet_id, w.created_at from (
      select id as waybill_id, outlet_id from waybill
      union select waybill_id, to_id from piece_movement where to_place in ('outlet', 'pickup')
      union select l.waybill_id, a.to_outlet_id from arrangement_line l join arrangement a on a.id = l.arrangement_id
        where a.to_outlet_id is not null and a.depart_at is not null
    ) o join waybill w on w.id = o.waybill_id`.execute(db)
  await sql`create index waybill_outlet__outlet on waybill_outlet (outlet_id, created_at, waybill_id)`.execute(db)

  // What lies at an outlet that neither sent it nor gives it out is under way.
  await sql`with places as (
      select p.waybill_id, p.pieces, case p.place
          when 'shipper' then 1
          when 'arrangement' then case p.leg when 'pickup' then 2 when 'delivery' then 6 else 4 end
          when 'outlet' then case when p.place_id = w.outlet_id then 3 when o.city = w.consignee_city then 5 else 4 end
          when 'pickup' then 7 else 10 end as step
      from piece_place p join waybill w on w.id = p.waybill_id left join company o on p.place = 'outlet' and o.id = p.place_id
      where w.state in ('inTransit', 'arrived') and p.pieces > 0
    ), least as (select waybill_id, min(step) as step from places group by waybill_id)
    update waybill w set state = case l.step when 4 then 'inTransit' else 'arrived' end,
      state_pieces = (select sum(p.pieces) from places p where p.waybill_id = w.id and p.step = l.step)
    from least l where w.id = l.waybill_id and l.step in (4, 5)`.execute(db)
}
