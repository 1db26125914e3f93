import { type Kysely, sql } from 'kysely'

const live = `state in ('placed', 'pickingUp', 'inStation', 'inTransit', 'arrived', 'delivering', 'awaitingPickup') and not is_deleted
  and (key_at is not null or urgent or service_type in ('cold', 'hazard') or declared_value >= 1000 or cod_amount >= 1000)`

/** Key pieces are found by each of their reasons (T27): most live waybills are worth more than 1,000, few as much as the setting. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index waybill__key`.execute(db)
  await sql`create index waybill__key on waybill
    ((case when key_at is not null or urgent or service_type in ('cold', 'hazard') then 1 else 0 end), declared_value, cod_amount)
    where ${sql.raw(live)}`.execute(db)
}
