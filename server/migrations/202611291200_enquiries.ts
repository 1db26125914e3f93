import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // What was placed, by business day: the order of the enquiries of where waybills are and of what they earn.
  await sql`create index waybill__biz_date on waybill (biz_date, id) where not is_deleted and state <> 'draft'`.execute(
    db,
  )
}
