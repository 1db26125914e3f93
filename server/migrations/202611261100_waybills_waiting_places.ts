import { type Kysely, sql } from 'kysely'

/** Places with pieces that wait for their next leg are few beside all that ever held some: what is to be arranged is read from these alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index piece_place__waiting on piece_place (place, place_id, waybill_id)
    where place in ('shipper', 'outlet') and pieces > planned`.execute(db)
}
