import * as z from 'zod/mini'
import { edit } from '../access.ts'
import { call } from '../kernel/call.ts'
import { flag, id, oneOf, optional } from '../kernel/wire.ts'

/** Excel files of an office: checked without storing a row, taken in whole or in part, taken back (domain §0.10). */

/** Pages whose records can be imported; the right to edit on the page is the right to import. */
export const importPages = [
  'taskList',
  'companyView',
  'companySupplier',
  'companyManage',
  'contactCustomer',
  'contactShipper',
  'contactConsignee',
  'contactSupplier',
  'driver',
  'vehicleAll',
  'vehicleOwn',
  'vehicleContract',
  'vehicleHired',
  'GPSStock',
  'GPSBindle',
  'wLocation',
  'stockNumber',
  'combination',
  'wareNotice',
  'outboundNotice',
  'transportPrice',
  'quotation',
  'wayBillList',
  'trackList',
  'specialList',
  'carCostApply',
  'incOrDec',
  'billing',
  'billApplyAudit',
  'dictionary',
  'gCode',
] as const
export type ImportPage = (typeof importPages)[number]
const [first, ...rest] = importPages
const importers = [edit(first), ...rest.map((page) => edit(page))] as const
const page = oneOf(importPages)

/** What an import found wrong, row by row. */
const importRow = z.strictObject({
  /** Row of the sheet; the header is row 1. */
  row: z.int(),
  errors: z.array(z.strictObject({ column: z.string(), msg: z.string() })),
  /** What the row is called: the customer's number, the name, the plate. */
  name: z.string(),
})
export const importReport = z.strictObject({
  fileId: z.int(),
  fileName: z.string(),
  rows: z.int(),
  accepted: z.int(),
  refused: z.array(importRow),
  /** Rows that are taken although something about them is odd. */
  warnings: z.array(importRow),
  /** Columns of the file that are not understood. */
  unknownColumns: z.array(z.string()),
  /** When this very file was imported before: by whom and when. */
  importedBefore: z.nullable(z.strictObject({ at: z.string(), byName: z.string() })),
})
export type ImportReport = z.output<typeof importReport>
export const checkImport = call({
  method: 'POST',
  path: '/api/Imports/CheckImport',
  summary: 'Dry run of an uploaded Excel file: nothing is stored but the file',
  audience: 'everybody',
  access: importers,
  input: z.object({ page, fileId: id }),
  output: importReport,
})
export const runImport = call({
  method: 'POST',
  path: '/api/Imports/RunImport',
  summary: 'Import a checked file, whole or its valid rows; waybills become drafts, or are placed at once',
  audience: 'everybody',
  access: importers,
  input: z.object({
    page,
    fileId: id,
    mode: oneOf(['whole', 'valid']),
    /** Of waybills: the outlet that they belong to, and whether they are placed. */
    outletId: optional(id),
    place: optional(flag),
  }),
  output: z.strictObject({ importId: z.int(), accepted: z.int(), refused: z.int() }),
  idempotent: true,
})
export const getImportErrors = call({
  method: 'GET',
  path: '/api/Imports/GetImportErrors',
  summary: "The refused rows of the user's own file, the reasons beside them, as an Excel file",
  audience: 'everybody',
  access: importers,
  input: z.object({ page, fileId: id }),
  output: z.strictObject({}),
  transport: 'file',
})
export const getImportTemplate = call({
  method: 'GET',
  path: '/api/Imports/GetImportTemplate',
  summary: 'The import template with drop-downs and instructions',
  audience: 'everybody',
  access: importers,
  input: z.object({ page }),
  output: z.strictObject({}),
  transport: 'file',
})

export const importBatch = z.strictObject({
  id: z.int(),
  fileName: z.string(),
  at: z.string(),
  byName: z.string(),
  rows: z.int(),
  accepted: z.int(),
  refused: z.int(),
  undoneAt: z.nullable(z.string()),
  /** May be tried by whoever imported it, and by whoever may delete on the page; never where it is not offered. */
  mayUndo: z.boolean(),
})
export type ImportBatch = z.output<typeof importBatch>
export const getImports = call({
  method: 'GET',
  path: '/api/Imports/GetImports',
  summary: 'The last fifty imports of a page, latest first',
  audience: 'everybody',
  access: importers,
  input: z.object({ page }),
  output: z.array(importBatch),
})
export const undoImport = call({
  method: 'POST',
  path: '/api/Imports/UndoImport',
  summary: 'Take an import back whole, while nothing depends on any of its records',
  audience: 'everybody',
  access: importers,
  input: z.object({ page, id }),
  output: z.strictObject({ undone: z.int() }),
  idempotent: true,
})
