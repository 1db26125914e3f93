import * as z from 'zod/mini'
import { approve, browse, edit } from '../access.ts'
import { codes } from '../dictionary.ts'
import { abilities, actionsIn } from '../kernel/ability.ts'
import { call } from '../kernel/call.ts'
import { listCalls, outcomes, totalsOutput } from '../kernel/list.ts'
import { nullableText } from '../kernel/record.ts'
import { date, id, many, oneOf, optional, text, uuid } from '../kernel/wire.ts'
import { storedFile } from '../system/files.ts'
import { type SignedReceiptAction, signedReceiptLifecycle, signedReceiptStates, signedReceiptSteps } from './states.ts'

/** 回单: the paper that the consignee signs, from the door back to the customer (T29). */

export const mostReceiptPhotos = 5

/** What went out together, whose list can be printed. */
export const receiptBatch = z.strictObject({ id: z.int(), batchNo: z.string() })
export type ReceiptBatch = z.output<typeof receiptBatch>

export const signedReceiptRow = z.strictObject({
  id: z.int(),
  receiptNo: z.string(),
  state: z.enum(signedReceiptStates),
  waybillId: z.int(),
  waybillNo: z.string(),
  requirement: z.string(),
  copies: z.int(),
  customerId: z.nullable(z.int()),
  customerName: nullableText,
  shipperCity: z.string(),
  consigneeCity: z.string(),
  /** When the last of the goods was signed. */
  signedAt: nullableText,
  signer: nullableText,
  /** Of the waybill; of one that was recovered elsewhere it goes there. */
  ownOutletId: z.int(),
  ownOutlet: z.string(),
  /** The outlet where the paper lies. Where it lies and who had it is never told to a customer. */
  place: nullableText,
  /** The batches that it went out with, to an outlet and to the customer; never told to a customer. */
  sendBatch: z.nullable(receiptBatch),
  returnBatch: z.nullable(receiptBatch),
  batchNo: nullableText,
  expressNo: nullableText,
  handlerName: nullableText,
  reason: nullableText,
  photos: z.int(),
  payMethod: z.string(),
  /** Yuan; of the waybill's own outlet and its customer alone. */
  receivable: nullableText,
  updatedAt: z.string(),
  version: z.int(),
  actions: abilities(actionsIn<SignedReceiptAction>(signedReceiptLifecycle)),
})
export type SignedReceiptRow = z.output<typeof signedReceiptRow>

export const [getSignedReceipts, getSignedReceiptTotals, exportSignedReceipts] = listCalls({
  rows: { path: '/api/SignedReceipts/GetSignedReceipts', summary: 'Signed receipts, signed longest ago first' },
  totals: { path: '/api/SignedReceipts/GetSignedReceiptTotals', output: totalsOutput({ copies: z.int() }) },
  export: { path: '/api/SignedReceipts/ExportSignedReceipts' },
  access: [browse('receiptList')],
  audience: 'everybody',
  row: signedReceiptRow,
  filters: {
    tab: optional(oneOf(signedReceiptStates)),
    /** Receipt number, or any part of what the waybill is found by. */
    q: optional(text(60)),
    customerId: optional(id),
    to: optional(text(12)),
    bizFrom: optional(date),
    bizTo: optional(date),
    signedFrom: optional(date),
    signedTo: optional(date),
    outletId: optional(id),
    /** The outlet where the paper lies. */
    placeId: optional(id),
    requirement: optional(oneOf(codes('receiptRequirement'))),
    batchNo: optional(text(30)),
  },
  sorts: ['signedAt', 'receiptNo', 'updatedAt'],
})

export const getSignedReceipt = call({
  method: 'GET',
  path: '/api/SignedReceipts/GetSignedReceipt',
  summary: 'A signed receipt with the steps it made',
  access: [browse('receiptList')],
  audience: 'everybody',
  input: z.object({ no: text(30) }),
  output: z.extend(signedReceiptRow, {
    /** Photos of the paper. */
    files: z.array(storedFile),
    steps: z.array(
      z.strictObject({
        step: z.enum(signedReceiptSteps),
        at: z.string(),
        byName: nullableText,
        batchNo: nullableText,
        expressCompany: nullableText,
        expressNo: nullableText,
        arrangementNo: nullableText,
      }),
    ),
  }),
})
export type SignedReceiptDetail = z.output<typeof getSignedReceipt.output>

