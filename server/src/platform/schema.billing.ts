import type { ColumnType, Generated } from 'kysely'
import type { Decimal, DecimalOr, Json, Moment, MomentOr, Or, Record_ } from './columnTypes.ts'
import type { PriceTier } from './schema.prices.ts'

/** Tables of what customers of the warehouse pay. */

export type Quotation = Record_ & {
  line_id: Or<number>
  quotation_no: string
  version_no: number
  customer_id: number
  owner_ids: number[]
  warehouse_id: Or<number>
  valid_from: string
  valid_to: Or<string>
  remark: Or<string>
  status: string
  active_at: MomentOr
  opinion: Or<string>
  search: string
}
export type QuotationItem = {
  id: Generated<number>
  quotation_id: number
  seq: number
  fee_item: string
  trigger: string
  basis: string
  time_unit: Or<string>
  volume_method: Or<string>
  free_days: number
  tiers: Json<PriceTier[]>
  tier_mode: string
  rate: DecimalOr
  min_charge: DecimalOr
  max_charge: DecimalOr
  tax_rate: DecimalOr
}
export type StorageDay = { day: string; max_move_id: number; counted_at: Moment; charged_at: MomentOr }
export type StorageItem = {
  day: string
  warehouse_id: number
  owner_id: number
  item_id: number
  qty: Decimal
  contained: Decimal
  containers: Decimal
  area: Decimal
  unsized_id: Or<number>
}
export type StorageLayer = { day: string; warehouse_id: number; item_id: number; received: string; qty: Decimal }
export type WarehouseCharge = {
  id: number
  version: Generated<number>
  line_id: number
  quotation_id: number
  item_id: number
  customer_id: number
  warehouse_id: number
  trigger: string
  fee_item: string
  from_day: string
  day: string
  doc_type: Or<string>
  doc_id: Or<number>
  doc_no: Or<string>
  quantity: Decimal
  free: Decimal
  chargeable: Decimal
  rate: DecimalOr
  amount: Decimal
  problems: ColumnType<unknown[], string | undefined, string>
  state: Generated<string>
  reverses_id: Or<number>
  adjusts_id: Or<number>
  remark: Or<string>
  cancel_reason: Or<string>
  search: string
}
/** What a pack held before it was changed. */
export type ItemPackPast = {
  id: Generated<number>
  item_id: number
  unit: string
  ratio: Decimal
  until_day: string
}
