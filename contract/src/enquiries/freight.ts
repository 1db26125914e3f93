import * as z from 'zod/mini'
import { browse } from '../access.ts'
import { codes } from '../dictionary.ts'
import { listCalls, totalsOutput } from '../kernel/list.ts'
import { id, many, oneOf, optional } from '../kernel/wire.ts'
import { waybillFilters, waybillRow } from '../waybills/calls.ts'
import { collections, invoicings } from '../waybills/priceStates.ts'

/** 货运查询 (RT-13/freight): what a waybill costs, earns, is invoiced and paid; of one's own outlet alone. */

export const freightTabs = ['unpriced', 'pending', 'confirmed', 'notInvoiced', 'notCollected'] as const
export type FreightTab = (typeof freightTabs)[number]

/** Of a waybill's row, what tells of its money. */
const told = {
  id: true,
  waybillNo: true,
  state: true,
  customerName: true,
  customerNo: true,
  bizDate: true,
  shipperCity: true,
  consigneeCity: true,
  pieces: true,
  chargeWeight: true,
  receivable: true,
  freight: true,
  cost: true,
  payMethod: true,
  payments: true,
  charged: true,
  priceState: true,
  outletName: true,
  salesmanName: true,
} as const
export const toldOfFreight = Object.keys(told) as readonly (keyof typeof told)[]

export const freightRow = z.extend(z.pick(waybillRow, told), {
  /** Of the receivable beside the freight, yuan. */
  pickup: z.string(),
  delivery: z.string(),
  others: z.string(),
  /** Receivable less cost (M57); null while the price is not reviewed, and without the right to see costs. */
  profit: z.nullable(z.string()),
  /** Per cent of the receivable, one decimal; null without a receivable. */
  profitRate: z.nullable(z.string()),
  invoicing: z.enum(invoicings),
  collection: z.enum(collections),
})
export type FreightRow = z.output<typeof freightRow>

const { tab: _, priceTab: __, importId: ___, destOutletId: ____, ...filters } = waybillFilters
export const [getFreights, getFreightTotals, exportFreights] = listCalls({
  rows: {
    path: '/api/Enquiries/GetFreights',
    summary: 'What waybills of my outlets cost, earn, are invoiced and paid, latest business day first',
  },
  totals: {
    path: '/api/Enquiries/GetFreightTotals',
    output: totalsOutput({
      pieces: z.int(),
      chargeWeight: z.string(),
      receivable: z.string(),
      /** Null without the right to see costs; the profit is of those rows that say one. */
      cost: z.nullable(z.string()),
      profit: z.nullable(z.string()),
    }),
  },
  export: { path: '/api/Enquiries/ExportFreights' },
  access: [browse('freight')],
  audience: 'everybody',
  row: freightRow,
  filters: {
    ...filters,
    tab: optional(oneOf(freightTabs)),
    /** With a receivable charge of one of these. */
    feeItems: optional(many(oneOf(codes('feeItem')), 60)),
    /** Whom a customer's account never learns of. */
    salesmanId: optional(id),
  },
  sorts: ['bizDate', 'waybillNo', 'pieces', 'receivable', 'cost', 'profit'],
})
