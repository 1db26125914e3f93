import * as z from 'zod/mini'
import { approve, browse, edit } from '../../access.ts'
import { dictCode } from '../../dictCode.ts'
import { codes } from '../../dictionary.ts'
import { call, type Input } from '../../kernel/call.ts'
import { compareDecimal } from '../../kernel/decimal.ts'
import { choice, listCalls, outcomes } from '../../kernel/list.ts'
import { nullableInt, nullableText, version } from '../../kernel/record.ts'
import { decimal, flag, id, int, lines, many, oneOf, optional, text } from '../../kernel/wire.ts'
import { historyEntry } from '../../system/calls.ts'
import { quantity } from './quantity.ts'
import { warehousePages, zoneTypes } from './warehouses.ts'

/** Items 货号: the goods of owners, with packs, controls and what storing them asks for (domain §1). */

const barcode = text(48).check(z.regex(/^[\x21-\x7e]+$/, 'warehouse.barcode'))
const centimetres = decimal(2, '0', '9999.99')
const days = int(0, 36_500)
const pack = z.object({
  unit: dictCode('unit'),
  /** Base units in one of these, more than 1. */
  ratio: decimal(4, '0', '9999999').check(z.refine((value) => compareDecimal(value, '1') > 0, 'warehouse.ratio')),
  barcode: optional(barcode),
})
const fields = {
  ownerId: id,
  itemNo: text(40),
  name: text(120),
  spec: optional(text(120)),
  barcodes: many(barcode, 20),
  categoryId: optional(id),
  baseUnit: dictCode('unit'),
  packs: many(pack, 10),
  /** Of one base unit: cm, kg, m³. */
  lengthCm: optional(centimetres),
  widthCm: optional(centimetres),
  heightCm: optional(centimetres),
  netWeight: optional(decimal(3, '0', '999999')),
  grossWeight: optional(decimal(3, '0', '999999')),
  volume: optional(decimal(6, '0', '9999')),
  /** Yuan per base unit: what a difference of a count is worth. */
  unitValue: optional(decimal(4, '0', '9999999')),
  batchControlled: flag,
  serialControlled: flag,
  expiryControlled: flag,
  shelfLifeDays: optional(days),
  /** Goods with fewer days left are not taken in, or not sent out. */
  minRemainInDays: optional(days),
  minRemainOutDays: optional(days),
  /** How much more than announced may be received, %. */
  overReceivePercent: decimal(2, '0', '100'),
  minStock: optional(quantity),
  maxStock: optional(quantity),
  /** Of picking zones: under pickMin they are filled up to pickMax. One is not without the other. */
  pickMin: optional(quantity),
  pickMax: optional(quantity),
  tempClass: oneOf(codes('tempClass')),
  hazard: flag,
  abc: optional(oneOf(codes('abcClass'))),
  /** The kind of zone where it is put away first. */
  zoneType: optional(oneOf(zoneTypes)),
  remark: optional(lines(500)),
}
export const itemInput = z.object(fields)
export type ItemInput = z.output<typeof itemInput>

export const packRow = z.strictObject({ unit: z.string(), ratio: z.string(), barcode: nullableText })
export const itemRow = z.strictObject({
  id: z.int(),
  ownerId: z.int(),
  ownerName: z.string(),
  itemNo: z.string(),
  name: z.string(),
  spec: nullableText,
  barcodes: z.array(z.string()),
  categoryId: nullableInt,
  categoryName: nullableText,
  baseUnit: z.string(),
  packs: z.array(packRow),
  lengthCm: nullableText,
  widthCm: nullableText,
  heightCm: nullableText,
  netWeight: nullableText,
  grossWeight: nullableText,
  volume: nullableText,
  unitValue: nullableText,
  batchControlled: z.boolean(),
  serialControlled: z.boolean(),
  expiryControlled: z.boolean(),
  shelfLifeDays: nullableInt,
  minRemainInDays: nullableInt,
  minRemainOutDays: nullableInt,
  overReceivePercent: z.string(),
  minStock: nullableText,
  maxStock: nullableText,
  pickMin: nullableText,
  pickMax: nullableText,
  tempClass: z.string(),
  hazard: z.boolean(),
  abc: nullableText,
  zoneType: nullableText,
  /** On hand in the warehouses that I work in, base units. */
  onHand: z.string(),
  /** It has been in stock: owner, unit and controls stay. */
  locked: z.boolean(),
  enabled: z.boolean(),
  remark: nullableText,
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
})
export type ItemRow = z.output<typeof itemRow>

