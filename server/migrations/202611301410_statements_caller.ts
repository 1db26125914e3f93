import { type Kysely, sql } from 'kysely'

/** A customer may dispute a statement by telephone: who called, beside whoever recorded it (M53). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table statement add column caller text check (caller <> '')`.execute(db)
  await sql`comment on column statement.caller is 'Who disputed it by telephone; null: it was not answered so'`.execute(
    db,
  )
}
