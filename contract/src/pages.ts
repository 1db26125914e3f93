import type { Titles } from './languages.ts'
import type { SideMenu } from './menus.ts'
import { devicePages } from './pagesDevices.ts'
import { prefix } from './prefix.ts'

/**
 * Every page: its key, address, place in the menu and titles. A key that the specification named otherwise than the field
 * says what it is. Rights refer to the key, never to an address that an administrator may edit. The seeded menu, the router
 * and the rights map are built from this one table (RT-19, RT-22).
 */

export { type Language, languages, type Titles } from './languages.ts'
export { prefix }

export type Page = {
  readonly path: string
  readonly titles: Titles
  /** Where it stands in the menu; a page without one is outside the menu. */
  readonly side?: SideMenu
  /** A right or a route that is no menu entry (SH-17): hidden, but in the rights map. */
  readonly leafOf?: string
  /** A parameter route that has the right of another page and none of its own. */
  readonly follows?: string
  /** A button right has no address of its own. */
  readonly button?: true
  readonly affix?: true
  /** Where its menu entry leads, if its address has parameters. */
  readonly entry?: string
  /** Everybody's, with no right to be granted. */
  readonly everyone?: true
  readonly noCache?: true
}

const operations = `${prefix}/operations`
const warehouse = `${prefix}/warehouse`

