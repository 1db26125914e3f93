import {
  addCompany,
  type CompanyDetail,
  changeCompany,
  getCompany,
  getOutletChoices,
} from '@xunyun/contract/companies/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import { getUsers } from '@xunyun/contract/system/calls'
import { Checkbox, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api, type Sending } from '../../shared/api/api.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { DayInput } from '../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { IntegerInput, MoneyInput, NumberInput, PhoneInput } from '../../shared/form/inputs.tsx'
import { known, Lookup } from '../../shared/form/Lookup.tsx'
import { RegionPicker } from '../../shared/form/RegionPicker.tsx'
import { RegionsPicker } from '../../shared/form/RegionsPicker.tsx'
import { useRecordForm } from '../../shared/form/useRecordForm.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { money } from '../../shared/ui/format.ts'
import { percent, plainRate, rolesText } from './companyColumns.tsx'
import { type CompanyRole, useEditableRoles } from './entries.ts'
import { RolesInput } from './RolesInput.tsx'
import { useTwins } from './useTwins.ts'

type Values = Sending<typeof addCompany>

/** Rates of value-added tax that are in use, per cent. */
const rates = ['0', '1', '3', '5', '6', '9', '13'] as const

type Props = { readonly id: number | null; readonly roles: readonly CompanyRole[]; readonly onClose: () => void }

