import { type Kysely, sql } from 'kysely'

/** What a mail said is let go some time after it left; that it left stays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mail
    add column cleared_at timestamptz,
    add constraint mail__cleared check (cleared_at is null or (state in ('sent', 'cancelled') and body = ''))`.execute(
    db,
  )
  await sql`comment on column mail.cleared_at is 'When its text and attachments were let go by the nightly clean-up'`.execute(
    db,
  )
  // What a company was last written, and what moves with it when companies are merged.
  await sql`create index mail__about on mail (entity, entity_id, id desc)`.execute(db)
  await sql`create index mail__kept on mail (updated_at) where cleared_at is null and state in ('sent', 'cancelled')`.execute(
    db,
  )
}
