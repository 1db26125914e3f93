import { type Kysely, sql } from 'kysely'

/** 改址 (T11) with what it replaced, so that it can be taken back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table readdress (
    id bigint generated always as identity primary key,
    waybill_id bigint not null references waybill,
    act_id bigint,
    moved_until bigint not null,
    before jsonb not null,
    after jsonb not null,
    fee numeric(14, 2) not null constraint readdress__fee check (fee >= 0),
    created_at timestamptz not null default now(),
    created_by bigint,
    undone_at timestamptz
  )`.execute(db)
  await sql`comment on table readdress is 'Another consignee for what was not yet signed of a waybill'`.execute(db)
  await sql`comment on column readdress.act_id is 'Of the movements by which refused pieces were live again; null: none were refused'`.execute(
    db,
  )
  await sql`comment on column readdress.moved_until is 'The last movement of the waybill then, its own included: a later one that stands keeps it from being taken back'`.execute(
    db,
  )
  await sql`comment on column readdress.before is 'Columns of the waybill: the consignee and the destination until then'`.execute(
    db,
  )
  await sql`comment on column readdress.after is 'The same as it wrote them'`.execute(db)
  await sql`comment on column readdress.fee is 'Yuan, 改址费 that it added'`.execute(db)
  await sql`create index readdress__waybill on readdress (waybill_id)`.execute(db)
}
