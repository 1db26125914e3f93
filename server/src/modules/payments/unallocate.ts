import { Exact, negated } from '@xunyun/contract/kernel/decimal'
import type * as calls from '@xunyun/contract/payments/calls'
import { sql } from 'kysely'
import type { Act, Asked } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { eachRecord, type Records } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { badField, Refusal } from '../../platform/refusal.ts'
import { isOneOfOurs, type SeenId } from '../../platform/scope.ts'
import { postMoney } from '../money/index.ts'
import { entriesOf, lockFor, sumOf } from './acts.ts'
import { type LockedPayment, linesOf, lockPayments, movePayment, refusalOf, refuseIfStated } from './store.ts'

/** 反核销 (M43): charges are open again, the money stays with the receipt or payment. */

type Settled = { readonly id: number; readonly chargeId: number; readonly amount: string }

/** Of one receipt or payment, locked. */
async function free(
  { tx, actor }: Asked,
  payment: LockedPayment,
  lines: readonly Settled[],
  reason: string,
): Promise<void> {
  await refuseIfStated(tx, payment)
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
  await sql`update payment_line set state = 'freed', freed_at = ${clock.iso()} where id = any(${lines.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  )
  const allocated = new Exact(payment.allocated).minus(sumOf(lines)).toFixed(2)
  await movePayment(tx, actor, payment, { allocated }, 'unallocated', { unallocated: sumOf(lines), reason })
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

/** Of the charge's side: whatever receipts and payments settle it by. What the door, a payout or a write-off settled is taken back there. */
export const unallocateCharges: Act<typeof calls.unallocateCharges> = (asked, { ids, reason }) =>
  eachRecord(asked, ids, charges, async ({ id }) => {
    const { tx, actor } = asked
    const { rows } = await sql<{ paymentId: number }>`
      -- unscoped: of a charge of the actor's own outlets
      select distinct payment_id as "paymentId" from payment_line where charge_id = ${id} and state = 'settled' order by 1`.execute(
      tx,
    )
    if (rows.length === 0) throw new Refusal('payments.notAllocated')
    const payments = await lockPayments(
      tx,
      actor,
      rows.map(({ paymentId }) => paymentId),
    )
    for (const { paymentId } of rows) {
      const payment = payments.get(paymentId)
      if (payment === undefined) throw new Refusal('kernel.notFound')
      const refusal = refusalOf(actor, 'unallocate', payment)
      if (refusal !== undefined) throw refusal
      const lines = (await linesOf(tx, payment.id, ['settled'])).filter(({ chargeId }) => chargeId === id)
      await free(asked, payment, lines, reason)
    }
  })
