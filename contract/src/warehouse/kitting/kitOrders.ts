import * as z from 'zod/mini'
import { approve, browse, edit } from '../../access.ts'
import { codes } from '../../dictionary.ts'
import { abilities, actionsIn } from '../../kernel/ability.ts'
import { call, type Input } from '../../kernel/call.ts'
import type { Lifecycle } from '../../kernel/lifecycle.ts'
import { listCalls, outcomes, totalsOutput } from '../../kernel/list.ts'
import { nullableInt, nullableText } from '../../kernel/record.ts'
import { date, flag, id, lines, many, oneOf, optional, text } from '../../kernel/wire.ts'
import { historyEntry } from '../../system/calls.ts'
import { qualities } from '../ledger/moveTypes.ts'
import { positiveQuantity } from '../masters/quantity.ts'
import { shortageRow } from '../shipping/notices.ts'

/** 组合单 (ZZ): sets are made of parts in stock, or taken apart, in one posting (D-03, domain §6 ASM and DIS). */

export const kitOrderKinds = codes('kitOrderKind')
export type KitOrderKind = (typeof kitOrderKinds)[number]
export const kitOrderStates = codes('kitOrderState')
export type KitOrderState = (typeof kitOrderStates)[number]
export const kitOrderLifecycle = {
  run: { from: ['new'], to: 'done', right: [edit('combination')] },
  cancel: { from: ['new'], to: 'cancelled', right: [edit('combination')] },
  /** Refused by the ledger where the sets, or the parts, have gone on since. */
  reverse: { from: ['done'], to: 'reversed', right: [approve('combination')] },
} as const satisfies Lifecycle<KitOrderState, 'run' | 'cancel' | 'reverse'>
export type KitOrderAction = keyof typeof kitOrderLifecycle

const serials = many(text(60), 10_000)
const partInput = z.object({
  partId: id,
  /** Of sets taken apart: the batch that went into them; else what is typed, else what went in first. */
  batchId: optional(id),
  batchNo: optional(text(60)),
  production: optional(date),
  expiry: optional(date),
  /** Of parts with serial numbers: those that go in, or come out. */
  serials,
})
export type KitPartInput = z.output<typeof partInput>
const seenTake = z.object({ stockId: id, qty: positiveQuantity })
export type SeenTake = z.output<typeof seenTake>
/** What may be said when an order is written, and has to be said by the time it is done. */
const details = {
  toLocationId: id,
  /** Of sets with batches that are made; not given: the order's number. */
  batchNo: optional(text(60)),
  /** Of sets that are made; not given: that of the part which expires first, at most. */
  expiry: optional(date),
  /** Of sets with serial numbers. */
  serials,
  /** What has to be said of single parts; those left out are as they are. */
  parts: many(partInput, 100),
  /** Where the parts would be taken from, as it was shown: anything else is refused, and has to be looked at again. */
  seen: optional(many(seenTake, 2000)),
}
const fields = {
  kind: oneOf(kitOrderKinds),
  kitId: id,
  /** Base units of the set. */
  qty: positiveQuantity,
  /** Of an assembly. */
  warehouseId: optional(id),
  /** Of a disassembly: the key that the sets are taken from. */
  stockId: optional(id),
  remark: optional(lines(500)),
  ...details,
  /** Do it now; else it waits for whoever does it. */
  run: flag,
}
export const kitOrderInput = z.object(fields)
export type KitOrderInput = z.output<typeof kitOrderInput>

