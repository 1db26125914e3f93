import { type Kysely, sql } from 'kysely'

/** Who came in, who was refused, what left as a file; failures counted over a window; the password asked again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table access_log (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    kind text not null constraint access_log__kind check (kind in ('login','failure','logout','export','download')),
    user_id bigint references app_user,
    account text not null default '',
    name text not null default '',
    address text not null default '',
    agent text not null default '',
    detail jsonb not null default '{}'
  )`.execute(db)
  for (const [column, comment] of Object.entries({
    user_id: 'Null: the account that was tried does not exist; what was typed is not kept',
    account: 'As it was then',
    address: 'Empty for a file that was written in the background',
    detail:
      'way (password, wechat, oldPassword, confirm), reason; of an export what, filter, rows; of a download its file',
  }))
    await sql`comment on column access_log.${sql.id(column)} is ${sql.lit(comment)}`.execute(db)
  await sql`create index access_log__user on access_log (user_id, id desc)`.execute(db)
  await sql`create index access_log__at on access_log (at)`.execute(db)
  // Whether an account signed in from an address lately.
  await sql`create index access_log__login on access_log (user_id, address, at desc) where kind = 'login'`.execute(db)

  await sql`alter table login_failure add column since timestamptz`.execute(db)
  await sql`update login_failure set since = last_at`.execute(db)
  await sql`alter table login_failure alter column since set not null`.execute(db)
  await sql`comment on table login_failure is 'Tries that were not successful, of an account from an address; * stands for all accounts or all addresses'`.execute(
    db,
  )
  await sql`comment on column login_failure.failures is 'Counted before the password is judged, taken back when it fits'`.execute(
    db,
  )
  await sql`comment on column login_failure.since is 'When this count began'`.execute(db)
  await sql`alter table session add column confirmed_at timestamptz`.execute(db)
  await sql`comment on column session.confirmed_at is 'When the password was last asked again in this session, for what needs it'`.execute(
    db,
  )
}
