import { type Kysely, sql } from 'kysely'

/** Whoever picks pieces up shows the code that the notice gave, or it is said why there is none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table waybill add column pickup_code text constraint waybill__pickup_code check (pickup_code ~ '^[0-9]{6}$')`.execute(
    db,
  )
  await sql`comment on column waybill.pickup_code is 'Holds while pieces await pickup; null: notified before there were codes, or never'`.execute(
    db,
  )
  await sql`alter table signing add column no_code_reason text`.execute(db)
  await sql`comment on column signing.no_code_reason is 'Why pieces were given out without the pickup code'`.execute(db)
}
