import type { Titles } from './pages.ts'

const say = (zh: string, en: string, es: string, ja: string): Titles => ({ zh, en, es, ja })

/** Codes of invoices (domain-money M30–M38); a part of dictionary.ts. */
export const invoiceWords = {
  invoiceType: {
    special: say('专票', 'Special VAT invoice', 'Factura especial de IVA', '専用発票'),
    ordinary: say('普票', 'Ordinary invoice', 'Factura ordinaria', '普通発票'),
  },
  invoiceKind: {
    invoice: say('开票申请', 'Invoice', 'Factura', '発票'),
    redInvoice: say('红字', 'Red letter', 'Nota de crédito', '赤字発票'),
  },
  invoiceState: {
    draft: say('草稿', 'Draft', 'Borrador', '下書き'),
    pending: say('待审', 'In review', 'En revisión', '審査待ち'),
    rejected: say('驳回', 'Sent back', 'Devuelta', '差戻し'),
    toIssue: say('待开票', 'To be issued', 'Por emitir', '発行待ち'),
    issued: say('已开票', 'Issued', 'Emitida', '発行済み'),
    partRed: say('部分红冲', 'Partly reversed', 'Anulada en parte', '一部赤字'),
    red: say('已红冲', 'Reversed', 'Rectificada', '赤字済み'),
    void: say('作废', 'Void', 'Anulada', '無効'),
  },
  invoiceMerge: {
    waybill: say('每运单', 'By waybill', 'Por guía', '送り状ごと'),
    route: say('按线路', 'By route', 'Por ruta', '路線ごと'),
    taxItem: say('按税目', 'By tax item', 'Por concepto fiscal', '税区分ごと'),
  },
  transportTool: {
    rail: say('铁路运输', 'Rail', 'Ferrocarril', '鉄道'),
    road: say('公路运输', 'Road', 'Carretera', '道路'),
    water: say('水路运输', 'Water', 'Marítimo', '水路'),
    air: say('航空运输', 'Air', 'Aéreo', '航空'),
    pipeline: say('管道运输', 'Pipeline', 'Tubería', 'パイプライン'),
  },
  redReason: {
    wrong: say('01 开票有误', '01 Wrongly issued', '01 Emisión errónea', '01 発行誤り'),
    returned: say('02 销货退回', '02 Goods returned', '02 Devolución', '02 返品'),
    ended: say('03 服务中止', '03 Service ended', '03 Servicio interrumpido', '03 役務中止'),
    discount: say('04 销售折让', '04 Allowance', '04 Descuento', '04 値引き'),
  },
  redConfirmation: {
    notNeeded: say('无需确认', 'Not needed', 'No se requiere', '確認不要'),
    sellerEntered: say('销方录入待购方确认', 'Awaiting the buyer', 'Pendiente del comprador', '購入側の確認待ち'),
    buyerEntered: say('购方录入待销方确认', 'Awaiting the seller', 'Pendiente del vendedor', '販売側の確認待ち'),
    confirmed: say('双方已确认', 'Both confirmed', 'Confirmada por ambos', '双方確認済み'),
    buyerRefused: say('购方否认', 'Refused by the buyer', 'Rechazada por el comprador', '購入側が否認'),
    sellerRefused: say('销方否认', 'Refused by the seller', 'Rechazada por el vendedor', '販売側が否認'),
    expired: say('超 72 小时作废', 'Void after 72 hours', 'Caducada tras 72 horas', '72 時間超過で失効'),
    withdrawn: say('已撤销', 'Withdrawn', 'Retirada', '取消済み'),
  },
} as const
