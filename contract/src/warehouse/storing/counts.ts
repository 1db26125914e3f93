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
import { scanProof } from '../locations/scanned.ts'
import { packRow } from '../masters/items.ts'
import { quantity } from '../masters/quantity.ts'

/** 盘点单 (PD): places are held still, counted blind, differences counted again by somebody else, and adjusted once approved (domain §6). */

export const countStates = codes('countState')
export type CountState = (typeof countStates)[number]
export const countLifecycle = {
  start: { from: ['new'], to: 'counting', right: [edit('count')] },
  count: { from: ['counting', 'recount'], to: 'derived', right: [edit('count')] },
  recount: { from: ['counting'], to: 'recount', right: [edit('count')] },
  /** Without a difference it is done. */
  submit: { from: ['counting', 'recount'], to: 'derived', right: [edit('count')] },
  withdraw: { from: ['review'], to: 'derived', right: [edit('count')] },
  cancel: { from: ['new', 'counting', 'recount', 'review'], to: 'cancelled', right: [approve('count')] },
} as const satisfies Lifecycle<CountState, 'start' | 'count' | 'recount' | 'submit' | 'withdraw' | 'cancel'>
export type CountAction = keyof typeof countLifecycle

/** What a count is of: what is not named is all of it. */
const range = {
  warehouseId: id,
  zoneIds: many(id, 200),
  locationIds: many(id, 2000),
  itemIds: many(id, 500),
  ownerId: optional(id),
  /** Classes of places. */
  abcClasses: optional(many(oneOf(codes('abcClass')), 3)),
  /** 动碰: only where goods came or went between these days, both included; an emptied place too. */
  movedFrom: optional(date),
  movedTo: optional(date),
}
/** One count holds so many places still: more is several counts, so that the rest of the house can work. */
export const mostCountPlaces = 2000
export const getCountRange = call({
  method: 'GET',
  path: '/api/Count/GetCountRange',
  summary: 'How many places a count of this range would hold still, before it is written',
  access: [edit('count')],
  input: z.object(range),
  output: z.strictObject({
    places: z.int(),
    /** Of them without goods. */
    empty: z.int(),
    /** Of them held still by another count. */
    taken: z.int(),
  }),
})
export const addStockCount = call({
  method: 'POST',
  path: '/api/Count/AddStockCount',
  summary: 'Write a count of zones, places, classes, items, an owner or what moved; what is not named is all of it',
  access: [edit('count')],
  input: z.object({
    ...range,
    remark: optional(lines(500)),
    /** Hold the places still at once. */
    start: flag,
  }),
  output: z.strictObject({ id: z.int(), countNo: z.string() }),
  idempotent: true,
})

export const countRow = z.strictObject({
  id: z.int(),
  countNo: z.string(),
  state: z.enum(countStates),
  warehouseId: z.int(),
  warehouseName: z.string(),
  /** full: of all a warehouse has; moved: of where goods came or went; else cycle. */
  method: z.enum(codes('countMethod')),
  /** Zones, places, classes and items, by their codes, and the days. */
  range: z.string(),
  ownerName: nullableText,
  placeCount: z.int(),
  countedPlaces: z.int(),
  /** Null while the first count goes on: it is blind. */
  differentLines: nullableInt,
  surplus: nullableText,
  shortage: nullableText,
  /** Per cent of the lines that were as the book says. */
  accuracy: nullableText,
  counters: nullableText,
  createdByName: nullableText,
  createdAt: z.string(),
  doneAt: nullableText,
  remark: nullableText,
  cancelReason: nullableText,
  version: z.int(),
  actions: abilities(actionsIn<CountAction>(countLifecycle)),
})
export type CountRow = z.output<typeof countRow>
export const countPlaceRow = z.strictObject({
  locationId: z.int(),
  code: z.string(),
  zoneName: z.string(),
  /** To be counted again, by somebody else. */
  recount: z.boolean(),
  firstByName: nullableText,
  firstAt: nullableText,
  secondByName: nullableText,
  secondAt: nullableText,
  /** Whether this person may count it, or put right what he counted. */
  actions: abilities(['count']),
})
export type CountPlaceRow = z.output<typeof countPlaceRow>
export const countLineRow = z.strictObject({
  id: z.int(),
  locationId: z.int(),
  locationCode: z.string(),
  itemId: z.int(),
  itemNo: z.string(),
  itemName: z.string(),
  baseUnit: z.string(),
  ownerName: z.string(),
  serialControlled: z.boolean(),
  batchControlled: z.boolean(),
  expiryControlled: z.boolean(),
  barcodes: z.array(z.string()),
  packs: z.array(packRow),
  batchNo: z.string(),
  /** Of the batch. */
  expiry: nullableText,
  quality: z.enum(qualities),
  containerCode: nullableText,
  /** Not shown to who counts again. */
  first: nullableText,
  second: nullableText,
  /** Null while the count is blind. */
  book: nullableText,
  difference: nullableText,
  different: z.nullable(z.boolean()),
  /** Yuan, of a line that differs: its difference times the item's value; null: the item has none, or the count is blind. */
  amount: nullableText,
})
export type CountLineRow = z.output<typeof countLineRow>
export const countDetail = z.extend(countRow, {
  /** Stands on the labels of its places. */
  warehouseCode: z.string(),
  /** Whether it may be counted without a scan. */
  handEntry: z.enum(codes('handEntry')),
  places: z.array(countPlaceRow),
  lines: z.array(countLineRow),
  /** Yuan, of all that differs; null: nothing of it has a value, or the count is blind. */
  gain: nullableText,
  loss: nullableText,
  net: nullableText,
  /** Items that differ and have no value; null while the count is blind. */
  unvalued: nullableInt,
})
export type CountDetail = z.output<typeof countDetail>

