import { type Kysely, sql } from 'kysely'

/** Where goods of an item are on their way to: asked for each line that is received. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index put_away__item on put_away (item_id) where state = 'waiting'`.execute(db)
}
