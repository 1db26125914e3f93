import * as z from 'zod/mini'
import { browse } from '../access.ts'
import { codes } from '../dictionary.ts'
import { invoiceKinds } from '../invoices/states.ts'
import { call } from '../kernel/call.ts'
import { listCalls, totalsOutput } from '../kernel/list.ts'
import { nullableText } from '../kernel/record.ts'
import { date, id, many, optional, text } from '../kernel/wire.ts'

/**
 * What a customer's account reads of its own money beside its waybills (RT-13/freight): statements that were sent, invoices that were
 * issued, COD that was paid out.
 */

const own = { access: [browse('freight')], audience: 'everybody' } as const

/** As the customer knows it: what is being handled since it was sent is not told yet. */
export const ownStatement = z.strictObject({
  id: z.int(),
  no: z.string(),
  fromDay: z.string(),
  toDay: z.string(),
  /** Yuan, as sent. */
  opening: z.string(),
  charges: z.string(),
  adjustments: z.string(),
  received: z.string(),
  closing: z.string(),
  state: z.enum(['sent', 'disputed', 'confirmed']),
  sentAt: z.string(),
  outletName: z.string(),
})
export type OwnStatement = z.output<typeof ownStatement>
export const [getOwnStatements, getOwnStatementTotals, exportOwnStatements] = listCalls({
  rows: { path: '/api/Enquiries/GetOwnStatements', summary: 'Statements that were sent to my company, latest first' },
  totals: { path: '/api/Enquiries/GetOwnStatementTotals' },
  export: { path: '/api/Enquiries/ExportOwnStatements' },
  ...own,
  row: ownStatement,
  filters: { q: optional(text(60)), dayFrom: optional(date), dayTo: optional(date), ids: optional(many(id)) },
  sorts: ['toDay'],
})
export const exportOwnStatement = call({
  method: 'GET',
  path: '/api/Enquiries/ExportOwnStatement',
  summary: 'One statement of my company as the Excel file that was sent',
  ...own,
  input: z.object({ id }),
  output: z.strictObject({}),
  transport: 'file',
})

export const getOwnStatementPdf = call({
  method: 'GET',
  path: '/api/Enquiries/GetOwnStatementPdf',
  summary: 'One statement of my company as the PDF that was sent',
  ...own,
  input: z.object({ id }),
  output: z.strictObject({}),
  transport: 'file',
})

export const ownInvoice = z.strictObject({
  id: z.int(),
  no: z.string(),
  kind: z.enum(invoiceKinds),
  invoiceNo: z.string(),
  issuedOn: z.string(),
  title: z.string(),
  type: z.enum(codes('invoiceType')),
  /** Yuan; of a red letter below nothing. */
  gross: z.string(),
  net: z.string(),
  tax: z.string(),
  sellerName: nullableText,
  files: z.array(z.strictObject({ url: z.string(), name: z.string() })),
})
export type OwnInvoice = z.output<typeof ownInvoice>
export const [getOwnInvoices, getOwnInvoiceTotals, exportOwnInvoices] = listCalls({
  rows: {
    path: '/api/Enquiries/GetOwnInvoices',
    summary: 'Invoices and red letters issued to my company, latest first',
  },
  totals: {
    path: '/api/Enquiries/GetOwnInvoiceTotals',
    output: totalsOutput({ gross: z.string(), net: z.string(), tax: z.string() }),
  },
  export: { path: '/api/Enquiries/ExportOwnInvoices' },
  ...own,
  row: ownInvoice,
  filters: { q: optional(text(60)), dayFrom: optional(date), dayTo: optional(date), ids: optional(many(id)) },
  sorts: ['issuedOn', 'gross'],
})

/** 代收 that was paid out (DK). */
export const ownPayout = z.strictObject({
  id: z.int(),
  no: z.string(),
  day: z.string(),
  /** The first three of its waybills, and how many there are. */
  waybillNos: z.array(z.string()),
  waybills: z.int(),
  /** Yuan: what was collected, COD fees and other charges taken off it, what was paid. */
  gross: z.string(),
  fees: z.string(),
  charges: z.string(),
  net: z.string(),
  reference: nullableText,
})
export type OwnPayout = z.output<typeof ownPayout>
export const [getOwnPayouts, getOwnPayoutTotals, exportOwnPayouts] = listCalls({
  rows: { path: '/api/Enquiries/GetOwnPayouts', summary: 'COD that was paid out to my company, latest first' },
  totals: {
    path: '/api/Enquiries/GetOwnPayoutTotals',
    output: totalsOutput({ gross: z.string(), fees: z.string(), charges: z.string(), net: z.string() }),
  },
  export: { path: '/api/Enquiries/ExportOwnPayouts' },
  ...own,
  row: ownPayout,
  filters: { q: optional(text(60)), dayFrom: optional(date), dayTo: optional(date), ids: optional(many(id)) },
  sorts: ['day', 'net'],
})
