import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/**
 * What came straight to an account at the door and is nobody's since that was undone (M22, V18): an advance of its waybill that stands on no
 * receipt. It is used when the waybill is collected for again, or paid back. `waybill_id`, `amount` in yuan, more than 0.
 */
export const doorAdvances: RawBuilder<unknown> = sql`(
  select * from (
    select b.owner_id as waybill_id, -b.balance - coalesce((
      -- unscoped: whose they are is asked of the waybill
      select sum(p.amount - p.allocated - p.refunded) from payment p
      where p.waybill_id = b.owner_id and p.direction = 'receipt' and p.state = 'received'), 0) as amount
    from money_balance b where b.account = 'advance' and b.owner_kind = 'waybill' and b.balance < 0
  ) a where a.amount > 0)`

/** Of one waybill, which the caller has locked where it is to be used. */
export async function doorAdvanceOf(tx: Tx, waybillId: number): Promise<string> {
  const { rows } = await sql<{
    amount: string
  }>`select amount::text from ${doorAdvances} a where waybill_id = ${waybillId}`.execute(tx)
  return rows[0]?.amount ?? '0.00'
}
