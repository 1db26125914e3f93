import type { Reasons } from './shape.ts'

export const casesErrors = {
  'cases.morePieces': {
    code: 422,
    zh: '运单只有 {pieces} 件',
    en: 'The waybill has only {pieces} pieces',
    es: 'La guía solo tiene {pieces} bultos',
    ja: '送り状は {pieces} 個だけです',
  },
  'cases.unknownWaybill': {
    code: 422,
    zh: '没有运单 {no}，或不在你的范围',
    en: 'No waybill {no}, or not yours to see',
    es: 'No existe la guía {no} o no está a su alcance',
    ja: '送り状 {no} がないか、権限の範囲外です',
  },
  'cases.wrongState': {
    code: 409,
    zh: '现在是“{state}”，不能这样做',
    en: 'Not possible while it is “{state}”',
    es: 'No es posible en estado «{state}»',
    ja: '「{state}」のため操作できません',
  },
  'cases.nothingDone': {
    code: 422,
    zh: '运单还没有{dealing}，做完再结案',
    en: 'The waybill has no “{dealing}” yet: do it first',
    es: 'La guía aún no tiene «{dealing}»: hágalo primero',
    ja: '送り状に「{dealing}」がまだありません。先に行ってください',
  },
  'cases.claimAbove': {
    code: 422,
    zh: '最多 {most} 元；更多须有审核权',
    en: 'At most {most} CNY; more needs the right to decide',
    es: 'Como máximo {most} CNY; más requiere derecho de aprobación',
    ja: '最大 {most} 元。それ以上は承認権限が必要です',
  },
  'cases.nobodyResponsible': {
    code: 422,
    zh: '罚款要选责任的安排（车次、专线或快递）',
    en: 'A penalty needs the arrangement that is responsible',
    es: 'La penalización requiere el viaje responsable',
    ja: '違約金には責任のある配車・路線便・宅配の選択が必要です',
  },
  'cases.noCustomer': {
    code: 422,
    zh: '散客没有往来单位，理赔请走费用申请',
    en: 'A walk-in is no company: apply for it under cost requests',
    es: 'Un cliente ocasional no es empresa: solicítelo como gasto',
    ja: '一般客は取引先ではないため、経費申請で行ってください',
  },
  'cases.notAnswered': {
    code: 409,
    zh: '还没有处理结果',
    en: 'It was not answered yet',
    es: 'Aún no tiene respuesta',
    ja: '処理結果がまだありません',
  },
  'cases.notFollowedUp': {
    code: 409,
    zh: '还没有回访：要满意度，或“无法联系”三次',
    en: 'Not followed up yet: a satisfaction, or called in vain three times',
    es: 'Sin seguimiento: falta la satisfacción o tres intentos fallidos',
    ja: '事後確認がまだです。満足度か「不通」3 回が必要です',
  },
  'cases.handledByYou': {
    code: 409,
    zh: '处理人不能自己回访，请同事来',
    en: 'Who handled it cannot follow it up: ask a colleague',
    es: 'Quien la atendió no puede darle seguimiento: pida a un colega',
    ja: '対応した人は事後確認できません。同僚に依頼してください',
  },
} as const satisfies Reasons
