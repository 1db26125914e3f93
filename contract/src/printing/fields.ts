import { dictionary } from '../dictionary.ts'
import type { Titles } from '../pages.ts'
import { clauseFields } from './agreement.ts'
import { type PrintType, printTypes, receiptListTypes, transportTypes } from './papers.ts'

/** What may stand on a paper: its words in four languages, how it is drawn, and on which papers it makes sense. */
const say = (zh: string, en: string, es: string, ja: string): Titles => ({ zh, en, es, ja })

/**
 * text: a label and a value of the document · own: words of the template alone · barcode, qr · table · sign: a label over
 * room for a hand.
 */
export type FieldKind = 'text' | 'own' | 'barcode' | 'qr' | 'table' | 'sign'
type Definition = { readonly titles: Titles; readonly kind: FieldKind; readonly on: readonly PrintType[] }

const all = printTypes
const goods: readonly PrintType[] = ['waybill', 'label', 'receipt', 'pickupNotice']
const sheets: readonly PrintType[] = ['waybill', 'receipt']
const pickup: readonly PrintType[] = ['pickupNotice']
const trip: readonly PrintType[] = ['loading']
const line: readonly PrintType[] = ['handover']
const agreement: readonly PrintType[] = ['agreement']
const receiptLists: readonly PrintType[] = receiptListTypes
const handed: readonly PrintType[] = [...line, ...receiptLists]
const anyTrip: readonly PrintType[] = [...trip, ...agreement]
const boxed: readonly PrintType[] = [...goods, 'carton']
const carton: readonly PrintType[] = ['carton']
const transport: readonly PrintType[] = [...transportTypes, 'carton']
const place: readonly PrintType[] = ['location']
const container: readonly PrintType[] = ['container']
const thing: readonly PrintType[] = ['item', 'lot']
const lot: readonly PrintType[] = ['lot']
const goodsIn: readonly PrintType[] = ['goodsIn']
const picks: readonly PrintType[] = ['pickList']
const packs: readonly PrintType[] = ['packList']
const counts: readonly PrintType[] = ['countSheet']
const warehouseSheets: readonly PrintType[] = [...goodsIn, ...picks, ...packs, ...counts]
const field = (titles: Titles, on: readonly PrintType[], kind: FieldKind = 'text'): Definition => ({ titles, kind, on })

