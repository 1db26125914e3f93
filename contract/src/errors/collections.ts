import type { Reasons } from './shape.ts'

export const collectionsErrors = {
  'collections.wrongState': {
    code: 409,
    zh: '{handInState}的交账单不能这样做',
    en: 'Not possible in the state “{handInState}”',
    es: 'No es posible en estado «{handInState}»',
    ja: '「{handInState}」では操作できません',
  },
  'collections.handedIn': {
    code: 409,
    zh: '收的款已在 {no} 交账，先退回或反核收',
    en: 'What was collected is handed in with {no}: that is to be sent back first',
    es: 'Lo cobrado se entregó con {no}: devuélvalo antes',
    ja: '集金は {no} で納金済みです。先に差し戻してください',
  },
  'collections.channels': {
    code: 422,
    zh: '每种渠道都要填实点',
    en: 'Say what was counted of each channel',
    es: 'Indique lo contado de cada medio',
    ja: '支払手段ごとに実査額を入力してください',
  },
  'collections.notShort': {
    code: 409,
    zh: '没有短款',
    en: 'Nothing is missing',
    es: 'No falta nada',
    ja: '不足はありません',
  },
  'collections.notOver': {
    code: 409,
    zh: '没有长款',
    en: 'Nothing is too much',
    es: 'No sobra nada',
    ja: '過剰はありません',
  },
  'collections.wrongPayoutState': {
    code: 409,
    zh: '{paymentState}的发放单不能这样做',
    en: 'Not possible in the state “{paymentState}”',
    es: 'No es posible en estado «{paymentState}»',
    ja: '「{paymentState}」では操作できません',
  },
  'collections.notPayable': {
    code: 409,
    zh: '{no} 的代收货款没有已上交、未发放的',
    en: 'No COD of {no} is handed in and still to be paid out',
    es: 'Ningún reembolso de {no} está entregado y pendiente de pago',
    ja: '{no} の代引に納金済み・未支払のものはありません',
  },
  'collections.onPayout': {
    code: 409,
    zh: '已在发放单 {no} 上',
    en: 'On payout {no} already',
    es: 'Ya está en el pago {no}',
    ja: 'すでに支払票 {no} にあります',
  },
  'collections.paidOut': {
    code: 409,
    zh: '代收货款已由 {no} 发放，先冲销',
    en: 'Its COD is paid out with {no}: that is to be reversed first',
    es: 'Su reembolso se pagó con {no}: anúlelo antes',
    ja: '代引は {no} で支払済みです。先に取り消してください',
  },
  'collections.oneCustomer': {
    code: 422,
    zh: '一次只发放一个客户的；散客一票一发',
    en: 'One customer at a time; of walk-ins one waybill',
    es: 'Un cliente a la vez; de ocasionales, una guía',
    ja: '一度に一顧客のみ。一見客は一件ずつです',
  },
} as const satisfies Reasons
