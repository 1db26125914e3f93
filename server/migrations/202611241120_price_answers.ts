import { type Kysely, sql } from 'kysely'

/** Prices as they go to the customer (发客户) and what the customer answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table waybill add column price_sent_at timestamptz`.execute(db)
  await sql`comment on column waybill.price_sent_at is 'When its price last went to the customer'`.execute(db)
  await sql`comment on column waybill.price_note is 'Why a review sent the price back (unpriced), or what the customer says against it (reviewed)'`.execute(
    db,
  )
}
