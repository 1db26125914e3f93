import { customerWords } from './customerWords.ts'
import { billingWords } from './dictionaryBilling.ts'
import { carriageWords } from './dictionaryCarriage.ts'
import { casesWords } from './dictionaryCases.ts'
import { costWords } from './dictionaryCosts.ts'
import { deviceWords } from './dictionaryDevices.ts'
import { invoiceWords } from './dictionaryInvoices.ts'
import { stockKeepingWords } from './dictionaryLedger.ts'
import { moneyWords } from './dictionaryMoney.ts'
import { officeWords } from './dictionaryOffice.ts'
import { outboundDictionary } from './dictionaryShipping.ts'
import type { Language, Titles } from './pages.ts'

/**
 * Codes that are stored and their words in four languages: the choices of forms and filters, the cells of exports and
 * the words an import understands (domain §2, §3, §9).
 */
const say = (zh: string, en: string, es: string, ja: string): Titles => ({ zh, en, es, ja })

export const dictionary = {
  companyRole: {
    own: say('本公司/网点', 'Own outlet', 'Sede propia', '自社・拠点'),
    customer: say('客户', 'Customer', 'Cliente', '顧客'),
    owner: say('货主', 'Cargo owner', 'Propietario de carga', '荷主'),
    carrier: say('承运商', 'Carrier', 'Transportista', '運送会社'),
    special: say('专线', 'Dedicated line', 'Línea dedicada', '路線便会社'),
    courier: say('快递', 'Courier', 'Mensajería', '宅配会社'),
    shipper: say('发货方', 'Shipper', 'Remitente', '荷送人'),
    consignee: say('收货方', 'Consignee', 'Destinatario', '荷受人'),
    settle: say('结算方', 'Settlement party', 'Parte liquidadora', '精算先'),
  },
  settleMethod: {
    cash: say('现结', 'Cash', 'Contado', '現金精算'),
    monthly: say('月结', 'Monthly', 'Mensual', '月締め'),
    receipt: say('回单结', 'On receipt', 'Contra comprobante', '受領書精算'),
  },
  taxpayerType: {
    general: say('一般纳税人', 'General taxpayer', 'Contribuyente general', '一般納税者'),
    small: say('小规模纳税人', 'Small-scale taxpayer', 'Pequeño contribuyente', '小規模納税者'),
  },
  /** Which invoices a carrier gives. */
  deductibleInvoice: {
    special: say('专票', 'Special', 'Especial', '専用発票'),
    ordinary: say('普票', 'Ordinary', 'Ordinaria', '普通発票'),
    none: say('无', 'None', 'Ninguna', 'なし'),
  },
  vehicleType: {
    own: say('自有', 'Own', 'Propio', '自社'),
    contract: say('合同', 'Contract', 'Contratado', '契約'),
    hired: say('社会', 'Hired', 'Externo', '傭車'),
  },
  vehicleState: {
    idle: say('空闲', 'Idle', 'Libre', '空車'),
    onTask: say('任务中', 'On a trip', 'En viaje', '運行中'),
    disabled: say('停用', 'Disabled', 'Inactivo', '停止'),
  },
  plateColor: {
    blue: say('蓝', 'Blue', 'Azul', '青'),
    yellow: say('黄', 'Yellow', 'Amarillo', '黄'),
    black: say('黑', 'Black', 'Negro', '黒'),
    white: say('白', 'White', 'Blanco', '白'),
    green: say('绿', 'Green', 'Verde', '緑'),
    yellowGreen: say('黄绿', 'Yellow-green', 'Amarillo-verde', '黄緑'),
    gradientGreen: say('渐变绿', 'Gradient green', 'Verde degradado', '緑グラデーション'),
  },
  vehicleModel: Object.fromEntries(
    [
      ['van', '面包车', 'Van', 'Furgoneta', 'バン'],
      ...['4.2', '5.2', '6.8', '7.6', '9.6', '13', '17.5'].flatMap((m) => [
        [`${m}box`, `${m} 米厢式`, `${m} m box`, `${m} m caja`, `${m} m 箱型`],
        [`${m}rail`, `${m} 米高栏`, `${m} m high-rail`, `${m} m baranda`, `${m} m 高柵`],
        [`${m}flat`, `${m} 米平板`, `${m} m flatbed`, `${m} m plataforma`, `${m} m 平ボディ`],
        [`${m}cold`, `${m} 米冷藏`, `${m} m reefer`, `${m} m frigorífico`, `${m} m 冷蔵`],
        [`${m}wing`, `${m} 米飞翼`, `${m} m wing`, `${m} m ala`, `${m} m ウイング`],
        [`${m}container`, `${m} 米集卡`, `${m} m container`, `${m} m portacontenedor`, `${m} m コンテナ`],
        [`${m}hazard`, `${m} 米危品`, `${m} m hazmat`, `${m} m mercancía peligrosa`, `${m} m 危険物`],
      ]),
    ].map(([code, zh, en, es, ja]) => [code, say(zh ?? '', en ?? '', es ?? '', ja ?? '')]),
  ) as Record<string, Titles>,
  licenceClass: Object.fromEntries(
    ['A1', 'A2', 'A3', 'B1', 'B2', 'C1', 'C2', 'C6'].map((code) => [code, say(code, code, code, code)]),
  ) as Record<string, Titles>,
  transMode: {
    road: say('公路', 'Road', 'Carretera', '道路'),
    rail: say('铁路', 'Rail', 'Ferrocarril', '鉄道'),
    air: say('航空', 'Air', 'Aéreo', '航空'),
    water: say('水运', 'Water', 'Marítimo', '水運'),
    express: say('快递', 'Express', 'Mensajería', '宅配'),
  },
  serviceType: {
    normal: say('普快', 'Standard', 'Estándar', '普通'),
    fast: say('特快', 'Fast', 'Rápido', '特急'),
    sameDay: say('当日', 'Same day', 'Mismo día', '当日'),
    nextDay: say('次日', 'Next day', 'Día siguiente', '翌日'),
    cold: say('冷链', 'Cold chain', 'Cadena de frío', '冷凍冷蔵'),
    hazard: say('危险品', 'Hazardous', 'Peligrosa', '危険物'),
  },
  carriage: {
    part: say('零担', 'Part load', 'Parcial', '混載'),
    full: say('整车', 'Full load', 'Completa', '貸切'),
  },
  pickupWay: {
    pickup: say('上门提货', 'Pick up', 'Recogida', '集荷'),
    dropOff: say('客户自送', 'Drop off', 'Entrega en sede', '持込'),
  },
  deliveryWay: {
    delivery: say('送货', 'Delivery', 'Entrega', '配達'),
    selfPickup: say('自提', 'Self-pickup', 'Retiro en sede', '引取'),
    upstairs: say('送货上楼', 'Delivery upstairs', 'Entrega en piso', '階上配達'),
  },
  receiptRequirement: {
    none: say('无', 'None', 'Ninguno', '不要'),
    receipt: say('签回单', 'Signed receipt', 'Comprobante firmado', '受領書'),
    original: say('签原单', 'Signed original', 'Original firmado', '原本受領'),
    electronic: say('电子回单', 'Electronic receipt', 'Comprobante electrónico', '電子受領'),
  },
  payMethod: {
    prepaid: say('现付', 'Prepaid', 'Pagado', '元払い'),
    collect: say('到付', 'Collect', 'Por cobrar', '着払い'),
    monthly: say('月结', 'Monthly', 'Mensual', '月締め'),
    receipt: say('回单付', 'On receipt', 'Contra comprobante', '受領書払い'),
    split: say('多笔付', 'Split', 'Repartido', '分割払い'),
  },
  /** How money changes hands at the door. */
  payChannel: {
    cash: say('现金', 'Cash', 'Efectivo', '現金'),
    wechat: say('微信', 'WeChat Pay', 'WeChat Pay', 'WeChat Pay'),
    alipay: say('支付宝', 'Alipay', 'Alipay', 'Alipay'),
    transfer: say('转账', 'Bank transfer', 'Transferencia', '銀行振込'),
  },
  package: {
    carton: say('纸箱', 'Carton', 'Cartón', '段ボール'),
    crate: say('木箱', 'Crate', 'Cajón', '木箱'),
    pallet: say('托盘', 'Pallet', 'Palé', 'パレット'),
    wovenBag: say('编织袋', 'Woven bag', 'Saco', '編袋'),
    drum: say('桶', 'Drum', 'Bidón', 'ドラム'),
    roll: say('卷', 'Roll', 'Rollo', 'ロール'),
    bundle: say('捆', 'Bundle', 'Atado', '束'),
    bare: say('裸装', 'Unpacked', 'Sin embalar', '無包装'),
    foamBox: say('泡沫箱', 'Foam box', 'Caja térmica', '発泡箱'),
    bigBag: say('吨袋', 'Big bag', 'Big bag', 'フレコン'),
  },
  goodsType: {
    daily: say('日用品', 'Daily goods', 'Uso diario', '日用品'),
    parts: say('配件', 'Parts', 'Repuestos', '部品'),
    electronics: say('电子', 'Electronics', 'Electrónica', '電子'),
    appliance: say('家电', 'Appliances', 'Electrodomésticos', '家電'),
    food: say('食品', 'Food', 'Alimentos', '食品'),
    furniture: say('家具', 'Furniture', 'Muebles', '家具'),
    medicine: say('药品', 'Medicine', 'Medicinas', '医薬品'),
    machinery: say('机械', 'Machinery', 'Maquinaria', '機械'),
    packaging: say('包材', 'Packaging', 'Embalaje', '包材'),
    building: say('建材', 'Building material', 'Construcción', '建材'),
    chemical: say('化工', 'Chemicals', 'Químicos', '化学品'),
    other: say('其他', 'Other', 'Otros', 'その他'),
  },
  zoneType: {
    receive: say('收货区', 'Receiving', 'Recepción', '入荷エリア'),
    store: say('存储区', 'Storage', 'Almacenaje', '保管エリア'),
    pick: say('拣货区', 'Picking', 'Picking', 'ピッキングエリア'),
    stage: say('备货区', 'Staging', 'Preparación', '出荷準備エリア'),
    return: say('退货区', 'Returns', 'Devoluciones', '返品エリア'),
    reject: say('次品区', 'Rejects', 'Defectuosos', '不良品エリア'),
  },
  tempClass: {
    normal: say('常温', 'Ambient', 'Ambiente', '常温'),
    cool: say('阴凉', 'Cool', 'Fresco', '涼温'),
    cold: say('冷藏', 'Chilled', 'Refrigerado', '冷蔵'),
    frozen: say('冷冻', 'Frozen', 'Congelado', '冷凍'),
  },
  unit: {
    piece: say('件', 'pc', 'ud.', '個'),
    box: say('箱', 'box', 'caja', '箱'),
    pallet: say('托', 'pallet', 'palé', 'パレット'),
    bottle: say('瓶', 'bottle', 'botella', '本'),
    bag: say('袋', 'bag', 'bolsa', '袋'),
    pack: say('包', 'pack', 'paquete', 'パック'),
    set: say('套', 'set', 'juego', 'セット'),
    roll: say('卷', 'roll', 'rollo', '巻'),
    kg: say('kg', 'kg', 'kg', 'kg'),
    l: say('升', 'l', 'l', 'L'),
    m: say('米', 'm', 'm', 'm'),
  },
  quality: {
    good: say('良品', 'Good', 'Apto', '良品'),
    bad: say('次品', 'Reject', 'Defectuoso', '不良品'),
    pending: say('待检', 'To inspect', 'Por inspeccionar', '検査待ち'),
  },
  abcClass: {
    A: say('A', 'A', 'A', 'A'),
    B: say('B', 'B', 'B', 'B'),
    C: say('C', 'C', 'C', 'C'),
  },
  moveType: {
    RCV: say('收货', 'Received', 'Recibido', '入荷'),
    PA: say('上架', 'Put away', 'Acomodado', '格納'),
    MV: say('移库', 'Moved', 'Trasladado', '移動'),
    ALC: say('分配', 'Allocated', 'Asignado', '引当'),
    UNALC: say('取消分配', 'Released', 'Liberado', '引当解除'),
    PK: say('拣货', 'Picked', 'Recogido', 'ピッキング'),
    SHP: say('发货', 'Shipped', 'Enviado', '出荷'),
    ADJ: say('盘点调整', 'Count adjustment', 'Ajuste de conteo', '棚卸調整'),
    PACK: say('装箱', 'Packed', 'Embalado', '梱包'),
    UNPACK: say('拆箱', 'Unpacked', 'Desembalado', '開梱'),
    ASM: say('组合', 'Assembled', 'Montado', '組立'),
    DIS: say('拆解', 'Disassembled', 'Desmontado', '分解'),
    FRZ: say('冻结', 'Frozen', 'Bloqueado', '凍結'),
    UNFRZ: say('解冻', 'Unfrozen', 'Desbloqueado', '凍結解除'),
    QLT: say('改质量', 'Quality changed', 'Cambio de calidad', '品質変更'),
  },
  inboundType: {
    purchase: say('采购', 'Purchase', 'Compra', '仕入'),
    return: say('退货', 'Return', 'Devolución', '返品'),
    transfer: say('调拨', 'Transfer', 'Traspaso', '移管'),
    production: say('生产', 'Production', 'Producción', '生産'),
    other: say('其他', 'Other', 'Otros', 'その他'),
  },
  inboundState: {
    new: say('新建', 'New', 'Nuevo', '新規'),
    partial: say('部分收货', 'Part received', 'Recibido en parte', '一部入荷'),
    received: say('已收货', 'Received', 'Recibido', '入荷済'),
    done: say('已完成', 'Done', 'Terminado', '完了'),
    cancelled: say('已取消', 'Cancelled', 'Cancelado', '取消'),
  },
  receiptState: {
    waiting: say('待收货', 'To receive', 'Por recibir', '入荷待ち'),
    receiving: say('收货中', 'Receiving', 'Recibiendo', '入荷中'),
    received: say('已收货', 'Received', 'Recibido', '入荷済'),
    cancelled: say('已取消', 'Cancelled', 'Cancelado', '取消'),
  },
  putAwayState: {
    waiting: say('待上架', 'To put away', 'Por acomodar', '格納待ち'),
    done: say('已上架', 'Put away', 'Acomodado', '格納済'),
    cancelled: say('已取消', 'Cancelled', 'Cancelado', '取消'),
  },
  ...stockKeepingWords,
  putAwayReason: {
    mixed: say('可混放，还有空', 'Mixed, has room', 'Mixta, con espacio', '混載可・空きあり'),
    sameBatch: say('同货同批', 'Same item and batch', 'Mismo artículo y lote', '同品番・同ロット'),
    sameItem: say('同货', 'Same item', 'Mismo artículo', '同品番'),
    abc: say('库区和 ABC 相符', 'Zone and ABC fit', 'Zona y ABC adecuados', 'エリアと ABC が一致'),
    zone: say('库区相符', 'Zone fits', 'Zona adecuada', 'エリアが一致'),
    reject: say('次品区', 'Rejects', 'Defectuosos', '不良品エリア'),
    byHand: say('人工指定', 'Chosen by hand', 'Elegido a mano', '手動指定'),
    none: say('没有合适的库位', 'No location fits', 'Ninguna ubicación adecuada', '適合するロケーションなし'),
  },
  ...outboundDictionary,
  ...billingWords,
  waybillSource: {
    office: say('前台', 'Office', 'Oficina', '窓口'),
    phone: say('手机', 'Phone', 'Móvil', '携帯'),
    import: say('导入', 'Import', 'Importación', '取込'),
    warehouse: say('仓库', 'Warehouse', 'Almacén', '倉庫'),
    api: say('接口', 'API', 'API', 'API'),
  },
  phoneOrderState: {
    new: say('未接单', 'Waiting', 'Sin atender', '未受付'),
    accepted: say('已接单', 'Accepted', 'Aceptado', '受付済'),
    converted: say('已转运单', 'Waybill made', 'Con guía', '送り状済'),
    cancelled: say('已取消', 'Cancelled', 'Cancelado', '取消'),
  },
  orderChannel: {
    customer: say('客户下单', 'Customer', 'Cliente', '顧客'),
    driver: say('司机下单', 'Driver', 'Conductor', 'ドライバー'),
    phone: say('电话下单', 'Telephone', 'Teléfono', '電話'),
  },
  quickRemark: {
    fragile: say('易碎轻放', 'Fragile', 'Frágil', '割れ物注意'),
    dry: say('防潮防淋', 'Keep dry', 'Proteger de la humedad', '水濡れ厳禁'),
    upright: say('不可倒置', 'This side up', 'Este lado arriba', '天地無用'),
    tailLift: say('要尾板车', 'Tail lift needed', 'Con plataforma elevadora', 'パワーゲート車希望'),
    forklift: say('要叉车装货', 'Forklift for loading', 'Carga con carretilla', '積込みにフォークリフト'),
    callPickup: say('提货前打电话', 'Call before pickup', 'Llamar antes de recoger', '集荷前に電話'),
    callDelivery: say('送货前打电话', 'Call before delivery', 'Llamar antes de entregar', '配達前に電話'),
    workdays: say('工作日送', 'Deliver on workdays', 'Entregar en días hábiles', '平日配達'),
  },
  waybillState: {
    draft: say('草稿', 'Draft', 'Borrador', '下書き'),
    placed: say('已开单', 'Placed', 'Registrada', '受付済'),
    pickingUp: say('提货中', 'Picking up', 'Recogiendo', '集荷中'),
    inStation: say('已入站', 'At station', 'En sede', '入庫済'),
    inTransit: say('运输中', 'In transit', 'En tránsito', '輸送中'),
    arrived: say('已到达', 'Arrived', 'Llegada', '到着'),
    delivering: say('派送中', 'Out for delivery', 'En reparto', '配達中'),
    awaitingPickup: say('待自提', 'Awaiting pickup', 'Por retirar', '引取待ち'),
    signed: say('已签收', 'Signed', 'Firmada', '受領済'),
    partSigned: say('部分签收', 'Part signed', 'Firmada en parte', '一部受領'),
    rejected: say('拒收', 'Refused', 'Rechazada', '受取拒否'),
    closed: say('完结', 'Closed', 'Cerrada', '完了'),
    cancelled: say('作废', 'Cancelled', 'Anulada', '取消'),
  },
  ...carriageWords,
  ...deviceWords,
  trackNode: {
    placed: say('开单', 'Placed', 'Registro', '受付'),
    pickup: say('提货', 'Pickup', 'Recogida', '集荷'),
    checkIn: say('入站', 'Checked in', 'Entrada', '入庫'),
    load: say('装车', 'Loaded', 'Carga', '積込'),
    depart: say('发车', 'Departed', 'Salida', '出発'),
    via: say('途经', 'Via', 'De paso', '経由'),
    arrive: say('到达', 'Arrived', 'Llegada', '到着'),
    unload: say('卸货', 'Unloaded', 'Descarga', '荷降し'),
    transfer: say('中转', 'Transferred', 'Transbordo', '中継'),
    deliverInstead: say('自提改送', 'Delivery instead of pickup', 'Reparto en vez de retiro', '配達に変更'),
    deliver: say('派送', 'Out for delivery', 'Reparto', '配達'),
    awaitPickup: say('待自提', 'Awaiting pickup', 'Por retirar', '引取待ち'),
    sign: say('签收', 'Signed', 'Firma', '受領'),
    refuse: say('拒收', 'Refused', 'Rechazo', '受取拒否'),
    receipt: say('回单', 'Receipt', 'Comprobante', '受領書'),
  },
  trackPhrase: {
    onTime: say(
      '在途正常，预计按时到达',
      'On the way, expected on time',
      'En camino, llegada puntual prevista',
      '輸送中、定刻到着の見込み',
    ),
    jam: say(
      '途中堵车，可能晚点',
      'Held up in traffic, may be late',
      'Retenido por tráfico, puede retrasarse',
      '渋滞のため遅れる可能性があります',
    ),
    weather: say('天气原因，运输延误', 'Delayed by the weather', 'Retraso por el tiempo', '天候により遅延しています'),
    queue: say('卸货排队中', 'Waiting to unload', 'En espera de descarga', '荷降しの順番待ちです'),
    appointed: say(
      '已与收货人约好送货时间',
      'Delivery is arranged with the consignee',
      'Entrega acordada con el destinatario',
      '荷受人と配達日時を約束済み',
    ),
    noAnswer: say(
      '收货人电话无人接听',
      'The consignee does not answer',
      'El destinatario no contesta',
      '荷受人に電話がつながりません',
    ),
    address: say('地址有误，正在核实', 'The address is being checked', 'Se verifica la dirección', '住所を確認中です'),
    closed: say(
      '收货方休息，次日派送',
      'The consignee is closed, next day',
      'Destinatario cerrado, se entrega mañana',
      '荷受人休業のため翌日配達',
    ),
  },
  trackSource: {
    manual: say('人工', 'By hand', 'Manual', '手動'),
    system: say('系统', 'System', 'Sistema', 'システム'),
    gps: say('GPS', 'GPS', 'GPS', 'GPS'),
    courier: say('快递', 'Courier', 'Mensajería', '宅配'),
  },
  ...casesWords,
  paper: {
    licence: say('行驶证', 'Vehicle licence', 'Permiso de circulación', '車検証'),
    permit: say('营运证', 'Operation permit', 'Permiso de operación', '営業許可証'),
    inspection: say('年检', 'Inspection', 'Inspección', '年次検査'),
    insurance: say('保险', 'Insurance', 'Seguro', '保険'),
    driverLicence: say('驾驶证', 'Driving licence', 'Permiso de conducir', '運転免許証'),
    qualification: say('从业资格证', 'Qualification', 'Cualificación', '従業資格証'),
  },
  place: {
    shipper: say('发货方', 'Shipper', 'Remitente', '荷送人'),
    arrangement: say('车上', 'On vehicle', 'En vehículo', '車上'),
    outlet: say('网点', 'Outlet', 'Sede', '拠点'),
    pickup: say('待自提', 'Awaiting pickup', 'Por retirar', '引取待ち'),
    consignee: say('已签收', 'Signed', 'Firmado', '受領済'),
    refused: say('拒收', 'Refused', 'Rechazado', '受取拒否'),
    lost: say('丢失', 'Lost', 'Perdido', '紛失'),
    returned: say('已退回', 'Returned', 'Devuelto', '返送済'),
  },
  // The enumerations of the specification's section 3 (EN-01), with its values as codes.
  bizType: {
    price: say('运费', 'Freight', 'Flete', '運賃'),
    changeRequest: say('改单', 'Change request', 'Solicitud de cambio', '変更申請'),
    transportPrice: say('运输报价', 'Freight rate', 'Tarifa de flete', '運賃表'),
    warehouseQuotation: say('客户报价', 'Customer rate', 'Tarifa de cliente', '顧客料金'),
    countAdjust: say('盘点调整', 'Count adjustment', 'Ajuste de conteo', '棚卸調整'),
    carCost: say('车辆费用', 'Vehicle cost', 'Coste de vehículo', '車両費'),
    specialCost: say('专线费用', 'Line cost', 'Coste de línea', '路線便費'),
    courierCost: say('快递费用', 'Courier cost', 'Coste de mensajería', '宅配費'),
    costZJ: say('费用增减', 'Charge adjustment', 'Ajuste de cargo', '料金増減'),
    costApplication: say('费用申请', 'Cost request', 'Solicitud de gasto', '経費申請'),
    claim: say('理赔', 'Claim', 'Indemnización', '賠償'),
    payment: say('付款', 'Payment', 'Pago', '支払'),
    writeOff: say('坏账', 'Bad debt', 'Incobrable', '貸倒れ'),
    codPayout: say('发放代收', 'COD payout', 'Pago de reembolso', '代引支払'),
    handInDifference: say('交账差额', 'Hand-in difference', 'Diferencia de entrega', '納金差額'),
    invoice: say('开票', 'Invoice', 'Factura', '発票'),
    redInvoice: say('红冲', 'Red letter', 'Nota de crédito', '赤字発票'),
    monthReopen: say('反关账', 'Reopening of a month', 'Reapertura de mes', '月締め解除'),
  },
  approvalState: {
    pending: say('待审', 'In review', 'En revisión', '審査待ち'),
    approved: say('通过', 'Approved', 'Aprobada', '承認'),
    rejected: say('驳回', 'Sent back', 'Devuelta', '差戻し'),
    withdrawn: say('已撤回', 'Withdrawn', 'Retirada', '取下げ'),
  },
  chainState: {
    whole: say('完整', 'Whole', 'Íntegra', '正常'),
    broken: say('断链', 'Broken', 'Rota', '改ざん検出'),
    unchecked: say('未校验', 'Unchecked', 'Sin verificar', '未検証'),
  },
  approvalReason: {
    manual: say('手工定价', 'Priced by hand', 'Precio manual', '手入力の運賃'),
    discounted: say('低于报价', 'Below the rate', 'Por debajo de la tarifa', '運賃表より低い'),
    raised: say('高于报价', 'Above the rate', 'Por encima de la tarifa', '運賃表より高い'),
    belowMinimum: say('低于最低收费', 'Below the minimum', 'Por debajo del mínimo', '最低料金未満'),
    extraFee: say('另加费用', 'Other fees', 'Otros cargos', '追加費用'),
    afterConfirmation: say('确认后改单', 'Change after confirmation', 'Cambio tras confirmar', '確定後の変更'),
    newPrice: say('新报价', 'New rate', 'Tarifa nueva', '新しい運賃表'),
    newVersion: say('新版本', 'New version', 'Nueva versión', '新しい版'),
    countShort: say('盘亏', 'Less than the book', 'Faltante', '棚卸減'),
    countOver: say('盘盈', 'More than the book', 'Sobrante', '棚卸増'),
    countBoth: say('有盈有亏', 'More and less', 'Sobrantes y faltantes', '増減あり'),
    payment: say('付款', 'Payment', 'Pago', '支払'),
    prepayment: say('预付款', 'Payment in advance', 'Pago anticipado', '前払い'),
    badDebt: say('收不回', 'Not to be collected', 'Incobrable', '回収不能'),
    codPayout: say('发放代收货款', 'COD payout', 'Pago de reembolso', '代引の支払'),
    handInShort: say(
      '短款由公司承担',
      'The company bears what is missing',
      'La empresa asume el faltante',
      '不足を会社負担',
    ),
    costBefore: say('发车前费用', 'Before departure', 'Antes de salir', '出発前の費用'),
    costAfter: say('发车后费用', 'After departure', 'Después de salir', '出発後の費用'),
    expense: say('其他费用', 'Other cost', 'Otro gasto', 'その他の費用'),
    damage: say('货损赔付', 'Damage or loss', 'Daño o pérdida', '損害の賠償'),
    chargeMore: say('增加', 'More', 'Aumento', '増額'),
    chargeLess: say('减少', 'Less', 'Reducción', '減額'),
    invoice: say('开票申请', 'Invoice', 'Factura', '発票申請'),
    redInvoice: say('红冲申请', 'Red letter', 'Nota de crédito', '赤字申請'),
    reopen: say('反关账', 'Reopening', 'Reapertura', '締め解除'),
  },
  approvalMode: {
    any: say('任一人', 'Any one', 'Cualquiera', 'いずれか一人'),
    all: say('全部', 'All of them', 'Todos', '全員'),
  },
  priceDirection: {
    receivable: say('应收', 'Receivable', 'Por cobrar', '売上'),
    payable: say('应付', 'Payable', 'Por pagar', '支払'),
  },
  priceStatus: {
    draft: say('草稿', 'Draft', 'Borrador', '下書き'),
    pending: say('待审', 'In review', 'En revisión', '審査待ち'),
    active: say('生效', 'In force', 'Vigente', '有効'),
    upcoming: say('待生效', 'Not yet in force', 'Aún no vigente', '発効前'),
    ended: say('失效', 'Ended', 'Vencida', '失効'),
  },
  priceBasis: {
    weight: say('重量', 'Weight', 'Peso', '重量'),
    volume: say('体积', 'Volume', 'Volumen', '容積'),
    chargeable: say('计费重', 'Chargeable weight', 'Peso facturable', '運賃重量'),
    greater: say('择大', 'Greater of both', 'El mayor de ambos', '高い方'),
    piece: say('件', 'Piece', 'Pieza', '個'),
    waybill: say('票', 'Waybill', 'Guía', '件'),
    vehicle: say('车', 'Vehicle', 'Vehículo', '台'),
    km: say('公里', 'Kilometre', 'Kilómetro', 'キロ'),
  },
  tierMode: {
    whole: say('整段', 'Whole band', 'Tramo entero', '全量適用'),
    progressive: say('累进', 'Progressive', 'Progresivo', '累進'),
  },
  priceRounding: {
    seven: say('§7 快递进位', 'Express rounding', 'Redondeo exprés', '宅配の端数処理'),
    kg: say('整公斤进位', 'Up to a whole kg', 'Al kg superior', '1kg単位切上げ'),
    half: say('0.5 进位', 'Up to 0.5 kg', 'Al medio kg superior', '0.5kg単位切上げ'),
  },
  priceState: {
    unpriced: say('未定价', 'Unpriced', 'Sin precio', '未定'),
    pending: say('待审', 'In review', 'En revisión', '審査待ち'),
    reviewed: say('已审', 'Reviewed', 'Revisado', '審査済み'),
    confirmed: say('已确认', 'Confirmed', 'Confirmado', '確定'),
  },
  ...costWords,
  ...moneyWords,
  ...invoiceWords,
  addedService: {
    insurance: say('保价', 'Insurance', 'Seguro', '保険'),
    cod: say('代收货款', 'COD', 'Reembolso', '代引'),
    stairs: say('上楼', 'Upstairs', 'Subida', '階上げ'),
    packing: say('包装', 'Packing', 'Embalaje', '梱包'),
    notice: say('等通知放货', 'Release on notice', 'Bajo aviso', '連絡後引渡し'),
    receipt: say('回单', 'Receipt', 'Comprobante', '受領書'),
    handling: say('装卸', 'Loading', 'Carga y descarga', '積卸し'),
    forklift: say('叉车', 'Forklift', 'Carretilla', 'フォークリフト'),
    storehouse: say('进仓', 'Into the warehouse', 'Ingreso en almacén', '倉庫搬入'),
    urgent: say('加急', 'Urgent', 'Urgente', '至急'),
    sms: say('短信', 'Text message', 'SMS', 'SMS通知'),
  },
  servicePayer: {
    customer: say('客户', 'Customer', 'Cliente', '顧客'),
    shipper: say('发货方', 'Shipper', 'Remitente', '荷送人'),
    consignee: say('收货方', 'Consignee', 'Destinatario', '荷受人'),
  },
  ...officeWords,
} as const satisfies Record<string, Record<string, Titles>>

