import * as z from 'zod/mini'
import { approve, browse, edit } from '../access.ts'
import { call } from '../kernel/call.ts'
import { listOutput, outcomes } from '../kernel/list.ts'
import { dir, flag, id, int, json, many, oneOf, optional, text } from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'
import { templateRef } from './calls.ts'
import { layoutSchema } from './layout.ts'
import { printTypes } from './papers.ts'

/** Templates of papers: those that came with the product, the company's own, and those of single customers. */

export const printTemplateRow = z.strictObject({
  /** Its id as text, or the name of one that came with the product. */
  ref: z.string(),
  /** 0: came with the product. */
  id: z.int(),
  type: z.enum(printTypes),
  name: z.string(),
  width: z.number(),
  height: z.number(),
  language: z.string(),
  /** Null: for everybody. */
  customerId: z.nullable(z.int()),
  customerName: z.nullable(z.string()),
  /** What is printed with where nothing else is chosen. */
  isDefault: z.boolean(),
  enabled: z.boolean(),
  updatedAt: z.nullable(z.string()),
  updatedByName: z.nullable(z.string()),
  version: z.int(),
})
export type PrintTemplateRow = z.output<typeof printTemplateRow>

export const templateTabs = printTypes
const filters = {
  tab: optional(oneOf(printTypes)),
  q: optional(text(60)),
  own: optional(flag),
}
export const printTemplateFilter = z.object(filters)
export type PrintTemplateFilter = z.output<typeof printTemplateFilter>
const lookers = [browse('printTemplate')] as const
export const getPrintTemplates = call({
  method: 'GET',
  path: '/api/PrintTemplates/GetPrintTemplates',
  summary: 'All templates: those of the product first, then by name',
  audience: 'everybody',
  access: lookers,
  input: z.object({ ...filters, sort: optional(oneOf(['name'])), dir }),
  output: listOutput(printTemplateRow),
})
export const getPrintTemplateTotals = call({
  method: 'GET',
  path: '/api/PrintTemplates/GetPrintTemplateTotals',
  summary: 'How many a filter finds, and the counts of its tabs',
  audience: 'everybody',
  access: lookers,
  input: printTemplateFilter,
  output: z.strictObject({ count: z.int(), tabs: z.record(z.string(), z.int()) }),
})
export const getPrintTemplate = call({
  method: 'GET',
  path: '/api/PrintTemplates/GetPrintTemplate',
  summary: 'A template with its layout',
  audience: 'everybody',
  access: lookers,
  input: z.object({ ref: templateRef }),
  output: z.strictObject({ ...printTemplateRow.shape, layout: layoutSchema }),
})
/** For the print dialog: what may be chosen for a document, the one that holds first. */
export const getTemplateChoices = call({
  method: 'GET',
  path: '/api/PrintTemplates/GetTemplateChoices',
  summary: 'Templates of a type that may be printed with; those of other customers are left out',
  audience: 'everybody',
  access: [browse('printDocuments'), browse('printTemplate')],
  input: z.object({ type: oneOf(printTypes), id: optional(id) }),
  output: z.array(
    z.strictObject({
      ref: z.string(),
      name: z.string(),
      width: z.number(),
      height: z.number(),
      customerName: z.nullable(z.string()),
      /** The one that is taken when none is chosen. */
      chosen: z.boolean(),
    }),
  ),
})

const fields = { name: text(60), customerId: optional(id), layout: json(layoutSchema) }
export const addPrintTemplate = call({
  method: 'POST',
  path: '/api/PrintTemplates/AddPrintTemplate',
  summary: 'Keep a template; the first one of a customer is the one its papers are printed with',
  access: [edit('printTemplate')],
  input: z.object({ type: oneOf(printTypes), ...fields }),
  output: z.strictObject({ id: z.int(), ref: z.string() }),
  idempotent: true,
})
export const changePrintTemplate = call({
  method: 'POST',
  path: '/api/PrintTemplates/ChangePrintTemplate',
  summary: 'Change a template of the company',
  access: [edit('printTemplate')],
  input: z.object({ id, version: int(1, 2_000_000_000), ...fields }),
  output: z.strictObject({ version: z.int() }),
})
export const setDefaultPrintTemplate = call({
  method: 'POST',
  path: '/api/PrintTemplates/SetDefaultPrintTemplate',
  summary:
    'Print with this one from now on: of the company, or of its customer; one of the product: as at the beginning',
  access: [edit('printTemplate')],
  input: z.object({ ref: templateRef }),
  output: z.strictObject({}),
})
export const setPrintTemplatesEnabled = call({
  method: 'POST',
  path: '/api/PrintTemplates/SetPrintTemplatesEnabled',
  summary: 'Enable or disable templates; a default one is refused',
  access: [approve('printTemplate')],
  input: z.object({ ids: many(id, 1000, 1), enabled: flag }),
  output: outcomes,
})
export const deletePrintTemplates = call({
  method: 'POST',
  path: '/api/PrintTemplates/DeletePrintTemplates',
  summary: 'Delete templates; a default one is refused',
  access: [approve('printTemplate')],
  input: z.object({ ids: many(id, 1000, 1) }),
  output: outcomes,
})
export const getPrintTemplateHistory = call({
  method: 'GET',
  path: '/api/PrintTemplates/GetPrintTemplateHistory',
  summary: "A template's timeline, latest first",
  access: lookers,
  input: z.object({ id }),
  output: z.array(historyEntry),
})
