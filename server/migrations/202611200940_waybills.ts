import { type Kysely, sql } from 'kysely'
import { recordColumns } from '../src/platform/columns.ts'

/** Waybills, their goods, the piece ledger, the hash-chained events, tracks, signings and abnormal cases (domain §2, §3, §4.3). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table import_batch (
    id bigint generated always as identity primary key,
    entity text not null,
    file_id bigint not null references stored_file,
    file_name text not null,
    sha256 text not null,
    mode text not null constraint import_batch__mode check (mode in ('whole','valid')),
    rows integer not null,
    accepted integer not null,
    refused integer not null,
    state text not null,
    created_at timestamptz not null default now(),
    created_by bigint not null
  )`.execute(db)
  await sql`create index import_batch__file on import_batch (entity, sha256)`.execute(db)

  await sql`create table waybill (
    ${recordColumns},
    waybill_no text not null,
    outlet_id bigint not null references company,
    customer_id bigint references company,
    customer_no text,
    source text not null,
    biz_date date not null,
    placed_at timestamptz,
    clerk_id bigint references app_user,
    salesman_id bigint references app_user,
    trans_mode text not null,
    service_type text not null,
    carriage text not null,
    pickup_way text not null,
    delivery_way text not null,
    plan_pickup timestamptz,
    plan_arrive timestamptz,
    receipt_requirement text not null,
    receipt_copies smallint not null,
    urgent boolean not null,
    hold boolean not null,
    cod_amount numeric(14,2) not null constraint waybill__cod check (cod_amount >= 0),
    pay_method text not null,
    remark_internal text,
    remark_customer text,
    shipper_company text,
    shipper_name text not null,
    shipper_phone text not null,
    shipper_region text not null,
    shipper_region_name text not null,
    shipper_city text not null,
    shipper_address text not null,
    consignee_company text,
    consignee_name text not null,
    consignee_phone text not null,
    consignee_region text not null,
    consignee_region_name text not null,
    consignee_city text not null,
    consignee_address text not null,
    goods_name text not null,
    pieces integer not null constraint waybill__pieces check (pieces > 0),
    weight numeric(14,3) not null constraint waybill__weight check (weight >= 0),
    volume numeric(14,4) not null constraint waybill__volume check (volume >= 0),
    declared_value numeric(14,2) not null constraint waybill__value check (declared_value >= 0),
    state text not null,
    state_pieces integer not null default 0,
    unarranged integer not null default 0,
    cancel_reason text,
    exception_count integer not null default 0,
    chain_seq integer not null default 0,
    chain_hash bytea not null default decode(repeat('00', 32), 'hex'),
    search text not null,
    import_id bigint references import_batch
  )`.execute(db)
  await sql`comment on column waybill.customer_id is 'Null for a walk-in (散客)'`.execute(db)
  await sql`comment on column waybill.shipper_region is 'GB/T 2260'`.execute(db)
  await sql`comment on column waybill.state is 'Derived from the piece ledger: the least advanced live pieces; written with it'`.execute(
    db,
  )
  await sql`comment on column waybill.state_pieces is 'How many pieces are in that state'`.execute(db)
  await sql`comment on column waybill.unarranged is 'Pieces at a place without a live arrangement for their next leg (待安排)'`.execute(
    db,
  )
  await sql`comment on column waybill.exception_count is 'Open abnormal cases'`.execute(db)
  await sql`comment on column waybill.search is 'Encoded by platform/search.ts: numbers, customer, parties, phones'`.execute(
    db,
  )
  await sql`create unique index waybill__no on waybill (waybill_no) where not is_deleted`.execute(db)
  await sql`create unique index waybill__customer_no on waybill (customer_id, customer_no)
    where customer_no is not null and customer_id is not null and state <> 'cancelled' and not is_deleted`.execute(db)
  await sql`create index waybill__created on waybill (created_at, id) where not is_deleted`.execute(db)
  await sql`create index waybill__outlet on waybill (outlet_id, created_at, id) where not is_deleted`.execute(db)
  await sql`create index waybill__customer on waybill (customer_id, created_at, id) where not is_deleted`.execute(db)
  await sql`create index waybill__state on waybill (state, created_at, id) where not is_deleted`.execute(db)
  await sql`create index waybill__unarranged on waybill (created_at, id) where unarranged > 0 and not is_deleted`.execute(
    db,
  )
  await sql`create index waybill__exception on waybill (created_at, id) where exception_count > 0 and not is_deleted`.execute(
    db,
  )
  await sql`create index waybill__sum on waybill (biz_date)
    include (outlet_id, customer_id, state, unarranged, exception_count, pieces, weight, volume, cod_amount) where not is_deleted`.execute(
    db,
  )
  await sql`create index waybill__search on waybill using gin (search gin_trgm_ops) with (fastupdate = on, gin_pending_list_limit = 1024)`.execute(
    db,
  )
  await sql`alter table waybill alter column search set statistics 1000`.execute(db)

  await sql`create table waybill_goods (
    id bigint generated always as identity primary key,
    waybill_id bigint not null references waybill,
    seq smallint not null,
    name text not null,
    type text not null,
    package text not null,
    pieces integer not null constraint waybill_goods__pieces check (pieces > 0),
    weight numeric(14,3) not null,
    length_cm numeric(8,1),
    width_cm numeric(8,1),
    height_cm numeric(8,1),
    volume numeric(14,4) not null,
    declared_value numeric(14,2) not null,
    constraint waybill_goods__line unique (waybill_id, seq)
  )`.execute(db)

  await sql`create table piece_place (
    waybill_id bigint not null references waybill,
    place text not null constraint piece_place__place
      check (place in ('shipper','arrangement','outlet','pickup','consignee','refused','lost','returned')),
    place_id bigint not null,
    leg text,
    pieces integer not null constraint piece_place__not_negative check (pieces >= 0),
    planned integer not null default 0,
    primary key (waybill_id, place, place_id),
    constraint piece_place__planned check (planned between 0 and pieces)
  )`.execute(db)
  await sql`comment on table piece_place is 'Where the pieces of a waybill are now: the balance of piece_movement'`.execute(
    db,
  )
  await sql`comment on column piece_place.place_id is 'Arrangement or outlet; 0 where the place needs none'`.execute(db)
  await sql`comment on column piece_place.leg is 'On an arrangement: its type'`.execute(db)
  await sql`comment on column piece_place.planned is 'Of these, how many a live arrangement that has not departed will load'`.execute(
    db,
  )
  await sql`create index piece_place__at on piece_place (place, place_id) where pieces > 0`.execute(db)

  await sql`create sequence act_id`.execute(db)
  await sql`create table piece_movement (
    id bigint generated always as identity primary key,
    waybill_id bigint not null references waybill,
    act_id bigint not null,
    from_place text not null,
    from_id bigint not null,
    to_place text not null,
    to_id bigint not null,
    pieces integer not null constraint piece_movement__pieces check (pieces > 0),
    at timestamptz not null,
    by_id bigint,
    reverses bigint references piece_movement
  )`.execute(db)
  await sql`comment on table piece_movement is 'Append-only ledger; place none is outside: pieces enter by placing, leave by cancelling'`.execute(
    db,
  )
  await sql`comment on column piece_movement.act_id is 'Movements of one act share it; undo reverses a whole act'`.execute(
    db,
  )
  await sql`create index piece_movement__waybill on piece_movement (waybill_id, id)`.execute(db)
  await sql`create index piece_movement__act on piece_movement (act_id)`.execute(db)
  await sql`create trigger piece_movement__append_only before update or delete on piece_movement
    for each row execute function refuse_change()`.execute(db)

  await sql`create table waybill_event (
    waybill_id bigint not null references waybill,
    seq integer not null,
    type text not null,
    payload jsonb not null,
    at timestamptz(3) not null,
    by_id bigint,
    by_name text not null,
    prev_hash bytea not null,
    hash bytea not null,
    primary key (waybill_id, seq)
  )`.execute(db)
  await sql`comment on table waybill_event is 'Hash chain: hash = SHA-256(prev_hash ‖ canonical JSON of {seq, type, payload, time, operator}) (domain §4.3)'`.execute(
    db,
  )
  await sql`create trigger waybill_event__append_only before update or delete on waybill_event
    for each row execute function refuse_change()`.execute(db)
  await sql`create table waybill_event_personal (
    waybill_id bigint not null,
    seq integer not null,
    salt bytea not null,
    fields jsonb not null,
    primary key (waybill_id, seq),
    foreign key (waybill_id, seq) references waybill_event
  )`.execute(db)
  await sql`comment on table waybill_event_personal is 'Plain text of personal fields, of which the chain holds salted digests only: may be erased'`.execute(
    db,
  )

  await sql`create table track (
    id bigint generated always as identity primary key,
    waybill_id bigint not null references waybill,
    arrangement_id bigint,
    node text not null,
    at timestamptz not null,
    place text,
    text text not null,
    source text not null,
    visible boolean not null,
    created_at timestamptz not null default now(),
    by_id bigint,
    by_name text not null
  )`.execute(db)
  await sql`comment on column track.visible is 'Shown to the customer'`.execute(db)
  await sql`create index track__waybill on track (waybill_id, at, id)`.execute(db)

  await sql`create table abnormal (
    id bigint generated always as identity primary key,
    abnormal_no text not null constraint abnormal__no unique,
    waybill_id bigint not null references waybill,
    type text not null,
    state text not null default 'open',
    node text not null,
    pieces integer not null,
    text text not null,
    happened_at timestamptz not null,
    created_at timestamptz not null default now(),
    created_by bigint,
    act_id bigint not null,
    is_deleted boolean not null default false
  )`.execute(db)
  await sql`create index abnormal__waybill on abnormal (waybill_id)`.execute(db)

  await sql`create table signing (
    id bigint generated always as identity primary key,
    waybill_id bigint not null references waybill,
    act_id bigint not null,
    signer text not null,
    signed_at timestamptz not null,
    signed integer not null,
    refused integer not null,
    short integer not null,
    refuse_reason text,
    collected numeric(14,2) not null,
    waived boolean not null,
    undone boolean not null default false,
    by_id bigint,
    constraint signing__some check (signed >= 0 and refused >= 0 and short >= 0 and signed + refused + short > 0)
  )`.execute(db)
  await sql`create index signing__waybill on signing (waybill_id)`.execute(db)
}
