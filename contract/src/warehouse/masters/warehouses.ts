import * as z from 'zod/mini'
import { approve, browse, edit } from '../../access.ts'
import { codes } from '../../dictionary.ts'
import { call, type Input, type Right } from '../../kernel/call.ts'
import { choice, listCalls, outcomes, totalsOutput } from '../../kernel/list.ts'
import { nullableText, version } from '../../kernel/record.ts'
import { decimal, flag, id, int, lines, many, oneOf, optional, text } from '../../kernel/wire.ts'
import { historyEntry } from '../../system/calls.ts'

/** Warehouses with their zones and rules (domain §1). Locations: `locations.ts`. */

/** Short and plain, because it stands in barcodes: letters, digits, dash. */
export const placeCode = (max: number) => text(max).check(z.regex(/^[A-Za-z0-9][A-Za-z0-9-]*$/, 'warehouse.code'))

export const zoneTypes = codes('zoneType')
export type ZoneType = (typeof zoneTypes)[number]
/** From these alone goods are allocated. */
export const sellableZones: readonly ZoneType[] = ['store', 'pick']

const zone = z.object({
  /** Of a zone that exists; a new one has none. */
  id: optional(id),
  code: placeCode(12),
  name: text(40),
  type: oneOf(zoneTypes),
  sellable: flag,
  tempClass: oneOf(codes('tempClass')),
  enabled: flag,
})
const fields = {
  code: placeCode(12),
  name: text(60),
  outletId: id,
  /** GB/T 2260. */
  regionCode: optional(text(12)),
  address: optional(text(200)),
  managerId: optional(id),
  areaM2: optional(decimal(2, '0', '99999999.99')),
  /** What was picked is checked by somebody else before it is packed. */
  secondCheck: flag,
  /** Who counts is not shown the book. */
  blindCount: flag,
  /** How far a carton may be from its calculated weight, %. */
  weightTolerance: decimal(2, '0', '100'),
  /** A batch counts as near its expiry so many days before. */
  nearExpiryDays: int(0, 3650),
  /** Picking, putting away, moving and counting without a scan; not given: as it was, else marked. */
  handEntry: optional(oneOf(codes('handEntry'))),
  /** A receipt is dated so many days back at most, further by who may approve; not given: as it was, else 3. */
  receiveBackDays: optional(int(0, 366)),
  remark: optional(lines(500)),
  zones: many(zone, 100, 1),
}
export const warehouseInput = z.object(fields)
export type WarehouseInput = z.output<typeof warehouseInput>

export const warehouseRow = z.strictObject({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  outletId: z.int(),
  outletName: z.string(),
  regionCode: nullableText,
  regionName: nullableText,
  address: nullableText,
  managerId: z.nullable(z.int()),
  managerName: nullableText,
  areaM2: nullableText,
  zoneCount: z.int(),
  locationCount: z.int(),
  /** Locations with goods, % of the enabled ones; null without any. */
  usedPercent: z.nullable(z.int()),
  enabled: z.boolean(),
  remark: nullableText,
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
})
export type WarehouseRow = z.output<typeof warehouseRow>
export const zoneRow = z.strictObject({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  type: z.enum(zoneTypes),
  sellable: z.boolean(),
  tempClass: z.string(),
  enabled: z.boolean(),
})
export const warehouseDetail = z.extend(warehouseRow, {
  secondCheck: z.boolean(),
  blindCount: z.boolean(),
  weightTolerance: z.string(),
  nearExpiryDays: z.int(),
  handEntry: z.enum(codes('handEntry')),
  receiveBackDays: z.int(),
  zones: z.array(zoneRow),
})
export type WarehouseDetail = z.output<typeof warehouseDetail>

const filters = {
  /** enabled and disabled; none: all. */
  tab: optional(oneOf(['enabled', 'disabled'])),
  /** Contains: code, name, address; Chinese, pinyin, initials. */
  q: optional(text(60)),
  outletId: optional(id),
  /** A region and all below it. */
  regionCode: optional(text(12)),
  managerId: optional(id),
  ids: optional(many(id)),
}
export type WarehouseFilter = Input<typeof getWarehouseTotals>
export const warehouseSorts = ['code', 'name', 'areaM2', 'createdAt'] as const

