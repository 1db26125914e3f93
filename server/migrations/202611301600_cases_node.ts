import { type Kysely, sql } from 'kysely'

/** Where on its way something happened is not always known: a case entered without it said 中转 before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table abnormal alter column node drop not null`.execute(db)
}
