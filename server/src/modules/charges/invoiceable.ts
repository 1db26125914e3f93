import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/**
 * A tax item of these fee items was written: what nobody applied for yet stands on invoices or not as the tax item of its day says, its
 * waybills follow; what comes onto invoices without a rate, and is held by nothing, takes the tax item's (M8).
 */
export async function followTaxItems(tx: Tx, feeItems: readonly string[]): Promise<void> {
  const items = [...feeItems]
  await sql`update charge h set invoiceable = not h.invoiceable
    from (select id from charge where direction = 'receivable' and fee_item = any(${items}::text[]) and state <> 'void' and applied = 0
      and invoiceable <> tax_item_invoiceable(fee_item, day) order by id for no key update) f
    where h.id = f.id`.execute(tx)
  await sql`update charge h set tax_rate = tax_item_rate(h.fee_item, h.day, h.outlet_id)
    from (select id from charge where direction = 'receivable' and fee_item = any(${items}::text[]) and state <> 'void' and applied = 0
      and tax_rate is null and invoiceable and settled = 0 and not stated and day > coalesce((select closed_until()), '-infinity'::date)
      order by id for no key update) f
    where h.id = f.id`.execute(tx)
}
