import { type Kysely, sql } from 'kysely'

/** The table of jobs is their queue, too: who runs one holds a claim, and only with it is written how far the job is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table job add column claim uuid`.execute(db)
  await sql`comment on column job.claim is 'Of the process that runs it, made anew each time it is taken up; null: nobody does'`.execute(
    db,
  )
  await sql`comment on column job.attempts is 'Times it was taken up since it was asked for or resumed'`.execute(db)
  await sql`comment on table job is 'Long work that a person started: queue, progress, stop, resume, result'`.execute(
    db,
  )
  // What was queued under the former queue, or left by it as running for ever, is taken up.
  await sql`update job set attempts = 0 where state in ('queued', 'running')`.execute(db)
}
