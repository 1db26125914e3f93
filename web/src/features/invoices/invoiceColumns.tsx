import type { InvoiceRow } from '@xunyun/contract/invoices/calls'
import type { InvoiceState } from '@xunyun/contract/invoices/states'
import { columnsOf } from '../../shared/grid/column.tsx'
import { i18n } from '../../shared/i18n/i18n.ts'
import type { Tone } from '../../shared/ui/StateTag.tsx'

export const invoiceTones: Readonly<Record<InvoiceState, Tone>> = {
  draft: 'grey',
  pending: 'orange',
  rejected: 'red',
  toIssue: 'orange',
  issued: 'green',
  partRed: 'blue',
  red: 'grey',
  void: 'grey',
}

const column = columnsOf<InvoiceRow>()
const hidden = { hidden: true } as const

/** 2026-11-01 – 2026-11-20: the days of its charges. */
const periodOf = ({ firstDay, lastDay }: InvoiceRow) =>
  firstDay === lastDay ? firstDay : `${firstDay ?? ''} – ${lastDay ?? ''}`

export const invoiceColumns = [
  column.link('no', 'invoices:column.no', { width: 136, sortKey: 'no' }),
  column.state('state', 'invoices:column.state', {
    words: 'invoiceState',
    tone: ({ state }) => invoiceTones[state],
    struck: ({ state }) => state === 'void',
    also: ({ kind, redNos }) =>
      kind === 'redInvoice'
        ? i18n.t('invoices:red.mark')
        : redNos === null
          ? null
          : i18n.t('invoices:red.underWay', { no: redNos }),
    width: 116,
  }),
  column.text('customerName', 'invoices:column.customer', {
    width: 160,
    card: 'meta',
    value: ({ customerName }) => customerName ?? i18n.t('invoices:walkIn'),
  }),
  column.text('title', 'invoices:column.title', { width: 168 }),
  column.code('type', 'invoices:column.type', 'invoiceType', { width: 64, card: 'fact' }),
  column.text('period', 'invoices:column.period', { width: 172, value: periodOf }),
  column.integer('waybills', 'invoices:column.waybills', { width: 64, total: 'waybills' }),
  column.integer('charges', 'invoices:column.charges', { width: 68 }),
  column.money('gross', 'invoices:column.gross', { total: 'gross', sortKey: 'gross', card: 'fact' }),
  column.money('net', 'invoices:column.net', { total: 'net' }),
  column.money('tax', 'invoices:column.tax', { total: 'tax', width: 92 }),
  column.text('applicantName', 'invoices:column.applicant', { width: 76 }),
  column.moment('appliedAt', 'invoices:column.appliedAt', { sortKey: 'appliedAt', card: 'aside' }),
  column.waited('waited', 'invoices:column.waited', {
    width: 84,
    value: ({ state, appliedAt }: InvoiceRow) => (state === 'pending' || state === 'toIssue' ? appliedAt : null),
  }),
  column.text('level', 'invoices:column.level', {
    width: 52,
    value: ({ level, levels }: InvoiceRow) => (level === null ? null : `${level}/${levels}`),
  }),
  column.text('waitsFor', 'invoices:column.waitsFor', { width: 92 }),
  column.text('invoiceNo', 'invoices:column.invoiceNo', { width: 172 }),
  column.date('issuedOn', 'invoices:column.issuedOn', { sortKey: 'issuedOn' }),
  column.text('taxNo', 'invoices:column.taxNo', { ...hidden, width: 172 }),
  column.text('issuedByName', 'invoices:column.issuedBy', hidden),
  column.text('opinion', 'invoices:column.opinion', { ...hidden, width: 160 }),
  column.text('ofNo', 'invoices:column.ofNo', { ...hidden, width: 136 }),
  column.code('redReason', 'invoices:column.redReason', 'redReason', hidden),
  column.code('confirmation', 'invoices:column.confirmation', 'redConfirmation', { ...hidden, width: 132 }),
  column.text('sellerName', 'invoices:column.seller', { ...hidden, width: 172 }),
  column.text('outletName', 'invoices:column.outlet', hidden),
]
