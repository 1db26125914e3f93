import { type Kysely, sql } from 'kysely'
import { recordColumns } from '../src/platform/columns.ts'

/** Business partners of every role in one table, with our own outlets as a tree, and their contacts (domain §1). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table company (
    ${recordColumns},
    code text not null,
    name text not null,
    short_name text not null,
    search text not null,
    roles text[] not null constraint company__has_role check (cardinality(roles) > 0),
    parent_id bigint references company,
    uscc text,
    legal_person text,
    permit_no text,
    permit_expiry date,
    region_code text,
    region_name text,
    address text,
    tel text,
    email text,
    salesman_id bigint,
    settle_method text,
    credit_limit numeric(14,2),
    credit_days integer,
    bill_day integer,
    taxpayer_type text,
    tax_rate numeric(6,4),
    invoice_title text,
    invoice_tax_no text,
    invoice_address text,
    invoice_tel text,
    invoice_bank text,
    invoice_account text,
    contract_no text,
    contract_from date,
    contract_to date,
    blacklisted boolean not null default false,
    enabled boolean not null default true,
    remark text,
    constraint company__contract_order check (contract_from <= contract_to)
  )`.execute(db)
  await sql`comment on column company.roles is 'own 本公司/网点, customer 客户, owner 货主, carrier 承运商, special 专线, courier 快递, shipper 发货方, consignee 收货方, settle 结算方'`.execute(
    db,
  )
  await sql`comment on column company.parent_id is 'Outlet above this one; role own only'`.execute(db)
  await sql`comment on column company.region_code is 'GB/T 2260'`.execute(db)
  await sql`comment on column company.search is 'Encoded by platform/search.ts: names, pinyin, initials, code, phone'`.execute(
    db,
  )
  // Codes that the server gives: C + 5 digits.
  await sql`create sequence company_code`.execute(db)
  await sql`create unique index company__code on company (code) where not is_deleted`.execute(db)
  await sql`create unique index company__name on company (name) where not is_deleted`.execute(db)
  await sql`create unique index company__uscc on company (uscc) where not is_deleted and uscc is not null`.execute(db)
  await sql`create index company__by_name on company (name collate "zh-x-icu", id) where not is_deleted`.execute(db)
  await sql`create index company__roles on company using gin (roles)`.execute(db)
  await sql`create index company__search on company using gin (search gin_trgm_ops)`.execute(db)
  await sql`create index company__parent on company (parent_id) where not is_deleted`.execute(db)

  await sql`create table contact (
    ${recordColumns},
    company_id bigint not null references company,
    type text not null constraint contact__type check (type in ('customer','supplier','shipper','consignee')),
    name text not null,
    party_company text,
    mobile text,
    tel text,
    region_code text,
    region_name text,
    address text,
    lng numeric(9,6),
    lat numeric(9,6),
    is_default boolean not null default false,
    enabled boolean not null default true,
    last_used_at timestamptz,
    remark text,
    search text not null,
    constraint contact__has_phone check (mobile is not null or tel is not null)
  )`.execute(db)
  await sql`comment on column contact.party_company is 'The company of the person, where it is not company_id, which keeps the address book'`.execute(
    db,
  )
  await sql`create unique index contact__one_default on contact (company_id, type) where is_default and not is_deleted`.execute(
    db,
  )
  await sql`create index contact__company on contact (company_id, type) where not is_deleted`.execute(db)
  await sql`create index contact__by_name on contact (type, name collate "zh-x-icu", id) where not is_deleted`.execute(
    db,
  )
  await sql`create index contact__search on contact using gin (search gin_trgm_ops)`.execute(db)
}
