import { type Kysely, sql } from 'kysely'

/**
 * A charge of a closed month may be agreed, and open again: a signing that collected it and is undone, a payout that kept it and is taken back.
 * What the month came to counts both alike (M57). Only void it may not become.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger charge__closed on charge`.execute(db)
  await sql`create trigger charge__closed before update on charge for each row
    when ((old.day < this_month() or new.day < this_month()) and (
      (old.amount, old.fee_item, old.payer, old.day, old.direction, old.deductible) is distinct from (new.amount, new.fee_item, new.payer, new.day, new.direction, new.deductible)
      or old.tax_rate is distinct from new.tax_rate or old.pay_method is distinct from new.pay_method or old.waybill_id is distinct from new.waybill_id
      or (old.state <> new.state and 'void' in (old.state, new.state))
      or ((old.company_id is distinct from new.company_id or old.driver_id is distinct from new.driver_id)
        and coalesce(current_setting('xunyun.merging', true), '') <> 'on')))
    execute function keep_charges_of_closed_months()`.execute(db)
}
