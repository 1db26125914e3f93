import * as z from 'zod/mini'
import { approve, browse, edit } from '../access.ts'
import { call, type Input } from '../kernel/call.ts'
import { choice, listCalls, outcomes, totalsOutput } from '../kernel/list.ts'
import { nullableInt, nullableText, version } from '../kernel/record.ts'
import { date, decimal, flag, id, lines, many, money, oneOf, optional, text } from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'
import { cashAccountKinds, moneyActs } from './states.ts'

/** 资金账户: where an outlet's money lies, what went in and out of it, and what is moved from one to another. */

const fields = {
  outletId: id,
  name: text(60),
  kind: oneOf(cashAccountKinds),
  bank: optional(text(80)),
  accountNo: optional(text(40)),
  /** Banks alone: an overdraft was agreed. */
  mayGoBelow: optional(flag),
  /** Of wechat, alipay and bank: what is collected at the outlet's door by that channel comes straight here; one account each. */
  door: optional(flag),
  remark: optional(lines(500)),
}
export const cashAccountInput = z.object(fields)
export type CashAccountInput = z.output<typeof cashAccountInput>

export const cashAccountRow = z.strictObject({
  id: z.int(),
  outletId: z.int(),
  outletName: z.string(),
  name: z.string(),
  kind: z.enum(cashAccountKinds),
  bank: nullableText,
  accountNo: nullableText,
  mayGoBelow: z.boolean(),
  door: z.boolean(),
  remark: nullableText,
  /** Yuan. */
  balance: z.string(),
  lastMovedOn: nullableText,
  enabled: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
})
export type CashAccountRow = z.output<typeof cashAccountRow>

export const cashAccountTabs = ['enabled', 'disabled'] as const
const filters = {
  tab: optional(oneOf(cashAccountTabs)),
  /** Contains: name, bank, number. */
  q: optional(text(60)),
  kinds: optional(many(oneOf(cashAccountKinds), 6)),
  outletId: optional(id),
  ids: optional(many(id)),
}
export type CashAccountFilter = Input<typeof getCashAccountTotals>
const access = [browse('cashAccount')] as const
export const [getCashAccounts, getCashAccountTotals, exportCashAccounts] = listCalls({
  rows: { path: '/api/Money/GetCashAccounts', summary: 'Cash accounts of my outlets with their balances, by name' },
  totals: { path: '/api/Money/GetCashAccountTotals', output: totalsOutput({ balance: z.string() }) },
  export: { path: '/api/Money/ExportCashAccounts' },
  access,
  row: cashAccountRow,
  filters,
  sorts: ['name', 'balance', 'createdAt'],
})
export const getCashAccount = call({
  method: 'GET',
  path: '/api/Money/GetCashAccount',
  summary: 'One cash account',
  access,
  input: z.object({ id }),
  output: cashAccountRow,
})
export const getCashAccountHistory = call({
  method: 'GET',
  path: '/api/Money/GetCashAccountHistory',
  summary: "A cash account's timeline",
  access,
  input: z.object({ id }),
  output: z.array(historyEntry),
})
export const getCashAccountChoices = call({
  method: 'GET',
  path: '/api/Money/GetCashAccountChoices',
  summary: 'Cash accounts to choose from: enabled ones of my outlets; or those of the ids, whatever they are',
  // Whoever counts a hand-in, or pays COD out, says into or out of which account.
  access: [browse('cashAccount'), browse('payment'), approve('handIn'), edit('payOutCod')],
  input: z.object({
    q: optional(text(60)),
    ids: optional(many(id, 200)),
    kinds: optional(many(oneOf(cashAccountKinds), 6)),
    outletId: optional(id),
  }),
  output: z.array(z.extend(choice, { kind: z.string() })),
})
export const addCashAccount = call({
  method: 'POST',
  path: '/api/Money/AddCashAccount',
  summary:
    'Add a cash account of one of my outlets; with what is on it as a posting of that day (M22), today where none is said',
  access: [edit('cashAccount')],
  input: z.extend(cashAccountInput, { opening: optional(money), day: optional(date) }),
  output: z.strictObject({ id: z.int() }),
  idempotent: true,
})
export const changeCashAccount = call({
  method: 'POST',
  path: '/api/Money/ChangeCashAccount',
  summary: 'Change a cash account; its outlet and kind stay once money has moved',
  access: [edit('cashAccount')],
  input: z.object({ id, version, ...fields }),
  output: z.strictObject({ version: z.int() }),
  idempotent: true,
})
export const setCashAccountsEnabled = call({
  method: 'POST',
  path: '/api/Money/SetCashAccountsEnabled',
  summary: 'Enable or disable cash accounts; one with money on it is not disabled',
  access: [approve('cashAccount')],
  input: z.object({ ids: many(id, 500, 1), enabled: flag }),
  output: outcomes,
})

/** 日记账. */
export const cashEntry = z.strictObject({
  id: z.int(),
  accountId: z.int(),
  accountName: z.string(),
  day: z.string(),
  act: z.enum(moneyActs),
  docType: z.string(),
  docNo: z.string(),
  /** Of a transfer: the account on its other side. */
  otherAccountId: nullableInt,
  partyName: nullableText,
  note: nullableText,
  /** Yuan; one of the two. */
  income: nullableText,
  expense: nullableText,
  /** Of the account after it. */
  balance: z.string(),
  postedAt: z.string(),
  postedByName: z.string(),
})
export type CashEntry = z.output<typeof cashEntry>
export type CashEntryFilter = Input<typeof getCashEntryTotals>
export const [getCashEntries, getCashEntryTotals, exportCashEntries] = listCalls({
  rows: {
    path: '/api/Money/GetCashEntries',
    summary: 'The journal of one cash account, latest first, with the balance after each entry',
  },
  totals: {
    path: '/api/Money/GetCashEntryTotals',
    summary: 'opening + income − expense = closing of any period',
    output: totalsOutput({ opening: z.string(), income: z.string(), expense: z.string(), closing: z.string() }),
  },
  export: { path: '/api/Money/ExportCashEntries' },
  access,
  row: cashEntry,
  filters: {
    accountId: id,
    dayFrom: optional(date),
    dayTo: optional(date),
    /** What came in alone, or what went out. */
    side: optional(oneOf(['income', 'expense'])),
  },
  sorts: ['day'],
})
export const moneyDifference = z.strictObject({
  /** posting: its entries do not come to nothing; balance: it is not the sum of its entries; charge: it is not settled by what was posted on it. */
  proof: z.enum(['posting', 'balance', 'charge']),
  /** Of a balance. */
  account: nullableText,
  /** The document, the owner of the balance, or the charge. */
  name: z.string(),
  /** Yuan. */
  difference: z.string(),
})
export type MoneyDifference = z.output<typeof moneyDifference>
export const proveMoney = call({
  method: 'GET',
  path: '/api/Money/ProveMoney',
  summary: 'Prove the money ledger now, of all outlets: what differs, by account and document (M27)',
  access: [approve('cashAccount')],
  input: z.object({}),
  output: z.strictObject({ at: z.string(), differences: z.array(moneyDifference) }),
})
export const transferMoney = call({
  method: 'POST',
  path: '/api/Money/TransferMoney',
  summary: 'Move money from one cash account to another (ZC)',
  access: [edit('cashAccount')],
  input: z.object({
    fromId: id,
    toId: id,
    amount: decimal(2, '0.01'),
    day: date,
    note: optional(text(200)),
  }),
  output: z.strictObject({ no: z.string() }),
  idempotent: true,
})
