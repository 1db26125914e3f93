import { type Kysely, sql } from 'kysely'
import { recordColumns } from '../src/platform/columns.ts'

/** Transport prices with their versions, what a waybill is charged, its services and its price state (domain §1, §2, §7). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table transport_price (
    ${recordColumns},
    line_id bigint,
    version_no integer not null,
    name text not null,
    direction text not null constraint transport_price__direction check (direction in ('receivable','payable')),
    company_id bigint references company,
    from_region text,
    from_region_name text,
    to_region text,
    to_region_name text,
    trans_mode text,
    service_type text,
    vehicle_model text,
    goods_type text,
    basis text not null,
    weight_unit text not null constraint transport_price__unit check (weight_unit in ('kg','t')),
    volume_ratio numeric(10,2) not null,
    volume_divisor integer,
    unit_price numeric(14,4),
    volume_price numeric(14,4),
    tiers jsonb not null default '[]',
    tier_mode text not null constraint transport_price__tier_mode check (tier_mode in ('whole','progressive')),
    low_break boolean not null,
    first_qty numeric(14,3),
    first_price numeric(14,4),
    step_qty numeric(14,3),
    step_price numeric(14,4),
    rounding text,
    min_charge numeric(14,2),
    max_charge numeric(14,2),
    lead_days smallint,
    tax_rate numeric(5,2),
    valid_from date not null,
    valid_to date,
    remark text,
    status text not null constraint transport_price__status check (status in ('draft','pending','active','ended')),
    active_at timestamptz,
    search text not null,
    constraint transport_price__limits check (max_charge is null or min_charge is null or max_charge >= min_charge)
  )`.execute(db)
  await sql`comment on column transport_price.line_id is 'The first version; versions of one price share it'`.execute(
    db,
  )
  await sql`comment on column transport_price.company_id is 'Null: public'`.execute(db)
  await sql`comment on column transport_price.tiers is '[{from, to, price}], [from, to), the last to null; without gap or overlap'`.execute(
    db,
  )
  await sql`comment on column transport_price.volume_divisor is 'Express: cm³ a kg; takes the place of volume_ratio'`.execute(
    db,
  )
  await sql`comment on column transport_price.status is 'ended: superseded or stopped; valid_to says until when it held'`.execute(
    db,
  )
  await sql`create unique index transport_price__version on transport_price (line_id, version_no) where not is_deleted`.execute(
    db,
  )
  await sql`create unique index transport_price__next on transport_price (line_id)
    where status in ('draft','pending') and not is_deleted`.execute(db)
  await sql`create index transport_price__match on transport_price (company_id, valid_from) where status in ('active','ended') and not is_deleted`.execute(
    db,
  )
  await sql`create index transport_price__created on transport_price (created_at, id) where not is_deleted`.execute(db)
  await sql`create index transport_price__search on transport_price using gin (search gin_trgm_ops)`.execute(db)

  await sql`alter table waybill
    add column price_state text not null default 'unpriced',
    add column price_note text,
    add column price_rejected boolean generated always as (price_note is not null) stored,
    add column charge_weight numeric(14,3) not null default 0,
    add column receivable numeric(14,2) not null default 0,
    add column freight numeric(14,2) not null default 0,
    add column quoted numeric(14,2),
    add column vehicle_model text,
    add column km numeric(8,1),
    add column confirmed_at timestamptz,
    add column confirmed_by bigint references app_user`.execute(db)
  await sql`comment on column waybill.receivable is 'Sum of its receivable charges; written with them'`.execute(db)
  await sql`comment on column waybill.freight is 'Of which 基本运费'`.execute(db)
  await sql`comment on column waybill.quoted is 'What the price in force makes of it; null where none fits'`.execute(db)
  await sql`comment on column waybill.price_note is 'Why a review sent it back'`.execute(db)
  await sql`alter table waybill add constraint waybill__price_state check (price_state in ('unpriced','pending','reviewed','confirmed'))`.execute(
    db,
  )
  await sql`create index waybill__price on waybill (price_state, created_at, id) where not is_deleted and state <> 'draft'`.execute(
    db,
  )
  await sql`drop index waybill__sum`.execute(db)
  await sql`create index waybill__sum on waybill (biz_date)
    include (outlet_id, customer_id, state, price_state, price_rejected, unarranged, exception_count, pieces, weight, volume, cod_amount, receivable, freight)
    where not is_deleted`.execute(db)

  await sql`create index waybill__owed on waybill (customer_id) include (receivable, state) where receivable > 0 and not is_deleted`.execute(
    db,
  )

  await sql`create table waybill_service (
    id bigint generated always as identity primary key,
    waybill_id bigint not null references waybill,
    type text not null,
    qty numeric(14,3) not null constraint waybill_service__qty check (qty > 0),
    rate numeric(14,6),
    amount numeric(14,2) not null constraint waybill_service__amount check (amount >= 0),
    payer text not null constraint waybill_service__payer check (payer in ('customer','shipper','consignee')),
    explanation jsonb not null default '[]',
    created_at timestamptz not null default now(),
    created_by bigint,
    constraint waybill_service__once unique (waybill_id, type)
  )`.execute(db)
  await sql`create index waybill_service__created on waybill_service (created_at, id)`.execute(db)

  await sql`create table service_rate (
    ${recordColumns},
    type text not null,
    company_id bigint references company,
    rate numeric(14,6) not null,
    min_charge numeric(14,2),
    max_charge numeric(14,2),
    enabled boolean not null default true,
    constraint service_rate__limits check (max_charge is null or min_charge is null or max_charge >= min_charge)
  )`.execute(db)
  await sql`comment on table service_rate is 'What a service costs: for all, or for one customer'`.execute(db)
  await sql`create unique index service_rate__of on service_rate (type, coalesce(company_id, 0)) where not is_deleted`.execute(
    db,
  )

  await sql`create table charge (
    id bigint generated always as identity primary key,
    waybill_id bigint not null references waybill,
    seq smallint not null,
    fee_item text not null,
    direction text not null constraint charge__direction check (direction in ('receivable','payable')),
    company_id bigint references company,
    amount numeric(14,2) not null,
    tax_rate numeric(5,2),
    source text not null,
    approved boolean not null default false,
    price_id bigint references transport_price,
    quoted numeric(14,2),
    explanation jsonb not null default '[]',
    service_id bigint references waybill_service on delete cascade,
    created_at timestamptz not null default now(),
    created_by bigint,
    updated_at timestamptz not null default now(),
    updated_by bigint
  )`.execute(db)
  await sql`comment on table charge is 'Who owes what for a waybill; the only source of money owed (domain §0.1)'`.execute(
    db,
  )
  await sql`comment on column charge.company_id is 'Counterparty; null for a walk-in'`.execute(db)
  await sql`comment on column charge.price_id is 'The version of the price that made it'`.execute(db)
  await sql`comment on column charge.explanation is 'Each step of the calculation: [{step, params}]'`.execute(db)
  await sql`create index charge__waybill on charge (waybill_id, seq)`.execute(db)
  await sql`create index charge__price on charge (price_id) where price_id is not null`.execute(db)
}
