import { isUscc } from '@xunyun/contract/kernel/checks'
import { type Kysely, sql } from 'kysely'

/** Invoice titles of companies, which leave the company's own columns, and tax items with rates by day (domain-money §1). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table invoice_profile (
    id bigint generated always as identity primary key,
    company_id bigint not null references company,
    title text not null,
    tax_no text,
    tax_no_valid boolean not null default false,
    type text not null constraint invoice_profile__type check (type in ('special', 'ordinary')),
    bank text,
    account text,
    address text,
    tel text,
    recipient text,
    mobile text,
    email text,
    is_default boolean not null default false,
    enabled boolean not null default true,
    search text not null,
    version integer not null default 1,
    is_deleted boolean not null default false,
    created_at timestamptz not null default now(),
    created_by bigint references app_user,
    updated_at timestamptz not null default now(),
    updated_by bigint references app_user,
    constraint invoice_profile__special_tax_no check (type <> 'special' or tax_no is not null),
    constraint invoice_profile__default_enabled check (not is_default or (enabled and not is_deleted))
  )`.execute(db)
  await sql`comment on table invoice_profile is 'Titles under which a company is invoiced; while one is enabled, one is the default'`.execute(
    db,
  )
  await sql`comment on column invoice_profile.tax_no_valid is 'The check character of GB 32100 is right; what was carried over need not be'`.execute(
    db,
  )
  await sql`comment on column invoice_profile.mobile is 'Where the issued invoice is announced; null of one that was carried over'`.execute(
    db,
  )
  await sql`create unique index invoice_profile__default on invoice_profile (company_id) where is_default`.execute(db)
  await sql`create unique index invoice_profile__title on invoice_profile (company_id, title, coalesce(tax_no, '')) where not is_deleted`.execute(
    db,
  )
  await sql`create index invoice_profile__search on invoice_profile using gin (search gin_trgm_ops)`.execute(db)

  await sql`insert into invoice_profile (company_id, title, tax_no, type, bank, account, address, tel, email, is_default, search, created_at, updated_at)
    select id, coalesce(invoice_title, name), invoice_tax_no, case when invoice_tax_no is null then 'ordinary' else 'special' end,
      invoice_bank, invoice_account, invoice_address, invoice_tel, email, true,
      search || ' ' || lower(concat_ws(' ', invoice_title, invoice_tax_no)), created_at, updated_at
    from company where not is_deleted
      and coalesce(invoice_title, invoice_tax_no, invoice_bank, invoice_account, invoice_address, invoice_tel) is not null`.execute(
    db,
  )
  const carried = await sql<{
    id: number
    tax_no: string
  }>`select id, tax_no from invoice_profile where tax_no is not null`.execute(db)
  const valid = carried.rows.filter(({ tax_no }) => isUscc(tax_no)).map(({ id }) => id)
  await sql`update invoice_profile set tax_no_valid = true where id = any(${valid}::bigint[])`.execute(db)
  await sql`alter table company drop column invoice_title, drop column invoice_tax_no, drop column invoice_address,
    drop column invoice_tel, drop column invoice_bank, drop column invoice_account`.execute(db)

  await sql`create table tax_item (
    id bigint generated always as identity primary key,
    fee_item text not null,
    item_name text not null,
    class_code text constraint tax_item__class_code check (class_code ~ '^[0-9]{19}$'),
    general_rate numeric(5, 2) not null constraint tax_item__general_rate check (general_rate between 0 and 100),
    small_rate numeric(5, 2) not null constraint tax_item__small_rate check (small_rate between 0 and 100),
    valid_from date,
    valid_to date,
    freight boolean not null,
    invoiceable boolean not null,
    search text not null,
    version integer not null default 1,
    is_deleted boolean not null default false,
    created_at timestamptz not null default now(),
    created_by bigint references app_user,
    updated_at timestamptz not null default now(),
    updated_by bigint references app_user,
    constraint tax_item__days check (valid_from <= valid_to)
  )`.execute(db)
  await sql`comment on table tax_item is 'What a fee item is called on invoices, and its tax rates by day; no two of a fee item hold on one day'`.execute(
    db,
  )
  await sql`comment on column tax_item.general_rate is 'Per cent, where the seller is a general taxpayer'`.execute(db)
  await sql`comment on column tax_item.valid_from is 'First day; null: since ever. valid_to: the last one; null: until further notice'`.execute(
    db,
  )
  await sql`comment on column tax_item.freight is 'A line of it says from where to where, by which means and what was carried'`.execute(
    db,
  )
  await sql`create index tax_item__fee_item on tax_item (fee_item) where not is_deleted`.execute(db)
  await sql`create unique index tax_item__from on tax_item (fee_item, coalesce(valid_from, '-infinity')) where not is_deleted`.execute(
    db,
  )
  await presets(db)
}

/** [fee items, name on the invoice of each, general rate, freight element]. A small taxpayer pays 1 % until the end of 2027, then 3 %. */
const carriage = ['freight', 'pickup', 'delivery', 'urgent', 'transfer', 'detention', 'deadhead', 'return', 'readdress']
const named: readonly (readonly [string, string, string, boolean])[] = [
  ...[...carriage, 'vehicle', 'insurance'].map((item) => [item, '运输服务 运费', '9', true] as const),
  ['storage', '物流辅助服务 仓储费', '6', false],
  ['handling', '物流辅助服务 装卸费', '6', false],
  ['forklift', '物流辅助服务 叉车费', '6', false],
  ['packing', '物流辅助服务 包装费', '6', false],
  ['stairs', '物流辅助服务 上楼费', '6', false],
  ['information', '物流辅助服务 信息费', '6', false],
  ['codFee', '物流辅助服务 代收手续费', '6', false],
  ['inbound', '物流辅助服务 入库费', '6', false],
  ['outbound', '物流辅助服务 出库费', '6', false],
  ['moving', '物流辅助服务 移库费', '6', false],
  ['counting', '物流辅助服务 盘点费', '6', false],
  ['labelling', '物流辅助服务 贴标费', '6', false],
  ['bankFee', '物流辅助服务 手续费', '6', false],
  ['other', '物流辅助服务 其他', '6', false],
]
/** Money passed on, damages and deposits are no turnover. */
const notInvoiced: readonly (readonly [string, string])[] = [
  ['advance', '垫付'],
  ['claim', '理赔'],
  ['penalty', '罚款'],
  ['rebate', '返款'],
  ['tax', '税费'],
  ['deposit', '押金'],
  ['roundOff', '抹零'],
  ['badDebt', '坏账'],
  ['handInDifference', '交账差额'],
]

async function presets(db: Kysely<unknown>): Promise<void> {
  const add = (
    item: string,
    name: string,
    rates: readonly [string, string],
    days: readonly [string | null, string | null],
    [freight, invoiceable]: readonly [boolean, boolean],
  ) =>
    sql`insert into tax_item (fee_item, item_name, general_rate, small_rate, valid_from, valid_to, freight, invoiceable, search)
    values (${item}, ${name}, ${rates[0]}, ${rates[1]}, ${days[0]}, ${days[1]}, ${freight}, ${invoiceable}, ${name.toLowerCase()})`.execute(
      db,
    )
  for (const [item, name, general, freight] of named) {
    await add(item, name, [general, '1'], [null, '2027-12-31'], [freight, true])
    await add(item, name, [general, '3'], ['2028-01-01', null], [freight, true])
  }
  for (const [item, name] of notInvoiced) await add(item, name, ['0', '0'], [null, null], [false, false])
}
