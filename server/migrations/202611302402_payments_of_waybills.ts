import { type Kysely, sql } from 'kysely'

/** What a walk-in paid is asked for when the door takes money of his waybill. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index payment__waybill on payment (waybill_id) where waybill_id is not null`.execute(db)
}
