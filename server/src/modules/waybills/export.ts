import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import { Exact } from '@xunyun/contract/kernel/decimal'
import { type Language, pageOf, type Titles } from '@xunyun/contract/pages'
import { exportWaybills, type WaybillRow } from '@xunyun/contract/waybills/calls'
import { paymentText } from '@xunyun/contract/waybills/payments'
import { isCustomer } from '../../platform/actor.ts'
import type { Exports } from '../../platform/excel/exports.ts'
import { type ListColumn, titled } from '../../platform/excel/list.ts'
import type { ColumnType } from '../../platform/excel/write.ts'
import { fieldWord } from '../../platform/fieldWords.ts'
import { listWaybills, seesCosts } from './queries.ts'

const column = (
  key: keyof WaybillRow & string,
  type: ColumnType,
  width: number,
  titles: Titles,
  more: { words?: DictionaryType; internal?: true; toCustomer?: Titles } = {},
) => ({
  key,
  type,
  width,
  titles,
  ...(more.internal ? { internal: more.internal } : {}),
  ...(more.toCustomer ? { toCustomer: more.toCustomer } : {}),
  ...(more.words === undefined
    ? {}
    : {
        value: (row: WaybillRow, language: Language) =>
          wordFor(more.words as DictionaryType, String(row[key]), language),
      }),
})

/** What an export may hold, by the keys of a list row; the page sends the user's own choice and order. */
export const columns = [
  column('waybillNo', 'text', 16, fieldWord('waybills:column.waybillNo')),
  column('state', 'text', 10, fieldWord('waybills:column.state'), { words: 'waybillState' }),
  column('signed', 'integer', 10, titled('签收件数', 'Pieces signed', 'Bultos firmados', '受領個数')),
  column('refused', 'integer', 10, titled('拒收件数', 'Pieces refused', 'Bultos rechazados', '拒否個数')),
  column('customerName', 'text', 26, fieldWord('waybills:column.customer')),
  column('customerNo', 'text', 18, fieldWord('waybills:column.customerNo')),
  column('bizDate', 'date', 12, fieldWord('waybills:column.bizDate')),
  column('shipperCity', 'text', 10, titled('起运', 'From', 'Origen', '発地')),
  column('consigneeCity', 'text', 10, titled('到达', 'To', 'Destino', '着地')),
  column('goodsName', 'text', 20, fieldWord('waybills:column.goodsName')),
  column('pieces', 'integer', 8, fieldWord('waybills:column.pieces')),
  column('weight', 'weight', 12, fieldWord('waybills:column.weight', 'kg')),
  column('volume', 'volume', 12, fieldWord('waybills:column.volume', 'm³')),
  column('declaredValue', 'money', 12, fieldWord('waybills:column.declaredValue', '元')),
  column('codAmount', 'money', 12, fieldWord('waybills:column.codAmount', '元')),
  { ...column('payMethod', 'text', 10, fieldWord('waybills:column.payMethod')), value: paymentText },
  column('chargeWeight', 'weight', 12, fieldWord('waybills:column.chargeWeight', 'kg')),
  column('quoted', 'money', 12, fieldWord('waybills:column.quoted', '元'), { internal: true }),
  column('freight', 'money', 12, fieldWord('waybills:column.freight', '元')),
  column('receivable', 'money', 12, fieldWord('waybills:column.receivable', '元'), {
    toCustomer: titled('运费合计 元', 'To pay CNY', 'A pagar CNY', '運賃合計 元'),
  }),
  column('cost', 'money', 12, fieldWord('waybills:column.cost', '元'), { internal: true }),
  {
    ...column('cost', 'money', 12, fieldWord('waybills:column.margin', '元'), { internal: true }),
    key: 'margin' as const,
    value: ({ receivable, cost }: WaybillRow) =>
      receivable === null || cost === null ? null : new Exact(receivable).minus(cost).toFixed(2),
  },
  column('priceState', 'text', 10, fieldWord('waybills:column.priceState'), { words: 'priceState' }),
  column('invoicing', 'text', 10, fieldWord('waybills:column.invoicing'), { words: 'invoicing' }),
  column('collection', 'text', 10, fieldWord('waybills:column.collection'), { words: 'collection' }),
  column('priceNote', 'text', 24, fieldWord('waybills:column.priceNote'), {
    internal: true,
  }),
  column('priceSentAt', 'moment', 16, fieldWord('waybills:column.priceSentAt'), {
    internal: true,
  }),
  column('confirmedAt', 'moment', 16, fieldWord('waybills:column.confirmedAt')),
  column('confirmedByName', 'text', 10, fieldWord('waybills:column.confirmedBy'), { internal: true }),
  column('shipperName', 'text', 12, fieldWord('waybills:column.shipperName')),
  column('shipperPhone', 'text', 14, fieldWord('waybills:column.shipperPhone')),
  column('consigneeCompany', 'text', 24, fieldWord('waybills:column.consigneeCompany')),
  column('consigneeName', 'text', 12, fieldWord('waybills:column.consigneeName')),
  column('consigneePhone', 'text', 14, fieldWord('waybills:column.consigneePhone')),
  column('consigneeAddress', 'text', 30, fieldWord('waybills:column.consigneeAddress')),
  column('transMode', 'text', 10, fieldWord('waybills:column.transMode'), { words: 'transMode' }),
  column('serviceType', 'text', 10, fieldWord('waybills:column.serviceType'), { words: 'serviceType' }),
  column('carriage', 'text', 10, fieldWord('waybills:column.carriage'), { words: 'carriage' }),
  column('pickupWay', 'text', 10, fieldWord('waybills:column.pickupWay'), { words: 'pickupWay' }),
  column('deliveryWay', 'text', 10, fieldWord('waybills:column.deliveryWay'), { words: 'deliveryWay' }),
  column('planPickup', 'moment', 16, fieldWord('waybills:column.planPickup')),
  column('planArrive', 'moment', 16, fieldWord('waybills:column.planArrive')),
  column('receiptRequirement', 'text', 10, fieldWord('waybills:column.receiptRequirement'), {
    words: 'receiptRequirement',
  }),
  column('outletName', 'text', 14, fieldWord('waybills:column.outlet')),
  column('destName', 'text', 14, fieldWord('waybills:column.destOutlet')),
  column('source', 'text', 10, fieldWord('waybills:column.source'), { words: 'waybillSource' }),
  column('salesmanName', 'text', 10, fieldWord('waybills:column.salesman'), { internal: true }),
  column('clerkName', 'text', 10, fieldWord('waybills:column.clerk'), { internal: true }),
  column('remarkCustomer', 'text', 24, fieldWord('waybills:column.remarkCustomer')),
  column('remarkInternal', 'text', 24, fieldWord('waybills:column.remarkInternal'), { internal: true }),
  column('createdAt', 'moment', 16, fieldWord('waybills:column.createdAt')),
]
/** All waybills as a file; a customer's account gets its own, without what is internal. */
export const offerExport = (exports: Exports): void =>
  exports.offer(exportWaybills, {
    name: (actor) => pageOf('allWayBill').titles[actor.language],
    columns: (actor): readonly ListColumn<WaybillRow>[] =>
      columns.filter(
        ({ key, internal }) =>
          !(internal && isCustomer(actor)) && (seesCosts(actor) || (key !== 'cost' && key !== 'margin')),
      ),
    page: (tx, actor, input, request) => listWaybills(tx, actor, { ...input, ...request, page: undefined }),
  })
