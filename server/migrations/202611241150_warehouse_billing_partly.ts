import { type Kysely, sql } from 'kysely'

/** A day whose goods were all counted at once is gone on from by the next one; of the days so far it is not known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table storage_day add column partly boolean not null default false`.execute(db)
  await sql`comment on column storage_day.partly is 'Some of its goods were counted anew, and what shares their places was not: the day after it is counted whole'`.execute(
    db,
  )
  await sql`update storage_day set partly = true`.execute(db)
}
