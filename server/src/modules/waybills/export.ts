import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import { type Language, pageOf, type Titles } from '@xunyun/contract/pages'
import { exportWaybills, type WaybillRow } from '@xunyun/contract/waybills/calls'
import { paymentText } from '@xunyun/contract/waybills/payments'
import { isCustomer } from '../../platform/actor.ts'
import type { Exports } from '../../platform/excel/exports.ts'
import { type ListColumn, titled } from '../../platform/excel/list.ts'
import type { ColumnType } from '../../platform/excel/write.ts'
import { listWaybills } from './queries.ts'

const column = (
  key: keyof WaybillRow & string,
  type: ColumnType,
  width: number,
  zh: string,
  en: string,
  es: string,
  ja: string,
  more: { words?: DictionaryType; internal?: true; toCustomer?: Titles } = {},
) => ({
  key,
  type,
  width,
  titles: titled(zh, en, es, ja),
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
const columns = [
  column('waybillNo', 'text', 16, '运单号', 'Waybill no.', 'N.º de guía', '送り状番号'),
  column('state', 'text', 10, '运输状态', 'State', 'Estado', '輸送状態', { words: 'waybillState' }),
  column('signed', 'integer', 10, '签收件数', 'Signed pieces', 'Firmadas', '受領数'),
  column('refused', 'integer', 10, '拒收件数', 'Refused', 'Rechazadas', '受取拒否数'),
  column('customerName', 'text', 26, '客户', 'Customer', 'Cliente', '顧客'),
  column('customerNo', 'text', 18, '客户单号', 'Customer no.', 'N.º de cliente', '顧客番号'),
  column('bizDate', 'date', 12, '业务日期', 'Business date', 'Fecha', '業務日付'),
  column('shipperCity', 'text', 10, '起运', 'From', 'Origen', '発地'),
  column('consigneeCity', 'text', 10, '到达', 'To', 'Destino', '着地'),
  column('goodsName', 'text', 20, '货名', 'Goods', 'Mercancía', '品名'),
  column('pieces', 'integer', 8, '件数', 'Pieces', 'Piezas', '個数'),
  column('weight', 'weight', 12, '重量 kg', 'Weight kg', 'Peso kg', '重量 kg'),
  column('volume', 'volume', 12, '体积 m³', 'Volume m³', 'Volumen m³', '容積 m³'),
  column('declaredValue', 'money', 12, '声明价值 元', 'Declared value CNY', 'Valor declarado CNY', '申告価額 元'),
  column('codAmount', 'money', 12, '代收货款 元', 'COD CNY', 'Reembolso CNY', '代引額 元'),
  { ...column('payMethod', 'text', 10, '付款', 'Payment', 'Pago', '支払'), value: paymentText },
  column('chargeWeight', 'weight', 12, '计费重 kg', 'Chargeable kg', 'Facturable kg', '運賃重量 kg'),
  column('quoted', 'money', 12, '报价 元', 'Rate CNY', 'Tarifa CNY', '運賃表 元', { internal: true }),
  column('freight', 'money', 12, '基本运费 元', 'Freight CNY', 'Flete CNY', '基本運賃 元'),
  column('receivable', 'money', 12, '应收 元', 'Receivable CNY', 'Por cobrar CNY', '売上 元', {
    toCustomer: titled('运费合计 元', 'To pay CNY', 'A pagar CNY', '運賃合計 元'),
  }),
  column('priceState', 'text', 10, '价格', 'Price', 'Precio', '価格', { words: 'priceState' }),
  column(
    'priceNote',
    'text',
    24,
    '驳回、异议原因',
    'Sent back or disputed',
    'Motivo o desacuerdo',
    '差戻し・異議の理由',
    {
      internal: true,
    },
  ),
  column('priceSentAt', 'moment', 16, '发客户时间', 'Sent to customer', 'Enviado al cliente', '顧客送付日時', {
    internal: true,
  }),
  column('confirmedAt', 'moment', 16, '确认时间', 'Confirmed', 'Confirmado', '確定日時'),
  column('confirmedByName', 'text', 10, '确认人', 'Confirmed by', 'Confirmado por', '確定者', { internal: true }),
  column('shipperName', 'text', 12, '发货人', 'Shipper', 'Remitente', '荷送人'),
  column('shipperPhone', 'text', 14, '发货电话', 'Shipper phone', 'Teléfono remitente', '荷送人電話'),
  column('consigneeCompany', 'text', 24, '收货单位', 'Consignee company', 'Empresa destinataria', '荷受会社'),
  column('consigneeName', 'text', 12, '收货人', 'Consignee', 'Destinatario', '荷受人'),
  column('consigneePhone', 'text', 14, '收货电话', 'Consignee phone', 'Teléfono destinatario', '荷受人電話'),
  column('consigneeAddress', 'text', 30, '收货地址', 'Consignee address', 'Dirección destinatario', '荷受人住所'),
  column('transMode', 'text', 10, '运输方式', 'Mode', 'Modo', '輸送方式', { words: 'transMode' }),
  column('serviceType', 'text', 10, '服务', 'Service', 'Servicio', 'サービス', { words: 'serviceType' }),
  column('carriage', 'text', 10, '承运', 'Carriage', 'Carga', '運送', { words: 'carriage' }),
  column('pickupWay', 'text', 10, '提货', 'Pickup', 'Recogida', '集荷', { words: 'pickupWay' }),
  column('deliveryWay', 'text', 10, '送货', 'Delivery', 'Entrega', '引渡', { words: 'deliveryWay' }),
  column('planPickup', 'moment', 16, '计划提货', 'Planned pickup', 'Recogida prevista', '集荷予定'),
  column('planArrive', 'moment', 16, '计划到达', 'Planned arrival', 'Llegada prevista', '到着予定'),
  column('receiptRequirement', 'text', 10, '回单', 'Receipt', 'Comprobante', '受領書', { words: 'receiptRequirement' }),
  column('outletName', 'text', 14, '网点', 'Outlet', 'Sede', '拠点'),
  column('source', 'text', 10, '来源', 'Source', 'Origen del dato', '登録元', { words: 'waybillSource' }),
  column('salesmanName', 'text', 10, '业务员', 'Salesman', 'Comercial', '営業担当', { internal: true }),
  column('clerkName', 'text', 10, '开单人', 'Clerk', 'Registrado por', '受付者', { internal: true }),
  column('remarkCustomer', 'text', 24, '备注', 'Remark', 'Nota', '備考'),
  column('remarkInternal', 'text', 24, '内部备注', 'Internal remark', 'Nota interna', '社内備考', { internal: true }),
  column('createdAt', 'moment', 16, '创建时间', 'Created', 'Creada', '作成日時'),
]
/** All waybills as a file; a customer's account gets its own, without what is internal. */
export const offerExport = (exports: Exports): void =>
  exports.offer(exportWaybills, {
    name: (actor) => pageOf('allWayBill').titles[actor.language],
    columns: (actor): readonly ListColumn<WaybillRow>[] =>
      columns.filter((one) => !(one.internal && isCustomer(actor))),
    page: (tx, actor, input, request) => listWaybills(tx, actor, { ...input, ...request, page: undefined }),
  })
