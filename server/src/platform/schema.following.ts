import type { Generated } from 'kysely'
import type { DecimalOr, Json, Moment, MomentNow, MomentOr, Or, Record_ } from './columnTypes.ts'
import type { Onward, Readdress } from './schema.waybills.ts'

/** Tables of what is followed to its end: clocks, cases, receipts; and what a company sets. */

type Setting = {
  id: Generated<number>
  name: string
  value: Json<unknown>
  version: Generated<number>
  updated_at: MomentNow
  updated_by: Or<number>
}
type Watch = {
  waybill_id: number
  list: string
  owner_id: Or<number>
  since: Moment
  due_at: Moment
  level: Generated<number>
  due_told: Generated<boolean>
}
type Complaint = Record_ & {
  complaint_no: string
  outlet_id: number
  waybill_id: Or<number>
  customer_id: Or<number>
  /** open, handling, followUp, done, reopened. */
  state: Generated<string>
  complainant: string
  phone: string
  channel: string
  category: string
  /** 1 to 3. */
  urgency: number
  text: string
  result: Or<string>
  amount: DecimalOr
  application_id: Or<number>
  satisfaction: Or<number>
  /** Called in vain since the last answer. */
  unreached: Generated<number>
  /** Users. */
  handled_by: Generated<number[]>
  owner_id: Or<number>
  due_at: Moment
  level: Generated<number>
  due_told: Generated<boolean>
  done_at: MomentOr
  search: string
}
type SignedReceipt = Record_ & {
  receipt_no: string
  waybill_id: number
  copies: number
  /** toSign, recovered, sent, received, returned, done, abnormal, lost. */
  state: Generated<string>
  before_abnormal: Or<string>
  before_lost: Or<string>
  reason: Or<string>
  /** Where the paper lies. */
  outlet_id: Or<number>
  recovered_outlet_id: Or<number>
  send_batch_id: Or<number>
  return_batch_id: Or<number>
  signed_at: MomentOr
  done_act_id: Or<number>
  recovered_at: MomentOr
  recovered_by: Or<number>
  sent_at: MomentOr
  sent_by: Or<number>
  received_at: MomentOr
  received_by: Or<number>
  returned_at: MomentOr
  returned_by: Or<number>
  done_at: MomentOr
  done_by: Or<number>
}
type SignedReceiptBatch = {
  id: Generated<number>
  batch_no: string
  /** send, return. */
  kind: string
  round_id: string
  from_outlet_id: number
  to_outlet_id: Or<number>
  customer_id: Or<number>
  express_company: Or<string>
  express_no: Or<string>
  arrangement_no: Or<string>
  created_at: MomentNow
  created_by: Or<number>
}
type SignedReceiptScan = {
  act_id: string
  signed_receipt_id: number
  step: string
  at: Moment
  by_id: number
  undone_at: MomentOr
}
export type FollowingTables = {
  complaint: Complaint
  onward: Onward
  readdress: Readdress
  setting: Setting
  signed_receipt: SignedReceipt
  signed_receipt_batch: SignedReceiptBatch
  signed_receipt_scan: SignedReceiptScan
  watch: Watch
}
