import {
  addMailbox,
  changeMailbox,
  getMailboxes,
  type MailboxRow,
  type MailSecurity,
  mailSecurities,
} from '@xunyun/contract/system/mailboxes'
import { Input, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api/api.ts'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { IntegerInput } from '../../../shared/form/inputs.tsx'
import { useRecordForm } from '../../../shared/form/useRecordForm.ts'
import styles from '../System.module.css'

const secret = ['password'] as const

/** Adds a mailbox or changes one. The password is not in what the server gives: nothing typed keeps it. */
export function MailboxForm({ mailbox, onClose }: { mailbox: MailboxRow | null; onClose: () => void }) {
  const { t } = useTranslation(['system', 'ui'])
  const { form, record } = useRecordForm(mailbox, {
    name: 'mailbox',
    add: addMailbox,
    change: changeMailbox,
    get: (id) => api(getMailboxes, { ids: [id] }).then(({ rows: [row] }) => row),
    refresh: ['/api/Mailboxes/'],
    fresh: { port: 465, security: 'tls' },
  })
  const title = mailbox ? t('mail.changeTitle', { name: mailbox.name }) : t('mail.new')
  return (
    <FormDrawer {...form} title={title} secret={secret} onClose={onClose}>
      <FormSection title={t('mail.identity')}>
        <Field name="name" label={t('mail.name')} span={2}>
          <Input />
        </Field>
        <Field name="sender" label={t('mail.sender')}>
          <Input inputMode="email" autoCapitalize="none" placeholder="tms@example.com" />
        </Field>
        <Field name="senderName" label={t('mail.senderName')}>
          <Input />
        </Field>
      </FormSection>
      <FormSection title={t('mail.server')}>
        <Field name="host" label={t('mail.host')} span={2} hint={t('mail.hostHint')}>
          <Input autoCapitalize="none" spellCheck={false} />
        </Field>
        <Field name="security" label={t('mail.security')} span={2}>
          <SecurityInput />
        </Field>
        <Field name="port" label={t('mail.port')} hint={t('mail.portHint')}>
          <IntegerInput />
        </Field>
        <Field name="account" label={t('mail.account')} hint={t('mail.accountHint')}>
          <Input autoCapitalize="none" autoComplete="off" spellCheck={false} />
        </Field>
        <Field name="password" label={t('mail.password')} span={2} hint={t('mail.passwordHint')}>
          <Input.Password
            autoComplete="new-password"
            placeholder={record?.hasPassword ? t('mail.passwordSet') : undefined}
          />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}

type SecurityProps = { value?: MailSecurity; onChange?: (value: MailSecurity) => void; id?: string }

function SecurityInput({ value, onChange, id }: SecurityProps) {
  const { t } = useTranslation('system')
  return (
    <>
      <Segmented
        id={id}
        value={value}
        onChange={onChange}
        options={[...mailSecurities].reverse().map((name) => ({ value: name, label: t(`mail.security.${name}`) }))}
      />
      {value === 'none' && (
        <div role="note" className={styles.warn}>
          {t('mail.plain')}
        </div>
      )}
    </>
  )
}
