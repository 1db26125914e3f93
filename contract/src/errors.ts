import { type DictionaryType, entriesOf, wordFor } from './dictionary.ts'
import { approvalsErrors } from './errors/approvals.ts'
import { casesErrors } from './errors/cases.ts'
import { chargesErrors } from './errors/charges.ts'
import { closeErrors } from './errors/close.ts'
import { collectionsErrors } from './errors/collections.ts'
import { customersErrors } from './errors/companies.ts'
import { costsErrors } from './errors/costs.ts'
import { devicesErrors } from './errors/devices.ts'
import { dispatchErrors } from './errors/dispatch.ts'
import { invoicesErrors } from './errors/invoices.ts'
import { kernelErrors } from './errors/kernel.ts'
import { phoneOrdersErrors } from './errors/mobileOrders.ts'
import { moneyErrors } from './errors/money.ts'
import { onwardErrors } from './errors/onward.ts'
import { paymentsErrors } from './errors/payments.ts'
import { pricesErrors } from './errors/prices.ts'
import { printingErrors } from './errors/printing.ts'
import { resourcesErrors } from './errors/resources.ts'
import { signedReceiptsErrors } from './errors/signedReceipts.ts'
import { statementsErrors } from './errors/statements.ts'
import { systemErrors } from './errors/system.ts'
import { trackErrors } from './errors/tracks.ts'
import { warehouseBillingErrors } from './errors/warehouse/billing.ts'
import { kitErrors } from './errors/warehouse/kitting.ts'
import { stockErrors } from './errors/warehouse/ledger.ts'
import { warehouseErrors } from './errors/warehouse/masters.ts'
import { inboundErrors } from './errors/warehouse/receiving.ts'
import { outboundErrors } from './errors/warehouse/shipping.ts'
import { countErrors } from './errors/warehouse/storing.ts'
import { watchErrors } from './errors/watch.ts'
import { waybillsErrors } from './errors/waybills.ts'
import { workbenchErrors } from './errors/workbench.ts'
import type { Params } from './kernel/call.ts'
import type { Language } from './pages.ts'
import { type UsedBy, usedBy } from './usedBy.ts'

/** The one catalogue: every refusal the server can answer, by `module.reason`. */
export const catalogue = {
  ...kernelErrors,
  ...systemErrors,
  ...customersErrors,
  ...resourcesErrors,
  ...approvalsErrors,
  ...chargesErrors,
  ...closeErrors,
  ...moneyErrors,
  ...paymentsErrors,
  ...collectionsErrors,
  ...statementsErrors,
  ...pricesErrors,
  ...casesErrors,
  ...signedReceiptsErrors,
  ...onwardErrors,
  ...trackErrors,
  ...watchErrors,
  ...waybillsErrors,
  ...phoneOrdersErrors,
  ...costsErrors,
  ...invoicesErrors,
  ...dispatchErrors,
  ...devicesErrors,
  ...printingErrors,
  ...warehouseErrors,
  ...inboundErrors,
  ...outboundErrors,
  ...stockErrors,
  ...countErrors,
  ...kitErrors,
  ...warehouseBillingErrors,
  ...workbenchErrors,
}
export type Reason = keyof typeof catalogue

export const isReason = (value: string): value is Reason => Object.hasOwn(catalogue, value)

/** The text of a reason with its parameters filled in. */
export const sayReason = (reason: Reason, params: Params, language: Language): string =>
  catalogue[reason][language]
    .replace(/\{(\w+)\}/g, (_, name: string) => {
      const type = codeParams[name]
      const value = String(params[name] ?? '')
      if (name === 'choices') return listed(choicesOf(value as DictionaryType, language), language)
      if (name === 'states')
        return listed(
          value.split(' ').map((state) => wordFor('waybillState', state, language)),
          language,
        )
      if (name === 'usedBy') return usedBy[value as UsedBy][language]
      if (figures.has(name)) return grouped(value)
      return type === undefined ? value : wordFor(type, value, language)
    })
    .trimEnd()

const listed = (words: readonly string[], language: Language): string =>
  words.join(language === 'zh' || language === 'ja' ? '、' : ', ')

/** What may be written where a dictionary's word is asked for; the name of the dictionary is the parameter. */
const choicesOf = (type: DictionaryType, language: Language): string[] =>
  entriesOf(type)
    .filter(({ enabled }) => enabled)
    .slice(0, 12)
    .map(({ code }) => wordFor(type, code, language))

/** Parameters that are amounts and limits, as people read them: 99,999, −100.00. */
const figures = new Set([
  'max',
  'count',
  'min',
  'limit',
  'used',
  'amount',
  'due',
  'receivable',
  'fixed',
  'most',
  'would',
  'open',
  'least',
  'total',
  'sum',
  'difference',
  'available',
  'gross',
])
const grouped = (value: string): string =>
  /^-?\d+(\.\d+)?$/.test(value) ? value.replace(/^-/, '−').replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',') : value

/** Parameters that carry a code, and the dictionary that holds its word. */
const codeParams: Readonly<Record<string, DictionaryType>> = {
  state: 'waybillState',
  applicationState: 'applicationState',
  orderState: 'phoneOrderState',
  tripState: 'arrangementState',
  specialState: 'specialState',
  signedReceiptState: 'signedReceiptState',
  invoiceState: 'invoiceState',
  handInState: 'handInState',
  paymentState: 'paymentState',
  statementState: 'statementState',
  courierState: 'courierState',
  deviceState: 'deviceState',
  place: 'place',
  paper: 'paper',
  priceState: 'priceState',
  priceStatus: 'priceStatus',
  inboundState: 'inboundState',
  receiptState: 'receiptState',
  outboundState: 'outboundState',
  pickTaskState: 'pickTaskState',
  cartonState: 'cartonState',
  stockOrderState: 'stockOrderState',
  countState: 'countState',
  kitOrderState: 'kitOrderState',
  chargeState: 'warehouseChargeState',
  feeItem: 'feeItem',
  baseUnit: 'unit',
  trigger: 'billingTrigger',
  quality: 'quality',
  zoneType: 'zoneType',
  tempClass: 'tempClass',
  tempNeeded: 'tempClass',
}