export const pages = {
  dashboard: {
    path: '/dashboard',
    affix: true,
    titles: { zh: '控制台', en: 'Console', es: 'Consola', ja: 'コンソール' },
  },
  profile: {
    path: '/profile/index',
    everyone: true,
    titles: { zh: '个人中心', en: 'My account', es: 'Mi cuenta', ja: 'マイページ' },
  },

  /** A new waybill. */
  taskList: {
    path: `${operations}/taskList`,
    side: 'waybills',
    titles: { zh: '创建运单', en: 'New waybill', es: 'Nueva guía', ja: '送り状作成' },
  },
  /** Mobile orders, at the desk. */
  phoneList: {
    path: `${operations}/phoneList`,
    side: 'waybills',
    titles: { zh: '手机运单', en: 'Mobile orders', es: 'Pedidos móviles', ja: 'モバイル受注' },
  },
  /** A mobile order, as its customer or driver places it. */
  phoneOrder: {
    path: `${operations}/phoneOrder`,
    side: 'waybills',
    titles: { zh: '手机下单', en: 'Place an order', es: 'Hacer un pedido', ja: 'モバイル発注' },
  },
  allWayBill: {
    path: `${operations}/allWayBill`,
    side: 'waybills',
    titles: { zh: '全部运单', en: 'All waybills', es: 'Todas las guías', ja: '送り状一覧' },
  },
  waybill: {
    path: `${operations}/allWayBill/:no`,
    leafOf: 'allWayBill',
    follows: 'allWayBill',
    titles: { zh: '运单', en: 'Waybill', es: 'Guía', ja: '送り状' },
  },
  printDocuments: {
    path: `${operations}/wayBillList/:type`,
    entry: `${operations}/wayBillList/waybill`,
    side: 'waybills',
    titles: { zh: '单据打印', en: 'Print documents', es: 'Imprimir documentos', ja: '帳票印刷' },
  },
  printTemplate: {
    path: `${operations}/printTemplate`,
    side: 'waybills',
    titles: { zh: '打印模板', en: 'Print templates', es: 'Plantillas de impresión', ja: '印刷テンプレート' },
  },
  /** What waits to be arranged. */
  arrangedOrder: {
    path: `${operations}/arrangedOrder`,
    side: 'vehicles',
    titles: { zh: '待安排运单', en: 'To arrange', es: 'Por asignar', ja: '配車待ち' },
  },
  /** Arranging a trip. */
  arrangeOperate: {
    path: `${operations}/arrangeOperate`,
    side: 'vehicles',
    titles: { zh: '提送货安排', en: 'Vehicle arrangement', es: 'Asignar vehículo', ja: '集配手配' },
  },
  /** Loading and unloading a trip by scan. */
  arrangeScan: {
    path: `${operations}/arrangeOperate/scan/:no?`,
    leafOf: 'arrangeOperate',
    noCache: true,
    titles: {
      zh: '扫描装卸',
      en: 'Load and unload by scan',
      es: 'Cargar y descargar con escáner',
      ja: 'スキャン積卸し',
    },
  },
  arrangeList: {
    path: `${operations}/arrangeList`,
    side: 'vehicles',
    titles: { zh: '安排列表', en: 'Trips', es: 'Viajes', ja: '配車一覧' },
  },
  /** The dispatch board. */
  carArrange: {
    path: `${operations}/carArrange`,
    side: 'vehicles',
    titles: { zh: '车辆安排', en: 'Dispatch board', es: 'Tablero de despacho', ja: '配車ボード' },
  },
  /** Arranged waybills, by trip. */
  haveArranged: {
    path: `${operations}/haveArranged`,
    side: 'vehicles',
    titles: { zh: '已安排运单', en: 'Arranged', es: 'Asignadas', ja: '配車済み' },
  },
  /** What trips cost, applied for. */
  carCostApply: {
    path: `${operations}/carCostApply`,
    side: 'vehicles',
    titles: { zh: '车辆费用申请', en: 'Vehicle cost requests', es: 'Solicitar coste de vehículo', ja: '車両費申請' },
  },
  /** Handing pieces to a dedicated line. */
  specialDelivery: {
    path: `${operations}/specialDelivery`,
    side: 'handingOut',
    titles: { zh: '专线外发', en: 'Line handover', es: 'Envío por línea', ja: '路線便委託' },
  },
  specialList: {
    path: `${operations}/specialList`,
    side: 'handingOut',
    titles: { zh: '专线列表', en: 'Line shipments', es: 'Envíos por línea', ja: '路線便一覧' },
  },
  /** Handing parcels to a courier. */
  courierDelivery: {
    path: `${operations}/courierDelivery`,
    side: 'handingOut',
    titles: { zh: '快递外发', en: 'Courier handover', es: 'Envío por mensajería', ja: '宅配委託' },
  },
  courierList: {
    path: `${operations}/courierList`,
    side: 'handingOut',
    titles: { zh: '快递列表', en: 'Courier shipments', es: 'Envíos por mensajería', ja: '宅配一覧' },
  },
  overload: {
    path: `${operations}/arrangeOperate#overload`,
    leafOf: 'arrangeOperate',
    button: true,
    titles: { zh: '超载发车', en: 'Depart overloaded', es: 'Salir con sobrecarga', ja: '過積載での出発' },
  },
  waiveCollection: {
    path: `${operations}/allWayBill#waiveCollection`,
    leafOf: 'allWayBill',
    button: true,
    titles: { zh: '免收到付、代收', en: 'Waive collection', es: 'Eximir cobro', ja: '着払・代引の免除' },
  },
  /** Price confirmation. */
  wayBillList: {
    path: `${operations}/wayBillList`,
    side: 'waybills',
    titles: { zh: '运单价格确认', en: 'Price confirmation', es: 'Confirmar precios', ja: '運賃確定' },
  },
  addServices: {
    path: `${operations}/addServices`,
    side: 'waybills',
    titles: { zh: '增值服务', en: 'Extra services', es: 'Servicios extra', ja: '付帯サービス' },
  },
  /** The chains of waybills. */
  hashList: {
    path: `${operations}/hashList`,
    side: 'waybills',
    titles: { zh: '哈希运单', en: 'Hash waybills', es: 'Guías con hash', ja: 'ハッシュ送り状' },
  },
  statistics: {
    path: `${operations}/statistics`,
    side: 'waybills',
    titles: { zh: '发货统计', en: 'Shipping statistics', es: 'Estadística de envíos', ja: '出荷統計' },
  },
  overCredit: {
    path: `${operations}/taskList#overCredit`,
    leafOf: 'taskList',
    button: true,
    titles: {
      zh: '超信用开单',
      en: 'Place over the credit limit',
      es: 'Crear sobre el límite de crédito',
      ja: '与信超過での作成',
    },
  },
  priceCheck: {
    path: `${operations}/priceCheck`,
    side: 'priceAudit',
    titles: { zh: '运价审核', en: 'Freight review', es: 'Revisión de fletes', ja: '運賃の審査' },
  },
  unreviewed: {
    path: `${prefix}/auditManagement/unreviewed`,
    side: 'feeAudit',
    titles: { zh: '待我审核', en: 'Awaiting me', es: 'Por aprobar', ja: '承認待ち' },
  },
  carCost: {
    path: `${prefix}/auditManagement/carCost`,
    side: 'feeAudit',
    titles: { zh: '车辆费用审核', en: 'Vehicle cost approval', es: 'Aprobar costes de vehículo', ja: '車両費承認' },
  },
  specialCost: {
    path: `${prefix}/auditManagement/specialCost`,
    side: 'feeAudit',
    titles: { zh: '专线费用审核', en: 'Line cost approval', es: 'Aprobar costes de línea', ja: '路線便費承認' },
  },
  courierCost: {
    path: `${prefix}/auditManagement/courierCost`,
    side: 'feeAudit',
    titles: { zh: '快递费用审核', en: 'Courier cost approval', es: 'Aprobar costes de mensajería', ja: '宅配費承認' },
  },
  /** What adjusts a confirmed charge, decided. */
  costZJ: {
    path: `${prefix}/auditManagement/costZJ`,
    side: 'feeAudit',
    titles: { zh: '费用增减审核', en: 'Adjustment approval', es: 'Aprobar ajustes', ja: '増減承認' },
  },
  /** Changing a charge after the customer agreed. */
  incOrDec: {
    path: `${operations}/incOrDec`,
    side: 'fees',
    titles: { zh: '费用增减', en: 'Charge adjustment', es: 'Ajuste de cargos', ja: '料金増減' },
  },
  incOrDecList: {
    path: `${operations}/incOrDecList`,
    side: 'fees',
    titles: { zh: '增减列表', en: 'Adjustments', es: 'Ajustes', ja: '増減一覧' },
  },
  /** Money that no trip covers. */
  costApplication: {
    path: `${operations}/costApplication`,
    side: 'fees',
    titles: { zh: '费用申请', en: 'Cost requests', es: 'Solicitudes de gasto', ja: '経費申請' },
  },
  /** Every charge, owed to us and by us. */
  feeList: {
    path: `${operations}/feeList`,
    side: 'fees',
    titles: { zh: '费用列表', en: 'Charges', es: 'Cargos', ja: '料金一覧' },
  },
  /** The right to see what waybills cost and what is left of them. */
  costView: {
    path: `${operations}/feeList/cost`,
    leafOf: 'feeList',
    button: true,
    titles: { zh: '看成本', en: 'See costs', es: 'Ver costes', ja: '原価の閲覧' },
  },
  ...devicePages,
  companyManage: {
    path: '/customManage/companyManage/manage',
    side: 'basics',
    titles: { zh: '往来单位管理', en: 'Business partners', es: 'Socios comerciales', ja: '取引先管理' },
  },

  companyView: {
    path: '/customManage/companyManage/view',
    side: 'customerFiles',
    titles: { zh: '公司名称', en: 'Companies', es: 'Empresas', ja: '会社' },
  },
  contactCustomer: {
    path: '/customManage/contactManage/customer',
    side: 'customerFiles',
    titles: { zh: '客户联系人', en: 'Customer contacts', es: 'Contactos de clientes', ja: '顧客連絡先' },
  },
  contactShipper: {
    path: '/customManage/contactManage/shipper',
    side: 'customerFiles',
    titles: { zh: '发货联系人', en: 'Shipper contacts', es: 'Contactos de remitentes', ja: '荷送人連絡先' },
  },
  contactConsignee: {
    path: '/customManage/contactManage/consignee',
    side: 'customerFiles',
    titles: { zh: '收货联系人', en: 'Consignee contacts', es: 'Contactos de destinatarios', ja: '荷受人連絡先' },
  },
  transportPrice: {
    path: '/customManage/transportPrice',
    side: 'customerFiles',
    titles: { zh: '运输报价', en: 'Freight rates', es: 'Tarifas de flete', ja: '運賃表' },
  },

  companySupplier: {
    path: '/customManage/companyManage/supplier',
    side: 'carriers',
    titles: { zh: '供应商列表', en: 'Suppliers', es: 'Proveedores', ja: '協力会社' },
  },
  contactSupplier: {
    path: '/customManage/contactManage/supplier',
    side: 'carriers',
    titles: { zh: '供应商联系人', en: 'Supplier contacts', es: 'Contactos de proveedores', ja: '協力会社連絡先' },
  },
  driver: {
    path: '/customManage/contactManage/driver',
    side: 'fleet',
    titles: { zh: '司机', en: 'Drivers', es: 'Conductores', ja: 'ドライバー' },
  },
  vehicleAll: {
    path: '/resourceManage/carManage',
    side: 'fleet',
    titles: { zh: '车辆管理', en: 'Vehicles', es: 'Vehículos', ja: '車両管理' },
  },
  vehicleOwn: {
    path: '/resourceManage/carManage/own',
    side: 'fleet',
    titles: { zh: '自有车辆', en: 'Own vehicles', es: 'Vehículos propios', ja: '自社車両' },
  },
  vehicleContract: {
    path: '/resourceManage/carManage/contract',
    side: 'fleet',
    titles: { zh: '合同车辆', en: 'Contract vehicles', es: 'Vehículos contratados', ja: '契約車両' },
  },
  vehicleHired: {
    path: '/resourceManage/carManage/hired',
    side: 'fleet',
    titles: { zh: '社会车辆', en: 'Hired vehicles', es: 'Vehículos externos', ja: '傭車' },
  },

  wList: {
    path: `${warehouse}/wList`,
    side: 'warehouseBasics',
    titles: { zh: '仓库设置', en: 'Warehouses', es: 'Almacenes', ja: '倉庫設定' },
  },
  wLocation: {
    path: `${warehouse}/wLocation`,
    side: 'warehouseBasics',
    titles: { zh: '库位设置', en: 'Locations', es: 'Ubicaciones', ja: 'ロケーション設定' },
  },
  /** Items. */
  stockNumber: {
    path: `${warehouse}/stockNumber`,
    side: 'warehouseBasics',
    titles: { zh: '货号设置', en: 'Items', es: 'Artículos', ja: '品番設定' },
  },
  /** Kits, and the orders that make them or take them apart. */
  combination: {
    path: `${warehouse}/combination`,
    side: 'warehouseBasics',
    titles: { zh: '组合货号', en: 'Kits', es: 'Kits', ja: 'セット品番' },
  },
  /** Inbound notices. */
  wareNotice: {
    path: '/integrated/wareNotice',
    side: 'inbound',
    titles: { zh: '入库查询', en: 'Inbound notices', es: 'Avisos de entrada', ja: '入庫予定' },
  },
  receive: {
    path: `${warehouse}/receive`,
    side: 'inbound',
    titles: { zh: '收货任务', en: 'Receiving', es: 'Recepción', ja: '入荷作業' },
  },
  blindReceive: {
    path: `${warehouse}/receive#blind`,
    leafOf: 'receive',
    button: true,
    titles: { zh: '盲收', en: 'Receive without notice', es: 'Recibir sin aviso', ja: '予定なし入荷' },
  },
  /** Put-away. */
  ground: {
    path: `${warehouse}/ground`,
    side: 'inbound',
    titles: { zh: '上架任务', en: 'Put-away', es: 'Acomodo', ja: '格納作業' },
  },
  receiveScan: {
    path: `${warehouse}/receive/scan/:no?`,
    leafOf: 'receive',
    follows: 'receive',
    noCache: true,
    titles: { zh: '扫描收货', en: 'Receive by scan', es: 'Recibir con escáner', ja: 'スキャン入荷' },
  },
  groundScan: {
    path: `${warehouse}/ground/scan/:no?`,
    leafOf: 'ground',
    follows: 'ground',
    noCache: true,
    titles: { zh: '扫描上架', en: 'Put away by scan', es: 'Acomodar con escáner', ja: 'スキャン格納' },
  },
  outboundNotice: {
    path: '/integrated/outboundNotice',
    side: 'outbound',
    titles: { zh: '出库查询', en: 'Outbound notices', es: 'Avisos de salida', ja: '出庫指示' },
  },
  outboundWork: {
    path: '/integrated/outboundNotice#work',
    leafOf: 'outboundNotice',
    button: true,
    titles: { zh: '出库作业', en: 'Allocate and ship', es: 'Asignar y enviar', ja: '引当と出荷' },
  },
  outboundYield: {
    path: '/integrated/outboundNotice#yield',
    leafOf: 'outboundNotice',
    button: true,
    titles: { zh: '让出', en: 'Yield goods', es: 'Ceder mercancía', ja: '引当の譲渡' },
  },
  /** Pick tasks. */
  outBound: {
    path: `${warehouse}/outBound`,
    side: 'outbound',
    titles: { zh: '拣货任务', en: 'Picking', es: 'Picking', ja: 'ピッキング' },
  },
  outBoundScan: {
    path: `${warehouse}/outBound/scan/:no?`,
    leafOf: 'outBound',
    follows: 'outBound',
    noCache: true,
    titles: { zh: '扫描拣货', en: 'Pick by scan', es: 'Recoger con escáner', ja: 'スキャンピッキング' },
  },
  /** Packing. */
  encasement: {
    path: `${warehouse}/encasement`,
    side: 'outbound',
    titles: { zh: '装箱', en: 'Packing', es: 'Embalaje', ja: '梱包' },
  },
  encasementScan: {
    path: `${warehouse}/encasement/scan/:no?`,
    leafOf: 'encasement',
    follows: 'encasement',
    noCache: true,
    titles: { zh: '扫描装箱', en: 'Pack by scan', es: 'Embalar con escáner', ja: 'スキャン梱包' },
  },
  /** Unpacking. */
  enchase: {
    path: `${warehouse}/enchase`,
    side: 'outbound',
    titles: { zh: '拆箱', en: 'Unpacking', es: 'Desembalaje', ja: '開梱' },
  },
  stock: {
    path: `${warehouse}/stock`,
    side: 'stockKeeping',
    titles: { zh: '在库查询', en: 'Inventory', es: 'Inventario', ja: '在庫明細' },
  },
  /** The stock ledger. */
  serialInfo: {
    path: `${warehouse}/serialInfo`,
    side: 'stockKeeping',
    titles: { zh: '出入库流水', en: 'Stock ledger', es: 'Libro de movimientos', ja: '入出庫台帳' },
  },
  moveStock: {
    path: `${warehouse}/moveStock`,
    side: 'stockKeeping',
    titles: { zh: '移库', en: 'Stock moves', es: 'Traslados', ja: '在庫移動' },
  },
  moveStockScan: {
    path: `${warehouse}/moveStock/scan/:no?`,
    leafOf: 'moveStock',
    follows: 'moveStock',
    noCache: true,
    titles: { zh: '扫描移库', en: 'Move by scan', es: 'Mover con escáner', ja: 'スキャン移動' },
  },
  count: {
    path: `${warehouse}/count`,
    side: 'stockKeeping',
    titles: { zh: '盘点', en: 'Stock counts', es: 'Conteos', ja: '棚卸' },
  },
  countScan: {
    path: `${warehouse}/count/scan/:no?`,
    leafOf: 'count',
    follows: 'count',
    noCache: true,
    titles: { zh: '扫描盘点', en: 'Count by scan', es: 'Contar con escáner', ja: 'スキャン棚卸' },
  },
  /** Turnover: what came in and went out. */
  summaryInfo: {
    path: `${warehouse}/summaryInfo`,
    side: 'stockKeeping',
    titles: { zh: '出入库汇总', en: 'In/out summary', es: 'Resumen de entradas y salidas', ja: '入出庫集計' },
  },
  /** Balances: opening, in, out, closing. */
  summaryInfo1: {
    path: `${warehouse}/summaryInfo1`,
    side: 'stockKeeping',
    titles: { zh: '收发存汇总', en: 'Stock balance', es: 'Balance de existencias', ja: '受払集計' },
  },
  quotation: {
    path: `${warehouse}/quotation`,
    side: 'warehouseBilling',
    titles: { zh: '客户报价', en: 'Customer rates', es: 'Tarifas de clientes', ja: '顧客料金' },
  },
  integratedStock: {
    path: '/integrated/stock',
    side: 'goodsEnquiries',
    titles: { zh: '库存查询', en: 'Stock by item', es: 'Existencias por artículo', ja: '品番別在庫' },
  },
  warehouseStock: {
    path: '/integrated/warehouseStock',
    side: 'goodsEnquiries',
    titles: { zh: '仓库库存', en: 'Stock by warehouse', es: 'Existencias por almacén', ja: '倉庫別在庫' },
  },
  integratedSerialInfo: {
    path: '/integrated/serialInfo',
    side: 'goodsEnquiries',
    titles: { zh: '出入库流水查询', en: 'Movements', es: 'Movimientos', ja: '入出庫照会' },
  },
  integratedSummaryInfo: {
    path: '/integrated/summaryInfo',
    side: 'goodsEnquiries',
    titles: { zh: '出入库汇总查询', en: 'In and out', es: 'Entradas y salidas', ja: '入出庫集計照会' },
  },
  integratedSummaryInfo1: {
    path: '/integrated/summaryInfo1',
    side: 'goodsEnquiries',
    titles: { zh: '收发存汇总查询', en: 'Balances', es: 'Balances', ja: '受払照会' },
  },

  user: {
    path: '/system/user',
    side: 'accounts',
    titles: { zh: '用户管理', en: 'Users', es: 'Usuarios', ja: 'ユーザー管理' },
  },
  role: {
    path: '/system/role',
    side: 'accounts',
    titles: { zh: '角色管理', en: 'Roles', es: 'Roles', ja: 'ロール管理' },
  },
  wxbind: {
    path: '/system/wxbind',
    side: 'accounts',
    titles: { zh: '微信绑定', en: 'WeChat links', es: 'Vínculos de WeChat', ja: 'WeChat連携' },
  },
  menu: {
    path: '/system/menu',
    side: 'settings',
    titles: { zh: '菜单管理', en: 'Menus', es: 'Menús', ja: 'メニュー管理' },
  },
  /** Categories. */
  gCode: {
    path: '/system/g_code',
    side: 'settings',
    titles: { zh: '分类维护', en: 'Categories', es: 'Categorías', ja: '分類' },
  },
  gCodeBranch: {
    path: '/system/g_code/:pid',
    leafOf: 'gCode',
    follows: 'gCode',
    titles: { zh: '分类', en: 'Category branch', es: 'Rama de categorías', ja: '分類の枝' },
  },
  audit: {
    path: '/system/audit',
    side: 'settings',
    titles: { zh: '审核人设置', en: 'Approvers', es: 'Aprobadores', ja: '承認者設定' },
  },
  dictionary: {
    path: '/system/dictionary',
    side: 'settings',
    titles: { zh: '数据字典', en: 'Dictionary', es: 'Diccionario', ja: '区分マスタ' },
  },
  mailInfo: {
    path: '/system/mailInfo',
    side: 'settings',
    titles: { zh: '邮箱配置', en: 'Mailbox', es: 'Correo', ja: 'メール設定' },
  },
  sessions: {
    path: '/system/sessions',
    side: 'upkeep',
    titles: { zh: '在线会话', en: 'Open sessions', es: 'Sesiones abiertas', ja: '接続中セッション' },
  },
  history: {
    path: '/system/history',
    side: 'upkeep',
    titles: { zh: '操作日志', en: 'History', es: 'Historial', ja: '操作履歴' },
  },
  jobs: {
    path: '/system/jobs',
    side: 'upkeep',
    titles: { zh: '后台任务', en: 'Jobs', es: 'Tareas', ja: 'ジョブ' },
  },
  clientErrors: {
    path: '/system/clientErrors',
    side: 'upkeep',
    titles: { zh: '前端错误', en: 'Client errors', es: 'Errores del cliente', ja: '画面エラー' },
  },
  icons: {
    path: '/icons/index',
    side: 'upkeep',
    titles: { zh: '图标', en: 'Icons', es: 'Iconos', ja: 'アイコン' },
  },
} as const satisfies Record<string, Page>

export type PageKey = keyof typeof pages
export const pageKeys = Object.keys(pages) as PageKey[]
export const pageOf = (key: PageKey): Page => pages[key]

/** Pages that carry a right of their own: not those that are everybody's, and not parameter routes that follow another page. */
export const rightPages = pageKeys.filter(
  (key) => key !== 'dashboard' && !pageOf(key).everyone && pageOf(key).follows === undefined,
)
