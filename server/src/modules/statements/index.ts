import { pageOf } from '@xunyun/contract/pages'
import * as calls from '@xunyun/contract/statements/calls'
import { mayCall } from '../../platform/actor.ts'
import { owned } from '../../platform/db.ts'
import { sendExcel } from '../../platform/excel/write.ts'
import { historyOf } from '../../platform/history.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSeen } from '../../platform/records.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type DrawReport, sendPdf } from '../../platform/report.ts'
import { markSeen } from '../../platform/scope.ts'
import { copyStatementLink, handleDisputes, voidStatements } from './acts.ts'
import { confirmStatement, disputeStatement } from './answer.ts'
import { statementColumns } from './columns.ts'
import { generateJob, generateStatement, proposeStatement } from './generate.ts'
import { listStatements, statementDetail, totalStatements } from './queries.ts'
import { sendStatements } from './send.ts'
import { headOf, reportOfStatement, sheetFileName, sheetOfStatement, statedLines } from './sheet.ts'

export { moveStatements } from './acts.ts'
export { generateStatement } from './generate.ts'
export { serveStatements } from './page.ts'
export { sendStatements } from './send.ts'
export {
  type Head,
  headOf,
  reportOfStatement,
  type StatedLine,
  sheetFileName,
  sheetOfStatement,
  statedLines,
} from './sheet.ts'

/** Statements to customers (M53–M55): what is owed up to a day, sent, answered by a link. */
export function statements(platform: Platform, { drawReport }: { drawReport: DrawReport }): void {
  const { bind, config, exports, files, jobs, numbering, outbox, records } = platform
  const linkTo = (no: string) => `${pageOf('statement').path}?tab=all&statement=${encodeURIComponent(no)}`
  records.register('statement', {
    maySee: async (tx, actor, id) =>
      mayCall(actor, calls.getStatement) && (await isSeen(statementDetail(tx, actor, id))),
    describe: async (tx, id) => {
      // unscoped: asked after the statement was seen
      const row = await owned(tx).selectFrom('statement').select('no').where('id', '=', id).executeTakeFirst()
      const name = row?.no ?? String(id)
      return { name, link: linkTo(name) }
    },
  })
  bind.constraints({
    statement__open_once: () => new Refusal('kernel.busy'),
    statement_line__charge: () => new Refusal('kernel.busy'),
    statement_line__receipt: () => new Refusal('kernel.busy'),
    statement_line__refund: () => new Refusal('kernel.busy'),
    statement_line__posting: () => new Refusal('kernel.busy'),
    statement_link__one: () => new Refusal('kernel.busy'),
  })
  jobs.kind('statements', generateJob(numbering))
  bind(calls.getStatements, ({ tx, actor }, input) => listStatements(tx, actor, input))
  bind(calls.getStatementTotals, ({ tx, actor }, input) => totalStatements(tx, actor, input))
  bind(calls.getStatement, ({ tx, actor }, { id }) => statementDetail(tx, actor, id))
  bind(calls.getStatementHistory, async ({ tx, actor }, { id }) => {
    await statementDetail(tx, actor, id)
    return historyOf(tx, 'statement', id)
  })
  exports.offer(calls.exportStatements, {
    name: (actor) => pageOf('statement').titles[actor.language],
    columns: () => statementColumns,
    page: (tx, actor, input, request) => listStatements(tx, actor, { ...input, ...request, page: undefined }),
  })
  bind(calls.exportStatement, async ({ tx, actor, reply }, { id, language }) => {
    const seen = markSeen(await statementDetail(tx, actor, id))
    const head = await headOf(tx, seen.id)
    const lines = await statedLines(tx, seen.id)
    return sendExcel(reply, sheetFileName(head), sheetOfStatement(head, lines, language ?? actor.language))
  })
  bind(calls.getStatementPdf, async ({ tx, actor, reply }, { id, language }) => {
    const seen = markSeen(await statementDetail(tx, actor, id))
    const head = await headOf(tx, seen.id)
    const report = reportOfStatement(head, await statedLines(tx, seen.id), language ?? actor.language)
    return sendPdf(reply, sheetFileName(head), drawReport(report))
  })
  bind(calls.proposeStatement, ({ tx, actor }, input) => proposeStatement(tx, actor, input))
  bind(calls.generateStatement, generateStatement(numbering))
  bind(calls.getStatementMailboxes, ({ tx }) => outbox.mailboxes(tx))
  bind(calls.sendStatements, (asked, input) => {
    const origin = config.publicUrl?.origin ?? `${asked.request.protocol}://${asked.request.host}`
    return sendStatements(asked, { files, outbox, origin, drawReport }, input)
  })
  bind(calls.copyStatementLink, copyStatementLink)
  bind(calls.confirmStatement, confirmStatement(files))
  bind(calls.disputeStatement, disputeStatement)
  bind(calls.handleDisputes, handleDisputes)
  bind(calls.voidStatements, voidStatements)
}
