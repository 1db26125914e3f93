import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import type { PhoneOrderRow } from '@xunyun/contract/mobileOrders/calls'
import type { Language } from '@xunyun/contract/pages'
import { type ListColumn, listColumn, titled } from '../../platform/excel/list.ts'

const word =
  (type: DictionaryType, key: keyof PhoneOrderRow) =>
  (row: PhoneOrderRow, language: Language): string =>
    row[key] === null ? '' : wordFor(type, String(row[key]), language)

/** Quick remarks and the typed one, as people read them. */
const remarkOf = ({ quickRemarks, remark }: PhoneOrderRow, language: Language): string =>
  [...quickRemarks.map((code) => wordFor('quickRemark', code, language)), remark ?? ''].filter(Boolean).join('; ')

/** The columns of the export; keys are those of the page. */
export const orderColumns: readonly ListColumn<PhoneOrderRow>[] = [
  listColumn('mobileOrders:field.orderNo', 'text', { width: 16 }),
  listColumn('mobileOrders:field.state', 'text', { width: 10, value: word('phoneOrderState', 'state') }),
  { key: 'placedAt', type: 'moment', width: 18, titles: titled('下单时间', 'Ordered', 'Pedido el', '発注日時') },
  listColumn('mobileOrders:field.customer', 'text', { key: 'customerName', width: 26 }),
  listColumn('mobileOrders:field.caller', 'text', { key: 'callerName', width: 12 }),
  listColumn('mobileOrders:field.callerPhone', 'text', { width: 14 }),
  { key: 'shipperCity', type: 'text', width: 14, titles: titled('起运', 'From', 'Origen', '発地') },
  { key: 'consigneeCity', type: 'text', width: 14, titles: titled('到达', 'To', 'Destino', '着地') },
  listColumn('mobileOrders:field.goodsName', 'text', { width: 18 }),
  listColumn('mobileOrders:field.pieces', 'integer', { width: 8 }),
  listColumn('mobileOrders:field.weight', 'weight', { width: 12, unit: 'kg' }),
  listColumn('mobileOrders:field.volume', 'volume', { width: 12, unit: 'm³' }),
  listColumn('mobileOrders:field.planPickup', 'moment', { width: 18 }),
  listColumn('mobileOrders:field.waybillNo', 'text', { width: 16 }),
  listColumn('mobileOrders:field.acceptedBy', 'text', { key: 'acceptedByName', width: 12 }),
  listColumn('mobileOrders:field.channel', 'text', { width: 10, value: word('orderChannel', 'channel') }),
  listColumn('mobileOrders:field.cancelReason', 'text', { width: 20 }),
  listColumn('mobileOrders:field.outlet', 'text', { key: 'outletName', width: 14 }),
  listColumn('mobileOrders:field.remark', 'text', { width: 30, value: remarkOf }),
]
