import type { ColumnType, Generated } from 'kysely'
import type { Decimal, DecimalOr, MomentNow, MomentOr, Or, Record_ } from './columnTypes.ts'
import type { StoredStep } from './schema.prices.ts'

/** Tables of shares of charges, of applications, and of costs. */

type ChargeShare = { charge_id: number; waybill_id: number; amount: Decimal; seq: number; basis: Decimal; net: Decimal }
/** A request to owe or to be owed: FY of costs, ZJ of one adjustment. */
type Application = Record_ & {
  no: string
  kind: string
  state: Generated<string>
  outlet_id: number
  applicant_id: number
  reason: string
  amount: Decimal
  company_id: Or<number>
  driver_id: Or<number>
  submitted_at: MomentOr
  decided_at: MomentOr
  opinion: Or<string>
  search: string
}
/** Shares the id of its application. */
type Adjustment = {
  id: number
  direction: string
  waybill_id: Or<number>
  charge_id: Or<number>
  /** Of the deposit of a lost device. */
  device_id: Or<number>
  arrangement_id: Or<number>
  fee_item: string
  company_id: Or<number>
  driver_id: Or<number>
  amount: Decimal
  tax_rate: DecimalOr
  payments: Or<string>
  before: DecimalOr
  open: Generated<boolean>
}
type CostLine = {
  id: Generated<number>
  /** car, special, courier, expense. */
  kind: string
  arrangement_id: Or<number>
  vehicle_id: Or<number>
  outlet_id: number
  seq: number
  fee_item: string
  company_id: Or<number>
  driver_id: Or<number>
  amount: Decimal
  tax_rate: DecimalOr
  pay_part: Or<string>
  quoted: DecimalOr
  price_id: Or<number>
  explanation: ColumnType<StoredStep[], string | undefined, string>
  share_method: Or<string>
  application_id: Or<number>
  created_at: MomentNow
  created_by: Or<number>
  updated_at: MomentNow
  updated_by: Or<number>
}
type CostLineWaybill = { cost_line_id: number; waybill_id: number; seq: number }
type ArrangementCost = {
  arrangement_id: number
  agreed: DecimalOr
  share_method: string
  share_weights: ColumnType<{ waybillId: number; amount: string }[], string | undefined, string>
  /** What it is compared with: kind, model, cities. */
  way: Or<string>
  version: Generated<number>
  updated_at: MomentNow
  updated_by: Or<number>
}

export type CostTables = {
  adjustment: Adjustment
  application: Application
  arrangement_cost: ArrangementCost
  charge_share: ChargeShare
  cost_line: CostLine
  cost_line_waybill: CostLineWaybill
}
