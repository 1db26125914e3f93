import type { moduleOrder } from './order.ts'

type Owner = (typeof moduleOrder)[number] | 'platform'

/**
 * Whose each table is: nobody else writes to it; reading is free. A column that another module keeps in it is named with
 * its owner.
 */
export const tableOwners = {
  access_log: 'platform',
  approval: 'platform',
  approval_seat: 'platform',
  counter: 'platform',
  file_link: 'platform',
  history: 'platform',
  idempotency: 'platform',
  import_batch: 'platform',
  import_row: 'platform',
  job: 'platform',
  mail: 'platform',
  night: 'platform',
  notification: { owner: 'platform', columns: { read_at: 'workbench' } },
  setting: 'platform',
  session: { owner: 'platform', columns: { confirmed_at: 'system' } },
  stored_file: 'platform',

  app_user: 'system',
  category: 'system',
  client_error: 'system',
  dictionary_entry: 'system',
  login_failure: 'system',
  mailbox: 'system',
  menu: 'system',
  role: 'system',
  role_right: 'system',
  user_company: 'system',
  user_right: 'system',
  user_role: 'system',
  user_warehouse: 'system',
  wechat_state: 'system',
  wechat_ticket: 'system',

  approver_level: 'approvals',
  approver_member: 'approvals',

  company: 'companies',
  contact: 'companies',

  driver: 'resources',
  vehicle: 'resources',

  charge: 'charges',
  charge_share: 'charges',

  cash_account: 'money',
  money_balance: 'money',
  money_entry: 'money',
  money_posting: 'money',

  hand_in: 'collections',
  hand_in_line: 'collections',

  payment: 'payments',
  payment_line: 'payments',

  statement: 'statements',
  statement_line: 'statements',
  statement_link: 'statements',
  statement_sending: 'statements',

  transport_price: 'prices',

  abnormal: {
    owner: 'waybills',
    columns: {
      state: 'cases',
      type: 'cases',
      text: 'cases',
      loss: 'cases',
      responsible: 'cases',
      responsible_name: 'cases',
      responsible_company_id: 'cases',
      responsible_driver_id: 'cases',
      arrangement_id: 'cases',
      dealing: 'cases',
      amount: 'cases',
      result: 'cases',
      application_id: 'cases',
      owner_id: 'cases',
      due_at: 'cases',
      level: 'cases',
      due_told: 'cases',
      closed_at: 'cases',
      closed_by: 'cases',
      version: 'cases',
      updated_at: 'cases',
      updated_by: 'cases',
    },
  },
  chain_check: 'waybills',
  customer_owed: 'waybills',
  job_row: 'waybills',
  piece_movement: 'waybills',
  piece_place: 'waybills',
  onward: 'waybills',
  pickup_try: 'waybills',
  service_rate: 'waybills',
  shipped_change: 'waybills',
  shipped_closed: 'waybills',
  shipped_day: 'waybills',
  shipped_total: 'waybills',
  signed_receipt: 'waybills',
  // What becomes of it once it is handed in.
  collection: {
    owner: 'waybills',
    columns: {
      hand_in_id: 'collections',
      handed_freight: 'collections',
      handed_cod: 'collections',
      holder_id: 'collections',
    },
  },
  signing: 'waybills',
  track: 'waybills',
  waybill: {
    owner: 'waybills',
    columns: { receivable: 'charges', freight: 'charges', cost: 'charges', key_at: 'watch', key_reason: 'watch' },
  },
  waybill_change: 'waybills',
  waybill_event: 'waybills',
  waybill_event_personal: 'waybills',
  waybill_goods: 'waybills',
  waybill_outlet: 'waybills',
  waybill_service: 'waybills',

  watch: 'watch',

  complaint: 'cases',

  signed_receipt_batch: 'signedReceipts',
  signed_receipt_scan: 'signedReceipts',

  adjustment: 'costs',
  application: 'costs',
  arrangement_cost: 'costs',
  cost_line: 'costs',
  cost_line_waybill: 'costs',

  invoice: 'invoices',
  invoice_line: 'invoices',
  invoice_part: 'invoices',
  invoice_profile: 'invoices',
  invoice_route: 'invoices',
  tax_item: 'invoices',

  phone_order: 'mobileOrders',

  arrangement: { owner: 'dispatch', columns: { state: 'waybills', done_at: 'waybills' } },
  arrangement_line: 'dispatch',
  arrangement_stop: 'dispatch',
  piece_scan: 'dispatch',

  gps_binding: 'devices',
  gps_device: 'devices',
  position: 'devices',
  position_token: 'devices',

  print_batch: 'printing',
  print_count: 'printing',
  print_log: 'printing',
  print_sheet: 'printing',
  print_template: 'printing',

  item: 'warehouse/masters',
  item_pack: 'warehouse/masters',
  item_pack_past: 'warehouse/masters',
  warehouse: 'warehouse/masters',
  warehouse_zone: 'warehouse/masters',

  // A place that is being counted is held by the count.
  location: { owner: 'warehouse/locations', columns: { count_id: 'warehouse/storing' } },

  batch: 'warehouse/ledger',
  container: 'warehouse/ledger',
  item_opening: 'warehouse/ledger',
  item_serial: 'warehouse/ledger',
  stock: 'warehouse/ledger',
  stock_move: 'warehouse/ledger',
  stock_move_serial: 'warehouse/ledger',
  stock_opening: 'warehouse/ledger',
  stock_period: 'warehouse/ledger',
  stock_posting: 'warehouse/ledger',
  stock_proof: 'warehouse/ledger',

  inbound_line: 'warehouse/receiving',
  inbound_notice: 'warehouse/receiving',
  put_away: 'warehouse/receiving',
  receipt: 'warehouse/receiving',
  receipt_entry: 'warehouse/receiving',

  stock_count: 'warehouse/storing',
  stock_count_line: 'warehouse/storing',
  stock_count_place: 'warehouse/storing',
  stock_hold: 'warehouse/storing',
  stock_order: 'warehouse/storing',
  stock_order_line: 'warehouse/storing',

  allocation: 'warehouse/shipping',
  carton: 'warehouse/shipping',
  carton_prefix: 'warehouse/shipping',
  outbound_line: 'warehouse/shipping',
  outbound_notice: 'warehouse/shipping',
  pick_act: 'warehouse/shipping',
  pick_task: 'warehouse/shipping',
  shipment: 'warehouse/shipping',
  unpacking: 'warehouse/shipping',
  unpacking_line: 'warehouse/shipping',

  kit: 'warehouse/kitting',
  kit_line: 'warehouse/kitting',
  kit_order: 'warehouse/kitting',
  kit_order_line: 'warehouse/kitting',

  quotation: 'warehouse/billing',
  quotation_item: 'warehouse/billing',
  storage_day: 'warehouse/billing',
  storage_item: 'warehouse/billing',
  storage_layer: 'warehouse/billing',
  warehouse_charge: 'warehouse/billing',

  record_comment: 'workbench',
  saved_view: 'workbench',
  user_setting: 'workbench',
} as const satisfies Record<string, Owner | { owner: Owner; columns: Record<string, Owner> }>
