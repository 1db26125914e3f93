import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { addDriver, changeDriver, type DriverRow, getDriver } from '@xunyun/contract/resources/drivers'
import { getUsers } from '@xunyun/contract/system/calls'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api/api.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { DayInput } from '../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { PhoneInput } from '../../shared/form/inputs.tsx'
import { known, Lookup } from '../../shared/form/Lookup.tsx'
import { useRecordForm } from '../../shared/form/useRecordForm.ts'
import { carriers } from './carriers.ts'
import { SecretInput } from './SecretInput.tsx'

const refresh = ['/api/Drivers/', '/api/Vehicles/']
const secrets = ['idCard', 'bankAccount'] as const

/** Adds a driver or changes one. Identity and bank numbers are not in what the server gives: nothing typed keeps them. */
export function DriverForm({ driver, onClose }: { driver: DriverRow | null; onClose: () => void }) {
  const { t } = useTranslation(['resources', 'ui'])
  const { form, record } = useRecordForm(driver, {
    name: 'driver',
    add: addDriver,
    change: changeDriver,
    get: (id) => api(getDriver, { id }),
    refresh,
  })
  const choose = t('ui:form.choose')

  return (
    <FormDrawer
      {...form}
      title={driver ? t('edit', { name: driver.name }) : t('driver.new')}
      secret={secrets}
      onClose={onClose}
    >
      <FormSection title={t('driver.section.person')}>
        <Field name="name" label={t('driver.name')}>
          <Input />
        </Field>
        <Field name="mobile" label={t('driver.mobile')}>
          <PhoneInput />
        </Field>
        <Field name="carrierId" label={t('driver.carrierName')} span={2} says={() => record?.carrierName}>
          <Lookup
            call={getCompanyChoices}
            input={carriers}
            known={known(record?.carrierId, record?.carrierName)}
            placeholder={choose}
          />
        </Field>
        <Field
          name="userId"
          label={t('driver.userName')}
          span={2}
          hint={t('driver.userHint')}
          says={() => record?.userName}
        >
          <Lookup call={getUsers} known={known(record?.userId, record?.userName)} placeholder={choose} />
        </Field>
      </FormSection>
      <FormSection title={t('driver.section.papers')}>
        <Field name="licenceClass" label={t('driver.licenceClass')}>
          <Choice type="licenceClass" placeholder={choose} />
        </Field>
        <Field name="licenceExpiry" label={t('driver.licenceExpiry')}>
          <DayInput />
        </Field>
        <Field name="licenceNo" label={t('driver.licenceNo')} span={2}>
          <Input />
        </Field>
        <Field name="qualificationNo" label={t('driver.qualificationNo')}>
          <Input />
        </Field>
        <Field name="qualificationExpiry" label={t('driver.qualificationExpiry')}>
          <DayInput />
        </Field>
      </FormSection>
      <FormSection title={t('driver.section.pay')}>
        <Field name="idCard" label={t('driver.idCard')} span={2}>
          <SecretInput masked={record?.idCardMasked} />
        </Field>
        <Field name="bankName" label={t('driver.bankName')} span={2}>
          <Input />
        </Field>
        <Field name="bankAccount" label={t('driver.bankAccount')} span={2}>
          <SecretInput masked={record?.bankAccountMasked} inputMode="numeric" />
        </Field>
        <Field name="remark" label={t('driver.remark')} span={2}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
