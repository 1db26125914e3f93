import { type Kysely, sql } from 'kysely'

/** 坏账: what of a charge is not to be had any more; written off once its review is through (M22). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table bad_debt (
    id bigint generated always as identity primary key,
    no text not null constraint bad_debt__no unique,
    charge_id bigint not null references charge,
    amount numeric(14,2) not null constraint bad_debt__amount check (amount > 0),
    reason text not null,
    state text not null default 'pending' constraint bad_debt__state check (state in ('pending', 'approved', 'rejected', 'withdrawn')),
    created_at timestamptz not null,
    created_by bigint not null references app_user,
    decided_at timestamptz
  )`.execute(db)
  await sql`comment on table bad_debt is 'What was open of a charge when somebody asked to write it off'`.execute(db)
  await sql`create unique index bad_debt__pending on bad_debt (charge_id) where state = 'pending'`.execute(db)
}
