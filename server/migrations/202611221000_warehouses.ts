import { type Kysely, sql } from 'kysely'
import { recordColumns } from '../src/platform/columns.ts'

/** Warehouses with zones and locations, the goods of owners, and which warehouses a user works in (domain §1). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table warehouse (
    ${recordColumns},
    outlet_id bigint not null references company,
    code text not null,
    name text not null,
    region_code text,
    region_name text,
    address text,
    manager_id bigint references app_user,
    area_m2 numeric(12,2),
    second_check boolean not null default false,
    blind_count boolean not null default true,
    weight_tolerance numeric(5,2) not null default 5,
    near_expiry_days integer not null default 30,
    enabled boolean not null default true,
    remark text,
    search text not null
  )`.execute(db)
  await sql`comment on column warehouse.second_check is 'What was picked is checked by somebody else before it is packed'`.execute(
    db,
  )
  await sql`comment on column warehouse.blind_count is 'Who counts is not shown the book'`.execute(db)
  await sql`comment on column warehouse.weight_tolerance is 'How far a carton may be from its reckoned weight, %'`.execute(
    db,
  )
  await sql`create unique index warehouse__code on warehouse (lower(code)) where not is_deleted`.execute(db)
  await sql`create index warehouse__search on warehouse using gin (search gin_trgm_ops)`.execute(db)

  await sql`create table warehouse_zone (
    id bigint generated always as identity primary key,
    warehouse_id bigint not null references warehouse,
    seq smallint not null,
    code text not null,
    name text not null,
    type text not null constraint warehouse_zone__type check (type in ('receive','store','pick','stage','return','reject')),
    sellable boolean not null,
    temp_class text not null,
    enabled boolean not null default true,
    constraint warehouse_zone__sellable check (not sellable or type in ('store','pick'))
  )`.execute(db)
  await sql`create unique index warehouse_zone__code on warehouse_zone (warehouse_id, lower(code))`.execute(db)

  await sql`create table location (
    ${recordColumns},
    warehouse_id bigint not null references warehouse,
    zone_id bigint not null references warehouse_zone,
    code text not null,
    aisle text,
    rack text,
    level text,
    slot text,
    length_cm numeric(10,2),
    width_cm numeric(10,2),
    height_cm numeric(10,2),
    max_weight numeric(14,3),
    max_volume numeric(14,4),
    max_pallets integer,
    mix_item boolean not null default true,
    mix_batch boolean not null default true,
    abc text constraint location__abc check (abc in ('A','B','C')),
    pick_seq integer not null default 0,
    put_seq integer not null default 0,
    enabled boolean not null default true,
    remark text,
    count_id bigint,
    constraint location__of unique (warehouse_id, id)
  )`.execute(db)
  await sql`comment on column location.count_id is 'The count that is going on here: nothing moves meanwhile'`.execute(
    db,
  )
  await sql`comment on column location.max_weight is 'kg; null: no limit'`.execute(db)
  await sql`create unique index location__code on location (warehouse_id, lower(code)) where not is_deleted`.execute(db)
  await sql`create index location__code_order on location (code, id) where not is_deleted`.execute(db)
  await sql`create index location__by_code on location (warehouse_id, code, id) where not is_deleted`.execute(db)
  await sql`create index location__put_seq on location (warehouse_id, put_seq, id) where enabled and not is_deleted`.execute(
    db,
  )
  await sql`create index location__zone on location (zone_id)`.execute(db)

  await sql`create table item (
    ${recordColumns},
    owner_id bigint not null references company,
    item_no text not null,
    name text not null,
    spec text,
    barcodes text[] not null default '{}',
    category_id bigint references category,
    base_unit text not null,
    length_cm numeric(10,2),
    width_cm numeric(10,2),
    height_cm numeric(10,2),
    net_weight numeric(14,3),
    gross_weight numeric(14,3),
    volume numeric(14,6),
    batch_controlled boolean not null default false,
    serial_controlled boolean not null default false,
    expiry_controlled boolean not null default false,
    shelf_life_days integer,
    min_remain_in_days integer,
    min_remain_out_days integer,
    over_receive_percent numeric(5,2) not null default 0,
    min_stock numeric(18,4),
    max_stock numeric(18,4),
    temp_class text not null,
    hazard boolean not null default false,
    abc text constraint item__abc check (abc in ('A','B','C')),
    zone_type text,
    enabled boolean not null default true,
    remark text,
    search text not null,
    constraint item__of_owner unique (id, owner_id),
    constraint item__stock_range check (max_stock is null or min_stock is null or max_stock >= min_stock)
  )`.execute(db)
  await sql`comment on column item.gross_weight is 'Of one base unit, kg'`.execute(db)
  await sql`comment on column item.volume is 'Of one base unit, m³'`.execute(db)
  await sql`comment on column item.zone_type is 'The kind of zone where it is put away first'`.execute(db)
  await sql`create unique index item__no on item (owner_id, lower(item_no)) where not is_deleted`.execute(db)
  await sql`create index item__updated on item (updated_at, id) where not is_deleted`.execute(db)
  await sql`create index item__barcodes on item using gin (barcodes)`.execute(db)
  await sql`create index item__search on item using gin (search gin_trgm_ops)`.execute(db)

  await sql`create table item_pack (
    id bigint generated always as identity primary key,
    item_id bigint not null references item,
    seq smallint not null,
    unit text not null,
    ratio numeric(14,4) not null constraint item_pack__ratio check (ratio > 1),
    barcode text,
    constraint item_pack__unit unique (item_id, unit)
  )`.execute(db)
  await sql`comment on column item_pack.ratio is 'Base units in one of these'`.execute(db)
  await sql`create index item_pack__barcode on item_pack (barcode) where barcode is not null`.execute(db)

  await sql`create table item_part (
    item_id bigint not null references item,
    part_id bigint not null references item,
    seq smallint not null,
    qty numeric(18,4) not null constraint item_part__qty check (qty > 0),
    primary key (item_id, part_id),
    constraint item_part__itself check (item_id <> part_id)
  )`.execute(db)
  await sql`comment on table item_part is 'What a set (组合货号) is made of'`.execute(db)
  await sql`create index item_part__part on item_part (part_id)`.execute(db)

  await sql`alter table app_user add column all_warehouses boolean not null default true`.execute(db)
  await sql`comment on column app_user.all_warehouses is 'Else those of user_warehouse alone; the scope holds besides'`.execute(
    db,
  )
  await sql`create table user_warehouse (
    user_id bigint not null references app_user,
    warehouse_id bigint not null references warehouse,
    primary key (user_id, warehouse_id)
  )`.execute(db)
}
