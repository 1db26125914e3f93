import { type Kysely, sql } from 'kysely'

/** Counts by the ABC class of places, and of where goods came or went between two days (动碰). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table stock_count
    add abc_classes text[] not null default '{}',
    add moved_from date,
    add moved_to date,
    add constraint stock_count__moved check ((moved_from is null) = (moved_to is null) and moved_from <= moved_to)`.execute(
    db,
  )
  await sql`comment on column stock_count.abc_classes is 'Of places; none: whatever their class'`.execute(db)
  await sql`comment on column stock_count.moved_from is 'Only where goods came or went from this day to moved_to, both included'`.execute(
    db,
  )
}
