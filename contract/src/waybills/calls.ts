import * as z from 'zod/mini'
import { approve, browse, edit } from '../access.ts'
import { dictCode } from '../dictCode.ts'
import { codes } from '../dictionary.ts'
import { abilities } from '../kernel/ability.ts'
import { call, type Input } from '../kernel/call.ts'
import { phone } from '../kernel/checks.ts'
import { listCalls, outcomes } from '../kernel/list.ts'
import { version } from '../kernel/record.ts'
import {
  date,
  decimal,
  flag,
  id,
  int,
  lines,
  many,
  moment,
  money,
  oneOf,
  optional,
  text,
  volumeM3,
  weightKg,
} from '../kernel/wire.ts'
import { storedFile } from '../system/files.ts'
import { feeLines, serviceLines } from './charges.ts'
import { undoableSteps } from './events.ts'
import { legOut, strand } from './legs.ts'
import { agreedPart, chargedPart, paymentParts } from './payments.ts'
import { pickupCode } from './pickup.ts'
import { collections, invoicings, priceActions, priceStates } from './priceStates.ts'
import { waybillActions, waybillStates } from './states.ts'

/** Waybills: create, import, list, detail, sign (domain §2). */

const done = z.strictObject({ version: z.int() })

export const party = z.object({
  company: optional(text(120)),
  name: text(60),
  phone,
  /** GB/T 2260 code of a county, or of a city that has none. */
  region: text(12),
  address: text(200),
  lng: optional(decimal(6, '-180', '180')),
  lat: optional(decimal(6, '-90', '90')),
})
const goodsLine = z.object({
  name: text(120),
  type: optional(dictCode('goodsType')),
  package: dictCode('package'),
  pieces: int(1, 999_999),
  weight: weightKg,
  lengthCm: optional(decimal(1, '0', '9999.9')),
  widthCm: optional(decimal(1, '0', '9999.9')),
  heightCm: optional(decimal(1, '0', '9999.9')),
  volume: volumeM3,
  declaredValue: optional(money),
})
export type GoodsLine = z.output<typeof goodsLine>

const head = {
  outletId: optional(id),
  /** The outlet that gives the pieces out; not given: as the service regions of the outlets propose. */
  destOutletId: optional(id),
  /** Not given: walk-in (散客). A customer's account always places for itself. */
  customerId: optional(id),
  customerNo: optional(text(60)),
  bizDate: date,
  salesmanId: optional(id),
  transMode: optional(oneOf(codes('transMode'))),
  serviceType: optional(oneOf(codes('serviceType'))),
  carriage: optional(oneOf(codes('carriage'))),
  pickupWay: optional(oneOf(codes('pickupWay'))),
  deliveryWay: oneOf(codes('deliveryWay')),
  planPickup: optional(moment),
  planArrive: optional(moment),
  receiptRequirement: optional(oneOf(codes('receiptRequirement'))),
  receiptCopies: optional(int(0, 99)),
  urgent: optional(flag),
  hold: optional(flag),
  codAmount: optional(money),
  payMethod: oneOf(codes('payMethod')),
  /** Who pays what, of `split` only. */
  payments: optional(paymentParts),
  remarkInternal: optional(lines(500)),
  remarkCustomer: optional(lines(500)),
  shipper: party,
  consignee: party,
  goods: z.array(goodsLine).check(z.minLength(1), z.maxLength(100)),
  /** For whole loads: the vehicle asked for and how far it goes. */
  vehicleModel: optional(dictCode('vehicleModel')),
  km: optional(decimal(1, '0', '99999.9')),
  /** What was agreed; not given: what the price in force makes of it. Never from a customer's account. */
  charges: optional(feeLines),
  /** Not given: as they are, of a new waybill none. */
  services: optional(serviceLines),
}
export const waybillInput = z.object(head)
export type WaybillInput = z.output<typeof waybillInput>

export const createWaybill = call({
  method: 'POST',
  path: '/api/Waybills/CreateWaybill',
  summary: 'Save a draft, or place at once with place = true',
  audience: 'everybody',
  access: [edit('taskList')],
  input: z.object({
    ...head,
    place: optional(flag),
    /** A pre-printed number; drawn from the counter when not given. */
    waybillNo: optional(text(30).check(z.regex(/^[A-Za-z0-9-]+$/, 'field.invalid'))),
  }),
  output: z.strictObject({ id: z.int(), waybillNo: z.string() }),
  idempotent: true,
})
export const changeWaybill = call({
  method: 'POST',
  path: '/api/Waybills/ChangeWaybill',
  summary: 'Change a waybill; the number of pieces only while none has moved or been arranged',
  audience: 'everybody',
  access: [edit('allWayBill'), edit('taskList')],
  input: z.object({ ...head, id, version }),
  output: done,
})

