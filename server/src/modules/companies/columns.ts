import type { CompanyRow } from '@xunyun/contract/companies/calls'
import type { ContactRow } from '@xunyun/contract/companies/contacts'
import { wordFor } from '@xunyun/contract/dictionary'
import { pageOf } from '@xunyun/contract/pages'
import { type ListColumn, titled, yes } from '../../platform/excel/list.ts'
import { fieldWord } from '../../platform/fieldWords.ts'
import { contactPage } from './access.ts'

/** The columns of the exports; keys are those of the pages. */
export const companyColumns: readonly ListColumn<CompanyRow>[] = [
  { key: 'name', type: 'text', width: 28, titles: fieldWord('companies:company.name') },
  { key: 'code', type: 'text', titles: fieldWord('companies:company.code') },
  {
    key: 'roles',
    type: 'text',
    width: 20,
    titles: fieldWord('companies:company.roles'),
    value: ({ roles }, language) => roles.map((role) => wordFor('companyRole', role, language)).join(', '),
  },
  { key: 'regionName', type: 'text', width: 24, titles: fieldWord('companies:company.regionName') },
  { key: 'tel', type: 'text', titles: fieldWord('companies:company.tel') },
  { key: 'salesmanName', type: 'text', titles: fieldWord('companies:company.salesmanName') },
  {
    key: 'settleMethod',
    type: 'text',
    titles: fieldWord('companies:company.settleMethod'),
    value: ({ settleMethod }, language) => settleMethod && wordFor('settleMethod', settleMethod, language),
  },
  {
    key: 'creditLimit',
    type: 'money',
    titles: fieldWord('companies:company.creditLimit', '元'),
  },
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
  { key: 'shortName', type: 'text', titles: fieldWord('companies:company.shortName') },
  {
    key: 'uscc',
    type: 'text',
    width: 22,
    titles: fieldWord('companies:company.uscc'),
  },
  { key: 'legalPerson', type: 'text', titles: fieldWord('companies:company.legalPerson') },
  { key: 'creditDays', type: 'integer', titles: fieldWord('companies:company.creditDays') },
  { key: 'billDay', type: 'integer', titles: fieldWord('companies:company.billDay') },
  { key: 'contractNo', type: 'text', titles: fieldWord('companies:company.contractNo') },
  { key: 'contractTo', type: 'date', titles: fieldWord('companies:company.contractTo') },
  { key: 'permitNo', type: 'text', titles: fieldWord('companies:company.permitNo') },
  { key: 'permitExpiry', type: 'date', titles: fieldWord('companies:company.permitExpiry') },
  {
    key: 'taxpayerType',
    type: 'text',
    titles: fieldWord('companies:company.taxpayerType'),
    value: ({ taxpayerType }, language) => taxpayerType && wordFor('taxpayerType', taxpayerType, language),
  },
  { key: 'parentName', type: 'text', width: 20, titles: fieldWord('companies:company.parentName') },
  { key: 'address', type: 'text', width: 32, titles: fieldWord('companies:company.address') },
  { key: 'email', type: 'text', width: 22, titles: fieldWord('companies:company.email') },
  { key: 'remark', type: 'text', width: 24, titles: fieldWord('companies:company.remark') },
  { key: 'createdAt', type: 'moment', titles: fieldWord('companies:company.createdAt') },
  { key: 'updatedAt', type: 'moment', titles: fieldWord('companies:company.updatedAt') },
]

export const contactColumns: readonly ListColumn<ContactRow>[] = [
  { key: 'name', type: 'text', titles: fieldWord('companies:contact.name') },
  {
    key: 'type',
    type: 'text',
    titles: titled('类型', 'Type', 'Tipo', '種別'),
    value: ({ type }, language) => pageOf(contactPage(type)).titles[language],
  },
  { key: 'mobile', type: 'text', titles: titled('手机', 'Mobile', 'Móvil', '携帯') },
  { key: 'tel', type: 'text', titles: fieldWord('companies:contact.tel') },
  { key: 'companyName', type: 'text', width: 28, titles: fieldWord('companies:contact.companyName') },
  {
    key: 'partyCompany',
    type: 'text',
    width: 28,
    titles: fieldWord('companies:contact.partyCompany'),
  },
  { key: 'regionName', type: 'text', width: 24, titles: fieldWord('companies:contact.regionName') },
  { key: 'address', type: 'text', width: 32, titles: fieldWord('companies:contact.address') },
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
  { key: 'lastUsedAt', type: 'moment', titles: fieldWord('companies:contact.lastUsedAt') },
  { key: 'remark', type: 'text', width: 24, titles: fieldWord('companies:contact.remark') },
  { key: 'createdAt', type: 'moment', titles: fieldWord('companies:contact.createdAt') },
]
