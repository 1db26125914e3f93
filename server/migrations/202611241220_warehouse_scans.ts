import { type Kysely, sql } from 'kysely'

/** What was scanned of goods that are picked, put away, moved and counted, and whether a warehouse lets them be typed instead. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table warehouse add column hand_entry text not null default 'marked'
    constraint warehouse__hand_entry check (hand_entry in ('marked', 'reason', 'forbidden'))`.execute(db)
  await sql`comment on column warehouse.hand_entry is 'Entry by hand where a scan is asked for: marked, with a reason, or refused'`.execute(
    db,
  )
  for (const table of ['pick_act', 'put_away', 'stock_order_line', 'stock_count_place', 'stock_count_line']) {
    await sql`alter table ${sql.table(table)} add column scan jsonb`.execute(db)
    await sql`comment on column ${sql.table(table)}.scan is 'The codes as they were scanned, each by what it was scanned for; byHand and its reason where a scan is missing; null: from before this was kept, or not done yet'`.execute(
      db,
    )
  }
}
