import { type Kysely, sql } from 'kysely'

/** What waits is read in the order of its list, urgent first, and trips by the outlets that see them: no first page is sorted whole. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index waybill__waits_at_shipper on waybill
    (((coalesce(plan_pickup, created_at) at time zone 'UTC') - case when urgent then interval '1000 years' else interval '0' end), id)
    where unarranged > 0 and not is_deleted`.execute(db)
  await sql`create index waybill__waits_at_outlet on waybill
    (((coalesce(plan_arrive, created_at) at time zone 'UTC') - case when urgent then interval '1000 years' else interval '0' end), id)
    where unarranged > 0 and not is_deleted`.execute(db)
  // Its statistics say of each outlet how many trips it sees: few are read by it, many in the order of the list. Those of a partial
  // index are not asked.
  await sql`create index arrangement__seen on arrangement
    using gin ((array[outlet_id, from_outlet_id, to_outlet_id] || via_outlet_ids))`.execute(db)
}
