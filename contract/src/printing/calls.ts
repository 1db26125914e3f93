import * as z from 'zod/mini'
import { browse, edit } from '../access.ts'
import { codes } from '../dictionary.ts'
import { arrangementStates } from '../dispatch/states.ts'
import { call, type Input } from '../kernel/call.ts'
import { listCalls, totalsOutput } from '../kernel/list.ts'
import { date, flag, id, int, json, many, oneOf, optional, text } from '../kernel/wire.ts'
import { waybillStates } from '../waybills/states.ts'
import { layoutSchema } from './layout.ts'
import { printTypes, printWays, waybillTypes } from './papers.ts'

/** Printing documents (PR-01 … PR-05, RT-16/wayBillList). */

const readers = [browse('printDocuments')] as const

/** How often a paper was printed, last when and by whom. */
const printed = {
  printCount: z.int(),
  printedAt: z.nullable(z.string()),
  printedBy: z.nullable(z.string()),
}
/**
 * todo: never printed whole, of the last 30 days unless days, numbers or a search are given: what is older waits for nobody;
 * done: at least once.
 */
export const printTabs = ['todo', 'done'] as const
export const todoDays = 30

export const printWaybillRow = z.strictObject({
  id: z.int(),
  waybillNo: z.string(),
  state: z.enum(waybillStates),
  refused: z.int(),
  customerName: z.nullable(z.string()),
  shipperCity: z.string(),
  consigneeCity: z.string(),
  consigneeName: z.string(),
  consigneePhone: z.string(),
  goodsName: z.string(),
  pieces: z.int(),
  weight: z.string(),
  volume: z.string(),
  codAmount: z.string(),
  payMethod: z.string(),
  receiptRequirement: z.string(),
  bizDate: z.string(),
  outletName: z.string(),
  createdAt: z.string(),
  ...printed,
})
export type PrintWaybillRow = z.output<typeof printWaybillRow>
const waybillFilters = {
  /** Which paper is counted; a receipt is listed only where one is asked for. */
  type: oneOf(waybillTypes),
  tab: optional(oneOf(printTabs)),
  q: optional(text(60)),
  customerId: optional(id),
  outletId: optional(id),
  bizFrom: optional(date),
  bizTo: optional(date),
  ids: optional(many(id)),
}
export type PrintWaybillFilter = Input<typeof getPrintWaybillTotals>
export const printWaybillSorts = ['createdAt', 'waybillNo', 'bizDate', 'pieces'] as const
export const [getPrintWaybills, getPrintWaybillTotals, exportPrintWaybills] = listCalls({
  rows: {
    path: '/api/Printing/GetPrintWaybills',
    summary: 'Waybills inside my scope with how often this paper of theirs was printed, oldest first',
  },
  totals: {
    path: '/api/Printing/GetPrintWaybillTotals',
    summary: 'Totals of a filter and counts of its tabs',
    output: totalsOutput({ pieces: z.int(), weight: z.string(), volume: z.string() }),
  },
  export: { path: '/api/Printing/ExportPrintWaybills', summary: 'The whole filter as an Excel file' },
  access: readers,
  audience: 'everybody',
  row: printWaybillRow,
  filters: waybillFilters,
  sorts: printWaybillSorts,
})

export const printTripRow = z.strictObject({
  id: z.int(),
  arrangementNo: z.string(),
  type: z.string(),
  state: z.enum(arrangementStates),
  plateNo: z.string(),
  driverName: z.string(),
  driverPhone: z.string(),
  fromName: z.nullable(z.string()),
  toName: z.nullable(z.string()),
  outletName: z.string(),
  waybills: z.int(),
  pieces: z.int(),
  weight: z.string(),
  volume: z.string(),
  planAt: z.string(),
  createdAt: z.string(),
  ...printed,
})
export type PrintTripRow = z.output<typeof printTripRow>
const tripFilters = {
  tab: optional(oneOf(printTabs)),
  q: optional(text(60)),
  type: optional(oneOf(codes('arrangementType'))),
  outletId: optional(id),
  planFrom: optional(date),
  planTo: optional(date),
  ids: optional(many(id)),
}
export type PrintTripFilter = Input<typeof getPrintTripTotals>
export const printTripSorts = ['createdAt', 'planAt', 'arrangementNo'] as const
export const [getPrintTrips, getPrintTripTotals, exportPrintTrips] = listCalls({
  rows: {
    path: '/api/Printing/GetPrintTrips',
    summary: 'Trips inside my scope with how often their loading list was printed',
  },
  totals: {
    path: '/api/Printing/GetPrintTripTotals',
    summary: 'Totals of a filter and counts of its tabs',
    output: totalsOutput({ pieces: z.int(), weight: z.string(), volume: z.string(), waybills: z.int() }),
  },
  export: { path: '/api/Printing/ExportPrintTrips', summary: 'The whole filter as an Excel file' },
  access: readers,
  audience: 'everybody',
  row: printTripRow,
  filters: tripFilters,
  sorts: printTripSorts,
})

export const printLogRow = z.strictObject({
  id: z.int(),
  at: z.string(),
  byName: z.string(),
  way: z.enum(printWays),
  templateName: z.string(),
  printer: z.string(),
  copies: z.int(),
  /** Of labels: the pieces; null otherwise. */
  pieceFrom: z.nullable(z.int()),
  pieceTo: z.nullable(z.int()),
  /** 0: the first time. */
  reprint: z.int(),
  /** False: the batch was ended before all of it came out. */
  whole: z.boolean(),
})
export type PrintLogRow = z.output<typeof printLogRow>
export const getPrintLog = call({
  method: 'GET',
  path: '/api/Printing/GetPrintLog',
  summary: 'Who printed this paper when, latest first',
  audience: 'everybody',
  access: readers,
  input: z.object({ type: oneOf(printTypes), id }),
  output: z.array(printLogRow),
})

