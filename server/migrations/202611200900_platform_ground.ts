import { type Kysely, sql } from 'kysely'

/** The ground: history, idempotency, numbering, files, search. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db)

  await sql`create table history (
    id bigint generated always as identity primary key,
    entity text not null,
    entity_id bigint not null,
    at timestamptz not null,
    by_id bigint,
    by_name text not null,
    action text not null,
    changes jsonb not null
  )`.execute(db)
  await sql`comment on table history is 'Append-only timeline of master records: who, when, what, field by field (domain §0.6)'`.execute(
    db,
  )
  await sql`create index history__entity on history (entity, entity_id, id)`.execute(db)

  // One function for every append-only table: an update or delete is refused, whoever asks.
  await sql`create function refuse_change() returns trigger language plpgsql as $$
    begin raise exception '% is append-only', tg_table_name using errcode = 'XY001'; end $$`.execute(db)
  await sql`create trigger history__append_only before update or delete on history
    for each row execute function refuse_change()`.execute(db)

  await sql`create table idempotency (
    user_id bigint not null,
    key text not null,
    call text not null,
    request_hash bytea not null,
    answer jsonb,
    created_at timestamptz not null,
    primary key (user_id, key)
  )`.execute(db)
  await sql`comment on table idempotency is 'One row a user intent: the same key twice has one effect and the same answer (domain §0.3)'`.execute(
    db,
  )
  await sql`create index idempotency__age on idempotency (created_at)`.execute(db)

  await sql`create table counter (
    prefix text not null,
    day date not null,
    next bigint not null,
    primary key (prefix, day)
  )`.execute(db)
  await sql`comment on table counter is 'Document numbers, drawn in blocks by each process; gaps are allowed (domain §0.8)'`.execute(
    db,
  )

  await sql`create table stored_file (
    id bigint generated always as identity primary key,
    token text not null constraint stored_file__token unique,
    sha256 text not null,
    name text not null,
    type text not null,
    size bigint not null,
    created_at timestamptz not null,
    created_by bigint not null
  )`.execute(db)
  await sql`comment on column stored_file.token is 'Random public reference; the bytes lie under DATA_DIR/files by sha256'`.execute(
    db,
  )
  await sql`create table file_link (
    file_id bigint not null references stored_file,
    entity text not null,
    entity_id bigint not null,
    primary key (entity, entity_id, file_id)
  )`.execute(db)
  await sql`create index file_link__file on file_link (file_id)`.execute(db)
}
