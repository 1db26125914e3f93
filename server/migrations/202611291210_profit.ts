import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // What belongs to no waybill by itself, by day: the profit's row of it looks at no other charge.
  await sql`create index charge__no_waybill on charge (day) where waybill_id is null`.execute(db)
}
