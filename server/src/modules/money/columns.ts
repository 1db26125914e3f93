import type { CashAccountRow, CashEntry } from '@xunyun/contract/money/accounts'
import { listColumn } from '../../platform/excel/list.ts'

/** The columns of the exports; keys are those of the pages. */
export const accountColumns = [
  listColumn<CashAccountRow>('money:account.name', 'text', { width: 24 }),
  listColumn<CashAccountRow>('money:account.kind', 'text', { words: 'cashAccountKind' }),
  listColumn<CashAccountRow>('money:account.outletName', 'text'),
  listColumn<CashAccountRow>('money:account.bank', 'text', { width: 24 }),
  listColumn<CashAccountRow>('money:account.accountNo', 'text', { width: 24 }),
  listColumn<CashAccountRow>('money:account.balance', 'money'),
  listColumn<CashAccountRow>('money:account.lastMovedOn', 'date'),
  listColumn<CashAccountRow>('money:account.remark', 'text', { width: 24 }),
]
export const entryColumns = [
  listColumn<CashEntry>('money:entry.day', 'date'),
  listColumn<CashEntry>('money:entry.act', 'text', { words: 'moneyAct' }),
  listColumn<CashEntry>('money:entry.docNo', 'text', { width: 18 }),
  listColumn<CashEntry>('money:entry.partyName', 'text', { width: 24 }),
  listColumn<CashEntry>('money:entry.income', 'money'),
  listColumn<CashEntry>('money:entry.expense', 'money'),
  listColumn<CashEntry>('money:entry.balance', 'money'),
  listColumn<CashEntry>('money:entry.note', 'text', { width: 24 }),
  listColumn<CashEntry>('money:entry.postedByName', 'text'),
]
