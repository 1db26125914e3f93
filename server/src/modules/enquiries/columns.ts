import { wordFor } from '@xunyun/contract/dictionary'
import { stateWords } from '@xunyun/contract/dispatch/states'
import type { FreightRow } from '@xunyun/contract/enquiries/freight'
import type { OwnInvoice, OwnPayout, OwnStatement } from '@xunyun/contract/enquiries/own'
import type { TransportRow } from '@xunyun/contract/enquiries/transport'
import type { Language } from '@xunyun/contract/pages'
import { paymentText } from '@xunyun/contract/waybills/payments'
import { type ListColumn, listColumn, titled } from '../../platform/excel/list.ts'
import { trackedFileColumns } from '../waybills/index.ts'

/** `internal`: never a customer's; `ofCosts`: of whoever may see costs. */
type Column<Row> = ListColumn<Row> & { readonly internal?: true; readonly ofCosts?: true }

/** 干线 · 已发车. */
const sayLeg = ({ kind, type, state }: NonNullable<TransportRow['leg']>, language: Language): string =>
  `${type === null ? wordFor('arrangementKind', kind, language) : wordFor('arrangementType', type, language)} · ${wordFor(stateWords[kind], state, language)}`

/** Of what a file of tracked waybills has, what tells of the way. */
const ofTracked = (...keys: string[]): Column<TransportRow>[] =>
  keys.map((key) => {
    const column = trackedFileColumns.find((one) => one.key === key)
    if (column === undefined) throw new Error(`no column ${key}`)
    return column as unknown as Column<TransportRow>
  })

/** What a file of shipments may hold. */
export const transportColumns: readonly Column<TransportRow>[] = [
  ...ofTracked('waybillNo', 'state', 'signed', 'refused', 'customerName', 'customerNo', 'bizDate'),
  ...ofTracked('shipperCity', 'consigneeCity', 'goodsName', 'pieces', 'weight', 'volume'),
  listColumn('enquiries:column.leg', 'text', {
    width: 16,
    value: ({ leg }, language) => (leg === null ? null : sayLeg(leg, language)),
  }),
  ...ofTracked('plateNo'),
  { ...ofTracked('carrierName')[0], internal: true } as Column<TransportRow>,
  listColumn('dispatch:column.carrierNo', 'text', { width: 18 }),
  ...ofTracked('lastTrack', 'trackedAt', 'planArrive'),
  listColumn('enquiries:column.receipt', 'text', {
    key: 'receiptState',
    width: 10,
    words: 'signedReceiptState',
  }),
  ...ofTracked('consigneeCompany', 'consigneeName', 'consigneePhone', 'shipperName', 'transMode', 'deliveryWay'),
  ...ofTracked('receiptRequirement', 'outletName', 'destName'),
  {
    ...listColumn<TransportRow>('waybills:column.salesman', 'text', { key: 'salesmanName', width: 10 }),
    internal: true,
  },
  listColumn('enquiries:column.signer', 'text', { width: 12 }),
  listColumn('enquiries:column.signedAt', 'moment', { width: 16 }),
  ...ofTracked('remarkCustomer', 'createdAt'),
]

const money = { unit: '元' as const, width: 12 }

/** What a file of what waybills earn may hold. */
export const freightColumns: readonly Column<FreightRow>[] = [
  listColumn('waybills:column.waybillNo', 'text', { width: 16 }),
  listColumn('waybills:column.customer', 'text', { key: 'customerName', width: 26 }),
  listColumn('waybills:column.customerNo', 'text', { width: 18 }),
  listColumn('waybills:column.bizDate', 'date', { width: 12 }),
  listColumn('enquiries:column.from', 'text', { key: 'shipperCity', width: 10 }),
  listColumn('enquiries:column.to', 'text', { key: 'consigneeCity', width: 10 }),
  listColumn('waybills:column.pieces', 'integer', { width: 8 }),
  listColumn('waybills:column.chargeWeight', 'weight', { unit: 'kg', width: 12 }),
  listColumn('waybills:column.receivable', 'money', {
    ...money,
    toCustomer: titled('运费合计 元', 'To pay CNY', 'A pagar CNY', '運賃合計 元'),
  }),
  listColumn('waybills:column.freight', 'money', money),
  listColumn('enquiries:column.pickup', 'money', money),
  listColumn('enquiries:column.delivery', 'money', money),
  listColumn('enquiries:column.others', 'money', money),
  { ...listColumn<FreightRow>('waybills:column.cost', 'money', money), ofCosts: true },
  { ...listColumn<FreightRow>('enquiries:column.profit', 'money', money), ofCosts: true },
  { ...listColumn<FreightRow>('enquiries:column.profitRate', 'quantity', { unit: '%', width: 10 }), ofCosts: true },
  listColumn('waybills:column.payMethod', 'text', { width: 10, value: paymentText }),
  listColumn('waybills:column.priceState', 'text', { width: 10, words: 'priceState' }),
  listColumn('waybills:column.invoicing', 'text', { width: 10, words: 'invoicing' }),
  listColumn('waybills:column.collection', 'text', { width: 10, words: 'collection' }),
  listColumn('waybills:column.outlet', 'text', { key: 'outletName', width: 14 }),
  { ...listColumn<FreightRow>('waybills:column.salesman', 'text', { key: 'salesmanName', width: 10 }), internal: true },
]

export const ownStatementColumns: readonly ListColumn<OwnStatement>[] = [
  listColumn('statements:column.no', 'text', { width: 18 }),
  listColumn('statements:column.period', 'text', { width: 24, value: ({ fromDay, toDay }) => `${fromDay} – ${toDay}` }),
  listColumn('statements:column.opening', 'money'),
  listColumn('statements:column.charges', 'money'),
  listColumn('statements:column.adjustments', 'money'),
  listColumn('statements:column.received', 'money'),
  listColumn('statements:column.closing', 'money'),
  listColumn('statements:column.state', 'text', { width: 10, words: 'statementState' }),
  listColumn('statements:column.sentAt', 'moment'),
  listColumn('statements:column.outletName', 'text'),
]
export const ownInvoiceColumns: readonly ListColumn<OwnInvoice>[] = [
  listColumn('invoices:column.invoiceNo', 'text', { width: 24 }),
  listColumn('invoices:column.issuedOn', 'date'),
  listColumn('invoices:column.title', 'text', { width: 28 }),
  listColumn('invoices:column.type', 'text', { width: 10, words: 'invoiceType' }),
  listColumn('invoices:column.gross', 'money'),
  listColumn('invoices:column.net', 'money'),
  listColumn('invoices:column.tax', 'money'),
  listColumn('invoices:column.seller', 'text', { key: 'sellerName', width: 28 }),
  listColumn('invoices:column.no', 'text', { width: 18 }),
]
export const ownPayoutColumns: readonly ListColumn<OwnPayout>[] = [
  listColumn('collections:payout.no', 'text', { width: 18 }),
  listColumn('collections:payout.day', 'date'),
  listColumn('collections:payout.waybills', 'integer'),
  listColumn('collections:payout.gross', 'money'),
  listColumn('collections:cod.fee', 'money', { key: 'fees' }),
  listColumn('collections:payout.charges', 'money'),
  listColumn('collections:payout.net', 'money'),
  listColumn('collections:payout.reference', 'text', { width: 20 }),
]
