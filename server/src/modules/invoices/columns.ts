import type { InvoiceDetail, InvoiceRow } from '@xunyun/contract/invoices/calls'
import type { ProfileRow } from '@xunyun/contract/invoices/profiles'
import type { TaxItemRow } from '@xunyun/contract/invoices/taxItems'
import { type ListColumn, listColumn, titled, yes } from '../../platform/excel/list.ts'

/** The columns of the exports; keys are those of the pages. */

/** As the page's tabs call them. */
const profileStates = {
  enabled: titled('启用', 'Enabled', 'Activas', '有効'),
  incomplete: titled('缺资料', 'Incomplete', 'Incompletas', '資料不足'),
  disabled: titled('停用', 'Disabled', 'Inactivas', '停止'),
}

export const profileColumns: readonly ListColumn<ProfileRow>[] = [
  listColumn('invoices:profile.companyName', 'text', { width: 28 }),
  listColumn('invoices:profile.title', 'text', { width: 28 }),
  listColumn('invoices:profile.taxNo', 'text', { width: 22 }),
  listColumn('invoices:profile.type', 'text', { words: 'invoiceType', width: 10 }),
  listColumn('invoices:profile.taxRate', 'quantity', { unit: '%' }),
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
    titles: titled('状态', 'State', 'Estado', '状態'),
    value: ({ enabled, complete }, language) =>
      profileStates[enabled ? (complete ? 'enabled' : 'incomplete') : 'disabled'][language],
  },
  listColumn('invoices:profile.unapplied', 'money', { unit: '元' }),
  listColumn('invoices:profile.inReview', 'money', { unit: '元' }),
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

export const invoiceColumns: readonly ListColumn<InvoiceRow>[] = [
  listColumn('invoices:column.no', 'text', { width: 18 }),
  listColumn('invoices:column.state', 'text', { words: 'invoiceState', width: 10 }),
  listColumn('invoices:column.kind', 'text', { words: 'invoiceKind', width: 10 }),
  listColumn('invoices:column.customer', 'text', { key: 'customerName', width: 28 }),
  listColumn('invoices:column.title', 'text', { width: 28 }),
  listColumn('invoices:column.taxNo', 'text', { width: 22 }),
  listColumn('invoices:column.type', 'text', { words: 'invoiceType', width: 10 }),
  listColumn('invoices:column.period', 'text', {
    width: 24,
    value: ({ firstDay, lastDay }) => (firstDay === lastDay ? firstDay : `${firstDay} – ${lastDay}`),
  }),
  listColumn('invoices:column.waybills', 'integer'),
  listColumn('invoices:column.charges', 'integer'),
  listColumn('invoices:column.gross', 'money', { unit: '元' }),
  listColumn('invoices:column.net', 'money', { unit: '元' }),
  listColumn('invoices:column.tax', 'money', { unit: '元' }),
  listColumn('invoices:column.applicant', 'text', { key: 'applicantName' }),
  listColumn('invoices:column.appliedAt', 'moment'),
  // Since when: it stands in a file that is read later.
  listColumn('invoices:column.waited', 'moment', {
    value: ({ state, appliedAt }) => (state === 'pending' || state === 'toIssue' ? appliedAt : null),
  }),
  listColumn('invoices:column.level', 'text', {
    value: ({ level, levels }) => (level === null ? null : `${level}/${levels}`),
  }),
  listColumn('invoices:column.waitsFor', 'text'),
  listColumn('invoices:column.opinion', 'text', { width: 24 }),
  listColumn('invoices:column.invoiceNo', 'text', { width: 24 }),
  listColumn('invoices:column.issuedOn', 'date'),
  listColumn('invoices:column.issuedBy', 'text', { key: 'issuedByName' }),
  listColumn('invoices:column.seller', 'text', { key: 'sellerName', width: 24 }),
  listColumn('invoices:column.outlet', 'text', { key: 'outletName' }),
  listColumn('invoices:column.ofNo', 'text', { width: 18 }),
  listColumn('invoices:column.redReason', 'text', { words: 'redReason' }),
  listColumn('invoices:column.confirmation', 'text', { words: 'redConfirmation' }),
]

type Part = InvoiceDetail['lines'][number]['parts'][number]
/** Of 清单: charge by charge. */
export type ListedPart = Part & {
  readonly id: number
  readonly no: string
  readonly invoiceNo: string | null
  readonly itemName: string
  readonly rate: string
  readonly tax: string
}
export const partColumns: readonly ListColumn<ListedPart>[] = [
  listColumn('invoices:part.waybillNo', 'text', { width: 18 }),
  listColumn('invoices:part.day', 'date'),
  listColumn('invoices:part.feeItem', 'text', { words: 'feeItem' }),
  listColumn('invoices:line.itemName', 'text', { width: 28 }),
  listColumn('invoices:line.rate', 'quantity', { unit: '%' }),
  listColumn('invoices:part.amount', 'money', { unit: '元' }),
  listColumn('invoices:part.net', 'money', { unit: '元' }),
  listColumn('invoices:line.tax', 'money', { unit: '元' }),
]
/** Of several in one file: which one each charge is on. */
export const listColumns: readonly ListColumn<ListedPart>[] = [
  listColumn('invoices:column.no', 'text', { width: 18 }),
  listColumn('invoices:column.invoiceNo', 'text', { width: 24 }),
  ...partColumns,
]
