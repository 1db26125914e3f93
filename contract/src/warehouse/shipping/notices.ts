import * as z from 'zod/mini'
import { approve, browse, edit } from '../../access.ts'
import { codes } from '../../dictionary.ts'
import { abilities, actionsIn } from '../../kernel/ability.ts'
import { call, type Input } from '../../kernel/call.ts'
import { phone } from '../../kernel/checks.ts'
import type { Lifecycle } from '../../kernel/lifecycle.ts'
import { listCalls, outcomes, totalsOutput } from '../../kernel/list.ts'
import { nullableInt, nullableText, version } from '../../kernel/record.ts'
import { date, flag, id, int, lines, many, moment, oneOf, optional, text } from '../../kernel/wire.ts'
import { historyEntry } from '../../system/calls.ts'
import { partMethods } from '../../waybills/payments.ts'
import { qualities } from '../ledger/moveTypes.ts'
import { packRow } from '../masters/items.ts'
import { positiveQuantity } from '../masters/quantity.ts'

/** The outbound notice (CK): ordered, allocated, shipped (domain §6). Quantities in base units unless said. */

export const outboundStates = codes('outboundState')
export type OutboundState = (typeof outboundStates)[number]
/** Until something has left. */
const unshipped = ['new', 'partial', 'allocated', 'picking', 'picked', 'packed'] as const
/** Who orders and ships; what is allocated, picked and packed derives the other states. */
export const outboundLifecycle = {
  edit: { from: ['new'], to: 'new', right: [edit('outboundNotice')] },
  allocate: { from: ['new', 'partial', 'picking', 'picked'], to: 'derived', right: [edit('outboundWork')] },
  /** What is allocated and in no task becomes tasks. */
  wave: { from: ['partial', 'allocated', 'picking'], to: 'derived', right: [edit('outBound')] },
  deallocate: { from: ['partial', 'allocated', 'picking'], to: 'derived', right: [edit('outboundWork')] },
  ship: { from: ['picked', 'packed'], to: 'derived', right: [edit('outboundWork')] },
  /** The rest will not go: some has. */
  close: { from: ['partial', 'allocated', 'picking'], to: 'derived', right: [edit('outboundWork')] },
  intercept: { from: unshipped, to: 'derived', right: [edit('outboundNotice')] },
  release: { from: unshipped, to: 'derived', right: [approve('outboundNotice')] },
  /** What was picked has to be put back first. */
  cancel: { from: ['new', 'partial', 'allocated', 'picking'], to: 'cancelled', right: [approve('outboundNotice')] },
  reverse: { from: ['shipped', ...unshipped], to: 'derived', right: [approve('outboundNotice')] },
} as const satisfies Lifecycle<
  OutboundState,
  'edit' | 'allocate' | 'wave' | 'deallocate' | 'ship' | 'close' | 'intercept' | 'release' | 'cancel' | 'reverse'
>
export type OutboundAction = keyof typeof outboundLifecycle

// ---- The notice

const outboundLine = z.object({
  itemId: id,
  /** As ordered: so many of a unit of the item. */
  unit: text(20),
  unitQty: positiveQuantity,
  /** Of this batch alone. */
  batchNo: optional(text(40)),
  /** Only goods that expire after this day. */
  expiryAfter: optional(date),
  /** Not given: good. */
  quality: optional(oneOf(qualities)),
})
export type OutboundLineInput = z.output<typeof outboundLine>
const outboundFields = {
  warehouseId: id,
  ownerId: id,
  type: oneOf(codes('outboundType')),
  consigneeCompany: optional(text(120)),
  consigneeName: text(60),
  consigneePhone: phone,
  /** GB/T 2260, at any level; a waybill needs the finest. */
  regionCode: optional(text(12)),
  address: text(200),
  /** When the consignee wants it to leave. */
  requiredAt: optional(moment),
  carrierId: optional(id),
  customerOrderNo: optional(text(60)),
  remark: optional(lines(500)),
  lines: many(outboundLine, 500, 1),
}
export const outboundInput = z.object(outboundFields)
export type OutboundInput = z.output<typeof outboundInput>

