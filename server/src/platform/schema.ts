import type { Generated, GeneratedAlways } from 'kysely'
import type { Decimal, DecimalOr, Json, Moment, MomentNow, MomentOr, Or, Record_ } from './columnTypes.ts'
import type {
  ItemPackPast,
  Quotation,
  QuotationItem,
  StorageDay,
  StorageItem,
  StorageLayer,
  WarehouseCharge,
} from './schema.billing.ts'
import type { CostTables } from './schema.costs.ts'
import type { DeviceTables } from './schema.devices.ts'
import type { FollowingTables } from './schema.following.ts'
import type { InvoiceTables } from './schema.invoices.ts'
import type { Mailbox, MailTable, WechatState, WechatTicket } from './schema.messages.ts'
import type { MoneyTables } from './schema.money.ts'
import type { PhoneOrder } from './schema.phoneOrders.ts'
import type {
  Approval,
  ApprovalSeat,
  ApproverLevel,
  ApproverMember,
  ChainCheck,
  Charge,
  CustomerOwed,
  JobRow,
  ServiceRate,
  TransportPrice,
  WaybillChange,
  WaybillService,
} from './schema.prices.ts'
import type { PrintBatch, PrintCount, PrintLog, PrintSheet, PrintTemplate } from './schema.printing.ts'
import type {
  Allocation,
  Batch,
  Carton,
  CartonPrefix,
  Container,
  InboundLine,
  InboundNotice,
  Item,
  ItemOpening,
  ItemPack,
  ItemSerial,
  Kit,
  KitLine,
  KitOrder,
  KitOrderLine,
  Location,
  OutboundLine,
  OutboundNotice,
  PickAct,
  PickTask,
  PutAway,
  Receipt,
  ReceiptEntry,
  Shipment,
  Stock,
  StockCount,
  StockCountLine,
  StockCountPlace,
  StockHold,
  StockMove,
  StockMoveSerial,
  StockOpening,
  StockOrder,
  StockOrderLine,
  StockPeriod,
  StockPosting,
  StockProof,
  Unpacking,
  UnpackingLine,
  UserWarehouse,
  Warehouse,
  WarehouseZone,
} from './schema.warehouse.ts'
import type {
  Abnormal,
  Arrangement,
  ArrangementLine,
  ArrangementStop,
  PickupTry,
  PieceMovement,
  PiecePlace,
  PieceScan,
  Signing,
  Track,
  Waybill,
  WaybillEvent,
  WaybillEventPersonal,
  WaybillGoods,
  WaybillOutlet,
} from './schema.waybills.ts'

export type AppUser = Record_ & {
  account: string
  name: string
  photo: Generated<string>
  mobile: Or<string>
  outlet_id: Or<number>
  is_dial: Generated<boolean>
  scope: 'all' | 'outlet' | 'customer'
  /** Else those of user_warehouse alone. */
  all_warehouses: Generated<boolean>
  open_id: Or<string>
  status: Generated<number>
  must_change_password: Generated<boolean>
  password_hash: string
  last_login_at: MomentOr
  open_id_bound_at: MomentOr
  wechat_name: Or<string>
  wechat_login_at: MomentOr
}
export type UserCompany = { user_id: number; company_id: number; created_at: MomentNow; created_by: Or<number> }
/** On top of the roles: true grants, false denies, null leaves it to them. */
export type UserRight = { user_id: number; page: string; browse: Or<boolean>; edit: Or<boolean>; approve: Or<boolean> }
/** A view: roles and own rights together. */
export type EffectiveRight = { user_id: number; page: string; browse: boolean; edit: boolean; approve: boolean }
export type Role = Record_ & { name: string; note: Generated<string>; preset: Or<string>; enabled: Generated<boolean> }
export type RoleRight = { role_id: number; page: string; browse: boolean; edit: boolean; approve: boolean }
export type UserRole = { user_id: number; role_id: number }
export type Session = {
  id: Generated<number>
  token_hash: Buffer
  user_id: number
  created_at: Moment
  seen_at: Moment
  expires_at: Moment
  address: string
  agent: string
  confirmed_at: Moment | null
}
export type LoginFailure = { account: string; address: string; failures: number; since: Moment; last_at: Moment }
export type AccessLog = {
  id: Generated<number>
  at: Moment
  kind: 'login' | 'failure' | 'logout' | 'export' | 'download'
  user_id: number | null
  account: Generated<string>
  name: Generated<string>
  address: Generated<string>
  agent: Generated<string>
  detail: Generated<Readonly<Record<string, unknown>>>
}
export type Menu = {
  id: Generated<number>
  parent_id: Or<number>
  page: Or<string>
  name_zh: string
  name_en: string
  name_es: string
  name_ja: string
  go_url: string
  icon: string
  t_sort: number
  approved: Generated<boolean>
  is_leaf: Generated<boolean>
  open_window: Generated<boolean>
  from_location: Generated<number>
  seed_key: Or<string>
  version: Generated<number>
}
export type Category = Record_ & {
  parent_id: Or<number>
  code: string
  name: string
  sort: Generated<number>
  remark: Generated<string>
  enabled: Generated<boolean>
}
export type DictionaryEntry = Record_ & {
  type: string
  code: string
  label_zh: string
  label_en: string
  label_es: string
  label_ja: string
  sort: number
  enabled: Generated<boolean>
  system: Generated<boolean>
}
export type UserSetting = { user_id: number; key: string; value: Json<unknown>; updated_at: Moment }
export type SavedView = Record_ & {
  owner_id: number
  list: string
  name: string
  search: string
  shared: Generated<boolean>
}
export type RecordComment = {
  id: Generated<number>
  entity: string
  entity_id: number
  at: Moment
  by_id: number
  by_name: string
  text: string
  is_deleted: Generated<boolean>
}
export type Notification = {
  id: Generated<number>
  user_id: number
  at: Moment
  kind: string
  params: Json<Record<string, string | number>>
  link: string
  read_at: MomentOr
}
export type JobState = 'queued' | 'running' | 'stopped' | 'done' | 'failed'
export type Night = { name: string; ran_at: Moment }

