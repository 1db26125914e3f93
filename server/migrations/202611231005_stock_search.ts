import { type Kysely, sql } from 'kysely'

/**
 * Half a million balances: listed in the order of their places, and found by what a place, a batch, a pallet or an item
 * is called, without reading them all.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index stock__by_item on stock (item_id)`.execute(db)
  await sql`create index location__walk on location (code)`.execute(db)
  await sql`create index location__starts on location (upper(code) text_pattern_ops)`.execute(db)
  await sql`create index batch__starts on batch (upper(batch_no) text_pattern_ops) where batch_no <> ''`.execute(db)
  await sql`create index container__starts on container (upper(code) text_pattern_ops)`.execute(db)
}
