import type { PrintTripRow, PrintWaybillRow } from '@xunyun/contract/printing/calls'
import { pathTo } from '../../paths.ts'
import { columnsOf } from '../../shared/grid/column.tsx'
import { i18n } from '../../shared/i18n/i18n.ts'
import { tripTones } from '../dispatch/index.ts'
import { refusedOf, toneOf } from '../waybills/index.ts'

const waybill = columnsOf<PrintWaybillRow>()
const trip = columnsOf<PrintTripRow>()
const hidden = { hidden: true } as const

export const printWaybillColumns = [
  waybill.link('waybillNo', 'printing:column.waybillNo', { width: 128, sortKey: 'waybillNo' }),
  waybill.integer('printCount', 'printing:column.printCount', { width: 76, card: 'fact' }),
  waybill.moment('printedAt', 'printing:column.printedAt', { card: 'aside' }),
  waybill.text('printedBy', 'printing:column.printedBy', { width: 84 }),
  waybill.state('state', 'printing:column.state', {
    words: 'waybillState',
    tone: (row) => toneOf(row.state),
    also: refusedOf,
  }),
  waybill.text('customerName', 'printing:column.customer', {
    width: 168,
    card: 'meta',
    value: (row) => row.customerName ?? i18n.t('waybills:filter.walkIn'),
  }),
  waybill.route('printing:column.route', { card: 'meta' }),
  waybill.text('consigneeName', 'printing:column.consignee', { width: 84 }),
  waybill.text('consigneePhone', 'printing:column.phone', { width: 112 }),
  waybill.text('goodsName', 'printing:column.goods', { width: 120 }),
  waybill.integer('pieces', 'printing:column.pieces', { sortKey: 'pieces', total: 'pieces', card: 'fact' }),
  waybill.weight('weight', 'printing:column.weight', { total: 'weight', card: 'fact' }),
  waybill.volume('volume', 'printing:column.volume', { total: 'volume' }),
  waybill.code('receiptRequirement', 'printing:column.receipt', 'receiptRequirement', { width: 84 }),
  waybill.money('codAmount', 'printing:column.cod', hidden),
  waybill.code('payMethod', 'printing:column.pay', 'payMethod', hidden),
  waybill.date('bizDate', 'printing:column.bizDate', { sortKey: 'bizDate' }),
  waybill.text('outletName', 'printing:column.outlet', hidden),
  waybill.moment('createdAt', 'printing:column.createdAt', { sortKey: 'createdAt' }),
]

export const printTripColumns = [
  trip.link('arrangementNo', 'printing:column.tripNo', {
    width: 128,
    sortKey: 'arrangementNo',
    to: (row) => `${pathTo('arrangeList')}?trip=${row.id}`,
  }),
  trip.integer('printCount', 'printing:column.printCount', { width: 76, card: 'fact' }),
  trip.moment('printedAt', 'printing:column.printedAt', { card: 'aside' }),
  trip.text('printedBy', 'printing:column.printedBy', { width: 84 }),
  trip.code('type', 'printing:column.type', 'arrangementType', { width: 64 }),
  trip.state('state', 'printing:column.tripState', { words: 'arrangementState', tone: (row) => tripTones[row.state] }),
  trip.text('plateNo', 'printing:column.plate', { width: 88, card: 'meta' }),
  trip.text('driverName', 'printing:column.driver', { width: 76, card: 'meta' }),
  trip.text('driverPhone', 'printing:column.phone', { width: 108 }),
  trip.text('fromName', 'printing:column.from', { width: 100 }),
  trip.text('toName', 'printing:column.to', { width: 100 }),
  trip.integer('waybills', 'printing:column.waybills', { total: 'waybills', card: 'fact' }),
  trip.integer('pieces', 'printing:column.pieces', { total: 'pieces', card: 'fact' }),
  trip.weight('weight', 'printing:column.weight', { total: 'weight' }),
  trip.volume('volume', 'printing:column.volume', { total: 'volume' }),
  trip.moment('planAt', 'printing:column.planAt', { sortKey: 'planAt' }),
  trip.text('outletName', 'printing:column.outlet', hidden),
  trip.moment('createdAt', 'printing:column.createdAt', { sortKey: 'createdAt' }),
]

/** Who printed it is internal: a customer's account never gets it. */
export const customersWaybillColumns = printWaybillColumns.filter(({ key }) => key !== 'printedBy')
