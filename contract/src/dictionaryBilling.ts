import type { Titles } from './pages.ts'

const say = (zh: string, en: string, es: string, ja: string): Titles => ({ zh, en, es, ja })

/** Codes of what customers of the warehouse pay for (domain §1 Warehouse quotation, §6 Warehouse charges); a part of dictionary.ts. */
export const billingWords = {
  billingTrigger: {
    storage: say('仓储', 'Storage', 'Almacenaje', '保管'),
    inbound: say('入库', 'Inbound', 'Entrada', '入庫'),
    outbound: say('出库', 'Outbound', 'Salida', '出庫'),
    move: say('移库', 'Stock move', 'Traslado', '移動'),
    valueAdded: say('增值', 'Value added', 'Valor añadido', '付加作業'),
    count: say('盘点', 'Stock count', 'Conteo', '棚卸'),
  },
  billingBasis: {
    piece: say('件', 'Piece', 'Pieza', '個'),
    box: say('箱', 'Box', 'Caja', '箱'),
    pallet: say('托', 'Pallet', 'Palé', 'パレット'),
    kg: say('kg', 'kg', 'kg', 'kg'),
    m3: say('m³', 'm³', 'm³', 'm³'),
    m2: say('m²', 'm²', 'm²', 'm²'),
    order: say('票', 'Document', 'Documento', '伝票'),
  },
  billingTimeUnit: {
    day: say('日', 'Day', 'Día', '日'),
    month: say('月', 'Month', 'Mes', '月'),
  },
  volumeMethod: {
    daily: say('日', 'Day by day', 'Día a día', '日次'),
    peak: say('峰值', 'Peak', 'Máximo', 'ピーク'),
    average: say('平均', 'Average', 'Promedio', '平均'),
  },
  warehouseChargeState: {
    open: say('未申请', 'Not applied for', 'Sin solicitar', '未申請'),
    applied: say('已申请', 'Applied for', 'Solicitado', '申請済'),
    cancelled: say('已取消', 'Cancelled', 'Cancelado', '取消'),
  },
  billingProblem: {
    noBox: say('没有箱规', 'No box pack unit', 'Sin unidad de caja', '箱の入数なし'),
    noPallet: say('没有托规', 'No pallet pack unit', 'Sin unidad de palé', 'パレットの入数なし'),
    noWeight: say('没有毛重', 'No gross weight', 'Sin peso bruto', '総重量なし'),
    noVolume: say('没有体积', 'No volume', 'Sin volumen', '容積なし'),
    noFootprint: say(
      '库位没有长宽',
      'Location without length and width',
      'Ubicación sin largo y ancho',
      'ロケーションの縦横なし',
    ),
  },
} as const satisfies Record<string, Record<string, Titles>>
