import { type Kysely, sql } from 'kysely'

/** Money that moved (M20–M27), the accounts it lies on, and receipts and payments with what they settle (M40–M43). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table cash_account (
    id bigint generated always as identity primary key,
    outlet_id bigint not null references company,
    name text not null,
    kind text not null constraint cash_account__kind check (kind in ('cash', 'bank', 'alipay', 'wechat', 'draft', 'fuelCard')),
    bank text,
    account_no text,
    may_go_below boolean not null default false,
    remark text,
    enabled boolean not null default true,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    created_by bigint,
    updated_at timestamptz not null default now(),
    updated_by bigint,
    is_deleted boolean not null default false,
    constraint cash_account__below check (kind = 'bank' or not may_go_below)
  )`.execute(db)
  await sql`comment on table cash_account is 'Where an outlet''s money lies: a till, a bank account, a wallet'`.execute(
    db,
  )
  await sql`comment on column cash_account.may_go_below is 'An overdraft was agreed with the bank'`.execute(db)
  await sql`create unique index cash_account__name on cash_account (outlet_id, name) where not is_deleted`.execute(db)

  await sql`create table money_posting (
    id bigint generated always as identity primary key,
    act text not null,
    doc_type text not null,
    doc_id bigint not null,
    doc_no text not null,
    key text not null,
    day date not null,
    outlet_id bigint not null references company,
    note text,
    reverses_id bigint references money_posting,
    posted_at timestamptz not null,
    posted_by bigint not null references app_user
  )`.execute(db)
  await sql`comment on table money_posting is 'One act that moved money: its entries come to nothing (M21). Append-only; a correction is a reversal'`.execute(
    db,
  )
  await sql`comment on column money_posting.key is 'Of its document: an act posts once'`.execute(db)
  await sql`create unique index money_posting__once on money_posting (doc_type, doc_id, key)`.execute(db)
  await sql`create unique index money_posting__reversed_once on money_posting (reverses_id) where reverses_id is not null`.execute(
    db,
  )
  await sql`create table money_entry (
    id bigint generated always as identity primary key,
    posting_id bigint not null references money_posting,
    account text not null constraint money_entry__account
      check (account in ('cash', 'custody', 'receivable', 'payable', 'advance', 'prepaid', 'cod', 'opening')),
    owner_kind text not null constraint money_entry__owner_kind
      check (owner_kind in ('cashAccount', 'company', 'driver', 'user', 'waybill', 'charge', 'outlet')),
    owner_id bigint not null,
    channel text,
    amount numeric(14,2) not null constraint money_entry__moves check (amount <> 0),
    day date not null
  )`.execute(db)
  await sql`comment on table money_entry is 'Signed: + we have it or are owed it (M20)'`.execute(db)
  await sql`comment on column money_entry.owner_id is 'Of cash the account, of receivable and payable the charge, of cod the waybill, of the others the party or holder'`.execute(
    db,
  )
  await sql`comment on column money_entry.day is 'Of its posting'`.execute(db)
  await sql`create index money_entry__posting on money_entry (posting_id)`.execute(db)
  await sql`create index money_entry__owner on money_entry (account, owner_kind, owner_id, day, id)`.execute(db)

  await sql`create table money_balance (
    account text not null,
    owner_kind text not null,
    owner_id bigint not null,
    balance numeric(14,2) not null default 0,
    may_go_below boolean not null default false,
    primary key (account, owner_kind, owner_id),
    constraint money_balance__cash check (account <> 'cash' or balance >= 0 or may_go_below),
    constraint money_balance__custody check (account <> 'custody' or balance >= 0),
    constraint money_balance__prepaid check (account <> 'prepaid' or balance >= 0),
    constraint money_balance__advance check (account <> 'advance' or balance <= 0),
    constraint money_balance__cod check (account <> 'cod' or balance <= 0)
  )`.execute(db)
  await sql`comment on table money_balance is 'Σ of the entries of an account and owner; what charges were settled by is kept on them'`.execute(
    db,
  )

  await sql`create function refuse_money_change() returns trigger language plpgsql as $$
  begin raise exception 'the money ledger is append-only' using errcode = 'raise_exception'; end $$`.execute(db)
  for (const table of ['money_posting', 'money_entry'])
    await sql
      .raw(
        `create trigger ${table}__append_only before update or delete or truncate on ${table} for each statement execute function refuse_money_change()`,
      )
      .execute(db)
  await sql`create function check_money_sum() returns trigger language plpgsql as $$
  declare broken bigint;
  begin
    select posting_id into broken from added group by posting_id having sum(amount) <> 0 limit 1;
    if broken is not null then raise exception 'posting % does not come to nothing', broken; end if;
    return null;
  end $$`.execute(db)
  await sql`create trigger money_entry__sum after insert on money_entry referencing new table as added
    for each statement execute function check_money_sum()`.execute(db)

  await sql`create table payment (
    id bigint generated always as identity primary key,
    no text not null,
    direction text not null constraint payment__direction check (direction in ('receipt', 'payment')),
    state text not null constraint payment__state
      check (state in ('received', 'draft', 'pending', 'toPay', 'paid', 'rejected', 'void', 'reversed')),
    outlet_id bigint not null references company,
    company_id bigint references company,
    driver_id bigint references driver,
    waybill_id bigint references waybill,
    cash_account_id bigint not null references cash_account,
    channel text not null,
    amount numeric(14,2) not null constraint payment__amount check (amount > 0),
    allocated numeric(14,2) not null default 0,
    refunded numeric(14,2) not null default 0,
    day date not null,
    reference text,
    reason text,
    opinion text,
    submitted_at timestamptz,
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
    constraint payment__party check (num_nonnulls(company_id, driver_id, waybill_id) <= 1),
    constraint payment__used check (allocated + refunded <= amount and refunded >= 0)
  )`.execute(db)
  await sql`comment on table payment is '收款单 SK and 付款单 FK: money received from or paid to a party, with what it settles (M40)'`.execute(
    db,
  )
  await sql`comment on column payment.waybill_id is 'Of a walk-in: the waybill whose party it is; null with company and driver: nobody in particular'`.execute(
    db,
  )
  await sql`comment on column payment.allocated is 'Σ of its live lines, yuan; the rest is an advance (M41)'`.execute(
    db,
  )
  await sql`create unique index payment__no on payment (no)`.execute(db)
  await sql`create index payment__list on payment (direction, day desc, id desc) where not is_deleted`.execute(db)
  await sql`create index payment__state on payment (state, day desc, id desc) where state in ('draft', 'pending', 'toPay', 'rejected')`.execute(
    db,
  )
  await sql`create index payment__open on payment (direction, day desc, id desc) where state in ('received', 'paid') and allocated + refunded < amount`.execute(
    db,
  )
  await sql`create index payment__company on payment (company_id, day desc) where company_id is not null`.execute(db)
  await sql`create index payment__account on payment (cash_account_id, reference) where reference is not null`.execute(
    db,
  )
  await sql`create index payment__search on payment using gin (search gin_trgm_ops)`.execute(db)

  await sql`create table payment_line (
    id bigint generated always as identity primary key,
    payment_id bigint not null references payment,
    charge_id bigint not null references charge,
    amount numeric(14,2) not null constraint payment_line__amount check (amount <> 0),
    state text not null constraint payment_line__state check (state in ('planned', 'reserved', 'settled', 'freed')),
    posting_id bigint references money_posting,
    settled_at timestamptz,
    freed_at timestamptz
  )`.execute(db)
  await sql`comment on table payment_line is 'What of a charge a receipt or payment settles: planned in a draft, reserved from 提交 on, settled by money'`.execute(
    db,
  )
  await sql`create index payment_line__payment on payment_line (payment_id)`.execute(db)
  await sql`create index payment_line__charge on payment_line (charge_id) where state in ('reserved', 'settled')`.execute(
    db,
  )

  // 抹零 and 坏账: a charge of less than nothing, then set off against the debt.
  await sql`alter table charge drop constraint charge__of,
    add constraint charge__of check (case
      when source in ('quote', 'manual', 'service') then waybill_id is not null and application_id is null and cost_line_id is null
      when source = 'adjustment' then application_id is not null and cost_line_id is null
        and num_nonnulls(waybill_id, device_id) = (case direction when 'receivable' then 1 else 0 end)
        and (adjusts_id is not null) = (direction = 'payable')
      when source in ('arrangement', 'special', 'courier', 'expense', 'claim') then application_id is not null and cost_line_id is not null
        and waybill_id is null and direction = 'payable'
      when source = 'writeOff' then direction = 'receivable' and adjusts_id is not null and amount < 0
      else waybill_id is null end)`.execute(db)
  await sql`create function keep_off_invoices() returns trigger language plpgsql as $$
  begin new.invoiceable := false; return new; end $$`.execute(db)
  await sql`create trigger charge__off_invoices before insert on charge for each row
    when (new.fee_item in ('advance', 'claim', 'penalty', 'rebate', 'tax', 'deposit', 'roundOff', 'badDebt', 'handInDifference'))
    execute function keep_off_invoices()`.execute(db)
  await sql`create index charge__open on charge (company_id, direction, day) where state = 'owed' and settled <> amount`.execute(
    db,
  )

  await sql`create function charge_due(day date, method text, settle_mode text, bill_day int, credit_days int, returned date) returns date
    language sql immutable parallel safe as $$
    select case
      when coalesce(method, settle_mode) in ('prepaid', 'collect', 'cash') then day
      when coalesce(method, settle_mode) = 'receipt' then returned + coalesce(credit_days, 0)
      when bill_day is null then day + coalesce(credit_days, 0)
      else (select least(m.first + bill_day - 1, (m.first + interval '1 month')::date - 1) + coalesce(credit_days, 0)
        from (select (date_trunc('month', day) + case when extract(day from day) <= bill_day then interval '0' else interval '1 month' end)::date as first) m)
    end $$`.execute(db)
  await sql`comment on function charge_due is '到期日 (M10): 现结, 现付, 到付 the day; 月结 the bill date + credit days; 回单 the day the receipt went to the customer + credit days'`.execute(
    db,
  )
}