/** What an assembly of so many sets would take, and from where. */
const take = z.strictObject({
  stockId: z.int(),
  locationCode: z.string(),
  containerCode: nullableText,
  batchNo: z.string(),
  expiry: nullableText,
  qty: z.string(),
  /** Of a part with serial numbers: those that were named, or the first that stand there. */
  serials: z.array(z.string()),
})
export type KitTake = z.output<typeof take>
const plannedPart = z.strictObject({
  partId: z.int(),
  itemNo: z.string(),
  name: z.string(),
  baseUnit: z.string(),
  batchControlled: z.boolean(),
  serialControlled: z.boolean(),
  expiryControlled: z.boolean(),
  qtyPer: z.string(),
  qty: z.string(),
})
export const plannedTakes = z.extend(plannedPart, { missing: z.string(), takes: z.array(take) })
export type PlannedTakes = z.output<typeof plannedTakes>
export const planAssembly = call({
  method: 'POST',
  path: '/api/Combination/PlanAssembly',
  summary:
    'Where the parts of so many sets would be taken from, first what expires first; what is missing, and who holds it',
  access: [edit('combination')],
  input: z.object({ kitId: id, warehouseId: id, qty: positiveQuantity, parts: many(partInput, 100) }),
  output: z.strictObject({
    lines: z.array(plannedTakes),
    /** The first day on which a part expires; null: none does. */
    expiry: nullableText,
    shortages: z.array(shortageRow),
  }),
})
export const plannedReturns = z.extend(plannedPart, {
  /** Batches of the part that went into these sets here, and how much of each. */
  batches: z.array(
    z.strictObject({
      batchId: z.int(),
      batchNo: z.string(),
      production: nullableText,
      expiry: nullableText,
      qty: z.string(),
    }),
  ),
  /** Numbers that went into these sets here and are not in stock. */
  serials: z.array(z.string()),
})
export type PlannedReturns = z.output<typeof plannedReturns>
export const planDisassembly = call({
  method: 'POST',
  path: '/api/Combination/PlanDisassembly',
  summary: 'What comes out of so many sets of a key: batches and serial numbers that went into them, where it is known',
  access: [edit('combination')],
  input: z.object({ kitId: id, stockId: id, qty: positiveQuantity, serials }),
  output: z.strictObject({ lines: z.array(plannedReturns), setSerials: z.array(z.string()) }),
})

/** Sets that stand somewhere: what may be taken apart. */
export const kitStock = z.strictObject({
  id: z.int(),
  label: z.string(),
  hint: nullableText,
  warehouseId: z.int(),
  warehouseName: z.string(),
  locationId: z.int(),
  locationCode: z.string(),
  batchNo: z.string(),
  expiry: nullableText,
  quality: z.enum(qualities),
  containerCode: nullableText,
  free: z.string(),
})
export type KitStock = z.output<typeof kitStock>
export const getKitStock = call({
  method: 'GET',
  path: '/api/Combination/GetKitStock',
  summary: 'Where free sets of a kit stand: location, batch and how many',
  access: [edit('combination')],
  input: z.object({ kitId: id, q: optional(text(60)), ids: optional(many(id, 200)) }),
  output: z.array(kitStock),
})

const done = z.strictObject({ id: z.int(), orderNo: z.string(), state: z.enum(kitOrderStates) })
export const addKitOrder = call({
  method: 'POST',
  path: '/api/Combination/AddKitOrder',
  summary: 'Write an order to make sets or take them apart, and do it at once if asked to',
  access: [edit('combination')],
  input: kitOrderInput,
  output: done,
  idempotent: true,
})
export const runKitOrder = call({
  method: 'POST',
  path: '/api/Combination/RunKitOrder',
  summary: 'Do an order that waits: parts out and sets in, or the other way round, in one posting',
  access: [edit('combination')],
  input: z.object({ id, ...details }),
  output: done,
  idempotent: true,
})
const reason = lines(200)
export const cancelKitOrders = call({
  method: 'POST',
  path: '/api/Combination/CancelKitOrders',
  summary: 'Cancel orders that wait',
  access: [edit('combination')],
  input: z.object({ ids: many(id, 500, 1), reason }),
  output: outcomes,
})
export const reverseKitOrders = call({
  method: 'POST',
  path: '/api/Combination/ReverseKitOrders',
  summary: 'Take orders back that were done, while sets and parts stand untouched',
  access: [approve('combination')],
  input: z.object({ ids: many(id, 500, 1), reason }),
  output: outcomes,
  idempotent: true,
})

