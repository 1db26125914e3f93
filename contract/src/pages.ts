import type { Titles } from './languages.ts'
import type { SideMenu } from './menus.ts'
import { devicePages } from './pagesOfDevices.ts'
import { enquiryPages } from './pagesOfEnquiries.ts'
import { invoicePages } from './pagesOfInvoices.ts'
import { moneyPages } from './pagesOfMoney.ts'
import { warehousePages } from './pagesOfWarehouse.ts'
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
  /** Waybills by their last track. */
  trackList: {
    path: `${operations}/trackList`,
    side: 'tracking',
    titles: { zh: '跟踪列表', en: 'Tracking', es: 'Seguimiento', ja: '追跡一覧' },
  },
  /** The desk where tracks are written. */
  track: {
    path: `${operations}/track`,
    side: 'tracking',
    titles: { zh: '跟踪登记', en: 'Tracking desk', es: 'Registrar seguimiento', ja: '追跡登録' },
  },
  /** The six lists of what needs somebody's eye (RT-17). */
  unshippedList: {
    path: `${operations}/unshippedList`,
    side: 'tracking',
    titles: { zh: '未发货', en: 'Not shipped', es: 'Sin despachar', ja: '未出荷' },
  },
  noSignList: {
    path: `${operations}/noSignList`,
    side: 'tracking',
    titles: { zh: '未签收', en: 'Not signed', es: 'Sin firmar', ja: '未受領' },
  },
  unTrackList: {
    path: `${operations}/unTrackList`,
    side: 'tracking',
    titles: { zh: '未跟踪', en: 'Not tracked', es: 'Sin seguimiento', ja: '未追跡' },
  },
  keyPiecesList: {
    path: `${operations}/keyPiecesList`,
    side: 'tracking',
    titles: { zh: '重点件', en: 'Key shipments', es: 'Envíos clave', ja: '重点貨物' },
  },
  abnormalList: {
    path: `${operations}/abnormalList`,
    side: 'tracking',
    titles: { zh: '异常件', en: 'Exceptions', es: 'Incidencias', ja: '異常貨物' },
  },
  complaintList: {
    path: `${operations}/complaintList`,
    side: 'tracking',
    titles: { zh: '投诉', en: 'Complaints', es: 'Quejas', ja: 'クレーム' },
  },
  /** The papers that consignees sign, on their way home. */
  receiptList: {
    path: `${operations}/receiptList`,
    side: 'signedReceipts',
    titles: { zh: '回单管理', en: 'Signed receipts', es: 'Comprobantes de entrega', ja: '受領書管理' },
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
  ...invoicePages,
  ...devicePages,
  ...moneyPages,
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

  ...enquiryPages,
  ...warehousePages,

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
