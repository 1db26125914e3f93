import { prefix } from './prefix.ts'

/** Pages of the warehouse and enquiries over it; a part of pages.ts. */
const warehouse = `${prefix}/warehouse`

export const warehousePages = {
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
} as const
