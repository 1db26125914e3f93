import { type Kysely, sql } from 'kysely'

/** A waybill is asked for by its express number, whichever courier's it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index arrangement__express_no on arrangement (carrier_no) where kind = 'courier'`.execute(db)
}