export const getPrintSettings = call({
  method: 'GET',
  path: '/api/Printing/GetPrintSettings',
  summary: 'The minimum versions of the print plug-in and of the web print service, and where it is to be had',
  audience: 'everybody',
  access: [browse('printDocuments'), browse('printTemplate')],
  input: z.object({}),
  output: z.strictObject({ pluginMin: z.string(), serviceMin: z.string(), serviceUrl: z.string() }),
})

/** A drawn page; the SVG is as large as the paper, in millimetres. */
export const printPage = z.strictObject({ width: z.number(), height: z.number(), svg: z.string() })
export type PrintPage = z.output<typeof printPage>
/** A template by its id, or one that came with the product by its name (presets.ts). */
export const templateRef = text(40).check(z.regex(/^(\d{1,15}|[a-zA-Z]+\.[\w]+)$/, 'field.invalid'))

export const previewPrint = call({
  method: 'GET',
  path: '/api/Printing/Preview',
  summary: 'A document as it will be printed, first pages first; without a template by the one that is chosen for it',
  audience: 'everybody',
  access: readers,
  input: z.object({
    type: oneOf(printTypes),
    id,
    template: optional(templateRef),
    /** Of labels: of a lot the number of its serial number. */
    piece: optional(int(1, 999_999)),
  }),
  output: z.strictObject({ template: z.string(), pages: z.array(printPage), pageCount: z.int() }),
})
export const previewLayout = call({
  method: 'POST',
  path: '/api/Printing/PreviewLayout',
  summary: 'A layout that is not saved yet, filled with a document (not given: the latest one that I may see)',
  access: [edit('printTemplate')],
  input: z.object({ type: oneOf(printTypes), layout: json(layoutSchema), id: optional(id) }),
  output: z.strictObject({ pages: z.array(printPage), pageCount: z.int(), no: z.string() }),
})

/**
 * A batch: its sheets have a position each, are handed out in order to one window at a time, and are confirmed once.
 * Whoever may look at the page may print, so these commands ask for its browse right in the act.
 */
const holder = text(60)
const progress = { done: z.int(), total: z.int(), state: z.enum(['open', 'done', 'stopped']) }
/** Sheets handed out and not confirmed, when the window that had them is gone. */
const doubt = z.nullable(z.strictObject({ from: z.int(), to: z.int() }))
export const mostSheets = 5000
export const mostDocuments = 1000

export const startPrintBatch = call({
  method: 'POST',
  path: '/api/Printing/StartPrintBatch',
  summary: 'Begin to print documents, in the order given; each sheet gets its position',
  audience: 'everybody',
  access: 'session',
  input: z.object({
    type: oneOf(printTypes),
    ids: many(id, mostDocuments, 1),
    way: oneOf(printWays),
    template: optional(templateRef),
    /** Of labels for goods as many as there are goods. */
    copies: optional(int(1, 1000)),
    pieceFrom: optional(int(1, 999_999)),
    pieceTo: optional(int(1, 999_999)),
    printer: optional(text(120)),
  }),
  output: z.strictObject({ id: z.int(), total: z.int() }),
  idempotent: true,
})
export const nextOfBatch = call({
  method: 'POST',
  path: '/api/Printing/NextOfBatch',
  summary: 'The next sheets in order, drawn; another window gets none until it takes the batch over',
  audience: 'everybody',
  access: 'session',
  input: z.object({ id, holder, size: optional(int(0, 200)), take: optional(flag) }),
  output: z.strictObject({
    ...progress,
    doubt,
    sheets: z.array(z.strictObject({ seq: z.int(), no: z.string(), pages: z.array(printPage) })),
  }),
})
export const confirmPrinted = call({
  method: 'POST',
  path: '/api/Printing/ConfirmPrinted',
  summary: 'Sheets up to a position came out; said twice it counts once',
  audience: 'everybody',
  access: 'session',
  input: z.object({ id, holder, to: int(1, mostSheets) }),
  output: z.strictObject(progress),
})
export const settleBatch = call({
  method: 'POST',
  path: '/api/Printing/SettleBatch',
  summary:
    'After a crash: the last position that came out; the rest is handed out again, by another way if one is given',
  audience: 'everybody',
  access: 'session',
  input: z.object({ id, holder, to: int(0, mostSheets), way: optional(oneOf(printWays)) }),
  output: z.strictObject(progress),
})
export const stopPrintBatch = call({
  method: 'POST',
  path: '/api/Printing/StopPrintBatch',
  summary: 'End a batch where it is',
  audience: 'everybody',
  access: 'session',
  input: z.object({ id }),
  output: z.strictObject(progress),
})
export const printBatchRow = z.strictObject({
  id: z.int(),
  type: z.enum(printTypes),
  way: z.enum(printWays),
  templateName: z.string(),
  printer: z.string(),
  firstNo: z.string(),
  documents: z.int(),
  createdAt: z.string(),
  ...progress,
})
export type PrintBatchRow = z.output<typeof printBatchRow>
export const getPrintBatches = call({
  method: 'GET',
  path: '/api/Printing/GetPrintBatches',
  summary: 'My batches that are not over',
  audience: 'everybody',
  access: readers,
  input: z.object({}),
  output: z.array(printBatchRow),
})
export const getBatchPdf = call({
  method: 'GET',
  path: '/api/Printing/GetBatchPdf',
  summary:
    'The sheets of a batch of mine that are not confirmed (of one that is over: all) as one PDF; confirms nothing',
  audience: 'everybody',
  access: readers,
  input: z.object({ id }),
  output: z.strictObject({}),
  transport: 'file',
})
