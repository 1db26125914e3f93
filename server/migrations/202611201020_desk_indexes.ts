import { type Kysely, sql } from 'kysely'

/** What the desk asks for at each look: signed and departed today, and what is past its plan. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index signing__at on signing (signed_at) where not undone`.execute(db)
  await sql`create index arrangement__depart on arrangement (depart_at) where depart_at is not null and not is_deleted`.execute(
    db,
  )
  await sql`create index waybill__overdue on waybill (plan_arrive)
    where state in ('placed','pickingUp','inStation','inTransit','arrived','delivering','awaitingPickup')
      and plan_arrive is not null and not is_deleted`.execute(db)
}
