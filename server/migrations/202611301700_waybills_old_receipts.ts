import { type Kysely, sql } from 'kysely'

/**
 * Electronic receipts of what was signed with a signature or photos before there were receipts: done by that signing, when it was made, as
 * one today is (T29).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update signed_receipt r set state = 'done', done_act_id = s.act_id, done_at = s.at, done_by = s.by_id, version = r.version + 1
    from waybill w cross join lateral (
      select g.act_id, g.by_id, coalesce((select max(m.at) from piece_movement m where m.waybill_id = g.waybill_id and m.act_id = g.act_id), g.signed_at) as at
      from signing g where g.waybill_id = w.id and g.signed > 0 and not g.undone order by g.id desc limit 1) s
    where w.id = r.waybill_id and w.receipt_requirement = 'electronic' and w.state in ('signed', 'partSigned', 'closed') and not w.is_deleted
      and r.state = 'toSign' and not r.is_deleted
      and exists (select from file_link l where l.entity = 'signing' and l.entity_id = s.act_id)`.execute(db)
}
