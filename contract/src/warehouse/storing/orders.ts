import * as z from 'zod/mini'
import { approve, browse, edit } from '../../access.ts'
import { dictCode } from '../../dictCode.ts'
import { codes } from '../../dictionary.ts'
import { abilities, actionsIn } from '../../kernel/ability.ts'
import { call, type Input } from '../../kernel/call.ts'
import type { Lifecycle } from '../../kernel/lifecycle.ts'
import { choice, listCalls, outcomes, totalsOutput } from '../../kernel/list.ts'
import { nullableText } from '../../kernel/record.ts'
import { date, flag, id, lines, many, oneOf, optional, text } from '../../kernel/wire.ts'
import { historyEntry } from '../../system/calls.ts'
import { qualities } from '../ledger/moveTypes.ts'
import { scanProof } from '../locations/scanned.ts'
import { packRow } from '../masters/items.ts'
import { positiveQuantity } from '../masters/quantity.ts'
import { placeCode } from '../masters/warehouses.ts'

/** 移库单 (YK): goods are moved, frozen, freed or given another quality, at once or as a task (domain §6 moveStock). */

export const stockOrderTypes = codes('stockOrderType')
export type StockOrderType = (typeof stockOrderTypes)[number]
/** Goods go to another place: a replenishment is a move to where they are picked. */
export const isMove = (type: StockOrderType): boolean => type === 'move' || type === 'replenish'
export const stockOrderStates = codes('stockOrderState')
export type StockOrderState = (typeof stockOrderStates)[number]
export const stockOrderLifecycle = {
  run: { from: ['waiting'], to: 'done', right: [edit('moveStock')] },
  cancel: { from: ['waiting'], to: 'cancelled', right: [edit('moveStock')] },
  /** Refused by the ledger where the goods have gone on since. */
  reverse: { from: ['done'], to: 'reversed', right: [approve('moveStock')] },
} as const satisfies Lifecycle<StockOrderState, 'run' | 'cancel' | 'reverse'>
export type StockOrderAction = keyof typeof stockOrderLifecycle

const line = z.object({
  /** The key that goods are taken from, or are held on. */
  stockId: id,
  /** Of a move: the container that the key stands on goes with all that stands on it, promised and frozen goods too. */
  whole: optional(flag),
  /** Base units; not asked of a whole container. */
  qty: optional(positiveQuantity),
  /** Of a move; of a change of quality where the goods go elsewhere with it. */
  toLocationId: optional(id),
  /** Of a change of quality. */
  toQuality: optional(oneOf(qualities)),
  /** Of goods with serial numbers: those that go. None: all that stand on the key. */
  serials: many(text(60), 10_000),
  ...scanProof,
})
export type StockOrderLineInput = z.output<typeof line>
export const addStockOrder = call({
  method: 'POST',
  path: '/api/MoveStock/AddStockOrder',
  summary: 'Write a stock order, and do it at once if asked to',
  access: [edit('moveStock')],
  input: z.object({
    type: oneOf(stockOrderTypes),
    reason: dictCode('stockReason'),
    remark: optional(lines(500)),
    /** Do it now; else it waits for somebody on the floor. */
    run: flag,
    lines: many(line, 500, 1),
  }),
  output: z.strictObject({ id: z.int(), orderNo: z.string(), state: z.enum(stockOrderStates) }),
  idempotent: true,
})

export const stockOrderRow = z.strictObject({
  id: z.int(),
  orderNo: z.string(),
  type: z.enum(stockOrderTypes),
  state: z.enum(stockOrderStates),
  warehouseName: z.string(),
  /** Null where the lines are of several owners. */
  ownerName: nullableText,
  lineCount: z.int(),
  qty: z.string(),
  /** The first of them, and whether there are more. */
  fromLocation: z.string(),
  toLocation: nullableText,
  reason: z.string(),
  remark: nullableText,
  createdByName: nullableText,
  createdAt: z.string(),
  doneAt: nullableText,
  doneByName: nullableText,
  cancelReason: nullableText,
  version: z.int(),
  actions: abilities(actionsIn<StockOrderAction>(stockOrderLifecycle)),
})
export type StockOrderRow = z.output<typeof stockOrderRow>
export const stockOrderLineRow = z.strictObject({
  id: z.int(),
  stockId: z.int(),
  itemNo: z.string(),
  itemName: z.string(),
  baseUnit: z.string(),
  ownerName: z.string(),
  batchNo: z.string(),
  quality: z.enum(qualities),
  containerCode: nullableText,
  fromLocation: z.string(),
  toLocation: nullableText,
  toQuality: z.nullable(z.enum(qualities)),
  qty: z.string(),
  /** With the whole container. */
  whole: z.boolean(),
  serials: z.array(z.string()),
})
export const stockOrderDetail = z.extend(stockOrderRow, { lines: z.array(stockOrderLineRow) })
export type StockOrderDetail = z.output<typeof stockOrderDetail>

