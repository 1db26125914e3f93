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
} as const satisfies Reasons
