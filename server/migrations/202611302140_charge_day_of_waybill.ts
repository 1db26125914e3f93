import { type Kysely, sql } from 'kysely'

/** Which charges of a period are of earlier waybills is told by the index alone: of a month's charges nearly none are (M60). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index charge__day`.execute(db)
  await sql`create index charge__day on charge (direction, day desc, id desc) include (waybill_id)`.execute(db)
}
