import * as z from 'zod/mini'
import { approve, browse, edit } from '../../access.ts'
import { call, type Input } from '../../kernel/call.ts'
import { choice, listCalls, outcomes } from '../../kernel/list.ts'
import { nullableText } from '../../kernel/record.ts'
import { flag, id, int, lines, many, oneOf, optional, text } from '../../kernel/wire.ts'
import { historyEntry } from '../../system/calls.ts'
import { positiveQuantity } from '../masters/quantity.ts'

/** Kits 组合货号: items that are made of other items of the same owner (domain §1, RT-18/combination). */

const kitLine = z.object({
  partId: id,
  /** Base units in one set. */
  qty: positiveQuantity,
})
export type KitLineInput = z.output<typeof kitLine>
const parts = { remark: optional(lines(500)), lines: many(kitLine, 100, 1) }

export const kitPartRow = z.strictObject({
  partId: z.int(),
  itemNo: z.string(),
  name: z.string(),
  baseUnit: z.string(),
  batchControlled: z.boolean(),
  serialControlled: z.boolean(),
  expiryControlled: z.boolean(),
  qty: z.string(),
  /** Free to be taken in the warehouses that were asked about, base units. */
  available: z.string(),
  /** It is a set itself: what is taken are sets of it, ready made. */
  isKit: z.boolean(),
})
export type KitPartRow = z.output<typeof kitPartRow>
export const kitRow = z.strictObject({
  id: z.int(),
  itemId: z.int(),
  ownerId: z.int(),
  ownerName: z.string(),
  itemNo: z.string(),
  name: z.string(),
  baseUnit: z.string(),
  batchControlled: z.boolean(),
  serialControlled: z.boolean(),
  expiryControlled: z.boolean(),
  partCount: z.int(),
  /** 可组: whole sets that the free parts allow, warehouse by warehouse. */
  possible: z.string(),
  /** 在库: sets on hand. */
  onHand: z.string(),
  /** Orders that are still to be done: the parts stay as they are. */
  openOrders: z.int(),
  enabled: z.boolean(),
  remark: nullableText,
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
})
export type KitRow = z.output<typeof kitRow>
export const kitDetail = z.extend(kitRow, { lines: z.array(kitPartRow) })
export type KitDetail = z.output<typeof kitDetail>

export const kitTabs = ['enabled', 'disabled'] as const
export type KitTab = (typeof kitTabs)[number]
const filters = {
  tab: optional(oneOf(kitTabs)),
  /** Contains: number, name, barcode of the set. */
  q: optional(text(60)),
  ownerId: optional(id),
  /** With a part whose number, name or barcode contains this. */
  part: optional(text(60)),
  /** Where 可组 and 在库 are asked about; not given: everywhere that I work. */
  warehouseId: optional(id),
  ids: optional(many(id)),
}
export type KitFilter = Input<typeof getKitTotals>
export const kitSorts = ['updatedAt', 'itemNo', 'name', 'createdAt'] as const

export const [getKits, getKitTotals, exportKits] = listCalls({
  rows: {
    path: '/api/Combination/GetKits',
    summary:
      'Sets of the owners inside my scope, last changed first, with how many could be made and how many there are',
  },
  totals: { path: '/api/Combination/GetKitTotals' },
  export: { path: '/api/Combination/ExportKits' },
  access: [browse('combination')],
  audience: 'everybody',
  row: kitRow,
  filters,
  sorts: kitSorts,
})
export const getKit = call({
  method: 'GET',
  path: '/api/Combination/GetKit',
  summary: 'One set with its parts, and what of them is free',
  audience: 'everybody',
  access: [browse('combination')],
  input: z.object({ id, warehouseId: optional(id) }),
  output: kitDetail,
})
export const addKit = call({
  method: 'POST',
  path: '/api/Combination/AddKit',
  summary: 'Say what an item is made of; refused where it would hold itself',
  access: [edit('combination')],
  input: z.object({ itemId: id, ...parts }),
  output: z.strictObject({ id: z.int() }),
  idempotent: true,
})
export const changeKit = call({
  method: 'POST',
  path: '/api/Combination/ChangeKit',
  summary: 'Change the parts of a set; refused while an order of it is to be done',
  access: [edit('combination')],
  input: z.object({ id, version: int(1, 2_000_000_000), ...parts }),
  output: z.strictObject({ version: z.int() }),
})
const batch = { ids: many(id, 1000, 1) }
export const setKitsEnabled = call({
  method: 'POST',
  path: '/api/Combination/SetKitsEnabled',
  summary: 'Enable or disable sets; disabling is refused while an order is to be done',
  access: [approve('combination')],
  input: z.object({ ...batch, enabled: flag }),
  output: outcomes,
})
export const deleteKits = call({
  method: 'POST',
  path: '/api/Combination/DeleteKits',
  summary: 'Delete sets that no order was written for; the item stays',
  access: [approve('combination')],
  input: z.object(batch),
  output: outcomes,
})
export const getKitHistory = call({
  method: 'GET',
  path: '/api/Combination/GetKitHistory',
  summary: "A set's timeline, latest first",
  access: [browse('combination')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})
export const getKitChoices = call({
  method: 'GET',
  path: '/api/Combination/GetKitChoices',
  summary: 'Enabled sets by number, name or barcode; label: number and name, hint: the owner',
  audience: 'everybody',
  access: [browse('combination')],
  input: z.object({ q: optional(text(60)), ids: optional(many(id, 500)) }),
  output: z.array(choice),
})
