import type { Reasons } from './shape.ts'

/** Refusals of tracks, and what is asked before one is kept; a part of the waybills' refusals. */
export const trackErrors = {
  'waybills.trackConfirm': {
    code: 300,
    zh: '{why}，仍要保存？',
    en: '{why}. Save anyway?',
    es: '{why}. ¿Guardar de todos modos?',
    ja: '{why}。それでも保存しますか？',
  },
  'waybills.trackAhead': {
    code: 300,
    zh: '时间比现在晚 5 分钟以上',
    en: 'The time is more than 5 minutes ahead',
    es: 'La hora está más de 5 minutos en el futuro',
    ja: '時刻が現在より 5 分以上先です',
  },
  'waybills.trackBefore': {
    code: 300,
    zh: '早于最近跟踪 {count} 票（{numbers}）',
    en: 'Before the last track of {count} (waybill {numbers})',
    es: 'Anterior al último evento de {count} ({numbers})',
    ja: '最新の追跡より前 {count} 件（{numbers}）',
  },
  'waybills.trackBackwards': {
    code: 300,
    zh: '{count} 票已过“{node}”（{numbers}）',
    en: '{count} already past “{node}” ({numbers})',
    es: '{count} ya pasaron «{node}» ({numbers})',
    ja: '{count} 件は「{node}」を過ぎています（{numbers}）',
  },
  'waybills.trackNowSigned': {
    code: 422,
    zh: '{no} 已签收，只能登记签收、拒收、回单',
    en: '{no} is signed: only signing, refusal and receipt are taken',
    es: '{no} ya está firmada: solo se registran firma, rechazo y comprobante',
    ja: '{no} は受領済みです。受領・受取拒否・受領書のみ登録できます',
  },
  'waybills.trackSigned': {
    code: 300,
    zh: '{count} 票已签收（{numbers}）',
    en: '{count} already signed ({numbers})',
    es: '{count} ya firmadas ({numbers})',
    ja: '{count} 件は受領済み（{numbers}）',
  },
  'waybills.trackTooFar': {
    code: 422,
    zh: '时间比现在晚 24 小时以上，请核对',
    en: 'The time is more than 24 hours ahead',
    es: 'La hora está más de 24 horas en el futuro',
    ja: '時刻が現在より 24 時間以上先です',
  },
  'waybills.trackTooEarly': {
    code: 422,
    zh: '比 {no} 开单早 30 天以上，请核对',
    en: 'It is more than 30 days before {no} was placed',
    es: 'Es más de 30 días anterior al registro de {no}',
    ja: '{no} の受付より 30 日以上前です',
  },
  'waybills.notTracked': {
    code: 409,
    zh: '{no} 是{state}，不能登记跟踪',
    en: '{no} is “{state}”: no track can be added',
    es: '{no} está «{state}»: no admite seguimiento',
    ja: '{no} は「{state}」のため追跡を登録できません',
  },
  'waybills.trackUnknown': {
    code: 422,
    zh: '没有这些单号，或不在你的范围：{numbers}',
    en: 'No such numbers, or not yours to see: {numbers}',
    es: 'No existen o no están a su alcance: {numbers}',
    ja: '番号がないか、権限の範囲外です：{numbers}',
  },
  'waybills.trackNotYours': {
    code: 409,
    zh: '只能更正自己登记、尚未更正的跟踪；系统写的随其操作撤销',
    en: 'Only one’s own track that still stands is corrected; what the system wrote goes with its act',
    es: 'Solo se corrige un evento propio y vigente; los del sistema se deshacen con su operación',
    ja: '訂正できるのは自分が登録した有効な追跡のみです。システムの追跡は元の操作を取り消してください',
  },
} as const satisfies Reasons
