import { type Kysely, sql } from 'kysely'

/** The orders in which lists of a million rows are opened: each first page is walked, none is sorted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index waybill__price`.execute(db)
  await sql`create index waybill__price on waybill (price_state, biz_date, id) where not is_deleted and state <> 'draft'`.execute(
    db,
  )
  await sql`create index phone_order__placed on phone_order (placed_at, id) where not is_deleted`.execute(db)
  await sql`create index approval__applied on approval (applied_at, id)`.execute(db)
  // With what its totals count.
  await sql`drop index waybill__chain`.execute(db)
  await sql`create index waybill__chain on waybill (chain_at, id) include (outlet_id, customer_id, chain_seq, receivable) where not is_deleted`.execute(
    db,
  )
}
