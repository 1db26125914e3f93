import {
  deleteMailboxes,
  exportMailboxes,
  getMailboxes,
  getMailboxHistory,
  getMailboxTotals,
  type MailboxRow,
  mailboxTabs,
  setDefaultMailbox,
  setMailboxesEnabled,
} from '@xunyun/contract/system/mailboxes'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { useMasterActs } from '../../../shared/action/useMasterActs.ts'
import { useHistory } from '../../../shared/detail/useHistory.tsx'
import { useOpen } from '../../../shared/form/waiting.ts'
import type { RowAction } from '../../../shared/grid/types.ts'
import { SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { ListTabs } from '../../../shared/list/ListTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight } from '../../../shared/session/session.ts'
import { late } from '../../../shared/ui/late.tsx'
import { NewButton } from '../../../shared/ui/NewButton.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { toast } from '../../../shared/ui/toasts.ts'
import { useIsPhone } from '../../../shared/ui/useDevice.ts'
import { mailColumns } from './mailboxColumns.tsx'
import { useMailHistory } from './mailboxHistory.ts'

const MailboxForm = late(() => import('./MailboxForm.tsx').then((file) => file.MailboxForm))
const MailboxTest = late(() => import('./MailboxTest.tsx').then((file) => file.MailboxTest))

const refresh = ['/api/Mailboxes/']
const defaults = { filter: { tab: 'enabled' }, sort: { key: 'name', dir: 'asc' } } as const

type Open = { readonly what: 'form' | 'test'; readonly mailbox: MailboxRow | null }

/** By which mailbox the product's mails leave, and whether they do (RT-12/mailInfo). */
export function MailboxList({ choose }: { choose: ReactNode }) {
  const { t } = useTranslation(['system', 'ui'])
  const may = useRight('mailInfo')
  const list = useList({ call: getMailboxes, totals: getMailboxTotals, exportCall: exportMailboxes, defaults })
  const [open, setOpen] = useOpen<Open>()
  const makeDefault = useAction(setDefaultMailbox, { refresh })
  const master = useMasterActs<MailboxRow>({
    enabling: setMailboxesEnabled,
    removing: deleteMailboxes,
    refresh,
    may: may.approve,
    nameOf: ({ name }) => name,
    // The last of all may be deleted, default or not: the server knows.
    refusedOf: ({ isDefault }) => (isDefault && (list.totals?.tabs.all ?? 0) > 1 ? t('mail.mustStay') : null),
    onDone: list.acted,
  })
  const history = useHistory(getMailboxHistory, useMailHistory())
  const isPhone = useIsPhone()
  const create = may.edit && (
    <NewButton onClick={() => setOpen({ what: 'form', mailbox: null })}>
      {/* Beside the choice of views a phone has room for a word. */}
      {t(isPhone ? 'mail.newShort' : 'mail.new')}
    </NewButton>
  )
  const actions = (mailbox: MailboxRow): RowAction[] => [
    ...(may.edit
      ? [
          { key: 'change', label: t('ui:master.change'), onClick: () => setOpen({ what: 'form', mailbox }) },
          { key: 'test', label: t('mail.test'), onClick: () => setOpen({ what: 'test', mailbox }) },
          {
            key: 'default',
            label: t('mail.setDefault'),
            refused: mailbox.isDefault ? t('mail.isDefaultNow') : mailbox.enabled ? null : t('mail.disabledNow'),
            onClick: () =>
              void makeDefault
                .run({ id: mailbox.id })
                .then(() => toast.success(t('mail.madeDefault', { name: mailbox.name })))
                .catch(() => undefined),
          },
        ]
      : []),
    ...master.rowActions(mailbox),
    history.action(mailbox.id, mailbox.name),
  ]
  const mailbox = open?.mailbox ?? null
  const close = () => setOpen(null)
  return (
    <>
      <ListPage
        list={list}
        label={t('mail.label')}
        columns={mailColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('mail.status')}
            tabs={mailboxTabs}
            word={(tab) => t(`users.${tab}`)}
            all={t('role.all')}
          />
        }
        filters={<SearchInput {...list.field('q')} placeholder={t('mail.search')} width={284} />}
        primary={
          <>
            {choose}
            {create}
          </>
        }
        batch={master.batchActions}
        actions={actions}
        isVoid={(row) => !row.enabled}
        onOpen={(row) => (may.edit ? setOpen({ what: 'form', mailbox: row }) : history.open(row.id, row.name))}
        empty={<Empty title={t('mail.none')}>{create}</Empty>}
      />
      {open?.what === 'form' && <MailboxForm mailbox={mailbox} onClose={close} />}
      {open?.what === 'test' && mailbox && <MailboxTest mailbox={mailbox} onClose={close} />}
      {history.drawer}
    </>
  )
}
