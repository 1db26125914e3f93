import * as z from 'zod/mini'
import { approve, browse, edit } from '../../access.ts'
import { codes } from '../../dictionary.ts'
import { abilities, actionsIn } from '../../kernel/ability.ts'
import { call, type Input } from '../../kernel/call.ts'
import type { Lifecycle } from '../../kernel/lifecycle.ts'
import { listCalls, outcomes, totalsOutput } from '../../kernel/list.ts'
import { nullableInt, nullableText, version } from '../../kernel/record.ts'
import { date, flag, id, lines, many, moment, oneOf, optional, text } from '../../kernel/wire.ts'
import { historyEntry } from '../../system/calls.ts'
import { qualities } from '../ledger/moveTypes.ts'
import { scanProof } from '../locations/scanned.ts'
import { packRow } from '../masters/items.ts'
import { positiveQuantity, quantity } from '../masters/quantity.ts'

/** From the inbound notice (RK) over the receipt (RK…-n) to the location (domain §6). Quantities in base units unless said. */

export const inboundStates = codes('inboundState')
export type InboundState = (typeof inboundStates)[number]
/** Who announces; receiving and putting away derive the other states. */
export const inboundLifecycle = {
  /** At the desk of its open receipt. */
  receive: { from: ['new', 'partial'], to: 'derived', right: [edit('receive')] },
  edit: { from: ['new'], to: 'new', right: [edit('wareNotice')] },
  cancel: { from: ['new'], to: 'cancelled', right: [edit('wareNotice')] },
  /** The rest will not come: it is short. */
  close: { from: ['partial'], to: 'derived', right: [edit('wareNotice')] },
} as const satisfies Lifecycle<InboundState, 'receive' | 'edit' | 'cancel' | 'close'>
export type InboundAction = keyof typeof inboundLifecycle
export const receiptStates = codes('receiptState')
export type ReceiptState = (typeof receiptStates)[number]
export const receiptLifecycle = {
  receive: { from: ['waiting', 'receiving'], to: 'receiving', right: [edit('receive')] },
  finish: { from: ['receiving', 'waiting'], to: 'received', right: [edit('receive')] },
  takeBack: { from: ['receiving', 'received'], to: 'derived', right: [approve('receive')] },
} as const satisfies Lifecycle<ReceiptState, 'receive' | 'finish' | 'takeBack'>
export type ReceiptAction = keyof typeof receiptLifecycle

const name = text(60)

// ---- The notice

const noticeLine = z.object({
  itemId: id,
  /** As announced: so many of a unit of the item. */
  unit: text(20),
  unitQty: positiveQuantity,
  batchNo: optional(text(40)),
  production: optional(date),
  expiry: optional(date),
  quality: oneOf(qualities),
})
export type NoticeLineInput = z.output<typeof noticeLine>
const noticeFields = {
  warehouseId: id,
  ownerId: id,
  type: oneOf(codes('inboundType')),
  customerOrderNo: optional(text(60)),
  /** When it is expected. */
  eta: optional(moment),
  vehicleNo: optional(text(20)),
  remark: optional(lines(500)),
  lines: many(noticeLine, 1000, 1),
}
export const noticeInput = z.object(noticeFields)
export type NoticeInput = z.output<typeof noticeInput>

export const noticeRow = z.strictObject({
  id: z.int(),
  noticeNo: z.string(),
  state: z.enum(inboundStates),
  blind: z.boolean(),
  type: z.string(),
  warehouseId: z.int(),
  warehouseName: z.string(),
  ownerId: z.int(),
  ownerName: z.string(),
  customerOrderNo: nullableText,
  eta: nullableText,
  vehicleNo: nullableText,
  lineCount: z.int(),
  qty: z.string(),
  /** All that came, the damaged ones within it. */
  received: z.string(),
  damaged: z.string(),
  short: z.string(),
  /** Received and not yet put away. */
  waiting: z.string(),
  remark: nullableText,
  createdByName: nullableText,
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
  actions: abilities(actionsIn<InboundAction>(inboundLifecycle)),
})
export type NoticeRow = z.output<typeof noticeRow>
export const noticeLineRow = z.strictObject({
  id: z.int(),
  itemId: z.int(),
  itemNo: z.string(),
  itemName: z.string(),
  baseUnit: z.string(),
  unit: z.string(),
  unitQty: z.string(),
  qty: z.string(),
  batchNo: nullableText,
  production: nullableText,
  expiry: nullableText,
  quality: z.enum(qualities),
  batchControlled: z.boolean(),
  serialControlled: z.boolean(),
  expiryControlled: z.boolean(),
  shelfLifeDays: nullableInt,
  /** Days that must be left when the goods are received. */
  minRemainInDays: nullableInt,
  /** What a scan may read on the goods; a pack counts its units. */
  barcodes: z.array(z.string()),
  packs: z.array(packRow),
  received: z.string(),
  damaged: z.string(),
  short: z.string(),
  /** Announced and neither come nor short. */
  open: z.string(),
  /** How much more the item allows; of goods that nobody announced there is no limit. */
  mostMore: z.string(),
})
export type NoticeLineRow = z.output<typeof noticeLineRow>
export const receiptOfNotice = z.strictObject({
  id: z.int(),
  receiptNo: z.string(),
  state: z.enum(receiptStates),
  receivedAt: nullableText,
})
export const noticeDetail = z.extend(noticeRow, {
  lines: z.array(noticeLineRow),
  receipts: z.array(receiptOfNotice),
  cancelReason: nullableText,
})
export type NoticeDetail = z.output<typeof noticeDetail>

