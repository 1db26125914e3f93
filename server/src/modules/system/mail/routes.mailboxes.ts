import { pageOf } from '@xunyun/contract/pages'
import * as calls from '@xunyun/contract/system/mailboxes'
import { may } from '../../../platform/actor.ts'
import { historyOf } from '../../../platform/history.ts'
import type { Platform } from '../../../platform/platform.ts'
import { badField } from '../../../platform/refusal.ts'
import {
  addMailbox,
  changeMailbox,
  deleteMailboxes,
  sendTest,
  setDefaultMailbox,
  setMailboxesEnabled,
} from './mailboxes.ts'
import { listMailboxes, mailboxColumns, totalMailboxes } from './queries.mailboxes.ts'

/** Mailboxes (RT-12/mailInfo). */
export function bindMailboxes({ bind, db, exports, records, secrets }: Platform): void {
  bind.constraints({ mailbox__name: () => badField('name', 'mail.nameTaken') })
  records.register('mailbox', {
    maySee: async (_, actor) => may(actor, 'mailInfo', 'browse'),
    describe: async (tx, id) => {
      const row = await tx.selectFrom('mailbox').select('name').where('id', '=', id).executeTakeFirst()
      const name = row?.name ?? String(id)
      return { name, link: `${pageOf('mailInfo').path}?q=${encodeURIComponent(name)}` }
    },
  })
  bind(calls.getMailboxes, ({ tx }, input) => listMailboxes(tx, input))
  bind(calls.getMailboxTotals, ({ tx }, input) => totalMailboxes(tx, input))
  exports.offer(calls.exportMailboxes, {
    name: (actor) => pageOf('mailInfo').titles[actor.language],
    columns: () => mailboxColumns,
    page: (tx, _, input, request) => listMailboxes(tx, { ...input, ...request, page: undefined }),
  })
  bind(calls.addMailbox, addMailbox(secrets))
  bind(calls.changeMailbox, changeMailbox(secrets))
  bind(calls.setDefaultMailbox, setDefaultMailbox)
  bind(calls.setMailboxesEnabled, setMailboxesEnabled)
  bind(calls.deleteMailboxes, deleteMailboxes)
  bind(calls.testMailbox, ({ actor }, input) => sendTest(db, actor, secrets, input), { ownTransactions: true })
  bind(calls.getMailboxHistory, ({ tx }, { id }) => historyOf(tx, 'mailbox', id))
}
