import { type Kysely, sql } from 'kysely'
import { recordColumns } from '../src/platform/columns.ts'

/** What every screen shares: settings of a user, saved views, comments, notifications, jobs, imports that can be undone, client errors. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table user_setting (
    user_id bigint not null,
    key text not null,
    value jsonb not null,
    updated_at timestamptz not null,
    primary key (user_id, key)
  )`.execute(db)
  await sql`comment on table user_setting is 'What a person arranged: columns and page size of a list, the view it opens with, the desk (domain §0.10)'`.execute(
    db,
  )

  await sql`create table saved_view (
    ${recordColumns},
    owner_id bigint not null,
    list text not null,
    name text not null,
    search text not null,
    shared boolean not null default false
  )`.execute(db)
  await sql`comment on column saved_view.list is 'Key in contract/src/pages.ts'`.execute(db)
  await sql`comment on column saved_view.search is 'The query of the address: tab, filters, sort'`.execute(db)
  await sql`create unique index saved_view__name on saved_view (owner_id, list, lower(name)) where not is_deleted`.execute(
    db,
  )
  await sql`create index saved_view__shared on saved_view (list) where shared and not is_deleted`.execute(db)

  await sql`create table record_comment (
    id bigint generated always as identity primary key,
    entity text not null,
    entity_id bigint not null,
    at timestamptz not null,
    by_id bigint not null,
    by_name text not null,
    text text not null,
    is_deleted boolean not null default false
  )`.execute(db)
  await sql`comment on table record_comment is 'What colleagues say about a record; never shown to a customer''s account'`.execute(
    db,
  )
  await sql`create index record_comment__entity on record_comment (entity, entity_id, id)`.execute(db)

  await sql`alter table file_link add column internal boolean not null default false`.execute(db)
  await sql`comment on column file_link.internal is 'Tied by a colleague for colleagues: never for a customer''s account'`.execute(
    db,
  )

  await sql`create table notification (
    id bigint generated always as identity primary key,
    user_id bigint not null,
    at timestamptz not null,
    kind text not null,
    params jsonb not null,
    link text not null,
    read_at timestamptz
  )`.execute(db)
  await sql`comment on column notification.kind is 'The sentence, with params, in the reader''s language'`.execute(db)
  await sql`create index notification__user on notification (user_id, id)`.execute(db)
  await sql`create index notification__unread on notification (user_id) where read_at is null`.execute(db)

  await sql`create table job (
    id bigint generated always as identity primary key,
    kind text not null,
    user_id bigint not null,
    title text not null,
    language text not null,
    input jsonb not null,
    state text not null constraint job__state check (state in ('queued','running','stopped','done','failed')),
    done bigint not null default 0,
    total bigint,
    cursor jsonb,
    file_id bigint references stored_file,
    error text,
    stop_asked boolean not null default false,
    attempts integer not null default 0,
    created_at timestamptz not null,
    started_at timestamptz,
    beat_at timestamptz,
    ended_at timestamptz
  )`.execute(db)
  await sql`comment on table job is 'Long work that a person started: progress, stop, resume, result. The queue itself is pg-boss'`.execute(
    db,
  )
  await sql`comment on column job.cursor is 'Where a stopped or broken run goes on'`.execute(db)
  await sql`comment on column job.beat_at is 'Last sign of life of the process that runs it'`.execute(db)
  await sql`create index job__user on job (user_id, id)`.execute(db)
  await sql`create index job__live on job (state, id) where state in ('queued','running')`.execute(db)

  await sql`alter table import_batch add column undone_at timestamptz, add column undone_by bigint`.execute(db)
  await sql`create table import_row (
    import_id bigint not null references import_batch,
    entity_id bigint not null,
    primary key (import_id, entity_id)
  )`.execute(db)
  await sql`comment on table import_row is 'Master records that an import created: what its undo takes back (waybills carry import_id themselves)'`.execute(
    db,
  )
  await sql`create index import_batch__entity on import_batch (entity, id)`.execute(db)

  await sql`create table client_error (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    user_id bigint,
    account text not null,
    page text not null,
    message text not null,
    stack text not null,
    release text not null,
    agent text not null,
    fingerprint text not null
  )`.execute(db)
  await sql`comment on table client_error is 'What broke in a browser (ER-05): no query strings, no typed text'`.execute(
    db,
  )
  await sql`create index client_error__at on client_error (at)`.execute(db)
  await sql`create index client_error__fingerprint on client_error (fingerprint, id)`.execute(db)

  // "History of any record" for administrators: newest first over everything, and by person.
  await sql`create index history__by on history (by_id, id)`.execute(db)
}
