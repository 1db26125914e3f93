import type { Generated } from 'kysely'
import type { DecimalOr, MomentNow, MomentOr, Or, Record_ } from './columnTypes.ts'

/** An order placed on a phone or taken by telephone; becomes one waybill at the most. */
export type PhoneOrder = Record_ & {
  order_no: string
  outlet_id: number
  channel: 'customer' | 'driver' | 'phone'
  customer_id: Or<number>
  caller_name: Or<string>
  caller_phone: Or<string>
  shipper_company: Or<string>
  shipper_name: Or<string>
  shipper_phone: Or<string>
  shipper_region: Or<string>
  shipper_region_name: Or<string>
  shipper_city: Or<string>
  shipper_address: Or<string>
  consignee_company: Or<string>
  consignee_name: Or<string>
  consignee_phone: Or<string>
  consignee_region: Or<string>
  consignee_region_name: Or<string>
  consignee_city: Or<string>
  consignee_address: Or<string>
  goods_name: string
  package: Or<string>
  pieces: number
  weight: DecimalOr
  volume: DecimalOr
  plan_pickup: MomentOr
  pay_method: Or<string>
  delivery_way: Or<string>
  quick_remarks: Generated<string[]>
  remark: Or<string>
  state: Generated<string>
  placed_at: MomentNow
  accepted_by: Or<number>
  accepted_at: MomentOr
  waybill_id: Or<number>
  converted_at: MomentOr
  converted_by: Or<number>
  cancel_reason: Or<string>
  cancelled_at: MomentOr
  search: string
}
