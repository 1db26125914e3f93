import { type Kysely, sql } from 'kysely'
import { recordColumns } from '../src/platform/columns.ts'

/** Printing: the company's templates, how often each paper was printed, and batches whose sheets are confirmed one by one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const types = sql`check (type in ('waybill','label','loading','receipt'))`
  await sql`create table print_template (
    ${recordColumns},
    type text not null ${types},
    name text not null,
    customer_id bigint references company,
    layout jsonb not null,
    is_default boolean not null default false,
    enabled boolean not null default true
  )`.execute(db)
  await sql`comment on table print_template is 'The company''s own templates; those of the product are code (contract/src/printing/presets.ts)'`.execute(
    db,
  )
  await sql`comment on column print_template.customer_id is 'For the papers of this customer alone; null: for everybody''s'`.execute(
    db,
  )
  await sql`comment on column print_template.layout is 'Rows, columns, items in millimetres (contract/src/printing/layout.ts)'`.execute(
    db,
  )
  await sql`create unique index print_template__name on print_template (type, lower(name)) where not is_deleted`.execute(
    db,
  )
  await sql`create unique index print_template__default on print_template (type, coalesce(customer_id, 0))
    where is_default and not is_deleted`.execute(db)

  await sql`create table print_count (
    type text not null ${types},
    record_id bigint not null,
    count integer not null,
    last_at timestamptz not null,
    last_by text not null,
    primary key (type, record_id)
  )`.execute(db)
  await sql`comment on table print_count is 'How often all of a paper came out; no row: never. record_id: a waybill, of a loading list a trip'`.execute(
    db,
  )

  await sql`create table print_batch (
    id bigint generated always as identity primary key,
    type text not null ${types},
    way text not null check (way in ('service','browser','pdf')),
    template text,
    template_name text not null,
    printer text not null,
    copies integer not null,
    first_no text not null,
    documents integer not null,
    total integer not null,
    done integer not null default 0,
    state text not null default 'open' check (state in ('open','done','stopped')),
    holder text,
    held_until timestamptz,
    doubt boolean not null default false,
    created_at timestamptz not null,
    created_by bigint not null,
    constraint print_batch__progress check (done between 0 and total)
  )`.execute(db)
  await sql`comment on column print_batch.template is 'Null: each document with the one that holds for it'`.execute(db)
  await sql`comment on column print_batch.done is 'The last position that is confirmed'`.execute(db)
  await sql`comment on column print_batch.holder is 'The window that gets the sheets; another one may take the batch over'`.execute(
    db,
  )
  await sql`comment on column print_batch.doubt is 'Sheets were handed out to a window that is gone: a person says which came out'`.execute(
    db,
  )
  await sql`create index print_batch__open on print_batch (created_by, id) where state = 'open'`.execute(db)

  await sql`create table print_sheet (
    batch_id bigint not null references print_batch,
    seq integer not null,
    record_id bigint not null,
    piece integer not null,
    reprint integer not null,
    sent_at timestamptz,
    printed_at timestamptz,
    primary key (batch_id, seq)
  )`.execute(db)
  await sql`comment on column print_sheet.piece is 'Of a label, 1 …; 0 otherwise'`.execute(db)
  await sql`comment on column print_sheet.reprint is 'How often the paper had been printed when the batch began: 0 has no mark'`.execute(
    db,
  )

  await sql`create table print_log (
    id bigint generated always as identity primary key,
    type text not null ${types},
    record_id bigint not null,
    batch_id bigint not null references print_batch,
    at timestamptz not null,
    by_id bigint not null,
    by_name text not null,
    way text not null,
    template_name text not null,
    printer text not null,
    copies integer not null,
    piece_from integer,
    piece_to integer,
    reprint integer not null,
    whole boolean not null
  )`.execute(db)
  await sql`comment on table print_log is 'Who printed what when; written once, when the last sheet of a document is confirmed or its batch is ended'`.execute(
    db,
  )
  await sql`create index print_log__record on print_log (type, record_id, id)`.execute(db)
}
