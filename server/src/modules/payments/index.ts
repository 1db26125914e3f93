import { pageOf } from '@xunyun/contract/pages'
import * as calls from '@xunyun/contract/payments/calls'
import * as roundOff from '@xunyun/contract/payments/roundOff'
import { sql } from 'kysely'
import { mayCall } from '../../platform/actor.ts'
import { owned } from '../../platform/db.ts'
import { historyOf } from '../../platform/history.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSeen } from '../../platform/records.ts'
import type { MoveDocuments } from '../companies/index.ts'
import { addReceipt, allocatePayment, refundPayment } from './acts.ts'
import { badDebtReviewed, writeOffCharges } from './badDebts.ts'
import { paymentColumns } from './columns.ts'
import { openDocuments } from './documents.ts'
import { openCharges } from './open.ts'
import {
  addPayment,
  changePayment,
  paymentReviewed,
  payPayments,
  reversePayments,
  submitPayments,
  voidPayments,
  withdrawPayments,
} from './pay.ts'
import { listPayments, paymentDetail, readPayees, totalPayments } from './queries.ts'
import { refundCredit, refundDoorMoney } from './refunds.ts'
import { changeRoundOff, readRoundOffSetting } from './setting.ts'
import { unallocateCharges, unallocatePayment } from './unallocate.ts'

export { addReceipt, askIfTwice, counted } from './acts.ts'
export { overdueOn, unallocatedOn } from './onDay.ts'
export { checkLines, type Line, onItsWay, openCharges, partyFor, refuseCreditAlone } from './open.ts'
export { addPayment, lastToChangeAccount, paymentReviewed, payPayments } from './pay.ts'

/** Receipts and payments (M40–M43): money that comes and goes, and the charges it settles. */
export function payments({ approvals, bind, exports, files, numbering, records }: Platform): void {
  const deps = { approvals, files, numbering }
  approvals.kind('payment', paymentReviewed)
  approvals.kind('writeOff', badDebtReviewed)
  records.register('payment', {
    maySee: async (tx, actor, id) => mayCall(actor, calls.getPayment) && (await isSeen(paymentDetail(tx, actor, id))),
    describe: async (tx, id) => {
      // unscoped: asked after the payment was seen
      const row = await owned(tx).selectFrom('payment').select('no').where('id', '=', id).executeTakeFirst()
      const name = row?.no ?? String(id)
      return { name, link: paymentReviewed.link(name) }
    },
  })
  bind(calls.getPayments, ({ tx, actor }, input) => listPayments(tx, actor, input))
  bind(calls.getPaymentTotals, ({ tx, actor }, input) => totalPayments(tx, actor, input))
  bind(calls.getPayment, ({ tx, actor }, { id }) => paymentDetail(tx, actor, id))
  bind(calls.getPaymentHistory, async ({ tx, actor }, { id }) => {
    await paymentDetail(tx, actor, id)
    return historyOf(tx, 'payment', id)
  })
  exports.offer(calls.exportPayments, {
    name: (actor) => pageOf('payment').titles[actor.language],
    columns: () => paymentColumns,
    page: (tx, actor, input, request) => listPayments(tx, actor, { ...input, ...request, page: undefined }),
  })
  bind(calls.getOpenDocuments, ({ tx, actor }, input) => openDocuments(tx, actor, input))
  bind(calls.getOpenCharges, ({ tx, actor }, input) => openCharges(tx, actor, input))
  bind(calls.addReceipt, addReceipt(deps))
  bind(calls.allocatePayment, allocatePayment)
  bind(calls.unallocatePayment, unallocatePayment)
  bind(calls.unallocateCharges, unallocateCharges)
  bind(calls.refundPayment, refundPayment)
  bind(calls.refundCredit, refundCredit(deps))
  bind(calls.refundDoorMoney, refundDoorMoney(deps))
  bind(calls.addPayment, addPayment(deps))
  bind(calls.changePayment, changePayment(deps))
  bind(calls.submitPayments, submitPayments(deps))
  bind(calls.withdrawPayments, withdrawPayments(deps))
  bind(calls.getPayees, ({ tx, actor }, input) => readPayees(tx, actor, input))
  bind(calls.payPayments, payPayments)
  bind(calls.voidPayments, voidPayments)
  bind(calls.reversePayments, reversePayments)
  bind(calls.writeOffCharges, writeOffCharges(deps))
  bind(roundOff.getRoundOffSetting, ({ tx }) => readRoundOffSetting(tx))
  bind(roundOff.changeRoundOffSetting, changeRoundOff)
}

/** Receipts and payments of a partner that was merged into another, with what it has with us. */
export const movePayments: MoveDocuments = async (tx, _, from, to) => {
  // unscoped: of two companies that whoever sees everything merges
  await sql`update payment set company_id = ${to.id} where company_id = ${from.id}`.execute(tx)
}
