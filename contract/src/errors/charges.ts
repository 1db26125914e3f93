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
    zh: '费用已开票或已收付，只能做费用增减',
    en: 'The charge is invoiced or paid; only an adjustment changes it',
    es: 'El cargo está facturado o cobrado; solo un ajuste lo cambia',
    ja: '料金は請求または入出金済みのため、増減申請でのみ変更できます',
  },
} as const satisfies Reasons
