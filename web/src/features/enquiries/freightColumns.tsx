import { wordFor } from '@xunyun/contract/dictionary'
import type { FreightRow } from '@xunyun/contract/enquiries/freight'
import { paymentText } from '@xunyun/contract/waybills/payments'
import { columnsOf } from '../../shared/grid/column.tsx'
import type { Column } from '../../shared/grid/types.ts'
import { i18n } from '../../shared/i18n/i18n.ts'
import { collectionTones, invoicingTones, priceTones } from '../waybills/index.ts'

const column = columnsOf<FreightRow>()
const hidden = { hidden: true } as const

/** On a card the price's state is the state; the others stand among its facts. */
const notTheState = { card: undefined as never }

export const freightColumns: readonly Column<FreightRow>[] = [
  // It opens beside the list: not everybody who asks may open waybills.
  column.link('waybillNo', 'waybills:column.waybillNo', { width: 128, sortKey: 'waybillNo' }),
  column.text('customerName', 'waybills:column.customer', {
    width: 168,
    card: 'meta',
    value: (row: FreightRow) => row.customerName ?? i18n.t('waybills:filter.walkIn'),
  }),
  column.route('waybills:column.route', { card: 'meta' }),
  column.integer('pieces', 'waybills:column.pieces', { sortKey: 'pieces', total: 'pieces' }),
  column.weight('chargeWeight', 'waybills:column.chargeWeight', { total: 'chargeWeight' }),
  column.money('receivable', 'waybills:column.receivable', {
    sortKey: 'receivable',
    total: 'receivable',
    card: 'fact',
  }),
  column.money('cost', 'waybills:column.cost', { sortKey: 'cost', total: 'cost' }),
  column.money('profit', 'enquiries:column.profit', { sortKey: 'profit', total: 'profit' }),
  column.number(1)('profitRate', 'enquiries:column.profitRate', { width: 84, unit: '%' }),
  column.custom({
    key: 'payMethod',
    title: 'waybills:column.payMethod',
    width: 76,
    render: (row, { language }) => wordFor('payMethod', row.payMethod, language),
    text: paymentText,
  }),
  column.state('priceState', 'waybills:column.priceState', {
    words: 'priceState',
    tone: ({ priceState }) => priceTones[priceState],
  }),
  column.state('invoicing', 'waybills:column.invoicing', {
    words: 'invoicing',
    tone: ({ invoicing }) => invoicingTones[invoicing],
    ...notTheState,
  }),
  column.state('collection', 'waybills:column.collection', {
    words: 'collection',
    tone: ({ collection }) => collectionTones[collection],
    card: 'fact',
  }),
  column.date('bizDate', 'waybills:column.bizDate', { sortKey: 'bizDate', card: 'aside' }),
  column.money('freight', 'waybills:column.freight', hidden),
  column.money('pickup', 'enquiries:column.pickup', hidden),
  column.money('delivery', 'enquiries:column.delivery', hidden),
  column.money('others', 'enquiries:column.others', hidden),
  column.text('customerNo', 'waybills:column.customerNo', { ...hidden, width: 132 }),
  column.text('outletName', 'waybills:column.outlet', hidden),
  column.text('salesmanName', 'waybills:column.salesman', hidden),
]

const ofCosts = new Set(['cost', 'profit', 'profitRate'])
export const freightColumnsWithoutCosts = freightColumns.filter(({ key }) => !ofCosts.has(key))
/** What a customer never gets is no column of his list either. */
export const customerFreightColumns = freightColumnsWithoutCosts.filter(({ key }) => key !== 'salesmanName')