export const noticeTabs = inboundStates
const noticeFilters = {
  tab: optional(oneOf(noticeTabs)),
  /** Contains: RK number, customer's number, plate, remark. */
  q: optional(text(60)),
  warehouseId: optional(id),
  ownerId: optional(id),
  type: optional(oneOf(codes('inboundType'))),
  /** Expected from … to, inclusive days. */
  etaFrom: optional(date),
  etaTo: optional(date),
  /** With a line of this item. */
  itemId: optional(id),
  ids: optional(many(id)),
}
export type NoticeFilter = Input<typeof getNoticeTotals>
export const noticeSorts = ['eta', 'noticeNo', 'createdAt'] as const
const figures = { qty: z.string(), received: z.string(), damaged: z.string(), short: z.string() }

export const [getNotices, getNoticeTotals, exportNotices] = listCalls({
  rows: { path: '/api/InboundNotice/GetInboundNotices', summary: 'Inbound notices, the earliest expected first' },
  totals: {
    path: '/api/InboundNotice/GetInboundNoticeTotals',
    summary: 'How many a filter finds, their quantities, and the counts of the tabs',
    output: totalsOutput(figures),
  },
  export: { path: '/api/InboundNotice/ExportInboundNotices' },
  access: [browse('wareNotice')],
  audience: 'everybody',
  row: noticeRow,
  filters: noticeFilters,
  sorts: noticeSorts,
})
export const getNotice = call({
  method: 'GET',
  path: '/api/InboundNotice/GetInboundNotice',
  summary: 'One notice with its lines and receipts',
  audience: 'everybody',
  access: [browse('wareNotice'), browse('receive')],
  input: z.object({ id }),
  output: noticeDetail,
})
export const addNotice = call({
  method: 'POST',
  path: '/api/InboundNotice/AddInboundNotice',
  summary: 'Announce goods; a receipt is opened for them',
  audience: 'everybody',
  access: [edit('wareNotice')],
  input: noticeInput,
  output: z.strictObject({ id: z.int(), noticeNo: z.string() }),
  idempotent: true,
})
export const changeNotice = call({
  method: 'POST',
  path: '/api/InboundNotice/ChangeInboundNotice',
  summary: 'Change a notice that nothing was received of',
  audience: 'everybody',
  access: [edit('wareNotice')],
  input: z.object({ ...noticeFields, id, version }),
  output: z.strictObject({ version: z.int() }),
})
export const cancelNotices = call({
  method: 'POST',
  path: '/api/InboundNotice/CancelInboundNotices',
  summary: 'Cancel notices that nothing was received of',
  audience: 'everybody',
  access: [edit('wareNotice')],
  input: z.object({ ids: many(id, 1000, 1), reason: lines(200) }),
  output: outcomes,
})
export const closeNotices = call({
  method: 'POST',
  path: '/api/InboundNotice/CloseInboundNotices',
  summary: 'The rest of these notices will not come: it is short',
  audience: 'everybody',
  access: [edit('wareNotice')],
  input: z.object({ ids: many(id, 1000, 1) }),
  output: outcomes,
})
export const getNoticeHistory = call({
  method: 'GET',
  path: '/api/InboundNotice/GetInboundNoticeHistory',
  summary: "A notice's timeline, latest first",
  audience: 'everybody',
  access: [browse('wareNotice')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})

// ---- The receipt

export const receiptRow = z.strictObject({
  id: z.int(),
  receiptNo: z.string(),
  state: z.enum(receiptStates),
  noticeId: z.int(),
  noticeNo: z.string(),
  blind: z.boolean(),
  type: z.string(),
  warehouseId: z.int(),
  warehouseName: z.string(),
  ownerId: z.int(),
  ownerName: z.string(),
  customerOrderNo: nullableText,
  vehicleNo: nullableText,
  eta: nullableText,
  lineCount: z.int(),
  /** Announced, less what earlier deliveries brought; what follows is of this one. */
  qty: z.string(),
  received: z.string(),
  damaged: z.string(),
  short: z.string(),
  /** More came than was announced. */
  over: z.boolean(),
  receivedByName: nullableText,
  startedAt: nullableText,
  receivedAt: nullableText,
  version: z.int(),
  actions: abilities(actionsIn<ReceiptAction>(receiptLifecycle)),
})
export type ReceiptRow = z.output<typeof receiptRow>
export const receiptEntryRow = z.strictObject({
  id: z.int(),
  lineId: z.int(),
  itemId: z.int(),
  itemNo: z.string(),
  itemName: z.string(),
  baseUnit: z.string(),
  kind: z.enum(['received', 'damaged', 'short']),
  qty: z.string(),
  quality: z.nullable(z.enum(qualities)),
  batchNo: nullableText,
  production: nullableText,
  expiry: nullableText,
  containerId: z.nullable(z.int()),
  containerCode: nullableText,
  locationCode: nullableText,
  serials: z.array(z.string()),
  at: z.string(),
  byName: z.string(),
  reversedAt: nullableText,
  reversedByName: nullableText,
})
export type ReceiptEntryRow = z.output<typeof receiptEntryRow>
export const receiptDetail = z.extend(receiptRow, {
  lines: z.array(noticeLineRow),
  entries: z.array(receiptEntryRow),
  /** Where this warehouse receives. */
  locations: z.array(z.strictObject({ id: z.int(), label: z.string() })),
})
export type ReceiptDetail = z.output<typeof receiptDetail>

const receiptFilters = {
  tab: optional(oneOf(receiptStates)),
  /** Contains: RK number, customer's number, plate. */
  q: optional(text(60)),
  warehouseId: optional(id),
  ownerId: optional(id),
  type: optional(oneOf(codes('inboundType'))),
  etaFrom: optional(date),
  etaTo: optional(date),
  /** Damaged, short or more than announced. */
  different: optional(flag),
  ids: optional(many(id)),
}
export type ReceiptFilter = Input<typeof getReceiptTotals>
export const receiptSorts = ['eta', 'receiptNo', 'receivedAt'] as const

export const [getReceipts, getReceiptTotals, exportReceipts] = listCalls({
  rows: { path: '/api/Receive/GetReceipts', summary: 'What is to be received, the earliest expected first' },
  totals: {
    path: '/api/Receive/GetReceiptTotals',
    summary: 'How many a filter finds, their quantities, and the counts of the tabs',
    output: totalsOutput(figures),
  },
  export: { path: '/api/Receive/ExportReceipts' },
  access: [browse('receive')],
  row: receiptRow,
  filters: receiptFilters,
  sorts: receiptSorts,
})
export const getReceipt = call({
  method: 'GET',
  path: '/api/Receive/GetReceipt',
  summary: 'One receipt: the lines of its notice, and what was counted in',
  access: [browse('receive')],
  /** `no`: its number, or what a scanner reads at the gate: the notice's, the customer's, the plate. */
  input: z.object({ id: optional(id), no: optional(name) }),
  output: receiptDetail,
})
const receivedLine = z.object({
  lineId: id,
  /** All that came. */
  qty: quantity,
  /** Of it. */
  damaged: quantity,
  short: quantity,
  batchNo: optional(text(40)),
  production: optional(date),
  expiry: optional(date),
  quality: oneOf(qualities),
  /** Of the undamaged and of the damaged, if the item has them. */
  serials: many(text(60), 10_000),
  damagedSerials: many(text(60), 10_000),
  /** LPN that they stand in; made if it is new. */
  containerCode: optional(text(40)),
})
export type ReceivedLine = z.output<typeof receivedLine>
export const receiveGoods = call({
  method: 'POST',
  path: '/api/Receive/ReceiveGoods',
  summary: 'Count goods in, at a receiving location: on hand, not yet available; put-away tasks are made for them',
  access: [edit('receive')],
  input: z.object({
    id,
    /** A receiving location; not given: the first of the warehouse. */
    locationId: optional(id),
    /** When they came, if not now. */
    at: optional(moment),
    lines: many(receivedLine, 1000, 1),
  }),
  output: z.strictObject({ state: z.enum(receiptStates), entries: z.int() }),
  idempotent: true,
})
export const finishReceipt = call({
  method: 'POST',
  path: '/api/Receive/FinishReceipt',
  summary: 'This delivery is counted: the rest comes with another one, or not at all',
  access: [edit('receive')],
  input: z.object({ id, version, rest: oneOf(['later', 'short']) }),
  output: z.strictObject({ nextReceiptNo: nullableText }),
  idempotent: true,
})
export const takeBackEntry = call({
  method: 'POST',
  path: '/api/Receive/TakeBackEntry',
  summary: 'Take back what was counted in, while it is not put away',
  access: [approve('receive')],
  input: z.object({ entryId: id }),
  output: z.strictObject({}),
  idempotent: true,
})
export const receiveBlind = call({
  method: 'POST',
  path: '/api/Receive/ReceiveBlind',
  summary: 'Receive goods that nobody announced: a notice is written for them (a right of its own)',
  access: [edit('blindReceive')],
  input: z.object({
    warehouseId: id,
    ownerId: id,
    vehicleNo: optional(text(20)),
    customerOrderNo: optional(text(60)),
    remark: optional(lines(500)),
    lines: many(z.object({ itemId: id }), 100, 1),
  }),
  output: z.strictObject({ id: z.int(), receiptNo: z.string() }),
  idempotent: true,
})

// ---- Putting away

export const putAwayStates = codes('putAwayState')
export const putAwayRow = z.strictObject({
  id: z.int(),
  state: z.enum(putAwayStates),
  receiptId: z.int(),
  receiptNo: z.string(),
  warehouseId: z.int(),
  warehouseName: z.string(),
  /** Stands on the labels of its places. */
  warehouseCode: z.string(),
  /** Whether it may be put away without a scan. */
  handEntry: z.enum(codes('handEntry')),
  ownerName: z.string(),
  itemId: z.int(),
  itemNo: z.string(),
  itemName: z.string(),
  baseUnit: z.string(),
  batchNo: z.string(),
  expiry: nullableText,
  quality: z.enum(qualities),
  containerCode: nullableText,
  qty: z.string(),
  serials: z.array(z.string()),
  fromLocation: z.string(),
  suggestedLocationId: nullableInt,
  suggestedLocation: nullableText,
  reason: z.enum(codes('putAwayReason')),
  toLocation: nullableText,
  createdAt: z.string(),
  doneAt: nullableText,
  doneByName: nullableText,
  version: z.int(),
})
export type PutAwayRow = z.output<typeof putAwayRow>
const putAwayFilters = {
  tab: optional(oneOf(putAwayStates)),
  /** Contains: RK number, item, container. */
  q: optional(text(60)),
  /** Exactly: container, item number, barcode of the item or of a pack, serial number. */
  code: optional(text(60)),
  warehouseId: optional(id),
  ownerId: optional(id),
  receiptId: optional(id),
  itemId: optional(id),
  quality: optional(oneOf(qualities)),
  ids: optional(many(id)),
}
export type PutAwayFilter = Input<typeof getPutAwayTotals>
export const putAwaySorts = ['createdAt', 'suggestedLocation'] as const

export const [getPutAways, getPutAwayTotals, exportPutAways] = listCalls({
  rows: { path: '/api/Ground/GetPutAways', summary: 'What was received and waits for its place, longest first' },
  totals: {
    path: '/api/Ground/GetPutAwayTotals',
    summary: 'How many a filter finds, their quantity, and the counts of the tabs',
    output: totalsOutput({ qty: z.string() }),
  },
  export: { path: '/api/Ground/ExportPutAways' },
  access: [browse('ground')],
  row: putAwayRow,
  filters: putAwayFilters,
  sorts: putAwaySorts,
})
export const getPutAwayPlaces = call({
  method: 'GET',
  path: '/api/Ground/GetPutAwayPlaces',
  summary: 'The places that fit best for a task, each with its reason',
  access: [edit('ground')],
  input: z.object({ id }),
  output: z.array(
    z.strictObject({
      locationId: z.int(),
      code: z.string(),
      zoneName: z.string(),
      reason: z.enum(codes('putAwayReason')),
      usedPercent: nullableInt,
    }),
  ),
})
export const putAwayGoods = call({
  method: 'POST',
  path: '/api/Ground/PutAwayGoods',
  summary: 'Put goods away, wholly or in part; mixing, capacity, temperature and quality of the place are checked',
  access: [edit('ground')],
  input: z.object({
    id,
    locationId: id,
    /** Not given: all of it. */
    qty: optional(positiveQuantity),
    /** Of goods with serial numbers those that go, as many as `qty`; none named with the whole: all of them. */
    serials: many(text(60), 10_000),
    ...scanProof,
  }),
  output: z.strictObject({ left: z.string() }),
  idempotent: true,
})
export const putAwayAsSuggested = call({
  method: 'POST',
  path: '/api/Ground/PutAwayAsSuggested',
  summary: 'Put away several tasks at their suggested places, row by row',
  access: [edit('ground')],
  input: z.object({ ids: many(id, 500, 1) }),
  output: outcomes,
  idempotent: true,
})
export const takeBackPutAway = call({
  method: 'POST',
  path: '/api/Ground/TakeBackPutAway',
  summary: 'Bring goods back to where they were received, while they are neither allocated nor moved',
  access: [approve('ground')],
  input: z.object({ ids: many(id, 500, 1) }),
  output: outcomes,
})
