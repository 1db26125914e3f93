import { type Kysely, sql } from 'kysely'
import { recordColumns } from '../src/platform/columns.ts'

/** 盘点单: places held still, what was counted at each, and what the book said when it began (domain §6 count). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table stock_count (
    ${recordColumns},
    count_no text not null,
    warehouse_id bigint not null references warehouse,
    owner_id bigint references company,
    zone_ids bigint[] not null default '{}',
    location_ids bigint[] not null default '{}',
    item_ids bigint[] not null default '{}',
    range text not null,
    state text not null default 'new' constraint stock_count__state check (state in ('new','counting','recount','review','done','cancelled')),
    remark text,
    reason text,
    posting_id bigint references stock_posting,
    done_at timestamptz,
    cancel_reason text,
    search text not null
  )`.execute(db)
  await sql`comment on column stock_count.range is 'What it is of, as people call it when it is written'`.execute(db)
  await sql`create unique index stock_count__no on stock_count (count_no)`.execute(db)
  await sql`create index stock_count__created on stock_count (created_at, id) where not is_deleted`.execute(db)
  await sql`create index stock_count__search on stock_count using gin (search gin_trgm_ops)`.execute(db)
  await sql`create table stock_count_place (
    id bigint generated always as identity primary key,
    count_id bigint not null references stock_count,
    location_id bigint not null references location,
    recount boolean not null default false,
    first_by bigint references app_user,
    first_by_name text,
    first_at timestamptz,
    second_by bigint references app_user,
    second_by_name text,
    second_at timestamptz,
    constraint stock_count_place__once unique (count_id, location_id)
  )`.execute(db)
  await sql`comment on column stock_count_place.recount is 'Its goods differed from the book: counted again, by somebody else'`.execute(
    db,
  )
  await sql`create table stock_count_line (
    id bigint generated always as identity primary key,
    count_id bigint not null references stock_count,
    location_id bigint not null references location,
    item_id bigint not null references item,
    batch_id bigint not null references batch,
    quality text not null,
    container_id bigint not null default 0,
    book numeric(18,4) not null,
    first numeric(18,4) constraint stock_count_line__first check (first >= 0),
    second numeric(18,4) constraint stock_count_line__second check (second >= 0),
    serials text[] not null default '{}',
    different boolean not null default false,
    constraint stock_count_line__once unique (count_id, location_id, item_id, batch_id, quality, container_id)
  )`.execute(db)
  await sql`comment on column stock_count_line.book is 'On hand when the places were held still; 0: goods that the book does not have there'`.execute(
    db,
  )
  await sql`comment on column stock_count_line.different is 'By the last count: another quantity, or other serial numbers'`.execute(
    db,
  )
  // Which places a count holds still is asked when it ends.
  await sql`create index location__counting on location (count_id) where count_id is not null`.execute(db)
}