const filters = {
  tab: optional(oneOf(stockOrderStates)),
  /** Contains: YK number, item, container, location. */
  q: optional(text(60)),
  warehouseId: optional(id),
  /** With goods of this owner. */
  ownerId: optional(id),
  type: optional(oneOf(stockOrderTypes)),
  reason: optional(text(40)),
  from: optional(date),
  to: optional(date),
  ids: optional(many(id)),
}
export type StockOrderFilter = Input<typeof getStockOrderTotals>
export const stockOrderSorts = ['createdAt', 'orderNo'] as const

export const [getStockOrders, getStockOrderTotals, exportStockOrders] = listCalls({
  rows: { path: '/api/MoveStock/GetStockOrders', summary: 'Stock orders, latest first' },
  totals: {
    path: '/api/MoveStock/GetStockOrderTotals',
    summary: 'How many a filter finds, their lines and quantity, and the counts of the tabs',
    output: totalsOutput({ lineCount: z.int(), qty: z.string() }),
  },
  export: { path: '/api/MoveStock/ExportStockOrders' },
  access: [browse('moveStock')],
  row: stockOrderRow,
  filters,
  sorts: stockOrderSorts,
})
export const getStockOrder = call({
  method: 'GET',
  path: '/api/MoveStock/GetStockOrder',
  summary: 'One stock order with its lines',
  access: [browse('moveStock')],
  input: z.object({ id }),
  output: stockOrderDetail,
})
export const getStockOrderHistory = call({
  method: 'GET',
  path: '/api/MoveStock/GetStockOrderHistory',
  summary: "An order's timeline, latest first",
  access: [browse('moveStock')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})

/** Goods that an order can be about: one key of the ledger, and what of it may go. */
export const movableStock = z.extend(choice, {
  warehouseId: z.int(),
  warehouseName: z.string(),
  /** Stands on the labels of its places. */
  warehouseCode: z.string(),
  /** Whether it may be moved without a scan. */
  handEntry: z.enum(codes('handEntry')),
  locationId: z.int(),
  locationCode: z.string(),
  itemNo: z.string(),
  itemName: z.string(),
  baseUnit: z.string(),
  ownerName: z.string(),
  batchNo: z.string(),
  expiry: nullableText,
  quality: z.enum(qualities),
  containerCode: nullableText,
  /** Moves by number. */
  serialControlled: z.boolean(),
  barcodes: z.array(z.string()),
  packs: z.array(packRow),
  onHand: z.string(),
  allocated: z.string(),
  frozen: z.string(),
  /** On hand and neither promised, frozen nor waiting to be put away. */
  free: z.string(),
})
export type MovableStock = z.output<typeof movableStock>
export const getMovableStock = call({
  method: 'GET',
  path: '/api/MoveStock/GetMovableStock',
  summary:
    'What stands somewhere and could be moved: by the beginning of a location, item, batch or container, or by an exact code',
  access: [edit('moveStock')],
  input: z.object({
    q: optional(text(60)),
    /** Exactly: location or container, as a scanner reads it. */
    code: optional(text(60)),
    /** The warehouse that stands on the label that was scanned: the same place elsewhere is not meant. */
    warehouseCode: optional(placeCode(12)),
    warehouseId: optional(id),
    ids: optional(many(id, 500)),
  }),
  output: z.array(movableStock),
})
export const runStockOrders = call({
  method: 'POST',
  path: '/api/MoveStock/RunStockOrders',
  summary: 'Do orders that wait, row by row',
  access: [edit('moveStock')],
  input: z.object({ ids: many(id, 500, 1) }),
  output: outcomes,
  idempotent: true,
})
export const cancelStockOrders = call({
  method: 'POST',
  path: '/api/MoveStock/CancelStockOrders',
  summary: 'Cancel orders that wait',
  access: [edit('moveStock')],
  input: z.object({ ids: many(id, 500, 1), reason: lines(200) }),
  output: outcomes,
})
export const reverseStockOrders = call({
  method: 'POST',
  path: '/api/MoveStock/ReverseStockOrders',
  summary: 'Take orders back that were done, where the goods have not gone on since',
  access: [approve('moveStock')],
  input: z.object({ ids: many(id, 500, 1) }),
  output: outcomes,
  idempotent: true,
})
