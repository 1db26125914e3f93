import { type Kysely, sql } from 'kysely'

/** What was scanned when a trip was loaded and unloaded (T17): number, act, who and when; an act of a device is taken once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table piece_scan (
    id bigint generated always as identity primary key,
    act_id uuid not null constraint piece_scan__act unique,
    arrangement_id bigint not null references arrangement,
    stop_seq smallint not null,
    work text not null constraint piece_scan__work check (work in ('load', 'unload')),
    act text not null constraint piece_scan__kind check (act in ('count', 'take', 'join', 'extra', 'close')),
    waybill_id bigint references waybill,
    number text,
    piece integer,
    pieces integer,
    at timestamptz not null,
    by_id bigint not null references app_user,
    created_at timestamptz not null default now(),
    undone_at timestamptz
  )`.execute(db)
  await sql`comment on column piece_scan.undone_at is 'Taken back: counted by mistake, or with the stop that it was counted at'`.execute(
    db,
  )
  await sql`create unique index piece_scan__once on piece_scan (arrangement_id, stop_seq, work, waybill_id, piece)
    where act in ('count', 'join') and piece is not null and undone_at is null`.execute(db)
  await sql`create index piece_scan__trip on piece_scan (arrangement_id, stop_seq, work)`.execute(db)
}