export const printFields = {
  company: field(say('公司抬头', 'Company', 'Empresa', '会社名'), all, 'own'),
  title: field(say('标题', 'Title', 'Título', '表題'), all, 'own'),
  barcode: field(say('条形码', 'Barcode', 'Código de barras', 'バーコード'), all, 'barcode'),
  qr: field(say('二维码', 'QR code', 'Código QR', 'QRコード'), all, 'qr'),
  waybillNo: field(say('运单号', 'Waybill no.', 'N.º de guía', '送り状番号'), goods),
  piece: field(say('件号', 'Piece no.', 'N.º de bulto', '個口番号'), ['label']),
  customerNo: field(say('客户单号', 'Customer no.', 'N.º del cliente', '顧客番号'), [...boxed, ...goodsIn, ...packs]),
  customerName: field(say('客户', 'Customer', 'Cliente', '顧客'), goods),
  outletName: field(say('网点', 'Outlet', 'Sede', '拠点'), transport),
  outletPhone: field(say('网点电话', 'Outlet phone', 'Teléfono de la sede', '拠点電話'), [...goods, ...handed]),
  bizDate: field(say('日期', 'Date', 'Fecha', '日付'), goods),
  fromCity: field(say('始发', 'From', 'Origen', '発地'), transport),
  toCity: field(say('到达', 'To', 'Destino', '着地'), transport),
  shipperCompany: field(say('发货单位', 'Shipper company', 'Empresa remitente', '荷送会社'), goods),
  shipperName: field(say('发货人', 'Shipper', 'Remitente', '荷送人'), goods),
  shipperPhone: field(say('电话', 'Phone', 'Teléfono', '電話'), goods),
  shipperAddress: field(say('发货地址', 'Shipper address', 'Dirección de origen', '荷送人住所'), goods),
  consigneeCompany: field(say('收货单位', 'Consignee company', 'Empresa destinataria', '荷受会社'), [
    ...boxed,
    ...packs,
  ]),
  consigneeName: field(say('收货人', 'Consignee', 'Destinatario', '荷受人'), [...boxed, ...packs]),
  consigneePhone: field(say('电话', 'Phone', 'Teléfono', '電話'), [...boxed, ...packs]),
  consigneeAddress: field(say('收货地址', 'Consignee address', 'Dirección destino', '荷受人住所'), [
    ...boxed,
    ...packs,
  ]),
  goods: field(say('货物明细', 'Goods', 'Mercancías', '貨物明細'), sheets, 'table'),
  goodsName: field(say('货名', 'Goods', 'Mercancía', '品名'), [...goods, ...agreement]),
  package: field(say('包装', 'Package', 'Embalaje', '荷姿'), goods),
  pieces: field(say('件数', 'Pieces', 'Bultos', '個数'), transport),
  weight: field(say('重量', 'Weight', 'Peso', '重量'), [...transport, ...packs]),
  volume: field(say('体积', 'Volume', 'Volumen', '容積'), transport),
  declaredValue: field(say('声明价值', 'Declared value', 'Valor declarado', '申告価額'), goods),
  transMode: field(say('运输方式', 'Mode', 'Modo', '輸送方式'), goods),
  serviceType: field(say('服务', 'Service', 'Servicio', 'サービス'), goods),
  carriage: field(say('承运方式', 'Carriage', 'Tipo de carga', '運送形態'), goods),
  pickupWay: field(say('提货方式', 'Pickup', 'Recogida', '集荷方法'), goods),
  deliveryWay: field(say('送货方式', 'Delivery', 'Entrega', '配達方法'), goods),
  planArrive: field(say('预计到达', 'Due', 'Llegada prevista', '到着予定'), goods),
  receipt: field(say('回单', 'Receipt', 'Comprobante', '受領書'), goods),
  payMethod: field(say('付款方式', 'Payment', 'Forma de pago', '支払方法'), goods),
  codAmount: field(say('代收货款', 'COD', 'Reembolso', '代引'), [...goods, ...line]),
  freight: field(say('应收金额', 'To collect', 'Importe a cobrar', '請求金額'), goods),
  amountWords: field(say('大写金额', 'In words', 'En letras', '金額（大字）'), [...sheets, ...agreement]),
  remark: field(say('备注', 'Remark', 'Nota', '備考'), [...transport, ...warehouseSheets]),
  remarkInternal: field(say('内部备注', 'Internal remark', 'Nota interna', '社内備考'), goods),
  clerkName: field(say('开单人', 'Clerk', 'Registrado por', '受付者'), sheets),
  terms: field(say('条款', 'Terms', 'Condiciones', '約款'), transport, 'own'),
  note: field(say('说明', 'Note', 'Nota', '説明'), [...transport, ...warehouseSheets], 'own'),
  shipperSign: field(say('发货人签字', 'Shipper signature', 'Firma del remitente', '荷送人署名'), sheets, 'sign'),
  carrierSign: field(say('承运人签字', 'Carrier signature', 'Firma del transportista', '運送人署名'), sheets, 'sign'),
  consigneeSign: field(
    say('收货人签字', 'Consignee signature', 'Firma del destinatario', '荷受人署名'),
    [...sheets, ...packs],
    'sign',
  ),
  pickupCode: field(say('提货码', 'Pickup code', 'Código de retiro', '引取番号'), pickup),
  waiting: field(say('待提件数', 'Pieces waiting', 'Bultos por retirar', '引取待ち個数'), pickup),
  pickupOutlet: field(say('提货网点', 'Pick up at', 'Retirar en', '引取拠点'), pickup),
  pickupAddress: field(say('提货地址', 'Address', 'Dirección', '引取場所'), pickup),
  pickupPhone: field(say('网点电话', 'Outlet phone', 'Teléfono de la sede', '拠点電話'), pickup),
  arrangementNo: field(say('安排单号', 'Trip no.', 'N.º de viaje', '配車番号'), [...anyTrip, ...receiptLists]),
  tripType: field(say('类型', 'Type', 'Tipo', '種別'), trip),
  plateNo: field(say('车牌', 'Plate', 'Matrícula', '車番'), [...anyTrip, ...goodsIn]),
  vehicleModel: field(say('车型', 'Vehicle model', 'Modelo veh.', '車種'), anyTrip),
  driverName: field(say('司机', 'Driver', 'Conductor', 'ドライバー'), anyTrip),
  driverPhone: field(say('司机电话', 'Driver phone', 'Tel. conductor', 'ドライバー電話'), anyTrip),
  carrierName: field(say('承运商', 'Carrier', 'Transportista', '運送会社'), [...trip, ...line]),
  planAt: field(say('计划发车', 'Planned', 'Salida prevista', '出発予定'), anyTrip),
  departAt: field(say('实际发车', 'Departed', 'Salida', '出発'), trip),
  sealNo: field(say('封签号', 'Seal', 'Precinto', '封印番号'), trip),
  waybills: field(say('票数', 'Waybills', 'Guías', '件数'), [...anyTrip, ...line]),
  lines: field(say('装车明细', 'Load', 'Carga', '積込明細'), trip, 'table'),
  dispatcherSign: field(say('调度签字', 'Dispatcher signature', 'Firma del despachador', '配車担当署名'), trip, 'sign'),
  driverSign: field(say('司机签字', 'Driver signature', 'Firma del conductor', 'ドライバー署名'), trip, 'sign'),
  receiverSign: field(say('收货站签字', 'Receiver signature', 'Firma del receptor', '受入拠点署名'), trip, 'sign'),
  specialNo: field(say('专线单号', 'Line shipment no.', 'N.º de envío por línea', '路線便番号'), line),
  carrierPhone: field(say('承运商电话', 'Carrier phone', 'Tel. transportista', '運送会社電話'), line),
  carrierNo: field(say('承运商单号', "Carrier's number", 'N.º del transportista', '運送会社番号'), line),
  ends: field(say('送达方式', 'Ends', 'Termina', '到着方法'), line),
  station: field(say('站点', 'Station', 'Estación', '営業所'), line),
  expectAt: field(say('预计到达', 'Expected', 'Previsto', '到着予定'), line),
  handedAt: field(say('交接时间', 'Handed over', 'Entregado', '引渡時刻'), handed),
  receiptCopies: field(say('回单份数', 'Receipt copies', 'Copias de comprobante', '受領書部数'), handed),
  freightToCollect: field(say('到付', 'Freight to collect', 'Flete por cobrar', '着払'), line),
  cargo: field(say('外发明细', 'Cargo', 'Carga', '委託明細'), line, 'table'),
  handingSign: field(say('交出人签字', 'Handed over by', 'Firma de quien entrega', '引渡人署名'), handed, 'sign'),
  takingSign: field(say('接收人签字', 'Received by', 'Firma de quien recibe', '受取人署名'), handed, 'sign'),
  receiptBatchNo: field(say('批次号', 'Batch', 'Lote', 'まとめ番号'), receiptLists),
  goesTo: field(say('接收方', 'Goes to', 'Destino', '送り先'), receiptLists),
  expressCompany: field(say('快递公司', 'Courier', 'Mensajería', '宅配会社'), receiptLists),
  expressNo: field(say('快递单号', 'Courier no.', 'N.º de mensajería', '宅配便番号'), receiptLists),
  receiptCount: field(say('回单张数', 'Receipts', 'Comprobantes', '受領書枚数'), receiptLists),
  receipts: field(say('回单明细', 'Receipts', 'Comprobantes', '受領書一覧'), receiptLists, 'table'),
  partyA: field(say('甲方（托运方）', 'Party A (consignor)', 'Parte A (remitente)', '甲（委託者）'), agreement),
  partyACode: field(say('信用代码', 'Credit code', 'Código social', '統一社会信用コード'), agreement),
  partyAAddress: field(say('地址', 'Address', 'Dirección', '住所'), agreement),
  partyAPhone: field(say('电话', 'Phone', 'Teléfono', '電話'), agreement),
  partyB: field(say('乙方（承运方）', 'Party B (carrier)', 'Parte B (transportista)', '乙（運送人）'), agreement),
  partyBCode: field(
    say('信用代码 / 身份证', 'Credit code / ID', 'Código social / identidad', '信用コード / 身分証'),
    agreement,
  ),
  partyBAddress: field(say('地址', 'Address', 'Dirección', '住所'), agreement),
  partyBPhone: field(say('电话', 'Phone', 'Teléfono', '電話'), agreement),
  trailerNo: field(say('挂车', 'Trailer', 'Remolque', 'トレーラー'), agreement),
  licenceClass: field(say('准驾车型', 'Licence class', 'Clase de licencia', '免許区分'), agreement),
  licenceExpiry: field(
    say('驾驶证有效期至', 'Licence valid until', 'Licencia válida hasta', '免許有効期限'),
    agreement,
  ),
  driverIdCard: field(say('身份证', 'Identity card', 'Documento de identidad', '身分証番号'), agreement),
  route: field(say('运输路线', 'Route', 'Ruta', '運送区間'), agreement),
  stops: field(say('停靠站点', 'Stops', 'Paradas', '経由地'), agreement, 'table'),
  agreed: field(say('运费总额', 'Agreed total', 'Total acordado', '運賃総額'), agreement),
  prepaid: field(dictionary.payPart.prepaid, agreement),
  fuel: field(dictionary.payPart.fuel, agreement),
  onArrival: field(dictionary.payPart.onArrival, agreement),
  onReceipt: field(dictionary.payPart.onReceipt, agreement),
  balance: field(dictionary.payPart.balance, agreement),
  information: field(
    say('减：信息费', 'Less information fee', 'Menos cargo por información', '差引 情報料'),
    agreement,
  ),
  penalty: field(say('减：罚款', 'Less penalty', 'Menos multa', '差引 違約金'), agreement),
  clauseLoading: field(say('装卸条款', 'Loading clause', 'Cláusula de carga', '積卸し条項'), agreement, 'own'),
  clauseTime: field(say('时间条款', 'Time clause', 'Cláusula de plazos', '時間条項'), agreement, 'own'),
  clauseDamage: field(say('货损条款', 'Damage clause', 'Cláusula de daños', '損害条項'), agreement, 'own'),
  clausePayment: field(say('付款条款', 'Payment clause', 'Cláusula de pago', '支払条項'), agreement, 'own'),
  clauseInsurance: field(say('保险条款', 'Insurance clause', 'Cláusula de seguro', '保険条項'), agreement, 'own'),
  clauseDisputes: field(say('争议条款', 'Disputes clause', 'Cláusula de controversias', '紛争条項'), agreement, 'own'),
  partyASign: field(
    say('甲方（签字或盖章）', 'Party A, signature or seal', 'Parte A, firma o sello', '甲（署名・押印）'),
    agreement,
    'sign',
  ),
  partyBSign: field(
    say('乙方（签字或盖章）', 'Party B, signature or seal', 'Parte B, firma o sello', '乙（署名・押印）'),
    agreement,
    'sign',
  ),
  cartonNo: field(say('箱号', 'Carton', 'Caja', '箱番号'), carton),
  cartonSeq: field(say('箱序', 'Carton of', 'Caja de', '箱口'), carton),
  noticeNo: field(say('出库单号', 'Outbound no.', 'N.º de salida', '出庫番号'), [...carton, ...picks, ...packs]),
  ownerName: field(say('货主', 'Owner', 'Propietario', '荷主'), [
    ...carton,
    ...container,
    ...thing,
    ...warehouseSheets,
  ]),
  warehouseName: field(say('仓库', 'Warehouse', 'Almacén', '倉庫'), [
    ...carton,
    ...place,
    ...container,
    ...warehouseSheets,
  ]),
  carrierOf: field(say('承运商', 'Carrier', 'Transportista', '運送会社'), [...carton, ...packs]),
  contents: field(say('内装', 'Contents', 'Contenido', '内容'), [...carton, ...container]),
  sealed: field(say('封号', 'Seal', 'Precinto', '封印番号'), carton),
  locationCode: field(say('库位', 'Location', 'Ubicación', 'ロケーション'), [...place, ...container]),
  warehouseCode: field(say('仓库代码', 'Warehouse code', 'Código de almacén', '倉庫コード'), place),
  zoneName: field(say('库区', 'Zone', 'Zona', 'エリア'), place),
  shelf: field(say('排-架-层', 'Aisle-rack-level', 'Pasillo-estante-nivel', '列-棚-段'), place),
  arrow: field(say('箭头', 'Arrow', 'Flecha', '矢印'), place, 'own'),
  containerCode: field(say('容器号', 'Container', 'Contenedor', '容器番号'), container),
  itemNo: field(say('货号', 'Item', 'Artículo', '品番'), thing),
  itemName: field(say('品名', 'Name', 'Nombre', '品名'), thing),
  spec: field(say('规格', 'Spec', 'Especificación', '規格'), thing),
  unit: field(say('单位', 'Unit', 'Unidad', '単位'), thing),
  batchNo: field(say('批号', 'Batch', 'Lote', 'ロット'), lot),
  production: field(say('生产日期', 'Produced', 'Producción', '製造日'), lot),
  expiry: field(say('有效期至', 'Expires', 'Caducidad', '有効期限'), lot),
  serialNo: field(say('序列号', 'Serial no.', 'N.º de serie', 'シリアル番号'), lot),
  quantity: field(say('数量', 'Quantity', 'Cantidad', '数量'), [...container, ...lot, ...goodsIn, ...picks, ...packs]),
  receiptNo: field(say('收货单号', 'Receipt', 'Recepción', '入荷番号'), [...goodsIn, ...lot]),
  inboundNo: field(say('入库单号', 'Inbound no.', 'N.º de entrada', '入庫番号'), goodsIn),
  receivedAt: field(say('收货时间', 'Received at', 'Recibido el', '入荷日時'), [...goodsIn, ...lot]),
  receivedBy: field(say('收货员', 'Received by', 'Recibió', '入荷担当'), goodsIn),
  taskNo: field(say('拣货任务', 'Pick task', 'Tarea de picking', 'ピッキング番号'), picks),
  waveNo: field(say('波次', 'Wave', 'Ola', 'ウェーブ'), picks),
  pickerName: field(say('拣货员', 'Picker', 'Operario', '担当者'), picks),
  requiredAt: field(say('要求时间', 'Required', 'Requerido', '希望日時'), [...picks, ...packs]),
  cartons: field(say('箱数', 'Cartons', 'Cajas', '箱数'), packs),
  countNo: field(say('盘点单号', 'Count', 'Conteo', '棚卸番号'), counts),
  range: field(say('范围', 'Range', 'Rango', '範囲'), counts),
  places: field(say('库位数', 'Locations', 'Ubicaciones', 'ロケーション数'), counts),
  intake: field(say('收货明细', 'Received goods', 'Mercancía recibida', '入荷明細'), goodsIn, 'table'),
  picks: field(say('拣货明细', 'To pick', 'Por recoger', 'ピッキング明細'), picks, 'table'),
  packs: field(say('装箱明细', 'Packed goods', 'Mercancía empacada', '梱包明細'), packs, 'table'),
  counts: field(say('盘点明细', 'To count', 'Por contar', '棚卸明細'), counts, 'table'),
  keeperSign: field(
    say('仓管签字', 'Warehouse signature', 'Firma del almacén', '倉庫担当署名'),
    [...goodsIn, ...packs],
    'sign',
  ),
  delivererSign: field(say('送货人签字', 'Delivered by', 'Firma del repartidor', '納品者署名'), goodsIn, 'sign'),
  pickerSign: field(say('拣货人签字', 'Picker signature', 'Firma del operario', 'ピッキング署名'), picks, 'sign'),
  checkerSign: field(
    say('复核人签字', 'Checked by', 'Firma de verificación', '検品署名'),
    [...picks, ...packs],
    'sign',
  ),
  counterSign: field(say('盘点人签字', 'Counted by', 'Firma de quien cuenta', '棚卸署名'), counts, 'sign'),
  witnessSign: field(say('监盘人签字', 'Witnessed by', 'Firma del testigo', '立会人署名'), counts, 'sign'),
  printedAt: field(say('打印时间', 'Printed', 'Impreso', '印刷日時'), all),
  printedBy: field(say('打印人', 'Printed by', 'Impreso por', '印刷者'), all),
  page: field(say('页', 'Page', 'Página', 'ページ'), all),
} as const satisfies Record<string, Definition>
export type PrintField = keyof typeof printFields
export const printFieldNames = Object.keys(printFields) as [PrintField, ...PrintField[]]
const prose: readonly PrintField[] = ['terms', 'note', ...clauseFields]
/** Words of several lines, set from the top. */
export const isProse = (name: PrintField): boolean => prose.includes(name)
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
    route: { titles: say('起运→到达', 'Route', 'Ruta', '区間') },
    consignee: { titles: say('收货人', 'Consignee', 'Destinatario', '荷受人') },
    goods: { titles: say('货名', 'Goods', 'Mercancía', '品名') },
    pieces: { titles: say('件数', 'Pieces', 'Bultos', '個数'), align: 'right' },
    weight: { titles: say('重量 kg', 'Weight kg', 'Peso kg', '重量 kg'), align: 'right' },
    volume: { titles: say('体积 m³', 'Volume m³', 'Volumen m³', '容積 m³'), align: 'right' },
    deliveryWay: { titles: say('送货', 'Delivery', 'Entrega', '配達') },
    cod: { titles: say('代收', 'COD', 'Reembolso', '代引'), align: 'right' },
    checked: { titles: say('核对', 'Check', 'Control', '確認') },
  },
  cargo: {
    seq: { titles: say('序', '#', 'N.º', '番'), align: 'center' },
    waybillNo: { titles: say('运单号', 'Waybill', 'Guía', '送り状番号') },
    route: { titles: say('起运→到达', 'Route', 'Ruta', '区間') },
    consignee: { titles: say('收货人', 'Consignee', 'Destinatario', '荷受人') },
    address: { titles: say('收货地址', 'Address', 'Dirección', '荷受人住所') },
    goods: { titles: say('货名', 'Goods', 'Mercancía', '品名') },
    pieces: { titles: say('件数', 'Pieces', 'Bultos', '個数'), align: 'right' },
    weight: { titles: say('重量 kg', 'Weight kg', 'Peso kg', '重量 kg'), align: 'right' },
    volume: { titles: say('体积 m³', 'Volume m³', 'Volumen m³', '容積 m³'), align: 'right' },
    freightToCollect: { titles: say('到付', 'To collect', 'Por cobrar', '着払'), align: 'right' },
    cod: { titles: say('代收货款', 'COD', 'Reembolso', '代引'), align: 'right' },
    receiptCopies: { titles: say('回单份数', 'Copies', 'Copias', '受領書部数'), align: 'right' },
  },
  receipts: {
    seq: { titles: say('序', '#', 'N.º', '番'), align: 'center' },
    receiptNo: { titles: say('回单号', 'Receipt', 'Comprobante', '受領書番号') },
    waybillNo: { titles: say('运单号', 'Waybill', 'Guía', '送り状番号') },
    customerName: { titles: say('客户', 'Customer', 'Cliente', '顧客') },
    consignee: { titles: say('收货方', 'Consignee', 'Destinatario', '荷受人') },
    route: { titles: say('起运→到达', 'Route', 'Ruta', '区間') },
    copies: { titles: say('份数', 'Copies', 'Copias', '部数'), align: 'right' },
    checked: { titles: say('核对', 'Check', 'Control', '確認') },
  },
  stops: {
    seq: { titles: say('序', '#', 'N.º', '番'), align: 'center' },
    place: { titles: say('站点', 'Stop', 'Parada', '地点') },
    region: { titles: say('地区', 'Region', 'Región', '地域') },
    address: { titles: say('地址', 'Address', 'Dirección', '住所') },
    planAt: { titles: say('计划时间', 'Planned', 'Prevista', '予定時刻') },
  },
  intake: {
    seq: { titles: say('序', '#', 'N.º', '番'), align: 'center' },
    itemNo: { titles: say('货号', 'Item', 'Artículo', '品番') },
    itemName: { titles: say('品名', 'Name', 'Nombre', '品名') },
    unit: { titles: say('单位', 'Unit', 'Unidad', '単位') },
    announced: { titles: say('应收', 'Announced', 'Anunciado', '予定'), align: 'right' },
    received: { titles: say('实收', 'Received', 'Recibido', '入荷数'), align: 'right' },
    damaged: { titles: say('破损', 'Damaged', 'Dañado', '破損'), align: 'right' },
    short: { titles: say('短少', 'Short', 'Faltante', '不足'), align: 'right' },
    batchNo: { titles: say('批号', 'Batch', 'Lote', 'ロット') },
    expiry: { titles: say('有效期至', 'Expires', 'Caducidad', '有効期限') },
    container: { titles: say('容器', 'Container', 'Contenedor', '容器') },
    remark: { titles: say('备注', 'Remark', 'Nota', '備考') },
  },
  picks: {
    seq: { titles: say('序', '#', 'N.º', '番'), align: 'center' },
    location: { titles: say('库位', 'Location', 'Ubicación', 'ロケーション') },
    container: { titles: say('容器', 'Container', 'Contenedor', '容器') },
    itemNo: { titles: say('货号', 'Item', 'Artículo', '品番') },
    itemName: { titles: say('品名', 'Name', 'Nombre', '品名') },
    batchNo: { titles: say('批号', 'Batch', 'Lote', 'ロット') },
    expiry: { titles: say('有效期至', 'Expires', 'Caducidad', '有効期限') },
    qty: { titles: say('应拣', 'To pick', 'Por recoger', '指示数'), align: 'right' },
    unit: { titles: say('单位', 'Unit', 'Unidad', '単位') },
    picked: { titles: say('实拣', 'Picked', 'Recogido', '実績'), align: 'right' },
    noticeNo: { titles: say('出库单', 'Notice', 'Aviso', '出庫指示') },
  },
  packs: {
    carton: { titles: say('箱', 'Carton', 'Caja', '箱'), align: 'center' },
    cartonNo: { titles: say('箱号', 'Carton', 'Caja', '箱番号') },
    itemNo: { titles: say('货号', 'Item', 'Artículo', '品番') },
    itemName: { titles: say('品名', 'Name', 'Nombre', '品名') },
    batchNo: { titles: say('批号', 'Batch', 'Lote', 'ロット') },
    expiry: { titles: say('有效期至', 'Expires', 'Caducidad', '有効期限') },
    qty: { titles: say('数量', 'Quantity', 'Cantidad', '数量'), align: 'right' },
    unit: { titles: say('单位', 'Unit', 'Unidad', '単位') },
    weight: { titles: say('毛重 kg', 'Weight kg', 'Peso kg', '重量 kg'), align: 'right' },
    sealNo: { titles: say('封号', 'Seal', 'Precinto', '封印番号') },
  },
  /** Never what the book says: whoever counts would count it. */
  counts: {
    seq: { titles: say('序', '#', 'N.º', '番'), align: 'center' },
    location: { titles: say('库位', 'Location', 'Ubicación', 'ロケーション') },
    container: { titles: say('容器', 'Container', 'Contenedor', '容器') },
    itemNo: { titles: say('货号', 'Item', 'Artículo', '品番') },
    itemName: { titles: say('品名', 'Name', 'Nombre', '品名') },
    batchNo: { titles: say('批号', 'Batch', 'Lote', 'ロット') },
    unit: { titles: say('单位', 'Unit', 'Unidad', '単位') },
    first: { titles: say('实盘', 'Counted', 'Contado', '実棚'), align: 'right' },
    second: { titles: say('复盘', 'Second count', 'Segundo conteo', '再棚卸'), align: 'right' },
    remark: { titles: say('备注', 'Remark', 'Nota', '備考') },
  },
} as const satisfies Record<string, Record<string, TableColumn>>
export type PrintTable = keyof typeof tableColumns
export const isTable = (name: string): name is PrintTable => Object.hasOwn(tableColumns, name)
export const columnTitles = (table: PrintTable, key: string): TableColumn =>
  (tableColumns[table] as Readonly<Record<string, TableColumn>>)[key] ?? { titles: say(key, key, key, key) }