export const [getWarehouses, getWarehouseTotals, exportWarehouses] = listCalls({
  rows: { path: '/api/Warehouses/GetWarehouses', summary: 'Warehouses that I work in, by code' },
  totals: {
    path: '/api/Warehouses/GetWarehouseTotals',
    summary: 'How many a filter finds, their area, and the counts of its tabs',
    output: totalsOutput({ areaM2: z.string() }),
  },
  export: { path: '/api/Warehouses/ExportWarehouses' },
  access: [browse('wList')],
  row: warehouseRow,
  filters,
  sorts: warehouseSorts,
})
export const getWarehouse = call({
  method: 'GET',
  path: '/api/Warehouses/GetWarehouse',
  summary: 'One warehouse with its zones',
  access: [browse('wList')],
  input: z.object({ id }),
  output: warehouseDetail,
})
export const addWarehouse = call({
  method: 'POST',
  path: '/api/Warehouses/AddWarehouse',
  summary: 'Add a warehouse with its zones',
  access: [edit('wList')],
  input: warehouseInput,
  output: z.strictObject({ id: z.int() }),
  idempotent: true,
})
export const changeWarehouse = call({
  method: 'POST',
  path: '/api/Warehouses/ChangeWarehouse',
  summary: 'Change a warehouse; a zone that is not given is deleted, refused while it has locations',
  access: [edit('wList')],
  input: z.object({ ...fields, id, version }),
  output: z.strictObject({ version: z.int() }),
})
const batch = { ids: many(id, 1000, 1) }
export const setWarehousesEnabled = call({
  method: 'POST',
  path: '/api/Warehouses/SetWarehousesEnabled',
  summary: 'Enable or disable warehouses; disabling is refused while there are goods or open tasks',
  access: [approve('wList')],
  input: z.object({ ...batch, enabled: flag }),
  output: outcomes,
})
export const deleteWarehouses = call({
  method: 'POST',
  path: '/api/Warehouses/DeleteWarehouses',
  summary: 'Delete warehouses that were never used',
  access: [approve('wList')],
  input: z.object(batch),
  output: outcomes,
})
export const getWarehouseHistory = call({
  method: 'GET',
  path: '/api/Warehouses/GetWarehouseHistory',
  summary: "A warehouse's timeline, latest first",
  access: [browse('wList')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})

/** Every page of the warehouse chooses a warehouse, and most an owner. */
export const warehousePages: [Right, ...Right[]] = [
  browse('wList'),
  browse('wLocation'),
  browse('stockNumber'),
  browse('combination'),
  browse('wareNotice'),
  browse('receive'),
  browse('ground'),
  browse('outboundNotice'),
  browse('outBound'),
  browse('encasement'),
  browse('enchase'),
  browse('stock'),
  browse('serialInfo'),
  browse('summaryInfo'),
  browse('quotation'),
  browse('moveStock'),
  browse('count'),
  browse('summaryInfo1'),
  browse('integratedStock'),
  browse('warehouseStock'),
  browse('integratedSerialInfo'),
  browse('integratedSummaryInfo'),
  browse('integratedSummaryInfo1'),
  browse('user'),
]
export const getWarehouseChoices = call({
  method: 'GET',
  path: '/api/Warehouses/GetWarehouseChoices',
  summary: 'Enabled warehouses that I work in; hint: the outlet',
  audience: 'everybody',
  access: warehousePages,
  input: z.object({ q: optional(text(60)), ids: optional(many(id, 200)) }),
  output: z.array(z.extend(choice, { zones: z.array(zoneRow) })),
})
export const getOwnerChoices = call({
  method: 'GET',
  path: '/api/Warehouses/GetOwnerChoices',
  summary: 'Enabled owners of goods inside my scope; hint: the code',
  audience: 'everybody',
  access: warehousePages,
  input: z.object({ q: optional(text(60)), ids: optional(many(id, 200)) }),
  output: z.array(choice),
})
