import type { Titles } from '../pages.ts'
import { type PrintType, printTypes } from './papers.ts'

/** What may stand on a paper: its words in four languages, how it is drawn, and on which papers it makes sense. */
const say = (zh: string, en: string, es: string, ja: string): Titles => ({ zh, en, es, ja })

/**
 * text: a label and a value of the document · own: words of the template alone · barcode, qr · table · sign: a label over
 * room for a hand.
 */
export type FieldKind = 'text' | 'own' | 'barcode' | 'qr' | 'table' | 'sign'
type Definition = { readonly titles: Titles; readonly kind: FieldKind; readonly on: readonly PrintType[] }

const all = printTypes
const goods: readonly PrintType[] = ['waybill', 'label', 'receipt']
const sheets: readonly PrintType[] = ['waybill', 'receipt']
const trip: readonly PrintType[] = ['loading']
const boxed: readonly PrintType[] = [...goods, 'carton']
const carton: readonly PrintType[] = ['carton']
const field = (titles: Titles, on: readonly PrintType[], kind: FieldKind = 'text'): Definition => ({ titles, kind, on })

export const printFields = {
  company: field(say('公司抬头', 'Company', 'Empresa', '会社名'), all, 'own'),
  title: field(say('标题', 'Title', 'Título', '表題'), all, 'own'),
  barcode: field(say('条形码', 'Barcode', 'Código de barras', 'バーコード'), all, 'barcode'),
  qr: field(say('二维码', 'QR code', 'Código QR', 'QRコード'), all, 'qr'),
  waybillNo: field(say('运单号', 'Waybill no.', 'N.º de guía', '送り状番号'), goods),
  piece: field(say('件号', 'Piece', 'Bulto', '個口'), ['label']),
  customerNo: field(say('客户单号', 'Customer no.', 'N.º del cliente', '顧客番号'), boxed),
  customerName: field(say('客户', 'Customer', 'Cliente', '顧客'), goods),
  outletName: field(say('网点', 'Outlet', 'Sede', '拠点'), all),
  outletPhone: field(say('网点电话', 'Outlet phone', 'Teléfono de la sede', '拠点電話'), goods),
  bizDate: field(say('日期', 'Date', 'Fecha', '日付'), goods),
  fromCity: field(say('始发', 'From', 'Origen', '発地'), all),
  toCity: field(say('到达', 'To', 'Destino', '着地'), all),
  shipperCompany: field(say('发货单位', 'Shipper', 'Remitente', '荷送人会社'), goods),
  shipperName: field(say('发货人', 'Sent by', 'Enviado por', '荷送人'), goods),
  shipperPhone: field(say('电话', 'Phone', 'Teléfono', '電話'), goods),
  shipperAddress: field(say('发货地址', 'Shipper address', 'Dirección de origen', '発送元住所'), goods),
  consigneeCompany: field(say('收货单位', 'Consignee', 'Destinatario', '荷受人会社'), boxed),
  consigneeName: field(say('收货人', 'Received by', 'Recibe', '荷受人'), boxed),
  consigneePhone: field(say('电话', 'Phone', 'Teléfono', '電話'), boxed),
  consigneeAddress: field(say('收货地址', 'Delivery address', 'Dirección de entrega', '届け先住所'), boxed),
  goods: field(say('货物明细', 'Goods', 'Mercancías', '貨物明細'), sheets, 'table'),
  goodsName: field(say('货名', 'Goods', 'Mercancía', '品名'), goods),
  package: field(say('包装', 'Package', 'Embalaje', '荷姿'), goods),
  pieces: field(say('件数', 'Pieces', 'Bultos', '個数'), all),
  weight: field(say('重量', 'Weight', 'Peso', '重量'), all),
  volume: field(say('体积', 'Volume', 'Volumen', '容積'), all),
  declaredValue: field(say('声明价值', 'Declared value', 'Valor declarado', '申告価額'), goods),
  transMode: field(say('运输方式', 'Mode', 'Modo', '輸送手段'), goods),
  serviceType: field(say('服务', 'Service', 'Servicio', 'サービス'), goods),
  carriage: field(say('承运方式', 'Carriage', 'Tipo de carga', '運送形態'), goods),
  pickupWay: field(say('提货方式', 'Pickup', 'Recogida', '集荷方法'), goods),
  deliveryWay: field(say('送货方式', 'Delivery', 'Entrega', '配達方法'), goods),
  planArrive: field(say('预计到达', 'Due', 'Llegada prevista', '到着予定'), goods),
  receipt: field(say('回单', 'Receipt', 'Comprobante', '受領書'), goods),
  payMethod: field(say('付款方式', 'Payment', 'Pago', '支払方法'), goods),
  codAmount: field(say('代收货款', 'COD', 'Contra reembolso', '代引金額'), goods),
  freight: field(say('应收金额', 'To collect', 'Importe a cobrar', '請求金額'), goods),
  amountWords: field(say('大写金额', 'In words', 'En letras', '金額（大字）'), sheets),
  remark: field(say('备注', 'Remark', 'Observaciones', '備考'), all),
  remarkInternal: field(say('内部备注', 'Internal remark', 'Nota interna', '社内メモ'), goods),
  clerkName: field(say('开单人', 'Clerk', 'Emitió', '起票者'), sheets),
  terms: field(say('条款', 'Terms', 'Condiciones', '約款'), all, 'own'),
  note: field(say('说明', 'Note', 'Nota', '注記'), all, 'own'),
  shipperSign: field(say('发货人签字', 'Shipper signature', 'Firma del remitente', '荷送人署名'), sheets, 'sign'),
  carrierSign: field(say('承运人签字', 'Carrier signature', 'Firma del transportista', '運送人署名'), sheets, 'sign'),
  consigneeSign: field(
    say('收货人签字', 'Consignee signature', 'Firma del destinatario', '荷受人署名'),
    sheets,
    'sign',
  ),
  arrangementNo: field(say('安排单号', 'Trip no.', 'N.º de viaje', '配車番号'), trip),
  tripType: field(say('类型', 'Type', 'Tipo', '種別'), trip),
  plateNo: field(say('车牌', 'Plate', 'Matrícula', '車両番号'), trip),
  vehicleModel: field(say('车型', 'Vehicle', 'Vehículo', '車種'), trip),
  driverName: field(say('司机', 'Driver', 'Conductor', '運転手'), trip),
  driverPhone: field(say('司机电话', 'Driver phone', 'Teléfono del conductor', '運転手電話'), trip),
  carrierName: field(say('承运商', 'Carrier', 'Transportista', '運送会社'), trip),
  planAt: field(say('计划发车', 'Planned', 'Salida prevista', '出発予定'), trip),
  departAt: field(say('实际发车', 'Departed', 'Salida', '出発'), trip),
  sealNo: field(say('封签号', 'Seal', 'Precinto', '封印番号'), trip),
  waybills: field(say('票数', 'Waybills', 'Guías', '件数（票）'), trip),
  lines: field(say('装车明细', 'Load', 'Carga', '積込明細'), trip, 'table'),
  dispatcherSign: field(say('调度签字', 'Dispatcher signature', 'Firma del despachador', '配車担当署名'), trip, 'sign'),
  driverSign: field(say('司机签字', 'Driver signature', 'Firma del conductor', '運転手署名'), trip, 'sign'),
  receiverSign: field(say('收货站签字', 'Receiver signature', 'Firma del receptor', '受入拠点署名'), trip, 'sign'),
  cartonNo: field(say('箱号', 'Carton', 'Caja', '箱番号'), carton),
  cartonSeq: field(say('箱序', 'Carton of', 'Caja de', '箱口'), carton),
  noticeNo: field(say('出库单号', 'Outbound notice', 'Aviso de salida', '出庫指示番号'), carton),
  ownerName: field(say('货主', 'Owner', 'Propietario', '荷主'), carton),
  warehouseName: field(say('仓库', 'Warehouse', 'Almacén', '倉庫'), carton),
  carrierOf: field(say('承运商', 'Carrier', 'Transportista', '運送会社'), carton),
  contents: field(say('内装', 'Contents', 'Contenido', '内容'), carton),
  sealed: field(say('封号', 'Seal', 'Precinto', '封印番号'), carton),
  printedAt: field(say('打印时间', 'Printed', 'Impreso', '印刷日時'), all),
  printedBy: field(say('打印人', 'Printed by', 'Impreso por', '印刷者'), all),
  page: field(say('页', 'Page', 'Página', 'ページ'), all),
} as const satisfies Record<string, Definition>
export type PrintField = keyof typeof printFields
export const printFieldNames = Object.keys(printFields) as [PrintField, ...PrintField[]]
export const fieldOf = (name: PrintField): Definition => printFields[name]