export type DictionaryType = keyof typeof dictionary
export type Code<T extends DictionaryType> = keyof (typeof dictionary)[T] & string

/** The codes of a type, in their order: the choices of a form and the words of a contract field. */
export const codes = <T extends DictionaryType>(type: T) =>
  Object.keys(dictionary[type]) as unknown as readonly [Code<T>, ...Code<T>[]]

/** Types that a company may give entries of its own to; in the others the program knows each code. */
export const openTypes = [
  'package',
  'quickRemark',
  'trackPhrase',
  'goodsType',
  'vehicleModel',
  'importance',
  'circulation',
  'urgency',
  'secrecy',
  'company',
  'seal',
  'priority',
  'itemType',
  'unit',
  'stockReason',
] as const satisfies readonly DictionaryType[]
export type OpenType = (typeof openTypes)[number]
export const isOpenType = (type: string): type is OpenType => (openTypes as readonly string[]).includes(type)

/** An entry as a company has it: its words, in its order. A language that was not translated is empty. */
export type Entry = { readonly code: string; readonly titles: Titles; readonly enabled: boolean }
export type CompanyWords = Readonly<Record<string, readonly Entry[]>>

/** One company a process: the server's by its database, the browser's by its server (ADR 008). */
let company: ReadonlyMap<string, ReadonlyMap<string, Entry>> = new Map()

