import type { DictionaryType } from './dictionary.ts'
import type { Titles } from './pages.ts'

const say = (zh: string, en: string, es: string, ja: string): Titles => ({ zh, en, es, ja })

/** What each type of the dictionary is called, in the order of its editor. */
export const dictionaryTypes: Readonly<Record<DictionaryType, Titles>> = {
  package: say('包装', 'Packages', 'Embalajes', '荷姿'),
  goodsType: say('货物类型', 'Goods types', 'Tipos de mercancía', '貨物種別'),
  vehicleModel: say('车型', 'Vehicle models', 'Modelos de vehículo', '車種'),
  importance: say('重要程度', 'Importance', 'Importancia', '重要度'),
  circulation: say('流转状态', 'Circulation status', 'Estado de circulación', '回付状況'),
  urgency: say('紧急程度', 'Urgency', 'Urgencia', '緊急度'),
  secrecy: say('密级', 'Secrecy', 'Confidencialidad', '機密度'),
  company: say('公司', 'Company', 'Empresa', '会社'),
  seal: say('印章', 'Seal', 'Sello', '印鑑'),
  priority: say('优先级', 'Priority', 'Prioridad', '優先度'),
  itemType: say('物品类型', 'Item type', 'Tipo de artículo', '物品種別'),
  companyRole: say('往来单位角色', 'Partner roles', 'Funciones de socios', '取引先の役割'),
  settleMethod: say('结算方式', 'Settlement', 'Liquidación', '精算方法'),
  taxpayerType: say('纳税人类型', 'Taxpayer types', 'Tipos de contribuyente', '納税者区分'),
  vehicleType: say('车辆类别', 'Vehicle ownership', 'Propiedad del vehículo', '車両区分'),
  vehicleState: say('车辆状态', 'Vehicle states', 'Estados de vehículo', '車両状態'),
  plateColor: say('车牌颜色', 'Plate colours', 'Colores de placa', 'プレートの色'),
  licenceClass: say('准驾车型', 'Licence classes', 'Clases de permiso', '免許区分'),
  transMode: say('运输方式', 'Transport modes', 'Modos de transporte', '輸送モード'),
  serviceType: say('服务类型', 'Services', 'Servicios', 'サービス'),
  carriage: say('承运方式', 'Carriage', 'Tipo de carga', '運送形態'),
  pickupWay: say('提货方式', 'Pickup', 'Recogida', '集荷方法'),
  deliveryWay: say('送货方式', 'Delivery', 'Entrega', '配達方法'),
  receiptRequirement: say('回单要求', 'Receipt', 'Comprobante', '受領書'),
  payMethod: say('付款方式', 'Payment', 'Pago', '支払方法'),
  waybillSource: say('运单来源', 'Waybill sources', 'Orígenes de guía', '送り状の入力元'),
  waybillState: say('运单状态', 'Waybill states', 'Estados de guía', '送り状の状態'),
  arrangementType: say('安排类型', 'Trip types', 'Tipos de viaje', '配車種別'),
  arrangementState: say('安排状态', 'Trip states', 'Estados de viaje', '配車状態'),
  trackNode: say('轨迹节点', 'Track events', 'Eventos de ruta', '追跡イベント'),
  trackSource: say('轨迹来源', 'Track sources', 'Orígenes de ruta', '追跡の入力元'),
  abnormalType: say('异常类型', 'Abnormality types', 'Tipos de incidencia', '異常種別'),
  abnormalState: say('异常状态', 'Abnormality states', 'Estados de incidencia', '異常状態'),
  paper: say('证件', 'Papers', 'Documentos', '証書'),
  place: say('货物位置', 'Places of goods', 'Ubicaciones', '貨物の所在'),
}
