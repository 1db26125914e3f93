import { randomUUID } from 'node:crypto'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import type * as calls from '@xunyun/contract/signedReceipts/calls'
import {
  type SignedReceiptAction,
  type SignedReceiptState,
  type SignedReceiptStep,
  signedReceiptLifecycle,
} from '@xunyun/contract/signedReceipts/states'
import type { Act, Asked } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { eachRecord, type Records } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import type { Files } from '../../platform/files.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { badField, notFound, Refusal } from '../../platform/refusal.ts'
import { scoped } from '../../platform/scope.ts'
import {
  closeAtOnce,
  outletFor,
  type ReceiptColumns,
  recordEvents,
  reopenWaybills,
  systemTracks,
  updateReceipt,
} from '../waybills/index.ts'
import { objectionTo } from './rules.ts'
import { type Batch, batchesOf, batchFor, type Locked, lockReceipts, type Parcel } from './store.ts'

/** Why an action is refused to a paper: its state, or a rule beside it. */
export function refusalOf(actor: Actor, action: SignedReceiptAction, receipt: Locked): Refusal | undefined {
  if (!canStart(signedReceiptLifecycle, action, receipt.state))
    return new Refusal('signedReceipts.wrongState', { no: receipt.waybillNo, signedReceiptState: receipt.state })
  const no = objectionTo(actor, action, receipt)
  return no === undefined ? undefined : new Refusal(no.reason, no.params ?? {})
}

const receiptsTo = (actor: Actor, action: SignedReceiptAction): Records<Locked> => ({
  lock: lockReceipts,
  no: ({ receiptNo }) => receiptNo,
  may: (receipt) => refusalOf(actor, action, receipt),
})

/** Where and with what a step is done. */
export type How = {
  readonly roundId: string
  /** Of recovering. */
  readonly outletId?: number | undefined
  /** Of sending. */
  readonly toOutletId?: number | undefined
} & Parcel

const stepEvents: Readonly<Record<SignedReceiptStep, string>> = {
  recover: 'receiptRecovered',
  send: 'receiptSent',
  receive: 'receiptReceived',
  giveBack: 'receiptReturned',
  finish: 'receiptDone',
}
/** What a customer reads of its way; the rest is between outlets. */
const shown: ReadonlySet<SignedReceiptStep> = new Set(['recover', 'giveBack'])

type Moved = {
  readonly columns: ReceiptColumns
  readonly batch: Batch | null
  readonly outletId: number | undefined
}

/** What a step changes of a paper that it fits. */
async function columnsOf(
  { tx, actor }: Asked,
  numbering: Numbering,
  step: SignedReceiptStep,
  receipt: Locked,
  how: How,
): Promise<Moved> {
  const [at, by] = [clock.iso(), actor.userId]
  const { placeId, ownOutletId, customerId } = receipt
  const place = (columns: ReceiptColumns, outletId: number | null, batch: Batch | null = null): Moved => ({
    columns,
    batch,
    outletId: outletId ?? undefined,
  })
  if (step === 'recover') {
    const outletId = how.outletId ?? ownOutletId
    return place(
      { state: 'recovered', outlet_id: outletId, recovered_outlet_id: outletId, recovered_at: at, recovered_by: by },
      outletId,
    )
  }
  if (step === 'receive')
    return place({ state: 'received', outlet_id: ownOutletId, received_at: at, received_by: by }, ownOutletId)
  if (step === 'finish') return place({ state: 'done', done_at: at, done_by: by }, null)
  const from = { roundId: how.roundId, fromOutletId: placeId ?? ownOutletId }
  if (step === 'send') {
    if (how.toOutletId !== ownOutletId)
      throw new Refusal('signedReceipts.otherOutlet', { no: receipt.waybillNo, outlet: receipt.ownOutlet })
    const batch = await batchFor(
      tx,
      actor,
      numbering,
      { kind: 'send', ...from, toOutletId: ownOutletId, customerId: null },
      how,
    )
    return place({ state: 'sent', outlet_id: null, send_batch_id: batch.id, sent_at: at, sent_by: by }, placeId, batch)
  }
  const batch = await batchFor(tx, actor, numbering, { kind: 'return', ...from, toOutletId: null, customerId }, how)
  return place(
    { state: 'returned', outlet_id: null, return_batch_id: batch.id, returned_at: at, returned_by: by },
    placeId,
    batch,
  )
}