export type Job = {
  id: Generated<number>
  kind: string
  user_id: number
  title: string
  language: string
  input: Json<unknown>
  state: JobState
  done: Generated<number>
  total: Or<number>
  cursor: Json<unknown> | null
  file_id: Or<number>
  error: Or<string>
  stop_asked: Generated<boolean>
  attempts: Generated<number>
  claim: Or<string>
  created_at: Moment
  started_at: MomentOr
  beat_at: MomentOr
  ended_at: MomentOr
}
export type ImportRow = { import_id: number; entity_id: number }
export type ClientError = {
  id: Generated<number>
  at: Moment
  user_id: Or<number>
  account: string
  page: string
  message: string
  stack: string
  release: string
  agent: string
  fingerprint: string
}
export type History = {
  id: Generated<number>
  entity: string
  entity_id: number
  at: Moment
  by_id: Or<number>
  by_name: string
  action: string
  changes: Json<{ field: string; from: string | null; to: string | null }[]>
}
export type Idempotency = {
  user_id: number
  key: string
  call: string
  request_hash: Buffer
  answer: Json<unknown> | null
  created_at: Moment
}
export type Counter = { prefix: string; day: string; next: number }
export type StoredFile = {
  id: Generated<number>
  token: string
  sha256: string
  name: string
  type: string
  size: number
  created_at: Moment
  created_by: number
}
export type FileLink = { file_id: number; entity: string; entity_id: number; internal: Generated<boolean> }

export type Company = Record_ & {
  code: string
  name: string
  short_name: string
  search: string
  roles: string[]
  parent_id: Or<number>
  uscc: Or<string>
  legal_person: Or<string>
  permit_no: Or<string>
  permit_expiry: Or<string>
  region_code: Or<string>
  region_name: Or<string>
  /** GB/T 2260 codes of any level whose consignees it serves; of outlets. */
  service_regions: Generated<string[]>
  /** Who heads the outlet. */
  head_id: Or<number>
  /** A customer whose live waybills are key ones. */
  vip: Generated<boolean>
  /** Days that a courier has from collection; null: 3. */
  courier_days: Or<number>
  /** Of `region_name`, short: 杭州. */
  city: GeneratedAlways<string>
  address: Or<string>
  tel: Or<string>
  email: Or<string>
  salesman_id: Or<number>
  settle_method: Or<string>
  credit_limit: DecimalOr
  credit_days: Or<number>
  bill_day: Or<number>
  taxpayer_type: Or<string>
  /** Of a carrier: special, ordinary, none. */
  deductible_invoice: Or<string>
  tax_rate: DecimalOr
  contract_no: Or<string>
  contract_from: Or<string>
  contract_to: Or<string>
  blacklisted: Generated<boolean>
  enabled: Generated<boolean>
  remark: Or<string>
}
export type Contact = Record_ & {
  company_id: number
  type: 'customer' | 'supplier' | 'shipper' | 'consignee'
  name: string
  party_company: Or<string>
  mobile: Or<string>
  tel: Or<string>
  region_code: Or<string>
  region_name: Or<string>
  address: Or<string>
  lng: DecimalOr
  lat: DecimalOr
  is_default: Generated<boolean>
  enabled: Generated<boolean>
  last_used_at: MomentOr
  remark: Or<string>
  search: string
}
export type Vehicle = Record_ & {
  type: 'own' | 'contract' | 'hired'
  plate_no: string
  plate_color: string
  trailer_no: Or<string>
  model: string
  length_m: DecimalOr
  width_m: DecimalOr
  height_m: DecimalOr
  load_kg: Decimal
  volume_m3: DecimalOr
  owner: Or<string>
  carrier_id: Or<number>
  driver_id: Or<number>
  licence_no: Or<string>
  licence_expiry: Or<string>
  permit_no: Or<string>
  permit_expiry: Or<string>
  inspection_expiry: Or<string>
  insurance_expiry: Or<string>
  cold: Generated<boolean>
  temp_min: DecimalOr
  temp_max: DecimalOr
  hazard: Generated<boolean>
  enabled: Generated<boolean>
  remark: Or<string>
  search: string
}
export type Driver = Record_ & {
  name: string
  mobile: string
  id_card: Or<string>
  licence_no: Or<string>
  licence_class: string
  licence_expiry: Or<string>
  qualification_no: Or<string>
  qualification_expiry: Or<string>
  bank_name: Or<string>
  bank_account: Or<string>
  carrier_id: Or<number>
  /** His account. */
  user_id: Or<number>
  enabled: Generated<boolean>
  remark: Or<string>
  search: string
}

