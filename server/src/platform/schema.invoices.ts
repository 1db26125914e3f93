import type { Generated } from 'kysely'
import type { Decimal, MomentOr, Or, Record_ } from './columnTypes.ts'

/** Tables of invoices: titles of companies, tax items. */

type InvoiceProfile = Record_ & {
  company_id: number
  title: string
  tax_no: Or<string>
  tax_no_valid: Generated<boolean>
  /** special, ordinary. */
  type: string
  bank: Or<string>
  account: Or<string>
  address: Or<string>
  tel: Or<string>
  recipient: Or<string>
  mobile: Or<string>
  email: Or<string>
  is_default: Generated<boolean>
  enabled: Generated<boolean>
  search: string
}
type TaxItem = Record_ & {
  fee_item: string
  item_name: string
  class_code: Or<string>
  general_rate: Decimal
  small_rate: Decimal
  valid_from: Or<string>
  valid_to: Or<string>
  freight: boolean
  invoiceable: boolean
  search: string
}

type Invoice = Record_ & {
  /** invoice (KP), redInvoice (HP). */
  kind: string
  no: string
  state: Generated<string>
  outlet_id: number
  seller_id: number
  customer_id: Or<number>
  profile_id: Or<number>
  /** The invoice that a red letter reverses. */
  of_id: Or<number>
  type: string
  title: string
  tax_no: Or<string>
  bank: Or<string>
  account: Or<string>
  address: Or<string>
  tel: Or<string>
  recipient: Or<string>
  mobile: Or<string>
  email: Or<string>
  merge: string
  with_list: Generated<boolean>
  remark: Or<string>
  /** How many it is made of. */
  waybills: Generated<number>
  gross: Decimal
  net: Decimal
  tax: Decimal
  applicant_id: number
  submitted_at: MomentOr
  decided_at: MomentOr
  opinion: Or<string>
  invoice_no: Or<string>
  issued_on: Or<string>
  issued_at: MomentOr
  issued_by: Or<number>
  red_reason: Or<string>
  confirm_no: Or<string>
  confirmation: Or<string>
  confirm_by: MomentOr
  search: string
}
type InvoiceLine = {
  id: Generated<number>
  invoice_id: number
  seq: number
  key: string
  of_line_id: Or<number>
  item_name: string
  class_code: Or<string>
  tax_rate: Decimal
  apart: Or<string>
  freight: boolean
  gross: Decimal
  net: Decimal
  tax: Decimal
  reckoned_tax: Decimal
}
type InvoicePart = { line_id: number; seq: number; charge_id: number; amount: Decimal; net: Decimal }
type InvoiceRoute = {
  line_id: number
  seq: number
  from_region: Or<string>
  to_region: Or<string>
  tool: Or<string>
  plate_no: Or<string>
  goods: Or<string>
}

export type InvoiceTables = {
  invoice: Invoice
  invoice_line: InvoiceLine
  invoice_part: InvoicePart
  invoice_profile: InvoiceProfile
  invoice_route: InvoiceRoute
  tax_item: TaxItem
}
