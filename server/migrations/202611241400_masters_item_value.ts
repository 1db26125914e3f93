import { type Kysely, sql } from 'kysely'

/** What goods are worth, so that the differences of a count have an amount, and its review the levels of that amount. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table item add column unit_value numeric(14,4)
    constraint item__unit_value check (unit_value >= 0)`.execute(db)
  await sql`comment on column item.unit_value is 'Yuan per base unit; differences of counts are valued with it'`.execute(
    db,
  )
  await sql`alter table stock_count_line add column unit_value numeric(14,4)`.execute(db)
  await sql`comment on column stock_count_line.unit_value is 'Of the item when the count was submitted: what was reviewed does not change afterwards'`.execute(
    db,
  )
  // A mistyped count of dear goods is sent to review like any other.
  await sql`alter table approval alter column amount type numeric(24,2)`.execute(db)
}
