import { type Kysely, sql } from 'kysely'

/** A delivery starts at the outlet where its pieces are loaded, so every trip that starts at an outlet names it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update arrangement a set from_outlet_id = l.from_id
    from (select distinct on (arrangement_id) arrangement_id, from_place, from_id from arrangement_line order by arrangement_id, seq) l
    where l.arrangement_id = a.id and a.type = 'delivery' and l.from_place = 'outlet' and a.from_outlet_id is null`.execute(
    db,
  )
}
