import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The few waybills whose charges are not owed: the list of charges and its sums leave them out, and look at no other waybill.
  await sql`create index waybill__owes_nothing on waybill (id) where state in ('draft', 'cancelled') or price_state not in ('reviewed', 'confirmed')`.execute(
    db,
  )
  // Applications of a kind, whatever their state, in the order of their list.
  await sql`create index application__kind on application (kind, coalesce(submitted_at, created_at) desc, id desc) where not is_deleted`.execute(
    db,
  )
  // Read for some ways at a time, a thousand rows or so: workers would take longer to begin than the reading does.
  await sql`alter table arrangement_cost set (parallel_workers = 0)`.execute(db)
}
