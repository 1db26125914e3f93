import type * as calls from '@xunyun/contract/signedReceipts/calls'
import type { SignedReceiptState, SignedReceiptStep } from '@xunyun/contract/signedReceipts/states'
import type { Act } from '../../platform/act.ts'
import { may } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { badField, Refusal } from '../../platform/refusal.ts'
import { checkParcel, moveOn, refusalOf, stepBack, takingIn } from './acts.ts'
import { batchOf, lockReceipts, lockScanned } from './store.ts'

const scanOf = (tx: Tx, actId: string) =>
  tx.selectFrom('signed_receipt_scan').selectAll().where('act_id', '=', actId).executeTakeFirst()

/** One scan, one step. A scan that comes twice finds itself, and answers what it came to. */
export const scanSignedReceipt =
  (numbering: Numbering): Act<typeof calls.scanSignedReceipt> =>
  async (asked, { actId, step, code, ...how }) => {
    const { tx, actor } = asked
    if (step === 'send' && how.toOutletId === undefined) throw badField('toOutletId', 'field.required')
    const receipt = await lockScanned(tx, actor, code)
    if (receipt === undefined) throw new Refusal('signedReceipts.unknown', { code })
    const { id: receiptId, receiptNo, waybillNo, state } = receipt
    // Asked under the lock: of two that come at once the second waits for the first.
    const scanned = await scanOf(tx, actId)
    if (scanned?.signed_receipt_id === receiptId) {
      const batch = await batchOf(tx, receiptId, step)
      return { receiptId, receiptNo, waybillNo, state, batch }
    }
    // Its id is another paper's.
    if (scanned !== undefined) throw badField('actId', 'field.id')
    const refusal = refusalOf(actor, step, receipt)
    if (refusal !== undefined) throw refusal
    await checkParcel(asked, how)
    const outletId = step === 'recover' ? await takingIn(asked, how.outletId) : undefined
    const moved = await moveOn(asked, numbering, step, receipt, { ...how, outletId })
    await tx
      .insertInto('signed_receipt_scan')
      .values({ act_id: actId, signed_receipt_id: receiptId, step, at: clock.iso(), by_id: actor.userId })
      .execute()
    return { receiptId, receiptNo, waybillNo, ...moved }
  }

/** What a step leads to. */
const leadsTo: Readonly<Record<SignedReceiptStep, SignedReceiptState>> = {
  recover: 'recovered',
  send: 'sent',
  receive: 'received',
  giveBack: 'returned',
  finish: 'done',
}

/** Whoever scanned takes it back himself, at once; later it needs the right to undo. */
export const undoReceiptScan: Act<typeof calls.undoReceiptScan> = async (asked, { actId }) => {
  const { tx, actor } = asked
  const scan = await scanOf(tx, actId)
  const receipt =
    scan === undefined
      ? undefined
      : (await lockReceipts(tx, actor, [scan.signed_receipt_id])).get(scan.signed_receipt_id)
  if (scan === undefined || receipt === undefined) throw new Refusal('signedReceipts.notYourScan')
  if (scan.by_id !== actor.userId && !may(actor, 'receiptList', 'approve'))
    throw new Refusal('signedReceipts.notYourScan')
  // Read again under the lock: asked twice it is taken back once.
  if ((await scanOf(tx, actId))?.undone_at !== null) return { state: receipt.state }
  const last = await tx
    .selectFrom('signed_receipt_scan')
    .select('act_id')
    .where('signed_receipt_id', '=', receipt.id)
    .where('undone_at', 'is', null)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.act_id !== scan.act_id || receipt.state !== leadsTo[scan.step as SignedReceiptStep])
    throw new Refusal('signedReceipts.scanFollowed', { no: receipt.waybillNo })
  const state = await stepBack(asked, receipt, '')
  await tx.updateTable('signed_receipt_scan').set({ undone_at: clock.iso() }).where('act_id', '=', actId).execute()
  return { state }
}
