import { useQuery } from '@tanstack/react-query'
import { type Language, languages } from '@xunyun/contract/pages'
import { mailPrices, previewPriceMail } from '@xunyun/contract/waybills/charges'
import { Button, Form, Input, Segmented } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useAction } from '../../shared/action/useAction.ts'
import { api, type Sending } from '../../shared/api/api.ts'
import { AddressesInput } from '../../shared/form/AddressesInput.tsx'
import { Choice } from '../../shared/form/Choice.tsx'
import { Field, FormDrawer, FormSection, useFill } from '../../shared/form/FormDrawer.tsx'
import { useRight } from '../../shared/session/session.ts'
import { Empty, LoadError } from '../../shared/ui/Notice.tsx'
import { Sheet } from '../../shared/ui/Sheet.tsx'

type Values = Omit<Sending<typeof mailPrices>, 'customerId' | 'ids'>
type Begun = { readonly subject: string; readonly text: string }

type Props = {
  readonly customerId: number
  readonly customerName: string
  readonly ids: readonly number[]
  readonly onSent: () => void
  readonly onClose: () => void
}

/** The sheet of prices as a mail to one customer; it goes into the outbox. */
export function MailPrices({ customerId, customerName, ids, onSent, onClose }: Props) {
  const { t } = useTranslation('waybills')
  const ask = (language: Language) => api(previewPriceMail, { customerId, ids: [...ids], language }, { quiet: true })
  const { data, error, refetch } = useQuery({
    queryKey: [previewPriceMail.path, customerId, ids],
    queryFn: () => ask('zh'),
    staleTime: 0,
    gcTime: 0,
  })
  const send = useAction(mailPrices, { refresh: ['/api/Mails/'], success: t('price.mailQueued') })
  const title = t('price.mailTitle', { customer: customerName })
  if (error || data?.mailboxes.length === 0)
    return (
      <Sheet width={560} title={title} onClose={onClose}>
        {error ? <LoadError error={error} retry={() => void refetch()} /> : <NoMailbox />}
      </Sheet>
    )
  return (
    <FormDrawer<Values>
      name={`mail-prices-${customerId}-${ids.length}-${ids[0] ?? 0}`}
      title={title}
      submitLabel={t('price.mailSend')}
      call={mailPrices}
      initial={
        data && {
          mailboxId: data.mailboxes[0]?.id,
          to: data.to,
          subject: data.subject,
          text: data.text,
          language: 'zh',
        }
      }
      width={640}
      onSubmit={(values, options) => send.run({ ...values, customerId, ids: [...ids] }, options)}
      onSaved={onSent}
      onClose={onClose}
    >
      <FormSection>
        <Field name="mailboxId" label={t('price.mailFrom')} span={2}>
          <Choice
            allowClear={false}
            options={(data?.mailboxes ?? []).map(({ id, name, sender }) => ({
              value: id,
              label: `${name} · ${sender}`,
            }))}
          />
        </Field>
        <Field name="to" label={t('price.mailTo')} span={2} hint={t('price.mailToHint')}>
          <AddressesInput />
        </Field>
        <Field name="cc" label={t('price.mailCc')} span={2}>
          <AddressesInput />
        </Field>
        <Field name="language" label={t('price.mailLanguage')} span={2}>
          <LanguageInput begun={data} ask={ask} />
        </Field>
        <Field name="subject" label={t('price.mailSubject')} span={2}>
          <Input />
        </Field>
        <Field name="text" label={t('price.mailText')} span={2}>
          <Input.TextArea autoSize={{ minRows: 6, maxRows: 14 }} />
        </Field>
        <Form.Item label={t('price.mailSheet')} style={{ gridColumn: '1 / -1' }}>
          {t('price.mailSheetHint', { count: ids.length })}
        </Form.Item>
      </FormSection>
    </FormDrawer>
  )
}

type LanguageProps = {
  readonly begun: Begun | undefined
  readonly ask: (language: Language) => Promise<Begun>
  readonly id?: string
  readonly value?: Language
  readonly onChange?: (value: Language) => void
}

/** Of sheet and mail; what was written by hand stays as it is. */
function LanguageInput({ begun, ask, id, value, onChange }: LanguageProps) {
  const { t } = useTranslation(['waybills', 'common'])
  const form = Form.useFormInstance<Values>()
  const fill = useFill()
  const last = useRef(begun)
  const choose = async (language: Language) => {
    onChange?.(language)
    const next = await ask(language).catch(() => undefined)
    if (next === undefined) return
    const { subject, text } = form.getFieldsValue()
    fill({
      ...(subject === last.current?.subject ? { subject: next.subject } : {}),
      ...(text === last.current?.text ? { text: next.text } : {}),
    })
    last.current = next
  }
  return (
    <Segmented
      id={id}
      value={value}
      options={languages.map((one) => ({ value: one, label: t(`common:language.${one}`) }))}
      onChange={(next) => void choose(next)}
    />
  )
}

function NoMailbox() {
  const { t } = useTranslation('waybills')
  const may = useRight('mailInfo').browse
  const navigate = useNavigate()
  return (
    <Empty title={t('price.mailNone')} text={t(may ? 'price.mailNoneHint' : 'price.mailNoneAsk')}>
      {may && (
        <Button type="primary" onClick={() => void navigate(pathTo('mailInfo'))}>
          {t('price.mailSetUp')}
        </Button>
      )}
    </Empty>
  )
}
