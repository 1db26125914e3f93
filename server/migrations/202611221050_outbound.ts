import { type Kysely, sql } from 'kysely'
import { recordColumns } from '../src/platform/columns.ts'

/** What is ordered out of a warehouse and how it leaves (domain §6: outboundNotice, outBound, encasement, enchase). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await notices(db)
  await picking(db)
  await cartons(db)
  await allocations(db)
}

async function notices(db: Kysely<unknown>): Promise<void> {
  await sql`create table outbound_notice (
    ${recordColumns},
    notice_no text not null,
    warehouse_id bigint not null references warehouse,
    owner_id bigint not null references company,
    type text not null,
    consignee_company text,
    consignee_name text not null,
    consignee_phone text not null,
    region_code text,
    region_name text,
    address text not null,
    required_at timestamptz,
    carrier_id bigint references company,
    customer_order_no text,
    state text not null default 'new' constraint outbound_notice__state
      check (state in ('new','partial','allocated','picking','picked','packed','shipped','cancelled')),
    intercepted boolean not null default false,
    intercept_reason text,
    cancel_reason text,
    waybill_id bigint references waybill,
    remark text,
    search text not null
  )`.execute(db)
  await sql`comment on column outbound_notice.state is 'Derived from its lines and what is allocated to them, but for cancelled'`.execute(
    db,
  )
  await sql`comment on column outbound_notice.intercepted is 'Nothing of it is picked, packed or shipped until it is released'`.execute(
    db,
  )
  await sql`comment on column outbound_notice.waybill_id is 'Of the last shipment that stands'`.execute(db)
  await sql`create unique index outbound_notice__no on outbound_notice (notice_no)`.execute(db)
  await sql`create unique index outbound_notice__customer_order on outbound_notice (owner_id, customer_order_no)
    where customer_order_no is not null and state <> 'cancelled'`.execute(db)
  await sql`create index outbound_notice__required on outbound_notice (coalesce(required_at, 'infinity'::timestamptz), id)`.execute(
    db,
  )
  await sql`create index outbound_notice__owner on outbound_notice (owner_id, id)`.execute(db)
  await sql`create index outbound_notice__waybill on outbound_notice (waybill_id) where waybill_id is not null`.execute(
    db,
  )
  await sql`create index outbound_notice__search on outbound_notice using gin (search gin_trgm_ops)`.execute(db)

  await sql`create table outbound_line (
    id bigint generated always as identity primary key,
    notice_id bigint not null references outbound_notice,
    seq smallint not null,
    item_id bigint not null references item,
    unit text not null,
    unit_qty numeric(18,4) not null,
    qty numeric(18,4) not null constraint outbound_line__qty check (qty > 0),
    batch_no text,
    expiry_after date,
    quality text not null default 'good' constraint outbound_line__quality check (quality in ('good','bad','pending')),
    allocated numeric(18,4) not null default 0,
    picked numeric(18,4) not null default 0,
    packed numeric(18,4) not null default 0,
    shipped numeric(18,4) not null default 0,
    closed numeric(18,4) not null default 0 constraint outbound_line__closed check (closed >= 0),
    constraint outbound_line__covered check (allocated + closed <= qty),
    constraint outbound_line__order check (shipped >= 0 and picked >= shipped and packed >= 0 and picked >= packed and allocated >= picked)
  )`.execute(db)
  await sql`comment on column outbound_line.qty is 'Base units; unit and unit_qty are as typed'`.execute(db)
  await sql`comment on column outbound_line.allocated is 'Covered, gone or not; with picked, packed and shipped rolled up from allocation in the same transaction'`.execute(
    db,
  )
  await sql`comment on column outbound_line.closed is 'Will not go: closed when the rest had been shipped'`.execute(db)
  await sql`create index outbound_line__notice on outbound_line (notice_id, seq)`.execute(db)
  await sql`create index outbound_line__item on outbound_line (item_id)`.execute(db)

  await sql`create table shipment (
    id bigint generated always as identity primary key,
    notice_id bigint not null references outbound_notice,
    warehouse_id bigint not null references warehouse,
    qty numeric(18,4) not null constraint shipment__qty check (qty > 0),
    posting_id bigint references stock_posting,
    waybill_id bigint references waybill,
    at timestamptz not null,
    by_id bigint not null references app_user,
    by_name text not null,
    reversed_at timestamptz,
    reversed_by_name text,
    reverse_reason text
  )`.execute(db)
  await sql`comment on table shipment is 'What left of a notice at a time. Taken back, never changed'`.execute(db)
  await sql`create index shipment__notice on shipment (notice_id, id)`.execute(db)
  await sql`create index shipment__waybill on shipment (waybill_id) where waybill_id is not null`.execute(db)
}

async function picking(db: Kysely<unknown>): Promise<void> {
  await sql`create table pick_task (
    ${recordColumns},
    task_no text not null,
    wave_no text not null,
    mode text not null constraint pick_task__mode check (mode in ('single','merged')),
    warehouse_id bigint not null references warehouse,
    required_at timestamptz,
    state text not null default 'waiting' constraint pick_task__state check (state in ('waiting','picking','picked','cancelled')),
    qty numeric(18,4) not null default 0,
    picked numeric(18,4) not null default 0,
    short numeric(18,4) not null default 0,
    picker_id bigint references app_user,
    started_at timestamptz,
    done_at timestamptz,
    checked_at timestamptz,
    checked_by bigint references app_user,
    checked_by_name text,
    cancel_reason text
  )`.execute(db)
  await sql`comment on column pick_task.state is 'Derived from its allocations, but for cancelled'`.execute(db)
  await sql`comment on column pick_task.qty is 'To be picked; with picked and short rolled up in the same transaction'`.execute(
    db,
  )
  await sql`comment on column pick_task.required_at is 'The earliest of its notices'`.execute(db)
  await sql`create unique index pick_task__no on pick_task (task_no)`.execute(db)
  await sql`create index pick_task__wave on pick_task (wave_no)`.execute(db)
  await sql`create index pick_task__required on pick_task (coalesce(required_at, 'infinity'::timestamptz), id)`.execute(
    db,
  )
  await sql`create index pick_task__picker on pick_task (picker_id, state)`.execute(db)
}

async function cartons(db: Kysely<unknown>): Promise<void> {
  await sql`create table carton (
    ${recordColumns},
    carton_no text not null constraint carton__sscc check (carton_no ~ '^[0-9]{18}$'),
    container_id bigint not null references container,
    notice_id bigint not null references outbound_notice,
    warehouse_id bigint not null references warehouse,
    location_id bigint references location,
    box_type text,
    state text not null default 'open' constraint carton__state check (state in ('open','sealed','shipped','unpacked')),
    weight numeric(14,3),
    weight_reason text,
    seal_no text,
    sealed_at timestamptz,
    sealed_by bigint references app_user,
    packed_by bigint references app_user,
    constraint carton__sealed check (state not in ('sealed','shipped') or weight is not null)
  )`.execute(db)
  await sql`comment on column carton.location_id is 'Where it stands; null: nothing was packed into it yet'`.execute(db)
  await sql`create unique index carton__no on carton (carton_no)`.execute(db)
  await sql`create unique index carton__container on carton (container_id)`.execute(db)
  await sql`create unique index carton__seal on carton (upper(seal_no)) where seal_no is not null and not is_deleted`.execute(
    db,
  )
  await sql`create index carton__notice on carton (notice_id, id)`.execute(db)
  await sql`create index carton__state on carton (state, id)`.execute(db)

  await sql`create table carton_prefix (
    one boolean primary key default true constraint carton_prefix__one check (one),
    prefix text constraint carton_prefix__digits check (prefix ~ '^[0-9]{7,10}$')
  )`.execute(db)
  await sql`comment on table carton_prefix is 'The GS1 company prefix of carton numbers'`.execute(db)
  await sql`create sequence carton_serial`.execute(db)

  await sql`create table unpacking (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    is_deleted boolean not null default false,
    unpack_no text not null,
    kind text not null constraint unpacking__kind check (kind in ('whole','part','pack')),
    reason text not null,
    warehouse_id bigint not null references warehouse,
    owner_id bigint not null references company,
    container_id bigint references container,
    carton_id bigint references carton,
    carton_state text,
    notice_id bigint references outbound_notice,
    to_location_id bigint references location,
    remark text,
    posting_id bigint references stock_posting,
    at timestamptz not null,
    by_id bigint not null references app_user,
    by_name text not null,
    reversed_at timestamptz,
    reversed_by_name text,
    reverse_reason text
  )`.execute(db)
  await sql`comment on column unpacking.carton_state is 'Of the carton before it'`.execute(db)
  await sql`create unique index unpacking__no on unpacking (unpack_no)`.execute(db)
  await sql`create index unpacking__at on unpacking (at, id)`.execute(db)
  await sql`create index unpacking__carton on unpacking (carton_id) where carton_id is not null`.execute(db)
}

async function allocations(db: Kysely<unknown>): Promise<void> {
  await sql`create table allocation (
    id bigint generated always as identity primary key,
    notice_id bigint not null references outbound_notice,
    line_id bigint not null references outbound_line,
    warehouse_id bigint not null references warehouse,
    item_id bigint not null references item,
    batch_id bigint not null references batch,
    quality text not null,
    qty numeric(18,4) not null constraint allocation__qty check (qty > 0),
    state text not null default 'allocated' constraint allocation__state
      check (state in ('allocated','picked','packed','shipped','released')),
    shelf_id bigint not null references location,
    shelf_container_id bigint not null default 0,
    location_id bigint not null references location,
    container_id bigint not null default 0,
    task_id bigint references pick_task,
    act_id uuid,
    carton_id bigint references carton,
    shipment_id bigint references shipment,
    serials text[] not null default '{}',
    picked_at timestamptz,
    picked_by bigint references app_user,
    picked_by_name text,
    constraint allocation__packed check ((state = 'packed') <= (carton_id is not null)),
    constraint allocation__shipped check ((state = 'shipped') = (shipment_id is not null))
  )`.execute(db)
  await sql`comment on table allocation is 'Goods promised to a line, from the shelf to the truck; a part that goes ahead becomes a row of its own. What is live of a balance is its allocated quantity'`.execute(
    db,
  )
  await sql`comment on column allocation.shelf_id is 'Where it was promised, and is put back; location_id is where it is'`.execute(
    db,
  )
  await sql`create index allocation__notice on allocation (notice_id, id)`.execute(db)
  await sql`create index allocation__line on allocation (line_id)`.execute(db)
  await sql`create index allocation__task on allocation (task_id) where task_id is not null`.execute(db)
  await sql`create index allocation__carton on allocation (carton_id) where carton_id is not null`.execute(db)
  await sql`create index allocation__shipment on allocation (shipment_id) where shipment_id is not null`.execute(db)
  await sql`create index allocation__live on allocation (item_id, warehouse_id, location_id)
    where state in ('allocated','picked','packed')`.execute(db)

  await sql`create table pick_act (
    id bigint generated always as identity primary key,
    act_id uuid not null,
    task_id bigint not null references pick_task,
    allocation_id bigint not null references allocation,
    line_id bigint not null references outbound_line,
    item_id bigint not null references item,
    batch_id bigint not null references batch,
    location_id bigint not null references location,
    container_id bigint not null default 0,
    qty numeric(18,4) not null constraint pick_act__qty check (qty >= 0),
    short numeric(18,4) not null default 0 constraint pick_act__short check (short >= 0),
    reason text,
    at timestamptz not null,
    by_id bigint not null references app_user,
    by_name text not null,
    posting_id bigint references stock_posting,
    answer jsonb not null
  )`.execute(db)
  await sql`comment on table pick_act is 'One act of a picker; act_id comes from the device, so that what is sent twice happens once'`.execute(
    db,
  )
  await sql`create unique index pick_act__once on pick_act (act_id)`.execute(db)
  await sql`create index pick_act__task on pick_act (task_id, id)`.execute(db)
  await sql`create index pick_act__short on pick_act (line_id) where short > 0`.execute(db)

  await sql`create table unpacking_line (
    id bigint generated always as identity primary key,
    unpacking_id bigint not null references unpacking,
    allocation_id bigint references allocation,
    item_id bigint not null references item,
    batch_id bigint references batch,
    quality text,
    qty numeric(18,4) not null constraint unpacking_line__qty check (qty > 0),
    serials text[] not null default '{}',
    from_location_id bigint references location,
    unit text,
    unit_qty numeric(18,4)
  )`.execute(db)
  await sql`comment on column unpacking_line.unit is 'Of a pack that was broken; its stock does not change'`.execute(db)
  await sql`create index unpacking_line__unpacking on unpacking_line (unpacking_id)`.execute(db)
  await sql`create index unpacking_line__allocation on unpacking_line (allocation_id) where allocation_id is not null`.execute(
    db,
  )
}