/** Adds a company or changes one, in the order in which its papers are read. */
export function CompanyForm({ id, roles, onClose }: Props) {
  const { t } = useTranslation(['companies', 'ui'])
  const language = useLanguage()
  const mayGive = useEditableRoles()
  const twins = useTwins(id)
  const { form, record: company } = useRecordForm(id, {
    name: 'company',
    add: addCompany,
    change: changeCompany,
    get: (known) => api(getCompany, { id: known }),
    refresh: ['/api/Companies/'],
    fresh: { roles: roles.filter((role) => mayGive.includes(role)) },
    valuesOf: ({ taxRate }, same) => ({ ...same, taxRate: taxRate && plainRate(taxRate) }),
    // Of an outlet, of a courier only; what was chosen before the role went is not meant.
    inputOf: (values: Values) => ({
      ...values,
      ...(values.roles?.includes('own') ? {} : { parentId: undefined, serviceRegions: undefined, headId: undefined }),
      ...(values.roles?.includes('courier') ? {} : { courierDays: undefined }),
    }),
  })
  const rateChoices = [...new Set([...rates, ...(company?.taxRate ? [plainRate(company.taxRate)] : [])])]

  return (
    <FormDrawer
      {...form}
      title={id === null ? t('company.new') : t('company.edit', { name: company?.name ?? '' })}
      onClose={onClose}
    >
      <FormSection title={t('section.basic')}>
        <Field name="name" label={t('company.name')} check={twins.name}>
          <Input />
        </Field>
        <Field name="shortName" label={t('company.shortName')}>
          <Input placeholder={t('hint.shortName')} />
        </Field>
        <Field name="roles" label={t('company.roles')} span={2} says={(now: CompanyRole[]) => rolesText(now, language)}>
          <RolesInput mayGive={mayGive} />
        </Field>
        <OutletFields company={company} />
        <CustomerFields />
        <Field name="uscc" label={t('company.uscc')} check={twins.uscc}>
          <NumberInput maxLength={18} />
        </Field>
        <Field name="code" label={t('company.code')}>
          <Input placeholder={id === null ? t('hint.code') : undefined} />
        </Field>
      </FormSection>
      <FormSection title={t('section.reach')}>
        <Field name="regionCode" label={t('company.regionName')} says={() => company?.regionName}>
          <RegionPicker />
        </Field>
        <Field name="address" label={t('company.address')}>
          <Input />
        </Field>
        <Field name="tel" label={t('company.tel')}>
          <PhoneInput />
        </Field>
        <Field name="email" label={t('company.email')}>
          <Input inputMode="email" />
        </Field>
        <Field name="salesmanId" label={t('company.salesmanName')} says={() => company?.salesmanName}>
          <Lookup
            call={getUsers}
            known={known(company?.salesmanId, company?.salesmanName)}
            placeholder={t('ui:form.choose')}
          />
        </Field>
      </FormSection>
      <FormSection title={t('section.papers')}>
        <Field name="permitNo" label={t('company.permitNo')}>
          <Input />
        </Field>
        <Field name="permitExpiry" label={t('company.permitExpiry')}>
          <DayInput />
        </Field>
        <CourierFields />
        <Field name="legalPerson" label={t('company.legalPerson')}>
          <Input />
        </Field>
      </FormSection>
      <FormSection title={t('section.terms')}>
        <Field
          name="settleMethod"
          label={t('company.settleMethod')}
          says={(code: string) => wordFor('settleMethod', code, language)}
        >
          <Choice type="settleMethod" placeholder={t('ui:form.choose')} />
        </Field>
        <Field name="creditLimit" label={t('company.creditLimit')} says={money}>
          <MoneyInput suffix={t('ui:unit.yuan')} placeholder={t('hint.creditLimit')} />
        </Field>
        <Field name="creditDays" label={t('company.creditDays')}>
          <IntegerInput />
        </Field>
        <Field name="billDay" label={t('company.billDay')}>
          <IntegerInput placeholder={t('hint.billDay')} />
        </Field>
        <Field
          name="taxpayerType"
          label={t('company.taxpayerType')}
          says={(code: string) => wordFor('taxpayerType', code, language)}
        >
          <Choice type="taxpayerType" placeholder={t('ui:form.choose')} />
        </Field>
        <Field
          name="deductibleInvoice"
          label={t('company.deductibleInvoice')}
          says={(code: string) => wordFor('deductibleInvoice', code, language)}
        >
          <Choice type="deductibleInvoice" placeholder={t('ui:form.choose')} />
        </Field>
        <Field name="taxRate" label={t('company.taxRate')} says={percent}>
          <Choice
            options={rateChoices.map((value) => ({ value, label: percent(value) }))}
            placeholder={t('ui:form.choose')}
          />
        </Field>
      </FormSection>
      <FormSection title={t('section.contract')}>
        <Field name="contractNo" label={t('company.contractNo')} span={2}>
          <Input />
        </Field>
        <Field name="contractFrom" label={t('company.contractFrom')}>
          <DayInput />
        </Field>
        <ContractEnd />
      </FormSection>
      <FormSection title={t('section.remark')}>
        <Field name="remark" label={t('company.remark')} span={2}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}

/** The outlet above and the regions served: of an outlet only. */
function OutletFields({ company }: { company: CompanyDetail | undefined }) {
  const { t } = useTranslation(['companies', 'ui'])
  const form = Form.useFormInstance()
  const roles = Form.useWatch<readonly CompanyRole[] | undefined>('roles', form)
  if (!roles?.includes('own')) return null
  return (
    <>
      <Field name="parentId" label={t('company.parentName')} span={2} says={() => company?.parentName}>
        <Lookup
          call={getOutletChoices}
          known={known(company?.parentId, company?.parentName)}
          placeholder={t('ui:form.choose')}
        />
      </Field>
      <Field
        name="serviceRegions"
        label={t('company.serviceRegionNames')}
        span={2}
        says={() => company?.serviceRegionNames || t('ui:form.empty')}
      >
        <RegionsPicker />
      </Field>
      <Field name="headId" label={t('company.headName')} says={() => company?.headName}>
        <Lookup call={getUsers} known={known(company?.headId, company?.headName)} placeholder={t('ui:form.choose')} />
      </Field>
    </>
  )
}

/** Of a customer only: what is his is watched more closely. */
function CustomerFields() {
  const { t } = useTranslation('companies')
  const form = Form.useFormInstance()
  const roles = Form.useWatch<readonly CompanyRole[] | undefined>('roles', form)
  if (!roles?.includes('customer')) return null
  return (
    <Field name="vip" label={t('company.vip')} valuePropName="checked">
      <Checkbox />
    </Field>
  )
}

/** Of a courier only: the days until a parcel is late. */
function CourierFields() {
  const { t } = useTranslation('companies')
  const form = Form.useFormInstance()
  const roles = Form.useWatch<readonly CompanyRole[] | undefined>('roles', form)
  if (!roles?.includes('courier')) return null
  return (
    <Field name="courierDays" label={t('company.courierDays')}>
      <IntegerInput placeholder="3" />
    </Field>
  )
}

/** Not before it begins. */
function ContractEnd() {
  const { t } = useTranslation('companies')
  const form = Form.useFormInstance()
  const check = (end: string) => (end < (form.getFieldValue('contractFrom') ?? '') ? t('company.contractOrder') : null)
  return (
    <Field name="contractTo" label={t('company.contractTo')} dependencies={['contractFrom']} check={check}>
      <DayInput />
    </Field>
  )
}
