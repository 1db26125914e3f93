import type { ProfileRow } from '@xunyun/contract/invoices/profiles'
import type { TaxItemRow } from '@xunyun/contract/invoices/taxItems'
import { type ListColumn, listColumn, titled, yes } from '../../platform/excel/list.ts'

/** The columns of the exports; keys are those of the pages. */

export const profileColumns: readonly ListColumn<ProfileRow>[] = [
  listColumn('invoices:profile.companyName', 'text', { width: 28 }),
  listColumn('invoices:profile.title', 'text', { width: 28 }),
  listColumn('invoices:profile.taxNo', 'text', { width: 22 }),
  listColumn('invoices:profile.type', 'text', { words: 'invoiceType', width: 10 }),
  listColumn('invoices:profile.bank', 'text', { width: 24 }),
  listColumn('invoices:profile.account', 'text', { width: 24 }),
  listColumn('invoices:profile.address', 'text', { width: 32 }),
  listColumn('invoices:profile.tel', 'text'),
  listColumn('invoices:profile.recipient', 'text'),
  listColumn('invoices:profile.mobile', 'text'),
  listColumn('invoices:profile.email', 'text', { width: 24 }),
  listColumn('invoices:profile.isDefault', 'text', { value: ({ isDefault }, language) => yes(isDefault, language) }),
  {
    key: 'enabled',
    type: 'text',
    titles: titled('启用', 'Enabled', 'Activo', '有効'),
    value: ({ enabled }, language) => yes(enabled, language),
  },
  listColumn('invoices:profile.salesmanName', 'text'),
  listColumn('invoices:profile.updatedAt', 'moment'),
]

export const taxItemColumns: readonly ListColumn<TaxItemRow>[] = [
  listColumn('invoices:taxItem.feeItem', 'text', { words: 'feeItem' }),
  listColumn('invoices:taxItem.itemName', 'text', { width: 28 }),
  listColumn('invoices:taxItem.classCode', 'text', { width: 24 }),
  listColumn('invoices:taxItem.generalRate', 'quantity', { unit: '%' }),
  listColumn('invoices:taxItem.smallRate', 'quantity', { unit: '%' }),
  listColumn('invoices:taxItem.validFrom', 'date'),
  listColumn('invoices:taxItem.validTo', 'date'),
  listColumn('invoices:taxItem.freight', 'text', { value: ({ freight }, language) => yes(freight, language) }),
  listColumn('invoices:taxItem.invoiceable', 'text', {
    value: ({ invoiceable }, language) => yes(invoiceable, language),
  }),
  listColumn('invoices:taxItem.updatedAt', 'moment'),
]
