import { type Kysely, sql } from 'kysely'

/**
 * On an arrangement pieces are kept by line, and the line says for which leg; refused pieces have a place where they lie:
 * still with the vehicle, or kept by an outlet. Signing is of one strand, and says what was collected for what.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table arrangement_line add column leg text`.execute(db)
  await sql`update arrangement_line l set leg = a.type from arrangement a where a.id = l.arrangement_id`.execute(db)
  await sql`alter table arrangement_line alter column leg set not null,
    add constraint arrangement_line__leg check (leg in ('pickup', 'trunk', 'shuttle', 'delivery'))`.execute(db)

  await sql`alter table piece_place add column line_id bigint not null default 0`.execute(db)
  await sql`comment on column piece_place.line_id is 'The line of the arrangement that carries them; 0 elsewhere'`.execute(
    db,
  )
  await sql`alter table piece_movement add column from_line bigint not null default 0, add column to_line bigint not null default 0`.execute(
    db,
  )
  // The ledger is append-only; these columns are new, and what they say is not changed.
  await sql`alter table piece_movement disable trigger piece_movement__append_only`.execute(db)
  const firstLine = sql`(select distinct on (arrangement_id, waybill_id) arrangement_id, waybill_id, id from arrangement_line
    order by arrangement_id, waybill_id, seq)`
  await sql`update piece_movement m set to_line = l.id from ${firstLine} l
    where m.to_place = 'arrangement' and l.arrangement_id = m.to_id and l.waybill_id = m.waybill_id`.execute(db)
  await sql`update piece_movement m set from_line = l.id from ${firstLine} l
    where m.from_place = 'arrangement' and l.arrangement_id = m.from_id and l.waybill_id = m.waybill_id`.execute(db)
  await sql`alter table piece_movement enable trigger piece_movement__append_only`.execute(db)
  await sql`update piece_place p set line_id = l.id from ${firstLine} l
    where p.place = 'arrangement' and l.arrangement_id = p.place_id and l.waybill_id = p.waybill_id`.execute(db)
  await sql`alter table piece_place drop constraint piece_place_pkey, drop constraint piece_place__place,
    add primary key (waybill_id, place, place_id, line_id),
    add constraint piece_place__place check (place in ('shipper', 'arrangement', 'outlet', 'pickup', 'consignee', 'refusedOut', 'refused',
      'lost', 'returned', 'forwarded', 'abandoned'))`.execute(db)
  await sql`comment on column piece_place.place_id is 'Arrangement (also of refusedOut), outlet (also of refused), or the waybill that they go on with; 0 where the place needs none'`.execute(
    db,
  )

  // What was refused goes to where it lies: on the trip that has not come back, else at the outlet that sent it out.
  await sql`create temp table refused_before on commit drop as
    select nextval('act_id') as act_id, m.waybill_id, m.pieces,
      case when a.state = 'departed' then 'refusedOut' else 'refused' end as to_place,
      case when a.state = 'departed' then a.id when m.from_place = 'pickup' then m.from_id
        else coalesce(a.from_outlet_id, a.outlet_id, w.outlet_id) end as to_id,
      case when a.state = 'departed' then m.from_line else 0 end as to_line
    from piece_movement m join waybill w on w.id = m.waybill_id
    left join arrangement a on m.from_place = 'arrangement' and a.id = m.from_id
    where m.to_place = 'refused' and m.to_id = 0 and m.reverses is null
      and not exists (select from piece_movement r where r.waybill_id = m.waybill_id and r.reverses = m.id)`.execute(db)
  await sql`insert into piece_movement (waybill_id, act_id, from_place, from_id, to_place, to_id, to_line, pieces, at)
    select waybill_id, act_id, 'refused', 0, to_place, to_id, to_line, pieces, now() from refused_before`.execute(db)
  await sql`update piece_place p set pieces = p.pieces - r.pieces
    from (select waybill_id, sum(pieces)::int as pieces from refused_before group by 1) r
    where p.waybill_id = r.waybill_id and p.place = 'refused' and p.place_id = 0`.execute(db)
  await sql`insert into piece_place (waybill_id, place, place_id, line_id, pieces)
    select waybill_id, to_place, to_id, to_line, sum(pieces) from refused_before group by 1, 2, 3, 4`.execute(db)

  await sql`alter table signing add column from_place text, add column from_id bigint, add column damaged integer not null default 0,
    add column freight numeric(14,2) not null default 0, add column freight_channel text,
    add column cod numeric(14,2) not null default 0, add column cod_channel text`.execute(db)
  await sql`comment on column signing.collected is 'Yuan at the door, freight and COD together'`.execute(db)
}
