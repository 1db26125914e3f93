import * as z from 'zod/mini'
import { browse, edit } from '../access.ts'
import { codes } from '../dictionary.ts'
import { call, type Input } from '../kernel/call.ts'
import { listCalls } from '../kernel/list.ts'
import { nullableText, version } from '../kernel/record.ts'
import { date, decimal, flag, id, many, oneOf, optional, text } from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'

/** Tax items 税目 (domain-money §1): what a fee item is called on invoices, and its rates, which are data with valid days. */

const percent = decimal(2, '0', '100')
const fields = {
  feeItem: oneOf(codes('feeItem')),
  /** As the line of the invoice calls it. */
  itemName: text(60),
  /** Classification of goods and services for tax, 19 digits. */
  classCode: optional(text(19).check(z.regex(/^\d{19}$/, 'invoices.classCode'))),
  /** Per cent, of a general taxpayer and of a small one. */
  generalRate: percent,
  smallRate: percent,
  /** Both included; not given: since ever, until further notice. */
  validFrom: optional(date),
  validTo: optional(date),
  /** Its lines say from where to where, by which means and what was carried. */
  freight: flag,
  invoiceable: flag,
}
export const taxItemInput = z.object(fields)
export type TaxItemInput = z.output<typeof taxItemInput>

export const taxItemRow = z.strictObject({
  id: z.int(),
  feeItem: z.enum(codes('feeItem')),
  itemName: z.string(),
  classCode: nullableText,
  generalRate: z.string(),
  smallRate: z.string(),
  validFrom: nullableText,
  validTo: nullableText,
  freight: z.boolean(),
  invoiceable: z.boolean(),
  /** Valid today. */
  current: z.boolean(),
  updatedAt: z.string(),
  version: z.int(),
})
export type TaxItemRow = z.output<typeof taxItemRow>

export const taxItemTabs = ['current', 'other'] as const
const filters = {
  /** Valid today; those of other days. */
  tab: optional(oneOf(taxItemTabs)),
  /** Contains: invoice item name, class code. */
  q: optional(text(60)),
  feeItems: optional(many(oneOf(codes('feeItem')), 60)),
  invoiceable: optional(flag),
  freight: optional(flag),
  ids: optional(many(id)),
}
export type TaxItemFilter = Input<typeof getTaxItemTotals>

export const [getTaxItems, getTaxItemTotals, exportTaxItems] = listCalls({
  rows: { path: '/api/TaxItems/GetTaxItems', summary: 'Tax items of fee items with their rates' },
  totals: { path: '/api/TaxItems/GetTaxItemTotals' },
  export: { path: '/api/TaxItems/ExportTaxItems' },
  access: [browse('billing')],
  row: taxItemRow,
  filters,
  sorts: ['feeItem', 'itemName', 'validFrom', 'updatedAt'],
})
export const getTaxItem = call({
  method: 'GET',
  path: '/api/TaxItems/GetTaxItem',
  summary: 'One tax item',
  access: [browse('billing')],
  input: z.object({ id }),
  output: taxItemRow,
})
export const addTaxItem = call({
  method: 'POST',
  path: '/api/TaxItems/AddTaxItem',
  summary: 'Add a tax item; no two of a fee item are valid on one day',
  access: [edit('billing')],
  input: taxItemInput,
  output: z.strictObject({ id: z.int() }),
  idempotent: true,
})
export const changeTaxItem = call({
  method: 'POST',
  path: '/api/TaxItems/ChangeTaxItem',
  summary: 'Change a tax item; invoices keep what they were applied for with',
  access: [edit('billing')],
  input: z.object({ ...fields, id, version }),
  output: z.strictObject({ version: z.int() }),
})
export const getTaxItemHistory = call({
  method: 'GET',
  path: '/api/TaxItems/GetTaxItemHistory',
  summary: "A tax item's timeline, latest first",
  access: [browse('billing')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})
