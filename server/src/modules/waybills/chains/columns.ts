import type { ChainRow } from '@xunyun/contract/waybills/chains'
import { type ListColumn, listColumn, titled } from '../../../platform/excel/list.ts'

/** The columns of the export; keys are those of the page. */
export const chainColumns: readonly ListColumn<ChainRow>[] = [
  listColumn('waybills:column.waybillNo', 'text', { width: 18 }),
  listColumn('waybills:chain.state', 'text', { key: 'chainState', width: 10, words: 'chainState' }),
  listColumn('waybills:chain.count', 'integer', { key: 'events', width: 8 }),
  listColumn('waybills:chain.brokenAt', 'integer', { width: 10 }),
  { key: 'head', type: 'text', width: 66, titles: titled('链头', 'Head', 'Cabecera', '先頭ハッシュ') },
  listColumn('waybills:chain.lastAt', 'moment', { width: 18 }),
  listColumn('waybills:chain.checkedAt', 'moment', { width: 18 }),
  listColumn('waybills:column.customer', 'text', { key: 'customerName', width: 26 }),
  { key: 'shipperCity', type: 'text', width: 12, titles: titled('起运', 'From', 'Origen', '発地') },
  { key: 'consigneeCity', type: 'text', width: 12, titles: titled('到达', 'To', 'Destino', '着地') },
  listColumn('waybills:column.state', 'text', { width: 10, words: 'waybillState' }),
  listColumn('waybills:column.receivable', 'money', {
    width: 12,
    unit: '元',
    toCustomer: titled('运费合计 元', 'To pay CNY', 'A pagar CNY', '運賃合計 元'),
  }),
  listColumn('waybills:column.bizDate', 'date', { width: 12 }),
]
