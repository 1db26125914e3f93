import * as z from 'zod/mini'
import { browse } from '../../access.ts'
import { call } from '../../kernel/call.ts'
import { listInput, listOutput } from '../../kernel/list.ts'
import { nullableText } from '../../kernel/record.ts'
import { date, flag, id, many, oneOf, optional, text } from '../../kernel/wire.ts'

/** 收发存汇总: opening + in − out = closing, for any period, row by row and in total (domain §6). Base units. */

export const balanceGroups = ['item', 'batch', 'owner', 'warehouse'] as const
export type BalanceGroup = (typeof balanceGroups)[number]

const figures = {
  opening: z.string(),
  /** 收货 and what takes it back. */
  received: z.string(),
  /** Counts, sets and all else that comes into the warehouse. */
  otherIn: z.string(),
  /** 发货 and what takes it back. */
  shipped: z.string(),
  otherOut: z.string(),
  closing: z.string(),
}
export const balanceRow = z.strictObject({
  /** Of the item, batch, owner or warehouse. */
  id: z.int(),
  /** Item number, batch number, or the name of the owner or warehouse. */
  name: z.string(),
  itemId: z.nullable(z.int()),
  itemNo: nullableText,
  itemName: nullableText,
  ownerName: nullableText,
  baseUnit: nullableText,
  expiry: nullableText,
  ...figures,
})
export type BalanceRow = z.output<typeof balanceRow>
const filters = {
  group: oneOf(balanceGroups),
  /** Inclusive days. */
  from: date,
  to: date,
  warehouseId: optional(id),
  ownerId: optional(id),
  /** What an item is called; a number's beginning. */
  q: optional(text(60)),
  itemId: optional(id),
  /** Rows where nothing came or went, too. */
  still: optional(flag),
  ids: optional(many(id)),
}
const inOrder = z.refine<{ from: string; to: string }>(({ from, to }) => from <= to, {
  error: 'field.range',
  path: ['to'],
})
export const balanceFilter = z.object(filters).check(inOrder)
export type BalanceFilter = z.output<typeof balanceFilter>

export const getBalances = call({
  method: 'GET',
  path: '/api/StockSummary/GetBalances',
  summary: 'Opening, in, out and closing of a period by item, batch, owner or warehouse',
  audience: 'everybody',
  access: [browse('summaryInfo1'), browse('integratedSummaryInfo1')],
  input: listInput(filters, ['name']).check(inOrder),
  output: listOutput(balanceRow),
})
export const getBalanceTotals = call({
  method: 'GET',
  path: '/api/StockSummary/GetBalanceTotals',
  summary:
    'The same for everything a filter finds; balanced: opening + in − out = closing, and closing is the stock as of then',
  audience: 'everybody',
  access: [browse('summaryInfo1'), browse('integratedSummaryInfo1')],
  input: balanceFilter,
  output: z.strictObject({ count: z.int(), ...figures, balanced: z.boolean() }),
})
export const exportBalances = call({
  method: 'GET',
  path: '/api/StockSummary/ExportBalances',
  summary: 'The whole filter as an Excel file, with the columns asked for',
  audience: 'everybody',
  access: [browse('summaryInfo1'), browse('integratedSummaryInfo1')],
  input: z.object({ ...filters, columns: optional(many(text(40), 60)) }).check(inOrder),
  output: z.strictObject({}),
  transport: 'file',
})
