import { useQueryClient } from '@tanstack/react-query'
import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import {
  addContact,
  type ContactRow,
  type ContactType,
  changeContact,
  getContact,
} from '@xunyun/contract/companies/contacts'
import { isMobile } from '@xunyun/contract/kernel/checks'
import { Checkbox, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { api, type Sending } from '../../shared/api/api.ts'
import { Field, FormDrawer, FormSection, useFill } from '../../shared/form/FormDrawer.tsx'
import { PhoneInput } from '../../shared/form/inputs.tsx'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { RegionPicker } from '../../shared/form/RegionPicker.tsx'
import { useSession } from '../../shared/session/session.ts'
import styles from './Companies.module.css'
import type { CompanyRole } from './entries.ts'
import { PasteLine } from './PasteLine.tsx'

type Values = Omit<Sending<typeof addContact>, 'type'>
type Props = {
  readonly contact: ContactRow | null
  readonly type: ContactType
  /** The company that the list is looked at for. */
  readonly companyId: number | undefined
  readonly onClose: () => void
}

const refresh = ['/api/Contacts/']
const suppliers: readonly CompanyRole[] = ['carrier', 'special', 'courier']

const valuesOf = (row: ContactRow): Partial<Values> => {
  const { companyId, name, partyCompany, mobile, tel, regionCode, address, isDefault, remark, lng, lat } = row
  return { companyId, name, partyCompany, mobile, tel, regionCode, address, isDefault, remark, lng, lat }
}

/** Adds a contact, which a pasted line fills in, or changes one. */
export function ContactForm({ contact, type, companyId, onClose }: Props) {
  const { t } = useTranslation(['companies', 'ui'])
  const client = useQueryClient()
  const isCustomer = useSession((session) => session.userInfo?.scope === 'customer')
  const [record, setRecord] = useState(contact)
  const [initial] = useState(contact ? valuesOf(contact) : { companyId, isDefault: false })
  const add = useAction(addContact, { refresh, success: t('ui:master.saved') })
  const change = useAction(changeContact, { refresh, success: t('ui:master.saved') })

  const save = (values: Values, options: { key: string }) =>
    record === null
      ? add.run({ ...values, type }, options)
      : // The pin on the map is no field of this form, but it is the contact's.
        change.run({ ...values, lng: record.lng, lat: record.lat, id: record.id, version: record.version }, options)
  const reload = async () => {
    const id = contact?.id ?? 0
    const fresh = await client.fetchQuery({
      queryKey: [getContact.path, id],
      queryFn: () => api(getContact, { id }),
      staleTime: 0,
    })
    setRecord(fresh)
    return valuesOf(fresh)
  }

  return (
    <FormDrawer<Values>
      name={contact ? `contact-${contact.id}` : `contact-${type}-new`}
      title={contact ? t('company.edit', { name: contact.name }) : t('contact.new')}
      submitLabel={t('ui:master.save')}
      call={contact ? changeContact : addContact}
      initial={initial}
      onSubmit={save}
      onReload={contact ? reload : undefined}
      onClose={onClose}
    >
      {contact === null && <PasteParty />}
      <FormSection title={t('contact.section.person')}>
        <Field name="companyId" label={t('contact.companyName')} span={2} says={() => record?.companyName}>
          <Lookup
            call={getCompanyChoices}
            input={type === 'supplier' ? { roles: suppliers } : undefined}
            known={record ? [{ id: record.companyId, label: record.companyName, hint: null }] : undefined}
            placeholder={t('ui:form.choose')}
          />
        </Field>
        <Field name="name" label={t('contact.name')}>
          <Input />
        </Field>
        <Field name="partyCompany" label={t('contact.partyCompany')}>
          <Input placeholder={t('contact.partyHint')} />
        </Field>
        <Phones />
      </FormSection>
      <FormSection title={t('contact.section.place')}>
        <Field name="regionCode" label={t('contact.regionName')} span={2} says={() => record?.regionName}>
          <RegionPicker />
        </Field>
        <Field name="address" label={t('contact.address')} span={2}>
          <Input />
        </Field>
        {!isCustomer && (
          <Field name="remark" label={t('contact.remark')} span={2}>
            <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
          </Field>
        )}
        <Field
          name="isDefault"
          label={t('contact.isDefault')}
          span={2}
          hint={t('contact.defaultHint')}
          valuePropName="checked"
          says={(on: boolean) => t(on ? 'ui:master.yes' : 'ui:master.no')}
        >
          <Checkbox />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}

/** Either number will do; the star stands where one is missing. */
function Phones() {
  const { t } = useTranslation('companies')
  const form = Form.useFormInstance()
  const mobile = Form.useWatch<string | null | undefined>('mobile', form)
  const tel = Form.useWatch<string | null | undefined>('tel', form)
  return (
    <>
      <Field name="mobile" label={t('contact.mobile')} required={!tel} dependencies={['tel']}>
        <PhoneInput />
      </Field>
      <Field name="tel" label={t('contact.tel')} required={!mobile} dependencies={['mobile']}>
        <PhoneInput />
      </Field>
    </>
  )
}

/** The line that a customer sent in a chat, taken apart into the fields below. */
function PasteParty() {
  const fill = useFill()
  return (
    <div className={styles.line}>
      <PasteLine
        onParsed={({ company, name, phone, region, address }) => {
          const mobile = phone !== null && isMobile(phone)
          const found = {
            name,
            partyCompany: company,
            mobile: mobile ? phone : null,
            tel: mobile ? null : phone,
            regionCode: region,
            address,
          }
          fill(Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null)))
        }}
      />
    </div>
  )
}
