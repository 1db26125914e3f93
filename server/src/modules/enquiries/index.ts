import * as freight from '@xunyun/contract/enquiries/freight'
import * as own from '@xunyun/contract/enquiries/own'
import * as transport from '@xunyun/contract/enquiries/transport'
import { pageOf } from '@xunyun/contract/pages'
import { isCustomer } from '../../platform/actor.ts'
import { titled } from '../../platform/excel/list.ts'
import { sendExcel } from '../../platform/excel/write.ts'
import type { Platform } from '../../platform/platform.ts'
import { sendPdf } from '../../platform/report.ts'
import { drawReport } from '../printing/index.ts'
import { reportOfStatement, sheetFileName, sheetOfStatement } from '../statements/index.ts'
import { type LegsOf, seesCosts } from '../waybills/index.ts'
import {
  freightColumns,
  ownInvoiceColumns,
  ownPayoutColumns,
  ownStatementColumns,
  transportColumns,
} from './columns.ts'
import { listFreights, totalFreights } from './freight.ts'
import {
  ownInvoices,
  ownInvoiceTotals,
  ownPayouts,
  ownPayoutTotals,
  ownStatement,
  ownStatements,
  ownStatementTotals,
} from './own.ts'
import { listTransports, totalTransports, transportDetail } from './transport.ts'

/** What is only looked at (综合查询): it reads tables of others, and has none. */
export function enquiries({ bind, exports, files }: Platform, deps: { legsOf: LegsOf }): void {
  bind(transport.getTransports, ({ tx, actor }, input) => listTransports(tx, actor, input))
  bind(transport.getTransportTotals, ({ tx, actor }, input) => totalTransports(tx, actor, input))
  bind(transport.getTransport, ({ tx, actor }, { id }) => transportDetail(tx, actor, deps.legsOf, id))
  exports.offer(transport.exportTransports, {
    name: (actor) => pageOf('transport').titles[actor.language],
    columns: (actor) => transportColumns.filter(({ internal }) => !(internal && isCustomer(actor))),
    page: (tx, actor, input, request) => listTransports(tx, actor, { ...input, ...request, page: undefined }),
  })
  bind(freight.getFreights, ({ tx, actor }, input) => listFreights(tx, actor, input))
  bind(freight.getFreightTotals, ({ tx, actor }, input) => totalFreights(tx, actor, input))
  exports.offer(freight.exportFreights, {
    name: (actor) => pageOf('freight').titles[actor.language],
    columns: (actor) =>
      freightColumns.filter(
        ({ internal, ofCosts }) => !(internal && isCustomer(actor)) && !(ofCosts && !seesCosts(actor)),
      ),
    page: (tx, actor, input, request) => listFreights(tx, actor, { ...input, ...request, page: undefined }),
  })
  bind(own.getOwnStatements, ({ tx, actor }, input) => ownStatements(tx, actor, input))
  bind(own.getOwnStatementTotals, ({ tx, actor }, input) => ownStatementTotals(tx, actor, input))
  bind(own.exportOwnStatement, async ({ tx, actor, reply }, { id }) => {
    const { head, lines } = await ownStatement(tx, actor, id)
    return sendExcel(reply, sheetFileName(head), sheetOfStatement(head, lines, actor.language))
  })
  bind(own.getOwnStatementPdf, async ({ tx, actor, reply }, { id }) => {
    const { head, lines } = await ownStatement(tx, actor, id)
    return sendPdf(reply, sheetFileName(head), drawReport(reportOfStatement(head, lines, actor.language)))
  })
  exports.offer(own.exportOwnStatements, {
    name: (actor) => pageOf('statement').titles[actor.language],
    columns: () => ownStatementColumns,
    page: (tx, actor, input, request) => ownStatements(tx, actor, { ...input, ...request, page: undefined }),
  })
  bind(own.getOwnInvoices, ({ tx, actor }, input) => ownInvoices(tx, actor, files, input))
  bind(own.getOwnInvoiceTotals, ({ tx, actor }, input) => ownInvoiceTotals(tx, actor, input))
  exports.offer(own.exportOwnInvoices, {
    name: (actor) => titled('发票', 'Invoices', 'Facturas', '発票')[actor.language],
    columns: () => ownInvoiceColumns,
    page: (tx, actor, input, request) => ownInvoices(tx, actor, files, { ...input, ...request, page: undefined }),
  })
  bind(own.getOwnPayouts, ({ tx, actor }, input) => ownPayouts(tx, actor, input))
  bind(own.getOwnPayoutTotals, ({ tx, actor }, input) => ownPayoutTotals(tx, actor, input))
  exports.offer(own.exportOwnPayouts, {
    name: (actor) => pageOf('cod').titles[actor.language],
    columns: () => ownPayoutColumns,
    page: (tx, actor, input, request) => ownPayouts(tx, actor, { ...input, ...request, page: undefined }),
  })
}
