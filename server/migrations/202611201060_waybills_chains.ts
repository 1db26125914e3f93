import { type Kysely, sql } from 'kysely'

/** When a chain last grew, what its last check found, what long work did row by row, and the figures of shipping. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table waybill add column chain_at timestamptz not null default now()`.execute(db)
  await sql`comment on column waybill.chain_at is 'Time of the last event of the chain; moved with its head'`.execute(
    db,
  )
  await sql`update waybill w set chain_at = e.at from waybill_event e where e.waybill_id = w.id and e.seq = w.chain_seq`.execute(
    db,
  )
  await sql`alter table waybill alter column chain_at drop default`.execute(db)
  await sql`create index waybill__chain on waybill (chain_at, id) where not is_deleted`.execute(db)

  await sql`create table chain_check (
    waybill_id bigint primary key references waybill,
    checked_at timestamptz not null,
    events integer not null,
    broken_at integer,
    by_id bigint references app_user
  )`.execute(db)
  await sql`comment on table chain_check is 'What the last verification of a chain found; broken_at: the first event that does not hold'`.execute(
    db,
  )
  await sql`create index chain_check__broken on chain_check (waybill_id) where broken_at is not null`.execute(db)

  await sql`create table job_row (
    job_id bigint not null references job on delete cascade,
    seq integer not null,
    data jsonb not null,
    primary key (job_id, seq)
  )`.execute(db)
  await sql`comment on table job_row is 'What long work did, row by row, kept until its report is written'`.execute(db)

  await sql`create index waybill__stats on waybill (biz_date)
    include (customer_id, outlet_id, consignee_region, trans_mode, salesman_id, pieces, weight, volume, charge_weight, receivable)
    where not is_deleted and state not in ('draft', 'cancelled')`.execute(db)
}
