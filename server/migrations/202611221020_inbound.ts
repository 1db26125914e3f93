import { type Kysely, sql } from 'kysely'
import { recordColumns } from '../src/platform/columns.ts'

/** What is announced, what came of it, and where it is put (domain §6: wareNotice, receive, ground). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table inbound_notice (
    ${recordColumns},
    notice_no text not null,
    warehouse_id bigint not null references warehouse,
    owner_id bigint not null references company,
    type text not null,
    customer_order_no text,
    eta timestamptz,
    vehicle_no text,
    state text not null default 'new' constraint inbound_notice__state check (state in ('new','partial','received','done','cancelled')),
    blind boolean not null default false,
    remark text,
    cancel_reason text,
    search text not null
  )`.execute(db)
  await sql`comment on column inbound_notice.blind is 'Nobody announced it: written while it was received'`.execute(db)
  await sql`comment on column inbound_notice.state is 'Derived from its lines and what waits to be put away, but for cancelled'`.execute(
    db,
  )
  await sql`create unique index inbound_notice__no on inbound_notice (notice_no)`.execute(db)
  await sql`create unique index inbound_notice__customer_order on inbound_notice (owner_id, customer_order_no)
    where customer_order_no is not null and state <> 'cancelled'`.execute(db)
  await sql`create index inbound_notice__eta on inbound_notice (coalesce(eta, 'infinity'::timestamptz), id)`.execute(db)
  await sql`create index inbound_notice__owner on inbound_notice (owner_id, id)`.execute(db)
  await sql`create index inbound_notice__search on inbound_notice using gin (search gin_trgm_ops)`.execute(db)

  await sql`create table inbound_line (
    id bigint generated always as identity primary key,
    notice_id bigint not null references inbound_notice,
    seq smallint not null,
    item_id bigint not null references item,
    unit text not null,
    unit_qty numeric(18,4) not null,
    qty numeric(18,4) not null constraint inbound_line__qty check (qty >= 0),
    batch_no text,
    production date,
    expiry date,
    quality text not null default 'good' constraint inbound_line__quality check (quality in ('good','bad','pending')),
    received numeric(18,4) not null default 0 constraint inbound_line__received check (received >= 0),
    damaged numeric(18,4) not null default 0 constraint inbound_line__damaged check (damaged >= 0),
    short numeric(18,4) not null default 0 constraint inbound_line__short check (short >= 0)
  )`.execute(db)
  await sql`comment on column inbound_line.qty is 'Base units; unit and unit_qty are as typed'`.execute(db)
  await sql`comment on column inbound_line.received is 'Taken in undamaged; with damaged and short rolled up from receipt_entry in the same transaction'`.execute(
    db,
  )
  await sql`create index inbound_line__notice on inbound_line (notice_id, seq)`.execute(db)
  await sql`create index inbound_line__item on inbound_line (item_id)`.execute(db)

  await sql`create table receipt (
    ${recordColumns},
    receipt_no text not null,
    notice_id bigint not null references inbound_notice,
    warehouse_id bigint not null references warehouse,
    seq smallint not null,
    state text not null default 'waiting' constraint receipt__state check (state in ('waiting','receiving','received','cancelled')),
    started_at timestamptz,
    received_at timestamptz,
    received_by bigint references app_user
  )`.execute(db)
  await sql`create unique index receipt__no on receipt (receipt_no)`.execute(db)
  await sql`create unique index receipt__open on receipt (notice_id) where state in ('waiting','receiving')`.execute(db)
  await sql`create index receipt__notice on receipt (notice_id, seq)`.execute(db)
  await sql`create index receipt__state on receipt (state, id)`.execute(db)

  await sql`create table receipt_entry (
    id bigint generated always as identity primary key,
    receipt_id bigint not null references receipt,
    line_id bigint not null references inbound_line,
    item_id bigint not null references item,
    kind text not null constraint receipt_entry__kind check (kind in ('received','damaged','short')),
    qty numeric(18,4) not null constraint receipt_entry__qty check (qty > 0),
    quality text,
    batch_id bigint references batch,
    container_id bigint not null default 0,
    location_id bigint references location,
    serials text[] not null default '{}',
    posting_id bigint references stock_posting,
    at timestamptz not null,
    by_id bigint not null references app_user,
    by_name text not null,
    reversed_at timestamptz,
    reversed_by_name text
  )`.execute(db)
  await sql`comment on table receipt_entry is 'What was counted in, act by act; short ones move no stock. Taken back, never changed'`.execute(
    db,
  )
  await sql`create index receipt_entry__receipt on receipt_entry (receipt_id, id)`.execute(db)
  await sql`create index receipt_entry__line on receipt_entry (line_id)`.execute(db)

  await sql`create table put_away (
    id bigint generated always as identity primary key,
    created_at timestamptz not null default now(),
    version integer not null default 1,
    warehouse_id bigint not null references warehouse,
    owner_id bigint not null references company,
    receipt_id bigint not null references receipt,
    entry_id bigint not null references receipt_entry,
    item_id bigint not null references item,
    batch_id bigint not null references batch,
    quality text not null,
    container_id bigint not null default 0,
    qty numeric(18,4) not null constraint put_away__qty check (qty > 0),
    serials text[] not null default '{}',
    from_location_id bigint not null references location,
    suggested_location_id bigint references location,
    reason text not null,
    state text not null default 'waiting' constraint put_away__state check (state in ('waiting','done','cancelled')),
    to_location_id bigint references location,
    posting_id bigint references stock_posting,
    done_at timestamptz,
    done_by bigint references app_user,
    done_by_name text
  )`.execute(db)
  await sql`comment on table put_away is 'Received goods on their way to a place; put away in parts it becomes several rows'`.execute(
    db,
  )
  await sql`create index put_away__waiting on put_away (state, id)`.execute(db)
  await sql`create index put_away__receipt on put_away (receipt_id)`.execute(db)
  await sql`create index put_away__suggested on put_away (suggested_location_id) where state = 'waiting'`.execute(db)
}
