import { type Kysely, sql } from 'kysely'

/** 补货: how much of an item picking zones hold, at least and filled up, and the orders that fill them (screens moveStock). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table item
    add pick_min numeric(18,4),
    add pick_max numeric(18,4),
    add constraint item__pick_range check ((pick_min is null) = (pick_max is null) and pick_max >= pick_min)`.execute(
    db,
  )
  await sql`comment on column item.pick_min is 'Base units in the picking zones of a warehouse; with less they are filled up to pick_max'`.execute(
    db,
  )
  await sql`create index item__pick_min on item (id) where pick_min is not null`.execute(db)
  await sql`alter table stock_order drop constraint stock_order__type,
    add constraint stock_order__type check (type in ('move','replenish','freeze','unfreeze','quality'))`.execute(db)
  // What is on its way to picking zones is asked before more is sent there.
  await sql`create index stock_order__waiting on stock_order (warehouse_id) where state = 'waiting'`.execute(db)
}
