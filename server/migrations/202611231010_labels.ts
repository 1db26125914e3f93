import { type Kysely, sql } from 'kysely'

/** Labels of places, containers and goods, and the sheets of the floor, are papers like all others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['print_template', 'print_count', 'print_batch', 'print_log'])
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(`${table}__type`)}, add constraint ${sql.id(`${table}__type`)}
      check (type in ('waybill','label','loading','receipt','carton','location','container','item','lot','goodsIn','pickList','packList','countSheet'))`.execute(
      db,
    )
  await sql`comment on column print_count.record_id is 'A waybill, of a loading list a trip; of the warehouse''s papers what they are of: a carton, location, container, item, row counted in, receipt, pick task, outbound notice, count'`.execute(
    db,
  )
}
