import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { parseTitle } from '@xunyun/contract/invoices/parseTitle'
import { addProfile, changeProfile, getProfile, type ProfileRow } from '@xunyun/contract/invoices/profiles'
import type { Output } from '@xunyun/contract/kernel/call'
import { Form, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api/api.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { Field, FormDrawer, FormSection, useFill } from '../../shared/form/FormDrawer.tsx'
import { NumberInput, PhoneInput } from '../../shared/form/inputs.tsx'
import { known, Lookup, useLabels } from '../../shared/form/Lookup.tsx'
import { useRecordForm } from '../../shared/form/useRecordForm.ts'
import styles from './Invoices.module.css'
import { billingPaths } from './paths.ts'

type Props = {
  readonly profile: ProfileRow | null
  /** Whose title a new one is, where that is no question. */
  readonly companyId?: number
  readonly onAdded?: (id: number) => void
  readonly onClose: () => void
}

/** Adds a title or changes one; a block from a chat fills it in. */
export function ProfileForm({ profile, companyId, onAdded, onClose }: Props) {
  const { t } = useTranslation(['invoices', 'ui'])
  const { form, record } = useRecordForm(profile, {
    name: companyId === undefined ? 'invoiceProfile' : `invoiceProfile-of-${companyId}`,
    add: addProfile,
    change: changeProfile,
    get: (id) => api(getProfile, { id }),
    refresh: billingPaths,
    fresh: { type: 'special', ...(companyId === undefined ? {} : { companyId }) },
    ...(onAdded === undefined ? {} : { onAdded: ({ id }: Output<typeof addProfile>) => onAdded(id) }),
  })
  return (
    <FormDrawer
      {...form}
      title={profile ? t('profile.edit', { name: profile.title }) : t('profile.new')}
      onClose={onClose}
    >
      <PasteTitle />
      <FormSection title={t('profile.section.title')}>
        <Field name="companyId" label={t('profile.companyName')} span={2} says={() => record?.companyName}>
          <Lookup
            call={getCompanyChoices}
            known={known(record?.companyId, record?.companyName)}
            placeholder={t('ui:form.choose')}
            disabled={profile !== null || companyId !== undefined}
          />
        </Field>
        {profile === null && <TitleProposal />}
        <Field name="title" label={t('profile.title')} span={2}>
          <Input />
        </Field>
        <Field name="type" label={t('profile.type')}>
          <Choice type="invoiceType" />
        </Field>
        <TaxNo />
        <Field name="address" label={t('profile.address')}>
          <Input />
        </Field>
        <Field name="tel" label={t('profile.tel')}>
          <PhoneInput />
        </Field>
      </FormSection>
      <FormSection title={t('profile.section.bank')}>
        <Field name="bank" label={t('profile.bank')}>
          <Input />
        </Field>
        <Field name="account" label={t('profile.account')}>
          <Input inputMode="numeric" />
        </Field>
      </FormSection>
      <FormSection title={t('profile.section.receive')}>
        <Field name="recipient" label={t('profile.recipient')}>
          <Input />
        </Field>
        <Field name="mobile" label={t('profile.mobile')}>
          <PhoneInput />
        </Field>
        <Field name="email" label={t('profile.email')} span={2}>
          <Input inputMode="email" />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}

/** A title is the company's name where nobody has typed another. */
function TitleProposal() {
  const form = Form.useFormInstance()
  const companyId = Form.useWatch<number | undefined>('companyId', form)
  const name = useLabels(getCompanyChoices, companyId === undefined ? [] : [companyId]).get(companyId ?? 0)?.label
  const proposed = useRef<string>(undefined)
  useEffect(() => {
    const typed: unknown = form.getFieldValue('title')
    if (name === undefined || (typed !== undefined && typed !== '' && typed !== proposed.current)) return
    proposed.current = name
    form.setFieldsValue({ title: name })
  }, [form, name])
  return null
}

/** The star stands where a special invoice needs it. */
function TaxNo() {
  const { t } = useTranslation('invoices')
  const type = Form.useWatch<string | undefined>('type', Form.useFormInstance())
  return (
    <Field
      name="taxNo"
      label={t('profile.taxNo')}
      required={type === 'special'}
      dependencies={['type']}
      hint={t('profile.taxNoHint')}
    >
      <NumberInput maxLength={18} />
    </Field>
  )
}

function PasteTitle() {
  const { t } = useTranslation('invoices')
  const fill = useFill()
  const [count, setCount] = useState<number | null>(null)
  return (
    <div className={styles.paste}>
      <Input.TextArea
        aria-label={t('profile.paste')}
        placeholder={t('profile.paste')}
        autoSize={{ minRows: 1, maxRows: 6 }}
        onPaste={(event) => {
          const found = parseTitle(event.clipboardData.getData('text/plain').slice(0, 2000))
          setCount(Object.keys(found).length)
          fill(found)
        }}
        onChange={() => setCount(null)}
      />
      <p role="status">{count !== null && t('profile.pasted', { count })}</p>
    </div>
  )
}
