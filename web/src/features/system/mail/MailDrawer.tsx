import { useQuery } from '@tanstack/react-query'
import { getMail, type MailDetail } from '@xunyun/contract/system/outbox'
import { Alert } from 'antd'
import { FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { actButtons } from '../../../shared/action/actButtons.tsx'
import { apiHost } from '../../../shared/api/api.ts'
import { q } from '../../../shared/api/query.ts'
import { Facts } from '../../../shared/detail/Facts.tsx'
import { historyEntries } from '../../../shared/detail/History.tsx'
import { RecordSheet } from '../../../shared/detail/RecordSheet.tsx'
import { Timeline } from '../../../shared/detail/Timeline.tsx'
import type { RowAction } from '../../../shared/grid/types.ts'
import { dateTime } from '../../../shared/ui/format.ts'
import { StateTag } from '../../../shared/ui/StateTag.tsx'
import styles from './Outbox.module.css'
import { mailTones } from './outboxColumns.tsx'
import { useOutboxHistory } from './outboxHistory.ts'

type Props = {
  readonly id: number
  readonly actions: (mail: MailDetail) => RowAction[]
  readonly onClose: () => void
}

/** One mail: what it says, what hangs on it, and what became of it. */
export function MailDrawer({ id, actions, onClose }: Props) {
  const { t } = useTranslation('system')
  const mail = useQuery({
    ...q(getMail, { id }),
    // It changes by itself while it waits.
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? 5000 : false),
  })
  return (
    <RecordSheet
      of={mail}
      width={720}
      onClose={onClose}
      title={<span className={styles.subject}>{mail.data?.subject ?? t('outbox.open')}</span>}
      state={({ state }) => (
        <StateTag tone={mailTones[state]} struck={state === 'cancelled'}>
          {t(`outbox.state.${state}`)}
        </StateTag>
      )}
      extra={(mail) => actButtons({ actions: actions(mail), only: ['resend'], primary: ['resend'] })}
    >
      {(mail) => <Body mail={mail} />}
    </RecordSheet>
  )
}

function Body({ mail }: { mail: MailDetail }) {
  const { t } = useTranslation('system')
  const history = useOutboxHistory()
  return (
    <>
      <Outcome mail={mail} />
      <Facts
        columns={2}
        facts={[
          { label: t('outbox.to'), value: <Addresses mail={mail} of={mail.to} />, span: 2 },
          mail.cc.length > 0 && { label: t('outbox.cc'), value: <Addresses mail={mail} of={mail.cc} />, span: 2 },
          { label: t('outbox.mailbox'), value: `${mail.mailboxName} ${mail.sender}` },
          { label: t('outbox.createdBy'), value: mail.createdByName },
          { label: t('outbox.createdAt'), value: dateTime(mail.createdAt) },
          { label: t('outbox.sentAt'), value: mail.sentAt && dateTime(mail.sentAt) },
          { label: t('outbox.kind'), value: t(`outbox.kind.${mail.kind}`) },
          {
            label: t('outbox.about'),
            value: mail.link === '' ? mail.about : <Link to={mail.link}>{mail.about}</Link>,
          },
        ]}
      />
      <h3 className={styles.title}>{t('outbox.text')}</h3>
      {mail.clearedAt === null ? (
        <pre className={styles.text}>{mail.text}</pre>
      ) : (
        <p className={styles.quiet}>{t('outbox.cleared', { at: dateTime(mail.clearedAt) })}</p>
      )}
      {mail.attachments.length > 0 && (
        <>
          <h3 className={styles.title}>{t('outbox.files')}</h3>
          <ul className={styles.files}>
            {mail.attachments.map(({ FileID, Url, Name, Size }) => (
              <li key={FileID}>
                <FileText size={14} strokeWidth={1.75} aria-hidden="true" />
                <a href={`${apiHost}${Url}?download=1`}>{Name}</a>
                <small>{Math.max(1, Math.round(Size / 1024))} KB</small>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3 className={styles.title}>{t('outbox.history')}</h3>
      <Timeline entries={historyEntries(mail.history, history)} />
    </>
  )
}

/** Those who have it, and those who don't, where that differs. */
function Addresses({ mail, of }: { mail: MailDetail; of: readonly string[] }) {
  const { t } = useTranslation('system')
  const partly = mail.accepted.length > 0 && mail.state !== 'sent'
  return (
    <ul className={styles.addresses}>
      {of.map((one) => (
        <li key={one}>
          {one}
          {partly && (
            <small data-missing={!mail.accepted.includes(one) || undefined}>
              {t(mail.accepted.includes(one) ? 'outbox.hasIt' : 'outbox.lacksIt')}
            </small>
          )}
        </li>
      ))}
    </ul>
  )
}

/** What the mail server said, and what happens next. */
function Outcome({ mail }: { mail: MailDetail }) {
  const { t } = useTranslation('system')
  if (mail.state === 'sent') return mail.answer === '' ? null : <p className={styles.quiet}>{mail.answer}</p>
  if (mail.fault === null) return null
  const next =
    mail.nextAt === null
      ? mail.fault === 'unsure'
        ? t('outbox.unsureHint')
        : null
      : t('outbox.next', { at: dateTime(mail.nextAt), count: mail.attempts })
  return (
    <Alert
      className={styles.outcome}
      type={mail.state === 'waiting' ? 'warning' : 'error'}
      title={t(`outbox.fault.${mail.fault}`)}
      description={
        <>
          {mail.answer !== '' && <div>{t('mail.answer', { answer: mail.answer })}</div>}
          {next !== null && <div>{next}</div>}
        </>
      }
    />
  )
}
