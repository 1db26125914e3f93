import type { Generated } from 'kysely'
import type { Decimal, DecimalOr, Json, JsonOr, Moment, MomentNow, MomentOr, Or, Record_ } from './columnTypes.ts'

/** What was scanned, each code by what it was scanned for, and whether a scan was missing. */
export type Scan = {
  location?: string | undefined
  pallet?: string | undefined
  item?: string | undefined
  batch?: string | undefined
  to?: string | undefined
  byHand?: true
  reason?: string
}

/** Tables of the warehouse: places, goods, stock and its ledger. */

export type Warehouse = Record_ & {
  outlet_id: number
  code: string
  name: string
  region_code: Or<string>
  region_name: Or<string>
  address: Or<string>
  manager_id: Or<number>
  area_m2: DecimalOr
  second_check: boolean
  blind_count: boolean
  weight_tolerance: Decimal
  near_expiry_days: number
  hand_entry: Generated<'marked' | 'reason' | 'forbidden'>
  receive_back_days: Generated<number>
  enabled: Generated<boolean>
  remark: Or<string>
  search: string
}
export type WarehouseZone = {
  id: Generated<number>
  warehouse_id: number
  seq: number
  code: string
  name: string
  type: string
  sellable: boolean
  temp_class: string
  enabled: Generated<boolean>
}
export type Location = Record_ & {
  warehouse_id: number
  zone_id: number
  code: string
  aisle: Or<string>
  rack: Or<string>
  level: Or<string>
  slot: Or<string>
  length_cm: DecimalOr
  width_cm: DecimalOr
  height_cm: DecimalOr
  max_weight: DecimalOr
  max_volume: DecimalOr
  max_pallets: Or<number>
  mix_item: Generated<boolean>
  mix_batch: Generated<boolean>
  abc: Or<string>
  pick_seq: Generated<number>
  put_seq: Generated<number>
  enabled: Generated<boolean>
  remark: Or<string>
  count_id: Or<number>
}
export type Item = Record_ & {
  owner_id: number
  item_no: string
  name: string
  spec: Or<string>
  barcodes: string[]
  category_id: Or<number>
  base_unit: string
  length_cm: DecimalOr
  width_cm: DecimalOr
  height_cm: DecimalOr
  net_weight: DecimalOr
  gross_weight: DecimalOr
  volume: DecimalOr
  batch_controlled: Generated<boolean>
  serial_controlled: Generated<boolean>
  expiry_controlled: Generated<boolean>
  shelf_life_days: Or<number>
  min_remain_in_days: Or<number>
  min_remain_out_days: Or<number>
  over_receive_percent: Generated<string>
  min_stock: DecimalOr
  max_stock: DecimalOr
  pick_min: DecimalOr
  pick_max: DecimalOr
  unit_value: DecimalOr
  temp_class: string
  hazard: Generated<boolean>
  abc: Or<string>
  zone_type: Or<string>
  enabled: Generated<boolean>
  remark: Or<string>
  search: string
}
export type ItemPack = {
  id: Generated<number>
  item_id: number
  seq: number
  unit: string
  ratio: Decimal
  barcode: Or<string>
}
export type UserWarehouse = { user_id: number; warehouse_id: number }

