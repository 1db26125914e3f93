import type { Input } from '@xunyun/contract/kernel/call'
import { pageOf } from '@xunyun/contract/pages'
import { packEpods } from '@xunyun/contract/signedReceipts/epod'
import { generateStatements } from '@xunyun/contract/statements/calls'
import * as access from '@xunyun/contract/system/access'
import * as upkeep from '@xunyun/contract/system/upkeep'
import { checkSeals, verifyAllChains } from '@xunyun/contract/waybills/chains'
import { startReprice } from '@xunyun/contract/waybills/charges'
import * as comments from '@xunyun/contract/workbench/comments'
import * as importing from '@xunyun/contract/workbench/imports'
import * as jobs from '@xunyun/contract/workbench/jobs'
import * as lists from '@xunyun/contract/workbench/lists'
import * as notifications from '@xunyun/contract/workbench/notifications'
import { recordAccess } from '../../platform/accessLog.ts'
import type { Actor } from '../../platform/actor.ts'
import { standardAccessLogDays } from '../../platform/config.ts'
import { sendExcel } from '../../platform/excel/write.ts'
import { fromOf } from '../../platform/http/request.ts'
import type { Platform } from '../../platform/platform.ts'
import { badField } from '../../platform/refusal.ts'
import { accessColumns, accessTitle, listAccess, totalAccess } from './accessLog.ts'
import * as talk from './comments.ts'
import { exportJob } from './exportJob.ts'
import { historyColumns, listHistory, totalHistory } from './history.ts'
import { tidyUp } from './housekeeping.ts'
import * as work from './jobs.ts'
import * as views from './lists.ts'
import { myNotifications, readNotifications } from './notifications.ts'
import * as seals from './seals.ts'
import { endEachSession, listSessions, totalSessions } from './sessions.ts'
import { undoImport } from './undoImport.ts'

export { moveComments } from './comments.ts'

/** What belongs to every screen: arranged lists and views, comments and papers, notifications, jobs, open sessions, history. */
export function workbench({
  bind,
  config,
  db,
  exports,
  files,
  imports,
  jobs: queue,
  records,
  secrets,
}: Platform): void {
  bind.constraints({ saved_view__name: () => badField('name', 'workbench.viewNameTaken') })
  queue.nightly('housekeeping', '03:30', (db) => tidyUp(db, files, config.accessLogDays ?? standardAccessLogDays))
  const sealing = { db, dataDir: config.dataDir, secrets, mailTo: config.sealMail }
  queue.nightly('seals', '04:20', () => seals.sealDays(sealing))
  bind(checkSeals, seals.checkSeals(sealing))
  queue.kind('export', exportJob({ exports, files, dataDir: config.dataDir }))

  bind(lists.getMyLists, ({ tx, actor }) => views.myLists(tx, actor))
  bind(lists.setMyList, views.setMyList)
  bind(lists.saveView, views.saveView)
  bind(lists.deleteView, views.deleteView)

  bind(comments.getComments, ({ tx, actor }, of) => talk.commentsOf(tx, actor, records, of))
  bind(comments.addComment, talk.addComment(records))
  bind(comments.deleteComment, talk.deleteComment)
  bind(comments.getAttachments, ({ tx, actor }, of) => talk.attachmentsOf(tx, actor, records, of))
  bind(comments.addAttachments, talk.addAttachments({ records, files }))
  bind(comments.removeAttachment, talk.removeAttachment({ records, files }))

  bind(notifications.getNotifications, ({ tx, actor }, input) => myNotifications(tx, actor, input))
  bind(notifications.readNotifications, readNotifications)

  bind(jobs.startExport, work.startExport({ jobs: queue, exports }))
  bind(verifyAllChains, work.verifyAllChains(queue))
  bind(startReprice, work.startReprice(queue))
  bind(packEpods, (asked, input) => {
    const origin = config.publicUrl?.origin ?? `${asked.request.protocol}://${asked.request.host}`
    return work.packEpods(queue, origin)(asked, input)
  })
  bind(generateStatements, work.generateStatements(queue))
  bind(jobs.getMyJobs, ({ tx, actor }) => work.myJobs(tx, actor))
  bind(jobs.stopJob, work.stopJob(queue))
  bind(jobs.resumeJob, work.resumeJob(queue))
  bind(jobs.getJobs, ({ tx, actor }, input) => work.listJobs(tx, actor, input))
  bind(jobs.getJobTotals, ({ tx }, input) => work.totalJobs(tx, input))

  const readFirst = {
    before: (actor: Actor, { page, fileId }: Input<typeof importing.checkImport>) =>
      imports.read(db, actor, page, fileId),
  }
  bind(importing.checkImport, ({ tx, actor }, { page }, read) => imports.report(tx, actor, page, read), readFirst)
  bind(importing.runImport, ({ tx, actor }, input, read) => imports.run(tx, actor, input, read), readFirst)
  bind(importing.getImports, ({ tx, actor }, { page }) => imports.list(tx, actor, page))
  bind(importing.undoImport, undoImport(imports))
  bind(importing.getImportTemplate, async ({ actor, reply }, { page }) => {
    const { name, stream } = imports.template(actor, page)
    return sendExcel(reply, name, stream)
  })
  bind(importing.getImportErrors, async ({ actor, reply, request }, { page, fileId }) => {
    const { name, stream } = await imports.errors(db, actor, page, fileId)
    await recordAccess(db, { kind: 'download', who: actor, from: fromOf(request), detail: { what: name } })
    return sendExcel(reply, name, stream)
  })

  bind(upkeep.getSessions, ({ tx, actor }, input) => listSessions(tx, actor, input))
  bind(upkeep.getSessionTotals, ({ tx }, input) => totalSessions(tx, input))
  bind(upkeep.endEachSession, endEachSession)
  bind(upkeep.getHistory, ({ tx }, input) => listHistory(tx, records, input))
  bind(upkeep.getHistoryTotals, ({ tx }, input) => totalHistory(tx, input))
  exports.offer(upkeep.exportHistory, {
    name: (actor) => pageOf('history').titles[actor.language],
    columns: () => historyColumns,
    page: (tx, _, input, request) => listHistory(tx, records, { ...input, ...request, page: undefined }),
  })
  bind(access.getAccessLog, ({ tx, actor }, input) => listAccess(tx, actor, input))
  bind(access.getAccessTotals, ({ tx }, input) => totalAccess(tx, input))
  exports.offer(access.exportAccessLog, {
    name: (actor) => accessTitle[actor.language],
    columns: () => accessColumns,
    page: (tx, actor, input, request) => listAccess(tx, actor, { ...input, ...request, page: undefined }),
  })
}
