import { useQuery } from '@tanstack/react-query'
import { mailInvoice, previewInvoiceMail } from '@xunyun/contract/invoices/calls'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { api, type Sending } from '../../shared/api/api.ts'
import { AddressesInput } from '../../shared/form/AddressesInput.tsx'
import { Choice } from '../../shared/form/Choice.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { Empty, LoadError } from '../../shared/ui/Notice.tsx'
import { Sheet } from '../../shared/ui/Sheet.tsx'
import { invoicePaths } from './paths.ts'

/** An issued invoice with its files as a mail to the customer; it goes into the outbox. */
export function MailForm({ id, no, onClose }: { id: number; no: string; onClose: () => void }) {
  const { t } = useTranslation('invoices')
  const { data, error, refetch } = useQuery({
    queryKey: [previewInvoiceMail.path, id],
    queryFn: () => api(previewInvoiceMail, { id }, { quiet: true }),
    staleTime: 0,
    gcTime: 0,
  })
  const send = useAction(mailInvoice, { success: t('mail.queued'), refresh: [...invoicePaths, '/api/Mails/'] })
  const title = t('mail.title', { no })
  if (error || data?.mailboxes.length === 0)
    return (
      <Sheet width={560} title={title} onClose={onClose}>
        {error ? <LoadError error={error} retry={() => void refetch()} /> : <Empty title={t('mail.none')} />}
      </Sheet>
    )
  return (
    <FormDrawer<Omit<Sending<typeof mailInvoice>, 'id'>>
      name={`invoice-mail-${id}`}
      title={title}
      submitLabel={t('act.mail')}
      call={mailInvoice}
      initial={data && { mailboxId: data.mailboxes[0]?.id ?? 0, to: data.to, subject: data.subject, text: data.text }}
      width={640}
      onSubmit={(values, options) => send.run({ ...values, id }, options)}
      onClose={onClose}
    >
      <FormSection>
        <Field name="mailboxId" label={t('mail.from')} span={2}>
          <Choice
            allowClear={false}
            options={(data?.mailboxes ?? []).map(({ id, name, sender }) => ({
              value: id,
              label: `${name} · ${sender}`,
            }))}
          />
        </Field>
        <Field name="to" label={t('mail.to')} span={2}>
          <AddressesInput />
        </Field>
        <Field name="cc" label={t('mail.cc')} span={2}>
          <AddressesInput />
        </Field>
        <Field name="subject" label={t('mail.subject')} span={2}>
          <Input />
        </Field>
        <Field name="text" label={t('mail.text')} span={2} hint={t('mail.files', { count: data?.files ?? 0 })}>
          <Input.TextArea autoSize={{ minRows: 6, maxRows: 14 }} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
