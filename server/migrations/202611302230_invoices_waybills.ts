import { type Kysely, sql } from 'kysely'

/** How many waybills an invoice is made of, so that a list adds them up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invoice add column waybills integer not null default 0`.execute(db)
  await sql`comment on column invoice.waybills is 'How many it is made of'`.execute(db)
  await sql`update invoice n set waybills = x.waybills from (
    select l.invoice_id, count(distinct h.waybill_id) as waybills from invoice_line l join invoice_part p on p.line_id = l.id
    join charge h on h.id = p.charge_id group by 1) x where x.invoice_id = n.id`.execute(db)
}