export const outboundRow = z.strictObject({
  id: z.int(),
  noticeNo: z.string(),
  state: z.enum(outboundStates),
  intercepted: z.boolean(),
  /** Something was not where it should have been, and is not covered again. */
  short: z.boolean(),
  type: z.string(),
  warehouseId: z.int(),
  warehouseName: z.string(),
  ownerId: z.int(),
  ownerName: z.string(),
  customerOrderNo: nullableText,
  consigneeCompany: nullableText,
  consigneeName: z.string(),
  consigneePhone: z.string(),
  regionCode: nullableText,
  regionName: nullableText,
  address: z.string(),
  requiredAt: nullableText,
  carrierId: nullableInt,
  carrierName: nullableText,
  lineCount: z.int(),
  qty: z.string(),
  /** Covered, gone or not: what is picked is allocated too, what is shipped is picked too. */
  allocated: z.string(),
  picked: z.string(),
  packed: z.string(),
  shipped: z.string(),
  /** Short-closed. */
  closed: z.string(),
  cartonCount: z.int(),
  /** kg and m³ as the items say. */
  weight: z.string(),
  volume: z.string(),
  waybillId: nullableInt,
  waybillNo: nullableText,
  remark: nullableText,
  createdByName: nullableText,
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
  actions: abilities(actionsIn<OutboundAction>(outboundLifecycle)),
})
export type OutboundRow = z.output<typeof outboundRow>
export const outboundLineRow = z.strictObject({
  id: z.int(),
  itemId: z.int(),
  itemNo: z.string(),
  itemName: z.string(),
  baseUnit: z.string(),
  packs: z.array(packRow),
  unit: z.string(),
  unitQty: z.string(),
  qty: z.string(),
  batchNo: nullableText,
  expiryAfter: nullableText,
  quality: z.enum(qualities),
  allocated: z.string(),
  picked: z.string(),
  packed: z.string(),
  shipped: z.string(),
  closed: z.string(),
  /** Neither allocated nor closed. */
  open: z.string(),
})
export type OutboundLineRow = z.output<typeof outboundLineRow>
/** Where the goods of a line stand. */
export const allocationRow = z.strictObject({
  id: z.int(),
  lineId: z.int(),
  itemNo: z.string(),
  itemName: z.string(),
  baseUnit: z.string(),
  state: z.enum(codes('allocationState')),
  qty: z.string(),
  batchNo: z.string(),
  expiry: nullableText,
  quality: z.enum(qualities),
  locationId: z.int(),
  locationCode: z.string(),
  containerCode: nullableText,
  taskId: nullableInt,
  taskNo: nullableText,
  serials: z.array(z.string()),
})
export type AllocationRow = z.output<typeof allocationRow>
export const shipmentRow = z.strictObject({
  id: z.int(),
  at: z.string(),
  byName: z.string(),
  qty: z.string(),
  waybillId: nullableInt,
  waybillNo: nullableText,
  reversedAt: nullableText,
  reversedByName: nullableText,
  reverseReason: nullableText,
})
export type ShipmentRow = z.output<typeof shipmentRow>
export const outboundDetail = z.extend(outboundRow, {
  lines: z.array(outboundLineRow),
  /** These three are empty for an owner's account: where its goods stand is the warehouse's business. */
  allocations: z.array(allocationRow),
  tasks: z.array(z.strictObject({ id: z.int(), taskNo: z.string(), state: z.enum(codes('pickTaskState')) })),
  cartons: z.array(
    z.strictObject({ id: z.int(), cartonNo: z.string(), state: z.enum(codes('cartonState')), weight: nullableText }),
  ),
  shipments: z.array(shipmentRow),
  interceptReason: nullableText,
  cancelReason: nullableText,
})
export type OutboundDetail = z.output<typeof outboundDetail>

/** A state; `intercepted` whatever the state. */
export const outboundTabs = [...outboundStates, 'intercepted'] as const
export type OutboundTab = (typeof outboundTabs)[number]
const outboundFilters = {
  tab: optional(oneOf(outboundTabs)),
  /** Contains: CK number, customer's number, consignee, remark. */
  q: optional(text(60)),
  warehouseId: optional(id),
  ownerId: optional(id),
  type: optional(oneOf(codes('outboundType'))),
  carrierId: optional(id),
  /** A region at any level: its code's significant digits. */
  region: optional(text(12)),
  /** Required from … to, inclusive days. */
  requiredFrom: optional(date),
  requiredTo: optional(date),
  /** With a line of this item. */
  itemId: optional(id),
  /** With goods allocated in this zone and not yet picked. */
  zoneId: optional(id),
  /** With something allocated that is in no task: what a wave can take. */
  forWave: optional(flag),
  ids: optional(many(id)),
}
export type OutboundFilter = Input<typeof getOutboundTotals>
export const outboundSorts = ['requiredAt', 'noticeNo', 'createdAt'] as const

