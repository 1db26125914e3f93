import type { Reasons } from './shape.ts'

export const chargesErrors = {
  'charges.notOwed': {
    code: 409,
    zh: '费用未确认或已作废',
    en: 'The charge is not confirmed, or void',
    es: 'El cargo no está confirmado o está anulado',
    ja: '料金が未確定、または無効です',
  },
  'charges.tooMuch': {
    code: 422,
    zh: '最多 {available}',
    en: 'At most {available}',
    es: 'Como máximo {available}',
    ja: '{available} までです',
  },
  'charges.held': {
    code: 409,
    zh: '费用已开票、收付、对账或关账，只能做费用增减',
    en: 'The charge is invoiced, paid, stated or of a closed month; only an adjustment changes it',
    es: 'El cargo está facturado, cobrado, en un estado de cuenta o en un mes cerrado; solo un ajuste lo cambia',
    ja: '料金は請求・入出金・明細書済み、または締め済みの月のため、増減申請でのみ変更できます',
  },
  'charges.closedMonth': {
    code: 422,
    zh: '日期在已关账月份 {month}',
    en: 'The day lies in {month}, which is closed',
    es: 'La fecha cae en {month}, un mes cerrado',
    ja: '締め済みの月 {month} の日付です',
  },
  'charges.closed': {
    code: 409,
    zh: '该月已关账，不能再改',
    en: 'The month is closed; nothing of it changes any more',
    es: 'El mes está cerrado; ya no se cambia',
    ja: '締め済みの月は変更できません',
  },
  'charges.heldByMonth': {
    code: 422,
    zh: '{month} 已关账，不能改',
    en: '{month} is closed; it stays',
    es: '{month} está cerrado; no se cambia',
    ja: '{month} は締め済みのため変更できません',
  },
} as const satisfies Reasons
