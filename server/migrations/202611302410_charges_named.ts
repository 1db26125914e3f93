import { type Kysely, sql } from 'kysely'

/**
 * A priced line that is not wanted any more, and that a document names, stays as a void one of nothing. Whether one does is asked by the
 * line's id; of a service that is gone it says no longer which.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // What is reserved or settled has an index of its own, for sums: it must not read what was freed, which is never little.
  await sql`create index payment_line__was_charge on payment_line (charge_id) where state in ('planned', 'freed')`.execute(
    db,
  )
  await sql`create index bad_debt__of_charge on bad_debt (charge_id)`.execute(db)
  await sql`create index cod_payout_line__of_charge on cod_payout_line (charge_id) where charge_id is not null`.execute(
    db,
  )
  const key = sql.raw(`waybill_id, fee_item, coalesce(service_id, 0), payer, coalesce(pay_method, '')`)
  const ofPrice = sql.raw(
    `source in ('quote', 'manual', 'service') and (source <> 'service' or service_id is not null)`,
  )
  await sql`drop index charge__priced`.execute(db)
  await sql`create unique index charge__priced on charge (${key}) where ${ofPrice} and adjusts_id is null`.execute(db)
  // Freed again, a difference stands beside the one that was written since: the next price makes them one.
  await sql`drop index charge__repriced`.execute(db)
  await sql`comment on column charge.state is '草稿 draft: priced, not agreed; 应结 owed; 作废 void: its waybill or document was cancelled (M5), or, of 0, its price is made otherwise and a document names it'`.execute(
    db,
  )
}
