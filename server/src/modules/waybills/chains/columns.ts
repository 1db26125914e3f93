import { wordFor } from '@xunyun/contract/dictionary'
import type { ChainRow } from '@xunyun/contract/waybills/chains'
import { type ListColumn, titled } from '../../../platform/excel/list.ts'

/** The columns of the export; keys are those of the page. */
export const chainColumns: readonly ListColumn<ChainRow>[] = [
  { key: 'waybillNo', type: 'text', width: 18, titles: titled('运单号', 'Waybill no.', 'N.º de guía', '送り状番号') },
  {
    key: 'chainState',
    type: 'text',
    width: 10,
    titles: titled('校验', 'Chain', 'Cadena', 'チェーン'),
    value: ({ chainState }, language) => wordFor('chainState', chainState, language),
  },
  { key: 'events', type: 'integer', width: 8, titles: titled('事件数', 'Events', 'Eventos', 'イベント数') },
  { key: 'brokenAt', type: 'integer', width: 10, titles: titled('断在第几个', 'Broken at', 'Rota en', '改ざん箇所') },
  { key: 'head', type: 'text', width: 66, titles: titled('链头', 'Head', 'Cabecera', '先頭ハッシュ') },
  {
    key: 'lastAt',
    type: 'moment',
    width: 18,
    titles: titled('最近事件时间', 'Last event', 'Último evento', '最終イベント日時'),
  },
  { key: 'checkedAt', type: 'moment', width: 18, titles: titled('校验时间', 'Checked', 'Verificada', '検証日時') },
  { key: 'customerName', type: 'text', width: 26, titles: titled('客户', 'Customer', 'Cliente', '顧客') },
  { key: 'shipperCity', type: 'text', width: 12, titles: titled('起运', 'From', 'Origen', '発地') },
  { key: 'consigneeCity', type: 'text', width: 12, titles: titled('到达', 'To', 'Destino', '着地') },
  {
    key: 'state',
    type: 'text',
    width: 10,
    titles: titled('运输状态', 'State', 'Estado', '状態'),
    value: ({ state }, language) => wordFor('waybillState', state, language),
  },
  {
    key: 'receivable',
    type: 'money',
    width: 12,
    titles: titled('应收 元', 'Receivable CNY', 'Por cobrar CNY', '売上 元'),
    toCustomer: titled('运费合计 元', 'To pay CNY', 'A pagar CNY', '運賃合計 元'),
  },
  { key: 'bizDate', type: 'date', width: 12, titles: titled('业务日期', 'Business date', 'Fecha', '業務日付') },
]
