import { type Kysely, sql } from 'kysely'

/** What a user uploaded lately is added up at each upload. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index stored_file__by on stored_file (created_by, created_at)`.execute(db)
}
