import type { ColumnType, Generated } from 'kysely'
import type { Decimal, DecimalOr, Json, Moment, MomentNow, MomentOr, Or, Record_ } from './columnTypes.ts'

/** Tables of reviews, prices, charges, and of what is done to many waybills at once. */

export type ApproverLevel = Record_ & {
  biz_type: string
  level: number
  mode: string
  amount_from: Decimal
  amount_to: DecimalOr
}
export type ApproverMember = {
  id: Generated<number>
  level_id: number
  user_id: Or<number>
  role_id: Or<number>
  deputy_id: Or<number>
  deputy_from: Or<string>
  deputy_to: Or<string>
  is_deleted: Generated<boolean>
}
export type Approval = {
  id: Generated<number>
  biz_type: string
  entity_id: number
  doc_no: string
  reason: string
  amount: Decimal
  company_id: Or<number>
  outlet_id: Or<number>
  facts: Json<Record<string, string | number | null>>
  state: Generated<string>
  level: number
  levels: number
  applicant_id: number
  applied_at: Moment
  decided_at: MomentOr
  opinion: Or<string>
  search: string
}
export type ApprovalSeat = {
  id: Generated<number>
  approval_id: number
  level: number
  mode: string
  member_id: number
  user_id: Or<number>
  role_id: Or<number>
  open: boolean
  decision: Or<string>
  passed_by: Or<number>
  passed_at: Or<Date>
  passed_note: Or<string>
  decided_by: Or<number>
  decided_at: MomentOr
  opinion: Or<string>
}

export type PriceTier = { from: string; to: string | null; price: string }
export type TransportPrice = Record_ & {
  line_id: Or<number>
  version_no: number
  name: string
  direction: string
  company_id: Or<number>
  from_region: Or<string>
  from_region_name: Or<string>
  to_region: Or<string>
  to_region_name: Or<string>
  trans_mode: Or<string>
  service_type: Or<string>
  vehicle_model: Or<string>
  goods_type: Or<string>
  basis: string
  weight_unit: string
  volume_ratio: Decimal
  volume_divisor: Or<number>
  unit_price: DecimalOr
  volume_price: DecimalOr
  tiers: Json<PriceTier[]>
  tier_mode: string
  low_break: boolean
  first_qty: DecimalOr
  first_price: DecimalOr
  step_qty: DecimalOr
  step_price: DecimalOr
  rounding: Or<string>
  min_charge: DecimalOr
  max_charge: DecimalOr
  lead_days: Or<number>
  tax_rate: DecimalOr
  valid_from: string
  valid_to: Or<string>
  remark: Or<string>
  status: string
  active_at: MomentOr
  search: string
}
/** A step of a calculation, told to whoever asks why: the sentence `prices.step.<step>` with its parameters. */
export type StoredStep = { step: string; params: Record<string, string> }
export type Charge = {
  id: Generated<number>
  /** Null: of goods in the warehouse. */
  waybill_id: Or<number>
  outlet_id: number
  /** Of the business (M2). */
  day: string
  seq: number
  fee_item: string
  direction: string
  company_id: Or<number>
  /** Payee where it is a driver. */
  driver_id: Or<number>
  amount: Decimal
  tax_rate: DecimalOr
  source: string
  approved: Generated<boolean>
  price_id: Or<number>
  quoted: DecimalOr
  explanation: ColumnType<StoredStep[], string | undefined, string>
  service_id: Or<number>
  /** The payable charge that it corrects. */
  adjusts_id: Or<number>
  application_id: Or<number>
  /** Of the deposit of a lost device. */
  device_id: Or<number>
  arrangement_id: Or<number>
  cost_line_id: Or<number>
  /** customer, shipper, consignee. */
  payer: Generated<string>
  /** One of the ways that were agreed; never `split`. */
  pay_method: Or<string>
  /** Of a payable: its tax is deducted. */
  deductible: Generated<boolean>
  invoiceable: Generated<boolean>
  /** draft, owed, void (M5). */
  state: Generated<string>
  /** The live statement that it stands on; `stated`: it was sent. */
  statement_id: Or<number>
  stated: Generated<boolean>
  /** On applications, on issued invoices, received or paid: yuan, kept by the functions of use.ts alone. */
  applied: ColumnType<string, never, string>
  invoiced: ColumnType<string, never, string>
  settled: ColumnType<string, never, string>
  /** Without tax. */
  net: ColumnType<string, never, never>
  created_at: MomentNow
  created_by: Or<number>
  updated_at: MomentNow
  updated_by: Or<number>
}
/** What a customer owes is the sum of its amounts; written by triggers. */
export type CustomerOwed = { id: Generated<number>; customer_id: number; amount: Decimal }
export type WaybillService = {
  id: Generated<number>
  waybill_id: number
  type: string
  qty: Decimal
  rate: DecimalOr
  amount: Decimal
  payer: string
  explanation: ColumnType<StoredStep[], string | undefined, string>
  created_at: MomentNow
  created_by: Or<number>
}
export type ServiceRate = Record_ & {
  type: string
  company_id: Or<number>
  rate: Decimal
  min_charge: DecimalOr
  max_charge: DecimalOr
  enabled: Generated<boolean>
}

export type WaybillChange = {
  id: Generated<number>
  waybill_id: number
  input: Json<Record<string, unknown>>
  reason: string
  state: Generated<string>
  created_at: MomentNow
  created_by: number
}
export type ChainCheck = {
  waybill_id: number
  checked_at: Moment
  events: number
  broken_at: Or<number>
  by_id: Or<number>
}
export type JobRow = { job_id: number; seq: number; data: Json<Record<string, string | number | null>> }
