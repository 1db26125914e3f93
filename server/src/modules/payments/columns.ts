import type { PaymentRow } from '@xunyun/contract/payments/calls'
import { type ListColumn, listColumn } from '../../platform/excel/list.ts'

/** The columns of the export; keys are those of the page. */
export const paymentColumns: readonly ListColumn<PaymentRow>[] = [
  listColumn('payments:column.no', 'text', { width: 18 }),
  listColumn('payments:column.direction', 'text', { width: 8, words: 'paymentDirection' }),
  listColumn('payments:column.state', 'text', { width: 10, words: 'paymentState' }),
  listColumn('payments:column.partyName', 'text', { width: 28 }),
  listColumn('payments:column.accountName', 'text', { width: 20 }),
  listColumn('payments:column.channel', 'text', { width: 10, words: 'cashAccountKind' }),
  listColumn('payments:column.amount', 'money'),
  listColumn('payments:column.allocated', 'money'),
  listColumn('payments:column.refunded', 'money'),
  listColumn('payments:column.left', 'money'),
  listColumn('payments:column.day', 'date'),
  listColumn('payments:column.reference', 'text', { width: 24 }),
  listColumn('payments:column.handlerName', 'text', { width: 12 }),
  listColumn('payments:column.waitsFor', 'text', { width: 16 }),
  listColumn('payments:column.paidByName', 'text', { width: 12 }),
  listColumn('payments:column.statementNo', 'text', { width: 18 }),
  listColumn('payments:column.reason', 'text', { width: 30 }),
  listColumn('payments:column.outletName', 'text'),
]
