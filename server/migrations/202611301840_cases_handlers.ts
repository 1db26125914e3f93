import { type Kysely, sql } from 'kysely'

/** Whoever handled a complaint, all of them: none of these asks afterwards how it was handled (T28). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table complaint alter column handled_by type bigint[] using array_remove(array[handled_by], null)`.execute(
    db,
  )
  await sql`alter table complaint alter column handled_by set default '{}', alter column handled_by set not null`.execute(
    db,
  )
  await sql`comment on column complaint.handled_by is 'Users who took it up or answered it, also before it was taken up again'`.execute(
    db,
  )
}
