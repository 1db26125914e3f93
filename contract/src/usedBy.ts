import type { Titles } from './pages.ts'

const say = (zh: string, en: string, es: string, ja: string): Titles => ({ zh, en, es, ja })

/** What a record is called that uses another, which therefore stays. */
export const usedBy = {
  abnormal: say('异常件', 'abnormal case', 'incidencia', '異常案件'),
  application: say('申请', 'request', 'solicitud', '申請'),
  arrangement: say('安排', 'trip', 'viaje', '配車'),
  cashAccount: say('资金账户', 'cash account', 'cuenta de tesorería', '資金口座'),
  company: say('下级网点', 'outlet below it', 'sede inferior', '下位拠点'),
  complaint: say('投诉', 'complaint', 'reclamación', '苦情'),
  contact: say('联系人', 'contact', 'contacto', '連絡先'),
  cost: say('费用', 'cost', 'coste', '費用'),
  device: say('GPS 设备', 'GPS device', 'dispositivo GPS', 'GPS端末'),
  driver: say('司机', 'driver', 'conductor', 'ドライバー'),
  inboundNotice: say('入库单', 'inbound notice', 'aviso de entrada', '入庫予定'),
  invoice: say('发票', 'invoice', 'factura', '発票'),
  invoiceProfile: say('开票抬头', 'invoice title', 'razón social', '発票の宛名'),
  item: say('货号', 'item', 'artículo', '品番'),
  kit: say('组合货号', 'kit', 'kit', 'セット品番'),
  kitOrder: say('组合单', 'kit order', 'orden de kit', '組立伝票'),
  location: say('库位', 'location', 'ubicación', 'ロケーション'),
  outboundNotice: say('出库单', 'outbound notice', 'aviso de salida', '出庫指示'),
  payment: say('收付款', 'receipt or payment', 'cobro o pago', '入出金'),
  phoneOrder: say('手机单', 'mobile order', 'pedido móvil', 'モバイル受注'),
  statement: say('对账单', 'statement', 'estado de cuenta', '請求明細書'),
  stock: say('库存记录', 'stock record', 'registro de existencias', '在庫記録'),
  stockPosting: say('出入库流水', 'stock ledger', 'libro de movimientos', '入出庫台帳'),
  user: say('用户', 'user', 'usuario', 'ユーザー'),
  vehicle: say('车辆', 'vehicle', 'vehículo', '車両'),
  warehouse: say('仓库', 'warehouse', 'almacén', '倉庫'),
  waybill: say('运单', 'waybill', 'guía', '送り状'),
} as const satisfies Record<string, Titles>
export type UsedBy = keyof typeof usedBy
