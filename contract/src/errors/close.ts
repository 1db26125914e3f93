import type { Reasons } from './shape.ts'

export const closeErrors = {
  'close.notNext': {
    code: 422,
    zh: '先关 {month}',
    en: 'Close {month} first',
    es: 'Cierre antes {month}',
    ja: '先に {month} を締めてください',
  },
  'close.notOver': {
    code: 422,
    zh: '该月还没结束',
    en: 'The month is not over',
    es: 'El mes aún no ha terminado',
    ja: 'その月はまだ終わっていません',
  },
  'close.nothing': {
    code: 409,
    zh: '没有可关的月份',
    en: 'There is no month to close',
    es: 'No hay mes que cerrar',
    ja: '締められる月がありません',
  },
  'close.already': {
    code: 409,
    zh: '{month} 已关账',
    en: '{month} is closed already',
    es: '{month} ya está cerrado',
    ja: '{month} は締め済みです',
  },
  'close.blocked': {
    code: 409,
    zh: '还不能关账：{storageDays} 天仓储费未计，{proofs} 处账不平',
    en: 'It cannot be closed yet: storage of {storageDays} days is not charged, {proofs} accounts do not agree',
    es: 'Aún no se puede cerrar: faltan {storageDays} días de almacenaje y no cuadran {proofs} cuentas',
    ja: 'まだ締められません：保管料未計上 {storageDays} 日、不一致 {proofs} 件',
  },
  'close.changing': {
    code: 409,
    zh: '该月费用正在改动，稍后再关账',
    en: 'Charges of the month are being changed; close it in a moment',
    es: 'Se están cambiando cargos del mes; ciérrelo en un momento',
    ja: 'その月の料金が変更されています。少し待って締めてください',
  },
  'close.reopening': {
    code: 409,
    zh: '{month} 反关账待审，先审完',
    en: 'The reopening of {month} is under review; decide it first',
    es: 'La reapertura de {month} está en revisión; decídala antes',
    ja: '{month} の締め解除が審査中です。先に決定してください',
  },
  'close.notLast': {
    code: 409,
    zh: '只能反关最后一个已关的月份',
    en: 'Only the last closed month is opened again',
    es: 'Solo se reabre el último mes cerrado',
    ja: '締め解除は最後に締めた月だけです',
  },
  'close.allOutlets': {
    code: 403,
    zh: '关账、反关账须能看全部网点',
    en: 'Months are closed and reopened by whoever sees all outlets',
    es: 'Cierra y reabre meses quien ve todas las sedes',
    ja: '月締めと解除は全拠点を見られる人が行います',
  },
} as const satisfies Reasons
