import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import type { PhoneOrderRow } from '@xunyun/contract/mobileOrders/calls'
import type { Language } from '@xunyun/contract/pages'
import { type ListColumn, titled } from '../../platform/excel/list.ts'

const word =
  (type: DictionaryType, key: keyof PhoneOrderRow) =>
  (row: PhoneOrderRow, language: Language): string =>
    row[key] === null ? '' : wordFor(type, String(row[key]), language)

/** Quick remarks and the typed one, as people read them. */
const remarkOf = ({ quickRemarks, remark }: PhoneOrderRow, language: Language): string =>
  [...quickRemarks.map((code) => wordFor('quickRemark', code, language)), remark ?? ''].filter(Boolean).join('; ')

/** The columns of the export; keys are those of the page. */
export const orderColumns: readonly ListColumn<PhoneOrderRow>[] = [
  { key: 'orderNo', type: 'text', width: 16, titles: titled('手机单号', 'Order', 'Pedido', '受注番号') },
  {
    key: 'state',
    type: 'text',
    width: 10,
    titles: titled('接单状态', 'State', 'Estado', '状態'),
    value: word('phoneOrderState', 'state'),
  },
  { key: 'placedAt', type: 'moment', width: 18, titles: titled('下单时间', 'Ordered', 'Pedido el', '発注日時') },
  { key: 'customerName', type: 'text', width: 26, titles: titled('客户', 'Customer', 'Cliente', '顧客') },
  { key: 'callerName', type: 'text', width: 12, titles: titled('下单人', 'Ordered by', 'Pedido por', '発注者') },
  { key: 'callerPhone', type: 'text', width: 14, titles: titled('电话', 'Phone', 'Teléfono', '電話') },
  { key: 'shipperCity', type: 'text', width: 14, titles: titled('起运', 'From', 'Origen', '発地') },
  { key: 'consigneeCity', type: 'text', width: 14, titles: titled('到达', 'To', 'Destino', '着地') },
  { key: 'goodsName', type: 'text', width: 18, titles: titled('货名', 'Goods', 'Mercancía', '品名') },
  { key: 'pieces', type: 'integer', width: 8, titles: titled('件数', 'Pieces', 'Bultos', '個数') },
  { key: 'weight', type: 'weight', width: 12, titles: titled('重量 kg', 'Weight kg', 'Peso kg', '重量 kg') },
  { key: 'volume', type: 'volume', width: 12, titles: titled('体积 m³', 'Volume m³', 'Volumen m³', '容積 m³') },
  {
    key: 'planPickup',
    type: 'moment',
    width: 18,
    titles: titled('计划提货', 'Planned pickup', 'Recogida prevista', '集荷予定'),
  },
  { key: 'waybillNo', type: 'text', width: 16, titles: titled('运单号', 'Waybill', 'Guía', '送り状番号') },
  { key: 'acceptedByName', type: 'text', width: 12, titles: titled('接单人', 'Clerk', 'Encargado', '受付担当') },
  {
    key: 'channel',
    type: 'text',
    width: 10,
    titles: titled('下单方式', 'Ordered via', 'Medio', '発注方法'),
    value: word('orderChannel', 'channel'),
  },
  {
    key: 'cancelReason',
    type: 'text',
    width: 20,
    titles: titled('取消原因', 'Why cancelled', 'Motivo de cancelación', '取消理由'),
  },
  { key: 'outletName', type: 'text', width: 14, titles: titled('网点', 'Outlet', 'Sede', '拠点') },
  { key: 'remark', type: 'text', width: 30, titles: titled('备注', 'Remark', 'Nota', '備考'), value: remarkOf },
]
