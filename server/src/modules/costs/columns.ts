import type { CostApplicationRow, UnappliedTrip } from '@xunyun/contract/costs/costApplications'
import type { FeeRow } from '@xunyun/contract/costs/feeList'
import { payParts } from '@xunyun/contract/costs/lines'
import { dictionary } from '@xunyun/contract/dictionary'
import { type ListColumn, listColumn } from '../../platform/excel/list.ts'

/** Columns of exports; keys are those of the pages. */

type Applied = {
  no: string
  paid: string
  state: string
  reason: string
  applicantName: string
  appliedAt: string
  level: number | null
  levels: number | null
  waitsFor: string | null
  decidedAt: string | null
  opinion: string | null
  outletName: string
}
/** What applications of every kind have. */
export const applicationColumns: { head: ListColumn<Applied>[]; tail: ListColumn<Applied>[] } = {
  head: [
    listColumn('costs:column.no', 'text', { width: 18 }),
    listColumn('costs:column.state', 'text', { width: 10, words: 'applicationState' }),
  ],
  tail: [
    listColumn('costs:column.paid', 'money', { width: 12, unit: '元' }),
    listColumn('costs:column.reason', 'text', { width: 30 }),
    listColumn('costs:column.applicant', 'text', { key: 'applicantName', width: 12 }),
    listColumn('costs:column.appliedAt', 'moment', { width: 18 }),
    listColumn('costs:column.level', 'text', {
      width: 8,
      value: ({ level, levels }) => (level === null ? '' : `${level}/${levels}`),
    }),
    listColumn('costs:column.waitsFor', 'text', { width: 18 }),
    listColumn('costs:column.decidedAt', 'moment', { width: 18 }),
    listColumn('costs:column.opinion', 'text', { width: 30 }),
    listColumn('costs:column.outlet', 'text', { key: 'outletName', width: 14 }),
  ],
}

/** 预付 … 罚款, one column each. */
const partColumns = <R extends { parts: Record<string, string> }>(): ListColumn<R>[] =>
  payParts.map((part) => ({
    key: part,
    type: 'money',
    width: 12,
    titles: dictionary.payPart[part],
    value: ({ parts }) => parts[part] ?? null,
  }))

export const costApplicationColumns: readonly ListColumn<CostApplicationRow>[] = [
  ...applicationColumns.head,
  listColumn('costs:column.kind', 'text', { width: 12, words: 'bizType' }),
  listColumn('costs:column.of', 'text', { key: 'ofNos', width: 24, value: ({ ofNos }) => ofNos.join('、') }),
  listColumn('costs:column.plateNo', 'text', { width: 12 }),
  listColumn('costs:column.carrier', 'text', { key: 'carrierName', width: 20 }),
  listColumn('costs:column.from', 'text', { key: 'fromName', width: 14 }),
  listColumn('costs:column.to', 'text', { key: 'toName', width: 14 }),
  listColumn('costs:column.departAt', 'moment', { width: 18 }),
  listColumn('costs:column.feeItem', 'text', { width: 12, words: 'feeItem' }),
  listColumn('costs:column.payee', 'text', { key: 'payeeName', width: 24 }),
  ...partColumns<CostApplicationRow>(),
  listColumn('costs:column.amount', 'money', { width: 12, unit: '元' }),
  ...applicationColumns.tail,
]

export const unappliedColumns: readonly ListColumn<UnappliedTrip>[] = [
  listColumn('costs:column.arrangementNo', 'text', { width: 18 }),
  listColumn('costs:column.tripState', 'text', { key: 'state', width: 10, words: 'arrangementState' }),
  listColumn('costs:column.plateNo', 'text', { width: 12 }),
  listColumn('costs:column.carrier', 'text', { key: 'carrierName', width: 20 }),
  listColumn('costs:column.driver', 'text', { key: 'driverName', width: 12 }),
  listColumn('costs:column.from', 'text', { key: 'fromName', width: 14 }),
  listColumn('costs:column.to', 'text', { key: 'toName', width: 14 }),
  listColumn('costs:column.departAt', 'moment', { width: 18 }),
  ...partColumns<UnappliedTrip>(),
  listColumn('costs:column.free', 'money', { key: 'amount', width: 12, unit: '元' }),
  listColumn('costs:column.total', 'money', { width: 12, unit: '元' }),
  listColumn('costs:column.mean', 'money', { width: 12, unit: '元' }),
  listColumn('costs:column.outlet', 'text', { key: 'outletName', width: 14 }),
]

export const feeColumns: readonly ListColumn<FeeRow>[] = [
  listColumn('costs:column.ofNo', 'text', { width: 20 }),
  listColumn('costs:column.direction', 'text', { width: 8, words: 'priceDirection' }),
  listColumn('costs:column.feeItem', 'text', { width: 12, words: 'feeItem' }),
  listColumn('costs:column.payPart', 'text', { width: 10, words: 'payPart' }),
  listColumn('costs:column.party', 'text', { key: 'partyName', width: 26 }),
  listColumn('costs:column.amount', 'money', { width: 12, unit: '元' }),
  listColumn('costs:column.taxRate', 'quantity', { width: 8, unit: '%' }),
  listColumn('costs:column.net', 'money', { width: 12, unit: '元' }),
  listColumn('costs:column.tax', 'money', { width: 12, unit: '元' }),
  listColumn('costs:column.source', 'text', { width: 12, words: 'chargeSource' }),
  listColumn('costs:column.feeState', 'text', { key: 'state', width: 10, words: 'feeState' }),
  listColumn('costs:column.day', 'date', { width: 12 }),
  listColumn('costs:column.due', 'date', { width: 12 }),
  listColumn('costs:column.overdue', 'integer', { width: 10 }),
  listColumn('costs:column.invoicing', 'text', { width: 10, words: 'feeInvoicing' }),
  listColumn('costs:column.unapplied', 'money'),
  listColumn('costs:column.settlement', 'text', { width: 10, words: 'feeSettlement' }),
  listColumn('costs:column.settled', 'money'),
  listColumn('costs:column.open', 'money'),
  listColumn('costs:column.statementState', 'text', { width: 10, words: 'statementState' }),
  listColumn('costs:column.statementNo', 'text', { width: 18 }),
  listColumn('costs:column.payMethod', 'text', { width: 10, words: 'payMethod' }),
  listColumn('costs:column.docNo', 'text', { width: 18 }),
  listColumn('costs:column.outlet', 'text', { key: 'outletName', width: 14 }),
]