const ids = many(id, 500, 1)
/** Where it is done; not given: the outlet of whoever does it. */
const at = { outletId: optional(id) }
const batched = z.extend(outcomes, { batches: z.array(receiptBatch) })
const parcel = {
  expressCompany: optional(text(40)),
  expressNo: optional(text(40)),
  /** The trip that takes them along, instead of a courier. */
  arrangementNo: optional(text(20)),
}
const step = <P extends string>(path: P, summary: string) => ({
  method: 'POST' as const,
  path: `/api/SignedReceipts/${path}` as const,
  summary,
  access: [edit('receiptList')] as const,
  output: outcomes,
  idempotent: true as const,
})
export const recoverSignedReceipts = call({
  ...step('RecoverSignedReceipts', 'Signed papers are back at an outlet'),
  input: z.object({ ids, ...at }),
})
export const sendSignedReceipts = call({
  ...step('SendSignedReceipts', 'Papers go to the outlet of their waybills, in one batch'),
  output: batched,
  input: z.object({ ids, toOutletId: id, ...parcel }),
})
export const receiveSignedReceipts = call({
  ...step('ReceiveSignedReceipts', 'Papers came to the outlet of their waybills'),
  input: z.object({ ids }),
})
export const giveBackSignedReceipts = call({
  ...step('GiveBackSignedReceipts', 'Papers go to their customers, a batch each'),
  output: batched,
  input: z.object({ ids, ...parcel }),
})
export const finishSignedReceipts = call({
  ...step('FinishSignedReceipts', 'Their customers have them'),
  input: z.object({ ids }),
})
export const setSignedReceiptsAbnormal = call({
  ...step('SetSignedReceiptsAbnormal', 'Something is wrong with papers: damaged, not signed, another one'),
  input: z.object({ ids, reason: text(200) }),
})
export const resolveSignedReceipts = call({
  ...step('ResolveSignedReceipts', 'Papers are in order again, where they were'),
  input: z.object({ ids }),
})
export const loseSignedReceipts = call({
  ...step('LoseSignedReceipts', 'Papers are lost for good'),
  access: [approve('receiptList')],
  input: z.object({ ids, reason: text(200) }),
})
export const undoSignedReceipts = call({
  ...step('UndoSignedReceipts', 'Take the last step of papers back'),
  access: [approve('receiptList')],
  input: z.object({ ids, reason: text(200) }),
})
export const addReceiptPhotos = call({
  method: 'POST',
  path: '/api/SignedReceipts/AddReceiptPhotos',
  summary: 'Photos of a paper; an electronic one that was signed is done with them',
  access: [edit('receiptList')],
  input: z.object({ id, files: many(id, mostReceiptPhotos, 1) }),
  output: z.strictObject({ version: z.int() }),
  idempotent: true,
})

export const getReceiptTrip = call({
  method: 'GET',
  path: '/api/SignedReceipts/GetReceiptTrip',
  summary: 'The trip that takes papers along, by its number; refused at the field where there is none',
  access: [edit('receiptList')],
  input: z.object({ arrangementNo: text(20) }),
  output: z.strictObject({ arrangementNo: z.string() }),
})
export const scanSignedReceipt = call({
  method: 'POST',
  path: '/api/SignedReceipts/ScanSignedReceipt',
  summary: 'One scan moves one paper a step on; sent twice it counts once',
  access: [edit('receiptList')],
  input: z.object({
    /** Drawn by the device: of this scan. */
    actId: uuid,
    /** Of the sitting: what goes to one place in it shares a batch. */
    roundId: uuid,
    step: oneOf(signedReceiptSteps),
    /** Its own number, or its waybill's. */
    code: text(60),
    ...at,
    /** Of sending. */
    toOutletId: optional(id),
    ...parcel,
  }),
  output: z.strictObject({
    receiptId: z.int(),
    receiptNo: z.string(),
    waybillNo: z.string(),
    state: z.enum(signedReceiptStates),
    batch: z.nullable(receiptBatch),
  }),
})
export type ReceiptScan = z.output<typeof scanSignedReceipt.output>
export const undoReceiptScan = call({
  method: 'POST',
  path: '/api/SignedReceipts/UndoReceiptScan',
  summary: 'Take back a scan of one’s own, while nothing followed it',
  access: [edit('receiptList')],
  input: z.object({ actId: uuid }),
  output: z.strictObject({ state: z.enum(signedReceiptStates) }),
})
