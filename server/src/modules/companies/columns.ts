import type { CompanyRow } from '@xunyun/contract/companies/calls'
import type { ContactRow } from '@xunyun/contract/companies/contacts'
import { wordFor } from '@xunyun/contract/dictionary'
import { pageOf } from '@xunyun/contract/pages'
import { type ListColumn, listColumn, titled, yes } from '../../platform/excel/list.ts'
import { contactPage } from './access.ts'

/** The columns of the exports; keys are those of the pages. */
export const companyColumns: readonly ListColumn<CompanyRow>[] = [
  listColumn('companies:company.name', 'text', { width: 28 }),
  listColumn('companies:company.code', 'text'),
  listColumn('companies:company.roles', 'text', {
    width: 20,
    value: ({ roles }, language) => roles.map((role) => wordFor('companyRole', role, language)).join(', '),
  }),
  listColumn('companies:company.regionName', 'text', { width: 24 }),
  listColumn('companies:company.tel', 'text'),
  listColumn('companies:company.salesmanName', 'text'),
  listColumn('companies:company.settleMethod', 'text', {
    value: ({ settleMethod }, language) => settleMethod && wordFor('settleMethod', settleMethod, language),
  }),
  listColumn('companies:company.creditLimit', 'money', { unit: '元' }),
  listColumn('companies:company.used', 'money', { unit: '元' }),
  listColumn('companies:company.uncollected', 'money', { unit: '元' }),
  listColumn('companies:company.unpaid', 'money', { unit: '元' }),
  {
    key: 'enabled',
    type: 'text',
    titles: titled('启用', 'Enabled', 'Activo', '有効'),
    value: ({ enabled }, language) => yes(enabled, language),
  },
  {
    key: 'blacklisted',
    type: 'text',
    titles: titled('黑名单', 'Blacklisted', 'Lista negra', 'ブラックリスト'),
    value: ({ blacklisted }, language) => yes(blacklisted, language),
  },
  listColumn('companies:company.shortName', 'text'),
  listColumn('companies:company.uscc', 'text', { width: 22 }),
  listColumn('companies:company.legalPerson', 'text'),
  listColumn('companies:company.creditDays', 'integer'),
  listColumn('companies:company.billDay', 'integer'),
  listColumn('companies:company.contractNo', 'text'),
  listColumn('companies:company.contractTo', 'date'),
  listColumn('companies:company.permitNo', 'text'),
  listColumn('companies:company.permitExpiry', 'date'),
  listColumn('companies:company.courierDays', 'integer'),
  listColumn('companies:company.headName', 'text'),
  listColumn('companies:company.vip', 'text', { value: ({ vip }, language) => (vip ? yes(true, language) : '') }),
  listColumn('companies:company.taxpayerType', 'text', {
    value: ({ taxpayerType }, language) => taxpayerType && wordFor('taxpayerType', taxpayerType, language),
  }),
  listColumn('companies:company.deductibleInvoice', 'text', { words: 'deductibleInvoice' }),
  listColumn('companies:company.parentName', 'text', { width: 20 }),
  listColumn('companies:company.serviceRegionNames', 'text', { width: 32 }),
  listColumn('companies:company.address', 'text', { width: 32 }),
  listColumn('companies:company.email', 'text', { width: 22 }),
  listColumn('companies:company.remark', 'text', { width: 24 }),
  listColumn('companies:company.createdAt', 'moment'),
  listColumn('companies:company.updatedAt', 'moment'),
]

export const contactColumns: readonly ListColumn<ContactRow>[] = [
  listColumn('companies:contact.name', 'text'),
  {
    key: 'type',
    type: 'text',
    titles: titled('类型', 'Type', 'Tipo', '種別'),
    value: ({ type }, language) => pageOf(contactPage(type)).titles[language],
  },
  { key: 'mobile', type: 'text', titles: titled('手机', 'Mobile', 'Móvil', '携帯') },
  listColumn('companies:contact.tel', 'text'),
  listColumn('companies:contact.companyName', 'text', { width: 28 }),
  listColumn('companies:contact.partyCompany', 'text', { width: 28 }),
  listColumn('companies:contact.regionName', 'text', { width: 24 }),
  listColumn('companies:contact.address', 'text', { width: 32 }),
  {
    key: 'isDefault',
    type: 'text',
    titles: titled('默认', 'Default', 'Predeterminado', '既定'),
    value: ({ isDefault }, language) => yes(isDefault, language),
  },
  {
    key: 'enabled',
    type: 'text',
    titles: titled('启用', 'Enabled', 'Activo', '有効'),
    value: ({ enabled }, language) => yes(enabled, language),
  },
  listColumn('companies:contact.lastUsedAt', 'moment'),
  listColumn('companies:contact.remark', 'text', { width: 24 }),
  listColumn('companies:contact.createdAt', 'moment'),
]