export type Batch = {
  id: Generated<number>
  item_id: number
  batch_no: Generated<string>
  production: Or<string>
  expiry: Or<string>
  inbound: string
  created_at: MomentNow
}
/** An LPN or a carton. */
export type Container = {
  id: Generated<number>
  warehouse_id: number
  code: string
  type: 'lpn' | 'carton'
  created_at: MomentNow
  created_by: Or<number>
}
/** Balances; written by post_stock alone. */
export type Stock = {
  id: Generated<number>
  warehouse_id: number
  location_id: number
  owner_id: number
  item_id: number
  batch_id: number
  quality: 'good' | 'bad' | 'pending'
  container_id: number
  on_hand: string
  allocated: string
  frozen: string
}
export type StockPosting = {
  id: Generated<number>
  warehouse_id: number
  idem_key: string
  doc_type: string
  doc_id: number
  doc_no: string
  actor_id: Or<number>
  actor_name: string
  recorded_at: Moment
}
export type StockMove = {
  id: Generated<number>
  posting_id: number
  seq: number
  warehouse_id: number
  stock_id: number
  owner_id: number
  item_id: number
  doc_line: number
  type: string
  flow: number
  d_on_hand: string
  d_allocated: string
  d_frozen: string
  on_hand: string
  allocated: string
  frozen: string
  reverses_id: Or<number>
  occurred_at: Moment
  recorded_at: Moment
}
export type ItemSerial = { id: Generated<number>; item_id: number; serial_no: string; stock_id: Or<number> }
export type StockMoveSerial = { move_id: number; serial_id: number }
export type StockPeriod = { month: Moment; max_move_id: number; ready: boolean }
export type StockOpening = { month: Moment; stock_id: number; on_hand: string; allocated: string; frozen: string }
export type ItemOpening = {
  month: Moment
  warehouse_id: number
  owner_id: number
  item_id: number
  on_hand: string
  cum_in: string
  cum_out: string
  cum_received: string
  cum_shipped: string
}
export type StockProof = {
  id: Generated<number>
  kind: 'whole' | 'sinceOpening'
  started_at: Moment
  ended_at: Moment
  moves: number
  differences: number
  broken: Json<unknown[]>
  by_id: Or<number>
}

export type InboundNotice = Record_ & {
  notice_no: string
  warehouse_id: number
  owner_id: number
  type: string
  customer_order_no: Or<string>
  eta: MomentOr
  vehicle_no: Or<string>
  state: Generated<string>
  blind: Generated<boolean>
  remark: Or<string>
  cancel_reason: Or<string>
  search: string
}
export type InboundLine = {
  id: Generated<number>
  notice_id: number
  seq: number
  item_id: number
  unit: string
  unit_qty: Decimal
  qty: Decimal
  batch_no: Or<string>
  production: Or<string>
  expiry: Or<string>
  quality: 'good' | 'bad' | 'pending'
  received: Generated<string>
  damaged: Generated<string>
  short: Generated<string>
}
export type Receipt = Record_ & {
  receipt_no: string
  notice_id: number
  warehouse_id: number
  seq: number
  state: Generated<string>
  started_at: MomentOr
  received_at: MomentOr
  received_by: Or<number>
}
/** What was counted in, act by act; taken back, never changed. */
export type ReceiptEntry = {
  id: Generated<number>
  receipt_id: number
  line_id: number
  item_id: number
  kind: 'received' | 'damaged' | 'short'
  qty: Decimal
  quality: Or<'good' | 'bad' | 'pending'>
  batch_id: Or<number>
  container_id: Generated<number>
  location_id: Or<number>
  serials: string[]
  posting_id: Or<number>
  at: Moment
  by_id: number
  by_name: string
  reversed_at: MomentOr
  reversed_by_name: Or<string>
}
export type PutAway = {
  id: Generated<number>
  created_at: MomentNow
  version: Generated<number>
  warehouse_id: number
  owner_id: number
  receipt_id: number
  entry_id: number
  item_id: number
  batch_id: number
  quality: 'good' | 'bad' | 'pending'
  container_id: number
  qty: Decimal
  serials: string[]
  from_location_id: number
  suggested_location_id: Or<number>
  reason: string
  state: Generated<string>
  to_location_id: Or<number>
  posting_id: Or<number>
  done_at: MomentOr
  done_by: Or<number>
  done_by_name: Or<string>
  scan: JsonOr<Scan>
}