/** One step of one paper, told on its waybill with a track; `finish` ends it and is told alone. */
export async function moveOn(
  asked: Asked,
  numbering: Numbering,
  step: SignedReceiptStep,
  receipt: Locked,
  how: How,
): Promise<{ state: SignedReceiptState; batch: Batch | null }> {
  const { tx, actor } = asked
  const { waybillId, receiptNo } = receipt
  const { columns, batch, outletId } = await columnsOf(asked, numbering, step, receipt, how)
  await updateReceipt(tx, actor, receipt.id, columns)
  const at = clock.iso()
  const track =
    step === 'finish'
      ? []
      : (await systemTracks(tx, actor, [{ waybillId, node: 'receipt', at, text: receiptNo, outletId }])).map((row) => ({
          ...row,
          visible: shown.has(step),
        }))
  await recordEvents(tx, actor, [{ waybillId, event: { type: stepEvents[step], params: { receiptNo, at } } }], {
    track,
  })
  if (step === 'finish') await closeAtOnce(tx, actor, [waybillId])
  return { state: columns.state as SignedReceiptState, batch }
}

const steps = (
  numbering: Numbering,
  asked: Asked,
  step: SignedReceiptStep,
  ids: readonly number[],
  how: Omit<How, 'roundId'>,
  roundId: string = randomUUID(),
) =>
  eachRecord(asked, ids, receiptsTo(asked.actor, step), (receipt) =>
    moveOn(asked, numbering, step, receipt, { ...how, roundId }),
  )

/** The same of what goes out, with the batches that it went in. */
const sentOff = async (
  numbering: Numbering,
  asked: Asked,
  step: 'send' | 'giveBack',
  ids: readonly number[],
  how: Omit<How, 'roundId'>,
) => {
  await checkParcel(asked, how)
  const roundId = randomUUID()
  const outcomes = await steps(numbering, asked, step, ids, how, roundId)
  return { ...outcomes, batches: await batchesOf(asked.tx, roundId) }
}

/** Where somebody takes papers in: the outlet that he names, else his own; who has all of them, at the waybill's. */
export async function takingIn({ tx, actor }: Asked, outletId: number | undefined): Promise<number | undefined> {
  if (outletId === undefined && actor.outletId === null && actor.scope.kind === 'all') return undefined
  return outletFor(tx, actor, outletId)
}

/** 回收: the signed paper is back, at the outlet of whoever has it. */
export const recoverSignedReceipts =
  (numbering: Numbering): Act<typeof calls.recoverSignedReceipts> =>
  async (asked, { ids, outletId }) =>
    steps(numbering, asked, 'recover', ids, { outletId: await takingIn(asked, outletId) })

/** 寄出, to the outlet of their waybills, with one parcel. */
export const sendSignedReceipts =
  (numbering: Numbering): Act<typeof calls.sendSignedReceipts> =>
  (asked, { ids, ...how }) =>
    sentOff(numbering, asked, 'send', ids, how)

/** 接收, there. */
export const receiveSignedReceipts =
  (numbering: Numbering): Act<typeof calls.receiveSignedReceipts> =>
  (asked, { ids }) =>
    steps(numbering, asked, 'receive', ids, {})

/** 返客户: a batch for each customer. */
export const giveBackSignedReceipts =
  (numbering: Numbering): Act<typeof calls.giveBackSignedReceipts> =>
  (asked, { ids, ...how }) =>
    sentOff(numbering, asked, 'giveBack', ids, how)

/** 完成: the customer has it. */
export const finishSignedReceipts =
  (numbering: Numbering): Act<typeof calls.finishSignedReceipts> =>
  (asked, { ids }) =>
    steps(numbering, asked, 'finish', ids, {})

/** The trip that takes them along is one that there is. */
export const receiptTrip: Act<typeof calls.getReceiptTrip> = async ({ tx, actor }, { arrangementNo }) => {
  const trip = await scoped(tx, actor, 'arrangement')
    .select('arrangement_no as arrangementNo')
    .where('arrangement_no', '=', arrangementNo.toUpperCase())
    .executeTakeFirst()
  if (trip === undefined) throw badField('arrangementNo', 'signedReceipts.noTrip')
  return trip
}
export async function checkParcel(asked: Asked, { arrangementNo }: Parcel): Promise<void> {
  if (arrangementNo !== undefined) await receiptTrip(asked, { arrangementNo })
}

const tell = ({ tx, actor }: Asked, { waybillId, receiptNo }: Locked, type: string, params: Record<string, string>) =>
  recordEvents(tx, actor, [{ waybillId, event: { type, params: { receiptNo, ...params } } }])

/** 异常, and why. */
export const setSignedReceiptsAbnormal: Act<typeof calls.setSignedReceiptsAbnormal> = (asked, { ids, reason }) =>
  eachRecord(asked, ids, receiptsTo(asked.actor, 'setAbnormal'), async (receipt) => {
    await updateReceipt(asked.tx, asked.actor, receipt.id, {
      state: 'abnormal',
      before_abnormal: receipt.state,
      reason,
    })
    await tell(asked, receipt, 'receiptAbnormal', { reason })
  })

