import { type Kysely, sql } from 'kysely'

/** 费用增减 takes charges of storage too: what is agreed about one adjusts it, as one of a payable does, and belongs to no waybill (M3, M53). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table charge drop constraint charge__of,
    add constraint charge__of check (case
      when source in ('quote', 'manual', 'service') then waybill_id is not null and application_id is null and cost_line_id is null
      when source = 'adjustment' then application_id is not null and cost_line_id is null
        and num_nonnulls(waybill_id, device_id, arrangement_id, adjusts_id) = 1 and (direction = 'receivable' or adjusts_id is not null)
      when source in ('arrangement', 'special', 'courier', 'expense', 'claim') then application_id is not null and cost_line_id is not null
        and waybill_id is null and direction = 'payable'
      when source = 'writeOff' then direction = 'receivable' and adjusts_id is not null and amount <> 0
      else waybill_id is null end)`.execute(db)
  await sql`alter table adjustment drop constraint adjustment__of,
    add constraint adjustment__of check (num_nonnulls(waybill_id, device_id, arrangement_id, charge_id) = 1
      and (direction = 'receivable' or charge_id is not null))`.execute(db)
  await sql`comment on column adjustment.charge_id is 'An approved payable charge, or one of storage'`.execute(db)
  await sql`create index warehouse_charge__doc_no on warehouse_charge (doc_no) where doc_no is not null`.execute(db)
}