type TableColumn = { readonly titles: Titles; readonly align?: 'right' | 'center' }
/** Columns of the tables, by the table's field. */
export const tableColumns = {
  goods: {
    name: { titles: say('货物名称', 'Goods', 'Mercancía', '品名') },
    package: { titles: say('包装', 'Package', 'Embalaje', '荷姿') },
    pieces: { titles: say('件数', 'Pieces', 'Bultos', '個数'), align: 'right' },
    weight: { titles: say('重量 kg', 'Weight kg', 'Peso kg', '重量 kg'), align: 'right' },
    volume: { titles: say('体积 m³', 'Volume m³', 'Volumen m³', '容積 m³'), align: 'right' },
    size: { titles: say('尺寸 cm', 'Size cm', 'Medidas cm', '寸法 cm') },
    declaredValue: { titles: say('声明价值', 'Declared', 'Declarado', '申告価額'), align: 'right' },
  },
  lines: {
    seq: { titles: say('序', '#', 'N.º', '番'), align: 'center' },
    waybillNo: { titles: say('运单号', 'Waybill', 'Guía', '送り状番号') },
    customerName: { titles: say('客户', 'Customer', 'Cliente', '顧客') },
    route: { titles: say('线路', 'Route', 'Ruta', '区間') },
    consignee: { titles: say('收货人', 'Consignee', 'Destinatario', '荷受人') },
    goods: { titles: say('货名', 'Goods', 'Mercancía', '品名') },
    pieces: { titles: say('件数', 'Pieces', 'Bultos', '個数'), align: 'right' },
    weight: { titles: say('重量 kg', 'Weight kg', 'Peso kg', '重量 kg'), align: 'right' },
    volume: { titles: say('体积 m³', 'Volume m³', 'Volumen m³', '容積 m³'), align: 'right' },
    deliveryWay: { titles: say('送货', 'Delivery', 'Entrega', '配達') },
    cod: { titles: say('代收', 'COD', 'Reembolso', '代引'), align: 'right' },
    checked: { titles: say('核对', 'Check', 'Control', '確認') },
  },
} as const satisfies Record<string, Record<string, TableColumn>>
export type PrintTable = keyof typeof tableColumns
export const isTable = (name: string): name is PrintTable => Object.hasOwn(tableColumns, name)
export const columnTitles = (table: PrintTable, key: string): TableColumn =>
  (tableColumns[table] as Readonly<Record<string, TableColumn>>)[key] ?? { titles: say(key, key, key, key) }