/** In order again: back to where it was. */
export const resolveSignedReceipts: Act<typeof calls.resolveSignedReceipts> = (asked, { ids }) =>
  eachRecord(asked, ids, receiptsTo(asked.actor, 'resolve'), async (receipt) => {
    const state = receipt.beforeAbnormal ?? 'toSign'
    await updateReceipt(asked.tx, asked.actor, receipt.id, { state, before_abnormal: null, reason: null })
    await tell(asked, receipt, 'receiptResolved', {})
  })

/** 报丢: it will not come any more. */
export const loseSignedReceipts: Act<typeof calls.loseSignedReceipts> = (asked, { ids, reason }) =>
  eachRecord(asked, ids, receiptsTo(asked.actor, 'lose'), async (receipt) => {
    await updateReceipt(asked.tx, asked.actor, receipt.id, { state: 'lost', before_lost: receipt.state, reason })
    await tell(asked, receipt, 'receiptLost', { reason })
    await closeAtOnce(asked.tx, asked.actor, [receipt.waybillId])
  })

/** The step before a state, and what it had written. */
function stepBefore(receipt: Locked): { state: SignedReceiptState; columns: ReceiptColumns; of: string } {
  const { state, requirement, recoveredId, ownOutletId, receivedAt, beforeLost } = receipt
  switch (state) {
    case 'recovered':
      return {
        state: 'toSign',
        of: 'receiptRecovered',
        columns: { outlet_id: null, recovered_outlet_id: null, recovered_at: null, recovered_by: null },
      }
    case 'sent':
      return {
        state: 'recovered',
        of: 'receiptSent',
        columns: { outlet_id: recoveredId, send_batch_id: null, sent_at: null, sent_by: null },
      }
    case 'received':
      return {
        state: 'sent',
        of: 'receiptReceived',
        columns: { outlet_id: null, received_at: null, received_by: null },
      }
    case 'returned':
      return {
        state: receivedAt === null ? 'recovered' : 'received',
        of: 'receiptReturned',
        columns: { outlet_id: ownOutletId, return_batch_id: null, returned_at: null, returned_by: null },
      }
    case 'done':
      return {
        state: requirement === 'electronic' ? 'toSign' : 'returned',
        of: 'receiptDone',
        columns: { done_at: null, done_by: null },
      }
    case 'lost':
      return { state: beforeLost ?? 'toSign', of: 'receiptLost', columns: { before_lost: null, reason: null } }
    default:
      throw new Error(`nothing to take back of ${state}`)
  }
}

/** One step back; what was closed is open again. */
export async function stepBack(asked: Asked, receipt: Locked, reason: string): Promise<SignedReceiptState> {
  const { state, columns, of } = stepBefore(receipt)
  await reopenWaybills(asked.tx, asked.actor, receipt.isClosed ? [receipt.waybillId] : [])
  await updateReceipt(asked.tx, asked.actor, receipt.id, { ...columns, state })
  await tell(asked, receipt, 'receiptUndone', { of, reason })
  return state
}

/** 撤销, one step. */
export const undoSignedReceipts: Act<typeof calls.undoSignedReceipts> = (asked, { ids, reason }) =>
  eachRecord(asked, ids, receiptsTo(asked.actor, 'undo'), (receipt) => stepBack(asked, receipt, reason))

/** Photos of the paper. An electronic one of goods that were signed is done with them. */
export const addReceiptPhotos =
  (files: Files): Act<typeof calls.addReceiptPhotos> =>
  async ({ tx, actor }, input) => {
    const receipt = (await lockReceipts(tx, actor, [input.id])).get(input.id)
    if (receipt === undefined) throw notFound()
    const refusal = refusalOf(actor, 'addPhoto', receipt)
    if (refusal !== undefined) throw refusal
    await files.link(tx, actor, 'signedReceipt', receipt.id, input.files)
    const { requirement, state, waybillId, receiptNo } = receipt
    const completes =
      requirement === 'electronic' &&
      state === 'toSign' &&
      objectionTo(actor, 'recover', { ...receipt, requirement: 'receipt' }) === undefined
    const at = clock.iso()
    const version = await updateReceipt(
      tx,
      actor,
      receipt.id,
      completes ? { state: 'done', done_at: at, done_by: actor.userId } : {},
    )
    if (completes) {
      await recordEvents(tx, actor, [{ waybillId, event: { type: 'receiptDone', params: { receiptNo, at } } }])
      await closeAtOnce(tx, actor, [waybillId])
    }
    return { version }
  }
