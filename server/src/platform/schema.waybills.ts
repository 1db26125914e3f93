import type { ColumnType, Generated } from 'kysely'
import type { Decimal, DecimalOr, Json, JsonOr, Moment, MomentNow, MomentOr, Or, Record_ } from './columnTypes.ts'

/** Tables of waybills, and of the trips that carry them. */

export type Waybill = Record_ & {
  waybill_no: string
  outlet_id: number
  customer_id: Or<number>
  customer_no: Or<string>
  source: string
  biz_date: string
  placed_at: MomentOr
  clerk_id: Or<number>
  salesman_id: Or<number>
  trans_mode: string
  service_type: string
  carriage: string
  pickup_way: string
  delivery_way: string
  plan_pickup: MomentOr
  plan_arrive: MomentOr
  receipt_requirement: string
  receipt_copies: number
  urgent: boolean
  hold: boolean
  cod_amount: Decimal
  pay_method: string
  /** `prepaid:200.00 monthly`, of split only. */
  payments: Or<string>
  remark_internal: Or<string>
  remark_customer: Or<string>
  shipper_company: Or<string>
  shipper_name: string
  shipper_phone: string
  shipper_region: string
  shipper_region_name: string
  shipper_city: string
  shipper_address: string
  consignee_company: Or<string>
  consignee_name: string
  consignee_phone: string
  consignee_region: string
  consignee_region_name: string
  consignee_city: string
  consignee_address: string
  goods_name: string
  pieces: number
  weight: Decimal
  volume: Decimal
  declared_value: Decimal
  /** Derived from the piece ledger; written by `movePieces` and the lifecycle only. */
  state: string
  state_pieces: number
  unarranged: number
  refused_pieces: Generated<number>
  cancel_reason: Or<string>
  exception_count: Generated<number>
  chain_seq: Generated<number>
  chain_hash: Generated<Buffer>
  search: string
  import_id: Or<number>
  chain_at: Moment
  /** unpriced, pending, reviewed, confirmed. */
  price_state: Generated<string>
  price_note: Or<string>
  price_sent_at: MomentOr
  charge_weight: ColumnType<string, string | undefined, string>
  receivable: ColumnType<string, string | undefined, string>
  freight: ColumnType<string, string | undefined, string>
  /** Σ of its shares of approved payable charges, yuan. */
  cost: ColumnType<string, string | undefined, string>
  /** Σ of its receivable charges, yuan; kept by triggers. */
  not_invoiceable: ColumnType<string, never, never>
  applied: ColumnType<string, never, never>
  invoiced: ColumnType<string, never, never>
  settled: ColumnType<string, never, never>
  /** Σ of its 到付 charges, and of what is open of them: the door collects that. */
  to_collect: ColumnType<string, never, never>
  collect_open: ColumnType<string, never, never>
  /** Σ open of those that its customer does not owe. */
  party_open: ColumnType<string, never, never>
  /** none, unapplied, partial, applied, invoiced (M6). */
  invoicing: ColumnType<string, never, never>
  /** uncollected, partial, collected (M6). */
  collection: ColumnType<string, never, never>
  quoted: DecimalOr
  vehicle_model: Or<string>
  km: DecimalOr
  confirmed_at: MomentOr
  confirmed_by: Or<number>
  /** The outlet that gives the pieces out. */
  dest_outlet_id: Or<number>
  /** Chosen by a person: it does not follow the consignee's region. */
  dest_typed: Generated<boolean>
  /** Holds while pieces await pickup. */
  pickup_code: Or<string>
  /** Of the last track by time, then id; of its own the last that the customer may see. */
  last_track_at: MomentOr
  last_track: JsonOr<LastTrack>
  shown_track_at: MomentOr
  shown_track: JsonOr<LastTrack>
  /** When the last of what is under way came to its destination. */
  arrived_at: MomentOr
  /** Since when nothing of it is live or refused. */
  ended_at: MomentOr
  closed_at: MomentOr
  /** Marked as a key one by hand. */
  key_at: MomentOr
  key_reason: Or<string>
}
export type LastTrack = { node: string; place: string | null; text: string; source: string; by: string }
/** Which outlets see a waybill: its own, its destination, each that its pieces are under way to or have reached. */
export type WaybillOutlet = { waybill_id: number; outlet_id: number; created_at: Moment; since: MomentNow }
export type WaybillGoods = {
  id: Generated<number>
  waybill_id: number
  seq: number
  name: string
  type: string
  package: string
  pieces: number
  weight: Decimal
  length_cm: DecimalOr
  width_cm: DecimalOr
  height_cm: DecimalOr
  volume: Decimal
  declared_value: Decimal
}
/** A place where pieces are: shipper, arrangement k by line, outlet x, pickup x, consignee, refusedOut k by line, refused at x, … */
export type PiecePlace = {
  waybill_id: number
  place: string
  place_id: number
  line_id: Generated<number>
  leg: Or<string>
  pieces: number
  planned: Generated<number>
}
export type PieceMovement = {
  id: Generated<number>
  waybill_id: number
  act_id: Generated<number>
  from_place: string
  from_id: number
  from_line: Generated<number>
  to_place: string
  to_id: number
  to_line: Generated<number>
  pieces: number
  at: Moment
  by_id: Or<number>
  reverses: Or<number>
}
export type WaybillEvent = {
  waybill_id: number
  seq: number
  type: string
  payload: Json<Record<string, unknown>>
  at: string
  by_id: Or<number>
  by_name: string
  prev_hash: Buffer
  hash: Buffer
}
/** The plain text behind a digest in an event's payload; can be erased without breaking the chain. */
export type WaybillEventPersonal = {
  waybill_id: number
  seq: number
  salt: Buffer
  fields: Json<Record<string, string | null>>
}
export type Track = {
  id: Generated<number>
  waybill_id: number
  arrangement_id: Or<number>
  node: string
  at: Moment
  place: Or<string>
  text: string
  source: string
  visible: boolean
  created_at: MomentNow
  by_id: Or<number>
  by_name: string
  /** The stop of a trip where it was made. */
  stop_seq: Or<number>
  /** The track that stands in its place. */
  corrected_by: Or<number>
  /** Of an act that was taken back. */
  undone: Generated<boolean>
}
export type Abnormal = {
  id: Generated<number>
  abnormal_no: string
  waybill_id: number
  type: string
  /** open, handling, closed. */
  state: Generated<string>
  node: Or<string>
  pieces: number
  text: string
  happened_at: Moment
  created_at: MomentNow
  created_by: Or<number>
  /** The act of the waybill that opened it; null: by hand. */
  act_id: Or<number>
  is_deleted: Generated<boolean>
  loss: ColumnType<string, string | undefined, string>
  responsible: Or<string>
  responsible_name: Or<string>
  responsible_company_id: Or<number>
  responsible_driver_id: Or<number>
  arrangement_id: Or<number>
  dealing: Or<string>
  amount: DecimalOr
  result: Or<string>
  application_id: Or<number>
  owner_id: Or<number>
  due_at: MomentOr
  level: Generated<number>
  due_told: Generated<boolean>
  closed_at: MomentOr
  closed_by: Or<number>
  version: Generated<number>
  updated_at: MomentNow
  updated_by: Or<number>
}
export type Onward = {
  waybill_id: number
  parent_id: number
  /** return, forward. */
  relation: string
  act_id: number
  pieces: number
  /** What the parent had to collect at the door, where that became void. */
  collect_was: JsonOr<{ codAmount: string; payMethod: string; payments: string | null }>
  created_at: MomentNow
}
/** 改址: what it replaced and what it wrote, as columns of the waybill. */
export type Readdress = {
  id: Generated<number>
  waybill_id: number
  /** Of the movements by which refused pieces were live again. */
  act_id: Or<number>
  /** The last movement of the waybill then. */
  moved_until: number
  before: Json<Record<string, unknown>>
  after: Json<Record<string, unknown>>
  fee: Decimal
  created_at: MomentNow
  created_by: Or<number>
  undone_at: MomentOr
}
export type PickupTry = { waybill_id: number; failures: number; since: Moment }
export type Signing = {
  id: Generated<number>
  waybill_id: number
  act_id: number
  signer: string
  signed_at: Moment
  signed: number
  refused: number
  short: number
  refuse_reason: Or<string>
  /** Why pieces were given out without the pickup code. */
  no_code_reason: Or<string>
  /** The strand it was signed from: arrangement or pickup. */
  from_place: Or<string>
  from_id: Or<number>
  /** Taken, but damaged. */
  damaged: Generated<number>
  /** Yuan at the door: freight and COD together, each by its channel. */
  collected: Decimal
  freight: ColumnType<string, string | undefined, string>
  freight_channel: Or<string>
  cod: ColumnType<string, string | undefined, string>
  cod_channel: Or<string>
  waived: boolean
  undone: Generated<boolean>
  by_id: Or<number>
}
export type Arrangement = Record_ & {
  arrangement_no: string
  outlet_id: number
  /** vehicle, line, courier. */
  kind: string
  /** Of a trip, as are vehicle and driver. */
  type: Or<string>
  state: string
  /** planned, underway, ended, cancelled; from kind and state. */
  phase: ColumnType<string, never, never>
  vehicle_id: Or<number>
  driver_id: Or<number>
  carrier_id: Or<number>
  /** The carrier's own number; of a courier the express number. */
  carrier_no: Or<string>
  /** Of a line: outlet, door, station. */
  ends: Or<string>
  to_region: Or<string>
  to_region_name: Or<string>
  station: Or<string>
  on_notice: Generated<boolean>
  brought_in: Generated<number>
  /** Outlets that are stops of a trip. */
  via_outlet_ids: Generated<number[]>
  /** The trip that took over what was aboard. */
  swapped_to: Or<number>
  expect_at: MomentOr
  receipt_copies: Or<number>
  /** Of a courier. */
  transit_at: MomentOr
  deliver_at: MomentOr
  charge_weight: DecimalOr
  cod_amount: DecimalOr
  abnormal: Or<string>
  from_outlet_id: Or<number>
  to_outlet_id: Or<number>
  plan_at: Moment
  depart_at: MomentOr
  arrive_at: MomentOr
  done_at: MomentOr
  seal_no: Or<string>
  km: DecimalOr
  remark: Or<string>
  cancel_reason: Or<string>
  cancelled_at: MomentOr
  search: string
}
export type ArrangementLine = {
  id: Generated<number>
  arrangement_id: number
  waybill_id: number
  seq: number
  /** Of the way: pickup, trunk, shuttle, delivery. */
  leg: string
  from_place: string
  from_id: number
  pieces: number
  weight: Decimal
  volume: Decimal
  /** Of a trip: the numbers of its stops. */
  load_stop: Or<number>
  unload_stop: Or<number>
  /** Which goods of the waybill; null: a part of all of them. */
  goods: JsonOr<readonly { readonly seq: number; readonly pieces: number }[]>
}
export type PieceScan = {
  id: Generated<number>
  act_id: string
  arrangement_id: number
  stop_seq: number
  /** load, unload. */
  work: string
  /** count, take, join, extra, close. */
  act: string
  waybill_id: Or<number>
  number: Or<string>
  piece: Or<number>
  pieces: Or<number>
  at: Moment
  by_id: number
  created_at: MomentNow
  undone_at: MomentOr
}
export type ArrangementStop = {
  arrangement_id: number
  seq: number
  /** shipper, outlet, consignee. */
  kind: string
  outlet_id: Or<number>
  name: Or<string>
  phone: Or<string>
  region: Or<string>
  region_name: Or<string>
  address: Or<string>
  plan_at: MomentOr
  arrived_at: MomentOr
  left_at: MomentOr
  arrive_assumed: Generated<boolean>
  leave_assumed: Generated<boolean>
}