/** Once the price is agreed with the customer, what it depends on changes by a reviewed request (改单). */
export const requestChange = call({
  method: 'POST',
  path: '/api/Waybills/RequestChange',
  summary: 'Ask for a change of a waybill whose price is confirmed; it is made when its review is through',
  access: [edit('allWayBill'), edit('taskList')],
  input: z.object({ ...head, id, version, reason: text(300) }),
  output: z.strictObject({ approvalNo: z.string() }),
  idempotent: true,
})

const rowFields = {
  id: z.int(),
  /** Its own outlet is this user's, or a customer's account sees its own. Elsewhere its money is empty (T1). */
  mine: z.boolean(),
  waybillNo: z.string(),
  state: z.enum(waybillStates),
  /** Pieces in that state, of `pieces`. */
  statePieces: z.int(),
  /** Pieces at a place with no live arrangement for their next leg (待安排). */
  unarranged: z.int(),
  /** Pieces that the consignee has, of `pieces`; beside the state of the others. */
  signed: z.int(),
  /** Pieces that the consignee refused, of `pieces`; they are in no state. */
  refused: z.int(),
  urgent: z.boolean(),
  hold: z.boolean(),
  exceptions: z.int(),
  customerId: z.nullable(z.int()),
  customerName: z.nullable(z.string()),
  customerNo: z.nullable(z.string()),
  bizDate: z.string(),
  shipperCity: z.string(),
  consigneeCity: z.string(),
  goodsName: z.string(),
  pieces: z.int(),
  weight: z.string(),
  volume: z.string(),
  declaredValue: z.string(),
  codAmount: z.string(),
  payMethod: z.string(),
  /** The parts of `split` as agreed, else null; and what its charges come to by way of payment, null where it has none: `chargedBy`. */
  payments: z.nullable(z.array(agreedPart)),
  charged: z.nullable(z.array(chargedPart)),
  transMode: z.string(),
  serviceType: z.string(),
  carriage: z.string(),
  pickupWay: z.string(),
  deliveryWay: z.string(),
  planPickup: z.nullable(z.string()),
  planArrive: z.nullable(z.string()),
  receiptRequirement: z.string(),
  shipperName: z.string(),
  shipperPhone: z.string(),
  consigneeCompany: z.nullable(z.string()),
  consigneeName: z.string(),
  consigneePhone: z.string(),
  consigneeAddress: z.string(),
  outletName: z.string(),
  /** 到达网点, where it has one. */
  destName: z.nullable(z.string()),
  salesmanName: z.nullable(z.string()),
  clerkName: z.nullable(z.string()),
  source: z.string(),
  remarkCustomer: z.nullable(z.string()),
  /** Null for a customer's account. */
  remarkInternal: z.nullable(z.string()),
  chargeWeight: z.string(),
  /** Yuan, all of what the customer owes; of it the freight; what the price in force made of that. Null where it is not `mine`. */
  receivable: z.nullable(z.string()),
  freight: z.nullable(z.string()),
  quoted: z.nullable(z.string()),
  /** Yuan, its approved cost shares; null without the right to see costs, too. */
  cost: z.nullable(z.string()),
  priceState: z.enum(priceStates),
  /** Null where it is not `mine`. */
  invoicing: z.nullable(z.enum(invoicings)),
  collection: z.nullable(z.enum(collections)),
  /** Why a review sent the price back, or what the customer said against it; null for a customer's account. */
  priceNote: z.nullable(z.string()),
  confirmedAt: z.nullable(z.string()),
  confirmedByName: z.nullable(z.string()),
  /** When the price last went to the customer. */
  priceSentAt: z.nullable(z.string()),
  priceActions: abilities(priceActions),
  createdAt: z.string(),
  placedAt: z.nullable(z.string()),
  version: z.int(),
  /** What this user may do to it now, as far as a row tells. */
  actions: abilities(waybillActions),
}
export const waybillRow = z.strictObject(rowFields)
export type WaybillRow = z.output<typeof waybillRow>

/** State tabs: a state, or `unarranged`, `exception`. */
export const waybillTabs = [
  'draft',
  'unarranged',
  'inTransit',
  'arrived',
  'delivering',
  'awaitingPickup',
  'signed',
  'exception',
  'cancelled',
] as const
export type WaybillTab = (typeof waybillTabs)[number]
/** Tabs of the price confirmation; `rejected`: sent back by a review, and unpriced again; `disputed`: reviewed, but not agreed to by the customer. */
export const priceTabs = ['reviewed', 'unpriced', 'pending', 'rejected', 'disputed', 'confirmed'] as const
export type PriceTab = (typeof priceTabs)[number]

