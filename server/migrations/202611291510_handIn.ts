import { type Kysely, sql } from 'kysely'

/** 交账单 JZ (M48): what a holder hands in of what he collected, what was counted, and what became of the difference. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table hand_in (
    id bigint generated always as identity primary key,
    no text not null,
    state text not null constraint hand_in__state
      check (state in ('pending', 'counted', 'differs', 'inReview', 'settled', 'returned')),
    outlet_id bigint not null references company,
    holder_kind text not null constraint hand_in__holder_kind check (holder_kind in ('driver', 'company', 'user')),
    holder_id bigint not null,
    from_day date not null,
    to_day date not null,
    collections integer not null,
    prepaid numeric(14,2) not null,
    freight numeric(14,2) not null,
    cod numeric(14,2) not null,
    straight numeric(14,2) not null,
    due numeric(14,2) not null constraint hand_in__due check (due > 0),
    counted numeric(14,2) constraint hand_in__counted check (counted >= 0),
    difference numeric(14,2) generated always as (counted - due) stored,
    decision text constraint hand_in__decision check (decision in ('makeUp', 'bear', 'keep')),
    opinion text,
    posting_id bigint references money_posting,
    counted_at timestamptz,
    counted_by bigint references app_user,
    remark text,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    created_by bigint,
    updated_at timestamptz not null default now(),
    updated_by bigint,
    is_deleted boolean not null default false,
    constraint hand_in__decided check ((decision is null) or state in ('inReview', 'settled')),
    constraint hand_in__is_counted check ((counted is null) = (state in ('pending', 'returned')))
  )`.execute(db)
  for (const [column, comment] of [
    ['holder_id', 'Driver, carrier or person who has the money (M47)'],
    ['prepaid', '现付 of it, yuan'],
    ['freight', '到付 of it, yuan'],
    ['straight', 'Of all of it what came straight to accounts: shown, not counted'],
    ['due', 'What the holder has in hand'],
    ['difference', 'Counted less due; less than nothing stays with the holder until it is decided'],
    ['decision', '补交 makeUp, 公司承担 bear, 长款收入 keep'],
    ['posting_id', 'Of the count'],
  ] as const)
    await sql.raw(`comment on column hand_in.${column} is '${comment}'`).execute(db)
  await sql`comment on table hand_in is '交账单 JZ: all that a holder has of an outlet''s collections up to a moment (M48)'`.execute(
    db,
  )
  await sql`create unique index hand_in__no on hand_in (no)`.execute(db)
  await sql`create index hand_in__list on hand_in (state, to_day desc, id desc) where not is_deleted`.execute(db)
  await sql`create index hand_in__holder on hand_in (holder_kind, holder_id)`.execute(db)

  await sql`create table hand_in_line (
    hand_in_id bigint not null references hand_in,
    channel text not null,
    due numeric(14,2) not null,
    counted numeric(14,2),
    cash_account_id bigint references cash_account,
    primary key (hand_in_id, channel)
  )`.execute(db)
  await sql`comment on table hand_in_line is 'What is due of a hand-in by channel, what was counted of it, and into which account it went'`.execute(
    db,
  )

  await sql`alter table collection
    add column hand_in_id bigint references hand_in,
    add column held_freight numeric(14,2) not null generated always as (case when freight_account_id is null then freight else 0 end) stored,
    add column held_cod numeric(14,2) not null generated always as (case when cod_account_id is null then cod else 0 end) stored,
    add column handed_freight numeric(14,2) not null default 0,
    add column handed_cod numeric(14,2) not null default 0,
    add constraint collection__handed check (handed_freight between 0 and held_freight and handed_cod between 0 and held_cod),
    add constraint collection__undone check (undone_posting_id is null or hand_in_id is null)`.execute(db)
  for (const [column, comment] of [
    ['hand_in_id', 'The live hand-in that it stands on'],
    ['held_freight', 'Of the freight what the holder has taken'],
    ['held_cod', 'Of the COD what the holder has taken'],
    ['handed_freight', 'Of it what was counted'],
    ['handed_cod', 'Of it what was counted: COD first, then freight, oldest first (V16)'],
  ] as const)
    await sql.raw(`comment on column collection.${column} is '${comment}'`).execute(db)
  await sql`alter table driver add column user_id bigint references app_user`.execute(db)
  await sql`comment on column driver.user_id is 'His account: he sees and hands in what he collected'`.execute(db)
  await sql`create unique index driver__user on driver (user_id) where user_id is not null and not is_deleted`.execute(
    db,
  )
  await sql`create index collection__waiting on collection (holder_kind, holder_id, outlet_id, day)
    where hand_in_id is null and undone_posting_id is null`.execute(db)
  await sql`create index collection__hand_in on collection (hand_in_id) where hand_in_id is not null`.execute(db)
}
