import type { ColumnType, Generated } from 'kysely'
import type { Decimal, Moment, MomentOr, Or, Record_ } from './columnTypes.ts'

/** Tables of money that moved, of the accounts it lies on, and of receipts and payments. */

export type CashAccount = Record_ & {
  outlet_id: number
  name: string
  kind: string
  bank: Or<string>
  account_no: Or<string>
  may_go_below: Generated<boolean>
  remark: Or<string>
  enabled: Generated<boolean>
}
/** Append-only. */
export type MoneyPosting = {
  id: Generated<number>
  act: string
  doc_type: string
  doc_id: number
  doc_no: string
  key: string
  day: string
  outlet_id: number
  note: Or<string>
  reverses_id: Or<number>
  posted_at: Moment
  posted_by: number
}
/** Append-only; signed: + we have it or are owed it. */
export type MoneyEntry = {
  id: Generated<number>
  posting_id: number
  account: string
  owner_kind: string
  owner_id: number
  channel: Or<string>
  amount: Decimal
  day: string
}
export type MoneyBalance = {
  account: string
  owner_kind: string
  owner_id: number
  balance: ColumnType<string, string | undefined, string>
  may_go_below: Generated<boolean>
}
export type Payment = Record_ & {
  no: string
  direction: string
  state: string
  outlet_id: number
  company_id: Or<number>
  driver_id: Or<number>
  /** Of a walk-in. */
  waybill_id: Or<number>
  cash_account_id: number
  channel: string
  amount: Decimal
  /** Σ of its live lines, yuan. */
  allocated: ColumnType<string, string | undefined, string>
  refunded: ColumnType<string, string | undefined, string>
  day: string
  reference: Or<string>
  reason: Or<string>
  opinion: Or<string>
  submitted_at: MomentOr
  submitted_by: Or<number>
  paid_at: MomentOr
  paid_by: Or<number>
  search: string
}
export type PaymentLine = {
  id: Generated<number>
  payment_id: number
  charge_id: number
  amount: Decimal
  /** planned, reserved, settled, freed. */
  state: string
  posting_id: Or<number>
  settled_at: MomentOr
  freed_at: MomentOr
}
export type MoneyTables = {
  cash_account: CashAccount
  money_posting: MoneyPosting
  money_entry: MoneyEntry
  money_balance: MoneyBalance
  payment: Payment
  payment_line: PaymentLine
}
