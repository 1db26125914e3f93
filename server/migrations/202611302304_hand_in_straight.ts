import { type Kysely, sql } from 'kysely'

/** What came straight to accounts alone is handed in to be seen: nothing is due of it (M48). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table hand_in drop constraint hand_in__due, add constraint hand_in__due check (due >= 0)`.execute(db)
}
