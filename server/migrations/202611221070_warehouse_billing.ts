import { type Kysely, sql } from 'kysely'
import { recordColumns } from '../src/platform/columns.ts'

/** Customers' quotations, what stood in the warehouses at the end of each day, and what is charged for it (domain §1, §6, §7). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await quotations(db)
  await storage(db)
  await charges(db)
}

async function quotations(db: Kysely<unknown>): Promise<void> {
  await sql`create table quotation (
    ${recordColumns},
    line_id bigint,
    quotation_no text not null,
    version_no integer not null,
    customer_id bigint not null references company,
    owner_ids bigint[] not null constraint quotation__owners check (cardinality(owner_ids) > 0),
    warehouse_id bigint references warehouse,
    valid_from date not null,
    valid_to date,
    remark text,
    status text not null constraint quotation__status check (status in ('draft','pending','active','ended')),
    active_at timestamptz,
    opinion text,
    search text not null
  )`.execute(db)
  await sql`comment on column quotation.line_id is 'The first version; versions of one quotation share it, and the number'`.execute(
    db,
  )
  await sql`comment on column quotation.owner_ids is 'Whose goods are charged to the customer; the customer itself where nobody else was named'`.execute(
    db,
  )
  await sql`comment on column quotation.warehouse_id is 'Null: every warehouse that has none of its own'`.execute(db)
  await sql`comment on column quotation.status is 'ended: superseded or stopped; valid_to says until when it held'`.execute(
    db,
  )
  await sql`comment on column quotation.opinion is 'Why the last review sent it back'`.execute(db)
  await sql`create unique index quotation__version on quotation (line_id, version_no) where not is_deleted`.execute(db)
  await sql`create unique index quotation__next on quotation (line_id) where status in ('draft','pending') and not is_deleted`.execute(
    db,
  )
  await sql`create index quotation__customer on quotation (customer_id, valid_from) where not is_deleted`.execute(db)
  await sql`create index quotation__owners on quotation using gin (owner_ids)`.execute(db)
  await sql`create index quotation__updated on quotation (updated_at, id) where not is_deleted`.execute(db)
  await sql`create index quotation__search on quotation using gin (search gin_trgm_ops)`.execute(db)

  await sql`create table quotation_item (
    id bigint generated always as identity primary key,
    quotation_id bigint not null references quotation,
    seq smallint not null,
    fee_item text not null,
    trigger text not null constraint quotation_item__trigger check (trigger in ('storage','inbound','outbound','move','valueAdded','count')),
    basis text not null constraint quotation_item__basis check (basis in ('piece','box','pallet','kg','m3','m2','order')),
    time_unit text constraint quotation_item__time_unit check (time_unit in ('day','month')),
    volume_method text constraint quotation_item__volume_method check (volume_method in ('daily','peak','average')),
    free_days integer not null default 0,
    tiers jsonb not null default '[]',
    tier_mode text not null constraint quotation_item__tier_mode check (tier_mode in ('whole','progressive')),
    rate numeric(14,4),
    min_charge numeric(14,2),
    max_charge numeric(14,2),
    tax_rate numeric(5,2),
    constraint quotation_item__once unique (quotation_id, trigger, fee_item),
    constraint quotation_item__storage check ((trigger = 'storage') = (time_unit is not null)),
    constraint quotation_item__month check ((time_unit = 'month') is true = (volume_method is not null)),
    constraint quotation_item__priced check ((rate is null) = (tiers <> '[]')),
    constraint quotation_item__limits check (max_charge is null or min_charge is null or max_charge >= min_charge)
  )`.execute(db)
  await sql`comment on column quotation_item.free_days is 'Of storage: so many days from each receipt, the day of it included'`.execute(
    db,
  )
  await sql`comment on column quotation_item.tiers is '[{from, to, price}], [from, to), the last to null; without gap or overlap'`.execute(
    db,
  )
}

async function storage(db: Kysely<unknown>): Promise<void> {
  await sql`create table storage_day (
    day date primary key,
    max_move_id bigint not null,
    counted_at timestamptz not null default clock_timestamp(),
    charged_at timestamptz
  )`.execute(db)
  await sql`comment on table storage_day is 'Days that are over and counted; charged_at is null again once anything that a day is charged by has changed; max_move_id: what had been recorded. What is recorded later and dated earlier has its goods counted anew'`.execute(
    db,
  )

  await sql`create table storage_item (
    day date not null,
    warehouse_id bigint not null,
    owner_id bigint not null,
    item_id bigint not null,
    qty numeric(18,4) not null constraint storage_item__qty check (qty > 0),
    contained numeric(18,4) not null,
    containers numeric(18,4) not null,
    area numeric(18,4) not null,
    unsized_id bigint,
    primary key (day, warehouse_id, item_id)
  )`.execute(db)
  await sql`comment on table storage_item is 'What of an item stood in a warehouse at the end of a day (Asia/Shanghai)'`.execute(
    db,
  )
  await sql`comment on column storage_item.contained is 'Of qty: on pallets'`.execute(db)
  await sql`comment on column storage_item.containers is 'Pallets it stood on; one that carries n items is 1/n of each'`.execute(
    db,
  )
  await sql`comment on column storage_item.area is 'm² of the places it stood on; one that holds n items is 1/n of each'`.execute(
    db,
  )
  await sql`comment on column storage_item.unsized_id is 'A place it stood on that has no length and width'`.execute(db)
  await sql`create index storage_item__owner on storage_item (owner_id, day)`.execute(db)

  await sql`create table storage_layer (
    day date not null,
    warehouse_id bigint not null,
    item_id bigint not null,
    received date not null,
    qty numeric(18,4) not null constraint storage_layer__qty check (qty > 0),
    primary key (day, warehouse_id, item_id, received)
  )`.execute(db)
  await sql`comment on table storage_layer is 'The same by the day it was received: what leaves is the oldest'`.execute(
    db,
  )
}

async function charges(db: Kysely<unknown>): Promise<void> {
  await sql`alter table charge alter column waybill_id drop not null`.execute(db)
  await sql`alter table charge add constraint charge__of check ((waybill_id is null) = (source = 'storage'))`.execute(
    db,
  )
  await sql`comment on table charge is 'Who owes what, for a waybill or for goods in the warehouse; the only source of money owed (domain §0.1)'`.execute(
    db,
  )
  await sql`comment on column charge.waybill_id is 'Null: warehouse_charge says what for'`.execute(db)

  await sql`create table warehouse_charge (
    id bigint primary key references charge,
    version integer not null default 1,
    line_id bigint not null,
    quotation_id bigint not null references quotation,
    item_id bigint not null references quotation_item,
    customer_id bigint not null references company,
    warehouse_id bigint not null references warehouse,
    trigger text not null,
    fee_item text not null,
    from_day date not null,
    day date not null,
    doc_type text constraint warehouse_charge__doc_type check (doc_type in ('receipt','shipment','stockOrder','stockCount')),
    doc_id bigint,
    doc_no text,
    quantity numeric(18,4) not null,
    free numeric(18,4) not null,
    chargeable numeric(18,4) not null,
    rate numeric(14,4),
    amount numeric(14,2) not null,
    problems jsonb not null default '[]',
    state text not null default 'open' constraint warehouse_charge__state check (state in ('open','applied','cancelled')),
    reverses_id bigint references warehouse_charge,
    remark text,
    cancel_reason text,
    search text not null,
    constraint warehouse_charge__document check ((doc_type is null) = (doc_id is null)),
    constraint warehouse_charge__days check (from_day <= day)
  )`.execute(db)
  await sql`comment on table warehouse_charge is 'What a receivable charge of source storage is for; shares its id'`.execute(
    db,
  )
  await sql`comment on column warehouse_charge.line_id is 'Of the quotation: its versions share it'`.execute(db)
  await sql`comment on column warehouse_charge.amount is 'As reckoned; charge.amount is what is owed, 0 once cancelled'`.execute(
    db,
  )
  await sql`comment on column warehouse_charge.rate is 'Null where tiers say it'`.execute(db)
  await sql`comment on column warehouse_charge.problems is 'Items of goods that were left out, and why'`.execute(db)
  await sql`comment on column warehouse_charge.state is 'applied: an invoice application holds it, and it changes no more'`.execute(
    db,
  )
  await sql`comment on column warehouse_charge.reverses_id is 'The charge that this one takes back: its document was reversed after it was applied for'`.execute(
    db,
  )
  // A customer pays once for a day or a document, whoever runs the charges and how often.
  await sql`create unique index warehouse_charge__once on warehouse_charge
    (customer_id, line_id, warehouse_id, fee_item, trigger, day, coalesce(doc_type, ''), coalesce(doc_id, 0))
    where state <> 'cancelled' and reverses_id is null and trigger <> 'valueAdded'`.execute(db)
  await sql`create unique index warehouse_charge__reversed_once on warehouse_charge (reverses_id) where reverses_id is not null`.execute(
    db,
  )
  await sql`create index warehouse_charge__day on warehouse_charge (day, id)`.execute(db)
  await sql`create index warehouse_charge__customer on warehouse_charge (customer_id, day)`.execute(db)
  await sql`create index warehouse_charge__document on warehouse_charge (doc_type, doc_id) where doc_id is not null`.execute(
    db,
  )
  await sql`create index warehouse_charge__search on warehouse_charge using gin (search gin_trgm_ops)`.execute(db)
  // A document is charged with the day it was done.
  await sql`create index receipt__received on receipt (received_at) where state = 'received'`.execute(db)
  await sql`create index shipment__at on shipment (at)`.execute(db)
  await sql`create index stock_order__done on stock_order (done_at) where done_at is not null`.execute(db)
  await sql`create index stock_count__done on stock_count (done_at) where done_at is not null`.execute(db)
}
