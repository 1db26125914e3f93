import { type Kysely, sql } from 'kysely'

/** Six digits are soon guessed: wrong pickup codes are counted, whoever tries them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table pickup_try (
    waybill_id bigint primary key references waybill on delete cascade,
    failures integer not null,
    since timestamptz not null
  )`.execute(db)
  await sql`comment on table pickup_try is 'Wrong pickup codes of a waybill; a right one ends the count'`.execute(db)
  await sql`comment on column pickup_try.since is 'When the first of them was tried; an hour later the count begins anew'`.execute(
    db,
  )
}
