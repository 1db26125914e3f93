import { type Kysely, sql } from 'kysely'

/** What short picks froze, and the count that frees or writes it off. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table stock_hold (
    id bigint generated always as identity primary key,
    count_id bigint not null references stock_count,
    location_id bigint not null references location,
    item_id bigint not null references item,
    batch_id bigint not null references batch,
    quality text not null,
    container_id bigint not null default 0,
    qty numeric(18,4) not null constraint stock_hold__qty check (qty >= 0),
    constraint stock_hold__once unique (count_id, location_id, item_id, batch_id, quality, container_id)
  )`.execute(db)
  await sql`comment on table stock_hold is 'Goods missed or found damaged by a pick: frozen until the count has ended; of a cancelled count they stay frozen'`.execute(
    db,
  )
  await sql`comment on column stock_hold.qty is 'Frozen for this count; 0: all of it is allocated to others'`.execute(
    db,
  )
  await sql`create index stock_hold__place on stock_hold (location_id, item_id, batch_id)`.execute(db)
}