/** Words that the engine itself writes, and what a field says beside its value. */
export const printWords = {
  reprint: say('补打 {n}', 'Reprint {n}', 'Reimpresión {n}', '再印刷 {n}'),
  total: say('合计', 'Total', 'Total', '合計'),
  more: say('另有 {n} 项', '{n} more', '{n} más', '他 {n} 件'),
  page: say('第 {page} / {pages} 页', '{page} / {pages}', '{page} / {pages}', '{page} / {pages}'),
  signDate: say('年   月   日', 'Date ____________', 'Fecha ____________', '年   月   日'),
  onNotice: say('等通知放货', 'Give out on our notice only', 'Entregar solo con aviso', '通知後に引渡し'),
  copies: say('{n} 份', '{n} copies', '{n} copias', '{n} 部'),
} as const satisfies Record<string, Titles>

/** What stands where a template says nothing of its own. */
export const printTexts = {
  waybill: say('货物运单', 'Waybill', 'Guía de carga', '貨物送り状'),
  label: say('货物标签', 'Piece label', 'Etiqueta de bulto', '荷札'),
  loading: say('装车清单', 'Loading list', 'Lista de carga', '積込表'),
  pickupNotice: say('自提通知', 'Pickup notice', 'Aviso de retiro', '引取通知'),
  handover: say('专线外发单', 'Line handover sheet', 'Hoja de entrega a línea', '路線便引渡票'),
  agreement: say('货物运输协议', 'Transport agreement', 'Acuerdo de transporte', '運送契約書'),
  receiptSending: say('回单寄出清单', 'Receipts sent', 'Comprobantes enviados', '受領書発送一覧'),
  receiptReturn: say('返单清单', 'Receipts returned', 'Comprobantes devueltos', '受領書返却一覧'),
  receipt: say('签收回单', 'Proof of delivery', 'Comprobante de entrega', '受領書'),
  carton: say('箱标', 'Carton label', 'Etiqueta de caja', '箱ラベル'),
  location: say('库位标签', 'Location label', 'Etiqueta de ubicación', 'ロケーションラベル'),
  container: say('容器标签', 'Container label', 'Etiqueta de contenedor', '容器ラベル'),
  item: say('货品标签', 'Item label', 'Etiqueta de artículo', '商品ラベル'),
  lot: say('批次标签', 'Batch label', 'Etiqueta de lote', 'ロットラベル'),
  goodsIn: say('收货单', 'Goods received note', 'Nota de recepción', '入荷伝票'),
  pickList: say('拣货单', 'Pick list', 'Lista de picking', 'ピッキングリスト'),
  packList: say('装箱单', 'Packing list', 'Lista de empaque', '梱包明細書'),
  countSheet: say('盘点表', 'Count sheet', 'Hoja de conteo', '棚卸表'),
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
  pickupNote: say(
    '货物已到网点，请凭提货码和本人证件提取，提货前请当面清点。',
    'The goods are at the outlet. Bring the pickup code and an identity document, and check the goods before you take them.',
    'La mercancía está en la sede. Traiga el código de retiro y un documento de identidad, y revísela antes de llevársela.',
    '貨物は拠点に到着しています。引取番号と本人確認書類をお持ちのうえ、その場で貨物をご確認ください。',
  ),
} as const satisfies Record<string, Titles>