export const kitOrderRow = z.strictObject({
  id: z.int(),
  orderNo: z.string(),
  kind: z.enum(kitOrderKinds),
  state: z.enum(kitOrderStates),
  kitId: z.int(),
  itemNo: z.string(),
  itemName: z.string(),
  baseUnit: z.string(),
  ownerName: z.string(),
  warehouseId: z.int(),
  warehouseName: z.string(),
  qty: z.string(),
  /** Of the sets. */
  batchNo: nullableText,
  expiry: nullableText,
  /** Of a disassembly: where the sets stood. */
  fromLocation: nullableText,
  toLocation: z.string(),
  remark: nullableText,
  createdByName: nullableText,
  createdAt: z.string(),
  doneAt: nullableText,
  doneByName: nullableText,
  /** Why it was cancelled or taken back. */
  voidReason: nullableText,
  version: z.int(),
  actions: abilities(actionsIn<KitOrderAction>(kitOrderLifecycle)),
})
export type KitOrderRow = z.output<typeof kitOrderRow>
export const kitOrderLineRow = z.extend(plannedPart, {
  id: z.int(),
  batchId: nullableInt,
  batchNo: nullableText,
  production: nullableText,
  expiry: nullableText,
  serials: z.array(z.string()),
  /** What the ledger says: where it was taken from or put, in which batch. Empty until it is done. */
  moves: z.array(
    z.strictObject({
      locationCode: z.string(),
      containerCode: nullableText,
      batchNo: z.string(),
      expiry: nullableText,
      qty: z.string(),
    }),
  ),
})
export type KitOrderLineRow = z.output<typeof kitOrderLineRow>
export const kitOrderDetail = z.extend(kitOrderRow, {
  stockId: nullableInt,
  toLocationId: z.int(),
  setBatchControlled: z.boolean(),
  setSerialControlled: z.boolean(),
  setExpiryControlled: z.boolean(),
  serials: z.array(z.string()),
  lines: z.array(kitOrderLineRow),
})
export type KitOrderDetail = z.output<typeof kitOrderDetail>

const filters = {
  tab: optional(oneOf(kitOrderStates)),
  /** Contains: ZZ number, set, batch, location. */
  q: optional(text(60)),
  kind: optional(oneOf(kitOrderKinds)),
  kitId: optional(id),
  warehouseId: optional(id),
  ownerId: optional(id),
  from: optional(date),
  to: optional(date),
  ids: optional(many(id)),
}
export type KitOrderFilter = Input<typeof getKitOrderTotals>
export const kitOrderSorts = ['createdAt', 'orderNo'] as const
export const [getKitOrders, getKitOrderTotals, exportKitOrders] = listCalls({
  rows: { path: '/api/Combination/GetKitOrders', summary: 'Kit orders, latest first' },
  totals: {
    path: '/api/Combination/GetKitOrderTotals',
    summary: 'How many a filter finds, their sets, and the counts of the tabs',
    output: totalsOutput({ qty: z.string() }),
  },
  export: { path: '/api/Combination/ExportKitOrders' },
  access: [browse('combination')],
  audience: 'everybody',
  row: kitOrderRow,
  filters,
  sorts: kitOrderSorts,
})
export const getKitOrder = call({
  method: 'GET',
  path: '/api/Combination/GetKitOrder',
  summary: 'One kit order with its parts and where they went',
  access: [browse('combination')],
  input: z.object({ id }),
  output: kitOrderDetail,
})
export const getKitOrderHistory = call({
  method: 'GET',
  path: '/api/Combination/GetKitOrderHistory',
  summary: "An order's timeline, latest first",
  access: [browse('combination')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})
