import { type Kysely, sql } from 'kysely'

/** 转交: whoever is asked for a review passes it on to a colleague who may decide it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table approval_seat add column passed_by bigint references app_user, add column passed_at timestamptz,
    add column passed_note text, add constraint approval_seat__passed check ((passed_by is null) = (passed_at is null))`.execute(
    db,
  )
  await sql`comment on column approval_seat.passed_by is 'Who was asked and passed it on to user_id; the setup''s deputy does not stand in any more'`.execute(
    db,
  )
  await sql`create index approval_seat__passed on approval_seat (passed_by) where passed_by is not null`.execute(db)
}
