import { type Kysely, sql } from 'kysely'

/** 改单 after the price was agreed with the customer: what shall be changed, until its review is through (domain §2). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table waybill_change (
    id bigint generated always as identity primary key,
    waybill_id bigint not null references waybill,
    input jsonb not null,
    reason text not null,
    state text not null default 'pending' constraint waybill_change__state check (state in ('pending','done','rejected','withdrawn')),
    created_at timestamptz not null default now(),
    created_by bigint not null references app_user
  )`.execute(db)
  await sql`comment on column waybill_change.input is 'The waybill as it shall be, whole, as the form sent it'`.execute(
    db,
  )
  await sql`create unique index waybill_change__one_open on waybill_change (waybill_id) where state = 'pending'`.execute(
    db,
  )
}
