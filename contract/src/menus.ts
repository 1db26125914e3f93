import type { Titles } from './languages.ts'

/** Top function menus (RT-19, RT-20), in their order. Only those with a page are seeded. */
export const topMenus = {
  operations: { zh: '运营管理', en: 'Operations', es: 'Operaciones', ja: '運営管理' },
  financial: { zh: '财务管理', en: 'Finance', es: 'Finanzas', ja: '財務管理' },
  warehouse: { zh: '仓库管理', en: 'Warehouse', es: 'Almacén', ja: '倉庫管理' },
  integrated: { zh: '综合查询', en: 'Enquiries', es: 'Consultas', ja: '総合照会' },
  audits: { zh: '审核管理', en: 'Approvals', es: 'Aprobaciones', ja: '審査管理' },
  customers: { zh: '客户管理', en: 'Customers', es: 'Clientes', ja: '顧客管理' },
  resources: { zh: '资源管理', en: 'Resources', es: 'Recursos', ja: '資源管理' },
  system: { zh: '系统管理', en: 'System', es: 'Sistema', ja: 'システム管理' },
} as const satisfies Record<string, Titles>
export type TopMenu = keyof typeof topMenus

/** Groups of the side menu below a top menu. */
export const sideMenus = {
  waybills: {
    top: 'operations',
    icon: 'file-text',
    titles: { zh: '运单管理', en: 'Waybills', es: 'Guías', ja: '送り状' },
  },
  vehicles: {
    top: 'operations',
    icon: 'truck',
    titles: { zh: '派车管理', en: 'Dispatch', es: 'Despacho', ja: '配車管理' },
  },
  handingOut: {
    top: 'operations',
    icon: 'handshake',
    titles: { zh: '外发管理', en: 'Handed out', es: 'Envíos a terceros', ja: '外部委託' },
  },
  tracking: {
    top: 'operations',
    icon: 'map-pin',
    titles: { zh: '跟踪管理', en: 'Following', es: 'Seguimiento', ja: '追跡管理' },
  },
  signedReceipts: {
    top: 'operations',
    icon: 'file-check',
    titles: { zh: '回单管理', en: 'Receipts', es: 'Comprobantes', ja: '受領書' },
  },
  fees: {
    top: 'operations',
    icon: 'circle-dollar-sign',
    titles: { zh: '费用管理', en: 'Charges', es: 'Cargos', ja: '料金管理' },
  },
  invoices: {
    top: 'financial',
    icon: 'receipt',
    titles: { zh: '发票管理', en: 'Invoices', es: 'Facturas', ja: '発票管理' },
  },
  devices: {
    top: 'operations',
    icon: 'map-pin',
    titles: { zh: 'GPS 设备', en: 'GPS devices', es: 'Dispositivos GPS', ja: 'GPS端末' },
  },
  basics: {
    top: 'operations',
    icon: 'building-2',
    titles: { zh: '基础资料', en: 'Master data', es: 'Datos maestros', ja: '基本情報' },
  },
  warehouseBasics: {
    top: 'warehouse',
    icon: 'warehouse',
    titles: { zh: '基础设置', en: 'Set-up', es: 'Configuración', ja: '基本設定' },
  },
  inbound: {
    top: 'warehouse',
    icon: 'package-open',
    titles: { zh: '入库作业', en: 'Inbound', es: 'Entradas', ja: '入庫作業' },
  },
  outbound: {
    top: 'warehouse',
    icon: 'package-check',
    titles: { zh: '出库作业', en: 'Outbound', es: 'Salidas', ja: '出庫作業' },
  },
  stockKeeping: {
    top: 'warehouse',
    icon: 'boxes',
    titles: { zh: '库内管理', en: 'In the warehouse', es: 'En el almacén', ja: '庫内管理' },
  },
  warehouseBilling: {
    top: 'warehouse',
    icon: 'circle-dollar-sign',
    titles: { zh: '仓储计费', en: 'Warehouse charges', es: 'Cobros de almacén', ja: '保管料' },
  },
  profits: {
    top: 'financial',
    icon: 'chart-column',
    titles: { zh: '经营利润', en: 'Profit', es: 'Rentabilidad', ja: '損益' },
  },
  waybillEnquiries: {
    top: 'integrated',
    icon: 'truck',
    titles: { zh: '运单查询', en: 'Waybills', es: 'Guías', ja: '送り状照会' },
  },
  goodsEnquiries: {
    top: 'integrated',
    icon: 'boxes',
    titles: { zh: '库存查询', en: 'Stock', es: 'Existencias', ja: '在庫照会' },
  },
  money: {
    top: 'financial',
    icon: 'circle-dollar-sign',
    titles: { zh: '资金管理', en: 'Money', es: 'Tesorería', ja: '資金管理' },
  },
  priceAudit: {
    top: 'audits',
    icon: 'badge-check',
    titles: { zh: '运价审核', en: 'Freight review', es: 'Revisión de fletes', ja: '運賃の審査' },
  },
  feeAudit: {
    top: 'audits',
    icon: 'stamp',
    titles: { zh: '费用审核', en: 'Everything to review', es: 'Todo por aprobar', ja: '費用の審査' },
  },
  customerFiles: {
    top: 'customers',
    icon: 'building-2',
    titles: { zh: '客户资料', en: 'Customer files', es: 'Fichas de clientes', ja: '顧客資料' },
  },
  carriers: {
    top: 'resources',
    icon: 'handshake',
    titles: { zh: '供应商资料', en: 'Supplier files', es: 'Fichas de proveedores', ja: '協力会社資料' },
  },
  fleet: { top: 'resources', icon: 'truck', titles: { zh: '车辆司机', en: 'Fleet', es: 'Flota', ja: '車両・運転手' } },
  deviceKeeping: {
    top: 'resources',
    icon: 'map-pin',
    titles: { zh: 'GPS 设备', en: 'GPS devices', es: 'Dispositivos GPS', ja: 'GPS端末' },
  },
  accounts: {
    top: 'system',
    icon: 'users',
    titles: { zh: '账号权限', en: 'Accounts', es: 'Cuentas', ja: 'アカウント' },
  },
  settings: {
    top: 'system',
    icon: 'settings',
    titles: { zh: '系统设置', en: 'Settings', es: 'Ajustes', ja: 'システム設定' },
  },
  upkeep: {
    top: 'system',
    icon: 'wrench',
    titles: { zh: '运行维护', en: 'Maintenance', es: 'Mantenimiento', ja: '保守' },
  },
} as const satisfies Record<string, { top: TopMenu; icon: string; titles: Titles }>
export type SideMenu = keyof typeof sideMenus