export type ImportBatch = {
  id: Generated<number>
  entity: string
  file_id: number
  file_name: string
  sha256: string
  mode: string
  rows: number
  accepted: number
  refused: number
  state: string
  created_at: MomentNow
  created_by: number
  undone_at: MomentOr
  undone_by: Or<number>
}
export type DB = CostTables &
  MoneyTables &
  DeviceTables &
  FollowingTables &
  InvoiceTables & {
    app_user: AppUser
    user_company: UserCompany
    user_right: UserRight
    effective_right: EffectiveRight
    role: Role
    role_right: RoleRight
    user_role: UserRole
    session: Session
    login_failure: LoginFailure
    access_log: AccessLog
    menu: Menu
    history: History
    idempotency: Idempotency
    counter: Counter
    stored_file: StoredFile
    file_link: FileLink
    company: Company
    contact: Contact
    vehicle: Vehicle
    driver: Driver
    waybill: Waybill
    waybill_goods: WaybillGoods
    waybill_outlet: WaybillOutlet
    piece_place: PiecePlace
    piece_movement: PieceMovement
    piece_scan: PieceScan
    waybill_event: WaybillEvent
    waybill_event_personal: WaybillEventPersonal
    track: Track
    abnormal: Abnormal
    signing: Signing
    pickup_try: PickupTry
    import_batch: ImportBatch
    arrangement: Arrangement
    arrangement_line: ArrangementLine
    arrangement_stop: ArrangementStop
    category: Category
    dictionary_entry: DictionaryEntry
    mailbox: Mailbox
    mail: MailTable
    wechat_ticket: WechatTicket
    wechat_state: WechatState
    user_setting: UserSetting
    saved_view: SavedView
    record_comment: RecordComment
    notification: Notification
    job: Job
    night: Night
    import_row: ImportRow
    client_error: ClientError
    chain_check: ChainCheck
    waybill_change: WaybillChange
    phone_order: PhoneOrder
    job_row: JobRow
    approver_level: ApproverLevel
    approver_member: ApproverMember
    approval: Approval
    approval_seat: ApprovalSeat
    transport_price: TransportPrice
    charge: Charge
    customer_owed: CustomerOwed
    waybill_service: WaybillService
    service_rate: ServiceRate
    print_template: PrintTemplate
    print_count: PrintCount
    print_log: PrintLog
    print_batch: PrintBatch
    print_sheet: PrintSheet
    warehouse: Warehouse
    warehouse_zone: WarehouseZone
    location: Location
    item: Item
    item_pack: ItemPack
    item_pack_past: ItemPackPast
    user_warehouse: UserWarehouse
    batch: Batch
    container: Container
    stock: Stock
    stock_posting: StockPosting
    stock_move: StockMove
    item_serial: ItemSerial
    stock_move_serial: StockMoveSerial
    stock_period: StockPeriod
    stock_opening: StockOpening
    item_opening: ItemOpening
    stock_proof: StockProof
    inbound_notice: InboundNotice
    inbound_line: InboundLine
    receipt: Receipt
    receipt_entry: ReceiptEntry
    put_away: PutAway
    outbound_notice: OutboundNotice
    outbound_line: OutboundLine
    shipment: Shipment
    pick_task: PickTask
    carton: Carton
    carton_prefix: CartonPrefix
    allocation: Allocation
    pick_act: PickAct
    unpacking: Unpacking
    unpacking_line: UnpackingLine
    stock_order: StockOrder
    stock_order_line: StockOrderLine
    kit: Kit
    kit_line: KitLine
    kit_order: KitOrder
    kit_order_line: KitOrderLine
    stock_count: StockCount
    stock_count_place: StockCountPlace
    stock_count_line: StockCountLine
    stock_hold: StockHold
    quotation: Quotation
    quotation_item: QuotationItem
    storage_day: StorageDay
    storage_item: StorageItem
    storage_layer: StorageLayer
    warehouse_charge: WarehouseCharge
  }

/** Tables whose rows belong to an outlet or a customer: read only through `scoped()`. */
export const ownedTables = [
  'waybill',
  'arrangement',
  'company',
  'contact',
  'phone_order',
  'application',
  'cash_account',
  'payment',
  'statement',
  'hand_in',
  'cod_payout',
  'complaint',
  'invoice',
  'gps_device',
  'gps_binding',
  'warehouse',
  'location',
  'item',
  'stock',
  'stock_move',
  'inbound_notice',
  'receipt',
  'put_away',
  'outbound_notice',
  'pick_task',
  'carton',
  'unpacking',
  'stock_order',
  'kit',
  'kit_order',
  'stock_count',
  'quotation',
  'warehouse_charge',
] as const
export type OwnedTable = (typeof ownedTables)[number]
