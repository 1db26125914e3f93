import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table night (
    name text primary key,
    ran_at timestamptz not null
  )`.execute(db)
  await sql`comment on table night is 'When each work of the night ran last: what was missed while no server ran is made up after the next start'`.execute(
    db,
  )
}
