import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import type { PhoneOrderRow } from '@xunyun/contract/mobileOrders/calls'
import type { Language } from '@xunyun/contract/pages'
import { type ListColumn, titled } from '../../platform/excel/list.ts'
import { fieldWord } from '../../platform/fieldWords.ts'

const word =
  (type: DictionaryType, key: keyof PhoneOrderRow) =>
  (row: PhoneOrderRow, language: Language): string =>
    row[key] === null ? '' : wordFor(type, String(row[key]), language)

/** Quick remarks and the typed one, as people read them. */
const remarkOf = ({ quickRemarks, remark }: PhoneOrderRow, language: Language): string =>
  [...quickRemarks.map((code) => wordFor('quickRemark', code, language)), remark ?? ''].filter(Boolean).join('; ')

/** The columns of the export; keys are those of the page. */
export const orderColumns: readonly ListColumn<PhoneOrderRow>[] = [
  { key: 'orderNo', type: 'text', width: 16, titles: fieldWord('mobileOrders:field.orderNo') },
  {
    key: 'state',
    type: 'text',
    width: 10,
    titles: fieldWord('mobileOrders:field.state'),
    value: word('phoneOrderState', 'state'),
  },
  { key: 'placedAt', type: 'moment', width: 18, titles: titled('下单时间', 'Ordered', 'Pedido el', '発注日時') },
  { key: 'customerName', type: 'text', width: 26, titles: fieldWord('mobileOrders:field.customer') },
  { key: 'callerName', type: 'text', width: 12, titles: fieldWord('mobileOrders:field.caller') },
  { key: 'callerPhone', type: 'text', width: 14, titles: fieldWord('mobileOrders:field.callerPhone') },
  { key: 'shipperCity', type: 'text', width: 14, titles: titled('起运', 'From', 'Origen', '発地') },
  { key: 'consigneeCity', type: 'text', width: 14, titles: titled('到达', 'To', 'Destino', '着地') },
  { key: 'goodsName', type: 'text', width: 18, titles: fieldWord('mobileOrders:field.goodsName') },
  { key: 'pieces', type: 'integer', width: 8, titles: fieldWord('mobileOrders:field.pieces') },
  { key: 'weight', type: 'weight', width: 12, titles: fieldWord('mobileOrders:field.weight', 'kg') },
  { key: 'volume', type: 'volume', width: 12, titles: fieldWord('mobileOrders:field.volume', 'm³') },
  {
    key: 'planPickup',
    type: 'moment',
    width: 18,
    titles: fieldWord('mobileOrders:field.planPickup'),
  },
  { key: 'waybillNo', type: 'text', width: 16, titles: fieldWord('mobileOrders:field.waybillNo') },
  { key: 'acceptedByName', type: 'text', width: 12, titles: fieldWord('mobileOrders:field.acceptedBy') },
  {
    key: 'channel',
    type: 'text',
    width: 10,
    titles: fieldWord('mobileOrders:field.channel'),
    value: word('orderChannel', 'channel'),
  },
  {
    key: 'cancelReason',
    type: 'text',
    width: 20,
    titles: fieldWord('mobileOrders:field.cancelReason'),
  },
  { key: 'outletName', type: 'text', width: 14, titles: fieldWord('mobileOrders:field.outlet') },
  { key: 'remark', type: 'text', width: 30, titles: fieldWord('mobileOrders:field.remark'), value: remarkOf },
]
