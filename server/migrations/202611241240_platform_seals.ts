import { type Kysely, sql } from 'kysely'

/** A seal asks for all rows of a day. They lie in the order of their moments: an index of their ranges costs nothing to write. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index waybill_event__at on waybill_event using brin (at) with (pages_per_range = 32, autosummarize)`.execute(
    db,
  )
  await sql`create index history__at on history using brin (at) with (pages_per_range = 32, autosummarize)`.execute(db)
}
