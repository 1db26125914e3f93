import { useQuery } from '@tanstack/react-query'
import { isAble } from '@xunyun/contract/kernel/ability'
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
import { useActs } from '../../../shared/action/useActs.tsx'
import { useBatch } from '../../../shared/action/useBatch.ts'
import { q } from '../../../shared/api/query.ts'
import { useOpen } from '../../../shared/form/waiting.ts'
import { ChoiceFilter, DayRangeFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { ListTabs } from '../../../shared/list/ListTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
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
  const list = useList({ call: getMails, totals: getMailTotals, exportCall: exportMails, defaults, name: 'outbox' })
  const [open, setOpen] = useOpen<Open>()
  const mailboxes = useQuery(q(getMailboxes, { pageSize: 100 }))
  const again = useBatch(resendMails, { title: t('outbox.resend'), refresh, onDone: list.acted })
  const acts = useActs<MailRow>({
    refresh,
    onDone: list.acted,
    nameOf: ({ subject }) => subject,
    word: (key) => t(`outbox.${key}`),
    ask: (_, what) =>
      typeof what === 'number' ? t('outbox.cancelMany', { count: what }) : t('outbox.cancelOne', { subject: what }),
    acts: {
      moreOpen: ([row], single) =>
        single && row
          ? [{ key: 'view', label: t('outbox.open'), onClick: () => setOpen({ what: 'view', id: row.id }) }]
          : [],
      resend: { single: true, open: ([row]) => row && setOpen({ what: 'resend', id: row.id }) },
      // Of many, each as it is.
      moreAgain: (rows, single) =>
        single || !rows.some((row) => isAble(row, 'resend'))
          ? []
          : [
              {
                key: 'resend',
                label: t('outbox.resend'),
                onClick: () => void again.run({ ids: rows.map(({ id }) => id) }).catch(() => undefined),
              },
            ],
      cancel: { call: cancelMails, confirm: t('outbox.cancelText'), danger: true },
    },
  })
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
        actions={acts.row}
        batch={acts.batch}
        isVoid={(row) => row.state === 'cancelled'}
        onOpen={(row) => setOpen({ what: 'view', id: row.id })}
        empty={<Empty title={t('outbox.none')} text={t('outbox.noneHint')} />}
      />
      {open?.what === 'view' && <MailDrawer id={open.id} actions={acts.row} onClose={close} />}
      {open?.what === 'resend' && <ResendForm id={open.id} onClose={close} />}
      {acts.dialogs}
    </>
  )
}
