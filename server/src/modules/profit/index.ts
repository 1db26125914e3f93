import { pageOf } from '@xunyun/contract/pages'
import * as calls from '@xunyun/contract/profit/calls'
import type { Platform } from '../../platform/platform.ts'
import { type DrawReport, sendPdf } from '../../platform/report.ts'
import { profitColumns, profitLineColumns } from './columns.ts'
import { explain } from './explain.ts'
import { listProfitLines, totalProfitLines } from './lines.ts'
import { reportOfProfit } from './paper.ts'
import { profitOf } from './table.ts'

export { isNew } from './figures.ts'
export { type Asked, isApproved, keyedByLegs, keyOfWaybill, legTablesOf, ofNoWaybill, ofWaybills } from './source.ts'
export { profitOf } from './table.ts'

/** What waybills bring in and cost, and everything behind a figure of it (M57–M59): it reads, and writes nothing. */
export function profit({ bind, exports }: Platform, { drawReport }: { drawReport: DrawReport }): void {
  bind(calls.getProfit, ({ tx, actor }, input) => profitOf(tx, actor, input))
  exports.offer(calls.exportProfit, {
    name: (actor) => pageOf('profit').titles[actor.language],
    columns: () => profitColumns,
    page: async (tx, actor, input) => ({
      rows: (await profitOf(tx, actor, { ...input, compare: true, more: true })).rows,
      next: null,
    }),
  })
  bind(calls.getProfitPdf, async ({ tx, actor, reply }, input) => {
    const report = reportOfProfit(actor.language, input, await profitOf(tx, actor, { ...input, compare: true }))
    return sendPdf(reply, `${report.title}_${report.subtitle}`, drawReport(report))
  })
  bind(calls.getProfitLines, ({ tx, actor }, input) => listProfitLines(tx, actor, input))
  bind(calls.getProfitLineTotals, ({ tx, actor }, input) => totalProfitLines(tx, actor, input))
  exports.offer(calls.exportProfitLines, {
    name: (actor) => pageOf('profitView').titles[actor.language],
    columns: () => profitLineColumns,
    page: (tx, actor, input, request) => listProfitLines(tx, actor, { ...input, ...request, page: undefined }),
  })
  bind(calls.explainProfit, ({ tx, actor }, input) => explain(tx, actor, input))
}
