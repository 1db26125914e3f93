import { type Kysely, sql } from 'kysely'

/** 发放 of COD (M46): DK, what of handed-in COD is paid to a customer, less fees and freight that he owes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table cod_payout (
    id bigint generated always as identity primary key,
    no text not null,
    state text not null constraint cod_payout__state
      check (state in ('draft', 'pending', 'toPay', 'paid', 'rejected', 'void', 'reversed')),
    outlet_id bigint not null references company,
    company_id bigint references company,
    waybill_id bigint references waybill,
    cash_account_id bigint not null references cash_account,
    payee_account text not null,
    gross numeric(14,2) not null constraint cod_payout__gross check (gross > 0),
    deducted numeric(14,2) not null,
    net numeric(14,2) not null generated always as (gross - deducted) stored,
    day date,
    reference text,
    reason text,
    opinion text,
    posting_id bigint references money_posting,
    submitted_by bigint references app_user,
    paid_at timestamptz,
    paid_by bigint references app_user,
    search text not null,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    created_by bigint,
    updated_at timestamptz not null default now(),
    updated_by bigint,
    is_deleted boolean not null default false,
    constraint cod_payout__payee check (num_nonnulls(company_id, waybill_id) = 1),
    constraint cod_payout__net check (deducted between 0 and gross),
    constraint cod_payout__paid check ((paid_at is not null) = (state in ('paid', 'reversed')))
  )`.execute(db)
  for (const [column, comment] of [
    ['waybill_id', 'Of a walk-in: the waybill whose sender is paid'],
    ['payee_account', 'Where the customer wants it'],
    ['gross', 'Σ COD of its lines, yuan'],
    ['deducted', 'Σ charges of its lines: COD fees and chosen freight'],
    ['day', 'On which it was paid'],
  ] as const)
    await sql.raw(`comment on column cod_payout.${column} is '${comment}'`).execute(db)
  await sql`comment on table cod_payout is '代收货款发放 DK: COD of a customer that was handed in, paid to him less what he owes'`.execute(
    db,
  )
  await sql`create unique index cod_payout__no on cod_payout (no)`.execute(db)
  await sql`create index cod_payout__list on cod_payout (id desc) where not is_deleted`.execute(db)
  await sql`create index cod_payout__company on cod_payout (company_id) where company_id is not null`.execute(db)
  await sql`create index cod_payout__search on cod_payout using gin (search gin_trgm_ops)`.execute(db)

  await sql`create table cod_payout_line (
    id bigint generated always as identity primary key,
    payout_id bigint not null references cod_payout,
    collection_id bigint references collection,
    charge_id bigint references charge,
    amount numeric(14,2) not null constraint cod_payout_line__amount check (amount <> 0),
    state text not null constraint cod_payout_line__state check (state in ('planned', 'reserved', 'settled', 'freed')),
    constraint cod_payout_line__of check (num_nonnulls(collection_id, charge_id) = 1)
  )`.execute(db)
  await sql`comment on table cod_payout_line is 'COD that a payout pays, or a charge that it deducts: reserved from 提交 until it is paid or comes back'`.execute(
    db,
  )
  await sql`create index cod_payout_line__payout on cod_payout_line (payout_id)`.execute(db)
  await sql`create unique index cod_payout_line__once on cod_payout_line (collection_id) where state in ('reserved', 'settled')`.execute(
    db,
  )
  await sql`create index cod_payout_line__charge on cod_payout_line (charge_id) where state = 'reserved'`.execute(db)
  await sql`create index waybill__cod on waybill (biz_date desc, id desc) where cod_amount > 0 and not is_deleted`.execute(
    db,
  )
  await sql`create index collection__cod on collection (waybill_id) where cod > 0 and undone_posting_id is null`.execute(
    db,
  )
}
