import { type Kysely, sql } from 'kysely'

/**
 * Photos are tied to the signing that they were taken at, beside its waybill, for the e-POD. Of signings before: what whoever
 * signed had uploaded last before that.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into file_link (file_id, entity, entity_id, internal)
    select distinct on (f.id) f.id, 'signing', s.act_id, false
    from signing s join piece_movement m on m.act_id = s.act_id and m.waybill_id = s.waybill_id
    join file_link l on l.entity = 'waybill' and l.entity_id = s.waybill_id and not l.internal
    join stored_file f on f.id = l.file_id and f.created_by = s.by_id and f.created_at <= m.at and f.created_at > m.at - interval '1 day'
    order by f.id, s.act_id on conflict do nothing`.execute(db)
}
