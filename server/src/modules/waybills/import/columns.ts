import type { ImportColumn } from '../../../platform/import/columns.ts'

const party = (side: 'shipper' | 'consignee', zh: string, en: string, es: string, ja: string): ImportColumn[] => [
  { key: `${side}Name`, path: `${side}.name`, required: true, width: 12, titles: { zh: `${zh}人`, en, es, ja } },
  {
    key: `${side}Phone`,
    path: `${side}.phone`,
    required: true,
    width: 14,
    titles: { zh: `${zh}电话`, en: `${en} phone`, es: `Teléfono de ${es.toLowerCase()}`, ja: `${ja}電話` },
  },
  {
    key: `${side}Province`,
    path: `${side}.region.province`,
    width: 12,
    titles: { zh: `${zh}省`, en: `${en} province`, es: `Provincia de ${es.toLowerCase()}`, ja: `${ja}省` },
  },
  {
    key: `${side}City`,
    path: `${side}.region.city`,
    width: 12,
    titles: { zh: `${zh}市`, en: `${en} city`, es: `Ciudad de ${es.toLowerCase()}`, ja: `${ja}市` },
  },
  {
    key: `${side}County`,
    path: `${side}.region`,
    width: 12,
    titles: { zh: `${zh}区县`, en: `${en} county`, es: `Distrito de ${es.toLowerCase()}`, ja: `${ja}区県` },
  },
  {
    key: `${side}Address`,
    path: `${side}.address`,
    required: true,
    width: 28,
    titles: { zh: `${zh}地址`, en: `${en} address`, es: `Dirección de ${es.toLowerCase()}`, ja: `${ja}住所` },
  },
]

/** The columns that an import understands, in the order of the template. */
export const importColumns: readonly ImportColumn[] = [
  {
    key: 'customer',
    path: 'customerId',
    required: true,
    width: 26,
    titles: { zh: '客户名称', en: 'Customer', es: 'Cliente', ja: '顧客名' },
  },
  {
    key: 'customerNo',
    path: 'customerNo',
    width: 18,
    titles: { zh: '客户单号', en: 'Customer no.', es: 'N.º de cliente', ja: '顧客番号' },
  },
  {
    key: 'bizDate',
    path: 'bizDate',
    required: true,
    width: 12,
    titles: { zh: '业务日期', en: 'Business date', es: 'Fecha', ja: '業務日付' },
  },
  ...party('shipper', '发货', 'Shipper', 'Remitente', '荷送人'),
  ...party('consignee', '收货', 'Consignee', 'Destinatario', '荷受人'),
  {
    key: 'goods',
    path: 'goods.0.name',
    required: true,
    width: 16,
    titles: { zh: '货物名称', en: 'Goods', es: 'Mercancía', ja: '品名' },
  },
  {
    key: 'package',
    path: 'goods.0.package',
    width: 10,
    choices: 'package',
    titles: { zh: '包装', en: 'Package', es: 'Embalaje', ja: '荷姿' },
  },
  {
    key: 'pieces',
    path: 'goods.0.pieces',
    required: true,
    width: 8,
    titles: { zh: '件数', en: 'Pieces', es: 'Piezas', ja: '個数' },
  },
  {
    key: 'weight',
    path: 'goods.0.weight',
    unit: 'kg',
    width: 12,
    titles: { zh: '重量', en: 'Weight', es: 'Peso', ja: '重量' },
  },
  {
    key: 'volume',
    path: 'goods.0.volume',
    unit: 'm³',
    width: 12,
    titles: { zh: '体积', en: 'Volume', es: 'Volumen', ja: '容積' },
  },
  {
    key: 'declaredValue',
    path: 'goods.0.declaredValue',
    width: 12,
    titles: { zh: '声明价值', en: 'Declared value', es: 'Valor declarado', ja: '申告価額' },
  },
  {
    key: 'deliveryWay',
    path: 'deliveryWay',
    required: true,
    width: 12,
    choices: 'deliveryWay',
    titles: { zh: '送货方式', en: 'Delivery', es: 'Entrega', ja: '引渡方法' },
  },
  {
    key: 'payMethod',
    path: 'payMethod',
    required: true,
    width: 10,
    choices: 'payMethod',
    titles: { zh: '付款方式', en: 'Payment', es: 'Pago', ja: '支払方法' },
  },
  {
    key: 'codAmount',
    path: 'codAmount',
    width: 12,
    titles: { zh: '代收货款', en: 'COD', es: 'Reembolso', ja: '代引額' },
  },
  {
    key: 'receipt',
    path: 'receiptRequirement',
    width: 12,
    choices: 'receiptRequirement',
    titles: { zh: '回单要求', en: 'Receipt', es: 'Comprobante', ja: '受領書' },
  },
  { key: 'remark', path: 'remarkCustomer', width: 24, titles: { zh: '备注', en: 'Remark', es: 'Nota', ja: '備考' } },
]
