import { type Kysely, sql } from 'kysely'

/** A position is told with its place in words and by whom it was said, so that a way can be read and a customer told of cities. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table position add column place text, add column by_hand boolean not null default false`.execute(db)
  await sql`comment on column position.place is 'In words, as it was reported'`.execute(db)
  await sql`comment on column position.by_hand is 'Somebody said it, and no platform'`.execute(db)
}
