import { type Kysely, sql } from 'kysely'

/** Labels of the warehouse are papers like those of transport; which there are is the product's own business. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['print_template', 'print_count', 'print_batch', 'print_log']) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(`${table}_type_check`)}`.execute(db)
    await sql`alter table ${sql.table(table)} add constraint ${sql.id(`${table}__type`)}
      check (type in ('waybill','label','loading','receipt','carton'))`.execute(db)
  }
}
