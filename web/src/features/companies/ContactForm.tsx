import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import {
  addContact,
  type ContactRow,
  type ContactType,
  changeContact,
  getContact,
} from '@xunyun/contract/companies/contacts'
import { isMobile } from '@xunyun/contract/kernel/checks'
import { degreesOf, gcj02, toGcj02, toWgs84, wgs84 } from '@xunyun/contract/kernel/position'
import { Checkbox, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api/api.ts'
import { Field, FormDrawer, FormSection, useFill } from '../../shared/form/FormDrawer.tsx'
import { DecimalInput, PhoneInput } from '../../shared/form/inputs.tsx'
import { known, Lookup } from '../../shared/form/Lookup.tsx'
import { RegionPicker } from '../../shared/form/RegionPicker.tsx'
import { useRecordForm } from '../../shared/form/useRecordForm.ts'
import { useSession } from '../../shared/session/session.ts'
import styles from './Companies.module.css'
import type { CompanyRole } from './entries.ts'
import { PasteLine } from './PasteLine.tsx'

type Props = {
  readonly contact: ContactRow | null
  readonly type: ContactType
  /** The company that the list is looked at for. */
  readonly companyId: number | undefined
  readonly onClose: () => void
}

const suppliers: readonly CompanyRole[] = ['carrier', 'special', 'courier']

/** Adds a contact, which a pasted line fills in, or changes one. */
export function ContactForm({ contact, type, companyId, onClose }: Props) {
  const { t } = useTranslation(['companies', 'ui'])
  const isCustomer = useSession((session) => session.userInfo?.scope === 'customer')
  const { form, record } = useRecordForm(contact, {
    name: 'contact',
    add: addContact,
    change: changeContact,
    get: (id) => api(getContact, { id }),
    refresh: ['/api/Contacts/'],
    fresh: { companyId, isDefault: false },
    valuesOf: (now: ContactRow, same) => ({ ...same, ...shownOf(now) }),
    inputOf: (values: Shown & object, now) => ({ ...values, ...sentOf(values), ...(now ? {} : { type }) }),
  })
  return (
    <FormDrawer
      {...form}
      name={contact ? form.name : `contact-${type}-new`}
      title={contact ? t('company.edit', { name: contact.name }) : t('contact.new')}
      onClose={onClose}
    >
      {contact === null && <PasteParty />}
      <FormSection title={t('contact.section.person')}>
        <Field name="companyId" label={t('contact.companyName')} span={2} says={() => record?.companyName}>
          <Lookup
            call={getCompanyChoices}
            input={type === 'supplier' ? { roles: suppliers } : undefined}
            known={known(record?.companyId, record?.companyName)}
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
        <Field name="lng" label={t('contact.lng')} hint={t('contact.datumHint')}>
          <DecimalInput places={6} />
        </Field>
        <Field name="lat" label={t('contact.lat')}>
          <DecimalInput places={6} />
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

/** Degrees as the form shows them, and as they are kept; one without the other is left as it was typed. */
type Shown = Partial<Pick<ContactRow, 'lng' | 'lat'>>
const shownOf = ({ lng, lat }: Shown): Shown => (lng && lat ? degreesOf(toGcj02(wgs84(Number(lng), Number(lat)))) : {})
const sentOf = ({ lng, lat }: Shown): Shown => (lng && lat ? degreesOf(toWgs84(gcj02(Number(lng), Number(lat)))) : {})

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