/** Characters of a search: many numbers may be pasted at once. */
export const longestNumbers = 800
export const waybillFilters = {
  tab: optional(oneOf(waybillTabs)),
  /** Waybills that are placed and not cancelled, by how far their price is. */
  priceTab: optional(oneOf([...priceTabs, 'all'])),
  priceStates: optional(many(oneOf(priceStates), 4)),
  /** Any part of: our number or the customer's, names with pinyin and initials, phones, addresses, goods, plates; or several numbers, with blanks or commas between. */
  q: optional(text(longestNumbers)),
  customerId: optional(id),
  outletId: optional(id),
  destOutletId: optional(id),
  bizFrom: optional(date),
  bizTo: optional(date),
  /** Days on which something of it was signed. */
  signedFrom: optional(date),
  signedTo: optional(date),
  /** An arrival was planned. */
  planned: optional(flag),
  states: optional(many(oneOf(waybillStates), 20)),
  from: optional(text(12)),
  /** A region at any level: its code's significant digits. */
  to: optional(text(12)),
  payMethods: optional(many(oneOf(codes('payMethod')), 10)),
  transModes: optional(many(oneOf(codes('transMode')), 10)),
  /** Of those that are mine. */
  invoicings: optional(many(oneOf(invoicings), 5)),
  collections: optional(many(oneOf(collections), 3)),
  urgent: optional(flag),
  hold: optional(flag),
  walkIn: optional(flag),
  importId: optional(id),
  ids: optional(many(id)),
}
export type WaybillFilter = Input<typeof getWaybillTotals>
export const waybillSorts = ['createdAt', 'waybillNo', 'bizDate', 'pieces', 'weight', 'volume', 'receivable'] as const
export const [getWaybills, getWaybillTotals, exportWaybills] = listCalls({
  rows: { path: '/api/Waybills/GetWaybills', summary: 'Waybills inside my scope, latest first' },
  totals: {
    path: '/api/Waybills/GetWaybillTotals',
    summary: 'Totals of a filter and counts of the tabs; asked for after the rows',
    output: z.strictObject({
      /** Rows. The sums count those that are placed and not void, as statistics and dashboard do; a tab of drafts or void ones counts its own. */
      count: z.int(),
      /** Of the rows, those that the sums leave out. */
      drafts: z.int(),
      cancelled: z.int(),
      pieces: z.int(),
      weight: z.string(),
      volume: z.string(),
      codAmount: z.string(),
      receivable: z.string(),
      freight: z.string(),
      /** Null without the right to see costs. */
      cost: z.nullable(z.string()),
      /** Counts of the tabs, for the same filter without the tab. */
      tabs: z.record(z.string(), z.int()),
    }),
  },
  export: { path: '/api/Waybills/ExportWaybills' },
  access: [browse('allWayBill'), browse('wayBillList')],
  audience: 'everybody',
  row: waybillRow,
  filters: waybillFilters,
  sorts: waybillSorts,
})
/** 发客户: one customer's prices that wait for its word; answer and remark are left for the customer. */
export const exportPriceSheet = call({
  method: 'GET',
  path: '/api/Waybills/ExportPriceSheet',
  summary: 'Reviewed prices of a customer as an Excel file that comes back with the answers',
  access: [browse('wayBillList')],
  input: z.object({
    customerId: id,
    /** For the name of the file. */
    customerName: optional(text(120)),
    ids: many(id, 10_000, 1),
    columns: optional(many(text(40), 60)),
  }),
  output: z.strictObject({}),
  transport: 'file',
})