/** What is ordered out of a warehouse. */
export type OutboundNotice = Record_ & {
  notice_no: string
  warehouse_id: number
  owner_id: number
  type: string
  consignee_company: Or<string>
  consignee_name: string
  consignee_phone: string
  region_code: Or<string>
  region_name: Or<string>
  address: string
  required_at: MomentOr
  carrier_id: Or<number>
  customer_order_no: Or<string>
  state: Generated<string>
  intercepted: Generated<boolean>
  intercept_reason: Or<string>
  cancel_reason: Or<string>
  waybill_id: Or<number>
  remark: Or<string>
  search: string
}
export type OutboundLine = {
  id: Generated<number>
  notice_id: number
  seq: number
  item_id: number
  unit: string
  unit_qty: Decimal
  qty: Decimal
  batch_no: Or<string>
  expiry_after: Or<string>
  quality: 'good' | 'bad' | 'pending'
  allocated: Generated<string>
  picked: Generated<string>
  packed: Generated<string>
  shipped: Generated<string>
  closed: Generated<string>
}
export type Shipment = {
  id: Generated<number>
  notice_id: number
  warehouse_id: number
  qty: Decimal
  posting_id: Or<number>
  waybill_id: Or<number>
  at: Moment
  by_id: number
  by_name: string
  reversed_at: MomentOr
  reversed_by_name: Or<string>
  reverse_reason: Or<string>
}
export type PickTask = Record_ & {
  task_no: string
  wave_no: string
  mode: 'single' | 'merged'
  warehouse_id: number
  required_at: MomentOr
  state: Generated<string>
  qty: Generated<string>
  picked: Generated<string>
  short: Generated<string>
  picker_id: Or<number>
  started_at: MomentOr
  done_at: MomentOr
  checked_at: MomentOr
  checked_by: Or<number>
  checked_by_name: Or<string>
  cancel_reason: Or<string>
}
export type Carton = Record_ & {
  carton_no: string
  container_id: number
  notice_id: number
  warehouse_id: number
  location_id: Or<number>
  box_type: Or<string>
  state: Generated<string>
  weight: DecimalOr
  weight_reason: Or<string>
  seal_no: Or<string>
  sealed_at: MomentOr
  sealed_by: Or<number>
  packed_by: Or<number>
}
export type CartonPrefix = { one: Generated<boolean>; prefix: Or<string> }
/** Goods promised to a line, from the shelf to the truck. */
export type Allocation = {
  id: Generated<number>
  notice_id: number
  line_id: number
  warehouse_id: number
  item_id: number
  batch_id: number
  quality: 'good' | 'bad' | 'pending'
  qty: Decimal
  state: Generated<'allocated' | 'picked' | 'packed' | 'shipped' | 'released'>
  shelf_id: number
  shelf_container_id: Generated<number>
  location_id: number
  container_id: Generated<number>
  task_id: Or<number>
  act_id: Or<string>
  carton_id: Or<number>
  shipment_id: Or<number>
  serials: Generated<string[]>
  picked_at: MomentOr
  picked_by: Or<number>
  picked_by_name: Or<string>
}
/** One act of a picker; happens once. */
export type PickAct = {
  id: Generated<number>
  act_id: string
  task_id: number
  allocation_id: number
  line_id: number
  item_id: number
  batch_id: number
  location_id: number
  container_id: Generated<number>
  qty: Decimal
  short: Generated<string>
  reason: Or<string>
  at: Moment
  by_id: number
  by_name: string
  posting_id: Or<number>
  answer: Json<unknown>
  scan: JsonOr<Scan>
}
export type Unpacking = {
  id: Generated<number>
  version: Generated<number>
  is_deleted: Generated<boolean>
  unpack_no: string
  kind: 'whole' | 'part' | 'pack'
  reason: string
  warehouse_id: number
  owner_id: number
  container_id: Or<number>
  carton_id: Or<number>
  carton_state: Or<string>
  notice_id: Or<number>
  to_location_id: Or<number>
  remark: Or<string>
  posting_id: Or<number>
  at: Moment
  by_id: number
  by_name: string
  reversed_at: MomentOr
  reversed_by_name: Or<string>
  reverse_reason: Or<string>
}
export type UnpackingLine = {
  id: Generated<number>
  unpacking_id: number
  allocation_id: Or<number>
  item_id: number
  batch_id: Or<number>
  quality: Or<'good' | 'bad' | 'pending'>
  qty: Decimal
  serials: Generated<string[]>
  from_location_id: Or<number>
  unit: Or<string>
  unit_qty: DecimalOr
}