/** incomplete: without barcode, gross weight or volume. */
export const itemTabs = ['enabled', 'incomplete', 'disabled'] as const
export type ItemTab = (typeof itemTabs)[number]
const filters = {
  tab: optional(oneOf(itemTabs)),
  /** Contains: item number, name, barcode, spec; Chinese, pinyin, initials. */
  q: optional(text(60)),
  ownerId: optional(id),
  /** A category and all below it. */
  categoryId: optional(id),
  controlled: optional(oneOf(['batch', 'serial', 'expiry'])),
  tempClass: optional(oneOf(codes('tempClass'))),
  hazard: optional(flag),
  ids: optional(many(id)),
}
export type ItemFilter = Input<typeof getItemTotals>
export const itemSorts = ['updatedAt', 'itemNo', 'name', 'createdAt'] as const

export const [getItems, getItemTotals, exportItems] = listCalls({
  rows: { path: '/api/Items/GetItems', summary: 'Goods of the owners inside my scope, last changed first' },
  totals: { path: '/api/Items/GetItemTotals' },
  export: { path: '/api/Items/ExportItems' },
  access: [browse('stockNumber')],
  audience: 'everybody',
  row: itemRow,
  filters,
  sorts: itemSorts,
})
export const getItem = call({
  method: 'GET',
  path: '/api/Items/GetItem',
  summary: 'One item with its packs',
  audience: 'everybody',
  access: [browse('stockNumber')],
  input: z.object({ id }),
  output: itemRow,
})
export const addItem = call({
  method: 'POST',
  path: '/api/Items/AddItem',
  summary: 'Add an item of an owner',
  audience: 'everybody',
  access: [edit('stockNumber')],
  input: itemInput,
  output: z.strictObject({ id: z.int() }),
  idempotent: true,
})
export const changeItem = call({
  method: 'POST',
  path: '/api/Items/ChangeItem',
  summary: 'Change an item; its owner, unit and controls stay once it has been in stock',
  audience: 'everybody',
  access: [edit('stockNumber')],
  input: z.object({ ...fields, id, version }),
  output: z.strictObject({ version: z.int() }),
})
const batch = { ids: many(id, 1000, 1) }
export const setItemsEnabled = call({
  method: 'POST',
  path: '/api/Items/SetItemsEnabled',
  summary: 'Enable or disable items; disabling is refused while there are goods or open notices',
  audience: 'everybody',
  access: [approve('stockNumber')],
  input: z.object({ ...batch, enabled: flag }),
  output: outcomes,
})
export const deleteItems = call({
  method: 'POST',
  path: '/api/Items/DeleteItems',
  summary: 'Delete items that were never used',
  audience: 'everybody',
  access: [approve('stockNumber')],
  input: z.object(batch),
  output: outcomes,
})
export const getItemHistory = call({
  method: 'GET',
  path: '/api/Items/GetItemHistory',
  summary: "An item's timeline, latest first",
  access: [browse('stockNumber')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})
/** What a line of a document has to know of the goods it names. */
export const itemChoice = z.extend(choice, {
  ownerId: z.int(),
  itemNo: z.string(),
  name: z.string(),
  barcodes: z.array(z.string()),
  baseUnit: z.string(),
  packs: z.array(packRow),
  batchControlled: z.boolean(),
  serialControlled: z.boolean(),
  expiryControlled: z.boolean(),
  shelfLifeDays: nullableInt,
})
export type ItemChoice = z.output<typeof itemChoice>
export const getItemChoices = call({
  method: 'GET',
  path: '/api/Items/GetItemChoices',
  summary: 'Enabled items of an owner by number, name or barcode; label: number and name, hint: the spec',
  audience: 'everybody',
  access: warehousePages,
  input: z.object({
    ownerId: optional(id),
    q: optional(text(60)),
    ids: optional(many(id, 500)),
    /** Exactly these numbers or barcodes: what was pasted or scanned. */
    codes: optional(many(text(60), 500)),
  }),
  output: z.array(itemChoice),
})
