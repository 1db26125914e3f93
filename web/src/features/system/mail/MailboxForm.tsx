import { useQueryClient } from '@tanstack/react-query'
import {
  addMailbox,
  changeMailbox,
  getMailboxes,
  type MailboxRow,
  type MailSecurity,
  mailSecurities,
} from '@xunyun/contract/system/mailboxes'
import { Input, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { api, type Sending } from '../../../shared/api/api.ts'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { IntegerInput } from '../../../shared/form/inputs.tsx'
import styles from '../System.module.css'

type Values = Sending<typeof addMailbox>

const refresh = ['/api/Mailboxes/']
const secret = ['password'] as const

const valuesOf = (mailbox: MailboxRow): Partial<Values> => ({
  name: mailbox.name,
  host: mailbox.host,
  port: mailbox.port,
  security: mailbox.security,
  account: mailbox.account,
  sender: mailbox.sender,
  senderName: mailbox.senderName,
})
const fresh: Partial<Values> = { port: 465, security: 'tls' }

/** Adds a mailbox or changes one. The password is not in what the server gives: nothing typed keeps it. */
export function MailboxForm({ mailbox, onClose }: { mailbox: MailboxRow | null; onClose: () => void }) {
  const { t } = useTranslation(['system', 'ui'])
  const client = useQueryClient()
  const [record, setRecord] = useState(mailbox)
  const [initial] = useState(mailbox ? valuesOf(mailbox) : fresh)
  const add = useAction(addMailbox, { refresh, success: t('ui:master.saved') })
  const change = useAction(changeMailbox, { refresh, success: t('ui:master.saved') })

  const save = (values: Values, options: { key: string }) =>
    record === null
      ? add.run(values, options)
      : change.run({ ...values, id: record.id, version: record.version }, options)
  const reload = async () => {
    const ids = [mailbox?.id ?? 0]
    const queryFn = () => api(getMailboxes, { ids })
    const { rows } = await client.fetchQuery({ queryKey: [getMailboxes.path, 'one', ids], queryFn, staleTime: 0 })
    const [now] = rows
    if (!now) return {}
    setRecord(now)
    return valuesOf(now)
  }

  return (
    <FormDrawer<Values>
      name={mailbox ? `mailbox-${mailbox.id}` : 'mailbox-new'}
      title={mailbox ? t('mail.changeTitle', { name: mailbox.name }) : t('mail.new')}
      submitLabel={t('ui:master.save')}
      call={mailbox ? changeMailbox : addMailbox}
      initial={initial}
      secret={secret}
      onSubmit={save}
      onReload={mailbox ? reload : undefined}
      onClose={onClose}
    >
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
