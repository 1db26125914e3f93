import type { Titles } from './pages.ts'

const say = (zh: string, en: string, es: string, ja: string): Titles => ({ zh, en, es, ja })

/** Words of money: accounts, acts, receipts and payments. */
export const moneyWords = {
  cashAccountKind: {
    cash: say('现金', 'Cash', 'Efectivo', '現金'),
    bank: say('银行', 'Bank', 'Banco', '銀行'),
    alipay: say('支付宝', 'Alipay', 'Alipay', 'Alipay'),
    wechat: say('微信', 'WeChat Pay', 'WeChat Pay', 'WeChat Pay'),
    draft: say('汇票', 'Bill of exchange', 'Letra de cambio', '手形'),
    fuelCard: say('油卡', 'Fuel card', 'Tarjeta de combustible', '燃料カード'),
  },
  moneyAct: {
    receipt: say('收款', 'Receipt', 'Cobro', '入金'),
    payment: say('付款', 'Payment', 'Pago', '支払'),
    allocate: say('核销', 'Settled', 'Aplicado', '消込'),
    unallocate: say('反核销', 'Freed', 'Liberado', '消込取消'),
    offset: say('冲抵', 'Set off', 'Compensado', '相殺'),
    refund: say('退款', 'Refund', 'Reembolso', '返金'),
    transfer: say('转账', 'Transfer', 'Traspaso', '振替'),
    opening: say('期初', 'Opening', 'Saldo inicial', '期首'),
    collect: say('门口收款', 'Collected', 'Cobro en destino', '着払い集金'),
    handIn: say('交账', 'Handed in', 'Entrega', '納金'),
    handInDifference: say('交账差额', 'Hand-in difference', 'Diferencia de entrega', '納金差額'),
    codPayout: say('发放代收', 'COD payout', 'Pago de reembolso', '代引支払'),
    reversal: say('冲销', 'Reversal', 'Anulación', '取消'),
  },
  handInState: {
    toHandIn: say('待交', 'To hand in', 'Por entregar', '未納金'),
    pending: say('待核收', 'To count', 'Por contar', '実査待ち'),
    counted: say('已核收', 'Counted', 'Contado', '実査済み'),
    differs: say('有差额', 'Differs', 'Con diferencia', '差額あり'),
    inReview: say('承担待审', 'In review', 'En revisión', '審査待ち'),
    settled: say('差额已结', 'Settled', 'Saldado', '差額処理済み'),
    returned: say('已退回', 'Sent back', 'Devuelto', '差戻し'),
  },
  codState: {
    toCollect: say('待收', 'To collect', 'Por cobrar', '未集金'),
    collected: say('已收', 'Collected', 'Cobrado', '集金済み'),
    handedIn: say('已上交', 'Handed in', 'Entregado', '納金済み'),
    paidOut: say('已发放', 'Paid out', 'Pagado', '支払済み'),
    waived: say('免收', 'Waived', 'Eximido', '免除'),
  },
  handInDecision: {
    makeUp: say('补交', 'Made up', 'Completado', '補填'),
    bear: say('公司承担', 'Borne by the company', 'Asumido por la empresa', '会社負担'),
    keep: say('长款收入', 'Income', 'Ingreso', '雑収入'),
  },
  holderKind: {
    driver: say('司机', 'Driver', 'Conductor', 'ドライバー'),
    company: say('承运商', 'Carrier', 'Transportista', '運送会社'),
    user: say('网点人员', 'Person', 'Persona', '担当者'),
  },
  feeInvoicing: {
    none: say('不开票', 'Not invoiced', 'Sin factura', '請求なし'),
    unapplied: say('未申请', 'Not applied for', 'Sin solicitar', '未申請'),
    partial: say('部分', 'Partly', 'Parcial', '一部'),
    applied: say('已申请', 'Applied for', 'Solicitada', '申請済み'),
    invoiced: say('已开票', 'Invoiced', 'Facturada', '発行済み'),
  },
  feeSettlement: {
    unconfirmed: say('未确认', 'To confirm', 'Por confirmar', '未確認'),
    open: say('未收付', 'Open', 'Pendiente', '未精算'),
    partial: say('部分', 'Partly', 'Parcial', '一部'),
    settled: say('已收付', 'Settled', 'Saldado', '精算済み'),
  },
  monthState: {
    open: say('未关', 'Open', 'Abierto', '未締め'),
    closed: say('已关', 'Closed', 'Cerrado', '締め済み'),
    reopening: say('反关账待审', 'Reopening in review', 'Reapertura en revisión', '締め解除の審査中'),
  },
  statementState: {
    draft: say('草稿', 'Draft', 'Borrador', '下書き'),
    sent: say('已发', 'Sent', 'Enviado', '送付済み'),
    disputed: say('有异议', 'Disputed', 'Con reparos', '異議あり'),
    confirmed: say('已确认', 'Confirmed', 'Conforme', '確認済み'),
    void: say('作废', 'Void', 'Anulado', '無効'),
  },
  statementAnswer: {
    confirmed: say('确认', 'Confirmed', 'Conforme', '確認'),
    disputed: say('异议', 'Disputed', 'Reparos', '異議'),
  },
  statementLineKind: {
    charge: say('费用', 'Charge', 'Cargo', '料金'),
    adjustment: say('调整', 'Adjustment', 'Ajuste', '調整'),
    receipt: say('收款', 'Receipt', 'Cobro', '入金'),
    refund: say('退款', 'Refund', 'Reembolso', '返金'),
    prepaid: say('现付收款', 'Prepaid, taken', 'Pago al contado', '前払い入金'),
    deduction: say('代收抵扣', 'Kept from COD', 'Retenido del reembolso', '代金からの相殺'),
    payment: say('付款', 'Payment', 'Pago', '支払'),
    opening: say('期初预收付', 'Opening advance', 'Anticipo inicial', '期首前受・前払'),
  },
  statementLineMark: {
    late: say('补前期', 'Of an earlier period', 'De un periodo anterior', '前期分'),
    dispute: say('异议调整', 'For a dispute', 'Por reparo', '異議による調整'),
  },
  paymentDirection: {
    receipt: say('收款', 'Receipt', 'Cobro', '入金'),
    payment: say('付款', 'Payment', 'Pago', '支払'),
  },
  paymentState: {
    received: say('已收', 'Received', 'Cobrado', '入金済み'),
    draft: say('草稿', 'Draft', 'Borrador', '下書き'),
    pending: say('待审', 'In review', 'En revisión', '審査待ち'),
    toPay: say('待付', 'To pay', 'Por pagar', '支払待ち'),
    paid: say('已付', 'Paid', 'Pagado', '支払済み'),
    rejected: say('驳回', 'Sent back', 'Devuelto', '差戻し'),
    void: say('作废', 'Void', 'Anulado', '無効'),
    reversed: say('已冲销', 'Reversed', 'Revertido', '取消済み'),
  },
} as const
