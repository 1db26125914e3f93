import { type Kysely, sql } from 'kysely'

/**
 * What moved since a day, for what stood open on it. Entries are appended and dated at latest on the day they are posted, so that each
 * stretch of the table knows its last day: the index is a few pages, and costs a posting nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index money_entry__day on money_entry using brin (day) with (pages_per_range = 32, autosummarize = on)`.execute(
    db,
  )
}
