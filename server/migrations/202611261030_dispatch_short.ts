import { type Kysely, sql } from 'kysely'

/** Pieces that a trip arrived without stay with it until they are found; each 补到 is taken back before the arrival is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table arrangement add column brought_in integer not null default 0 constraint arrangement__brought_in check (brought_in >= 0)`.execute(
    db,
  )
  await sql`comment on column arrangement.brought_in is 'Times that pieces missing at arrival were brought in later (补到)'`.execute(
    db,
  )
}
