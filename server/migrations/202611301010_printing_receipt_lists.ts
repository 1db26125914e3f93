import { type Kysely, sql } from 'kysely'

/** The lists of signed receipts that went out together are papers like all others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['print_template', 'print_count', 'print_batch', 'print_log'])
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(`${table}__type`)}, add constraint ${sql.id(`${table}__type`)}
      check (type in ('waybill','label','loading','receipt','pickupNotice','handover','agreement','receiptSending','receiptReturn','carton','location','container','item','lot','goodsIn','pickList','packList','countSheet'))`.execute(
      db,
    )
}