/** From now on the company's own words and entries hold; what it does not say is said by the table above. */
export function speakAs(words: CompanyWords): void {
  company = new Map(
    Object.entries(words).map(([type, entries]) => [type, new Map(entries.map((entry) => [entry.code, entry]))]),
  )
}

/** Whether a customer reads what is said now: always in the browser of his account, on the server while his file is written. */
let toCustomer = false
export const speakToCustomer = (now: boolean): void => {
  toCustomer = now
}
/** `run` says its words as this listener reads them. It must be done when it returns: a server speaks to many at a time. */
export function speakingTo<T>(isCustomer: boolean, run: () => T): T {
  const before = toCustomer
  toCustomer = isCustomer
  try {
    return run()
  } finally {
    toCustomer = before
  }
}
const heard = (type: DictionaryType, code: string): Titles | undefined =>
  toCustomer ? customerWords[type]?.[code] : undefined

/** The entries of a type in the company's order, disabled ones too. */
export function entriesOf(type: DictionaryType): readonly Entry[] {
  const own = company.get(type)
  const entries =
    own !== undefined
      ? [...own.values()]
      : Object.entries(dictionary[type] as Record<string, Titles>).map(([code, titles]) => ({
          code,
          titles,
          enabled: true,
        }))
  return toCustomer ? entries.map((entry) => ({ ...entry, titles: heard(type, entry.code) ?? entry.titles })) : entries
}

