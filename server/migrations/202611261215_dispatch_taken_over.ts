import { type Kysely, sql } from 'kysely'

/** What a trip took over from another vehicle is aboard from its beginning: it has no stop where it is loaded (换车). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`comment on column arrangement_line.load_stop is 'Of a trip: the stop where it is loaded, null where it was taken over with what was aboard of another trip; unload_stop: where it is unloaded'`.execute(
    db,
  )
}
