import type { Input } from '@xunyun/contract/kernel/call'
import { compareDecimal, Exact, negated } from '@xunyun/contract/kernel/decimal'
import type * as calls from '@xunyun/contract/payments/calls'
import { sql } from 'kysely'
import type { Act, Asked } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { badField, notFound } from '../../platform/refusal.ts'
import { isOneOfOurs } from '../../platform/scope.ts'
import { accountFor, advance, cash, doorAdvanceOf, type Entry, postMoney, receivable, shortAt } from '../money/index.ts'
import type { Deps } from './acts.ts'
import { onItsWay, type Party, partyFor } from './open.ts'
import { insertLines, insertPayment, lockPayments, movePayment } from './store.ts'

/**
 * 退款 of what no receipt has room for (M22): of a credit, a charge that owes less than nothing, where nothing is left to set it off against; and of
 * what the door took and its undoing left as an advance of the waybill. It stands as a payment that is paid at once; to take it back it is
 * reversed whole.
 */

type Credit = Party & { readonly open: string }

/** A receivable of the actor's own outlets of which less than nothing is open. */
async function findCredit(tx: Tx, actor: Actor, chargeId: number): Promise<Credit> {
  // Nobody lays it on a payout at this moment.
  await sql`select from charge where id = ${chargeId} for no key update`.execute(tx)
  const { rows } = await sql<Credit>`
    select h.company_id as "companyId", h.driver_id as "driverId", case when h.company_id is null and h.driver_id is null then h.waybill_id end as "waybillId",
      coalesce(k.name, d.name, w.waybill_no) as name, (h.settled - h.amount + ${onItsWay})::numeric(14,2)::text as open
    -- unscoped: of the actor's own outlets by the condition
    from charge h left join company k on k.id = h.company_id left join driver d on d.id = h.driver_id left join waybill w on w.id = h.waybill_id
    where h.id = ${chargeId} and h.direction = 'receivable' and h.state = 'owed' and h.amount < 0 and ${isOneOfOurs(actor, 'h.outlet_id')}`.execute(
    tx,
  )
  const [credit] = rows
  if (credit === undefined) throw notFound()
  return credit
}

type Body = Input<typeof calls.refundDoorMoney>
type Refund = Omit<Body, 'waybillNo'> & {
  readonly party: Party
  /** What the money is given back of. */
  readonly entry: Entry
  /** The credit that it settles. */
  readonly chargeId?: number
}

async function refundAtOnce(
  { tx, actor }: Asked,
  { numbering }: Deps,
  { party, entry, chargeId, reason, ...body }: Refund,
): Promise<{ id: number; no: string }> {
  const account = await accountFor(tx, actor, body.cashAccountId, 'cashAccountId')
  const [no = ''] = await numbering.next('FK')
  const paid = { ...body, channel: account.kind as never, reason, lines: [] }
  const id = await insertPayment(tx, actor, 'payment', no, paid, party, account.outlet_id)
  const payment = (await lockPayments(tx, actor, [id])).get(id)
  if (payment === undefined) throw new Error('a payment that was just written is gone')
  const postingId = await shortAt('amount', () =>
    postMoney(tx, actor, {
      act: 'refund',
      doc: { type: 'payment', id, no },
      key: 'posted',
      day: body.day,
      outletId: account.outlet_id,
      note: reason,
      entries: [entry, cash(account.id, negated(body.amount))],
    }),
  )
  const { amount } = body
  if (chargeId !== undefined) await insertLines(tx, id, [{ chargeId, amount }], 'settled', postingId)
  const of = chargeId === undefined ? { refunded: amount } : { allocated: amount }
  const written = { state: 'paid' as const, ...of, paid_at: clock.iso(), paid_by: actor.userId }
  await movePayment(tx, actor, payment, written, 'refunded', { refunded: amount })
  return { id, no }
}

export const refundCredit =
  (deps: Deps): Act<typeof calls.refundCredit> =>
  async (asked, { chargeId, ...body }) => {
    const credit = await findCredit(asked.tx, asked.actor, chargeId)
    if (new Exact(body.amount).greaterThan(credit.open))
      throw badField('amount', 'payments.moreThanOpen', { open: credit.open })
    return refundAtOnce(asked, deps, {
      ...body,
      party: credit,
      entry: receivable(chargeId, negated(body.amount)),
      chargeId,
    })
  }

export const refundDoorMoney =
  (deps: Deps): Act<typeof calls.refundDoorMoney> =>
  async (asked, { waybillNo, ...body }) => {
    const { tx, actor } = asked
    const party = await partyFor(tx, actor, 'payment', { waybillNo })
    const waybillId = party.waybillId as number
    // Nobody collects for it anew, or pays it back, at this moment.
    // unscoped: a waybill that was found in scope
    await sql`select from waybill where id = ${waybillId} for no key update`.execute(tx)
    const left = await doorAdvanceOf(tx, waybillId)
    if (compareDecimal(body.amount, left) > 0) throw badField('amount', 'payments.moreThanRefundable', { left })
    return refundAtOnce(asked, deps, {
      ...body,
      party,
      entry: advance({ kind: 'waybill', id: waybillId }, negated(body.amount)),
    })
  }
