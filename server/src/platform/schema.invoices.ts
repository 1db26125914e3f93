import type { Generated } from 'kysely'
import type { Decimal, Or, Record_ } from './columnTypes.ts'

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

export type InvoiceTables = { invoice_profile: InvoiceProfile; tax_item: TaxItem }