export const isKnownCode = (type: DictionaryType, code: string): boolean =>
  (company.get(type)?.has(code) ?? false) || Object.hasOwn(dictionary[type], code)

/** Offered for new input: known, and not disabled. */
export const isOfferedCode = (type: DictionaryType, code: string): boolean =>
  isKnownCode(type, code) && (company.get(type)?.get(code)?.enabled ?? true)

/** The word for a code; the code itself if it is unknown. */
export const wordFor = (type: DictionaryType, code: string, language: Language): string => {
  const own = heard(type, code) ?? company.get(type)?.get(code)?.titles
  return own?.[language] || own?.zh || (dictionary[type] as Record<string, Titles>)[code]?.[language] || code
}

/** The code for a word typed in any language, of an entry that is offered; undefined if none fits. */
export const codeFor = <T extends DictionaryType>(type: T, word: string): Code<T> | undefined => {
  const wanted = word.trim().toLowerCase()
  const fits = (titles: Titles | undefined) =>
    titles !== undefined && Object.values(titles).some((title) => title.toLowerCase() === wanted)
  const offered = entriesOf(type).filter(({ enabled }) => enabled)
  // The company's words first; the product's own are understood as well, unless they mean something else here.
  const found =
    offered.find(({ titles }) => fits(titles)) ??
    offered.find(({ code }) => fits((dictionary[type] as Record<string, Titles>)[code]))
  return found?.code as Code<T> | undefined
}
