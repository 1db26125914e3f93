/** Pages of money; a part of pages.ts. */
export const moneyPages = {
  /** Receipts and payments. */
  payment: {
    path: '/financial/payment',
    side: 'money',
    titles: { zh: '收付款', en: 'Receipts and payments', es: 'Cobros y pagos', ja: '入出金' },
  },
  /** The right to say that a payment was paid. */
  payOut: {
    path: '/financial/payment#payOut',
    leafOf: 'payment',
    button: true,
    titles: { zh: '付讫', en: 'Pay out', es: 'Dar por pagado', ja: '支払実行' },
  },
  /** The right to pay what is not due yet. */
  payEarly: {
    path: '/financial/payment#payEarly',
    leafOf: 'payment',
    button: true,
    titles: { zh: '未到期付款', en: 'Pay before it is due', es: 'Pagar antes de vencer', ja: '期限前支払' },
  },
  /** The right to round off more than the setting allows. */
  roundOff: {
    path: '/financial/payment#roundOff',
    leafOf: 'payment',
    button: true,
    titles: { zh: '抹零超限', en: 'Round off more', es: 'Redondear más', ja: '端数切捨ての超過' },
  },
  /** The right to ask that what cannot be collected is written off. */
  badDebt: {
    path: '/financial/payment#badDebt',
    leafOf: 'payment',
    button: true,
    titles: { zh: '坏账', en: 'Write off bad debts', es: 'Castigar incobrables', ja: '貸倒処理' },
  },
  /** What drivers, carriers and outlets collected and hand in. */
  handIn: {
    path: '/financial/handIn',
    side: 'money',
    titles: { zh: '交账', en: 'Hand-ins', es: 'Entregas de efectivo', ja: '納金' },
  },
  /** COD of waybills, and what of it is paid to customers. */
  cod: {
    path: '/financial/cod',
    side: 'money',
    titles: { zh: '代收货款', en: 'COD', es: 'Reembolsos', ja: '代引' },
  },
  /** The right to pay COD out to customers. */
  payOutCod: {
    path: '/financial/cod#payOut',
    leafOf: 'cod',
    button: true,
    titles: { zh: '发放', en: 'Pay out COD', es: 'Pagar reembolsos', ja: '代引の支払' },
  },
  /** What customers owe, as it was sent to them. */
  statement: {
    path: '/financial/statement',
    side: 'money',
    titles: { zh: '对账单', en: 'Statements', es: 'Estados de cuenta', ja: '請求明細書' },
  },
  /** The right to void what the customer confirmed. */
  voidConfirmedStatement: {
    path: '/financial/statement#voidConfirmed',
    leafOf: 'statement',
    button: true,
    titles: {
      zh: '作废已确认对账单',
      en: 'Void confirmed statements',
      es: 'Anular estados confirmados',
      ja: '確認済み請求明細書の無効化',
    },
  },
  cashAccount: {
    path: '/financial/cashAccount',
    side: 'money',
    titles: { zh: '资金账户', en: 'Cash accounts', es: 'Cuentas de tesorería', ja: '資金口座' },
  },
} as const