export const [getOutboundNotices, getOutboundTotals, exportOutboundNotices] = listCalls({
  rows: { path: '/api/OutboundNotice/GetOutboundNotices', summary: 'Outbound notices, the earliest required first' },
  totals: {
    path: '/api/OutboundNotice/GetOutboundTotals',
    summary: 'How many a filter finds, their quantities, and the counts of the tabs',
    output: totalsOutput({
      qty: z.string(),
      allocated: z.string(),
      picked: z.string(),
      packed: z.string(),
      shipped: z.string(),
      weight: z.string(),
      volume: z.string(),
    }),
  },
  export: { path: '/api/OutboundNotice/ExportOutboundNotices', access: [browse('outboundNotice')] },
  access: [browse('outboundNotice'), browse('outBound'), browse('encasement')],
  audience: 'everybody',
  row: outboundRow,
  filters: outboundFilters,
  sorts: outboundSorts,
})
export const getOutboundNotice = call({
  method: 'GET',
  path: '/api/OutboundNotice/GetOutboundNotice',
  summary: 'One notice with its lines, where their goods stand, and what was shipped',
  audience: 'everybody',
  access: [browse('outboundNotice'), browse('outBound'), browse('encasement')],
  input: z.object({ id }),
  output: outboundDetail,
})
export const addOutboundNotice = call({
  method: 'POST',
  path: '/api/OutboundNotice/AddOutboundNotice',
  summary: 'Order goods out of a warehouse (AP-11)',
  audience: 'everybody',
  access: [edit('outboundNotice')],
  input: outboundInput,
  output: z.strictObject({ id: z.int(), noticeNo: z.string() }),
  idempotent: true,
})
export const changeOutboundNotice = call({
  method: 'POST',
  path: '/api/OutboundNotice/ChangeOutboundNotice',
  summary: 'Change a notice that nothing is allocated to',
  audience: 'everybody',
  access: [edit('outboundNotice')],
  input: z.object({ ...outboundFields, id, version }),
  output: z.strictObject({ version: z.int() }),
})
export const cancelOutboundNotices = call({
  method: 'POST',
  path: '/api/OutboundNotice/CancelOutboundNotices',
  summary: 'Cancel notices that nothing is picked of; what is allocated is free again',
  access: [approve('outboundNotice')],
  input: z.object({ ids: many(id, 1000, 1), reason: lines(200) }),
  output: outcomes,
})
export const interceptOutboundNotices = call({
  method: 'POST',
  path: '/api/OutboundNotice/InterceptOutboundNotices',
  summary: 'Stop notices: nothing of them is picked, packed or shipped until they are released',
  audience: 'everybody',
  access: [edit('outboundNotice')],
  input: z.object({ ids: many(id, 1000, 1), reason: lines(200) }),
  output: outcomes,
})
export const releaseOutboundNotices = call({
  method: 'POST',
  path: '/api/OutboundNotice/ReleaseOutboundNotices',
  summary: 'Let intercepted notices go on',
  access: [approve('outboundNotice')],
  input: z.object({ ids: many(id, 1000, 1) }),
  output: outcomes,
})
export const getOutboundHistory = call({
  method: 'GET',
  path: '/api/OutboundNotice/GetOutboundHistory',
  summary: "A notice's timeline, latest first",
  audience: 'everybody',
  access: [browse('outboundNotice')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})

// ---- Allocating

export const allocateNotices = call({
  method: 'POST',
  path: '/api/OutboundNotice/AllocateNotices',
  summary:
    'Promise stock to notices: what expires, or came in, first; notices in the order given, in part where it runs short',
  access: [edit('outboundWork')],
  input: z.object({ ids: many(id, 500, 1) }),
  output: z.extend(outcomes, {
    /** Notices that are not covered wholly, with what is missing. */
    short: z.array(z.strictObject({ id: z.int(), noticeNo: z.string(), missing: z.string() })),
  }),
  idempotent: true,
})
export const deallocateNotices = call({
  method: 'POST',
  path: '/api/OutboundNotice/DeallocateNotices',
  summary: 'Take back what is promised to notices that nothing is picked of',
  access: [edit('outboundWork')],
  input: z.object({ ids: many(id, 500, 1) }),
  output: outcomes,
  idempotent: true,
})
export const shortageRow = z.strictObject({
  lineId: z.int(),
  itemId: z.int(),
  itemNo: z.string(),
  itemName: z.string(),
  baseUnit: z.string(),
  batchNo: nullableText,
  quality: z.enum(qualities),
  missing: z.string(),
  /** Free, and fit for this line. */
  available: z.string(),
  /** On hand, and why it can not be taken. */
  unusable: z.strictObject({
    allocated: z.string(),
    frozen: z.string(),
    expired: z.string(),
    /** Too little time left to be sent out. */
    tooOld: z.string(),
    otherQuality: z.string(),
    /** Not in a zone that goods are sold from, or of another batch than asked for. */
    elsewhere: z.string(),
    counting: z.string(),
  }),
  /** Who holds it, the most first. */
  holders: z.array(
    z.strictObject({
      noticeId: z.int(),
      noticeNo: z.string(),
      qty: z.string(),
      /** Of that what nobody has begun to pick: it could be yielded. */
      givable: z.string(),
      requiredAt: nullableText,
    }),
  ),
})
export type ShortageRow = z.output<typeof shortageRow>
export const getShortage = call({
  method: 'GET',
  path: '/api/OutboundNotice/GetShortage',
  summary: 'What the lines of a notice lack, why, and which notices hold it',
  access: [edit('outboundWork'), browse('outBound')],
  input: z.object({ id }),
  output: z.array(shortageRow),
})

// ---- Shipping

/** How the goods travel on; the rest of the waybill follows from the notice and its warehouse. */
const waybillWishes = {
  deliveryWay: optional(oneOf(codes('deliveryWay'))),
  payMethod: optional(oneOf(partMethods)),
  /** Who hands them over; not given: the warehouse's manager. */
  shipperName: optional(text(60)),
  shipperPhone: optional(phone),
  /** Of each notice whose goods are in no carton; not given: 1. */
  pieces: optional(many(z.object({ id, pieces: int(1, 999_999) }), 500)),
}
export const shipNotices = call({
  method: 'POST',
  path: '/api/OutboundNotice/ShipNotices',
  summary: 'Ship what is picked, or packed and sealed; on request with a waybill for each notice',
  access: [edit('outboundWork')],
  input: z.object({
    ids: many(id, 500, 1),
    createWaybill: optional(flag),
    /** What was scanned at the dock: a carton of these notices that is not among them, and its notice stays. */
    cartonIds: optional(many(id, 5000)),
    ...waybillWishes,
  }),
  output: z.extend(outcomes, {
    shipped: z.array(
      z.strictObject({ id: z.int(), noticeNo: z.string(), shipmentId: z.int(), waybillNo: nullableText }),
    ),
  }),
  idempotent: true,
})
export const reassignStock = call({
  method: 'POST',
  path: '/api/OutboundNotice/YieldGoods',
  summary: 'What is promised to another notice and not yet being picked goes to a line that lacks it',
  access: [approve('outboundYield')],
  input: z.object({
    /** Who lacks it, and who gives it. */
    id,
    lineId: id,
    holderId: id,
    /** Base units; not given: as much as is lacking and there. */
    qty: optional(positiveQuantity),
    reason: lines(200),
  }),
  output: z.strictObject({
    qty: z.string(),
    /** What the line lacks still. */
    missing: z.string(),
  }),
  idempotent: true,
})
export const closeOutboundNotices = call({
  method: 'POST',
  path: '/api/OutboundNotice/CloseOutboundNotices',
  summary: 'The rest of these notices, of which some has left, will not go: it is free again',
  access: [edit('outboundWork')],
  input: z.object({ ids: many(id, 500, 1), reason: lines(200) }),
  output: outcomes,
})
export const reverseShipment = call({
  method: 'POST',
  path: '/api/OutboundNotice/ReverseShipment',
  summary: 'Take a shipment back into the warehouse, while its waybill has not moved',
  access: [approve('outboundNotice')],
  input: z.object({ shipmentId: id, reason: lines(200) }),
  output: z.strictObject({}),
  idempotent: true,
})
