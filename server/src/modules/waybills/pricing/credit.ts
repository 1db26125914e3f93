import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import { type Actor, may } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { recordEvents } from '../events.ts'
import { lockCredit } from './owed.ts'

/**
 * Over the credit limit placing is refused; a right overrides it, and the chain says so (domain §1). Used is what is
 * open (M12).
 */
export async function checkCredit(
  tx: Tx,
  actor: Actor,
  placed: readonly { id: number; customerId: number | null; amount: string }[],
): Promise<void> {
  const customers = [...new Set(placed.flatMap(({ customerId }) => customerId ?? []))]
  if (customers.length === 0) return
  for (const { id, limit, owed } of await lockCredit(tx, customers)) {
    if (compareDecimal(owed, limit) <= 0) continue
    const own = placed.filter(({ customerId }) => customerId === id)
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