/** Words that the engine itself writes. */
export const printWords = {
  reprint: say('补打 {n}', 'Reprint {n}', 'Reimpresión {n}', '再印刷 {n}'),
  total: say('合计', 'Total', 'Total', '合計'),
  more: say('另有 {n} 项', '{n} more', '{n} más', '他 {n} 件'),
  page: say('第 {page} / {pages} 页', '{page} / {pages}', '{page} / {pages}', '{page} / {pages}'),
  signDate: say('年   月   日', 'Date ____________', 'Fecha ____________', '年   月   日'),
  copies: say('{n} 份', '{n} copies', '{n} copias', '{n} 部'),
} as const satisfies Record<string, Titles>

/** What stands where a template says nothing of its own. */
export const printTexts = {
  waybill: say('货物运单', 'Waybill', 'Guía de carga', '貨物送り状'),
  label: say('货物标签', 'Piece label', 'Etiqueta de bulto', '荷札'),
  loading: say('装车清单', 'Loading list', 'Lista de carga', '積込表'),
  receipt: say('签收回单', 'Proof of delivery', 'Comprobante de entrega', '受領書'),
  carton: say('箱标', 'Carton label', 'Etiqueta de caja', '箱ラベル'),
  terms: say(
    '1. 托运人须如实申报货物名称、数量与价值，禁止夹带危险品、违禁品。2. 未声明价值的货物，赔偿以运费的三倍为限；已声明的，按声明价值与实际损失中较低者赔付。3. 收货人签字前请当面清点，签字后视为货物完好。4. 货物到达后超过三十日无人提取的，承运人可依法处理。',
    '1. The shipper declares goods, quantity and value truthfully; dangerous and prohibited goods are excluded. 2. Undeclared goods are compensated up to three times the freight, declared ones up to the lower of declared value and actual loss. 3. Goods are checked before signing; a signature confirms their good condition. 4. Goods not collected within thirty days may be disposed of by law.',
    '1. El remitente declara con veracidad mercancía, cantidad y valor; se excluyen mercancías peligrosas y prohibidas. 2. Sin valor declarado se indemniza hasta tres veces el flete; declarado, el menor entre el valor y el daño real. 3. Revise la mercancía antes de firmar; la firma confirma su buen estado. 4. Lo no retirado en treinta días podrá disponerse conforme a la ley.',
    '1. 荷送人は品名・数量・価額を正しく申告し、危険物・禁制品を混載しないこと。2. 価額の申告がない貨物の賠償は運賃の三倍まで、申告のある貨物は申告価額と実損害の低い方とする。3. 署名の前に貨物を確認すること。署名後は異常なしとみなす。4. 到着後三十日を過ぎて引取りのない貨物は法令に従い処分することがある。',
  ),
  note: say(
    '上列货物已如数收到，包装完好，特此签收。',
    'The goods above were received complete and in good condition.',
    'La mercancía indicada se recibió completa y en buen estado.',
    '上記の貨物を異常なく受領しました。',
  ),
} as const satisfies Record<string, Titles>
