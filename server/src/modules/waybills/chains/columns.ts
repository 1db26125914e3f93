import { wordFor } from '@xunyun/contract/dictionary'
import type { ChainRow } from '@xunyun/contract/waybills/chains'
import { type ListColumn, titled } from '../../../platform/excel/list.ts'
import { fieldWord } from '../../../platform/fieldWords.ts'

/** The columns of the export; keys are those of the page. */
export const chainColumns: readonly ListColumn<ChainRow>[] = [
  { key: 'waybillNo', type: 'text', width: 18, titles: fieldWord('waybills:column.waybillNo') },
  {
    key: 'chainState',
    type: 'text',
    width: 10,
    titles: fieldWord('waybills:chain.state'),
    value: ({ chainState }, language) => wordFor('chainState', chainState, language),
  },
  { key: 'events', type: 'integer', width: 8, titles: fieldWord('waybills:chain.count') },
  { key: 'brokenAt', type: 'integer', width: 10, titles: fieldWord('waybills:chain.brokenAt') },
  { key: 'head', type: 'text', width: 66, titles: titled('链头', 'Head', 'Cabecera', '先頭ハッシュ') },
  {
    key: 'lastAt',
    type: 'moment',
    width: 18,
    titles: fieldWord('waybills:chain.lastAt'),
  },
  { key: 'checkedAt', type: 'moment', width: 18, titles: fieldWord('waybills:chain.checkedAt') },
  { key: 'customerName', type: 'text', width: 26, titles: fieldWord('waybills:column.customer') },
  { key: 'shipperCity', type: 'text', width: 12, titles: titled('起运', 'From', 'Origen', '発地') },
  { key: 'consigneeCity', type: 'text', width: 12, titles: titled('到达', 'To', 'Destino', '着地') },
  {
    key: 'state',
    type: 'text',
    width: 10,
    titles: fieldWord('waybills:column.state'),
    value: ({ state }, language) => wordFor('waybillState', state, language),
  },
  {
    key: 'receivable',
    type: 'money',
    width: 12,
    titles: fieldWord('waybills:column.receivable', '元'),
    toCustomer: titled('运费合计 元', 'To pay CNY', 'A pagar CNY', '運賃合計 元'),
  },
  { key: 'bizDate', type: 'date', width: 12, titles: fieldWord('waybills:column.bizDate') },
]
