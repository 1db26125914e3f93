import { Exact, sumDecimals } from '@xunyun/contract/kernel/decimal'
import type { AgreedPart } from '@xunyun/contract/waybills/payments'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db.ts'
import { badField } from '../../../platform/refusal.ts'
import { freeAtDoor, monthOfAdjustments, oweAtDoor, passAdjustments } from '../../charges/index.ts'
import { recordEvents } from '../events.ts'
import type { LockedWaybill } from '../facts.ts'
import { readPayments, writeParts } from '../payments.ts'
import { divideAgain } from '../pricing/write.ts'
import { undoWriteOff, writeOff } from '../writeOff.ts'

/** 免收 of freight: the customer pays it (转客户), or nobody does (减免). */

export type WaiveAs = 'customer' | 'writeOff'

export async function waiveFreight(
  tx: Tx,
  actor: Actor,
  waybill: LockedWaybill,
  act: number,
  asked: WaiveAs | undefined,
): Promise<void> {
  const as = asked ?? (waybill.customerId === null ? 'writeOff' : 'customer')
  if (as === 'customer') await passToCustomer(tx, actor, waybill)
  else {
    const open = await oweAtDoor(tx, waybill.id, 'collect')
    await writeOff(
      tx,
      actor,
      docOf(waybill, act, waybill.outletId),
      open.map(({ chargeId, amount }) => ({ chargeId, rest: amount })),
    )
  }
}

/** What was written off at the door is to be collected again. What the customer took over stays his: a change of the waybill gives it back. */
export async function undoWaiver(tx: Tx, actor: Actor, act: number): Promise<void> {
  const found = await sql<{
    waybillNo: string
    outletId: number
  }>`select distinct doc_no as "waybillNo", outlet_id as "outletId"
    from money_posting where doc_type = 'signing' and doc_id = ${act} and key = 'waived'`.execute(tx)
  for (const { waybillNo, outletId } of found.rows)
    await freeAtDoor(tx, await undoWriteOff(tx, actor, docOf({ waybillNo }, act, outletId)))
}

const docOf = ({ waybillNo }: Pick<LockedWaybill, 'waybillNo'>, act: number, outletId: number) => ({
  doc: { type: 'signing', id: act, no: waybillNo },
  key: 'waived',
  outletId,
})

/**
 * What of it is paid, invoiced or stated stays with whom it was, and so does an adjustment of a closed month, which no price writes beside:
 * the other choice is left.
 */
async function passToCustomer(tx: Tx, actor: Actor, waybill: LockedWaybill): Promise<void> {
  const { id, customerId } = waybill
  if (customerId === null) throw badField('waiveAs', 'field.choice')
  const held =
    await sql`select from charge where waybill_id = ${id} and direction = 'receivable' and pay_method = 'collect'
    and (settled <> 0 or applied <> 0 or stated) limit 1`.execute(tx)
  if (held.rows.length > 0) throw badField('waiveAs', 'waybills.waiveHeld')
  const month = await monthOfAdjustments(tx, id)
  if (month !== null) throw badField('waiveAs', 'charges.heldByMonth', { month })
  const before = { pay_method: waybill.payMethod, payments: waybill.payments }
  const after = withoutCollect(before.pay_method, readPayments(before.payments))
  await sql`update waybill_service set payer = 'customer' where waybill_id = ${id} and payer = 'consignee'`.execute(tx)
  // unscoped: the waybill that is locked here
  await sql`update waybill set pay_method = ${after.pay_method}, payments = ${after.payments}, version = version + 1 where id = ${id}`.execute(
    tx,
  )
  await divideAgain(tx, actor, [id])
  await passAdjustments(tx, id, customerId)
  const changes = (['pay_method', 'payments'] as const).flatMap((field) =>
    before[field] === after[field] ? [] : [{ field, from: before[field], to: after[field] }],
  )
  await recordEvents(tx, actor, [{ waybillId: id, event: { type: 'changed', changes } }])
}

/** How it is paid once the customer pays monthly what the door was to collect. */
function withoutCollect(method: string, parts: readonly AgreedPart[] | null) {
  if (parts === null) return { pay_method: method === 'collect' ? 'monthly' : method, payments: null }
  const moved = parts.map((part) => (part.method === 'collect' ? { ...part, method: 'monthly' } : part))
  const merged = [...Map.groupBy(moved, (part) => part.method)].map(([name, some]) => ({
    method: name,
    amount: some.some(({ amount }) => amount === null)
      ? null
      : sumDecimals(
          some.map(({ amount }) => new Exact(amount ?? 0).toFixed(2)),
          2,
        ),
  }))
  const [only] = merged
  return merged.length === 1 && only !== undefined
    ? { pay_method: only.method, payments: null }
    : { pay_method: 'split', payments: writeParts(merged) }
}
