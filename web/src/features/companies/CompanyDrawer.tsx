import { useQuery } from '@tanstack/react-query'
import { type CompanyDetail, getCompany } from '@xunyun/contract/companies/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import { useTranslation } from 'react-i18next'
import { q } from '../../shared/api/query.ts'
import { Facts } from '../../shared/detail/Facts.tsx'
import { RecordSheet } from '../../shared/detail/RecordSheet.tsx'
import { Expiry } from '../../shared/grid/expiry.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { figure, money } from '../../shared/ui/format.ts'
import { useIsPhone } from '../../shared/ui/useDevice.ts'
import styles from './Companies.module.css'
import { percent, rolesText } from './companyColumns.tsx'

/** A company whole, for whoever may look at it but not change it. */
export function CompanyDrawer({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const company = useQuery(q(getCompany, { id }))
  return (
    <RecordSheet of={company} title={name} width={720} onClose={onClose}>
      {(company) => <Body company={company} />}
    </RecordSheet>
  )
}

function Body({ company }: { company: CompanyDetail }) {
  const { t } = useTranslation(['companies', 'ui'])
  const language = useLanguage()
  const isPhone = useIsPhone()
  const plain = (...fields: PlainField[]) =>
    fields.map((field) => ({ label: t(`company.${field}`), value: company[field] }))
  const { counts } = company
  const sections = [
    {
      title: t('section.basic'),
      facts: [
        ...plain('name', 'shortName', 'code'),
        { label: t('company.roles'), value: rolesText(company.roles, language) },
        ...plain('parentName', 'uscc'),
        company.roles.includes('own') && {
          label: t('company.serviceRegionNames'),
          value: company.serviceRegionNames,
          span: isPhone ? 2 : 3,
        },
        company.roles.includes('own') && { label: t('company.headName'), value: company.headName },
        company.vip && { label: t('company.vip'), value: t('ui:master.yes') },
      ],
    },
    { title: t('section.reach'), facts: plain('regionName', 'address', 'tel', 'email', 'salesmanName') },
    {
      title: t('section.papers'),
      facts: [
        ...plain('permitNo'),
        { label: t('company.permitExpiry'), value: <Expiry end={company.permitExpiry} /> },
        ...plain('legalPerson'),
        company.roles.includes('courier') && {
          label: t('company.courierDays'),
          value: company.courierDays === null ? null : String(company.courierDays),
        },
      ],
    },
    {
      title: t('section.terms'),
      facts: [
        {
          label: t('company.settleMethod'),
          value: company.settleMethod && wordFor('settleMethod', company.settleMethod, language),
        },
        { label: t('company.creditLimit'), value: company.creditLimit && money(company.creditLimit) },
        company.used !== null && { label: t('company.used'), value: money(company.used) },
        company.uncollected !== null && { label: t('company.uncollected'), value: money(company.uncollected) },
        company.unpaid !== null && { label: t('company.unpaid'), value: money(company.unpaid) },
        ...plain('creditDays', 'billDay'),
        {
          label: t('company.taxpayerType'),
          value: company.taxpayerType && wordFor('taxpayerType', company.taxpayerType, language),
        },
        {
          label: t('company.deductibleInvoice'),
          value: company.deductibleInvoice && wordFor('deductibleInvoice', company.deductibleInvoice, language),
        },
        { label: t('company.taxRate'), value: company.taxRate && percent(company.taxRate) },
      ],
    },
    {
      title: t('section.contract'),
      facts: [
        ...plain('contractNo', 'contractFrom'),
        { label: t('company.contractTo'), value: <Expiry end={company.contractTo} /> },
        ...plain('remark'),
      ],
    },
    {
      title: t('section.related'),
      facts: [
        { label: t('counts.contacts'), value: figure(counts.contacts) },
        { label: t('counts.waybills'), value: figure(counts.waybills) },
        { label: t('counts.vehicles'), value: figure(counts.vehicles) },
        { label: t('counts.drivers'), value: figure(counts.drivers) },
        { label: t('counts.children'), value: company.children.map((child) => child.name).join(' · '), span: 2 },
      ],
    },
  ]
  return sections.map(({ title, facts }) => (
    <section key={title} className={styles.part}>
      <h3>{title}</h3>
      <Facts facts={facts} columns={isPhone ? 2 : 3} />
    </section>
  ))
}

/** Fields that are shown as they are. */
type PlainField =
  | 'name'
  | 'shortName'
  | 'code'
  | 'parentName'
  | 'uscc'
  | 'regionName'
  | 'address'
  | 'tel'
  | 'email'
  | 'salesmanName'
  | 'permitNo'
  | 'legalPerson'
  | 'creditDays'
  | 'billDay'
  | 'contractNo'
  | 'contractFrom'
  | 'remark'
