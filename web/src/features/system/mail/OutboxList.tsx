import { useQuery } from '@tanstack/react-query'
import { getMailboxes } from '@xunyun/contract/system/mailboxes'
import {
  cancelMails,
  exportMails,
  getMails,
  getMailTotals,
  type MailRow,
  mailStates,
  resendMails,
} from '@xunyun/contract/system/outbox'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useBatch } from '../../../shared/action/useBatch.ts'
import { q } from '../../../shared/api/query.ts'
import { useOpen } from '../../../shared/form/waiting.ts'
import type { RowAction } from '../../../shared/grid/types.ts'
import { ChoiceFilter, DayRangeFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { ListTabs } from '../../../shared/list/ListTabs.tsx'
import type { BatchAction } from '../../../shared/list/Toolbar.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight } from '../../../shared/session/session.ts'
import { confirm } from '../../../shared/ui/confirm.ts'
import { late } from '../../../shared/ui/late.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { outboxColumns } from './outboxColumns.tsx'

const MailDrawer = late(() => import('./MailDrawer.tsx').then((file) => file.MailDrawer))
const ResendForm = late(() => import('./ResendForm.tsx').then((file) => file.ResendForm))

const defaults = { sort: { key: 'createdAt', dir: 'desc' } } as const
const refresh = ['/api/Mails/']

type Open = { readonly what: 'view' | 'resend'; readonly id: number }

/** Mails that wait, that left, and that could not. */
export function OutboxList({ choose }: { choose: ReactNode }) {
  const { t } = useTranslation('system')
  const may = useRight('mailInfo')
  const list = useList({ call: getMails, totals: getMailTotals, exportCall: exportMails, defaults, name: 'outbox' })
  const [open, setOpen] = useOpen<Open>()
  const mailboxes = useQuery(q(getMailboxes, { pageSize: 100 }))
  const resend = useBatch(resendMails, { title: t('outbox.resend'), refresh, onDone: list.clear })
  const cancel = useBatch(cancelMails, { title: t('outbox.cancel'), refresh, onDone: list.clear })
  const able = (rows: readonly MailRow[], action: MailRow['actions'][number]) =>
    may.edit ? rows.filter(({ actions }) => actions.includes(action)) : []
  const cancelThem = async (rows: readonly MailRow[]) => {
    const [one] = rows
    const title =
      rows.length === 1
        ? t('outbox.cancelOne', { subject: one?.subject ?? '' })
        : t('outbox.cancelMany', { count: rows.length })
    if (await confirm({ title, text: t('outbox.cancelText'), yes: t('outbox.cancel'), danger: true }))
      await cancel.run({ ids: rows.map(({ id }) => id) }).catch(() => undefined)
  }
  const actions = (row: MailRow): RowAction[] => [
    { key: 'view', label: t('outbox.open'), onClick: () => setOpen({ what: 'view', id: row.id }) },
    ...able([row], 'resend').map(() => ({
      key: 'resend',
      label: t('outbox.resend'),
      onClick: () => setOpen({ what: 'resend', id: row.id }),
    })),
    ...able([row], 'cancel').map(() => ({
      key: 'cancel',
      label: t('outbox.cancel'),
      danger: true,
      onClick: () => void cancelThem([row]),
    })),
  ]
  const batch = (rows: readonly MailRow[]): BatchAction[] => {
    const again = able(rows, 'resend')
    const gone = able(rows, 'cancel')
    return [
      ...(again.length > 0
        ? [
            {
              key: 'resend',
              label: t('outbox.resend'),
              onClick: () => void resend.run({ ids: again.map(({ id }) => id) }).catch(() => undefined),
            },
          ]
        : []),
      ...(gone.length > 0
        ? [{ key: 'cancel', label: t('outbox.cancel'), danger: true, onClick: () => void cancelThem(gone) }]
        : []),
    ]
  }
  const close = () => setOpen(null)
  return (
    <>
      <ListPage
        list={list}
        label={t('mail.view.outbox')}
        columns={outboxColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('outbox.state')}
            tabs={mailStates}
            word={(tab) => t(`outbox.state.${tab}`)}
            all={t('role.all')}
            allFirst
            tones={{ failed: 'red' }}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('outbox.search')} width={236} />
            <ChoiceFilter
              {...list.field('mailboxId')}
              label={t('outbox.mailbox')}
              options={(mailboxes.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              width={180}
            />
            <DayRangeFilter {...list.range('from', 'to')} label={t('outbox.createdAt')} />
          </>
        }
        primary={choose}
        actions={actions}
        batch={batch}
        isVoid={(row) => row.state === 'cancelled'}
        onOpen={(row) => setOpen({ what: 'view', id: row.id })}
        empty={<Empty title={t('outbox.none')} text={t('outbox.noneHint')} />}
      />
      {open?.what === 'view' && (
        <MailDrawer
          id={open.id}
          onResend={may.edit ? () => setOpen({ what: 'resend', id: open.id }) : undefined}
          onClose={close}
        />
      )}
      {open?.what === 'resend' && <ResendForm id={open.id} onClose={close} />}
    </>
  )
}
