import { type Kysely, sql } from 'kysely'
import { recordColumns } from '../src/platform/columns.ts'

/** Users, their rights and scope, sessions, and the menu. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table app_user (
    ${recordColumns},
    account text not null,
    name text not null,
    photo text not null default '',
    mobile text,
    outlet_id bigint references company,
    is_dial boolean not null default false,
    scope text not null constraint app_user__scope check (scope in ('all','outlet','customer')),
    open_id text,
    status smallint not null default 0 constraint app_user__status check (status in (0, 1)),
    must_change_password boolean not null default false,
    password_hash text not null,
    last_login_at timestamptz
  )`.execute(db)
  await sql`comment on column app_user.status is '0 enabled, 1 disabled'`.execute(db)
  await sql`comment on column app_user.password_hash is 'argon2id'`.execute(db)
  await sql`create unique index app_user__account on app_user (lower(account)) where not is_deleted`.execute(db)
  await sql`create unique index app_user__open_id on app_user (open_id) where open_id is not null and not is_deleted`.execute(
    db,
  )

  await sql`create table user_company (
    user_id bigint not null references app_user,
    company_id bigint not null references company,
    created_at timestamptz not null default now(),
    created_by bigint,
    primary key (user_id, company_id)
  )`.execute(db)
  await sql`comment on table user_company is 'BindCompany: outlets or customers that the scope of a user consists of (domain §0.9)'`.execute(
    db,
  )

  await sql`create table user_right (
    user_id bigint not null references app_user,
    page text not null,
    browse boolean not null,
    edit boolean not null,
    approve boolean not null,
    primary key (user_id, page),
    constraint user_right__contains_browse check (browse or not (edit or approve))
  )`.execute(db)
  await sql`comment on column user_right.page is 'Key in contract/src/pages.ts, never an address'`.execute(db)

  await sql`create table session (
    id bigint generated always as identity primary key,
    token_hash bytea not null constraint session__token unique,
    user_id bigint not null references app_user,
    created_at timestamptz not null,
    seen_at timestamptz not null,
    expires_at timestamptz not null,
    address text not null,
    agent text not null
  )`.execute(db)
  await sql`comment on column session.token_hash is 'SHA-256 of the opaque token; the token itself is nowhere'`.execute(
    db,
  )
  await sql`create index session__user on session (user_id)`.execute(db)

  await sql`create table login_failure (
    account text not null,
    address text not null,
    failures integer not null,
    last_at timestamptz not null,
    primary key (account, address)
  )`.execute(db)

  await sql`create table menu (
    id bigint generated always as identity primary key,
    parent_id bigint references menu,
    page text,
    name_zh text not null,
    name_en text not null,
    name_es text not null,
    name_ja text not null,
    go_url text not null,
    icon text not null,
    t_sort integer not null,
    approved boolean not null default true,
    is_leaf boolean not null default false,
    open_window boolean not null default false,
    from_location smallint not null default 0,
    seed_key text constraint menu__seed_key unique
  )`.execute(db)
  await sql`comment on column menu.seed_key is 'Ties a seeded entry to contract/src/pages.ts, so that an upgrade adds new pages and keeps what an administrator changed'`.execute(
    db,
  )
}
