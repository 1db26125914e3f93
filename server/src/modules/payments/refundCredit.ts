import { Exact, negated } from '@xunyun/contract/kernel/decimal'
import type * as calls from '@xunyun/contract/payments/calls'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { badField, notFound } from '../../platform/refusal.ts'
import { isOneOfOurs } from '../../platform/scope.ts'
import { accountFor, cash, postMoney, receivable, shortAt } from '../money/index.ts'
import type { Deps } from './acts.ts'
import { onItsWay, type Party } from './open.ts'
import { insertLines, insertPayment, lockPayments, movePayment } from './store.ts'

/**
 * 退款 of a credit (M22): a charge that owes less than nothing is paid back in money, where nothing is left to set it off against and no
 * receipt has room for it. It stands as a payment that is paid at once; to take it back it is reversed whole.
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

export const refundCredit =
  ({ numbering }: Deps): Act<typeof calls.refundCredit> =>
  async ({ tx, actor }, { chargeId, reason, ...body }) => {
    const credit = await findCredit(tx, actor, chargeId)
    if (new Exact(body.amount).greaterThan(credit.open))
      throw badField('amount', 'payments.moreThanOpen', { open: credit.open })
    const account = await accountFor(tx, actor, body.cashAccountId, 'cashAccountId')
    const [no = ''] = await numbering.next('FK')
    const paid = { ...body, channel: account.kind as never, reason, lines: [] }
    const id = await insertPayment(tx, actor, 'payment', no, paid, credit, account.outlet_id)
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
        entries: [receivable(chargeId, negated(body.amount)), cash(account.id, negated(body.amount))],
      }),
    )
    await insertLines(tx, id, [{ chargeId, amount: body.amount }], 'settled', postingId)
    await movePayment(
      tx,
      actor,
      payment,
      { state: 'paid', allocated: body.amount, paid_at: clock.iso(), paid_by: actor.userId },
      'refunded',
      { refunded: body.amount },
    )
    return { id, no }
  }
