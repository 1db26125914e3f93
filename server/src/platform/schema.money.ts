import type { ColumnType, Generated } from 'kysely'
import type { Decimal, DecimalOr, Moment, MomentOr, Or, Record_ } from './columnTypes.ts'

/** Tables of money that moved, of the accounts it lies on, and of receipts and payments. */

export type CashAccount = Record_ & {
  outlet_id: number
  name: string
  kind: string
  bank: Or<string>
  account_no: Or<string>
  may_go_below: Generated<boolean>
  /** What is collected at the door by its channel comes straight here. */
  door: Generated<boolean>
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
export type Statement = Record_ & {
  no: string
  company_id: number
  /** Whose charges and receipts they are. */
  outlet_id: number
  /** receivable: owed to that outlet; payable: owed by it. */
  direction: string
  from_day: string
  to_day: string
  opening: Decimal
  charges: Decimal
  adjustments: Decimal
  /** Receipts less what was given back; of payables what was paid or set off. */
  received: Decimal
  closing: Decimal
  state: string
  /** The live statement that begins with this closing. */
  carried_to: Or<number>
  sendings: Generated<number>
  sent_at: MomentOr
  sent_by: Or<number>
  answer: Or<string>
  answered_at: MomentOr
  /** Null: the customer by its link. */
  answered_by: Or<number>
  /** Who disputed it by telephone. */
  caller: Or<string>
  remark: Or<string>
  search: string
}
export type StatementLine = {
  id: Generated<number>
  statement_id: number
  /** charge, adjustment, receipt, refund, prepaid, deduction, payment. */
  kind: string
  charge_id: Or<number>
  payment_id: Or<number>
  posting_id: Or<number>
  /** Of prepaid, deduction and opening: whose charges it settled, or who had it. */
  outlet_id: Or<number>
  waybill_id: Or<number>
  day: string
  of_no: Or<string>
  fee_item: Or<string>
  /** Of its waybill, as it was when the line was taken. */
  biz_date: Or<string>
  customer_no: Or<string>
  origin: Or<string>
  destination: Or<string>
  consignee: Or<string>
  pieces: Or<number>
  weight: Or<Decimal>
  split_whole: Or<Decimal>
  /** Of what we owe: the trip or shipment, and which part of what was agreed. */
  arrangement_no: Or<string>
  plate_no: Or<string>
  pay_part: Or<string>
  amount: Decimal
  /** late, dispute. */
  mark: Or<string>
  /** The first that showed it. */
  sending: Or<number>
  live: Generated<boolean>
  dispute: Or<string>
  disputed_in: Or<number>
}
export type StatementSending = {
  statement_id: number
  sending: number
  charges: Decimal
  adjustments: Decimal
  received: Decimal
  closing: Decimal
  mail_id: Or<number>
  sent_at: Moment
  sent_by: number
}
export type StatementLink = {
  id: Generated<number>
  statement_id: number
  token_hash: Buffer
  made_at: Moment
  made_by: number
  expires_at: Moment
  ended_at: MomentOr
  ended_as: Or<string>
}
/** What a signing or 收现付 took in. */
export type Collection = {
  id: Generated<number>
  waybill_id: number
  /** The signing; null: 收现付. */
  act_id: Or<number>
  /** driver, company, user (M47). */
  holder_kind: string
  holder_id: number
  outlet_id: number
  day: string
  /** collect, prepaid: which charges it settled. */
  method: string
  freight: Decimal
  freight_channel: Or<string>
  /** It came straight there; null: the holder has it. */
  freight_account_id: Or<number>
  cod: Decimal
  cod_channel: Or<string>
  cod_account_id: Or<number>
  posting_id: Or<number>
  undone_posting_id: Or<number>
  /** The live hand-in that it stands on. */
  hand_in_id: Or<number>
  /** What the holder has taken of it, and what was counted of that. */
  held_freight: ColumnType<string, never, never>
  held_cod: ColumnType<string, never, never>
  handed_freight: ColumnType<string, string | undefined, string>
  handed_cod: ColumnType<string, string | undefined, string>
  created_at: Moment
  created_by: number
}
export type BadDebt = {
  id: Generated<number>
  no: string
  charge_id: number
  amount: Decimal
  reason: string
  /** pending, approved, rejected, withdrawn. */
  state: Generated<string>
  created_at: Moment
  created_by: number
  decided_at: MomentOr
}
/** A month that was closed, for all outlets together. */
export type MonthClose = {
  id: Generated<number>
  /** Its first day. */
  month: string
  state: string
  closed_at: Moment
  closed_by: number
  put_off: number
  checks: ColumnType<Readonly<Record<string, number>>, string, string>
  reason: Or<string>
  reopened_at: MomentOr
  reopened_by: Or<number>
}
/** Sums of profit as they were when a month was closed. */
export type MonthCloseFigure = {
  close_id: number
  basis: string
  dimension: string
  of_month: string
  outlet_id: number
  key: string
  count: number
  pieces: number
  weight: Decimal
  cod: Decimal
  revenue: Decimal
  cost: Decimal
  trip_cost: Decimal
  line_cost: Decimal
  courier_cost: Decimal
  claims: Decimal
  storage: Decimal
  net_revenue: Decimal
  net_cost: Decimal
  net_trip_cost: Decimal
  net_line_cost: Decimal
  net_courier_cost: Decimal
  net_claims: Decimal
  net_storage: Decimal
}
/** 交账单 JZ (M48). */
export type HandIn = Record_ & {
  no: string
  /** pending, counted, differs, inReview, settled, returned. */
  state: string
  outlet_id: number
  holder_kind: string
  holder_id: number
  from_day: string
  to_day: string
  collections: number
  prepaid: Decimal
  freight: Decimal
  cod: Decimal
  /** What came straight to accounts. */
  straight: Decimal
  due: Decimal
  counted: DecimalOr
  /** Counted less due. */
  difference: ColumnType<string | null, never, never>
  /** makeUp, bear, keep. */
  decision: Or<string>
  opinion: Or<string>
  posting_id: Or<number>
  counted_at: MomentOr
  counted_by: Or<number>
  remark: Or<string>
}
export type HandInLine = {
  hand_in_id: number
  channel: string
  due: Decimal
  counted: DecimalOr
  cash_account_id: Or<number>
}
/** 发放单 DK (M46). */
export type CodPayout = Record_ & {
  no: string
  state: string
  outlet_id: number
  company_id: Or<number>
  /** Of a walk-in. */
  waybill_id: Or<number>
  cash_account_id: number
  payee_account: string
  gross: Decimal
  deducted: Decimal
  net: ColumnType<string, never, never>
  day: Or<string>
  reference: Or<string>
  reason: Or<string>
  opinion: Or<string>
  posting_id: Or<number>
  submitted_by: Or<number>
  paid_at: MomentOr
  paid_by: Or<number>
  search: string
}
export type CodPayoutLine = {
  id: Generated<number>
  payout_id: number
  /** COD that is paid, or … */
  collection_id: Or<number>
  /** … a charge that is deducted. */
  charge_id: Or<number>
  amount: Decimal
  /** planned, reserved, settled, freed. */
  state: string
}
/** What stood open of an outlet at the end of a day. */
export type OpenFigure = {
  day: string
  /** toInvoice, codToPay. */
  figure: string
  outlet_id: number
  amount: Decimal
}
export type MoneyTables = {
  bad_debt: BadDebt
  cod_payout: CodPayout
  cod_payout_line: CodPayoutLine
  hand_in: HandIn
  hand_in_line: HandInLine
  collection: Collection
  month_close: MonthClose
  month_close_figure: MonthCloseFigure
  statement: Statement
  statement_line: StatementLine
  statement_sending: StatementSending
  statement_link: StatementLink
  cash_account: CashAccount
  money_posting: MoneyPosting
  money_entry: MoneyEntry
  money_balance: MoneyBalance
  open_figure: OpenFigure
  payment: Payment
  payment_line: PaymentLine
}
