import { pageOf } from '@xunyun/contract/pages'
import * as calls from '@xunyun/contract/printing/calls'
import * as templates from '@xunyun/contract/printing/templates'
import type { FastifyRequest } from 'fastify'
import { may } from '../../platform/actor.ts'
import { standardPrintService } from '../../platform/config.ts'
import { historyOf } from '../../platform/history.ts'
import type { Platform } from '../../platform/platform.ts'
import { badField } from '../../platform/refusal.ts'
import { confirmPrinted, nextSheets, openBatches, settleBatch, startPrintBatch, stopPrintBatch } from './batches.ts'
import { dropOldSheets } from './counts.ts'
import { preview, previewUnsaved } from './draw.ts'
import { missingFonts } from './engine/fonts.ts'
import { offerExports } from './export.ts'
import { sendBatchPdf } from './pdfOfBatch.ts'
import { listTemplates, templateChoices, templateOf, totalTemplates } from './queries.templates.ts'
import { listPrintTrips, listPrintWaybills, printLog, totalPrintTrips, totalPrintWaybills } from './queries.ts'
import {
  addPrintTemplate,
  changePrintTemplate,
  deletePrintTemplates,
  setDefaultPrintTemplate,
  setPrintTemplatesEnabled,
} from './templates.ts'

export { drawReport } from './report.ts'

/** Papers: what is to be printed, templates, batches that lose and double nothing (ADR 011). */
export function printing(platform: Platform): void {
  const { bind, config, exports, jobs } = platform
  /** Where people reach us: what the code on a waybill begins with. */
  const originOf = (request: FastifyRequest) => config.publicUrl?.origin ?? `${request.protocol}://${request.host}`

  const missing = missingFonts()
  if (missing.length > 0)
    platform.log.warn({ missing }, 'fonts are missing: papers can be printed but not made into a PDF; install again')
  offerExports(exports)
  jobs.nightly('print-sheets', '03:40', dropOldSheets)
  bind(calls.getPrintWaybills, ({ tx, actor }, input) => listPrintWaybills(tx, actor, input))
  bind(calls.getPrintWaybillTotals, ({ tx, actor }, input) => totalPrintWaybills(tx, actor, input))
  bind(calls.getPrintTrips, ({ tx, actor }, input) => listPrintTrips(tx, actor, input))
  bind(calls.getPrintTripTotals, ({ tx, actor }, input) => totalPrintTrips(tx, actor, input))
  bind(calls.getPrintLog, ({ tx, actor }, { type, id }) => printLog(tx, actor, type, id))
  bind(calls.getPrintSettings, async () => config.printService ?? standardPrintService)
  bind(calls.previewPrint, ({ tx, actor, request }, input) => preview(tx, actor, input, originOf(request)))
  bind(calls.previewLayout, ({ tx, actor, request }, input) => previewUnsaved(tx, actor, input, originOf(request)))

  bind(calls.startPrintBatch, startPrintBatch)
  bind(calls.nextOfBatch, ({ tx, actor, request }, input) => nextSheets(tx, actor, input, originOf(request)))
  bind(calls.confirmPrinted, confirmPrinted)
  bind(calls.settleBatch, settleBatch)
  bind(calls.stopPrintBatch, stopPrintBatch)
  bind(calls.getPrintBatches, ({ tx, actor }) => openBatches(tx, actor))
  bind(calls.getBatchPdf, ({ tx, actor, reply, request }, { id }) =>
    sendBatchPdf(tx, actor, reply, id, originOf(request)),
  )
  bindTemplates(platform)
}

function bindTemplates({ bind, records }: Platform): void {
  bind.constraints({ print_template__name: () => badField('name', 'printing.nameTaken') })
  records.register('printTemplate', {
    maySee: async (_, actor) => may(actor, 'printTemplate', 'browse'),
    describe: async (tx, id) => {
      const row = await tx.selectFrom('print_template').select('name').where('id', '=', id).executeTakeFirst()
      const name = row?.name ?? String(id)
      return { name, link: `${pageOf('printTemplate').path}?q=${encodeURIComponent(name)}` }
    },
  })
  bind(templates.getPrintTemplates, ({ tx, actor }, input) => listTemplates(tx, actor, input))
  bind(templates.getPrintTemplateTotals, ({ tx, actor }, input) => totalTemplates(tx, actor, input))
  bind(templates.getPrintTemplate, ({ tx, actor }, { ref }) => templateOf(tx, actor, ref))
  bind(templates.getTemplateChoices, ({ tx, actor }, input) => templateChoices(tx, actor, input))
  bind(templates.addPrintTemplate, addPrintTemplate)
  bind(templates.changePrintTemplate, changePrintTemplate)
  bind(templates.setDefaultPrintTemplate, setDefaultPrintTemplate)
  bind(templates.setPrintTemplatesEnabled, setPrintTemplatesEnabled)
  bind(templates.deletePrintTemplates, deletePrintTemplates)
  bind(templates.getPrintTemplateHistory, ({ tx }, { id }) => historyOf(tx, 'printTemplate', id))
}
