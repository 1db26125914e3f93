import { type Kysely, sql } from 'kysely'

/**
 * Statements to customers (M53–M55): what was owed and what was received up to a day, as it was sent; each charge and each receipt stands
 * on one that is live. A charge on a sent one is held (M3).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table statement (
    id bigint generated always as identity primary key,
    no text not null,
    company_id bigint not null references company,
    outlet_id bigint not null references company,
    from_day date not null,
    to_day date not null,
    opening numeric(14,2) not null,
    charges numeric(14,2) not null,
    adjustments numeric(14,2) not null,
    received numeric(14,2) not null,
    closing numeric(14,2) not null,
    state text not null constraint statement__state check (state in ('draft', 'sent', 'disputed', 'confirmed', 'void')),
    carried_to bigint references statement,
    sendings integer not null default 0,
    sent_at timestamptz,
    sent_by bigint references app_user,
    answer text constraint statement__answer check (answer in ('confirmed', 'disputed')),
    answered_at timestamptz,
    answered_by bigint references app_user,
    remark text,
    search text not null,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    created_by bigint,
    updated_at timestamptz not null default now(),
    updated_by bigint,
    is_deleted boolean not null default false,
    constraint statement__closing check (closing = opening + charges + adjustments - received),
    constraint statement__days check (from_day <= to_day)
  )`.execute(db)
  for (const [column, comment] of [
    ['outlet_id', 'Whose charges and receipts they are: an outlet states its own'],
    ['opening', 'Σ of the closings that it follows, yuan; several after partners were merged'],
    ['adjustments', 'Σ of what corrects charges: adjustments, prices of held charges, what was written off'],
    ['received', 'Σ receipts less what was given back'],
    ['carried_to', 'The live statement whose opening holds this closing; null: the latest'],
    ['answered_by', 'Whoever confirmed by hand; null: the customer by its link'],
    ['remark', 'What the customer, or whoever confirmed, says to the whole'],
  ] as const)
    await sql.raw(`comment on column statement.${column} is '${comment}'`).execute(db)
  await sql`comment on table statement is '对账单 DZ: what a customer owes an outlet from day to day (M53)'`.execute(db)
  await sql`create unique index statement__no on statement (no)`.execute(db)
  await sql`create unique index statement__open_once on statement (company_id, outlet_id) where state in ('draft', 'sent', 'disputed')`.execute(
    db,
  )
  await sql`create index statement__list on statement (state, to_day desc, id desc) where not is_deleted`.execute(db)
  await sql`create index statement__latest on statement (company_id, outlet_id) where state <> 'void' and carried_to is null`.execute(
    db,
  )
  await sql`create index statement__carried on statement (carried_to) where carried_to is not null`.execute(db)
  await sql`create index statement__search on statement using gin (search gin_trgm_ops)`.execute(db)

  await sql`create table statement_line (
    id bigint generated always as identity primary key,
    statement_id bigint not null references statement,
    kind text not null constraint statement_line__kind check (kind in ('charge', 'adjustment', 'receipt', 'refund')),
    charge_id bigint references charge on delete set null,
    payment_id bigint references payment,
    posting_id bigint references money_posting,
    waybill_id bigint references waybill,
    day date not null,
    of_no text,
    fee_item text,
    amount numeric(14,2) not null,
    mark text constraint statement_line__mark check (mark in ('late', 'dispute')),
    sending integer,
    live boolean not null default true,
    dispute text,
    disputed_in integer,
    constraint statement_line__of check (case kind
      when 'receipt' then payment_id is not null and charge_id is null
      when 'refund' then payment_id is not null and posting_id is not null and charge_id is null
      else payment_id is null end)
  )`.execute(db)
  for (const [column, comment] of [
    ['charge_id', 'Null once a charge that was never stated, or not any more, is gone; what was sent stays here'],
    ['posting_id', 'Of a refund: the posting that gave the money back'],
    ['amount', 'Yuan: of charges + is owed, of receipts + was received'],
    ['mark', '补前期 late: of a day before the period; 异议调整 dispute: put on for what the customer disputed'],
    ['sending', 'The first sending that showed it; null: not sent yet'],
    ['live', 'Its statement is not void: no other live line is of the same charge or receipt'],
    ['disputed_in', 'The sending that the customer answered with the dispute'],
  ] as const)
    await sql.raw(`comment on column statement_line.${column} is '${comment}'`).execute(db)
  await sql`comment on table statement_line is 'What a statement states, kept as it was sent (M54)'`.execute(db)
  await sql`create index statement_line__statement on statement_line (statement_id, day, id)`.execute(db)
  await sql`create unique index statement_line__charge on statement_line (charge_id) where live and charge_id is not null`.execute(
    db,
  )
  await sql`create index statement_line__of_charge on statement_line (charge_id) where charge_id is not null`.execute(
    db,
  )
  await sql`create unique index statement_line__receipt on statement_line (payment_id) where live and kind = 'receipt'`.execute(
    db,
  )
  await sql`create unique index statement_line__refund on statement_line (posting_id) where live and kind = 'refund'`.execute(
    db,
  )

  await sql`create table statement_sending (
    statement_id bigint not null references statement,
    sending integer not null,
    charges numeric(14,2) not null,
    adjustments numeric(14,2) not null,
    received numeric(14,2) not null,
    closing numeric(14,2) not null,
    mail_id bigint references mail,
    sent_at timestamptz not null,
    sent_by bigint not null references app_user,
    primary key (statement_id, sending)
  )`.execute(db)
  await sql`comment on table statement_sending is 'Each sending of a statement with its sums; its lines are those of this sending and before'`.execute(
    db,
  )

  await sql`create table statement_link (
    id bigint generated always as identity primary key,
    statement_id bigint not null references statement,
    token_hash bytea not null constraint statement_link__hash unique,
    made_at timestamptz not null,
    made_by bigint not null references app_user,
    expires_at timestamptz not null,
    ended_at timestamptz,
    ended_as text constraint statement_link__ended_as check (ended_as in ('replaced', 'answered', 'void'))
  )`.execute(db)
  await sql`comment on table statement_link is 'The way of a customer to its statement without an account (M55); the token itself is kept nowhere'`.execute(
    db,
  )
  await sql`create unique index statement_link__one on statement_link (statement_id) where ended_at is null`.execute(db)

  await sql`alter table charge add column statement_id bigint references statement, add column stated boolean not null default false`.execute(
    db,
  )
  await sql`comment on column charge.statement_id is 'The live statement that it stands on'`.execute(db)
  await sql`comment on column charge.stated is 'Its statement was sent: held (M3)'`.execute(db)
  await sql`alter table charge add constraint charge__stated check (statement_id is not null or not stated)`.execute(db)
  await sql`create index charge__statement on charge (statement_id) where statement_id is not null`.execute(db)
  await sql`create index charge__unstated on charge (company_id, outlet_id, day)
    where direction = 'receivable' and state = 'owed' and payer = 'customer' and statement_id is null`.execute(db)
  await sql`create index charge__stated_of on charge (waybill_id) where stated`.execute(db)
  await sql`drop trigger charge__held on charge`.execute(db)
  await sql`create trigger charge__held before update or delete on charge for each row
    when (old.applied <> 0 or old.settled <> 0 or old.stated) execute function keep_held_charge()`.execute(db)
  await sql`drop index charge__repriced`.execute(db)
  await sql`create unique index charge__repriced on charge (waybill_id, fee_item, coalesce(service_id, 0), payer, coalesce(pay_method, ''))
    where source in ('quote', 'manual', 'service') and adjusts_id is not null and applied = 0 and settled = 0 and not stated`.execute(
    db,
  )
}
