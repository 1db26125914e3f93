import { type Kysely, sql } from 'kysely'

/** A draft keeps what is known of where its freight went; that nothing is missing is asked when it is sent to review. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['from_region', 'to_region', 'tool', 'goods'])
    await sql`alter table invoice_route alter column ${sql.ref(column)} drop not null`.execute(db)
}
