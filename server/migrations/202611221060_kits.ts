import { type Kysely, sql } from 'kysely'
import { recordColumns } from '../src/platform/columns.ts'

/** 组合货号: what a set is made of, and the orders that make sets of stock or take them apart (domain §1). */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Nothing was ever written there: a set is a record with a timeline, and its parts are lines of it.
  await sql`drop table item_part`.execute(db)

  await sql`create table kit (
    ${recordColumns},
    item_id bigint not null,
    owner_id bigint not null,
    enabled boolean not null default true,
    remark text,
    constraint kit__of_owner foreign key (item_id, owner_id) references item (id, owner_id),
    constraint kit__owned unique (id, owner_id)
  )`.execute(db)
  await sql`comment on table kit is 'A set of goods that is an item itself'`.execute(db)
  await sql`create unique index kit__item on kit (item_id) where not is_deleted`.execute(db)
  await sql`create index kit__updated on kit (updated_at, id) where not is_deleted`.execute(db)

  await sql`create table kit_line (
    id bigint generated always as identity primary key,
    kit_id bigint not null,
    owner_id bigint not null,
    seq smallint not null,
    part_id bigint not null,
    qty numeric(18,4) not null constraint kit_line__qty check (qty > 0),
    constraint kit_line__once unique (kit_id, part_id),
    constraint kit_line__kit foreign key (kit_id, owner_id) references kit (id, owner_id),
    constraint kit_line__part foreign key (part_id, owner_id) references item (id, owner_id)
  )`.execute(db)
  await sql`comment on column kit_line.owner_id is 'That of the set: its parts are the same owner''s'`.execute(db)
  await sql`comment on column kit_line.qty is 'Base units in one set'`.execute(db)
  await sql`create index kit_line__part_of on kit_line (part_id)`.execute(db)

  await sql`create table kit_order (
    ${recordColumns},
    order_no text not null,
    kind text not null constraint kit_order__kind check (kind in ('assemble','disassemble')),
    state text not null default 'new' constraint kit_order__state check (state in ('new','done','cancelled','reversed')),
    kit_id bigint not null,
    owner_id bigint not null,
    item_id bigint not null references item,
    warehouse_id bigint not null,
    qty numeric(18,4) not null constraint kit_order__qty check (qty > 0),
    from_stock_id bigint references stock,
    to_location_id bigint not null,
    batch_no text,
    expiry date,
    batch_id bigint references batch,
    serials text[] not null default '{}',
    remark text,
    posting_id bigint references stock_posting,
    done_at timestamptz,
    done_by_name text,
    void_reason text,
    search text not null,
    constraint kit_order__kit foreign key (kit_id, owner_id) references kit (id, owner_id),
    constraint kit_order__to foreign key (warehouse_id, to_location_id) references location (warehouse_id, id),
    constraint kit_order__from check ((kind = 'disassemble') = (from_stock_id is not null)),
    constraint kit_order__posted check ((state in ('done','reversed')) = (posting_id is not null))
  )`.execute(db)
  await sql`comment on column kit_order.from_stock_id is 'Of sets taken apart: the key they are taken from'`.execute(db)
  await sql`comment on column kit_order.batch_id is 'Of sets made: the batch they became'`.execute(db)
  await sql`comment on column kit_order.serials is 'Of the sets, where they have serial numbers'`.execute(db)
  await sql`create unique index kit_order__no on kit_order (order_no)`.execute(db)
  await sql`create index kit_order__created on kit_order (created_at, id) where not is_deleted`.execute(db)
  await sql`create index kit_order__open on kit_order (kit_id) where state = 'new'`.execute(db)
  await sql`create index kit_order__batch on kit_order (batch_id) where batch_id is not null`.execute(db)
  await sql`create index kit_order__search on kit_order using gin (search gin_trgm_ops)`.execute(db)

  await sql`create table kit_order_line (
    id bigint generated always as identity primary key,
    order_id bigint not null references kit_order,
    seq smallint not null,
    part_id bigint not null references item,
    qty_per numeric(18,4) not null constraint kit_order_line__per check (qty_per > 0),
    qty numeric(18,4) not null,
    batch_id bigint references batch,
    batch_no text,
    production date,
    expiry date,
    serials text[] not null default '{}',
    constraint kit_order_line__once unique (order_id, part_id)
  )`.execute(db)
  await sql`comment on column kit_order_line.batch_id is 'Of sets taken apart: the batch that the parts are again'`.execute(
    db,
  )
  await sql`comment on column kit_order_line.serials is 'In the order of the sets: the first qty_per are of the first set'`.execute(
    db,
  )
}
