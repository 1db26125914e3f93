import * as z from 'zod/mini'
import { approve, browse, edit } from '../../access.ts'
import { codes } from '../../dictionary.ts'
import { call, type Input } from '../../kernel/call.ts'
import type { Lifecycle } from '../../kernel/lifecycle.ts'
import { listCalls, outcomes, totalsOutput } from '../../kernel/list.ts'
import { nullableInt, nullableText } from '../../kernel/record.ts'
import { date, id, int, lines, many, oneOf, optional, text } from '../../kernel/wire.ts'
import { qualities } from '../ledger/moveTypes.ts'
import { positiveQuantity } from '../masters/quantity.ts'
import { cartonStates, packedRow } from './cartons.ts'

/** 拆箱: unpackings (CX): goods out of a carton or off a pallet, or a pack broken (domain §6). */

export const unpackLifecycle = {
  reverse: { from: ['done'], to: 'reversed', right: [approve('enchase')] },
} as const satisfies Lifecycle<'done' | 'reversed', 'reverse'>

export const unpackingRow = z.strictObject({
  id: z.int(),
  unpackNo: z.string(),
  kind: z.enum(codes('unpackKind')),
  reason: z.enum(codes('unpackReason')),
  reversed: z.boolean(),
  warehouseId: z.int(),
  warehouseName: z.string(),
  containerCode: nullableText,
  noticeId: nullableInt,
  noticeNo: nullableText,
  ownerName: z.string(),
  itemNo: z.string(),
  itemName: z.string(),
  /** How many kinds of goods and batches, beside the first that is named. */
  moreItems: z.int(),
  batchNo: nullableText,
  quality: nullableText,
  qty: z.string(),
  baseUnit: z.string(),
  toLocation: nullableText,
  remark: nullableText,
  byName: z.string(),
  at: z.string(),
  reversedAt: nullableText,
  reversedByName: nullableText,
  reverseReason: nullableText,
})
export type UnpackingRow = z.output<typeof unpackingRow>
export const unpackingLineRow = z.strictObject({
  id: z.int(),
  itemNo: z.string(),
  itemName: z.string(),
  baseUnit: z.string(),
  batchNo: z.string(),
  quality: z.enum(qualities),
  qty: z.string(),
  serials: z.array(z.string()),
  fromLocation: z.string(),
  /** Of a broken pack: which unit, and how many of it. */
  unit: nullableText,
  unitQty: nullableText,
})
export const unpackingDetail = z.extend(unpackingRow, { lines: z.array(unpackingLineRow) })
export type UnpackingDetail = z.output<typeof unpackingDetail>

export const unpackingTabs = ['whole', 'part', 'pack', 'reversed'] as const
const unpackingFilters = {
  tab: optional(oneOf(unpackingTabs)),
  /** Begins: CX number, SSCC or LPN; contains: CK number, item. */
  q: optional(text(60)),
  warehouseId: optional(id),
  ownerId: optional(id),
  reason: optional(oneOf(codes('unpackReason'))),
  byId: optional(id),
  from: optional(date),
  to: optional(date),
  ids: optional(many(id)),
}
export type UnpackingFilter = Input<typeof getUnpackingTotals>
export const unpackingSorts = ['at', 'unpackNo'] as const
export const [getUnpackings, getUnpackingTotals, exportUnpackings] = listCalls({
  rows: { path: '/api/Enchase/GetUnpackings', summary: 'What was unpacked, the latest first' },
  totals: {
    path: '/api/Enchase/GetUnpackingTotals',
    summary: 'How many a filter finds, their quantity, and the counts of the tabs',
    output: totalsOutput({ qty: z.string() }),
  },
  export: { path: '/api/Enchase/ExportUnpackings' },
  access: [browse('enchase')],
  row: unpackingRow,
  filters: unpackingFilters,
  sorts: unpackingSorts,
})
export const getUnpacking = call({
  method: 'GET',
  path: '/api/Enchase/GetUnpacking',
  summary: 'One unpacking with its lines',
  access: [browse('enchase')],
  input: z.object({ id }),
  output: unpackingDetail,
})
/** What stands in a carton or on a pallet, for whoever unpacks it. */
export const getContainer = call({
  method: 'GET',
  path: '/api/Enchase/GetContainer',
  summary: 'What stands in a carton (SSCC) or on a pallet (LPN)',
  access: [browse('enchase')],
  input: z.object({ code: text(40) }),
  output: z.strictObject({
    code: z.string(),
    type: z.enum(['lpn', 'carton']),
    warehouseId: z.int(),
    locationCode: nullableText,
    noticeNo: nullableText,
    state: z.nullable(z.enum(cartonStates)),
    contents: z.array(
      z.extend(packedRow, {
        /** Of a pallet: the balance; of a carton: the row of its contents. */
        id: z.int(),
        lineId: nullableInt,
        /** Not promised, not frozen: what may be taken off a pallet. */
        free: z.string(),
      }),
    ),
    /** Where its goods may go: of a carton, where goods are made ready; of a pallet, anywhere. Usual ones first. */
    locations: z.array(z.strictObject({ id: z.int(), label: z.string() })),
  }),
})
export const unpackContainer = call({
  method: 'POST',
  path: '/api/Enchase/UnpackContainer',
  summary: 'Take goods out of a carton or off a pallet, all or some, to a location',
  access: [edit('enchase')],
  input: z.object({
    code: text(40),
    reason: oneOf(codes('unpackReason')),
    toLocationId: id,
    /** Empty: all of it. */
    lines: many(
      z.object({
        /** The row of `getContainer`. */
        id,
        qty: positiveQuantity,
        serials: many(text(60), 10_000),
      }),
      500,
    ),
    remark: optional(lines(200)),
  }),
  output: z.strictObject({ id: z.int(), unpackNo: z.string() }),
  idempotent: true,
})
export const breakPack = call({
  method: 'POST',
  path: '/api/Enchase/BreakPack',
  summary: 'Note that packs were broken into single units; the stock, kept in base units, stays',
  access: [edit('enchase')],
  input: z.object({
    warehouseId: id,
    itemId: id,
    unit: text(20),
    /** How many packs. */
    count: int(1, 1_000_000),
    locationId: optional(id),
    reason: oneOf(codes('unpackReason')),
    remark: optional(lines(200)),
  }),
  output: z.strictObject({ id: z.int(), unpackNo: z.string() }),
  idempotent: true,
})
export const reverseUnpacking = call({
  method: 'POST',
  path: '/api/Enchase/ReverseUnpacking',
  summary: 'Put goods back into what they were taken out of, while they stand untouched where they were put',
  access: [approve('enchase')],
  input: z.object({ ids: many(id, 200, 1), reason: lines(200) }),
  output: outcomes,
})