/** 移库单. */
export type StockOrder = Record_ & {
  order_no: string
  warehouse_id: number
  type: 'move' | 'replenish' | 'freeze' | 'unfreeze' | 'quality'
  state: Generated<'waiting' | 'done' | 'cancelled' | 'reversed'>
  reason: string
  remark: Or<string>
  posting_id: Or<number>
  done_at: MomentOr
  done_by_name: Or<string>
  cancel_reason: Or<string>
  search: string
}
export type StockOrderLine = {
  id: Generated<number>
  order_id: number
  seq: number
  stock_id: number
  qty: Decimal
  to_location_id: Or<number>
  to_quality: Or<'good' | 'bad' | 'pending'>
  whole: boolean
  serials: string[]
  scan: JsonOr<Scan>
}

/** 组合货号: an item that is made of others. */
export type Kit = Record_ & {
  item_id: number
  owner_id: number
  enabled: Generated<boolean>
  remark: Or<string>
}
export type KitLine = {
  id: Generated<number>
  kit_id: number
  owner_id: number
  seq: number
  part_id: number
  qty: Decimal
}
/** 组合单. */
export type KitOrder = Record_ & {
  order_no: string
  kind: 'assemble' | 'disassemble'
  state: Generated<'new' | 'done' | 'cancelled' | 'reversed'>
  kit_id: number
  owner_id: number
  item_id: number
  warehouse_id: number
  qty: Decimal
  from_stock_id: Or<number>
  to_location_id: number
  batch_no: Or<string>
  expiry: Or<string>
  batch_id: Or<number>
  serials: Generated<string[]>
  remark: Or<string>
  posting_id: Or<number>
  done_at: MomentOr
  done_by_name: Or<string>
  void_reason: Or<string>
  search: string
}
export type KitOrderLine = {
  id: Generated<number>
  order_id: number
  seq: number
  part_id: number
  qty_per: Decimal
  qty: Decimal
  batch_id: Or<number>
  batch_no: Or<string>
  production: Or<string>
  expiry: Or<string>
  serials: Generated<string[]>
}

/** 盘点单. */
export type StockCount = Record_ & {
  count_no: string
  warehouse_id: number
  owner_id: Or<number>
  zone_ids: number[]
  location_ids: number[]
  item_ids: number[]
  abc_classes: Generated<string[]>
  moved_from: Or<string>
  moved_to: Or<string>
  range: string
  state: Generated<'new' | 'counting' | 'recount' | 'review' | 'done' | 'cancelled'>
  remark: Or<string>
  reason: Or<string>
  posting_id: Or<number>
  done_at: MomentOr
  cancel_reason: Or<string>
  search: string
}
export type StockCountPlace = {
  id: Generated<number>
  count_id: number
  location_id: number
  recount: Generated<boolean>
  first_by: Or<number>
  first_by_name: Or<string>
  first_at: MomentOr
  second_by: Or<number>
  second_by_name: Or<string>
  second_at: MomentOr
  scan: JsonOr<Scan>
}
export type StockHold = {
  id: Generated<number>
  count_id: number
  location_id: number
  item_id: number
  batch_id: number
  quality: 'good' | 'bad' | 'pending'
  container_id: number
  qty: Decimal
}

export type StockCountLine = {
  id: Generated<number>
  count_id: number
  location_id: number
  item_id: number
  batch_id: number
  quality: 'good' | 'bad' | 'pending'
  container_id: number
  book: Decimal
  first: Or<string>
  second: Or<string>
  serials: string[]
  different: Generated<boolean>
  scan: JsonOr<Scan>
  unit_value: DecimalOr
}
