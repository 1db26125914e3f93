import { type Kysely, sql } from 'kysely'

/** How far back a receipt may be dated, and what packs held before they were changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table warehouse add column receive_back_days integer not null default 3
    constraint warehouse__receive_back_days check (receive_back_days between 0 and 366)`.execute(db)
  await sql`comment on column warehouse.receive_back_days is 'A receipt is dated so many days back at most by who may only receive'`.execute(
    db,
  )
  await sql`create table item_pack_past (
    id bigint generated always as identity primary key,
    item_id bigint not null references item,
    unit text not null,
    ratio numeric(14,4) not null,
    until_day date not null
  )`.execute(db)
  await sql`comment on table item_pack_past is 'What a pack of goods in use held before it was changed: days before until_day are charged by it'`.execute(
    db,
  )
  await sql`create index item_pack_past__item on item_pack_past (item_id, unit, until_day)`.execute(db)
}
