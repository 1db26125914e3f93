import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import { sql } from 'kysely'
import { type Actor, may } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { recordEvents } from '../events.ts'

/**
 * Over the credit limit placing is refused; a right overrides it, and the chain says so (domain §1). Used is what live
 * waybills owe. The customer's row is locked, so that two clerks at once do not each use the same rest.
 */
export async function checkCredit(
  tx: Tx,
  actor: Actor,
  placed: readonly { id: number; customerId: number | null; amount: string }[],
): Promise<void> {
  const customers = [...new Set(placed.flatMap(({ customerId }) => customerId ?? []))].sort((a, b) => a - b)
  if (customers.length === 0) return
  const limited = await sql<{ id: number; limit: string }>`
    -- unscoped: whoever places for a customer is bound by its limit
    select id, credit_limit as limit from company where id = any(${customers}::bigint[]) and credit_limit is not null
    order by id for update`.execute(tx)
  for (const { id, limit } of limited.rows) {
    const own = placed.filter(({ customerId }) => customerId === id)
    const found = await sql<{ owed: string }>`
      -- unscoped: what a customer owes, it owes to all outlets together
      select coalesce(sum(receivable), 0)::text as owed from waybill
      where customer_id = ${id} and receivable > 0 and state not in ('draft', 'cancelled') and not is_deleted`.execute(
      tx,
    )
    const owed = found.rows[0]?.owed ?? '0'
    if (compareDecimal(owed, limit) <= 0) continue
    const amount = own.reduce((sum, one) => sum.plus(one.amount), new Exact(0))
    const used = new Exact(owed).minus(amount).toFixed(2)
    if (!may(actor, 'overCredit', 'edit'))
      throw new Refusal('waybills.overCredit', { limit: new Exact(limit).toFixed(2), used, amount: amount.toFixed(2) })
    await recordEvents(
      tx,
      actor,
      own.map((one) => ({ waybillId: one.id, event: { type: 'overCredit', params: { limit, used } } })),
    )
  }
}
