import { type Kysely, sql } from 'kysely'

/** A charge of storage is applied for where an invoice application holds some of it, as any other: nobody writes that beside (M3). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update warehouse_charge set state = 'open' where state = 'applied'`.execute(db)
  await sql`alter table warehouse_charge drop constraint warehouse_charge__state,
    add constraint warehouse_charge__state check (state in ('open', 'cancelled'))`.execute(db)
  await sql`comment on column warehouse_charge.state is 'cancelled: nothing is owed for it any more'`.execute(db)
}
