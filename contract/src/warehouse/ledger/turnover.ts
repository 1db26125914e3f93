import * as z from 'zod/mini'
import { browse } from '../../access.ts'
import { call } from '../../kernel/call.ts'
import { listInput, listOutput } from '../../kernel/list.ts'
import { date, id, many, oneOf, optional, text } from '../../kernel/wire.ts'
import { qualities } from './moveTypes.ts'

/** 出入库汇总: how much came and went in a period, and for whom (domain §6). Only 收货 and 发货 are in and out. Base units. */

export const turnoverGroups = ['item', 'owner', 'warehouse', 'type', 'day', 'month'] as const
export type TurnoverGroup = (typeof turnoverGroups)[number]

const figures = {
  /** Documents by which something came, net of what was taken back. */
  receipts: z.int(),
  received: z.string(),
  shipments: z.int(),
  shipped: z.string(),
  /** Received − shipped. */
  net: z.string(),
  /** Found and lost by counts. */
  adjusted: z.string(),
  /** Made into sets and taken out of them. */
  assembled: z.string(),
  /** Of all that came and went: kg, and m³. Items without a weight or volume count nothing. */
  weight: z.string(),
  volume: z.string(),
}
export const turnoverRow = z.strictObject({
  /** Of the item, owner or warehouse; of a day or month its digits; of a type its place among the types. */
  id: z.int(),
  /** Item number, name of the owner or warehouse, type of the ledger, 2026-11-22 or 2026-11. */
  name: z.string(),
  itemName: z.nullable(z.string()),
  ownerName: z.nullable(z.string()),
  baseUnit: z.nullable(z.string()),
  ...figures,
})
export type TurnoverRow = z.output<typeof turnoverRow>
const filters = {
  group: oneOf(turnoverGroups),
  /** Inclusive days. */
  from: date,
  to: date,
  warehouseId: optional(id),
  ownerId: optional(id),
  /** What an item is called; a number's beginning. */
  q: optional(text(60)),
  quality: optional(oneOf(qualities)),
  ids: optional(many(id)),
}
const inOrder = z.refine<{ from: string; to: string }>(({ from, to }) => from <= to, {
  error: 'field.range',
  path: ['to'],
})
export const turnoverFilter = z.object(filters).check(inOrder)
export type TurnoverFilter = z.output<typeof turnoverFilter>

const access = [browse('summaryInfo'), browse('integratedSummaryInfo')] as const
export const getTurnover = call({
  method: 'GET',
  path: '/api/StockSummary/GetTurnover',
  summary: 'What came and went in a period by item, owner, warehouse, type, day or month',
  audience: 'everybody',
  access,
  input: listInput(filters, ['name', 'received', 'shipped']).check(inOrder),
  output: listOutput(turnoverRow),
})
export const getTurnoverTotals = call({
  method: 'GET',
  path: '/api/StockSummary/GetTurnoverTotals',
  summary: 'The same for everything a filter finds',
  audience: 'everybody',
  access,
  input: turnoverFilter,
  output: z.strictObject({ count: z.int(), ...figures }),
})
export const exportTurnover = call({
  method: 'GET',
  path: '/api/StockSummary/ExportTurnover',
  summary: 'The whole filter as an Excel file, with the columns asked for',
  audience: 'everybody',
  access,
  input: z.object({ ...filters, columns: optional(many(text(40), 60)) }).check(inOrder),
  output: z.strictObject({}),
  transport: 'file',
})
