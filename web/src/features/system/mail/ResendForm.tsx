import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getMailboxes } from '@xunyun/contract/system/mailboxes'
import { getMail, type MailDetail, resendMail } from '@xunyun/contract/system/outbox'
import { Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { api, type Sending } from '../../../shared/api/api.ts'
import { q } from '../../../shared/api/query.ts'
import { AddressesInput } from '../../../shared/form/AddressesInput.tsx'
import { Choice } from '../../../shared/form/Choice.tsx'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'

type Values = Pick<Sending<typeof resendMail>, 'mailboxId' | 'to' | 'cc'>

const refresh = ['/api/Mails/']
const valuesOf = ({ to, cc }: MailDetail): Partial<Values> => ({ to, cc })

/** 重发: a mistyped address is corrected, another mailbox chosen; who has the mail is not sent it again. */
export function ResendForm({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('system')
  const client = useQueryClient()
  const fetchMail = () => client.fetchQuery({ queryKey: [getMail.path, id], queryFn: ask, staleTime: 0 })
  const ask = () => api(getMail, { id })
  const { data } = useQuery({ queryKey: [getMail.path, id], queryFn: ask })
  const mailboxes = useQuery(q(getMailboxes, { tab: 'enabled', pageSize: 100 }))
  // One that is disabled by now has to be chosen anew.
  const usable = (mailboxes.data?.rows ?? []).some((one) => one.id === data?.mailboxId)
  const beginning = data && mailboxes.data && { ...valuesOf(data), ...(usable ? { mailboxId: data.mailboxId } : {}) }
  const [version, setVersion] = useState<number>()
  const resend = useAction(resendMail, { refresh, success: t('outbox.queued') })
  return (
    <FormDrawer<Values>
      name={`mail-${id}`}
      title={data ? t('outbox.resendTitle', { subject: data.subject }) : t('outbox.resend')}
      submitLabel={t('outbox.resend')}
      call={resendMail}
      initial={beginning}
      width={560}
      onSubmit={(values, options) => resend.run({ id, version: version ?? data?.version ?? 0, ...values }, options)}
      onReload={async () => {
        const now = await fetchMail()
        setVersion(now.version)
        return valuesOf(now)
      }}
      onClose={onClose}
    >
      <FormSection title={t('outbox.whom')}>
        {data?.fault === 'unsure' && (
          <Alert style={{ gridColumn: '1 / -1' }} type="warning" title={t('outbox.unsureHint')} />
        )}
        {data && data.accepted.length > 0 && (
          <Alert
            style={{ gridColumn: '1 / -1' }}
            type="info"
            title={t('outbox.notTwice', { addresses: data.accepted.join(', ') })}
          />
        )}
        <Field name="to" label={t('outbox.to')} span={2}>
          <AddressesInput />
        </Field>
        <Field name="cc" label={t('outbox.cc')} span={2}>
          <AddressesInput />
        </Field>
        <Field name="mailboxId" label={t('outbox.mailbox')} span={2}>
          <Choice
            allowClear={false}
            options={(mailboxes.data?.rows ?? []).map(({ id: value, name, sender }) => ({
              value,
              label: `${name} · ${sender}`,
            }))}
          />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
