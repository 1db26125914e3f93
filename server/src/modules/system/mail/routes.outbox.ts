import { pageOf } from '@xunyun/contract/pages'
import * as calls from '@xunyun/contract/system/outbox'
import { may } from '../../../platform/actor.ts'
import { titled } from '../../../platform/excel/list.ts'
import { clearMails } from '../../../platform/outbox.ts'
import type { Platform } from '../../../platform/platform.ts'
import { cancelMails, resendMail, resendMails, seesAll } from './outbox.ts'
import { listMails, mailColumns, mailDetail, totalMails } from './queries.outbox.ts'

/** The outbox (RT-12/mailInfo). */
export function bindOutbox({ bind, exports, files, jobs, outbox, records }: Platform): void {
  jobs.nightly('old-mails', '03:25', (db) => clearMails(db, files))
  records.register('mail', {
    // Its attachments too.
    maySee: async (tx, actor, id) =>
      may(actor, 'mailInfo', 'browse') &&
      (seesAll(actor) ||
        (await tx
          .selectFrom('mail')
          .select('id')
          .where('id', '=', id)
          .where('created_by', '=', actor.userId)
          .executeTakeFirst()) !== undefined),
    describe: async (tx, id) => {
      const row = await tx.selectFrom('mail').select('subject').where('id', '=', id).executeTakeFirst()
      const name = row?.subject ?? String(id)
      return { name, link: `${pageOf('mailInfo').path}?view=outbox&q=${encodeURIComponent(name)}` }
    },
  })
  bind(calls.getMails, ({ tx, actor }, input) => listMails(tx, actor, input))
  bind(calls.getMailTotals, ({ tx, actor }, input) => totalMails(tx, actor, input))
  bind(calls.getMail, ({ tx, actor }, { id }) => mailDetail(tx, actor, { files, records }, id))
  exports.offer(calls.exportMails, {
    name: (actor) => titled('发件箱', 'Outbox', 'Bandeja de salida', '送信トレイ')[actor.language],
    columns: () => mailColumns,
    page: (tx, actor, input, request) => listMails(tx, actor, { ...input, ...request, page: undefined }),
  })
  bind(calls.resendMail, resendMail(outbox))
  bind(calls.resendMails, resendMails(outbox))
  bind(calls.cancelMails, cancelMails)
}
