import { type Kysely, sql } from 'kysely'
import { recordColumns } from '../src/platform/columns.ts'

/** Roles, rights on top of them, categories, the dictionary, the mailbox, WeChat tickets, the menu's versions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table role (
    ${recordColumns},
    name text not null,
    note text not null default '',
    preset text,
    enabled boolean not null default true
  )`.execute(db)
  await sql`comment on column role.preset is 'Key of a role that came with the product (domain §1); null for one of the company''s own'`.execute(
    db,
  )
  await sql`create unique index role__name on role (lower(name)) where not is_deleted`.execute(db)
  await sql`create unique index role__preset on role (preset) where preset is not null`.execute(db)
  await sql`create table role_right (
    role_id bigint not null references role,
    page text not null,
    browse boolean not null,
    edit boolean not null,
    approve boolean not null,
    primary key (role_id, page),
    constraint role_right__contains_browse check (browse or not (edit or approve))
  )`.execute(db)
  await sql`create table user_role (
    user_id bigint not null references app_user,
    role_id bigint not null references role,
    primary key (user_id, role_id)
  )`.execute(db)
  await sql`create index user_role__role on user_role (role_id)`.execute(db)

  // A user's own right grants or denies on top of the roles: true, false, or null for "as the roles say".
  await sql`alter table user_right drop constraint user_right__contains_browse`.execute(db)
  await sql`alter table user_right alter column browse drop not null, alter column edit drop not null, alter column approve drop not null`.execute(
    db,
  )
  await sql`comment on table user_right is 'On top of the roles: true grants, false denies, null leaves it to them'`.execute(
    db,
  )
  // Until now a row said all about its page; what it did not grant is left to the roles, of which there are none yet.
  await sql`update user_right set browse = nullif(browse, false), edit = nullif(edit, false), approve = nullif(approve, false)`.execute(
    db,
  )
  await sql`create view effective_right as
    select user_id, page,
      allowed and (coalesce(own_browse, role_browse) or editable or approvable) as browse,
      allowed and editable as edit,
      allowed and approvable as approve
    from (
      select user_id, page, role_browse, own_browse,
        coalesce(own_edit, role_edit) as editable,
        coalesce(own_approve, role_approve) as approvable,
        own_browse is distinct from false as allowed
      from (
        select user_id, page,
          coalesce(bool_or(browse) filter (where from_role), false) as role_browse,
          coalesce(bool_or(edit) filter (where from_role), false) as role_edit,
          coalesce(bool_or(approve) filter (where from_role), false) as role_approve,
          bool_or(browse) filter (where not from_role) as own_browse,
          bool_or(edit) filter (where not from_role) as own_edit,
          bool_or(approve) filter (where not from_role) as own_approve
        from (
          select user_id, page, browse, edit, approve, false as from_role from user_right
          union all
          select u.user_id, r.page, r.browse, r.edit, r.approve, true
          from user_role u join role on role.id = u.role_id and role.enabled and not role.is_deleted
            join role_right r on r.role_id = u.role_id
        ) every_right
        group by user_id, page
      ) summed
    ) decided`.execute(db)
  await sql`comment on view effective_right is 'What holds: the enabled roles together, a user''s own right on top; who may not look may do nothing'`.execute(
    db,
  )

  await sql`alter table menu add column version integer not null default 1`.execute(db)
  await sql`comment on column menu.approved is 'An entry is shown only when approved (SH-17)'`.execute(db)

  await sql`create table category (
    ${recordColumns},
    parent_id bigint references category,
    code text not null,
    name text not null,
    sort integer not null default 0,
    remark text not null default '',
    enabled boolean not null default true
  )`.execute(db)
  await sql`comment on table category is 'g_code 分类: trees of categories'`.execute(db)
  await sql`create unique index category__code on category (coalesce(parent_id, 0), lower(code)) where not is_deleted`.execute(
    db,
  )
  await sql`create index category__parent on category (parent_id)`.execute(db)

  await sql`create table dictionary_entry (
    ${recordColumns},
    type text not null,
    code text not null,
    label_zh text not null,
    label_en text not null,
    label_es text not null,
    label_ja text not null,
    sort integer not null,
    enabled boolean not null default true,
    system boolean not null default false
  )`.execute(db)
  await sql`comment on column dictionary_entry.system is 'Came with the product: its code is never deleted'`.execute(db)
  await sql`create unique index dictionary_entry__code on dictionary_entry (type, code) where not is_deleted`.execute(
    db,
  )

  await sql`create table mailbox (
    ${recordColumns},
    name text not null,
    host text not null,
    port integer not null constraint mailbox__port check (port between 1 and 65535),
    security text not null constraint mailbox__security check (security in ('none','starttls','tls')),
    account text not null default '',
    secret bytea,
    sender text not null,
    sender_name text not null default '',
    is_default boolean not null default false,
    enabled boolean not null default true,
    tested_at timestamptz,
    test_error text
  )`.execute(db)
  await sql`comment on column mailbox.secret is 'The password, AES-256-GCM under the key in DATA_DIR; never returned'`.execute(
    db,
  )
  await sql`comment on column mailbox.test_error is 'Null when the last test went well'`.execute(db)
  await sql`create unique index mailbox__name on mailbox (lower(name)) where not is_deleted`.execute(db)
  await sql`create unique index mailbox__default on mailbox (is_default) where is_default and not is_deleted`.execute(
    db,
  )

  await sql`alter table app_user add column open_id_bound_at timestamptz, add column wechat_name text, add column wechat_login_at timestamptz`.execute(
    db,
  )
  await sql`create table wechat_ticket (
    ticket_hash bytea primary key,
    open_id text not null,
    wechat_name text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`.execute(db)
  await sql`comment on table wechat_ticket is 'One-time proof that a WeChat exchange took place: what WXLogin and BindOpenId take as OpenId'`.execute(
    db,
  )
  await sql`create table wechat_state (
    state_hash bytea primary key,
    user_id bigint,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`.execute(db)
  await sql`comment on table wechat_state is 'A scan that was begun: ties the return from WeChat to the browser that began it; user_id when it is for binding'`.execute(
    db,
  )
}
