import { compareDecimal, Exact, negated } from '@xunyun/contract/kernel/decimal'
import type * as calls from '@xunyun/contract/payments/calls'
import { sql } from 'kysely'
import type { Act, Asked } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { type Records, recordsTogether } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { badField, Refusal } from '../../platform/refusal.ts'
import { isOneOfOurs, type SeenId } from '../../platform/scope.ts'
import { postMoney } from '../money/index.ts'
import { entriesOf, lockFor, sumOf } from './acts.ts'
import { undoRoundOff } from './roundOff.ts'
import { type LockedPayment, linesOf, lockPayments, movePayment, refusalOf, refuseIfStated } from './store.ts'

/** 反核销 (M43): charges are open again, what was rounded off of them too; the money stays with the receipt or payment. */

type Settled = { readonly id: number; readonly chargeId: number; readonly amount: string }

/**
 * A credit makes the money reach further: without the charges that it was settled with more would be left, and be given back,
 * than ever came; and charges without their credit would take more than came.
 */
function refuseHalf({ amount, allocated, refunded }: LockedPayment, freed: string): void {
  const rest = new Exact(allocated).minus(freed)
  const most = new Exact(amount).minus(refunded)
  if (rest.isNegative() && compareDecimal(freed, '0') > 0)
    throw badField('lineIds', 'payments.creditAlone', { credit: rest.toFixed(2) })
  if (rest.greaterThan(most))
    throw badField('lineIds', 'payments.withoutCredit', { allocated: rest.toFixed(2), amount: most.toFixed(2) })
}

/** Of one receipt or payment, locked. */
async function free(
  { tx, actor }: Asked,
  payment: LockedPayment,
  lines: readonly Settled[],
  reason: string,
): Promise<void> {
  await refuseIfStated(tx, payment)
  const freed = sumOf(lines)
  refuseHalf(payment, freed)
  await postMoney(tx, actor, {
    act: 'unallocate',
    doc: { type: 'payment', id: payment.id, no: payment.no },
    key: `unallocate ${payment.version}`,
    day: clock.today(),
    outletId: payment.outletId,
    note: reason,
    frees: true,
    entries: entriesOf(
      payment.direction,
      payment,
      lines.map(({ chargeId, amount }) => ({ chargeId, amount: negated(amount) })),
      null,
    ),
  })
  await undoRoundOff(
    tx,
    actor,
    payment,
    lines.map(({ chargeId }) => chargeId),
  )
  await sql`update payment_line set state = 'freed', freed_at = ${clock.iso()} where id = any(${lines.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  )
  const allocated = new Exact(payment.allocated).minus(freed).toFixed(2)
  await movePayment(tx, actor, payment, { allocated }, 'unallocated', { unallocated: freed, reason })
}

/** Of the payment's side: the lines that are named. */
export const unallocatePayment: Act<typeof calls.unallocatePayment> = async (asked, input) => {
  const payment = await lockFor(asked, 'unallocate', input)
  const known = new Map((await linesOf(asked.tx, payment.id, ['settled'])).map((line) => [line.id, line]))
  const lines = input.lineIds.map((id, at) => {
    const line = known.get(id)
    if (line === undefined) throw badField(`lineIds.${at}`, 'payments.lineGone')
    return line
  })
  await free(asked, payment, lines, input.reason)
  return { version: payment.version + 1 }
}

type Charge = { readonly id: SeenId; readonly no: string }

/** Charges of the actor's own outlets. What settles them is locked before they are (M26). */
async function findCharges(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Charge>> {
  const { rows } = await sql<Charge>`
    select h.id, coalesce(w.waybill_no, s.doc_no, y.no, h.id::text) as no
    -- unscoped: of the actor's own outlets by the condition
    from charge h left join waybill w on w.id = h.waybill_id left join warehouse_charge s on s.id = h.id left join application y on y.id = h.application_id
    where h.id = any(${[...ids]}::bigint[]) and ${isOneOfOurs(actor, 'h.outlet_id')} order by h.id`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}
const charges: Records<Charge> = { lock: findCharges, no: ({ no }) => no, may: () => undefined }

/**
 * Of the charge's side: whatever receipts and payments settle them by, of one payment together, so that a credit goes with its
 * charges. What the door, a payout or a write-off settled is taken back there.
 */
export const unallocateCharges: Act<typeof calls.unallocateCharges> = (asked, { ids, reason }) =>
  recordsTogether(asked, ids, charges, async (records) => {
    const { tx, actor } = asked
    const chargeIds = records.map(({ id }) => id)
    const { rows } = await sql<{ paymentId: number; chargeId: number }>`
      -- unscoped: of charges of the actor's own outlets
      select distinct payment_id as "paymentId", charge_id as "chargeId" from payment_line
      where charge_id = any(${chargeIds}::bigint[]) and state = 'settled' order by 1, 2`.execute(tx)
    const settled = new Set(rows.map(({ chargeId }) => chargeId))
    if (chargeIds.some((id) => !settled.has(id))) throw new Refusal('payments.notAllocated')
    const paymentIds = [...new Set(rows.map(({ paymentId }) => paymentId))]
    const payments = await lockPayments(tx, actor, paymentIds)
    for (const paymentId of paymentIds) {
      const payment = payments.get(paymentId)
      if (payment === undefined) throw new Refusal('kernel.notFound')
      const refusal = refusalOf(actor, 'unallocate', payment)
      if (refusal !== undefined) throw refusal
      const lines = (await linesOf(tx, payment.id, ['settled'])).filter(({ chargeId }) => settled.has(chargeId))
      await free(asked, payment, lines, reason)
    }
  })