const partyOut = z.strictObject({
  company: z.nullable(z.string()),
  name: z.string(),
  phone: z.string(),
  region: z.string(),
  regionName: z.string(),
  address: z.string(),
})
const goodsOut = z.strictObject({
  seq: z.int(),
  name: z.string(),
  type: z.string(),
  package: z.string(),
  pieces: z.int(),
  weight: z.string(),
  lengthCm: z.nullable(z.string()),
  widthCm: z.nullable(z.string()),
  heightCm: z.nullable(z.string()),
  volume: z.string(),
  declaredValue: z.string(),
})
/** Pieces at a place now; those refused by where they lie: `name` is the outlet, or the trip that has not come back. */
const placeOut = z.strictObject({
  place: z.string(),
  placeId: z.int(),
  name: z.string(),
  pieces: z.int(),
  planned: z.int(),
})
const abnormalOut = z.strictObject({
  id: z.int(),
  abnormalNo: z.string(),
  type: z.string(),
  state: z.string(),
  node: z.nullable(z.string()),
  pieces: z.int(),
  text: z.string(),
  happenedAt: z.string(),
})
/** What was signed for, and refused; without a signer where nothing was taken. */
const signingOut = z.strictObject({
  signer: z.string(),
  signedAt: z.string(),
  signed: z.int(),
  refused: z.int(),
  short: z.int(),
  refuseReason: z.nullable(z.string()),
  /** Why it was given out without the pickup code. */
  noCodeReason: z.nullable(z.string()),
  damaged: z.int(),
  /** Yuan: freight and COD together; with its channels where it was signed by strand. */
  collected: z.string(),
  freight: z.string(),
  freightChannel: z.nullable(z.string()),
  cod: z.string(),
  codChannel: z.nullable(z.string()),
  waived: z.boolean(),
})

export const waybillDetail = z.strictObject({
  ...rowFields,
  outletId: z.int(),
  destOutletId: z.nullable(z.int()),
  /** The destination was chosen by a person. */
  destTyped: z.boolean(),
  salesmanId: z.nullable(z.int()),
  /** A change that waits for its review; null for a customer's account. */
  pendingChange: z.nullable(z.strictObject({ reason: z.string(), byName: z.string(), at: z.string() })),
  /** Yuan that the consignee pays at the door: COD, and what of the receivable is 到付. */
  toCollect: z.string(),
  /** Of it the freight. */
  freightToCollect: z.string(),
  /** 应退 above nothing, 应补 below: what the door collected of freight less what is 到付 now, yuan. Null: nothing was collected, or the reader is told no money. */
  doorDifference: z.nullable(z.string()),
  vehicleModel: z.nullable(z.string()),
  km: z.nullable(z.string()),
  receiptCopies: z.int(),
  shipper: partyOut,
  consignee: partyOut,
  goods: z.array(goodsOut),
  places: z.array(placeOut),
  legs: z.array(legOut),
  /** What it was made of, or what was made of its pieces (返货, 转寄). */
  related: z.array(
    z.strictObject({
      waybillNo: z.string(),
      relation: z.enum(['return', 'forward']),
      pieces: z.int(),
      isParent: z.boolean(),
      state: z.enum(waybillStates),
    }),
  ),
  abnormals: z.array(abnormalOut),
  signings: z.array(signingOut),
  files: z.array(storedFile),
  /** Strands that this user may sign: what is out on an arrangement or awaits pickup at an outlet, by its number or name. */
  strands: z.array(z.strictObject({ from: z.string(), name: z.string(), pieces: z.int() })),
  /** 提货码 while pieces await pickup, for its own outlet, the one where they wait, and the customer. */
  pickupCode: z.nullable(z.string()),
  /** Pieces were signed before: what is to be collected was collected with them. */
  wasSigned: z.boolean(),
  /** Why there is no e-POD of it, in the asker's language; null: there is one. */
  noEpod: z.nullable(z.string()),
  /** Undo takes back a refusal, and nothing that was signed. */
  undoesRefusal: z.boolean(),
  /** What undo takes back; null for whoever may not, or where nothing can be. */
  undoes: z.nullable(
    z.strictObject({
      step: z.enum(undoableSteps),
      /** Of a signing those that were signed, and `refused` those that were not. */
      pieces: z.int(),
      refused: z.int(),
      /** Of the arrangement that they were on. */
      arrangementNo: z.nullable(z.string()),
    }),
  ),
  cancelReason: z.nullable(z.string()),
})
export type WaybillDetail = z.output<typeof waybillDetail>
export const getWaybill = call({
  method: 'GET',
  path: '/api/Waybills/GetWaybill',
  summary: 'One waybill, whole, by its number or id',
  audience: 'everybody',
  access: [browse('allWayBill'), browse('taskList')],
  input: z.object({ id: optional(id), no: optional(text(30)) }),
  output: waybillDetail,
})

const eventOut = z.strictObject({
  seq: z.int(),
  type: z.string(),
  at: z.string(),
  byName: z.string(),
  /** What happened, as parameters of the sentence `waybills.event.<type>`; personal fields in plain text while kept. */
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  changes: z.array(z.strictObject({ field: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })),
  hash: z.string(),
})
export type WaybillEventOut = z.output<typeof eventOut>
export const getWaybillEvents = call({
  method: 'GET',
  path: '/api/Waybills/GetWaybillEvents',
  summary: 'The timeline with the verified hash chain (domain §4.3); a customer sees no internal events',
  audience: 'everybody',
  access: [browse('allWayBill')],
  input: z.object({ id }),
  output: z.strictObject({
    events: z.array(eventOut),
    chain: z.strictObject({
      ok: z.boolean(),
      count: z.int(),
      head: z.string(),
      /** Sequence of the first event that does not hold; null when all do. */
      brokenAt: z.nullable(z.int()),
      verifiedAt: z.string(),
    }),
  }),
})

