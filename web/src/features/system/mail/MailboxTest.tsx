import { type MailboxRow, testMailbox } from '@xunyun/contract/system/mailboxes'
import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { fieldMessages } from '../../../shared/api/fieldErrors.ts'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import styles from '../System.module.css'

type Result = { readonly to: string; readonly fault: keyof typeof words | null; readonly answer: string }
const words = {
  auth: 'mail.result.auth',
  host: 'mail.result.host',
  refused: 'mail.result.refused',
  tls: 'mail.result.tls',
  timeout: 'mail.result.timeout',
  address: 'mail.result.address',
  key: 'mail.result.key',
  other: 'mail.result.other',
} as const

/** Sends a test mail, and shows what the mail server said. */
export function MailboxTest({ mailbox, onClose }: { mailbox: MailboxRow; onClose: () => void }) {
  const { t } = useTranslation(['system', 'ui', 'common'])
  const test = useAction(testMailbox, { refresh: ['/api/Mailboxes/'] })
  const [to, setTo] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [result, setResult] = useState<Result | null>(null)

  const send = async () => {
    if (to.trim() === '') return setWrong(t('ui:form.required'))
    setResult(null)
    try {
      setResult({ to: to.trim(), ...(await test.run({ id: mailbox.id, to })) })
    } catch (error) {
      if (error instanceof ApiError) setWrong((await fieldMessages(error))[0]?.errors[0] ?? error.message)
    }
  }

  return (
    <Dialog
      open
      title={t('mail.testTitle', { name: mailbox.name })}
      onCancel={onClose}
      footer={[
        <Button key="no" onClick={onClose}>
          {t('common:close')}
        </Button>,
        <Button key="yes" type="primary" loading={test.pending} onClick={() => void send()}>
          {t('mail.send')}
        </Button>,
      ]}
    >
      <label className={styles.label} htmlFor="mail-test-to">
        {t('mail.to')}
      </label>
      <Input
        id="mail-test-to"
        autoFocus
        inputMode="email"
        autoCapitalize="none"
        value={to}
        status={wrong ? 'error' : undefined}
        aria-describedby="mail-test-said"
        onChange={(event) => {
          setTo(event.target.value)
          setWrong(null)
        }}
      />
      <div id="mail-test-said" role="status" className={styles.said}>
        {wrong ??
          (test.pending ? (
            t('mail.sending')
          ) : result ? (
            <Alert
              type={result.fault === null ? 'success' : 'error'}
              title={result.fault === null ? t('mail.sentTo', { to: result.to }) : t(words[result.fault])}
              description={result.answer === '' ? undefined : t('mail.answer', { answer: result.answer })}
            />
          ) : (
            '\u00a0'
          ))}
      </div>
    </Dialog>
  )
}
