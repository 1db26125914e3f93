import { type Kysely, sql } from 'kysely'

/** What a trip was to cost, and nobody applied for before it was cancelled, is not owed (T22): what is entered later, as for an empty run, may be. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table arrangement add column cancelled_at timestamptz`.execute(db)
  await sql`comment on column arrangement.cancelled_at is 'Cost lines of before it that no application holds are not applied for any more'`.execute(
    db,
  )
  await sql`update arrangement a set cancelled_at = coalesce((select max(h.at) from history h where h.entity = 'arrangement'
    and h.entity_id = a.id and h.action = 'cancelled'), a.updated_at) where a.state = 'cancelled'`.execute(db)
}