const filters = {
  tab: optional(oneOf(countStates)),
  /** Contains: PD number, what the range is called. */
  q: optional(text(60)),
  warehouseId: optional(id),
  ownerId: optional(id),
  /** With differences. */
  different: optional(flag),
  from: optional(date),
  to: optional(date),
  ids: optional(many(id)),
}
export type CountFilter = Input<typeof getStockCountTotals>
export const countSorts = ['createdAt', 'countNo'] as const

export const [getStockCounts, getStockCountTotals, exportStockCounts] = listCalls({
  rows: { path: '/api/Count/GetStockCounts', summary: 'Stock counts, latest first' },
  totals: {
    path: '/api/Count/GetStockCountTotals',
    summary: 'How many a filter finds, their places, and the counts of the tabs',
    output: totalsOutput({ placeCount: z.int(), countedPlaces: z.int() }),
  },
  export: { path: '/api/Count/ExportStockCounts' },
  access: [browse('count')],
  row: countRow,
  filters,
  sorts: countSorts,
})
export const getStockCount = call({
  method: 'GET',
  path: '/api/Count/GetStockCount',
  summary: 'One count with its places and lines; the book is shown once it is no longer blind',
  access: [browse('count')],
  /** `no`: its number, as a scanner reads it. */
  input: z.object({ id: optional(id), no: optional(text(40)) }),
  output: countDetail,
})
export const getStockCountHistory = call({
  method: 'GET',
  path: '/api/Count/GetStockCountHistory',
  summary: "A count's timeline, latest first",
  access: [browse('count')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})
export const startStockCount = call({
  method: 'POST',
  path: '/api/Count/StartStockCount',
  summary: 'Hold the places of a count still and note what the book says',
  access: [edit('count')],
  input: z.object({ id }),
  output: z.strictObject({ places: z.int() }),
})
const entry = z.object({
  /** A line of the count; else goods that the book does not have there. */
  lineId: optional(id),
  itemId: optional(id),
  batchNo: optional(text(40)),
  expiry: optional(date),
  quality: optional(oneOf(qualities)),
  containerCode: optional(text(40)),
  qty: quantity,
  serials: many(text(60), 10_000),
  ...scanProof,
})
export type CountEntry = z.output<typeof entry>
export const countPlace = call({
  method: 'POST',
  path: '/api/Count/CountPlace',
  summary: 'What stands at one place, all of it: what is not named is not there',
  access: [edit('count')],
  input: z.object({ id, locationId: id, entries: many(entry, 1000), ...scanProof }),
  output: z.strictObject({ left: z.int() }),
  idempotent: true,
})
export const recountStockCount = call({
  method: 'POST',
  path: '/api/Count/RecountStockCount',
  summary: 'Have the places with differences counted again',
  access: [edit('count')],
  input: z.object({ id }),
  output: z.strictObject({ places: z.int() }),
})
export const submitStockCount = call({
  method: 'POST',
  path: '/api/Count/SubmitStockCount',
  summary: 'All is counted: done without a difference, else to review with the reason',
  access: [edit('count')],
  input: z.object({ id, reason: optional(lines(200)) }),
  output: z.strictObject({ state: z.enum(countStates) }),
  idempotent: true,
})
export const withdrawStockCount = call({
  method: 'POST',
  path: '/api/Count/WithdrawStockCount',
  summary: 'Take a count back from review, before anybody decided',
  access: [edit('count')],
  input: z.object({ id }),
  output: z.strictObject({ state: z.enum(countStates) }),
})
export const cancelStockCounts = call({
  method: 'POST',
  path: '/api/Count/CancelStockCounts',
  summary: 'Cancel counts that were not adjusted; their places are free again',
  access: [approve('count')],
  input: z.object({ ids: many(id, 500, 1), reason: lines(200) }),
  output: outcomes,
})
