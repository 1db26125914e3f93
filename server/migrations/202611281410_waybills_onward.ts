import { type Kysely, sql } from 'kysely'

/** Goods that go back or on as a waybill of their own (T11), linked with the one that they come from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table onward (
    waybill_id bigint primary key references waybill,
    parent_id bigint not null references waybill,
    relation text not null constraint onward__relation check (relation in ('return', 'forward')),
    act_id bigint not null,
    pieces integer not null constraint onward__pieces check (pieces > 0),
    collect_was jsonb,
    created_at timestamptz not null default now()
  )`.execute(db)
  await sql`comment on table onward is 'A waybill made of refused or waiting pieces of another, its parent'`.execute(db)
  await sql`comment on column onward.act_id is 'Of the movements of the parent that it was made by'`.execute(db)
  await sql`comment on column onward.collect_was is 'What the parent had to collect at the door until then, where nothing of it was signed: codAmount, payMethod, payments'`.execute(
    db,
  )
  await sql`create index onward__parent on onward (parent_id)`.execute(db)
}
