import * as z from 'zod/mini'
import { browse } from '../../access.ts'
import type { Input } from '../../kernel/call.ts'
import { listCalls, totalsOutput } from '../../kernel/list.ts'
import { nullableInt, nullableText } from '../../kernel/record.ts'
import { date, id, int, many, moment, oneOf, optional, text } from '../../kernel/wire.ts'
import { zoneTypes } from '../masters/warehouses.ts'
import { qualities } from './moveTypes.ts'

/** Where goods are, how many are free, and why the others are not; now or at any past moment (domain §6). Base units. */

const figures = { onHand: z.string(), allocated: z.string(), frozen: z.string(), available: z.string() }

export const stockRow = z.strictObject({
  id: z.int(),
  warehouseId: z.int(),
  warehouseName: z.string(),
  /** Location, zone and container are not for a customer's account. */
  locationId: nullableInt,
  locationCode: nullableText,
  zoneName: nullableText,
  zoneType: z.enum(zoneTypes),
  ownerId: z.int(),
  ownerName: z.string(),
  itemId: z.int(),
  itemNo: z.string(),
  itemName: z.string(),
  baseUnit: z.string(),
  batchNo: z.string(),
  production: nullableText,
  expiry: nullableText,
  /** Until the expiry; negative: past it. */
  daysLeft: nullableInt,
  inbound: z.string(),
  /** Days since it came in. */
  age: z.int(),
  quality: z.enum(qualities),
  containerId: nullableInt,
  containerCode: nullableText,
  /** The open count that looks into these goods, because a pick missed some; none at a past moment, nor for a customer's account. */
  countNo: nullableText,
  ...figures,
})
export type StockRow = z.output<typeof stockRow>

/** near: within the warehouse's days of its expiry; expired: past it. */
export const stockTabs = ['available', 'pending', 'bad', 'frozen', 'near', 'expired'] as const
export type StockTab = (typeof stockTabs)[number]
const filters = {
  tab: optional(oneOf(stockTabs)),
  /** The beginning of a location, item number, batch or container; or what an item is called. */
  q: optional(text(60)),
  warehouseId: optional(id),
  ownerId: optional(id),
  zoneType: optional(oneOf(zoneTypes)),
  locationId: optional(id),
  itemId: optional(id),
  batchNo: optional(text(40)),
  quality: optional(oneOf(qualities)),
  /** A serial number that stands there. */
  serialNo: optional(text(60)),
  /** At least so many days old. */
  ageFrom: optional(int(0, 100_000)),
  expiryTo: optional(date),
  /** As it was then; not given: now. */
  at: optional(moment),
  ids: optional(many(id)),
}
export type StockFilter = Input<typeof getStockTotals>
export const stockSorts = ['location', 'expiry', 'inbound', 'itemNo'] as const

export const [getStock, getStockTotals, exportStock] = listCalls({
  rows: { path: '/api/Stock/GetStock', summary: 'What stands where, by location' },
  totals: {
    path: '/api/Stock/GetStockTotals',
    summary: 'How many rows a filter finds, their quantities, and the counts of the tabs',
    output: totalsOutput(figures),
  },
  export: { path: '/api/Stock/ExportStock' },
  access: [browse('stock'), browse('warehouseStock')],
  audience: 'everybody',
  row: stockRow,
  filters,
  sorts: stockSorts,
})

/** By owner and item over the warehouses that I work in. */
export const itemStockRow = z.strictObject({
  id: z.int(),
  ownerId: z.int(),
  ownerName: z.string(),
  itemNo: z.string(),
  itemName: z.string(),
  spec: nullableText,
  baseUnit: z.string(),
  minStock: nullableText,
  maxStock: nullableText,
  nextExpiry: nullableText,
  locationCount: z.int(),
  /** Some of what is frozen waits for a count, because a pick missed it; not for a customer's account. */
  toBeCounted: z.boolean(),
  /** Announced and still to come. */
  coming: z.string(),
  ...figures,
})
export type ItemStockRow = z.output<typeof itemStockRow>
/** below: less on hand than the item's minimum; none: nothing on hand. */
export const itemStockTabs = ['inStock', 'below', 'none'] as const
const itemFilters = {
  tab: optional(oneOf(itemStockTabs)),
  q: optional(text(60)),
  warehouseId: optional(id),
  ownerId: optional(id),
  ids: optional(many(id)),
}
export type ItemStockFilter = Input<typeof getItemStockTotals>
export const itemStockSorts = ['itemNo', 'updatedAt'] as const
export const [getItemStock, getItemStockTotals, exportItemStock] = listCalls({
  rows: { path: '/api/Stock/GetItemStock', summary: 'What there is of each item of the owners inside my scope' },
  totals: {
    path: '/api/Stock/GetItemStockTotals',
    summary: 'How many items a filter finds, and the counts of the tabs',
    output: totalsOutput(figures),
  },
  export: { path: '/api/Stock/ExportItemStock' },
  access: [browse('stock'), browse('integratedStock')],
  audience: 'everybody',
  row: itemStockRow,
  filters: itemFilters,
  sorts: itemStockSorts,
})
