import type { StatementRow } from '@xunyun/contract/statements/calls'
import { type ListColumn, listColumn } from '../../platform/excel/list.ts'

/** The columns of the export; keys are those of the page. */
export const statementColumns: readonly ListColumn<StatementRow>[] = [
  listColumn('statements:column.no', 'text', { width: 18 }),
  listColumn('statements:column.companyName', 'text', { width: 28 }),
  listColumn('statements:column.direction', 'text', { width: 8, words: 'priceDirection' }),
  listColumn('statements:column.period', 'text', { width: 24, value: ({ fromDay, toDay }) => `${fromDay} – ${toDay}` }),
  listColumn('statements:column.opening', 'money'),
  listColumn('statements:column.charges', 'money'),
  listColumn('statements:column.adjustments', 'money'),
  listColumn('statements:column.received', 'money'),
  listColumn('statements:column.closing', 'money'),
  listColumn('statements:column.state', 'text', { width: 10, words: 'statementState' }),
  listColumn('statements:column.sentAt', 'moment'),
  listColumn('statements:column.answer', 'text', { width: 10, words: 'statementAnswer' }),
  listColumn('statements:column.answeredAt', 'moment'),
  listColumn('statements:column.answeredByName', 'text', { width: 12 }),
  listColumn('statements:column.remark', 'text', { width: 30 }),
  listColumn('statements:column.outletName', 'text'),
]
