import type { Params } from '@xunyun/contract/kernel/call'
import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import { sql } from 'kysely'
import { anyId, kept, type Tx } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { freeAtDoor } from './door.ts'
import type { Part } from './part.ts'

/**
 * What becomes of charges that are owed (M3, M5, M30, M41): applied for, invoiced, settled, and taken back. Whatever uses a charge
 * holds it: nothing changes it any more. The waybill's sums follow by triggers.
 */

/** Why a part is not to be had, and which. */
export class PartRefusal extends Refusal {
  readonly at: number
  constructor(at: number, reason: 'charges.notOwed' | 'charges.tooMuch', params: Params) {
    super(reason, params)
    this.at = at
  }
}

type Use = 'applied' | 'settled'
type Figure = InstanceType<typeof Exact>

/** Parts are applied for with an invoice: 0 ≤ applied ≤ amount, under any number of writers. */
export const applyCharges = (tx: Tx, parts: readonly Part[]): Promise<void> => use(tx, 'applied', parts)

/** Parts are settled by money, or against each other. */
export const settleCharges = (tx: Tx, parts: readonly Part[]): Promise<void> => use(tx, 'settled', parts)

/**
 * One of `parts` names a charge several times: their sum counts. Charges are locked in the order of their ids (M26), so that writers
 * who share some wait for each other and never for ever.
 */
async function use(tx: Tx, what: Use, parts: readonly Part[]): Promise<void> {
  if (parts.length === 0) return
  const sums = new Map<number, Figure>()
  for (const { chargeId, amount } of parts) sums.set(chargeId, (sums.get(chargeId) ?? new Exact('0')).plus(amount))
  // As they stand once they are locked.
  const locked = await sql<{ id: number; amount: string; used: string; state: string }>`${kept}
    select id, amount::text, ${sql.ref(what)}::text as used, state from charge where id = ${anyId([...sums.keys()])} order by id for no key update`.execute(
    tx,
  )
  const found = new Map(locked.rows.map((row) => [row.id, row]))
  parts.forEach(({ chargeId }, at) => {
    const charge = found.get(chargeId)
    if (charge?.state !== 'owed') throw new PartRefusal(at, 'charges.notOwed', {})
    const [amount, used] = [new Exact(charge.amount), new Exact(charge.used)]
    if (isTooMuch(sums.get(chargeId) as Figure, amount, used))
      throw new PartRefusal(at, 'charges.tooMuch', { available: amount.minus(used).toFixed(2) })
  })
  await add(tx, parts, what, 1)
}

/** Of another sign than the charge, or with what is used more than it. */
const isTooMuch = (sum: Figure, amount: Figure, used: Figure): boolean =>
  sum.comparedTo(0) !== amount.comparedTo(0) || used.plus(sum).abs().gt(amount.abs())

/** What an issued invoice bills stays applied for, and is invoiced. The caller's invoice holds the parts. */
export const invoiceCharges = (tx: Tx, parts: readonly Part[]): Promise<void> => add(tx, parts, 'invoiced', 1)

/** Parts of an application that was taken back, refused, cancelled, or made red after it was issued. */
export async function releaseCharges(tx: Tx, parts: readonly Part[], { issued }: { issued: boolean }): Promise<void> {
  const some = parts.filter(({ amount }) => compareDecimal(amount, '0') !== 0)
  if (some.length === 0) return
  await sql`update charge h set applied = h.applied - p.sum, invoiced = h.invoiced - ${issued ? sql`p.sum` : sql`0`}
    from (select id, sum(amount) as sum from ${told(some)} group by 1) p where h.id = p.id`.execute(tx)
  // What a payout owed and gave back while it was applied for is as its price again.
  await freeAtDoor(
    tx,
    some.map(({ chargeId }) => chargeId),
  )
}

/** What was allocated and is not any more. */
export const unsettleCharges = (tx: Tx, parts: readonly Part[]): Promise<void> => add(tx, parts, 'settled', -1)

async function add(tx: Tx, parts: readonly Part[], what: Use | 'invoiced', sign: 1 | -1): Promise<void> {
  if (parts.length === 0) return
  const column = sql.ref(what)
  await sql`${kept} update charge h set ${column} = h.${column} + ${sign === 1 ? sql`p.sum` : sql`-p.sum`}
    from (select id, sum(amount) as sum from ${told(parts)} group by 1) p where h.id = p.id`.execute(tx)
}

const told = (parts: readonly Part[]) =>
  sql`json_to_recordset(${JSON.stringify(parts.map(({ chargeId, amount }) => ({ id: chargeId, amount })))}::json) as t(id bigint, amount numeric)`