const batch = { ids: many(id, 10_000, 1) }
export const placeWaybills = call({
  method: 'POST',
  path: '/api/Waybills/PlaceWaybills',
  summary: 'Place drafts; each row reports its outcome',
  audience: 'everybody',
  access: [edit('allWayBill'), edit('taskList')],
  input: z.object(batch),
  output: outcomes,
  idempotent: true,
})
export const cancelWaybills = call({
  method: 'POST',
  path: '/api/Waybills/CancelWaybills',
  summary: 'Cancel with a reason; nothing may have moved or be arranged',
  access: [approve('allWayBill')],
  input: z.object({ ...batch, reason: text(200) }),
  output: outcomes,
  idempotent: true,
})
export const checkInWaybills = call({
  method: 'POST',
  path: '/api/Waybills/CheckInWaybills',
  summary: "The shipper's pieces arrive at the outlet (入站)",
  access: [edit('allWayBill'), edit('arrangedOrder')],
  input: z.object({ ...batch, outletId: optional(id), at: optional(moment) }),
  output: outcomes,
  idempotent: true,
})
export const holdWaybill = call({
  method: 'POST',
  path: '/api/Waybills/HoldWaybill',
  summary: 'Hold: no delivery, self-pickup or signing until released (控货)',
  access: [edit('allWayBill')],
  input: z.object({ id, version, reason: text(200) }),
  output: done,
})
export const releaseWaybill = call({
  method: 'POST',
  path: '/api/Waybills/ReleaseWaybill',
  summary: 'Release a held waybill, with the proof (放货)',
  access: [approve('allWayBill')],
  input: z.object({ id, version, proof: text(200) }),
  output: done,
})
export const signWaybill = call({
  method: 'POST',
  path: '/api/Waybills/SignWaybill',
  summary:
    'Sign a strand: signed + refused ≤ pieces there, what is neither stays; photos; freight and COD are collected with the first pieces',
  access: [edit('allWayBill')],
  input: z.object({
    id,
    from: strand,
    /** Of what awaits pickup, while its notice has a code: that one, or why there is none. */
    pickupCode: optional(pickupCode),
    noCodeReason: optional(text(200)),
    signed: int(1, 999_999),
    /** Of the signed ones: taken, but damaged. Opens a case. */
    damaged: optional(int(0, 999_999)),
    /** Refused in the same visit; where nothing is signed, RefuseWaybill. */
    refused: optional(int(0, 999_999)),
    refuseReason: optional(text(200)),
    /** What is neither signed nor refused is missing: opens a case. Not given: it stays where it is, and that is all. */
    shortType: optional(oneOf(['short', 'lost'])),
    signer: text(60),
    signedAt: moment,
    /** 到付 freight and COD, each as it is due, unless waived with the right. */
    freight: optional(money),
    freightChannel: optional(dictCode('payChannel')),
    cod: optional(money),
    codChannel: optional(dictCode('payChannel')),
    waive: optional(flag),
    /** Of 到付 freight that is waived: who pays it instead, the customer (where there is one, unless said otherwise) or nobody. */
    waiveAs: optional(oneOf(['customer', 'writeOff'])),
    files: optional(many(id, 5)),
  }),
  output: done,
  idempotent: true,
})
export const refuseWaybill = call({
  method: 'POST',
  path: '/api/Waybills/RefuseWaybill',
  summary: 'The consignee refuses pieces of a strand, and takes none (拒收)',
  access: [edit('allWayBill')],
  input: z.object({
    id,
    from: strand,
    pieces: int(1, 999_999),
    reason: text(200),
    refusedAt: moment,
    files: optional(many(id, 5)),
  }),
  output: done,
  idempotent: true,
})
export const undoWaybill = call({
  method: 'POST',
  path: '/api/Waybills/UndoWaybill',
  summary:
    'One step back by a counter-movement: check-in, pickup notice, delivery instead, signing or refusal; a trip is undone as a trip. With edit alone: what one refused oneself, without what was signed with it, and one’s own change of address',
  access: [approve('allWayBill'), edit('allWayBill')],
  input: z.object({ id, reason: text(200) }),
  output: done,
  idempotent: true,
})
