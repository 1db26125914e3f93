import { type Kysely, sql } from 'kysely'
import { recordColumns } from '../src/platform/columns.ts'

/** 移库单: goods moved, frozen, freed or given another quality within a warehouse, with the reason (domain §6 moveStock). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table stock_order (
    ${recordColumns},
    order_no text not null,
    warehouse_id bigint not null references warehouse,
    type text not null constraint stock_order__type check (type in ('move','freeze','unfreeze','quality')),
    state text not null default 'waiting' constraint stock_order__state check (state in ('waiting','done','cancelled','reversed')),
    reason text not null,
    remark text,
    posting_id bigint references stock_posting,
    done_at timestamptz,
    done_by_name text,
    cancel_reason text,
    search text not null
  )`.execute(db)
  await sql`create unique index stock_order__no on stock_order (order_no)`.execute(db)
  await sql`create index stock_order__created on stock_order (created_at, id) where not is_deleted`.execute(db)
  await sql`create index stock_order__search on stock_order using gin (search gin_trgm_ops)`.execute(db)
  // Whether goods of a place wait to be put away is asked of every key that an order is about.
  await sql`create index put_away__from on put_away (from_location_id) where state = 'waiting'`.execute(db)
  await sql`create table stock_order_line (
    id bigint generated always as identity primary key,
    order_id bigint not null references stock_order,
    seq smallint not null,
    stock_id bigint not null references stock,
    qty numeric(18,4) not null constraint stock_order_line__qty check (qty > 0),
    to_location_id bigint references location,
    to_quality text,
    whole boolean not null default false,
    serials text[] not null default '{}',
    constraint stock_order_line__once unique nulls not distinct (order_id, stock_id, to_location_id)
  )`.execute(db)
  await sql`comment on column stock_order_line.whole is 'With the container it stands on, and all that is promised or frozen of it'`.execute(
    db,
  )
  await sql`comment on column stock_order_line.stock_id is 'The key that goods are taken from, or are held on'`.execute(
    db,
  )
}
